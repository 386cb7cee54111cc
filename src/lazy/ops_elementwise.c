/* Elementwise ops, with NumPy broadcasting. */
#include <math.h>
#include <stdio.h>

#include "lazy/compose.h"

const char *ls_value_describe(ls_value v, char *out, size_t size)
{
    return ls_ir_type_format(ls_value_type(v), out, size);
}

ls_value ls_dim_error(ls_value x, int dim)
{
    char text[200];
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension %d is out of range for %s", dim,
                          ls_value_describe(x, text, sizeof text));
}

bool ls_compose_broadcast(ls_value *a, ls_value *b)
{
    const ls_shape *s = ls_value_shape(*a), *t = ls_value_shape(*b);
    ls_shape common = {.rank = s->rank > t->rank ? s->rank : t->rank};
    for (int i = 1; i <= common.rank; i++) {
        int64_t m = i <= s->rank ? s->dims[s->rank - i] : 1, n = i <= t->rank ? t->dims[t->rank - i] : 1;
        if (m != n && m != 1 && n != 1) {
            char p[200], q[200];
            *a = ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s and %s do not broadcast",
                                ls_value_describe(*a, p, sizeof p), ls_value_describe(*b, q, sizeof q));
            return false;
        }
        common.dims[common.rank - i] = m == 1 ? n : m;
    }
    *a = ls_value_broadcast_to(*a, &common);
    *b = ls_value_broadcast_to(*b, &common);
    return true;
}

static bool same_dtype(ls_value *a, ls_value b)
{
    if (ls_value_dtype(*a) == ls_value_dtype(b)) return true;
    char p[200], q[200];
    *a = ls_value_error(LS_INVALID_ARGUMENT, NULL, "element types differ: %s and %s; convert one with ls_cast",
                        ls_value_describe(*a, p, sizeof p), ls_value_describe(b, q, sizeof q));
    return false;
}

/* Makes a and b operands of one type and shape, or *a the error. */
static bool pair(ls_value *a, ls_value *b)
{
    if (ls_value_is_none(*a) || ls_value_is_none(*b))
        *a = ls_value_error(LS_INVALID_ARGUMENT, NULL, "a tensor is missing");
    if (ls_value_is_error(*b) && !ls_value_is_error(*a)) *a = *b;
    return !ls_value_is_error(*a) && same_dtype(a, *b) &&
           (ls_value_type(*a) == ls_value_type(*b) || ls_compose_broadcast(a, b));
}

ls_value ls_compose_binary(ls_ir_kind kind, ls_value a, ls_value b)
{
    return pair(&a, &b) ? ls_value_binary(kind, a, b) : a;
}

ls_value ls_compose_scale(ls_value x, double factor)
{
    LS_USABLE(x);
    return ls_value_mul(x, ls_value_full_like(x, factor));
}

ls_value ls_compose_shift(ls_value x, double summand)
{
    LS_USABLE(x);
    return ls_value_add(x, ls_value_full_like(x, summand));
}

ls_value ls_compose_float(ls_value x)
{
    LS_USABLE(x);
    return ls_dtype_is_float(ls_value_dtype(x)) ? x : ls_value_convert(x, LS_F32);
}

/* --- Two operands ------------------------------------------------------------------------------------------- */

