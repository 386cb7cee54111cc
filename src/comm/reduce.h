/* Reducing vectors of several ranks, in rank order. The result for an element depends on nothing but the inputs'
 * elements and their order, so a vector may be cut anywhere. */
#ifndef LS_COMM_REDUCE_H
#define LS_COMM_REDUCE_H

#include "comm/comm.h"

const char *ls_reduce_name(ls_comm_reduce reduce); /* "sum", ... */

/* LS_INVALID_ARGUMENT if the reduction means nothing for the element type: and, or, xor of floats and complex numbers,
 * min and max of complex numbers, the average of booleans, factors for integers and booleans. */
ls_status ls_reduce_check(ls_dtype dtype, ls_comm_reduce reduce);

/* Reduces `count` elements of in_count >= 1 inputs and writes the result to each output. An output may be the input of
 * the same place in memory; any other overlap is not allowed. f16 and bf16 are summed in f32 and rounded once; integers
 * wrap, their average truncates; a NaN wins MIN and MAX; for booleans SUM and MAX are or, PRODUCT and MIN are and.
 * PREMUL_SUM multiplies input i by factors[i] before it is added; other reductions do not look at them. */
void ls_reduce_run(ls_dtype dtype, ls_comm_reduce reduce, const double *factors, const void *const *ins, int in_count,
                   void *const *outs, int out_count, size_t count);

/* --- In parts: what several hosts reduce, each on its own and then together, is rounded once -------------- */

ls_dtype ls_reduce_accumulator(ls_dtype dtype);           /* what partial results are: f32 for f16 and bf16 */
ls_comm_reduce ls_reduce_of_parts(ls_comm_reduce reduce); /* how parts are put together: sums of all kinds by SUM */
void ls_reduce_widen(ls_dtype dtype, const void *in, void *acc, size_t count);
/* From what is put together to the result; AVG divides by `divisor`. `acc` is overwritten; `out` may be `acc`. */
void ls_reduce_finish(ls_dtype dtype, ls_comm_reduce reduce, void *acc, void *out, size_t count, int divisor);

#endif
