#include "ls_test.h"
#include <lockstep/data.h>

enum { MOST = 200 };

/* How often each index comes over all ranks. */
static void count_indices(ls_sampler_options options, int64_t epoch, int *out_times)
{
    memset(out_times, 0, sizeof(*out_times) * MOST);
    for (options.rank = 0; options.rank < options.world_size; options.rank++) {
        int64_t indices[MOST + 1];
        int64_t length = ls_sampler_length(&options);
        indices[length] = -7;
        assert_ok(ls_sampler_indices(&options, epoch, indices));
        assert_int_equal(indices[length], -7);
        for (int64_t i = 0; i < length; i++) {
            assert_in_range(indices[i], 0, options.count - 1);
            out_times[indices[i]]++;
        }
    }
}

static void evaluation_sees_everything_once(void **state)
{
    for (int count = 0; count < 40; count++)
        for (int world = 1; world <= 5; world++) {
            int times[MOST];
            count_indices((ls_sampler_options){.count = count, .world_size = world, .evaluation = true}, 0, times);
            for (int i = 0; i < count; i++) assert_int_equal(times[i], 1);
        }
}

static void training_is_even_and_complete(void **state)
{
    for (int count = 1; count < 40; count++)
        for (int world = 1; world <= 5; world++)
            for (int drop = 0; drop < 2; drop++) {
                ls_sampler_options options = {
                    .count = count, .world_size = world, .shuffle = true, .drop_last = drop, .seed = 3};
                int times[MOST];
                count_indices(options, 1, times);
                int sum = 0, most = 0;
                for (int i = 0; i < count; i++) {
                    sum += times[i];
                    if (times[i] > most) most = times[i];
                    if (!drop) assert_true(times[i] >= 1);
                }
                assert_int_equal(sum, drop ? count / world * world : (count + world - 1) / world * world);
                assert_true(most <= (count >= world ? 2 : world));
            }
}

static void epochs_and_seeds_change_the_order(void **state)
{
    int64_t a[MOST], b[MOST];
    ls_sampler_options options = {.count = MOST, .world_size = 1, .shuffle = true, .seed = 5};
    assert_ok(ls_sampler_indices(&options, 0, a));
    assert_ok(ls_sampler_indices(&options, 0, b));
    assert_memory_equal(a, b, sizeof(a));
    assert_ok(ls_sampler_indices(&options, 1, b));
    assert_memory_not_equal(a, b, sizeof(a));
    options.seed = 6;
    assert_ok(ls_sampler_indices(&options, 0, b));
    assert_memory_not_equal(a, b, sizeof(a));
    int fixed = 0;
    for (int i = 0; i < MOST; i++) fixed += a[i] == i;
    assert_true(fixed < 10);
}

static void wrong_ranks_are_errors(void **state)
{
    int64_t indices[MOST];
    assert_fails(ls_sampler_indices(&(ls_sampler_options){.count = 3, .world_size = 2, .rank = 2}, 0, indices),
                 LS_INVALID_ARGUMENT, "rank 2 of 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_sees_everything_once),
        cmocka_unit_test(training_is_even_and_complete),
        cmocka_unit_test(epochs_and_seeds_change_the_order),
        cmocka_unit_test(wrong_ranks_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
