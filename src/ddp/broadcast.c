#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "ddp/ddp.h"
#include "dist/world.h"
#include "lazy/collective.h"

ls_status ls_ddp_broadcast(ls_group group, const ls_tensor *tensors, size_t count)
{
    ls_group_info info;
    LS_TRY(ls_group_get(group, &info));
    if (info.count == 1 || count == 0) return LS_OK;
    ls_value *values = calloc(2 * count, sizeof(*values)), *results = values + count;
    if (!values) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (size_t i = 0; i < count; i++) values[i] = ls_tensor_value(tensors[i]);
    ls_tape_off_begin();
    ls_status status = ls_values_broadcast(values, count, info.ranks[0], group, results);
    for (size_t i = 0; i < count && status == LS_OK; i++) status = ls_tensor_set_value(tensors[i], results[i]);
    ls_tape_off_end();
    free(values);
    return status;
}

struct tensor_list {
    LS_VEC(ls_tensor) tensors;
};

static bool collect(const ls_named_tensor *entry, void *arg)
{
    struct tensor_list *list = arg;
    *ls_vec_push(&list->tensors) = entry->tensor;
    return true;
}

ls_status ls_broadcast_master_param(ls_module *module)
{
    if (!module) return ls_fail(LS_INVALID_ARGUMENT, "ls_broadcast_master_param: no module: %s", ls_last_error());
    struct tensor_list list = {0};
    ls_module_visit(module, collect, &list);
    ls_status status = ls_ddp_broadcast(LS_WORLD, list.tensors.data, list.tensors.count);
    ls_vec_finish(&list.tensors);
    return ls_context(status, "ls_broadcast_master_param");
}
