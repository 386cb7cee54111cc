/* Layers that have parameters. N batch, C channels, H height, W width. */
#include "nn/layers.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "nn/module.h"
#include <lockstep/autograd.h>

static ls_tensor forward_refused(ls_module *self, ls_tensor input)
{
    return ls_module_error(ls_module_status(self));
}

static ls_module *refused(ls_status status)
{
    return ls_module_mark_failed(ls_module_create(forward_refused, NULL), status);
}

/* Adds a parameter or buffer whose value stays in no scope of the caller's. */
#define ADD(add, module, name, value)                                                                                  \
    do {                                                                                                               \
        ls_scope_push();                                                                                               \
        add((module), (name), (value));                                                                                \
        ls_scope_pop();                                                                                                \
    } while (0)
#define ADD_PARAMETER(module, name, value) ADD(ls_module_add_parameter, module, name, value)
#define ADD_BUFFER(module, name, value) ADD(ls_module_add_buffer, module, name, value)

/* --- Linear ------------------------------------------------------------------------------------------------- */

static ls_tensor forward_linear(ls_module *self, ls_tensor input)
{
    return ls_linear(input, ls_module_get(self, "weight"), ls_module_get(self, "bias"));
}

ls_module *ls_nn_linear(int64_t in_features, int64_t out_features, const ls_linear_options *options)
{
    if (in_features < 1 || out_features < 1)
        return refused(ls_fail(LS_INVALID_ARGUMENT, "linear: %" PRId64 " features in, %" PRId64 " out", in_features,
                               out_features));
    ls_module *module = ls_module_create(forward_linear, NULL);
    ADD_PARAMETER(module, "weight", ls_init_weight(LS_SHAPE(out_features, in_features), LS_INIT_DEFAULT));
    if (!options || !options->no_bias)
        ADD_PARAMETER(module, "bias", ls_init_uniform(LS_SHAPE(out_features), 1 / sqrt((double)in_features)));
    return module;
}

/* --- Convolution -------------------------------------------------------------------------------------------- */

static ls_tensor forward_conv2d(ls_module *self, ls_tensor input)
{
    const ls_conv2d_options *options = ls_module_user(self);
    return ls_conv2d(input, ls_module_get(self, "weight"), ls_module_get(self, "bias"), options);
}

ls_module *ls_nn_conv2d_init(int64_t in_channels, int64_t out_channels, int64_t kernel,
                             const ls_nn_conv2d_options *options, ls_init init)
{
    ls_nn_conv2d_options o = options ? *options : (ls_nn_conv2d_options){0};
    int64_t groups = o.conv.groups ? o.conv.groups : 1;
    if (in_channels < 1 || out_channels < 1 || kernel < 1 || groups < 1 || in_channels % groups ||
        out_channels % groups)
        return refused(ls_fail(LS_INVALID_ARGUMENT,
                               "conv2d: %" PRId64 " channels to %" PRId64 ", kernel %" PRId64 ", in %" PRId64 " groups",
                               in_channels, out_channels, kernel, groups));
    ls_module *module = ls_module_create_with(forward_conv2d, &o.conv, sizeof(o.conv));
    int64_t inputs = in_channels / groups;
    ADD_PARAMETER(module, "weight", ls_init_weight(LS_SHAPE(out_channels, inputs, kernel, kernel), init));
    if (!o.no_bias)
        ADD_PARAMETER(module, "bias",
                      ls_init_uniform(LS_SHAPE(out_channels), 1 / sqrt((double)(inputs * kernel * kernel))));
    return module;
}

ls_module *ls_nn_conv2d(int64_t in_channels, int64_t out_channels, int64_t kernel, const ls_nn_conv2d_options *options)
{
    return ls_nn_conv2d_init(in_channels, out_channels, kernel, options, LS_INIT_DEFAULT);
}

/* --- Normalisation ------------------------------------------------------------------------------------------ */

