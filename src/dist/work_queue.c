/* The queue of a group: collectives that a thread runs in order, messages that are under way side by side. */
#include <stdlib.h>

#include "base/error.h"
#include "base/thread.h"
#include "dist/work.h"

typedef struct task_work {
    ls_work work;
    ls_work_task task;
    ls_work_queue *queue;
    struct task_work *next;
} task_work;

typedef struct mail_work {
    ls_work work;
    ls_mail mail;
    const int *ranks;
    ls_work_queue *queue;
    void (*release)(void *arg);
    void *arg;
    struct mail_work *next;
} mail_work;

struct ls_work_queue {
    ls_comm *comm;
    ls_monitor monitor; /* over the fields below */
    task_work *first, **end;
    _Atomic int pending; /* tasks queued or running */
    bool is_stopping;
    bool has_runner, has_mover;
    pthread_t runner, mover;
    mail_work *mails; /* those not known to be done */
};

/* --- Collectives ---------------------------------------------------------------------------------------------- */

static task_work *next_task(ls_work_queue *queue)
{
    ls_monitor_lock(&queue->monitor);
    while (!queue->first && !queue->is_stopping) ls_monitor_wait(&queue->monitor, (ls_deadline){INT64_MAX});
    task_work *next = queue->first;
    if (next) queue->first = next->next;
    if (!queue->first) queue->end = &queue->first;
    ls_monitor_unlock(&queue->monitor);
    return next;
}

static void *run_tasks(void *arg)
{
    ls_work_queue *queue = arg;
    for (task_work *next; (next = next_task(queue));) {
        ls_status status = next->task.run(next->task.arg);
        if (next->task.release) next->task.release(next->task.arg);
        ls_monitor_lock(&queue->monitor);
        ls_work_finish(&next->work, status);
        atomic_fetch_sub(&queue->pending, 1);
        ls_monitor_notify(&queue->monitor);
        ls_monitor_unlock(&queue->monitor);
        ls_work_free(&next->work);
    }
    return NULL;
}

static void task_look(ls_work *work)
{
}

static void task_wait(ls_work *work, ls_deadline patience)
{
    ls_monitor *monitor = &((task_work *)work)->queue->monitor;
    ls_monitor_lock(monitor);
    while (!atomic_load(&work->is_finished) && ls_monitor_wait(monitor, patience)) {
    }
    ls_monitor_unlock(monitor);
}

static void free_work(ls_work *work)
{
    free(work);
}

static const ls_work_kind task_kind = {task_look, task_wait, free_work};

ls_status ls_work_submit(ls_work_queue *queue, const ls_work_task *task, ls_work **out_work)
{
    task_work *work = calloc(1, sizeof(*work));
    if (!work) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation");
    ls_work_init(&work->work, &task_kind);
    work->work.data = task->data;
    work->work.bytes = task->bytes;
    work->task = *task;
    work->queue = queue;
    ls_monitor_lock(&queue->monitor);
    ls_status status = LS_OK;
    if (!queue->has_runner) {
        status = ls_thread_start(&queue->runner, "collectives", run_tasks, queue);
        queue->has_runner = status == LS_OK;
    }
    if (status == LS_OK) {
        *out_work = ls_work_hold(&work->work); /* the runner's and the caller's */
        *queue->end = work;
        queue->end = &work->next;
        atomic_fetch_add(&queue->pending, 1);
        ls_monitor_notify(&queue->monitor);
    }
    ls_monitor_unlock(&queue->monitor);
    if (status != LS_OK) free(work);
    return status;
}

void ls_work_queue_settle(ls_work_queue *queue)
{
    if (!atomic_load(&queue->pending)) return;
    ls_monitor_lock(&queue->monitor);
    while (atomic_load(&queue->pending)) ls_monitor_wait(&queue->monitor, (ls_deadline){INT64_MAX});
    ls_monitor_unlock(&queue->monitor);
}

/* --- Messages ------------------------------------------------------------------------------------------------- */

static void *move_mail(void *arg)
{
    ls_mail_serve(((ls_work_queue *)arg)->comm);
    return NULL;
}

