/* A compiled program as it runs: blocks of steps, each a kernel with its data and the places of its arguments. */
#ifndef LS_CPU_EXEC_EXEC_H
#define LS_CPU_EXEC_EXEC_H

#include <pthread.h>

#include "cpu/compile/plan.h"

/* A result of a step, for whoever watches. */
typedef struct ls_cpu_result {
    ls_dtype dtype;
    size_t bytes;
} ls_cpu_result;

typedef struct ls_cpu_step {
    const ls_cpu_kernel *kernel;
    const void *data;
    const ls_cpu_slot *slots; /* operands, results, scratch */
    uint32_t slot_count;
    uint32_t state;    /* index into an instance's states, if the kernel has one */
    const char *place; /* where it comes from: line and column, and of an artifact the file */
    uint32_t line;
    const char *op;                      /* the op it was made for */
    bool meets;                          /* other replicas */
    uint32_t first_result, result_count; /* among the slots */
    const ls_cpu_result *results;
} ls_cpu_step;

typedef struct ls_cpu_steps {
    ls_cpu_step *items;
    size_t count;
} ls_cpu_steps;

/* What an overlapping run has for itself: kernels' states. */
typedef struct ls_cpu_instance {
    struct ls_cpu_instance *next;
    void *states[];
} ls_cpu_instance;

struct ls_cpu_program {
    ls_cpu_program_info info;
    ls_arena keep; /* everything of the program but the constants */
    char *constants;
    ls_cpu_steps steps;
    size_t max_slots; /* of any step */
    ls_cpu_step **stateful;
    size_t stateful_count;
    ls_cpu_step **finishing; /* those whose data has something to end */
    size_t finishing_count;
    int num_replicas;
    pthread_mutex_t mutex; /* guards `idle` */
    ls_cpu_instance *idle;
};

/* One run. Lives on the stack of the thread that runs. */
struct ls_cpu_frame {
    const ls_cpu_program *program;
    const ls_cpu_run *run;
    char **bases; /* by ls_cpu_slot.base */
    void **states;
};

/* Runs the steps in order; the message of a failure gets the op and its position. */
ls_status ls_cpu_steps_run(ls_cpu_frame *frame, const ls_cpu_steps *steps);

/* Runs one step under the run's watch: times it, checks its results. */
ls_status ls_cpu_step_watch(const ls_cpu_watch *watch, const ls_cpu_step *step, const ls_cpu_call *call);

static inline char *ls_cpu_slot_address(const ls_cpu_frame *frame, ls_cpu_slot slot)
{
    return frame->bases[slot.base] + slot.offset;
}

/* Data of while, if and case steps; emit makes it from the unit's blocks. */
typedef struct ls_cpu_regions {
    size_t count;
    ls_cpu_slot condition; /* while: where its first region leaves the predicate */
    size_t carried;        /* while: number of variables */
    const size_t *bytes;   /* of each */
    ls_cpu_steps blocks[];
} ls_cpu_regions;

extern const ls_cpu_kernel ls_cpu_kernel_while, ls_cpu_kernel_if, ls_cpu_kernel_case;

#endif
