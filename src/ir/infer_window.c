/* Rules of reductions, windows, products and normalisation. */
#include "ir/infer.h"

/* inputs, initial values: n, n */
static ls_status need_pairs(const ls_ir_inference *q, size_t *out_n)
{
    size_t n = q->in_count / 2;
    if (!n || q->in_count % 2)
        return ls_fail(LS_INVALID_ARGUMENT, "takes as many initial values as inputs, not %zu operands", q->in_count);
    for (size_t i = 0; i < n; i++) {
        if (!ls_shape_equal(q->in[i].shape, q->in[0].shape))
            return ls_fail(LS_INVALID_ARGUMENT, "input %zu differs in shape from input 0", i);
        if (q->in[n + i].shape.rank || q->in[n + i].dtype != q->in[i].dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "initial value %zu must be a scalar of its input's element type", i);
    }
    *out_n = n;
    return LS_OK;
}

ls_status ls_ir_infer_reduce(ls_ir_inference *q)
{
    size_t n;
    LS_TRY(need_pairs(q, &n));
    const int64_t *dims;
    LS_TRY(ls_infer_ints(q, LS_ATTR_DIMENSIONS, -1, &dims));
    uint32_t reduced = 0;
    ls_shape from = q->in[0].shape, to = {0};
    LS_TRY(ls_infer_dims(q, LS_ATTR_DIMENSIONS, from.rank, &reduced));
    for (int i = 0; i < from.rank; i++)
        if (!(reduced >> i & 1)) to.dims[to.rank++] = from.dims[i];
    LS_TRY(ls_infer_reducer(q, 0, q->in, n));
    for (size_t i = 0; i < n; i++) LS_TRY(ls_infer_result(q, (ls_ir_type){q->in[i].dtype, to}));
    return LS_OK;
}

/* The shape after a window with an entry per dimension has moved over `shape`. */
static ls_status window_shape(ls_ir_inference *q, ls_shape shape, bool has_dilations, ls_shape *out_shape)
{
    const int64_t *size, *stride, *padding, *base = NULL, *window = NULL;
    LS_TRY(ls_infer_optional(q, LS_ATTR_WINDOW_DIMENSIONS, shape.rank, 1, &size));
    LS_TRY(ls_infer_optional(q, LS_ATTR_WINDOW_STRIDES, shape.rank, 1, &stride));
    LS_TRY(ls_infer_optional(q, LS_ATTR_PADDING, 2 * shape.rank, INT64_MIN, &padding));
    if (has_dilations) {
        LS_TRY(ls_infer_ints(q, LS_ATTR_WINDOW_DIMENSIONS, shape.rank, &size));
        LS_TRY(ls_infer_optional(q, LS_ATTR_BASE_DILATIONS, shape.rank, 1, &base));
        LS_TRY(ls_infer_optional(q, LS_ATTR_WINDOW_DILATIONS, shape.rank, 1, &window));
    }
    *out_shape = shape;
    for (int i = 0; i < shape.rank; i++) {
        ls_infer_window w = {size ? size[i] : 1,           stride ? stride[i] : 1,
                             padding ? padding[2 * i] : 0, padding ? padding[2 * i + 1] : 0,
                             base ? base[i] : 1,           window ? window[i] : 1};
        LS_TRY(ls_infer_window_extent(&w, shape.dims[i], &out_shape->dims[i]));
    }
    return LS_OK;
}

ls_status ls_ir_infer_reduce_window(ls_ir_inference *q)
{
    size_t n;
    LS_TRY(need_pairs(q, &n));
    ls_shape shape;
    LS_TRY(window_shape(q, q->in[0].shape, true, &shape));
    LS_TRY(ls_infer_reducer(q, 0, q->in, n));
    for (size_t i = 0; i < n; i++) LS_TRY(ls_infer_result(q, (ls_ir_type){q->in[i].dtype, shape}));
    return LS_OK;
}

/* operand, source, initial value */
ls_status ls_ir_infer_select_and_scatter(ls_ir_inference *q)
{
    const ls_ir_type *operand = &q->in[0], *source = &q->in[1], *init = &q->in[2];
    ls_shape windows;
    LS_TRY(window_shape(q, operand->shape, false, &windows));
    if (!ls_shape_equal(source->shape, windows)) {
        char is[160], must[160];
        return ls_fail(LS_INVALID_ARGUMENT, "source has shape [%s] where the windows make [%s]",
                       ls_shape_format(source->shape, is, sizeof(is)), ls_shape_format(windows, must, sizeof(must)));
    }
    if (source->dtype != operand->dtype || init->shape.rank || init->dtype != operand->dtype)
        return ls_fail(LS_INVALID_ARGUMENT, "source and initial value (a scalar) must have the operand's element type");
    ls_ir_type scalar = ls_infer_scalar(operand->dtype), scalars[2] = {scalar, scalar},
               truth = ls_infer_scalar(LS_BOOL);
    if (q->region_count) LS_TRY(ls_infer_region(q, 0, scalars, 2, &truth, 1));
    LS_TRY(ls_infer_reducer(q, 1, operand, 1));
    return ls_infer_result(q, *operand);
}

