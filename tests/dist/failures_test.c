/* What ends badly: ranks that fail, die, hang or leave early, and signals to the parent. Everybody is told who it was,
 * nothing hangs and no process stays. */
#include "ranks.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "base/deadline.h"

static int64_t ms_since(int64_t start_ns)
{
    return (ls_now_ns() - start_ns) / 1000000;
}

/* Memory that this process and its children share. */
typedef struct blackboard {
    _Atomic int pids[MOST_RANKS];
    _Atomic int handled; /* signals that a handler saw */
    _Atomic int status;
    char message[MOST_RANKS][1024];
} blackboard;

static blackboard *board;

static int set_up(void **state)
{
    board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return board == MAP_FAILED ? -1 : set_surroundings(state);
}

static int clear_board(void **state)
{
    memset((void *)board, 0, sizeof(*board));
    return 0;
}

static ls_status init(int64_t timeout_ms)
{
    return ls_init_process_group(NULL, &(ls_init_options){.init_method = "pjrt://", .timeout_ms = timeout_ms});
}

static ls_status sleep_for_ever(void)
{
    ls_sleep_ms(1000 * 1000);
    return LS_OK;
}

static bool is_gone(pid_t pid)
{
    return kill(pid, 0) < 0 && errno == ESRCH;
}

/* --- Ranks that fail ---------------------------------------------------------------------------------------- */

static ls_status note_error(int index, ls_status status)
{
    snprintf(board->message[index], sizeof(board->message[index]), "%s", ls_last_error());
    return status;
}

/* The last rank does not come to the barrier. */
static ls_status last_returns_error(int index, void *arg)
{
    LS_TRY(init(20000));
    if (index == ls_world_size(LS_WORLD) - 1) {
        ls_destroy_group((ls_group){7, 7}); /* a message to return */
        return LS_DATA_LOSS;
    }
    return note_error(index, ls_barrier(LS_WORLD));
}

static void an_error_of_one_rank_is_everybodys_at_once(void **state)
{
    for (int l = 1; l < LAYOUT_COUNT; l++) {
        int world = layouts[l].processes * layouts[l].threads;
        clear_board(NULL);
        char who[32];
        snprintf(who, sizeof(who), "rank %d", world - 1);
        int64_t start = ls_now_ns();
        assert_fails(spawn_in(layouts[l], last_returns_error, NULL, NULL), LS_DATA_LOSS, who);
        assert_non_null(strstr(ls_last_error(), "group {7, 7} is destroyed"));
        assert_true(ms_since(start) < 8000);
        for (int r = 0; r < world - 1; r++)
            if (!strstr(board->message[r], who))
                fail_msg("%d×%d: rank %d was told \"%s\"", layouts[l].processes, layouts[l].threads, r,
                         board->message[r]);
    }
    assert_int_equal(count_children(), 0);
}

static ls_status first_returns_early(int index, void *arg)
{
    LS_TRY(init(20000));
    return index == 0 ? LS_OK : note_error(index, ls_barrier(LS_WORLD));
}

static void a_rank_that_returns_without_leaving_is_missed_at_once(void **state)
{
    int64_t start = ls_now_ns();
    assert_fails(spawn_in((struct layout){1, 2}, first_returns_early, NULL, NULL), LS_UNAVAILABLE, "rank 1: ");
    assert_non_null(strstr(ls_last_error(), "returned without leaving"));
    assert_fails(spawn_in((struct layout){2, 1}, first_returns_early, NULL, NULL), LS_UNAVAILABLE, "rank 1 ");
    assert_true(ms_since(start) < 8000);
}

static ls_status thread_exits(int index, void *arg)
{
    if (index == 1) pthread_exit(NULL);
    return LS_OK;
}

static void a_rank_whose_thread_exits_has_failed(void **state)
{
    assert_fails(spawn_in((struct layout){1, 2}, thread_exits, NULL, NULL), LS_ABORTED, "rank 1: its thread ended");
    assert_fails(spawn_in((struct layout){2, 1}, thread_exits, NULL, NULL), LS_ABORTED, "rank 1");
}

/* --- Processes that die ------------------------------------------------------------------------------------- */

