/* What each collective moves, and how. One row per ls_comm_op. */
#ifndef LS_COMM_OPS_H
#define LS_COMM_OPS_H

#include "comm/group.h"
#include "comm/shares.h"

/* One operation under way, when all members' operands are in view. */
typedef struct ls_op_run {
    ls_comm *comm;
    const ls_comm_call *call;
    uint32_t sequence;
    ls_shares shares;
    ls_status status; /* of reading and writing other processes' private memory, */
    int culprit;      /* and the member whose it was */
} ls_op_run;

typedef enum ls_op_size { LS_OP_NOTHING, LS_OP_SHARE, LS_OP_ALL_SHARES } ls_op_size; /* 0, n, W·n */

typedef struct ls_op_row {
    const char *name;
    bool is_rooted, is_reducing;
    ls_op_size in, root_in, out, root_out;                           /* of a rank, and of the root of a rooted one */
    bool (*reads)(const ls_slot *owner_slot, int reader, int owner); /* whether `reader` needs the owner's input */
    /* Whether `writer` writes into the owner's output by `share`; NULL: everybody writes its own only. */
    bool (*writes)(const ls_slot *owner_slot, int writer, int owner);
    /* Fills this rank's output from all members' inputs. */
    void (*pull)(ls_op_run *run);
    /* For large operands: does this rank's part of the outputs of all; NULL: pull. */
    void (*share)(ls_op_run *run);
    bool in_place_is_hard; /* a rank's output may be written before others have read it as input */
} ls_op_row;

extern const ls_op_row ls_op_table[LS_COMM_BARRIER + 1];

static inline bool ls_op_reads(const ls_op_row *row, const ls_slot *owner_slot, int reader, int owner)
{
    return row->reads(owner_slot, reader, owner);
}

static inline bool ls_op_writes(const ls_op_row *row, const ls_slot *owner_slot, int writer, int owner)
{
    return row->writes && row->writes(owner_slot, writer, owner);
}

static inline ls_op_size ls_op_operand(const ls_op_row *row, bool is_root, bool is_in)
{
    return is_root && row->is_rooted ? (is_in ? row->root_in : row->root_out) : is_in ? row->in : row->out;
}

#endif
