/* Attributes and types of an artifact, each read when an op asks for it. */
#include <stdio.h>
#include <string.h>

#include "ir/bytecode.h"

/* The codes that attributes and types begin with, by dialect. */
enum {
    BUILTIN_array = 0,
    BUILTIN_dictionary = 1,
    BUILTIN_string = 2,
    BUILTIN_type = 6,
    BUILTIN_unit = 7,
    BUILTIN_integer = 8,
    BUILTIN_call_site = 10, /* locations: of a callee and of its caller, */
    BUILTIN_file_point = 11,
    BUILTIN_fused = 12,
    BUILTIN_fused_with_data = 13,
    BUILTIN_named = 14,
    BUILTIN_file_range = 22,

    VHLO_array = 1,
    VHLO_boolean = 2,
    VHLO_direction = 3,
    VHLO_comparison = 4,
    VHLO_api_version = 5,
    VHLO_dictionary = 6,
    VHLO_fft_type = 7,
    VHLO_float = 8,
    VHLO_integer = 9,
    VHLO_algorithm = 12,
    VHLO_distribution = 13,
    VHLO_string = 14,
    VHLO_tensor = 15,
    VHLO_transpose = 16,
    VHLO_type = 17,

    TYPE_builtin_integer = 0,
    TYPE_builtin_index = 1,
    TYPE_builtin_bf16 = 3,
    TYPE_builtin_f16 = 4,
    TYPE_builtin_f32 = 5,
    TYPE_builtin_f64 = 6,
    TYPE_builtin_complex = 9,
    TYPE_builtin_tensor = 13,
    TYPE_complex = 1,
    TYPE_bf16 = 2,
    TYPE_f16 = 3,
    TYPE_f32 = 4,
    TYPE_f64 = 5,
    TYPE_function = 8,
    TYPE_tensor = 20,
    TYPE_tensor_with_encoding = 21,
    TYPE_token = 22,
};

/* A dialect's code as one number. */
#define BUILTIN(code) (LS_DIALECT_builtin << 16 | (code))
#define VHLO(code) (LS_DIALECT_vhlo << 16 | (code))

static ls_status open_entry(ls_bytecode *r, const ls_bytecode_entry *entry, ls_bytes *out_bytes, unsigned *out_code)
{
    uint64_t code;
    *out_bytes = entry->bytes;
    *out_code = 0;
    if (entry->is_text)
        return ls_fail(LS_UNIMPLEMENTED, "an attribute or type is written as text: %.40s",
                       entry->bytes.at < entry->bytes.end && !entry->bytes.end[-1] ? (const char *)entry->bytes.at
                                                                                   : "");
    LS_TRY(ls_bytes_varint(out_bytes, &code));
    if (entry->dialect == LS_DIALECT_other || code > 0xFFFF)
        return ls_fail(LS_UNIMPLEMENTED, "attributes and types of other dialects are not supported");
    *out_code = (unsigned)entry->dialect << 16 | (unsigned)code;
    return LS_OK;
}

static ls_status open_attr(ls_bytecode *r, size_t index, ls_bytes *out_bytes, unsigned *out_code)
{
    *out_code = 0;
    if (index >= r->attrs.count) return ls_fail(LS_INVALID_ARGUMENT, "attribute %zu does not exist", index);
    return open_entry(r, &r->attrs.data[index], out_bytes, out_code);
}

static ls_status open_type(ls_bytecode *r, size_t index, ls_bytes *out_bytes, unsigned *out_code)
{
    *out_code = 0;
    if (index >= r->types.count) return ls_fail(LS_INVALID_ARGUMENT, "type %zu does not exist", index);
    return open_entry(r, &r->types.data[index], out_bytes, out_code);
}

static ls_status unexpected(ls_bytecode *r, unsigned code, const char *wanted)
{
    return ls_fail(LS_INVALID_ARGUMENT, "%s attribute %u where %s was expected",
                   code >> 16 == LS_DIALECT_vhlo ? "vhlo" : "builtin", code & 0xFFFF, wanted);
}

/* --- Types -------------------------------------------------------------------------------------------------- */

static const struct vhlo_type {
    const char *name;
    int bits;
} vhlo_types[] = {
#define LS_VHLO_OP(...)
#define LS_VHLO_TYPE(code, name, bits) [code] = {name, bits},
#include "ir/vhlo.def"
#undef LS_VHLO_OP
#undef LS_VHLO_TYPE
};

