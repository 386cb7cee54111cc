/* Puts units into the order of execution: each after what it reads. Collectives are posted as soon as their operands
 * are there; what depends on a result waits until all that does not has run, and completes it then. Collectives keep
 * their order among themselves, so that all ranks, which compile the same program, meet in the same order. */
#include "base/error.h"
#include "cpu/compile/plan.h"

typedef enum mark { NEW, OPEN, DONE } mark;

typedef struct scheduler {
    ls_cpu_block *block;
    ls_cpu_unit **posts; /* units that post, in order; and the place of the next */
    size_t post_count, next_post;
} scheduler;

static mark get_mark(const ls_cpu_unit *unit)
{
    return (mark)unit->start;
}

static ls_status emit(scheduler *s, ls_cpu_unit *unit);

/* What `reader` reads: its unit first, if that is in this block. */
static ls_status emit_value(scheduler *s, const ls_cpu_value *value, const ls_ir_op *reader)
{
    if (value->unit) return value->unit->block == s->block ? emit(s, value->unit) : LS_OK;
    if (value->block || value->constant || value->param >= 0) return LS_OK;
    return ls_cpu_refuse(reader, LS_INTERNAL, "the compiler made no unit for one of the operands");
}

/* What a unit's regions read from outside. Blocks of regions are other blocks, so emit_value ignores what they define.
 */
static ls_status emit_captures(scheduler *s, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; i < unit->operand_count; i++) LS_TRY(emit_value(s, unit->operands[i], unit->op));
        for (size_t b = 0; b < unit->block_count; b++) LS_TRY(emit_captures(s, unit->blocks[b]));
    }
    for (size_t i = 0; i < block->result_count; i++) LS_TRY(emit_value(s, block->results[i], block->parent->op));
    return LS_OK;
}

static bool is_done(const scheduler *s, const ls_cpu_value *value)
{
    return !value->unit || value->unit->block != s->block || get_mark(value->unit) == DONE;
}

static bool is_ready(const scheduler *s, const ls_cpu_unit *unit)
{
    for (size_t i = 0; i < unit->operand_count; i++)
        if (!is_done(s, unit->operands[i])) return false;
    return true;
}

/* Posts whatever became ready, in order. */
static ls_status emit_posts(scheduler *s)
{
    while (s->next_post < s->post_count) {
        ls_cpu_unit *post = s->posts[s->next_post];
        if (get_mark(post) == NEW && (post->collective != LS_CPU_POSTS || !is_ready(s, post))) break;
        if (get_mark(post) == OPEN) break;
        s->next_post++;
        if (get_mark(post) == NEW) LS_TRY(emit(s, post));
    }
    return LS_OK;
}

static ls_status emit(scheduler *s, ls_cpu_unit *unit)
{
    if (get_mark(unit) == DONE) return LS_OK;
    if (get_mark(unit) == OPEN)
        return ls_cpu_refuse(unit->op, LS_INTERNAL, "the compiler made units that wait for each other (%s)",
                             unit->kernel ? unit->kernel->name : "alias");
    unit->start = OPEN;
    for (size_t i = 0; i < unit->operand_count; i++) LS_TRY(emit_value(s, unit->operands[i], unit->op));
    for (size_t b = 0; b < unit->block_count; b++) LS_TRY(emit_captures(s, unit->blocks[b]));
    if (unit->note) LS_TRY(emit(s, unit->note)); /* the collective before */
    unit->start = DONE;
    ls_cpu_unit_append(s->block, unit);
    return emit_posts(s);
}

