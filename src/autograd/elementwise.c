/* Gradient rules of elementwise ops. In comments: x, a, b operands, y result, g its gradient. */
#include <math.h>
#include <string.h>

#include "autograd/gradient.h"

#define OPERAND_0 LS_SAVES_OPERAND(0)
#define OPERANDS_01 (LS_SAVES_OPERAND(0) | LS_SAVES_OPERAND(1))
#define RESULT LS_SAVES_RESULT(0)

#define UP (g->grads[0])
#define X ls_gradient_in(g, 0)
#define Y ls_gradient_result(g, 0)

static ls_value plus(ls_value v, double number)
{
    return ls_value_add(v, ls_value_full_like(v, number));
}

/* --- One operand -------------------------------------------------------------------------------------------- */

LS_GRADIENT(identity, 0)
{
    g->out[0] = UP;
}

LS_GRADIENT(zero, 0)
{
    g->out[0] = ls_gradient_zeros(UP);
}

LS_GRADIENT(convert, 0)
{
    ls_dtype dtype = ls_value_dtype(X);
    if (ls_dtype_is_float(dtype)) g->out[0] = ls_value_convert(UP, dtype);
}

LS_GRADIENT(negate, 0)
{
    g->out[0] = ls_value_neg(UP);
}

LS_GRADIENT(abs, OPERAND_0)
{
    g->out[0] = ls_value_mul(UP, ls_value_unary(LS_IR_SIGN, X));
}

LS_GRADIENT(cbrt, RESULT) /* g / 3y² */
{
    g->out[0] = ls_value_div(UP, ls_gradient_scale(ls_value_mul(Y, Y), 3));
}

LS_GRADIENT(cosine, OPERAND_0)
{
    g->out[0] = ls_value_neg(ls_value_mul(UP, ls_value_unary(LS_IR_SINE, X)));
}

LS_GRADIENT(sine, OPERAND_0)
{
    g->out[0] = ls_value_mul(UP, ls_value_unary(LS_IR_COSINE, X));
}

LS_GRADIENT(tan, RESULT) /* g (1 + y²) */
{
    g->out[0] = ls_value_mul(UP, plus(ls_value_mul(Y, Y), 1));
}

LS_GRADIENT(tanh, RESULT) /* g (1 − y²) */
{
    g->out[0] = ls_value_mul(UP, plus(ls_value_neg(ls_value_mul(Y, Y)), 1));
}

LS_GRADIENT(erf, OPERAND_0) /* g 2/√π exp(−x²) */
{
    ls_value bell = ls_value_unary(LS_IR_EXPONENTIAL, ls_value_neg(ls_value_mul(X, X)));
    g->out[0] = ls_value_mul(UP, ls_gradient_scale(bell, M_2_SQRTPI));
}

LS_GRADIENT(exponential, RESULT)
{
    g->out[0] = ls_value_mul(UP, Y);
}

LS_GRADIENT(exponential_minus_one, RESULT)
{
    g->out[0] = ls_value_mul(UP, plus(Y, 1));
}

LS_GRADIENT(log, OPERAND_0)
{
    g->out[0] = ls_value_div(UP, X);
}

LS_GRADIENT(log_plus_one, OPERAND_0)
{
    g->out[0] = ls_value_div(UP, plus(X, 1));
}

LS_GRADIENT(logistic, RESULT) /* g y (1 − y) */
{
    g->out[0] = ls_value_mul(UP, ls_value_mul(Y, plus(ls_value_neg(Y), 1)));
}

LS_GRADIENT(sqrt, RESULT) /* g / 2y */
{
    g->out[0] = ls_value_div(UP, ls_gradient_scale(Y, 2));
}

LS_GRADIENT(rsqrt, RESULT) /* −g y³ / 2 */
{
    g->out[0] = ls_value_mul(UP, ls_gradient_scale(ls_value_mul(Y, ls_value_mul(Y, Y)), -0.5));
}

/* --- Two operands ------------------------------------------------------------------------------------------- */

#define A ls_gradient_in(g, 0)
#define B ls_gradient_in(g, 1)
#define WANTS_A ls_gradient_wants(g, 0)
#define WANTS_B ls_gradient_wants(g, 1)

LS_GRADIENT(add, 0)
{
    g->out[0] = g->out[1] = UP;
}

LS_GRADIENT(subtract, 0)
{
    g->out[0] = UP;
    if (WANTS_B) g->out[1] = ls_value_neg(UP);
}

static void apply_multiply(const ls_gradient *g)
{
    if (WANTS_A) g->out[0] = ls_value_mul(UP, B);
    if (WANTS_B) g->out[1] = ls_value_mul(UP, A);
}
const ls_gradient_rule ls_gradient_multiply = {apply_multiply, 0, ls_gradient_saves_other};

static uint64_t divisor_and_quotient(const ls_node *node)
{
    return LS_SAVES_OPERAND(1) | (node->operands[1].node->needs_grad ? RESULT : 0);
}

static void apply_divide(const ls_gradient *g) /* da = g/b, db = −y g/b */
{
    ls_value da = ls_value_div(UP, B);
    g->out[0] = da;
    if (WANTS_B) g->out[1] = ls_value_neg(ls_value_mul(da, Y));
}
const ls_gradient_rule ls_gradient_divide = {apply_divide, 0, divisor_and_quotient};

