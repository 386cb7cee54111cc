/* A rank's groups: handles to members and comms. */
#ifndef LS_DIST_GROUP_H
#define LS_DIST_GROUP_H

#include "dist/world.h"

/* Makes the default group: all ranks, slot 0. */
ls_status ls_groups_init(ls_rank_context *context);
/* For a rank that ends without leaving: what it has queued is not waited for. */
void ls_groups_abandon(ls_rank_context *context, const char *reason);
/* Closes all groups and leaves the meeting. */
void ls_groups_finish(ls_rank_context *context);

#endif
