#include "comm/hierarchy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "comm/far_mail.h"
#include "comm/parts.h"

#define INNER_MARGIN_MS 1000 /* by which steps inside a host outlast the call, for the leader to name who is late */
#define NAP_MS 20            /* the longest wait without a look at who is still alive */
#define DYING_MS 500         /* for what a rank did before it died to arrive */
#define ANSWER_MS 300        /* for other hosts to say who is late there */

/* --- Opening --------------------------------------------------------------------------------------------- */

static int find_part(ls_hierarchy *h, int host)
{
    int p = 0;
    while (p < h->count && h->parts[p].host != host) p++;
    return p;
}

/* Whom a failure is told: each process of each other host, since the leader's may be the one that is stuck. */
static ls_status list_processes(ls_hierarchy *h, const ls_comm_domain *domain, const int *ranks, int count)
{
    h->others = calloc((size_t)count, sizeof(*h->others));
    if (!h->others) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int r = 0; r < count; r++) {
        int process = ls_domain_process_of(domain, ranks[r]), i = 0;
        while (i < h->other_count && h->others[i] != process) i++;
        if (i == h->other_count && h->part_of[r] != h->mine) h->others[h->other_count++] = process;
    }
    return LS_OK;
}

static ls_status split(ls_hierarchy *h, const ls_comm_domain *domain, const int *ranks, int count, int my_index)
{
    size_t n = (size_t)count, hosts = (size_t)domain->hosts.count;
    h->ranks = calloc(n, sizeof(*h->ranks));
    h->part_of = calloc(n, sizeof(*h->part_of));
    h->local_of = calloc(n, sizeof(*h->local_of));
    h->parts = calloc(hosts, sizeof(*h->parts));
    if (!h->ranks || !h->part_of || !h->local_of || !h->parts) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    memcpy(h->ranks, ranks, sizeof(*ranks) * n);
    for (int r = 0; r < count; r++) {
        int process = ls_domain_process_of(domain, ranks[r]), p = find_part(h, ls_hosts_of(&domain->hosts, process));
        ls_part *part = &h->parts[p];
        if (p == h->count) {
            h->count++;
            *part = (ls_part){.process = process, .host = ls_hosts_of(&domain->hosts, process)};
            part->members = calloc(n, sizeof(*part->members));
            if (!part->members) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
        }
        h->part_of[r] = p;
        h->local_of[r] = part->count;
        part->members[part->count++] = r;
    }
    h->mine = h->part_of[my_index];
    h->is_leader = h->local_of[my_index] == 0;
    h->speaks_for_process = true;
    for (int r = 0; r < my_index; r++)
        if (ls_domain_process_of(domain, ranks[r]) == domain->process_index) h->speaks_for_process = false;
    return list_processes(h, domain, ranks, count);
}

static void hear(void *arg, int process, ls_notice what, uint64_t number, const char *text);
static void tell_of_failure(void *arg);

/* Groups with the same members and key may follow each other: the members count its lives, all in the same order. */
static uint64_t channel_of(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index)
{
    uint64_t hash = ls_hash(ranks, sizeof(*ranks) * (size_t)count, key);
    uint32_t life = ls_hosts_count_life(&domain->hosts, ls_hash(&my_index, sizeof(my_index), hash));
    return ls_hash(&hash, sizeof(hash), life) | 1;
}

static ls_status open_inside(ls_hierarchy *h, ls_comm_domain *domain, uint64_t key, const int *ranks, int count,
                             int my_index)
{
    const ls_part *part = &h->parts[h->mine];
    int *here = calloc((size_t)part->count, sizeof(*here)), me = h->local_of[my_index];
    if (!here) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < part->count; i++) here[i] = ranks[part->members[i]];
    /* Other keys than those of groups that have these members only. */
    uint64_t face_key = ls_hash(ranks, sizeof(*ranks) * (size_t)count, key);
    ls_status status = ls_group_open(domain, face_key, here, part->count, me, &h->face);
    if (status == LS_OK) status = ls_group_open(domain, face_key + 1, here, part->count, me, &h->inner);
    free(here);
    return status;
}

static void free_hierarchy(ls_hierarchy *h)
{
    for (int p = 0; p < h->count; p++) free(h->parts[p].members);
    free(h->parts);
    free(h->ranks);
    free(h->part_of);
    free(h->local_of);
    free(h->others);
    pthread_mutex_destroy(&h->mutex);
    free(h);
}

