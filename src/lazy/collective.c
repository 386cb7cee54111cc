/* Tensor collectives: from handles and groups to values and members (exchange.c). */
#include "lazy/collective.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "dist/world.h"
#include "lazy/compose.h"
#include "lazy/exchange.h"
#include "lazy/plan.h"
#include "lazy/work.h"

/* --- Values ------------------------------------------------------------------------------------------------- */

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
    ls_exchange_all_reduce(&m, values, count, op, out_values);
    ls_members_finish(&m);
    return all_ok(out_values, count);
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
        ls_exchange_broadcast(&m, values, count, root, out_values);
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

/* Launches what was recorded if that was asked for. */
static ls_status launched(ls_work **async, const ls_value *values, size_t count)
{
    return async ? ls_values_launch(values, count, async) : LS_OK;
}

/* The group's members, until the end of the function. */
#define MEMBERS(m, group)                                                                                              \
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};                                                    \
    LS_TRY(ls_members_init(&m, group))

ls_status ls_all_reduce_coalesced(const ls_tensor *tensors, int count, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_all_reduce_coalesced");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    if (count < 0) return ls_fail(LS_INVALID_ARGUMENT, "ls_all_reduce_coalesced: a count of %d is negative", count);
    if (!count) return launched(async, NULL, 0);
    if (!tensors) return ls_fail(LS_INVALID_ARGUMENT, "ls_all_reduce_coalesced: no tensors were given");
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
    for (int i = 0; status == LS_OK && i < count; i++) results[i] = ls_tensor_value(tensors[i]);
    if (status == LS_OK) status = launched(async, results, (size_t)count);
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
    ls_work **async = ls_async_take(&group);
    ls_value v = ls_tensor_value(t), result;
    LS_TRY(ls_values_broadcast(&v, 1, src, group, &result));
    LS_TRY(ls_tensor_set_value(t, result));
    return launched(async, &result, 1);
}

ls_status ls_reduce(ls_tensor t, int dst, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_reduce");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    ls_value v = ls_tensor_value(t), result;
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    int root;
    LS_TRY(root_of(&m, group, dst, &root));
    ls_exchange_all_reduce(&m, &v, 1, op, &result);
    if (m.world > 1) result = ls_value_select(ls_members_is(&m, root, ls_value_shape(v)), result, v);
    LS_TRY(ls_tensor_set_value(t, result));
    return launched(async, &result, 1);
}

/* Wraps row after row of `rows`. A pinned row is an output on every rank, whether it has a handle there or not. */
static ls_status wrap_rows(ls_value rows, int count, bool wrap, bool pin, ls_tensor *out_tensors, ls_work **async)
{
    if (wrap && !out_tensors) return ls_fail(LS_INVALID_ARGUMENT, "no place for the results");
    ls_value *all = calloc((size_t)count, sizeof(*all));
    LS_ASSERT(all);
    ls_status status = LS_OK;
    for (int i = 0; status == LS_OK && i < count; i++) {
        ls_value row = all[i] = ls_row_of(rows, i);
        status = ls_value_status(row);
        if (pin && row.node->is_pending) row.node->is_pinned = true;
        if (wrap && status == LS_OK) out_tensors[i] = ls_tensor_wrap(row);
    }
    if (status == LS_OK) status = launched(async, all, (size_t)count);
    free(all);
    return status;
}

ls_status ls_all_gather(ls_tensor *out_tensors, ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_all_gather");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    return wrap_rows(ls_exchange_gather(&m, v), m.count, true, false, out_tensors, async);
}

ls_status ls_gather(ls_tensor *out_tensors, ls_tensor t, int dst, ls_group group)
{
    LS_TRACE_CALL("ls_gather");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    int root;
    LS_TRY(root_of(&m, group, dst, &root));
    return wrap_rows(ls_exchange_gather(&m, v), m.count, m.my_index == root, true, out_tensors, async);
}

ls_status ls_all_gather_into_tensor(ls_tensor *out, ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_all_gather_into_tensor");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    if (ls_value_rank(v) == 0) v = ls_row_from(v);
    MEMBERS(m, group);
    ls_value result = ls_exchange_gather_along(&m, v, 0);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return launched(async, &result, 1);
}

ls_status ls_reduce_scatter(ls_tensor *out, ls_tensor t, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_reduce_scatter");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    MEMBERS(m, group);
    ls_value result = ls_exchange_reduce_scatter(&m, v, 0, op);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return launched(async, &result, 1);
}

/* Rows of `count` tensors of one type, stacked. */
static ls_value stacked(const ls_tensor *tensors, int count)
{
    if (!tensors) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "no tensors were given");
    ls_value *rows = calloc((size_t)count, sizeof(*rows)), result;
    LS_ASSERT(rows);
    for (int i = 0; i < count; i++) {
        rows[i] = ls_row_from(ls_tensor_value(tensors[i]));
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
    ls_work **async = ls_async_take(&group);
    MEMBERS(m, group);
    ls_value rows = stacked(tensors, m.count);
    LS_TRY(ls_value_status(rows));
    rows = ls_exchange_all_to_all(&m, rows);
    LS_TRY(ls_value_status(rows));
    return wrap_rows(rows, m.count, true, false, out_tensors, async);
}

