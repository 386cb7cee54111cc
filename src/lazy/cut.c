/* Cutting the trace: plan, look up or compile, launch, then free what nobody holds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "lazy/cache.h"
#include "lazy/launch.h"

/* --- After a launch ----------------------------------------------------------------------------------------- */

static void take_outputs(ls_trace *trace, ls_plan *plan)
{
    for (size_t i = 0; i < plan->outputs.count; i++) {
        ls_value v = plan->outputs.data[i];
        ls_result *result = ls_value_result(v);
        result->data = ls_data_create(trace, plan->buffers.data[plan->inputs.count + i], result->type,
                                      v.node->call ? v.node->call : "an op");
        result->data->was_read = v.node->is_pinned; /* the library's own wish, not the user's */
    }
    for (size_t i = 0; i < plan->outputs.count; i++) plan->outputs.data[i].node->is_pending = false;
}

/* Aliases of what the cut computed get the data too, so that they can let go of their operand. */
static void fill_aliases(ls_trace *trace)
{
    for (size_t i = 0; i < trace->nodes.count; i++) {
        ls_node *node = trace->nodes.data[i];
        if (node->kind != LS_NODE_ALIAS || node->results[0].data) continue;
        ls_value target = ls_value_resolve((ls_value){node, 0});
        if (!ls_value_result(target)->data) continue;
        node->results[0].data = ls_data_retain(ls_value_result(target)->data);
        node->is_pending = false;
    }
}

static void reset_marks(ls_node *node)
{
    node->flags = 0;
    for (uint32_t r = 0; r < node->result_count; r++) {
        node->results[r].mark = 0;
        node->results[r].is_output = false;
    }
}

static bool stays_recorded(const ls_node *node) /* a constant that only the tape holds, or its alias */
{
    return node->is_pending && node->flags & LS_FLAG_SAVED;
}

static void keep_node(ls_trace *trace, ls_node *node)
{
    bool pending = stays_recorded(node);
    if (!(node->flags & LS_FLAG_TAPE) && !(pending && node->kind == LS_NODE_ALIAS)) ls_node_drop_operands(node);
    if (!node->handles && !(node->flags & LS_FLAG_SAVED))
        for (uint32_t r = 0; r < node->result_count; r++) {
            ls_data_release(trace, node->results[r].data);
            node->results[r].data = NULL;
        }
    node->is_pending = pending;
    node->is_pinned = false;
    node->is_used = (node->flags & (LS_FLAG_TAPE | LS_FLAG_KEEP)) != 0;
    reset_marks(node);
}

/* Frees every node that no handle and no tape holds; the rest move together, in order. */
static void sweep(ls_trace *trace)
{
    size_t kept = 0;
    for (size_t i = 0; i < trace->nodes.count; i++) {
        ls_node *node = trace->nodes.data[i];
        if (!node->handles && !(node->flags & (LS_FLAG_TAPE | LS_FLAG_KEEP))) {
            ls_node_destroy(trace, node);
            continue;
        }
        keep_node(trace, node);
        node->seq = (uint32_t)kept;
        trace->nodes.data[kept++] = node;
    }
    trace->nodes.count = kept;
    for (size_t i = 1; i < trace->slots.count; i++) {
        ls_slot *slot = &trace->slots.data[i];
        ls_data_release(trace, slot->donor);
        slot->donor = NULL;
    }
    ls_random_reset(trace);
}

/* --- The loop without a scope ------------------------------------------------------------------------------- */

#define GROWTH_LIMIT 200

