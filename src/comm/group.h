/* A rank's endpoint in a group: finding the group's block, waiting for members, failing together. */
#ifndef LS_COMM_GROUP_H
#define LS_COMM_GROUP_H

#include "base/vec.h"
#include "comm/domain.h"
#include "comm/view.h"

/* A member's operands as they lie in this process. */
typedef struct ls_member_view {
    ls_view in, out;                /* in an operation that goes in rounds, of this round */
    ls_comm_segment own;            /* the piece of an operand that is one piece */
    LS_VEC(ls_comm_segment) pieces; /* of operands in another process */
    ls_view whole_in, whole_out;    /* of all rounds */
    LS_VEC(ls_comm_segment) slices; /* of a round */
    bool is_remote;                 /* of another process's private memory: pieces are addresses there */
    char *bounce;                   /* where it lies here, if an operand passes through it */
} ls_member_view;

typedef struct ls_staged ls_staged;
struct ls_mail_desk;

struct ls_comm {
    ls_comm_domain *domain;
    ls_group *group;
    ls_member *members;
    int count, me;                  /* members in the block, which are on this host, and this one's number among them */
    int size, rank;                 /* of the whole group */
    struct ls_hierarchy *hierarchy; /* of a group that spans hosts, else NULL */
    uint32_t posted, progressed, returned; /* operations: shown to the others; done; given back to the caller */
    const ls_comm_call *calls[LS_RING];    /* those posted and not returned, by sequence number */
    struct ls_staged {
        ls_view in_view, out_view; /* this rank's operands as it and the others use them */
        void *in, *table;          /* in the pool: a copy of what others would find overwritten, a table of places */
        ls_comm_segment in_piece;  /* the copy as the view's piece */
        uint32_t is_bounced;       /* LS_BOUNCED_... bits of this rank's operands */
        bool has_first_round;      /* its input of the first round is in the bounce */
    } staged[LS_RING];
    char *scratch;         /* for reducing what is remote, NULL until it is needed */
    char *bounce;          /* in the pool, NULL until it is needed: where private operands pass through */
    uint32_t rounds;       /* how many rounds are behind this rank: the same on all when an operation starts */
    uint32_t *finished;    /* per member: at least this much, without looking */
    ls_member_view *views; /* per member: its operands in the operation that is being done */
    ls_cursor *cursors;    /* 2 × count: for reading and writing all operands side by side */
    void **pointers;       /* 2 × count: the same for one piece */
    double *factors;       /* count: by which inputs are multiplied, where they are */
    uint64_t bytes_moved;
    struct ls_mail_desk *desk; /* letter.h */
    _Atomic bool has_waited;   /* for longer than a look, since the last operation was posted */
};

static inline ls_slot *ls_comm_slot(const ls_comm *comm, int member, uint32_t sequence)
{
    return &comm->members[member].slots[sequence % LS_RING];
}

/* Whether a counter that may wrap has come as far as `target`. */
static inline bool ls_has_reached(uint32_t value, uint32_t target)
{
    return (int32_t)(value - target) >= 0;
}

/* Of a rank of the group. */
int ls_comm_domain_rank(const ls_comm *comm, int rank);

/* ls_comm_open for members that are all on this host. */
ls_status ls_group_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                        ls_comm **out_comm);

/* Waits until *word, one of the member's, has reached `target`. Fails, for all of the group, at the deadline, or when
 * the member is dead or has left; fails if the group has failed. `call` and `sequence` are what it is waited for. */
ls_status ls_group_wait(ls_comm *comm, int member, _Atomic uint32_t *word, uint32_t target, const ls_comm_call *call,
                        uint32_t sequence);

/* Looks at *word for as long as a peer that is there needs, and lets others run in between: whether it reached
 * `target`.
 */
bool ls_group_spin(ls_comm *comm, _Atomic uint32_t *word, uint32_t target);

/* Sleeps until one of the member's words changes, at most a nap. */
void ls_group_nap(ls_comm *comm, int member, _Atomic uint32_t *word, uint32_t target, ls_deadline deadline);

/* The end of the longest sleep without a look at who is still alive, or `deadline` if that comes first. */
ls_deadline ls_group_nap_end(ls_deadline deadline);

/* Stores a word of this rank's and wakes who sleeps on it. */
void ls_group_store(ls_comm *comm, _Atomic uint32_t *word, uint32_t value);

/* Fails the group, unless it has failed already: everybody in it gets the message of the first failure, this call too.
 * On return no other member touches this rank's memory any more. */
ls_status ls_group_fail(ls_comm *comm, ls_status status, const char *message);

/* The same without waiting for anybody: for threads that are no members. */
void ls_group_mark_failed(ls_comm *comm, ls_status status, const char *message);

/* The failures of waiting: a member is gone, `how` says how; or late ones are named. */
ls_status ls_group_fail_gone(ls_comm *comm, int member, const char *how, const ls_comm_call *call, uint32_t sequence);
ls_status ls_group_fail_late(ls_comm *comm, const ls_comm_call *call, uint32_t sequence);

/* The same for what went wrong with a member's memory: that it died, if it did; else `status` and the thread's last
 * message. */
ls_status ls_group_fail_by(ls_comm *comm, int member, ls_status status, const ls_comm_call *call, uint32_t sequence);

/* The failure of a group that has failed; LS_OK otherwise. */
ls_status ls_group_status(const ls_comm *comm);
bool ls_group_is_well(const ls_comm *comm); /* it has not failed */

/* "its last finished operation was all_reduce #7" */
void ls_group_describe_progress(const ls_comm *comm, int member, char *out, size_t size);
#define LS_PROGRESS_BYTES 320

/* Notes whom this rank waits for (−1: nobody), for others to follow when they look for who is to blame. */
void ls_group_set_awaited(ls_comm *comm, int member);

/* Whether a member will do nothing any more in this group, as it is dead or has left; writes how that is known. */
bool ls_group_member_is_gone(const ls_comm *comm, int member, char *out, size_t size);

/* Marks that this rank works in others' memory. False if the group has failed: hands off. */
bool ls_group_begin_work(ls_comm *comm);
void ls_group_end_work(ls_comm *comm);

/* "all_reduce sum #7 of 16 bytes of f32 of rank 1": the operation and who calls it here. */
void ls_group_describe_own(const ls_comm *comm, const ls_comm_call *call, uint32_t sequence, char *out, size_t size);
/* "all_reduce #7 of f32, sum, 16 bytes, root 0, tag 5 (bucket 3)" */
void ls_group_describe(const ls_slot *slot, const char *label, char *out, size_t size);

#endif
