/* The client over the CPU device: clients, buffers, programs, events, donation, many threads. */
#include "base/thread.h"
#include "cpu_client.h"
#include <stdio.h>

static const float ones[4] = {1, 2, 3, 4}, tens[4] = {1000, 1001, 1002, 1003}, sums[4] = {1001, 1003, 1005, 1007};

static void a_client_knows_its_devices(void **state)
{
    ls_pjrt_client *client = cpu_client(4);
    assert_string_equal(ls_pjrt_client_platform(client), "cpu");
    assert_non_null(strstr(ls_pjrt_client_platform_version(client), "lockstep"));
    assert_int_equal(ls_pjrt_client_process_index(client), 0);
    assert_int_equal(ls_pjrt_client_device_count(client), 4);
    assert_int_equal(ls_pjrt_client_addressable_count(client), 4);
    int ids[4];
    assert_ok(ls_pjrt_client_device_ids(client, ids));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ids[i], i);
        assert_int_equal(ls_pjrt_device_id(ls_pjrt_client_addressable(client, i)), i);
        assert_string_equal(ls_pjrt_device_kind(ls_pjrt_client_addressable(client, i)), "cpu");
    }
    assert_null(ls_pjrt_client_addressable(client, 4));
    ls_pjrt_client_destroy(client);
}

static void wrong_options_are_named(void **state)
{
    ls_pjrt_client *client;
    ls_pjrt_option option = {.name = "cpu_devices", .kind = LS_PJRT_INT, .i = 2};
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT, "cpu_devices");
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT,
                 "cpu_device_count, num_nodes");
    option = (ls_pjrt_option){.name = "cpu_device_count", .kind = LS_PJRT_STRING, .string = "2"};
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT, "whole number");
    option = (ls_pjrt_option){.name = "cpu_device_count", .kind = LS_PJRT_INT, .i = 257};
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT, "257");
    option = (ls_pjrt_option){.name = "num_nodes", .kind = LS_PJRT_INT, .i = 2};
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT, "key-value");
    option = (ls_pjrt_option){.name = "node_id", .kind = LS_PJRT_INT, .i = 1};
    assert_fails(ls_pjrt_client_create(cpu_plugin(), &option, 1, NULL, &client), LS_INVALID_ARGUMENT, "node_id is 1");
    assert_null(client);
}

static void the_environment_gives_the_number_of_devices(void **state)
{
    ls_pjrt_client *client;
    setenv("CPU_NUM_DEVICES", "3", 1);
    assert_ok(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client));
    assert_int_equal(ls_pjrt_client_device_count(client), 3);
    ls_pjrt_client_destroy(client);
    setenv("LOCKSTEP_CPU_DEVICES", "5", 1);
    assert_ok(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client));
    assert_int_equal(ls_pjrt_client_device_count(client), 5);
    ls_pjrt_client_destroy(client);
    setenv("LOCKSTEP_CPU_DEVICES", "many", 1);
    assert_fails(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client), LS_INVALID_ARGUMENT,
                 "LOCKSTEP_CPU_DEVICES=\"many\"");
    unsetenv("LOCKSTEP_CPU_DEVICES");
    unsetenv("CPU_NUM_DEVICES");
    int cores = ls_cpu_count();
    assert_ok(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client));
    assert_int_equal(ls_pjrt_client_device_count(client), cores < 8 ? cores : 8);
    ls_pjrt_client_destroy(client);
}

static void a_program_runs_on_every_device(void **state)
{
    ls_pjrt_client *client = cpu_client(3);
    ls_pjrt_executable *add = compile_text(client, ADD_PROGRAM("4xf32", ""));
    assert_int_equal(ls_pjrt_executable_output_count(add), 1);
    for (int d = 0; d < 3; d++) {
        ls_pjrt_buffer *inputs[2] = {put_floats(client, d, ones, 4), put_floats(client, d, tens, 4)}, *output;
        ls_pjrt_event *done;
        ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, d)};
        assert_ok(ls_pjrt_execute(add, inputs, 2, &options, &output, &done));
        assert_ok(ls_pjrt_event_await(done, soon()));
        assert_true(ls_pjrt_event_is_ready(done));
        ls_pjrt_event_destroy(done);
        assert_floats(output, sums, 4);
        assert_floats(inputs[0], ones, 4);
        ls_pjrt_buffer_destroy(output);
        ls_pjrt_buffer_destroy(inputs[0]);
        ls_pjrt_buffer_destroy(inputs[1]);
    }
    ls_pjrt_executable_destroy(add);
    ls_pjrt_client_destroy(client);
}

