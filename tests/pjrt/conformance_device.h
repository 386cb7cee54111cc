/* The table, errors, devices, memories, topologies. */
#include "conformance.h"

static void no_slot_of_the_table_is_empty(void **state)
{
    assert_int_equal(api->pjrt_api_version.major_version, PJRT_API_MAJOR);
    if (is_ours) assert_int_equal(api->struct_size, PJRT_Api_STRUCT_SIZE);
    const size_t first = offsetof(PJRT_Api, PJRT_Error_Destroy);
    for (size_t at = first; at + sizeof(void *) <= api->struct_size; at += sizeof(void *))
        if (!*(void *const *)((const char *)api + at)) fail_msg("slot %zu is empty", (at - first) / sizeof(void *) + 1);
}

static void it_may_be_initialised_twice(void **state)
{
    PJRT_Plugin_Initialize_Args args = PJRT_NEW(Plugin_Initialize_Args);
    DO(Plugin_Initialize, args);
    DO(Plugin_Initialize, args);
}

static void it_states_its_stablehlo_versions(void **state)
{
    PJRT_Plugin_Attributes_Args args = PJRT_NEW(Plugin_Attributes_Args);
    DO(Plugin_Attributes, args);
    int found = 0;
    for (size_t i = 0; i < args.num_attributes; i++) {
        const PJRT_NamedValue *value = &args.attributes[i];
        if (value->name_size < 10 || memcmp(value->name, "stablehlo_", 10)) continue;
        assert_int_equal(value->type, PJRT_NamedValue_kInt64List);
        assert_int_equal(value->value_size, 3);
        found++;
    }
    assert_int_equal(found, 2);
}

static void visit(const char *key, size_t key_size, const char *value, size_t value_size, void *arg)
{
}

static void an_error_has_a_code_and_a_message(void **state)
{
    PJRT_Client_LookupDevice_Args lookup = PJRT_NEW(Client_LookupDevice_Args, .client = client, .id = -7);
    PJRT_Error *error = api->PJRT_Client_LookupDevice(&lookup);
    assert_non_null(error);
    PJRT_Error_ForEachPayload_Args payload = PJRT_NEW(Error_ForEachPayload_Args, .error = error, .visitor = visit);
    if (offsetof(PJRT_Api, PJRT_Error_ForEachPayload) < api->struct_size)
        assert_null(api->PJRT_Error_ForEachPayload(&payload));
    assert_int_not_equal(take(error), PJRT_Error_Code_OK);
    assert_true(last_message[0] != 0);
}

/* Longer structs, as newer clients send them, are taken, and nothing is written behind what the plugin knows. */
static void structs_of_newer_clients_are_taken(void **state)
{
    struct {
        PJRT_Client_PlatformName_Args args;
        char newer[64];
    } name = {.args = PJRT_NEW(Client_PlatformName_Args, .client = client)};
    memset(name.newer, 0x5A, sizeof(name.newer));
    name.args.struct_size = sizeof(name);
    DO(Client_PlatformName, name.args);
    assert_true(name.args.platform_name_size > 0);
    for (size_t i = 0; i < sizeof(name.newer); i++) assert_int_equal(name.newer[i], 0x5A);
    name.args.struct_size = 8;
    REFUSED(Client_PlatformName, name.args, PJRT_Error_Code_INVALID_ARGUMENT);
}

