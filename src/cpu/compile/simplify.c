/* Removes ops that nothing depends on, so that recognisers see true numbers of users. */
#include "cpu/compile/plan.h"
#include "cpu/compile/use.h"

static void drop_uses(const ls_ir_op *op, ls_cpu_use_list *uses)
{
    for (size_t i = 0; i < op->operand_count; i++) uses[op->operands[i]->id].count--;
    for (size_t r = 0; r < op->region_count; r++)
        for (const ls_ir_op *inner = op->regions[r]->first; inner; inner = inner->next) drop_uses(inner, uses);
}

static void remove_dead(ls_ir_block *block, ls_cpu_use_list *uses)
{
    for (ls_ir_op *op = block->last, *prev; op; op = prev) {
        prev = op->prev;
        bool is_live = op->kind == LS_IR_RETURN;
        for (size_t i = 0; i < op->result_count; i++) is_live |= uses[op->results[i]->id].count > 0;
        if (is_live) {
            for (size_t r = 0; r < op->region_count; r++) remove_dead(op->regions[r], uses);
        } else {
            drop_uses(op, uses);
            ls_ir_op_remove(op);
        }
    }
}

ls_status ls_cpu_pass_simplify(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    (void)options;
    ls_ir_func *func = ls_ir_main(module);
    ls_arena arena = {0};
    ls_ir_number(func);
    remove_dead(func->body, ls_cpu_uses_find(func, &arena));
    ls_arena_finish(&arena);
    return LS_OK;
}
