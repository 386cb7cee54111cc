/* Arrays of any element type, seen as doubles or wide integers: for oracles that know nothing of the kernels. */
#ifndef LS_TEST_CPU_ELEMENTS_H
#define LS_TEST_CPU_ELEMENTS_H

#include <math.h>
#include <stdio.h>

#include "base/numeric.h"
#include "ls_test.h"
#include <lockstep/types.h>

typedef __int128 wide;

static const ls_dtype all_types[] = {LS_BOOL, LS_I8,  LS_I16, LS_I32,  LS_I64, LS_U8, LS_U16,
                                     LS_U32,  LS_U64, LS_F16, LS_BF16, LS_F32, LS_F64};
#define TYPE_COUNT (sizeof(all_types) / sizeof(all_types[0]))

static inline double get_float(ls_dtype t, const void *data, int64_t i)
{
    switch (t) {
    case LS_F16: return ls_f16_to_f32(((const uint16_t *)data)[i]);
    case LS_BF16: return ls_bf16_to_f32(((const uint16_t *)data)[i]);
    case LS_F32: return ((const float *)data)[i];
    default: return ((const double *)data)[i];
    }
}

static inline wide get_int(ls_dtype t, const void *data, int64_t i)
{
    switch (t) {
    case LS_I8: return ((const int8_t *)data)[i];
    case LS_I16: return ((const int16_t *)data)[i];
    case LS_I32: return ((const int32_t *)data)[i];
    case LS_I64: return ((const int64_t *)data)[i];
    case LS_U16: return ((const uint16_t *)data)[i];
    case LS_U32: return ((const uint32_t *)data)[i];
    case LS_U64: return ((const uint64_t *)data)[i];
    default: return ((const uint8_t *)data)[i];
    }
}

/* Rounds to nearest even where the type is narrower than double. */
static inline void put_float(ls_dtype t, void *data, int64_t i, double x)
{
    switch (t) {
    case LS_F16: ((uint16_t *)data)[i] = ls_f32_to_f16((float)x); break;
    case LS_BF16: ((uint16_t *)data)[i] = ls_f32_to_bf16((float)x); break;
    case LS_F32: ((float *)data)[i] = (float)x; break;
    default: ((double *)data)[i] = x;
    }
}

/* Keeps the low bits. */
static inline void put_int(ls_dtype t, void *data, int64_t i, wide x)
{
    switch (ls_dtype_size(t)) {
    case 1: ((uint8_t *)data)[i] = t == LS_BOOL ? x != 0 : (uint8_t)x; break;
    case 2: ((uint16_t *)data)[i] = (uint16_t)x; break;
    case 4: ((uint32_t *)data)[i] = (uint32_t)x; break;
    default: ((uint64_t *)data)[i] = (uint64_t)x;
    }
}

static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

/* Small numbers of either sign, quarters for floats; exact in every type. */
static inline void fill_small(ls_dtype t, void *data, int64_t count, uint64_t seed)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t x = (int64_t)(next_random(&seed) % 33) - 16;
        if (ls_dtype_is_float(t))
            put_float(t, data, i, (double)x / 4);
        else
            put_int(t, data, i, ls_dtype_is_signed(t) ? x : t == LS_BOOL ? x & 1 : x + 16);
    }
}

/* Random bits, with the special values of the type sprinkled in. */
static inline void fill_wild(ls_dtype t, void *data, int64_t count, uint64_t seed)
{
    static const double specials[] = {0,    -0.0, 1,   -1,  INFINITY, -INFINITY, NAN,   0.5,
                                      -0.5, 1.5,  2.5, 3e9, -3e9,     300,       1e-30, 7};
    int bits = (int)ls_dtype_size(t) * 8;
    for (int64_t i = 0; i < count; i++) {
        uint64_t r = next_random(&seed);
        if (ls_dtype_is_float(t)) {
            put_float(t, data, i,
                      r % 3 == 0 ? specials[r / 3 % 16]
                                 : ((double)(r >> 11) * 0x1p-53 - 0.5) * (r % 5 == 0 ? 1000 : 4));
        } else {
            wide top = (wide)1 << (bits - 1), x = (wide)r;
            if (r % 4 == 0)
                x = r / 4 % 5 == 0 ? 0 : r / 4 % 5 == 1 ? -1 : r / 4 % 5 == 2 ? top : r / 4 % 5 == 3 ? top - 1 : 1;
            if (r % 4 == 1) x = (wide)(r / 4 % 41) - 20;
            put_int(t, data, i, t == LS_BOOL ? r & 1 : x);
        }
    }
}

/* Whether two floats are the same, or `ulps` apart in their type; NaN equals NaN. */
static inline bool near(ls_dtype t, double a, double b, double ulps)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (a == b) return true;
    if (isinf(a) || isinf(b)) return false;
    double unit = t == LS_F64 ? 0x1p-52 : t == LS_F32 ? 0x1p-23 : t == LS_F16 ? 0x1p-10 : 0x1p-7;
    double least = t == LS_F64 ? 0x1p-1074 : t == LS_F16 ? 0x1p-24 : 0x1p-149;
    if (t == LS_BF16) least = 0x1p-133;
    double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return fabs(a - b) <= ulps * (larger * unit > least ? larger * unit : least);
}

/* "tensor<2x3xf32>"; the text belongs to a ring of buffers. */
static inline const char *type_text(ls_dtype t, ls_shape shape)
{
    static char ring[32][128];
    static int next;
    char *out = ring[next++ % 32], dims[96];
    ls_shape_format(shape, dims, sizeof(dims));
    snprintf(out, 128, "tensor<%s%s%s>", dims, shape.rank ? "x" : "", ls_dtype_name(t));
    return out;
}

static inline void *new_array(ls_dtype t, ls_shape shape)
{
    return calloc(1, (size_t)ls_shape_count(shape) * ls_dtype_size(t) + 8);
}

/* Compares whole arrays and says where they differ. */
static inline void assert_arrays(ls_dtype t, const void *got, const void *expected, int64_t count, double ulps,
                                 const char *what)
{
    for (int64_t i = 0; i < count; i++) {
        if (ls_dtype_is_float(t)) {
            double a = get_float(t, got, i), b = get_float(t, expected, i);
            if (!near(t, a, b, ulps))
                fail_msg("%s: element %lld of %s is %.17g, not %.17g", what, (long long)i, ls_dtype_name(t), a, b);
        } else if (get_int(t, got, i) != get_int(t, expected, i)) {
            fail_msg("%s: element %lld of %s is %lld, not %lld", what, (long long)i, ls_dtype_name(t),
                     (long long)get_int(t, got, i), (long long)get_int(t, expected, i));
        }
    }
}

#endif
