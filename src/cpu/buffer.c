/* Buffers: typed arrays in a device's memory. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

ls_status ls_cpu_type_of(PJRT_Buffer_Type type, const int64_t *dims, size_t num_dims, ls_ir_type *out_type)
{
    *out_type = (ls_ir_type){.dtype = (ls_dtype)type};
    if (ls_dtype_size((ls_dtype)type) == 0)
        return ls_fail(LS_UNIMPLEMENTED, "the CPU device has no element type of number %d", (int)type);
    if (num_dims > LS_MAX_RANK)
        return ls_fail(LS_UNIMPLEMENTED, "an array of rank %zu; the CPU device has at most %d", num_dims, LS_MAX_RANK);
    out_type->shape.rank = (int)num_dims;
    size_t bytes = ls_dtype_size((ls_dtype)type);
    for (size_t i = 0; i < num_dims; i++) {
        if (dims[i] < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %zu of an array is %lld", i, (long long)dims[i]);
        if (__builtin_mul_overflow(bytes, (size_t)dims[i], &bytes) || bytes > PTRDIFF_MAX)
            return ls_fail(LS_RESOURCE_EXHAUSTED, "an array larger than memory can be");
        out_type->shape.dims[i] = dims[i];
    }
    return LS_OK;
}

ls_status ls_cpu_buffer_create(PJRT_Device *device, const ls_ir_type *type, ls_cpu_storage *storage, PJRT_Event *ready,
                               PJRT_Buffer **out_buffer)
{
    PJRT_Buffer *buffer = *out_buffer = calloc(1, sizeof(*buffer));
    if (!buffer) {
        ls_cpu_storage_release(storage);
        ls_cpu_event_release(ready);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    buffer->client = ls_cpu_client_share(device->client);
    buffer->device = device;
    buffer->type = *type;
    for (int i = 0; i < type->shape.rank; i++) buffer->minor_to_major[i] = type->shape.rank - 1 - i;
    buffer->number = atomic_fetch_add_explicit(&device->client->buffer_count, 1, memory_order_relaxed);
    buffer->ready = ready;
    buffer->storage = storage;
    pthread_mutex_init(&buffer->lock, NULL);
    return LS_OK;
}

ls_cpu_storage *ls_cpu_buffer_take(PJRT_Buffer *buffer, ls_cpu_buffer_state state)
{
    ls_cpu_storage *storage = buffer->storage;
    buffer->storage = NULL;
    if (buffer->state == LS_CPU_LIVE) buffer->state = state;
    if (storage && buffer->shares) atomic_fetch_sub_explicit(&storage->holds, 1, memory_order_release);
    return storage;
}

void ls_cpu_buffer_destroy(PJRT_Buffer *buffer)
{
    if (!buffer) return;
    ls_cpu_storage_release(ls_cpu_buffer_take(buffer, LS_CPU_DELETED));
    ls_cpu_event_release(buffer->ready);
    pthread_mutex_destroy(&buffer->lock);
    PJRT_Client *client = buffer->client;
    free(buffer);
    ls_cpu_client_release(client);
}

const char *ls_cpu_buffer_name(const PJRT_Buffer *buffer, char *out, size_t size)
{
    char type[128];
    snprintf(out, size, "buffer %llu (%s on %s)", (unsigned long long)buffer->number,
             ls_ir_type_format(&buffer->type, type, sizeof(type)), buffer->device->description.text);
    return out;
}

ls_status ls_cpu_buffer_check(const PJRT_Buffer *buffer)
{
    if (buffer->state == LS_CPU_LIVE) return LS_OK;
    char name[224];
    return ls_fail(LS_INVALID_ARGUMENT, "%s %s", ls_cpu_buffer_name(buffer, name, sizeof(name)),
                   buffer->state == LS_CPU_DONATED ? "was donated to a program and holds nothing any more"
                                                   : "was deleted");
}

ls_status ls_cpu_buffer_hold(PJRT_Buffer *buffer, ls_cpu_storage **out_storage)
{
    *out_storage = NULL;
    pthread_mutex_lock(&buffer->lock);
    ls_status status = ls_cpu_buffer_check(buffer);
    if (status == LS_OK) {
        *out_storage = ls_cpu_storage_share(buffer->storage);
        atomic_fetch_add_explicit(&buffer->storage->holds, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&buffer->lock);
    return status;
}

ls_status ls_cpu_api_Buffer_Destroy(PJRT_Buffer_Destroy_Args *args)
{
    ls_cpu_buffer_destroy(args->buffer);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_Delete(PJRT_Buffer_Delete_Args *args)
{
    PJRT_Buffer *buffer = args->buffer;
    pthread_mutex_lock(&buffer->lock);
    ls_cpu_storage *storage = ls_cpu_buffer_take(buffer, LS_CPU_DELETED);
    pthread_mutex_unlock(&buffer->lock);
    ls_cpu_storage_release(storage);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_IsDeleted(PJRT_Buffer_IsDeleted_Args *args)
{
    pthread_mutex_lock(&args->buffer->lock);
    args->is_deleted = args->buffer->state != LS_CPU_LIVE;
    pthread_mutex_unlock(&args->buffer->lock);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_ElementType(PJRT_Buffer_ElementType_Args *args)
{
    args->type = (PJRT_Buffer_Type)args->buffer->type.dtype;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_Dimensions(PJRT_Buffer_Dimensions_Args *args)
{
    args->dims = args->buffer->type.shape.dims;
    args->num_dims = (size_t)args->buffer->type.shape.rank;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_UnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args *args)
{
    args->unpadded_dims = args->buffer->type.shape.dims;
    args->num_dims = (size_t)args->buffer->type.shape.rank;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_DynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args *args)
{
    args->dynamic_dim_indices = NULL;
    args->num_dynamic_dims = 0;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_GetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args *args)
{
    args->layout = PJRT_NEW(Buffer_MemoryLayout, .type = PJRT_Buffer_MemoryLayout_Type_Tiled);
    args->layout.tiled = PJRT_NEW(Buffer_MemoryLayout_Tiled, .minor_to_major = args->buffer->minor_to_major,
                                  .minor_to_major_size = (size_t)args->buffer->type.shape.rank);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_OnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args *args)
{
    args->on_device_size_in_bytes = ls_ir_type_bytes(&args->buffer->type);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_Device(PJRT_Buffer_Device_Args *args)
{
    args->device = args->buffer->device;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_Memory(PJRT_Buffer_Memory_Args *args)
{
    args->memory = &args->buffer->device->memory;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_IsOnCpu(PJRT_Buffer_IsOnCpu_Args *args)
{
    args->is_on_cpu = false; /* true would let clients read it behind the device's back */
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_ReadyEvent(PJRT_Buffer_ReadyEvent_Args *args)
{
    pthread_mutex_lock(&args->buffer->lock);
    ls_status status = ls_cpu_buffer_check(args->buffer);
    pthread_mutex_unlock(&args->buffer->lock);
    if (status == LS_OK) args->event = ls_cpu_event_share(args->buffer->ready);
    return status;
}

