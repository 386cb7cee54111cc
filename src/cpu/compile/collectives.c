/* Takes collectives apart into those that comm knows, and plain ops around them:
 *   all_gather along dimension d          all_gather of a new outermost dimension, transpose, reshape
 *   reduce_scatter along dimension d      reshape, transpose, reduce_scatter of the outermost dimension, reshape
 *   all_to_all along dimensions s and c   reshape, transpose, all_to_all of the outermost dimension, transpose, reshape
 *   a reduction by more than one op       all_gather or all_to_all, then the region's ops on whole tensors, rank by
 * rank */
#include <string.h>

#include "base/map.h"
#include "cpu/compile/plan.h"

typedef struct builder {
    ls_ir_module *module;
    ls_ir_func *func;
    ls_ir_op *at; /* new ops go before this one */
} builder;

static ls_status build(builder *b, const ls_ir_op_spec *spec, ls_ir_op **out_op)
{
    ls_ir_op *op;
    LS_TRY(ls_ir_append(b->module, b->at->block, spec, &op));
    ls_ir_op_come_from(op, b->at);
    ls_ir_op_insert_before(op, b->at);
    *out_op = op;
    return LS_OK;
}

static ls_status build_one(builder *b, ls_ir_kind kind, ls_ir_value *operand, const ls_ir_attrs *attrs,
                           const ls_ir_type *type, ls_ir_value **out_value)
{
    ls_ir_op *op;
    LS_TRY(build(b,
                 &(ls_ir_op_spec){.kind = kind,
                                  .operands = &operand,
                                  .operand_count = 1,
                                  .attrs = attrs,
                                  .types = type,
                                  .type_count = type != NULL},
                 &op));
    *out_value = op->results[0];
    return LS_OK;
}

static ls_status reshape(builder *b, ls_ir_value *x, const ls_shape *shape, ls_ir_value **out_value)
{
    ls_ir_type type = {x->type.dtype, *shape};
    if (ls_ir_type_equal(&type, &x->type)) {
        *out_value = x;
        return LS_OK;
    }
    return build_one(b, LS_IR_RESHAPE, x, NULL, &type, out_value);
}

/* Moves dimension `from` to place `to`; the others keep their order. */
static ls_status move_dim(builder *b, ls_ir_value *x, int from, int to, ls_ir_value **out_value)
{
    int64_t permutation[LS_MAX_RANK];
    int rank = x->type.shape.rank, other = 0;
    *out_value = x;
    if (from == to) return LS_OK;
    for (int i = 0; i < rank; i++) {
        if (other == from) other++;
        permutation[i] = i == to ? from : other++;
    }
    ls_ir_attrs attrs = {0};
    ls_ir_attrs_set_ints(&attrs, &b->module->arena, LS_ATTR_PERMUTATION, permutation, (size_t)rank);
    return build_one(b, LS_IR_TRANSPOSE, x, &attrs, NULL, out_value);
}

/* The collective itself, with other operands, dimension attributes and result types. */
static ls_status build_collective(builder *b, ls_ir_kind kind, const ls_ir_attrs *attrs, ls_ir_value **operands,
                                  const ls_ir_type *types, size_t count, ls_ir_block *region, ls_ir_op **out_op)
{
    return build(b,
                 &(ls_ir_op_spec){.kind = kind,
                                  .operands = operands,
                                  .operand_count = count,
                                  .attrs = attrs,
                                  .regions = region ? &region : NULL,
                                  .region_count = region != NULL,
                                  .types = types,
                                  .type_count = count},
                 out_op);
}

static ls_status check_rank(const ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++)
        if (op->operands[i]->type.shape.rank + 1 > LS_MAX_RANK)
            return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "more than %d dimensions", LS_MAX_RANK - 1);
    return LS_OK;
}

static ls_shape insert_dim(ls_shape shape, int at, int64_t size)
{
    memmove(shape.dims + at + 1, shape.dims + at, sizeof(int64_t) * (size_t)(shape.rank - at));
    shape.dims[at] = size;
    shape.rank++;
    return shape;
}

static ls_ir_attrs gather_attrs(builder *b, const ls_ir_op *op)
{
    ls_ir_attrs attrs = {0};
    size_t count;
    const int64_t *groups = ls_ir_attr_ints(&op->attrs, LS_ATTR_REPLICA_GROUPS, &count);
    ls_arena *arena = &b->module->arena;
    ls_ir_attrs_set_ints(&attrs, arena, LS_ATTR_REPLICA_GROUPS, groups, count);
    if (count)
        ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_GROUP_SIZE,
                            ls_ir_attr_int(&op->attrs, LS_ATTR_GROUP_SIZE, (int64_t)count));
    return attrs;
}

