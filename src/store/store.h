/* What a kind of store provides. store.c checks arguments and turns timeouts into deadlines, so the functions of a kind
 * see only sound ones. */
#ifndef LS_STORE_STORE_H
#define LS_STORE_STORE_H

#include <stdatomic.h>

#include "base/deadline.h"
#include "store/table.h"
#include <lockstep/store.h>

typedef struct ls_store_kind {
    ls_status (*set)(ls_store *store, const char *key, ls_store_bytes value, ls_deadline deadline);
    /* Waits for the key. The value is fresh memory for free(), followed by a 0. */
    ls_status (*get)(ls_store *store, const char *key, void **out_value, size_t *out_size, ls_deadline deadline);
    ls_status (*add)(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, ls_deadline deadline);
    ls_status (*compare_set)(ls_store *store, const char *key, ls_store_bytes expected, ls_store_bytes desired,
                             void **out_value, size_t *out_size, ls_deadline deadline);
    ls_status (*wait)(ls_store *store, const char *const *keys, int count, ls_deadline deadline);
    ls_status (*check)(ls_store *store, const char *const *keys, int count, bool *out_present, ls_deadline deadline);
    ls_status (*delete)(ls_store *store, const char *key, bool *out_deleted, ls_deadline deadline);
    int (*port)(const ls_store *store);
    void (*destroy)(ls_store *store);
} ls_store_kind;

struct ls_store {
    const ls_store_kind *kind;
    int64_t timeout_ms; /* for calls that give 0 */
    _Atomic int references;
};

/* Fills the common part; one reference, which ls_store_destroy drops. */
void ls_store_init(ls_store *store, const ls_store_kind *kind, int64_t timeout_ms);

/* Copies bytes for out parameters: fresh memory with a 0 behind it. */
ls_status ls_store_copy_out(ls_store_bytes bytes, void **out_value, size_t *out_size);

/* Writes "'a', 'b', ... and 3 more" of the keys that are missing, for messages. */
void ls_store_name_keys(const char *const *keys, const bool *missing, int count, char *out, size_t size);

#endif
