#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/error.h"
#include "base/vec.h"
#include "hlo/hlo.h"

#define TIMEOUT_MS 120000

typedef LS_VEC(ls_ir_value *) value_list;

/* --- Devices ------------------------------------------------------------------------------------------------------ */

ls_status hlo_device_open(const char *plugin_path, int devices, hlo_device *out_device)
{
    char path[4096];
    *out_device = (hlo_device){0};
    bool is_ours = !plugin_path;
    if (!plugin_path) {
        LS_TRY(ls_pjrt_plugin_path(path, sizeof(path)));
        is_ours = strstr(path, "lockstep_cpu") != NULL;
        plugin_path = path;
    }
    ls_pjrt_plugin *plugin;
    LS_TRY(ls_pjrt_plugin_load(plugin_path, &plugin));
    ls_pjrt_option option = {.name = "cpu_device_count", .kind = LS_PJRT_INT, .i = devices};
    return ls_pjrt_client_create(plugin, &option, is_ours && devices > 1 ? 1 : 0, NULL, &out_device->client);
}

void hlo_device_close(hlo_device *device)
{
    ls_pjrt_client_destroy(device->client);
    *device = (hlo_device){0};
}

ls_status hlo_compile(hlo_device *device, const ls_ir_module *module, int replicas, ls_pjrt_executable **out)
{
    char *text;
    size_t size;
    int ids[256];
    int devices = ls_pjrt_client_addressable_count(device->client);
    if (replicas > devices || replicas > 256)
        return ls_fail(LS_FAILED_PRECONDITION, "%d replicas need as many devices; there are %d", replicas, devices);
    LS_TRY(ls_ir_print(module, &text, &size));
    for (int i = 0; i < replicas; i++) ids[i] = ls_pjrt_device_id(ls_pjrt_client_addressable(device->client, i));
    ls_pjrt_compile_options options = {.num_replicas = replicas, .device_ids = replicas > 1 ? ids : NULL};
    ls_status status = ls_pjrt_compile(device->client, text, size, &options, out);
    free(text);
    return status;
}

ls_status hlo_start(hlo_device *device, ls_pjrt_executable *executable, int replica, ls_ir_value *const *operands,
                    size_t count, const hlo_values *values, ls_pjrt_buffer **outputs)
{
    ls_pjrt_device *on = ls_pjrt_client_addressable(device->client, replica);
    ls_pjrt_buffer **inputs = calloc(count + 1, sizeof(*inputs));
    LS_ASSERT(inputs && "out of memory");
    ls_status status = LS_OK;
    for (size_t i = 0; i < count && status == LS_OK; i++) {
        const hlo_array *array = hlo_values_find(values, operands[i]);
        status =
            ls_pjrt_buffer_from_host(device->client, on, array->data, array->type.dtype, array->type.shape, &inputs[i]);
    }
    if (status == LS_OK)
        status =
            ls_pjrt_execute(executable, inputs, count,
                            &(ls_pjrt_execute_options){.device = on, .launch_id = device->launches}, outputs, NULL);
    for (size_t i = 0; i < count; i++) ls_pjrt_buffer_destroy(inputs[i]);
    free(inputs);
    return status;
}

ls_status hlo_finish(ls_pjrt_buffer **outputs, ls_ir_value *const *results, size_t count, hlo_values *values)
{
    ls_status status = LS_OK;
    for (size_t i = 0; i < count; i++) {
        hlo_array *array = hlo_values_add(values, results[i], results[i]->type);
        if (status == LS_OK)
            status = ls_pjrt_buffer_to_host(outputs[i], array->data, ls_ir_type_bytes(&array->type),
                                            ls_deadline_in_ms(TIMEOUT_MS));
        ls_pjrt_buffer_destroy(outputs[i]);
    }
    return status;
}

/* --- One piece ---------------------------------------------------------------------------------------------------- */

static void add_once(value_list *list, ls_ir_value *value)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i] == value) return;
    *ls_vec_push(list) = value;
}

/* Whether the value was computed before: then it becomes an argument of the piece. */
static void collect_inputs(const ls_ir_op *op, const hlo_values *values, value_list *inputs)
{
    for (size_t i = 0; i < op->operand_count; i++)
        if (hlo_values_find(values, op->operands[i])) add_once(inputs, op->operands[i]);
    for (size_t r = 0; r < op->region_count; r++)
        for (const ls_ir_op *inner = op->regions[r]->first; inner; inner = inner->next)
            collect_inputs(inner, values, inputs);
}

