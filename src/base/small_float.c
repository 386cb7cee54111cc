#include "base/small_float.h"

#include <math.h>

#include "base/numeric.h"

/* How a format spends its codes: IEEE has infinities and NaNs as the larger types; FN one NaN of each sign and no
 * infinity; FNUZ one NaN, where −0 would be; FINITE neither; SCALE is an exponent alone. */
typedef enum kind { NONE, IEEE, FN, FNUZ, FINITE, SCALE } kind;

static const struct format {
    kind kind;
    int exponent, mantissa, bias;
} formats[LS_DTYPE_END] = {
    [LS_F8E5M2] = {IEEE, 5, 2, 15},     [LS_F8E4M3FN] = {FN, 4, 3, 7},       [LS_F8E4M3B11FNUZ] = {FNUZ, 4, 3, 11},
    [LS_F8E5M2FNUZ] = {FNUZ, 5, 2, 16}, [LS_F8E4M3FNUZ] = {FNUZ, 4, 3, 8},   [LS_F8E4M3] = {IEEE, 4, 3, 7},
    [LS_F8E3M4] = {IEEE, 3, 4, 3},      [LS_F8E8M0FNU] = {SCALE, 8, 0, 127}, [LS_F4E2M1FN] = {FINITE, 2, 1, 1},
};

bool ls_dtype_is_small_float(ls_dtype dtype)
{
    return (unsigned)dtype < LS_DTYPE_END && formats[dtype].kind != NONE;
}

/* 2 to the power of n, −149 ≤ n ≤ 127 */
static float power_of_two(int n)
{
    return n < -126 ? ls_f32_from_bits(1u << (n + 149)) : ls_f32_from_bits((uint32_t)(n + 127) << 23);
}

float ls_small_to_f32(ls_dtype dtype, uint8_t code)
{
    const struct format *f = &formats[dtype];
    if (f->kind == SCALE) return code == 0xFF ? NAN : power_of_two(code - 127);
    unsigned sign = code >> (f->exponent + f->mantissa) & 1, top = (1u << f->exponent) - 1;
    unsigned exponent = code >> f->mantissa & top, mantissa = code & ((1u << f->mantissa) - 1);
    if (f->kind == FNUZ && sign && !exponent && !mantissa) return NAN;
    if (f->kind == FN && exponent == top && mantissa == (1u << f->mantissa) - 1) return sign ? -NAN : NAN;
    float value = (float)(exponent ? mantissa | 1u << f->mantissa : mantissa) *
                  power_of_two((exponent ? (int)exponent : 1) - f->bias - f->mantissa);
    if (f->kind == IEEE && exponent == top) value = mantissa ? NAN : INFINITY;
    return sign ? -value : value;
}

static uint8_t scale_of(float value)
{
    if (!(value > 0)) return 0xFF;
    uint32_t bits = ls_f32_bits(value) & 0x7FFFFFFF;
    if (bits < 0x800000) return value >= 0x1.8p-127f; /* below the smallest normal number of f32 */
    uint32_t rounded = (bits + 0x400000) >> 23;
    return rounded >= 0xFF ? 0xFF : (uint8_t)rounded;
}

uint8_t ls_f32_to_small(ls_dtype dtype, float value)
{
    const struct format *f = &formats[dtype];
    if (f->kind == SCALE) return scale_of(value);
    unsigned bits = ls_f32_bits(value), all = (1u << (f->exponent + f->mantissa)) - 1;
    unsigned sign = (bits >> 31) << (f->exponent + f->mantissa), magnitude;
    unsigned not_a_number = f->kind == IEEE     ? sign | (all - (1u << f->mantissa) + 1) | 1u << (f->mantissa - 1)
                            : f->kind == FN     ? sign | all
                            : f->kind == FINITE ? sign ^ 8
                                                : 0x80;
    if (isnan(value)) return (uint8_t)not_a_number;
    /* Units of the last place below the number, none finer than the smallest subnormal. */
    int exponent = (int)(bits >> 23 & 0xFF) - 127, least = 1 - f->bias;
    if (exponent < least) exponent = least;
    double units = __builtin_rint(fabs((double)value) / power_of_two(exponent - f->mantissa));
    double limit = (double)(1u << (f->mantissa + 1));
    if (isinf(value) || exponent > 127 - f->bias) {
        magnitude = all + 1;
    } else {
        if (units == limit) units /= 2, exponent++;
        magnitude =
            units < limit / 2 ? (unsigned)units : (unsigned)(exponent - least) * (1u << f->mantissa) + (unsigned)units;
    }
    unsigned infinity = all - (1u << f->mantissa) + 1;
    switch (f->kind) {
    case IEEE: return (uint8_t)(sign | (magnitude > infinity ? infinity : magnitude));
    case FN: return (uint8_t)(magnitude >= all ? not_a_number : (sign | magnitude));
    case FNUZ: return (uint8_t)(magnitude > all ? not_a_number : magnitude ? sign | magnitude : 0);
    default: return (uint8_t)(sign | (magnitude > all ? all : magnitude));
    }
}
