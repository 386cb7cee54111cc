/* The reduction kernels of every element type for one instruction set. reduce.c includes this once for each set, with
 *   TARGET     the function attribute that chooses the instruction set,
 *   NAME(x)    what a kernel is called in it,
 *   F16_CONVERSIONS  NAME(f16_widen) and NAME(f16_narrow), as CONVERSIONS makes them,
 *   COMPLEX_NAME(x)  if complex numbers use another set's kernels: what those are called.
 * acc may be the same memory as an input (in place), never overlap it otherwise: so the loops carry no dependence. */

/* acc = x op y and acc = acc op y. T element, A accumulator. */
#define OP(type, op, T, A, WIDEN, EXPR)                                                                                \
    TARGET static void NAME(type##_##op##_pair)(void *acc, const void *first, const void *second, size_t count)        \
    {                                                                                                                  \
        A *out = acc;                                                                                                  \
        const T *x = first, *y = second;                                                                               \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++)                                                               \
        {                                                                                                              \
            A a = WIDEN(x[i]), b = WIDEN(y[i]);                                                                        \
            out[i] = (A)(EXPR);                                                                                        \
        }                                                                                                              \
    }                                                                                                                  \
    TARGET static void NAME(type##_##op##_more)(void *acc, const void *next, size_t count)                             \
    {                                                                                                                  \
        A *out = acc;                                                                                                  \
        const T *y = next;                                                                                             \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++)                                                               \
        {                                                                                                              \
            A a = out[i], b = WIDEN(y[i]);                                                                             \
            out[i] = (A)(EXPR);                                                                                        \
        }                                                                                                              \
    }

