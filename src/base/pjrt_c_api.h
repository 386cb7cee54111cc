/* The PJRT C API: the binary interface between a client and a device plugin, major version 0, minor 114.
 *
 * Names, order, sizes and offsets are those of the interface; tests/pjrt/abi_test.c checks them against tables. It
 * stands in base because both sides speak it and neither may include the other: the client (src/pjrt) and the CPU
 * device (src/cpu).
 *
 * Every function takes one struct of arguments. It starts with struct_size, which the caller sets to the size that it
 * was compiled with, unpadded: PJRT_<name>_STRUCT_SIZE. The callee reads no field beyond it and writes none. Structs
 * and the table of functions only ever grow at their end. Strings have a length and no terminating 0. */
#ifndef LS_BASE_PJRT_C_API_H
#define LS_BASE_PJRT_C_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PJRT_API_MAJOR 0
#define PJRT_API_MINOR 114

/* The size up to the end of the last field. */
#define PJRT_SIZE(name, last)                                                                                          \
    enum { PJRT_##name##_STRUCT_SIZE = offsetof(PJRT_##name, last) + sizeof(((PJRT_##name *)0)->last) }

/* A struct with the two fields that almost all have, its fields and its last field. */
#define PJRT_ARGS(name, last, ...)                                                                                     \
    typedef struct PJRT_##name {                                                                                       \
        size_t struct_size;                                                                                            \
        PJRT_Extension_Base *extension_start;                                                                          \
        __VA_ARGS__                                                                                                    \
    } PJRT_##name;                                                                                                     \
    PJRT_SIZE(name, last);

/* A zeroed struct that knows its size: PJRT_Event_Await_Args args = PJRT_NEW(Event_Await_Args, .event = event); */
#define PJRT_NEW(name, ...) ((PJRT_##name){.struct_size = PJRT_##name##_STRUCT_SIZE, ##__VA_ARGS__})

/* clang-format off: fields that belong together share a line. */

/* --- Opaque objects ------------------------------------------------------------------------------------- */

typedef struct PJRT_Error PJRT_Error; /* the first word of an error and of a memory is NULL or a table of functions */
typedef struct PJRT_Client PJRT_Client;
typedef struct PJRT_Device PJRT_Device;
typedef struct PJRT_DeviceDescription PJRT_DeviceDescription;
typedef struct PJRT_Device_Attributes PJRT_Device_Attributes;
typedef struct PJRT_Memory PJRT_Memory;
typedef struct PJRT_Buffer PJRT_Buffer;
typedef struct PJRT_Event PJRT_Event;
typedef struct PJRT_AsyncTrackingEvent PJRT_AsyncTrackingEvent;
typedef struct PJRT_Executable PJRT_Executable;
typedef struct PJRT_LoadedExecutable PJRT_LoadedExecutable;
typedef struct PJRT_SerializedExecutable PJRT_SerializedExecutable;
typedef struct PJRT_SerializedCompileOptions PJRT_SerializedCompileOptions;
typedef struct PJRT_DeviceAssignmentSerialized PJRT_DeviceAssignmentSerialized;
typedef struct PJRT_ExecuteContext PJRT_ExecuteContext;
typedef struct PJRT_MultiSlice_Config PJRT_MultiSlice_Config;
typedef struct PJRT_TopologyDescription PJRT_TopologyDescription;
typedef struct PJRT_SerializedTopology PJRT_SerializedTopology;
typedef struct PJRT_CopyToDeviceStream PJRT_CopyToDeviceStream;
typedef struct PJRT_AsyncHostToDeviceTransferManager PJRT_AsyncHostToDeviceTransferManager;
typedef struct PJRT_FulfillAliasBufferCallback PJRT_FulfillAliasBufferCallback;

/* --- Numbers -------------------------------------------------------------------------------------------- */

typedef enum PJRT_Extension_Type {
    PJRT_Extension_Type_Gpu_Custom_Call,
    PJRT_Extension_Type_Profiler,
    PJRT_Extension_Type_Custom_Partitioner,
    PJRT_Extension_Type_Stream,
    PJRT_Extension_Type_Layouts,
    PJRT_Extension_Type_FFI,
    PJRT_Extension_Type_MemoryDescriptions,
    PJRT_Extension_Type_Triton,
    PJRT_Extension_Type_RawBuffer,
    PJRT_Extension_Type_PhaseCompile,
    PJRT_Extension_Type_Example,
    PJRT_Extension_Type_Unknown,
    PJRT_Extension_Type_CrossHostTransfers,
    PJRT_Extension_Type_ExecutableMetadata,
    PJRT_Extension_Type_Callback,
    PJRT_Extension_Type_HostAllocator,
    PJRT_Extension_Type_TpuTopology,
    PJRT_Extension_Type_TpuExecutable,
    PJRT_Extension_Type_Megascale,
    PJRT_Extension_Type_Shardings,
    PJRT_Extension_Type_AbiVersion,
    PJRT_Extension_Type_Collectives,
    PJRT_Extension_Type_MultiSlice,
    PJRT_Extension_Type_HostMemoryAllocator,
    PJRT_Extension_Type_XlaTransform,
} PJRT_Extension_Type;

typedef enum PJRT_Error_Code { /* the numbers of ls_status */
                               PJRT_Error_Code_OK,
                               PJRT_Error_Code_CANCELLED,
                               PJRT_Error_Code_UNKNOWN,
                               PJRT_Error_Code_INVALID_ARGUMENT,
                               PJRT_Error_Code_DEADLINE_EXCEEDED,
                               PJRT_Error_Code_NOT_FOUND,
                               PJRT_Error_Code_ALREADY_EXISTS,
                               PJRT_Error_Code_PERMISSION_DENIED,
                               PJRT_Error_Code_RESOURCE_EXHAUSTED,
                               PJRT_Error_Code_FAILED_PRECONDITION,
                               PJRT_Error_Code_ABORTED,
                               PJRT_Error_Code_OUT_OF_RANGE,
                               PJRT_Error_Code_UNIMPLEMENTED,
                               PJRT_Error_Code_INTERNAL,
                               PJRT_Error_Code_UNAVAILABLE,
                               PJRT_Error_Code_DATA_LOSS,
                               PJRT_Error_Code_UNAUTHENTICATED,
} PJRT_Error_Code;

