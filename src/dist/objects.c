/* Collectives on byte strings: sizes first, then all bytes in one collective with uneven shares. */
#include "dist/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "comm/mailbox.h"

/* One call of this rank. */
typedef struct exchange {
    const char *name;
    ls_group_info info;
    int root; /* group rank */
    int64_t timeout_ms;
} exchange;

static ls_status begin(exchange *e, const char *name, ls_group group, const int *root)
{
    ls_rank_context *context;
    *e = (exchange){.name = name};
    LS_TRY(ls_group_get(group, &e->info));
    LS_TRY(ls_rank_current(&context));
    if (root) LS_TRY(ls_group_index(&e->info, *root, &e->root));
    if (!e->info.comm) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is not in the group", context->rank);
    e->timeout_ms = context->timeout_ms;
    return LS_OK;
}

static bool is_root(const exchange *e)
{
    return e->root == e->info.my_index;
}

static ls_status move(const exchange *e, ls_comm_op op, ls_comm_segment *in, size_t in_count, ls_comm_segment *out,
                      size_t out_count, const size_t *shares)
{
    return ls_group_run(&e->info, &(ls_comm_call){.op = op,
                                                  .dtype = LS_U8,
                                                  .root = e->root,
                                                  .source = -1,
                                                  .target = -1,
                                                  .in = in,
                                                  .out = out,
                                                  .in_count = in_count,
                                                  .out_count = out_count,
                                                  .shares = shares,
                                                  .label = e->name,
                                                  .deadline = ls_deadline_in_ms(e->timeout_ms)});
}

/* --- Strings --------------------------------------------------------------------------------------------------- */

static void drop(ls_bytes *objects, size_t count)
{
    for (size_t i = 0; objects && i < count; i++) ls_bytes_free(&objects[i]);
}

/* Memory for strings of these sizes; never NULL, so that an empty one is told from none. */
static ls_status make_room(ls_bytes *objects, const size_t *sizes, size_t count)
{
    if (count) memset(objects, 0, sizeof(*objects) * count);
    for (size_t i = 0; i < count; i++) {
        objects[i] = (ls_bytes){calloc(1, sizes[i] + 1), sizes[i]};
        if (objects[i].data) continue;
        objects[i].size = 0;
        drop(objects, count);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %zu bytes", sizes[i]);
    }
    return LS_OK;
}

/* After the sizes are known, a rank without memory must not leave the others waiting. */
static ls_status make_room_or_fail_all(const exchange *e, ls_bytes *objects, const size_t *sizes, size_t count)
{
    ls_status status = make_room(objects, sizes, count);
    if (status != LS_OK) ls_comm_abandon(e->info.comm, status, ls_last_error());
    return status;
}

static ls_status check_strings(const ls_bytes *objects, int count)
{
    if (count && !objects) return ls_fail(LS_INVALID_ARGUMENT, "no list of %d strings was given", count);
    for (int i = 0; i < count; i++)
        if (objects[i].size && !objects[i].data)
            return ls_fail(LS_INVALID_ARGUMENT, "string %d of %zu bytes is NULL", i, objects[i].size);
    return LS_OK;
}

/* Places for so many pieces; NULL if `*status` is no longer LS_OK. */
static ls_comm_segment *make_pieces(const exchange *e, size_t count, ls_status *status)
{
    if (*status != LS_OK) return NULL;
    ls_comm_segment *pieces = calloc(count + 1, sizeof(*pieces));
    if (pieces) return pieces;
    *status = ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_comm_abandon(e->info.comm, *status, ls_last_error());
    return NULL;
}

static void point_at(ls_comm_segment *segments, const ls_bytes *objects, size_t count)
{
    for (size_t i = 0; i < count; i++) segments[i] = (ls_comm_segment){objects[i].data, objects[i].size};
}

/* --- From all --------------------------------------------------------------------------------------------------- */

ls_status ls_objects_gather(const ls_group_info *info, const char *name, const size_t *sizes, const void *data,
                            int root, ls_bytes *out_objects)
{
    size_t count = (size_t)info->count, me = (size_t)info->my_index;
    ls_rank_context *context;
    LS_TRY(ls_rank_current(&context));
    exchange e = {.name = name, .info = *info, .root = root < 0 ? 0 : root, .timeout_ms = context->timeout_ms};
    bool is_receiver = root < 0 || is_root(&e);
    if (is_receiver) LS_TRY(make_room_or_fail_all(&e, out_objects, sizes, count));
    ls_status status = LS_OK;
    ls_comm_segment *out = make_pieces(&e, count, &status), in = {(void *)data, sizes[me]};
    if (out && is_receiver) point_at(out, out_objects, count);
    if (out)
        status = move(&e, root < 0 ? LS_COMM_ALL_GATHER : LS_COMM_GATHER, &in, 1, out, is_receiver ? count : 0, sizes);
    free(out);
    if (status != LS_OK && is_receiver) drop(out_objects, count);
    return status;
}

