/* Lowers control flow: regions become blocks of the unit. */
#include "cpu/compile/select.h"
#include "cpu/exec/exec.h"
#include "cpu/kernels/reference/reference.h"

static bool has_collective(const ls_ir_block *block)
{
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        if (ls_ir_op_info_of(op->kind)->is_collective) return true;
        for (size_t i = 0; i < op->region_count; i++)
            if (has_collective(op->regions[i])) return true;
    }
    return false;
}

static ls_status lower_regions(ls_cpu_plan *plan, const ls_ir_op *op, ls_cpu_unit *unit)
{
    unit->block_count = op->region_count;
    unit->blocks = LS_ARENA_ARRAY(&plan->temp, ls_cpu_block *, op->region_count);
    for (size_t i = 0; i < op->region_count; i++) {
        LS_TRY(ls_cpu_select_region(plan, op->regions[i], unit, &unit->blocks[i]));
        if (has_collective(op->regions[i])) unit->collective = LS_CPU_MEETS;
    }
    return LS_OK;
}

static ls_status lower_while(ls_cpu_plan *plan, const ls_ir_op *op)
{
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &ls_cpu_kernel_while, NULL);
    unit->is_pairwise = true;
    LS_TRY(lower_regions(plan, op, unit));
    unit->blocks[0]->is_condition = true;
    return LS_OK;
}

static ls_status lower_branches(ls_cpu_plan *plan, const ls_ir_op *op, const ls_cpu_kernel *kernel)
{
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, kernel, NULL);
    return lower_regions(plan, op, unit);
}

ls_status ls_cpu_lower_alias(ls_cpu_plan *plan, const ls_ir_op *op)
{
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, NULL, NULL);
    for (size_t i = 0; i < unit->result_count; i++) unit->alias[i] = (int)i;
    return LS_OK;
}

ls_status ls_cpu_reference_control(ls_cpu_plan *plan, const ls_ir_op *op)
{
    switch (op->kind) {
    case LS_IR_WHILE: return lower_while(plan, op);
    case LS_IR_IF: return lower_branches(plan, op, &ls_cpu_kernel_if);
    case LS_IR_CASE: return lower_branches(plan, op, &ls_cpu_kernel_case);
    case LS_IR_OPTIMIZATION_BARRIER: return ls_cpu_lower_alias(plan, op);
    default: return ls_cpu_refuse(op, LS_INTERNAL, "stands where it cannot be lowered");
    }
}
