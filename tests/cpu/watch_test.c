/* Looking on while programs run: NaN and infinity end a program where they arise, steps are traced, and a replica that
 * fails alone is known to the others at once. */
#include "base/thread.h"
#include "cpu_client.h"
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <unistd.h>

/* log(x) - y: NaN for x < 0, infinite for x = 0. */
#define LOG_PROGRAM(type)                                                                                              \
    "module @log_difference {\n"                                                                                       \
    "  func.func public @main(%x: tensor<" type ">, %y: tensor<" type ">) -> tensor<" type "> {\n"                     \
    "    %l = stablehlo.log %x : tensor<" type ">\n"                                                                   \
    "    %z = stablehlo.subtract %l, %y : tensor<" type ">\n"                                                          \
    "    return %z : tensor<" type ">\n"                                                                               \
    "  }\n"                                                                                                            \
    "}\n"

/* Runs it on vectors of 40 with one odd element; the status of the result. */
static ls_status run_log(ls_pjrt_client *client, int at, float odd)
{
    ls_pjrt_executable *program = compile_text(client, LOG_PROGRAM("40xf32"));
    float x[40], y[40], got[40];
    for (int i = 0; i < 40; i++) x[i] = (float)(1000 + i), y[i] = (float)i;
    x[at] = odd;
    ls_pjrt_buffer *inputs[2] = {put_floats(client, 0, x, 40), put_floats(client, 0, y, 40)}, *output;
    ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, 0)};
    assert_ok(ls_pjrt_execute(program, inputs, 2, &options, &output, NULL));
    ls_status status = ls_pjrt_buffer_to_host(output, got, sizeof(got), soon());
    for (int i = 0; i < 2; i++) ls_pjrt_buffer_destroy(inputs[i]);
    ls_pjrt_buffer_destroy(output);
    ls_pjrt_executable_destroy(program);
    return status;
}

static void a_nan_ends_the_program_where_it_arises(void **state)
{
    setenv("LOCKSTEP_CHECK", "nan", 1);
    ls_pjrt_client *client = cpu_client(1);
    for (int at = 0; at < 40; at += 13) {
        char where[64];
        snprintf(where, sizeof(where), "result 0 has a NaN, at element %d of 40", at);
        assert_fails(run_log(client, at, -1), LS_OUT_OF_RANGE, where);
    }
    assert_non_null(strstr(ls_last_error(), "stablehlo."));
    assert_ok(run_log(client, 5, 0)); /* an infinity is none */
    assert_ok(run_log(client, 5, 1));
    ls_pjrt_client_destroy(client);
    setenv("LOCKSTEP_CHECK", "inf", 1);
    client = cpu_client(1);
    assert_fails(run_log(client, 39, 0), LS_OUT_OF_RANGE, "result 0 has an infinity, at element 39 of 40");
    assert_fails(run_log(client, 39, -1), LS_OUT_OF_RANGE, "NaN");
    assert_ok(run_log(client, 5, 1));
    ls_pjrt_client_destroy(client);
    setenv("LOCKSTEP_CHECK", "yes", 1);
    assert_fails(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client), LS_INVALID_ARGUMENT, "nan or inf");
    unsetenv("LOCKSTEP_CHECK");
}

