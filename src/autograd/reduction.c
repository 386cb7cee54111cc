/* Gradient rules of reductions and pooling windows. */
#include "autograd/gradient.h"

#define UP (g->grads[0])
#define X ls_gradient_in(g, 0)
#define Y ls_gradient_result(g, 0)

static ls_ir_kind reducer_of(const ls_gradient *g)
{
    return (ls_ir_kind)ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_REDUCER, LS_IR_KIND_COUNT);
}

/* --- Reduce ------------------------------------------------------------------------------------------------- */

/* Repeats a result of the reduction along the dimensions that it dropped. */
static ls_value spread(const ls_gradient *g, ls_value result)
{
    const ls_shape *shape = ls_value_shape(X);
    size_t count;
    const int64_t *dropped = ls_ir_attr_ints(ls_gradient_attrs(g), LS_ATTR_DIMENSIONS, &count);
    int64_t kept[LS_MAX_RANK], rank = 0;
    for (int d = 0; d < shape->rank; d++) {
        bool is_dropped = false;
        for (size_t i = 0; i < count; i++) is_dropped |= dropped[i] == d;
        if (!is_dropped) kept[rank++] = d;
    }
    return ls_value_broadcast_in_dim(result, shape, kept);
}

static ls_value reduce_as(const ls_gradient *g, ls_ir_kind reducer, ls_value x)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(ls_gradient_attrs(g), LS_ATTR_DIMENSIONS, &count);
    return ls_value_reduce(reducer, x, dims, count);
}

/* Maximum or minimum: shared evenly among the elements that equal it, as PyTorch's amax. */
static ls_value extreme_gradient(const ls_gradient *g)
{
    ls_value mask = ls_value_convert(ls_value_compare(LS_COMPARE_EQ, X, spread(g, Y)), ls_value_dtype(X));
    ls_value share = ls_value_div(UP, reduce_as(g, LS_IR_ADD, mask));
    return ls_value_mul(mask, spread(g, share));
}

/* Product: g times the product of the others, which without a zero is y / x; a single zero gets the product of the
 * rest. */
static ls_value product_gradient(const ls_gradient *g)
{
    ls_value zero = ls_gradient_zeros(X), one = ls_value_full_like(X, 1);
    ls_value is_zero = ls_value_compare(LS_COMPARE_EQ, X, zero);
    ls_value rest = reduce_as(g, LS_IR_MULTIPLY, ls_value_select(is_zero, one, X));
    ls_value zeros = spread(g, reduce_as(g, LS_IR_ADD, ls_value_convert(is_zero, ls_value_dtype(X))));
    ls_value others = ls_value_select(is_zero, ls_value_compare(LS_COMPARE_EQ, zeros, one),
                                      ls_value_compare(LS_COMPARE_EQ, zeros, zero));
    ls_value quotient = ls_value_div(spread(g, rest), ls_value_select(is_zero, one, X));
    return ls_value_select(others, ls_value_mul(spread(g, UP), quotient), zero);
}

static uint64_t reduce_saves(const ls_node *node)
{
    switch ((int)ls_ir_attr_int(&node->attrs->ir, LS_ATTR_REDUCER, LS_IR_KIND_COUNT)) {
    case LS_IR_MAXIMUM:
    case LS_IR_MINIMUM: return LS_SAVES_OPERAND(0) | LS_SAVES_RESULT(0);
    case LS_IR_MULTIPLY: return LS_SAVES_OPERAND(0);
    default: return 0;
    }
}

static void apply_reduce(const ls_gradient *g) /* x, initial value */
{
    if (g->node->result_count != 1) {
        ls_gradient_fail(g, " with several results");
        return;
    }
    switch ((int)reducer_of(g)) {
    case LS_IR_ADD: g->out[0] = spread(g, UP); break;
    case LS_IR_MAXIMUM:
    case LS_IR_MINIMUM: g->out[0] = extreme_gradient(g); break;
    case LS_IR_MULTIPLY: g->out[0] = product_gradient(g); break;
    default: ls_gradient_fail(g, " with this reducer");
    }
}
const ls_gradient_rule ls_gradient_reduce = {apply_reduce, 0, reduce_saves};

/* --- Windows ------------------------------------------------------------------------------------------------ */