/* --- Along a dimension --------------------------------------------------------------------------------------- */

static ls_status lower_all_gather(builder *b, ls_ir_op *op)
{
    int dim = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_ALL_GATHER_DIM, 0);
    if (dim == 0) return LS_OK;
    LS_TRY(check_rank(op));
    ls_arena *arena = &b->module->arena;
    size_t n = op->operand_count;
    ls_ir_value **operands = LS_ARENA_ARRAY(arena, ls_ir_value *, n);
    ls_ir_type *types = LS_ARENA_ARRAY(arena, ls_ir_type, n);
    for (size_t i = 0; i < n; i++) {
        ls_shape shape = op->operands[i]->type.shape;
        int64_t world = shape.dims[dim] ? op->results[i]->type.shape.dims[dim] / shape.dims[dim] : 1;
        if (!shape.dims[dim]) return LS_OK; /* nothing to order */
        ls_shape lead = insert_dim(shape, 0, 1);
        LS_TRY(reshape(b, op->operands[i], &lead, &operands[i]));
        types[i] = (ls_ir_type){op->results[i]->type.dtype, insert_dim(shape, 0, world)};
    }
    ls_ir_attrs attrs = gather_attrs(b, op);
    ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_ALL_GATHER_DIM, 0);
    ls_ir_op *gathered;
    LS_TRY(build_collective(b, LS_IR_ALL_GATHER, &attrs, operands, types, n, NULL, &gathered));
    for (size_t i = 0; i < n; i++) {
        ls_ir_value *moved, *result;
        LS_TRY(move_dim(b, gathered->results[i], 0, dim, &moved));
        LS_TRY(reshape(b, moved, &op->results[i]->type.shape, &result));
        ls_ir_replace_uses(b->func, op->results[i], result);
    }
    ls_ir_op_remove(op);
    return LS_OK;
}

/* The operand with dimension `dim` divided into `parts`, the parts' number outermost and of its own. */
static ls_status lead_with_parts(builder *b, ls_ir_value *x, int dim, int64_t parts, ls_ir_value **out_value)
{
    ls_shape shape = x->type.shape;
    shape.dims[dim] /= parts;
    shape = insert_dim(shape, dim, parts);
    LS_TRY(reshape(b, x, &shape, out_value));
    return move_dim(b, *out_value, dim, 0, out_value);
}

static ls_status build_all_to_all(builder *b, const ls_ir_op *op, ls_ir_value **operands, size_t n, int64_t parts,
                                  ls_ir_op **out_op)
{
    ls_arena *arena = &b->module->arena;
    ls_ir_attrs attrs = gather_attrs(b, op);
    ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_SPLIT_DIMENSION, 0);
    ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_CONCAT_DIMENSION, 0);
    ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_SPLIT_COUNT, parts);
    ls_ir_type *types = LS_ARENA_ARRAY(arena, ls_ir_type, n);
    for (size_t i = 0; i < n; i++) types[i] = operands[i]->type;
    return build_collective(b, LS_IR_ALL_TO_ALL, &attrs, operands, types, n, NULL, out_op);
}

static ls_status lower_all_to_all(builder *b, ls_ir_op *op)
{
    int from = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_SPLIT_DIMENSION, 0);
    int to = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_CONCAT_DIMENSION, 0);
    int64_t parts = ls_ir_attr_int(&op->attrs, LS_ATTR_SPLIT_COUNT, 1);
    if (from == 0 && to == 0) return LS_OK;
    LS_TRY(check_rank(op));
    size_t n = op->operand_count;
    ls_ir_value **operands = LS_ARENA_ARRAY(&b->module->arena, ls_ir_value *, n);
    for (size_t i = 0; i < n; i++) LS_TRY(lead_with_parts(b, op->operands[i], from, parts, &operands[i]));
    ls_ir_op *exchanged;
    LS_TRY(build_all_to_all(b, op, operands, n, parts, &exchanged));
    for (size_t i = 0; i < n; i++) {
        ls_ir_value *moved, *result;
        LS_TRY(move_dim(b, exchanged->results[i], 0, to, &moved));
        LS_TRY(reshape(b, moved, &op->results[i]->type.shape, &result));
        ls_ir_replace_uses(b->func, op->results[i], result);
    }
    ls_ir_op_remove(op);
    return LS_OK;
}

