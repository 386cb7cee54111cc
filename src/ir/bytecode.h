/* Reading StableHLO portable artifacts: what the files of the reader share. An artifact is MLIR bytecode whose ops,
 * attributes and types are of the VHLO dialect (vhlo.def). Every length, index and offset comes from the bytes and is
 * checked. */
#ifndef LS_IR_BYTECODE_H
#define LS_IR_BYTECODE_H

#include "base/error.h"
#include "base/vec.h"
#include "ir/table.h"

/* A piece of the bytes, read from the front. */
typedef struct ls_bytes {
    const unsigned char *at, *end;
} ls_bytes;

typedef struct ls_bytecode_name {
    const char *data; /* ends in 0 */
    size_t size;
} ls_bytecode_name;

typedef enum ls_bytecode_dialect { LS_DIALECT_builtin, LS_DIALECT_vhlo, LS_DIALECT_other } ls_bytecode_dialect;

/* An attribute or a type as it lies in the bytes; types are kept once they are read. */
typedef struct ls_bytecode_entry {
    ls_bytes bytes;
    ls_bytecode_dialect dialect;
    bool is_text; /* MLIR assembly text instead of an encoding */
    bool is_known;
    ls_ir_type type;
} ls_bytecode_entry;

typedef enum ls_bytecode_role {
    LS_BYTECODE_unknown, /* not in vhlo.def */
    LS_BYTECODE_module,
    LS_BYTECODE_func,
    LS_BYTECODE_same, /* its results are its operands: what concerns several partitions, and casts between dialects */
    LS_BYTECODE_skipped, /* beside functions, without meaning here */
    LS_BYTECODE_missing, /* in vhlo.def, not in ops.def */
    LS_BYTECODE_op,
} ls_bytecode_role;

#define LS_BYTECODE_MAX_ATTRS 20

/* The name of ops of one kind, and what it means here. */
typedef struct ls_bytecode_op {
    const char *dialect;
    ls_bytecode_name name;
    ls_bytecode_role role;
    ls_ir_kind kind;
    const char *attrs;                          /* names of its attributes in their order, from vhlo.def */
    ls_ir_attr_key keys[LS_BYTECODE_MAX_ATTRS]; /* the same; LS_ATTR_KEY_COUNT: one that is left out */
    size_t attr_count;
} ls_bytecode_op;

enum {
    LS_SECTION_strings,
    LS_SECTION_dialects,
    LS_SECTION_entries,
    LS_SECTION_entry_sizes,
    LS_SECTION_ir,
    LS_SECTION_resources,
    LS_SECTION_resource_sizes,
    LS_SECTION_dialect_versions,
    LS_SECTION_properties,
    LS_SECTION_COUNT
};

typedef struct ls_bytecode {
    const unsigned char *begin;
    size_t size;
    uint64_t version;  /* of the encoding */
    char producer[32]; /* "StableHLO_v1.13.0" */
    ls_bytes sections[LS_SECTION_COUNT];
    LS_VEC(ls_bytecode_name) strings;
    LS_VEC(ls_bytecode_name) dialects;
    LS_VEC(ls_bytecode_op) ops;
    LS_VEC(ls_bytecode_entry) attrs;
    LS_VEC(ls_bytecode_entry) types;
    LS_VEC(ls_bytes) properties;
    ls_ir_module *module;
    /* Values of the regions being read: those that may be used lie from `scope` on, NULL until they are defined; the
     * next to be defined is `next`. */
    LS_VEC(ls_ir_value *) values;
    size_t scope, next;
    const char *file; /* the last one that a location named: in the bytes, and as the module has it */
    const char *kept_file;
    int depth;     /* of regions */
    bool is_named; /* the message of a failure names its op already */
} ls_bytecode;

/* What is understood at most. */
#define LS_BYTECODE_MAX_VERSION 6
#define LS_BYTECODE_MAX_DEPTH 64

/* --- Numbers and pieces (bytecode_bytes.c) ------------------------------------------------------------------ */
ls_status ls_bytes_byte(ls_bytes *b, unsigned char *out_byte);
ls_status ls_bytes_varint(ls_bytes *b, uint64_t *out_value);
ls_status ls_bytes_svarint(ls_bytes *b, int64_t *out_value);
ls_status ls_bytes_flagged(ls_bytes *b, uint64_t *out_value, bool *out_flag);             /* value<<1 | flag */
ls_status ls_bytes_index(ls_bytes *b, size_t count, const char *what, size_t *out_index); /* fails unless < count */
ls_status ls_bytes_count(ls_bytes *b, size_t *out_count); /* of things that take a byte each at least */
ls_status ls_bytes_take(ls_bytes *b, uint64_t size, ls_bytes *out_piece);
ls_status ls_bytes_text(ls_bytes *b, ls_bytecode_name *out_name); /* up to and with a 0 */
/* A section's header and its contents. `begin` is where alignment counts from. */
ls_status ls_bytes_section(ls_bytes *b, const unsigned char *begin, unsigned *out_id, ls_bytes *out_piece);
bool ls_bytecode_name_is(ls_bytecode_name name, const char *text);

