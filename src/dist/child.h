/* What a child process of spawn does, and the records that it sends to its parent over their socket. */
#ifndef LS_DIST_CHILD_H
#define LS_DIST_CHILD_H

#include <sys/types.h>

#include "dist/layout.h"

typedef enum ls_record_kind {
    LS_RECORD_RESULT,  /* bytes of rank `rank` */
    LS_RECORD_FAILURE, /* `status` and message of rank `rank`, sent at once */
    LS_RECORD_DONE,    /* all ranks returned LS_OK and everything is freed */
} ls_record_kind;

/* The head of a record; `size` bytes follow. The parent's only message is the store's port, an int32. */
typedef struct ls_record {
    uint32_t kind;
    int32_t rank, status;
    int64_t at_ns; /* CLOCK_MONOTONIC: the same clock in all processes of the host */
    uint64_t size;
} ls_record;

/* Runs the ranks of the calling, just forked process and ends it. `parent` is the pid of the process that forked. */
_Noreturn void ls_child_run(const ls_layout *layout, ls_rank_fn fn, void *arg, int64_t grace_ms, int socket,
                            pid_t parent);

#endif
