/* Running collectives: post shows this rank's operands, complete does its part once all members have shown theirs.
 *
 * Small operands travel in the slot, and each member takes what it needs: one meeting. Large ones are read and written
 * where they lie, and nobody leaves before all who work in its memory are done: two meetings. Every member looks at
 * every other one's slot whatever it needs, so all of them notice a mismatch. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "comm/hierarchy.h"
#include "comm/operands.h"
#include "comm/ops.h"
#include "comm/reduce.h"
#include "comm/rounds.h"

/* An operand travels in its slot up to so many bytes, if each member reads no more than the second number in all.
 * Measured between two threads: beyond, a second meeting costs less than cache lines that are not at hand. */
#define MAX_IN_SLOT 512
#define MAX_PULL ((size_t)64 << 10)
#define LONG_BYTES ((size_t)64 << 10) /* from here on the flight record has the time that an operation took */
_Static_assert(MAX_IN_SLOT <= LS_SLOT_PAYLOAD, "an operand must fit the slot");

/* --- Checking -------------------------------------------------------------------------------------------- */

static bool is_matrix(const ls_comm_call *call)
{
    return call->op == LS_COMM_ALL_TO_ALL;
}

static bool may_be_uneven(const ls_op_row *row)
{
    return row->in == LS_OP_ALL_SHARES || row->out == LS_OP_ALL_SHARES || row->root_in == LS_OP_ALL_SHARES ||
           row->root_out == LS_OP_ALL_SHARES;
}

/* Of the input or output that this rank has. */
static size_t operand_bytes(const ls_comm *comm, const ls_comm_call *call, const ls_shares *shares, bool is_in)
{
    const ls_op_row *row = &ls_op_table[call->op];
    ls_op_size size = ls_op_operand(row, call->root == comm->rank, is_in);
    if (call->op == LS_COMM_PERMUTE && is_in && call->target < 0) return 0;
    return size == LS_OP_NOTHING ? 0
           : size == LS_OP_SHARE ? ls_shares_bytes(shares, comm->rank)
                                 : ls_shares_total(shares, is_matrix(call), comm->rank, is_in);
}

/* What the call says about shares or, if they are even, the operand that every rank has. */
static ls_shares shares_of(const ls_comm *comm, const ls_comm_call *call)
{
    const ls_op_row *row = &ls_op_table[call->op];
    ls_shares shares = {.count = comm->size, .uneven = call->shares};
    size_t count = (size_t)comm->size;
    if (call->shares) {
        for (size_t i = 0; i < (is_matrix(call) ? count * count : count); i++) shares.n += call->shares[i];
        return shares;
    }
    ls_op_size size = row->out ? row->out : row->in;
    size_t bytes =
        ls_view_bytes(row->out ? (ls_view){call->out, call->out_count} : (ls_view){call->in, call->in_count});
    shares.n = size == LS_OP_ALL_SHARES ? bytes / count : size == LS_OP_SHARE ? bytes : 0;
    return shares;
}

static ls_status check_operand(const ls_comm_call *call, bool is_in, size_t needed)
{
    const ls_comm_segment *segments = is_in ? call->in : call->out;
    size_t count = is_in ? call->in_count : call->out_count;
    const char *which = is_in ? "input" : "output";
    const ls_op_row *row = &ls_op_table[call->op];
    if (!needed) return LS_OK;
    size_t bytes = ls_view_bytes((ls_view){segments, count}),
           element = row->is_reducing ? ls_dtype_size(call->dtype) : 1,
           alignment = ls_dtype_is_complex(call->dtype) && row->is_reducing ? element / 2 : element;
    if (bytes != needed)
        return ls_fail(LS_INVALID_ARGUMENT, "its %s has %zu bytes where %zu are needed", which, bytes, needed);
    for (size_t i = 0; i < count; i++)
        if (segments[i].bytes % element || (segments[i].bytes && (uintptr_t)segments[i].address % alignment))
            return ls_fail(LS_INVALID_ARGUMENT,
                           "piece %zu of its %s, %zu bytes at %p, is not made of whole %s elements", i, which,
                           segments[i].bytes, segments[i].address, ls_dtype_name(call->dtype));
    return LS_OK;
}

