/* exp, log and tanh of f32 as straight lines of code, which a loop around them can vectorise. Constants: ln 2 in two
 * parts, and the classic polynomials of fdlibm (log) and Cephes (tanh); exp is Taylor's. */
#include "cpu/codegen/group.h"

#include "base/numeric.h"

/* LLVM writes a float constant as the bits of the same double. */
static int constant(ls_codegen_text *text, float value)
{
    double wide = value;
    uint64_t bits;
    memcpy(&bits, &wide, sizeof(bits));
    return ls_codegen_put(text, "fadd float 0x%016llX, -0.0", (unsigned long long)bits);
}

static int fused(ls_codegen_text *text, int a, int b, int c)
{
    return ls_codegen_put(text, "call float @llvm.fma.f32(float %%v%d, float %%v%d, float %%v%d)", a, b, c);
}

static int binary(ls_codegen_text *text, const char *op, int a, int b)
{
    return ls_codegen_put(text, "%s float %%v%d, %%v%d", op, a, b);
}

static int choose(ls_codegen_text *text, int which, int a, int b)
{
    return ls_codegen_put(text, "select i1 %%v%d, float %%v%d, float %%v%d", which, a, b);
}

/* c[0] + z·(c[1] + z·(...)) */
static int polynomial(ls_codegen_text *text, int z, const float *c, int count)
{
    int p = constant(text, c[count - 1]);
    for (int i = count - 2; i >= 0; i--) p = fused(text, p, z, constant(text, c[i]));
    return p;
}

/* 2 to a whole number within an exponent's range */
static int power_of_two(ls_codegen_text *text, int n)
{
    int biased = ls_codegen_put(text, "add i32 %%v%d, 127", n);
    int bits = ls_codegen_put(text, "shl i32 %%v%d, 23", biased);
    return ls_codegen_put(text, "bitcast i32 %%v%d to float", bits);
}

/* x = n·ln 2 + r, |r| ≤ ln 2 / 2; 2^n in two factors, so that results below the normal numbers come out. */
int ls_codegen_exp_write(ls_codegen_text *text, int x)
{
    static const float c[] = {1, 1, 0.5F, 1.0F / 6, 1.0F / 24, 1.0F / 120, 1.0F / 720, 1.0F / 5040};
    int too_low = ls_codegen_put(text, "fcmp olt float %%v%d, %%v%d", x, constant(text, -104));
    int low = choose(text, too_low, constant(text, -104), x);
    int too_high = ls_codegen_put(text, "fcmp ogt float %%v%d, %%v%d", low, constant(text, 89));
    int bounded = choose(text, too_high, constant(text, 89), low);
    int scaled = binary(text, "fmul", bounded, constant(text, 0x1.715476p+0F));
    int n = ls_codegen_put(text, "call float @llvm.rint.f32(float %%v%d)", scaled);
    int minus_n = ls_codegen_put(text, "fneg float %%v%d", n);
    int r = fused(text, minus_n, constant(text, 0x1.62e400p-1F), bounded);
    r = fused(text, minus_n, constant(text, 0x1.7f7d1cp-20F), r);
    int p = polynomial(text, r, c, 8);
    int is_nan = ls_codegen_put(text, "fcmp uno float %%v%d, %%v%d", x, x);
    int number = choose(text, is_nan, constant(text, 0), n);
    int whole = ls_codegen_put(text, "fptosi float %%v%d to i32", number);
    int half = ls_codegen_put(text, "ashr i32 %%v%d, 1", whole);
    int rest = ls_codegen_put(text, "sub i32 %%v%d, %%v%d", whole, half);
    return binary(text, "fmul", binary(text, "fmul", p, power_of_two(text, half)), power_of_two(text, rest));
}

