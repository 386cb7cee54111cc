/* Handles, scopes, errors; what a cut executes, compiles, donates and reports. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "capture.h"
#include "expect.h"

/* --- Handles and scopes ------------------------------------------------------------------------------------- */

static void scopes_free_and_keep(void **state)
{
    ls_scope_push();
    ls_tensor gone = f32s(LS_SHAPE(1), 1), kept = ls_keep(ls_add_scalar(gone, 1));
    ls_scope_push();
    ls_tensor two_up = ls_keep(ls_keep(f32s(LS_SHAPE(1), 5))); /* once more changes nothing */
    assert_ok(ls_scope_pop());
    expect_f32(two_up, LS_SHAPE(1), 5);
    assert_ok(ls_scope_pop());
    expect_f32(kept, LS_SHAPE(1), 2);
    assert_fails(ls_tensor_status(gone), LS_INVALID_ARGUMENT, "stale");
    assert_fails(ls_tensor_status(two_up), LS_INVALID_ARGUMENT, "stale");
    assert_fails(ls_tensor_status(ls_add(gone, kept)), LS_INVALID_ARGUMENT, "ls_add: stale");
    assert_fails(ls_free(gone), LS_INVALID_ARGUMENT, "stale");
    assert_ok(ls_free((ls_tensor){0}));
    assert_ok(ls_free(kept));
    assert_fails(ls_free(kept), LS_INVALID_ARGUMENT, "stale");
    assert_fails(ls_mark_step(), LS_INVALID_ARGUMENT, "stale");
    assert_ok(ls_mark_step()); /* reported once */
}

static void pop_needs_a_scope(void **state)
{
    assert_ok(ls_scope_pop()); /* the test's own */
    assert_fails(ls_scope_pop(), LS_FAILED_PRECONDITION, "no scope");
    assert_fails(ls_step_end(), LS_FAILED_PRECONDITION, "no scope");
    ls_scope_push();
}

static ls_tensor handle_of_rank_0;
static pthread_barrier_t meeting;

static ls_status uses_a_foreign_handle(int index, void *unused)
{
    if (index == 0)
        handle_of_rank_0 = ls_from_i32(&(int32_t){7}, LS_SHAPE(1));
    else
        ls_from_i32(&(int32_t){8}, LS_SHAPE(1)); /* the same place in this rank's table */
    pthread_barrier_wait(&meeting);
    ls_status status = ls_tensor_status(handle_of_rank_0);
    pthread_barrier_wait(&meeting);
    return status == (index == 0 ? LS_OK : LS_INVALID_ARGUMENT)
               ? LS_OK
               : ls_fail(LS_DATA_LOSS, "rank %d got %s", index, ls_status_name(status));
}

static void foreign_handles_are_noticed(void **state)
{
    pthread_barrier_init(&meeting, NULL, 2);
    assert_ok(ls_spawn_threads(uses_a_foreign_handle, NULL, &(ls_spawn_options){.num_ranks = 2}));
    pthread_barrier_destroy(&meeting);
}

/* --- Errors ------------------------------------------------------------------------------------------------- */

