#include "cpu/compile/dump.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"

static ls_status open_file(ls_cpu_dump *dump, const char *pass, const char *extension, FILE **out_file)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s-%08" PRIx32 ".%02d-%s.%s", dump->folder, dump->name, (uint32_t)dump->hash,
             dump->number++, pass, extension);
    *out_file = fopen(path, "w");
    return *out_file ? LS_OK : ls_fail(LS_NOT_FOUND, "LOCKSTEP_DUMP: cannot write %s: %s", path, strerror(errno));
}

ls_status ls_cpu_dump_module(ls_cpu_dump *dump, const ls_ir_module *module, const char *pass)
{
    if (!dump->folder) return LS_OK;
    char *text;
    size_t size;
    FILE *file;
    LS_TRY(ls_ir_print(module, &text, &size));
    if (!dump->hash) dump->hash = ls_hash(text, size, 0) | 1;
    ls_status status = open_file(dump, pass, "mlir", &file);
    if (status == LS_OK) {
        fwrite(text, 1, size, file);
        fclose(file);
    }
    free(text);
    return status;
}

static void write_value(FILE *file, const ls_cpu_plan *plan, const ls_cpu_value *value, bool placed)
{
    char type[160];
    fprintf(file, " v%" PRIu32 ":%s", value->id, ls_ir_type_format(&value->type, type, sizeof(type)));
    if (value->layout) fprintf(file, "{private, %zu bytes}", value->bytes);
    if (!placed) return;
    size_t params = plan->body->arg_count;
    uint32_t base = value->slot.base;
    if (base >= LS_CPU_BASE_PARAMS + params)
        fprintf(file, "@output%zu", base - LS_CPU_BASE_PARAMS - params);
    else if (base >= LS_CPU_BASE_PARAMS)
        fprintf(file, "@param%" PRIu32, base - LS_CPU_BASE_PARAMS);
    else
        fprintf(file, "@%s+%" PRIu64,
                base == LS_CPU_BASE_ARENA    ? "arena"
                : base == LS_CPU_BASE_SHARED ? "shared"
                                             : "constants",
                value->slot.offset);
}

static void write_block(FILE *file, const ls_cpu_plan *plan, const ls_cpu_block *block, int depth, bool placed)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        fprintf(file, "%*s%" PRIu32 ":%" PRIu32 " %s [%s]", 2 * depth, "", unit->op->line, unit->op->column,
                unit->kernel ? unit->kernel->name : "alias", ls_ir_op_info_of(unit->op->kind)->name);
        for (size_t i = 0; i < unit->operand_count; i++) write_value(file, plan, unit->operands[i], placed);
        fprintf(file, " ->");
        for (size_t i = 0; i < unit->result_count; i++) write_value(file, plan, unit->results[i], placed);
        fprintf(file, "\n");
        for (size_t b = 0; b < unit->block_count; b++) write_block(file, plan, unit->blocks[b], depth + 1, placed);
    }
    fprintf(file, "%*sreturn", 2 * depth, "");
    for (size_t i = 0; i < block->result_count; i++) write_value(file, plan, block->results[i], placed);
    fprintf(file, "\n");
}

ls_status ls_cpu_dump_plan(ls_cpu_dump *dump, const ls_cpu_plan *plan, const char *stage)
{
    if (!dump->folder) return LS_OK;
    FILE *file;
    LS_TRY(open_file(dump, stage, "plan", &file));
    bool placed = plan->arena_bytes || plan->constant_bytes;
    if (placed)
        fprintf(file, "arena %zu bytes (shared %zu; alive at once %zu), constants %zu bytes\n", plan->arena_bytes,
                plan->shared_bytes, plan->live_bytes, plan->constant_bytes);
    write_block(file, plan, plan->body, 0, placed);
    fclose(file);
    return LS_OK;
}
