/* Forming and leaving the default group: methods, what ranks are told, and what goes wrong. */
#include "ranks.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/deadline.h"
#include "dist/world.h"

static int64_t ms_since(int64_t start_ns)
{
    return (ls_now_ns() - start_ns) / 1000000;
}

/* --- Who am I ----------------------------------------------------------------------------------------------- */

static ls_status ask_ten_thousand_times(int index, void *arg)
{
    EXPECT(ls_rank(LS_WORLD) == -1 && ls_world_size(LS_WORLD) == -1);
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "pjrt://"}));
    LS_TRY(ls_barrier(LS_WORLD));
    for (int i = 0; i < 10000; i++) {
        EXPECT(ls_rank(LS_WORLD) == index);
        EXPECT(ls_world_size(LS_WORLD) == 4);
    }
    return LS_OK;
}

static void each_thread_knows_its_own_rank(void **state)
{
    assert_ok(spawn_in((struct layout){1, 4}, ask_ten_thousand_times, NULL, NULL));
}

typedef struct places {
    int rank, local_rank, process_index, device;
} places;

static ls_status tell_places(int index, void *arg)
{
    EXPECT(!ls_is_initialized());
    LS_TRY(ls_init_process_group(NULL, NULL));
    EXPECT(ls_is_initialized());
    places me = {ls_rank(LS_WORLD), ls_local_rank(), ls_process_index(), ls_device_ordinal()};
    return ls_set_result(&me, sizeof(me));
}

static void local_rank_in_the_environment_starts_nothing(void **state)
{
    setenv("LOCAL_RANK", "1", 1);
    ls_bytes results[6];
    assert_ok(spawn_in((struct layout){2, 3}, tell_places, NULL, results));
    for (int r = 0; r < 6; r++) {
        places expected = {r, r, r / 3, r};
        assert_memory_equal(results[r].data, &expected, sizeof(expected));
        ls_bytes_free(&results[r]);
    }
    assert_false(ls_is_initialized());
    unsetenv("LOCAL_RANK");
}

static void a_program_that_never_spawned_is_one_rank(void **state)
{
    assert_int_equal(ls_rank(LS_WORLD), -1);
    assert_fails(ls_barrier(LS_WORLD), LS_FAILED_PRECONDITION, "process group not initialised");
    assert_ok(ls_init_process_group(NULL, NULL));
    assert_int_equal(ls_rank(LS_WORLD), 0);
    assert_int_equal(ls_world_size(LS_WORLD), 1);
    assert_int_equal(ls_process_count(), 1);
    assert_int_equal(ls_local_world_size(), 1);
    assert_int_equal(ls_device_ordinal(), 0);
    assert_ok(ls_barrier(LS_WORLD));
    assert_ok(ls_destroy_process_group());
    assert_int_equal(ls_rank(LS_WORLD), -1);
}

static void wrong_calls_are_told_apart(void **state)
{
    assert_fails(ls_init_process_group("nccl", NULL), LS_INVALID_ARGUMENT, "\"nccl\"");
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = "tcp://x"}), LS_INVALID_ARGUMENT,
                 "\"tcp://x\"");
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = -5}), LS_INVALID_ARGUMENT, "-5");
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = "env://"}), LS_FAILED_PRECONDITION,
                 "RANK and WORLD_SIZE");
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = "env://", .rank = 1, .world_size = 2}),
                 LS_FAILED_PRECONDITION, "MASTER_ADDR");
    assert_fails(ls_init_process_group(NULL, &(ls_init_options){.init_method = "env://", .rank = 2, .world_size = 2}),
                 LS_FAILED_PRECONDITION, "MASTER_ADDR");
    assert_fails(ls_destroy_process_group(), LS_FAILED_PRECONDITION, "not initialised");
    assert_ok(ls_init_process_group(NULL, NULL));
    assert_fails(ls_init_process_group(NULL, NULL), LS_FAILED_PRECONDITION, "already");
    assert_ok(ls_destroy_process_group());
}

static ls_status init_and_destroy_often(int index, void *arg)
{
    int world = ls_local_world_size();
    for (int i = 0; i < 20; i++) {
        LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000}));
        int all[MOST_RANKS], mine = 1000 * index + i;
        LS_TRY(ls_host_all_gather(&mine, all, 1, LS_I32, LS_WORLD));
        for (int r = 0; r < world; r++) EXPECT(all[r] == 1000 * r + i);
        LS_TRY(ls_destroy_process_group());
        EXPECT(ls_rank(LS_WORLD) == -1);
    }
    return LS_OK;
}

