/* Ops, blocks and regions of an artifact. */
#include <string.h>

#include "ir/bytecode.h"

enum {
    HAS_DICT = 1,
    HAS_RESULTS = 2,
    HAS_OPERANDS = 4,
    HAS_SUCCESSORS = 8,
    HAS_REGIONS = 16,
    HAS_USES = 32,
    HAS_PROPERTIES = 64
};

/* --- Values ------------------------------------------------------------------------------------------------- */

static ls_status define(ls_bytecode *r, ls_ir_value *value)
{
    if (r->next >= r->values.count) return ls_fail(LS_INVALID_ARGUMENT, "a region has more values than it says");
    r->values.data[r->next++] = value;
    return LS_OK;
}

static ls_status read_operand(ls_bytecode *r, ls_bytes *b, ls_ir_value **out_value)
{
    size_t id;
    LS_TRY(ls_bytes_index(b, r->values.count - r->scope, "value", &id));
    *out_value = r->values.data[r->scope + id];
    return *out_value ? LS_OK : ls_fail(LS_INVALID_ARGUMENT, "value %zu is not defined before its use", id);
}

/* In which order values have their uses: does not concern us. */
static ls_status skip_uses(ls_bytes *b, size_t value_count)
{
    size_t lists = 1, count;
    uint64_t word;
    bool are_pairs;
    if (value_count > 1) LS_TRY(ls_bytes_count(b, &lists));
    for (size_t i = 0; i < lists; i++) {
        if (value_count > 1) LS_TRY(ls_bytes_varint(b, &word));
        LS_TRY(ls_bytes_flagged(b, &word, &are_pairs));
        for (count = 0; count < word; count++) {
            uint64_t use;
            LS_TRY(ls_bytes_varint(b, &use));
        }
    }
    return LS_OK;
}

/* --- Heads -------------------------------------------------------------------------------------------------- */

/* The place of `name` among the names of the op's row. */
static bool attr_place(const ls_bytecode_op *op, const char *name, size_t length, size_t *out_place)
{
    const char *at = op->attrs ? op->attrs : "";
    for (size_t place = 0; *at; place++) {
        size_t size = strcspn(at, " ");
        if (size == length && !memcmp(at, name, size)) {
            *out_place = place;
            return true;
        }
        at += size + (at[size] == ' ');
    }
    return false;
}

bool ls_bytecode_head_attr(const ls_bytecode_head *head, const char *name, size_t *out_index)
{
    size_t place;
    *out_index = 0;
    if (!attr_place(head->op, name, strlen(name), &place) || !head->is_set[place]) return false;
    *out_index = head->attrs[place];
    return true;
}

/* All attributes of the row, in its order. */
static ls_status attrs_from_properties(ls_bytecode *r, ls_bytecode_head *head)
{
    ls_bytes b = head->properties;
    for (size_t i = 0; i < head->op->attr_count; i++) {
        LS_TRY(ls_bytes_index(&b, r->attrs.count, "attribute", &head->attrs[i]));
        head->is_set[i] = true;
    }
    return b.at == b.end ? LS_OK : ls_fail(LS_INVALID_ARGUMENT, "the op has more properties than it can have");
}

static ls_status attrs_from_dict(ls_bytecode *r, ls_bytecode_head *head)
{
    ls_bytes dict;
    size_t count;
    if (!head->has_dict) return LS_OK;
    LS_TRY(ls_bytecode_dict_open(r, head->dict, &dict, &count));
    for (size_t i = 0; i < count; i++) {
        ls_bytecode_name name;
        size_t value, place;
        LS_TRY(ls_bytecode_dict_next(r, &dict, &name, &value));
        if (ls_bytecode_name_is(name, "channel_id")) name = (ls_bytecode_name){"channel_handle", 14};
        if (!attr_place(head->op, name.data, name.size, &place)) continue;
        head->attrs[place] = value;
        head->is_set[place] = true;
    }
    return LS_OK;
}

static ls_status read_lists(ls_bytecode *r, ls_bytes *b, unsigned char mask, ls_bytecode_head *head)
{
    size_t count, index;
    if (mask & HAS_RESULTS) {
        LS_TRY(ls_bytes_count(b, &count));
        for (size_t i = 0; i < count; i++) {
            LS_TRY(ls_bytes_index(b, r->types.count, "type", &index));
            LS_TRY(ls_bytecode_type(r, index, ls_vec_push(&head->types)));
        }
    }
    if (mask & HAS_OPERANDS) {
        LS_TRY(ls_bytes_count(b, &count));
        for (size_t i = 0; i < count; i++) LS_TRY(read_operand(r, b, ls_vec_push(&head->operands)));
    }
    if (mask & HAS_SUCCESSORS) return ls_fail(LS_UNIMPLEMENTED, "jumps between blocks are not supported");
    return mask & HAS_USES ? skip_uses(b, head->types.count) : LS_OK;
}