static void errors_stick_and_say_who(void **state)
{
    ls_tensor a = f32s(LS_SHAPE(2, 3), 1, 2, 3, 4, 5, 6), b = f32s(LS_SHAPE(2, 2), 1, 2, 3, 4);
    ls_tensor bad = ls_relu(ls_reshape(ls_matmul(a, b), LS_SHAPE(4)));
    double item;
    assert_int_equal(ls_tensor_dtype(bad), LS_DTYPE_INVALID);
    assert_fails(ls_tensor_status(bad), LS_INVALID_ARGUMENT, "ls_matmul: tensor<2x3xf32> and tensor<2x2xf32>");
    /* With line numbers in the program: the file; without: the function, which is static. */
    assert_int_equal(ls_tensor_status(bad), LS_INVALID_ARGUMENT);
    if (!strstr(ls_last_error(), "(called at cut_test.c:") &&
        !strstr(ls_last_error(), "(called at errors_stick_and_say_who+"))
        fail_msg("%s", ls_last_error());
    assert_fails(ls_item(bad, &item), LS_INVALID_ARGUMENT, "ls_matmul");
    assert_fails(ls_print(bad), LS_INVALID_ARGUMENT, "ls_matmul");
    assert_fails(ls_assign(a, bad), LS_INVALID_ARGUMENT, "ls_matmul");
    assert_fails(ls_mark_step(), LS_INVALID_ARGUMENT, "ls_matmul");
    expect_f32(ls_neg(b), LS_SHAPE(2, 2), -1, -2, -3, -4); /* the rest goes on */
    assert_ok(ls_mark_step());

    static const int out_of_range = 5;
    assert_fails(ls_tensor_status(ls_add(a, i32s(LS_SHAPE(3), 1, 2, 3))), LS_INVALID_ARGUMENT, "ls_cast");
    assert_fails(ls_tensor_status(ls_sum(a, &out_of_range, 1, NULL)), LS_INVALID_ARGUMENT, "dimension 5");
    assert_fails(ls_tensor_status(ls_select(a, 0, 2)), LS_OUT_OF_RANGE, "index 2");
    assert_fails(ls_tensor_status(ls_reshape(a, LS_SHAPE(4))), LS_INVALID_ARGUMENT, "ls_reshape");
    assert_fails(ls_tensor_status(ls_conv2d(a, b, (ls_tensor){0}, NULL)), LS_INVALID_ARGUMENT, "N×C×H×W");
    assert_fails(ls_tensor_status(ls_max_pool2d(a, NULL)), LS_INVALID_ARGUMENT, "kernel");
    assert_fails(ls_tensor_status(ls_from_f32(NULL, LS_SHAPE(2))), LS_INVALID_ARGUMENT, "no data");
    assert_fails(ls_tensor_status(ls_from_host(&item, 99, LS_SHAPE())), LS_INVALID_ARGUMENT, "element type 99");
    assert_fails(ls_tensor_status(ls_zeros((ls_shape){.rank = 99}, LS_F32)), LS_INVALID_ARGUMENT, "rank 99");
    assert_fails(ls_tensor_status(ls_rand((ls_shape){.rank = -1}, LS_F32)), LS_INVALID_ARGUMENT, "rank -1");
    assert_fails(ls_tensor_status(ls_reshape(a, (ls_shape){.rank = 13})), LS_INVALID_ARGUMENT, "rank 13");
    assert_fails(ls_tensor_status(ls_full(LS_SHAPE(2, -3), 1, LS_F32)), LS_INVALID_ARGUMENT, "dimension 1 is -3");
    assert_fails(ls_tensor_status(ls_iota(LS_SHAPE(2), 4, LS_I32)), LS_INVALID_ARGUMENT, "ls_iota");
    assert_fails(ls_tensor_status(ls_cat(NULL, 0, 0)), LS_INVALID_ARGUMENT, "no tensors");
    assert_fails(ls_tensor_status(ls_nll_loss(a, a)), LS_INVALID_ARGUMENT, "labels");
    assert_fails(ls_tensor_status(ls_dropout(a, 2)), LS_INVALID_ARGUMENT, "probability");
    assert_fails(ls_tensor_status(ls_add(a, (ls_tensor){0})), LS_INVALID_ARGUMENT, "no tensor");
    assert_fails(ls_to_host(a, &item, 8), LS_INVALID_ARGUMENT, "24 bytes");
    assert_fails(ls_item(a, &item), LS_INVALID_ARGUMENT, "one element");
    assert_fails(ls_item(ls_select(ls_select(a, 0, 0), 0, 0), NULL), LS_INVALID_ARGUMENT, "no place");
    assert_fails(ls_to_host(a, NULL, 24), LS_INVALID_ARGUMENT, "no place");
    assert_fails(ls_assign(a, b), LS_INVALID_ARGUMENT, "ls_assign");
    assert_int_equal(ls_mark_step(), LS_INVALID_ARGUMENT);
}

/* --- Values ------------------------------------------------------------------------------------------------- */

