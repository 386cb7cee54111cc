/* Adam (Kingma and Ba, 2015) and AdamW (Loshchilov and Hutter, 2019), in PyTorch's order of operations:
 * Adam: g += weight_decay p; AdamW: p *= 1 − lr weight_decay; then m += (1 − beta1)(g − m); v = beta2 v + (1 − beta2)
 * g²; p −= lr/(1 − beta1^t) · m / (√v / √(1 − beta2^t) + epsilon). */
#include <math.h>

#include "base/error.h"
#include "optim/optimizer.h"

static int state_count(const ls_optimizer *optimizer)
{
    (void)optimizer;
    return 2; /* m, v */
}

static ls_value update(ls_optimizer *optimizer, const ls_optimizer_slot *slot, ls_value p, ls_value g, ls_value *state)
{
    const ls_adam_options *o = &optimizer->options.adam;
    if (o->weight_decay != 0 && optimizer->is_decoupled)
        p = ls_value_mul(p, ls_optimizer_number(optimizer, 1 - optimizer->lr * o->weight_decay, p));
    else if (o->weight_decay != 0)
        g = ls_value_add(g, ls_optimizer_scale(p, o->weight_decay));
    ls_value m = ls_value_add(state[0], ls_optimizer_scale(ls_value_sub(g, state[0]), 1 - o->beta1));
    ls_value v =
        ls_value_add(ls_optimizer_scale(state[1], o->beta2), ls_optimizer_scale(ls_value_mul(g, g), 1 - o->beta2));
    state[0] = m;
    state[1] = v;
    /* The step count enters through two numbers that are inputs of the program. */
    double step_size = optimizer->lr / (1 - pow(o->beta1, (double)slot->steps));
    double correction = sqrt(1 - pow(o->beta2, (double)slot->steps));
    ls_value root = ls_value_unary(LS_IR_SQRT, v);
    ls_value scaled = ls_value_div(root, ls_optimizer_number(optimizer, correction, root));
    ls_value denominator = ls_value_add(scaled, ls_value_full_like(root, o->epsilon));
    return ls_value_sub(p, ls_value_mul(ls_value_div(m, denominator), ls_optimizer_number(optimizer, step_size, p)));
}

static ls_optimizer *create(const ls_optimizer_rule *rule, ls_module *module, const ls_adam_options *options)
{
    ls_adam_options o = options ? *options : (ls_adam_options){0};
    if (!(o.lr >= 0 && o.weight_decay >= 0 && o.epsilon >= 0 && o.beta1 >= 0 && o.beta1 < 1 && o.beta2 >= 0 &&
          o.beta2 < 1)) {
        ls_fail(LS_INVALID_ARGUMENT,
                "Adam: lr %g, weight_decay %g, epsilon %g may not be negative, beta1 %g and beta2 %g lie in [0, 1)",
                o.lr, o.weight_decay, o.epsilon, o.beta1, o.beta2);
        return NULL;
    }
    ls_optimizer *optimizer = ls_optimizer_create(rule, module, o.lr == 0 ? 1e-3 : o.lr);
    if (!optimizer) return NULL;
    if (o.beta1 == 0) o.beta1 = 0.9;
    if (o.beta2 == 0) o.beta2 = 0.999;
    if (o.epsilon == 0) o.epsilon = 1e-8;
    optimizer->options.adam = o;
    return optimizer;
}

ls_optimizer *ls_adam_create(ls_module *module, const ls_adam_options *options)
{
    static const ls_optimizer_rule rule = {state_count, update};
    return create(&rule, module, options);
}

ls_optimizer *ls_adamw_create(ls_module *module, const ls_adam_options *options)
{
    static const ls_optimizer_rule rule = {state_count, update};
    ls_optimizer *optimizer = create(&rule, module, options);
    if (optimizer) optimizer->is_decoupled = true;
    return optimizer;
}