static const struct vhlo_type *vhlo_type_of(unsigned code)
{
    unsigned number = code & 0xFFFF, count = sizeof(vhlo_types) / sizeof(vhlo_types[0]);
    return code >> 16 == LS_DIALECT_vhlo && number < count && vhlo_types[number].name ? &vhlo_types[number] : NULL;
}

static ls_status find_dtype(const char *name, ls_dtype *out_dtype)
{
    for (int dtype = LS_DTYPE_INVALID + 1; dtype < LS_DTYPE_END; dtype++)
        if (!strcmp(ls_dtype_name((ls_dtype)dtype), name)) {
            *out_dtype = (ls_dtype)dtype;
            return LS_OK;
        }
    return ls_fail(LS_UNIMPLEMENTED, "elements of type %s are not supported", name);
}

/* StableHLO's name of an element type that is not complex; "" if it has none. */
static ls_status name_element(ls_bytes b, unsigned code, char *out_name, size_t size)
{
    const struct vhlo_type *type = vhlo_type_of(code);
    uint64_t width;
    *out_name = 0;
    switch (code) {
    case BUILTIN(TYPE_builtin_integer): /* the width is above the signedness: none, signed, unsigned */
        LS_TRY(ls_bytes_varint(&b, &width));
        snprintf(out_name, size, "%s%llu", (width & 3) == 2 ? "ui" : "i", (unsigned long long)(width >> 2));
        return LS_OK;
    case BUILTIN(TYPE_builtin_bf16): type = vhlo_type_of(VHLO(TYPE_bf16)); break;
    case BUILTIN(TYPE_builtin_f16): type = vhlo_type_of(VHLO(TYPE_f16)); break;
    case BUILTIN(TYPE_builtin_f32): type = vhlo_type_of(VHLO(TYPE_f32)); break;
    case BUILTIN(TYPE_builtin_f64): type = vhlo_type_of(VHLO(TYPE_f64)); break;
    }
    if (type) snprintf(out_name, size, "%s", type->name);
    return LS_OK;
}

static ls_status read_element(ls_bytecode *r, size_t index, ls_dtype *out_dtype)
{
    ls_bytes b;
    unsigned code;
    LS_TRY(open_type(r, index, &b, &code));
    bool is_complex = code == VHLO(TYPE_complex) || code == BUILTIN(TYPE_builtin_complex);
    if (is_complex) {
        LS_TRY(ls_bytes_index(&b, r->types.count, "type", &index));
        LS_TRY(open_type(r, index, &b, &code));
    }
    char part[40], whole[60];
    LS_TRY(name_element(b, code, part, sizeof(part)));
    if (!*part) return ls_fail(LS_UNIMPLEMENTED, "elements of type %u are not supported", code & 0xFFFF);
    snprintf(whole, sizeof(whole), is_complex ? "complex<%s>" : "%s", part);
    return find_dtype(whole, out_dtype);
}

static ls_status read_shape(ls_bytecode *r, ls_bytes *b, ls_shape *out_shape)
{
    size_t rank;
    int64_t count = 1;
    LS_TRY(ls_bytes_count(b, &rank));
    if (rank > LS_MAX_RANK) return ls_fail(LS_UNIMPLEMENTED, "more than %d dimensions are not supported", LS_MAX_RANK);
    out_shape->rank = (int)rank;
    for (size_t i = 0; i < rank; i++) {
        int64_t extent;
        LS_TRY(ls_bytes_svarint(b, &extent));
        if (extent == INT64_MIN) return ls_fail(LS_UNIMPLEMENTED, "dimensions of unknown size are not supported");
        if (extent < 0 || extent >= INT64_C(1) << 53 || (extent && __builtin_mul_overflow(count, extent, &count)) ||
            count >= INT64_C(1) << 53)
            return ls_fail(LS_INVALID_ARGUMENT, "the tensor is too large");
        out_shape->dims[i] = extent;
    }
    return LS_OK;
}