ls_status ls_bytecode_head_read(ls_bytecode *r, ls_bytes *b, ls_bytecode_head *out_head)
{
    unsigned char mask;
    size_t index;
    *out_head = (ls_bytecode_head){0};
    LS_TRY(ls_bytes_index(b, r->ops.count, "the name of op", &index));
    out_head->op = &r->ops.data[index];
    LS_TRY(ls_bytes_byte(b, &mask));
    LS_TRY(ls_bytes_index(b, r->attrs.count, "location", &index));
    LS_TRY(ls_bytecode_place(r, index, &out_head->place));
    if (out_head->op->role == LS_BYTECODE_unknown || out_head->op->role == LS_BYTECODE_missing)
        return ls_bytecode_refuse(r, out_head->op);
    out_head->has_dict = mask & HAS_DICT;
    out_head->has_properties = mask & HAS_PROPERTIES;
    out_head->has_regions = mask & HAS_REGIONS;
    if (mask & HAS_DICT) LS_TRY(ls_bytes_index(b, r->attrs.count, "attribute", &out_head->dict));
    if (mask & HAS_PROPERTIES) {
        LS_TRY(ls_bytes_index(b, r->properties.count, "properties", &index));
        out_head->properties = r->properties.data[index];
    }
    LS_TRY(read_lists(r, b, mask, out_head));
    if (out_head->op->role != LS_BYTECODE_op && out_head->op->role != LS_BYTECODE_func) return LS_OK;
    return r->version >= 5 ? attrs_from_properties(r, out_head) : attrs_from_dict(r, out_head);
}

void ls_bytecode_head_finish(ls_bytecode_head *head)
{
    ls_vec_finish(&head->types);
    ls_vec_finish(&head->operands);
}

/* --- Regions and blocks ------------------------------------------------------------------------------------- */

ls_status ls_bytecode_regions_open(ls_bytecode *r, ls_bytes *b, ls_bytecode_regions *out_regions)
{
    uint64_t count;
    bool is_isolated;
    *out_regions = (ls_bytecode_regions){.outer_scope = r->scope};
    LS_TRY(ls_bytes_flagged(b, &count, &is_isolated));
    if (count > (size_t)(b->end - b->at)) return ls_fail(LS_INVALID_ARGUMENT, "an op has more regions than bytes");
    out_regions->count = (size_t)count;
    if (!is_isolated) return LS_OK;
    r->scope = r->values.count;
    if (!count || r->version < 2) return LS_OK;
    unsigned id;
    out_regions->is_apart = true;
    LS_TRY(ls_bytes_section(b, r->begin, &id, &out_regions->own));
    return id == LS_SECTION_ir ? LS_OK : ls_fail(LS_INVALID_ARGUMENT, "section %u where regions were expected", id);
}

ls_status ls_bytecode_regions_close(ls_bytecode *r, const ls_bytecode_regions *regions)
{
    r->scope = regions->outer_scope;
    if (regions->own.at == regions->own.end) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "bytes are left behind an op's regions");
}

static ls_status read_block_args(ls_bytecode *r, ls_bytes *b, ls_ir_block *block)
{
    size_t count;
    LS_TRY(ls_bytes_count(b, &count));
    for (size_t i = 0; i < count; i++) {
        uint64_t type;
        size_t location;
        bool has_location = true;
        ls_ir_type read;
        LS_TRY(r->version >= 4 ? ls_bytes_flagged(b, &type, &has_location) : ls_bytes_varint(b, &type));
        if (has_location) LS_TRY(ls_bytes_index(b, r->attrs.count, "location", &location));
        LS_TRY(ls_bytecode_type(r, (size_t)type, &read));
        LS_TRY(define(r, ls_ir_block_add_arg(r->module, block, read)));
    }
    unsigned char has_uses = 0;
    if (r->version >= 3) LS_TRY(ls_bytes_byte(b, &has_uses));
    return has_uses ? skip_uses(b, count) : LS_OK;
}

ls_status ls_bytecode_block_open(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, size_t *out_ops)
{
    uint64_t ops;
    bool has_args;
    *out_ops = 0;
    LS_TRY(ls_bytes_flagged(b, &ops, &has_args));
    if (ops > (size_t)(b->end - b->at)) return ls_fail(LS_INVALID_ARGUMENT, "a block has more ops than bytes");
    *out_ops = (size_t)ops;
    return has_args ? read_block_args(r, b, block) : LS_OK;
}

/* The values of a region get the numbers behind those of the regions around it. */
static ls_status open_values(ls_bytecode *r, ls_bytes *b)
{
    uint64_t count;
    LS_TRY(ls_bytes_varint(b, &count));
    if (count > r->size - r->values.count) /* each takes bytes of its own */
        return ls_fail(LS_INVALID_ARGUMENT, "regions have more values than the file has bytes");
    r->next = r->values.count;
    for (uint64_t i = 0; i < count; i++) ls_vec_push(&r->values);
    return LS_OK;
}

