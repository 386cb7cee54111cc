/* Collectives on host memory, at once. */
#include "dist/host.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "comm/reduce.h"
#include "dist/work.h"

/* How many shares of `count` elements an operand has. */
typedef enum operand_kind { NOTHING, ONE, ONE_PER_RANK } operand_kind;

/* What each collective needs, by ls_comm_op: operands, and which of them only the root has. */
static const struct shape {
    const char *name;
    operand_kind in, out;
    bool has_root, in_on_root, out_on_root;
} shapes[] = {
    [LS_COMM_ALL_REDUCE] = {"all_reduce", ONE, ONE},
    [LS_COMM_ALL_GATHER] = {"all_gather", ONE, ONE_PER_RANK},
    [LS_COMM_BROADCAST] = {"broadcast", ONE, ONE, .has_root = true, .in_on_root = true},
    [LS_COMM_REDUCE] = {"reduce", ONE, ONE, .has_root = true, .out_on_root = true},
    [LS_COMM_REDUCE_SCATTER] = {"reduce_scatter", ONE_PER_RANK, ONE},
    [LS_COMM_ALL_TO_ALL] = {"all_to_all", ONE_PER_RANK, ONE_PER_RANK},
    [LS_COMM_GATHER] = {"gather", ONE, ONE_PER_RANK, .has_root = true, .out_on_root = true},
    [LS_COMM_SCATTER] = {"scatter", ONE_PER_RANK, ONE, .has_root = true, .in_on_root = true},
    [LS_COMM_BARRIER] = {"barrier", NOTHING, NOTHING},
};

static const ls_comm_reduce comm_reduces[] = {
    [LS_SUM] = LS_COMM_SUM, [LS_AVG] = LS_COMM_AVG,  [LS_PRODUCT] = LS_COMM_PRODUCT, [LS_MIN] = LS_COMM_MIN,
    [LS_MAX] = LS_COMM_MAX, [LS_BAND] = LS_COMM_AND, [LS_BOR] = LS_COMM_OR,          [LS_BXOR] = LS_COMM_XOR,
};

#define RECENT_FACTORS 16 /* that are looked through for one to give again */

ls_reduce_op ls_premul_sum(double factor)
{
    ls_rank_context *context;
    if (ls_rank_current(&context) != LS_OK || context != ls_rank_peek() ||
        context->factors.count >= INT32_MAX - LS_PREMUL_SUM)
        return (ls_reduce_op)INT32_MAX;
    size_t count = context->factors.count;
    for (size_t i = count; i-- > 0 && i + RECENT_FACTORS >= count;)
        if (!memcmp(&context->factors.data[i], &factor, sizeof(factor))) return (ls_reduce_op)(LS_PREMUL_SUM + i);
    *ls_vec_push(&context->factors) = factor;
    return (ls_reduce_op)(LS_PREMUL_SUM + count);
}

bool ls_premul_factor(ls_reduce_op op, double *out_factor)
{
    const ls_rank_context *context = ls_rank_peek();
    size_t index = (size_t)op - LS_PREMUL_SUM;
    if (op < LS_PREMUL_SUM || !context || index >= context->factors.count) return false;
    *out_factor = context->factors.data[index];
    return true;
}

ls_status ls_host_find_reduction(ls_reduce_op op, ls_comm_call *out_call)
{
    bool is_premul = ls_premul_factor(op, &out_call->factor);
    if (!is_premul && (unsigned)op > LS_BXOR) return ls_fail(LS_INVALID_ARGUMENT, "reduction %d is unknown", (int)op);
    out_call->reduce = is_premul ? LS_COMM_PREMUL_SUM : comm_reduces[op];
    return LS_OK;
}

typedef struct host_call {
    ls_comm_op op;
    const void *in;
    void *out;
    int64_t count;
    ls_dtype dtype;
    ls_reduce_op reduce;
    int root; /* global rank */
} host_call;