ls_status ls_bytecode_type(ls_bytecode *r, size_t index, ls_ir_type *out_type)
{
    ls_bytes b;
    unsigned code;
    size_t element;
    *out_type = (ls_ir_type){0};
    LS_TRY(open_type(r, index, &b, &code));
    ls_bytecode_entry *entry = &r->types.data[index];
    if (!entry->is_known) {
        if (code == VHLO(TYPE_token)) return find_dtype("token", &out_type->dtype);
        if (code == VHLO(TYPE_tensor_with_encoding))
            return ls_fail(LS_UNIMPLEMENTED, "tensor encodings are not supported");
        if (code != VHLO(TYPE_tensor) && code != BUILTIN(TYPE_builtin_tensor))
            return ls_fail(LS_UNIMPLEMENTED, "values of %s type %u are not supported; tensors are",
                           code >> 16 == LS_DIALECT_vhlo ? "vhlo" : "builtin", code & 0xFFFF);
        LS_TRY(read_shape(r, &b, &entry->type.shape));
        LS_TRY(ls_bytes_index(&b, r->types.count, "type", &element));
        LS_TRY(read_element(r, element, &entry->type.dtype));
        entry->is_known = true;
    }
    *out_type = entry->type;
    return LS_OK;
}

/* A list of types stays in the bytes: each is an index. */
static ls_status skip_type_list(ls_bytecode *r, ls_bytes *b, ls_bytes *out_list, size_t *out_count)
{
    size_t index;
    LS_TRY(ls_bytes_count(b, out_count));
    *out_list = *b;
    for (size_t i = 0; i < *out_count; i++) LS_TRY(ls_bytes_index(b, r->types.count, "type", &index));
    return LS_OK;
}

ls_status ls_bytecode_function_type(ls_bytecode *r, size_t index, ls_bytes *out_inputs, size_t *out_input_count,
                                    ls_bytes *out_results, size_t *out_result_count)
{
    ls_bytes b;
    unsigned code;
    LS_TRY(open_attr(r, index, &b, &code));
    if (code != VHLO(VHLO_type) && code != BUILTIN(BUILTIN_type)) return unexpected(r, code, "a type");
    LS_TRY(ls_bytes_index(&b, r->types.count, "type", &index));
    LS_TRY(open_type(r, index, &b, &code));
    if (code != VHLO(TYPE_function))
        return ls_fail(LS_INVALID_ARGUMENT, "type %u where a function's was expected", code & 0xFFFF);
    LS_TRY(skip_type_list(r, &b, out_inputs, out_input_count));
    return skip_type_list(r, &b, out_results, out_result_count);
}

/* --- Numbers and strings ------------------------------------------------------------------------------------ */

/* How many bits a number of that type has. */
static ls_status read_width(ls_bytecode *r, ls_bytes *b, int *out_bits)
{
    size_t index;
    ls_bytes type;
    unsigned code;
    LS_TRY(ls_bytes_index(b, r->types.count, "type", &index));
    LS_TRY(open_type(r, index, &type, &code));
    const struct vhlo_type *row = vhlo_type_of(code);
    uint64_t width = row ? (uint64_t)row->bits : 64;
    if (code == BUILTIN(TYPE_builtin_integer)) {
        LS_TRY(ls_bytes_varint(&type, &width));
        width >>= 2; /* above the signedness */
    } else if (!row && code != BUILTIN(TYPE_builtin_index)) {
        width = 0;
    }
    if (!width || width > 64) return ls_fail(LS_UNIMPLEMENTED, "a number of a type that is not supported");
    *out_bits = (int)width;
    return LS_OK;
}

/* Up to 8 bits are a byte as it is, more are a signed number. */
static ls_status read_bits(ls_bytecode *r, ls_bytes *b, int64_t *out_value, int *out_bits)
{
    LS_TRY(read_width(r, b, out_bits));
    if (*out_bits > 8) return ls_bytes_svarint(b, out_value);
    unsigned char byte;
    LS_TRY(ls_bytes_byte(b, &byte));
    *out_value = *out_bits == 1 ? byte & 1 : (int8_t)byte;
    return LS_OK;
}

