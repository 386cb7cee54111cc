/* The collectives of groups that span hosts, in steps: inside the host to the leader, between the leaders, and back.
 * All members of a host take the same steps inside it; what stands under `is_leader` is the leader's alone. Those that
 * reduce are in hierarchy_reduce.c. */
#include <string.h>

#include "comm/parts.h"

#define BROADCAST_LARGE ((size_t)256 << 10) /* from here on hosts pass shares on to each other */
#define BROADCAST_PIECE ((size_t)128 << 10)

/* --- Barrier, broadcast ---------------------------------------------------------------------------------- */

static ls_status run_barrier(ls_step *step)
{
    LS_TRY(ls_step_check_cards(step));
    return ls_step_agree(step);
}

/* Between the leaders: `data` of the root's goes to all others' `data`. */
static ls_status send_to_all(ls_step *step, int root_part, ls_view data)
{
    ls_exchange e;
    LS_TRY(ls_exchange_init(step, &e));
    for (int p = 0; p < e.count; p++) {
        if (p == step->h->mine) continue;
        if (root_part == step->h->mine) ls_pieces_add_slice(&e.out[p], data, 0, ls_view_bytes(data));
        if (root_part == p) ls_pieces_add_slice(&e.in[p], data, 0, ls_view_bytes(data));
    }
    ls_status status = ls_exchange_run(step, &e);
    ls_exchange_finish(&e);
    return status;
}

/* Shares of large data among the hosts that get it: bytes [*out_offset, + result) are for part p to pass on. */
static size_t share_of_part(const ls_step *step, int root_part, int p, size_t bytes, size_t *out_offset)
{
    size_t others = (size_t)step->h->count - 1, number = (size_t)(p - (p > root_part));
    *out_offset = bytes * number / others;
    return bytes * (number + 1) / others - *out_offset;
}

/* One piece of part p's share goes to, or comes from, another part. */
static ls_status move_piece(ls_step *step, bool is_send, int other, int phase, size_t piece, ls_view data,
                            size_t offset, size_t share, ls_message **out_message)
{
    size_t at = piece * BROADCAST_PIECE, left = share - at;
    ls_pieces pieces = {0};
    ls_pieces_add_slice(&pieces, data, offset + at, left < BROADCAST_PIECE ? left : BROADCAST_PIECE);
    ls_status status = (is_send ? ls_step_send : ls_step_receive)(step, other, phase, (uint32_t)piece,
                                                                  ls_pieces_view(&pieces), out_message);
    ls_vec_finish(&pieces);
    return status;
}

static ls_status move_share(ls_step *step, bool is_send, int other, int phase, ls_view data, size_t offset,
                            size_t share)
{
    for (size_t i = 0; i * BROADCAST_PIECE < share; i++)
        LS_TRY(move_piece(step, is_send, other, phase, i, data, offset, share, NULL));
    return LS_OK;
}

/* The same for large data: the root's leader sends each other host a share, which passes it on to the rest as it comes.
 * So no host sends or receives more than the data once. */
static ls_status spread_to_all(ls_step *step, int root_part, ls_view data)
{
    ls_hierarchy *h = step->h;
    size_t bytes = ls_view_bytes(data), offset, share = 0;
    for (int p = 0; p < h->count; p++) {
        if (p == root_part || p == h->mine) continue;
        share = share_of_part(step, root_part, p, bytes, &offset);
        bool is_root = root_part == h->mine;
        LS_TRY(move_share(step, is_root, p, is_root ? LS_PHASE_DATA : LS_PHASE_RESULT, data, offset, share));
    }
    if (root_part == h->mine) return ls_step_wait_all(step);
    share = share_of_part(step, root_part, h->mine, bytes, &offset);
    size_t count = (share + BROADCAST_PIECE - 1) / BROADCAST_PIECE;
    void *memory;
    LS_TRY(ls_step_alloc(step, sizeof(ls_message *) * (count + 1), &memory));
    ls_message **mine = memory;
    for (size_t i = 0; i < count; i++)
        LS_TRY(move_piece(step, false, root_part, LS_PHASE_DATA, i, data, offset, share, &mine[i]));
    LS_TRY(ls_step_check_cards(step));
    for (size_t i = 0; i < count; i++) {
        LS_TRY(ls_step_wait(step, mine[i]));
        for (int p = 0; p < h->count; p++)
            if (p != root_part && p != h->mine)
                LS_TRY(move_piece(step, true, p, LS_PHASE_RESULT, i, data, offset, share, NULL));
    }
    return ls_step_wait_all(step);
}

