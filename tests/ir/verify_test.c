/* The verifier against modules that were whole and then broken in one place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"

static ls_ir_module *parse(const char *text)
{
    ls_ir_module *module = NULL;
    if (ls_ir_parse(text, strlen(text), &module) != LS_OK) fail_msg("%s\nin\n%s", ls_last_error(), text);
    return module;
}

static void expect_failure(ls_ir_module *module, const char *message)
{
    assert_int_not_equal(ls_ir_verify(module), LS_OK);
    assert_string_equal(ls_last_error(), message);
    ls_ir_module_destroy(module);
}

static const char *const text = "func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) -> tensor<2xf32> {\n"
                                "  %0 = stablehlo.negate %x : tensor<2xf32>\n"
                                "  %1 = stablehlo.slice %0 [0:1] : (tensor<2xf32>) -> tensor<1xf32>\n"
                                "  %2 = \"stablehlo.if\"(%p) ({\n"
                                "    %3 = stablehlo.abs %0 : tensor<2xf32>\n"
                                "    stablehlo.return %3 : tensor<2xf32>\n"
                                "  }, {\n"
                                "    stablehlo.return %0 : tensor<2xf32>\n"
                                "  }) : (tensor<i1>) -> tensor<2xf32>\n"
                                "  %4 = func.call @f(%2) : (tensor<2xf32>) -> tensor<2xf32>\n"
                                "  return %4 : tensor<2xf32>\n"
                                "}\n"
                                "func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                                "  return %x : tensor<2xf32>\n"
                                "}\n";

typedef struct whole {
    ls_ir_module *module;
    ls_ir_func *func;
    ls_ir_op *negate, *slice, *branch, *call, *ret;
} whole;

static whole make(void)
{
    whole w = {.module = parse(text)};
    w.func = ls_ir_func_find(w.module, "main");
    w.negate = w.func->body->first;
    w.slice = w.negate->next;
    w.branch = w.slice->next;
    w.call = w.branch->next;
    w.ret = w.call->next;
    return w;
}

static void whole_modules_pass(void **state)
{
    whole w = make();
    assert_int_equal(ls_ir_verify(w.module), LS_OK);
    ls_ir_module_destroy(w.module);
}

static void uses_before_definitions_are_found(void **state)
{
    whole w = make();
    ls_ir_op_insert_before(w.slice, w.negate);
    expect_failure(w.module,
                   "module @module: function @main: 3:8: in stablehlo.slice: operand 0 is not defined before its use");
    w = make();
    w.call->operands[0] = w.branch->regions[0]->first->results[0]; /* out of its region */
    expect_failure(w.module,
                   "module @module: function @main: 10:8: in func.call: operand 0 is not defined before its use");
    w = make();
    w.ret->operands[0] = ls_ir_func_find(w.module, "f")->body->args[0]; /* of another function */
    expect_failure(
        w.module, "module @module: function @main: 11:3: in stablehlo.return: operand 0 is not defined before its use");
    w = make();
    ls_ir_op_remove(w.negate);
    expect_failure(w.module,
                   "module @module: function @main: 3:8: in stablehlo.slice: operand 0 is not defined before its use");
}

static void types_and_attributes_are_checked(void **state)
{
    whole w = make();
    w.slice->results[0]->type.shape.dims[0] = 2;
    expect_failure(w.module, "module @module: function @main: 3:8: stablehlo.slice(tensor<2xf32>): result 0 is "
                             "tensor<1xf32>, not tensor<2xf32>");
    w = make();
    w.slice->attrs.count = 1;
    expect_failure(w.module,
                   "module @module: function @main: 3:8: stablehlo.slice(tensor<2xf32>): attribute limit_indices is "
                   "missing");
    w = make();
    ls_ir_attr last = w.slice->attrs.items[1];
    w.slice->attrs.items[1] = w.slice->attrs.items[0];
    w.slice->attrs.items[0] = last;
    expect_failure(w.module,
                   "module @module: function @main: 3:8: in stablehlo.slice: attribute start_indices is out of order");
    w = make();
    w.branch->regions[1]->last->operands[0] = w.slice->results[0];
    expect_failure(w.module, "module @module: function @main: 4:8: stablehlo.if(tensor<i1>): region 1: result 0 is "
                             "tensor<1xf32> instead of tensor<2xf32>");
}

static void blocks_end_with_their_only_return(void **state)
{
    whole w = make();
    ls_ir_op_remove(w.ret);
    expect_failure(w.module,
                   "module @module: function @main: 10:8: in func.call: the block does not end with a return");
    w = make();
    ls_ir_op_insert_before(w.ret, w.call);
    expect_failure(w.module,
                   "module @module: function @main: 11:3: in stablehlo.return: a return stands before the block's end");
    w = make();
    w.branch->regions[1]->parent = w.call;
    expect_failure(
        w.module,
        "module @module: function @main: 4:8: in stablehlo.if: the op is not linked to its block, results and regions");
}

static void calls_and_signatures_are_checked(void **state)
{
    whole w = make();
    w.func->result_count = 0;
    expect_failure(w.module, "module @module: function @main: returns 1 values, its signature has 0");
    w = make();
    w.func->arg_info[0].alias_output = 1;
    expect_failure(w.module, "module @module: function @main: argument 0 cannot be donated to output 1");
    w = make();
    ls_ir_func_find(w.module, "f")->name = "g";
    expect_failure(w.module, "module @module: function @main: 10:8: in func.call: there is no function @f");
    w = make();
    ls_ir_func_find(w.module, "f")->name = "main";
    expect_failure(w.module, "module @module: function @main is defined twice");
    expect_failure(
        parse(
            "func.func @a() { func.call @b() : () -> () return }\nfunc.func @b() { func.call @a() : () -> () return }"),
        "module @module: function @a calls itself");
    expect_failure(parse("func.func @a(%x: tensor<f32>) { func.call @b(%x) : (tensor<f32>) -> () return }\nfunc.func "
                         "@b(%x: tensor<i32>) "
                         "{ return }"),
                   "module @module: function @a: 1:33: in func.call: operand 0 has another type than argument 0 of @b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_modules_pass),
        cmocka_unit_test(uses_before_definitions_are_found),
        cmocka_unit_test(types_and_attributes_are_checked),
        cmocka_unit_test(blocks_end_with_their_only_return),
        cmocka_unit_test(calls_and_signatures_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
