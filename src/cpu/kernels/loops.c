/* Elementwise loops for every op and type; ls_cpu_loop_find picks one. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "cpu/kernels/convert.h"
#include "cpu/kernels/element.h"
#include "cpu/kernels/kernel.h"
#include "cpu/kernels/special.h"

#define LARGEST DBL_MAX
#define LARGESTf FLT_MAX
typedef __int128 wide;
/* Products of narrow unsigned integers would be signed ints and could overflow. */
#define MULTIPLY_WRAP(x, y) ((uint64_t)(x) * (uint64_t)(y))

#define DEFINE_SHIFT(bits)                                                                                             \
    static inline int##bits##_t shift_signed_##bits(uint##bits##_t x, uint##bits##_t y)                                \
    {                                                                                                                  \
        return (int##bits##_t)((int##bits##_t)x >> (y < bits ? y : bits - 1));                                         \
    }
#define DEFINE_NARROW_SHIFT(bits)                                                                                      \
    static inline int8_t shift_signed_##bits(uint8_t x, uint8_t y)                                                     \
    {                                                                                                                  \
        return (int8_t)(ls_sign_extend((int8_t)x, bits) >> (y < bits ? y : bits - 1));                                 \
    }
DEFINE_NARROW_SHIFT(2)
DEFINE_NARROW_SHIFT(4)
DEFINE_SHIFT(8)
DEFINE_SHIFT(16)
DEFINE_SHIFT(32)
DEFINE_SHIFT(64)

#define TEMPLATE "cpu/kernels/loops_tmpl.c"
#include "cpu/kernels/each_type.h"

static const ls_cpu_loop_fn *const op_tables[LS_DTYPE_END] = LS_CPU_TABLE(op_table);
static const ls_cpu_loop_fn *const compare_tables[LS_DTYPE_END] = LS_CPU_TABLE(compare_table);
static const ls_cpu_loop_fn clamps[LS_DTYPE_END] = LS_CPU_TABLE(clamp);
// clang-format off
static const ls_cpu_loop_fn *const total_tables[LS_DTYPE_END] = {
    [LS_F16] = total_table_f16, [LS_BF16] = total_table_bf16, [LS_F32] = total_table_f32, [LS_F64] = total_table_f64,
    [LS_F8E3M4] = total_table_f8e3m4, [LS_F8E4M3] = total_table_f8e4m3, [LS_F8E4M3FN] = total_table_f8e4m3fn,
    [LS_F8E4M3B11FNUZ] = total_table_f8e4m3b11fnuz, [LS_F8E4M3FNUZ] = total_table_f8e4m3fnuz,
    [LS_F8E5M2] = total_table_f8e5m2, [LS_F8E5M2FNUZ] = total_table_f8e5m2fnuz,
};
// clang-format on

#define DEFINE_SELECT(bits)                                                                                            \
    static void select_##bits(const void *const *in, void *out, int64_t n, const void *aux)                            \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const uint8_t *p = in[0];                                                                                      \
        const uint##bits##_t *a = in[1], *b = in[2];                                                                   \
        uint##bits##_t *o = out;                                                                                       \
        for (int64_t i = 0; i < n; i++) o[i] = p[i] ? a[i] : b[i];                                                     \
    }
DEFINE_SELECT(8)
DEFINE_SELECT(16)
DEFINE_SELECT(32)
DEFINE_SELECT(64)
typedef unsigned __int128 __attribute__((aligned(8))) uint128_t; /* as complex numbers lie */
DEFINE_SELECT(128)

static ls_cpu_loop_fn select_of(size_t width)
{
    return width == 1   ? select_8
           : width == 2 ? select_16
           : width == 4 ? select_32
           : width == 8 ? select_64
                        : select_128;
}

/* --- reduce_precision ---------------------------------------------------------------------------------------- */

typedef struct precision {
    int exponent_bits, mantissa_bits;
    ls_dtype small; /* the type, if it is a small float */
} precision;

/* Rounds a float's bits to fewer mantissa and exponent bits: to nearest even; beyond the range to ±∞, below to ±0; NaN
 * stays NaN. `mantissa`, `exponent`: bits of the format at hand. */
static uint64_t reduce_bits(uint64_t x, int mantissa, int exponent, const precision *to)
{
    uint64_t sign = x & (1ull << (mantissa + exponent)), magnitude = x ^ sign;
    uint64_t infinity = ((1ull << exponent) - 1) << mantissa;
    if (magnitude > infinity) return to->mantissa_bits ? x : sign | infinity;
    int dropped = mantissa - to->mantissa_bits;
    if (dropped > 0) {
        uint64_t half = 1ull << (dropped - 1);
        magnitude += half - 1 + (magnitude >> dropped & 1);
        magnitude &= ~((1ull << dropped) - 1);
    }
    if (to->exponent_bits < exponent) {
        uint64_t bias = (1ull << (exponent - 1)) - 1, new_bias = (1ull << (to->exponent_bits - 1)) - 1;
        uint64_t field = magnitude >> mantissa;
        if (field > bias + new_bias) magnitude = infinity;
        if (field <= bias - new_bias) magnitude = 0;
    }
    return sign | magnitude;
}

