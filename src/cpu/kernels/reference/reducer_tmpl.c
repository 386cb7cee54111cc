/* Typed combining; included by reducer.c through each_type.h. */

#define COMBINE(kind, operation)                                                                                       \
    static void NAME(combine_##kind)(void *acc, int64_t acc_stride, const void *x, int64_t x_stride, int64_t n)        \
    {                                                                                                                  \
        C *a = acc;                                                                                                    \
        const T *b = x;                                                                                                \
        if (acc_stride == 1 && x_stride == 1) {                                                                        \
            for (int64_t i = 0; i < n; i++) a[i] = operation(a[i], LOAD(b[i]));                                        \
        } else if (acc_stride) {                                                                                       \
            for (int64_t i = 0; i < n; i++) a[i * acc_stride] = operation(a[i * acc_stride], LOAD(b[i * x_stride]));   \
        } else {                                                                                                       \
            C lanes[LANES];                                                                                            \
            int64_t i = 0;                                                                                             \
            if (n >= 2 * LANES) {                                                                                      \
                for (int k = 0; k < LANES; k++) lanes[k] = LOAD(b[k * x_stride]);                                      \
                if (x_stride == 1)                                                                                     \
                    for (i = LANES; i + LANES <= n; i += LANES)                                                        \
                        for (int k = 0; k < LANES; k++) lanes[k] = operation(lanes[k], LOAD(b[i + k]));                \
                else                                                                                                   \
                    for (i = LANES; i + LANES <= n; i += LANES)                                                        \
                        for (int k = 0; k < LANES; k++) lanes[k] = operation(lanes[k], LOAD(b[(i + k) * x_stride]));   \
                for (int half = LANES / 2; half; half /= 2)                                                            \
                    for (int k = 0; k < half; k++) lanes[k] = operation(lanes[k], lanes[k + half]);                    \
                *a = operation(*a, lanes[0]);                                                                          \
            }                                                                                                          \
            for (; i < n; i++) *a = operation(*a, LOAD(b[i * x_stride]));                                              \
        }                                                                                                              \
    }

#if IS_COMPLEX
#define ADD_(x, y) ((x) + (y))
#define MULTIPLY_(x, y) (NAME(product)(x, y))
static inline C NAME(product)(C x, C y)
{
    C z = 0;
    __real__ z = __real__ x * __real__ y - __imag__ x * __imag__ y;
    __imag__ z = __real__ x * __imag__ y + __imag__ x * __real__ y;
    return z;
}
#elif IS_FLOAT
#define ADD_(x, y) ((x) + (y))
#define MULTIPLY_(x, y) ((x) * (y))
#define MAXIMUM_(x, y) ((x) >= (y) || (x) != (x) ? (x) : (y))
#define MINIMUM_(x, y) ((x) <= (y) || (x) != (x) ? (x) : (y))
#else
#define MAXIMUM_(x, y) ((x) > (y) ? (x) : (y))
#define MINIMUM_(x, y) ((x) < (y) ? (x) : (y))
#define AND_(x, y) ((C)((x) & (y)))
#define OR_(x, y) ((C)((x) | (y)))
#define XOR_(x, y) ((C)((x) ^ (y)))
#if IS_BOOL
#define ADD_(x, y) ((C)((x) | (y)))
#define MULTIPLY_(x, y) ((C)((x) & (y)))
#else
#define ADD_(x, y) STORE((U)(x) + (U)(y))
#define MULTIPLY_(x, y) STORE((uint64_t)(x) * (uint64_t)(y))
#endif
COMBINE(AND, AND_)
COMBINE(OR, OR_)
COMBINE(XOR, XOR_)
#endif
COMBINE(ADD, ADD_)
COMBINE(MULTIPLY, MULTIPLY_)
#if !IS_COMPLEX
COMBINE(MAXIMUM, MAXIMUM_)
COMBINE(MINIMUM, MINIMUM_)
#endif

static const ls_cpu_combine_fn NAME(combine_table)[LS_IR_KIND_COUNT] = {
    [LS_IR_ADD] = NAME(combine_ADD),         [LS_IR_MULTIPLY] = NAME(combine_MULTIPLY),
#if !IS_COMPLEX
    [LS_IR_MAXIMUM] = NAME(combine_MAXIMUM), [LS_IR_MINIMUM] = NAME(combine_MINIMUM),
#endif
#if !IS_FLOAT && !IS_COMPLEX
    [LS_IR_AND] = NAME(combine_AND),         [LS_IR_OR] = NAME(combine_OR),
    [LS_IR_XOR] = NAME(combine_XOR),
#endif
};

static void NAME(fill)(void *acc, const void *element, int64_t n)
{
    C value = LOAD(*(const T *)element), *a = acc;
    for (int64_t i = 0; i < n; i++) a[i] = value;
}

static void NAME(load)(void *acc, const void *x, int64_t n)
{
    C *a = acc;
    const T *b = x;
    for (int64_t i = 0; i < n; i++) a[i] = LOAD(b[i]);
}

static void NAME(store)(void *out, const void *acc, int64_t n)
{
    T *o = out;
    const C *a = acc;
    for (int64_t i = 0; i < n; i++) o[i] = STORE(a[i]);
}

static const ls_cpu_accumulator NAME(accumulator) = {sizeof(C), NAME(fill), NAME(load), NAME(store)};

#undef COMBINE
#undef ADD_
#undef MULTIPLY_
#undef MAXIMUM_
#undef MINIMUM_
#undef AND_
#undef OR_
#undef XOR_
