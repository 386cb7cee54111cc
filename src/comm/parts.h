/* Inside a group that spans hosts: its parts, each the members on one host, and what its leaders say to each other. */
#ifndef LS_COMM_PARTS_H
#define LS_COMM_PARTS_H

#include <pthread.h>

#include "comm/hierarchy.h"

/* The members of a group that are on one host. */
typedef struct ls_part {
    int process;  /* the leader's */
    int host;     /* number in the domain */
    int *members; /* ranks of the group, the leader first */
    int count;
    _Atomic uint32_t came, came_op; /* the last operation whose card has come from there, and its kind */
    _Atomic bool has_left;          /* its leader has closed the group */
    _Atomic bool has_answered;
    char answer[LS_NOTICE_BYTES]; /* to the question who is late; under the mutex */
} ls_part;

struct ls_hierarchy {
    ls_comm *face;  /* the group as its user sees it; in shared memory its members on this host */
    ls_comm *inner; /* the same members, for the steps inside the host */
    int *ranks;     /* of the domain, by rank of the group */
    int *part_of;   /* by rank of the group */
    int *local_of;  /* number among the part's members, by rank of the group */
    ls_part *parts;
    int count, mine; /* parts */
    bool is_leader;
    bool speaks_for_process;  /* the first of its ranks in the group: hears and tells of failures */
    int *others, other_count; /* processes of the group on other hosts */
    ls_fabric *fabric;
    uint64_t channel;
    ls_listener listener;    /* the leader's */
    struct ls_far_desk *far; /* messages: far_mail.h */
    _Atomic bool has_told;   /* the others know of the failure */
    pthread_mutex_t mutex;
};

/* --- An operation under way, on one rank ----------------------------------------------------------------------- */

enum { LS_PHASE_CARD = 1, LS_PHASE_DATA, LS_PHASE_RESULT };

typedef struct ls_message {
    struct ls_message *next;
    ls_transfer transfer;
    bool is_send;
    ls_comm_segment segments[];
} ls_message;

/* A list of segments that is being put together. */
typedef LS_VEC(ls_comm_segment) ls_pieces;

typedef struct ls_step {
    ls_op_run *run;
    ls_hierarchy *h;
    ls_comm *comm;
    const ls_comm_call *call;
    const ls_shares *shares;
    ls_deadline inner_deadline; /* later than the call's: the leader finds out first who is late on other hosts */
    ls_message *messages;       /* all that were started */
    struct ls_card *own_card, **cards; /* by part; NULL before they are asked for */
    ls_message **card_messages;
    LS_VEC(void *) memory; /* of the pool, freed at the end */
    int64_t first_dead_ns; /* since when somebody we wait for is dead; 0: nobody */
} ls_step;

/* Memory of the pool until the step ends. */
ls_status ls_step_alloc(ls_step *step, size_t bytes, void **out_data);

/* Starts a message to or from the leader of a part. `piece` tells apart messages of a phase. */
ls_status ls_step_send(ls_step *step, int part, int phase, uint32_t piece, ls_view view, ls_message **out_message);
ls_status ls_step_receive(ls_step *step, int part, int phase, uint32_t piece, ls_view view, ls_message **out_message);
ls_status ls_step_wait(ls_step *step, ls_message *message); /* NULL is allowed */
ls_status ls_step_wait_all(ls_step *step);                  /* once the cards are checked */

/* Leaders say what their hosts are about to do, and compare: once shown, ranks of all hosts fail if they disagree. */
ls_status ls_step_show_card(ls_step *step);
ls_status ls_step_check_cards(ls_step *step);
int ls_step_target_of(const ls_step *step, int rank); /* PERMUTE, once checked: whom the rank gives to, -1 for none */

/* --- Steps (hierarchy_steps.c) --------------------------------------------------------------------------------- */

void ls_pieces_add(ls_pieces *pieces, void *data, size_t bytes); /* nothing if there are none */
void ls_pieces_add_slice(ls_pieces *pieces, ls_view view, size_t offset, size_t bytes);
ls_view ls_pieces_view(const ls_pieces *pieces);

ls_view ls_step_in(const ls_step *step);
ls_view ls_step_out(const ls_step *step);
const ls_part *ls_step_part(const ls_step *step);                    /* of this host */
int ls_step_rank(const ls_step *step);                               /* in the group */
size_t ls_step_share(const ls_step *step, int rank);                 /* bytes */
size_t ls_step_part_bytes(const ls_step *step, const ls_part *part); /* of all its members' shares */
/* The shares of a part's members, in an operand that has everybody's. */
void ls_step_add_shares(const ls_step *step, ls_pieces *pieces, ls_view view, const ls_part *part);

/* A collective among the members on this host. */
typedef struct ls_inner_call {
    ls_comm_op op;
    int root; /* number among the members here */
    ls_view in, out;
    const size_t *shares;
    ls_dtype dtype;
    ls_comm_reduce reduce;
} ls_inner_call;

ls_status ls_step_inside(ls_step *step, const ls_inner_call *c);
/* The last step of an operation without one that hands out: everybody hears that the hosts agree. */
ls_status ls_step_agree(ls_step *step);
/* The shares of the members here by their number; memory of the step. */
ls_status ls_step_local_shares(ls_step *step, size_t **out_shares);
/* The same where one member has everything. */
ls_status ls_step_lone_shares(ls_step *step, int local, size_t bytes, size_t **out_shares);
/* The leader hands the members here their shares, which lie one after the other. */
ls_status ls_step_hand_out(ls_step *step, void *data);

/* Leaders: what goes to and comes from each part. */
typedef struct ls_exchange {
    ls_pieces *out, *in;
    int count;
} ls_exchange;

ls_status ls_exchange_init(ls_step *step, ls_exchange *e);
void ls_exchange_finish(ls_exchange *e);
ls_status ls_exchange_run(ls_step *step, ls_exchange *e); /* empty lists send and expect nothing */

/* --- Collectives ----------------------------------------------------------------------------------------------- */

ls_status ls_hierarchy_all_reduce(ls_step *step);
ls_status ls_hierarchy_reduce(ls_step *step);
ls_status ls_hierarchy_reduce_scatter(ls_step *step);

/* What each collective does once the members of this host have met. One function per ls_comm_op. */
extern ls_status (*const ls_hierarchy_table[LS_COMM_BARRIER + 1])(ls_step *step);

#endif
