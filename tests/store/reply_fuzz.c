/* A server answers any bytes: the client takes a reply or refuses it, and keeps nothing of one that it refuses. The
 * first byte says what was asked. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fuzz.h"
#include "store/call.h"

static ls_status take(void *from, void *out, size_t size)
{
    ls_store_reader *reader = from;
    if ((size_t)(reader->end - reader->next) < size) return ls_fail(LS_UNAVAILABLE, "the end");
    memcpy(out, reader->next, size);
    reader->next += size;
    return LS_OK;
}

static const ls_store_query asked[] = {LS_QUERY_GET,       LS_QUERY_MULTI_GET, LS_QUERY_COMPARE_SET,
                                       LS_QUERY_QUEUE_POP, LS_QUERY_ADD,       LS_QUERY_CHECK};

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (!size) return 0;
    ls_store_query query = asked[data[0] % (sizeof(asked) / sizeof(asked[0]))];
    bool has_values = query != LS_QUERY_ADD && query != LS_QUERY_CHECK;
    void *values[4] = {0};
    size_t sizes[4] = {0};
    ls_store_call call = {.query = query, .out_values = values, .out_sizes = sizes};
    call.count = !has_values ? 0 : query == LS_QUERY_MULTI_GET ? 4 : 1;
    ls_store_reader reader = {(const char *)data + 1, (const char *)data + size, true};
    ls_status status = ls_store_call_receive(&call, take, &reader);
    for (int i = 0; i < 4; i++) {
        LS_ASSERT(status == LS_OK || !values[i]);
        LS_ASSERT(!values[i] || (sizes[i] < size && ((char *)values[i])[sizes[i]] == 0));
        free(values[i]);
    }
    return 0;
}

size_t ls_fuzz_seed(unsigned char *out, size_t size)
{
    ls_store_buffer reply = {0};
    ls_store_put_u8(&reply, 1);
    for (int i = 0; i < 4; i++) ls_store_put_bytes(&reply, (ls_store_bytes){&"value"[i], (size_t)(5 - i)});
    size_t used = reply.size < size ? reply.size : 0;
    memcpy(out, reply.data, used);
    ls_store_buffer_finish(&reply);
    return used;
}
