/* What dot_general and convolution share: operands packed into a plain order, as elements of the type one computes
 * with. */
#ifndef LS_CPU_KERNELS_REFERENCE_PRODUCT_H
#define LS_CPU_KERNELS_REFERENCE_PRODUCT_H

#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/reference.h"

/* Arithmetic of a result type: C is float for the 16-bit floats. Integers wrap. */
typedef struct ls_cpu_arithmetic {
    size_t bytes;  /* of a C */
    ls_dtype type; /* C as an element type */
    /* acc[m][n] += Σ_k a[m·a_row + k]·b[k·b_row + n], always in the same order; rows of acc are acc_row apart */
    void (*multiply)(void *acc, int64_t acc_row, const void *a, int64_t a_row, const void *b, int64_t b_row, int64_t m,
                     int64_t n, int64_t k);
} ls_cpu_arithmetic;

const ls_cpu_arithmetic *ls_cpu_arithmetic_of(ls_dtype dtype);

/* How an operand gets into its packed form: permuted by a copy, converted by a loop, or neither. */
typedef struct ls_cpu_pack {
    ls_cpu_copy copy; /* rank 0: not permuted */
    ls_cpu_loop_fn convert;
    int64_t count;
    size_t copy_bytes, convert_bytes; /* scratch for each */
} ls_cpu_pack;

/* Packs dimensions in the order `order`, converted from `type` to `to`. */
ls_cpu_pack ls_cpu_pack_prepare(const ls_ir_type *type, const int *order, ls_dtype to);
/* The other way: from an array of `from` in the order `order` of the result's dimensions, to the result. */
ls_cpu_pack ls_cpu_unpack_prepare(const ls_ir_type *type, const int *order, ls_dtype from);

size_t ls_cpu_pack_bytes(const ls_cpu_pack *pack);
/* Returns the packed operand: `x` itself, or in `scratch`. */
const char *ls_cpu_pack_run(const ls_cpu_pack *pack, const char *x, char *scratch);

/* For the result: where to compute (in `scratch`, or `out` itself), and the way from there to `out`. */
bool ls_cpu_pack_is_nothing(const ls_cpu_pack *pack);
void ls_cpu_unpack_run(const ls_cpu_pack *pack, const char *packed, char *out, char *scratch);

#endif
