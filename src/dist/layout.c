#include "dist/layout.h"

#include <limits.h>
#include <stdio.h>

#include "base/env.h"
#include "base/error.h"
#include "dist/devices.h"
#include "dist/launcher.h"

ls_status ls_layout_share(int ranks, int processes, int *out_threads)
{
    *out_threads = 0;
    if (ranks % processes)
        return ls_fail(LS_INVALID_ARGUMENT, "%d ranks cannot be shared out evenly over %d processes", ranks, processes);
    *out_threads = ranks / processes;
    return LS_OK;
}

/* How many ranks this host is to have: what was asked for, at most its devices. 0 for `asked`: LOCKSTEP_NUM_RANKS. */
static ls_status count_ranks(int asked, const ls_launcher *launcher, int *out_ranks, bool *out_is_default)
{
    *out_ranks = 0;
    *out_is_default = false;
    int64_t wanted = asked;
    if (!asked) LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_RANKS, 0, 1, INT_MAX, &wanted));
    int devices;
    LS_TRY(ls_device_count(&devices));
    /* A launcher may bind each process to one core, and then each sees that one only. */
    if (ls_device_is_cpu() && devices < launcher->local_count) devices = launcher->local_count;
    if (wanted > devices)
        return ls_fail(LS_INVALID_ARGUMENT, "%lld ranks are more than this host's %d devices%s", (long long)wanted,
                       devices, ls_device_is_cpu() ? " (LOCKSTEP_CPU_DEVICES sets their number)" : "");
    *out_is_default = wanted == 0;
    *out_ranks = wanted ? (int)wanted : devices;
    return LS_OK;
}

/* This process's share of the host under a launcher: what was asked for must divide, the default rounds down. */
static ls_status layout_launched(const ls_launcher *launcher, int ranks, bool is_default, ls_layout *out)
{
    int local_count = launcher->local_count ? launcher->local_count : 1;
    *out = (ls_layout){.process_index = launcher->process_index,
                       .process_count = launcher->process_count,
                       .local_index = launcher->local_index,
                       .local_count = local_count,
                       .threads = ranks / local_count > 0 ? ranks / local_count : 1,
                       .is_one_host = launcher->local_count == launcher->process_count,
                       .is_launched = true};
    return is_default ? LS_OK : ls_layout_share(ranks, local_count, &out->threads);
}

ls_status ls_layout_choose(const ls_spawn_options *options, bool threads_only, ls_layout *out_layout)
{
    *out_layout = LS_LAYOUT_SINGLE;
    if (options->num_ranks < 0 || options->num_processes < 0 || options->grace_ms < 0)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "spawn options must not be negative: num_ranks %d, num_processes %d, grace_ms %lld",
                       options->num_ranks, options->num_processes, (long long)options->grace_ms);
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect(&launcher));
    int ranks;
    bool is_default;
    LS_TRY(count_ranks(options->num_ranks, &launcher, &ranks, &is_default));
    if (launcher.name) return layout_launched(&launcher, ranks, is_default, out_layout);

    int64_t processes = options->num_processes;
    if (threads_only)
        processes = 1;
    else if (!processes)
        LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_PROCESSES, ls_device_default_processes(), 1, INT_MAX, &processes));
    out_layout->process_count = out_layout->local_count = (int)processes;
    return ls_layout_share(ranks, (int)processes, &out_layout->threads);
}

const char *ls_layout_ranks(int process_index, int threads, char *out, size_t size)
{
    int first = process_index * threads;
    if (threads == 1)
        snprintf(out, size, "rank %d", first);
    else
        snprintf(out, size, "ranks %d to %d", first, first + threads - 1);
    return out;
}
