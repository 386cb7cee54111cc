#include "lazy/work.h"

#include <stdlib.h>

#include "base/error.h"
#include "lazy/state.h"

typedef struct values_work {
    ls_work work;
    ls_deadline deadline;
    size_t count, ready; /* events; those in front that have fired well */
    ls_pjrt_event *events[];
} values_work;

/* Goes on as far as events have fired, or until `patience`. */
static void advance(values_work *values, ls_deadline patience)
{
    ls_deadline end = patience.at_ns < values->deadline.at_ns ? patience : values->deadline;
    ls_status status = LS_OK;
    while (status == LS_OK && values->ready < values->count) {
        ls_pjrt_event *event = values->events[values->ready];
        if (!ls_pjrt_event_is_ready(event) && ls_deadline_passed(patience)) return;
        status = ls_pjrt_event_await(event, end);
        if (status == LS_DEADLINE_EXCEEDED && !ls_deadline_passed(values->deadline)) return;
        if (status == LS_OK) values->ready++;
    }
    ls_work_finish(&values->work, ls_context(status, "waiting for the device"));
}

static void values_look(ls_work *work)
{
    advance((values_work *)work, (ls_deadline){0});
}

static void values_wait(ls_work *work, ls_deadline patience)
{
    advance((values_work *)work, patience);
}

static void values_release(ls_work *work)
{
    values_work *values = (values_work *)work;
    for (size_t i = 0; i < values->count; i++) ls_pjrt_event_destroy(values->events[i]);
    free(values);
}

static const ls_work_kind values_kind = {values_look, values_wait, values_release};

ls_status ls_values_launch(const ls_value *values, size_t count, ls_work **out_work)
{
    LS_TRY(ls_trace_materialise(values, count));
    values_work *work = calloc(1, sizeof(*work) + sizeof(*work->events) * count);
    if (!work) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation");
    ls_work_init(&work->work, &values_kind);
    work->deadline = ls_deadline_in_ms(ls_trace_current()->context->timeout_ms);
    ls_status status = LS_OK;
    for (size_t i = 0; status == LS_OK && i < count; i++) {
        const ls_data *data = ls_value_result(ls_value_resolve(values[i]))->data;
        status = data ? ls_pjrt_buffer_ready_event(data->buffer, &work->events[work->count++])
                      : ls_fail(LS_INTERNAL, "a value was not kept");
    }
    if (status == LS_OK)
        *out_work = &work->work;
    else
        ls_work_free(&work->work);
    return status;
}
