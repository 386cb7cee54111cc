#include "ir/infer.h"

#include <stdio.h>

typedef ls_status (*infer_fn)(ls_ir_inference *q);
static const infer_fn rules[LS_IR_KIND_COUNT] = {
#define LS_OP(KIND, name, operands, results, regions, syntax, infer, ...) [LS_IR_##KIND] = ls_ir_infer_##infer,
#include "ir/ops.def"
#undef LS_OP
};

/* --- What the rules share ----------------------------------------------------------------------------------- */

ls_status ls_infer_result(ls_ir_inference *q, ls_ir_type type)
{
    if (q->out_count == q->out_capacity)
        return ls_fail(LS_INVALID_ARGUMENT, "more results than the %zu there is room for", q->out_capacity);
    q->out[q->out_count++] = type;
    return LS_OK;
}

ls_ir_type ls_infer_scalar(ls_dtype dtype)
{
    return (ls_ir_type){.dtype = dtype};
}

ls_status ls_infer_given(ls_ir_inference *q, ls_ir_type *out_type)
{
    if (q->given_count != 1) return ls_fail(LS_INVALID_ARGUMENT, "needs its result type given");
    *out_type = q->given[0];
    return LS_OK;
}

ls_status ls_infer_int(ls_ir_inference *q, ls_ir_attr_key key, int64_t min, int64_t max, int64_t *out_value)
{
    const ls_ir_attr *attr = ls_ir_attr_find(q->attrs, key);
    const char *name = ls_ir_attr_info_of(key)->name;
    if (!attr) return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is missing", name);
    if (attr->i < min || attr->i > max)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is %lld, which is not in %lld..%lld", name,
                       (long long)attr->i, (long long)min, (long long)max);
    *out_value = attr->i;
    return LS_OK;
}

ls_status ls_infer_ints(ls_ir_inference *q, ls_ir_attr_key key, int64_t count, const int64_t **out_data)
{
    const ls_ir_attr *attr = ls_ir_attr_find(q->attrs, key);
    if (!attr) return ls_fail(LS_INVALID_ARGUMENT, "attribute %s is missing", ls_ir_attr_info_of(key)->name);
    return ls_infer_optional(q, key, count, INT64_MIN, out_data);
}

ls_status ls_infer_optional(ls_ir_inference *q, ls_ir_attr_key key, int64_t count, int64_t min,
                            const int64_t **out_data)
{
    const ls_ir_attr *attr = ls_ir_attr_find(q->attrs, key);
    *out_data = NULL;
    if (!attr) return LS_OK;
    const char *name = ls_ir_attr_info_of(key)->name;
    if (count >= 0 && attr->ints.count != (size_t)count)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s has %zu entries instead of %lld", name, attr->ints.count,
                       (long long)count);
    for (size_t i = 0; i < attr->ints.count; i++)
        if (attr->ints.data[i] < min)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute %s has entry %lld, less than %lld", name,
                           (long long)attr->ints.data[i], (long long)min);
    *out_data = attr->ints.data;
    return LS_OK;
}

ls_status ls_infer_dims(ls_ir_inference *q, ls_ir_attr_key key, int rank, uint32_t *mask)
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(q->attrs, key, &count);
    for (size_t i = 0; i < count; i++) {
        if (dims[i] < 0 || dims[i] >= rank)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute %s names dimension %lld of a tensor with %d dimensions",
                           ls_ir_attr_info_of(key)->name, (long long)dims[i], rank);
        if (*mask >> dims[i] & 1)
            return ls_fail(LS_INVALID_ARGUMENT, "attribute %s names dimension %lld, which is taken already",
                           ls_ir_attr_info_of(key)->name, (long long)dims[i]);
        *mask |= 1u << dims[i];
    }
    return LS_OK;
}

static ls_status region_mismatch(size_t index, const char *what, size_t i, const ls_ir_type *is, const ls_ir_type *must)
{
    char a[160], b[160];
    return ls_fail(LS_INVALID_ARGUMENT, "region %zu: %s %zu is %s instead of %s", index, what, i,
                   ls_ir_type_format(is, a, sizeof(a)), ls_ir_type_format(must, b, sizeof(b)));
}

