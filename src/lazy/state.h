/* What a rank's trace is made of, and what the rank threads of a process share. Only files of this folder include it.
 */
#ifndef LS_LAZY_STATE_H
#define LS_LAZY_STATE_H

#include "base/thread.h"
#include "base/vec.h"
#include "dist/world.h"
#include "lazy/intern.h"
#include "lazy/metrics.h"
#include "lazy/trace.h"
#include <lockstep/ops.h>

/* --- Data --------------------------------------------------------------------------------------------------- */

/* A device buffer. Belongs to one rank: the count needs no atomics. */
struct ls_data {
    ls_pjrt_buffer *buffer;
    const ls_type *type;
    const char *call; /* what made it, if a program did; for the report of outputs that nobody read */
    uint32_t refs;
    uint32_t input;       /* the cut's own: its argument number */
    uint64_t cut;         /* the cut that `input` is of */
    uint64_t kept_by_cut; /* the last cut after which a node still holds it */
    bool was_read;
};
ls_data *ls_data_create(ls_trace *trace, ls_pjrt_buffer *buffer, const ls_type *type, const char *call);
static inline ls_data *ls_data_retain(ls_data *data)
{
    data->refs++;
    return data;
}
void ls_data_release(ls_trace *trace, ls_data *data);

/* --- Handles ------------------------------------------------------------------------------------------------ */

/* A handle's slot number holds the rank's thread above this many bits, so that a foreign handle is noticed. */
#define LS_SLOT_BITS 22

typedef struct ls_slot {
    ls_value value;
    ls_leaf *leaf;       /* gradient settings, or NULL */
    ls_data *donor;      /* the value before the first assignment since the last cut, if it was materialised */
    uint32_t generation; /* odd while in use */
    uint32_t scope;      /* depth + 1 of its scope; 0: owned */
    uint32_t prev, next; /* in its scope's list; `next` also chains free slots */
} ls_slot;

typedef struct ls_scope {
    uint32_t first; /* slot */
} ls_scope;

/* --- Random numbers ----------------------------------------------------------------------------------------- */

typedef struct ls_random {
    ls_rng_state state;
    ls_node *base; /* the input {seed, count} of this trace; NULL until the first draw after a cut */
    uint64_t base_count;
} ls_random;

/* --- Result types of ops that were recorded before ---------------------------------------------------------- */

#define LS_INFERENCES 4096
#define LS_INFERENCE_OPERANDS 5
#define LS_INFERENCE_RESULTS 3
typedef struct ls_inference {
    const ls_attrs *attrs;
    const ls_type *given;
    const ls_type *operands[LS_INFERENCE_OPERANDS];
    const ls_type *results[LS_INFERENCE_RESULTS];
    uint16_t kind, operand_count, result_count; /* result_count 0: empty */
} ls_inference;

/* --- The trace ---------------------------------------------------------------------------------------------- */

#define LS_RECENT_SCALARS 16
#define LS_IN_FLIGHT 8

struct ls_trace {
    ls_rank_context *context;
    struct ls_shared *shared;

    LS_VEC(ls_node *) nodes; /* all, in order of recording; nodes.data[i]->seq == i */
    LS_VEC(void *) slabs;
    ls_node *free_nodes; /* chained through operands */
    ls_inference *inferences;
    ls_intern_set types, attrs; /* this thread's view of the shared sets */

    LS_VEC(ls_slot) slots; /* entry 0 is never used */
    uint32_t free_slot;
    size_t live_handles;
    LS_VEC(ls_scope) scopes; /* entry 0 is always open */

    const ls_tape_rules *rules;
    int tape_off; /* depth of ls_tape_off_begin */

    const char *call; /* public function being recorded, or NULL */
    const void *caller;

    ls_random random;
    ls_data *scalars[LS_RECENT_SCALARS]; /* inputs made by ls_scalar, most recent anywhere */
    uint64_t scalar_keys[LS_RECENT_SCALARS];
    uint32_t next_scalar;

    ls_status error; /* the first failure since the last ls_mark_step */
    char *error_message;

    uint64_t cut_count;
    struct ls_plan *plan; /* of the cut being made; kept for its memory */
    ls_pjrt_event *in_flight[LS_IN_FLIGHT];
    uint32_t launches;

    size_t last_scoped; /* handles in scopes at the last cut */
    uint32_t growth;    /* cuts in a row at which that number grew */
    bool warned_growth;
};

/* What the rank threads of a process share: ls_process.program_cache. */
typedef struct ls_shared {
    ls_intern_pool pool;
    ls_metrics metrics;
    struct ls_program_cache *programs;
} ls_shared;

/* --- Within this folder ------------------------------------------------------------------------------------- */

/* The node that holds the value: aliases followed. */
static inline ls_value ls_value_resolve(ls_value v)
{
    while (v.node->kind == LS_NODE_ALIAS && !v.node->results[0].data && v.node->operand_count) v = v.node->operands[0];
    return v;
}
static inline ls_result *ls_value_result(ls_value v)
{
    return &v.node->results[v.index];
}

ls_node *ls_node_create(ls_trace *trace, int kind, size_t operand_count, size_t result_count);
void ls_node_destroy(ls_trace *trace, ls_node *node);
void ls_node_drop_operands(ls_node *node);
ls_value ls_leaf_value(ls_trace *trace, ls_data *data); /* a LEAF node for the data, which it takes over */
ls_value ls_alias_value(ls_trace *trace, ls_value of, bool keep_history, ls_tensor leaf);

ls_slot *ls_slot_find(ls_trace *trace, ls_tensor t); /* NULL if stale or foreign */

/* What is wrong with a handle that stands for nothing, for a message. Returns `out`. */
const char *ls_handle_problem(ls_tensor t, char *out, size_t size);
void ls_handles_init(ls_trace *trace);
void ls_handles_finish(ls_trace *trace);
ls_tensor ls_wrap_in(ls_trace *trace, ls_value value, uint32_t scope);

void ls_random_reset(ls_trace *trace); /* after a cut */
double ls_element_to_double(const void *element, ls_dtype dtype);
void ls_plan_destroy(struct ls_plan *plan);

/* Where a call was made: "train.c:41" if the program has line numbers, else "train_step+0x1f", else "train+0x12af" in
 * the file. Reads the program's file: for messages only. Returns `out`. */
const char *ls_caller_format(const void *caller, char *out, size_t size);

#endif
