/* Ops that move elements. Results are values: nothing here aliases its source. */
#include <string.h>

#include "base/vec.h"
#include "lazy/compose.h"

static ls_value rank_error(int rank)
{
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "a shape of rank %d", rank);
}

static ls_value reshape(ls_value x, ls_shape shape)
{
    LS_USABLE(x);
    if (shape.rank < 0 || shape.rank > LS_MAX_RANK) return rank_error(shape.rank);
    char text[200], wanted[120];
    int unknown = -1;
    int64_t known = 1, count = ls_shape_count(*ls_value_shape(x));
    for (int i = 0; i < shape.rank; i++) {
        if (shape.dims[i] == -1 && unknown < 0)
            unknown = i;
        else
            known *= shape.dims[i];
    }
    if (unknown >= 0 && known > 0 && count % known == 0) {
        shape.dims[unknown] = count / known;
        known = count;
    }
    if (known != count || (unknown >= 0 && shape.dims[unknown] < 0))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s cannot become %s", ls_value_describe(x, text, sizeof text),
                              ls_shape_format(shape, wanted, sizeof wanted));
    return ls_value_reshape(x, &shape);
}

ls_tensor ls_reshape(ls_tensor x, ls_shape shape)
{
    LS_TRACE_CALL("ls_reshape");
    return ls_tensor_wrap(reshape(ls_tensor_value(x), shape));
}

static ls_value flatten(ls_value x, int start)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    if (shape.rank == 0) return ls_value_reshape(x, &LS_SHAPE(1));
    if (!ls_dim_normalise(&start, shape.rank)) return ls_dim_error(x, start);
    for (int i = start + 1; i < shape.rank; i++) shape.dims[start] *= shape.dims[i];
    shape.rank = start + 1;
    return ls_value_reshape(x, &shape);
}

ls_tensor ls_flatten(ls_tensor x, int start_dim)
{
    LS_TRACE_CALL("ls_flatten");
    return ls_tensor_wrap(flatten(ls_tensor_value(x), start_dim));
}

static ls_value expand(ls_value x, const ls_shape *shape)
{
    LS_USABLE(x);
    if (shape->rank < 0 || shape->rank > LS_MAX_RANK) return rank_error(shape->rank);
    const ls_shape *from = ls_value_shape(x);
    bool fits = from->rank <= shape->rank;
    for (int i = 1; fits && i <= from->rank; i++)
        fits = from->dims[from->rank - i] == 1 || from->dims[from->rank - i] == shape->dims[shape->rank - i];
    if (fits) return ls_value_broadcast_to(x, shape);
    char text[200], wanted[120];
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s does not broadcast to %s",
                          ls_value_describe(x, text, sizeof text), ls_shape_format(*shape, wanted, sizeof wanted));
}

ls_tensor ls_expand(ls_tensor x, ls_shape shape)
{
    LS_TRACE_CALL("ls_expand");
    return ls_tensor_wrap(expand(ls_tensor_value(x), &shape));
}

static ls_value permute(ls_value x, const int *dims, int count)
{
    LS_USABLE(x);
    int rank = ls_value_rank(x);
    if (count != rank)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%d dimensions given for a tensor of rank %d", count, rank);
    if (rank && !dims) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "no dimensions were given");
    int64_t permutation[LS_MAX_RANK];
    bool seen[LS_MAX_RANK] = {0}, identity = true;
    for (int i = 0; i < rank; i++) {
        int dim = dims[i];
        if (!ls_dim_normalise(&dim, rank)) return ls_dim_error(x, dims[i]);
        if (seen[dim]) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension %d is named twice", dim);
        seen[dim] = true;
        permutation[i] = dim;
        identity &= dim == i;
    }
    return identity ? x : ls_value_permute(x, permutation);
}

ls_tensor ls_permute(ls_tensor x, const int *dims, int count)
{
    LS_TRACE_CALL("ls_permute");
    return ls_tensor_wrap(permute(ls_tensor_value(x), dims, count));
}

static ls_value transpose(ls_value x, int dim0, int dim1)
{
    LS_USABLE(x);
    int rank = ls_value_rank(x), dims[LS_MAX_RANK];
    if (!ls_dim_normalise(&dim0, rank)) return ls_dim_error(x, dim0);
    if (!ls_dim_normalise(&dim1, rank)) return ls_dim_error(x, dim1);
    for (int i = 0; i < rank; i++) dims[i] = i == dim0 ? dim1 : i == dim1 ? dim0 : i;
    return permute(x, dims, rank);
}

ls_tensor ls_transpose(ls_tensor x, int dim0, int dim1)
{
    LS_TRACE_CALL("ls_transpose");
    return ls_tensor_wrap(transpose(ls_tensor_value(x), dim0, dim1));
}

