/* Pretty forms: one function per name in the syntax column of ops.def, from behind the op's name on. */
#include <string.h>

#include "ir/parse.h"

/* `: T` where operands and results have that type, or a whole signature. */
static ls_status parse_short_tail(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    if (ls_parse_peek(p, "(")) return ls_parse_signature(p, draft);
    if (!draft->operands.count) return ls_parse_pattern(p, ls_vec_push(&draft->types));
    const char *begin = p->at;
    for (size_t i = 0; i < draft->operands.count; i++) {
        p->at = begin;
        LS_TRY(ls_parse_operand_type(p, draft, i));
    }
    *ls_vec_push(&draft->types) = draft->operands.data[0]->type;
    return LS_OK;
}

/* `: T, T`: the operands' types, the first `count` of them. */
static ls_status parse_type_list(ls_ir_parser *p, ls_ir_draft *draft, size_t count)
{
    for (size_t i = 0; i < count;) {
        LS_TRY(ls_parse_expect(p, i ? "," : ":"));
        LS_TRY(ls_parse_operand_types(p, draft, &i));
    }
    return LS_OK;
}

/* `, name = [1, 2]` */
static ls_status parse_ints_field(ls_ir_parser *p, ls_ir_draft *draft, const char *name, ls_ir_attr_key key)
{
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_expect(p, name));
    LS_TRY(ls_parse_expect(p, "="));
    return ls_parse_int_list(p, &draft->attrs, key);
}

/* `name = 1` */
static ls_status parse_int_field(ls_ir_parser *p, ls_ir_draft *draft, const char *name, ls_ir_attr_key key)
{
    int64_t value = 0;
    LS_TRY(ls_parse_expect(p, name));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int(p, &value));
    ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, key, value);
    return LS_OK;
}

/* `%a, %b,`: operands of which the last is followed by a comma and a field. */
static ls_status parse_operands_before_field(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    for (;;) {
        LS_TRY(ls_parse_expect(p, ","));
        if (!ls_parse_peek(p, "%")) return LS_OK;
        LS_TRY(ls_parse_operand(p, draft));
    }
}

/* --- Elementwise -------------------------------------------------------------------------------------------- */

/* %x : T | %x : (T) -> T | %x : T -> T (CHLO) */
ls_status ls_ir_parse_unary(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_short_tail(p, draft));
    if (!ls_parse_accept(p, "->")) return LS_OK;
    draft->types.count = 0;
    return ls_parse_pattern(p, ls_vec_push(&draft->types));
}

ls_status ls_ir_parse_binary(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    return parse_short_tail(p, draft);
}

/* %re, %im : T, the result's type */
ls_status ls_ir_parse_complex(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    if (ls_parse_peek(p, "(")) return ls_parse_signature(p, draft);
    return ls_parse_pattern(p, ls_vec_push(&draft->types));
}

ls_status ls_ir_parse_clamp(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_binary(p, draft);
}

ls_status ls_ir_parse_functional(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    return ls_parse_tail(p, draft);
}

/* %x, format = e8m7 : T */
ls_status ls_ir_parse_reduce_precision(ls_ir_parser *p, ls_ir_draft *draft)
{
    static const ls_ir_attr_key keys[] = {LS_ATTR_EXPONENT_BITS, LS_ATTR_MANTISSA_BITS};
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_expect(p, "format"));
    LS_TRY(ls_parse_expect(p, "="));
    ls_parse_space(p);
    for (int i = 0; i < 2; i++) {
        int64_t value = 0;
        if (p->at == p->end || *p->at != "em"[i]) return ls_parse_fail(p, NULL, "expected a format such as e8m7");
        p->at++;
        LS_TRY(ls_parse_int(p, &value));
        ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, keys[i], value);
    }
    return parse_short_tail(p, draft);
}

