/* The flight record: what each rank did last, for the time after something went wrong.
 *
 * Each member of a group has a ring of its last operations in the group's block, that is in the control memory: a rank
 * can also be asked for the records of its host's other ranks, even of dead ones. What a group that is closed did goes
 * into the rank's archive. Only the member writes its ring, without a lock; a reader that meets an entry while it is
 * being written sees that its number changes, and leaves it out. */
#ifndef LS_COMM_FLIGHT_H
#define LS_COMM_FLIGHT_H

#include <stdatomic.h>

#include "comm/comm.h"

#define LS_FLIGHT_OPS 64
#define LS_FLIGHT_LABEL 64 /* bytes of a label that are kept, with its end */

/* Kinds: those of ls_comm_op, and messages. */
enum { LS_FLIGHT_SEND = LS_COMM_BARRIER + 1, LS_FLIGHT_RECEIVE, LS_FLIGHT_KINDS };

/* Without a label, an entry is its first cache line. */
typedef struct ls_flight_entry {
    _Alignas(64) _Atomic uint64_t number; /* of the operation in its ring, from 1; 0 while it is written */
    _Atomic uint64_t what;                /* kind, dtype, reduce (a byte each), and peer as 32 bits from bit 32 */
    _Atomic uint64_t bytes, tag;
    _Atomic uint64_t started, ended; /* ls_now_ns; ended 0: it is not; 1: at once */
    _Atomic uint64_t group;          /* in the archive: its key */
    _Atomic uint64_t label[LS_FLIGHT_LABEL / 8];
} ls_flight_entry;

typedef struct ls_flight_ring {
    ls_flight_entry entries[LS_FLIGHT_OPS]; /* operation n is entry n mod LS_FLIGHT_OPS */
} ls_flight_ring;

/* An operation that begins. */
typedef struct ls_flight_op {
    uint32_t kind;
    ls_dtype dtype;
    uint32_t reduce;
    int32_t peer; /* root, or the group rank at the other end; −1 for none */
    uint64_t bytes, tag;
    int64_t started_ns; /* 0: now */
    const char *label;  /* NULL: none */
} ls_flight_op;

/* Notes that operation `number` of the ring begins. */
void ls_flight_begin(ls_flight_ring *ring, uint64_t number, const ls_flight_op *op);

/* Notes its end; `took_time`: worth a look at the clock. */
void ls_flight_end(ls_flight_ring *ring, uint64_t number, bool took_time);

void ls_flight_clear(ls_flight_ring *ring);

/* Keeps what is in the ring of a group that is being closed; the control memory's lock is held. */
void ls_flight_keep(ls_flight_ring *archive, ls_flight_ring *ring, uint64_t group);

/* The record of a rank of this host, as text or JSON that the caller frees, with its length; `failure` is why it is
 * looked at, NULL for no reason. NULL if there is no memory. */
char *ls_flight_text(ls_comm_domain *domain, int rank, const char *failure, size_t *out_size);
char *ls_flight_json(ls_comm_domain *domain, int rank, const char *failure, size_t *out_size);

/* After a failure, once per host and group: the records of the host's ranks, to be taken before the others are told and
 * leave, and written afterwards: to the files that LOCKSTEP_FLIGHT_RECORD names; or the last operations to the log, if
 * it names none and the log's level is info; otherwise, or without memory, there is nothing to write: NULL. */
typedef struct ls_flight_dump ls_flight_dump;
ls_flight_dump *ls_flight_dump_take(ls_comm_domain *domain, const char *failure);
void ls_flight_dump_write(ls_flight_dump *dump); /* frees it; NULL is allowed */

#endif
