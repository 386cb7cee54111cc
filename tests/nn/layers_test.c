/* What layers compute beyond their op: running statistics, initial values. */
#include "ls_ranks.h"

#include <math.h>

#include "base/map.h"
#include <lockstep/nn.h>

static void read_floats(const ls_module *module, const char *name, float *out, size_t count)
{
    assert_ok(ls_to_host(ls_module_get(module, name), out, sizeof(*out) * count));
}

/* Momentum 0.1; the mean of a channel's batch is m, its unbiased variance v: 0.9·old + 0.1·new, twice. */
static void batch_norm_tracks_unbiased_statistics(void **state)
{
    (void)state;
    ls_module *norm = ls_nn_batch_norm2d(2, NULL);
    float x[2 * 2 * 1 * 2] = {1, 2, 10, 20, 3, 6, 30, 60}; /* N2 C2 H1 W2: channel 0: 1 2 3 6, channel 1: ten times */
    double mean[2] = {0}, variance[2] = {1, 1};
    ls_scope_push();
    for (int step = 1; step <= 2; step++) {
        ls_forward(norm, ls_from_f32(x, LS_SHAPE(2, 2, 1, 2)));
        for (int c = 0; c < 2; c++) {
            double scale = c ? 10 : 1;
            mean[c] = 0.9 * mean[c] + 0.1 * 3 * scale;
            variance[c] = 0.9 * variance[c] + 0.1 * (14.0 / 3) * scale * scale; /* 4 + 1 + 0 + 9 over 3 */
        }
        float means[2], variances[2];
        int64_t tracked;
        read_floats(norm, "running_mean", means, 2);
        read_floats(norm, "running_var", variances, 2);
        assert_ok(ls_to_host(ls_module_get(norm, "num_batches_tracked"), &tracked, sizeof(tracked)));
        assert_int_equal(tracked, step);
        for (int c = 0; c < 2; c++) {
            assert_true(fabs(means[c] - mean[c]) < 1e-6 * fabs(mean[c]));
            assert_true(fabs(variances[c] - variance[c]) < 1e-6 * variance[c]);
        }
    }
    ls_module_train(norm, false); /* evaluation uses them and leaves them */
    float y[8];
    assert_ok(ls_to_host(ls_forward(norm, ls_from_f32(x, LS_SHAPE(2, 2, 1, 2))), y, sizeof(y)));
    for (int i = 0; i < 8; i++) {
        int c = i / 2 % 2;
        assert_true(fabs(y[i] - (x[i] - mean[c]) / sqrt(variance[c] + 1e-5)) < 1e-5);
    }
    int64_t tracked;
    assert_ok(ls_to_host(ls_module_get(norm, "num_batches_tracked"), &tracked, sizeof(tracked)));
    assert_int_equal(tracked, 2);
    ls_module_train(norm, true);
    ls_tensor single = ls_forward(norm, ls_ones(LS_SHAPE(1, 2, 1, 1), LS_F32));
    assert_fails(ls_tensor_status(single), LS_INVALID_ARGUMENT, "1 value per channel");
    assert_ok(ls_scope_pop());
    ls_module_destroy(norm);
}

static void expect_uniform(const float *values, int count, double bound)
{
    double squares = 0, largest = 0;
    for (int i = 0; i < count; i++) {
        squares += values[i] * values[i];
        largest = fmax(largest, fabs(values[i]));
    }
    assert_true(largest <= bound && largest > 0.98 * bound);
    assert_true(fabs(sqrt(squares / count) / (bound / sqrt(3)) - 1) < 0.05);
}

static void initial_values_follow_pytorch(void **state)
{
    (void)state;
    static float values[64 * 64 * 3 * 3];
    ls_module *linear = ls_nn_linear(100, 60, NULL);
    read_floats(linear, "weight", values, 6000);
    expect_uniform(values, 6000, 0.1);
    ls_module_destroy(linear);
    ls_module *conv = ls_nn_conv2d(64, 32, 3, NULL);
    read_floats(conv, "weight", values, 64 * 32 * 9);
    expect_uniform(values, 64 * 32 * 9, 1 / sqrt(64 * 9));
    ls_module_destroy(conv);
    ls_module *resnet = ls_model_resnet(18, 10);
    read_floats(resnet, "layer1.0.conv1.weight", values, 64 * 64 * 9);
    double squares = 0, sum = 0;
    for (int i = 0; i < 64 * 64 * 9; i++) {
        squares += values[i] * values[i];
        sum += values[i];
    }
    double deviation = sqrt(2.0 / (64 * 9));
    assert_true(fabs(sqrt(squares / (64 * 64 * 9)) / deviation - 1) < 0.03);
    assert_true(fabs(sum / (64 * 64 * 9)) < 0.05 * deviation);
    ls_module_destroy(resnet);
}

/* --- Same seed, same weights on every thread, without a broadcast ------------------------------------------- */

#define RANKS 4
#define RUNS 50

static bool hash_tensor(const ls_named_tensor *entry, void *arg)
{
    static _Thread_local char data[1 << 16];
    size_t bytes =
        (size_t)ls_shape_count(ls_tensor_shape(entry->tensor)) * ls_dtype_size(ls_tensor_dtype(entry->tensor));
    uint64_t *hash = arg;
    if (bytes > sizeof(data) || ls_to_host(entry->tensor, data, bytes) != LS_OK) return false;
    *hash = ls_hash(data, bytes, *hash);
    return true;
}

static ls_status build_and_hash(int index, void *arg)
{
    uint64_t(*hashes)[RUNS] = arg;
    for (int run = 0; run < RUNS; run++) {
        ls_manual_seed(27);
        ls_module *model = ls_model_mnist();
        rank_check(model);
        hashes[index][run] = 0;
        ls_module_visit(model, hash_tensor, &hashes[index][run]);
        ls_module_destroy(model);
    }
    ls_manual_seed(28);
    ls_module *model = ls_model_mnist();
    uint64_t other = 0;
    ls_module_visit(model, hash_tensor, &other);
    ls_module_destroy(model);
    rank_check(other != hashes[index][0]);
    return LS_OK;
}

static void every_thread_draws_the_same_weights(void **state)
{
    (void)state;
    static uint64_t hashes[RANKS][RUNS];
    run_ranks(build_and_hash, hashes, RANKS);
    assert_true(hashes[0][0] != 0);
    for (int r = 0; r < RANKS; r++)
        for (int run = 0; run < RUNS; run++) assert_true(hashes[r][run] == hashes[0][0]);
}

static void the_generators_state_can_be_restored(void **state)
{
    (void)state;
    ls_manual_seed(3);
    ls_rng_state saved = ls_rng_get_state();
    float first[2][6], second[6];
    for (int i = 0; i < 2; i++) {
        ls_module *layer = ls_nn_linear(3, 2, NULL);
        read_floats(layer, "weight", first[i], 6);
        ls_module_destroy(layer);
    }
    assert_memory_not_equal(first[0], first[1], sizeof(first[0]));
    ls_rng_set_state(saved);
    ls_module *layer = ls_nn_linear(3, 2, NULL);
    read_floats(layer, "weight", second, 6);
    ls_module_destroy(layer);
    assert_memory_equal(first[0], second, sizeof(second));
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_draws_the_same_weights),
        cmocka_unit_test(batch_norm_tracks_unbiased_statistics),
        cmocka_unit_test(initial_values_follow_pytorch),
        cmocka_unit_test(the_generators_state_can_be_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