ls_status ls_hierarchy_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                            ls_comm **out_comm)
{
    *out_comm = NULL;
    ls_hierarchy *h = calloc(1, sizeof(*h));
    if (!h) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a group of %d", count);
    pthread_mutex_init(&h->mutex, NULL);
    ls_status status = split(h, domain, ranks, count, my_index);
    if (status == LS_OK) {
        h->channel = channel_of(domain, key, ranks, count, my_index);
        h->far = ls_far_desk_create(count, h->channel + 1);
        status = h->far ? open_inside(h, domain, key, ranks, count, my_index)
                        : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for messages in a group of %d", count);
    }
    if (status != LS_OK) {
        if (h->inner) ls_comm_close(h->inner);
        if (h->face) ls_comm_close(h->face);
        free(h->far);
        free_hierarchy(h);
        return status;
    }
    h->fabric = domain->hosts.fabric;
    h->face->size = count;
    h->face->rank = my_index;
    h->face->hierarchy = h;
    if (h->speaks_for_process) {
        h->listener = (ls_listener){.channel = h->channel, .hear = hear, .tick = tell_of_failure, .arg = h};
        ls_fabric_listen(h->fabric, &h->listener);
    }
    *out_comm = h->face;
    return LS_OK;
}

static void tell_all(ls_hierarchy *h, ls_notice what, uint64_t number, const char *text)
{
    for (int i = 0; i < h->other_count; i++) ls_fabric_tell(h->fabric, h->others[i], h->channel, what, number, text);
}

void ls_hierarchy_close(ls_hierarchy *h)
{
    if (!h) return;
    if (h->speaks_for_process) {
        ls_fabric_unlisten(h->fabric, &h->listener);
        tell_of_failure(h);
    }
    if (h->is_leader) tell_all(h, LS_NOTICE_LEFT, 0, "");
    ls_comm_close(h->inner);
    ls_far_desk_destroy(h->face, h->far);
    free_hierarchy(h);
}

int ls_hierarchy_domain_rank(const ls_hierarchy *h, int rank)
{
    return h->ranks[rank];
}

/* --- On the fabric's thread ------------------------------------------------------------------------------ */

/* A failure on this host is everybody's. */
static void tell_of_failure(void *arg)
{
    ls_hierarchy *h = arg;
    if (ls_group_is_well(h->face) || atomic_exchange(&h->has_told, true)) return;
    ls_status status = ls_group_status(h->face);
    ls_group_mark_failed(h->inner, status, ls_last_error());
    tell_all(h, LS_NOTICE_FAILED, (uint64_t)status, ls_last_error());
}

/* How far a member is in the steps inside the host: odd once it has done its part of the newest. */
static uint32_t newest_step(const ls_comm *inner, int member)
{
    uint32_t newest = 0;
    for (int i = 0; i < LS_RING; i++) {
        uint32_t sequence = atomic_load(&inner->members[member].slots[i].sequence);
        if (sequence && (!newest || ls_has_reached(sequence, newest))) newest = sequence;
    }
    return 2 * newest + ls_has_reached(atomic_load(&inner->members[member].finished), newest);
}

/* Of those who came: whether others here are further in its steps. */
static bool is_behind(const ls_comm *inner, int member)
{
    uint32_t mine = newest_step(inner, member);
    for (int i = 0; i < inner->count; i++)
        if (newest_step(inner, i) != mine && ls_has_reached(newest_step(inner, i), mine)) return true;
    return false;
}

/* "rank 2 (pid 8 on b) did not come: its last finished operation was barrier #3; ..." */
static void say_who_is_late(ls_hierarchy *h, uint32_t sequence, char *out, size_t size)
{
    const ls_comm *face = h->face;
    size_t used = 0;
    bool all_came = true;
    *out = 0;
    for (int i = 0; i < face->count; i++)
        all_came = all_came && ls_has_reached(atomic_load(&ls_comm_slot(face, i, sequence)->sequence), sequence);
    for (int i = 0; i < face->count; i++) {
        char name[LS_RANK_NAME_BYTES], progress[LS_PROGRESS_BYTES];
        bool has_come = ls_has_reached(atomic_load(&ls_comm_slot(face, i, sequence)->sequence), sequence);
        if (all_came ? !is_behind(h->inner, i) : has_come) continue;
        ls_group_describe_progress(face, i, progress, sizeof(progress));
        ls_domain_name_rank(face->domain, face->group->ranks[i], name, sizeof(name));
        if (used + sizeof(name) + strlen(progress) + 32 > size) break;
        used += (size_t)snprintf(out + used, size - used, "%s%s %s: %s", used ? "; " : "", name,
                                 all_came ? "came but is not done" : "did not come", progress);
    }
}

