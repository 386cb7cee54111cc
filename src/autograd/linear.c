/* Gradient rules of matrix products and convolutions. */
#include "autograd/gradient.h"

#define UP (g->grads[0])
#define LHS ls_gradient_in(g, 0)
#define RHS ls_gradient_in(g, 1)

/* --- dot_general -------------------------------------------------------------------------------------------- */

/* One operand's dimensions by role. The product's dimensions are: batch, free of lhs, free of rhs. */
typedef struct dot_side {
    const int64_t *batch, *contract;
    size_t batch_count, contract_count, free_count;
    int64_t free[LS_MAX_RANK];
} dot_side;

static bool holds(const int64_t *dims, size_t count, int64_t dim)
{
    for (size_t i = 0; i < count; i++)
        if (dims[i] == dim) return true;
    return false;
}

static dot_side side_of(const ls_ir_attrs *attrs, int rank, ls_ir_attr_key batch, ls_ir_attr_key contract)
{
    dot_side side = {0};
    side.batch = ls_ir_attr_ints(attrs, batch, &side.batch_count);
    side.contract = ls_ir_attr_ints(attrs, contract, &side.contract_count);
    for (int64_t d = 0; d < rank; d++)
        if (!holds(side.batch, side.batch_count, d) && !holds(side.contract, side.contract_count, d))
            side.free[side.free_count++] = d;
    return side;
}

/* The gradient of the operand `mine`, which is the rhs if `is_rhs`: the product of g and the other operand over the
 * other's free dimensions. Its dimensions come out as batch, my free ones, my contracted ones in the order in which
 * they stand in the other operand, and are brought into my order. */
static ls_value dot_gradient(ls_value up, ls_value other, const dot_side *mine, const dot_side *theirs, bool is_rhs)
{
    int64_t up_batch[LS_MAX_RANK], up_contract[LS_MAX_RANK], axes[LS_MAX_RANK], permutation[LS_MAX_RANK];
    size_t rank = 0;
    size_t place = mine->batch_count + (is_rhs ? 0 : mine->free_count); /* of their free dimensions in `up` */
    for (size_t i = 0; i < mine->batch_count; i++) up_batch[i] = (int64_t)i;
    for (size_t i = 0; i < theirs->free_count; i++) up_contract[i] = (int64_t)(place + i);
    ls_dot_dims dims = {up_batch, theirs->batch, up_contract, theirs->free, mine->batch_count, theirs->free_count};
    ls_value product = ls_value_dot(up, other, &dims);
    for (size_t i = 0; i < mine->batch_count; i++) axes[rank++] = mine->batch[i];
    for (size_t i = 0; i < mine->free_count; i++) axes[rank++] = mine->free[i];
    for (int64_t d = 0; d < ls_value_rank(other); d++) /* their contracted dimensions, ascending */
        for (size_t i = 0; i < theirs->contract_count; i++)
            if (theirs->contract[i] == d) axes[rank++] = mine->contract[i];
    bool in_order = true;
    for (size_t i = 0; i < rank; i++) {
        permutation[axes[i]] = (int64_t)i;
        in_order &= axes[i] == (int64_t)i;
    }
    return in_order ? product : ls_value_permute(product, permutation);
}

static void apply_dot_general(const ls_gradient *g)
{
    const ls_ir_attrs *attrs = ls_gradient_attrs(g);
    dot_side lhs =
        side_of(attrs, ls_value_rank(LHS), LS_ATTR_LHS_BATCHING_DIMENSIONS, LS_ATTR_LHS_CONTRACTING_DIMENSIONS);
    dot_side rhs =
        side_of(attrs, ls_value_rank(RHS), LS_ATTR_RHS_BATCHING_DIMENSIONS, LS_ATTR_RHS_CONTRACTING_DIMENSIONS);
    if (ls_gradient_wants(g, 0)) g->out[0] = dot_gradient(UP, RHS, &lhs, &rhs, false);
    if (ls_gradient_wants(g, 1)) g->out[1] = dot_gradient(UP, LHS, &rhs, &lhs, true);
}
const ls_gradient_rule ls_gradient_dot_general = {apply_dot_general, 0, ls_gradient_saves_other};

/* --- convolution -------------------------------------------------------------------------------------------- */

/* Which dimension of an array plays which role: of the input (batch, feature), of the kernel (output, input feature)
 * and of the result (batch, feature). Exchanging `first` and `second` of all three turns a convolution into that of its
 * transpose. */
typedef struct conv_layout {
    int64_t first, second;
    const int64_t *spatial;
} conv_layout;

