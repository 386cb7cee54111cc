/* One instance of the vector table; VECTOR_TABLE names it, VECTOR_WIDTH is how many floats a register has,
 * VECTOR_MASKED is defined where loads and stores of some of them are cheap. */
#include <math.h>
#include <string.h>

#include "base/numeric.h"
#include "cpu/kernels/fast/vector.h"

/* Iterations do not depend on each other, though input and output may be the same array. */
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

#include "cpu/kernels/fast/math_tmpl.h"

#include "cpu/kernels/fast/elementwise_tmpl.h"
#include "cpu/kernels/fast/pooling_tmpl.h"
#include "cpu/kernels/fast/sums_tmpl.h"

const ls_vector_table VECTOR_TABLE = {
    .loop = find_loop,
    .column_sums = {column_sums_x, column_sums_moments, column_sums_gradient, column_sums_rectified},
    .row_sums = {row_sums_x, row_sums_moments, row_sums_gradient, row_sums_rectified},
    .row_max = row_max,
    .normalise = {normalise, normalise_add, normalise_rectify, normalise_add_rectify},
    .normalise_grad = {normalise_grad, normalise_grad_rectified},
    .max_pool = max_pool,
    .sum_pool = sum_pool,
    .max_pool_grad = max_pool_grad,
};
