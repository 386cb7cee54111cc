/* A compiled program of the CPU device: what compile/ makes, exec/ runs and executable.c shows to PJRT. */
#ifndef LS_CPU_PROGRAM_H
#define LS_CPU_PROGRAM_H

#include "base/deadline.h"
#include "comm/comm.h"
#include "ir/ir.h"

typedef struct ls_cpu_program ls_cpu_program;

typedef struct ls_cpu_compile_options {
    int num_replicas;  /* of the launch */
    bool reference;    /* reference kernels only: LOCKSTEP_CPU_REFERENCE */
    int threads;       /* per device, for parallel loops */
    const char *dump;  /* folder for the program after every pass; NULL: none */
    bool generate_all; /* for tests: code for every loop that code can be generated for, however small */
    bool no_reuse;     /* for tests: every value gets memory of its own, nothing runs in place */
} ls_cpu_compile_options;

/* Compiles a verified module. The module may be destroyed afterwards. The message has op and position. */
ls_status ls_cpu_compile(const ls_ir_module *module, const ls_cpu_compile_options *options,
                         ls_cpu_program **out_program);
void ls_cpu_program_destroy(ls_cpu_program *program); /* NULL is allowed */

typedef struct ls_cpu_program_info {
    const char *name;
    size_t param_count, output_count;
    const ls_ir_type *params, *outputs;
    const ls_ir_arg_info *donation; /* one per parameter */
    size_t arena_bytes;             /* scratch that a run needs, 64-byte aligned */
    size_t shared_bytes;            /* of it, at its end: what collectives send and receive */
    size_t live_bytes;              /* the least that any plan of the same order of steps needs: how good this one is */
    bool has_collectives;
    double flops; /* an estimate, for cost analysis and for running small programs inline */
} ls_cpu_program_info;
const ls_cpu_program_info *ls_cpu_program_info_of(const ls_cpu_program *program);

/* Gives a run the comm for a replica group: `ranks` are replica ids in group order, the same list on every member. Kept
 * by the caller; asked for again at each collective, so it must be quick. */
typedef ls_status (*ls_cpu_comm_fn)(void *arg, const int *ranks, int count, ls_comm **out_comm);

/* Looks on while a program runs; without one, nothing is measured or checked. */
typedef enum ls_cpu_check { LS_CPU_CHECK_NOTHING, LS_CPU_CHECK_NAN, LS_CPU_CHECK_FINITE } ls_cpu_check;
typedef struct ls_cpu_watch {
    ls_cpu_check check; /* results of every step: one that has a NaN (or infinity) ends the run with an error */
    /* Told of every step that has run, by the running thread; NULL is allowed. */
    void (*step)(void *arg, const char *op, const char *kernel, uint32_t line, int64_t start_ns, int64_t end_ns);
    void *arg;
} ls_cpu_watch;

typedef struct ls_cpu_run {
    void *const *params;  /* row-major data */
    void *const *outputs; /* where results go; an output that aliases a donated parameter has the same address */
    void *arena;          /* arena_bytes, 64-byte aligned; its shared part reachable by the other processes */
    void *shared;         /* shared_bytes that are, instead of that part; NULL */
    int replica;          /* my replica id */
    uint64_t launch;      /* equal on all replicas of one launch: the tag of its collectives */
    ls_cpu_comm_fn comm;
    void *comm_arg;
    ls_deadline deadline;      /* for collectives */
    const ls_cpu_watch *watch; /* NULL: nobody */
    bool *failed_alone;        /* set when a step that meets no other replica fails: the others do not know */
} ls_cpu_run;

/* Runs the program on the calling thread and its OpenMP team; returns when all outputs are written. Several threads may
 * run one program at once, each with its own arena. */
ls_status ls_cpu_program_run(const ls_cpu_program *program, const ls_cpu_run *run);

#endif
