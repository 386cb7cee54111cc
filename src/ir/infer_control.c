/* Rules of control flow and collectives. */
#include "ir/infer.h"

ls_status ls_ir_infer_nothing(ls_ir_inference *q)
{
    return LS_OK;
}

static ls_status each_operand(ls_ir_inference *q)
{
    for (size_t i = 0; i < q->in_count; i++) LS_TRY(ls_infer_result(q, q->in[i]));
    return LS_OK;
}

ls_status ls_ir_infer_same_all(ls_ir_inference *q)
{
    return each_operand(q);
}

ls_status ls_ir_infer_given_results(ls_ir_inference *q)
{
    for (size_t i = 0; i < q->given_count; i++) LS_TRY(ls_infer_result(q, q->given[i]));
    return LS_OK;
}

/* Calls: who is called is known to the verifier only. */
ls_status ls_ir_infer_given_all(ls_ir_inference *q)
{
    ls_ir_attr_key key = ls_ir_callee_key(q->kind);
    if (!ls_ir_attr_find(q->attrs, key))
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is missing", ls_ir_attr_info_of(key)->name);
    for (size_t i = 0; i < q->given_count; i++) LS_TRY(ls_infer_result(q, q->given[i]));
    return LS_OK;
}

/* Assertions: a value and what it must be, of one type. */
ls_status ls_ir_infer_check(ls_ir_inference *q)
{
    const ls_ir_attr *value = ls_ir_attr_find(q->attrs, LS_ATTR_VALUE);
    if (q->in_count == 1 && !value) return ls_fail(LS_INVALID_ARGUMENT, "attribute value is missing");
    if (ls_ir_type_equal(&q->in[0], q->in_count == 1 ? &value->dense.type : &q->in[1])) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "what is expected has another type");
}

ls_status ls_ir_infer_while(ls_ir_inference *q)
{
    ls_ir_type truth = ls_infer_scalar(LS_BOOL);
    LS_TRY(ls_infer_region(q, 0, q->in, q->in_count, &truth, 1));
    LS_TRY(ls_infer_region(q, 1, q->in, q->in_count, q->in, q->in_count));
    return each_operand(q);
}

/* if takes tensor<i1>, case tensor<i32>; the first branch says what all return. */
ls_status ls_ir_infer_branches(ls_ir_inference *q)
{
    ls_dtype dtype = q->kind == LS_IR_IF ? LS_BOOL : LS_I32;
    if (q->in[0].shape.rank || q->in[0].dtype != dtype)
        return ls_fail(LS_INVALID_ARGUMENT, "the operand that chooses must be tensor<%s>", ls_dtype_name(dtype));
    if (!q->region_count) return ls_fail(LS_INVALID_ARGUMENT, "needs a branch");
    const ls_ir_op *last = q->regions[0]->last;
    if (!last || last->kind != LS_IR_RETURN) return ls_fail(LS_INVALID_ARGUMENT, "region 0 does not end with a return");
    for (size_t i = 0; i < last->operand_count; i++) LS_TRY(ls_infer_result(q, last->operands[i]->type));
    for (size_t i = 0; i < q->region_count; i++) LS_TRY(ls_infer_region(q, i, NULL, 0, q->out, q->out_count));
    return LS_OK;
}

/* --- Collectives -------------------------------------------------------------------------------------------- */

/* REPLICA_GROUPS must be rows of GROUP_SIZE ids, none twice; −1 fills a row up. Gives the size; 0: everybody, unknown
 * here. */
static ls_status group_size(ls_ir_inference *q, int64_t *out_size)
{
    size_t count;
    const int64_t *ids = ls_ir_attr_ints(q->attrs, LS_ATTR_REPLICA_GROUPS, &count);
    *out_size = 0;
    if (!count) return LS_OK;
    int64_t size = ls_ir_attr_int(q->attrs, LS_ATTR_GROUP_SIZE, (int64_t)count);
    if (size < 1 || count % (size_t)size)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute replica_groups has %zu entries in groups of %lld", count,
                       (long long)size);
    for (size_t i = 0; i < count; i++) {
        if (ids[i] < -1 || ids[i] >= 1 << 20)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute replica_groups has entry %lld", (long long)ids[i]);
        for (size_t k = 0; count <= 4096 && k < i; k++)
            if (ids[i] >= 0 && ids[k] == ids[i])
                return ls_fail(LS_INVALID_ARGUMENT, "attribute replica_groups has replica %lld twice",
                               (long long)ids[i]);
    }
    *out_size = size;
    return LS_OK;
}