/* LT, %a, %b, FLOAT : (T, T) -> T */
ls_status ls_ir_parse_compare(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_enum(p, &draft->attrs, LS_ATTR_COMPARISON_DIRECTION));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_operand(p, draft));
    if (ls_parse_accept(p, ",")) LS_TRY(ls_parse_enum(p, &draft->attrs, LS_ATTR_COMPARE_TYPE));
    return ls_parse_tail(p, draft);
}

/* %p, %a, %b : P, T | : (P, T, T) -> T */
ls_status ls_ir_parse_select(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    if (ls_parse_peek(p, "(")) return ls_parse_signature(p, draft);
    LS_TRY(ls_parse_operand_type(p, draft, 0));
    LS_TRY(ls_parse_expect(p, ","));
    return ls_parse_operand_type(p, draft, 1);
}

/* --- Making and moving -------------------------------------------------------------------------------------- */

/* {attributes} dense<...> : T */
ls_status ls_ir_parse_constant(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_dense dense;
    ls_ir_alias_mark mark;
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_alias_enter(p, &mark));
    LS_TRY(ls_parse_dense(p, &dense));
    ls_parse_alias_leave(p, &mark);
    ls_ir_attrs_set_dense(&draft->attrs, &p->module->arena, LS_ATTR_VALUE, dense);
    return LS_OK;
}

/* dim = 0 : T */
ls_status ls_ir_parse_iota(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_int_field(p, draft, "dim", LS_ATTR_IOTA_DIMENSION));
    return ls_ir_parse_id(p, draft);
}

/* : T */
ls_status ls_ir_parse_id(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_optional_attrs(p, draft));
    LS_TRY(ls_parse_expect(p, ":"));
    return ls_parse_pattern(p, ls_vec_push(&draft->types));
}

ls_status ls_ir_parse_broadcast_in_dim(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_ints_field(p, draft, "dims", LS_ATTR_BROADCAST_DIMENSIONS));
    return ls_parse_tail(p, draft);
}

/* %x, %shape, dims = [1] : (T, S) -> T */
ls_status ls_ir_parse_dynamic_broadcast_in_dim(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_before_field(p, draft));
    LS_TRY(ls_parse_expect(p, "dims"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, LS_ATTR_BROADCAST_DIMENSIONS));
    return ls_parse_tail(p, draft);
}

/* %shape, dim = 0 : (S) -> T */
ls_status ls_ir_parse_dynamic_iota(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_before_field(p, draft));
    LS_TRY(parse_int_field(p, draft, "dim", LS_ATTR_IOTA_DIMENSION));
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_concatenate(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_before_field(p, draft));
    LS_TRY(parse_int_field(p, draft, "dim", LS_ATTR_DIMENSION));
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_dynamic_slice(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_operands_before_field(p, draft));
    LS_TRY(ls_parse_expect(p, "sizes"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, LS_ATTR_SLICE_SIZES));
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_pad(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_ints_field(p, draft, "low", LS_ATTR_EDGE_PADDING_LOW));
    LS_TRY(parse_ints_field(p, draft, "high", LS_ATTR_EDGE_PADDING_HIGH));
    LS_TRY(parse_ints_field(p, draft, "interior", LS_ATTR_INTERIOR_PADDING));
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_reverse(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_ints_field(p, draft, "dims", LS_ATTR_DIMENSIONS));
    return parse_short_tail(p, draft);
}

/* %x [0:2, 0:3:2] : (T) -> T */
ls_status ls_ir_parse_slice(ls_ir_parser *p, ls_ir_draft *draft)
{
    static const ls_ir_attr_key keys[] = {LS_ATTR_START_INDICES, LS_ATTR_LIMIT_INDICES, LS_ATTR_STRIDES};
    int64_t ranges[3][LS_MAX_RANK];
    size_t rank = 0;
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, "["));
    for (; !ls_parse_accept(p, "]"); rank++) {
        if (rank) LS_TRY(ls_parse_expect(p, ","));
        if (rank == LS_MAX_RANK) return ls_parse_fail(p, NULL, "too many dimensions");
        LS_TRY(ls_parse_int(p, &ranges[0][rank]));
        LS_TRY(ls_parse_expect(p, ":"));
        LS_TRY(ls_parse_int(p, &ranges[1][rank]));
        ranges[2][rank] = 1;
        if (ls_parse_accept(p, ":")) LS_TRY(ls_parse_int(p, &ranges[2][rank]));
    }
    for (int i = 0; i < 3; i++) ls_ir_attrs_set_ints(&draft->attrs, &p->module->arena, keys[i], ranges[i], rank);
    return ls_parse_tail(p, draft);
}

