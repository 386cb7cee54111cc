/* Messages on host memory. */
#include <lockstep/p2p.h>

#include "base/error.h"
#include "comm/mailbox.h"
#include "dist/world.h"

/* A message as the caller gave it. */
typedef struct host_message {
    bool is_send;
    void *data;
    int64_t count;
    ls_dtype dtype;
    int peer, tag; /* `peer` as in ls_group_index, or LS_MAIL_ANY */
} host_message;

/* Fills what comm needs. */
static ls_status prepare(const host_message *message, ls_group group, ls_group_info *out_info, ls_mail *out_mail)
{
    ls_rank_context *context;
    LS_TRY(ls_group_get(group, out_info));
    LS_TRY(ls_rank_current(&context));
    ptrdiff_t bytes;
    int peer = LS_MAIL_ANY;
    if (!ls_dtype_size(message->dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "element type %d is unknown", (int)message->dtype);
    if (message->count < 0 || __builtin_mul_overflow(message->count, (ptrdiff_t)ls_dtype_size(message->dtype), &bytes))
        return ls_fail(LS_INVALID_ARGUMENT, "a count of %lld is not possible", (long long)message->count);
    if (bytes && !message->data) return ls_fail(LS_INVALID_ARGUMENT, "the data of %td bytes is NULL", bytes);
    if (message->tag < 0) return ls_fail(LS_INVALID_ARGUMENT, "tag %d is negative", message->tag);
    if (message->is_send || message->peer != LS_MAIL_ANY) LS_TRY(ls_group_index(out_info, message->peer, &peer));
    if (!out_info->comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);
    *out_mail = (ls_mail){.is_send = message->is_send,
                          .peer = peer,
                          .tag = (uint64_t)message->tag,
                          .dtype = message->dtype,
                          .data = message->data,
                          .bytes = (size_t)bytes,
                          .deadline = ls_deadline_in_ms(context->timeout_ms)};
    return LS_OK;
}

static ls_status run(const host_message *message, ls_group group, int *out_source)
{
    ls_group_info info;
    ls_mail mail;
    LS_TRY(prepare(message, group, &info, &mail));
    LS_TRY(ls_mail_post(info.comm, &mail));
    LS_TRY(ls_mail_wait(info.comm, &mail, mail.deadline));
    if (out_source) *out_source = info.ranks[mail.source];
    return LS_OK;
}

ls_status ls_host_send(const void *data, int64_t count, ls_dtype dtype, int dst, int tag, ls_group group)
{
    return ls_context(run(&(host_message){true, (void *)data, count, dtype, dst, tag}, group, NULL), "send");
}

ls_status ls_host_recv(void *data, int64_t count, ls_dtype dtype, int src, int tag, ls_group group)
{
    if (src == LS_MAIL_ANY)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "recv: global rank %d is not in the group; ls_host_recv_any_source takes "
                       "what comes first",
                       src);
    return ls_context(run(&(host_message){false, data, count, dtype, src, tag}, group, NULL), "recv");
}

ls_status ls_host_recv_any_source(void *data, int64_t count, ls_dtype dtype, int tag, ls_group group, int *out_src)
{
    if (out_src) *out_src = -1;
    return ls_context(run(&(host_message){false, data, count, dtype, LS_MAIL_ANY, tag}, group, out_src),
                      "recv_any_source");
}
