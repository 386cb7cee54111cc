#include "cpu/kernels/fast/normalise.h"

#include <math.h>
#include <string.h>

#include "cpu/kernels/fast/parallel.h"
#include "cpu/kernels/fast/vector.h"

enum { GRAIN = 16384 };   /* elements that are worth a thread */
enum { SMALL = 1 << 20 }; /* elements that are still in the cache at a second pass */

/* Scratch: two rows of C doubles per thread, then four rows of C floats. */
size_t ls_batch_norm_scratch_bytes(const ls_batch_norm *b)
{
    return (size_t)b->c * (2 * (size_t)b->threads * sizeof(double) + 4 * sizeof(float)) + 64;
}

static float *float_row(const ls_batch_norm *b, void *scratch, int row)
{
    return (float *)((double *)scratch + 2 * b->c * b->threads) + b->c * row;
}

static int parts_of(const ls_batch_norm *b, int64_t count)
{
    int64_t each = b->outer * b->c * b->inner / count;
    return ls_parallel_parts(b->threads, count, GRAIN / (each > 0 ? each : 1) + 1);
}

/* --- Sums per channel --- */

typedef struct sum_job {
    const ls_batch_norm *b;
    ls_vector_sums kind;
    const float *x, *g;
    const ls_vector_columns *each;
    double *sums; /* [parts][2][C] */
} sum_job;

static void sum_rows(void *arg, int part, int64_t begin, int64_t end)
{
    const sum_job *j = arg;
    int64_t c = j->b->c;
    double *first = j->sums + 2 * part * c;
    ls_vector()->column_sums[j->kind](j->x + begin * c, j->g + begin * c, j->each, end - begin, c, c, first, first + c);
}

static float value_at(const float *values, int64_t c)
{
    return values ? values[c] : 0;
}

static void sum_channels(void *arg, int part, int64_t begin, int64_t end)
{
    const sum_job *j = arg;
    const ls_vector_table *v = ls_vector();
    double *first = j->sums, *second = first + j->b->c;
    (void)part;
    for (int64_t c = begin; c < end; c++)
        for (int64_t n = 0; n < j->b->outer; n++) {
            int64_t at = (n * j->b->c + c) * j->b->inner;
            v->row_sums[j->kind](j->x + at, j->g + at, j->each->mean[c], value_at(j->each->factor, c),
                                 value_at(j->each->offset, c), j->b->inner, &first[c], &second[c]);
        }
}

/* The two sums of each channel: [2][C], at the start of the scratch. */
static const double *channel_sums(const ls_batch_norm *b, ls_vector_sums kind, const float *x, const float *g,
                                  const ls_vector_columns *each, void *scratch)
{
    double *sums = scratch;
    sum_job job = {b, kind, x, g, each, sums};
    memset(sums, 0, (size_t)(2 * b->c * b->threads) * sizeof(double));
    if (b->inner > 1) {
        ls_parallel(parts_of(b, b->c), b->c, sum_channels, &job);
        return sums;
    }
    int parts = parts_of(b, b->outer);
    ls_parallel(parts, b->outer, sum_rows, &job);
    for (int part = 1; part < parts; part++)
        for (int64_t i = 0; i < 2 * b->c; i++) sums[i] += sums[2 * part * b->c + i];
    return sums;
}

/* The mean of some elements of each channel, spread over all of them but not evenly: images have borders. */
static void guess_means(const ls_batch_norm *b, const float *x, double *sums, float *out_means)
{
    enum { SAMPLES = 64 };
    int64_t count = b->outer * b->inner, samples = count < SAMPLES ? count : SAMPLES;
    memset(sums, 0, (size_t)b->c * sizeof(double));
    for (int64_t s = 0; s < samples; s++) {
        int64_t stratum = count / samples, at = s * stratum + s * 7919 % stratum, n = at / b->inner, i = at % b->inner;
        const float *from = x + n * b->c * b->inner + i;
        for (int64_t c = 0; c < b->c; c++) sums[c] += from[c * b->inner];
    }
    for (int64_t c = 0; c < b->c; c++) out_means[c] = (float)(sums[c] / (double)samples);
}

/* Moments from sums of deviations from `guess`; false where the guess was that far off that the variance suffers, or
 * not a number. */
static bool finish_moments(const ls_batch_norm *b, const double *sums, const float *guess, float *out_mean,
                           float *out_variance)
{
    double count = (double)(b->outer * b->inner);
    bool is_good = true;
    for (int64_t c = 0; c < b->c; c++) {
        double off = sums[c] / count, variance = sums[b->c + c] / count - off * off;
        is_good &= off * off <= 16 * variance || (off == 0 && variance == 0);
        out_mean[c] = (float)(guess[c] + off);
        out_variance[c] = variance > 0 || variance != variance ? (float)variance : 0;
    }
    return is_good;
}

