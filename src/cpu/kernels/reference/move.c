/* Data movement at places known at compile time: a fill and a list of strided copies. */
#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/reference.h"

typedef struct move {
    size_t count;
    int fill;             /* operand whose element fills the result first; −1 */
    int width;            /* of an element */
    int64_t fill_count;   /* elements of the result */
    ls_cpu_copy copies[]; /* copy i reads operand i */
} move;

static ls_status move_run(const ls_cpu_call *call)
{
    const move *m = call->data;
    char *out = call->args[m->count + (m->fill >= 0)];
    if (m->fill >= 0) ls_cpu_fill(out, call->args[m->fill], m->width, m->fill_count);
    for (size_t i = 0; i < m->count; i++) ls_cpu_copy_run(&m->copies[i], call->args[i], out);
    return LS_OK;
}

static const ls_cpu_kernel move_kernel = {.name = "reference.move", .run = move_run};

/* A move with `count` copies of whole operands, row-major at both ends, for the caller to bend. */
static move *start_move(ls_cpu_plan *plan, const ls_ir_op *op, size_t count)
{
    move *m = ls_arena_alloc(plan->keep, sizeof(move) + sizeof(ls_cpu_copy) * count);
    const ls_ir_type *result = &op->results[0]->type;
    m->count = count;
    m->fill = -1;
    m->width = (int)ls_dtype_size(result->dtype);
    m->fill_count = ls_shape_count(result->shape);
    for (size_t i = 0; i < count; i++) {
        const ls_ir_type *type = &op->operands[i]->type;
        ls_cpu_copy *copy = &m->copies[i];
        copy->width = m->width;
        copy->rank = type->shape.rank;
        memcpy(copy->dims, type->shape.dims, sizeof(type->shape.dims));
        ls_cpu_strides(type, copy->src);
    }
    return m;
}

/* Adds the unit. A single copy of everything in order is an alias. */
static ls_status finish_move(ls_cpu_plan *plan, const ls_ir_op *op, move *m)
{
    for (size_t i = 0; i < m->count; i++) ls_cpu_copy_simplify(&m->copies[i]);
    bool is_whole = m->count == 1 && m->fill < 0 && ls_cpu_copy_is_packed(&m->copies[0]) && !m->copies[0].src_offset &&
                    !m->copies[0].dst_offset && m->copies[0].dims[0] == ls_shape_count(op->operands[0]->type.shape);
    if (is_whole && op->operand_count == 1) return ls_cpu_lower_alias(plan, op);
    ls_cpu_unit_create_for(plan, op, &move_kernel, m);
    return LS_OK;
}

ls_status ls_cpu_reference_reshape(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return ls_cpu_lower_alias(plan, op);
}

ls_status ls_cpu_reference_broadcast_in_dim(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, 1);
    ls_cpu_copy *copy = &m->copies[0];
    const ls_ir_type *in = &op->operands[0]->type, *out = &op->results[0]->type;
    int64_t in_strides[LS_MAX_RANK];
    ls_cpu_strides(in, in_strides);
    ls_cpu_strides(out, copy->dst);
    memset(copy->src, 0, sizeof(copy->src));
    copy->rank = out->shape.rank;
    memcpy(copy->dims, out->shape.dims, sizeof(out->shape.dims));
    for (int i = 0; i < in->shape.rank; i++) {
        int64_t d = ls_ir_attr_at(&op->attrs, LS_ATTR_BROADCAST_DIMENSIONS, (size_t)i, i);
        if (in->shape.dims[i] != 1) copy->src[d] = in_strides[i];
    }
    return finish_move(plan, op, m);
}

ls_status ls_cpu_reference_transpose(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, 1);
    ls_cpu_copy *copy = &m->copies[0];
    const ls_ir_type *in = &op->operands[0]->type, *out = &op->results[0]->type;
    int64_t in_strides[LS_MAX_RANK];
    ls_cpu_strides(in, in_strides);
    ls_cpu_strides(out, copy->dst);
    for (int i = 0; i < out->shape.rank; i++) {
        copy->dims[i] = out->shape.dims[i];
        copy->src[i] = in_strides[ls_ir_attr_at(&op->attrs, LS_ATTR_PERMUTATION, (size_t)i, i)];
    }
    return finish_move(plan, op, m);
}

ls_status ls_cpu_reference_reverse(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, 1);
    ls_cpu_copy *copy = &m->copies[0];
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_DIMENSIONS, &count);
    ls_cpu_strides(&op->results[0]->type, copy->dst);
    for (size_t i = 0; i < count; i++) {
        if (copy->dims[dims[i]] < 2) continue;
        copy->src_offset += copy->src[dims[i]] * (copy->dims[dims[i]] - 1);
        copy->src[dims[i]] = -copy->src[dims[i]];
    }
    return finish_move(plan, op, m);
}

