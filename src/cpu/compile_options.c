/* PJRT's messages (base/pjrt_options.proto): which replicas run on which devices, and shapes. */
#include <stdlib.h>

#include "base/error.h"
#include "base/pjrt_options.pb-c.h"
#include "cpu/plugin.h"

/* The devices of the one partition that we have; those from 0 on where the message names none. */
static ls_status read_assignment(int device_count, const Pjrt__DeviceAssignment *message, ls_cpu_placement *placement)
{
    const Pjrt__ComputationDevice *devices = NULL;
    if (message && message->n_computation_devices) {
        devices = message->computation_devices[0];
        if (message->n_computation_devices != 1 || devices->n_replica_device_ids != (size_t)placement->num_replicas)
            return ls_fail(LS_INVALID_ARGUMENT,
                           "the device assignment has %zu computations with %zu devices for %d replicas",
                           message->n_computation_devices, devices->n_replica_device_ids, placement->num_replicas);
    }
    for (int i = 0; i < placement->num_replicas; i++) {
        int64_t id = devices ? devices->replica_device_ids[i] : i;
        if (id < 0 || id >= device_count)
            return ls_fail(LS_INVALID_ARGUMENT, "replica %d is assigned to device %lld; there are %d devices", i,
                           (long long)id, device_count);
        placement->ids[i] = (int)id;
        for (int k = 0; k < i; k++)
            if (placement->ids[k] == id)
                return ls_fail(LS_INVALID_ARGUMENT, "replicas %d and %d are both assigned to device %d", k, i, (int)id);
    }
    return LS_OK;
}

static ls_status read_message(int device_count, const Pjrt__CompileOptions *message, ls_cpu_placement *placement)
{
    static const Pjrt__BuildOptions none = PJRT__BUILD_OPTIONS__INIT;
    const Pjrt__BuildOptions *build = message->executable_build_options ? message->executable_build_options : &none;
    if (build->num_partitions > 1)
        return ls_fail(LS_UNIMPLEMENTED, "%lld partitions; the CPU device runs replicas, each of one partition",
                       (long long)build->num_partitions);
    if (build->num_replicas > device_count)
        return ls_fail(LS_INVALID_ARGUMENT, "%lld replicas for %d devices", (long long)build->num_replicas,
                       device_count);
    if (message->parameter_is_tupled_arguments)
        return ls_fail(LS_UNIMPLEMENTED, "arguments as one tuple; the CPU device takes them one by one");
    placement->num_replicas = build->num_replicas > 1 ? (int)build->num_replicas : 1;
    placement->portable = placement->num_replicas == 1 && message->compile_portable_executable;
    placement->ids = calloc((size_t)placement->num_replicas, sizeof(int));
    if (!placement->ids) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    return read_assignment(device_count, placement->portable ? NULL : build->device_assignment, placement);
}

ls_status ls_cpu_placement_read(int device_count, const void *bytes, size_t size, ls_cpu_placement *out_placement)
{
    *out_placement = (ls_cpu_placement){0};
    Pjrt__CompileOptions *message = pjrt__compile_options__unpack(NULL, size, bytes);
    if (!message) return ls_fail(LS_INVALID_ARGUMENT, "the compile options are no CompileOptionsProto");
    ls_status status = read_message(device_count, message, out_placement);
    pjrt__compile_options__free_unpacked(message, NULL);
    if (status != LS_OK) {
        free(out_placement->ids);
        out_placement->ids = NULL;
    }
    return status;
}

ls_status ls_cpu_placement_write(const ls_cpu_placement *placement, char **out_bytes, size_t *out_size)
{
    Pjrt__DeviceAssignment message = PJRT__DEVICE_ASSIGNMENT__INIT;
    Pjrt__ComputationDevice devices = PJRT__COMPUTATION_DEVICE__INIT;
    Pjrt__ComputationDevice *computations[] = {&devices};
    int64_t *ids = calloc((size_t)placement->num_replicas, sizeof(*ids));
    if (!ids) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < placement->num_replicas; i++) ids[i] = placement->ids[i];
    devices.replica_device_ids = ids;
    devices.n_replica_device_ids = (size_t)placement->num_replicas;
    if (!placement->portable) { /* a portable program has no assignment: an empty message */
        message.replica_count = placement->num_replicas;
        message.computation_count = 1;
        message.n_computation_devices = 1;
        message.computation_devices = computations;
    }
    *out_size = pjrt__device_assignment__get_packed_size(&message);
    *out_bytes = malloc(*out_size + 1);
    if (*out_bytes) pjrt__device_assignment__pack(&message, (uint8_t *)*out_bytes);
    free(ids);
    return *out_bytes ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

/* XLA's PrimitiveType for the numbers of PJRT_Buffer_Type, which ls_dtype shares. */
static const int primitive_types[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 16, 15, 18,
                                      19, 20, 23, 24, 25, 21, 22, 17, 26, 27, 28, 29, 33, 32, 30, 31};

ls_status ls_cpu_shape_write(PJRT_Buffer_Type type, const int64_t *dims, size_t num_dims, char **out_bytes,
                             size_t *out_size)
{
    ls_ir_type checked;
    LS_TRY(ls_cpu_type_of(type, dims, num_dims, &checked));
    int64_t minor_to_major[LS_MAX_RANK];
    for (size_t i = 0; i < num_dims; i++) minor_to_major[i] = (int64_t)(num_dims - 1 - i);
    Pjrt__Layout layout = PJRT__LAYOUT__INIT;
    layout.minor_to_major = minor_to_major;
    layout.n_minor_to_major = num_dims;
    Pjrt__Shape shape = PJRT__SHAPE__INIT;
    shape.element_type = primitive_types[type];
    shape.dimensions = checked.shape.dims;
    shape.n_dimensions = num_dims;
    shape.layout = &layout;
    *out_size = pjrt__shape__get_packed_size(&shape);
    *out_bytes = malloc(*out_size + 1);
    if (!*out_bytes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    pjrt__shape__pack(&shape, (uint8_t *)*out_bytes);
    return LS_OK;
}
