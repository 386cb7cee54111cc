/* The walk back: accumulation, several uses, releasing, no_grad, detach, errors. */
#include "ls_test.h"

#include <lockstep/autograd.h>
#include <lockstep/ops.h>

static ls_tensor leaf(double a, double b)
{
    ls_tensor t = ls_from_f64((const double[]){a, b}, LS_SHAPE(2));
    assert_ok(ls_set_requires_grad(t, true));
    return t;
}

static void expect(ls_tensor t, double a, double b)
{
    double values[2];
    assert_true(t.generation != 0);
    assert_ok(ls_to_host(t, values, sizeof(values)));
    if (values[0] != a || values[1] != b) fail_msg("%g, %g instead of %g, %g", values[0], values[1], a, b);
}

static ls_tensor total(ls_tensor t)
{
    return ls_sum(t, NULL, 0, NULL);
}

static void gradients_accumulate_until_cleared(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    assert_int_equal(ls_grad(x).generation, 0);
    assert_ok(ls_backward(total(ls_mul(x, x)), NULL));
    expect(ls_grad(x), 4, 6);
    assert_ok(ls_backward(total(ls_mul(x, x)), NULL));
    expect(ls_grad(x), 8, 12);
    assert_ok(ls_set_grad(x, (ls_tensor){0}));
    assert_int_equal(ls_grad(x).generation, 0);
    assert_ok(ls_backward(total(x), NULL));
    expect(ls_grad(x), 1, 1);
}

static void every_use_of_a_tensor_counts(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    ls_tensor y = ls_mul(x, x);                                              /* used three times */
    assert_ok(ls_backward(total(ls_add(ls_mul(y, x), ls_add(y, y))), NULL)); /* x³ + 2x² */
    expect(ls_grad(x), 3 * 4 + 4 * 2, 3 * 9 + 4 * 3);
}

static void backward_after_a_cut_reads_what_forward_saved(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3), y = leaf(5, 7);
    ls_scope_push(); /* the values in between are nobody's */
    ls_tensor loss = ls_keep(total(ls_mul(ls_exp(ls_mul_scalar(x, 0)), ls_mul(x, y))));
    assert_ok(ls_scope_pop());
    assert_ok(ls_mark_step());
    assert_ok(ls_backward(loss, NULL));
    expect(ls_grad(x), 5, 7);
    expect(ls_grad(y), 2, 3);
}

static void a_graph_is_released_unless_retained(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3), loss = total(ls_mul(x, x));
    assert_ok(ls_backward(loss, &(ls_backward_options){.retain_graph = true}));
    assert_ok(ls_mark_step());
    assert_ok(ls_backward(loss, NULL));
    expect(ls_grad(x), 8, 12);
    assert_fails(ls_backward(loss, NULL), LS_FAILED_PRECONDITION, "retain_graph");
    expect(ls_grad(x), 8, 12);
}

static void no_grad_and_detach_stop_gradients(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    ls_no_grad_begin();
    ls_no_grad_begin();
    ls_no_grad_end();
    ls_tensor y = ls_mul(x, x);
    ls_no_grad_end();
    assert_false(ls_requires_grad(y));
    assert_fails(ls_backward(total(y), NULL), LS_FAILED_PRECONDITION, "ls_set_requires_grad");
    assert_ok(ls_backward(total(ls_mul(x, ls_detach(ls_mul(x, x)))), NULL));
    expect(ls_grad(x), 4, 9);
}

static void a_root_of_many_elements_needs_a_gradient(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3), y = ls_mul(x, x);
    assert_fails(ls_backward(y, NULL), LS_INVALID_ARGUMENT, "shape [2]");
    ls_tensor wrong = ls_ones(LS_SHAPE(3), LS_F64), right = ls_from_f64((const double[]){10, 100}, LS_SHAPE(2));
    assert_fails(ls_backward(y, &(ls_backward_options){.gradient = wrong}), LS_INVALID_ARGUMENT, "f64[3]");
    assert_ok(ls_backward(y, &(ls_backward_options){.gradient = right}));
    expect(ls_grad(x), 40, 600);
}

