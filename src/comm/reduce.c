#include "comm/reduce.h"

#include <string.h>

#include "base/error.h"
#include "base/numeric.h"

struct kernels {
    struct {
        void (*pair)(void *acc, const void *first, const void *second, size_t count);
        void (*more)(void *acc, const void *next, size_t count);
    } ops[LS_COMM_PREMUL_SUM + 1]; /* NULL: means nothing for the type */
    void (*widen)(void *acc, const void *first, size_t count);
    void (*narrow)(void *to, const void *acc, size_t count);
    void (*divide)(void *acc, size_t count, int divisor);
    void (*scale)(void *acc, double factor, size_t count);
    void (*add_scaled)(void *acc, const void *wide, double factor, size_t count);
    size_t element_size, accumulator_size;
};

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* the loops that convert f16 do not vectorise */
#define NO_DEPENDENCE _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_DEPENDENCE _Pragma("GCC ivdep")
#endif

#define TARGET
#define NAME(x) plain_##x
#define F16_CONVERSIONS CONVERSIONS(f16, uint16_t, float, ls_f16_to_f32, ls_f32_to_f16)
#include "comm/reduce_kernels.h"
#undef TARGET
#undef NAME
#undef F16_CONVERSIONS

#if defined(__x86_64__)
#include <immintrin.h>

/* f16 between memory and f32, eight or sixteen at a time, the rest one by one. */
#define F16_IN_VECTORS(width, to_f32, store_f32, load_f16, to_f16, load_f32, store_f16)                                \
    TARGET static void NAME(f16_widen)(void *acc, const void *first, size_t count)                                     \
    {                                                                                                                  \
        float *out = acc;                                                                                              \
        const uint16_t *x = first;                                                                                     \
        size_t i = 0;                                                                                                  \
        for (; i + (width) <= count; i += (width)) store_f32(out + i, to_f32(load_f16((const void *)(x + i))));        \
        for (; i < count; i++) out[i] = _cvtsh_ss(x[i]);                                                               \
    }                                                                                                                  \
    TARGET static void NAME(f16_narrow)(void *to, const void *acc, size_t count)                                       \
    {                                                                                                                  \
        uint16_t *out = to;                                                                                            \
        const float *x = acc;                                                                                          \
        size_t i = 0;                                                                                                  \
        for (; i + (width) <= count; i += (width))                                                                     \
            store_f16((void *)(out + i), to_f16(load_f32(x + i), _MM_FROUND_TO_NEAREST_INT));                          \
        for (; i < count; i++) out[i] = _cvtss_sh(x[i], _MM_FROUND_TO_NEAREST_INT);                                    \
    }

#define TARGET __attribute__((target("avx2,f16c")))
#define NAME(x) avx2_##x
#define F16_CONVERSIONS                                                                                                \
    F16_IN_VECTORS(8, _mm256_cvtph_ps, _mm256_storeu_ps, _mm_loadu_si128, _mm256_cvtps_ph, _mm256_loadu_ps,            \
                   _mm_storeu_si128)
#include "comm/reduce_kernels.h"
#undef TARGET
#undef NAME
#undef F16_CONVERSIONS

/* AVX-512 comes with fused multiply-add, which gcc makes of a complex product even with -ffp-contract=off. */
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,f16c")))
#define NAME(x) avx512_##x
#define COMPLEX_NAME(x) avx2_##x
#define F16_CONVERSIONS                                                                                                \
    F16_IN_VECTORS(16, _mm512_cvtph_ps, _mm512_storeu_ps, _mm256_loadu_si256, _mm512_cvtps_ph, _mm512_loadu_ps,        \
                   _mm256_storeu_si256)
#include "comm/reduce_kernels.h"
#undef TARGET
#undef NAME
#undef F16_CONVERSIONS

static const struct kernels *const *best_table(void)
{
    bool has_avx2 = __builtin_cpu_supports("avx2"); /* every processor that has it has F16C */
    bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return has_avx2 && has_avx512 ? avx512_table : has_avx2 ? avx2_table : plain_table;
}
#else
static const struct kernels *const *best_table(void)
{
    return plain_table;
}
#endif

static const struct kernels *kernels_of(ls_dtype dtype)
{
    return (unsigned)dtype < LS_DTYPE_END ? best_table()[dtype] : NULL;
}

const char *ls_reduce_name(ls_comm_reduce reduce)
{
    static const char *const names[] = {
        [LS_COMM_SUM] = "sum", [LS_COMM_AVG] = "avg", [LS_COMM_PRODUCT] = "product",
        [LS_COMM_MIN] = "min", [LS_COMM_MAX] = "max", [LS_COMM_AND] = "and",
        [LS_COMM_OR] = "or",   [LS_COMM_XOR] = "xor", [LS_COMM_PREMUL_SUM] = "premul_sum",
    };
    return (unsigned)reduce < sizeof(names) / sizeof(names[0]) ? names[reduce] : "?";
}

