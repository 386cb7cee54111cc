/* Collectives on byte strings of any sizes: torch.distributed's object collectives, without pickling. */
#ifndef LOCKSTEP_OBJECTS_H
#define LOCKSTEP_OBJECTS_H

#include <lockstep/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes may differ from rank to rank and be 0. What is received replaces the entries' contents without freeing them,
 * belongs to the caller, who frees each with ls_bytes_free, and is {NULL, 0} after a failure. Wrong arguments of the
 * rank that gives are an error on all ranks. The group may be any that the rank is a member of; W is its size. */

/* `count` strings of src, on all; the same count on all. */
LS_API ls_status ls_broadcast_object_list(ls_bytes *objects, int count, int src, ls_group group);
/* Everybody's string on all: W entries, in group order. */
LS_API ls_status ls_all_gather_object(ls_bytes *out_objects, const void *data, size_t size, ls_group group);
/* The same on dst; elsewhere out_objects is not looked at. */
LS_API ls_status ls_gather_object(ls_bytes *out_objects, const void *data, size_t size, int dst, ls_group group);
/* W strings of src, one to each in group order; elsewhere `objects` is not looked at. */
LS_API ls_status ls_scatter_object_list(ls_bytes *out_object, const ls_bytes *objects, int src, ls_group group);

/* `count` strings from one rank to another; the same count and tag on both. As ls_host_send and ls_host_recv. */
LS_API ls_status ls_send_object_list(const ls_bytes *objects, int count, int dst, int tag, ls_group group);
LS_API ls_status ls_recv_object_list(ls_bytes *objects, int count, int src, int tag, ls_group group);

#ifdef __cplusplus
}
#endif
#endif