static ls_status read_ops(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, ls_bytecode_read_fn read_op)
{
    size_t ops;
    LS_TRY(ls_bytecode_block_open(r, b, block, &ops));
    for (size_t i = 0; i < ops; i++) LS_TRY(read_op(r, b, block));
    return LS_OK;
}

ls_status ls_bytecode_region(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, ls_bytecode_read_fn read_op)
{
    uint64_t blocks;
    LS_TRY(ls_bytes_varint(b, &blocks));
    if (blocks != 1)
        return ls_fail(LS_UNIMPLEMENTED, "a region has %llu blocks; regions of one are supported",
                       (unsigned long long)blocks);
    if (r->depth == LS_BYTECODE_MAX_DEPTH)
        return ls_fail(LS_INVALID_ARGUMENT, "regions are nested more than %d deep", LS_BYTECODE_MAX_DEPTH);
    size_t start = r->values.count, next = r->next;
    LS_TRY(open_values(r, b));
    r->depth++;
    LS_TRY(read_ops(r, b, block, read_op));
    r->depth--;
    r->values.count = start;
    r->next = next;
    return LS_OK;
}

/* --- Ops ---------------------------------------------------------------------------------------------------- */

typedef LS_VEC(ls_ir_block *) block_vec;

static ls_status read_regions(ls_bytecode *r, ls_bytes *b, block_vec *blocks)
{
    ls_bytecode_regions regions;
    LS_TRY(ls_bytecode_regions_open(r, b, &regions));
    for (size_t i = 0; i < regions.count; i++) {
        ls_ir_block *block = *ls_vec_push(blocks) = ls_ir_block_create(r->module);
        LS_TRY(ls_bytecode_region(r, regions.is_apart ? &regions.own : b, block, ls_bytecode_read_op));
    }
    return ls_bytecode_regions_close(r, &regions);
}

static ls_status append(ls_bytecode *r, ls_ir_block *block, const ls_bytecode_head *head, const block_vec *blocks)
{
    ls_ir_attrs attrs = {0};
    for (size_t i = 0; i < head->op->attr_count; i++)
        if (head->is_set[i] && head->op->keys[i] != LS_ATTR_KEY_COUNT)
            LS_TRY(ls_bytecode_set(r, &attrs, head->op->keys[i], head->attrs[i]));
    if (block->last && block->last->kind == LS_IR_RETURN)
        return ls_fail(LS_INVALID_ARGUMENT, "stands behind the return that ends the block");
    ls_ir_op_spec spec = {.kind = head->op->kind,
                          .operands = head->operands.data,
                          .operand_count = head->operands.count,
                          .attrs = &attrs,
                          .regions = blocks->data,
                          .region_count = blocks->count,
                          .types = head->types.data,
                          .type_count = head->types.count};
    ls_ir_op *op;
    LS_TRY(ls_ir_append(r->module, block, &spec, &op));
    if (op->result_count != head->types.count)
        return ls_fail(LS_INVALID_ARGUMENT, "has %zu results instead of %zu", head->types.count, op->result_count);
    for (size_t i = 0; i < op->result_count; i++) LS_TRY(define(r, op->results[i]));
    ls_ir_op_come_from(op, &head->place);
    return LS_OK;
}

static ls_status define_same(ls_bytecode *r, const ls_bytecode_head *head)
{
    if (head->types.count != head->operands.count || head->has_regions)
        return ls_fail(LS_INVALID_ARGUMENT, "has %zu results for %zu operands", head->types.count,
                       head->operands.count);
    for (size_t i = 0; i < head->types.count; i++) {
        if (!ls_ir_type_equal(&head->operands.data[i]->type, &head->types.data[i]))
            return ls_fail(LS_UNIMPLEMENTED, "result %zu has another type than its operand", i);
        LS_TRY(define(r, head->operands.data[i]));
    }
    return LS_OK;
}

static ls_status read_op_with(ls_bytecode *r, ls_bytes *b, ls_ir_block *block, ls_bytecode_head *head,
                              block_vec *blocks)
{
    LS_TRY(ls_bytecode_head_read(r, b, head));
    if (head->op->role == LS_BYTECODE_same) return define_same(r, head);
    if (head->op->role != LS_BYTECODE_op) return ls_fail(LS_INVALID_ARGUMENT, "stands within a function");
    if (head->has_regions) LS_TRY(read_regions(r, b, blocks));
    return append(r, block, head, blocks);
}

ls_status ls_bytecode_read_op(ls_bytecode *r, ls_bytes *b, ls_ir_block *block)
{
    ls_bytecode_head head;
    block_vec blocks = {0};
    ls_status status = read_op_with(r, b, block, &head, &blocks);
    if (status != LS_OK && !r->is_named && head.op) {
        char place[LS_IR_PLACE_SIZE];
        ls_context(status, "%s%sin %.20s.%.60s", ls_ir_op_place(&head.place, place, sizeof(place)),
                   head.place.line ? ": " : "", head.op->dialect, head.op->name.data);
        r->is_named = true;
    }
    ls_bytecode_head_finish(&head);
    ls_vec_finish(&blocks);
    return status;
}