static void devices_memories_and_descriptions_agree(void **state)
{
    PJRT_Client_Devices_Args all = PJRT_NEW(Client_Devices_Args, .client = client);
    DO(Client_Devices, all);
    assert_true(all.num_devices >= device_count);
    PJRT_Client_AddressableMemories_Args memories = PJRT_NEW(Client_AddressableMemories_Args, .client = client);
    DO(Client_AddressableMemories, memories);
    for (size_t i = 0; i < device_count; i++) {
        PJRT_Device_GetDescription_Args description = PJRT_NEW(Device_GetDescription_Args, .device = devices[i]);
        DO(Device_GetDescription, description);
        PJRT_DeviceDescription_Id_Args id =
            PJRT_NEW(DeviceDescription_Id_Args, .device_description = description.device_description);
        DO(DeviceDescription_Id, id);
        PJRT_Client_LookupDevice_Args lookup = PJRT_NEW(Client_LookupDevice_Args, .client = client, .id = id.id);
        DO(Client_LookupDevice, lookup);
        assert_ptr_equal(lookup.device, devices[i]);
        PJRT_DeviceDescription_Kind_Args kind =
            PJRT_NEW(DeviceDescription_Kind_Args, .device_description = description.device_description);
        DO(DeviceDescription_Kind, kind);
        assert_true(kind.device_kind_size > 0);
        PJRT_Device_IsAddressable_Args addressable = PJRT_NEW(Device_IsAddressable_Args, .device = devices[i]);
        DO(Device_IsAddressable, addressable);
        assert_true(addressable.is_addressable);
        PJRT_Device_DefaultMemory_Args own = PJRT_NEW(Device_DefaultMemory_Args, .device = devices[i]);
        DO(Device_DefaultMemory, own);
        bool is_listed = false, is_mutual = false;
        for (size_t m = 0; m < memories.num_addressable_memories; m++)
            is_listed |= memories.addressable_memories[m] == own.memory;
        assert_true(is_listed);
        PJRT_Memory_AddressableByDevices_Args users = PJRT_NEW(Memory_AddressableByDevices_Args, .memory = own.memory);
        DO(Memory_AddressableByDevices, users);
        for (size_t d = 0; d < users.num_devices; d++) is_mutual |= users.devices[d] == devices[i];
        assert_true(is_mutual);
        PJRT_Memory_Kind_Args memory_kind = PJRT_NEW(Memory_Kind_Args, .memory = own.memory);
        DO(Memory_Kind, memory_kind);
        assert_true(memory_kind.kind_size > 0);
    }
}

static void a_default_assignment_names_different_devices(void **state)
{
    int ids[64] = {0};
    size_t replicas = device_count > 64 ? 64 : device_count;
    PJRT_Client_DefaultDeviceAssignment_Args args =
        PJRT_NEW(Client_DefaultDeviceAssignment_Args, .client = client, .num_replicas = (int)replicas,
                 .num_partitions = 1, .default_assignment_size = replicas, .default_assignment = ids);
    DO(Client_DefaultDeviceAssignment, args);
    for (size_t i = 0; i < replicas; i++)
        for (size_t k = 0; k < i; k++) assert_int_not_equal(ids[i], ids[k]);
}

static void unknown_options_are_refused_with_the_known_ones(void **state)
{
    PJRT_NamedValue option = PJRT_NEW(NamedValue, .name = "no_such_option", .name_size = 14,
                                      .type = PJRT_NamedValue_kInt64, .int64_value = 1, .value_size = 1);
    PJRT_Client_Create_Args args = PJRT_NEW(Client_Create_Args, .create_options = &option, .num_options = 1);
    if (!is_ours) skip(); /* others may ignore it */
    REFUSED(Client_Create, args, PJRT_Error_Code_INVALID_ARGUMENT);
    assert_non_null(strstr(last_message, "no_such_option"));
    assert_non_null(strstr(last_message, "cpu_device_count"));
}

static void memory_is_counted(void **state)
{
    enum { BYTES = 1 << 20 };
    PJRT_Device_MemoryStats_Args before = PJRT_NEW(Device_MemoryStats_Args, .device = devices[0]), with = before;
    DO(Device_MemoryStats, before);
    static const char zeros[BYTES];
    PJRT_Buffer *buffer = put_on(devices[0], PJRT_Buffer_Type_U8, (const int64_t[]){BYTES}, 1, zeros);
    DO(Device_MemoryStats, with);
    assert_int_equal(with.bytes_in_use - before.bytes_in_use, BYTES);
    if (with.peak_bytes_in_use_is_set) assert_true(with.peak_bytes_in_use >= with.bytes_in_use);
    if (with.num_allocs_is_set) assert_int_equal(with.num_allocs, before.num_allocs + 1);
    if (with.largest_alloc_size_is_set) assert_true(with.largest_alloc_size >= BYTES);
    drop(buffer);
    PJRT_Device_ClearMemoryStats_Args clear = PJRT_NEW(Device_ClearMemoryStats_Args, .device = devices[0]);
    DO(Device_ClearMemoryStats, clear);
    DO(Device_MemoryStats, with);
    assert_int_equal(with.peak_bytes_in_use, with.bytes_in_use);
    assert_int_equal(with.bytes_in_use, before.bytes_in_use);
}

