/* Pass: ops that are short for others are written in those, so that kernels and passes need not know them. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cpu/compile/plan.h"
#include "cpu/compile/rewrite.h"
#include "ir/table.h"

/* --- Making ops -------------------------------------------------------------------------------------------------- */

/* The op at hand; new ones go before it. */
typedef struct expansion {
    ls_cpu_rewrite *rewrite;
    ls_ir_op *op;
    ls_ir_attrs attrs; /* of the next op made; emptied by making it */
} expansion;

static void set_ints(expansion *e, ls_ir_attr_key key, const int64_t *data, size_t count)
{
    ls_ir_attrs_set_ints(&e->attrs, &e->rewrite->module->arena, key, data, count);
}

static void set_int(expansion *e, ls_ir_attr_key key, int64_t value)
{
    ls_ir_attrs_set_int(&e->attrs, &e->rewrite->module->arena, key, value);
}

static ls_status make_op(expansion *e, const ls_ir_op_spec *spec, ls_ir_op **out_op)
{
    ls_ir_op *made = NULL;
    ls_ir_op_spec with_attrs = *spec;
    with_attrs.attrs = &e->attrs;
    LS_TRY(ls_ir_append(e->rewrite->module, e->op->block, &with_attrs, &made));
    made->line = e->op->line;
    made->column = e->op->column;
    for (size_t i = 0; i < made->result_count; i++) made->results[i]->id = UINT32_MAX; /* nothing stands for it */
    ls_ir_op_insert_before(made, e->op);
    e->attrs = (ls_ir_attrs){0};
    *out_op = made;
    return LS_OK;
}

/* An op of up to two operands and one result; `type` where it is not inferred. */
static ls_status make(expansion *e, ls_ir_kind kind, ls_ir_value *a, ls_ir_value *b, const ls_ir_type *type,
                      ls_ir_value **out)
{
    ls_ir_value *operands[] = {a, b};
    ls_ir_op *made = NULL;
    LS_TRY(make_op(e,
                   &(ls_ir_op_spec){.kind = kind,
                                    .operands = operands,
                                    .operand_count = a ? b ? 2 : 1 : 0,
                                    .types = type,
                                    .type_count = type ? 1 : 0},
                   &made));
    *out = made->results[0];
    return LS_OK;
}

static void replace(expansion *e, ls_ir_value *value)
{
    ls_cpu_rewrite_result(e->rewrite, e->op->results[0], value);
}

/* --- Older ops -----------------------------------------------------------------------------------------------------
 */

static ls_status expand_broadcast(expansion *e)
{
    int64_t dims[LS_MAX_RANK];
    int from = e->op->operands[0]->type.shape.rank, to = e->op->results[0]->type.shape.rank;
    for (int i = 0; i < from; i++) dims[i] = to - from + i;
    set_ints(e, LS_ATTR_BROADCAST_DIMENSIONS, dims, (size_t)from);
    ls_ir_value *value = NULL;
    LS_TRY(make(e, LS_IR_BROADCAST_IN_DIM, e->op->operands[0], NULL, &e->op->results[0]->type, &value));
    replace(e, value);
    return LS_OK;
}

static ls_status expand_dot(expansion *e)
{
    ls_ir_value *value = NULL, *a = e->op->operands[0];
    set_ints(e, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, &(int64_t){a->type.shape.rank - 1}, 1);
    set_ints(e, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, &(int64_t){0}, 1);
    LS_TRY(make(e, LS_IR_DOT_GENERAL, a, e->op->operands[1], &e->op->results[0]->type, &value));
    replace(e, value);
    return LS_OK;
}

