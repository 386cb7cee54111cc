/* Pass: of ops that compute the same from the same, the first stays. */
#include "base/error.h"
#include "base/map.h"
#include "cpu/compile/plan.h"

/* Ops seen so far in the blocks around, by hash; those of one hash are chained. */
typedef struct seen_op {
    ls_ir_op *op;
    uint64_t hash;
    struct seen_op *next;
} seen_op;

typedef struct finder {
    ls_arena arena;
    seen_op **buckets;
    size_t mask;
    ls_ir_value **stands_for; /* by id */
} finder;

/* Ops of which two with the same operands give the same results, and which nobody would miss if one is left out. */
static bool is_shareable(const ls_ir_op *op)
{
    switch (op->kind) {
    case LS_IR_CALL:
    case LS_IR_CASE:
    case LS_IR_CUSTOM_CALL:
    case LS_IR_IF:
    case LS_IR_OPTIMIZATION_BARRIER:
    case LS_IR_RETURN:
    case LS_IR_RNG: /* differs each time */
    case LS_IR_WHILE: return false;
    default: break;
    }
    if (ls_ir_op_info_of(op->kind)->is_collective) return false;
    ls_ir_kind kind;
    for (size_t i = 0; i < op->region_count; i++)
        if (!ls_ir_block_is_reducer(op->regions[i], &kind)) return false;
    return true;
}

static uint64_t op_hash(const ls_ir_op *op)
{
    uint64_t hash = ls_ir_attrs_hash(&op->attrs, (uint64_t)op->kind);
    for (size_t i = 0; i < op->operand_count; i++) hash = ls_hash_mix(hash, (uint64_t)(uintptr_t)op->operands[i]);
    return hash;
}

static bool is_same(const ls_ir_op *a, const ls_ir_op *b)
{
    if (a->kind != b->kind || a->operand_count != b->operand_count || a->result_count != b->result_count) return false;
    for (size_t i = 0; i < a->operand_count; i++)
        if (a->operands[i] != b->operands[i]) return false;
    for (size_t i = 0; i < a->result_count; i++)
        if (!ls_ir_type_equal(&a->results[i]->type, &b->results[i]->type)) return false;
    for (size_t i = 0; i < a->region_count; i++) {
        ls_ir_kind of_a = LS_IR_RETURN, of_b = LS_IR_RETURN;
        ls_ir_block_is_reducer(a->regions[i], &of_a);
        ls_ir_block_is_reducer(b->regions[i], &of_b);
        if (of_a != of_b) return false;
    }
    return ls_ir_attrs_equal(&a->attrs, &b->attrs);
}

static void visit_op(finder *f, ls_ir_op *op)
{
    uint64_t hash = op_hash(op);
    seen_op **bucket = &f->buckets[hash & f->mask];
    for (const seen_op *seen = *bucket; seen; seen = seen->next)
        if (seen->hash == hash && is_same(seen->op, op)) {
            for (size_t i = 0; i < op->result_count; i++) f->stands_for[op->results[i]->id] = seen->op->results[i];
            return;
        }
    seen_op *seen = LS_ARENA_NEW(&f->arena, seen_op);
    LS_ASSERT(seen && "out of memory");
    *seen = (seen_op){op, hash, *bucket};
    *bucket = seen;
}

/* What a block saw is not visible behind it: its entries, the newest of their buckets, leave again. */
static void visit_block(finder *f, ls_ir_block *block)
{
    for (ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->operand_count; i++)
            if (f->stands_for[op->operands[i]->id]) op->operands[i] = f->stands_for[op->operands[i]->id];
        for (size_t i = 0; i < op->region_count; i++) visit_block(f, op->regions[i]);
        if (is_shareable(op)) visit_op(f, op);
    }
    for (ls_ir_op *op = block->last; op; op = op->prev) {
        if (!is_shareable(op)) continue;
        seen_op **bucket = &f->buckets[op_hash(op) & f->mask];
        if (*bucket && (*bucket)->op == op) *bucket = (*bucket)->next;
    }
}

ls_status ls_cpu_pass_common(ls_ir_module *module, const ls_cpu_compile_options *options)
{
    ls_ir_func *func = ls_ir_main(module);
    finder f = {.mask = 63};
    ls_ir_number(func);
    while (f.mask < func->value_count) f.mask = 2 * f.mask + 1;
    f.buckets = LS_ARENA_ARRAY(&f.arena, seen_op *, f.mask + 1);
    f.stands_for = LS_ARENA_ARRAY(&f.arena, ls_ir_value *, func->value_count);
    LS_ASSERT(f.buckets && f.stands_for && "out of memory");
    visit_block(&f, func->body);
    ls_arena_finish(&f.arena);
    return LS_OK;
}
