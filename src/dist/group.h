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

/* A list of global ranks that is to be a group. */
typedef struct ls_group_members {
    const int *ranks; /* of the world, each once */
    int count;
} ls_group_members;

/* Whether a list can be a group: at least one rank, all of the world, none twice. */
ls_status ls_group_check_members(const int *ranks, int count);

/* Makes groups and waits until all members of `parent` have, which must ask for the same. Gives the one that this rank
 * is a member of, else the first; destroying that destroys all. */
ls_status ls_groups_make(ls_group parent, const ls_group_members *members, size_t count, const char *what,
                         ls_group *out_group);

#endif
