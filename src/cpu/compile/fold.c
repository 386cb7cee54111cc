/* Pass: elementwise ops on known elements are computed now. Only tensors with one element everywhere (scalars, what is
 * broadcast from them); only ops whose bits the kernels cannot give otherwise: exact ones and those that IEEE rounds.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/numeric.h"
#include "cpu/compile/plan.h"
#include "cpu/compile/rewrite.h"
#include "ir/table.h"

/* An element as a number: `f` for floating-point types, `i` for the others (i1 is 0 or 1; ui64 wraps). */
typedef struct number {
    double f;
    int64_t i;
} number;

static number number_read(ls_dtype dtype, const void *element)
{
    uint64_t bits = 0;
    number n = {0};
    int width = (int)ls_dtype_size(dtype);
    memcpy(&bits, element, (size_t)width);
    switch (dtype) {
    case LS_F64: memcpy(&n.f, &bits, 8); break;
    case LS_F32: n.f = ls_f32_from_bits((uint32_t)bits); break;
    case LS_F16: n.f = ls_f16_to_f32((uint16_t)bits); break;
    case LS_BF16: n.f = ls_bf16_to_f32((uint16_t)bits); break;
    default:
        n.i = (int64_t)bits;
        if (ls_dtype_is_signed(dtype)) n.i = (int64_t)(bits << (64 - 8 * width)) >> (64 - 8 * width);
    }
    return n;
}

/* Rounds once. 16-bit floats are computed in f32 first, as the kernels do. */
static uint64_t number_bits(ls_dtype dtype, number n)
{
    uint64_t bits = (uint64_t)n.i;
    switch (dtype) {
    case LS_F64: memcpy(&bits, &n.f, 8); return bits;
    case LS_F32: return ls_f32_bits((float)n.f);
    case LS_F16: return ls_f32_to_f16((float)n.f);
    case LS_BF16: return ls_f32_to_bf16((float)n.f);
    case LS_BOOL: return bits != 0;
    default: return bits; /* its low bytes */
    }
}

/* --- Ops ----------------------------------------------------------------------------------------------------- */

/* Each gives false where it leaves the op alone: NaNs and which zero is larger are the kernels' affair. Sums,
 * products and quotients of f32 are exact enough in f64 to round to the same f32. */
static bool fold_float(ls_ir_kind kind, double a, double b, double *out)
{
    switch (kind) {
    case LS_IR_ABS: *out = fabs(a); break;
    case LS_IR_ADD: *out = a + b; break;
    case LS_IR_CEIL: *out = ceil(a); break;
    case LS_IR_DIVIDE: *out = a / b; break;
    case LS_IR_FLOOR: *out = floor(a); break;
    case LS_IR_MAXIMUM: *out = fmax(a, b); break;
    case LS_IR_MINIMUM: *out = fmin(a, b); break;
    case LS_IR_MULTIPLY: *out = a * b; break;
    case LS_IR_NEGATE: *out = -a; break;
    case LS_IR_SQRT: *out = sqrt(a); break;
    case LS_IR_SUBTRACT: *out = a - b; break;
    default: return false;
    }
    bool is_zero_choice = (kind == LS_IR_MAXIMUM || kind == LS_IR_MINIMUM) && a == b && signbit(a) != signbit(b);
    return !isnan(a) && !isnan(b) && !isnan(*out) && !is_zero_choice;
}

static bool fold_int(ls_ir_kind kind, ls_dtype dtype, int64_t a, int64_t b, int64_t *out)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    bool is_signed = ls_dtype_is_signed(dtype), is_less = is_signed ? a < b : ua < ub;
    switch (kind) {
    case LS_IR_ADD: *out = (int64_t)(ua + ub); return dtype != LS_BOOL;
    case LS_IR_AND: *out = a & b; return true;
    case LS_IR_DIVIDE:
        *out = !b || b == -1 ? 0 : is_signed ? a / b : (int64_t)(ua / ub);
        return b && (!is_signed || b != -1);
    case LS_IR_MAXIMUM: *out = is_less ? b : a; return true;
    case LS_IR_MINIMUM: *out = is_less ? a : b; return true;
    case LS_IR_MULTIPLY: *out = (int64_t)(ua * ub); return true;
    case LS_IR_NEGATE: *out = (int64_t)-ua; return true;
    case LS_IR_NOT: *out = dtype == LS_BOOL ? !a : ~a; return true;
    case LS_IR_OR: *out = a | b; return true;
    case LS_IR_SUBTRACT: *out = (int64_t)(ua - ub); return dtype != LS_BOOL;
    case LS_IR_XOR: *out = a ^ b; return true;
    default: return false;
    }
}