typedef enum PJRT_NamedValue_Type {
    PJRT_NamedValue_kString,
    PJRT_NamedValue_kInt64,
    PJRT_NamedValue_kInt64List,
    PJRT_NamedValue_kFloat,
    PJRT_NamedValue_kBool,
} PJRT_NamedValue_Type;

typedef enum PJRT_Buffer_Type { /* the numbers of ls_dtype; PRED is one byte an element */
                                PJRT_Buffer_Type_INVALID,
                                PJRT_Buffer_Type_PRED,
                                PJRT_Buffer_Type_S8,
                                PJRT_Buffer_Type_S16,
                                PJRT_Buffer_Type_S32,
                                PJRT_Buffer_Type_S64,
                                PJRT_Buffer_Type_U8,
                                PJRT_Buffer_Type_U16,
                                PJRT_Buffer_Type_U32,
                                PJRT_Buffer_Type_U64,
                                PJRT_Buffer_Type_F16,
                                PJRT_Buffer_Type_F32,
                                PJRT_Buffer_Type_F64,
                                PJRT_Buffer_Type_BF16,
                                PJRT_Buffer_Type_C64,
                                PJRT_Buffer_Type_C128,
                                PJRT_Buffer_Type_F8E5M2,
                                PJRT_Buffer_Type_F8E4M3FN,
                                PJRT_Buffer_Type_F8E4M3B11FNUZ,
                                PJRT_Buffer_Type_F8E5M2FNUZ,
                                PJRT_Buffer_Type_F8E4M3FNUZ,
                                PJRT_Buffer_Type_S4,
                                PJRT_Buffer_Type_U4,
                                PJRT_Buffer_Type_TOKEN,
                                PJRT_Buffer_Type_S2,
                                PJRT_Buffer_Type_U2,
                                PJRT_Buffer_Type_F8E4M3,
                                PJRT_Buffer_Type_F8E3M4,
                                PJRT_Buffer_Type_F8E8M0FNU,
                                PJRT_Buffer_Type_F4E2M1FN,
                                PJRT_Buffer_Type_S1,
                                PJRT_Buffer_Type_U1,
                                PJRT_Buffer_Type_F6E2M3FN,
                                PJRT_Buffer_Type_F6E3M2FN,
} PJRT_Buffer_Type;

typedef enum PJRT_HostBufferSemantics {
    PJRT_HostBufferSemantics_kImmutableOnlyDuringCall,         /* read before the call returns */
    PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes, /* until done_with_host_buffer */
    PJRT_HostBufferSemantics_kImmutableZeroCopy,               /* may be used in place as long as the buffer lives */
    PJRT_HostBufferSemantics_kMutableZeroCopy,                 /* and written, when donated */
} PJRT_HostBufferSemantics;

typedef enum PJRT_Buffer_MemoryLayout_Type {
    PJRT_Buffer_MemoryLayout_Type_Tiled,
    PJRT_Buffer_MemoryLayout_Type_Strides,
} PJRT_Buffer_MemoryLayout_Type;

typedef enum PJRT_ProcessState {
    PJRT_ProcessState_kUnspecified,
    PJRT_ProcessState_kUninitialized,
    PJRT_ProcessState_kDisconnected,
    PJRT_ProcessState_kConnected,
    PJRT_ProcessState_kError,
} PJRT_ProcessState;

/* --- Extensions, callbacks ------------------------------------------------------------------------------ */

typedef struct PJRT_Extension_Base {
    size_t struct_size;
    PJRT_Extension_Type type;
    struct PJRT_Extension_Base *next;
} PJRT_Extension_Base;
PJRT_SIZE(Extension_Base, next);

struct PJRT_Chunk;
struct PJRT_KeyValueGetCallback_Args;
struct PJRT_KeyValueTryGetCallback_Args;
struct PJRT_KeyValuePutCallback_Args;

typedef PJRT_Error *(*PJRT_CallbackError)(PJRT_Error_Code code, const char *message, size_t message_size);
/* The callee owns `error`, which is NULL after success. */
typedef void (*PJRT_Event_OnReadyCallback)(PJRT_Error *error, void *user_arg);
typedef void (*PJRT_Error_PayloadVisitor)(const char *key, size_t key_size, const char *value, size_t value_size,
                                          void *user_arg);
/* Errors of the three are made with the CallbackError of their arguments; the value is freed with the given deleter. */
typedef PJRT_Error *(*PJRT_KeyValueGetCallback)(struct PJRT_KeyValueGetCallback_Args *args);
typedef PJRT_Error *(*PJRT_KeyValueTryGetCallback)(struct PJRT_KeyValueTryGetCallback_Args *args);
typedef PJRT_Error *(*PJRT_KeyValuePutCallback)(struct PJRT_KeyValuePutCallback_Args *args);
typedef void (*PJRT_KeyValueGetCallback_ValueDeleter)(char *value);
typedef void (*PJRT_KeyValueTryGetCallback_ValueDeleter)(char *value);
typedef PJRT_Error *(*PJRT_SendCallback)(struct PJRT_Chunk *chunk, PJRT_CallbackError *make_error, size_t total_size,
                                         bool done, void *user_arg);
typedef void (*PJRT_RecvCallback)(PJRT_CopyToDeviceStream *stream, void *user_arg);
typedef void (*PJRT_HloOutputCallback)(int64_t replica, int64_t partition, const void *data, const int64_t *dims,
                                       size_t num_dims, PJRT_Buffer_Type type, int64_t operand_index, void *user_arg);

