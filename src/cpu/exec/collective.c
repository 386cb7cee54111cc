#include "cpu/exec/collective.h"

#include <string.h>

#include "base/map.h"

/* Lies in the arena between post and complete. */
typedef struct ticket {
    ls_comm *comm; /* NULL: this replica takes no part */
    ls_comm_call call;
    ls_comm_segment segments[];
} ticket;

size_t ls_cpu_ticket_bytes(const ls_cpu_collective_data *data, size_t group)
{
    return sizeof(ticket) + sizeof(ls_comm_segment) * data->count * 2 * (group ? group : 1);
}

/* Pieces of n arrays: for each of `parts` ranks, that rank's part of every array. */
static size_t split(ls_comm_segment *out, char *const *arrays, const size_t *bytes, size_t count, size_t parts)
{
    size_t used = 0;
    for (size_t part = 0; part < parts; part++)
        for (size_t i = 0; i < count; i++)
            out[used++] = (ls_comm_segment){arrays[i] + part * (bytes[i] / parts), bytes[i] / parts};
    return used;
}

static void fill_call(const ls_cpu_collective_data *d, const ls_cpu_call *call, size_t group, ticket *t)
{
    const ls_cpu_run *run = call->frame->run;
    bool in_parts = d->op == LS_COMM_REDUCE_SCATTER || d->op == LS_COMM_ALL_TO_ALL;
    bool out_parts = d->op == LS_COMM_ALL_GATHER || d->op == LS_COMM_ALL_TO_ALL;
    ls_comm_call *c = &t->call;
    *c = (ls_comm_call){.op = d->op, .reduce = d->reduce, .dtype = d->dtype, .source = -1, .target = -1};
    c->in = t->segments;
    c->in_count = split(t->segments, call->args, d->bytes, d->count, in_parts ? group : 1);
    c->out = t->segments + c->in_count;
    c->out_count =
        split(t->segments + c->in_count, call->args + d->count, d->result_bytes, d->count, out_parts ? group : 1);
    if (d->op == LS_COMM_PERMUTE) {
        c->source = d->source[run->replica];
        c->target = d->target[run->replica];
    }
    c->tag = ls_hash_mix(run->launch, d->position);
    c->label = d->label;
    c->deadline = run->deadline;
}

static ls_status post_run(const ls_cpu_call *call)
{
    const ls_cpu_collective_data *d = call->data;
    const ls_cpu_run *run = call->frame->run;
    ticket *t = (ticket *)call->args[2 * d->count];
    int size = d->group_size[run->replica];
    t->comm = NULL;
    if (!size) {
        for (size_t i = 0; i < d->count; i++) memset(call->args[d->count + i], 0, d->result_bytes[i]);
        return LS_OK;
    }
    LS_TRY(run->comm(run->comm_arg, d->ranks + d->group_first[run->replica], size, &t->comm));
    fill_call(d, call, (size_t)size, t);
    return ls_comm_post(t->comm, &t->call);
}

static ls_status complete_run(const ls_cpu_call *call)
{
    ticket *t = (ticket *)call->args[0];
    return t->comm ? ls_comm_complete(t->comm, &t->call) : LS_OK;
}

const ls_cpu_kernel ls_cpu_kernel_post = {.name = "post", .run = post_run};
const ls_cpu_kernel ls_cpu_kernel_complete = {.name = "complete", .run = complete_run};
