/* What the rank threads of a process share: the store that they meet through and the client, each made when first asked
 * for. */
#ifndef LS_DIST_PROCESS_H
#define LS_DIST_PROCESS_H

#include "dist/world.h"

ls_status ls_process_create(const ls_layout *layout, ls_process **out_process);
void ls_process_destroy(ls_process *process); /* after all its ranks have ended; NULL is allowed */

/* The same in place. */
void ls_process_init(ls_process *process, const ls_layout *layout);
void ls_process_finish(ls_process *process);

/* The store of the job's processes. Connects, or starts the server, on first use. */
ls_status ls_process_store(ls_process *process, ls_deadline deadline, ls_store **out_store);

/* Makes it process `index` of `count`, which meets the others at `place` (NULL: where the environment says): for
 * processes whose number nobody said before. The same again is no change. LS_INVALID_ARGUMENT: it is another process
 * already; LS_FAILED_PRECONDITION: a device was used before. `local_index` of `local_count` as in ls_layout. */
typedef struct ls_process_number {
    int index, count, local_index, local_count;
    bool is_one_host;
} ls_process_number;
ls_status ls_process_become(ls_process *process, const ls_process_number *number, const ls_place *place);

/* The first rank of the process. */
int ls_process_first_rank(ls_process *process);

/* LS_FAILED_PRECONDITION in a process that was forked off after `process` was made. */
ls_status ls_process_check_fork(const ls_process *process);

/* How many clients are alive in this process: with one alive, nothing may be forked. */
int ls_process_live_clients(void);

#endif
