/* What the collectives on host memory share. */
#ifndef LS_DIST_HOST_H
#define LS_DIST_HOST_H

#include "dist/world.h"

/* Sets the call's reduction and factor. For the rank's own thread. LS_INVALID_ARGUMENT: there is no such reduction. */
ls_status ls_host_find_reduction(ls_reduce_op op, ls_comm_call *out_call);

/* Whether the calling rank's ls_premul_sum gave `op`, and from which factor. */
bool ls_premul_factor(ls_reduce_op op, double *out_factor);

#endif
