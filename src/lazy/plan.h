/* A plan: what one cut executes. Its arrays are kept from cut to cut for their memory. */
#ifndef LS_LAZY_PLAN_H
#define LS_LAZY_PLAN_H

#include "lazy/state.h"

/* node.flags during a cut */
enum {
    LS_FLAG_NEEDED = 1, /* executed, if it was not before */
    LS_FLAG_TAPE = 2,   /* backward may go through it after the cut: keeps its operand links */
    LS_FLAG_KEEP = 4,   /* operand of such a node */
    LS_FLAG_SAVED = 8,  /* its data is read by a gradient rule */
};

typedef struct ls_plan {
    LS_VEC(ls_node *) ops;            /* in order */
    LS_VEC(ls_value) inputs;          /* materialised values, in order of first use */
    LS_VEC(ls_value) outputs;         /* in order of recording */
    LS_VEC(int64_t) aliases;          /* one per input: the output it is donated to, or −1 */
    LS_VEC(ls_pjrt_buffer *) buffers; /* of the inputs, then of the outputs */
    LS_VEC(uint64_t) key;             /* everything that makes the program what it is, as words */
    uint64_t hash;                    /* of the same, equal in every process */
    uint32_t value_count;             /* numbers of op results run from 1 to this */
    uint32_t collectives, donated;
} ls_plan;

/* A value number in the key and in ls_result.mark: inputs have the high bit. */
#define LS_INPUT_MARK 0x80000000u

/* Plans everything that is live, or (values given) only these. */
void ls_plan_make(ls_trace *trace, ls_plan *plan, const ls_value *values, size_t count);

/* The program as StableHLO text, freed with free(). */
ls_status ls_plan_lower(const ls_plan *plan, int num_replicas, char **out_text, size_t *out_size);

/* Whether what these tensors stand for depends on collectives that have not run. */
bool ls_plan_awaits_collectives(const ls_tensor *tensors, int count);

#endif
