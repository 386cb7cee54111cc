/* Writing, matching and carrying letters. */
#include "comm/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/thread.h"
#include "comm/remote.h"

#define STEP_BYTES ((size_t)1 << 20)   /* moved at once, so that a failure elsewhere is seen meanwhile */
#define RING_BYTES ((size_t)512 << 10) /* two halves: one is filled while the other is emptied */
#define RING_STEP (RING_BYTES / 2)

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Copies to or from another rank's memory. Threads of this process that do so one after the other at one place may have
 * been put in order by that rank's process alone, which a thread sanitizer does not see: it is told. */
static void copy_between(void *to, const void *from, size_t bytes)
{
#if defined(__SANITIZE_THREAD__)
    static _Atomic int order;
    atomic_fetch_add(&order, 1);
    memcpy(to, from, bytes);
    atomic_fetch_add(&order, 1);
#else
    memcpy(to, from, bytes);
#endif
}

static void set_state(ls_letter *letter, uint32_t state)
{
    atomic_store_explicit(&letter->state, state, memory_order_release);
}

static uint32_t state_of(ls_letter *letter)
{
    return atomic_load_explicit(&letter->state, memory_order_acquire);
}

/* Something changed that member may wait for. */
static void notify(ls_comm *comm, int member)
{
    ls_member *m = &comm->members[member];
    atomic_fetch_add(&m->mail, 1);
    if (atomic_load(&m->mail_sleepers)) ls_futex_wake_all(&m->mail, ls_domain_is_shared(comm->domain));
}

const char *ls_mail_describe(const ls_comm *comm, const ls_mail *mail, char *out, size_t size)
{
    char name[LS_RANK_NAME_BYTES] = "any rank", tag[40] = "";
    if (mail->peer != LS_MAIL_ANY)
        ls_domain_name_rank(comm->domain, ls_comm_domain_rank(comm, mail->peer), name, sizeof(name));
    if (mail->tag) snprintf(tag, sizeof(tag), " with tag %lld", (long long)mail->tag);
    snprintf(out, size, "%s of %zu bytes of %s%s %s %s", mail->is_send ? "send" : "recv", mail->bytes,
             ls_dtype_name(mail->dtype), tag, mail->is_send ? "to" : "from", name);
    return out;
}

/* --- Mailboxes ----------------------------------------------------------------------------------------------- */

/* The mailbox to a member, made with the first message. */
static ls_status open_box(ls_comm *comm, int member, ls_mailbox **out_box)
{
    ls_mail_desk *desk = comm->desk;
    ls_control *control = comm->domain->control;
    size_t count = (size_t)comm->count;
    if (!desk->boxes) desk->boxes = calloc(count, sizeof(*desk->boxes));
    if (!desk->full) desk->full = calloc(count, sizeof(*desk->full));
    if (!desk->boxes || !desk->full) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %zu mailboxes", count);
    *out_box = desk->boxes[member];
    if (*out_box) return LS_OK;
    ls_control_lock(control);
    uint64_t offset = ls_control_alloc(control, sizeof(ls_mailbox));
    if (offset) {
        ls_mailbox *box = LS_AT(control, offset);
        _Atomic uint64_t *inbox = &comm->members[member].inbox;
        memset(box, 0, sizeof(*box));
        box->sender = comm->me;
        box->next = atomic_load(inbox);
        atomic_store(inbox, offset);
        desk->boxes[member] = *out_box = box;
    }
    ls_control_unlock(control);
    return offset ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "the control memory has no room for another mailbox");
}

void ls_mailboxes_free(ls_control *control, ls_group *group)
{
    ls_member *members = LS_AT(group, group->members);
    for (uint32_t i = 0; i < group->count; i++)
        for (uint64_t offset = atomic_load(&members[i].inbox), next; offset; offset = next) {
            next = ((ls_mailbox *)LS_AT(control, offset))->next;
            ls_control_free(control, offset, sizeof(ls_mailbox));
        }
}

static int process_of(const ls_comm *comm, int member)
{
    return ls_domain_process_of(comm->domain, comm->group->ranks[member]);
}

static bool is_local(const ls_comm *comm, int member)
{
    return process_of(comm, member) == comm->domain->process_index;
}

/* Whether a member's process may read private memory of this one. */
static bool can_read_remotely(const ls_comm *comm, int member)
{
    return atomic_load(&ls_control_process(comm->domain->control, process_of(comm, member))->reads_everyone);
}

