#include "cpu/kernels/reference/reducer.h"

#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/element.h"

#define LANES 16
#define TEMPLATE "cpu/kernels/reference/reducer_tmpl.c"
#include "cpu/kernels/each_type.h"

/* Sums and products of f32 go in double: there may be very many terms. */
#define NAME_(f, suffix) f##_##suffix
#define NAME(f) NAME_(f, f32_wide)
#define T float
#define C double
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_BOOL 0
#define LOAD(x) ((double)(x))
#define STORE(c) ((float)(c))
#include "cpu/kernels/reference/reducer_tmpl.c"
#undef NAME_
#undef NAME
#undef T
#undef C
#undef IS_FLOAT
#undef IS_COMPLEX
#undef IS_BOOL
#undef LOAD
#undef STORE

#define DEFINE_RAW(bits)                                                                                               \
    static void fill_raw_##bits(void *acc, const void *element, int64_t n)                                             \
    {                                                                                                                  \
        ls_cpu_fill(acc, element, bits / 8, n);                                                                        \
    }                                                                                                                  \
    static void copy_raw_##bits(void *out, const void *x, int64_t n)                                                   \
    {                                                                                                                  \
        memcpy(out, x, (size_t)(n * (bits / 8)));                                                                      \
    }                                                                                                                  \
    static const ls_cpu_accumulator raw_##bits = {bits / 8, fill_raw_##bits, copy_raw_##bits, copy_raw_##bits};
DEFINE_RAW(8)
DEFINE_RAW(16)
DEFINE_RAW(32)
DEFINE_RAW(64)
DEFINE_RAW(128)

static const ls_cpu_accumulator *raw_of(size_t width)
{
    return width == 1 ? &raw_8 : width == 2 ? &raw_16 : width == 4 ? &raw_32 : width == 8 ? &raw_64 : &raw_128;
}

static const ls_cpu_accumulator *const accumulators[LS_DTYPE_END] = LS_CPU_TABLE(&accumulator);
static const ls_cpu_combine_fn *const combines[LS_DTYPE_END] = LS_CPU_TABLE(combine_table);

ls_status ls_cpu_reducer_find(ls_cpu_plan *plan, const ls_ir_op *op, const ls_ir_block *body,
                              ls_ir_value *const *arrays, size_t count, ls_cpu_reducer *out_reducer)
{
    ls_cpu_reducer *r = out_reducer;
    *r = (ls_cpu_reducer){.count = count, .is_direct = true};
    if (count > LS_CPU_MAX_REDUCED)
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "more than %d arrays at once", LS_CPU_MAX_REDUCED);
    bool same_types = body->arg_count == 2 * count;
    for (size_t j = 0; j < count; j++) {
        ls_dtype dtype = arrays[j]->type.dtype;
        r->widths[j] = (int)ls_dtype_size(dtype);
        r->accumulators[j] = raw_of((size_t)r->widths[j]);
        same_types = same_types && body->args[j]->type.dtype == dtype && body->args[count + j]->type.dtype == dtype;
    }
    if (!same_types) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the region's element types differ from the operands'");
    ls_ir_kind kind;
    if (count == 1 && ls_ir_block_is_reducer(body, &kind)) {
        ls_dtype dtype = arrays[0]->type.dtype;
        bool is_wide = dtype == LS_F32 && (kind == LS_IR_ADD || kind == LS_IR_MULTIPLY);
        r->combine = is_wide ? combine_table_f32_wide[kind] : combines[dtype][kind];
        if (r->combine) {
            r->accumulators[0] = is_wide ? &accumulator_f32_wide : accumulators[dtype];
            r->is_direct = r->accumulators[0]->bytes == (size_t)r->widths[0];
            return LS_OK;
        }
    }
    return ls_cpu_region_compile(plan, body, &r->region);
}

