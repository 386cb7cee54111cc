/* Clients: the devices of this process, and those of the processes it works with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cpu/plugin.h"

const char ls_cpu_platform_name[] = "cpu";
const char ls_cpu_platform_version[] = "lockstep " LS_VERSION;

PJRT_Client *ls_cpu_client_share(PJRT_Client *client)
{
    atomic_fetch_add_explicit(&client->references, 1, memory_order_relaxed);
    return client;
}

void ls_cpu_client_release(PJRT_Client *client)
{
    if (!client || atomic_fetch_sub_explicit(&client->references, 1, memory_order_acq_rel) != 1) return;
    for (int i = 0; client->devices && i < client->device_count; i++)
        if (client->devices[i].client) ls_cpu_device_finish(&client->devices[i]);
    ls_comm_domain_destroy(client->domain);
    ls_cpu_event_release(client->done);
    ls_cpu_topology_destroy(client->topology);
    ls_cpu_trace_destroy(client->trace);
    pthread_mutex_destroy(&client->launch_lock);
    pthread_mutex_destroy(&client->mapped_lock);
    ls_map_finish(&client->mapped);
    free(client->devices);
    free(client->device_list);
    free(client->own_list);
    free(client->memory_list);
    free(client);
}

ls_status ls_cpu_client_check(const PJRT_Client *client)
{
    if (getpid() == client->process) return LS_OK;
    return ls_fail(LS_FAILED_PRECONDITION,
                   "this client was made by process %d before a fork; the child (%d) has to make its own",
                   (int)client->process, (int)getpid());
}

static ls_status make_lists(PJRT_Client *client)
{
    client->devices = calloc((size_t)client->device_count, sizeof(PJRT_Device));
    client->device_list = calloc((size_t)client->device_count, sizeof(PJRT_Device *));
    client->own_list = calloc((size_t)client->own_count, sizeof(PJRT_Device *));
    client->memory_list = calloc((size_t)client->own_count, sizeof(PJRT_Memory *));
    client->done = ls_cpu_event_create_done(LS_OK);
    if (!client->devices || !client->device_list || !client->own_list || !client->memory_list || !client->done)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < client->device_count; i++) {
        PJRT_Device *device = client->device_list[i] = &client->devices[i];
        LS_TRY(ls_cpu_device_init(device, client, i));
        if (device->local_id < 0) continue;
        client->own_list[device->local_id] = device;
        client->memory_list[device->local_id] = &device->memory;
    }
    return LS_OK;
}

static void stop_devices(PJRT_Client *client)
{
    for (int i = 0; client->own_list && i < client->own_count; i++)
        if (client->own_list[i]) ls_cpu_queue_finish(&client->own_list[i]->queue);
}

ls_status ls_cpu_api_Client_Create(PJRT_Client_Create_Args *args)
{
    ls_cpu_options options;
    LS_TRY(ls_cpu_options_read(args->create_options, args->num_options, &options));
    PJRT_Client *client = calloc(1, sizeof(*client));
    if (!client) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&client->references, 1);
    pthread_mutex_init(&client->launch_lock, NULL);
    pthread_mutex_init(&client->mapped_lock, NULL);
    client->process = getpid();
    client->options = options;
    client->own_count = (int)options.devices;
    client->device_count = (int)(options.devices * options.num_nodes);
    ls_status status = ls_cpu_world_meet(client, args);
    if (status == LS_OK) client->threads = ls_cpu_threads_of(ls_comm_domain_local_ranks(client->domain));
    if (status == LS_OK) status = make_lists(client);
    if (status == LS_OK) status = ls_cpu_options_read_check(&client->check);
    if (status == LS_OK) status = ls_cpu_trace_create(client, &client->trace);
    if (status == LS_OK) status = ls_cpu_topology_create((int)options.num_nodes, client->own_count, &client->topology);
    if (status == LS_OK) {
        args->client = client;
        return LS_OK;
    }
    stop_devices(client);
    ls_cpu_client_release(client);
    return status;
}

ls_status ls_cpu_api_Client_Destroy(PJRT_Client_Destroy_Args *args)
{
    if (!args->client) return LS_OK;
    /* In a forked child there are no threads to end; the memory stays with the parent's picture of it. */
    LS_TRY(ls_cpu_client_check(args->client));
    stop_devices(args->client);
    ls_cpu_client_release(args->client);
    return LS_OK;
}

ls_status ls_cpu_api_Client_PlatformName(PJRT_Client_PlatformName_Args *args)
{
    args->platform_name = ls_cpu_platform_name;
    args->platform_name_size = strlen(ls_cpu_platform_name);
    return LS_OK;
}

