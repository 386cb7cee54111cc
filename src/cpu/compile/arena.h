/* Finds offsets for pieces of memory that live at different times. */
#ifndef LS_CPU_COMPILE_ARENA_H
#define LS_CPU_COMPILE_ARENA_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ls_cpu_arena_piece {
    size_t bytes;
    uint32_t start, end; /* positions, both included */
    uint64_t *out_offset;
} ls_cpu_arena_piece;

typedef struct ls_cpu_arena_planner {
    LS_VEC(ls_cpu_arena_piece) pieces;
} ls_cpu_arena_planner; /* zeroed: empty and ready */

void ls_cpu_arena_planner_add(ls_cpu_arena_planner *planner, size_t bytes, uint32_t start, uint32_t end,
                              uint64_t *out_offset);

/* The most bytes that are alive at any position. */
size_t ls_cpu_arena_planner_live(const ls_cpu_arena_planner *planner);

/* Writes all offsets, multiples of 64, so that pieces alive at the same position do not overlap; returns the bytes
 * needed and empties the planner. Largest first, each at the lowest offset that is free. `apart`: no two pieces overlap
 * at all. */
size_t ls_cpu_arena_planner_solve(ls_cpu_arena_planner *planner, bool apart);

#endif