static bool fold_compare(const ls_ir_op *op, ls_dtype dtype, number a, number b, number *out)
{
    bool is_float = ls_dtype_is_float(dtype);
    if (ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE) == LS_COMPARE_TOTALORDER) return false;
    bool is_less = is_float ? a.f < b.f : ls_dtype_is_signed(dtype) ? a.i < b.i : (uint64_t)a.i < (uint64_t)b.i;
    bool is_equal = is_float ? a.f == b.f : a.i == b.i;
    bool is_ordered = !is_float || (!isnan(a.f) && !isnan(b.f));
    switch (ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARISON_DIRECTION, -1)) {
    case LS_COMPARE_EQ: out->i = is_equal; return true;
    case LS_COMPARE_NE: out->i = !is_equal; return true;
    case LS_COMPARE_GE: out->i = is_ordered && !is_less; return true;
    case LS_COMPARE_GT: out->i = is_ordered && !is_less && !is_equal; return true;
    case LS_COMPARE_LE: out->i = is_less || is_equal; return true;
    case LS_COMPARE_LT: out->i = is_less; return true;
    default: return false;
    }
}

/* Where the target holds the number, or rounds it once. */
static bool fold_convert(ls_dtype from, ls_dtype to, number a, number *out)
{
    bool was_float = ls_dtype_is_float(from), is_float = ls_dtype_is_float(to);
    if (to == LS_BOOL) return false;
    if (was_float && is_float) {
        out->f = a.f;
        return !isnan(a.f) && (to == LS_F64 || to == LS_F32 || (double)(float)a.f == a.f);
    }
    if (was_float) {
        out->i = (int64_t)(fabs(a.f) < 0x1p31 ? a.f : 0);
        uint64_t bits = (uint64_t)out->i;
        return fabs(a.f) < 0x1p31 && number_read(to, &bits).i == out->i;
    }
    if (!is_float) {
        out->i = a.i;
        return true;
    }
    out->f = (double)a.i;
    return a.i > -(1 << 24) && a.i < 1 << 24 && (from != LS_U64 || a.i >= 0);
}

/* --- The pass ------------------------------------------------------------------------------------------------ */

/* Small and complex types are left to the kernels. */
static bool is_known(ls_dtype dtype)
{
    return dtype <= LS_BF16;
}

static bool fold(const ls_ir_op *op, number *out)
{
    const void *elements[2] = {NULL, NULL};
    number in[2] = {{0}, {0}};
    if (op->result_count != 1 || !op->operand_count || op->operand_count > 2) return false;
    for (size_t i = 0; i < op->operand_count; i++) {
        elements[i] = ls_cpu_splat_of(op->operands[i]);
        if (!elements[i] || !is_known(op->operands[i]->type.dtype)) return false;
        in[i] = number_read(op->operands[i]->type.dtype, elements[i]);
    }
    ls_dtype dtype = op->operands[0]->type.dtype;
    if (!is_known(dtype) || !is_known(op->results[0]->type.dtype)) return false;
    const ls_ir_op_info *info = ls_ir_op_info_of(op->kind);
    if (op->kind == LS_IR_COMPARE) return fold_compare(op, dtype, in[0], in[1], out);
    if (op->kind == LS_IR_CONVERT) return fold_convert(dtype, op->results[0]->type.dtype, in[0], out);
    if (!info->is_unary && !info->is_binary) return false;
    return ls_dtype_is_float(dtype) ? fold_float(op->kind, in[0].f, in[1].f, &out->f)
                                    : fold_int(op->kind, dtype, in[0].i, in[1].i, &out->i);
}

static ls_status visit(ls_cpu_rewrite *w, ls_ir_op *op)
{
    number result = {0};
    if (!fold(op, &result)) return LS_OK;
    const ls_ir_type *type = &op->results[0]->type;
    uint64_t bits = number_bits(type->dtype, result);
    ls_ir_attr item = {.key = LS_ATTR_VALUE, .dense = {*type, &bits, true}};
    ls_ir_attrs attrs = {&item, 1};
    return ls_cpu_rewrite_op(w, op, &(ls_ir_op_spec){.kind = LS_IR_CONSTANT, .attrs = &attrs});
}

ls_status ls_cpu_pass_fold(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    return ls_cpu_rewrite_run(module, visit);
}
