/* Rules of ops that move elements: slices, paddings, gathers. */
#include "ir/infer.h"

ls_status ls_ir_infer_broadcast_in_dim(ls_ir_inference *q)
{
    ls_ir_type type;
    LS_TRY(ls_infer_given(q, &type));
    const ls_shape *from = &q->in[0].shape;
    const int64_t *dims;
    uint32_t mask = 0;
    LS_TRY(ls_infer_optional(q, LS_ATTR_BROADCAST_DIMENSIONS, from->rank, 0, &dims));
    if (from->rank && !dims) return ls_fail(LS_INVALID_ARGUMENT, "attribute broadcast_dimensions is missing");
    LS_TRY(ls_infer_dims(q, LS_ATTR_BROADCAST_DIMENSIONS, type.shape.rank, &mask));
    for (int i = 0; i < from->rank; i++)
        if (from->dims[i] != 1 && from->dims[i] != type.shape.dims[dims[i]])
            return ls_fail(LS_INVALID_ARGUMENT,
                           "dimension %d of the operand has %lld elements, dimension %lld of the result %lld", i,
                           (long long)from->dims[i], (long long)dims[i], (long long)type.shape.dims[dims[i]]);
    return ls_infer_result(q, (ls_ir_type){q->in[0].dtype, type.shape});
}

ls_status ls_ir_infer_concatenate(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    ls_ir_type type = q->in[0];
    int64_t dim;
    LS_TRY(ls_infer_int(q, LS_ATTR_DIMENSION, 0, type.shape.rank - 1, &dim));
    for (size_t i = 1; i < q->in_count; i++) {
        ls_ir_type next = q->in[i];
        if (next.dtype != type.dtype || next.shape.rank != type.shape.rank)
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu differs in element type or rank", i);
        int64_t extent = next.shape.dims[dim];
        next.shape.dims[dim] = type.shape.dims[dim];
        if (!ls_shape_equal(next.shape, type.shape))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu differs in a dimension other than %lld", i,
                           (long long)dim);
        if (__builtin_add_overflow(type.shape.dims[dim], extent, &type.shape.dims[dim]))
            return ls_fail(LS_INVALID_ARGUMENT, "the result is too large");
    }
    return ls_infer_result(q, type);
}

static ls_status need_indices(const ls_ir_inference *q, size_t first, int rank)
{
    if (q->in_count != first + (size_t)rank)
        return ls_fail(LS_INVALID_ARGUMENT, "takes one index per dimension: %d, not %zu", rank,
                       q->in_count > first ? q->in_count - first : 0);
    for (size_t i = first; i < q->in_count; i++)
        if (q->in[i].shape.rank || !ls_dtype_is_integer(q->in[i].dtype) || q->in[i].dtype != q->in[first].dtype)
            return ls_fail(LS_INVALID_ARGUMENT,
                           "operand %zu must be an integer scalar, of one type with the other indices", i);
    return LS_OK;
}

