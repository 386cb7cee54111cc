/* Errors as PJRT has them: objects that the caller destroys. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/plugin.h"

/* What is given when there is no memory left for an error. */
static PJRT_Error out_of_memory = {.status = LS_RESOURCE_EXHAUSTED};

PJRT_Error *ls_cpu_error_make(PJRT_Error_Code code, const char *message, size_t size)
{
    if (code == PJRT_Error_Code_OK) return NULL;
    PJRT_Error *error = calloc(1, sizeof(*error) + size + 1);
    if (!error) return &out_of_memory;
    error->status = (ls_status)code;
    error->message_size = size;
    if (size) memcpy(error->message, message, size);
    return error;
}

PJRT_Error *ls_cpu_error_of(ls_status status)
{
    if (status == LS_OK) return NULL;
    const char *message = ls_last_error();
    return ls_cpu_error_make((PJRT_Error_Code)status, message, strlen(message));
}

static void destroy(PJRT_Error *error)
{
    if (error != &out_of_memory) free(error);
}

ls_status ls_cpu_error_take(PJRT_Error *error)
{
    if (!error) return LS_OK;
    ls_status status = ls_fail(error->status, "%s", error->message);
    destroy(error);
    return status;
}

void ls_cpu_api_Error_Destroy(PJRT_Error_Destroy_Args *args)
{
    destroy(args->error);
}

void ls_cpu_api_Error_Message(PJRT_Error_Message_Args *args)
{
    args->message = args->error->message;
    args->message_size = args->error->message_size;
}

ls_status ls_cpu_api_Error_GetCode(PJRT_Error_GetCode_Args *args)
{
    args->code = (PJRT_Error_Code)args->error->status;
    return LS_OK;
}

ls_status ls_cpu_api_Error_ForEachPayload(PJRT_Error_ForEachPayload_Args *args)
{
    return LS_OK; /* our errors have none; a failure here would make some clients ask again for ever */
}
