/* Passes over the IR: a program before and after, as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu/compile/plan.h"

typedef ls_status (*pass_fn)(ls_ir_module *module, const ls_cpu_compile_options *options);

#define ARGS "%x: tensor<2x3xf32>, %n: tensor<2x3xi32>, %p: tensor<2x3xi1>"

static ls_ir_module *parse(const char *ops)
{
    char text[4096];
    snprintf(text, sizeof(text), "func.func @main(%s) -> %s }", ARGS, ops);
    ls_ir_module *module = NULL;
    if (ls_ir_parse(text, strlen(text), &module) != LS_OK) fail_msg("%s in\n%s", ls_last_error(), text);
    return module;
}

static char *print(const ls_ir_module *module)
{
    char *text = NULL;
    if (ls_ir_verify(module) != LS_OK) fail_msg("%s", ls_last_error());
    assert_int_equal(ls_ir_print(module, &text, NULL), LS_OK);
    return text;
}

/* Both programs from the result type on; `after` NULL: the pass changes nothing. */
static void expect(pass_fn pass, const char *before, const char *after)
{
    ls_cpu_compile_options options = {.num_replicas = 1, .threads = 1};
    ls_ir_module *module = parse(before), *wanted = parse(after ? after : before);
    assert_int_equal(pass(module, &options), LS_OK);
    assert_int_equal(ls_cpu_pass_simplify(module, &options), LS_OK);
    assert_int_equal(ls_cpu_pass_simplify(wanted, &options), LS_OK);
    char *is = print(module), *must = print(wanted);
    assert_string_equal(is, must);
    free(is);
    free(must);
    ls_ir_module_destroy(module);
    ls_ir_module_destroy(wanted);
}

/* --- identity ------------------------------------------------------------------------------------------------ */

#define IDENTITY(before, after) expect(ls_cpu_pass_identity, before, after)
#define F23 "tensor<2x3xf32>"
#define RETURN_X F23 " { return %x : " F23

static void movement_that_moves_nothing_goes(void **state)
{
    IDENTITY(F23 " { %0 = stablehlo.reshape %x : (" F23
                 ") -> tensor<6xf32> %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> " F23 " return %1 : " F23,
             RETURN_X);
    IDENTITY("tensor<3x2xf32> { %0 = stablehlo.reshape %x : (" F23
             ") -> tensor<6xf32> %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> "
             "tensor<3x2xf32> return %1 : tensor<3x2xf32>",
             "tensor<3x2xf32> { %0 = stablehlo.reshape %x : (" F23 ") -> tensor<3x2xf32> return %0 : tensor<3x2xf32>");
    IDENTITY(F23 " { %0 = stablehlo.transpose %x, dims = [1, 0] : (" F23
                 ") -> tensor<3x2xf32> %1 = stablehlo.transpose %0, dims = [1, 0] : "
                 "(tensor<3x2xf32>) -> " F23 " return %1 : " F23,
             RETURN_X);
    IDENTITY(F23 " { %0 = stablehlo.slice %x [0:2, 0:3] : (" F23 ") -> " F23
                 " %1 = stablehlo.concatenate %0, dim = 0 : (" F23 ") -> " F23
                 " %2 = stablehlo.reverse %1, dims = [] : " F23 " %3 = stablehlo.convert %2 : " F23 " return %3 : " F23,
             RETURN_X);
    IDENTITY(F23 " { %c = stablehlo.constant dense<0.0> : tensor<f32> %0 = stablehlo.pad %x, %c, low = [0, 0], high = "
                 "[0, 0], interior = "
                 "[0, 0] : (" F23 ", tensor<f32>) -> " F23 " return %0 : " F23,
             RETURN_X);
    IDENTITY(F23 " { %i = stablehlo.constant dense<1> : tensor<i32> %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = "
                 "[2, 3] : (" F23 ", tensor<i32>, tensor<i32>) -> " F23 " return %0 : " F23,
             RETURN_X);
}