static void more_memory_than_there_is_is_refused(void **state)
{
    PJRT_Client_CreateUninitializedBuffer_Args args = PJRT_NEW(
        Client_CreateUninitializedBuffer_Args, .client = client, .shape_dims = (const int64_t[]){1, INT64_C(1) << 50},
        .shape_num_dims = 2, .shape_element_type = PJRT_Buffer_Type_U8, .device = devices[0]);
    if (!is_ours) skip(); /* others abort */
    REFUSED(Client_CreateUninitializedBuffer, args, PJRT_Error_Code_RESOURCE_EXHAUSTED);
    assert_non_null(strstr(last_message, "1125899906842624 bytes are asked for"));
    PJRT_LoadedExecutable *program;
    assert_int_equal(try_compile("func.func @main(%x: tensor<1125899906842624xi8>) -> tensor<1125899906842624xi8> {\n"
                                 "  return %x : tensor<1125899906842624xi8>\n}\n",
                                 portable, sizeof(portable) - 1, &program),
                     PJRT_Error_Code_RESOURCE_EXHAUSTED);
    assert_non_null(strstr(last_message, "bytes of device memory"));
}

static void host_memory_may_be_mapped(void **state)
{
    static char data[4096];
    PJRT_Client_DmaMap_Args map = PJRT_NEW(Client_DmaMap_Args, .client = client, .data = data, .size = sizeof(data));
    DO(Client_DmaMap, map);
    REFUSED(Client_DmaMap, map, PJRT_Error_Code_ALREADY_EXISTS);
    PJRT_Client_DmaUnmap_Args unmap = PJRT_NEW(Client_DmaUnmap_Args, .client = client, .data = data);
    DO(Client_DmaUnmap, unmap);
    REFUSED(Client_DmaUnmap, unmap, PJRT_Error_Code_NOT_FOUND);
}

static void a_lost_process_must_exist(void **state)
{
    PJRT_ProcessInfo info = {
        .struct_size = PJRT_ProcessInfo_STRUCT_SIZE, .task_id = 99, .state = PJRT_ProcessState_kError};
    PJRT_Client_UpdateGlobalProcessInfo_Args args =
        PJRT_NEW(Client_UpdateGlobalProcessInfo_Args, .client = client, .process_infos = &info, .num_process_infos = 1);
    if (!is_ours) skip();
    REFUSED(Client_UpdateGlobalProcessInfo, args, PJRT_Error_Code_INVALID_ARGUMENT);
    info = (PJRT_ProcessInfo){.struct_size = PJRT_ProcessInfo_STRUCT_SIZE, .state = PJRT_ProcessState_kConnected};
    DO(Client_UpdateGlobalProcessInfo, args);
}

static void marks_for_profilers_come_and_go(void **state)
{
    PJRT_Device_CreateAsyncTrackingEvent_Args args = PJRT_NEW(
        Device_CreateAsyncTrackingEvent_Args, .device = devices[0], .description = "step", .description_size = 4);
    DO(Device_CreateAsyncTrackingEvent, args);
    PJRT_AsyncTrackingEvent_Destroy_Args destroy = PJRT_NEW(AsyncTrackingEvent_Destroy_Args, .event = args.event);
    DO(AsyncTrackingEvent_Destroy, destroy);
}

/* --- Topologies ----------------------------------------------------------------------------------------------------
 */

static void assert_same_topology(PJRT_TopologyDescription *a, PJRT_TopologyDescription *b)
{
    PJRT_TopologyDescription_GetDeviceDescriptions_Args in_a = PJRT_NEW(TopologyDescription_GetDeviceDescriptions_Args,
                                                                        .topology = a),
                                                        in_b = in_a;
    in_b.topology = b;
    DO(TopologyDescription_GetDeviceDescriptions, in_a);
    DO(TopologyDescription_GetDeviceDescriptions, in_b);
    assert_int_equal(in_a.num_descriptions, in_b.num_descriptions);
    PJRT_TopologyDescription_Fingerprint_Args of_a = PJRT_NEW(TopologyDescription_Fingerprint_Args, .topology = a),
                                              of_b = of_a;
    of_b.topology = b;
    if (CALL(TopologyDescription_Fingerprint, of_a) == PJRT_Error_Code_UNIMPLEMENTED) return;
    DO(TopologyDescription_Fingerprint, of_b);
    assert_int_equal(of_a.fingerprint, of_b.fingerprint);
}

