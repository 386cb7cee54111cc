/* Builders: one StableHLO op each, on values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numeric.h"
#include "lazy/compose.h"
#include "lazy/state.h"

static ls_value one_result(ls_ir_kind kind, const ls_value *operands, size_t count, const ls_attr_list *attrs,
                           const ls_ir_type *given)
{
    ls_op_spec spec = {.kind = kind,
                       .operands = operands,
                       .operand_count = count,
                       .attrs = attrs,
                       .given = given,
                       .given_count = given ? 1 : 0};
    return ls_node_result(ls_trace_op(&spec), 0);
}

ls_value ls_value_unary(ls_ir_kind kind, ls_value x)
{
    return one_result(kind, &x, 1, NULL, NULL);
}

ls_value ls_value_binary(ls_ir_kind kind, ls_value a, ls_value b)
{
    return one_result(kind, (ls_value[]){a, b}, 2, NULL, NULL);
}

ls_value ls_value_compare(ls_ir_compare direction, ls_value a, ls_value b)
{
    LS_USABLE(a);
    ls_dtype dtype = ls_value_dtype(a);
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_COMPARISON_DIRECTION, direction);
    ls_attr_int(&attrs, LS_ATTR_COMPARE_TYPE,
                ls_dtype_is_float(dtype)    ? LS_COMPARE_FLOAT
                : ls_dtype_is_signed(dtype) ? LS_COMPARE_SIGNED
                                            : LS_COMPARE_UNSIGNED);
    return one_result(LS_IR_COMPARE, (ls_value[]){a, b}, 2, &attrs, NULL);
}

ls_value ls_value_select(ls_value condition, ls_value a, ls_value b)
{
    return one_result(LS_IR_SELECT, (ls_value[]){condition, a, b}, 3, NULL, NULL);
}

ls_value ls_type_error(const ls_ir_type *type)
{
    if (!ls_dtype_size(type->dtype))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "unknown element type %d", type->dtype);
    if (ls_dtype_is_complex(type->dtype))
        return ls_value_error(LS_UNIMPLEMENTED, NULL,
                              "tensors of %s are not supported; in host memory there are collectives for them",
                              ls_dtype_name(type->dtype));
    if (type->shape.rank < 0 || type->shape.rank > LS_MAX_RANK)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "a shape of rank %d", type->shape.rank);
    for (int i = 0; i < type->shape.rank; i++)
        if (type->shape.dims[i] < 0)
            return ls_value_error(LS_INVALID_ARGUMENT, NULL, "dimension %d is %lld", i, (long long)type->shape.dims[i]);
    int64_t bytes = (int64_t)ls_dtype_size(type->dtype);
    for (int i = 0; i < type->shape.rank; i++)
        if (__builtin_mul_overflow(bytes, type->shape.dims[i], &bytes)) {
            char text[160];
            return ls_value_error(LS_INVALID_ARGUMENT, NULL, "a tensor of %s elements has more bytes than memory",
                                  ls_shape_format(type->shape, text, sizeof text));
        }
    return LS_NO_VALUE;
}

#define VALID_TYPE(type)                                                                                               \
    do {                                                                                                               \
        ls_value type_error_ = ls_type_error(type);                                                                    \
        if (!ls_value_is_none(type_error_)) return type_error_;                                                        \
    } while (0)

/* --- Constants ---------------------------------------------------------------------------------------------- */

/* A double as one element of `dtype`; integers truncate and saturate, bool is "not 0". */
static void element_from_double(double value, ls_dtype dtype, void *out)
{
#define INTEGER(type, low, high)                                                                                       \
    {                                                                                                                  \
        type e = value != value ? 0 : value <= (double)(low) ? (low) : value >= (double)(high) ? (high) : (type)value; \
        memcpy(out, &e, sizeof e);                                                                                     \
        break;                                                                                                         \
    }
    switch (dtype) {
    case LS_BOOL: *(uint8_t *)out = value != 0; break;
    case LS_I8: INTEGER(int8_t, INT8_MIN, INT8_MAX)
    case LS_I16: INTEGER(int16_t, INT16_MIN, INT16_MAX)
    case LS_I32: INTEGER(int32_t, INT32_MIN, INT32_MAX)
    case LS_I64: INTEGER(int64_t, INT64_MIN, INT64_MAX)
    case LS_U8: INTEGER(uint8_t, 0, UINT8_MAX)
    case LS_U16: INTEGER(uint16_t, 0, UINT16_MAX)
    case LS_U32: INTEGER(uint32_t, 0, UINT32_MAX)
    case LS_U64: INTEGER(uint64_t, 0, UINT64_MAX)
    case LS_F16: {
        uint16_t e = ls_f32_to_f16((float)value);
        memcpy(out, &e, 2);
        break;
    }
    case LS_BF16: {
        uint16_t e = ls_f32_to_bf16((float)value);
        memcpy(out, &e, 2);
        break;
    }
    case LS_F32: {
        float e = (float)value;
        memcpy(out, &e, 4);
        break;
    }
    default: memcpy(out, &value, 8); break;
    }
#undef INTEGER
}

