/* What the collectives on host memory share. */
#ifndef LS_DIST_HOST_H
#define LS_DIST_HOST_H

#include "dist/world.h"

/* Sets the call's reduction. LS_INVALID_ARGUMENT: there is no such one, or it means nothing for the call's type. */
ls_status ls_host_set_reduction(ls_comm_call *call, ls_reduce_op op);

/* Whether the calling rank's ls_premul_sum gave `op`, and from which factor. */
bool ls_premul_factor(ls_reduce_op op, double *out_factor);

#endif
