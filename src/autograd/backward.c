/* The walk back from a root over the nodes that it depends on. */
#include <stdlib.h>

#include "autograd/gradient.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include <lockstep/autograd.h>

/* A node on the way and what has come back to it so far. */
typedef struct stop {
    ls_node *node;
    ls_value *grads; /* per result; NULL until the first comes */
    uint32_t uses;   /* operands of other nodes on the way that still have to give their gradient */
} stop;

typedef struct deferred {
    ls_status (*done)(void *arg);
    void *arg;
} deferred;

typedef struct backward {
    ls_arena arena;
    LS_VEC(stop *) stops; /* in the order found, then latest node first */
    stop **table;         /* by hash of the node's address; open addressing, at most half full */
    size_t table_size;    /* a power of two */
    LS_VEC(deferred) deferred;
    ls_status status; /* of the first gradient that is an error */
} backward;

/* The backward that this thread is in, for ls_backward_when_done. */
static _Thread_local backward *current;

void ls_backward_when_done(ls_status (*done)(void *arg), void *arg)
{
    LS_ASSERT(current);
    *ls_vec_push(&current->deferred) = (deferred){done, arg};
}

/* --- Finding the nodes -------------------------------------------------------------------------------------- */

static stop **table_place(const backward *b, const ls_node *node)
{
    size_t i = ((uintptr_t)node >> 4) * 0x9E3779B97F4A7C15u >> 20;
    for (i &= b->table_size - 1; b->table[i] && b->table[i]->node != node; i = (i + 1) & (b->table_size - 1)) {
    }
    return &b->table[i];
}

static void table_grow(backward *b)
{
    free(b->table);
    b->table_size = b->table_size ? 2 * b->table_size : 256;
    b->table = calloc(b->table_size, sizeof(*b->table));
    LS_ASSERT(b->table && "out of memory");
    for (size_t i = 0; i < b->stops.count; i++) *table_place(b, b->stops.data[i]->node) = b->stops.data[i];
}

static stop *stop_of(backward *b, ls_node *node)
{
    if (2 * b->stops.count >= b->table_size) table_grow(b);
    stop **place = table_place(b, node);
    if (*place) return *place;
    *place = LS_ARENA_NEW(&b->arena, stop);
    (*place)->node = node;
    *ls_vec_push(&b->stops) = *place;
    return *place;
}

static bool is_leaf(const ls_node *node)
{
    return node->kind == LS_NODE_ALIAS && node->leaf.generation != 0;
}

/* Fills `stops` with the root and all that it depends on, and counts their uses. */
static ls_status find_nodes(backward *b, ls_node *root)
{
    stop_of(b, root);
    for (size_t i = 0; i < b->stops.count; i++) {
        ls_node *node = b->stops.data[i]->node;
        if (is_leaf(node)) continue;
        if (node->is_released)
            return ls_fail(LS_FAILED_PRECONDITION,
                           "ls_backward: the graph was released by an earlier backward; to go through it again, set "
                           "retain_graph there");
        for (uint32_t j = 0; j < node->operand_count; j++)
            if (ls_value_needs_grad(node->operands[j])) stop_of(b, node->operands[j].node)->uses++;
    }
    return LS_OK;
}

static int compare_latest_first(const void *a, const void *b)
{
    const stop *x = *(stop *const *)a, *y = *(stop *const *)b;
    return x->node->seq < y->node->seq ? 1 : x->node->seq > y->node->seq ? -1 : 0;
}

/* --- Going back --------------------------------------------------------------------------------------------- */

static void add_gradient(backward *b, stop *to, uint32_t result, ls_value gradient)
{
    if (!to->grads) to->grads = LS_ARENA_ARRAY(&b->arena, ls_value, to->node->result_count);
    ls_value *sum = &to->grads[result];
    *sum = ls_value_is_none(*sum) ? gradient : ls_value_add(*sum, gradient);
}

/* The gradient of a leaf is complete: adds it to what the leaf has. */
static void finish_leaf(backward *b, const stop *at)
{
    ls_leaf *leaf = ls_node_leaf(at->node);
    if (!leaf || !at->grads || ls_value_is_none(at->grads[0])) return;
    ls_value gradient = at->grads[0];
    ls_status status = ls_value_status(gradient);
    if (leaf->grad.generation == 0) {
        leaf->grad = ls_tensor_own(ls_tensor_wrap(gradient));
    } else {
        ls_status set = ls_tensor_set_value(leaf->grad, ls_value_add(ls_tensor_value(leaf->grad), gradient));
        if (status == LS_OK) status = set;
    }
    if (b->status == LS_OK) b->status = status;
    if (leaf->on_final) leaf->on_final(leaf, leaf->on_final_arg);
}

