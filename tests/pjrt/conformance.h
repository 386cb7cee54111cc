/* For the conformance suite: one plugin at a time, seen through the C API alone. What a plugin does not have (a slot
 * beyond its table, or an answer UNIMPLEMENTED) skips the case. */
#ifndef LS_TEST_CONFORMANCE_H
#define LS_TEST_CONFORMANCE_H

#include "base/pjrt_c_api.h"
#include "base/thread.h"
#include "ls_test.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const PJRT_Api *api;
static PJRT_Client *client;
static PJRT_Device *const *devices; /* of this process */
static size_t device_count;
static PJRT_Memory *memory; /* of the first device */
static bool is_ours;

/* --- Errors and events ---------------------------------------------------------------------------------------------
 */

/* The code of an error, which is destroyed; its message in `last_message`. */
static char last_message[1024];
static PJRT_Error_Code take(PJRT_Error *error)
{
    last_message[0] = 0;
    if (!error) return PJRT_Error_Code_OK;
    PJRT_Error_GetCode_Args code = PJRT_NEW(Error_GetCode_Args, .error = error);
    assert_null(api->PJRT_Error_GetCode(&code));
    PJRT_Error_Message_Args message = PJRT_NEW(Error_Message_Args, .error = error);
    api->PJRT_Error_Message(&message);
    snprintf(last_message, sizeof(last_message), "%.*s", (int)message.message_size, message.message);
    PJRT_Error_Destroy_Args destroy = PJRT_NEW(Error_Destroy_Args, .error = error);
    api->PJRT_Error_Destroy(&destroy);
    return code.code;
}

