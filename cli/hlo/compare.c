/* Assertions: are two arrays equal, close in units of the last place, or within a tolerance? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/element.h"
#include "base/error.h"
#include "hlo/hlo.h"

static const struct assertion {
    const char *target; /* of a custom call */
    ls_ir_kind kind;
} custom_calls[] = {
    {"check.eq", LS_IR_CHECK_EXPECT_EQ},
    {"check.expect_eq", LS_IR_CHECK_EXPECT_EQ},
    {"check.almost_eq", LS_IR_CHECK_EXPECT_ALMOST_EQ},
    {"check.expect_almost_eq", LS_IR_CHECK_EXPECT_ALMOST_EQ},
    {"check.expect_close", LS_IR_CHECK_EXPECT_CLOSE},
};

/* The kind of assertion; LS_IR_KIND_COUNT: none. */
static ls_ir_kind kind_of(const ls_ir_op *op)
{
    switch (op->kind) {
    case LS_IR_CHECK_EXPECT_EQ:
    case LS_IR_CHECK_EXPECT_EQ_CONST: return LS_IR_CHECK_EXPECT_EQ;
    case LS_IR_CHECK_EXPECT_ALMOST_EQ:
    case LS_IR_CHECK_EXPECT_ALMOST_EQ_CONST: return LS_IR_CHECK_EXPECT_ALMOST_EQ;
    case LS_IR_CHECK_EXPECT_CLOSE: return LS_IR_CHECK_EXPECT_CLOSE;
    case LS_IR_CUSTOM_CALL: break;
    default: return LS_IR_KIND_COUNT;
    }
    const ls_ir_attr *target = ls_ir_attr_find(&op->attrs, LS_ATTR_CALL_TARGET_NAME);
    for (size_t i = 0; target && i < sizeof(custom_calls) / sizeof(custom_calls[0]); i++)
        if (!strcmp(target->string.data, custom_calls[i].target)) return custom_calls[i].kind;
    return LS_IR_KIND_COUNT;
}

bool hlo_is_assertion(const ls_ir_op *op)
{
    return kind_of(op) != LS_IR_KIND_COUNT;
}

/* --- Elements ------------------------------------------------------------------------------------------------- */

/* A real element's place in the order of its type's numbers, both zeros being 0. */
static int64_t rank_of(ls_dtype dtype, const void *data)
{
    uint64_t bits = 0, sign = UINT64_C(1) << (ls_dtype_bits(dtype) - 1);
    memcpy(&bits, data, ls_dtype_size(dtype));
    return bits & sign ? -(int64_t)(bits ^ sign) : (int64_t)bits;
}

typedef struct allowance {
    ls_ir_kind kind;
    double tolerance;
    int64_t min_ulps, max_ulps;
} allowance;

static bool agrees(const allowance *limits, ls_dtype dtype, const char *a, const char *b)
{
    if (ls_dtype_is_complex(dtype)) {
        ls_dtype part = ls_dtype_part(dtype);
        size_t width = ls_dtype_size(part);
        return agrees(limits, part, a, b) && agrees(limits, part, a + width, b + width);
    }
    if (!ls_dtype_is_float(dtype)) return !memcmp(a, b, ls_dtype_size(dtype));
    double x = ls_element_read(dtype, a).real, y = ls_element_read(dtype, b).real;
    if (isnan(x) || isnan(y)) return isnan(x) && isnan(y);
    if (limits->kind == LS_IR_CHECK_EXPECT_EQ) return !memcmp(a, b, ls_dtype_size(dtype));
    if (limits->kind == LS_IR_CHECK_EXPECT_ALMOST_EQ) return x == y || fabs(x - y) <= limits->tolerance;
    int64_t at = rank_of(dtype, a), must = rank_of(dtype, b);
    uint64_t apart = at > must ? (uint64_t)at - (uint64_t)must : (uint64_t)must - (uint64_t)at;
    return apart >= (uint64_t)limits->min_ulps && apart <= (uint64_t)limits->max_ulps;
}

/* --- The assertion -------------------------------------------------------------------------------------------- */

static void format_element(ls_dtype dtype, const char *data, char *out, size_t size)
{
    ls_element e = ls_element_read(dtype, data);
    if (ls_dtype_is_complex(dtype))
        snprintf(out, size, "(%.17g, %.17g)", e.real, e.imag);
    else if (ls_dtype_is_float(dtype))
        snprintf(out, size, "%.17g", e.real);
    else
        snprintf(out, size, "%lld", (long long)ls_element_int(dtype, data));
}

static ls_status compare(const allowance *limits, const ls_ir_type *type, const char *is, const char *must,
                         bool is_splat)
{
    size_t width = ls_dtype_size(type->dtype);
    int64_t count = ls_shape_count(type->shape), wrong = 0, first = 0;
    for (int64_t i = count; i-- > 0;) {
        const char *expected = is_splat ? must : must + (size_t)i * width;
        if (agrees(limits, type->dtype, is + (size_t)i * width, expected)) continue;
        wrong++;
        first = i;
    }
    if (!wrong) return LS_OK;
    char a[80], b[80], text[160], place[160] = "";
    format_element(type->dtype, is + (size_t)first * width, a, sizeof(a));
    format_element(type->dtype, is_splat ? must : must + (size_t)first * width, b, sizeof(b));
    int64_t rest = first;
    for (int d = type->shape.rank; d-- > 0; rest /= type->shape.dims[d]) {
        char longer[160];
        snprintf(longer, sizeof(longer), d == type->shape.rank - 1 ? "%lld%s" : "%lld, %s",
                 (long long)(rest % type->shape.dims[d]), place);
        memcpy(place, longer, sizeof(place));
    }
    return ls_fail(LS_INTERNAL, "element [%s] is %s, expected %s; %lld of %lld differ in %s", place, a, b,
                   (long long)wrong, (long long)count, ls_ir_type_format(type, text, sizeof(text)));
}

static ls_status assert_op(const ls_ir_op *op, const hlo_values *values)
{
    allowance limits = {.kind = kind_of(op),
                        .tolerance = ls_ir_attr_float(&op->attrs, LS_ATTR_TOLERANCE, 1e-4),
                        .min_ulps = ls_ir_attr_int(&op->attrs, LS_ATTR_MIN_ULP_DIFFERENCE, 0),
                        .max_ulps = ls_ir_attr_int(&op->attrs, LS_ATTR_MAX_ULP_DIFFERENCE, 3)};
    const ls_ir_attr *value = ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE);
    if (op->operand_count != (value ? 1 : 2))
        return ls_fail(LS_INVALID_ARGUMENT, "takes a value and what it must be, not %zu operands", op->operand_count);
    const hlo_array *is = hlo_values_find(values, op->operands[0]);
    const hlo_array *must = value ? NULL : hlo_values_find(values, op->operands[1]);
    if (!is || (!must && !value)) return ls_fail(LS_INTERNAL, "its operand has not been computed");
    if (must && !ls_ir_type_equal(&is->type, &must->type))
        return ls_fail(LS_INVALID_ARGUMENT, "what is expected has another type");
    return must ? compare(&limits, &is->type, is->data, must->data, false)
                : compare(&limits, &is->type, is->data, value->dense.data, value->dense.is_splat);
}

ls_status hlo_assert(const ls_ir_op *op, const hlo_values *values)
{
    const ls_ir_attr *target = ls_ir_attr_find(&op->attrs, LS_ATTR_CALL_TARGET_NAME);
    return ls_context(assert_op(op, values), "%u:%u: %s", op->line, op->column,
                      target ? target->string.data : ls_ir_op_info_of(op->kind)->name);
}
