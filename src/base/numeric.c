#include "base/numeric.h"

float ls_f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    uint32_t exponent = h >> 10 & 0x1F;
    uint32_t fraction = h & 0x3FF;
    if (exponent == 31) return ls_f32_from_bits(sign | 0x7F800000 | fraction << 13);
    if (exponent) return ls_f32_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
    float magnitude = (float)fraction * 0x1p-24f; /* subnormal or zero: exact in f32 */
    return ls_f32_from_bits(sign | ls_f32_bits(magnitude));
}

uint16_t ls_f32_to_f16(float f)
{
    uint32_t bits = ls_f32_bits(f);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return (uint16_t)(sign | 0x7E00 | (magnitude >> 13 & 0x3FF));
    if (magnitude >= 0x477FF000) return (uint16_t)(sign | 0x7C00); /* 65520 and up round to infinity */
    if (magnitude < 0x38800000) { /* below 2⁻¹⁴: subnormal, in units of 2⁻²⁴ */
        /* Adding 0.5 leaves the value in units of 2⁻²⁴ in the low bits, rounded to nearest even by the addition. */
        float shifted = ls_f32_from_bits(magnitude) + 0.5f;
        return (uint16_t)(sign | (ls_f32_bits(shifted) - ls_f32_bits(0.5f)));
    }
    uint32_t rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
    return (uint16_t)(sign | ((rounded - (112u << 23)) >> 13));
}
