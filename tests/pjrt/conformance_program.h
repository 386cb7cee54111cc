/* Compiling, running, what clients ask about programs, programs as bytes. */
#include "conformance.h"

static void a_program_adds(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *y = put_vector(devices[0], 4, 2), *sum = add(program, x, y);
    assert_vector(sum, 4, 3000, 2);
    assert_false(is_deleted(x));
    PJRT_Buffer_ElementType_Args type = PJRT_NEW(Buffer_ElementType_Args, .buffer = sum);
    DO(Buffer_ElementType, type);
    assert_int_equal(type.type, PJRT_Buffer_Type_S32);
    PJRT_Buffer_Dimensions_Args dims = PJRT_NEW(Buffer_Dimensions_Args, .buffer = sum);
    DO(Buffer_Dimensions, dims);
    assert_int_equal(dims.num_dims, 1);
    assert_int_equal(dims.dims[0], 4);
    unload(program); /* its results live on */
    assert_vector(sum, 4, 3000, 2);
    drop(x), drop(y), drop(sum);
}

static void a_program_tells_what_it_is(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Executable *executable = executable_of(program);
    PJRT_Executable_NumOutputs_Args outputs = PJRT_NEW(Executable_NumOutputs_Args, .executable = executable);
    DO(Executable_NumOutputs, outputs);
    assert_int_equal(outputs.num_outputs, 1);
    PJRT_Executable_OutputElementTypes_Args types =
        PJRT_NEW(Executable_OutputElementTypes_Args, .executable = executable);
    DO(Executable_OutputElementTypes, types);
    assert_int_equal(types.num_output_types, 1);
    assert_int_equal(types.output_types[0], PJRT_Buffer_Type_S32);
    PJRT_Executable_OutputDimensions_Args dims = PJRT_NEW(Executable_OutputDimensions_Args, .executable = executable);
    DO(Executable_OutputDimensions, dims);
    assert_int_equal(dims.num_outputs, 1);
    assert_int_equal(dims.dim_sizes[0], 1);
    assert_int_equal(dims.dims[0], 4);
    PJRT_Executable_NumReplicas_Args replicas = PJRT_NEW(Executable_NumReplicas_Args, .executable = executable);
    DO(Executable_NumReplicas, replicas);
    assert_int_equal(replicas.num_replicas, 1);
    PJRT_Executable_Name_Args name = PJRT_NEW(Executable_Name_Args, .executable = executable);
    DO(Executable_Name, name);
    assert_true(name.executable_name_size > 0);
    PJRT_Executable_GetCompiledMemoryStats_Args memory_stats =
        PJRT_NEW(Executable_GetCompiledMemoryStats_Args, .executable = executable);
    DO(Executable_GetCompiledMemoryStats, memory_stats);
    assert_int_equal(memory_stats.argument_size_in_bytes, 32);
    assert_int_equal(memory_stats.output_size_in_bytes, 16);
    drop_executable(executable);
    unload(program);
}

static void its_costs_memory_kinds_and_options_can_be_asked(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Executable *executable = executable_of(program);
    if (is_ours) unload(program); /* XLA's dies with it */
    PJRT_Executable_GetCostAnalysis_Args costs = PJRT_NEW(Executable_GetCostAnalysis_Args, .executable = executable);
    DO(Executable_GetCostAnalysis, costs);
    assert_true(costs.num_properties > 0);
    PJRT_Memory_Kind_Args kind = PJRT_NEW(Memory_Kind_Args, .memory = memory);
    DO(Memory_Kind, kind);
    PJRT_Executable_OutputMemoryKinds_Args out = PJRT_NEW(Executable_OutputMemoryKinds_Args, .executable = executable);
    DO(Executable_OutputMemoryKinds, out);
    assert_int_equal(out.num_outputs, 1);
    assert_int_equal(out.memory_kind_sizes[0], kind.kind_size);
    assert_memory_equal(out.memory_kinds[0], kind.kind, kind.kind_size);
    PJRT_Executable_ParameterMemoryKinds_Args in =
        PJRT_NEW(Executable_ParameterMemoryKinds_Args, .executable = executable);
    DO(Executable_ParameterMemoryKinds, in);
    assert_int_equal(in.num_parameters, 2);
    for (size_t i = 0; i < 2; i++) assert_memory_equal(in.memory_kinds[i], kind.kind, kind.kind_size);
    PJRT_Executable_GetCompileOptions_Args options =
        PJRT_NEW(Executable_GetCompileOptions_Args, .executable = executable);
    DO(Executable_GetCompileOptions, options);
    assert_true(options.serialized_bytes_size > 0);
    if (is_ours) assert_memory_equal(options.serialized_bytes, portable, sizeof(portable) - 1);
    options.serialized_compile_options_deleter(options.serialized_compile_options);
    drop_executable(executable);
}

