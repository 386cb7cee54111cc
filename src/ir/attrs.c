#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "ir/table.h"

const ls_ir_attr *ls_ir_attr_find(const ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    for (size_t i = 0; attrs && i < attrs->count && attrs->items[i].key <= key; i++)
        if (attrs->items[i].key == key) return &attrs->items[i];
    return NULL;
}

int64_t ls_ir_attr_int(const ls_ir_attrs *attrs, ls_ir_attr_key key, int64_t fallback)
{
    const ls_ir_attr *attr = ls_ir_attr_find(attrs, key);
    return attr ? attr->i : fallback;
}

double ls_ir_attr_float(const ls_ir_attrs *attrs, ls_ir_attr_key key, double fallback)
{
    const ls_ir_attr *attr = ls_ir_attr_find(attrs, key);
    return attr ? attr->f : fallback;
}

int64_t ls_ir_attr_at(const ls_ir_attrs *attrs, ls_ir_attr_key key, size_t index, int64_t fallback)
{
    const ls_ir_attr *attr = ls_ir_attr_find(attrs, key);
    return attr && index < attr->ints.count ? attr->ints.data[index] : fallback;
}

size_t ls_ir_attr_count(const ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    const ls_ir_attr *attr = ls_ir_attr_find(attrs, key);
    return attr ? attr->ints.count : 0;
}

const int64_t *ls_ir_attr_ints(const ls_ir_attrs *attrs, ls_ir_attr_key key, size_t *out_count)
{
    const ls_ir_attr *attr = ls_ir_attr_find(attrs, key);
    *out_count = attr ? attr->ints.count : 0;
    return attr ? attr->ints.data : NULL;
}

/* The attribute of that key, made in its place if need be. Space doubles at powers of two, from four. */
static ls_ir_attr *attr_slot(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, ls_ir_attr_kind kind)
{
    LS_ASSERT(ls_ir_attr_info_of(key)->kind == kind);
    size_t at = 0;
    while (at < attrs->count && attrs->items[at].key < key) at++;
    if (at == attrs->count || attrs->items[at].key != key) {
        bool is_full = !attrs->count || (attrs->count >= 4 && !(attrs->count & (attrs->count - 1)));
        if (is_full) {
            ls_ir_attr *items = LS_ARENA_ARRAY(arena, ls_ir_attr, attrs->count ? 2 * attrs->count : 4);
            LS_ASSERT(items && "out of memory");
            if (attrs->count) memcpy(items, attrs->items, attrs->count * sizeof(items[0]));
            attrs->items = items;
        }
        memmove(attrs->items + at + 1, attrs->items + at, (attrs->count - at) * sizeof(attrs->items[0]));
        attrs->count++;
    }
    attrs->items[at] = (ls_ir_attr){.key = key};
    return &attrs->items[at];
}

static void *arena_copy(ls_arena *arena, const void *data, size_t bytes)
{
    void *copy = ls_arena_copy(arena, data, bytes);
    LS_ASSERT(copy && "out of memory");
    return copy;
}

void ls_ir_attrs_set_int(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, int64_t value)
{
    attr_slot(attrs, arena, key, LS_ATTR_KIND_int)->i = value;
}

void ls_ir_attrs_set_float(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, double value)
{
    attr_slot(attrs, arena, key, LS_ATTR_KIND_float)->f = value;
}

void ls_ir_attrs_set_ints(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, const int64_t *data, size_t count)
{
    int64_t *copy = arena_copy(arena, data, count * sizeof(data[0]));
    ls_ir_attr *attr = attr_slot(attrs, arena, key, LS_ATTR_KIND_ints);
    attr->ints.data = copy;
    attr->ints.count = count;
}

void ls_ir_attrs_set_string(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, const char *data, size_t size)
{
    char *copy = ls_arena_strndup(arena, data, size);
    LS_ASSERT(copy && "out of memory");
    ls_ir_attr *attr = attr_slot(attrs, arena, key, LS_ATTR_KIND_string);
    attr->string.data = copy;
    attr->string.size = size;
}

static size_t dense_bytes(const ls_ir_dense *dense)
{
    return dense->is_splat ? ls_dtype_size(dense->type.dtype) : ls_ir_type_bytes(&dense->type);
}

