#include "lazy/intern.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/map.h"
#include "lazy/state.h"

const ls_type ls_error_type = {.ir = {.dtype = LS_DTYPE_INVALID}};

typedef bool (*equal_fn)(const void *object, const void *content);

static const void *set_find(const ls_intern_set *set, uint64_t hash, equal_fn equal, const void *content)
{
    if (!set->capacity) return NULL;
    for (size_t i = hash & (set->capacity - 1); set->entries[i].object; i = (i + 1) & (set->capacity - 1))
        if (set->entries[i].hash == hash && equal(set->entries[i].object, content)) return set->entries[i].object;
    return NULL;
}

static void set_place(ls_intern_set *set, ls_intern_entry entry)
{
    size_t i = entry.hash & (set->capacity - 1);
    while (set->entries[i].object) i = (i + 1) & (set->capacity - 1);
    set->entries[i] = entry;
}

static void set_add(ls_intern_set *set, uint64_t hash, const void *object)
{
    if (set->count * 2 >= set->capacity) {
        ls_intern_set larger = {.count = set->count, .capacity = set->capacity ? set->capacity * 2 : 64};
        larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
        LS_ASSERT(larger.entries);
        for (size_t i = 0; i < set->capacity; i++)
            if (set->entries[i].object) set_place(&larger, set->entries[i]);
        free(set->entries);
        *set = larger;
    }
    set_place(set, (ls_intern_entry){hash, object});
    set->count++;
}

void ls_intern_set_finish(ls_intern_set *set)
{
    free(set->entries);
    *set = (ls_intern_set){0};
}

void ls_intern_pool_init(ls_intern_pool *pool)
{
    *pool = (ls_intern_pool){0};
    pthread_mutex_init(&pool->mutex, NULL);
}

void ls_intern_pool_finish(ls_intern_pool *pool)
{
    pthread_mutex_destroy(&pool->mutex);
    ls_intern_set_finish(&pool->types);
    ls_intern_set_finish(&pool->attrs);
    ls_arena_finish(&pool->arena);
}

static bool type_equal(const void *object, const void *content)
{
    const ls_ir_type *a = &((const ls_type *)object)->ir, *b = content;
    if (a->dtype != b->dtype || a->shape.rank != b->shape.rank) return false;
    for (int i = 0; i < a->shape.rank; i++)
        if (a->shape.dims[i] != b->shape.dims[i]) return false;
    return true;
}

static uint64_t type_hash(const ls_ir_type *type)
{
    uint64_t h = ls_hash_mix(0x7459, (uint64_t)type->dtype << 8 | (uint64_t)type->shape.rank);
    for (int i = 0; i < type->shape.rank; i++) h = ls_hash_mix(h, (uint64_t)type->shape.dims[i]);
    return h;
}

const ls_type *ls_intern_type(ls_trace *trace, const ls_ir_type *content)
{
    uint64_t hash = type_hash(content);
    const ls_type *type = set_find(&trace->types, hash, type_equal, content);
    if (type) return type;
    ls_intern_pool *pool = &trace->shared->pool;
    pthread_mutex_lock(&pool->mutex);
    type = set_find(&pool->types, hash, type_equal, content);
    if (!type) {
        ls_type *added = LS_ARENA_NEW(&pool->arena, ls_type);
        added->ir.dtype = content->dtype;
        added->ir.shape.rank = content->shape.rank;
        for (int i = 0; i < content->shape.rank; i++) added->ir.shape.dims[i] = content->shape.dims[i];
        added->hash = hash;
        set_add(&pool->types, hash, added);
        type = added;
    }
    pthread_mutex_unlock(&pool->mutex);
    set_add(&trace->types, hash, type);
    return type;
}

static bool attrs_equal(const void *object, const void *content)
{
    return ls_ir_attrs_equal(&((const ls_attrs *)object)->ir, content);
}

const ls_attrs *ls_intern_attrs(ls_trace *trace, const ls_attr_list *list)
{
    ls_ir_attrs content = {.items = (ls_ir_attr *)list->items, .count = list->count};
    uint64_t hash = ls_ir_attrs_hash(&content, 0xA772);
    const ls_attrs *attrs = set_find(&trace->attrs, hash, attrs_equal, &content);
    if (attrs) return attrs;
    ls_intern_pool *pool = &trace->shared->pool;
    pthread_mutex_lock(&pool->mutex);
    attrs = set_find(&pool->attrs, hash, attrs_equal, &content);
    if (!attrs) {
        ls_attrs *added = LS_ARENA_NEW(&pool->arena, ls_attrs);
        added->ir = ls_ir_attrs_copy(&content, &pool->arena);
        added->hash = hash;
        set_add(&pool->attrs, hash, added);
        attrs = added;
    }
    pthread_mutex_unlock(&pool->mutex);
    set_add(&trace->attrs, hash, attrs);
    return attrs;
}
