/* Programs: compiled from StableHLO text, and what clients ask about them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "cpu/plugin.h"

static const char memory_kind[] = LS_CPU_MEMORY_KIND;

void ls_cpu_executable_release(PJRT_Executable *executable)
{
    if (!executable || atomic_fetch_sub_explicit(&executable->references, 1, memory_order_acq_rel) != 1) return;
    ls_cpu_program_destroy(executable->program);
    free(executable->text);
    free(executable->output_types);
    free(executable->output_dims);
    free(executable->output_ranks);
    free(executable->memory_kinds);
    free(executable->memory_kind_sizes);
    ls_cpu_client_release(executable->client);
    free(executable);
}

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
    free(loaded);
}

static ls_status check_format(const PJRT_Program *program)
{
    if (program->format_size != 4 || memcmp(program->format, "mlir", 4))
        return ls_fail(LS_UNIMPLEMENTED,
                       "programs of format \"%.*s\"; the CPU device compiles \"mlir\" (StableHLO text)",
                       (int)program->format_size, program->format);
    if (program->code_size >= 4 && !memcmp(program->code, "ML\xEFR", 4))
        return ls_fail(LS_UNIMPLEMENTED, "MLIR bytecode; the CPU device compiles StableHLO text");
    return LS_OK;
}

static ls_status build(PJRT_Executable *executable)
{
    ls_ir_module *module;
    LS_TRY(ls_ir_parse(executable->text, executable->text_size, &module));
    ls_cpu_compile_options options = {.num_replicas = executable->num_replicas,
                                      .reference = ls_env_is_on(LS_ENV_LOCKSTEP_CPU_REFERENCE),
                                      .threads = executable->client->threads,
                                      .dump = ls_env_get(LS_ENV_LOCKSTEP_DUMP)};
    ls_status status = ls_ir_verify(module);
    if (status == LS_OK) status = ls_cpu_compile(module, &options, &executable->program);
    ls_ir_module_destroy(module);
    if (status == LS_OK) executable->info = ls_cpu_program_info_of(executable->program);
    return status;
}

static void set_cost(PJRT_NamedValue *value, const char *name, double number)
{
    *value =
        PJRT_NEW(NamedValue, .name = name, .name_size = strlen(name), .type = PJRT_NamedValue_kFloat, .value_size = 1);
    value->float_value = (float)number;
}

/* What clients ask about the results, in the form in which they ask. */
static ls_status describe(PJRT_Executable *executable)
{
    const ls_cpu_program_info *info = executable->info;
    size_t count = info->output_count;
    executable->output_types = calloc(count + 1, sizeof(PJRT_Buffer_Type));
    executable->output_dims = calloc(count * LS_MAX_RANK + 1, sizeof(int64_t));
    executable->output_ranks = calloc(count + 1, sizeof(size_t));
    executable->memory_kinds = calloc(count + 1, sizeof(char *));
    executable->memory_kind_sizes = calloc(count + 1, sizeof(size_t));
    if (!executable->output_types || !executable->output_dims || !executable->output_ranks ||
        !executable->memory_kinds || !executable->memory_kind_sizes)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    int64_t *dims = executable->output_dims;
    double bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const ls_ir_type *type = &info->outputs[i];
        executable->output_types[i] = (PJRT_Buffer_Type)type->dtype;
        executable->output_ranks[i] = (size_t)type->shape.rank;
        for (int d = 0; d < type->shape.rank; d++) *dims++ = type->shape.dims[d];
        executable->memory_kinds[i] = memory_kind;
        executable->memory_kind_sizes[i] = sizeof(memory_kind) - 1;
        bytes += (double)ls_ir_type_bytes(type);
    }
    for (size_t i = 0; i < info->param_count; i++) bytes += (double)ls_ir_type_bytes(&info->params[i]);
    set_cost(&executable->costs[0], "flops", info->flops);
    set_cost(&executable->costs[1], "bytes accessed", bytes);
    return LS_OK;
}

static ls_status compile(PJRT_Client *client, const PJRT_Program *program, int num_replicas,
                         PJRT_Executable **out_executable)
{
    *out_executable = NULL;
    LS_TRY(check_format(program));
    PJRT_Executable *executable = calloc(1, sizeof(*executable));
    if (!executable) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&executable->references, 1);
    executable->client = ls_cpu_client_share(client);
    executable->num_replicas = num_replicas;
    executable->text_size = program->code_size;
    executable->text = malloc(program->code_size + 1);
    ls_status status = LS_OK;
    if (executable->text) {
        memcpy(executable->text, program->code, program->code_size);
        executable->text[program->code_size] = 0;
    } else {
        status = ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    if (status == LS_OK) status = build(executable);
    if (status == LS_OK) status = describe(executable);
    if (status != LS_OK) {
        ls_cpu_executable_release(executable);
        return status;
    }
    uint64_t hash = ls_hash(executable->text, executable->text_size, (uint64_t)num_replicas);
    snprintf(executable->fingerprint, sizeof(executable->fingerprint), "%016llx", (unsigned long long)hash);
    *out_executable = executable;
    return LS_OK;
}

