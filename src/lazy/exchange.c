/* Collectives as ops of the traced program.
 *
 * Ranks trace one program: nothing here may depend on the calling rank but through ls_members_index. */
#include "lazy/exchange.h"

#include <stdlib.h>

#include "base/error.h"
#include "dist/host.h"
#include "lazy/compose.h"

/* --- Ops ---------------------------------------------------------------------------------------------------- */

/* The op that combines two elements in the program; bitwise reductions are not asked of devices. */
static bool reducer_of(ls_reduce_op op, ls_ir_kind *out_kind)
{
    switch (op) {
    case LS_SUM:
    case LS_AVG: *out_kind = LS_IR_ADD; return true;
    case LS_PRODUCT: *out_kind = LS_IR_MULTIPLY; return true;
    case LS_MIN: *out_kind = LS_IR_MINIMUM; return true;
    case LS_MAX: *out_kind = LS_IR_MAXIMUM; return true;
    case LS_BAND: *out_kind = LS_IR_AND; return false;
    case LS_BOR: *out_kind = LS_IR_OR; return false;
    case LS_BXOR: *out_kind = LS_IR_XOR; return false;
    case LS_PREMUL_SUM: return false;
    }
    return false;
}

/* Sums become means: floats times 1/W, integers divided by W. */
static ls_value averaged(ls_value sum, int count)
{
    LS_USABLE(sum);
    if (ls_dtype_is_float(ls_value_dtype(sum))) return ls_compose_scale(sum, 1.0 / count);
    return ls_value_div(sum, ls_value_full_like(sum, count));
}

static ls_node *all_reduce_node(const ls_members *m, ls_ir_kind reducer, const ls_value *values, size_t count)
{
    LS_ATTR_LIST(attrs);
    ls_members_add_attrs(m, &attrs);
    ls_attr_int(&attrs, LS_ATTR_REDUCER, reducer);
    return ls_trace_op(
        &(ls_op_spec){.kind = LS_IR_ALL_REDUCE, .operands = values, .operand_count = count, .attrs = &attrs});
}

/* Gathers along `dim`: ×count. */
static ls_value all_gather_dim(const ls_members *m, ls_value x, int dim)
{
    LS_USABLE(x);
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_ALL_GATHER_DIM, dim);
    ls_members_add_attrs(m, &attrs);
    return ls_node_result(
        ls_trace_op(&(ls_op_spec){.kind = LS_IR_ALL_GATHER, .operands = &x, .operand_count = 1, .attrs = &attrs}), 0);
}

/* x with a leading dimension of 1. */
ls_value ls_row_from(ls_value x)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x), row = {.rank = shape.rank + 1, .dims = {1}};
    if (shape.rank == LS_MAX_RANK) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "rank %d is too high", shape.rank);
    for (int i = 0; i < shape.rank; i++) row.dims[i + 1] = shape.dims[i];
    return ls_value_reshape(x, &row);
}

/* Entry `index` of the leading dimension, which is dropped. */
ls_value ls_row_of(ls_value x, int64_t index)
{
    LS_USABLE(x);
    int64_t start[LS_MAX_RANK] = {index}, limit[LS_MAX_RANK];
    ls_shape shape = *ls_value_shape(x), rest = {.rank = shape.rank - 1};
    for (int i = 0; i < shape.rank; i++) limit[i] = i ? shape.dims[i] : index + 1;
    for (int i = 1; i < shape.rank; i++) rest.dims[i - 1] = shape.dims[i];
    return ls_value_reshape(ls_value_slice(x, start, limit, NULL), &rest);
}

/* `count` entries of dimension `dim` from `index`, a ui32 scalar of the program. */
static ls_value part_at(ls_value x, int dim, ls_value index, int64_t count)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    ls_value operands[LS_MAX_RANK + 1] = {x};
    shape.dims[dim] = count;
    for (int i = 0; i < shape.rank; i++)
        operands[1 + i] = i == dim ? index : ls_value_full(0, &(ls_ir_type){.dtype = LS_U32});
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_SLICE_SIZES, shape.dims, (size_t)shape.rank);
    ls_op_spec spec = {
        .kind = LS_IR_DYNAMIC_SLICE, .operands = operands, .operand_count = 1 + (size_t)shape.rank, .attrs = &attrs};
    return ls_node_result(ls_trace_op(&spec), 0);
}

