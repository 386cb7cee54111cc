#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void ls_store_init(ls_store *store, const ls_store_kind *kind, int64_t timeout_ms)
{
    store->kind = kind;
    store->timeout_ms = timeout_ms;
    atomic_init(&store->references, 1);
}

ls_status ls_store_copy_out(ls_store_bytes bytes, void **out_value, size_t *out_size)
{
    char *copy = malloc(bytes.size + 1);
    if (!copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a value of %zu bytes", bytes.size);
    if (bytes.size) memcpy(copy, bytes.data, bytes.size);
    copy[bytes.size] = 0;
    *out_value = copy;
    *out_size = bytes.size;
    return LS_OK;
}

void ls_store_name_keys(const char *const *keys, const bool *missing, int count, char *out, size_t size)
{
    size_t used = 0;
    int named = 0, left = 0;
    out[0] = 0;
    for (int i = 0; i < count; i++) {
        if (missing && !missing[i]) continue;
        if (named == 8 || used + strlen(keys[i]) + 32 > size) {
            left++;
            continue;
        }
        used += (size_t)snprintf(out + used, size - used, "%s'%s'", named++ ? ", " : "", keys[i]);
    }
    if (left) snprintf(out + used, size - used, "%s%d more", named ? " and " : "", left);
}

/* What every call of `name` wants; `out` is where its result goes. */
static ls_status check_call(const char *name, const ls_store *store, const char *const *keys, int count,
                            const void *out)
{
    if (!store) return ls_fail(LS_INVALID_ARGUMENT, "%s: the store is NULL: it could not be made", name);
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "%s: no place for the result", name);
    if (count < 0 || (count > 0 && !keys))
        return ls_fail(LS_INVALID_ARGUMENT, "%s: %d keys at %p", name, count, (const void *)keys);
    for (int i = 0; i < count; i++)
        if (!keys[i]) return ls_fail(LS_INVALID_ARGUMENT, "%s: key %d of %d is NULL", name, i, count);
    return LS_OK;
}

static ls_status check_bytes(const void *data, size_t size)
{
    return data || !size ? LS_OK : ls_fail(LS_INVALID_ARGUMENT, "a value of %zu bytes at NULL", size);
}

static ls_deadline deadline_of(const ls_store *store, int64_t timeout_ms)
{
    if (timeout_ms < 0) return (ls_deadline){ls_now_ns()};
    return ls_deadline_in_ms(timeout_ms ? timeout_ms : store->timeout_ms);
}

ls_status ls_store_set(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, &key, 1, store));
    LS_TRY(check_bytes(value, size));
    return store->kind->set(store, key, (ls_store_bytes){value, size}, deadline_of(store, timeout_ms));
}

ls_status ls_store_get(ls_store *store, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms)
{
    size_t size;
    if (!out_size) out_size = &size;
    if (out_value) *out_value = NULL;
    *out_size = 0;
    LS_TRY(check_call(__func__, store, &key, 1, out_value));
    return store->kind->get(store, key, out_value, out_size, deadline_of(store, timeout_ms));
}

ls_status ls_store_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, int64_t timeout_ms)
{
    int64_t sum;
    if (!out_sum) out_sum = &sum;
    *out_sum = 0;
    LS_TRY(check_call(__func__, store, &key, 1, out_sum));
    return store->kind->add(store, key, delta, out_sum, deadline_of(store, timeout_ms));
}

ls_status ls_store_compare_set(ls_store *store, const char *key, const void *expected, size_t expected_size,
                               const void *desired, size_t desired_size, void **out_value, size_t *out_size,
                               int64_t timeout_ms)
{
    size_t size;
    if (!out_size) out_size = &size;
    if (out_value) *out_value = NULL;
    *out_size = 0;
    LS_TRY(check_call(__func__, store, &key, 1, out_value));
    LS_TRY(check_bytes(expected, expected_size));
    LS_TRY(check_bytes(desired, desired_size));
    return store->kind->compare_set(store, key, (ls_store_bytes){expected, expected_size},
                                    (ls_store_bytes){desired, desired_size}, out_value, out_size,
                                    deadline_of(store, timeout_ms));
}

ls_status ls_store_wait(ls_store *store, const char *const *keys, int count, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, keys, count, store));
    return count ? store->kind->wait(store, keys, count, deadline_of(store, timeout_ms)) : LS_OK;
}

ls_status ls_store_check(ls_store *store, const char *const *keys, int count, bool *out_present, int64_t timeout_ms)
{
    if (out_present) *out_present = true;
    LS_TRY(check_call(__func__, store, keys, count, out_present));
    return count ? store->kind->check(store, keys, count, out_present, deadline_of(store, timeout_ms)) : LS_OK;
}

ls_status ls_store_delete(ls_store *store, const char *key, bool *out_deleted, int64_t timeout_ms)
{
    bool deleted;
    if (!out_deleted) out_deleted = &deleted;
    *out_deleted = false;
    LS_TRY(check_call(__func__, store, &key, 1, out_deleted));
    return store->kind->delete (store, key, out_deleted, deadline_of(store, timeout_ms));
}

int ls_store_port(const ls_store *store)
{
    return store && store->kind->port ? store->kind->port(store) : 0;
}

void ls_store_destroy(ls_store *store)
{
    if (store && atomic_fetch_sub(&store->references, 1) == 1) store->kind->destroy(store);
}
