#include "comm/group.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/thread.h"
#include "comm/hierarchy.h"
#include "comm/letter.h"
#include "comm/ops.h"
#include "comm/reduce.h"

/* First look again and again, about as long as a peer that is already there needs; then let others have the processor
 * between looks, for longer than waking a sleeper takes, so that two ranks that have both slept fall into step again;
 * then sleep. With more ranks than processors the one waited for may be waiting for this processor. Spinning longer
 * only slows a busy machine down: with twelve other runnable threads on two processors, 100 µs of it made an all_reduce
 * of 8 bytes take 400 µs instead of 45. */
#define LOOKS 400
#define CROWDED_LOOKS 40
#define LOOKS_PER_YIELD 20
#define YIELD_NS 100000
#define NAP_MS 20 /* the longest sleep without a look at who is still alive */
#define DYING_MS 200
#define QUIESCE_MS 1000 /* for others to take their hands off this rank's memory after a failure */

enum { FAILURE_NONE, FAILURE_WRITING, FAILURE_SET };

/* --- Opening and closing --------------------------------------------------------------------------------- */

static uint64_t block_bytes(int count, uint64_t *out_members)
{
    uint64_t header = sizeof(ls_group) + sizeof(int32_t) * (uint64_t)count;
    *out_members = (header + LS_CACHE_LINE - 1) / LS_CACHE_LINE * LS_CACHE_LINE;
    return *out_members + sizeof(ls_member) * (uint64_t)count;
}

static bool is_same(const ls_group *group, uint64_t key, const int *ranks, int count)
{
    return group->key == key && group->count == (uint32_t)count &&
           !memcmp(group->ranks, ranks, sizeof(int) * (size_t)count);
}

/* With the lock held. A block that this rank has been in already is an older life of the group. */
static ls_group *find_group(ls_control *control, uint64_t key, const int *ranks, int count, int me)
{
    for (uint64_t offset = control->first_group; offset;) {
        ls_group *group = LS_AT(control, offset);
        ls_member *members = LS_AT(group, group->members);
        if (is_same(group, key, ranks, count) && atomic_load(&members[me].state) == LS_MEMBER_ABSENT) return group;
        offset = group->next;
    }
    return NULL;
}

static ls_group *add_group(ls_control *control, uint64_t key, const int *ranks, int count)
{
    uint64_t members, bytes = block_bytes(count, &members), offset = ls_control_alloc(control, bytes);
    if (!offset) return NULL;
    ls_group *group = LS_AT(control, offset);
    *group = (ls_group){.key = key, .bytes = bytes, .count = (uint32_t)count, .members = members};
    memcpy(group->ranks, ranks, sizeof(int) * (size_t)count);
    ls_member *m = LS_AT(group, members);
    for (int i = 0; i < count; i++) {
        atomic_store(&m[i].finished, 0);
        atomic_store(&m[i].sleepers, 0);
        atomic_store(&m[i].rounds, 0);
        atomic_store(&m[i].working, 0);
        atomic_store(&m[i].state, LS_MEMBER_ABSENT);
        atomic_store(&m[i].mail, 0);
        atomic_store(&m[i].mail_sleepers, 0);
        atomic_store(&m[i].inbox, 0);
        for (int s = 0; s < LS_RING; s++) atomic_store(&m[i].slots[s].sequence, 0);
    }
    /* New groups go to the end: older lives of a group come first. */
    uint64_t *link = &control->first_group;
    while (*link) link = &((ls_group *)LS_AT(control, *link))->next;
    *link = offset;
    return group;
}

static void drop_group(ls_control *control, ls_group *group)
{
    uint64_t offset = (uint64_t)((char *)group - (char *)control), *link = &control->first_group;
    while (*link != offset) link = &((ls_group *)LS_AT(control, *link))->next;
    *link = group->next;
    ls_mailboxes_free(control, group);
    ls_control_free(control, offset, group->bytes);
}

