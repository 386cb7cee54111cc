/* What clients ask about a compiled program. */
#include <string.h>

#include "base/error.h"
#include "cpu/plugin.h"

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

ls_status ls_cpu_api_Executable_ParameterMemoryKinds(PJRT_Executable_ParameterMemoryKinds_Args *args)
{
    args->num_parameters = args->executable->info->param_count;
    args->memory_kinds = args->executable->memory_kinds;
    args->memory_kind_sizes = args->executable->memory_kind_sizes;
    return LS_OK;
}

static void free_options(PJRT_SerializedCompileOptions *options)
{
}

/* The bytes live with the executable: there is nothing to free. */
ls_status ls_cpu_api_Executable_GetCompileOptions(PJRT_Executable_GetCompileOptions_Args *args)
{
    args->serialized_bytes = args->executable->options;
    args->serialized_bytes_size = args->executable->options_size;
    args->serialized_compile_options = (PJRT_SerializedCompileOptions *)args->executable->options;
    args->serialized_compile_options_deleter = free_options;
    return LS_OK;
}

/* The program as it was given: the device's own form has no text. */
ls_status ls_cpu_api_Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args *args)
{
    static const char format[] = "mlir";
    PJRT_Program *program = args->program;
    program->format = format;
    program->format_size = sizeof(format) - 1;
    if (program->code && program->code_size < args->executable->code_size)
        return ls_fail(LS_INVALID_ARGUMENT, "the program has %zu bytes, the caller has room for %zu",
                       args->executable->code_size, program->code_size);
    if (program->code) memcpy(program->code, args->executable->code, args->executable->code_size);
    program->code_size = args->executable->code_size;
    return LS_OK;
}
