#include "cpu/compile/clone.h"

#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "cpu/kernels/reference/reference.h"

#define MAX_CALL_DEPTH 128

typedef struct cloner {
    const ls_ir_module *from;
    ls_ir_module *to;
    int depth; /* of calls being expanded */
} cloner;

/* Old value -> new value, for one function body (each expansion of a call has its own). */
static void map_value(ls_map *map, const ls_ir_value *from, ls_ir_value *to)
{
    ls_map_set(map, &from, sizeof(from), to);
}

static ls_ir_value *mapped(const ls_map *map, const ls_ir_value *from)
{
    return ls_map_get(map, &from, sizeof(from));
}

static ls_status clone_body(cloner *c, const ls_ir_block *from, ls_ir_block *to, ls_map *map, ls_ir_op **out_return);

static void append(ls_ir_block *block, ls_ir_op *op)
{
    op->block = block;
    op->prev = block->last;
    *(block->last ? &block->last->next : &block->first) = op;
    block->last = op;
}

static ls_status clone_region(cloner *c, const ls_ir_block *from, ls_ir_op *parent, ls_map *map,
                              ls_ir_block **out_block)
{
    ls_ir_block *block = ls_ir_block_create(c->to);
    block->parent = parent;
    for (size_t i = 0; i < from->arg_count; i++)
        map_value(map, from->args[i], ls_ir_block_add_arg(c->to, block, from->args[i]->type));
    ls_ir_op *ret = NULL;
    LS_TRY(clone_body(c, from, block, map, &ret));
    if (ret) append(block, ret);
    *out_block = block;
    return LS_OK;
}

static ls_status clone_op(cloner *c, const ls_ir_op *from, ls_map *map, ls_ir_op **out_op)
{
    ls_arena *arena = &c->to->arena;
    /* Here rather than in select: an effect is wanted although nobody uses the results. */
    if (ls_cpu_reference_table[from->kind] == ls_cpu_reference_refuse) return ls_cpu_reference_refuse(NULL, from);
    ls_ir_op *op = LS_ARENA_NEW(arena, ls_ir_op);
    op->kind = from->kind;
    op->attrs = from->attrs; /* passes replace attributes as a whole, never change them in place */
    ls_ir_op_come_from(op, from);
    op->operand_count = from->operand_count;
    op->operands = LS_ARENA_ARRAY(arena, ls_ir_value *, from->operand_count);
    for (size_t i = 0; i < from->operand_count; i++) {
        op->operands[i] = mapped(map, from->operands[i]);
        if (!op->operands[i])
            return ls_cpu_refuse(from, LS_INVALID_ARGUMENT, "operand %zu is used before it is defined", i);
    }
    op->result_count = from->result_count;
    op->results = LS_ARENA_ARRAY(arena, ls_ir_value *, from->result_count);
    for (size_t i = 0; i < from->result_count; i++) {
        ls_ir_value *value = op->results[i] = LS_ARENA_NEW(arena, ls_ir_value);
        value->type = from->results[i]->type;
        value->op = op;
        value->index = (uint32_t)i;
        map_value(map, from->results[i], value);
    }
    op->region_count = from->region_count;
    op->regions = LS_ARENA_ARRAY(arena, ls_ir_block *, from->region_count);
    for (size_t i = 0; i < from->region_count; i++) LS_TRY(clone_region(c, from->regions[i], op, map, &op->regions[i]));
    *out_op = op;
    return LS_OK;
}

