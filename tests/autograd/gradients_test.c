/* Every differentiable op against central differences in f64: elementwise ops straight from ops.def, the others by a
 * case each. A row of ops.def whose gradient no case here goes through fails. */
#include "autograd/gradient.h"
#include "lazy/trace.h"
#include "ls_test.h"

#include <math.h>
#include <stdio.h>

#include <lockstep/autograd.h>
#include <lockstep/ops.h>

#define MAX_INPUTS 5
#define MAX_ELEMENTS 256

typedef ls_value (*function)(const ls_value *x, ls_ir_kind kind);

typedef struct gradient_case {
    const char *name;
    function f;
    ls_shape shapes[MAX_INPUTS];
    int inputs;
    double low[MAX_INPUTS], high[MAX_INPUTS]; /* range of the values; both 0: −1 to 1 */
    double step;                              /* 0: 1e-5 */
    ls_ir_kind kind;
} gradient_case;

static bool seen[LS_IR_KIND_COUNT]; /* kinds whose gradient was checked */

/* --- Checking ----------------------------------------------------------------------------------------------- */

static double noise(uint64_t i) /* in [0, 1) */
{
    i = (i + 1) * 0x9E3779B97F4A7C15u;
    i = (i ^ i >> 30) * 0xBF58476D1CE4E5B9u;
    i = (i ^ i >> 27) * 0x94D049BB133111EBu;
    return (double)((i ^ i >> 31) >> 11) * 0x1p-53;
}

static void fill(const gradient_case *c, int input, double *out)
{
    bool has_range = c->low[input] != 0 || c->high[input] != 0;
    double low = has_range ? c->low[input] : -1, high = has_range ? c->high[input] : 1;
    for (int64_t i = 0; i < ls_shape_count(c->shapes[input]); i++)
        out[i] = low + (high - low) * noise((uint64_t)(1000 * input + i));
}

static void mark_seen(ls_value v)
{
    if (!ls_value_needs_grad(v) || v.node->kind >= LS_IR_KIND_COUNT) return;
    seen[v.node->kind] = true;
    for (uint32_t i = 0; i < v.node->operand_count; i++) mark_seen(v.node->operands[i]);
}

/* Σ wᵢ·f(x)ᵢ with fixed weights, so that every result element counts differently. */
static ls_value weighted_sum(ls_value y)
{
    double weights[MAX_ELEMENTS];
    int64_t count = ls_shape_count(*ls_value_shape(y));
    assert_in_range(count, 1, MAX_ELEMENTS);
    for (int64_t i = 0; i < count; i++) weights[i] = 0.5 + noise(77000 + (uint64_t)i);
    ls_value w = ls_value_from_host(weights, ls_value_type(y));
    ls_shape scalar = {0};
    return ls_value_sum_to(ls_value_mul(y, w), &scalar);
}

static ls_tensor evaluate(const gradient_case *c, double data[][MAX_ELEMENTS], ls_tensor *x, bool with_gradient)
{
    ls_value values[MAX_INPUTS] = {0};
    for (int i = 0; i < c->inputs; i++) {
        x[i] = ls_from_f64(data[i], c->shapes[i]);
        if (with_gradient) assert_ok(ls_set_requires_grad(x[i], true));
        values[i] = ls_tensor_value(x[i]);
    }
    ls_value y = c->f(values, c->kind);
    assert_ok(ls_value_status(y));
    if (with_gradient) mark_seen(y);
    return ls_tensor_wrap(weighted_sum(y));
}

static double evaluate_number(const gradient_case *c, double data[][MAX_ELEMENTS])
{
    ls_tensor x[MAX_INPUTS];
    double number;
    ls_scope_push();
    assert_ok(ls_item(evaluate(c, data, x, false), &number));
    assert_ok(ls_scope_pop());
    return number;
}

