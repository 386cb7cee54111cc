/* An operand seen through the ops that only move it: a strided view of another value's memory. */
#ifndef LS_CPU_COMPILE_VIEW_H
#define LS_CPU_COMPILE_VIEW_H

#include "cpu/compile/plan.h"

typedef struct ls_cpu_view {
    ls_ir_value *base;                               /* whose row-major memory it is */
    int rank;                                        /* of the view, as of `value` below */
    int64_t dims[LS_MAX_RANK], strides[LS_MAX_RANK]; /* strides count elements */
    bool reversed[LS_MAX_RANK]; /* the dimension runs backwards: element 0 is the last one in memory */
} ls_cpu_view;

/* Looks through transposes, and through reverses where `reverses` says so. */
ls_cpu_view ls_cpu_view_of(ls_ir_value *value, bool reverses);

/* Strides of a packed row-major array. */
void ls_cpu_row_major(const ls_shape *shape, int64_t *out_strides);

/* Whether `count` dimensions of a view, outermost first, are one dimension in memory; its size and stride. */
bool ls_cpu_view_merge(const ls_cpu_view *view, const int64_t *dims, size_t count, int64_t *out_size,
                       int64_t *out_stride);

/* If the op adds a vector along the features to a convolution (along the last dimension to a product) that nobody else
 * uses: that vector, and the convolution or product. NULL otherwise. */
ls_ir_value *ls_cpu_bias_of(const ls_cpu_plan *plan, const ls_ir_op *op, ls_ir_op **out_producer);

#endif