/* buffer := (1 − momentum)·buffer + momentum·scale·statistic, in PyTorch's order. */
static ls_status update_running(ls_tensor buffer, ls_tensor statistic, double momentum, double scale)
{
    ls_tensor fresh = ls_mul_scalar(scale == 1 ? statistic : ls_mul_scalar(statistic, scale), momentum);
    return ls_assign(buffer, ls_add(fresh, ls_mul_scalar(buffer, 1 - momentum)));
}

static ls_status update_statistics(ls_module *self, ls_tensor mean, ls_tensor variance, int64_t count)
{
    const ls_batch_norm_options *options = ls_module_user(self);
    ls_tensor tracked = ls_module_get(self, "num_batches_tracked");
    LS_TRY(ls_assign(tracked, ls_add_scalar(tracked, 1)));
    LS_TRY(update_running(ls_module_get(self, "running_mean"), mean, options->momentum, 1));
    /* The batch's variance is biased, the running one is not. */
    return update_running(ls_module_get(self, "running_var"), variance, options->momentum,
                          (double)count / (double)(count - 1));
}

static ls_tensor forward_batch_norm(ls_module *self, ls_tensor input)
{
    const ls_batch_norm_options *options = ls_module_user(self);
    ls_tensor weight = ls_module_get(self, "weight"), bias = ls_module_get(self, "bias");
    if (!ls_module_is_training(self))
        return ls_batch_norm_inference(input, weight, bias, ls_module_get(self, "running_mean"),
                                       ls_module_get(self, "running_var"), options->epsilon);
    ls_shape shape = ls_tensor_shape(input);
    ls_tensor mean, variance, result = ls_batch_norm(input, weight, bias, options->epsilon, &mean, &variance);
    if (ls_tensor_status(result) != LS_OK) return result;
    int64_t count = shape.dims[1] ? ls_shape_count(shape) / shape.dims[1] : 0; /* values per channel */
    if (count < 2)
        return ls_module_error(
            ls_fail(LS_INVALID_ARGUMENT,
                    "batch_norm2d: %" PRId64 " value per channel has no variance; training needs more", count));
    ls_no_grad_begin();
    ls_status status = update_statistics(self, mean, variance, count);
    ls_no_grad_end();
    return status == LS_OK ? result : ls_module_error(status);
}

ls_module *ls_nn_batch_norm2d(int64_t channels, const ls_batch_norm_options *options)
{
    if (channels < 1) return refused(ls_fail(LS_INVALID_ARGUMENT, "batch_norm2d: %" PRId64 " channels", channels));
    ls_batch_norm_options o = options ? *options : (ls_batch_norm_options){0};
    if (o.epsilon == 0) o.epsilon = 1e-5;
    if (o.momentum == 0) o.momentum = 0.1;
    ls_module *module = ls_module_create_with(forward_batch_norm, &o, sizeof(o));
    ADD_PARAMETER(module, "weight", ls_init_constant(LS_SHAPE(channels), 1));
    ADD_PARAMETER(module, "bias", ls_init_constant(LS_SHAPE(channels), 0));
    ADD_BUFFER(module, "running_mean", ls_init_constant(LS_SHAPE(channels), 0));
    ADD_BUFFER(module, "running_var", ls_init_constant(LS_SHAPE(channels), 1));
    ADD_BUFFER(module, "num_batches_tracked", ls_from_i64(&(int64_t){0}, LS_SHAPE()));
    return module;
}

static ls_tensor forward_layer_norm(ls_module *self, ls_tensor input)
{
    const double *epsilon = ls_module_user(self);
    return ls_layer_norm(input, ls_module_get(self, "weight"), ls_module_get(self, "bias"), *epsilon);
}

ls_module *ls_nn_layer_norm(ls_shape shape, double epsilon)
{
    if (epsilon == 0) epsilon = 1e-5;
    ls_module *module = ls_module_create_with(forward_layer_norm, &epsilon, sizeof(epsilon));
    ADD_PARAMETER(module, "weight", ls_init_constant(shape, 1));
    ADD_PARAMETER(module, "bias", ls_init_constant(shape, 0));
    return module;
}