static void check(const gradient_case *c, bool cut_first)
{
    double data[MAX_INPUTS][MAX_ELEMENTS], gradient[MAX_ELEMENTS], step = c->step != 0 ? c->step : 1e-5;
    ls_tensor x[MAX_INPUTS];
    for (int i = 0; i < c->inputs; i++) fill(c, i, data[i]);
    ls_scope_push();
    ls_tensor root = evaluate(c, data, x, true);
    if (cut_first) assert_ok(ls_mark_step());
    ls_status status = ls_backward(root, NULL);
    if (status != LS_OK) fail_msg("%s: %s", c->name, ls_last_error());
    for (int i = 0; i < c->inputs; i++) {
        int64_t count = ls_shape_count(c->shapes[i]);
        if (ls_grad(x[i]).generation == 0) fail_msg("%s: input %d has no gradient", c->name, i);
        status = ls_to_host(ls_grad(x[i]), gradient, sizeof(double) * (size_t)count);
        if (status != LS_OK) fail_msg("%s: %s", c->name, ls_last_error());
        for (int64_t e = 0; e < count; e++) {
            double at = data[i][e];
            data[i][e] = at + step;
            double above = evaluate_number(c, data);
            data[i][e] = at - step;
            double difference = (above - evaluate_number(c, data)) / (2 * step);
            data[i][e] = at;
            if (!(fabs(gradient[e] - difference) <= 1e-6 * fmax(1, fabs(difference))))
                fail_msg("%s: input %d, element %d: %.10g instead of %.10g", c->name, i, (int)e, gradient[e],
                         difference);
        }
    }
    assert_ok(ls_scope_pop());
}

/* --- Elementwise ops, from the table ------------------------------------------------------------------------ */

static ls_value apply_unary(const ls_value *x, ls_ir_kind kind)
{
    return ls_value_unary(kind, x[0]);
}

static ls_value apply_binary(const ls_value *x, ls_ir_kind kind)
{
    return ls_value_binary(kind, x[0], x[1]);
}

static bool is_differentiable(int kind)
{
    return ls_gradient_rules[kind]->apply && ls_gradient_rules[kind] != &ls_gradient_refuse;
}

static void elementwise(void **state)
{
    bool cut_first = *(const bool *)*state;
    for (int kind = 0; kind < LS_IR_KIND_COUNT; kind++) {
        const ls_ir_op_info *info = ls_ir_op_info_of((ls_ir_kind)kind);
        if (!is_differentiable(kind) || (!info->is_unary && !info->is_binary) || kind == LS_IR_CONVERT) continue;
        gradient_case c = {info->name,
                           info->is_unary ? apply_unary : apply_binary,
                           {LS_SHAPE(2, 3), LS_SHAPE(2, 3)},
                           info->is_unary ? 1 : 2,
                           {0.3, 1.5},
                           {0.9, 1.9},
                           0,
                           (ls_ir_kind)kind};
        if (info->is_binary) {
            c.low[0] = 2.3;
            c.high[0] = 2.7;
        }
        check(&c, cut_first);
    }
}

/* --- The others --------------------------------------------------------------------------------------------- */

#define VALUE(tensor) ls_tensor_value(tensor)
#define T(i) ls_tensor_wrap(x[i])
#define FUNCTION(name, expression)                                                                                     \
    static ls_value name(const ls_value *x, ls_ir_kind kind)                                                           \
    {                                                                                                                  \
        (void)kind;                                                                                                    \
        return expression;                                                                                             \
    }

static ls_value record(ls_ir_kind kind, const ls_value *operands, size_t count, const ls_attr_list *attrs)
{
    return ls_node_result(
        ls_trace_op(&(ls_op_spec){.kind = kind, .operands = operands, .operand_count = count, .attrs = attrs}), 0);
}

static const int dims_1[] = {1}, dims_02[] = {0, 2};

