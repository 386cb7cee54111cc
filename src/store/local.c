/* The store inside one process: a table, a lock and a condition. */
#include <stdlib.h>

#include "base/error.h"
#include "base/thread.h"
#include "store/execute.h"
#include "store/store.h"

typedef struct local_store {
    ls_store base;
    ls_monitor monitor;
    ls_store_table table;
} local_store;

static bool is_missing(void *from, ls_store_bytes key)
{
    const local_store *local = from;
    return !ls_store_table_has(&local->table, key);
}

/* With the lock held. */
static ls_status wait_for(local_store *local, const ls_store_call *call, ls_deadline deadline)
{
    ls_store_reader keys = ls_store_call_wait_keys(call);
    ls_store_bytes missing;
    while (ls_store_first_missing(&local->table, keys, &missing))
        if (!ls_monitor_wait(&local->monitor, deadline) && ls_store_first_missing(&local->table, keys, &missing))
            return ls_store_call_fail_missing(call, is_missing, local);
    return LS_OK;
}

static ls_status execute(local_store *local, ls_store_call *call)
{
    ls_store_buffer reply = {0};
    bool is_done = call->query == LS_QUERY_WILL ||
                   ls_store_execute(&local->table, call->query, ls_store_call_fields(call), &reply);
    ls_status status = is_done ? ls_store_call_answer(call, &reply) : ls_store_call_fail_execute(call);
    ls_store_buffer_finish(&reply);
    return status;
}

static ls_status local_run(ls_store *store, ls_store_call *call, ls_deadline deadline)
{
    local_store *local = (local_store *)store;
    ls_monitor_lock(&local->monitor);
    ls_status status = wait_for(local, call, deadline);
    if (status == LS_OK && call->request.size) status = execute(local, call);
    if (ls_store_query_writes(call->query)) ls_monitor_notify(&local->monitor);
    ls_monitor_unlock(&local->monitor);
    return status;
}

static void local_destroy(ls_store *store)
{
    local_store *local = (local_store *)store;
    ls_store_table_clear(&local->table);
    ls_monitor_finish(&local->monitor);
    free(local);
}

static const ls_store_kind local_kind = {.run = local_run, .destroy = local_destroy};

ls_status ls_store_create_local(ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_local: no place for the store");
    local_store *local = calloc(1, sizeof(*local));
    *out_store = (ls_store *)local;
    if (!local) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(&local->base, &local_kind, LS_DEFAULT_TIMEOUT_MS);
    ls_monitor_init(&local->monitor);
    return LS_OK;
}
