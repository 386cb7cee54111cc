/* What a kind of store provides. store.c checks arguments, puts prefixes before keys, makes calls into bytes and
 * timeouts into deadlines, so a kind sees only sound ones. */
#ifndef LS_STORE_STORE_H
#define LS_STORE_STORE_H

#include <stdatomic.h>

#include "base/deadline.h"
#include "store/call.h"
#include <lockstep/store.h>

typedef struct ls_store_kind {
    /* Waits for the call's keys, if it waits, then does its request and takes the reply. */
    ls_status (*run)(ls_store *store, ls_store_call *call, ls_deadline deadline);
    int (*port)(const ls_store *store); /* NULL: it has none */
    void (*destroy)(ls_store *store);
} ls_store_kind;

struct ls_store {
    const ls_store_kind *kind;
    int64_t timeout_ms; /* for calls that give 0 */
    _Atomic int references;
    ls_store *inner; /* of a store under a prefix: the other store, and the prefix without its "/" */
    const char *prefix;
};

/* Fills the common part; one reference, which ls_store_destroy drops. */
void ls_store_init(ls_store *store, const ls_store_kind *kind, int64_t timeout_ms);

#endif
