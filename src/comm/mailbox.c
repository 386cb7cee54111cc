/* Posting messages and waiting for them. */
#include "comm/mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/thread.h"
#include "comm/far_mail.h"
#include "comm/letter.h"

#define DYING_MS 200
#define ROUNDS_PER_LOOK 64 /* however busy it is, somebody must look at clocks and at who is alive */

ls_mail_desk *ls_mail_desk_create(void)
{
    ls_mail_desk *desk = calloc(1, sizeof(*desk));
    if (!desk) return NULL;
    ls_monitor_init(&desk->monitor);
    desk->end = &desk->first;
    return desk;
}

void ls_mail_desk_destroy(ls_mail_desk *desk)
{
    if (!desk) return;
    ls_monitor_finish(&desk->monitor);
    free(desk->boxes);
    free(desk->full);
    free(desk);
}

/* --- Failing, with the lock held ------------------------------------------------------------------------------ */

/* In a group that spans hosts messages go over the fabric. */
static bool withdraw(ls_comm *comm, ls_mail *mail)
{
    return (comm->hierarchy ? ls_far_withdraw : ls_mail_withdraw)(comm, mail);
}

static ls_status step(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    if (comm->hierarchy) return ls_far_step(comm, mail, out_moved);
    return (mail->is_send ? ls_mail_step_send : ls_mail_step_recv)(comm, mail, out_moved);
}

static bool is_rank_gone(const ls_comm *comm, int rank, char *out, size_t size)
{
    return (comm->hierarchy ? ls_far_is_gone : ls_group_member_is_gone)(comm, rank, out, size);
}

/* Everything that is not done ends with the group's failure. */
static void end_all(ls_comm *comm, ls_status status)
{
    ls_mail_desk *desk = comm->desk;
    for (ls_mail *mail = desk->first; mail; mail = mail->next) {
        withdraw(comm, mail);
        mail->is_done = true;
        mail->status = status;
    }
    desk->first = NULL;
    desk->end = &desk->first;
}

static void fail(ls_comm *comm, ls_status status, const char *message)
{
    end_all(comm, ls_group_fail(comm, status, message));
}

/* What went wrong with a peer's memory: that it died, if it did. A process closes its files some time before it counts
 * as dead. */
static void fail_by(ls_comm *comm, const ls_mail *mail, ls_status status)
{
    char error[512], how[320], own[200], message[1024];
    int member = mail->letter || comm->hierarchy ? (mail->is_send ? mail->peer : mail->source) : -1;
    snprintf(error, sizeof(error), "%s", ls_last_error());
    snprintf(message, sizeof(message), "%s", error);
    for (int i = 0; member >= 0 && status == LS_UNAVAILABLE && i < DYING_MS; i++) {
        if (is_rank_gone(comm, member, how, sizeof(how))) {
            snprintf(message, sizeof(message), "%s: %s", ls_mail_describe(comm, mail, own, sizeof(own)), how);
            break;
        }
        ls_sleep_ms(1);
    }
    fail(comm, status, message);
}

/* What is known of the peers that a message waits for: how far each has come. */
static void describe_peers(const ls_comm *comm, const ls_mail *mail, char *out, size_t size)
{
    char name[LS_RANK_NAME_BYTES], progress[LS_PROGRESS_BYTES];
    size_t used = 0;
    for (int i = 0; i < comm->size; i++) {
        if (i == comm->rank || (mail->peer != LS_MAIL_ANY && mail->peer != i)) continue;
        if (comm->hierarchy)
            snprintf(progress, sizeof(progress), "it takes part in a group that spans hosts");
        else
            ls_group_describe_progress(comm, i, progress, sizeof(progress));
        if (used + sizeof(name) + strlen(progress) + 4 > size) return;
        used += (size_t)snprintf(out + used, size - used, "; %s: %s",
                                 ls_domain_name_rank(comm->domain, ls_comm_domain_rank(comm, i), name, sizeof(name)),
                                 progress);
    }
}

