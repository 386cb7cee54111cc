/* Programs with collectives: replicas as threads of one process, and in several processes that make one client world.
 */
#include "cpu_client.h"
#include "shared_store.h"
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 1000, STEPS = 20 };

/* main(x) = sum of x over `replicas` replicas. */
static void all_reduce_program(char *out, size_t size, int replicas)
{
    char group[256] = "";
    for (int i = 0; i < replicas; i++)
        snprintf(group + strlen(group), sizeof(group) - strlen(group), "%s%d", i ? ", " : "", i);
    snprintf(out, size,
             "module @sum attributes {mhlo.num_replicas = %d : i32} {\n"
             "  func.func public @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n"
             "    %%y = \"stablehlo.all_reduce\"(%%x) <{replica_groups = dense<[[%s]]> : tensor<1x%dxi64>}> ({\n"
             "    ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n"
             "      %%s = stablehlo.add %%a, %%b : tensor<f32>\n"
             "      stablehlo.return %%s : tensor<f32>\n"
             "    }) : (tensor<%dxf32>) -> tensor<%dxf32>\n"
             "    return %%y : tensor<%dxf32>\n"
             "  }\n"
             "}\n",
             replicas, COUNT, COUNT, group, replicas, COUNT, COUNT, COUNT);
}

static ls_pjrt_executable *compile_for_all(ls_pjrt_client *client, int replicas)
{
    char text[2048];
    int ids[64];
    all_reduce_program(text, sizeof(text), replicas);
    assert_ok(ls_pjrt_client_device_ids(client, ids));
    ls_pjrt_executable *executable;
    ls_pjrt_compile_options options = {.num_replicas = replicas, .device_ids = ids};
    assert_ok(ls_pjrt_compile(client, text, strlen(text), &options, &executable));
    return executable;
}

/* One rank: STEPS launches, each on fresh data, results checked whole. Returns how many went wrong. */
typedef struct rank {
    ls_pjrt_client *client;
    ls_pjrt_executable *executable;
    int local, number, world, wrong, first_launch;
    char message[512];
} rank;

static void step(rank *me, int launch)
{
    float data[COUNT];
    for (int i = 0; i < COUNT; i++) data[i] = (float)(1000 * me->number + i + launch);
    ls_pjrt_device *device = ls_pjrt_client_addressable(me->client, me->local);
    ls_pjrt_buffer *x, *y;
    ls_pjrt_execute_options options = {.device = device, .launch_id = me->first_launch ? me->first_launch + launch : 0};
    if (ls_pjrt_buffer_from_host(me->client, device, data, LS_F32, LS_SHAPE(COUNT), &x) != LS_OK) goto failed;
    ls_status status = ls_pjrt_execute(me->executable, &x, 1, &options, &y, NULL);
    ls_pjrt_buffer_destroy(x);
    if (status != LS_OK) goto failed;
    status = ls_pjrt_buffer_to_host(y, data, sizeof(data), soon());
    ls_pjrt_buffer_destroy(y);
    if (status != LS_OK) goto failed;
    int base = 1000 * (me->world * (me->world - 1) / 2);
    for (int i = 0; i < COUNT; i++) me->wrong += data[i] != (float)(base + me->world * (i + launch));
    return;
failed:
    me->wrong++;
    snprintf(me->message, sizeof(me->message), "%s", ls_last_error());
}

static void *run_rank(void *arg)
{
    rank *me = arg;
    for (int i = 0; i < STEPS && !me->wrong; i++) step(me, i);
    return NULL;
}

/* Runs this process's ranks as threads; 0 if all results were right. */
static int run_ranks(ls_pjrt_client *client, int first_launch)
{
    int own = ls_pjrt_client_addressable_count(client), world = ls_pjrt_client_device_count(client), wrong = 0;
    ls_pjrt_executable *executable = compile_for_all(client, world);
    rank ranks[16];
    pthread_t threads[16];
    for (int i = 0; i < own; i++) {
        ranks[i] = (rank){.client = client,
                          .executable = executable,
                          .local = i,
                          .world = world,
                          .first_launch = first_launch,
                          .number = ls_pjrt_device_id(ls_pjrt_client_addressable(client, i))};
        assert_ok(ls_thread_start(&threads[i], "rank", run_rank, &ranks[i]));
    }
    for (int i = 0; i < own; i++) {
        pthread_join(threads[i], NULL);
        wrong += ranks[i].wrong;
        if (ranks[i].wrong)
            fprintf(stderr, "# rank %d: %d wrong: %s\n", ranks[i].number, ranks[i].wrong, ranks[i].message);
    }
    ls_pjrt_executable_destroy(executable);
    return wrong;
}

static void threads_reduce_over_their_devices(void **state)
{
    for (int devices = 2; devices <= 4; devices++) {
        ls_pjrt_client *client = cpu_client(devices);
        assert_int_equal(run_ranks(client, 1), 0);
        assert_int_equal(run_ranks(client, 0), 0); /* without launch ids the n-th runs meet */
        ls_pjrt_client_destroy(client);
    }
}

/* Rank 1 gives up after three launches: rank 0 gets those three, then an error that says why, long before its deadline.
 */
