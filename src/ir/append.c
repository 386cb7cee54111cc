/* Appending ops: inference, then the op; regions made from the REDUCER attribute. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "ir/infer.h"

static ls_ir_op *op_alloc(ls_ir_module *module, const ls_ir_op_spec *spec)
{
    ls_arena *arena = &module->arena;
    ls_ir_op *op = LS_ARENA_NEW(arena, ls_ir_op);
    LS_ASSERT(op && "out of memory");
    op->kind = spec->kind;
    op->operand_count = spec->operand_count;
    op->operands = ls_arena_copy(arena, spec->operands, spec->operand_count * sizeof(op->operands[0]));
    op->region_count = spec->region_count;
    op->regions = ls_arena_copy(arena, spec->regions, spec->region_count * sizeof(op->regions[0]));
    LS_ASSERT(op->operands && op->regions && "out of memory");
    op->attrs = ls_ir_attrs_copy(spec->attrs, arena);
    return op;
}

static void op_set_results(ls_ir_module *module, ls_ir_op *op, const ls_ir_type *types, size_t count)
{
    op->result_count = count;
    op->results = LS_ARENA_ARRAY(&module->arena, ls_ir_value *, count);
    ls_ir_value *values = LS_ARENA_ARRAY(&module->arena, ls_ir_value, count);
    LS_ASSERT(op->results && values && "out of memory");
    for (size_t i = 0; i < count; i++) {
        values[i] = (ls_ir_value){.type = types[i], .op = op, .index = (uint32_t)i};
        op->results[i] = &values[i];
    }
}

static void block_link(ls_ir_block *block, ls_ir_op *op)
{
    op->block = block;
    op->prev = block->last;
    *(block->last ? &block->last->next : &block->first) = op;
    block->last = op;
}

/* --- Regions from REDUCER ----------------------------------------------------------------------------------- */

/* Combines n pairs of scalars, of the operands' element types, by one op each. */
static ls_status reducer_block(ls_ir_module *module, ls_ir_kind kind, ls_ir_value *const *operands, size_t n,
                               ls_ir_block **out_block)
{
    ls_ir_block *block = ls_ir_block_create(module);
    for (size_t i = 0; i < 2 * n; i++) ls_ir_block_add_arg(module, block, ls_infer_scalar(operands[i % n]->type.dtype));
    ls_ir_value **combined = LS_ARENA_ARRAY(&module->arena, ls_ir_value *, n);
    for (size_t i = 0; i < n; i++) {
        ls_ir_value *pair[] = {block->args[i], block->args[n + i]};
        ls_ir_op *op;
        LS_TRY(ls_ir_append(module, block, &(ls_ir_op_spec){.kind = kind, .operands = pair, .operand_count = 2}, &op));
        combined[i] = op->results[0];
    }
    *out_block = block;
    return ls_ir_append_return(module, block, combined, n);
}

/* select_and_scatter's first region: the earlier element stays where it is at least as large. */
static ls_status select_block(ls_ir_module *module, ls_dtype dtype, ls_ir_block **out_block)
{
    ls_ir_block *block = ls_ir_block_create(module);
    ls_ir_value *pair[] = {ls_ir_block_add_arg(module, block, ls_infer_scalar(dtype)),
                           ls_ir_block_add_arg(module, block, ls_infer_scalar(dtype))};
    ls_ir_attr items[] = {
        {.key = LS_ATTR_COMPARISON_DIRECTION, .i = LS_COMPARE_GE},
        {.key = LS_ATTR_COMPARE_TYPE,
         .i = ls_dtype_is_float(dtype)    ? LS_COMPARE_FLOAT
              : ls_dtype_is_signed(dtype) ? LS_COMPARE_SIGNED
                                          : LS_COMPARE_UNSIGNED},
    };
    ls_ir_attrs attrs = {items, 2};
    ls_ir_op *op;
    LS_TRY(ls_ir_append(module, block,
                        &(ls_ir_op_spec){.kind = LS_IR_COMPARE, .operands = pair, .operand_count = 2, .attrs = &attrs},
                        &op));
    *out_block = block;
    return ls_ir_append_return(module, block, op->results, 1);
}