size_t ls_cpu_reducer_bytes(const ls_cpu_reducer *reducer)
{
    return reducer->region ? ls_cpu_region_bytes(reducer->region) : 0;
}

void ls_cpu_reducer_start(const ls_cpu_reducer *reducer, char *registers)
{
    if (reducer->region) ls_cpu_region_start(reducer->region, registers);
}

/* Moves `n` elements between packed registers and a strided array. */
static void move(char *to, int64_t to_stride, const char *from, int64_t from_stride, int width, int64_t n)
{
    ls_cpu_copy copy = {
        .rank = 1, .width = width, .dims = {n}, .src = {from_stride * width}, .dst = {to_stride * width}};
    ls_cpu_copy_run(&copy, from, to);
}

void ls_cpu_reducer_combine(const ls_cpu_reducer *r, char *registers, char *const *acc, int64_t acc_stride,
                            char *const *x, int64_t x_stride, int64_t n)
{
    if (r->combine) {
        r->combine(acc[0], acc_stride, x[0], x_stride, n);
        return;
    }
    /* One accumulator takes its elements one after the other; many take theirs at once, a register full at a time. */
    int64_t step = acc_stride ? LS_CPU_LANES : 1;
    for (int64_t i = 0; i < n; i += step) {
        int64_t lanes = n - i < step ? n - i : step;
        for (size_t j = 0; j < r->count; j++) {
            int width = r->widths[j];
            move(ls_cpu_region_arg(r->region, registers, j), 1, acc[j] + i * acc_stride * width, acc_stride, width,
                 lanes);
            move(ls_cpu_region_arg(r->region, registers, r->count + j), 1, x[j] + i * x_stride * width, x_stride, width,
                 lanes);
        }
        ls_cpu_region_run(r->region, registers, lanes);
        for (size_t j = 0; j < r->count; j++) {
            int width = r->widths[j];
            move(acc[j] + i * acc_stride * width, acc_stride ? acc_stride : 1,
                 ls_cpu_region_result(r->region, registers, j), 1, width, lanes);
        }
    }
}

void ls_cpu_box_simplify(ls_cpu_box *box)
{
    int rank = 0;
    for (int i = 0; i < box->rank; i++) {
        if (box->dims[i] == 1) continue;
        int64_t size = box->dims[i];
        if (rank && box->x[rank - 1] == box->x[i] * size && box->acc[rank - 1] == box->acc[i] * size)
            size *= box->dims[--rank];
        box->dims[rank] = size;
        box->acc[rank] = box->acc[i];
        box->x[rank] = box->x[i];
        rank++;
    }
    if (!rank) {
        box->dims[0] = 1;
        box->acc[0] = box->x[0] = 1;
        rank = 1;
    }
    box->rank = rank;
}

void ls_cpu_reducer_walk(const ls_cpu_reducer *r, char *registers, const ls_cpu_box *box, char *const *acc,
                         char *const *x)
{
    int64_t index[LS_MAX_RANK] = {0}, a = box->acc_offset, b = box->x_offset;
    int inner = box->rank - 1;
    for (int d = 0; d <= inner; d++)
        if (box->dims[d] <= 0) return;
    char *acc_at[LS_CPU_MAX_REDUCED], *x_at[LS_CPU_MAX_REDUCED];
    for (;;) {
        for (size_t j = 0; j < r->count; j++) {
            acc_at[j] = acc[j] + a * (int64_t)r->accumulators[j]->bytes;
            x_at[j] = x[j] + b * r->widths[j];
        }
        ls_cpu_reducer_combine(r, registers, acc_at, box->acc[inner], x_at, box->x[inner], box->dims[inner]);
        int d = inner;
        while (d-- > 0) {
            a += box->acc[d];
            b += box->x[d];
            if (++index[d] < box->dims[d]) break;
            a -= box->acc[d] * box->dims[d];
            b -= box->x[d] * box->dims[d];
            index[d] = 0;
        }
        if (d < 0) return;
    }
}
