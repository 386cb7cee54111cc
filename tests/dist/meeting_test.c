/* Processes that do not come, come twice, give up or die while the others wait for them. */
#include "jobs.h"

static char folder[] = "/tmp/lockstep-meeting-XXXXXX";

static int make_folder(void **state)
{
    set_surroundings(NULL);
    return mkdtemp(folder) ? 0 : 1;
}

/* Fails if a job has left its file. */
static int remove_folder(void **state)
{
    return rmdir(folder);
}

static int64_t ms_since(int64_t start_ns)
{
    return (ls_now_ns() - start_ns) / 1000000;
}

static void set_variables(int process, int processes)
{
    set_number("RANK", process);
    set_number("WORLD_SIZE", processes);
    set_number("LOCAL_RANK", process);
    set_number("LOCAL_WORLD_SIZE", processes);
    setenv("MASTER_ADDR", "127.0.0.1", 1);
    set_number("MASTER_PORT", current->place);
}

static void set_openmpi(int process, int processes)
{
    set_number("OMPI_COMM_WORLD_RANK", process);
    set_number("OMPI_COMM_WORLD_SIZE", processes);
    set_number("OMPI_COMM_WORLD_LOCAL_RANK", process);
    set_number("OMPI_COMM_WORLD_LOCAL_SIZE", processes);
    setenv("PMIX_SERVER_TMPDIR", folder, 1);
    set_number("PMIX_NAMESPACE", current->place);
}

/* The ways to meet: of 5 processes, so that the ranks with 2 threads fit. */
static job way_to_meet(int way)
{
    int port = free_port(AF_INET);
    job j = {.processes = 5, .timeout_ms = 15000, .place = port};
    if (way == 0) snprintf(j.url, sizeof(j.url), "tcp://127.0.0.1:%d?rank=%%d&world_size=5", port);
    if (way == 1) snprintf(j.url, sizeof(j.url), "file://%s/%d?rank=%%d&world_size=5", folder, port);
    if (way == 2) j.set_variables = set_variables;
    if (way == 3) j.set_variables = set_openmpi;
    return j;
}

enum { WAYS = 4 };

static void says(const char *said, const char *part)
{
    if (!strstr(said, part)) fail_msg("no \"%s\" in: %s", part, said);
}

enum { VICTIMS = 2 };

/* Process 4 never comes, so the others are waiting when one of them, the first or the last, is killed. */
static void a_process_that_dies_is_named_by_the_others_at_once(void **state)
{
    job jobs[WAYS * VICTIMS];
    running runs[WAYS * VICTIMS];
    for (int i = 0; i < WAYS * VICTIMS; i++) {
        jobs[i] = way_to_meet(i % WAYS);
        jobs[i].started = 4;
        runs[i] = start(&jobs[i]);
    }
    for (int i = 0; i < WAYS * VICTIMS; i++) wait_until_they_wait(&runs[i]);
    int64_t killed_at = ls_now_ns();
    for (int i = 0; i < WAYS * VICTIMS; i++) kill(runs[i].pids[i / WAYS * 3], SIGKILL);
    for (int i = 0; i < WAYS * VICTIMS; i++) {
        int statuses[MOST_RANKS], victim = i / WAYS * 3;
        char said[4096], name[64];
        finish(&runs[i], statuses, said, sizeof(said));
        bool was_host = victim == 0 && i % WAYS != 1;
        snprintf(name, sizeof(name), was_host ? "rank 0 left, whose process hosts the store" : "rank %d (pid %d",
                 victim, (int)runs[i].pids[victim]);
        for (int p = 0; p < 4; p++) {
            char whose[32];
            snprintf(whose, sizeof(whose), "process %d: ", p);
            if (p != victim) says(said, whose);
        }
        says(said, name);
        for (int p = 0; p < 4; p++)
            if (statuses[p] != (p == victim ? -SIGKILL : (int)LS_UNAVAILABLE))
                fail_msg("process %d ended with %d; they said: %s", p, statuses[p], said);
    }
    /* Who was about to ask the store again first tries to connect to it for a while. */
    assert_true(ms_since(killed_at) < (LS_TEST_SANITIZED ? 12000 : 6000));
}

static void a_process_that_gives_up_is_named_with_its_reason(void **state)
{
    job j = way_to_meet(0);
    j.started = 4;
    running r = start(&j);
    wait_until_they_wait(&r);
    int64_t start_ns = ls_now_ns();
    job other = j; /* process 4 has more ranks than the others */
    other.threads = 2;
    current = &other;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) run_process(4, r.errors);
    int statuses[MOST_RANKS];
    char said[8192];
    finish(&r, statuses, said, sizeof(said));
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(ms_since(start_ns) < 5000);
    for (int p = 0; p < 4; p++) assert_true(statuses[p] == LS_FAILED_PRECONDITION || statuses[p] == LS_UNAVAILABLE);
    says(said, "give all the same LOCKSTEP_NUM_RANKS");
}

