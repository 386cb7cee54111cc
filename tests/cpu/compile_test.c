/* What compiling refuses and says, and what it writes to LOCKSTEP_DUMP; one program run by several threads at once. */
#include "run_program.h"

#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

static const ls_cpu_compile_options reference = {.num_replicas = 1, .reference = true, .threads = 1};

/* The message has the op, its operands' types and where it stands. */
static void refused(const char *text, ls_status status, const char *part, const char *position)
{
    ls_cpu_program *program;
    assert_fails(compile_text(text, &reference, &program), status, part);
    if (!strstr(ls_last_error(), position)) fail_msg("no \"%s\" in: %s", position, ls_last_error());
    assert_null(program);
}

static void test_messages(void **state)
{
    refused("func.func @main(%x: tensor<4xf32>) -> tensor<f32> {\n  %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "  %y = \"stablehlo.reduce\"(%x, %c) <{dimensions = array<i64: 0>}> ({\n^bb0(%a: tensor<f32>, %b: "
            "tensor<f32>):\n"
            "    %z = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>\n"
            "    %s = stablehlo.slice %z [0:1] : (tensor<2xf32>) -> tensor<1xf32>\n    %r = stablehlo.reshape %s : "
            "(tensor<1xf32>) -> tensor<f32>\n"
            "    stablehlo.return %r : tensor<f32>\n}) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n  return %y : "
            "tensor<f32>\n}",
            LS_UNIMPLEMENTED, "stablehlo.broadcast_in_dim(tensor<f32>)", "5:");
    refused("func.func @main(%x: tensor<4xf32>, %k: tensor<f32>) -> tensor<f32> {\n"
            "  %y = \"stablehlo.reduce\"(%x, %k) <{dimensions = array<i64: 0>}> ({\n^bb0(%a: tensor<f32>, %b: "
            "tensor<f32>):\n"
            "    %r = stablehlo.add %a, %k : tensor<f32>\n    stablehlo.return %r : tensor<f32>\n}) : (tensor<4xf32>, "
            "tensor<f32>) -> tensor<f32>\n  return %y : tensor<f32>\n}",
            LS_UNIMPLEMENTED, "values from outside", "4:");
    /* Nobody uses the result, but the effect would be missed. */
    refused("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %y = stablehlo.custom_call @notify(%x) "
            "{has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>\n  return %x : tensor<4xf32>\n}",
            LS_UNIMPLEMENTED, "\"notify\"", "2:");
    refused("module @m {\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = call @again(%x) : "
            "(tensor<4xf32>) -> tensor<4xf32>\nreturn %a : tensor<4xf32>\n}\n"
            "func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = call @again(%x) : (tensor<4xf32>) -> "
            "tensor<4xf32>\nreturn %a : tensor<4xf32>\n}\n}",
            LS_INVALID_ARGUMENT, "@again calls itself", "7:");
    refused("module @m {\nfunc.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {\nreturn %x : "
            "tensor<4xf32>\n}\nfunc.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {\nreturn %x : tensor<4xf32>\n}\n}",
            LS_INVALID_ARGUMENT, "no function @main", "@main");
}

/* A file for the input, each pass and each stage, in order; two programs of one name do not write over each other. */
static void test_dump(void **state)
{
    char folder[] = "/tmp/lockstep-dump-XXXXXX";
    assert_non_null(mkdtemp(folder));
    ls_cpu_compile_options options = reference;
    options.dump = folder;
    for (int i = 0; i < 2; i++) {
        char text[256];
        ls_cpu_program *program;
        snprintf(text, sizeof(text),
                 "module @net {\nfunc.func @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n%%y = stablehlo.negate %%x "
                 ": tensor<%dxf32>\nreturn %%y : tensor<%dxf32>\n}\n}",
                 i + 2, i + 2, i + 2, i + 2);
        assert_ok(compile_text(text, &options, &program));
        ls_cpu_program_destroy(program);
    }
    int inputs = 0, plans = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        inputs += strncmp(entry->d_name, "net-", 4) == 0 && strstr(entry->d_name, ".00-input.mlir") != NULL;
        plans += strstr(entry->d_name, "-memory.plan") != NULL;
        remove(path);
    }
    closedir(dir);
    rmdir(folder);
    assert_int_equal(inputs, 2);
    assert_int_equal(plans, 2);
    options.dump = "/nowhere/at/all";
    ls_cpu_program *program;
    assert_fails(compile_text("func.func @main(%x: tensor<f32>) -> tensor<f32> {\nreturn %x : tensor<f32>\n}", &options,
                              &program),
                 LS_NOT_FOUND, "/nowhere/at/all");
}

/* I8: a round trip through a narrower type is not folded away. */
static void test_round_trip_rounds(void **state)
{
    for (int i = 0; i < 2; i++) {
        uint32_t bits[4] = {0x3E89CCD5, 0x3F808000, 0x3F818000, 0x7F7FFFFF}, got[4],
                 expected[4] = {0x3E8A0000, 0x3F800000, 0x3F820000, 0x7F800000};
        ls_cpu_program *program;
        ls_cpu_compile_options options = reference;
        options.reference = i;
        assert_ok(
            compile_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%y = stablehlo.convert %x : "
                         "(tensor<4xf32>) -> tensor<4xbf16>\n"
                         "%z = stablehlo.convert %y : (tensor<4xbf16>) -> tensor<4xf32>\nreturn %z : tensor<4xf32>\n}",
                         &options, &program));
        run_once(program, (const void *[]){bits}, (void *[]){got});
        assert_memory_equal(got, expected, sizeof(expected));
        ls_cpu_program_destroy(program);
    }
}

