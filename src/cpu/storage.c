/* Device memory, counted. */
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

static void raise(_Atomic int64_t *most, int64_t value)
{
    int64_t now = atomic_load(most);
    while (value > now && !atomic_compare_exchange_weak(most, &now, value)) {
    }
}

/* Counts bytes as held, if the device may hold that many. */
static ls_status reserve(PJRT_Device *device, size_t bytes)
{
    int64_t held = atomic_fetch_add(&device->bytes_in_use, (int64_t)bytes),
            limit = device->client->options.memory_limit;
    if ((int64_t)bytes > limit - held) {
        atomic_fetch_sub(&device->bytes_in_use, (int64_t)bytes);
        return ls_fail(LS_RESOURCE_EXHAUSTED,
                       "out of memory on %s: %zu bytes are asked for, %lld are held, the limit is %lld",
                       device->description.text, bytes, (long long)held, (long long)limit);
    }
    raise(&device->peak_bytes, held + (int64_t)bytes);
    raise(&device->largest_allocation, (int64_t)bytes);
    atomic_fetch_add(&device->allocations, 1);
    return LS_OK;
}

ls_status ls_cpu_storage_create(PJRT_Device *device, size_t bytes, ls_cpu_storage **out_storage)
{
    *out_storage = NULL;
    LS_TRY(reserve(device, bytes));
    ls_cpu_storage *storage = calloc(1, sizeof(*storage));
    if (!storage) {
        atomic_fetch_sub(&device->bytes_in_use, (int64_t)bytes);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    ls_status status = ls_comm_alloc_raw(device->client->domain, bytes ? bytes : 1, &storage->data);
    if (status != LS_OK) {
        atomic_fetch_sub(&device->bytes_in_use, (int64_t)bytes);
        free(storage);
        return status;
    }
    atomic_init(&storage->references, 1);
    storage->device = device;
    storage->bytes = bytes;
    *out_storage = storage;
    return LS_OK;
}

ls_status ls_cpu_storage_promise(PJRT_Device *device, size_t bytes, ls_cpu_storage **out_storage)
{
    ls_cpu_storage *storage = *out_storage = calloc(1, sizeof(*storage));
    if (!storage) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&storage->references, 1);
    atomic_init(&storage->holds, 1); /* the memory has another owner: never overwritten */
    storage->device = device;
    storage->bytes = bytes;
    storage->is_foreign = true;
    return LS_OK;
}

void ls_cpu_storage_keep_promise(ls_cpu_storage *promise, ls_cpu_storage *target)
{
    promise->target = target;
    promise->data = target->data;
}

ls_cpu_storage *ls_cpu_storage_share(ls_cpu_storage *storage)
{
    atomic_fetch_add_explicit(&storage->references, 1, memory_order_relaxed);
    return storage;
}

void ls_cpu_storage_release(ls_cpu_storage *storage)
{
    if (!storage || atomic_fetch_sub_explicit(&storage->references, 1, memory_order_acq_rel) != 1) return;
    if (storage->is_foreign) {
        if (storage->on_delete) storage->on_delete(storage->data, storage->on_delete_arg);
        if (storage->target) atomic_fetch_sub_explicit(&storage->target->holds, 1, memory_order_release);
        ls_cpu_storage_release(storage->target);
    } else {
        atomic_fetch_sub(&storage->device->bytes_in_use, (int64_t)storage->bytes);
        ls_comm_free(storage->device->client->domain, storage->data);
    }
    free(storage);
}
