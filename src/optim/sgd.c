/* Stochastic gradient descent with momentum (Sutskever et al., 2013), in PyTorch's form and order of operations:
 * g += weight_decay p; b = momentum b + (1 − dampening) g, the first b being g; g = nesterov ? g + momentum b : b; p −=
 * lr g. */
#include "base/error.h"
#include "optim/optimizer.h"

static int state_count(const ls_optimizer *optimizer)
{
    return optimizer->options.sgd.momentum != 0;
}

static ls_value update(ls_optimizer *optimizer, const ls_optimizer_slot *slot, ls_value p, ls_value g, ls_value *state)
{
    const ls_sgd_options *o = &optimizer->options.sgd;
    if (o->weight_decay != 0) g = ls_value_add(g, ls_optimizer_scale(p, o->weight_decay));
    if (o->momentum != 0) {
        /* b starts as 0, so the first sum is g, if dampening starts with the second step. */
        ls_value fresh = g;
        if (o->dampening != 0)
            fresh = ls_value_mul(g, ls_optimizer_number(optimizer, slot->steps == 1 ? 1 : 1 - o->dampening, g));
        ls_value b = ls_value_add(ls_optimizer_scale(state[0], o->momentum), fresh);
        state[0] = b;
        g = o->nesterov ? ls_value_add(g, ls_optimizer_scale(b, o->momentum)) : b;
    }
    return ls_value_sub(p, ls_value_mul(g, ls_optimizer_number(optimizer, optimizer->lr, g)));
}

static const ls_optimizer_rule rule = {state_count, update};

ls_optimizer *ls_sgd_create(ls_module *module, const ls_sgd_options *options)
{
    ls_sgd_options o = options ? *options : (ls_sgd_options){0};
    if (!(o.lr >= 0 && o.momentum >= 0 && o.weight_decay >= 0)) {
        ls_fail(LS_INVALID_ARGUMENT, "ls_sgd_create: lr %g, momentum %g, weight_decay %g: none may be negative", o.lr,
                o.momentum, o.weight_decay);
        return NULL;
    }
    if (o.nesterov && (o.momentum <= 0 || o.dampening != 0)) {
        ls_fail(LS_INVALID_ARGUMENT, "ls_sgd_create: nesterov needs a momentum above 0 and no dampening");
        return NULL;
    }
    ls_optimizer *optimizer = ls_optimizer_create(&rule, module, o.lr == 0 ? 1e-3 : o.lr);
    if (optimizer) optimizer->options.sgd = o;
    return optimizer;
}
