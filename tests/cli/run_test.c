/* lockstep run on one host: lines, log files, failures, signals, restarts, and that no process stays. */
#include "launcher.h"
#include <signal.h>

/* --- Output -------------------------------------------------------------------------------------------------- */

static void lines_are_whole_and_begin_with_their_rank(void **state)
{
    launch l;
    launch_run(
        &l, "-n", "3", "sh", "-c",
        "for i in 1 2 3 4 5 6 7 8 9; do printf 'a%s' $RANK; printf 'b%s\\n' $i; done; printf end; printf err >&2");
    assert_int_equal(l.status, 0);
    int seen[3][10] = {{0}}, lines = 0;
    for (char *rest = l.out, *line; (line = strsep(&rest, "\n")) && *line; lines++) {
        int rank, own, number = 0;
        if (sscanf(line, "[rank %d] a%db%d", &rank, &own, &number) < 3 &&
            (sscanf(line, "[rank %d] ", &rank) != 1 || strcmp(line + strlen("[rank 0] "), "end")))
            fail_msg("a line is \"%s\"", line);
        assert_in_range(rank, 0, 2);
        if (number) assert_int_equal(own, rank);
        assert_int_equal(seen[rank][number]++, 0);
        for (int i = 1; i < number; i++) assert_int_equal(seen[rank][i], 1);
    }
    assert_int_equal(lines, 30);
    for (int rank = 0; rank < 3; rank++) {
        char line[32];
        snprintf(line, sizeof(line), "[rank %d] err\n", rank);
        assert_says(l.err, line);
    }
    launch_clean(&l);
}

static void a_rank_that_a_program_writes_itself_is_not_repeated(void **state)
{
    launch l;
    launch_run(&l, "-n", "1", "--threads", "2", "sh", "-c",
               "echo '[rank 1] mine'; echo '[rank 2] of another'; echo '[rank 1]none'");
    assert_string_equal(l.out, "[rank 1] mine\n[ranks 0-1] [rank 2] of another\n[ranks 0-1] [rank 1]none\n");
    launch_clean(&l);
}

static void log_files_are_by_rank_and_the_console_shows_rank_0(void **state)
{
    launch l;
    launch_run(&l, "-n", "3", "--log-dir", "logs/run", "sh", "-c",
               "echo out $RANK; sleep 0.1; echo err $RANK >&2; [ $RANK != 1 ]");
    assert_int_equal(l.status, 1);
    assert_string_equal(l.out, "[rank 0] out 0\n");
    assert_says(l.err, "[rank 0] err 0\n");
    assert_null(strstr(l.err, "[rank 2]"));
    char folder[128], text[256], expected[64];
    snprintf(folder, sizeof(folder), "%s/logs/run", l.folder);
    for (int rank = 0; rank < 3; rank++) {
        char name[32];
        snprintf(name, sizeof(name), "rank_%d.log", rank);
        read_file(folder, name, text, sizeof(text));
        snprintf(expected, sizeof(expected), "out %d\nerr %d\n", rank, rank);
        assert_string_equal(text, expected);
    }
    assert_says(l.err, "logs/run/rank_1.log");
    remove_folder(folder);
    snprintf(folder, sizeof(folder), "%s/logs", l.folder);
    remove_folder(folder);
    launch_clean(&l);
}

#define YES "echo $$ >>pids; exec yes 'many lines'"

/* Its ranks would write for ever, into a pipe that nobody empties. */
static void a_slow_reader_holds_up_no_signal(void **state)
{
    launch l;
    int reader = launch_start_piped(&l, (const char *const[]){"-n", "2", "sh", "-c", YES, NULL});
    wait_for_lines(&l, "pids", 2);
    ls_sleep_ms(300); /* all buffers are full now */
    kill(l.pid, SIGTERM);
    launch_finish(&l);
    assert_int_equal(l.status, 143);
    assert_all_gone(&l, "pids", 0);
    close(reader);
    launch_clean(&l);
}

