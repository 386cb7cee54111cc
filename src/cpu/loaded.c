/* Programs on their devices: compiled, loaded, deserialised, and which devices those are. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/plugin.h"

PJRT_LoadedExecutable *ls_cpu_loaded_share(PJRT_LoadedExecutable *loaded)
{
    atomic_fetch_add_explicit(&loaded->references, 1, memory_order_relaxed);
    return loaded;
}

void ls_cpu_loaded_release(PJRT_LoadedExecutable *loaded)
{
    if (!loaded || atomic_fetch_sub_explicit(&loaded->references, 1, memory_order_acq_rel) != 1) return;
    ls_cpu_executable_release(loaded->executable);
    free(loaded->placement.ids);
    free(loaded->addressable);
    free(loaded->logical_ids);
    free(loaded->launches);
    ls_cpu_client_release(loaded->client);
    free(loaded);
}

/* The devices of this process that the program runs on. */
static ls_status list_devices(PJRT_LoadedExecutable *loaded)
{
    PJRT_Client *client = loaded->client;
    const ls_cpu_placement *placement = &loaded->placement;
    size_t count = (size_t)placement->num_replicas;
    loaded->addressable = calloc(count, sizeof(PJRT_Device *));
    loaded->logical_ids = calloc(count, sizeof(PJRT_LogicalDeviceIds));
    loaded->launches = calloc(count, sizeof(*loaded->launches));
    if (!loaded->addressable || !loaded->logical_ids || !loaded->launches)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < placement->num_replicas; i++) {
        PJRT_Device *device = &client->devices[placement->ids[i]];
        if (placement->portable) device = client->own_list[0];
        if (device->local_id < 0) continue;
        loaded->addressable[loaded->addressable_count] = device;
        loaded->logical_ids[loaded->addressable_count++] = (PJRT_LogicalDeviceIds){.replica = i};
    }
    return LS_OK;
}

/* An executable, taken over, on the devices that the options name; a failed one's status passes through. */
static ls_status load(PJRT_Client *client, ls_status status, PJRT_Executable *executable, const void *options,
                      size_t options_size, PJRT_LoadedExecutable **out_loaded)
{
    *out_loaded = NULL;
    if (status != LS_OK) return status;
    PJRT_LoadedExecutable *loaded = calloc(1, sizeof(*loaded));
    if (!loaded) {
        ls_cpu_executable_release(executable);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    atomic_init(&loaded->references, 1);
    loaded->client = ls_cpu_client_share(client);
    loaded->executable = executable;
    status = ls_cpu_placement_read(client->device_count, options, options_size, &loaded->placement);
    if (status == LS_OK && loaded->placement.num_replicas != executable->num_replicas)
        status = ls_fail(LS_INVALID_ARGUMENT, "program %s was compiled for %d replicas, the options say %d",
                         executable->info->name, executable->num_replicas, loaded->placement.num_replicas);
    if (status == LS_OK) status = list_devices(loaded);
    if (status == LS_OK)
        *out_loaded = loaded;
    else
        ls_cpu_loaded_release(loaded);
    return status;
}

static ls_status compile_for(PJRT_Client *client, const PJRT_Program *program, const void *options, size_t size,
                             PJRT_Executable **out_executable)
{
    return ls_cpu_executable_compile(program, options, size, client->device_count, client->threads,
                                     client->options.memory_limit, out_executable);
}

ls_status ls_cpu_api_Client_Compile(PJRT_Client_Compile_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    PJRT_Executable *executable;
    ls_status status =
        compile_for(args->client, args->program, args->compile_options, args->compile_options_size, &executable);
    return load(args->client, status, executable, args->compile_options, args->compile_options_size, &args->executable);
}

ls_status ls_cpu_api_Compile(PJRT_Compile_Args *args)
{
    int devices = args->topology->processes * args->topology->devices;
    int64_t limit = args->client ? args->client->options.memory_limit : INT64_MAX;
    return ls_cpu_executable_compile(args->program, args->compile_options, args->compile_options_size, devices,
                                     ls_cpu_threads_of(devices), limit, &args->executable);
}

/* The same executable, or one compiled again where the client's devices have another number of threads. */
ls_status ls_cpu_api_Client_Load(PJRT_Client_Load_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    PJRT_Executable *given = args->executable, *executable = given;
    const char *options = args->compile_options_size ? args->compile_options : given->options;
    size_t size = args->compile_options_size ? args->compile_options_size : given->options_size;
    ls_status status = LS_OK;
    if (given->threads == args->client->threads) {
        ls_cpu_executable_share(given);
    } else {
        PJRT_Program program =
            PJRT_NEW(Program, .code = given->code, .code_size = given->code_size, .format = "mlir", .format_size = 4);
        status = compile_for(args->client, &program, options, size, &executable);
    }
    return load(args->client, status, executable, options, size, &args->loaded_executable);
}

ls_status ls_cpu_api_Executable_DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    ls_cpu_serialized parts;
    LS_TRY(ls_cpu_executable_read(args->serialized_executable, args->serialized_executable_size, &parts));
    if (LS_CPU_HAS_FIELD(args, overridden_serialized_compile_options_size) &&
        args->overridden_serialized_compile_options_size) {
        parts.options = args->overridden_serialized_compile_options;
        parts.options_size = args->overridden_serialized_compile_options_size;
    }
    PJRT_Executable *executable;
    ls_status status = compile_for(args->client, &parts.program, parts.options, parts.options_size, &executable);
    return load(args->client, status, executable, parts.options, parts.options_size, &args->loaded_executable);
}

