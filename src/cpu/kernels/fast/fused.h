/* A chain of elementwise ops run over blocks that stay in the cache: each op is a vector loop over a block, so
 * intermediate values never reach memory and broadcast operands are never written out. */
#ifndef LS_CPU_KERNELS_FAST_FUSED_H
#define LS_CPU_KERNELS_FAST_FUSED_H

#include "cpu/codegen/group.h"
#include "cpu/kernels/kernel.h"

/* Where a register's block comes from. */
typedef enum ls_fused_source {
    LS_FUSED_ARRAY,     /* a block of argument `arg`: an operand as large as the result, or a result */
    LS_FUSED_SCALAR,    /* the one element of argument `arg`, repeated once per run */
    LS_FUSED_PERIODIC,  /* argument `arg` is repeated end to end, `period` elements; laid out once per run */
    LS_FUSED_BROADCAST, /* argument `arg` through strides; laid out for every block */
    LS_FUSED_BUFFER,    /* an intermediate value */
} ls_fused_source;

#define LS_FUSED_REGISTERS 160 /* most registers of one chain */

typedef struct ls_fused_register {
    ls_fused_source source;
    int width; /* bytes of an element: 1, 2, 4, 8 */
    int arg;
    size_t buffer; /* offset of its buffer in a thread's scratch, unless it is an ARRAY */
    int64_t period;
    int rank; /* BROADCAST: the result's dimensions, joined where possible, and the operand's stride along each */
    int64_t dims[LS_MAX_RANK], strides[LS_MAX_RANK];
} ls_fused_register;

typedef struct ls_fused_step {
    ls_cpu_loop_fn loop;
    const void *aux;
    int arity, in[3], out; /* registers */
} ls_fused_step;

typedef struct ls_fused {
    int64_t count; /* elements */
    int64_t block; /* elements of a block */
    int threads;
    int args; /* operands and results; the scratch follows them */
    size_t thread_scratch;
    ls_fused_register *registers;
    int register_count;
    ls_fused_step *steps;
    int step_count;

    const ls_codegen_group *group; /* while compiling: what code may be generated for; NULL: not for this one */
    ls_codegen_fn generated;       /* instead of the steps; NULL: there is none */
    int64_t row;                   /* elements that one step of its loop computes */
} ls_fused;

extern const ls_cpu_kernel ls_fused_kernel; /* data: ls_fused */

#endif
