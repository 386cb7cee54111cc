/* Pass: ops that change nothing go, movements of movements become one. Only what holds for every bit: x·1 and x−0 are
 * x, x+0 is not (−0+0 is 0), and conversions there and back stay, since they round. */
#include <string.h>

#include "base/error.h"
#include "base/numeric.h"
#include "cpu/compile/plan.h"
#include "cpu/compile/rewrite.h"
#include "ir/table.h"

/* --- Movement ------------------------------------------------------------------------------------------------ */

/* The order of the dimensions that have more than one element stays: then nothing moves. */
static bool keeps_order(const ls_ir_op *op, ls_ir_attr_key key)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, key, &count);
    const ls_ir_type *type = op->kind == LS_IR_TRANSPOSE ? &op->operands[0]->type : &op->results[0]->type;
    int64_t before = -1;
    for (size_t i = 0; i < count; i++) {
        if (type->shape.dims[dims[i]] == 1) continue;
        if (dims[i] < before) return false;
        before = dims[i];
    }
    return true;
}

static ls_status make_reshape(ls_cpu_rewrite *w, ls_ir_op *op, ls_ir_value *from)
{
    const ls_ir_type *type = &op->results[0]->type;
    if (ls_ir_type_equal(&from->type, type)) {
        ls_cpu_rewrite_result(w, op->results[0], from);
        return LS_OK;
    }
    return ls_cpu_rewrite_op(
        w, op,
        &(ls_ir_op_spec){.kind = LS_IR_RESHAPE, .operands = &from, .operand_count = 1, .types = type, .type_count = 1});
}

/* The op of that kind which makes the operand. */
static const ls_ir_op *inner_op(const ls_ir_op *op)
{
    const ls_ir_op *inner = op->operands[0]->op;
    return inner && inner->kind == op->kind ? inner : NULL;
}

static ls_status visit_reshape(ls_cpu_rewrite *w, ls_ir_op *op)
{
    const ls_ir_op *inner = inner_op(op);
    if (inner || ls_ir_type_equal(&op->operands[0]->type, &op->results[0]->type))
        return make_reshape(w, op, inner ? inner->operands[0] : op->operands[0]);
    return LS_OK;
}

/* Both name positions: a transpose those that its dimensions come from, a broadcast those that they go to. */
static ls_status compose(ls_cpu_rewrite *w, ls_ir_op *op, const ls_ir_op *inner, ls_ir_attr_key key)
{
    int64_t joined[LS_MAX_RANK];
    const ls_ir_op *first = op->kind == LS_IR_TRANSPOSE ? op : inner,
                   *second = op->kind == LS_IR_TRANSPOSE ? inner : op;
    size_t count = ls_ir_attr_count(&first->attrs, key);
    for (size_t i = 0; i < count; i++)
        joined[i] = ls_ir_attr_at(&second->attrs, key, (size_t)ls_ir_attr_at(&first->attrs, key, i, 0), 0);
    ls_ir_attr item = {.key = key, .ints = {joined, count}};
    ls_ir_attrs attrs = {&item, 1};
    bool is_nothing = op->kind == LS_IR_TRANSPOSE;
    for (size_t i = 0; i < count; i++) is_nothing &= joined[i] == (int64_t)i;
    if (is_nothing) {
        ls_cpu_rewrite_result(w, op->results[0], inner->operands[0]);
        return LS_OK;
    }
    return ls_cpu_rewrite_op(w, op,
                             &(ls_ir_op_spec){.kind = op->kind,
                                              .operands = inner->operands,
                                              .operand_count = 1,
                                              .attrs = &attrs,
                                              .types = &op->results[0]->type,
                                              .type_count = 1});
}

/* Of transposes and broadcasts: what moves nothing and repeats nothing is a reshape. */
static ls_status visit_reordering(ls_cpu_rewrite *w, ls_ir_op *op, ls_ir_attr_key key)
{
    const ls_ir_op *inner = inner_op(op);
    bool repeats = ls_shape_count(op->operands[0]->type.shape) != ls_shape_count(op->results[0]->type.shape);
    if (!repeats && keeps_order(op, key)) return make_reshape(w, op, op->operands[0]);
    return inner ? compose(w, op, inner, key) : LS_OK;
}

static ls_status keep_operand_if(ls_cpu_rewrite *w, const ls_ir_op *op, bool is_identity, size_t operand)
{
    if (is_identity) ls_cpu_rewrite_result(w, op->results[0], op->operands[operand]);
    return LS_OK;
}

static bool is_all(const ls_ir_op *op, ls_ir_attr_key key, int64_t value)
{
    size_t count;
    const int64_t *data = ls_ir_attr_ints(&op->attrs, key, &count);
    for (size_t i = 0; i < count; i++)
        if (data[i] != value) return false;
    return true;
}

static bool reverses_nothing(const ls_ir_op *op)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_DIMENSIONS, &count);
    for (size_t i = 0; i < count; i++)
        if (op->operands[0]->type.shape.dims[dims[i]] > 1) return false;
    return true;
}

