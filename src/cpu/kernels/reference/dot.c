/* dot_general: B batches of M×K times K×N. */
#include <string.h>

#include "cpu/kernels/reference/product.h"

typedef struct dot {
    const ls_cpu_arithmetic *arithmetic;
    ls_cpu_pack left, right, result; /* B×M×K, B×K×N, B×M×N */
    int64_t b, m, n, k;
} dot;

/* Arguments: left, right, result, scratch. */
static ls_status dot_run(const ls_cpu_call *call)
{
    const dot *d = call->data;
    char *out = call->args[2], *scratch = call->args[3];
    size_t bytes = d->arithmetic->bytes;
    const char *left = ls_cpu_pack_run(&d->left, call->args[0], scratch);
    scratch += ls_cpu_pack_bytes(&d->left);
    const char *right = ls_cpu_pack_run(&d->right, call->args[1], scratch);
    scratch += ls_cpu_pack_bytes(&d->right);
    char *acc = d->result.convert ? scratch + d->result.copy_bytes : out;
    memset(acc, 0, (size_t)(d->b * d->m * d->n) * bytes);
    for (int64_t i = 0; i < d->b; i++)
        d->arithmetic->multiply(acc + (size_t)(i * d->m * d->n) * bytes, d->n, left + (size_t)(i * d->m * d->k) * bytes,
                                d->k, right + (size_t)(i * d->k * d->n) * bytes, d->n, d->m, d->n, d->k);
    if (d->result.convert) ls_cpu_unpack_run(&d->result, acc, out, scratch);
    return LS_OK;
}

static const ls_cpu_kernel dot_kernel = {.name = "reference.dot_general", .run = dot_run};

static bool is_in(const int64_t *list, size_t count, int64_t value)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == value) return true;
    return false;
}

/* Writes the dimensions that are in neither list, in order; returns how many elements they span. */
static int64_t free_dims(const ls_shape *shape, const int64_t *a, size_t a_count, const int64_t *b, size_t b_count,
                         int *out, int *out_count)
{
    int64_t elements = 1;
    *out_count = 0;
    for (int i = 0; i < shape->rank; i++) {
        if (is_in(a, a_count, i) || is_in(b, b_count, i)) continue;
        out[(*out_count)++] = i;
        elements *= shape->dims[i];
    }
    return elements;
}

ls_status ls_cpu_reference_dot_general(ls_cpu_plan *plan, const ls_ir_op *op)
{
    dot *d = LS_ARENA_NEW(plan->keep, dot);
    const ls_ir_type *left = &op->operands[0]->type, *right = &op->operands[1]->type, *out = &op->results[0]->type;
    size_t batch_count, sum_count, unused;
    const int64_t *left_batch = ls_ir_attr_ints(&op->attrs, LS_ATTR_LHS_BATCHING_DIMENSIONS, &batch_count);
    const int64_t *right_batch = ls_ir_attr_ints(&op->attrs, LS_ATTR_RHS_BATCHING_DIMENSIONS, &unused);
    const int64_t *left_sum = ls_ir_attr_ints(&op->attrs, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, &sum_count);
    const int64_t *right_sum = ls_ir_attr_ints(&op->attrs, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, &unused);
    int left_order[2 * LS_MAX_RANK], right_order[2 * LS_MAX_RANK], plain[LS_MAX_RANK], free_count;
    int l = 0, r = 0;
    d->b = d->k = 1;
    for (size_t i = 0; i < batch_count; i++) {
        left_order[l++] = (int)left_batch[i];
        right_order[r++] = (int)right_batch[i];
        d->b *= left->shape.dims[left_batch[i]];
    }
    d->m = free_dims(&left->shape, left_batch, batch_count, left_sum, sum_count, left_order + l, &free_count);
    l += free_count;
    for (size_t i = 0; i < sum_count; i++) {
        left_order[l++] = (int)left_sum[i];
        right_order[r++] = (int)right_sum[i];
        d->k *= left->shape.dims[left_sum[i]];
    }
    d->n = free_dims(&right->shape, right_batch, batch_count, right_sum, sum_count, right_order + r, &free_count);
    for (int i = 0; i < LS_MAX_RANK; i++) plain[i] = i;
    d->arithmetic = ls_cpu_arithmetic_of(out->dtype);
    d->left = ls_cpu_pack_prepare(left, left_order, d->arithmetic->type);
    d->right = ls_cpu_pack_prepare(right, right_order, d->arithmetic->type);
    d->result = ls_cpu_unpack_prepare(out, plain, d->arithmetic->type);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &dot_kernel, d);
    unit->scratch_bytes =
        ls_cpu_pack_bytes(&d->left) + ls_cpu_pack_bytes(&d->right) + ls_cpu_pack_bytes(&d->result) + 64;
    return LS_OK;
}
