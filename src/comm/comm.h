/* Moving bytes between ranks: shared memory inside a host, for threads of one process and processes of one host alike,
 * and the network between hosts.
 *
 * A domain is the meeting place of all ranks of a job. A comm is one rank's endpoint in a group of the domain's ranks.
 * The CPU device uses one domain per client (its devices are the ranks); the world uses another for host collectives.
 */
#ifndef LS_COMM_COMM_H
#define LS_COMM_COMM_H

#include "base/deadline.h"
#include <lockstep/types.h>

/* --- Domain ------------------------------------------------------------------------------------------------- */

typedef struct ls_comm_domain ls_comm_domain;

/* How processes find each other: a key-value store given as callbacks, so that comm needs none. `get` waits for the key
 * and gives memory freed with free(). */
typedef struct ls_comm_exchange {
    ls_status (*put)(void *arg, const char *key, const void *value, size_t size, ls_deadline deadline);
    ls_status (*get)(void *arg, const char *key, void **out_value, size_t *out_size, ls_deadline deadline);
    void *arg;
} ls_comm_exchange;

typedef struct ls_comm_domain_options {
    int num_ranks; /* of the whole domain */
    int num_processes,
        process_index; /* ranks are shared out evenly, in order: rank = process_index × threads + thread */
    const ls_comm_exchange *exchange; /* NULL if num_processes is 1 */
    ls_deadline deadline;             /* for meeting the other processes */
    const char *name; /* of its files of the flight record: ".device"; NULL: none. Must outlive the domain. */
    bool is_one_host; /* all processes are known to be on this host, so they need not find out; LOCKSTEP_HOST_ID counts
                         more */
    const char *route_host; /* the interface that reaches this address connects the hosts; NULL: not known */
    int route_port;
} ls_comm_domain_options;

/* Meets the other processes. Those of one host share a control memory (an unnamed memfd: nothing is left after kill
 * -9), hosts connect over the network. LS_UNAVAILABLE: another host cannot be reached; the message names both
 * interfaces. */
ls_status ls_comm_domain_create(const ls_comm_domain_options *options, ls_comm_domain **out_domain);
void ls_comm_domain_destroy(ls_comm_domain *domain); /* after all its comms; NULL is allowed */

int ls_comm_domain_local_ranks(const ls_comm_domain *domain); /* on this host */

/* Says that a rank of this process is gone (its thread returned without leaving): whoever waits for it fails at once
 * with LS_UNAVAILABLE and `reason`. A process that dies is noticed by itself. */
void ls_comm_domain_mark_dead(ls_comm_domain *domain, int rank, const char *reason);

/* --- Memory ------------------------------------------------------------------------------------------------- */

/* Allocates memory that the domain's other processes can read and write in place (memfd segments, mapped by them on
 * first use); 64-byte aligned, zeroed, pooled. Any thread may call. */
ls_status ls_comm_alloc(ls_comm_domain *domain, size_t bytes, void **out_data);
/* The same without zeroing, for memory that is written before it is read. */
ls_status ls_comm_alloc_raw(ls_comm_domain *domain, size_t bytes, void **out_data);
void ls_comm_free(ls_comm_domain *domain, void *data); /* NULL is allowed */

/* --- Comms -------------------------------------------------------------------------------------------------- */

typedef struct ls_comm ls_comm;

/* Opens the endpoint of `ranks[my_index]` in the group `ranks[0..count)` (domain ranks, in group order). `key` tells
 * apart groups with the same members; every member opens with the same key. Does not wait for the others. */
ls_status ls_comm_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                       ls_comm **out_comm);
void ls_comm_close(ls_comm *comm); /* NULL is allowed; later use by peers fails, naming this rank as gone */
/* Fails the group unless it has failed already: what its members wait for ends with this message. */
void ls_comm_abandon(ls_comm *comm, ls_status status, const char *message);
int ls_comm_rank(const ls_comm *comm);
int ls_comm_size(const ls_comm *comm);