static ls_status check_members(const ls_comm_domain *domain, const int *ranks, int count, int my_index)
{
    if (count < 1 || my_index < 0 || my_index >= count)
        return ls_fail(LS_INVALID_ARGUMENT, "member %d of a group of %d", my_index, count);
    for (int i = 0; i < count; i++) {
        if (ranks[i] < 0 || ranks[i] >= domain->num_ranks)
            return ls_fail(LS_INVALID_ARGUMENT, "rank %d in a group; there are ranks 0 to %d", ranks[i],
                           domain->num_ranks - 1);
        for (int j = 0; j < i; j++)
            if (ranks[j] == ranks[i]) return ls_fail(LS_INVALID_ARGUMENT, "rank %d is in the group twice", ranks[i]);
    }
    if (ls_domain_process_of(domain, ranks[my_index]) != domain->process_index)
        return ls_fail(LS_INVALID_ARGUMENT, "rank %d belongs to another process", ranks[my_index]);
    return LS_OK;
}

static void free_comm(ls_comm *comm)
{
    for (int i = 0; comm->views && i < comm->count; i++) {
        ls_vec_finish(&comm->views[i].pieces);
        ls_vec_finish(&comm->views[i].slices);
    }
    free(comm->finished);
    free(comm->views);
    free(comm->cursors);
    free(comm->pointers);
    ls_mail_desk_destroy(comm->desk);
    free(comm->factors);
    free(comm->scratch);
    free(comm);
}

static ls_comm *make_comm(ls_comm_domain *domain, int count, int my_index)
{
    ls_comm *comm = calloc(1, sizeof(*comm));
    if (!comm) return NULL;
    size_t n = (size_t)count;
    *comm = (ls_comm){.domain = domain, .count = count, .me = my_index, .size = count, .rank = my_index};
    comm->finished = calloc(n, sizeof(*comm->finished));
    comm->views = calloc(n, sizeof(*comm->views));
    comm->cursors = calloc(2 * n, sizeof(*comm->cursors));
    comm->pointers = calloc(2 * n, sizeof(*comm->pointers));
    comm->desk = ls_mail_desk_create();
    comm->factors = calloc(n, sizeof(*comm->factors));
    bool is_whole = comm->finished && comm->views && comm->cursors && comm->pointers && comm->desk && comm->factors;
    if (is_whole) return comm;
    free_comm(comm);
    return NULL;
}

ls_status ls_group_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                        ls_comm **out_comm)
{
    *out_comm = NULL;
    ls_comm *comm = make_comm(domain, count, my_index);
    if (!comm) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a group of %d", count);
    ls_control *control = domain->control;
    ls_control_lock(control);
    ls_group *group = find_group(control, key, ranks, count, my_index);
    if (!group) group = add_group(control, key, ranks, count);
    if (group) {
        group->open++;
        comm->group = group;
        comm->members = LS_AT(group, group->members);
        ls_flight_clear(&comm->members[my_index].flight);
        ls_flight_clear(&comm->members[my_index].letters);
        atomic_store(&comm->members[my_index].state, LS_MEMBER_OPEN);
    }
    ls_control_unlock(control);
    if (!group) {
        free_comm(comm);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "the control memory has no room for a group of %d", count);
    }
    *out_comm = comm;
    return LS_OK;
}

ls_status ls_comm_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                       ls_comm **out_comm)
{
    *out_comm = NULL;
    LS_TRY(check_members(domain, ranks, count, my_index));
    bool is_here = true;
    for (int i = 0; i < count; i++) is_here = is_here && ls_domain_is_on_this_host(domain, ranks[i]);
    return (is_here ? ls_group_open : ls_hierarchy_open)(domain, key, ranks, count, my_index, out_comm);
}

static void fail_by_leaving(ls_comm *comm)
{
    char name[LS_RANK_NAME_BYTES], message[128];
    ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], name, sizeof(name));
    snprintf(message, sizeof(message), "%s left the group between post and complete", name);
    ls_group_fail(comm, LS_UNAVAILABLE, message);
}

