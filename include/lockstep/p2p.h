/* Messages from one rank to another: send and recv. Names as in torch.distributed. */
#ifndef LOCKSTEP_P2P_H
#define LOCKSTEP_P2P_H

#include <lockstep/work.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Messages are matched by group, sender and tag, and among equals in the order of sending. Tags are 0 to INT_MAX; ranks
 * are global ones, or LS_GROUP_RANK(r). Both sides must agree on count and dtype: if not, both fail, and so does the
 * group; as it does when the peer does not come within the group's timeout (LS_DEADLINE_EXCEEDED) or is gone
 * (LS_UNAVAILABLE), which the message says with the peer's last finished operation.
 *
 * On host memory, at once. A message of up to 192 bytes is sent without waiting for its receiver, up to 15 of them to
 * each peer; of a longer one, send returns when the receiver has it. */
LS_API ls_status ls_host_send(const void *data, int64_t count, ls_dtype dtype, int dst, int tag, ls_group group);
LS_API ls_status ls_host_recv(void *data, int64_t count, ls_dtype dtype, int src, int tag, ls_group group);

/* From whichever member sends first; *out_src is its global rank. */
LS_API ls_status ls_host_recv_any_source(void *data, int64_t count, ls_dtype dtype, int tag, ls_group group,
                                         int *out_src);

/* The same under way: `data` belongs to the message until its work is completed. Messages to and from several peers
 * move side by side, each pair's in order. */
LS_API ls_status ls_host_isend(const void *data, int64_t count, ls_dtype dtype, int dst, int tag, ls_group group,
                               ls_work **out_work);
LS_API ls_status ls_host_irecv(void *data, int64_t count, ls_dtype dtype, int src, int tag, ls_group group,
                               ls_work **out_work);
LS_API ls_status ls_host_irecv_any_source(void *data, int64_t count, ls_dtype dtype, int tag, ls_group group,
                                          ls_work **out_work); /* ls_work_source_rank tells from whom */

/* The same on tensors. A send computes the tensor now, and it alone: if that takes a collective, every rank must do so
 * (ls_mark_step). A receive replaces the handle's value by one of the same shape and type; an asynchronous one when its
 * work is found to be completed (ls_work_wait, ls_work_is_completed), on the rank's own thread. Not recorded for
 * gradients. */
LS_API ls_status ls_send(ls_tensor t, int dst, int tag, ls_group group);
LS_API ls_status ls_recv(ls_tensor t, int src, int tag, ls_group group);
LS_API ls_status ls_recv_any_source(ls_tensor t, int tag, ls_group group, int *out_src);
LS_API ls_status ls_isend(ls_tensor t, int dst, int tag, ls_group group, ls_work **out_work);
LS_API ls_status ls_irecv(ls_tensor t, int src, int tag, ls_group group, ls_work **out_work);
LS_API ls_status ls_irecv_any_source(ls_tensor t, int tag, ls_group group, ls_work **out_work);

/* One message of a batch. */
typedef struct ls_p2p_op {
    enum { LS_ISEND, LS_IRECV } kind;
    void *data; /* only read by LS_ISEND */
    int64_t count;
    ls_dtype dtype;
    int peer, tag;
} ls_p2p_op;

/* Starts all of them and gives a work for each: out_works has `count` entries. Wrong arguments of one start none. */
LS_API ls_status ls_host_batch_isend_irecv(const ls_p2p_op *ops, int count, ls_group group, ls_work **out_works);

#ifdef __cplusplus
}
#endif
#endif
