/* Rules of ops that work element by element, and of those that only make or move elements' types. */
#include "ir/infer.h"

static bool is_any(ls_dtype dtype)
{
    return ls_dtype_size(dtype) > 0;
}

static bool is_real(ls_dtype dtype)
{
    return ls_dtype_is_integer(dtype) || ls_dtype_is_float(dtype);
}

static bool is_number(ls_dtype dtype)
{
    return is_real(dtype) || ls_dtype_is_complex(dtype);
}

static bool is_inexact(ls_dtype dtype)
{
    return ls_dtype_is_float(dtype) || ls_dtype_is_complex(dtype);
}

static bool is_signed(ls_dtype dtype)
{
    return ls_dtype_is_signed(dtype) || is_inexact(dtype);
}

static bool is_bits(ls_dtype dtype)
{
    return ls_dtype_is_integer(dtype) || dtype == LS_BOOL;
}

static ls_status need_class(const ls_ir_type *type, bool (*is_allowed)(ls_dtype))
{
    if (is_allowed(type->dtype)) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "is not defined for elements of type %s", ls_dtype_name(type->dtype));
}

/* All operands have one type, which is the result's. */
static ls_status same_of(ls_ir_inference *q, bool (*is_allowed)(ls_dtype))
{
    for (size_t i = 1; i < q->in_count; i++)
        if (!ls_ir_type_equal(&q->in[i], &q->in[0]))
            return ls_fail(LS_INVALID_ARGUMENT, "operands differ in %s",
                           q->in[i].dtype == q->in[0].dtype ? "shape" : "element type");
    LS_TRY(need_class(&q->in[0], is_allowed));
    return ls_infer_result(q, q->in[0]);
}

ls_status ls_ir_infer_same(ls_ir_inference *q)
{
    return same_of(q, is_any);
}

ls_status ls_ir_infer_same_float(ls_ir_inference *q)
{
    return same_of(q, ls_dtype_is_float);
}

ls_status ls_ir_infer_same_inexact(ls_ir_inference *q)
{
    return same_of(q, is_inexact);
}

ls_status ls_ir_infer_same_real(ls_ir_inference *q)
{
    return same_of(q, is_real);
}

ls_status ls_ir_infer_same_integer(ls_ir_inference *q)
{
    return same_of(q, ls_dtype_is_integer);
}

ls_status ls_ir_infer_same_bits(ls_ir_inference *q)
{
    return same_of(q, is_bits);
}

ls_status ls_ir_infer_same_number(ls_ir_inference *q)
{
    return same_of(q, is_number);
}

ls_status ls_ir_infer_same_signed(ls_ir_inference *q)
{
    return same_of(q, is_signed);
}

/* The type of a complex type's parts; a real one's own. */
static ls_dtype part_of(ls_dtype dtype)
{
    return dtype == LS_C64 ? LS_F32 : dtype == LS_C128 ? LS_F64 : dtype;
}

ls_status ls_ir_infer_part(ls_ir_inference *q)
{
    LS_TRY(need_class(&q->in[0], is_inexact));
    return ls_infer_result(q, (ls_ir_type){part_of(q->in[0].dtype), q->in[0].shape});
}

ls_status ls_ir_infer_abs(ls_ir_inference *q)
{
    LS_TRY(need_class(&q->in[0], is_signed));
    return ls_infer_result(q, (ls_ir_type){part_of(q->in[0].dtype), q->in[0].shape});
}

ls_status ls_ir_infer_complex(ls_ir_inference *q)
{
    ls_dtype part = q->in[0].dtype;
    if (!ls_ir_type_equal(&q->in[0], &q->in[1]) || (part != LS_F32 && part != LS_F64))
        return ls_fail(LS_INVALID_ARGUMENT, "the parts must be of one type, with elements of f32 or f64");
    return ls_infer_result(q, (ls_ir_type){part == LS_F32 ? LS_C64 : LS_C128, q->in[0].shape});
}

ls_status ls_ir_infer_is_finite(ls_ir_inference *q)
{
    LS_TRY(need_class(&q->in[0], ls_dtype_is_float));
    return ls_infer_result(q, (ls_ir_type){LS_BOOL, q->in[0].shape});
}

ls_status ls_ir_infer_reduce_precision(ls_ir_inference *q)
{
    int64_t bits;
    LS_TRY(ls_infer_int(q, LS_ATTR_EXPONENT_BITS, 1, 64, &bits));
    LS_TRY(ls_infer_int(q, LS_ATTR_MANTISSA_BITS, 0, 64, &bits));
    return same_of(q, ls_dtype_is_float);
}

ls_status ls_ir_infer_compare(ls_ir_inference *q)
{
    if (!ls_ir_type_equal(&q->in[0], &q->in[1]))
        return ls_fail(LS_INVALID_ARGUMENT, "operands differ in %s",
                       q->in[0].dtype == q->in[1].dtype ? "shape" : "element type");
    int64_t direction;
    LS_TRY(ls_infer_int(q, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_EQ, LS_COMPARE_LT, &direction));
    int64_t type = ls_ir_attr_int(q->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE);
    bool is_float = is_inexact(q->in[0].dtype), is_signed_type = ls_dtype_is_signed(q->in[0].dtype);
    bool fits = type == LS_COMPARE_NOTYPE || (is_float && type == LS_COMPARE_FLOAT) ||
                (ls_dtype_is_float(q->in[0].dtype) && type == LS_COMPARE_TOTALORDER) ||
                (is_signed_type && type == LS_COMPARE_SIGNED) ||
                (!is_float && !is_signed_type && type == LS_COMPARE_UNSIGNED);
    if (!fits)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute compare_type does not fit elements of type %s",
                       ls_dtype_name(q->in[0].dtype));
    return ls_infer_result(q, (ls_ir_type){LS_BOOL, q->in[0].shape});
}

