/* Running a plan's program on the rank's device. */
#ifndef LS_LAZY_LAUNCH_H
#define LS_LAZY_LAUNCH_H

#include "lazy/cache.h"

/* Before each launch of a program with collectives, all ranks compare what they traced: a few bytes over the world's
 * comm, on the host. It makes the hosts wait for the slowest host, which the program would do anyway, but not for any
 * device. LS_FAILED_PRECONDITION, on every rank: who traced what, and where they part. */
ls_status ls_launch_compare(ls_trace *trace, const ls_plan *plan);

/* Starts the program; the outputs' buffers follow the inputs' in plan->buffers. Waits only if too many launches are in
 * flight. */
ls_status ls_launch(ls_trace *trace, ls_plan *plan, ls_program *program);

/* Waits until every launch of this rank has finished. */
ls_status ls_launch_wait_all(ls_trace *trace);

#endif
