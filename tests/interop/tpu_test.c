/* libtpu compiles for TPUs that are not here. */
#include "base/deadline.h"
#include "interop.h"
#include "pjrt/client.h"

#define LIBTPU "libtpu/libtpu.so"

/* A training step in small, data-parallel over eight replicas: loss of a linear layer, gradients, one all_reduce of
 * both (several operands), an update of donated weights. */
static const char step_text[] =
    "module @step attributes {mhlo.num_replicas = 8 : i32, mhlo.num_partitions = 1 : i32} {\n"
    "  func.func public @main(%w: tensor<16x8xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<8xf32> "
    "{tf.aliasing_output = 1 : i32}, %x: tensor<32x16xf32>) -> (tensor<16x8xf32>, tensor<8xf32>) {\n"
    "    %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "    %scale = stablehlo.constant dense<1.25e-03> : tensor<f32>\n"
    "    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x8xf32>) -> "
    "tensor<32x8xf32>\n"
    "    %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<32x8xf32>\n"
    "    %y = stablehlo.add %p, %c : tensor<32x8xf32>\n"
    "    %gw = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x8xf32>) -> "
    "tensor<16x8xf32>\n"
    "    %gb = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x8xf32>, "
    "tensor<f32>) -> tensor<8xf32>\n"
    "    %g:2 = \"stablehlo.all_reduce\"(%gw, %gb) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : "
    "tensor<1x8xi64>}> ({\n"
    "    ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n"
    "      %s = stablehlo.add %l, %r : tensor<f32>\n"
    "      stablehlo.return %s : tensor<f32>\n"
    "    }) : (tensor<16x8xf32>, tensor<8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>)\n"
    "    %sw = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<16x8xf32>\n"
    "    %sb = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<8xf32>\n"
    "    %dw = stablehlo.multiply %g#0, %sw : tensor<16x8xf32>\n"
    "    %db = stablehlo.multiply %g#1, %sb : tensor<8xf32>\n"
    "    %nw = stablehlo.subtract %w, %dw : tensor<16x8xf32>\n"
    "    %nb = stablehlo.subtract %b, %db : tensor<8xf32>\n"
    "    return %nw, %nb : tensor<16x8xf32>, tensor<8xf32>\n"
    "  }\n"
    "}\n";

static void compile_for(const char *topology)
{
    int64_t bytes;
    assert_ok(ls_pjrt_compile_ahead(interop_file(LIBTPU), topology, step_text, strlen(step_text), 8,
                                    ls_deadline_in_ms(120000), &bytes));
    print_message("# %s: %lld bytes of code\n", topology, (long long)bytes);
    assert_true(bytes > 0);
}

static void a_step_of_eight_replicas_compiles_for_v3(void **state)
{
    compile_for("v3:2x2");
}

static void a_step_of_eight_replicas_compiles_for_v2(void **state)
{
    compile_for("v2:2x2");
}

static void wrong_programs_and_topologies_are_errors(void **state)
{
    const char *plugin = interop_file(LIBTPU), *text = "no program";
    int64_t bytes;
    assert_true(ls_pjrt_compile_ahead(plugin, "v3:2x2", text, strlen(text), 1, ls_deadline_in_ms(120000), &bytes) !=
                LS_OK);
    assert_true(strlen(ls_last_error()) > 0);
    assert_fails(
        ls_pjrt_compile_ahead(plugin, "v99:7x7", step_text, strlen(step_text), 8, ls_deadline_in_ms(120000), &bytes),
        LS_INVALID_ARGUMENT, "v99:7x7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_of_eight_replicas_compiles_for_v3),
        cmocka_unit_test(a_step_of_eight_replicas_compiles_for_v2),
        cmocka_unit_test(wrong_programs_and_topologies_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
