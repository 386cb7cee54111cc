/* What ops.def and attrs.def say, for the other files of this part. */
#ifndef LS_IR_TABLE_H
#define LS_IR_TABLE_H

#include "ir/ir.h"

typedef enum ls_ir_attr_form {
    LS_FORM_i64,
    LS_FORM_i32,
    LS_FORM_f32,
    LS_FORM_f64,
    LS_FORM_flag,
    LS_FORM_unit,
    LS_FORM_array,
    LS_FORM_bools,
    LS_FORM_pairs,
    LS_FORM_groups,
    LS_FORM_direction,
    LS_FORM_comparison,
    LS_FORM_algorithm,
    LS_FORM_fft,
    LS_FORM_transpose,
    LS_FORM_distribution,
    LS_FORM_channel,
    LS_FORM_string,
    LS_FORM_symbol,
    LS_FORM_raw,
    LS_FORM_dense,
    LS_FORM_member,
    LS_FORM_hidden,
} ls_ir_attr_form;

typedef struct ls_ir_attr_info {
    const char *name; /* in the text */
    ls_ir_attr_kind kind;
    ls_ir_attr_form form;
} ls_ir_attr_info;

const ls_ir_attr_info *ls_ir_attr_info_of(ls_ir_attr_key key);

/* The entries of convolution's `window = {...}`, in the order in which they are printed. */
typedef struct ls_ir_window_field {
    const char *name;
    ls_ir_attr_key key;
} ls_ir_window_field;
#define LS_IR_WINDOW_FIELD_COUNT 5
extern const ls_ir_window_field ls_ir_window_fields[LS_IR_WINDOW_FIELD_COUNT];

/* The row of a name that need not end in 0; false if there is none. Hidden attributes have no name in the text. */
bool ls_ir_kind_find(const char *name, size_t length, ls_ir_kind *out_kind);
bool ls_ir_attr_key_find(const char *name, size_t length, ls_ir_attr_key *out_key);

/* The words of an enum form, NULL past the last: ls_ir_enum_words(LS_FORM_direction)[LS_COMPARE_LT] is "LT". NULL for
 * other forms. */
const char *const *ls_ir_enum_words(ls_ir_attr_form form);
/* The name of an enum form in #stablehlo<name WORD>. */
const char *ls_ir_enum_name(ls_ir_attr_form form);

/* The structured attribute into which an op's member attributes go. */
typedef struct ls_ir_struct_info {
    ls_ir_kind kind;
    const char *attr, *mnemonic; /* "dimension_numbers", "gather" */
} ls_ir_struct_info;
const ls_ir_struct_info *ls_ir_struct_of(ls_ir_kind kind); /* NULL if it has none */

/* Where an op says what it calls. */
ls_ir_attr_key ls_ir_callee_key(ls_ir_kind kind);

/* Ops that combine two values in either order: those that "applies" may name. */
bool ls_ir_kind_is_commutative(ls_ir_kind kind);

#endif