static void a_leaf_may_be_the_root(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    assert_ok(ls_backward(x, &(ls_backward_options){.gradient = ls_ones(LS_SHAPE(2), LS_F64)}));
    expect(ls_grad(x), 1, 1);
}

static void assigning_keeps_a_leaf_a_leaf(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    for (int step = 0; step < 3; step++) {
        assert_ok(ls_backward(total(ls_mul(x, x)), NULL));
        ls_no_grad_begin();
        assert_ok(ls_assign(x, ls_sub(x, ls_mul_scalar(ls_grad(x), 0.25))));
        ls_no_grad_end();
        assert_ok(ls_set_grad(x, (ls_tensor){0}));
        assert_ok(ls_mark_step());
    }
    expect(x, 0.25, 0.375);
    assert_true(ls_requires_grad(x));
}

static void relu_at_zero_has_gradient_zero(void **state)
{
    (void)state;
    ls_tensor x = leaf(0, -0.0);
    assert_ok(ls_backward(total(ls_relu(x)), NULL));
    expect(ls_grad(x), 0, 0);
    ls_tensor a = leaf(1, 2), b = leaf(1, 2);
    assert_ok(ls_backward(total(ls_maximum(a, b)), NULL));
    expect(ls_grad(a), 0.5, 0.5);
    expect(ls_grad(b), 0.5, 0.5);
}

static void ties_of_a_maximum_share_its_gradient(void **state)
{
    (void)state;
    ls_tensor x = leaf(3, 3);
    assert_ok(ls_backward(ls_max(x, NULL, 0, NULL), NULL));
    expect(ls_grad(x), 0.5, 0.5);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    ls_tensor whole = ls_from_i32((const int32_t[]){1}, LS_SHAPE(1));
    assert_fails(ls_set_requires_grad(whole, true), LS_INVALID_ARGUMENT, "i32");
    ls_tensor x = leaf(2, 3), gone = ls_clone(x);
    assert_ok(ls_free(gone));
    assert_fails(ls_backward(gone, NULL), LS_INVALID_ARGUMENT, "");
    assert_fails(ls_set_grad(x, ls_ones(LS_SHAPE(3), LS_F64)), LS_INVALID_ARGUMENT, "f64[3]");
    assert_fails(ls_set_grad(x, ls_ones(LS_SHAPE(2), LS_F32)), LS_INVALID_ARGUMENT, "f32[2]");
    ls_tensor broken = ls_add(x, ls_ones(LS_SHAPE(3), LS_F64));
    assert_fails(ls_backward(total(broken), NULL), LS_INVALID_ARGUMENT, "");
}

static void gradients_belong_to_no_scope(void **state)
{
    (void)state;
    ls_tensor x = leaf(2, 3);
    for (int i = 0; i < 3; i++) {
        ls_scope_push();
        ls_tensor loss = total(ls_mul(x, x));
        assert_ok(ls_backward(loss, NULL));
        assert_ok(ls_scope_pop()); /* the gradient belongs to the leaf, not to this scope */
    }
    expect(ls_grad(x), 12, 18);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "1", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_accumulate_until_cleared),
        cmocka_unit_test(every_use_of_a_tensor_counts),
        cmocka_unit_test(backward_after_a_cut_reads_what_forward_saved),
        cmocka_unit_test(a_graph_is_released_unless_retained),
        cmocka_unit_test(no_grad_and_detach_stop_gradients),
        cmocka_unit_test(a_root_of_many_elements_needs_a_gradient),
        cmocka_unit_test(a_leaf_may_be_the_root),
        cmocka_unit_test(assigning_keeps_a_leaf_a_leaf),
        cmocka_unit_test(relu_at_zero_has_gradient_zero),
        cmocka_unit_test(ties_of_a_maximum_share_its_gradient),
        cmocka_unit_test(misuse_is_reported),
        cmocka_unit_test(gradients_belong_to_no_scope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