static ls_value constant(const ls_ir_dense *dense)
{
    LS_ATTR_LIST(attrs);
    ls_attr_dense(&attrs, LS_ATTR_VALUE, dense);
    return one_result(LS_IR_CONSTANT, NULL, 0, &attrs, NULL);
}

ls_value ls_value_full(double value, const ls_ir_type *type)
{
    VALID_TYPE(type);
    uint64_t element = 0;
    element_from_double(value, type->dtype, &element);
    return constant(&(ls_ir_dense){.type = *type, .data = &element, .is_splat = true});
}

ls_value ls_value_full_like(ls_value like, double value)
{
    LS_USABLE(like);
    return ls_value_full(value, ls_value_type(like));
}

ls_value ls_value_constant(const void *data, const ls_ir_type *type)
{
    return constant(&(ls_ir_dense){.type = *type, .data = data});
}

ls_value ls_value_iota(const ls_ir_type *type, int dim)
{
    VALID_TYPE(type);
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_IOTA_DIMENSION, dim);
    return one_result(LS_IR_IOTA, NULL, 0, &attrs, type);
}

static ls_value limit_of(ls_dtype dtype, bool smallest)
{
    static const int64_t smallest_signed[] = {
        [LS_I8] = INT8_MIN, [LS_I16] = INT16_MIN, [LS_I32] = INT32_MIN, [LS_I64] = INT64_MIN};
    ls_ir_type type = {.dtype = dtype};
    if (ls_dtype_is_float(dtype)) return ls_value_full(smallest ? -INFINITY : INFINITY, &type);
    uint64_t element = 0;
    if (dtype == LS_BOOL)
        element = smallest ? 0 : 1;
    else if (!ls_dtype_is_signed(dtype))
        element = smallest ? 0 : UINT64_MAX;
    else
        element = (uint64_t)(smallest ? smallest_signed[dtype] : ~smallest_signed[dtype]);
    return ls_value_constant(&element, &type); /* the low bytes are the element: little-endian, as PJRT is */
}

ls_value ls_value_identity(ls_ir_kind reducer, ls_dtype dtype)
{
    ls_ir_type type = {.dtype = dtype};
    switch (reducer) {
    case LS_IR_MULTIPLY: return ls_value_full(1, &type);
    case LS_IR_MAXIMUM: return limit_of(dtype, true);
    case LS_IR_MINIMUM: return limit_of(dtype, false);
    case LS_IR_AND:
        if (dtype == LS_BOOL) return ls_value_full(1, &type);
        return ls_value_constant(&(uint64_t){UINT64_MAX}, &type);
    default: return ls_value_full(0, &type);
    }
}

/* --- Types and shapes --------------------------------------------------------------------------------------- */

ls_value ls_value_convert(ls_value x, ls_dtype dtype)
{
    LS_USABLE(x);
    if (ls_value_dtype(x) == dtype) return x;
    ls_ir_type type = {.dtype = dtype, .shape = *ls_value_shape(x)};
    VALID_TYPE(&type);
    return one_result(LS_IR_CONVERT, &x, 1, NULL, &type);
}

ls_value ls_value_bitcast(ls_value x, ls_dtype dtype)
{
    LS_USABLE(x);
    return one_result(LS_IR_BITCAST_CONVERT, &x, 1, NULL, &(ls_ir_type){.dtype = dtype, .shape = *ls_value_shape(x)});
}

ls_value ls_value_reshape(ls_value x, const ls_shape *shape)
{
    LS_USABLE(x);
    if (ls_shape_equal(*ls_value_shape(x), *shape)) return x;
    return one_result(LS_IR_RESHAPE, &x, 1, NULL, &(ls_ir_type){.dtype = ls_value_dtype(x), .shape = *shape});
}