/* Hangs at each collective unit's note the one that must run before it. */
static void chain_collectives(scheduler *s, ls_cpu_unit **units, size_t count, ls_arena *arena)
{
    ls_cpu_unit *last_post = NULL, *last_complete = NULL;
    s->posts = LS_ARENA_ARRAY(arena, ls_cpu_unit *, count);
    for (size_t i = 0; i < count; i++) {
        ls_cpu_unit *unit = units[i];
        switch (unit->collective) {
        case LS_CPU_POSTS:
            unit->note = last_post;
            last_post = unit;
            break;
        case LS_CPU_COMPLETES:
            unit->note = last_complete;
            last_complete = unit;
            break;
        case LS_CPU_MEETS: /* everything before it is complete, nothing after it is posted */
            unit->note = last_complete ? last_complete : last_post;
            last_post = last_complete = unit;
            break;
        default: continue;
        }
        if (unit->collective != LS_CPU_COMPLETES) s->posts[s->post_count++] = unit;
    }
}

/* The units in the order in which the program has their ops (select went backwards). */
static ls_cpu_unit **take_units(ls_cpu_block *block, ls_arena *arena, size_t *out_count)
{
    size_t count = 0;
    for (ls_cpu_unit *unit = block->first; unit; unit = unit->next) count++;
    ls_cpu_unit **units = LS_ARENA_ARRAY(arena, ls_cpu_unit *, count);
    ls_cpu_unit *unit = block->last;
    for (size_t i = 0; i < count; i++, unit = unit->prev) units[i] = unit;
    block->first = block->last = NULL;
    *out_count = count;
    return units;
}

static bool waits(const scheduler *s, const ls_cpu_value *value, const bool *is_late)
{
    return value->unit && value->unit->block == s->block && is_late[value->unit->end];
}

/* Which units need the result of a collective. `end` holds their number meanwhile. */
static bool *find_late(const scheduler *s, ls_cpu_unit **units, size_t count, ls_arena *arena)
{
    bool *is_late = LS_ARENA_ARRAY(arena, bool, count);
    for (size_t i = 0; i < count; i++) units[i]->end = (uint32_t)i;
    for (bool changed = true; changed;) { /* units of one op may stand in any order: until nothing changes */
        changed = false;
        for (size_t i = 0; i < count; i++) {
            bool late = units[i]->collective == LS_CPU_COMPLETES || units[i]->collective == LS_CPU_MEETS;
            for (size_t k = 0; k < units[i]->operand_count && !late; k++)
                late = waits(s, units[i]->operands[k], is_late);
            changed |= late && !is_late[i];
            is_late[i] |= late;
        }
    }
    return is_late;
}

static ls_status schedule_block(ls_cpu_plan *plan, ls_cpu_block *block)
{
    scheduler s = {.block = block};
    size_t count;
    ls_cpu_unit **units = take_units(block, &plan->temp, &count);
    for (size_t i = 0; i < count; i++) {
        units[i]->start = NEW;
        units[i]->note = NULL;
    }
    chain_collectives(&s, units, count, &plan->temp);
    const bool *is_late = find_late(&s, units, count, &plan->temp);
    LS_TRY(emit_posts(&s)); /* those whose operands are parameters */
    for (size_t i = 0; i < count; i++)
        if (!is_late[i]) LS_TRY(emit(&s, units[i]));
    for (size_t i = 0; i < count; i++)
        if (units[i]->collective != LS_CPU_COMPLETES) LS_TRY(emit(&s, units[i]));
    for (size_t i = 0; i < count; i++) LS_TRY(emit(&s, units[i]));
    for (size_t i = 0; i < count; i++) {
        units[i]->note = NULL;
        for (size_t b = 0; b < units[i]->block_count; b++) LS_TRY(schedule_block(plan, units[i]->blocks[b]));
    }
    return LS_OK;
}

static void number_block(ls_cpu_block *block, uint32_t *position)
{
    for (ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        unit->start = (*position)++;
        for (size_t b = 0; b < unit->block_count; b++) number_block(unit->blocks[b], position);
        unit->end = unit->block_count ? (*position)++ : unit->start;
    }
    block->end = (*position)++;
}

ls_status ls_cpu_stage_schedule(ls_cpu_plan *plan)
{
    uint32_t position = 0;
    LS_TRY(schedule_block(plan, plan->body));
    number_block(plan->body, &position);
    return LS_OK;
}
