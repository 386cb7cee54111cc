/* What the parser takes from other writers, and what it says about bad text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/numeric.h"
#include "ir/ir.h"

static ls_ir_module *parse(const char *text)
{
    ls_ir_module *module = NULL;
    if (ls_ir_parse(text, strlen(text), &module) != LS_OK) fail_msg("%s\nin\n%s", ls_last_error(), text);
    if (ls_ir_verify(module) != LS_OK) fail_msg("%s\nin\n%s", ls_last_error(), text);
    return module;
}

static const ls_ir_op *op_at(const ls_ir_module *module, int index)
{
    const ls_ir_op *op = ls_ir_main(module)->body->first;
    while (index--) op = op->next;
    return op;
}

/* --- Modules of other writers ------------------------------------------------------------------------------- */

static void jax_modules_parse(void **state)
{
    ls_ir_module *module = parse(
        "#loc1 = loc(\"a.py\":1:2)\n"
        "#pads = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>\n"
        "!t = tensor<1x4x4x1xf32>\n"
        "module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.frontend_attributes = {a = \"}\"}, "
        "mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {\n"
        "  sdy.mesh @mesh = <[\"x\"=2]> {stablehlo.mesh = {axes = [{name = \"x\", size = 2 : i64}]}}\n"
        "  // a comment { with a bracket\n"
        "  func.func public @main(%arg0: !t {mhlo.sharding = \"{devices=[2]<=[2]}\", tf.aliasing_output = 0 : i32} "
        "loc(\"x\"), "
        "%arg1: tensor<f32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> (!t "
        "{jax.result_info = "
        "\"result[0]['b0']\"}, tensor<1x2x2x1xf32>) attributes {x} {\n"
        "    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32> loc(#loc1)\n"
        "    %0 = \"stablehlo.reduce_window\"(%arg0, %cst) <{padding = #pads, window_dimensions = array<i64: 1, 3, 3, "
        "1>, "
        "window_strides = array<i64: 1, 2, 2, 1>}> ({\n"
        "    ^bb0(%arg2: tensor<f32> loc(\"q\"), %arg3: tensor<f32>):\n"
        "      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>\n"
        "      stablehlo.return %1 : tensor<f32>\n"
        "    }) {mhlo.sharding = \"{replicated}\"} : (!t, tensor<f32>) -> tensor<1x2x2x1xf32> loc(fused[\"a\", "
        "callsite(\"b\" at "
        "\"c\":1:2)])\n"
        "    return %arg0, %0 : !t, tensor<1x2x2x1xf32>\n"
        "  }\n"
        "}\n"
        "#loc2 = loc(\"z\")\n"
        "{-# dialect_resources: { } #-}\n");
    ls_ir_func *func = ls_ir_main(module);
    assert_string_equal(module->name, "jit_step");
    assert_int_equal(module->num_replicas, 2);
    assert_int_equal(func->arg_info[0].alias_output, 0);
    assert_false(func->arg_info[0].is_donor);
    assert_int_equal(func->arg_info[1].alias_output, -1);
    assert_true(func->arg_info[1].is_donor);
    assert_int_equal(op_at(module, 1)->kind, LS_IR_REDUCE_WINDOW);
    assert_int_equal(op_at(module, 1)->line, 9);
    assert_int_equal(op_at(module, 1)->column, 10);
    assert_int_equal(ls_ir_attr_count(&op_at(module, 1)->attrs, LS_ATTR_PADDING), 8);
    ls_ir_module_destroy(module);
}