/* Every operand's element type must be the region's. */
ls_status ls_ir_infer_all_reduce(ls_ir_inference *q)
{
    int64_t size;
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    LS_TRY(group_size(q, &size));
    for (size_t i = 1; i < q->in_count; i++)
        if (q->in[i].dtype != q->in[0].dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu has another element type than operand 0", i);
    LS_TRY(ls_infer_reducer(q, 0, q->in, 1));
    return each_operand(q);
}

/* The size of the groups: from the attribute, else from the given type, whose dimension `dim` is `operand`'s times (or,
 * if `is_divided`, over) it. */
static ls_status group_factor(ls_ir_inference *q, size_t index, int64_t dim, bool is_divided, int64_t *out_size)
{
    LS_TRY(group_size(q, out_size));
    if (*out_size) return LS_OK;
    const ls_shape *from = &q->in[index].shape;
    if (q->given_count != q->in_count || q->given[index].shape.rank != from->rank)
        return ls_fail(LS_INVALID_ARGUMENT, "needs its result types given, since replica_groups is empty");
    int64_t large = is_divided ? from->dims[dim] : q->given[index].shape.dims[dim];
    int64_t small = is_divided ? q->given[index].shape.dims[dim] : from->dims[dim];
    if (!small && !large) small = large = 1;
    if (small < 1 || large < small || large % small)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "dimension %lld of operand %zu and result do not fit any number of replicas", (long long)dim,
                       index);
    *out_size = large / small;
    return LS_OK;
}

ls_status ls_ir_infer_all_gather(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    for (size_t i = 0; i < q->in_count; i++) {
        ls_ir_type type = q->in[i];
        int64_t dim, size;
        LS_TRY(ls_infer_int(q, LS_ATTR_ALL_GATHER_DIM, 0, type.shape.rank - 1, &dim));
        LS_TRY(group_factor(q, i, dim, false, &size));
        if (__builtin_mul_overflow(type.shape.dims[dim], size, &type.shape.dims[dim]))
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu is too large", i);
        LS_TRY(ls_infer_result(q, type));
    }
    return LS_OK;
}

ls_status ls_ir_infer_reduce_scatter(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    int64_t dim, size;
    LS_TRY(ls_infer_int(q, LS_ATTR_SCATTER_DIMENSION, 0, type.shape.rank - 1, &dim));
    LS_TRY(group_factor(q, 0, dim, true, &size));
    if (type.shape.dims[dim] % size)
        return ls_fail(LS_INVALID_ARGUMENT, "dimension %lld does not divide into %lld parts", (long long)dim,
                       (long long)size);
    LS_TRY(ls_infer_reducer(q, 0, q->in, 1));
    type.shape.dims[dim] /= size;
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_all_to_all(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    for (size_t i = 0; i < q->in_count; i++) {
        ls_ir_type type = q->in[i];
        int64_t split, concat, count, size;
        LS_TRY(ls_infer_int(q, LS_ATTR_SPLIT_DIMENSION, 0, type.shape.rank - 1, &split));
        LS_TRY(ls_infer_int(q, LS_ATTR_CONCAT_DIMENSION, 0, type.shape.rank - 1, &concat));
        LS_TRY(ls_infer_int(q, LS_ATTR_SPLIT_COUNT, 1, INT32_MAX, &count));
        LS_TRY(group_size(q, &size));
        if (size && size != count)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute split_count is %lld in groups of %lld", (long long)count,
                           (long long)size);
        if (type.shape.dims[split] % count)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %lld does not divide into %lld parts", (long long)split,
                           (long long)count);
        type.shape.dims[split] /= count;
        if (__builtin_mul_overflow(type.shape.dims[concat], count, &type.shape.dims[concat]))
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu is too large", i);
        LS_TRY(ls_infer_result(q, type));
    }
    return LS_OK;
}

ls_status ls_ir_infer_collective_permute(ls_ir_inference *q)
{
    const ls_ir_attr *pairs = ls_ir_attr_find(q->attrs, LS_ATTR_SOURCE_TARGET_PAIRS);
    if (!pairs || pairs->ints.count % 2)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute source_target_pairs is missing or has no pairs");
    for (size_t i = 0; i < pairs->ints.count; i++) {
        if (pairs->ints.data[i] < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute source_target_pairs has a negative entry");
        for (size_t k = i % 2; pairs->ints.count <= 8192 && k < i; k += 2)
            if (pairs->ints.data[k] == pairs->ints.data[i])
                return ls_fail(LS_INVALID_ARGUMENT, "replica %lld is %s twice", (long long)pairs->ints.data[i],
                               i % 2 ? "a target" : "a source");
    }
    return each_operand(q);
}

ls_status ls_ir_infer_collective_broadcast(ls_ir_inference *q)
{
    int64_t size;
    LS_TRY(group_size(q, &size));
    return each_operand(q);
}

ls_status ls_ir_infer_scalar_u32(ls_ir_inference *q)
{
    return ls_infer_result(q, ls_infer_scalar(LS_U32));
}
