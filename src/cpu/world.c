/* Several processes make one client world: they meet over the key-value store of the job. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "cpu/plugin.h"

static PJRT_CallbackError make_error = ls_cpu_error_make;

static ls_status put(void *arg, const char *key, const void *value, size_t size, ls_deadline deadline)
{
    const PJRT_Client_Create_Args *store = arg;
    PJRT_KeyValuePutCallback_Args args =
        PJRT_NEW(KeyValuePutCallback_Args, .key = key, .key_size = strlen(key), .value = value, .value_size = size,
                 .callback_error = &make_error, .user_arg = store->kv_put_user_arg);
    return ls_context(ls_cpu_error_take(store->kv_put_callback(&args)), "key %s", key);
}

static ls_status get(void *arg, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    const PJRT_Client_Create_Args *store = arg;
    *out_value = NULL;
    *out_size = 0;
    int64_t left = ls_deadline_left_ms(deadline);
    PJRT_KeyValueGetCallback_Args args = PJRT_NEW(KeyValueGetCallback_Args, .key = key, .key_size = strlen(key),
                                                  .timeout_in_ms = left > INT_MAX ? INT_MAX : (int)left,
                                                  .callback_error = &make_error, .user_arg = store->kv_get_user_arg);
    LS_TRY(ls_context(ls_cpu_error_take(store->kv_get_callback(&args)), "key %s", key));
    void *copy = malloc(args.value_size + 1);
    if (copy) memcpy(copy, args.value, args.value_size);
    if (args.value_deleter_callback) args.value_deleter_callback(args.value);
    if (!copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    *out_value = copy;
    *out_size = args.value_size;
    return LS_OK;
}

/* Says how many devices this process has and hears it from the others: ids are counted through all of them. */
static ls_status agree(const PJRT_Client *client, const ls_comm_exchange *exchange, ls_deadline deadline)
{
    char key[64], mine[64];
    int nodes = (int)client->options.num_nodes, me = (int)client->options.node_id;
    snprintf(mine, sizeof(mine), "%d of %d, %s", client->own_count, nodes, LS_VERSION);
    snprintf(key, sizeof(key), "lockstep_cpu/process/%d", me);
    LS_TRY(exchange->put(exchange->arg, key, mine, strlen(mine), deadline));
    for (int node = 0; node < nodes; node++) {
        void *theirs;
        size_t size;
        snprintf(key, sizeof(key), "lockstep_cpu/process/%d", node);
        LS_TRY(exchange->get(exchange->arg, key, &theirs, &size, deadline));
        bool same = size == strlen(mine) && !memcmp(theirs, mine, size);
        ls_status status =
            same ? LS_OK
                 : ls_fail(LS_FAILED_PRECONDITION,
                           "processes must have equally many devices and one version of Lockstep: process %d has "
                           "%.*s, process %d has %s (devices, processes, version)",
                           node, (int)size, (const char *)theirs, me, mine);
        free(theirs);
        LS_TRY(status);
    }
    return LS_OK;
}

ls_status ls_cpu_world_meet(PJRT_Client *client, const PJRT_Client_Create_Args *args)
{
    PJRT_Client_Create_Args store = {0}; /* for its callbacks; without several processes they may be garbage */
    memcpy(&store, args, args->struct_size < sizeof(store) ? args->struct_size : sizeof(store));
    ls_comm_exchange exchange = {.put = put, .get = get, .arg = &store};
    ls_comm_domain_options options = {.num_ranks = client->device_count,
                                      .num_processes = (int)client->options.num_nodes,
                                      .process_index = (int)client->options.node_id,
                                      .route_host = *client->options.store_host ? client->options.store_host
                                                                                : ls_env_get(LS_ENV_MASTER_ADDR),
                                      .deadline = ls_deadline_in_ms(client->options.collective_timeout_ms),
                                      .name = ".device"};
    if (options.num_processes > 1) {
        if (!store.kv_get_callback || !store.kv_put_callback)
            return ls_fail(LS_INVALID_ARGUMENT, "num_nodes=%d needs the key-value callbacks of PJRT_Client_Create",
                           options.num_processes);
        LS_TRY(ls_context(agree(client, &exchange, options.deadline), "meeting the other processes"));
        options.exchange = &exchange;
    }
    return ls_context(ls_comm_domain_create(&options, &client->domain), "meeting the other processes");
}

/* Whoever waits for a process that the client's job has lost hears of it now. */
ls_status ls_cpu_api_Client_UpdateGlobalProcessInfo(PJRT_Client_UpdateGlobalProcessInfo_Args *args)
{
    PJRT_Client *client = args->client;
    const char *info = (const char *)args->process_infos; /* structs of the client's size */
    for (size_t i = 0; i < args->num_process_infos; i++) {
        const PJRT_ProcessInfo *process = (const PJRT_ProcessInfo *)info;
        if (process->struct_size < PJRT_ProcessInfo_STRUCT_SIZE)
            return ls_fail(LS_INVALID_ARGUMENT, "process information %zu has struct_size %zu, expected %d", i,
                           process->struct_size, PJRT_ProcessInfo_STRUCT_SIZE);
        info += (process->struct_size + 7) / 8 * 8;
        if (process->task_id < 0 || process->task_id >= client->options.num_nodes)
            return ls_fail(LS_INVALID_ARGUMENT, "there is no process %d; there are %lld", process->task_id,
                           (long long)client->options.num_nodes);
        if (process->state != PJRT_ProcessState_kDisconnected && process->state != PJRT_ProcessState_kError) continue;
        char reason[256];
        snprintf(reason, sizeof(reason), "process %d is lost%s%.*s", process->task_id,
                 process->error_message_size ? ": " : "", (int)process->error_message_size, process->error_message);
        for (int d = 0; d < client->own_count; d++)
            ls_comm_domain_mark_dead(client->domain, process->task_id * client->own_count + d, reason);
    }
    return LS_OK;
}
