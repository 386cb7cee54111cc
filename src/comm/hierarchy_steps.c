/* Steps that the collectives of groups that span hosts are made of. */
#include <string.h>

#include "comm/parts.h"

/* --- Pieces ---------------------------------------------------------------------------------------------- */

void ls_pieces_add(ls_pieces *pieces, void *data, size_t bytes)
{
    if (bytes) *ls_vec_push(pieces) = (ls_comm_segment){data, bytes};
}

/* Bytes [offset, offset + bytes) of a view. */
void ls_pieces_add_slice(ls_pieces *pieces, ls_view view, size_t offset, size_t bytes)
{
    if (!bytes) return;
    for (ls_cursor cursor = ls_view_seek(view, offset);;) {
        size_t piece = bytes < cursor.left ? bytes : cursor.left;
        ls_pieces_add(pieces, cursor.at, piece);
        bytes -= piece;
        if (!bytes) return;
        ls_cursor_step(&cursor, piece);
    }
}

ls_view ls_pieces_view(const ls_pieces *pieces)
{
    return (ls_view){pieces->data, pieces->count};
}

ls_view ls_step_in(const ls_step *step)
{
    return (ls_view){step->call->in, step->call->in_count};
}

ls_view ls_step_out(const ls_step *step)
{
    return (ls_view){step->call->out, step->call->out_count};
}

const ls_part *ls_step_part(const ls_step *step)
{
    return &step->h->parts[step->h->mine];
}

int ls_step_rank(const ls_step *step)
{
    return step->comm->rank;
}

size_t ls_step_share(const ls_step *step, int rank)
{
    return ls_shares_bytes(step->shares, rank);
}

size_t ls_step_part_bytes(const ls_step *step, const ls_part *part)
{
    size_t bytes = 0;
    for (int i = 0; i < part->count; i++) bytes += ls_step_share(step, part->members[i]);
    return bytes;
}

/* The shares of a part's members in an operand that has everybody's. */
void ls_step_add_shares(const ls_step *step, ls_pieces *pieces, ls_view view, const ls_part *part)
{
    for (int i = 0; i < part->count; i++)
        ls_pieces_add_slice(pieces, view, ls_shares_offset(step->shares, part->members[i]),
                            ls_step_share(step, part->members[i]));
}

/* --- Steps inside the host ------------------------------------------------------------------------------- */

ls_status ls_step_inside(ls_step *step, const ls_inner_call *c)
{
    return ls_comm_run(step->h->inner, &(ls_comm_call){.op = c->op,
                                                       .reduce = c->reduce,
                                                       .factor = step->call->factor,
                                                       .dtype = c->op == LS_COMM_REDUCE ? c->dtype : LS_U8,
                                                       .root = c->root,
                                                       .source = -1,
                                                       .target = -1,
                                                       .in = c->in.segments,
                                                       .out = c->out.segments,
                                                       .in_count = c->in.count,
                                                       .out_count = c->out.count,
                                                       .shares = c->shares,
                                                       .label = step->call->label,
                                                       .deadline = step->inner_deadline});
}

/* The last step of an operation without one that hands out: everybody hears that the hosts agree. */
ls_status ls_step_agree(ls_step *step)
{
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_BARRIER});
}

/* The shares of the members here, by their number. */
ls_status ls_step_local_shares(ls_step *step, size_t **out_shares)
{
    const ls_part *part = ls_step_part(step);
    void *memory;
    LS_TRY(ls_step_alloc(step, sizeof(size_t) * (size_t)part->count, &memory));
    *out_shares = memory;
    for (int i = 0; i < part->count; i++) (*out_shares)[i] = ls_step_share(step, part->members[i]);
    return LS_OK;
}

/* One member gets, or gives, everything: the shares of a step that moves bytes between it and the leader. */
ls_status ls_step_lone_shares(ls_step *step, int local, size_t bytes, size_t **out_shares)
{
    LS_TRY(ls_step_local_shares(step, out_shares));
    for (int i = 0; i < ls_step_part(step)->count; i++) (*out_shares)[i] = i == local ? bytes : 0;
    return LS_OK;
}

/* The leader hands the members here their shares, which lie one after the other. */
ls_status ls_step_hand_out(ls_step *step, void *data)
{
    size_t *shares;
    LS_TRY(ls_step_local_shares(step, &shares));
    ls_comm_segment all = {data, ls_step_part_bytes(step, ls_step_part(step))};
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_SCATTER,
                                                 .in = {&all, step->h->is_leader && all.bytes},
                                                 .out = ls_step_out(step),
                                                 .shares = shares});
}

/* --- Steps between the leaders --------------------------------------------------------------------------- */

ls_status ls_exchange_init(ls_step *step, ls_exchange *e)
{
    size_t bytes = sizeof(ls_pieces) * (size_t)step->h->count;
    void *memory;
    *e = (ls_exchange){.count = step->h->count};
    LS_TRY(ls_step_alloc(step, 2 * bytes, &memory));
    memset(memory, 0, 2 * bytes);
    e->out = memory;
    e->in = e->out + step->h->count;
    return LS_OK;
}

void ls_exchange_finish(ls_exchange *e)
{
    for (int p = 0; p < 2 * e->count; p++) ls_vec_finish(&e->out[p]);
}

/* Empty lists send and expect nothing. */
ls_status ls_exchange_run(ls_step *step, ls_exchange *e)
{
    for (int p = 0; p < e->count; p++)
        if (e->in[p].count) LS_TRY(ls_step_receive(step, p, LS_PHASE_DATA, 0, ls_pieces_view(&e->in[p]), NULL));
    for (int i = 1; i < e->count; i++) {
        int p = (step->h->mine + i) % e->count;
        if (e->out[p].count) LS_TRY(ls_step_send(step, p, LS_PHASE_DATA, 0, ls_pieces_view(&e->out[p]), NULL));
    }
    return ls_step_wait_all(step);
}