enum death { EXITS_3, EXITS_0, ABORTS, IS_KILLED };

static ls_status rank_1_dies(int index, void *arg)
{
    board->pids[index] = (int)getpid();
    LS_TRY(init(20000));
    if (index != 1) return note_error(index, ls_barrier(LS_WORLD));
    switch (*(enum death *)arg) {
    case EXITS_3: _exit(3);
    case EXITS_0: _exit(0);
    case ABORTS: abort();
    case IS_KILLED: kill(getpid(), SIGKILL);
    }
    return LS_OK;
}

static void a_death_is_told_with_rank_pid_and_cause(void **state)
{
    static const char *const causes[] = {
        [EXITS_3] = "exited with status 3",
        [EXITS_0] = "exited with status 0",
        [ABORTS] = "SIGABRT",
        [IS_KILLED] = "SIGKILL",
    };
    for (enum death death = EXITS_3; death <= IS_KILLED; death++) {
        int64_t start = ls_now_ns();
        assert_fails(spawn_in((struct layout){3, 1}, rank_1_dies, &death, NULL), LS_ABORTED, causes[death]);
        char who[64];
        snprintf(who, sizeof(who), "rank 1 (pid %d)", board->pids[1]);
        assert_non_null(strstr(ls_last_error(), who));
        assert_int_equal(death == IS_KILLED, strstr(ls_last_error(), "out of memory") != NULL);
        assert_true(ms_since(start) < 8000);
        for (int r = 0; r < 3; r++) assert_true(is_gone(board->pids[r]));
    }
    assert_fails(spawn_in((struct layout){2, 2}, rank_1_dies, &(enum death){ABORTS}, NULL), LS_ABORTED,
                 "process 0 (ranks 0 to 1, pid ");
    assert_int_equal(count_children(), 0);
}

static ls_status rank_2_ignores_sigterm(int index, void *arg)
{
    board->pids[index] = (int)getpid();
    if (index == 2) {
        signal(SIGTERM, SIG_IGN);
        board->handled = 1;
    }
    while (!board->handled) ls_sleep_ms(1);
    if (index == 1) return ls_init_process_group("nonsense", NULL);
    return sleep_for_ever();
}

static void a_rank_that_ignores_sigterm_is_killed_after_the_grace_time(void **state)
{
    int64_t start = ls_now_ns();
    assert_fails(ls_spawn(rank_2_ignores_sigterm, NULL,
                          &(ls_spawn_options){.num_processes = 3, .num_ranks = 3, .grace_ms = 700}),
                 LS_INVALID_ARGUMENT, "rank 1 (pid ");
    assert_non_null(strstr(ls_last_error(), "nonsense"));
    assert_in_range(ms_since(start), 700, 8000);
    for (int r = 0; r < 3; r++) assert_true(is_gone(board->pids[r]));
}

/* --- Ranks that disagree ------------------------------------------------------------------------------------ */

static ls_status ranks_0_and_1_differ(int index, void *arg)
{
    LS_TRY(init(20000));
    LS_TRY(ls_barrier(LS_WORLD));
    float data[4] = {(float)index};
    ls_status status = index == 1 ? ls_host_broadcast(data, 4, LS_F32, 0, LS_WORLD)
                                  : ls_host_all_reduce(data, data, 4, LS_F32, LS_SUM, LS_WORLD);
    note_error(index, status);
    LS_TRY(status == LS_INVALID_ARGUMENT ? LS_OK : ls_fail(LS_INTERNAL, "%s", ls_status_name(status)));
    ls_sleep_ms(300); /* so that nobody is told that another has left */
    return LS_OK;
}

static void ranks_that_call_different_collectives_are_told_of_both(void **state)
{
    for (int l = 1; l < LAYOUT_COUNT; l++) {
        clear_board(NULL);
        int64_t start = ls_now_ns();
        assert_ok(spawn_in(layouts[l], ranks_0_and_1_differ, NULL, NULL));
        assert_true(ms_since(start) < 8000);
        for (int r = 0; r < layouts[l].processes * layouts[l].threads; r++) {
            const char *text = board->message[r];
            if (!strstr(text, "all_reduce sum #3 of 16 bytes of f32") ||
                !strstr(text, "broadcast #3 of 16 bytes of f32") || !strstr(text, "rank 1"))
                fail_msg("%d×%d: rank %d was told \"%s\"", layouts[l].processes, layouts[l].threads, r, text);
        }
    }
}

