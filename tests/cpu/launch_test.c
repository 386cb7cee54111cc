/* Programs of the CPU device through the C API: one call for all devices, failures that pass on, what a program tells.
 */
#include "base/pjrt_options.pb-c.h"
#include "cpu_face.h"

static PJRT_LoadedExecutable *compile_for(const char *text, int replicas)
{
    Pjrt__BuildOptions build = PJRT__BUILD_OPTIONS__INIT;
    Pjrt__CompileOptions message = PJRT__COMPILE_OPTIONS__INIT;
    message.executable_build_options = &build;
    build.num_replicas = replicas;
    build.num_partitions = 1;
    uint8_t bytes[64];
    assert_true(pjrt__compile_options__get_packed_size(&message) <= sizeof(bytes));
    size_t size = pjrt__compile_options__pack(&message, bytes);
    PJRT_Program program =
        PJRT_NEW(Program, .code = (char *)text, .code_size = strlen(text), .format = "mlir", .format_size = 4);
    PJRT_Client_Compile_Args args = PJRT_NEW(Client_Compile_Args, .client = client, .program = &program,
                                             .compile_options = (char *)bytes, .compile_options_size = size);
    assert_done(api->PJRT_Client_Compile(&args));
    return args.executable;
}

static void destroy_program(PJRT_LoadedExecutable *executable)
{
    PJRT_LoadedExecutable_Destroy_Args args = PJRT_NEW(LoadedExecutable_Destroy_Args, .executable = executable);
    assert_done(api->PJRT_LoadedExecutable_Destroy(&args));
}

/* One call runs all replicas; each gives its own result. */
static void one_call_runs_on_all_devices(void **state)
{
    static const char text[] = "module @sum attributes {mhlo.num_replicas = 4 : i32} {\n"
                               "  func.func public @main(%x: tensor<i32>) -> tensor<i32> {\n"
                               "    %y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : "
                               "tensor<1x4xi64>}> ({\n"
                               "    ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
                               "      %s = stablehlo.add %a, %b : tensor<i32>\n"
                               "      stablehlo.return %s : tensor<i32>\n"
                               "    }) : (tensor<i32>) -> tensor<i32>\n"
                               "    %r = stablehlo.replica_id : tensor<ui32>\n"
                               "    %i = stablehlo.convert %r : (tensor<ui32>) -> tensor<i32>\n"
                               "    %z = stablehlo.add %y, %i : tensor<i32>\n"
                               "    return %z : tensor<i32>\n"
                               "  }\n"
                               "}\n";
    PJRT_LoadedExecutable *executable = compile_for(text, DEVICES);
    PJRT_Buffer *inputs[DEVICES], *outputs[DEVICES], *const *arguments[DEVICES], **results[DEVICES];
    PJRT_Event *done[DEVICES];
    for (int d = 0; d < DEVICES; d++) {
        inputs[d] = put_number_on(device_list[d], 1000 * d);
        arguments[d] = &inputs[d];
        results[d] = &outputs[d];
    }
    PJRT_ExecuteOptions options = PJRT_NEW(ExecuteOptions);
    PJRT_LoadedExecutable_Execute_Args args = PJRT_NEW(
        LoadedExecutable_Execute_Args, .executable = executable, .options = &options, .argument_lists = arguments,
        .num_devices = 3, .num_args = 1, .output_lists = results, .device_complete_events = done);
    assert_int_equal(take(api->PJRT_LoadedExecutable_Execute(&args)), PJRT_Error_Code_INVALID_ARGUMENT);
    args.num_devices = DEVICES;
    args.num_args = 2;
    assert_int_equal(take(api->PJRT_LoadedExecutable_Execute(&args)), PJRT_Error_Code_INVALID_ARGUMENT);
    args.num_args = 1;
    for (int repeat = 0; repeat < 3; repeat++) {
        assert_done(api->PJRT_LoadedExecutable_Execute(&args));
        for (int d = 0; d < DEVICES; d++) {
            int32_t got = 0;
            PJRT_Event_Await_Args await = PJRT_NEW(Event_Await_Args, .event = done[d]);
            assert_done(api->PJRT_Event_Await(&await));
            destroy_event(done[d]);
            assert_done(read_back(outputs[d], &got, 4, NULL));
            assert_int_equal(got, 6000 + d);
            destroy_buffer(outputs[d]);
        }
    }
    for (int d = 0; d < DEVICES; d++) destroy_buffer(inputs[d]);
    destroy_program(executable);
}

