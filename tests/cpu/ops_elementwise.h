/* Cases of the elementwise ops, for ops_test.c. Oracles work in double, long double or 128-bit integers. */
#define COUNT 211

typedef double (*float_fn)(double, double);
typedef wide (*int_fn)(ls_dtype, wide, wide);

static int width_of(ls_dtype t)
{
    return t == LS_BOOL ? 1 : (int)ls_dtype_size(t) * 8;
}
/* The value that its low bits stand for. */
static wide wrap(ls_dtype t, wide x)
{
    uint64_t slot = 0;
    put_int(t, &slot, 0, x);
    return get_int(t, &slot, 0);
}
static wide unsign(ls_dtype t, wide x)
{
    return x & (((wide)1 << width_of(t)) - 1);
}

/* --- One operand ---- */
static double f_abs(double x, double y)
{
    return fabs(x);
}
static double f_cbrt(double x, double y)
{
    return cbrt(x);
}
static double f_ceil(double x, double y)
{
    return ceil(x);
}
static double f_cos(double x, double y)
{
    return cos(x);
}
static double f_erf(double x, double y)
{
    return erf(x);
}
static double f_exp(double x, double y)
{
    return exp(x);
}
static double f_expm1(double x, double y)
{
    return expm1(x);
}
static double f_floor(double x, double y)
{
    return floor(x);
}
static double f_log(double x, double y)
{
    return log(x);
}
static double f_log1p(double x, double y)
{
    return log1p(x);
}
static double f_logistic(double x, double y)
{
    return 1 / (1 + exp(-x));
}
static double f_negate(double x, double y)
{
    return -x;
}
static double f_round(double x, double y)
{
    return round(x);
}
static double f_even(double x, double y)
{
    return nearbyint(x);
}
static double f_rsqrt(double x, double y)
{
    return 1 / sqrt(x);
}
static double f_sign(double x, double y)
{
    return isnan(x) ? x : x > 0 ? 1 : x < 0 ? -1 : x;
}
static double f_sin(double x, double y)
{
    return sin(x);
}
static double f_sqrt(double x, double y)
{
    return sqrt(x);
}
static double f_tan(double x, double y)
{
    return tan(x);
}
static double f_tanh(double x, double y)
{
    return tanh(x);
}
static wide i_abs(ls_dtype t, wide x, wide y)
{
    return x < 0 ? -x : x;
}
static wide i_clz(ls_dtype t, wide x, wide y)
{
    int n = 0;
    for (int b = width_of(t); b-- > 0 && !(unsign(t, x) >> b & 1);) n++;
    return n;
}
static wide i_negate(ls_dtype t, wide x, wide y)
{
    return -x;
}
static wide i_not(ls_dtype t, wide x, wide y)
{
    return t == LS_BOOL ? !x : ~x;
}
static wide i_popcnt(ls_dtype t, wide x, wide y)
{
    int n = 0;
    for (int b = 0; b < width_of(t); b++) n += unsign(t, x) >> b & 1;
    return n;
}
static wide i_sign(ls_dtype t, wide x, wide y)
{
    return (x > 0) - (x < 0);
}

