/* Element types for *_tmpl.c files, which are included once per type by each_type.h.
 *
 * A template sees   T        how an element lies in memory
 *                   C        what one computes with: float for the smaller floats, else T
 *                   LOAD(x)  T to C; STORE(c) C to T, rounding once
 *                   NAME(f)  f with the type's suffix
 *                   IS_FLOAT (real), IS_COMPLEX, IS_HALF (C is not T), IS_SIGNED, IS_BOOL; BITS of an element, or of a
 *                   complex one's parts; U, the unsigned integer as wide as T
 *
 * Integers of 2 and 4 bits lie in bytes, extended by sign or zero. */
#ifndef LS_CPU_KERNELS_ELEMENT_H
#define LS_CPU_KERNELS_ELEMENT_H

#include <stdint.h>

#include "base/numeric.h"
#include "base/small_float.h"
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
typedef int8_t ls_e_i2;
typedef int8_t ls_e_i4;
typedef uint8_t ls_e_u2;
typedef uint8_t ls_e_u4;
typedef uint8_t ls_e_f4e2m1fn;
typedef uint8_t ls_e_f8e3m4;
typedef uint8_t ls_e_f8e4m3;
typedef uint8_t ls_e_f8e4m3b11fnuz;
typedef uint8_t ls_e_f8e4m3fn;
typedef uint8_t ls_e_f8e4m3fnuz;
typedef uint8_t ls_e_f8e5m2;
typedef uint8_t ls_e_f8e5m2fnuz;
typedef uint8_t ls_e_f8e8m0fnu;
typedef float _Complex ls_e_c64;
typedef double _Complex ls_e_c128;

/* The low `bits` bits as a number with a sign. */
static inline int8_t ls_sign_extend(int8_t x, int bits)
{
    return (int8_t)((int8_t)((uint8_t)x << (8 - bits)) >> (8 - bits));
}

/* Rows for a table by element type: prefix##name_<suffix>, of all types or of all but the complex ones. */
// clang-format off
#define LS_CPU_REAL_ROWS(name)                                                                                         \
    [LS_BOOL] = name##_i1, [LS_I8] = name##_i8, [LS_I16] = name##_i16, [LS_I32] = name##_i32,                          \
    [LS_I64] = name##_i64, [LS_U8] = name##_u8, [LS_U16] = name##_u16, [LS_U32] = name##_u32,                          \
    [LS_U64] = name##_u64, [LS_F16] = name##_f16, [LS_BF16] = name##_bf16, [LS_F32] = name##_f32,                      \
    [LS_F64] = name##_f64, [LS_I2] = name##_i2, [LS_I4] = name##_i4, [LS_U2] = name##_u2, [LS_U4] = name##_u4,         \
    [LS_F4E2M1FN] = name##_f4e2m1fn, [LS_F8E3M4] = name##_f8e3m4, [LS_F8E4M3] = name##_f8e4m3,                         \
    [LS_F8E4M3B11FNUZ] = name##_f8e4m3b11fnuz, [LS_F8E4M3FN] = name##_f8e4m3fn,                                        \
    [LS_F8E4M3FNUZ] = name##_f8e4m3fnuz, [LS_F8E5M2] = name##_f8e5m2, [LS_F8E5M2FNUZ] = name##_f8e5m2fnuz,             \
    [LS_F8E8M0FNU] = name##_f8e8m0fnu
// clang-format on
#define LS_CPU_REAL_TABLE(name)                                                                                        \
    {                                                                                                                  \
        LS_CPU_REAL_ROWS(name)                                                                                         \
    }
#define LS_CPU_TABLE(name)                                                                                             \
    {                                                                                                                  \
        LS_CPU_REAL_ROWS(name), [LS_C64] = name##_c64, [LS_C128] = name##_c128                                         \
    }

#endif
