/* The tables of an artifact: strings, dialects with their ops' names, attributes and types, properties. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/bytecode.h"

static const struct vhlo_op {
    const char *name, *attrs;
} vhlo_ops[] = {
#define LS_VHLO_OP(name, attrs) {name, attrs},
#define LS_VHLO_TYPE(...)
#include "ir/vhlo.def"
#undef LS_VHLO_OP
#undef LS_VHLO_TYPE
};

/* --- Header and sections ------------------------------------------------------------------------------------ */

static ls_status check_producer(ls_bytecode *r, ls_bytecode_name producer)
{
    static const char prefix[] = "StableHLO_v";
    snprintf(r->producer, sizeof(r->producer), "%s", producer.data);
    int major = 0, minor = 0, patch = 0;
    if (strncmp(producer.data, prefix, sizeof(prefix) - 1) ||
        sscanf(producer.data + sizeof(prefix) - 1, "%9d.%9d.%9d", &major, &minor, &patch) != 3)
        return ls_fail(LS_UNIMPLEMENTED,
                       "bytecode of \"%.40s\"; only portable artifacts, which begin with StableHLO_v..., are read",
                       producer.data);
    const int oldest[] = {LS_IR_STABLEHLO_OLDEST};
    if (major < oldest[0] || (major == oldest[0] && minor < oldest[1]))
        return ls_fail(LS_UNIMPLEMENTED, "the artifact is %.40s; those from %d.%d.%d on are read", producer.data,
                       LS_IR_STABLEHLO_OLDEST);
    return LS_OK;
}

static ls_status read_sections(ls_bytecode *r, ls_bytes *b)
{
    bool is_there[LS_SECTION_COUNT] = {0};
    while (b->at < b->end) {
        unsigned id;
        ls_bytes piece;
        LS_TRY(ls_bytes_section(b, r->begin, &id, &piece));
        if (id >= LS_SECTION_COUNT) return ls_fail(LS_INVALID_ARGUMENT, "section %u does not exist", id);
        if (is_there[id]) return ls_fail(LS_INVALID_ARGUMENT, "section %u is there twice", id);
        is_there[id] = true;
        r->sections[id] = piece;
    }
    for (unsigned id = LS_SECTION_strings; id <= LS_SECTION_ir; id++)
        if (!is_there[id]) return ls_fail(LS_INVALID_ARGUMENT, "section %u is missing", id);
    return LS_OK;
}

/* --- Strings ------------------------------------------------------------------------------------------------ */

/* Their lengths come last string first, each with its 0; then the strings themselves, first string first. */
static ls_status read_strings(ls_bytecode *r)
{
    ls_bytes b = r->sections[LS_SECTION_strings];
    size_t count;
    LS_TRY(ls_bytes_count(&b, &count));
    for (size_t i = 0; i < count; i++) ls_vec_push(&r->strings);
    for (size_t i = count; i > 0; i--) {
        uint64_t size;
        LS_TRY(ls_bytes_varint(&b, &size));
        r->strings.data[i - 1].size = (size_t)size;
    }
    for (size_t i = 0; i < count; i++) {
        ls_bytecode_name *string = &r->strings.data[i];
        ls_bytes piece;
        LS_TRY(ls_bytes_take(&b, string->size, &piece));
        if (piece.at == piece.end || piece.end[-1]) return ls_fail(LS_INVALID_ARGUMENT, "string %zu has no end", i);
        *string = (ls_bytecode_name){(const char *)piece.at, string->size - 1};
    }
    return LS_OK;
}

static ls_status read_name(ls_bytecode *r, ls_bytes *b, bool has_flag, ls_bytecode_name *out_name, bool *out_flag)
{
    uint64_t index;
    *out_name = (ls_bytecode_name){"", 0};
    *out_flag = false;
    LS_TRY(has_flag ? ls_bytes_flagged(b, &index, out_flag) : ls_bytes_varint(b, &index));
    if (index >= r->strings.count)
        return ls_fail(LS_INVALID_ARGUMENT, "string %llu does not exist", (unsigned long long)index);
    *out_name = r->strings.data[index];
    return LS_OK;
}

/* --- Dialects and names of ops ------------------------------------------------------------------------------ */

/* Attributes under the names of attrs.def; those that it lacks are left out. */
static void find_attrs(ls_bytecode_op *op, const struct vhlo_op *row)
{
    op->attrs = row->attrs;
    for (const char *name = row->attrs; *name; op->attr_count++) {
        size_t length = strcspn(name, " ");
        LS_ASSERT(op->attr_count < LS_BYTECODE_MAX_ATTRS);
        if (!ls_ir_attr_key_find(name, length, &op->keys[op->attr_count])) op->keys[op->attr_count] = LS_ATTR_KEY_COUNT;
        name += length + (name[length] == ' ');
    }
}

/* Ops of other dialects. */
static const struct {
    const char *dialect, *name;
    ls_bytecode_role role;
} others[] = {
    {"builtin", "module", LS_BYTECODE_module},
    {"builtin", "unrealized_conversion_cast", LS_BYTECODE_same},
    {"sdy", "sharding_constraint", LS_BYTECODE_same},
    {"sdy", "mesh", LS_BYTECODE_skipped},
};