ls_status ls_ir_parse_transpose(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(parse_ints_field(p, draft, "dims", LS_ATTR_PERMUTATION));
    return ls_parse_tail(p, draft);
}

/* %state, algorithm = THREE_FRY : (S) -> (S, T) */
ls_status ls_ir_parse_rng_bit_generator(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_expect(p, "algorithm"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_enum(p, &draft->attrs, LS_ATTR_RNG_ALGORITHM));
    return ls_parse_tail(p, draft);
}

/* --- Reductions, products, convolution ---------------------------------------------------------------------- */

/* reducer(%a: S, %b: S) (%c: S, %d: S) { ops }: a pair per input; the firsts are the first block arguments */
static ls_status parse_reducer(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_block *block = ls_ir_block_create(p->module);
    size_t scope = ls_parse_scope_open(p), n = draft->operands.count / 2;
    LS_TRY(ls_parse_expect(p, "reducer"));
    for (size_t i = 0; i < n; i++) {
        LS_TRY(ls_parse_expect(p, "("));
        LS_TRY(ls_parse_block_arg(p, block));
        LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_block_arg(p, block));
        LS_TRY(ls_parse_expect(p, ")"));
    }
    ls_ir_value **args = LS_ARENA_ARRAY(&p->module->arena, ls_ir_value *, block->arg_count);
    LS_ASSERT(args && "out of memory");
    for (size_t i = 0; i < block->arg_count; i++) {
        args[i % 2 * n + i / 2] = block->args[i];
        block->args[i]->index = (uint32_t)(i % 2 * n + i / 2);
    }
    block->args = args;
    LS_TRY(ls_parse_skip_loc(p));
    LS_TRY(ls_parse_expect(p, "{"));
    LS_TRY(ls_parse_block_ops(p, block));
    ls_parse_scope_close(p, scope);
    *ls_vec_push(&draft->regions) = block;
    return LS_OK;
}

/* (%x init: %c), (%y init: %d): inputs first, then initial values */
static ls_status parse_reduce_operands(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_draft inits = {0};
    ls_status status;
    do {
        LS_TRY_GOTO(ls_parse_expect(p, "("), done);
        LS_TRY_GOTO(ls_parse_operand(p, draft), done);
        LS_TRY_GOTO(ls_parse_expect(p, "init"), done);
        LS_TRY_GOTO(ls_parse_expect(p, ":"), done);
        LS_TRY_GOTO(ls_parse_operand(p, &inits), done);
        LS_TRY_GOTO(ls_parse_expect(p, ")"), done);
    } while (ls_parse_accept(p, ","));
    for (size_t i = 0; i < inits.operands.count; i++) *ls_vec_push(&draft->operands) = inits.operands.data[i];
done:
    ls_vec_finish(&inits.operands);
    return status;
}

/* (%x init: %c) applies stablehlo.add across dimensions = [0] : (T, S) -> T, or with a reducer behind */
ls_status ls_ir_parse_reduce(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(parse_reduce_operands(p, draft));
    bool is_short = ls_parse_accept(p, "applies");
    if (is_short) {
        ls_ir_span name;
        ls_ir_kind kind;
        ls_parse_space(p);
        const char *begin = p->at;
        if (!ls_parse_word(p, &name) || !ls_ir_kind_find(name.data, name.size, &kind) ||
            !ls_ir_op_info_of(kind)->is_binary)
            return ls_parse_fail(p, begin, "expected an op that combines two values");
        ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, LS_ATTR_REDUCER, kind);
    }
    LS_TRY(ls_parse_expect(p, "across"));
    LS_TRY(ls_parse_expect(p, "dimensions"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, LS_ATTR_DIMENSIONS));
    LS_TRY(ls_parse_tail(p, draft));
    if (is_short) return LS_OK;
    LS_TRY(ls_parse_skip_loc(p));
    return parse_reducer(p, draft);
}