static void a_donated_buffer_is_empty_and_says_so(void **state)
{
    ls_pjrt_client *client = cpu_client(1);
    ls_pjrt_executable *add = compile_text(client, ADD_PROGRAM("4xf32", "{tf.aliasing_output = 0 : i32}"));
    ls_pjrt_buffer *x = put_floats(client, 0, ones, 4), *y = put_floats(client, 0, tens, 4), *z, *none;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, 0)};
    ls_pjrt_buffer *twice[2] = {x, x};
    assert_fails(ls_pjrt_execute(add, twice, 2, &options, &none, NULL), LS_INVALID_ARGUMENT, "donated");
    assert_null(none);
    assert_floats(x, ones, 4); /* a refused call takes nothing */

    int64_t keep = 0;
    options.keep_inputs = &keep;
    options.keep_count = 1;
    assert_ok(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, y}, 2, &options, &z, NULL));
    assert_floats(z, sums, 4);
    assert_floats(x, ones, 4);
    ls_pjrt_buffer_destroy(z);

    options.keep_count = 0;
    assert_ok(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, y}, 2, &options, &z, NULL));
    assert_floats(z, sums, 4);
    float out[4];
    assert_fails(ls_pjrt_buffer_to_host(x, out, sizeof(out), soon()), LS_INVALID_ARGUMENT, "tensor<4xf32>");
    assert_fails(ls_pjrt_buffer_to_host(x, out, sizeof(out), soon()), LS_INVALID_ARGUMENT, "was donated");
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, y}, 2, &options, &none, NULL), LS_INVALID_ARGUMENT,
                 "was donated");
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){y, x}, 2, &options, &none, NULL), LS_INVALID_ARGUMENT,
                 "argument 1");
    assert_floats(y, tens, 4);
    ls_pjrt_buffer_destroy(x);
    ls_pjrt_buffer_destroy(y);
    ls_pjrt_buffer_destroy(z);
    ls_pjrt_executable_destroy(add);
    ls_pjrt_client_destroy(client);
}

static void wrong_arguments_are_refused(void **state)
{
    ls_pjrt_client *client = cpu_client(2);
    ls_pjrt_executable *add = compile_text(client, ADD_PROGRAM("4xf32", "")), *none;
    ls_pjrt_buffer *x = put_floats(client, 0, ones, 4), *small = put_floats(client, 0, ones, 3),
                   *far = put_floats(client, 1, ones, 4), *z;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, 0)};
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x}, 1, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "takes 2 arguments, not 1");
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, small}, 2, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "tensor<3xf32>");
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, far}, 2, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "cpu:1");
    options.keep_inputs = (int64_t[]){2};
    options.keep_count = 1;
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, x}, 2, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "non_donatable");
    float out[3];
    assert_fails(ls_pjrt_buffer_to_host(x, out, sizeof(out), soon()), LS_INVALID_ARGUMENT, "16 bytes");
    const char *text = "this is no program";
    assert_true(ls_pjrt_compile(client, text, strlen(text), &(ls_pjrt_compile_options){.num_replicas = 1}, &none) !=
                LS_OK);
    assert_null(none);
    assert_fails(ls_pjrt_compile(client, "ML\xEFR....", 8, &(ls_pjrt_compile_options){.num_replicas = 1}, &none),
                 LS_INVALID_ARGUMENT, "bytecode");
    const char *add_text = ADD_PROGRAM("4xf32", "");
    ls_pjrt_compile_options three = {.num_replicas = 3, .device_ids = (int[]){0, 1, 2}};
    assert_fails(ls_pjrt_compile(client, add_text, strlen(add_text), &three, &none), LS_INVALID_ARGUMENT, "3 replicas");
    ls_pjrt_compile_options same = {.num_replicas = 2, .device_ids = (int[]){1, 1}};
    assert_fails(ls_pjrt_compile(client, add_text, strlen(add_text), &same, &none), LS_INVALID_ARGUMENT,
                 "both assigned to device 1");
    ls_pjrt_buffer_destroy(x);
    ls_pjrt_buffer_destroy(small);
    ls_pjrt_buffer_destroy(far);
    ls_pjrt_executable_destroy(add);
    ls_pjrt_client_destroy(client);
}

