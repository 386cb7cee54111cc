/* Gradient rules: how the gradient of an op's results becomes that of its operands. ops.def names the rule of each op.
 */
#ifndef LS_AUTOGRAD_GRADIENT_H
#define LS_AUTOGRAD_GRADIENT_H

#include "lazy/trace.h"

/* One node on the way back. A rule records ops and sets `out`, which starts without values, for the operands that want
 * a gradient (ls_gradient_wants). A gradient has the type of its operand. */
typedef struct ls_gradient {
    ls_node *node;
    const ls_value *grads; /* per result; LS_NO_VALUE where nothing came back, but at least one did */
    ls_value *out;         /* per operand */
} ls_gradient;

typedef struct ls_gradient_rule {
    void (*apply)(const ls_gradient *g);       /* NULL: no gradient passes */
    uint64_t saves;                            /* what `apply` reads of a node: LS_SAVES_OPERAND, LS_SAVES_RESULT */
    uint64_t (*saves_of)(const ls_node *node); /* the same where it depends on the node; else NULL */
} ls_gradient_rule;

/* One rule object for each name in ops.def's gradient column. */
#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel)                                 \
    extern const ls_gradient_rule ls_gradient_##gradient;
#include "ir/ops.def"
#undef LS_OP

extern const ls_gradient_rule *const ls_gradient_rules[LS_IR_KIND_COUNT]; /* by ls_ir_kind */

/* Defines the rule `rule`; its function's body follows. */
#define LS_GRADIENT(rule, saved)                                                                                       \
    static void apply_##rule(const ls_gradient *g);                                                                    \
    const ls_gradient_rule ls_gradient_##rule = {apply_##rule, saved, NULL};                                           \
    static void apply_##rule(const ls_gradient *g)

/* Tells the trace about the rules; any number of times. */
void ls_gradient_install(void);

/* Runs `done` with `arg` when the ls_backward that is running on this thread has all gradients; its failure is
 * backward's. Called from ls_leaf.on_final. */
void ls_backward_when_done(ls_status (*done)(void *arg), void *arg);

/* --- For rules ---------------------------------------------------------------------------------------------- */
static inline bool ls_gradient_wants(const ls_gradient *g, uint32_t operand)
{
    return ls_value_needs_grad(g->node->operands[operand]);
}
static inline ls_value ls_gradient_in(const ls_gradient *g, uint32_t operand)
{
    return g->node->operands[operand];
}
static inline ls_value ls_gradient_result(const ls_gradient *g, uint32_t result)
{
    return (ls_value){g->node, result};
}
static inline const ls_ir_attrs *ls_gradient_attrs(const ls_gradient *g)
{
    return &g->node->attrs->ir;
}
static inline ls_value ls_gradient_zeros(ls_value like)
{
    return ls_value_full_like(like, 0);
}
static inline ls_value ls_gradient_scale(ls_value v, double factor)
{
    return ls_value_mul(v, ls_value_full_like(v, factor));
}

/* For products: each operand's gradient reads the other operand. */
uint64_t ls_gradient_saves_other(const ls_node *node);

/* Makes every gradient that is wanted an error. */
void ls_gradient_fail(const ls_gradient *g, const char *why);

#endif
