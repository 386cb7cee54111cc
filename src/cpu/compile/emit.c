#include "cpu/compile/emit.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"

typedef LS_VEC(ls_cpu_step *) step_list;

typedef struct emitter {
    ls_cpu_plan *plan;
    ls_cpu_program *program;
    step_list stateful, finishing;
} emitter;

static void emit_constant(emitter *e, const ls_cpu_value *value)
{
    if (value->constant) memcpy(e->program->constants + value->slot.offset, value->constant, value->bytes);
}

static void emit_block(emitter *e, const ls_cpu_block *block, ls_cpu_steps *out_steps);

static ls_cpu_regions *emit_regions(emitter *e, const ls_cpu_unit *unit)
{
    ls_cpu_regions *regions =
        ls_arena_alloc(e->plan->keep, sizeof(*regions) + sizeof(ls_cpu_steps) * unit->block_count);
    regions->count = unit->block_count;
    if (unit->blocks[0]->is_condition) {
        size_t *bytes = LS_ARENA_ARRAY(e->plan->keep, size_t, unit->result_count);
        for (size_t i = 0; i < unit->result_count; i++) bytes[i] = unit->results[i]->bytes;
        regions->condition = unit->blocks[0]->results[0]->slot;
        regions->carried = unit->result_count;
        regions->bytes = bytes;
    }
    for (size_t b = 0; b < unit->block_count; b++) emit_block(e, unit->blocks[b], &regions->blocks[b]);
    return regions;
}

static const ls_cpu_slot *emit_slots(emitter *e, const ls_cpu_unit *unit, uint32_t *out_count)
{
    size_t count = unit->operand_count + unit->result_count + (unit->scratch_bytes ? 1 : 0);
    ls_cpu_slot *slots = LS_ARENA_ARRAY(e->plan->keep, ls_cpu_slot, count), *slot = slots;
    for (size_t i = 0; i < unit->operand_count; i++) *slot++ = unit->operands[i]->slot;
    for (size_t i = 0; i < unit->result_count; i++) *slot++ = unit->results[i]->slot;
    if (unit->scratch_bytes) *slot = unit->scratch;
    if (count > e->program->max_slots) e->program->max_slots = count;
    *out_count = (uint32_t)count;
    return slots;
}

static const ls_cpu_result *emit_results(emitter *e, const ls_cpu_unit *unit)
{
    ls_cpu_result *results = LS_ARENA_ARRAY(e->plan->keep, ls_cpu_result, unit->result_count);
    for (size_t i = 0; i < unit->result_count; i++)
        results[i] = (ls_cpu_result){unit->results[i]->type.dtype, unit->results[i]->bytes};
    return results;
}

static void emit_step(emitter *e, const ls_cpu_unit *unit, ls_cpu_step *step)
{
    step->kernel = unit->kernel;
    step->slots = emit_slots(e, unit, &step->slot_count);
    step->op = ls_ir_op_info_of(unit->op->kind)->name;
    char place[LS_IR_PLACE_SIZE];
    ls_ir_op_place(unit->op, place, sizeof(place));
    step->place = ls_arena_strndup(e->plan->keep, place, strlen(place));
    step->line = unit->op->line;
    step->meets = unit->collective != LS_CPU_NO_COLLECTIVE;
    step->first_result = (uint32_t)unit->operand_count;
    step->result_count = (uint32_t)unit->result_count;
    step->results = emit_results(e, unit);
    step->data = unit->block_count ? emit_regions(e, unit) : unit->data;
    if (unit->kernel->state_create) {
        step->state = (uint32_t)e->stateful.count;
        *ls_vec_push(&e->stateful) = step;
    }
    if (unit->kernel->data_finish) *ls_vec_push(&e->finishing) = step;
}

static void emit_block(emitter *e, const ls_cpu_block *block, ls_cpu_steps *out_steps)
{
    size_t count = 0;
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; i < unit->operand_count; i++) emit_constant(e, unit->operands[i]);
        count += unit->kernel != NULL;
    }
    for (size_t i = 0; i < block->result_count; i++) emit_constant(e, block->results[i]);
    out_steps->items = LS_ARENA_ARRAY(e->plan->keep, ls_cpu_step, count);
    out_steps->count = count;
    ls_cpu_step *step = out_steps->items;
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next)
        if (unit->kernel) emit_step(e, unit, step++);
}

static ls_cpu_step **keep_list(emitter *e, step_list *list, size_t *out_count)
{
    *out_count = list->count;
    ls_cpu_step **copy = ls_arena_copy(e->plan->keep, list->data, list->count * sizeof(*copy));
    ls_vec_finish(list);
    return copy;
}

ls_status ls_cpu_emit(ls_cpu_plan *plan, ls_cpu_program *program)
{
    emitter e = {.plan = plan, .program = program};
    program->constants = aligned_alloc(64, plan->constant_bytes + 64);
    if (!program->constants)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %zu bytes of constants", plan->constant_bytes);
    emit_block(&e, plan->body, &program->steps);
    program->stateful = keep_list(&e, &e.stateful, &program->stateful_count);
    program->finishing = keep_list(&e, &e.finishing, &program->finishing_count);
    return LS_OK;
}