/* The comparator's arguments are two scalars of each operand's element type, side by side. */
static ls_status check_comparator(const ls_ir_inference *q)
{
    if (!q->region_count) return ls_fail(LS_INVALID_ARGUMENT, "needs a region that compares");
    const ls_ir_block *block = q->regions[0];
    if (block->arg_count != 2 * q->in_count)
        return ls_fail(LS_INVALID_ARGUMENT, "region 0 takes %zu arguments instead of %zu", block->arg_count,
                       2 * q->in_count);
    for (size_t i = 0; i < block->arg_count; i++)
        if (block->args[i]->type.dtype != q->in[i / 2].dtype || block->args[i]->type.shape.rank)
            return ls_fail(LS_INVALID_ARGUMENT, "region 0: argument %zu is not a scalar of operand %zu's element type",
                           i, i / 2);
    ls_ir_type truth = ls_infer_scalar(LS_BOOL);
    const ls_ir_op *last = block->last;
    if (!last || last->kind != LS_IR_RETURN || last->operand_count != 1 ||
        !ls_ir_type_equal(&last->operands[0]->type, &truth))
        return ls_fail(LS_INVALID_ARGUMENT, "region 0 does not return one tensor<i1>");
    return LS_OK;
}

ls_status ls_ir_infer_sort(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    int rank = q->in[0].shape.rank;
    int64_t dim = ls_ir_attr_int(q->attrs, LS_ATTR_DIMENSION, -1);
    if (dim < -rank || dim >= rank)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute dimension is %lld for tensors with %d dimensions",
                       (long long)dim, rank);
    LS_TRY(check_comparator(q));
    for (size_t i = 0; i < q->in_count; i++) {
        if (!ls_shape_equal(q->in[i].shape, q->in[0].shape))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu differs in shape from operand 0", i);
        LS_TRY(ls_infer_result(q, q->in[i]));
    }
    return LS_OK;
}

/* B×M×K by B×K×P in any order of dimensions → B×M×P */
ls_status ls_ir_infer_dot_general(ls_ir_inference *q)
{
    static const ls_ir_attr_key batch[] = {LS_ATTR_LHS_BATCHING_DIMENSIONS, LS_ATTR_RHS_BATCHING_DIMENSIONS};
    static const ls_ir_attr_key contract[] = {LS_ATTR_LHS_CONTRACTING_DIMENSIONS, LS_ATTR_RHS_CONTRACTING_DIMENSIONS};
    uint32_t used[2] = {0};
    for (int side = 0; side < 2; side++) {
        LS_TRY(ls_infer_dims(q, batch[side], q->in[side].shape.rank, &used[side]));
        LS_TRY(ls_infer_dims(q, contract[side], q->in[side].shape.rank, &used[side]));
    }
    for (int group = 0; group < 2; group++) {
        const ls_ir_attr_key *keys = group ? contract : batch;
        size_t count = ls_ir_attr_count(q->attrs, keys[0]);
        if (count != ls_ir_attr_count(q->attrs, keys[1]))
            return ls_fail(LS_INVALID_ARGUMENT, "%s dimensions differ in number", group ? "contracting" : "batching");
        for (size_t i = 0; i < count; i++)
            if (q->in[0].shape.dims[ls_ir_attr_at(q->attrs, keys[0], i, 0)] !=
                q->in[1].shape.dims[ls_ir_attr_at(q->attrs, keys[1], i, 0)])
                return ls_fail(LS_INVALID_ARGUMENT, "%s dimension %zu differs", group ? "contracting" : "batching", i);
    }
    if (q->in[0].dtype != q->in[1].dtype) return ls_fail(LS_INVALID_ARGUMENT, "operands differ in element type");
    /* A wider element type may be asked for, to accumulate in. */
    ls_ir_type type = {.dtype = q->given_count == 1 ? q->given[0].dtype : q->in[0].dtype};
    if (ls_dtype_is_float(type.dtype) != ls_dtype_is_float(q->in[0].dtype) ||
        ls_dtype_is_complex(type.dtype) != ls_dtype_is_complex(q->in[0].dtype) ||
        (type.dtype == LS_BOOL) != (q->in[0].dtype == LS_BOOL))
        return ls_fail(LS_INVALID_ARGUMENT, "operands of %s cannot give %s", ls_dtype_name(q->in[0].dtype),
                       ls_dtype_name(type.dtype));
    size_t batches = ls_ir_attr_count(q->attrs, batch[0]);
    int free_dims =
        q->in[0].shape.rank + q->in[1].shape.rank - __builtin_popcount(used[0]) - __builtin_popcount(used[1]);
    if (batches + (size_t)free_dims > LS_MAX_RANK)
        return ls_fail(LS_INVALID_ARGUMENT, "the result has too many dimensions");
    for (size_t i = 0; i < batches; i++)
        type.shape.dims[type.shape.rank++] = q->in[0].shape.dims[ls_ir_attr_at(q->attrs, batch[0], i, 0)];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < q->in[side].shape.rank; i++)
            if (!(used[side] >> i & 1)) type.shape.dims[type.shape.rank++] = q->in[side].shape.dims[i];
    return ls_infer_result(q, type);
}

