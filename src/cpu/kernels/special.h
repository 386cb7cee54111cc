/* Functions that the C library lacks, in double: within a few units of the last place of f64. */
#ifndef LS_CPU_KERNELS_SPECIAL_H
#define LS_CPU_KERNELS_SPECIAL_H

double ls_erf_inverse(double x);    /* ±1: ±infinity; beyond: NaN */
double ls_log_gamma(double x);      /* of |Γ(x)| */
double ls_digamma(double x);        /* NaN at 0, −1, −2, ... */
double ls_zeta(double x, double q); /* Σ (q + k)^−x over k ≥ 0, Hurwitz's; 1 at x = 1 is infinite, NaN below */
double ls_polygamma(double n, double x); /* the n-th derivative of digamma; NaN unless n is a whole number ≥ 0 */
double ls_bessel_i1e(double x);          /* e^−|x| · I₁(x) */

#endif
