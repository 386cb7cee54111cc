#include "comm/rounds.h"

#include <stdlib.h>

#include "base/error.h"
#include "comm/operands.h"

#define ROUND_BYTES ((size_t)256 << 10) /* of an operand in a round: two inputs and two outputs stay in the cache */

/* One round of an operation. */
typedef struct ls_round {
    const ls_comm *comm;
    const ls_comm_call *call;
    const ls_op_row *row;
    const ls_shares *shares; /* of the whole operation */
    size_t step;             /* bytes of a share in a round */
    uint32_t number;
} ls_round;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* What the round has of a share: where it starts in it, and how much it is. */
static size_t start_in(const ls_round *round, size_t share)
{
    return least(share, round->number * round->step);
}

static size_t bytes_in(const ls_round *round, size_t share)
{
    return least(share, (round->number + 1) * round->step) - start_in(round, share);
}

/* --- The bounce ---------------------------------------------------------------------------------------------- */

static size_t place_bytes(const ls_comm *comm)
{
    size_t least_bytes = LS_CACHE_LINE * (size_t)comm->count;
    return ROUND_BYTES > least_bytes ? ROUND_BYTES : least_bytes;
}

size_t ls_rounds_bounce_bytes(const ls_comm *comm)
{
    return 4 * place_bytes(comm);
}

static char *place(const ls_comm *comm, char *bounce, bool is_in, uint32_t round)
{
    return bounce + place_bytes(comm) * ((is_in ? 0 : 2) + round % 2);
}

/* Whole cache lines, so many that an operand of a share for each rank fits its place. */
static size_t step_of(const ls_comm *comm, const ls_op_row *row)
{
    bool has_all = row->in == LS_OP_ALL_SHARES || row->root_in == LS_OP_ALL_SHARES ||
                   (row->writes && (row->out == LS_OP_ALL_SHARES || row->root_out == LS_OP_ALL_SHARES));
    size_t step = place_bytes(comm) / (has_all ? (size_t)comm->count : 1);
    return step / LS_CACHE_LINE * LS_CACHE_LINE;
}

/* --- Slices -------------------------------------------------------------------------------------------------- */

typedef LS_VEC(ls_comm_segment) segments;

static void add_range(segments *out, ls_view whole, size_t offset, size_t bytes)
{
    if (!bytes) return;
    for (ls_cursor at = ls_view_seek(whole, offset);;) {
        size_t piece = least(at.left, bytes);
        *ls_vec_push(out) = (ls_comm_segment){at.at, piece};
        bytes -= piece;
        if (!bytes) return;
        ls_cursor_step(&at, piece);
    }
}

/* The round's part of a member's operand: from each of its shares. */
static void add_slices(const ls_round *round, int member, bool is_in, ls_view whole, segments *out)
{
    const ls_shares *shares = round->shares;
    ls_op_size size = ls_op_operand(round->row, round->call->root == member, is_in);
    if (!whole.count || size == LS_OP_NOTHING) return;
    if (size == LS_OP_SHARE) {
        size_t share = ls_shares_bytes(shares, member);
        add_range(out, whole, start_in(round, share), bytes_in(round, share));
        return;
    }
    bool is_matrix = round->call->op == LS_COMM_ALL_TO_ALL;
    for (int r = 0; r < shares->count; r++) {
        int giver = is_in ? member : r, getter = is_in ? r : member;
        size_t share = is_matrix ? ls_shares_bytes_between(shares, giver, getter) : ls_shares_bytes(shares, r);
        size_t at = is_matrix ? ls_shares_offset_between(shares, giver, getter, is_in) : ls_shares_offset(shares, r);
        add_range(out, whole, at + start_in(round, share), bytes_in(round, share));
    }
}

/* The shares of the round, into `out_uneven` if they are uneven. */
static ls_shares shares_of_round(const ls_round *round, size_t *out_uneven)
{
    ls_shares shares = {.count = round->shares->count};
    if (!round->shares->uneven) {
        shares.n = bytes_in(round, round->shares->n);
        return shares;
    }
    size_t count = (size_t)shares.count;
    if (round->call->op == LS_COMM_ALL_TO_ALL) count *= count;
    for (size_t i = 0; i < count; i++) {
        out_uneven[i] = bytes_in(round, round->shares->uneven[i]);
        shares.n += out_uneven[i];
    }
    shares.uneven = out_uneven;
    return shares;
}

