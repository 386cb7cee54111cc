/* A plugin of another time: its major version is 1. */
#include "base/pjrt_c_api.h"

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void)
{
    static const PJRT_Api table = {.struct_size = PJRT_Api_STRUCT_SIZE,
                                   .pjrt_api_version = {.major_version = 1, .minor_version = 3}};
    return &table;
}