/* Arrays without elements go through every kind of kernel, and what is reduced over nothing is the initial value. */
static void test_empty_arrays(void **state)
{
    for (int i = 0; i < 2; i++) {
        run_by_reference = i;
        float x[3] = {1, 2, 3}, y[4], z[1], w[4], v[3];
        run_text("func.func @main(%e: tensor<0x3xf32>, %x: tensor<3xf32>) -> (tensor<4x1xf32>, tensor<0x3xf32>, "
                 "tensor<2x2xf32>, tensor<3xf32>) {\n"
                 "%c = stablehlo.constant dense<7.0> : tensor<f32>\n%n = stablehlo.constant dense<0> : tensor<i32>\n"
                 "%a = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<0x3xf32>\n%b = "
                 "stablehlo.add %a, %e : tensor<0x3xf32>\n"
                 "%t = stablehlo.transpose %b, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>\n"
                 "%p = stablehlo.pad %t, %c, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<3x0xf32>, "
                 "tensor<f32>) -> tensor<4x1xf32>\n"
                 "%s = \"stablehlo.sort\"(%b) <{dimension = 0 : i64}> ({\n^bb0(%k: tensor<f32>, %l: tensor<f32>):\n%r "
                 "= stablehlo.compare LT, %k, %l : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %r : "
                 "tensor<i1>\n}) : (tensor<0x3xf32>) -> tensor<0x3xf32>\n"
                 "%g = stablehlo.concatenate %s, %b, dim = 0 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>\n"
                 "%q = stablehlo.slice %t [0:2, 0:0] : (tensor<3x0xf32>) -> tensor<2x0xf32>\n"
                 "%d = stablehlo.dot_general %q, %q, contracting_dims = [1] x [1] : (tensor<2x0xf32>, tensor<2x0xf32>) "
                 "-> tensor<2x2xf32>\n"
                 "%m = stablehlo.reduce(%g init: %c) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, "
                 "tensor<f32>) -> tensor<3xf32>\n"
                 "return %p, %g, %d, %m : tensor<4x1xf32>, tensor<0x3xf32>, tensor<2x2xf32>, tensor<3xf32>\n}",
                 (const void *[]){z, x}, (void *[]){y, z, w, v});
        for (int k = 0; k < 4; k++) assert_true(y[k] == 7 && w[k] == 0);
        for (int k = 0; k < 3; k++) assert_true(v[k] == 7);
    }
    run_by_reference = true;
}

static void *run_often(void *arg)
{
    float x[256], y[1], total = 0;
    for (int i = 0; i < 256; i++) x[i] = (float)i;
    for (int i = 0; i < 50; i++) {
        void *arena = aligned_alloc(64, (ls_cpu_program_info_of(arg)->arena_bytes + 127) & ~(size_t)63);
        ls_status status =
            ls_cpu_program_run(arg, &(ls_cpu_run){.params = (void *[]){x}, .outputs = (void *[]){y}, .arena = arena});
        free(arena);
        if (status != LS_OK) return "failed";
        total = i ? total : y[0];
        if (y[0] != total) return "other bits";
    }
    return total == 2 * 255 * 128 ? NULL : "wrong sum";
}

static void test_threads_share_a_program(void **state)
{
    for (int i = 0; i < 2; i++) {
        ls_cpu_program *program;
        ls_cpu_compile_options options = reference;
        options.reference = i;
        assert_ok(compile_text(
            "func.func @main(%x: tensor<16x16xf32>) -> tensor<f32> {\n%c = stablehlo.constant dense<0.0> : "
            "tensor<f32>\n%i = stablehlo.iota dim = 0 : tensor<16x16xi32>\n"
            "%j = stablehlo.iota dim = 1 : tensor<16x16xi32>\n%e = stablehlo.compare EQ, %i, %j : (tensor<16x16xi32>, "
            "tensor<16x16xi32>) -> tensor<16x16xi1>\n"
            "%d = stablehlo.convert %e : (tensor<16x16xi1>) -> tensor<16x16xf32>\n%p = stablehlo.dot_general %x, %d, "
            "contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n"
            "%s = stablehlo.add %p, %x : tensor<16x16xf32>\n%r = stablehlo.reduce(%s init: %c) applies stablehlo.add "
            "across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>\nreturn %r : tensor<f32>\n}",
            &options, &program));
        pthread_t threads[3];
        for (int t = 0; t < 3; t++) assert_int_equal(pthread_create(&threads[t], NULL, run_often, program), 0);
        for (int t = 0; t < 3; t++) {
            void *message;
            pthread_join(threads[t], &message);
            if (message) fail_msg("%s", (char *)message);
        }
        ls_cpu_program_destroy(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_dump),
        cmocka_unit_test(test_round_trip_rounds),
        cmocka_unit_test(test_empty_arrays),
        cmocka_unit_test(test_threads_share_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