/* --- Bits --------------------------------------------------------------------------------------------------- */

/* The same bits as unsigned integers, so that adding zeros keeps them: −0 and NaN too. */
static ls_value to_bits(ls_value x)
{
    LS_USABLE(x);
    static const ls_dtype unsigned_of_size[] = {[1] = LS_U8, [2] = LS_U16, [4] = LS_U32, [8] = LS_U64};
    ls_dtype dtype = ls_value_dtype(x);
    if (dtype == LS_BOOL) return ls_value_convert(x, LS_U32);
    ls_dtype bits = unsigned_of_size[ls_dtype_size(dtype)];
    if (bits != dtype) x = ls_value_bitcast(x, bits);
    return ls_dtype_size(bits) < 4 ? ls_value_convert(x, LS_U32) : x;
}

static ls_value from_bits(ls_value bits, ls_dtype dtype)
{
    static const ls_dtype unsigned_of_size[] = {[1] = LS_U8, [2] = LS_U16, [4] = LS_U32, [8] = LS_U64};
    if (dtype == LS_BOOL) {
        LS_USABLE(bits);
        return ls_value_compare(LS_COMPARE_NE, bits, ls_value_full_like(bits, 0));
    }
    ls_dtype narrow = unsigned_of_size[ls_dtype_size(dtype)];
    bits = ls_value_convert(bits, narrow);
    return narrow == dtype ? bits : ls_value_bitcast(bits, dtype);
}

/* What a rank gives to a sum in which the others give nothing, so that its value arrives whole: its bits or, where
 * gradients are to pass, itself; nothing is then −0, as −0 + x is x for every x. */
static bool is_summed_as_is(ls_value x)
{
    return ls_value_needs_grad(x) && ls_tape_is_on() && ls_dtype_is_float(ls_value_dtype(x));
}

static ls_value to_summand(ls_value x)
{
    LS_USABLE(x);
    return is_summed_as_is(x) ? x : to_bits(x);
}

static ls_value nothing_of(const ls_ir_type *summand)
{
    return ls_value_full(-0.0, summand);
}

static ls_value from_summand(ls_value sum, ls_value x)
{
    return is_summed_as_is(x) ? sum : from_bits(sum, ls_value_dtype(x));
}

/* W×shape of every rank's x, by group rank, whether or not the groups cover the world. */
ls_value ls_exchange_gather(const ls_members *m, ls_value x)
{
    LS_USABLE(x);
    if (m->world == 1) return ls_row_from(x);
    if (m->covers) return all_gather_dim(m, ls_row_from(x), 0);
    /* Groups of different sizes: each rank puts its row into zeros, and the sum has all of them. */
    ls_value row = ls_row_from(to_summand(x));
    LS_USABLE(row);
    ls_ir_type type = *ls_value_type(row);
    type.shape.dims[0] = m->count;
    ls_value mine =
        ls_value_compare(LS_COMPARE_EQ, ls_value_iota(&(ls_ir_type){.dtype = LS_U32, .shape = type.shape}, 0),
                         ls_value_broadcast_to(ls_members_index(m), &type.shape));
    ls_value placed = ls_value_select(mine, ls_value_broadcast_to(row, &type.shape), nothing_of(&type));
    return from_summand(ls_node_result(all_reduce_node(m, LS_IR_ADD, &placed, 1), 0), x);
}

/* --- All-reduce and broadcast of values --------------------------------------------------------------------- */

static ls_value kept_outside(const ls_members *m, ls_value result, ls_value own)
{
    LS_USABLE(result);
    return m->covers ? result : ls_value_select(ls_members_is_in(m, ls_value_shape(own)), result, own);
}

static ls_value bitwise(const ls_members *m, ls_ir_kind kind, ls_value x)
{
    LS_USABLE(x);
    ls_dtype dtype = ls_value_dtype(x);
    if (!ls_dtype_is_integer(dtype) && dtype != LS_BOOL)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "bitwise reductions need integers, not %s",
                              ls_dtype_name(dtype));
    return ls_value_reduce(kind, ls_exchange_gather(m, x), &(int64_t){0}, 1);
}