static void a_group_can_be_formed_again(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) assert_ok(spawn_in(layouts[l], init_and_destroy_often, NULL, NULL));
}

static ls_status leave_at_different_times(int index, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 5000}));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index) ls_sleep_ms(300);
    return ls_destroy_process_group();
}

static ls_status sum_of_many(int index, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000}));
    int sum = 0;
    LS_TRY(ls_host_all_reduce(&index, &sum, 1, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(sum == 256 * 255 / 2);
    if (index == 0) EXPECT(count_fds() < 64);
    return ls_destroy_process_group();
}

static void many_threads_form_a_world_quickly(void **state)
{
    setenv("LOCKSTEP_CPU_DEVICES", "256", 1);
    int64_t start = ls_now_ns();
    assert_ok(ls_spawn_threads(sum_of_many, NULL, NULL));
    assert_true(ms_since(start) < 5000);
    set_surroundings(NULL);
}

static void rank_0_may_leave_first(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) assert_ok(spawn_in(layouts[l], leave_at_different_times, NULL, NULL));
}

/* --- env:// ------------------------------------------------------------------------------------------------- */

/* A loopback port where nobody listens, or (`*out_socket`) where a socket listens and nobody answers. */
static int take_port(int *out_socket)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    if (out_socket) {
        assert_int_equal(listen(fd, 8), 0);
        *out_socket = fd;
    } else {
        close(fd);
    }
    return ntohs(address.sin_port);
}

static void set_master(int port)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", port);
    setenv("MASTER_ADDR", "127.0.0.1", 1);
    setenv("MASTER_PORT", text, 1);
}

static ls_status check_world(int index, void *arg)
{
    const struct layout *layout = arg;
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "env://", .timeout_ms = 20000}));
    EXPECT(ls_rank(LS_WORLD) == index);
    EXPECT(ls_rank(LS_WORLD) / layout->threads == ls_process_index());
    EXPECT(ls_world_size(LS_WORLD) == layout->processes * layout->threads);
    int all[MOST_RANKS];
    LS_TRY(ls_host_all_gather(&index, all, 1, LS_I32, LS_WORLD));
    for (int r = 0; r < ls_world_size(LS_WORLD); r++) EXPECT(all[r] == r);
    return ls_destroy_process_group();
}

static ls_status leave_rank_0_first(int index, void *arg)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "env://", .timeout_ms = 20000}));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index) ls_sleep_ms(500);
    return ls_destroy_process_group();
}

/* How a launcher starts the processes. */
struct launch {
    struct layout layout;
    ls_rank_fn fn;
    bool is_plain;  /* the program does not spawn */
    bool has_agent; /* the launcher runs the store's server, as torchrun's agent does */
};

static void set_number(const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", number);
    setenv(name, text, 1);
}

/* Hosts the store until the pipe closes. */
static pid_t start_agent(int port, int pipe_ends[2])
{
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        char byte;
        ls_store *store;
        close(pipe_ends[1]);
        ls_status status = ls_store_create_tcp(&(ls_store_tcp_options){.port = port, .is_server = true}, &store);
        (void)!read(pipe_ends[0], &byte, 1);
        ls_store_destroy(store);
        _exit((int)status);
    }
    close(pipe_ends[0]);
    return pid;
}

static pid_t start_process(const struct launch *launch, int index, int errors)
{
    pid_t pid = fork();
    if (pid) return pid;
    dup2(errors, STDERR_FILENO);
    set_number("RANK", index);
    set_number("LOCAL_RANK", index);
    set_number("WORLD_SIZE", launch->layout.processes);
    set_number("LOCAL_WORLD_SIZE", launch->layout.processes);
    set_number("LOCKSTEP_NUM_RANKS", launch->layout.processes * launch->layout.threads);
    struct layout layout = launch->layout;
    ls_status status = launch->is_plain ? launch->fn(index, &layout) : ls_spawn(launch->fn, &layout, NULL);
    if (status != LS_OK) fprintf(stderr, "process %d: %s\n", index, ls_last_error());
    _exit((int)status);
}

static void wait_for_success(pid_t pid)
{
    int how;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 0);
}

