/* The collectives of groups that span hosts that reduce. Vectors are reduced inside each host, then between the
 * leaders, in accumulators, so that there is one rounding. */
#include <string.h>

#include "comm/parts.h"
#include "comm/reduce.h"

#define SMALL_BYTES ((size_t)16 << 10)  /* of a vector that every leader sends whole to every other */
#define PIECE_BYTES ((size_t)512 << 10) /* of a large vector that is reduced while the next one arrives */

/* --- Reducing -------------------------------------------------------------------------------------------- */

/* A vector that is reduced over the hosts: the part of this one in accumulators, and where the result goes. */
typedef struct vector {
    ls_dtype dtype, acc_dtype;
    size_t element, acc_element; /* bytes */
    size_t count;                /* elements */
    char *acc, *result;          /* the leader's; the same memory where elements are accumulators */
} vector;

static vector make_vector(const ls_step *step, size_t bytes)
{
    vector v = {.dtype = step->call->dtype, .acc_dtype = ls_reduce_accumulator(step->call->dtype)};
    v.element = ls_dtype_size(v.dtype);
    v.acc_element = ls_dtype_size(v.acc_dtype);
    v.count = bytes / v.element;
    return v;
}

/* This rank's input as accumulators: in place, or widened. */
static ls_status widen_input(ls_step *step, const vector *v, ls_view *view, ls_comm_segment *piece)
{
    *view = ls_step_in(step);
    if (v->acc_dtype == v->dtype) return LS_OK;
    void *memory;
    LS_TRY(ls_step_alloc(step, v->count * v->acc_element, &memory));
    *piece = (ls_comm_segment){memory, v->count * v->acc_element};
    char *at = memory;
    for (size_t i = 0; i < view->count; i++) {
        size_t elements = view->segments[i].bytes / v->element;
        ls_reduce_widen(v->dtype, view->segments[i].address, at, elements);
        at += elements * v->acc_element;
    }
    *view = (ls_view){piece, v->count > 0};
    return LS_OK;
}

/* The members here reduce into the leader's accumulators. */
static ls_status reduce_here(ls_step *step, vector *v)
{
    ls_view in;
    ls_comm_segment piece, acc;
    LS_TRY(widen_input(step, v, &in, &piece));
    if (step->h->is_leader) {
        void *memory;
        LS_TRY(ls_step_alloc(step, v->count * v->acc_element, &memory));
        v->acc = v->result = memory;
        if (v->acc_dtype != v->dtype) {
            LS_TRY(ls_step_alloc(step, v->count * v->element, &memory));
            v->result = memory;
        }
    }
    acc = (ls_comm_segment){v->acc, v->count * v->acc_element};
    return ls_step_inside(
        step, &(ls_inner_call){.op = LS_COMM_REDUCE,
                               .reduce = step->call->reduce == LS_COMM_AVG ? LS_COMM_SUM : step->call->reduce,
                               .dtype = v->acc_dtype,
                               .in = in,
                               .out = {&acc, step->h->is_leader && acc.bytes}});
}

/* Puts elements [first, first + count) together: ours, and those of the other parts, which lie in `others[p]`. */
static ls_status put_together(ls_step *step, const vector *v, char *const *others, size_t first, size_t count)
{
    ls_hierarchy *h = step->h;
    void *memory, *acc = v->acc + first * v->acc_element;
    LS_TRY(ls_step_alloc(step, sizeof(void *) * (size_t)h->count, &memory));
    const void **ins = memory;
    for (int p = 0; p < h->count; p++) ins[p] = p == h->mine ? acc : others[p];
    ls_reduce_run(v->acc_dtype, ls_reduce_of_parts(step->call->reduce), NULL, ins, h->count, &acc, 1, count);
    ls_reduce_finish(v->dtype, step->call->reduce, acc, v->result + first * v->element, count, step->comm->size);
    return LS_OK;
}

/* Small: everybody who needs the result gets everything. `root_part` -1: all do. */
static ls_status reduce_small(ls_step *step, const vector *v, int root_part)
{
    ls_hierarchy *h = step->h;
    size_t bytes = v->count * v->acc_element;
    void *memory;
    LS_TRY(ls_step_alloc(step, (bytes + sizeof(char *)) * (size_t)h->count, &memory));
    char **others = memory, *data = (char *)(others + h->count);
    ls_comm_segment own = {v->acc, bytes};
    for (int p = 0; p < h->count; p++) {
        others[p] = data + bytes * (size_t)p;
        ls_comm_segment other = {others[p], bytes};
        if (p == h->mine || !bytes) continue;
        if (root_part < 0 || root_part == h->mine)
            LS_TRY(ls_step_receive(step, p, LS_PHASE_DATA, 0, (ls_view){&other, 1}, NULL));
        if (root_part < 0 || root_part == p) LS_TRY(ls_step_send(step, p, LS_PHASE_DATA, 0, (ls_view){&own, 1}, NULL));
    }
    LS_TRY(ls_step_wait_all(step));
    return root_part < 0 || root_part == h->mine ? put_together(step, v, others, 0, v->count) : LS_OK;
}

