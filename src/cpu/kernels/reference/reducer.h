/* Combining elements into accumulators: what reduce, reduce_window, select_and_scatter and scatter share.
 *
 * A reducer is one binary op on one array, with a typed loop whose accumulators are wider than elements where that
 * helps: f32 for the 16-bit floats (so that a sum rounds once), double for sums of f32; or any region body on k arrays
 * at once, run by the scalar interpreter on accumulators as they are. */
#ifndef LS_CPU_KERNELS_REFERENCE_REDUCER_H
#define LS_CPU_KERNELS_REFERENCE_REDUCER_H

#include "cpu/kernels/reference/region.h"

/* acc[i·acc_stride] = op(acc[i·acc_stride], x[i·x_stride]) for i < n, in order; strides in elements. A sum over one
 * accumulator (stride 0) goes in sixteen lanes that are added up at the end. */
typedef void (*ls_cpu_combine_fn)(void *acc, int64_t acc_stride, const void *x, int64_t x_stride, int64_t n);

/* Many accumulators from one element, or from array elements; back to elements. */
typedef struct ls_cpu_accumulator {
    size_t bytes; /* of one accumulator */
    void (*fill)(void *acc, const void *element, int64_t n);
    void (*load)(void *acc, const void *x, int64_t n);
    void (*store)(void *out, const void *acc, int64_t n);
} ls_cpu_accumulator;

typedef struct ls_cpu_reducer {
    size_t count;              /* arrays */
    ls_cpu_combine_fn combine; /* one array, one op; else NULL */
    const ls_cpu_region *region;
    const ls_cpu_accumulator *accumulators[8]; /* per array; if region: the types' own */
    int widths[8];                             /* of an element */
    bool is_direct;                            /* accumulators look like elements, so they may be the result itself */
} ls_cpu_reducer;

#define LS_CPU_MAX_REDUCED 8

/* A reducer for `count` arrays of the given types. LS_UNIMPLEMENTED: more than LS_CPU_MAX_REDUCED, or the body's ops.
 */
ls_status ls_cpu_reducer_find(ls_cpu_plan *plan, const ls_ir_op *op, const ls_ir_block *body,
                              ls_ir_value *const *arrays, size_t count, ls_cpu_reducer *out_reducer);

/* Bytes of registers that combine needs (0 for a typed loop). Call start once before the first combine. */
size_t ls_cpu_reducer_bytes(const ls_cpu_reducer *reducer);
void ls_cpu_reducer_start(const ls_cpu_reducer *reducer, char *registers);

/* The same as ls_cpu_combine_fn for all arrays: acc[j] and x[j] point at array j's first element. */
void ls_cpu_reducer_combine(const ls_cpu_reducer *reducer, char *registers, char *const *acc, int64_t acc_stride,
                            char *const *x, int64_t x_stride, int64_t n);

/* A box of elements: which accumulator takes which element. Offsets and strides in elements. */
typedef struct ls_cpu_box {
    int rank;
    int64_t dims[LS_MAX_RANK], acc[LS_MAX_RANK], x[LS_MAX_RANK];
    int64_t acc_offset, x_offset;
} ls_cpu_box;

void ls_cpu_box_simplify(ls_cpu_box *box);
void ls_cpu_reducer_walk(const ls_cpu_reducer *reducer, char *registers, const ls_cpu_box *box, char *const *acc,
                         char *const *x);

#endif