static void the_optimised_program_comes_in_two_steps(void **state)
{
    PJRT_LoadedExecutable *loaded = compile(ADD(""));
    PJRT_Executable *executable = executable_of(loaded);
    PJRT_Program program = PJRT_NEW(Program);
    PJRT_Executable_OptimizedProgram_Args args =
        PJRT_NEW(Executable_OptimizedProgram_Args, .executable = executable, .program = &program);
    DO(Executable_OptimizedProgram, args);
    assert_true(program.code_size > 0);
    size_t size = program.code_size;
    char *code = malloc(size + 1);
    code[size] = 0x5A;
    program.code = code;
    DO(Executable_OptimizedProgram, args);
    assert_int_equal(program.code_size, size);
    assert_int_equal(code[size], 0x5A);
    free(code);
    drop_executable(executable);
    unload(loaded);
}

static void what_is_no_program_is_refused(void **state)
{
    PJRT_LoadedExecutable *program;
    assert_int_not_equal(try_compile("module {", portable, sizeof(portable) - 1, &program), PJRT_Error_Code_OK);
    assert_int_not_equal(try_compile("func.func @main() -> tensor<i32> {\n"
                                     "  %x = \"stablehlo.no_such_op\"() : () -> tensor<i32>\n"
                                     "  return %x : tensor<i32>\n}\n",
                                     portable, sizeof(portable) - 1, &program),
                         PJRT_Error_Code_OK);
    assert_non_null(strstr(last_message, "no_such_op"));
    assert_int_not_equal(try_compile(ADD(""), "\xFF\xFF", 2, &program), PJRT_Error_Code_OK);
}

static void donating_empties_the_input(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(" {tf.aliasing_output = 0 : i32}"));
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *y = put_vector(devices[0], 4, 2), *sum = add(program, x, y);
    assert_vector(sum, 4, 3000, 2);
    assert_true(is_deleted(x));
    assert_false(is_deleted(y));
    int32_t got[4];
    assert_int_not_equal(get(x, got, sizeof(got)), PJRT_Error_Code_OK);
    PJRT_Buffer *again = NULL;
    PJRT_Event *done = NULL;
    assert_int_not_equal(run(program, devices[0], (PJRT_Buffer *const[]){x, y}, 2, &again, &done), PJRT_Error_Code_OK);
    assert_int_not_equal(run(program, devices[0], (PJRT_Buffer *const[]){y, y}, 2, &again, &done), PJRT_Error_Code_OK);
    assert_vector(y, 4, 2000, 1);
    unload(program);
    drop(x), drop(y), drop(sum);
}

static void wrong_arguments_are_refused(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *longer = put_vector(devices[0], 5, 1), *sum = NULL;
    PJRT_Event *done = NULL;
    assert_int_not_equal(run(program, devices[0], (PJRT_Buffer *const[]){x}, 1, &sum, &done), PJRT_Error_Code_OK);
    if (is_ours) {
        assert_int_equal(run(program, devices[0], (PJRT_Buffer *const[]){x, longer}, 2, &sum, &done),
                         PJRT_Error_Code_INVALID_ARGUMENT);
        assert_non_null(strstr(last_message, "tensor<5xi32>"));
    }
    unload(program);
    drop(x), drop(longer);
}

static void an_executable_survives_as_bytes(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Executable *executable = executable_of(program);
    PJRT_Executable_Serialize_Args bytes = PJRT_NEW(Executable_Serialize_Args, .executable = executable);
    DO(Executable_Serialize, bytes);
    unload(program);
    drop_executable(executable);
    PJRT_Executable_DeserializeAndLoad_Args load =
        PJRT_NEW(Executable_DeserializeAndLoad_Args, .client = client, .serialized_executable = bytes.serialized_bytes,
                 .serialized_executable_size = bytes.serialized_bytes_size);
    DO(Executable_DeserializeAndLoad, load);
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *y = put_vector(devices[0], 4, 2);
    PJRT_Buffer *sum = add(load.loaded_executable, x, y);
    assert_vector(sum, 4, 3000, 2);
    unload(load.loaded_executable);
    drop(x), drop(y), drop(sum);
    if (is_ours) { /* damaged in every byte; cut off everywhere */
        char *copy = malloc(bytes.serialized_bytes_size);
        load.serialized_executable = copy;
        for (size_t i = 0; i < bytes.serialized_bytes_size; i++) {
            memcpy(copy, bytes.serialized_bytes, bytes.serialized_bytes_size);
            copy[i] ^= 0x11;
            assert_int_not_equal(CALL(Executable_DeserializeAndLoad, load), PJRT_Error_Code_OK);
            copy[i] ^= 0x11;
            load.serialized_executable_size = i;
            assert_int_not_equal(CALL(Executable_DeserializeAndLoad, load), PJRT_Error_Code_OK);
            load.serialized_executable_size = bytes.serialized_bytes_size;
        }
        copy[8] ^= 1; /* the build */
        REFUSED(Executable_DeserializeAndLoad, load, PJRT_Error_Code_FAILED_PRECONDITION);
        assert_non_null(strstr(last_message, "another build"));
        free(copy);
    }
    bytes.serialized_executable_deleter(bytes.serialized_executable);
}

