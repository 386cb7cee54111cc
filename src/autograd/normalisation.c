/* Gradient rules of batch normalisation. x, scale and offset are the operands; C is the size of the feature dimension.
 */
#include "autograd/gradient.h"

#define UP (g->grads[0])
#define X ls_gradient_in(g, 0)
#define SCALE ls_gradient_in(g, 1)

static int64_t feature_dim(const ls_gradient *g)
{
    return ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_FEATURE_INDEX, 0);
}

static ls_value along_features(const ls_gradient *g, ls_value v) /* C → x's shape */
{
    int64_t dim = feature_dim(g);
    return ls_value_broadcast_in_dim(v, ls_value_shape(X), &dim);
}

static ls_value sum_per_feature(const ls_gradient *g, ls_value v) /* x's shape → C */
{
    int64_t dims[LS_MAX_RANK];
    size_t count = 0;
    for (int d = 0; d < ls_value_rank(X); d++)
        if (d != feature_dim(g)) dims[count++] = d;
    return ls_value_reduce(LS_IR_ADD, v, dims, count);
}

/* What the statistics' own gradients add to that of x: mean is Σx/n, variance Σ(x − mean)²/n. */
static ls_value statistics_gradient(const ls_gradient *g)
{
    ls_value mean = ls_gradient_result(g, 1), sum = LS_NO_VALUE;
    int64_t features = ls_value_shape(X)->dims[feature_dim(g)];
    double n = features ? (double)ls_shape_count(*ls_value_shape(X)) / (double)features : 1;
    if (!ls_value_is_none(g->grads[1])) sum = along_features(g, ls_gradient_scale(g->grads[1], 1 / n));
    if (!ls_value_is_none(g->grads[2])) {
        ls_value centred = ls_value_sub(X, along_features(g, mean));
        ls_value part = ls_value_mul(centred, along_features(g, ls_gradient_scale(g->grads[2], 2 / n)));
        sum = ls_value_is_none(sum) ? part : ls_value_add(sum, part);
    }
    return sum;
}

/* x, scale, offset → y, mean, variance */
LS_GRADIENT(batch_norm_training, LS_SAVES_OPERAND(0) | LS_SAVES_OPERAND(1) | LS_SAVES_RESULT(1) | LS_SAVES_RESULT(2))
{
    ls_value extra = statistics_gradient(g);
    g->out[0] = extra;
    if (ls_value_is_none(UP)) return;
    ls_value operands[5] = {X, SCALE, ls_gradient_result(g, 1), ls_gradient_result(g, 2), UP};
    ls_node *node = ls_trace_op(&(ls_op_spec){
        .kind = LS_IR_BATCH_NORM_GRAD, .operands = operands, .operand_count = 5, .interned_attrs = g->node->attrs});
    for (uint32_t i = 0; i < 3; i++) g->out[i] = ls_node_result(node, i);
    if (!ls_value_is_none(extra)) g->out[0] = ls_value_add(g->out[0], extra);
}

/* x, scale, offset, mean, variance: y = (x − mean) r scale + offset with r = 1/√(variance + ε) */
LS_GRADIENT(batch_norm_inference, LS_SAVES_OPERAND(0) | LS_SAVES_OPERAND(1) | LS_SAVES_OPERAND(3) | LS_SAVES_OPERAND(4))
{
    ls_value mean = ls_gradient_in(g, 3), variance = ls_gradient_in(g, 4);
    ls_value epsilon = ls_value_full_like(variance, ls_ir_attr_float(ls_gradient_attrs(g), LS_ATTR_EPSILON, 0));
    ls_value r = ls_value_unary(LS_IR_RSQRT, ls_value_add(variance, epsilon));
    ls_value dx = ls_value_mul(UP, along_features(g, ls_value_mul(r, SCALE)));
    if (ls_gradient_wants(g, 0)) g->out[0] = dx;
    if (ls_gradient_wants(g, 2)) g->out[2] = sum_per_feature(g, UP);
    if (ls_gradient_wants(g, 3)) g->out[3] = ls_value_neg(sum_per_feature(g, dx));
    if (!ls_gradient_wants(g, 1) && !ls_gradient_wants(g, 4)) return;
    ls_value weighted = sum_per_feature(g, ls_value_mul(UP, ls_value_sub(X, along_features(g, mean))));
    if (ls_gradient_wants(g, 1)) g->out[1] = ls_value_mul(weighted, r);
    if (!ls_gradient_wants(g, 4)) return;
    ls_value cube = ls_value_mul(r, ls_value_mul(r, r));
    g->out[4] = ls_gradient_scale(ls_value_mul(weighted, ls_value_mul(SCALE, cube)), -0.5);
}
