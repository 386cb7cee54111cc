/* The store of a job's processes, as the callbacks through which plugins use it. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pjrt/internal.h"

static PJRT_Error *make_error(PJRT_CallbackError *make, ls_status status)
{
    if (status == LS_OK) return NULL;
    const char *message = ls_last_error();
    return (*make)((PJRT_Error_Code)status, message, strlen(message));
}

static void free_value(char *value)
{
    free(value);
}

/* Keys come without a terminating 0. */
static char *copy_key(const char *key, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy) return NULL;
    memcpy(copy, key, size);
    copy[size] = 0;
    return copy;
}

static PJRT_Error *get(PJRT_KeyValueGetCallback_Args *args)
{
    const ls_pjrt_key_value *store = args->user_arg;
    void *value = NULL;
    char *key = copy_key(args->key, args->key_size);
    ls_status status = key ? store->get(store->arg, key, &value, &args->value_size, args->timeout_in_ms)
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    free(key);
    args->value = value;
    args->value_deleter_callback = free_value;
    return make_error(args->callback_error, status);
}

static PJRT_Error *try_get(PJRT_KeyValueTryGetCallback_Args *args)
{
    const ls_pjrt_key_value *store = args->user_arg;
    void *value = NULL;
    char *key = copy_key(args->key, args->key_size);
    ls_status status = key ? store->try_get(store->arg, key, &value, &args->value_size)
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    free(key);
    args->value = value;
    args->value_deleter_callback = free_value;
    return make_error(args->callback_error, status);
}

static PJRT_Error *put(PJRT_KeyValuePutCallback_Args *args)
{
    const ls_pjrt_key_value *store = args->user_arg;
    char *key = copy_key(args->key, args->key_size);
    ls_status status = key ? store->put(store->arg, key, args->value, args->value_size)
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    free(key);
    return make_error(args->callback_error, status);
}

void ls_pjrt_key_value_offer(ls_pjrt_client *client, PJRT_Client_Create_Args *args)
{
    const ls_pjrt_key_value *store = &client->key_value;
    void *arg = &client->key_value;
    if (store->get) args->kv_get_callback = get, args->kv_get_user_arg = arg;
    if (store->try_get) args->kv_try_get_callback = try_get, args->kv_try_get_user_arg = arg;
    if (store->put) args->kv_put_callback = put, args->kv_put_user_arg = arg;
}
