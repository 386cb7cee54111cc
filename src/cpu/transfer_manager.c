/* Asynchronous transfers from the host: buffers that exist before their data, which arrives in pieces. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/plugin.h"

typedef struct incoming {
    PJRT_Buffer *buffer; /* NULL once retrieved: the client's then */
    ls_cpu_storage *storage;
    ls_ir_type type;
    PJRT_Event *ready;
    bool is_settled; /* complete or failed */
} incoming;

struct PJRT_AsyncHostToDeviceTransferManager {
    PJRT_Device *device;  /* its client is shared */
    pthread_mutex_t lock; /* over which buffers are settled and retrieved */
    size_t count;
    incoming buffers[];
};

/* Sets the event once; whoever is late gets false. */
static bool settle(PJRT_AsyncHostToDeviceTransferManager *manager, incoming *one, ls_status status)
{
    pthread_mutex_lock(&manager->lock);
    bool first = !one->is_settled;
    one->is_settled = true;
    pthread_mutex_unlock(&manager->lock);
    if (first) ls_cpu_event_set(one->ready, status);
    return first;
}

static void destroy(PJRT_AsyncHostToDeviceTransferManager *manager)
{
    for (size_t i = 0; i < manager->count; i++) {
        incoming *one = &manager->buffers[i];
        if (one->ready && !one->is_settled)
            settle(manager, one, ls_fail(LS_CANCELLED, "the transfer manager was destroyed before all data had come"));
        ls_cpu_buffer_destroy(one->buffer);
        ls_cpu_storage_release(one->storage);
        ls_cpu_event_release(one->ready);
    }
    pthread_mutex_destroy(&manager->lock);
    ls_cpu_client_release(manager->device->client);
    free(manager);
}

static ls_status prepare(PJRT_AsyncHostToDeviceTransferManager *manager, size_t i, const PJRT_ShapeSpec *shape,
                         const PJRT_Buffer_MemoryLayout *layout)
{
    incoming *one = &manager->buffers[i];
    LS_TRY(ls_cpu_type_of(shape->element_type, shape->dims, shape->num_dims, &one->type));
    LS_TRY(ls_cpu_layout_check(layout, &one->type));
    one->ready = ls_cpu_event_create_outside();
    if (!one->ready) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    LS_TRY(ls_cpu_storage_create(manager->device, ls_ir_type_bytes(&one->type), &one->storage));
    return ls_cpu_buffer_create(manager->device, &one->type, ls_cpu_storage_share(one->storage),
                                ls_cpu_event_share(one->ready), &one->buffer);
}

ls_status ls_cpu_api_Client_CreateBuffersForAsyncHostToDevice(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->client, NULL, args->memory, &device));
    if (args->num_device_layouts && args->num_device_layouts != args->num_shape_specs)
        return ls_fail(LS_INVALID_ARGUMENT, "%zu layouts for %zu arrays", args->num_device_layouts,
                       args->num_shape_specs);
    PJRT_AsyncHostToDeviceTransferManager *manager =
        calloc(1, sizeof(*manager) + args->num_shape_specs * sizeof(incoming));
    if (!manager) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    manager->device = device;
    ls_cpu_client_share(device->client);
    pthread_mutex_init(&manager->lock, NULL);
    ls_status status = LS_OK;
    const char *spec = (const char *)args->shape_specs; /* structs of the client's size */
    for (size_t i = 0; status == LS_OK && i < args->num_shape_specs; i++) {
        const PJRT_ShapeSpec *shape = (const PJRT_ShapeSpec *)spec;
        if (shape->struct_size < PJRT_ShapeSpec_STRUCT_SIZE) {
            status = ls_fail(LS_INVALID_ARGUMENT, "shape %zu has struct_size %zu, expected %d", i, shape->struct_size,
                             PJRT_ShapeSpec_STRUCT_SIZE);
            break;
        }
        spec += (shape->struct_size + 7) / 8 * 8;
        manager->count = i + 1;
        status = ls_context(prepare(manager, i, shape, args->num_device_layouts ? args->device_layouts[i] : NULL),
                            "array %zu", i);
    }
    if (status == LS_OK)
        args->transfer_manager = manager;
    else
        destroy(manager);
    return status;
}

ls_status ls_cpu_api_AsyncHostToDeviceTransferManager_Destroy(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args *args)
{
    if (args->transfer_manager) destroy(args->transfer_manager);
    return LS_OK;
}

static ls_status find(PJRT_AsyncHostToDeviceTransferManager *manager, int index, incoming **out_buffer)
{
    *out_buffer = NULL;
    if (index < 0 || (size_t)index >= manager->count)
        return ls_fail(LS_INVALID_ARGUMENT, "the transfer manager has no buffer %d; it has %zu", index, manager->count);
    *out_buffer = &manager->buffers[index];
    return LS_OK;
}