static void fail_late(ls_comm *comm, const ls_mail *mail)
{
    char own[200], peers[600] = "", message[1024], me[48];
    describe_peers(comm, mail, peers, sizeof(peers));
    const char *why = !mail->letter   ? mail->is_send ? "its letters wait to be received" : "nothing was sent"
                      : mail->is_send ? "it was not received"
                                      : "it did not come whole";
    snprintf(message, sizeof(message), "%s of %s did not end in time: %s%s",
             ls_mail_describe(comm, mail, own, sizeof(own)),
             ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], me, sizeof(me)), why, peers);
    fail(comm, LS_DEADLINE_EXCEEDED, message);
}

static void fail_gone(ls_comm *comm, const ls_mail *mail, const char *how)
{
    char own[200], peers[600] = "", message[1024], me[48];
    if (mail->peer != LS_MAIL_ANY) describe_peers(comm, mail, peers, sizeof(peers));
    snprintf(message, sizeof(message), "%s of %s: %s%s", ls_mail_describe(comm, mail, own, sizeof(own)),
             ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], me, sizeof(me)), how, peers);
    fail(comm, LS_UNAVAILABLE, message);
}

/* --- Progress, with the lock held ----------------------------------------------------------------------------- */

/* One round over all that is not done. */
static bool round_over(ls_comm *comm)
{
    ls_mail_desk *desk = comm->desk;
    bool moved = false;
    desk->round++;
    ls_status status = (comm->hierarchy ? ls_far_match : ls_letters_match)(comm, &moved);
    const ls_mail *culprit = NULL;
    for (ls_mail **link = &desk->first, *mail; (mail = *link);) {
        if (status == LS_OK && !mail->is_done) {
            status = step(comm, mail, &moved);
            if (status != LS_OK) culprit = mail;
        }
        if (!mail->is_done) {
            link = &mail->next;
            continue;
        }
        *link = mail->next;
        if (desk->end == &mail->next) desk->end = link;
        ls_flight_end(&comm->members[comm->me].letters, mail->number, mail->is_late);
    }
    if (status == LS_OK) return moved;
    if (culprit)
        fail_by(comm, culprit, status);
    else
        fail(comm, status, ls_last_error());
    return false;
}

static void make_progress(ls_comm *comm)
{
    if (!ls_group_is_well(comm))
        fail(comm, LS_UNAVAILABLE, ""); /* waits for peers to take their hands off this rank's memory */
    else
        while (comm->desk->first && round_over(comm)) {
        }
}

/* Whether somebody is gone without whom a message will not end: for a receive from anybody, one that died, or all. */
static bool is_hopeless(const ls_comm *comm, const ls_mail *mail, char *out, size_t size)
{
    if (mail->peer != LS_MAIL_ANY) return is_rank_gone(comm, mail->peer, out, size);
    bool all_left = true;
    for (int i = 0; i < comm->size; i++) {
        if (i == comm->rank) continue;
        bool has_left = !comm->hierarchy && atomic_load(&comm->members[i].state) == LS_MEMBER_LEFT;
        bool is_gone = is_rank_gone(comm, i, out, size);
        if (is_gone && !has_left) return true;
        all_left &= is_gone;
    }
    if (all_left) snprintf(out, size, "all others have left the group");
    return all_left;
}

/* First who can still do something, then what has been done: a peer may have sent and left in this order. */
static void look_after(ls_comm *comm)
{
    char how[384];
    for (ls_mail *mail = comm->desk->first; mail; mail = mail->next)
        mail->is_hopeless = is_hopeless(comm, mail, how, sizeof(how));
    make_progress(comm);
    for (ls_mail *mail = comm->desk->first; mail; mail = mail->next) {
        if (mail->is_hopeless && is_hopeless(comm, mail, how, sizeof(how))) {
            fail_gone(comm, mail, how);
            return;
        }
        if (ls_deadline_passed(mail->deadline)) {
            fail_late(comm, mail);
            return;
        }
    }
}

