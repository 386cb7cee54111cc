/* The bytes of PyTorch's TCPStore protocol (its libuv server's): a request is one byte of kind, then its fields.
 * Numbers are little-endian; a key or value is a 64-bit length and its bytes; a list is a 64-bit count and its items.
 * Keys of users travel as "/" + key. SET, APPEND, MULTI_SET, QUEUE_PUSH, VALIDATE and WILL have no reply. */
#ifndef LS_STORE_PROTOCOL_H
#define LS_STORE_PROTOCOL_H

#include "store/table.h"

typedef enum ls_store_query {
    LS_QUERY_VALIDATE,    /* magic; must come first */
    LS_QUERY_SET,         /* key, value */
    LS_QUERY_COMPARE_SET, /* key, expected, desired -> value */
    LS_QUERY_GET,         /* key -> value, empty if absent: WAIT comes first */
    LS_QUERY_ADD,         /* key, i64 -> i64 */
    LS_QUERY_CHECK,       /* keys -> LS_REPLY_READY or LS_REPLY_NOT_READY */
    LS_QUERY_WAIT,        /* keys -> LS_REPLY_STOP_WAITING once all are there */
    LS_QUERY_NUM_KEYS,    /* -> i64 */
    LS_QUERY_DELETE,      /* key -> i64: how many were deleted */
    LS_QUERY_APPEND,      /* key, value */
    LS_QUERY_MULTI_GET,   /* keys -> a value each */
    LS_QUERY_MULTI_SET,   /* list of key, value */
    LS_QUERY_CANCEL_WAIT, /* -> LS_REPLY_WAIT_CANCELLED, after a STOP_WAITING that crossed it, if any */
    LS_QUERY_PING,        /* u32 -> the same u32 */
    LS_QUERY_QUEUE_PUSH,  /* key, value; a queue is no value, but WAIT and CHECK see it while it holds something */
    LS_QUERY_QUEUE_POP,   /* key -> i64: how many there were; if any, the first value */
    LS_QUERY_QUEUE_LEN,   /* key -> i64 */
    LS_QUERY_WILL = 64,   /* ours alone: u64, key, value: SET them when this connection ends; an empty key: forget that.
                           * The number is the writer's, in a file */
    LS_QUERY_COUNT
} ls_store_query;

enum { LS_REPLY_READY = 0, LS_REPLY_NOT_READY = 1, LS_REPLY_STOP_WAITING = 0, LS_REPLY_WAIT_CANCELLED = 1 };

/* What a query's reply consists of: v a value, V one for each key, q a value unless the number before it is 0; 8 and 1
 * bytes of number. "" where there is none. */
const char *ls_store_reply_fields(ls_store_query query);

#define LS_STORE_MAGIC 0x3C85F7CEu
#define LS_STORE_INIT_KEY "init/" /* without "/": each client adds 1 when it arrives */
#define LS_STORE_MAX_KEY ((size_t)8 << 10)
#define LS_STORE_MAX_VALUE ((size_t)8 << 20)
#define LS_STORE_MAX_LIST ((size_t)128 << 10)
#define LS_STORE_MAX_REQUEST ((size_t)64 << 20)

/* Bytes that grow; zeroed: empty and ready. */
typedef struct ls_store_buffer {
    char *data;
    size_t size, capacity;
} ls_store_buffer;
void ls_store_buffer_add(ls_store_buffer *buffer, const void *data, size_t size);
void ls_store_buffer_drop(ls_store_buffer *buffer, size_t size); /* from the front */
void ls_store_buffer_finish(ls_store_buffer *buffer);

void ls_store_put_u8(ls_store_buffer *buffer, uint8_t number);
void ls_store_put_u32(ls_store_buffer *buffer, uint32_t number);
void ls_store_put_u64(ls_store_buffer *buffer, uint64_t number);
void ls_store_put_bytes(ls_store_buffer *buffer, ls_store_bytes bytes);

/* Reading forward; a read past the end gives zeros and clears `whole`. */
typedef struct ls_store_reader {
    const char *next, *end;
    bool whole;
} ls_store_reader;
uint32_t ls_store_take_u32(ls_store_reader *reader);
uint64_t ls_store_take_u64(ls_store_reader *reader);
ls_store_bytes ls_store_take_bytes(ls_store_reader *reader);

/* Finds the end of the request at the front of `bytes` (its kind byte included).
 * Returns its size; 0 if more bytes are needed, at least *out_needed in all; SIZE_MAX if it breaks the protocol's
 * limits. */
size_t ls_store_request_size(ls_store_bytes bytes, size_t *out_needed);

#endif