/* Sums over the dimensions in `mask`. */
static ls_status sum_over(expansion *e, ls_ir_value *x, uint32_t mask, ls_ir_value **out)
{
    int64_t dims[LS_MAX_RANK];
    size_t count = 0;
    for (int i = 0; i < x->type.shape.rank; i++)
        if (mask >> i & 1) dims[count++] = i;
    *out = x;
    if (!count) return LS_OK;
    ls_ir_value *zero = NULL;
    uint64_t bits[2] = {0};
    ls_ir_dense dense = {{x->type.dtype, LS_SHAPE()}, bits, true};
    ls_ir_attrs_set_dense(&e->attrs, &e->rewrite->module->arena, LS_ATTR_VALUE, dense);
    LS_TRY(make(e, LS_IR_CONSTANT, NULL, NULL, NULL, &zero));
    set_ints(e, LS_ATTR_DIMENSIONS, dims, count);
    set_int(e, LS_ATTR_REDUCER, LS_IR_ADD);
    return make(e, LS_IR_REDUCE, x, zero, NULL, out);
}

/* Puts dimensions named `from` in the order `to`. */
static ls_status permute(expansion *e, ls_ir_value *x, const char *from, const char *to, ls_ir_value **out)
{
    int64_t order[LS_MAX_RANK];
    for (int i = 0; i < x->type.shape.rank; i++) order[i] = strchr(from, to[i]) - from;
    set_ints(e, LS_ATTR_PERMUTATION, order, (size_t)x->type.shape.rank);
    return make(e, LS_IR_TRANSPOSE, x, NULL, NULL, out);
}

/* Sums what only this operand names; `letters` are its dimensions, and afterwards those left. */
static ls_status drop_alone(expansion *e, ls_ir_value *x, char *letters, const char *others, ls_ir_value **out)
{
    uint32_t mask = 0;
    size_t kept = 0;
    for (size_t i = 0; letters[i]; i++) {
        if (strchr(letters + i + 1, letters[i]))
            return ls_cpu_refuse(e->op, LS_UNIMPLEMENTED, "dimension %c of an operand is named twice", letters[i]);
        if (strchr(others, letters[i]))
            letters[kept++] = letters[i];
        else
            mask |= 1u << i;
    }
    letters[kept] = 0;
    return sum_over(e, x, mask, out);
}

static ls_status expand_unary_einsum(expansion *e)
{
    const char *config = ls_ir_attr_find(&e->op->attrs, LS_ATTR_EINSUM_CONFIG)->string.data,
               *arrow = strstr(config, "->");
    char letters[LS_MAX_RANK + 1];
    snprintf(letters, sizeof(letters), "%.*s", (int)(arrow - config), config);
    ls_ir_value *value = NULL;
    LS_TRY(drop_alone(e, e->op->operands[0], letters, arrow + 2, &value));
    LS_TRY(permute(e, value, letters, arrow + 2, &value));
    replace(e, value);
    return LS_OK;
}

static ls_status expand_einsum(expansion *e)
{
    const char *config = ls_ir_attr_find(&e->op->attrs, LS_ATTR_EINSUM_CONFIG)->string.data,
               *out = strstr(config, "->") + 2;
    const char *comma = strchr(config, ',');
    char a[LS_MAX_RANK + 1], b[LS_MAX_RANK + 1], others[3 * LS_MAX_RANK], made[2 * LS_MAX_RANK + 1];
    snprintf(a, sizeof(a), "%.*s", (int)(comma - config), config);
    snprintf(b, sizeof(b), "%.*s", (int)(out - 2 - comma - 1), comma + 1);
    ls_ir_value *left = NULL, *right = NULL, *value = NULL;
    snprintf(others, sizeof(others), "%s%s", b, out);
    LS_TRY(drop_alone(e, e->op->operands[0], a, others, &left));
    snprintf(others, sizeof(others), "%s%s", a, out);
    LS_TRY(drop_alone(e, e->op->operands[1], b, others, &right));
    int64_t batch[2][LS_MAX_RANK], sum[2][LS_MAX_RANK];
    size_t batches = 0, sums = 0, length = 0;
    for (const char *c = a; *c; c++) {
        const char *in_b = strchr(b, *c);
        bool is_out = strchr(out, *c) != NULL;
        if (!in_b) continue;
        if (is_out) made[length++] = *c;
        (is_out ? batch : sum)[0][is_out ? batches : sums] = c - a;
        (is_out ? batch : sum)[1][is_out ? batches++ : sums++] = in_b - b;
    }
    for (const char *c = a; *c; c++)
        if (!strchr(b, *c)) made[length++] = *c;
    for (const char *c = b; *c; c++)
        if (!strchr(a, *c)) made[length++] = *c;
    made[length] = 0;
    set_ints(e, LS_ATTR_LHS_BATCHING_DIMENSIONS, batch[0], batches);
    set_ints(e, LS_ATTR_RHS_BATCHING_DIMENSIONS, batch[1], batches);
    set_ints(e, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, sum[0], sums);
    set_ints(e, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, sum[1], sums);
    LS_TRY(make(e, LS_IR_DOT_GENERAL, left, right, NULL, &value));
    LS_TRY(permute(e, value, made, out, &value));
    replace(e, value);
    return LS_OK;
}