/* PREMUL_SUM is a product and a sum, in f32 for shorter floats. False: another reduction. */
static bool premultiplied(ls_reduce_op op, ls_value x, ls_value *out)
{
    double factor;
    if (!ls_premul_factor(op, &factor)) return false;
    *out = x;
    if (ls_value_is_error(x)) return true;
    ls_dtype dtype = ls_value_dtype(x), wide = ls_dtype_size(dtype) == 2 ? LS_F32 : dtype;
    ls_value number = ls_value_broadcast_to(ls_value_scalar_input(factor, wide), ls_value_shape(x));
    *out = ls_dtype_is_float(dtype) ? ls_value_mul(ls_value_convert(x, wide), number)
                                    : ls_value_error(LS_INVALID_ARGUMENT, NULL,
                                                     "a sum with factors needs floats, not %s", ls_dtype_name(dtype));
    return true;
}

void ls_exchange_all_reduce(const ls_members *m, const ls_value *values, size_t count, ls_reduce_op op, ls_value *out)
{
    ls_value product;
    if (premultiplied(op, values[0], &product)) {
        for (size_t i = 0; i < count; i++) {
            premultiplied(op, values[i], &product);
            ls_exchange_all_reduce(m, &product, 1, LS_SUM, &out[i]);
            out[i] = ls_value_convert(out[i], ls_value_dtype(values[i]));
        }
        return;
    }
    if ((int)op < LS_SUM || op > LS_BXOR) {
        for (size_t i = 0; i < count; i++)
            out[i] = ls_value_error(LS_INVALID_ARGUMENT, NULL, "reduction %d is unknown", (int)op);
        return;
    }
    ls_ir_kind kind = LS_IR_ADD;
    bool direct = reducer_of(op, &kind);
    if (!direct)
        for (size_t i = 0; i < count; i++) out[i] = kept_outside(m, bitwise(m, kind, values[i]), values[i]);
    if (!direct) return;
    ls_node *node = m->world > 1 ? all_reduce_node(m, kind, values, count) : NULL;
    for (size_t i = 0; i < count; i++) {
        ls_value result = node ? ls_node_result(node, (uint32_t)i) : values[i];
        if (op == LS_AVG && m->count > 1) result = averaged(result, m->count);
        out[i] = kept_outside(m, result, values[i]);
    }
}

/* Values of these types go in one op of the program. */
static bool is_alike(ls_value summand, ls_dtype dtype)
{
    return !ls_value_is_error(summand) && ls_value_dtype(summand) == dtype;
}

/* Group rank `root`'s values: the others give nothing to a sum. */
void ls_exchange_broadcast(const ls_members *m, const ls_value *values, size_t count, int root, ls_value *out)
{
    ls_value *summands = calloc(2 * count, sizeof(*summands)), *alike = summands + count;
    size_t *from = calloc(count, sizeof(*from));
    LS_ASSERT(summands && from);
    for (size_t i = 0; i < count; i++) out[i] = summands[i] = to_summand(values[i]);
    for (ls_dtype dtype = LS_DTYPE_INVALID + 1; dtype < LS_DTYPE_END; dtype++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            if (!is_alike(summands[i], dtype)) continue;
            const ls_ir_type *type = ls_value_type(summands[i]);
            alike[n] = ls_value_select(ls_members_is(m, root, &type->shape), summands[i], nothing_of(type));
            from[n++] = i;
        }
        ls_node *node = n ? all_reduce_node(m, LS_IR_ADD, alike, n) : NULL;
        for (size_t k = 0; k < n; k++) {
            ls_value x = values[from[k]];
            out[from[k]] = kept_outside(m, from_summand(ls_node_result(node, (uint32_t)k), x), x);
        }
    }
    free(summands);
    free(from);
}

/* --- Parts --------------------------------------------------------------------------------------------------- */

