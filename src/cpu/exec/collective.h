/* Collectives of a program, as two steps each: post, and complete before the first use of a result. */
#ifndef LS_CPU_EXEC_COLLECTIVE_H
#define LS_CPU_EXEC_COLLECTIVE_H

#include "cpu/exec/exec.h"

/* What compile knows of a collective. Arguments of post: n operands, n results, the ticket. Of complete: the ticket, n
 * results, n operands. */
typedef struct ls_cpu_collective_data {
    ls_comm_op op;
    ls_comm_reduce reduce;
    ls_dtype dtype;
    size_t count;                        /* n */
    const size_t *bytes;                 /* of each operand */
    const int *ranks;                    /* all groups' replicas, one group after the other */
    const int *group_first, *group_size; /* per replica: its group in `ranks`; size 0: it is in none, and gets zeros */
    const int *source, *target;          /* permute, per replica; −1: none */
    const size_t *result_bytes;
    uint64_t position; /* of the op among the program's collectives */
    const char *label;
} ls_cpu_collective_data;

/* Bytes of a ticket for n operands in groups of at most `group` replicas. */
size_t ls_cpu_ticket_bytes(const ls_cpu_collective_data *data, size_t group);

extern const ls_cpu_kernel ls_cpu_kernel_post, ls_cpu_kernel_complete;

#endif