/* All processes succeed and nobody complains. */
static void run_launched(struct launch launch)
{
    int port = take_port(NULL), errors = memfd_create("errors", 0), agent_pipe[2];
    pid_t agent = 0, pids[MOST_RANKS];
    set_master(port);
    fflush(NULL);
    if (launch.has_agent) agent = start_agent(port, agent_pipe);
    setenv("TORCHELASTIC_USE_AGENT_STORE", launch.has_agent ? "True" : "False", 1); /* as torchrun writes it */
    for (int p = 0; p < launch.layout.processes; p++) pids[p] = start_process(&launch, p, errors);
    for (int p = 0; p < launch.layout.processes; p++) wait_for_success(pids[p]);
    if (launch.has_agent) {
        close(agent_pipe[1]);
        wait_for_success(agent);
    }
    char said[1024] = "";
    (void)!pread(errors, said, sizeof(said) - 1, 0);
    assert_string_equal(said, "");
    close(errors);
    set_surroundings(NULL);
}

static void launched_processes_with_their_threads_are_one_world(void **state)
{
    run_launched((struct launch){{2, 1}, check_world});
    run_launched((struct launch){{2, 2}, check_world});
    run_launched((struct launch){{3, 2}, check_world});
}

static void launched_processes_need_not_spawn(void **state)
{
    run_launched((struct launch){{3, 1}, check_world, .is_plain = true});
}

static void a_launchers_store_is_used(void **state)
{
    run_launched((struct launch){{2, 1}, check_world, .has_agent = true});
    run_launched((struct launch){{2, 2}, check_world, .has_agent = true});
}

static void the_host_of_the_store_may_leave_first(void **state)
{
    run_launched((struct launch){{2, 1}, leave_rank_0_first});
    run_launched((struct launch){{3, 2}, leave_rank_0_first});
}

static ls_status init_by_env(int index, void *arg)
{
    return ls_init_process_group("xla", &(ls_init_options){.init_method = "env://", .timeout_ms = 1000});
}

static void spawned_ranks_need_no_variables_for_env(void **state)
{
    assert_ok(spawn_in((struct layout){1, 4}, check_world, &(struct layout){1, 4}, NULL));
    assert_ok(spawn_in((struct layout){2, 2}, check_world, &(struct layout){2, 2}, NULL));
}

static void check_unreachable(int port, bool spawns, const char *rank)
{
    set_master(port);
    setenv("RANK", "1", 1);
    setenv("WORLD_SIZE", "2", 1);
    setenv("LOCKSTEP_NUM_RANKS", "4", 1);
    int64_t start = ls_now_ns();
    ls_status status = spawns ? ls_spawn(init_by_env, NULL, NULL) : init_by_env(0, NULL);
    assert_true(status == LS_DEADLINE_EXCEEDED || status == LS_UNAVAILABLE);
    assert_true(ms_since(start) < 2000);
    char address[32];
    snprintf(address, sizeof(address), "127.0.0.1:%d", port);
    const char *parts[] = {address, rank, "process 0"};
    for (int i = 0; i < 3; i++)
        if (!strstr(ls_last_error(), parts[i])) fail_msg("no \"%s\" in: %s", parts[i], ls_last_error());
}

static void *on_thread(void *arg)
{
    int *port = arg;
    check_unreachable(*port, false, "rank 1 of 2");
    return NULL;
}

static void an_unreachable_master_is_an_error_in_time(void **state)
{
    int listener, silent = take_port(&listener), closed = take_port(NULL);
    check_unreachable(closed, true, " of 4: ");
    check_unreachable(silent, true, " of 4: ");
    pthread_t thread; /* as a program of its own: it becomes rank 1 */
    pthread_create(&thread, NULL, on_thread, &closed);
    pthread_join(thread, NULL);
    close(listener);
    set_surroundings(NULL);
}

static void ranks_that_never_arrive_are_named(void **state)
{
    set_master(take_port(NULL));
    setenv("RANK", "0", 1);
    setenv("WORLD_SIZE", "3", 1);
    setenv("LOCKSTEP_NUM_RANKS", "6", 1);
    int64_t start = ls_now_ns();
    assert_fails(ls_spawn(init_by_env, NULL, NULL), LS_DEADLINE_EXCEEDED,
                 "process 1 (ranks 2 to 3), process 2 (ranks 4 to 5)");
    assert_true(ms_since(start) < 2500);
    set_surroundings(NULL);
}

