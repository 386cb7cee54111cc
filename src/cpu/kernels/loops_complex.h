/* Ops of a complex type; included by loops_tmpl.c. Computed in the next wider type, W its real numbers, and rounded
 * once, so that cancellation and overflow in between do not show. Products and quotients are the plain formulas:
 * infinities are not recovered from NaN. Numbers are ordered by their real, then their imaginary part. */
#if BITS == 32
#define R float
#define W double
#define F(function) function
#define PART(x) ((const float *)&(x))
#else
#define R double
#define W long double
#define F(function) function##l
#define PART(x) ((const double *)&(x))
#endif
#define IS_NAN(x) ((x) != (x))
#define LESS(x, y) (PART(x)[0] < PART(y)[0] || (PART(x)[0] == PART(y)[0] && PART(x)[1] < PART(y)[1]))
#define AT_MOST(x, y) (PART(x)[0] < PART(y)[0] || (PART(x)[0] == PART(y)[0] && PART(x)[1] <= PART(y)[1]))

static inline T NAME(make)(W real, W imag)
{
    R parts[2] = {(R)real, (R)imag};
    T value;
    memcpy(&value, parts, sizeof(value));
    return value;
}
/* A wide complex number; its parts. */
#define WIDE(x) ((W _Complex)(x))
#define RE(z) (__real__(z))
#define IM(z) (__imag__(z))
#define NARROW(z) (NAME(narrow)(z))
static inline T NAME(narrow)(W _Complex z)
{
    return NAME(make)(RE(z), IM(z));
}

static inline T NAME(multiply)(T x, T y)
{
    W a = PART(x)[0], b = PART(x)[1], c = PART(y)[0], d = PART(y)[1];
    return NAME(make)(a * c - b * d, a * d + b * c);
}

static inline W _Complex NAME(quotient)(W _Complex x, W _Complex y)
{
    W a = RE(x), b = IM(x), c = RE(y), d = IM(y), norm = c * c + d * d;
    W _Complex z;
    __real__ z = (a * c + b * d) / norm;
    __imag__ z = (b * c - a * d) / norm;
    return z;
}

/* e^x − 1 = expm1 a · cos b − 2 sin²(b/2), e^a · sin b */
static inline T NAME(expm1)(T x)
{
    W a = PART(x)[0], b = PART(x)[1], half = F(sin)(b / 2);
    if (b == 0) return NAME(make)(F(expm1)(a), b);
    return NAME(make)(F(expm1)(a) * F(cos)(b) - 2 * half * half, F(exp)(a) * F(sin)(b));
}

/* log |1 + x| = log1p(a · (2 + a) + b²) / 2 where x is small */
static inline T NAME(log1p)(T x)
{
    W a = PART(x)[0], b = PART(x)[1];
    W real = F(fabs)(a) < 0.5 && F(fabs)(b) < 0.5 ? F(log1p)(a * (2 + a) + b * b) / 2 : F(log)(F(hypot)(1 + a, b));
    return NAME(make)(real, F(atan2)(b, 1 + a));
}

static inline T NAME(sign)(T x)
{
    W a = PART(x)[0], b = PART(x)[1], size = F(hypot)(a, b);
    return size == 0 ? x : NAME(make)(a / size, b / size);
}

/* The principal root; −8 has 1 + √3 i. */
static inline T NAME(cbrt)(T x)
{
    W a = PART(x)[0], b = PART(x)[1], size = F(cbrt)(F(hypot)(a, b)), angle = F(atan2)(b, a) / 3;
    return b == 0 && a >= 0 ? NAME(make)(F(cbrt)(a), b) : NAME(make)(size * F(cos)(angle), size * F(sin)(angle));
}

static inline T NAME(power)(T x, T y)
{
    if (y == 0) return NAME(make)(1, 0);
    if (x == 0) return PART(y)[0] > 0 ? NAME(make)(0, 0) : NARROW(F(cpow)(WIDE(x), WIDE(y)));
    return NARROW(F(cpow)(WIDE(x), WIDE(y)));
}

