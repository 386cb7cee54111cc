#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/parse.h"

/* --- Positions and errors ----------------------------------------------------------------------------------- */

void ls_parse_position(ls_ir_parser *p, const char *at, uint32_t *out_line, uint32_t *out_column)
{
    if (!p->counted || at < p->counted) {
        p->counted = p->line_begin = p->begin;
        p->line = 1;
    }
    while (p->counted < at) {
        const char *newline = memchr(p->counted, '\n', (size_t)(at - p->counted));
        p->counted = newline ? newline + 1 : at;
        if (!newline) break;
        p->line_begin = newline + 1;
        p->line++;
    }
    *out_line = p->line;
    *out_column = (uint32_t)(at - p->line_begin) + 1;
}

ls_status ls_parse_fail(ls_ir_parser *p, const char *at, const char *format, ...)
{
    char message[600];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    uint32_t line, column;
    if (!at) ls_parse_space(p);
    ls_parse_position(p, at ? at : p->at, &line, &column);
    int shown = p->op.size > 80 ? 80 : (int)p->op.size;
    return ls_fail(LS_INVALID_ARGUMENT, "%u:%u: %s%.*s%s%s", line, column, shown ? "in " : "", shown,
                   p->op.data ? p->op.data : "", shown ? ": " : "", message);
}

/* --- Characters --------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_word_start(c) || is_digit(c) || c == '$' || c == '.';
}

void ls_parse_space(ls_ir_parser *p)
{
    while (p->at < p->end) {
        if (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r') {
            p->at++;
        } else if (*p->at == '/' && p->end - p->at > 1 && p->at[1] == '/') {
            const char *newline = memchr(p->at, '\n', (size_t)(p->end - p->at));
            p->at = newline ? newline : p->end;
        } else {
            return;
        }
    }
}

bool ls_parse_peek(ls_ir_parser *p, const char *token)
{
    ls_parse_space(p);
    size_t length = strlen(token), left = (size_t)(p->end - p->at);
    if (left < length || memcmp(p->at, token, length)) return false;
    return !is_word(token[length - 1]) || left == length || !is_word(p->at[length]);
}

bool ls_parse_accept(ls_ir_parser *p, const char *token)
{
    if (!ls_parse_peek(p, token)) return false;
    p->at += strlen(token);
    return true;
}

ls_status ls_parse_expect(ls_ir_parser *p, const char *token)
{
    if (ls_parse_accept(p, token)) return LS_OK;
    if (p->at == p->end) return ls_parse_fail(p, NULL, "expected %s before the end of the text", token);
    return ls_parse_fail(p, NULL, "expected %s", token);
}

/* --- Words, numbers, strings -------------------------------------------------------------------------------- */

bool ls_parse_word(ls_ir_parser *p, ls_ir_span *out_word)
{
    ls_parse_space(p);
    const char *begin = p->at;
    if (begin == p->end || !is_word_start(*begin)) return false;
    while (p->at < p->end && is_word(*p->at)) p->at++;
    *out_word = (ls_ir_span){begin, (size_t)(p->at - begin)};
    return true;
}

bool ls_span_is(ls_ir_span span, const char *text)
{
    return strlen(text) == span.size && !memcmp(span.data, text, span.size);
}

ls_status ls_parse_int(ls_ir_parser *p, int64_t *out_value)
{
    ls_parse_space(p);
    const char *begin = p->at;
    bool is_negative = p->at < p->end && *p->at == '-';
    int64_t value = 0;
    p->at += is_negative;
    if (p->at == p->end || !is_digit(*p->at)) return ls_parse_fail(p, begin, "expected an integer");
    for (; p->at < p->end && is_digit(*p->at); p->at++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_sub_overflow(value, *p->at - '0', &value))
            return ls_parse_fail(p, begin, "the integer does not fit 64 bits");
    if (!is_negative && __builtin_mul_overflow(value, -1, &value))
        return ls_parse_fail(p, begin, "the integer does not fit 64 bits");
    *out_value = value;
    return LS_OK;
}

ls_status ls_parse_bool_or_int(ls_ir_parser *p, int64_t *out_value)
{
    bool is_true = ls_parse_accept(p, "true");
    if (!is_true && !ls_parse_accept(p, "false")) return ls_parse_int(p, out_value);
    *out_value = is_true;
    return LS_OK;
}

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* Past the closing quote, or NULL if there is none. */
static const char *string_end(const ls_ir_parser *p, const char *at)
{
    for (at++; at < p->end && *at != '"'; at++)
        if (*at == '\\' && at + 1 < p->end) at++;
    return at < p->end ? at + 1 : NULL;
}

