/* Values, regions, blocks, and the quoted form of any op. */
#include <string.h>

#include "ir/parse.h"

/* --- Names of values ---------------------------------------------------------------------------------------- */

static bool is_name_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("_$.-", c));
}

ls_status ls_parse_value_name(ls_ir_parser *p, ls_ir_span *out_name)
{
    if (!ls_parse_peek(p, "%")) return ls_parse_fail(p, NULL, "expected a value, %%name");
    const char *begin = p->at++;
    while (p->at < p->end && is_name_char(*p->at)) p->at++;
    if (p->at - begin < 2) return ls_parse_fail(p, begin, "expected a name after %%");
    *out_name = (ls_ir_span){begin, (size_t)(p->at - begin)};
    return LS_OK;
}

ls_status ls_parse_define(ls_ir_parser *p, ls_ir_span name, ls_ir_value **values, size_t count)
{
    return ls_parse_define_as(p, name, (ls_ir_named){.values = values, .count = count});
}

ls_status ls_parse_define_as(ls_ir_parser *p, ls_ir_span name, ls_ir_named what)
{
    if (ls_map_get(&p->values, name.data, name.size))
        return ls_parse_fail(p, name.data, "%.*s is defined already", name.size > 80 ? 80 : (int)name.size, name.data);
    ls_ir_named *named = LS_ARENA_NEW(&p->module->arena, ls_ir_named);
    LS_ASSERT(named && "out of memory");
    *named = what;
    ls_map_set(&p->values, name.data, name.size, named);
    *ls_vec_push(&p->visible) = name;
    return LS_OK;
}

size_t ls_parse_scope_open(ls_ir_parser *p)
{
    return p->visible.count;
}

void ls_parse_scope_close(ls_ir_parser *p, size_t scope)
{
    while (p->visible.count > scope) {
        ls_ir_span name = p->visible.data[--p->visible.count];
        ls_map_remove(&p->values, name.data, name.size);
    }
}

ls_status ls_parse_operand(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_span name;
    LS_TRY(ls_parse_value_name(p, &name));
    int64_t index = 0;
    bool has_index = p->at < p->end && *p->at == '#';
    if (has_index) {
        p->at++;
        LS_TRY(ls_parse_int(p, &index));
    }
    const ls_ir_named *named = ls_map_get(&p->values, name.data, name.size);
    int shown = name.size > 80 ? 80 : (int)name.size;
    if (!named) return ls_parse_fail(p, name.data, "%.*s is not defined before its use", shown, name.data);
    if (named->tuple && !has_index) {
        for (size_t i = 0; i < named->count; i++) *ls_vec_push(&draft->operands) = named->values[i];
        return LS_OK;
    }
    if (index < 0 || (size_t)index >= named->count || (!has_index && named->count != 1))
        return ls_parse_fail(p, name.data, "%.*s stands for %zu values: %.*s#0 is the first", shown, name.data,
                             named->count, shown, name.data);
    *ls_vec_push(&draft->operands) = named->values[index];
    return LS_OK;
}

ls_status ls_parse_operands(ls_ir_parser *p, ls_ir_draft *draft)
{
    if (!ls_parse_peek(p, "%")) return LS_OK;
    do LS_TRY(ls_parse_operand(p, draft));
    while (ls_parse_accept(p, ","));
    return LS_OK;
}

/* --- Types of operands and results -------------------------------------------------------------------------- */

ls_status ls_parse_operand_type(ls_ir_parser *p, ls_ir_draft *draft, size_t index)
{
    ls_ir_type type;
    ls_parse_space(p);
    const char *begin = p->at;
    LS_TRY(ls_parse_pattern(p, &type));
    if (index >= draft->operands.count)
        return ls_parse_fail(p, begin, "more operand types than the %zu operands", draft->operands.count);
    const ls_ir_type *is = &draft->operands.data[index]->type;
    if (ls_ir_type_fits(is, &type)) return LS_OK;
    char text[160], must[160];
    return ls_parse_fail(p, begin, "operand %zu is %s, not %s", index, ls_ir_type_format(is, text, sizeof(text)),
                         ls_ir_type_format(&type, must, sizeof(must)));
}

static ls_status parse_result_types(ls_ir_parser *p, ls_ir_draft *draft)
{
    if (!ls_parse_accept(p, "(")) return ls_parse_members(p, draft, &draft->tuple);
    size_t count = 0;
    while (!ls_parse_accept(p, ")")) {
        if (count++) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_members(p, draft, &draft->tuple));
        if (draft->tuple && (count > 1 || !ls_parse_peek(p, ")")))
            return ls_parse_fail(p, NULL, "a tuple among several results is not supported");
    }
    return LS_OK;
}

