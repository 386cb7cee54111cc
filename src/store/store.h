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
    void (*abandon)(ls_store *store);   /* NULL: nothing to do */
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

/* Leaves word: if this process ends before it destroys the store, or destroys it before it takes the word back (key
 * NULL), the store sets `key` to `value`, unless it has a value: the first word counts. A store in the process has
 * nobody to tell, and PyTorch's servers do not know this: there it has no effect. */
ls_status ls_store_leave_will(ls_store *store, const char *key, const void *value, size_t size, int64_t timeout_ms);

/* The run that meets here has failed: whoever comes now or later shall not take part in it. */
void ls_store_abandon(ls_store *store);

#endif
