/* The CPU device's C API as foreign clients use it: every slot, sizes of structs, host buffers, events, deleted
 * buffers. */
#include "base/thread.h"
#include "cpu_face.h"
#include <dirent.h>
#include <unistd.h>

static void no_slot_is_empty(void **state)
{
    assert_int_equal(api->struct_size, PJRT_Api_STRUCT_SIZE);
#define PJRT_SLOT(name) assert_non_null(api->PJRT_##name);
#define PJRT_SLOT_VOID(name) PJRT_SLOT(name)
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
}

static void what_is_not_there_names_itself(void **state)
{
    PJRT_CopyToDeviceStream_TotalBytes_Args bytes = PJRT_NEW(CopyToDeviceStream_TotalBytes_Args);
    assert_int_equal(take(api->PJRT_CopyToDeviceStream_TotalBytes(&bytes)), PJRT_Error_Code_UNIMPLEMENTED);
    assert_non_null(strstr(last_message, "PJRT_CopyToDeviceStream_TotalBytes"));
}

/* Every function refuses a struct that is too short, before it looks at anything else, and takes one that is longer. */
static void sizes_of_structs_are_checked(void **state)
{
    struct {
        size_t struct_size;
        char rest[512];
    } args = {.struct_size = 8};
#define PJRT_SLOT(name)                                                                                                \
    if (PJRT_##name##_Args_STRUCT_SIZE > 16) {                                                                         \
        if (take(api->PJRT_##name((PJRT_##name##_Args *)&args)) != PJRT_Error_Code_INVALID_ARGUMENT)                   \
            fail_msg(#name " takes a struct of 8 bytes");                                                              \
        assert_non_null(strstr(last_message, "PJRT_" #name));                                                          \
    }
#define PJRT_SLOT_VOID(name)
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
    PJRT_Plugin_Attributes_Args *longer = (PJRT_Plugin_Attributes_Args *)&args;
    args.struct_size = 400;
    memset(args.rest, 0x5A, sizeof(args.rest));
    assert_done(api->PJRT_Plugin_Attributes(longer));
    assert_int_equal(longer->num_attributes, 3);
    for (size_t i = sizeof(*longer) - 8; i < sizeof(args.rest); i++) assert_int_equal(args.rest[i], 0x5A);
}

static void fields_that_an_older_client_lacks_are_not_written(void **state)
{
    PJRT_Device_MemoryStats_Args stats;
    memset(&stats, 0x5A, sizeof(stats));
    stats.struct_size = offsetof(PJRT_Device_MemoryStats_Args, largest_alloc_size_is_set) + 1;
    stats.device = device;
    assert_done(api->PJRT_Device_MemoryStats(&stats));
    assert_true(stats.peak_bytes_in_use_is_set);
    assert_true(stats.largest_alloc_size_is_set);
    const unsigned char *bytes = (const unsigned char *)&stats;
    for (size_t i = stats.struct_size; i < sizeof(stats); i++) assert_int_equal(bytes[i], 0x5A);
}

static void the_plugin_states_its_versions(void **state)
{
    PJRT_Plugin_Initialize_Args initialize = PJRT_NEW(Plugin_Initialize_Args);
    assert_done(api->PJRT_Plugin_Initialize(&initialize));
    assert_done(api->PJRT_Plugin_Initialize(&initialize));
    PJRT_Plugin_Attributes_Args args = PJRT_NEW(Plugin_Attributes_Args);
    assert_done(api->PJRT_Plugin_Attributes(&args));
    const char *names[] = {"xla_version", "stablehlo_current_version", "stablehlo_minimum_version"};
    assert_int_equal(args.num_attributes, 3);
    for (size_t i = 0; i < 3; i++) {
        const PJRT_NamedValue *value = &args.attributes[i];
        assert_int_equal(value->name_size, strlen(names[i]));
        assert_memory_equal(value->name, names[i], value->name_size);
        assert_int_equal(value->type, i ? PJRT_NamedValue_kInt64List : PJRT_NamedValue_kInt64);
        assert_int_equal(value->value_size, i ? 3 : 1);
        if (i) assert_in_range(value->int64_array_value[0], 0, 100);
    }
}

static void memories_and_devices_know_each_other(void **state)
{
    PJRT_Client_AddressableMemories_Args memories = PJRT_NEW(Client_AddressableMemories_Args, .client = client);
    assert_done(api->PJRT_Client_AddressableMemories(&memories));
    assert_int_equal(memories.num_addressable_memories, DEVICES);
    PJRT_Device_DefaultMemory_Args memory = PJRT_NEW(Device_DefaultMemory_Args, .device = device);
    assert_done(api->PJRT_Device_DefaultMemory(&memory));
    assert_ptr_equal(memory.memory, memories.addressable_memories[0]);
    PJRT_Memory_AddressableByDevices_Args back = PJRT_NEW(Memory_AddressableByDevices_Args, .memory = memory.memory);
    assert_done(api->PJRT_Memory_AddressableByDevices(&back));
    assert_int_equal(back.num_devices, 1);
    assert_ptr_equal(back.devices[0], device);
    PJRT_Memory_Kind_Args kind = PJRT_NEW(Memory_Kind_Args, .memory = memory.memory);
    assert_done(api->PJRT_Memory_Kind(&kind));
    assert_memory_equal(kind.kind, "device", kind.kind_size);
    PJRT_Client_LookupDevice_Args lookup = PJRT_NEW(Client_LookupDevice_Args, .client = client, .id = DEVICES);
    assert_int_equal(take(api->PJRT_Client_LookupDevice(&lookup)), PJRT_Error_Code_INVALID_ARGUMENT);
    lookup.id = 0;
    assert_done(api->PJRT_Client_LookupDevice(&lookup));
    assert_ptr_equal(lookup.device, device);
    int assignment[2];
    PJRT_Client_DefaultDeviceAssignment_Args assign =
        PJRT_NEW(Client_DefaultDeviceAssignment_Args, .client = client, .num_replicas = 2, .num_partitions = 1,
                 .default_assignment_size = 2, .default_assignment = assignment);
    assert_done(api->PJRT_Client_DefaultDeviceAssignment(&assign));
    assert_int_equal(assignment[1], 1);
    assign.num_replicas = DEVICES + 1;
    assert_int_equal(take(api->PJRT_Client_DefaultDeviceAssignment(&assign)), PJRT_Error_Code_INVALID_ARGUMENT);
}

/* --- Buffers ------------------------------------------------------------------------------------------------------ */

static void count_call(PJRT_Error *error, void *arg)
{
    assert_null(error);
    atomic_fetch_add((atomic_int *)arg, 1);
}

/* A 3×4 array of 1000·row + column, seen through strides; what the source holds after the call does not matter. */
static void host_buffers_keep_their_promise(void **state)
{
    static const struct {
        int64_t strides[2];
        int first;      /* element that [0, 0] is */
        int source[12]; /* expected, as element numbers */
    } views[] = {
        {{16, 4}, 0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
        {{4, 12}, 0, {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}},  /* transposed */
        {{-16, 4}, 8, {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}}, /* rows reversed */
        {{0, 4}, 4, {4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7}},     /* one row again and again */
        {{-16, -4}, 11, {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
    };
    const int64_t dims[2] = {3, 4};
    for (int semantics = 0; semantics <= 3; semantics++)
        for (size_t v = 0; v < sizeof(views) / sizeof(views[0]); v++) {
            int32_t *source = malloc(12 * sizeof(*source)), expected[12], got[14];
            for (int i = 0; i < 12; i++) source[i] = 1000 * (i / 4) + i % 4;
            for (int i = 0; i < 12; i++) expected[i] = source[views[v].source[i]];
            PJRT_Client_BufferFromHostBuffer_Args args = PJRT_NEW(
                Client_BufferFromHostBuffer_Args, .client = client, .data = source + views[v].first,
                .type = PJRT_Buffer_Type_S32, .dims = dims, .num_dims = 2, .byte_strides = views[v].strides,
                .num_byte_strides = 2, .host_buffer_semantics = (PJRT_HostBufferSemantics)semantics, .device = device);
            assert_done(api->PJRT_Client_BufferFromHostBuffer(&args));
            atomic_int calls = 0;
            PJRT_Event_OnReady_Args ready = PJRT_NEW(Event_OnReady_Args, .event = args.done_with_host_buffer,
                                                     .callback = count_call, .user_arg = &calls);
            assert_done(api->PJRT_Event_OnReady(&ready));
            assert_int_equal(calls, 1);
            destroy_event(args.done_with_host_buffer);
            memset(source, 0xFF, 12 * sizeof(*source));
            free(source);
            memset(got, 0x5A, sizeof(got));
            assert_done(read_back(args.buffer, got + 1, 48, NULL));
            assert_memory_equal(got + 1, expected, 48);
            assert_int_equal(got[0], 0x5A5A5A5A);
            assert_int_equal(got[13], 0x5A5A5A5A);
            /* Column-major on the host. */
            PJRT_Buffer_MemoryLayout layout = PJRT_NEW(Buffer_MemoryLayout);
            layout.tiled = PJRT_NEW(Buffer_MemoryLayout_Tiled, .minor_to_major = (const int64_t[]){0, 1},
                                    .minor_to_major_size = 2);
            assert_done(read_back(args.buffer, got + 1, 48, &layout));
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 4; c++) assert_int_equal(got[1 + c * 3 + r], expected[r * 4 + c]);
            destroy_buffer(args.buffer);
        }
}

static void deleting_is_not_destroying(void **state)
{
    PJRT_Buffer *buffer = put_number(7);
    PJRT_Buffer_Delete_Args delete = PJRT_NEW(Buffer_Delete_Args, .buffer = buffer);
    assert_done(api->PJRT_Buffer_Delete(&delete));
    assert_done(api->PJRT_Buffer_Delete(&delete));
    PJRT_Buffer_IsDeleted_Args deleted = PJRT_NEW(Buffer_IsDeleted_Args, .buffer = buffer);
    assert_done(api->PJRT_Buffer_IsDeleted(&deleted));
    assert_true(deleted.is_deleted);
    PJRT_Buffer_ElementType_Args type = PJRT_NEW(Buffer_ElementType_Args, .buffer = buffer);
    assert_done(api->PJRT_Buffer_ElementType(&type));
    assert_int_equal(type.type, PJRT_Buffer_Type_S32);
    int32_t got;
    assert_int_equal(take(read_back(buffer, &got, 4, NULL)), PJRT_Error_Code_INVALID_ARGUMENT);
    assert_non_null(strstr(last_message, "was deleted"));
    PJRT_Buffer_ReadyEvent_Args ready = PJRT_NEW(Buffer_ReadyEvent_Args, .buffer = buffer);
    assert_int_equal(take(api->PJRT_Buffer_ReadyEvent(&ready)), PJRT_Error_Code_INVALID_ARGUMENT);
    destroy_buffer(buffer);
}

static void buffers_move_between_devices(void **state)
{
    PJRT_Client_LookupDevice_Args other = PJRT_NEW(Client_LookupDevice_Args, .client = client, .id = 1);
    assert_done(api->PJRT_Client_LookupDevice(&other));
    PJRT_Buffer *here = put_number(1234);
    PJRT_Buffer_CopyToDevice_Args copy = PJRT_NEW(Buffer_CopyToDevice_Args, .buffer = here, .dst_device = other.device);
    assert_done(api->PJRT_Buffer_CopyToDevice(&copy));
    destroy_buffer(here);
    PJRT_Buffer_Device_Args where = PJRT_NEW(Buffer_Device_Args, .buffer = copy.dst_buffer);
    assert_done(api->PJRT_Buffer_Device(&where));
    assert_ptr_equal(where.device, other.device);
    int32_t got = 0;
    assert_done(read_back(copy.dst_buffer, &got, 4, NULL));
    assert_int_equal(got, 1234);
    destroy_buffer(copy.dst_buffer);
}

static void an_error_buffer_passes_its_error_on(void **state)
{
    PJRT_Device_DefaultMemory_Args memory = PJRT_NEW(Device_DefaultMemory_Args, .device = device);
    assert_done(api->PJRT_Device_DefaultMemory(&memory));
    PJRT_Client_CreateErrorBuffer_Args args =
        PJRT_NEW(Client_CreateErrorBuffer_Args, .client = client, .error_code = PJRT_Error_Code_DATA_LOSS,
                 .error_message = "gone", .error_message_size = 4, .shape_element_type = PJRT_Buffer_Type_S32,
                 .memory = memory.memory);
    assert_done(api->PJRT_Client_CreateErrorBuffer(&args));
    int32_t got;
    assert_int_equal(take(read_back(args.buffer, &got, 4, NULL)), PJRT_Error_Code_DATA_LOSS);
    assert_string_equal(last_message, "gone");
    destroy_buffer(args.buffer);
}

/* --- Events ------------------------------------------------------------------------------------------------------- */

static int count_threads(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    while (readdir(tasks)) count++;
    closedir(tasks);
    return count;
}

static void ten_thousand_events_take_no_threads(void **state)
{
    enum { COUNT = 10000 };
    PJRT_Event **events = calloc(COUNT, sizeof(*events));
    atomic_int calls = 0;
    int threads = count_threads();
    for (int i = 0; i < COUNT; i++) {
        PJRT_Event_Create_Args create = PJRT_NEW(Event_Create_Args);
        assert_done(api->PJRT_Event_Create(&create));
        events[i] = create.event;
        PJRT_Event_OnReady_Args ready =
            PJRT_NEW(Event_OnReady_Args, .event = create.event, .callback = count_call, .user_arg = &calls);
        assert_done(api->PJRT_Event_OnReady(&ready));
    }
    assert_int_equal(count_threads(), threads);
    assert_int_equal(calls, 0);
    for (int i = 0; i < COUNT; i++) {
        PJRT_Event_Set_Args set = PJRT_NEW(Event_Set_Args, .event = events[i]);
        assert_done(api->PJRT_Event_Set(&set));
        assert_int_equal(take(api->PJRT_Event_Set(&set)), PJRT_Error_Code_FAILED_PRECONDITION);
        destroy_event(events[i]);
    }
    assert_int_equal(calls, COUNT);
    assert_int_equal(count_threads(), threads);
    free(events);
    destroy_event(NULL);
}

static void keep_error(PJRT_Error *error, void *arg)
{
    *(PJRT_Error_Code *)arg = take(error);
}

static void an_event_gives_everybody_its_error(void **state)
{
    PJRT_Event_Create_Args create = PJRT_NEW(Event_Create_Args);
    assert_done(api->PJRT_Event_Create(&create));
    PJRT_Error_Code heard = PJRT_Error_Code_OK;
    PJRT_Event_OnReady_Args ready =
        PJRT_NEW(Event_OnReady_Args, .event = create.event, .callback = keep_error, .user_arg = &heard);
    assert_done(api->PJRT_Event_OnReady(&ready));
    PJRT_Event_Set_Args set = PJRT_NEW(Event_Set_Args, .event = create.event, .error_code = PJRT_Error_Code_ABORTED,
                                       .error_message = "stop", .error_message_size = 4);
    assert_done(api->PJRT_Event_Set(&set));
    assert_int_equal(heard, PJRT_Error_Code_ABORTED);
    PJRT_Event_IsReady_Args is_ready = PJRT_NEW(Event_IsReady_Args, .event = create.event);
    assert_done(api->PJRT_Event_IsReady(&is_ready));
    assert_true(is_ready.is_ready);
    PJRT_Event_Await_Args await = PJRT_NEW(Event_Await_Args, .event = create.event);
    PJRT_Event_Error_Args error = PJRT_NEW(Event_Error_Args, .event = create.event);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(take(api->PJRT_Event_Await(&await)), PJRT_Error_Code_ABORTED);
        assert_int_equal(take(api->PJRT_Event_Error(&error)), PJRT_Error_Code_ABORTED);
        assert_string_equal(last_message, "stop");
    }
    destroy_event(create.event);
}

/* --- Loading ------------------------------------------------------------------------------------------------------ */

static void the_plugin_exports_one_symbol(void **state)
{
    FILE *list = popen("nm -D --defined-only " CPU_PLUGIN, "r");
    assert_non_null(list);
    char line[512];
    int symbols = 0;
    while (fgets(line, sizeof(line), list)) {
        symbols++;
        if (!strstr(line, " T GetPjrtApi")) fail_msg("exported: %s", line);
    }
    assert_int_equal(pclose(list), 0);
    assert_int_equal(symbols, 1);
}

static void two_copies_do_not_touch_each_other(void **state)
{
    char path[] = "/tmp/lockstep-copy-XXXXXX", command[1024];
    close(mkstemp(path));
    snprintf(command, sizeof(command), "cp %s %s", CPU_PLUGIN, path);
    assert_int_equal(system(command), 0);
    void *copy = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    remove(path);
    if (!copy) fail_msg("%s", dlerror());
    const PJRT_Api *second = ((const PJRT_Api *(*)(void))dlsym(copy, "GetPjrtApi"))();
    assert_ptr_not_equal(second, api);
    PJRT_Client_Create_Args create = PJRT_NEW(Client_Create_Args);
    assert_done(second->PJRT_Client_Create(&create));
    PJRT_Client_Destroy_Args destroy = PJRT_NEW(Client_Destroy_Args, .client = create.client);
    assert_done(second->PJRT_Client_Destroy(&destroy));
    PJRT_Buffer *buffer = put_number(5);
    destroy_buffer(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_slot_is_empty),
        cmocka_unit_test(what_is_not_there_names_itself),
        cmocka_unit_test(sizes_of_structs_are_checked),
        cmocka_unit_test(fields_that_an_older_client_lacks_are_not_written),
        cmocka_unit_test(the_plugin_states_its_versions),
        cmocka_unit_test(memories_and_devices_know_each_other),
        cmocka_unit_test(host_buffers_keep_their_promise),
        cmocka_unit_test(deleting_is_not_destroying),
        cmocka_unit_test(buffers_move_between_devices),
        cmocka_unit_test(an_error_buffer_passes_its_error_on),
        cmocka_unit_test(ten_thousand_events_take_no_threads),
        cmocka_unit_test(an_event_gives_everybody_its_error),
        cmocka_unit_test(the_plugin_exports_one_symbol),
        cmocka_unit_test(two_copies_do_not_touch_each_other),
    };
    return cmocka_run_group_tests(tests, start, end);
}
