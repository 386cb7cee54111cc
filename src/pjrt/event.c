/* Events: things a plugin finishes later. The C API's own wait has no deadline, so a callback ends ours. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pjrt/internal.h"

struct ls_pjrt_event {
    const PJRT_Api *api;
    PJRT_Event *event;
    atomic_int
        references; /* the owner's, and the callback's until it has run: an event may be destroyed before it fires */
    ls_monitor monitor; /* over what follows */
    bool registered, fired;
    ls_status status;
    char *message; /* of a failure */
};

static void release(ls_pjrt_event *event)
{
    if (atomic_fetch_sub_explicit(&event->references, 1, memory_order_acq_rel) != 1) return;
    ls_monitor_finish(&event->monitor);
    free(event->message);
    free(event);
}

static void destroy_handle(const PJRT_Api *api, PJRT_Event *event)
{
    PJRT_Event_Destroy_Args args = PJRT_NEW(Event_Destroy_Args, .event = event);
    ls_pjrt_drop(api, api->PJRT_Event_Destroy(&args));
}

static bool handle_is_ready(const PJRT_Api *api, PJRT_Event *event)
{
    PJRT_Event_IsReady_Args args = PJRT_NEW(Event_IsReady_Args, .event = event);
    PJRT_Error *error = api->PJRT_Event_IsReady(&args);
    ls_pjrt_drop(api, error);
    return !error && args.is_ready;
}

static ls_status handle_error(const PJRT_Api *api, PJRT_Event *event)
{
    PJRT_Event_Error_Args args = PJRT_NEW(Event_Error_Args, .event = event);
    return LS_PJRT_CALL(api, Event_Error, &args);
}

ls_status ls_pjrt_event_wrap(const PJRT_Api *api, PJRT_Event *handle, ls_pjrt_event **out_event)
{
    *out_event = NULL;
    ls_pjrt_event *event = calloc(1, sizeof(*event));
    if (!event) {
        destroy_handle(api, handle);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    event->api = api;
    event->event = handle;
    atomic_init(&event->references, 1);
    ls_monitor_init(&event->monitor);
    *out_event = event;
    return LS_OK;
}

static void on_ready(PJRT_Error *error, void *arg)
{
    ls_pjrt_event *event = arg;
    ls_status status = ls_pjrt_check(event->api, error);
    ls_monitor_lock(&event->monitor);
    event->status = status;
    if (status != LS_OK) event->message = strdup(ls_last_error());
    event->fired = true;
    ls_monitor_notify(&event->monitor);
    ls_monitor_unlock(&event->monitor);
    release(event);
}

static ls_status watch(ls_pjrt_event *event)
{
    ls_monitor_lock(&event->monitor);
    bool first = !event->registered;
    event->registered = true;
    ls_monitor_unlock(&event->monitor);
    if (!first) return LS_OK;
    atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
    PJRT_Event_OnReady_Args args =
        PJRT_NEW(Event_OnReady_Args, .event = event->event, .callback = on_ready, .user_arg = event);
    ls_status status = LS_PJRT_CALL(event->api, Event_OnReady, &args);
    if (status == LS_OK) return LS_OK;
    ls_monitor_lock(&event->monitor);
    event->registered = false;
    ls_monitor_unlock(&event->monitor);
    release(event);
    return status;
}

ls_status ls_pjrt_event_await(ls_pjrt_event *event, ls_deadline deadline)
{
    if (!event) return LS_OK;
    if (handle_is_ready(event->api, event->event)) return handle_error(event->api, event->event);
    LS_TRY(watch(event));
    ls_monitor_lock(&event->monitor);
    while (!event->fired && ls_monitor_wait(&event->monitor, deadline)) {
    }
    ls_status status = LS_OK;
    if (!event->fired)
        status = ls_fail(LS_DEADLINE_EXCEEDED, "the device did not finish in time");
    else if (event->status != LS_OK)
        status = ls_fail(event->status, "%s", event->message ? event->message : "the device reports a failure");
    ls_monitor_unlock(&event->monitor);
    return status;
}

bool ls_pjrt_event_is_ready(ls_pjrt_event *event)
{
    return !event || handle_is_ready(event->api, event->event);
}

void ls_pjrt_event_destroy(ls_pjrt_event *event)
{
    if (!event) return;
    destroy_handle(event->api, event->event);
    release(event);
}

ls_status ls_pjrt_event_finish(const PJRT_Api *api, PJRT_Event *handle, ls_deadline deadline)
{
    if (!handle) return LS_OK;
    if (handle_is_ready(api, handle)) {
        ls_status status = handle_error(api, handle);
        destroy_handle(api, handle);
        return status;
    }
    ls_pjrt_event *event;
    LS_TRY(ls_pjrt_event_wrap(api, handle, &event));
    ls_status status = ls_pjrt_event_await(event, deadline);
    ls_pjrt_event_destroy(event);
    return status;
}