static ls_status check_call(const ls_comm *comm, const ls_comm_call *call, ls_shares *out_shares)
{
    *out_shares = (ls_shares){0};
    if ((unsigned)call->op > LS_COMM_BARRIER)
        return ls_fail(LS_INVALID_ARGUMENT, "there is no collective %d", (int)call->op);
    const ls_op_row *row = &ls_op_table[call->op];
    if (row->is_rooted && (call->root < 0 || call->root >= comm->size))
        return ls_fail(LS_INVALID_ARGUMENT, "root %d in a group of %d", call->root, comm->size);
    if (row->is_reducing) LS_TRY(ls_reduce_check(call->dtype, call->reduce));
    bool is_permute = call->op == LS_COMM_PERMUTE;
    if (is_permute && (call->source >= comm->size || call->target >= comm->size))
        return ls_fail(LS_INVALID_ARGUMENT, "from %d and to %d in a group of %d", call->source, call->target,
                       comm->size);
    if (call->shares && !may_be_uneven(row)) return ls_fail(LS_INVALID_ARGUMENT, "%s has no uneven shares", row->name);
    *out_shares = shares_of(comm, call);
    for (int i = 0; call->shares && row->is_reducing && i < comm->size; i++)
        if (call->shares[i] % ls_dtype_size(call->dtype))
            return ls_fail(LS_INVALID_ARGUMENT, "share %d of %zu bytes is not made of whole %s elements", i,
                           call->shares[i], ls_dtype_name(call->dtype));
    LS_TRY(check_operand(call, true, operand_bytes(comm, call, out_shares, true)));
    return check_operand(call, false, operand_bytes(comm, call, out_shares, false));
}

/* By what all members have in common, so that they all choose the same. */
static bool is_small(const ls_op_row *row, const ls_shares *shares)
{
    size_t count = (size_t)shares->count, most = shares->n;
    ls_op_size size = row->is_rooted ? row->root_in : row->in;
    if (!shares->uneven) most = size == LS_OP_NOTHING ? 0 : size == LS_OP_SHARE ? most : most * count;
    return most <= MAX_IN_SLOT && most * count <= MAX_PULL;
}

/* --- Posting --------------------------------------------------------------------------------------------- */

static ls_status progress(ls_comm *comm);

/* The slot's last operation must be behind everybody, this rank first. */
static ls_status make_room(ls_comm *comm, uint32_t sequence, const ls_comm_call *call)
{
    while (sequence - comm->progressed > LS_RING - 1) LS_TRY(progress(comm));
    for (int i = 0; i < comm->count; i++) {
        if (ls_has_reached(comm->finished[i], sequence - LS_RING)) continue;
        LS_TRY(ls_group_wait(comm, i, &comm->members[i].finished, sequence - LS_RING, call, sequence));
        comm->finished[i] = atomic_load_explicit(&comm->members[i].finished, memory_order_acquire);
    }
    return LS_OK;
}

static void fill_slot(const ls_comm *comm, ls_slot *slot, const ls_comm_call *call, const ls_shares *shares)
{
    const ls_op_row *row = &ls_op_table[call->op];
    slot->finished = comm->progressed;
    slot->op = (uint8_t)call->op;
    slot->dtype = (uint8_t)call->dtype;
    slot->reduce = row->is_reducing ? (uint8_t)call->reduce : 0;
    slot->zero = 0;
    slot->root = row->is_rooted ? call->root : 0;
    slot->bytes = shares->n;
    slot->shares = ls_shares_hash(shares, is_matrix(call));
    slot->tag = call->tag;
    slot->factor = call->factor;
    bool is_permute = call->op == LS_COMM_PERMUTE;
    slot->source = is_permute && call->source >= 0 ? (int16_t)call->source : -1;
    slot->target = is_permute && call->target >= 0 ? (int16_t)call->target : -1;
}