static void a_reader_that_leaves_ends_the_job(void **state)
{
    launch l;
    int reader = launch_start_piped(&l, (const char *const[]){"-n", "2", "sh", "-c", YES, NULL});
    wait_for_lines(&l, "pids", 2);
    close(reader);
    launch_finish(&l);
    assert_int_equal(l.status, 128 + SIGPIPE);
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

/* tr writes line by line on a terminal only: its line is seen while it still waits for more. */
static void ranks_have_a_terminal_if_the_launcher_has_one(void **state)
{
    launch l;
    char text[4096] = "";
    size_t used = 0;
    int end = launch_start_on_terminal(
        &l,
        (const char *const[]){"-n", "2", "sh", "-c",
                              "(echo first; while [ ! -e go ]; do sleep 0.02; done; echo last) | tr a-z A-Z", NULL});
    char path[128];
    snprintf(path, sizeof(path), "%s/go", l.folder);
    for (ssize_t got; (got = read(end, text + used, sizeof(text) - 1 - used)) > 0;) {
        used += (size_t)got;
        text[used] = 0;
        if (strstr(text, "[rank 0] FIRST\r\n") && strstr(text, "[rank 1] FIRST\r\n"))
            close(open(path, O_CREAT | O_WRONLY, 0666));
    }
    close(end);
    launch_finish(&l);
    assert_int_equal(l.status, 0);
    assert_says(text, "[rank 0] LAST\r\n");
    assert_says(text, "[rank 1] LAST\r\n");
    launch_clean(&l);
    launch_run(&l, "-n", "1", "sh", "-c", "[ ! -t 1 ]");
    assert_int_equal(l.status, 0);
    launch_clean(&l);
}

/* --- Variables ----------------------------------------------------------------------------------------------- */

static void processes_are_told_what_torchrun_tells(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "--threads", "3", "sh", "-c",
               "echo $RANK $WORLD_SIZE $LOCAL_RANK $LOCAL_WORLD_SIZE $MASTER_ADDR $TORCHELASTIC_RESTART_COUNT "
               "$LOCKSTEP_NUM_RANKS $LOCKSTEP_CPU_DEVICES; [ $MASTER_PORT -gt 0 ]");
    assert_int_equal(l.status, 0);
    assert_says(l.out, "[ranks 0-2] 0 2 0 2 127.0.0.1 0 6 6\n");
    assert_says(l.out, "[ranks 3-5] 1 2 1 2 127.0.0.1 0 6 6\n");
    launch_clean(&l);
}

static void ranks_of_all_layouts_meet(void **state)
{
    static const char *const layouts[][2] = {{"4", "1"}, {"2", "2"}, {"1", "4"}};
    for (int i = 0; i < 3; i++) {
        launch l;
        launch_run(&l, "-n", layouts[i][0], "--threads", layouts[i][1], ALL_GATHER);
        if (l.status) fail_msg("%s × %s: %s", layouts[i][0], layouts[i][1], l.err);
        assert_string_equal(l.err, "");
        for (int rank = 0; rank < 4; rank++)
            for (int other = 0; other < 4; other++) {
                char line[64];
                snprintf(line, sizeof(line), "[rank %d] i32[1] [%d]\n", rank, other);
                assert_says(l.out, line);
            }
        launch_clean(&l);
    }
}

/* --- Failures ------------------------------------------------------------------------------------------------ */

/* The last lines of a text. */
static const char *last_lines(const char *text, int count)
{
    const char *at = text + strlen(text);
    while (at > text && count >= 0)
        if (*--at == '\n') count--;
    return at > text ? at + 1 : text;
}

