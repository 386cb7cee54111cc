#include "dist/layout.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "dist/devices.h"

/* --- Launchers ----------------------------------------------------------------------------------------------- */

/* Processes on host `node` of Slurm's list "2(x3),1"; 0 if the list does not say. */
static int slurm_tasks(const char *list, int64_t node)
{
    while (list && *list) {
        char *end;
        long tasks = strtol(list, &end, 10), times = 1;
        if (end == list || tasks < 1) return 0;
        if (!strncmp(end, "(x", 2)) times = strtol(end + 2, &end, 10);
        if (node < times) return (int)tasks;
        node -= times;
        end += *end == ')';
        end += *end == ',';
        list = end;
    }
    return 0;
}

static ls_status slurm_local_count(int *out_count)
{
    int64_t node;
    LS_TRY(ls_env_get_int(LS_ENV_SLURM_NODEID, 0, 0, INT_MAX, &node));
    *out_count = slurm_tasks(ls_env_get(LS_ENV_SLURM_STEP_TASKS_PER_NODE), node);
    return LS_OK;
}

/* The variables of each launcher, tried in this order. */
static const struct launcher_kind {
    const char *name;
    ls_env index, count, local_index, local_count;
    ls_status (*count_local)(int *out_count); /* instead of a variable */
} launcher_kinds[] = {
    {"torchrun", LS_ENV_RANK, LS_ENV_WORLD_SIZE, LS_ENV_LOCAL_RANK, LS_ENV_LOCAL_WORLD_SIZE, NULL},
    {"Open MPI", LS_ENV_OMPI_COMM_WORLD_RANK, LS_ENV_OMPI_COMM_WORLD_SIZE, LS_ENV_OMPI_COMM_WORLD_LOCAL_RANK,
     LS_ENV_OMPI_COMM_WORLD_LOCAL_SIZE, NULL},
    {"MPICH", LS_ENV_PMI_RANK, LS_ENV_PMI_SIZE, LS_ENV_MPI_LOCALRANKID, LS_ENV_MPI_LOCALNRANKS, NULL},
    {"Slurm", LS_ENV_SLURM_PROCID, LS_ENV_SLURM_STEP_NUM_TASKS, LS_ENV_SLURM_LOCALID, LS_ENV_COUNT, slurm_local_count},
};

/* RANK and WORLD_SIZE set by hand do not say who shares a host: all do if the master is on the loopback. */
static bool master_is_loopback(void)
{
    const char *host = ls_env_get(LS_ENV_MASTER_ADDR);
    return host && (!strncmp(host, "127.", 4) || !strcmp(host, "localhost") || !strcmp(host, "::1"));
}

static ls_status launcher_read(const struct launcher_kind *kind, ls_launcher *out)
{
    int64_t index, count, local_index, local_count = 0;
    LS_TRY(ls_env_get_int(kind->count, 0, 1, INT_MAX, &count));
    LS_TRY(ls_env_get_int(kind->index, 0, 0, count - 1, &index));
    int counted = 0;
    if (kind->count_local)
        LS_TRY(kind->count_local(&counted));
    else
        LS_TRY(ls_env_get_int(kind->local_count, 0, 1, count, &local_count));
    if (counted) local_count = counted;
    if (!local_count && master_is_loopback()) local_count = count;
    LS_TRY(ls_env_get_int(kind->local_index, local_count == count ? index : 0, 0, INT_MAX, &local_index));
    if (local_count && local_index >= local_count)
        return ls_fail(LS_INVALID_ARGUMENT, "%s=%lld is not a process of the %lld on this host",
                       ls_env_table[kind->local_index].name, (long long)local_index, (long long)local_count);
    *out = (ls_launcher){kind->name, (int)index, (int)count, (int)local_index, (int)local_count};
    return LS_OK;
}

ls_status ls_launcher_detect(ls_launcher *out_launcher)
{
    *out_launcher = (ls_launcher){0};
    for (size_t i = 0; i < sizeof(launcher_kinds) / sizeof(launcher_kinds[0]); i++)
        if (ls_env_get(launcher_kinds[i].index) && ls_env_get(launcher_kinds[i].count))
            return launcher_read(&launcher_kinds[i], out_launcher);
    return LS_OK;
}

/* --- Layout -------------------------------------------------------------------------------------------------- */

ls_status ls_layout_share(int ranks, int processes, int *out_threads)
{
    *out_threads = 0;
    if (ranks % processes)
        return ls_fail(LS_INVALID_ARGUMENT, "%d ranks cannot be shared out evenly over %d processes", ranks, processes);
    *out_threads = ranks / processes;
    return LS_OK;
}

/* How many ranks this host is to have: what was asked for, at most its devices. 0 for `asked`: LOCKSTEP_NUM_RANKS. */
static ls_status count_ranks(int asked, int *out_ranks, bool *out_is_default)
{
    *out_ranks = 0;
    *out_is_default = false;
    int64_t wanted = asked;
    if (!asked) LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_RANKS, 0, 1, INT_MAX, &wanted));
    int devices;
    LS_TRY(ls_device_count(&devices));
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
    LS_TRY(count_ranks(options->num_ranks, &ranks, &is_default));
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
