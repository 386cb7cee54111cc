/* Arrays as operands of collectives: lists of pieces, in place where an array has no gaps, packed otherwise. */
#ifndef LS_DIST_ARRAY_H
#define LS_DIST_ARRAY_H

#include "comm/comm.h"
#include <lockstep/array.h>

/* Whether the array can be an operand: its type, its dimensions, and its memory unless it is empty. */
ls_status ls_array_check(const ls_array *array);
size_t ls_array_bytes(const ls_array *array); /* of a checked one, without its gaps */

enum { LS_OPERAND_IN = 1, LS_OPERAND_OUT = 2 };

/* The arrays must stay where they are until ls_operand_finish. */
typedef struct ls_operand {
    const ls_array *arrays;
    int count, use; /* LS_OPERAND_... bits */
    ls_comm_domain *domain;
    ls_comm_segment *pieces; /* one per array */
    void **copies;           /* one per array: packed, in the domain's pool; NULL: the piece is the array itself */
} ls_operand;

/* Packs what is read. On failure there is nothing to finish. */
ls_status ls_operand_init(ls_operand *operand, ls_comm_domain *domain, const ls_array *arrays, int count, int use);
/* Unpacks what was written, if the collective went well, and frees the copies. */
void ls_operand_finish(ls_operand *operand, ls_status status);

#endif
