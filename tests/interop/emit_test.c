/* Other people's compilers take every op as we print it, in both forms. */
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
        if (!is_for_tests(ir_cases[i].kind))
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

/* What XLA's CPU device cannot do: not the text's fault. */
static const struct refusal {
    ls_ir_kind kind;
    const char *message;
} xla_refusals[] = {
    {LS_IR_CUSTOM_CALL, "No registered implementation"},
    {LS_IR_COLLECTIVE_BROADCAST, "not supported by XLA:CPU"},
    {LS_IR_ALL_REDUCE, "does not have a layout"}, /* several operands and a channel */
};

static bool is_refusal(ls_ir_kind kind, const char *message)
{
    for (size_t i = 0; i < sizeof(xla_refusals) / sizeof(xla_refusals[0]); i++)
        if (xla_refusals[i].kind == kind && strstr(message, xla_refusals[i].message)) return true;
    return false;
}

static void compile_case(ls_pjrt_client *client, const ir_case *c, bool is_generic)
{
    char source[8192], *text;
    int length = snprintf(source, sizeof(source),
                          "module @case {\nfunc.func public @main(%s) { %s\n return }\n"
                          "func.func private @helper(%%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %%x : "
                          "tensor<2x3xf32> }\n}\n",
                          c->args, c->ops);
    ls_ir_module *module;
    size_t size;
    assert_ok(ls_ir_parse(source, (size_t)length, &module));
    assert_ok(ls_ir_print_as(module, is_generic, &text, &size));
    ls_pjrt_executable *executable = NULL;
    ls_status status = ls_pjrt_compile(client, text, size, &(ls_pjrt_compile_options){.num_replicas = 1}, &executable);
    if (status != LS_OK && !is_refusal(c->kind, ls_last_error())) fail_msg("%s\nin:\n%s", ls_last_error(), text);
    ls_pjrt_executable_destroy(executable);
    free(text);
    ls_ir_module_destroy(module);
}

static void every_op_compiles_on_xla_s_cpu(void **state)
{
    ls_pjrt_plugin *plugin;
    ls_pjrt_client *client;
    assert_ok(ls_pjrt_plugin_load(interop_file("xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"), &plugin));
    assert_ok(ls_pjrt_client_create(plugin, NULL, 0, NULL, &client));
    for (size_t i = 0; i < IR_CASE_COUNT; i++)
        for (int is_generic = 0; is_generic < 2 && !is_for_tests(ir_cases[i].kind); is_generic++)
            compile_case(client, &ir_cases[i], is_generic);
    ls_pjrt_client_destroy(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_compiles_in_its_pretty_form),
        cmocka_unit_test(every_op_compiles_in_its_quoted_form),
        cmocka_unit_test(every_op_compiles_on_xla_s_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
