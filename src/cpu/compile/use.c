#include "cpu/compile/use.h"

static void count_uses(const ls_ir_block *block, ls_cpu_use_list *lists)
{
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->operand_count; i++) lists[op->operands[i]->id].count++;
        for (size_t i = 0; i < op->region_count; i++) count_uses(op->regions[i], lists);
    }
}

static void fill_uses(const ls_ir_block *block, ls_cpu_use_list *lists)
{
    for (ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->operand_count; i++) {
            ls_cpu_use_list *list = &lists[op->operands[i]->id];
            list->ops[list->count++] = op;
        }
        for (size_t i = 0; i < op->region_count; i++) fill_uses(op->regions[i], lists);
    }
}

ls_cpu_use_list *ls_cpu_uses_find(const ls_ir_func *func, ls_arena *arena)
{
    ls_cpu_use_list *lists = LS_ARENA_ARRAY(arena, ls_cpu_use_list, func->value_count);
    count_uses(func->body, lists);
    for (uint32_t i = 0; i < func->value_count; i++) {
        lists[i].ops = LS_ARENA_ARRAY(arena, ls_ir_op *, lists[i].count);
        lists[i].count = 0;
    }
    fill_uses(func->body, lists);
    return lists;
}
