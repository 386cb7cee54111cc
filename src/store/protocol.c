#include "store/protocol.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void ls_store_buffer_add(ls_store_buffer *buffer, const void *data, size_t size)
{
    if (buffer->size + size > buffer->capacity) {
        size_t capacity = buffer->capacity ? buffer->capacity : 256;
        while (capacity < buffer->size + size) capacity *= 2;
        buffer->data = realloc(buffer->data, capacity);
        LS_ASSERT(buffer->data && "out of memory");
        buffer->capacity = capacity;
    }
    if (size) memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
}

void ls_store_buffer_drop(ls_store_buffer *buffer, size_t size)
{
    buffer->size -= size;
    if (buffer->size) memmove(buffer->data, buffer->data + size, buffer->size);
    if (!buffer->size && buffer->capacity > 1 << 20) ls_store_buffer_finish(buffer);
}

void ls_store_buffer_finish(ls_store_buffer *buffer)
{
    free(buffer->data);
    *buffer = (ls_store_buffer){0};
}

void ls_store_put_u8(ls_store_buffer *buffer, uint8_t number)
{
    ls_store_buffer_add(buffer, &number, 1);
}

void ls_store_put_u32(ls_store_buffer *buffer, uint32_t number)
{
    number = htole32(number);
    ls_store_buffer_add(buffer, &number, 4);
}

void ls_store_put_u64(ls_store_buffer *buffer, uint64_t number)
{
    number = htole64(number);
    ls_store_buffer_add(buffer, &number, 8);
}

void ls_store_put_bytes(ls_store_buffer *buffer, ls_store_bytes bytes)
{
    ls_store_put_u64(buffer, bytes.size);
    ls_store_buffer_add(buffer, bytes.data, bytes.size);
}

static const void *take(ls_store_reader *reader, size_t size)
{
    if ((size_t)(reader->end - reader->next) < size) {
        reader->whole = false;
        reader->next = reader->end;
        return NULL;
    }
    const void *bytes = reader->next;
    reader->next += size;
    return bytes;
}

uint32_t ls_store_take_u32(ls_store_reader *reader)
{
    uint32_t number = 0;
    const void *bytes = take(reader, 4);
    if (bytes) memcpy(&number, bytes, 4);
    return le32toh(number);
}

uint64_t ls_store_take_u64(ls_store_reader *reader)
{
    uint64_t number = 0;
    const void *bytes = take(reader, 8);
    if (bytes) memcpy(&number, bytes, 8);
    return le64toh(number);
}

ls_store_bytes ls_store_take_bytes(ls_store_reader *reader)
{
    size_t size = ls_store_take_u64(reader);
    const void *data = take(reader, size);
    return (ls_store_bytes){data, data ? size : 0};
}

/* The fields of each query and of its reply: k key, v value, 8, 4 and 1 bytes of number; lists in requests: K of keys,
 * P of key and value; lists in replies: see the header. */
static const struct query {
    const char *fields, *reply;
} queries[LS_QUERY_COUNT] = {
    [LS_QUERY_VALIDATE] = {"4", ""},    [LS_QUERY_SET] = {"kv", ""},       [LS_QUERY_COMPARE_SET] = {"kvv", "v"},
    [LS_QUERY_GET] = {"k", "v"},        [LS_QUERY_ADD] = {"k8", "8"},      [LS_QUERY_CHECK] = {"K", "1"},
    [LS_QUERY_WAIT] = {"K", "1"},       [LS_QUERY_NUM_KEYS] = {"", "8"},   [LS_QUERY_DELETE] = {"k", "8"},
    [LS_QUERY_APPEND] = {"kv", ""},     [LS_QUERY_MULTI_GET] = {"K", "V"}, [LS_QUERY_MULTI_SET] = {"P", ""},
    [LS_QUERY_CANCEL_WAIT] = {"", "1"}, [LS_QUERY_PING] = {"4", "4"},      [LS_QUERY_QUEUE_PUSH] = {"kv", ""},
    [LS_QUERY_QUEUE_POP] = {"k", "8q"}, [LS_QUERY_QUEUE_LEN] = {"k", "8"}, [LS_QUERY_WILL] = {"8kv", ""},
};

const char *ls_store_reply_fields(ls_store_query query)
{
    return queries[query].reply;
}

/* Measures a request without holding more than its lengths: how far it reaches, and whether all of it is there. */
typedef struct measure {
    ls_store_bytes bytes;
    size_t at;
    enum { COMPLETE, SHORT, BROKEN } state;
} measure;

static void skip(measure *m, size_t size)
{
    if (m->state != COMPLETE) return;
    m->at += size;
    if (m->at > LS_STORE_MAX_REQUEST)
        m->state = BROKEN;
    else if (m->at > m->bytes.size)
        m->state = SHORT;
}

static size_t skip_length(measure *m, size_t most)
{
    size_t at = m->at;
    skip(m, 8);
    if (m->state != COMPLETE) return 0;
    uint64_t length;
    memcpy(&length, (const char *)m->bytes.data + at, 8);
    length = le64toh(length);
    if (length <= most) return length;
    m->state = BROKEN;
    return 0;
}

static void skip_field(measure *m, char field)
{
    switch (field) {
    case 'k': skip(m, skip_length(m, LS_STORE_MAX_KEY)); break;
    case 'v': skip(m, skip_length(m, LS_STORE_MAX_VALUE)); break;
    case '4': skip(m, 4); break;
    case '8': skip(m, 8); break;
    default:
        for (size_t left = skip_length(m, LS_STORE_MAX_LIST); left && m->state == COMPLETE; left--) {
            skip_field(m, 'k');
            if (field == 'P') skip_field(m, 'v');
        }
    }
}

size_t ls_store_request_size(ls_store_bytes bytes, size_t *out_needed)
{
    *out_needed = 1;
    if (!bytes.size) return 0;
    uint8_t kind = *(const uint8_t *)bytes.data;
    if (kind >= LS_QUERY_COUNT || !queries[kind].fields) return SIZE_MAX;
    measure m = {.bytes = bytes, .at = 1};
    for (const char *field = queries[kind].fields; *field && m.state == COMPLETE; field++) skip_field(&m, *field);
    *out_needed = m.at;
    return m.state == COMPLETE ? m.at : m.state == SHORT ? 0 : SIZE_MAX;
}
