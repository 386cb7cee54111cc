/* Init methods with an address, launchers' and by hand; jobs beside each other, after each other, and with a process
 * that dies while the processes meet. */
#include "jobs.h"

#include <pthread.h>

static char path[64];

/* --- Addresses -------------------------------------------------------------------------------------------------- */

static void processes_meet_at_a_tcp_address(void **state)
{
    for (int threads = 0; threads <= 2; threads++) {
        job j = {.processes = 2, .threads = threads};
        snprintf(j.url, sizeof(j.url), "tcp://127.0.0.1:%d?rank=%%d&world_size=2", free_port(AF_INET));
        run(&j);
        j.has_rank_options = true;
        snprintf(j.url, sizeof(j.url), "tcp://localhost:%d", free_port(AF_INET));
        run(&j);
    }
}

static void processes_meet_at_an_ipv6_address(void **state)
{
    job j = {.processes = 3};
    int port = free_port(AF_INET6);
    if (!port) {
        printf("# skipped: no IPv6 here\n");
        skip();
    }
    snprintf(j.url, sizeof(j.url), "tcp://[::1]:%d?world_size=3&rank=%%d", port);
    run(&j);
}

static void processes_meet_in_a_file(void **state)
{
    for (int threads = 0; threads <= 2; threads++) {
        job j = {.processes = 3, .threads = threads};
        snprintf(j.url, sizeof(j.url), "file://%s?rank=%%d&world_size=3", path);
        run(&j);
        assert_int_equal(access(path, F_OK), -1);
    }
}

/* On a thread, with which its rank ends: the processes that later tests fork shall have none. */
static void *give_wrong_addresses(void *arg)
{
    static const struct {
        const char *url, *part;
    } cases[] = {
        {"tcp://127.0.0.1", "host:port"},
        {"tcp://127.0.0.1:", "\"\" in"},
        {"tcp://127.0.0.1:http", "\"http\""},
        {"tcp://127.0.0.1:0", "port 0"},
        {"tcp://127.0.0.1:70000", "port 70000"},
        {"tcp://::1:29500", "[IPv6]"},
        {"tcp://:29500", "host:port"},
        {"tcp://127.0.0.1:29500", "?rank=R&world_size=N"},
        {"tcp://127.0.0.1:29500?rank=0", "?rank=R&world_size=N"},
        {"tcp://127.0.0.1:29500?rank=2&world_size=2", "process 2 is not in a world of 2"},
        {"tcp://127.0.0.1:29500?rank=-1&world_size=2", "\"-1\""},
        {"tcp://127.0.0.1:29500?rank=1&size=2", "\"size=2\""},
        {"file://meet?rank=0&world_size=1", "absolute"},
        {"file:///tmp/meet", "?rank=R&world_size=N"},
        {"pjrt://somewhere", "none of pjrt://, xla://, env://, tcp://..., file://..., mpi://"},
        {"ftp://x", "\"ftp://x\""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = cases[i].url}), LS_INVALID_ARGUMENT,
                     cases[i].part);
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = "mpi://"}), LS_FAILED_PRECONDITION,
                 "mpirun");
    setenv("RANK", "1", 1);
    static const char *const methods[] = {"env://", "pjrt://", NULL};
    for (int i = 0; i < 3; i++)
        assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = methods[i]}), LS_FAILED_PRECONDITION,
                     "RANK=1 is set and WORLD_SIZE is not");
    unsetenv("RANK");
    return NULL;
}

static void wrong_addresses_are_told(void **state)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, give_wrong_addresses, NULL), 0);
    pthread_join(thread, NULL);
}

static ls_status give_own_number(int index, void *arg)
{
    return ls_init_process_group(
        NULL, &(ls_init_options){.init_method = arg, .rank = index, .world_size = 2, .timeout_ms = 3000});
}