static uint32_t rounds_of(const ls_shares *shares, bool is_matrix, size_t step)
{
    size_t most = shares->uneven ? 0 : shares->n, count = (size_t)shares->count;
    for (size_t i = 0; shares->uneven && i < (is_matrix ? count * count : count); i++)
        if (shares->uneven[i] > most) most = shares->uneven[i];
    return (uint32_t)((most + step - 1) / step);
}

/* Between this rank's operand and its place in the bounce. */
static void copy_slices(const ls_round *round, ls_view whole, char *bounce, bool is_in)
{
    segments slices = {0};
    add_slices(round, round->comm->me, is_in, whole, &slices);
    ls_comm_segment piece = {place(round->comm, bounce, is_in, round->number), place_bytes(round->comm)};
    ls_view home = {slices.data, slices.count}, away = {&piece, 1};
    ls_view_copy(is_in ? away : home, 0, is_in ? home : away, 0, ls_view_bytes(home));
    ls_vec_finish(&slices);
}

/* --- Posting ------------------------------------------------------------------------------------------------- */

ls_status ls_rounds_prepare(ls_comm *comm, const ls_comm_call *call, const ls_shares *shares, uint32_t sequence,
                            ls_operands *operands)
{
    ls_memory *memory = &comm->domain->memory;
    ls_staged *staged = &comm->staged[sequence % LS_RING];
    size_t bytes = ls_rounds_bounce_bytes(comm);
    if (!comm->bounce) LS_TRY(ls_memory_alloc(memory, bytes, false, (void **)&comm->bounce));
    ls_memory_locate(memory, comm->bounce, bytes, &operands->bounce);
    bool is_free = comm->progressed + 1 == sequence;
    if (!is_free) return LS_OK;
    const ls_op_row *row = &ls_op_table[call->op];
    ls_round first = {.comm = comm, .call = call, .row = row, .shares = shares, .step = step_of(comm, row)};
    if (staged->is_bounced & LS_BOUNCED_IN) copy_slices(&first, staged->in_view, comm->bounce, true);
    staged->has_first_round = true;
    atomic_store_explicit(&comm->members[comm->me].rounds, comm->rounds + 1, memory_order_release);
    return LS_OK;
}

/* --- Running ------------------------------------------------------------------------------------------------- */

static uint32_t bounced(const ls_comm *comm, int member, uint32_t sequence)
{
    return ((const ls_operands *)ls_comm_slot(comm, member, sequence)->payload)->is_bounced;
}

bool ls_rounds_are_needed(const ls_comm *comm, uint32_t sequence)
{
    bool is_needed = false;
    if (!ls_domain_is_shared(comm->domain)) return false;
    for (int i = 0; i < comm->count; i++) is_needed = is_needed || bounced(comm, i, sequence);
    return is_needed;
}

/* Waits until all have shown the round's input; only those whose input bounces show one in the first. */
static ls_status meet_in_round(const ls_op_run *run, uint32_t number, uint32_t target)
{
    ls_comm *comm = run->comm;
    for (int i = 0; i < comm->count; i++) {
        if (i == comm->me || (!number && !(bounced(comm, i, run->sequence) & LS_BOUNCED_IN))) continue;
        LS_TRY(ls_group_wait(comm, i, &comm->members[i].rounds, target, run->call, run->sequence));
    }
    return LS_OK;
}

