/* XLA's own CPU plugin, through our client: PJRT_DEVICE=LIBRARY. */
#include "base/thread.h"
#include "interop.h"
#include "pjrt/client.h"

#define XLA_CPU "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"

static ls_deadline soon(void)
{
    return ls_deadline_in_ms(30000);
}

static ls_pjrt_client *client_of_xla(void)
{
    char path[4096];
    setenv("PJRT_DEVICE", "LIBRARY", 1);
    setenv("PJRT_LIBRARY_PATH", interop_file(XLA_CPU), 1);
    assert_ok(ls_pjrt_plugin_path(path, sizeof(path)));
    ls_pjrt_plugin *plugin;
    assert_ok(ls_pjrt_plugin_load(path, &plugin));
    ls_pjrt_client *client;
    assert_ok(ls_pjrt_client_create(plugin, NULL, 0, NULL, &client));
    return client;
}

static ls_pjrt_executable *compile_on(ls_pjrt_client *client, const char *text, int replicas)
{
    int ids[64];
    assert_true(ls_pjrt_client_device_count(client) <= 64);
    assert_ok(ls_pjrt_client_device_ids(client, ids));
    ls_pjrt_compile_options options = {.num_replicas = replicas, .device_ids = replicas > 1 ? ids : NULL};
    ls_pjrt_executable *executable;
    assert_ok(ls_pjrt_compile(client, text, strlen(text), &options, &executable));
    return executable;
}

static ls_pjrt_buffer *put(ls_pjrt_client *client, int device, const float *data, ls_shape shape)
{
    ls_pjrt_buffer *buffer;
    assert_ok(
        ls_pjrt_buffer_from_host(client, ls_pjrt_client_addressable(client, device), data, LS_F32, shape, &buffer));
    return buffer;
}

static void a_program_runs(void **state)
{
    static const char text[] =
        "module @affine {\n"
        "  func.func public @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> (tensor<2x2xf32>, "
        "tensor<f32>) {\n"
        "    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> "
        "tensor<2x2xf32>\n"
        "    %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>\n"
        "    %y = stablehlo.add %p, %c : tensor<2x2xf32>\n"
        "    %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "    %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : "
        "(tensor<2x2xf32>, tensor<f32>) -> tensor<f32>\n"
        "    return %y, %s : tensor<2x2xf32>, tensor<f32>\n"
        "  }\n"
        "}\n";
    ls_pjrt_client *client = client_of_xla();
    ls_pjrt_executable *executable = compile_on(client, text, 1);
    assert_int_equal(ls_pjrt_executable_output_count(executable), 2);
    const float x[6] = {0, 1, 2, 1000, 1001, 1002}, w[6] = {1, 2, 3, 4, 5, 6}, b[2] = {-1, 1};
    ls_pjrt_buffer *inputs[3] = {put(client, 0, x, LS_SHAPE(2, 3)), put(client, 0, w, LS_SHAPE(3, 2)),
                                 put(client, 0, b, LS_SHAPE(2))};
    ls_pjrt_buffer *outputs[2];
    ls_pjrt_event *done;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, 0)};
    assert_ok(ls_pjrt_execute(executable, inputs, 3, &options, outputs, &done));
    assert_ok(ls_pjrt_event_await(done, soon()));
    ls_pjrt_event_destroy(done);
    float y[4], sum, expected[4], total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            expected[2 * i + j] = b[j];
            for (int k = 0; k < 3; k++) expected[2 * i + j] += x[3 * i + k] * w[2 * k + j];
            total += expected[2 * i + j];
        }
    assert_ok(ls_pjrt_buffer_to_host(outputs[0], y, sizeof(y), soon()));
    assert_ok(ls_pjrt_buffer_to_host(outputs[1], &sum, sizeof(sum), soon()));
    assert_memory_equal(y, expected, sizeof(y));
    assert_true(sum == total);
    for (int i = 0; i < 3; i++) ls_pjrt_buffer_destroy(inputs[i]);
    for (int i = 0; i < 2; i++) ls_pjrt_buffer_destroy(outputs[i]);
    ls_pjrt_executable_destroy(executable);
    ls_pjrt_client_destroy(client);
}

