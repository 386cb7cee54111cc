#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Open addressing, linear probing; a removed entry keeps its place as a tombstone until the next growth. */
struct ls_map_entry {
    uint64_t hash;
    void *key; /* NULL: never used; TOMBSTONE: removed */
    size_t size;
    void *value;
};

static char tombstone;
#define TOMBSTONE ((void *)&tombstone)

uint64_t ls_hash(const void *data, size_t size, uint64_t seed)
{
    const unsigned char *bytes = data;
    uint64_t h = ls_hash_mix(seed, size);
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        h = ls_hash_mix(h, word);
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < size; i++) rest |= (uint64_t)bytes[i] << (8 * i);
    h = ls_hash_mix(h, rest);
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9ull;
    return h ^ (h >> 32);
}

static struct ls_map_entry *find(const ls_map *map, uint64_t hash, const void *key, size_t size)
{
    if (!map->capacity) return NULL;
    for (size_t i = hash & (map->capacity - 1);; i = (i + 1) & (map->capacity - 1)) {
        struct ls_map_entry *entry = &map->entries[i];
        if (!entry->key) return NULL;
        if (entry->key != TOMBSTONE && entry->hash == hash && entry->size == size && !memcmp(entry->key, key, size))
            return entry;
    }
}

static struct ls_map_entry *free_place(struct ls_map_entry *entries, size_t capacity, uint64_t hash)
{
    size_t i = hash & (capacity - 1);
    while (entries[i].key && entries[i].key != TOMBSTONE) i = (i + 1) & (capacity - 1);
    return &entries[i];
}

static void grow(ls_map *map)
{
    size_t capacity = map->capacity ? map->capacity : 16;
    if (map->count * 2 >= capacity) capacity *= 2;
    struct ls_map_entry *entries = calloc(capacity, sizeof(*entries));
    LS_ASSERT(entries && "out of memory");
    for (size_t i = 0; i < map->capacity; i++) {
        struct ls_map_entry *old = &map->entries[i];
        if (old->key && old->key != TOMBSTONE) *free_place(entries, capacity, old->hash) = *old;
    }
    free(map->entries);
    map->entries = entries;
    map->capacity = capacity;
    map->used = map->count;
}

void *ls_map_get(const ls_map *map, const void *key, size_t size)
{
    struct ls_map_entry *entry = find(map, ls_hash(key, size, 0), key, size);
    return entry ? entry->value : NULL;
}

void *ls_map_set(ls_map *map, const void *key, size_t size, void *value)
{
    LS_ASSERT(value);
    uint64_t hash = ls_hash(key, size, 0);
    struct ls_map_entry *entry = find(map, hash, key, size);
    if (entry) {
        void *old = entry->value;
        entry->value = value;
        return old;
    }
    if ((map->used + 1) * 4 > map->capacity * 3) grow(map);
    entry = free_place(map->entries, map->capacity, hash);
    map->used += !entry->key;
    map->count++;
    *entry = (struct ls_map_entry){.hash = hash, .key = malloc(size + 1), .size = size, .value = value};
    LS_ASSERT(entry->key && "out of memory");
    memcpy(entry->key, key, size);
    return NULL;
}

void *ls_map_remove(ls_map *map, const void *key, size_t size)
{
    struct ls_map_entry *entry = find(map, ls_hash(key, size, 0), key, size);
    if (!entry) return NULL;
    free(entry->key);
    entry->key = TOMBSTONE;
    map->count--;
    return entry->value;
}

bool ls_map_next(const ls_map *map, size_t *iterator, const void **out_key, size_t *out_size, void **out_value)
{
    for (; *iterator < map->capacity; ++*iterator) {
        const struct ls_map_entry *entry = &map->entries[*iterator];
        if (!entry->key || entry->key == TOMBSTONE) continue;
        if (out_key) *out_key = entry->key;
        if (out_size) *out_size = entry->size;
        if (out_value) *out_value = entry->value;
        ++*iterator;
        return true;
    }
    return false;
}

void ls_map_finish(ls_map *map)
{
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key != TOMBSTONE) free(map->entries[i].key);
    free(map->entries);
    *map = (ls_map){0};
}