ls_status ls_ir_infer_clamp(ls_ir_inference *q)
{
    static const char *const names[] = {"minimum", "operand", "maximum"};
    for (int i = 0; i < 3; i += 2) {
        if (q->in[i].dtype != q->in[1].dtype)
            return ls_fail(LS_INVALID_ARGUMENT, "the %s has another element type", names[i]);
        if (q->in[i].shape.rank && !ls_shape_equal(q->in[i].shape, q->in[1].shape))
            return ls_fail(LS_INVALID_ARGUMENT, "the %s is neither a scalar nor of the operand's shape", names[i]);
    }
    return ls_infer_result(q, q->in[1]);
}

ls_status ls_ir_infer_select(ls_ir_inference *q)
{
    if (q->in[0].dtype != LS_BOOL) return ls_fail(LS_INVALID_ARGUMENT, "the predicate must have elements of type i1");
    if (!ls_ir_type_equal(&q->in[1], &q->in[2])) return ls_fail(LS_INVALID_ARGUMENT, "the two values differ in type");
    if (q->in[0].shape.rank && !ls_shape_equal(q->in[0].shape, q->in[1].shape))
        return ls_fail(LS_INVALID_ARGUMENT, "the predicate is neither a scalar nor of the values' shape");
    return ls_infer_result(q, q->in[1]);
}

ls_status ls_ir_infer_given_dtype(ls_ir_inference *q)
{
    ls_ir_type type;
    LS_TRY(ls_infer_given(q, &type));
    return ls_infer_result(q, (ls_ir_type){type.dtype, q->in[0].shape});
}

ls_status ls_ir_infer_given_shape(ls_ir_inference *q)
{
    ls_ir_type type;
    LS_TRY(ls_infer_given(q, &type));
    if (ls_shape_count(type.shape) != ls_shape_count(q->in[0].shape))
        return ls_fail(LS_INVALID_ARGUMENT, "result has %lld elements instead of %lld",
                       (long long)ls_shape_count(type.shape), (long long)ls_shape_count(q->in[0].shape));
    return ls_infer_result(q, (ls_ir_type){q->in[0].dtype, type.shape});
}

/* Where widths differ the result has one dimension more (narrower elements) or less (wider ones), the last. */
ls_status ls_ir_infer_bitcast_convert(ls_ir_inference *q)
{
    ls_ir_type type, wide = q->in[0], narrow;
    LS_TRY(ls_infer_given(q, &type));
    int from = ls_dtype_bits(wide.dtype), to = ls_dtype_bits(type.dtype);
    if (ls_dtype_is_complex(wide.dtype) != ls_dtype_is_complex(type.dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "complex and other elements are not each other's bits");
    if ((wide.dtype == LS_BOOL) != (type.dtype == LS_BOOL))
        return ls_fail(LS_INVALID_ARGUMENT, "i1 and %s differ in width",
                       ls_dtype_name(wide.dtype == LS_BOOL ? type.dtype : wide.dtype));
    narrow = type;
    if (from < to) narrow = wide, wide = type;
    bool fits = from == to ? ls_shape_equal(wide.shape, narrow.shape) : narrow.shape.rank == wide.shape.rank + 1;
    for (int i = 0; fits && i < wide.shape.rank; i++) fits = wide.shape.dims[i] == narrow.shape.dims[i];
    if (fits && from != to) fits = narrow.shape.dims[wide.shape.rank] == (from > to ? from / to : to / from);
    if (!fits)
        return ls_fail(LS_INVALID_ARGUMENT, "result does not have the operand's shape, last dimension split or joined");
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_constant(ls_ir_inference *q)
{
    const ls_ir_attr *value = ls_ir_attr_find(q->attrs, LS_ATTR_VALUE);
    if (!value) return ls_fail(LS_INVALID_ARGUMENT, "attribute value is missing");
    return ls_infer_result(q, value->dense.type);
}

ls_status ls_ir_infer_iota(ls_ir_inference *q)
{
    ls_ir_type type;
    LS_TRY(ls_infer_given(q, &type));
    LS_TRY(need_class(&type, is_number));
    int64_t dim;
    LS_TRY(ls_infer_int(q, LS_ATTR_IOTA_DIMENSION, 0, type.shape.rank - 1, &dim));
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_rng_bit_generator(ls_ir_inference *q)
{
    int64_t algorithm;
    LS_TRY(ls_infer_int(q, LS_ATTR_RNG_ALGORITHM, LS_RNG_DEFAULT, LS_RNG_PHILOX, &algorithm));
    const ls_ir_type *state = &q->in[0];
    int64_t words = state->shape.rank == 1 ? state->shape.dims[0] : 0;
    bool fits = state->dtype == LS_U64 && (words == 2 || (words == 3 && algorithm != LS_RNG_THREE_FRY));
    if (!fits)
        return ls_fail(LS_INVALID_ARGUMENT, "the state must be tensor<2xui64>%s",
                       algorithm == LS_RNG_THREE_FRY ? "" : " or tensor<3xui64>");
    if (!q->given_count) return ls_fail(LS_INVALID_ARGUMENT, "needs the type of its bits given");
    const ls_ir_type *bits = &q->given[q->given_count - 1]; /* both results, or the bits alone */
    LS_TRY(need_class(bits, is_real));
    ls_ir_type results[2] = {*state, *bits};
    if (q->given_count == 1) q->given = NULL, q->given_count = 0;
    LS_TRY(ls_infer_result(q, results[0]));
    return ls_infer_result(q, results[1]);
}