static ls_status broadcast_between(ls_step *step, int root_part, ls_view data)
{
    bool is_large = ls_view_bytes(data) >= BROADCAST_LARGE && step->h->count > 2;
    return (is_large ? spread_to_all : send_to_all)(step, root_part, data);
}

static ls_status run_broadcast(ls_step *step)
{
    ls_hierarchy *h = step->h;
    int root = step->call->root, root_part = h->part_of[root];
    ls_inner_call hand_out = {.op = LS_COMM_BROADCAST, .in = ls_step_in(step), .out = ls_step_out(step)};
    if (root_part == h->mine) {
        hand_out.root = h->local_of[root];
        LS_TRY(ls_step_inside(step, &hand_out));
        if (h->is_leader) LS_TRY(broadcast_between(step, root_part, ls_step_out(step)));
        return ls_step_agree(step);
    }
    if (h->is_leader) {
        LS_TRY(broadcast_between(step, root_part, ls_step_out(step)));
        hand_out.in = ls_step_out(step);
    }
    return ls_step_inside(step, &hand_out);
}

/* --- Gathering ------------------------------------------------------------------------------------------- */

static ls_status run_all_gather(ls_step *step)
{
    ls_hierarchy *h = step->h;
    ls_view out = ls_step_out(step);
    ls_pieces here = {0};
    size_t *shares;
    ls_exchange e;
    LS_TRY(ls_step_local_shares(step, &shares));
    LS_TRY(ls_exchange_init(step, &e));
    if (h->is_leader) ls_step_add_shares(step, &here, out, ls_step_part(step));
    ls_status status = ls_step_inside(
        step,
        &(ls_inner_call){.op = LS_COMM_GATHER, .in = ls_step_in(step), .out = ls_pieces_view(&here), .shares = shares});
    for (int p = 0; h->is_leader && p < h->count; p++) {
        if (p == h->mine) continue;
        ls_step_add_shares(step, &e.out[p], out, ls_step_part(step));
        ls_step_add_shares(step, &e.in[p], out, &h->parts[p]);
    }
    if (status == LS_OK && h->is_leader) status = ls_exchange_run(step, &e);
    ls_vec_finish(&here);
    ls_exchange_finish(&e);
    LS_TRY(status);
    return ls_step_inside(
        step, &(ls_inner_call){.op = LS_COMM_BROADCAST, .in = h->is_leader ? out : (ls_view){0}, .out = out});
}

/* The leader of the root's host has the other hosts' `bytes`; the root gets them into those places of its output. */
static ls_status hand_to_root(ls_step *step, ls_view from_leader, size_t bytes)
{
    ls_hierarchy *h = step->h;
    size_t *lone;
    ls_pieces others = {0};
    LS_TRY(ls_step_lone_shares(step, h->local_of[step->call->root], bytes, &lone));
    for (int p = 0; ls_step_rank(step) == step->call->root && p < h->count; p++)
        if (p != h->mine) ls_step_add_shares(step, &others, ls_step_out(step), &h->parts[p]);
    ls_status status = ls_step_inside(
        step,
        &(ls_inner_call){.op = LS_COMM_SCATTER, .in = from_leader, .out = ls_pieces_view(&others), .shares = lone});
    ls_vec_finish(&others);
    return status;
}

static ls_status gather_here(ls_step *step, const size_t *shares)
{
    ls_hierarchy *h = step->h;
    int root = step->call->root;
    ls_pieces here = {0};
    if (ls_step_rank(step) == root) ls_step_add_shares(step, &here, ls_step_out(step), ls_step_part(step));
    ls_status status = ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_GATHER,
                                                             .root = h->local_of[root],
                                                             .in = ls_step_in(step),
                                                             .out = ls_pieces_view(&here),
                                                             .shares = shares});
    ls_vec_finish(&here);
    return status;
}

