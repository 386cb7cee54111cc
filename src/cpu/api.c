/* The table of functions that a PJRT client gets. */
#include "base/error.h"
#include "cpu/plugin.h"

#define END(name, field) (offsetof(PJRT_##name, field) + sizeof(((PJRT_##name *)0)->field))

/* Structs of which older clients send less: what is needed at least. All others must be whole. */
static const struct {
    size_t slot, size;
} shorter[] = {
    {offsetof(PJRT_Api, PJRT_Client_Create), END(Client_Create_Args, client)},
    {offsetof(PJRT_Api, PJRT_Device_MemoryStats), END(Device_MemoryStats_Args, peak_bytes_in_use_is_set)},
    {offsetof(PJRT_Api, PJRT_Executable_GetCompiledMemoryStats),
     END(Executable_GetCompiledMemoryStats_Args, temp_size_in_bytes)},
    {offsetof(PJRT_Api, PJRT_Client_CreateViewOfDeviceBuffer), END(Client_CreateViewOfDeviceBuffer_Args, buffer)},
    {offsetof(PJRT_Api, PJRT_Client_CreateErrorBuffer), END(Client_CreateErrorBuffer_Args, buffer)},
};

static ls_status check_size(const size_t *struct_size, size_t whole, size_t slot, const char *name)
{
    if (!struct_size) return ls_fail(LS_INVALID_ARGUMENT, "%s: no arguments", name);
    if (*struct_size >= whole) return LS_OK;
    size_t least = whole;
    for (size_t i = 0; i < sizeof(shorter) / sizeof(shorter[0]); i++)
        if (shorter[i].slot == slot) least = shorter[i].size;
    if (*struct_size >= least) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "%s: struct_size is %zu, expected %zu: the client is too old for this plugin",
                   name, *struct_size, least);
}

/* Every function checks the size of its struct and turns a status into an error. One that no file defines says so. */
#define PJRT_SLOT(name)                                                                                                \
    static PJRT_Error *enter_##name(PJRT_##name##_Args *args)                                                          \
    {                                                                                                                  \
        ls_status status = check_size((const size_t *)args, PJRT_##name##_Args_STRUCT_SIZE,                            \
                                      offsetof(PJRT_Api, PJRT_##name), "PJRT_" #name);                                 \
        return ls_cpu_error_of(status != LS_OK ? status : ls_cpu_api_##name(args));                                    \
    }                                                                                                                  \
    __attribute__((weak)) ls_status ls_cpu_api_##name(PJRT_##name##_Args *args)                                        \
    {                                                                                                                  \
        return ls_fail(LS_UNIMPLEMENTED, "the CPU device does not have PJRT_" #name);                                  \
    }
#define PJRT_SLOT_VOID(name)                                                                                           \
    static void enter_##name(PJRT_##name##_Args *args)                                                                 \
    {                                                                                                                  \
        ls_cpu_api_##name(args);                                                                                       \
    }
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void)
{
    static const PJRT_Api table = {
        .struct_size = PJRT_Api_STRUCT_SIZE,
        .pjrt_api_version = {.struct_size = PJRT_Api_Version_STRUCT_SIZE,
                             .major_version = PJRT_API_MAJOR,
                             .minor_version = PJRT_API_MINOR},
#define PJRT_SLOT(name) .PJRT_##name = enter_##name,
#define PJRT_SLOT_VOID(name) PJRT_SLOT(name)
#include "base/pjrt_slots.def"
    };
    return &table;
}