void ls_ir_attrs_set_dense(ls_ir_attrs *attrs, ls_arena *arena, ls_ir_attr_key key, ls_ir_dense dense)
{
    dense.data = arena_copy(arena, dense.data, dense_bytes(&dense));
    attr_slot(attrs, arena, key, LS_ATTR_KIND_dense)->dense = dense;
}

ls_ir_attrs ls_ir_attrs_copy(const ls_ir_attrs *attrs, ls_arena *arena)
{
    ls_ir_attrs copy = {0};
    for (size_t i = 0; attrs && i < attrs->count; i++) {
        const ls_ir_attr *a = &attrs->items[i];
        switch (ls_ir_attr_info_of(a->key)->kind) {
        case LS_ATTR_KIND_int: ls_ir_attrs_set_int(&copy, arena, a->key, a->i); break;
        case LS_ATTR_KIND_float: ls_ir_attrs_set_float(&copy, arena, a->key, a->f); break;
        case LS_ATTR_KIND_ints: ls_ir_attrs_set_ints(&copy, arena, a->key, a->ints.data, a->ints.count); break;
        case LS_ATTR_KIND_string: ls_ir_attrs_set_string(&copy, arena, a->key, a->string.data, a->string.size); break;
        case LS_ATTR_KIND_dense: ls_ir_attrs_set_dense(&copy, arena, a->key, a->dense); break;
        }
    }
    return copy;
}

static bool attr_equal(const ls_ir_attr *a, const ls_ir_attr *b)
{
    if (a->key != b->key) return false;
    switch (ls_ir_attr_info_of(a->key)->kind) {
    case LS_ATTR_KIND_int: return a->i == b->i;
    case LS_ATTR_KIND_float: return !memcmp(&a->f, &b->f, sizeof(a->f));
    case LS_ATTR_KIND_ints:
        return a->ints.count == b->ints.count &&
               (!a->ints.count || !memcmp(a->ints.data, b->ints.data, a->ints.count * sizeof(a->ints.data[0])));
    case LS_ATTR_KIND_string:
        return a->string.size == b->string.size && !memcmp(a->string.data, b->string.data, a->string.size);
    case LS_ATTR_KIND_dense:
        return ls_ir_type_equal(&a->dense.type, &b->dense.type) && a->dense.is_splat == b->dense.is_splat &&
               !memcmp(a->dense.data, b->dense.data, dense_bytes(&a->dense));
    }
    return false;
}

bool ls_ir_attrs_equal(const ls_ir_attrs *a, const ls_ir_attrs *b)
{
    size_t count = a ? a->count : 0;
    if (count != (b ? b->count : 0)) return false;
    for (size_t i = 0; i < count; i++)
        if (!attr_equal(&a->items[i], &b->items[i])) return false;
    return true;
}

static uint64_t attr_hash(const ls_ir_attr *a, uint64_t h)
{
    h = ls_hash_mix(h, (uint64_t)a->key + 1);
    switch (ls_ir_attr_info_of(a->key)->kind) {
    case LS_ATTR_KIND_int: return ls_hash_mix(h, (uint64_t)a->i);
    case LS_ATTR_KIND_float: return ls_hash(&a->f, sizeof(a->f), h);
    case LS_ATTR_KIND_ints:
        return ls_hash(a->ints.data, a->ints.count * sizeof(a->ints.data[0]), ls_hash_mix(h, a->ints.count));
    case LS_ATTR_KIND_string: return ls_hash(a->string.data, a->string.size, ls_hash_mix(h, a->string.size));
    case LS_ATTR_KIND_dense:
        h = ls_hash_mix(h, (uint64_t)a->dense.type.dtype << 8 | (uint64_t)a->dense.type.shape.rank << 1 |
                               a->dense.is_splat);
        h = ls_hash(a->dense.type.shape.dims, sizeof(int64_t) * (size_t)a->dense.type.shape.rank, h);
        return ls_hash(a->dense.data, dense_bytes(&a->dense), h);
    }
    return h;
}

uint64_t ls_ir_attrs_hash(const ls_ir_attrs *attrs, uint64_t seed)
{
    uint64_t h = ls_hash_mix(seed, attrs ? attrs->count : 0);
    for (size_t i = 0; attrs && i < attrs->count; i++) h = attr_hash(&attrs->items[i], h);
    return h;
}