/* Everybody's string on `root`, −1: on all. */
static ls_status gather(exchange *e, const void *data, size_t size, int root, ls_bytes *out_objects)
{
    size_t *sizes = calloc((size_t)e->info.count, sizeof(*sizes));
    if (!sizes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_comm_segment in = {&size, sizeof(size)}, out = {sizes, sizeof(*sizes) * (size_t)e->info.count};
    ls_status status = move(e, LS_COMM_ALL_GATHER, &in, 1, &out, 1, NULL);
    if (status == LS_OK) status = ls_objects_gather(&e->info, e->name, sizes, data, root, out_objects);
    free(sizes);
    return status;
}

static ls_status check_own(const void *data, size_t size, const ls_bytes *out_objects, bool is_receiver)
{
    if (size && !data) return ls_fail(LS_INVALID_ARGUMENT, "the string of %zu bytes is NULL", size);
    if (is_receiver && !out_objects) return ls_fail(LS_INVALID_ARGUMENT, "no place for the strings");
    return LS_OK;
}

ls_status ls_all_gather_object(ls_bytes *out_objects, const void *data, size_t size, ls_group group)
{
    exchange e;
    ls_status status = begin(&e, "all_gather_object", group, NULL);
    if (status == LS_OK) status = check_own(data, size, out_objects, true);
    if (status == LS_OK) status = gather(&e, data, size, -1, out_objects);
    return ls_context(status, "all_gather_object");
}

ls_status ls_gather_object(ls_bytes *out_objects, const void *data, size_t size, int dst, ls_group group)
{
    exchange e;
    ls_status status = begin(&e, "gather_object", group, &dst);
    int root = e.root;
    if (status == LS_OK) status = check_own(data, size, out_objects, is_root(&e));
    e.root = 0; /* sizes are gathered on all */
    if (status == LS_OK) status = gather(&e, data, size, root, out_objects);
    return ls_context(status, "gather_object");
}

/* --- From one --------------------------------------------------------------------------------------------------- */

/* What the root tells the others first, followed by the sizes. */
typedef struct announcement {
    int64_t status, count;
    char message[240];
    size_t sizes[];
} announcement;

/* Tells all how many strings of which sizes there are, or what is wrong with them. *out_sizes is to be freed. */
static ls_status announce(const exchange *e, const ls_bytes *objects, int count, size_t **out_sizes)
{
    size_t bytes = sizeof(announcement) + sizeof(size_t) * (size_t)count;
    announcement *told = calloc(1, bytes);
    *out_sizes = calloc((size_t)count + 1, sizeof(**out_sizes));
    if (!told || !*out_sizes) {
        free(told);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    if (is_root(e)) {
        told->status = check_strings(objects, count);
        if (told->status != LS_OK) snprintf(told->message, sizeof(told->message), "%s", ls_last_error());
        for (int i = 0; told->status == LS_OK && i < count; i++) told->sizes[i] = objects[i].size;
    }
    ls_comm_segment whole = {told, bytes};
    ls_status status = move(e, LS_COMM_BROADCAST, &whole, 1, &whole, 1, NULL);
    if (status == LS_OK && told->status != LS_OK) {
        status = ls_fail((ls_status)told->status, "%s", told->message);
        if (!is_root(e)) ls_context(status, "rank %d gives nothing", e->info.ranks[e->root]);
    }
    if (status == LS_OK) memcpy(*out_sizes, told->sizes, sizeof(size_t) * (size_t)count);
    free(told);
    return status;
}

static ls_status broadcast(const exchange *e, ls_bytes *objects, int count)
{
    size_t *sizes;
    ls_status status = announce(e, objects, count, &sizes);
    ls_comm_segment *pieces = make_pieces(e, (size_t)count, &status);
    if (status == LS_OK && !is_root(e)) status = make_room_or_fail_all(e, objects, sizes, (size_t)count);
    if (status == LS_OK) {
        point_at(pieces, objects, (size_t)count);
        status = move(e, LS_COMM_BROADCAST, pieces, (size_t)count, pieces, (size_t)count, NULL);
        if (status != LS_OK && !is_root(e)) drop(objects, (size_t)count);
    }
    free(pieces);
    free(sizes);
    return status;
}

ls_status ls_broadcast_object_list(ls_bytes *objects, int count, int src, ls_group group)
{
    exchange e;
    ls_status status = begin(&e, "broadcast_object_list", group, &src);
    if (status == LS_OK && (count < 0 || (!is_root(&e) && count && !objects)))
        status = ls_fail(LS_INVALID_ARGUMENT, "no list of %d strings was given", count);
    if (status == LS_OK && !is_root(&e) && count) memset(objects, 0, sizeof(*objects) * (size_t)count);
    if (status == LS_OK) status = broadcast(&e, objects, count);
    return ls_context(status, "broadcast_object_list");
}

static ls_status scatter(const exchange *e, ls_bytes *out_object, const ls_bytes *objects)
{
    size_t *sizes, count = (size_t)e->info.count;
    ls_status status = announce(e, objects, e->info.count, &sizes);
    ls_comm_segment *pieces = make_pieces(e, count, &status);
    if (status == LS_OK) status = make_room_or_fail_all(e, out_object, &sizes[e->info.my_index], 1);
    if (status == LS_OK) {
        ls_comm_segment out = {out_object->data, out_object->size};
        if (is_root(e)) point_at(pieces, objects, count);
        status = move(e, LS_COMM_SCATTER, pieces, is_root(e) ? count : 0, &out, 1, sizes);
        if (status != LS_OK) ls_bytes_free(out_object);
    }
    free(pieces);
    free(sizes);
    return status;
}

ls_status ls_scatter_object_list(ls_bytes *out_object, const ls_bytes *objects, int src, ls_group group)
{
    exchange e;
    if (!out_object) return ls_fail(LS_INVALID_ARGUMENT, "scatter_object_list: no place for the string");
    *out_object = (ls_bytes){0};
    ls_status status = begin(&e, "scatter_object_list", group, &src);
    if (status == LS_OK) status = scatter(&e, out_object, objects);
    return ls_context(status, "scatter_object_list");
}

/* --- From one to one -------------------------------------------------------------------------------------------- */

/* Tags of their own, so that a list never meets another message. */
#define SIZES_TAG (UINT64_C(1) << 32)
#define BYTES_TAG (UINT64_C(2) << 32)

static ls_status pass(const exchange *e, bool is_send, uint64_t tag, void *data, size_t bytes)
{
    ls_mail mail = {.is_send = is_send,
                    .peer = e->root,
                    .tag = tag,
                    .dtype = LS_U8,
                    .data = data,
                    .bytes = bytes,
                    .deadline = ls_deadline_in_ms(e->timeout_ms)};
    LS_TRY(ls_mail_check(e->info.comm, &mail));
    LS_TRY(ls_mail_post(e->info.comm, &mail));
    return ls_mail_wait(e->info.comm, &mail, mail.deadline);
}

static ls_status begin_pass(exchange *e, const char *name, int count, int tag, int *peer, ls_group group)
{
    LS_TRY(begin(e, name, group, peer));
    if (count < 0) return ls_fail(LS_INVALID_ARGUMENT, "a count of %d is negative", count);
    return tag < 0 ? ls_fail(LS_INVALID_ARGUMENT, "tag %d is negative", tag) : LS_OK;
}

static ls_status send_list(const exchange *e, const ls_bytes *objects, int count, int tag)
{
    LS_TRY(check_strings(objects, count));
    size_t *sizes = calloc((size_t)count + 1, sizeof(*sizes));
    if (!sizes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < count; i++) sizes[i] = objects[i].size;
    ls_status status = pass(e, true, SIZES_TAG | (uint64_t)tag, sizes, sizeof(*sizes) * (size_t)count);
    free(sizes);
    for (int i = 0; status == LS_OK && i < count; i++)
        status = pass(e, true, BYTES_TAG | (uint64_t)tag, objects[i].data, objects[i].size);
    return status;
}

ls_status ls_send_object_list(const ls_bytes *objects, int count, int dst, int tag, ls_group group)
{
    exchange e;
    ls_status status = begin_pass(&e, "send_object_list", count, tag, &dst, group);
    if (status == LS_OK) status = send_list(&e, objects, count, tag);
    return ls_context(status, "send_object_list");
}

static ls_status recv_list(const exchange *e, ls_bytes *objects, int count, int tag)
{
    size_t *sizes = calloc((size_t)count + 1, sizeof(*sizes));
    if (!sizes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status = pass(e, false, SIZES_TAG | (uint64_t)tag, sizes, sizeof(*sizes) * (size_t)count);
    if (status == LS_OK) status = make_room_or_fail_all(e, objects, sizes, (size_t)count);
    free(sizes);
    for (int i = 0; status == LS_OK && i < count; i++)
        status = pass(e, false, BYTES_TAG | (uint64_t)tag, objects[i].data, objects[i].size);
    if (status != LS_OK) drop(objects, (size_t)count);
    return status;
}

ls_status ls_recv_object_list(ls_bytes *objects, int count, int src, int tag, ls_group group)
{
    exchange e;
    ls_status status = begin_pass(&e, "recv_object_list", count, tag, &src, group);
    if (status == LS_OK && count && !objects) status = ls_fail(LS_INVALID_ARGUMENT, "no place for the strings");
    if (status == LS_OK && count) memset(objects, 0, sizeof(*objects) * (size_t)count);
    if (status == LS_OK) status = recv_list(&e, objects, count, tag);
    return ls_context(status, "recv_object_list");
}
