/* Device memory, counted. */
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

ls_status ls_cpu_storage_create(PJRT_Device *device, size_t bytes, ls_cpu_storage **out_storage)
{
    *out_storage = NULL;
    ls_cpu_storage *storage = calloc(1, sizeof(*storage));
    if (!storage) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status = ls_comm_alloc_raw(device->client->domain, bytes ? bytes : 1, &storage->data);
    if (status != LS_OK) {
        free(storage);
        return status;
    }
    atomic_init(&storage->references, 1);
    storage->device = device;
    storage->bytes = bytes;
    int64_t now = atomic_fetch_add(&device->bytes_in_use, (int64_t)bytes) + (int64_t)bytes;
    int64_t peak = atomic_load(&device->peak_bytes);
    while (now > peak && !atomic_compare_exchange_weak(&device->peak_bytes, &peak, now)) {
    }
    *out_storage = storage;
    return LS_OK;
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
    } else {
        atomic_fetch_sub(&storage->device->bytes_in_use, (int64_t)storage->bytes);
        ls_comm_free(storage->device->client->domain, storage->data);
    }
    free(storage);
}