/* A gather of whole slices but for one element along `dim`; the first batch_dims dimensions go together. */
static ls_status expand_torch_index_select(expansion *e)
{
    const ls_shape *operand = &e->op->operands[0]->type.shape, *index = &e->op->operands[1]->type.shape;
    int64_t dim = ls_ir_attr_int(&e->op->attrs, LS_ATTR_DIM, 0),
            batch = ls_ir_attr_int(&e->op->attrs, LS_ATTR_BATCH_DIMS, 0);
    int64_t dims[LS_MAX_RANK], sizes[LS_MAX_RANK];
    size_t count = 0;
    for (int i = 0; i < batch; i++) dims[i] = i;
    set_ints(e, LS_ATTR_OPERAND_BATCHING_DIMS, dims, (size_t)batch);
    set_ints(e, LS_ATTR_START_INDICES_BATCHING_DIMS, dims, (size_t)batch);
    for (int i = 0; i < operand->rank; i++) {
        sizes[i] = i == dim || i < batch ? 1 : operand->dims[i];
        if (i < dim && i >= batch) dims[count++] = i;
        if (i > dim) dims[count++] = i - 1 + index->rank - batch;
    }
    set_ints(e, LS_ATTR_OFFSET_DIMS, dims, count);
    set_ints(e, LS_ATTR_SLICE_SIZES, sizes, (size_t)operand->rank);
    set_ints(e, LS_ATTR_COLLAPSED_SLICE_DIMS, &dim, 1);
    set_ints(e, LS_ATTR_START_INDEX_MAP, &dim, 1);
    set_int(e, LS_ATTR_INDEX_VECTOR_DIM, index->rank);
    ls_ir_value *value = NULL;
    LS_TRY(make(e, LS_IR_GATHER, e->op->operands[0], e->op->operands[1], NULL, &value));
    replace(e, value);
    return LS_OK;
}

/* --- Sizes ----------------------------------------------------------------------------------------------------------
 */

static ls_status expand_get_dimension_size(expansion *e)
{
    int64_t size = e->op->operands[0]->type.shape.dims[ls_ir_attr_int(&e->op->attrs, LS_ATTR_DIMENSION, 0)];
    if (size > INT32_MAX) return ls_cpu_refuse(e->op, LS_INVALID_ARGUMENT, "the size does not fit 32 bits");
    ls_ir_dense dense = {{LS_I32, LS_SHAPE()}, &(int32_t){(int32_t)size}, true};
    ls_ir_value *value = NULL;
    ls_ir_attrs_set_dense(&e->attrs, &e->rewrite->module->arena, LS_ATTR_VALUE, dense);
    LS_TRY(make(e, LS_IR_CONSTANT, NULL, NULL, NULL, &value));
    replace(e, value);
    return LS_OK;
}

static ls_status expand_set_dimension_size(expansion *e)
{
    const void *element = ls_cpu_splat_of(e->op->operands[1]);
    int64_t size = e->op->operands[0]->type.shape.dims[ls_ir_attr_int(&e->op->attrs, LS_ATTR_DIMENSION, 0)];
    if (!element || *(const int32_t *)element != size)
        return ls_cpu_refuse(e->op, LS_UNIMPLEMENTED,
                             "sizes that change are not supported: it must be set to what it is, %lld",
                             (long long)size);
    replace(e, e->op->operands[0]);
    return LS_OK;
}

