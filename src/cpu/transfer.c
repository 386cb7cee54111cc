/* Bytes in and out of buffers: from the host, to the host, to another device. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/plugin.h"

/* Copies an array between two layouts, each given by the byte stride of every dimension (0 and negative ones too). */
static void copy_strided(char *to, const int64_t *to_strides, const char *from, const int64_t *from_strides,
                         const int64_t *dims, int rank, size_t element)
{
    if (rank == 0) {
        memcpy(to, from, element);
        return;
    }
    bool whole = rank == 1 && *to_strides == (int64_t)element && *from_strides == (int64_t)element;
    if (whole) {
        memcpy(to, from, (size_t)*dims * element);
        return;
    }
    for (int64_t i = 0; i < *dims; i++)
        copy_strided(to + i * *to_strides, to_strides + 1, from + i * *from_strides, from_strides + 1, dims + 1,
                     rank - 1, element);
}

static void dense_strides(const ls_ir_type *type, int64_t *out_strides)
{
    int64_t stride = (int64_t)ls_dtype_size(type->dtype);
    for (int i = type->shape.rank - 1; i >= 0; i--) {
        out_strides[i] = stride;
        stride *= type->shape.dims[i];
    }
}

static bool is_dense(const ls_ir_type *type, const int64_t *strides)
{
    int64_t dense[LS_MAX_RANK];
    dense_strides(type, dense);
    for (int i = 0; i < type->shape.rank; i++)
        if (type->shape.dims[i] > 1 && strides[i] != dense[i]) return false;
    return true;
}

/* The byte strides that a layout asks for; row-major for NULL. */
static ls_status layout_strides(const PJRT_Buffer_MemoryLayout *layout, const ls_ir_type *type, int64_t *out_strides)
{
    dense_strides(type, out_strides);
    if (!layout) return LS_OK;
    size_t rank = (size_t)type->shape.rank;
    if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
        if (layout->strides.num_byte_strides != rank)
            return ls_fail(LS_INVALID_ARGUMENT, "a layout of %zu strides for an array of rank %zu",
                           layout->strides.num_byte_strides, rank);
        memcpy(out_strides, layout->strides.byte_strides, rank * sizeof(int64_t));
        return LS_OK;
    }
    if (layout->tiled.num_tiles) return ls_fail(LS_UNIMPLEMENTED, "the CPU device has no tiled layouts");
    if (layout->tiled.minor_to_major_size != rank)
        return ls_fail(LS_INVALID_ARGUMENT, "a layout of rank %zu for an array of rank %zu",
                       layout->tiled.minor_to_major_size, rank);
    int64_t stride = (int64_t)ls_dtype_size(type->dtype);
    uint32_t seen = 0;
    for (size_t i = 0; i < rank; i++) {
        int64_t d = layout->tiled.minor_to_major[i];
        if (d < 0 || d >= (int64_t)rank || seen >> d & 1)
            return ls_fail(LS_INVALID_ARGUMENT, "minor_to_major of a layout is no permutation");
        seen |= 1u << d;
        out_strides[d] = stride;
        stride *= type->shape.dims[d];
    }
    return LS_OK;
}

ls_status ls_cpu_api_Client_BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->client, args->device, args->memory, &device));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->type, args->dims, args->num_dims, &type));
    if (args->num_byte_strides && args->num_byte_strides != args->num_dims)
        return ls_fail(LS_INVALID_ARGUMENT, "%zu strides for an array of rank %zu", args->num_byte_strides,
                       args->num_dims);
    int64_t wanted[LS_MAX_RANK];
    LS_TRY(layout_strides(args->device_layout, &type, wanted));
    if (!is_dense(&type, wanted)) return ls_fail(LS_UNIMPLEMENTED, "the CPU device keeps arrays row-major");
    size_t bytes = ls_ir_type_bytes(&type);
    if (bytes && !args->data) return ls_fail(LS_INVALID_ARGUMENT, "no host data is given");
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_storage_create(device, bytes, &storage));
    /* Copied at once: right for every semantics of the host buffer, and the event has happened. */
    if (bytes && args->num_byte_strides && !is_dense(&type, args->byte_strides)) {
        dense_strides(&type, wanted);
        copy_strided(storage->data, wanted, args->data, args->byte_strides, type.shape.dims, type.shape.rank,
                     ls_dtype_size(type.dtype));
    } else if (bytes) {
        memcpy(storage->data, args->data, bytes);
    }
    LS_TRY(ls_cpu_buffer_create(device, &type, storage, ls_cpu_event_share(args->client->done), &args->buffer));
    args->done_with_host_buffer = ls_cpu_event_share(args->client->done);
    return LS_OK;
}

/* A copy out of a buffer: at once if the buffer is ready, else in the device's order of work. It holds the source, so
 * that a program that the buffer is donated to in the meantime puts its result elsewhere. */
struct copy {
    ls_cpu_task task;
    PJRT_Event *ready; /* of the source */
    ls_cpu_storage *from, *to_storage;
    const char *source;
    char *to; /* where the host wants it */
    size_t bytes;
    ls_ir_type type;
    int64_t strides[LS_MAX_RANK]; /* at the host; unused if dense */
    bool dense;
    PJRT_Event *done;
};

static ls_status run_copy(struct copy *copy)
{
    LS_TRY(ls_cpu_event_wait(copy->ready));
    if (copy->dense) {
        memcpy(copy->to, copy->source, copy->bytes);
    } else {
        int64_t dense[LS_MAX_RANK];
        dense_strides(&copy->type, dense);
        copy_strided(copy->to, copy->strides, copy->source, dense, copy->type.shape.dims, copy->type.shape.rank,
                     ls_dtype_size(copy->type.dtype));
    }
    return LS_OK;
}