static int64_t scatter_parts(const ls_ir_op *op, int dim)
{
    int64_t small = op->results[0]->type.shape.dims[dim];
    return small ? op->operands[0]->type.shape.dims[dim] / small : 1;
}

static ls_status lower_reduce_scatter(builder *b, ls_ir_op *op)
{
    int dim = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_SCATTER_DIMENSION, 0);
    int64_t parts = scatter_parts(op, dim);
    if (dim == 0) return LS_OK;
    LS_TRY(check_rank(op));
    ls_ir_value *operand, *result;
    LS_TRY(lead_with_parts(b, op->operands[0], dim, parts, &operand));
    ls_ir_attrs attrs = gather_attrs(b, op);
    ls_ir_attrs_set_int(&attrs, &b->module->arena, LS_ATTR_SCATTER_DIMENSION, 0);
    ls_ir_type type = operand->type;
    type.shape.dims[0] = 1;
    ls_ir_op *scattered;
    LS_TRY(build_collective(b, LS_IR_REDUCE_SCATTER, &attrs, &operand, &type, 1, op->regions[0], &scattered));
    LS_TRY(reshape(b, scattered->results[0], &op->results[0]->type.shape, &result));
    ls_ir_replace_uses(b->func, op->results[0], result);
    ls_ir_op_remove(op);
    return LS_OK;
}

/* --- Reductions by any region -------------------------------------------------------------------------------- */

/* One op of a scalar region, on tensors of `shape`. */
static ls_status spread_op(builder *b, const ls_ir_op *op, const ls_shape *shape, ls_map *values)
{
    ls_ir_value *operands[3] = {NULL};
    ls_ir_type type = {op->results[0]->type.dtype, *shape};
    ls_ir_attrs attrs = op->attrs;
    if (op->operand_count > 3 || op->result_count != 1 || op->region_count)
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the region of a collective may only have elementwise ops");
    for (size_t i = 0; i < op->operand_count; i++) {
        operands[i] = ls_map_get(values, &op->operands[i], sizeof(op->operands[i]));
        if (!operands[i])
            return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the region of a collective may not use values from outside");
    }
    if (op->kind == LS_IR_CONSTANT) {
        ls_ir_dense dense = ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense;
        dense.type.shape = *shape;
        dense.is_splat = true;
        attrs = (ls_ir_attrs){0};
        ls_ir_attrs_set_dense(&attrs, &b->module->arena, LS_ATTR_VALUE, dense);
    }
    ls_ir_op *made;
    LS_TRY(build(b,
                 &(ls_ir_op_spec){.kind = op->kind,
                                  .operands = operands,
                                  .operand_count = op->operand_count,
                                  .attrs = &attrs,
                                  .types = &type,
                                  .type_count = 1},
                 &made));
    ls_map_set(values, &op->results[0], sizeof(op->results[0]), made->results[0]);
    return LS_OK;
}

/* region(x, y) elementwise on tensors. */
static ls_status spread_region(builder *b, const ls_ir_block *region, ls_ir_value *x, ls_ir_value *y,
                               ls_ir_value **out_value)
{
    ls_map values = {0};
    ls_status status = LS_OK;
    ls_map_set(&values, &region->args[0], sizeof(region->args[0]), x);
    ls_map_set(&values, &region->args[1], sizeof(region->args[1]), y);
    for (const ls_ir_op *op = region->first; op && op != region->last && status == LS_OK; op = op->next)
        status = spread_op(b, op, &x->type.shape, &values);
    if (status == LS_OK)
        *out_value = ls_map_get(&values, &region->last->operands[0], sizeof(region->last->operands[0]));
    ls_map_finish(&values);
    return status;
}

/* Folds the outermost dimension, in order, by the region; the result has `shape`. */
static ls_status fold(builder *b, const ls_ir_block *region, ls_ir_value *x, const ls_shape *shape,
                      ls_ir_value **out_value)
{
    int rank = x->type.shape.rank;
    int64_t start[LS_MAX_RANK] = {0}, limit[LS_MAX_RANK], stride[LS_MAX_RANK];
    for (int i = 0; i < rank; i++) {
        limit[i] = x->type.shape.dims[i];
        stride[i] = 1;
    }
    for (int64_t r = 0; r < x->type.shape.dims[0]; r++) {
        ls_ir_value *slice, *part;
        ls_ir_attrs attrs = {0};
        start[0] = r;
        limit[0] = r + 1;
        ls_ir_attrs_set_ints(&attrs, &b->module->arena, LS_ATTR_START_INDICES, start, (size_t)rank);
        ls_ir_attrs_set_ints(&attrs, &b->module->arena, LS_ATTR_LIMIT_INDICES, limit, (size_t)rank);
        ls_ir_attrs_set_ints(&attrs, &b->module->arena, LS_ATTR_STRIDES, stride, (size_t)rank);
        LS_TRY(build_one(b, LS_IR_SLICE, x, &attrs, NULL, &slice));
        LS_TRY(reshape(b, slice, shape, &part));
        if (r == 0)
            *out_value = part;
        else
            LS_TRY(spread_region(b, region, *out_value, part, out_value));
    }
    return LS_OK;
}