ls_value ls_value_permute(ls_value x, const int64_t *permutation)
{
    LS_USABLE(x);
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_PERMUTATION, permutation, (size_t)ls_value_rank(x));
    return one_result(LS_IR_TRANSPOSE, &x, 1, &attrs, NULL);
}

ls_value ls_value_broadcast_in_dim(ls_value x, const ls_shape *shape, const int64_t *dims)
{
    LS_USABLE(x);
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_BROADCAST_DIMENSIONS, dims, (size_t)ls_value_rank(x));
    return one_result(LS_IR_BROADCAST_IN_DIM, &x, 1, &attrs,
                      &(ls_ir_type){.dtype = ls_value_dtype(x), .shape = *shape});
}

ls_value ls_value_broadcast_to(ls_value x, const ls_shape *shape)
{
    LS_USABLE(x);
    if (ls_shape_equal(*ls_value_shape(x), *shape)) return x;
    int64_t dims[LS_MAX_RANK];
    int rank = ls_value_rank(x);
    for (int i = 0; i < rank; i++) dims[i] = shape->rank - rank + i;
    if (rank > shape->rank)
        return ls_value_error(LS_INVALID_ARGUMENT, "broadcast", "a tensor of rank %d does not broadcast to rank %d",
                              rank, shape->rank);
    return ls_value_broadcast_in_dim(x, shape, dims);
}

ls_value ls_value_sum_to(ls_value x, const ls_shape *shape)
{
    LS_USABLE(x);
    const ls_shape *from = ls_value_shape(x);
    if (ls_shape_equal(*from, *shape)) return x;
    int64_t dims[LS_MAX_RANK];
    size_t count = 0;
    int lead = from->rank - shape->rank;
    for (int i = 0; i < from->rank; i++)
        if (i < lead || (shape->dims[i - lead] == 1 && from->dims[i] != 1)) dims[count++] = i;
    return ls_value_reshape(ls_value_reduce(LS_IR_ADD, x, dims, count), shape);
}

/* --- Reductions --------------------------------------------------------------------------------------------- */

ls_value ls_value_reduce(ls_ir_kind reducer, ls_value x, const int64_t *dims, size_t count)
{
    LS_USABLE(x);
    if (!count) return x;
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_DIMENSIONS, dims, count);
    ls_attr_int(&attrs, LS_ATTR_REDUCER, reducer);
    return one_result(LS_IR_REDUCE, (ls_value[]){x, ls_value_identity(reducer, ls_value_dtype(x))}, 2, &attrs, NULL);
}

ls_value ls_value_reduce_keep(ls_ir_kind reducer, ls_value x, const int64_t *dims, size_t count)
{
    LS_USABLE(x);
    ls_shape shape = *ls_value_shape(x);
    for (size_t i = 0; i < count; i++) shape.dims[dims[i]] = 1;
    return ls_value_reshape(ls_value_reduce(reducer, x, dims, count), &shape);
}

/* --- Moving data -------------------------------------------------------------------------------------------- */

ls_value ls_value_slice(ls_value x, const int64_t *start, const int64_t *limit, const int64_t *strides)
{
    LS_USABLE(x);
    static const int64_t ones[LS_MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    size_t rank = (size_t)ls_value_rank(x);
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_START_INDICES, start, rank);
    ls_attr_ints(&attrs, LS_ATTR_LIMIT_INDICES, limit, rank);
    ls_attr_ints(&attrs, LS_ATTR_STRIDES, strides ? strides : ones, rank);
    return one_result(LS_IR_SLICE, &x, 1, &attrs, NULL);
}

ls_value ls_value_pad(ls_value x, double value, const int64_t *low, const int64_t *high, const int64_t *interior)
{
    LS_USABLE(x);
    static const int64_t zeros[LS_MAX_RANK] = {0};
    size_t rank = (size_t)ls_value_rank(x);
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_EDGE_PADDING_LOW, low, rank);
    ls_attr_ints(&attrs, LS_ATTR_EDGE_PADDING_HIGH, high, rank);
    ls_attr_ints(&attrs, LS_ATTR_INTERIOR_PADDING, interior ? interior : zeros, rank);
    ls_value fill = ls_value_full(value, &(ls_ir_type){.dtype = ls_value_dtype(x)});
    return one_result(LS_IR_PAD, (ls_value[]){x, fill}, 2, &attrs, NULL);
}

