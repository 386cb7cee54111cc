/* Mailboxes and letters: the shared side of messages. A letter goes through these states; who may change one is said.
 *
 *   FREE       nobody's
 *   POSTED     by the sender: filled in; may be withdrawn by it
 *   CLAIMED    by the receiver: it has a place for the message, and may be reading the sender's memory
 *   MATCHED    by the receiver: it cannot read there; the sender is to deliver
 *   STREAMING  by the sender: the message comes through a ring
 *   TAKEN      by the receiver: it has the whole message; the sender frees the letter
 *   DELIVERED  by the sender: it has written the whole message; the receiver frees the letter */
#ifndef LS_COMM_LETTER_H
#define LS_COMM_LETTER_H

#include "base/thread.h"
#include "comm/group.h"
#include "comm/mailbox.h"

#define LS_LETTERS 15 /* so that a mailbox is one page */
#define LS_LETTER_PAYLOAD 192

enum {
    LS_LETTER_FREE,
    LS_LETTER_POSTED,
    LS_LETTER_CLAIMED,
    LS_LETTER_MATCHED,
    LS_LETTER_STREAMING,
    LS_LETTER_TAKEN,
    LS_LETTER_DELIVERED
};

/* Where memory is, for the other side. */
enum {
    LS_IN_LETTER,
    LS_AT_ADDRESS,  /* of the same process */
    LS_AT_LOCATION, /* of the pool */
    LS_AT_REMOTE,   /* an address of the sender's process, which the kernel lets the receiver read */
    LS_OUT_OF_REACH
};

typedef struct ls_letter {
    _Alignas(LS_CACHE_LINE) _Atomic uint32_t state;
    uint8_t dtype, from_kind, to_kind;
    uint64_t number; /* of the messages in this mailbox: 1, 2, ... */
    uint64_t tag, bytes;
    union {
        const void *address;
        ls_location location;
    } from;                         /* the sender's memory; while STREAMING the ring */
    ls_location to;                 /* the receiver's memory */
    _Atomic uint64_t written, read; /* bytes that went into the ring, and out of it */
    char payload[LS_LETTER_PAYLOAD];
} ls_letter;

/* From one member to another; in the list of the receiver. */
typedef struct ls_mailbox {
    uint64_t next;           /* the receiver's next mailbox: offset from the control memory's start, 0 for none */
    int32_t sender;          /* group rank */
    uint64_t taken;          /* the receiver's own: letters that it has matched */
    _Atomic uint64_t posted; /* messages so far: those up to this number can be seen */
    _Alignas(256) ls_letter letters[LS_LETTERS];
} ls_mailbox;
_Static_assert(sizeof(ls_letter) == 256 && sizeof(ls_mailbox) == 4096, "a mailbox is one page");

/* A rank's side of its messages in a group: those that are not done, in the order of posting. */
typedef struct ls_mail_desk {
    ls_monitor monitor; /* over all of this; notified for who serves */
    ls_mail *first, **end;
    ls_mailbox **boxes; /* to each member; made with the first message that is sent */
    uint64_t *full; /* to each member: the round in which there was no free letter, so that nobody jumps the queue */
    uint64_t round;
    uint64_t noted;     /* messages so far, in the flight record */
    ls_mailbox *served; /* from which the last message came: the next one comes first now */
    int waiting;        /* callers inside ls_mail_wait, who see to everything */
    bool is_closed;
    uint64_t bytes_moved; /* that were received */
} ls_mail_desk;

ls_mail_desk *ls_mail_desk_create(void); /* NULL: no memory */
void ls_mail_desk_destroy(ls_mail_desk *desk);
/* Gives the mailboxes of a group that nobody holds any more back to the heap, with the lock held. */
void ls_mailboxes_free(ls_control *control, ls_group *group);

/* --- Moving, with the desk's lock held ------------------------------------------------------------------------ */

/* Each does what can be done at once, sets *out_moved if that was something, and is_done when all is. A failure is to
 * become the group's. */
ls_status ls_letters_match(ls_comm *comm, bool *out_moved);
ls_status ls_mail_step_send(ls_comm *comm, ls_mail *mail, bool *out_moved);
ls_status ls_mail_step_recv(ls_comm *comm, ls_mail *mail, bool *out_moved);

/* Takes back a message that the peer has not touched, or lets go of one after a failure. False: the peer has. */
bool ls_mail_withdraw(ls_comm *comm, ls_mail *mail);

/* "recv of 16 bytes of i32 with tag 5 from rank 1 (pid 12)" */
const char *ls_mail_describe(const ls_comm *comm, const ls_mail *mail, char *out, size_t size);

#endif