ls_status ls_reduce_check(ls_dtype dtype, ls_comm_reduce reduce)
{
    const struct kernels *k = kernels_of(dtype);
    if ((unsigned)reduce > LS_COMM_PREMUL_SUM)
        return ls_fail(LS_INVALID_ARGUMENT, "there is no reduction %d", (int)reduce);
    if (k && k->ops[reduce].pair) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "reducing %s by %s means nothing%s", ls_dtype_name(dtype),
                   ls_reduce_name(reduce), k ? "" : ": elements of this type are moved, not reduced");
}

/* Accumulators of a block stay in the first-level cache while all inputs are added and all outputs written. */
#define BLOCK_BYTES 8192

/* Whether a block of the result may be made in `out` while inputs from `first` on are still to be read. */
static bool is_safe(const void *out, const void *const *ins, int first, int in_count)
{
    for (int i = first; i < in_count; i++)
        if (ins[i] == out) return false;
    return true;
}

/* acc = the reduction of elements [at, at + n) of all inputs. */
static void reduce_block(const struct kernels *k, ls_comm_reduce reduce, const void *const *ins, int in_count,
                         size_t at, size_t n, void *acc)
{
    at *= k->element_size;
    if (in_count == 1)
        k->widen(acc, (const char *)ins[0] + at, n);
    else
        k->ops[reduce].pair(acc, (const char *)ins[0] + at, (const char *)ins[1] + at, n);
    for (int i = 2; i < in_count; i++) k->ops[reduce].more(acc, (const char *)ins[i] + at, n);
    if (reduce == LS_COMM_AVG) k->divide(acc, n, in_count);
}

static void add_scaled_block(const struct kernels *k, const double *factors, const void *const *ins, int in_count,
                             size_t at, size_t n, void *acc)
{
    _Alignas(64) char wide[BLOCK_BYTES];
    at *= k->element_size;
    k->widen(acc, (const char *)ins[0] + at, n);
    k->scale(acc, factors[0], n);
    for (int i = 1; i < in_count; i++) {
        k->widen(wide, (const char *)ins[i] + at, n);
        k->add_scaled(acc, wide, factors[i], n);
    }
}

void ls_reduce_run(ls_dtype dtype, ls_comm_reduce reduce, const double *factors, const void *const *ins, int in_count,
                   void *const *outs, int out_count, size_t count)
{
    const struct kernels *k = kernels_of(dtype);
    _Alignas(64) char scratch[BLOCK_BYTES];
    if (!out_count) return;
    bool has_factors = reduce == LS_COMM_PREMUL_SUM, is_narrow = k->accumulator_size != k->element_size;
    bool is_direct = !is_narrow && is_safe(outs[0], ins, has_factors ? 1 : 2, in_count);
    size_t block = BLOCK_BYTES / k->accumulator_size;
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < block ? count - done : block;
        size_t at = done * k->element_size, bytes = n * k->element_size;
        char *first = (char *)outs[0] + at;
        void *acc = is_direct ? (void *)first : (void *)scratch;
        if (has_factors)
            add_scaled_block(k, factors, ins, in_count, done, n, acc);
        else
            reduce_block(k, reduce, ins, in_count, done, n, acc);
        if (is_narrow)
            k->narrow(first, acc, n);
        else if (!is_direct)
            memcpy(first, acc, bytes);
        for (int i = 1; i < out_count; i++) memcpy((char *)outs[i] + at, first, bytes);
    }
}

/* --- In parts -------------------------------------------------------------------------------------------- */

ls_dtype ls_reduce_accumulator(ls_dtype dtype)
{
    return dtype == LS_F16 || dtype == LS_BF16 ? LS_F32 : dtype;
}

ls_comm_reduce ls_reduce_of_parts(ls_comm_reduce reduce)
{
    return reduce == LS_COMM_AVG || reduce == LS_COMM_PREMUL_SUM ? LS_COMM_SUM : reduce;
}

void ls_reduce_widen(ls_dtype dtype, const void *in, void *acc, size_t count)
{
    kernels_of(dtype)->widen(acc, in, count);
}

void ls_reduce_finish(ls_dtype dtype, ls_comm_reduce reduce, void *acc, void *out, size_t count, int divisor)
{
    const struct kernels *k = kernels_of(dtype);
    if (reduce == LS_COMM_AVG) k->divide(acc, count, divisor);
    if (acc != out) k->narrow(out, acc, count);
}
