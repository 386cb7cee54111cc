/* Leaves: who wants a gradient and what it is. */
#include "autograd/gradient.h"
#include "base/error.h"
#include <lockstep/autograd.h>

ls_status ls_set_requires_grad(ls_tensor t, bool requires_grad)
{
    LS_TRACE_CALL("ls_set_requires_grad");
    ls_value value = ls_tensor_value(t);
    LS_TRY(ls_value_status(value));
    if (requires_grad && !ls_dtype_is_float(ls_value_dtype(value)))
        return ls_fail(LS_INVALID_ARGUMENT,
                       "ls_set_requires_grad: only floating-point tensors have gradients, this is %s",
                       ls_dtype_name(ls_value_dtype(value)));
    ls_gradient_install();
    return ls_tensor_mark_leaf(t, requires_grad);
}

bool ls_requires_grad(ls_tensor t)
{
    ls_leaf *leaf = ls_tensor_leaf(t, false);
    return leaf && leaf->requires_grad ? true : ls_value_needs_grad(ls_tensor_value(t));
}

ls_tensor ls_grad(ls_tensor leaf)
{
    ls_leaf *settings = ls_tensor_leaf(leaf, false);
    return settings ? settings->grad : (ls_tensor){0};
}

static ls_status check_gradient(ls_tensor leaf, ls_value gradient)
{
    ls_value value = ls_tensor_value(leaf);
    LS_TRY(ls_value_status(value));
    LS_TRY(ls_value_status(gradient));
    char have[128], want[128];
    if (ls_ir_type_equal(ls_value_type(value), ls_value_type(gradient))) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "ls_set_grad: the gradient is %s[%s], the tensor %s[%s]",
                   ls_dtype_name(ls_value_dtype(gradient)),
                   ls_shape_format(*ls_value_shape(gradient), have, sizeof(have)), ls_dtype_name(ls_value_dtype(value)),
                   ls_shape_format(*ls_value_shape(value), want, sizeof(want)));
}

ls_status ls_set_grad(ls_tensor leaf, ls_tensor gradient)
{
    LS_TRACE_CALL("ls_set_grad");
    bool clear = gradient.generation == 0;
    ls_value value = clear ? LS_NO_VALUE : ls_value_detach(ls_tensor_value(gradient));
    if (!clear) LS_TRY(check_gradient(leaf, value));
    ls_leaf *settings = ls_tensor_leaf(leaf, !clear);
    if (!settings) return ls_value_status(ls_tensor_value(leaf)); /* nothing to clear, or no such tensor */
    ls_tensor old = settings->grad;
    settings->grad = clear ? (ls_tensor){0} : ls_tensor_own(ls_tensor_wrap(value));
    return ls_free(old);
}

void ls_no_grad_begin(void)
{
    ls_tape_off_begin();
}

void ls_no_grad_end(void)
{
    ls_tape_off_end();
}

ls_tensor ls_detach(ls_tensor t)
{
    LS_TRACE_CALL("ls_detach");
    return ls_tensor_wrap(ls_value_detach(ls_tensor_value(t)));
}
