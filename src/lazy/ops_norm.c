/* Normalisation and softmax. */
#include "lazy/compose.h"

/* A scale or shift of `channels` entries; the default where none is given. */
static ls_value per_channel(ls_value given, ls_dtype dtype, int64_t channels, double fallback)
{
    ls_ir_type type = {.dtype = dtype, .shape = LS_SHAPE(channels)};
    if (ls_value_is_none(given)) return ls_value_full(fallback, &type);
    LS_USABLE(given);
    char text[200];
    if (ls_ir_type_equal(ls_value_type(given), &type)) return given;
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s where %lld channels of %s were expected",
                          ls_value_describe(given, text, sizeof text), (long long)channels, ls_dtype_name(dtype));
}

static ls_value batch_norm_input(ls_value x)
{
    LS_USABLE(x);
    char text[200];
    if (ls_value_rank(x) >= 2 && ls_dtype_is_float(ls_value_dtype(x))) return x;
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs a floating N×C×... tensor, not %s",
                          ls_value_describe(x, text, sizeof text));
}

static ls_node *batch_norm(ls_ir_kind kind, const ls_value *operands, size_t count, double epsilon)
{
    LS_ATTR_LIST(attrs);
    ls_attr_float(&attrs, LS_ATTR_EPSILON, epsilon);
    ls_attr_int(&attrs, LS_ATTR_FEATURE_INDEX, 1);
    return ls_trace_op(&(ls_op_spec){.kind = kind, .operands = operands, .operand_count = count, .attrs = &attrs});
}

ls_tensor ls_batch_norm(ls_tensor t, ls_tensor weight, ls_tensor bias, double epsilon, ls_tensor *out_mean,
                        ls_tensor *out_variance)
{
    LS_TRACE_CALL("ls_batch_norm");
    ls_value x = batch_norm_input(ls_tensor_value(t)), mean = x, variance = x;
    if (!ls_value_is_error(x)) {
        ls_dtype dtype = ls_value_dtype(x);
        int64_t channels = ls_value_shape(x)->dims[1];
        ls_value operands[3] = {x, per_channel(ls_tensor_value_optional(weight), dtype, channels, 1),
                                per_channel(ls_tensor_value_optional(bias), dtype, channels, 0)};
        ls_node *node = batch_norm(LS_IR_BATCH_NORM_TRAINING, operands, 3, epsilon);
        x = ls_node_result(node, 0);
        mean = ls_node_result(node, 1);
        variance = ls_node_result(node, 2);
    }
    if (out_mean) *out_mean = ls_tensor_wrap(mean);
    if (out_variance) *out_variance = ls_tensor_wrap(variance);
    return ls_tensor_wrap(x);
}

ls_tensor ls_batch_norm_inference(ls_tensor t, ls_tensor weight, ls_tensor bias, ls_tensor mean, ls_tensor variance,
                                  double epsilon)
{
    LS_TRACE_CALL("ls_batch_norm_inference");
    ls_value x = batch_norm_input(ls_tensor_value(t));
    if (ls_value_is_error(x)) return ls_tensor_wrap(x);
    ls_dtype dtype = ls_value_dtype(x);
    int64_t channels = ls_value_shape(x)->dims[1];
    ls_value operands[5] = {
        x,
        per_channel(ls_tensor_value_optional(weight), dtype, channels, 1),
        per_channel(ls_tensor_value_optional(bias), dtype, channels, 0),
        per_channel(ls_tensor_value(mean), dtype, channels, 0),
        per_channel(ls_tensor_value(variance), dtype, channels, 1),
    };
    return ls_tensor_wrap(ls_node_result(batch_norm(LS_IR_BATCH_NORM_INFERENCE, operands, 5, epsilon), 0));
}

static ls_value layer_norm(ls_value x, ls_value weight, ls_value bias, double epsilon)
{
    LS_USABLE(x);
    LS_USABLE(weight);
    int rank = ls_value_rank(x), inner = ls_value_rank(weight);
    char a[200], b[200];
    bool fits = inner >= 1 && inner <= rank && ls_dtype_is_float(ls_value_dtype(x));
    int64_t dims[LS_MAX_RANK];
    for (int i = 0; fits && i < inner; i++) {
        dims[i] = rank - inner + i;
        fits = ls_value_shape(weight)->dims[i] == ls_value_shape(x)->dims[dims[i]];
    }
    if (!fits)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "weight %s does not fit the last dimensions of %s",
                              ls_value_describe(weight, a, sizeof a), ls_value_describe(x, b, sizeof b));
    size_t count = (size_t)inner;
    ls_value centred = ls_value_sub(x, ls_compose_spread(ls_compose_mean(x, dims, count, false), x, dims, count));
    ls_value variance = ls_compose_mean(ls_value_mul(centred, centred), dims, count, false);
    ls_value scale = ls_value_unary(LS_IR_RSQRT, ls_compose_shift(variance, epsilon));
    ls_value y =
        ls_compose_binary(LS_IR_MULTIPLY, ls_value_mul(centred, ls_compose_spread(scale, x, dims, count)), weight);
    return ls_value_is_none(bias) ? y : ls_compose_binary(LS_IR_ADD, y, bias);
}

ls_tensor ls_layer_norm(ls_tensor x, ls_tensor weight, ls_tensor bias, double epsilon)
{
    LS_TRACE_CALL("ls_layer_norm");
    return ls_tensor_wrap(
        layer_norm(ls_tensor_value(x), ls_tensor_value(weight), ls_tensor_value_optional(bias), epsilon));
}

/* x − max(x), so that exp cannot overflow. No gradient flows through the maximum: it cancels out. */
static ls_value shifted(ls_value x, const int64_t *dim)
{
    ls_value max = ls_value_reduce(LS_IR_MAXIMUM, ls_value_detach(x), dim, 1);
    return ls_value_sub(x, ls_compose_spread(max, x, dim, 1));
}

ls_value ls_compose_log_softmax(ls_value x, int dim)
{
    x = ls_compose_float(x);
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    int64_t dims[1] = {dim};
    ls_value z = shifted(x, dims);
    ls_value sum = ls_value_reduce(LS_IR_ADD, ls_value_unary(LS_IR_EXPONENTIAL, z), dims, 1);
    return ls_value_sub(z, ls_compose_spread(ls_value_unary(LS_IR_LOG, sum), z, dims, 1));
}

static ls_value softmax(ls_value x, int dim)
{
    x = ls_compose_float(x);
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    int64_t dims[1] = {dim};
    ls_value e = ls_value_unary(LS_IR_EXPONENTIAL, shifted(x, dims));
    return ls_value_div(e, ls_compose_spread(ls_value_reduce(LS_IR_ADD, e, dims, 1), e, dims, 1));
}

ls_tensor ls_softmax(ls_tensor x, int dim)
{
    LS_TRACE_CALL("ls_softmax");
    return ls_tensor_wrap(softmax(ls_tensor_value(x), dim));
}

ls_tensor ls_log_softmax(ls_tensor x, int dim)
{
    LS_TRACE_CALL("ls_log_softmax");
    return ls_tensor_wrap(ls_compose_log_softmax(ls_tensor_value(x), dim));
}