/* On the root's host: the leader receives what comes from the others. */
static ls_status gather_from_others(ls_step *step)
{
    ls_hierarchy *h = step->h;
    bool is_root = ls_step_rank(step) == step->call->root;
    size_t bytes = 0, offset = 0;
    void *memory = NULL;
    ls_exchange e;
    for (int p = 0; p < h->count; p++) bytes += p == h->mine ? 0 : ls_step_part_bytes(step, &h->parts[p]);
    LS_TRY(ls_exchange_init(step, &e));
    ls_status status = LS_OK;
    if (h->is_leader && !is_root) status = ls_step_alloc(step, bytes, &memory);
    for (int p = 0; status == LS_OK && h->is_leader && p < h->count; p++) {
        size_t of_part = ls_step_part_bytes(step, &h->parts[p]);
        if (p == h->mine) continue;
        if (is_root)
            ls_step_add_shares(step, &e.in[p], ls_step_out(step), &h->parts[p]);
        else
            ls_pieces_add(&e.in[p], (char *)memory + offset, of_part);
        offset += of_part;
    }
    if (status == LS_OK && h->is_leader) status = ls_exchange_run(step, &e);
    ls_exchange_finish(&e);
    LS_TRY(status);
    if (h->local_of[step->call->root] == 0) return ls_step_agree(step);
    ls_comm_segment all = {memory, bytes};
    return hand_to_root(step, (ls_view){&all, memory && bytes}, bytes);
}

static ls_status run_gather(ls_step *step)
{
    ls_hierarchy *h = step->h;
    int root_part = h->part_of[step->call->root];
    size_t *shares;
    LS_TRY(ls_step_local_shares(step, &shares));
    if (root_part == h->mine) {
        LS_TRY(gather_here(step, shares));
        return gather_from_others(step);
    }
    void *memory = NULL;
    size_t bytes = ls_step_part_bytes(step, ls_step_part(step));
    if (h->is_leader) LS_TRY(ls_step_alloc(step, bytes, &memory));
    ls_comm_segment all = {memory, bytes};
    ls_view view = {&all, memory && bytes};
    LS_TRY(ls_step_inside(
        step, &(ls_inner_call){.op = LS_COMM_GATHER, .in = ls_step_in(step), .out = view, .shares = shares}));
    if (view.count) LS_TRY(ls_step_send(step, root_part, LS_PHASE_DATA, 0, view, NULL));
    if (h->is_leader) LS_TRY(ls_step_wait_all(step));
    return ls_step_agree(step);
}

/* --- Scattering ------------------------------------------------------------------------------------------ */

/* On the root's host: the root gives the leader what the other hosts are to get. */
static ls_status bring_to_leader(ls_step *step, ls_view others, size_t bytes, ls_view *out_view, ls_comm_segment *piece)
{
    ls_hierarchy *h = step->h;
    int local = h->local_of[step->call->root];
    *out_view = others;
    if (local == 0) return LS_OK;
    size_t *lone;
    void *memory = NULL;
    LS_TRY(ls_step_lone_shares(step, local, bytes, &lone));
    if (h->is_leader) LS_TRY(ls_step_alloc(step, bytes, &memory));
    *piece = (ls_comm_segment){memory, bytes};
    *out_view = (ls_view){piece, h->is_leader && bytes};
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_GATHER, .in = others, .out = *out_view, .shares = lone});
}

static ls_status scatter_to_others(ls_step *step, ls_view all)
{
    ls_hierarchy *h = step->h;
    size_t offset = 0;
    ls_exchange e;
    LS_TRY(ls_exchange_init(step, &e));
    for (int p = 0; p < h->count; p++) {
        if (p == h->mine) continue;
        size_t bytes = ls_step_part_bytes(step, &h->parts[p]);
        ls_pieces_add_slice(&e.out[p], all, offset, bytes);
        offset += bytes;
    }
    ls_status status = ls_exchange_run(step, &e);
    ls_exchange_finish(&e);
    return status;
}

