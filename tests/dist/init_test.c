/* Forming and leaving the default group: methods, what ranks are told, and what goes wrong. */
#include "ranks.h"

#include <arpa/inet.h>
#include <pthread.h>
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

/* Starts `layout` as a launcher would: a process of its own for each. */
static void run_launched(struct layout layout, bool spawns)
{
    set_master(take_port(NULL));
    fflush(NULL);
    pid_t pids[MOST_RANKS];
    for (int p = 0; p < layout.processes; p++) {
        if ((pids[p] = fork())) continue;
        char text[16];
        snprintf(text, sizeof(text), "%d", p);
        setenv("RANK", text, 1);
        setenv("LOCAL_RANK", text, 1);
        snprintf(text, sizeof(text), "%d", layout.processes);
        setenv("WORLD_SIZE", text, 1);
        setenv("LOCAL_WORLD_SIZE", text, 1);
        snprintf(text, sizeof(text), "%d", layout.processes * layout.threads);
        setenv("LOCKSTEP_NUM_RANKS", text, 1);
        ls_status status = spawns ? ls_spawn(check_world, &layout, NULL) : check_world(p, &layout);
        if (status != LS_OK) fprintf(stderr, "process %d: %s\n", p, ls_last_error());
        _exit((int)status);
    }
    for (int p = 0; p < layout.processes; p++) {
        int how;
        assert_int_equal(waitpid(pids[p], &how, 0), pids[p]);
        assert_true(WIFEXITED(how));
        assert_int_equal(WEXITSTATUS(how), 0);
    }
    set_surroundings(NULL);
}

static void launched_processes_with_their_threads_are_one_world(void **state)
{
    run_launched((struct layout){2, 1}, true);
    run_launched((struct layout){2, 2}, true);
    run_launched((struct layout){3, 2}, true);
}

static void launched_processes_need_not_spawn(void **state)
{
    run_launched((struct layout){3, 1}, false);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_knows_its_own_rank),
        cmocka_unit_test(local_rank_in_the_environment_starts_nothing),
        cmocka_unit_test(a_program_that_never_spawned_is_one_rank),
        cmocka_unit_test(wrong_calls_are_told_apart),
        cmocka_unit_test(a_group_can_be_formed_again),
        cmocka_unit_test(rank_0_may_leave_first),
        cmocka_unit_test(launched_processes_with_their_threads_are_one_world),
        cmocka_unit_test(launched_processes_need_not_spawn),
        cmocka_unit_test(spawned_ranks_need_no_variables_for_env),
        cmocka_unit_test(an_unreachable_master_is_an_error_in_time),
        cmocka_unit_test(ranks_that_never_arrive_are_named),
        cmocka_unit_test(a_busy_port_has_its_status),
        cmocka_unit_test(a_thread_that_does_not_come_is_named),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
