#include "dist/group.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "dist/meeting.h"
#include "dist/work.h"

typedef struct group_slot {
    int *ranks; /* NULL: the slot is free */
    int count, my_index;
    ls_comm *comm;
    ls_work_queue *queue;
    uint64_t key;      /* the same on all members, and no other group's with these members */
    uint32_t children; /* groups made from it so far: the same number on all members */
    uint32_t generation;
    uint32_t number; /* in order of creation, the world 0 */
    uint32_t owner;  /* the slot that it is destroyed with */
} group_slot;

struct ls_group_table {
    pthread_mutex_t mutex; /* over the list: threads that act for the rank look groups up, its own one changes them */
    LS_VEC(group_slot *) slots;
    uint32_t made; /* groups so far */
};

static void slot_close(group_slot *slot)
{
    ls_work_queue_destroy(slot->queue);
    ls_comm_close(slot->comm);
    free(slot->ranks);
    *slot = (group_slot){.generation = slot->generation};
}

/* Takes over `ranks`. */
static ls_status slot_open(ls_rank_context *context, group_slot *slot, int *ranks, int count, uint64_t key)
{
    slot->ranks = ranks;
    slot->count = count;
    slot->my_index = -1;
    slot->key = key;
    for (int i = 0; i < count; i++)
        if (ranks[i] == context->rank) slot->my_index = i;
    ls_status status = LS_OK;
    if (slot->my_index >= 0)
        status = ls_comm_open(ls_meeting_domain(context->meeting), key, ranks, count, slot->my_index, &slot->comm);
    if (slot->comm) status = ls_work_queue_create(slot->comm, &slot->queue);
    if (status != LS_OK) slot_close(slot);
    return status;
}

/* A new place at the end; NULL: no memory. */
static group_slot *add_slot(struct ls_group_table *table)
{
    group_slot *slot = calloc(1, sizeof(*slot));
    if (!slot) return NULL;
    pthread_mutex_lock(&table->mutex);
    *ls_vec_push(&table->slots) = slot;
    pthread_mutex_unlock(&table->mutex);
    return slot;
}

ls_status ls_groups_init(ls_rank_context *context)
{
    context->groups = calloc(1, sizeof(*context->groups));
    int *ranks = malloc(sizeof(int) * (size_t)context->world_size);
    if (context->groups) pthread_mutex_init(&context->groups->mutex, NULL);
    group_slot *slot = context->groups && ranks ? add_slot(context->groups) : NULL;
    if (!slot) {
        free(ranks);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for a group of %d ranks", context->world_size);
    }
    for (int r = 0; r < context->world_size; r++) ranks[r] = r;
    return slot_open(context, slot, ranks, context->world_size, 0);
}

void ls_groups_abandon(ls_rank_context *context, const char *reason)
{
    if (!context->groups) return;
    ls_monitor_lock(&context->helpers_monitor);
    bool has_helpers = context->helpers;
    ls_monitor_unlock(&context->helpers_monitor);
    for (size_t i = 0; i < context->groups->slots.count; i++) {
        group_slot *slot = context->groups->slots.data[i];
        if (slot->queue) ls_work_queue_abandon(slot->queue, reason);
        if (slot->comm && has_helpers) ls_comm_abandon(slot->comm, LS_UNAVAILABLE, reason);
    }
}

void ls_groups_finish(ls_rank_context *context)
{
    if (context->groups) {
        for (size_t i = 0; i < context->groups->slots.count; i++) {
            slot_close(context->groups->slots.data[i]);
            free(context->groups->slots.data[i]);
        }
        ls_vec_finish(&context->groups->slots);
        pthread_mutex_destroy(&context->groups->mutex);
        free(context->groups);
        context->groups = NULL;
    }
    if (context->meeting) ls_meeting_leave(context->meeting);
    context->meeting = NULL;
    context->is_initialized = false;
}

/* --- Looking up ---------------------------------------------------------------------------------------------- */

static ls_status slot_find(ls_group group, group_slot **out_slot)
{
    *out_slot = NULL;
    ls_rank_context *context = ls_rank_acting();
    if (!context || !context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION, "process group not initialised: call ls_init_process_group first");
    struct ls_group_table *table = context->groups;
    ls_group plain = group;
    if (ls_async_take(&plain)) return ls_fail(LS_INVALID_ARGUMENT, "this cannot be asynchronous");
    pthread_mutex_lock(&table->mutex);
    group_slot *slot = group.slot < table->slots.count ? table->slots.data[group.slot] : NULL;
    pthread_mutex_unlock(&table->mutex);
    if (!slot || !slot->ranks || slot->generation != group.generation)
        return ls_fail(LS_INVALID_ARGUMENT, "group {%u, %u} is destroyed, or another rank's", group.slot,
                       group.generation);
    *out_slot = slot;
    return LS_OK;
}