/* Sizes that are operands: known by now, or the result's type alone says them. */
static ls_status expand_dynamic(expansion *e)
{
    const ls_ir_op *op = e->op;
    ls_ir_static_form form;
    bool is_known = ls_ir_static_form_of(op->kind, op->operands, &op->attrs, &e->rewrite->module->arena, &form);
    if (!is_known && !form.is_shaped)
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "its sizes are not known before the program runs");
    ls_ir_op *made = NULL;
    e->attrs = form.attrs;
    LS_TRY(make_op(e,
                   &(ls_ir_op_spec){.kind = form.kind,
                                    .operands = op->operands,
                                    .operand_count = form.operand_count,
                                    .types = &op->results[0]->type,
                                    .type_count = 1},
                   &made));
    replace(e, made->results[0]);
    return LS_OK;
}

/* --- CHLO ------------------------------------------------------------------------------------------------------------
 */

/* chlo.constant, chlo.constant_like: one value everywhere, or a literal. */
static ls_status expand_constant(expansion *e)
{
    ls_ir_dense dense = ls_ir_attr_find(&e->op->attrs, LS_ATTR_VALUE)->dense;
    ls_ir_value *value = NULL;
    if (e->op->operand_count) {
        dense.type.shape = e->op->results[0]->type.shape;
        dense.is_splat = true;
    }
    ls_ir_attrs_set_dense(&e->attrs, &e->rewrite->module->arena, LS_ATTR_VALUE, dense);
    LS_TRY(make(e, LS_IR_CONSTANT, NULL, NULL, NULL, &value));
    replace(e, value);
    return LS_OK;
}

/* The largest first: a stable sort of elements with their places by the total order, and its beginning. */
static ls_status expand_top_k(expansion *e)
{
    ls_ir_module *module = e->rewrite->module;
    ls_ir_value *x = e->op->operands[0], *places = NULL, *is_before = NULL;
    int rank = x->type.shape.rank;
    set_int(e, LS_ATTR_IOTA_DIMENSION, rank - 1);
    LS_TRY(make(e, LS_IR_IOTA, NULL, NULL, &(ls_ir_type){LS_I32, x->type.shape}, &places));
    ls_ir_block *block = ls_ir_block_create(module);
    for (int i = 0; i < 4; i++)
        ls_ir_block_add_arg(module, block, (ls_ir_type){i < 2 ? x->type.dtype : LS_I32, LS_SHAPE()});
    ls_ir_attr items[] = {{.key = LS_ATTR_COMPARISON_DIRECTION, .i = LS_COMPARE_GT},
                          {.key = LS_ATTR_COMPARE_TYPE,
                           .i = ls_dtype_is_float(x->type.dtype)    ? LS_COMPARE_TOTALORDER
                                : ls_dtype_is_signed(x->type.dtype) ? LS_COMPARE_SIGNED
                                                                    : LS_COMPARE_UNSIGNED}};
    ls_ir_attrs attrs = {items, 2};
    ls_ir_op *compare = NULL, *sort = NULL;
    LS_TRY(ls_ir_append(
        module, block,
        &(ls_ir_op_spec){.kind = LS_IR_COMPARE, .operands = block->args, .operand_count = 2, .attrs = &attrs},
        &compare));
    is_before = compare->results[0];
    LS_TRY(ls_ir_append_return(module, block, &is_before, 1));
    set_int(e, LS_ATTR_DIMENSION, rank - 1);
    set_int(e, LS_ATTR_IS_STABLE, 1);
    LS_TRY(make_op(e,
                   &(ls_ir_op_spec){.kind = LS_IR_SORT,
                                    .operands = (ls_ir_value *[]){x, places},
                                    .operand_count = 2,
                                    .regions = &block,
                                    .region_count = 1},
                   &sort));
    for (size_t r = 0; r < 2; r++) {
        const ls_shape *shape = &e->op->results[r]->type.shape;
        int64_t zeros[LS_MAX_RANK] = {0};
        ls_ir_value *value = NULL;
        set_ints(e, LS_ATTR_START_INDICES, zeros, (size_t)rank);
        set_ints(e, LS_ATTR_LIMIT_INDICES, shape->dims, (size_t)rank);
        LS_TRY(make(e, LS_IR_SLICE, sort->results[r], NULL, NULL, &value));
        ls_cpu_rewrite_result(e->rewrite, e->op->results[r], value);
    }
    return LS_OK;
}