static void hear_failure(ls_hierarchy *h, uint64_t status, const char *text)
{
    atomic_store(&h->has_told, true); /* they know */
    if (status == LS_OK || status > LS_UNAUTHENTICATED) status = LS_UNAVAILABLE;
    ls_group_mark_failed(h->face, (ls_status)status, text);
    ls_group_mark_failed(h->inner, (ls_status)status, text);
}

static void hear(void *arg, int process, ls_notice what, uint64_t number, const char *text)
{
    ls_hierarchy *h = arg;
    if (what == LS_NOTICE_FAILED) hear_failure(h, number, text);
    int p = 0;
    while (p < h->count && h->parts[p].process != process) p++;
    if (p == h->count || p == h->mine) return; /* the rest is the leaders' */
    ls_part *part = &h->parts[p];
    char late[LS_NOTICE_BYTES];
    switch (what) {
    case LS_NOTICE_LEFT: atomic_store(&part->has_left, true); break;
    case LS_NOTICE_QUESTION:
        say_who_is_late(h, (uint32_t)number, late, sizeof(late));
        ls_fabric_tell(h->fabric, process, h->channel, LS_NOTICE_ANSWER, number, late);
        break;
    case LS_NOTICE_ANSWER:
        pthread_mutex_lock(&h->mutex);
        snprintf(part->answer, sizeof(part->answer), "%s", text);
        pthread_mutex_unlock(&h->mutex);
        atomic_store(&part->has_answered, true);
        break;
    default: break;
    }
}

/* --- Failing together ------------------------------------------------------------------------------------ */

static ls_status fail(ls_step *step, ls_status status, const char *message)
{
    ls_group_mark_failed(step->comm, status, message); /* first: who finds a failure inside looks there for the words */
    ls_group_fail(step->h->inner, status, message);
    return ls_group_fail(step->comm, status, message);
}

static const char *name_member(const ls_step *step, int rank, char *out, size_t size)
{
    return ls_domain_name_rank(step->comm->domain, step->h->ranks[rank], out, size);
}

/* "its host last came to all_reduce #7" */
static const char *describe_part(const ls_part *part, char *out, size_t size)
{
    uint32_t came = atomic_load(&part->came);
    if (came)
        snprintf(out, size, "its host last came to %s #%u", ls_op_table[atomic_load(&part->came_op)].name, came);
    else
        snprintf(out, size, "its host has come to no operation");
    return out;
}

static ls_status fail_gone(ls_step *step, const ls_part *part, const char *how)
{
    char own[320], progress[96], message[1024];
    ls_group_describe_own(step->comm, step->call, step->run->sequence, own, sizeof(own));
    snprintf(message, sizeof(message), "%s: %s; %s", own, how, describe_part(part, progress, sizeof(progress)));
    return fail(step, LS_UNAVAILABLE, message);
}

static bool has_come(const ls_step *step, int part)
{
    const ls_message *card = step->card_messages[part];
    return card && atomic_load(&card->transfer.state) == LS_TRANSFER_DONE;
}

/* Whether something is still to come from the part, or to be taken by it. */
static bool is_awaited(const ls_step *step, int part)
{
    if (part == step->h->mine) return false;
    for (const ls_message *m = step->messages; m; m = m->next)
        if (m->transfer.peer == step->h->parts[part].process && atomic_load(&m->transfer.state) == LS_TRANSFER_PENDING)
            return true;
    return false;
}

/* What the part says of who is late there, or that it says nothing. Returns how long it is. */
static int describe_late(ls_step *step, int part, ls_deadline patience, char *out, size_t size)
{
    ls_hierarchy *h = step->h;
    ls_part *p = &h->parts[part];
    char name[LS_RANK_NAME_BYTES], progress[96];
    while (!atomic_load(&p->has_answered) && !ls_deadline_passed(patience) && ls_group_is_well(step->comm))
        ls_sleep_ms(1);
    pthread_mutex_lock(&h->mutex);
    bool has_answer = atomic_load(&p->has_answered) && *p->answer;
    int length = has_answer ? snprintf(out, size, "; %s", p->answer) : 0;
    pthread_mutex_unlock(&h->mutex);
    if (has_answer) return length;
    return snprintf(
        out, size, "; %s, or another rank on its host, %s: %s", name_member(step, p->members[0], name, sizeof(name)),
        has_come(step, part) ? "came but is not done" : "did not come", describe_part(p, progress, sizeof(progress)));
}