static void copy_into_slot(ls_slot *slot, const ls_comm_call *call, size_t bytes)
{
    ls_comm_segment payload = {slot->payload, LS_SLOT_PAYLOAD};
    ls_view_copy((ls_view){&payload, 1}, 0, (ls_view){call->in, call->in_count}, 0, bytes);
}

static void note_begin(ls_comm *comm, const ls_comm_call *call, uint32_t sequence, size_t bytes)
{
    atomic_store_explicit(&comm->has_waited, false, memory_order_relaxed);
    ls_flight_begin(&comm->members[comm->me].flight, sequence,
                    &(ls_flight_op){.kind = (uint32_t)call->op,
                                    .dtype = call->dtype,
                                    .reduce = (uint32_t)call->reduce,
                                    .peer = call->root,
                                    .bytes = bytes,
                                    .tag = call->tag,
                                    .started_ns = call->started_ns,
                                    .label = call->label});
}

/* The clock is not worth its time for what was over at once. */
static void note_end(ls_comm *comm, uint32_t sequence, size_t bytes)
{
    ls_flight_end(&comm->members[comm->me].flight, sequence,
                  bytes > LONG_BYTES || atomic_load_explicit(&comm->has_waited, memory_order_relaxed));
}

static ls_status post(ls_comm *comm, const ls_comm_call *call)
{
    ls_shares shares;
    uint32_t sequence = comm->posted + 1;
    LS_TRY(check_call(comm, call, &shares));
    LS_TRY(make_room(comm, sequence, call));
    ls_slot *slot = ls_comm_slot(comm, comm->me, sequence);
    note_begin(comm, call, sequence, shares.n);
    fill_slot(comm, slot, call, &shares);
    size_t in = operand_bytes(comm, call, &shares, true);
    if (comm->hierarchy)
        slot->payload[0] = 0; /* only what they are about to do is shown to the others on this host */
    else if (is_small(&ls_op_table[call->op], &shares))
        copy_into_slot(slot, call, in);
    else
        LS_TRY(ls_operands_show(comm, slot, call, &shares, sequence, in, operand_bytes(comm, call, &shares, false)));
    comm->calls[sequence % LS_RING] = call;
    comm->posted = sequence;
    ls_group_store(comm, &slot->sequence, sequence);
    return LS_OK;
}

ls_status ls_comm_post(ls_comm *comm, const ls_comm_call *call)
{
    LS_TRY(ls_group_status(comm));
    ls_status status = post(comm, call);
    if (status == LS_OK || ls_group_status(comm) != LS_OK) return status;
    /* What this rank does not show the others wait for in vain: tell them. */
    char name[LS_RANK_NAME_BYTES], message[1024];
    ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], name, sizeof(name));
    snprintf(message, sizeof(message), "%s #%u of %s: %s",
             (unsigned)call->op <= LS_COMM_BARRIER ? ls_op_table[call->op].name : "?", comm->posted + 1, name,
             ls_last_error());
    return ls_group_fail(comm, status, message);
}

/* --- Completing ------------------------------------------------------------------------------------------ */

static bool matches(const ls_slot *a, const ls_slot *b)
{
    return a->what == b->what && a->bytes == b->bytes && a->shares == b->shares && a->tag == b->tag;
}

static ls_status fail_mismatch(ls_comm *comm, const ls_slot *mine, const ls_slot *other, int member,
                               const ls_comm_call *call)
{
    char name[LS_RANK_NAME_BYTES], my_name[LS_RANK_NAME_BYTES], ours[256], theirs[256], message[768];
    ls_group_describe(mine, call->label, ours, sizeof(ours));
    ls_group_describe(other, NULL, theirs, sizeof(theirs));
    snprintf(message, sizeof(message), "ranks call different collectives: %s calls %s, %s calls %s",
             ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], my_name, sizeof(my_name)), ours,
             ls_domain_name_rank(comm->domain, comm->group->ranks[member], name, sizeof(name)), theirs);
    return ls_group_fail(comm, LS_INVALID_ARGUMENT, message);
}

