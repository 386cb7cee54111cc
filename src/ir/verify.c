/* What must hold of a module, whoever made it: structure, SSA form, and every op's rule once more. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "ir/infer.h"

typedef struct verifier {
    const ls_ir_module *module;
    const ls_ir_func *func;
    ls_map funcs;          /* name → ls_ir_func */
    ls_ir_value **visible; /* by id: the value if it may be used here */
    ls_ir_type *types;     /* room for one op's operands, results and inferred results */
    size_t type_capacity;
    int depth;
} verifier;

#define MAX_DEPTH 256

/* "12:5: in stablehlo.add: " before the message, as far as it is known. */
static ls_status name_place(const verifier *v, const ls_ir_op *op, ls_status status)
{
    char place[LS_IR_PLACE_SIZE];
    if (op && op->line)
        status =
            ls_context(status, "%s: in %s", ls_ir_op_place(op, place, sizeof(place)), ls_ir_op_info_of(op->kind)->name);
    else if (op)
        status = ls_context(status, "in %s", ls_ir_op_info_of(op->kind)->name);
    return ls_context(status, "function @%.80s", v->func->name);
}

/* --- Structure ---------------------------------------------------------------------------------------------- */

static ls_status check_attr(const ls_ir_attr *attr, const ls_ir_attr *previous)
{
    if ((unsigned)attr->key >= LS_ATTR_KEY_COUNT)
        return ls_fail(LS_INTERNAL, "attribute %d does not exist", (int)attr->key);
    const ls_ir_attr_info *info = ls_ir_attr_info_of(attr->key);
    if (previous && previous->key >= attr->key) return ls_fail(LS_INTERNAL, "attribute %s is out of order", info->name);
    const char *const *words = ls_ir_enum_words(info->form);
    int64_t count = 0;
    while (words && words[count]) count++;
    if (words && (attr->i < 0 || attr->i >= count))
        return ls_fail(LS_INVALID_ARGUMENT, "attribute %s has value %lld", info->name, (long long)attr->i);
    if (attr->key == LS_ATTR_REDUCER) return ls_fail(LS_INTERNAL, "attribute reducer stands beside a region");
    return LS_OK;
}

static ls_status check_links(const ls_ir_op *op, const ls_ir_block *block)
{
    bool fits = op->block == block && (op->prev ? op->prev->next == op : block->first == op) &&
                (op->next ? op->next->prev == op : block->last == op);
    for (size_t i = 0; i < op->result_count; i++) fits &= op->results[i]->op == op && op->results[i]->index == i;
    for (size_t i = 0; i < op->region_count; i++) fits &= op->regions[i] && op->regions[i]->parent == op;
    if (!fits) return ls_fail(LS_INTERNAL, "the op is not linked to its block, results and regions");
    for (size_t i = 0; i < op->attrs.count; i++)
        LS_TRY(check_attr(&op->attrs.items[i], i ? &op->attrs.items[i - 1] : NULL));
    if ((op->kind == LS_IR_RETURN) != !op->next)
        return ls_fail(LS_INVALID_ARGUMENT,
                       op->next ? "a return stands before the block's end" : "the block does not end with a return");
    return LS_OK;
}

static ls_status check_operands(const verifier *v, const ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++) {
        const ls_ir_value *value = op->operands[i];
        if (!value) return ls_fail(LS_INTERNAL, "operand %zu is missing", i);
        if (value->id >= v->func->value_count || v->visible[value->id] != value)
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu is not defined before its use", i);
    }
    return LS_OK;
}

/* --- Rules -------------------------------------------------------------------------------------------------- */

