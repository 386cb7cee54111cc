#include "store/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#define MOST_NAMED 8

/* --- Replies ------------------------------------------------------------------------------------------------ */

static ls_status receive_number(ls_store_source source, void *from, size_t size, int64_t *out_number)
{
    uint64_t number = 0;
    LS_TRY(source(from, &number, size));
    *out_number = (int64_t)le64toh(number);
    return LS_OK;
}

static ls_status receive_value(ls_store_source source, void *from, void **out_value, size_t *out_size)
{
    int64_t size;
    LS_TRY(receive_number(source, from, 8, &size));
    if ((uint64_t)size > LS_STORE_MAX_REQUEST) /* APPEND makes values longer than what is sent at once */
        return ls_fail(LS_UNAVAILABLE, "it sends a value of %llu bytes, more than a store holds",
                       (unsigned long long)size);
    char *value = malloc((size_t)size + 1);
    if (!value) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a value of %lld bytes", (long long)size);
    ls_status status = source(from, value, (size_t)size);
    if (status != LS_OK) {
        free(value);
        return status;
    }
    value[size] = 0;
    *out_value = value;
    *out_size = (size_t)size;
    return LS_OK;
}

static ls_status receive_field(ls_store_call *call, char field, ls_store_source source, void *from)
{
    switch (field) {
    case '1': return receive_number(source, from, 1, &call->number);
    case '4': return receive_number(source, from, 4, &call->number);
    case '8': return receive_number(source, from, 8, &call->number);
    case 'q':
        if (!call->number) return LS_OK;
        break;
    default: break;
    }
    for (int i = 0; i < call->count; i++)
        LS_TRY(receive_value(source, from, &call->out_values[i], &call->out_sizes[i]));
    return LS_OK;
}

ls_status ls_store_call_receive(ls_store_call *call, ls_store_source source, void *from)
{
    ls_status status = LS_OK;
    for (const char *field = ls_store_reply_fields(call->query); *field && status == LS_OK; field++)
        status = receive_field(call, *field, source, from);
    for (int i = 0; status != LS_OK && i < call->count; i++) {
        free(call->out_values[i]);
        call->out_values[i] = NULL;
        call->out_sizes[i] = 0;
    }
    return status;
}

static ls_status take_from_memory(void *from, void *out, size_t size)
{
    ls_store_reader *reader = from;
    LS_ASSERT((size_t)(reader->end - reader->next) >= size);
    memcpy(out, reader->next, size);
    reader->next += size;
    return LS_OK;
}

ls_status ls_store_call_answer(ls_store_call *call, const ls_store_buffer *reply)
{
    ls_store_reader reader = {.whole = true};
    if (reply->size) reader = (ls_store_reader){reply->data, reply->data + reply->size, true};
    return ls_store_call_receive(call, take_from_memory, &reader);
}

/* --- Requests ----------------------------------------------------------------------------------------------- */

static ls_store_reader behind_kind(const ls_store_buffer *request)
{
    if (!request->size) return (ls_store_reader){.whole = true};
    return (ls_store_reader){request->data + 1, request->data + request->size, true};
}

ls_store_reader ls_store_call_fields(const ls_store_call *call)
{
    return behind_kind(&call->request);
}

ls_store_reader ls_store_call_wait_keys(const ls_store_call *call)
{
    return behind_kind(&call->wait);
}

void ls_store_call_finish(ls_store_call *call)
{
    ls_store_buffer_finish(&call->wait);
    ls_store_buffer_finish(&call->request);
}

/* --- Errors ------------------------------------------------------------------------------------------------- */

/* Writes a key without its "/". */
static size_t name_key(ls_store_bytes key, const char *before, char *out, size_t size)
{
    int written = snprintf(out, size, "%s'%.*s'", before, (int)key.size - 1, (const char *)key.data + 1);
    return (size_t)written;
}

ls_status ls_store_call_fail_missing(const ls_store_call *call, bool (*is_missing)(void *from, ls_store_bytes key),
                                     void *from)
{
    char names[1024] = "", more[32] = "";
    size_t used = 0;
    int named = 0, left = 0;
    ls_store_reader keys = ls_store_call_wait_keys(call);
    for (uint64_t count = ls_store_take_u64(&keys); count; count--) {
        ls_store_bytes key = ls_store_take_bytes(&keys);
        if (!is_missing(from, key)) continue;
        if (named == MOST_NAMED || (named && used + key.size + 8 > sizeof(names)))
            left++;
        else
            used += name_key(key, named++ ? ", " : "", names + used, sizeof(names) - used);
    }
    if (left) snprintf(more, sizeof(more), " and %d more", left);
    return ls_fail(LS_DEADLINE_EXCEEDED, "nobody set %s%s in time", named ? names : "the last key", more);
}

ls_status ls_store_call_fail_execute(const ls_store_call *call)
{
    if (call->query != LS_QUERY_ADD)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "the values are too many bytes for one reply: ask for fewer keys");
    char name[256];
    ls_store_reader fields = ls_store_call_fields(call);
    name_key(ls_store_take_bytes(&fields), "", name, sizeof(name));
    return ls_fail(LS_FAILED_PRECONDITION,
                   "the value of %s is no number that fits into 64 bits, so nothing can be added", name);
}
