/* Programs: compiled from text, executed on one device at a time. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pjrt/internal.h"

static ls_status read_output_count(ls_pjrt_executable *executable)
{
    PJRT_LoadedExecutable_GetExecutable_Args get =
        PJRT_NEW(LoadedExecutable_GetExecutable_Args, .loaded_executable = executable->executable);
    LS_TRY(LS_PJRT_CALL(executable->api, LoadedExecutable_GetExecutable, &get));
    PJRT_Executable_NumOutputs_Args count = PJRT_NEW(Executable_NumOutputs_Args, .executable = get.executable);
    ls_status status = LS_PJRT_CALL(executable->api, Executable_NumOutputs, &count);
    executable->output_count = count.num_outputs;
    PJRT_Executable_Destroy_Args destroy = PJRT_NEW(Executable_Destroy_Args, .executable = get.executable);
    ls_pjrt_drop(executable->api, executable->api->PJRT_Executable_Destroy(&destroy));
    return status;
}

ls_status ls_pjrt_compile(ls_pjrt_client *client, const char *text, size_t size, const ls_pjrt_compile_options *options,
                          ls_pjrt_executable **out_executable)
{
    *out_executable = NULL;
    char *bytes;
    size_t bytes_size;
    LS_TRY(ls_pjrt_options_encode(options, &bytes, &bytes_size));
    ls_pjrt_executable *executable = calloc(1, sizeof(*executable));
    if (!executable) {
        free(bytes);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    executable->api = client->api;
    PJRT_Program program =
        PJRT_NEW(Program, .code = (char *)text, .code_size = size, .format = "mlir", .format_size = 4);
    PJRT_Client_Compile_Args args = PJRT_NEW(Client_Compile_Args, .client = client->client, .program = &program,
                                             .compile_options = bytes, .compile_options_size = bytes_size);
    ls_status status = LS_PJRT_CALL(client->api, Client_Compile, &args);
    free(bytes);
    if (status != LS_OK) {
        free(executable);
        return status;
    }
    executable->executable = args.executable;
    status = read_output_count(executable);
    if (status != LS_OK) {
        ls_pjrt_executable_destroy(executable);
        return status;
    }
    *out_executable = executable;
    return LS_OK;
}

void ls_pjrt_executable_destroy(ls_pjrt_executable *executable)
{
    if (!executable) return;
    PJRT_LoadedExecutable_Destroy_Args args =
        PJRT_NEW(LoadedExecutable_Destroy_Args, .executable = executable->executable);
    ls_pjrt_drop(executable->api, executable->api->PJRT_LoadedExecutable_Destroy(&args));
    free(executable);
}

size_t ls_pjrt_executable_output_count(const ls_pjrt_executable *executable)
{
    return executable->output_count;
}

/* Gives every output its wrapper before the run, so that nothing can fail after it. */
static ls_status make_wrappers(const ls_pjrt_executable *executable, ls_pjrt_buffer **out_outputs)
{
    for (size_t i = 0; i < executable->output_count; i++) {
        out_outputs[i] = calloc(1, sizeof(ls_pjrt_buffer));
        if (out_outputs[i]) {
            out_outputs[i]->api = executable->api;
            continue;
        }
        while (i > 0) free(out_outputs[--i]);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    return LS_OK;
}

ls_status ls_pjrt_execute(ls_pjrt_executable *executable, ls_pjrt_buffer *const *inputs, size_t input_count,
                          const ls_pjrt_execute_options *options, ls_pjrt_buffer **out_outputs,
                          ls_pjrt_event **out_done)
{
    if (out_done) *out_done = NULL;
    size_t output_count = executable->output_count;
    PJRT_Buffer **handles = calloc(input_count + output_count + 1, sizeof(*handles));
    if (!handles) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    PJRT_Buffer **results = handles + input_count;
    for (size_t i = 0; i < input_count; i++) handles[i] = inputs[i]->buffer;
    ls_status status = make_wrappers(executable, out_outputs);
    if (status != LS_OK) {
        free(handles);
        return status;
    }
    PJRT_ExecuteOptions run =
        PJRT_NEW(ExecuteOptions, .launch_id = options->launch_id, .non_donatable_input_indices = options->keep_inputs,
                 .num_non_donatable_input_indices = options->keep_count);
    PJRT_Event *done = NULL;
    PJRT_LoadedExecutable_Execute_Args args =
        PJRT_NEW(LoadedExecutable_Execute_Args, .executable = executable->executable, .options = &run,
                 .argument_lists = (PJRT_Buffer *const *const[]){handles}, .num_devices = 1, .num_args = input_count,
                 .output_lists = (PJRT_Buffer * *const[]){results}, .device_complete_events = out_done ? &done : NULL,
                 .execute_device = options->device->device);
    status = LS_PJRT_CALL(executable->api, LoadedExecutable_Execute, &args);
    for (size_t i = 0; i < output_count; i++) {
        if (status == LS_OK) {
            out_outputs[i]->buffer = results[i];
        } else {
            free(out_outputs[i]);
            out_outputs[i] = NULL;
        }
    }
    free(handles);
    if (status == LS_OK && done) status = ls_pjrt_event_wrap(executable->api, done, out_done);
    return status;
}
