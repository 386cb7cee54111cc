/* Collectives on values: what distributed.h's functions on tensors, and DDP, are made of. */
#ifndef LS_LAZY_COLLECTIVE_H
#define LS_LAZY_COLLECTIVE_H

#include "lazy/trace.h"
#include <lockstep/distributed.h>

/* Reduces `count` values of one element type over the group in one all_reduce of the program. Ranks outside of the
 * group keep their values. */
ls_status ls_values_all_reduce(const ls_value *values, size_t count, ls_reduce_op op, ls_group group,
                               ls_value *out_values);

/* Global rank `src`'s values on every rank of the group, bit by bit; one all_reduce per element size. */
ls_status ls_values_broadcast(const ls_value *values, size_t count, int src, ls_group group, ls_value *out_values);

#endif
