/* The collectives of array.h: from arrays to the operands and shares of a comm call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "comm/reduce.h"
#include "dist/array.h"
#include "dist/array_sizes.h"
#include "dist/host.h"
#include "dist/meeting.h"
#include "dist/work.h"

/* How ranks come to know each other's sizes: all the same; each has the list of all; each knows its own pairs. */
typedef enum sizes_kind { SIZES_EQUAL, SIZES_LISTED, SIZES_PAIRED } sizes_kind;

/* One collective of this rank, W being the group's size. */
typedef struct request {
    const char *name;
    ls_group_info info;
    ls_comm_domain *domain;
    ls_deadline deadline;
    int root; /* group rank */
    ls_comm_op op;
    ls_reduce_op reduce;
    ls_comm_call reduction;     /* what `reduce` means */
    const ls_array *ins, *outs; /* what this rank has; the same list: in place */
    int in_count, out_count;
    sizes_kind sizes;
    int64_t *listed, *given, *expected; /* bytes, W of each: SIZES_LISTED; SIZES_PAIRED */
    bool is_coalesced;                  /* arrays of several types, a collective for each */
    int64_t timeout_ms;
    ls_work **async; /* where the handle goes; NULL: at once */
} request;

/* Finds the group; `root` is a global rank, NULL without one. */
static ls_status begin(request *r, ls_group group, const int *root)
{
    ls_rank_context *context;
    r->async = ls_async_take(&group);
    LS_TRY(ls_group_get(group, &r->info));
    LS_TRY(ls_rank_current(&context));
    if (root) LS_TRY(ls_group_index(&r->info, *root, &r->root));
    if (!r->info.comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);
    r->domain = ls_meeting_domain(context->meeting);
    r->timeout_ms = context->timeout_ms;
    r->deadline = ls_deadline_in_ms(r->timeout_ms);
    r->listed = calloc(3 * (size_t)r->info.count, sizeof(*r->listed));
    if (!r->listed) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    r->given = r->listed + r->info.count;
    r->expected = r->given + r->info.count;
    return LS_OK;
}

static ls_status check_list(const request *r, const ls_array *arrays, int count, ls_dtype dtype)
{
    if (count && !arrays) return ls_fail(LS_INVALID_ARGUMENT, "no list of %d arrays was given", count);
    for (int i = 0; i < count; i++) {
        LS_TRY(ls_array_check(&arrays[i]));
        if (arrays[i].dtype != dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "array %d of %s among arrays of %s", i, ls_dtype_name(arrays[i].dtype),
                           ls_dtype_name(dtype));
    }
    return LS_OK;
}

static bool is_reducing(ls_comm_op op)
{
    return op == LS_COMM_ALL_REDUCE || op == LS_COMM_REDUCE || op == LS_COMM_REDUCE_SCATTER;
}

/* The collective itself, when sizes are known: `shares` or NULL. */
static ls_status move(const request *r, ls_comm_call *call, const ls_operand *in, const ls_operand *out,
                      const size_t *shares)
{
    call->in = in->pieces;
    call->in_count = (size_t)in->count;
    call->out = out->pieces;
    call->out_count = (size_t)out->count;
    call->shares = shares;
    return ls_comm_run(r->info.comm, call);
}

static ls_status agree_on_sizes(const request *r, ls_status mine, size_t **out_shares)
{
    *out_shares = NULL;
    switch (r->sizes) {
    case SIZES_LISTED: return ls_sizes_agree(r->info.comm, r->deadline, mine, r->listed, out_shares);
    case SIZES_PAIRED: return ls_sizes_pair(r->info.comm, r->deadline, mine, r->given, r->expected, out_shares);
    default: return mine;
    }
}