static void torch_xla_modules_parse(void **state)
{
    ls_ir_module *module =
        parse("module @IrToHlo.9 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], "
              "mhlo.is_dynamic = false, "
              "mhlo.use_auto_spmd_partitioning = false} {\n"
              "  func.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {\n"
              "    %output, %batch_mean, %batch_var = \"stablehlo.batch_norm_training\"(%arg0, %arg1, %arg1) <{epsilon "
              "= 9.99999974E-6 : f32, "
              "feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, "
              "tensor<3xf32>, "
              "tensor<3xf32>)\n"
              "    return %batch_mean : tensor<3xf32>\n"
              "  }\n"
              "}\n");
    assert_true((float)ls_ir_attr_float(&op_at(module, 0)->attrs, LS_ATTR_EPSILON, 0) == 9.99999974e-6f);
    assert_ptr_equal(op_at(module, 1)->operands[0], op_at(module, 0)->results[1]);
    assert_true(ls_ir_main(module)->is_public);
    ls_ir_module_destroy(module);
}

static void quoted_modules_parse(void **state)
{
    ls_ir_module *module = parse("\"builtin.module\"() <{sym_name = \"q\"}> ({\n"
                                 "  \"func.func\"() <{arg_attrs = [{}, {tf.aliasing_output = 0 : i32}], function_type "
                                 "= (tensor<f32>, tensor<f32>) -> tensor<f32>, "
                                 "sym_name = \"main\", sym_visibility = \"public\"}> ({\n"
                                 "  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):\n"
                                 "    %0 = \"func.call\"(%arg0) <{callee = @f}> : (tensor<f32>) -> tensor<f32>\n"
                                 "    \"func.return\"(%0) : (tensor<f32>) -> ()\n"
                                 "  }) : () -> ()\n"
                                 "  \"func.func\"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = \"f\", "
                                 "sym_visibility = \"private\"}> ({\n"
                                 "  ^bb0(%arg0: tensor<f32>):\n"
                                 "    \"func.return\"(%arg0) : (tensor<f32>) -> ()\n"
                                 "  }) : () -> ()\n"
                                 "}) {mhlo.num_replicas = 4 : i32} : () -> ()\n");
    assert_string_equal(module->name, "q");
    assert_int_equal(module->num_replicas, 4);
    assert_int_equal(ls_ir_main(module)->arg_info[1].alias_output, 0);
    assert_int_equal(ls_ir_main(module)->arg_info[0].alias_output, -1);
    assert_false(ls_ir_func_find(module, "f")->is_public);
    ls_ir_module_destroy(module);
}

static void a_file_may_be_functions_alone(void **state)
{
    ls_ir_module *module = parse("func.func @\"odd name\"() { return }");
    assert_string_equal(module->funcs->name, "odd name");
    ls_ir_module_destroy(module);
}

/* --- Literals ----------------------------------------------------------------------------------------------- */

static void expect_bytes(const char *literal, bool is_splat, const void *bytes, size_t size)
{
    char text[2048];
    snprintf(text, sizeof(text), "func.func @main() { %%c = stablehlo.constant dense<%s return }", literal);
    ls_ir_module *module = parse(text);
    const ls_ir_dense *dense = &ls_ir_attr_find(&op_at(module, 0)->attrs, LS_ATTR_VALUE)->dense;
    assert_int_equal(dense->is_splat, is_splat);
    assert_int_equal(is_splat ? ls_dtype_size(dense->type.dtype) : ls_ir_type_bytes(&dense->type), size);
    assert_memory_equal(dense->data, bytes, size);
    ls_ir_module_destroy(module);
}

