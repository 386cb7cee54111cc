/* The flight record as the program asks for it. */
#include <lockstep/flight.h>

#include "base/error.h"
#include "comm/flight.h"
#include "dist/meeting.h"
#include "dist/world.h"

static ls_status read_record(int rank, char *(*print)(ls_comm_domain *, int, const char *, size_t *), ls_bytes *out)
{
    *out = (ls_bytes){0};
    const ls_rank_context *context = ls_rank_peek();
    if (!context || !context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION, "process group not initialised: there is no flight record");
    if (rank < 0) rank = context->rank;
    if (rank >= context->world_size)
        return ls_fail(LS_INVALID_ARGUMENT, "there is no rank %d in a world of %d", rank, context->world_size);
    out->data = print(ls_meeting_domain(context->meeting), rank, NULL, &out->size);
    return out->data ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for the flight record");
}

ls_status ls_flight_record_text(int rank, ls_bytes *out_text)
{
    if (!out_text) return ls_fail(LS_INVALID_ARGUMENT, "ls_flight_record_text: no place for the result");
    return ls_context(read_record(rank, ls_flight_text, out_text), "ls_flight_record_text");
}

ls_status ls_flight_record_json(int rank, ls_bytes *out_json)
{
    if (!out_json) return ls_fail(LS_INVALID_ARGUMENT, "ls_flight_record_json: no place for the result");
    return ls_context(read_record(rank, ls_flight_json, out_json), "ls_flight_record_json");
}
