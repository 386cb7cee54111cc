/* Random numbers, drawn on the device by Philox (Salmon et al. 2011) from {seed, count}.
 *
 * The state is one input per cut, so that neither a new seed nor a later step compiles again; the draws of one trace
 * add constant offsets to it. A draw takes one count per four 32-bit words, as the generator's blocks do. */
#include <math.h>

#include "base/error.h"
#include "lazy/compose.h"
#include "lazy/state.h"

void ls_random_reset(ls_trace *trace)
{
    trace->random.base = NULL;
}

void ls_manual_seed(uint64_t seed)
{
    ls_rng_set_state((ls_rng_state){.seed = seed});
}

ls_rng_state ls_rng_get_state(void)
{
    ls_trace *trace = ls_trace_current();
    return trace ? trace->random.state : (ls_rng_state){0};
}

void ls_rng_set_state(ls_rng_state state)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return;
    trace->random.state = state;
    trace->random.base = NULL;
}

/* The generator's state for the next draw of `blocks` counts: ui64[2]. */
static ls_value next_state(ls_trace *trace, uint64_t blocks)
{
    ls_random *random = &trace->random;
    ls_ir_type type = {.dtype = LS_U64, .shape = LS_SHAPE(2)};
    if (!random->base) {
        ls_value base = ls_value_from_host((uint64_t[]){random->state.seed, random->state.device_count}, &type);
        if (ls_value_is_error(base)) return base;
        random->base = base.node;
        random->base_count = random->state.device_count;
    }
    uint64_t offset = random->state.device_count - random->base_count;
    random->state.device_count += blocks;
    ls_value base = {random->base, 0};
    base.node->is_used = true; /* no handle holds it */
    return offset ? ls_value_add(base, ls_value_constant((uint64_t[]){0, offset}, &type)) : base;
}

/* Uniform bits of `shape`: LS_U32 or LS_U64. */
static ls_value draw_bits(const ls_shape *shape, ls_dtype dtype)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return ls_value_error(LS_FAILED_PRECONDITION, NULL, "no rank");
    uint64_t words = (uint64_t)ls_shape_count(*shape) * ls_dtype_size(dtype) / 4;
    ls_value state = next_state(trace, (words + 3) / 4);
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_RNG_ALGORITHM, LS_RNG_PHILOX);
    ls_ir_type given[2] = {{.dtype = LS_U64, .shape = LS_SHAPE(2)}, {.dtype = dtype, .shape = *shape}};
    ls_op_spec spec = {.kind = LS_IR_RNG_BIT_GENERATOR,
                       .operands = &state,
                       .operand_count = 1,
                       .attrs = &attrs,
                       .given = given,
                       .given_count = 2};
    return ls_node_result(ls_trace_op(&spec), 1);
}

static ls_value uniform(const ls_shape *shape, ls_dtype dtype)
{
    if (dtype != LS_F32 && dtype != LS_F64)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "random numbers are f32 or f64, not %s", ls_dtype_name(dtype));
    ls_value error = ls_type_error(&(ls_ir_type){.dtype = dtype, .shape = *shape});
    if (!ls_value_is_none(error)) return error;
    bool wide = dtype == LS_F64;
    ls_value bits = draw_bits(shape, wide ? LS_U64 : LS_U32);
    ls_value mantissa = ls_value_binary(LS_IR_SHIFT_RIGHT_LOGICAL, bits, ls_value_full_like(bits, wide ? 11 : 8));
    ls_value number = ls_value_convert(mantissa, dtype);
    return ls_value_mul(number, ls_value_full_like(number, wide ? 0x1p-53 : 0x1p-24));
}

ls_tensor ls_rand(ls_shape shape, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_rand");
    return ls_tensor_wrap(uniform(&shape, dtype));
}

/* Box and Muller: sqrt(−2·ln(1 − u))·cos(2π·v) for uniform u and v. */
ls_tensor ls_randn(ls_shape shape, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_randn");
    ls_value u = uniform(&shape, dtype), v = uniform(&shape, dtype);
    if (ls_value_is_error(u)) return ls_tensor_wrap(u);
    ls_value log = ls_value_unary(LS_IR_LOG_PLUS_ONE, ls_value_neg(u));
    ls_value radius = ls_value_unary(LS_IR_SQRT, ls_value_mul(log, ls_value_full_like(log, -2)));
    ls_value angle = ls_value_mul(v, ls_value_full_like(v, 2 * M_PI));
    return ls_tensor_wrap(ls_value_mul(radius, ls_value_unary(LS_IR_COSINE, angle)));
}

ls_tensor ls_dropout(ls_tensor t, double p)
{
    LS_TRACE_CALL("ls_dropout");
    ls_value x = ls_tensor_value(t);
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    if (!(p >= 0 && p <= 1))
        return ls_tensor_wrap(ls_value_error(LS_INVALID_ARGUMENT, NULL, "probability %g is not in [0, 1]", p));
    if (!ls_dtype_is_float(ls_value_dtype(x)))
        return ls_tensor_wrap(ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs a floating type, not %s",
                                             ls_dtype_name(ls_value_dtype(x))));
    if (p == 0) return ls_tensor_wrap(x);
    ls_value zero = ls_value_full_like(x, 0);
    if (p == 1) return ls_tensor_wrap(ls_value_mul(x, zero));
    ls_value bits = draw_bits(ls_value_shape(x), LS_U32);
    ls_value keep = ls_value_compare(LS_COMPARE_GE, bits, ls_value_full_like(bits, floor(p * 0x1p32)));
    return ls_tensor_wrap(ls_value_select(keep, ls_value_mul(x, ls_value_full_like(x, 1 / (1 - p))), zero));
}
