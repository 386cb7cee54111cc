/* Tuples are taken apart while reading: a name of a tuple stands for its leaves, a function or call takes and returns
 * those. */
#include "ir/parse.h"

ls_status ls_parse_members(ls_ir_parser *p, ls_ir_draft *draft, const ls_ir_tuple **out_tuple)
{
    *out_tuple = NULL;
    if (!ls_parse_accept(p, "tuple")) return ls_parse_pattern(p, ls_vec_push(&draft->types));
    if (p->depth == LS_PARSE_MAX_DEPTH) return ls_parse_fail(p, NULL, "tuples are nested too deeply");
    p->depth++;
    LS_VEC(const ls_ir_tuple *) members = {0};
    ls_ir_tuple *tuple = LS_ARENA_NEW(&p->module->arena, ls_ir_tuple);
    LS_ASSERT(tuple && "out of memory");
    size_t before = draft->types.count;
    ls_status status = ls_parse_expect(p, "<");
    while (status == LS_OK && !ls_parse_accept(p, ">")) {
        if (members.count) status = ls_parse_expect(p, ",");
        if (status == LS_OK) status = ls_parse_members(p, draft, ls_vec_push(&members));
    }
    tuple->leaves = draft->types.count - before;
    tuple->count = members.count;
    tuple->members = ls_arena_copy(&p->module->arena, members.data, members.count * sizeof(members.data[0]));
    ls_vec_finish(&members);
    p->depth--;
    *out_tuple = tuple;
    return status;
}

ls_status ls_parse_operand_types(ls_ir_parser *p, ls_ir_draft *draft, size_t *index)
{
    if (!ls_parse_peek(p, "tuple")) return ls_parse_operand_type(p, draft, (*index)++);
    const char *begin = p->at;
    ls_ir_draft leaves = {0};
    const ls_ir_tuple *tuple;
    ls_status status = ls_parse_members(p, &leaves, &tuple);
    for (size_t i = 0; i < leaves.types.count && status == LS_OK; i++, ++*index)
        if (*index >= draft->operands.count ||
            !ls_ir_type_fits(&draft->operands.data[*index]->type, &leaves.types.data[i]))
            status = ls_parse_fail(p, begin, "member %zu of the tuple has another type than operand %zu", i, *index);
    ls_vec_finish(&leaves.types);
    return status;
}

/* %a, %b : tuple<T, T> | "..."(%a, %b) : (T, T) -> tuple<T, T> */
static ls_status parse_tuple(ls_ir_parser *p, ls_ir_draft *draft, bool is_quoted, ls_ir_named *out_named)
{
    if (is_quoted) {
        LS_TRY(ls_ir_parse_generic(p, draft));
    } else {
        size_t count = 0;
        LS_TRY(ls_parse_operands(p, draft));
        LS_TRY(ls_parse_optional_attrs(p, draft));
        LS_TRY(ls_parse_expect(p, ":"));
        LS_TRY(ls_parse_members(p, draft, &draft->tuple));
        count = draft->types.count;
        if (count != draft->operands.count)
            return ls_parse_fail(p, NULL, "a tuple of %zu for %zu operands", count, draft->operands.count);
    }
    if (!draft->tuple) return ls_parse_fail(p, NULL, "expected the type of a tuple");
    *out_named = (ls_ir_named){
        ls_arena_copy(&p->module->arena, draft->operands.data, draft->operands.count * sizeof(draft->operands.data[0])),
        draft->operands.count, draft->tuple};
    return LS_OK;
}

/* %t[0] : (tuple<T, T>) -> T | "..."(%t) <{index = 0 : i32}> : (tuple<T, T>) -> T */
static ls_status parse_element(ls_ir_parser *p, ls_ir_draft *draft, bool is_quoted, ls_ir_named *out_named)
{
    ls_ir_span name;
    int64_t index = 0;
    if (is_quoted) LS_TRY(ls_parse_expect(p, "("));
    ls_parse_space(p);
    const char *begin = p->at;
    LS_TRY(ls_parse_value_name(p, &name));
    const ls_ir_named *tuple = ls_map_get(&p->values, name.data, name.size);
    if (!tuple || !tuple->tuple) return ls_parse_fail(p, begin, "expected the name of a tuple");
    p->at = begin;
    LS_TRY(ls_parse_operand(p, draft));
    if (!is_quoted) {
        LS_TRY(ls_parse_expect(p, "["));
        LS_TRY(ls_parse_int(p, &index));
        LS_TRY(ls_parse_expect(p, "]"));
    } else {
        LS_TRY(ls_parse_expect(p, ")"));
        if (ls_parse_peek(p, "<")) LS_TRY(ls_parse_attrs(p, draft, "<{", "}>"));
        LS_TRY(ls_parse_optional_attrs(p, draft));
        index = ls_ir_attr_int(&draft->attrs, LS_ATTR_INDEX, -1);
    }
    LS_TRY(ls_parse_tail(p, draft));
    if (index < 0 || (size_t)index >= tuple->tuple->count)
        return ls_parse_fail(p, begin, "the tuple has %zu members, not one of number %lld", tuple->tuple->count,
                             (long long)index);
    size_t first = 0;
    for (int64_t i = 0; i < index; i++) first += tuple->tuple->members[i] ? tuple->tuple->members[i]->leaves : 1;
    const ls_ir_tuple *member = tuple->tuple->members[index];
    *out_named = (ls_ir_named){tuple->values + first, member ? member->leaves : 1, member};
    if (draft->types.count != out_named->count ||
        (out_named->count == 1 && !ls_ir_type_fits(&out_named->values[0]->type, &draft->types.data[0])))
        return ls_parse_fail(p, begin, "the member has another type");
    return LS_OK;
}

ls_status ls_parse_tuple_op(ls_ir_parser *p, ls_ir_draft *draft, ls_ir_span op, bool is_quoted, bool *out_is_one,
                            ls_ir_named *out_named)
{
    bool is_tuple = ls_span_is(op, "stablehlo.tuple");
    *out_is_one = is_tuple || ls_span_is(op, "stablehlo.get_tuple_element");
    if (!*out_is_one) return LS_OK;
    p->op = op;
    LS_TRY((is_tuple ? parse_tuple : parse_element)(p, draft, is_quoted, out_named));
    return ls_parse_skip_loc(p);
}
