/* Each compile says in the log what differs from the nearest program. */
#include "capture.h"
#include "expect.h"

static void compiles_are_explained(void **state)
{
    static const float batch[64 * 3];
    for (int rows = 64; rows >= 17; rows -= 47) {
        capture c = capture_begin(STDERR_FILENO);
        ls_scope_push();
        ls_tanh(ls_sum(ls_from_f32(batch, LS_SHAPE(rows, 3)), (int[]){1}, 1, NULL));
        ls_status status = ls_mark_step();
        ls_scope_pop();
        char *text = capture_end(&c);
        assert_ok(status);
        if (rows == 17 && !(strstr(text, "compile ") && strstr(text, "input 0 (ls_sum at ") &&
                            strstr(text, "tensor<64x3xf32> → tensor<17x3xf32>")))
            fail_msg("the log says: %s", text);
        free(text);
    }
}

int main(void)
{
    setenv("LOCKSTEP_LOG", "info", 1);
    const struct CMUnitTest tests[] = {scoped_test(compiles_are_explained)};
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
