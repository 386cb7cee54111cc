#include "comm/ops.h"

#include <string.h>

#include "comm/reduce.h"

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

static void copy_from(ls_op_run *run, int from, size_t from_offset, size_t to_offset, size_t bytes)
{
    ls_comm *comm = run->comm;
    ls_view_copy(comm->views[comm->me].out, to_offset, comm->views[from].in, from_offset, bytes);
    if (from != comm->me) comm->bytes_moved += bytes;
}

static size_t least_left(const ls_cursor *cursors, int count, size_t least)
{
    for (int i = 0; i < count; i++)
        if (cursors[i].left < least) least = cursors[i].left;
    return least;
}

/* Reduces bytes [offset, offset + bytes) of all inputs into the outputs of members [first, first + count), whose
 * offsets are less by `shift`. */
static void reduce(ls_op_run *run, size_t offset, size_t bytes, int first, int count, size_t shift)
{
    ls_comm *comm = run->comm;
    const ls_comm_call *call = run->call;
    if (!bytes) return;
    int ins = comm->count, all = ins + count;
    size_t element = ls_dtype_size(call->dtype);
    for (int i = 0; i < ins; i++) comm->factors[i] = ls_comm_slot(comm, i, run->sequence)->factor;
    for (int i = 0; i < ins; i++) comm->cursors[i] = ls_view_seek(comm->views[i].in, offset);
    for (int i = 0; i < count; i++) comm->cursors[ins + i] = ls_view_seek(comm->views[first + i].out, offset - shift);
    comm->bytes_moved += bytes * (size_t)(ins - 1 + count - (first <= comm->me && comm->me < first + count));
    for (;;) {
        size_t piece = least_left(comm->cursors, all, bytes);
        for (int i = 0; i < all; i++) comm->pointers[i] = comm->cursors[i].at;
        ls_reduce_run(call->dtype, call->reduce, comm->factors, (const void *const *)comm->pointers, ins,
                      comm->pointers + ins, count, piece / element);
        bytes -= piece;
        if (!bytes) return;
        for (int i = 0; i < all; i++) ls_cursor_step(&comm->cursors[i], piece);
    }
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
    size_t bytes = ls_shares_bytes(&run->shares, comm->me);
    ls_view_copy(comm->views[run->call->root].out, ls_shares_offset(&run->shares, comm->me), comm->views[comm->me].in,
                 0, bytes);
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