ls_status ls_ir_infer_dynamic_slice(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    ls_ir_type type = q->in[0];
    LS_TRY(need_indices(q, 1, type.shape.rank));
    const int64_t *sizes;
    LS_TRY(ls_infer_ints(q, LS_ATTR_SLICE_SIZES, type.shape.rank, &sizes));
    for (int i = 0; i < type.shape.rank; i++) {
        if (sizes[i] < 0 || sizes[i] > type.shape.dims[i])
            return ls_fail(LS_INVALID_ARGUMENT, "slice of %lld elements in dimension %d", (long long)sizes[i], i);
        type.shape.dims[i] = sizes[i];
    }
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_dynamic_update_slice(ls_ir_inference *q)
{
    if (q->in_count < 2) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand and an update");
    const ls_ir_type *type = &q->in[0], *update = &q->in[1];
    LS_TRY(need_indices(q, 2, type->shape.rank));
    bool fits = update->dtype == type->dtype && update->shape.rank == type->shape.rank;
    for (int i = 0; fits && i < type->shape.rank; i++) fits = update->shape.dims[i] <= type->shape.dims[i];
    if (!fits) return ls_fail(LS_INVALID_ARGUMENT, "the update does not fit into the operand");
    return ls_infer_result(q, *type);
}

ls_status ls_ir_infer_pad(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    if (q->in[1].shape.rank || q->in[1].dtype != type.dtype)
        return ls_fail(LS_INVALID_ARGUMENT, "the padding value must be a scalar of the operand's element type");
    const int64_t *low, *high, *interior;
    LS_TRY(ls_infer_ints(q, LS_ATTR_EDGE_PADDING_LOW, type.shape.rank, &low));
    LS_TRY(ls_infer_ints(q, LS_ATTR_EDGE_PADDING_HIGH, type.shape.rank, &high));
    LS_TRY(ls_infer_optional(q, LS_ATTR_INTERIOR_PADDING, type.shape.rank, 0, &interior));
    for (int i = 0; i < type.shape.rank; i++) {
        int64_t extent = type.shape.dims[i], between = 0;
        if (interior && extent > 1 && __builtin_mul_overflow(interior[i], extent - 1, &between)) between = INT64_MAX;
        if (__builtin_add_overflow(extent, between, &extent) || __builtin_add_overflow(extent, low[i], &extent) ||
            __builtin_add_overflow(extent, high[i], &extent) || extent < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %d gets an impossible number of elements", i);
        type.shape.dims[i] = extent;
    }
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_reverse(ls_ir_inference *q)
{
    uint32_t mask = 0;
    LS_TRY(ls_infer_dims(q, LS_ATTR_DIMENSIONS, q->in[0].shape.rank, &mask));
    return ls_infer_result(q, q->in[0]);
}

ls_status ls_ir_infer_slice(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    const int64_t *start, *limit, *stride;
    LS_TRY(ls_infer_ints(q, LS_ATTR_START_INDICES, type.shape.rank, &start));
    LS_TRY(ls_infer_ints(q, LS_ATTR_LIMIT_INDICES, type.shape.rank, &limit));
    LS_TRY(ls_infer_optional(q, LS_ATTR_STRIDES, type.shape.rank, 1, &stride));
    for (int i = 0; i < type.shape.rank; i++) {
        if (start[i] < 0 || start[i] > limit[i] || limit[i] > type.shape.dims[i])
            return ls_fail(LS_INVALID_ARGUMENT, "slice %lld:%lld of dimension %d", (long long)start[i],
                           (long long)limit[i], i);
        int64_t step = stride ? stride[i] : 1, extent = limit[i] - start[i];
        type.shape.dims[i] = extent / step + (extent % step > 0);
    }
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_transpose(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    const int64_t *order;
    uint32_t mask = 0;
    LS_TRY(ls_infer_optional(q, LS_ATTR_PERMUTATION, type.shape.rank, 0, &order));
    if (type.shape.rank && !order) return ls_fail(LS_INVALID_ARGUMENT, "attribute permutation is missing");
    LS_TRY(ls_infer_dims(q, LS_ATTR_PERMUTATION, type.shape.rank, &mask));
    for (int i = 0; i < type.shape.rank; i++) type.shape.dims[i] = q->in[0].shape.dims[order[i]];
    return ls_infer_result(q, type);
}

/* --- Gather and scatter ------------------------------------------------------------------------------------- */

/* How indices stand for positions: shared by gather and scatter under their own attribute names. */
typedef struct index_rule {
    const ls_shape *operand, *indices;
    ls_ir_attr_key window, dropped, operand_batch, indices_batch, map;
    int64_t vector_dim;
    uint32_t missing;           /* operand dimensions that are not in the window */
    int64_t batch[LS_MAX_RANK]; /* the indices' dimensions but vector_dim */
    int batch_rank;
} index_rule;

static ls_status index_rule_read(ls_ir_inference *q, index_rule *r)
{
    LS_TRY(ls_infer_dims(q, r->dropped, r->operand->rank, &r->missing));
    LS_TRY(ls_infer_dims(q, r->operand_batch, r->operand->rank, &r->missing));
    uint32_t mapped = 0, batched = 0;
    LS_TRY(ls_infer_dims(q, r->operand_batch, r->operand->rank, &mapped));
    LS_TRY(ls_infer_dims(q, r->map, r->operand->rank, &mapped));
    LS_TRY(ls_infer_dims(q, r->indices_batch, r->indices->rank, &batched));
    r->vector_dim = ls_ir_attr_int(q->attrs, LS_ATTR_INDEX_VECTOR_DIM, 0);
    if (r->vector_dim < 0 || r->vector_dim > r->indices->rank ||
        (r->vector_dim < r->indices->rank && batched >> r->vector_dim & 1))
        return ls_fail(LS_INVALID_ARGUMENT, "attribute index_vector_dim is %lld", (long long)r->vector_dim);
    int64_t per_index = r->vector_dim < r->indices->rank ? r->indices->dims[r->vector_dim] : 1;
    if (ls_ir_attr_count(q->attrs, r->map) != (size_t)per_index)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s has %zu entries for indices of %lld",
                       ls_ir_attr_info_of(r->map)->name, ls_ir_attr_count(q->attrs, r->map), (long long)per_index);
    size_t batches = ls_ir_attr_count(q->attrs, r->operand_batch);
    if (batches != ls_ir_attr_count(q->attrs, r->indices_batch))
        return ls_fail(LS_INVALID_ARGUMENT, "the batching dimensions of operand and indices differ in number");
    for (size_t i = 0; i < batches; i++)
        if (r->operand->dims[ls_ir_attr_at(q->attrs, r->operand_batch, i, 0)] !=
            r->indices->dims[ls_ir_attr_at(q->attrs, r->indices_batch, i, 0)])
            return ls_fail(LS_INVALID_ARGUMENT, "batching dimension %zu differs between operand and indices", i);
    for (int i = 0; i < r->indices->rank; i++)
        if (i != r->vector_dim) r->batch[r->batch_rank++] = r->indices->dims[i];
    return LS_OK;
}

/* The rank of gather's result and scatter's updates: window and batch dimensions; checks the window's. */
static ls_status index_rule_rank(ls_ir_inference *q, const index_rule *r, int *out_rank, uint32_t *out_window)
{
    size_t window = ls_ir_attr_count(q->attrs, r->window);
    if (window + (size_t)__builtin_popcount(r->missing) != (size_t)r->operand->rank)
        return ls_fail(LS_INVALID_ARGUMENT, "%zu window dimensions do not cover an operand with %d dimensions", window,
                       r->operand->rank);
    *out_rank = (int)window + r->batch_rank;
    if (*out_rank > LS_MAX_RANK)
        return ls_fail(LS_INVALID_ARGUMENT, "%d dimensions are more than the %d there may be", *out_rank, LS_MAX_RANK);
    *out_window = 0;
    LS_TRY(ls_infer_dims(q, r->window, *out_rank, out_window));
    for (size_t i = 1; i < window; i++)
        if (ls_ir_attr_at(q->attrs, r->window, i, 0) < ls_ir_attr_at(q->attrs, r->window, i - 1, 0))
            return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is not sorted", ls_ir_attr_info_of(r->window)->name);
    return LS_OK;
}

ls_status ls_ir_infer_gather(ls_ir_inference *q)
{
    const ls_ir_type *operand = &q->in[0], *indices = &q->in[1];
    if (!ls_dtype_is_integer(indices->dtype)) return ls_fail(LS_INVALID_ARGUMENT, "indices must be integers");
    index_rule r = {.operand = &operand->shape,
                    .indices = &indices->shape,
                    .window = LS_ATTR_OFFSET_DIMS,
                    .dropped = LS_ATTR_COLLAPSED_SLICE_DIMS,
                    .operand_batch = LS_ATTR_OPERAND_BATCHING_DIMS,
                    .indices_batch = LS_ATTR_START_INDICES_BATCHING_DIMS,
                    .map = LS_ATTR_START_INDEX_MAP};
    LS_TRY(index_rule_read(q, &r));
    const int64_t *sizes;
    LS_TRY(ls_infer_ints(q, LS_ATTR_SLICE_SIZES, operand->shape.rank, &sizes));
    int64_t window[LS_MAX_RANK];
    int window_rank = 0;
    for (int i = 0; i < operand->shape.rank; i++) {
        bool is_missing = r.missing >> i & 1;
        if (sizes[i] < 0 || sizes[i] > operand->shape.dims[i] || (is_missing && sizes[i] > 1))
            return ls_fail(LS_INVALID_ARGUMENT, "slice of %lld elements in dimension %d", (long long)sizes[i], i);
        if (!is_missing) window[window_rank++] = sizes[i];
    }
    ls_ir_type type = {.dtype = operand->dtype};
    uint32_t mask;
    LS_TRY(index_rule_rank(q, &r, &type.shape.rank, &mask));
    for (int i = 0, w = 0, b = 0; i < type.shape.rank; i++)
        type.shape.dims[i] = mask >> i & 1 ? window[w++] : r.batch[b++];
    return ls_infer_result(q, type);
}

static ls_status check_updates(ls_ir_inference *q, const index_rule *r, const ls_shape *updates)
{
    int rank;
    uint32_t mask;
    LS_TRY(index_rule_rank(q, r, &rank, &mask));
    if (updates->rank != rank)
        return ls_fail(LS_INVALID_ARGUMENT, "updates have %d dimensions instead of %d", updates->rank, rank);
    for (int i = 0, w = 0, b = 0; i < rank; i++) {
        if (mask >> i & 1) {
            while (r->missing >> w & 1) w++;
            if (updates->dims[i] > r->operand->dims[w++])
                return ls_fail(LS_INVALID_ARGUMENT, "dimension %d of the updates is larger than the operand's", i);
        } else if (updates->dims[i] != r->batch[b++]) {
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %d of the updates does not fit the indices", i);
        }
    }
    return LS_OK;
}

/* operands, indices, updates: n, 1, n */
ls_status ls_ir_infer_scatter(ls_ir_inference *q)
{
    if (q->in_count < 3 || q->in_count % 2 == 0)
        return ls_fail(LS_INVALID_ARGUMENT, "takes n operands, indices and n updates, not %zu operands", q->in_count);
    size_t n = q->in_count / 2;
    const ls_ir_type *indices = &q->in[n];
    if (!ls_dtype_is_integer(indices->dtype)) return ls_fail(LS_INVALID_ARGUMENT, "indices must be integers");
    index_rule r = {.operand = &q->in[0].shape,
                    .indices = &indices->shape,
                    .window = LS_ATTR_UPDATE_WINDOW_DIMS,
                    .dropped = LS_ATTR_INSERTED_WINDOW_DIMS,
                    .operand_batch = LS_ATTR_INPUT_BATCHING_DIMS,
                    .indices_batch = LS_ATTR_SCATTER_INDICES_BATCHING_DIMS,
                    .map = LS_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS};
    LS_TRY(index_rule_read(q, &r));
    for (size_t i = 0; i < n; i++) {
        if (!ls_shape_equal(q->in[i].shape, q->in[0].shape))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu differs in shape from operand 0", i);
        if (q->in[n + 1 + i].dtype != q->in[i].dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "updates %zu have another element type than their operand", i);
        LS_TRY(check_updates(q, &r, &q->in[n + 1 + i].shape));
    }
    LS_TRY(ls_infer_reducer(q, 0, q->in, n));
    for (size_t i = 0; i < n; i++) LS_TRY(ls_infer_result(q, q->in[i]));
    return LS_OK;
}
