/* The calls of a user: checked, then made into bytes for the kind of store that takes them. */
#include "store/store.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void ls_store_init(ls_store *store, const ls_store_kind *kind, int64_t timeout_ms)
{
    *store = (ls_store){.kind = kind, .timeout_ms = timeout_ms};
    atomic_init(&store->references, 1);
}

static ls_store *root_of(ls_store *store)
{
    while (store->inner) store = store->inner;
    return store;
}

/* --- Putting a request together ------------------------------------------------------------------------------ */

static void put_prefix(ls_store_buffer *request, const ls_store *store)
{
    if (!store->inner) return;
    put_prefix(request, store->inner);
    ls_store_buffer_add(request, store->prefix, strlen(store->prefix));
    ls_store_put_u8(request, '/');
}

static ls_status put_key(ls_store_buffer *request, const ls_store *store, const char *key)
{
    size_t at = request->size;
    ls_store_put_u64(request, 0);
    ls_store_put_u8(request, '/');
    put_prefix(request, store);
    ls_store_buffer_add(request, key, strlen(key));
    size_t size = request->size - at - 8;
    if (size > LS_STORE_MAX_KEY)
        return ls_fail(LS_INVALID_ARGUMENT, "a key of %zu bytes, prefixes included; a store takes at most %zu",
                       size - 1, LS_STORE_MAX_KEY - 1);
    uint64_t wire = htole64(size);
    memcpy(request->data + at, &wire, 8);
    return LS_OK;
}

static ls_status put_value(ls_store_buffer *request, const char *key, const void *data, size_t size)
{
    if (size && !data) return ls_fail(LS_INVALID_ARGUMENT, "a value of %zu bytes at NULL for '%s'", size, key);
    if (size > LS_STORE_MAX_VALUE)
        return ls_fail(LS_INVALID_ARGUMENT, "a value of %zu bytes for '%s'; a store takes at most %zu", size, key,
                       LS_STORE_MAX_VALUE);
    ls_store_put_bytes(request, (ls_store_bytes){data, size});
    return LS_OK;
}

static ls_status put_keys(ls_store_buffer *request, const ls_store *store, const char *const *keys, int count)
{
    if ((size_t)count > LS_STORE_MAX_LIST)
        return ls_fail(LS_INVALID_ARGUMENT, "%d keys in one call; a store takes at most %zu", count, LS_STORE_MAX_LIST);
    ls_store_put_u64(request, (uint64_t)count);
    for (int i = 0; i < count; i++) LS_TRY(put_key(request, store, keys[i]));
    return LS_OK;
}

static ls_status put_wait(ls_store_call *call, const ls_store *store, const char *const *keys, int count)
{
    ls_store_put_u8(&call->wait, LS_QUERY_WAIT);
    return put_keys(&call->wait, store, keys, count);
}

/* --- Running a call ------------------------------------------------------------------------------------------ */

/* What every call of `name` wants. */
static ls_status check_call(const char *name, const ls_store *store, const char *const *keys, int count)
{
    if (!store) return ls_fail(LS_INVALID_ARGUMENT, "%s: the store is NULL: it could not be made", name);
    if (count < 0 || (count > 0 && !keys))
        return ls_fail(LS_INVALID_ARGUMENT, "%s: %d keys at %p", name, count, (const void *)keys);
    for (int i = 0; i < count; i++)
        if (!keys[i]) return ls_fail(LS_INVALID_ARGUMENT, "%s: key %d of %d is NULL", name, i, count);
    return LS_OK;
}

static ls_status no_place(const char *name)
{
    return ls_fail(LS_INVALID_ARGUMENT, "%s: no place for the result", name);
}

static ls_deadline deadline_of(const ls_store *store, int64_t timeout_ms)
{
    if (timeout_ms < 0) return (ls_deadline){ls_now_ns()};
    return ls_deadline_in_ms(timeout_ms ? timeout_ms : store->timeout_ms);
}

/* Ends a call that was put together with `status`: runs it if that went well, and frees it. */
static ls_status run(ls_store *store, ls_store_call *call, ls_status status, int64_t timeout_ms)
{
    size_t most = call->wait.size > call->request.size ? call->wait.size : call->request.size;
    if (status == LS_OK && most > LS_STORE_MAX_REQUEST)
        status = ls_fail(LS_INVALID_ARGUMENT, "a call of %zu bytes; a store takes at most %zu: make several", most,
                         LS_STORE_MAX_REQUEST);
    ls_store *root = root_of(store);
    if (status == LS_OK) status = root->kind->run(root, call, deadline_of(store, timeout_ms));
    ls_store_call_finish(call);
    return status;
}

static ls_store_call begin(ls_store_query query)
{
    ls_store_call call = {.query = query};
    if (query != LS_QUERY_WAIT) ls_store_put_u8(&call.request, (uint8_t)query);
    return call;
}

