/* Comparing sizes among the ranks of a group before any byte of an array moves. */
#ifndef LS_DIST_ARRAY_SIZES_H
#define LS_DIST_ARRAY_SIZES_H

#include "comm/comm.h"

/* Gives `count` numbers to all and gets those of all, by group rank: out_all has W × count. `mine` is how it stands
 * with this rank's arguments; if it is an error, every rank returns an error that names this one. */
ls_status ls_sizes_exchange(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *numbers, size_t count,
                            int64_t *out_all);

/* The bytes of uneven shares, by rank, from what this rank thinks they are: `list` has W numbers. The same on all
 * ranks, or an error on all that shows both sides. *out_shares is freed with free(). */
ls_status ls_sizes_agree(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *list, size_t **out_shares);

/* The bytes that each rank gives to each, W × W, from what this rank gives to and expects from each. An error on all
 * ranks names the first pair that does not fit. */
ls_status ls_sizes_pair(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *given,
                        const int64_t *expected, size_t **out_shares);

#endif