/* Puts a copy of the callee's body where the call stands. */
static ls_status expand_call(cloner *c, const ls_ir_op *call, ls_ir_block *to, ls_map *map)
{
    const char *name = ls_ir_op_callee(call);
    const ls_ir_func *func = ls_ir_func_find(c->from, name);
    if (!func) return ls_cpu_refuse(call, LS_INVALID_ARGUMENT, "there is no function @%s in the module", name);
    if (func->body->arg_count != call->operand_count)
        return ls_cpu_refuse(call, LS_INVALID_ARGUMENT, "@%s takes %zu arguments", name, func->body->arg_count);
    if (++c->depth > MAX_CALL_DEPTH) return ls_cpu_refuse(call, LS_INVALID_ARGUMENT, "@%s calls itself", name);
    ls_map inner = {0};
    for (size_t i = 0; i < call->operand_count; i++) {
        ls_ir_value *operand = mapped(map, call->operands[i]);
        if (!operand) return ls_cpu_refuse(call, LS_INVALID_ARGUMENT, "operand %zu is used before it is defined", i);
        map_value(&inner, func->body->args[i], operand);
    }
    ls_ir_op *ret = NULL;
    ls_status status = clone_body(c, func->body, to, &inner, &ret);
    ls_map_finish(&inner);
    LS_TRY(status);
    c->depth--;
    if (!ret || ret->operand_count != call->result_count)
        return ls_cpu_refuse(call, LS_INVALID_ARGUMENT, "@%s does not return %zu results", name, call->result_count);
    for (size_t i = 0; i < call->result_count; i++) map_value(map, call->results[i], ret->operands[i]);
    return LS_OK;
}

/* Says on which of several partitions a value lies: with the one that we have the result is the operand. */
static bool is_sharding(const ls_ir_op *op)
{
    static const char *const targets[] = {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"};
    if (op->kind != LS_IR_CUSTOM_CALL || op->operand_count != 1 || op->result_count != 1 ||
        !ls_ir_type_equal(&op->operands[0]->type, &op->results[0]->type))
        return false;
    const ls_ir_attr *target = ls_ir_attr_find(&op->attrs, LS_ATTR_CALL_TARGET_NAME);
    for (size_t i = 0; target && i < sizeof(targets) / sizeof(targets[0]); i++)
        if (!strcmp(target->string.data, targets[i])) return true;
    return false;
}

/* Copies all ops but the final RETURN, which goes to *out_return unattached. */
static ls_status clone_body(cloner *c, const ls_ir_block *from, ls_ir_block *to, ls_map *map, ls_ir_op **out_return)
{
    for (const ls_ir_op *op = from->first; op; op = op->next) {
        ls_ir_op *copy = NULL;
        if (ls_ir_op_callee(op)) {
            LS_TRY(expand_call(c, op, to, map));
            continue;
        }
        if (is_sharding(op)) {
            map_value(map, op->results[0], mapped(map, op->operands[0]));
            continue;
        }
        LS_TRY(clone_op(c, op, map, &copy));
        if (op->kind == LS_IR_RETURN)
            *out_return = copy;
        else
            append(to, copy);
    }
    return LS_OK;
}

static ls_status clone_main(cloner *c)
{
    const ls_ir_func *from = ls_ir_main(c->from);
    if (!from || !from->body) return ls_fail(LS_INVALID_ARGUMENT, "the module has no function @main");
    c->to->num_replicas = c->from->num_replicas;
    c->to->num_partitions = c->from->num_partitions;
    ls_ir_func *func = ls_ir_func_create(c->to, from->name);
    func->is_public = from->is_public;
    if (!func->body) func->body = ls_ir_block_create(c->to);
    ls_map map = {0};
    for (size_t i = 0; i < from->body->arg_count; i++) {
        map_value(&map, from->body->args[i], ls_ir_func_add_arg(c->to, func, from->body->args[i]->type));
        if (from->arg_info) func->arg_info[i] = from->arg_info[i];
    }
    ls_ir_op *ret = NULL;
    ls_status status = clone_body(c, from->body, func->body, &map, &ret);
    ls_map_finish(&map);
    LS_TRY(status);
    if (!ret) return ls_fail(LS_INVALID_ARGUMENT, "function @%s does not return", from->name);
    append(func->body, ret);
    return ls_ir_func_finish(c->to, func);
}

ls_status ls_cpu_clone_inlined(const ls_ir_module *module, ls_ir_module **out_copy)
{
    *out_copy = NULL;
    cloner c = {.from = module, .to = ls_ir_module_create(module->name)};
    if (!c.to) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for a copy of the module");
    ls_status status = clone_main(&c);
    if (status == LS_OK)
        *out_copy = c.to;
    else
        ls_ir_module_destroy(c.to);
    return status;
}
