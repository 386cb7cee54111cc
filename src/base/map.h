/* A hash map from byte strings to pointers. Keys are copied. Not for several threads at once. */
#ifndef LS_BASE_MAP_H
#define LS_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ls_map {
    struct ls_map_entry *entries;
    size_t count, capacity, used;
} ls_map; /* zeroed: empty and ready */

void *ls_map_get(const ls_map *map, const void *key, size_t size); /* NULL if absent */
/* Sets and returns the old value, NULL if there was none. `value` must not be NULL. */
void *ls_map_set(ls_map *map, const void *key, size_t size, void *value);
void *ls_map_remove(ls_map *map, const void *key, size_t size); /* returns the value that was there */
/* Visits entries in no particular order: for (size_t i = 0; ls_map_next(map, &i, &key, &size, &value);) */
bool ls_map_next(const ls_map *map, size_t *iterator, const void **out_key, size_t *out_size, void **out_value);
void ls_map_finish(ls_map *map); /* frees keys, not values */

/* A 64-bit hash of bytes, good for tables and fingerprints; not against attackers. Same on every machine. */
uint64_t ls_hash(const void *data, size_t size, uint64_t seed);
static inline uint64_t ls_hash_mix(uint64_t h, uint64_t v) /* one 64-bit word */
{
    h = (h ^ v) * 0x9E3779B97F4A7C15ull;
    return h ^ (h >> 32);
}

#endif
