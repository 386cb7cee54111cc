#include <stdlib.h>

#include "base/error.h"
#include "ddp/ddp.h"
#include "dist/world.h"
#include "lazy/collective.h"

ls_status ls_ddp_broadcast(const ls_ddp *ddp, const ls_tensor *tensors, size_t count)
{
    if (ddp->world_size == 1 || count == 0) return LS_OK;
    ls_group_info group;
    LS_TRY(ls_group_get(ddp->group, &group));
    ls_value *values = calloc(2 * count, sizeof(*values)), *results = values + count;
    if (!values) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (size_t i = 0; i < count; i++) values[i] = ls_tensor_value(tensors[i]);
    ls_tape_off_begin();
    ls_status status = ls_values_broadcast(values, count, group.ranks[0], ddp->group, results);
    for (size_t i = 0; i < count && status == LS_OK; i++) status = ls_tensor_set_value(tensors[i], results[i]);
    ls_tape_off_end();
    free(values);
    return status;
}
