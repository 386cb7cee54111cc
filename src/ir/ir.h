/* StableHLO as data: modules of functions, blocks of ops in SSA form. Everything of a module lives in its arena.
 *
 * The tracer builds modules and prints them; the CPU device parses text into the same modules. ops.def and attrs.def
 * say which ops and attributes there are. */
#ifndef LS_IR_IR_H
#define LS_IR_IR_H

#include "base/arena.h"
#include <lockstep/types.h>

typedef enum ls_ir_kind {
#define LS_OP(kind, ...) LS_IR_##kind,
#include "ir/ops.def"
#undef LS_OP
    LS_IR_KIND_COUNT
} ls_ir_kind;

typedef enum ls_ir_attr_key {
#define LS_ATTR(key, ...) LS_ATTR_##key,
#include "ir/attrs.def"
#undef LS_ATTR
    LS_ATTR_KEY_COUNT
} ls_ir_attr_key;

typedef enum ls_ir_attr_kind {
    LS_ATTR_KIND_int,
    LS_ATTR_KIND_ints,
    LS_ATTR_KIND_float,
    LS_ATTR_KIND_string,
    LS_ATTR_KIND_dense
} ls_ir_attr_kind;

typedef enum ls_ir_compare {
    LS_COMPARE_EQ,
    LS_COMPARE_NE,
    LS_COMPARE_GE,
    LS_COMPARE_GT,
    LS_COMPARE_LE,
    LS_COMPARE_LT
} ls_ir_compare;
typedef enum ls_ir_compare_type {
    LS_COMPARE_NOTYPE,
    LS_COMPARE_FLOAT,
    LS_COMPARE_TOTALORDER,
    LS_COMPARE_SIGNED,
    LS_COMPARE_UNSIGNED
} ls_ir_compare_type;
typedef enum ls_ir_rng_algorithm { LS_RNG_DEFAULT, LS_RNG_THREE_FRY, LS_RNG_PHILOX } ls_ir_rng_algorithm;

typedef enum ls_ir_fft_type { LS_FFT_FFT, LS_FFT_IFFT, LS_FFT_RFFT, LS_FFT_IRFFT } ls_ir_fft_type;
typedef enum ls_ir_transpose {
    LS_TRANSPOSE_INVALID,
    LS_TRANSPOSE_NONE,
    LS_TRANSPOSE_TRANSPOSE,
    LS_TRANSPOSE_ADJOINT
} ls_ir_transpose;
typedef enum ls_ir_rng_distribution { LS_RNG_UNIFORM = 1, LS_RNG_NORMAL } ls_ir_rng_distribution;

typedef struct ls_ir_type {
    ls_dtype dtype;
    ls_shape shape;
} ls_ir_type;

/* Literal data: `bytes` bytes, row-major; or one element that stands for all (`is_splat`). */
typedef struct ls_ir_dense {
    ls_ir_type type;
    const void *data;
    bool is_splat;
} ls_ir_dense;

typedef struct ls_ir_attr {
    ls_ir_attr_key key;
    union {
        int64_t i;
        double f;
        struct {
            const int64_t *data;
            size_t count;
        } ints;
        struct {
            const char *data; /* 0-terminated */
            size_t size;
        } string;
        ls_ir_dense dense;
    };
} ls_ir_attr;

/* Attributes of one op, in ascending order of their keys. */
typedef struct ls_ir_attrs {
    ls_ir_attr *items;
    size_t count;
} ls_ir_attrs;

typedef struct ls_ir_op ls_ir_op;
typedef struct ls_ir_block ls_ir_block;

typedef struct ls_ir_value {
    ls_ir_type type;
    ls_ir_op *op;       /* that defines it; NULL for a block argument */
    ls_ir_block *block; /* whose argument it is; NULL for an op's result */
    uint32_t index;     /* which result or argument */
    uint32_t id;        /* dense number within the function; see ls_ir_number */
} ls_ir_value;

/* A region has one block; its last op is RETURN. */
struct ls_ir_block {
    ls_ir_value **args;
    size_t arg_count;
    ls_ir_op *first, *last;
    ls_ir_op *parent; /* the op whose region this is; NULL for a function's body */
};

struct ls_ir_op {
    ls_ir_kind kind;
    ls_ir_value **operands;
    size_t operand_count;
    ls_ir_value **results;
    size_t result_count;
    ls_ir_block **regions;
    size_t region_count;
    ls_ir_attrs attrs;
    ls_ir_block *block;
    ls_ir_op *prev, *next;
    const char *file;      /* of the user's program, where an artifact says it; NULL: the text itself */
    uint32_t line, column; /* where it comes from; 0 if built */
    void *note;            /* a pass may hang its findings here */
};