/* Whoever asks for the address reads or writes there at any time from now on. */
static ls_status expose(PJRT_Buffer *buffer, void **out_data)
{
    char name[224];
    if (ls_cpu_event_is_outside(buffer->ready) && !ls_cpu_event_is_done(buffer->ready))
        return ls_fail(LS_FAILED_PRECONDITION, "%s has no address yet: it waits for what the client has promised",
                       ls_cpu_buffer_name(buffer, name, sizeof(name)));
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_buffer_hold(buffer, &storage));
    *out_data = storage->data;
    ls_cpu_storage_release(storage);
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_UnsafePointer(PJRT_Buffer_UnsafePointer_Args *args)
{
    void *data = NULL;
    LS_TRY(expose(args->buffer, &data));
    args->buffer_pointer = (uintptr_t)data;
    return LS_OK;
}

ls_status ls_cpu_api_Buffer_OpaqueDeviceMemoryDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args)
{
    return expose(args->buffer, &args->device_memory_ptr);
}

/* A reference from outside may read at any time: as exposing, for as long as the buffer lives. */
ls_status ls_cpu_api_Buffer_IncreaseExternalReferenceCount(PJRT_Buffer_IncreaseExternalReferenceCount_Args *args)
{
    void *data;
    return expose(args->buffer, &data);
}

