/* Integers that are known before a program runs, and ops with sizes at run time whose sizes are. */
#include <string.h>

#include "base/element.h"
#include "base/error.h"
#include "ir/infer.h"

/* --- Known integers ------------------------------------------------------------------------------------------------
 */

static bool known(const ls_ir_value *value, int64_t *out, int depth);

static bool known_pair(const ls_ir_op *op, int64_t *out, int64_t count, int depth)
{
    int64_t other[LS_IR_MAX_KNOWN];
    if (!known(op->operands[0], out, depth) || !known(op->operands[1], other, depth)) return false;
    for (int64_t i = 0; i < count; i++) {
        uint64_t a = (uint64_t)out[i], b = (uint64_t)other[i];
        switch (op->kind) {
        case LS_IR_ADD: out[i] = (int64_t)(a + b); break;
        case LS_IR_SUBTRACT: out[i] = (int64_t)(a - b); break;
        case LS_IR_MULTIPLY: out[i] = (int64_t)(a * b); break;
        case LS_IR_MAXIMUM: out[i] = out[i] > other[i] ? out[i] : other[i]; break;
        case LS_IR_MINIMUM: out[i] = out[i] < other[i] ? out[i] : other[i]; break;
        default: /* DIVIDE */
            if (!other[i] || other[i] == -1) return false;
            out[i] /= other[i];
        }
    }
    return true;
}

static bool known_constant(const ls_ir_op *op, int64_t *out, int64_t count)
{
    const ls_ir_dense *dense = &ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense;
    size_t width = ls_dtype_size(dense->type.dtype);
    for (int64_t i = 0; i < count; i++)
        out[i] =
            ls_element_int(dense->type.dtype, (const char *)dense->data + (dense->is_splat ? 0 : (size_t)i * width));
    return true;
}

static bool known_concatenate(const ls_ir_op *op, int64_t *out, int depth)
{
    for (size_t i = 0; i < op->operand_count; i++) {
        if (!known(op->operands[i], out, depth)) return false;
        out += ls_shape_count(op->operands[i]->type.shape);
    }
    return true;
}

static bool known_slice(const ls_ir_op *op, int64_t *out, int64_t count, int depth)
{
    int64_t all[LS_IR_MAX_KNOWN];
    if (op->operands[0]->type.shape.rank != 1 || !known(op->operands[0], all, depth)) return false;
    for (int64_t i = 0; i < count; i++)
        out[i] = all[ls_ir_attr_at(&op->attrs, LS_ATTR_START_INDICES, 0, 0) +
                     i * ls_ir_attr_at(&op->attrs, LS_ATTR_STRIDES, 0, 1)];
    return true;
}

/* `out` has room for LS_IR_MAX_KNOWN. */
static bool known(const ls_ir_value *value, int64_t *out, int depth)
{
    const ls_ir_op *op = value->op;
    int64_t count = ls_shape_count(value->type.shape);
    if (!op || !ls_dtype_is_integer(value->type.dtype) || count > LS_IR_MAX_KNOWN || value->type.shape.rank > 2 ||
        !depth--)
        return false;
    switch (op->kind) {
    case LS_IR_CONSTANT: return known_constant(op, out, count);
    case LS_IR_CONVERT:
    case LS_IR_RESHAPE: return known(op->operands[0], out, depth);
    case LS_IR_CONCATENATE: return value->type.shape.rank == 1 && known_concatenate(op, out, depth);
    case LS_IR_SLICE: return known_slice(op, out, count, depth);
    case LS_IR_BROADCAST_IN_DIM:
        if (ls_shape_count(op->operands[0]->type.shape) != 1 || !known(op->operands[0], out, depth)) return false;
        for (int64_t i = 1; i < count; i++) out[i] = out[0];
        return true;
    case LS_IR_GET_DIMENSION_SIZE:
        *out = op->operands[0]->type.shape.dims[ls_ir_attr_int(&op->attrs, LS_ATTR_DIMENSION, 0)];
        return true;
    case LS_IR_ADD:
    case LS_IR_SUBTRACT:
    case LS_IR_MULTIPLY:
    case LS_IR_DIVIDE:
    case LS_IR_MAXIMUM:
    case LS_IR_MINIMUM: return known_pair(op, out, count, depth);
    default: return false;
    }
}

bool ls_ir_value_ints(const ls_ir_value *value, int64_t *out, size_t *out_count)
{
    *out_count = (size_t)ls_shape_count(value->type.shape);
    return known(value, out, 64);
}