#define BINARY(name, kind)                                                                                             \
    ls_tensor name(ls_tensor a, ls_tensor b)                                                                           \
    {                                                                                                                  \
        LS_TRACE_CALL(#name);                                                                                          \
        return ls_tensor_wrap(ls_compose_binary(kind, ls_tensor_value(a), ls_tensor_value(b)));                        \
    }
BINARY(ls_add, LS_IR_ADD)
BINARY(ls_sub, LS_IR_SUBTRACT)
BINARY(ls_mul, LS_IR_MULTIPLY)
BINARY(ls_div, LS_IR_DIVIDE)
BINARY(ls_rem, LS_IR_REMAINDER)
BINARY(ls_pow, LS_IR_POWER)
BINARY(ls_maximum, LS_IR_MAXIMUM)
BINARY(ls_minimum, LS_IR_MINIMUM)
BINARY(ls_bitwise_and, LS_IR_AND)
BINARY(ls_bitwise_or, LS_IR_OR)
BINARY(ls_bitwise_xor, LS_IR_XOR)
#undef BINARY

#define COMPARISON(name, direction)                                                                                    \
    ls_tensor name(ls_tensor a, ls_tensor b)                                                                           \
    {                                                                                                                  \
        LS_TRACE_CALL(#name);                                                                                          \
        ls_value x = ls_tensor_value(a), y = ls_tensor_value(b);                                                       \
        return ls_tensor_wrap(pair(&x, &y) ? ls_value_compare(direction, x, y) : x);                                   \
    }
COMPARISON(ls_eq, LS_COMPARE_EQ)
COMPARISON(ls_ne, LS_COMPARE_NE)
COMPARISON(ls_lt, LS_COMPARE_LT)
COMPARISON(ls_le, LS_COMPARE_LE)
COMPARISON(ls_gt, LS_COMPARE_GT)
COMPARISON(ls_ge, LS_COMPARE_GE)
#undef COMPARISON

/* x, or an error if `value` is none of its integer type: 0.5 would silently become 0. */
static ls_value takes_scalar(ls_value x, double value)
{
    LS_USABLE(x);
    ls_dtype dtype = ls_value_dtype(x);
    if (!ls_dtype_is_integer(dtype)) return x;
    bool is_signed = ls_dtype_is_signed(dtype);
    double end = ldexp(1, 8 * (int)ls_dtype_size(dtype) - is_signed), low = is_signed ? -end : 0;
    if (value == trunc(value) && value >= low && value < end) return x;
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%g is no value of %s; convert the tensor with ls_cast", value,
                          ls_dtype_name(dtype));
}

ls_tensor ls_add_scalar(ls_tensor a, double value)
{
    LS_TRACE_CALL("ls_add_scalar");
    return ls_tensor_wrap(ls_compose_shift(takes_scalar(ls_tensor_value(a), value), value));
}

ls_tensor ls_mul_scalar(ls_tensor a, double value)
{
    LS_TRACE_CALL("ls_mul_scalar");
    return ls_tensor_wrap(ls_compose_scale(takes_scalar(ls_tensor_value(a), value), value));
}

static ls_value where(ls_value condition, ls_value a, ls_value b)
{
    LS_USABLE(condition);
    if (!pair(&a, &b)) return a;
    if (ls_value_dtype(condition) != LS_BOOL)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "the condition must be i1, not %s",
                              ls_dtype_name(ls_value_dtype(condition)));
    if (ls_compose_broadcast(&condition, &a) && ls_compose_broadcast(&b, &a)) return ls_value_select(condition, a, b);
    return ls_value_is_error(condition) ? condition : b;
}

ls_tensor ls_where(ls_tensor condition, ls_tensor a, ls_tensor b)
{
    LS_TRACE_CALL("ls_where");
    return ls_tensor_wrap(where(ls_tensor_value(condition), ls_tensor_value(a), ls_tensor_value(b)));
}

static ls_value clamp(ls_value x, double low, double high)
{
    LS_USABLE(x);
    ls_ir_type scalar = {.dtype = ls_value_dtype(x)};
    ls_value operands[3] = {ls_value_full(low, &scalar), x, ls_value_full(high, &scalar)};
    ls_op_spec spec = {.kind = LS_IR_CLAMP, .operands = operands, .operand_count = 3};
    return ls_node_result(ls_trace_op(&spec), 0);
}

ls_tensor ls_clamp(ls_tensor x, double low, double high)
{
    LS_TRACE_CALL("ls_clamp");
    return ls_tensor_wrap(clamp(ls_tensor_value(x), low, high));
}

/* To bool means "not 0", as in NumPy and PyTorch. */
static ls_value cast(ls_value x, ls_dtype dtype)
{
    LS_USABLE(x);
    if (!ls_dtype_size(dtype)) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "unknown element type %d", dtype);
    if (dtype == LS_BOOL && ls_value_dtype(x) != LS_BOOL)
        return ls_value_compare(LS_COMPARE_NE, x, ls_value_full_like(x, 0));
    return ls_value_convert(x, dtype);
}

ls_tensor ls_cast(ls_tensor x, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_cast");
    return ls_tensor_wrap(cast(ls_tensor_value(x), dtype));
}

/* --- One operand -------------------------------------------------------------------------------------------- */

