/* Messages between processes on different hosts. A fabric is a process's end: it sends and receives lists of segments,
 * by channel and tag, to and from the job's other processes, and hears of it when one of them is gone.
 *
 * Nothing here blocks but where it says so. Small messages are sent at once and kept by the receiver until they are
 * asked for; large ones wait until their receiver has asked, so that they land in its memory without a copy. The bytes
 * move on a wire (wire.h): TCP, or MPI. */
#ifndef LS_COMM_FABRIC_H
#define LS_COMM_FABRIC_H

#include <stdatomic.h>

#include "comm/comm.h"

typedef struct ls_fabric ls_fabric;

#define LS_FABRIC_SECRET_BYTES 16
#define LS_FABRIC_ADDRESS_BYTES 256
#define LS_FABRIC_EAGER_BYTES ((size_t)64 << 10) /* messages up to this size do not wait for their receiver */
#define LS_NOTICE_BYTES 1200                     /* of a notice's text, its ending 0 included */

/* How the process can be reached, in the words of its wire: to be published. */
typedef struct ls_fabric_address {
    uint32_t size;
    unsigned char bytes[LS_FABRIC_ADDRESS_BYTES];
    char text[96]; /* for people: "TCP from 10.0.0.1 (eth0), port 4711" */
} ls_fabric_address;

typedef struct ls_fabric_options {
    int process_index, process_count;
    unsigned char secret[LS_FABRIC_SECRET_BYTES]; /* of the job: who does not know it is no process of it */
    const char *route_host; /* the interface that reaches this address is the one to use; NULL: not known */
    int route_port;
} ls_fabric_options;

/* Starts to listen. LS_INVALID_ARGUMENT: a variable names an interface that does not exist. */
ls_status ls_fabric_open(const ls_fabric_options *options, ls_fabric **out_fabric);
const ls_fabric_address *ls_fabric_own_address(const ls_fabric *fabric);
/* Where the others are; before anything is sent. `on_this_machine[p]`: loopback addresses reach process p. */
void ls_fabric_introduce(ls_fabric *fabric, const ls_fabric_address *addresses, const bool *on_this_machine);
/* Waits for a connection to the process. The error names both ends and says how to choose an interface. */
ls_status ls_fabric_reach(ls_fabric *fabric, int process, ls_deadline deadline);
/* Says goodbye: what was sent goes out first, for at most some seconds. NULL is allowed. */
void ls_fabric_close(ls_fabric *fabric);

/* --- Messages ----------------------------------------------------------------------------------------------- */

enum { LS_TRANSFER_PENDING, LS_TRANSFER_DONE, LS_TRANSFER_FAILED };

/* One message, to or from `peer`. Messages meet by peer, channel and tag; both sides give the same number of bytes, or
 * the receiver's fails. The transfer and its segments must stay until it is no longer pending. */
typedef struct ls_transfer {
    int peer;
    uint64_t channel, tag;
    const ls_comm_segment *segments;
    size_t segment_count, bytes;
    bool waits_for_receiver; /* however small it is; the same on both sides */
    _Atomic uint32_t *bell;  /* counts up, and wakes who sleeps on it, when it is no longer pending; NULL: none */
    bool is_bell_shared;     /* between processes */
    _Atomic uint32_t state;
    struct ls_transfer *next; /* the fabric's own from here on */
    struct ls_frame *frame;
} ls_transfer;

void ls_fabric_send(ls_fabric *fabric, ls_transfer *transfer);
void ls_fabric_receive(ls_fabric *fabric, ls_transfer *transfer);
/* On return the fabric touches neither the transfer nor its memory any more. */
void ls_fabric_cancel(ls_fabric *fabric, ls_transfer *transfer, bool is_send);
/* Waits until it is no longer pending, or the deadline. Returns the state. */
uint32_t ls_transfer_wait(ls_transfer *transfer, ls_deadline deadline);

bool ls_fabric_has_left(ls_fabric *fabric, int process); /* it closed its fabric */

/* --- Notices ------------------------------------------------------------------------------------------------ */

typedef enum ls_notice {
    LS_NOTICE_DEAD = 1, /* domain: rank `number` is gone, since `text` */
    LS_NOTICE_FAILED,   /* group: failed with status `number` and message `text` */
    LS_NOTICE_LEFT,     /* group: the sender has closed it */
    LS_NOTICE_QUESTION, /* group: who has not come to operation `number`? */
    LS_NOTICE_ANSWER,
} ls_notice;

/* Short texts that need no receiver waiting, for whoever listens on the channel; kept until somebody does. */
void ls_fabric_tell(ls_fabric *fabric, int process, uint64_t channel, ls_notice what, uint64_t number,
                    const char *text);

/* Runs on the fabric's thread. */
typedef struct ls_listener {
    uint64_t channel; /* 0: the domain */
    void (*hear)(void *arg, int process, ls_notice what, uint64_t number, const char *text);
    void (*tick)(void *arg);                                  /* several times a second */
    void (*lost)(void *arg, int process, const char *reason); /* NULL is allowed */
    void *arg;
    struct ls_listener *next; /* the fabric's own */
} ls_listener;

void ls_fabric_listen(ls_fabric *fabric, ls_listener *listener);
void ls_fabric_unlisten(ls_fabric *fabric, ls_listener *listener); /* on return none of its functions runs */

#endif
