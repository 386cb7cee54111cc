/* Writing StableHLO text: what the files of the printer share. */
#ifndef LS_IR_PRINT_H
#define LS_IR_PRINT_H

#include "ir/table.h"

typedef struct ls_ir_printer {
    char *text;
    size_t size, capacity;
    int indent;      /* columns */
    bool is_generic; /* quoted form for every op */
} ls_ir_printer;

void ls_print_bytes(ls_ir_printer *p, const char *text, size_t size);
void ls_print_string(ls_ir_printer *p, const char *text);
void ls_print_int(ls_ir_printer *p, int64_t value);
void ls_print_format(ls_ir_printer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ls_print_quoted(ls_ir_printer *p, const char *text, size_t size); /* "text", escaped */
void ls_print_symbol(ls_ir_printer *p, const char *name);              /* @name, quoted if need be */
void ls_print_newline(ls_ir_printer *p);                               /* with the indentation */

void ls_print_type(ls_ir_printer *p, const ls_ir_type *type);
void ls_print_value(ls_ir_printer *p, const ls_ir_value *value);                       /* %3, %arg0, %4#1 */
void ls_print_values(ls_ir_printer *p, ls_ir_value *const *values, size_t count);      /* %3, %4 */
void ls_print_value_types(ls_ir_printer *p, ls_ir_value *const *values, size_t count); /* T, T */
void ls_print_signature(ls_ir_printer *p, const ls_ir_op *op);                         /* (T, T) -> T */
void ls_print_head(ls_ir_printer *p, const ls_ir_op *op);                              /* name %3, %4 */
void ls_print_tail(ls_ir_printer *p, const ls_ir_op *op);                              /* : (T, T) -> T */
void ls_print_ints(ls_ir_printer *p, const int64_t *data, size_t count);               /* [1, 2] */
void ls_print_ints_attr(ls_ir_printer *p, const ls_ir_op *op, ls_ir_attr_key key);     /* [1, 2]; [] if absent */

/* The word of an enum attribute. */
const char *ls_print_enum_word(const ls_ir_op *op, ls_ir_attr_key key);

/* dense<...> : tensor<...>, with every bit kept. */
void ls_print_dense(ls_ir_printer *p, const ls_ir_dense *dense);

/* The op's attributes as `name = value, ...` in their quoted forms, those that the text must have included. */
void ls_print_attrs(ls_ir_printer *p, const ls_ir_op *op);
bool ls_print_has_attrs(const ls_ir_op *op);
void ls_print_conv_dims(ls_ir_printer *p, const ls_ir_op *op); /* [b, f, 0]x[o, i, 0]->[b, f, 0] */

/* The ops of a block, one a line. */
void ls_print_block(ls_ir_printer *p, const ls_ir_block *block);
/* "{", arguments if there are any, ops, "}". */
void ls_print_region(ls_ir_printer *p, const ls_ir_block *block);

/* Pretty forms: the op without its results, from its name on. `generic` is the quoted one. */
#define LS_OP(KIND, name, operands, results, regions, syntax, ...)                                                     \
    void ls_ir_print_##syntax(ls_ir_printer *p, const ls_ir_op *op);
#include "ir/ops.def"
#undef LS_OP

#endif
