/* A group of elementwise ops, described for code generation: values, and ops in the order of execution. */
#ifndef LS_CPU_CODEGEN_GROUP_H
#define LS_CPU_CODEGEN_GROUP_H

#include <stdio.h>

#include "ir/ir.h"

typedef enum ls_codegen_source {
    LS_CODEGEN_READ,  /* an argument of the kernel, through strides; 0 everywhere for a scalar */
    LS_CODEGEN_MADE,  /* by an op of the group, for the group alone */
    LS_CODEGEN_WRITE, /* by an op of the group, into an argument as large as the group */
} ls_codegen_source;

typedef struct ls_codegen_value {
    ls_codegen_source source;
    ls_dtype dtype;
    int arg;
    int rank; /* READ: dimensions of the group, joined where possible, and the argument's stride along each */
    int64_t dims[LS_MAX_RANK], strides[LS_MAX_RANK];
} ls_codegen_value;

typedef struct ls_codegen_op {
    const ls_ir_op *op;
    int arity, in[3], out; /* values */
} ls_codegen_op;

typedef struct ls_codegen_group {
    int64_t count; /* elements, in row-major order */
    ls_codegen_value *values;
    int value_count;
    ls_codegen_op *ops;
    int op_count;
} ls_codegen_group;

/* Computes elements from begin to end − 1, or rows of `row` elements if that is more than 1. `args` as the group's. */
typedef void (*ls_codegen_fn)(char *const *args, int64_t begin, int64_t end);

/* Whether code can be generated for the op. */
bool ls_codegen_takes(const ls_ir_op *op);

/* Writes the group as LLVM's text, a function named `name`; *out_row is what one step of its loop computes: 1, or a
 * row. False if the group's broadcasts do not fit into one nest of loops. */
bool ls_codegen_write(const ls_codegen_group *group, const char *name, FILE *out, int64_t *out_row);

/* --- For the files of this folder ------------------------------------------------------------------------------- */

/* A text being written: values are %v<number>, numbered as they come. */
typedef struct ls_codegen_text {
    FILE *out;
    int next;
} ls_codegen_text;

/* The type of a value while it is computed with ("i1" for bool, "float" for 16-bit floats), and in memory. */
const char *ls_codegen_type(ls_dtype dtype);
const char *ls_codegen_memory_type(ls_dtype dtype);

/* Writes one op on values of those numbers; the number of its result. */
int ls_codegen_op_write(ls_codegen_text *text, const ls_ir_op *op, const int *in);
/* A 16-bit float that was computed in f32, rounded; its bits as i16. */
int ls_codegen_round_write(ls_codegen_text *text, ls_dtype dtype, int value);
int ls_codegen_widen_write(ls_codegen_text *text, ls_dtype dtype, int bits); /* the other way */

/* Functions of one f32, as kernels/fast/math_tmpl.h has them. */
int ls_codegen_exp_write(ls_codegen_text *text, int x);
int ls_codegen_expm1_write(ls_codegen_text *text, int x);
int ls_codegen_log_write(ls_codegen_text *text, int x);
int ls_codegen_log1p_write(ls_codegen_text *text, int x);
int ls_codegen_tanh_write(ls_codegen_text *text, int x);
int ls_codegen_logistic_write(ls_codegen_text *text, int x);

/* %v<number> = <what is printed> */
int ls_codegen_put(ls_codegen_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