/* --- Base, errors, plugin, events ----------------------------------------------------------------------- */

PJRT_ARGS(Error_Destroy_Args, error, PJRT_Error *error;)
PJRT_ARGS(Error_Message_Args, message_size, const PJRT_Error *error; const char *message; size_t message_size;)
typedef struct PJRT_Error_FunctionTable {
    size_t struct_size;
    size_t instance_size;
    PJRT_Extension_Base *extension_start;
    void (*destroy)(PJRT_Error *error);
    void (*message)(const PJRT_Error *error, const char **message, size_t *message_size);
    PJRT_Error_Code (*get_code)(const PJRT_Error *error);
    void (*for_each_payload)(const PJRT_Error *error, PJRT_Error_PayloadVisitor visitor, void *user_arg);
} PJRT_Error_FunctionTable;
PJRT_SIZE(Error_FunctionTable, for_each_payload);
PJRT_ARGS(Error_GetCode_Args, code, const PJRT_Error *error; PJRT_Error_Code code;)
PJRT_ARGS(Error_ForEachPayload_Args, user_arg, const PJRT_Error *error; PJRT_Error_PayloadVisitor visitor;
          void *user_arg;)
PJRT_ARGS(
    NamedValue, value_size, const char *name; size_t name_size; PJRT_NamedValue_Type type; union {
        const char *string_value;
        int64_t int64_value;
        const int64_t *int64_array_value;
        float float_value;
        bool bool_value;
    };
    size_t value_size;)
PJRT_ARGS(Plugin_Initialize_Args, extension_start)
PJRT_ARGS(Plugin_Attributes_Args, num_attributes, const PJRT_NamedValue *attributes; size_t num_attributes;)
PJRT_ARGS(Event_Destroy_Args, event, PJRT_Event *event;)
PJRT_ARGS(Event_IsReady_Args, is_ready, PJRT_Event *event; bool is_ready;)
PJRT_ARGS(Event_Error_Args, event, PJRT_Event *event;)
PJRT_ARGS(Event_Await_Args, event, PJRT_Event *event;)
PJRT_ARGS(Event_OnReady_Args, user_arg, PJRT_Event *event; PJRT_Event_OnReadyCallback callback; void *user_arg;)
PJRT_ARGS(Event_Create_Args, event, PJRT_Event *event;)
PJRT_ARGS(Event_Set_Args, error_message_size, PJRT_Event *event; PJRT_Error_Code error_code; const char *error_message;
          size_t error_message_size;)

/* --- Client, topology of processes, KV store, compile --------------------------------------------------- */

PJRT_ARGS(KeyValueGetCallback_Args, value_deleter_callback, const char *key; size_t key_size; int timeout_in_ms;
          PJRT_CallbackError * callback_error; void *user_arg; char *value; size_t value_size;
          PJRT_KeyValueGetCallback_ValueDeleter value_deleter_callback;)
PJRT_ARGS(KeyValueTryGetCallback_Args, value_deleter_callback, const char *key; size_t key_size;
          PJRT_CallbackError * callback_error; void *user_arg; char *value; size_t value_size;
          PJRT_KeyValueTryGetCallback_ValueDeleter value_deleter_callback;)
PJRT_ARGS(KeyValuePutCallback_Args, user_arg, const char *key; size_t key_size; const char *value; size_t value_size;
          PJRT_CallbackError * callback_error; void *user_arg;)
PJRT_ARGS(Client_Create_Args, kv_try_get_user_arg, const PJRT_NamedValue *create_options; size_t num_options;
          PJRT_KeyValueGetCallback kv_get_callback; void *kv_get_user_arg; PJRT_KeyValuePutCallback kv_put_callback;
          void *kv_put_user_arg; PJRT_Client * client; PJRT_KeyValueTryGetCallback kv_try_get_callback;
          void *kv_try_get_user_arg;)
PJRT_ARGS(Client_Destroy_Args, client, PJRT_Client *client;)
PJRT_ARGS(Client_PlatformName_Args, platform_name_size, PJRT_Client *client; const char *platform_name;
          size_t platform_name_size;)
PJRT_ARGS(Client_ProcessIndex_Args, process_index, PJRT_Client *client; int process_index;)
PJRT_ARGS(Client_PlatformVersion_Args, platform_version_size, PJRT_Client *client; const char *platform_version;
          size_t platform_version_size;)
PJRT_ARGS(Client_TopologyDescription_Args, topology, PJRT_Client *client; PJRT_TopologyDescription * topology;)
PJRT_ARGS(Client_Devices_Args, num_devices, PJRT_Client *client; PJRT_Device *const *devices; size_t num_devices;)
PJRT_ARGS(Client_AddressableDevices_Args, num_addressable_devices, PJRT_Client *client;
          PJRT_Device *const *addressable_devices; size_t num_addressable_devices;)
PJRT_ARGS(Client_LookupDevice_Args, device, PJRT_Client *client; int id; PJRT_Device * device;)
PJRT_ARGS(Client_LookupAddressableDevice_Args, addressable_device, PJRT_Client *client; int local_hardware_id;
          PJRT_Device * addressable_device;)
typedef struct PJRT_ProcessInfo {
    size_t struct_size;
    int task_id;
    uint64_t incarnation_id;
    PJRT_ProcessState state;
    int error_code;
    const char *error_message;
    size_t error_message_size;
} PJRT_ProcessInfo;
PJRT_SIZE(ProcessInfo, error_message_size);
PJRT_ARGS(Client_UpdateGlobalProcessInfo_Args, num_process_infos, PJRT_Client *client; PJRT_ProcessInfo * process_infos;
          size_t num_process_infos;)
PJRT_ARGS(Client_AddressableMemories_Args, num_addressable_memories, PJRT_Client *client;
          PJRT_Memory *const *addressable_memories; size_t num_addressable_memories;)
