#include "optim/optimizer.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "nn/module.h"
#include <lockstep/autograd.h>
#include <lockstep/distributed.h>

/* --- Making ------------------------------------------------------------------------------------------------- */

static bool add_slot(const ls_named_tensor *entry, void *arg)
{
    ls_optimizer *optimizer = arg;
    if (!entry->is_buffer)
        *ls_vec_push(&optimizer->slots) = (ls_optimizer_slot){.parameter = entry->tensor, .name = strdup(entry->name)};
    return true;
}

ls_optimizer *ls_optimizer_create(const ls_optimizer_rule *rule, ls_module *module, double lr)
{
    if (ls_module_status(module) != LS_OK) return NULL;
    ls_optimizer *optimizer = calloc(1, sizeof(*optimizer));
    if (!optimizer) {
        ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
        return NULL;
    }
    optimizer->rule = rule;
    optimizer->module = module;
    optimizer->lr = lr;
    ls_module_visit(module, add_slot, optimizer);
    return optimizer;
}

void ls_optimizer_destroy(ls_optimizer *optimizer)
{
    if (!optimizer) return;
    for (size_t i = 0; i < optimizer->slots.count; i++) {
        ls_optimizer_slot *slot = &optimizer->slots.data[i];
        for (int s = 0; s < LS_MAX_STATES; s++) ls_free(slot->state[s]);
        free(slot->name);
    }
    ls_vec_finish(&optimizer->slots);
    ls_vec_finish(&optimizer->inputs);
    free(optimizer);
}

void ls_optimizer_set_lr(ls_optimizer *optimizer, double lr)
{
    if (optimizer) optimizer->lr = lr;
}

double ls_optimizer_get_lr(const ls_optimizer *optimizer)
{
    return optimizer ? optimizer->lr : 0;
}

/* --- Stepping ----------------------------------------------------------------------------------------------- */

ls_value ls_optimizer_number(ls_optimizer *optimizer, double number, ls_value like)
{
    ls_value scalar = LS_NO_VALUE;
    for (size_t i = 0; i < optimizer->inputs.count && ls_value_is_none(scalar); i++) {
        const ls_optimizer_input *input = &optimizer->inputs.data[i];
        if (input->number == number && ls_value_dtype(input->scalar) == ls_value_dtype(like)) scalar = input->scalar;
    }
    if (ls_value_is_none(scalar)) {
        scalar = ls_value_scalar_input(number, ls_value_dtype(like));
        *ls_vec_push(&optimizer->inputs) = (ls_optimizer_input){number, scalar};
    }
    return ls_value_broadcast_to(scalar, ls_value_shape(like));
}

ls_value ls_optimizer_scale(ls_value v, double factor)
{
    return ls_value_mul(v, ls_value_full_like(v, factor));
}

/* State starts as zeros on the device, not as a constant, so that the first step is the same program as the others. */
static ls_status make_state(ls_optimizer_slot *slot, int count)
{
    const ls_ir_type *type = ls_value_type(ls_tensor_value(slot->parameter));
    for (int s = 0; s < count; s++) {
        if (slot->state[s].generation != 0) continue;
        void *zeros = calloc(1, ls_ir_type_bytes(type) + 1);
        if (!zeros) return ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for the optimizer's state", slot->name);
        ls_value value = ls_value_from_host(zeros, type);
        free(zeros);
        LS_TRY(ls_value_status(value));
        slot->state[s] = ls_tensor_own(ls_tensor_wrap(value));
    }
    return LS_OK;
}

static ls_status step_slot(ls_optimizer *optimizer, ls_optimizer_slot *slot)
{
    ls_tensor gradient = ls_grad(slot->parameter);
    if (gradient.generation == 0) return LS_OK;
    ls_value p = ls_tensor_value(slot->parameter), g = ls_tensor_value(gradient), state[LS_MAX_STATES];
    LS_TRY(ls_value_status(p));
    LS_TRY(ls_value_status(g));
    int count = optimizer->rule->state_count(optimizer);
    LS_TRY(make_state(slot, count));
    for (int s = 0; s < count; s++) state[s] = ls_tensor_value(slot->state[s]);
    slot->steps++;
    ls_value updated = optimizer->rule->update(optimizer, slot, p, g, state);
    LS_TRY(ls_value_status(updated));
    for (int s = 0; s < count; s++) LS_TRY(ls_tensor_set_value(slot->state[s], state[s]));
    return ls_tensor_set_value(slot->parameter, updated);
}

ls_status ls_step(ls_optimizer *optimizer)
{
    if (!optimizer) return ls_fail(LS_INVALID_ARGUMENT, "ls_step: the optimizer is NULL: it could not be made");
    LS_TRACE_CALL("ls_step");
    ls_status status = LS_OK;
    optimizer->inputs.count = 0;
    ls_tape_off_begin();
    for (size_t i = 0; i < optimizer->slots.count && status == LS_OK; i++)
        status =
            ls_context(step_slot(optimizer, &optimizer->slots.data[i]), "ls_step: %s", optimizer->slots.data[i].name);
    ls_tape_off_end();
    return status;
}

/* One variadic all_reduce for each element type. */
static ls_status average_gradients(ls_optimizer *optimizer)
{
    ls_tensor *gradients = calloc(optimizer->slots.count + 1, sizeof(*gradients));
    if (!gradients) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status = LS_OK;
    for (int dtype = 1; dtype < LS_DTYPE_END && status == LS_OK; dtype++) {
        int count = 0;
        for (size_t i = 0; i < optimizer->slots.count; i++) {
            ls_tensor gradient = ls_grad(optimizer->slots.data[i].parameter);
            if (gradient.generation != 0 && ls_tensor_dtype(gradient) == (ls_dtype)dtype) gradients[count++] = gradient;
        }
        if (count > 0) status = ls_all_reduce_coalesced(gradients, count, LS_AVG, LS_WORLD);
    }
    free(gradients);
    return status;
}

ls_status ls_reduce_and_step(ls_optimizer *optimizer)
{
    if (!optimizer)
        return ls_fail(LS_INVALID_ARGUMENT, "ls_reduce_and_step: the optimizer is NULL: it could not be made");
    if (optimizer->module->is_averaged)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "ls_reduce_and_step: DDP averages this module's gradients already; call ls_step");
    LS_TRACE_CALL("ls_reduce_and_step");
    if (ls_world_size(LS_WORLD) != 1) LS_TRY(average_gradients(optimizer));
    return ls_step(optimizer);
}

ls_status ls_zero_grad(ls_optimizer *optimizer)
{
    if (!optimizer) return ls_fail(LS_INVALID_ARGUMENT, "ls_zero_grad: the optimizer is NULL: it could not be made");
    for (size_t i = 0; i < optimizer->slots.count; i++)
        LS_TRY(ls_set_grad(optimizer->slots.data[i].parameter, (ls_tensor){0}));
    return LS_OK;
}