/* Runs the request; `mine` is how the checks of its sizes went. */
static ls_status run_one(const request *r, ls_status mine)
{
    bool in_place = r->ins == r->outs && r->in_count && r->out_count;
    ls_operand in = {0}, out = {0};
    ls_comm_call call = r->reduction;
    call.op = r->op;
    call.root = r->root;
    call.source = call.target = -1;
    call.label = r->name;
    call.dtype = r->in_count && r->ins ? r->ins->dtype : r->out_count && r->outs ? r->outs->dtype : LS_U8;
    call.deadline = r->deadline;
    if (mine == LS_OK) mine = check_list(r, r->ins, r->in_count, call.dtype);
    if (mine == LS_OK) mine = check_list(r, r->outs, r->out_count, call.dtype);
    if (mine == LS_OK && is_reducing(r->op)) mine = ls_reduce_check(call.dtype, call.reduce);
    if (mine == LS_OK)
        mine = ls_operand_init(&in, r->domain, r->ins, r->in_count, LS_OPERAND_IN | (in_place ? LS_OPERAND_OUT : 0));
    if (mine == LS_OK && !in_place) mine = ls_operand_init(&out, r->domain, r->outs, r->out_count, LS_OPERAND_OUT);
    size_t *shares;
    ls_status status = agree_on_sizes(r, mine, &shares);
    if (status == LS_OK) status = move(r, &call, &in, in_place ? &in : &out, shares);
    ls_operand_finish(&in, status);
    ls_operand_finish(&out, status);
    free(shares);
    return status;
}

static ls_status run_coalesced(const request *r)
{
    ls_array *alike = calloc((size_t)r->in_count + 1, sizeof(*alike));
    if (!alike) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    request one = *r;
    one.ins = one.outs = alike;
    ls_status status = LS_OK;
    for (ls_dtype dtype = LS_DTYPE_INVALID; status == LS_OK && dtype < LS_DTYPE_END; dtype++) {
        int n = 0;
        for (int i = 0; i < r->in_count; i++)
            if (r->ins[i].dtype == dtype) alike[n++] = r->ins[i];
        one.in_count = one.out_count = n;
        if (n) status = run_one(&one, LS_OK);
    }
    free(alike);
    return status;
}

/* --- Queued --------------------------------------------------------------------------------------------------- */

/* A copy of a request that outlives the call; its arrays, and their strides, come with it. */
typedef struct queued {
    request request;
    ls_status mine;
    char message[512]; /* of `mine` */
    ls_array *ins, *outs;
    int64_t *strides;
} queued;

static void queued_free(void *arg)
{
    queued *q = arg;
    free(q->request.listed);
    free(q->ins);
    if (q->outs != q->ins) free(q->outs);
    free(q->strides);
    free(q);
}

static ls_status queued_run(void *arg)
{
    queued *q = arg;
    request *r = &q->request;
    r->deadline = ls_deadline_in_ms(r->timeout_ms); /* the time in the queue does not count */
    ls_status mine = q->mine == LS_OK ? LS_OK : ls_fail(q->mine, "%s", q->message);
    return ls_context(r->is_coalesced && mine == LS_OK ? run_coalesced(r) : run_one(r, mine), "%s", r->name);
}

static ls_array *copy_arrays(const ls_array *arrays, int count, int64_t **strides)
{
    ls_array *copy = calloc((size_t)count + 1, sizeof(*copy));
    for (int i = 0; copy && i < count; i++) {
        copy[i] = arrays[i];
        if (!arrays[i].strides || arrays[i].shape.rank < 1 || arrays[i].shape.rank > LS_MAX_RANK) continue;
        copy[i].strides = *strides;
        memcpy(*strides, arrays[i].strides, sizeof(**strides) * (size_t)arrays[i].shape.rank);
        *strides += arrays[i].shape.rank;
    }
    return copy;
}

/* Takes over the request's list of sizes. */
static ls_status submit(request *r, ls_status mine)
{
    int in_count = r->ins ? r->in_count : 0, out_count = r->outs ? r->out_count : 0;
    queued *q = calloc(1, sizeof(*q));
    if (!q) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation");
    q->mine = mine;
    if (mine != LS_OK) snprintf(q->message, sizeof(q->message), "%s", ls_last_error());
    q->strides = calloc((size_t)(in_count + out_count) * LS_MAX_RANK + 1, sizeof(*q->strides));
    int64_t *strides = q->strides;
    if (strides && r->ins) q->ins = copy_arrays(r->ins, in_count, &strides);
    if (strides && r->outs) q->outs = r->outs == r->ins ? q->ins : copy_arrays(r->outs, out_count, &strides);
    q->request = *r;
    r->listed = NULL;
    q->request.ins = q->ins;
    q->request.outs = q->outs;
    ls_work_task task = {.run = queued_run, .release = queued_free, .arg = q};
    if (out_count == 1) task.data = r->outs->data;
    if (task.data && ls_array_check(r->outs) == LS_OK) task.bytes = ls_array_bytes(r->outs);
    ls_status status = !q->strides || (r->ins && !q->ins) || (r->outs && !q->outs)
                           ? ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation")
                           : ls_work_submit(r->info.queue, &task, r->async);
    if (status != LS_OK) queued_free(q);
    return status;
}