/* --- Arithmetic ---------------------------------------------------------------------------------------------- */

/* The bits of `value` as an element. */
static uint64_t element_bits(ls_dtype dtype, int value)
{
    uint64_t bits = 0;
    double d = value;
    switch (dtype) {
    case LS_F64: memcpy(&bits, &d, 8); return bits;
    case LS_F32: return ls_f32_bits((float)value);
    case LS_F16: return ls_f32_to_f16((float)value);
    case LS_BF16: return ls_f32_to_bf16((float)value);
    default: break;
    }
    size_t width = ls_dtype_size(dtype);
    return (uint64_t)(int64_t)value & (width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1);
}

static bool is_number(const ls_ir_value *value, int number)
{
    if (value->type.dtype > LS_BF16) return false; /* small and complex types are left alone */
    const void *element = ls_cpu_splat_of(value);
    uint64_t bits = element_bits(value->type.dtype, number);
    return element && !memcmp(element, &bits, ls_dtype_size(value->type.dtype));
}

/* x op y is x for every x. */
static bool is_neutral(const ls_ir_op *op, const ls_ir_value *y)
{
    bool is_float = ls_dtype_is_float(y->type.dtype), is_bool = y->type.dtype == LS_BOOL;
    switch (op->kind) {
    case LS_IR_ADD:
    case LS_IR_XOR: return !is_float && is_number(y, 0);
    case LS_IR_SHIFT_LEFT:
    case LS_IR_SHIFT_RIGHT_ARITHMETIC:
    case LS_IR_SHIFT_RIGHT_LOGICAL:
    case LS_IR_OR:
    case LS_IR_SUBTRACT: return is_number(y, 0);
    case LS_IR_MULTIPLY:
    case LS_IR_DIVIDE: return is_number(y, 1);
    case LS_IR_AND: return is_number(y, is_bool ? 1 : -1);
    default: return false;
    }
}

static ls_status visit_binary(ls_cpu_rewrite *w, ls_ir_op *op)
{
    if (is_neutral(op, op->operands[1])) return keep_operand_if(w, op, true, 0);
    if (ls_ir_kind_is_commutative(op->kind) && is_neutral(op, op->operands[0])) return keep_operand_if(w, op, true, 1);
    bool is_idempotent =
        op->kind == LS_IR_AND || op->kind == LS_IR_OR || op->kind == LS_IR_MAXIMUM || op->kind == LS_IR_MINIMUM;
    return keep_operand_if(w, op, is_idempotent && op->operands[0] == op->operands[1], 0);
}

static ls_status visit_select(ls_cpu_rewrite *w, ls_ir_op *op)
{
    const uint8_t *choice = ls_cpu_splat_of(op->operands[0]);
    if (choice) return keep_operand_if(w, op, true, *choice ? 1 : 2);
    return keep_operand_if(w, op, op->operands[1] == op->operands[2], 1);
}

/* --- All of them --------------------------------------------------------------------------------------------- */

static ls_status visit(ls_cpu_rewrite *w, ls_ir_op *op)
{
    if (op->result_count != 1) return LS_OK;
    const ls_ir_op *inner = op->operand_count ? inner_op(op) : NULL;
    bool is_same_type = op->operand_count && ls_ir_type_equal(&op->operands[0]->type, &op->results[0]->type);
    switch (op->kind) {
    case LS_IR_RESHAPE: return visit_reshape(w, op);
    case LS_IR_TRANSPOSE: return visit_reordering(w, op, LS_ATTR_PERMUTATION);
    case LS_IR_BROADCAST_IN_DIM: return visit_reordering(w, op, LS_ATTR_BROADCAST_DIMENSIONS);
    case LS_IR_CONVERT:
    case LS_IR_BITCAST_CONVERT:
    case LS_IR_SLICE: /* of everything */
    case LS_IR_DYNAMIC_SLICE: /* likewise: starts are clamped to 0 */ return keep_operand_if(w, op, is_same_type, 0);
    case LS_IR_CONCATENATE: return keep_operand_if(w, op, op->operand_count == 1, 0);
    case LS_IR_DYNAMIC_UPDATE_SLICE:
        return keep_operand_if(w, op, ls_ir_type_equal(&op->operands[1]->type, &op->results[0]->type), 1);
    case LS_IR_PAD:
        return keep_operand_if(
            w, op, is_all(op, LS_ATTR_EDGE_PADDING_LOW, 0) && is_all(op, LS_ATTR_EDGE_PADDING_HIGH, 0) && is_same_type,
            0);
    case LS_IR_REVERSE: return keep_operand_if(w, op, reverses_nothing(op), 0);
    case LS_IR_NOT:
    case LS_IR_NEGATE:
        if (inner) ls_cpu_rewrite_result(w, op->results[0], inner->operands[0]);
        return LS_OK;
    case LS_IR_SELECT: return visit_select(w, op);
    default: return ls_ir_op_info_of(op->kind)->is_binary ? visit_binary(w, op) : LS_OK;
    }
}

ls_status ls_cpu_pass_identity(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    return ls_cpu_rewrite_run(module, visit);
}
