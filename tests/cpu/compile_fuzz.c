/* Fuzz target: any program, text or artifact, that the verifier takes is compiled or refused, with all passes and with
 * the reference kernels alone. */
#include <stdlib.h>
#include <string.h>

#include "cpu/program.h"
#include "ir/ir.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Constants of many bytes are refused by nobody: they cost time, and say nothing new. */
#define MOST_BYTES (1 << 20)

static bool is_small(const ls_ir_block *block)
{
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->result_count; i++)
            if (ls_ir_type_bytes(&op->results[i]->type) > MOST_BYTES) return false;
        for (size_t i = 0; i < op->region_count; i++)
            if (!is_small(op->regions[i])) return false;
    }
    for (size_t i = 0; i < block->arg_count; i++)
        if (ls_ir_type_bytes(&block->args[i]->type) > MOST_BYTES) return false;
    return true;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    ls_ir_module *module;
    if (ls_ir_read(data, size, &module) != LS_OK) return 0;
    bool is_sound = ls_ir_verify(module) == LS_OK && ls_ir_main(module);
    for (const ls_ir_func *func = module->funcs; func && is_sound; func = func->next) is_sound = is_small(func->body);
    for (int reference = 0; is_sound && reference < 2; reference++) {
        ls_cpu_compile_options options = {.num_replicas = 1, .threads = 1, .reference = reference};
        ls_cpu_program *program;
        if (ls_cpu_compile(module, &options, &program) == LS_OK) ls_cpu_program_destroy(program);
    }
    ls_ir_module_destroy(module);
    return 0;
}
