#include "dist/process.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dist/devices.h"
#include "dist/lost.h"
#include "dist/meeting.h"
#include "store/store.h"

/* Counts forks along a line of processes, so that a child can tell that what it inherited is not its own. */
static _Atomic unsigned forks;
static _Atomic int live_clients;

static void count_fork(void)
{
    atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

void ls_process_init(ls_process *process, const ls_layout *layout)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    *process = (ls_process){
        .born = *layout, .layout = *layout, .fork_count = atomic_load_explicit(&forks, memory_order_relaxed)};
    pthread_mutex_init(&process->mutex, NULL);
    ls_monitor_init(&process->meetings_monitor);
}

ls_status ls_process_check_fork(const ls_process *process)
{
    if (process->fork_count == atomic_load_explicit(&forks, memory_order_relaxed)) return LS_OK;
    return ls_fail(LS_FAILED_PRECONDITION,
                   "this process was forked off a rank: devices, tensors and groups stay with the "
                   "process that made them; start ranks with ls_spawn");
}

int ls_process_live_clients(void)
{
    return atomic_load(&live_clients);
}

/* --- Which process it is ------------------------------------------------------------------------------------ */

static ls_status become(ls_process *process, const ls_process_number *number, const ls_place *place)
{
    ls_layout *layout = &process->layout;
    if (number->index < 0 || number->index >= number->count)
        return ls_fail(LS_INVALID_ARGUMENT, "process %d is not in a world of %d processes", number->index,
                       number->count);
    if (layout->is_launched || layout->process_count > 1) {
        if (layout->process_index != number->index || layout->process_count != number->count)
            return ls_fail(
                LS_INVALID_ARGUMENT,
                "this is process %d of %d already, not %d of %d: rank and world_size count processes, and all "
                "threads of a process give the same",
                layout->process_index, layout->process_count, number->index, number->count);
        if (place && process->place.kind == LS_PLACE_NOWHERE) process->place = *place;
        return LS_OK;
    }
    if (process->client && number->count > 1)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "a device was used before: it knows of one process, not of %d; call ls_init_process_group first",
                       number->count);
    pthread_mutex_lock(&process->mutex);
    ls_store_destroy(process->store); /* of a world of its own that it was before */
    process->store = NULL;
    pthread_mutex_unlock(&process->mutex);
    layout->process_index = number->index;
    layout->process_count = number->count;
    layout->local_index = number->local_index;
    layout->local_count = number->local_count;
    layout->is_one_host = number->is_one_host;
    layout->is_launched = true;
    if (place) process->place = *place;
    return LS_OK;
}

ls_status ls_process_become(ls_process *process, const ls_process_number *number, const ls_place *place)
{
    ls_monitor_lock(&process->meetings_monitor); /* not the mutex: who opens the store holds that for long */
    ls_status status = become(process, number, place);
    ls_monitor_unlock(&process->meetings_monitor);
    return status;
}

int ls_process_first_rank(ls_process *process)
{
    ls_monitor_lock(&process->meetings_monitor);
    int rank = process->layout.process_index * process->layout.threads;
    ls_monitor_unlock(&process->meetings_monitor);
    return rank;
}

/* --- Store -------------------------------------------------------------------------------------------------- */

/* A launcher's store would not keep it. */
static bool leaves_word(const ls_process *process)
{
    return process->layout.process_count > 1 && !process->place.is_launchers;
}

static ls_status store_open(ls_process *process, ls_deadline deadline)
{
    if (process->store) return LS_OK;
    if (process->layout.is_launched && process->place.kind == LS_PLACE_NOWHERE)
        LS_TRY(ls_place_find(&process->layout, &process->place));
    LS_TRY(ls_place_open(&process->place, &process->layout, deadline, &process->store));
    return leaves_word(process) ? ls_lost_leave_word(process->store, &process->layout, deadline) : LS_OK;
}

/* A process that could not meet the others leaves its word behind: whoever still waits for it then knows. */
static void store_close(ls_process *process)
{
    if (!process->store) return;
    if (process->has_failed)
        ls_store_abandon(process->store);
    else if (leaves_word(process))
        ls_lost_take_back(process->store);
    ls_store_destroy(process->store);
}

ls_status ls_process_store(ls_process *process, ls_deadline deadline, ls_store **out_store)
{
    pthread_mutex_lock(&process->mutex);
    ls_status status = store_open(process, deadline);
    *out_store = process->store;
    pthread_mutex_unlock(&process->mutex);
    return status;
}

/* --- Ending --------------------------------------------------------------------------------------------------- */

void ls_process_finish(ls_process *process)
{
    if (process->program_cache_destroy) process->program_cache_destroy(process->program_cache);
    ls_meetings_finish(process);
    if (process->client) {
        ls_pjrt_client_destroy(process->client);
        atomic_fetch_sub(&live_clients, 1);
    }
    store_close(process);
    ls_monitor_finish(&process->meetings_monitor);
    pthread_mutex_destroy(&process->mutex);
}

