/* Work handles, and a group's queue of asynchronous operations. */
#ifndef LS_DIST_WORK_H
#define LS_DIST_WORK_H

#include <stdatomic.h>

#include "comm/mailbox.h"
#include <lockstep/work.h>

/* --- Handles -------------------------------------------------------------------------------------------------- */

/* What is special about a kind of work; each has a struct that begins with its ls_work. */
typedef struct ls_work_kind {
    /* Both call ls_work_finish once it has ended. `look` never waits; `wait` waits until then or `patience`. */
    void (*look)(ls_work *work);
    void (*wait)(ls_work *work, ls_deadline patience);
    void (*release)(ls_work *work); /* frees it, with the last reference */
} ls_work_kind;

struct ls_work {
    const ls_work_kind *kind;
    _Atomic int references;
    void *data; /* the output, NULL for none */
    size_t bytes;
    int source;               /* global rank, −1 for none */
    _Atomic bool is_finished; /* set last */
    ls_status status;
    char *message; /* NULL: "" */
};

void ls_work_init(ls_work *work, const ls_work_kind *kind);
void ls_work_finish(ls_work *work, ls_status status); /* once; a failure's message is the thread's last one */
ls_work *ls_work_hold(ls_work *work);                 /* one more ls_work_free is to come */

/* Where the handle of an asynchronous operation is to go, if `*group` comes from ls_async, whose mark is taken off;
 * else NULL. */
ls_work **ls_async_take(ls_group *group);

/* --- Queues --------------------------------------------------------------------------------------------------- */

/* A rank's asynchronous operations in one group. Its threads start with the first operation that needs them: one runs
 * collectives in order, one moves messages while nobody waits for them. */
typedef struct ls_work_queue ls_work_queue;

ls_status ls_work_queue_create(ls_comm *comm, ls_work_queue **out_queue);
/* Ends all operations: collectives that are queued run to their end or deadline unless the group fails; messages that
 * are not done are given up. NULL is allowed. */
void ls_work_queue_destroy(ls_work_queue *queue);

/* Fails the group if collectives are still queued: for a rank that ends without leaving. */
void ls_work_queue_abandon(ls_work_queue *queue, const char *reason);

/* Waits until the collectives that are queued have run, so that a blocking one may follow. */
void ls_work_queue_settle(ls_work_queue *queue);

/* Queues run(arg), which leaves its message in ls_last_error, and then release(arg). If this fails, the caller keeps
 * `arg`. `data` and `bytes` are its output, for ls_work_result. */
typedef struct ls_work_task {
    ls_status (*run)(void *arg);
    void (*release)(void *arg);
    void *arg, *data;
    size_t bytes;
} ls_work_task;
ls_status ls_work_submit(ls_work_queue *queue, const ls_work_task *task, ls_work **out_work);

/* Starts a message (copied; its data is not). `ranks` are the group's global ranks, and stay. release(arg), unless
 * NULL, is called on any thread once the message is done and its handle freed; not if this fails. */
ls_status ls_work_post(ls_work_queue *queue, const ls_mail *mail, const int *ranks, void (*release)(void *arg),
                       void *arg, ls_work **out_work);

#endif
