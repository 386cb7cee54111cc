/* The cases of tests/cpu/ops_test.c on XLA's own CPU device: what the oracles there say is what XLA computes. The
 * client lives until the process ends. */
#include "base/deadline.h"
#include "interop.h"
#include "ir/ir.h"
#include "pjrt/client.h"

#define MAX_VALUES 16

static ls_pjrt_client *client;

/* In the place of run_program.h's: the same program, by XLA. */
static void run_text(const char *text, const void *const *in, void *const *out)
{
    ls_ir_module *module;
    ls_pjrt_executable *executable;
    ls_pjrt_buffer *inputs[MAX_VALUES], *outputs[MAX_VALUES];
    ls_pjrt_device *device = ls_pjrt_client_addressable(client, 0);
    assert_ok(ls_ir_parse(text, strlen(text), &module));
    const ls_ir_func *func = ls_ir_main(module);
    if (ls_pjrt_compile(client, text, strlen(text), &(ls_pjrt_compile_options){.num_replicas = 1}, &executable) !=
        LS_OK)
        fail_msg("%s\nin:\n%s", ls_last_error(), text);
    for (size_t i = 0; i < func->body->arg_count; i++)
        assert_ok(ls_pjrt_buffer_from_host(client, device, in[i], func->body->args[i]->type.dtype,
                                           func->body->args[i]->type.shape, &inputs[i]));
    assert_ok(ls_pjrt_execute(executable, inputs, func->body->arg_count, &(ls_pjrt_execute_options){.device = device},
                              outputs, NULL));
    for (size_t i = 0; i < func->result_count; i++) {
        assert_ok(ls_pjrt_buffer_to_host(outputs[i], out[i], ls_ir_type_bytes(&func->result_types[i]),
                                         ls_deadline_in_ms(20000)));
        ls_pjrt_buffer_destroy(outputs[i]);
    }
    for (size_t i = 0; i < func->body->arg_count; i++) ls_pjrt_buffer_destroy(inputs[i]);
    ls_pjrt_executable_destroy(executable);
    ls_ir_module_destroy(module);
}

static void need_client(void)
{
    ls_pjrt_plugin *plugin;
    if (client) return;
    assert_ok(ls_pjrt_plugin_load(interop_file("xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"), &plugin));
    assert_ok(ls_pjrt_client_create(plugin, NULL, 0, NULL, &client));
}

/* Where XLA's CPU device and we differ, and why we stay with ours. */
static const struct {
    ls_ir_kind kind;
    const char *why;
} differences[] = {
    {LS_IR_CBRT, "XLA approximates"},
    {LS_IR_ERF, "XLA approximates"},
    {LS_IR_EXPONENTIAL, "XLA flushes results below 1e-38 to 0"},
    {LS_IR_EXPONENTIAL_MINUS_ONE, "XLA approximates"},
    {LS_IR_LOG_PLUS_ONE, "XLA approximates"},
    {LS_IR_LOGISTIC, "XLA flushes results below 1e-38 to 0"},
    {LS_IR_MAXIMUM, "XLA loses NaN in f16"},
    {LS_IR_MINIMUM, "XLA loses NaN in f16"},
    {LS_IR_CLAMP, "XLA loses NaN in f16"},
    {LS_IR_POWER, "XLA looks at six bits of an integer exponent"},
    {LS_IR_REDUCE, "XLA rounds sums of 16-bit floats at every step"},
    {LS_IR_CUSTOM_CALL, "the case is about our message"},
    {LS_IR_COLLECTIVE_BROADCAST, "XLA's CPU device does not have it"},
};

static void skip_if_not_ours(ls_ir_kind kind)
{
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++) {
        if (differences[i].kind != kind) continue;
        print_message("# skipped: %s\n", differences[i].why);
        skip();
    }
    need_client();
}

#define RUN_BY_XLA
#include "../cpu/ops_test.c"
