/* Messages from one member of a group to another, matched by sender and tag in the order in which they were sent.
 *
 * Each pair of members that talks has a mailbox in the control memory, a few letters long: a letter holds a short
 * message itself and says where a long one lies. The sender of a short message is done when the letter is written, that
 * of a long one when the receiver has it. Long messages are copied once where one side can reach the other's memory,
 * else through a ring of the pool. Nobody needs more memory however many messages wait: a sender without a free letter
 * waits.
 *
 * A message makes progress while either side is in one of these calls. They may be made by several threads of a rank at
 * once. What goes wrong is the whole group's failure, as with collectives. */
#ifndef LS_COMM_MAILBOX_H
#define LS_COMM_MAILBOX_H

#include "comm/comm.h"

#define LS_MAIL_ANY (-1)

/* One message, to send or to receive. Must stay where it is until it is done, as must its data. */
typedef struct ls_mail {
    bool is_send;
    int peer; /* group rank; LS_MAIL_ANY: receive from whoever sends first */
    uint64_t tag;
    ls_dtype dtype; /* part of the fingerprint, as the size is: both sides must agree */
    void *data;
    size_t bytes;
    ls_deadline deadline;
    int64_t started_ns; /* ls_now_ns when the caller began; 0: now */
    /* What came of it: */
    bool is_done;
    ls_status status; /* once done; not LS_OK: the group has failed, or was left */
    int source;       /* group rank of who sent it, once matched */
    /* The mailbox's own: */
    struct ls_mail *next;
    struct ls_mailbox *box;
    struct ls_letter *letter; /* NULL: not written yet, or not matched */
    void *there;              /* the peer's memory, or the ring, as seen here */
    bool has_ring;            /* `there` is a ring of this rank's */
    bool is_hopeless;         /* whoever it waits for is gone */
    size_t moved;
    uint64_t number; /* in the flight record */
    bool is_late;    /* it was not done at once */
} ls_mail;

/* LS_INVALID_ARGUMENT: there is no such peer, or it is this rank itself. */
ls_status ls_mail_check(const ls_comm *comm, const ls_mail *mail);

/* Starts a message that has passed ls_mail_check. Fails, and starts nothing, if the group has failed. */
ls_status ls_mail_post(ls_comm *comm, ls_mail *mail);

/* Whether it is done; makes progress, waits for nobody. */
bool ls_mail_is_done(ls_comm *comm, ls_mail *mail);
bool ls_mail_was_done(ls_comm *comm, const ls_mail *mail); /* makes no progress */

/* Waits until the message is done and gives its status, with its message in this thread; LS_DEADLINE_EXCEEDED with
 * is_done unset if it is not by `patience`, and it may be waited for again. At the message's own deadline, or when the
 * peer is gone, the group fails, naming the peer and its last finished operation. */
ls_status ls_mail_wait(ls_comm *comm, ls_mail *mail, ls_deadline patience);

/* Moves this rank's messages while nobody else waits for one: for a thread of its own. Returns after
 * ls_mail_end_all. */
void ls_mail_serve(ls_comm *comm);

/* Ends all messages with LS_CANCELLED, and refuses others from then on. If a peer is in the middle of one, the group
 * fails. Part of ls_comm_close. */
void ls_mail_end_all(ls_comm *comm);

#endif