static void apply_rule(const stop *at, ls_value *out)
{
    ls_node *node = at->node;
    for (uint32_t r = 0; r < node->result_count; r++) { /* an error goes to whatever would have had a gradient */
        if (!ls_value_is_error(at->grads[r])) continue;
        for (uint32_t i = 0; i < node->operand_count; i++) out[i] = at->grads[r];
        return;
    }
    if (node->kind == LS_NODE_ALIAS) {
        out[0] = at->grads[0];
    } else if (node->kind < LS_IR_KIND_COUNT && ls_gradient_rules[node->kind]->apply) {
        ls_gradient_rules[node->kind]->apply(&(ls_gradient){node, at->grads, out});
    }
    for (uint32_t i = 0; i < node->operand_count; i++)
        if (!ls_value_is_none(out[i]) && !ls_dtype_is_float(ls_value_dtype(node->operands[i]))) out[i] = LS_NO_VALUE;
}

static void go_through(backward *b, const stop *at)
{
    ls_node *node = at->node;
    ls_value *out = LS_ARENA_ARRAY(&b->arena, ls_value, node->operand_count + 1);
    if (at->grads) apply_rule(at, out);
    for (uint32_t i = 0; i < node->operand_count; i++) {
        ls_value operand = node->operands[i];
        if (!ls_value_needs_grad(operand)) continue;
        stop *to = stop_of(b, operand.node);
        if (!ls_value_is_none(out[i])) add_gradient(b, to, operand.index, out[i]);
        if (--to->uses == 0 && is_leaf(to->node)) finish_leaf(b, to);
    }
}

static ls_status run_deferred(backward *b)
{
    ls_status status = b->status;
    for (size_t i = 0; i < b->deferred.count; i++) {
        ls_status done = b->deferred.data[i].done(b->deferred.data[i].arg);
        if (status == LS_OK) status = done;
    }
    return status;
}

static ls_status go_back(backward *b, ls_value root, ls_value gradient, bool retain_graph)
{
    LS_TRY(find_nodes(b, root.node));
    qsort(b->stops.data, b->stops.count, sizeof(*b->stops.data), compare_latest_first);
    stop *first = stop_of(b, root.node);
    add_gradient(b, first, root.index, gradient);
    if (is_leaf(root.node)) finish_leaf(b, first);
    for (size_t i = 0; i < b->stops.count; i++)
        if (!is_leaf(b->stops.data[i]->node)) go_through(b, b->stops.data[i]);
    if (!retain_graph)
        for (size_t i = 0; i < b->stops.count; i++)
            if (!is_leaf(b->stops.data[i]->node)) ls_node_release(b->stops.data[i]->node);
    return run_deferred(b);
}

/* The gradient to start from: `given`, or 1 for a root of one element. */
static ls_status start_gradient(ls_value root, ls_tensor given, ls_value *out_gradient)
{
    char shape[128], other[128];
    if (given.generation == 0) {
        if (ls_shape_count(*ls_value_shape(root)) != 1)
            return ls_fail(LS_INVALID_ARGUMENT,
                           "ls_backward: the root has shape [%s]; without options.gradient it must have one element",
                           ls_shape_format(*ls_value_shape(root), shape, sizeof(shape)));
        *out_gradient = ls_value_full_like(root, 1);
        return LS_OK;
    }
    ls_value gradient = ls_tensor_value(given);
    LS_TRY(ls_value_status(gradient));
    if (!ls_ir_type_equal(ls_value_type(gradient), ls_value_type(root)))
        return ls_fail(
            LS_INVALID_ARGUMENT, "ls_backward: options.gradient is %s[%s], the root %s[%s]",
            ls_dtype_name(ls_value_dtype(gradient)), ls_shape_format(*ls_value_shape(gradient), other, sizeof(other)),
            ls_dtype_name(ls_value_dtype(root)), ls_shape_format(*ls_value_shape(root), shape, sizeof(shape)));
    *out_gradient = gradient;
    return LS_OK;
}

ls_status ls_backward(ls_tensor root, const ls_backward_options *options)
{
    LS_TRACE_CALL("ls_backward");
    ls_backward_options o = options ? *options : (ls_backward_options){0};
    ls_value value = ls_tensor_value(root), gradient = LS_NO_VALUE;
    LS_TRY(ls_value_status(value));
    if (!ls_value_needs_grad(value))
        return ls_fail(
            LS_FAILED_PRECONDITION,
            "ls_backward: the root depends on no tensor that requires a gradient (ls_set_requires_grad), or was "
            "computed inside ls_no_grad_begin/end");
    ls_tape_off_begin();
    ls_status status = start_gradient(value, o.gradient, &gradient);
    if (status == LS_OK) {
        backward b = {0}, *outer = current;
        current = &b;
        status = go_back(&b, value, gradient, o.retain_graph);
        current = outer;
        ls_vec_finish(&b.stops);
        ls_vec_finish(&b.deferred);
        free(b.table);
        ls_arena_finish(&b.arena);
    }
    ls_tape_off_end();
    return status;
}