static ls_status scatter_from_here(ls_step *step)
{
    ls_hierarchy *h = step->h;
    int root = step->call->root;
    bool is_root = ls_step_rank(step) == root;
    size_t bytes = 0, *shares;
    ls_pieces others = {0}, here = {0};
    ls_comm_segment piece;
    ls_view all;
    for (int p = 0; p < h->count; p++) {
        if (is_root) ls_step_add_shares(step, p == h->mine ? &here : &others, ls_step_in(step), &h->parts[p]);
        bytes += p == h->mine ? 0 : ls_step_part_bytes(step, &h->parts[p]);
    }
    ls_status status = ls_step_local_shares(step, &shares);
    if (status == LS_OK) status = bring_to_leader(step, ls_pieces_view(&others), bytes, &all, &piece);
    if (status == LS_OK && h->is_leader) status = scatter_to_others(step, all);
    if (status == LS_OK)
        status = ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_SCATTER,
                                                       .root = h->local_of[root],
                                                       .in = ls_pieces_view(&here),
                                                       .out = ls_step_out(step),
                                                       .shares = shares});
    ls_vec_finish(&others);
    ls_vec_finish(&here);
    return status;
}

static ls_status run_scatter(ls_step *step)
{
    ls_hierarchy *h = step->h;
    int root_part = h->part_of[step->call->root];
    if (root_part == h->mine) return scatter_from_here(step);
    void *memory = NULL;
    size_t bytes = ls_step_part_bytes(step, ls_step_part(step));
    if (h->is_leader) {
        LS_TRY(ls_step_alloc(step, bytes, &memory));
        ls_comm_segment all = {memory, bytes};
        if (bytes) LS_TRY(ls_step_receive(step, root_part, LS_PHASE_DATA, 0, (ls_view){&all, 1}, NULL));
        LS_TRY(ls_step_wait_all(step));
    }
    return ls_step_hand_out(step, memory);
}

/* --- All to all, permute --------------------------------------------------------------------------------- */

static size_t between(const ls_step *step, int giver, int getter)
{
    return ls_shares_bytes_between(step->shares, giver, getter);
}

/* Where the leader keeps the members' inputs, one after the other, and their outputs. */
typedef struct boards {
    size_t *ins, *outs; /* bytes by member */
    size_t in_bytes, out_bytes;
    char *in, *out; /* the leader's */
} boards;

static ls_status make_boards(ls_step *step, bool is_matrix, boards *b)
{
    const ls_part *part = ls_step_part(step);
    void *in = NULL, *out = NULL;
    *b = (boards){0};
    LS_TRY(ls_step_local_shares(step, &b->ins));
    LS_TRY(ls_step_local_shares(step, &b->outs));
    for (int i = 0; i < part->count; i++) {
        if (is_matrix) b->ins[i] = ls_shares_total(step->shares, true, part->members[i], true);
        if (is_matrix) b->outs[i] = ls_shares_total(step->shares, true, part->members[i], false);
        b->in_bytes += b->ins[i];
        b->out_bytes += b->outs[i];
    }
    if (step->h->is_leader) {
        LS_TRY(ls_step_alloc(step, b->in_bytes, &in));
        LS_TRY(ls_step_alloc(step, b->out_bytes, &out));
    }
    b->in = in;
    b->out = out;
    return LS_OK;
}

static char *place(char *base, const size_t *sizes, int member)
{
    for (int i = 0; i < member; i++) base += sizes[i];
    return base;
}

static ls_status fill_board(ls_step *step, const boards *b, ls_view in)
{
    ls_comm_segment all = {b->in, b->in_bytes};
    return ls_step_inside(
        step, &(ls_inner_call){
                  .op = LS_COMM_GATHER, .in = in, .out = {&all, step->h->is_leader && all.bytes}, .shares = b->ins});
}

static ls_status empty_board(ls_step *step, const boards *b)
{
    ls_comm_segment all = {b->out, b->out_bytes};
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_SCATTER,
                                                 .in = {&all, step->h->is_leader && all.bytes},
                                                 .out = ls_step_out(step),
                                                 .shares = b->outs});
}

