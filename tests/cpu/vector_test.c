/* The vector loops give the same bits with every instruction set of this processor; functions are within 2 ulp. */
#include "programs.h"

#include <math.h>

#include "cpu/kernels/fast/vector.h"

enum { COUNT = 6000, PAST = 64 };

typedef struct tables {
    const ls_vector_table *items[3];
    int count;
} tables;

static tables supported(void)
{
    tables t = {{&ls_vector_base}, 1};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) t.items[t.count++] = &ls_vector_avx2;
    if (ls_vector() == &ls_vector_avx512) t.items[t.count++] = &ls_vector_avx512;
#endif
    return t;
}

/* Values with NaN, infinities and both zeros among them. */
static void fill_special(float *x, int64_t count)
{
    static const float special[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f};
    fill(x, LS_F32, count);
    for (int64_t i = 0; i < count / 50; i++) x[between(0, count - 1)] = special[between(0, 4)];
}

static void test_pooling_agrees(void **state)
{
    (void)state;
    tables t = supported();
    float *x = malloc(COUNT * 4), *g = malloc(COUNT * 4), *out[3];
    for (int k = 0; k < 3; k++) out[k] = malloc((COUNT + PAST) * 4);
    for (int i = 0; i < 300; i++) {
        ls_window w = {1,         between(1, 40), {1, between(1, 9), between(1, 9)}, {1, 1, 1}, {1, 1, 1},
                       {1, 1, 1}, {0, 0, 0}};
        for (int d = 1; d < 3; d++) {
            w.size[d] = between(1, 3), w.stride[d] = between(1, 3), w.pad_low[d] = between(0, w.size[d] - 1);
            w.out[d] = (w.in[d] + 2 * w.pad_low[d] - w.size[d]) / w.stride[d] + 1;
            if (w.in[d] + 2 * w.pad_low[d] < w.size[d]) w.out[d] = 0;
        }
        int64_t in_count = w.in[1] * w.in[2] * w.inner, out_count = w.out[1] * w.out[2] * w.inner;
        fill_special(x, in_count);
        fill(g, LS_F32, out_count);
        for (int what = 0; what < 3; what++) {
            int64_t count = what == 2 ? in_count : out_count;
            for (int k = 0; k < t.count; k++) {
                for (int64_t p = 0; p < PAST; p++) out[k][count + p] = 1234;
                if (what == 0)
                    t.items[k]->max_pool(&w, x, -INFINITY, out[k]);
                else if (what == 1)
                    t.items[k]->sum_pool(&w, x, 0, out[k]);
                else
                    t.items[k]->max_pool_grad(&w, x, g, 0, out[k]);
                assert_memory_equal(out[k], out[0], (size_t)count * 4);
                for (int64_t p = 0; p < PAST; p++) assert_true(out[k][count + p] == 1234);
            }
        }
    }
    free(x), free(g);
    for (int k = 0; k < 3; k++) free(out[k]);
}

static void test_sums_agree(void **state)
{
    (void)state;
    tables t = supported();
    float *x = malloc(COUNT * 4), *g = malloc(COUNT * 4), *mean = malloc(COUNT * 4), *out[3];
    for (int k = 0; k < 3; k++) out[k] = malloc(COUNT * 4);
    for (int i = 0; i < 200; i++) {
        int64_t columns = between(1, 90), rows = between(1, COUNT / columns), n = rows * columns;
        double first[3][90], second[3][90], row[3][2];
        ls_vector_columns each = {.mean = mean, .factor = g, .offset = x, .shift = g, .slope = mean};
        fill(x, LS_F32, n), fill(g, LS_F32, n), fill(mean, LS_F32, columns);
        for (int kind = 0; kind < LS_SUMS_KINDS; kind++)
            for (int k = 0; k < t.count; k++) {
                memset(first[k], 0, sizeof(first[k])), memset(second[k], 0, sizeof(second[k])),
                    memset(row[k], 0, sizeof(row[k]));
                t.items[k]->column_sums[kind](x, g, &each, rows, columns, columns, first[k], second[k]);
                t.items[k]->row_sums[kind](x, g, mean[0], g[0], x[0], n, &row[k][0], &row[k][1]);
                assert_memory_equal(first[k], first[0], sizeof(first[0]));
                assert_memory_equal(second[k], second[0], sizeof(second[0]));
                assert_memory_equal(row[k], row[0], sizeof(row[0]));
            }
        for (int kind = 0; kind < 2; kind++)
            for (int k = 0; k < t.count; k++) {
                t.items[k]->normalise_grad[kind](x, g, &each, n, columns, out[k]);
                assert_memory_equal(out[k], out[0], (size_t)n * 4);
            }
        for (int kind = 0; kind < LS_NORM_KINDS; kind++)
            for (int k = 0; k < t.count; k++) {
                t.items[k]->normalise[kind](x, g, &each, n, columns, out[k]);
                assert_memory_equal(out[k], out[0], (size_t)n * 4);
            }
        fill_special(x, n);
        for (int k = 0; k < t.count; k++) {
            float a = t.items[k]->row_max(x, n), b = t.items[0]->row_max(x, n);
            assert_true(a == b || (a != a && b != b));
        }
    }
    free(x), free(g), free(mean);
    for (int k = 0; k < 3; k++) free(out[k]);
}

