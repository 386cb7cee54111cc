/* The whole of what a client needs to compute 2 + 3 on the CPU device, through GetPjrtApi alone. */
#include "base/pjrt_c_api.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char program_text[] = "func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {\n"
                                   "  %z = stablehlo.add %x, %y : tensor<i32>\n"
                                   "  return %z : tensor<i32>\n"
                                   "}\n";
/* CompileOptionsProto: executable_build_options { device_ordinal −1, num_replicas 1, num_partitions 1 }, portable. */
static const char options[] = "\x1a\x0f\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x20\x01\x28\x01\x20\x01";

static const PJRT_Api *api;

static int failed(PJRT_Error *error, const char *what)
{
    if (!error) return 0;
    PJRT_Error_Message_Args message = PJRT_NEW(Error_Message_Args, .error = error);
    api->PJRT_Error_Message(&message);
    printf("Bail out! %s: %.*s\n", what, (int)message.message_size, message.message);
    PJRT_Error_Destroy_Args destroy = PJRT_NEW(Error_Destroy_Args, .error = error);
    api->PJRT_Error_Destroy(&destroy);
    return 1;
}

static int wait_for(PJRT_Event *event)
{
    PJRT_Event_Await_Args await = PJRT_NEW(Event_Await_Args, .event = event);
    int bad = failed(api->PJRT_Event_Await(&await), "await");
    PJRT_Event_Destroy_Args destroy = PJRT_NEW(Event_Destroy_Args, .event = event);
    return bad | failed(api->PJRT_Event_Destroy(&destroy), "destroy event");
}

int main(void)
{
    void *library = dlopen(CPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    const PJRT_Api *(*get)(void) = library ? (const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi") : NULL;
    if (!get) return printf("Bail out! %s\n", dlerror()), 1;
    api = get();
    printf("1..1\n");

    PJRT_Client_Create_Args create = PJRT_NEW(Client_Create_Args);
    if (failed(api->PJRT_Client_Create(&create), "client")) return 1;
    PJRT_Client_AddressableDevices_Args devices = PJRT_NEW(Client_AddressableDevices_Args, .client = create.client);
    if (failed(api->PJRT_Client_AddressableDevices(&devices), "devices")) return 1;

    PJRT_Program program = PJRT_NEW(Program, .code = (char *)program_text, .code_size = sizeof(program_text) - 1,
                                    .format = "mlir", .format_size = 4);
    PJRT_Client_Compile_Args compile =
        PJRT_NEW(Client_Compile_Args, .client = create.client, .program = &program, .compile_options = options,
                 .compile_options_size = sizeof(options) - 1);
    if (failed(api->PJRT_Client_Compile(&compile), "compile")) return 1;

    PJRT_Buffer *inputs[2], *outputs[1];
    for (int i = 0; i < 2; i++) {
        const int number = 2 + i;
        PJRT_Client_BufferFromHostBuffer_Args put =
            PJRT_NEW(Client_BufferFromHostBuffer_Args, .client = create.client, .data = &number,
                     .type = PJRT_Buffer_Type_S32, .device = devices.addressable_devices[0]);
        if (failed(api->PJRT_Client_BufferFromHostBuffer(&put), "put") || wait_for(put.done_with_host_buffer)) return 1;
        inputs[i] = put.buffer;
    }
    PJRT_ExecuteOptions run = PJRT_NEW(ExecuteOptions);
    PJRT_Event *done;
    PJRT_LoadedExecutable_Execute_Args execute =
        PJRT_NEW(LoadedExecutable_Execute_Args, .executable = compile.executable, .options = &run,
                 .argument_lists = (PJRT_Buffer *const *const[]){inputs}, .num_devices = 1, .num_args = 2,
                 .output_lists = (PJRT_Buffer * *const[]){outputs}, .device_complete_events = &done);
    if (failed(api->PJRT_LoadedExecutable_Execute(&execute), "execute") || wait_for(done)) return 1;

    int sum = 0;
    PJRT_Buffer_ToHostBuffer_Args read =
        PJRT_NEW(Buffer_ToHostBuffer_Args, .src = outputs[0], .dst = &sum, .dst_size = sizeof(sum));
    if (failed(api->PJRT_Buffer_ToHostBuffer(&read), "read") || wait_for(read.event)) return 1;

    for (int i = 0; i < 3; i++) {
        PJRT_Buffer_Destroy_Args destroy = PJRT_NEW(Buffer_Destroy_Args, .buffer = i < 2 ? inputs[i] : outputs[0]);
        if (failed(api->PJRT_Buffer_Destroy(&destroy), "destroy buffer")) return 1;
    }
    PJRT_LoadedExecutable_Destroy_Args unload =
        PJRT_NEW(LoadedExecutable_Destroy_Args, .executable = compile.executable);
    PJRT_Client_Destroy_Args end = PJRT_NEW(Client_Destroy_Args, .client = create.client);
    if (failed(api->PJRT_LoadedExecutable_Destroy(&unload), "unload") || failed(api->PJRT_Client_Destroy(&end), "end"))
        return 1;
    printf("%s 1 - 2 + 3 = %d\n", sum == 5 ? "ok" : "not ok", sum);
    return sum != 5;
}
