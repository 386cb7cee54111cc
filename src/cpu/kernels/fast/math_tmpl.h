/* Elementary functions of f32 without branches, so that loops over them become vector code; each within 2 ulp,
 * subnormal results included (tests/cpu/vector_test.c). Coefficients and reductions are those of the Cephes library (S.
 * Moshier, single precision). Compilers choose between values here, so nothing may trap or loop. */

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* x rounded to an integer, for |x| < 2²²: as a float, and in the low bits of the sum. */
#define ROUNDER 12582912.0f /* 1.5 · 2²³ */

/* eʳ − 1 − r for |r| ≤ ln 2 / 2. */
static inline float exp_rest(float r)
{
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    return p * (r * r);
}

/* x = n · ln 2 + r, with n in the low bits of what is returned; x from −104 to 89, or NaN. */
static inline uint32_t reduce_exponent(float x, float *out_r)
{
    float sum = x * 1.44269504088896341f + ROUNDER, n = sum - ROUNDER;
    *out_r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    return bits_of(sum) - bits_of(ROUNDER);
}

/* 2ⁿ in two factors, since n may go from −150 to 128. */
static inline void power_of_two(uint32_t n, float *out_a, float *out_b)
{
    int32_t half = (int32_t)n >> 1;
    *out_a = float_of((uint32_t)(half + 127) << 23);
    *out_b = float_of((uint32_t)((int32_t)n - half + 127) << 23);
}

static inline float exp_f32_of(float x)
{
    float r, a, b;
    x = x < -104.0f ? -104.0f : x;
    x = x > 89.0f ? 89.0f : x;
    power_of_two(reduce_exponent(x, &r), &a, &b);
    return (1.0f + (r + exp_rest(r))) * a * b;
}

/* eˣ − 1 = 2ⁿ (eʳ − 1) + (2ⁿ − 1). */
static inline float expm1_f32_of(float x)
{
    float r, a, b, y = x;
    y = y < -20.0f ? -20.0f : y;
    y = y > 89.0f ? 89.0f : y;
    power_of_two(reduce_exponent(y, &r), &a, &b);
    float rest = exp_rest(r), scale = a * b;
    float small = (r + rest) * scale + (scale - 1.0f), large = (1.0f + (r + rest)) * a * b - 1.0f;
    float result = y > 80.0f ? large : small; /* 2ⁿ alone may overflow there */
    return x == 0 ? x : result;
}

/* ln(1 + t) − t for 1 + t from √½ to √2. */
static inline float log_rest(float t)
{
    float p = 7.0376836292e-2f;
    p = p * t - 1.1514610310e-1f;
    p = p * t + 1.1676998740e-1f;
    p = p * t - 1.2420140846e-1f;
    p = p * t + 1.4249322787e-1f;
    p = p * t - 1.6668057665e-1f;
    p = p * t + 2.0000714765e-1f;
    p = p * t - 2.4999993993e-1f;
    p = p * t + 3.3333331174e-1f;
    return p * t * (t * t) - 0.5f * (t * t);
}

/* x = (1 + t) · 2ᵉ for a normal x above 0. */
static inline float reduce_mantissa(uint32_t bits, float *out_e)
{
    uint32_t above = bits - 0x3f3504f3u; /* √½: what lies above goes to the next exponent */
    int32_t e = (int32_t)above >> 23;
    *out_e = (float)e;
    return float_of((above & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
}

static inline float log_f32_of(float x)
{
    bool is_small = x < 1.17549435e-38f;
    float e, t = reduce_mantissa(bits_of(is_small ? x * 8388608.0f : x), &e);
    e = is_small ? e - 23.0f : e;
    float y = log_rest(t) + e * -2.12194440e-4f;
    y = (t + y) + e * 0.693359375f;
    y = x > 3.402823466e38f ? x : y;
    y = x == 0 ? -INFINITY : y;
    return x < 0 || x != x ? NAN : y;
}

/* The rounding of 1 + x is put right by the first term of its effect. */
static inline float log1p_f32_of(float x)
{
    float u = 1.0f + x, lost = x - (u - 1.0f);
    float e, t = reduce_mantissa(bits_of(u), &e), y = log_rest(t) + e * -2.12194440e-4f;
    y = (t + (y + lost / u)) + e * 0.693359375f;
    y = x > 3.402823466e38f ? x : y;
    y = x == -1.0f ? -INFINITY : y;
    y = x == 0 ? x : y;
    return x < -1.0f || x != x ? NAN : y;
}

static inline float tanh_f32_of(float x)
{
    float size = fabsf(x), z = size * size, p = -5.70498872745e-3f;
    p = p * z + 2.06390887954e-2f;
    p = p * z - 5.37397155531e-2f;
    p = p * z + 1.33314422036e-1f;
    p = p * z - 3.33332819422e-1f;
    float small = p * z * size + size, large = 1.0f - 2.0f / (exp_f32_of(size + size) + 1.0f);
    float result = size < 0.625f ? small : large;
    return float_of(bits_of(result) | (bits_of(x) & 0x80000000u)); /* −0 stays */
}

static inline float logistic_f32_of(float x)
{
    float e = exp_f32_of(-fabsf(x)); /* never overflows */
    float sum = 1.0f + e, lost = e - (sum - 1.0f), y = (x < 0 ? e : 1.0f) / sum;
    return y - y * (lost / sum);
}
