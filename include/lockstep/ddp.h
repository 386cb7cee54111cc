/* DistributedDataParallel: gradients averaged over the ranks inside the traced program. */
#ifndef LOCKSTEP_DDP_H
#define LOCKSTEP_DDP_H

#include <lockstep/distributed.h>
#include <lockstep/nn.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ls_ddp_options {
    double bucket_cap_mb;        /* 0 means 25 */
    bool no_broadcast_buffers;   /* buffers go out from rank 0 before a forward unless set */
    bool find_unused_parameters; /* unused parameters keep no gradient instead of being an error of that backward */
    ls_group group;              /* {0} is LS_WORLD */
} ls_ddp_options;

/* Wraps `module` (which it then owns): checks that all ranks have the same parameters, broadcasts parameters and
 * buffers from rank 0, and averages gradients during ls_backward, a bucket at a time. The result is a module itself;
 * names are those of `module`, without a prefix. Returns NULL on failure, when `module` is destroyed too;
 * LS_FAILED_PRECONDITION's message if no process group was initialised. Collective: every rank of the group calls it.
 */
LS_API ls_module *ls_ddp_create(ls_module *module, const ls_ddp_options *options);

/* Between the two, backward accumulates local gradients without averaging; the next backward after averages the sums.
 */
LS_API ls_status ls_ddp_no_sync_begin(ls_module *ddp);
LS_API ls_status ls_ddp_no_sync_end(ls_module *ddp);

/* Gives every rank rank 0's parameters and buffers: for training without DDP. Collective over LS_WORLD. */
LS_API ls_status ls_broadcast_master_param(ls_module *module);

/* Compares every parameter's bits over the ranks; names the first that differs in LS_DATA_LOSS's message. Collective.
 */
LS_API ls_status ls_ddp_check_parameters(ls_module *ddp);

#ifdef __cplusplus
}
#endif
#endif