/* --- Two operands ---- */
static double f_add(double x, double y)
{
    return x + y;
}
static double f_atan2(double x, double y)
{
    return atan2(x, y);
}
static double f_divide(double x, double y)
{
    return x / y;
}
static double f_max(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : x > y ? x : y;
}
static double f_min(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : x < y ? x : y;
}
static double f_multiply(double x, double y)
{
    return x * y;
}
static double f_pow(double x, double y)
{
    return pow(x, y);
}
static double f_rem(double x, double y)
{
    return fmod(x, y);
}
static double f_subtract(double x, double y)
{
    return x - y;
}
static wide i_add(ls_dtype t, wide x, wide y)
{
    return t == LS_BOOL ? x | y : x + y;
}
static wide i_and(ls_dtype t, wide x, wide y)
{
    return x & y;
}
static wide i_divide(ls_dtype t, wide x, wide y)
{
    return y == 0 ? -1 : x / y;
}
static wide i_max(ls_dtype t, wide x, wide y)
{
    return x > y ? x : y;
}
static wide i_min(ls_dtype t, wide x, wide y)
{
    return x < y ? x : y;
}
static wide i_multiply(ls_dtype t, wide x, wide y)
{
    return t == LS_BOOL ? x & y : (wide)((unsigned __int128)x * (unsigned __int128)y);
}
static wide i_or(ls_dtype t, wide x, wide y)
{
    return x | y;
}
static wide i_pow(ls_dtype t, wide x, wide y)
{
    if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
    wide result = 1, factor = wrap(t, x);
    for (uint64_t n = (uint64_t)y; n; n >>= 1) { /* wrapping as it goes keeps the numbers small */
        if (n & 1) result = wrap(t, (wide)((uint64_t)result * (uint64_t)factor));
        factor = wrap(t, (wide)((uint64_t)factor * (uint64_t)factor));
    }
    return result;
}
static wide i_rem(ls_dtype t, wide x, wide y)
{
    return y == 0 ? x : x % y;
}
static wide i_shl(ls_dtype t, wide x, wide y)
{
    return unsign(t, y) >= width_of(t) ? 0 : (wide)((unsigned __int128)x << unsign(t, y));
}
static wide i_sra(ls_dtype t, wide x, wide y)
{
    int n = unsign(t, y) >= width_of(t) ? width_of(t) : (int)unsign(t, y);
    wide bits = unsign(t, x), top = bits >> (width_of(t) - 1);
    for (int i = 0; i < n; i++) bits = bits >> 1 | top << (width_of(t) - 1);
    return bits;
}
static wide i_srl(ls_dtype t, wide x, wide y)
{
    return unsign(t, y) >= width_of(t) ? 0 : unsign(t, x) >> unsign(t, y);
}
static wide i_subtract(ls_dtype t, wide x, wide y)
{
    return x - y;
}
static wide i_xor(ls_dtype t, wide x, wide y)
{
    return x ^ y;
}

static const struct {
    ls_ir_kind kind;
    float_fn on_float;
    int_fn on_int;
    bool on_unsigned, on_bool;
    double ulps; /* what a library function may be off by */
} elementwise_cases[] = {
    {LS_IR_ABS, f_abs, i_abs},
    {LS_IR_CBRT, f_cbrt, .ulps = 1},
    {LS_IR_CEIL, f_ceil},
    {LS_IR_COSINE, f_cos, .ulps = 1},
    {LS_IR_COUNT_LEADING_ZEROS, NULL, i_clz, true},
    {LS_IR_ERF, f_erf, .ulps = 1},
    {LS_IR_EXPONENTIAL, f_exp, .ulps = 1},
    {LS_IR_EXPONENTIAL_MINUS_ONE, f_expm1, .ulps = 1},
    {LS_IR_FLOOR, f_floor},
    {LS_IR_LOG, f_log, .ulps = 1},
    {LS_IR_LOG_PLUS_ONE, f_log1p, .ulps = 1},
    {LS_IR_LOGISTIC, f_logistic, .ulps = 3},
    {LS_IR_NEGATE, f_negate, i_negate, true},
    {LS_IR_NOT, NULL, i_not, true, true},
    {LS_IR_POPCNT, NULL, i_popcnt, true},
    {LS_IR_ROUND_NEAREST_AFZ, f_round},
    {LS_IR_ROUND_NEAREST_EVEN, f_even},
    {LS_IR_RSQRT, f_rsqrt, .ulps = 2},
    {LS_IR_SIGN, f_sign, i_sign},
    {LS_IR_SINE, f_sin, .ulps = 1},
    {LS_IR_SQRT, f_sqrt},
    {LS_IR_TAN, f_tan, .ulps = 2},
    {LS_IR_TANH, f_tanh, .ulps = 2},
    {LS_IR_ADD, f_add, i_add, true, true},
    {LS_IR_AND, NULL, i_and, true, true},
    {LS_IR_ATAN2, f_atan2, .ulps = 1},
    {LS_IR_DIVIDE, f_divide, i_divide, true},
    {LS_IR_MAXIMUM, f_max, i_max, true, true},
    {LS_IR_MINIMUM, f_min, i_min, true, true},
    {LS_IR_MULTIPLY, f_multiply, i_multiply, true, true},
    {LS_IR_OR, NULL, i_or, true, true},
    {LS_IR_POWER, f_pow, i_pow, true, .ulps = 2},
    {LS_IR_REMAINDER, f_rem, i_rem, true},
    {LS_IR_SHIFT_LEFT, NULL, i_shl, true},
    {LS_IR_SHIFT_RIGHT_ARITHMETIC, NULL, i_sra, true},
    {LS_IR_SHIFT_RIGHT_LOGICAL, NULL, i_srl, true},
    {LS_IR_SUBTRACT, f_subtract, i_subtract, true},
    {LS_IR_XOR, NULL, i_xor, true, true},
};

