/* Operations that are under way: what torch.distributed's async_op=True, isend and irecv give. */
#ifndef LOCKSTEP_WORK_H
#define LOCKSTEP_WORK_H

#include <lockstep/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One operation. Belongs to the rank that started it; the caller frees it with ls_work_free. */
typedef struct ls_work ls_work;

/* Makes a collective asynchronous: pass ls_async(group, &work) where it takes a group, and it returns at once with a
 * handle in *out_work (NULL if it fails). On host memory it then runs on a thread of the group's, those of a group one
 * after the other in the order of the calls; operations of other kinds on the group come after them. On tensors the
 * program that computes the results is launched at once, instead of at the next cut. Buffers belong to the operation
 * until it is completed, whether its handle is freed or not. Every collective and barrier accepts it; functions that
 * make or destroy groups, that exchange byte strings, and blocking send and recv refuse it. */
LS_API ls_group ls_async(ls_group group, ls_work **out_work);

/* Whether it has ended, well or not. Never waits. */
LS_API bool ls_work_is_completed(ls_work *work);

/* Waits until it has ended and returns how it went; LS_DEADLINE_EXCEEDED if it is still under way after `timeout_ms`
 * (0: no limit but the group's timeout, which ends it): then it may be waited for again. */
LS_API ls_status ls_work_wait(ls_work *work, int64_t timeout_ms);

/* Waits for all, whatever becomes of each, and returns the first failure. NULL entries are skipped. */
LS_API ls_status ls_work_wait_all(ls_work *const *works, int count, int64_t timeout_ms);

/* How it went, without waiting: LS_OK also while it is under way. The message is "" if nothing went wrong, belongs to
 * the work, and may be NULL if it is not wanted. */
LS_API ls_status ls_work_exception(ls_work *work, const char **out_message);

/* The output on host memory of a completed operation: the caller's own buffer. LS_FAILED_PRECONDITION while it is under
 * way, or its failure; LS_INVALID_ARGUMENT if it has none (a send, a barrier, an operation on tensors). */
LS_API ls_status ls_work_result(ls_work *work, void **out_data, size_t *out_bytes);

/* The global rank that a completed receive got its message from; −1 for everything else. */
LS_API int ls_work_source_rank(ls_work *work);

/* Gives up the handle, not the operation. NULL is allowed. */
LS_API void ls_work_free(ls_work *work);

#ifdef __cplusplus
}
#endif
#endif
