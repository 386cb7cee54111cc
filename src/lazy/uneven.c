/* Collectives on tensors whose sizes differ by rank: a program has one shape for all ranks, so these go through host
 * memory, at once. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "dist/world.h"
#include "lazy/collective.h"
#include "lazy/compose.h"
#include "lazy/exchange.h"
#include "lazy/state.h"
#include <lockstep/array.h>

/* A tensor's elements in host memory that other processes read in place; freed with ls_host_free. */
static ls_status read_array(ls_tensor t, ls_array *out_array)
{
    ls_value v = ls_tensor_value(t);
    *out_array = (ls_array){0};
    LS_TRY(ls_value_status(v));
    ls_ir_type type = *ls_value_type(v);
    size_t bytes = ls_ir_type_bytes(&type);
    *out_array = (ls_array){.dtype = type.dtype, .shape = type.shape};
    LS_TRY(ls_host_alloc(bytes, &out_array->data));
    ls_status status = ls_value_resolve(v).node->is_pending ? ls_trace_materialise(&v, 1) : LS_OK;
    return status == LS_OK ? ls_to_host(t, out_array->data, bytes) : status;
}

static ls_status make_array(ls_dtype dtype, ls_shape shape, ls_array *out_array)
{
    ls_ir_type type = {.dtype = dtype, .shape = shape};
    *out_array = (ls_array){.dtype = dtype, .shape = shape};
    return ls_host_alloc(ls_ir_type_bytes(&type), &out_array->data);
}

static ls_status wrap_array(const ls_array *array, ls_tensor *out)
{
    ls_value v = ls_value_from_host(array->data, &(ls_ir_type){.dtype = array->dtype, .shape = array->shape});
    LS_TRY(ls_value_status(v));
    *out = ls_tensor_wrap(v);
    return LS_OK;
}

static void free_arrays(ls_array *arrays, int count)
{
    for (int i = 0; arrays && i < count; i++) ls_host_free(arrays[i].data);
    free(arrays);
}

/* What a rank tells the others of its tensor. */
typedef struct told {
    ls_status status;
    ls_ir_type type;
} told;

/* Every rank's type, by group rank; freed with free(). An error on one is an error on all. */
static ls_status exchange_types(ls_status mine, const ls_array *array, ls_group group, int count, told **out_types)
{
    told own = {.status = mine, .type = {.dtype = array->dtype, .shape = array->shape}};
    *out_types = calloc((size_t)count, sizeof(**out_types));
    if (!*out_types) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (mine != LS_OK) own.type = (ls_ir_type){0};
    char message[512];
    snprintf(message, sizeof(message), "%s", mine == LS_OK ? "" : ls_last_error());
    LS_TRY(ls_host_all_gather(&own, *out_types, sizeof(own), LS_U8, group));
    if (mine != LS_OK) return ls_fail(mine, "%s", message);
    for (int r = 0; r < count; r++) {
        const told *theirs = &(*out_types)[r];
        if (theirs->status != LS_OK) return ls_fail(theirs->status, "group rank %d has no tensor to give", r);
        if (theirs->type.dtype != array->dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "group rank %d gives %s, this rank %s", r,
                           ls_dtype_name(theirs->type.dtype), ls_dtype_name(array->dtype));
    }
    return LS_OK;
}

ls_status ls_all_gather_uneven(ls_tensor *out_tensors, ls_tensor t, ls_group group)
{
    LS_TRACE_CALL("ls_all_gather_uneven");
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    if (!out_tensors) return ls_fail(LS_INVALID_ARGUMENT, "no place for the results");
    for (int r = 0; r < info.count; r++) out_tensors[r] = (ls_tensor){0};
    if (!info.comm) return ls_fail(LS_INVALID_ARGUMENT, "ls_all_gather_uneven: this rank is not in the group");
    ls_array in, *outs = calloc((size_t)info.count, sizeof(*outs));
    told *types = NULL;
    ls_status status = read_array(t, &in);
    status = exchange_types(status, &in, group, info.count, &types);
    for (int r = 0; status == LS_OK && r < info.count; r++)
        status = make_array(in.dtype, types[r].type.shape, &outs[r]);
    if (status == LS_OK) status = ls_array_all_gather(outs, in, group);
    for (int r = 0; status == LS_OK && r < info.count; r++) status = wrap_array(&outs[r], &out_tensors[r]);
    free(types);
    free_arrays(outs, info.count);
    ls_host_free(in.data);
    return ls_context(status, "ls_all_gather_uneven");
}

