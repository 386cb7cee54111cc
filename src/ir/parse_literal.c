#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "base/numeric.h"
#include "base/small_float.h"
#include "ir/parse.h"

/* --- Types -------------------------------------------------------------------------------------------------- */

static ls_status parse_element_type(ls_ir_parser *p, ls_dtype *out_dtype)
{
    const char *begin = p->at;
    ls_ir_span word;
    bool is_complex = ls_parse_accept(p, "complex");
    if (is_complex) LS_TRY(ls_parse_expect(p, "<"));
    *out_dtype = LS_DTYPE_INVALID;
    if (ls_parse_word(p, &word))
        for (int dtype = LS_DTYPE_INVALID + 1; dtype < LS_DTYPE_END; dtype++)
            if (ls_dtype_size((ls_dtype)dtype) && ls_span_is(word, ls_dtype_name((ls_dtype)dtype)))
                *out_dtype = (ls_dtype)dtype;
    if (is_complex) {
        *out_dtype = *out_dtype == LS_F32 ? LS_C64 : *out_dtype == LS_F64 ? LS_C128 : LS_DTYPE_INVALID;
        LS_TRY(ls_parse_expect(p, ">"));
    }
    if (*out_dtype) return LS_OK;
    return ls_parse_fail(
        p, begin,
        "the element type is not supported; they are i1, i2 to i64, ui2 to ui64, f4E2M1FN, the f8 types, "
        "f16, bf16, f32, f64, complex<f32>, complex<f64>");
}

static ls_status parse_tensor_type(ls_ir_parser *p, ls_ir_type *out_type)
{
    int64_t count = 1;
    *out_type = (ls_ir_type){0};
    LS_TRY(ls_parse_expect(p, "<"));
    for (;;) {
        ls_parse_space(p);
        const char *begin = p->at;
        bool is_unknown = p->at < p->end && *p->at == '?';
        if (p->at == p->end || (!is_unknown && (*p->at < '0' || *p->at > '9'))) break;
        if (out_type->shape.rank == LS_MAX_RANK)
            return ls_parse_fail(p, begin, "more than %d dimensions are not supported", LS_MAX_RANK);
        int64_t extent = is_unknown ? -1 : 0;
        if (is_unknown)
            p->at++;
        else
            LS_TRY(ls_parse_int(p, &extent));
        if (extent >= INT64_C(1) << 53 || (extent > 0 && __builtin_mul_overflow(count, extent, &count)) ||
            count >= INT64_C(1) << 53)
            return ls_parse_fail(p, begin, "the tensor is too large");
        out_type->shape.dims[out_type->shape.rank++] = extent;
        if (p->at == p->end || *p->at != 'x') return ls_parse_fail(p, NULL, "expected x after a dimension");
        p->at++;
    }
    LS_TRY(parse_element_type(p, &out_type->dtype));
    if (ls_parse_peek(p, ",")) return ls_parse_fail(p, NULL, "tensor encodings are not supported");
    return ls_parse_expect(p, ">");
}

ls_status ls_parse_type(ls_ir_parser *p, ls_ir_type *out_type)
{
    ls_parse_space(p);
    const char *begin = p->at;
    LS_TRY(ls_parse_pattern(p, out_type));
    for (int i = 0; i < out_type->shape.rank; i++)
        if (out_type->shape.dims[i] < 0)
            return ls_parse_fail(p, begin, "a dimension of unknown size can stand only where the op says its size");
    return LS_OK;
}

ls_status ls_parse_pattern(ls_ir_parser *p, ls_ir_type *out_type)
{
    if (ls_parse_accept(p, "tensor")) return parse_tensor_type(p, out_type);
    if (ls_parse_accept(p, "!stablehlo.token")) {
        *out_type = (ls_ir_type){.dtype = LS_TOKEN};
        return LS_OK;
    }
    ls_ir_alias_mark mark;
    LS_TRY(ls_parse_alias_enter(p, &mark));
    if (!mark.at) return ls_parse_fail(p, NULL, "expected a type: tensor<...> or !stablehlo.token");
    LS_TRY(ls_parse_pattern(p, out_type));
    ls_parse_alias_leave(p, &mark);
    return LS_OK;
}

