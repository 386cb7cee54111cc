/* A key-value store in memory that forked processes share, as the client wants it. Values up to 512 bytes. */
#ifndef LS_TEST_SHARED_STORE_H
#define LS_TEST_SHARED_STORE_H

#include "base/error.h"
#include "base/thread.h"
#include "pjrt/client.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct shared_store {
    pthread_mutex_t mutex;
    int count;
    struct {
        char key[128], value[512];
        size_t size;
    } entries[1024];
} shared_store;

static inline shared_store *shared_store_create(void)
{
    shared_store *store = mmap(NULL, sizeof(*store), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (store == MAP_FAILED) return NULL;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&store->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return store;
}

static inline ls_status shared_store_put(void *arg, const char *key, const void *value, size_t size)
{
    shared_store *store = arg;
    pthread_mutex_lock(&store->mutex);
    int i = store->count;
    ls_status status = LS_OK;
    if (i == 1024 || strlen(key) >= sizeof(store->entries[i].key) || size > sizeof(store->entries[i].value)) {
        status = ls_fail(LS_RESOURCE_EXHAUSTED, "the test's store is too small for %s (%zu bytes)", key, size);
    } else {
        strcpy(store->entries[i].key, key);
        memcpy(store->entries[i].value, value, size);
        store->entries[i].size = size;
        store->count++;
    }
    pthread_mutex_unlock(&store->mutex);
    return status;
}

static inline ls_status shared_store_try_get(void *arg, const char *key, void **out_value, size_t *out_size)
{
    shared_store *store = arg;
    ls_status status = LS_NOT_FOUND;
    pthread_mutex_lock(&store->mutex);
    for (int i = store->count - 1; i >= 0 && status != LS_OK; i--) { /* the newest first */
        if (strcmp(store->entries[i].key, key)) continue;
        *out_size = store->entries[i].size;
        *out_value = malloc(*out_size + 1);
        memcpy(*out_value, store->entries[i].value, *out_size);
        status = LS_OK;
    }
    pthread_mutex_unlock(&store->mutex);
    return status == LS_OK ? LS_OK : ls_fail(status, "no key %s", key);
}

static inline ls_status shared_store_get(void *arg, const char *key, void **out_value, size_t *out_size,
                                         int64_t timeout_ms)
{
    ls_deadline deadline = ls_deadline_in_ms(timeout_ms);
    while (shared_store_try_get(arg, key, out_value, out_size) != LS_OK) {
        if (ls_deadline_passed(deadline)) return ls_fail(LS_DEADLINE_EXCEEDED, "nobody set key %s in time", key);
        ls_sleep_ms(1);
    }
    return LS_OK;
}

static inline ls_pjrt_key_value shared_store_callbacks(shared_store *store)
{
    return (ls_pjrt_key_value){
        .get = shared_store_get, .try_get = shared_store_try_get, .put = shared_store_put, .arg = store};
}

#endif