static ls_status fail_pairing(ls_comm *comm, uint32_t sequence, int giver, int getter)
{
    char name[LS_RANK_NAME_BYTES], other_name[LS_RANK_NAME_BYTES], message[256];
    const ls_slot *gives = ls_comm_slot(comm, giver, sequence), *gets = ls_comm_slot(comm, getter, sequence);
    snprintf(message, sizeof(message),
             "permute #%u does not pair up: member %d, %s, has target %d; member %d, %s, has source %d", sequence,
             giver, ls_domain_name_rank(comm->domain, comm->group->ranks[giver], name, sizeof(name)), gives->target,
             getter, ls_domain_name_rank(comm->domain, comm->group->ranks[getter], other_name, sizeof(other_name)),
             gets->source);
    return ls_group_fail(comm, LS_INVALID_ARGUMENT, message);
}

/* Who gets from a member must be whom that gives to, and the other way round. */
static ls_status check_pairs(ls_comm *comm, uint32_t sequence)
{
    for (int i = 0; i < comm->count; i++) {
        const ls_slot *slot = ls_comm_slot(comm, i, sequence);
        if (slot->source >= 0 && ls_comm_slot(comm, slot->source, sequence)->target != i)
            return fail_pairing(comm, sequence, slot->source, i);
        if (slot->target >= 0 && ls_comm_slot(comm, slot->target, sequence)->source != i)
            return fail_pairing(comm, sequence, i, slot->target);
    }
    return LS_OK;
}

/* Waits for all members' slots and compares what they say. */
static ls_status meet(ls_comm *comm, const ls_comm_call *call, uint32_t sequence)
{
    const ls_slot *mine = ls_comm_slot(comm, comm->me, sequence);
    for (int i = 0; i < comm->count; i++) {
        ls_slot *slot = ls_comm_slot(comm, i, sequence);
        if (i == comm->me) continue;
        LS_TRY(ls_group_wait(comm, i, &slot->sequence, sequence, call, sequence));
        comm->finished[i] = slot->finished;
    }
    for (int i = 0; i < comm->count; i++) {
        const ls_slot *slot = ls_comm_slot(comm, i, sequence);
        if (!matches(mine, slot)) return fail_mismatch(comm, mine, slot, i, call);
    }
    return call->op == LS_COMM_PERMUTE && !comm->hierarchy ? check_pairs(comm, sequence) : LS_OK;
}

static void set_finished(ls_comm *comm, const ls_comm_call *call, uint32_t sequence)
{
    ls_member *me = &comm->members[comm->me];
    atomic_store_explicit(&me->last_op, (uint32_t)call->op, memory_order_relaxed);
    comm->progressed = comm->finished[comm->me] = sequence;
    ls_group_store(comm, &me->finished, sequence);
}

static void take_small(ls_op_run *run)
{
    ls_comm *comm = run->comm;
    for (int i = 0; i < comm->count; i++) {
        ls_slot *slot = ls_comm_slot(comm, i, run->sequence);
        comm->views[i].is_remote = false;
        comm->views[i].own = (ls_comm_segment){slot->payload, LS_SLOT_PAYLOAD};
        comm->views[i].in = (ls_view){&comm->views[i].own, 1};
    }
    comm->views[comm->me].out = (ls_view){run->call->out, run->call->out_count};
    ls_op_table[run->call->op].pull(run);
}

