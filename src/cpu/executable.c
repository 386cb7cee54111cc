/* Programs: compiled from StableHLO. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "cpu/plugin.h"

static const char memory_kind[] = LS_CPU_MEMORY_KIND;

PJRT_Executable *ls_cpu_executable_share(PJRT_Executable *executable)
{
    atomic_fetch_add_explicit(&executable->references, 1, memory_order_relaxed);
    return executable;
}

void ls_cpu_executable_release(PJRT_Executable *executable)
{
    if (!executable || atomic_fetch_sub_explicit(&executable->references, 1, memory_order_acq_rel) != 1) return;
    ls_cpu_program_destroy(executable->program);
    free(executable->code);
    free(executable->options);
    free(executable->output_types);
    free(executable->output_dims);
    free(executable->output_ranks);
    free(executable->memory_kinds);
    free(executable->memory_kind_sizes);
    free(executable);
}

static ls_status check_format(const PJRT_Program *program)
{
    if (program->format_size != 4 || memcmp(program->format, "mlir", 4))
        return ls_fail(LS_UNIMPLEMENTED,
                       "programs of format \"%.*s\"; the CPU device compiles \"mlir\" (StableHLO text or bytecode)",
                       (int)program->format_size, program->format);
    return LS_OK;
}

static ls_status build(PJRT_Executable *executable)
{
    ls_ir_module *module;
    LS_TRY(ls_ir_read(executable->code, executable->code_size, &module));
    ls_cpu_compile_options options = {.num_replicas = executable->num_replicas,
                                      .reference = ls_env_is_on(LS_ENV_LOCKSTEP_CPU_REFERENCE),
                                      .threads = executable->threads,
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
    size_t count = info->output_count, kinds = count > info->param_count ? count : info->param_count;
    executable->output_types = calloc(count + 1, sizeof(PJRT_Buffer_Type));
    executable->output_dims = calloc(count * LS_MAX_RANK + 1, sizeof(int64_t));
    executable->output_ranks = calloc(count + 1, sizeof(size_t));
    executable->memory_kinds = calloc(kinds + 1, sizeof(char *));
    executable->memory_kind_sizes = calloc(kinds + 1, sizeof(size_t));
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
        bytes += (double)ls_ir_type_bytes(type);
    }
    for (size_t i = 0; i < info->param_count; i++) bytes += (double)ls_ir_type_bytes(&info->params[i]);
    for (size_t i = 0; i < kinds; i++) {
        executable->memory_kinds[i] = memory_kind;
        executable->memory_kind_sizes[i] = sizeof(memory_kind) - 1;
    }
    set_cost(&executable->costs[0], "flops", info->flops);
    set_cost(&executable->costs[1], "bytes accessed", bytes);
    return LS_OK;
}

static ls_status copy_bytes(const void *bytes, size_t size, char **out_copy)
{
    *out_copy = malloc(size + 1);
    if (!*out_copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (size) memcpy(*out_copy, bytes, size);
    (*out_copy)[size] = 0;
    return LS_OK;
}

/* That the program can run at all: its arguments, results and scratch at once. */
static ls_status check_memory(const PJRT_Executable *executable, int64_t limit)
{
    const ls_cpu_program_info *info = executable->info;
    int64_t needed = (int64_t)info->arena_bytes;
    for (size_t i = 0; i < info->output_count; i++) needed += (int64_t)ls_ir_type_bytes(&info->outputs[i]);
    for (size_t i = 0; i < info->param_count; i++)
        if (info->donation[i].alias_output < 0) needed += (int64_t)ls_ir_type_bytes(&info->params[i]);
    if (needed <= limit) return LS_OK;
    return ls_fail(LS_RESOURCE_EXHAUSTED,
                   "program %s needs %lld bytes of device memory (%zu of them scratch); a device has %lld "
                   "(option memory_limit_bytes, or LOCKSTEP_CPU_MEMORY_LIMIT)",
                   info->name, (long long)needed, info->arena_bytes, (long long)limit);
}

ls_status ls_cpu_executable_compile(const PJRT_Program *program, const void *options, size_t options_size,
                                    int device_count, int threads, int64_t memory_limit,
                                    PJRT_Executable **out_executable)
{
    *out_executable = NULL;
    LS_TRY(check_format(program));
    ls_cpu_placement placement;
    LS_TRY(ls_cpu_placement_read(device_count, options, options_size, &placement));
    free(placement.ids);
    PJRT_Executable *executable = calloc(1, sizeof(*executable));
    if (!executable) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    atomic_init(&executable->references, 1);
    executable->num_replicas = placement.num_replicas;
    executable->threads = threads;
    executable->code_size = program->code_size;
    executable->options_size = options_size;
    ls_status status = copy_bytes(program->code, program->code_size, &executable->code);
    if (status == LS_OK) status = copy_bytes(options, options_size, &executable->options);
    if (status == LS_OK) status = build(executable);
    if (status == LS_OK) status = check_memory(executable, memory_limit);
    if (status == LS_OK) status = describe(executable);
    if (status != LS_OK) {
        ls_cpu_executable_release(executable);
        return status;
    }
    uint64_t hash = ls_hash(executable->code, executable->code_size, (uint64_t)placement.num_replicas);
    snprintf(executable->fingerprint, sizeof(executable->fingerprint), "%016llx", (unsigned long long)hash);
    *out_executable = executable;
    return LS_OK;
}
