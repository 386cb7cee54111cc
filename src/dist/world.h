/* The calling thread's rank: who it is, its device, its groups. Thread-local; made by spawn, or on first use for a
 * program that never spawned (one rank, the first device). */
#ifndef LS_DIST_WORLD_H
#define LS_DIST_WORLD_H

#include "base/deadline.h"
#include "base/thread.h"
#include "base/vec.h"
#include "comm/comm.h"
#include "dist/place.h"
#include "pjrt/client.h"
#include <lockstep/distributed.h>

#include <pthread.h>

/* What a process's rank threads share. process.h has the functions that fill it. */
typedef struct ls_process {
    ls_layout born;   /* what was known of the layout when the process was made */
    ls_layout layout; /* which process this is, of how many, with how many threads; what process it is may be
                       * told as late as in init_process_group */
    ls_pjrt_plugin *plugin;
    ls_pjrt_client *client;      /* created by the first rank that asks; the others wait */
    ls_store *store;             /* of the processes of the job; made when first asked for */
    ls_place place;              /* where the store is */
    bool has_failed;             /* to meet the others, the last time: they are told when it ends */
    struct ls_meeting *meetings; /* domains for host collectives, one per init_process_group */
    ls_monitor meetings_monitor; /* over `meetings` and what `layout` says about the process */
    void *program_cache;         /* lazy's, shared by the rank threads; freed with `program_cache_destroy` */
    void (*program_cache_destroy)(void *cache);
    pthread_mutex_t mutex; /* over the creation of the fields above */
    unsigned fork_count;   /* a process forked off later may not use these */
} ls_process;

typedef struct ls_rank_context {
    ls_process *process;
    int rank, world_size; /* of the job */
    int local_rank, local_world_size;
    int process_index, process_count;
    int thread;             /* 0 .. process->layout.threads − 1 */
    ls_pjrt_device *device; /* set with the client */
    char device_name[64];
    bool is_initialized; /* init_process_group was called */
    int init_count;      /* how often, failures included: the same on all ranks */
    int64_t timeout_ms;
    struct ls_group_table *groups;
    struct ls_meeting *meeting; /* NULL unless initialised */
    ls_bytes result;            /* for the parent */
    LS_VEC(double) factors;     /* of ls_premul_sum */
    void *lazy;                 /* the rank's trace; freed with `lazy_destroy` when the rank ends */
    void (*lazy_destroy)(void *lazy);
    ls_monitor helpers_monitor; /* over: */
    int helpers;                /* other threads that act for the rank */
    int launch_count;           /* launches of programs with collectives so far: the same on all ranks */
} ls_rank_context;

/* The context of the rank that the calling thread is, or acts for. Fails only if a context had to be made and this
 * thread may not be a rank: ranks of a spawned process are the threads that spawn started. */
ls_status ls_rank_current(ls_rank_context **out_context);
ls_rank_context *ls_rank_peek(void); /* NULL if there is none yet, and on a thread that only acts for a rank */

/* The context of the rank that the thread is or acts for (ls_rank_attach); NULL if there is none yet. */
ls_rank_context *ls_rank_acting(void);

/* Makes `context` the calling thread's: rank `thread` of `process`. It must stay until ls_rank_end. */
void ls_rank_begin(ls_rank_context *context, ls_process *process, int thread);
/* Frees what the rank has. If it is still in the default group, peers that wait for it fail at once with `reason`. */
void ls_rank_end(ls_rank_context *context, const char *reason);
void ls_rank_place(ls_rank_context *context); /* sets rank and sizes from the process's layout as it is now */

/* The process's client and my device, created on first use. */
ls_status ls_rank_client(ls_rank_context *context, ls_pjrt_client **out_client);

/* The members of a group as global ranks, in group order, and the comm for host collectives, which ls_group_run runs.
 * LS_FAILED_PRECONDITION: "process group not initialised". */
typedef struct ls_group_info {
    const int *ranks;
    int count, my_index;         /* −1 if not a member */
    ls_comm *comm;               /* NULL if not a member */
    struct ls_work_queue *queue; /* of its asynchronous operations; NULL if not a member */
} ls_group_info;
ls_status ls_group_get(ls_group group, ls_group_info *out_info);

/* Runs a collective after those that are queued. */
ls_status ls_group_run(const ls_group_info *info, const ls_comm_call *call);

/* Visits the rank's groups in order of creation, the world first: for (size_t i = 0; ls_group_next(&i, &info);) */
bool ls_group_next(size_t *iterator, ls_group_info *out_info);

/* The group rank of a global rank, or of LS_GROUP_RANK(r). LS_INVALID_ARGUMENT: "global rank 0 is not in the group". */
ls_status ls_group_index(const ls_group_info *info, int rank, int *out_index);

#endif
