/* A rank that returns between two steps while the others wait for it inside a program: they fail at once, naming it,
 * long before their deadline; as threads and as processes. */
#include "base/deadline.h"
#include "base/error.h"
#include "ls_test.h"
#include <lockstep/lockstep.h>

enum { LAST_COMMON_STEP = 3, STEPS = 8, TIMEOUT_MS = 60000 };

/* The last rank stops after LAST_COMMON_STEP, with the status that `arg` points at. */
static ls_status train(int index, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.init_method = "pjrt://", .timeout_ms = TIMEOUT_MS}));
    int world = ls_world_size(LS_WORLD);
    for (int step = 0; step < STEPS; step++) {
        if (index == world - 1 && step == LAST_COMMON_STEP) {
            ls_status status = *(const ls_status *)arg;
            return status == LS_OK ? LS_OK : ls_fail(status, "the last rank had enough");
        }
        ls_tensor t = ls_from_f32(&(float){(float)(1000 * index + step)}, LS_SHAPE(1));
        double sum;
        LS_TRY(ls_all_reduce(t, LS_SUM, LS_WORLD));
        LS_TRY(ls_item(t, &sum));
        if (sum != 1000 * (world * (world - 1) / 2) + world * step)
            return ls_fail(LS_DATA_LOSS, "step %d gave %g on rank %d", step, sum, index);
    }
    return ls_destroy_process_group();
}

static void spawn(ls_status last_rank, int processes, ls_status expected, const char *part)
{
    int64_t start = ls_now_ns();
    ls_spawn_options options = {.num_processes = processes, .num_ranks = 4};
    assert_fails(ls_spawn(train, &last_rank, &options), expected, part);
    assert_true(ls_now_ns() - start < INT64_C(20000000000));
}

static void the_failure_of_a_rank_ends_the_job(void **state)
{
    for (int processes = 1; processes <= 4; processes *= 2)
        spawn(LS_CANCELLED, processes, LS_CANCELLED, "the last rank had enough");
}

static void a_rank_that_returns_early_is_named_by_the_others(void **state)
{
    for (int processes = 1; processes <= 4; processes *= 2) spawn(LS_OK, processes, LS_UNAVAILABLE, "rank 3");
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_failure_of_a_rank_ends_the_job),
        cmocka_unit_test(a_rank_that_returns_early_is_named_by_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