/* --- Numbers ------------------------------------------------------------------------------------------------ */

/* A number as it stands: sign, digits, letters, point; an exponent's sign too. Copied, with a 0 after it. */
static ls_status number_token(ls_ir_parser *p, char *out, size_t size, bool *out_is_hex)
{
    ls_parse_space(p);
    const char *begin = p->at;
    size_t length = 0;
    if (p->at < p->end && (*p->at == '-' || *p->at == '+')) p->at++;
    bool is_hex = p->end - p->at > 1 && p->at[0] == '0' && p->at[1] == 'x';
    for (; p->at < p->end; p->at++) {
        char c = *p->at;
        bool is_exponent_sign =
            (c == '-' || c == '+') && !is_hex && p->at > begin && (p->at[-1] == 'e' || p->at[-1] == 'E');
        bool is_part =
            (c >= '0' && c <= '9') || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_exponent_sign;
        if (!is_part) break;
    }
    length = (size_t)(p->at - begin);
    if (!length || length >= size) {
        p->at = begin;
        return ls_parse_fail(p, begin, "expected a number");
    }
    memcpy(out, begin, length);
    out[length] = 0;
    *out_is_hex = is_hex;
    return LS_OK;
}

static ls_status parse_float_element(ls_ir_parser *p, ls_dtype dtype, void *out)
{
    char token[400], *rest;
    bool is_hex;
    ls_parse_space(p);
    const char *begin = p->at;
    LS_TRY(number_token(p, token, sizeof(token), &is_hex));
    size_t width = ls_dtype_size(dtype);
    uint64_t bits = 0;
    if (is_hex) {
        char *digits = token + (token[0] == '-' || token[0] == '+' ? 1 : 0);
        bits = strtoull(digits, &rest, 16);
        if (digits != token || *rest || strlen(digits) > 2 + 2 * width)
            return ls_parse_fail(p, begin, "expected the %zu hexadecimal digits of an element", 2 * width);
    } else {
        if (strpbrk(token, "nNiIxXpP")) return ls_parse_fail(p, begin, "expected a number");
        double value = strtod(token, &rest);
        float single = strtof(token, NULL);
        if (rest == token || *rest) return ls_parse_fail(p, begin, "expected a number");
        if (dtype == LS_F64) memcpy(&bits, &value, 8);
        if (dtype == LS_F32) bits = ls_f32_bits(single);
        if (dtype == LS_F16) bits = ls_f32_to_f16(single);
        if (dtype == LS_BF16) bits = ls_f32_to_bf16(single);
        if (ls_dtype_is_small_float(dtype)) bits = ls_f32_to_small(dtype, ls_f64_to_f32_odd(value));
    }
    memcpy(out, &bits, width); /* little-endian, as all machines we know */
    return LS_OK;
}

/* Signless integers take what their bits can mean, signed or not. */
static ls_status parse_int_element(ls_ir_parser *p, ls_dtype dtype, void *out)
{
    char token[64], *rest;
    bool is_hex;
    ls_parse_space(p);
    const char *begin = p->at;
    LS_TRY(number_token(p, token, sizeof(token), &is_hex));
    bool is_negative = token[0] == '-';
    char *digits = token + (is_negative || token[0] == '+');
    size_t width = ls_dtype_size(dtype);
    if (!*digits || strspn(digits, is_hex ? "0123456789abcdefABCDEFx" : "0123456789") != strlen(digits) ||
        strlen(digits) > 20)
        return ls_parse_fail(p, begin, "expected an integer");
    int width_bits = ls_dtype_bits(dtype);
    uint64_t max = width_bits == 64 ? UINT64_MAX : (UINT64_C(1) << width_bits) - 1;
    __uint128_t magnitude = 0;
    for (const char *c = digits; !is_hex && *c; c++) magnitude = magnitude * 10 + (unsigned)(*c - '0');
    if (is_hex) magnitude = strtoull(digits, &rest, 16);
    uint64_t least = ls_dtype_is_signed(dtype) ? max / 2 + 1 : 0;
    if (magnitude > (is_negative ? least : max))
        return ls_parse_fail(p, begin, "the integer does not fit %s", ls_dtype_name(dtype));
    uint64_t bits = is_negative ? -(uint64_t)magnitude : (uint64_t)magnitude;
    if (ls_dtype_is_signed(dtype)) bits = (uint64_t)((int64_t)(bits << (64 - width_bits)) >> (64 - width_bits));
    memcpy(out, &bits, width);
    return LS_OK;
}