typedef enum ls_comm_op {
    LS_COMM_ALL_REDUCE,
    LS_COMM_REDUCE,
    LS_COMM_BROADCAST,
    LS_COMM_ALL_GATHER,
    LS_COMM_GATHER,
    LS_COMM_SCATTER,
    LS_COMM_REDUCE_SCATTER,
    LS_COMM_ALL_TO_ALL,
    LS_COMM_PERMUTE,
    LS_COMM_BARRIER,
} ls_comm_op;

typedef enum ls_comm_reduce {
    LS_COMM_SUM,
    LS_COMM_AVG,
    LS_COMM_PRODUCT,
    LS_COMM_MIN,
    LS_COMM_MAX,
    LS_COMM_AND,
    LS_COMM_OR,
    LS_COMM_XOR,
    LS_COMM_PREMUL_SUM, /* of each rank's input times its `factor` */
} ls_comm_reduce;

/* A piece of an operand. Operands are lists of pieces, in order: many tensors are one operand without packing. */
typedef struct ls_comm_segment {
    void *address;
    size_t bytes;
} ls_comm_segment;

/* One collective. Bytes of `in` and `out` by op, with n = the rank's share and W ranks:
 *   ALL_REDUCE n → n; REDUCE n → n on root; BROADCAST n (root's in) → n; ALL_GATHER n → W·n, by rank; GATHER n → W·n on
 * root; SCATTER W·n on root → n; REDUCE_SCATTER W·n → n; ALL_TO_ALL W·n → W·n (piece r goes to rank r); PERMUTE n → n;
 *   BARRIER nothing.
 * Where there are W·n bytes, the shares may be uneven; `shares` then says how many bytes each has.
 * `in` and `out` may be the same memory where sizes are equal; they must not overlap otherwise. */
typedef struct ls_comm_call {
    ls_comm_op op;
    ls_comm_reduce reduce;
    double factor; /* PREMUL_SUM: of this rank; rounded to the type in which sums are made */
    ls_dtype dtype;
    int root;           /* group rank */
    int source, target; /* PERMUTE: whom I get from and send to, −1 for none (then `out` is zeroed) */
    const ls_comm_segment *in, *out;
    size_t in_count, out_count;
    /* NULL: all shares have n bytes. Else the bytes of uneven ones, the same numbers on all ranks: W by rank or, for
     * ALL_TO_ALL, W × W by giver and getter. */
    const size_t *shares;
    uint64_t
        tag; /* part of the fingerprint: what the caller wants equal on all ranks (0, or a program's hash and step) */
    const char *label; /* for messages: "all_reduce", "bucket 3"; may be NULL; must outlive the call */
    ls_deadline deadline;
    int64_t started_ns; /* ls_now_ns when the caller began, for the flight record; 0: comm looks at the clock */
} ls_comm_call;

/* Runs a collective and returns when `out` is complete and `in` may be reused. All members call in the same order.
 * LS_INVALID_ARGUMENT: ranks disagree on op, dtype, size, reduction, root or tag (both fingerprints and the sequence
 * number in the message, on all ranks). LS_DEADLINE_EXCEEDED names the ranks that did not come and their last finished
 * operation. LS_UNAVAILABLE: a rank is gone. After a failure the comm is broken: every later call fails with the same
 * message. */
ls_status ls_comm_run(ls_comm *comm, const ls_comm_call *call);

/* The same in two steps, to compute in between: post makes the operands visible and may do part of the work; complete
 * finishes. `call` and its segments must stay valid in between. Several may be in flight; complete in the order of
 * post. */
ls_status ls_comm_post(ls_comm *comm, const ls_comm_call *call);
ls_status ls_comm_complete(ls_comm *comm, const ls_comm_call *call);

/* A barrier in which member 0 waits for the others and all get its verdict: it fails as soon as one is gone, or at the
 * deadline naming the first who did not come; or, if it waits for all, naming all of them once it knows of each. */
ls_status ls_comm_roll_call(ls_comm *comm, ls_deadline deadline, bool waits_for_all);

/* How many bytes this rank read or wrote in other ranks' memory, for metrics. */
uint64_t ls_comm_bytes_moved(const ls_comm *comm);

#endif
