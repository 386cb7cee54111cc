#include <stdlib.h>

#include "base/error.h"
#include "ddp/ddp.h"
#include "dist/world.h"
#include "lazy/trace.h"

/* x on the source, 0 elsewhere: the sum over the ranks is then x everywhere, on devices without a broadcast too. */
static ls_value keep_on_source(ls_value x, ls_value is_source)
{
    if (ls_value_dtype(x) == LS_BOOL) x = ls_value_convert(x, LS_U8); /* bools have no sum */
    ls_value condition = ls_value_broadcast_to(is_source, ls_value_shape(x));
    return ls_value_select(condition, x, ls_value_full_like(x, 0));
}

/* Those of the tensors that have `dtype`. `parts` has room for all. */
static ls_status broadcast_dtype(const ls_ddp *ddp, const ls_tensor *tensors, size_t count, ls_dtype dtype,
                                 ls_value is_source, ls_tensor *parts)
{
    int used = 0;
    for (size_t i = 0; i < count; i++)
        if (ls_tensor_dtype(tensors[i]) == dtype)
            parts[used++] = ls_tensor_wrap(keep_on_source(ls_tensor_value(tensors[i]), is_source));
    if (used == 0) return LS_OK;
    LS_TRY(ls_all_reduce_coalesced(parts, used, LS_SUM, ddp->group));
    used = 0;
    for (size_t i = 0; i < count; i++)
        if (ls_tensor_dtype(tensors[i]) == dtype)
            LS_TRY(ls_tensor_set_value(tensors[i], ls_value_convert(ls_tensor_value(parts[used++]), dtype)));
    return LS_OK;
}

ls_status ls_ddp_broadcast(const ls_ddp *ddp, const ls_tensor *tensors, size_t count)
{
    if (ddp->world_size == 1 || count == 0) return LS_OK;
    ls_group_info group;
    LS_TRY(ls_group_get(ddp->group, &group));
    ls_tensor *parts = calloc(count, sizeof(*parts));
    if (!parts) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_scope_push();
    ls_tape_off_begin();
    ls_value replica = ls_node_result(ls_trace_op(&(ls_op_spec){.kind = LS_IR_REPLICA_ID}), 0);
    ls_value is_source = ls_value_compare(LS_COMPARE_EQ, replica, ls_value_full_like(replica, group.ranks[0]));
    ls_status status = LS_OK;
    for (int dtype = 1; dtype < LS_DTYPE_END && status == LS_OK; dtype++)
        status = broadcast_dtype(ddp, tensors, count, (ls_dtype)dtype, is_source, parts);
    ls_tape_off_end();
    ls_status popped = ls_scope_pop();
    free(parts);
    return status != LS_OK ? status : popped;
}