/* --- Convolution -------------------------------------------------------------------------------------------- */

/* Where the dimensions of one of the three tensors are. */
typedef struct conv_layout {
    int64_t first, second; /* batch and feature; the kernel's input and output feature */
    const int64_t *spatial;
} conv_layout;

static ls_status conv_layout_read(ls_ir_inference *q, const ls_ir_attr_key keys[3], int rank, conv_layout *out)
{
    LS_TRY(ls_infer_int(q, keys[0], 0, rank - 1, &out->first));
    LS_TRY(ls_infer_int(q, keys[1], 0, rank - 1, &out->second));
    if (out->first == out->second) return ls_fail(LS_INVALID_ARGUMENT, "a dimension has two meanings");
    uint32_t mask = 1u << out->first | 1u << out->second;
    LS_TRY(ls_infer_optional(q, keys[2], rank - 2, 0, &out->spatial));
    if (rank > 2 && !out->spatial)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is missing", ls_ir_attr_info_of(keys[2])->name);
    return ls_infer_dims(q, keys[2], rank, &mask);
}

/* Checks features and groups and gives the result's batch and feature counts. */
static ls_status conv_groups(ls_ir_inference *q, const conv_layout *in, const conv_layout *kernel, int64_t *out_batch,
                             int64_t *out_feature)
{
    int64_t groups = ls_ir_attr_int(q->attrs, LS_ATTR_FEATURE_GROUP_COUNT, 1);
    int64_t batch_groups = ls_ir_attr_int(q->attrs, LS_ATTR_BATCH_GROUP_COUNT, 1);
    if (groups < 1 || batch_groups < 1 || (groups > 1 && batch_groups > 1))
        return ls_fail(LS_INVALID_ARGUMENT,
                       "feature_group_count and batch_group_count must be at least 1, and one of them 1");
    int64_t n = q->in[0].shape.dims[in->first], c = q->in[0].shape.dims[in->second];
    int64_t kernel_in = q->in[1].shape.dims[kernel->first], kernel_out = q->in[1].shape.dims[kernel->second];
    if (c % groups || c / groups != kernel_in)
        return ls_fail(LS_INVALID_ARGUMENT, "%lld input features in %lld groups do not fit a kernel for %lld",
                       (long long)c, (long long)groups, (long long)kernel_in);
    if (kernel_out % groups || kernel_out % batch_groups || n % batch_groups)
        return ls_fail(LS_INVALID_ARGUMENT, "%lld output features or a batch of %lld do not divide into the groups",
                       (long long)kernel_out, (long long)n);
    *out_batch = n / batch_groups;
    *out_feature = kernel_out;
    return LS_OK;
}

