#include "store/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef struct value {
    struct value *next; /* in a queue */
    size_t size;
    char data[]; /* a 0 follows, so that numbers can be read as text */
} value;

typedef struct queue {
    value *first, *last;
    size_t length;
} queue;

static value *value_new(ls_store_bytes first, ls_store_bytes second)
{
    size_t size = first.size + second.size;
    value *made = malloc(sizeof(*made) + size + 1);
    LS_ASSERT(made && "out of memory");
    made->next = NULL;
    made->size = size;
    if (first.size) memcpy(made->data, first.data, first.size);
    if (second.size) memcpy(made->data + first.size, second.data, second.size);
    made->data[size] = 0;
    return made;
}

static value *find(const ls_store_table *table, ls_store_bytes key)
{
    return ls_map_get(&table->values, key.data, key.size);
}

static queue *find_queue(const ls_store_table *table, ls_store_bytes key)
{
    return ls_map_get(&table->queues, key.data, key.size);
}

static ls_store_bytes bytes_of(const value *v)
{
    return v ? (ls_store_bytes){v->data, v->size} : (ls_store_bytes){0};
}

bool ls_store_table_has(const ls_store_table *table, ls_store_bytes key)
{
    return find(table, key) || find_queue(table, key);
}

/* --- Values ------------------------------------------------------------------------------------------------- */

ls_store_bytes ls_store_table_get(const ls_store_table *table, ls_store_bytes key)
{
    return bytes_of(find(table, key));
}

static void put(ls_store_table *table, ls_store_bytes key, value *v)
{
    free(ls_map_set(&table->values, key.data, key.size, v));
    if (table->on_set) table->on_set(table, key);
}

void ls_store_table_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes new_value)
{
    put(table, key, value_new(new_value, (ls_store_bytes){0}));
}

void ls_store_table_append(ls_store_table *table, ls_store_bytes key, ls_store_bytes more)
{
    put(table, key, value_new(ls_store_table_get(table, key), more));
}

bool ls_store_is_number(const char *text, int64_t *out_number)
{
    char *end;
    errno = 0;
    *out_number = strtoll(text, &end, 10);
    return end != text && !errno;
}

bool ls_store_table_add(ls_store_table *table, ls_store_bytes key, int64_t delta, int64_t *out_sum)
{
    const value *old = find(table, key);
    int64_t number = 0;
    if (old && !ls_store_is_number(old->data, &number)) return false;
    *out_sum = (int64_t)((uint64_t)number + (uint64_t)delta);
    char text[24];
    int length = snprintf(text, sizeof(text), "%" PRId64, *out_sum);
    ls_store_table_set(table, key, (ls_store_bytes){text, (size_t)length});
    return true;
}

ls_store_bytes ls_store_table_compare_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes expected,
                                          ls_store_bytes desired)
{
    const value *old = find(table, key);
    if (!old && expected.size) return expected;
    bool equal = !old || (old->size == expected.size && (!old->size || !memcmp(old->data, expected.data, old->size)));
    if (equal) ls_store_table_set(table, key, desired);
    return ls_store_table_get(table, key);
}

bool ls_store_table_delete(ls_store_table *table, ls_store_bytes key)
{
    value *old = ls_map_remove(&table->values, key.data, key.size);
    free(old);
    return old != NULL;
}

/* --- Queues ------------------------------------------------------------------------------------------------- */

void ls_store_table_push(ls_store_table *table, ls_store_bytes key, ls_store_bytes new_value)
{
    queue *q = find_queue(table, key);
    if (!q) {
        q = calloc(1, sizeof(*q));
        LS_ASSERT(q && "out of memory");
        ls_map_set(&table->queues, key.data, key.size, q);
    }
    value *added = value_new(new_value, (ls_store_bytes){0});
    *(q->last ? &q->last->next : &q->first) = added;
    q->last = added;
    q->length++;
    if (table->on_push) table->on_push(table, key);
}

size_t ls_store_table_queue_length(const ls_store_table *table, ls_store_bytes key)
{
    const queue *q = find_queue(table, key);
    return q ? q->length : 0;
}

ls_store_bytes ls_store_table_front(const ls_store_table *table, ls_store_bytes key)
{
    const queue *q = find_queue(table, key);
    return bytes_of(q ? q->first : NULL);
}

void ls_store_table_pop(ls_store_table *table, ls_store_bytes key)
{
    queue *q = find_queue(table, key);
    if (!q) return;
    value *front = q->first;
    q->first = front->next;
    q->length--;
    free(front);
    if (!q->length) free(ls_map_remove(&table->queues, key.data, key.size));
}

void ls_store_table_clear(ls_store_table *table)
{
    void *entry;
    for (size_t i = 0; ls_map_next(&table->values, &i, NULL, NULL, &entry);) free(entry);
    for (size_t i = 0; ls_map_next(&table->queues, &i, NULL, NULL, &entry);) {
        for (value *v = ((queue *)entry)->first, *next; v; v = next) {
            next = v->next;
            free(v);
        }
        free(entry);
    }
    ls_map_finish(&table->values);
    ls_map_finish(&table->queues);
}