static void literals_have_their_bits(void **state)
{
    expect_bytes("2.000000e+00> : tensor<4xf32>", true, &(float){2}, 4);
    expect_bytes("[[1.5, 2.0], [4.0, -0.000000e+00]]> : tensor<2x2xf32>", false, (float[]){1.5f, 2, 4, -0.0f}, 16);
    expect_bytes("> : tensor<0x3xf32>", false, "", 0);
    expect_bytes("[]> : tensor<0x3xf32>", false, "", 0);
    expect_bytes("[true, false]> : tensor<2xi1>", false, "\1\0", 2);
    expect_bytes("true> : tensor<2xi1>", true, "\1", 1);
    expect_bytes("[0x7FC00000, 0xFF800000]> : tensor<2xf32>", false, (uint32_t[]){0x7FC00000, 0xFF800000}, 8);
    expect_bytes("[0x7FC0, 0x7F80, 1.0, -3.0e-2]> : tensor<4xbf16>", false,
                 (uint16_t[]){0x7FC0, 0x7F80, 0x3F80, ls_f32_to_bf16(-3.0e-2f)}, 8);
    expect_bytes("0x7E00> : tensor<f16>", true, &(uint16_t){0x7E00}, 2);
    expect_bytes("0xFFF0000000000000> : tensor<f64>", true, &(uint64_t){0xFFF0000000000000}, 8);
    expect_bytes("-0.99999994> : tensor<f32>", true, &(float){-0.99999994f}, 4);
    expect_bytes("[-128, 127, 255]> : tensor<3xi8>", false, (uint8_t[]){0x80, 0x7F, 0xFF}, 3);
    expect_bytes("18446744073709551615> : tensor<ui64>", true, &(uint64_t){UINT64_MAX}, 8);
    expect_bytes("-9223372036854775808> : tensor<i64>", true, &(int64_t){INT64_MIN}, 8);
    expect_bytes("\"0x0000803F00000040\"> : tensor<2xf32>", false, (float[]){1, 2}, 8);
    expect_bytes("\"0x0000803f\"> : tensor<2x7xf32>", true, &(float){1}, 4);
    expect_bytes("\"0x010001\"> : tensor<3xi1>", false, "\1\0\1", 3);
    expect_bytes("\"0x05\"> : tensor<3xi1>", false, "\1\0\1", 3); /* a bit each, as older writers have it */
    expect_bytes("\"0x01\"> : tensor<3000xi1>", true, "\1", 1);
}

/* Floats of odd bits, NaNs among them, come back with their bits. */
static void printed_floats_parse_back(void **state)
{
    enum { COUNT = 3000 };
    uint64_t bits[COUNT], random = 1;
    static const ls_dtype dtypes[] = {LS_F16, LS_BF16, LS_F32, LS_F64};
    for (int d = 0; d < 4; d++) {
        size_t width = ls_dtype_size(dtypes[d]);
        ls_ir_module *module = ls_ir_module_create("m");
        ls_ir_func *func = ls_ir_func_create(module, "main");
        for (int i = 0; i < COUNT; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            bits[i] = random >> 11 ^ random << 40;
            ls_ir_attr item = {.key = LS_ATTR_VALUE, .dense = {{dtypes[d], LS_SHAPE()}, &bits[i], true}};
            ls_ir_attrs attrs = {&item, 1};
            assert_int_equal(
                ls_ir_append(module, func->body, &(ls_ir_op_spec){.kind = LS_IR_CONSTANT, .attrs = &attrs}, NULL),
                LS_OK);
        }
        assert_int_equal(ls_ir_append_return(module, func->body, NULL, 0), LS_OK);
        char *text;
        assert_int_equal(ls_ir_print(module, &text, NULL), LS_OK);
        ls_ir_module *back = parse(text);
        const ls_ir_op *op = op_at(back, 0);
        for (int i = 0; i < COUNT; i++, op = op->next)
            assert_memory_equal(ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense.data, &bits[i], width);
        free(text);
        ls_ir_module_destroy(module);
        ls_ir_module_destroy(back);
    }
}

/* --- Errors ------------------------------------------------------------------------------------------------- */

typedef struct bad_text {
    const char *text, *message;
} bad_text;

#define BODY(ops) "func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {\n  " ops "\n  return\n}"

