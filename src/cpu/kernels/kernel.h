/* What a kernel is and what it gets when a program runs. Everything that shapes and attributes decide is prepared at
 * compile time in `data`; a kernel allocates nothing. */
#ifndef LS_CPU_KERNELS_KERNEL_H
#define LS_CPU_KERNELS_KERNEL_H

#include "ir/ir.h"

typedef struct ls_cpu_frame ls_cpu_frame; /* one run of a program: exec/frame.h */

typedef struct ls_cpu_call {
    const void *data;  /* prepared at compile time; shared by all runs of the program, so read only */
    void *state;       /* what state_create made; used by one run at a time; NULL if there is none */
    char *const *args; /* addresses of the operands, then of the results, then of the scratch if the unit wants some */
    ls_cpu_frame *frame; /* for control flow and collectives */
} ls_cpu_call;

/* One kind of step. Kernels are static const objects; a unit points at one. */
typedef struct ls_cpu_kernel {
    const char *name; /* for dumps and profiles: "reference.add", "onednn.convolution" */

    /* Computes the results. Several threads may run one kernel with the same data at once. */
    ls_status (*run)(const ls_cpu_call *call);

    /* For what is neither shareable nor to be made at each run, such as oneDNN memory objects: made once per instance
     * (as many as runs that overlapped so far), kept until the program is destroyed. NULL where not needed. */
    ls_status (*state_create)(const void *data, void **out_state);
    void (*state_destroy)(void *state);

    /* Ends what `data` owns beyond its bytes, which are the program's. NULL where not needed. */
    void (*data_finish)(void *data);
} ls_cpu_kernel;

/* --- Elementwise loops -------------------------------------------------------------------------------------- */

/* Computes n elements: out[i] = op(in[0][i], in[1][i], ...), all arrays packed, `out` may be any of the inputs whose
 * elements are as wide. `aux` is what ls_cpu_loop_find gave. */
typedef void (*ls_cpu_loop_fn)(const void *const *in, void *out, int64_t n, const void *aux);

typedef struct ls_cpu_loop {
    ls_cpu_loop_fn run;
    const void *aux;
    int arity;
} ls_cpu_loop;

/* The loop of an elementwise op (unary, binary, compare, select, clamp, convert, reduce_precision); `run` is NULL for
 * other ops. Select with a scalar predicate and clamp with scalar bounds have none: they are not elementwise. `aux` is
 * allocated in `arena`. Reference kernels, region bodies and fused loops all run these. */
ls_cpu_loop ls_cpu_loop_find(const ls_ir_op *op, ls_arena *arena);

#endif