/* Data arrives only at a buffer that is still open. */
static ls_status find_open(PJRT_AsyncHostToDeviceTransferManager *manager, int index, incoming **out_buffer)
{
    LS_TRY(find(manager, index, out_buffer));
    pthread_mutex_lock(&manager->lock);
    bool is_settled = (*out_buffer)->is_settled;
    pthread_mutex_unlock(&manager->lock);
    return is_settled ? ls_fail(LS_FAILED_PRECONDITION, "buffer %d has its last transfer behind it", index) : LS_OK;
}

/* Copied at once: the client's memory is free when this returns. */
ls_status
ls_cpu_api_AsyncHostToDeviceTransferManager_TransferData(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args *args)
{
    PJRT_AsyncHostToDeviceTransferManager *manager = args->transfer_manager;
    incoming *one;
    LS_TRY(find_open(manager, args->buffer_index, &one));
    size_t bytes = ls_ir_type_bytes(&one->type);
    if (args->offset < 0 || args->transfer_size < 0 || (size_t)args->offset > bytes ||
        (size_t)args->transfer_size > bytes - (size_t)args->offset)
        return ls_fail(LS_OUT_OF_RANGE, "%lld bytes at %lld of buffer %d, which has %zu",
                       (long long)args->transfer_size, (long long)args->offset, args->buffer_index, bytes);
    if (args->transfer_size) memcpy((char *)one->storage->data + args->offset, args->data, (size_t)args->transfer_size);
    if (args->is_last_transfer) settle(manager, one, LS_OK);
    args->done_with_h2d_transfer = ls_cpu_event_share(manager->device->client->done);
    return LS_OK;
}

ls_status ls_cpu_api_AsyncHostToDeviceTransferManager_TransferLiteral(
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args *args)
{
    PJRT_AsyncHostToDeviceTransferManager *manager = args->transfer_manager;
    incoming *one;
    LS_TRY(find_open(manager, args->buffer_index, &one));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->shape_element_type, args->shape_dims, args->shape_num_dims, &type));
    char given[128], wanted[128];
    if (!ls_ir_type_equal(&type, &one->type))
        return ls_fail(LS_INVALID_ARGUMENT, "buffer %d is %s, the literal is %s", args->buffer_index,
                       ls_ir_type_format(&one->type, wanted, sizeof(wanted)),
                       ls_ir_type_format(&type, given, sizeof(given)));
    LS_TRY(ls_cpu_copy_in(&type, one->storage->data, args->data, args->shape_layout));
    settle(manager, one, LS_OK);
    args->done_with_h2d_transfer = ls_cpu_event_share(manager->device->client->done);
    return LS_OK;
}

ls_status ls_cpu_api_AsyncHostToDeviceTransferManager_RetrieveBuffer(
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args *args)
{
    incoming *one;
    LS_TRY(find(args->transfer_manager, args->buffer_index, &one));
    pthread_mutex_lock(&args->transfer_manager->lock);
    args->buffer_out = one->buffer;
    one->buffer = NULL;
    pthread_mutex_unlock(&args->transfer_manager->lock);
    return args->buffer_out ? LS_OK
                            : ls_fail(LS_FAILED_PRECONDITION, "buffer %d was retrieved before", args->buffer_index);
}

ls_status ls_cpu_api_AsyncHostToDeviceTransferManager_Device(PJRT_AsyncHostToDeviceTransferManager_Device_Args *args)
{
    args->device_out = args->transfer_manager->device;
    return LS_OK;
}

ls_status
ls_cpu_api_AsyncHostToDeviceTransferManager_BufferCount(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args *args)
{
    args->buffer_count = args->transfer_manager->count;
    return LS_OK;
}

ls_status
ls_cpu_api_AsyncHostToDeviceTransferManager_BufferSize(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args *args)
{
    incoming *one;
    LS_TRY(find(args->transfer_manager, args->buffer_index, &one));
    args->buffer_size = ls_ir_type_bytes(&one->type);
    return LS_OK;
}

ls_status ls_cpu_api_AsyncHostToDeviceTransferManager_SetBufferError(
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args *args)
{
    incoming *one;
    LS_TRY(find_open(args->transfer_manager, args->buffer_index, &one));
    if (args->error_code == PJRT_Error_Code_OK)
        return ls_fail(LS_INVALID_ARGUMENT, "the error of a buffer is no error");
    settle(args->transfer_manager, one,
           ls_fail((ls_status)args->error_code, "%.*s", (int)args->error_message_size, args->error_message));
    return LS_OK;
}

/* What clients note about a transfer, for profilers: nothing here looks at it. */
ls_status
ls_cpu_api_AsyncHostToDeviceTransferManager_AddMetadata(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args *args)
{
    return LS_OK;
}