static void a_topology_survives_as_bytes(void **state)
{
    PJRT_Client_TopologyDescription_Args own = PJRT_NEW(Client_TopologyDescription_Args, .client = client);
    DO(Client_TopologyDescription, own);
    PJRT_TopologyDescription_PlatformName_Args name =
        PJRT_NEW(TopologyDescription_PlatformName_Args, .topology = own.topology);
    DO(TopologyDescription_PlatformName, name);
    PJRT_Client_PlatformName_Args clients = PJRT_NEW(Client_PlatformName_Args, .client = client);
    DO(Client_PlatformName, clients);
    assert_int_equal(name.platform_name_size, clients.platform_name_size);
    assert_memory_equal(name.platform_name, clients.platform_name, name.platform_name_size);
    PJRT_TopologyDescription_Attributes_Args attributes =
        PJRT_NEW(TopologyDescription_Attributes_Args, .topology = own.topology);
    DO(TopologyDescription_Attributes, attributes);
    PJRT_TopologyDescription_Serialize_Args bytes =
        PJRT_NEW(TopologyDescription_Serialize_Args, .topology = own.topology);
    DO(TopologyDescription_Serialize, bytes);
    PJRT_TopologyDescription_Deserialize_Args again =
        PJRT_NEW(TopologyDescription_Deserialize_Args, .serialized_topology = bytes.serialized_bytes,
                 .serialized_topology_size = bytes.serialized_bytes_size);
    if (!is_ours && CALL(TopologyDescription_Deserialize, again) != PJRT_Error_Code_OK) skip(); /* XLA's CPU device */
    if (is_ours) DO(TopologyDescription_Deserialize, again);
    assert_same_topology(own.topology, again.topology);
    PJRT_TopologyDescription_Deserialize_Args cut = again;
    cut.serialized_topology_size = 3;
    REFUSED(TopologyDescription_Deserialize, cut, PJRT_Error_Code_INVALID_ARGUMENT);
    bytes.serialized_topology_deleter(bytes.serialized_topology);
    PJRT_TopologyDescription_Destroy_Args destroy =
        PJRT_NEW(TopologyDescription_Destroy_Args, .topology = again.topology);
    DO(TopologyDescription_Destroy, destroy);
}

static void topologies_have_names(void **state)
{
    if (!is_ours) skip(); /* names are each plugin's own */
    PJRT_TopologyDescription_Create_Args args =
        PJRT_NEW(TopologyDescription_Create_Args, .topology_name = "2x3", .topology_name_size = 3);
    DO(TopologyDescription_Create, args);
    PJRT_TopologyDescription_GetDeviceDescriptions_Args list =
        PJRT_NEW(TopologyDescription_GetDeviceDescriptions_Args, .topology = args.topology);
    DO(TopologyDescription_GetDeviceDescriptions, list);
    assert_int_equal(list.num_descriptions, 6);
    PJRT_DeviceDescription_ProcessIndex_Args process =
        PJRT_NEW(DeviceDescription_ProcessIndex_Args, .device_description = list.descriptions[5]);
    DO(DeviceDescription_ProcessIndex, process);
    assert_int_equal(process.process_index, 1);
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args shape =
        PJRT_NEW(TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, .topology = args.topology,
                 .dims = (const int64_t[]){5, 7}, .num_dims = 2, .element_type = PJRT_Buffer_Type_BF16);
    DO(TopologyDescription_MakeCanonicalShapeForMemorySpace, shape);
    /* element_type 16, dimensions 5 and 7, layout { minor_to_major 1, 0 } */
    static const char expected[] = "\x10\x10\x1A\x02\x05\x07\x2A\x04\x0A\x02\x01\x00";
    assert_int_equal(shape.serialized_shape_size, sizeof(expected) - 1);
    assert_memory_equal(shape.serialized_shape, expected, sizeof(expected) - 1);
    shape.serialized_shape_deleter(shape.serialized_shape);
    PJRT_TopologyDescription_Destroy_Args destroy =
        PJRT_NEW(TopologyDescription_Destroy_Args, .topology = args.topology);
    DO(TopologyDescription_Destroy, destroy);
    const char *const wrong[] = {"2", "0x1", "2x3x", "x", "1000000x1"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        args.topology_name = wrong[i];
        args.topology_name_size = strlen(wrong[i]);
        REFUSED(TopologyDescription_Create, args, PJRT_Error_Code_INVALID_ARGUMENT);
    }
}