/* Takes over what became of the message. */
static void mail_finish(mail_work *work, ls_status status)
{
    if (status == LS_OK && !work->mail.is_send) work->work.source = work->ranks[work->mail.source];
    ls_work_finish(&work->work, ls_context(status, work->mail.is_send ? "isend" : "irecv"));
}

/* With the queue's lock held: only one of those who look finishes it. */
static void mail_look_locked(mail_work *work)
{
    if (atomic_load(&work->work.is_finished) || !ls_mail_is_done(work->queue->comm, &work->mail)) return;
    mail_finish(work, ls_mail_wait(work->queue->comm, &work->mail, work->mail.deadline));
}

static void mail_look(ls_work *work)
{
    mail_work *mail = (mail_work *)work;
    ls_monitor_lock(&mail->queue->monitor);
    mail_look_locked(mail);
    ls_monitor_unlock(&mail->queue->monitor);
}

static void mail_wait(ls_work *work, ls_deadline patience)
{
    mail_work *mail = (mail_work *)work;
    ls_mail_wait(mail->queue->comm, &mail->mail, patience);
    mail_look(work);
}

static void mail_release(ls_work *work)
{
    mail_work *mail = (mail_work *)work;
    if (mail->release) mail->release(mail->arg);
    free(mail);
}

static const ls_work_kind mail_kind = {mail_look, mail_wait, mail_release};

/* With the lock held: lets go of those that are done, without making progress. */
static void forget_done_mails(ls_work_queue *queue)
{
    for (mail_work **link = &queue->mails, *work; (work = *link);) {
        if (ls_mail_was_done(queue->comm, &work->mail)) mail_look_locked(work);
        if (!atomic_load(&work->work.is_finished)) {
            link = &work->next;
            continue;
        }
        *link = work->next;
        ls_work_free(&work->work);
    }
}

ls_status ls_work_post(ls_work_queue *queue, const ls_mail *mail, const int *ranks, void (*release)(void *arg),
                       void *arg, ls_work **out_work)
{
    mail_work *work = calloc(1, sizeof(*work));
    if (!work) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another message");
    ls_work_init(&work->work, &mail_kind);
    work->mail = *mail;
    work->ranks = ranks;
    work->queue = queue;
    if (!mail->is_send) {
        work->work.data = mail->data;
        work->work.bytes = mail->bytes;
    }
    ls_monitor_lock(&queue->monitor);
    ls_status status = ls_mail_post(queue->comm, &work->mail);
    if (status == LS_OK) {
        *out_work = ls_work_hold(&work->work); /* the list's and the caller's */
        work->release = release;
        work->arg = arg;
        work->next = queue->mails;
        queue->mails = work;
        forget_done_mails(queue);
        /* Without this thread messages still move while somebody waits for one. */
        if (queue->mails && !queue->has_mover)
            queue->has_mover = ls_thread_start(&queue->mover, "messages", move_mail, queue) == LS_OK;
    }
    ls_monitor_unlock(&queue->monitor);
    if (status != LS_OK) free(work);
    return status;
}

/* --- Life ----------------------------------------------------------------------------------------------------- */

ls_status ls_work_queue_create(ls_comm *comm, ls_work_queue **out_queue)
{
    ls_work_queue *queue = calloc(1, sizeof(*queue));
    if (!queue) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a queue");
    queue->comm = comm;
    queue->end = &queue->first;
    ls_monitor_init(&queue->monitor);
    *out_queue = queue;
    return LS_OK;
}

void ls_work_queue_abandon(ls_work_queue *queue, const char *reason)
{
    if (atomic_load(&queue->pending)) ls_comm_abandon(queue->comm, LS_UNAVAILABLE, reason);
}

void ls_work_queue_destroy(ls_work_queue *queue)
{
    if (!queue) return;
    ls_monitor_lock(&queue->monitor);
    queue->is_stopping = true;
    ls_monitor_notify(&queue->monitor);
    ls_monitor_unlock(&queue->monitor);
    if (queue->has_runner) pthread_join(queue->runner, NULL);
    ls_mail_end_all(queue->comm);
    if (queue->has_mover) pthread_join(queue->mover, NULL);
    ls_monitor_lock(&queue->monitor);
    forget_done_mails(queue);
    ls_monitor_unlock(&queue->monitor);
    ls_monitor_finish(&queue->monitor);
    free(queue);
}
