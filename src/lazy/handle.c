/* Handles, scopes, leaves; the life of a trace. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lazy/cache.h"
#include "lazy/state.h"

/* --- The trace's life --------------------------------------------------------------------------------------- */

static void shared_destroy(void *cache)
{
    ls_shared *shared = cache;
    ls_program_cache_destroy(shared->programs);
    ls_metrics_finish(&shared->metrics);
    ls_intern_pool_finish(&shared->pool);
    free(shared);
}

static ls_shared *shared_of(ls_process *process)
{
    pthread_mutex_lock(&process->mutex);
    ls_shared *shared = process->program_cache;
    if (!shared && (shared = calloc(1, sizeof(*shared)))) {
        ls_intern_pool_init(&shared->pool);
        ls_metrics_init(&shared->metrics);
        shared->programs = ls_program_cache_create();
        process->program_cache = shared;
        process->program_cache_destroy = shared_destroy;
    }
    pthread_mutex_unlock(&process->mutex);
    LS_ASSERT(shared);
    return shared;
}

static void trace_destroy(void *lazy)
{
    ls_trace *trace = lazy;
    ls_handles_finish(trace);
    for (size_t i = 0; i < trace->nodes.count; i++) ls_node_destroy(trace, trace->nodes.data[i]);
    for (int i = 0; i < LS_RECENT_SCALARS; i++) ls_data_release(trace, trace->scalars[i]);
    for (int i = 0; i < LS_IN_FLIGHT; i++) ls_pjrt_event_destroy(trace->in_flight[i]);
    for (size_t i = 0; i < trace->slabs.count; i++) free(trace->slabs.data[i]);
    ls_vec_finish(&trace->slabs);
    ls_vec_finish(&trace->nodes);
    ls_vec_finish(&trace->slots);
    ls_vec_finish(&trace->scopes);
    ls_intern_set_finish(&trace->types);
    ls_intern_set_finish(&trace->attrs);
    ls_plan_destroy(trace->plan);
    free(trace->inferences);
    free(trace->error_message);
    free(trace);
}

static ls_trace *trace_create(ls_rank_context *context)
{
    ls_trace *trace = calloc(1, sizeof(*trace));
    LS_ASSERT(trace);
    trace->context = context;
    trace->shared = shared_of(context->process);
    trace->inferences = calloc(LS_INFERENCES, sizeof(*trace->inferences));
    LS_ASSERT(trace->inferences);
    ls_handles_init(trace);
    context->lazy = trace;
    context->lazy_destroy = trace_destroy;
    return trace;
}

ls_trace *ls_trace_current(void)
{
    ls_rank_context *context = ls_rank_peek();
    if (__builtin_expect(context && context->lazy, 1)) return context->lazy;
    if (!context && ls_rank_current(&context) != LS_OK) return NULL;
    if (context != ls_rank_peek()) {
        ls_fail(LS_FAILED_PRECONDITION, "tensors belong to the own thread of rank %d, for which this one only acts",
                context->rank);
        return NULL;
    }
    return trace_create(context);
}

/* --- Slots -------------------------------------------------------------------------------------------------- */

static uint32_t slot_number(const ls_trace *trace, uint32_t index)
{
    return (uint32_t)trace->context->thread << LS_SLOT_BITS | index;
}

void ls_handles_init(ls_trace *trace)
{
    ls_vec_push(&trace->slots);
    ls_vec_push(&trace->scopes);
}

ls_slot *ls_slot_find(ls_trace *trace, ls_tensor t)
{
    uint32_t index = t.slot & ((1u << LS_SLOT_BITS) - 1);
    if (!index || index >= trace->slots.count || t.slot != slot_number(trace, index)) return NULL;
    ls_slot *slot = &trace->slots.data[index];
    return slot->generation == t.generation && slot->generation & 1 ? slot : NULL;
}

static void scope_link(ls_trace *trace, uint32_t index, uint32_t scope)
{
    ls_slot *slot = &trace->slots.data[index];
    slot->scope = scope;
    slot->prev = slot->next = 0;
    if (!scope) return;
    uint32_t *first = &trace->scopes.data[scope - 1].first;
    slot->next = *first;
    if (*first) trace->slots.data[*first].prev = index;
    *first = index;
}

