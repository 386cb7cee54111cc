/* Between a fabric and what carries its bytes. A wire moves frames: a header and its payload, in order for each pair of
 * processes. It runs one thread, which tells the fabric of what arrives. */
#ifndef LS_COMM_WIRE_H
#define LS_COMM_WIRE_H

#include <pthread.h>

#include "comm/fabric.h"
#include "comm/view.h"

typedef enum ls_frame_kind {
    LS_FRAME_MESSAGE = 1,
    LS_FRAME_READY,  /* the receiver of a large message has asked for it */
    LS_FRAME_NOTICE, /* `what` of ls_notice in `number`'s place; the payload is its text */
    LS_FRAME_BYE,
    LS_FRAME_END
} ls_frame_kind;

/* As it is on the wire; all hosts of a job are little-endian. */
typedef struct ls_frame_header {
    uint32_t kind, notice;
    uint64_t channel, tag;
    uint64_t bytes; /* of the payload; of READY: of the message asked for */
} ls_frame_header;

typedef struct ls_frame {
    ls_frame_header header;
    const ls_comm_segment *segments;
    size_t segment_count;
    size_t payload;        /* bytes that follow the header */
    ls_transfer *transfer; /* done once the frame is out; NULL: nobody waits */
    struct ls_frame *next;
    size_t sent;         /* bytes, the header included: the wire's */
    void *copy;          /* of a payload that nobody else keeps; freed with the frame */
    ls_comm_segment own; /* over `copy` */
} ls_frame;

/* A message that came before it was asked for. */
typedef struct ls_early {
    struct ls_early *next;
    uint64_t channel, tag;
    bool is_whole;
    ls_transfer *claimed_by; /* asked for while it arrives */
    ls_comm_segment memory;  /* over `data` */
    char data[];
} ls_early;

typedef struct ls_ready {
    struct ls_ready *next;
    uint64_t channel, tag, bytes;
} ls_ready;

/* What a fabric knows of a process. All under the mutex. */
typedef struct ls_fabric_peer {
    pthread_mutex_t mutex;
    bool has_left, is_lost;
    ls_transfer *receiving; /* asked for, not here yet */
    ls_transfer *waiting;   /* large ones whose receiver has not asked */
    ls_early *early;
    ls_ready *ready; /* large ones that were asked for before they were sent */
    /* The frame that is arriving, and where its payload goes: */
    ls_frame_header header;
    enum { LS_LAND_NOWHERE, LS_LAND_TRANSFER, LS_LAND_EARLY, LS_LAND_NOTICE } landing;
    ls_transfer *landing_transfer;
    ls_early *landing_early;
    ls_cursor cursor;
    size_t left; /* bytes still to come */
    char notice[LS_NOTICE_BYTES];
    char sink[4096]; /* for what nobody wants */
} ls_fabric_peer;

struct ls_fabric {
    int me, count;
    unsigned char secret[LS_FABRIC_SECRET_BYTES];
    const struct ls_wire_kind *kind;
    const struct ls_wire_calls *calls;
    void *wire;
    ls_fabric_address address;
    ls_fabric_peer *peers;
    pthread_mutex_t listeners_mutex;
    ls_listener *listeners;
    struct ls_orphan *orphans; /* notices for channels that nobody listens on yet */
    int orphan_count;
};

struct ls_wire_reader;

/* What a wire calls, for one that lives in a module of its own. */
typedef struct ls_wire_calls {
    ls_status (*fail)(ls_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
    ls_status (*start_thread)(pthread_t *out_thread, const char *name, void *(*run)(void *), void *arg);
    ls_cursor (*seek)(ls_view view, size_t offset);
    void *(*reader_room)(ls_fabric *fabric, int process, struct ls_wire_reader *reader, size_t *out_bytes);
    bool (*reader_take)(ls_fabric *fabric, int process, struct ls_wire_reader *reader, size_t bytes,
                        bool *out_has_notice);
    void (*sent)(ls_frame *frame, bool is_ok);
    void (*deliver)(ls_fabric *fabric, int process);
    void (*lost)(ls_fabric *fabric, int process, const char *reason);
    void (*tick)(ls_fabric *fabric);
} ls_wire_calls;

typedef struct ls_wire_kind {
    const char *name;
    ls_status (*open)(ls_fabric *fabric, const ls_fabric_options *options, void **out_wire, ls_fabric_address *out);
    void (*introduce)(void *wire, const ls_fabric_address *addresses, const bool *on_this_machine);
    ls_status (*reach)(void *wire, int process, ls_deadline deadline);
    /* Takes the frame over; never waits. With the peer's mutex held. */
    void (*send)(void *wire, int process, ls_frame *frame);
    void (*close)(void *wire); /* sends what is queued, ends the thread */
} ls_wire_kind;

extern const ls_wire_kind ls_tcp_wire;

/* ls_fabric_open on a wire of this kind. */
ls_status ls_fabric_open_on(const ls_wire_kind *kind, const ls_fabric_options *options, ls_fabric **out_fabric);

/* --- For wires: what arrives. With the peer's mutex held ------------------------------------------------------- */

/* A header has come whole. False: no process of ours would send this; drop it. */
bool ls_wire_begin(ls_fabric *fabric, int process, const ls_frame_header *header);
/* Where the next bytes of the payload go: at most `*out_bytes`, 0 if it is whole. */
void *ls_wire_room(ls_fabric *fabric, int process, size_t *out_bytes);
void ls_wire_step(ls_fabric *fabric, int process, size_t bytes);
/* The payload is whole. True: ls_wire_deliver is to be called, without the mutex. */
bool ls_wire_end(ls_fabric *fabric, int process);

/* The same for a stream of bytes, frame after frame: where its next bytes go, at most so many; and that some came.
 * False: drop it. *out_has_notice: ls_wire_deliver is to be called, without the mutex. A zeroed reader is at the
 * beginning. */
typedef struct ls_wire_reader {
    ls_frame_header header;
    size_t header_got;
    bool is_in_payload;
} ls_wire_reader;
void *ls_wire_reader_room(ls_fabric *fabric, int process, ls_wire_reader *reader, size_t *out_bytes);
bool ls_wire_reader_take(ls_fabric *fabric, int process, ls_wire_reader *reader, size_t bytes, bool *out_has_notice);

/* Gives a frame back that is out (or failed). */
void ls_wire_sent(ls_frame *frame, bool is_ok);

/* --- Without the mutex ----------------------------------------------------------------------------------------- */

void ls_wire_deliver(ls_fabric *fabric, int process); /* a notice */
void ls_wire_lost(ls_fabric *fabric, int process, const char *reason);
void ls_wire_tick(ls_fabric *fabric);

#endif
