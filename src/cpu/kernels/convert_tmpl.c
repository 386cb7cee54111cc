/* Conversions from one type to all; included by convert.c through each_type.h. */

#define CONVERT(to, type, expression)                                                                                  \
    static void NAME(to_##to)(const void *const *in, void *out, int64_t n, const void *aux)                            \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const T *a = in[0];                                                                                            \
        type *o = out;                                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            C x = LOAD(a[i]);                                                                                          \
            o[i] = (type)(expression);                                                                                 \
        }                                                                                                              \
    }
#define CONVERT_COMPLEX(to, type, real, imag)                                                                          \
    static void NAME(to_##to)(const void *const *in, void *out, int64_t n, const void *aux)                            \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const T *a = in[0];                                                                                            \
        type *o = out;                                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            C x = LOAD(a[i]);                                                                                          \
            o[2 * i] = (type)(real);                                                                                   \
            o[2 * i + 1] = (type)(imag);                                                                               \
        }                                                                                                              \
    }
// clang-format off
#if IS_COMPLEX
#define REAL(x) (__real__(x))
#define IMAG(x) (__imag__(x))
#else
#define REAL(x) (x)
#define IMAG(x) 0
#endif
#if IS_FLOAT || IS_COMPLEX
#define SATURATE(x, bits, type) ((x) != (x) ? 0 : (x) <= -0x1p##bits##f ? (type)-0x1p##bits##f : (x) >= 0x1p##bits##f ? (type)(0x1p##bits##f - 1) : (type)(x))
CONVERT(i2, int8_t, SATURATE(REAL(x), 1, int8_t))
CONVERT(i4, int8_t, SATURATE(REAL(x), 3, int8_t))
CONVERT(i8, int8_t, SATURATE(REAL(x), 7, int8_t))
CONVERT(i16, int16_t, SATURATE(REAL(x), 15, int16_t))
CONVERT(i32, int32_t, REAL(x) != REAL(x) ? 0 : REAL(x) <= -0x1p31f ? INT32_MIN : REAL(x) >= 0x1p31f ? INT32_MAX : (int32_t)REAL(x))
CONVERT(i64, int64_t, REAL(x) != REAL(x) ? 0 : REAL(x) <= -0x1p63f ? INT64_MIN : REAL(x) >= 0x1p63f ? INT64_MAX : (int64_t)REAL(x))
CONVERT(u2, uint8_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 4 ? 3 : (uint8_t)REAL(x))
CONVERT(u4, uint8_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 16 ? 15 : (uint8_t)REAL(x))
CONVERT(u8, uint8_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 0x1p8f ? UINT8_MAX : (uint8_t)REAL(x))
CONVERT(u16, uint16_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 0x1p16f ? UINT16_MAX : (uint16_t)REAL(x))
CONVERT(u32, uint32_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 0x1p32f ? UINT32_MAX : (uint32_t)REAL(x))
CONVERT(u64, uint64_t, !(REAL(x) > 0) ? 0 : REAL(x) >= 0x1p64f ? UINT64_MAX : (uint64_t)REAL(x))
#undef SATURATE
#if BITS == 64
#define ODD(x) ls_f64_to_f32_odd(REAL(x))
#else
#define ODD(x) REAL(x)
#endif
#else
CONVERT(i2, int8_t, ls_sign_extend((int8_t)x, 2))
CONVERT(i4, int8_t, ls_sign_extend((int8_t)x, 4))
CONVERT(i8, int8_t, x)
CONVERT(i16, int16_t, x)
CONVERT(i32, int32_t, x)
CONVERT(i64, int64_t, x)
CONVERT(u2, uint8_t, x & 3)
CONVERT(u4, uint8_t, x & 15)
CONVERT(u8, uint8_t, x)
CONVERT(u16, uint16_t, x)
CONVERT(u32, uint32_t, x)
CONVERT(u64, uint64_t, x)
#if BITS == 64
#define ODD(x) CAT(integer_to_f32_odd, SUFFIX)(x)
#else
#define ODD(x) ls_f64_to_f32_odd((double)(x))
#endif
#endif
CONVERT(i1, uint8_t, x != 0)
CONVERT(f16, uint16_t, ls_f32_to_f16(ODD(x)))
CONVERT(bf16, uint16_t, ls_f32_to_bf16(ODD(x)))
CONVERT(f32, float, REAL(x))
CONVERT(f64, double, REAL(x))
CONVERT_COMPLEX(c64, float, REAL(x), IMAG(x))
CONVERT_COMPLEX(c128, double, REAL(x), IMAG(x))
#define SMALL(suffix, DTYPE) CONVERT(suffix, uint8_t, ls_f32_to_small(LS_##DTYPE, ODD(x)))
SMALL(f4e2m1fn, F4E2M1FN)
SMALL(f8e3m4, F8E3M4)
SMALL(f8e4m3, F8E4M3)
SMALL(f8e4m3b11fnuz, F8E4M3B11FNUZ)
SMALL(f8e4m3fn, F8E4M3FN)
SMALL(f8e4m3fnuz, F8E4M3FNUZ)
SMALL(f8e5m2, F8E5M2)
SMALL(f8e5m2fnuz, F8E5M2FNUZ)
SMALL(f8e8m0fnu, F8E8M0FNU)
#undef SMALL

static const ls_cpu_loop_fn NAME(to_table)[LS_DTYPE_END] = {
    [LS_BOOL] = NAME(to_i1), [LS_I8] = NAME(to_i8), [LS_I16] = NAME(to_i16), [LS_I32] = NAME(to_i32),
    [LS_I64] = NAME(to_i64), [LS_U8] = NAME(to_u8), [LS_U16] = NAME(to_u16), [LS_U32] = NAME(to_u32),
    [LS_U64] = NAME(to_u64), [LS_F16] = NAME(to_f16), [LS_BF16] = NAME(to_bf16), [LS_F32] = NAME(to_f32),
    [LS_F64] = NAME(to_f64), [LS_C64] = NAME(to_c64), [LS_C128] = NAME(to_c128), [LS_I2] = NAME(to_i2),
    [LS_I4] = NAME(to_i4), [LS_U2] = NAME(to_u2), [LS_U4] = NAME(to_u4), [LS_F4E2M1FN] = NAME(to_f4e2m1fn),
    [LS_F8E3M4] = NAME(to_f8e3m4), [LS_F8E4M3] = NAME(to_f8e4m3), [LS_F8E4M3B11FNUZ] = NAME(to_f8e4m3b11fnuz),
    [LS_F8E4M3FN] = NAME(to_f8e4m3fn), [LS_F8E4M3FNUZ] = NAME(to_f8e4m3fnuz), [LS_F8E5M2] = NAME(to_f8e5m2),
    [LS_F8E5M2FNUZ] = NAME(to_f8e5m2fnuz), [LS_F8E8M0FNU] = NAME(to_f8e8m0fnu),
};
// clang-format on
#undef CONVERT
#undef CONVERT_COMPLEX
#undef REAL
#undef IMAG
#undef ODD
