/* Convolution and pooling. N batch, C channels, H height, W width, O output channels. */
#include <math.h>

#include "lazy/compose.h"

static ls_value two_shapes_error(const char *what, ls_value a, ls_value b)
{
    char p[200], q[200];
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s: %s and %s", what, ls_value_describe(a, p, sizeof p),
                          ls_value_describe(b, q, sizeof q));
}

static int64_t or_one(int64_t x)
{
    return x ? x : 1;
}

/* The window never fitted: rows or columns vanished. N×C×H×W both. */
static bool is_window_too_large(ls_value result, ls_value input)
{
    const ls_shape *to = ls_value_shape(result), *from = ls_value_shape(input);
    return (from->dims[2] && !to->dims[2]) || (from->dims[3] && !to->dims[3]);
}

/* input N×C×H×W, weight O×(C/groups)×kH×kW, bias O */
static ls_value conv2d(ls_value input, ls_value weight, ls_value bias, const ls_conv2d_options *options)
{
    LS_USABLE(input);
    LS_USABLE(weight);
    static const ls_conv2d_options defaults;
    const ls_conv2d_options *o = options ? options : &defaults;
    int64_t groups = or_one(o->groups);
    const ls_shape *x = ls_value_shape(input), *w = ls_value_shape(weight);
    if (x->rank != 4 || w->rank != 4 || ls_value_dtype(input) != ls_value_dtype(weight))
        return two_shapes_error("needs an N×C×H×W input and an O×C×kH×kW weight of one element type", input, weight);
    if (groups < 1 || x->dims[1] != w->dims[1] * groups || w->dims[0] % groups)
        return two_shapes_error("channels do not fit the weight and the number of groups", input, weight);
    if (o->padding[0] < 0 || o->padding[1] < 0)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "padding must not be negative");
    int64_t spatial[2] = {2, 3}, ones[2] = {1, 1}, zeros[2] = {0, 0};
    int64_t strides[2] = {or_one(o->stride[0]), or_one(o->stride[1])},
            dilation[2] = {or_one(o->dilation[0]), or_one(o->dilation[1])};
    int64_t padding[4] = {o->padding[0], o->padding[0], o->padding[1], o->padding[1]};
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_INPUT_BATCH_DIMENSION, 0);
    ls_attr_int(&attrs, LS_ATTR_INPUT_FEATURE_DIMENSION, 1);
    ls_attr_ints(&attrs, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, spatial, 2);
    ls_attr_int(&attrs, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, 1);
    ls_attr_int(&attrs, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0);
    ls_attr_ints(&attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, spatial, 2);
    ls_attr_int(&attrs, LS_ATTR_OUTPUT_BATCH_DIMENSION, 0);
    ls_attr_int(&attrs, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 1);
    ls_attr_ints(&attrs, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, spatial, 2);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_STRIDES, strides, 2);
    ls_attr_ints(&attrs, LS_ATTR_PADDING, padding, 4);
    ls_attr_ints(&attrs, LS_ATTR_LHS_DILATION, ones, 2);
    ls_attr_ints(&attrs, LS_ATTR_RHS_DILATION, dilation, 2);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_REVERSAL, zeros, 2);
    ls_attr_int(&attrs, LS_ATTR_FEATURE_GROUP_COUNT, groups);
    ls_attr_int(&attrs, LS_ATTR_BATCH_GROUP_COUNT, 1);
    ls_value operands[2] = {input, weight};
    ls_op_spec spec = {.kind = LS_IR_CONVOLUTION, .operands = operands, .operand_count = 2, .attrs = &attrs};
    ls_value result = ls_node_result(ls_trace_op(&spec), 0);
    LS_USABLE(result);
    if (is_window_too_large(result, input))
        return two_shapes_error("the kernel is larger than the padded input", input, weight);
    if (ls_value_is_none(bias)) return result;
    LS_USABLE(bias);
    if (ls_value_rank(bias) != 1 || ls_value_shape(bias)->dims[0] != w->dims[0])
        return two_shapes_error("the bias does not fit the weight", weight, bias);
    return ls_value_add(result, ls_value_broadcast_in_dim(bias, ls_value_shape(result), &(int64_t){1}));
}

ls_tensor ls_conv2d(ls_tensor input, ls_tensor weight, ls_tensor bias, const ls_conv2d_options *options)
{
    LS_TRACE_CALL("ls_conv2d");
    return ls_tensor_wrap(
        conv2d(ls_tensor_value(input), ls_tensor_value(weight), ls_tensor_value_optional(bias), options));
}

