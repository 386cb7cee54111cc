/* Reductions. */
#include "lazy/compose.h"

ls_value ls_compose_spread(ls_value x, ls_value like, const int64_t *dims, size_t count)
{
    LS_USABLE(x);
    LS_USABLE(like);
    int64_t kept[LS_MAX_RANK];
    int rank = 0;
    for (int i = 0; i < ls_value_rank(like); i++) {
        bool reduced = false;
        for (size_t k = 0; k < count; k++) reduced |= dims[k] == i;
        if (!reduced) kept[rank++] = i;
    }
    return ls_value_broadcast_in_dim(x, ls_value_shape(like), kept);
}

ls_value ls_compose_mean(ls_value x, const int64_t *dims, size_t count, bool keep)
{
    LS_USABLE(x);
    double elements = 1;
    for (size_t i = 0; i < count; i++) elements *= (double)ls_value_shape(x)->dims[dims[i]];
    ls_value sum = keep ? ls_value_reduce_keep(LS_IR_ADD, x, dims, count) : ls_value_reduce(LS_IR_ADD, x, dims, count);
    LS_USABLE(sum);
    return ls_value_div(sum, ls_value_full_like(sum, elements));
}

/* The dimensions to reduce, ascending; all if `count` is 0. False and an error in *x if one is wrong. */
static bool reduced_dims(ls_value *x, const int *dims, int count, int64_t *out_dims, size_t *out_count)
{
    if (ls_value_is_error(*x)) return false;
    int rank = ls_value_rank(*x);
    if (count < 0 || (count && !dims)) {
        *x = ls_value_error(LS_INVALID_ARGUMENT, NULL, "%d dimensions at %p", count, (const void *)dims);
        return false;
    }
    bool chosen[LS_MAX_RANK] = {0};
    for (int i = 0; i < count; i++) {
        int dim = dims[i];
        if (!ls_dim_normalise(&dim, rank)) {
            *x = ls_dim_error(*x, dims[i]);
            return false;
        }
        chosen[dim] = true;
    }
    *out_count = 0;
    for (int i = 0; i < rank; i++)
        if (!count || chosen[i]) out_dims[(*out_count)++] = i;
    return true;
}

static ls_value reduce(ls_ir_kind kind, ls_value x, const int *dims, int count, const ls_reduce_options *options)
{
    int64_t over[LS_MAX_RANK];
    size_t over_count;
    if (!reduced_dims(&x, dims, count, over, &over_count)) return x;
    return options && options->keepdim ? ls_value_reduce_keep(kind, x, over, over_count)
                                       : ls_value_reduce(kind, x, over, over_count);
}

/* Sums and products of integers and bool are i64, as in NumPy and PyTorch. */
static ls_value widened(ls_value x)
{
    LS_USABLE(x);
    return ls_dtype_is_float(ls_value_dtype(x)) ? x : ls_value_convert(x, LS_I64);
}

ls_tensor ls_sum(ls_tensor x, const int *dims, int count, const ls_reduce_options *options)
{
    LS_TRACE_CALL("ls_sum");
    return ls_tensor_wrap(reduce(LS_IR_ADD, widened(ls_tensor_value(x)), dims, count, options));
}

ls_tensor ls_prod(ls_tensor x, const int *dims, int count, const ls_reduce_options *options)
{
    LS_TRACE_CALL("ls_prod");
    return ls_tensor_wrap(reduce(LS_IR_MULTIPLY, widened(ls_tensor_value(x)), dims, count, options));
}

ls_tensor ls_max(ls_tensor x, const int *dims, int count, const ls_reduce_options *options)
{
    LS_TRACE_CALL("ls_max");
    return ls_tensor_wrap(reduce(LS_IR_MAXIMUM, ls_tensor_value(x), dims, count, options));
}

ls_tensor ls_min(ls_tensor x, const int *dims, int count, const ls_reduce_options *options)
{
    LS_TRACE_CALL("ls_min");
    return ls_tensor_wrap(reduce(LS_IR_MINIMUM, ls_tensor_value(x), dims, count, options));
}

ls_tensor ls_mean(ls_tensor t, const int *dims, int count, const ls_reduce_options *options)
{
    LS_TRACE_CALL("ls_mean");
    ls_value x = ls_compose_float(ls_tensor_value(t));
    int64_t over[LS_MAX_RANK];
    size_t over_count;
    if (reduced_dims(&x, dims, count, over, &over_count))
        x = ls_compose_mean(x, over, over_count, options && options->keepdim);
    return ls_tensor_wrap(x);
}

/* The least index among the places that hold the maximum or, if there is a NaN, a NaN. */
static ls_value argmax(ls_value x, int dim)
{
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    int64_t dims[1] = {dim};
    x = ls_value_detach(x);
    ls_value max = ls_compose_spread(ls_value_reduce(LS_IR_MAXIMUM, x, dims, 1), x, dims, 1);
    ls_value hit = ls_value_compare(LS_COMPARE_EQ, x, max);
    if (ls_dtype_is_float(ls_value_dtype(x)))
        hit = ls_value_binary(LS_IR_OR, hit, ls_value_compare(LS_COMPARE_NE, x, x));
    ls_ir_type type = {.dtype = LS_I64, .shape = *ls_value_shape(x)};
    ls_value index =
        ls_value_select(hit, ls_value_iota(&type, dim), ls_value_full((double)type.shape.dims[dim], &type));
    return ls_value_reduce(LS_IR_MINIMUM, index, dims, 1);
}

ls_tensor ls_argmax(ls_tensor x, int dim)
{
    LS_TRACE_CALL("ls_argmax");
    return ls_tensor_wrap(argmax(ls_tensor_value(x), dim));
}
