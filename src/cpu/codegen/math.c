/* The elementary functions of kernels/fast/math_tmpl.h, step for step, as LLVM's text: the same bits. */
#include "cpu/codegen/group.h"

#include <math.h>
#include <string.h>

/* LLVM writes a float constant as the bits of the same double. x + −0 is x, for every x. */
static int constant(ls_codegen_text *text, float value)
{
    double wide = value;
    uint64_t bits;
    memcpy(&bits, &wide, sizeof(bits));
    return ls_codegen_put(text, "fadd float 0x%016llX, -0.0", (unsigned long long)bits);
}

static int binary(ls_codegen_text *text, const char *op, int a, int b)
{
    return ls_codegen_put(text, "%s float %%v%d, %%v%d", op, a, b);
}

static int add(ls_codegen_text *text, int a, int b)
{
    return binary(text, "fadd", a, b);
}

static int sub(ls_codegen_text *text, int a, int b)
{
    return binary(text, "fsub", a, b);
}

static int mul(ls_codegen_text *text, int a, int b)
{
    return binary(text, "fmul", a, b);
}

static int times(ls_codegen_text *text, int a, float c)
{
    return mul(text, a, constant(text, c));
}

static int plus(ls_codegen_text *text, int a, float c)
{
    return add(text, a, constant(text, c));
}

/* `then` where x compares so to c, else `other`. */
static int where(ls_codegen_text *text, const char *compares, int x, float c, int then, int other)
{
    int is_so = ls_codegen_put(text, "fcmp %s float %%v%d, %%v%d", compares, x, constant(text, c));
    return ls_codegen_put(text, "select i1 %%v%d, float %%v%d, float %%v%d", is_so, then, other);
}

static int bits_of(ls_codegen_text *text, int x)
{
    return ls_codegen_put(text, "bitcast float %%v%d to i32", x);
}

static int float_of(ls_codegen_text *text, int bits)
{
    return ls_codegen_put(text, "bitcast i32 %%v%d to float", bits);
}

static int magnitude_of(ls_codegen_text *text, int x)
{
    return ls_codegen_put(text, "call float @llvm.fabs.f32(float %%v%d)", x);
}

/* c[0], then · x + c[i] for each that follows */
static int polynomial(ls_codegen_text *text, int x, const float *c, int count)
{
    int p = constant(text, c[0]);
    for (int i = 1; i < count; i++) p = plus(text, mul(text, p, x), c[i]);
    return p;
}

/* --- exp and what is made of it ------------------------------------------------------------------------------------
 */

static int exp_rest(ls_codegen_text *text, int r)
{
    static const float c[] = {1.9875691500e-4F, 1.3981999507e-3F, 8.3334519073e-3F,
                              4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F};
    return mul(text, polynomial(text, r, c, 6), mul(text, r, r));
}

/* What exp and expm1 need of x: r, and 2ⁿ in two factors. */
typedef struct reduced {
    int r, a, b;
} reduced;

static reduced reduce_exponent(ls_codegen_text *text, int x, float low, float high)
{
    static const float rounder = 12582912.0F;
    x = where(text, "olt", x, low, constant(text, low), x);
    x = where(text, "ogt", x, high, constant(text, high), x);
    int sum = plus(text, times(text, x, 1.44269504088896341F), rounder);
    int n = sub(text, sum, constant(text, rounder));
    int r = sub(text, sub(text, x, times(text, n, 0.693359375F)), times(text, n, -2.12194440e-4F));
    int whole = ls_codegen_put(text, "sub i32 %%v%d, %d", bits_of(text, sum), 0x4B400000); /* the rounder's bits */
    int half = ls_codegen_put(text, "ashr i32 %%v%d, 1", whole);
    int rest = ls_codegen_put(text, "sub i32 %%v%d, %%v%d", whole, half);
    int parts[2] = {half, rest};
    for (int i = 0; i < 2; i++) {
        int biased = ls_codegen_put(text, "add i32 %%v%d, 127", parts[i]);
        parts[i] = float_of(text, ls_codegen_put(text, "shl i32 %%v%d, 23", biased));
    }
    return (reduced){r, parts[0], parts[1]};
}

/* (1 + (r + rest)) · a · b */
static int scaled(ls_codegen_text *text, reduced x)
{
    int y = add(text, constant(text, 1), add(text, x.r, exp_rest(text, x.r)));
    return mul(text, mul(text, y, x.a), x.b);
}

int ls_codegen_exp_write(ls_codegen_text *text, int x)
{
    return scaled(text, reduce_exponent(text, x, -104, 89));
}