static void a_busy_port_has_its_status(void **state)
{
    int listener, port = take_port(&listener);
    set_master(port);
    setenv("RANK", "0", 1);
    setenv("WORLD_SIZE", "2", 1);
    setenv("LOCKSTEP_NUM_RANKS", "2", 1);
    char text[16];
    snprintf(text, sizeof(text), "%d", port);
    assert_fails(ls_spawn(init_by_env, NULL, NULL), LS_ALREADY_EXISTS, text);
    close(listener);
    set_surroundings(NULL);
}

static ls_status rank_1_does_not_init(int index, void *arg)
{
    if (index == 1) {
        ls_sleep_ms(1800);
        return LS_OK;
    }
    return init_by_env(index, arg);
}

static void a_thread_that_does_not_come_is_named(void **state)
{
    int64_t start = ls_now_ns();
    assert_fails(spawn_in((struct layout){1, 4}, rank_1_does_not_init, NULL, NULL), LS_DEADLINE_EXCEEDED, "rank 1");
    assert_true(ms_since(start) < 2500);
}

/* --- The timeout ---------------------------------------------------------------------------------------------- */

/* Rank 1 stays away from one of these. */
static ls_status wait_in_barrier(void)
{
    return ls_barrier(LS_WORLD);
}

static ls_status wait_in_new_group(void)
{
    ls_group group;
    return ls_new_group((int[]){0, 1}, 2, &group);
}

static ls_status wait_in_all_reduce(void)
{
    int sum, one = 1;
    return ls_host_all_reduce(&one, &sum, 1, LS_I32, LS_SUM, LS_WORLD);
}

static ls_status wait_in_second_init(void)
{
    LS_TRY(ls_destroy_process_group());
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 1500});
}

static ls_status (*const waits[])(void) = {wait_in_barrier, wait_in_new_group, wait_in_all_reduce, wait_in_second_init};

static ls_status wait_for_rank_1(int index, void *arg)
{
    const int *which = arg;
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 1500}));
    if (index == 1) {
        ls_sleep_ms(3500);
        return LS_OK;
    }
    int64_t start = ls_now_ns();
    EXPECT(waits[*which]() == LS_DEADLINE_EXCEEDED);
    EXPECT(ms_since(start) >= 1450 && ms_since(start) < (LS_TEST_SANITIZED ? 3400 : 2500));
    EXPECT(strstr(ls_last_error(), "rank 1"));
    return LS_OK;
}

static void the_timeout_of_init_holds_for_every_wait(void **state)
{
    pid_t pids[4];
    fflush(NULL);
    for (int i = 0; i < 4; i++) {
        pids[i] = fork();
        if (pids[i]) continue;
        ls_status status = spawn_in((struct layout){1, 2}, wait_for_rank_1, &i, NULL);
        if (status != LS_OK) fprintf(stderr, "wait %d: %s\n", i, ls_last_error());
        _exit((int)status);
    }
    for (int i = 0; i < 4; i++) wait_for_success(pids[i]);
    ls_store *store;
    void *value;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true, .timeout_ms = 1500}, &store));
    int64_t start = ls_now_ns();
    assert_fails(ls_store_get(store, "missing", &value, NULL, 0), LS_DEADLINE_EXCEEDED, "'missing'");
    assert_in_range(ms_since(start), 1450, LS_TEST_SANITIZED ? 3500 : 2500);
    ls_store_destroy(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_knows_its_own_rank),
        cmocka_unit_test(local_rank_in_the_environment_starts_nothing),
        cmocka_unit_test(a_program_that_never_spawned_is_one_rank),
        cmocka_unit_test(wrong_calls_are_told_apart),
        cmocka_unit_test(a_group_can_be_formed_again),
        cmocka_unit_test(many_threads_form_a_world_quickly),
        cmocka_unit_test(rank_0_may_leave_first),
        cmocka_unit_test(launched_processes_with_their_threads_are_one_world),
        cmocka_unit_test(launched_processes_need_not_spawn),
        cmocka_unit_test(a_launchers_store_is_used),
        cmocka_unit_test(the_host_of_the_store_may_leave_first),
        cmocka_unit_test(spawned_ranks_need_no_variables_for_env),
        cmocka_unit_test(an_unreachable_master_is_an_error_in_time),
        cmocka_unit_test(ranks_that_never_arrive_are_named),
        cmocka_unit_test(a_busy_port_has_its_status),
        cmocka_unit_test(a_thread_that_does_not_come_is_named),
        cmocka_unit_test(the_timeout_of_init_holds_for_every_wait),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
