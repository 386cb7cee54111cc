/* Key-value stores through which ranks find each other. */
#ifndef LOCKSTEP_STORE_H
#define LOCKSTEP_STORE_H

#include <lockstep/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A store handle may be used by several threads at once. Keys are strings of at most 8191 bytes, prefixes included;
 * values are byte strings of at most 8 MB each, 64 MB in one call. Every call blocks the calling thread only, and ends
 * within its timeout: `timeout_ms` 0 takes the store's default (30 minutes unless its options say otherwise), a
 * negative one has passed already. LS_DEADLINE_EXCEEDED names the keys that were missing, LS_UNAVAILABLE the store that
 * has gone, LS_INVALID_ARGUMENT what was wrong with the call. Out parameters are cleared on entry. */
typedef struct ls_store ls_store;

/* --- Kinds -------------------------------------------------------------------------------------------------------- */

/* A store inside this process, for its threads. */
LS_API ls_status ls_store_create_local(ls_store **out_store);

typedef struct ls_store_tcp_options {
    const char *host;   /* a name or an address, IPv6 without brackets; "unix:NAME": a socket that only this host and
                         * user can reach, which needs no port; NULL: 127.0.0.1 */
    int port;           /* 0: the server chooses a free one; see ls_store_port */
    bool is_server;     /* this process also hosts the store */
    int64_t timeout_ms; /* default for every call, connecting included; 0 means 30 minutes */
} ls_store_tcp_options;

/* A store over TCP, in PyTorch's TCPStore protocol: its server may be a Python torch.distributed.TCPStore, and so may
 * its clients. A client tries again until somebody listens; LS_UNAVAILABLE or LS_DEADLINE_EXCEEDED names the address. A
 * busy port is LS_ALREADY_EXISTS. The server listens on the loopback address if that is what `host` means, on all
 * interfaces otherwise. */
LS_API ls_status ls_store_create_tcp(const ls_store_tcp_options *options, ls_store **out_store);
LS_API int ls_store_port(const ls_store *store); /* of the TCP store or the one behind the prefix; 0 if it has none */

typedef struct ls_store_file_options {
    const char *path;   /* made if it is not there; its folder must be, and every process must see it there */
    int world_size;     /* how many openings there will be; 0: not known, and then the file stays when all have left */
    int64_t timeout_ms; /* default for every call, opening included; 0 means 30 minutes */
} ls_store_file_options;

/* A store in a file, as PyTorch's FileStore, for processes that share a file system with locks. The last to leave
 * removes the file. What a killed job has left is emptied by the first opener of the next. While another job is there,
 * whose openings are complete, this waits for it to leave: LS_UNAVAILABLE names the file. LS_FAILED_PRECONDITION: the
 * file is something else, and stays as it is. LS_INVALID_ARGUMENT: it was opened with another world size. */
LS_API ls_status ls_store_create_file(const ls_store_file_options *options, ls_store **out_store);

/* The same store under a prefix: key k becomes "prefix/k". Keeps `base` alive. */
LS_API ls_status ls_store_create_prefix(ls_store *base, const char *prefix, ls_store **out_store);

/* Releases one handle; no call may be using it. The TCP server's owner waits until its clients have gone, at most 30 s.
 * NULL is allowed. */
LS_API void ls_store_destroy(ls_store *store);

/* --- Values ------------------------------------------------------------------------------------------------------- */

/* Sets the value, whether or not there was one. Who waits for the key goes on. `value` may be NULL if `size` is 0. */
LS_API ls_status ls_store_set(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms);

/* Waits for the key, then copies its value into fresh memory that the caller frees with free(); a 0 byte follows it.
 * `out_size` may be NULL. */
LS_API ls_status ls_store_get(ls_store *store, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms);

/* Adds `delta` to the decimal number under `key` (0 if there is none), in one step, and gives the sum, which wraps at
 * 64 bits. `out_sum` may be NULL. LS_FAILED_PRECONDITION: the value does not begin with a number; it stays. */
LS_API ls_status ls_store_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, int64_t timeout_ms);

/* Puts bytes behind the value, or sets it if there is none. */
LS_API ls_status ls_store_append(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms);

/* Sets `desired` if the value equals `expected` (an absent key counts as equal to an empty `expected`); gives the value
 * that holds afterwards, freed with free(); for an absent key and another `expected`, `expected` itself, as PyTorch
 * does. */
LS_API ls_status ls_store_compare_set(ls_store *store, const char *key, const void *expected, size_t expected_size,
                                      const void *desired, size_t desired_size, void **out_value, size_t *out_size,
                                      int64_t timeout_ms);

/* Several keys at once: `count` keys, values and sizes. Getting waits for all of them; each value is freed with free().
 */
LS_API ls_status ls_store_multi_set(ls_store *store, const char *const *keys, const void *const *values,
                                    const size_t *sizes, int count, int64_t timeout_ms);
LS_API ls_status ls_store_multi_get(ls_store *store, const char *const *keys, int count, void **out_values,
                                    size_t *out_sizes, int64_t timeout_ms);

/* --- Keys --------------------------------------------------------------------------------------------------------- */

/* Until all the keys have a value, or a queue that is not empty. */
LS_API ls_status ls_store_wait(ls_store *store, const char *const *keys, int count, int64_t timeout_ms);
/* Whether all of them have, now. */
LS_API ls_status ls_store_check(ls_store *store, const char *const *keys, int count, bool *out_present,
                                int64_t timeout_ms);
/* Removes the key and its value, not its queue. `out_deleted` (NULL allowed): whether there was one. */
LS_API ls_status ls_store_delete(ls_store *store, const char *key, bool *out_deleted, int64_t timeout_ms);
/* How many keys have values, of the whole store, whatever the prefix. A TCP store has one of its own, "init/", in which
 * its clients are counted. */
LS_API ls_status ls_store_num_keys(ls_store *store, int64_t *out_count, int64_t timeout_ms);

/* --- Queues: first in, first out, one under each key, apart from the key's value ---------------------------------- */

LS_API ls_status ls_store_queue_push(ls_store *store, const char *key, const void *value, size_t size,
                                     int64_t timeout_ms);
/* Takes the first item; each goes to one taker. If there is none, waits for one, or without `block` is LS_NOT_FOUND.
 * The value is freed with free(). */
LS_API ls_status ls_store_queue_pop(ls_store *store, const char *key, bool block, void **out_value, size_t *out_size,
                                    int64_t timeout_ms);
LS_API ls_status ls_store_queue_length(ls_store *store, const char *key, int64_t *out_length, int64_t timeout_ms);

#ifdef __cplusplus
}
#endif
#endif
