/* Devices: their descriptions, their scratch memory and their endpoints in groups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "cpu/plugin.h"

static const char kind[] = "cpu";

void ls_cpu_description_init(PJRT_DeviceDescription *description, int id, int process_index)
{
    description->id = id;
    description->process_index = process_index;
    snprintf(description->text, sizeof(description->text), "cpu:%d (process %d)", id, process_index);
}

ls_status ls_cpu_device_init(PJRT_Device *device, PJRT_Client *client, int id)
{
    int process = id / client->own_count;
    device->client = client;
    device->local_id = -1;
    ls_cpu_description_init(&device->description, id, process);
    device->memory.device = device;
    snprintf(device->memory.text, sizeof(device->memory.text), "memory of cpu:%d", id);
    device->memory_list[0] = &device->memory;
    device->device_list[0] = device;
    if (process != client->options.node_id) return LS_OK;
    device->group = calloc((size_t)client->device_count, sizeof(int));
    if (!device->group) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    LS_TRY(ls_cpu_queue_start(&device->queue, id));
    device->local_id = id % client->own_count;
    return LS_OK;
}

void ls_cpu_device_finish(PJRT_Device *device)
{
    free(device->group);
    if (device->local_id < 0) return;
    const void *key;
    size_t size, i = 0;
    void *comm;
    while (ls_map_next(&device->comms, &i, &key, &size, &comm)) ls_comm_close(comm);
    ls_map_finish(&device->comms);
    ls_comm_free(device->client->domain, device->arena);
    if (device->private) munmap(device->private, device->private_bytes);
    ls_monitor_finish(&device->queue.monitor);
}

static ls_status grow_arena(PJRT_Device *device, size_t bytes)
{
    if (bytes <= device->arena_bytes) return LS_OK;
    ls_comm_free(device->client->domain, device->arena);
    device->arena = NULL;
    device->arena_bytes = 0;
    LS_TRY(ls_comm_alloc_raw(device->client->domain, bytes, &device->arena));
    device->arena_bytes = bytes;
    return LS_OK;
}

static ls_status grow_private(PJRT_Device *device, size_t bytes)
{
    if (bytes <= device->private_bytes) return LS_OK;
    if (device->private) munmap(device->private, device->private_bytes);
    device->private_bytes = 0;
    device->private = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (device->private == MAP_FAILED) {
        device->private = NULL;
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no %zu bytes of memory for %s to work in", bytes,
                       device->description.text);
    }
    madvise(device->private, bytes, MADV_HUGEPAGE);
    device->private_bytes = bytes;
    return LS_OK;
}

ls_status ls_cpu_device_arena(PJRT_Device *device, const ls_cpu_program_info *info, void **out_arena, void **out_shared)
{
    bool one_process = device->client->own_count == device->client->device_count;
    *out_shared = NULL;
    LS_TRY(grow_arena(device, one_process ? info->arena_bytes : info->shared_bytes));
    *out_arena = device->arena;
    if (one_process) return LS_OK;
    LS_TRY(grow_private(device, info->arena_bytes - info->shared_bytes));
    *out_arena = device->private;
    *out_shared = device->arena;
    return LS_OK;
}

ls_status ls_cpu_device_comm(PJRT_Device *device, const int *ids, int count, ls_comm **out_comm)
{
    size_t size = (size_t)count * sizeof(int);
    *out_comm = ls_map_get(&device->comms, ids, size);
    if (*out_comm) return LS_OK;
    int me = 0;
    while (me < count && ids[me] != device->description.id) me++;
    LS_ASSERT(me < count);
    LS_TRY(ls_comm_open(device->client->domain, 0, ids, count, me, out_comm));
    ls_map_set(&device->comms, ids, size, *out_comm);
    return LS_OK;
}

/* In the device's order of work: what was started before may still meet the other replicas. */
typedef struct farewell {
    ls_cpu_task task;
    PJRT_Device *device;
    char reason[256];
} farewell;

static void run_farewell(ls_cpu_task *task)
{
    farewell *last = (farewell *)task;
    ls_comm_domain_mark_dead(last->device->client->domain, last->device->description.id, last->reason);
    free(last);
}

/* Whoever runs this device will not come: replicas that wait for it in a collective fail with the reason, now and
 * later. */
ls_status ls_cpu_api_Device_PoisonExecution(PJRT_Device_PoisonExecution_Args *args)
{
    args->poisoned = false;
    if (args->device->local_id < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "%s belongs to another process", args->device->description.text);
    farewell *last = calloc(1, sizeof(*last));
    if (!last) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    last->task.run = run_farewell;
    last->device = args->device;
    snprintf(last->reason, sizeof(last->reason), "%.*s", (int)args->error_message_size, args->error_message);
    ls_status status = ls_cpu_queue_push(&args->device->queue, &last->task);
    if (status != LS_OK) free(last);
    args->poisoned = status == LS_OK;
    return status;
}