/* Gives up what the copy holds, but not its event. */
static void finish_copy(struct copy *copy)
{
    atomic_fetch_sub_explicit(&copy->from->holds, 1, memory_order_release);
    ls_cpu_storage_release(copy->from);
    ls_cpu_storage_release(copy->to_storage);
    ls_cpu_event_release(copy->ready);
}

static void run_queued_copy(ls_cpu_task *task)
{
    struct copy *queued = (struct copy *)task;
    ls_status status = run_copy(queued);
    finish_copy(queued);
    ls_cpu_event_set(queued->done, status);
    ls_cpu_event_release(queued->done);
    free(queued);
}

/* Runs or queues the copy that `plan` describes; its storages and events are taken over, also on failure. */
static ls_status start_copy(PJRT_Device *device, const struct copy *plan, PJRT_Event **out_done)
{
    *out_done = NULL;
    struct copy now = *plan;
    if (ls_cpu_event_is_done(now.ready)) {
        ls_status status = run_copy(&now);
        finish_copy(&now);
        *out_done = status == LS_OK ? ls_cpu_event_share(device->client->done) : ls_cpu_event_create_done(status);
        return *out_done ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    struct copy *queued = malloc(sizeof(*queued));
    PJRT_Event *done = ls_cpu_event_create();
    ls_status status = queued && done ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK) {
        *queued = now;
        queued->task.run = run_queued_copy;
        queued->done = ls_cpu_event_share(done);
        status = ls_cpu_queue_push(&device->queue, &queued->task);
        if (status != LS_OK) ls_cpu_event_release(done);
    }
    if (status == LS_OK) {
        *out_done = done;
        return LS_OK;
    }
    ls_cpu_event_release(done);
    free(queued);
    finish_copy(&now);
    return status;
}

ls_status ls_cpu_api_Buffer_ToHostBuffer(PJRT_Buffer_ToHostBuffer_Args *args)
{
    size_t bytes = ls_ir_type_bytes(&args->src->type);
    if (!args->dst) {
        args->dst_size = bytes;
        args->event = NULL;
        return LS_OK;
    }
    char name[224];
    if (args->dst_size < bytes)
        return ls_fail(LS_INVALID_ARGUMENT, "%s has %zu bytes, the host has room for %zu",
                       ls_cpu_buffer_name(args->src, name, sizeof(name)), bytes, args->dst_size);
    struct copy plan = {.type = args->src->type, .to = args->dst, .bytes = bytes};
    LS_TRY(layout_strides(args->host_layout, &plan.type, plan.strides));
    plan.dense = bytes == 0 || is_dense(&plan.type, plan.strides);
    LS_TRY(ls_cpu_buffer_hold(args->src, &plan.from));
    plan.source = plan.from->data;
    plan.ready = ls_cpu_event_share(args->src->ready);
    return start_copy(args->src->device, &plan, &args->event);
}

ls_status ls_cpu_api_Buffer_CopyRawToHost(PJRT_Buffer_CopyRawToHost_Args *args)
{
    size_t bytes = ls_ir_type_bytes(&args->buffer->type);
    if (args->offset < 0 || args->transfer_size < 0 || (size_t)args->offset > bytes ||
        (size_t)args->transfer_size > bytes - (size_t)args->offset)
        return ls_fail(LS_OUT_OF_RANGE, "%lld bytes at %lld of a buffer of %zu", (long long)args->transfer_size,
                       (long long)args->offset, bytes);
    struct copy plan = {.to = args->dst, .bytes = (size_t)args->transfer_size, .dense = true};
    LS_TRY(ls_cpu_buffer_hold(args->buffer, &plan.from));
    plan.source = (const char *)plan.from->data + args->offset;
    plan.ready = ls_cpu_event_share(args->buffer->ready);
    return start_copy(args->buffer->device, &plan, &args->event);
}

static ls_status copy_to_device(PJRT_Buffer *buffer, PJRT_Device *device, PJRT_Buffer **out_buffer)
{
    struct copy plan = {.bytes = ls_ir_type_bytes(&buffer->type), .dense = true};
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_storage_create(device, plan.bytes, &storage));
    ls_status status = ls_cpu_buffer_hold(buffer, &plan.from);
    if (status != LS_OK) {
        ls_cpu_storage_release(storage);
        return status;
    }
    plan.source = plan.from->data;
    plan.to = storage->data;
    plan.to_storage = ls_cpu_storage_share(storage);
    plan.ready = ls_cpu_event_share(buffer->ready);
    PJRT_Event *done;
    status = start_copy(buffer->device, &plan, &done);
    if (status == LS_OK) return ls_cpu_buffer_create(device, &buffer->type, storage, done, out_buffer);
    ls_cpu_storage_release(storage);
    return status;
}

ls_status ls_cpu_api_Buffer_CopyToDevice(PJRT_Buffer_CopyToDevice_Args *args)
{
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->buffer->client, args->dst_device, NULL, &device));
    return copy_to_device(args->buffer, device, &args->dst_buffer);
}

ls_status ls_cpu_api_Buffer_CopyToMemory(PJRT_Buffer_CopyToMemory_Args *args)
{
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->buffer->client, NULL, args->dst_memory, &device));
    return copy_to_device(args->buffer, device, &args->dst_buffer);
}