ls_status ls_parse_signature(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_expect(p, "("));
    size_t count = 0;
    while (!ls_parse_accept(p, ")")) {
        if (count) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_operand_types(p, draft, &count));
    }
    if (count != draft->operands.count)
        return ls_parse_fail(p, NULL, "%zu operand types for %zu operands", count, draft->operands.count);
    LS_TRY(ls_parse_expect(p, "->"));
    return parse_result_types(p, draft);
}

ls_status ls_parse_tail(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    return ls_parse_signature(p, draft);
}

/* --- Regions ------------------------------------------------------------------------------------------------ */

ls_status ls_parse_block_arg(ls_ir_parser *p, ls_ir_block *block)
{
    ls_ir_span name;
    ls_ir_type type;
    LS_TRY(ls_parse_value_name(p, &name));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(ls_parse_type(p, &type));
    LS_TRY(ls_parse_skip_loc(p));
    ls_ir_value *arg = ls_ir_block_add_arg(p->module, block, type);
    return ls_parse_define(p, name, ls_arena_copy(&p->module->arena, &arg, sizeof(arg)), 1);
}

/* ^bb0(%a: T, %b: T): */
static ls_status parse_label(ls_ir_parser *p, ls_ir_block *block)
{
    ls_ir_span name;
    LS_TRY(ls_parse_expect(p, "^"));
    if (!ls_parse_word(p, &name)) return ls_parse_fail(p, NULL, "expected the label's name");
    if (ls_parse_accept(p, "("))
        for (bool is_first = true; !ls_parse_accept(p, ")"); is_first = false) {
            if (!is_first) LS_TRY(ls_parse_expect(p, ","));
            LS_TRY(ls_parse_block_arg(p, block));
        }
    return ls_parse_expect(p, ":");
}

ls_status ls_parse_region(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_block *block = ls_ir_block_create(p->module);
    size_t scope = ls_parse_scope_open(p);
    LS_TRY(ls_parse_expect(p, "{"));
    if (ls_parse_peek(p, "^")) LS_TRY(parse_label(p, block));
    LS_TRY(ls_parse_block_ops(p, block));
    ls_parse_scope_close(p, scope);
    *ls_vec_push(&draft->regions) = block;
    return LS_OK;
}

/* --- Ops ---------------------------------------------------------------------------------------------------- */

typedef ls_status (*parse_fn)(ls_ir_parser *p, ls_ir_draft *draft);
static const parse_fn syntaxes[LS_IR_KIND_COUNT] = {
#define LS_OP(KIND, name, operands, results, regions, syntax, ...) [LS_IR_##KIND] = ls_ir_parse_##syntax,
#include "ir/ops.def"
#undef LS_OP
};

/* Behind the name: (%a, %b) <{properties}> ({region}) {attributes} : (T, T) -> T */
ls_status ls_ir_parse_generic(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_expect(p, ")"));
    if (ls_parse_peek(p, "<")) LS_TRY(ls_parse_attrs(p, draft, "<{", "}>"));
    if (ls_parse_accept(p, "(")) {
        do LS_TRY(ls_parse_region(p, draft));
        while (ls_parse_accept(p, ","));
        LS_TRY(ls_parse_expect(p, ")"));
    }
    return ls_parse_tail(p, draft);
}

/* Names that several dialects or short forms have for one op. */
static bool find_kind(ls_ir_span name, ls_ir_kind *out_kind)
{
    if (ls_span_is(name, "return") || ls_span_is(name, "func.return"))
        *out_kind = LS_IR_RETURN;
    else if (ls_span_is(name, "call"))
        *out_kind = LS_IR_CALL;
    else
        return ls_ir_kind_find(name.data, name.size, out_kind);
    return true;
}

/* The names before =, and how many values each stands for. */
typedef struct result_names {
    LS_VEC(ls_ir_span) names;
    LS_VEC(int64_t) counts;
} result_names;

/* %a = | %a:2 = | %a, %b = */
static ls_status parse_result_names(ls_ir_parser *p, result_names *names)
{
    if (!ls_parse_peek(p, "%")) return LS_OK;
    do {
        int64_t *count = ls_vec_push(&names->counts);
        *count = 1;
        LS_TRY(ls_parse_value_name(p, ls_vec_push(&names->names)));
        if (ls_parse_accept(p, ":")) LS_TRY(ls_parse_int(p, count));
        if (*count < 1) return ls_parse_fail(p, NULL, "expected how many results, at least 1");
    } while (ls_parse_accept(p, ","));
    return ls_parse_expect(p, "=");
}

