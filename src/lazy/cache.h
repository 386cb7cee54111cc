/* The compiled programs of a process, by key. Rank threads that want the same new program wait for one compile. */
#ifndef LS_LAZY_CACHE_H
#define LS_LAZY_CACHE_H

#include "lazy/plan.h"

/* An input or op of a compiled program, for explaining later compiles. */
typedef struct ls_program_note {
    int kind; /* LS_NODE_LEAF for an input */
    const ls_attrs *attrs;
    const ls_type *type; /* of the input or first result */
    const char *call;    /* the public function that recorded it; of an input: that used it first */
    const void *caller;
} ls_program_note;

typedef struct ls_program {
    uint64_t hash;
    uint64_t *key;
    size_t key_count;
    int num_replicas; /* 1 unless it has collectives */
    ls_pjrt_executable *executable;
    enum { LS_PROGRAM_COMPILING, LS_PROGRAM_READY, LS_PROGRAM_FAILED } state;
    ls_status status; /* why it failed */
    char *message;
    uint32_t refs;
    uint64_t last_use;
    bool is_cached;
    struct ls_program *next_in_bucket;

    ls_program_note *notes; /* inputs, then ops */
    size_t note_count, input_count;
} ls_program;

struct ls_program_cache *ls_program_cache_create(void);
void ls_program_cache_destroy(struct ls_program_cache *cache); /* NULL is allowed */

/* Finds or compiles the plan's program. Give it back with ls_program_release once it has been launched.
 * *out_compiling_ns: how long it was compiled or waited for; 0 if it was there. */
ls_status ls_program_get(ls_trace *trace, const ls_plan *plan, ls_program **out_program, int64_t *out_compiling_ns);
void ls_program_release(ls_trace *trace, ls_program *program);

/* Notes of a plan, for its program. */
void ls_program_note_plan(ls_program *program, const ls_plan *plan);

/* Writes what sets `program` apart from `other`, as "input 1 (ls_conv2d at main+0x1f in train): tensor<64x…> →
 * tensor<17x…>". */
void ls_program_explain(const ls_program *program, const ls_program *other, char *out, size_t size);

/* How alike two programs are: the share of notes that are equal, position by position. */
double ls_program_likeness(const ls_program *a, const ls_program *b);

#endif