static void donation_is_understood(void **state)
{
    static const char text[] = "module @step {\n"
                               "  func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: "
                               "tensor<4xf32>) -> tensor<4xf32> {\n"
                               "    %z = stablehlo.subtract %x, %y : tensor<4xf32>\n"
                               "    return %z : tensor<4xf32>\n"
                               "  }\n"
                               "}\n";
    ls_pjrt_client *client = client_of_xla();
    ls_pjrt_executable *executable = compile_on(client, text, 1);
    const float x[4] = {1000, 1001, 1002, 1003}, y[4] = {1, 2, 3, 4}, twice[4] = {998, 997, 996, 995};
    ls_pjrt_buffer *a = put(client, 0, x, LS_SHAPE(4)), *b = put(client, 0, y, LS_SHAPE(4)), *c, *d;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, 0)};
    assert_ok(ls_pjrt_execute(executable, (ls_pjrt_buffer *[]){a, b}, 2, &options, &c, NULL));
    assert_ok(ls_pjrt_execute(executable, (ls_pjrt_buffer *[]){c, b}, 2, &options, &d, NULL));
    float got[4];
    assert_ok(ls_pjrt_buffer_to_host(d, got, sizeof(got), soon()));
    assert_memory_equal(got, twice, sizeof(got));
    assert_true(ls_pjrt_buffer_to_host(c, got, sizeof(got), soon()) != LS_OK);
    ls_pjrt_buffer *all[] = {a, b, c, d};
    for (int i = 0; i < 4; i++) ls_pjrt_buffer_destroy(all[i]);
    ls_pjrt_executable_destroy(executable);
    ls_pjrt_client_destroy(client);
}

typedef struct rank {
    ls_pjrt_client *client;
    ls_pjrt_executable *executable;
    int number;
    ls_status status;
    char message[512];
    float result[4];
} rank;

static ls_status reduce_once(rank *me, int launch)
{
    float data[4];
    for (int i = 0; i < 4; i++) data[i] = (float)(1000 * me->number + i);
    ls_pjrt_device *device = ls_pjrt_client_addressable(me->client, me->number);
    ls_pjrt_buffer *x, *y;
    LS_TRY(ls_pjrt_buffer_from_host(me->client, device, data, LS_F32, LS_SHAPE(4), &x));
    ls_pjrt_execute_options options = {.device = device, .launch_id = launch};
    ls_status status = ls_pjrt_execute(me->executable, &x, 1, &options, &y, NULL);
    ls_pjrt_buffer_destroy(x);
    LS_TRY(status);
    status = ls_pjrt_buffer_to_host(y, me->result, sizeof(me->result), soon());
    ls_pjrt_buffer_destroy(y);
    return status;
}

static void *run_rank(void *arg)
{
    rank *me = arg;
    for (int launch = 1; launch <= 5 && me->status == LS_OK; launch++) me->status = reduce_once(me, launch);
    if (me->status != LS_OK) snprintf(me->message, sizeof(me->message), "%s", ls_last_error());
    return NULL;
}

static void two_replicas_meet_in_an_all_reduce(void **state)
{
    static const char text[] =
        "module @sum attributes {mhlo.num_replicas = 2 : i32} {\n"
        "  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "    %y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
        "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "      %s = stablehlo.add %a, %b : tensor<f32>\n"
        "      stablehlo.return %s : tensor<f32>\n"
        "    }) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "    return %y : tensor<4xf32>\n"
        "  }\n"
        "}\n";
    ls_pjrt_client *client = client_of_xla();
    if (ls_pjrt_client_addressable_count(client) < 2) {
        print_message("# skipped: this plugin has one device\n");
        ls_pjrt_client_destroy(client);
        skip();
    }
    ls_pjrt_executable *executable = compile_on(client, text, 2);
    rank ranks[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        ranks[i] = (rank){.client = client, .executable = executable, .number = i};
        assert_ok(ls_thread_start(&threads[i], "rank", run_rank, &ranks[i]));
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) {
        if (ranks[i].status != LS_OK) fail_msg("rank %d: %s", i, ranks[i].message);
        for (int k = 0; k < 4; k++) assert_true(ranks[i].result[k] == (float)(1000 + 2 * k));
    }
    ls_pjrt_executable_destroy(executable);
    ls_pjrt_client_destroy(client);
}

static void its_errors_become_ours(void **state)
{
    ls_pjrt_client *client = client_of_xla();
    const char *text =
        "func.func @main() -> tensor<f32> { %x = stablehlo.no_such_op : tensor<f32> return %x : tensor<f32> }";
    ls_pjrt_executable *executable;
    assert_fails(
        ls_pjrt_compile(client, text, strlen(text), &(ls_pjrt_compile_options){.num_replicas = 1}, &executable),
        LS_UNKNOWN, "no_such_op");
    ls_pjrt_client_destroy(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_runs),
        cmocka_unit_test(donation_is_understood),
        cmocka_unit_test(two_replicas_meet_in_an_all_reduce),
        cmocka_unit_test(its_errors_become_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