static void threads_that_give_different_numbers_are_told(void **state)
{
    char url[64];
    snprintf(url, sizeof(url), "tcp://127.0.0.1:%d", free_port(AF_INET));
    ls_spawn_options options = {.num_ranks = 2, .grace_ms = 4000};
    assert_fails(ls_spawn_threads(give_own_number, url, &options), LS_INVALID_ARGUMENT,
                 "rank and world_size count processes");
}

/* --- Launchers -------------------------------------------------------------------------------------------------- */

static void set_openmpi(int process, int processes)
{
    set_number("OMPI_COMM_WORLD_RANK", process);
    set_number("OMPI_COMM_WORLD_SIZE", processes);
    set_number("OMPI_COMM_WORLD_LOCAL_RANK", process);
    set_number("OMPI_COMM_WORLD_LOCAL_SIZE", processes);
    setenv("PMIX_SERVER_TMPDIR", "/tmp/ompi.here.0/pid.1", 1);
    set_number("PMIX_NAMESPACE", getppid());
}

static void set_other_openmpi(int process, int processes)
{
    set_openmpi(process, processes);
    setenv("PMIX_SERVER_TMPDIR", "/tmp/ompi.here.0/pid.2", 1);
}

static void set_mpich(int process, int processes)
{
    set_number("PMI_RANK", process);
    set_number("PMI_SIZE", processes);
    set_number("MPI_LOCALRANKID", process);
    set_number("MPI_LOCALNRANKS", processes);
}

static void set_slurm(int process, int processes)
{
    set_number("SLURM_PROCID", process);
    set_number("SLURM_STEP_NUM_TASKS", processes);
    set_number("SLURM_LOCALID", process);
    set_number("SLURM_NODEID", 0);
    set_number("SLURM_STEP_TASKS_PER_NODE", processes);
    set_number("SLURM_JOB_ID", getppid());
    set_number("SLURM_STEP_ID", 0);
}

/* Their own variables are enough: no address, no port. */
static void mpi_launchers_need_no_address(void **state)
{
    static void (*const launchers[])(int, int) = {set_openmpi, set_mpich, set_slurm};
    for (int l = 0; l < 3; l++) {
        for (int threads = 0; threads <= 2; threads += 2) {
            run(&(job){2, threads, "", .set_variables = launchers[l]});
            run(&(job){2, threads, "mpi://", .set_variables = launchers[l]});
            run(&(job){2, threads, "pjrt://", .set_variables = launchers[l]});
            run(&(job){2, threads, "xla://", .set_variables = launchers[l]});
        }
    }
}

static void two_jobs_run_beside_each_other(void **state)
{
    job first = {3, 0, "", .set_variables = set_openmpi};
    job second = {3, 0, "", .set_variables = set_other_openmpi};
    for (int i = 0; i < 5; i++) {
        running a = start(&first), b = start(&second);
        succeeds(&a);
        succeeds(&b);
    }
}

static void set_unknown_master(int process, int processes)
{
    set_number("RANK", process);
    set_number("WORLD_SIZE", processes);
    set_number("LOCAL_RANK", process);
    set_number("LOCAL_WORLD_SIZE", processes);
    setenv("MASTER_ADDR", "no-such-host.invalid", 1);
}

/* As on a machine whose host name is in no table. */
static void a_host_that_does_not_know_its_name_is_enough_for_itself(void **state)
{
    set_number("MASTER_PORT", free_port(AF_INET));
    run(&(job){2, 0, "", .set_variables = set_unknown_master});
    set_surroundings(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_meet_at_a_tcp_address),
        cmocka_unit_test(processes_meet_at_an_ipv6_address),
        cmocka_unit_test(processes_meet_in_a_file),
        cmocka_unit_test(wrong_addresses_are_told),
        cmocka_unit_test(threads_that_give_different_numbers_are_told),
        cmocka_unit_test(mpi_launchers_need_no_address),
        cmocka_unit_test(two_jobs_run_beside_each_other),
        cmocka_unit_test(a_host_that_does_not_know_its_name_is_enough_for_itself),
    };
    set_surroundings(NULL);
    snprintf(path, sizeof(path), "/tmp/lockstep-methods-%d", (int)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
