/* The control memory of a domain: what its processes share. One mapping of a sparse memfd (plain memory if there is one
 * process), laid out as this header, the ranks, the processes with their lists of segments, and a heap of group blocks.
 * Everything in it is found by offset from its start, since each process maps it elsewhere. */
#ifndef LS_COMM_CONTROL_H
#define LS_COMM_CONTROL_H

#include <pthread.h>
#include <stdatomic.h>

#include "comm/flight.h"
#include "comm/memory.h"

#define LS_CACHE_LINE 64
#define LS_RING 16                           /* operations of a group that may be under way at once */
#define LS_SLOT_PAYLOAD 1040                 /* bytes for what is special to an operation; a slot is 17 cache lines */
#define LS_CONTROL_BYTES ((size_t)256 << 20) /* of addresses; memory is taken as it is touched */

/* What one member of a group says about one of its operations. Its first cache line holds all there is to know about a
 * small one. Written by the member, then released by storing `sequence`. */
typedef struct ls_slot {
    _Alignas(LS_CACHE_LINE) _Atomic uint32_t sequence; /* of the operation: 1, 2, ... */
    uint32_t finished;                                 /* the member's `finished` at that time, to save others a look */
    union {
        struct {
            uint8_t op, dtype, reduce, zero;
            int32_t root;
        };
        uint64_t what;
    };
    uint64_t bytes;                /* n of ls_comm_call, or of all uneven shares together */
    uint32_t shares;               /* a hash of uneven shares, not 0; 0: all are equal */
    int16_t source, target;        /* PERMUTE */
    uint64_t tag;                  /* this and `what`, `bytes` and `shares` are the fingerprint */
    double factor;                 /* PREMUL_SUM */
    char payload[LS_SLOT_PAYLOAD]; /* the operand's bytes, or an ls_operands */
} ls_slot;

/* Where the operands of a larger operation lie. One process: the caller's own lists. Several: lists of places, which
 * follow in the payload or, if there are too many, in a table of their own. */
typedef struct ls_place {
    ls_location location;
    uint64_t bytes;
} ls_place;
typedef struct ls_operands {
    const struct ls_comm_segment *in, *out; /* one process */
    uint32_t in_count, out_count;
    ls_location table;   /* several: where places [0, in_count + out_count) are, if not here */
    ls_location bounce;  /* of rounds.h */
    uint32_t is_private; /* several: places are addresses of the process, whose private memory is read and written */
    uint32_t is_bounced; /* LS_BOUNCED_... bits: an operand that passes through it and has no places */
    ls_place places[];
} ls_operands;
#define LS_PLACES_IN_SLOT ((LS_SLOT_PAYLOAD - sizeof(ls_operands)) / sizeof(ls_place))

enum { LS_MEMBER_ABSENT, LS_MEMBER_OPEN, LS_MEMBER_LEFT };

typedef struct ls_member {
    _Alignas(LS_CACHE_LINE) _Atomic uint32_t finished; /* the last operation that it is through with */
    _Atomic uint32_t sleepers; /* how many sleep on its words: it wakes nobody if there are none */
    _Atomic uint32_t rounds;   /* of operations whose operands pass through bounces (rounds.h) */
    _Atomic uint32_t working;  /* it is reading or writing others' memory */
    _Atomic uint32_t state;
    _Atomic uint32_t last_op;                      /* the kind of operation that `finished` was */
    _Alignas(LS_CACHE_LINE) _Atomic uint32_t mail; /* changes when messages to or from it make progress */
    _Atomic uint32_t mail_sleepers;
    _Atomic uint64_t inbox; /* offset of its first ls_mailbox, 0 for none */
    ls_slot slots[LS_RING];
    ls_flight_ring flight, letters; /* its operations, and its messages */
} ls_member;

typedef struct ls_group {
    uint64_t next; /* the next group's offset, 0 for none */
    uint64_t key;
    uint64_t bytes; /* of the block */
    uint32_t count;
    uint32_t open;           /* members that hold it open; under the lock */
    uint64_t members;        /* offset of ls_member[count] */
    _Atomic uint32_t failed; /* FAILURE_... of group.c: nothing works any more; then: */
    int32_t failure_status;
    char failure[1024];
    int32_t ranks[];
} ls_group;

typedef struct ls_rank_entry {
    _Atomic uint32_t is_dead;
    _Atomic int32_t awaits; /* 1 + the rank that it waits for just now, 0: nobody */
    char reason[248];
} ls_rank_entry;

typedef struct ls_process_entry {
    _Atomic uint32_t is_here;
    int32_t pid;
    const int *probe;                /* an int of its private memory that holds its number */
    _Atomic uint32_t reads_everyone; /* it may read and write the private memory of all processes on the host */
    uint64_t start_time;             /* of the process, so that another one with its number is not taken for it */
    ls_segment_entry segments[LS_MAX_SEGMENTS];
} ls_process_entry;

typedef struct ls_control {
    pthread_mutex_t mutex;    /* robust: outlives whoever dies with it. Guards heap and groups: */
    uint64_t heap_next;       /* offset of what was never used */
    uint64_t free_blocks[64]; /* by the logarithm of their size */
    uint64_t first_group;
    _Atomic uint32_t processes_here;
    uint64_t ranks, processes, archives; /* offsets */
} ls_control;

#define LS_AT(control, offset) ((void *)((char *)(control) + (offset)))

/* Prepares fresh zeroed memory. */
void ls_control_init(ls_control *control, int num_ranks, int num_processes, bool is_shared);
void ls_control_lock(ls_control *control);
void ls_control_unlock(ls_control *control);

/* Blocks of the heap, with the lock held. 0 if it is full. Contents are as the last user left them. */
uint64_t ls_control_alloc(ls_control *control, size_t bytes);
void ls_control_free(ls_control *control, uint64_t offset, size_t bytes);

static inline ls_rank_entry *ls_control_rank(ls_control *control, int rank)
{
    return (ls_rank_entry *)LS_AT(control, control->ranks) + rank;
}

/* What the rank did in groups that are closed. */
static inline ls_flight_ring *ls_control_archive(ls_control *control, int rank)
{
    return (ls_flight_ring *)LS_AT(control, control->archives) + rank;
}

static inline ls_process_entry *ls_control_process(ls_control *control, int process)
{
    return (ls_process_entry *)LS_AT(control, control->processes) + process;
}

#endif
