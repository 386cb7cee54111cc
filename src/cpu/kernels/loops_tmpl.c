/* Elementwise loops of one type; included by loops.c through each_type.h. */

#define UNARY(kind, type_out, expression)                                                                              \
    static void NAME(unary_##kind)(const void *const *in, void *out, int64_t n, const void *aux)                       \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const T *a = in[0];                                                                                            \
        type_out *o = out;                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            C x = LOAD(a[i]);                                                                                          \
            o[i] = (expression);                                                                                       \
        }                                                                                                              \
    }
#define BINARY(kind, type_out, expression)                                                                             \
    static void NAME(binary_##kind)(const void *const *in, void *out, int64_t n, const void *aux)                      \
    {                                                                                                                  \
        (void)aux;                                                                                                     \
        const T *a = in[0], *b = in[1];                                                                                \
        type_out *o = out;                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            C x = LOAD(a[i]), y = LOAD(b[i]);                                                                          \
            o[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

/* An op a line. */
// clang-format off
#if IS_COMPLEX
#include "cpu/kernels/loops_complex.h"
#elif IS_FLOAT
#if BITS == 64
#define F(function) function
#define ONE 1.0
#else
#define F(function) function##f
#define ONE 1.0f
#endif
#define IS_NAN(x) ((x) != (x))

UNARY(ABS, T, STORE(F(fabs)(x)))
UNARY(CBRT, T, STORE(F(cbrt)(x)))
UNARY(CEIL, T, STORE(F(ceil)(x)))
UNARY(COSINE, T, STORE(F(cos)(x)))
UNARY(ERF, T, STORE(F(erf)(x)))
UNARY(EXPONENTIAL, T, STORE(F(exp)(x)))
UNARY(EXPONENTIAL_MINUS_ONE, T, STORE(F(expm1)(x)))
UNARY(FLOOR, T, STORE(F(floor)(x)))
UNARY(IS_FINITE, uint8_t, F(fabs)(x) <= F(LARGEST))
UNARY(LOG, T, STORE(F(log)(x)))
UNARY(LOG_PLUS_ONE, T, STORE(F(log1p)(x)))
static inline C NAME(logistic)(C x)
{
    C e = F(exp)(-F(fabs)(x)); /* never overflows */
    return (x < 0 ? e : ONE) / (ONE + e);
}
UNARY(LOGISTIC, T, STORE(NAME(logistic)(x)))
/* CHLO's: in double, rounded once. */
#if IS_HALF
#define ROUND(d) STORE(ls_f64_to_f32_odd(d))
#else
#define ROUND(d) ((T)(d))
#endif
UNARY(ACOS, T, ROUND(acos((double)x)))
UNARY(ACOSH, T, ROUND(acosh((double)x)))
UNARY(ASIN, T, ROUND(asin((double)x)))
UNARY(ASINH, T, ROUND(asinh((double)x)))
UNARY(ATAN, T, ROUND(atan((double)x)))
UNARY(ATANH, T, ROUND(atanh((double)x)))
UNARY(BESSEL_I1E, T, ROUND(ls_bessel_i1e((double)x)))
UNARY(CHLO_TAN, T, ROUND(tan((double)x)))
UNARY(CONJ, T, ((void)x, a[i]))
UNARY(COSH, T, ROUND(cosh((double)x)))
UNARY(DIGAMMA, T, ROUND(ls_digamma((double)x)))
UNARY(ERFC, T, ROUND(erfc((double)x)))
UNARY(ERF_INV, T, ROUND(ls_erf_inverse((double)x)))
UNARY(IS_INF, uint8_t, x - x != 0 && x == x)
UNARY(IS_NEG_INF, uint8_t, x < -F(LARGEST))
UNARY(IS_POS_INF, uint8_t, x > F(LARGEST))
UNARY(LGAMMA, T, ROUND(ls_log_gamma((double)x)))
UNARY(SINH, T, ROUND(sinh((double)x)))
UNARY(SQUARE, T, STORE(x * x))
BINARY(POLYGAMMA, T, ROUND(ls_polygamma((double)x, (double)y)))
BINARY(ZETA, T, ROUND(ls_zeta((double)x, (double)y)))
#undef ROUND

/* The neighbour of x on the side of y, by its bits. */
static inline T NAME(next_after)(T x, T y)
{
    U from, to, top = (U)((U)1 << (BITS - 1));
    C a = LOAD(x), b = LOAD(y);
    memcpy(&from, &x, sizeof(from));
    memcpy(&to, &y, sizeof(to));
    if (a != a || b != b) return a != a ? x : y;
    if (a == b) return y;
    if (a == 0)
        from = (U)((b < 0 ? top : 0) | 1);
    else
        from = (U)((a < b) == (a > 0) ? from + 1 : from - 1);
    memcpy(&x, &from, sizeof(x));
    return x;
}
BINARY(NEXT_AFTER, T, ((void)x, (void)y, NAME(next_after)(a[i], b[i])))

UNARY(NEGATE, T, STORE(-x))
UNARY(REAL, T, ((void)x, a[i]))
UNARY(IMAG, T, ((void)x, STORE(0)))
UNARY(ROUND_NEAREST_AFZ, T, STORE(F(round)(x)))
UNARY(ROUND_NEAREST_EVEN, T, STORE(F(rint)(x)))
UNARY(RSQRT, T, STORE(ONE / F(sqrt)(x)))
UNARY(SIGN, T, STORE(x > 0 ? ONE : x < 0 ? -ONE : x)) /* ±0 and NaN stay */
UNARY(SINE, T, STORE(F(sin)(x)))
UNARY(SQRT, T, STORE(F(sqrt)(x)))
UNARY(TAN, T, STORE(F(tan)(x)))
UNARY(TANH, T, STORE(F(tanh)(x)))

BINARY(ADD, T, STORE(x + y))
BINARY(ATAN2, T, STORE(F(atan2)(x, y)))
BINARY(DIVIDE, T, STORE(x / y))
BINARY(MAXIMUM, T, x >= y || x != x ? a[i] : b[i]) /* NaN wins */
BINARY(MINIMUM, T, x <= y || x != x ? a[i] : b[i])
BINARY(MULTIPLY, T, STORE(x * y))
BINARY(POWER, T, STORE(F(pow)(x, y)))
BINARY(REMAINDER, T, STORE(F(fmod)(x, y)))
BINARY(SUBTRACT, T, STORE(x - y))

/* Bits as an integer that sorts like the total order: −NaN, −∞, ..., −0, +0, ..., ∞, NaN. */
static inline U NAME(total)(T x)
{
    U bits, top = (U)((U)1 << (BITS - 1));
    memcpy(&bits, &x, sizeof(bits));
    return bits & top ? (U)~bits : (U)(bits | top);
}
BINARY(TOTAL_EQ, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) == NAME(total)(b[i])))
BINARY(TOTAL_NE, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) != NAME(total)(b[i])))
BINARY(TOTAL_GE, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) >= NAME(total)(b[i])))
BINARY(TOTAL_GT, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) > NAME(total)(b[i])))
BINARY(TOTAL_LE, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) <= NAME(total)(b[i])))
BINARY(TOTAL_LT, uint8_t, ((void)x, (void)y, NAME(total)(a[i]) < NAME(total)(b[i])))
static const ls_cpu_loop_fn NAME(total_table)[] = {
    [LS_COMPARE_EQ] = NAME(binary_TOTAL_EQ), [LS_COMPARE_NE] = NAME(binary_TOTAL_NE),
    [LS_COMPARE_GE] = NAME(binary_TOTAL_GE), [LS_COMPARE_GT] = NAME(binary_TOTAL_GT),
    [LS_COMPARE_LE] = NAME(binary_TOTAL_LE), [LS_COMPARE_LT] = NAME(binary_TOTAL_LT),
};