ls_status ls_bytecode_int(ls_bytecode *r, size_t index, int64_t *out_value)
{
    ls_bytes b;
    unsigned code;
    uint64_t word;
    int bits;
    *out_value = 0;
    LS_TRY(open_attr(r, index, &b, &code));
    switch (code) {
    case VHLO(VHLO_boolean):
    case VHLO(VHLO_direction):
    case VHLO(VHLO_comparison):
    case VHLO(VHLO_api_version):
    case VHLO(VHLO_fft_type):
    case VHLO(VHLO_algorithm):
    case VHLO(VHLO_distribution):
    case VHLO(VHLO_transpose):
        LS_TRY(ls_bytes_varint(&b, &word));
        *out_value = (int64_t)word;
        return LS_OK;
    case BUILTIN(BUILTIN_unit): *out_value = 1; return LS_OK;
    case VHLO(VHLO_integer):
    case BUILTIN(BUILTIN_integer): return read_bits(r, &b, out_value, &bits);
    default: return unexpected(r, code, "an integer");
    }
}

static ls_status read_float(ls_bytecode *r, size_t index, double *out_value)
{
    ls_bytes b;
    unsigned code;
    int64_t word;
    int bits;
    LS_TRY(open_attr(r, index, &b, &code));
    if (code != VHLO(VHLO_float)) return unexpected(r, code, "a float");
    LS_TRY(read_bits(r, &b, &word, &bits));
    if (bits == 32) {
        float value;
        memcpy(&value, &word, sizeof(value)); /* little-endian, as all machines we know */
        *out_value = value;
    } else if (bits == 64) {
        memcpy(out_value, &word, sizeof(*out_value));
    } else {
        return ls_fail(LS_UNIMPLEMENTED, "a float of %d bits as an attribute", bits);
    }
    return LS_OK;
}

static bool is_string(unsigned code)
{
    return code == VHLO(VHLO_string) || code == BUILTIN(BUILTIN_string);
}

ls_status ls_bytecode_string(ls_bytecode *r, size_t index, ls_bytecode_name *out_text)
{
    ls_bytes b;
    unsigned code;
    *out_text = (ls_bytecode_name){"", 0};
    LS_TRY(open_attr(r, index, &b, &code));
    if (!is_string(code)) return unexpected(r, code, "a string");
    LS_TRY(ls_bytes_index(&b, r->strings.count, "string", &index));
    *out_text = r->strings.data[index];
    return LS_OK;
}

/* --- Lists and dictionaries --------------------------------------------------------------------------------- */

static ls_status open_group(ls_bytecode *r, size_t index, unsigned vhlo, unsigned builtin, const char *what,
                            ls_bytes *out_group, size_t *out_count)
{
    unsigned code;
    *out_count = 0;
    LS_TRY(open_attr(r, index, out_group, &code));
    if (code != VHLO(vhlo) && code != BUILTIN(builtin)) return unexpected(r, code, what);
    return ls_bytes_count(out_group, out_count);
}

ls_status ls_bytecode_list_open(ls_bytecode *r, size_t index, ls_bytes *out_list, size_t *out_count)
{
    return open_group(r, index, VHLO_array, BUILTIN_array, "a list", out_list, out_count);
}

ls_status ls_bytecode_dict_open(ls_bytecode *r, size_t index, ls_bytes *out_dict, size_t *out_count)
{
    return open_group(r, index, VHLO_dictionary, BUILTIN_dictionary, "a dictionary", out_dict, out_count);
}

ls_status ls_bytecode_dict_next(ls_bytecode *r, ls_bytes *dict, ls_bytecode_name *out_name, size_t *out_value)
{
    size_t name;
    LS_TRY(ls_bytes_index(dict, r->attrs.count, "attribute", &name));
    LS_TRY(ls_bytes_index(dict, r->attrs.count, "attribute", out_value));
    return ls_bytecode_string(r, name, out_name);
}

/* --- Locations ---------------------------------------------------------------------------------------------- */

/* A file's name, line and column; of a range where it begins. */
static ls_status read_place(ls_bytecode *r, ls_bytes *b, bool is_range, ls_ir_op *op)
{
    size_t name;
    uint64_t count = 2, numbers[2] = {0};
    ls_bytecode_name file;
    LS_TRY(ls_bytes_index(b, r->attrs.count, "attribute", &name));
    LS_TRY(ls_bytecode_string(r, name, &file));
    if (is_range) LS_TRY(ls_bytes_varint(b, &count));
    for (uint64_t i = 0; i < count && i < 2; i++) LS_TRY(ls_bytes_varint(b, &numbers[i]));
    if (r->file != file.data) {
        r->file = file.data;
        r->kept_file = ls_arena_strndup(&r->module->arena, file.data, file.size);
        LS_ASSERT(r->kept_file && "out of memory");
    }
    op->file = r->kept_file;
    op->line = (uint32_t)numbers[0];
    op->column = (uint32_t)numbers[1];
    return LS_OK;
}