void ls_comm_close(ls_comm *comm)
{
    if (!comm) return;
    ls_control *control = comm->domain->control;
    ls_mail_end_all(comm);
    atomic_store(&comm->members[comm->me].state, LS_MEMBER_LEFT);
    if (comm->returned != comm->posted) fail_by_leaving(comm);
    ls_hierarchy_close(comm->hierarchy);
    for (int i = 0; i < LS_RING; i++) {
        ls_memory_free(&comm->domain->memory, comm->staged[i].in);
        ls_memory_free(&comm->domain->memory, comm->staged[i].table);
    }
    ls_control_lock(control);
    ls_member *me = &comm->members[comm->me];
    ls_flight_ring *archive = ls_control_archive(control, comm->group->ranks[comm->me]);
    ls_flight_keep(archive, &me->flight, comm->group->key);
    ls_flight_keep(archive, &me->letters, comm->group->key);
    if (--comm->group->open == 0) drop_group(control, comm->group);
    ls_control_unlock(control);
    free_comm(comm);
}

void ls_comm_abandon(ls_comm *comm, ls_status status, const char *message)
{
    char name[48], text[1024];
    ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], name, sizeof(name));
    snprintf(text, sizeof(text), "%s is gone: %s", name, message);
    ls_group_fail(comm, status, text);
}

int ls_comm_rank(const ls_comm *comm)
{
    return comm->rank;
}

int ls_comm_domain_rank(const ls_comm *comm, int rank)
{
    return comm->hierarchy ? ls_hierarchy_domain_rank(comm->hierarchy, rank) : comm->group->ranks[rank];
}

int ls_comm_size(const ls_comm *comm)
{
    return comm->size;
}

uint64_t ls_comm_bytes_moved(const ls_comm *comm)
{
    ls_monitor_lock(&comm->desk->monitor);
    uint64_t bytes = comm->bytes_moved + comm->desk->bytes_moved;
    ls_monitor_unlock(&comm->desk->monitor);
    return bytes;
}

/* --- Messages -------------------------------------------------------------------------------------------- */

void ls_group_describe(const ls_slot *slot, const char *label, char *out, size_t size)
{
    const ls_op_row *row = &ls_op_table[slot->op];
    char reduction[32] = "", tag[32] = "", root[32] = "", named[64] = "", shares[48] = "";
    if (row->is_reducing) snprintf(reduction, sizeof(reduction), " %s", ls_reduce_name((ls_comm_reduce)slot->reduce));
    if (slot->root) snprintf(root, sizeof(root), ", root %d", slot->root);
    if (slot->tag) snprintf(tag, sizeof(tag), ", tag %llx", (unsigned long long)slot->tag);
    if (label && strcmp(label, row->name)) snprintf(named, sizeof(named), " (%s)", label);
    if (slot->shares) snprintf(shares, sizeof(shares), " in uneven shares (%08x)", slot->shares);
    snprintf(out, size, "%s%s #%u%s of %llu bytes%s of %s%s%s", row->name, reduction, atomic_load(&slot->sequence),
             named, (unsigned long long)slot->bytes, shares, ls_dtype_name((ls_dtype)slot->dtype), root, tag);
}

static const char *name_member(const ls_comm *comm, int member, char *out, size_t size)
{
    return ls_domain_name_rank(comm->domain, comm->group->ranks[member], out, size);
}

void ls_group_set_awaited(ls_comm *comm, int member)
{
    ls_rank_entry *me = ls_control_rank(comm->domain->control, comm->group->ranks[comm->me]);
    atomic_store(&me->awaits, member < 0 ? 0 : 1 + comm->group->ranks[member]);
}