typedef struct conv {
    conv_layout input, kernel, output;
    size_t spatial_rank;
    int64_t strides[LS_MAX_RANK], low[LS_MAX_RANK], high[LS_MAX_RANK], lhs_dilation[LS_MAX_RANK],
        rhs_dilation[LS_MAX_RANK];
    int64_t feature_groups, batch_groups;
} conv;

static conv read_conv(const ls_ir_attrs *attrs)
{
    conv c = {0};
    size_t n;
    c.input = (conv_layout){ls_ir_attr_int(attrs, LS_ATTR_INPUT_BATCH_DIMENSION, 0),
                            ls_ir_attr_int(attrs, LS_ATTR_INPUT_FEATURE_DIMENSION, 0),
                            ls_ir_attr_ints(attrs, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, &n)};
    c.kernel = (conv_layout){ls_ir_attr_int(attrs, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0),
                             ls_ir_attr_int(attrs, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, 0),
                             ls_ir_attr_ints(attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, &n)};
    c.output = (conv_layout){ls_ir_attr_int(attrs, LS_ATTR_OUTPUT_BATCH_DIMENSION, 0),
                             ls_ir_attr_int(attrs, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 0),
                             ls_ir_attr_ints(attrs, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, &n)};
    c.spatial_rank = n;
    for (size_t i = 0; i < n; i++) {
        c.strides[i] = ls_ir_attr_at(attrs, LS_ATTR_WINDOW_STRIDES, i, 1);
        c.low[i] = ls_ir_attr_at(attrs, LS_ATTR_PADDING, 2 * i, 0);
        c.high[i] = ls_ir_attr_at(attrs, LS_ATTR_PADDING, 2 * i + 1, 0);
        c.lhs_dilation[i] = ls_ir_attr_at(attrs, LS_ATTR_LHS_DILATION, i, 1);
        c.rhs_dilation[i] = ls_ir_attr_at(attrs, LS_ATTR_RHS_DILATION, i, 1);
    }
    c.feature_groups = ls_ir_attr_int(attrs, LS_ATTR_FEATURE_GROUP_COUNT, 1);
    c.batch_groups = ls_ir_attr_int(attrs, LS_ATTR_BATCH_GROUP_COUNT, 1);
    return c;
}

static ls_value record_conv(ls_value lhs, ls_value rhs, const conv *c)
{
    size_t n = c->spatial_rank;
    int64_t padding[2 * LS_MAX_RANK];
    for (size_t i = 0; i < n; i++) {
        padding[2 * i] = c->low[i];
        padding[2 * i + 1] = c->high[i];
    }
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_INPUT_BATCH_DIMENSION, c->input.first);
    ls_attr_int(&attrs, LS_ATTR_INPUT_FEATURE_DIMENSION, c->input.second);
    ls_attr_ints(&attrs, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, c->input.spatial, n);
    ls_attr_int(&attrs, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, c->kernel.first);
    ls_attr_int(&attrs, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, c->kernel.second);
    ls_attr_ints(&attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, c->kernel.spatial, n);
    ls_attr_int(&attrs, LS_ATTR_OUTPUT_BATCH_DIMENSION, c->output.first);
    ls_attr_int(&attrs, LS_ATTR_OUTPUT_FEATURE_DIMENSION, c->output.second);
    ls_attr_ints(&attrs, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, c->output.spatial, n);
    ls_attr_ints(&attrs, LS_ATTR_WINDOW_STRIDES, c->strides, n);
    ls_attr_ints(&attrs, LS_ATTR_PADDING, padding, 2 * n);
    ls_attr_ints(&attrs, LS_ATTR_LHS_DILATION, c->lhs_dilation, n);
    ls_attr_ints(&attrs, LS_ATTR_RHS_DILATION, c->rhs_dilation, n);
    ls_attr_int(&attrs, LS_ATTR_FEATURE_GROUP_COUNT, c->feature_groups);
    ls_attr_int(&attrs, LS_ATTR_BATCH_GROUP_COUNT, c->batch_groups);
    ls_value operands[2] = {lhs, rhs};
    return ls_node_result(ls_trace_op(&(ls_op_spec){
                              .kind = LS_IR_CONVOLUTION, .operands = operands, .operand_count = 2, .attrs = &attrs}),
                          0);
}

static int64_t dilated(int64_t size, int64_t dilation)
{
    return size ? (size - 1) * dilation + 1 : 0;
}

/* Where each side's extent along spatial dimension i, dilated, goes into the gradients' padding. */
typedef struct conv_extent {
    int64_t input, kernel, output;
} conv_extent;