/* Sleeps until something changes since `seen`, or a nap. */
static void nap(ls_comm *comm, uint32_t seen, ls_deadline deadline)
{
    ls_member *me = &comm->members[comm->me];
    atomic_fetch_add(&me->mail_sleepers, 1);
    if (ls_group_is_well(comm))
        ls_futex_wait(&me->mail, seen, ls_group_nap_end(deadline), ls_domain_is_shared(comm->domain));
    atomic_fetch_sub(&me->mail_sleepers, 1);
}

/* --- The calls ------------------------------------------------------------------------------------------------ */

ls_status ls_mail_check(const ls_comm *comm, const ls_mail *mail)
{
    if (mail->peer == comm->rank) return ls_fail(LS_INVALID_ARGUMENT, "a rank cannot send to or receive from itself");
    if (mail->peer >= comm->size || (mail->peer < 0 && (mail->is_send || mail->peer != LS_MAIL_ANY)))
        return ls_fail(LS_INVALID_ARGUMENT, "there is no member %d in a group of %d", mail->peer, comm->size);
    if (comm->size == 1) return ls_fail(LS_INVALID_ARGUMENT, "nobody else is in the group");
    return LS_OK;
}

/* With the lock held. */
static void note_begin(ls_comm *comm, ls_mail *mail)
{
    mail->number = ++comm->desk->noted;
    ls_flight_begin(&comm->members[comm->me].letters, mail->number,
                    &(ls_flight_op){.kind = mail->is_send ? LS_FLIGHT_SEND : LS_FLIGHT_RECEIVE,
                                    .dtype = mail->dtype,
                                    .peer = mail->peer,
                                    .bytes = mail->bytes,
                                    .tag = mail->tag,
                                    .started_ns = mail->started_ns});
}

ls_status ls_mail_post(ls_comm *comm, ls_mail *mail)
{
    LS_TRY(ls_group_status(comm));
    ls_mail_desk *desk = comm->desk;
    mail->is_done = mail->is_hopeless = mail->has_ring = false;
    mail->status = LS_OK;
    mail->source = mail->peer;
    mail->next = NULL;
    mail->letter = NULL;
    mail->box = NULL;
    mail->there = NULL;
    mail->moved = 0;
    ls_monitor_lock(&desk->monitor);
    bool is_closed = desk->is_closed;
    if (!is_closed) {
        *desk->end = mail;
        desk->end = &mail->next;
        note_begin(comm, mail);
        mail->is_late = false;
        make_progress(comm);
        mail->is_late = !mail->is_done;
        if (!mail->is_done && !desk->waiting) ls_monitor_notify(&desk->monitor);
    }
    ls_monitor_unlock(&desk->monitor);
    return is_closed ? ls_fail(LS_CANCELLED, "the group is being left") : LS_OK;
}

bool ls_mail_is_done(ls_comm *comm, ls_mail *mail)
{
    ls_monitor_lock(&comm->desk->monitor);
    if (!mail->is_done) make_progress(comm);
    bool is_done = mail->is_done;
    ls_monitor_unlock(&comm->desk->monitor);
    return is_done;
}

bool ls_mail_was_done(ls_comm *comm, const ls_mail *mail)
{
    ls_monitor_lock(&comm->desk->monitor);
    bool is_done = mail->is_done;
    ls_monitor_unlock(&comm->desk->monitor);
    return is_done;
}

/* The message's status, with its words in this thread. */
static ls_status result_of(const ls_comm *comm, const ls_mail *mail)
{
    if (mail->status == LS_OK) return LS_OK;
    LS_TRY(ls_group_status(comm));
    return ls_fail(mail->status, "the group was left before the message was done");
}