static ls_status check_rule(verifier *v, const ls_ir_op *op)
{
    size_t results = op->result_count, operands = op->operand_count;
    size_t need = operands + 2 * results + 3;
    if (v->type_capacity < need) {
        free(v->types);
        v->type_capacity = 2 * need;
        v->types = malloc(v->type_capacity * sizeof(v->types[0]));
        LS_ASSERT(v->types && "out of memory");
    }
    ls_ir_type *given = v->types + operands;
    for (size_t i = 0; i < operands; i++) v->types[i] = op->operands[i]->type;
    for (size_t i = 0; i < results; i++) given[i] = op->results[i]->type;
    size_t count;
    LS_TRY(ls_ir_infer_values(op->kind, op->operands, v->types, operands, &op->attrs, op->regions, op->region_count,
                              given, results, given + results, results + 3, &count));
    if (count != results) return ls_fail(LS_INVALID_ARGUMENT, "has %zu results instead of %zu", results, count);
    return LS_OK;
}

static ls_status check_call(const verifier *v, const ls_ir_op *op)
{
    const char *callee = ls_ir_op_callee(op);
    if (!callee) return LS_OK;
    const ls_ir_func *func = ls_map_get(&v->funcs, callee, strlen(callee));
    if (!func) return ls_fail(LS_INVALID_ARGUMENT, "there is no function @%.80s", callee);
    if (func->body->arg_count != op->operand_count || func->result_count != op->result_count)
        return ls_fail(LS_INVALID_ARGUMENT, "@%.80s takes %zu and returns %zu values, not %zu and %zu", func->name,
                       func->body->arg_count, func->result_count, op->operand_count, op->result_count);
    for (size_t i = 0; i < op->operand_count; i++)
        if (!ls_ir_type_equal(&func->body->args[i]->type, &op->operands[i]->type))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu has another type than argument %zu of @%.80s", i, i,
                           func->name);
    for (size_t i = 0; i < op->result_count; i++)
        if (!ls_ir_type_equal(&func->result_types[i], &op->results[i]->type))
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu has another type than that of @%.80s", i, func->name);
    return LS_OK;
}

/* --- Walking ------------------------------------------------------------------------------------------------ */

static ls_status check_block(verifier *v, const ls_ir_block *block, const ls_ir_op *parent);

static ls_status check_op(verifier *v, const ls_ir_op *op, const ls_ir_block *block)
{
    LS_TRY(name_place(v, op, check_links(op, block)));
    LS_TRY(name_place(v, op, check_operands(v, op)));
    for (size_t i = 0; i < op->region_count; i++) LS_TRY(check_block(v, op->regions[i], op));
    ls_status status = check_rule(v, op); /* its message names the op */
    char place[LS_IR_PLACE_SIZE];
    if (status != LS_OK && op->line) ls_context(status, "%s", ls_ir_op_place(op, place, sizeof(place)));
    LS_TRY(name_place(v, NULL, status));
    return name_place(v, op, check_call(v, op));
}

static ls_status check_block(verifier *v, const ls_ir_block *block, const ls_ir_op *parent)
{
    if (v->depth == MAX_DEPTH)
        return name_place(v, parent, ls_fail(LS_INVALID_ARGUMENT, "regions are nested too deeply"));
    if (!block->last) return name_place(v, parent, ls_fail(LS_INVALID_ARGUMENT, "a block does not end with a return"));
    v->depth++;
    for (size_t i = 0; i < block->arg_count; i++) v->visible[block->args[i]->id] = block->args[i];
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        LS_TRY(check_op(v, op, block));
        for (size_t i = 0; i < op->result_count; i++) v->visible[op->results[i]->id] = op->results[i];
    }
    for (size_t i = 0; i < block->arg_count; i++) v->visible[block->args[i]->id] = NULL;
    for (const ls_ir_op *op = block->first; op; op = op->next)
        for (size_t i = 0; i < op->result_count; i++) v->visible[op->results[i]->id] = NULL;
    v->depth--;
    return LS_OK;
}

/* --- Functions ---------------------------------------------------------------------------------------------- */

