/* Buffers: in and out of the host, deleting, views, promises. */
#include "conformance.h"

/* Every number of bytes an element may have; shapes with no, one and many elements. */
static void arrays_come_back_as_they_went(void **state)
{
    static const struct {
        PJRT_Buffer_Type type;
        size_t bytes;
    } types[] = {{PJRT_Buffer_Type_U8, 1},  {PJRT_Buffer_Type_S16, 2}, {PJRT_Buffer_Type_BF16, 2},
                 {PJRT_Buffer_Type_F32, 4}, {PJRT_Buffer_Type_U32, 4}, {PJRT_Buffer_Type_F64, 8},
                 {PJRT_Buffer_Type_S64, 8}};
    static const struct {
        int64_t dims[3];
        size_t rank, count;
    } shapes[] = {{{0}, 0, 1}, {{0}, 1, 0}, {{1}, 1, 1}, {{3, 5}, 2, 15}, {{2, 0, 3}, 3, 0}, {{2, 3, 7}, 3, 42}};
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
        for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
            unsigned char data[42 * 8 + 1], got[42 * 8 + 1];
            size_t size = shapes[s].count * types[t].bytes;
            for (size_t i = 0; i < size; i++) data[i] = (unsigned char)(i * 7 + t);
            PJRT_Buffer *buffer = put_on(devices[0], types[t].type, shapes[s].dims, shapes[s].rank, data);
            memset(got, 0x5A, sizeof(got));
            if (get(buffer, got, size) != PJRT_Error_Code_OK) fail_msg("%s", last_message);
            if (size) assert_memory_equal(got, data, size);
            assert_int_equal(got[size], 0x5A);
            PJRT_Buffer_OnDeviceSizeInBytes_Args on_device =
                PJRT_NEW(Buffer_OnDeviceSizeInBytes_Args, .buffer = buffer);
            DO(Buffer_OnDeviceSizeInBytes, on_device);
            assert_true(on_device.on_device_size_in_bytes >= size);
            drop(buffer);
        }
}

static void the_host_may_ask_for_the_size(void **state)
{
    PJRT_Buffer *buffer = put_vector(devices[0], 6, 1);
    PJRT_Buffer_ToHostBuffer_Args args = PJRT_NEW(Buffer_ToHostBuffer_Args, .src = buffer);
    DO(Buffer_ToHostBuffer, args);
    assert_int_equal(args.dst_size, 24);
    int32_t got[6];
    args = PJRT_NEW(Buffer_ToHostBuffer_Args, .src = buffer, .dst = got, .dst_size = 23);
    if (is_ours) REFUSED(Buffer_ToHostBuffer, args, PJRT_Error_Code_INVALID_ARGUMENT);
    drop(buffer);
}

static void a_deleted_buffer_keeps_its_type_only(void **state)
{
    PJRT_Buffer *buffer = put_vector(devices[0], 4, 1);
    PJRT_Buffer_Delete_Args delete = PJRT_NEW(Buffer_Delete_Args, .buffer = buffer);
    DO(Buffer_Delete, delete);
    assert_true(is_deleted(buffer));
    PJRT_Buffer_ElementType_Args type = PJRT_NEW(Buffer_ElementType_Args, .buffer = buffer);
    DO(Buffer_ElementType, type);
    assert_int_equal(type.type, PJRT_Buffer_Type_S32);
    int32_t got[4];
    assert_int_not_equal(get(buffer, got, sizeof(got)), PJRT_Error_Code_OK);
    drop(buffer);
}

static void a_part_is_copied_raw(void **state)
{
    PJRT_Buffer *buffer = put_vector(devices[0], 8, 1);
    int32_t got[4] = {-1, -1, -1, -1};
    PJRT_Buffer_CopyRawToHost_Args args =
        PJRT_NEW(Buffer_CopyRawToHost_Args, .buffer = buffer, .dst = got + 1, .offset = 8, .transfer_size = 8);
    DO(Buffer_CopyRawToHost, args);
    assert_int_equal(finish_event(args.event), PJRT_Error_Code_OK);
    assert_int_equal(got[0], -1);
    assert_int_equal(got[1], 1002);
    assert_int_equal(got[2], 1003);
    assert_int_equal(got[3], -1);
    args.offset = 28;
    if (is_ours) REFUSED(Buffer_CopyRawToHost, args, PJRT_Error_Code_OUT_OF_RANGE);
    drop(buffer);
}

