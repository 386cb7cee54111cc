/* Groups of ranks: making them, and who is who in them. Names as in torch.distributed. */
#ifndef LOCKSTEP_GROUP_H
#define LOCKSTEP_GROUP_H

#include <lockstep/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A group of ranks, as a handle of the calling rank. */
typedef struct ls_group {
    uint32_t slot;
    uint32_t generation;
} ls_group;
#define LS_WORLD ((ls_group){0, 0}) /* all ranks, once ls_init_process_group has been called */

/* --- Making groups -------------------------------------------------------------------------------------------- */

/* A group of the given global ranks, in that order. Collective over LS_WORLD: every rank calls it, in the same order;
 * ranks outside get a group they are not in (ls_rank gives −1). Different members on different ranks are an error on
 * all. The group's own timeout is the world's. */
LS_API ls_status ls_new_group(const int *ranks, int count, ls_group *out_group);

/* Groups of `group_size` neighbouring ranks each: the one that this rank is in. The world must divide into them.
 * Collective over LS_WORLD. */
LS_API ls_status ls_new_subgroups(int group_size, ls_group *out_group);

/* The same for lists of global ranks, counts[i] in ranks[i], none in two of them. A rank that is in none gets a group
 * that it is not in. */
LS_API ls_status ls_new_subgroups_by_enumeration(const int *const *ranks, const int *counts, int count,
                                                 ls_group *out_group);

/* Parts `parent` into a group for each color, its members ordered by key, ranks of equal keys by their place in
 * `parent`. Collective over `parent`, by its members only. A rank with LS_NO_COLOR gets a group that it is not in. */
#define LS_NO_COLOR (-1)
LS_API ls_status ls_split_group(ls_group parent, int color, int key, ls_group *out_group);

/* Leaves a group; LS_WORLD: as ls_destroy_process_group. Collectives of the group that are queued run first. Groups
 * that were made by one call go together. */
LS_API ls_status ls_destroy_group(ls_group group);

/* --- Who is who ----------------------------------------------------------------------------------------------- */

/* Where a function takes a rank of a group (`src`, `dst`), it is a global one; this names member `r` of the group
 * instead: ls_broadcast(t, LS_GROUP_RANK(0), group) sends what its first member has. */
#define LS_GROUP_RANK(r) (-2 - (r))

LS_API int ls_rank(ls_group group);       /* my rank in the group; −1 if not a member or not initialised */
LS_API int ls_world_size(ls_group group); /* members; −1 if not initialised */

LS_API int ls_get_group_rank(ls_group group, int global_rank); /* −1 if it is not a member, or there is no such group */
LS_API int ls_get_global_rank(ls_group group, int group_rank); /* the same */
/* Writes the members' global ranks in group order, at most `capacity`, and returns how many there are; −1 if there is
 * no such group. */
LS_API int ls_get_process_group_ranks(ls_group group, int *out_ranks, int capacity);

#ifdef __cplusplus
}
#endif
#endif