static ls_status run(request *r, ls_status mine)
{
    if (mine == LS_OK && is_reducing(r->op)) mine = ls_host_find_reduction(r->reduce, &r->reduction);
    if (r->async) return submit(r, mine);
    ls_work_queue_settle(r->info.queue);
    return r->is_coalesced && mine == LS_OK ? run_coalesced(r) : run_one(r, mine);
}

static ls_status end(request *r, ls_status status)
{
    free(r->listed);
    return ls_context(status, "%s", r->name);
}

/* --- One array for one -------------------------------------------------------------------------------------- */

ls_status ls_array_all_reduce_coalesced(const ls_array *arrays, int count, ls_reduce_op op, ls_group group)
{
    request r = {.name = count == 1 ? "all_reduce" : "all_reduce_coalesced", .op = LS_COMM_ALL_REDUCE, .reduce = op};
    ls_status status = begin(&r, group, NULL);
    if (status == LS_OK && (count < 0 || (count && !arrays)))
        status = ls_fail(LS_INVALID_ARGUMENT, "no list of %d arrays was given", count);
    for (int i = 0; status == LS_OK && i < count; i++) status = ls_array_check(&arrays[i]);
    r.ins = r.outs = arrays;
    r.in_count = r.out_count = count;
    r.is_coalesced = true;
    return end(&r, status == LS_OK ? run(&r, LS_OK) : status);
}

ls_status ls_array_all_reduce(ls_array array, ls_reduce_op op, ls_group group)
{
    return ls_array_all_reduce_coalesced(&array, 1, op, group);
}

ls_status ls_array_broadcast(ls_array array, int src, ls_group group)
{
    request r = {.name = "broadcast", .op = LS_COMM_BROADCAST, .outs = &array, .out_count = 1};
    ls_status status = begin(&r, group, &src);
    bool is_root = status == LS_OK && r.root == r.info.my_index;
    r.ins = is_root ? &array : NULL;
    r.in_count = is_root;
    return end(&r, status == LS_OK ? run(&r, LS_OK) : status);
}

ls_status ls_array_reduce(ls_array array, int dst, ls_reduce_op op, ls_group group)
{
    request r = {.name = "reduce", .op = LS_COMM_REDUCE, .reduce = op, .ins = &array, .in_count = 1};
    ls_status status = begin(&r, group, &dst);
    bool is_root = status == LS_OK && r.root == r.info.my_index;
    r.outs = is_root ? &array : NULL;
    r.out_count = is_root;
    return end(&r, status == LS_OK ? run(&r, LS_OK) : status);
}

/* --- Lists and one ------------------------------------------------------------------------------------------ */

/* Whether the rank's own array of a list has the other operand's size. */
static ls_status fits_own(const request *r, const ls_array *list, const ls_array *own, bool *out_is_even)
{
    *out_is_even = true;
    if (!list) return ls_fail(LS_INVALID_ARGUMENT, "no list of %d arrays was given", r->info.count);
    for (int i = 0; i < r->info.count; i++) LS_TRY(ls_array_check(&list[i]));
    LS_TRY(ls_array_check(own));
    for (int i = 0; i < r->info.count; i++) {
        r->listed[i] = (int64_t)ls_array_bytes(&list[i]);
        *out_is_even = *out_is_even && r->listed[i] == r->listed[0];
    }
    if (r->listed[r->info.my_index] != (int64_t)ls_array_bytes(own))
        return ls_fail(LS_INVALID_ARGUMENT, "array %d of the list is this rank's and has %lld bytes, not %zu",
                       r->info.my_index, (long long)r->listed[r->info.my_index], ls_array_bytes(own));
    return LS_OK;
}

