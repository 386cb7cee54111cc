/* Operands in private memory, between processes. They pass through a small piece of the pool, the member's bounce, in
 * rounds: in each, a part of every share is copied in, worked on where others reach it, and copied out again, while it
 * is in the cache. The bounce has two places for inputs and two for outputs, so that a round needs one meeting only.
 *
 * All members go in rounds if one of them has to; member->rounds says which round's input it has shown, which also says
 * that it is through with the rounds before. */
#ifndef LS_COMM_ROUNDS_H
#define LS_COMM_ROUNDS_H

#include "comm/ops.h"

enum { LS_BOUNCED_IN = 1, LS_BOUNCED_OUT = 2 };

size_t ls_rounds_bounce_bytes(const ls_comm *comm);

/* Makes the bounce if it is not there, says where it lies and, if nothing else is under way, copies the first round's
 * input into it: the operation's own meeting is then the first round's too. */
ls_status ls_rounds_prepare(ls_comm *comm, const ls_comm_call *call, const ls_shares *shares, uint32_t sequence,
                            ls_operands *operands);

/* Whether one of the members has shown an operand that passes through its bounce. */
bool ls_rounds_are_needed(const ls_comm *comm, uint32_t sequence);

/* All rounds of an operation that everybody has shown. On return nobody touches this rank's operands any more. */
ls_status ls_rounds_run(ls_op_run *run);

#endif