/* --- Ops with sizes at run time -------------------------------------------------------------------------------------
 */

static bool set_known(ls_ir_static_form *form, ls_arena *arena, ls_ir_attr_key key, const ls_ir_value *value)
{
    int64_t ints[LS_IR_MAX_KNOWN];
    size_t count;
    if (!ls_ir_value_ints(value, ints, &count)) return false;
    ls_ir_attrs_set_ints(&form->attrs, arena, key, ints, count);
    return true;
}

static bool set_shape(ls_ir_static_form *form, const ls_ir_value *value)
{
    int64_t ints[LS_IR_MAX_KNOWN];
    size_t count;
    form->is_shaped = true;
    if (!ls_ir_value_ints(value, ints, &count) || count > LS_MAX_RANK) return false;
    form->shape.rank = (int)count;
    memcpy(form->shape.dims, ints, count * sizeof(ints[0]));
    return true;
}

bool ls_ir_static_form_of(ls_ir_kind kind, ls_ir_value *const *operands, const ls_ir_attrs *attrs, ls_arena *arena,
                          ls_ir_static_form *out_form)
{
    ls_ir_static_form *f = out_form;
    *f = (ls_ir_static_form){.attrs = ls_ir_attrs_copy(attrs, arena)};
    switch (kind) {
    case LS_IR_DYNAMIC_RESHAPE: f->kind = LS_IR_RESHAPE, f->operand_count = 1; return set_shape(f, operands[1]);
    case LS_IR_DYNAMIC_BROADCAST_IN_DIM:
        f->kind = LS_IR_BROADCAST_IN_DIM, f->operand_count = 1;
        return set_shape(f, operands[1]);
    case LS_IR_DYNAMIC_IOTA: f->kind = LS_IR_IOTA; return set_shape(f, operands[0]);
    case LS_IR_DYNAMIC_PAD:
        f->kind = LS_IR_PAD, f->operand_count = 2;
        return set_known(f, arena, LS_ATTR_EDGE_PADDING_LOW, operands[2]) &&
               set_known(f, arena, LS_ATTR_EDGE_PADDING_HIGH, operands[3]) &&
               set_known(f, arena, LS_ATTR_INTERIOR_PADDING, operands[4]);
    case LS_IR_REAL_DYNAMIC_SLICE:
        f->kind = LS_IR_SLICE, f->operand_count = 1;
        return set_known(f, arena, LS_ATTR_START_INDICES, operands[1]) &&
               set_known(f, arena, LS_ATTR_LIMIT_INDICES, operands[2]) &&
               set_known(f, arena, LS_ATTR_STRIDES, operands[3]);
    case LS_IR_DYNAMIC_GATHER:
        f->kind = LS_IR_GATHER, f->operand_count = 2;
        return set_known(f, arena, LS_ATTR_SLICE_SIZES, operands[2]);
    case LS_IR_DYNAMIC_CONV:
        f->kind = LS_IR_CONVOLUTION, f->operand_count = 2;
        return set_known(f, arena, LS_ATTR_PADDING, operands[2]);
    default: LS_ASSERT(!"an op of another kind"); return false;
    }
}

static bool is_static(const ls_ir_type *type)
{
    for (int i = 0; i < type->shape.rank; i++)
        if (type->shape.dims[i] < 0) return false;
    return true;
}

/* By the rule of the op with static sizes; where they are not known, the given type must be static and is believed. */
static ls_status infer_static(ls_ir_inference *q, ls_arena *arena)
{
    ls_ir_static_form form;
    bool is_known = q->values && ls_ir_static_form_of(q->kind, q->values, q->attrs, arena, &form);
    bool is_given = q->given_count == 1 && is_static(&q->given[0]);
    if (!is_known && !is_given)
        return ls_fail(LS_UNIMPLEMENTED, "the size of the result is not known before the program runs");
    if (!is_known) return ls_infer_result(q, q->given[0]);
    ls_ir_type shaped = {q->given_count == 1 ? q->given[0].dtype : q->in[0].dtype, form.shape};
    return ls_infer_as(
        q, form.kind, form.operand_count, &form.attrs,
        form.is_shaped || (form.kind == LS_IR_CONVOLUTION && is_given) ? (form.is_shaped ? &shaped : q->given) : NULL);
}

ls_status ls_ir_infer_dynamic(ls_ir_inference *q)
{
    ls_arena arena = {0};
    ls_status status = infer_static(q, &arena);
    ls_arena_finish(&arena);
    return status;
}