/* `[0] x [1]` */
static ls_status parse_dim_pair(ls_ir_parser *p, ls_ir_draft *draft, ls_ir_attr_key lhs, ls_ir_attr_key rhs)
{
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_int_list(p, &draft->attrs, lhs));
    LS_TRY(ls_parse_expect(p, "x"));
    return ls_parse_int_list(p, &draft->attrs, rhs);
}

/* One [...] or <...>. */
static ls_status skip_bracketed(ls_ir_parser *p)
{
    bool is_list = ls_parse_accept(p, "[");
    if (!is_list) LS_TRY(ls_parse_expect(p, "<"));
    do LS_TRY(ls_parse_skip(p, false));
    while (ls_parse_accept(p, ","));
    return ls_parse_expect(p, is_list ? "]" : ">");
}

/* precision = [...] or algorithm = <...>: every product here has full precision. */
static ls_status skip_precision(ls_ir_parser *p)
{
    if (!ls_parse_accept(p, "precision")) LS_TRY(ls_parse_expect(p, "algorithm"));
    LS_TRY(ls_parse_expect(p, "="));
    ls_parse_space(p);
    return skip_bracketed(p);
}

/* %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [...], algorithm = <...> : (T, T) -> T
 */
ls_status ls_ir_parse_dot_general(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_operand(p, draft));
    while (ls_parse_accept(p, ",")) {
        if (ls_parse_accept(p, "batching_dims")) {
            LS_TRY(parse_dim_pair(p, draft, LS_ATTR_LHS_BATCHING_DIMENSIONS, LS_ATTR_RHS_BATCHING_DIMENSIONS));
        } else if (ls_parse_accept(p, "contracting_dims")) {
            LS_TRY(parse_dim_pair(p, draft, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, LS_ATTR_RHS_CONTRACTING_DIMENSIONS));
        } else {
            LS_TRY(skip_precision(p));
        }
    }
    return ls_parse_tail(p, draft);
}

/* %a, %b, precision = [DEFAULT, DEFAULT] : (T, T) -> T */
ls_status ls_ir_parse_dot(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operand(p, draft));
    LS_TRY(ls_parse_expect(p, ","));
    LS_TRY(ls_parse_operand(p, draft));
    if (ls_parse_accept(p, ",")) LS_TRY(skip_precision(p));
    return parse_short_tail(p, draft);
}

/* [[1, 2], [3, 4]] as 1, 2, 3, 4 */
static ls_status parse_pairs(ls_ir_parser *p, ls_ir_draft *draft, ls_ir_attr_key key)
{
    int64_t pairs[2 * LS_MAX_RANK];
    size_t count = 0;
    LS_TRY(ls_parse_expect(p, "["));
    while (!ls_parse_accept(p, "]")) {
        if (count) LS_TRY(ls_parse_expect(p, ","));
        if (count == 2 * LS_MAX_RANK) return ls_parse_fail(p, NULL, "too many dimensions");
        LS_TRY(ls_parse_expect(p, "["));
        LS_TRY(ls_parse_int(p, &pairs[count++]));
        LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_int(p, &pairs[count++]));
        LS_TRY(ls_parse_expect(p, "]"));
    }
    ls_ir_attrs_set_ints(&draft->attrs, &p->module->arena, key, pairs, count);
    return LS_OK;
}