ls_status ls_cpu_api_DeviceDescription_Id(PJRT_DeviceDescription_Id_Args *args)
{
    args->id = args->device_description->id;
    return LS_OK;
}

ls_status ls_cpu_api_DeviceDescription_ProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args *args)
{
    args->process_index = args->device_description->process_index;
    return LS_OK;
}

ls_status ls_cpu_api_DeviceDescription_Attributes(PJRT_DeviceDescription_Attributes_Args *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    return LS_OK;
}

ls_status ls_cpu_api_DeviceDescription_Kind(PJRT_DeviceDescription_Kind_Args *args)
{
    args->device_kind = kind;
    args->device_kind_size = sizeof(kind) - 1;
    return LS_OK;
}

ls_status ls_cpu_api_DeviceDescription_DebugString(PJRT_DeviceDescription_DebugString_Args *args)
{
    args->debug_string = args->device_description->text;
    args->debug_string_size = strlen(args->device_description->text);
    return LS_OK;
}

ls_status ls_cpu_api_DeviceDescription_ToString(PJRT_DeviceDescription_ToString_Args *args)
{
    args->to_string = args->device_description->text;
    args->to_string_size = strlen(args->device_description->text);
    return LS_OK;
}

ls_status ls_cpu_api_Device_GetDescription(PJRT_Device_GetDescription_Args *args)
{
    args->device_description = &args->device->description;
    return LS_OK;
}

ls_status ls_cpu_api_Device_IsAddressable(PJRT_Device_IsAddressable_Args *args)
{
    args->is_addressable = args->device->local_id >= 0;
    return LS_OK;
}

ls_status ls_cpu_api_Device_LocalHardwareId(PJRT_Device_LocalHardwareId_Args *args)
{
    args->local_hardware_id = args->device->local_id;
    return LS_OK;
}

ls_status ls_cpu_api_Device_AddressableMemories(PJRT_Device_AddressableMemories_Args *args)
{
    args->memories = args->device->memory_list;
    args->num_memories = args->device->local_id >= 0;
    return LS_OK;
}

ls_status ls_cpu_api_Device_DefaultMemory(PJRT_Device_DefaultMemory_Args *args)
{
    if (args->device->local_id < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "%s belongs to another process", args->device->description.text);
    args->memory = &args->device->memory;
    return LS_OK;
}

static void no_attributes_to_free(PJRT_Device_Attributes *attributes)
{
}

ls_status ls_cpu_api_Device_GetAttributes(PJRT_Device_GetAttributes_Args *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    args->device_attributes = NULL;
    args->attributes_deleter = no_attributes_to_free;
    return LS_OK;
}

ls_status ls_cpu_api_Device_MemoryStats(PJRT_Device_MemoryStats_Args *args)
{
    PJRT_Device *device = args->device;
    args->bytes_in_use = atomic_load(&device->bytes_in_use);
#define SET(name, value)                                                                                               \
    if (LS_CPU_HAS_FIELD(args, name##_is_set)) args->name = (value), args->name##_is_set = true
    SET(peak_bytes_in_use, atomic_load(&device->peak_bytes));
    SET(num_allocs, atomic_load(&device->allocations));
    SET(largest_alloc_size, atomic_load(&device->largest_allocation));
    SET(bytes_limit, device->client->options.memory_limit);
#define UNSET(name)                                                                                                    \
    if (LS_CPU_HAS_FIELD(args, name##_is_set)) args->name##_is_set = false
    UNSET(bytes_reserved);
    UNSET(peak_bytes_reserved);
    UNSET(bytes_reservable_limit);
    UNSET(largest_free_block_bytes);
    UNSET(pool_bytes);
    UNSET(peak_pool_bytes);
    UNSET(peak_allocated_bytes);
    return LS_OK;
}

ls_status ls_cpu_api_Device_ClearMemoryStats(PJRT_Device_ClearMemoryStats_Args *args)
{
    PJRT_Device *device = args->device;
    atomic_store(&device->peak_bytes, atomic_load(&device->bytes_in_use));
    atomic_store(&device->allocations, 0);
    atomic_store(&device->largest_allocation, 0);
    return LS_OK;
}

/* Marks work that a client does for a device, for its own profiler: nothing here looks at it. */
struct PJRT_AsyncTrackingEvent {
    PJRT_Device *device;
};

ls_status ls_cpu_api_Device_CreateAsyncTrackingEvent(PJRT_Device_CreateAsyncTrackingEvent_Args *args)
{
    args->event = malloc(sizeof(*args->event));
    if (!args->event) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    args->event->device = args->device;
    return LS_OK;
}

ls_status ls_cpu_api_AsyncTrackingEvent_Destroy(PJRT_AsyncTrackingEvent_Destroy_Args *args)
{
    free(args->event);
    return LS_OK;
}