/* −i · log((x·i + y) / √(x² + y²)), the angle of (y, x) continued to complex numbers */
static inline T NAME(atan2)(T x, T y)
{
    W _Complex wide_x = WIDE(x), wide_y = WIDE(y), sum;
    __real__ sum = RE(wide_y) - IM(wide_x);
    __imag__ sum = IM(wide_y) + RE(wide_x);
    W _Complex l = F(clog)(NAME(quotient)(sum, F(csqrt)(wide_x * wide_x + wide_y * wide_y)));
    return NAME(make)(IM(l), -RE(l));
}

UNARY(ABS, R, (R)F(hypot)((W)PART(x)[0], (W)PART(x)[1]))
UNARY(ACOS, T, NARROW(F(cacos)(WIDE(x))))
UNARY(ACOSH, T, NARROW(F(cacosh)(WIDE(x))))
UNARY(ASIN, T, NARROW(F(casin)(WIDE(x))))
UNARY(ASINH, T, NARROW(F(casinh)(WIDE(x))))
UNARY(ATAN, T, NARROW(F(catan)(WIDE(x))))
UNARY(ATANH, T, NARROW(F(catanh)(WIDE(x))))
UNARY(CHLO_TAN, T, NARROW(F(ctan)(WIDE(x))))
UNARY(CONJ, T, NAME(make)(PART(x)[0], -PART(x)[1]))
UNARY(COSH, T, NARROW(F(ccosh)(WIDE(x))))
UNARY(SINH, T, NARROW(F(csinh)(WIDE(x))))
UNARY(SQUARE, T, NAME(multiply)(x, x))
UNARY(CBRT, T, NAME(cbrt)(x))
UNARY(COSINE, T, NARROW(F(ccos)(WIDE(x))))
UNARY(EXPONENTIAL, T, NARROW(F(cexp)(WIDE(x))))
UNARY(EXPONENTIAL_MINUS_ONE, T, NAME(expm1)(x))
UNARY(IMAG, R, PART(x)[1])
UNARY(LOG, T, NARROW(F(clog)(WIDE(x))))
UNARY(LOG_PLUS_ONE, T, NAME(log1p)(x))
UNARY(LOGISTIC, T, NARROW(NAME(quotient)(1, 1 + F(cexp)(-WIDE(x)))))
UNARY(NEGATE, T, NAME(make)(-PART(x)[0], -PART(x)[1]))
UNARY(REAL, R, PART(x)[0])
UNARY(RSQRT, T, NARROW(NAME(quotient)(1, F(csqrt)(WIDE(x)))))
UNARY(SIGN, T, NAME(sign)(x))
UNARY(SINE, T, NARROW(F(csin)(WIDE(x))))
UNARY(SQRT, T, NARROW(F(csqrt)(WIDE(x))))
UNARY(TAN, T, NARROW(F(ctan)(WIDE(x))))
UNARY(TANH, T, NARROW(F(ctanh)(WIDE(x))))

BINARY(ADD, T, NAME(make)((W)PART(x)[0] + PART(y)[0], (W)PART(x)[1] + PART(y)[1]))
BINARY(ATAN2, T, NAME(atan2)(x, y))
BINARY(DIVIDE, T, NARROW(NAME(quotient)(WIDE(x), WIDE(y))))
BINARY(MAXIMUM, T, AT_MOST(y, x) || IS_NAN(x) ? a[i] : b[i])
BINARY(MINIMUM, T, AT_MOST(x, y) || IS_NAN(x) ? a[i] : b[i])
BINARY(MULTIPLY, T, NAME(multiply)(x, y))
BINARY(POWER, T, NAME(power)(x, y))
BINARY(SUBTRACT, T, NAME(make)((W)PART(x)[0] - PART(y)[0], (W)PART(x)[1] - PART(y)[1]))
#undef R
#undef W
#undef WIDE
#undef RE
#undef IM
#undef NARROW