typedef struct ls_ir_arg_info {
    int alias_output; /* donated to this output (tf.aliasing_output); −1 */
    bool is_donor;    /* donated, pairing free (jax.buffer_donor) */
} ls_ir_arg_info;

typedef struct ls_ir_func {
    const char *name; /* without the @ */
    bool is_public;
    ls_ir_block *body;
    ls_ir_arg_info *arg_info; /* one per argument of the body */
    ls_ir_type *result_types;
    size_t result_count;
    uint32_t value_count; /* ids run below this; set by ls_ir_number */
    struct ls_ir_func *next;
} ls_ir_func;

typedef struct ls_ir_module {
    ls_arena arena;
    const char *name;
    int num_replicas, num_partitions; /* 1 unless the module's attributes say otherwise */
    ls_ir_func *funcs;
} ls_ir_module;

/* --- Modules ------------------------------------------------------------------------------------------------ */
ls_ir_module *ls_ir_module_create(const char *name);
void ls_ir_module_destroy(ls_ir_module *module); /* NULL is allowed */
ls_ir_func *ls_ir_func_find(const ls_ir_module *module, const char *name);
ls_ir_func *ls_ir_main(const ls_ir_module *module); /* @main, else the only function, else NULL */

/* --- Building ----------------------------------------------------------------------------------------------- */
ls_ir_func *ls_ir_func_create(ls_ir_module *module, const char *name);
ls_ir_block *ls_ir_block_create(ls_ir_module *module);
ls_ir_value *ls_ir_block_add_arg(ls_ir_module *module, ls_ir_block *block, ls_ir_type type);
ls_ir_value *ls_ir_func_add_arg(ls_ir_module *module, ls_ir_func *func, ls_ir_type type);

typedef struct ls_ir_op_spec {
    ls_ir_kind kind;
    ls_ir_value *const *operands;
    size_t operand_count;
    const ls_ir_attrs *attrs; /* copied; may be NULL. REDUCER makes the region(s) unless `regions` are given */
    ls_ir_block *const *regions;
    size_t region_count;
    const ls_ir_type *types; /* result types where inference cannot know them (convert, iota, reshape, ...) */
    size_t type_count;
} ls_ir_op_spec;

/* Appends an op: infers the result types and checks the op's rules. The message names op and operand types. */
ls_status ls_ir_append(ls_ir_module *module, ls_ir_block *block, const ls_ir_op_spec *spec, ls_ir_op **out_op);
ls_status ls_ir_append_return(ls_ir_module *module, ls_ir_block *block, ls_ir_value *const *values, size_t count);

/* Sets the function's result types from its RETURN and numbers its values. */
ls_status ls_ir_func_finish(ls_ir_module *module, ls_ir_func *func);

/* Gives every value of the function, regions included, a dense id in program order. */
void ls_ir_number(ls_ir_func *func);

/* Moves (an op that stands in a block leaves it), removes and replaces, for passes. A replaced op's uses are those
 * inside `func`. */
void ls_ir_op_remove(ls_ir_op *op);
void ls_ir_op_insert_before(ls_ir_op *op, ls_ir_op *before);
void ls_ir_replace_uses(ls_ir_func *func, ls_ir_value *from, ls_ir_value *to);

/* --- Attributes --------------------------------------------------------------------------------------------- */
const ls_ir_attr *ls_ir_attr_find(const ls_ir_attrs *attrs, ls_ir_attr_key key); /* NULL if absent */
int64_t ls_ir_attr_int(const ls_ir_attrs *attrs, ls_ir_attr_key key, int64_t fallback);
double ls_ir_attr_float(const ls_ir_attrs *attrs, ls_ir_attr_key key, double fallback);
/* Entry `index` of a list; `fallback` where the list is absent or shorter. */
int64_t ls_ir_attr_at(const ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index, int64_t fallback);
size_t ls_ir_attr_count(const ls_ir_attrs *attrs, ls_ir_attr_key key);                           /* 0 if absent */
const int64_t *ls_ir_attr_ints(const ls_ir_attrs *attrs, ls_ir_attr_key key, size_t *out_count); /* NULL, 0 if absent */

/* Adding, in any order; each copies its data into the arena. */
void ls_ir_attrs_set_int(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, int64_t value);
void ls_ir_attrs_set_float(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, double value);
void ls_ir_attrs_set_ints(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, const int64_t *data, size_t count);
void ls_ir_attrs_set_string(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, const char *data, size_t size);
void ls_ir_attrs_set_dense(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, ls_ir_dense dense);
ls_ir_attrs ls_ir_attrs_copy(const ls_ir_attrs *attrs, ls_arena *arena);
bool ls_ir_attrs_equal(const ls_ir_attrs *a, const ls_ir_attrs *b);
uint64_t ls_ir_attrs_hash(const ls_ir_attrs *attrs, uint64_t seed);