/* Reshapes and slices are values: an assignment to one never reaches its source, before or after a cut. */
static void views_are_values(void **state)
{
    for (int cut = 0; cut < 2; cut++) {
        ls_tensor x = i32s(LS_SHAPE(4), 1, 2, 3, 4), view = ls_reshape(x, LS_SHAPE(2, 2)),
                  part = ls_slice(x, 0, 0, 2, 1), same = ls_clone(x);
        if (cut) assert_ok(ls_mark_step());
        assert_ok(ls_assign(view, i32s(LS_SHAPE(2, 2), 9, 9, 9, 9)));
        assert_ok(ls_assign(part, i32s(LS_SHAPE(2), 8, 8)));
        ls_tensor changed = ls_slice_assign(x, 0, 1, part);
        assert_ok(ls_assign(same, i32s(LS_SHAPE(4), 0, 0, 0, 0)));
        expect_i32(x, LS_SHAPE(4), 1, 2, 3, 4);
        expect_i32(view, LS_SHAPE(2, 2), 9, 9, 9, 9);
        expect_i32(changed, LS_SHAPE(4), 1, 8, 8, 4);
        expect_i32(same, LS_SHAPE(4), 0, 0, 0, 0);
    }
}

/* An assigned handle's old memory is given to its new value; what still needs the old one does not lose it. */
static void donation_is_part_of_the_program(void **state)
{
    ls_tensor t0 = f32s(LS_SHAPE(1), 1), t1 = f32s(LS_SHAPE(1), 2);
    assert_ok(ls_assign(t1, ls_add(t1, t0)));
    assert_ok(ls_mark_step());
    ls_tensor t2 = ls_add(t1, t0);
    assert_ok(ls_mark_step());
    expect_f32(t1, LS_SHAPE(1), 3);
    expect_f32(t2, LS_SHAPE(1), 4);

    ls_tensor old = ls_clone(t1);
    assert_ok(ls_assign(t1, ls_mul(t1, t1)));
    assert_ok(ls_mark_step());
    expect_f32(old, LS_SHAPE(1), 3);
    expect_f32(t1, LS_SHAPE(1), 9);

    ls_tensor a = f32s(LS_SHAPE(2), 1, 2), b = ls_clone(a); /* two handles of one buffer, both assigned */
    assert_ok(ls_assign(a, ls_add_scalar(a, 10)));
    assert_ok(ls_assign(b, ls_add_scalar(b, 20)));
    assert_ok(ls_mark_step());
    expect_f32(a, LS_SHAPE(2), 11, 12);
    expect_f32(b, LS_SHAPE(2), 21, 22);
    assert_ok(ls_assign(a, b)); /* swap by way of a third */
    assert_ok(ls_assign(b, ls_neg(a)));
    assert_ok(ls_mark_step());
    expect_f32(a, LS_SHAPE(2), 21, 22);
    expect_f32(b, LS_SHAPE(2), -21, -22);
}

/* A number of the metrics report. */
static long metric(const char *name)
{
    char *report = ls_metrics_report(&(ls_metrics_options){.json = true}), key[64];
    assert_non_null(report);
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(report, key);
    assert_non_null(at);
    long value = strtol(at + strlen(key), NULL, 10);
    free(report);
    return value;
}

static void state_updates_donate(void **state)
{
    ls_tensor weight = f32s(LS_SHAPE(3), 1, 2, 3), momentum = f32s(LS_SHAPE(3), 0, 0, 0);
    long before = metric("donated"), compiles = (long)ls_compile_count();
    for (int step = 0; step < 5; step++) {
        assert_ok(ls_step_begin());
        assert_ok(ls_assign(momentum, ls_add(ls_mul_scalar(momentum, 0.5), weight)));
        assert_ok(ls_assign(weight, ls_sub(weight, ls_mul(momentum, ls_scalar(0.1 * (step + 1), LS_F32)))));
        assert_ok(ls_step_end());
    }
    assert_int_equal(metric("donated") - before, 10);
    assert_int_equal(ls_compile_count() - compiles, 1);
    double w = 1, m = 0;
    for (int step = 0; step < 5; step++) {
        m = 0.5 * m + w;
        w -= 0.1 * (step + 1) * m;
    }
    double got;
    assert_ok(ls_item(ls_select(weight, 0, 0), &got));
    assert_true(fabs(got - w) < 1e-5);
}