static void where_a_raw_copy_goes_may_be_said_later(void **state)
{
    PJRT_Buffer *buffer = put_vector(devices[0], 8, 1);
    int32_t got[2] = {0};
    for (int fails = 0; fails < 2; fails++) {
        PJRT_Buffer_CopyRawToHostFuture_Args args =
            PJRT_NEW(Buffer_CopyRawToHostFuture_Args, .buffer = buffer, .offset = 8, .transfer_size = 8);
        DO(Buffer_CopyRawToHostFuture, args);
        assert_false(is_ready(args.event));
        PJRT_Buffer_CopyRawToHostFuture_Callback_Args answer = {
            .struct_size = PJRT_Buffer_CopyRawToHostFuture_Callback_Args_STRUCT_SIZE,
            .callback_data = args.callback_data,
            .error_code = fails ? PJRT_Error_Code_ABORTED : PJRT_Error_Code_OK,
            .error_message = "no room",
            .error_message_size = 7,
            .dst = got};
        args.future_ready_callback(&answer);
        assert_int_equal(finish_event(args.event), fails ? PJRT_Error_Code_ABORTED : PJRT_Error_Code_OK);
    }
    assert_int_equal(got[0], 1002);
    assert_int_equal(got[1], 1003);
    drop(buffer);
}

static void the_same_bytes_may_be_seen_as_another_type(void **state)
{
    PJRT_Buffer *buffer = put_vector(devices[0], 6, 1);
    PJRT_Buffer_Bitcast_Args args =
        PJRT_NEW(Buffer_Bitcast_Args, .buffer = buffer, .element_type = PJRT_Buffer_Type_U16,
                 .dims = (const int64_t[]){3, 4}, .num_dims = 2);
    DO(Buffer_Bitcast, args);
    drop(buffer);
    uint16_t got[12];
    assert_int_equal(get(args.out_buffer, got, sizeof(got)), PJRT_Error_Code_OK);
    for (int i = 0; i < 6; i++) assert_int_equal(got[2 * i] | got[2 * i + 1] << 16, 1000 + i);
    args.buffer = args.out_buffer;
    args.dims = (const int64_t[]){5};
    args.num_dims = 1;
    REFUSED(Buffer_Bitcast, args, PJRT_Error_Code_INVALID_ARGUMENT);
    drop(args.buffer);
}

/* Whoever is donated while another buffer sees the same bytes must not be overwritten. */
static void donating_one_of_two_views_spares_the_other(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(" {tf.aliasing_output = 0 : i32}"));
    for (int which = 0; which < 2; which++) {
        PJRT_Buffer *views[2] = {put_vector(devices[0], 4, 1)}, *one = put_vector(devices[0], 4, 2);
        PJRT_Buffer_Bitcast_Args args =
            PJRT_NEW(Buffer_Bitcast_Args, .buffer = views[0], .element_type = PJRT_Buffer_Type_S32,
                     .dims = (const int64_t[]){4}, .num_dims = 1);
        DO(Buffer_Bitcast, args);
        views[1] = args.out_buffer;
        PJRT_Buffer *sum = add(program, views[which], one);
        assert_vector(sum, 4, 3000, 2);
        assert_vector(views[!which], 4, 1000, 1);
        drop(views[0]), drop(views[1]), drop(one), drop(sum);
    }
    unload(program);
}

static void note_address(void *address, void *arg)
{
    *(void **)arg = address;
}

static void a_view_of_foreign_memory_tells_when_it_ends(void **state)
{
    _Alignas(64) static int32_t data[4] = {7, 8, 9, 10};
    void *deleted = NULL;
    PJRT_Client_CreateViewOfDeviceBuffer_Args args =
        PJRT_NEW(Client_CreateViewOfDeviceBuffer_Args, .client = client, .device_buffer_ptr = data,
                 .dims = (const int64_t[]){4}, .num_dims = 1, .element_type = PJRT_Buffer_Type_S32,
                 .device = devices[0], .on_delete_callback = note_address, .on_delete_callback_arg = &deleted);
    DO(Client_CreateViewOfDeviceBuffer, args);
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Buffer *sum = add(program, args.buffer, args.buffer);
    assert_vector(sum, 4, 14, 2);
    assert_null(deleted);
    drop(args.buffer);
    for (ls_deadline deadline = ls_deadline_in_ms(5000); !deleted && !ls_deadline_passed(deadline);) ls_sleep_ms(1);
    assert_ptr_equal(deleted, data);
    drop(sum);
    unload(program);
}

