/* Gradient rules of ops that move data: each is the transpose of its op. */
#include "autograd/gradient.h"

#define UP (g->grads[0])
#define X ls_gradient_in(g, 0)

LS_GRADIENT(reshape, 0)
{
    g->out[0] = ls_value_reshape(UP, ls_value_shape(X));
}

LS_GRADIENT(transpose, 0)
{
    int64_t inverse[LS_MAX_RANK];
    for (int i = 0; i < ls_value_rank(X); i++)
        inverse[ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_PERMUTATION, (size_t)i, i)] = i;
    g->out[0] = ls_value_permute(UP, inverse);
}

LS_GRADIENT(reverse, 0)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(ls_gradient_attrs(g), LS_ATTR_DIMENSIONS, &count);
    g->out[0] = ls_value_reverse(UP, dims, count);
}

LS_GRADIENT(broadcast_in_dim, 0) /* sums over the dimensions that are new or were stretched */
{
    const ls_shape *from = ls_value_shape(X), *to = ls_value_shape(UP);
    bool is_kept[LS_MAX_RANK] = {false};
    int source[LS_MAX_RANK];
    for (int i = 0; i < from->rank; i++) {
        int64_t dim = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_BROADCAST_DIMENSIONS, (size_t)i, 0);
        is_kept[dim] = from->dims[i] == to->dims[dim];
        source[dim] = i;
    }
    int64_t summed[LS_MAX_RANK], order[LS_MAX_RANK], rank = 0;
    size_t count = 0;
    for (int d = 0; d < to->rank; d++) {
        if (is_kept[d])
            order[rank++] = source[d];
        else
            summed[count++] = d;
    }
    ls_value sum = count ? ls_value_reduce(LS_IR_ADD, UP, summed, count) : UP;
    /* What is left stands in the result's order: bring it into the operand's. */
    int64_t permutation[LS_MAX_RANK];
    bool in_order = true;
    for (int64_t i = 0; i < rank; i++) {
        int64_t place = 0; /* among the kept dimensions of the operand */
        for (int64_t j = 0; j < rank; j++) place += order[j] < order[i];
        permutation[place] = i;
        in_order &= place == i;
    }
    if (!in_order) sum = ls_value_permute(sum, permutation);
    g->out[0] = ls_value_reshape(sum, from);
}

LS_GRADIENT(concatenate, 0)
{
    const ls_shape *shape = ls_value_shape(UP);
    int64_t dim = ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_DIMENSION, 0);
    int64_t start[LS_MAX_RANK] = {0}, limit[LS_MAX_RANK];
    for (int d = 0; d < shape->rank; d++) limit[d] = shape->dims[d];
    for (uint32_t i = 0; i < g->node->operand_count; i++) {
        limit[dim] = start[dim] + ls_value_shape(ls_gradient_in(g, i))->dims[dim];
        if (ls_gradient_wants(g, i)) g->out[i] = ls_value_slice(UP, start, limit, NULL);
        start[dim] = limit[dim];
    }
}

LS_GRADIENT(slice, 0)
{
    const ls_shape *from = ls_value_shape(X), *to = ls_value_shape(UP);
    int64_t low[LS_MAX_RANK], high[LS_MAX_RANK], interior[LS_MAX_RANK];
    for (int d = 0; d < from->rank; d++) {
        low[d] = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_START_INDICES, (size_t)d, 0);
        interior[d] = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_STRIDES, (size_t)d, 1) - 1;
        int64_t span = to->dims[d] ? to->dims[d] + (to->dims[d] - 1) * interior[d] : 0;
        high[d] = from->dims[d] - low[d] - span;
    }
    g->out[0] = ls_value_pad(UP, 0, low, high, interior);
}

LS_GRADIENT(pad, 0) /* x, padding value */
{
    const ls_shape *from = ls_value_shape(X), *to = ls_value_shape(UP);
    int64_t grow_low[LS_MAX_RANK], grow_high[LS_MAX_RANK], start[LS_MAX_RANK], limit[LS_MAX_RANK], strides[LS_MAX_RANK];
    bool grows = false;
    for (int d = 0; d < from->rank; d++) {
        int64_t low = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_EDGE_PADDING_LOW, (size_t)d, 0);
        int64_t high = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_EDGE_PADDING_HIGH, (size_t)d, 0);
        strides[d] = ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_INTERIOR_PADDING, (size_t)d, 0) + 1;
        grow_low[d] = low < 0 ? -low : 0; /* what negative padding cut off gets gradient 0 */
        grow_high[d] = high < 0 ? -high : 0;
        grows |= grow_low[d] > 0 || grow_high[d] > 0;
        start[d] = low > 0 ? low : 0;
        limit[d] = to->dims[d] + grow_low[d] + grow_high[d] - (high > 0 ? high : 0);
        if (from->dims[d] == 0) limit[d] = start[d];
    }
    ls_value whole = grows ? ls_value_pad(UP, 0, grow_low, grow_high, NULL) : UP;
    ls_value inner = ls_value_slice(whole, start, limit, strides);
    g->out[0] = inner;
    if (!ls_gradient_wants(g, 1)) return;
    ls_shape scalar = {0};
    g->out[1] = ls_value_sub(ls_value_sum_to(UP, &scalar), ls_value_sum_to(inner, &scalar));
}

/* --- Slices at places known only when the program runs ------------------------------------------------------ */

