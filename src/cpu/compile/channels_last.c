/* Keeps activations channels-last between convolutions.
 *
 * Convolutions over [N, C, spatial] become convolutions over [N, spatial, C], which is what oneDNN computes fastest
 * without a format of its own, and what lets pooling and normalisation run over vectors of channels. Ops that can work
 * in either order (elementwise, pooling, normalisation, reductions, pad) follow when an operand is already
 * channels-last; transposes stand only where the others begin. The program is changed op by op, in order: */
#include "base/error.h"
#include "cpu/compile/plan.h"

/* What is known of a value of the original program, by its id. */
typedef struct layouts {
    ls_ir_value *plain, *last; /* the value in either order; NULL: not made yet */
} layouts;

typedef struct rewriter {
    ls_ir_module *module;
    layouts *of;
    ls_ir_op *at; /* new ops go before it */
    ls_status status;
} rewriter;

/* Where dimension d of a value in plain order stands when channels are last. */
static int64_t place(int64_t d, int rank)
{
    return d == 0 ? 0 : d == 1 ? rank - 1 : d - 1;
}

static ls_ir_type last_type(const ls_ir_type *plain)
{
    ls_ir_type type = *plain;
    for (int d = 0; d < plain->shape.rank; d++) type.shape.dims[place(d, plain->shape.rank)] = plain->shape.dims[d];
    return type;
}

static ls_ir_value *insert(rewriter *w, ls_ir_kind kind, ls_ir_value *operand, const ls_ir_attrs *attrs,
                           const ls_ir_type *type)
{
    ls_ir_op *op = NULL;
    ls_ir_op_spec spec = {.kind = kind,
                          .operands = &operand,
                          .operand_count = operand != NULL,
                          .attrs = attrs,
                          .types = type,
                          .type_count = type != NULL};
    if (w->status == LS_OK) w->status = ls_ir_append(w->module, w->at->block, &spec, &op);
    if (w->status != LS_OK) return operand;
    ls_ir_op_come_from(op, w->at);
    ls_ir_op_insert_before(op, w->at);
    return op->results[0];
}

/* A transpose; a reshape where no element moves. */
static ls_ir_value *insert_transpose(rewriter *w, ls_ir_value *value, const int64_t *permutation, const ls_ir_type *to)
{
    const ls_shape *shape = &value->type.shape;
    int64_t before = -1;
    bool moves = false;
    for (int i = 0; i < shape->rank; i++) {
        if (shape->dims[permutation[i]] == 1) continue;
        moves |= permutation[i] < before;
        before = permutation[i];
    }
    ls_ir_attrs attrs = {0};
    if (!moves) return insert(w, LS_IR_RESHAPE, value, &attrs, to);
    ls_ir_attrs_set_ints(&attrs, &w->module->arena, LS_ATTR_PERMUTATION, permutation, (size_t)shape->rank);
    return insert(w, LS_IR_TRANSPOSE, value, &attrs, NULL);
}

static ls_ir_value *to_plain(rewriter *w, ls_ir_value *value)
{
    int64_t permutation[LS_MAX_RANK];
    int rank = value->type.shape.rank;
    ls_ir_type type = value->type;
    for (int d = 0; d < rank; d++) {
        permutation[d] = place(d, rank);
        type.shape.dims[d] = value->type.shape.dims[permutation[d]];
    }
    return insert_transpose(w, value, permutation, &type);
}

static ls_ir_value *to_last(rewriter *w, ls_ir_value *value)
{
    int64_t permutation[LS_MAX_RANK];
    int rank = value->type.shape.rank;
    ls_ir_type type = last_type(&value->type);
    ls_ir_attrs attrs = {0};
    const ls_ir_attr *constant =
        value->op && value->op->kind == LS_IR_CONSTANT ? ls_ir_attr_find(&value->op->attrs, LS_ATTR_VALUE) : NULL;
    if (constant && constant->dense.is_splat) {
        ls_ir_dense dense = constant->dense;
        dense.type = type;
        ls_ir_attrs_set_dense(&attrs, &w->module->arena, LS_ATTR_VALUE, dense);
        return insert(w, LS_IR_CONSTANT, NULL, &attrs, NULL);
    }
    if (value->op && value->op->kind == LS_IR_BROADCAST_IN_DIM) {
        size_t count;
        const int64_t *dims = ls_ir_attr_ints(&value->op->attrs, LS_ATTR_BROADCAST_DIMENSIONS, &count);
        for (size_t i = 0; i < count; i++) permutation[i] = place(dims[i], rank);
        ls_ir_attrs_set_ints(&attrs, &w->module->arena, LS_ATTR_BROADCAST_DIMENSIONS, permutation, count);
        return insert(w, LS_IR_BROADCAST_IN_DIM, value->op->operands[0], &attrs, &type);
    }
    for (int d = 0; d < rank; d++) permutation[place(d, rank)] = d;
    return insert_transpose(w, value, permutation, &type);
}

static ls_ir_value *plain_of(rewriter *w, ls_ir_value *value)
{
    layouts *l = &w->of[value->id];
    if (!l->plain) l->plain = to_plain(w, l->last);
    return l->plain;
}

