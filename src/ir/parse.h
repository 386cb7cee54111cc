/* Reading StableHLO text: what the files of the parser share. A recursive descent straight over the characters. */
#ifndef LS_IR_PARSE_H
#define LS_IR_PARSE_H

#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/table.h"

/* A piece of the text. */
typedef struct ls_ir_span {
    const char *data;
    size_t size;
} ls_ir_span;

typedef struct ls_ir_parser {
    const char *begin, *end;
    const char *at;
    ls_ir_module *module;
    ls_map values;              /* visible names, with the %, to ls_ir_named */
    LS_VEC(ls_ir_span) visible; /* the same names, innermost last */
    ls_map aliases;             /* #name and !name to the ls_ir_span they stand for */
    int depth;                  /* of regions and of aliases within aliases */
    ls_ir_span op;              /* the op being read, for messages; empty outside */
    /* Where lines were counted up to: positions are mostly asked for in ascending order. */
    const char *counted, *line_begin;
    uint32_t line;
} ls_ir_parser;

/* The structure of a tuple: a member that is no tuple itself is NULL and one leaf. */
typedef struct ls_ir_tuple {
    size_t count, leaves;
    const struct ls_ir_tuple *const *members;
} ls_ir_tuple;

typedef struct ls_ir_named {
    ls_ir_value **values;
    size_t count;
    const ls_ir_tuple *tuple; /* whose leaves the values are; NULL: results of an op, or one value */
} ls_ir_named;

/* An op while it is read. */
typedef struct ls_ir_draft {
    ls_ir_kind kind;
    LS_VEC(ls_ir_value *) operands;
    LS_VEC(ls_ir_block *) regions;
    LS_VEC(ls_ir_type) types; /* of its results, as far as the text has them */
    const ls_ir_tuple *tuple; /* that its results are the leaves of */
    ls_ir_attrs attrs;
} ls_ir_draft;

#define LS_PARSE_MAX_DEPTH 64

/* --- Characters and words (parse_text.c) -------------------------------------------------------------------- */