PJRT_ARGS(Program, format_size, char *code; size_t code_size; const char *format; size_t format_size;)
PJRT_ARGS(Client_Compile_Args, executable, PJRT_Client *client; const PJRT_Program *program;
          const char *compile_options; size_t compile_options_size; PJRT_LoadedExecutable * executable;)
PJRT_ARGS(Client_Load_Args, loaded_executable, PJRT_Client *client; PJRT_Executable * executable;
          const char *compile_options; size_t compile_options_size; PJRT_LoadedExecutable * loaded_executable;)
PJRT_ARGS(Client_DefaultDeviceAssignment_Args, default_assignment, PJRT_Client *client; int num_replicas;
          int num_partitions; size_t default_assignment_size; int *default_assignment;)
PJRT_ARGS(Compile_Args, executable, const PJRT_TopologyDescription *topology; const PJRT_Program *program;
          const char *compile_options; size_t compile_options_size; PJRT_Client * client; PJRT_Executable * executable;)

/* --- Devices and memories ------------------------------------------------------------------------------- */

PJRT_ARGS(Memory_FunctionTable, set_user_data, size_t instance_struct_size;
          void *(*get_user_data)(PJRT_Memory *memory, const void *key);
          void (*set_user_data)(PJRT_Memory *memory, const void *key, void *data, void (*destroy)(void *data));)
PJRT_ARGS(DeviceDescription_Id_Args, id, PJRT_DeviceDescription *device_description; int id;)
PJRT_ARGS(DeviceDescription_ProcessIndex_Args, process_index, PJRT_DeviceDescription *device_description;
          int process_index;)
PJRT_ARGS(DeviceDescription_Attributes_Args, attributes, PJRT_DeviceDescription *device_description;
          size_t num_attributes; const PJRT_NamedValue *attributes;)
PJRT_ARGS(DeviceDescription_Kind_Args, device_kind_size, PJRT_DeviceDescription *device_description;
          const char *device_kind; size_t device_kind_size;)
PJRT_ARGS(DeviceDescription_DebugString_Args, debug_string_size, PJRT_DeviceDescription *device_description;
          const char *debug_string; size_t debug_string_size;)
PJRT_ARGS(DeviceDescription_ToString_Args, to_string_size, PJRT_DeviceDescription *device_description;
          const char *to_string; size_t to_string_size;)
PJRT_ARGS(Device_GetDescription_Args, device_description, PJRT_Device *device;
          PJRT_DeviceDescription * device_description;)
PJRT_ARGS(Device_IsAddressable_Args, is_addressable, PJRT_Device *device; bool is_addressable;)
PJRT_ARGS(Device_LocalHardwareId_Args, local_hardware_id, PJRT_Device *device; int local_hardware_id;)
PJRT_ARGS(Device_AddressableMemories_Args, num_memories, PJRT_Device *device; PJRT_Memory *const *memories;
          size_t num_memories;)
PJRT_ARGS(Device_DefaultMemory_Args, memory, PJRT_Device *device; PJRT_Memory * memory;)
PJRT_ARGS(Device_MemoryStats_Args, peak_allocated_bytes_is_set, PJRT_Device *device; int64_t bytes_in_use;
          int64_t peak_bytes_in_use; bool peak_bytes_in_use_is_set; int64_t num_allocs; bool num_allocs_is_set;
          int64_t largest_alloc_size; bool largest_alloc_size_is_set; int64_t bytes_limit; bool bytes_limit_is_set;
          int64_t bytes_reserved; bool bytes_reserved_is_set; int64_t peak_bytes_reserved;
          bool peak_bytes_reserved_is_set; int64_t bytes_reservable_limit; bool bytes_reservable_limit_is_set;
          int64_t largest_free_block_bytes; bool largest_free_block_bytes_is_set; int64_t pool_bytes;
          bool pool_bytes_is_set; int64_t peak_pool_bytes; bool peak_pool_bytes_is_set; int64_t peak_allocated_bytes;
          bool peak_allocated_bytes_is_set;)
PJRT_ARGS(Device_ClearMemoryStats_Args, device, PJRT_Device *device;)
PJRT_ARGS(Device_PoisonExecution_Args, num_payload, PJRT_Device *device; int32_t launch_id; PJRT_Error_Code error_code;
          const char *error_message; size_t error_message_size; bool poisoned; const PJRT_NamedValue *payload;
          size_t num_payload;)
PJRT_ARGS(Device_GetAttributes_Args, attributes_deleter, PJRT_Device *device; const PJRT_NamedValue *attributes;
          size_t num_attributes; PJRT_Device_Attributes * device_attributes;
          void (*attributes_deleter)(PJRT_Device_Attributes *device_attributes);)
PJRT_ARGS(Device_CreateAsyncTrackingEvent_Args, event, PJRT_Device *device; const char *description;
          size_t description_size; PJRT_AsyncTrackingEvent * event;)
PJRT_ARGS(AsyncTrackingEvent_Destroy_Args, event, PJRT_AsyncTrackingEvent *event;)
PJRT_ARGS(Memory_Id_Args, id, PJRT_Memory *memory; int id;)
PJRT_ARGS(Memory_Kind_Args, kind_size, PJRT_Memory *memory; const char *kind; size_t kind_size;)
PJRT_ARGS(Memory_Kind_Id_Args, kind_id, PJRT_Memory *memory; int kind_id;)
PJRT_ARGS(Memory_DebugString_Args, debug_string_size, PJRT_Memory *memory; const char *debug_string;
          size_t debug_string_size;)
PJRT_ARGS(Memory_ToString_Args, to_string_size, PJRT_Memory *memory; const char *to_string; size_t to_string_size;)
PJRT_ARGS(Memory_AddressableByDevices_Args, num_devices, PJRT_Memory *memory; PJRT_Device *const *devices;
          size_t num_devices;)

/* --- Host transfer and buffer creation ------------------------------------------------------------------ */