static ls_value update_slice(ls_value x, ls_value update, const ls_value *starts, uint32_t count)
{
    ls_value operands[2 + LS_MAX_RANK] = {x, update};
    for (uint32_t i = 0; i < count; i++) operands[2 + i] = starts[i];
    return ls_node_result(ls_trace_op(&(ls_op_spec){
                              .kind = LS_IR_DYNAMIC_UPDATE_SLICE, .operands = operands, .operand_count = 2 + count}),
                          0);
}

#define STARTS(first)                                                                                                  \
    (LS_SAVES_OPERAND(first) * ((1ull << LS_MAX_RANK) - 1)) /* the start indices, from operand `first` on */

LS_GRADIENT(dynamic_slice, STARTS(1)) /* x, start of each dimension */
{
    ls_value zeros = ls_value_full(0, ls_value_type(X));
    g->out[0] = update_slice(zeros, UP, &g->node->operands[1], g->node->operand_count - 1);
}

LS_GRADIENT(dynamic_update_slice, STARTS(2)) /* x, update, start of each dimension */
{
    const ls_value *starts = &g->node->operands[2];
    uint32_t count = g->node->operand_count - 2;
    ls_value update = ls_gradient_in(g, 1);
    if (ls_gradient_wants(g, 0)) g->out[0] = update_slice(UP, ls_value_full(0, ls_value_type(update)), starts, count);
    if (!ls_gradient_wants(g, 1)) return;
    ls_value operands[1 + LS_MAX_RANK] = {UP};
    for (uint32_t i = 0; i < count; i++) operands[1 + i] = starts[i];
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_SLICE_SIZES, ls_value_shape(update)->dims, (size_t)ls_value_rank(update));
    g->out[1] = ls_node_result(
        ls_trace_op(&(ls_op_spec){
            .kind = LS_IR_DYNAMIC_SLICE, .operands = operands, .operand_count = 1 + count, .attrs = &attrs}),
        0);
}

/* --- Gather ------------------------------------------------------------------------------------------------- */

/* The start indices as gather used them: clamped so that every slice lies inside. */
static ls_value clamped_indices(const ls_gradient *g)
{
    ls_value indices = ls_gradient_in(g, 1);
    const ls_ir_attrs *attrs = ls_gradient_attrs(g);
    const ls_shape *shape = ls_value_shape(indices), *from = ls_value_shape(X);
    int64_t vector_dim = ls_ir_attr_int(attrs, LS_ATTR_INDEX_VECTOR_DIM, 0);
    size_t count = ls_ir_attr_count(attrs, LS_ATTR_START_INDEX_MAP);
    ls_shape small = {.rank = shape->rank};
    for (int d = 0; d < shape->rank; d++) small.dims[d] = 1;
    ls_value limits[LS_MAX_RANK], limit = LS_NO_VALUE;
    for (size_t i = 0; i < count; i++) {
        int64_t dim = ls_ir_attr_at(attrs, LS_ATTR_START_INDEX_MAP, i, 0);
        double last = (double)(from->dims[dim] - ls_ir_attr_at(attrs, LS_ATTR_SLICE_SIZES, (size_t)dim, 1));
        limits[i] = ls_value_full(last, &(ls_ir_type){ls_value_dtype(indices), small});
    }
    if (vector_dim == shape->rank || count == 1)
        limit = limits[0];
    else
        limit = ls_value_concatenate(limits, count, (int)vector_dim);
    limit = ls_value_broadcast_to(limit, shape);
    return ls_value_binary(LS_IR_MINIMUM, limit,
                           ls_value_binary(LS_IR_MAXIMUM, indices, ls_value_full_like(indices, 0)));
}

LS_GRADIENT(gather, LS_SAVES_OPERAND(1)) /* x, start indices: scatter adds each slice back to where it came from */
{
    static const struct {
        ls_ir_attr_key gather, scatter;
    } same[] = {
        {LS_ATTR_OFFSET_DIMS, LS_ATTR_UPDATE_WINDOW_DIMS},
        {LS_ATTR_COLLAPSED_SLICE_DIMS, LS_ATTR_INSERTED_WINDOW_DIMS},
        {LS_ATTR_OPERAND_BATCHING_DIMS, LS_ATTR_INPUT_BATCHING_DIMS},
        {LS_ATTR_START_INDICES_BATCHING_DIMS, LS_ATTR_SCATTER_INDICES_BATCHING_DIMS},
        {LS_ATTR_START_INDEX_MAP, LS_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS},
    };
    LS_ATTR_LIST(attrs);
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        size_t count;
        const int64_t *dims = ls_ir_attr_ints(ls_gradient_attrs(g), same[i].gather, &count);
        if (count) ls_attr_ints(&attrs, same[i].scatter, dims, count);
    }
    ls_attr_int(&attrs, LS_ATTR_INDEX_VECTOR_DIM, ls_ir_attr_int(ls_gradient_attrs(g), LS_ATTR_INDEX_VECTOR_DIM, 0));
    ls_attr_int(&attrs, LS_ATTR_REDUCER, LS_IR_ADD);
    ls_value operands[3] = {ls_value_full(0, ls_value_type(X)), clamped_indices(g), UP};
    g->out[0] = ls_node_result(
        ls_trace_op(&(ls_op_spec){.kind = LS_IR_SCATTER, .operands = operands, .operand_count = 3, .attrs = &attrs}),
        0);
}

LS_GRADIENT(optimization_barrier, 0)
{
    for (uint32_t i = 0; i < g->node->operand_count; i++) g->out[i] = g->grads[i];
}
