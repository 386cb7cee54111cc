/* The keys, values and queues of a store, for one thread at a time: what the in-process store guards with a lock, the
 * TCP server keeps on its loop and every opener of a file store replays. Keys and values are bytes. */
#ifndef LS_STORE_TABLE_H
#define LS_STORE_TABLE_H

#include "base/map.h"

typedef struct ls_store_bytes {
    const void *data;
    size_t size;
} ls_store_bytes;

typedef struct ls_store_table {
    ls_map values;
    ls_map queues; /* those that hold something */
    /* Called when a key has got a value, or a queue one more; NULL: nobody waits. */
    void (*on_set)(struct ls_store_table *table, ls_store_bytes key);
    void (*on_push)(struct ls_store_table *table, ls_store_bytes key);
} ls_store_table; /* zeroed: empty and ready */

/* What WAIT and CHECK ask: whether the key has a value or a queue that is not empty. */
bool ls_store_table_has(const ls_store_table *table, ls_store_bytes key);
/* The value, which lives until the key changes; empty with NULL data if the key is absent. */
ls_store_bytes ls_store_table_get(const ls_store_table *table, ls_store_bytes key);
void ls_store_table_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes value);
void ls_store_table_append(ls_store_table *table, ls_store_bytes key, ls_store_bytes value);
/* Whether text begins with a decimal number of 64 bits, as ADD wants it. */
bool ls_store_is_number(const char *text, int64_t *out_number);
/* Adds to the decimal number under the key (0 if absent); wraps. False, and nothing changes, if the value does not
 * begin with a number. */
bool ls_store_table_add(ls_store_table *table, ls_store_bytes key, int64_t delta, int64_t *out_sum);
/* Sets `desired` if the value equals `expected` or both are absent or empty. Returns the value that holds afterwards;
 * for an absent key and another `expected`, `expected` itself, as PyTorch's server does. */
ls_store_bytes ls_store_table_compare_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes expected,
                                          ls_store_bytes desired);
bool ls_store_table_delete(ls_store_table *table, ls_store_bytes key); /* the value; a queue stays */

void ls_store_table_push(ls_store_table *table, ls_store_bytes key, ls_store_bytes value);
size_t ls_store_table_queue_length(const ls_store_table *table, ls_store_bytes key);
ls_store_bytes ls_store_table_front(const ls_store_table *table, ls_store_bytes key); /* empty, NULL: no item */
void ls_store_table_pop(ls_store_table *table, ls_store_bytes key);                   /* drops the front */

/* Forgets everything; the table is empty and ready again. */
void ls_store_table_clear(ls_store_table *table);

#endif
