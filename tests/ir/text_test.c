/* Every op through the parser and the printer, in both forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"

static void write_module(const ir_case *c, char *out, size_t size)
{
    snprintf(out, size,
             "module @case attributes {mhlo.num_replicas = 4 : i32} {\n"
             "  func.func public @main(%s) {\n    %s\n    return\n  }\n"
             "  func.func private @helper(%%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {\n    return %%arg0 : "
             "tensor<2x3xf32>\n  }\n}\n",
             c->args, c->ops);
}

static ls_ir_module *parse(const char *text)
{
    ls_ir_module *module = NULL;
    if (ls_ir_parse(text, strlen(text), &module) != LS_OK) fail_msg("%s\nin\n%s", ls_last_error(), text);
    return module;
}

static char *print(const ls_ir_module *module, bool is_generic)
{
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(ls_ir_print_as(module, is_generic, &text, &size), LS_OK);
    assert_int_equal(strlen(text), size);
    return text;
}

static const ls_ir_op *find_op(const ls_ir_block *block, ls_ir_kind kind)
{
    for (const ls_ir_op *op = block->first; op; op = op->next)
        if (op->kind == kind) return op;
    return NULL;
}

static void every_op_has_a_case(void **state)
{
    for (int kind = 0; kind < LS_IR_KIND_COUNT; kind++) {
        size_t i = 0;
        while (i < IR_CASE_COUNT && ir_cases[i].kind != (ls_ir_kind)kind) i++;
        if (i == IR_CASE_COUNT) fail_msg("%s has no row in cases.h", ls_ir_op_info_of((ls_ir_kind)kind)->name);
    }
}

/* Text → module → text → module → text: the last two texts are equal, and both forms mean the same. */
static void printing_and_parsing_are_inverse(void **state)
{
    char text[4096];
    for (size_t i = 0; i < IR_CASE_COUNT; i++) {
        write_module(&ir_cases[i], text, sizeof(text));
        ls_ir_module *module = parse(text);
        const ls_ir_op *op = find_op(ls_ir_main(module)->body, ir_cases[i].kind);
        if (!op) fail_msg("no %s in\n%s", ls_ir_op_info_of(ir_cases[i].kind)->name, text);
        char *pretty = print(module, false), *generic = print(module, true);
        ls_ir_module *from_pretty = parse(pretty), *from_generic = parse(generic);
        if (ls_ir_verify(module) != LS_OK) fail_msg("%s", ls_last_error());
        const ls_ir_op *again = find_op(ls_ir_main(from_pretty)->body, ir_cases[i].kind);
        if (!ls_ir_attrs_equal(&op->attrs, &again->attrs)) fail_msg("attributes differ:\n%s\n%s", text, pretty);
        for (int form = 0; form < 2; form++) {
            char *a = print(from_pretty, form), *b = print(from_generic, form);
            assert_string_equal(a, form ? generic : pretty);
            assert_string_equal(b, form ? generic : pretty);
            free(a);
            free(b);
        }
        free(pretty);
        free(generic);
        ls_ir_module_destroy(module);
        ls_ir_module_destroy(from_pretty);
        ls_ir_module_destroy(from_generic);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_has_a_case),
        cmocka_unit_test(printing_and_parsing_are_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
