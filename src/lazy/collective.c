/* Tensor collectives, as ops of the traced program.
 *
 * Ranks trace one program: nothing here may depend on the calling rank but through ls_members_index. */
#include "lazy/collective.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "dist/world.h"
#include "lazy/compose.h"
#include "lazy/members.h"

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
static ls_value as_row(ls_value x)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x), row = {.rank = shape.rank + 1, .dims = {1}};
    if (shape.rank == LS_MAX_RANK) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "rank %d is too high", shape.rank);
    for (int i = 0; i < shape.rank; i++) row.dims[i + 1] = shape.dims[i];
    return ls_value_reshape(x, &row);
}

/* Entry `index` of the leading dimension, which is dropped. */
static ls_value row_of(ls_value x, int64_t index)
{
    LS_USABLE(x);
    int64_t start[LS_MAX_RANK] = {index}, limit[LS_MAX_RANK];
    ls_shape shape = *ls_value_shape(x), rest = {.rank = shape.rank - 1};
    for (int i = 0; i < shape.rank; i++) limit[i] = i ? shape.dims[i] : index + 1;
    for (int i = 1; i < shape.rank; i++) rest.dims[i - 1] = shape.dims[i];
    return ls_value_reshape(ls_value_slice(x, start, limit, NULL), &rest);
}

/* `count` entries of the leading dimension from `index`, a ui32 scalar of the program. */
static ls_value rows_at(ls_value x, ls_value index, int64_t count)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    ls_value operands[LS_MAX_RANK + 1] = {x, index};
    shape.dims[0] = count;
    for (int i = 1; i < shape.rank; i++) operands[1 + i] = ls_value_full(0, &(ls_ir_type){.dtype = LS_U32});
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

/* W×shape of every rank's x, by group rank, whether or not the groups cover the world. */
static ls_value gathered_rows(const ls_members *m, ls_value x)
{
    LS_USABLE(x);
    if (m->world == 1) return as_row(x);
    if (m->covers) return all_gather_dim(m, as_row(x), 0);
    /* Groups of different sizes: each rank puts its row into zeros, and the sum has all of them. */
    ls_value row = as_row(to_bits(x));
    LS_USABLE(row);
    ls_ir_type type = *ls_value_type(row);
    type.shape.dims[0] = m->count;
    ls_value mine =
        ls_value_compare(LS_COMPARE_EQ, ls_value_iota(&(ls_ir_type){.dtype = LS_U32, .shape = type.shape}, 0),
                         ls_value_broadcast_to(ls_members_index(m), &type.shape));
    ls_value placed = ls_value_select(mine, ls_value_broadcast_to(row, &type.shape), ls_value_full(0, &type));
    return from_bits(ls_node_result(all_reduce_node(m, LS_IR_ADD, &placed, 1), 0), ls_value_dtype(x));
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
    return ls_value_reduce(kind, gathered_rows(m, x), &(int64_t){0}, 1);
}

static void all_reduce(const ls_members *m, const ls_value *values, size_t count, ls_reduce_op op, ls_value *out)
{
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

static ls_status all_ok(const ls_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) LS_TRY(ls_value_status(values[i]));
    return LS_OK;
}

ls_status ls_values_all_reduce(const ls_value *values, size_t count, ls_reduce_op op, ls_group group,
                               ls_value *out_values)
{
    if (!count) return LS_OK;
    LS_TRY(all_ok(values, count));
    ls_members m;
    LS_TRY(ls_members_init(&m, group));
    all_reduce(&m, values, count, op, out_values);
    ls_members_finish(&m);
    return all_ok(out_values, count);
}

/* Group rank `root`'s values: the others give zeros to a sum of bits. */
static void broadcast(const ls_members *m, const ls_value *values, size_t count, int root, ls_value *out)
{
    ls_value *bits = calloc(count, sizeof(*bits));
    size_t *from = calloc(count, sizeof(*from));
    LS_ASSERT(bits && from);
    for (size_t size = 4; size <= 8; size += 4) { /* to_bits makes ui32 or ui64 */
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            if ((ls_dtype_size(ls_value_dtype(values[i])) > 4) != (size > 4)) continue;
            ls_value mine = to_bits(values[i]);
            bits[n] = ls_value_select(ls_members_is(m, root, ls_value_shape(mine)), mine, ls_value_full_like(mine, 0));
            from[n++] = i;
        }
        if (!n) continue;
        ls_node *node = all_reduce_node(m, LS_IR_ADD, bits, n);
        for (size_t k = 0; k < n; k++)
            out[from[k]] = kept_outside(
                m, from_bits(ls_node_result(node, (uint32_t)k), ls_value_dtype(values[from[k]])), values[from[k]]);
    }
    free(bits);
    free(from);
}