PJRT_ARGS(Client_DmaMap_Args, size, PJRT_Client *client; void *data; size_t size;)
PJRT_ARGS(Client_DmaUnmap_Args, data, PJRT_Client *client; void *data;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_Destroy_Args, transfer_manager,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_TransferData_Args, done_with_h2d_transfer,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          int buffer_index; const void *data; int64_t offset; int64_t transfer_size; bool is_last_transfer;
          PJRT_Event * done_with_h2d_transfer;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, buffer_out,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          int buffer_index; PJRT_Buffer * buffer_out;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_Device_Args, device_out,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          PJRT_Device * device_out;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_BufferCount_Args, buffer_count,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          size_t buffer_count;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_BufferSize_Args, buffer_size,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          int buffer_index; size_t buffer_size;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_SetBufferError_Args, error_message_size,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          int buffer_index; PJRT_Error_Code error_code; const char *error_message; size_t error_message_size;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_AddMetadata_Args, num_metadata,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          const PJRT_NamedValue *transfer_metadata; size_t num_metadata;)
PJRT_ARGS(Buffer_MemoryLayout_Tiled, num_tiles, const int64_t *minor_to_major; size_t minor_to_major_size;
          const int64_t *tile_dims; const size_t *tile_dim_sizes; size_t num_tiles;)
PJRT_ARGS(Buffer_MemoryLayout_Strides, num_byte_strides, const int64_t *byte_strides; size_t num_byte_strides;)
PJRT_ARGS(
    Buffer_MemoryLayout, type,
    union {
        PJRT_Buffer_MemoryLayout_Tiled tiled;
        PJRT_Buffer_MemoryLayout_Strides strides;
    };
    PJRT_Buffer_MemoryLayout_Type type;)
PJRT_ARGS(AsyncHostToDeviceTransferManager_TransferLiteral_Args, done_with_h2d_transfer,
          PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
          int buffer_index; const void *data; const int64_t *shape_dims; size_t shape_num_dims;
          PJRT_Buffer_Type shape_element_type; PJRT_Buffer_MemoryLayout * shape_layout;
          PJRT_Event * done_with_h2d_transfer;)
PJRT_ARGS(Client_CreateUninitializedBuffer_Args, buffer, PJRT_Client *client; const int64_t *shape_dims;
          size_t shape_num_dims; PJRT_Buffer_Type shape_element_type; PJRT_Buffer_MemoryLayout * shape_layout;
          PJRT_Device * device; PJRT_Memory * memory; PJRT_Buffer * buffer;)
PJRT_ARGS(Client_CreateErrorBuffer_Args, num_payload, PJRT_Client *client; PJRT_Error_Code error_code;
          const char *error_message; size_t error_message_size; const int64_t *shape_dims; size_t shape_num_dims;
          PJRT_Buffer_Type shape_element_type; PJRT_Buffer_MemoryLayout * shape_layout; PJRT_Memory * memory;
          PJRT_Buffer * buffer; const PJRT_NamedValue *payload; size_t num_payload;)
PJRT_ARGS(Client_CreateAliasBuffer_Args, fulfill_alias_buffer_cb, PJRT_Client *client; PJRT_Memory * memory;
          const int64_t *shape_dims; size_t shape_num_dims; PJRT_Buffer_Type shape_element_type;
          PJRT_Buffer_MemoryLayout * shape_layout; PJRT_Buffer * alias_buffer;
          PJRT_FulfillAliasBufferCallback * fulfill_alias_buffer_cb;)
PJRT_ARGS(Client_FulfillAliasBuffer_Args, fulfill_alias_buffer_cb, PJRT_Client *client; PJRT_Buffer * buffer;
          PJRT_Error_Code status_code; const char *error_message; size_t error_message_size;
          PJRT_FulfillAliasBufferCallback * fulfill_alias_buffer_cb;)
PJRT_ARGS(Client_BufferFromHostBuffer_Args, buffer, PJRT_Client *client; const void *data; PJRT_Buffer_Type type;
          const int64_t *dims; size_t num_dims; const int64_t *byte_strides; size_t num_byte_strides;
          PJRT_HostBufferSemantics host_buffer_semantics; PJRT_Device * device; PJRT_Memory * memory;
          PJRT_Buffer_MemoryLayout * device_layout; PJRT_Event * done_with_host_buffer; PJRT_Buffer * buffer;)
PJRT_ARGS(Client_CreateViewOfDeviceBuffer_Args, memory, PJRT_Client *client; void *device_buffer_ptr;
          const int64_t *dims; size_t num_dims; PJRT_Buffer_Type element_type; PJRT_Buffer_MemoryLayout * layout;
          PJRT_Device * device; void (*on_delete_callback)(void *device_buffer_ptr, void *user_arg);
          void *on_delete_callback_arg; intptr_t stream; PJRT_Buffer * buffer; PJRT_Memory * memory;)
PJRT_ARGS(ShapeSpec, element_type, const int64_t *dims; size_t num_dims; PJRT_Buffer_Type element_type;)
PJRT_ARGS(Client_CreateBuffersForAsyncHostToDevice_Args, transfer_manager, PJRT_Client *client;
          PJRT_ShapeSpec * shape_specs; size_t num_shape_specs; PJRT_Buffer_MemoryLayout * *device_layouts;
          size_t num_device_layouts; PJRT_Memory * memory; PJRT_AsyncHostToDeviceTransferManager * transfer_manager;)

/* --- Executables ---------------------------------------------------------------------------------------- */

PJRT_ARGS(ExecuteContext_Create_Args, context, PJRT_ExecuteContext *context;)
PJRT_ARGS(ExecuteContext_Destroy_Args, context, PJRT_ExecuteContext *context;)
PJRT_ARGS(Executable_Destroy_Args, executable, PJRT_Executable *executable;)
PJRT_ARGS(LoadedExecutable_Destroy_Args, executable, PJRT_LoadedExecutable *executable;)
PJRT_ARGS(LoadedExecutable_GetExecutable_Args, executable, PJRT_LoadedExecutable *loaded_executable;
          PJRT_Executable * executable;)
