/* What training loops meet: how often they compile, what they leave behind, and whether their numbers depend on the
 * layout of processes and threads. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>

#include "ls_ranks.h"
#include <lockstep/lockstep.h>

/* --- The same bits in every layout; nearly the same from the reference kernels -------------------------------- */

#define RANKS 4
#define BATCH 4
#define STEPS 5

/* Images and labels by rank, step and index. */
static ls_status make_batch(int rank, int step, ls_tensor *out_x, ls_tensor *out_labels)
{
    float x[BATCH * 784];
    int64_t labels[BATCH];
    for (int i = 0; i < BATCH * 784; i++) x[i] = sinf((float)(1000 * rank + i) * 0.01f + (float)step);
    for (int i = 0; i < BATCH; i++) labels[i] = (rank + step + i) % 10;
    *out_x = ls_from_f32(x, LS_SHAPE(BATCH, 1, 28, 28));
    *out_labels = ls_from_i64(labels, LS_SHAPE(BATCH));
    return ls_tensor_status(*out_x);
}

typedef struct parameters {
    float *values;
    size_t count;
    ls_status status;
} parameters;

static bool append_parameter(const ls_named_tensor *entry, void *arg)
{
    parameters *all = arg;
    if (entry->is_buffer) return true;
    size_t count = (size_t)ls_shape_count(ls_tensor_shape(entry->tensor));
    all->values = realloc(all->values, (all->count + count) * sizeof(float));
    all->status = ls_to_host(entry->tensor, all->values + all->count, count * sizeof(float));
    all->count += count;
    return all->status == LS_OK;
}

static ls_status train_step(ls_module *net, ls_optimizer *sgd, ls_tensor x, ls_tensor labels, ls_tensor *out_loss)
{
    *out_loss = ls_keep(ls_nll_loss(ls_forward(net, x), labels));
    LS_TRY(ls_zero_grad(sgd));
    LS_TRY(ls_backward(*out_loss, NULL));
    return ls_step(sgd);
}

static ls_status train_mnist(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_manual_seed(27);
    ls_module *net = ls_ddp_create(ls_model_mnist(), NULL);
    ls_optimizer *sgd = ls_sgd_create(net, &(ls_sgd_options){.lr = 0.05, .momentum = 0.5});
    rank_check(sgd);
    for (int step = 0; step < STEPS; step++) {
        ls_tensor x, labels, loss;
        LS_TRY(ls_step_begin());
        LS_TRY(make_batch(index, step, &x, &labels));
        LS_TRY(train_step(net, sgd, x, labels, &loss));
        LS_TRY(ls_step_end());
        LS_TRY(ls_free(loss));
    }
    parameters all = {0};
    ls_module_visit(net, append_parameter, &all);
    LS_TRY(all.status);
    LS_TRY(ls_set_result(all.values, all.count * sizeof(float)));
    free(all.values);
    ls_optimizer_destroy(sgd);
    ls_module_destroy(net);
    return ls_destroy_process_group();
}

/* Every rank's parameters must be the same; gives one copy. */
static float *train_in(int processes)
{
    ls_bytes results[RANKS] = {0};
    assert_ok(ls_spawn(train_mnist, NULL,
                       &(ls_spawn_options){.num_processes = processes, .num_ranks = RANKS, .out_results = results}));
    for (int r = 0; r < RANKS; r++) {
        assert_true(results[r].size > 1000 * sizeof(float) && results[r].size == results[0].size);
        assert_memory_equal(results[r].data, results[0].data, results[0].size);
        if (r) ls_bytes_free(&results[r]);
    }
    assert_int_equal(results[0].size % sizeof(float), 0);
    return results[0].data;
}

static size_t mnist_count(void)
{
    ls_module *net = ls_model_mnist();
    parameters all = {0};
    ls_module_visit(net, append_parameter, &all);
    ls_module_destroy(net);
    free(all.values);
    return all.count;
}

static void layouts_do_not_change_a_bit(void **state)
{
    setenv("LOCKSTEP_CPU_REFERENCE", "1", 1);
    float *reference = train_in(RANKS); /* processes first: they are forked before this process uses a device */
    unsetenv("LOCKSTEP_CPU_REFERENCE");
    float *processes = train_in(RANKS), *mixed = train_in(2), *threads = train_in(1), *again = train_in(1);
    size_t count = mnist_count();
    assert_memory_equal(processes, threads, count * sizeof(float));
    assert_memory_equal(mixed, threads, count * sizeof(float));
    assert_memory_equal(again, threads, count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(reference[i] - threads[i]) <= 1e-4f))
            fail_msg("parameter %zu is %g, by the reference kernels %g", i, (double)threads[i], (double)reference[i]);
    float *all[] = {reference, processes, mixed, threads, again};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) free(all[i]);
}