/* Combines the window of every position of an N×C×H×W value by `reducer`. */
static ls_value pool(ls_value x, ls_ir_kind reducer, const ls_pool2d_options *options)
{
    LS_USABLE(x);
    char text[200];
    if (!options || ls_value_rank(x) != 4 || options->kernel[0] < 1 || options->kernel[1] < 1)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs an N×C×H×W tensor and a kernel size, not %s",
                              ls_value_describe(x, text, sizeof text));
    if (options->padding[0] < 0 || options->padding[1] < 0)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "padding must not be negative");
    if (2 * options->padding[0] > options->kernel[0] || 2 * options->padding[1] > options->kernel[1])
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "padding must be at most half the kernel size");
    int64_t window[4] = {1, 1, options->kernel[0], options->kernel[1]}, padding[8] = {0}, strides[4] = {1, 1},
            ones[4] = {1, 1, 1, 1};
    for (int i = 0; i < 2; i++) {
        strides[2 + i] = options->stride[i] ? options->stride[i] : options->kernel[i];
        padding[4 + 2 * i] = padding[5 + 2 * i] = options->padding[i];
    }
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_STRIDES, strides, 4);
    ls_attr_ints(&attrs, LS_ATTR_PADDING, padding, 8);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_DIMENSIONS, window, 4);
    ls_attr_ints(&attrs, LS_ATTR_BASE_DILATIONS, ones, 4);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_DILATIONS, ones, 4);
    ls_attr_int(&attrs, LS_ATTR_REDUCER, reducer);
    ls_value operands[2] = {x, ls_value_identity(reducer, ls_value_dtype(x))};
    ls_op_spec spec = {.kind = LS_IR_REDUCE_WINDOW, .operands = operands, .operand_count = 2, .attrs = &attrs};
    ls_value result = ls_node_result(ls_trace_op(&spec), 0);
    LS_USABLE(result);
    if (is_window_too_large(result, x))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "a window of %lldx%lld is larger than the padded input %s",
                              (long long)options->kernel[0], (long long)options->kernel[1],
                              ls_value_describe(x, text, sizeof text));
    return result;
}

static ls_value avg_pool(ls_value x, const ls_pool2d_options *options)
{
    ls_value sum = pool(x, LS_IR_ADD, options);
    LS_USABLE(sum);
    return ls_value_div(sum, ls_value_full_like(sum, (double)(options->kernel[0] * options->kernel[1])));
}

ls_tensor ls_max_pool2d(ls_tensor x, const ls_pool2d_options *options)
{
    LS_TRACE_CALL("ls_max_pool2d");
    return ls_tensor_wrap(pool(ls_tensor_value(x), LS_IR_MAXIMUM, options));
}

ls_tensor ls_avg_pool2d(ls_tensor x, const ls_pool2d_options *options)
{
    LS_TRACE_CALL("ls_avg_pool2d");
    return ls_tensor_wrap(avg_pool(ls_tensor_value(x), options));
}

/* Means over uneven parts of one dimension: part i runs from ⌊i·size/parts⌋ to ⌈(i+1)·size/parts⌉. */
static ls_value adaptive_dim(ls_value x, int dim, int64_t parts)
{
    LS_USABLE(x);
    ls_value pieces[256];
    const ls_shape *shape = ls_value_shape(x);
    int64_t size = shape->dims[dim], start[4] = {0}, limit[4];
    if (parts > 256) return ls_value_error(LS_UNIMPLEMENTED, NULL, "more than 256 uneven parts");
    for (int64_t i = 0; i < parts; i++) {
        for (int k = 0; k < 4; k++) limit[k] = shape->dims[k];
        start[dim] = i * size / parts;
        limit[dim] = ((i + 1) * size + parts - 1) / parts;
        pieces[i] = ls_compose_mean(ls_value_slice(x, start, limit, NULL), &(int64_t){dim}, 1, true);
    }
    return parts == 1 ? pieces[0] : ls_value_concatenate(pieces, (size_t)parts, dim);
}

static ls_value adaptive_avg_pool(ls_value x, int64_t height, int64_t width)
{
    LS_USABLE(x);
    char text[200];
    if (ls_value_rank(x) != 4 || height < 1 || width < 1)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs an N×C×H×W tensor and sizes of at least 1, not %s",
                              ls_value_describe(x, text, sizeof text));
    const ls_shape *shape = ls_value_shape(x);
    if (height == 1 && width == 1) return ls_compose_mean(x, (int64_t[]){2, 3}, 2, true);
    if (shape->dims[2] % height == 0 && shape->dims[3] % width == 0)
        return avg_pool(x, &(ls_pool2d_options){.kernel = {shape->dims[2] / height, shape->dims[3] / width}});
    return adaptive_dim(adaptive_dim(x, 2, height), 3, width);
}

ls_tensor ls_adaptive_avg_pool2d(ls_tensor x, int64_t height, int64_t width)
{
    LS_TRACE_CALL("ls_adaptive_avg_pool2d");
    return ls_tensor_wrap(adaptive_avg_pool(ls_tensor_value(x), height, width));
}