static ls_ir_value *last_of(rewriter *w, ls_ir_value *value)
{
    layouts *l = &w->of[value->id];
    if (!l->last) l->last = to_last(w, plain_of(w, value));
    return l->last;
}

static bool is_last(const rewriter *w, const ls_ir_value *value)
{
    return w->of[value->id].last != NULL;
}

/* --- Changing an op ------------------------------------------------------------------------------------------ */

static void operand_last(rewriter *w, ls_ir_op *op, size_t i)
{
    op->operands[i] = last_of(w, op->operands[i]);
}

static void result_last(rewriter *w, ls_ir_op *op, size_t i)
{
    ls_ir_value *value = op->results[i];
    w->of[value->id] = (layouts){.last = value};
    value->type = last_type(&value->type);
}

static void attr_place(rewriter *w, ls_ir_op *op, ls_ir_attr_key key, int rank)
{
    ls_ir_attrs_set_int(&op->attrs, &w->module->arena, key, place(ls_ir_attr_int(&op->attrs, key, 0), rank));
}

static void attr_place_each(rewriter *w, ls_ir_op *op, ls_ir_attr_key key, int rank)
{
    size_t count;
    int64_t out[LS_MAX_RANK];
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, key, &count);
    for (size_t i = 0; i < count; i++) out[i] = place(dims[i], rank);
    if (dims) ls_ir_attrs_set_ints(&op->attrs, &w->module->arena, key, out, count);
}

/* An attribute with `each` entries per dimension. */
static void attr_permute(rewriter *w, ls_ir_op *op, ls_ir_attr_key key, int each)
{
    size_t count;
    int64_t out[2 * LS_MAX_RANK];
    const int64_t *entries = ls_ir_attr_ints(&op->attrs, key, &count);
    int rank = (int)count / each;
    for (int d = 0; d < rank; d++)
        for (int k = 0; k < each; k++) out[place(d, rank) * each + k] = entries[d * each + k];
    if (count) ls_ir_attrs_set_ints(&op->attrs, &w->module->arena, key, out, count);
}

/* --- Kinds of ops -------------------------------------------------------------------------------------------- */

/* Dimensions 2 and up are the spatial ones, in order: the value is [N, C, spatial], whichever of the two is called
 * batch. */
static bool is_plain_order(const ls_ir_op *op, ls_ir_attr_key spatial)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, spatial, &count);
    for (size_t i = 0; i < count; i++)
        if (dims[i] != (int64_t)i + 2) return false;
    return count > 0;
}

/* The kernel operand is an activation too and the result is a kernel: the gradient of one. Its window is as large as an
 * activation, its result as small as a kernel. */
static bool is_kernel_gradient(const ls_ir_op *op)
{
    int64_t window = 1, result = 1;
    for (size_t i = 0; i < ls_ir_attr_count(&op->attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS); i++) {
        window *= op->operands[1]->type.shape.dims[ls_ir_attr_at(&op->attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, i, 0)];
        result *= op->results[0]->type.shape.dims[ls_ir_attr_at(&op->attrs, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, i, 0)];
    }
    return window > result;
}

static bool rewrite_convolution(rewriter *w, ls_ir_op *op)
{
    int rank = op->operands[0]->type.shape.rank;
    bool kernel_gradient = is_kernel_gradient(op);
    ls_dtype dtype = op->results[0]->type.dtype;
    if (dtype != LS_F32 && dtype != LS_BF16) return false; /* not oneDNN's */
    if (is_plain_order(op, LS_ATTR_INPUT_SPATIAL_DIMENSIONS)) {
        operand_last(w, op, 0);
        attr_place(w, op, LS_ATTR_INPUT_BATCH_DIMENSION, rank);
        attr_place(w, op, LS_ATTR_INPUT_FEATURE_DIMENSION, rank);
        attr_place_each(w, op, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, rank);
    } else {
        op->operands[0] = plain_of(w, op->operands[0]);
    }
    if (kernel_gradient && is_plain_order(op, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS)) {
        operand_last(w, op, 1);
        attr_place(w, op, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, rank);
        attr_place(w, op, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, rank);
        attr_place_each(w, op, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, rank);
    } else {
        op->operands[1] = plain_of(w, op->operands[1]);
    }
    if (!kernel_gradient && is_plain_order(op, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS)) {
        attr_place(w, op, LS_ATTR_OUTPUT_BATCH_DIMENSION, rank);
        attr_place(w, op, LS_ATTR_OUTPUT_FEATURE_DIMENSION, rank);
        attr_place_each(w, op, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, rank);
        result_last(w, op, 0);
    }
    return true;
}

static bool is_elementwise(const ls_ir_op *op)
{
    const ls_ir_op_info *info = ls_ir_op_info_of(op->kind);
    return info->is_unary || info->is_binary || op->kind == LS_IR_COMPARE || op->kind == LS_IR_SELECT ||
           op->kind == LS_IR_CLAMP || op->kind == LS_IR_CONVERT || op->kind == LS_IR_REDUCE_PRECISION;
}