/* A call of one key and one value that has no reply. */
static ls_status run_with_value(ls_store *store, ls_store_query query, const char *key, const void *value, size_t size,
                                int64_t timeout_ms)
{
    ls_store_call call = begin(query);
    ls_status status = put_key(&call.request, store, key);
    if (status == LS_OK) status = put_value(&call.request, key, value, size);
    return run(store, &call, status, timeout_ms);
}

/* A call of one key that answers with a number. */
static ls_status run_for_number(ls_store *store, ls_store_query query, const char *key, int64_t *out_number,
                                int64_t timeout_ms)
{
    ls_store_call call = begin(query);
    ls_status status = run(store, &call, key ? put_key(&call.request, store, key) : LS_OK, timeout_ms);
    *out_number = call.number;
    return status;
}

/* --- Values --------------------------------------------------------------------------------------------------- */

ls_status ls_store_set(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, &key, 1));
    return run_with_value(store, LS_QUERY_SET, key, value, size, timeout_ms);
}

ls_status ls_store_append(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, &key, 1));
    return run_with_value(store, LS_QUERY_APPEND, key, value, size, timeout_ms);
}

ls_status ls_store_multi_set(ls_store *store, const char *const *keys, const void *const *values, const size_t *sizes,
                             int count, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, keys, count));
    if (count && (!values || !sizes)) return ls_fail(LS_INVALID_ARGUMENT, "%s: values or sizes are NULL", __func__);
    if ((size_t)count > LS_STORE_MAX_LIST)
        return ls_fail(LS_INVALID_ARGUMENT, "%d keys in one call; a store takes at most %zu", count, LS_STORE_MAX_LIST);
    ls_store_call call = begin(LS_QUERY_MULTI_SET);
    ls_store_put_u64(&call.request, (uint64_t)count);
    ls_status status = LS_OK;
    for (int i = 0; i < count && status == LS_OK; i++) {
        status = put_key(&call.request, store, keys[i]);
        if (status == LS_OK) status = put_value(&call.request, keys[i], values[i], sizes[i]);
    }
    return run(store, &call, status, timeout_ms);
}

ls_status ls_store_multi_get(ls_store *store, const char *const *keys, int count, void **out_values, size_t *out_sizes,
                             int64_t timeout_ms)
{
    for (int i = 0; i < count && out_values && out_sizes; i++) {
        out_values[i] = NULL;
        out_sizes[i] = 0;
    }
    LS_TRY(check_call(__func__, store, keys, count));
    if (count && (!out_values || !out_sizes)) return no_place(__func__);
    if (!count) return LS_OK;
    ls_store_call call = begin(LS_QUERY_MULTI_GET);
    call.out_values = out_values;
    call.out_sizes = out_sizes;
    call.count = count;
    ls_status status = put_wait(&call, store, keys, count);
    if (status == LS_OK) status = put_keys(&call.request, store, keys, count);
    return run(store, &call, status, timeout_ms);
}

ls_status ls_store_get(ls_store *store, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms)
{
    size_t size;
    if (!out_size) out_size = &size;
    if (out_value) *out_value = NULL;
    *out_size = 0;
    LS_TRY(check_call(__func__, store, &key, 1));
    if (!out_value) return no_place(__func__);
    ls_store_call call = begin(LS_QUERY_GET);
    call.out_values = out_value;
    call.out_sizes = out_size;
    call.count = 1;
    ls_status status = put_wait(&call, store, &key, 1);
    if (status == LS_OK) status = put_key(&call.request, store, key);
    return run(store, &call, status, timeout_ms);
}

ls_status ls_store_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, int64_t timeout_ms)
{
    int64_t sum;
    if (!out_sum) out_sum = &sum;
    *out_sum = 0;
    LS_TRY(check_call(__func__, store, &key, 1));
    ls_store_call call = begin(LS_QUERY_ADD);
    ls_status status = put_key(&call.request, store, key);
    ls_store_put_u64(&call.request, (uint64_t)delta);
    status = run(store, &call, status, timeout_ms);
    *out_sum = status == LS_OK ? call.number : 0;
    return status;
}

ls_status ls_store_compare_set(ls_store *store, const char *key, const void *expected, size_t expected_size,
                               const void *desired, size_t desired_size, void **out_value, size_t *out_size,
                               int64_t timeout_ms)
{
    size_t size;
    if (!out_size) out_size = &size;
    if (out_value) *out_value = NULL;
    *out_size = 0;
    LS_TRY(check_call(__func__, store, &key, 1));
    if (!out_value) return no_place(__func__);
    ls_store_call call = begin(LS_QUERY_COMPARE_SET);
    call.out_values = out_value;
    call.out_sizes = out_size;
    call.count = 1;
    ls_status status = put_key(&call.request, store, key);
    if (status == LS_OK) status = put_value(&call.request, key, expected, expected_size);
    if (status == LS_OK) status = put_value(&call.request, key, desired, desired_size);
    return run(store, &call, status, timeout_ms);
}

/* --- Keys ----------------------------------------------------------------------------------------------------- */