/* ", it waits for rank 1 (pid 12), which waits for rank 2 (pid 13)": who keeps others waiting may itself be kept. */
static void describe_chain(const ls_comm *comm, int rank, char *out, size_t size)
{
    size_t used = 0;
    const char *link = ", it waits for";
    *out = 0;
    for (int i = 0; i < comm->domain->num_ranks; i++) {
        char name[LS_RANK_NAME_BYTES];
        int awaited = atomic_load(&ls_control_rank(comm->domain->control, rank)->awaits) - 1;
        if (awaited < 0 || awaited >= comm->domain->num_ranks || used + sizeof(name) + 24 > size) return;
        used += (size_t)snprintf(out + used, size - used, "%s %s", link,
                                 ls_domain_name_rank(comm->domain, awaited, name, sizeof(name)));
        if (awaited == comm->group->ranks[comm->me]) return;
        rank = awaited;
        link = ", which waits for";
    }
}

void ls_group_describe_progress(const ls_comm *comm, int member, char *out, size_t size)
{
    const ls_member *m = &comm->members[member];
    char chain[200];
    describe_chain(comm, comm->group->ranks[member], chain, sizeof(chain));
    uint32_t finished = atomic_load(&m->finished);
    if (finished)
        snprintf(out, size, "its last finished operation was %s #%u%s", ls_op_table[atomic_load(&m->last_op)].name,
                 finished, chain);
    else
        snprintf(out, size, "%s%s",
                 atomic_load(&m->state) == LS_MEMBER_ABSENT ? "it has not opened the group"
                                                            : "it has finished no operation",
                 chain);
}

bool ls_group_member_is_gone(const ls_comm *comm, int member, char *out, size_t size)
{
    char name[LS_RANK_NAME_BYTES];
    int rank = comm->group->ranks[member];
    if (atomic_load(&comm->members[member].state) != LS_MEMBER_LEFT)
        return ls_domain_rank_is_dead(comm->domain, rank, out, size);
    if (!ls_domain_rank_is_marked(comm->domain, rank, out, size))
        snprintf(out, size, "%s has left the group", name_member(comm, member, name, sizeof(name)));
    return true;
}

void ls_group_describe_own(const ls_comm *comm, const ls_comm_call *call, uint32_t sequence, char *out, size_t size)
{
    char name[LS_RANK_NAME_BYTES], operation[256];
    ls_slot slot = {.sequence = sequence,
                    .op = (uint8_t)call->op,
                    .dtype = (uint8_t)call->dtype,
                    .reduce = (uint8_t)call->reduce,
                    .root = call->root,
                    .tag = call->tag};
    const ls_slot *own = ls_comm_slot(comm, comm->me, sequence);
    if (atomic_load(&own->sequence) == sequence) slot.bytes = own->bytes, slot.shares = own->shares;
    ls_group_describe(&slot, call->label, operation, sizeof(operation));
    snprintf(out, size, "%s of %s", operation, name_member(comm, comm->me, name, sizeof(name)));
}

ls_status ls_group_fail_gone(ls_comm *comm, int member, const char *how, const ls_comm_call *call, uint32_t sequence)
{
    char own[320], progress[LS_PROGRESS_BYTES], message[1100];
    ls_group_describe_own(comm, call, sequence, own, sizeof(own));
    ls_group_describe_progress(comm, member, progress, sizeof(progress));
    snprintf(message, sizeof(message), "%s: %s; %s", own, how, progress);
    return ls_group_fail(comm, LS_UNAVAILABLE, message);
}

static bool is_there(const ls_comm *comm, int member, uint32_t sequence)
{
    return ls_has_reached(atomic_load(&ls_comm_slot(comm, member, sequence)->sequence), sequence);
}

static bool is_done(const ls_comm *comm, int member, uint32_t sequence)
{
    return ls_has_reached(atomic_load(&comm->members[member].finished), sequence);
}