static void an_error_buffer_fails_what_reads_it(void **state)
{
    PJRT_Client_CreateErrorBuffer_Args args =
        PJRT_NEW(Client_CreateErrorBuffer_Args, .client = client, .error_code = PJRT_Error_Code_DATA_LOSS,
                 .error_message = "gone", .error_message_size = 4, .shape_dims = (const int64_t[]){4},
                 .shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_S32, .memory = memory);
    DO(Client_CreateErrorBuffer, args);
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Buffer *x = put_vector(devices[0], 4, 1), *sum = add(program, x, args.buffer);
    int32_t got[4];
    assert_int_equal(get(sum, got, sizeof(got)), PJRT_Error_Code_DATA_LOSS);
    assert_non_null(strstr(last_message, "gone"));
    drop(x), drop(sum), drop(args.buffer);
    unload(program);
}

/* --- Promises ------------------------------------------------------------------------------------------------------
 */

/* Two arrays in pieces, in any order; a program that reads them waits, and later programs do not wait for it. */
static void data_arrives_in_pieces(void **state)
{
    PJRT_ShapeSpec specs[2] = {
        PJRT_NEW(ShapeSpec, .dims = (const int64_t[]){4}, .num_dims = 1, .element_type = PJRT_Buffer_Type_S32)};
    specs[1] = specs[0];
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args create =
        PJRT_NEW(Client_CreateBuffersForAsyncHostToDevice_Args, .client = client, .shape_specs = specs,
                 .num_shape_specs = 2, .memory = memory);
    DO(Client_CreateBuffersForAsyncHostToDevice, create);
    PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args size =
        PJRT_NEW(AsyncHostToDeviceTransferManager_BufferSize_Args, .transfer_manager = create.transfer_manager);
    DO(AsyncHostToDeviceTransferManager_BufferSize, size);
    assert_int_equal(size.buffer_size, 16);
    PJRT_Buffer *arrays[2];
    for (int i = 0; i < 2; i++) {
        PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args retrieve =
            PJRT_NEW(AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, .transfer_manager = create.transfer_manager,
                     .buffer_index = i);
        DO(AsyncHostToDeviceTransferManager_RetrieveBuffer, retrieve);
        arrays[i] = retrieve.buffer_out;
    }
    PJRT_LoadedExecutable *program = compile(ADD(""));
    PJRT_Buffer *later = add(program, arrays[0], arrays[1]), *much_later = add(program, later, later);
    PJRT_Buffer *x = put_vector(devices[0], 4, 5), *now = add(program, x, x);
    if (is_ours) assert_vector(now, 4, 10000, 2);
    const int32_t data[4] = {1000, 1001, 1002, 1003};
    for (int piece = 3; piece >= 0; piece--)
        for (int i = 0; i < 2; i++) {
            PJRT_AsyncHostToDeviceTransferManager_TransferData_Args transfer =
                PJRT_NEW(AsyncHostToDeviceTransferManager_TransferData_Args,
                         .transfer_manager = create.transfer_manager, .buffer_index = i, .data = &data[piece],
                         .offset = 4 * piece, .transfer_size = 4, .is_last_transfer = piece == 0);
            DO(AsyncHostToDeviceTransferManager_TransferData, transfer);
            assert_int_equal(finish_event(transfer.done_with_h2d_transfer), PJRT_Error_Code_OK);
        }
    assert_vector(later, 4, 2000, 2);
    assert_vector(much_later, 4, 4000, 4);
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args destroy =
        PJRT_NEW(AsyncHostToDeviceTransferManager_Destroy_Args, .transfer_manager = create.transfer_manager);
    DO(AsyncHostToDeviceTransferManager_Destroy, destroy);
    drop(arrays[0]), drop(arrays[1]), drop(later), drop(much_later), drop(x), drop(now);
    unload(program);
}

