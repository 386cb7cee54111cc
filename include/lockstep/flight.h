/* The flight record: the last 64 operations of each rank, for the time after something went wrong. */
#ifndef LOCKSTEP_FLIGHT_H
#define LOCKSTEP_FLIGHT_H

#include <lockstep/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What rank `rank` of the world did last (negative: the calling rank): for each operation its kind and number, group,
 * bytes, element type, root or peer, when it began, how long it took and, where it has not ended, whom it waits for.
 * Always recorded; reading it disturbs nobody. Ranks of this host can be asked for each other's, dead ones' included.
 * The bytes end with a 0 that is not counted; freed with ls_bytes_free. LS_FAILED_PRECONDITION without a process group,
 * LS_INVALID_ARGUMENT for a rank that is not in the world or on another host. */
LS_API ls_status ls_flight_record_text(int rank, ls_bytes *out_text);

/* The same as JSON, with the names of PyTorch's flight recorder where it has them: `entries` with
 * profiling_name, collective_seq_id or p2p_seq_id, is_p2p, state, time_created_ns, time_discovered_completed_ns; and
 * bytes, dtype, reduce, root or peer, tag, label, group_ranks, waiting_for. */
LS_API ls_status ls_flight_record_json(int rank, ls_bytes *out_json);

#ifdef __cplusplus
}
#endif
#endif