static conv_extent extent(const ls_gradient *g, const conv *c, size_t i)
{
    return (conv_extent){dilated(ls_value_shape(LHS)->dims[c->input.spatial[i]], c->lhs_dilation[i]),
                         dilated(ls_value_shape(RHS)->dims[c->kernel.spatial[i]], c->rhs_dilation[i]),
                         dilated(ls_value_shape(UP)->dims[c->output.spatial[i]], c->strides[i])};
}

static conv_layout exchanged(conv_layout layout)
{
    return (conv_layout){layout.second, layout.first, layout.spatial};
}

/* The kernel with its groups moved from the output to the input feature dimension: O×I/G → O/G×I. */
static ls_value regroup_kernel(ls_value kernel, const conv *c)
{
    int64_t groups = c->feature_groups, rank = ls_value_rank(kernel), o = c->kernel.first, i = c->kernel.second;
    if (groups == 1) return kernel;
    const ls_shape *shape = ls_value_shape(kernel);
    ls_shape split = {.rank = (int)rank + 1}, merged = *shape;
    for (int64_t d = 0, s = 0; d < rank; d++) {
        if (d == o) split.dims[s++] = groups;
        split.dims[s++] = d == o ? shape->dims[d] / groups : shape->dims[d];
    }
    merged.dims[o] /= groups;
    merged.dims[i] *= groups;
    int64_t permutation[LS_MAX_RANK]; /* puts the groups, dimension o of `split`, just before the input features */
    for (int64_t d = 0, p = 0; d < rank; d++) {
        if (d == i) permutation[p++] = o;
        permutation[p++] = d < o ? d : d + 1;
    }
    return ls_value_reshape(ls_value_permute(ls_value_reshape(kernel, &split), permutation), &merged);
}

/* The input's gradient: g, spaced by the strides, convolved with the reversed kernel. */
static ls_value input_gradient(const ls_gradient *g, const conv *c)
{
    conv back = {.input = c->output,
                 .kernel = exchanged(c->kernel),
                 .output = c->input,
                 .spatial_rank = c->spatial_rank,
                 .feature_groups = c->feature_groups,
                 .batch_groups = 1};
    for (size_t i = 0; i < c->spatial_rank; i++) {
        conv_extent e = extent(g, c, i);
        back.strides[i] = c->lhs_dilation[i];
        back.lhs_dilation[i] = c->strides[i];
        back.rhs_dilation[i] = c->rhs_dilation[i];
        back.low[i] = e.kernel - 1 - c->low[i];
        back.high[i] = e.input + e.kernel - 1 - e.output - back.low[i];
    }
    ls_value kernel = ls_value_reverse(regroup_kernel(RHS, c), c->kernel.spatial, c->spatial_rank);
    return record_conv(UP, kernel, &back);
}

/* The kernel's gradient: the input convolved with g, spaced by the strides, batch and features exchanged. */
static ls_value kernel_gradient(const ls_gradient *g, const conv *c)
{
    conv back = {.input = exchanged(c->input),
                 .kernel = exchanged(c->output),
                 .output = exchanged(c->kernel),
                 .spatial_rank = c->spatial_rank,
                 .feature_groups = 1,
                 .batch_groups = c->feature_groups};
    for (size_t i = 0; i < c->spatial_rank; i++) {
        conv_extent e = extent(g, c, i);
        back.strides[i] = c->rhs_dilation[i];
        back.lhs_dilation[i] = c->lhs_dilation[i];
        back.rhs_dilation[i] = c->strides[i];
        back.low[i] = c->low[i];
        back.high[i] = e.output - e.input + e.kernel - c->low[i] - 1;
    }
    return record_conv(LHS, UP, &back);
}

static void apply_convolution(const ls_gradient *g)
{
    conv c = read_conv(ls_gradient_attrs(g));
    bool reversed = false;
    for (size_t i = 0; i < c.spatial_rank; i++)
        reversed |= ls_ir_attr_at(ls_gradient_attrs(g), LS_ATTR_WINDOW_REVERSAL, i, 0) != 0;
    if (reversed || c.batch_groups != 1) {
        ls_gradient_fail(g, " with batch groups or window reversal");
        return;
    }
    if (ls_gradient_wants(g, 0)) g->out[0] = input_gradient(g, &c);
    if (ls_gradient_wants(g, 1)) g->out[1] = kernel_gradient(g, &c);
}
const ls_gradient_rule ls_gradient_convolution = {apply_convolution, 0, ls_gradient_saves_other};
