/* Element types for *_tmpl.c files, which are included once per type by each_type.h.
 *
 * A template sees   T        how an element lies in memory
 *                   C        what one computes with: float for the 16-bit floats, else T
 *                   LOAD(x)  T to C; STORE(c) C to T, rounding once
 *                   NAME(f)  f with the type's suffix
 *                   IS_FLOAT, IS_HALF (C is not T), IS_SIGNED, IS_BOOL, BITS, and U, the unsigned integer as wide as T
 */
#ifndef LS_CPU_KERNELS_ELEMENT_H
#define LS_CPU_KERNELS_ELEMENT_H

#include <stdint.h>

#include "base/numeric.h"
#include <lockstep/types.h>

typedef uint8_t ls_e_i1;
typedef int8_t ls_e_i8;
typedef int16_t ls_e_i16;
typedef int32_t ls_e_i32;
typedef int64_t ls_e_i64;
typedef uint8_t ls_e_u8;
typedef uint16_t ls_e_u16;
typedef uint32_t ls_e_u32;
typedef uint64_t ls_e_u64;
typedef uint16_t ls_e_f16;
typedef uint16_t ls_e_bf16;
typedef float ls_e_f32;
typedef double ls_e_f64;

/* The nearest f32, but with the last bit set where it is not exact ("round to odd"): rounding that once more to a
 * 16-bit float gives what one rounding of the double would. */
static inline float ls_f64_to_f32_odd(double x)
{
    float f = (float)x;
    if ((double)f == x || x != x || f - f != 0) return f;
    uint32_t bits = ls_f32_bits(f);
    if ((x < 0 ? -(double)f > -x : (double)f > x)) bits--; /* toward zero */
    return ls_f32_from_bits(bits | 1);
}

#define LS_CPU_TABLE(name)                                                                                             \
    {                                                                                                                  \
        [LS_BOOL] = name##_i1, [LS_I8] = name##_i8, [LS_I16] = name##_i16, [LS_I32] = name##_i32,                      \
        [LS_I64] = name##_i64, [LS_U8] = name##_u8, [LS_U16] = name##_u16, [LS_U32] = name##_u32,                      \
        [LS_U64] = name##_u64, [LS_F16] = name##_f16, [LS_BF16] = name##_bf16, [LS_F32] = name##_f32,                  \
        [LS_F64] = name##_f64                                                                                          \
    }

#endif
