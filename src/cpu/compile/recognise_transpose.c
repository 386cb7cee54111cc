/* transpose → oneDNN reorder. */
#include "cpu/compile/onednn_unit.h"
#include "cpu/compile/view.h"

ls_status ls_cpu_fast_transpose(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    const ls_ir_type *to = &op->results[0]->type;
    ls_cpu_view view = ls_cpu_view_of(op->results[0], false);
    ls_strided_copy copy = {.width = ls_dtype_size(to->dtype)};
    int64_t strides[LS_MAX_RANK];
    ls_onednn *onednn;
    *out_taken = false;
    ls_cpu_row_major(&to->shape, strides);
    for (int d = 0; d < view.rank; d++) {
        if (view.dims[d] == 0) return LS_OK;
        if (view.dims[d] == 1) continue;
        copy.dims[copy.rank] = view.dims[d], copy.from[copy.rank] = view.strides[d], copy.to[copy.rank++] = strides[d];
    }
    if (copy.rank == 0) return LS_OK;
    ls_status status = ls_onednn_copy_create(&copy, plan->options->threads, &onednn);
    if (status == LS_UNIMPLEMENTED) return LS_OK;
    if (status != LS_OK) return status;
    ls_cpu_onednn_unit(plan, &ls_onednn_copy_kernel, onednn, &view.base, 1, op->results[0]);
    *out_taken = true;
    return LS_OK;
}