ls_status ls_cpu_api_Client_PlatformVersion(PJRT_Client_PlatformVersion_Args *args)
{
    args->platform_version = ls_cpu_platform_version;
    args->platform_version_size = strlen(ls_cpu_platform_version);
    return LS_OK;
}

ls_status ls_cpu_api_Client_ProcessIndex(PJRT_Client_ProcessIndex_Args *args)
{
    args->process_index = (int)args->client->options.node_id;
    return LS_OK;
}

ls_status ls_cpu_api_Client_Devices(PJRT_Client_Devices_Args *args)
{
    args->devices = args->client->device_list;
    args->num_devices = (size_t)args->client->device_count;
    return LS_OK;
}

ls_status ls_cpu_api_Client_AddressableDevices(PJRT_Client_AddressableDevices_Args *args)
{
    args->addressable_devices = args->client->own_list;
    args->num_addressable_devices = (size_t)args->client->own_count;
    return LS_OK;
}

ls_status ls_cpu_api_Client_LookupDevice(PJRT_Client_LookupDevice_Args *args)
{
    if (args->id < 0 || args->id >= args->client->device_count)
        return ls_fail(LS_INVALID_ARGUMENT, "no device has id %d; there are %d", args->id, args->client->device_count);
    args->device = args->client->device_list[args->id];
    return LS_OK;
}

ls_status ls_cpu_api_Client_LookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args *args)
{
    if (args->local_hardware_id < 0 || args->local_hardware_id >= args->client->own_count)
        return ls_fail(LS_INVALID_ARGUMENT, "no device of this process has number %d; there are %d",
                       args->local_hardware_id, args->client->own_count);
    args->addressable_device = args->client->own_list[args->local_hardware_id];
    return LS_OK;
}

ls_status ls_cpu_api_Client_AddressableMemories(PJRT_Client_AddressableMemories_Args *args)
{
    args->addressable_memories = args->client->memory_list;
    args->num_addressable_memories = (size_t)args->client->own_count;
    return LS_OK;
}

ls_status ls_cpu_api_Client_DefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args *args)
{
    size_t count = args->num_replicas > 0 && args->num_partitions > 0
                       ? (size_t)args->num_replicas * (size_t)args->num_partitions
                       : 0;
    if (count == 0 || count > (size_t)args->client->device_count)
        return ls_fail(LS_INVALID_ARGUMENT, "%d replicas of %d partitions do not fit on %d devices", args->num_replicas,
                       args->num_partitions, args->client->device_count);
    if (args->default_assignment_size < count)
        return ls_fail(LS_INVALID_ARGUMENT, "room for %zu numbers of devices, %zu are needed",
                       args->default_assignment_size, count);
    for (size_t i = 0; i < count; i++) args->default_assignment[i] = (int)i;
    return LS_OK;
}

ls_status ls_cpu_place(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory, PJRT_Device **out_device)
{
    if (memory) device = memory->device;
    if (!device) return ls_fail(LS_INVALID_ARGUMENT, "neither a device nor a memory is given");
    if (device->client != client) return ls_fail(LS_INVALID_ARGUMENT, "the device belongs to another client");
    if (device->local_id < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "%s belongs to another process", device->description.text);
    *out_device = device;
    return LS_OK;
}

/* Any host memory can be copied from: there is nothing to map, but whoever unmaps must have mapped. */
ls_status ls_cpu_api_Client_DmaMap(PJRT_Client_DmaMap_Args *args)
{
    if (!args->data || !args->size) return ls_fail(LS_INVALID_ARGUMENT, "no memory to map");
    pthread_mutex_lock(&args->client->mapped_lock);
    bool is_mapped = ls_map_get(&args->client->mapped, &args->data, sizeof(args->data)) != NULL;
    if (!is_mapped) ls_map_set(&args->client->mapped, &args->data, sizeof(args->data), args->data);
    pthread_mutex_unlock(&args->client->mapped_lock);
    return is_mapped ? ls_fail(LS_ALREADY_EXISTS, "the memory at %p is mapped already", args->data) : LS_OK;
}

ls_status ls_cpu_api_Client_DmaUnmap(PJRT_Client_DmaUnmap_Args *args)
{
    pthread_mutex_lock(&args->client->mapped_lock);
    bool was_mapped = ls_map_remove(&args->client->mapped, &args->data, sizeof(args->data)) != NULL;
    pthread_mutex_unlock(&args->client->mapped_lock);
    return was_mapped ? LS_OK : ls_fail(LS_NOT_FOUND, "no memory at %p is mapped", args->data);
}