/* The parts we wait for say who is late there. */
static ls_status fail_late(ls_step *step)
{
    ls_hierarchy *h = step->h;
    uint32_t sequence = step->run->sequence;
    char own[320], message[1024];
    for (int p = 0; p < h->count; p++) {
        atomic_store(&h->parts[p].has_answered, false);
        if (is_awaited(step, p))
            ls_fabric_tell(h->fabric, h->parts[p].process, h->channel, LS_NOTICE_QUESTION, sequence, "");
    }
    ls_group_describe_own(step->comm, step->call, sequence, own, sizeof(own));
    size_t used = (size_t)snprintf(message, sizeof(message), "%s did not end in time", own);
    ls_deadline patience = ls_deadline_in_ms(ANSWER_MS);
    for (int p = 0; p < h->count && used < sizeof(message); p++)
        if (is_awaited(step, p))
            used += (size_t)describe_late(step, p, patience, message + used, sizeof(message) - used);
    return fail(step, LS_DEADLINE_EXCEEDED, message);
}

/* Whether somebody of the part is gone for good; writes who and how. */
static bool is_gone(ls_step *step, const ls_part *part, bool is_lost, char *how, size_t size)
{
    char name[LS_RANK_NAME_BYTES];
    const ls_comm_domain *domain = step->comm->domain;
    if (atomic_load(&part->has_left) || ls_fabric_has_left(step->h->fabric, part->process)) {
        snprintf(how, size, "%s has left the group", name_member(step, part->members[0], name, sizeof(name)));
        return true;
    }
    for (int i = 0; i < part->count; i++) {
        if (!ls_domain_rank_is_marked(domain, step->h->ranks[part->members[i]], how, size)) continue;
        int64_t now = ls_now_ns();
        if (!step->first_dead_ns) step->first_dead_ns = now;
        return is_lost || now > step->first_dead_ns + DYING_MS * INT64_C(1000000);
    }
    if (is_lost) snprintf(how, size, "%s is gone", name_member(step, part->members[0], name, sizeof(name)));
    return is_lost;
}

/* --- Messages -------------------------------------------------------------------------------------------- */

static ls_status start(ls_step *step, int part, int phase, uint32_t piece, ls_view view, bool is_send,
                       ls_message **out_message)
{
    ls_message *message = calloc(1, sizeof(*message) + sizeof(ls_comm_segment) * (view.count + 1));
    if (out_message) *out_message = message;
    if (!message) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a message of %zu pieces", view.count);
    memcpy(message->segments, view.segments, sizeof(ls_comm_segment) * view.count);
    message->is_send = is_send;
    message->transfer = (ls_transfer){.peer = step->h->parts[part].process,
                                      .channel = step->h->channel,
                                      .tag = (uint64_t)step->run->sequence << 32 | (uint64_t)phase << 28 | piece,
                                      .segments = message->segments,
                                      .segment_count = view.count,
                                      .bytes = ls_view_bytes(view)};
    message->next = step->messages;
    step->messages = message;
    step->comm->bytes_moved += message->transfer.bytes;
    (is_send ? ls_fabric_send : ls_fabric_receive)(step->h->fabric, &message->transfer);
    return LS_OK;
}

ls_status ls_step_send(ls_step *step, int part, int phase, uint32_t piece, ls_view view, ls_message **out_message)
{
    return start(step, part, phase, piece, view, true, out_message);
}

ls_status ls_step_receive(ls_step *step, int part, int phase, uint32_t piece, ls_view view, ls_message **out_message)
{
    return start(step, part, phase, piece, view, false, out_message);
}

static const ls_part *part_of_message(const ls_step *step, const ls_message *message)
{
    int p = 0;
    while (step->h->parts[p].process != message->transfer.peer) p++;
    return &step->h->parts[p];
}

ls_status ls_step_wait(ls_step *step, ls_message *message)
{
    if (!message) return LS_OK;
    const ls_part *part = part_of_message(step, message);
    char how[384];
    for (;;) {
        ls_deadline nap = ls_deadline_in_ms(NAP_MS);
        if (step->call->deadline.at_ns < nap.at_ns) nap = step->call->deadline;
        uint32_t state = ls_transfer_wait(&message->transfer, nap);
        if (state == LS_TRANSFER_DONE) return LS_OK;
        LS_TRY(ls_group_status(step->comm));
        bool is_gone_now = is_gone(step, part, state == LS_TRANSFER_FAILED, how, sizeof(how));
        if (atomic_load(&message->transfer.state) == LS_TRANSFER_DONE) return LS_OK;
        if (is_gone_now) return fail_gone(step, part, how);
        if (ls_deadline_passed(step->call->deadline)) return fail_late(step);
    }
}