ls_status ls_array_all_gather(const ls_array *outs, ls_array in, ls_group group)
{
    request r = {.name = "all_gather", .op = LS_COMM_ALL_GATHER, .ins = &in, .in_count = 1, .outs = outs};
    ls_status status = begin(&r, group, NULL);
    if (status != LS_OK) return end(&r, status);
    bool is_even;
    r.out_count = r.info.count;
    status = fits_own(&r, outs, &in, &is_even);
    r.sizes = is_even ? SIZES_EQUAL : SIZES_LISTED;
    return end(&r, run(&r, status));
}

ls_status ls_array_reduce_scatter(ls_array out, const ls_array *ins, ls_reduce_op op, ls_group group)
{
    request r = {.name = "reduce_scatter", .op = LS_COMM_REDUCE_SCATTER, .reduce = op, .outs = &out, .out_count = 1};
    ls_status status = begin(&r, group, NULL);
    if (status != LS_OK) return end(&r, status);
    bool is_even;
    r.ins = ins;
    r.in_count = r.info.count;
    status = fits_own(&r, ins, &out, &is_even);
    r.sizes = is_even ? SIZES_EQUAL : SIZES_LISTED;
    return end(&r, run(&r, status));
}

/* All arrays of the list as large as `one`. */
static ls_status fits_all(const request *r, const ls_array *list, const ls_array *one)
{
    bool is_even;
    LS_TRY(fits_own(r, list, one, &is_even));
    return is_even ? LS_OK : ls_fail(LS_INVALID_ARGUMENT, "the arrays of the list differ in size");
}

ls_status ls_array_gather(const ls_array *outs, ls_array in, int dst, ls_group group)
{
    request r = {.name = "gather", .op = LS_COMM_GATHER, .ins = &in, .in_count = 1};
    ls_status status = begin(&r, group, &dst);
    if (status != LS_OK) return end(&r, status);
    if (r.root == r.info.my_index) {
        r.outs = outs;
        r.out_count = r.info.count;
        status = fits_all(&r, outs, &in);
    }
    return end(&r, run(&r, status));
}

ls_status ls_array_scatter(ls_array out, const ls_array *ins, int src, ls_group group)
{
    request r = {.name = "scatter", .op = LS_COMM_SCATTER, .outs = &out, .out_count = 1};
    ls_status status = begin(&r, group, &src);
    if (status != LS_OK) return end(&r, status);
    if (r.root == r.info.my_index) {
        r.ins = ins;
        r.in_count = r.info.count;
        status = fits_all(&r, ins, &out);
    }
    return end(&r, run(&r, status));
}

/* --- One array for all -------------------------------------------------------------------------------------- */

/* Whether `all` has shape (W·N, ...) or (W, N, ...) to `one`'s (N, ...). */
static ls_status fits_in_one(const request *r, const ls_array *all, const ls_array *one)
{
    LS_TRY(ls_array_check(all));
    LS_TRY(ls_array_check(one));
    const ls_shape *whole = &all->shape, *part = &one->shape;
    ls_shape joined = *part, stacked = {.rank = part->rank + 1, .dims = {r->info.count}};
    char text[2][128];
    if (part->rank) joined.dims[0] *= r->info.count;
    memcpy(stacked.dims + 1, part->dims, sizeof(*part->dims) * (size_t)(stacked.rank > LS_MAX_RANK ? 0 : part->rank));
    if ((part->rank && ls_shape_equal(*whole, joined)) ||
        (stacked.rank <= LS_MAX_RANK && ls_shape_equal(*whole, stacked)))
        return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT,
                   "a shape of (%s) for %d parts of (%s): it should have them one after the other along its first "
                   "dimension, or stacked along a new one",
                   ls_shape_format(*whole, text[0], sizeof(text[0])), r->info.count,
                   ls_shape_format(*part, text[1], sizeof(text[1])));
}

ls_status ls_array_all_gather_into_tensor(ls_array out, ls_array in, ls_group group)
{
    request r = {.name = "all_gather_into_tensor", .op = LS_COMM_ALL_GATHER, .ins = &in, .outs = &out};
    r.in_count = r.out_count = 1;
    ls_status status = begin(&r, group, NULL);
    return end(&r, status == LS_OK ? run(&r, fits_in_one(&r, &out, &in)) : status);
}