LS_GRADIENT(atan2, OPERANDS_01) /* of atan(a/b): da = g b/(a² + b²), db = −g a/(a² + b²) */
{
    ls_value scaled = ls_value_div(UP, ls_value_add(ls_value_mul(A, A), ls_value_mul(B, B)));
    if (WANTS_A) g->out[0] = ls_value_mul(scaled, B);
    if (WANTS_B) g->out[1] = ls_value_neg(ls_value_mul(scaled, A));
}

LS_GRADIENT(power, OPERANDS_01 | RESULT) /* da = g b a^(b−1), 0 where b = 0; db = g y ln a, 0 where a = 0 ≤ b */
{
    ls_value zero = ls_gradient_zeros(UP);
    if (WANTS_A) {
        ls_value slope = ls_value_mul(B, ls_value_binary(LS_IR_POWER, A, plus(B, -1)));
        g->out[0] = ls_value_select(ls_value_compare(LS_COMPARE_EQ, B, zero), zero, ls_value_mul(UP, slope));
    }
    if (WANTS_B) {
        ls_value flat = ls_value_binary(LS_IR_AND, ls_value_compare(LS_COMPARE_EQ, A, zero),
                                        ls_value_compare(LS_COMPARE_GE, B, zero));
        ls_value slope = ls_value_mul(Y, ls_value_unary(LS_IR_LOG, A));
        g->out[1] = ls_value_select(flat, zero, ls_value_mul(UP, slope));
    }
}

LS_GRADIENT(remainder, OPERANDS_01) /* y = a − b trunc(a/b) */
{
    g->out[0] = UP;
    if (!WANTS_B) return;
    ls_value quotient = ls_value_div(A, B);
    ls_value whole = ls_value_mul(ls_value_unary(LS_IR_SIGN, quotient),
                                  ls_value_unary(LS_IR_FLOOR, ls_value_unary(LS_IR_ABS, quotient)));
    g->out[1] = ls_value_neg(ls_value_mul(UP, whole));
}

static bool is_zero_constant(ls_value v)
{
    while (v.node->kind == LS_IR_BROADCAST_IN_DIM || v.node->kind == LS_IR_RESHAPE) v = v.node->operands[0];
    if (v.node->kind != LS_IR_CONSTANT || !v.node->attrs) return false;
    const ls_ir_attr *value = ls_ir_attr_find(&v.node->attrs->ir, LS_ATTR_VALUE);
    static const char zeros[8];
    return value && value->dense.is_splat &&
           memcmp(value->dense.data, zeros, ls_dtype_size(value->dense.type.dtype)) == 0;
}

/* maximum(x, 0) is ReLU: where x = 0 its gradient is 0, while that of maximum is shared between its operands. */
static bool is_relu(const ls_node *node)
{
    return node->kind == LS_IR_MAXIMUM && is_zero_constant(node->operands[1]) && !node->operands[1].node->needs_grad;
}

static uint64_t extreme_saves(const ls_node *node)
{
    return is_relu(node) ? RESULT : OPERANDS_01;
}

static void apply_extreme(const ls_gradient *g) /* maximum and minimum */
{
    ls_value zero = ls_gradient_zeros(UP);
    if (is_relu(g->node)) { /* as "not ≤", so that NaN passes its gradient on */
        g->out[0] = ls_value_select(ls_value_compare(LS_COMPARE_LE, Y, zero), zero, UP);
        return;
    }
    bool is_max = g->node->kind == LS_IR_MAXIMUM;
    ls_value shared = ls_value_select(ls_value_compare(LS_COMPARE_EQ, A, B), ls_gradient_scale(UP, 0.5), UP);
    ls_value a_loses = ls_value_compare(is_max ? LS_COMPARE_LT : LS_COMPARE_GT, A, B);
    ls_value b_loses = ls_value_compare(is_max ? LS_COMPARE_GT : LS_COMPARE_LT, A, B);
    if (WANTS_A) g->out[0] = ls_value_select(a_loses, zero, shared);
    if (WANTS_B) g->out[1] = ls_value_select(b_loses, zero, shared);
}
const ls_gradient_rule ls_gradient_maximum = {apply_extreme, 0, extreme_saves};
const ls_gradient_rule ls_gradient_minimum = {apply_extreme, 0, extreme_saves};

/* --- Three operands ----------------------------------------------------------------------------------------- */

LS_GRADIENT(select, OPERAND_0) /* condition, a, b */
{
    ls_value zero = ls_gradient_zeros(UP), condition = X;
    if (ls_gradient_wants(g, 1)) g->out[1] = ls_value_select(condition, UP, zero);
    if (ls_gradient_wants(g, 2)) g->out[2] = ls_value_select(condition, zero, UP);
}

LS_GRADIENT(clamp, LS_SAVES_OPERAND(0) | LS_SAVES_OPERAND(1) | LS_SAVES_OPERAND(2)) /* low, x, high */
{
    if (ls_gradient_wants(g, 0) || ls_gradient_wants(g, 2)) {
        ls_gradient_fail(g, " in its bounds");
        return;
    }
    ls_value x = ls_gradient_in(g, 1), zero = ls_gradient_zeros(UP);
    ls_value low = ls_value_broadcast_to(ls_gradient_in(g, 0), ls_value_shape(x));
    ls_value high = ls_value_broadcast_to(ls_gradient_in(g, 2), ls_value_shape(x));
    ls_value inside =
        ls_value_binary(LS_IR_AND, ls_value_compare(LS_COMPARE_GE, x, low), ls_value_compare(LS_COMPARE_LE, x, high));
    g->out[1] = ls_value_select(inside, UP, zero);
}
