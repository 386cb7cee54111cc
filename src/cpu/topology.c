/* Topologies: how many processes of how many devices each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "cpu/plugin.h"

static const char text_prefix[] = "lockstep cpu ";

int ls_cpu_threads_of(int device_count)
{
    int threads = ls_cpu_count() / device_count;
    return threads < 1 ? 1 : threads;
}

static void set_attribute(PJRT_NamedValue *value, const char *name, int64_t number)
{
    *value = PJRT_NEW(NamedValue, .name = name, .name_size = strlen(name), .type = PJRT_NamedValue_kInt64,
                      .int64_value = number, .value_size = 1);
}

ls_status ls_cpu_topology_create(int processes, int devices, PJRT_TopologyDescription **out_topology)
{
    size_t count = (size_t)processes * (size_t)devices;
    PJRT_TopologyDescription *topology = *out_topology = calloc(1, sizeof(*topology));
    if (topology) topology->descriptions = calloc(count, sizeof(*topology->descriptions));
    if (topology) topology->list = calloc(count, sizeof(*topology->list));
    if (!topology || !topology->descriptions || !topology->list) {
        ls_cpu_topology_destroy(topology);
        *out_topology = NULL;
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    topology->processes = processes;
    topology->devices = devices;
    for (size_t i = 0; i < count; i++) {
        topology->list[i] = &topology->descriptions[i];
        ls_cpu_description_init(topology->list[i], (int)i, (int)i / devices);
    }
    set_attribute(&topology->attributes[0], "num_processes", processes);
    set_attribute(&topology->attributes[1], "devices_per_process", devices);
    snprintf(topology->text, sizeof(topology->text), "%s%dx%d", text_prefix, processes, devices);
    return LS_OK;
}

void ls_cpu_topology_destroy(PJRT_TopologyDescription *topology)
{
    if (!topology) return;
    free(topology->descriptions);
    free(topology->list);
    free(topology);
}

/* Reads `prefix`<processes>x<devices of each>. */
static ls_status parse(const char *prefix, const char *text, size_t size, int *out_processes, int *out_devices)
{
    char copy[64], after;
    size_t skip = strlen(prefix);
    if (size >= skip && size < sizeof(copy) && !memcmp(text, prefix, skip)) {
        memcpy(copy, text, size);
        copy[size] = 0;
        if (sscanf(copy + skip, "%dx%d%c", out_processes, out_devices, &after) == 2 && *out_processes > 0 &&
            *out_devices > 0 && *out_processes <= LS_CPU_MOST_NODES && *out_devices <= LS_CPU_MOST_DEVICES)
            return LS_OK;
    }
    return ls_fail(LS_INVALID_ARGUMENT,
                   "\"%.*s\" is no topology of the CPU device: it is %sPxD, with 1 to %d processes of 1 to %d devices",
                   size > 40 ? 40 : (int)size, text, prefix, LS_CPU_MOST_NODES, LS_CPU_MOST_DEVICES);
}

/* By a name such as 2x4, two processes of four devices each, or by the options of a client. */
ls_status ls_cpu_api_TopologyDescription_Create(PJRT_TopologyDescription_Create_Args *args)
{
    ls_cpu_options options;
    LS_TRY(ls_cpu_options_read(args->create_options, args->num_options, &options));
    int processes = (int)options.num_nodes, devices = (int)options.devices;
    if (args->topology_name_size)
        LS_TRY(parse("", args->topology_name, args->topology_name_size, &processes, &devices));
    return ls_cpu_topology_create(processes, devices, &args->topology);
}

ls_status ls_cpu_api_TopologyDescription_Destroy(PJRT_TopologyDescription_Destroy_Args *args)
{
    ls_cpu_topology_destroy(args->topology);
    return LS_OK;
}

/* The client's own: it lives as long as the client and is not destroyed by the caller. */
ls_status ls_cpu_api_Client_TopologyDescription(PJRT_Client_TopologyDescription_Args *args)
{
    args->topology = args->client->topology;
    return LS_OK;
}

ls_status ls_cpu_api_TopologyDescription_PlatformName(PJRT_TopologyDescription_PlatformName_Args *args)
{
    args->platform_name = ls_cpu_platform_name;
    args->platform_name_size = strlen(ls_cpu_platform_name);
    return LS_OK;
}

ls_status ls_cpu_api_TopologyDescription_PlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args *args)
{
    args->platform_version = ls_cpu_platform_version;
    args->platform_version_size = strlen(ls_cpu_platform_version);
    return LS_OK;
}

ls_status
ls_cpu_api_TopologyDescription_GetDeviceDescriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args *args)
{
    args->descriptions = args->topology->list;
    args->num_descriptions = (size_t)args->topology->processes * (size_t)args->topology->devices;
    return LS_OK;
}

ls_status ls_cpu_api_TopologyDescription_Attributes(PJRT_TopologyDescription_Attributes_Args *args)
{
    args->attributes = args->topology->attributes;
    args->num_attributes = sizeof(args->topology->attributes) / sizeof(args->topology->attributes[0]);
    return LS_OK;
}

static void free_nothing(PJRT_SerializedTopology *topology)
{
}

/* The bytes live with the topology: there is nothing to free. */
ls_status ls_cpu_api_TopologyDescription_Serialize(PJRT_TopologyDescription_Serialize_Args *args)
{
    args->serialized_bytes = args->topology->text;
    args->serialized_bytes_size = strlen(args->topology->text);
    args->serialized_topology = (PJRT_SerializedTopology *)args->topology;
    args->serialized_topology_deleter = free_nothing;
    return LS_OK;
}

ls_status ls_cpu_api_TopologyDescription_Deserialize(PJRT_TopologyDescription_Deserialize_Args *args)
{
    int processes, devices;
    LS_TRY(parse(text_prefix, args->serialized_topology, args->serialized_topology_size, &processes, &devices));
    return ls_cpu_topology_create(processes, devices, &args->topology);
}

ls_status ls_cpu_api_TopologyDescription_Fingerprint(PJRT_TopologyDescription_Fingerprint_Args *args)
{
    args->fingerprint = ls_hash(args->topology->text, strlen(args->topology->text), 0);
    return LS_OK;
}

ls_status
ls_cpu_api_TopologyDescription_GetMemorySpaceKindIds(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args *args)
{
    static const int ids[] = {LS_CPU_MEMORY_KIND_ID};
    args->memory_space_kind_ids = ids;
    args->num_memory_space_kind_ids = 1;
    return LS_OK;
}

static void free_shape(const char *bytes)
{
    free((char *)bytes);
}

/* An array of this type as the device keeps it, as a ShapeProto: dense and row-major, whatever layout was hoped for. */
ls_status ls_cpu_api_TopologyDescription_MakeCanonicalShapeForMemorySpace(
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args *args)
{
    if (args->memory_space_kind_id != LS_CPU_MEMORY_KIND_ID)
        return ls_fail(LS_INVALID_ARGUMENT, "no memory has kind %d; the one there is has kind %d",
                       args->memory_space_kind_id, LS_CPU_MEMORY_KIND_ID);
    char *bytes;
    LS_TRY(ls_cpu_shape_write(args->element_type, args->dims, args->num_dims, &bytes, &args->serialized_shape_size));
    args->serialized_shape = bytes;
    args->serialized_shape_deleter = free_shape;
    return LS_OK;
}
