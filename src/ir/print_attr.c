/* Attributes and literals as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "base/error.h"
#include "ir/print.h"

/* --- Literals ----------------------------------------------------------------------------------------------- */

/* Beyond so many elements a literal is printed as the hexadecimal digits of its bytes. */
#define MAX_LISTED 64

static void print_float(ls_ir_printer *p, ls_dtype dtype, const void *element)
{
    uint64_t bits = 0;
    size_t width = ls_dtype_size(dtype);
    memcpy(&bits, element, width);
    double value = ls_element_read(dtype, element).real, back;
    if (!isfinite(value)) {
        ls_print_format(p, "0x%0*llX", (int)(2 * width), (unsigned long long)bits);
        return;
    }
    char text[48];
    snprintf(text, sizeof(text), "%.6e", value);
    back = strtod(text, NULL);
    bool is_exact = dtype == LS_F64 ? back == value : dtype == LS_F32 ? (float)back == (float)value : true;
    if (!is_exact) snprintf(text, sizeof(text), dtype == LS_F64 ? "%.16e" : "%.8e", value);
    ls_print_string(p, text);
}

static void print_element(ls_ir_printer *p, ls_dtype dtype, const void *element)
{
    switch (dtype) {
    case LS_BOOL: ls_print_string(p, *(const uint8_t *)element ? "true" : "false"); break;
    case LS_U64: ls_print_format(p, "%llu", (unsigned long long)*(const uint64_t *)element); break;
    case LS_C64:
    case LS_C128: {
        ls_dtype part = ls_dtype_part(dtype);
        ls_print_string(p, "(");
        print_float(p, part, element);
        ls_print_string(p, ",");
        print_float(p, part, (const char *)element + ls_dtype_size(part));
        ls_print_string(p, ")");
        break;
    }
    default:
        if (ls_dtype_is_integer(dtype))
            ls_print_int(p, ls_element_int(dtype, element));
        else
            print_float(p, dtype, element);
    }
}

/* Elements from *data on, which moves past them, as nested lists from dimension `dim` on. */
static void print_list(ls_ir_printer *p, const ls_ir_type *type, int dim, const char **data)
{
    if (dim == type->shape.rank) {
        print_element(p, type->dtype, *data);
        *data += ls_dtype_size(type->dtype);
        return;
    }
    ls_print_string(p, "[");
    for (int64_t i = 0; i < type->shape.dims[dim]; i++) {
        if (i) ls_print_string(p, ", ");
        print_list(p, type, dim + 1, data);
    }
    ls_print_string(p, "]");
}

static void print_blob(ls_ir_printer *p, const unsigned char *data, size_t size)
{
    static const char hex[] = "0123456789ABCDEF";
    ls_print_string(p, "\"0x");
    for (size_t i = 0; i < size; i++) ls_print_bytes(p, (char[]){hex[data[i] >> 4], hex[data[i] & 15]}, 2);
    ls_print_string(p, "\"");
}

void ls_print_dense(ls_ir_printer *p, const ls_ir_dense *dense)
{
    const char *data = dense->data;
    int64_t count = ls_shape_count(dense->type.shape);
    ls_print_string(p, "dense<");
    if (count && dense->is_splat)
        print_element(p, dense->type.dtype, data);
    else if (count > MAX_LISTED && ls_dtype_bits(dense->type.dtype) >= 8 && dense->type.dtype != LS_BOOL)
        print_blob(p, (const unsigned char *)data, ls_ir_type_bytes(&dense->type));
    else if (count)
        print_list(p, &dense->type, 0, &data);
    ls_print_string(p, "> : ");
    ls_print_type(p, &dense->type);
}

/* --- Attributes --------------------------------------------------------------------------------------------- */

/* dense<[[0, 1], [2, 3]]> : tensor<2x2xi64> */
static void print_table(ls_ir_printer *p, const int64_t *data, size_t count, size_t columns)
{
    size_t rows = columns ? count / columns : 0;
    ls_print_string(p, "dense<");
    for (size_t i = 0; i < rows; i++) {
        ls_print_string(p, i ? ", " : "[");
        ls_print_ints(p, data + i * columns, columns);
    }
    ls_print_format(p, "%s> : tensor<%zux%zuxi64>", rows ? "]" : "", rows, columns);
}