static void two_clients_live_side_by_side(void **state)
{
    ls_pjrt_client *a = cpu_client(1), *b = cpu_client(2);
    ls_pjrt_executable *add = compile_text(a, ADD_PROGRAM("4xf32", ""));
    ls_pjrt_buffer *x = put_floats(a, 0, ones, 4), *y = put_floats(b, 0, tens, 4), *z;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(a, 0)};
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){x, y}, 2, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "is not on");
    options.device = ls_pjrt_client_addressable(b, 0);
    assert_fails(ls_pjrt_execute(add, (ls_pjrt_buffer *[]){y, y}, 2, &options, &z, NULL), LS_INVALID_ARGUMENT,
                 "device");
    ls_pjrt_buffer_destroy(x);
    ls_pjrt_executable_destroy(add);
    ls_pjrt_client_destroy(a);
    assert_floats(y, tens, 4);
    ls_pjrt_buffer_destroy(y);
    ls_pjrt_client_destroy(b);
}

/* --- Many threads ------------------------------------------------------------------------------------------------- */

typedef struct worker {
    ls_pjrt_client *client;
    ls_pjrt_executable *add;
    int number, failures;
} worker;

/* x += y, STEPS times, x donated: each thread on the device that all share. */
static void *work(void *arg)
{
    enum { STEPS = 200, COUNT = 50000 };
    worker *me = arg;
    float *data = calloc(COUNT, sizeof(float)), *step = calloc(COUNT, sizeof(float));
    for (int i = 0; i < COUNT; i++) data[i] = (float)(1000 * me->number), step[i] = (float)(i % 7);
    ls_pjrt_device *device = ls_pjrt_client_addressable(me->client, me->number % 2);
    ls_pjrt_buffer *x, *y, *z;
    me->failures += ls_pjrt_buffer_from_host(me->client, device, data, LS_F32, LS_SHAPE(COUNT), &x) != LS_OK;
    me->failures += ls_pjrt_buffer_from_host(me->client, device, step, LS_F32, LS_SHAPE(COUNT), &y) != LS_OK;
    for (int s = 0; s < STEPS && !me->failures; s++) {
        ls_pjrt_execute_options options = {.device = device};
        ls_pjrt_event *done = NULL;
        me->failures +=
            ls_pjrt_execute(me->add, (ls_pjrt_buffer *[]){x, y}, 2, &options, &z, s % 3 ? NULL : &done) != LS_OK;
        ls_pjrt_event_destroy(done); /* often before it fires */
        ls_pjrt_buffer_destroy(x);
        x = z;
    }
    me->failures += ls_pjrt_buffer_to_host(x, data, sizeof(float) * COUNT, soon()) != LS_OK;
    for (int i = 0; i < COUNT; i++) me->failures += data[i] != (float)(1000 * me->number + STEPS * (i % 7));
    ls_pjrt_buffer_destroy(x);
    ls_pjrt_buffer_destroy(y);
    free(data);
    free(step);
    return NULL;
}

static void many_threads_share_a_client(void **state)
{
    ls_pjrt_client *client = cpu_client(2);
    ls_pjrt_executable *add = compile_text(client, ADD_PROGRAM("50000xf32", "{tf.aliasing_output = 0 : i32}"));
    worker workers[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        workers[i] = (worker){.client = client, .add = add, .number = i};
        assert_ok(ls_thread_start(&threads[i], "worker", work, &workers[i]));
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].failures, 0);
    }
    ls_pjrt_executable_destroy(add);
    ls_pjrt_client_destroy(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_knows_its_devices),
        cmocka_unit_test(wrong_options_are_named),
        cmocka_unit_test(the_environment_gives_the_number_of_devices),
        cmocka_unit_test(a_program_runs_on_every_device),
        cmocka_unit_test(a_donated_buffer_is_empty_and_says_so),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(two_clients_live_side_by_side),
        cmocka_unit_test(many_threads_share_a_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