/* --- Asking ------------------------------------------------------------------------------------------------- */
typedef struct ls_ir_op_info {
    const char *name; /* with its dialect: "stablehlo.add", "func.call", "chlo.erf" */
    int operands, results, regions;
    bool is_unary, is_binary; /* elementwise with one or two operands of one type */
    bool is_collective;
} ls_ir_op_info;
const ls_ir_op_info *ls_ir_op_info_of(ls_ir_kind kind);

/* Where an op comes from, for messages: "12:5", "train.py:12:5"; "" if it was built. */
#define LS_IR_PLACE_SIZE 288
const char *ls_ir_op_place(const ls_ir_op *op, char *out, size_t size);
void ls_ir_op_come_from(ls_ir_op *op, const ls_ir_op *from); /* takes its place over */

/* The function that the op calls (call, composite), without the @; NULL for other ops. */
const char *ls_ir_op_callee(const ls_ir_op *op);

/* The result types of an op before it exists; what ls_ir_append uses. `out_types` has room for `capacity`. */
ls_status ls_ir_infer(ls_ir_kind kind, const ls_ir_type *operands, size_t operand_count, const ls_ir_attrs *attrs,
                      ls_ir_block *const *regions, size_t region_count, const ls_ir_type *given, size_t given_count,
                      ls_ir_type *out_types, size_t capacity, size_t *out_count);

/* If the block combines its two scalar arguments by one binary op, in order, and returns that: its kind. */
bool ls_ir_block_is_reducer(const ls_ir_block *block, ls_ir_kind *out_kind);

/* The integers of a value that is known before the program runs: from constants by reshapes, concatenation, arithmetic,
 * sizes of dimensions. `out` has room for LS_IR_MAX_KNOWN; false if the value is not known or has more elements. */
#define LS_IR_MAX_KNOWN 64
bool ls_ir_value_ints(const ls_ir_value *value, int64_t *out, size_t *out_count);

/* An op whose sizes are operands (dynamic_reshape, dynamic_pad, ...) as the op whose sizes are attributes, or
 * (`is_shaped`) in the result's type. Of the operands the first `operand_count` stay. */
typedef struct ls_ir_static_form {
    ls_ir_kind kind;
    size_t operand_count;
    ls_ir_attrs attrs;
    bool is_shaped;
    ls_shape shape;
} ls_ir_static_form;
/* false: the sizes are not known; kind and operand_count are set all the same. */
bool ls_ir_static_form_of(ls_ir_kind kind, ls_ir_value *const *operands, const ls_ir_attrs *attrs, ls_arena *arena,
                          ls_ir_static_form *out_form);

size_t ls_ir_type_bytes(const ls_ir_type *type);
bool ls_ir_type_equal(const ls_ir_type *a, const ls_ir_type *b);
bool ls_ir_type_fits(const ls_ir_type *type, const ls_ir_type *pattern);       /* whose sizes may be −1: any */
const char *ls_ir_type_format(const ls_ir_type *type, char *out, size_t size); /* "tensor<2x3xf32>" */

/* --- Text and bytecode -------------------------------------------------------------------------------------- */
/* The versions of StableHLO whose portable artifacts are read: major, minor, patch. */
#define LS_IR_STABLEHLO_OLDEST 0, 9, 0
#define LS_IR_STABLEHLO_NEWEST 1, 20, 0

/* Reads a program in either form: StableHLO text, or a portable artifact (MLIR bytecode with the VHLO dialect). */
ls_status ls_ir_read(const void *bytes, size_t size, ls_ir_module **out_module);
bool ls_ir_is_bytecode(const void *bytes, size_t size); /* by its magic number */

/* Parses StableHLO text (pretty and generic forms mixed). The message has line, column and op. The text need not end in
 * 0. */
ls_status ls_ir_parse(const char *text, size_t size, ls_ir_module **out_module);

/* Prints a module in pretty form where the op has one; parses back to the same module. Free the text with free(). */
ls_status ls_ir_print(const ls_ir_module *module, char **out_text, size_t *out_size);

/* The same, with the quoted form for every op if `is_generic`. */
ls_status ls_ir_print_as(const ls_ir_module *module, bool is_generic, char **out_text, size_t *out_size);

/* Checks SSA form, types, attributes, regions of the whole module. The message has the op and its position. */
ls_status ls_ir_verify(const ls_ir_module *module);

#endif
