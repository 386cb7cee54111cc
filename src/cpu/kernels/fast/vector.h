/* Loops that the compiler vectorises, built once per instruction set from the *_tmpl.h files and chosen when the
 * program runs.
 *
 * The instruction sets give the same bits: no contraction into fused multiply-add, and sums run in an order that the
 * source fixes (LANES partial sums), not the width of a register. */
#ifndef LS_CPU_KERNELS_FAST_VECTOR_H
#define LS_CPU_KERNELS_FAST_VECTOR_H

#include "cpu/kernels/kernel.h"

/* Columns whose sums are kept side by side: a period is whole rows, and at most this many elements. */
#define LS_VECTOR_PERIOD 2048

/* Values per column c of rows; those that a loop does not use may be NULL. y = (x − mean) · factor + offset. */
typedef struct ls_vector_columns {
    const float *mean, *factor, *offset, *shift, *slope;
} ls_vector_columns;

/* What is summed up, for element x (and g) of a column: one sum or two. */
typedef enum ls_vector_sums {
    LS_SUMS_X,         /* x */
    LS_SUMS_MOMENTS,   /* x − mean; (x − mean)² */
    LS_SUMS_GRADIENT,  /* g; g · (x − mean) */
    LS_SUMS_RECTIFIED, /* the same with 0 for g where y ≤ 0 */
    LS_SUMS_KINDS
} ls_vector_sums;

/* What follows a normalisation. */
enum { LS_NORM_ADD = 1, LS_NORM_RECTIFY = 2, LS_NORM_KINDS = 4 };

#define LS_WINDOW_ELEMENTS 256 /* most elements of a window */

/* A window over up to three dimensions of [outer, in[0], in[1], in[2], inner]; the result is [outer, out[0..2], inner].
 */
typedef struct ls_window {
    int64_t outer, inner;
    int64_t in[3], out[3], size[3], stride[3], pad_low[3];
} ls_window;

typedef struct ls_vector_table {
    /* The loop of an elementwise op; NULL if there is none better than ls_cpu_loop_find's. */
    ls_cpu_loop_fn (*loop)(const ls_ir_op *op);

    /* Adds the sums of column c over `rows` rows to first[c] and second[c]. Rows have `columns` elements, at most
     * LS_VECTOR_PERIOD, and are `stride` apart. `g` and `second` matter only where a sum has them: `g` may be x then.
     */
    void (*column_sums[LS_SUMS_KINDS])(const float *x, const float *g, const ls_vector_columns *each, int64_t rows,
                                       int64_t columns, int64_t stride, double *first, double *second);
    /* The same for one column that lies packed. */
    void (*row_sums[LS_SUMS_KINDS])(const float *x, const float *g, float mean, float factor, float offset, int64_t n,
                                    double *first, double *second);
    float (*row_max)(const float *x, int64_t n); /* n > 0; NaN wins */

    /* By LS_NORM_… flags: out[i] = y, of x[i] and column c = i mod columns; plus add[i]; 0 where that is below 0. `out`
     * may be x or add. */
    void (*normalise[LS_NORM_KINDS])(const float *x, const float *add, const ls_vector_columns *each, int64_t n,
                                     int64_t columns, float *out);
    /* out[i] = (g[i] − shift[c] − (x[i] − mean[c]) · slope[c]) · factor[c]; [1]: 0 for g[i] where y ≤ 0. `out` may be
     * g.
     */
    void (*normalise_grad[2])(const float *x, const float *g, const ls_vector_columns *each, int64_t n, int64_t columns,
                              float *out);

    /* Windows of one index of `outer`; `x` and `out` point at its data. */
    void (*max_pool)(const ls_window *w, const float *x, float init, float *out);
    void (*sum_pool)(const ls_window *w, const float *x, float init, float *out);
    /* out = `init` everywhere, then g is added to the element of its window that wins: the first one, c, for which
     * no later one e has !(c >= e), as select_and_scatter with GE goes through them. */
    void (*max_pool_grad)(const ls_window *w, const float *x, const float *g, float init, float *out);
} ls_vector_table;

const ls_vector_table *ls_vector(void); /* for this processor */

extern const ls_vector_table ls_vector_base, ls_vector_avx2, ls_vector_avx512;

#endif