static ls_status resolve(ls_comm *comm, int member, ls_location location, size_t bytes, void **out_data)
{
    return ls_peer_memory_resolve(&comm->domain->processes[process_of(comm, member)].memory, location, bytes, out_data);
}

/* --- Sending ------------------------------------------------------------------------------------------------- */

static ls_letter *free_letter(ls_mailbox *box)
{
    for (int i = 0; i < LS_LETTERS; i++)
        if (state_of(&box->letters[i]) == LS_LETTER_FREE) return &box->letters[i];
    return NULL;
}

static void write_letter(ls_comm *comm, const ls_mail *mail, ls_letter *letter)
{
    ls_location place;
    letter->tag = mail->tag;
    letter->bytes = mail->bytes;
    letter->dtype = (uint8_t)mail->dtype;
    if (mail->bytes <= LS_LETTER_PAYLOAD) {
        letter->from_kind = LS_IN_LETTER;
        if (mail->bytes) memcpy(letter->payload, mail->data, mail->bytes);
    } else if (is_local(comm, mail->peer)) {
        letter->from_kind = LS_AT_ADDRESS;
        letter->from.address = mail->data;
    } else if (ls_memory_locate(&comm->domain->memory, mail->data, mail->bytes, &place)) {
        letter->from_kind = LS_AT_LOCATION;
        letter->from.location = place;
    } else if (can_read_remotely(comm, mail->peer)) {
        letter->from_kind = LS_AT_REMOTE;
        letter->from.address = mail->data;
    } else {
        letter->from_kind = LS_OUT_OF_REACH;
    }
}

static ls_status post_letter(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    ls_mail_desk *desk = comm->desk;
    LS_TRY(open_box(comm, mail->peer, &mail->box));
    if (desk->full[mail->peer] == desk->round) return LS_OK;
    ls_letter *letter = free_letter(mail->box);
    if (!letter) {
        desk->full[mail->peer] = desk->round;
        return LS_OK;
    }
    write_letter(comm, mail, letter);
    letter->number = atomic_load_explicit(&mail->box->posted, memory_order_relaxed) + 1;
    mail->is_done = letter->from_kind == LS_IN_LETTER;
    mail->letter = mail->is_done ? NULL : letter; /* it may be another message's soon */
    uint64_t number = letter->number;
    set_state(letter, LS_LETTER_POSTED);
    atomic_store(&mail->box->posted, number);
    notify(comm, mail->peer);
    *out_moved = true;
    return LS_OK;
}

/* The receiver has a place, but cannot read the message where it is: write it there, or stream it. */
static ls_status begin_delivery(ls_comm *comm, ls_mail *mail)
{
    ls_letter *letter = mail->letter;
    if (letter->to_kind == LS_AT_LOCATION) return resolve(comm, mail->peer, letter->to, mail->bytes, &mail->there);
    size_t bytes = least(RING_BYTES, mail->bytes);
    LS_TRY(ls_memory_alloc(&comm->domain->memory, bytes, false, &mail->there));
    mail->has_ring = true;
    ls_location place;
    ls_memory_locate(&comm->domain->memory, mail->there, bytes, &place);
    letter->from.location = place;
    atomic_store(&letter->written, 0);
    atomic_store(&letter->read, 0);
    set_state(letter, LS_LETTER_STREAMING);
    return LS_OK;
}

static ls_status deliver(ls_comm *comm, ls_mail *mail)
{
    if (!mail->there) LS_TRY(begin_delivery(comm, mail));
    if (mail->has_ring) return LS_OK;
    size_t bytes = least(STEP_BYTES, mail->bytes - mail->moved);
    if (!ls_group_begin_work(comm)) return ls_group_status(comm);
    copy_between((char *)mail->there + mail->moved, (char *)mail->data + mail->moved, bytes);
    ls_group_end_work(comm);
    mail->moved += bytes;
    if (mail->moved < mail->bytes) return LS_OK;
    mail->is_done = true;
    set_state(mail->letter, LS_LETTER_DELIVERED);
    notify(comm, mail->peer);
    return LS_OK;
}

static void free_ring(ls_comm *comm, ls_mail *mail)
{
    if (mail->has_ring) ls_memory_free(&comm->domain->memory, mail->there);
    mail->has_ring = false;
}

