#include "dist/meeting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "dist/process.h"

#define NAMING_NS (1500 * INT64_C(1000000))

struct ls_meeting {
    ls_process *process;
    ls_meeting *next;
    int number;
    enum { MAKING, READY, FAILED } state;
    int references;
    ls_comm_domain *domain;
    ls_status status; /* of a failed one, for ranks that come later */
    char message[2048];
};

/* --- Processes ---------------------------------------------------------------------------------------------- */

static void arrival_key(int number, int process_index, char *out, size_t size)
{
    snprintf(out, size, "init/%d/process/%d", number, process_index);
}

/* Writes which processes are missing, as ranks: "process 1 (ranks 2 to 3), process 3 (ranks 6 to 7)". */
static void name_missing(ls_store *store, const ls_layout *layout, int number, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (int p = 0; p < layout->process_count && used < size - 80; p++) {
        char key[64], ranks[64];
        arrival_key(number, p, key, sizeof(key));
        const char *keys[] = {key};
        bool present = false;
        if (ls_store_check(store, keys, 1, &present, 1000) != LS_OK) {
            used +=
                (size_t)snprintf(out + used, size - used, "%san unknown set, as the store is gone", used ? ", " : "");
            return;
        }
        if (present) continue;
        used += (size_t)snprintf(out + used, size - used, "%sprocess %d (%s)", used ? ", " : "", p,
                                 ls_layout_ranks(p, layout->threads, ranks, sizeof(ranks)));
    }
}

/* Tells the others that this process is here and waits for them. All must have the same number of threads. */
static ls_status processes_meet(ls_store *store, const ls_layout *layout, int number, ls_deadline deadline)
{
    char key[64], mine[64];
    arrival_key(number, layout->process_index, key, sizeof(key));
    int length = snprintf(mine, sizeof(mine), "%d", layout->threads);
    LS_TRY(ls_store_set(store, key, mine, (size_t)length, ls_deadline_left_ms(deadline) + 1));
    for (int p = 0; p < layout->process_count; p++) {
        arrival_key(number, p, key, sizeof(key));
        void *value = NULL;
        size_t size;
        ls_status status = ls_store_get(store, key, &value, &size, ls_deadline_left_ms(deadline) + 1);
        if (status != LS_OK) {
            char reason[512], missing[512];
            snprintf(reason, sizeof(reason), "%s", ls_last_error());
            name_missing(store, layout, number, missing, sizeof(missing));
            return *missing ? ls_fail(status, "these never arrived: %s (%s)", missing, reason)
                            : ls_fail(status, "%s", reason);
        }
        int threads = atoi(value);
        free(value);
        if (threads != layout->threads)
            return ls_fail(LS_FAILED_PRECONDITION,
                           "process %d has %d ranks and process %d has %d: give all the same LOCKSTEP_NUM_RANKS", p,
                           threads, layout->process_index, layout->threads);
    }
    return LS_OK;
}

/* --- Domain ------------------------------------------------------------------------------------------------- */

static ls_status exchange_put(void *store, const char *key, const void *value, size_t size, ls_deadline deadline)
{
    return ls_store_set(store, key, value, size, ls_deadline_left_ms(deadline) + 1);
}

static ls_status exchange_get(void *store, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    return ls_store_get(store, key, out_value, out_size, ls_deadline_left_ms(deadline) + 1);
}

static ls_status meeting_make(ls_meeting *meeting, ls_deadline deadline)
{
    ls_process *process = meeting->process;
    const ls_layout *layout = &process->layout;
    ls_store *store, *scope;
    ls_status status = ls_process_store(process, deadline, &store);
    if (status != LS_OK) {
        char ranks[64];
        return layout->process_index == 0 || layout->process_count == 1
                   ? status
                   : ls_context(status, "process 0 (%s), which hosts the store at %s:%d, never arrived",
                                ls_layout_ranks(0, layout->threads, ranks, sizeof(ranks)), process->store_host,
                                process->store_port);
    }
    if (layout->process_count > 1) LS_TRY(processes_meet(store, layout, meeting->number, deadline));
    char prefix[64];
    snprintf(prefix, sizeof(prefix), "init/%d", meeting->number);
    LS_TRY(ls_store_create_prefix(store, prefix, &scope));
    ls_comm_exchange exchange = {exchange_put, exchange_get, scope};
    status = ls_comm_domain_create(&(ls_comm_domain_options){.num_ranks = layout->process_count * layout->threads,
                                                             .num_processes = layout->process_count,
                                                             .process_index = layout->process_index,
                                                             .exchange = layout->process_count > 1 ? &exchange : NULL,
                                                             .deadline = deadline},
                                   &meeting->domain);
    ls_store_destroy(scope);
    return status;
}

