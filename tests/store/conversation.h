/* What a client of the TCP store says: a start for mutations. */
#ifndef TESTS_STORE_CONVERSATION_H
#define TESTS_STORE_CONVERSATION_H

#include "store/daemon.h"

/* A conversation that holds every kind of request. */
static inline ls_store_buffer make_conversation(void)
{
    ls_store_buffer c = {0};
    ls_store_bytes key = {"/key", 4}, other = {"/other", 6}, value = {"12", 2};
    ls_store_put_u8(&c, LS_QUERY_VALIDATE), ls_store_put_u32(&c, LS_STORE_MAGIC);
    ls_store_put_u8(&c, LS_QUERY_SET), ls_store_put_bytes(&c, key), ls_store_put_bytes(&c, value);
    ls_store_put_u8(&c, LS_QUERY_ADD), ls_store_put_bytes(&c, key), ls_store_put_u64(&c, 7);
    ls_store_put_u8(&c, LS_QUERY_WAIT), ls_store_put_u64(&c, 2), ls_store_put_bytes(&c, key),
        ls_store_put_bytes(&c, other);
    ls_store_put_u8(&c, LS_QUERY_PING), ls_store_put_u32(&c, 5);
    ls_store_put_u8(&c, LS_QUERY_CANCEL_WAIT);
    ls_store_put_u8(&c, LS_QUERY_WAIT), ls_store_put_u64(&c, 1), ls_store_put_bytes(&c, other);
    ls_store_put_u8(&c, LS_QUERY_MULTI_SET), ls_store_put_u64(&c, 2);
    ls_store_put_bytes(&c, other), ls_store_put_bytes(&c, value), ls_store_put_bytes(&c, key),
        ls_store_put_bytes(&c, key);
    ls_store_put_u8(&c, LS_QUERY_MULTI_GET), ls_store_put_u64(&c, 2), ls_store_put_bytes(&c, key),
        ls_store_put_bytes(&c, other);
    ls_store_put_u8(&c, LS_QUERY_COMPARE_SET);
    ls_store_put_bytes(&c, key), ls_store_put_bytes(&c, key), ls_store_put_bytes(&c, value);
    ls_store_put_u8(&c, LS_QUERY_APPEND), ls_store_put_bytes(&c, key), ls_store_put_bytes(&c, value);
    ls_store_put_u8(&c, LS_QUERY_CHECK), ls_store_put_u64(&c, 1), ls_store_put_bytes(&c, other);
    ls_store_put_u8(&c, LS_QUERY_NUM_KEYS);
    ls_store_put_u8(&c, LS_QUERY_DELETE), ls_store_put_bytes(&c, key);
    ls_store_put_u8(&c, LS_QUERY_GET), ls_store_put_bytes(&c, key);
    ls_store_put_u8(&c, LS_QUERY_WILL), ls_store_put_u64(&c, 0), ls_store_put_bytes(&c, key),
        ls_store_put_bytes(&c, value);
    ls_store_put_u8(&c, LS_QUERY_QUEUE_PUSH), ls_store_put_bytes(&c, key), ls_store_put_bytes(&c, value);
    ls_store_put_u8(&c, LS_QUERY_QUEUE_LEN), ls_store_put_bytes(&c, key);
    ls_store_put_u8(&c, LS_QUERY_QUEUE_POP), ls_store_put_bytes(&c, key);
    return c;
}

#endif