#define DEFINE_REDUCE_PRECISION(name, bits, mantissa, exponent)                                                        \
    static void reduce_precision_##name(const void *const *in, void *out, int64_t n, const void *aux)                  \
    {                                                                                                                  \
        const uint##bits##_t *a = in[0];                                                                               \
        uint##bits##_t *o = out;                                                                                       \
        for (int64_t i = 0; i < n; i++) o[i] = (uint##bits##_t)reduce_bits(a[i], mantissa, exponent, aux);             \
    }
DEFINE_REDUCE_PRECISION(f16, 16, 10, 5)
DEFINE_REDUCE_PRECISION(bf16, 16, 7, 8)
DEFINE_REDUCE_PRECISION(f32, 32, 23, 8)
DEFINE_REDUCE_PRECISION(f64, 64, 52, 11)

/* Small floats go by f32, which holds them all. */
static void reduce_precision_small(const void *const *in, void *out, int64_t n, const void *aux)
{
    const precision *to = aux;
    const uint8_t *a = in[0];
    uint8_t *o = out;
    for (int64_t i = 0; i < n; i++) {
        uint32_t bits = ls_f32_bits(ls_small_to_f32(to->small, a[i]));
        o[i] = ls_f32_to_small(to->small, ls_f32_from_bits((uint32_t)reduce_bits(bits, 23, 8, to)));
    }
}

static const ls_cpu_loop_fn reduce_precisions[LS_DTYPE_END] = {[LS_F16] = reduce_precision_f16,
                                                               [LS_BF16] = reduce_precision_bf16,
                                                               [LS_F32] = reduce_precision_f32,
                                                               [LS_F64] = reduce_precision_f64};

/* --- complex ------------------------------------------------------------------------------------------------ */

#define DEFINE_JOIN(name, type)                                                                                        \
    static void name(const void *const *in, void *out, int64_t n, const void *aux)                                     \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const type *real = in[0], *imag = in[1];                                                                       \
        type *o = out;                                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            o[2 * i] = real[i];                                                                                        \
            o[2 * i + 1] = imag[i];                                                                                    \
        }                                                                                                              \
    }
DEFINE_JOIN(join_f32, float)
DEFINE_JOIN(join_f64, double)

/* --- Finding ------------------------------------------------------------------------------------------------- */

static ls_cpu_loop_fn compare_of(const ls_ir_op *op, ls_dtype dtype)
{
    int64_t direction = ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_EQ);
    bool total = ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE) == LS_COMPARE_TOTALORDER;
    const ls_cpu_loop_fn *table = total && total_tables[dtype] ? total_tables[dtype] : compare_tables[dtype];
    return table ? table[direction] : NULL;
}

static bool same_shapes(const ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++)
        if (!ls_shape_equal(op->operands[i]->type.shape, op->results[0]->type.shape)) return false;
    return true;
}

ls_cpu_loop ls_cpu_loop_find(const ls_ir_op *op, ls_arena *arena)
{
    ls_cpu_loop loop = {.arity = (int)op->operand_count};
    if (!op->operand_count || op->result_count != 1 || !same_shapes(op)) return loop;
    ls_dtype dtype = op->operands[0]->type.dtype, result = op->results[0]->type.dtype;
    if (dtype <= LS_DTYPE_INVALID || dtype >= LS_DTYPE_END) return loop;
    switch (op->kind) {
    case LS_IR_COMPARE: loop.run = compare_of(op, dtype); break;
    case LS_IR_COMPLEX: loop.run = dtype == LS_F32 ? join_f32 : join_f64; break;
    case LS_IR_SELECT: loop.run = select_of(ls_dtype_size(result)); break;
    case LS_IR_CLAMP: loop.run = clamps[dtype]; break;
    case LS_IR_CONVERT: loop.run = ls_cpu_convert_find(dtype, result); break;
    case LS_IR_REDUCE_PRECISION: {
        precision *to = LS_ARENA_NEW(arena, precision);
        to->exponent_bits = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_EXPONENT_BITS, 8);
        to->mantissa_bits = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_MANTISSA_BITS, 23);
        loop.aux = to;
        to->small = dtype;
        loop.run = ls_dtype_is_small_float(dtype) ? reduce_precision_small : reduce_precisions[dtype];
        break;
    }
    default: loop.run = op_tables[dtype] ? op_tables[dtype][op->kind] : NULL;
    }
    return loop;
}