/* Fails with "line:column: in OP: message"; `at` is where, NULL: here. */
ls_status ls_parse_fail(ls_ir_parser *p, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
void ls_parse_position(ls_ir_parser *p, const char *at, uint32_t *out_line, uint32_t *out_column);

void ls_parse_space(ls_ir_parser *p); /* and comments */
/* Whether `token` comes next, after space; a word must end there. accept moves past it, expect fails without it. */
bool ls_parse_peek(ls_ir_parser *p, const char *token);
bool ls_parse_accept(ls_ir_parser *p, const char *token);
ls_status ls_parse_expect(ls_ir_parser *p, const char *token);

bool ls_parse_word(ls_ir_parser *p, ls_ir_span *out_word); /* [A-Za-z_][A-Za-z0-9_$.]* */
bool ls_span_is(ls_ir_span span, const char *text);
ls_status ls_parse_int(ls_ir_parser *p, int64_t *out_value); /* decimal */
ls_status ls_parse_bool_or_int(ls_ir_parser *p, int64_t *out_value);
ls_status ls_parse_string(ls_ir_parser *p,
                          ls_ir_span *out_text); /* unescaped, in the module's arena, with a 0 after it */
ls_status ls_parse_symbol(ls_ir_parser *p, ls_ir_span *out_name); /* @name or @"name", likewise */
ls_status ls_parse_int_list(ls_ir_parser *p, ls_ir_attrs *attrs,
                            ls_ir_attr_key key); /* [1, 2], set as that attribute */

/* Skips one attribute value of any kind, brackets and strings matched: up to the next , or closing bracket, or if
 * `to_newline` up to the end of the line. */
ls_status ls_parse_skip(ls_ir_parser *p, bool to_newline);
ls_status ls_parse_skip_loc(ls_ir_parser *p); /* loc(...), if it comes next */

/* --- Types and literals (parse_literal.c) ------------------------------------------------------------------- */

ls_status ls_parse_type(ls_ir_parser *p, ls_ir_type *out_type);
ls_status ls_parse_pattern(ls_ir_parser *p, ls_ir_type *out_type);  /* may have sizes of −1: tensor<?x3xf32> */
ls_status ls_parse_dense(ls_ir_parser *p, ls_ir_dense *out_dense);  /* dense<...> : tensor<...>; data in the arena */
ls_status ls_parse_scalar(ls_ir_parser *p, ls_ir_dense *out_dense); /* 1.0 : f32, as a literal of no dimensions */
ls_status ls_parse_float(ls_ir_parser *p, double *out_value);       /* 1.0e-5 or 0x7FC00000, with or without : type */
ls_status ls_parse_number(ls_ir_parser *p, double *out_value);      /* 1.0e-5 alone */

/* --- Attributes (parse_attr.c) ------------------------------------------------------------------------------ */

/* `{name = value, ...}`: known names are set, others skipped. Both brackets as given: "{" "}", or "<{" "}>". */
ls_status ls_parse_attrs(ls_ir_parser *p, ls_ir_draft *draft, const char *open, const char *close);
ls_status ls_parse_optional_attrs(ls_ir_parser *p, ls_ir_draft *draft);
ls_status ls_parse_conv_dims(ls_ir_parser *p, ls_ir_attrs *attrs);                /* [b, f, 0]x[o, i, 0]->[b, f, 0] */
ls_status ls_parse_enum(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key); /* LT */
ls_status ls_parse_alias(ls_ir_parser *p); /* #name = value or !name = type, at the top */
/* If an alias of the text comes next: moves past it, into its value; leave goes back to behind the alias. */
typedef struct ls_ir_alias_mark {
    const char *at, *end; /* NULL: it was no alias */
} ls_ir_alias_mark;
ls_status ls_parse_alias_enter(ls_ir_parser *p, ls_ir_alias_mark *out_mark);
void ls_parse_alias_leave(ls_ir_parser *p, const ls_ir_alias_mark *mark); /* does nothing if it was none */

/* --- Ops (parse_op.c, parse_pretty.c, parse_call.c)
 * ----------------------------------------------------------------------- */

ls_status ls_parse_operand(ls_ir_parser *p, ls_ir_draft *draft);   /* %a */
ls_status ls_parse_operands(ls_ir_parser *p, ls_ir_draft *draft);  /* %a, %b; none if no % comes next */
ls_status ls_parse_signature(ls_ir_parser *p, ls_ir_draft *draft); /* (T, T) -> T, checked against the operands */
ls_status ls_parse_operand_type(ls_ir_parser *p, ls_ir_draft *draft, size_t index); /* T, checked */
ls_status ls_parse_tail(ls_ir_parser *p, ls_ir_draft *draft);                       /* {attributes} : signature */

/* %a: T, as an argument of `block`, and visible from now on. */
ls_status ls_parse_block_arg(ls_ir_parser *p, ls_ir_block *block);
/* Defines a name; of `named` the parser keeps a copy. */
ls_status ls_parse_define_as(ls_ir_parser *p, ls_ir_span name, ls_ir_named named);
ls_status ls_parse_define(ls_ir_parser *p, ls_ir_span name, ls_ir_value **values, size_t count);
size_t ls_parse_scope_open(ls_ir_parser *p);
void ls_parse_scope_close(ls_ir_parser *p, size_t scope);
ls_status ls_parse_value_name(ls_ir_parser *p, ls_ir_span *out_name); /* %a, with the % */

ls_status ls_parse_region(ls_ir_parser *p, ls_ir_draft *draft);    /* { ^bb0(...): ops }, added to the draft */
ls_status ls_parse_block_ops(ls_ir_parser *p, ls_ir_block *block); /* ops up to and with } */

/* --- Tuples (parse_tuple.c) --------------------------------------------------------------------------------- */

/* A type, or a tuple's leaves, to draft->types; the tuple's structure or NULL. */
ls_status ls_parse_members(ls_ir_parser *p, ls_ir_draft *draft, const ls_ir_tuple **out_tuple);
/* The type of operand *index, or a tuple of that and the next ones; moves *index past them. */
ls_status ls_parse_operand_types(ls_ir_parser *p, ls_ir_draft *draft, size_t *index);
/* tuple and get_tuple_element, from behind the name on: no ops, but what their result stands for. */
ls_status ls_parse_tuple_op(ls_ir_parser *p, ls_ir_draft *draft, ls_ir_span op, bool is_quoted, bool *out_is_one,
                            ls_ir_named *out_named);

#define LS_OP(KIND, name, operands, results, regions, syntax, ...)                                                     \
    ls_status ls_ir_parse_##syntax(ls_ir_parser *p, ls_ir_draft *draft);
#include "ir/ops.def"
#undef LS_OP

#endif