FUNCTION(convert, ls_value_convert(ls_value_convert(x[0], LS_F32), LS_F64))
FUNCTION(relu, VALUE(ls_relu(T(0))))
FUNCTION(maximum, ls_value_binary(LS_IR_MAXIMUM, x[0], x[1]))
FUNCTION(minimum, ls_value_binary(LS_IR_MINIMUM, x[0], x[1]))
FUNCTION(clamp, VALUE(ls_clamp(T(0), -0.5, 0.5)))
FUNCTION(select_op, ls_value_select(ls_value_compare(LS_COMPARE_GT, x[0], x[1]), ls_value_mul(x[0], x[0]), x[1]))
FUNCTION(reshape, ls_value_reshape(x[0], &LS_SHAPE(3, 4)))
FUNCTION(transpose, ls_value_permute(x[0], (const int64_t[]){2, 0, 1}))
FUNCTION(reverse, ls_value_reverse(x[0], (const int64_t[]){0, 2}, 2))
FUNCTION(broadcast_new_dims, ls_value_broadcast_in_dim(x[0], &LS_SHAPE(2, 3, 4), (const int64_t[]){1}))
FUNCTION(broadcast_stretched, ls_value_broadcast_in_dim(x[0], &LS_SHAPE(2, 3, 4), (const int64_t[]){0, 2}))
FUNCTION(broadcast_swapped, ls_value_broadcast_in_dim(x[0], &LS_SHAPE(3, 4, 2), (const int64_t[]){2, 0}))
FUNCTION(concatenate, ls_value_concatenate(x, 3, 1))
FUNCTION(slice, ls_value_slice(x[0], (const int64_t[]){1, 0}, (const int64_t[]){4, 6}, (const int64_t[]){2, 3}))
FUNCTION(pad_grow, ls_value_pad(x[0], 0.5, (const int64_t[]){1, 0}, (const int64_t[]){2, 1}, (const int64_t[]){1, 2}))
FUNCTION(pad_shrink, ls_value_pad(x[0], 0.5, (const int64_t[]){-1, 1}, (const int64_t[]){1, -2}, NULL))
FUNCTION(gather_rows, VALUE(ls_index_select(T(0), 0, ls_from_i64((const int64_t[]){2, 0, 2, 9, -4}, LS_SHAPE(5)))))
FUNCTION(gather_columns, VALUE(ls_index_select(T(0), 1, ls_from_i64((const int64_t[]){1, 1, 0}, LS_SHAPE(3)))))
FUNCTION(sum, VALUE(ls_sum(T(0), dims_02, 2, NULL)))
FUNCTION(sum_keep, VALUE(ls_sum(T(0), dims_1, 1, &(ls_reduce_options){.keepdim = true})))
FUNCTION(mean, VALUE(ls_mean(T(0), NULL, 0, NULL)))
FUNCTION(max_op, VALUE(ls_max(T(0), dims_02, 2, NULL)))
FUNCTION(min_op, VALUE(ls_min(T(0), dims_1, 1, NULL)))
FUNCTION(product, VALUE(ls_prod(T(0), dims_1, 1, NULL)))
FUNCTION(product_with_zeros,
         VALUE(ls_prod(ls_mul(T(0), ls_from_f64((const double[]){0, 1, 1, 0, 1, 0}, LS_SHAPE(2, 3))), dims_1, 1, NULL)))
FUNCTION(max_pool, VALUE(ls_max_pool2d(T(0), &(ls_pool2d_options){{3, 2}, {2, 1}, {1, 0}})))
FUNCTION(avg_pool, VALUE(ls_avg_pool2d(T(0), &(ls_pool2d_options){{3, 2}, {2, 1}, {1, 1}})))
FUNCTION(matmul, VALUE(ls_matmul(T(0), T(1))))
FUNCTION(linear, VALUE(ls_linear(T(0), T(1), T(2))))
FUNCTION(conv, VALUE(ls_conv2d(T(0), T(1), T(2), &(ls_conv2d_options){{2, 1}, {1, 2}, {1, 2}, 1})))
FUNCTION(conv_groups, VALUE(ls_conv2d(T(0), T(1), T(2), &(ls_conv2d_options){{1, 2}, {1, 1}, {1, 1}, 2})))
FUNCTION(batch_norm, VALUE(ls_batch_norm(T(0), T(1), T(2), 1e-3, NULL, NULL)))
FUNCTION(batch_norm_inference, VALUE(ls_batch_norm_inference(T(0), T(1), T(2), T(3), T(4), 1e-3)))
FUNCTION(layer_norm, VALUE(ls_layer_norm(T(0), T(1), T(2), 1e-3)))
FUNCTION(log_softmax, VALUE(ls_log_softmax(T(0), 1)))

static ls_value batch_statistics(const ls_value *x, ls_ir_kind kind)
{
    ls_tensor mean_result, variance, y = ls_batch_norm(T(0), T(1), T(2), 1e-3, &mean_result, &variance);
    ls_tensor sums = ls_sum(y, dims_02, 2, NULL), both[3] = {mean_result, ls_mul(variance, variance), sums};
    return VALUE(ls_cat(both, 3, 0));
}

