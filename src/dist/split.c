/* Several groups at once: neighbours, lists, colors. */
#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "dist/group.h"

static ls_status begin(const char *what, ls_group *out_group)
{
    if (!out_group) return ls_fail(LS_INVALID_ARGUMENT, "%s: no place for the result", what);
    *out_group = (ls_group){UINT32_MAX, 0};
    ls_group_info world;
    return ls_group_get(LS_WORLD, &world);
}

/* --- Neighbours and lists ------------------------------------------------------------------------------------- */

static ls_status make_neighbours(int group_size, ls_group *out_group)
{
    ls_group_info world;
    LS_TRY(ls_group_get(LS_WORLD, &world));
    if (group_size < 1 || world.count % group_size)
        return ls_fail(LS_INVALID_ARGUMENT, "a world of %d does not divide into groups of %d", world.count, group_size);
    size_t count = (size_t)(world.count / group_size);
    ls_group_members *members = calloc(count, sizeof(*members));
    if (!members) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %zu groups", count);
    for (size_t g = 0; g < count; g++)
        members[g] = (ls_group_members){world.ranks + (size_t)group_size * g, group_size};
    ls_status status = ls_groups_make(LS_WORLD, members, count, "new_subgroups", out_group);
    free(members);
    return status;
}

ls_status ls_new_subgroups(int group_size, ls_group *out_group)
{
    LS_TRY(begin("ls_new_subgroups", out_group));
    return ls_context(make_neighbours(group_size, out_group), "ls_new_subgroups");
}

static ls_status check_disjoint(const int *const *ranks, const int *counts, int count)
{
    LS_VEC(int) all = {0};
    for (int g = 0; g < count; g++)
        for (int i = 0; i < counts[g]; i++) *ls_vec_push(&all) = ranks[g][i];
    ls_status status = ls_group_check_members(all.data, (int)all.count);
    ls_vec_finish(&all);
    return status;
}

static ls_status make_lists(const int *const *ranks, const int *counts, int count, ls_group *out_group)
{
    if (count < 1 || !ranks || !counts) return ls_fail(LS_INVALID_ARGUMENT, "no lists of ranks were given");
    for (int g = 0; g < count; g++) LS_TRY(ls_group_check_members(ranks[g], counts[g]));
    LS_TRY(check_disjoint(ranks, counts, count));
    ls_group_members *members = calloc((size_t)count, sizeof(*members));
    if (!members) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %d groups", count);
    for (int g = 0; g < count; g++) members[g] = (ls_group_members){ranks[g], counts[g]};
    ls_status status = ls_groups_make(LS_WORLD, members, (size_t)count, "new_subgroups_by_enumeration", out_group);
    free(members);
    return status;
}

ls_status ls_new_subgroups_by_enumeration(const int *const *ranks, const int *counts, int count, ls_group *out_group)
{
    LS_TRY(begin("ls_new_subgroups_by_enumeration", out_group));
    return ls_context(make_lists(ranks, counts, count, out_group), "ls_new_subgroups_by_enumeration");
}

/* --- Colors --------------------------------------------------------------------------------------------------- */

/* What a rank asks for. */
typedef struct wish {
    int color, key, place, rank; /* `place`: in the parent */
} wish;

static int compare_wishes(const void *a, const void *b)
{
    const wish *x = a, *y = b;
    if (x->color != y->color) return x->color < y->color ? -1 : 1;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->place - y->place;
}

/* Groups of the wishes' colors, which are sorted. */
static ls_status make_colors(ls_group parent, const wish *wishes, int count, ls_group *out_group)
{
    LS_VEC(ls_group_members) members = {0};
    int *ranks = malloc(sizeof(*ranks) * (size_t)count);
    if (!ranks) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %d ranks", count);
    for (int i = 0; i < count; i++) {
        ranks[i] = wishes[i].rank;
        if (wishes[i].color == LS_NO_COLOR) continue;
        bool is_new = !i || wishes[i].color != wishes[i - 1].color;
        if (is_new) *ls_vec_push(&members) = (ls_group_members){ranks + i, 0};
        members.data[members.count - 1].count++;
    }
    ls_status status = members.count ? ls_groups_make(parent, members.data, members.count, "split_group", out_group)
                                     : LS_OK; /* nobody wants a group */
    ls_vec_finish(&members);
    free(ranks);
    return status;
}

static ls_status split(ls_group parent, int color, int key, ls_group *out_group)
{
    ls_group_info info;
    LS_TRY(ls_group_get(parent, &info));
    if (!info.comm) return ls_fail(LS_INVALID_ARGUMENT, "this rank is not in the parent group");
    if (color < LS_NO_COLOR) return ls_fail(LS_INVALID_ARGUMENT, "color %d is negative", color);
    wish mine = {color, key, info.my_index, info.ranks[info.my_index]};
    wish *wishes = calloc((size_t)info.count, sizeof(*wishes));
    if (!wishes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %d ranks", info.count);
    ls_status status = ls_host_all_gather(&mine, wishes, sizeof(mine), LS_U8, parent);
    if (status == LS_OK) {
        qsort(wishes, (size_t)info.count, sizeof(*wishes), compare_wishes);
        status = make_colors(parent, wishes, info.count, out_group);
    }
    free(wishes);
    return status;
}

ls_status ls_split_group(ls_group parent, int color, int key, ls_group *out_group)
{
    LS_TRY(begin("ls_split_group", out_group));
    return ls_context(split(parent, color, key, out_group), "ls_split_group");
}