static void the_first_failure_is_told_last(void **state)
{
    launch l;
    launch_run(
        &l, "-n", "4", "sh", "-c",
        "echo $$ >>pids; [ $RANK != 2 ] && { exec sleep 60; }; while [ $(wc -l <pids) -lt 4 ]; do sleep 0.01; done;"
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; echo boom >&2; kill -ABRT $$");
    assert_int_equal(l.status, 128 + SIGABRT);
    const char *end = last_lines(l.err, 10);
    assert_says(end, "rank 2 (pid ");
    assert_says(end, "SIGABRT");
    assert_says(end, "    line 12\n    boom\n");
    assert_null(strstr(end, "out of memory"));
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

static void a_kill_hints_at_memory(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "sh", "-c", "[ $RANK = 1 ] && kill -KILL $$; exec sleep 60");
    assert_int_equal(l.status, 128 + SIGKILL);
    assert_says(last_lines(l.err, 10), "SIGKILL");
    assert_says(last_lines(l.err, 10), "out of memory");
    launch_clean(&l);
}

static void a_program_that_is_not_there(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "./no-such-program");
    assert_int_equal(l.status, 127);
    assert_says(last_lines(l.err, 4), "cannot run ./no-such-program");
    launch_clean(&l);
}

/* Rank 1 fails; rank 2 ignores SIGTERM: it is killed after the grace time, and rank 1 stays to blame. */
static void who_ignores_sigterm_is_killed_after_the_grace_time(void **state)
{
    launch l;
    int64_t start = ls_now_ns();
    launch_run(&l, "-n", "3", "--grace", "1", "sh", "-c",
               "[ $RANK = 2 ] && trap '' TERM; echo $$ >>pids; while [ $(wc -l <pids) -lt 3 ]; do sleep 0.01; done; "
               "[ $RANK = 1 ] && exit 7; while :; do sleep 0.05; done");
    assert_int_equal(l.status, 7);
    assert_says(l.err, "rank 1 (pid ");
    assert_says(l.err, "exited with status 7");
    assert_true(ls_now_ns() - start > INT64_C(1900000000));
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

/* Who is killed is to blame, not those who fail because of it, though one of them may be seen to end first. */
static void a_death_comes_before_what_follows_from_it(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "sh", "-c", "[ $RANK = 0 ] && exit 9; sleep 0.3; kill -SEGV $$");
    assert_int_equal(l.status, 128 + SIGSEGV);
    assert_says(l.err, "rank 1 (pid ");
    launch_clean(&l);
}

/* Rank 0 ends first, but only because of rank 1, which said so. */
static void the_first_error_is_to_blame_whoever_ends_first(void **state)
{
    launch l;
    launch_run(&l, "-n", "3", FAILING_RANK);
    const char *summary = strstr(l.err, "lockstep run: ");
    assert_non_null(summary);
    assert_says(summary, "lockstep run: rank 1 (pid ");
    assert_says(summary, "  error: rank 1: ls_new_group: a group needs at least one rank");
    assert_says(summary, "ended with INVALID_ARGUMENT");
    assert_int_equal(l.status, LS_INVALID_ARGUMENT);
    launch_clean(&l);
}

static void what_a_rank_leaves_behind_is_ended(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "sh", "-c",
               "setsid sh -c 'echo $$ >>pids; exec sleep 60' & while [ ! -s pids ]; do sleep 0.01; done");
    assert_int_equal(l.status, 0);
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

/* --- Restarts ------------------------------------------------------------------------------------------------ */

static void restarts_are_counted_and_never_exceeded(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "--restarts", "2", "sh", "-c",
               "echo $MASTER_PORT >>ports; echo try $TORCHELASTIC_RESTART_COUNT of $TORCHELASTIC_MAX_RESTARTS; sleep "
               "0.1; exit $((RANK + 3 * RANK))");
    assert_int_equal(l.status, 4);
    for (int i = 0; i < 3; i++) {
        char line[32];
        snprintf(line, sizeof(line), "[rank 1] try %d of 2\n", i);
        assert_says(l.out, line);
    }
    assert_null(strstr(l.out, "try 3"));
    assert_says(l.err, "restart 2 of 2");
    char ports[256];
    read_file(l.folder, "ports", ports, sizeof(ports));
    int runs = 0;
    for (char *at = ports; *at; at++) runs += *at == '\n';
    assert_int_equal(runs, 6);
    launch_clean(&l);
}