static bool fill_ring(ls_comm *comm, ls_mail *mail)
{
    ls_letter *letter = mail->letter;
    size_t ring = least(RING_BYTES, mail->bytes);
    size_t room = ring - (mail->moved - atomic_load_explicit(&letter->read, memory_order_acquire));
    size_t at = mail->moved % ring;
    size_t bytes = least(least(room, mail->bytes - mail->moved), least(RING_STEP, ring - at));
    if (!bytes) return false;
    memcpy((char *)mail->there + at, (char *)mail->data + mail->moved, bytes);
    mail->moved += bytes;
    atomic_store_explicit(&letter->written, mail->moved, memory_order_release);
    notify(comm, mail->peer);
    return true;
}

ls_status ls_mail_step_send(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    if (!mail->letter) return post_letter(comm, mail, out_moved);
    switch (state_of(mail->letter)) {
    case LS_LETTER_MATCHED:
        if (mail->letter->from_kind != LS_OUT_OF_REACH) return LS_OK; /* it is being read */
        *out_moved = true;
        return deliver(comm, mail);
    case LS_LETTER_STREAMING: *out_moved |= fill_ring(comm, mail); return LS_OK;
    case LS_LETTER_TAKEN:
        free_ring(comm, mail);
        mail->is_done = *out_moved = true;
        set_state(mail->letter, LS_LETTER_FREE);
        return LS_OK;
    default: return LS_OK;
    }
}

bool ls_mail_withdraw(ls_comm *comm, ls_mail *mail)
{
    uint32_t posted = LS_LETTER_POSTED;
    free_ring(comm, mail);
    bool is_back = !mail->letter ||
                   (mail->is_send && atomic_compare_exchange_strong(&mail->letter->state, &posted, LS_LETTER_FREE));
    if (is_back) mail->letter = NULL;
    return is_back;
}

/* --- Receiving ----------------------------------------------------------------------------------------------- */

/* The next letter after message `number` that waits, in the order of sending, among those up to `posted`: what is there
 * later may be seen before what came earlier. */
static ls_letter *next_letter(ls_mailbox *box, uint64_t number, uint64_t posted)
{
    ls_letter *next = NULL;
    for (int i = 0; i < LS_LETTERS; i++) {
        ls_letter *letter = &box->letters[i];
        if (state_of(letter) != LS_LETTER_POSTED || letter->number <= number || letter->number > posted) continue;
        if (!next || letter->number < next->number) next = letter;
    }
    return next;
}

static ls_mail *first_receiver(const ls_mail_desk *desk, int sender, uint64_t tag)
{
    for (ls_mail *mail = desk->first; mail; mail = mail->next)
        if (!mail->is_send && !mail->letter && !mail->is_done && mail->tag == tag &&
            (mail->peer == sender || mail->peer == LS_MAIL_ANY))
            return mail;
    return NULL;
}

static ls_status check_letter(ls_comm *comm, const ls_mail *mail, const ls_letter *letter)
{
    if (letter->bytes == mail->bytes && letter->dtype == mail->dtype) return LS_OK;
    char name[LS_RANK_NAME_BYTES], my_name[LS_RANK_NAME_BYTES], own[200];
    return ls_fail(LS_INVALID_ARGUMENT, "the message does not fit: %s sends %llu bytes of %s, %s calls %s",
                   ls_domain_name_rank(comm->domain, comm->group->ranks[mail->source], name, sizeof(name)),
                   (unsigned long long)letter->bytes, ls_dtype_name((ls_dtype)letter->dtype),
                   ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], my_name, sizeof(my_name)),
                   ls_mail_describe(comm, mail, own, sizeof(own)));
}

/* Takes a short message, or finds out how a long one will come. */
static ls_status open_letter(ls_comm *comm, ls_mail *mail)
{
    ls_letter *letter = mail->letter;
    LS_TRY(check_letter(comm, mail, letter));
    switch (letter->from_kind) {
    case LS_IN_LETTER:
        if (mail->bytes) memcpy(mail->data, letter->payload, mail->bytes);
        mail->is_done = true;
        set_state(letter, LS_LETTER_FREE);
        notify(comm, mail->source);
        return LS_OK;
    case LS_AT_ADDRESS:
    case LS_AT_REMOTE: mail->there = (void *)letter->from.address; return LS_OK;
    case LS_AT_LOCATION: return resolve(comm, mail->source, letter->from.location, mail->bytes, &mail->there);
    default: {
        ls_location place;
        letter->to_kind = LS_OUT_OF_REACH;
        if (ls_memory_locate(&comm->domain->memory, mail->data, mail->bytes, &place)) {
            letter->to_kind = LS_AT_LOCATION;
            letter->to = place;
        }
        set_state(letter, LS_LETTER_MATCHED);
        notify(comm, mail->source);
        return LS_OK;
    }
    }
}