static void run_elementwise(ls_ir_kind kind, ls_dtype t, float_fn on_float, int_fn on_int, double ulps)
{
    char text[512];
    const char *type = type_text(t, LS_SHAPE(COUNT)), *name = ls_ir_op_info_of(kind)->name;
    uint64_t x[COUNT], y[COUNT], got[COUNT], expected[COUNT];
    bool binary = ls_ir_op_info_of(kind)->operands == 2;
    fill_wild(t, x, COUNT, 1);
    fill_wild(t, y, COUNT, 2);
    if (binary)
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%y: %s) -> %s {\n%%z = %s %%x, %%y : %s\nreturn %%z : %s\n}", type, type,
                 type, name, type, type);
    else
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%y: %s) -> %s {\n%%z = %s %%x : %s%s%s\nreturn %%z : %s\n}", type, type,
                 type, name, type, kind == LS_IR_ERF ? " -> " : "", kind == LS_IR_ERF ? type : "", type);
    for (int i = 0; i < COUNT; i++) {
        if (ls_dtype_is_float(t))
            put_float(t, expected, i, on_float(get_float(t, x, i), get_float(t, y, i)));
        else
            put_int(t, expected, i, on_int(t, get_int(t, x, i), get_int(t, y, i)));
    }
    run_text(text, (const void *[]){x, y}, (void *[]){got});
    assert_arrays(t, got, expected, COUNT, ls_dtype_is_float(t) ? ulps + (t == LS_F64 ? 1 : 0) : 0, name);
}

static void check_elementwise(ls_ir_kind kind)
{
    for (size_t c = 0; c < sizeof(elementwise_cases) / sizeof(elementwise_cases[0]); c++) {
        if (elementwise_cases[c].kind != kind) continue;
        for (size_t i = 0; i < TYPE_COUNT; i++) {
            ls_dtype t = all_types[i];
            bool is_float = ls_dtype_is_float(t);
            if (is_float ? !elementwise_cases[c].on_float : !elementwise_cases[c].on_int) continue;
            if (t == LS_BOOL && !elementwise_cases[c].on_bool) continue;
            if (!is_float && t != LS_BOOL && !ls_dtype_is_signed(t) && !elementwise_cases[c].on_unsigned) continue;
            run_elementwise(kind, t, elementwise_cases[c].on_float, elementwise_cases[c].on_int,
                            elementwise_cases[c].ulps);
        }
        return;
    }
    fail_msg("no case for %s", ls_ir_op_info_of(kind)->name);
}

/* --- Others ---- */
static void check_is_finite(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        if (!ls_dtype_is_float(t)) continue;
        char text[512];
        uint64_t x[COUNT];
        uint8_t got[COUNT];
        fill_wild(t, x, COUNT, 5);
        const char *type = type_text(t, LS_SHAPE(COUNT)), *out = type_text(LS_BOOL, LS_SHAPE(COUNT));
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s) -> %s {\n%%z = stablehlo.is_finite %%x : (%s) -> %s\nreturn %%z : %s\n}",
                 type, out, type, out, out);
        run_text(text, (const void *[]){x}, (void *[]){got});
        for (int i = 0; i < COUNT; i++) assert_int_equal(got[i], isfinite(get_float(t, x, i)));
    }
}

static int compare_total(ls_dtype t, const void *x, int64_t i, const void *y, int64_t j)
{
    double a = get_float(t, x, i), b = get_float(t, y, j);
    int rank[2];
    for (int k = 0; k < 2; k++) {
        double v = k ? b : a;
        rank[k] = isnan(v) ? (signbit(v) ? -2 : 2) : 0;
    }
    if (rank[0] != rank[1] || rank[0]) return (rank[0] > rank[1]) - (rank[0] < rank[1]);
    if (a == 0 && b == 0) return !!signbit(b) - !!signbit(a);
    return (a > b) - (a < b);
}

static bool holds(int direction, int order, bool unordered)
{
    if (unordered) return direction == LS_COMPARE_NE;
    switch (direction) {
    case LS_COMPARE_EQ: return order == 0;
    case LS_COMPARE_NE: return order != 0;
    case LS_COMPARE_GE: return order >= 0;
    case LS_COMPARE_GT: return order > 0;
    case LS_COMPARE_LE: return order <= 0;
    default: return order < 0;
    }
}