ls_status ls_cpu_reference_slice(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, 1);
    ls_cpu_copy *copy = &m->copies[0];
    const ls_ir_type *out = &op->results[0]->type;
    ls_cpu_strides(out, copy->dst);
    for (int i = 0; i < copy->rank; i++) {
        copy->dims[i] = out->shape.dims[i];
        copy->src_offset += copy->src[i] * ls_ir_attr_at(&op->attrs, LS_ATTR_START_INDICES, (size_t)i, 0);
        copy->src[i] *= ls_ir_attr_at(&op->attrs, LS_ATTR_STRIDES, (size_t)i, 1);
    }
    return finish_move(plan, op, m);
}

ls_status ls_cpu_reference_concatenate(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, op->operand_count);
    int64_t d = ls_ir_attr_int(&op->attrs, LS_ATTR_DIMENSION, 0), at = 0;
    for (size_t i = 0; i < op->operand_count; i++) {
        ls_cpu_copy *copy = &m->copies[i];
        ls_cpu_strides(&op->results[0]->type, copy->dst);
        copy->dst_offset = copy->dst[d] * at;
        at += copy->dims[d];
    }
    return finish_move(plan, op, m);
}

/* Negative edges crop: per dimension, only those operand elements are copied that land inside the result. */
ls_status ls_cpu_reference_pad(ls_cpu_plan *plan, const ls_ir_op *op)
{
    move *m = start_move(plan, op, 1);
    ls_cpu_copy *copy = &m->copies[0];
    const ls_ir_type *out = &op->results[0]->type;
    m->fill = 1;
    ls_cpu_strides(out, copy->dst);
    for (int i = 0; i < copy->rank; i++) {
        int64_t low = ls_ir_attr_at(&op->attrs, LS_ATTR_EDGE_PADDING_LOW, (size_t)i, 0);
        int64_t step = 1 + ls_ir_attr_at(&op->attrs, LS_ATTR_INTERIOR_PADDING, (size_t)i, 0);
        int64_t first = low < 0 ? (-low + step - 1) / step : 0; /* first element with low + first·step ≥ 0 */
        int64_t room = out->shape.dims[i] - 1 - low;            /* largest place relative to the first element */
        int64_t last = room < 0 ? -1 : room / step;
        if (last > copy->dims[i] - 1) last = copy->dims[i] - 1;
        copy->dims[i] = last < first ? 0 : last - first + 1;
        copy->src_offset += copy->src[i] * first;
        copy->dst_offset += copy->dst[i] * (low + first * step);
        copy->dst[i] *= step;
    }
    return finish_move(plan, op, m);
}

ls_status ls_cpu_reference_constant(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_attr *attr = ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE);
    if (!attr) return ls_cpu_refuse(op, LS_INVALID_ARGUMENT, "has no value");
    ls_cpu_value *value = ls_cpu_plan_value(plan, op->results[0]);
    if (attr->dense.is_splat) {
        char *data = ls_arena_alloc(&plan->temp, value->bytes + 8);
        ls_cpu_fill(data, attr->dense.data, (int)ls_dtype_size(value->type.dtype), ls_shape_count(value->type.shape));
        value->constant = data;
    } else {
        value->constant = value->bytes ? attr->dense.data : "";
    }
    return LS_OK;
}

/* --- Filled in at compile time or by the run ------------------------------------------------------------------ */

/* Counts along one dimension: made once, at compile time, and spread out by the run if that is larger. */
ls_status ls_cpu_reference_iota(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_type *out = &op->results[0]->type;
    int64_t d = ls_ir_attr_int(&op->attrs, LS_ATTR_IOTA_DIMENSION, 0);
    int64_t count = out->shape.dims[d];
    int64_t *numbers = LS_ARENA_ARRAY(&plan->temp, int64_t, count + 1);
    for (int64_t i = 0; i < count; i++) numbers[i] = i;
    ls_ir_type line = {out->dtype, LS_SHAPE(count)};
    void *data = ls_arena_alloc(&plan->temp, ls_ir_type_bytes(&line) + 8);
    ls_ir_value from = {.type = {LS_I64, LS_SHAPE(count)}}, to = {.type = line};
    ls_ir_op convert = {.kind = LS_IR_CONVERT,
                        .operands = (ls_ir_value *[]){&from},
                        .operand_count = 1,
                        .results = (ls_ir_value *[]){&to},
                        .result_count = 1};
    ls_cpu_loop loop = ls_cpu_loop_find(&convert, &plan->temp);
    if (!loop.run) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "not defined for this element type");
    loop.run((const void *[]){numbers}, data, count, NULL);

    ls_cpu_value *source = ls_cpu_value_create_constant(plan, line, data);
    move *m = ls_arena_alloc(plan->keep, sizeof(move) + sizeof(ls_cpu_copy));
    *m = (move){.count = 1, .fill = -1, .width = (int)ls_dtype_size(out->dtype)};
    ls_cpu_copy *copy = &m->copies[0];
    copy->width = m->width;
    copy->rank = out->shape.rank;
    memcpy(copy->dims, out->shape.dims, sizeof(out->shape.dims));
    ls_cpu_strides(out, copy->dst);
    copy->src[d] = m->width;
    ls_cpu_copy_simplify(copy);
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, &move_kernel, m, 1, 1);
    unit->operands[0] = source;
    ls_cpu_unit_define(unit, 0, ls_cpu_plan_value(plan, op->results[0]));
    return LS_OK;
}
