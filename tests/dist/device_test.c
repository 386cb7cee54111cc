/* Ranks and their devices: one client per process, made when first asked for, and never carried over a fork. */
#include "ranks.h"

#include <sys/wait.h>

#include "dist/process.h"

typedef struct device {
    int ordinal, local_devices, all_devices;
    const void *client;
    char name[32];
} device;

static ls_status tell_device(int index, void *arg)
{
    ls_rank_context *context;
    ls_pjrt_client *client;
    EXPECT(ls_process_live_clients() == 0 || ls_local_world_size() > 1);
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "pjrt://", .timeout_ms = 30000}));
    LS_TRY(ls_rank_current(&context));
    LS_TRY(ls_rank_client(context, &client));
    EXPECT(ls_process_live_clients() == 1);
    device me = {ls_device_ordinal(), ls_pjrt_client_addressable_count(client), ls_pjrt_client_device_count(client),
                 client, ""};
    snprintf(me.name, sizeof(me.name), "%s", ls_device_name());
    return ls_set_result(&me, sizeof(me));
}

static void a_rank_has_the_device_of_its_number(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) {
        int threads = layouts[l].threads, world = layouts[l].processes * threads;
        ls_bytes results[MOST_RANKS];
        assert_ok(spawn_in(layouts[l], tell_device, NULL, results));
        for (int r = 0; r < world; r++) {
            const device *me = results[r].data, *first = results[r / threads * threads].data;
            char name[32];
            snprintf(name, sizeof(name), "cpu:%d", r);
            assert_string_equal(me->name, name);
            assert_int_equal(me->ordinal, r);
            assert_int_equal(me->local_devices, threads);
            assert_int_equal(me->all_devices, world);
            assert_ptr_equal(me->client, first->client); /* one per process */
        }
        for (int r = 0; r < world; r++) ls_bytes_free(&results[r]);
    }
    assert_int_equal(ls_process_live_clients(), 0);
}

/* Runs `program` in a process of its own, which has touched no device yet; the result is its exit status. */
static int run_program(int (*program)(void))
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) _exit(program());
    int how;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    return WIFEXITED(how) ? WEXITSTATUS(how) : 1000 + WTERMSIG(how);
}

static ls_status do_nothing(int index, void *arg)
{
    return LS_OK;
}

static int spawn_after_using_a_device(void)
{
    if (strcmp(ls_device_name(), "cpu:0")) return 1;
    ls_status status = ls_spawn(do_nothing, NULL, &(ls_spawn_options){.num_processes = 2, .num_ranks = 2});
    if (status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "call ls_spawn first")) return 2;
    return ls_spawn(do_nothing, NULL, &(ls_spawn_options){.num_ranks = 2}) == LS_OK ? 0
                                                                                    : 3; /* threads may come later */
}

static void spawning_processes_after_using_a_device_is_refused(void **state)
{
    assert_int_equal(run_program(spawn_after_using_a_device), 0);
}

static int use_device_in_forked_child(void)
{
    if (!*ls_device_name()) return 1;
    pid_t pid = fork();
    if (pid == 0) {
        ls_rank_context *context;
        ls_pjrt_client *client;
        if (ls_rank_current(&context) != LS_OK) _exit(2);
        ls_status status = ls_rank_client(context, &client);
        _exit(status == LS_FAILED_PRECONDITION && strstr(ls_last_error(), "forked") && !client ? 0 : 3);
    }
    int how;
    waitpid(pid, &how, 0);
    return WIFEXITED(how) ? WEXITSTATUS(how) : 4;
}

static void a_forked_child_gets_an_error_from_the_parents_client(void **state)
{
    assert_int_equal(run_program(use_device_in_forked_child), 0);
}

static int fork_before_using_a_device(void)
{
    if (ls_local_rank() != 0) return 1; /* a rank, no device */
    pid_t pid = fork();
    if (pid == 0) _exit(strcmp(ls_device_name(), "cpu:0") ? 2 : 0);
    int how;
    waitpid(pid, &how, 0);
    return WIFEXITED(how) ? WEXITSTATUS(how) : 3;
}

static void a_child_forked_before_any_device_is_a_program_of_its_own(void **state)
{
    assert_int_equal(run_program(fork_before_using_a_device), 0);
}

static ls_status report_world(int index, void *arg)
{
    int world = ls_local_world_size();
    return ls_set_result(&world, sizeof(world));
}

static void other_plugins_are_asked_in_a_child(void **state)
{
    setenv("PJRT_DEVICE", "LIBRARY", 1);
    setenv("PJRT_LIBRARY_PATH", CPU_PLUGIN, 1);
    setenv("LOCKSTEP_CPU_DEVICES", "3", 1);
    ls_bytes results[3];
    assert_ok(ls_spawn(report_world, NULL, &(ls_spawn_options){.out_results = results}));
    for (int r = 0; r < 3; r++) {
        assert_int_equal(*(int *)results[r].data, 3);
        ls_bytes_free(&results[r]);
    }
    assert_int_equal(ls_process_live_clients(), 0);
    setenv("PJRT_LIBRARY_PATH", ABORTING_PLUGIN, 1); /* as libtpu where there is no TPU */
    assert_fails(ls_spawn(do_nothing, NULL, NULL), LS_UNAVAILABLE, "SIGABRT");
    unsetenv("PJRT_LIBRARY_PATH");
    set_surroundings(NULL);
    assert_int_equal(count_children(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rank_has_the_device_of_its_number),
        cmocka_unit_test(spawning_processes_after_using_a_device_is_refused),
        cmocka_unit_test(a_forked_child_gets_an_error_from_the_parents_client),
        cmocka_unit_test(a_child_forked_before_any_device_is_a_program_of_its_own),
        cmocka_unit_test(other_plugins_are_asked_in_a_child),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