/* The place of a global rank in the group. */
static ls_status root_of(const ls_members *m, ls_group group, int global_rank, int *out_root)
{
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    return ls_group_index(&info, global_rank, out_root);
}

ls_status ls_values_broadcast(const ls_value *values, size_t count, int src, ls_group group, ls_value *out_values)
{
    if (!count) return LS_OK;
    LS_TRY(all_ok(values, count));
    ls_members m;
    int root;
    LS_TRY(ls_members_init(&m, group));
    ls_status status = root_of(&m, group, src, &root);
    if (status == LS_OK && m.world > 1)
        broadcast(&m, values, count, root, out_values);
    else if (status == LS_OK)
        for (size_t i = 0; i < count; i++) out_values[i] = values[i];
    ls_members_finish(&m);
    return status == LS_OK ? all_ok(out_values, count) : status;
}

/* --- distributed.h: results replace the handle's value ------------------------------------------------------ */

/* These are not recorded for gradients, as in torch: the functional ones are. */
static void tape_on_again(int *unused)
{
    ls_tape_off_end();
}
#define WITHOUT_TAPE                                                                                                   \
    int without_tape_ __attribute__((cleanup(tape_on_again), unused)) = 0;                                             \
    ls_tape_off_begin()

/* The group's members, until the end of the function. */
#define MEMBERS(m, group)                                                                                              \
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};                                                    \
    LS_TRY(ls_members_init(&m, group))

ls_status ls_all_reduce_coalesced(const ls_tensor *tensors, int count, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_all_reduce");
    WITHOUT_TAPE;
    if (count < 1) return LS_OK;
    if (!tensors) return ls_fail(LS_INVALID_ARGUMENT, "no tensors");
    ls_value *values = calloc((size_t)count * 2, sizeof(*values)), *results = values + count;
    int *from = calloc((size_t)count, sizeof(*from));
    LS_ASSERT(values && from);
    ls_status status = LS_OK;
    /* One op of the program per element type, in the order of the enum. */
    for (ls_dtype dtype = LS_DTYPE_INVALID; dtype < LS_DTYPE_END && status == LS_OK; dtype++) {
        size_t n = 0;
        for (int i = 0; i < count; i++) {
            ls_value v = ls_tensor_value(tensors[i]);
            if (ls_value_dtype(v) != dtype) continue;
            values[n] = v;
            from[n++] = i;
        }
        status = ls_values_all_reduce(values, n, op, group, results);
        for (size_t k = 0; k < n && status == LS_OK; k++) status = ls_tensor_set_value(tensors[from[k]], results[k]);
    }
    free(values);
    free(from);
    return status;
}

ls_status ls_all_reduce(ls_tensor t, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_all_reduce");
    return ls_all_reduce_coalesced(&t, 1, op, group);
}

ls_status ls_broadcast(ls_tensor t, int src, ls_group group)
{
    LS_TRACE_CALL("ls_broadcast");
    WITHOUT_TAPE;
    ls_value v = ls_tensor_value(t), result;
    LS_TRY(ls_values_broadcast(&v, 1, src, group, &result));
    return ls_tensor_set_value(t, result);
}

ls_status ls_reduce(ls_tensor t, int dst, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_reduce");
    WITHOUT_TAPE;
    ls_value v = ls_tensor_value(t), result;
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    int root;
    LS_TRY(root_of(&m, group, dst, &root));
    all_reduce(&m, &v, 1, op, &result);
    if (m.world > 1) result = ls_value_select(ls_members_is(&m, root, ls_value_shape(v)), result, v);
    return ls_tensor_set_value(t, result);
}

/* Wraps row after row of `rows`. A pinned row is an output on every rank, whether it has a handle there or not. */
static ls_status wrap_rows(ls_value rows, int count, bool wrap, bool pin, ls_tensor *out_tensors)
{
    if (wrap && !out_tensors) return ls_fail(LS_INVALID_ARGUMENT, "no place for the results");
    for (int i = 0; i < count; i++) {
        ls_value row = row_of(rows, i);
        LS_TRY(ls_value_status(row));
        if (pin && row.node->is_pending) row.node->is_pinned = true;
        if (wrap) out_tensors[i] = ls_tensor_wrap(row);
    }
    return LS_OK;
}

