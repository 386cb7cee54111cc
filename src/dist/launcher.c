#include "dist/launcher.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/map.h"

/* --- Processes of this host --------------------------------------------------------------------------------- */

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

/* --- The job's name ----------------------------------------------------------------------------------------- */

static void name_job(const char *kind, const char *first, const char *second, char *out, size_t size)
{
    if (!first || !second) return;
    uint64_t hash = ls_hash(second, strlen(second), ls_hash(first, strlen(first), 0));
    snprintf(out, size, "%s-%016llx", kind, (unsigned long long)hash);
}

/* The namespace may come again in another mpirun; the folder has its pid. */
static void openmpi_job(char *out, size_t size)
{
    name_job("ompi", ls_env_get(LS_ENV_PMIX_NAMESPACE), ls_env_get(LS_ENV_PMIX_SERVER_TMPDIR), out, size);
}

/* The processes of a host have one parent, at the other end of the socket that PMI_FD names. */
static void mpich_job(char *out, size_t size)
{
    int64_t fd;
    struct ucred parent = {.pid = getppid()};
    socklen_t length = sizeof(parent);
    if (ls_env_get_int(LS_ENV_PMI_FD, -1, -1, INT_MAX, &fd) == LS_OK && fd >= 0)
        getsockopt((int)fd, SOL_SOCKET, SO_PEERCRED, &parent, &length);
    snprintf(out, size, "mpich-%d", (int)parent.pid);
}

static void slurm_job(char *out, size_t size)
{
    name_job("slurm", ls_env_get(LS_ENV_SLURM_JOB_ID), ls_env_get(LS_ENV_SLURM_STEP_ID), out, size);
}

/* --- Launchers ---------------------------------------------------------------------------------------------- */

/* The variables of each launcher, tried in this order. */
static const struct launcher_kind {
    const char *name;
    ls_env index, count, local_index, local_count;
    ls_status (*count_local)(int *out_count); /* instead of a variable */
    bool is_mpi;
    void (*name_job)(char *out, size_t size); /* NULL: it tells MASTER_ADDR and MASTER_PORT */
} launcher_kinds[] = {
    {"torchrun", LS_ENV_RANK, LS_ENV_WORLD_SIZE, LS_ENV_LOCAL_RANK, LS_ENV_LOCAL_WORLD_SIZE, NULL, false, NULL},
    {"Open MPI", LS_ENV_OMPI_COMM_WORLD_RANK, LS_ENV_OMPI_COMM_WORLD_SIZE, LS_ENV_OMPI_COMM_WORLD_LOCAL_RANK,
     LS_ENV_OMPI_COMM_WORLD_LOCAL_SIZE, NULL, true, openmpi_job},
    {"MPICH", LS_ENV_PMI_RANK, LS_ENV_PMI_SIZE, LS_ENV_MPI_LOCALRANKID, LS_ENV_MPI_LOCALNRANKS, NULL, true, mpich_job},
    {"Slurm", LS_ENV_SLURM_PROCID, LS_ENV_SLURM_STEP_NUM_TASKS, LS_ENV_SLURM_LOCALID, LS_ENV_COUNT, slurm_local_count,
     true, slurm_job},
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
    *out = (ls_launcher){.name = kind->name,
                         .process_index = (int)index,
                         .process_count = (int)count,
                         .local_index = (int)local_index,
                         .local_count = (int)local_count,
                         .is_mpi = kind->is_mpi};
    if (kind->name_job) kind->name_job(out->job, sizeof(out->job));
    return LS_OK;
}

static ls_status detect(bool mpi_only, ls_launcher *out_launcher)
{
    *out_launcher = (ls_launcher){0};
    for (size_t i = 0; i < sizeof(launcher_kinds) / sizeof(launcher_kinds[0]); i++) {
        const struct launcher_kind *kind = &launcher_kinds[i];
        if (mpi_only && !kind->is_mpi) continue;
        if (ls_env_get(kind->index) && ls_env_get(kind->count)) return launcher_read(kind, out_launcher);
    }
    return LS_OK;
}

/* Set by hand, one of the two is forgotten easily; then each process would be a world of its own. */
static ls_status check_pair(void)
{
    const char *rank = ls_env_get(LS_ENV_RANK), *count = ls_env_get(LS_ENV_WORLD_SIZE);
    if (rank && !count)
        return ls_fail(
            LS_FAILED_PRECONDITION,
            "RANK=%s is set and WORLD_SIZE is not: set it to the number of processes, or unset RANK if nobody "
            "started this process as one of several",
            rank);
    if (count && !rank && strcmp(count, "1"))
        return ls_fail(LS_FAILED_PRECONDITION,
                       "WORLD_SIZE=%s is set and RANK is not: set it to the number of this process, from 0, or unset "
                       "WORLD_SIZE if nobody started this process as one of several",
                       count);
    return LS_OK;
}

ls_status ls_launcher_detect(ls_launcher *out_launcher)
{
    LS_TRY(detect(false, out_launcher));
    return out_launcher->name ? LS_OK : check_pair();
}

ls_status ls_launcher_detect_mpi(ls_launcher *out_launcher)
{
    return detect(true, out_launcher);
}