static void check_compare(ls_ir_kind kind)
{
    static const char *names[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        for (int direction = 0; direction < 6; direction++) {
            for (int total = 0; total <= ls_dtype_is_float(t); total++) {
                char text[512];
                uint64_t x[COUNT], y[COUNT];
                uint8_t got[COUNT];
                fill_wild(t, x, COUNT, 7);
                fill_wild(t, y, COUNT, 8);
                memcpy(y, x, 20); /* some equal ones */
                const char *type = type_text(t, LS_SHAPE(COUNT)), *out = type_text(LS_BOOL, LS_SHAPE(COUNT));
                const char *how = ls_dtype_is_float(t)    ? (total ? "TOTALORDER" : "FLOAT")
                                  : ls_dtype_is_signed(t) ? "SIGNED"
                                                          : "UNSIGNED";
                snprintf(text, sizeof(text),
                         "func.func @main(%%x: %s, %%y: %s) -> %s {\n%%z = stablehlo.compare %s, %%x, %%y, %s : (%s, "
                         "%s) -> %s\nreturn %%z : %s\n}",
                         type, type, out, names[direction], how, type, type, out, out);
                run_text(text, (const void *[]){x, y}, (void *[]){got});
                for (int i = 0; i < COUNT; i++) {
                    bool expected;
                    if (total) {
                        expected = holds(direction, compare_total(t, x, i, y, i), false);
                    } else if (ls_dtype_is_float(t)) {
                        double a = get_float(t, x, i), b = get_float(t, y, i);
                        expected = holds(direction, (a > b) - (a < b), isnan(a) || isnan(b));
                    } else {
                        wide a = get_int(t, x, i), b = get_int(t, y, i);
                        expected = holds(direction, (a > b) - (a < b), false);
                    }
                    assert_int_equal(got[i], expected);
                }
            }
        }
    }
}

static void check_select(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        for (int scalar = 0; scalar < 2; scalar++) {
            ls_dtype t = all_types[k];
            char text[512];
            uint64_t x[COUNT], y[COUNT], got[COUNT];
            uint8_t p[COUNT];
            fill_wild(t, x, COUNT, 9);
            fill_wild(t, y, COUNT, 10);
            fill_wild(LS_BOOL, p, COUNT, 11);
            const char *type = type_text(t, LS_SHAPE(COUNT)),
                       *truth = scalar ? "tensor<i1>" : type_text(LS_BOOL, LS_SHAPE(COUNT));
            snprintf(text, sizeof(text),
                     "func.func @main(%%p: %s, %%x: %s, %%y: %s) -> %s {\n%%z = stablehlo.select %%p, %%x, %%y : %s, "
                     "%s\nreturn %%z : %s\n}",
                     truth, type, type, type, truth, type, type);
            run_text(text, (const void *[]){p, x, y}, (void *[]){got});
            size_t size = ls_dtype_size(t);
            for (size_t i = 0; i < COUNT; i++)
                assert_memory_equal((char *)got + i * size, (char *)(p[scalar ? 0 : i] ? x : y) + i * size, size);
        }
    }
}

static void check_clamp(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        for (int scalar = 0; scalar < 2; scalar++) {
            char text[512];
            uint64_t x[COUNT], low[COUNT], high[COUNT], got[COUNT], expected[COUNT];
            fill_wild(t, x, COUNT, 12);
            fill_wild(t, low, COUNT, 13);
            fill_wild(t, high, COUNT, 14);
            const char *type = type_text(t, LS_SHAPE(COUNT)), *bound = scalar ? type_text(t, LS_SHAPE()) : type;
            snprintf(text, sizeof(text),
                     "func.func @main(%%l: %s, %%x: %s, %%h: %s) -> %s {\n%%z = stablehlo.clamp %%l, %%x, %%h : (%s, "
                     "%s, %s) -> %s\nreturn %%z : %s\n}",
                     bound, type, bound, type, bound, type, bound, type, type);
            run_text(text, (const void *[]){low, x, high}, (void *[]){got});
            for (int i = 0; i < COUNT; i++) {
                int b = scalar ? 0 : i;
                if (ls_dtype_is_float(t))
                    put_float(t, expected, i,
                              f_min(f_max(get_float(t, x, i), get_float(t, low, b)), get_float(t, high, b)));
                else
                    put_int(t, expected, i,
                            i_min(t, i_max(t, get_int(t, x, i), get_int(t, low, b)), get_int(t, high, b)));
            }
            assert_arrays(t, got, expected, COUNT, 0, "clamp");
        }
    }
}