PJRT_ARGS(LoadedExecutable_GetDeviceAssignment_Args, serialized_device_assignment_deleter,
          PJRT_LoadedExecutable *executable;
          const char *serialized_bytes; size_t serialized_bytes_size;
          PJRT_DeviceAssignmentSerialized * serialized_device_assignment;
          void (*serialized_device_assignment_deleter)(PJRT_DeviceAssignmentSerialized *da);)
PJRT_ARGS(Executable_Name_Args, executable_name_size, PJRT_Executable *executable; const char *executable_name;
          size_t executable_name_size;)
PJRT_ARGS(Executable_NumReplicas_Args, num_replicas, PJRT_Executable *executable; size_t num_replicas;)
PJRT_ARGS(Executable_NumPartitions_Args, num_partitions, PJRT_Executable *executable; size_t num_partitions;)
typedef struct PJRT_LogicalDeviceIds {
    int replica;
    int partition;
} PJRT_LogicalDeviceIds;
PJRT_ARGS(LoadedExecutable_AddressableDevices_Args, num_addressable_devices, PJRT_LoadedExecutable *executable;
          PJRT_Device *const *addressable_devices; size_t num_addressable_devices;)
PJRT_ARGS(LoadedExecutable_AddressableDeviceLogicalIds_Args, num_addressable_device_logical_ids,
          PJRT_LoadedExecutable *executable;
          PJRT_LogicalDeviceIds * addressable_device_logical_ids; size_t num_addressable_device_logical_ids;)
PJRT_ARGS(Executable_OptimizedProgram_Args, program, PJRT_Executable *executable; PJRT_Program * program;)
PJRT_ARGS(LoadedExecutable_Delete_Args, executable, PJRT_LoadedExecutable *executable;)
PJRT_ARGS(LoadedExecutable_IsDeleted_Args, is_deleted, PJRT_LoadedExecutable *executable; bool is_deleted;)
typedef struct PJRT_Chunk {
    void *data;
    size_t size;
    void (*deleter)(void *data, void *deleter_arg);
    void *deleter_arg;
} PJRT_Chunk;
typedef struct PJRT_SendCallbackInfo {
    int64_t channel_id;
    void *user_arg;
    PJRT_SendCallback send_callback;
} PJRT_SendCallbackInfo;
PJRT_SIZE(SendCallbackInfo, send_callback);
typedef struct PJRT_RecvCallbackInfo {
    int64_t channel_id;
    void *user_arg;
    PJRT_RecvCallback recv_callback;
} PJRT_RecvCallbackInfo;
PJRT_SIZE(RecvCallbackInfo, recv_callback);
typedef struct PJRT_HloOutputCallbackInfo {
    void *user_arg;
    PJRT_HloOutputCallback callback;
    int64_t callback_id;
    size_t num_operands;
} PJRT_HloOutputCallbackInfo;
PJRT_SIZE(HloOutputCallbackInfo, num_operands);
PJRT_ARGS(ExecuteOptions, num_hlo_output_callbacks, PJRT_SendCallbackInfo **send_callbacks;
          PJRT_RecvCallbackInfo * *recv_callbacks; size_t num_send_ops; size_t num_recv_ops; int launch_id;
          const int64_t *non_donatable_input_indices; size_t num_non_donatable_input_indices;
          PJRT_ExecuteContext * context; const char *call_location; size_t num_tasks; int *task_ids;
          int64_t * incarnation_ids; PJRT_MultiSlice_Config * multi_slice_config;
          bool use_major_to_minor_data_layout_for_callbacks; PJRT_HloOutputCallbackInfo * hlo_output_callbacks;
          size_t num_hlo_output_callbacks;)
PJRT_ARGS(LoadedExecutable_Execute_Args, execute_device, PJRT_LoadedExecutable *executable;
          PJRT_ExecuteOptions * options; PJRT_Buffer *const *const *argument_lists; size_t num_devices; size_t num_args;
          PJRT_Buffer * *const *output_lists; PJRT_Event * *device_complete_events; PJRT_Device * execute_device;)
PJRT_ARGS(Executable_NumOutputs_Args, num_outputs, PJRT_Executable *executable; size_t num_outputs;)
PJRT_ARGS(Executable_SizeOfGeneratedCodeInBytes_Args, size_in_bytes, PJRT_Executable *executable;
          int64_t size_in_bytes;)
PJRT_ARGS(Executable_Fingerprint_Args, executable_fingerprint_size, PJRT_Executable *executable;
          const char *executable_fingerprint; size_t executable_fingerprint_size;)
PJRT_ARGS(Executable_GetCostAnalysis_Args, properties, PJRT_Executable *executable; size_t num_properties;
          const PJRT_NamedValue *properties;)
PJRT_ARGS(Executable_GetCompiledMemoryStats_Args, peak_unpadded_heap_bytes, PJRT_Executable *executable;
          int64_t generated_code_size_in_bytes; int64_t argument_size_in_bytes; int64_t output_size_in_bytes;
          int64_t alias_size_in_bytes; int64_t temp_size_in_bytes; int64_t host_generated_code_size_in_bytes;
          int64_t host_argument_size_in_bytes; int64_t host_output_size_in_bytes; int64_t host_alias_size_in_bytes;
          int64_t host_temp_size_in_bytes; int64_t peak_memory_in_bytes; int64_t total_size_in_bytes;
          int64_t total_allocation_bytes; int64_t indefinite_allocations; int64_t peak_unpadded_heap_bytes;)
PJRT_ARGS(Executable_OutputElementTypes_Args, num_output_types, PJRT_Executable *executable;
          PJRT_Buffer_Type * output_types; size_t num_output_types;)