ls_status ls_cpu_api_LoadedExecutable_Destroy(PJRT_LoadedExecutable_Destroy_Args *args)
{
    ls_cpu_loaded_release(args->executable);
    return LS_OK;
}

ls_status ls_cpu_api_LoadedExecutable_Delete(PJRT_LoadedExecutable_Delete_Args *args)
{
    atomic_store(&args->executable->deleted, true);
    return LS_OK;
}

ls_status ls_cpu_api_LoadedExecutable_IsDeleted(PJRT_LoadedExecutable_IsDeleted_Args *args)
{
    args->is_deleted = atomic_load(&args->executable->deleted);
    return LS_OK;
}

ls_status ls_cpu_api_LoadedExecutable_GetExecutable(PJRT_LoadedExecutable_GetExecutable_Args *args)
{
    args->executable = ls_cpu_executable_share(args->loaded_executable->executable);
    return LS_OK;
}

ls_status ls_cpu_api_LoadedExecutable_AddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args *args)
{
    args->addressable_devices = args->executable->addressable;
    args->num_addressable_devices = args->executable->addressable_count;
    return LS_OK;
}

ls_status
ls_cpu_api_LoadedExecutable_AddressableDeviceLogicalIds(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args *args)
{
    args->addressable_device_logical_ids = args->executable->logical_ids;
    args->num_addressable_device_logical_ids = args->executable->addressable_count;
    return LS_OK;
}

static void free_assignment(PJRT_DeviceAssignmentSerialized *assignment)
{
    free(assignment);
}

ls_status ls_cpu_api_LoadedExecutable_GetDeviceAssignment(PJRT_LoadedExecutable_GetDeviceAssignment_Args *args)
{
    char *bytes;
    LS_TRY(ls_cpu_placement_write(&args->executable->placement, &bytes, &args->serialized_bytes_size));
    args->serialized_bytes = bytes;
    args->serialized_device_assignment = (PJRT_DeviceAssignmentSerialized *)bytes;
    args->serialized_device_assignment_deleter = free_assignment;
    return LS_OK;
}

ls_status ls_cpu_api_LoadedExecutable_Fingerprint(PJRT_LoadedExecutable_Fingerprint_Args *args)
{
    args->executable_fingerprint = args->executable->executable->fingerprint;
    args->executable_fingerprint_size = strlen(args->executable_fingerprint);
    return LS_OK;
}