/* Calls PJRT_<name> with &args; the error's code. */
#define CALL(name, args)                                                                                               \
    (offsetof(PJRT_Api, PJRT_##name) + sizeof(void *) > api->struct_size || !api->PJRT_##name                          \
         ? PJRT_Error_Code_UNIMPLEMENTED                                                                               \
         : take(api->PJRT_##name(&(args))))

/* The call must succeed; a plugin that does not have it skips the case. */
#define DO(name, args)                                                                                                 \
    do {                                                                                                               \
        PJRT_Error_Code code_ = CALL(name, args);                                                                      \
        if (code_ == PJRT_Error_Code_UNIMPLEMENTED) {                                                                  \
            print_message("# skipped: the plugin has no PJRT_" #name "\n");                                            \
            skip();                                                                                                    \
        }                                                                                                              \
        if (code_ != PJRT_Error_Code_OK) fail_msg("PJRT_" #name ": %s", last_message);                                 \
    } while (0)

/* The call must fail: with `code` if it is our device, which says exactly what is wrong, else somehow. */
#define REFUSED(name, args, wanted)                                                                                    \
    do {                                                                                                               \
        PJRT_Error_Code code_ = CALL(name, args);                                                                      \
        if (code_ == PJRT_Error_Code_OK || (is_ours && code_ != (wanted)))                                             \
            fail_msg("PJRT_" #name " gives %d (%s) instead of " #wanted, code_, last_message);                         \
        assert_true(last_message[0] != 0 || code_ == PJRT_Error_Code_UNIMPLEMENTED);                                   \
    } while (0)

static void drop_event(PJRT_Event *event)
{
    PJRT_Event_Destroy_Args args = PJRT_NEW(Event_Destroy_Args, .event = event);
    assert_int_equal(CALL(Event_Destroy, args), PJRT_Error_Code_OK);
}

static bool is_ready(PJRT_Event *event)
{
    PJRT_Event_IsReady_Args args = PJRT_NEW(Event_IsReady_Args, .event = event);
    assert_int_equal(CALL(Event_IsReady, args), PJRT_Error_Code_OK);
    return args.is_ready;
}

/* Waits, at most 20 s, and destroys the event; the code of its error. */
static PJRT_Error_Code finish_event(PJRT_Event *event)
{
    for (ls_deadline deadline = ls_deadline_in_ms(20000); !is_ready(event); ls_sleep_ms(1))
        if (ls_deadline_passed(deadline)) fail_msg("an event did not happen");
    PJRT_Event_Await_Args args = PJRT_NEW(Event_Await_Args, .event = event);
    PJRT_Error_Code code = CALL(Event_Await, args);
    char message[sizeof(last_message)];
    memcpy(message, last_message, sizeof(message));
    drop_event(event);
    memcpy(last_message, message, sizeof(message));
    return code;
}

/* --- Buffers -------------------------------------------------------------------------------------------------------
 */

static void drop(PJRT_Buffer *buffer)
{
    PJRT_Buffer_Destroy_Args args = PJRT_NEW(Buffer_Destroy_Args, .buffer = buffer);
    assert_int_equal(CALL(Buffer_Destroy, args), PJRT_Error_Code_OK);
}

static PJRT_Buffer *put_on(PJRT_Device *device, PJRT_Buffer_Type type, const int64_t *dims, size_t rank,
                           const void *data)
{
    PJRT_Client_BufferFromHostBuffer_Args args = PJRT_NEW(
        Client_BufferFromHostBuffer_Args, .client = client, .data = data, .type = type, .dims = dims, .num_dims = rank,
        .device = device, .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes);
    DO(Client_BufferFromHostBuffer, args);
    assert_int_equal(finish_event(args.done_with_host_buffer), PJRT_Error_Code_OK);
    return args.buffer;
}

/* A vector of 1000·seed + index. */
static PJRT_Buffer *put_vector(PJRT_Device *device, int count, int seed)
{
    int32_t data[64];
    assert_true(count <= 64);
    for (int i = 0; i < count; i++) data[i] = 1000 * seed + i;
    return put_on(device, PJRT_Buffer_Type_S32, (const int64_t[]){count}, 1, data);
}

static PJRT_Error_Code get(PJRT_Buffer *buffer, void *out, size_t size)
{
    PJRT_Buffer_ToHostBuffer_Args args =
        PJRT_NEW(Buffer_ToHostBuffer_Args, .src = buffer, .dst = out, .dst_size = size);
    PJRT_Error_Code code = CALL(Buffer_ToHostBuffer, args);
    return code != PJRT_Error_Code_OK ? code : finish_event(args.event);
}

/* The buffer is the vector base, base + step, ...; nothing is written behind it. */
static void assert_vector(PJRT_Buffer *buffer, int count, int base, int step)
{
    int32_t got[66];
    memset(got, 0x5A, sizeof(got));
    if (get(buffer, got + 1, sizeof(int32_t) * (size_t)count) != PJRT_Error_Code_OK) fail_msg("%s", last_message);
    for (int i = 0; i < count; i++) assert_int_equal(got[1 + i], base + i * step);
    assert_int_equal(got[0], 0x5A5A5A5A);
    assert_int_equal(got[1 + count], 0x5A5A5A5A);
}

static bool is_deleted(PJRT_Buffer *buffer)
{
    PJRT_Buffer_IsDeleted_Args args = PJRT_NEW(Buffer_IsDeleted_Args, .buffer = buffer);
    assert_int_equal(CALL(Buffer_IsDeleted, args), PJRT_Error_Code_OK);
    return args.is_deleted;
}

/* --- Programs ------------------------------------------------------------------------------------------------------
 */

/* main(x, y) = x + y of four int32; `attributes` stand behind x's type. */
#define ADD(attributes)                                                                                                \
    "module @add {\n"                                                                                                  \
    "  func.func public @main(%x: tensor<4xi32>" attributes ", %y: tensor<4xi32>) -> tensor<4xi32> {\n"                \
    "    %z = stablehlo.add %x, %y : tensor<4xi32>\n"                                                                  \
    "    return %z : tensor<4xi32>\n"                                                                                  \
    "  }\n"                                                                                                            \
    "}\n"

/* CompileOptionsProto: one replica of one partition, anywhere; or so many replicas on the devices from 0 on. */
static const char portable[] = "\x1A\x04\x20\x01\x28\x01\x20\x01";
static size_t replica_options(char *out, int replicas)
{
    char assignment[64] = {0x08, (char)replicas, 0x10, 1, 0x1A, (char)(2 + replicas), 0x0A, (char)replicas};
    size_t size = 8;
    for (int i = 0; i < replicas; i++) assignment[size++] = (char)i;
    const char build[] = {0x1A, (char)(6 + size), 0x20, (char)replicas, 0x28, 1, 0x4A, (char)size};
    memcpy(out, build, sizeof(build));
    memcpy(out + sizeof(build), assignment, size);
    return sizeof(build) + size;
}

static PJRT_Error_Code try_compile(const char *text, const char *options, size_t size, PJRT_LoadedExecutable **out)
{
    PJRT_Program program =
        PJRT_NEW(Program, .code = (char *)text, .code_size = strlen(text), .format = "mlir", .format_size = 4);
    PJRT_Client_Compile_Args args = PJRT_NEW(Client_Compile_Args, .client = client, .program = &program,
                                             .compile_options = options, .compile_options_size = size);
    PJRT_Error_Code code = CALL(Client_Compile, args);
    *out = args.executable;
    return code;
}

static PJRT_LoadedExecutable *compile(const char *text)
{
    PJRT_LoadedExecutable *program;
    if (try_compile(text, portable, sizeof(portable) - 1, &program) != PJRT_Error_Code_OK) fail_msg("%s", last_message);
    return program;
}

static void unload(PJRT_LoadedExecutable *program)
{
    PJRT_LoadedExecutable_Destroy_Args args = PJRT_NEW(LoadedExecutable_Destroy_Args, .executable = program);
    assert_int_equal(CALL(LoadedExecutable_Destroy, args), PJRT_Error_Code_OK);
}

static PJRT_Executable *executable_of(PJRT_LoadedExecutable *program)
{
    PJRT_LoadedExecutable_GetExecutable_Args args =
        PJRT_NEW(LoadedExecutable_GetExecutable_Args, .loaded_executable = program);
    assert_int_equal(CALL(LoadedExecutable_GetExecutable, args), PJRT_Error_Code_OK);
    return args.executable;
}

static void drop_executable(PJRT_Executable *executable)
{
    PJRT_Executable_Destroy_Args args = PJRT_NEW(Executable_Destroy_Args, .executable = executable);
    assert_int_equal(CALL(Executable_Destroy, args), PJRT_Error_Code_OK);
}

/* Starts the program on `device`; its one output, and the event of its end. */
static PJRT_Error_Code run(PJRT_LoadedExecutable *program, PJRT_Device *device, PJRT_Buffer *const *inputs,
                           size_t count, PJRT_Buffer **out_result, PJRT_Event **out_done)
{
    PJRT_ExecuteOptions options = PJRT_NEW(ExecuteOptions);
    PJRT_LoadedExecutable_Execute_Args args =
        PJRT_NEW(LoadedExecutable_Execute_Args, .executable = program, .options = &options,
                 .argument_lists = (PJRT_Buffer *const *const[]){inputs}, .num_devices = 1, .num_args = count,
                 .output_lists = (PJRT_Buffer * *const[]){out_result}, .device_complete_events = out_done,
                 .execute_device = device);
    return CALL(LoadedExecutable_Execute, args);
}

/* Adds on the first device: the sum, which may be computed later. */
static PJRT_Buffer *add(PJRT_LoadedExecutable *program, PJRT_Buffer *x, PJRT_Buffer *y)
{
    PJRT_Buffer *sum = NULL;
    PJRT_Event *done = NULL;
    if (run(program, devices[0], (PJRT_Buffer *const[]){x, y}, 2, &sum, &done) != PJRT_Error_Code_OK)
        fail_msg("%s", last_message);
    drop_event(done);
    return sum;
}

#endif