/* What this rank needs of all members' operands in the round. */
static void view_round(const ls_round *round, uint32_t sequence)
{
    const ls_comm *comm = round->comm;
    for (int i = 0; i < comm->count; i++) {
        ls_member_view *view = &comm->views[i];
        uint32_t is_bounced = bounced(comm, i, sequence);
        segments *slices = (segments *)&view->slices;
        const ls_slot *slot = ls_comm_slot(comm, i, sequence);
        slices->count = 0;
        view->in = view->out = (ls_view){0};
        if (i != comm->me && !ls_op_reads(round->row, slot, comm->me, i) &&
            !ls_op_writes(round->row, slot, comm->me, i))
            continue;
        /* This rank reads its own input where it is. */
        if (i != comm->me && (is_bounced & LS_BOUNCED_IN))
            *ls_vec_push(slices) = (ls_comm_segment){place(comm, view->bounce, true, round->number), place_bytes(comm)};
        else
            add_slices(round, i, true, view->whole_in, slices);
        size_t in_count = slices->count;
        if ((is_bounced & LS_BOUNCED_OUT))
            *ls_vec_push(slices) =
                (ls_comm_segment){place(comm, view->bounce, false, round->number), place_bytes(comm)};
        else
            add_slices(round, i, false, view->whole_out, slices);
        view->in = (ls_view){slices->data, in_count};
        view->out = (ls_view){slices->data + in_count, slices->count - in_count};
    }
}

static ls_status view_whole(ls_op_run *run, const ls_op_row *row)
{
    ls_comm *comm = run->comm;
    int member;
    ls_status status = ls_operands_view(comm, row, run->sequence, &member);
    if (status != LS_OK) return ls_group_fail_by(comm, member, status, run->call, run->sequence);
    for (int i = 0; i < comm->count; i++) {
        comm->views[i].whole_in = comm->views[i].in;
        comm->views[i].whole_out = comm->views[i].out;
    }
    return LS_OK;
}

static ls_status run_round(ls_op_run *run, ls_round *round, uint32_t base, size_t *uneven)
{
    ls_comm *comm = run->comm;
    ls_member *me = &comm->members[comm->me];
    const ls_staged *staged = &comm->staged[run->sequence % LS_RING];
    if (round->number || !staged->has_first_round) {
        if (staged->is_bounced & LS_BOUNCED_IN) copy_slices(round, staged->in_view, comm->bounce, true);
        ls_group_store(comm, &me->rounds, base + round->number + 1);
    }
    LS_TRY(meet_in_round(run, round->number, base + round->number + 1));
    if (round->number && (staged->is_bounced & LS_BOUNCED_OUT)) {
        round->number--;
        copy_slices(round, staged->out_view, comm->bounce, false);
        round->number++;
    }
    if (!ls_group_begin_work(comm)) return ls_group_status(comm);
    view_round(round, run->sequence);
    ls_op_run part = {
        .comm = comm, .call = run->call, .sequence = run->sequence, .shares = shares_of_round(round, uneven)};
    (round->row->share ? round->row->share : round->row->pull)(&part);
    ls_group_end_work(comm);
    return part.status == LS_OK ? LS_OK : ls_group_fail_by(comm, part.culprit, part.status, run->call, run->sequence);
}

ls_status ls_rounds_run(ls_op_run *run)
{
    ls_comm *comm = run->comm;
    const ls_op_row *row = &ls_op_table[run->call->op];
    ls_staged *staged = &comm->staged[run->sequence % LS_RING];
    ls_round round = {.comm = comm, .call = run->call, .row = row, .shares = &run->shares, .step = step_of(comm, row)};
    bool is_matrix = run->call->op == LS_COMM_ALL_TO_ALL;
    size_t count = (size_t)comm->count;
    uint32_t rounds = rounds_of(&run->shares, is_matrix, round.step), base = comm->rounds;
    size_t *uneven = run->shares.uneven ? calloc(is_matrix ? count * count : count, sizeof(*uneven)) : NULL;
    LS_ASSERT(uneven || !run->shares.uneven);
    ls_status status = view_whole(run, row);
    for (; status == LS_OK && round.number < rounds; round.number++) status = run_round(run, &round, base, uneven);
    free(uneven);
    if (status != LS_OK) return status;
    comm->rounds = base + rounds + 1;
    ls_group_store(comm, &comm->members[comm->me].rounds, comm->rounds);
    LS_TRY(meet_in_round(run, rounds, comm->rounds));
    round.number = rounds - 1;
    if ((staged->is_bounced & LS_BOUNCED_OUT)) copy_slices(&round, staged->out_view, comm->bounce, false);
    return LS_OK;
}