static bool rewrite_elementwise(rewriter *w, ls_ir_op *op)
{
    int rank = op->results[0]->type.shape.rank;
    for (size_t i = 0; i < op->operand_count; i++)
        if (op->operands[i]->type.shape.rank == rank) operand_last(w, op, i); /* else a scalar of select or clamp */
    result_last(w, op, 0);
    return true;
}

/* Where the result is a vector, or keeps the order of its dimensions. */
static bool rewrite_reduce(rewriter *w, ls_ir_op *op)
{
    size_t count, half = op->operand_count / 2;
    int rank = op->operands[0]->type.shape.rank;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_DIMENSIONS, &count);
    int64_t before = -1;
    for (int64_t d = 0; d < rank; d++) {
        bool kept = true;
        for (size_t i = 0; i < count; i++) kept &= dims[i] != d;
        if (kept && place(d, rank) < before) return false;
        if (kept) before = place(d, rank);
    }
    for (size_t i = 0; i < half; i++) operand_last(w, op, i);
    attr_place_each(w, op, LS_ATTR_DIMENSIONS, rank);
    return true;
}

static bool rewrite_windows(rewriter *w, ls_ir_op *op, size_t operands)
{
    for (size_t i = 0; i < operands; i++) operand_last(w, op, i);
    attr_permute(w, op, LS_ATTR_WINDOW_DIMENSIONS, 1);
    attr_permute(w, op, LS_ATTR_WINDOW_STRIDES, 1);
    attr_permute(w, op, LS_ATTR_BASE_DILATIONS, 1);
    attr_permute(w, op, LS_ATTR_WINDOW_DILATIONS, 1);
    attr_permute(w, op, LS_ATTR_PADDING, 2);
    for (size_t i = 0; i < op->result_count; i++) result_last(w, op, i);
    return true;
}

static bool rewrite_batch_norm(rewriter *w, ls_ir_op *op)
{
    operand_last(w, op, 0);
    if (op->kind == LS_IR_BATCH_NORM_GRAD) operand_last(w, op, 4);
    attr_place(w, op, LS_ATTR_FEATURE_INDEX, op->operands[0]->type.shape.rank);
    result_last(w, op, 0);
    return true;
}

static bool rewrite_pad(rewriter *w, ls_ir_op *op)
{
    operand_last(w, op, 0);
    attr_permute(w, op, LS_ATTR_EDGE_PADDING_LOW, 1);
    attr_permute(w, op, LS_ATTR_EDGE_PADDING_HIGH, 1);
    attr_permute(w, op, LS_ATTR_INTERIOR_PADDING, 1);
    result_last(w, op, 0);
    return true;
}

/* Changes the op if it gains from it; false if it was left alone. */
static bool rewrite(rewriter *w, ls_ir_op *op)
{
    bool follows = op->kind == LS_IR_CONVOLUTION;
    for (size_t i = 0; i < op->operand_count; i++) follows |= is_last(w, op->operands[i]);
    if (!follows) return false;
    op->attrs = ls_ir_attrs_copy(&op->attrs, &w->module->arena); /* so far they are those of the caller's module */
    switch (op->kind) {
    case LS_IR_CONVOLUTION: return rewrite_convolution(w, op);
    case LS_IR_REDUCE: return rewrite_reduce(w, op);
    case LS_IR_REDUCE_WINDOW: return rewrite_windows(w, op, op->operand_count / 2);
    case LS_IR_SELECT_AND_SCATTER: return rewrite_windows(w, op, 2);
    case LS_IR_BATCH_NORM_TRAINING:
    case LS_IR_BATCH_NORM_INFERENCE:
    case LS_IR_BATCH_NORM_GRAD: return rewrite_batch_norm(w, op);
    case LS_IR_PAD: return rewrite_pad(w, op);
    default: return is_elementwise(op) && rewrite_elementwise(w, op);
    }
}

/* What the op and its regions read of changed values is read in plain order. */
static void read_plain(rewriter *w, ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++) op->operands[i] = plain_of(w, op->operands[i]);
    for (size_t r = 0; r < op->region_count; r++)
        for (ls_ir_op *inner = op->regions[r]->first; inner; inner = inner->next) read_plain(w, inner);
}

static void start_block(rewriter *w, const ls_ir_block *block)
{
    for (size_t i = 0; i < block->arg_count; i++) w->of[block->args[i]->id].plain = block->args[i];
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->result_count; i++) w->of[op->results[i]->id].plain = op->results[i];
        for (size_t r = 0; r < op->region_count; r++) start_block(w, op->regions[r]);
    }
}

ls_status ls_cpu_pass_channels_last(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    ls_ir_func *func = ls_ir_main(module);
    ls_arena arena = {0};
    ls_ir_number(func);
    rewriter w = {.module = module, .of = LS_ARENA_ARRAY(&arena, layouts, func->value_count + 1)};
    (void)options;
    start_block(&w, func->body);
    for (ls_ir_op *op = func->body->first, *next; op && w.status == LS_OK; op = next) {
        next = op->next;
        w.at = op;
        if (!rewrite(&w, op)) read_plain(&w, op);
    }
    ls_arena_finish(&arena);
    return w.status;
}
