/* Large operands: how a member shows where its own lie, and how it gets at those of others. */
#ifndef LS_COMM_OPERANDS_H
#define LS_COMM_OPERANDS_H

#include "comm/ops.h"

/* Puts into the slot where `in` and `out` bytes of the call's operands lie. What others would find overwritten is
 * copied to the pool first; what they need and cannot reach goes in rounds. */
ls_status ls_operands_show(ls_comm *comm, ls_slot *slot, const ls_comm_call *call, const ls_shares *shares,
                           uint32_t sequence, size_t in, size_t out);

/* Fills comm->views for an operation that everybody has shown. On failure *out_member is whose memory could not be
 * reached. */
ls_status ls_operands_view(ls_comm *comm, const ls_op_row *row, uint32_t sequence, int *out_member);

/* After everybody is done: frees the pool's copies. */
void ls_operands_take_back(ls_comm *comm, uint32_t sequence);

#endif
