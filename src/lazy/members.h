/* A group as a program sees it: StableHLO wants every replica in exactly one row of replica_groups, and all ranks run
 * one program. So the row of a group comes with the rows of its family: the groups of equal size, in order of creation,
 * that have no rank in common with it or each other. Ranks in none of them get a row of their own.
 *
 * With that, ranks that each call a collective on their own group (rows of a grid, say) trace the same program, as long
 * as the groups were made one after the other and every rank of the world calls. */
#ifndef LS_LAZY_MEMBERS_H
#define LS_LAZY_MEMBERS_H

#include "lazy/trace.h"
#include <lockstep/distributed.h>

typedef struct ls_members {
    int world;        /* ranks of the world */
    int count;        /* ranks of the group */
    int my_index;     /* −1 if not a member */
    int64_t *rows;    /* replica_groups: row after row, −1 fills up */
    size_t row_count; /* rows of `count` entries */
    uint32_t *index;  /* each global rank's place in its row; UINT32_MAX outside of the family */
    bool covers;      /* the family has every rank */
} ls_members;

/* Fails if there is no process group or the handle is stale. Release with ls_members_finish. */
ls_status ls_members_init(ls_members *members, ls_group group);
void ls_members_finish(ls_members *members);

void ls_members_add_attrs(const ls_members *members, ls_attr_list *attrs); /* REPLICA_GROUPS and GROUP_SIZE */

/* This rank's place in its row, a ui32 scalar computed by the program. */
ls_value ls_members_index(const ls_members *members);
/* i1 of `shape`: whether this rank is number `index` of its row. */
ls_value ls_members_is(const ls_members *members, int index, const ls_shape *shape);
/* i1 of `shape`: whether this rank is in the family at all. */
ls_value ls_members_is_in(const ls_members *members, const ls_shape *shape);

#endif