#else
#define IS_NAN(x) false
#endif

#if IS_BOOL

UNARY(NOT, T, !x)
BINARY(ADD, T, x | y)
BINARY(AND, T, x & y)
BINARY(MAXIMUM, T, x | y)
BINARY(MINIMUM, T, x & y)
BINARY(MULTIPLY, T, x & y)
BINARY(OR, T, x | y)
BINARY(XOR, T, x ^ y)

#elif !IS_FLOAT && !IS_COMPLEX /* integers: everything wraps */

/* The element's bits alone. */
#define PLAIN(x) ((U)((U)((U)(x) << (8 * sizeof(U) - BITS)) >> (8 * sizeof(U) - BITS)))

UNARY(COUNT_LEADING_ZEROS, T, STORE(PLAIN(x) ? __builtin_clzll(PLAIN(x)) - (64 - BITS) : BITS))
UNARY(NEGATE, T, STORE(0 - (U)x))
UNARY(NOT, T, STORE(~x))
UNARY(POPCNT, T, STORE(__builtin_popcountll(PLAIN(x))))
#if IS_SIGNED
#define LOWEST STORE((U)1 << (BITS - 1))
UNARY(ABS, T, STORE(x < 0 ? 0 - (U)x : (U)x))
UNARY(SIGN, T, STORE((x > 0) - (x < 0)))
BINARY(DIVIDE, T, STORE(y == 0 ? -1 : x == LOWEST && y == -1 ? x : x / y))
BINARY(REMAINDER, T, STORE(y == 0 ? x : y == -1 ? 0 : x % y))
BINARY(SHIFT_RIGHT_ARITHMETIC, T, STORE(x >> (PLAIN(y) < BITS ? PLAIN(y) : BITS - 1)))
#else
BINARY(DIVIDE, T, STORE(y == 0 ? (T)-1 : x / y))
BINARY(REMAINDER, T, STORE(y == 0 ? x : x % y))
BINARY(SHIFT_RIGHT_ARITHMETIC, T, STORE(CAT(shift_signed, BITS)(x, y)))
#endif

