/* Buffers whose contents the client promises: an alias of a buffer that does not exist yet, and a donation that takes
 * effect when something else has happened. */
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

/* --- Aliases ------------------------------------------------------------------------------------------------------ */

struct PJRT_FulfillAliasBufferCallback {
    PJRT_Device *device; /* its client is shared */
    ls_ir_type type;
    ls_cpu_storage *storage; /* the promise */
    PJRT_Event *ready;       /* of the alias */
};

static void free_alias(PJRT_FulfillAliasBufferCallback *alias)
{
    if (!alias) return;
    ls_cpu_storage_release(alias->storage);
    ls_cpu_event_release(alias->ready);
    ls_cpu_client_release(alias->device->client);
    free(alias);
}

ls_status ls_cpu_api_Client_CreateAliasBuffer(PJRT_Client_CreateAliasBuffer_Args *args)
{
    PJRT_Device *device;
    LS_TRY(ls_cpu_place(args->client, NULL, args->memory, &device));
    ls_ir_type type;
    LS_TRY(ls_cpu_type_of(args->shape_element_type, args->shape_dims, args->shape_num_dims, &type));
    LS_TRY(ls_cpu_layout_check(args->shape_layout, &type));
    PJRT_FulfillAliasBufferCallback *alias = calloc(1, sizeof(*alias));
    if (!alias) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    alias->device = device;
    ls_cpu_client_share(device->client);
    alias->type = type;
    alias->ready = ls_cpu_event_create_outside();
    ls_status status = alias->ready ? ls_cpu_storage_promise(device, ls_ir_type_bytes(&type), &alias->storage)
                                    : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK)
        status = ls_cpu_buffer_create(device, &type, ls_cpu_storage_share(alias->storage),
                                      ls_cpu_event_share(alias->ready), &args->alias_buffer);
    if (status == LS_OK)
        args->fulfill_alias_buffer_cb = alias;
    else
        free_alias(alias);
    return status;
}

/* The buffer that the alias stands for is ready, or has failed. */
static void alias_ready(PJRT_Error *error, void *arg)
{
    PJRT_FulfillAliasBufferCallback *alias = arg;
    ls_cpu_event_set(alias->ready, ls_cpu_error_take(error));
    free_alias(alias);
}

static ls_status fulfill(PJRT_FulfillAliasBufferCallback *alias, PJRT_Buffer *buffer)
{
    char name[224], type[128];
    if (!buffer) return ls_fail(LS_INVALID_ARGUMENT, "an alias is fulfilled with no buffer and no error");
    if (buffer->device != alias->device || !ls_ir_type_equal(&buffer->type, &alias->type))
        return ls_fail(LS_INVALID_ARGUMENT, "an alias of %s on %s cannot be %s",
                       ls_ir_type_format(&alias->type, type, sizeof(type)), alias->device->description.text,
                       ls_cpu_buffer_name(buffer, name, sizeof(name)));
    if (ls_cpu_event_is_outside(buffer->ready) && !ls_cpu_event_is_done(buffer->ready)) {
        ls_cpu_storage *storage;
        LS_TRY(ls_cpu_buffer_hold(buffer, &storage));
        bool is_promise = storage->data == NULL && storage->bytes;
        atomic_fetch_sub_explicit(&storage->holds, 1, memory_order_release);
        ls_cpu_storage_release(storage);
        if (is_promise)
            return ls_fail(LS_FAILED_PRECONDITION, "%s is itself a promise that is not kept yet",
                           ls_cpu_buffer_name(buffer, name, sizeof(name)));
    }
    ls_cpu_storage *target;
    LS_TRY(ls_cpu_buffer_hold(buffer, &target));
    ls_cpu_storage_keep_promise(alias->storage, target);
    return LS_OK;
}

/* Consumes the callback, unless the arguments are wrong. */
ls_status ls_cpu_api_Client_FulfillAliasBuffer(PJRT_Client_FulfillAliasBuffer_Args *args)
{
    PJRT_FulfillAliasBufferCallback *alias = args->fulfill_alias_buffer_cb;
    if (!alias) return ls_fail(LS_INVALID_ARGUMENT, "no alias is given to fulfil");
    if (args->status_code != PJRT_Error_Code_OK) {
        alias_ready(ls_cpu_error_make(args->status_code, args->error_message, args->error_message_size), alias);
        return LS_OK;
    }
    LS_TRY(fulfill(alias, args->buffer));
    ls_status status = ls_cpu_event_then(args->buffer->ready, alias_ready, alias);
    if (status != LS_OK) alias_ready(ls_cpu_error_of(status), alias);
    return LS_OK;
}

/* --- Donation that depends on something ----------------------------------------------------------------------------
 */

/* Both the old buffer and what the client waits for have to be there. */
struct dependency {
    atomic_int left;
    PJRT_Event *ready; /* of the new buffer */
    PJRT_Error *error; /* the first of the two that failed */
    pthread_mutex_t lock;
};

static void one_happened(PJRT_Error *error, void *arg)
{
    struct dependency *dependency = arg;
    pthread_mutex_lock(&dependency->lock);
    if (!dependency->error)
        dependency->error = error;
    else
        ls_cpu_error_take(error);
    pthread_mutex_unlock(&dependency->lock);
    if (atomic_fetch_sub_explicit(&dependency->left, 1, memory_order_acq_rel) != 1) return;
    ls_cpu_event_set(dependency->ready, ls_cpu_error_take(dependency->error));
    ls_cpu_event_release(dependency->ready);
    pthread_mutex_destroy(&dependency->lock);
    free(dependency);
}

static void dependency_ready(PJRT_Buffer_DonateWithControlDependency_Callback_Args *args)
{
    one_happened(ls_cpu_error_make(args->error_code, args->error_message, args->error_message_size),
                 args->callback_data);
}

ls_status ls_cpu_api_Buffer_DonateWithControlDependency(PJRT_Buffer_DonateWithControlDependency_Args *args)
{
    PJRT_Buffer *old = args->buffer;
    struct dependency *dependency = calloc(1, sizeof(*dependency));
    PJRT_Event *ready = ls_cpu_event_create_outside();
    if (!dependency || !ready) {
        free(dependency);
        ls_cpu_event_release(ready);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    pthread_mutex_lock(&old->lock);
    ls_status status = ls_cpu_buffer_check(old);
    bool shares = old->shares;
    ls_cpu_storage *storage = old->storage;
    if (status == LS_OK) {
        old->storage = NULL;
        old->state = LS_CPU_DONATED;
    }
    pthread_mutex_unlock(&old->lock);
    if (status == LS_OK) /* the storage goes over, with the hold if it has one */
        status = ls_cpu_buffer_create(old->device, &old->type, storage, ls_cpu_event_share(ready), &args->out_buffer);
    if (status != LS_OK) {
        free(dependency);
        ls_cpu_event_release(ready);
        return status;
    }
    args->out_buffer->shares = shares;
    pthread_mutex_init(&dependency->lock, NULL);
    atomic_init(&dependency->left, 2);
    dependency->ready = ready;
    args->callback_data = dependency;
    args->dependency_ready_callback = dependency_ready;
    status = ls_cpu_event_then(old->ready, one_happened, dependency);
    if (status != LS_OK) one_happened(ls_cpu_error_of(status), dependency);
    return LS_OK;
}