static void watch_growth(ls_trace *trace)
{
    size_t scoped = 0;
    uint32_t newest = 0;
    if (trace->warned_growth) return;
    for (uint32_t s = trace->scopes.data[0].first; s; s = trace->slots.data[s].next) {
        if (!scoped++) newest = s;
    }
    trace->growth = scoped > trace->last_scoped ? trace->growth + 1 : 0;
    trace->last_scoped = scoped;
    if (trace->growth < GROWTH_LIMIT) return;
    trace->warned_growth = true;
    char caller[256];
    const ls_node *node = trace->slots.data[newest].value.node;
    ls_log_write(LS_LOG_WARNING,
                 "the number of live tensors grew at each of the last %d cuts, to %zu (the newest is from %s at %s): "
                 "put the loop's body between "
                 "ls_step_begin and ls_step_end, or ls_scope_push and ls_scope_pop",
                 GROWTH_LIMIT, scoped, node->call ? node->call : "?",
                 ls_caller_format(node->caller, caller, sizeof caller));
}

/* --- The cut ------------------------------------------------------------------------------------------------ */

/* Runs the plan; *out_own_ns is what finding the program took, without comparing, compiling and launching. */
static ls_status run_plan(ls_trace *trace, ls_plan *plan, int64_t *out_own_ns)
{
    ls_program *program;
    LS_TRY(ls_launch_compare(trace, plan));
    int64_t start = ls_now_ns(), compiling_ns;
    LS_TRY(ls_program_get(trace, plan, &program, &compiling_ns));
    *out_own_ns = ls_now_ns() - start - compiling_ns;
    ls_status status = ls_launch(trace, plan, program);
    ls_program_release(trace, program);
    return status;
}

static void reset_all_marks(ls_trace *trace)
{
    for (size_t i = 0; i < trace->nodes.count; i++) reset_marks(trace->nodes.data[i]);
}

static ls_status cut(ls_trace *trace, const ls_value *values, size_t count)
{
    if (!trace->plan) trace->plan = calloc(1, sizeof(*trace->plan));
    LS_ASSERT(trace->plan);
    ls_plan *plan = trace->plan;
    ls_metrics *metrics = &trace->shared->metrics;
    int64_t start = ls_now_ns(), found_ns = 0;
    trace->cut_count++;
    ls_plan_make(trace, plan, values, count);
    int64_t planned = ls_now_ns();
    ls_status status = plan->ops.count ? run_plan(trace, plan, &found_ns) : LS_OK;
    int64_t ran = ls_now_ns();
    if (status != LS_OK) {
        reset_all_marks(trace);
        return status;
    }
    take_outputs(trace, plan);
    fill_aliases(trace);
    if (values) {
        reset_all_marks(trace);
    } else {
        sweep(trace);
        watch_growth(trace);
    }
    if (!plan->ops.count) return LS_OK;
    ls_metrics_count(metrics, LS_COUNT_cuts, 1);
    ls_metrics_count(metrics, LS_COUNT_ops, (int64_t)plan->ops.count);
    ls_metrics_time(metrics, LS_TIME_cut, planned - start + found_ns + ls_now_ns() - ran);
    return LS_OK;
}

ls_status ls_trace_cut(void)
{
    ls_trace *trace = ls_trace_current();
    return trace ? cut(trace, NULL, 0) : LS_FAILED_PRECONDITION;
}

ls_status ls_trace_materialise(const ls_value *values, size_t count)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    for (size_t i = 0; i < count; i++) LS_TRY(ls_value_status(values[i]));
    return cut(trace, values, count);
}

ls_status ls_mark_step(void)
{
    LS_TRACE_CALL("ls_mark_step");
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    if (trace->error == LS_OK) return ls_trace_cut();
    ls_status status = ls_fail(trace->error, "%s", trace->error_message ? trace->error_message : "out of memory");
    free(trace->error_message);
    trace->error_message = NULL;
    trace->error = LS_OK;
    return status;
}

ls_status ls_step_begin(void)
{
    ls_scope_push();
    return ls_trace_current() ? LS_OK : LS_FAILED_PRECONDITION;
}

ls_status ls_step_end(void)
{
    LS_TRACE_CALL("ls_step_end");
    LS_TRY(ls_scope_pop());
    return ls_mark_step();
}
