/* From module to program: the line of passes and stages. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/compile/clone.h"
#include "cpu/compile/dump.h"
#include "cpu/compile/emit.h"

enum { always, fast };

static const struct {
    const char *name;
    int when;
    ls_status (*run)(ls_ir_module *module, const ls_cpu_compile_options *options);
} passes[] = {
#define LS_PASS(name, when, what) {#name, when, ls_cpu_pass_##name},
#define LS_STAGE(name, when, what)
#include "cpu/compile/pipeline.def"
#undef LS_PASS
#undef LS_STAGE
};

static const struct {
    const char *name;
    int when;
    ls_status (*run)(ls_cpu_plan *plan);
} stages[] = {
#define LS_PASS(name, when, what)
#define LS_STAGE(name, when, what) {#name, when, ls_cpu_stage_##name},
#include "cpu/compile/pipeline.def"
#undef LS_PASS
#undef LS_STAGE
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static ls_status run_passes(ls_ir_module *module, const ls_cpu_compile_options *options, ls_cpu_dump *dump)
{
    LS_TRY(ls_cpu_dump_module(dump, module, "input"));
    for (size_t i = 0; i < COUNT(passes); i++) {
        if (passes[i].when == fast && options->reference) continue;
        LS_TRY(passes[i].run(module, options));
        LS_TRY(ls_cpu_dump_module(dump, module, passes[i].name));
#ifndef __OPTIMIZE__
        LS_TRY(ls_context(ls_ir_verify(module), "after pass %s", passes[i].name));
#endif
    }
    return LS_OK;
}

/* Donors without a partner (jax.buffer_donor) get the first output of their type that has none; a pair whose bytes
 * differ is given up. */
static void pair_donors(ls_ir_func *func)
{
    size_t args = func->body->arg_count;
    for (size_t i = 0; i < args; i++) {
        int output = func->arg_info[i].alias_output;
        if (output < 0) continue;
        if ((size_t)output >= func->result_count ||
            ls_ir_type_bytes(&func->result_types[output]) != ls_ir_type_bytes(&func->body->args[i]->type))
            func->arg_info[i].alias_output = -1;
        for (size_t k = 0; k < i; k++)
            if (func->arg_info[k].alias_output == output) func->arg_info[i].alias_output = -1;
    }
    for (size_t i = 0; i < args; i++) {
        if (!func->arg_info[i].is_donor || func->arg_info[i].alias_output >= 0) continue;
        for (size_t o = 0; o < func->result_count && func->arg_info[i].alias_output < 0; o++) {
            bool is_taken = !ls_ir_type_equal(&func->result_types[o], &func->body->args[i]->type);
            for (size_t k = 0; k < args; k++) is_taken |= func->arg_info[k].alias_output == (int)o;
            if (!is_taken) func->arg_info[i].alias_output = (int)o;
        }
    }
}

static bool has_collective(const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next)
        if (unit->collective) return true;
    return false;
}

/* What the kernels' data owns, where compiling failed before a program took it over. */
static void finish_units(const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        if (unit->kernel && unit->kernel->data_finish && unit->data) unit->kernel->data_finish(unit->data);
        for (size_t b = 0; b < unit->block_count; b++) finish_units(unit->blocks[b]);
    }
}

static void fill_info(ls_cpu_program *program, const ls_cpu_plan *plan)
{
    const ls_ir_func *func = plan->func;
    size_t params = func->body->arg_count;
    ls_ir_type *types = LS_ARENA_ARRAY(&program->keep, ls_ir_type, params);
    for (size_t i = 0; i < params; i++) types[i] = func->body->args[i]->type;
    program->num_replicas = plan->options->num_replicas;
    program->info = (ls_cpu_program_info){
        .name = ls_arena_strndup(&program->keep, plan->module->name, strlen(plan->module->name)),
        .param_count = params,
        .output_count = func->result_count,
        .params = types,
        .outputs = ls_arena_copy(&program->keep, func->result_types, sizeof(ls_ir_type) * func->result_count),
        .donation = ls_arena_copy(&program->keep, func->arg_info, sizeof(ls_ir_arg_info) * params),
        .arena_bytes = plan->arena_bytes,
        .shared_bytes = plan->shared_bytes,
        .live_bytes = plan->live_bytes,
        .has_collectives = has_collective(plan->body),
        .flops = plan->flops,
    };
}

static ls_status build_program(ls_ir_module *module, const ls_cpu_compile_options *options, ls_cpu_program *program)
{
    ls_cpu_dump dump = {.folder = options->dump, .name = module->name};
    ls_cpu_plan plan = {.options = options, .module = module, .func = ls_ir_main(module), .keep = &program->keep};
    ls_status status;
    pair_donors(plan.func);
    LS_TRY_GOTO(run_passes(module, options, &dump), done);
    for (size_t i = 0; i < COUNT(stages); i++) {
        if (stages[i].when == fast && options->reference) continue;
        LS_TRY_GOTO(stages[i].run(&plan), done);
        LS_TRY_GOTO(ls_cpu_dump_plan(&dump, &plan, stages[i].name), done);
    }
    LS_TRY_GOTO(ls_cpu_emit(&plan, program), done);
    fill_info(program, &plan);
done:
    if (status != LS_OK && plan.body) finish_units(plan.body);
    ls_arena_finish(&plan.temp);
    return status;
}

ls_status ls_cpu_compile(const ls_ir_module *module, const ls_cpu_compile_options *options,
                         ls_cpu_program **out_program)
{
    *out_program = NULL;
    ls_ir_module *copy;
    LS_TRY(ls_cpu_clone_inlined(module, &copy));
    ls_cpu_program *program = calloc(1, sizeof(*program));
    ls_status status = program ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for a program");
    if (status == LS_OK) {
        pthread_mutex_init(&program->mutex, NULL);
        status = build_program(copy, options, program);
    }
    ls_ir_module_destroy(copy);
    if (status == LS_OK)
        *out_program = program;
    else
        ls_cpu_program_destroy(program);
    return status;
}
