#include "ddp/ddp.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lazy/trace.h"
#include "nn/module.h"

#define DEFAULT_BUCKET_CAP_MB 25

/* --- Running ------------------------------------------------------------------------------------------------ */

static ls_tensor forward(ls_module *self, ls_tensor input)
{
    ls_ddp *ddp = ls_module_user(self);
    if (ddp->broadcasts_buffers && ddp->forward_took_part) {
        ls_status status = ls_ddp_broadcast(ddp->group, ddp->buffers.data, ddp->buffers.count);
        if (status != LS_OK) return ls_module_error(ls_context(status, "DDP, broadcasting buffers"));
    }
    ddp->forward_took_part = ls_tape_is_on() && ddp->no_sync_depth == 0;
    return ls_forward(ddp->module, input);
}

/* The DDP inside a module that ls_ddp_create made; NULL with an error for others. */
static ls_ddp *ddp_of(const ls_module *module, const char *function)
{
    if (module && module->forward == forward) return module->user;
    ls_fail(LS_INVALID_ARGUMENT, "%s: this module was not made by ls_ddp_create", function);
    return NULL;
}

ls_status ls_ddp_no_sync_begin(ls_module *module)
{
    ls_ddp *ddp = ddp_of(module, "ls_ddp_no_sync_begin");
    if (!ddp) return LS_INVALID_ARGUMENT;
    ddp->no_sync_depth++;
    return LS_OK;
}

ls_status ls_ddp_no_sync_end(ls_module *module)
{
    ls_ddp *ddp = ddp_of(module, "ls_ddp_no_sync_end");
    if (!ddp) return LS_INVALID_ARGUMENT;
    if (ddp->no_sync_depth == 0) return ls_fail(LS_FAILED_PRECONDITION, "ls_ddp_no_sync_end: without its beginning");
    ddp->no_sync_depth--;
    return LS_OK;
}

ls_status ls_ddp_check_parameters(ls_module *module)
{
    ls_ddp *ddp = ddp_of(module, "ls_ddp_check_parameters");
    return ddp ? ls_ddp_compare_values(ddp) : LS_INVALID_ARGUMENT;
}

/* --- Making ------------------------------------------------------------------------------------------------- */

static void finish(ls_module *self)
{
    ls_ddp *ddp = self->user;
    for (size_t i = 0; i < ddp->parameters.count; i++) free(ddp->parameters.data[i].name);
    for (int dtype = 0; dtype < LS_DTYPE_END; dtype++) ls_vec_finish(&ddp->buckets[dtype].gradients);
    ls_vec_finish(&ddp->parameters);
    ls_vec_finish(&ddp->buffers);
    free(ddp);
}

static bool list_tensor(const ls_named_tensor *entry, void *arg)
{
    ls_ddp *ddp = arg;
    size_t bytes =
        (size_t)ls_shape_count(ls_tensor_shape(entry->tensor)) * ls_dtype_size(ls_tensor_dtype(entry->tensor));
    if (entry->is_buffer)
        *ls_vec_push(&ddp->buffers) = entry->tensor;
    else
        *ls_vec_push(&ddp->parameters) =
            (ls_ddp_parameter){.ddp = ddp, .tensor = entry->tensor, .name = strdup(entry->name), .bytes = bytes};
    return true;
}

static ls_status broadcast_all(const ls_ddp *ddp)
{
    LS_VEC(ls_tensor) all = {0};
    for (size_t i = 0; i < ddp->parameters.count; i++) *ls_vec_push(&all) = ddp->parameters.data[i].tensor;
    for (size_t i = 0; i < ddp->buffers.count; i++) *ls_vec_push(&all) = ddp->buffers.data[i];
    /* A cut before, since what the ranks start from may be recorded differently on each; and one after, so that the
     * first step is the same program as the later ones. */
    ls_status status = ls_mark_step();
    if (status == LS_OK) status = ls_ddp_broadcast(ddp->group, all.data, all.count);
    if (status == LS_OK) status = ls_mark_step();
    ls_vec_finish(&all);
    return status;
}

static ls_status check_group(const ls_module *module, ls_group group)
{
    LS_TRY(ls_module_status(module));
    if (module->is_averaged)
        return ls_fail(LS_FAILED_PRECONDITION, "ls_ddp_create: the module is inside a DDP already");
    if (!ls_is_initialized())
        return ls_fail(LS_FAILED_PRECONDITION,
                       "ls_ddp_create: process group not initialised; call ls_init_process_group first");
    if (ls_rank(group) < 0) return ls_fail(LS_INVALID_ARGUMENT, "ls_ddp_create: this rank is not in the group");
    return LS_OK;
}

static ls_status set_up(ls_ddp *ddp, ls_module *wrapper)
{
    ddp->world_size = ls_world_size(ddp->group);
    ls_module_visit(ddp->module, list_tensor, ddp);
    LS_TRY(ls_ddp_compare_modules(ddp));
    LS_TRY(broadcast_all(ddp));
    LS_TRY(ls_ddp_attach(ddp));
    ls_module_set_averaged(wrapper);
    return LS_OK;
}

ls_module *ls_ddp_create(ls_module *module, const ls_ddp_options *options)
{
    ls_ddp_options o = options ? *options : (ls_ddp_options){0};
    ls_status status = check_group(module, o.group);
    ls_ddp *ddp = status == LS_OK ? calloc(1, sizeof(*ddp)) : NULL;
    ls_module *wrapper = ddp ? ls_module_create(forward, ddp) : NULL;
    if (!wrapper) {
        free(ddp);
        ls_module_destroy(module);
        return NULL;
    }
    wrapper->finish = finish;
    wrapper->is_training = module->is_training;
    double cap = o.bucket_cap_mb > 0 ? o.bucket_cap_mb : DEFAULT_BUCKET_CAP_MB;
    ddp->bucket_cap = (size_t)(cap * 1024 * 1024);
    ddp->module = ls_module_add_transparent(wrapper, module);
    ddp->group = o.group;
    ddp->find_unused = o.find_unused_parameters;
    ddp->broadcasts_buffers = !o.no_broadcast_buffers;
    ddp->forward_took_part = true;
    ls_module_mark_failed(wrapper, set_up(ddp, wrapper));
    return ls_module_checked(wrapper);
}
