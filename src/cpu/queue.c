/* A device's thread: runs what is queued, in order. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

static void *work(void *arg)
{
    ls_cpu_queue *queue = arg;
    ls_monitor_lock(&queue->monitor);
    for (;;) {
        while (queue->busy || (!queue->first && !queue->stopped))
            ls_monitor_wait(&queue->monitor, ls_deadline_in_ms(0));
        ls_cpu_task *task = queue->first;
        if (!task) break;
        queue->first = task->next;
        if (!queue->first) queue->last = NULL;
        queue->busy = true;
        ls_monitor_unlock(&queue->monitor);
        task->run(task);
        ls_monitor_lock(&queue->monitor);
        queue->busy = false;
    }
    ls_monitor_unlock(&queue->monitor);
    return NULL;
}

ls_status ls_cpu_queue_start(ls_cpu_queue *queue, int number)
{
    ls_monitor_init(&queue->monitor);
    char name[16];
    snprintf(name, sizeof(name), "device %d", number);
    ls_status status = ls_thread_start(&queue->thread, name, work, queue);
    if (status != LS_OK) ls_monitor_finish(&queue->monitor);
    return status;
}

void ls_cpu_queue_finish(ls_cpu_queue *queue)
{
    ls_monitor_lock(&queue->monitor);
    queue->stopped = true;
    ls_monitor_notify(&queue->monitor);
    ls_monitor_unlock(&queue->monitor);
    pthread_join(queue->thread, NULL);
}

ls_status ls_cpu_queue_push(ls_cpu_queue *queue, ls_cpu_task *task)
{
    task->next = NULL;
    ls_monitor_lock(&queue->monitor);
    bool stopped = queue->stopped;
    if (!stopped) {
        if (queue->last)
            queue->last->next = task;
        else
            queue->first = task;
        queue->last = task;
        ls_monitor_notify(&queue->monitor);
    }
    ls_monitor_unlock(&queue->monitor);
    return stopped ? ls_fail(LS_FAILED_PRECONDITION, "the device's client is destroyed") : LS_OK;
}

bool ls_cpu_queue_claim(ls_cpu_queue *queue)
{
    ls_monitor_lock(&queue->monitor);
    bool idle = !queue->busy && !queue->first && !queue->stopped;
    if (idle) queue->busy = true;
    ls_monitor_unlock(&queue->monitor);
    return idle;
}

void ls_cpu_queue_unclaim(ls_cpu_queue *queue)
{
    ls_monitor_lock(&queue->monitor);
    queue->busy = false;
    ls_monitor_notify(&queue->monitor);
    ls_monitor_unlock(&queue->monitor);
}

/* A task that waits for events: pushed by the last of them. */
struct waiting {
    atomic_size_t left;
    ls_cpu_queue *queue;
    ls_cpu_task *task;
};

static void one_less(struct waiting *waiting)
{
    if (atomic_fetch_sub_explicit(&waiting->left, 1, memory_order_acq_rel) != 1) return;
    ls_cpu_task *task = waiting->task;
    ls_cpu_queue *queue = waiting->queue;
    free(waiting);
    if (ls_cpu_queue_push(queue, task) == LS_OK) return;
    task->cancelled = true;
    task->run(task);
}

/* What failed tells its own event: the task finds that. */
static void event_happened(PJRT_Error *error, void *arg)
{
    ls_cpu_error_take(error);
    one_less(arg);
}

void ls_cpu_queue_push_after(ls_cpu_queue *queue, ls_cpu_task *task, PJRT_Event *const *events, size_t count)
{
    struct waiting *wait = malloc(sizeof(*wait));
    if (!wait) {
        task->cancelled = true;
        task->run(task);
        return;
    }
    *wait = (struct waiting){.queue = queue, .task = task};
    atomic_init(&wait->left, count + 1);
    for (size_t i = 0; i < count; i++)
        if (!events[i] || ls_cpu_event_then(events[i], event_happened, wait) != LS_OK) one_less(wait);
    one_less(wait);
}