/* Contracted dimensions in another order than in the other operand, batch dimensions not in front. */
static ls_value general_product(const ls_value *x, ls_ir_kind kind)
{
    ls_dot_dims dims = {
        (const int64_t[]){1}, (const int64_t[]){2}, (const int64_t[]){3, 0}, (const int64_t[]){0, 3}, 1, 2};
    return ls_value_dot(x[0], x[1], &dims); /* 3×2×4×2 and 2×5×2×3 → 2×4×5 */
}

static ls_value starts_at(const ls_value *x, ls_ir_kind kind)
{
    const int64_t rows = 1, columns = 5;
    const ls_ir_type index = {LS_I64, {0}};
    ls_value operands[4] = {x[0]};
    size_t count = 1;
    if (kind == LS_IR_DYNAMIC_UPDATE_SLICE) operands[count++] = x[1];
    operands[count++] = ls_value_from_host(&rows, &index);
    operands[count++] = ls_value_from_host(&columns, &index); /* clamped to what fits */
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_SLICE_SIZES, (const int64_t[]){2, 3}, 2);
    return record(kind, operands, count, kind == LS_IR_DYNAMIC_SLICE ? &attrs : NULL);
}

static ls_value reduce_precision(const ls_value *x, ls_ir_kind kind)
{
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_EXPONENT_BITS, 11);
    ls_attr_int(&attrs, LS_ATTR_MANTISSA_BITS, 52);
    return record(kind, x, 1, &attrs);
}

static ls_value barrier(const ls_value *x, ls_ir_kind kind)
{
    ls_node *node = ls_trace_op(&(ls_op_spec){.kind = kind, .operands = x, .operand_count = 2});
    return ls_value_mul(ls_node_result(node, 0), ls_node_result(node, 1));
}