static void a_failed_input_fails_what_is_computed_from_it(void **state)
{
    static const char text[] = "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n"
                               "  %y = stablehlo.add %x, %x : tensor<i32>\n"
                               "  return %y : tensor<i32>\n"
                               "}\n";
    PJRT_LoadedExecutable *executable = compile_for(text, 1);
    PJRT_Device_DefaultMemory_Args memory = PJRT_NEW(Device_DefaultMemory_Args, .device = device);
    assert_done(api->PJRT_Device_DefaultMemory(&memory));
    PJRT_Client_CreateErrorBuffer_Args failed =
        PJRT_NEW(Client_CreateErrorBuffer_Args, .client = client, .error_code = PJRT_Error_Code_DATA_LOSS,
                 .error_message = "gone", .error_message_size = 4, .shape_element_type = PJRT_Buffer_Type_S32,
                 .memory = memory.memory);
    assert_done(api->PJRT_Client_CreateErrorBuffer(&failed));
    PJRT_Buffer *chain[3] = {failed.buffer};
    PJRT_ExecuteOptions options = PJRT_NEW(ExecuteOptions);
    for (int i = 0; i < 2; i++) {
        PJRT_LoadedExecutable_Execute_Args args =
            PJRT_NEW(LoadedExecutable_Execute_Args, .executable = executable, .options = &options,
                     .argument_lists = (PJRT_Buffer *const *const[]){&chain[i]}, .num_devices = 1, .num_args = 1,
                     .output_lists = (PJRT_Buffer * *const[]){&chain[i + 1]});
        assert_done(api->PJRT_LoadedExecutable_Execute(&args));
    }
    int32_t got;
    assert_int_equal(take(read_back(chain[2], &got, 4, NULL)), PJRT_Error_Code_DATA_LOSS);
    assert_non_null(strstr(last_message, "gone"));
    for (int i = 0; i < 3; i++) destroy_buffer(chain[i]);
    destroy_program(executable);
}

static void a_program_tells_about_itself(void **state)
{
    static const char text[] =
        "module @pair {\n"
        "  func.func public @main(%x: tensor<2x3xf32> {tf.aliasing_output = 1 : i32}, %n: tensor<i32>) -> "
        "(tensor<i32>, tensor<2x3xf32>) {\n"
        "    %y = stablehlo.add %x, %x : tensor<2x3xf32>\n"
        "    return %n, %y : tensor<i32>, tensor<2x3xf32>\n"
        "  }\n"
        "}\n";
    PJRT_LoadedExecutable *loaded = compile_for(text, 1);
    PJRT_LoadedExecutable_GetExecutable_Args get =
        PJRT_NEW(LoadedExecutable_GetExecutable_Args, .loaded_executable = loaded);
    assert_done(api->PJRT_LoadedExecutable_GetExecutable(&get));
    destroy_program(loaded); /* the other handle stays */
    PJRT_Executable *executable = get.executable;
    PJRT_Executable_OutputElementTypes_Args types =
        PJRT_NEW(Executable_OutputElementTypes_Args, .executable = executable);
    assert_done(api->PJRT_Executable_OutputElementTypes(&types));
    assert_int_equal(types.num_output_types, 2);
    assert_int_equal(types.output_types[0], PJRT_Buffer_Type_S32);
    assert_int_equal(types.output_types[1], PJRT_Buffer_Type_F32);
    PJRT_Executable_OutputDimensions_Args dims = PJRT_NEW(Executable_OutputDimensions_Args, .executable = executable);
    assert_done(api->PJRT_Executable_OutputDimensions(&dims));
    assert_int_equal(dims.num_outputs, 2);
    assert_int_equal(dims.dim_sizes[0], 0);
    assert_int_equal(dims.dim_sizes[1], 2);
    assert_int_equal(dims.dims[0], 2);
    assert_int_equal(dims.dims[1], 3);
    PJRT_Executable_GetCompiledMemoryStats_Args stats =
        PJRT_NEW(Executable_GetCompiledMemoryStats_Args, .executable = executable);
    assert_done(api->PJRT_Executable_GetCompiledMemoryStats(&stats));
    assert_int_equal(stats.argument_size_in_bytes, 28);
    assert_int_equal(stats.output_size_in_bytes, 28);
    assert_int_equal(stats.alias_size_in_bytes, 24);
    char code[sizeof(text)];
    PJRT_Program program = PJRT_NEW(Program);
    PJRT_Executable_OptimizedProgram_Args optimized =
        PJRT_NEW(Executable_OptimizedProgram_Args, .executable = executable, .program = &program);
    assert_done(api->PJRT_Executable_OptimizedProgram(&optimized));
    assert_int_equal(program.code_size, sizeof(text) - 1);
    program.code = code;
    assert_done(api->PJRT_Executable_OptimizedProgram(&optimized));
    assert_memory_equal(code, text, sizeof(text) - 1);
    PJRT_Executable_Destroy_Args destroy = PJRT_NEW(Executable_Destroy_Args, .executable = executable);
    assert_done(api->PJRT_Executable_Destroy(&destroy));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_runs_on_all_devices),
        cmocka_unit_test(a_failed_input_fails_what_is_computed_from_it),
        cmocka_unit_test(a_program_tells_about_itself),
    };
    return cmocka_run_group_tests(tests, start, end);
}