static void a_restart_that_succeeds_is_a_success(void **state)
{
    launch l;
    launch_run(&l, "-n", "2", "--restarts", "3", "sh", "-c",
               "[ $TORCHELASTIC_RESTART_COUNT -lt 1 ] && [ $RANK = 0 ] && exit 1; exec " ALL_GATHER);
    assert_int_equal(l.status, 0);
    assert_says(l.out, "[rank 1] i32[1] [0]\n");
    launch_clean(&l);
}

/* --- Signals ------------------------------------------------------------------------------------------------- */

#define FAMILY                                                                                                         \
    "sleep 61 & echo $! >>pids; setsid sleep 62 & echo $! >>pids; echo $$ >>pids; while :; do sleep 0.05; done"

static void a_signal_ends_the_job_with_its_status(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        launch l;
        launch_start(&l, (const char *const[]){"-n", "2", "--restarts", "3", "sh", "-c", FAMILY, NULL});
        wait_for_lines(&l, "pids", 6);
        kill(l.pid, signals[i]);
        launch_finish(&l);
        assert_int_equal(l.status, 128 + signals[i]);
        assert_all_gone(&l, "pids", 0);
        launch_clean(&l);
    }
}

static void a_signal_reaches_the_ranks_and_grace_is_theirs(void **state)
{
    launch l;
    launch_start(
        &l, (const char *const[]){
                "-n", "2", "sh", "-c",
                "trap 'sleep 0.3; echo saved $RANK; exit 0' TERM; echo $$ >>pids; while :; do sleep 0.05; done", NULL});
    wait_for_lines(&l, "pids", 2);
    kill(l.pid, SIGTERM);
    launch_finish(&l);
    assert_int_equal(l.status, 143);
    assert_says(l.out, "[rank 0] saved 0\n");
    assert_says(l.out, "[rank 1] saved 1\n");
    launch_clean(&l);
}

