/* Messages on host memory. */
#include "dist/p2p.h"

#include <string.h>

#include "base/error.h"
#include "dist/world.h"

/* Fills what comm needs. `is_from_any`: the peer is whoever sends. */
static ls_status prepare(const ls_p2p_op *op, bool is_from_any, ls_group group, ls_group_info *out_info,
                         ls_mail *out_mail)
{
    ls_rank_context *context;
    LS_TRY(ls_group_get(group, out_info));
    LS_TRY(ls_rank_current(&context));
    ptrdiff_t bytes;
    int peer = LS_MAIL_ANY;
    if (!ls_dtype_size(op->dtype)) return ls_fail(LS_INVALID_ARGUMENT, "element type %d is unknown", (int)op->dtype);
    if (op->count < 0 || __builtin_mul_overflow(op->count, (ptrdiff_t)ls_dtype_size(op->dtype), &bytes))
        return ls_fail(LS_INVALID_ARGUMENT, "a count of %lld is not possible", (long long)op->count);
    if (bytes && !op->data) return ls_fail(LS_INVALID_ARGUMENT, "the data of %td bytes is NULL", bytes);
    if (op->tag < 0) return ls_fail(LS_INVALID_ARGUMENT, "tag %d is negative", op->tag);
    if (!is_from_any) LS_TRY(ls_group_index(out_info, op->peer, &peer));
    if (!out_info->comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);
    int64_t now_ns = ls_now_ns();
    *out_mail = (ls_mail){.is_send = op->kind == LS_ISEND,
                          .peer = peer,
                          .tag = (uint64_t)op->tag,
                          .dtype = op->dtype,
                          .data = op->data,
                          .bytes = (size_t)bytes,
                          .deadline = ls_deadline_after(now_ns, context->timeout_ms),
                          .started_ns = now_ns};
    return ls_mail_check(out_info->comm, out_mail);
}

/* --- At once -------------------------------------------------------------------------------------------------- */

static ls_status run(const ls_p2p_op *op, bool is_from_any, ls_group group, int *out_source)
{
    ls_group_info info;
    ls_mail mail;
    LS_TRY(prepare(op, is_from_any, group, &info, &mail));
    LS_TRY(ls_mail_post(info.comm, &mail));
    LS_TRY(ls_mail_wait(info.comm, &mail, mail.deadline));
    if (out_source) *out_source = info.ranks[mail.source];
    return LS_OK;
}

ls_status ls_host_send(const void *data, int64_t count, ls_dtype dtype, int dst, int tag, ls_group group)
{
    ls_p2p_op op = {LS_ISEND, (void *)data, count, dtype, dst, tag};
    return ls_context(run(&op, false, group, NULL), "send");
}

ls_status ls_host_recv(void *data, int64_t count, ls_dtype dtype, int src, int tag, ls_group group)
{
    ls_p2p_op op = {LS_IRECV, data, count, dtype, src, tag};
    return ls_context(run(&op, false, group, NULL), "recv");
}

ls_status ls_host_recv_any_source(void *data, int64_t count, ls_dtype dtype, int tag, ls_group group, int *out_src)
{
    ls_p2p_op op = {LS_IRECV, data, count, dtype, LS_MAIL_ANY, tag};
    if (out_src) *out_src = -1;
    return ls_context(run(&op, true, group, out_src), "recv_any_source");
}

/* --- Under way ------------------------------------------------------------------------------------------------ */

static ls_status start(const ls_p2p_op *op, bool is_from_any, ls_group group, void (*release)(void *arg), void *arg,
                       ls_work **out_work)
{
    if (!out_work) return ls_fail(LS_INVALID_ARGUMENT, "no place for the work");
    *out_work = NULL;
    ls_group_info info;
    ls_mail mail;
    LS_TRY(prepare(op, is_from_any, group, &info, &mail));
    return ls_work_post(info.queue, &mail, info.ranks, release, arg, out_work);
}

ls_status ls_p2p_start(const ls_p2p_op *op, bool is_from_any, ls_group group, void (*release)(void *arg), void *arg,
                       ls_work **out_work)
{
    ls_status status = start(op, is_from_any, group, release, arg, out_work);
    if (status != LS_OK) release(arg);
    return status;
}

ls_status ls_host_isend(const void *data, int64_t count, ls_dtype dtype, int dst, int tag, ls_group group,
                        ls_work **out_work)
{
    ls_p2p_op op = {LS_ISEND, (void *)data, count, dtype, dst, tag};
    return ls_context(start(&op, false, group, NULL, NULL, out_work), "isend");
}

ls_status ls_host_irecv(void *data, int64_t count, ls_dtype dtype, int src, int tag, ls_group group, ls_work **out_work)
{
    ls_p2p_op op = {LS_IRECV, data, count, dtype, src, tag};
    return ls_context(start(&op, false, group, NULL, NULL, out_work), "irecv");
}

ls_status ls_host_irecv_any_source(void *data, int64_t count, ls_dtype dtype, int tag, ls_group group,
                                   ls_work **out_work)
{
    ls_p2p_op op = {LS_IRECV, data, count, dtype, LS_MAIL_ANY, tag};
    return ls_context(start(&op, true, group, NULL, NULL, out_work), "irecv_any_source");
}

static ls_status check_batch(const ls_p2p_op *ops, int count, ls_group group, ls_work **out_works)
{
    if (count < 0 || (count && (!ops || !out_works)))
        return ls_fail(LS_INVALID_ARGUMENT, "no list of %d operations, or no place for their works", count);
    ls_group_info info;
    ls_mail mail;
    for (int i = 0; i < count; i++) {
        if (ops[i].kind != LS_ISEND && ops[i].kind != LS_IRECV)
            return ls_fail(LS_INVALID_ARGUMENT, "operation %d is neither LS_ISEND nor LS_IRECV", i);
        LS_TRY(ls_context(prepare(&ops[i], false, group, &info, &mail), "operation %d", i));
    }
    return LS_OK;
}

ls_status ls_host_batch_isend_irecv(const ls_p2p_op *ops, int count, ls_group group, ls_work **out_works)
{
    if (out_works && count > 0) memset(out_works, 0, sizeof(ls_work *) * (size_t)count);
    ls_status status = check_batch(ops, count, group, out_works);
    for (int i = 0; status == LS_OK && i < count; i++) status = start(&ops[i], false, group, NULL, NULL, &out_works[i]);
    return ls_context(status, "batch_isend_irecv");
}