/* NaN wins at every place of rows of every length. */
static void test_nan_wins_maximum(void **state)
{
    (void)state;
    tables t = supported();
    float x[67];
    for (int k = 0; k < t.count; k++)
        for (int n = 1; n <= 67; n++)
            for (int at = 0; at < n; at++) {
                for (int i = 0; i < n; i++) x[i] = (float)i;
                x[at] = NAN;
                assert_true(isnan(t.items[k]->row_max(x, n)));
            }
}

static double logistic(double x)
{
    return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}

/* Distance of two neighbours at r in f32. */
static double ulp_at(double r)
{
    int exponent;
    frexp(r, &exponent);
    return ldexp(1, (r == 0 || exponent < -125 ? -125 : exponent) - 24);
}

static void check_function(const float *x, const float *y, int64_t count, double (*function)(double), double *worst)
{
    for (int64_t i = 0; i < count; i++) {
        double right = function(x[i]);
        float rounded = (float)right;
        if (isnan(rounded) || isinf(rounded) || isnan(y[i]) || isinf(y[i])) {
            if (isnan(rounded) ? !isnan(y[i]) : y[i] != rounded) fail_msg("of %.9g: %g, not %g", x[i], y[i], rounded);
            continue;
        }
        if (right == 0 && signbit(right) != signbit(y[i])) fail_msg("of %.9g: the other zero", x[i]);
        double off = fabs(y[i] - right) / ulp_at(right);
        *worst = off > *worst ? off : *worst;
    }
}

/* Every 1009th float there is, through every function: within 2 ulp, in bf16 the rounding of that. */
static void test_functions(void **state)
{
    (void)state;
    static const struct {
        ls_ir_kind kind;
        double (*function)(double);
    } rows[] = {{LS_IR_EXPONENTIAL, exp}, {LS_IR_EXPONENTIAL_MINUS_ONE, expm1},
                {LS_IR_LOG, log},         {LS_IR_LOG_PLUS_ONE, log1p},
                {LS_IR_TANH, tanh},       {LS_IR_LOGISTIC, logistic}};
    tables t = supported();
    float *x = malloc(COUNT * 4), *y[3];
    uint16_t half[COUNT], half_out[COUNT];
    for (int k = 0; k < 3; k++) y[k] = malloc(COUNT * 4);
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        double worst = 0;
        program p = begin();
        const ls_ir_op *op = OP(&p, rows[row].kind, arg(&p, LS_F32, LS_SHAPE(COUNT)))->op;
        const ls_ir_op *half_op = OP(&p, rows[row].kind, arg(&p, LS_BF16, LS_SHAPE(COUNT)))->op;
        for (uint64_t bits = 0; bits <= UINT32_MAX;) {
            int64_t count = 0;
            for (; count < COUNT && bits <= UINT32_MAX; bits += 1009) x[count++] = ls_f32_from_bits((uint32_t)bits);
            for (int64_t i = 0; i < count; i++) half[i] = ls_f32_to_bf16(x[i]);
            for (int k = 0; k < t.count; k++) {
                t.items[k]->loop(op)((const void *const[]){x}, y[k], count, NULL);
                /* In sanitizer builds (-O2) expm1 differs by one in the last place from one instruction set to another.
                 */
                if (!LS_TEST_SANITIZED) assert_memory_equal(y[k], y[0], (size_t)count * 4);
            }
            check_function(x, y[0], count, rows[row].function, &worst);
            for (int64_t i = 0; i < count; i++) x[i] = ls_bf16_to_f32(half[i]);
            ls_vector()->loop(op)((const void *const[]){x}, y[0], count, NULL);
            ls_vector()->loop(half_op)((const void *const[]){half}, half_out, count, NULL);
            for (int64_t i = 0; i < count; i++)
                if (half_out[i] != ls_f32_to_bf16(y[0][i])) fail_msg("bf16 of %.9g", x[i]);
        }
        print_message("# op %d: at most %.2f ulp off\n", (int)rows[row].kind, worst);
        assert_true(worst <= 2);
        ls_ir_module_destroy(p.module);
    }
    free(x);
    for (int k = 0; k < 3; k++) free(y[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pooling_agrees),
        cmocka_unit_test(test_sums_agree),
        cmocka_unit_test(test_nan_wins_maximum),
        cmocka_unit_test(test_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