ls_status ls_reduce_scatter_uneven(ls_tensor *out, const ls_tensor *tensors, ls_reduce_op op, ls_group group)
{
    LS_TRACE_CALL("ls_reduce_scatter_uneven");
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    if (!out || !tensors) return ls_fail(LS_INVALID_ARGUMENT, "no tensors were given, or no place for the result");
    *out = (ls_tensor){0};
    if (!info.comm) return ls_fail(LS_INVALID_ARGUMENT, "ls_reduce_scatter_uneven: this rank is not in the group");
    ls_array result = {0}, *ins = calloc((size_t)info.count, sizeof(*ins));
    ls_status status = ins ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int r = 0; status == LS_OK && r < info.count; r++) status = read_array(tensors[r], &ins[r]);
    if (status == LS_OK) status = make_array(ins[info.my_index].dtype, ins[info.my_index].shape, &result);
    if (status == LS_OK) status = ls_array_reduce_scatter(result, ins, op, group);
    if (status == LS_OK) status = wrap_array(&result, out);
    free_arrays(ins, info.count);
    ls_host_free(result.data);
    return ls_context(status, "ls_reduce_scatter_uneven");
}

/* Equal parts of dimension 0: rows of parts, in the program. */
static ls_status exchange_equally(ls_tensor *out, ls_tensor t, ls_group group)
{
    ls_members m __attribute__((cleanup(ls_members_finish))) = {0};
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    LS_TRY(ls_members_init(&m, group));
    ls_shape shape = *ls_value_shape(v), parts = {.rank = shape.rank + 1, .dims = {m.count}};
    if (!shape.rank || shape.rank == LS_MAX_RANK || shape.dims[0] % m.count)
        return ls_fail(LS_INVALID_ARGUMENT, "dimension 0 does not divide into %d parts", m.count);
    for (int i = 0; i < shape.rank; i++) parts.dims[i + 1] = i ? shape.dims[i] : shape.dims[0] / m.count;
    ls_value result = ls_value_reshape(ls_exchange_all_to_all(&m, ls_value_reshape(v, &parts)), &shape);
    LS_TRY(ls_value_status(result));
    *out = ls_tensor_wrap(result);
    return LS_OK;
}

ls_status ls_all_to_all_single(ls_tensor *out, ls_tensor t, const int64_t *out_splits, const int64_t *in_splits,
                               ls_group group)
{
    LS_TRACE_CALL("ls_all_to_all_single");
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    if (!out) return ls_fail(LS_INVALID_ARGUMENT, "no place for the result");
    *out = (ls_tensor){0};
    if (!out_splits && !in_splits) return ls_context(exchange_equally(out, t, group), "ls_all_to_all_single");
    if (!out_splits) return ls_fail(LS_INVALID_ARGUMENT, "ls_all_to_all_single: in_splits without out_splits");
    if (!info.comm) return ls_fail(LS_INVALID_ARGUMENT, "ls_all_to_all_single: this rank is not in the group");
    ls_array in, result = {0};
    ls_status status = read_array(t, &in);
    ls_shape shape = in.shape;
    shape.dims[0] = 0;
    for (int r = 0; r < info.count; r++) shape.dims[0] += out_splits[r] > 0 ? out_splits[r] : 0;
    if (status == LS_OK) status = make_array(in.dtype, shape, &result);
    if (status == LS_OK) status = ls_array_all_to_all_single(result, in, out_splits, in_splits, group);
    if (status == LS_OK) status = wrap_array(&result, out);
    ls_host_free(in.data);
    ls_host_free(result.data);
    return ls_context(status, "ls_all_to_all_single");
}