/* What each member of part p gives to each of ours, and the other way round, by giver and then getter. */
static void add_all_to_all(ls_step *step, const boards *b, ls_exchange *e, int p)
{
    const ls_part *here = ls_step_part(step), *there = &step->h->parts[p];
    for (int i = 0; i < here->count; i++)
        for (int j = 0; j < there->count; j++) {
            int giver = here->members[i], getter = there->members[j];
            ls_pieces_add(&e->out[p],
                          place(b->in, b->ins, i) + ls_shares_offset_between(step->shares, giver, getter, true),
                          between(step, giver, getter));
        }
    for (int j = 0; j < there->count; j++)
        for (int i = 0; i < here->count; i++) {
            int giver = there->members[j], getter = here->members[i];
            ls_pieces_add(&e->in[p],
                          place(b->out, b->outs, i) + ls_shares_offset_between(step->shares, giver, getter, false),
                          between(step, giver, getter));
        }
}

static void all_to_all_here(ls_step *step, const boards *b)
{
    const ls_part *here = ls_step_part(step);
    for (int i = 0; i < here->count; i++)
        for (int j = 0; j < here->count; j++) {
            int giver = here->members[i], getter = here->members[j];
            memcpy(place(b->out, b->outs, j) + ls_shares_offset_between(step->shares, giver, getter, false),
                   place(b->in, b->ins, i) + ls_shares_offset_between(step->shares, giver, getter, true),
                   between(step, giver, getter));
        }
}

static ls_status run_all_to_all(ls_step *step)
{
    ls_hierarchy *h = step->h;
    boards b;
    LS_TRY(make_boards(step, true, &b));
    LS_TRY(fill_board(step, &b, ls_step_in(step)));
    if (h->is_leader) {
        ls_exchange e;
        LS_TRY(ls_exchange_init(step, &e));
        for (int p = 0; p < h->count; p++)
            if (p != h->mine) add_all_to_all(step, &b, &e, p);
        all_to_all_here(step, &b);
        ls_status status = ls_exchange_run(step, &e);
        ls_exchange_finish(&e);
        LS_TRY(status);
    }
    return empty_board(step, &b);
}

/* Each pair whose giver or getter is here. */
static void add_pairs(ls_step *step, const boards *b, ls_exchange *e)
{
    const ls_hierarchy *h = step->h;
    size_t n = step->shares->n;
    for (int giver = 0; giver < step->comm->size; giver++) {
        int getter = ls_step_target_of(step, giver);
        if (getter < 0) continue;
        int from = h->part_of[giver], to = h->part_of[getter];
        char *source = b->in + n * (size_t)h->local_of[giver], *target = b->out + n * (size_t)h->local_of[getter];
        if (from == h->mine && to == h->mine)
            memcpy(target, source, n);
        else if (from == h->mine)
            ls_pieces_add(&e->out[to], source, n);
        else if (to == h->mine)
            ls_pieces_add(&e->in[from], target, n);
    }
}

static ls_status run_permute(ls_step *step)
{
    ls_hierarchy *h = step->h;
    boards b;
    LS_TRY(make_boards(step, false, &b));
    /* Who gives nothing shows some bytes that nobody gets, so that all show as many. */
    LS_TRY(fill_board(step, &b, step->call->target < 0 ? ls_step_out(step) : ls_step_in(step)));
    LS_TRY(ls_step_check_cards(step));
    if (h->is_leader) {
        ls_exchange e;
        LS_TRY(ls_exchange_init(step, &e));
        memset(b.out, 0, b.out_bytes);
        add_pairs(step, &b, &e);
        ls_status status = ls_exchange_run(step, &e);
        ls_exchange_finish(&e);
        LS_TRY(status);
    }
    return empty_board(step, &b);
}

ls_status (*const ls_hierarchy_table[LS_COMM_BARRIER + 1])(ls_step *step) = {
    [LS_COMM_ALL_REDUCE] = ls_hierarchy_all_reduce,
    [LS_COMM_REDUCE] = ls_hierarchy_reduce,
    [LS_COMM_BROADCAST] = run_broadcast,
    [LS_COMM_ALL_GATHER] = run_all_gather,
    [LS_COMM_GATHER] = run_gather,
    [LS_COMM_SCATTER] = run_scatter,
    [LS_COMM_REDUCE_SCATTER] = ls_hierarchy_reduce_scatter,
    [LS_COMM_ALL_TO_ALL] = run_all_to_all,
    [LS_COMM_PERMUTE] = run_permute,
    [LS_COMM_BARRIER] = run_barrier,
};