#define UNARY(name, kind)                                                                                              \
    ls_tensor name(ls_tensor x)                                                                                        \
    {                                                                                                                  \
        LS_TRACE_CALL(#name);                                                                                          \
        return ls_tensor_wrap(ls_value_unary(kind, ls_tensor_value(x)));                                               \
    }
/* Integers are taken as f32, as PyTorch does. */
#define UNARY_FLOAT(name, kind)                                                                                        \
    ls_tensor name(ls_tensor x)                                                                                        \
    {                                                                                                                  \
        LS_TRACE_CALL(#name);                                                                                          \
        return ls_tensor_wrap(ls_value_unary(kind, ls_compose_float(ls_tensor_value(x))));                             \
    }
/* Integers stay as they are. */
#define UNARY_ROUND(name, kind)                                                                                        \
    ls_tensor name(ls_tensor t)                                                                                        \
    {                                                                                                                  \
        LS_TRACE_CALL(#name);                                                                                          \
        ls_value x = ls_tensor_value(t);                                                                               \
        return ls_tensor_wrap(ls_dtype_is_integer(ls_value_dtype(x)) ? x : ls_value_unary(kind, x));                   \
    }
UNARY(ls_neg, LS_IR_NEGATE)
UNARY(ls_abs, LS_IR_ABS)
UNARY(ls_sign, LS_IR_SIGN)
UNARY_FLOAT(ls_exp, LS_IR_EXPONENTIAL)
UNARY_FLOAT(ls_log, LS_IR_LOG)
UNARY_FLOAT(ls_log1p, LS_IR_LOG_PLUS_ONE)
UNARY_FLOAT(ls_expm1, LS_IR_EXPONENTIAL_MINUS_ONE)
UNARY_FLOAT(ls_sqrt, LS_IR_SQRT)
UNARY_FLOAT(ls_rsqrt, LS_IR_RSQRT)
UNARY_FLOAT(ls_sin, LS_IR_SINE)
UNARY_FLOAT(ls_cos, LS_IR_COSINE)
UNARY_FLOAT(ls_tan, LS_IR_TAN)
UNARY_FLOAT(ls_tanh, LS_IR_TANH)
UNARY_FLOAT(ls_erf, LS_IR_ERF)
UNARY_FLOAT(ls_sigmoid, LS_IR_LOGISTIC)
UNARY_ROUND(ls_floor, LS_IR_FLOOR)
UNARY_ROUND(ls_ceil, LS_IR_CEIL)
#undef UNARY
#undef UNARY_FLOAT
#undef UNARY_ROUND

static ls_value logical_not(ls_value x)
{
    LS_USABLE(x);
    return ls_value_dtype(x) == LS_BOOL ? ls_value_unary(LS_IR_NOT, x)
                                        : ls_value_compare(LS_COMPARE_EQ, x, ls_value_full_like(x, 0));
}

ls_tensor ls_logical_not(ls_tensor x)
{
    LS_TRACE_CALL("ls_logical_not");
    return ls_tensor_wrap(logical_not(ls_tensor_value(x)));
}

/* --- Activations -------------------------------------------------------------------------------------------- */

ls_tensor ls_relu(ls_tensor x)
{
    LS_TRACE_CALL("ls_relu");
    ls_value v = ls_tensor_value(x);
    return ls_tensor_wrap(ls_value_binary(LS_IR_MAXIMUM, v, ls_value_full_like(v, 0)));
}

ls_tensor ls_silu(ls_tensor t)
{
    LS_TRACE_CALL("ls_silu");
    ls_value x = ls_compose_float(ls_tensor_value(t));
    return ls_tensor_wrap(ls_value_mul(x, ls_value_unary(LS_IR_LOGISTIC, x)));
}

/* x·Φ(x) = x·(1 + erf(x/√2))/2 */
ls_tensor ls_gelu(ls_tensor t)
{
    LS_TRACE_CALL("ls_gelu");
    ls_value x = ls_compose_float(ls_tensor_value(t));
    ls_value erf = ls_value_unary(LS_IR_ERF, ls_compose_scale(x, M_SQRT1_2));
    return ls_tensor_wrap(ls_value_mul(ls_compose_scale(x, 0.5), ls_compose_shift(erf, 1)));
}

ls_tensor ls_leaky_relu(ls_tensor t, double negative_slope)
{
    LS_TRACE_CALL("ls_leaky_relu");
    ls_value x = ls_compose_float(ls_tensor_value(t));
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    ls_value positive = ls_value_compare(LS_COMPARE_GT, x, ls_value_full_like(x, 0));
    return ls_tensor_wrap(ls_value_select(positive, x, ls_compose_scale(x, negative_slope)));
}