/* Part p's share of a large vector: whole cache lines of elements. */
static size_t chunk_start(const ls_step *step, const vector *v, int p)
{
    size_t per_line = LS_CACHE_LINE / v->element, lines = (v->count + per_line - 1) / per_line;
    size_t start = lines * (size_t)p / (size_t)step->h->count * per_line;
    return start < v->count ? start : v->count;
}

/* Elements of piece `i` of part p's share. */
static size_t piece_range(const ls_step *step, const vector *v, int p, size_t i, size_t *out_first)
{
    size_t start = chunk_start(step, v, p), end = chunk_start(step, v, p + 1), most = PIECE_BYTES / v->acc_element;
    *out_first = start + i * most < end ? start + i * most : end;
    return end - *out_first < most ? end - *out_first : most;
}

static size_t piece_count(const ls_step *step, const vector *v)
{
    size_t most = 0, per_piece = PIECE_BYTES / v->acc_element;
    for (int p = 0; p < step->h->count; p++) {
        size_t count = chunk_start(step, v, p + 1) - chunk_start(step, v, p);
        if (count > most) most = count;
    }
    return (most + per_piece - 1) / per_piece;
}

static ls_comm_segment range_of(char *base, size_t element, size_t first, size_t count)
{
    return (ls_comm_segment){base + first * element, count * element};
}

/* What part p sends us of our share: asked for a piece at a time. */
typedef struct incoming {
    char *data;
    ls_message *next[2]; /* the pieces that are asked for, by the piece's number */
} incoming;

/* The result of a piece of our share, for those who need it. */
static ls_status share_results(ls_step *step, const vector *v, int root_part, size_t piece)
{
    ls_hierarchy *h = step->h;
    size_t first, count;
    for (int p = 0; p < h->count; p++) {
        if (p == h->mine) continue;
        count = piece_range(step, v, h->mine, piece, &first);
        ls_comm_segment own = range_of(v->result, v->element, first, count);
        if (count && (root_part < 0 || root_part == p))
            LS_TRY(ls_step_send(step, p, LS_PHASE_RESULT, (uint32_t)piece, (ls_view){&own, 1}, NULL));
    }
    return LS_OK;
}

static ls_status ask_for_results(ls_step *step, const vector *v, size_t pieces)
{
    ls_hierarchy *h = step->h;
    size_t first, count;
    for (int p = 0; p < h->count; p++)
        for (size_t i = 0; p != h->mine && i < pieces; i++) {
            count = piece_range(step, v, p, i, &first);
            ls_comm_segment theirs = range_of(v->result, v->element, first, count);
            if (count) LS_TRY(ls_step_receive(step, p, LS_PHASE_RESULT, (uint32_t)i, (ls_view){&theirs, 1}, NULL));
        }
    return LS_OK;
}

static ls_status send_shares(ls_step *step, const vector *v, size_t pieces)
{
    ls_hierarchy *h = step->h;
    size_t first, count;
    for (size_t i = 0; i < pieces; i++)
        for (int k = 1; k < h->count; k++) {
            int p = (h->mine + k) % h->count;
            count = piece_range(step, v, p, i, &first);
            ls_comm_segment theirs = range_of(v->acc, v->acc_element, first, count);
            if (count) LS_TRY(ls_step_send(step, p, LS_PHASE_DATA, (uint32_t)i, (ls_view){&theirs, 1}, NULL));
        }
    return LS_OK;
}

static ls_status ask_for_piece(ls_step *step, const vector *v, incoming *from, size_t piece)
{
    ls_hierarchy *h = step->h;
    size_t first, count = piece_range(step, v, h->mine, piece, &first), start = chunk_start(step, v, h->mine);
    for (int p = 0; p < h->count; p++) {
        from[p].next[piece % 2] = NULL;
        if (p == h->mine || !count) continue;
        ls_comm_segment theirs = range_of(from[p].data, v->acc_element, first - start, count);
        LS_TRY(
            ls_step_receive(step, p, LS_PHASE_DATA, (uint32_t)piece, (ls_view){&theirs, 1}, &from[p].next[piece % 2]));
    }
    return LS_OK;
}

/* Large: each part puts its share together and gives the result to those who need it. 2 (H - 1) / H of the vector go
 * out of each host, and as much in: no scheme needs less. */
