/* Strided copies: what slice, transpose, broadcast, reverse, pad, concatenate and their like are made of. */
#ifndef LS_CPU_KERNELS_COPY_H
#define LS_CPU_KERNELS_COPY_H

#include "cpu/kernels/kernel.h"

/* One operand to one result, `*(size_t *)data` bytes; nothing if they lie in the same place. */
extern const ls_cpu_kernel ls_cpu_kernel_copy;

/* Copies elements of `width` bytes (1, 2, 4, 8, 16) over a box: dst[dst_offset + i·dst] = src[src_offset + i·src].
 * Offsets and strides are in bytes; a source stride may be 0 (broadcast) or negative (reverse). */
typedef struct ls_cpu_copy {
    int rank;
    int width;
    int64_t dims[LS_MAX_RANK + 1];
    int64_t src[LS_MAX_RANK + 1], dst[LS_MAX_RANK + 1];
    int64_t src_offset, dst_offset;
} ls_cpu_copy;

/* Row-major strides of a shape, in bytes. */
void ls_cpu_strides(const ls_ir_type *type, int64_t *out_strides);

/* Drops dimensions of 1 and joins those that run on, so that the inner loop is long. Do it once, at compile time. */
void ls_cpu_copy_simplify(ls_cpu_copy *copy);

/* True if the (simplified) copy moves one run of packed bytes. */
bool ls_cpu_copy_is_packed(const ls_cpu_copy *copy);

void ls_cpu_copy_run(const ls_cpu_copy *copy, const char *src, char *dst);

/* Writes `count` elements of `width` bytes, each like the one at `element`. */
void ls_cpu_fill(void *dst, const void *element, int width, int64_t count);

#endif