/* --- Threads ------------------------------------------------------------------------------------------------ */

static ls_meeting *meeting_find(ls_process *process, int number)
{
    for (ls_meeting *meeting = process->meetings; meeting; meeting = meeting->next)
        if (meeting->number == number) return meeting;
    return NULL;
}

static ls_status meeting_result(ls_meeting *meeting)
{
    if (meeting->state == READY) return LS_OK;
    if (meeting->state == FAILED) return ls_fail(meeting->status, "%s", meeting->message);
    return ls_fail(LS_DEADLINE_EXCEEDED, "another rank of this process is still waiting for the other processes");
}

ls_status ls_meeting_join(ls_process *process, int number, ls_deadline deadline, ls_meeting **out_meeting)
{
    *out_meeting = NULL;
    ls_monitor *monitor = &process->meetings_monitor;
    ls_monitor_lock(monitor);
    ls_meeting *meeting = meeting_find(process, number);
    if (!meeting) {
        meeting = calloc(1, sizeof(*meeting));
        if (!meeting) {
            ls_monitor_unlock(monitor);
            return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
        }
        *meeting = (ls_meeting){.process = process, .next = process->meetings, .number = number, .references = 1};
        process->meetings = meeting;
        ls_monitor_unlock(monitor);
        ls_status status = meeting_make(meeting, deadline);
        ls_monitor_lock(monitor);
        meeting->state = status == LS_OK ? READY : FAILED;
        meeting->status = status;
        if (status != LS_OK) snprintf(meeting->message, sizeof(meeting->message), "%s", ls_last_error());
        ls_monitor_notify(monitor);
    } else {
        /* The maker's deadline is no later than mine; it needs a moment to find out who is missing. */
        ls_deadline margin = {deadline.at_ns + NAMING_NS};
        meeting->references++;
        while (meeting->state == MAKING && ls_monitor_wait(monitor, margin)) {
        }
    }
    ls_status status = meeting_result(meeting);
    ls_monitor_unlock(monitor);
    if (status != LS_OK)
        ls_meeting_leave(meeting);
    else
        *out_meeting = meeting;
    return status;
}

/* A failed meeting stays in the list, so that ranks that come late fail as the others did and at once. */
void ls_meeting_leave(ls_meeting *meeting)
{
    ls_process *process = meeting->process;
    ls_monitor_lock(&process->meetings_monitor);
    bool is_last = --meeting->references == 0 && meeting->state == READY;
    for (ls_meeting **at = &process->meetings; is_last && *at; at = &(*at)->next)
        if (*at == meeting) {
            *at = meeting->next;
            break;
        }
    ls_monitor_unlock(&process->meetings_monitor);
    if (!is_last) return;
    ls_comm_domain_destroy(meeting->domain);
    free(meeting);
}

void ls_meeting_hold(ls_meeting *meeting)
{
    ls_monitor_lock(&meeting->process->meetings_monitor);
    meeting->references++;
    ls_monitor_unlock(&meeting->process->meetings_monitor);
}

ls_comm_domain *ls_meeting_domain(const ls_meeting *meeting)
{
    return meeting->domain;
}

void ls_meetings_finish(ls_process *process)
{
    while (process->meetings) {
        ls_meeting *meeting = process->meetings;
        process->meetings = meeting->next;
        ls_comm_domain_destroy(meeting->domain);
        free(meeting);
    }
}
