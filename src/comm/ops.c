#include "comm/ops.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "comm/reduce.h"
#include "comm/remote.h"

/* --- Who reads whose input, who writes whose output, in large operations -------------------------------------- */

static bool nobody_reads(const ls_slot *slot, int reader, int owner)
{
    return false;
}

static bool everybody(const ls_slot *slot, int reader, int owner)
{
    return true;
}

static bool root_is_owner(const ls_slot *slot, int reader, int owner)
{
    return owner == slot->root;
}

static bool target_reads(const ls_slot *slot, int reader, int owner)
{
    return reader == slot->target;
}

/* --- Moving ----------------------------------------------------------------------------------------------------------
 */

/* Between an operand of this rank and one of a member's in another process's private memory. */
static void copy_remotely(ls_op_run *run, int member, ls_remote_direction direction, ls_view here, size_t here_offset,
                          ls_view there, size_t there_offset, size_t bytes)
{
    ls_comm *comm = run->comm;
    int process = ls_domain_process_of(comm->domain, comm->group->ranks[member]);
    if (run->status != LS_OK) return;
    run->status =
        ls_remote_copy(comm->domain->processes[process].pid, direction, here, here_offset, there, there_offset, bytes);
    run->culprit = member;
}

static void copy_from(ls_op_run *run, int from, size_t from_offset, size_t to_offset, size_t bytes)
{
    ls_comm *comm = run->comm;
    const ls_member_view *view = &comm->views[from];
    ls_view out = comm->views[comm->me].out;
    if (view->is_remote)
        copy_remotely(run, from, LS_REMOTE_READ, out, to_offset, view->in, from_offset, bytes);
    else
        ls_view_copy(out, to_offset, view->in, from_offset, bytes);
    if (from != comm->me) comm->bytes_moved += bytes;
}

static size_t least_left(const ls_cursor *cursors, int count, size_t least)
{
    for (int i = 0; i < count; i++)
        if (cursors[i].left < least) least = cursors[i].left;
    return least;
}

/* Reduces `bytes` from the cursors on: of all members' inputs, into `outs` outputs. */
static void reduce_at_cursors(ls_op_run *run, int outs, size_t bytes)
{
    ls_comm *comm = run->comm;
    const ls_comm_call *call = run->call;
    int ins = comm->count, all = ins + outs;
    size_t element = ls_dtype_size(call->dtype);
    for (;;) {
        size_t piece = least_left(comm->cursors, all, bytes);
        for (int i = 0; i < all; i++) comm->pointers[i] = comm->cursors[i].at;
        ls_reduce_run(call->dtype, call->reduce, comm->factors, (const void *const *)comm->pointers, ins,
                      comm->pointers + ins, outs, piece / element);
        bytes -= piece;
        if (!bytes) return;
        for (int i = 0; i < all; i++) ls_cursor_step(&comm->cursors[i], piece);
    }
}

#define REMOTE_BLOCK ((size_t)64 << 10) /* so much of each remote operand is here at a time */

/* reduce() for a block, with remote inputs and the remote outputs' result in scratch memory. */
static void reduce_block(ls_op_run *run, size_t offset, size_t bytes, int first, int count, size_t shift)
{
    ls_comm *comm = run->comm;
    int outs = comm->count;
    ls_comm_segment result = {comm->scratch + REMOTE_BLOCK * (size_t)comm->count, REMOTE_BLOCK};
    bool has_remote_outs = false;
    for (int i = 0; i < comm->count; i++) {
        const ls_member_view *view = &comm->views[i];
        ls_comm_segment block = {comm->scratch + REMOTE_BLOCK * (size_t)i, REMOTE_BLOCK};
        if (view->is_remote) copy_remotely(run, i, LS_REMOTE_READ, (ls_view){&block, 1}, 0, view->in, offset, bytes);
        comm->cursors[i] =
            view->is_remote ? (ls_cursor){.at = block.address, .left = REMOTE_BLOCK} : ls_view_seek(view->in, offset);
    }
    for (int i = first; i < first + count; i++) {
        has_remote_outs = has_remote_outs || comm->views[i].is_remote;
        if (!comm->views[i].is_remote) comm->cursors[outs++] = ls_view_seek(comm->views[i].out, offset - shift);
    }
    if (has_remote_outs) comm->cursors[outs++] = (ls_cursor){.at = result.address, .left = REMOTE_BLOCK};
    if (run->status != LS_OK) return;
    reduce_at_cursors(run, outs - comm->count, bytes);
    for (int i = first; i < first + count; i++)
        if (comm->views[i].is_remote)
            copy_remotely(run, i, LS_REMOTE_WRITE, (ls_view){&result, 1}, 0, comm->views[i].out, offset - shift, bytes);
}