ls_status ls_infer_region(ls_ir_inference *q, size_t index, const ls_ir_type *args, size_t arg_count,
                          const ls_ir_type *results, size_t result_count)
{
    const ls_ir_block *block = q->regions[index];
    if (block->arg_count != arg_count)
        return ls_fail(LS_INVALID_ARGUMENT, "region %zu takes %zu arguments instead of %zu", index, block->arg_count,
                       arg_count);
    for (size_t i = 0; i < arg_count; i++)
        if (!ls_ir_type_equal(&block->args[i]->type, &args[i]))
            return region_mismatch(index, "argument", i, &block->args[i]->type, &args[i]);
    const ls_ir_op *last = block->last;
    if (!last || last->kind != LS_IR_RETURN)
        return ls_fail(LS_INVALID_ARGUMENT, "region %zu does not end with a return", index);
    if (last->operand_count != result_count)
        return ls_fail(LS_INVALID_ARGUMENT, "region %zu returns %zu values instead of %zu", index, last->operand_count,
                       result_count);
    for (size_t i = 0; i < result_count; i++)
        if (!ls_ir_type_equal(&last->operands[i]->type, &results[i]))
            return region_mismatch(index, "result", i, &last->operands[i]->type, &results[i]);
    return LS_OK;
}

static ls_status check_reducer_attr(ls_ir_inference *q)
{
    int64_t kind = 0;
    LS_TRY(ls_infer_int(q, LS_ATTR_REDUCER, 0, LS_IR_KIND_COUNT - 1, &kind));
    const ls_ir_op_info *info = ls_ir_op_info_of((ls_ir_kind)kind);
    if (info->is_binary) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "attribute reducer is %s, which does not combine two values", info->name);
}

ls_status ls_infer_reducer(ls_ir_inference *q, size_t index, const ls_ir_type *in, size_t n)
{
    if (!q->region_count) return check_reducer_attr(q);
    const ls_ir_block *block = q->regions[index];
    if (block->arg_count != 2 * n)
        return ls_fail(LS_INVALID_ARGUMENT, "region %zu takes %zu arguments instead of %zu", index, block->arg_count,
                       2 * n);
    const ls_ir_op *last = block->last;
    if (!last || last->kind != LS_IR_RETURN || last->operand_count != n)
        return ls_fail(LS_INVALID_ARGUMENT, "region %zu does not end with a return of %zu values", index, n);
    for (size_t i = 0; i < 2 * n; i++) {
        ls_ir_type scalar = ls_infer_scalar(in[i % n].dtype);
        if (!ls_ir_type_equal(&block->args[i]->type, &scalar))
            return region_mismatch(index, "argument", i, &block->args[i]->type, &scalar);
        if (i < n && !ls_ir_type_equal(&last->operands[i]->type, &scalar))
            return region_mismatch(index, "result", i, &last->operands[i]->type, &scalar);
    }
    return LS_OK;
}

ls_status ls_infer_window_extent(const ls_infer_window *w, int64_t extent, int64_t *out_extent)
{
    if (w->size < 1 || w->stride < 1 || w->base_dilation < 1 || w->window_dilation < 1)
        return ls_fail(LS_INVALID_ARGUMENT, "window sizes, strides and dilations must be at least 1");
    int64_t padded, window;
    bool overflows =
        __builtin_mul_overflow(extent > 0 ? extent - 1 : 0, w->base_dilation, &padded) ||
        __builtin_add_overflow(padded, extent > 0, &padded) || __builtin_add_overflow(padded, w->low, &padded) ||
        __builtin_add_overflow(padded, w->high, &padded) ||
        __builtin_mul_overflow(w->size - 1, w->window_dilation, &window) || __builtin_add_overflow(window, 1, &window);
    if (overflows) return ls_fail(LS_INVALID_ARGUMENT, "the window's extent overflows");
    *out_extent = padded < window ? 0 : (padded - window) / w->stride + 1;
    return LS_OK;
}

ls_status ls_infer_as(ls_ir_inference *q, ls_ir_kind kind, size_t operand_count, const ls_ir_attrs *attrs,
                      const ls_ir_type *given)
{
    ls_ir_inference other = *q;
    other.kind = kind;
    other.in_count = operand_count;
    other.attrs = attrs;
    other.given = given;
    other.given_count = given ? 1 : 0;
    LS_TRY(rules[kind](&other));
    q->out_count = other.out_count;
    return LS_OK;
}

/* --- Asking ------------------------------------------------------------------------------------------------- */

/* Tokens are values like others where values are only handed on. */
static bool takes_tokens(ls_ir_kind kind)
{
    switch (kind) {
    case LS_IR_AFTER_ALL:
    case LS_IR_ASYNC_START:
    case LS_IR_CALL:
    case LS_IR_COMPOSITE:
    case LS_IR_CUSTOM_CALL:
    case LS_IR_INFEED:
    case LS_IR_OPTIMIZATION_BARRIER:
    case LS_IR_OUTFEED:
    case LS_IR_RECV:
    case LS_IR_RETURN:
    case LS_IR_RUN_PARALLEL:
    case LS_IR_SEND:
    case LS_IR_WHILE: return true;
    default: return false;
    }
}