/* Names all that are to blame: those who did not come or, if all came, those who are not done. */
ls_status ls_group_fail_late(ls_comm *comm, const ls_comm_call *call, uint32_t sequence)
{
    char own[320], message[1024];
    bool all_there = true;
    ls_group_describe_own(comm, call, sequence, own, sizeof(own));
    size_t used = (size_t)snprintf(message, sizeof(message), "%s did not end in time", own);
    for (int i = 0; i < comm->count; i++) all_there = all_there && (i == comm->me || is_there(comm, i, sequence));
    for (int i = 0; i < comm->count; i++) {
        if (i == comm->me || (all_there ? is_done(comm, i, sequence) : is_there(comm, i, sequence))) continue;
        char name[LS_RANK_NAME_BYTES], progress[LS_PROGRESS_BYTES];
        ls_group_describe_progress(comm, i, progress, sizeof(progress));
        if (used + sizeof(name) + strlen(progress) + 32 > sizeof(message)) {
            snprintf(message + used, sizeof(message) - used, "; ...");
            break;
        }
        used += (size_t)snprintf(message + used, sizeof(message) - used, "; %s %s: %s",
                                 name_member(comm, i, name, sizeof(name)),
                                 all_there ? "came but is not done" : "did not come", progress);
    }
    return ls_group_fail(comm, LS_DEADLINE_EXCEEDED, message);
}

/* --- Failing together ------------------------------------------------------------------------------------ */

static void quiesce(const ls_comm *comm)
{
    ls_deadline deadline = ls_deadline_in_ms(QUIESCE_MS);
    char how[320];
    for (int i = 0; i < comm->count; i++)
        while (i != comm->me && atomic_load(&comm->members[i].working) && !ls_deadline_passed(deadline) &&
               !ls_domain_rank_is_dead(comm->domain, comm->group->ranks[i], how, sizeof(how)))
            ls_sleep_ms(1);
}

static void wake_all(ls_comm *comm)
{
    bool is_shared = ls_domain_is_shared(comm->domain);
    for (int i = 0; i < comm->count; i++) {
        ls_member *member = &comm->members[i];
        if (atomic_load(&member->mail_sleepers)) ls_futex_wake_all(&member->mail, is_shared);
        if (!atomic_load(&member->sleepers)) continue;
        ls_futex_wake_all(&member->finished, is_shared);
        ls_futex_wake_all(&member->rounds, is_shared);
        for (int s = 0; s < LS_RING; s++) ls_futex_wake_all(&member->slots[s].sequence, is_shared);
    }
}

ls_status ls_group_status(const ls_comm *comm)
{
    ls_group *group = comm->group;
    if (atomic_load(&group->failed) == FAILURE_NONE) return LS_OK;
    /* Whoever writes the message may die over it. */
    for (int i = 0; i < 100 && atomic_load(&group->failed) != FAILURE_SET; i++) ls_sleep_ms(1);
    if (atomic_load(&group->failed) != FAILURE_SET)
        return ls_fail(LS_UNAVAILABLE, "the group has failed and who knows why died");
    return ls_fail((ls_status)group->failure_status, "%s", group->failure);
}

bool ls_group_is_well(const ls_comm *comm)
{
    return atomic_load(&comm->group->failed) == FAILURE_NONE;
}

void ls_group_mark_failed(ls_comm *comm, ls_status status, const char *message)
{
    ls_group *group = comm->group;
    uint32_t none = FAILURE_NONE;
    if (atomic_compare_exchange_strong(&group->failed, &none, FAILURE_WRITING)) {
        group->failure_status = status;
        snprintf(group->failure, sizeof(group->failure), "%s", message);
        ls_flight_dump *dump = ls_flight_dump_take(comm->domain, group->failure);
        atomic_store(&group->failed, FAILURE_SET);
        wake_all(comm);
        ls_flight_dump_write(dump);
    }
}

ls_status ls_group_fail(ls_comm *comm, ls_status status, const char *message)
{
    ls_group_mark_failed(comm, status, message);
    quiesce(comm);
    return ls_group_status(comm);
}