/* The gathered rows one after the other along `dim`. */
ls_value ls_exchange_gather_along(const ls_members *m, ls_value x, int dim)
{
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    if (m->world == 1) return x;
    if (m->covers) return all_gather_dim(m, x, dim);
    ls_value rows = ls_exchange_gather(m, x), *parts = calloc((size_t)m->count, sizeof(*parts));
    LS_ASSERT(parts);
    for (int i = 0; i < m->count; i++) parts[i] = ls_row_of(rows, i);
    ls_value result = ls_value_concatenate(parts, (size_t)m->count, dim);
    free(parts);
    return result;
}

/* This rank's part of the reduction, along `dim`. */
ls_value ls_exchange_reduce_scatter(const ls_members *m, ls_value x, int dim, ls_reduce_op op)
{
    LS_USABLE(x);
    char text[200];
    ls_value product;
    if (premultiplied(op, x, &product))
        return ls_value_convert(ls_exchange_reduce_scatter(m, product, dim, LS_SUM), ls_value_dtype(x));
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    if (ls_value_shape(x)->dims[dim] % m->count)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension %d of %s does not divide into %d parts", dim,
                              ls_value_describe(x, text, sizeof text), m->count);
    ls_ir_kind kind = LS_IR_ADD;
    ls_value result = x;
    bool is_direct = reducer_of(op, &kind) && (m->world == 1 || m->covers);
    /* Gradients of products and extremes go through the whole result. */
    if (!is_direct || (kind != LS_IR_ADD && ls_value_needs_grad(x) && ls_tape_is_on())) {
        ls_exchange_all_reduce(m, &x, 1, op, &result);
        LS_USABLE(result);
        int64_t part = ls_value_shape(x)->dims[dim] / m->count;
        ls_value index = ls_members_index(m);
        return part_at(result, dim, ls_value_mul(index, ls_value_full_like(index, (double)part)), part);
    }
    if (m->world > 1) {
        LS_ATTR_LIST(attrs);
        ls_members_add_attrs(m, &attrs);
        ls_attr_int(&attrs, LS_ATTR_SCATTER_DIMENSION, dim);
        ls_attr_int(&attrs, LS_ATTR_REDUCER, kind);
        result = ls_node_result(ls_trace_op(&(ls_op_spec){
                                    .kind = LS_IR_REDUCE_SCATTER, .operands = &x, .operand_count = 1, .attrs = &attrs}),
                                0);
    }
    return op == LS_AVG && m->count > 1 ? averaged(result, m->count) : result;
}

ls_value ls_exchange_all_to_all(const ls_members *m, ls_value rows)
{
    LS_USABLE(rows);
    if (m->world == 1) return rows;
    if (!m->covers) { /* the op of the program is only for groups of all ranks: everybody gets all, and takes its own */
        ls_shape shape = *ls_value_shape(rows);
        return ls_value_reshape(part_at(ls_exchange_gather(m, rows), 1, ls_members_index(m), 1), &shape);
    }
    LS_ATTR_LIST(attrs);
    ls_members_add_attrs(m, &attrs);
    ls_attr_int(&attrs, LS_ATTR_SPLIT_DIMENSION, 0);
    ls_attr_int(&attrs, LS_ATTR_CONCAT_DIMENSION, 0);
    ls_attr_int(&attrs, LS_ATTR_SPLIT_COUNT, m->count);
    ls_op_spec spec = {.kind = LS_IR_ALL_TO_ALL, .operands = &rows, .operand_count = 1, .attrs = &attrs};
    return ls_node_result(ls_trace_op(&spec), 0);
}

/* The others' rows become nothing, and the sum is split. */
ls_value ls_exchange_scatter(const ls_members *m, ls_value rows, int root)
{
    LS_USABLE(rows);
    if (m->world == 1) return ls_row_of(rows, 0);
    ls_value mine = to_summand(rows);
    LS_USABLE(mine);
    const ls_ir_type *type = ls_value_type(mine);
    mine = ls_value_select(ls_members_is(m, root, &type->shape), mine, nothing_of(type));
    return ls_row_of(from_summand(ls_exchange_reduce_scatter(m, mine, 0, LS_SUM), rows), 0);
}