ls_status ls_step_wait_all(ls_step *step)
{
    LS_TRY(ls_step_check_cards(step));
    for (ls_message *message = step->messages; message; message = message->next) LS_TRY(ls_step_wait(step, message));
    return LS_OK;
}

/* --- Cards ----------------------------------------------------------------------------------------------- */

/* What the members of a host are about to do, as they agree on it; and for PERMUTE what each does. */
typedef struct ls_card {
    uint64_t what, bytes, tag;
    uint32_t shares, sequence;
    struct {
        int16_t source, target;
    } pairs[];
} card;

static size_t card_bytes(const ls_part *part)
{
    return sizeof(card) + sizeof(((card *)0)->pairs[0]) * (size_t)part->count;
}

static card *make_card(const ls_step *step)
{
    const ls_part *part = &step->h->parts[step->h->mine];
    uint32_t sequence = step->run->sequence;
    const ls_slot *mine = ls_comm_slot(step->comm, 0, sequence);
    card *c = calloc(1, card_bytes(part));
    if (!c) return NULL;
    *c = (card){
        .what = mine->what, .bytes = mine->bytes, .tag = mine->tag, .shares = mine->shares, .sequence = sequence};
    for (int i = 0; i < part->count; i++) {
        const ls_slot *slot = ls_comm_slot(step->comm, i, sequence);
        c->pairs[i].source = slot->source;
        c->pairs[i].target = slot->target;
    }
    return c;
}

ls_status ls_step_show_card(ls_step *step)
{
    ls_hierarchy *h = step->h;
    if (!h->is_leader) return LS_OK;
    step->cards = calloc((size_t)h->count, sizeof(*step->cards));
    step->card_messages = calloc((size_t)h->count, sizeof(*step->card_messages));
    step->own_card = make_card(step);
    if (!step->cards || !step->card_messages || !step->own_card) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int p = 0; p < h->count; p++) {
        if (p == h->mine) continue;
        step->cards[p] = calloc(1, card_bytes(&h->parts[p]));
        if (!step->cards[p]) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
        ls_comm_segment own = {step->own_card, card_bytes(&h->parts[h->mine])},
                        other = {step->cards[p], card_bytes(&h->parts[p])};
        LS_TRY(ls_step_receive(step, p, LS_PHASE_CARD, 0, (ls_view){&other, 1}, &step->card_messages[p]));
        LS_TRY(ls_step_send(step, p, LS_PHASE_CARD, 0, (ls_view){&own, 1}, NULL));
    }
    return LS_OK;
}

static void describe_card(const card *c, const char *label, char *out, size_t size)
{
    ls_slot slot = {.sequence = c->sequence, .what = c->what, .bytes = c->bytes, .shares = c->shares, .tag = c->tag};
    ls_group_describe(&slot, label, out, size);
}

static ls_status fail_mismatch(ls_step *step, int other)
{
    ls_hierarchy *h = step->h;
    char ours[256], theirs[256], name[LS_RANK_NAME_BYTES], other_name[LS_RANK_NAME_BYTES], message[1024];
    if ((unsigned)(uint8_t)step->cards[other]->what > LS_COMM_BARRIER)
        return fail(step, LS_INVALID_ARGUMENT, "a host sent no card");
    describe_card(step->own_card, step->call->label, ours, sizeof(ours));
    describe_card(step->cards[other], NULL, theirs, sizeof(theirs));
    snprintf(message, sizeof(message), "ranks call different collectives: %s calls %s, %s calls %s",
             name_member(step, h->parts[h->mine].members[0], name, sizeof(name)), ours,
             name_member(step, h->parts[other].members[0], other_name, sizeof(other_name)), theirs);
    return fail(step, LS_INVALID_ARGUMENT, message);
}

static int end_of_pair(const ls_step *step, int rank, bool is_target)
{
    const ls_hierarchy *h = step->h;
    const card *c = h->part_of[rank] == h->mine ? step->own_card : step->cards[h->part_of[rank]];
    int local = h->local_of[rank];
    return is_target ? c->pairs[local].target : c->pairs[local].source;
}