/* --- Compiles --------------------------------------------------------------------------------------------------- */

static ls_module *make_net(void)
{
    ls_manual_seed(1);
    return ls_nn_sequential(ls_nn_linear(8, 16, NULL), ls_nn_relu(), ls_nn_dropout(0.5), ls_nn_linear(16, 1, NULL),
                            NULL);
}

/* One step on `rows` rows. Gives the loss if asked: a read in the middle of the loop. */
static void one_step(ls_module *net, ls_optimizer *sgd, int64_t rows, double *out_loss)
{
    assert_ok(ls_step_begin());
    ls_tensor loss =
        ls_keep(ls_mse_loss(ls_forward(net, ls_randn(LS_SHAPE(rows, 8), LS_F32)), ls_zeros(LS_SHAPE(rows, 1), LS_F32)));
    assert_ok(ls_zero_grad(sgd));
    assert_ok(ls_backward(loss, NULL));
    assert_ok(ls_step(sgd));
    assert_ok(ls_step_end());
    if (out_loss) assert_ok(ls_item(loss, out_loss));
    assert_ok(ls_free(loss));
}

static void dropout_schedule_and_reads_compile_little(void **state)
{
    ls_module *net = make_net();
    ls_optimizer *sgd = ls_sgd_create(net, &(ls_sgd_options){.lr = 0.1, .momentum = 0.9});
    int64_t before = ls_compile_count();
    double loss = NAN;
    for (int step = 0; step < 100; step++) {
        ls_optimizer_set_lr(sgd, 0.1 / (1 + step));
        one_step(net, sgd, 64, step % 10 ? NULL : &loss);
    }
    assert_true(isfinite(loss));
    assert_true(ls_compile_count() - before <= 3);
    ls_optimizer_destroy(sgd);
    ls_module_destroy(net);
}

static void a_smaller_last_batch_compiles_once_more(void **state)
{
    ls_module *net = make_net();
    ls_optimizer *sgd = ls_sgd_create(net, &(ls_sgd_options){.lr = 0.1});
    ls_clear_cache();
    int64_t before = ls_compile_count();
    for (int epoch = 0; epoch < 2; epoch++)
        for (int batch = 0; batch < 10; batch++) one_step(net, sgd, batch < 9 ? 64 : 17, NULL);
    assert_int_equal(ls_compile_count() - before, 2);
    ls_optimizer_destroy(sgd);
    ls_module_destroy(net);
}

/* --- What worlds leave behind ----------------------------------------------------------------------------------- */

typedef struct traces_left {
    int fds, threads, maps;
    long resident_kb;
} traces_left;

static int count_entries(const char *path)
{
    DIR *folder = opendir(path);
    int count = 0;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

static traces_left look(void)
{
    traces_left t = {.fds = count_entries("/proc/self/fd"), .threads = count_entries("/proc/self/task")};
    FILE *file = fopen("/proc/self/statm", "r");
    long size;
    assert_int_equal(fscanf(file, "%ld %ld", &size, &t.resident_kb), 2);
    t.resident_kb *= 4;
    fclose(file);
    file = fopen("/proc/self/maps", "r");
    for (int c; (c = getc(file)) != EOF;) t.maps += c == '\n';
    fclose(file);
    return t;
}

static void worlds_leave_nothing_behind(void **state)
{
    traces_left before = {0};
    for (int world = 0; world < 200; world++) {
        float *values = train_in(1);
        free(values);
        if (world == 60) before = look();
    }
    traces_left after = look();
    assert_in_range(after.fds, 0, before.fds + 2);
    assert_in_range(after.threads, 0, before.threads + 2);
    if (LS_TEST_SANITIZED) return; /* sanitizers keep what was freed */
    assert_in_range(after.maps, 0, before.maps + 20);
    if (after.resident_kb > before.resident_kb + 4096)
        fail_msg("resident memory grew from %ld kB to %ld kB", before.resident_kb, after.resident_kb);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_do_not_change_a_bit),
        cmocka_unit_test(dropout_schedule_and_reads_compile_little),
        cmocka_unit_test(a_smaller_last_batch_compiles_once_more),
        cmocka_unit_test(worlds_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