/* --- Steps -------------------------------------------------------------------------------------------------- */

/* Only what was kept is materialised, with the state. */
static void step_end_materialises_what_is_kept(void **state)
{
    ls_tensor weight = f32s(LS_SHAPE(4), 1, 2, 3, 4);
    long buffers = metric("buffers_alive");
    assert_ok(ls_step_begin());
    ls_tensor a = ls_exp(weight), b = ls_sum(a, NULL, 0, NULL), loss = ls_keep(ls_mul(b, b));
    assert_ok(ls_assign(weight, ls_sub(weight, a)));
    assert_ok(ls_step_end());
    assert_int_equal(metric("buffers_alive") - buffers, 1);
    double item;
    assert_ok(ls_item(loss, &item));
    assert_ok(ls_free(loss));
    assert_int_equal(metric("buffers_alive") - buffers, 0);
}

/* Dropout, a learning rate that changes and a read now and then compile once each; another batch size once more. */
static void changing_numbers_do_not_recompile(void **state)
{
    ls_tensor weight = ls_from_f32((float[16]){0.5f}, LS_SHAPE(4, 4)), loss = {0};
    double item;
    int64_t before = ls_compile_count();
    for (int step = 0; step < 100; step++) {
        static const float batch[64 * 4] = {1, 2, 3};
        assert_ok(ls_step_begin());
        ls_tensor x = ls_from_f32(batch, LS_SHAPE(64, 4)), y = ls_dropout(ls_relu(ls_matmul(x, weight)), 0.5);
        loss = ls_keep(ls_mean(y, NULL, 0, NULL));
        assert_ok(ls_assign(weight, ls_sub(weight, ls_mul(ls_scalar(0.1 / (step + 1), LS_F32), weight))));
        assert_ok(ls_step_end());
        if (step % 10 == 0) assert_ok(ls_item(loss, &item));
        assert_ok(ls_free(loss));
    }
    assert_true(ls_compile_count() - before <= 3);
    before = ls_compile_count();
    for (int step = 0; step < 10; step++) {
        int rows = step == 9 ? 17 : 64;
        static const float batch[64 * 4];
        assert_ok(ls_step_begin());
        ls_keep(ls_add_scalar(ls_matmul(ls_from_f32(batch, LS_SHAPE(rows, 4)), weight), 1));
        assert_ok(ls_step_end());
    }
    assert_int_equal(ls_compile_count() - before, 2);
}

/* --- Compiling ---------------------------------------------------------------------------------------------- */

