#include "autograd/gradient.h"

const ls_gradient_rule *const ls_gradient_rules[LS_IR_KIND_COUNT] = {
#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel)                                 \
    [LS_IR_##kind] = &ls_gradient_##gradient,
#include "ir/ops.def"
#undef LS_OP
};

const ls_gradient_rule ls_gradient_none = {0};

void ls_gradient_fail(const ls_gradient *g, const char *why)
{
    for (uint32_t i = 0; i < g->node->operand_count; i++)
        if (ls_gradient_wants(g, i))
            g->out[i] = ls_value_error(LS_UNIMPLEMENTED, "ls_backward", "%s has no gradient%s",
                                       ls_ir_op_info_of((ls_ir_kind)g->node->kind)->name, why);
}

LS_GRADIENT(refuse, 0)
{
    ls_gradient_fail(g, "");
}

uint64_t ls_gradient_saves_other(const ls_node *node)
{
    return (node->operands[0].node->needs_grad ? LS_SAVES_OPERAND(1) : 0) |
           (node->operands[1].node->needs_grad ? LS_SAVES_OPERAND(0) : 0);
}

static bool passes(ls_ir_kind kind)
{
    return ls_gradient_rules[kind]->apply != NULL;
}

static uint64_t saves(const ls_node *node)
{
    if (node->kind >= LS_IR_KIND_COUNT) return 0;
    const ls_gradient_rule *rule = ls_gradient_rules[node->kind];
    return rule->saves_of ? rule->saves_of(node) : rule->saves;
}

void ls_gradient_install(void)
{
    static const ls_tape_rules rules = {passes, saves};
    ls_tape_set_rules(&rules);
}
