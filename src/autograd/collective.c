/* Gradient rules of collectives: a collective again, over the same groups. */
#include "autograd/gradient.h"

#define UP (g->grads[0])
#define X ls_gradient_in(g, 0)

/* Starts the attributes of a collective over the groups of g's node. */
static void copy_groups(const ls_gradient *g, ls_attr_list *attrs)
{
    size_t count;
    const int64_t *groups = ls_ir_attr_ints(ls_gradient_attrs(g), LS_ATTR_REPLICA_GROUPS, &count);
    if (count) ls_attr_ints(attrs, LS_ATTR_REPLICA_GROUPS, groups, count);
    static const ls_ir_attr_key keys[] = {LS_ATTR_GROUP_SIZE, LS_ATTR_CHANNEL_ID, LS_ATTR_USE_GLOBAL_DEVICE_IDS};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (ls_ir_attr_find(ls_gradient_attrs(g), keys[i]))
            ls_attr_int(attrs, keys[i], ls_ir_attr_int(ls_gradient_attrs(g), keys[i], 0));
}

static ls_value record(ls_ir_kind kind, ls_value x, const ls_attr_list *attrs, const ls_ir_type *type)
{
    return ls_node_result(
        ls_trace_op(&(ls_op_spec){
            .kind = kind, .operands = &x, .operand_count = 1, .attrs = attrs, .given = type, .given_count = 1}),
        0);
}

static ls_value over_ranks(const ls_gradient *g, ls_ir_kind reducer, ls_value x)
{
    LS_ATTR_LIST(attrs);
    copy_groups(g, &attrs);
    ls_attr_int(&attrs, LS_ATTR_REDUCER, reducer);
    return record(LS_IR_ALL_REDUCE, x, &attrs, ls_value_type(x));
}

static ls_value sum_over_ranks(const ls_gradient *g, ls_value x)
{
    return over_ranks(g, LS_IR_ADD, x);
}

static int reducer_of(const ls_node *node)
{
    return (int)ls_ir_attr_int(&node->attrs->ir, LS_ATTR_REDUCER, LS_IR_KIND_COUNT);
}

static uint64_t all_reduce_saves(const ls_node *node)
{
    if (reducer_of(node) == LS_IR_ADD || node->operand_count > 30) return 0;
    uint64_t operands = (1ull << node->operand_count) - 1;
    return reducer_of(node) == LS_IR_MULTIPLY ? operands : operands | operands << 32;
}

/* The product of the other ranks' x. A division would not do where x is 0, so zeros are counted by themselves. */
static ls_value product_of_others(const ls_gradient *g, ls_value x)
{
    ls_value none = ls_gradient_zeros(x), is_zero = ls_value_compare(LS_COMPARE_EQ, x, none);
    ls_value factor = ls_value_select(is_zero, ls_value_full_like(x, 1), x);
    ls_value zeros = ls_value_convert(is_zero, ls_value_dtype(x));
    ls_value others = ls_value_div(over_ranks(g, LS_IR_MULTIPLY, factor), factor);
    ls_value is_alone = ls_value_compare(LS_COMPARE_EQ, sum_over_ranks(g, zeros), zeros);
    return ls_value_select(is_alone, others, none);
}

/* Every rank's result depends on every rank's operand, so gradients are summed first. For a maximum or minimum that sum
 * is shared evenly among the ranks that have the extreme value; for a product it is multiplied by the others' factors.
 */
static void apply_all_reduce(const ls_gradient *g)
{
    int reducer = reducer_of(g->node);
    for (uint32_t i = 0; i < g->node->operand_count; i++) {
        if (!ls_gradient_wants(g, i)) continue;
        ls_value x = ls_gradient_in(g, i);
        ls_value sum = sum_over_ranks(g, ls_value_is_none(g->grads[i]) ? ls_gradient_zeros(x) : g->grads[i]);
        if (reducer == LS_IR_MAXIMUM || reducer == LS_IR_MINIMUM) {
            ls_value hit =
                ls_value_convert(ls_value_compare(LS_COMPARE_EQ, x, ls_gradient_result(g, i)), ls_value_dtype(x));
            sum = ls_value_div(ls_value_mul(sum, hit), sum_over_ranks(g, hit));
        } else if (reducer == LS_IR_MULTIPLY) {
            sum = ls_value_mul(sum, product_of_others(g, x));
        } else if (reducer != LS_IR_ADD) {
            ls_gradient_fail(g, " with this reduction");
            return;
        }
        g->out[i] = sum;
    }
}
const ls_gradient_rule ls_gradient_all_reduce = {apply_all_reduce, 0, all_reduce_saves};

LS_GRADIENT(all_gather, 0) /* my part of every rank's gradient, summed */
{
    LS_ATTR_LIST(attrs);
    copy_groups(g, &attrs);
    ls_attr_int(&attrs, LS_ATTR_SCATTER_DIMENSION, ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_ALL_GATHER_DIM, 0));
    ls_attr_int(&attrs, LS_ATTR_REDUCER, LS_IR_ADD);
    if (g->node->operand_count != 1)
        ls_gradient_fail(g, " with several operands");
    else
        g->out[0] = record(LS_IR_REDUCE_SCATTER, UP, &attrs, ls_value_type(X));
}

LS_GRADIENT(reduce_scatter, 0)
{
    if (reducer_of(g->node) != LS_IR_ADD) {
        ls_gradient_fail(g, " with this reduction");
        return;
    }
    LS_ATTR_LIST(attrs);
    copy_groups(g, &attrs);
    ls_attr_int(&attrs, LS_ATTR_ALL_GATHER_DIM, ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_SCATTER_DIMENSION, 0));
    g->out[0] = record(LS_IR_ALL_GATHER, UP, &attrs, ls_value_type(X));
}

LS_GRADIENT(all_to_all, 0)
{
    if (g->node->operand_count != 1) {
        ls_gradient_fail(g, " with several operands");
        return;
    }
    const ls_ir_attrs *from = ls_gradient_attrs(g);
    LS_ATTR_LIST(attrs);
    copy_groups(g, &attrs);
    ls_attr_int(&attrs, LS_ATTR_SPLIT_DIMENSION, ls_ir_attr_int(from, LS_ATTR_CONCAT_DIMENSION, 0));
    ls_attr_int(&attrs, LS_ATTR_CONCAT_DIMENSION, ls_ir_attr_int(from, LS_ATTR_SPLIT_DIMENSION, 0));
    ls_attr_int(&attrs, LS_ATTR_SPLIT_COUNT, ls_ir_attr_int(from, LS_ATTR_SPLIT_COUNT, 1));
    g->out[0] = record(LS_IR_ALL_TO_ALL, UP, &attrs, ls_value_type(X));
}

LS_GRADIENT(collective_permute, 0) /* the other way round */
{
    size_t count;
    const int64_t *pairs = ls_ir_attr_ints(ls_gradient_attrs(g), LS_ATTR_SOURCE_TARGET_PAIRS, &count);
    LS_ATTR_LIST(attrs);
    copy_groups(g, &attrs);
    int64_t back[64];
    if (count > 64) {
        ls_gradient_fail(g, " with more than 32 pairs");
        return;
    }
    for (size_t i = 0; i + 1 < count; i += 2) {
        back[i] = pairs[i + 1];
        back[i + 1] = pairs[i];
    }
    ls_attr_ints(&attrs, LS_ATTR_SOURCE_TARGET_PAIRS, back, count);
    g->out[0] = record(LS_IR_COLLECTIVE_PERMUTE, UP, &attrs, ls_value_type(X));
}
