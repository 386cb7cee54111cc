/* One module: what stands between assertions and interpreter.run_parallel ops runs on a device, a piece at a time. */
#include <stdio.h>

#include "base/error.h"
#include "hlo/hlo.h"

static ls_status run_pieces(hlo_device *device, ls_ir_module *module, ls_ir_block *body, hlo_values *values)
{
    ls_ir_op *first = body->first;
    for (ls_ir_op *op = first, *next; op; op = next) {
        next = op->next;
        if (op->kind != LS_IR_RUN_PARALLEL && op->kind != LS_IR_RETURN) continue;
        LS_TRY(hlo_piece_run(device, module, body, first, op, values));
        if (op->kind == LS_IR_RUN_PARALLEL) LS_TRY(hlo_parallel_run(device, module, op, values));
        first = next;
    }
    return LS_OK;
}

static ls_status check_and_print(const ls_ir_block *body, const hlo_values *values, bool prints)
{
    for (const ls_ir_op *op = body->first; op; op = op->next)
        if (hlo_is_assertion(op)) LS_TRY(hlo_assert(op, values));
    for (size_t i = 0; prints && i < body->last->operand_count; i++)
        hlo_array_print(hlo_values_find(values, body->last->operands[i]));
    return LS_OK;
}

ls_status hlo_module_run(hlo_device *device, ls_ir_module *module, bool prints)
{
    ls_ir_func *func = ls_ir_main(module), **link = &module->funcs;
    if (!func) return ls_fail(LS_INVALID_ARGUMENT, "the module has no function @main");
    while (*link != func) link = &(*link)->next;
    *link = func->next; /* its pieces take its place and its name */
    hlo_values values = {0};
    for (size_t i = 0; i < func->body->arg_count; i++) {
        const ls_ir_value *arg = func->body->args[i];
        hlo_array_fill(hlo_values_add(&values, arg, arg->type), i);
    }
    ls_status status = run_pieces(device, module, func->body, &values);
    if (status == LS_OK) status = check_and_print(func->body, &values, prints);
    hlo_values_finish(&values);
    return status;
}

ls_status hlo_module_strip(ls_ir_module *module)
{
    ls_ir_func *func = ls_ir_main(module);
    if (!func) return ls_fail(LS_INVALID_ARGUMENT, "the module has no function @main");
    for (ls_ir_op *op = func->body->first, *next; op; op = next) {
        next = op->next;
        if (op->kind == LS_IR_RUN_PARALLEL)
            return ls_fail(LS_UNIMPLEMENTED, "%u:%u: programs side by side can only be run", op->line, op->column);
        if (hlo_is_assertion(op)) ls_ir_op_remove(op);
    }
    return LS_OK;
}