static void a_program_may_be_compiled_ahead_of_time(void **state)
{
    PJRT_Client_TopologyDescription_Args own = PJRT_NEW(Client_TopologyDescription_Args, .client = client);
    DO(Client_TopologyDescription, own);
    PJRT_Program program =
        PJRT_NEW(Program, .code = (char *)ADD(""), .code_size = strlen(ADD("")), .format = "mlir", .format_size = 4);
    PJRT_Compile_Args args = PJRT_NEW(Compile_Args, .topology = own.topology, .program = &program,
                                      .compile_options = portable, .compile_options_size = sizeof(portable) - 1);
    if (CALL(Compile, args) == PJRT_Error_Code_NOT_FOUND && !is_ours)
        skip(); /* XLA's CPU device registers no compiler */
    if (is_ours && last_message[0]) fail_msg("%s", last_message);
    assert_non_null(args.executable);
    PJRT_Client_Load_Args load = PJRT_NEW(Client_Load_Args, .client = client, .executable = args.executable,
                                          .compile_options = portable, .compile_options_size = sizeof(portable) - 1);
    DO(Client_Load, load);
    drop_executable(args.executable);
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *y = put_vector(devices[0], 4, 2);
    PJRT_Buffer *sum = add(load.loaded_executable, x, y);
    assert_vector(sum, 4, 3000, 2);
    unload(load.loaded_executable);
    drop(x), drop(y), drop(sum);
}

static void a_deleted_program_does_not_run(void **state)
{
    if (!is_ours) skip(); /* XLA's CPU device keeps it */
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_LoadedExecutable_Delete_Args delete = PJRT_NEW(LoadedExecutable_Delete_Args, .executable = program);
    DO(LoadedExecutable_Delete, delete);
    PJRT_LoadedExecutable_IsDeleted_Args deleted = PJRT_NEW(LoadedExecutable_IsDeleted_Args, .executable = program);
    DO(LoadedExecutable_IsDeleted, deleted);
    assert_true(deleted.is_deleted);
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *sum = NULL;
    PJRT_Event *done = NULL;
    assert_int_equal(run(program, devices[0], (PJRT_Buffer *const[]){x, x}, 2, &sum, &done),
                     PJRT_Error_Code_INVALID_ARGUMENT);
    drop(x);
    unload(program);
}

static void replicas_reduce_over_devices(void **state)
{
    if (device_count < 2) skip();
    char options[128], text[1024];
    size_t size = replica_options(options, 2);
    snprintf(text, sizeof(text),
             "module @sum {\n  func.func public @main(%%x: tensor<4xi32>) -> tensor<4xi32> {\n"
             "    %%y = \"stablehlo.all_reduce\"(%%x) ({\n    ^bb0(%%a: tensor<i32>, %%b: tensor<i32>):\n"
             "      %%c = stablehlo.add %%a, %%b : tensor<i32>\n      stablehlo.return %%c : tensor<i32>\n"
             "    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>\n"
             "    return %%y : tensor<4xi32>\n  }\n}\n");
    PJRT_LoadedExecutable *program;
    if (try_compile(text, options, size, &program) != PJRT_Error_Code_OK) fail_msg("%s", last_message);
    PJRT_LoadedExecutable_AddressableDevices_Args where =
        PJRT_NEW(LoadedExecutable_AddressableDevices_Args, .executable = program);
    DO(LoadedExecutable_AddressableDevices, where);
    assert_int_equal(where.num_addressable_devices, 2);
    PJRT_Buffer *inputs[2], *outputs[2] = {0};
    PJRT_Event *done[2] = {0};
    for (int r = 0; r < 2; r++) inputs[r] = put_vector(where.addressable_devices[r], 4, r + 1);
    PJRT_ExecuteOptions execute = PJRT_NEW(ExecuteOptions, .launch_id = 5);
    PJRT_LoadedExecutable_Execute_Args args = PJRT_NEW(
        LoadedExecutable_Execute_Args, .executable = program, .options = &execute,
        .argument_lists = (PJRT_Buffer *const *const[]){&inputs[0], &inputs[1]}, .num_devices = 2, .num_args = 1,
        .output_lists = (PJRT_Buffer * *const[]){&outputs[0], &outputs[1]}, .device_complete_events = done);
    DO(LoadedExecutable_Execute, args);
    for (int r = 0; r < 2; r++) {
        assert_int_equal(finish_event(done[r]), PJRT_Error_Code_OK);
        assert_vector(outputs[r], 4, 3000, 2);
        drop(outputs[r]);
    }
    args.num_devices = 1; /* a list of the wrong length */
    if (is_ours) REFUSED(LoadedExecutable_Execute, args, PJRT_Error_Code_INVALID_ARGUMENT);
    for (int r = 0; r < 2; r++) drop(inputs[r]);
    unload(program);
}