/* One look at a message that is waited for: true when the wait is over, one way or the other. */
static bool see_to(ls_comm *comm, ls_mail *mail, bool looks_up)
{
    ls_mail_desk *desk = comm->desk;
    ls_monitor_lock(&desk->monitor);
    if (!mail->is_done) (looks_up ? look_after : make_progress)(comm);
    bool is_done = mail->is_done;
    ls_monitor_unlock(&desk->monitor);
    return is_done;
}

/* While somebody waits, nobody need serve. */
static void count_waiting(ls_mail_desk *desk, int change)
{
    ls_monitor_lock(&desk->monitor);
    desk->waiting += change;
    if (!desk->waiting && desk->first) ls_monitor_notify(&desk->monitor);
    ls_monitor_unlock(&desk->monitor);
}

static bool wait_until_done(ls_comm *comm, ls_mail *mail, ls_deadline patience)
{
    _Atomic uint32_t *word = &comm->members[comm->me].mail;
    ls_deadline end = mail->deadline.at_ns < patience.at_ns ? mail->deadline : patience;
    bool is_quiet = false;
    for (int rounds = 1;; rounds++) {
        uint32_t seen = atomic_load(word);
        bool looks_up = is_quiet || rounds % ROUNDS_PER_LOOK == 0;
        if (see_to(comm, mail, looks_up)) return true;
        if (looks_up && ls_deadline_passed(patience)) return false;
        if (is_quiet) {
            ls_group_set_awaited(comm, mail->peer);
            nap(comm, seen, end);
        }
        is_quiet = atomic_load(word) == seen && !ls_group_spin(comm, word, seen + 1);
    }
}

ls_status ls_mail_wait(ls_comm *comm, ls_mail *mail, ls_deadline patience)
{
    if (!see_to(comm, mail, false)) {
        count_waiting(comm->desk, 1);
        bool is_done = wait_until_done(comm, mail, patience);
        ls_group_set_awaited(comm, -1);
        count_waiting(comm->desk, -1);
        char own[200];
        if (!is_done)
            return ls_fail(LS_DEADLINE_EXCEEDED, "%s is not done yet", ls_mail_describe(comm, mail, own, sizeof(own)));
    }
    return result_of(comm, mail);
}

void ls_mail_serve(ls_comm *comm)
{
    ls_mail_desk *desk = comm->desk;
    ls_monitor_lock(&desk->monitor);
    while (!desk->is_closed) {
        if (!desk->first || desk->waiting) {
            ls_monitor_wait(&desk->monitor, (ls_deadline){INT64_MAX});
            continue;
        }
        uint32_t seen = atomic_load(&comm->members[comm->me].mail);
        look_after(comm);
        bool is_any_left = desk->first != NULL;
        ls_monitor_unlock(&desk->monitor);
        if (is_any_left) nap(comm, seen, (ls_deadline){INT64_MAX});
        ls_monitor_lock(&desk->monitor);
    }
    ls_monitor_unlock(&desk->monitor);
}

void ls_mail_end_all(ls_comm *comm)
{
    ls_mail_desk *desk = comm->desk;
    bool is_under_way = false;
    ls_monitor_lock(&desk->monitor);
    for (ls_mail *mail = desk->first; mail; mail = mail->next) is_under_way |= !withdraw(comm, mail);
    if (is_under_way) {
        char name[LS_RANK_NAME_BYTES], message[128];
        ls_domain_name_rank(comm->domain, comm->group->ranks[comm->me], name, sizeof(name));
        snprintf(message, sizeof(message), "%s left the group in the middle of a message", name);
        ls_group_fail(comm, LS_UNAVAILABLE, message);
    }
    end_all(comm, LS_CANCELLED);
    desk->is_closed = true;
    ls_monitor_notify(&desk->monitor);
    ls_monitor_unlock(&desk->monitor);
    ls_futex_wake_all(&comm->members[comm->me].mail, ls_domain_is_shared(comm->domain));
}
