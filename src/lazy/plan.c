/* From the trace to a plan: what is needed, in which order, what is donated, and the key. */
#include "lazy/plan.h"

#include <stdlib.h>

#include "base/error.h"

/* A constant costs nothing to record again: the tape keeps the op, not a buffer. */
static bool is_constant(const ls_node *node)
{
    return node->kind == LS_IR_CONSTANT || node->kind == LS_IR_IOTA;
}

static void want_output(ls_value v)
{
    v = ls_value_resolve(v);
    if (!v.node->is_pending) return;
    ls_value_result(v)->is_output = true;
    v.node->flags |= LS_FLAG_NEEDED;
}

static void want_saved(ls_value v)
{
    v.node->flags |= LS_FLAG_SAVED;
    ls_value target = ls_value_resolve(v);
    target.node->flags |= LS_FLAG_SAVED | LS_FLAG_KEEP;
    if (!is_constant(target.node)) want_output(target);
}

static void mark_tape(const ls_trace *trace, ls_node *node)
{
    uint64_t saves = node->kind < LS_IR_KIND_COUNT ? trace->rules->saves(node) : 0;
    for (uint32_t i = 0; i < node->operand_count; i++) {
        ls_node *operand = node->operands[i].node;
        operand->flags |= LS_FLAG_KEEP;
        if (operand->needs_grad && !operand->is_released) operand->flags |= LS_FLAG_TAPE;
        if (i < 32 && saves & LS_SAVES_OPERAND(i)) want_saved(node->operands[i]);
    }
    for (uint32_t r = 0; r < node->result_count && r < 32; r++)
        if (saves & LS_SAVES_RESULT(r)) want_saved((ls_value){node, r});
}

static void mark_live_handles(ls_trace *trace)
{
    for (size_t i = 1; i < trace->slots.count; i++) {
        ls_slot *slot = &trace->slots.data[i];
        if (!(slot->generation & 1)) continue;
        want_output(slot->value);
        ls_node *node = slot->value.node;
        if (node->needs_grad && !node->is_released) node->flags |= LS_FLAG_TAPE;
    }
}

/* Operands are older than their users: one walk from the newest node marks all that is needed. */
static void mark_needed(ls_trace *trace, bool whole)
{
    for (size_t i = trace->nodes.count; i-- > 0;) {
        ls_node *node = trace->nodes.data[i];
        if (node->flags & LS_FLAG_TAPE && whole) mark_tape(trace, node);
        if (!node->is_pending) continue;
        if (whole && node->is_pinned) {
            node->flags |= LS_FLAG_NEEDED;
            for (uint32_t r = 0; r < node->result_count; r++) node->results[r].is_output = true;
        }
        if (node->flags & LS_FLAG_NEEDED)
            for (uint32_t k = 0; k < node->operand_count; k++) node->operands[k].node->flags |= LS_FLAG_NEEDED;
    }
}

/* --- Numbering and the key ---------------------------------------------------------------------------------- */

static void key_push(ls_plan *plan, uint64_t word)
{
    *ls_vec_push(&plan->key) = word;
}

static uint32_t operand_number(ls_plan *plan, ls_value v)
{
    v = ls_value_resolve(v);
    ls_result *result = ls_value_result(v);
    if (!result->mark) {
        LS_ASSERT(result->data);
        result->mark = LS_INPUT_MARK | (uint32_t)plan->inputs.count;
        *ls_vec_push(&plan->inputs) = v;
        key_push(plan, (uintptr_t)result->type);
        plan->hash = ls_hash_mix(plan->hash, result->type->hash);
    }
    return result->mark;
}

static void number_op(ls_plan *plan, ls_node *node)
{
    *ls_vec_push(&plan->ops) = node;
    if (ls_ir_op_info_of(node->kind)->is_collective) plan->collectives++;
    uint64_t h = plan->hash;
    for (uint32_t i = 0; i < node->operand_count; i++) {
        uint32_t number = operand_number(plan, node->operands[i]);
        key_push(plan, number);
        h = ls_hash_mix(h, number);
    }
    uint64_t head = (uint64_t)node->kind | (uint64_t)node->operand_count << 16 | (uint64_t)node->result_count << 40;
    key_push(plan, head);
    key_push(plan, (uintptr_t)node->attrs);
    h = ls_hash_mix(h, head);
    h = ls_hash_mix(h, node->attrs ? node->attrs->hash : 0);
    for (uint32_t r = 0; r < node->result_count; r++) {
        ls_result *result = &node->results[r];
        result->mark = ++plan->value_count;
        key_push(plan, (uintptr_t)result->type);
        h = ls_hash_mix(h, result->type->hash);
        if (result->is_output) *ls_vec_push(&plan->outputs) = (ls_value){node, r};
    }
    plan->hash = h;
}

static void number_ops(ls_trace *trace, ls_plan *plan)
{
    for (size_t i = 0; i < trace->nodes.count; i++) {
        ls_node *node = trace->nodes.data[i];
        if (node->is_pending && node->flags & LS_FLAG_NEEDED && node->kind < LS_IR_KIND_COUNT) number_op(plan, node);
    }
    for (size_t i = 0; i < plan->outputs.count; i++) {
        uint32_t mark = ls_value_result(plan->outputs.data[i])->mark;
        key_push(plan, mark);
        plan->hash = ls_hash_mix(plan->hash, mark);
    }
}

