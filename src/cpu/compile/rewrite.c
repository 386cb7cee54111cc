#include "cpu/compile/rewrite.h"

#include "base/error.h"

void ls_cpu_rewrite_result(ls_cpu_rewrite *rewrite, const ls_ir_value *result, ls_ir_value *value)
{
    LS_ASSERT(result->id < rewrite->value_count);
    rewrite->stands_for[result->id] = value;
}

ls_status ls_cpu_rewrite_op(ls_cpu_rewrite *rewrite, ls_ir_op *op, const ls_ir_op_spec *spec)
{
    ls_ir_op *made = NULL;
    LS_TRY(ls_ir_append(rewrite->module, op->block, spec, &made));
    ls_ir_op_come_from(made, op);
    made->results[0]->id = UINT32_MAX; /* nothing stands for it */
    ls_ir_op_insert_before(made, op);
    ls_cpu_rewrite_result(rewrite, op->results[0], made->results[0]);
    return LS_OK;
}

/* What was put in is up to date itself, so that one step suffices. */
static void update_operands(const ls_cpu_rewrite *rewrite, ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++) {
        uint32_t id = op->operands[i]->id;
        if (id < rewrite->value_count && rewrite->stands_for[id]) op->operands[i] = rewrite->stands_for[id];
    }
}

static ls_status visit_block(ls_cpu_rewrite *rewrite, ls_ir_block *block, ls_cpu_rewrite_fn visit)
{
    for (ls_ir_op *op = block->first, *next; op; op = next) {
        next = op->next;
        update_operands(rewrite, op);
        for (size_t i = 0; i < op->region_count; i++) LS_TRY(visit_block(rewrite, op->regions[i], visit));
        LS_TRY(visit(rewrite, op));
    }
    return LS_OK;
}

ls_status ls_cpu_rewrite_run(ls_ir_module *module, ls_cpu_rewrite_fn visit)
{
    ls_ir_func *func = ls_ir_main(module);
    ls_arena arena = {0};
    ls_ir_number(func);
    ls_cpu_rewrite rewrite = {.module = module, .value_count = func->value_count};
    rewrite.stands_for = LS_ARENA_ARRAY(&arena, ls_ir_value *, func->value_count);
    LS_ASSERT(rewrite.stands_for && "out of memory");
    ls_status status = visit_block(&rewrite, func->body, visit);
    ls_arena_finish(&arena);
    return status;
}

const void *ls_cpu_splat_of(const ls_ir_value *value)
{
    while (value->op) {
        const ls_ir_op *op = value->op;
        switch (op->kind) {
        case LS_IR_CONSTANT: {
            const ls_ir_dense *dense = &ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense;
            return dense->is_splat || ls_shape_count(dense->type.shape) == 1 ? dense->data : NULL;
        }
        case LS_IR_BROADCAST_IN_DIM:
        case LS_IR_RESHAPE:
        case LS_IR_REVERSE:
        case LS_IR_SLICE:
        case LS_IR_TRANSPOSE: value = op->operands[0]; break;
        default: return NULL;
        }
    }
    return NULL;
}
