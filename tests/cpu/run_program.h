/* Compiling and running a program in a test: guard bytes around every output and the arena, and twice, with and without
 * sharing of memory, which must give the same bits. */
#ifndef LS_TEST_CPU_PROGRAM_H
#define LS_TEST_CPU_PROGRAM_H

#include <stdio.h>

#include "base/error.h"
#include "cpu/program.h"
#include "ls_test.h"

#define GUARD 64
#define MAX_VALUES 16

static inline void *guarded_alloc(size_t bytes, int fill)
{
    size_t whole = (bytes + 2 * GUARD + 63) & ~(size_t)63;
    char *memory = aligned_alloc(64, whole);
    memset(memory, 0xA5, whole);
    memset(memory + GUARD, fill, bytes);
    return memory + GUARD;
}

static inline void guarded_check(const void *data, size_t bytes)
{
    const unsigned char *before = (const unsigned char *)data - GUARD, *after = (const unsigned char *)data + bytes;
    for (int i = 0; i < GUARD; i++)
        if (before[i] != 0xA5 || after[i] != 0xA5)
            fail_msg("byte %d %s an array was overwritten", i, before[i] != 0xA5 ? "before" : "after");
}

static inline void guarded_free(void *data)
{
    if (data) free((char *)data - GUARD);
}

static inline ls_status compile_text(const char *text, const ls_cpu_compile_options *options,
                                     ls_cpu_program **out_program)
{
    ls_ir_module *module = NULL;
    *out_program = NULL;
    LS_TRY(ls_ir_parse(text, strlen(text), &module));
    ls_status status = ls_cpu_compile(module, options, out_program);
    ls_ir_module_destroy(module);
    return status;
}

/* Runs on one replica. Parameters are copied first, so that nothing of the caller's may change; outputs that a donated
 * parameter goes to share its copy. */
static inline void run_once(const ls_cpu_program *program, const void *const *in, void *const *out)
{
    const ls_cpu_program_info *info = ls_cpu_program_info_of(program);
    void *params[MAX_VALUES] = {0}, *outputs[MAX_VALUES] = {0};
    size_t param_bytes[MAX_VALUES], output_bytes[MAX_VALUES];
    for (size_t i = 0; i < info->param_count; i++) {
        param_bytes[i] = ls_ir_type_bytes(&info->params[i]);
        params[i] = guarded_alloc(param_bytes[i], 0);
        memcpy(params[i], in[i], param_bytes[i]);
        if (info->donation[i].alias_output >= 0) outputs[info->donation[i].alias_output] = params[i];
    }
    for (size_t i = 0; i < info->output_count; i++) {
        output_bytes[i] = ls_ir_type_bytes(&info->outputs[i]);
        if (!outputs[i]) outputs[i] = guarded_alloc(output_bytes[i], 0xEE);
    }
    void *arena = guarded_alloc(info->arena_bytes, 0xDD);
    assert_ok(ls_cpu_program_run(
        program,
        &(ls_cpu_run){.params = params, .outputs = outputs, .arena = arena, .deadline = ls_deadline_in_ms(10000)}));
    guarded_check(arena, info->arena_bytes);
    guarded_free(arena);
    for (size_t i = 0; i < info->output_count; i++) {
        guarded_check(outputs[i], output_bytes[i]);
        memcpy(out[i], outputs[i], output_bytes[i]);
    }
    for (size_t i = 0; i < info->param_count; i++) {
        bool is_donated = info->donation[i].alias_output >= 0;
        guarded_check(params[i], param_bytes[i]);
        if (!is_donated && memcmp(params[i], in[i], param_bytes[i])) fail_msg("parameter %zu was overwritten", i);
        if (is_donated) outputs[info->donation[i].alias_output] = NULL;
        guarded_free(params[i]);
    }
    for (size_t i = 0; i < info->output_count; i++) guarded_free(outputs[i]);
}

static bool run_by_reference = true; /* else with the fast paths */

/* Compiles and runs a program; `out` has room for each output. */
static inline void run_text(const char *text, const void *const *in, void *const *out)
{
    for (int apart = 0; apart < 2; apart++) {
        ls_cpu_program *program;
        ls_cpu_compile_options options = {
            .num_replicas = 1, .reference = run_by_reference, .threads = 1, .no_reuse = apart};
        if (compile_text(text, &options, &program) != LS_OK) fail_msg("%s\nin:\n%s", ls_last_error(), text);
        const ls_cpu_program_info *info = ls_cpu_program_info_of(program);
        if (!apart) {
            run_once(program, in, out);
        } else {
            void *again[MAX_VALUES];
            for (size_t i = 0; i < info->output_count; i++)
                again[i] = calloc(1, ls_ir_type_bytes(&info->outputs[i]) + 1);
            run_once(program, in, again);
            for (size_t i = 0; i < info->output_count; i++) {
                if (memcmp(again[i], out[i], ls_ir_type_bytes(&info->outputs[i])))
                    fail_msg("output %zu differs when no memory is shared, in:\n%s", i, text);
                free(again[i]);
            }
        }
        ls_cpu_program_destroy(program);
    }
}

#endif
