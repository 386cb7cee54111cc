#include "cpu/compile/arena.h"

#include <stdlib.h>

void ls_cpu_arena_planner_add(ls_cpu_arena_planner *planner, size_t bytes, uint32_t start, uint32_t end,
                              uint64_t *out_offset)
{
    *ls_vec_push(&planner->pieces) = (ls_cpu_arena_piece){(bytes + 63) & ~(size_t)63, start, end, out_offset};
}

typedef struct event {
    uint32_t position;
    bool is_end;
    size_t bytes;
} event;

/* Starts before ends: pieces that touch are alive together. */
static int earlier_first(const void *a, const void *b)
{
    const event *x = a, *y = b;
    if (x->position != y->position) return x->position < y->position ? -1 : 1;
    return (int)x->is_end - (int)y->is_end;
}

size_t ls_cpu_arena_planner_live(const ls_cpu_arena_planner *planner)
{
    LS_VEC(event) events = {0};
    for (size_t i = 0; i < planner->pieces.count; i++) {
        const ls_cpu_arena_piece *piece = &planner->pieces.data[i];
        *ls_vec_push(&events) = (event){piece->start, false, piece->bytes};
        *ls_vec_push(&events) = (event){piece->end, true, piece->bytes};
    }
    if (events.count) qsort(events.data, events.count, sizeof(event), earlier_first);
    size_t live = 0, most = 0;
    for (size_t i = 0; i < events.count; i++) {
        live = events.data[i].is_end ? live - events.data[i].bytes : live + events.data[i].bytes;
        if (live > most) most = live;
    }
    ls_vec_finish(&events);
    return most;
}

static int larger_first(const void *a, const void *b)
{
    const ls_cpu_arena_piece *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
    if (x->start != y->start) return x->start > y->start ? 1 : -1;
    return x->end > y->end ? 1 : x->end < y->end ? -1 : 0;
}

/* Where piece `i` fits below or between those in `by_offset` (ascending offsets) that are alive with it; its place in
 * the order. */
static size_t find_gap(const ls_cpu_arena_piece *piece, ls_cpu_arena_piece *const *by_offset, size_t count, bool apart)
{
    uint64_t offset = 0;
    for (size_t k = 0; k < count; k++) {
        const ls_cpu_arena_piece *other = by_offset[k];
        if (!apart && (other->end < piece->start || piece->end < other->start)) continue;
        if (*other->out_offset >= offset + piece->bytes) break;
        uint64_t past = *other->out_offset + other->bytes;
        if (past > offset) offset = past;
    }
    *piece->out_offset = offset;
    size_t place = 0;
    while (place < count && *by_offset[place]->out_offset <= offset) place++;
    return place;
}

size_t ls_cpu_arena_planner_solve(ls_cpu_arena_planner *planner, bool apart)
{
    size_t count = planner->pieces.count, total = 0;
    if (count) qsort(planner->pieces.data, count, sizeof(*planner->pieces.data), larger_first);
    LS_VEC(ls_cpu_arena_piece *) by_offset = {0};
    for (size_t i = 0; i < count; i++) {
        ls_cpu_arena_piece *piece = &planner->pieces.data[i];
        size_t place = find_gap(piece, by_offset.data, i, apart);
        ls_vec_push(&by_offset);
        for (size_t k = i; k > place; k--) by_offset.data[k] = by_offset.data[k - 1];
        by_offset.data[place] = piece;
        if (*piece->out_offset + piece->bytes > total) total = *piece->out_offset + piece->bytes;
    }
    ls_vec_finish(&by_offset);
    ls_vec_finish(&planner->pieces);
    return total;
}
