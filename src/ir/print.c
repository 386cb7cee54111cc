#include "ir/print.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* --- Text --------------------------------------------------------------------------------------------------- */

static void reserve(ls_ir_printer *p, size_t bytes)
{
    if (p->capacity - p->size >= bytes) return;
    p->capacity = 2 * p->capacity + bytes + 4096;
    p->text = realloc(p->text, p->capacity);
    LS_ASSERT(p->text && "out of memory");
}

void ls_print_bytes(ls_ir_printer *p, const char *text, size_t size)
{
    reserve(p, size + 1);
    memcpy(p->text + p->size, text, size);
    p->size += size;
}

void ls_print_string(ls_ir_printer *p, const char *text)
{
    ls_print_bytes(p, text, strlen(text));
}

void ls_print_int(ls_ir_printer *p, int64_t value)
{
    char digits[24], *at = digits + sizeof(digits);
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    ls_print_bytes(p, at, (size_t)(digits + sizeof(digits) - at));
}

void ls_print_format(ls_ir_printer *p, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    LS_ASSERT(length >= 0 && (size_t)length < sizeof(text));
    ls_print_bytes(p, text, (size_t)length);
}

void ls_print_quoted(ls_ir_printer *p, const char *text, size_t size)
{
    ls_print_string(p, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\')
            ls_print_format(p, "\\%02X", c);
        else
            ls_print_bytes(p, &text[i], 1);
    }
    ls_print_string(p, "\"");
}

void ls_print_symbol(ls_ir_printer *p, const char *name)
{
    static const char rest[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789$.";
    size_t length = strlen(name);
    bool is_bare = length && !strchr("0123456789$.", name[0]) && strspn(name, rest) == length;
    ls_print_string(p, "@");
    if (is_bare)
        ls_print_bytes(p, name, length);
    else
        ls_print_quoted(p, name, length);
}

void ls_print_newline(ls_ir_printer *p)
{
    static const char spaces[] = "                                ";
    ls_print_string(p, "\n");
    for (int left = p->indent; left > 0; left -= 32) ls_print_bytes(p, spaces, left < 32 ? (size_t)left : 32);
}

/* --- Types and values --------------------------------------------------------------------------------------- */

void ls_print_type(ls_ir_printer *p, const ls_ir_type *type)
{
    if (type->dtype == LS_TOKEN) {
        ls_print_string(p, "!stablehlo.token");
        return;
    }
    ls_print_string(p, "tensor<");
    for (int i = 0; i < type->shape.rank; i++) {
        ls_print_int(p, type->shape.dims[i]);
        ls_print_string(p, "x");
    }
    ls_print_string(p, ls_dtype_name(type->dtype));
    ls_print_string(p, ">");
}

void ls_print_value(ls_ir_printer *p, const ls_ir_value *value)
{
    ls_print_string(p, value->op ? "%" : "%arg");
    if (!value->op || value->op->result_count == 1) {
        ls_print_int(p, value->id);
    } else {
        ls_print_int(p, value->op->results[0]->id);
        ls_print_string(p, "#");
        ls_print_int(p, value->index);
    }
}

void ls_print_values(ls_ir_printer *p, ls_ir_value *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_value(p, values[i]);
    }
}

void ls_print_value_types(ls_ir_printer *p, ls_ir_value *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_type(p, &values[i]->type);
    }
}

void ls_print_signature(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, "(");
    ls_print_value_types(p, op->operands, op->operand_count);
    ls_print_string(p, ") -> ");
    if (op->result_count != 1) ls_print_string(p, "(");
    ls_print_value_types(p, op->results, op->result_count);
    if (op->result_count != 1) ls_print_string(p, ")");
}

void ls_print_ints(ls_ir_printer *p, const int64_t *data, size_t count)
{
    ls_print_string(p, "[");
    for (size_t i = 0; i < count; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_int(p, data[i]);
    }
    ls_print_string(p, "]");
}

void ls_print_ints_attr(ls_ir_printer *p, const ls_ir_op *op, ls_ir_attr_key key)
{
    size_t count;
    const int64_t *data = ls_ir_attr_ints(&op->attrs, key, &count);
    ls_print_ints(p, data, count);
}

/* --- Ops ---------------------------------------------------------------------------------------------------- */

typedef void (*print_fn)(ls_ir_printer *p, const ls_ir_op *op);
static const print_fn syntaxes[LS_IR_KIND_COUNT] = {
#define LS_OP(KIND, name, operands, results, regions, syntax, ...) [LS_IR_##KIND] = ls_ir_print_##syntax,
#include "ir/ops.def"
#undef LS_OP
};

