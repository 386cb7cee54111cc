/* Key-value stores through which ranks find each other. */
#ifndef LOCKSTEP_STORE_H
#define LOCKSTEP_STORE_H

#include <lockstep/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A store handle may be used by several threads at once. Keys are strings; values are bytes. Every call ends within its
 * timeout: LS_DEADLINE_EXCEEDED names the keys that were missing. timeout_ms 0 takes the store's default (30 minutes);
 * a negative one has passed already. */
typedef struct ls_store ls_store;

/* A store inside this process. */
LS_API ls_status ls_store_create_local(ls_store **out_store);

typedef struct ls_store_tcp_options {
    const char *host;   /* NULL: 127.0.0.1 */
    int port;           /* 0: the server chooses a free one; see ls_store_port */
    bool is_server;     /* this process also hosts the store */
    int64_t timeout_ms; /* default for every call, connecting included; 0 means 30 minutes */
} ls_store_tcp_options;

/* A store over TCP, PyTorch's TCPStore protocol. LS_UNAVAILABLE or LS_DEADLINE_EXCEEDED names the address. A busy port
 * is LS_ALREADY_EXISTS. */
LS_API ls_status ls_store_create_tcp(const ls_store_tcp_options *options, ls_store **out_store);
LS_API int ls_store_port(const ls_store *store); /* 0 if it has none */

/* The same store under a prefix: key k becomes "prefix/k". Keeps `base` alive. */
LS_API ls_status ls_store_create_prefix(ls_store *base, const char *prefix, ls_store **out_store);

/* Releases one handle. The TCP server's owner waits until its clients have gone, at most a grace time. NULL is allowed.
 */
LS_API void ls_store_destroy(ls_store *store);

LS_API ls_status ls_store_set(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms);

/* Waits for the key, then copies its value into fresh memory that the caller frees with free(); a 0 byte follows it. */
LS_API ls_status ls_store_get(ls_store *store, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms);

/* Adds `delta` to the decimal number under `key` (0 if there is none) and gives the sum. */
LS_API ls_status ls_store_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, int64_t timeout_ms);

/* Sets `desired` if the value equals `expected` (an absent key counts as equal to an empty `expected`); gives the value
 * that holds afterwards, freed with free(); for an absent key and another `expected`, `expected` itself, as PyTorch
 * does. */
LS_API ls_status ls_store_compare_set(ls_store *store, const char *key, const void *expected, size_t expected_size,
                                      const void *desired, size_t desired_size, void **out_value, size_t *out_size,
                                      int64_t timeout_ms);
LS_API ls_status ls_store_wait(ls_store *store, const char *const *keys, int count, int64_t timeout_ms);
LS_API ls_status ls_store_check(ls_store *store, const char *const *keys, int count, bool *out_present,
                                int64_t timeout_ms);
LS_API ls_status ls_store_delete(ls_store *store, const char *key, bool *out_deleted, int64_t timeout_ms);

#ifdef __cplusplus
}
#endif
#endif