ls_status ls_array_reduce_scatter_tensor(ls_array out, ls_array in, ls_reduce_op op, ls_group group)
{
    request r = {.name = "reduce_scatter_tensor", .op = LS_COMM_REDUCE_SCATTER, .reduce = op, .ins = &in, .outs = &out};
    r.in_count = r.out_count = 1;
    ls_status status = begin(&r, group, NULL);
    return end(&r, status == LS_OK ? run(&r, fits_in_one(&r, &in, &out)) : status);
}

/* --- All to all --------------------------------------------------------------------------------------------- */

static ls_status list_bytes(const request *r, const ls_array *list, int64_t *out_bytes)
{
    if (!list) return ls_fail(LS_INVALID_ARGUMENT, "no list of %d arrays was given", r->info.count);
    for (int i = 0; i < r->info.count; i++) {
        LS_TRY(ls_array_check(&list[i]));
        out_bytes[i] = (int64_t)ls_array_bytes(&list[i]);
    }
    return LS_OK;
}

ls_status ls_array_all_to_all(const ls_array *outs, const ls_array *ins, ls_group group)
{
    request r = {.name = "all_to_all", .op = LS_COMM_ALL_TO_ALL, .ins = ins, .outs = outs, .sizes = SIZES_PAIRED};
    ls_status status = begin(&r, group, NULL);
    if (status != LS_OK) return end(&r, status);
    r.in_count = r.out_count = r.info.count;
    status = list_bytes(&r, ins, r.given);
    if (status == LS_OK) status = list_bytes(&r, outs, r.expected);
    return end(&r, run(&r, status));
}

/* The bytes of each part of dimension 0, from rows or in equal parts. */
static ls_status split(const request *r, const ls_array *array, const int64_t *splits, const char *which,
                       int64_t *out_bytes)
{
    LS_TRY(ls_array_check(array));
    int world = r->info.count;
    if (!array->shape.rank) return ls_fail(LS_INVALID_ARGUMENT, "an %s without dimensions cannot be split", which);
    int64_t rows = array->shape.dims[0], sum = 0, row = rows ? (int64_t)ls_array_bytes(array) / rows : 0;
    if (!splits && rows % world)
        return ls_fail(LS_INVALID_ARGUMENT, "the %s's %lld rows do not divide into %d parts", which, (long long)rows,
                       world);
    for (int i = 0; i < world; i++) {
        int64_t part = splits ? splits[i] : rows / world;
        if (part < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "%s split %d is %lld: it must not be negative", which, i,
                           (long long)part);
        if (__builtin_add_overflow(sum, part, &sum) || sum > rows)
            return ls_fail(LS_INVALID_ARGUMENT, "the %s's splits have more than its %lld rows", which, (long long)rows);
        out_bytes[i] = part * row;
    }
    if (sum != rows)
        return ls_fail(LS_INVALID_ARGUMENT, "the %s's splits have %lld rows in all, it has %lld", which, (long long)sum,
                       (long long)rows);
    return LS_OK;
}

ls_status ls_array_all_to_all_single(ls_array out, ls_array in, const int64_t *out_splits, const int64_t *in_splits,
                                     ls_group group)
{
    request r = {.name = "all_to_all_single", .op = LS_COMM_ALL_TO_ALL, .ins = &in, .outs = &out};
    r.in_count = r.out_count = 1;
    r.sizes = out_splits || in_splits ? SIZES_PAIRED : SIZES_EQUAL;
    ls_status status = begin(&r, group, NULL);
    if (status != LS_OK) return end(&r, status);
    status = split(&r, &in, in_splits, "input", r.given);
    if (status == LS_OK) status = split(&r, &out, out_splits, "output", r.expected);
    if (status == LS_OK && in.dtype != out.dtype)
        status = ls_fail(LS_INVALID_ARGUMENT, "an output of %s for an input of %s", ls_dtype_name(out.dtype),
                         ls_dtype_name(in.dtype));
    return end(&r, run(&r, status));
}
