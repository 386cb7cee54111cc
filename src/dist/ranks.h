/* Rank threads: one per rank of this process, each with its context, until all have returned. */
#ifndef LS_DIST_RANKS_H
#define LS_DIST_RANKS_H

#include "dist/world.h"

typedef struct ls_ranks {
    ls_rank_fn fn;
    void *arg;
    /* Called on the rank's thread as soon as it has failed, before its peers can notice. NULL is allowed. */
    void (*on_failure)(void *owner, int rank, ls_status status, const char *message);
    void *owner;
    ls_bytes *out_results; /* NULL, or one per rank of this process, zeroed */
    int64_t grace_ms;      /* how long the others may take to end once one has failed */
} ls_ranks;

/* Runs the ranks of `process`, from ls_process_create, and destroys it. Returns the first failure as "rank 1: message".
 * A rank that does not end in its grace time is left behind, with the process, and named. */
ls_status ls_ranks_run(ls_process *process, const ls_ranks *ranks);

bool ls_ranks_are_running(void); /* in this process, on any thread; also those left behind */

#endif
