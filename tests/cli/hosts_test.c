/* lockstep run on several hosts, through a remote shell that stays here; and processors, which it shares out. */
#include "launcher.h"

#include <sched.h>

static char folder[] = "/tmp/lockstep-hosts.XXXXXX", shell[64], hosts[64];

static void write_file(const char *path, const char *text, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static int set_up(void **state)
{
    if (!mkdtemp(folder)) return -1;
    snprintf(shell, sizeof(shell), "%s/shell", folder);
    snprintf(hosts, sizeof(hosts), "%s/hosts", folder);
    write_file(shell, "#!/bin/sh\nhost=$1\nshift\nexport HOST=$host\nexec /bin/sh -c \"$*\"\n", 0755);
    write_file(hosts, "# two hosts\na slots=2\n\nb:2 # another way to say it\n", 0644);
    return 0;
}

static int tear_down(void **state)
{
    remove_folder(folder);
    return 0;
}

#define ON_HOSTS "--hosts", hosts, "--rsh", shell, "--master-addr", "127.0.0.1"

static void processes_of_all_hosts_are_one_job(void **state)
{
    launch l;
    launch_run(&l, ON_HOSTS, "--threads", "2", "sh", "-c",
               "echo $HOST $RANK $WORLD_SIZE $LOCAL_RANK $LOCAL_WORLD_SIZE $MASTER_ADDR \"it's\"");
    if (l.status) fail_msg("%d: %s", l.status, l.err);
    assert_says(l.out, "[ranks 0-1] a 0 4 0 2 127.0.0.1 it's\n");
    assert_says(l.out, "[ranks 2-3] a 1 4 1 2 127.0.0.1 it's\n");
    assert_says(l.out, "[ranks 4-5] b 2 4 0 2 127.0.0.1 it's\n");
    assert_says(l.out, "[ranks 6-7] b 3 4 1 2 127.0.0.1 it's\n");
    launch_clean(&l);
}

static void ranks_of_all_hosts_meet(void **state)
{
    launch l;
    launch_run(&l, ON_HOSTS, "sh", "-c", "export LOCKSTEP_HOST_ID=$HOST; exec " ALL_GATHER);
    if (l.status) fail_msg("%d: %s", l.status, l.err);
    for (int rank = 0; rank < 4; rank++)
        for (int other = 0; other < 4; other++) {
            char line[64];
            snprintf(line, sizeof(line), "[rank %d] i32[1] [%d]\n", rank, other);
            assert_says(l.out, line);
        }
    launch_clean(&l);
}

/* Host a ends first, since a rank of b ignores SIGTERM; b's rank 2 was the first that failed all the same. */
static void the_first_failure_of_all_hosts_is_told_last(void **state)
{
    launch l;
    launch_run(&l, ON_HOSTS, "--grace", "2", "sh", "-c",
               "[ $RANK = 3 ] && trap '' TERM; echo $$ >>pids; while [ $(wc -l <pids) -lt 4 ]; do sleep 0.01; done; "
               "[ $RANK = 2 ] && { echo boom >&2; kill -ABRT $$; }; "
               "[ $RANK = 3 ] && while :; do sleep 0.05; done; sleep 0.5; exit 3");
    assert_int_equal(l.status, 128 + SIGABRT);
    char *last = strstr(l.err, "lockstep run: ranks 2-3 on b exited with status 134");
    assert_non_null(last);
    assert_says(last, "rank 2 (pid ");
    assert_says(last, "SIGABRT");
    assert_says(last, "boom");
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

#define FAMILY "sleep 63 & echo $! >>pids; echo $$ >>pids; while :; do sleep 0.05; done"

static void nothing_is_left_when_the_launcher_is_killed(void **state)
{
    launch l;
    launch_start(&l, (const char *const[]){ON_HOSTS, "sh", "-c", FAMILY, NULL});
    wait_for_lines(&l, "pids", 8);
    kill(l.pid, SIGKILL);
    launch_finish(&l);
    assert_all_gone(&l, "pids", 5000);
    launch_clean(&l);
}

static void a_host_that_goes_away_ends_the_job(void **state)
{
    launch l;
    launch_start(&l, (const char *const[]){ON_HOSTS, "--restarts", "1", "sh", "-c",
                                           "[ $HOST = b ] && echo $PPID >>agents; " FAMILY, NULL});
    for (int try = 1; try <= 2; try++) { /* it is restarted once, never twice */
        char text[256];
        wait_for_lines(&l, "agents", 2 * try);
        wait_for_lines(&l, "pids", 8 * try);
        read_file(l.folder, "agents", text, sizeof(text));
        char *last = strrchr(text, '\n');
        *last = 0;
        last = strrchr(text, '\n');
        kill((pid_t)atoi(last ? last + 1 : text), SIGKILL);
    }
    launch_finish(&l);
    assert_int_equal(l.status, 128 + SIGKILL);
    assert_says(l.err, "restart 1 of 1");
    assert_says(l.err, "ranks 2-3 on b exited with status 137");
    assert_all_gone(&l, "pids", 0);
    launch_clean(&l);
}

static void signals_reach_the_ranks_of_all_hosts(void **state)
{
    launch l;
    launch_start(&l, (const char *const[]){ON_HOSTS, "sh", "-c",
                                           "trap 'sleep 0.3; echo saved $RANK; exit 0' TERM; echo $$ >>pids; "
                                           "while :; do sleep 0.05; done",
                                           NULL});
    wait_for_lines(&l, "pids", 4);
    kill(l.pid, SIGTERM);
    launch_finish(&l);
    assert_int_equal(l.status, 143);
    for (int rank = 0; rank < 4; rank++) {
        char line[64];
        snprintf(line, sizeof(line), "[rank %d] saved %d\n", rank, rank);
        assert_says(l.out, line);
    }
    launch_clean(&l);
}

static void wrong_files_are_refused(void **state)
{
    char path[80];
    launch l;
    snprintf(path, sizeof(path), "%s/wrong", folder);
    launch_run(&l, "--hosts", path, "true");
    assert_int_equal(l.status, 1);
    assert_says(l.err, "cannot read");
    launch_clean(&l);
    write_file(path, "a slots=2\nb slots=none\n", 0644);
    launch_run(&l, "--hosts", path, "true");
    assert_says(l.err, "line 2");
    launch_clean(&l);
    write_file(path, "# nobody\n", 0644);
    launch_run(&l, "--hosts", path, "true");
    assert_says(l.err, "names no host");
    launch_clean(&l);
    unlink(path);
}

/* --- Processors ---------------------------------------------------------------------------------------------- */

#define MASKS                                                                                                          \
    "echo $LOCKSTEP_CPUS $OMP_NUM_THREADS $(sed -n 's/^Cpus_allowed:[^0-9a-f]*//p' /proc/self/status | tr -d ,)"

/* The processors that each of `count` ranks had. */
static void read_masks(const launch *l, int count, unsigned long long *out_masks, int *out_total)
{
    for (int rank = 0; rank < count; rank++) {
        char prefix[32], mask[256];
        int threads;
        snprintf(prefix, sizeof(prefix), "[rank %d] ", rank);
        const char *line = strstr(l->out, prefix);
        assert_non_null(line);
        assert_int_equal(sscanf(line + strlen(prefix), "%d %d %255[0-9a-f]", out_total, &threads, mask), 3);
        assert_int_equal(threads, *out_total / count > 0 ? *out_total / count : 1);
        size_t length = strlen(mask);
        out_masks[rank] = strtoull(length > 16 ? mask + length - 16 : mask, NULL, 16); /* the first 64 */
    }
}

static void processors_are_shared_out(void **state)
{
    cpu_set_t own;
    assert_int_equal(sched_getaffinity(0, sizeof(own), &own), 0);
    unsigned long long masks[2], all = 0;
    for (int cpu = 0; cpu < 64; cpu++) all |= CPU_ISSET(cpu, &own) ? 1ull << cpu : 0;
    if (CPU_COUNT(&own) < 2) {
        print_message("# skipped: one processor cannot be shared out\n");
        skip();
    }
    launch l;
    int total;
    unsetenv("OMP_NUM_THREADS");
    launch_run(&l, "-n", "2", "sh", "-c", MASKS);
    read_masks(&l, 2, masks, &total);
    assert_int_equal(masks[0] & masks[1], 0);
    assert_int_equal(masks[0] | masks[1], all);
    assert_in_range(total, 1, CPU_COUNT(&own));
    launch_clean(&l);
    launch_run(&l, "-n", "2", "--no-bind", "sh", "-c", MASKS);
    read_masks(&l, 2, masks, &total);
    assert_int_equal(masks[0], all);
    assert_int_equal(masks[1], all);
    launch_clean(&l);
}

/* With fewer processors than processes nobody is bound, within what the launcher may use. */
static void a_set_that_is_too_small_is_shared_by_all(void **state)
{
    cpu_set_t own, one;
    assert_int_equal(sched_getaffinity(0, sizeof(own), &own), 0);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &own)) cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    launch l;
    unsigned long long masks[3];
    int total;
    assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
    launch_run(&l, "-n", "3", "sh", "-c", MASKS);
    sched_setaffinity(0, sizeof(own), &own);
    read_masks(&l, 3, masks, &total);
    assert_int_equal(total, 1);
    for (int rank = 0; cpu < 64 && rank < 3; rank++) assert_int_equal(masks[rank], 1ull << cpu);
    launch_clean(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_of_all_hosts_are_one_job),
        cmocka_unit_test(ranks_of_all_hosts_meet),
        cmocka_unit_test(the_first_failure_of_all_hosts_is_told_last),
        cmocka_unit_test(nothing_is_left_when_the_launcher_is_killed),
        cmocka_unit_test(a_host_that_goes_away_ends_the_job),
        cmocka_unit_test(signals_reach_the_ranks_of_all_hosts),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(processors_are_shared_out),
        cmocka_unit_test(a_set_that_is_too_small_is_shared_by_all),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