/* The same for elements that loops do not convert: WIDEN_MANY converts some at a time. */
#define STAGE 256
#define OP_STAGED(type, op, T, A, WIDEN_MANY, EXPR)                                                                    \
    TARGET static void NAME(type##_##op##_pair)(void *acc, const void *first, const void *second, size_t count)        \
    {                                                                                                                  \
        A *out = acc, x[STAGE], y[STAGE];                                                                              \
        for (size_t done = 0, n; done < count; done += n) {                                                            \
            n = count - done < STAGE ? count - done : STAGE;                                                           \
            WIDEN_MANY(x, (const T *)first + done, n);                                                                 \
            WIDEN_MANY(y, (const T *)second + done, n);                                                                \
            NO_DEPENDENCE for (size_t i = 0; i < n; i++)                                                               \
            {                                                                                                          \
                A a = x[i], b = y[i];                                                                                  \
                out[done + i] = EXPR;                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TARGET static void NAME(type##_##op##_more)(void *acc, const void *next, size_t count)                             \
    {                                                                                                                  \
        A *out = acc, y[STAGE];                                                                                        \
        for (size_t done = 0, n; done < count; done += n) {                                                            \
            n = count - done < STAGE ? count - done : STAGE;                                                           \
            WIDEN_MANY(y, (const T *)next + done, n);                                                                  \
            NO_DEPENDENCE for (size_t i = 0; i < n; i++)                                                               \
            {                                                                                                          \
                A a = out[done + i], b = y[i];                                                                         \
                out[done + i] = EXPR;                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }

/* acc = x and to = acc, converted. */
#define CONVERSIONS(type, T, A, WIDEN, NARROW)                                                                         \
    TARGET static void NAME(type##_widen)(void *acc, const void *first, size_t count)                                  \
    {                                                                                                                  \
        A *out = acc;                                                                                                  \
        const T *x = first;                                                                                            \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++) out[i] = WIDEN(x[i]);                                         \
    }                                                                                                                  \
    TARGET static void NAME(type##_narrow)(void *to, const void *acc, size_t count)                                    \
    {                                                                                                                  \
        T *out = to;                                                                                                   \
        const A *x = acc;                                                                                              \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++) out[i] = NARROW(x[i]);                                        \
    }

/* acc = acc / divisor, D being the divisor's type. */
#define DIVISION(type, A, D)                                                                                           \
    TARGET static void NAME(type##_divide)(void *acc, size_t count, int divisor)                                       \
    {                                                                                                                  \
        A *x = acc;                                                                                                    \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++) x[i] = (A)(x[i] / (D)divisor);                                \
    }

/* acc = acc · factor, and acc = acc + x · factor in accumulators, F being the factor's type. */
#define FACTORS(type, A, F)                                                                                            \
    TARGET static void NAME(type##_scale)(void *acc, double factor, size_t count)                                      \
    {                                                                                                                  \
        A *x = acc;                                                                                                    \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++) x[i] = x[i] * (F)factor;                                      \
    }                                                                                                                  \
    TARGET static void NAME(type##_add_scaled)(void *acc, const void *wide, double factor, size_t count)               \
    {                                                                                                                  \
        A *out = acc;                                                                                                  \
        const A *x = wide;                                                                                             \
        NO_DEPENDENCE for (size_t i = 0; i < count; i++) out[i] = out[i] + x[i] * (F)factor;                           \
    }

#define BOTH(type, op)                                                                                                 \
    {                                                                                                                  \
        NAME(type##_##op##_pair), NAME(type##_##op##_more)                                                             \
    }
#define TABLE(type, T, A, SCALE, ADD_SCALED, ...)                                                                      \
    static const struct kernels NAME(type) = {                                                                         \
        .ops = {__VA_ARGS__},                                                                                          \
        .widen = NAME(type##_widen),                                                                                   \
        .narrow = NAME(type##_narrow),                                                                                 \
        .divide = NAME(type##_divide),                                                                                 \
        .scale = SCALE,                                                                                                \
        .add_scaled = ADD_SCALED,                                                                                      \
        .element_size = sizeof(T),                                                                                     \
        .accumulator_size = sizeof(A),                                                                                 \
    };

/* S: an unsigned type in which sums and products may wrap; D: the type of the divisor. */
#define INTEGER(type, T, S, D)                                                                                         \
    OP(type, sum, T, T, , (S)a + (S)b)                                                                                 \
    OP(type, product, T, T, , (S)a *(S)b)                                                                              \
    OP(type, min, T, T, , a < b ? a : b)                                                                               \
    OP(type, max, T, T, , a > b ? a : b)                                                                               \
    OP(type, and, T, T, , a &b)                                                                                        \
    OP(type, or, T, T, , a | b)                                                                                        \
    OP(type, xor, T, T, , a ^ b)                                                                                       \
    CONVERSIONS(type, T, T, , )                                                                                        \
    DIVISION(type, T, D)                                                                                               \
    TABLE(type, T, T, NULL, NULL, [LS_COMM_SUM] = BOTH(type, sum), [LS_COMM_AVG] = BOTH(type, sum),                    \
          [LS_COMM_PRODUCT] = BOTH(type, product), [LS_COMM_MIN] = BOTH(type, min), [LS_COMM_MAX] = BOTH(type, max),   \
          [LS_COMM_AND] = BOTH(type, and), [LS_COMM_OR] = BOTH(type, or), [LS_COMM_XOR] = BOTH(type, xor))

/* A comparison with NaN is false: min and max keep a if it is NaN, and take b if that is. `O` is OP or OP_STAGED. */
#define FLOAT(type, T, A, O, WIDEN)                                                                                    \
    O(type, sum, T, A, WIDEN, a + b)                                                                                   \
    O(type, product, T, A, WIDEN, a *b)                                                                                \
    O(type, min, T, A, WIDEN, a < b || a != a ? a : b)                                                                 \
    O(type, max, T, A, WIDEN, a > b || a != a ? a : b)                                                                 \
    DIVISION(type, A, A)                                                                                               \
    FACTORS(type, A, A)                                                                                                \
    TABLE(type, T, A, NAME(type##_scale), NAME(type##_add_scaled), [LS_COMM_SUM] = BOTH(type, sum),                    \
          [LS_COMM_AVG] = BOTH(type, sum), [LS_COMM_PRODUCT] = BOTH(type, product), [LS_COMM_MIN] = BOTH(type, min),   \
          [LS_COMM_MAX] = BOTH(type, max), [LS_COMM_PREMUL_SUM] = BOTH(type, sum))

/* Products by their definition, without a look at infinities. */
#define COMPLEX(type, T, F)                                                                                            \
    OP(type, sum, T, T, , a + b)                                                                                       \
    OP(type, product, T, T, ,                                                                                          \
       __builtin_complex(__real__ a *__real__ b - __imag__ a * __imag__ b,                                             \
                         __real__ a * __imag__ b + __imag__ a * __real__ b))                                           \
    CONVERSIONS(type, T, T, , )                                                                                        \
    DIVISION(type, T, F)                                                                                               \
    FACTORS(type, T, F)                                                                                                \
    TABLE(type, T, T, NAME(type##_scale),                                                                              \
          NAME(type##_add_scaled), [LS_COMM_SUM] = BOTH(type, sum), [LS_COMM_AVG] = BOTH(type, sum),                   \
          [LS_COMM_PRODUCT] = BOTH(type, product), [LS_COMM_PREMUL_SUM] = BOTH(type, sum))

INTEGER(i8, int8_t, uint32_t, int)
INTEGER(i16, int16_t, uint32_t, int)
INTEGER(i32, int32_t, uint32_t, int)
INTEGER(i64, int64_t, uint64_t, int64_t)
INTEGER(u8, uint8_t, uint32_t, int)
INTEGER(u16, uint16_t, uint32_t, int)
INTEGER(u32, uint32_t, uint32_t, uint32_t)
INTEGER(u64, uint64_t, uint64_t, uint64_t)
CONVERSIONS(f32, float, float, , )
FLOAT(f32, float, float, OP, )
CONVERSIONS(f64, double, double, , )
FLOAT(f64, double, double, OP, )
CONVERSIONS(bf16, uint16_t, float, ls_bf16_to_f32, ls_f32_to_bf16)
FLOAT(bf16, uint16_t, float, OP, ls_bf16_to_f32)
F16_CONVERSIONS
FLOAT(f16, uint16_t, float, OP_STAGED, NAME(f16_widen))
#ifndef COMPLEX_NAME
#define COMPLEX_NAME NAME
COMPLEX(c64, _Complex float, float)
COMPLEX(c128, _Complex double, double)
#endif

/* Booleans are bytes 0 and 1: the reductions that mean something for them are bitwise ones of u8. */
static const struct kernels NAME(boolean) = {
    .ops = {[LS_COMM_SUM] = BOTH(u8, or),
            [LS_COMM_PRODUCT] = BOTH(u8, and),
            [LS_COMM_MIN] = BOTH(u8, and),
            [LS_COMM_MAX] = BOTH(u8, or),
            [LS_COMM_AND] = BOTH(u8, and),
            [LS_COMM_OR] = BOTH(u8, or),
            [LS_COMM_XOR] = BOTH(u8, xor)},
    .widen = NAME(u8_widen),
    .narrow = NAME(u8_narrow),
    .divide = NAME(u8_divide),
    .element_size = 1,
    .accumulator_size = 1,
};

static const struct kernels *const NAME(table)[LS_DTYPE_END] = {
    [LS_BOOL] = &NAME(boolean), [LS_I8] = &NAME(i8),           [LS_I16] = &NAME(i16),           [LS_I32] = &NAME(i32),
    [LS_I64] = &NAME(i64),      [LS_U8] = &NAME(u8),           [LS_U16] = &NAME(u16),           [LS_U32] = &NAME(u32),
    [LS_U64] = &NAME(u64),      [LS_F16] = &NAME(f16),         [LS_F32] = &NAME(f32),           [LS_F64] = &NAME(f64),
    [LS_BF16] = &NAME(bf16),    [LS_C64] = &COMPLEX_NAME(c64), [LS_C128] = &COMPLEX_NAME(c128),
};

#undef OP
#undef OP_STAGED
#undef STAGE
#undef CONVERSIONS
#undef DIVISION
#undef FACTORS
#undef BOTH
#undef TABLE
#undef INTEGER
#undef FLOAT
#undef COMPLEX
#undef COMPLEX_NAME