static void movements_join(void **state)
{
    IDENTITY("tensor<3x1x2xf32> { %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (" F23
             ") -> tensor<2x1x3xf32> %1 = "
             "stablehlo.transpose %0, dims = [2, 1, 0] : (tensor<2x1x3xf32>) -> tensor<3x1x2xf32> return %1 : "
             "tensor<3x1x2xf32>",
             "tensor<3x1x2xf32> { %0 = stablehlo.reshape %x : (" F23
             ") -> tensor<2x1x3xf32> %1 = stablehlo.transpose %0, dims = [2, 1, 0] : "
             "(tensor<2x1x3xf32>) -> tensor<3x1x2xf32> return %1 : tensor<3x1x2xf32>");
    IDENTITY("tensor<4x2x3x5xf32> { %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (" F23
             ") -> tensor<4x2x3xf32> %1 = "
             "stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x2x3xf32>) -> tensor<4x2x3x5xf32> return %1 : "
             "tensor<4x2x3x5xf32>",
             "tensor<4x2x3x5xf32> { %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (" F23
             ") -> tensor<4x2x3x5xf32> return %0 : "
             "tensor<4x2x3x5xf32>");
    IDENTITY(
        "tensor<5x2x3xf32> { %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (" F23 ") -> tensor<2x3x5xf32> %1 = "
        "stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32> %2 = stablehlo.transpose "
        "%1, dims = [2, 1, "
        "0] : (tensor<3x2x5xf32>) -> tensor<5x2x3xf32> return %2 : tensor<5x2x3xf32>",
        "tensor<5x2x3xf32> { %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (" F23 ") -> tensor<2x3x5xf32> %1 = "
        "stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32> return %1 : "
        "tensor<5x2x3xf32>");
}

/* x op c, with the constant broadcast from a scalar as the tracer makes it. */
static void expect_neutral(const char *value, const char *type, const char *element, const char *op,
                           const char *constant, bool is_neutral, bool constant_first)
{
    char before[1024], after[256];
    snprintf(before, sizeof(before),
             "%s { %%c = stablehlo.constant dense<%s> : tensor<%s> %%b = stablehlo.broadcast_in_dim %%c, dims = [] : "
             "(tensor<%s>) -> %s %%0 = "
             "stablehlo.%s %%%s, %%%s : %s return %%0 : %s",
             type, constant, element, element, type, op, constant_first ? "b" : value, constant_first ? value : "b",
             type, type);
    snprintf(after, sizeof(after), "%s { return %%%s : %s", type, value, type);
    expect(ls_cpu_pass_identity, before, is_neutral ? after : NULL);
}

static void neutral_elements_go_only_where_no_bit_changes(void **state)
{
    static const struct {
        const char *op, *constant;
        bool is_neutral, either_side;
    } floats[] = {{"multiply", "1.0", true, true},    {"divide", "1.0", true, false},
                  {"subtract", "0.0", true, false},   {"add", "0.0", false, false},
                  {"subtract", "-0.0", false, false}, {"multiply", "0.0", false, false},
                  {"maximum", "0.0", false, false}};
    static const struct {
        const char *op, *constant;
        bool is_neutral, either_side;
    } ints[] = {{"add", "0", true, true},       {"multiply", "1", true, true}, {"or", "0", true, true},
                {"and", "-1", true, true},      {"xor", "0", true, true},      {"shift_left", "0", true, false},
                {"divide", "1", true, false},   {"and", "1", false, false},    {"add", "1", false, false},
                {"multiply", "2", false, false}};
    for (size_t i = 0; i < sizeof(floats) / sizeof(floats[0]); i++)
        for (int side = 0; side <= floats[i].either_side; side++)
            expect_neutral("x", F23, "f32", floats[i].op, floats[i].constant, floats[i].is_neutral, side);
    for (size_t i = 0; i < sizeof(ints) / sizeof(ints[0]); i++)
        for (int side = 0; side <= ints[i].either_side; side++)
            expect_neutral("n", "tensor<2x3xi32>", "i32", ints[i].op, ints[i].constant, ints[i].is_neutral, side);
    expect_neutral("x", F23, "f32", "divide", "1.0", false, true);
    expect_neutral("n", "tensor<2x3xi32>", "i32", "subtract", "0", false, true);
}