ls_status ls_parse_string(ls_ir_parser *p, ls_ir_span *out_text)
{
    if (!ls_parse_peek(p, "\"")) return ls_parse_fail(p, NULL, "expected a string");
    const char *begin = p->at, *end = string_end(p, begin);
    if (!end) return ls_parse_fail(p, begin, "the string does not end");
    char *text = ls_arena_alloc(&p->module->arena, (size_t)(end - begin));
    LS_ASSERT(text && "out of memory");
    size_t size = 0;
    for (const char *at = begin + 1; at < end - 1; at++) {
        char c = *at;
        if (c == '\\') {
            int high = hex_digit(at[1]), low = high >= 0 ? hex_digit(at[2]) : -1;
            if (low >= 0)
                c = (char)(high << 4 | low), at += 2;
            else
                c = at[1] == 'n' ? '\n' : at[1] == 't' ? '\t' : at[1], at++;
        }
        text[size++] = c;
    }
    p->at = end;
    *out_text = (ls_ir_span){text, size};
    return LS_OK;
}

ls_status ls_parse_symbol(ls_ir_parser *p, ls_ir_span *out_name)
{
    LS_TRY(ls_parse_expect(p, "@"));
    if (p->at < p->end && *p->at == '"') {
        LS_TRY(ls_parse_string(p, out_name));
    } else {
        ls_ir_span word;
        if (p->at == p->end || !is_word_start(*p->at) || !ls_parse_word(p, &word))
            return ls_parse_fail(p, NULL, "expected a name after @");
        out_name->data = ls_arena_strndup(&p->module->arena, word.data, word.size);
        out_name->size = word.size;
        LS_ASSERT(out_name->data && "out of memory");
    }
    if (memchr(out_name->data, 0, out_name->size))
        return ls_parse_fail(p, NULL, "the name before here has a 0 byte in it");
    return LS_OK;
}

ls_status ls_parse_int_list(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    LS_VEC(int64_t) list = {0};
    ls_status status = ls_parse_expect(p, "[");
    while (status == LS_OK && !ls_parse_accept(p, "]")) {
        if (list.count) status = ls_parse_expect(p, ",");
        if (status == LS_OK) status = ls_parse_bool_or_int(p, ls_vec_push(&list));
    }
    if (status == LS_OK) ls_ir_attrs_set_ints(attrs, &p->module->arena, key, list.data, list.count);
    ls_vec_finish(&list);
    return status;
}

/* --- Skipping ----------------------------------------------------------------------------------------------- */

ls_status ls_parse_skip(ls_ir_parser *p, bool to_newline)
{
    char closers[128];
    size_t open = 0;
    for (; p->at < p->end; p->at++) {
        char c = *p->at;
        if (c == '"') {
            const char *end = string_end(p, p->at);
            if (!end) return ls_parse_fail(p, p->at, "the string does not end");
            p->at = end - 1;
        } else if (c == '-' && p->end - p->at > 1 && p->at[1] == '>') {
            p->at++;
        } else if (c == '(' || c == '[' || c == '{' || c == '<') {
            if (open == sizeof(closers)) return ls_parse_fail(p, p->at, "brackets are nested too deeply");
            closers[open++] = c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>';
        } else if (c == ')' || c == ']' || c == '}' || c == '>') {
            if (!open) return LS_OK;
            if (closers[--open] != c) return ls_parse_fail(p, p->at, "expected %c instead of %c", closers[open], c);
        } else if (!open && (to_newline ? c == '\n' : c == ',')) {
            return LS_OK;
        }
    }
    if (open) return ls_parse_fail(p, p->end, "expected %c before the end of the text", closers[open - 1]);
    return LS_OK;
}

ls_status ls_parse_skip_loc(ls_ir_parser *p)
{
    if (!ls_parse_accept(p, "loc")) return LS_OK;
    LS_TRY(ls_parse_expect(p, "("));
    for (;;) {
        LS_TRY(ls_parse_skip(p, false));
        if (!ls_parse_accept(p, ",")) return ls_parse_expect(p, ")");
    }
}
