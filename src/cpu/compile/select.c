#include "cpu/compile/select.h"

#include "base/error.h"
#include "cpu/compile/use.h"
#include "cpu/kernels/reference/reference.h"

#define LS_IR_ANY LS_IR_KIND_COUNT /* in fast.def: asked for every op */

static const struct {
    ls_ir_kind kind;
    ls_cpu_recognise_fn recognise;
} recognisers[] = {
#define LS_FAST(kind, name) {LS_IR_##kind, ls_cpu_fast_##name},
#include "cpu/kernels/fast.def"
#undef LS_FAST
    {LS_IR_ANY, NULL},
};

/* Some result was asked for and no unit defines it yet. */
static bool is_open(const ls_cpu_plan *plan, const ls_ir_op *op)
{
    for (size_t i = 0; i < op->result_count; i++) {
        const ls_cpu_value *value = plan->values[op->results[i]->id];
        if (value && !value->unit && !value->constant) return true;
    }
    return false;
}

/* A rough count for cost analysis; exact for products and convolutions. */
static double estimate_flops(const ls_ir_op *op)
{
    double results = 0, operands = 0;
    for (size_t i = 0; i < op->result_count; i++) results += (double)ls_shape_count(op->results[i]->type.shape);
    for (size_t i = 0; i < op->operand_count; i++) operands += (double)ls_shape_count(op->operands[i]->type.shape);
    if (op->kind == LS_IR_DOT_GENERAL) {
        double depth = 1;
        size_t count;
        const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, &count);
        for (size_t i = 0; i < count; i++) depth *= (double)op->operands[0]->type.shape.dims[dims[i]];
        return 2 * results * depth;
    }
    if (op->kind == LS_IR_CONVOLUTION) {
        const ls_shape *kernel = &op->operands[1]->type.shape;
        int64_t features = kernel->dims[ls_ir_attr_int(&op->attrs, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0)];
        return 2 * results * (double)ls_shape_count(*kernel) / (double)(features > 0 ? features : 1);
    }
    return results > operands ? results : operands;
}

static ls_status select_op(ls_cpu_plan *plan, ls_ir_op *op)
{
    plan->op = op;
    plan->flops += estimate_flops(op);
    if (!plan->options->reference) {
        bool taken = false;
        for (size_t i = 0; recognisers[i].recognise && !taken; i++) {
            if (recognisers[i].kind == op->kind || recognisers[i].kind == LS_IR_ANY)
                LS_TRY(recognisers[i].recognise(plan, op, &taken));
        }
        if (taken) return LS_OK;
    }
    return ls_cpu_reference_table[op->kind](plan, op);
}

/* Backwards, so that an op is met after all that may ask for its results. */
static ls_status select_block(ls_cpu_plan *plan, const ls_ir_block *from, ls_cpu_block *to)
{
    ls_cpu_block *outer = plan->block;
    plan->block = to;
    ls_ir_op *ret = from->last;
    if (!ret || ret->kind != LS_IR_RETURN) return ls_fail(LS_INVALID_ARGUMENT, "a block does not end with return");
    to->result_count = ret->operand_count;
    to->results = LS_ARENA_ARRAY(&plan->temp, ls_cpu_value *, ret->operand_count);
    for (size_t i = 0; i < ret->operand_count; i++) to->results[i] = ls_cpu_plan_value(plan, ret->operands[i]);
    for (ls_ir_op *op = ret->prev; op; op = op->prev)
        if (is_open(plan, op)) LS_TRY(select_op(plan, op));
    plan->block = outer;
    return LS_OK;
}

static ls_cpu_block *create_block(ls_cpu_plan *plan, const ls_ir_block *from, ls_cpu_unit *parent)
{
    ls_cpu_block *block = LS_ARENA_NEW(&plan->temp, ls_cpu_block);
    block->parent = parent;
    block->arg_count = from->arg_count;
    block->args = LS_ARENA_ARRAY(&plan->temp, ls_cpu_value *, from->arg_count);
    for (size_t i = 0; i < from->arg_count; i++) {
        block->args[i] = ls_cpu_plan_value(plan, from->args[i]);
        block->args[i]->block = block;
    }
    return block;
}

ls_status ls_cpu_select_region(ls_cpu_plan *plan, const ls_ir_block *from, ls_cpu_unit *parent,
                               ls_cpu_block **out_block)
{
    const ls_ir_op *op = plan->op;
    *out_block = create_block(plan, from, parent);
    LS_TRY(select_block(plan, from, *out_block));
    plan->op = op;
    return LS_OK;
}

ls_status ls_cpu_stage_select(ls_cpu_plan *plan)
{
    ls_ir_number(plan->func);
    plan->uses = ls_cpu_uses_find(plan->func, &plan->temp);
    plan->values = LS_ARENA_ARRAY(&plan->temp, ls_cpu_value *, plan->func->value_count);
    plan->body = create_block(plan, plan->func->body, NULL);
    for (size_t i = 0; i < plan->body->arg_count; i++) plan->body->args[i]->param = (int)i;
    return select_block(plan, plan->func->body, plan->body);
}