ls_status ls_bytecode_place(ls_bytecode *r, size_t index, ls_ir_op *op)
{
    for (int depth = 0; depth < LS_BYTECODE_MAX_DEPTH; depth++) {
        ls_bytes b;
        unsigned code;
        size_t count;
        if (index >= r->attrs.count || r->attrs.data[index].is_text) return LS_OK;
        LS_TRY(open_attr(r, index, &b, &code));
        switch (code) {
        case BUILTIN(BUILTIN_named): LS_TRY(ls_bytes_index(&b, r->attrs.count, "name", &index)); break;
        case BUILTIN(BUILTIN_fused):
        case BUILTIN(BUILTIN_fused_with_data):
            LS_TRY(ls_bytes_count(&b, &count));
            if (!count) return LS_OK;
            break;
        case BUILTIN(BUILTIN_call_site): break;
        case BUILTIN(BUILTIN_file_point):
        case BUILTIN(BUILTIN_file_range): return read_place(r, &b, code == BUILTIN(BUILTIN_file_range), op);
        default: return LS_OK;
        }
        LS_TRY(ls_bytes_index(&b, r->attrs.count, "location", &index)); /* the first of those that it is made of */
    }
    return LS_OK;
}

/* --- Tensors ------------------------------------------------------------------------------------------------ */

/* Eight to a byte from the lowest bit on, or a byte each in older artifacts; one byte may stand for all. */
static ls_status unpack_bools(ls_bytecode *r, ls_bytes blob, size_t count, ls_ir_dense *out_dense)
{
    size_t size = (size_t)(blob.end - blob.at);
    bool is_packed = size == (count + 7) / 8;
    out_dense->is_splat = count == 1 || (!is_packed && size == 1);
    if (!is_packed && size != 1 && size != count)
        return ls_fail(LS_INVALID_ARGUMENT, "a tensor of %zu i1 has %zu bytes", count, size);
    size_t kept = out_dense->is_splat ? 1 : count;
    unsigned char *bytes = LS_ARENA_ARRAY(&r->module->arena, unsigned char, kept ? kept : 1);
    LS_ASSERT(bytes && "out of memory");
    for (size_t i = 0; i < kept; i++) bytes[i] = is_packed ? blob.at[i / 8] >> i % 8 & 1 : blob.at[i] != 0;
    out_dense->data = bytes;
    return LS_OK;
}

/* Elements of fewer than 8 bits lie in a byte each; ours have the bits above as their type has them. */
static void extend_elements(ls_bytecode *r, ls_bytes blob, ls_ir_dense *dense)
{
    size_t size = (size_t)(blob.end - blob.at);
    int above = 8 - ls_dtype_bits(dense->type.dtype);
    unsigned char *bytes = ls_arena_copy(&r->module->arena, blob.at, size);
    LS_ASSERT(bytes && "out of memory");
    for (size_t i = 0; i < size; i++) {
        unsigned char high = (unsigned char)(bytes[i] << above);
        bytes[i] = ls_dtype_is_signed(dense->type.dtype) ? (unsigned char)((signed char)high >> above) : high >> above;
    }
    dense->data = bytes;
}

static ls_status read_tensor(ls_bytecode *r, size_t index, ls_ir_dense *out_dense)
{
    ls_bytes b, blob;
    unsigned code;
    size_t type;
    uint64_t size;
    *out_dense = (ls_ir_dense){0};
    LS_TRY(open_attr(r, index, &b, &code));
    if (code != VHLO(VHLO_tensor)) return unexpected(r, code, "a tensor");
    LS_TRY(ls_bytes_index(&b, r->types.count, "type", &type));
    LS_TRY(ls_bytecode_type(r, type, &out_dense->type));
    if (!ls_dtype_size(out_dense->type.dtype)) return ls_fail(LS_INVALID_ARGUMENT, "a token has no elements");
    LS_TRY(ls_bytes_varint(&b, &size));
    LS_TRY(ls_bytes_take(&b, size, &blob));
    if (out_dense->type.dtype == LS_BOOL)
        return unpack_bools(r, blob, (size_t)ls_shape_count(out_dense->type.shape), out_dense);
    size_t whole = ls_ir_type_bytes(&out_dense->type);
    out_dense->is_splat =
        size && size == ls_dtype_size(out_dense->type.dtype); /* one element alone too, as in the text */
    if (size != whole && !out_dense->is_splat)
        return ls_fail(LS_INVALID_ARGUMENT, "a tensor of %zu bytes has %llu", whole, (unsigned long long)size);
    out_dense->data = blob.at;
    if (size && ls_dtype_bits(out_dense->type.dtype) < 8) extend_elements(r, blob, out_dense);
    return LS_OK;
}