/* The devices of this process that the program runs on. */
static ls_status list_devices(PJRT_LoadedExecutable *loaded)
{
    PJRT_Client *client = loaded->executable->client;
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

ls_status ls_cpu_api_Client_Compile(PJRT_Client_Compile_Args *args)
{
    LS_TRY(ls_cpu_client_check(args->client));
    PJRT_LoadedExecutable *loaded = calloc(1, sizeof(*loaded));
    if (!loaded) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&loaded->references, 1);
    ls_status status =
        ls_cpu_placement_read(args->client, args->compile_options, args->compile_options_size, &loaded->placement);
    if (status == LS_OK)
        status = compile(args->client, args->program, loaded->placement.num_replicas, &loaded->executable);
    if (status == LS_OK) status = list_devices(loaded);
    if (status == LS_OK)
        args->executable = loaded;
    else
        ls_cpu_loaded_release(loaded);
    return status;
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
    args->executable = args->loaded_executable->executable;
    atomic_fetch_add_explicit(&args->executable->references, 1, memory_order_relaxed);
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

ls_status ls_cpu_api_Executable_Destroy(PJRT_Executable_Destroy_Args *args)
{
    ls_cpu_executable_release(args->executable);
    return LS_OK;
}

ls_status ls_cpu_api_Executable_Name(PJRT_Executable_Name_Args *args)
{
    args->executable_name = args->executable->info->name;
    args->executable_name_size = strlen(args->executable_name);
    return LS_OK;
}

ls_status ls_cpu_api_Executable_NumReplicas(PJRT_Executable_NumReplicas_Args *args)
{
    args->num_replicas = (size_t)args->executable->num_replicas;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_NumPartitions(PJRT_Executable_NumPartitions_Args *args)
{
    args->num_partitions = 1;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_NumOutputs(PJRT_Executable_NumOutputs_Args *args)
{
    args->num_outputs = args->executable->info->output_count;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_SizeOfGeneratedCodeInBytes(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args *args)
{
    args->size_in_bytes = 0; /* programs are lists of calls to kernels */
    return LS_OK;
}

ls_status ls_cpu_api_Executable_Fingerprint(PJRT_Executable_Fingerprint_Args *args)
{
    args->executable_fingerprint = args->executable->fingerprint;
    args->executable_fingerprint_size = strlen(args->executable_fingerprint);
    return LS_OK;
}

ls_status ls_cpu_api_Executable_GetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args *args)
{
    args->properties = args->executable->costs;
    args->num_properties = sizeof(args->executable->costs) / sizeof(args->executable->costs[0]);
    return LS_OK;
}

static int64_t total_bytes(const ls_ir_type *types, size_t count)
{
    int64_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += (int64_t)ls_ir_type_bytes(&types[i]);
    return bytes;
}

ls_status ls_cpu_api_Executable_GetCompiledMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args *args)
{
    const ls_cpu_program_info *info = args->executable->info;
    size_t size = args->struct_size < sizeof(*args) ? args->struct_size : sizeof(*args);
    size_t start = offsetof(PJRT_Executable_GetCompiledMemoryStats_Args, generated_code_size_in_bytes);
    memset((char *)args + start, 0, size - start);
    args->argument_size_in_bytes = total_bytes(info->params, info->param_count);
    args->output_size_in_bytes = total_bytes(info->outputs, info->output_count);
    args->temp_size_in_bytes = (int64_t)info->arena_bytes;
    for (size_t i = 0; i < info->param_count; i++)
        if (info->donation[i].alias_output >= 0)
            args->alias_size_in_bytes += (int64_t)ls_ir_type_bytes(&info->params[i]);
    if (LS_CPU_HAS_FIELD(args, peak_memory_in_bytes))
        args->peak_memory_in_bytes = args->argument_size_in_bytes + args->output_size_in_bytes +
                                     args->temp_size_in_bytes - args->alias_size_in_bytes;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_OutputElementTypes(PJRT_Executable_OutputElementTypes_Args *args)
{
    args->output_types = args->executable->output_types;
    args->num_output_types = args->executable->info->output_count;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_OutputDimensions(PJRT_Executable_OutputDimensions_Args *args)
{
    args->num_outputs = args->executable->info->output_count;
    args->dims = args->executable->output_dims;
    args->dim_sizes = args->executable->output_ranks;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_OutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args *args)
{
    args->num_outputs = args->executable->info->output_count;
    args->memory_kinds = args->executable->memory_kinds;
    args->memory_kind_sizes = args->executable->memory_kind_sizes;
    return LS_OK;
}

ls_status ls_cpu_api_Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args *args)
{
    static const char format[] = "mlir";
    PJRT_Program *program = args->program;
    program->format = format;
    program->format_size = sizeof(format) - 1;
    if (program->code && program->code_size < args->executable->text_size)
        return ls_fail(LS_INVALID_ARGUMENT, "the program has %zu bytes, the caller has room for %zu",
                       args->executable->text_size, program->code_size);
    if (program->code) memcpy(program->code, args->executable->text, args->executable->text_size);
    program->code_size = args->executable->text_size;
    return LS_OK;
}