static ls_value unsqueeze(ls_value x, int dim)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    if (shape.rank == LS_MAX_RANK || !ls_dim_normalise(&dim, shape.rank + 1)) return ls_dim_error(x, dim);
    memmove(&shape.dims[dim + 1], &shape.dims[dim], sizeof(int64_t) * (size_t)(shape.rank - dim));
    shape.dims[dim] = 1;
    shape.rank++;
    return ls_value_reshape(x, &shape);
}

ls_tensor ls_unsqueeze(ls_tensor x, int dim)
{
    LS_TRACE_CALL("ls_unsqueeze");
    return ls_tensor_wrap(unsqueeze(ls_tensor_value(x), dim));
}

static ls_value drop_dim(ls_value x, int dim)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    shape.rank--;
    memmove(&shape.dims[dim], &shape.dims[dim + 1], sizeof(int64_t) * (size_t)(shape.rank - dim));
    return ls_value_reshape(x, &shape);
}

ls_tensor ls_squeeze(ls_tensor t, int dim)
{
    LS_TRACE_CALL("ls_squeeze");
    ls_value x = ls_tensor_value(t);
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_tensor_wrap(ls_dim_error(x, dim));
    return ls_tensor_wrap(ls_value_shape(x)->dims[dim] == 1 ? drop_dim(x, dim) : x);
}

/* start and stop as in Python: negative ones count from the end, beyond the ends they stop there. */
static ls_value slice(ls_value x, int dim, int64_t start, int64_t stop, int64_t step)
{
    LS_USABLE(x);
    const ls_shape *shape = ls_value_shape(x);
    if (!ls_dim_normalise(&dim, shape->rank)) return ls_dim_error(x, dim);
    if (step < 1)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "the step must be at least 1, not %lld", (long long)step);
    int64_t size = shape->dims[dim], starts[LS_MAX_RANK] = {0}, limits[LS_MAX_RANK], strides[LS_MAX_RANK];
    if (start < 0) start += size;
    if (stop < 0) stop += size;
    start = start < 0 ? 0 : start > size ? size : start;
    stop = stop < start ? start : stop > size ? size : stop;
    for (int i = 0; i < shape->rank; i++) {
        limits[i] = shape->dims[i];
        strides[i] = 1;
    }
    starts[dim] = start;
    limits[dim] = stop;
    strides[dim] = step;
    return ls_value_slice(x, starts, limits, strides);
}

ls_tensor ls_slice(ls_tensor x, int dim, int64_t start, int64_t stop, int64_t step)
{
    LS_TRACE_CALL("ls_slice");
    return ls_tensor_wrap(slice(ls_tensor_value(x), dim, start, stop, step));
}

static ls_value select_index(ls_value x, int dim, int64_t index)
{
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    int64_t size = ls_value_shape(x)->dims[dim], at = index < 0 ? index + size : index;
    if (at < 0 || at >= size)
        return ls_value_error(LS_OUT_OF_RANGE, NULL, "index %lld is out of range for dimension %d of size %lld",
                              (long long)index, dim, (long long)size);
    return drop_dim(slice(x, dim, at, at + 1, 1), dim);
}

ls_tensor ls_select(ls_tensor x, int dim, int64_t index)
{
    LS_TRACE_CALL("ls_select");
    return ls_tensor_wrap(select_index(ls_tensor_value(x), dim, index));
}

static ls_value slice_assign(ls_value x, int dim, int64_t start, ls_value update)
{
    LS_USABLE(x);
    LS_USABLE(update);
    int rank = ls_value_rank(x);
    char a[200], b[200];
    if (!ls_dim_normalise(&dim, rank)) return ls_dim_error(x, dim);
    const ls_shape *shape = ls_value_shape(x), *part = ls_value_shape(update);
    if (start < 0) start += shape->dims[dim];
    bool fits = part->rank == rank && ls_value_dtype(x) == ls_value_dtype(update) && start >= 0 &&
                start <= shape->dims[dim] - part->dims[dim];
    for (int i = 0; fits && i < rank; i++) fits = i == dim || part->dims[i] == shape->dims[i];
    if (!fits)
        return ls_value_error(LS_OUT_OF_RANGE, NULL, "%s does not fit into %s at %lld of dimension %d",
                              ls_value_describe(update, a, sizeof a), ls_value_describe(x, b, sizeof b),
                              (long long)start, dim);
    ls_value operands[LS_MAX_RANK + 2] = {x, update};
    for (int i = 0; i < rank; i++)
        operands[2 + i] = ls_value_full(i == dim ? (double)start : 0, &(ls_ir_type){.dtype = LS_I64});
    ls_op_spec spec = {.kind = LS_IR_DYNAMIC_UPDATE_SLICE, .operands = operands, .operand_count = (size_t)rank + 2};
    return ls_node_result(ls_trace_op(&spec), 0);
}