ls_status ls_process_create(const ls_layout *layout, ls_process **out_process)
{
    *out_process = malloc(sizeof(**out_process));
    if (!*out_process) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_process_init(*out_process, layout);
    return LS_OK;
}

void ls_process_destroy(ls_process *process)
{
    if (!process) return;
    ls_process_finish(process);
    free(process);
}

/* --- Client ------------------------------------------------------------------------------------------------- */

/* PJRT's key-value callbacks over the store: keys get a prefix of their own. */

#define KEY_SIZE 512

static ls_status key_make(const char *key, char out[KEY_SIZE])
{
    size_t length = strlen(key);
    if (length + sizeof("pjrt/") > KEY_SIZE)
        return ls_fail(LS_INVALID_ARGUMENT, "key of %zu bytes is too long", length);
    memcpy(out, "pjrt/", 5);
    memcpy(out + 5, key, length + 1);
    return LS_OK;
}

static ls_status key_get(void *store, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms)
{
    char full[KEY_SIZE];
    LS_TRY(key_make(key, full));
    return ls_lost_get(store, -1, full, out_value, out_size, ls_deadline_in_ms(timeout_ms));
}

static ls_status key_try_get(void *store, const char *key, void **out_value, size_t *out_size)
{
    char full[KEY_SIZE];
    LS_TRY(key_make(key, full));
    const char *keys[] = {full};
    bool present;
    LS_TRY(ls_store_check(store, keys, 1, &present, 0));
    if (!present) return ls_fail(LS_NOT_FOUND, "the store has no key '%s'", key);
    return ls_store_get(store, full, out_value, out_size, 0);
}

static ls_status key_put(void *store, const char *key, const void *value, size_t size)
{
    char full[KEY_SIZE];
    LS_TRY(key_make(key, full));
    return ls_store_set(store, full, value, size, 0);
}

/* Our CPU device gets as many devices as the process has ranks, so a world has the same devices in every layout, and
 * the group's timeout. Several processes are told apart by the options that GPU plugins know too; TPUs take their
 * topology from the environment. */
static ls_status client_create(ls_process *process, int64_t timeout_ms)
{
    char path[4096];
    LS_TRY(ls_pjrt_plugin_path(path, sizeof(path)));
    LS_TRY(ls_pjrt_plugin_load(path, &process->plugin));

    const ls_layout *layout = &process->layout;
    ls_pjrt_option options[5];
    size_t count = 0;
    if (ls_device_is_cpu()) {
        options[count++] = (ls_pjrt_option){.name = "cpu_device_count", .kind = LS_PJRT_INT, .i = layout->threads};
        options[count++] = (ls_pjrt_option){.name = "collective_timeout_ms", .kind = LS_PJRT_INT, .i = timeout_ms};
    }
    ls_pjrt_key_value key_value = {0};
    if (layout->process_count > 1 && !ls_device_is_tpu()) {
        options[count++] = (ls_pjrt_option){.name = "num_nodes", .kind = LS_PJRT_INT, .i = layout->process_count};
        options[count++] = (ls_pjrt_option){.name = "node_id", .kind = LS_PJRT_INT, .i = layout->process_index};
        LS_TRY(store_open(process, ls_deadline_in_ms(timeout_ms)));
        if (ls_device_is_cpu() && ls_place_route(&process->place))
            options[count++] = (ls_pjrt_option){
                .name = "store_host", .kind = LS_PJRT_STRING, .string = ls_place_route(&process->place)};
        key_value = (ls_pjrt_key_value){key_get, key_try_get, key_put, process->store};
    }
    LS_TRY(ls_pjrt_client_create(process->plugin, options, count, key_value.get ? &key_value : NULL, &process->client));
    atomic_fetch_add(&live_clients, 1);
    return LS_OK;
}

ls_status ls_rank_client(ls_rank_context *context, ls_pjrt_client **out_client)
{
    ls_process *process = context->process;
    *out_client = NULL;
    LS_TRY(ls_process_check_fork(process));
    if (!context->device) {
        pthread_mutex_lock(&process->mutex);
        ls_status status = process->client ? LS_OK : client_create(process, context->timeout_ms);
        pthread_mutex_unlock(&process->mutex);
        LS_TRY(ls_context(status, "rank %d has no device", context->rank));
        int count = ls_pjrt_client_addressable_count(process->client);
        if (context->thread >= count)
            return ls_fail(LS_FAILED_PRECONDITION,
                           "rank %d needs device %d of its process, which has %d: spawn fewer ranks", context->rank,
                           context->thread, count);
        context->device = ls_pjrt_client_addressable(process->client, context->thread);
    }
    *out_client = process->client;
    return LS_OK;
}
