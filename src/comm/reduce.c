#include "comm/reduce.h"

#include <string.h>

#include "base/error.h"
#include "base/numeric.h"

struct kernels {
    struct {
        void (*pair)(void *acc, const void *first, const void *second, size_t count);
        void (*more)(void *acc, const void *next, size_t count);
    } ops[LS_COMM_XOR + 1]; /* NULL: means nothing for the type */
    void (*widen)(void *acc, const void *first, size_t count);
    void (*narrow)(void *to, const void *acc, size_t count);
    void (*divide)(void *acc, size_t count, int divisor);
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
#define F16_TO_F32 ls_f16_to_f32
#define F32_TO_F16 ls_f32_to_f16
#include "comm/reduce_kernels.h"
#undef TARGET
#undef NAME
#undef F16_TO_F32
#undef F32_TO_F16

#if defined(__x86_64__)
#include <immintrin.h>
#define TARGET __attribute__((target("avx2,f16c")))
#define NAME(x) avx2_##x
#define F16_TO_F32 _cvtsh_ss
#define F32_TO_F16(x) _cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT)
#include "comm/reduce_kernels.h"
#undef TARGET
#undef NAME
#define HAS_AVX2 __builtin_cpu_supports("avx2") /* every processor that has it has F16C */
#else
#define avx2_table plain_table
#define HAS_AVX2 __builtin_cpu_supports("avx2") /* every processor that has it has F16C */
#endif

static const struct kernels *kernels_of(ls_dtype dtype)
{
    if ((unsigned)dtype >= LS_DTYPE_END) return NULL;
    return HAS_AVX2 ? avx2_table[dtype] : plain_table[dtype];
}

const char *ls_reduce_name(ls_comm_reduce reduce)
{
    static const char *const names[] = {
        [LS_COMM_SUM] = "sum", [LS_COMM_AVG] = "avg", [LS_COMM_PRODUCT] = "product", [LS_COMM_MIN] = "min",
        [LS_COMM_MAX] = "max", [LS_COMM_AND] = "and", [LS_COMM_OR] = "or",           [LS_COMM_XOR] = "xor",
    };
    return (unsigned)reduce < sizeof(names) / sizeof(names[0]) ? names[reduce] : "?";
}

ls_status ls_reduce_check(ls_dtype dtype, ls_comm_reduce reduce)
{
    const struct kernels *k = kernels_of(dtype);
    if (!k) return ls_fail(LS_INVALID_ARGUMENT, "element type %d cannot be reduced", (int)dtype);
    if ((unsigned)reduce > LS_COMM_XOR) return ls_fail(LS_INVALID_ARGUMENT, "there is no reduction %d", (int)reduce);
    if (k->ops[reduce].pair) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "reducing %s by %s means nothing", ls_dtype_name(dtype),
                   ls_reduce_name(reduce));
}

/* A block stays in the first-level cache while all inputs are added to it and all outputs written. */
#define BLOCK 2048 /* elements */

/* Whether the sum of the first inputs may be written to `out` while the others are still to be read. */
static bool is_safe(const void *out, const void *const *ins, int in_count)
{
    for (int i = 2; i < in_count; i++)
        if (ins[i] == out) return false;
    return true;
}

void ls_reduce_run(ls_dtype dtype, ls_comm_reduce reduce, const void *const *ins, int in_count, void *const *outs,
                   int out_count, size_t count)
{
    const struct kernels *k = kernels_of(dtype);
    double scratch[BLOCK]; /* of accumulators */
    if (!out_count) return;
    bool is_narrow = k->accumulator_size != k->element_size, is_direct = !is_narrow && is_safe(outs[0], ins, in_count);
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < BLOCK ? count - done : BLOCK;
        size_t at = done * k->element_size, bytes = n * k->element_size;
        char *first = (char *)outs[0] + at;
        void *acc = is_direct ? (void *)first : (void *)scratch;
        if (in_count == 1)
            k->widen(acc, (const char *)ins[0] + at, n);
        else
            k->ops[reduce].pair(acc, (const char *)ins[0] + at, (const char *)ins[1] + at, n);
        for (int i = 2; i < in_count; i++) k->ops[reduce].more(acc, (const char *)ins[i] + at, n);
        if (reduce == LS_COMM_AVG) k->divide(acc, n, in_count);
        if (is_narrow)
            k->narrow(first, acc, n);
        else if (!is_direct)
            memcpy(first, acc, bytes);
        for (int i = 1; i < out_count; i++) memcpy((char *)outs[i] + at, first, bytes);
    }
}