ls_status ls_all_gather(ls_tensor *out_tensors, ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_all_gather");
    WITHOUT_TAPE;
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    return wrap_rows(gathered_rows(&m, v), m.count, true, false, out_tensors);
}

ls_status ls_gather(ls_tensor *out_tensors, ls_tensor t, int dst, ls_group group)
{
    LS_TRACE_CALL("ls_gather");
    WITHOUT_TAPE;
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    int root;
    LS_TRY(root_of(&m, group, dst, &root));
    return wrap_rows(gathered_rows(&m, v), m.count, m.my_index == root, true, out_tensors);
}

/* The gathered rows one after the other along `dim`. */
static ls_value gather_along(const ls_members *m, ls_value x, int dim)
{
    LS_USABLE(x);
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    if (m->world == 1) return x;
    if (m->covers) return all_gather_dim(m, x, dim);
    ls_value rows = gathered_rows(m, x), *parts = calloc((size_t)m->count, sizeof(*parts));
    LS_ASSERT(parts);
    for (int i = 0; i < m->count; i++) parts[i] = row_of(rows, i);
    ls_value result = ls_value_concatenate(parts, (size_t)m->count, dim);
    free(parts);
    return result;
}

ls_status ls_all_gather_into_tensor(ls_tensor *out, ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_all_gather_into_tensor");
    WITHOUT_TAPE;
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    if (ls_value_rank(v) == 0) v = as_row(v);
    MEMBERS(m, group);
    ls_value result = gather_along(&m, v, 0);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return LS_OK;
}

/* This rank's part of the reduction, along `dim`. */
static ls_value reduce_scatter(const ls_members *m, ls_value x, int dim, ls_reduce_op op)
{
    LS_USABLE(x);
    char text[200];
    if (!ls_dim_normalise(&dim, ls_value_rank(x))) return ls_dim_error(x, dim);
    if (ls_value_shape(x)->dims[dim] % m->count)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension %d of %s does not divide into %d parts", dim,
                              ls_value_describe(x, text, sizeof text), m->count);
    ls_ir_kind kind = LS_IR_ADD;
    ls_value result = x;
    if (!reducer_of(op, &kind) || (m->world > 1 && !m->covers)) {
        if (dim) return ls_value_error(LS_UNIMPLEMENTED, NULL, "this reduction splits dimension 0 only");
        all_reduce(m, &x, 1, op, &result);
        LS_USABLE(result);
        int64_t part = ls_value_shape(x)->dims[0] / m->count;
        ls_value index = ls_members_index(m);
        return rows_at(result, ls_value_mul(index, ls_value_full_like(index, (double)part)), part);
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

ls_status ls_reduce_scatter(ls_tensor *out, ls_tensor t, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_reduce_scatter");
    WITHOUT_TAPE;
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    ls_value result = reduce_scatter(&m, v, 0, op);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return LS_OK;
}

/* Rows of `count` tensors of one type, stacked. */
static ls_value stacked(const ls_tensor *tensors, int count)
{
    if (!tensors) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "no tensors were given");
    ls_value *rows = calloc((size_t)count, sizeof(*rows)), result;
    LS_ASSERT(rows);
    for (int i = 0; i < count; i++) {
        rows[i] = as_row(ls_tensor_value(tensors[i]));
        if (!ls_value_is_error(rows[i]) && !ls_value_is_error(rows[0]) &&
            ls_value_type(rows[i]) != ls_value_type(rows[0]))
            rows[i] = ls_value_error(LS_INVALID_ARGUMENT, NULL,
                                     "tensor %d has another shape or element type than tensor 0", i);
    }
    result = count == 1 ? rows[0] : ls_value_concatenate(rows, (size_t)count, 0);
    free(rows);
    return result;
}