/* Values of ops in `piece` that ops of `body` use. */
static void collect_outputs(const ls_ir_block *body, const ls_ir_block *piece, value_list *outputs)
{
    for (const ls_ir_op *op = body->first; op; op = op->next) {
        for (size_t i = 0; i < op->operand_count; i++)
            if (op->operands[i]->op && op->operands[i]->op->block == piece) add_once(outputs, op->operands[i]);
        for (size_t r = 0; r < op->region_count; r++) collect_outputs(op->regions[r], piece, outputs);
    }
}

static void move_ops(ls_ir_block *from, ls_ir_op *first, ls_ir_op *end, ls_ir_block *to)
{
    for (ls_ir_op *op = first, *next; op && op != end; op = next) {
        next = op->next;
        if (hlo_is_assertion(op)) continue;
        ls_ir_op_remove(op);
        op->block = to;
        op->prev = to->last;
        op->next = NULL;
        *(to->last ? &to->last->next : &to->first) = op;
        to->last = op;
    }
}

static ls_status run_func(hlo_device *device, ls_ir_module *module, const value_list *inputs, const value_list *outputs,
                          hlo_values *values)
{
    ls_pjrt_executable *executable;
    LS_TRY(hlo_compile(device, module, 1, &executable));
    ls_pjrt_buffer **buffers = calloc(outputs->count + 1, sizeof(*buffers));
    LS_ASSERT(buffers && "out of memory");
    ls_status status = hlo_start(device, executable, 0, inputs->data, inputs->count, values, buffers);
    if (status == LS_OK) status = hlo_finish(buffers, outputs->data, outputs->count, values);
    free(buffers);
    ls_pjrt_executable_destroy(executable);
    return status;
}

/* The module's list of functions is as before afterwards. */
static void func_drop(ls_ir_module *module, const ls_ir_func *func)
{
    ls_ir_func **link = &module->funcs;
    while (*link != func) link = &(*link)->next;
    *link = func->next;
}

ls_status hlo_piece_run(hlo_device *device, ls_ir_module *module, ls_ir_block *body, ls_ir_op *first, ls_ir_op *end,
                        hlo_values *values)
{
    value_list inputs = {0}, outputs = {0};
    ls_ir_func *func = ls_ir_func_create(module, "main");
    move_ops(body, first, end, func->body);
    for (const ls_ir_op *op = func->body->first; op; op = op->next) collect_inputs(op, values, &inputs);
    for (size_t i = 0; i < inputs.count; i++)
        ls_ir_replace_uses(func, inputs.data[i], ls_ir_func_add_arg(module, func, inputs.data[i]->type));
    collect_outputs(body, func->body, &outputs);
    ls_status status = LS_OK;
    if (func->body->first) {
        status = ls_ir_append_return(module, func->body, outputs.data, outputs.count);
        if (status == LS_OK) status = ls_ir_func_finish(module, func);
        if (status == LS_OK) status = run_func(device, module, &inputs, &outputs, values);
    }
    func_drop(module, func);
    ls_vec_finish(&inputs);
    ls_vec_finish(&outputs);
    return status;
}

/* --- Programs side by side ------------------------------------------------------------------------------------------
 */

/* One of the functions that an interpreter.run_parallel names. */
typedef struct program {
    const ls_ir_func *func;
    ls_pjrt_executable *executable;
    ls_pjrt_buffer **outputs;
    size_t first_operand, first_result;
    bool is_running;
} program;

typedef LS_VEC(program) program_list;