/* (1.0, 2.0); one number has no imaginary part */
static ls_status parse_complex_element(ls_ir_parser *p, ls_dtype dtype, char *out)
{
    ls_dtype part = dtype == LS_C64 ? LS_F32 : LS_F64;
    size_t width = ls_dtype_size(part);
    memset(out, 0, 2 * width);
    if (!ls_parse_accept(p, "(")) return parse_float_element(p, part, out);
    LS_TRY(parse_float_element(p, part, out));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(parse_float_element(p, part, out + width));
    return ls_parse_expect(p, ")");
}

static ls_status parse_element(ls_ir_parser *p, ls_dtype dtype, void *out)
{
    if (dtype == LS_BOOL) {
        int64_t value = 0;
        LS_TRY(ls_parse_bool_or_int(p, &value));
        *(uint8_t *)out = value != 0;
        return LS_OK;
    }
    if (ls_dtype_is_complex(dtype)) return parse_complex_element(p, dtype, out);
    return ls_dtype_is_float(dtype) ? parse_float_element(p, dtype, out) : parse_int_element(p, dtype, out);
}

ls_status ls_parse_float(ls_ir_parser *p, double *out_value)
{
    ls_parse_space(p);
    const char *begin = p->at;
    char token[400];
    bool is_hex;
    LS_TRY(number_token(p, token, sizeof(token), &is_hex)); /* to find the type */
    ls_dtype dtype = LS_F64;
    if (ls_parse_accept(p, ":")) LS_TRY(parse_element_type(p, &dtype));
    if (!ls_dtype_is_float(dtype)) return ls_parse_fail(p, begin, "expected a floating-point number");
    const char *end = p->at;
    uint64_t bits = 0;
    p->at = begin;
    LS_TRY(parse_float_element(p, dtype, &bits));
    p->at = end;
    *out_value = ls_element_read(dtype, &bits).real;
    return LS_OK;
}

ls_status ls_parse_scalar(ls_ir_parser *p, ls_ir_dense *out_dense)
{
    char token[400];
    bool is_hex;
    ls_parse_space(p);
    const char *begin = p->at;
    *out_dense = (ls_ir_dense){.is_splat = true};
    if (!ls_parse_accept(p, "true") && !ls_parse_accept(p, "false")) /* to find the type */
        LS_TRY(number_token(p, token, sizeof(token), &is_hex));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(parse_element_type(p, &out_dense->type.dtype));
    const char *end = p->at;
    void *data = ls_arena_alloc(&p->module->arena, ls_dtype_size(out_dense->type.dtype));
    LS_ASSERT(data && "out of memory");
    out_dense->data = data;
    p->at = begin;
    LS_TRY(parse_element(p, out_dense->type.dtype, data));
    p->at = end;
    return LS_OK;
}

ls_status ls_parse_number(ls_ir_parser *p, double *out_value)
{
    return parse_float_element(p, LS_F64, out_value);
}

/* --- dense<...> --------------------------------------------------------------------------------------------- */

