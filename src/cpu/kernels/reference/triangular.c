/* cholesky and triangular_solve, batch by batch, in complex<f64> whatever the type; results are rounded once. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "cpu/kernels/convert.h"
#include "cpu/kernels/reference/reference.h"

typedef double _Complex number;

typedef struct triangular {
    int64_t batches, n, columns; /* a is n×n; the other side of b has `columns` elements */
    bool is_lower, is_left, is_unit, is_transposed, is_conjugated;
    ls_cpu_loop_fn load, store;
    size_t width; /* of an element */
} triangular;

static number times(number a, number b)
{
    number c;
    __real__ c = __real__ a * __real__ b - __imag__ a * __imag__ b;
    __imag__ c = __real__ a * __imag__ b + __imag__ a * __real__ b;
    return c;
}

/* a = l·l^H from a's lower triangle, in place, zeros above; false if a is not positive definite. `upper`: the triangle
 * above is read, as its conjugate. */
static bool factor(number *a, int64_t n, bool is_lower)
{
    if (!is_lower)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < i; j++) a[i * n + j] = conj(a[j * n + i]);
    for (int64_t j = 0; j < n; j++) {
        double pivot = creal(a[j * n + j]);
        for (int64_t k = 0; k < j; k++) {
            number x = a[j * n + k];
            pivot -= creal(x) * creal(x) + cimag(x) * cimag(x);
        }
        if (!(pivot > 0) || isinf(pivot)) return false;
        double root = sqrt(pivot);
        a[j * n + j] = root;
        for (int64_t i = j + 1; i < n; i++) {
            number sum = a[i * n + j];
            for (int64_t k = 0; k < j; k++) sum -= times(a[i * n + k], conj(a[j * n + k]));
            a[i * n + j] = sum / root;
            a[j * n + i] = 0;
        }
    }
    return true;
}

/* Arguments: a, result, scratch. What has no factor becomes NaN as a whole. */
static ls_status cholesky_run(const ls_cpu_call *call)
{
    const triangular *t = call->data;
    number *a = (number *)call->args[2];
    int64_t n = t->n, size = n * n;
    for (int64_t b = 0; b < t->batches; b++) {
        t->load((const void *[]){call->args[0] + (size_t)(b * size) * t->width}, a, size, NULL);
        bool exists = factor(a, n, t->is_lower);
        for (int64_t i = 0; i < size && !exists; i++) a[i] = NAN;
        for (int64_t i = 0; i < n && !t->is_lower && exists; i++)
            for (int64_t j = 0; j < i; j++) {
                a[j * n + i] = conj(a[i * n + j]);
                a[i * n + j] = 0;
            }
        t->store((const void *[]){a}, call->args[1] + (size_t)(b * size) * t->width, size, NULL);
    }
    return LS_OK;
}

/* Element (i, j) of a, transposed and conjugated as asked for. */
static number element(const triangular *t, const number *a, int64_t i, int64_t j, bool is_transposed)
{
    number x = is_transposed ? a[j * t->n + i] : a[i * t->n + j];
    return t->is_conjugated ? conj(x) : x;
}

/* Solves for one column: row after row, from the end that the triangle begins with. `step`: between its elements. */
static void solve_column(const triangular *t, const number *a, number *x, int64_t step)
{
    bool is_transposed = t->is_transposed != !t->is_left; /* x·op(a) = b is op(a)ᵀ·xᵀ = bᵀ */
    bool is_forward = t->is_lower != is_transposed;
    for (int64_t r = 0; r < t->n; r++) {
        int64_t i = is_forward ? r : t->n - 1 - r;
        number sum = x[i * step];
        for (int64_t k = 0; k < r; k++) {
            int64_t j = is_forward ? k : t->n - 1 - k;
            sum -= times(element(t, a, i, j, is_transposed), x[j * step]);
        }
        if (!t->is_unit) {
            number d = element(t, a, i, i, is_transposed);
            double norm = creal(d) * creal(d) + cimag(d) * cimag(d);
            sum = cimag(d) == 0 ? sum / creal(d) : times(sum, conj(d)) / norm;
        }
        x[i * step] = sum;
    }
}

/* Arguments: a, b, result, scratch. */
static ls_status solve_run(const ls_cpu_call *call)
{
    const triangular *t = call->data;
    int64_t size = t->n * t->n, count = t->n * t->columns;
    number *a = (number *)call->args[3], *x = a + size;
    for (int64_t b = 0; b < t->batches; b++) {
        t->load((const void *[]){call->args[0] + (size_t)(b * size) * t->width}, a, size, NULL);
        t->load((const void *[]){call->args[1] + (size_t)(b * count) * t->width}, x, count, NULL);
        for (int64_t c = 0; c < t->columns; c++)
            solve_column(t, a, t->is_left ? x + c : x + c * t->n, t->is_left ? t->columns : 1);
        t->store((const void *[]){x}, call->args[2] + (size_t)(b * count) * t->width, count, NULL);
    }
    return LS_OK;
}

static const ls_cpu_kernel cholesky_kernel = {.name = "reference.cholesky", .run = cholesky_run};
static const ls_cpu_kernel solve_kernel = {.name = "reference.triangular_solve", .run = solve_run};

static triangular *prepare(ls_cpu_plan *plan, const ls_ir_op *op)
{
    triangular *t = LS_ARENA_NEW(plan->keep, triangular);
    const ls_ir_type *a = &op->operands[0]->type;
    t->n = a->shape.dims[a->shape.rank - 1];
    t->batches = 1;
    for (int i = 0; i < a->shape.rank - 2; i++) t->batches *= a->shape.dims[i];
    t->is_lower = ls_ir_attr_int(&op->attrs, LS_ATTR_LOWER, 0) != 0;
    t->load = ls_cpu_convert_find(a->dtype, LS_C128);
    t->store = ls_cpu_convert_find(LS_C128, a->dtype);
    t->width = ls_dtype_size(a->dtype);
    return t;
}

ls_status ls_cpu_reference_cholesky(ls_cpu_plan *plan, const ls_ir_op *op)
{
    triangular *t = prepare(plan, op);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &cholesky_kernel, t);
    unit->scratch_bytes = sizeof(number) * (size_t)(t->n * t->n) + 64;
    return LS_OK;
}

ls_status ls_cpu_reference_triangular_solve(ls_cpu_plan *plan, const ls_ir_op *op)
{
    triangular *t = prepare(plan, op);
    const ls_shape *b = &op->operands[1]->type.shape;
    int64_t transpose = ls_ir_attr_int(&op->attrs, LS_ATTR_TRANSPOSE_A, LS_TRANSPOSE_NONE);
    t->is_left = ls_ir_attr_int(&op->attrs, LS_ATTR_LEFT_SIDE, 1) != 0;
    t->is_unit = ls_ir_attr_int(&op->attrs, LS_ATTR_UNIT_DIAGONAL, 0) != 0;
    t->is_transposed = transpose == LS_TRANSPOSE_TRANSPOSE || transpose == LS_TRANSPOSE_ADJOINT;
    t->is_conjugated = transpose == LS_TRANSPOSE_ADJOINT;
    t->columns = b->dims[b->rank - (t->is_left ? 1 : 2)];
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &solve_kernel, t);
    unit->scratch_bytes = sizeof(number) * (size_t)(t->n * (t->n + t->columns)) + 64;
    return LS_OK;
}