static void print_array(ls_ir_printer *p, const ls_ir_attr *attr, bool is_bools)
{
    ls_print_string(p, is_bools ? "array<i1" : "array<i64");
    for (size_t i = 0; i < attr->ints.count; i++) {
        ls_print_string(p, i ? ", " : ": ");
        if (is_bools)
            ls_print_string(p, attr->ints.data[i] ? "true" : "false");
        else
            ls_print_int(p, attr->ints.data[i]);
    }
    ls_print_string(p, ">");
}

static void print_attr_value(ls_ir_printer *p, const ls_ir_op *op, const ls_ir_attr *attr)
{
    const ls_ir_attr_info *info = ls_ir_attr_info_of(attr->key);
    switch (info->form) {
    case LS_FORM_i64:
    case LS_FORM_i32:
        ls_print_int(p, attr->i);
        ls_print_string(p, info->form == LS_FORM_i64 ? " : i64" : " : i32");
        break;
    case LS_FORM_f32:
        print_float(p, LS_F32, &(float){(float)attr->f});
        ls_print_string(p, " : f32");
        break;
    case LS_FORM_f64:
        print_float(p, LS_F64, &attr->f);
        ls_print_string(p, " : f64");
        break;
    case LS_FORM_flag: ls_print_string(p, attr->i ? "true" : "false"); break;
    case LS_FORM_array:
    case LS_FORM_bools: print_array(p, attr, info->form == LS_FORM_bools); break;
    case LS_FORM_pairs: print_table(p, attr->ints.data, attr->ints.count, 2); break;
    case LS_FORM_groups:
        print_table(p, attr->ints.data, attr->ints.count,
                    attr->ints.count ? (size_t)ls_ir_attr_int(&op->attrs, LS_ATTR_GROUP_SIZE, (int64_t)attr->ints.count)
                                     : 0);
        break;
    case LS_FORM_direction:
    case LS_FORM_comparison:
    case LS_FORM_algorithm:
    case LS_FORM_fft:
    case LS_FORM_transpose:
    case LS_FORM_distribution:
        ls_print_format(p, "#%s<%s %s>", op->kind == LS_IR_BROADCAST_COMPARE ? "chlo" : "stablehlo",
                        ls_ir_enum_name(info->form), ls_ir_enum_words(info->form)[attr->i]);
        break;
    case LS_FORM_channel:
        ls_print_format(p, "#stablehlo.channel_handle<handle = %lld, type = 1>", (long long)attr->i);
        break;
    case LS_FORM_string: ls_print_quoted(p, attr->string.data, attr->string.size); break;
    case LS_FORM_symbol: ls_print_symbol(p, attr->string.data); break;
    case LS_FORM_raw: ls_print_bytes(p, attr->string.data, attr->string.size); break;
    case LS_FORM_dense:
        if (op->kind != LS_IR_CONSTANT_LIKE) {
            ls_print_dense(p, &attr->dense);
            break;
        }
        print_element(p, attr->dense.type.dtype, attr->dense.data);
        ls_print_format(p, " : %s", ls_dtype_name(attr->dense.type.dtype));
        break;
    case LS_FORM_unit:
    case LS_FORM_member:
    case LS_FORM_hidden: break;
    }
}

static bool is_printed(const ls_ir_attr *attr)
{
    switch (ls_ir_attr_info_of(attr->key)->form) {
    case LS_FORM_member:
    case LS_FORM_hidden: return false;
    case LS_FORM_unit: return attr->i;
    case LS_FORM_channel: return attr->i > 0;
    case LS_FORM_comparison: return attr->i != LS_COMPARE_NOTYPE;
    default: return true;
    }
}