static ls_status check_arguments(const host_call *call)
{
    if (!ls_dtype_size(call->dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "element type %d is unknown", (int)call->dtype);
    if (call->count < 0) return ls_fail(LS_INVALID_ARGUMENT, "a count of %lld is negative", (long long)call->count);
    return LS_OK;
}

/* The operand's bytes; 0 where this rank has none. */
static ls_status operand(const char *what, const void *data, operand_kind kind, ptrdiff_t share, int ranks,
                         ls_comm_segment *out)
{
    ptrdiff_t bytes;
    if (__builtin_mul_overflow(share, kind == ONE_PER_RANK ? ranks : (int)kind, &bytes))
        return ls_fail(LS_INVALID_ARGUMENT, "the %s has more bytes than memory", what);
    *out = (ls_comm_segment){(void *)data, (size_t)bytes};
    return bytes && !data ? ls_fail(LS_INVALID_ARGUMENT, "the %s of %td bytes is NULL", what, bytes) : LS_OK;
}

/* A collective that is ready to run: on the stack, or queued. */
typedef struct prepared {
    ls_group_info info;
    ls_comm_call call;
    ls_comm_segment in, out;
    int64_t timeout_ms;
} prepared;

static ls_status prepare(const host_call *call, const struct shape *shape, ls_group group, prepared *out)
{
    ls_rank_context *context;
    ls_group_info *info = &out->info;
    int root = 0;
    LS_TRY(ls_group_get(group, info));
    LS_TRY(ls_rank_current(&context));
    LS_TRY(check_arguments(call));
    if (shape->has_root) LS_TRY(ls_group_index(info, call->root, &root));
    if (!info->comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);

    bool is_root = root == info->my_index;
    bool has_in = shape->in && (is_root || !shape->in_on_root),
         has_out = shape->out && (is_root || !shape->out_on_root);
    ptrdiff_t share;
    if (__builtin_mul_overflow(call->count, (ptrdiff_t)ls_dtype_size(call->dtype), &share))
        return ls_fail(LS_INVALID_ARGUMENT, "%lld elements have more bytes than memory", (long long)call->count);
    LS_TRY(operand("input", call->in, has_in ? shape->in : NOTHING, share, info->count, &out->in));
    LS_TRY(operand("output", call->out, has_out ? shape->out : NOTHING, share, info->count, &out->out));
    out->timeout_ms = context->timeout_ms;
    out->call = (ls_comm_call){.op = call->op,
                               .dtype = call->dtype,
                               .root = root,
                               .in_count = has_in,
                               .out_count = has_out,
                               .label = shape->name};
    LS_TRY(ls_host_find_reduction(call->reduce, &out->call));
    return ls_reduce_check(call->dtype, out->call.reduce);
}

static void point_to_operands(prepared *p)
{
    p->call.in = &p->in;
    p->call.out = &p->out;
    p->call.started_ns = ls_now_ns();
    p->call.deadline = ls_deadline_after(p->call.started_ns, p->timeout_ms);
}

static ls_status run_queued(void *arg)
{
    prepared *p = arg;
    point_to_operands(p); /* the time in the queue does not count */
    return ls_context(ls_comm_run(p->info.comm, &p->call), "%s", p->call.label);
}

static ls_status queue(const prepared *p, ls_work **out_work)
{
    prepared *copy = malloc(sizeof(*copy));
    if (!copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation");
    *copy = *p;
    ls_work_task task = {.run = run_queued, .release = free, .arg = copy};
    if (p->call.out_count) {
        task.data = p->out.address;
        task.bytes = p->out.bytes;
    }
    ls_status status = ls_work_submit(p->info.queue, &task, out_work);
    if (status != LS_OK) free(copy);
    return status;
}

static ls_status run(const host_call *call, ls_group group)
{
    const struct shape *shape = &shapes[call->op];
    ls_work **async = ls_async_take(&group);
    prepared p;
    ls_status status = prepare(call, shape, group, &p);
    if (status == LS_OK && async) status = queue(&p, async);
    if (status == LS_OK && !async) {
        point_to_operands(&p);
        status = ls_group_run(&p.info, &p.call);
    }
    return ls_context(status, "%s", shape->name);
}

/* --- The collectives ----------------------------------------------------------------------------------------- */

ls_status ls_host_all_reduce(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op, ls_group group)
{
    return run(&(host_call){LS_COMM_ALL_REDUCE, in, out, count, dtype, op}, group);
}

ls_status ls_host_all_gather(const void *in, void *out, int64_t count, ls_dtype dtype, ls_group group)
{
    return run(&(host_call){LS_COMM_ALL_GATHER, in, out, count, dtype}, group);
}

ls_status ls_host_broadcast(void *data, int64_t count, ls_dtype dtype, int src, ls_group group)
{
    return run(&(host_call){LS_COMM_BROADCAST, data, data, count, dtype, .root = src}, group);
}

ls_status ls_host_reduce(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op, int dst,
                         ls_group group)
{
    return run(&(host_call){LS_COMM_REDUCE, in, out, count, dtype, op, dst}, group);
}

ls_status ls_host_reduce_scatter(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op,
                                 ls_group group)
{
    return run(&(host_call){LS_COMM_REDUCE_SCATTER, in, out, count, dtype, op}, group);
}

ls_status ls_host_all_to_all(const void *in, void *out, int64_t count, ls_dtype dtype, ls_group group)
{
    return run(&(host_call){LS_COMM_ALL_TO_ALL, in, out, count, dtype}, group);
}

ls_status ls_host_gather(const void *in, void *out, int64_t count, ls_dtype dtype, int dst, ls_group group)
{
    return run(&(host_call){LS_COMM_GATHER, in, out, count, dtype, .root = dst}, group);
}

ls_status ls_host_scatter(const void *in, void *out, int64_t count, ls_dtype dtype, int src, ls_group group)
{
    return run(&(host_call){LS_COMM_SCATTER, in, out, count, dtype, .root = src}, group);
}

ls_status ls_barrier(ls_group group)
{
    return run(&(host_call){LS_COMM_BARRIER, .dtype = LS_U8}, group);
}

static ls_status monitored_barrier(ls_group group, int64_t timeout_ms, bool waits_for_all)
{
    ls_rank_context *context;
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    LS_TRY(ls_rank_current(&context));
    if (!info.comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);
    if (timeout_ms < 0) return ls_fail(LS_INVALID_ARGUMENT, "a timeout of %lld ms is negative", (long long)timeout_ms);
    ls_work_queue_settle(info.queue);
    return ls_comm_roll_call(info.comm, ls_deadline_in_ms(timeout_ms ? timeout_ms : context->timeout_ms),
                             waits_for_all);
}

ls_status ls_monitored_barrier(ls_group group, int64_t timeout_ms, bool wait_all_ranks)
{
    return ls_context(monitored_barrier(group, timeout_ms, wait_all_ranks), "monitored_barrier");
}