static ls_status match_box(ls_comm *comm, ls_mailbox *box, bool *out_moved)
{
    uint64_t posted = atomic_load_explicit(&box->posted, memory_order_acquire);
    ls_letter *letter;
    for (uint64_t number = 0; box->taken != posted && (letter = next_letter(box, number, posted));) {
        number = letter->number;
        ls_mail *mail = first_receiver(comm->desk, box->sender, letter->tag);
        uint32_t posted_state = LS_LETTER_POSTED; /* or withdrawn meanwhile */
        if (!mail || !atomic_compare_exchange_strong(&letter->state, &posted_state, LS_LETTER_CLAIMED)) continue;
        box->taken++;
        comm->desk->served = box;
        mail->box = box;
        mail->letter = letter;
        mail->source = box->sender;
        *out_moved = true;
        LS_TRY(open_letter(comm, mail));
    }
    return LS_OK;
}

/* Each mailbox in turn, beginning after the one that was served last: no sender waits for another's messages to end. */
ls_status ls_letters_match(ls_comm *comm, bool *out_moved)
{
    ls_control *control = comm->domain->control;
    uint64_t head = atomic_load_explicit(&comm->members[comm->me].inbox, memory_order_acquire);
    if (!head) return LS_OK;
    ls_mail_desk *desk = comm->desk;
    uint64_t start = desk->served && desk->served->next ? desk->served->next : head, at = start;
    do {
        ls_mailbox *box = LS_AT(control, at);
        LS_TRY(match_box(comm, box, out_moved));
        at = box->next ? box->next : head;
    } while (at != start);
    return LS_OK;
}

static ls_status read_in_place(ls_comm *comm, ls_mail *mail)
{
    size_t bytes = least(STEP_BYTES, mail->bytes - mail->moved);
    if (!ls_group_begin_work(comm)) return ls_group_status(comm);
    ls_status status = LS_OK;
    if (mail->letter->from_kind == LS_AT_REMOTE) {
        ls_comm_segment here = {mail->data, mail->bytes}, there = {mail->there, mail->bytes};
        pid_t pid = comm->domain->processes[process_of(comm, mail->source)].pid;
        status = ls_remote_copy(pid, LS_REMOTE_READ, (ls_view){&here, 1}, mail->moved, (ls_view){&there, 1},
                                mail->moved, bytes);
    } else {
        copy_between((char *)mail->data + mail->moved, (char *)mail->there + mail->moved, bytes);
    }
    ls_group_end_work(comm);
    mail->moved += bytes;
    comm->desk->bytes_moved += bytes;
    return status;
}

static ls_status empty_ring(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    ls_letter *letter = mail->letter;
    size_t ring = least(RING_BYTES, mail->bytes);
    if (!mail->there) LS_TRY(resolve(comm, mail->source, letter->from.location, ring, &mail->there));
    size_t at = mail->moved % ring, there = atomic_load_explicit(&letter->written, memory_order_acquire) - mail->moved;
    size_t bytes = least(least(there, RING_STEP), ring - at);
    if (!bytes) return LS_OK;
    copy_between((char *)mail->data + mail->moved, (char *)mail->there + at, bytes);
    mail->moved += bytes;
    comm->desk->bytes_moved += bytes;
    atomic_store_explicit(&letter->read, mail->moved, memory_order_release);
    notify(comm, mail->source);
    *out_moved = true;
    return LS_OK;
}

ls_status ls_mail_step_recv(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    ls_letter *letter = mail->letter;
    if (!letter) return LS_OK;
    uint32_t state = state_of(letter);
    if (state == LS_LETTER_DELIVERED) {
        mail->is_done = *out_moved = true;
        set_state(letter, LS_LETTER_FREE);
        notify(comm, mail->source);
        return LS_OK;
    }
    if (state == LS_LETTER_STREAMING) {
        LS_TRY(empty_ring(comm, mail, out_moved));
    } else if (letter->from_kind != LS_OUT_OF_REACH) {
        LS_TRY(read_in_place(comm, mail));
        *out_moved = true;
    }
    if (mail->moved < mail->bytes) return LS_OK;
    mail->is_done = true;
    set_state(letter, LS_LETTER_TAKEN);
    notify(comm, mail->source);
    return LS_OK;
}
