#include "cpu/kernels/copy.h"

#include <string.h>

static ls_status copy_run(const ls_cpu_call *call)
{
    size_t bytes = *(const size_t *)call->data;
    if (call->args[0] != call->args[1] && bytes) memcpy(call->args[1], call->args[0], bytes);
    return LS_OK;
}

const ls_cpu_kernel ls_cpu_kernel_copy = {.name = "copy", .run = copy_run};

void ls_cpu_strides(const ls_ir_type *type, int64_t *out_strides)
{
    int64_t stride = (int64_t)ls_dtype_size(type->dtype);
    for (int i = type->shape.rank; i-- > 0; stride *= type->shape.dims[i]) out_strides[i] = stride;
}

void ls_cpu_copy_simplify(ls_cpu_copy *copy)
{
    int rank = 0;
    for (int i = 0; i < copy->rank; i++) {
        if (copy->dims[i] == 1) continue;
        int64_t size = copy->dims[i], src = copy->src[i], dst = copy->dst[i];
        if (rank && copy->src[rank - 1] == src * size && copy->dst[rank - 1] == dst * size) {
            rank--;
            size *= copy->dims[rank];
        }
        copy->dims[rank] = size;
        copy->src[rank] = src;
        copy->dst[rank] = dst;
        rank++;
    }
    if (!rank) {
        copy->dims[0] = 1;
        copy->src[0] = copy->dst[0] = copy->width;
        rank = 1;
    }
    copy->rank = rank;
}

bool ls_cpu_copy_is_packed(const ls_cpu_copy *copy)
{
    return copy->rank == 1 && copy->src[0] == copy->width && copy->dst[0] == copy->width;
}

/* An element of 16 bytes lies where its parts may. */
typedef struct unaligned_pair {
    uint64_t parts[2];
} unaligned_pair;

#define DEFINE_LOOPS(type, bytes)                                                                                      \
    static void fill_##bytes(char *dst, const char *element, int64_t count)                                            \
    {                                                                                                                  \
        type value;                                                                                                    \
        memcpy(&value, element, bytes);                                                                                \
        type *out = (type *)dst;                                                                                       \
        for (int64_t i = 0; i < count; i++) out[i] = value;                                                            \
    }                                                                                                                  \
    static void move_##bytes(const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t count)        \
    {                                                                                                                  \
        if (dst_stride == bytes) {                                                                                     \
            type *out = (type *)dst;                                                                                   \
            for (int64_t i = 0; i < count; i++) out[i] = *(const type *)(src + i * src_stride);                        \
        } else {                                                                                                       \
            for (int64_t i = 0; i < count; i++)                                                                        \
                *(type *)(dst + i * dst_stride) = *(const type *)(src + i * src_stride);                               \
        }                                                                                                              \
    }
DEFINE_LOOPS(uint8_t, 1)
DEFINE_LOOPS(uint16_t, 2)
DEFINE_LOOPS(uint32_t, 4)
DEFINE_LOOPS(uint64_t, 8)
DEFINE_LOOPS(unaligned_pair, 16)

void ls_cpu_fill(void *dst, const void *element, int width, int64_t count)
{
    switch (width) {
    case 1: fill_1(dst, element, count); break;
    case 2: fill_2(dst, element, count); break;
    case 4: fill_4(dst, element, count); break;
    case 8: fill_8(dst, element, count); break;
    default: fill_16(dst, element, count); break;
    }
}

static void copy_line(const ls_cpu_copy *copy, const char *src, char *dst)
{
    int d = copy->rank - 1, width = copy->width;
    int64_t count = copy->dims[d], src_stride = copy->src[d], dst_stride = copy->dst[d];
    if (dst_stride == width && src_stride == width) {
        memcpy(dst, src, (size_t)(count * width));
    } else if (dst_stride == width && src_stride == 0) {
        ls_cpu_fill(dst, src, width, count);
    } else {
        switch (width) {
        case 1: move_1(src, src_stride, dst, dst_stride, count); break;
        case 2: move_2(src, src_stride, dst, dst_stride, count); break;
        case 4: move_4(src, src_stride, dst, dst_stride, count); break;
        case 8: move_8(src, src_stride, dst, dst_stride, count); break;
        default: move_16(src, src_stride, dst, dst_stride, count); break;
        }
    }
}

void ls_cpu_copy_run(const ls_cpu_copy *copy, const char *src, char *dst)
{
    int64_t index[LS_MAX_RANK + 1] = {0};
    int outer = copy->rank - 1;
    for (int d = 0; d <= outer; d++)
        if (copy->dims[d] <= 0) return;
    src += copy->src_offset;
    dst += copy->dst_offset;
    for (;;) {
        copy_line(copy, src, dst);
        int d = outer;
        while (d-- > 0) {
            src += copy->src[d];
            dst += copy->dst[d];
            if (++index[d] < copy->dims[d]) break;
            src -= copy->src[d] * copy->dims[d];
            dst -= copy->dst[d] * copy->dims[d];
            index[d] = 0;
        }
        if (d < 0) return;
    }
}