int ls_codegen_expm1_write(ls_codegen_text *text, int x)
{
    reduced y = reduce_exponent(text, x, -20, 89);
    int bounded = where(text, "olt", x, -20, constant(text, -20), x);
    int scale = mul(text, y.a, y.b);
    int small = mul(text, add(text, y.r, exp_rest(text, y.r)), scale);
    small = add(text, small, sub(text, scale, constant(text, 1)));
    int large = sub(text, scaled(text, y), constant(text, 1));
    int result = where(text, "ogt", bounded, 80, large, small);
    return where(text, "oeq", x, 0, x, result);
}

int ls_codegen_tanh_write(ls_codegen_text *text, int x)
{
    static const float c[] = {-5.70498872745e-3F, 2.06390887954e-2F, -5.37397155531e-2F, 1.33314422036e-1F,
                              -3.33332819422e-1F};
    int size = magnitude_of(text, x), z = mul(text, size, size);
    int small = add(text, mul(text, mul(text, polynomial(text, z, c, 5), z), size), size);
    int sum = plus(text, ls_codegen_exp_write(text, add(text, size, size)), 1);
    int large = sub(text, constant(text, 1), binary(text, "fdiv", constant(text, 2), sum));
    int sign = ls_codegen_put(text, "and i32 %%v%d, -2147483648", bits_of(text, x));
    int result = where(text, "olt", size, 0.625F, small, large);
    return float_of(text, ls_codegen_put(text, "or i32 %%v%d, %%v%d", bits_of(text, result), sign));
}

int ls_codegen_logistic_write(ls_codegen_text *text, int x)
{
    int e = ls_codegen_exp_write(text, ls_codegen_put(text, "fneg float %%v%d", magnitude_of(text, x)));
    int one = constant(text, 1), sum = add(text, one, e);
    int lost = sub(text, e, sub(text, sum, one));
    int y = binary(text, "fdiv", where(text, "olt", x, 0, e, one), sum);
    return sub(text, y, mul(text, y, binary(text, "fdiv", lost, sum)));
}

/* --- log and log1p -------------------------------------------------------------------------------------------------
 */

static int log_rest(ls_codegen_text *text, int t)
{
    static const float c[] = {7.0376836292e-2F,  -1.1514610310e-1F, 1.1676998740e-1F,
                              -1.2420140846e-1F, 1.4249322787e-1F,  -1.6668057665e-1F,
                              2.0000714765e-1F,  -2.4999993993e-1F, 3.3333331174e-1F};
    int square = mul(text, t, t);
    int p = mul(text, mul(text, polynomial(text, t, c, 9), t), square);
    return sub(text, p, times(text, square, 0.5F));
}

static int reduce_mantissa(ls_codegen_text *text, int x, int *out_e)
{
    int above = ls_codegen_put(text, "sub i32 %%v%d, %d", bits_of(text, x), 0x3f3504f3);
    int e = ls_codegen_put(text, "ashr i32 %%v%d, 23", above);
    *out_e = ls_codegen_put(text, "sitofp i32 %%v%d to float", e);
    int mantissa = ls_codegen_put(text, "and i32 %%v%d, 8388607", above);
    int m = float_of(text, ls_codegen_put(text, "add i32 %%v%d, %d", mantissa, 0x3f3504f3));
    return sub(text, m, constant(text, 1));
}

/* The results for infinity, the pole, and what has no logarithm. */
static int end_log(ls_codegen_text *text, int x, float pole, int y)
{
    y = where(text, "ogt", x, 3.402823466e38F, x, y);
    y = where(text, "oeq", x, pole, constant(text, -INFINITY), y);
    return where(text, "ult", x, pole, constant(text, NAN), y);
}

int ls_codegen_log_write(ls_codegen_text *text, int x)
{
    static const float least = 1.17549435e-38F;
    int e, t = reduce_mantissa(text, where(text, "olt", x, least, times(text, x, 8388608.0F), x), &e);
    e = where(text, "olt", x, least, sub(text, e, constant(text, 23)), e);
    int y = add(text, log_rest(text, t), times(text, e, -2.12194440e-4F));
    return end_log(text, x, 0, add(text, add(text, t, y), times(text, e, 0.693359375F)));
}

int ls_codegen_log1p_write(ls_codegen_text *text, int x)
{
    int one = constant(text, 1), u = add(text, one, x), lost = sub(text, x, sub(text, u, one));
    int e, t = reduce_mantissa(text, u, &e);
    int y = add(text, log_rest(text, t), times(text, e, -2.12194440e-4F));
    int near = add(text, t, add(text, y, binary(text, "fdiv", lost, u)));
    y = add(text, near, times(text, e, 0.693359375F));
    y = where(text, "oeq", x, 0, x, y);
    return end_log(text, x, -1, y);
}