ls_tensor ls_slice_assign(ls_tensor x, int dim, int64_t start, ls_tensor update)
{
    LS_TRACE_CALL("ls_slice_assign");
    return ls_tensor_wrap(slice_assign(ls_tensor_value(x), dim, start, ls_tensor_value(update)));
}

/* --- Joining ------------------------------------------------------------------------------------------------ */

static ls_value join(const ls_tensor *tensors, int count, int dim, bool stack)
{
    if (count < 1 || !tensors) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "no tensors to join");
    LS_VEC(ls_value) values = {0};
    ls_value first = ls_tensor_value(tensors[0]), result = first;
    if (ls_value_is_error(first)) return first;
    int rank = ls_value_rank(first) + stack;
    if (!ls_dim_normalise(&dim, rank)) return ls_dim_error(first, dim);
    for (int i = 0; i < count; i++) {
        ls_value v = ls_tensor_value(tensors[i]);
        if (!ls_value_is_error(v) && ls_value_dtype(v) != ls_value_dtype(first))
            v = ls_value_error(LS_INVALID_ARGUMENT, NULL, "element types differ: %s and %s",
                               ls_dtype_name(ls_value_dtype(first)), ls_dtype_name(ls_value_dtype(v)));
        *ls_vec_push(&values) = stack ? unsqueeze(v, dim) : v;
    }
    result = count == 1 ? values.data[0] : ls_value_concatenate(values.data, values.count, dim);
    ls_vec_finish(&values);
    return result;
}

ls_tensor ls_cat(const ls_tensor *tensors, int count, int dim)
{
    LS_TRACE_CALL("ls_cat");
    return ls_tensor_wrap(join(tensors, count, dim, false));
}

ls_tensor ls_stack(const ls_tensor *tensors, int count, int dim)
{
    LS_TRACE_CALL("ls_stack");
    return ls_tensor_wrap(join(tensors, count, dim, true));
}

ls_tensor ls_flip(ls_tensor t, int dim)
{
    LS_TRACE_CALL("ls_flip");
    ls_value x = ls_tensor_value(t);
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_tensor_wrap(ls_dim_error(x, dim));
    return ls_tensor_wrap(ls_value_reverse(x, &(int64_t){dim}, 1));
}

ls_tensor ls_pad(ls_tensor t, int dim, int64_t low, int64_t high, double value)
{
    LS_TRACE_CALL("ls_pad");
    ls_value x = ls_tensor_value(t);
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_tensor_wrap(ls_dim_error(x, dim));
    int64_t lows[LS_MAX_RANK] = {0}, highs[LS_MAX_RANK] = {0};
    lows[dim] = low;
    highs[dim] = high;
    return ls_tensor_wrap(ls_value_pad(x, value, lows, highs, NULL));
}

/* --- Indexing ----------------------------------------------------------------------------------------------- */

static ls_value index_select(ls_value x, int dim, ls_value indices)
{
    LS_USABLE(x);
    LS_USABLE(indices);
    int rank = ls_value_rank(x);
    if (!ls_dim_normalise(&dim, rank)) return ls_dim_error(x, dim);
    char text[200];
    if (ls_value_rank(indices) != 1 || !ls_dtype_is_integer(ls_value_dtype(indices)))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "indices must be integers of rank 1, not %s",
                              ls_value_describe(indices, text, sizeof text));
    int64_t offset_dims[LS_MAX_RANK], sizes[LS_MAX_RANK], at[1] = {dim};
    size_t offsets = 0;
    for (int i = 0; i < rank; i++) {
        sizes[i] = i == dim ? 1 : ls_value_shape(x)->dims[i];
        if (i != dim) offset_dims[offsets++] = i;
    }
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_SLICE_SIZES, sizes, (size_t)rank);
    ls_attr_ints(&attrs, LS_ATTR_OFFSET_DIMS, offset_dims, offsets);
    ls_attr_ints(&attrs, LS_ATTR_COLLAPSED_SLICE_DIMS, at, 1);
    ls_attr_ints(&attrs, LS_ATTR_START_INDEX_MAP, at, 1);
    ls_attr_int(&attrs, LS_ATTR_INDEX_VECTOR_DIM, 1);
    ls_value operands[2] = {x, indices};
    ls_op_spec spec = {.kind = LS_IR_GATHER, .operands = operands, .operand_count = 2, .attrs = &attrs};
    return ls_node_result(ls_trace_op(&spec), 0);
}

ls_tensor ls_index_select(ls_tensor x, int dim, ls_tensor indices)
{
    LS_TRACE_CALL("ls_index_select");
    return ls_tensor_wrap(index_select(ls_tensor_value(x), dim, ls_tensor_value(indices)));
}