/* --- Donation ----------------------------------------------------------------------------------------------- */

/* Data that some node or the list of recent scalars still holds after the cut. */
static void mark_kept_data(ls_trace *trace)
{
    for (size_t i = 0; i < trace->nodes.count; i++) {
        const ls_node *node = trace->nodes.data[i];
        if (!node->handles && !(node->flags & LS_FLAG_SAVED)) continue;
        for (uint32_t r = 0; r < node->result_count; r++)
            if (node->results[r].data) node->results[r].data->kept_by_cut = trace->cut_count;
    }
    for (int i = 0; i < LS_RECENT_SCALARS; i++)
        if (trace->scalars[i]) trace->scalars[i]->kept_by_cut = trace->cut_count;
}

/* Which inputs hold which data; data that is an input twice must not be donated. */
static void mark_input_data(ls_trace *trace, ls_plan *plan)
{
    for (size_t i = 0; i < plan->inputs.count; i++) {
        ls_data *data = ls_value_result(plan->inputs.data[i])->data;
        if (data->cut == trace->cut_count) data->kept_by_cut = trace->cut_count;
        data->cut = trace->cut_count;
        data->input = (uint32_t)i;
        *ls_vec_push(&plan->aliases) = -1;
    }
}

static int64_t output_index(const ls_plan *plan, ls_value v)
{
    size_t low = 0, high = plan->outputs.count; /* ascending marks */
    uint32_t mark = ls_value_result(v)->mark;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ls_value_result(plan->outputs.data[middle])->mark < mark)
            low = middle + 1;
        else
            high = middle;
    }
    return low < plan->outputs.count && ls_value_equal(plan->outputs.data[low], v) ? (int64_t)low : -1;
}

/* The old value of an assigned handle gives its memory to the new one, if nothing else needs the old. */
static void plan_donations(ls_trace *trace, ls_plan *plan)
{
    mark_kept_data(trace);
    mark_input_data(trace, plan);
    for (size_t i = 1; i < trace->slots.count; i++) {
        const ls_slot *slot = &trace->slots.data[i];
        ls_data *donor = slot->donor;
        if (!donor || donor->cut != trace->cut_count || donor->kept_by_cut == trace->cut_count) continue;
        ls_value value = ls_value_resolve(slot->value);
        if (!value.node->is_pending || ls_value_result(value)->type != donor->type) continue;
        int64_t output = ls_value_result(value)->is_output ? output_index(plan, value) : -1;
        if (output < 0) continue;
        donor->kept_by_cut = trace->cut_count;     /* not twice */
        ls_value_result(value)->is_output = false; /* nor the output; put back below */
        plan->aliases.data[donor->input] = output;
        plan->donated++;
    }
    for (size_t i = 0; i < plan->aliases.count; i++) {
        if (plan->aliases.data[i] < 0) continue;
        ls_value_result(plan->outputs.data[plan->aliases.data[i]])->is_output = true;
        uint64_t word = (uint64_t)i << 32 | (uint64_t)plan->aliases.data[i];
        key_push(plan, word);
        plan->hash = ls_hash_mix(plan->hash, word);
    }
}

void ls_plan_make(ls_trace *trace, ls_plan *plan, const ls_value *values, size_t count)
{
    plan->ops.count = plan->inputs.count = plan->outputs.count = plan->aliases.count = plan->buffers.count =
        plan->key.count = 0;
    plan->hash = 0x10C57E9;
    plan->value_count = plan->collectives = plan->donated = 0;
    if (values)
        for (size_t i = 0; i < count; i++) want_output(values[i]);
    else
        mark_live_handles(trace);
    mark_needed(trace, !values);
    number_ops(trace, plan);
    if (!values)
        plan_donations(trace, plan);
    else
        for (size_t i = 0; i < plan->inputs.count; i++) *ls_vec_push(&plan->aliases) = -1;
}

void ls_plan_destroy(ls_plan *plan)
{
    if (!plan) return;
    ls_vec_finish(&plan->ops);
    ls_vec_finish(&plan->inputs);
    ls_vec_finish(&plan->outputs);
    ls_vec_finish(&plan->aliases);
    ls_vec_finish(&plan->buffers);
    ls_vec_finish(&plan->key);
    free(plan);
}

bool ls_plan_awaits_collectives(const ls_tensor *tensors, int count)
{
    ls_trace *trace = ls_trace_current();
    bool awaits = false;
    for (int i = 0; i < count; i++) {
        ls_slot *slot = ls_slot_find(trace, tensors[i]);
        if (slot) slot->value.node->flags |= LS_FLAG_NEEDED;
    }
    for (size_t i = trace->nodes.count; i-- > 0;) {
        ls_node *node = trace->nodes.data[i];
        bool is_needed = node->is_pending && node->flags & LS_FLAG_NEEDED;
        node->flags &= (uint16_t)~LS_FLAG_NEEDED;
        if (!is_needed) continue;
        awaits |= node->kind < LS_IR_KIND_COUNT && ls_ir_op_info_of((ls_ir_kind)node->kind)->is_collective;
        for (uint32_t k = 0; k < node->operand_count; k++) node->operands[k].node->flags |= LS_FLAG_NEEDED;
    }
    return awaits;
}