static void a_second_signal_does_not_wait(void **state)
{
    launch l;
    launch_start(&l, (const char *const[]){"-n", "2", "--grace", "60", "sh", "-c",
                                           "trap '' INT; echo $$ >>pids; while :; do sleep 0.05; done", NULL});
    wait_for_lines(&l, "pids", 2);
    kill(l.pid, SIGINT);
    ls_sleep_ms(200);
    kill(l.pid, SIGINT);
    int64_t start = ls_now_ns();
    launch_finish(&l);
    assert_int_equal(l.status, 130);
    assert_true(ls_now_ns() - start < INT64_C(10000000000));
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

/* The supervisor is the launcher's only child. */
static pid_t supervisor_of(const launch *l)
{
    char path[128], text[128];
    snprintf(path, sizeof(path), "/proc/%d/task/%d", (int)l->pid, (int)l->pid);
    read_file(path, "children", text, sizeof(text));
    return (pid_t)atoi(text);
}

static void nothing_is_left_when_the_launcher_is_killed(void **state)
{
    for (int kills_supervisor = 0; kills_supervisor < 2; kills_supervisor++) {
        launch l;
        launch_start(&l, (const char *const[]){"-n", "2", "sh", "-c", FAMILY, NULL});
        wait_for_lines(&l, "pids", 6);
        pid_t supervisor = supervisor_of(&l);
        assert_true(supervisor > 0);
        kill(kills_supervisor ? supervisor : l.pid, SIGKILL);
        launch_finish(&l);
        assert_int_equal(l.status, kills_supervisor ? 128 + SIGKILL : 1000 + SIGKILL);
        assert_all_gone(&l, "pids", 5000);
        launch_clean(&l);
    }
}

/* With both gone, the kernel ends the ranks. */
static void ranks_end_with_launcher_and_supervisor(void **state)
{
    launch l;
    launch_start(&l, (const char *const[]){"-n", "2", "sh", "-c", "echo $$ >>pids; exec sleep 60", NULL});
    wait_for_lines(&l, "pids", 2);
    pid_t supervisor = supervisor_of(&l);
    kill(l.pid, SIGSTOP); /* so that neither sees the other's end */
    kill(supervisor, SIGKILL);
    kill(l.pid, SIGKILL);
    launch_finish(&l);
    assert_all_gone(&l, "pids", 5000);
    launch_clean(&l);
}

static void stopping_and_going_on(void **state)
{
    launch l;
    launch_start(&l,
                 (const char *const[]){"-n", "1", "sh", "-c",
                                       "echo $$ >>pids; while [ ! -e go ]; do echo x >>steps; sleep 0.02; done", NULL});
    wait_for_lines(&l, "steps", 3);
    kill(l.pid, SIGTSTP);
    int how;
    assert_int_equal(waitpid(l.pid, &how, WUNTRACED), l.pid);
    assert_true(WIFSTOPPED(how));
    ls_sleep_ms(100);
    char before[4096], after[4096];
    read_file(l.folder, "steps", before, sizeof(before));
    ls_sleep_ms(200);
    read_file(l.folder, "steps", after, sizeof(after));
    assert_string_equal(before, after);
    kill(l.pid, SIGCONT);
    wait_for_lines(&l, "steps", (int)strlen(after) / 2 + 3);
    char path[128];
    snprintf(path, sizeof(path), "%s/go", l.folder);
    close(open(path, O_CREAT | O_WRONLY, 0666));
    launch_finish(&l);
    assert_int_equal(l.status, 0);
    launch_clean(&l);
}

/* --- Calls that are wrong ------------------------------------------------------------------------------------ */

static void wrong_calls_are_refused(void **state)
{
    launch l;
    launch_run(&l, "-n", "0", "true");
    assert_int_equal(l.status, 64);
    assert_says(l.err, "\"0\" is not a number of processes");
    launch_clean(&l);
    launch_run(&l, "-n", "2");
    assert_int_equal(l.status, 64);
    assert_says(l.err, "which program?");
    launch_clean(&l);
    launch_run(&l, "-n", "200", "--threads", "2", "true");
    assert_int_equal(l.status, 1);
    assert_says(l.err, "at most 256 ranks");
    launch_clean(&l);
}

int main(void)
{
    signal(SIGINT, SIG_DFL); /* whoever runs the tests in the background may ignore it */
    signal(SIGHUP, SIG_DFL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_whole_and_begin_with_their_rank),
        cmocka_unit_test(a_rank_that_a_program_writes_itself_is_not_repeated),
        cmocka_unit_test(log_files_are_by_rank_and_the_console_shows_rank_0),
        cmocka_unit_test(a_slow_reader_holds_up_no_signal),
        cmocka_unit_test(a_reader_that_leaves_ends_the_job),
        cmocka_unit_test(ranks_have_a_terminal_if_the_launcher_has_one),
        cmocka_unit_test(processes_are_told_what_torchrun_tells),
        cmocka_unit_test(ranks_of_all_layouts_meet),
        cmocka_unit_test(the_first_failure_is_told_last),
        cmocka_unit_test(a_kill_hints_at_memory),
        cmocka_unit_test(a_program_that_is_not_there),
        cmocka_unit_test(who_ignores_sigterm_is_killed_after_the_grace_time),
        cmocka_unit_test(a_death_comes_before_what_follows_from_it),
        cmocka_unit_test(the_first_error_is_to_blame_whoever_ends_first),
        cmocka_unit_test(what_a_rank_leaves_behind_is_ended),
        cmocka_unit_test(restarts_are_counted_and_never_exceeded),
        cmocka_unit_test(a_restart_that_succeeds_is_a_success),
        cmocka_unit_test(a_signal_ends_the_job_with_its_status),
        cmocka_unit_test(a_signal_reaches_the_ranks_and_grace_is_theirs),
        cmocka_unit_test(a_second_signal_does_not_wait),
        cmocka_unit_test(nothing_is_left_when_the_launcher_is_killed),
        cmocka_unit_test(ranks_end_with_launcher_and_supervisor),
        cmocka_unit_test(stopping_and_going_on),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