static void a_replica_that_gives_up_ends_the_wait(void **state)
{
    ls_pjrt_client *client = cpu_client(2);
    ls_pjrt_executable *executable = compile_for_all(client, 2);
    rank ranks[2];
    for (int i = 0; i < 2; i++)
        ranks[i] =
            (rank){.client = client, .executable = executable, .local = i, .number = i, .world = 2, .first_launch = 1};
    pthread_t thread;
    int64_t start = ls_now_ns();
    assert_ok(ls_thread_start(&thread, "rank", run_rank, &ranks[0]));
    for (int i = 0; i < 3; i++) step(&ranks[1], i);
    assert_ok(ls_pjrt_device_abandon(client, ls_pjrt_client_addressable(client, 1), "rank 1 went home"));
    pthread_join(thread, NULL);
    assert_int_equal(ranks[1].wrong, 0);
    assert_int_equal(ranks[0].wrong, 1);
    if (!strstr(ranks[0].message, "rank 1 went home")) fail_msg("%s", ranks[0].message);
    assert_true(ls_now_ns() - start < INT64_C(5000000000));
    ls_pjrt_executable_destroy(executable);
    ls_pjrt_client_destroy(client);
}

static ls_status join_world(shared_store *store, int nodes, int node, int devices, int timeout_ms,
                            ls_pjrt_client **out_client)
{
    ls_pjrt_option options[] = {{.name = "cpu_device_count", .kind = LS_PJRT_INT, .i = devices},
                                {.name = "num_nodes", .kind = LS_PJRT_INT, .i = nodes},
                                {.name = "node_id", .kind = LS_PJRT_INT, .i = node},
                                {.name = "collective_timeout_ms", .kind = LS_PJRT_INT, .i = timeout_ms}};
    ls_pjrt_key_value key_value = shared_store_callbacks(store);
    return ls_pjrt_client_create(cpu_plugin(), options, 4, &key_value, out_client);
}

/* Forks `nodes` processes and runs `body` in each; the number of those that did not exit with 0. */
static int in_processes(int nodes, int (*body)(shared_store *store, int nodes, int node))
{
    shared_store *store = shared_store_create();
    assert_non_null(store);
    pid_t pids[8];
    for (int node = 0; node < nodes; node++) {
        pids[node] = fork();
        assert_true(pids[node] >= 0);
        if (pids[node] == 0) _exit(body(store, nodes, node) != 0);
    }
    int bad = 0;
    ls_deadline deadline = ls_deadline_in_ms(60000);
    for (int node = 0; node < nodes; node++) {
        int ended = 0;
        pid_t got;
        while ((got = waitpid(pids[node], &ended, WNOHANG)) == 0 && !ls_deadline_passed(deadline)) ls_sleep_ms(2);
        if (got == 0) {
            kill(pids[node], SIGKILL);
            waitpid(pids[node], &ended, 0);
        }
        bad += !WIFEXITED(ended) || WEXITSTATUS(ended) != 0;
    }
    munmap(store, sizeof(*store));
    return bad;
}

static int reduce_in_node(shared_store *store, int nodes, int node)
{
    ls_pjrt_client *client;
    int devices = 4 / nodes;
    if (join_world(store, nodes, node, devices, 20000, &client) != LS_OK) {
        fprintf(stderr, "# node %d: %s\n", node, ls_last_error());
        return 1;
    }
    int wrong = ls_pjrt_client_process_index(client) != node;
    wrong += ls_pjrt_client_device_count(client) != 4;
    wrong += ls_pjrt_client_addressable_count(client) != devices;
    for (int i = 0; i < devices; i++)
        wrong += ls_pjrt_device_id(ls_pjrt_client_addressable(client, i)) != node * devices + i;
    if (!wrong) wrong = run_ranks(client, 7);
    ls_pjrt_client_destroy(client);
    return wrong;
}

static void processes_make_one_world(void **state)
{
    assert_int_equal(in_processes(2, reduce_in_node), 0);
    assert_int_equal(in_processes(4, reduce_in_node), 0);
}

static int disagree_in_node(shared_store *store, int nodes, int node)
{
    ls_pjrt_client *client;
    ls_status status = join_world(store, nodes, node, 1 + node, 20000, &client);
    return status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "equally many devices");
}

static void processes_must_agree(void **state)
{
    assert_int_equal(in_processes(2, disagree_in_node), 0);
}

static int wait_alone(shared_store *store, int nodes, int node)
{
    if (node) return 0;
    ls_pjrt_client *client;
    ls_status status = join_world(store, nodes, node, 1, 300, &client);
    return status != LS_DEADLINE_EXCEEDED || !strstr(ls_last_error(), "lockstep_cpu/process/1");
}

static void a_process_that_does_not_come_is_named(void **state)
{
    assert_int_equal(in_processes(2, wait_alone), 0);
}

static int use_parents_client(shared_store *store, int nodes, int node)
{
    ls_pjrt_client *client = *(ls_pjrt_client **)store->entries[0].value;
    float one = 1;
    ls_pjrt_buffer *buffer;
    ls_status status =
        ls_pjrt_buffer_from_host(client, ls_pjrt_client_addressable(client, 0), &one, LS_F32, LS_SHAPE(1), &buffer);
    return status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "fork");
}

static void a_forked_child_may_not_use_its_parents_client(void **state)
{
    ls_pjrt_client *client = cpu_client(1);
    shared_store *store = shared_store_create();
    assert_ok(shared_store_put(store, "client", &client, sizeof(client)));
    pid_t pid = fork();
    if (pid == 0) _exit(use_parents_client(store, 1, 0));
    int ended;
    assert_int_equal(waitpid(pid, &ended, 0), pid);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    munmap(store, sizeof(*store));
    ls_pjrt_client_destroy(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_make_one_world),
        cmocka_unit_test(processes_must_agree),
        cmocka_unit_test(a_process_that_does_not_come_is_named),
        cmocka_unit_test(threads_reduce_over_their_devices),
        cmocka_unit_test(a_replica_that_gives_up_ends_the_wait),
        cmocka_unit_test(a_forked_child_may_not_use_its_parents_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