ls_status ls_ir_infer_convolution(ls_ir_inference *q)
{
    static const ls_ir_attr_key keys[3][3] = {
        {LS_ATTR_INPUT_BATCH_DIMENSION, LS_ATTR_INPUT_FEATURE_DIMENSION, LS_ATTR_INPUT_SPATIAL_DIMENSIONS},
        {LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION,
         LS_ATTR_KERNEL_SPATIAL_DIMENSIONS},
        {LS_ATTR_OUTPUT_BATCH_DIMENSION, LS_ATTR_OUTPUT_FEATURE_DIMENSION, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS}};
    int rank = q->in[0].shape.rank, spatial = rank - 2;
    if (rank < 2 || q->in[1].shape.rank != rank)
        return ls_fail(LS_INVALID_ARGUMENT, "input and kernel must have one number of dimensions, at least 2");
    if (q->in[0].dtype != q->in[1].dtype)
        return ls_fail(LS_INVALID_ARGUMENT, "input and kernel differ in element type");
    conv_layout layouts[3];
    for (int i = 0; i < 3; i++) LS_TRY(conv_layout_read(q, keys[i], rank, &layouts[i]));
    ls_ir_type type = {.dtype = q->given_count == 1 ? q->given[0].dtype : q->in[0].dtype, .shape.rank = rank};
    if (ls_dtype_is_float(type.dtype) != ls_dtype_is_float(q->in[0].dtype) ||
        ls_dtype_is_complex(type.dtype) != ls_dtype_is_complex(q->in[0].dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "operands of %s cannot give %s", ls_dtype_name(q->in[0].dtype),
                       ls_dtype_name(type.dtype));
    LS_TRY(conv_groups(q, &layouts[0], &layouts[1], &type.shape.dims[layouts[2].first],
                       &type.shape.dims[layouts[2].second]));
    const int64_t *stride, *padding, *base, *window, *reversal;
    LS_TRY(ls_infer_optional(q, LS_ATTR_WINDOW_STRIDES, spatial, 1, &stride));
    LS_TRY(ls_infer_optional(q, LS_ATTR_PADDING, 2 * spatial, INT64_MIN, &padding));
    LS_TRY(ls_infer_optional(q, LS_ATTR_LHS_DILATION, spatial, 1, &base));
    LS_TRY(ls_infer_optional(q, LS_ATTR_RHS_DILATION, spatial, 1, &window));
    LS_TRY(ls_infer_optional(q, LS_ATTR_WINDOW_REVERSAL, spatial, 0, &reversal));
    for (int i = 0; i < spatial; i++) {
        ls_infer_window w = {
            q->in[1].shape.dims[layouts[1].spatial[i]], stride ? stride[i] : 1, padding ? padding[2 * i] : 0,
            padding ? padding[2 * i + 1] : 0,           base ? base[i] : 1,     window ? window[i] : 1};
        LS_TRY(ls_infer_window_extent(&w, q->in[0].shape.dims[layouts[0].spatial[i]],
                                      &type.shape.dims[layouts[2].spatial[i]]));
    }
    return ls_infer_result(q, type);
}

/* --- Batch normalisation ------------------------------------------------------------------------------------ */

/* Operands 1 to `last` must be lists of C elements; gives their type. */
static ls_status need_features(ls_ir_inference *q, size_t last, ls_ir_type *out_type)
{
    const ls_ir_type *operand = &q->in[0];
    int64_t dim;
    LS_TRY(ls_infer_int(q, LS_ATTR_FEATURE_INDEX, 0, operand->shape.rank - 1, &dim));
    if (!ls_ir_attr_find(q->attrs, LS_ATTR_EPSILON))
        return ls_fail(LS_INVALID_ARGUMENT, "attribute epsilon is missing");
    if (!ls_dtype_is_float(operand->dtype)) return ls_fail(LS_INVALID_ARGUMENT, "elements must be floating-point");
    *out_type = (ls_ir_type){operand->dtype, LS_SHAPE(operand->shape.dims[dim])};
    for (size_t i = 1; i <= last; i++)
        if (!ls_ir_type_equal(&q->in[i], out_type))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu must have one element per feature: %lld", i,
                           (long long)operand->shape.dims[dim]);
    return LS_OK;
}

ls_status ls_ir_infer_batch_norm_training(ls_ir_inference *q)
{
    ls_ir_type features;
    LS_TRY(need_features(q, 2, &features));
    LS_TRY(ls_infer_result(q, q->in[0]));
    LS_TRY(ls_infer_result(q, features));
    return ls_infer_result(q, features);
}

ls_status ls_ir_infer_batch_norm_inference(ls_ir_inference *q)
{
    ls_ir_type features;
    LS_TRY(need_features(q, 4, &features));
    return ls_infer_result(q, q->in[0]);
}

ls_status ls_ir_infer_batch_norm_grad(ls_ir_inference *q)
{
    ls_ir_type features;
    LS_TRY(need_features(q, 3, &features));
    if (!ls_ir_type_equal(&q->in[4], &q->in[0]))
        return ls_fail(LS_INVALID_ARGUMENT, "the gradient must have the operand's type");
    LS_TRY(ls_infer_result(q, q->in[0]));
    LS_TRY(ls_infer_result(q, features));
    return ls_infer_result(q, features);
}
