#include "lazy/launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* --- Comparing ---------------------------------------------------------------------------------------------- */

/* What a rank tells the others about the program that it is about to run. */
typedef struct summary {
    uint64_t hash;
    uint32_t ops, collectives, inputs, outputs;
    char cut_by[104]; /* "ls_item at main+0x1f in train" */
} summary;

static ls_status mismatch(const summary *all, int count)
{
    char text[2048];
    size_t used = 0;
    for (int r = 0; r < count && used < sizeof text; r++) {
        bool told = false;
        for (int q = 0; q < r; q++) told |= all[q].hash == all[r].hash;
        if (told) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%srank", used ? "; " : "");
        for (int q = r; q < count && used < sizeof text; q++)
            if (all[q].hash == all[r].hash) used += (size_t)snprintf(text + used, sizeof text - used, " %d", q);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, ": %u ops, %u collectives, %u inputs, %u outputs, cut by %s", all[r].ops,
                                     all[r].collectives, all[r].inputs, all[r].outputs, all[r].cut_by);
    }
    return ls_fail(LS_FAILED_PRECONDITION,
                   "the ranks traced different programs (every rank must record the same ops and cut at the same place; a read such as ls_item on "
                   "one rank only is a cut): %s", text);
}

static ls_status compare_over_world(ls_trace *trace, const ls_plan *plan, summary *all)
{
    ls_group_info world;
    LS_TRY(ls_group_get(LS_WORLD, &world));
    char caller[256];
    summary mine = {.hash = plan->hash,
                    .ops = (uint32_t)plan->ops.count,
                    .collectives = plan->collectives,
                    .inputs = (uint32_t)plan->inputs.count,
                    .outputs = (uint32_t)plan->outputs.count};
    snprintf(mine.cut_by, sizeof mine.cut_by, "%s at %s", trace->call ? trace->call : "a cut", ls_caller_format(trace->caller, caller, sizeof caller));
    ls_comm_segment in = {&mine, sizeof mine}, out = {all, sizeof mine * (size_t)world.count};
    ls_comm_call call = {
        .op = LS_COMM_ALL_GATHER,
        .dtype = LS_U8,
        .in = &in,
        .out = &out,
        .in_count = 1,
        .out_count = 1,
        .label = "comparing programs",
        .deadline = ls_deadline_in_ms(trace->context->timeout_ms),
    };
    LS_TRY(ls_comm_run(world.comm, &call));
    for (int r = 0; r < world.count; r++)
        if (all[r].hash != mine.hash) return mismatch(all, world.count);
    return LS_OK;
}

ls_status ls_launch_compare(ls_trace *trace, const ls_plan *plan)
{
    if (!plan->collectives || ls_map_get(&trace->compared, &plan->hash, sizeof plan->hash)) return LS_OK;
    summary *all = calloc((size_t)trace->context->world_size, sizeof(*all));
    LS_ASSERT(all);
    ls_status status = compare_over_world(trace, plan, all);
    free(all);
    if (status == LS_OK) ls_map_set(&trace->compared, &plan->hash, sizeof plan->hash, trace);
    return ls_context(status, "before the first run of a program with collectives");
}

/* --- Launching ---------------------------------------------------------------------------------------------- */

static ls_status await_launch(ls_trace *trace, uint32_t slot)
{
    ls_pjrt_event *event = trace->in_flight[slot];
    if (!event) return LS_OK;
    trace->in_flight[slot] = NULL;
    ls_status status = LS_OK;
    if (!ls_pjrt_event_is_ready(event)) {
        int64_t start = ls_now_ns();
        status = ls_pjrt_event_await(event, ls_deadline_in_ms(trace->context->timeout_ms));
        ls_metrics_time(&trace->shared->metrics, LS_TIME_wait, ls_now_ns() - start);
    }
    ls_pjrt_event_destroy(event);
    return ls_context(status, "waiting for an earlier launch");
}

ls_status ls_launch_wait_all(ls_trace *trace)
{
    ls_status first = LS_OK;
    for (uint32_t i = 0; i < LS_IN_FLIGHT; i++) {
        ls_status status = await_launch(trace, (trace->launches + i) % LS_IN_FLIGHT);
        if (first == LS_OK) first = status;
    }
    return first;
}

ls_status ls_launch(ls_trace *trace, ls_plan *plan, ls_program *program)
{
    uint32_t slot = trace->launches % LS_IN_FLIGHT;
    LS_TRY(await_launch(trace, slot));
    plan->buffers.count = 0;
    for (size_t i = 0; i < plan->inputs.count; i++) {
        ls_data *data = ls_value_result(plan->inputs.data[i])->data;
        data->was_read = true;
        *ls_vec_push(&plan->buffers) = data->buffer;
    }
    for (size_t i = 0; i < plan->outputs.count; i++) ls_vec_push(&plan->buffers);
    ls_pjrt_execute_options options = {.device = trace->context->device};
    if (plan->collectives) options.launch_id = ++trace->context->launch_count;
    int64_t start = ls_now_ns();
    ls_pjrt_event *done = NULL;
    LS_TRY(ls_pjrt_execute(program->executable, plan->buffers.data, plan->inputs.count, &options, plan->buffers.data + plan->inputs.count, &done));
    ls_metrics *metrics = &trace->shared->metrics;
    ls_metrics_time(metrics, LS_TIME_launch, ls_now_ns() - start);
    ls_metrics_count(metrics, LS_COUNT_donated, plan->donated);
    if (plan->collectives) ls_metrics_count(metrics, LS_COUNT_collective_launches, 1);
    trace->in_flight[slot] = done;
    trace->launches++;
    return LS_OK;
}
