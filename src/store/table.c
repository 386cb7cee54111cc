#include "store/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef struct value {
    size_t size;
    char data[]; /* a 0 follows, so that numbers can be read as text */
} value;

static value *value_new(ls_store_bytes first, ls_store_bytes second)
{
    size_t size = first.size + second.size;
    value *made = malloc(sizeof(*made) + size + 1);
    LS_ASSERT(made && "out of memory");
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

static ls_store_bytes bytes_of(const value *v)
{
    return v ? (ls_store_bytes){v->data, v->size} : (ls_store_bytes){0};
}

bool ls_store_table_has(const ls_store_table *table, ls_store_bytes key)
{
    return find(table, key) != NULL;
}

ls_store_bytes ls_store_table_get(const ls_store_table *table, ls_store_bytes key)
{
    return bytes_of(find(table, key));
}

void ls_store_table_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes new_value)
{
    free(ls_map_set(&table->values, key.data, key.size, value_new(new_value, (ls_store_bytes){0})));
}

void ls_store_table_append(ls_store_table *table, ls_store_bytes key, ls_store_bytes more)
{
    value *joined = value_new(ls_store_table_get(table, key), more);
    free(ls_map_set(&table->values, key.data, key.size, joined));
}

int64_t ls_store_table_add(ls_store_table *table, ls_store_bytes key, int64_t delta)
{
    const value *old = find(table, key);
    int64_t sum = (int64_t)((uint64_t)(old ? strtoll(old->data, NULL, 10) : 0) + (uint64_t)delta);
    char text[24];
    int length = snprintf(text, sizeof(text), "%" PRId64, sum);
    ls_store_table_set(table, key, (ls_store_bytes){text, (size_t)length});
    return sum;
}

ls_store_bytes ls_store_table_compare_set(ls_store_table *table, ls_store_bytes key, ls_store_bytes expected,
                                          ls_store_bytes desired)
{
    const value *old = find(table, key);
    if (!old && expected.size) return expected;
    bool equal = !old || (old->size == expected.size && !memcmp(old->data, expected.data, old->size));
    if (equal) ls_store_table_set(table, key, desired);
    return ls_store_table_get(table, key);
}

bool ls_store_table_delete(ls_store_table *table, ls_store_bytes key)
{
    value *old = ls_map_remove(&table->values, key.data, key.size);
    free(old);
    return old != NULL;
}

void ls_store_table_finish(ls_store_table *table)
{
    void *v;
    for (size_t i = 0; ls_map_next(&table->values, &i, NULL, NULL, &v);) free(v);
    ls_map_finish(&table->values);
}
