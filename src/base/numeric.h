/* Conversions between f64, f32 and the 16-bit floats: round to nearest even, NaN stays NaN. */
#ifndef LS_BASE_NUMERIC_H
#define LS_BASE_NUMERIC_H

#include <stdint.h>
#include <string.h>

static inline float ls_f32_from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static inline uint32_t ls_f32_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

static inline float ls_bf16_to_f32(uint16_t h)
{
    return ls_f32_from_bits((uint32_t)h << 16);
}

static inline uint16_t ls_f32_to_bf16(float f)
{
    uint32_t bits = ls_f32_bits(f);
    if ((bits & 0x7FFFFFFF) > 0x7F800000) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/* The nearest f32, but with the last bit set where it is not exact ("round to odd"): rounding that once more to a
 * smaller float gives what one rounding of the double would. */
static inline float ls_f64_to_f32_odd(double x)
{
    float f = (float)x;
    if ((double)f == x || x != x || f - f != 0) return f;
    uint32_t bits = ls_f32_bits(f);
    if ((x < 0 ? -(double)f > -x : (double)f > x)) bits--; /* toward zero */
    return ls_f32_from_bits(bits | 1);
}

float ls_f16_to_f32(uint16_t h);
uint16_t ls_f32_to_f16(float f);

#endif