/* Replica 1 makes a NaN before the collective: replica 0 hears of it without waiting for its deadline. */
static void a_replica_that_fails_alone_is_known_to_the_others(void **state)
{
    static const char text[] =
        "module @sum_of_logs {\n"
        "  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "    %l = stablehlo.log %x : tensor<4xf32>\n"
        "    %y = \"stablehlo.all_reduce\"(%l) ({\n"
        "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "      %c = stablehlo.add %a, %b : tensor<f32>\n"
        "      stablehlo.return %c : tensor<f32>\n"
        "    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>\n"
        "    return %y : tensor<4xf32>\n"
        "  }\n"
        "}\n";
    setenv("LOCKSTEP_CHECK", "nan", 1);
    ls_pjrt_client *client = cpu_client(2);
    ls_pjrt_executable *program;
    ls_pjrt_compile_options compile = {.num_replicas = 2, .device_ids = (int[]){0, 1}};
    assert_ok(ls_pjrt_compile(client, text, strlen(text), &compile, &program));
    ls_pjrt_buffer *inputs[2], *outputs[2];
    for (int r = 0; r < 2; r++) {
        float x[4] = {1, 2, r ? -3.0F : 3.0F, 4};
        inputs[r] = put_floats(client, r, x, 4);
    }
    for (int r = 0; r < 2; r++) {
        ls_pjrt_execute_options options = {.device = ls_pjrt_client_addressable(client, r), .launch_id = 7};
        assert_ok(ls_pjrt_execute(program, &inputs[r], 1, &options, &outputs[r], NULL));
    }
    float got[4];
    int64_t start = ls_now_ns();
    assert_fails(ls_pjrt_buffer_to_host(outputs[1], got, sizeof(got), soon()), LS_OUT_OF_RANGE, "NaN");
    assert_fails(ls_pjrt_buffer_to_host(outputs[0], got, sizeof(got), soon()), LS_UNAVAILABLE, "NaN");
    assert_true(ls_now_ns() - start < 10000000000); /* the deadline is 20 s */
    for (int r = 0; r < 2; r++) ls_pjrt_buffer_destroy(inputs[r]), ls_pjrt_buffer_destroy(outputs[r]);
    ls_pjrt_executable_destroy(program);
    ls_pjrt_client_destroy(client);
    unsetenv("LOCKSTEP_CHECK");
}

static void steps_are_traced(void **state)
{
    char folder[] = "/tmp/lockstep-trace-XXXXXX", path[512] = "";
    assert_non_null(mkdtemp(folder));
    setenv("LOCKSTEP_TRACE", folder, 1);
    ls_pjrt_client *client = cpu_client(2);
    assert_ok(run_log(client, 0, 1));
    assert_ok(run_log(client, 0, 2));
    ls_pjrt_client_destroy(client);
    unsetenv("LOCKSTEP_TRACE");
    DIR *files = opendir(folder);
    for (struct dirent *file; (file = readdir(files));)
        if (file->d_name[0] != '.') snprintf(path, sizeof(path), "%s/%s", folder, file->d_name);
    closedir(files);
    json_error_t error;
    json_t *events = json_load_file(path, 0, &error);
    if (!events) fail_msg("%s: line %d: %s", path, error.line, error.text);
    int programs = 0, steps = 0, names = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *event = json_array_get(events, i);
        const char *phase = json_string_value(json_object_get(event, "ph"));
        if (!phase) continue;
        names += *phase == 'M';
        if (*phase != 'X') continue;
        const char *name = json_string_value(json_object_get(event, "name"));
        assert_true(json_number_value(json_object_get(event, "dur")) >= 0);
        assert_int_equal(json_integer_value(json_object_get(event, "tid")), 0);
        programs += !strcmp(name, "log_difference") || !strcmp(name, "main");
        steps += !strncmp(name, "stablehlo.", 10);
    }
    json_decref(events);
    assert_int_equal(names, 3); /* the process, two devices */
    assert_int_equal(programs, 2);
    assert_true(steps >= 2);
    unlink(path);
    rmdir(folder);
    setenv("LOCKSTEP_TRACE", "/no/such/folder", 1);
    assert_fails(ls_pjrt_client_create(cpu_plugin(), NULL, 0, NULL, &client), LS_NOT_FOUND, "/no/such/folder");
    unsetenv("LOCKSTEP_TRACE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nan_ends_the_program_where_it_arises),
        cmocka_unit_test(a_replica_that_fails_alone_is_known_to_the_others),
        cmocka_unit_test(steps_are_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