PJRT_ARGS(Executable_OutputDimensions_Args, dim_sizes, PJRT_Executable *executable; size_t num_outputs;
          const int64_t *dims; const size_t *dim_sizes;)
PJRT_ARGS(Executable_ParameterMemoryKinds_Args, memory_kind_sizes, PJRT_Executable *executable; size_t num_parameters;
          const char *const *memory_kinds; const size_t *memory_kind_sizes;)
PJRT_ARGS(Executable_OutputMemoryKinds_Args, memory_kind_sizes, PJRT_Executable *executable; size_t num_outputs;
          const char *const *memory_kinds; const size_t *memory_kind_sizes;)
PJRT_ARGS(Executable_Serialize_Args, serialized_executable_deleter, const PJRT_Executable *executable;
          const char *serialized_bytes; size_t serialized_bytes_size; PJRT_SerializedExecutable * serialized_executable;
          void (*serialized_executable_deleter)(PJRT_SerializedExecutable *exec);)
PJRT_ARGS(Executable_GetCompileOptions_Args, serialized_compile_options_deleter, PJRT_Executable *executable;
          const char *serialized_bytes; size_t serialized_bytes_size;
          PJRT_SerializedCompileOptions * serialized_compile_options;
          void (*serialized_compile_options_deleter)(PJRT_SerializedCompileOptions *options);)
typedef struct PJRT_LoadOptions {
    size_t struct_size;
    const int32_t *computation_origin;
    size_t computation_origin_size;
    PJRT_MultiSlice_Config *multi_slice_config;
} PJRT_LoadOptions;
PJRT_SIZE(LoadOptions, multi_slice_config);
PJRT_ARGS(Executable_DeserializeAndLoad_Args, load_options, PJRT_Client *client; const char *serialized_executable;
          size_t serialized_executable_size; PJRT_LoadedExecutable * loaded_executable;
          const char *overridden_serialized_compile_options; size_t overridden_serialized_compile_options_size;
          PJRT_LoadOptions * load_options;)
PJRT_ARGS(LoadedExecutable_Fingerprint_Args, executable_fingerprint_size, PJRT_LoadedExecutable *executable;
          const char *executable_fingerprint; size_t executable_fingerprint_size;)

/* --- Buffers -------------------------------------------------------------------------------------------- */

PJRT_ARGS(Buffer_Destroy_Args, buffer, PJRT_Buffer *buffer;)
PJRT_ARGS(Buffer_ElementType_Args, type, PJRT_Buffer *buffer; PJRT_Buffer_Type type;)
PJRT_ARGS(Buffer_Dimensions_Args, num_dims, PJRT_Buffer *buffer; const int64_t *dims; size_t num_dims;)
PJRT_ARGS(Buffer_UnpaddedDimensions_Args, num_dims, PJRT_Buffer *buffer; const int64_t *unpadded_dims; size_t num_dims;)
PJRT_ARGS(Buffer_DynamicDimensionIndices_Args, num_dynamic_dims, PJRT_Buffer *buffer; const size_t *dynamic_dim_indices;
          size_t num_dynamic_dims;)
PJRT_ARGS(Buffer_GetMemoryLayout_Args, layout, PJRT_Buffer *buffer; PJRT_Buffer_MemoryLayout layout;)
PJRT_ARGS(Buffer_ToHostBuffer_Args, event, PJRT_Buffer *src; PJRT_Buffer_MemoryLayout * host_layout; void *dst;
          size_t dst_size; PJRT_Event * event;)
PJRT_ARGS(Buffer_OnDeviceSizeInBytes_Args, on_device_size_in_bytes, PJRT_Buffer *buffer;
          size_t on_device_size_in_bytes;)
PJRT_ARGS(Buffer_Delete_Args, buffer, PJRT_Buffer *buffer;)
PJRT_ARGS(Buffer_IsDeleted_Args, is_deleted, PJRT_Buffer *buffer; bool is_deleted;)
PJRT_ARGS(Buffer_CopyRawToHost_Args, event, PJRT_Buffer *buffer; void *dst; int64_t offset; int64_t transfer_size;
          PJRT_Event * event;)
typedef struct PJRT_Buffer_CopyRawToHostFuture_Callback_Args {
    size_t struct_size;
    void *callback_data;
    PJRT_Error_Code error_code;
    const char *error_message;
    size_t error_message_size;
    void *dst;
} PJRT_Buffer_CopyRawToHostFuture_Callback_Args;
PJRT_SIZE(Buffer_CopyRawToHostFuture_Callback_Args, dst);
PJRT_ARGS(Buffer_CopyRawToHostFuture_Args, future_ready_callback, PJRT_Buffer *buffer; int64_t offset;
          int64_t transfer_size; PJRT_Event * event; void *callback_data;
          void (*future_ready_callback)(PJRT_Buffer_CopyRawToHostFuture_Callback_Args *args);)
PJRT_ARGS(Buffer_CopyToDevice_Args, dst_buffer, PJRT_Buffer *buffer; PJRT_Device * dst_device;
          PJRT_Buffer * dst_buffer;)
PJRT_ARGS(Buffer_CopyToMemory_Args, dst_buffer, PJRT_Buffer *buffer; PJRT_Memory * dst_memory;
          PJRT_Buffer * dst_buffer;)
PJRT_ARGS(Buffer_Bitcast_Args, out_buffer, PJRT_Buffer *buffer; PJRT_Buffer_Type element_type; const int64_t *dims;
          size_t num_dims; PJRT_Buffer_MemoryLayout * device_layout; PJRT_Buffer * out_buffer;)
