/* What clients ask of the plugin before there is a client. */
#include "cpu/plugin.h"

ls_status ls_cpu_api_Plugin_Initialize(PJRT_Plugin_Initialize_Args *args)
{
    return LS_OK; /* there is nothing to do, so it may be called often or never */
}

ls_status ls_cpu_api_Plugin_Attributes(PJRT_Plugin_Attributes_Args *args)
{
    static const int64_t current[] = {LS_IR_STABLEHLO_NEWEST}, minimum[] = {LS_IR_STABLEHLO_OLDEST};
#define ATTRIBUTE(text, ...)                                                                                           \
    {                                                                                                                  \
        .struct_size = PJRT_NamedValue_STRUCT_SIZE, .name = text, .name_size = sizeof(text) - 1, __VA_ARGS__           \
    }
    static const PJRT_NamedValue attributes[] = {
        ATTRIBUTE("xla_version", .type = PJRT_NamedValue_kInt64, .int64_value = 2, .value_size = 1),
        ATTRIBUTE("stablehlo_current_version", .type = PJRT_NamedValue_kInt64List, .int64_array_value = current,
                  .value_size = 3),
        ATTRIBUTE("stablehlo_minimum_version", .type = PJRT_NamedValue_kInt64List, .int64_array_value = minimum,
                  .value_size = 3),
    };
    args->attributes = attributes;
    args->num_attributes = sizeof(attributes) / sizeof(attributes[0]);
    return LS_OK;
}
