#include "base/deadline.h"
#include "base/env.h"
#include "base/thread.h"

#include "ls_test.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void deadlines_pass_when_they_should(void **state)
{
    int64_t start = ls_now_ns();
    ls_deadline deadline = ls_deadline_in_ms(20);
    assert_false(ls_deadline_passed(deadline));
    assert_in_range(ls_deadline_left_ms(deadline), 1, 20);
    ls_sleep_ms(21);
    assert_true(ls_deadline_passed(deadline));
    assert_int_equal(ls_deadline_left_ms(deadline), 0);
    assert_true(ls_now_ns() - start >= 21000000);
    assert_in_range(ls_deadline_left_ms(ls_deadline_in_ms(0)), LS_DEFAULT_TIMEOUT_MS - 1000, LS_DEFAULT_TIMEOUT_MS);
    assert_false(ls_deadline_passed(ls_deadline_in_ms(INT64_MAX)));
}

struct flag {
    _Atomic uint32_t word;
    sigset_t mask;
};

static void *set_flag(void *arg)
{
    struct flag *flag = arg;
    pthread_sigmask(SIG_SETMASK, NULL, &flag->mask);
    ls_sleep_ms(10);
    atomic_store(&flag->word, 1);
    ls_futex_wake_all(&flag->word, false);
    return NULL;
}

static void futex_wakes_and_times_out(void **state)
{
    struct flag flag = {0};
    int64_t start = ls_now_ns();
    ls_futex_wait(&flag.word, 0, ls_deadline_in_ms(15), false);
    assert_true(ls_now_ns() - start >= 14000000);
    ls_futex_wait(&flag.word, 1, ls_deadline_in_ms(60000), false); /* differs: returns at once */

    pthread_t thread;
    assert_int_equal(ls_thread_start(&thread, "waker", set_flag, &flag), LS_OK);
    ls_deadline deadline = ls_deadline_in_ms(10000);
    while (!atomic_load(&flag.word) && !ls_deadline_passed(deadline)) ls_futex_wait(&flag.word, 0, deadline, false);
    assert_int_equal(atomic_load(&flag.word), 1);
    pthread_join(thread, NULL);
    assert_true(sigismember(&flag.mask, SIGINT) && sigismember(&flag.mask, SIGTERM));
}

static void monitor_times_out(void **state)
{
    ls_monitor monitor;
    ls_monitor_init(&monitor);
    ls_monitor_lock(&monitor);
    ls_deadline deadline = ls_deadline_in_ms(10);
    while (ls_monitor_wait(&monitor, deadline)) {
    }
    ls_monitor_unlock(&monitor);
    assert_true(ls_deadline_passed(deadline));
    ls_monitor_finish(&monitor);
}

static void environment_numbers_are_checked(void **state)
{
    int64_t value;
    unsetenv("LOCKSTEP_NUM_PROCESSES");
    assert_int_equal(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_PROCESSES, 5, 1, 64, &value), LS_OK);
    assert_int_equal(value, 5);
    setenv("LOCKSTEP_NUM_PROCESSES", "12", 1);
    assert_int_equal(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_PROCESSES, 5, 1, 64, &value), LS_OK);
    assert_int_equal(value, 12);
    static const char *const wrong[] = {"0", "65", "3x", "x", "99999999999999999999", " "};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        setenv("LOCKSTEP_NUM_PROCESSES", wrong[i], 1);
        assert_int_equal(ls_env_get_int(LS_ENV_LOCKSTEP_NUM_PROCESSES, 5, 1, 64, &value), LS_INVALID_ARGUMENT);
        assert_non_null(strstr(ls_last_error(), "LOCKSTEP_NUM_PROCESSES"));
    }
    setenv("LOCKSTEP_CPU_REFERENCE", "0", 1);
    assert_false(ls_env_is_on(LS_ENV_LOCKSTEP_CPU_REFERENCE));
    setenv("LOCKSTEP_CPU_REFERENCE", "1", 1);
    assert_true(ls_env_is_on(LS_ENV_LOCKSTEP_CPU_REFERENCE));
    assert_true(ls_cpu_count() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlines_pass_when_they_should),
        cmocka_unit_test(futex_wakes_and_times_out),
        cmocka_unit_test(monitor_times_out),
        cmocka_unit_test(environment_numbers_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
