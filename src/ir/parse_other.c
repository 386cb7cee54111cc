/* Pretty forms of CHLO's ops, of transforms and factorisations, and of older ops. */
#include "ir/parse.h"

/* %x, %y : T, T -> T | : (T, T) -> T */
ls_status ls_ir_parse_chlo(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    if (ls_parse_peek(p, "(")) return ls_parse_signature(p, draft);
    for (size_t i = 0; i < draft->operands.count; i++) {
        if (i && !ls_parse_accept(p, ",")) break; /* one type for all */
        LS_TRY(ls_parse_operand_type(p, draft, i));
    }
    if (ls_parse_accept(p, "->")) return ls_parse_pattern(p, ls_vec_push(&draft->types));
    if (draft->operands.count) *ls_vec_push(&draft->types) = draft->operands.data[0]->type;
    return LS_OK;
}

ls_status ls_ir_parse_chlo_predicate(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_chlo(p, draft);
}

ls_status ls_ir_parse_chlo_broadcast(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_chlo(p, draft);
}

/* %x, %y {comparison_direction = #stablehlo<comparison_direction LT>} : (T, T) -> T, the name being CHLO's too */
ls_status ls_ir_parse_broadcast_compare(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_chlo(p, draft);
}

/* (%x, k = 2) : T -> (T, T) */
ls_status ls_ir_parse_top_k(ls_ir_parser *p, ls_ir_draft *draft)
{
    int64_t k = 0;
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_expect(p, "k"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int(p, &k));
    LS_TRY(ls_parse_expect(p, ")"));
    ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, LS_ATTR_K, k);
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(ls_parse_operand_type(p, draft, 0));
    LS_TRY(ls_parse_expect(p, "->"));
    LS_TRY(ls_parse_expect(p, "("));
    for (int i = 0; i < 2; i++) {
        if (i) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_pattern(p, ls_vec_push(&draft->types)));
    }
    return ls_parse_expect(p, ")");
}

/* `, name =` behind the operands, of which a comma follows the last */
static ls_status parse_operands_and_field(ls_ir_parser *p, ls_ir_draft *draft, const char *name)
{
    LS_TRY(ls_parse_operand(p, draft));
    for (;;) {
        LS_TRY(ls_parse_expect(p, ","));
        if (!ls_parse_peek(p, "%")) break;
        LS_TRY(ls_parse_operand(p, draft));
    }
    LS_TRY(ls_parse_expect(p, name));
    return ls_parse_expect(p, "=");
}

/* `: T`, the type of operands and result, or a signature */
static ls_status parse_one_type(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_chlo(p, draft); /* no operands come next */
}

/* %x, sizes = [2, 3] : (T) -> T */
ls_status ls_ir_parse_broadcast(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_and_field(p, draft, "sizes"));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, LS_ATTR_BROADCAST_SIZES));
    return ls_parse_tail(p, draft);
}

/* %x, %y, config = "ab,bc->ac" : (T, T) -> T */
ls_status ls_ir_parse_einsum(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_span config;
    LS_TRY(parse_operands_and_field(p, draft, "config"));
    LS_TRY(ls_parse_string(p, &config));
    ls_ir_attrs_set_string(&draft->attrs, &p->module->arena, LS_ATTR_EINSUM_CONFIG, config.data, config.size);
    return ls_parse_tail(p, draft);
}

/* %x, dim = 0 : (T) -> S */
ls_status ls_ir_parse_dimension_size(ls_ir_parser *p, ls_ir_draft *draft)
{
    int64_t dim = 0;
    LS_TRY(parse_operands_and_field(p, draft, "dim"));
    LS_TRY(ls_parse_int(p, &dim));
    ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, LS_ATTR_DIMENSION, dim);
    return ls_parse_tail(p, draft);
}

/* %x, type = FFT, length = [8] : (T) -> T */
ls_status ls_ir_parse_fft(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_and_field(p, draft, "type"));
    ls_parse_space(p);
    LS_TRY(ls_parse_enum(p, &draft->attrs, LS_ATTR_FFT_TYPE));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_expect(p, "length"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, LS_ATTR_FFT_LENGTH));
    return ls_parse_tail(p, draft);
}

/* %a, lower = true : T */
ls_status ls_ir_parse_cholesky(ls_ir_parser *p, ls_ir_draft *draft)
{
    int64_t is_lower = 0;
    LS_TRY(ls_parse_operand(p, draft));
    if (ls_parse_accept(p, ",")) {
        LS_TRY(ls_parse_expect(p, "lower"));
        LS_TRY(ls_parse_expect(p, "="));
        LS_TRY(ls_parse_bool_or_int(p, &is_lower));
        ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, LS_ATTR_LOWER, is_lower);
    }
    return parse_one_type(p, draft);
}

/* %a, %b, %shape, distribution = UNIFORM : (T, T, S) -> T */
ls_status ls_ir_parse_rng(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_and_field(p, draft, "distribution"));
    ls_parse_space(p);
    LS_TRY(ls_parse_enum(p, &draft->attrs, LS_ATTR_RNG_DISTRIBUTION));
    return ls_parse_tail(p, draft);
}