static ls_status reduce_large(ls_step *step, const vector *v, int root_part)
{
    ls_hierarchy *h = step->h;
    size_t hosts = (size_t)h->count, pieces = piece_count(step, v),
           share_bytes = (chunk_start(step, v, h->mine + 1) - chunk_start(step, v, h->mine)) * v->acc_element;
    void *memory;
    LS_TRY(ls_step_alloc(step, (sizeof(incoming) + sizeof(char *) + share_bytes) * hosts, &memory));
    incoming *from = memory;
    char **others = (char **)(from + hosts), *data = (char *)(others + hosts);
    for (int p = 0; p < h->count; p++) from[p] = (incoming){.data = data + share_bytes * (size_t)p};
    LS_TRY(ask_for_piece(step, v, from, 0));
    if (root_part < 0 || root_part == h->mine) LS_TRY(ask_for_results(step, v, pieces));
    LS_TRY(send_shares(step, v, pieces));
    LS_TRY(ls_step_check_cards(step));
    for (size_t i = 0; i < pieces; i++) {
        size_t first, count = piece_range(step, v, h->mine, i, &first);
        if (i + 1 < pieces) LS_TRY(ask_for_piece(step, v, from, i + 1));
        for (int p = 0; p < h->count; p++) {
            LS_TRY(ls_step_wait(step, from[p].next[i % 2]));
            others[p] = from[p].data + (first - chunk_start(step, v, h->mine)) * v->acc_element;
        }
        if (count) LS_TRY(put_together(step, v, others, first, count));
        LS_TRY(share_results(step, v, root_part, i));
    }
    return ls_step_wait_all(step);
}

static ls_status reduce_between(ls_step *step, const vector *v, int root_part)
{
    if (!step->h->is_leader) return LS_OK;
    return (v->count * v->acc_element <= SMALL_BYTES ? reduce_small : reduce_large)(step, v, root_part);
}

ls_status ls_hierarchy_all_reduce(ls_step *step)
{
    vector v = make_vector(step, step->shares->n);
    LS_TRY(reduce_here(step, &v));
    LS_TRY(reduce_between(step, &v, -1));
    ls_comm_segment result = {v.result, v.count * v.element};
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_BROADCAST,
                                                 .in = {&result, step->h->is_leader && result.bytes},
                                                 .out = ls_step_out(step)});
}

ls_status ls_hierarchy_reduce(ls_step *step)
{
    ls_hierarchy *h = step->h;
    int root = step->call->root, root_part = h->part_of[root];
    vector v = make_vector(step, step->shares->n);
    LS_TRY(reduce_here(step, &v));
    LS_TRY(reduce_between(step, &v, root_part));
    if (root_part != h->mine) return ls_step_agree(step);
    size_t *lone;
    ls_comm_segment result = {v.result, v.count * v.element};
    LS_TRY(ls_step_lone_shares(step, h->local_of[root], result.bytes, &lone));
    return ls_step_inside(step, &(ls_inner_call){.op = LS_COMM_SCATTER,
                                                 .in = {&result, h->is_leader && result.bytes},
                                                 .out = ls_step_rank(step) == root ? ls_step_out(step) : (ls_view){0},
                                                 .shares = lone});
}

/* The leaders send each other the shares of their hosts' members, and put their own together. */
static ls_status reduce_scatter_between(ls_step *step, const vector *v, char *mine)
{
    ls_hierarchy *h = step->h;
    size_t ratio = v->acc_element / v->element, bytes = ls_step_part_bytes(step, ls_step_part(step)) * ratio,
           offset = 0;
    void *memory;
    ls_exchange e;
    LS_TRY(ls_step_alloc(step, (bytes + sizeof(void *)) * (size_t)h->count, &memory));
    const void **ins = memory;
    char *data = (char *)(ins + h->count);
    LS_TRY(ls_exchange_init(step, &e));
    for (int p = 0; p < h->count; p++) {
        if (p == h->mine) continue;
        for (int i = 0; i < h->parts[p].count; i++) {
            int rank = h->parts[p].members[i];
            ls_pieces_add(&e.out[p], v->acc + ls_shares_offset(step->shares, rank) * ratio,
                          ls_step_share(step, rank) * ratio);
        }
        ls_pieces_add(&e.in[p], data + bytes * (size_t)p, bytes);
    }
    ls_status status = ls_exchange_run(step, &e);
    ls_exchange_finish(&e);
    LS_TRY(status);
    for (int i = 0; i < ls_step_part(step)->count; i++) {
        int rank = ls_step_part(step)->members[i];
        size_t n = ls_step_share(step, rank) * ratio;
        void *acc = v->acc + ls_shares_offset(step->shares, rank) * ratio;
        for (int p = 0; p < h->count; p++) ins[p] = p == h->mine ? acc : data + bytes * (size_t)p + offset;
        size_t count = n / v->acc_element;
        ls_reduce_run(v->acc_dtype, ls_reduce_of_parts(step->call->reduce), NULL, ins, h->count, &acc, 1, count);
        char *to = mine + offset / ratio;
        if (v->dtype == v->acc_dtype) memcpy(to, acc, n), acc = to;
        ls_reduce_finish(v->dtype, step->call->reduce, acc, to, count, step->comm->size);
        offset += n;
    }
    return LS_OK;
}

ls_status ls_hierarchy_reduce_scatter(ls_step *step)
{
    size_t total = ls_shares_total(step->shares, false, ls_step_rank(step), true);
    vector v = make_vector(step, total);
    void *mine = NULL;
    LS_TRY(reduce_here(step, &v));
    if (step->h->is_leader) {
        LS_TRY(ls_step_alloc(step, ls_step_part_bytes(step, ls_step_part(step)), &mine));
        LS_TRY(reduce_scatter_between(step, &v, mine));
    }
    return ls_step_hand_out(step, mine);
}
