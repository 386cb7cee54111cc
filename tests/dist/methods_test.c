/* Init methods with an address, launchers' and by hand; jobs beside each other, after each other, and with a process
 * that dies while the processes meet. */
#include "ranks.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/deadline.h"

/* --- Processes of a job ----------------------------------------------------------------------------------------- */

/* What each process of a job does, in a process of its own. */
typedef struct job {
    int processes, threads; /* threads 0: the program does not spawn */
    char url[128];          /* of init; "%d" stands for the process's number */
    bool has_rank_options;  /* rank and world_size are given as options */
    void (*set_variables)(int process, int processes);
    int dying;          /* this process is killed while it meets the others; −1: none */
    int64_t timeout_ms; /* of init; 0: plenty */
} job;

static const job *current;

static void set_number(const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", number);
    setenv(name, text, 1);
}

static ls_status check_world(int process)
{
    int threads = current->threads ? current->threads : 1, world = current->processes * threads;
    char url[160];
    snprintf(url, sizeof(url), current->url, process);
    ls_init_options options = {.init_method = *url ? url : NULL,
                               .timeout_ms = current->timeout_ms ? current->timeout_ms : 20000};
    if (current->has_rank_options) {
        options.rank = process;
        options.world_size = current->processes;
    }
    LS_TRY(ls_init_process_group("xla", &options));
    int me = ls_rank(LS_WORLD), all[MOST_RANKS * 2];
    EXPECT(ls_world_size(LS_WORLD) == world);
    EXPECT(ls_process_index() == process && ls_process_count() == current->processes);
    EXPECT(me / threads == process && ls_device_ordinal() == me);
    int mine = 1000 * me + 7;
    LS_TRY(ls_host_all_gather(&mine, all, 1, LS_I32, LS_WORLD));
    for (int r = 0; r < world; r++) EXPECT(all[r] == 1000 * r + 7);
    return ls_destroy_process_group();
}

static ls_status check_world_on_thread(int index, void *arg)
{
    return check_world(*(int *)arg);
}

static void run_process(int process, int errors)
{
    dup2(errors, STDERR_FILENO);
    if (current->set_variables) current->set_variables(process, current->processes);
    ls_spawn_options options = {.num_ranks = current->threads, .grace_ms = 500};
    if (current->set_variables) options.num_ranks *= current->processes; /* a launcher's processes share the host */
    ls_status status =
        current->threads ? ls_spawn_threads(check_world_on_thread, &process, &options) : check_world(process);
    if (status != LS_OK) fprintf(stderr, "process %d: %s\n", process, ls_last_error());
    exit((int)status);
}

typedef struct running {
    pid_t pids[MOST_RANKS];
    int count, errors;
} running;

static running start(const job *j)
{
    running r = {.count = j->processes, .errors = memfd_create("errors", 0)};
    current = j;
    fflush(NULL);
    for (int p = 0; p < j->processes; p++) {
        r.pids[p] = fork();
        if (r.pids[p] == 0) run_process(p, r.errors);
    }
    return r;
}

/* The statuses of the processes, by number; what they said goes to `said`. */
static void finish(running *r, int *out_statuses, char *said, size_t size)
{
    for (int p = 0; p < r->count; p++) {
        int how;
        assert_int_equal(waitpid(r->pids[p], &how, 0), r->pids[p]);
        out_statuses[p] = WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
    }
    ssize_t length = pread(r->errors, said, size - 1, 0);
    said[length > 0 ? length : 0] = 0;
    close(r->errors);
}

static void succeeds(running *r)
{
    int statuses[MOST_RANKS];
    char said[2048];
    finish(r, statuses, said, sizeof(said));
    assert_string_equal(said, "");
    for (int p = 0; p < r->count; p++) assert_int_equal(statuses[p], 0);
}

static void run(const job *j)
{
    running r = start(j);
    succeeds(&r);
}

static int free_port(int family)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address = {.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address.v4);
    if (family == AF_INET6) {
        address.v6 = (struct sockaddr_in6){.sin6_addr = IN6ADDR_LOOPBACK_INIT};
        size = sizeof(address.v6);
    }
    address.any.sa_family = (sa_family_t)family;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0), port = 0;
    if (fd >= 0 && bind(fd, &address.any, size) == 0 && getsockname(fd, &address.any, &size) == 0)
        port = ntohs(address.v4.sin_port);
    if (fd >= 0) close(fd);
    return port;
}

static char path[64];

static void choose_path(void)
{
    snprintf(path, sizeof(path), "/tmp/lockstep-methods-%d", (int)getpid());
}

/* --- Addresses -------------------------------------------------------------------------------------------------- */

static void processes_meet_at_a_tcp_address(void **state)
{
    for (int threads = 0; threads <= 2; threads++) {
        job j = {.processes = 2, .threads = threads, .dying = -1};
        snprintf(j.url, sizeof(j.url), "tcp://127.0.0.1:%d?rank=%%d&world_size=2", free_port(AF_INET));
        run(&j);
        j.has_rank_options = true;
        snprintf(j.url, sizeof(j.url), "tcp://localhost:%d", free_port(AF_INET));
        run(&j);
    }
}

static void processes_meet_at_an_ipv6_address(void **state)
{
    job j = {.processes = 3, .dying = -1};
    int port = free_port(AF_INET6);
    if (!port) {
        print_message("# no IPv6 here\n");
        skip();
    }
    snprintf(j.url, sizeof(j.url), "tcp://[::1]:%d?world_size=3&rank=%%d", port);
    run(&j);
}

static void processes_meet_in_a_file(void **state)
{
    for (int threads = 0; threads <= 2; threads++) {
        job j = {.processes = 3, .threads = threads, .dying = -1};
        snprintf(j.url, sizeof(j.url), "file://%s?rank=%%d&world_size=3", path);
        run(&j);
        assert_int_equal(access(path, F_OK), -1);
    }
}

static void wrong_addresses_are_told(void **state)
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
            run(&(job){2, threads, "", .set_variables = launchers[l], .dying = -1});
            run(&(job){2, threads, "mpi://", .set_variables = launchers[l], .dying = -1});
            run(&(job){2, threads, "pjrt://", .set_variables = launchers[l], .dying = -1});
        }
    }
}

static void two_jobs_run_beside_each_other(void **state)
{
    job first = {3, 0, "", .set_variables = set_openmpi, .dying = -1};
    job second = {3, 0, "", .set_variables = set_other_openmpi, .dying = -1};
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
    run(&(job){2, 0, "", .set_variables = set_unknown_master, .dying = -1});
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
    choose_path();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
