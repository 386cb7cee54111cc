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

ls_status ls_cpu_layout_check(const PJRT_Buffer_MemoryLayout *layout, const ls_ir_type *type)
{
    int64_t wanted[LS_MAX_RANK];
    LS_TRY(layout_strides(layout, type, wanted));
    return is_dense(type, wanted) ? LS_OK : ls_fail(LS_UNIMPLEMENTED, "the CPU device keeps arrays row-major");
}

ls_status ls_cpu_copy_in(const ls_ir_type *type, void *to, const void *from, const PJRT_Buffer_MemoryLayout *layout)
{
    int64_t strides[LS_MAX_RANK], dense[LS_MAX_RANK];
    LS_TRY(layout_strides(layout, type, strides));
    dense_strides(type, dense);
    if (is_dense(type, strides))
        memcpy(to, from, ls_ir_type_bytes(type));
    else
        copy_strided(to, dense, from, strides, type->shape.dims, type->shape.rank, ls_dtype_size(type->dtype));
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
    LS_TRY(ls_cpu_layout_check(args->device_layout, &type));
    size_t bytes = ls_ir_type_bytes(&type);
    if (bytes && !args->data) return ls_fail(LS_INVALID_ARGUMENT, "no host data is given");
    ls_cpu_storage *storage;
    LS_TRY(ls_cpu_storage_create(device, bytes, &storage));
    /* Copied at once: right for every semantics of the host buffer, and the event has happened. */
    if (bytes && args->num_byte_strides && !is_dense(&type, args->byte_strides)) {
        int64_t dense[LS_MAX_RANK];
        dense_strides(&type, dense);
        copy_strided(storage->data, dense, args->data, args->byte_strides, type.shape.dims, type.shape.rank,
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
    char *to; /* where the host wants it */
    size_t offset, bytes;
    ls_ir_type type;
    int64_t strides[LS_MAX_RANK]; /* at the host; unused if dense */
    bool dense;
    PJRT_Event *done;
};

static ls_status run_copy(struct copy *copy)
{
    if (copy->task.cancelled) return ls_fail(LS_CANCELLED, "the device's client is destroyed");
    LS_TRY(ls_cpu_event_wait(copy->ready, ls_deadline_in_ms(0)));
    const char *source = (const char *)copy->from->data + copy->offset;
    if (copy->dense) {
        memcpy(copy->to, source, copy->bytes);
    } else {
        int64_t dense[LS_MAX_RANK];
        dense_strides(&copy->type, dense);
        copy_strided(copy->to, copy->strides, source, dense, copy->type.shape.dims, copy->type.shape.rank,
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
    bool is_outside = ls_cpu_event_is_outside(now.ready);
    struct copy *queued = malloc(sizeof(*queued));
    PJRT_Event *done = is_outside ? ls_cpu_event_create_outside() : ls_cpu_event_create();
    ls_status status = queued && done ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK) {
        *queued = now;
        queued->task.run = run_queued_copy;
        queued->done = ls_cpu_event_share(done);
        if (is_outside)
            ls_cpu_queue_push_after(&device->queue, &queued->task, &now.ready, 1);
        else
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
    plan.ready = ls_cpu_event_share(args->src->ready);
    return start_copy(args->src->device, &plan, &args->event);
}

static ls_status check_range(const PJRT_Buffer *buffer, int64_t offset, int64_t size)
{
    size_t bytes = ls_ir_type_bytes(&buffer->type);
    if (offset >= 0 && size >= 0 && (size_t)offset <= bytes && (size_t)size <= bytes - (size_t)offset) return LS_OK;
    char name[224];
    return ls_fail(LS_OUT_OF_RANGE, "%lld bytes at %lld of %s, which has %zu", (long long)size, (long long)offset,
                   ls_cpu_buffer_name(buffer, name, sizeof(name)), bytes);
}

ls_status ls_cpu_api_Buffer_CopyRawToHost(PJRT_Buffer_CopyRawToHost_Args *args)
{
    LS_TRY(check_range(args->buffer, args->offset, args->transfer_size));
    struct copy plan = {
        .to = args->dst, .offset = (size_t)args->offset, .bytes = (size_t)args->transfer_size, .dense = true};
    LS_TRY(ls_cpu_buffer_hold(args->buffer, &plan.from));
    plan.ready = ls_cpu_event_share(args->buffer->ready);
    return start_copy(args->buffer->device, &plan, &args->event);
}

/* A copy that starts when the client says where to. */
struct later {
    PJRT_Device *device;
    struct copy plan;
    PJRT_Event *done;
};

static void later_done(PJRT_Error *error, void *arg)
{
    struct later *later = arg;
    ls_cpu_event_set(later->done, ls_cpu_error_take(error));
    ls_cpu_event_release(later->done);
    ls_cpu_client_release(later->device->client);
    free(later);
}

static void start_later(PJRT_Buffer_CopyRawToHostFuture_Callback_Args *args)
{
    struct later *later = args->callback_data;
    ls_status status = (ls_status)args->error_code;
    PJRT_Event *copied = NULL;
    if (status != LS_OK) {
        finish_copy(&later->plan);
        status = ls_fail(status, "%.*s", (int)args->error_message_size, args->error_message);
    } else {
        later->plan.to = args->dst;
        status = start_copy(later->device, &later->plan, &copied);
    }
    if (status != LS_OK) {
        later_done(ls_cpu_error_of(status), later);
        return;
    }
    status = ls_cpu_event_then(copied, later_done, later);
    ls_cpu_event_release(copied);
    if (status != LS_OK) later_done(ls_cpu_error_of(status), later);
}

ls_status ls_cpu_api_Buffer_CopyRawToHostFuture(PJRT_Buffer_CopyRawToHostFuture_Args *args)
{
    LS_TRY(check_range(args->buffer, args->offset, args->transfer_size));
    struct later *later = calloc(1, sizeof(*later));
    PJRT_Event *done = ls_cpu_event_create_outside();
    ls_status status = later && done ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK) status = ls_cpu_buffer_hold(args->buffer, &later->plan.from);
    if (status != LS_OK) {
        ls_cpu_event_release(done);
        free(later);
        return status;
    }
    later->device = args->buffer->device;
    ls_cpu_client_share(later->device->client);
    later->plan.offset = (size_t)args->offset;
    later->plan.bytes = (size_t)args->transfer_size;
    later->plan.dense = true;
    later->plan.ready = ls_cpu_event_share(args->buffer->ready);
    later->done = ls_cpu_event_share(done);
    args->event = done;
    args->callback_data = later;
    args->future_ready_callback = start_later;
    return LS_OK;
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
