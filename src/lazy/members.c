#include "lazy/members.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "dist/world.h"

typedef struct family {
    LS_VEC(ls_group_info) groups;
} family;

static bool disjoint(const ls_group_info *a, const ls_group_info *b)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            if (a->ranks[i] == b->ranks[k]) return false;
    return true;
}

/* The first family, in order of creation, whose groups are of the same size and have no rank of this one. */
static family *family_for(family *families, size_t count, const ls_group_info *group)
{
    for (size_t f = 0; f < count; f++) {
        bool fits = families[f].groups.data[0].count == group->count;
        for (size_t g = 0; fits && g < families[f].groups.count; g++)
            fits = disjoint(&families[f].groups.data[g], group);
        if (fits) return &families[f];
    }
    return NULL;
}

/* Writes the rows of the family that `mine` belongs to. */
static void rows_of_family(ls_members *members, const ls_group_info *mine)
{
    LS_VEC(family) families = {0};
    ls_group_info group;
    const family *own = NULL;
    for (size_t i = 0; ls_group_next(&i, &group);) {
        family *f = family_for(families.data, families.count, &group);
        if (!f) f = ls_vec_push(&families);
        *ls_vec_push(&f->groups) = group;
    }
    for (size_t f = 0; f < families.count; f++)
        for (size_t g = 0; g < families.data[f].groups.count; g++)
            if (families.data[f].groups.data[g].ranks == mine->ranks) own = &families.data[f];
    LS_ASSERT(own);
    for (size_t g = 0; g < own->groups.count; g++, members->row_count++)
        for (int i = 0; i < mine->count; i++) {
            int rank = own->groups.data[g].ranks[i];
            members->rows[members->row_count * (size_t)mine->count + (size_t)i] = rank;
            members->index[rank] = (uint32_t)i;
        }
    for (size_t f = 0; f < families.count; f++) ls_vec_finish(&families.data[f].groups);
    ls_vec_finish(&families);
}

ls_status ls_members_init(ls_members *members, ls_group group)
{
    *members = (ls_members){0};
    ls_group_info info, world;
    LS_TRY(ls_group_get(group, &info));
    LS_TRY(ls_group_get(LS_WORLD, &world));
    members->world = world.count;
    members->count = info.count;
    members->my_index = info.my_index;
    members->rows = malloc(sizeof(*members->rows) * (size_t)world.count * (size_t)info.count);
    members->index = malloc(sizeof(*members->index) * (size_t)world.count);
    LS_ASSERT(members->rows && members->index);
    for (int r = 0; r < world.count; r++) members->index[r] = UINT32_MAX;
    rows_of_family(members, &info);
    members->covers = members->row_count * (size_t)info.count == (size_t)world.count;
    for (int r = 0; r < world.count; r++) {
        if (members->index[r] != UINT32_MAX) continue;
        int64_t *row = members->rows + members->row_count++ * (size_t)info.count;
        row[0] = r;
        for (int i = 1; i < info.count; i++) row[i] = -1;
    }
    return LS_OK;
}

void ls_members_finish(ls_members *members)
{
    free(members->rows);
    free(members->index);
    *members = (ls_members){0};
}

void ls_members_add_attrs(const ls_members *members, ls_attr_list *attrs)
{
    ls_attr_ints(attrs, LS_ATTR_REPLICA_GROUPS, members->rows, members->row_count * (size_t)members->count);
    ls_attr_int(attrs, LS_ATTR_GROUP_SIZE, members->count);
}

/* --- In the program ----------------------------------------------------------------------------------------- */

ls_value ls_members_index(const ls_members *members)
{
    ls_value replica = ls_node_result(ls_trace_op(&(ls_op_spec){.kind = LS_IR_REPLICA_ID}), 0);
    bool identity = true;
    for (int r = 0; r < members->world; r++) identity &= members->index[r] == (uint32_t)r;
    if (identity) return replica;
    ls_value table =
        ls_value_constant(members->index, &(ls_ir_type){.dtype = LS_U32, .shape = LS_SHAPE(members->world)});
    LS_ATTR_LIST(attrs);
    ls_attr_ints(&attrs, LS_ATTR_SLICE_SIZES, &(int64_t){1}, 1);
    ls_value operands[2] = {table, replica};
    ls_op_spec spec = {.kind = LS_IR_DYNAMIC_SLICE, .operands = operands, .operand_count = 2, .attrs = &attrs};
    return ls_value_reshape(ls_node_result(ls_trace_op(&spec), 0), &LS_SHAPE());
}

static ls_value spread(ls_value scalar, const ls_shape *shape)
{
    return ls_value_broadcast_to(scalar, shape);
}

ls_value ls_members_is(const ls_members *members, int index, const ls_shape *shape)
{
    ls_value mine = ls_members_index(members);
    return spread(ls_value_compare(LS_COMPARE_EQ, mine, ls_value_full_like(mine, index)), shape);
}

ls_value ls_members_is_in(const ls_members *members, const ls_shape *shape)
{
    ls_value mine = ls_members_index(members);
    return spread(ls_value_compare(LS_COMPARE_NE, mine, ls_value_full_like(mine, UINT32_MAX)), shape);
}