/* --- Ranks that hang ---------------------------------------------------------------------------------------- */

static ls_status rank_1_sleeps(int index, void *arg)
{
    LS_TRY(init(1000));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index == 1) ls_sleep_ms(2500);
    int64_t start = ls_now_ns();
    ls_status status = note_error(index, ls_barrier(LS_WORLD));
    if (index != 1) board->pids[index] = (int)ms_since(start);
    return status;
}

static void a_rank_that_sleeps_is_named_at_the_deadline(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) {
        int world = layouts[l].processes * layouts[l].threads;
        if (world != 2 && world != 4) continue;
        clear_board(NULL);
        int64_t start = ls_now_ns();
        assert_fails(spawn_in(layouts[l], rank_1_sleeps, NULL, NULL), LS_DEADLINE_EXCEEDED, "rank 1");
        assert_true(ms_since(start) < 4500);
        for (int r = 0; r < world; r++) {
            if (r == 1) continue;
            assert_in_range(board->pids[r], 950, 2400);
            assert_non_null(strstr(board->message[r], "rank 1"));
        }
    }
}

static ls_status rank_1_is_stuck(int index, void *arg)
{
    board->pids[index] = (int)getpid();
    LS_TRY(init(1000));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index == 1) return sleep_for_ever();
    return note_error(index, ls_barrier(LS_WORLD));
}

/* Its heart beats, but it does not come: the whole job ends. */
static void a_stuck_rank_ends_the_job(void **state)
{
    static const struct layout stuck[] = {{2, 1}, {4, 1}, {2, 2}};
    for (int l = 0; l < 3; l++) {
        clear_board(NULL);
        int64_t start = ls_now_ns();
        assert_fails(spawn_in(stuck[l], rank_1_is_stuck, NULL, NULL), LS_DEADLINE_EXCEEDED, "rank 1 ");
        assert_non_null(strstr(ls_last_error(), "its last finished operation was barrier #2"));
        assert_in_range(ms_since(start), 950, 8000);
        for (int r = 0; r < stuck[l].processes * stuck[l].threads; r++) assert_true(is_gone(board->pids[r]));
    }
}

static ls_status rank_1_never_ends(int index, void *arg)
{
    LS_TRY(init(500));
    if (index == 1) return sleep_for_ever();
    return ls_barrier(LS_WORLD);
}

/* In a program of its own, since the thread stays. */
static void a_thread_that_never_ends_is_left_behind(void **state)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        board->status = (int)ls_spawn(rank_1_never_ends, NULL, &(ls_spawn_options){.num_ranks = 2, .grace_ms = 300});
        snprintf(board->message[0], sizeof(board->message[0]), "%s", ls_last_error());
        board->handled = ls_spawn(rank_1_never_ends, NULL, NULL) == LS_FAILED_PRECONDITION;
        _exit(7);
    }
    int64_t start = ls_now_ns();
    int how;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_int_equal(WEXITSTATUS(how), 7);
    assert_in_range(ms_since(start), 700, 5000);
    assert_int_equal(board->status, LS_DEADLINE_EXCEEDED);
    assert_non_null(strstr(board->message[0], "rank 1 did not end within 300 ms and was left behind"));
    assert_true(board->handled);
}

/* --- Signals to the parent ---------------------------------------------------------------------------------- */

static ls_status run_for_ever(int index, void *arg)
{
    board->pids[index] = (int)getpid();
    return sleep_for_ever();
}

/* A program that spawns, in a process of its own; `prepare` runs in it before. */
static pid_t start_program(void (*prepare)(void))
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid) return pid;
    if (prepare) prepare();
    board->status = (int)spawn_in((struct layout){2, 2}, run_for_ever, NULL, NULL);
    snprintf(board->message[0], sizeof(board->message[0]), "%s", ls_last_error());
    _exit(7);
}