int ls_step_target_of(const ls_step *step, int rank)
{
    return end_of_pair(step, rank, true);
}

static ls_status check_pairs(ls_step *step)
{
    for (int r = 0; r < step->comm->size; r++) {
        int source = end_of_pair(step, r, false), target = end_of_pair(step, r, true), giver = -1, getter = -1;
        if (source >= 0 && (source >= step->comm->size || end_of_pair(step, source, true) != r))
            giver = source, getter = r;
        if (target >= 0 && (target >= step->comm->size || end_of_pair(step, target, false) != r))
            giver = r, getter = target;
        if (giver < 0) continue;
        char name[LS_RANK_NAME_BYTES], message[320];
        snprintf(message, sizeof(message),
                 "permute #%u does not pair up: member %d is to give to member %d, one of them "
                 "says otherwise; %s shows it",
                 step->run->sequence, giver, getter, name_member(step, r, name, sizeof(name)));
        return fail(step, LS_INVALID_ARGUMENT, message);
    }
    return LS_OK;
}

ls_status ls_step_check_cards(ls_step *step)
{
    ls_hierarchy *h = step->h;
    if (!h->is_leader) return LS_OK;
    for (int p = 0; p < h->count; p++) {
        if (p == h->mine) continue;
        LS_TRY(ls_step_wait(step, step->card_messages[p]));
        const card *a = step->own_card, *b = step->cards[p];
        if (a->what != b->what || a->bytes != b->bytes || a->tag != b->tag || a->shares != b->shares)
            return fail_mismatch(step, p);
        atomic_store(&h->parts[p].came_op, (uint32_t)step->call->op);
        atomic_store(&h->parts[p].came, step->run->sequence);
    }
    return step->call->op == LS_COMM_PERMUTE ? check_pairs(step) : LS_OK;
}

/* --- Running --------------------------------------------------------------------------------------------- */

ls_status ls_step_alloc(ls_step *step, size_t bytes, void **out_data)
{
    LS_TRY(ls_memory_alloc(&step->comm->domain->memory, bytes, false, out_data));
    *ls_vec_push(&step->memory) = *out_data;
    return LS_OK;
}

static void end_step(ls_step *step)
{
    while (step->messages) {
        ls_message *message = step->messages;
        step->messages = message->next;
        ls_fabric_cancel(step->h->fabric, &message->transfer, message->is_send);
        free(message);
    }
    for (int p = 0; step->cards && p < step->h->count; p++) free(step->cards[p]);
    free(step->cards);
    free(step->card_messages);
    free(step->own_card);
    for (size_t i = 0; i < step->memory.count; i++) ls_memory_free(&step->comm->domain->memory, step->memory.data[i]);
    ls_vec_finish(&step->memory);
}

/* What went wrong inside the host or in this rank, in the words of the operation that the user called. */
static ls_status explain(ls_step *step, ls_status status)
{
    char how[384];
    const ls_comm *face = step->comm;
    LS_TRY(ls_group_status(face));
    char inner[1024];
    snprintf(inner, sizeof(inner), "%s", ls_last_error());
    for (int i = 0; i < face->count && status == LS_UNAVAILABLE; i++)
        if (ls_domain_rank_is_dead(face->domain, face->group->ranks[i], how, sizeof(how)))
            return ls_group_fail_gone(step->comm, i, how, step->call, step->run->sequence);
    if (status == LS_DEADLINE_EXCEEDED) return ls_group_fail_late(step->comm, step->call, step->run->sequence);
    return fail(step, status, inner);
}

ls_status ls_hierarchy_run(ls_op_run *run)
{
    const ls_comm_call *call = run->call;
    ls_step step = {.run = run,
                    .h = run->comm->hierarchy,
                    .comm = run->comm,
                    .call = call,
                    .shares = &run->shares,
                    .inner_deadline = {call->deadline.at_ns + INNER_MARGIN_MS * INT64_C(1000000)}};
    ls_status status = ls_step_show_card(&step);
    if (status == LS_OK) status = ls_hierarchy_table[call->op](&step);
    if (status != LS_OK) {
        status = explain(&step, status);
        ls_group_fail(step.h->inner, status, ls_last_error());
        if (step.h->speaks_for_process)
            tell_of_failure(step.h); /* at once: the fabric's thread looks now and then only */
        status = ls_group_status(run->comm);
    }
    end_step(&step);
    return status;
}
