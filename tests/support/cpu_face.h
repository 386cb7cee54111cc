/* For tests that speak the C API with the CPU device: a client of four devices, errors, events and buffers. */
#ifndef LS_TEST_FACE_H
#define LS_TEST_FACE_H

#include "base/pjrt_c_api.h"
#include "ls_test.h"
#include <dlfcn.h>
#include <stdio.h>

static const PJRT_Api *api;
static PJRT_Client *client;
static PJRT_Device *const *device_list;
static PJRT_Device *device; /* the first */

enum { DEVICES = 4 };

/* The code of an error, which is destroyed; its message in `last_message`. */
static char last_message[1024];
static inline PJRT_Error_Code take(PJRT_Error *error)
{
    last_message[0] = 0;
    if (!error) return PJRT_Error_Code_OK;
    PJRT_Error_GetCode_Args code = PJRT_NEW(Error_GetCode_Args, .error = error);
    assert_null(api->PJRT_Error_GetCode(&code));
    PJRT_Error_Message_Args message = PJRT_NEW(Error_Message_Args, .error = error);
    api->PJRT_Error_Message(&message);
    snprintf(last_message, sizeof(last_message), "%.*s", (int)message.message_size, message.message);
    PJRT_Error_Destroy_Args destroy = PJRT_NEW(Error_Destroy_Args, .error = error);
    api->PJRT_Error_Destroy(&destroy);
    return code.code;
}

#define assert_done(call)                                                                                              \
    do {                                                                                                               \
        if (take(call) != PJRT_Error_Code_OK) fail_msg("%s: %s", #call, last_message);                                 \
    } while (0)

static inline int start(void **state)
{
    void *library = dlopen(CPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    api = ((const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi"))();
    PJRT_NamedValue count = PJRT_NEW(NamedValue, .name = "cpu_device_count", .name_size = 16,
                                     .type = PJRT_NamedValue_kInt64, .int64_value = DEVICES, .value_size = 1);
    PJRT_Client_Create_Args create = PJRT_NEW(Client_Create_Args, .create_options = &count, .num_options = 1);
    /* Without several processes the callbacks may be anything. */
    create.kv_get_callback = (PJRT_KeyValueGetCallback)6;
    create.kv_put_callback = (PJRT_KeyValuePutCallback)1002;
    assert_done(api->PJRT_Client_Create(&create));
    client = create.client;
    PJRT_Client_AddressableDevices_Args devices = PJRT_NEW(Client_AddressableDevices_Args, .client = client);
    assert_done(api->PJRT_Client_AddressableDevices(&devices));
    assert_int_equal(devices.num_addressable_devices, DEVICES);
    device_list = devices.addressable_devices;
    device = device_list[0];
    return 0;
}

static inline int end(void **state)
{
    PJRT_Client_Destroy_Args args = PJRT_NEW(Client_Destroy_Args, .client = client);
    assert_done(api->PJRT_Client_Destroy(&args));
    return 0;
}

static inline void destroy_event(PJRT_Event *event)
{
    PJRT_Event_Destroy_Args args = PJRT_NEW(Event_Destroy_Args, .event = event);
    assert_done(api->PJRT_Event_Destroy(&args));
}

static inline void destroy_buffer(PJRT_Buffer *buffer)
{
    PJRT_Buffer_Destroy_Args args = PJRT_NEW(Buffer_Destroy_Args, .buffer = buffer);
    assert_done(api->PJRT_Buffer_Destroy(&args));
}

static inline PJRT_Error *read_back(PJRT_Buffer *buffer, void *out, size_t size, PJRT_Buffer_MemoryLayout *layout)
{
    PJRT_Buffer_ToHostBuffer_Args args =
        PJRT_NEW(Buffer_ToHostBuffer_Args, .src = buffer, .dst = out, .dst_size = size, .host_layout = layout);
    PJRT_Error *error = api->PJRT_Buffer_ToHostBuffer(&args);
    if (error) return error;
    PJRT_Event_Await_Args await = PJRT_NEW(Event_Await_Args, .event = args.event);
    error = api->PJRT_Event_Await(&await);
    destroy_event(args.event);
    return error;
}

static inline PJRT_Buffer *put_number_on(PJRT_Device *place, int32_t number)
{
    PJRT_Client_BufferFromHostBuffer_Args args =
        PJRT_NEW(Client_BufferFromHostBuffer_Args, .client = client, .data = &number, .type = PJRT_Buffer_Type_S32,
                 .device = place);
    assert_done(api->PJRT_Client_BufferFromHostBuffer(&args));
    destroy_event(args.done_with_host_buffer);
    return args.buffer;
}

static inline PJRT_Buffer *put_number(int32_t number)
{
    return put_number_on(device, number);
}

#endif
