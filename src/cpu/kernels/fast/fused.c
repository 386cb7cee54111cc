#include "cpu/kernels/fast/fused.h"

#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/fast/parallel.h"

typedef unsigned __int128 __attribute__((aligned(8))) uint128_t; /* as complex numbers lie */

#define GATHER(bits)                                                                                                   \
    {                                                                                                                  \
        const uint##bits##_t *f = from;                                                                                \
        uint##bits##_t *o = to;                                                                                        \
        for (int64_t i = 0; i < n; i++) o[i] = f[i * stride];                                                          \
        break;                                                                                                         \
    }

/* n elements of `from`, `stride` apart. */
static void lay_run(void *to, const void *from, int width, int64_t stride, int64_t n)
{
    if (stride == 0) {
        ls_cpu_fill(to, from, width, n);
        return;
    }
    if (stride == 1) {
        memcpy(to, from, (size_t)(n * width));
        return;
    }
    switch (width) {
    case 1: GATHER(8)
    case 2: GATHER(16)
    case 4: GATHER(32)
    case 8: GATHER(64)
    default: GATHER(128)
    }
}

/* Elements at .. at + n − 1 of the broadcast operand. */
static void lay_broadcast(const ls_fused_register *r, const char *from, char *to, int64_t at, int64_t n)
{
    int64_t index[LS_MAX_RANK], rest = at, offset = 0;
    int last = r->rank - 1;
    for (int d = last; d >= 0; d--) {
        index[d] = rest % r->dims[d];
        rest /= r->dims[d];
        offset += index[d] * r->strides[d];
    }
    while (n > 0) {
        int64_t run = r->dims[last] - index[last];
        if (run > n) run = n;
        lay_run(to, from + offset * r->width, r->width, r->strides[last], run);
        to += run * r->width;
        n -= run;
        offset += run * r->strides[last];
        index[last] += run;
        for (int d = last; d > 0 && index[d] == r->dims[d]; d--) {
            offset += r->strides[d - 1] - r->dims[d] * r->strides[d];
            index[d] = 0;
            index[d - 1]++;
        }
    }
}

/* What does not change from block to block. */
static void prepare(const ls_fused *f, char *const *args, char *scratch)
{
    for (int i = 0; i < f->register_count; i++) {
        const ls_fused_register *r = &f->registers[i];
        char *buffer = scratch + r->buffer;
        if (r->source == LS_FUSED_SCALAR) ls_cpu_fill(buffer, args[r->arg], r->width, f->block);
        if (r->source == LS_FUSED_PERIODIC) {
            int64_t total = f->block + r->period;
            for (int64_t at = 0; at < total; at += r->period)
                memcpy(buffer + at * r->width, args[r->arg],
                       (size_t)((total - at < r->period ? total - at : r->period) * r->width));
        }
    }
}

static void run_block(const ls_fused *f, char *const *args, char *scratch, int64_t at, int64_t n)
{
    char *registers[LS_FUSED_REGISTERS];
    for (int i = 0; i < f->register_count; i++) {
        const ls_fused_register *r = &f->registers[i];
        char *buffer = scratch + r->buffer;
        registers[i] = r->source == LS_FUSED_ARRAY      ? args[r->arg] + at * r->width
                       : r->source == LS_FUSED_PERIODIC ? buffer + at % r->period * r->width
                                                        : buffer;
        if (r->source == LS_FUSED_BROADCAST) lay_broadcast(r, args[r->arg], buffer, at, n);
    }
    for (int i = 0; i < f->step_count; i++) {
        const ls_fused_step *s = &f->steps[i];
        const void *in[3] = {registers[s->in[0]], registers[s->in[1]], registers[s->in[2]]};
        s->loop(in, registers[s->out], n, s->aux);
    }
}

typedef struct job {
    const ls_fused *f;
    char *const *args;
} job;

static void run_part(void *arg, int part, int64_t begin, int64_t end)
{
    const job *j = arg;
    const ls_fused *f = j->f;
    char *scratch = j->args[f->args] + (size_t)part * f->thread_scratch;
    prepare(f, j->args, scratch);
    for (int64_t block = begin; block < end; block++) {
        int64_t at = block * f->block;
        run_block(f, j->args, scratch, at, f->count - at < f->block ? f->count - at : f->block);
    }
}

static void run_generated(void *arg, int part, int64_t begin, int64_t end)
{
    const job *j = arg;
    j->f->generated(j->args, begin, end);
}

static ls_status run(const ls_cpu_call *call)
{
    const ls_fused *f = call->data;
    job j = {f, call->args};
    if (f->generated) {
        int64_t rows = f->count / f->row;
        ls_parallel(ls_parallel_parts(f->threads, rows, 16384 / f->row + 1), rows, run_generated, &j);
        return LS_OK;
    }
    int64_t blocks = (f->count + f->block - 1) / f->block;
    ls_parallel(ls_parallel_parts(f->threads, blocks, 16384 / f->block + 1), blocks, run_part, &j);
    return LS_OK;
}

const ls_cpu_kernel ls_fused_kernel = {.name = "fast.fused", .run = run};