static void scope_unlink(ls_trace *trace, uint32_t index)
{
    ls_slot *slot = &trace->slots.data[index];
    if (!slot->scope) return;
    if (slot->prev)
        trace->slots.data[slot->prev].next = slot->next;
    else
        trace->scopes.data[slot->scope - 1].first = slot->next;
    if (slot->next) trace->slots.data[slot->next].prev = slot->prev;
}

/* First generations differ from trace to trace, so that a handle of an earlier one is not taken for one of this. */
static uint32_t first_generation(const ls_trace *trace)
{
    return (uint32_t)ls_hash_mix((uintptr_t)trace, (uint64_t)ls_now_ns()) | 1;
}

ls_tensor ls_wrap_in(ls_trace *trace, ls_value value, uint32_t scope)
{
    uint32_t index = trace->free_slot;
    if (index) {
        trace->free_slot = trace->slots.data[index].next;
        trace->slots.data[index].generation++;
    } else {
        index = (uint32_t)trace->slots.count;
        if (index >= 1u << LS_SLOT_BITS) {
            ls_fail(LS_RESOURCE_EXHAUSTED, "%u tensors are alive on this rank: close their scopes or free them", index);
            return (ls_tensor){0};
        }
        ls_vec_push(&trace->slots)->generation = first_generation(trace);
    }
    ls_slot *slot = &trace->slots.data[index];
    slot->value = value;
    slot->leaf = NULL;
    slot->donor = NULL;
    value.node->handles++;
    scope_link(trace, index, scope);
    trace->live_handles++;
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_tensors_alive, 1);
    return (ls_tensor){slot_number(trace, index), slot->generation};
}

/* A handle no longer stands for the value. Data that nothing else uses goes at once, not at the next cut. */
static void value_unref(ls_trace *trace, ls_value value)
{
    ls_node *node = value.node;
    if (--node->handles || node->is_used || node->is_pending) return;
    for (uint32_t i = 0; i < node->result_count; i++) {
        ls_data_release(trace, node->results[i].data);
        node->results[i].data = NULL;
    }
}

static void slot_release(ls_trace *trace, uint32_t index)
{
    scope_unlink(trace, index);
    ls_slot *slot = &trace->slots.data[index];
    ls_leaf *leaf = slot->leaf;
    value_unref(trace, slot->value);
    ls_data_release(trace, slot->donor);
    *slot = (ls_slot){.generation = slot->generation + 1, .next = trace->free_slot};
    trace->free_slot = index;
    trace->live_handles--;
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_tensors_alive, -1);
    if (!leaf) return;
    ls_slot *grad = ls_slot_find(trace, leaf->grad);
    if (grad) slot_release(trace, (uint32_t)(grad - trace->slots.data));
    free(leaf);
}

void ls_handles_finish(ls_trace *trace)
{
    for (uint32_t i = 1; i < trace->slots.count; i++)
        if (trace->slots.data[i].generation & 1) slot_release(trace, i);
}

/* --- Scopes ------------------------------------------------------------------------------------------------- */

void ls_scope_push(void)
{
    ls_trace *trace = ls_trace_current();
    if (trace) ls_vec_push(&trace->scopes);
}

ls_status ls_scope_pop(void)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    if (trace->scopes.count < 2) return ls_fail(LS_FAILED_PRECONDITION, "ls_scope_pop: no scope is open");
    uint32_t first;
    while ((first = trace->scopes.data[trace->scopes.count - 1].first)) slot_release(trace, first);
    trace->scopes.count--;
    return LS_OK;
}

static ls_tensor move_to_scope(ls_trace *trace, ls_tensor t, uint32_t scope)
{
    ls_slot *slot = ls_slot_find(trace, t);
    if (!slot) return ls_tensor_wrap(ls_tensor_value(t)); /* an error tensor that says why */
    uint32_t index = (uint32_t)(slot - trace->slots.data);
    if (slot->scope <= scope) return t;
    scope_unlink(trace, index);
    scope_link(trace, index, scope);
    return t;
}

ls_tensor ls_keep(ls_tensor t)
{
    LS_TRACE_CALL("ls_keep");
    ls_trace *trace = ls_trace_current();
    if (!trace) return (ls_tensor){0};
    uint32_t depth = (uint32_t)trace->scopes.count;
    return move_to_scope(trace, t, depth > 1 ? depth - 1 : 1);
}