ls_value ls_value_concatenate(const ls_value *values, size_t count, int dim)
{
    LS_ATTR_LIST(attrs);
    ls_attr_int(&attrs, LS_ATTR_DIMENSION, dim);
    return one_result(LS_IR_CONCATENATE, values, count, &attrs, NULL);
}

ls_value ls_value_reverse(ls_value x, const int64_t *dims, size_t count)
{
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_DIMENSIONS, dims, count);
    return one_result(LS_IR_REVERSE, &x, 1, &attrs, NULL);
}

ls_value ls_value_dot(ls_value a, ls_value b, const ls_dot_dims *dims)
{
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_LHS_BATCHING_DIMENSIONS, dims->lhs_batch, dims->batch_count);
    ls_attr_ints(&attrs, LS_ATTR_RHS_BATCHING_DIMENSIONS, dims->rhs_batch, dims->batch_count);
    ls_attr_ints(&attrs, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, dims->lhs_contract, dims->contract_count);
    ls_attr_ints(&attrs, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, dims->rhs_contract, dims->contract_count);
    return one_result(LS_IR_DOT_GENERAL, (ls_value[]){a, b}, 2, &attrs, NULL);
}

/* --- Inputs ------------------------------------------------------------------------------------------------- */

ls_value ls_value_detach(ls_value x)
{
    LS_USABLE(x);
    ls_trace *trace = ls_trace_current();
    return x.node->needs_grad && trace ? ls_alias_value(trace, x, false, (ls_tensor){0}) : x;
}

/* Takes over a buffer whose data came from the host. */
static ls_data *adopt(ls_trace *trace, ls_pjrt_buffer *buffer, const ls_ir_type *type)
{
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_bytes_to_device, (int64_t)ls_ir_type_bytes(type));
    return ls_data_create(trace, buffer, ls_intern_type(trace, type), NULL);
}

static ls_status upload(ls_trace *trace, const void *data, const ls_ir_type *type, ls_data **out_data)
{
    ls_pjrt_client *client;
    ls_pjrt_buffer *buffer;
    LS_TRY(ls_rank_client(trace->context, &client));
    LS_TRY(ls_pjrt_buffer_from_host(client, trace->context->device, data, type->dtype, type->shape, &buffer));
    *out_data = adopt(trace, buffer, type);
    return LS_OK;
}

/* The failure of a call that set the thread's last error, as a value. */
static ls_value last_error_value(ls_status status)
{
    char message[1024];
    strncpy(message, ls_last_error(), sizeof message - 1);
    message[sizeof message - 1] = 0;
    return ls_value_error(status, NULL, "%s", message);
}

ls_value ls_value_from_host(const void *data, const ls_ir_type *type)
{
    VALID_TYPE(type);
    ls_trace *trace = ls_trace_current();
    if (!trace || (!data && ls_shape_count(type->shape)))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "no data was given");
    ls_data *copied;
    ls_status status = upload(trace, data, type, &copied);
    return status == LS_OK ? ls_leaf_value(trace, copied) : last_error_value(status);
}

ls_value ls_value_from_buffer(ls_pjrt_buffer *buffer, const ls_ir_type *type)
{
    ls_trace *trace = ls_trace_current();
    if (trace) return ls_leaf_value(trace, adopt(trace, buffer, type));
    ls_pjrt_buffer_destroy(buffer);
    return ls_value_error(LS_FAILED_PRECONDITION, NULL, "no rank");
}

ls_value ls_value_scalar_input(double value, ls_dtype dtype)
{
    VALID_TYPE(&(ls_ir_type){.dtype = dtype});
    ls_trace *trace = ls_trace_current();
    if (!trace) return ls_value_error(LS_FAILED_PRECONDITION, NULL, "no rank");
    uint64_t element = 0;
    element_from_double(value, dtype, &element);
    for (int i = 0; i < LS_RECENT_SCALARS; i++) {
        ls_data *data = trace->scalars[i];
        if (data && data->type->ir.dtype == dtype && trace->scalar_keys[i] == element)
            return ls_leaf_value(trace, ls_data_retain(data));
    }
    ls_data *data;
    ls_status status = upload(trace, &element, &(ls_ir_type){.dtype = dtype}, &data);
    if (status != LS_OK) return last_error_value(status);
    uint32_t i = trace->next_scalar++ % LS_RECENT_SCALARS;
    ls_data_release(trace, trace->scalars[i]);
    trace->scalars[i] = ls_data_retain(data);
    trace->scalar_keys[i] = element;
    return ls_leaf_value(trace, data);
}