PJRT_ARGS(Buffer_IsOnCpu_Args, is_on_cpu, PJRT_Buffer *buffer; bool is_on_cpu;)
PJRT_ARGS(Buffer_Device_Args, device, PJRT_Buffer *buffer; PJRT_Device * device;)
PJRT_ARGS(Buffer_Memory_Args, memory, PJRT_Buffer *buffer; PJRT_Memory * memory;)
PJRT_ARGS(Buffer_ReadyEvent_Args, event, PJRT_Buffer *buffer; PJRT_Event * event;)
PJRT_ARGS(Buffer_UnsafePointer_Args, buffer_pointer, PJRT_Buffer *buffer; uintptr_t buffer_pointer;)
PJRT_ARGS(Buffer_IncreaseExternalReferenceCount_Args, buffer, PJRT_Buffer *buffer;)
PJRT_ARGS(Buffer_DecreaseExternalReferenceCount_Args, buffer, PJRT_Buffer *buffer;)
PJRT_ARGS(Buffer_OpaqueDeviceMemoryDataPointer_Args, device_memory_ptr, PJRT_Buffer *buffer; void *device_memory_ptr;)
typedef struct PJRT_Buffer_DonateWithControlDependency_Callback_Args {
    size_t struct_size;
    void *callback_data;
    PJRT_Error_Code error_code;
    const char *error_message;
    size_t error_message_size;
} PJRT_Buffer_DonateWithControlDependency_Callback_Args;
PJRT_SIZE(Buffer_DonateWithControlDependency_Callback_Args, error_message_size);
PJRT_ARGS(Buffer_DonateWithControlDependency_Args, out_buffer, PJRT_Buffer *buffer; void *callback_data;
          void (*dependency_ready_callback)(PJRT_Buffer_DonateWithControlDependency_Callback_Args *args);
          PJRT_Buffer * out_buffer;)

/* --- Copy-to-device streams and topology ---------------------------------------------------------------- */

PJRT_ARGS(CopyToDeviceStream_Destroy_Args, stream, PJRT_CopyToDeviceStream *stream;)
PJRT_ARGS(CopyToDeviceStream_AddChunk_Args, transfer_complete, PJRT_CopyToDeviceStream *stream; PJRT_Chunk * chunk;
          PJRT_Event * transfer_complete;)
PJRT_ARGS(CopyToDeviceStream_TotalBytes_Args, total_bytes, PJRT_CopyToDeviceStream *stream; int64_t total_bytes;)
PJRT_ARGS(CopyToDeviceStream_GranuleSize_Args, granule_size_in_bytes, PJRT_CopyToDeviceStream *stream;
          int64_t granule_size_in_bytes;)
PJRT_ARGS(CopyToDeviceStream_CurrentBytes_Args, current_bytes, PJRT_CopyToDeviceStream *stream; int64_t current_bytes;)
PJRT_ARGS(TopologyDescription_Create_Args, topology, const char *topology_name; size_t topology_name_size;
          const PJRT_NamedValue *create_options; size_t num_options; PJRT_TopologyDescription * topology;)
PJRT_ARGS(TopologyDescription_Destroy_Args, topology, PJRT_TopologyDescription *topology;)
PJRT_ARGS(TopologyDescription_PlatformVersion_Args, platform_version_size, PJRT_TopologyDescription *topology;
          const char *platform_version; size_t platform_version_size;)
PJRT_ARGS(TopologyDescription_PlatformName_Args, platform_name_size, const PJRT_TopologyDescription *topology;
          const char *platform_name; size_t platform_name_size;)
PJRT_ARGS(TopologyDescription_GetDeviceDescriptions_Args, num_descriptions, const PJRT_TopologyDescription *topology;
          PJRT_DeviceDescription *const *descriptions; size_t num_descriptions;)
PJRT_ARGS(TopologyDescription_Serialize_Args, serialized_topology_deleter, PJRT_TopologyDescription *topology;
          const char *serialized_bytes; size_t serialized_bytes_size; PJRT_SerializedTopology * serialized_topology;
          void (*serialized_topology_deleter)(PJRT_SerializedTopology *serialized_topology);)
PJRT_ARGS(TopologyDescription_Deserialize_Args, topology, const char *serialized_topology;
          size_t serialized_topology_size; PJRT_TopologyDescription * topology;)
PJRT_ARGS(TopologyDescription_Attributes_Args, num_attributes, PJRT_TopologyDescription *topology;
          const PJRT_NamedValue *attributes; size_t num_attributes;)
PJRT_ARGS(TopologyDescription_Fingerprint_Args, fingerprint, const PJRT_TopologyDescription *topology;
          uint64_t fingerprint;)
PJRT_ARGS(TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, serialized_shape_deleter,
          const PJRT_TopologyDescription *topology;
          int memory_space_kind_id; const int64_t *dims; size_t num_dims; PJRT_Buffer_Type element_type;
          const PJRT_Buffer_MemoryLayout *layout; const char *serialized_shape; size_t serialized_shape_size;
          void (*serialized_shape_deleter)(const char *bytes);)
PJRT_ARGS(TopologyDescription_GetMemorySpaceKindIds_Args, num_memory_space_kind_ids,
          const PJRT_TopologyDescription *topology;
          const int *memory_space_kind_ids; size_t num_memory_space_kind_ids;)

/* --- The table of functions ----------------------------------------------------------------------------- */

PJRT_ARGS(Api_Version, minor_version, int major_version; int minor_version;)

#define PJRT_SLOT(name) typedef PJRT_Error *PJRT_##name(PJRT_##name##_Args *args);
#define PJRT_SLOT_VOID(name) typedef void PJRT_##name(PJRT_##name##_Args *args);
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID

/* A function may be used if its slot lies within struct_size and is not NULL. */
typedef struct PJRT_Api {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Api_Version pjrt_api_version;
#define PJRT_SLOT(name) PJRT_##name *PJRT_##name;
#define PJRT_SLOT_VOID(name) PJRT_SLOT(name)
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
} PJRT_Api;
enum { PJRT_Api_STRUCT_SIZE = sizeof(PJRT_Api) };

/* clang-format on */
/* What a plugin exports. The table lives for ever. */
const PJRT_Api *GetPjrtApi(void);

#endif