ls_status ls_group_fail_by(ls_comm *comm, int member, ls_status status, const ls_comm_call *call, uint32_t sequence)
{
    char how[320];
    /* A process that dies closes its files some time before it counts as dead. */
    for (int i = 0; status == LS_UNAVAILABLE && i < DYING_MS; i++) {
        if (ls_domain_rank_is_dead(comm->domain, comm->group->ranks[member], how, sizeof(how)))
            return ls_group_fail_gone(comm, member, how, call, sequence);
        ls_sleep_ms(1);
    }
    return ls_group_fail(comm, status, ls_last_error());
}

bool ls_group_begin_work(ls_comm *comm)
{
    ls_member *me = &comm->members[comm->me];
    atomic_fetch_add(&me->working, 1); /* a collective and messages may be under way side by side */
    if (ls_group_is_well(comm)) return true;
    atomic_fetch_sub(&me->working, 1);
    return false;
}

void ls_group_end_work(ls_comm *comm)
{
    atomic_fetch_sub_explicit(&comm->members[comm->me].working, 1, memory_order_release);
}

/* --- Waiting --------------------------------------------------------------------------------------------- */

void ls_group_store(ls_comm *comm, _Atomic uint32_t *word, uint32_t value)
{
    atomic_store(word, value);
    if (atomic_load(&comm->members[comm->me].sleepers)) ls_futex_wake_all(word, ls_domain_is_shared(comm->domain));
}

static bool look(_Atomic uint32_t *word, uint32_t target, int times)
{
    for (int i = 0; i < times; i++) {
        if (ls_has_reached(atomic_load_explicit(word, memory_order_acquire), target)) return true;
        ls_cpu_relax();
    }
    return false;
}

bool ls_group_spin(ls_comm *comm, _Atomic uint32_t *word, uint32_t target)
{
    if (look(word, target, comm->domain->is_crowded ? CROWDED_LOOKS : LOOKS)) return true;
    atomic_store_explicit(&comm->has_waited, true, memory_order_relaxed);
    for (int64_t end = ls_now_ns() + YIELD_NS; ls_now_ns() < end;) {
        sched_yield();
        if (look(word, target, LOOKS_PER_YIELD)) return true;
    }
    return false;
}

ls_deadline ls_group_nap_end(ls_deadline deadline)
{
    ls_deadline end = ls_deadline_in_ms(NAP_MS);
    return deadline.at_ns < end.at_ns ? deadline : end;
}

void ls_group_nap(ls_comm *comm, int member, _Atomic uint32_t *word, uint32_t target, ls_deadline deadline)
{
    atomic_fetch_add(&comm->members[member].sleepers, 1);
    uint32_t value = atomic_load(word);
    if (!ls_has_reached(value, target) && ls_group_is_well(comm))
        ls_futex_wait(word, value, ls_group_nap_end(deadline), ls_domain_is_shared(comm->domain));
    atomic_fetch_sub(&comm->members[member].sleepers, 1);
}

static ls_status wait_longer(ls_comm *comm, int member, _Atomic uint32_t *word, uint32_t target,
                             const ls_comm_call *call, uint32_t sequence)
{
    char how[384];
    for (;;) {
        /* First whether it can still come, then whether it has come: it may have done both in this order. */
        bool is_gone = ls_group_member_is_gone(comm, member, how, sizeof(how));
        if (ls_has_reached(atomic_load(word), target)) return LS_OK;
        if (!ls_group_is_well(comm)) return ls_group_fail(comm, LS_UNAVAILABLE, ""); /* until hands are off */
        if (is_gone) return ls_group_fail_gone(comm, member, how, call, sequence);
        if (ls_deadline_passed(call->deadline)) return ls_group_fail_late(comm, call, sequence);
        ls_group_nap(comm, member, word, target, call->deadline);
    }
}

ls_status ls_group_wait(ls_comm *comm, int member, _Atomic uint32_t *word, uint32_t target, const ls_comm_call *call,
                        uint32_t sequence)
{
    if (ls_group_spin(comm, word, target)) return LS_OK;
    ls_group_set_awaited(comm, member);
    ls_status status = wait_longer(comm, member, word, target, call, sequence);
    ls_group_set_awaited(comm, -1);
    return status;
}