ls_status ls_group_get(ls_group group, ls_group_info *out_info)
{
    *out_info = (ls_group_info){.my_index = -1};
    group_slot *slot;
    LS_TRY(slot_find(group, &slot));
    *out_info = (ls_group_info){slot->ranks, slot->count, slot->my_index, slot->comm, slot->queue};
    return LS_OK;
}

ls_status ls_group_run(const ls_group_info *info, const ls_comm_call *call)
{
    ls_work_queue_settle(info->queue);
    return ls_comm_run(info->comm, call);
}

bool ls_group_next(size_t *iterator, ls_group_info *out_info)
{
    ls_rank_context *context = ls_rank_peek();
    const group_slot *next = NULL;
    for (size_t i = 0; context && context->groups && i < context->groups->slots.count; i++) {
        const group_slot *slot = context->groups->slots.data[i];
        if (slot->ranks && slot->number >= *iterator && (!next || slot->number < next->number)) next = slot;
    }
    if (!next) return false;
    *iterator = next->number + 1u;
    *out_info = (ls_group_info){next->ranks, next->count, next->my_index, next->comm, next->queue};
    return true;
}

ls_status ls_group_index(const ls_group_info *info, int rank, int *out_index)
{
    if (rank <= LS_GROUP_RANK(0)) {
        *out_index = LS_GROUP_RANK(rank); /* its own inverse */
        if (*out_index < info->count) return LS_OK;
        return ls_fail(LS_INVALID_ARGUMENT, "there is no group rank %d in a group of %d", *out_index, info->count);
    }
    for (int i = 0; i < info->count; i++)
        if (info->ranks[i] == rank) {
            *out_index = i;
            return LS_OK;
        }
    return ls_fail(LS_INVALID_ARGUMENT, "global rank %d is not in the group", rank);
}

int ls_rank(ls_group group)
{
    ls_group_info info;
    return ls_group_get(group, &info) == LS_OK ? info.my_index : -1;
}

int ls_get_group_rank(ls_group group, int global_rank)
{
    ls_group_info info;
    int index = -1;
    if (global_rank < 0 || ls_group_get(group, &info) != LS_OK) return -1;
    return ls_group_index(&info, global_rank, &index) == LS_OK ? index : -1;
}

int ls_get_global_rank(ls_group group, int group_rank)
{
    ls_group_info info;
    if (ls_group_get(group, &info) != LS_OK || group_rank < 0 || group_rank >= info.count) return -1;
    return info.ranks[group_rank];
}

int ls_get_process_group_ranks(ls_group group, int *out_ranks, int capacity)
{
    ls_group_info info;
    if (ls_group_get(group, &info) != LS_OK) return -1;
    for (int i = 0; out_ranks && i < info.count && i < capacity; i++) out_ranks[i] = info.ranks[i];
    return info.count;
}

int ls_world_size(ls_group group)
{
    ls_group_info info;
    return ls_group_get(group, &info) == LS_OK ? info.count : -1;
}

/* --- New groups ---------------------------------------------------------------------------------------------- */

/* Groups are made and destroyed by the rank itself, not by a thread that acts for it. */
static ls_status check_own_thread(void)
{
    if (ls_rank_peek()) return LS_OK;
    return ls_fail(LS_FAILED_PRECONDITION, "groups are made and destroyed on the rank's own thread");
}

ls_status ls_group_check_members(const int *ranks, int count)
{
    LS_TRY(check_own_thread());
    int world_size = ls_rank_peek()->world_size;
    if (!ranks || count < 1) return ls_fail(LS_INVALID_ARGUMENT, "a group needs at least one rank");
    for (int i = 0; i < count; i++) {
        if (ranks[i] < 0 || ranks[i] >= world_size)
            return ls_fail(LS_INVALID_ARGUMENT, "global rank %d is not in the world of %d", ranks[i], world_size);
        for (int j = 0; j < i; j++)
            if (ranks[i] == ranks[j])
                return ls_fail(LS_INVALID_ARGUMENT, "global rank %d is in the group twice", ranks[i]);
    }
    return LS_OK;
}

