#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "ir/ir.h"

ls_ir_module *ls_ir_module_create(const char *name)
{
    ls_ir_module *module = calloc(1, sizeof(*module));
    LS_ASSERT(module && "out of memory");
    module->name = ls_arena_strndup(&module->arena, name, strlen(name));
    module->num_replicas = module->num_partitions = 1;
    return module;
}

void ls_ir_module_destroy(ls_ir_module *module)
{
    if (!module) return;
    ls_arena_finish(&module->arena);
    free(module);
}

ls_ir_func *ls_ir_func_find(const ls_ir_module *module, const char *name)
{
    for (ls_ir_func *func = module->funcs; func; func = func->next)
        if (!strcmp(func->name, name)) return func;
    return NULL;
}

ls_ir_func *ls_ir_main(const ls_ir_module *module)
{
    ls_ir_func *func = ls_ir_func_find(module, "main");
    if (func) return func;
    return module->funcs && !module->funcs->next ? module->funcs : NULL;
}

ls_ir_block *ls_ir_block_create(ls_ir_module *module)
{
    return LS_ARENA_NEW(&module->arena, ls_ir_block);
}

ls_ir_func *ls_ir_func_create(ls_ir_module *module, const char *name)
{
    ls_ir_func *func = LS_ARENA_NEW(&module->arena, ls_ir_func);
    func->name = ls_arena_strndup(&module->arena, name, strlen(name));
    func->is_public = true;
    func->body = ls_ir_block_create(module);
    ls_ir_func **end = &module->funcs;
    while (*end) end = &(*end)->next;
    return *end = func;
}

/* Room for one more element after `count`: the array doubles at powers of two. */
static void *arena_grow(ls_arena *arena, void *data, size_t count, size_t size)
{
    if (count && (count & (count - 1))) return data;
    void *larger = ls_arena_alloc(arena, (count ? 2 * count : 1) * size);
    LS_ASSERT(larger && "out of memory");
    if (count) memcpy(larger, data, count * size);
    return larger;
}

ls_ir_value *ls_ir_block_add_arg(ls_ir_module *module, ls_ir_block *block, ls_ir_type type)
{
    ls_ir_value *arg = LS_ARENA_NEW(&module->arena, ls_ir_value);
    arg->type = type;
    arg->block = block;
    arg->index = (uint32_t)block->arg_count;
    block->args = arena_grow(&module->arena, block->args, block->arg_count, sizeof(block->args[0]));
    block->args[block->arg_count++] = arg;
    return arg;
}

ls_ir_value *ls_ir_func_add_arg(ls_ir_module *module, ls_ir_func *func, ls_ir_type type)
{
    func->arg_info = arena_grow(&module->arena, func->arg_info, func->body->arg_count, sizeof(func->arg_info[0]));
    func->arg_info[func->body->arg_count] = (ls_ir_arg_info){.alias_output = -1};
    return ls_ir_block_add_arg(module, func->body, type);
}

ls_status ls_ir_func_finish(ls_ir_module *module, ls_ir_func *func)
{
    const ls_ir_op *last = func->body->last;
    if (!last || last->kind != LS_IR_RETURN)
        return ls_fail(LS_INVALID_ARGUMENT, "function @%s does not end with a return", func->name);
    func->result_count = last->operand_count;
    func->result_types = LS_ARENA_ARRAY(&module->arena, ls_ir_type, last->operand_count);
    for (size_t i = 0; i < last->operand_count; i++) func->result_types[i] = last->operands[i]->type;
    ls_ir_number(func);
    return LS_OK;
}

/* Sets what differs only: modules that are numbered already may be read by several threads. */
static void number_value(ls_ir_value *value, uint32_t *next)
{
    if (value->id != *next) value->id = *next;
    ++*next;
}

static void number_block(ls_ir_block *block, uint32_t *next)
{
    for (size_t i = 0; i < block->arg_count; i++) number_value(block->args[i], next);
    for (ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->result_count; i++) number_value(op->results[i], next);
        for (size_t i = 0; i < op->region_count; i++) number_block(op->regions[i], next);
    }
}

void ls_ir_number(ls_ir_func *func)
{
    uint32_t next = 0;
    number_block(func->body, &next);
    if (func->value_count != next) func->value_count = next;
}

const char *ls_ir_op_place(const ls_ir_op *op, char *out, size_t size)
{
    if (!op->line)
        snprintf(out, size, "%s", "");
    else if (op->file)
        snprintf(out, size, "%.256s:%u:%u", op->file, op->line, op->column);
    else
        snprintf(out, size, "%u:%u", op->line, op->column);
    return out;
}

void ls_ir_op_come_from(ls_ir_op *op, const ls_ir_op *from)
{
    op->file = from->file;
    op->line = from->line;
    op->column = from->column;
}

void ls_ir_op_remove(ls_ir_op *op)
{
    *(op->prev ? &op->prev->next : &op->block->first) = op->next;
    *(op->next ? &op->next->prev : &op->block->last) = op->prev;
    op->prev = op->next = NULL;
    op->block = NULL;
}

void ls_ir_op_insert_before(ls_ir_op *op, ls_ir_op *before)
{
    if (op->block) ls_ir_op_remove(op);
    op->block = before->block;
    op->next = before;
    op->prev = before->prev;
    *(before->prev ? &before->prev->next : &before->block->first) = op;
    before->prev = op;
}

static void replace_in_block(ls_ir_block *block, ls_ir_value *from, ls_ir_value *to)
{
    for (ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->operand_count; i++)
            if (op->operands[i] == from) op->operands[i] = to;
        for (size_t i = 0; i < op->region_count; i++) replace_in_block(op->regions[i], from, to);
    }
}

void ls_ir_replace_uses(ls_ir_func *func, ls_ir_value *from, ls_ir_value *to)
{
    replace_in_block(func->body, from, to);
}