/* What src tells the others on the host, since only it knows. */
typedef struct scatter_notice {
    ls_status status;
    bool needs_cut; /* its inputs wait for collectives, which every rank must run */
    ls_ir_type type;
    char message[512];
} scatter_notice;

static void note_failure(scatter_notice *notice, ls_status status)
{
    notice->status = status;
    if (status != LS_OK) snprintf(notice->message, sizeof notice->message, "%s", ls_last_error());
}

/* The rows on src, computed by src alone: the others have zeros in their place, so that all run one program. */
static void compute_rows(scatter_notice *notice, const ls_tensor *tensors, int count, ls_value *out_rows)
{
    *out_rows = stacked(tensors, count);
    ls_status status = ls_value_status(*out_rows);
    if (status == LS_OK) status = ls_trace_materialise(out_rows, 1);
    if (status == LS_OK) notice->type = *ls_value_type(*out_rows);
    note_failure(notice, status);
}

static ls_status tell(scatter_notice *notice, bool is_src, int src, ls_group group)
{
    LS_TRY(ls_host_broadcast(notice, sizeof *notice, LS_U8, src, group));
    if (notice->status == LS_OK) return LS_OK;
    ls_fail(notice->status, "%s", notice->message);
    return is_src ? notice->status : ls_context(notice->status, "rank %d has nothing to scatter", src);
}

static ls_status scatter_input(const ls_tensor *tensors, const ls_members *m, int src, int root, ls_group group,
                               ls_value *out_rows)
{
    scatter_notice notice = {0};
    bool is_src = m->my_index == root;
    if (is_src) notice.needs_cut = tensors && ls_plan_awaits_collectives(tensors, m->count);
    if (is_src && !notice.needs_cut) compute_rows(&notice, tensors, m->count, out_rows);
    LS_TRY(tell(&notice, is_src, src, group));
    if (notice.needs_cut) {
        LS_TRY(ls_trace_cut());
        if (is_src) compute_rows(&notice, tensors, m->count, out_rows);
        LS_TRY(tell(&notice, is_src, src, group));
    }
    if (is_src) return LS_OK;
    void *zeros = calloc(1, ls_ir_type_bytes(&notice.type) + 1);
    if (!zeros) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    *out_rows = ls_value_from_host(zeros, &notice.type);
    free(zeros);
    return ls_value_status(*out_rows);
}

ls_status ls_scatter(ls_tensor *out, const ls_tensor *tensors, int src, ls_group group)
{
    LS_TRACE_CALL("ls_scatter");
    WITHOUT_TAPE;
    ls_work **async = ls_async_take(&group);
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    MEMBERS(m, group);
    int root;
    ls_value rows = LS_NO_VALUE;
    LS_TRY(root_of(&m, group, src, &root));
    if (m.my_index < 0) return ls_fail(LS_INVALID_ARGUMENT, "ls_scatter: this rank is not in the group");
    LS_TRY(scatter_input(tensors, &m, src, root, group, &rows));
    ls_value result = ls_exchange_scatter(&m, rows, root);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return launched(async, &result, 1);
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
    return ls_tensor_wrap(status == LS_OK ? ls_exchange_gather_along(&m, ls_tensor_value(t), dim)
                                          : status_value(status));
}

ls_tensor ls_functional_reduce_scatter(ls_tensor t, int dim, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_functional_reduce_scatter");
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};
    ls_status status = ls_members_init(&m, group);
    return ls_tensor_wrap(status == LS_OK ? ls_exchange_reduce_scatter(&m, ls_tensor_value(t), dim, op)
                                          : status_value(status));
}

ls_tensor ls_functional_broadcast(ls_tensor t, int src, ls_group group)
{
    LS_TRACE_CALL("ls_functional_broadcast");
    ls_value v = ls_tensor_value(t), result;
    ls_status status = ls_values_broadcast(&v, 1, src, group, &result);
    return ls_tensor_wrap(status == LS_OK ? result : ls_value_is_error(v) ? v : status_value(status));
}

/* Parts as rows, rows exchanged, and back. */
static ls_value exchange_parts(const ls_members *m, ls_value x)
{
    LS_USABLE(x);
    char text[200];
    ls_shape shape = *ls_value_shape(x), rows = {.rank = shape.rank + 1, .dims = {m->count}};
    if (!shape.rank || shape.rank == LS_MAX_RANK || shape.dims[0] % m->count)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension 0 of %s does not divide into %d parts",
                              ls_value_describe(x, text, sizeof text), m->count);
    rows.dims[1] = shape.dims[0] / m->count;
    for (int i = 1; i < shape.rank; i++) rows.dims[i + 1] = shape.dims[i];
    return ls_value_reshape(ls_exchange_all_to_all(m, ls_value_reshape(x, &rows)), &shape);
}

ls_tensor ls_functional_all_to_all(ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_functional_all_to_all");
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};
    ls_status status = ls_members_init(&m, group);
    return ls_tensor_wrap(status == LS_OK ? exchange_parts(&m, ls_tensor_value(t)) : status_value(status));
}