static void processes_that_never_come_are_named_at_the_deadline(void **state)
{
    job jobs[WAYS];
    running runs[WAYS];
    int64_t start_ns = ls_now_ns();
    for (int way = 0; way < WAYS; way++) {
        jobs[way] = way_to_meet(way);
        jobs[way].started = 3;
        jobs[way].timeout_ms = 1000;
        runs[way] = start(&jobs[way]);
    }
    for (int way = 0; way < WAYS; way++) {
        int statuses[MOST_RANKS];
        char said[4096];
        finish(&runs[way], statuses, said, sizeof(said));
        says(said, "process 3 (rank 3), process 4 (rank 4)");
        for (int p = 0; p < 3; p++) assert_true(statuses[p] == LS_DEADLINE_EXCEEDED || statuses[p] == LS_UNAVAILABLE);
    }
    assert_in_range(ms_since(start_ns), 950, LS_TEST_SANITIZED ? 9000 : 3000);
}

/* Two processes with one rank, or the second job at one address: neither waits for ever, nor joins the wrong one. */
static void a_rank_that_was_given_twice_is_told(void **state)
{
    for (int way = 0; way < WAYS; way++) {
        job j = way_to_meet(way);
        j.started = 3;
        j.timeout_ms = LS_TEST_SANITIZED ? 4000 : 800;
        running r = start(&j);
        wait_until_they_wait(&r);
        fflush(NULL);
        int errors = memfd_create("errors", 0);
        pid_t twin = fork();
        if (twin == 0) run_process(1, errors);
        int how, statuses[MOST_RANKS];
        char said[4096] = "", others[4096];
        assert_int_equal(waitpid(twin, &how, 0), twin);
        assert_int_equal(WEXITSTATUS(how), LS_ALREADY_EXISTS);
        (void)!pread(errors, said, sizeof(said) - 1, 0);
        says(said, "another process has come as process 1: pid ");
        close(errors);
        finish(&r, statuses, others, sizeof(others));
    }
}

static void set_variables_and_be_late(int process, int processes)
{
    set_variables(process, processes);
    if (process == 2) ls_sleep_ms(LS_TEST_SANITIZED ? 3000 : 900);
}

/* Processes 0 and 1 give up, and 2 hears of it; then all come again. */
static void an_init_that_failed_can_be_tried_again(void **state)
{
    run(&(job){.processes = 3,
               .place = free_port(AF_INET),
               .set_variables = set_variables_and_be_late,
               .first_timeout_ms = LS_TEST_SANITIZED ? 2000 : 500});
}

/* --- What is left of a job that was killed ---------------------------------------------------------------------- */

/* One rank is killed, and the rest end; all are killed at once. */
static void a_killed_jobs_leftover_does_not_mix_with_the_next(void **state)
{
    job jobs[WAYS * 2];
    running runs[WAYS * 2];
    for (int i = 0; i < WAYS * 2; i++) {
        jobs[i] = way_to_meet(i % WAYS);
        jobs[i].started = 4;
        runs[i] = start(&jobs[i]);
    }
    for (int i = 0; i < WAYS * 2; i++) wait_until_they_wait(&runs[i]);
    for (int i = 0; i < WAYS * 2; i++)
        for (int p = i < WAYS ? 3 : 0; p < 4; p++) kill(runs[i].pids[p], SIGKILL);
    for (int i = 0; i < WAYS * 2; i++) {
        int statuses[MOST_RANKS];
        char said[4096];
        finish(&runs[i], statuses, said, sizeof(said));
        jobs[i].started = 0;
        run(&jobs[i]);
    }
}

/* --- A launcher that starts the job again ------------------------------------------------------------------------ */

static void set_attempt_0(int process, int processes)
{
    set_variables(process, processes);
    setenv("TORCHELASTIC_USE_AGENT_STORE", "True", 1);
    setenv("TORCHELASTIC_RESTART_COUNT", "0", 1);
}

static void set_attempt_1(int process, int processes)
{
    set_attempt_0(process, processes);
    setenv("TORCHELASTIC_RESTART_COUNT", "1", 1);
}

/* As torchrun's agent, which keeps the store, and its keys, from one attempt to the next. */
static void a_second_attempt_does_not_find_the_first_ones_keys(void **state)
{
    ls_store *agent;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true, .timeout_ms = 10000}, &agent));
    int port = ls_store_port(agent);
    job first = {.processes = 3, .place = port, .set_variables = set_attempt_0, .started = 2, .timeout_ms = 15000};
    running r = start(&first);
    wait_until_they_wait(&r);
    int statuses[MOST_RANKS];
    char said[2048];
    for (int p = 0; p < 2; p++) kill(r.pids[p], SIGKILL);
    finish(&r, statuses, said, sizeof(said));
    run(&(job){.processes = 3, .place = port, .set_variables = set_attempt_1});
    ls_store_destroy(agent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_that_dies_is_named_by_the_others_at_once),
        cmocka_unit_test(a_process_that_gives_up_is_named_with_its_reason),
        cmocka_unit_test(processes_that_never_come_are_named_at_the_deadline),
        cmocka_unit_test(a_rank_that_was_given_twice_is_told),
        cmocka_unit_test(an_init_that_failed_can_be_tried_again),
        cmocka_unit_test(a_killed_jobs_leftover_does_not_mix_with_the_next),
        cmocka_unit_test(a_second_attempt_does_not_find_the_first_ones_keys),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
