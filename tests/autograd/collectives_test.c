/* Gradients through collectives: each rank's loss is Σ y·w with weights of its own, and a rank's gradient is that of
 * the sum of all losses. */
#include "ls_ranks.h"

#include <lockstep/autograd.h>
#include <lockstep/ops.h>

#define RANKS 3

static double weight(int rank, int index)
{
    return 1 + 10 * rank + index;
}

/* x of a rank: {rank + 1, 1000 − rank, ...}, so that the last rank has the maximum of even elements, the first of odd.
 */
static ls_tensor leaf(int rank, int64_t count)
{
    double x[2 * RANKS];
    for (int i = 0; i < count; i++) x[i] = i % 2 ? 1000 - rank + i : rank + 1 + i;
    ls_tensor t = ls_from_f64(x, LS_SHAPE(count));
    return ls_set_requires_grad(t, true) == LS_OK ? t : (ls_tensor){0};
}

static ls_status backward(ls_tensor y, int rank)
{
    double w[2 * RANKS];
    ls_shape shape = ls_tensor_shape(y);
    for (int i = 0; i < ls_shape_count(shape); i++) w[i] = weight(rank, i);
    return ls_backward(ls_sum(ls_mul(y, ls_from_f64(w, shape)), NULL, 0, NULL), NULL);
}

static ls_status expect(ls_tensor x, int64_t count, const double *expected)
{
    double gradient[2 * RANKS];
    LS_TRY(ls_to_host(ls_grad(x), gradient, sizeof(double) * (size_t)count));
    for (int i = 0; i < count; i++)
        if (gradient[i] != expected[i])
            return ls_fail(LS_INTERNAL, "element %d is %g instead of %g", i, gradient[i], expected[i]);
    return LS_OK;
}

static double sum_of_weights(int index)
{
    double sum = 0;
    for (int r = 0; r < RANKS; r++) sum += weight(r, index);
    return sum;
}

static ls_status reduce_with(int rank, ls_reduce_op op)
{
    double expected[2];
    for (int i = 0; i < 2; i++) {
        int winner = (op == LS_MAX) == (i == 0) ? RANKS - 1 : 0;
        expected[i] = sum_of_weights(i);
        if (op == LS_AVG) expected[i] *= 1.0 / RANKS;
        if ((op == LS_MAX || op == LS_MIN) && rank != winner) expected[i] = 0;
    }
    ls_scope_push();
    ls_tensor x = leaf(rank, 2);
    LS_TRY(backward(ls_functional_all_reduce(x, op, LS_WORLD), rank));
    LS_TRY(ls_context(expect(x, 2, expected), "reduction %d", (int)op));
    return ls_scope_pop();
}

static ls_status all_reduces(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    static const ls_reduce_op ops[] = {LS_SUM, LS_AVG, LS_MAX, LS_MIN};
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) LS_TRY(reduce_with(rank, ops[i]));
    ls_scope_push();
    ls_tensor x = leaf(rank, 2);
    rank_check_fails(backward(ls_functional_all_reduce(x, LS_PRODUCT, LS_WORLD), rank), LS_UNIMPLEMENTED, "all_reduce");
    LS_TRY(ls_scope_pop());
    return ls_destroy_process_group();
}

static void all_reduce_sums_or_averages_the_gradients(void **state)
{
    (void)state;
    run_ranks(all_reduces, NULL, RANKS);
}

static ls_status gather_and_scatter(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_scope_push();
    double expected[2 * RANKS];
    ls_tensor x = leaf(rank, 2);
    LS_TRY(backward(ls_functional_all_gather(x, 0, LS_WORLD), rank));
    for (int i = 0; i < 2; i++) expected[i] = sum_of_weights(2 * rank + i);
    LS_TRY(ls_context(expect(x, 2, expected), "all_gather"));
    x = leaf(rank, 2 * RANKS);
    LS_TRY(backward(ls_functional_reduce_scatter(x, 0, LS_SUM, LS_WORLD), rank));
    for (int i = 0; i < 2 * RANKS; i++) expected[i] = weight(i / 2, i % 2);
    LS_TRY(ls_context(expect(x, 2 * RANKS, expected), "reduce_scatter"));
    LS_TRY(ls_scope_pop());
    return ls_destroy_process_group();
}

static void all_gather_and_reduce_scatter_are_each_others_gradient(void **state)
{
    (void)state;
    run_ranks(gather_and_scatter, NULL, RANKS);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "3", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_reduce_sums_or_averages_the_gradients),
        cmocka_unit_test(all_gather_and_reduce_scatter_are_each_others_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
