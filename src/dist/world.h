/* The calling thread's rank: who it is, its device, its groups. Thread-local; made by spawn, or on first use for a
 * program that never spawned (one rank, the first device). */
#ifndef LS_DIST_WORLD_H
#define LS_DIST_WORLD_H

#include "base/deadline.h"
#include "comm/comm.h"
#include "pjrt/client.h"
#include <lockstep/distributed.h>

#include <pthread.h>

/* What a process's rank threads share. */
typedef struct ls_process {
    ls_pjrt_plugin *plugin;
    ls_pjrt_client *client; /* created by the first rank that asks; the others wait */
    ls_store *store;        /* of the processes of the job; never NULL after spawn */
    ls_comm_domain *domain; /* all ranks of the job, for host collectives; made at init_process_group */
    int process_index, process_count;
    int threads;         /* ranks of this process */
    void *program_cache; /* lazy's, shared by the rank threads; freed with `program_cache_destroy` */
    void (*program_cache_destroy)(void *cache);
    pthread_mutex_t mutex; /* over the creation of the fields above */
} ls_process;

typedef struct ls_rank_context {
    ls_process *process;
    int rank, world_size; /* of the job */
    int local_rank, local_world_size;
    int thread;             /* 0 .. process->threads − 1 */
    ls_pjrt_device *device; /* set with the client */
    bool is_initialized;    /* init_process_group was called */
    int64_t timeout_ms;
    struct ls_group_table *groups;
    void *lazy; /* the rank's trace; freed with `lazy_destroy` when the rank ends */
    void (*lazy_destroy)(void *lazy);
    int launch_count; /* launches of programs with collectives so far: the same on all ranks */
} ls_rank_context;

/* The calling thread's context. Fails only if a context had to be made and no plugin or device is there. */
ls_status ls_rank_current(ls_rank_context **out_context);
ls_rank_context *ls_rank_peek(void); /* NULL if there is none yet */

/* The process's client and my device, created on first use. */
ls_status ls_rank_client(ls_rank_context *context, ls_pjrt_client **out_client);

/* The members of a group as global ranks, in group order, and the comm for host collectives. LS_FAILED_PRECONDITION:
 * "process group not initialised". */
typedef struct ls_group_info {
    const int *ranks;
    int count, my_index; /* −1 if not a member */
    ls_comm *comm;       /* NULL if not a member */
} ls_group_info;
ls_status ls_group_get(ls_group group, ls_group_info *out_info);

#endif