static void rounding_conversions_stay(void **state)
{
    IDENTITY(F23 " { %0 = stablehlo.convert %x : (" F23
                 ") -> tensor<2x3xbf16> %1 = stablehlo.convert %0 : (tensor<2x3xbf16>) -> " F23 " return %1 : " F23,
             NULL);
    IDENTITY(F23 " { %0 = stablehlo.negate %x : " F23 " %1 = stablehlo.negate %0 : " F23 " return %1 : " F23, RETURN_X);
    IDENTITY(F23 " { %0 = stablehlo.select %p, %x, %x : tensor<2x3xi1>, " F23 " %1 = stablehlo.maximum %0, %0 : " F23
                 " return %1 : " F23,
             RETURN_X);
    IDENTITY(F23 " { %c = stablehlo.constant dense<false> : tensor<i1> %1 = stablehlo.add %x, %x : " F23
                 " %0 = stablehlo.select %c, %1, %x : tensor<i1>, " F23 " return %0 : " F23,
             RETURN_X);
}

static void regions_see_what_stands_for_outer_values(void **state)
{
    IDENTITY(
        F23 " { %i = stablehlo.constant dense<1> : tensor<i32> %y = stablehlo.convert %x : " F23
            " %0 = \"stablehlo.case\"(%i) ({ %a = stablehlo.convert %y : " F23 " stablehlo.return %a : " F23
            " }) : (tensor<i32>) -> " F23 " return %0 : " F23,
        F23
        " { %i = stablehlo.constant dense<1> : tensor<i32> %0 = \"stablehlo.case\"(%i) ({ stablehlo.return %x : " F23
        " }) : (tensor<i32>) -> " F23 " return %0 : " F23);
}

/* --- common -------------------------------------------------------------------------------------------------- */

static void equal_ops_are_computed_once(void **state)
{
    expect(ls_cpu_pass_common,
           F23 " { %0 = stablehlo.exponential %x : " F23 " %1 = stablehlo.exponential %x : " F23
               " %2 = stablehlo.negate %0 : " F23 " %3 = stablehlo.negate %1 : " F23 " %4 = stablehlo.add %2, %3 : " F23
               " return %4 : " F23,
           F23 " { %0 = stablehlo.exponential %x : " F23 " %2 = stablehlo.negate %0 : " F23
               " %4 = stablehlo.add %2, %2 : " F23 " return %4 : " F23);
    /* attributes and constants differ */
    expect(ls_cpu_pass_common,
           "tensor<1x3xf32> { %0 = stablehlo.slice %x [0:1, 0:3] : (" F23
           ") -> tensor<1x3xf32> %1 = stablehlo.slice %x [1:2, 0:3] : (" F23
           ") -> tensor<1x3xf32> %2 = stablehlo.add %0, %1 : tensor<1x3xf32> return %2 : tensor<1x3xf32>",
           NULL);
    /* reductions by the same op, and by another */
    expect(ls_cpu_pass_common,
           "tensor<f32> { %c = stablehlo.constant dense<0.0> : tensor<f32> %d = stablehlo.constant dense<0.0> : "
           "tensor<f32> %0 = "
           "stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0, 1] : (" F23
           ", tensor<f32>) -> tensor<f32> %1 = "
           "stablehlo.reduce(%x init: %d) applies stablehlo.add across dimensions = [0, 1] : (" F23
           ", tensor<f32>) -> tensor<f32> %2 = "
           "stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0, 1] : (" F23
           ", tensor<f32>) -> tensor<f32> %3 = "
           "stablehlo.add %0, %1 : tensor<f32> %4 = stablehlo.add %3, %2 : tensor<f32> return %4 : tensor<f32>",
           "tensor<f32> { %c = stablehlo.constant dense<0.0> : tensor<f32> %0 = "
           "stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0, 1] : (" F23
           ", tensor<f32>) -> tensor<f32> %2 = "
           "stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0, 1] : (" F23
           ", tensor<f32>) -> tensor<f32> %3 = "
           "stablehlo.add %0, %0 : tensor<f32> %4 = stablehlo.add %3, %2 : tensor<f32> return %4 : tensor<f32>");
}

