/* Large fused groups → generated loops. Kernels of one program compile in parallel; a program too small to be worth
 * LLVM's start keeps its loops op by op. */
#include "cpu/compile/plan.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/log.h"
#include "base/thread.h"
#include "base/vec.h"
#include "cpu/codegen/jit.h"
#include "cpu/kernels/fast/fused.h"

/* Elements times ops of a run, below which LLVM is not even loaded. */
static const double least_work = 4e6;
enum { MOST_THREADS = 8 };

typedef LS_VEC(ls_fused *) fused_list;

static void collect(const ls_cpu_block *block, fused_list *list, double *work)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t b = 0; b < unit->block_count; b++) collect(unit->blocks[b], list, work);
        if (unit->kernel != &ls_fused_kernel) continue;
        ls_fused *fused = unit->data;
        if (!fused->group) continue;
        *ls_vec_push(list) = fused;
        *work += (double)fused->count * fused->step_count;
    }
}

typedef struct work {
    const fused_list *list;
    atomic_size_t next;
} work;

/* A group that LLVM cannot compile runs op by op. */
static void *compile_some(void *arg)
{
    work *shared = arg;
    for (size_t i; (i = atomic_fetch_add(&shared->next, 1)) < shared->list->count;) {
        ls_fused *fused = shared->list->data[i];
        if (ls_jit_compile(fused->group, &fused->generated, &fused->row) != LS_OK) {
            ls_log_write(LS_LOG_WARNING, "a loop runs op by op: %s", ls_last_error());
            fused->generated = NULL;
        }
    }
    return NULL;
}

ls_status ls_cpu_stage_generate(ls_cpu_plan *plan)
{
    fused_list list = {0};
    double amount = 0;
    collect(plan->body, &list, &amount);
    bool is_worth_it = plan->options->generate_all || amount >= least_work;
    if (list.count && is_worth_it && ls_jit_is_there()) {
        work shared = {.list = &list};
        pthread_t threads[MOST_THREADS];
        int wanted = ls_cpu_count(), started = 0;
        if (wanted > (int)list.count) wanted = (int)list.count;
        if (wanted > MOST_THREADS) wanted = MOST_THREADS;
        while (started < wanted - 1 && ls_thread_start(&threads[started], "compile", compile_some, &shared) == LS_OK)
            started++;
        compile_some(&shared);
        while (started > 0) pthread_join(threads[--started], NULL);
    }
    ls_vec_finish(&list);
    return LS_OK;
}