static const bad_text bad_texts[] = {
    {"", "1:1: the module has no function"},
    {"module {", "1:9: expected a function: func.func @name(...)"},
    {"module {\n}\njunk", "3:1: expected the end of the text behind the module"},
    {"func.func @main() {", "1:20: expected } before the end of the text"},
    {"func.func @main()", "1:18: expected { before the end of the text"},
    {"func.func @main() {}", "1:1: function @main does not end with a return"},
    {"func.func @f() {return} func.func @f() {return}", "1:25: function @f is defined already"},
    {"func.func @main(%x: tensor<2xf32>, %x: tensor<f32>) {return}", "1:36: %x is defined already"},
    {"func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {return %x : tensor<2xf32>}",
     "1:1: function @main returns tensor<2xf32> as result 0, its signature has tensor<3xf32>"},
    {BODY("%0 = stablehlo.frobnicate %x : tensor<2xf32>"), "2:8: unknown op stablehlo.frobnicate"},
    {BODY("%0 = \"stablehlo.wonder\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"), "2:8: unknown op stablehlo.wonder"},
    {BODY("%0 = stablehlo.add %x, %z : tensor<2xf32>"), "2:26: in stablehlo.add: %z is not defined before its use"},
    {BODY("%0 = stablehlo.add %x, %0 : tensor<2xf32>"), "2:26: in stablehlo.add: %0 is not defined before its use"},
    {BODY("%0 = stablehlo.add %x, %y : tensor<2xf32>"),
     "2:31: in stablehlo.add: operand 1 is tensor<3xf32>, not tensor<2xf32>"},
    {BODY("%0 = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>"),
     "2:8: stablehlo.add(tensor<2xf32>, tensor<3xf32>): operands differ in shape"},
    {BODY("%0 = stablehlo.add %x, %x : (tensor<2xf32>) -> tensor<2xf32>"),
     "2:47: in stablehlo.add: 1 operand types for 2 operands"},
    {BODY("%0 = stablehlo.slice %x [0:3] : (tensor<2xf32>) -> tensor<3xf32>"),
     "2:8: stablehlo.slice(tensor<2xf32>): slice 0:3 of dimension 0"},
    {BODY("%0 = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<2xf32>"),
     "2:8: stablehlo.slice(tensor<2xf32>): result 0 is tensor<1xf32>, not tensor<2xf32>"},
    {BODY("%0:2 = stablehlo.negate %x : tensor<2xf32>"),
     "2:3: in stablehlo.negate: names for more results than the 1 there are"},
    {BODY("%0 = stablehlo.negate %x#1 : tensor<2xf32>"),
     "2:25: in stablehlo.negate: %x stands for 1 values: %x#0 is the first"},
    {BODY("%0 = stablehlo.negate %x : tensor<?xf64>"),
     "2:30: in stablehlo.negate: operand 0 is tensor<2xf32>, not tensor<?xf64>"},
    {BODY("%0 = stablehlo.negate %x : tensor<2xf6E2M3FN>"),
     "2:39: in stablehlo.negate: the element type is not supported; they are i1, i2 to i64, ui2 to ui64, f4E2M1FN, the "
     "f8 types, f16, bf16, f32, f64, complex<f32>, complex<f64>"},
    {BODY("%0 = stablehlo.negate %x : tuple<tensor<f32>>"),
     "2:30: in stablehlo.negate: expected a type: tensor<...> or !stablehlo.token"},
    {BODY("%0 = stablehlo.constant dense<0> : !stablehlo.token"),
     "2:8: stablehlo.constant(): result 0 cannot be a token"},
    {BODY("%0 = stablehlo.tuple %x, %x : tuple<tensor<2xf32>>"),
     "3:3: in stablehlo.tuple: a tuple of 1 for 2 operands"},
    {BODY("%0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>"),
     "2:36: in stablehlo.get_tuple_element: expected the name of a tuple"},
    {BODY("%0 = stablehlo.tuple %x : tuple<tensor<2xf32>> %1 = stablehlo.get_tuple_element %0[1] : "
          "(tuple<tensor<2xf32>>) -> "
          "tensor<2xf32>"),
     "2:83: in stablehlo.get_tuple_element: the tuple has 1 members, not one of number 1"},
    {BODY("%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>"),
     "2:38: in stablehlo.constant: a list of more than the 2 that the type says"},
    {BODY("%0 = stablehlo.constant dense<[1]> : tensor<2xi32>"),
     "2:33: in stablehlo.constant: a list of 1 where the type says 2"},
    {BODY("%0 = stablehlo.constant dense<[1]> : tensor<4000000000000xi32>"),
     "2:33: in stablehlo.constant: fewer elements than the 4000000000000 that the type says"},
    {BODY("%0 = stablehlo.constant dense<256> : tensor<i8>"),
     "2:33: in stablehlo.constant: the integer does not fit i8"},
    {BODY("%0 = stablehlo.constant dense<1> : tensor<1000000x1000000x1000000xi8>"),
     "2:61: in stablehlo.constant: the tensor is too large"},
    {BODY("%0 = stablehlo.constant dense<\"0x00\"> : tensor<2xi32>"),
     "2:34: in stablehlo.constant: 1 bytes where the type says 8"},
    {BODY("%0 = stablehlo.compare XX, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>"),
     "2:25: in stablehlo.compare: unknown comparison_direction"},
    {BODY("return\n  return"), "3:3: in return: stands behind the return that ends the block"},
    {BODY("%0 = \"stablehlo.custom_call\"(%x) <{call_target_name = \"a}> : (tensor<2xf32>) -> tensor<2xf32>"),
     "2:57: in stablehlo.custom_call: the string does not end"},
    {BODY("%0 = \"stablehlo.negate\"(%x) {a = [(]} : (tensor<2xf32>) -> tensor<2xf32>"),
     "2:38: in stablehlo.negate: expected ) instead of ]"},
    {BODY("^bb1:\n"), "2:3: regions with several blocks are not supported"},
};