static void reduce_remotely(ls_op_run *run, size_t offset, size_t bytes, int first, int count, size_t shift)
{
    ls_comm *comm = run->comm;
    if (!comm->scratch) comm->scratch = aligned_alloc(LS_CACHE_LINE, REMOTE_BLOCK * ((size_t)comm->count + 1));
    if (!comm->scratch) {
        run->status = ls_fail(LS_RESOURCE_EXHAUSTED, "no memory to reduce what lies in other processes");
        run->culprit = comm->me;
        return;
    }
    for (size_t done = 0; done < bytes && run->status == LS_OK; done += REMOTE_BLOCK)
        reduce_block(run, offset + done, bytes - done < REMOTE_BLOCK ? bytes - done : REMOTE_BLOCK, first, count,
                     shift);
}

/* Reduces bytes [offset, offset + bytes) of all inputs into the outputs of members [first, first + count), whose
 * offsets are less by `shift`. */
static void reduce(ls_op_run *run, size_t offset, size_t bytes, int first, int count, size_t shift)
{
    ls_comm *comm = run->comm;
    if (!bytes) return;
    int ins = comm->count;
    bool is_remote = false;
    for (int i = 0; i < ins; i++) {
        comm->factors[i] = ls_comm_slot(comm, i, run->sequence)->factor;
        is_remote = is_remote || comm->views[i].is_remote;
    }
    comm->bytes_moved += bytes * (size_t)(ins - 1 + count - (first <= comm->me && comm->me < first + count));
    if (is_remote) {
        reduce_remotely(run, offset, bytes, first, count, shift);
        return;
    }
    for (int i = 0; i < ins; i++) comm->cursors[i] = ls_view_seek(comm->views[i].in, offset);
    for (int i = 0; i < count; i++) comm->cursors[ins + i] = ls_view_seek(comm->views[first + i].out, offset - shift);
    reduce_at_cursors(run, count, bytes);
}

/* This rank's part of n bytes: whole cache lines, so that ranks do not write the same one; by rank only, so that the
 * layout of threads and processes changes nothing. */
static void part_of(const ls_op_run *run, size_t *out_offset, size_t *out_bytes)
{
    size_t n = run->shares.n, lines = (n + LS_CACHE_LINE - 1) / LS_CACHE_LINE, count = (size_t)run->comm->count,
           me = (size_t)run->comm->me;
    size_t first = lines * me / count * LS_CACHE_LINE, end = lines * (me + 1) / count * LS_CACHE_LINE;
    if (end > n) end = n;
    *out_offset = first;
    *out_bytes = end > first ? end - first : 0;
}

static bool is_root(const ls_op_run *run)
{
    return run->comm->me == run->call->root;
}

/* --- The collectives ------------------------------------------------------------------------------------- */

static void pull_all_reduce(ls_op_run *run)
{
    reduce(run, 0, run->shares.n, run->comm->me, 1, 0);
}

static void share_all_reduce(ls_op_run *run)
{
    size_t offset, bytes;
    part_of(run, &offset, &bytes);
    reduce(run, offset, bytes, 0, run->comm->count, 0);
}

static void pull_reduce(ls_op_run *run)
{
    if (is_root(run)) reduce(run, 0, run->shares.n, run->comm->me, 1, 0);
}

static void share_reduce(ls_op_run *run)
{
    size_t offset, bytes;
    part_of(run, &offset, &bytes);
    reduce(run, offset, bytes, run->call->root, 1, 0);
}

static void pull_reduce_scatter(ls_op_run *run)
{
    int me = run->comm->me;
    size_t offset = ls_shares_offset(&run->shares, me);
    reduce(run, offset, ls_shares_bytes(&run->shares, me), me, 1, offset);
}

static void pull_broadcast(ls_op_run *run)
{
    copy_from(run, run->call->root, 0, 0, run->shares.n);
}

/* Starting with its own, each rank reads from another one, so that no rank's memory is everybody's at once. */
static int nth_source(const ls_op_run *run, int i)
{
    return (run->comm->me + i) % run->comm->count;
}

static void pull_all_gather(ls_op_run *run)
{
    for (int i = 0; i < run->comm->count; i++) {
        int source = nth_source(run, i);
        copy_from(run, source, 0, ls_shares_offset(&run->shares, source), ls_shares_bytes(&run->shares, source));
    }
}

static void pull_gather(ls_op_run *run)
{
    if (is_root(run)) pull_all_gather(run);
}

