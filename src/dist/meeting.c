#include "dist/meeting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "dist/lost.h"
#include "dist/process.h"

#define NAMING_NS (1500 * INT64_C(1000000))
#define WARN_MS 30000 /* of waiting in silence */

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

#define KEY_SIZE 64

static void arrival_key(int number, int process_index, char out[KEY_SIZE])
{
    snprintf(out, KEY_SIZE, "init/%d/process/%d", number, process_index);
}

/* Writes which processes are missing, as ranks: "process 1 (ranks 2 to 3), process 3 (ranks 6 to 7)". */
static void name_missing(ls_store *store, const ls_layout *layout, int number, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (int p = 0; p < layout->process_count && used < size - 80; p++) {
        char key[KEY_SIZE], ranks[64];
        arrival_key(number, p, key);
        bool present = false;
        if (ls_store_check(store, (const char *[]){key}, 1, &present, 1000) != LS_OK) {
            used +=
                (size_t)snprintf(out + used, size - used, "%san unknown set, as the store is gone", used ? ", " : "");
            return;
        }
        if (present) continue;
        used += (size_t)snprintf(out + used, size - used, "%sprocess %d (%s)", used ? ", " : "", p,
                                 ls_layout_ranks(p, layout->threads, ranks, sizeof(ranks)));
    }
}

/* What a process says of itself: the threads that it has, then who it is. */
static void describe(const ls_layout *layout, char *out, size_t size)
{
    char host[128] = "this host";
    gethostname(host, sizeof(host) - 1);
    snprintf(out, size, "%d pid %d on %s", layout->threads, (int)getpid(), host);
}

/* Two processes that were given one number would both wait, or mix two jobs. */
static ls_status arrive(ls_store *store, const ls_layout *layout, int number, ls_deadline deadline)
{
    char key[KEY_SIZE], mine[256];
    void *first;
    arrival_key(number, layout->process_index, key);
    describe(layout, mine, sizeof(mine));
    LS_TRY(
        ls_store_compare_set(store, key, NULL, 0, mine, strlen(mine), &first, NULL, ls_deadline_left_ms(deadline) + 1));
    const char *who = strchr(first, ' ');
    ls_status status = LS_OK;
    if (strcmp(first, mine))
        status =
            ls_fail(LS_ALREADY_EXISTS,
                    "another process has come as process %d:%s. Two were given the same rank, or two jobs the same "
                    "place to meet",
                    layout->process_index, who ? who : "");
    free(first);
    return status;
}

static ls_status check_threads(const ls_layout *layout, void *const *arrived)
{
    for (int p = 0; p < layout->process_count; p++)
        if (atoi(arrived[p]) != layout->threads)
            return ls_fail(LS_FAILED_PRECONDITION,
                           "process %d has %d ranks and process %d has %d: give all the same LOCKSTEP_NUM_RANKS", p,
                           atoi(arrived[p]), layout->process_index, layout->threads);
    return LS_OK;
}

/* `keys`, `values` and `sizes` have an entry for each process. */
static ls_status wait_for_all(ls_store *store, const ls_layout *layout, int number, ls_deadline deadline,
                              const char **keys, void **values, size_t *sizes)
{
    ls_deadline first = ls_deadline_in_ms(WARN_MS);
    ls_status status =
        ls_lost_wait(store, number, keys, layout->process_count, first.at_ns < deadline.at_ns ? first : deadline);
    if (status == LS_DEADLINE_EXCEEDED && !ls_deadline_passed(deadline)) {
        char missing[512];
        name_missing(store, layout, number, missing, sizeof(missing));
        ls_log_write(LS_LOG_WARNING, "still waiting for %s, for another %lld s", missing,
                     (long long)(ls_deadline_left_ms(deadline) / 1000));
        status = ls_lost_wait(store, number, keys, layout->process_count, deadline);
    }
    if (status == LS_DEADLINE_EXCEEDED) {
        char reason[512], missing[512];
        snprintf(reason, sizeof(reason), "%s", ls_last_error());
        name_missing(store, layout, number, missing, sizeof(missing));
        return *missing ? ls_fail(status, "these never arrived: %s (%s)", missing, reason)
                        : ls_fail(status, "%s", reason);
    }
    LS_TRY(status);
    LS_TRY(ls_store_multi_get(store, keys, layout->process_count, values, sizes, ls_deadline_left_ms(deadline) + 1));
    status = check_threads(layout, values);
    for (int p = 0; p < layout->process_count; p++) free(values[p]);
    return status;
}

