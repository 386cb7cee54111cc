/* What the golden files do not show: options, state, parameters without gradients, averaging without DDP. */
#include "ls_ranks.h"

#include <math.h>

#include <lockstep/autograd.h>
#include <lockstep/optim.h>

static ls_tensor identity(ls_module *self, ls_tensor input)
{
    (void)self;
    return input;
}

/* A module of parameters a and b, two numbers each: 1000·rank + index. */
static ls_module *make_module(int rank)
{
    ls_module *module = ls_module_create(identity, NULL);
    double base = 1000 * rank;
    ls_scope_push();
    ls_module_add_parameter(module, "a", ls_from_f64((const double[]){base, base + 1}, LS_SHAPE(2)));
    ls_module_add_parameter(module, "b", ls_from_f64((const double[]){base + 2, base + 3}, LS_SHAPE(2)));
    ls_scope_pop();
    return module;
}

static ls_status set_gradient(ls_module *module, const char *name, double x, double y)
{
    ls_scope_push();
    ls_status status = ls_set_grad(ls_module_get(module, name), ls_from_f64((const double[]){x, y}, LS_SHAPE(2)));
    LS_TRY(ls_scope_pop());
    return status;
}

static void expect(const ls_module *module, const char *name, double x, double y)
{
    double values[2];
    assert_ok(ls_to_host(ls_module_get(module, name), values, sizeof(values)));
    if (fabs(values[0] - x) > 1e-12 * fabs(x) || fabs(values[1] - y) > 1e-12 * fabs(y))
        fail_msg("%s is %.15g, %.15g instead of %.15g, %.15g", name, values[0], values[1], x, y);
}

static void parameters_without_a_gradient_stay(void **state)
{
    (void)state;
    ls_module *module = make_module(0);
    ls_optimizer *optimizer = ls_sgd_create(module, &(ls_sgd_options){.lr = 0.5, .momentum = 0.9, .weight_decay = 0.1});
    assert_ok(set_gradient(module, "a", 10, 20));
    assert_ok(ls_step(optimizer));
    expect(module, "a", -5, 1 - 0.5 * (20 + 0.1));
    expect(module, "b", 2, 3);
    assert_ok(ls_zero_grad(optimizer));
    assert_int_equal(ls_grad(ls_module_get(module, "a")).generation, 0);
    assert_ok(ls_step(optimizer));
    expect(module, "a", -5, 1 - 0.5 * (20 + 0.1));
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
}

static void dampening_starts_with_the_second_step(void **state)
{
    (void)state;
    ls_module *module = make_module(0);
    ls_optimizer *optimizer = ls_sgd_create(module, &(ls_sgd_options){.lr = 1, .momentum = 0.5, .dampening = 0.25});
    double p = 0, b = 0;
    for (int step = 0; step < 3; step++) {
        double g = 8 + step;
        b = step == 0 ? g : 0.5 * b + 0.75 * g;
        p -= b;
        assert_ok(set_gradient(module, "a", g, g));
        assert_ok(ls_step(optimizer));
        expect(module, "a", p, p + 1);
    }
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
}

static void adams_step_counts_are_each_parameters_own(void **state)
{
    (void)state;
    ls_module *module = make_module(0);
    ls_optimizer *optimizer = ls_adam_create(module, &(ls_adam_options){.lr = 0.1, .weight_decay = 0.5});
    double a = 1, m = 0, v = 0;
    for (int step = 1; step <= 3; step++) {
        double g = 3 * step + 0.5 * a;
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        a -= 0.1 / (1 - pow(0.9, step)) * m / (sqrt(v) / sqrt(1 - pow(0.999, step)) + 1e-8);
        assert_ok(set_gradient(module, "a", 0, 3 * step));
        if (step == 3) assert_ok(set_gradient(module, "b", 0, 7)); /* b's first step */
        assert_ok(ls_step(optimizer));
        double values[2];
        assert_ok(ls_to_host(ls_module_get(module, "a"), values, sizeof(values)));
        assert_true(fabs(values[1] - a) < 1e-9);
    }
    double values[2];
    assert_ok(ls_to_host(ls_module_get(module, "b"), values, sizeof(values)));
    assert_true(fabs(values[1] - 2.9) < 1e-7); /* a first step is lr long */
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
}