/* A negative exponent gives what the quotient of 1 and the positive power truncates to: 1, ±1 or 0; 0 to it gives 0. */
static inline T NAME(power)(T base, T exponent)
{
#if IS_SIGNED
    if (exponent < 0) return base == 1 ? 1 : base == -1 ? (T)(exponent & 1 ? -1 : 1) : 0;
#endif
    U result = 1, factor = (U)base, left = (U)exponent;
    for (; left; left >>= 1, factor = (U)(MULTIPLY_WRAP(factor, factor)))
        if (left & 1) result = (U)(MULTIPLY_WRAP(result, factor));
    return STORE(result);
}

UNARY(SQUARE, T, STORE(MULTIPLY_WRAP((U)x, (U)x)))
UNARY(CONJ, T, x)
/* The bits above those that the product keeps. */
BINARY(MULHI, T, STORE((wide)x * (wide)y >> BITS))
BINARY(ADD, T, STORE((U)x + (U)y))
BINARY(AND, T, STORE(x & y))
BINARY(MAXIMUM, T, STORE(x > y ? x : y))
BINARY(MINIMUM, T, STORE(x < y ? x : y))
BINARY(MULTIPLY, T, STORE(MULTIPLY_WRAP((U)x, (U)y)))
BINARY(OR, T, STORE(x | y))
BINARY(POWER, T, NAME(power)(x, y))
BINARY(SHIFT_LEFT, T, STORE(PLAIN(y) < BITS ? (U)x << PLAIN(y) : 0))
BINARY(SHIFT_RIGHT_LOGICAL, T, STORE(PLAIN(y) < BITS ? PLAIN(x) >> PLAIN(y) : 0))
BINARY(SUBTRACT, T, STORE((U)x - (U)y))
BINARY(XOR, T, STORE(x ^ y))
#undef LOWEST
#undef PLAIN
#endif

#if !IS_COMPLEX
#define LESS(x, y) ((x) < (y))
#define AT_MOST(x, y) ((x) <= (y))
#endif
BINARY(COMPARE_EQ, uint8_t, x == y)
BINARY(COMPARE_NE, uint8_t, x != y)
BINARY(COMPARE_GE, uint8_t, AT_MOST(y, x))
BINARY(COMPARE_GT, uint8_t, LESS(y, x))
BINARY(COMPARE_LE, uint8_t, AT_MOST(x, y))
BINARY(COMPARE_LT, uint8_t, LESS(x, y))
static const ls_cpu_loop_fn NAME(compare_table)[] = {
    [LS_COMPARE_EQ] = NAME(binary_COMPARE_EQ), [LS_COMPARE_NE] = NAME(binary_COMPARE_NE),
    [LS_COMPARE_GE] = NAME(binary_COMPARE_GE), [LS_COMPARE_GT] = NAME(binary_COMPARE_GT),
    [LS_COMPARE_LE] = NAME(binary_COMPARE_LE), [LS_COMPARE_LT] = NAME(binary_COMPARE_LT),
};