static void what_a_region_computes_is_its_own(void **state)
{
    expect(ls_cpu_pass_common,
           F23 " { %i = stablehlo.constant dense<1> : tensor<i32> %e = stablehlo.abs %x : " F23
               " %0 = \"stablehlo.case\"(%i) ({ %a = "
               "stablehlo.negate %x : " F23 " stablehlo.return %a : " F23 " }, { %a = stablehlo.negate %x : " F23
               " %b = stablehlo.abs %x : " F23 " %s = stablehlo.add %a, %b : " F23 " stablehlo.return %s : " F23
               " }) : (tensor<i32>) -> " F23 " %1 = stablehlo.negate %x : " F23 " %2 = stablehlo.add %0, %1 : " F23
               " %3 = stablehlo.add %2, %e : " F23 " return %3 : " F23,
           F23 " { %i = stablehlo.constant dense<1> : tensor<i32> %e = stablehlo.abs %x : " F23
               " %0 = \"stablehlo.case\"(%i) ({ %a = "
               "stablehlo.negate %x : " F23 " stablehlo.return %a : " F23 " }, { %a = stablehlo.negate %x : " F23
               " %s = stablehlo.add %a, %e : " F23 " stablehlo.return %s : " F23 " }) : (tensor<i32>) -> " F23
               " %1 = stablehlo.negate %x : " F23 " %2 = stablehlo.add %0, %1 : " F23
               " %3 = stablehlo.add %2, %e : " F23 " return %3 : " F23);
}

static void collectives_and_barriers_stay(void **state)
{
#define ALL                                                                                                            \
    "\"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : "    \
    "(" F23 ") -> " F23
    expect(ls_cpu_pass_common, F23 " { %0 = " ALL " %1 = " ALL " %2 = stablehlo.add %0, %1 : " F23 " return %2 : " F23,
           NULL);
    expect(ls_cpu_pass_common,
           F23 " { %0 = stablehlo.optimization_barrier %x : " F23 " %1 = stablehlo.optimization_barrier %x : " F23
               " %2 = stablehlo.add %0, %1 : " F23 " return %2 : " F23,
           NULL);
}

/* --- fold ---------------------------------------------------------------------------------------------------- */

/* op on constants a and b (NULL: unary), both of `type`, becomes the constant `wanted` of `result`; NULL: stays. */
static void expect_fold(const char *op, const char *a, const char *b, const char *type, const char *wanted,
                        const char *result)
{
    char before[1024], after[512], operands[64];
    snprintf(operands, sizeof(operands), b ? "%%a, %%b" : "%%a");
    bool is_compare = !strncmp(op, "compare", 7);
    snprintf(before, sizeof(before),
             "%s { %%a = stablehlo.constant dense<%s> : %s %%b = stablehlo.constant dense<%s> : %s %%0 = stablehlo.%s "
             "%s : (%s%s%s) -> %s "
             "return %%0 : %s",
             result, a, type, b ? b : a, type, op, is_compare ? "%a, %b" : operands, type, b ? ", " : "", b ? type : "",
             result, result);
    snprintf(after, sizeof(after), "%s { %%0 = stablehlo.constant dense<%s> : %s return %%0 : %s", result,
             wanted ? wanted : "0", result, result);
    expect(ls_cpu_pass_fold, before, wanted ? after : NULL);
}