/* Where x stays in the cache, or the guess at the means is poor: two passes, as PyTorch does. Else one. */
void ls_batch_norm_moments(const ls_batch_norm *b, const float *x, float *out_mean, float *out_variance, void *scratch)
{
    float *guess = float_row(b, scratch, 0);
    const ls_vector_columns each = {.mean = guess};
    double count = (double)(b->outer * b->inner);
    if (count * (double)b->c > SMALL) {
        guess_means(b, x, scratch, guess);
        const double *sums = channel_sums(b, LS_SUMS_MOMENTS, x, x, &each, scratch);
        if (finish_moments(b, sums, guess, out_mean, out_variance)) return;
    }
    memset(guess, 0, (size_t)b->c * sizeof(float));
    const double *sums = channel_sums(b, LS_SUMS_X, x, x, &each, scratch);
    for (int64_t c = 0; c < b->c; c++) guess[c] = (float)(sums[c] / count);
    sums = channel_sums(b, LS_SUMS_MOMENTS, x, x, &each, scratch);
    for (int64_t c = 0; c < b->c; c++) out_variance[c] = (float)(sums[b->c + c] / count), out_mean[c] = guess[c];
}

/* --- Elementwise parts --- */

typedef struct apply_job {
    const ls_batch_norm *b;
    const float *x, *add, *g; /* g: the gradient; NULL: forward */
    ls_vector_columns each;
    float *out;
} apply_job;

static void apply_part(const apply_job *j, int64_t at, int64_t n, int64_t channel, int64_t columns)
{
    const ls_vector_table *v = ls_vector();
    const ls_vector_columns *all = &j->each;
    ls_vector_columns each = {.mean = all->mean + channel, .factor = all->factor + channel};
    if (all->offset) each.offset = all->offset + channel;
    if (j->g) {
        each.shift = all->shift + channel, each.slope = all->slope + channel;
        v->normalise_grad[j->b->rectify](j->x + at, j->g + at, &each, n, columns, j->out + at);
    } else {
        int kind = (j->b->add ? LS_NORM_ADD : 0) | (j->b->rectify ? LS_NORM_RECTIFY : 0);
        v->normalise[kind](j->x + at, j->add ? j->add + at : NULL, &each, n, columns, j->out + at);
    }
}

static void apply_rows(void *arg, int part, int64_t begin, int64_t end)
{
    const apply_job *j = arg;
    (void)part;
    apply_part(j, begin * j->b->c, (end - begin) * j->b->c, 0, j->b->c);
}

static void apply_planes(void *arg, int part, int64_t begin, int64_t end)
{
    const apply_job *j = arg;
    (void)part;
    for (int64_t plane = begin; plane < end; plane++)
        apply_part(j, plane * j->b->inner, j->b->inner, plane % j->b->c, 1);
}

static void apply(const apply_job *job)
{
    const ls_batch_norm *b = job->b;
    if (b->inner == 1)
        ls_parallel(parts_of(b, b->outer), b->outer, apply_rows, (void *)job);
    else
        ls_parallel(parts_of(b, b->outer * b->c), b->outer * b->c, apply_planes, (void *)job);
}

static float inverse_deviation(const ls_batch_norm *b, float variance)
{
    return 1.0f / sqrtf(variance + b->epsilon);
}

void ls_batch_norm_apply(const ls_batch_norm *b, const float *x, const float *add, const float *scale,
                         const float *offset, const float *mean, const float *variance, float *out, void *scratch)
{
    float *factor = float_row(b, scratch, 1);
    for (int64_t c = 0; c < b->c; c++) factor[c] = inverse_deviation(b, variance[c]) * scale[c];
    apply(&(apply_job){b, x, add, NULL, {.mean = mean, .factor = factor, .offset = offset}, out});
}

void ls_batch_norm_grad(const ls_batch_norm *b, const float *x, const float *scale, const float *offset,
                        const float *mean, const float *variance, const float *g, float *out_x, float *out_scale,
                        float *out_offset, void *scratch)
{
    double count = (double)(b->outer * b->inner);
    float *factor = float_row(b, scratch, 1), *shift = float_row(b, scratch, 2), *slope = float_row(b, scratch, 3);
    const ls_vector_columns each = {mean, factor, b->rectify ? offset : NULL, shift, slope};
    for (int64_t c = 0; c < b->c; c++) factor[c] = inverse_deviation(b, variance[c]) * scale[c];
    const double *sums = channel_sums(b, b->rectify ? LS_SUMS_RECTIFIED : LS_SUMS_GRADIENT, x, g, &each, scratch);
    for (int64_t c = 0; c < b->c; c++) {
        double sum = sums[c], product = sums[b->c + c];
        float inverse = inverse_deviation(b, variance[c]);
        out_offset[c] = (float)sum;
        out_scale[c] = (float)(product * inverse);
        shift[c] = (float)(sum / count);
        slope[c] = (float)(product / count * inverse * inverse);
    }
    apply(&(apply_job){b, x, NULL, g, each, out_x});
}
