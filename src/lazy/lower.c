/* From a plan to StableHLO text. Only on a cache miss. */
#include <stdlib.h>

#include "base/error.h"
#include "lazy/plan.h"

typedef struct lowering {
    ls_ir_module *module;
    ls_ir_func *func;
    ls_ir_value **results; /* by value number */
    ls_ir_value **args;    /* by input */
    ls_ir_value **operands;
} lowering;

static ls_ir_value *value_of(const lowering *l, ls_value v)
{
    uint32_t mark = ls_value_result(ls_value_resolve(v))->mark;
    return mark & LS_INPUT_MARK ? l->args[mark & ~LS_INPUT_MARK] : l->results[mark];
}

static ls_status lower_op(lowering *l, const ls_node *node)
{
    ls_ir_type types[8];
    size_t type_count = node->result_count <= 8 ? node->result_count : 0;
    for (size_t r = 0; r < type_count; r++) types[r] = node->results[r].type->ir;
    for (uint32_t i = 0; i < node->operand_count; i++) l->operands[i] = value_of(l, node->operands[i]);
    ls_ir_op_spec spec = {
        .kind = (ls_ir_kind)node->kind,
        .operands = l->operands,
        .operand_count = node->operand_count,
        .attrs = node->attrs ? &node->attrs->ir : NULL,
        .types = types,
        .type_count = type_count,
    };
    ls_ir_op *op;
    LS_TRY(ls_ir_append(l->module, l->func->body, &spec, &op));
    for (uint32_t r = 0; r < node->result_count; r++) l->results[node->results[r].mark] = op->results[r];
    return LS_OK;
}

static ls_status lower_all(lowering *l, const ls_plan *plan)
{
    for (size_t i = 0; i < plan->inputs.count; i++)
        l->args[i] = ls_ir_func_add_arg(l->module, l->func, ls_value_result(plan->inputs.data[i])->type->ir);
    for (size_t i = 0; i < plan->inputs.count; i++) l->func->arg_info[i].alias_output = (int)plan->aliases.data[i];
    for (size_t i = 0; i < plan->ops.count; i++) LS_TRY(lower_op(l, plan->ops.data[i]));
    for (size_t i = 0; i < plan->outputs.count; i++) l->operands[i] = value_of(l, plan->outputs.data[i]);
    LS_TRY(ls_ir_append_return(l->module, l->func->body, l->operands, plan->outputs.count));
    return ls_ir_func_finish(l->module, l->func);
}

ls_status ls_plan_lower(const ls_plan *plan, int num_replicas, char **out_text, size_t *out_size)
{
    size_t most_operands = plan->outputs.count;
    for (size_t i = 0; i < plan->ops.count; i++)
        if (plan->ops.data[i]->operand_count > most_operands) most_operands = plan->ops.data[i]->operand_count;
    lowering l = {.module = ls_ir_module_create("lockstep")};
    l.module->num_replicas = num_replicas;
    l.func = ls_ir_func_create(l.module, "main");
    l.func->is_public = true;
    l.results = LS_ARENA_ARRAY(&l.module->arena, ls_ir_value *, plan->value_count + 1);
    l.args = LS_ARENA_ARRAY(&l.module->arena, ls_ir_value *, plan->inputs.count + 1);
    l.operands = LS_ARENA_ARRAY(&l.module->arena, ls_ir_value *, most_operands + 1);
    ls_status status = lower_all(&l, plan);
    if (status == LS_OK) status = ls_ir_print(l.module, out_text, out_size);
    ls_ir_module_destroy(l.module);
    return ls_context(status, "lowering the trace");
}
