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

/* The product of the other ranks' element `index`. */
static double others(int rank, int index)
{
    double product = 1;
    for (int r = 0; r < RANKS; r++)
        if (r != rank) product *= index % 2 ? 1000 - r + index : r + 1 + index;
    return product;
}

static double expected_of(int rank, ls_reduce_op op, int index)
{
    int winner = (op == LS_MAX) == (index % 2 == 0) ? RANKS - 1 : 0;
    switch (op) {
    case LS_AVG: return 1.0 / RANKS;
    case LS_MAX:
    case LS_MIN: return rank == winner;
    case LS_PRODUCT: return others(rank, index);
    default: return 1;
    }
}

static const ls_reduce_op reduce_ops[] = {LS_SUM, LS_AVG, LS_MAX, LS_MIN, LS_PRODUCT};
#define REDUCE_OPS (int)(sizeof(reduce_ops) / sizeof(reduce_ops[0]))

static ls_status reduce_with(int rank, ls_reduce_op op)
{
    double expected[2];
    for (int i = 0; i < 2; i++) expected[i] = sum_of_weights(i) * expected_of(rank, op, i);
    ls_scope_push();
    ls_tensor x = leaf(rank, 2);
    LS_TRY(backward(ls_functional_all_reduce(x, op, LS_WORLD), rank));
    LS_TRY(ls_context(expect(x, 2, expected), "reduction %d", (int)op));
    return ls_scope_pop();
}

/* Zeros in a product: none, one rank's, two ranks'. */
static ls_status multiply_zeros(int rank)
{
    double x[3] = {rank + 2, rank == 1 ? 0 : rank + 2, rank ? 0 : 5}, expected[3];
    ls_scope_push();
    ls_tensor t = ls_from_f64(x, LS_SHAPE(3));
    LS_TRY(ls_set_requires_grad(t, true));
    LS_TRY(backward(ls_functional_all_reduce(t, LS_PRODUCT, LS_WORLD), rank));
    expected[0] = sum_of_weights(0) * (2 * 3 * 4 / (rank + 2));
    expected[1] = rank == 1 ? sum_of_weights(1) * 2 * 4 : 0;
    expected[2] = 0;
    LS_TRY(ls_context(expect(t, 3, expected), "a product with zeros"));
    return ls_scope_pop();
}

static ls_status all_reduces(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    for (int i = 0; i < REDUCE_OPS; i++) LS_TRY(reduce_with(rank, reduce_ops[i]));
    LS_TRY(multiply_zeros(rank));
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

/* Every reduction, split along both dimensions. */
static ls_status reduce_and_scatter(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    for (int i = 0; i < REDUCE_OPS; i++)
        for (int dim = 0; dim < 2; dim++) {
            double expected[2 * RANKS];
            ls_scope_push();
            ls_tensor x = leaf(rank, 2 * RANKS);
            ls_tensor parts = ls_reshape(x, dim ? LS_SHAPE(2, RANKS) : LS_SHAPE(RANKS, 2));
            LS_TRY(backward(ls_functional_reduce_scatter(parts, dim, reduce_ops[i], LS_WORLD), rank));
            for (int k = 0; k < 2 * RANKS; k++) {
                int owner = dim ? k % RANKS : k / 2, place = dim ? k / RANKS : k % 2;
                expected[k] = weight(owner, place) * expected_of(rank, reduce_ops[i], k);
            }
            LS_TRY(ls_context(expect(x, 2 * RANKS, expected), "reduction %d along %d", (int)reduce_ops[i], dim));
            LS_TRY(ls_scope_pop());
        }
    return ls_destroy_process_group();
}

static void every_reduce_scatter_has_a_gradient(void **state)
{
    (void)state;
    run_ranks(reduce_and_scatter, NULL, RANKS);
}

/* In the world, and in a group of two that leaves the third rank out, whose value passes through. */
static ls_status move(int rank, ls_group group, int size)
{
    double expected[2 * RANKS], sum = 0;
    int me = ls_rank(group);
    ls_scope_push();
    ls_tensor x = leaf(rank, 2);
    LS_TRY(backward(ls_functional_broadcast(x, 1, group), rank));
    for (int i = 0; i < 2; i++) {
        sum = 0;
        for (int r = 0; r < size; r++) sum += weight(ls_get_global_rank(group, r), i);
        expected[i] = rank == 1 ? sum : me < 0 ? weight(rank, i) : 0;
    }
    LS_TRY(ls_context(expect(x, 2, expected), "broadcast in a group of %d", size));
    x = leaf(rank, size * 2);
    LS_TRY(backward(ls_functional_all_to_all(x, group), rank));
    for (int k = 0; k < size * 2; k++)
        expected[k] = weight(me < 0 ? rank : ls_get_global_rank(group, k / 2), 2 * me + k % 2);
    LS_TRY(ls_mark_step());
    if (me >= 0) LS_TRY(ls_context(expect(x, size * 2, expected), "all_to_all in a group of %d", size));
    x = leaf(rank, 2);
    LS_TRY(backward(ls_functional_all_gather(x, 0, group), rank));
    for (int i = 0; i < 2; i++) {
        expected[i] = 0;
        for (int r = 0; r < size; r++) expected[i] += weight(ls_get_global_rank(group, r), 2 * me + i);
    }
    LS_TRY(ls_mark_step());
    if (me >= 0) LS_TRY(ls_context(expect(x, 2, expected), "all_gather in a group of %d", size));
    return ls_scope_pop();
}

static ls_status broadcast_and_exchange(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_group pair;
    LS_TRY(move(rank, LS_WORLD, RANKS));
    LS_TRY(ls_new_group((int[]){2, 1}, 2, &pair));
    LS_TRY(move(rank, pair, 2));
    return ls_destroy_process_group();
}

static void broadcast_and_all_to_all_have_gradients_in_any_group(void **state)
{
    (void)state;
    run_ranks(broadcast_and_exchange, NULL, RANKS);
}

/* A broadcast that gradients pass through keeps the sign of zero, and infinities. */
static ls_status broadcast_zeros(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    float values[4] = {-0.0f, 0.0f, 1.0f / 0.0f, -3.0f}, got[4];
    if (rank != 1) memset(values, 0x3f, sizeof(values));
    ls_tensor t = ls_from_f32(values, LS_SHAPE(4));
    LS_TRY(ls_set_requires_grad(t, true));
    LS_TRY(ls_to_host(ls_functional_broadcast(t, 1, LS_WORLD), got, sizeof(got)));
    rank_check(got[0] == 0 && __builtin_signbit(got[0]) && got[1] == 0 && !__builtin_signbit(got[1]));
    rank_check(got[2] == 1.0f / 0.0f && got[3] == -3);
    return ls_destroy_process_group();
}

static void a_broadcast_with_gradients_keeps_the_sign_of_zero(void **state)
{
    (void)state;
    run_ranks(broadcast_zeros, NULL, RANKS);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "3", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_reduce_sums_or_averages_the_gradients),
        cmocka_unit_test(all_gather_and_reduce_scatter_are_each_others_gradient),
        cmocka_unit_test(every_reduce_scatter_has_a_gradient),
        cmocka_unit_test(broadcast_and_all_to_all_have_gradients_in_any_group),
        cmocka_unit_test(a_broadcast_with_gradients_keeps_the_sign_of_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