/* Nested lists from dimension `dim` on; *data moves past what was written. */
static ls_status parse_list(ls_ir_parser *p, const ls_ir_type *type, int dim, char **data)
{
    if (dim == type->shape.rank) {
        LS_TRY(parse_element(p, type->dtype, *data));
        *data += ls_dtype_size(type->dtype);
        return LS_OK;
    }
    const char *begin = p->at;
    LS_TRY(ls_parse_expect(p, "["));
    for (int64_t i = 0; i < type->shape.dims[dim]; i++) {
        if (i && !ls_parse_accept(p, ","))
            return ls_parse_fail(p, begin, "a list of %lld where the type says %lld", (long long)i,
                                 (long long)type->shape.dims[dim]);
        LS_TRY(parse_list(p, type, dim + 1, data));
    }
    if (ls_parse_peek(p, ","))
        return ls_parse_fail(p, NULL, "a list of more than the %lld that the type says",
                             (long long)type->shape.dims[dim]);
    return ls_parse_expect(p, "]");
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* i1 blobs have a byte or, from older writers, a bit per element. */
static void expand_bools(char *data, int64_t count, size_t bytes, bool is_packed)
{
    for (int64_t i = count - 1; is_packed && i >= 0; i--) data[i] = (char)(data[i / 8] >> (i % 8) & 1);
    for (size_t i = 0; !is_packed && i < bytes; i++) data[i] = data[i] != 0;
}

/* "0x...": the bytes of all elements, or of one that stands for all. */
static ls_status parse_blob(ls_ir_parser *p, ls_ir_dense *dense)
{
    const char *begin = p->at + 1;
    const char *quote = memchr(begin, '"', (size_t)(p->end - begin));
    if (!quote || quote - begin < 2 || begin[0] != '0' || begin[1] != 'x' || (quote - begin) % 2)
        return ls_parse_fail(p, begin, "expected the hexadecimal digits of whole bytes after 0x");
    size_t bytes = (size_t)(quote - begin) / 2 - 1, want = ls_ir_type_bytes(&dense->type);
    int64_t count = ls_shape_count(dense->type.shape);
    bool is_packed = dense->type.dtype == LS_BOOL && bytes != want && bytes == (size_t)(count + 7) / 8;
    dense->is_splat = !is_packed && bytes != want && bytes == ls_dtype_size(dense->type.dtype);
    if (bytes != want && !is_packed && !dense->is_splat)
        return ls_parse_fail(p, begin, "%zu bytes where the type says %zu", bytes, want);
    char *data = ls_arena_alloc(&p->module->arena, is_packed ? want : bytes);
    LS_ASSERT(data && "out of memory");
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_value(begin[2 + 2 * i]), low = hex_value(begin[3 + 2 * i]);
        if (high < 0 || low < 0) return ls_parse_fail(p, begin + 2 + 2 * i, "expected a hexadecimal digit");
        data[i] = (char)(high << 4 | low);
    }
    if (dense->type.dtype == LS_BOOL) expand_bools(data, count, bytes, is_packed);
    dense->data = data;
    p->at = quote + 1;
    return LS_OK;
}

static ls_status parse_dense_content(ls_ir_parser *p, size_t length, ls_ir_dense *dense)
{
    int64_t count = ls_shape_count(dense->type.shape);
    if (ls_parse_peek(p, "\"")) return parse_blob(p, dense);
    if (ls_parse_peek(p, ">")) {
        if (count) return ls_parse_fail(p, NULL, "no elements where the type says %lld", (long long)count);
        dense->data = ls_arena_alloc(&p->module->arena, 0);
        return LS_OK;
    }
    dense->is_splat = !ls_parse_peek(p, "[");
    if (!dense->is_splat && (size_t)count > length)
        return ls_parse_fail(p, NULL, "fewer elements than the %lld that the type says", (long long)count);
    char *data = ls_arena_alloc(&p->module->arena,
                                dense->is_splat ? ls_dtype_size(dense->type.dtype) : ls_ir_type_bytes(&dense->type));
    LS_ASSERT(data && "out of memory");
    dense->data = data;
    if (dense->is_splat) return parse_element(p, dense->type.dtype, data);
    return parse_list(p, &dense->type, 0, &data);
}

ls_status ls_parse_dense(ls_ir_parser *p, ls_ir_dense *out_dense)
{
    *out_dense = (ls_ir_dense){0};
    LS_TRY(ls_parse_expect(p, "dense"));
    LS_TRY(ls_parse_expect(p, "<"));
    /* The type comes last, but says how to read what comes first. */
    const char *content = p->at;
    bool in_string = false;
    while (p->at < p->end && (in_string || *p->at != '>')) in_string ^= *p->at++ == '"';
    size_t length = (size_t)(p->at - content);
    LS_TRY(ls_parse_expect(p, ">"));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(ls_parse_type(p, &out_dense->type));
    const char *end = p->at;
    p->at = content;
    LS_TRY(parse_dense_content(p, length, out_dense));
    LS_TRY(ls_parse_expect(p, ">"));
    p->at = end;
    return LS_OK;
}