static ls_status make_regions(ls_ir_module *module, const ls_ir_op_spec *spec, ls_ir_kind reducer, ls_ir_block **blocks)
{
    bool has_pairs = spec->kind == LS_IR_REDUCE || spec->kind == LS_IR_REDUCE_WINDOW || spec->kind == LS_IR_SCATTER;
    size_t n = has_pairs ? spec->operand_count / 2 : 1;
    if (spec->kind == LS_IR_SELECT_AND_SCATTER) {
        LS_TRY(select_block(module, spec->operands[0]->type.dtype, &blocks[0]));
        blocks++;
    }
    return reducer_block(module, reducer, spec->operands, n, blocks);
}

/* --- Appending ---------------------------------------------------------------------------------------------- */

/* Operand types, then space for result types, in the caller's array if they fit. */
#define FEW_TYPES 16

static ls_status infer_spec(ls_ir_module *module, const ls_ir_op_spec *spec, ls_ir_op *op, ls_ir_type *types,
                            size_t capacity)
{
    for (size_t i = 0; i < spec->operand_count; i++) types[i] = spec->operands[i]->type;
    size_t count;
    LS_TRY(ls_ir_infer_values(spec->kind, spec->operands, types, spec->operand_count, spec->attrs, spec->regions,
                              spec->region_count, spec->types, spec->type_count, types + spec->operand_count,
                              capacity - spec->operand_count, &count));
    op_set_results(module, op, types + spec->operand_count, count);
    return LS_OK;
}

/* An upper bound for the results of any op. */
static size_t result_bound(const ls_ir_op_spec *spec)
{
    size_t bound = spec->operand_count + spec->type_count + 3;
    if (spec->region_count && spec->regions[0]->last) bound += spec->regions[0]->last->operand_count;
    return bound;
}

ls_status ls_ir_append(ls_ir_module *module, ls_ir_block *block, const ls_ir_op_spec *spec, ls_ir_op **out_op)
{
    for (size_t i = 0; i < spec->operand_count; i++)
        if (!spec->operands[i])
            return ls_fail(LS_INVALID_ARGUMENT, "%s: operand %zu is missing", ls_ir_op_info_of(spec->kind)->name, i);
    ls_ir_op *op = op_alloc(module, spec);
    ls_ir_type few[FEW_TYPES], *types = few;
    size_t capacity = spec->operand_count + result_bound(spec);
    if (capacity > FEW_TYPES) {
        types = malloc(capacity * sizeof(types[0]));
        LS_ASSERT(types && "out of memory");
    }
    ls_status status = infer_spec(module, spec, op, types, capacity);
    if (types != few) free(types);
    LS_TRY(status);

    const ls_ir_attr *reducer = ls_ir_attr_find(&op->attrs, LS_ATTR_REDUCER);
    if (reducer) {
        if (!op->region_count && ls_ir_op_info_of(op->kind)->regions > 0) {
            op->region_count = (size_t)ls_ir_op_info_of(op->kind)->regions;
            op->regions = LS_ARENA_ARRAY(&module->arena, ls_ir_block *, op->region_count);
            LS_TRY(make_regions(module, spec, (ls_ir_kind)reducer->i, op->regions));
        }
        LS_ASSERT(reducer == &op->attrs.items[op->attrs.count - 1]); /* the last key: the region says it from now on */
        op->attrs.count--;
    }
    for (size_t i = 0; i < op->region_count; i++) op->regions[i]->parent = op;
    block_link(block, op);
    if (out_op) *out_op = op;
    return LS_OK;
}

ls_status ls_ir_append_return(ls_ir_module *module, ls_ir_block *block, ls_ir_value *const *values, size_t count)
{
    return ls_ir_append(module, block,
                        &(ls_ir_op_spec){.kind = LS_IR_RETURN, .operands = values, .operand_count = count}, NULL);
}

bool ls_ir_block_is_reducer(const ls_ir_block *block, ls_ir_kind *out_kind)
{
    const ls_ir_op *op = block->first, *last = block->last;
    if (block->arg_count != 2 || !op || op->next != last || last->kind != LS_IR_RETURN) return false;
    if (!ls_ir_op_info_of(op->kind)->is_binary || last->operand_count != 1 || last->operands[0] != op->results[0])
        return false;
    if (op->operands[0] != block->args[0] || op->operands[1] != block->args[1]) return false;
    *out_kind = op->kind;
    return true;
}
