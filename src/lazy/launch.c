#include "lazy/launch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* --- Comparing ---------------------------------------------------------------------------------------------- */

/* What the ranks compare before each launch of a program with collectives. */
typedef struct ticket {
    uint64_t hash;
    uint64_t launch;
} ticket;

/* What they tell each other if they do not agree. */
typedef struct summary {
    uint64_t hash;
    uint32_t ops, collectives, inputs, outputs;
    char cut_by[104]; /* "ls_item at main+0x1f in train" */
} summary;

typedef struct comparison {
    ls_trace *trace;
    const ls_plan *plan;
    ls_group_info world;
    summary *all;    /* one per rank */
    char text[3072]; /* the message, so far */
    size_t used;
} comparison;

static void say(comparison *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(comparison *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(c->text + c->used, sizeof c->text - c->used, format, args);
    va_end(args);
    if (n > 0) c->used += (size_t)n < sizeof c->text - c->used ? (size_t)n : sizeof c->text - c->used - 1;
}

/* Every rank's `bytes`, by rank. */
static ls_status exchange(const comparison *c, const void *mine, void *all, size_t bytes)
{
    ls_comm_segment in = {(void *)mine, bytes}, out = {all, bytes * (size_t)c->world.count};
    ls_comm_call call = {
        .op = LS_COMM_ALL_GATHER,
        .dtype = LS_U8,
        .in = &in,
        .out = &out,
        .in_count = 1,
        .out_count = 1,
        .label = "comparing programs",
        .deadline = ls_deadline_in_ms(c->trace->context->timeout_ms),
    };
    return ls_group_run(&c->world, &call);
}

/* A hash of each op by itself: of its kind, attributes and types. */
static uint64_t op_hash(const ls_node *op)
{
    uint64_t h = ls_hash_mix((uint64_t)op->kind, op->attrs ? op->attrs->hash : 0);
    for (uint32_t r = 0; r < op->result_count; r++) h = ls_hash_mix(h, op->results[r].type->hash);
    return h;
}

/* " of 3": what a constant of one value holds, else nothing. A rank's number as a constant is the usual mistake. */
static const char *constant_format(const ls_node *op, char *out, size_t size)
{
    const ls_ir_attr *value = op->attrs ? ls_ir_attr_find(&op->attrs->ir, LS_ATTR_VALUE) : NULL;
    *out = 0;
    if (value && (value->dense.is_splat || ls_shape_count(value->dense.type.shape) == 1))
        snprintf(out, size, " of %.9g", ls_element_to_double(value->dense.data, value->dense.type.dtype));
    return out;
}

/* The first op at which the ranks differ, described by each rank for the others. */
static ls_status name_first_difference(comparison *c)
{
    size_t count = c->plan->ops.count, ranks = (size_t)c->world.count;
    for (size_t r = 0; r < ranks; r++)
        if (c->all[r].ops < count) count = c->all[r].ops;
    uint64_t *mine = calloc(count + 1, sizeof(*mine)), *theirs = calloc((count + 1) * ranks, sizeof(*theirs));
    char description[256] = "no further op", *descriptions = calloc(ranks, sizeof description), type[200], caller[256],
         constant[40];
    LS_ASSERT(mine && theirs && descriptions);
    for (size_t i = 0; i < count; i++) mine[i] = op_hash(c->plan->ops.data[i]);
    ls_status status = exchange(c, mine, theirs, (count + 1) * sizeof(*mine));
    size_t at = 0;
    bool equal = status == LS_OK;
    for (; equal && at < count; at += equal)
        for (size_t r = 0; r < ranks; r++) equal &= theirs[r * (count + 1) + at] == mine[at];
    if (at < c->plan->ops.count) {
        const ls_node *op = c->plan->ops.data[at];
        snprintf(description, sizeof description, "%s%s recorded by %s at %s, %s", ls_ir_op_info_of(op->kind)->name,
                 constant_format(op, constant, sizeof constant), op->call ? op->call : "?",
                 ls_caller_format(op->caller, caller, sizeof caller),
                 op->result_count ? ls_ir_type_format(&op->results[0].type->ir, type, sizeof type) : "no result");
    }
    if (status == LS_OK) status = exchange(c, description, descriptions, sizeof description);
    if (status == LS_OK) say(c, "; they differ from op %zu on:", at);
    for (size_t r = 0; r < ranks && status == LS_OK; r++)
        say(c, "%s rank %zu: %s", r ? ";" : "", r, descriptions + r * sizeof description);
    free(mine);
    free(theirs);
    free(descriptions);
    return status;
}

static void say_who_traced_what(comparison *c)
{
    int count = c->world.count;
    for (int r = 0; r < count; r++) {
        bool told = false;
        for (int q = 0; q < r; q++) told |= c->all[q].hash == c->all[r].hash;
        if (told) continue;
        say(c, "%srank", c->used ? "; " : "");
        for (int q = r; q < count; q++)
            if (c->all[q].hash == c->all[r].hash) say(c, " %d", q);
        say(c, ": %u ops, %u collectives, %u inputs, %u outputs, cut by %s", c->all[r].ops, c->all[r].collectives,
            c->all[r].inputs, c->all[r].outputs, c->all[r].cut_by);
    }
}

/* Every rank knows that they differ: they tell each other how. */
static ls_status mismatch(comparison *c)
{
    const ls_plan *plan = c->plan;
    char caller[256];
    summary mine = {.hash = plan->hash,
                    .ops = (uint32_t)plan->ops.count,
                    .collectives = plan->collectives,
                    .inputs = (uint32_t)plan->inputs.count,
                    .outputs = (uint32_t)plan->outputs.count};
    snprintf(mine.cut_by, sizeof mine.cut_by, "%s at %s", c->trace->call ? c->trace->call : "a cut",
             ls_caller_format(c->trace->caller, caller, sizeof caller));
    LS_TRY(exchange(c, &mine, c->all, sizeof mine));
    say_who_traced_what(c);
    LS_TRY(name_first_difference(c));
    return ls_fail(LS_FAILED_PRECONDITION,
                   "the ranks traced different programs (every rank must record the same ops and cut at the same "
                   "place; a read such as ls_item on one rank only is a cut, and values that differ from rank to rank "
                   "must be inputs): %s",
                   c->text);
}

static ls_status compare_over_world(comparison *c, ticket *tickets)
{
    ticket mine = {.hash = c->plan->hash, .launch = (uint64_t)c->trace->context->launch_count};
    LS_TRY(exchange(c, &mine, tickets, sizeof mine));
    for (int r = 0; r < c->world.count; r++)
        if (tickets[r].hash != mine.hash) return mismatch(c);
    for (int r = 0; r < c->world.count; r++)
        if (tickets[r].launch != mine.launch)
            return ls_fail(LS_INTERNAL, "rank %d is at launch %llu, this rank at %llu", r,
                           (unsigned long long)tickets[r].launch, (unsigned long long)mine.launch);
    return LS_OK;
}

ls_status ls_launch_compare(ls_trace *trace, const ls_plan *plan)
{
    if (!plan->collectives) return LS_OK;
    comparison c = {.trace = trace, .plan = plan};
    LS_TRY(ls_group_get(LS_WORLD, &c.world));
    c.all = calloc((size_t)c.world.count, sizeof(*c.all));
    LS_ASSERT(c.all);
    int64_t start = ls_now_ns();
    ls_status status = compare_over_world(&c, (ticket *)c.all); /* a ticket is smaller than a summary */
    ls_metrics_time(&trace->shared->metrics, LS_TIME_compare, ls_now_ns() - start);
    free(c.all);
    return ls_context(status, "before a program with collectives");
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
    LS_TRY(ls_pjrt_execute(program->executable, plan->buffers.data, plan->inputs.count, &options,
                           plan->buffers.data + plan->inputs.count, &done));
    ls_metrics *metrics = &trace->shared->metrics;
    ls_metrics_time(metrics, LS_TIME_launch, ls_now_ns() - start);
    ls_metrics_count(metrics, LS_COUNT_donated, plan->donated);
    if (plan->collectives) ls_metrics_count(metrics, LS_COUNT_collective_launches, 1);
    trace->in_flight[slot] = done;
    trace->launches++;
    return LS_OK;
}