/* One row of dimension letters: which dimension each of a tensor's is. */
static void print_letters(ls_ir_printer *p, const ls_ir_op *op, ls_ir_attr_key first, ls_ir_attr_key second,
                          ls_ir_attr_key spatial, const char letters[2])
{
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, spatial, &count);
    int64_t at[2] = {ls_ir_attr_int(&op->attrs, first, 0), ls_ir_attr_int(&op->attrs, second, 0)};
    ls_print_string(p, "[");
    for (int64_t i = 0; i < (int64_t)count + 2; i++) {
        if (i) ls_print_string(p, ", ");
        for (int k = 0; k < 2; k++)
            if (at[k] == i) ls_print_bytes(p, &letters[k], 1);
        for (size_t k = 0; k < count; k++)
            if (dims[k] == i) ls_print_int(p, (int64_t)k);
    }
    ls_print_string(p, "]");
}

void ls_print_conv_dims(ls_ir_printer *p, const ls_ir_op *op)
{
    print_letters(p, op, LS_ATTR_INPUT_BATCH_DIMENSION, LS_ATTR_INPUT_FEATURE_DIMENSION,
                  LS_ATTR_INPUT_SPATIAL_DIMENSIONS, "bf");
    ls_print_string(p, "x");
    print_letters(p, op, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION,
                  LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, "io");
    ls_print_string(p, "->");
    print_letters(p, op, LS_ATTR_OUTPUT_BATCH_DIMENSION, LS_ATTR_OUTPUT_FEATURE_DIMENSION,
                  LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, "bf");
}

static void print_struct(ls_ir_printer *p, const ls_ir_op *op, const ls_ir_struct_info *info)
{
    ls_print_format(p, "%s = #stablehlo.%s<", info->attr, info->mnemonic);
    bool is_letters = op->kind == LS_IR_CONVOLUTION || op->kind == LS_IR_DYNAMIC_CONV;
    if (is_letters) ls_print_conv_dims(p, op);
    const char *separator = "";
    for (size_t i = 0; i < op->attrs.count && !is_letters; i++) {
        const ls_ir_attr *attr = &op->attrs.items[i];
        const ls_ir_attr_info *member = ls_ir_attr_info_of(attr->key);
        if (member->form != LS_FORM_member) continue;
        ls_print_format(p, "%s%s = ", separator, member->name);
        if (member->kind == LS_ATTR_KIND_ints)
            ls_print_ints(p, attr->ints.data, attr->ints.count);
        else
            ls_print_int(p, attr->i);
        separator = ", ";
    }
    ls_print_string(p, ">");
}

/* Readers insist on replica_groups; none is everybody. */
static bool lacks_groups(const ls_ir_op *op)
{
    return ls_ir_op_info_of(op->kind)->is_collective && op->kind != LS_IR_COLLECTIVE_PERMUTE &&
           !ls_ir_attr_find(&op->attrs, LS_ATTR_REPLICA_GROUPS);
}

bool ls_print_has_attrs(const ls_ir_op *op)
{
    if (ls_ir_struct_of(op->kind) || lacks_groups(op)) return true;
    for (size_t i = 0; i < op->attrs.count; i++)
        if (is_printed(&op->attrs.items[i])) return true;
    return false;
}

void ls_print_attrs(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_struct_info *info = ls_ir_struct_of(op->kind);
    const char *separator = "";
    if (info) {
        print_struct(p, op, info);
        separator = ", ";
    }
    if (lacks_groups(op)) {
        ls_print_format(p, "%sreplica_groups = dense<> : tensor<0x0xi64>", separator);
        separator = ", ";
    }
    for (size_t i = 0; i < op->attrs.count; i++) {
        const ls_ir_attr *attr = &op->attrs.items[i];
        if (!is_printed(attr)) continue;
        const ls_ir_attr_info *row = ls_ir_attr_info_of(attr->key);
        ls_print_format(p, "%s%s%s", separator, row->name, row->form == LS_FORM_unit ? "" : " = ");
        print_attr_value(p, op, attr);
        separator = ", ";
    }
}
