/* The StableHLO that typical traces become, against the files in snapshots/. Run from the build folder, as meson does;
 * LOCKSTEP_UPDATE_SNAPSHOTS=1 rewrites them. */
#include <stdio.h>

#include "expect.h"
#include "lazy/plan.h"

/* Plans what is live, as a cut would, compares the text, and cuts. */
static void expect_snapshot(const char *name)
{
    static char expected[1 << 16];
    char path[512], *text;
    size_t size;
    ls_plan *plan = calloc(1, sizeof(*plan));
    ls_plan_make(ls_trace_current(), plan, NULL, 0);
    assert_ok(ls_plan_lower(plan, 1, &text, &size));
    ls_plan_destroy(plan);
    int folder = (int)(strrchr(__FILE__, '/') - __FILE__);
    snprintf(path, sizeof path, "%.*s/snapshots/%s.mlir", folder, __FILE__, name);
    bool update = getenv("LOCKSTEP_UPDATE_SNAPSHOTS") != NULL;
    FILE *file = fopen(path, update ? "w" : "r");
    if (!file) fail_msg("%s cannot be opened", path);
    if (update)
        fwrite(text, 1, size, file);
    else
        expected[fread(expected, 1, sizeof expected - 1, file)] = 0;
    fclose(file);
    if (!update && (strlen(expected) != size || memcmp(expected, text, size)))
        fail_msg("%s differs; the program is now:\n%.*s", path, (int)size, text);
    free(text);
}

static void layers(void **state)
{
    ls_tensor x = ls_from_f32((float[2 * 8 * 8]){0}, LS_SHAPE(2, 1, 8, 8)),
              w = ls_from_f32((float[27]){0}, LS_SHAPE(3, 1, 3, 3));
    ls_tensor bias = f32s(LS_SHAPE(3), 0, 0, 0), fc = ls_from_f32((float[4 * 48]){0}, LS_SHAPE(4, 48));
    ls_scope_push();
    ls_tensor y = ls_conv2d(x, w, bias, &(ls_conv2d_options){.padding = {1, 1}});
    y = ls_max_pool2d(ls_relu(ls_batch_norm(y, bias, bias, 1e-5, NULL, NULL)), &(ls_pool2d_options){.kernel = {2, 2}});
    ls_keep(ls_cross_entropy(ls_linear(ls_flatten(y, 1), fc, (ls_tensor){0}), i64s(LS_SHAPE(2), 1, 0), NULL));
    assert_ok(ls_scope_pop());
    expect_snapshot("layers");
}

/* The second weight is read elsewhere, so only the first one's memory is donated. */
static void update(void **state)
{
    ls_tensor a = f32s(LS_SHAPE(2), 1, 2), b = f32s(LS_SHAPE(2), 3, 4), held = ls_clone(b);
    ls_tensor rate = ls_scalar(0.1, LS_F32);
    ls_scope_push();
    assert_ok(ls_assign(a, ls_sub(a, ls_mul(rate, a))));
    assert_ok(ls_assign(b, ls_sub(b, ls_mul(rate, b))));
    assert_ok(ls_scope_pop());
    expect_snapshot("update");
    expect_f32(held, LS_SHAPE(2), 3, 4);
}

static void draws(void **state)
{
    ls_scope_push();
    ls_keep(ls_dropout(f32s(LS_SHAPE(4), 1, 2, 3, 4), 0.5));
    ls_keep(ls_rand(LS_SHAPE(3), LS_F32));
    assert_ok(ls_scope_pop());
    expect_snapshot("draws");
}

int main(void)
{
    const struct CMUnitTest tests[] = {scoped_test(layers), scoped_test(update), scoped_test(draws)};
    return cmocka_run_group_tests_name("lower", tests, NULL, NULL);
}