static void find_op(ls_bytecode_op *op)
{
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (!strcmp(op->dialect, others[i].dialect) && ls_bytecode_name_is(op->name, others[i].name))
            op->role = others[i].role;
    if (strcmp(op->dialect, "vhlo")) return;
    const struct vhlo_op *row = NULL;
    for (size_t i = 0; i < sizeof(vhlo_ops) / sizeof(vhlo_ops[0]) && !row; i++)
        if (ls_bytecode_name_is(op->name, vhlo_ops[i].name)) row = &vhlo_ops[i];
    if (!row) return;
    find_attrs(op, row);
    char name[64];
    int base = (int)(strrchr(row->name, '_') - row->name);
    snprintf(name, sizeof(name), "%.*s", base, row->name);
    if (!strcmp(name, "func")) {
        op->role = LS_BYTECODE_func;
        return;
    }
    snprintf(name, sizeof(name), "%s.%.*s", strcmp(name, "call") ? "stablehlo" : "func", base, row->name);
    op->role = ls_ir_kind_find(name, strlen(name), &op->kind) ? LS_BYTECODE_op : LS_BYTECODE_missing;
}

static ls_status read_dialects(ls_bytecode *r)
{
    ls_bytes b = r->sections[LS_SECTION_dialects];
    size_t count, group;
    bool flag;
    LS_TRY(ls_bytes_count(&b, &count));
    for (size_t i = 0; i < count; i++) {
        LS_TRY(read_name(r, &b, r->version >= 1, ls_vec_push(&r->dialects), &flag));
        unsigned id;
        ls_bytes versions;
        if (flag) LS_TRY(ls_bytes_section(&b, r->begin, &id, &versions));
    }
    uint64_t all;
    if (r->version >= 4) LS_TRY(ls_bytes_varint(&b, &all));
    while (b.at < b.end) {
        size_t dialect;
        LS_TRY(ls_bytes_index(&b, r->dialects.count, "dialect", &dialect));
        LS_TRY(ls_bytes_count(&b, &group));
        for (size_t i = 0; i < group; i++) {
            ls_bytecode_op *op = ls_vec_push(&r->ops);
            op->dialect = r->dialects.data[dialect].data;
            LS_TRY(read_name(r, &b, r->version >= 5, &op->name, &flag));
            find_op(op);
        }
    }
    return LS_OK;
}

/* --- Attributes, types, properties -------------------------------------------------------------------------- */

static ls_bytecode_dialect dialect_of(const ls_bytecode *r, size_t index)
{
    if (ls_bytecode_name_is(r->dialects.data[index], "builtin")) return LS_DIALECT_builtin;
    return ls_bytecode_name_is(r->dialects.data[index], "vhlo") ? LS_DIALECT_vhlo : LS_DIALECT_other;
}

/* Sizes stand in one section, first those of all attributes, then those of all types; the bytes in another. */
static ls_status read_entries(ls_bytecode *r)
{
    ls_bytes sizes = r->sections[LS_SECTION_entry_sizes], bytes = r->sections[LS_SECTION_entries];
    size_t attrs, types, dialect, group;
    LS_TRY(ls_bytes_count(&sizes, &attrs));
    LS_TRY(ls_bytes_count(&sizes, &types));
    while (sizes.at < sizes.end) {
        LS_TRY(ls_bytes_index(&sizes, r->dialects.count, "dialect", &dialect));
        LS_TRY(ls_bytes_count(&sizes, &group));
        for (size_t i = 0; i < group; i++) {
            if (r->attrs.count == attrs && r->types.count == types)
                return ls_fail(LS_INVALID_ARGUMENT, "more attributes and types than %zu and %zu", attrs, types);
            uint64_t size;
            bool is_encoded;
            ls_bytecode_entry *entry = r->attrs.count < attrs ? ls_vec_push(&r->attrs) : ls_vec_push(&r->types);
            LS_TRY(ls_bytes_flagged(&sizes, &size, &is_encoded));
            LS_TRY(ls_bytes_take(&bytes, size, &entry->bytes));
            entry->dialect = dialect_of(r, dialect);
            entry->is_text = !is_encoded;
        }
    }
    if (r->attrs.count != attrs || r->types.count != types)
        return ls_fail(LS_INVALID_ARGUMENT, "attributes or types are missing");
    return LS_OK;
}

static ls_status read_properties(ls_bytecode *r)
{
    ls_bytes b = r->sections[LS_SECTION_properties];
    size_t count;
    if (b.at == b.end) return LS_OK;
    LS_TRY(ls_bytes_count(&b, &count));
    for (size_t i = 0; i < count; i++) {
        uint64_t size;
        LS_TRY(ls_bytes_varint(&b, &size));
        LS_TRY(ls_bytes_take(&b, size, ls_vec_push(&r->properties)));
    }
    return LS_OK;
}

ls_status ls_bytecode_read_tables(ls_bytecode *r)
{
    ls_bytes b = {r->begin + 4, r->begin + r->size}; /* behind the magic number */
    ls_bytecode_name producer;
    LS_TRY(ls_bytes_varint(&b, &r->version));
    LS_TRY(ls_bytes_text(&b, &producer));
    LS_TRY(check_producer(r, producer));
    if (r->version > LS_BYTECODE_MAX_VERSION)
        return ls_fail(LS_UNIMPLEMENTED, "the encoding has version %llu; those up to %d are read",
                       (unsigned long long)r->version, LS_BYTECODE_MAX_VERSION);
    LS_TRY(read_sections(r, &b));
    LS_TRY(ls_context(read_strings(r), "strings"));
    LS_TRY(ls_context(read_dialects(r), "dialects"));
    LS_TRY(ls_context(read_entries(r), "attributes"));
    return ls_context(read_properties(r), "properties");
}

ls_status ls_bytecode_refuse(const ls_bytecode *r, const ls_bytecode_op *op)
{
    if (op->role == LS_BYTECODE_missing)
        return ls_fail(LS_UNIMPLEMENTED, "%s.%.60s is not supported", op->dialect, op->name.data);
    return ls_fail(LS_UNIMPLEMENTED,
                   "%.20s.%.60s is no operation of StableHLO %d.%d.%d, the newest that is read; the artifact is %s",
                   op->dialect, op->name.data, LS_IR_STABLEHLO_NEWEST, r->producer);
}