ls_status ls_all_to_all(ls_tensor *out_tensors, const ls_tensor *tensors, ls_group group)
{
    LS_TRACE_CALL("ls_all_to_all");
    WITHOUT_TAPE;
    MEMBERS(m, group);
    ls_value rows = stacked(tensors, m.count);
    LS_TRY(ls_value_status(rows));
    if (m.world > 1 && !m.covers)
        return ls_fail(
            LS_UNIMPLEMENTED,
            "ls_all_to_all needs groups that together have every rank of the world; make the other ranks' groups too");
    if (m.world > 1) {
        LS_ATTR_LIST(attrs);
        ls_members_add_attrs(&m, &attrs);
        ls_attr_int(&attrs, LS_ATTR_SPLIT_DIMENSION, 0);
        ls_attr_int(&attrs, LS_ATTR_CONCAT_DIMENSION, 0);
        ls_attr_int(&attrs, LS_ATTR_SPLIT_COUNT, m.count);
        rows = ls_node_result(ls_trace_op(&(ls_op_spec){
                                  .kind = LS_IR_ALL_TO_ALL, .operands = &rows, .operand_count = 1, .attrs = &attrs}),
                              0);
    }
    return wrap_rows(rows, m.count, true, false, out_tensors);
}

/* Only src knows the type: it tells the others on the host. Their input is zeros, so that all run one program. */
static ls_status scatter_input(const ls_tensor *tensors, const ls_members *m, int src, int root, ls_group group,
                               ls_value *out_rows)
{
    struct {
        ls_status status;
        ls_ir_type type;
    } told = {0};
    if (m->my_index == root) {
        *out_rows = stacked(tensors, m->count);
        told.status = ls_value_status(*out_rows);
        if (told.status == LS_OK) told.status = ls_trace_materialise(out_rows, 1);
        if (told.status == LS_OK) told.type = *ls_value_type(*out_rows);
    }
    LS_TRY(ls_host_broadcast(&told, sizeof told, LS_U8, src, group));
    if (m->my_index == root) return told.status;
    if (told.status != LS_OK) return ls_fail(told.status, "ls_scatter: rank %d has no tensors to scatter", src);
    void *zeros = calloc(1, ls_ir_type_bytes(&told.type) + 1);
    if (!zeros) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    *out_rows = ls_value_from_host(zeros, &told.type);
    free(zeros);
    return ls_value_status(*out_rows);
}

ls_status ls_scatter(ls_tensor *out, const ls_tensor *tensors, int src, ls_group group)
{
    LS_TRACE_CALL("ls_scatter");
    WITHOUT_TAPE;
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    MEMBERS(m, group);
    int root;
    ls_value rows = LS_NO_VALUE;
    LS_TRY(root_of(&m, group, src, &root));
    if (m.my_index < 0) return ls_fail(LS_INVALID_ARGUMENT, "ls_scatter: this rank is not in the group");
    LS_TRY(scatter_input(tensors, &m, src, root, group, &rows));
    if (m.world > 1) {
        ls_dtype dtype = ls_value_dtype(rows);
        ls_value mine = to_bits(rows);
        mine = ls_value_select(ls_members_is(&m, root, ls_value_shape(mine)), mine, ls_value_full_like(mine, 0));
        rows = from_bits(reduce_scatter(&m, mine, 0, LS_SUM), dtype);
    }
    ls_value result = row_of(rows, 0);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return LS_OK;
}

/* --- As values, with gradients ------------------------------------------------------------------------------ */

static ls_value status_value(ls_status status)
{
    char message[512];
    snprintf(message, sizeof message, "%s", ls_last_error());
    return ls_value_error(status, NULL, "%s", message);
}

ls_tensor ls_functional_all_reduce(ls_tensor t, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_functional_all_reduce");
    ls_value v = ls_tensor_value(t), result;
    ls_status status = ls_values_all_reduce(&v, 1, op, group, &result);
    return ls_tensor_wrap(status == LS_OK ? result : ls_value_is_error(v) ? v : status_value(status));
}

ls_tensor ls_functional_all_gather(ls_tensor t, int dim, ls_group group)
{
    LS_TRACE_CALL("ls_functional_all_gather");
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};
    ls_status status = ls_members_init(&m, group);
    return ls_tensor_wrap(status == LS_OK ? gather_along(&m, ls_tensor_value(t), dim) : status_value(status));
}

ls_tensor ls_functional_reduce_scatter(ls_tensor t, int dim, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_functional_reduce_scatter");
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};
    ls_status status = ls_members_init(&m, group);
    return ls_tensor_wrap(status == LS_OK ? reduce_scatter(&m, ls_tensor_value(t), dim, op) : status_value(status));
}
