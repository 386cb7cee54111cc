/* Somebody else's compiler takes every op as we print it, in both forms. */
#include "../ir/cases.h"
#include "base/deadline.h"
#include "interop.h"
#include "pjrt/client.h"

/* All rows of cases.h, a function each. */
static ls_ir_module *make_module(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out,
            "module @cases attributes {mhlo.num_replicas = 4 : i32} {\n"
            "func.func public @main() { return }\n"
            "func.func private @helper(%%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %%x : tensor<2x3xf32> }\n");
    for (size_t i = 0; i < IR_CASE_COUNT; i++)
        fprintf(out, "func.func public @case%zu(%s) { %s\n return }\n", i, ir_cases[i].args, ir_cases[i].ops);
    fprintf(out, "}\n");
    assert_int_equal(fclose(out), 0);
    ls_ir_module *module;
    assert_ok(ls_ir_parse(text, size, &module));
    free(text);
    return module;
}

static void compile_printed(bool is_generic)
{
    const char *plugin = interop_file("libtpu/libtpu.so");
    ls_ir_module *module = make_module();
    char *text;
    size_t size;
    int64_t bytes;
    assert_ok(ls_ir_print_as(module, is_generic, &text, &size));
    assert_ok(ls_pjrt_compile_ahead(plugin, "v3:2x2", text, size, 4, ls_deadline_in_ms(120000), &bytes));
    assert_true(bytes > 0);
    free(text);
    ls_ir_module_destroy(module);
}

static void every_op_compiles_in_its_pretty_form(void **state)
{
    compile_printed(false);
}

static void every_op_compiles_in_its_quoted_form(void **state)
{
    compile_printed(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_compiles_in_its_pretty_form),
        cmocka_unit_test(every_op_compiles_in_its_quoted_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