void ls_ir_print_generic(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_format(p, "\"%s\"(", ls_ir_op_info_of(op->kind)->name);
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, ")");
    if (ls_print_has_attrs(op)) {
        ls_print_string(p, " <{");
        ls_print_attrs(p, op);
        ls_print_string(p, "}>");
    }
    for (size_t i = 0; i < op->region_count; i++) {
        ls_print_string(p, i ? ", " : " (");
        ls_print_region(p, op->regions[i]);
    }
    ls_print_string(p, op->region_count ? ") : " : " : ");
    ls_print_signature(p, op);
}

static void print_op(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_newline(p);
    if (op->result_count) {
        ls_print_string(p, "%");
        ls_print_int(p, op->results[0]->id);
        if (op->result_count > 1) {
            ls_print_string(p, ":");
            ls_print_int(p, (int64_t)op->result_count);
        }
        ls_print_string(p, " = ");
    }
    /* return has two names; its pretty form knows which. */
    (p->is_generic && op->kind != LS_IR_RETURN ? ls_ir_print_generic : syntaxes[op->kind])(p, op);
}

void ls_print_block(ls_ir_printer *p, const ls_ir_block *block)
{
    p->indent += 2;
    for (const ls_ir_op *op = block->first; op; op = op->next) print_op(p, op);
    p->indent -= 2;
}

void ls_print_region(ls_ir_printer *p, const ls_ir_block *block)
{
    ls_print_string(p, "{");
    if (block->arg_count) {
        ls_print_newline(p);
        ls_print_string(p, "^bb0(");
        for (size_t i = 0; i < block->arg_count; i++) {
            if (i) ls_print_string(p, ", ");
            ls_print_value(p, block->args[i]);
            ls_print_string(p, ": ");
            ls_print_type(p, &block->args[i]->type);
        }
        ls_print_string(p, "):");
    }
    ls_print_block(p, block);
    ls_print_newline(p);
    ls_print_string(p, "}");
}

/* --- Functions and modules ---------------------------------------------------------------------------------- */

static void print_arg_info(ls_ir_printer *p, const ls_ir_arg_info *info)
{
    if (info->alias_output >= 0)
        ls_print_format(p, " {tf.aliasing_output = %d : i32}", info->alias_output);
    else if (info->is_donor)
        ls_print_string(p, " {jax.buffer_donor = true}");
}

static void print_func(ls_ir_printer *p, const ls_ir_func *func)
{
    ls_print_newline(p);
    ls_print_format(p, "func.func %s ", func->is_public ? "public" : "private");
    ls_print_symbol(p, func->name);
    ls_print_string(p, "(");
    for (size_t i = 0; i < func->body->arg_count; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_value(p, func->body->args[i]);
        ls_print_string(p, ": ");
        ls_print_type(p, &func->body->args[i]->type);
        print_arg_info(p, &func->arg_info[i]);
    }
    ls_print_string(p, ")");
    if (func->result_count) ls_print_string(p, " -> (");
    for (size_t i = 0; i < func->result_count; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_type(p, &func->result_types[i]);
    }
    ls_print_string(p, func->result_count ? ") {" : " {");
    ls_print_block(p, func->body);
    ls_print_newline(p);
    ls_print_string(p, "}");
}

ls_status ls_ir_print_as(const ls_ir_module *module, bool is_generic, char **out_text, size_t *out_size)
{
    ls_ir_printer p = {.is_generic = is_generic};
    /* Numbers are written as C does, whatever the program's locale. */
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = c_locale ? uselocale(c_locale) : (locale_t)0;
    ls_print_string(&p, "module ");
    ls_print_symbol(&p, module->name);
    ls_print_format(&p, " attributes {mhlo.num_partitions = %d : i32, mhlo.num_replicas = %d : i32} {",
                    module->num_partitions, module->num_replicas);
    p.indent = 2;
    for (ls_ir_func *func = module->funcs; func; func = func->next) {
        ls_ir_number(func);
        print_func(&p, func);
    }
    ls_print_string(&p, "\n}\n");
    if (c_locale) {
        uselocale(old);
        freelocale(c_locale);
    }
    p.text[p.size] = 0; /* ls_print_bytes keeps room for it */
    *out_text = p.text;
    if (out_size) *out_size = p.size;
    return LS_OK;
}

ls_status ls_ir_print(const ls_ir_module *module, char **out_text, size_t *out_size)
{
    return ls_ir_print_as(module, false, out_text, out_size);
}
