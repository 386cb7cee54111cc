/* Collectives over a group's members, on values. Every rank of the group's family records the same. */
#ifndef LS_LAZY_EXCHANGE_H
#define LS_LAZY_EXCHANGE_H

#include "lazy/members.h"

/* Reduces `count` values of one element type, in one op of the program. Ranks outside of the family keep theirs. */
void ls_exchange_all_reduce(const ls_members *m, const ls_value *values, size_t count, ls_reduce_op op, ls_value *out);

/* Group rank `root`'s values, bit by bit, in one op for each width of elements. */
void ls_exchange_broadcast(const ls_members *m, const ls_value *values, size_t count, int root, ls_value *out);

/* Every rank's x, by group rank: shape S becomes W×S. Groups need not cover the world. */
ls_value ls_exchange_gather(const ls_members *m, ls_value x);

/* The same, one after the other along `dim`. */
ls_value ls_exchange_gather_along(const ls_members *m, ls_value x, int dim);

/* This rank's part of the reduction of x, split along `dim`. */
ls_value ls_exchange_reduce_scatter(const ls_members *m, ls_value x, int dim, ls_reduce_op op);

/* W×S to W×S: row r goes to group rank r, and comes from it. */
ls_value ls_exchange_all_to_all(const ls_members *m, ls_value rows);

/* W×S on `root`, anything of that shape elsewhere: S, the row of this rank. */
ls_value ls_exchange_scatter(const ls_members *m, ls_value rows, int root);

ls_value ls_row_from(ls_value x);              /* S to 1×S */
ls_value ls_row_of(ls_value x, int64_t index); /* W×S to S: row `index` */

#endif
