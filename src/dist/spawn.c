/* ls_spawn: which processes and threads, then threads here or children that have them. */
#include <string.h>

#include "base/error.h"
#include "dist/children.h"
#include "dist/process.h"
#include "dist/ranks.h"

#define DEFAULT_GRACE_MS 2000

/* Runs the ranks of this process: all of them, or a launched process's share. */
static ls_status run_here(const ls_layout *layout, ls_rank_fn fn, void *arg, const ls_spawn_options *options)
{
    ls_process *process;
    LS_TRY(ls_process_create(layout, &process));
    ls_bytes *results = options->out_results;
    return ls_ranks_run(process,
                        &(ls_ranks){.fn = fn,
                                    .arg = arg,
                                    .out_results = results ? results + layout->local_index * layout->threads : NULL,
                                    .grace_ms = options->grace_ms});
}

static ls_status spawn(ls_rank_fn fn, void *arg, const ls_spawn_options *options, bool threads_only)
{
    if (!fn) return ls_fail(LS_INVALID_ARGUMENT, "the rank function is NULL");
    static const ls_spawn_options defaults;
    if (!options) options = &defaults;
    if (ls_ranks_are_running())
        return ls_fail(LS_FAILED_PRECONDITION, "ranks are running in this process already: a rank cannot spawn");
    ls_layout layout;
    LS_TRY(ls_layout_choose(options, threads_only, &layout));
    if (options->out_results)
        memset(options->out_results, 0, sizeof(ls_bytes) * (size_t)layout.local_count * (size_t)layout.threads);
    ls_spawn_options chosen = *options;
    if (!chosen.grace_ms) chosen.grace_ms = DEFAULT_GRACE_MS;
    if (layout.is_launched || layout.process_count == 1) return run_here(&layout, fn, arg, &chosen);
    return ls_children_run(&layout, fn, arg, &chosen);
}

ls_status ls_spawn(ls_rank_fn fn, void *arg, const ls_spawn_options *options)
{
    return ls_context(spawn(fn, arg, options, false), "ls_spawn");
}

ls_status ls_spawn_threads(ls_rank_fn fn, void *arg, const ls_spawn_options *options)
{
    return ls_context(spawn(fn, arg, options, true), "ls_spawn_threads");
}
