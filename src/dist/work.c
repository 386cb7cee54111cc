/* Work handles: what is common to all kinds. */
#include "dist/work.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void ls_work_init(ls_work *work, const ls_work_kind *kind)
{
    *work = (ls_work){.kind = kind, .references = 1, .source = -1};
}

void ls_work_finish(ls_work *work, ls_status status)
{
    work->status = status;
    if (status != LS_OK) work->message = strdup(ls_last_error());
    atomic_store_explicit(&work->is_finished, true, memory_order_release);
}

ls_work *ls_work_hold(ls_work *work)
{
    atomic_fetch_add_explicit(&work->references, 1, memory_order_relaxed);
    return work;
}

void ls_work_free(ls_work *work)
{
    if (!work || atomic_fetch_sub_explicit(&work->references, 1, memory_order_acq_rel) > 1) return;
    free(work->message);
    work->kind->release(work);
}

/* --- Asking --------------------------------------------------------------------------------------------------- */

static bool is_finished(ls_work *work)
{
    return atomic_load_explicit(&work->is_finished, memory_order_acquire);
}

static ls_status outcome(const ls_work *work)
{
    return work->status == LS_OK ? LS_OK : ls_fail(work->status, "%s", work->message ? work->message : "out of memory");
}

bool ls_work_is_completed(ls_work *work)
{
    if (!work) return false;
    if (!is_finished(work)) work->kind->look(work);
    return is_finished(work);
}

static ls_status wait_until(ls_work *work, ls_deadline patience)
{
    if (!is_finished(work)) work->kind->wait(work, patience);
    if (is_finished(work)) return outcome(work);
    return ls_fail(LS_DEADLINE_EXCEEDED, "the operation is still under way");
}

static ls_deadline patience_of(int64_t timeout_ms)
{
    return timeout_ms > 0 ? ls_deadline_in_ms(timeout_ms) : (ls_deadline){INT64_MAX};
}

ls_status ls_work_wait(ls_work *work, int64_t timeout_ms)
{
    if (!work) return ls_fail(LS_INVALID_ARGUMENT, "ls_work_wait: the work is NULL");
    return ls_context(wait_until(work, patience_of(timeout_ms)), "ls_work_wait");
}

ls_status ls_work_wait_all(ls_work *const *works, int count, int64_t timeout_ms)
{
    if (count > 0 && !works) return ls_fail(LS_INVALID_ARGUMENT, "ls_work_wait_all: no works were given");
    ls_deadline patience = patience_of(timeout_ms);
    ls_work *first = NULL;
    for (int i = 0; i < count; i++)
        if (works[i] && wait_until(works[i], patience) != LS_OK && !first) first = works[i];
    if (!first) return LS_OK;
    return ls_context(is_finished(first) ? outcome(first)
                                         : ls_fail(LS_DEADLINE_EXCEEDED, "the operations are still under way"),
                      "ls_work_wait_all");
}

ls_status ls_work_exception(ls_work *work, const char **out_message)
{
    bool has_failed = ls_work_is_completed(work) && work->status != LS_OK;
    if (out_message) *out_message = !has_failed ? "" : work->message ? work->message : "out of memory";
    return has_failed ? work->status : LS_OK;
}

ls_status ls_work_result(ls_work *work, void **out_data, size_t *out_bytes)
{
    if (out_data) *out_data = NULL;
    if (out_bytes) *out_bytes = 0;
    if (!work) return ls_fail(LS_INVALID_ARGUMENT, "ls_work_result: the work is NULL");
    if (!ls_work_is_completed(work))
        return ls_fail(LS_FAILED_PRECONDITION, "ls_work_result: the operation is still under way");
    LS_TRY(ls_context(outcome(work), "ls_work_result"));
    if (!work->data) return ls_fail(LS_INVALID_ARGUMENT, "ls_work_result: the operation has no output in host memory");
    if (out_data) *out_data = work->data;
    if (out_bytes) *out_bytes = work->bytes;
    return LS_OK;
}

int ls_work_source_rank(ls_work *work)
{
    return ls_work_is_completed(work) ? work->source : -1;
}

/* --- Asking for one ------------------------------------------------------------------------------------------- */

#define ASYNC_MARK (UINT32_C(1) << 31) /* on a group's slot, which is never that large */

static _Thread_local ls_work **async_target; /* of the newest ls_async */

ls_group ls_async(ls_group group, ls_work **out_work)
{
    if (out_work) *out_work = NULL;
    async_target = out_work;
    return (ls_group){group.slot | ASYNC_MARK, group.generation};
}

ls_work **ls_async_take(ls_group *group)
{
    if (!(group->slot & ASYNC_MARK) || !async_target) return NULL;
    ls_work **target = async_target;
    async_target = NULL;
    group->slot &= ~ASYNC_MARK;
    return target;
}