static void bad_text_is_named_by_place_and_op(void **state)
{
    for (size_t i = 0; i < sizeof(bad_texts) / sizeof(bad_texts[0]); i++) {
        ls_ir_module *module = NULL;
        assert_int_equal(ls_ir_parse(bad_texts[i].text, strlen(bad_texts[i].text), &module), LS_INVALID_ARGUMENT);
        assert_null(module);
        char expected[512];
        snprintf(expected, sizeof(expected), "StableHLO: %s", bad_texts[i].message);
        assert_string_equal(ls_last_error(), expected);
    }
}

/* --- Depth and size ----------------------------------------------------------------------------------------- */

static char *repeat(const char *head, const char *part, int count, const char *tail)
{
    char *text = malloc(strlen(head) + strlen(part) * (size_t)count + strlen(tail) + 1), *at = text;
    at = stpcpy(at, head);
    for (int i = 0; i < count; i++) at = stpcpy(at, part);
    strcpy(at, tail);
    return text;
}

static void expect_failure(char *text, const char *part)
{
    ls_ir_module *module;
    assert_int_equal(ls_ir_parse(text, strlen(text), &module), LS_INVALID_ARGUMENT);
    assert_non_null(strstr(ls_last_error(), part));
    free(text);
}

static void depth_is_limited(void **state)
{
    expect_failure(repeat("func.func @main(%p: tensor<i1>) {", "\"stablehlo.if\"(%p) ({", 100000, ""),
                   "regions are nested more than 64 deep");
    expect_failure(repeat("module attributes {a = ", "[", 1000000, ""), "brackets are nested too deeply");
    expect_failure(
        repeat("func.func @main() { %c = stablehlo.constant dense<", "[", 1000000, "> : tensor<2xi32> return }"),
        "expected");
    expect_failure(repeat("#a = #a\nfunc.func @main() { %c = stablehlo.constant #a", "", 0, "return }"),
                   "expected dense");
    expect_failure(repeat("!a = !a\nfunc.func @main(%x: !a", "", 0, ") {return}"), "aliases are nested too deeply");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jax_modules_parse),
        cmocka_unit_test(torch_xla_modules_parse),
        cmocka_unit_test(quoted_modules_parse),
        cmocka_unit_test(a_file_may_be_functions_alone),
        cmocka_unit_test(literals_have_their_bits),
        cmocka_unit_test(printed_floats_parse_back),
        cmocka_unit_test(bad_text_is_named_by_place_and_op),
        cmocka_unit_test(depth_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
