/* Pretty forms of what stands for other programs: calls, composites, assertions. */
#include "ir/parse.h"

static void set_callee(ls_ir_parser *p, ls_ir_draft *draft, ls_ir_span name)
{
    ls_ir_attrs_set_string(&draft->attrs, &p->module->arena, ls_ir_callee_key(draft->kind), name.data, name.size);
}

/* @f(%a, %b) : (T, T) -> T */
ls_status ls_ir_parse_call(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_span name;
    LS_TRY(ls_parse_symbol(p, &name));
    set_callee(p, draft, name);
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_expect(p, ")"));
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_custom_call(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_call(p, draft);
}

/* "name" %a, %b {decomposition = @f} : (T, T) -> T */
ls_status ls_ir_parse_composite(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_span name;
    LS_TRY(ls_parse_string(p, &name));
    ls_ir_attrs_set_string(&draft->attrs, &p->module->arena, LS_ATTR_NAME, name.data, name.size);
    LS_TRY(ls_parse_operands(p, draft));
    if (ls_parse_peek(p, "(")) return ls_parse_fail(p, NULL, "composites with regions are not supported");
    return ls_parse_tail(p, draft);
}

/* `, tolerance = 0.1`, `, max_ulp_difference = 3`; any number of them */
static ls_status parse_limits(ls_ir_parser *p, ls_ir_draft *draft)
{
    static const ls_ir_attr_key keys[] = {LS_ATTR_MAX_ULP_DIFFERENCE, LS_ATTR_MIN_ULP_DIFFERENCE};
    ls_arena *arena = &p->module->arena;
    while (ls_parse_accept(p, ",")) {
        if (ls_parse_accept(p, "tolerance")) {
            double tolerance = 0;
            LS_TRY(ls_parse_expect(p, "="));
            LS_TRY(ls_parse_number(p, &tolerance));
            ls_ir_attrs_set_float(&draft->attrs, arena, LS_ATTR_TOLERANCE, tolerance);
            continue;
        }
        int which = ls_parse_accept(p, ls_ir_attr_info_of(keys[0])->name) ? 0 : 1;
        if (which) LS_TRY(ls_parse_expect(p, ls_ir_attr_info_of(keys[1])->name));
        int64_t ulps = 0;
        LS_TRY(ls_parse_expect(p, "="));
        LS_TRY(ls_parse_int(p, &ulps));
        ls_ir_attrs_set_int(&draft->attrs, arena, keys[which], ulps);
    }
    return ls_parse_optional_attrs(p, draft);
}

/* %a, dense<...> : T, tolerance = 0.1 */
static ls_status parse_check_const(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_dense dense;
    ls_ir_alias_mark mark;
    LS_TRY(ls_parse_alias_enter(p, &mark));
    LS_TRY(ls_parse_dense(p, &dense));
    ls_parse_alias_leave(p, &mark);
    ls_ir_attrs_set_dense(&draft->attrs, &p->module->arena, LS_ATTR_VALUE, dense);
    return parse_limits(p, draft);
}

/* %a, %b, tolerance = 0.1 : T | : T, T */
ls_status ls_ir_parse_check(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    if (ls_ir_op_info_of(draft->kind)->operands == 1) return parse_check_const(p, draft);
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_limits(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(ls_parse_operand_type(p, draft, 0));
    return ls_parse_accept(p, ",") ? ls_parse_operand_type(p, draft, 1) : LS_OK;
}