ls_status ls_cpu_api_Buffer_DecreaseExternalReferenceCount(PJRT_Buffer_DecreaseExternalReferenceCount_Args *args)
{
    pthread_mutex_lock(&args->buffer->lock);
    if (args->buffer->storage) atomic_fetch_sub_explicit(&args->buffer->storage->holds, 1, memory_order_release);
    pthread_mutex_unlock(&args->buffer->lock);
    return LS_OK;
}

ls_status ls_cpu_api_Client_CreateUninitializedBuffer(PJRT_Client_CreateUninitializedBuffer_Args *args)
{
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->client, args->device, args->memory, &device));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->shape_element_type, args->shape_dims, args->shape_num_dims, &type));
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_storage_create(device, ls_ir_type_bytes(&type), &storage));
    return ls_cpu_buffer_create(device, &type, storage, ls_cpu_event_share(args->client->done), &args->buffer);
}

ls_status ls_cpu_api_Client_CreateErrorBuffer(PJRT_Client_CreateErrorBuffer_Args *args)
{
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->client, NULL, args->memory, &device));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->shape_element_type, args->shape_dims, args->shape_num_dims, &type));
    if (args->error_code == PJRT_Error_Code_OK) return ls_fail(LS_INVALID_ARGUMENT, "an error buffer needs an error");
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_storage_create(device, ls_ir_type_bytes(&type), &storage));
    ls_fail((ls_status)args->error_code, "%.*s", (int)args->error_message_size, args->error_message);
    PJRT_Event *failed = ls_cpu_event_create_done((ls_status)args->error_code);
    if (failed) return ls_cpu_buffer_create(device, &type, storage, failed, &args->buffer);
    ls_cpu_storage_release(storage);
    return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

ls_status ls_cpu_api_Client_CreateViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args *args)
{
    PJRT_Device *device;
    PJRT_Memory *memory = LS_CPU_HAS_FIELD(args, memory) ? args->memory : NULL;
    LS_TRY(ls_cpu_place(args->client, args->device, memory, &device));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->element_type, args->dims, args->num_dims, &type));
    ls_cpu_storage *storage = calloc(1, sizeof(*storage));
    if (!storage) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&storage->references, 1);
    atomic_init(&storage->holds, 1); /* its owner's: never overwritten */
    storage->device = device;
    storage->data = args->device_buffer_ptr;
    storage->bytes = ls_ir_type_bytes(&type);
    storage->is_foreign = true;
    storage->on_delete = args->on_delete_callback;
    storage->on_delete_arg = args->on_delete_callback_arg;
    return ls_cpu_buffer_create(device, &type, storage, ls_cpu_event_share(args->client->done), &args->buffer);
}

/* The same bytes seen as another array: both buffers live on, and nobody writes where two look. */
ls_status ls_cpu_api_Buffer_Bitcast(PJRT_Buffer_Bitcast_Args *args)
{
    char name[224];
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->element_type, args->dims, args->num_dims, &type));
    LS_TRY(ls_cpu_layout_check(args->device_layout, &type));
    if (ls_ir_type_bytes(&type) != ls_ir_type_bytes(&args->buffer->type))
        return ls_fail(LS_INVALID_ARGUMENT, "%s has %zu bytes, the array to see it as has %zu",
                       ls_cpu_buffer_name(args->buffer, name, sizeof(name)), ls_ir_type_bytes(&args->buffer->type),
                       ls_ir_type_bytes(&type));
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_buffer_hold(args->buffer, &storage));
    ls_status status = ls_cpu_buffer_create(args->buffer->device, &type, storage,
                                            ls_cpu_event_share(args->buffer->ready), &args->out_buffer);
    if (status == LS_OK) args->out_buffer->shares = true;
    return status;
}