/* min(max(x, low), high), where NaN wins */
static void NAME(clamp)(const void *const *in, void *out, int64_t n, const void *aux)
{
    (void)aux;
    const T *low = in[0], *a = in[1], *high = in[2];
    T *o = out;
    for (int64_t i = 0; i < n; i++) {
        C x = LOAD(a[i]), l = LOAD(low[i]), h = LOAD(high[i]);
        C m = AT_MOST(l, x) || IS_NAN(x) ? x : l;
        o[i] = STORE(AT_MOST(m, h) || IS_NAN(m) ? m : h);
    }
}

/* By kind; NULL: not for this type. */
static const ls_cpu_loop_fn NAME(op_table)[LS_IR_KIND_COUNT] = {
#define U_(kind) [LS_IR_##kind] = NAME(unary_##kind)
#define B_(kind) [LS_IR_##kind] = NAME(binary_##kind)
    B_(ADD), B_(MAXIMUM), B_(MINIMUM), B_(MULTIPLY),
#if IS_COMPLEX
    U_(ACOS), U_(ACOSH), U_(ASIN), U_(ASINH), U_(ATAN), U_(ATANH), U_(CHLO_TAN), U_(CONJ), U_(COSH), U_(SINH), U_(SQUARE),
    U_(ABS), U_(CBRT), U_(COSINE), U_(EXPONENTIAL), U_(EXPONENTIAL_MINUS_ONE), U_(IMAG), U_(LOG), U_(LOG_PLUS_ONE),
    U_(LOGISTIC), U_(NEGATE), U_(REAL), U_(RSQRT), U_(SIGN), U_(SINE), U_(SQRT), U_(TAN), U_(TANH),
    B_(ATAN2), B_(DIVIDE), B_(POWER), B_(SUBTRACT),
#elif IS_FLOAT
    U_(REAL), U_(IMAG), U_(ACOS), U_(ACOSH), U_(ASIN), U_(ASINH), U_(ATAN), U_(ATANH), U_(BESSEL_I1E), U_(CHLO_TAN), U_(CONJ),
    U_(COSH), U_(DIGAMMA), U_(ERFC), U_(ERF_INV), U_(IS_INF), U_(IS_NEG_INF), U_(IS_POS_INF), U_(LGAMMA), U_(SINH), U_(SQUARE),
    B_(NEXT_AFTER), B_(POLYGAMMA), B_(ZETA),
    U_(ABS), U_(CBRT), U_(CEIL), U_(COSINE), U_(ERF), U_(EXPONENTIAL), U_(EXPONENTIAL_MINUS_ONE), U_(FLOOR),
    U_(IS_FINITE), U_(LOG), U_(LOG_PLUS_ONE), U_(LOGISTIC), U_(NEGATE), U_(ROUND_NEAREST_AFZ), U_(ROUND_NEAREST_EVEN),
    U_(RSQRT), U_(SIGN), U_(SINE), U_(SQRT), U_(TAN), U_(TANH),
    B_(ATAN2), B_(DIVIDE), B_(POWER), B_(REMAINDER), B_(SUBTRACT),
#elif IS_BOOL
    U_(NOT), B_(AND), B_(OR), B_(XOR),
#else
    U_(SQUARE), U_(CONJ), B_(MULHI),
    U_(COUNT_LEADING_ZEROS), U_(NEGATE), U_(NOT), U_(POPCNT),
#if IS_SIGNED
    U_(ABS), U_(SIGN),
#endif
    B_(AND), B_(DIVIDE), B_(OR), B_(POWER), B_(REMAINDER), B_(SHIFT_LEFT), B_(SHIFT_RIGHT_ARITHMETIC),
    B_(SHIFT_RIGHT_LOGICAL), B_(SUBTRACT), B_(XOR),
#endif
#undef U_
#undef B_
};

// clang-format on
#undef UNARY
#undef BINARY
#undef F
#undef ONE
#undef IS_NAN
#undef LESS
#undef AT_MOST
#undef PART