ls_tensor ls_tensor_own(ls_tensor t)
{
    ls_trace *trace = ls_trace_current();
    return trace ? move_to_scope(trace, t, 0) : (ls_tensor){0};
}

ls_status ls_free(ls_tensor t)
{
    if (!t.slot && !t.generation) return LS_OK;
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    ls_slot *slot = ls_slot_find(trace, t);
    if (!slot)
        return ls_fail(LS_INVALID_ARGUMENT, "ls_free: stale tensor handle {%u, %u}: freed already, or of another rank",
                       t.slot, t.generation);
    slot_release(trace, (uint32_t)(slot - trace->slots.data));
    return LS_OK;
}

/* --- Values of handles -------------------------------------------------------------------------------------- */

static void slot_replace(ls_trace *trace, ls_slot *slot, ls_value value)
{
    ls_value old = slot->value;
    value.node->handles++;
    slot->value = value;
    value_unref(trace, old);
}

ls_status ls_tensor_set_value(ls_tensor t, ls_value value)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    LS_TRY(ls_value_status(value));
    LS_TRY(ls_tensor_status(t));
    ls_slot *slot = ls_slot_find(trace, t);
    const ls_ir_type *have = ls_value_type(slot->value), *want = ls_value_type(value);
    if (have != want) {
        char a[200], b[200];
        return ls_fail(LS_INVALID_ARGUMENT, "ls_assign: the handle holds %s, the new value is %s",
                       ls_ir_type_format(have, a, sizeof a), ls_ir_type_format(want, b, sizeof b));
    }
    ls_data *old = ls_value_result(ls_value_resolve(slot->value))->data;
    if (!slot->donor && old) slot->donor = ls_data_retain(old);
    if (slot->leaf && slot->leaf->requires_grad) value = ls_alias_value(trace, value, false, t);
    slot_replace(trace, slot, value);
    return LS_OK;
}

ls_leaf *ls_tensor_leaf(ls_tensor t, bool create)
{
    ls_trace *trace = ls_trace_current();
    ls_slot *slot = trace ? ls_slot_find(trace, t) : NULL;
    if (!slot) return NULL;
    if (!slot->leaf && create) {
        slot->leaf = calloc(1, sizeof(*slot->leaf));
        LS_ASSERT(slot->leaf);
        slot->leaf->handle = t;
    }
    return slot->leaf;
}

ls_leaf *ls_node_leaf(const ls_node *node)
{
    return node->leaf.slot ? ls_tensor_leaf(node->leaf, false) : NULL;
}

ls_status ls_tensor_mark_leaf(ls_tensor t, bool requires_grad)
{
    LS_TRY(ls_tensor_status(t));
    ls_trace *trace = ls_trace_current();
    ls_slot *slot = ls_slot_find(trace, t);
    ls_node *node = slot->value.node;
    if (node->needs_grad && !node->leaf.slot)
        return ls_fail(
            LS_FAILED_PRECONDITION,
            "requires_grad can only be set on leaves: this tensor was computed by %s from others that need gradients",
            node->call ? node->call : "an op");
    ls_tensor_leaf(t, true)->requires_grad = requires_grad;
    slot = ls_slot_find(trace, t);
    slot_replace(trace, slot, ls_alias_value(trace, slot->value, false, requires_grad ? t : (ls_tensor){0}));
    return LS_OK;
}

/* --- The tape ----------------------------------------------------------------------------------------------- */

void ls_tape_set_rules(const ls_tape_rules *rules)
{
    ls_trace *trace = ls_trace_current();
    if (trace) trace->rules = rules;
}

bool ls_tape_is_on(void)
{
    ls_trace *trace = ls_trace_current();
    return trace && !trace->tape_off;
}

void ls_tape_off_begin(void)
{
    ls_trace *trace = ls_trace_current();
    if (trace) trace->tape_off++;
}

void ls_tape_off_end(void)
{
    ls_trace *trace = ls_trace_current();
    if (trace && trace->tape_off) trace->tape_off--;
}

void ls_node_release(ls_node *node)
{
    node->is_released = true;
}
