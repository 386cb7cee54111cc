/* Another store under a prefix. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "store/store.h"

typedef struct prefix_store {
    ls_store base;
    ls_store *inner;
    char prefix[];
} prefix_store;

static const prefix_store *prefix_of(const ls_store *store)
{
    return (const prefix_store *)store;
}

/* The inner store's keys, in the arena. */
static const char *const *inner_keys(const ls_store *store, const char *const *keys, int count, ls_arena *arena)
{
    const char **inner = LS_ARENA_ARRAY(arena, const char *, count);
    for (int i = 0; inner && i < count; i++)
        inner[i] = ls_arena_printf(arena, "%s/%s", prefix_of(store)->prefix, keys[i]);
    return inner;
}

/* Declares `inner` and `key_list`, the translated store and keys, for the call that follows, and frees them after it.
 */
#define FORWARD(keys, count, call)                                                                                     \
    do {                                                                                                               \
        ls_arena arena = {0};                                                                                          \
        ls_store *inner = prefix_of(store)->inner;                                                                     \
        const char *const *key_list = inner_keys(store, keys, count, &arena);                                          \
        ls_status status = key_list ? inner->kind->call : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for keys");        \
        ls_arena_finish(&arena);                                                                                       \
        return status;                                                                                                 \
    } while (0)

static ls_status prefix_set(ls_store *store, const char *key, ls_store_bytes value, ls_deadline deadline)
{
    FORWARD(&key, 1, set(inner, key_list[0], value, deadline));
}

static ls_status prefix_get(ls_store *store, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    FORWARD(&key, 1, get(inner, key_list[0], out_value, out_size, deadline));
}

static ls_status prefix_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, ls_deadline deadline)
{
    FORWARD(&key, 1, add(inner, key_list[0], delta, out_sum, deadline));
}

static ls_status prefix_compare_set(ls_store *store, const char *key, ls_store_bytes expected, ls_store_bytes desired,
                                    void **out_value, size_t *out_size, ls_deadline deadline)
{
    FORWARD(&key, 1, compare_set(inner, key_list[0], expected, desired, out_value, out_size, deadline));
}

static ls_status prefix_wait(ls_store *store, const char *const *keys, int count, ls_deadline deadline)
{
    FORWARD(keys, count, wait(inner, key_list, count, deadline));
}

static ls_status prefix_check(ls_store *store, const char *const *keys, int count, bool *out_present,
                              ls_deadline deadline)
{
    FORWARD(keys, count, check(inner, key_list, count, out_present, deadline));
}

static ls_status prefix_delete(ls_store *store, const char *key, bool *out_deleted, ls_deadline deadline)
{
    FORWARD(&key, 1, delete (inner, key_list[0], out_deleted, deadline));
}

static int prefix_port(const ls_store *store)
{
    return ls_store_port(prefix_of(store)->inner);
}

static void prefix_destroy(ls_store *store)
{
    ls_store_destroy(prefix_of(store)->inner);
    free(store);
}

static const ls_store_kind prefix_kind = {
    .set = prefix_set,
    .get = prefix_get,
    .add = prefix_add,
    .compare_set = prefix_compare_set,
    .wait = prefix_wait,
    .check = prefix_check,
    .delete = prefix_delete,
    .port = prefix_port,
    .destroy = prefix_destroy,
};

ls_status ls_store_create_prefix(ls_store *base, const char *prefix, ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_prefix: no place for the store");
    *out_store = NULL;
    if (!base || !prefix) return ls_fail(LS_INVALID_ARGUMENT, "a prefix store needs a store and a prefix");
    prefix_store *made = malloc(sizeof(*made) + strlen(prefix) + 1);
    if (!made) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(&made->base, &prefix_kind, base->timeout_ms);
    memcpy(made->prefix, prefix, strlen(prefix) + 1);
    atomic_fetch_add(&base->references, 1);
    made->inner = base;
    *out_store = &made->base;
    return LS_OK;
}
