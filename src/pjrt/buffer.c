/* Device memory: in from the host, out to the host. */
#include <stdlib.h>

#include "base/error.h"
#include "pjrt/internal.h"

ls_status ls_pjrt_buffer_from_host(ls_pjrt_client *client, ls_pjrt_device *device, const void *data, ls_dtype dtype,
                                   ls_shape shape, ls_pjrt_buffer **out_buffer)
{
    *out_buffer = NULL;
    ls_pjrt_buffer *buffer = calloc(1, sizeof(*buffer));
    if (!buffer) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    buffer->api = client->api;
    PJRT_Client_BufferFromHostBuffer_Args args =
        PJRT_NEW(Client_BufferFromHostBuffer_Args, .client = client->client, .data = data,
                 .type = (PJRT_Buffer_Type)dtype, .dims = shape.dims, .num_dims = (size_t)shape.rank,
                 .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, .device = device->device);
    ls_status status = LS_PJRT_CALL(client->api, Client_BufferFromHostBuffer, &args);
    if (status != LS_OK) {
        free(buffer);
        return status;
    }
    buffer->buffer = args.buffer;
    *out_buffer = buffer;
    if (args.done_with_host_buffer) { /* the data was read during the call */
        PJRT_Event_Destroy_Args done = PJRT_NEW(Event_Destroy_Args, .event = args.done_with_host_buffer);
        ls_pjrt_drop(client->api, client->api->PJRT_Event_Destroy(&done));
    }
    return LS_OK;
}

void ls_pjrt_buffer_destroy(ls_pjrt_buffer *buffer)
{
    if (!buffer) return;
    PJRT_Buffer_Destroy_Args args = PJRT_NEW(Buffer_Destroy_Args, .buffer = buffer->buffer);
    ls_pjrt_drop(buffer->api, buffer->api->PJRT_Buffer_Destroy(&args));
    free(buffer);
}

ls_status ls_pjrt_buffer_await(ls_pjrt_buffer *buffer, ls_deadline deadline)
{
    PJRT_Buffer_ReadyEvent_Args args = PJRT_NEW(Buffer_ReadyEvent_Args, .buffer = buffer->buffer);
    LS_TRY(LS_PJRT_CALL(buffer->api, Buffer_ReadyEvent, &args));
    return ls_pjrt_event_finish(buffer->api, args.event, deadline);
}

ls_status ls_pjrt_buffer_ready_event(ls_pjrt_buffer *buffer, ls_pjrt_event **out_event)
{
    *out_event = NULL;
    PJRT_Buffer_ReadyEvent_Args args = PJRT_NEW(Buffer_ReadyEvent_Args, .buffer = buffer->buffer);
    LS_TRY(LS_PJRT_CALL(buffer->api, Buffer_ReadyEvent, &args));
    return ls_pjrt_event_wrap(buffer->api, args.event, out_event);
}

ls_status ls_pjrt_buffer_to_host(ls_pjrt_buffer *buffer, void *out_data, size_t bytes, ls_deadline deadline)
{
    /* A transfer cannot be called back, and it writes to the caller's memory. So the deadline covers the computation
     * before it, and the transfer of a finished buffer is waited for to its end. */
    LS_TRY(ls_pjrt_buffer_await(buffer, deadline));
    PJRT_Buffer_Dimensions_Args shape = PJRT_NEW(Buffer_Dimensions_Args, .buffer = buffer->buffer);
    LS_TRY(LS_PJRT_CALL(buffer->api, Buffer_Dimensions, &shape));
    if (shape.num_dims > LS_MAX_RANK)
        return ls_fail(LS_INVALID_ARGUMENT, "a buffer of rank %zu; at most %d is possible", shape.num_dims,
                       LS_MAX_RANK);
    int64_t row_major[LS_MAX_RANK];
    for (size_t i = 0; i < shape.num_dims; i++) row_major[i] = (int64_t)(shape.num_dims - 1 - i);
    PJRT_Buffer_MemoryLayout layout = PJRT_NEW(Buffer_MemoryLayout, .type = PJRT_Buffer_MemoryLayout_Type_Tiled);
    layout.tiled =
        PJRT_NEW(Buffer_MemoryLayout_Tiled, .minor_to_major = row_major, .minor_to_major_size = shape.num_dims);
    PJRT_Buffer_ToHostBuffer_Args args = PJRT_NEW(Buffer_ToHostBuffer_Args, .src = buffer->buffer,
                                                  .host_layout = &layout, .dst = out_data, .dst_size = bytes);
    LS_TRY(LS_PJRT_CALL(buffer->api, Buffer_ToHostBuffer, &args));
    return ls_pjrt_event_finish(buffer->api, args.event, ls_deadline_in_ms(0));
}
