/* Memories: every device has one of its own. */
#include <string.h>

#include "cpu/plugin.h"

ls_status ls_cpu_api_Memory_Id(PJRT_Memory_Id_Args *args)
{
    args->id = args->memory->device->description.id;
    return LS_OK;
}

ls_status ls_cpu_api_Memory_Kind(PJRT_Memory_Kind_Args *args)
{
    args->kind = LS_CPU_MEMORY_KIND;
    args->kind_size = strlen(LS_CPU_MEMORY_KIND);
    return LS_OK;
}

ls_status ls_cpu_api_Memory_Kind_Id(PJRT_Memory_Kind_Id_Args *args)
{
    args->kind_id = LS_CPU_MEMORY_KIND_ID;
    return LS_OK;
}

ls_status ls_cpu_api_Memory_DebugString(PJRT_Memory_DebugString_Args *args)
{
    args->debug_string = args->memory->text;
    args->debug_string_size = strlen(args->memory->text);
    return LS_OK;
}

ls_status ls_cpu_api_Memory_ToString(PJRT_Memory_ToString_Args *args)
{
    args->to_string = args->memory->text;
    args->to_string_size = strlen(args->memory->text);
    return LS_OK;
}

ls_status ls_cpu_api_Memory_AddressableByDevices(PJRT_Memory_AddressableByDevices_Args *args)
{
    args->devices = args->memory->device->device_list;
    args->num_devices = 1;
    return LS_OK;
}