static ls_status fold_all_reduce(builder *b, ls_ir_op *op, int replicas)
{
    LS_TRY(check_rank(op));
    ls_arena *arena = &b->module->arena;
    int64_t columns = ls_ir_attr_int(&op->attrs, LS_ATTR_GROUP_SIZE, 0);
    int64_t world = ls_ir_attr_count(&op->attrs, LS_ATTR_REPLICA_GROUPS) ? columns : replicas;
    ls_ir_attrs attrs = gather_attrs(b, op);
    ls_ir_attrs_set_int(&attrs, arena, LS_ATTR_ALL_GATHER_DIM, 0);
    for (size_t i = 0; i < op->operand_count; i++) {
        ls_shape shape = op->operands[i]->type.shape, lead = insert_dim(shape, 0, 1);
        ls_ir_type type = {op->operands[i]->type.dtype, insert_dim(shape, 0, world)};
        ls_ir_value *operand, *result;
        ls_ir_op *gathered;
        LS_TRY(reshape(b, op->operands[i], &lead, &operand));
        LS_TRY(build_collective(b, LS_IR_ALL_GATHER, &attrs, &operand, &type, 1, NULL, &gathered));
        LS_TRY(fold(b, op->regions[0], gathered->results[0], &shape, &result));
        ls_ir_replace_uses(b->func, op->results[i], result);
    }
    ls_ir_op_remove(op);
    return LS_OK;
}

static ls_status fold_reduce_scatter(builder *b, ls_ir_op *op)
{
    LS_TRY(check_rank(op));
    int dim = (int)ls_ir_attr_int(&op->attrs, LS_ATTR_SCATTER_DIMENSION, 0);
    int64_t parts = scatter_parts(op, dim);
    ls_ir_value *operand, *result;
    ls_ir_op *exchanged;
    LS_TRY(lead_with_parts(b, op->operands[0], dim, parts, &operand));
    LS_TRY(build_all_to_all(b, op, &operand, 1, parts, &exchanged));
    LS_TRY(fold(b, op->regions[0], exchanged->results[0], &op->results[0]->type.shape, &result));
    ls_ir_replace_uses(b->func, op->results[0], result);
    ls_ir_op_remove(op);
    return LS_OK;
}

/* Whether comm reduces by the region itself. */
static bool is_known(const ls_ir_op *op)
{
    ls_ir_kind kind;
    if (!ls_ir_block_is_reducer(op->regions[0], &kind)) return false;
    return kind == LS_IR_ADD || kind == LS_IR_MULTIPLY || kind == LS_IR_MINIMUM || kind == LS_IR_MAXIMUM ||
           kind == LS_IR_AND || kind == LS_IR_OR || kind == LS_IR_XOR;
}

static ls_status lower_block(builder *b, ls_ir_block *block, int replicas)
{
    for (ls_ir_op *op = block->first, *next; op; op = next) {
        next = op->next;
        b->at = op;
        for (size_t i = 0; i < op->region_count; i++) LS_TRY(lower_block(b, op->regions[i], replicas));
        b->at = op;
        switch (op->kind) {
        case LS_IR_ALL_GATHER: LS_TRY(lower_all_gather(b, op)); break;
        case LS_IR_ALL_TO_ALL: LS_TRY(lower_all_to_all(b, op)); break;
        case LS_IR_ALL_REDUCE:
            if (!is_known(op)) LS_TRY(fold_all_reduce(b, op, replicas));
            break;
        case LS_IR_REDUCE_SCATTER:
            if (is_known(op))
                LS_TRY(lower_reduce_scatter(b, op));
            else
                LS_TRY(fold_reduce_scatter(b, op));
            break;
        default: break;
        }
    }
    return LS_OK;
}

ls_status ls_cpu_pass_collectives(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    builder b = {.module = module, .func = ls_ir_main(module)};
    if (options->num_replicas == 1) return LS_OK; /* they are lowered to nothing */
    return lower_block(&b, b.func->body, options->num_replicas);
}