static ls_status define_results(ls_ir_parser *p, const result_names *names, const ls_ir_op *op,
                                const ls_ir_tuple *tuple)
{
    size_t used = 0;
    if (tuple && names->names.count == 1)
        return ls_parse_define_as(p, names->names.data[0], (ls_ir_named){op->results, op->result_count, tuple});
    for (size_t i = 0; i < names->names.count; i++) {
        size_t count = (size_t)names->counts.data[i];
        if (count > op->result_count - used)
            return ls_parse_fail(p, names->names.data[i].data, "names for more results than the %zu there are",
                                 op->result_count);
        LS_TRY(ls_parse_define(p, names->names.data[i], op->results + used, count));
        used += count;
    }
    if (!names->names.count || used == op->result_count) return LS_OK;
    return ls_parse_fail(p, names->names.data[0].data, "names for %zu results where there are %zu", used,
                         op->result_count);
}

static ls_status append_draft(ls_ir_parser *p, ls_ir_block *block, const ls_ir_draft *draft, const char *at,
                              ls_ir_op **out_op)
{
    if (block->last && block->last->kind == LS_IR_RETURN)
        return ls_parse_fail(p, at, "stands behind the return that ends the block");
    uint32_t line, column;
    ls_parse_position(p, at, &line, &column);
    ls_ir_op_spec spec = {.kind = draft->kind,
                          .operands = draft->operands.data,
                          .operand_count = draft->operands.count,
                          .attrs = &draft->attrs,
                          .regions = draft->regions.data,
                          .region_count = draft->regions.count,
                          .types = draft->types.data,
                          .type_count = draft->types.count};
    LS_TRY(ls_context(ls_ir_append(p->module, block, &spec, out_op), "%u:%u", line, column));
    (*out_op)->line = line;
    (*out_op)->column = column;
    return LS_OK;
}

/* From the op's name on. */
static ls_status parse_named_op(ls_ir_parser *p, ls_ir_block *block, ls_ir_draft *draft, const result_names *names)
{
    ls_parse_space(p);
    const char *begin = p->at;
    ls_ir_span name;
    bool is_quoted = begin < p->end && *begin == '"';
    if (is_quoted)
        LS_TRY(ls_parse_string(p, &name));
    else if (!ls_parse_word(p, &name))
        return ls_parse_fail(p, NULL, "expected an op");
    bool is_tuple_op;
    ls_ir_named named;
    LS_TRY(ls_parse_tuple_op(p, draft, name, is_quoted, &is_tuple_op, &named));
    if (is_tuple_op) return names->names.count == 1 ? ls_parse_define_as(p, names->names.data[0], named) : LS_OK;
    if (!find_kind(name, &draft->kind))
        return ls_parse_fail(p, begin, "unknown op %.*s", name.size > 80 ? 80 : (int)name.size, name.data);
    p->op = name;
    LS_TRY((is_quoted ? ls_ir_parse_generic : syntaxes[draft->kind])(p, draft));
    LS_TRY(ls_parse_skip_loc(p));
    p->op = name; /* a region's ops have been there meanwhile */
    ls_ir_op *op;
    LS_TRY(append_draft(p, block, draft, begin, &op));
    return define_results(p, names, op, draft->tuple);
}

static ls_status parse_op(ls_ir_parser *p, ls_ir_block *block)
{
    ls_ir_span outer = p->op;
    ls_ir_draft draft = {0};
    result_names names = {0};
    p->op = (ls_ir_span){0};
    ls_status status = parse_result_names(p, &names);
    if (status == LS_OK) status = parse_named_op(p, block, &draft, &names);
    ls_vec_finish(&draft.operands);
    ls_vec_finish(&draft.regions);
    ls_vec_finish(&draft.types);
    ls_vec_finish(&names.names);
    ls_vec_finish(&names.counts);
    p->op = outer;
    return status;
}

ls_status ls_parse_block_ops(ls_ir_parser *p, ls_ir_block *block)
{
    if (p->depth == LS_PARSE_MAX_DEPTH)
        return ls_parse_fail(p, NULL, "regions are nested more than %d deep", LS_PARSE_MAX_DEPTH);
    p->depth++;
    while (!ls_parse_accept(p, "}")) {
        if (p->at == p->end) return ls_parse_fail(p, NULL, "expected } before the end of the text");
        if (*p->at == '^') return ls_parse_fail(p, NULL, "regions with several blocks are not supported");
        LS_TRY(parse_op(p, block));
    }
    p->depth--;
    return LS_OK;
}