static ls_status check_counts(const ls_ir_inference *q)
{
    const ls_ir_op_info *info = ls_ir_op_info_of(q->kind);
    if (info->operands >= 0 && q->in_count != (size_t)info->operands)
        return ls_fail(LS_INVALID_ARGUMENT, "takes %d operands, not %zu", info->operands, q->in_count);
    bool by_reducer = !q->region_count && ls_ir_attr_find(q->attrs, LS_ATTR_REDUCER);
    if (info->regions >= 0 && !by_reducer && q->region_count != (size_t)info->regions)
        return ls_fail(LS_INVALID_ARGUMENT, "takes %d regions, not %zu", info->regions, q->region_count);
    for (size_t i = 0; i < q->in_count; i++)
        if (q->in[i].dtype == LS_TOKEN ? !takes_tokens(q->kind) : !ls_dtype_size(q->in[i].dtype))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu has no element type", i);
    return LS_OK;
}

/* A tensor of 2⁵⁶ bytes or more is nobody's: sizes below cannot overflow in what others compute from them. */
static ls_status check_size(const ls_ir_type *type, size_t index)
{
    int64_t bytes = (int64_t)ls_dtype_size(type->dtype);
    for (int i = 0; i < type->shape.rank; i++) {
        int64_t extent = type->shape.dims[i];
        if (extent == -1)
            return ls_fail(LS_UNIMPLEMENTED, "the size of result %zu is not known before the program runs", index);
        if (extent < 0 || extent >= INT64_C(1) << 56 || (extent > 0 && __builtin_mul_overflow(bytes, extent, &bytes)) ||
            bytes >= INT64_C(1) << 56)
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu is too large", index);
    }
    return LS_OK;
}

/* Where types are given as well, they must be the inferred ones. */
static ls_status check_results(const ls_ir_inference *q)
{
    bool may_be_tokens =
        takes_tokens(q->kind) || q->kind == LS_IR_CREATE_TOKEN || q->kind == LS_IR_IF || q->kind == LS_IR_CASE;
    for (size_t i = 0; i < q->out_count; i++) {
        if (q->out[i].dtype == LS_TOKEN && !may_be_tokens)
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu cannot be a token", i);
        LS_TRY(check_size(&q->out[i], i));
    }
    if (!q->given_count) return LS_OK;
    if (q->given_count != q->out_count)
        return ls_fail(LS_INVALID_ARGUMENT, "has %zu results, not %zu", q->out_count, q->given_count);
    for (size_t i = 0; i < q->out_count; i++)
        if (!ls_ir_type_fits(&q->out[i], &q->given[i])) {
            char is[160], must[160];
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu is %s, not %s", i,
                           ls_ir_type_format(&q->out[i], is, sizeof(is)),
                           ls_ir_type_format(&q->given[i], must, sizeof(must)));
        }
    return LS_OK;
}

/* Puts "stablehlo.add(tensor<2xf32>, tensor<3xf32>)" before the message. */
static ls_status name_op(const ls_ir_inference *q, ls_status status)
{
    char text[600];
    int used = snprintf(text, sizeof(text), "%s(", ls_ir_op_info_of(q->kind)->name);
    for (size_t i = 0; i < q->in_count && used < 400; i++) {
        char type[160];
        ls_ir_type_format(&q->in[i], type, sizeof(type));
        used += snprintf(text + used, sizeof(text) - (size_t)used, "%s%s", i ? ", " : "", i < 6 ? type : "...");
        if (i == 6) break;
    }
    return ls_context(status, "%s)", text);
}

ls_status ls_ir_infer(ls_ir_kind kind, const ls_ir_type *operands, size_t operand_count, const ls_ir_attrs *attrs,
                      ls_ir_block *const *regions, size_t region_count, const ls_ir_type *given, size_t given_count,
                      ls_ir_type *out_types, size_t capacity, size_t *out_count)
{
    return ls_ir_infer_values(kind, NULL, operands, operand_count, attrs, regions, region_count, given, given_count,
                              out_types, capacity, out_count);
}

ls_status ls_ir_infer_values(ls_ir_kind kind, ls_ir_value *const *values, const ls_ir_type *operands,
                             size_t operand_count, const ls_ir_attrs *attrs, ls_ir_block *const *regions,
                             size_t region_count, const ls_ir_type *given, size_t given_count, ls_ir_type *out_types,
                             size_t capacity, size_t *out_count)
{
    ls_ir_inference q = {.kind = kind,
                         .values = values,
                         .in = operands,
                         .in_count = operand_count,
                         .attrs = attrs,
                         .regions = regions,
                         .region_count = region_count,
                         .given = given,
                         .given_count = given_count,
                         .out = out_types,
                         .out_capacity = capacity};
    *out_count = 0;
    ls_status status = check_counts(&q);
    if (status == LS_OK) status = rules[kind](&q);
    if (status == LS_OK) status = check_results(&q);
    if (status != LS_OK) return name_op(&q, status);
    *out_count = q.out_count;
    return LS_OK;
}
