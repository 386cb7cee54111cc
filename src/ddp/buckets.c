/* Averaging gradients while backward runs: they are put into buckets in the order in which they are completed, and a
 * full bucket goes out at once. All ranks record the same ops in the same order, so their buckets are the same. */
#include <stdio.h>
#include <stdlib.h>

#include "autograd/gradient.h"
#include "base/error.h"
#include "ddp/ddp.h"
#include <lockstep/autograd.h>

#define FIRST_BUCKET_CAP ((size_t)1 << 20) /* small, as PyTorch's, so that communication starts early */

static void launch(ls_ddp *ddp, ls_ddp_bucket *bucket)
{
    if (bucket->gradients.count > 0 && ddp->status == LS_OK)
        ddp->status = ls_context(
            ls_all_reduce_coalesced(bucket->gradients.data, (int)bucket->gradients.count, LS_AVG, ddp->group),
            "DDP, bucket %d", ddp->launched);
    ddp->launched += bucket->gradients.count > 0;
    bucket->gradients.count = 0;
    bucket->bytes = 0;
}

/* An error that names the parameters without a gradient. */
static ls_status fail_unused(const ls_ddp *ddp)
{
    char *names = NULL;
    size_t length = 0;
    int count = 0;
    FILE *out = open_memstream(&names, &length);
    if (!out) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (size_t i = 0; i < ddp->parameters.count; i++) {
        const ls_ddp_parameter *parameter = &ddp->parameters.data[i];
        if (parameter->is_final || !ls_requires_grad(parameter->tensor)) continue; /* frozen ones are not missed */
        fprintf(out, "%s%s", count++ ? ", " : "", parameter->name);
    }
    fclose(out);
    ls_status status = LS_OK;
    if (count > 0)
        status =
            ls_fail(LS_FAILED_PRECONDITION,
                    "DDP: on rank %d the loss does not depend on %d of the parameters: %s; set find_unused_parameters "
                    "if that is meant",
                    ls_rank(LS_WORLD), count, names);
    free(names);
    return status;
}

static ls_status finish_backward(void *arg)
{
    ls_ddp *ddp = arg;
    if (!ddp->find_unused && ddp->status == LS_OK) ddp->status = fail_unused(ddp);
    for (int dtype = 0; dtype < LS_DTYPE_END; dtype++) launch(ddp, &ddp->buckets[dtype]);
    for (size_t i = 0; i < ddp->parameters.count; i++) ddp->parameters.data[i].is_final = false;
    ddp->is_running = false;
    return ddp->status;
}

static void take_gradient(ls_leaf *leaf, void *arg)
{
    ls_ddp_parameter *parameter = arg;
    ls_ddp *ddp = parameter->ddp;
    if (ddp->no_sync_depth > 0) return;
    if (!ddp->is_running) {
        ddp->is_running = true;
        ddp->launched = 0;
        ddp->status = LS_OK;
        ls_backward_when_done(finish_backward, ddp);
    }
    parameter->is_final = true;
    if (ddp->world_size == 1) return;
    ls_ddp_bucket *bucket = &ddp->buckets[ls_tensor_dtype(parameter->tensor)];
    *ls_vec_push(&bucket->gradients) = leaf->grad;
    bucket->bytes += parameter->bytes;
    size_t cap = ddp->launched == 0 && ddp->bucket_cap > FIRST_BUCKET_CAP ? FIRST_BUCKET_CAP : ddp->bucket_cap;
    if (bucket->bytes >= cap) launch(ddp, bucket);
}

ls_status ls_ddp_attach(ls_ddp *ddp)
{
    for (size_t i = 0; i < ddp->parameters.count; i++) {
        ls_ddp_parameter *parameter = &ddp->parameters.data[i];
        ls_leaf *leaf = ls_tensor_leaf(parameter->tensor, true);
        if (!leaf) return ls_value_status(ls_tensor_value(parameter->tensor));
        leaf->on_final = take_gradient;
        leaf->on_final_arg = parameter;
    }
    return LS_OK;
}