/* Tells the others that this process is here and waits for them. All must have the same number of threads. */
static ls_status processes_meet(ls_store *store, const ls_layout *layout, int number, ls_deadline deadline)
{
    LS_TRY(arrive(store, layout, number, deadline));
    size_t count = (size_t)layout->process_count;
    char(*names)[KEY_SIZE] = malloc(count * KEY_SIZE);
    const char **keys = malloc(count * sizeof(*keys));
    void **values = calloc(count, sizeof(*values));
    size_t *sizes = calloc(count, sizeof(*sizes));
    ls_status status = names && keys && values && sizes
                           ? LS_OK
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d processes", layout->process_count);
    if (status == LS_OK) {
        for (int p = 0; p < layout->process_count; p++) {
            arrival_key(number, p, names[p]);
            keys[p] = names[p];
        }
        status = wait_for_all(store, layout, number, deadline, keys, values, sizes);
    }
    free(sizes);
    free(values);
    free(keys);
    free(names);
    return status;
}

/* --- Domain ------------------------------------------------------------------------------------------------- */

struct exchange {
    ls_store *store, *scope; /* the job's; the part of it for this meeting */
    int number;
};

static ls_status exchange_put(void *at, const char *key, const void *value, size_t size, ls_deadline deadline)
{
    return ls_store_set(((struct exchange *)at)->scope, key, value, size, ls_deadline_left_ms(deadline) + 1);
}

static ls_status exchange_get(void *at, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    const struct exchange *exchange = at;
    char whole[512];
    if (snprintf(whole, sizeof(whole), "init/%d/%s", exchange->number, key) >= (int)sizeof(whole))
        return ls_fail(LS_INVALID_ARGUMENT, "the key '%s' is too long", key);
    return ls_lost_get(exchange->store, exchange->number, whole, out_value, out_size, deadline);
}

static ls_status domain_make(ls_meeting *meeting, ls_store *store, ls_deadline deadline)
{
    const ls_layout *layout = &meeting->process->layout;
    struct exchange through = {.store = store, .number = meeting->number};
    char prefix[KEY_SIZE];
    snprintf(prefix, sizeof(prefix), "init/%d", meeting->number);
    LS_TRY(ls_store_create_prefix(store, prefix, &through.scope));
    ls_comm_exchange exchange = {exchange_put, exchange_get, &through};
    ls_status status =
        ls_comm_domain_create(&(ls_comm_domain_options){.num_ranks = layout->process_count * layout->threads,
                                                        .num_processes = layout->process_count,
                                                        .process_index = layout->process_index,
                                                        .exchange = layout->process_count > 1 ? &exchange : NULL,
                                                        .is_one_host = layout->is_one_host,
                                                        .route_host = ls_place_route(&meeting->process->place),
                                                        .route_port = meeting->process->place.port,
                                                        .deadline = deadline},
                              &meeting->domain);
    ls_store_destroy(through.scope);
    return status;
}

/* The process that hosts the store cannot leave word there. */
static ls_status blame_host(const ls_process *process, ls_store *store, ls_status status)
{
    const ls_layout *layout = &process->layout;
    char reason[1024], place[300], ranks[64];
    int64_t keys;
    bool may_be_gone =
        status == LS_UNAVAILABLE || status == LS_DEADLINE_EXCEEDED; /* while connecting again, the latter */
    if (!may_be_gone || process->place.kind != LS_PLACE_TCP || process->place.is_host) return status;
    snprintf(reason, sizeof(reason), "%s", ls_last_error());
    if (ls_store_num_keys(store, &keys, 500) == LS_OK) return ls_fail(status, "%s", reason);
    ls_place_name(&process->place, place, sizeof(place));
    if (process->place.is_launchers)
        return ls_fail(LS_UNAVAILABLE, "the launcher's store at %s has gone: %s", place, reason);
    return ls_fail(LS_UNAVAILABLE, "%s left, whose process hosts the store at %s: %s",
                   ls_layout_ranks(0, layout->threads, ranks, sizeof(ranks)), place, reason);
}

static ls_status meeting_make(ls_meeting *meeting, ls_deadline deadline)
{
    ls_process *process = meeting->process;
    const ls_layout *layout = &process->layout;
    ls_store *store;
    ls_status status = ls_process_store(process, deadline, &store);
    if (status != LS_OK) {
        char ranks[64], place[300];
        if (layout->process_index == 0 || process->place.kind != LS_PLACE_TCP || process->place.is_launchers)
            return status;
        return ls_context(status, "process 0 (%s), which hosts the store at %s, never arrived",
                          ls_layout_ranks(0, layout->threads, ranks, sizeof(ranks)),
                          ls_place_name(&process->place, place, sizeof(place)));
    }
    if (layout->process_count == 1) return domain_make(meeting, store, deadline);
    status = processes_meet(store, layout, meeting->number, deadline);
    if (status == LS_OK) status = domain_make(meeting, store, deadline);
    process->has_failed = status != LS_OK;
    if (status == LS_OK) return LS_OK;
    status = blame_host(process, store, status);
    char reason[1024];
    snprintf(reason, sizeof(reason), "%s", ls_last_error());
    ls_lost_tell(store, meeting->number, layout, reason);
    return ls_fail(status, "%s", reason);
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
