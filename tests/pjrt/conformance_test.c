/* What any plugin must do, by the C API alone: on the CPU device, and on every plugin whose file LOCKSTEP_TEST_PLUGINS
 * names (a list with colons between). */
#include "conformance_buffer.h"
#include "conformance_device.h"
#include "conformance_program.h"

static const char *plugin; /* the file */

static void the_plugin_makes_a_client(void **state)
{
    plugin = *state;
    void *library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail_msg("%s", dlerror());
    api = ((const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi"))();
    is_ours = !strcmp(plugin, CPU_PLUGIN);
    if (!is_ours) { /* ours must not need it */
        PJRT_Plugin_Initialize_Args initialize = PJRT_NEW(Plugin_Initialize_Args);
        assert_int_equal(CALL(Plugin_Initialize, initialize), PJRT_Error_Code_OK);
    }
    PJRT_NamedValue count = PJRT_NEW(NamedValue, .name = "cpu_device_count", .name_size = 16,
                                     .type = PJRT_NamedValue_kInt64, .int64_value = 4, .value_size = 1);
    PJRT_Client_Create_Args create =
        PJRT_NEW(Client_Create_Args, .create_options = &count, .num_options = is_ours ? 1 : 0);
    if (CALL(Client_Create, create) != PJRT_Error_Code_OK) fail_msg("%s", last_message);
    client = create.client;
    PJRT_Client_AddressableDevices_Args list = PJRT_NEW(Client_AddressableDevices_Args, .client = client);
    DO(Client_AddressableDevices, list);
    devices = list.addressable_devices;
    device_count = list.num_addressable_devices;
    assert_true(device_count > 0);
    PJRT_Device_DefaultMemory_Args first = PJRT_NEW(Device_DefaultMemory_Args, .device = devices[0]);
    DO(Device_DefaultMemory, first);
    memory = first.memory;
}

static void the_client_goes(void **state)
{
    PJRT_Client_Destroy_Args args = PJRT_NEW(Client_Destroy_Args, .client = client);
    assert_int_equal(CALL(Client_Destroy, args), PJRT_Error_Code_OK);
}

static const struct CMUnitTest cases[] = {
    cmocka_unit_test(the_plugin_makes_a_client),
    cmocka_unit_test(no_slot_of_the_table_is_empty),
    cmocka_unit_test(it_may_be_initialised_twice),
    cmocka_unit_test(it_states_its_stablehlo_versions),
    cmocka_unit_test(an_error_has_a_code_and_a_message),
    cmocka_unit_test(structs_of_newer_clients_are_taken),
    cmocka_unit_test(devices_memories_and_descriptions_agree),
    cmocka_unit_test(a_default_assignment_names_different_devices),
    cmocka_unit_test(unknown_options_are_refused_with_the_known_ones),
    cmocka_unit_test(memory_is_counted),
    cmocka_unit_test(more_memory_than_there_is_is_refused),
    cmocka_unit_test(host_memory_may_be_mapped),
    cmocka_unit_test(a_lost_process_must_exist),
    cmocka_unit_test(marks_for_profilers_come_and_go),
    cmocka_unit_test(a_topology_survives_as_bytes),
    cmocka_unit_test(topologies_have_names),
    cmocka_unit_test(arrays_come_back_as_they_went),
    cmocka_unit_test(the_host_may_ask_for_the_size),
    cmocka_unit_test(a_deleted_buffer_keeps_its_type_only),
    cmocka_unit_test(a_part_is_copied_raw),
    cmocka_unit_test(where_a_raw_copy_goes_may_be_said_later),
    cmocka_unit_test(the_same_bytes_may_be_seen_as_another_type),
    cmocka_unit_test(donating_one_of_two_views_spares_the_other),
    cmocka_unit_test(a_view_of_foreign_memory_tells_when_it_ends),
    cmocka_unit_test(an_error_buffer_fails_what_reads_it),
    cmocka_unit_test(data_arrives_in_pieces),
    cmocka_unit_test(data_that_never_arrives_is_an_error),
    cmocka_unit_test(an_alias_stands_for_what_comes_later),
    cmocka_unit_test(a_donation_may_wait_for_something),
    cmocka_unit_test(a_program_adds),
    cmocka_unit_test(a_program_tells_what_it_is),
    cmocka_unit_test(its_costs_memory_kinds_and_options_can_be_asked),
    cmocka_unit_test(the_optimised_program_comes_in_two_steps),
    cmocka_unit_test(what_is_no_program_is_refused),
    cmocka_unit_test(donating_empties_the_input),
    cmocka_unit_test(wrong_arguments_are_refused),
    cmocka_unit_test(an_executable_survives_as_bytes),
    cmocka_unit_test(a_program_may_be_compiled_ahead_of_time),
    cmocka_unit_test(a_deleted_program_does_not_run),
    cmocka_unit_test(replicas_reduce_over_devices),
    cmocka_unit_test(the_client_goes),
};
enum { CASES = sizeof(cases) / sizeof(cases[0]), MOST_PLUGINS = 16 };

/* All cases for one plugin, each named after it. */
static void add_plugin(struct CMUnitTest *tests, char *path)
{
    const char *slash = strrchr(path, '/');
    for (size_t i = 0; i < CASES; i++) {
        char *name = malloc(256);
        snprintf(name, 256, "%s: %s", slash ? slash + 1 : path, cases[i].name);
        tests[i] = cases[i];
        tests[i].name = name;
        tests[i].initial_state = path;
    }
}

int main(void)
{
    static struct CMUnitTest tests[CASES * MOST_PLUGINS];
    const char *others = getenv("LOCKSTEP_TEST_PLUGINS");
    char *list = strdup(others ? others : ""), *rest = list;
    size_t plugins = 0;
    add_plugin(tests, CPU_PLUGIN);
    for (char *path; plugins + 1 < MOST_PLUGINS && (path = strsep(&rest, ":"));)
        if (*path) add_plugin(tests + CASES * ++plugins, path);
    int failed = _cmocka_run_group_tests("conformance", tests, CASES * (plugins + 1), NULL, NULL);
    for (size_t i = 0; i < CASES * (plugins + 1); i++) free((char *)tests[i].name);
    free(list);
    return failed;
}
