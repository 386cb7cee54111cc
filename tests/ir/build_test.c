/* Builder, attributes, numbering, printing of what was built. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "ir/ir.h"

static ls_ir_type type_of(ls_dtype dtype, ls_shape shape)
{
    return (ls_ir_type){dtype, shape};
}

static ls_ir_value *append(ls_ir_module *module, ls_ir_block *block, const ls_ir_op_spec *spec)
{
    ls_ir_op *op = NULL;
    if (ls_ir_append(module, block, spec, &op) != LS_OK) fail_msg("%s", ls_last_error());
    return op->results[0];
}

static ls_ir_value *append_binary(ls_ir_module *module, ls_ir_block *block, ls_ir_kind kind, ls_ir_value *a,
                                  ls_ir_value *b)
{
    return append(module, block,
                  &(ls_ir_op_spec){.kind = kind, .operands = (ls_ir_value *[]){a, b}, .operand_count = 2});
}

static void attributes_keep_their_order(void **state)
{
    ls_arena arena = {0};
    ls_ir_attrs a = {0}, b = {0};
    static const ls_ir_attr_key keys[] = {LS_ATTR_SPLIT_COUNT,    LS_ATTR_DIMENSION,     LS_ATTR_REDUCER,
                                          LS_ATTR_IOTA_DIMENSION, LS_ATTR_FEATURE_INDEX, LS_ATTR_GROUP_SIZE,
                                          LS_ATTR_CHANNEL_ID,     LS_ATTR_IS_STABLE,     LS_ATTR_EXPONENT_BITS};
    for (int i = 0; i < 9; i++) ls_ir_attrs_set_int(&a, &arena, keys[i], 100 + i);
    for (size_t i = 1; i < a.count; i++) assert_true(a.items[i - 1].key < a.items[i].key);
    assert_int_equal(a.count, 9);
    assert_int_equal(ls_ir_attr_int(&a, LS_ATTR_DIMENSION, -1), 101);
    assert_int_equal(ls_ir_attr_int(&a, LS_ATTR_SPLIT_DIMENSION, -1), -1);
    ls_ir_attrs_set_int(&a, &arena, LS_ATTR_DIMENSION, 7);
    assert_int_equal(a.count, 9);
    assert_int_equal(ls_ir_attr_int(&a, LS_ATTR_DIMENSION, -1), 7);

    ls_ir_attrs_set_ints(&a, &arena, LS_ATTR_PADDING, (int64_t[]){1, 2, 3, 4}, 4);
    ls_ir_attrs_set_string(&a, &arena, LS_ATTR_CALLEE, "f", 1);
    ls_ir_attrs_set_float(&a, &arena, LS_ATTR_EPSILON, 1e-5);
    float two = 2;
    ls_ir_attrs_set_dense(&a, &arena, LS_ATTR_VALUE, (ls_ir_dense){type_of(LS_F32, LS_SHAPE(1000)), &two, true});
    b = ls_ir_attrs_copy(&a, &arena);
    assert_true(ls_ir_attrs_equal(&a, &b));
    assert_int_equal(ls_ir_attrs_hash(&a, 1), ls_ir_attrs_hash(&b, 1));
    ls_ir_attrs_set_ints(&b, &arena, LS_ATTR_PADDING, (int64_t[]){1, 2, 3, 5}, 4);
    assert_false(ls_ir_attrs_equal(&a, &b));
    assert_int_not_equal(ls_ir_attrs_hash(&a, 1), ls_ir_attrs_hash(&b, 1));
    ls_arena_finish(&arena);
}

static void a_function_is_built_numbered_and_printed(void **state)
{
    ls_ir_module *module = ls_ir_module_create("step");
    module->num_replicas = 2;
    ls_ir_func *func = ls_ir_func_create(module, "main");
    ls_ir_value *x = ls_ir_func_add_arg(module, func, type_of(LS_F32, LS_SHAPE(2, 3)));
    ls_ir_value *y = ls_ir_func_add_arg(module, func, type_of(LS_F32, LS_SHAPE(2, 3)));
    func->arg_info[1].alias_output = 0;
    ls_ir_value *sum = append_binary(module, func->body, LS_IR_ADD, x, y);
    ls_ir_attr items[] = {{.key = LS_ATTR_REPLICA_GROUPS, .ints = {(int64_t[]){0, 1}, 2}},
                          {.key = LS_ATTR_GROUP_SIZE, .i = 2},
                          {.key = LS_ATTR_REDUCER, .i = LS_IR_ADD}};
    ls_ir_attrs attrs = {items, 3};
    ls_ir_value *all =
        append(module, func->body,
               &(ls_ir_op_spec){.kind = LS_IR_ALL_REDUCE, .operands = &sum, .operand_count = 1, .attrs = &attrs});
    assert_int_equal(ls_ir_append_return(module, func->body, &all, 1), LS_OK);
    assert_int_equal(ls_ir_func_finish(module, func), LS_OK);
    assert_int_equal(func->value_count, 7);
    assert_int_equal(all->id, 3);
    ls_ir_kind kind;
    assert_true(ls_ir_block_is_reducer(all->op->regions[0], &kind));
    assert_int_equal(kind, LS_IR_ADD);
    assert_null(ls_ir_attr_find(&all->op->attrs, LS_ATTR_REDUCER));
    char *text;
    assert_int_equal(ls_ir_print(module, &text, NULL), LS_OK);
    assert_string_equal(
        text, "module @step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {\n"
              "  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32> {tf.aliasing_output = 0 : i32})"
              " -> (tensor<2x3xf32>) {\n"
              "    %2 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>\n"
              "    %3 = \"stablehlo.all_reduce\"(%2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
              "    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):\n"
              "      %6 = stablehlo.add %arg4, %arg5 : tensor<f32>\n"
              "      stablehlo.return %6 : tensor<f32>\n"
              "    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
              "    return %3 : tensor<2x3xf32>\n"
              "  }\n"
              "}\n");
    free(text);
    ls_ir_module_destroy(module);
}

static void failures_name_op_and_types(void **state)
{
    ls_ir_module *module = ls_ir_module_create("m");
    ls_ir_func *func = ls_ir_func_create(module, "main");
    ls_ir_value *pair[] = {ls_ir_func_add_arg(module, func, type_of(LS_F32, LS_SHAPE(2))),
                           ls_ir_func_add_arg(module, func, type_of(LS_F32, LS_SHAPE(3)))};
    ls_ir_op_spec spec = {.kind = LS_IR_ADD, .operands = pair, .operand_count = 2};
    assert_int_equal(ls_ir_append(module, func->body, &spec, NULL), LS_INVALID_ARGUMENT);
    assert_string_equal(ls_last_error(), "stablehlo.add(tensor<2xf32>, tensor<3xf32>): operands differ in shape");
    spec.operand_count = 1;
    assert_int_equal(ls_ir_append(module, func->body, &spec, NULL), LS_INVALID_ARGUMENT);
    assert_string_equal(ls_last_error(), "stablehlo.add(tensor<2xf32>): takes 2 operands, not 1");
    assert_int_equal(ls_ir_func_finish(module, func), LS_INVALID_ARGUMENT);
    assert_null(func->body->first);
    ls_ir_module_destroy(module);
}

static void passes_move_remove_and_replace(void **state)
{
    ls_ir_module *module = ls_ir_module_create("m");
    ls_ir_func *func = ls_ir_func_create(module, "main");
    ls_ir_value *x = ls_ir_func_add_arg(module, func, type_of(LS_I32, LS_SHAPE()));
    ls_ir_value *a = append_binary(module, func->body, LS_IR_ADD, x, x);
    ls_ir_value *b = append_binary(module, func->body, LS_IR_MULTIPLY, x, x);
    ls_ir_value *c = append_binary(module, func->body, LS_IR_SUBTRACT, a, b);
    assert_int_equal(ls_ir_append_return(module, func->body, &c, 1), LS_OK);
    ls_ir_op_insert_before(b->op, a->op);
    assert_ptr_equal(func->body->first, b->op);
    assert_ptr_equal(b->op->next, a->op);
    assert_ptr_equal(a->op->next, c->op);
    assert_ptr_equal(c->op->prev, a->op);
    ls_ir_replace_uses(func, c, a);
    ls_ir_op_remove(c->op);
    assert_ptr_equal(func->body->last->operands[0], a);
    assert_ptr_equal(a->op->next, func->body->last);
    ls_ir_op_remove(b->op);
    assert_ptr_equal(func->body->first, a->op);
    assert_int_equal(ls_ir_func_finish(module, func), LS_OK);
    assert_int_equal(func->value_count, 2);
    ls_ir_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_keep_their_order),
        cmocka_unit_test(a_function_is_built_numbered_and_printed),
        cmocka_unit_test(failures_name_op_and_types),
        cmocka_unit_test(passes_move_remove_and_replace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
