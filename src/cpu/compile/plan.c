/* Values, units and blocks of a plan: making and moving them. */
#include "cpu/compile/plan.h"
#include "cpu/compile/use.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

ls_cpu_value *ls_cpu_value_create(ls_cpu_plan *plan, ls_ir_type type)
{
    ls_cpu_value *value = LS_ARENA_NEW(&plan->temp, ls_cpu_value);
    value->type = type;
    value->bytes = ls_ir_type_bytes(&type);
    value->param = -1;
    value->id = plan->value_count++;
    return value;
}

ls_cpu_value *ls_cpu_value_create_constant(ls_cpu_plan *plan, ls_ir_type type, const void *data)
{
    ls_cpu_value *value = ls_cpu_value_create(plan, type);
    value->constant = data;
    return value;
}

ls_cpu_value *ls_cpu_plan_value(ls_cpu_plan *plan, const ls_ir_value *value)
{
    ls_cpu_value **entry = &plan->values[value->id];
    if (!*entry) *entry = ls_cpu_value_create(plan, value->type);
    return *entry;
}

bool ls_cpu_plan_wants(const ls_cpu_plan *plan, const ls_ir_value *value)
{
    return plan->values[value->id] != NULL;
}

ls_ir_op *const *ls_cpu_users(const ls_cpu_plan *plan, const ls_ir_value *value, size_t *out_count)
{
    *out_count = plan->uses[value->id].count;
    return plan->uses[value->id].ops;
}

ls_cpu_unit *ls_cpu_unit_create(ls_cpu_plan *plan, const ls_cpu_kernel *kernel, void *data, size_t operand_count,
                                size_t result_count)
{
    ls_cpu_unit *unit = LS_ARENA_NEW(&plan->temp, ls_cpu_unit);
    unit->kernel = kernel;
    unit->data = data;
    unit->operands = LS_ARENA_ARRAY(&plan->temp, ls_cpu_value *, operand_count);
    unit->results = LS_ARENA_ARRAY(&plan->temp, ls_cpu_value *, result_count);
    unit->operand_count = operand_count;
    unit->result_count = result_count;
    unit->inplace = LS_ARENA_ARRAY(&plan->temp, uint64_t, result_count);
    unit->alias = LS_ARENA_ARRAY(&plan->temp, int, result_count);
    for (size_t i = 0; i < result_count; i++) unit->alias[i] = -1;
    unit->op = plan->op;
    ls_cpu_unit_append(plan->block, unit);
    return unit;
}

void ls_cpu_unit_define(ls_cpu_unit *unit, size_t result, ls_cpu_value *value)
{
    LS_ASSERT(!value->unit && value->param < 0 && !value->constant);
    unit->results[result] = value;
    value->unit = unit;
}

ls_cpu_unit *ls_cpu_unit_create_for(ls_cpu_plan *plan, const ls_ir_op *op, const ls_cpu_kernel *kernel, void *data)
{
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, kernel, data, op->operand_count, op->result_count);
    for (size_t i = 0; i < op->operand_count; i++) unit->operands[i] = ls_cpu_plan_value(plan, op->operands[i]);
    for (size_t i = 0; i < op->result_count; i++) {
        ls_cpu_value *value = ls_cpu_plan_value(plan, op->results[i]);
        /* Another unit may have defined some of the results already; ours then go nowhere. */
        ls_cpu_unit_define(unit, i, value->unit ? ls_cpu_value_create(plan, value->type) : value);
    }
    return unit;
}

void ls_cpu_unit_append(ls_cpu_block *block, ls_cpu_unit *unit)
{
    unit->prev = block->last;
    unit->next = NULL;
    *(block->last ? &block->last->next : &block->first) = unit;
    block->last = unit;
    unit->block = block;
}

void ls_cpu_unit_insert_before(ls_cpu_unit *unit, ls_cpu_unit *before)
{
    unit->prev = before->prev;
    unit->next = before;
    *(before->prev ? &before->prev->next : &before->block->first) = unit;
    before->prev = unit;
    unit->block = before->block;
}

void ls_cpu_unit_remove(ls_cpu_unit *unit)
{
    *(unit->prev ? &unit->prev->next : &unit->block->first) = unit->next;
    *(unit->next ? &unit->next->prev : &unit->block->last) = unit->prev;
    unit->prev = unit->next = NULL;
}

/* Appends "name(operand types)" to `out`. */
static void describe(const ls_ir_op *op, char *out, size_t size)
{
    char type[160];
    size_t length = (size_t)snprintf(out, size, "%s(", ls_ir_op_info_of(op->kind)->name);
    for (size_t i = 0; i < op->operand_count && i < 8 && length < size; i++) {
        length += (size_t)snprintf(out + length, size - length, "%s%s", i ? ", " : "",
                                   ls_ir_type_format(&op->operands[i]->type, type, sizeof(type)));
    }
    if (length < size) snprintf(out + length, size - length, op->operand_count > 8 ? ", ...)" : ")");
}

ls_status ls_cpu_refuse(const ls_ir_op *op, ls_status status, const char *format, ...)
{
    char message[512], what[768];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    describe(op, what, sizeof(what));
    char place[LS_IR_PLACE_SIZE];
    return ls_fail(status, "%s%s%s: %s", ls_ir_op_place(op, place, sizeof(place)), op->line ? ": " : "", what, message);
}
