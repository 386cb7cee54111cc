/* tensor.h: making tensors, asking about them, reading them. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/numeric.h"
#include "lazy/launch.h"

/* --- Making ------------------------------------------------------------------------------------------------- */

ls_tensor ls_from_host(const void *data, ls_dtype dtype, ls_shape shape)
{
    LS_TRACE_CALL("ls_from_host");
    return ls_tensor_wrap(ls_value_from_host(data, &(ls_ir_type){.dtype = dtype, .shape = shape}));
}

#define FROM(suffix, type, element)                                                                                    \
    ls_tensor ls_from_##suffix(const type *data, ls_shape shape)                                                       \
    {                                                                                                                  \
        LS_TRACE_CALL("ls_from_" #suffix);                                                                             \
        return ls_tensor_wrap(ls_value_from_host(data, &(ls_ir_type){.dtype = element, .shape = shape}));              \
    }
FROM(f32, float, LS_F32)
FROM(f64, double, LS_F64)
FROM(i32, int32_t, LS_I32)
FROM(i64, int64_t, LS_I64)
FROM(u8, uint8_t, LS_U8)
#undef FROM

ls_tensor ls_scalar(double value, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_scalar");
    return ls_tensor_wrap(ls_value_scalar_input(value, dtype));
}

ls_tensor ls_full(ls_shape shape, double value, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_full");
    return ls_tensor_wrap(ls_value_full(value, &(ls_ir_type){.dtype = dtype, .shape = shape}));
}

ls_tensor ls_zeros(ls_shape shape, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_zeros");
    return ls_full(shape, 0, dtype);
}

ls_tensor ls_ones(ls_shape shape, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_ones");
    return ls_full(shape, 1, dtype);
}

ls_tensor ls_iota(ls_shape shape, int dim, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_iota");
    if (dim < 0) dim += shape.rank;
    return ls_tensor_wrap(ls_value_iota(&(ls_ir_type){.dtype = dtype, .shape = shape}, dim));
}

ls_tensor ls_clone(ls_tensor t)
{
    LS_TRACE_CALL("ls_clone");
    ls_value v = ls_tensor_value(t);
    if (ls_value_is_error(v)) return ls_tensor_wrap(v);
    return ls_tensor_wrap(v.node->needs_grad ? ls_alias_value(ls_trace_current(), v, true, (ls_tensor){0}) : v);
}

ls_status ls_assign(ls_tensor dst, ls_tensor src)
{
    LS_TRACE_CALL("ls_assign");
    return ls_tensor_set_value(dst, ls_tensor_value(src));
}

/* --- Asking ------------------------------------------------------------------------------------------------- */

static const ls_ir_type *type_or_null(ls_tensor t)
{
    ls_trace *trace = ls_trace_current();
    ls_slot *slot = trace ? ls_slot_find(trace, t) : NULL;
    return slot ? ls_value_type(slot->value) : NULL;
}

ls_shape ls_tensor_shape(ls_tensor t)
{
    const ls_ir_type *type = type_or_null(t);
    return type ? type->shape : (ls_shape){0};
}

ls_dtype ls_tensor_dtype(ls_tensor t)
{
    const ls_ir_type *type = type_or_null(t);
    return type ? type->dtype : LS_DTYPE_INVALID;
}

ls_status ls_tensor_status(ls_tensor t)
{
    LS_TRACE_CALL("ls_tensor_status");
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    ls_slot *slot = ls_slot_find(trace, t);
    if (slot) return ls_value_status(slot->value);
    char problem[200];
    return ls_fail(LS_INVALID_ARGUMENT, "%s: %s", trace->call, ls_handle_problem(t, problem, sizeof problem));
}

/* --- Reading ------------------------------------------------------------------------------------------------ */

ls_status ls_wait_device(void)
{
    ls_trace *trace = ls_trace_current();
    return trace ? ls_launch_wait_all(trace) : LS_FAILED_PRECONDITION;
}

/* The data of a handle, cutting the trace if it has none yet. */
static ls_status data_of(ls_trace *trace, ls_tensor t, ls_data **out_data)
{
    LS_TRY(ls_tensor_status(t));
    ls_value v = ls_value_resolve(ls_slot_find(trace, t)->value);
    if (v.node->is_pending) {
        LS_TRY(ls_trace_cut());
        v = ls_value_resolve(ls_slot_find(trace, t)->value);
    }
    *out_data = ls_value_result(v)->data;
    return *out_data ? LS_OK : ls_fail(LS_INTERNAL, "the tensor's value was not kept");
}

ls_status ls_to_host(ls_tensor t, void *out_data, size_t bytes)
{
    LS_TRACE_CALL("ls_to_host");
    ls_trace *trace = ls_trace_current();
    if (!trace) return LS_FAILED_PRECONDITION;
    LS_TRY(ls_tensor_status(t));
    ls_ir_type type = *type_or_null(t);
    size_t size = ls_ir_type_bytes(&type);
    if (bytes != size) {
        char text[200];
        return ls_fail(LS_INVALID_ARGUMENT, "ls_to_host: %s has %zu bytes, the buffer %zu",
                       ls_ir_type_format(&type, text, sizeof text), size, bytes);
    }
    if (!out_data && size) return ls_fail(LS_INVALID_ARGUMENT, "ls_to_host: no place for the data");
    ls_data *data;
    LS_TRY(data_of(trace, t, &data));
    data->was_read = true;
    int64_t start = ls_now_ns();
    ls_status status =
        ls_pjrt_buffer_to_host(data->buffer, out_data, bytes, ls_deadline_in_ms(trace->context->timeout_ms));
    ls_metrics_time(&trace->shared->metrics, LS_TIME_wait, ls_now_ns() - start);
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_bytes_to_host, (int64_t)bytes);
    return status;
}

double ls_element_to_double(const void *element, ls_dtype dtype)
{
#define AS(type)                                                                                                       \
    ({                                                                                                                 \
        type e;                                                                                                        \
        memcpy(&e, element, sizeof e);                                                                                 \
        e;                                                                                                             \
    })
    switch (dtype) {
    case LS_BOOL: return AS(uint8_t) != 0;
    case LS_I8: return AS(int8_t);
    case LS_I16: return AS(int16_t);
    case LS_I32: return AS(int32_t);
    case LS_I64: return (double)AS(int64_t);
    case LS_U8: return AS(uint8_t);
    case LS_U16: return AS(uint16_t);
    case LS_U32: return AS(uint32_t);
    case LS_U64: return (double)AS(uint64_t);
    case LS_F16: return ls_f16_to_f32(AS(uint16_t));
    case LS_BF16: return ls_bf16_to_f32(AS(uint16_t));
    case LS_F32: return AS(float);
    case LS_F64: return AS(double);
    default: return 0;
    }
#undef AS
}

ls_status ls_item(ls_tensor t, double *out_value)
{
    LS_TRACE_CALL("ls_item");
    if (!out_value) return ls_fail(LS_INVALID_ARGUMENT, "ls_item: no place for the value");
    *out_value = 0;
    LS_TRY(ls_tensor_status(t));
    ls_ir_type type = *type_or_null(t);
    if (ls_shape_count(type.shape) != 1) {
        char text[200];
        return ls_fail(LS_INVALID_ARGUMENT, "ls_item: %s has not exactly one element",
                       ls_ir_type_format(&type, text, sizeof text));
    }
    uint64_t element = 0;
    LS_TRY(ls_to_host(t, &element, ls_dtype_size(type.dtype)));
    *out_value = ls_element_to_double(&element, type.dtype);
    return LS_OK;
}