static long resident_kb(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_int_equal(fscanf(file, "%ld %ld", &pages, &resident), 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* LOCKSTEP_CACHE_SIZE is 64 here. */
static void cache_stays_small(void **state)
{
    long half = 0;
    for (int i = 1; i <= 2000; i++) {
        ls_scope_push();
        expect_f32(ls_sum(ls_ones(LS_SHAPE(i), LS_F32), NULL, 0, NULL), LS_SHAPE(), (float)i);
        assert_ok(ls_scope_pop());
        assert_true(ls_cache_size() <= 64);
        if (i == 1000) half = resident_kb();
    }
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    half += 1 << 20; /* sanitizers keep what was freed */
#endif
    if (resident_kb() > half + 4096) fail_msg("resident memory grew from %ld kB to %ld kB", half, resident_kb());
    int64_t before = ls_compile_count();
    ls_clear_cache();
    assert_int_equal(ls_cache_size(), 0);
    expect_f32(ls_sum(ls_ones(LS_SHAPE(2000), LS_F32), NULL, 0, NULL), LS_SHAPE(), 2000);
    assert_int_equal(ls_compile_count() - before, 1);
}

/* Four ranks trace the same at once: one compile, and all get their own numbers. */
static ls_status traces(int index, void *arg)
{
    for (int step = 0; step < 20; step++) {
        ls_scope_push();
        float x[4] = {(float)index, 1, 2, 3};
        ls_tensor t = ls_exp(ls_mul_scalar(ls_from_f32(x, LS_SHAPE(4)), 0.25 + 0.25 * (step % 4)));
        double item;
        LS_TRY(ls_item(ls_select(t, 0, 0), &item));
        if (fabs(item - exp(index * (0.25 + 0.25 * (step % 4)))) > 1e-4)
            return ls_fail(LS_DATA_LOSS, "rank %d got %g", index, item);
        LS_TRY(ls_scope_pop());
    }
    *(_Atomic int64_t *)arg = ls_compile_count();
    return LS_OK;
}

static void ranks_share_compiles(void **state)
{
    _Atomic int64_t compiles = 0;
    assert_ok(ls_spawn_threads(traces, &compiles, &(ls_spawn_options){.num_ranks = 4}));
    assert_int_equal(compiles, 4);
}

/* --- What is reported --------------------------------------------------------------------------------------- */

static void prints(void **state)
{
    ls_tensor many = ls_iota(LS_SHAPE(2000), 0, LS_I32);
    capture c = capture_begin(STDOUT_FILENO);
    ls_status status = ls_print(i32s(LS_SHAPE(2, 2), 0, 1, 2, 3));
    if (status == LS_OK) status = ls_print(f32s(LS_SHAPE(), 0.5f));
    if (status == LS_OK) status = ls_print(ls_cast(f32s(LS_SHAPE(3), 1, 0, NAN), LS_BOOL));
    if (status == LS_OK) status = ls_print(i64s(LS_SHAPE(1), 1ll << 40));
    if (status == LS_OK) status = ls_print(many);
    char *text = capture_end(&c);
    assert_ok(status);
    assert_string_equal(text,
                        "[rank 0] i32[2,2] [[0, 1], [2, 3]]\n[rank 0] f32[] 0.5\n[rank 0] i1[3] [true, false, true]\n"
                        "[rank 0] i64[1] [1099511627776]\n[rank 0] i32[2000] [0, 1, 2, ..., 1997, 1998, 1999]\n");
    free(text);
}

static void unread_results_are_counted(void **state)
{
    ls_metrics_reset();
    for (int i = 0; i < 3; i++) {
        ls_scope_push();
        ls_log1p(f32s(LS_SHAPE(2), 1, 2));
        assert_ok(ls_mark_step());
        assert_ok(ls_scope_pop());
    }
    char *report = ls_metrics_report(NULL);
    if (!strstr(report, "3 results of ls_log1p")) fail_msg("%s", report);
    assert_non_null(strstr(report, "programs compiled"));
    free(report);
}

static void growth_is_warned_about_once(void **state)
{
    capture c = capture_begin(STDERR_FILENO);
    ls_status status = ls_scope_pop(); /* the test's own: grow the outermost one */
    for (int i = 0; i < 500 && status == LS_OK; i++) {
        ls_add_scalar(f32s(LS_SHAPE(1), 1), 2);
        status = ls_mark_step();
    }
    ls_scope_push();
    char *text = capture_end(&c);
    assert_ok(status);
    const char *first = strstr(text, "number of live tensors grew");
    if (!first || strstr(first + 1, "number of live tensors grew") || !strstr(text, "ls_step_begin"))
        fail_msg("the log says: %s", text);
    free(text);
}

int main(void)
{
    setenv("LOCKSTEP_CACHE_SIZE", "64", 1);
    setenv("LOCKSTEP_CPU_DEVICES", "4", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_handles_are_noticed), /* spawning comes before the process uses a device */
        cmocka_unit_test(ranks_share_compiles),
        scoped_test(scopes_free_and_keep),
        scoped_test(pop_needs_a_scope),
        scoped_test(errors_stick_and_say_who),
        scoped_test(views_are_values),
        scoped_test(donation_is_part_of_the_program),
        scoped_test(state_updates_donate),
        scoped_test(step_end_materialises_what_is_kept),
        scoped_test(changing_numbers_do_not_recompile),
        scoped_test(cache_stays_small),
        scoped_test(prints),
        scoped_test(unread_results_are_counted),
        scoped_test(growth_is_warned_about_once),
    };
    return cmocka_run_group_tests_name("cut", tests, NULL, NULL);
}