/* Beyond so many entries a splat is no attribute that an op can mean. */
#define MAX_ENTRIES (1 << 20)

static ls_status set_ints(ls_bytecode *r, ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index)
{
    ls_ir_dense dense;
    ls_arena *arena = &r->module->arena;
    LS_TRY(read_tensor(r, index, &dense));
    int64_t count = ls_shape_count(dense.type.shape);
    if ((dense.type.dtype != LS_I64 && dense.type.dtype != LS_BOOL) || count > MAX_ENTRIES)
        return ls_fail(LS_INVALID_ARGUMENT, "%s is no list of integers", ls_ir_attr_info_of(key)->name);
    if (!count && ls_ir_attr_info_of(key)->form == LS_FORM_member) return LS_OK; /* as in the text */
    int64_t *list = LS_ARENA_ARRAY(arena, int64_t, count);
    LS_ASSERT(list && "out of memory");
    size_t width = ls_dtype_size(dense.type.dtype);
    for (int64_t i = 0; i < count; i++)
        memcpy(&list[i], (const char *)dense.data + (dense.is_splat ? 0 : (size_t)i * width), width);
    ls_ir_attrs_set_ints(attrs, arena, key, list, (size_t)count);
    if (key != LS_ATTR_REPLICA_GROUPS) return LS_OK;
    if (dense.type.shape.rank != 2) return ls_fail(LS_INVALID_ARGUMENT, "replica_groups must have two dimensions");
    if (count) ls_ir_attrs_set_int(attrs, arena, LS_ATTR_GROUP_SIZE, dense.type.shape.dims[1]);
    return LS_OK;
}

/* --- By key ------------------------------------------------------------------------------------------------- */

/* A dictionary in place of a string, as newer custom calls have, is left out. */
static ls_status set_string(ls_bytecode *r, ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index)
{
    ls_bytes b;
    unsigned code;
    ls_bytecode_name text;
    LS_TRY(open_attr(r, index, &b, &code));
    if (code == VHLO(VHLO_dictionary)) return LS_OK;
    LS_TRY(ls_bytecode_string(r, index, &text));
    ls_ir_attrs_set_string(attrs, &r->module->arena, key, text.data, text.size);
    return LS_OK;
}

static ls_status set_value(ls_bytecode *r, ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index)
{
    ls_arena *arena = &r->module->arena;
    switch (ls_ir_attr_info_of(key)->kind) {
    case LS_ATTR_KIND_int: {
        int64_t value;
        LS_TRY(ls_bytecode_int(r, index, &value));
        ls_ir_attrs_set_int(attrs, arena, key, value);
        return LS_OK;
    }
    case LS_ATTR_KIND_float: {
        double value;
        LS_TRY(read_float(r, index, &value));
        ls_ir_attrs_set_float(attrs, arena, key, value);
        return LS_OK;
    }
    case LS_ATTR_KIND_ints: return set_ints(r, attrs, key, index);
    case LS_ATTR_KIND_string: return set_string(r, attrs, key, index);
    case LS_ATTR_KIND_dense: {
        ls_ir_dense dense;
        LS_TRY(read_tensor(r, index, &dense));
        ls_ir_attrs_set_dense(attrs, arena, key, dense);
        return LS_OK;
    }
    }
    return ls_fail(LS_UNIMPLEMENTED, "attribute %s is not supported", ls_ir_attr_info_of(key)->name);
}

ls_status ls_bytecode_set(ls_bytecode *r, ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index)
{
    return ls_context(set_value(r, attrs, key, index), "attribute %s", ls_ir_attr_info_of(key)->name);
}
