#include "cpu/kernels/special.h"

#include <math.h>

/* Halley's steps on erf, or on erfc where erf is flat. */
double ls_erf_inverse(double x)
{
    double y = fabs(x), rest = 1 - y; /* exact from 0.5 on */
    if (!(y <= 1)) return NAN;
    if (y == 1) return copysign(INFINITY, x);
    /* Winitzki's approximation, good to 2e-3. */
    double l = y < 0.5 ? log1p(-y * y) : log(rest * (1 + y)), c = 2 / (M_PI * 0.147) + l / 2;
    double t = sqrt(fmax(sqrt(c * c - l / 0.147) - c, 0));
    if (y < 1e-8) return x * (0.5 / M_2_SQRTPI * 2);
    for (int step = 0; step < 4; step++) {
        double off = y < 0.5 ? erf(t) - y : rest - erfc(t);
        double u = off / (M_2_SQRTPI * exp(-t * t));
        t -= u / (1 + t * u);
    }
    return copysign(t, x);
}

double ls_log_gamma(double x)
{
    int sign;
    return (double)lgammal_r(x, &sign); /* near the roots between negative integers double alone loses digits */
}

/* Reflected below one half, moved up to 12, then Stirling's series with the Bernoulli numbers over 2n. In long double,
 * since near the root at 1.46 the parts cancel. */
double ls_digamma(double argument)
{
    static const long double series[] = {1.0L / 12,  -1.0L / 120,     1.0L / 252, -1.0L / 240,
                                         1.0L / 132, -691.0L / 32760, 1.0L / 12,  -3617.0L / 8160};
    if (argument <= 0 && argument == floor(argument)) return NAN;
    long double value = 0, x = argument;
    if (x < 0.5L) {
        value = -M_PIl / tanl(M_PIl * (x - rintl(x)));
        x = 1 - x;
    }
    for (; x < 12; x++) value -= 1 / x;
    long double square = 1 / (x * x), sum = 0;
    for (int i = 7; i >= 0; i--) sum = (sum + series[i]) * square;
    return (double)(value + logl(x) - 0.5L / x - sum);
}

/* Terms up to q + k > 9, then Euler and Maclaurin's series: (2j)! over Bernoulli's numbers. */
double ls_zeta(double x, double q)
{
    static const double factors[] = {12.0,
                                     -720.0,
                                     30240.0,
                                     -1209600.0,
                                     47900160.0,
                                     -1.8924375803183791606e9,
                                     7.47242496e10,
                                     -2.950130727918164224e12,
                                     1.1646782814350067249e14,
                                     -4.5979787224074726105e15,
                                     1.8152105401943546773e17,
                                     -7.1661652561756670113e18};
    if (x == 1) return INFINITY;
    if (!(x > 1)) return NAN;
    if (q <= 0) {
        if (q == floor(q)) return INFINITY;
        if (x != floor(x)) return NAN;
    }
    double sum = 0, at = q, term = 1;
    for (int k = 0; k < 10 || at <= 9; k++, at++) {
        term = pow(at, -x);
        sum += term;
        if (fabs(term) < 0x1p-60 * fabs(sum)) return sum;
    }
    term = pow(at, -x);
    sum += term * at / (x - 1) + term / 2;
    double rise = x, power = term / at;
    for (int j = 0; j < 12; j++) {
        double part = rise * power / factors[j];
        sum += part;
        if (fabs(part) < 0x1p-60 * fabs(sum)) break;
        rise *= (x + 2 * j + 1) * (x + 2 * j + 2);
        power /= at * at;
    }
    return sum;
}

double ls_polygamma(double n, double x)
{
    if (n == 0) return ls_digamma(x);
    if (!(n > 0) || n != floor(n)) return NAN;
    double value = tgamma(n + 1) * ls_zeta(n + 1, x);
    return fmod(n, 2) == 0 ? -value : value;
}

/* The power series up to 30, whose terms all have one sign; beyond, the asymptotic one. */
double ls_bessel_i1e(double x)
{
    double y = fabs(x), value;
    if (isinf(x)) return copysign(0, x);
    if (y <= 30) {
        double square = y * y / 4, term = y / 2, sum = term;
        for (int k = 1; k < 200 && term > 0x1p-60 * sum; k++) {
            term *= square / (k * (k + 1.0));
            sum += term;
        }
        value = sum * exp(-y);
    } else {
        double term = 1, sum = 1;
        for (int j = 1; j < 30; j++) {
            term *= -(4 - (2.0 * j - 1) * (2.0 * j - 1)) / (j * 8 * y);
            sum += term;
            if (fabs(term) < 0x1p-60) break;
        }
        value = sum / sqrt(2 * M_PI * y);
    }
    return copysign(value, x);
}
