/* Where the ranks of a process meet in init_process_group: the n-th call of each leads to one domain, made by the first
 * that comes. A meeting lives while a rank is in it or memory from it is in use. */
#ifndef LS_DIST_MEETING_H
#define LS_DIST_MEETING_H

#include "dist/world.h"

typedef struct ls_meeting ls_meeting;

/* Joins meeting `number` of this process. Waits for the job's other processes to arrive; the error names those that did
 * not. The caller leaves with ls_meeting_leave. */
ls_status ls_meeting_join(ls_process *process, int number, ls_deadline deadline, ls_meeting **out_meeting);
void ls_meeting_leave(ls_meeting *meeting);
void ls_meeting_hold(ls_meeting *meeting); /* one more ls_meeting_leave is to come */
ls_comm_domain *ls_meeting_domain(const ls_meeting *meeting);

void ls_meetings_finish(ls_process *process); /* frees what failed meetings left */

#endif