ls_status ls_store_wait(ls_store *store, const char *const *keys, int count, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, keys, count));
    if (!count) return LS_OK;
    ls_store_call call = begin(LS_QUERY_WAIT);
    return run(store, &call, put_wait(&call, store, keys, count), timeout_ms);
}

ls_status ls_store_check(ls_store *store, const char *const *keys, int count, bool *out_present, int64_t timeout_ms)
{
    if (out_present) *out_present = false;
    LS_TRY(check_call(__func__, store, keys, count));
    if (!out_present) return no_place(__func__);
    ls_store_call call = begin(LS_QUERY_CHECK);
    ls_status status = run(store, &call, put_keys(&call.request, store, keys, count), timeout_ms);
    *out_present = status == LS_OK && call.number == LS_REPLY_READY;
    return status;
}

ls_status ls_store_delete(ls_store *store, const char *key, bool *out_deleted, int64_t timeout_ms)
{
    int64_t deleted = 0;
    if (out_deleted) *out_deleted = false;
    LS_TRY(check_call(__func__, store, &key, 1));
    LS_TRY(run_for_number(store, LS_QUERY_DELETE, key, &deleted, timeout_ms));
    if (out_deleted) *out_deleted = deleted != 0;
    return LS_OK;
}

ls_status ls_store_num_keys(ls_store *store, int64_t *out_count, int64_t timeout_ms)
{
    if (out_count) *out_count = 0;
    LS_TRY(check_call(__func__, store, NULL, 0));
    if (!out_count) return no_place(__func__);
    return run_for_number(store, LS_QUERY_NUM_KEYS, NULL, out_count, timeout_ms);
}

/* --- Queues --------------------------------------------------------------------------------------------------- */

ls_status ls_store_queue_push(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, &key, 1));
    return run_with_value(store, LS_QUERY_QUEUE_PUSH, key, value, size, timeout_ms);
}

ls_status ls_store_queue_pop(ls_store *store, const char *key, bool block, void **out_value, size_t *out_size,
                             int64_t timeout_ms)
{
    size_t size;
    if (!out_size) out_size = &size;
    if (out_value) *out_value = NULL;
    *out_size = 0;
    LS_TRY(check_call(__func__, store, &key, 1));
    if (!out_value) return no_place(__func__);
    ls_store_call call = begin(LS_QUERY_QUEUE_POP);
    call.out_values = out_value;
    call.out_sizes = out_size;
    call.count = 1;
    ls_status status = block ? put_wait(&call, store, &key, 1) : LS_OK;
    if (status == LS_OK) status = put_key(&call.request, store, key);
    LS_TRY(run(store, &call, status, timeout_ms));
    return *out_value ? LS_OK : ls_fail(LS_NOT_FOUND, "the queue '%s' is empty", key);
}

ls_status ls_store_queue_length(ls_store *store, const char *key, int64_t *out_length, int64_t timeout_ms)
{
    if (out_length) *out_length = 0;
    LS_TRY(check_call(__func__, store, &key, 1));
    if (!out_length) return no_place(__func__);
    return run_for_number(store, LS_QUERY_QUEUE_LEN, key, out_length, timeout_ms);
}

/* --- Stores --------------------------------------------------------------------------------------------------- */

ls_status ls_store_create_prefix(ls_store *base, const char *prefix, ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_prefix: no place for the store");
    *out_store = NULL;
    if (!base || !prefix) return ls_fail(LS_INVALID_ARGUMENT, "a prefix store needs a store and a prefix");
    ls_store *made = malloc(sizeof(*made) + strlen(prefix) + 1);
    if (!made) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(made, NULL, base->timeout_ms);
    made->prefix = strcpy((char *)(made + 1), prefix);
    made->inner = base;
    atomic_fetch_add(&base->references, 1);
    *out_store = made;
    return LS_OK;
}

ls_status ls_store_leave_will(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms)
{
    LS_TRY(check_call(__func__, store, NULL, 0));
    ls_store_call call = begin(LS_QUERY_WILL);
    ls_store_put_u64(&call.request, 0);
    ls_status status = LS_OK;
    if (key)
        status = put_key(&call.request, store, key);
    else
        ls_store_put_bytes(&call.request, (ls_store_bytes){0});
    if (status == LS_OK) status = put_value(&call.request, key, value, size);
    return run(store, &call, status, timeout_ms);
}

void ls_store_abandon(ls_store *store)
{
    store = root_of(store);
    if (store->kind->abandon) store->kind->abandon(store);
}

int ls_store_port(const ls_store *store)
{
    while (store && store->inner) store = store->inner;
    return store && store->kind->port ? store->kind->port(store) : 0;
}

void ls_store_destroy(ls_store *store)
{
    if (!store || atomic_fetch_sub(&store->references, 1) != 1) return;
    if (!store->inner) {
        store->kind->destroy(store);
        return;
    }
    ls_store_destroy(store->inner);
    free(store);
}