/* Brings an operand of a chlo.broadcast op to the result's shape. */
static ls_status spread(expansion *e, ls_ir_value *x, const ls_shape *shape, ls_ir_value **out)
{
    int64_t dims[LS_MAX_RANK];
    int rank = x->type.shape.rank;
    *out = x;
    if (ls_shape_equal(x->type.shape, *shape)) return LS_OK;
    for (int i = 0; i < rank; i++)
        dims[i] = rank < shape->rank
                      ? ls_ir_attr_at(&e->op->attrs, LS_ATTR_BROADCAST_DIMENSIONS, (size_t)i, shape->rank - rank + i)
                      : i;
    set_ints(e, LS_ATTR_BROADCAST_DIMENSIONS, dims, (size_t)rank);
    return make(e, LS_IR_BROADCAST_IN_DIM, x, NULL, &(ls_ir_type){x->type.dtype, *shape}, out);
}

/* chlo.broadcast_add and the like: the op of the same name behind broadcast_. */
static ls_status expand_broadcast_binary(expansion *e)
{
    const ls_ir_op *op = e->op;
    const char *name = ls_ir_op_info_of(op->kind)->name + strlen("chlo.broadcast_");
    char full[64];
    ls_ir_kind kind;
    snprintf(full, sizeof(full), "stablehlo.%s", name);
    if (!ls_ir_kind_find(full, strlen(full), &kind)) {
        snprintf(full, sizeof(full), "chlo.%s", name);
        if (!ls_ir_kind_find(full, strlen(full), &kind))
            return ls_cpu_refuse(op, LS_INTERNAL, "there is no op %s", full);
    }
    ls_ir_value *a = NULL, *b = NULL, *value = NULL;
    LS_TRY(spread(e, op->operands[0], &op->results[0]->type.shape, &a));
    LS_TRY(spread(e, op->operands[1], &op->results[0]->type.shape, &b));
    for (size_t i = 0; i < op->attrs.count; i++) {
        ls_ir_attr_key key = op->attrs.items[i].key;
        if (key == LS_ATTR_COMPARISON_DIRECTION || key == LS_ATTR_COMPARE_TYPE) set_int(e, key, op->attrs.items[i].i);
    }
    LS_TRY(make(e, kind, a, b, NULL, &value));
    replace(e, value);
    return LS_OK;
}

static ls_status expand_broadcast_select(expansion *e)
{
    ls_ir_value *operands[3];
    ls_ir_op *select = NULL;
    for (int i = 0; i < 3; i++) LS_TRY(spread(e, e->op->operands[i], &e->op->results[0]->type.shape, &operands[i]));
    LS_TRY(make_op(e, &(ls_ir_op_spec){.kind = LS_IR_SELECT, .operands = operands, .operand_count = 3}, &select));
    replace(e, select->results[0]);
    return LS_OK;
}

/* --- The pass --------------------------------------------------------------------------------------------------------
 */

static ls_status visit(ls_cpu_rewrite *rewrite, ls_ir_op *op)
{
    expansion e = {.rewrite = rewrite, .op = op};
    switch (op->kind) {
#define LS_EXPAND(KIND, name)                                                                                          \
    case LS_IR_##KIND:                                                                                                 \
        return expand_##name(&e);
#include "cpu/compile/expand.def"
#undef LS_EXPAND
    default: return LS_OK;
    }
}

ls_status ls_cpu_pass_expand(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    (void)options;
    return ls_cpu_rewrite_run(module, visit);
}