/* --- Tables (bytecode_tables.c) ----------------------------------------------------------------------------- */
ls_status ls_bytecode_read_tables(ls_bytecode *r); /* header and all sections but the IR's */

/* --- Attributes and types (bytecode_attr.c) ----------------------------------------------------------------- */
ls_status ls_bytecode_type(ls_bytecode *r, size_t index, ls_ir_type *out_type);
/* Reads attribute `index` of the table as the value of `key`. */
ls_status ls_bytecode_set(ls_bytecode *r, ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index);
ls_status ls_bytecode_int(ls_bytecode *r, size_t index, int64_t *out_value);
ls_status ls_bytecode_string(ls_bytecode *r, size_t index, ls_bytecode_name *out_text);

/* Lists and dictionaries, entry by entry; both dialects'. */
ls_status ls_bytecode_list_open(ls_bytecode *r, size_t index, ls_bytes *out_list, size_t *out_count);
ls_status ls_bytecode_dict_open(ls_bytecode *r, size_t index, ls_bytes *out_dict, size_t *out_count);
ls_status ls_bytecode_dict_next(ls_bytecode *r, ls_bytes *dict, ls_bytecode_name *out_name, size_t *out_value);

/* Where an op comes from, if its location says so. */
ls_status ls_bytecode_place(ls_bytecode *r, size_t index, ls_ir_op *op);

/* The types of a function: Type(Function(inputs) -> (results)); lists of type indices. */
ls_status ls_bytecode_function_type(ls_bytecode *r, size_t index, ls_bytes *out_inputs, size_t *out_input_count,
                                    ls_bytes *out_results, size_t *out_result_count);

/* --- Ops (bytecode_op.c) ------------------------------------------------------------------------------------ */

/* An op up to its regions. */
typedef struct ls_bytecode_head {
    const ls_bytecode_op *op;
    bool has_dict, has_properties, has_regions;
    ls_ir_op place; /* only where it comes from is set */
    size_t dict;    /* the attribute that holds all that is not the op's own; all attributes before version 5 */
    ls_bytes properties;
    LS_VEC(ls_ir_type) types;
    LS_VEC(ls_ir_value *) operands;
    bool is_set[LS_BYTECODE_MAX_ATTRS];  /* the op's own attributes, in the order of its row: which are there, */
    size_t attrs[LS_BYTECODE_MAX_ATTRS]; /* and their indices */
} ls_bytecode_head;

/* Finish the head also after a failure. */
ls_status ls_bytecode_head_read(ls_bytecode *r, ls_bytes *b, ls_bytecode_head *out_head);
void ls_bytecode_head_finish(ls_bytecode_head *head);
bool ls_bytecode_head_attr(const ls_bytecode_head *head, const char *name, size_t *out_index);
ls_status ls_bytecode_refuse(const ls_bytecode *r, const ls_bytecode_op *op); /* an op that cannot be read */

/* The regions of one op: how many, and the bytes in which they lie. Close them when all are read. */
typedef struct ls_bytecode_regions {
    size_t count;
    bool is_apart; /* in a section of their own, */
    ls_bytes own;  /* this one */
    size_t outer_scope;
} ls_bytecode_regions;
ls_status ls_bytecode_regions_open(ls_bytecode *r, ls_bytes *b, ls_bytecode_regions *out_regions);
ls_status ls_bytecode_regions_close(ls_bytecode *r, const ls_bytecode_regions *regions);

/* One region of one block: `read_op` is called for each of its ops. */
typedef ls_status (*ls_bytecode_read_fn)(ls_bytecode *r, ls_bytes *b, ls_ir_block *block);
ls_status ls_bytecode_region(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, ls_bytecode_read_fn read_op);
ls_status ls_bytecode_block_open(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, size_t *out_ops);
ls_status ls_bytecode_read_op(ls_bytecode *r, ls_bytes *b, ls_ir_block *block); /* appended to the block */

#endif