static void share_gather(ls_op_run *run)
{
    ls_comm *comm = run->comm;
    int root = run->call->root;
    size_t bytes = ls_shares_bytes(&run->shares, comm->me), offset = ls_shares_offset(&run->shares, comm->me);
    ls_view in = comm->views[comm->me].in, out = comm->views[root].out;
    if (comm->views[root].is_remote)
        copy_remotely(run, root, LS_REMOTE_WRITE, in, 0, out, offset, bytes);
    else
        ls_view_copy(out, offset, in, 0, bytes);
    if (!is_root(run)) comm->bytes_moved += bytes;
}

static void pull_scatter(ls_op_run *run)
{
    int me = run->comm->me;
    copy_from(run, run->call->root, ls_shares_offset(&run->shares, me), 0, ls_shares_bytes(&run->shares, me));
}

static void pull_all_to_all(ls_op_run *run)
{
    const ls_shares *shares = &run->shares;
    int me = run->comm->me;
    for (int i = 0; i < run->comm->count; i++) {
        int source = nth_source(run, i);
        copy_from(run, source, ls_shares_offset_between(shares, source, me, true),
                  ls_shares_offset_between(shares, source, me, false), ls_shares_bytes_between(shares, source, me));
    }
}

static void pull_permute(ls_op_run *run)
{
    if (run->call->source >= 0)
        copy_from(run, run->call->source, 0, 0, run->shares.n);
    else
        ls_view_zero(run->comm->views[run->comm->me].out, 0, run->shares.n);
}

static void pull_nothing(ls_op_run *run)
{
}

const ls_op_row ls_op_table[LS_COMM_BARRIER + 1] = {
    [LS_COMM_ALL_REDUCE] = {.name = "all_reduce",
                            .is_reducing = true,
                            .in = LS_OP_SHARE,
                            .out = LS_OP_SHARE,
                            .reads = everybody,
                            .writes = everybody,
                            .pull = pull_all_reduce,
                            .share = share_all_reduce},
    [LS_COMM_REDUCE] = {.name = "reduce",
                        .is_rooted = true,
                        .is_reducing = true,
                        .in = LS_OP_SHARE,
                        .root_in = LS_OP_SHARE,
                        .root_out = LS_OP_SHARE,
                        .reads = everybody,
                        .writes = root_is_owner,
                        .pull = pull_reduce,
                        .share = share_reduce},
    [LS_COMM_BROADCAST] = {.name = "broadcast",
                           .is_rooted = true,
                           .root_in = LS_OP_SHARE,
                           .out = LS_OP_SHARE,
                           .root_out = LS_OP_SHARE,
                           .reads = root_is_owner,
                           .pull = pull_broadcast},
    [LS_COMM_ALL_GATHER] =
        {.name = "all_gather", .in = LS_OP_SHARE, .out = LS_OP_ALL_SHARES, .reads = everybody, .pull = pull_all_gather},
    [LS_COMM_GATHER] = {.name = "gather",
                        .is_rooted = true,
                        .in = LS_OP_SHARE,
                        .root_in = LS_OP_SHARE,
                        .root_out = LS_OP_ALL_SHARES,
                        .reads = nobody_reads,
                        .writes = root_is_owner,
                        .pull = pull_gather,
                        .share = share_gather},
    [LS_COMM_SCATTER] = {.name = "scatter",
                         .is_rooted = true,
                         .root_in = LS_OP_ALL_SHARES,
                         .out = LS_OP_SHARE,
                         .root_out = LS_OP_SHARE,
                         .reads = root_is_owner,
                         .pull = pull_scatter},
    [LS_COMM_REDUCE_SCATTER] = {.name = "reduce_scatter",
                                .is_reducing = true,
                                .in = LS_OP_ALL_SHARES,
                                .out = LS_OP_SHARE,
                                .reads = everybody,
                                .pull = pull_reduce_scatter},
    [LS_COMM_ALL_TO_ALL] = {.name = "all_to_all",
                            .in = LS_OP_ALL_SHARES,
                            .out = LS_OP_ALL_SHARES,
                            .reads = everybody,
                            .pull = pull_all_to_all,
                            .in_place_is_hard = true},
    [LS_COMM_PERMUTE] = {.name = "permute",
                         .in = LS_OP_SHARE,
                         .out = LS_OP_SHARE,
                         .reads = target_reads,
                         .pull = pull_permute,
                         .in_place_is_hard = true},
    [LS_COMM_BARRIER] = {.name = "barrier", .reads = nobody_reads, .pull = pull_nothing},
};