static void wait_for_ranks(void)
{
    for (int64_t start = ls_now_ns(); ms_since(start) < 10000; ls_sleep_ms(5)) {
        int there = 0;
        for (int r = 0; r < 4; r++) there += board->pids[r] != 0;
        if (there == 4) return;
    }
    fail_msg("the ranks did not start");
}

static bool all_gone_within(int64_t limit_ms)
{
    for (int64_t start = ls_now_ns(); ms_since(start) < limit_ms; ls_sleep_ms(5)) {
        int gone = 0;
        for (int r = 0; r < 4; r++) gone += is_gone(board->pids[r]);
        if (gone == 4) return true;
    }
    return false;
}

static void a_signal_to_the_parent_ends_all_and_then_it(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
        clear_board(NULL);
        pid_t program = start_program(NULL);
        wait_for_ranks();
        kill(program, signals[i]);
        int how;
        assert_int_equal(waitpid(program, &how, 0), program);
        assert_true(WIFSIGNALED(how));
        assert_int_equal(WTERMSIG(how), signals[i]);
        assert_true(all_gone_within(5000));
    }
}

static void count_signal(int signal)
{
    board->handled++;
}

static void handle_interrupt(void)
{
    signal(SIGINT, count_signal);
}

static void a_programs_own_handler_runs_and_spawn_returns(void **state)
{
    clear_board(NULL);
    pid_t program = start_program(handle_interrupt);
    wait_for_ranks();
    kill(program, SIGINT);
    int how;
    assert_int_equal(waitpid(program, &how, 0), program);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 7);
    assert_int_equal(board->status, LS_CANCELLED);
    assert_non_null(strstr(board->message[0], "SIGINT"));
    assert_true(board->handled >= 1);
    assert_true(all_gone_within(5000));
}

static void ignore_interrupt(void)
{
    signal(SIGINT, SIG_IGN);
}

static void an_ignored_signal_stays_ignored(void **state)
{
    clear_board(NULL);
    pid_t program = start_program(ignore_interrupt);
    wait_for_ranks();
    kill(program, SIGINT);
    ls_sleep_ms(300);
    assert_int_equal(waitpid(program, NULL, WNOHANG), 0);
    kill(program, SIGTERM);
    int how;
    assert_int_equal(waitpid(program, &how, 0), program);
    assert_int_equal(WTERMSIG(how), SIGTERM);
    assert_true(all_gone_within(5000));
}

static void the_mask_is_the_callers_again(void **state)
{
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    assert_fails(spawn_in((struct layout){2, 1}, thread_exits, NULL, NULL), LS_ABORTED, "rank 1");
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int s = 1; s < 32; s++) assert_int_equal(sigismember(&before, s), sigismember(&after, s));
}

int main(void)
{
    signal(SIGINT, SIG_DFL); /* whoever runs the tests in the background may ignore it */
    signal(SIGHUP, SIG_DFL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_error_of_one_rank_is_everybodys_at_once, clear_board),
        cmocka_unit_test_setup(a_rank_that_returns_without_leaving_is_missed_at_once, clear_board),
        cmocka_unit_test_setup(a_rank_whose_thread_exits_has_failed, clear_board),
        cmocka_unit_test_setup(a_death_is_told_with_rank_pid_and_cause, clear_board),
        cmocka_unit_test_setup(a_rank_that_ignores_sigterm_is_killed_after_the_grace_time, clear_board),
        cmocka_unit_test_setup(ranks_that_call_different_collectives_are_told_of_both, clear_board),
        cmocka_unit_test_setup(a_rank_that_sleeps_is_named_at_the_deadline, clear_board),
        cmocka_unit_test_setup(a_stuck_rank_ends_the_job, clear_board),
        cmocka_unit_test_setup(a_thread_that_never_ends_is_left_behind, clear_board),
        cmocka_unit_test_setup(a_signal_to_the_parent_ends_all_and_then_it, clear_board),
        cmocka_unit_test_setup(a_programs_own_handler_runs_and_spawn_returns, clear_board),
        cmocka_unit_test_setup(an_ignored_signal_stays_ignored, clear_board),
        cmocka_unit_test_setup(the_mask_is_the_callers_again, clear_board),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
