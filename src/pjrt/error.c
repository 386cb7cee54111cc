/* Errors of a plugin become ours. */
#include "base/error.h"
#include "pjrt/internal.h"

void ls_pjrt_drop(const PJRT_Api *api, PJRT_Error *error)
{
    if (!error) return;
    PJRT_Error_Destroy_Args args = PJRT_NEW(Error_Destroy_Args, .error = error);
    api->PJRT_Error_Destroy(&args);
}

ls_status ls_pjrt_check(const PJRT_Api *api, PJRT_Error *error)
{
    if (!error) return LS_OK;
    PJRT_Error_GetCode_Args code = PJRT_NEW(Error_GetCode_Args, .error = error);
    PJRT_Error *second = api->PJRT_Error_GetCode(&code);
    ls_status status =
        second || code.code <= 0 || code.code > PJRT_Error_Code_UNAUTHENTICATED ? LS_UNKNOWN : (ls_status)code.code;
    ls_pjrt_drop(api, second);
    PJRT_Error_Message_Args message = PJRT_NEW(Error_Message_Args, .error = error);
    api->PJRT_Error_Message(&message);
    ls_fail(status, "%.*s", (int)message.message_size, message.message ? message.message : "");
    ls_pjrt_drop(api, error);
    return status;
}

ls_status ls_pjrt_lacks(const char *function)
{
    return ls_fail(LS_UNIMPLEMENTED, "the plugin does not have %s", function);
}