/* Each window's gradient goes to its first maximum (GE keeps the earlier of equals). */
static ls_value max_window_gradient(const ls_gradient *g)
{
    LS_ATTR_LIST(attrs);
    static const ls_ir_attr_key keys[] = {LS_ATTR_WINDOW_DIMENSIONS, LS_ATTR_WINDOW_STRIDES, LS_ATTR_PADDING};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        size_t count;
        const int64_t *numbers = ls_ir_attr_ints(ls_gradient_attrs(g), keys[i], &count);
        if (count) ls_attr_ints(&attrs, keys[i], numbers, count);
    }
    ls_attr_int(&attrs, LS_ATTR_REDUCER, LS_IR_ADD);
    ls_value operands[3] = {X, UP, ls_value_identity(LS_IR_ADD, ls_value_dtype(UP))};
    return ls_node_result(
        ls_trace_op(
            &(ls_op_spec){.kind = LS_IR_SELECT_AND_SCATTER, .operands = operands, .operand_count = 3, .attrs = &attrs}),
        0);
}

/* Every element gets the sum of the gradients of the windows that it lies in: a sum over windows of the gradient,
 * spaced by the strides and padded so that the result has x's shape. */
static ls_value sum_window_gradient(const ls_gradient *g)
{
    const ls_ir_attrs *from = ls_gradient_attrs(g);
    const ls_shape *x = ls_value_shape(X), *y = ls_value_shape(UP);
    int64_t low[LS_MAX_RANK], high[LS_MAX_RANK], interior[LS_MAX_RANK], window[LS_MAX_RANK], dilation[LS_MAX_RANK];
    int64_t ones[LS_MAX_RANK], no_padding[2 * LS_MAX_RANK] = {0};
    size_t rank = (size_t)x->rank;
    for (size_t d = 0; d < rank; d++) {
        window[d] = ls_ir_attr_at(from, LS_ATTR_WINDOW_DIMENSIONS, d, 1);
        dilation[d] = ls_ir_attr_at(from, LS_ATTR_WINDOW_DILATIONS, d, 1);
        interior[d] = ls_ir_attr_at(from, LS_ATTR_WINDOW_STRIDES, d, 1) - 1;
        ones[d] = 1;
        int64_t reach = (window[d] - 1) * dilation[d];
        low[d] = reach - ls_ir_attr_at(from, LS_ATTR_PADDING, 2 * d, 0);
        high[d] = x->dims[d] + reach - low[d] - (y->dims[d] + (y->dims[d] - 1) * interior[d]);
    }
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_DIMENSIONS, window, rank);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_STRIDES, ones, rank);
    ls_attr_ints(&attrs, LS_ATTR_BASE_DILATIONS, ones, rank);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_DILATIONS, dilation, rank);
    ls_attr_ints(&attrs, LS_ATTR_PADDING, no_padding, 2 * rank);
    ls_attr_int(&attrs, LS_ATTR_REDUCER, LS_IR_ADD);
    ls_value operands[2] = {ls_value_pad(UP, 0, low, high, interior), ls_value_identity(LS_IR_ADD, ls_value_dtype(UP))};
    return ls_node_result(ls_trace_op(&(ls_op_spec){
                              .kind = LS_IR_REDUCE_WINDOW, .operands = operands, .operand_count = 2, .attrs = &attrs}),
                          0);
}

static bool is_dilated(const ls_gradient *g, ls_ir_attr_key key)
{
    size_t count;
    const int64_t *dilations = ls_ir_attr_ints(ls_gradient_attrs(g), key, &count);
    for (size_t i = 0; i < count; i++)
        if (dilations[i] != 1) return true;
    return false;
}

static uint64_t window_saves(const ls_node *node)
{
    bool is_max = ls_ir_attr_int(&node->attrs->ir, LS_ATTR_REDUCER, LS_IR_KIND_COUNT) == LS_IR_MAXIMUM;
    return is_max ? LS_SAVES_OPERAND(0) : 0;
}

static void apply_reduce_window(const ls_gradient *g) /* x, initial value */
{
    bool base = is_dilated(g, LS_ATTR_BASE_DILATIONS), window = is_dilated(g, LS_ATTR_WINDOW_DILATIONS);
    if (g->node->result_count != 1 || base)
        ls_gradient_fail(g, " with base dilation or several results");
    else if (reducer_of(g) == LS_IR_ADD)
        g->out[0] = sum_window_gradient(g);
    else if (reducer_of(g) == LS_IR_MAXIMUM && !window)
        g->out[0] = max_window_gradient(g);
    else
        ls_gradient_fail(g, " with this reducer and dilation");
}
const ls_gradient_rule ls_gradient_reduce_window = {apply_reduce_window, 0, window_saves};
