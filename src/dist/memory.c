/* ls_host_alloc: memory that peers read in place, and that knows where it came from. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dist/meeting.h"

/* Before the caller's first byte; as large as the alignment. */
typedef struct block {
    _Alignas(64) ls_meeting *meeting; /* NULL: private memory */
} block;

ls_status ls_host_alloc(size_t bytes, void **out_data)
{
    if (!out_data) return ls_fail(LS_INVALID_ARGUMENT, "ls_host_alloc: no place for the result");
    *out_data = NULL;
    size_t total = (bytes + sizeof(block) + 63) / 64 * 64;
    if (total < bytes) return ls_fail(LS_INVALID_ARGUMENT, "ls_host_alloc: %zu bytes are more than memory", bytes);
    ls_rank_context *context = ls_rank_peek();
    ls_meeting *meeting = context ? context->meeting : NULL;
    void *base = NULL;
    if (meeting) {
        LS_TRY(ls_context(ls_comm_alloc(ls_meeting_domain(meeting), total, &base), "ls_host_alloc"));
        ls_meeting_hold(meeting);
    } else {
        base = aligned_alloc(64, total);
        if (!base) return ls_fail(LS_RESOURCE_EXHAUSTED, "ls_host_alloc: no memory for %zu bytes", bytes);
        memset(base, 0, total);
    }
    block *head = base;
    *head = (block){.meeting = meeting};
    *out_data = head + 1;
    return LS_OK;
}

void ls_host_free(void *data)
{
    if (!data) return;
    block *head = (block *)data - 1;
    ls_meeting *meeting = head->meeting;
    if (!meeting) {
        free(head);
        return;
    }
    ls_comm_free(ls_meeting_domain(meeting), head);
    ls_meeting_leave(meeting);
}