static group_slot *free_slot(struct ls_group_table *table, uint32_t *out_index)
{
    for (size_t i = 1; i < table->slots.count; i++)
        if (!table->slots.data[i]->ranks) {
            *out_index = (uint32_t)i;
            return table->slots.data[i];
        }
    *out_index = (uint32_t)table->slots.count;
    return add_slot(table);
}

/* Fills a free slot: its index. */
static ls_status open_group(ls_rank_context *context, const ls_group_members *members, uint64_t key, uint32_t *out_slot)
{
    struct ls_group_table *table = context->groups;
    int *copy = malloc(sizeof(int) * (size_t)members->count);
    group_slot *slot = copy ? free_slot(table, out_slot) : NULL;
    if (!slot) {
        free(copy);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for a group of %d ranks", members->count);
    }
    memcpy(copy, members->ranks, sizeof(int) * (size_t)members->count);
    slot->generation++;
    slot->number = ++table->made;
    slot->owner = *out_slot;
    return slot_open(context, slot, copy, members->count, key);
}

static void close_owned(struct ls_group_table *table, uint32_t owner)
{
    for (size_t i = 1; i < table->slots.count; i++)
        if (table->slots.data[i]->ranks && table->slots.data[i]->owner == owner) slot_close(table->slots.data[i]);
}

/* The members of the parent must ask for the same groups: the barrier's tag compares them. It also lets nobody leave a
 * group that others are not in yet. */
static ls_status meet(ls_rank_context *context, ls_group parent, uint64_t tag, const char *what)
{
    ls_group_info info;
    LS_TRY(ls_group_get(parent, &info));
    return ls_group_run(&info, &(ls_comm_call){.op = LS_COMM_BARRIER,
                                               .dtype = LS_U8,
                                               .tag = tag,
                                               .label = what,
                                               .deadline = ls_deadline_in_ms(context->timeout_ms)});
}

ls_status ls_groups_make(ls_group parent, const ls_group_members *members, size_t count, const char *what,
                         ls_group *out_group)
{
    LS_TRY(check_own_thread());
    ls_rank_context *context = ls_rank_peek();
    struct ls_group_table *table = context->groups;
    uint32_t *opened = calloc(count, sizeof(*opened)), mine = 0;
    if (!opened) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %zu groups", count);
    uint64_t tag = count;
    ls_status status = LS_OK;
    size_t made = 0;
    for (; made < count; made++) {
        group_slot *from = table->slots.data[parent.slot];
        uint64_t key = ls_hash(members[made].ranks, sizeof(int) * (size_t)members[made].count,
                               ls_hash_mix(from->key, ++from->children));
        tag = ls_hash_mix(tag, key);
        status = open_group(context, &members[made], key, &opened[made]);
        if (status != LS_OK) break;
        if (table->slots.data[opened[made]]->comm && !mine) mine = opened[made];
    }
    if (!mine) mine = opened[0]; /* 0 if there is none: that owns nothing but itself */
    if (status == LS_OK) status = meet(context, parent, tag, what);
    for (size_t i = 0; i < made; i++) table->slots.data[opened[i]]->owner = mine;
    free(opened);
    if (status == LS_OK)
        *out_group = (ls_group){mine, table->slots.data[mine]->generation};
    else
        close_owned(table, mine);
    return status;
}

ls_status ls_new_group(const int *ranks, int count, ls_group *out_group)
{
    if (!out_group) return ls_fail(LS_INVALID_ARGUMENT, "ls_new_group: no place for the result");
    *out_group = (ls_group){UINT32_MAX, 0};
    group_slot *world;
    LS_TRY(slot_find(LS_WORLD, &world));
    LS_TRY(ls_context(ls_group_check_members(ranks, count), "ls_new_group"));
    return ls_context(ls_groups_make(LS_WORLD, &(ls_group_members){ranks, count}, 1, "new_group", out_group),
                      "ls_new_group of %d ranks", count);
}

ls_status ls_destroy_group(ls_group group)
{
    group_slot *slot;
    LS_TRY(slot_find(group, &slot));
    LS_TRY(check_own_thread());
    if (group.slot == 0) return ls_destroy_process_group();
    close_owned(ls_rank_peek()->groups, slot->owner);
    return LS_OK;
}
