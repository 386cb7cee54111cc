/* The store inside one process: a table, a lock and a condition. */
#include <stdlib.h>

#include "base/error.h"
#include "base/thread.h"
#include "store/store.h"

typedef struct local_store {
    ls_store base;
    ls_monitor monitor;
    ls_store_table table;
} local_store;

static ls_store_bytes bytes_of(const char *key)
{
    size_t size = 0;
    while (key[size]) size++;
    return (ls_store_bytes){key, size};
}

static local_store *lock(ls_store *store)
{
    local_store *local = (local_store *)store;
    ls_monitor_lock(&local->monitor);
    return local;
}

static ls_status local_set(ls_store *store, const char *key, ls_store_bytes value, ls_deadline deadline)
{
    local_store *local = lock(store);
    ls_store_table_set(&local->table, bytes_of(key), value);
    ls_monitor_notify(&local->monitor);
    ls_monitor_unlock(&local->monitor);
    return LS_OK;
}

static bool has_all(const local_store *local, const char *const *keys, int count)
{
    for (int i = 0; i < count; i++)
        if (!ls_store_table_has(&local->table, bytes_of(keys[i]))) return false;
    return true;
}

static ls_status fail_missing(const local_store *local, const char *const *keys, int count)
{
    const char **missing = malloc(sizeof(*missing) * (size_t)count);
    int missing_count = 0;
    for (int i = 0; missing && i < count; i++)
        if (!ls_store_table_has(&local->table, bytes_of(keys[i]))) missing[missing_count++] = keys[i];
    char names[512];
    ls_store_name_keys(missing, NULL, missing_count, names, sizeof(names));
    free(missing);
    return ls_fail(LS_DEADLINE_EXCEEDED, "nobody set %s in time", names);
}

/* With the lock held. */
static ls_status wait_for(local_store *local, const char *const *keys, int count, ls_deadline deadline)
{
    while (!has_all(local, keys, count))
        if (!ls_monitor_wait(&local->monitor, deadline) && !has_all(local, keys, count))
            return fail_missing(local, keys, count);
    return LS_OK;
}

static ls_status local_wait(ls_store *store, const char *const *keys, int count, ls_deadline deadline)
{
    local_store *local = lock(store);
    ls_status status = wait_for(local, keys, count, deadline);
    ls_monitor_unlock(&local->monitor);
    return status;
}

static ls_status local_get(ls_store *store, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    local_store *local = lock(store);
    ls_status status = wait_for(local, &key, 1, deadline);
    if (status == LS_OK)
        status = ls_store_copy_out(ls_store_table_get(&local->table, bytes_of(key)), out_value, out_size);
    ls_monitor_unlock(&local->monitor);
    return status;
}

static ls_status local_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, ls_deadline deadline)
{
    local_store *local = lock(store);
    *out_sum = ls_store_table_add(&local->table, bytes_of(key), delta);
    ls_monitor_notify(&local->monitor);
    ls_monitor_unlock(&local->monitor);
    return LS_OK;
}

static ls_status local_compare_set(ls_store *store, const char *key, ls_store_bytes expected, ls_store_bytes desired,
                                   void **out_value, size_t *out_size, ls_deadline deadline)
{
    local_store *local = lock(store);
    ls_store_bytes now = ls_store_table_compare_set(&local->table, bytes_of(key), expected, desired);
    ls_status status = ls_store_copy_out(now, out_value, out_size);
    ls_monitor_notify(&local->monitor);
    ls_monitor_unlock(&local->monitor);
    return status;
}

static ls_status local_check(ls_store *store, const char *const *keys, int count, bool *out_present,
                             ls_deadline deadline)
{
    local_store *local = lock(store);
    *out_present = has_all(local, keys, count);
    ls_monitor_unlock(&local->monitor);
    return LS_OK;
}

static ls_status local_delete(ls_store *store, const char *key, bool *out_deleted, ls_deadline deadline)
{
    local_store *local = lock(store);
    *out_deleted = ls_store_table_delete(&local->table, bytes_of(key));
    ls_monitor_unlock(&local->monitor);
    return LS_OK;
}

static void local_destroy(ls_store *store)
{
    local_store *local = (local_store *)store;
    ls_store_table_finish(&local->table);
    ls_monitor_finish(&local->monitor);
    free(local);
}

static const ls_store_kind local_kind = {
    .set = local_set,
    .get = local_get,
    .add = local_add,
    .compare_set = local_compare_set,
    .wait = local_wait,
    .check = local_check,
    .delete = local_delete,
    .destroy = local_destroy,
};

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
