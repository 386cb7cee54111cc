/* Layers without parameters: each an op with its options. */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "nn/module.h"

#define STATELESS(name)                                                                                                \
    static ls_tensor forward_##name(ls_module *self, ls_tensor input)                                                  \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        return ls_##name(input);                                                                                       \
    }                                                                                                                  \
    ls_module *ls_nn_##name(void)                                                                                      \
    {                                                                                                                  \
        return ls_module_create(forward_##name, NULL);                                                                 \
    }
STATELESS(relu)
STATELESS(sigmoid)
STATELESS(tanh)
STATELESS(gelu)
STATELESS(silu)

static ls_module *make_pool(ls_forward_fn forward, const ls_pool2d_options *options)
{
    static const ls_pool2d_options none;
    ls_module *module = ls_module_create_with(forward, options ? options : &none, sizeof(none));
    if (options) return module;
    return ls_module_mark_failed(module, ls_fail(LS_INVALID_ARGUMENT, "pooling needs options: a kernel size"));
}

static ls_tensor forward_max_pool2d(ls_module *self, ls_tensor input)
{
    return ls_max_pool2d(input, ls_module_user(self));
}

ls_module *ls_nn_max_pool2d(const ls_pool2d_options *options)
{
    return make_pool(forward_max_pool2d, options);
}

static ls_tensor forward_avg_pool2d(ls_module *self, ls_tensor input)
{
    return ls_avg_pool2d(input, ls_module_user(self));
}

ls_module *ls_nn_avg_pool2d(const ls_pool2d_options *options)
{
    return make_pool(forward_avg_pool2d, options);
}

static ls_tensor forward_adaptive_avg_pool2d(ls_module *self, ls_tensor input)
{
    const int64_t *size = ls_module_user(self); /* height, width */
    return ls_adaptive_avg_pool2d(input, size[0], size[1]);
}

ls_module *ls_nn_adaptive_avg_pool2d(int64_t height, int64_t width)
{
    int64_t size[2] = {height, width};
    return ls_module_create_with(forward_adaptive_avg_pool2d, size, sizeof(size));
}

static ls_tensor forward_dropout(ls_module *self, ls_tensor input)
{
    const double *p = ls_module_user(self);
    return ls_module_is_training(self) ? ls_dropout(input, *p) : input;
}

ls_module *ls_nn_dropout(double p)
{
    return ls_module_create_with(forward_dropout, &p, sizeof(p));
}

static ls_tensor forward_flatten(ls_module *self, ls_tensor input)
{
    const int *start_dim = ls_module_user(self);
    return ls_flatten(input, *start_dim);
}

ls_module *ls_nn_flatten(int start_dim)
{
    return ls_module_create_with(forward_flatten, &start_dim, sizeof(start_dim));
}

/* --- Sequential --------------------------------------------------------------------------------------------- */

static ls_tensor forward_sequential(ls_module *self, ls_tensor input)
{
    for (size_t i = 0; i < self->children.count; i++) input = ls_forward(self->children.data[i].module, input);
    return input;
}

ls_module *ls_nn_sequential(ls_module *first, ...)
{
    ls_module *module = ls_module_create(forward_sequential, NULL);
    va_list children;
    va_start(children, first);
    int count = 0;
    for (ls_module *child = first; child; child = va_arg(children, ls_module *)) {
        char name[16];
        snprintf(name, sizeof(name), "%d", count++);
        ls_module_add(module, name, child);
    }
    va_end(children);
    return module;
}