static void known_elements_are_computed(void **state)
{
    expect_fold("add", "1.5", "2.25", "tensor<4xf32>", "3.75", "tensor<4xf32>");
    expect_fold("divide", "1.0", "3.0", "tensor<f32>", "0x3EAAAAAB", "tensor<f32>");
    expect_fold("divide", "1.0", "0.0", "tensor<f32>", "0x7F800000", "tensor<f32>");
    expect_fold("divide", "0.0", "0.0", "tensor<f32>", NULL, "tensor<f32>");
    expect_fold("add", "0x7FC00001", "1.0", "tensor<f32>", NULL, "tensor<f32>");
    expect_fold("multiply", "1.01", "1.01", "tensor<bf16>", "1.015625e+00", "tensor<bf16>");
    expect_fold("maximum", "0.0", "-0.0", "tensor<f32>", NULL, "tensor<f32>");
    expect_fold("maximum", "-1.0", "2.0", "tensor<f64>", "2.0", "tensor<f64>");
    expect_fold("exponential", "1.0", NULL, "tensor<f32>", NULL, "tensor<f32>");
    expect_fold("sqrt", "2.0", NULL, "tensor<f32>", "0x3FB504F3", "tensor<f32>");
    expect_fold("add", "127", "1", "tensor<i8>", "-128", "tensor<i8>");
    expect_fold("subtract", "0", "1", "tensor<ui16>", "65535", "tensor<ui16>");
    expect_fold("divide", "-7", "2", "tensor<i32>", "-3", "tensor<i32>");
    expect_fold("divide", "7", "0", "tensor<i32>", NULL, "tensor<i32>");
    expect_fold("divide", "18446744073709551615", "2", "tensor<ui64>", "9223372036854775807", "tensor<ui64>");
    expect_fold("minimum", "200", "100", "tensor<ui8>", "100", "tensor<ui8>");
    expect_fold("not", "true", NULL, "tensor<3xi1>", "false", "tensor<3xi1>");
    expect_fold("convert", "1.9", NULL, "tensor<f32>", "1", "tensor<i32>");
    expect_fold("convert", "3.0e9", NULL, "tensor<f32>", NULL, "tensor<i32>");
    expect_fold("convert", "18446744073709551615", NULL, "tensor<ui64>", NULL, "tensor<f32>");
    expect_fold("convert", "-3", NULL, "tensor<i8>", "-3.0", "tensor<bf16>");
    expect_fold("compare LT,", "1.0", "2.0", "tensor<f32>", "true", "tensor<i1>");
    expect_fold("compare NE,", "0x7FC00000", "2.0", "tensor<f32>", "true", "tensor<i1>");
    expect_fold("compare GE,", "0x7FC00000", "2.0", "tensor<f32>", "false", "tensor<i1>");
    expect_fold("compare GT,", "18446744073709551615", "1", "tensor<ui64>", "true", "tensor<i1>");
}

static void folding_sees_through_broadcasts(void **state)
{
    expect(ls_cpu_pass_fold,
           F23 " { %c = stablehlo.constant dense<2.0> : tensor<f32> %b = stablehlo.broadcast_in_dim %c, dims = [] : "
               "(tensor<f32>) -> " F23 " %0 = stablehlo.multiply %b, %b : " F23 " %1 = stablehlo.add %0, %b : " F23
               " %2 = stablehlo.multiply %1, %x : " F23 " return %2 : " F23,
           F23 " { %c = stablehlo.constant dense<6.0> : " F23 " %2 = stablehlo.multiply %c, %x : " F23
               " return %2 : " F23);
    expect(ls_cpu_pass_fold,
           "tensor<2xf32> { %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32> %0 = stablehlo.add %c, %c : "
           "tensor<2xf32> return %0 : "
           "tensor<2xf32>",
           NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movement_that_moves_nothing_goes),
        cmocka_unit_test(movements_join),
        cmocka_unit_test(neutral_elements_go_only_where_no_bit_changes),
        cmocka_unit_test(rounding_conversions_stay),
        cmocka_unit_test(regions_see_what_stands_for_outer_values),
        cmocka_unit_test(equal_ops_are_computed_once),
        cmocka_unit_test(what_a_region_computes_is_its_own),
        cmocka_unit_test(collectives_and_barriers_stay),
        cmocka_unit_test(known_elements_are_computed),
        cmocka_unit_test(folding_sees_through_broadcasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