/* The nearest of all 65,536 codes of a 16-bit float, ties to the even code. */
static uint16_t nearest_code(ls_dtype t, long double x)
{
    if (isnan((double)x)) return t == LS_F16 ? 0x7E00 : 0x7FC0;
    uint16_t infinity = t == LS_F16 ? 0x7C00 : 0x7F80, sign = signbit((double)x) ? 0x8000 : 0;
    uint64_t low = 0, high = infinity; /* get_float wants room for any type */
    long double magnitude = fabsl(x);
    while (high - low > 1) { /* codes of one sign are in order */
        uint64_t middle = (low + high) / 2;
        *(get_float(t, &middle, 0) <= magnitude ? &low : &high) = middle;
    }
    if (isinf((double)magnitude) && isinf(x)) return sign | infinity;
    long double below = get_float(t, &low, 0);
    uint64_t one_less = low - 1;
    long double above =
        high == infinity ? below + (below - (long double)get_float(t, &one_less, 0)) : get_float(t, &high, 0);
    long double half = below + (above - below) / 2;
    return (uint16_t)(sign | (magnitude > half || (magnitude == half && low % 2) ? high : low));
}

static void check_convert(ls_ir_kind kind)
{
    for (size_t a = 0; a < TYPE_COUNT; a++) {
        for (size_t b = 0; b < TYPE_COUNT; b++) {
            ls_dtype from = all_types[a], to = all_types[b];
            char text[512];
            uint64_t x[COUNT], got[COUNT], expected[COUNT];
            fill_wild(from, x, COUNT, 15);
            const char *in = type_text(from, LS_SHAPE(COUNT)), *out = type_text(to, LS_SHAPE(COUNT));
            snprintf(text, sizeof(text),
                     "func.func @main(%%x: %s) -> %s {\n%%z = stablehlo.convert %%x : (%s) -> %s\nreturn %%z : %s\n}",
                     in, out, in, out, out);
            run_text(text, (const void *[]){x}, (void *[]){got});
            for (int i = 0; i < COUNT; i++) {
                bool is_float = ls_dtype_is_float(from);
                long double value = is_float ? (long double)get_float(from, x, i) : (long double)get_int(from, x, i);
                if (to == LS_F16 || to == LS_BF16) {
                    ((uint16_t *)expected)[i] = nearest_code(to, value);
                } else if (ls_dtype_is_float(to)) {
                    if (to == LS_F32)
                        ((float *)expected)[i] = (float)value;
                    else
                        ((double *)expected)[i] = (double)value;
                } else if (to == LS_BOOL) {
                    put_int(to, expected, i, value != 0);
                } else if (!is_float) {
                    put_int(to, expected, i, get_int(from, x, i));
                } else {
                    int bits = width_of(to);
                    wide low = ls_dtype_is_signed(to) ? -((wide)1 << (bits - 1)) : 0,
                         high = ((wide)1 << (bits - ls_dtype_is_signed(to))) - 1;
                    wide y = isnan((double)value)         ? 0
                             : value >= (long double)high ? high
                             : value <= (long double)low  ? low
                                                          : (wide)value;
                    put_int(to, expected, i, y);
                }
            }
            assert_arrays(to, got, expected, COUNT, 0, text);
        }
    }
}

static void check_reduce_precision(ls_ir_kind kind)
{
    /* To the 16-bit floats' own formats: what converting there and back gives. */
    uint32_t x[COUNT], got[COUNT];
    fill_wild(LS_F32, x, COUNT, 16);
    static const struct {
        ls_dtype t;
        const char *format;
    } formats[] = {{LS_BF16, "e8m7"}, {LS_F16, "e5m10"}};
    for (int f = 0; f < 2; f++) {
        char text[512];
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: tensor<211xf32>) -> tensor<211xf32> {\n%%z = stablehlo.reduce_precision %%x, "
                 "format = %s : tensor<211xf32>\nreturn %%z : tensor<211xf32>\n}",
                 formats[f].format);
        run_text(text, (const void *[]){x}, (void *[]){got});
        for (int i = 0; i < COUNT; i++) {
            double value = get_float(LS_F32, x, i);
            uint64_t code = nearest_code(formats[f].t, value);
            double expected = get_float(formats[f].t, &code, 0);
            if (formats[f].t == LS_F16 && fabs(value) < 0x1p-14) continue; /* subnormals go to zero here, not in f16 */
            assert_true(near(LS_F32, get_float(LS_F32, got, i), expected, 0));
        }
    }
}
#undef COUNT
