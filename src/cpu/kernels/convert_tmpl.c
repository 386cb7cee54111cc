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
#if IS_FLOAT
CONVERT(i8, int8_t, x != x ? 0 : x <= -0x1p7f ? INT8_MIN : x >= 0x1p7f ? INT8_MAX : (int8_t)x)
CONVERT(i16, int16_t, x != x ? 0 : x <= -0x1p15f ? INT16_MIN : x >= 0x1p15f ? INT16_MAX : (int16_t)x)
CONVERT(i32, int32_t, x != x ? 0 : x <= -0x1p31f ? INT32_MIN : x >= 0x1p31f ? INT32_MAX : (int32_t)x)
CONVERT(i64, int64_t, x != x ? 0 : x <= -0x1p63f ? INT64_MIN : x >= 0x1p63f ? INT64_MAX : (int64_t)x)
CONVERT(u8, uint8_t, !(x > 0) ? 0 : x >= 0x1p8f ? UINT8_MAX : (uint8_t)x)
CONVERT(u16, uint16_t, !(x > 0) ? 0 : x >= 0x1p16f ? UINT16_MAX : (uint16_t)x)
CONVERT(u32, uint32_t, !(x > 0) ? 0 : x >= 0x1p32f ? UINT32_MAX : (uint32_t)x)
CONVERT(u64, uint64_t, !(x > 0) ? 0 : x >= 0x1p64f ? UINT64_MAX : (uint64_t)x)
#if BITS == 64
CONVERT(f16, uint16_t, ls_f32_to_f16(ls_f64_to_f32_odd(x)))
CONVERT(bf16, uint16_t, ls_f32_to_bf16(ls_f64_to_f32_odd(x)))
#else
CONVERT(f16, uint16_t, ls_f32_to_f16(x))
CONVERT(bf16, uint16_t, ls_f32_to_bf16(x))
#endif
#else
CONVERT(i8, int8_t, x)
CONVERT(i16, int16_t, x)
CONVERT(i32, int32_t, x)
CONVERT(i64, int64_t, x)
CONVERT(u8, uint8_t, x)
CONVERT(u16, uint16_t, x)
CONVERT(u32, uint32_t, x)
CONVERT(u64, uint64_t, x)
#if BITS == 64
CONVERT(f16, uint16_t, ls_f32_to_f16(CAT(integer_to_f32_odd, SUFFIX)(x)))
CONVERT(bf16, uint16_t, ls_f32_to_bf16(CAT(integer_to_f32_odd, SUFFIX)(x)))
#else
CONVERT(f16, uint16_t, ls_f32_to_f16(ls_f64_to_f32_odd((double)x)))
CONVERT(bf16, uint16_t, ls_f32_to_bf16(ls_f64_to_f32_odd((double)x)))
#endif
#endif
CONVERT(i1, uint8_t, x != 0)
CONVERT(f32, float, x)
CONVERT(f64, double, x)

// clang-format off
static const ls_cpu_loop_fn NAME(to_table)[LS_DTYPE_END] = {
    [LS_BOOL] = NAME(to_i1), [LS_I8] = NAME(to_i8),   [LS_I16] = NAME(to_i16), [LS_I32] = NAME(to_i32), [LS_I64] = NAME(to_i64),
    [LS_U8] = NAME(to_u8),   [LS_U16] = NAME(to_u16), [LS_U32] = NAME(to_u32), [LS_U64] = NAME(to_u64), [LS_F16] = NAME(to_f16),
    [LS_BF16] = NAME(to_bf16), [LS_F32] = NAME(to_f32), [LS_F64] = NAME(to_f64),
};
// clang-format on
#undef CONVERT
