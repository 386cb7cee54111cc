#include "cpu/compile/view.h"

void ls_cpu_row_major(const ls_shape *shape, int64_t *out_strides)
{
    int64_t stride = 1;
    for (int i = shape->rank - 1; i >= 0; i--) {
        out_strides[i] = stride;
        stride *= shape->dims[i];
    }
}

ls_cpu_view ls_cpu_view_of(ls_ir_value *value, bool reverses)
{
    ls_cpu_view view = {.rank = value->type.shape.rank};
    int place[LS_MAX_RANK]; /* the dimension of `value` that dimension i of the view is */
    for (int i = 0; i < view.rank; i++) {
        place[i] = i;
        view.dims[i] = value->type.shape.dims[i];
    }
    const ls_ir_block *block = value->op ? value->op->block : NULL;
    for (;; value = value->op->operands[0]) {
        ls_ir_kind kind = value->op && value->op->block == block ? value->op->kind : LS_IR_KIND_COUNT;
        if (kind == LS_IR_TRANSPOSE) {
            for (int i = 0; i < view.rank; i++)
                place[i] = (int)ls_ir_attr_at(&value->op->attrs, LS_ATTR_PERMUTATION, (size_t)place[i], 0);
        } else if (kind == LS_IR_REVERSE && reverses) {
            size_t count;
            const int64_t *dims = ls_ir_attr_ints(&value->op->attrs, LS_ATTR_DIMENSIONS, &count);
            for (size_t k = 0; k < count; k++)
                for (int i = 0; i < view.rank; i++) view.reversed[i] ^= place[i] == dims[k];
        } else {
            break;
        }
    }
    int64_t strides[LS_MAX_RANK];
    ls_cpu_row_major(&value->type.shape, strides);
    for (int i = 0; i < view.rank; i++) view.strides[i] = strides[place[i]];
    view.base = value;
    return view;
}

bool ls_cpu_view_merge(const ls_cpu_view *view, const int64_t *dims, size_t count, int64_t *out_size,
                       int64_t *out_stride)
{
    *out_size = 1;
    *out_stride = 1;
    bool first = true;
    for (size_t i = count; i-- > 0;) {
        int64_t size = view->dims[dims[i]], stride = view->strides[dims[i]];
        if (size == 1) continue;
        if (first)
            *out_stride = stride;
        else if (stride != *out_stride * *out_size)
            return false;
        first = false;
        *out_size *= size;
    }
    return true;
}

/* The vector that `value` repeats along everything but dimension `dim`; NULL if it is not that. */
static ls_ir_value *vector_along(const ls_ir_value *value, int64_t dim)
{
    const ls_ir_op *op = value->op;
    if (!op || op->kind != LS_IR_BROADCAST_IN_DIM) return NULL;
    const ls_shape *from = &op->operands[0]->type.shape, *to = &value->type.shape;
    bool along = from->rank == 1 && from->dims[0] == to->dims[dim];
    return along && ls_ir_attr_at(&op->attrs, LS_ATTR_BROADCAST_DIMENSIONS, 0, -1) == dim ? op->operands[0] : NULL;
}

ls_ir_value *ls_cpu_bias_of(const ls_cpu_plan *plan, const ls_ir_op *op, ls_ir_op **out_producer)
{
    *out_producer = NULL;
    if (op->kind != LS_IR_ADD) return NULL;
    for (int i = 0; i < 2; i++) {
        ls_ir_op *producer = op->operands[i]->op;
        if (!producer || producer->block != op->block) continue;
        if (producer->kind != LS_IR_CONVOLUTION && producer->kind != LS_IR_DOT_GENERAL) continue;
        size_t users;
        ls_cpu_users(plan, producer->results[0], &users);
        int64_t last = op->results[0]->type.shape.rank - 1;
        int64_t dim = producer->kind == LS_IR_DOT_GENERAL
                          ? last
                          : ls_ir_attr_int(&producer->attrs, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 0);
        ls_ir_value *bias = users == 1 && dim >= 0 ? vector_along(op->operands[1 - i], dim) : NULL;
        if (bias && bias->type.dtype == op->results[0]->type.dtype) {
            *out_producer = producer;
            return bias;
        }
    }
    return NULL;
}