/* Others read this rank's input, or write its output: they must be done before the caller may have them back. */
static ls_status wait_for_hands_off(ls_op_run *run)
{
    ls_comm *comm = run->comm;
    const ls_op_row *row = &ls_op_table[run->call->op];
    const ls_slot *mine = ls_comm_slot(comm, comm->me, run->sequence);
    for (int i = 0; i < comm->count; i++) {
        bool has_hands_on = ls_op_reads(row, mine, i, comm->me) || ls_op_writes(row, mine, i, comm->me);
        if (i == comm->me || !has_hands_on) continue;
        LS_TRY(ls_group_wait(comm, i, &comm->members[i].finished, run->sequence, run->call, run->sequence));
        comm->finished[i] = run->sequence;
    }
    return LS_OK;
}

static ls_status take_in_place(ls_op_run *run)
{
    ls_comm *comm = run->comm;
    const ls_op_row *row = &ls_op_table[run->call->op];
    if (!ls_group_begin_work(comm)) return ls_group_status(comm);
    int member;
    ls_status status = ls_operands_view(comm, row, run->sequence, &member);
    if (status == LS_OK) (row->share ? row->share : row->pull)(run);
    if (status == LS_OK && run->status != LS_OK) status = run->status, member = run->culprit;
    ls_group_end_work(comm);
    if (status != LS_OK) return ls_group_fail_by(comm, member, status, run->call, run->sequence);
    set_finished(comm, run->call, run->sequence);
    return wait_for_hands_off(run);
}

static ls_status take_in_rounds(ls_op_run *run)
{
    LS_TRY(ls_rounds_run(run));
    set_finished(run->comm, run->call, run->sequence);
    return LS_OK;
}

static ls_status take_large(ls_op_run *run)
{
    bool has_rounds = ls_rounds_are_needed(run->comm, run->sequence);
    LS_TRY(has_rounds ? take_in_rounds(run) : take_in_place(run));
    ls_operands_take_back(run->comm, run->sequence);
    note_end(run->comm, run->sequence, run->shares.n);
    return LS_OK;
}

/* Does the oldest operation that is not done. */
static ls_status progress(ls_comm *comm)
{
    uint32_t sequence = comm->progressed + 1;
    const ls_comm_call *call = comm->calls[sequence % LS_RING];
    LS_TRY(meet(comm, call, sequence));
    ls_op_run run = {
        .comm = comm,
        .call = call,
        .sequence = sequence,
        .shares = {.count = comm->size, .n = ls_comm_slot(comm, comm->me, sequence)->bytes, .uneven = call->shares}};
    if (comm->hierarchy)
        LS_TRY(ls_hierarchy_run(&run));
    else if (!is_small(&ls_op_table[call->op], &run.shares))
        return take_large(&run);
    else
        take_small(&run);
    set_finished(comm, call, sequence);
    note_end(comm, sequence, 0);
    __builtin_prefetch(ls_comm_slot(comm, comm->me, sequence + 4),
                       1); /* others have read it: have it back before it is needed */
    return LS_OK;
}

ls_status ls_comm_complete(ls_comm *comm, const ls_comm_call *call)
{
    uint32_t sequence = comm->returned + 1;
    /* An operation that was done to make room for later posts has lost its place in the ring. */
    bool is_in_ring = comm->posted - sequence < LS_RING;
    bool is_next = comm->returned != comm->posted && (!is_in_ring || comm->calls[sequence % LS_RING] == call);
    while (!is_next || !ls_has_reached(comm->progressed, sequence)) {
        LS_TRY(ls_group_status(comm));
        if (!is_next) return ls_fail(LS_INVALID_ARGUMENT, "complete what was posted, in the order of post");
        LS_TRY(progress(comm));
    }
    comm->returned = sequence;
    return LS_OK;
}

ls_status ls_comm_run(ls_comm *comm, const ls_comm_call *call)
{
    LS_TRY(ls_group_status(comm));
    if (comm->returned != comm->posted)
        return ls_fail(LS_FAILED_PRECONDITION, "complete the operations that are posted before running another");
    LS_TRY(ls_comm_post(comm, call));
    return ls_comm_complete(comm, call);
}
