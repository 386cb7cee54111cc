/* Events: counted, set once, without a thread of their own. Callbacks run on the thread that sets the event. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "cpu/plugin.h"

typedef struct callback {
    PJRT_Event_OnReadyCallback call;
    void *arg;
} callback;

struct PJRT_Event {
    atomic_int references;
    bool is_outside;
    atomic_bool done;   /* set last, so that a reader of it needs no lock */
    ls_monitor monitor; /* over what follows until done */
    ls_status status;
    char *message;
    LS_VEC(callback) callbacks;
};

PJRT_Event *ls_cpu_event_create(void)
{
    PJRT_Event *event = calloc(1, sizeof(*event));
    if (!event) return NULL;
    atomic_init(&event->references, 1);
    ls_monitor_init(&event->monitor);
    return event;
}

PJRT_Event *ls_cpu_event_create_outside(void)
{
    PJRT_Event *event = ls_cpu_event_create();
    if (event) event->is_outside = true;
    return event;
}

static void keep_status(PJRT_Event *event, ls_status status)
{
    event->status = status;
    if (status != LS_OK) event->message = strdup(ls_last_error());
}

PJRT_Event *ls_cpu_event_create_done(ls_status status)
{
    PJRT_Event *event = ls_cpu_event_create();
    if (!event) return NULL;
    keep_status(event, status);
    atomic_store_explicit(&event->done, true, memory_order_release);
    return event;
}

PJRT_Event *ls_cpu_event_share(PJRT_Event *event)
{
    atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
    return event;
}

void ls_cpu_event_release(PJRT_Event *event)
{
    if (!event || atomic_fetch_sub_explicit(&event->references, 1, memory_order_acq_rel) != 1) return;
    ls_vec_finish(&event->callbacks);
    ls_monitor_finish(&event->monitor);
    free(event->message);
    free(event);
}

bool ls_cpu_event_is_done(PJRT_Event *event)
{
    return atomic_load_explicit(&event->done, memory_order_acquire);
}

bool ls_cpu_event_is_outside(const PJRT_Event *event)
{
    return event->is_outside;
}

/* The status of an event that is done. */
static ls_status result(const PJRT_Event *event)
{
    if (event->status == LS_OK) return LS_OK;
    return ls_fail(event->status, "%s", event->message ? event->message : "out of memory");
}

void ls_cpu_event_set(PJRT_Event *event, ls_status status)
{
    ls_monitor_lock(&event->monitor);
    keep_status(event, status);
    atomic_store_explicit(&event->done, true, memory_order_release);
    ls_monitor_notify(&event->monitor);
    ls_monitor_unlock(&event->monitor);
    for (size_t i = 0; i < event->callbacks.count; i++) /* nobody adds one any more */
        event->callbacks.data[i].call(ls_cpu_error_of(result(event)), event->callbacks.data[i].arg);
}

ls_status ls_cpu_event_wait(PJRT_Event *event, ls_deadline deadline)
{
    if (!ls_cpu_event_is_done(event)) {
        ls_monitor_lock(&event->monitor);
        bool in_time = true;
        while (in_time && !ls_cpu_event_is_done(event)) in_time = ls_monitor_wait(&event->monitor, deadline);
        ls_monitor_unlock(&event->monitor);
        if (!ls_cpu_event_is_done(event)) return ls_fail(LS_DEADLINE_EXCEEDED, "it was not ready before the deadline");
    }
    return result(event);
}

ls_status ls_cpu_event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback call, void *arg)
{
    ls_monitor_lock(&event->monitor);
    bool done = ls_cpu_event_is_done(event);
    callback *added = done ? NULL : ls_vec_push(&event->callbacks);
    if (added) *added = (callback){call, arg};
    ls_monitor_unlock(&event->monitor);
    if (done) call(ls_cpu_error_of(result(event)), arg);
    return done || added ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

ls_status ls_cpu_api_Event_Destroy(PJRT_Event_Destroy_Args *args)
{
    ls_cpu_event_release(args->event);
    return LS_OK;
}

ls_status ls_cpu_api_Event_IsReady(PJRT_Event_IsReady_Args *args)
{
    args->is_ready = ls_cpu_event_is_done(args->event);
    return LS_OK;
}

ls_status ls_cpu_api_Event_Error(PJRT_Event_Error_Args *args)
{
    if (!ls_cpu_event_is_done(args->event)) return ls_fail(LS_FAILED_PRECONDITION, "the event has not happened yet");
    return result(args->event);
}

ls_status ls_cpu_api_Event_Await(PJRT_Event_Await_Args *args)
{
    ls_status status;
    do status = ls_cpu_event_wait(args->event, ls_deadline_in_ms(0));
    while (!ls_cpu_event_is_done(args->event)); /* the interface has no deadline; whoever sets the event has one */
    return status;
}

ls_status ls_cpu_api_Event_OnReady(PJRT_Event_OnReady_Args *args)
{
    return ls_cpu_event_then(args->event, args->callback, args->user_arg);
}

ls_status ls_cpu_api_Event_Create(PJRT_Event_Create_Args *args)
{
    args->event = ls_cpu_event_create_outside();
    return args->event ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

ls_status ls_cpu_api_Event_Set(PJRT_Event_Set_Args *args)
{
    if (ls_cpu_event_is_done(args->event)) return ls_fail(LS_FAILED_PRECONDITION, "the event was set before");
    ls_status status = (ls_status)args->error_code;
    if (status != LS_OK) ls_fail(status, "%.*s", (int)args->error_message_size, args->error_message);
    PJRT_Event *event = ls_cpu_event_share(args->event); /* a callback may destroy the caller's */
    ls_cpu_event_set(event, status);
    ls_cpu_event_release(event);
    return LS_OK;
}