static ls_status check_signature(const ls_ir_func *func)
{
    const ls_ir_op *last = func->body->last;
    if (last->operand_count != func->result_count)
        return ls_fail(LS_INVALID_ARGUMENT, "returns %zu values, its signature has %zu", last->operand_count,
                       func->result_count);
    for (size_t i = 0; i < func->result_count; i++)
        if (!ls_ir_type_equal(&last->operands[i]->type, &func->result_types[i]))
            return ls_fail(LS_INVALID_ARGUMENT, "result %zu has another type than the signature says", i);
    for (size_t i = 0; i < func->body->arg_count; i++) {
        int output = func->arg_info[i].alias_output;
        if (output < 0) continue;
        if ((size_t)output >= func->result_count ||
            ls_ir_type_bytes(&func->result_types[output]) != ls_ir_type_bytes(&func->body->args[i]->type))
            return ls_fail(LS_INVALID_ARGUMENT, "argument %zu cannot be donated to output %d", i, output);
        for (size_t k = 0; k < i; k++)
            if (func->arg_info[k].alias_output == output)
                return ls_fail(LS_INVALID_ARGUMENT, "arguments %zu and %zu are both donated to output %d", k, i,
                               output);
    }
    return LS_OK;
}

static ls_status check_func(verifier *v, ls_ir_func *func)
{
    v->func = func;
    ls_ir_number(func);
    v->visible = calloc(func->value_count + 1, sizeof(v->visible[0]));
    LS_ASSERT(v->visible && "out of memory");
    ls_status status = check_block(v, func->body, NULL);
    free(v->visible);
    LS_TRY(status);
    return name_place(v, NULL, check_signature(func));
}

static ls_status check_calls(const verifier *v, const ls_ir_func *func, ls_map *seen, int depth);

static ls_status check_calls_in(const verifier *v, const ls_ir_block *block, ls_map *seen, int depth)
{
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->region_count; i++) LS_TRY(check_calls_in(v, op->regions[i], seen, depth));
        const char *callee = ls_ir_op_callee(op);
        if (callee) LS_TRY(check_calls(v, ls_map_get(&v->funcs, callee, strlen(callee)), seen, depth + 1));
    }
    return LS_OK;
}

/* Functions that call each other in a circle would never end. `seen`: name → whether its calls are being followed or
 * were. */
static ls_status check_calls(const verifier *v, const ls_ir_func *func, ls_map *seen, int depth)
{
    static char is_open, is_done; /* marks: only their addresses count */
    const void *mark = ls_map_get(seen, func->name, strlen(func->name));
    if (mark == &is_done) return LS_OK;
    if (mark == &is_open) return ls_fail(LS_INVALID_ARGUMENT, "function @%.80s calls itself", func->name);
    if (depth == MAX_DEPTH)
        return ls_fail(LS_INVALID_ARGUMENT, "function @%.80s: calls are nested too deeply", func->name);
    ls_map_set(seen, func->name, strlen(func->name), &is_open);
    LS_TRY(check_calls_in(v, func->body, seen, depth));
    ls_map_set(seen, func->name, strlen(func->name), &is_done);
    return LS_OK;
}

static ls_status check_module(verifier *v)
{
    for (ls_ir_func *func = v->module->funcs; func; func = func->next)
        if (ls_map_set(&v->funcs, func->name, strlen(func->name), func))
            return ls_fail(LS_INVALID_ARGUMENT, "function @%.80s is defined twice", func->name);
    for (ls_ir_func *func = v->module->funcs; func; func = func->next) LS_TRY(check_func(v, func));
    ls_map seen = {0};
    ls_status status = LS_OK;
    for (ls_ir_func *func = v->module->funcs; func && status == LS_OK; func = func->next)
        status = check_calls(v, func, &seen, 0);
    ls_map_finish(&seen);
    return status;
}

ls_status ls_ir_verify(const ls_ir_module *module)
{
    verifier v = {.module = module};
    ls_status status = check_module(&v);
    ls_map_finish(&v.funcs);
    free(v.types);
    return ls_context(status, "module @%.80s", module->name);
}