static void a_new_learning_rate_compiles_nothing(void **state)
{
    (void)state;
    ls_module *module = make_module(0);
    ls_optimizer *optimizer = ls_adamw_create(module, &(ls_adam_options){.lr = 0.1, .weight_decay = 0.01});
    int64_t compiled = 0;
    for (int step = 0; step < 10; step++) {
        ls_optimizer_set_lr(optimizer, 0.1 / (step + 1));
        assert_true(ls_optimizer_get_lr(optimizer) == 0.1 / (step + 1));
        assert_ok(set_gradient(module, "a", step, 1));
        assert_ok(set_gradient(module, "b", step, 2));
        assert_ok(ls_step_begin());
        assert_ok(ls_step(optimizer));
        assert_ok(ls_zero_grad(optimizer));
        assert_ok(ls_step_end());
        if (step == 1) compiled = ls_compile_count();
    }
    assert_int_equal(ls_compile_count(), compiled);
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    assert_null(ls_sgd_create(NULL, NULL));
    ls_module *module = make_module(0);
    assert_null(ls_sgd_create(module, &(ls_sgd_options){.nesterov = true}));
    assert_non_null(strstr(ls_last_error(), "nesterov"));
    assert_null(ls_sgd_create(module, &(ls_sgd_options){.lr = -1}));
    assert_non_null(strstr(ls_last_error(), "lr -1"));
    assert_null(ls_adam_create(module, &(ls_adam_options){.beta2 = 1}));
    assert_non_null(strstr(ls_last_error(), "beta2 1"));
    assert_fails(ls_step(NULL), LS_INVALID_ARGUMENT, "NULL");
    assert_fails(ls_reduce_and_step(NULL), LS_INVALID_ARGUMENT, "NULL");
    assert_fails(ls_zero_grad(NULL), LS_INVALID_ARGUMENT, "NULL");
    ls_optimizer_destroy(NULL);
    ls_module_destroy(module);
}

/* --- Averaging over the ranks ------------------------------------------------------------------------------- */

#define RANKS 3

static ls_status reduce_and_step(int index, void *arg)
{
    double(*results)[2] = arg;
    LS_TRY(rank_join_group());
    ls_module *module = make_module(0); /* the same start on every rank */
    ls_optimizer *optimizer = ls_sgd_create(module, &(ls_sgd_options){.lr = 1});
    rank_check(optimizer);
    LS_TRY(ls_step_begin());
    LS_TRY(set_gradient(module, "a", 1000 * index, 1000 * index + 1));
    LS_TRY(ls_reduce_and_step(optimizer));
    LS_TRY(ls_step_end());
    LS_TRY(ls_to_host(ls_module_get(module, "a"), results[index], sizeof(results[index])));
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
    return ls_destroy_process_group();
}

static void gradients_are_averaged_over_the_world(void **state)
{
    (void)state;
    double results[RANKS][2];
    run_ranks(reduce_and_step, results, RANKS);
    for (int r = 0; r < RANKS; r++) {
        assert_true(fabs(results[r][0] + 1000) < 1e-9); /* 0 − (0 + 1000 + 2000)/3 */
        assert_true(fabs(results[r][1] - (1 - 1001)) < 1e-9);
        assert_memory_equal(results[r], results[0], sizeof(results[0]));
    }
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "3", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_averaged_over_the_world),
        cmocka_unit_test(parameters_without_a_gradient_stay),
        cmocka_unit_test(dampening_starts_with_the_second_step),
        cmocka_unit_test(adams_step_counts_are_each_parameters_own),
        cmocka_unit_test(a_new_learning_rate_compiles_nothing),
        cmocka_unit_test(misuse_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