static const gradient_case cases[] = {
    {"convert", convert, {LS_SHAPE(2, 3)}, 1, {0}, {0}, 0.5, 0},
    {"relu", relu, {LS_SHAPE(4, 5)}, 1, {0}, {0}, 0, 0},
    {"maximum", maximum, {LS_SHAPE(4, 5), LS_SHAPE(4, 5)}, 2, {0}, {0}, 0, 0},
    {"minimum", minimum, {LS_SHAPE(4, 5), LS_SHAPE(4, 5)}, 2, {0}, {0}, 0, 0},
    {"clamp", clamp, {LS_SHAPE(4, 5)}, 1, {0}, {0}, 0, 0},
    {"select", select_op, {LS_SHAPE(4, 5), LS_SHAPE(4, 5)}, 2, {0}, {0}, 0, 0},
    {"reshape", reshape, {LS_SHAPE(2, 6)}, 1, {0}, {0}, 0, 0},
    {"transpose", transpose, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"reverse", reverse, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"broadcast, new dimensions", broadcast_new_dims, {LS_SHAPE(3)}, 1, {0}, {0}, 0, 0},
    {"broadcast, stretched", broadcast_stretched, {LS_SHAPE(2, 1)}, 1, {0}, {0}, 0, 0},
    {"broadcast, swapped", broadcast_swapped, {LS_SHAPE(2, 3)}, 1, {0}, {0}, 0, 0},
    {"concatenate", concatenate, {LS_SHAPE(2, 1), LS_SHAPE(2, 3), LS_SHAPE(2, 2)}, 3, {0}, {0}, 0, 0},
    {"slice", slice, {LS_SHAPE(5, 7)}, 1, {0}, {0}, 0, 0},
    {"pad", pad_grow, {LS_SHAPE(2, 3)}, 1, {0}, {0}, 0, 0},
    {"pad, negative", pad_shrink, {LS_SHAPE(3, 4)}, 1, {0}, {0}, 0, 0},
    {"gather rows", gather_rows, {LS_SHAPE(4, 3)}, 1, {0}, {0}, 0, 0},
    {"gather columns", gather_columns, {LS_SHAPE(4, 3)}, 1, {0}, {0}, 0, 0},
    {"dynamic_slice", starts_at, {LS_SHAPE(4, 6)}, 1, {0}, {0}, 0, LS_IR_DYNAMIC_SLICE},
    {"dynamic_update_slice", starts_at, {LS_SHAPE(4, 6), LS_SHAPE(2, 3)}, 2, {0}, {0}, 0, LS_IR_DYNAMIC_UPDATE_SLICE},
    {"sum", sum, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"sum, dimension kept", sum_keep, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"mean", mean, {LS_SHAPE(2, 3)}, 1, {0}, {0}, 0, 0},
    {"max", max_op, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"min", min_op, {LS_SHAPE(2, 3, 4)}, 1, {0}, {0}, 0, 0},
    {"product", product, {LS_SHAPE(2, 3, 2)}, 1, {0}, {0}, 0, 0},
    {"product with zeros", product_with_zeros, {LS_SHAPE(2, 3)}, 1, {0}, {0}, 0, 0},
    {"max_pool", max_pool, {LS_SHAPE(2, 2, 5, 4)}, 1, {0}, {0}, 0, 0},
    {"avg_pool", avg_pool, {LS_SHAPE(2, 2, 5, 4)}, 1, {0}, {0}, 0, 0},
    {"matmul", matmul, {LS_SHAPE(2, 3, 4), LS_SHAPE(2, 4, 2)}, 2, {0}, {0}, 0, 0},
    {"dot_general", general_product, {LS_SHAPE(3, 2, 4, 2), LS_SHAPE(2, 5, 2, 3)}, 2, {0}, {0}, 0, 0},
    {"linear", linear, {LS_SHAPE(3, 4), LS_SHAPE(2, 4), LS_SHAPE(2)}, 3, {0}, {0}, 0, 0},
    {"conv", conv, {LS_SHAPE(2, 2, 5, 6), LS_SHAPE(3, 2, 3, 2), LS_SHAPE(3)}, 3, {0}, {0}, 0, 0},
    {"conv, groups", conv_groups, {LS_SHAPE(2, 4, 4, 5), LS_SHAPE(6, 2, 3, 2), LS_SHAPE(6)}, 3, {0}, {0}, 0, 0},
    {"batch_norm", batch_norm, {LS_SHAPE(4, 3, 2), LS_SHAPE(3), LS_SHAPE(3)}, 3, {0}, {0}, 0, 0},
    {"batch_norm, statistics", batch_statistics, {LS_SHAPE(4, 3, 2), LS_SHAPE(3), LS_SHAPE(3)}, 3, {0}, {0}, 0, 0},
    {"batch_norm_inference",
     batch_norm_inference,
     {LS_SHAPE(4, 3, 2), LS_SHAPE(3), LS_SHAPE(3), LS_SHAPE(3), LS_SHAPE(3)},
     5,
     {[4] = 0.5},
     {[4] = 1.5},
     0,
     0},
    {"layer_norm", layer_norm, {LS_SHAPE(3, 4), LS_SHAPE(4), LS_SHAPE(4)}, 3, {0}, {0}, 0, 0},
    {"log_softmax", log_softmax, {LS_SHAPE(3, 4)}, 1, {0}, {0}, 0, 0},
    {"reduce_precision", reduce_precision, {LS_SHAPE(5)}, 1, {0}, {0}, 0, LS_IR_REDUCE_PRECISION},
    {"optimization_barrier", barrier, {LS_SHAPE(5), LS_SHAPE(5)}, 2, {0}, {0}, 0, LS_IR_OPTIMIZATION_BARRIER},
};

static void other_ops(void **state)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) check(&cases[i], *(const bool *)*state);
}

static void every_differentiable_op_was_checked(void **state)
{
    (void)state;
    for (int kind = 0; kind < LS_IR_KIND_COUNT; kind++) {
        const ls_ir_op_info *info = ls_ir_op_info_of((ls_ir_kind)kind);
        if (is_differentiable(kind) && !info->is_collective && !seen[kind]) fail_msg("no case for %s", info->name);
    }
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "1", 1);
    static bool at_once = false, after_a_cut = true;
    const struct CMUnitTest tests[] = {
        {"elementwise_ops", elementwise, NULL, NULL, &at_once},
        {"elementwise_ops_after_a_cut", elementwise, NULL, NULL, &after_a_cut},
        {"other_ops", other_ops, NULL, NULL, &at_once},
        {"other_ops_after_a_cut", other_ops, NULL, NULL, &after_a_cut},
        cmocka_unit_test(every_differentiable_op_was_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
