/* The inside of DistributedDataParallel. */
#ifndef LS_DDP_DDP_H
#define LS_DDP_DDP_H

#include "base/vec.h"
#include <lockstep/ddp.h>

typedef struct ls_ddp ls_ddp;

typedef struct ls_ddp_parameter {
    ls_ddp *ddp;
    ls_tensor tensor; /* the module's */
    char *name;
    size_t bytes;
    bool is_final; /* its gradient is complete, in the backward that is running */
} ls_ddp_parameter;

/* Gradients of one element type that go out together. */
typedef struct ls_ddp_bucket {
    LS_VEC(ls_tensor) gradients;
    size_t bytes;
} ls_ddp_bucket;

struct ls_ddp {
    ls_module *module; /* a child of the wrapper */
    ls_group group;
    int world_size;
    bool find_unused;
    LS_VEC(ls_ddp_parameter) parameters;
    LS_VEC(ls_tensor) buffers;

    /* Averaging */
    size_t bucket_cap;                   /* bytes */
    ls_ddp_bucket buckets[LS_DTYPE_END]; /* the open one of each element type */
    int launched;                        /* buckets that went out in the backward that is running */
    int no_sync_depth;
    bool is_running;  /* a backward has begun to give gradients */
    ls_status status; /* what failed first in it */

    /* Buffers */
    bool broadcasts_buffers, forward_took_part; /* did the previous forward take part in synchronisation? */
};

/* Lets backward tell DDP about every parameter's gradient (buckets.c). */
ls_status ls_ddp_attach(ls_ddp *ddp);

/* Replaces the tensors' values by those of the group's first rank: one all_reduce for each element size (broadcast.c).
 */
ls_status ls_ddp_broadcast(ls_group group, const ls_tensor *tensors, size_t count);

/* Fails on all ranks unless all have the same parameters and buffers: names, types, shapes (compare.c). Collective. */
ls_status ls_ddp_compare_modules(const ls_ddp *ddp);

/* Fails on all ranks unless all have the same bits in every parameter (compare.c). Collective. */
ls_status ls_ddp_compare_values(const ls_ddp *ddp);

#endif