/* [[@f], [@g]]: a row per replica, a column per partition. */
static ls_status read_programs(const ls_ir_module *module, const ls_ir_op *op, program_list *programs)
{
    const char *at = ls_ir_attr_find(&op->attrs, LS_ATTR_PROGRAMS)->string.data;
    size_t operands = 0, results = 0;
    int row = -1, in_row = 0;
    for (; *at; at++) {
        if (*at == '[') row++, in_row = 0;
        if (*at != '@') continue;
        if (in_row++)
            return ls_fail(LS_UNIMPLEMENTED, "programs of several partitions are not supported, only of replicas");
        char name[256];
        size_t length = strcspn(at + 1, " ,]\n");
        snprintf(name, sizeof(name), "%.*s", (int)length, at + 1);
        const ls_ir_func *func = ls_ir_func_find(module, name);
        if (!func) return ls_fail(LS_INVALID_ARGUMENT, "there is no function @%s", name);
        *ls_vec_push(programs) = (program){.func = func, .first_operand = operands, .first_result = results};
        operands += func->body->arg_count;
        results += func->result_count;
    }
    if (operands != op->operand_count || results != op->result_count)
        return ls_fail(LS_INVALID_ARGUMENT, "the programs take %zu and return %zu values, not %zu and %zu", operands,
                       results, op->operand_count, op->result_count);
    return LS_OK;
}

/* Compiles a module whose main function calls `p->func`. */
static ls_status compile_program(hlo_device *device, ls_ir_module *module, program *p, int replicas)
{
    ls_ir_func *func = ls_ir_func_create(module, "main");
    for (size_t i = 0; i < p->func->body->arg_count; i++)
        ls_ir_func_add_arg(module, func, p->func->body->args[i]->type);
    ls_ir_attr item = {.key = LS_ATTR_CALLEE, .string = {p->func->name, strlen(p->func->name)}};
    ls_ir_attrs attrs = {&item, 1};
    ls_ir_op *call = NULL;
    ls_ir_op_spec spec = {.kind = LS_IR_CALL,
                          .operands = func->body->args,
                          .operand_count = func->body->arg_count,
                          .attrs = &attrs,
                          .types = p->func->result_types,
                          .type_count = p->func->result_count};
    module->num_replicas = replicas;
    ls_status status = ls_ir_append(module, func->body, &spec, &call);
    if (status == LS_OK) status = ls_ir_append_return(module, func->body, call->results, call->result_count);
    if (status == LS_OK) status = ls_ir_func_finish(module, func);
    if (status == LS_OK) status = hlo_compile(device, module, replicas, &p->executable);
    module->num_replicas = 1;
    func_drop(module, func);
    return status;
}

static ls_status run_programs(hlo_device *device, ls_ir_module *module, const ls_ir_op *op, program_list *programs,
                              hlo_values *values)
{
    int replicas = (int)programs->count;
    for (int i = 0; i < replicas; i++) LS_TRY(compile_program(device, module, &programs->data[i], replicas));
    device->launches++;
    ls_status status = LS_OK;
    for (int i = 0; i < replicas && status == LS_OK; i++) {
        program *p = &programs->data[i];
        p->outputs = calloc(p->func->result_count + 1, sizeof(*p->outputs));
        LS_ASSERT(p->outputs && "out of memory");
        status = hlo_start(device, p->executable, i, op->operands + p->first_operand, p->func->body->arg_count, values,
                           p->outputs);
        p->is_running = status == LS_OK;
    }
    for (int i = 0; i < replicas; i++) {
        program *p = &programs->data[i];
        if (!p->is_running) continue;
        ls_status mine = hlo_finish(p->outputs, op->results + p->first_result, p->func->result_count, values);
        if (status == LS_OK) status = mine;
    }
    return status;
}

ls_status hlo_parallel_run(hlo_device *device, ls_ir_module *module, const ls_ir_op *op, hlo_values *values)
{
    program_list programs = {0};
    ls_status status = read_programs(module, op, &programs);
    if (status == LS_OK) status = run_programs(device, module, op, &programs, values);
    for (size_t i = 0; i < programs.count; i++) {
        ls_pjrt_executable_destroy(programs.data[i].executable);
        free(programs.data[i].outputs);
    }
    ls_vec_finish(&programs);
    return ls_context(status, "%u:%u: interpreter.run_parallel", op->line, op->column);
}

int hlo_module_devices(const ls_ir_module *module)
{
    const ls_ir_func *func = ls_ir_main(module);
    int most = module->num_replicas;
    for (const ls_ir_op *op = func ? func->body->first : NULL; op; op = op->next) {
        if (op->kind != LS_IR_RUN_PARALLEL) continue;
        int count = 0;
        for (const char *at = ls_ir_attr_find(&op->attrs, LS_ATTR_PROGRAMS)->string.data; *at; at++)
            count += *at == '@';
        most = count > most ? count : most;
    }
    return most;
}
