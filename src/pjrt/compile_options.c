/* Compile options as the message that plugins read (base/pjrt_options.proto). */
#include <stdlib.h>

#include "base/error.h"
#include "base/pjrt_options.pb-c.h"
#include "pjrt/internal.h"

ls_status ls_pjrt_options_encode(const ls_pjrt_compile_options *options, char **out_bytes, size_t *out_size)
{
    Pjrt__ComputationDevice devices = PJRT__COMPUTATION_DEVICE__INIT;
    Pjrt__ComputationDevice *computations[] = {&devices}; /* one partition */
    Pjrt__DeviceAssignment assignment = PJRT__DEVICE_ASSIGNMENT__INIT;
    Pjrt__BuildOptions build = PJRT__BUILD_OPTIONS__INIT;
    Pjrt__CompileOptions message = PJRT__COMPILE_OPTIONS__INIT;
    size_t replicas = options->device_ids ? (size_t)options->num_replicas : 1;
    int64_t *ids = calloc(replicas, sizeof(*ids));
    if (!ids) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    build.device_ordinal = -1; /* none in particular */
    build.num_replicas = (int64_t)replicas;
    build.num_partitions = 1;
    if (options->device_ids) {
        for (size_t i = 0; i < replicas; i++) ids[i] = options->device_ids[i];
        devices.n_replica_device_ids = replicas;
        devices.replica_device_ids = ids;
        assignment.replica_count = (int32_t)replicas;
        assignment.computation_count = 1;
        assignment.n_computation_devices = 1;
        assignment.computation_devices = computations;
        build.device_assignment = &assignment;
    }
    message.executable_build_options = &build;
    message.compile_portable_executable = !options->device_ids;
    *out_size = pjrt__compile_options__get_packed_size(&message);
    *out_bytes = malloc(*out_size);
    if (*out_bytes) pjrt__compile_options__pack(&message, (uint8_t *)*out_bytes);
    free(ids);
    return *out_bytes ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}
