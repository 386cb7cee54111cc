/* How many bytes each rank's share of an operation has, and where it lies among the others. W is the number of ranks.
 */
#ifndef LS_COMM_SHARES_H
#define LS_COMM_SHARES_H

#include "comm/comm.h"

typedef struct ls_shares {
    int count;            /* W */
    size_t n;             /* bytes of each share; of all of them together if they are uneven */
    const size_t *uneven; /* NULL: all have n bytes. W by rank; with `between` W × W by giver and getter */
} ls_shares;

/* Of rank `rank`'s share, where all shares lie one after the other. */
size_t ls_shares_bytes(const ls_shares *shares, int rank);
size_t ls_shares_offset(const ls_shares *shares, int rank);

/* ALL_TO_ALL: of what `giver` gives to `getter`; the offset in the giver's input, or in the getter's output. */
size_t ls_shares_bytes_between(const ls_shares *shares, int giver, int getter);
size_t ls_shares_offset_between(const ls_shares *shares, int giver, int getter, bool in_input);

/* Of all the shares that a rank has in an operand: with `is_matrix` what it gives to all, or gets from all. */
size_t ls_shares_total(const ls_shares *shares, bool is_matrix, int rank, bool in_input);

/* Of uneven shares, to compare them among ranks; 0 if they are even. */
uint32_t ls_shares_hash(const ls_shares *shares, bool is_matrix);

#endif