/* {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} */
static ls_status parse_window(ls_ir_parser *p, ls_ir_draft *draft)
{
    const ls_ir_window_field *fields = ls_ir_window_fields;
    LS_TRY(ls_parse_expect(p, "{"));
    for (bool is_first = true; !ls_parse_accept(p, "}"); is_first = false) {
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        size_t f = 0, count = LS_IR_WINDOW_FIELD_COUNT;
        while (f < count && !ls_parse_accept(p, fields[f].name)) f++;
        if (f == count) return ls_parse_fail(p, NULL, "expected stride, pad, lhs_dilate, rhs_dilate or reverse");
        LS_TRY(ls_parse_expect(p, "="));
        LS_TRY(fields[f].key == LS_ATTR_PADDING ? parse_pairs(p, draft, fields[f].key)
                                                : ls_parse_int_list(p, &draft->attrs, fields[f].key));
    }
    return LS_OK;
}

/* (%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {...} {attributes} : (T, T) -> T */
ls_status ls_ir_parse_convolution(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_expect(p, ")"));
    LS_TRY(ls_parse_expect(p, "dim_numbers"));
    LS_TRY(ls_parse_expect(p, "="));
    LS_TRY(ls_parse_conv_dims(p, &draft->attrs));
    if (ls_parse_accept(p, ",")) {
        LS_TRY(ls_parse_expect(p, "window"));
        LS_TRY(ls_parse_expect(p, "="));
        LS_TRY(parse_window(p, draft));
    }
    return ls_parse_tail(p, draft);
}

/* --- Control flow ------------------------------------------------------------------------------------------- */

ls_status ls_ir_parse_optimization_barrier(ls_ir_parser *p, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_operands(p, draft));
    LS_TRY(ls_parse_optional_attrs(p, draft));
    return parse_type_list(p, draft, draft->operands.count);
}

ls_status ls_ir_parse_return(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_ir_parse_optimization_barrier(p, draft);
}

/* One region of while: its arguments are named as in the head. */
static ls_status parse_while_region(ls_ir_parser *p, ls_ir_draft *draft, const char *word, const ls_ir_span *names)
{
    LS_TRY(ls_parse_expect(p, word));
    ls_ir_block *block = ls_ir_block_create(p->module);
    size_t scope = ls_parse_scope_open(p);
    for (size_t i = 0; i < draft->operands.count; i++) {
        ls_ir_value *arg = ls_ir_block_add_arg(p->module, block, draft->operands.data[i]->type);
        LS_TRY(ls_parse_define(p, names[i], ls_arena_copy(&p->module->arena, &arg, sizeof(arg)), 1));
    }
    LS_TRY(ls_parse_expect(p, "{"));
    LS_TRY(ls_parse_block_ops(p, block));
    ls_parse_scope_close(p, scope);
    *ls_vec_push(&draft->regions) = block;
    return LS_OK;
}

typedef LS_VEC(ls_ir_span) span_vec;

/* %iterArg = %c, ... */
static ls_status parse_while_args(ls_ir_parser *p, ls_ir_draft *draft, span_vec *names)
{
    LS_TRY(ls_parse_expect(p, "("));
    while (!ls_parse_accept(p, ")")) {
        if (names->count) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_value_name(p, ls_vec_push(names)));
        LS_TRY(ls_parse_expect(p, "="));
        LS_TRY(ls_parse_operand(p, draft));
    }
    return LS_OK;
}

/* (%iterArg = %c, ...) : T, T attributes {...} cond {...} do {...} */
ls_status ls_ir_parse_while(ls_ir_parser *p, ls_ir_draft *draft)
{
    span_vec names = {0};
    ls_status status;
    LS_TRY_GOTO(parse_while_args(p, draft, &names), done);
    LS_TRY_GOTO(parse_type_list(p, draft, draft->operands.count), done);
    LS_TRY_GOTO(ls_parse_skip_loc(p), done);
    if (ls_parse_accept(p, "attributes")) LS_TRY_GOTO(ls_parse_attrs(p, draft, "{", "}"), done);
    LS_TRY_GOTO(parse_while_region(p, draft, "cond", names.data), done);
    LS_TRY_GOTO(parse_while_region(p, draft, "do", names.data), done);
done:
    ls_vec_finish(&names);
    return status;
}
