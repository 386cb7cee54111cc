/* The keys and values of a store, for one thread at a time: what the in-process store guards with a lock and the TCP
 * server keeps on its loop. Keys and values are bytes. */
#ifndef LS_STORE_TABLE_H
#define LS_STORE_TABLE_H

#include "base/map.h"

typedef struct ls_store_bytes {
    const void *data;
    size_t size;
} ls_store_bytes;

typedef struct ls_store_table {
    ls_map values;
} ls_store_table; /* zeroed: empty and ready */

bool ls_store_table_has(const ls_store_table *table, ls_store_bytes key);
/* The value, which lives until the key changes; empty with NULL data if the key is absent. */
ls_store_bytes ls_store_table_get(const ls_store_table *table, ls_store_bytes key);
void ls_store_table_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes value);
void ls_store_table_append(ls_store_table *table, ls_store_bytes key, ls_store_bytes value);
/* Adds to the decimal number under the key (0 if absent or no number); wraps. */
int64_t ls_store_table_add(ls_store_table *table, ls_store_bytes key, int64_t delta);
/* Sets `desired` if the value equals `expected` or both are absent or empty. Returns the value that holds afterwards;
 * for an absent key and another `expected`, `expected` itself, as PyTorch's server does. */
ls_store_bytes ls_store_table_compare_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes expected,
                                          ls_store_bytes desired);
bool ls_store_table_delete(ls_store_table *table, ls_store_bytes key);
void ls_store_table_finish(ls_store_table *table);

#endif