/* x = 2^k·(1 + f), √½ ≤ 1 + f < √2; s = f / (2 + f). */
int ls_codegen_log_write(ls_codegen_text *text, int x)
{
    static const float c[] = {0xaaaaaa.0p-24F, 0xccce13.0p-25F, 0x91e9ee.0p-25F, 0xf89e26.0p-26F};
    int is_small = ls_codegen_put(text, "fcmp olt float %%v%d, %%v%d", x, constant(text, 0x1p-126F));
    int normal = choose(text, is_small, binary(text, "fmul", x, constant(text, 0x1p25F)), x);
    int bits = ls_codegen_put(text, "bitcast float %%v%d to i32", normal);
    int shifted = ls_codegen_put(text, "add i32 %%v%d, %d", bits, 0x3f800000 - 0x3f3504f3);
    int exponent = ls_codegen_put(text, "lshr i32 %%v%d, 23", shifted);
    int bias = ls_codegen_put(text, "select i1 %%v%d, i32 152, i32 127", is_small);
    int k = ls_codegen_put(text, "sub i32 %%v%d, %%v%d", exponent, bias);
    int dk = ls_codegen_put(text, "sitofp i32 %%v%d to float", k);
    int mantissa = ls_codegen_put(text, "and i32 %%v%d, 8388607", shifted);
    int back = ls_codegen_put(text, "add i32 %%v%d, %d", mantissa, 0x3f3504f3);
    int m = ls_codegen_put(text, "bitcast i32 %%v%d to float", back);
    int f = binary(text, "fsub", m, constant(text, 1));
    int s = binary(text, "fdiv", f, binary(text, "fadd", f, constant(text, 2)));
    int z = binary(text, "fmul", s, s);
    int r = binary(text, "fmul", z, polynomial(text, z, c, 4));
    int half = binary(text, "fmul", binary(text, "fmul", f, f), constant(text, 0.5F));
    int low = fused(text, dk, constant(text, 9.0580006145e-6F), binary(text, "fmul", s, binary(text, "fadd", half, r)));
    int sum = binary(text, "fadd", binary(text, "fsub", low, half), f);
    int y = fused(text, dk, constant(text, 6.9313812256e-1F), sum);
    /* 0, infinity, negative numbers and NaN */
    int is_zero = ls_codegen_put(text, "fcmp oeq float %%v%d, 0.0", x);
    y = ls_codegen_put(text, "select i1 %%v%d, float 0xFFF0000000000000, float %%v%d", is_zero, y);
    int is_infinite = ls_codegen_put(text, "fcmp oeq float %%v%d, 0x7FF0000000000000", x);
    y = choose(text, is_infinite, x, y);
    int is_bad = ls_codegen_put(text, "fcmp ult float %%v%d, 0.0", x);
    return ls_codegen_put(text, "select i1 %%v%d, float 0x7FF8000000000000, float %%v%d", is_bad, y);
}

/* Near 0 an odd polynomial, elsewhere 1 − 2 / (exp(2|x|) + 1); on the magnitude, so that −0 stays. */
int ls_codegen_tanh_write(ls_codegen_text *text, int x)
{
    static const float c[] = {-3.33332819422e-1F, 1.33314422036e-1F, -5.37397155531e-2F, 2.06390887954e-2F,
                              -5.70498872745e-3F};
    int m = ls_codegen_put(text, "call float @llvm.fabs.f32(float %%v%d)", x);
    int z = binary(text, "fmul", m, m);
    int near = fused(text, binary(text, "fmul", polynomial(text, z, c, 5), z), m, m);
    int e = ls_codegen_exp_write(text, binary(text, "fadd", m, m));
    int quotient = binary(text, "fdiv", constant(text, 2), binary(text, "fadd", e, constant(text, 1)));
    int far = binary(text, "fsub", constant(text, 1), quotient);
    int is_near = ls_codegen_put(text, "fcmp olt float %%v%d, %%v%d", m, constant(text, 0.625F));
    int y = choose(text, is_near, near, far);
    int with_sign = ls_codegen_put(text, "call float @llvm.copysign.f32(float %%v%d, float %%v%d)", y, x);
    int is_nan = ls_codegen_put(text, "fcmp uno float %%v%d, %%v%d", x, x);
    return choose(text, is_nan, x, with_sign);
}