static void data_that_never_arrives_is_an_error(void **state)
{
    PJRT_ShapeSpec specs[2] = {
        PJRT_NEW(ShapeSpec, .dims = (const int64_t[]){4}, .num_dims = 1, .element_type = PJRT_Buffer_Type_S32)};
    specs[1] = specs[0];
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args create =
        PJRT_NEW(Client_CreateBuffersForAsyncHostToDevice_Args, .client = client, .shape_specs = specs,
                 .num_shape_specs = 2, .memory = memory);
    DO(Client_CreateBuffersForAsyncHostToDevice, create);
    PJRT_Buffer *arrays[2];
    for (int i = 0; i < 2; i++) {
        PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args retrieve =
            PJRT_NEW(AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, .transfer_manager = create.transfer_manager,
                     .buffer_index = i);
        DO(AsyncHostToDeviceTransferManager_RetrieveBuffer, retrieve);
        arrays[i] = retrieve.buffer_out;
    }
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args error =
        PJRT_NEW(AsyncHostToDeviceTransferManager_SetBufferError_Args, .transfer_manager = create.transfer_manager,
                 .error_code = PJRT_Error_Code_ABORTED, .error_message = "disk", .error_message_size = 4);
    DO(AsyncHostToDeviceTransferManager_SetBufferError, error);
    int32_t got[4];
    assert_int_equal(get(arrays[0], got, sizeof(got)), PJRT_Error_Code_ABORTED);
    assert_non_null(strstr(last_message, "disk"));
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args destroy =
        PJRT_NEW(AsyncHostToDeviceTransferManager_Destroy_Args, .transfer_manager = create.transfer_manager);
    DO(AsyncHostToDeviceTransferManager_Destroy, destroy);
    if (is_ours) assert_int_equal(get(arrays[1], got, sizeof(got)), PJRT_Error_Code_CANCELLED);
    drop(arrays[0]), drop(arrays[1]);
}

/* The alias is read by a program before there is what it stands for: on our device, the result of a program that
 * starts later. */
static void an_alias_stands_for_what_comes_later(void **state)
{
    PJRT_LoadedExecutable *program = compile(ADD(""));
    for (int fails = 0; fails < 2; fails++) {
        PJRT_Client_CreateAliasBuffer_Args create = PJRT_NEW(
            Client_CreateAliasBuffer_Args, .client = client, .memory = memory, .shape_dims = (const int64_t[]){4},
            .shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_S32);
        DO(Client_CreateAliasBuffer, create);
        PJRT_Buffer *x = put_vector(devices[0], 4, 1), *first = add(program, create.alias_buffer, x);
        PJRT_Buffer *second = is_ours ? add(program, x, x)
                                      : put_on(devices[0], PJRT_Buffer_Type_S32, (const int64_t[]){4}, 1,
                                               (const int32_t[]){2000, 2002, 2004, 2006});
        PJRT_Client_FulfillAliasBuffer_Args fulfill =
            PJRT_NEW(Client_FulfillAliasBuffer_Args, .client = client, .buffer = second,
                     .fulfill_alias_buffer_cb = create.fulfill_alias_buffer_cb);
        if (fails) {
            fulfill.buffer = NULL;
            fulfill.status_code = PJRT_Error_Code_ABORTED;
            fulfill.error_message = "lost";
            fulfill.error_message_size = 4;
        }
        PJRT_Error_Code fulfilled = CALL(Client_FulfillAliasBuffer, fulfill);
        if (is_ours || !fails) assert_int_equal(fulfilled, PJRT_Error_Code_OK); /* XLA gives the error back */
        drop(second);
        if (fails) {
            int32_t got[4];
            assert_int_not_equal(get(first, got, sizeof(got)), PJRT_Error_Code_OK);
            if (is_ours) assert_non_null(strstr(last_message, "lost"));
        } else {
            assert_vector(first, 4, 3000, 3);
            assert_vector(create.alias_buffer, 4, 2000, 2);
        }
        drop(x), drop(first), drop(create.alias_buffer);
    }
    unload(program);
}

static void a_donation_may_wait_for_something(void **state)
{
    for (int fails = 0; fails < 2; fails++) {
        PJRT_Buffer *old = put_vector(devices[0], 4, 3);
        PJRT_Buffer_DonateWithControlDependency_Args args =
            PJRT_NEW(Buffer_DonateWithControlDependency_Args, .buffer = old);
        DO(Buffer_DonateWithControlDependency, args);
        assert_true(is_deleted(old));
        PJRT_Buffer_ReadyEvent_Args ready = PJRT_NEW(Buffer_ReadyEvent_Args, .buffer = args.out_buffer);
        DO(Buffer_ReadyEvent, ready);
        assert_false(is_ready(ready.event));
        PJRT_Buffer_DonateWithControlDependency_Callback_Args happened = {
            .struct_size = PJRT_Buffer_DonateWithControlDependency_Callback_Args_STRUCT_SIZE,
            .callback_data = args.callback_data,
            .error_code = fails ? PJRT_Error_Code_ABORTED : PJRT_Error_Code_OK,
            .error_message = "never",
            .error_message_size = 5};
        args.dependency_ready_callback(&happened);
        assert_int_equal(finish_event(ready.event), fails ? PJRT_Error_Code_ABORTED : PJRT_Error_Code_OK);
        if (!fails) assert_vector(args.out_buffer, 4, 3000, 1);
        drop(old), drop(args.out_buffer);
    }
}
