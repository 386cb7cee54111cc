/* Decides where every value lies. Values that may share memory form a set:
 *
 *   1. alias       a reshape and its operand, a collective before and after its completion
 *   2. output      what the program returns lies in the output's buffer from the start
 *   3. in place    a result and an operand that dies there, where the kernel allows it
 *   4. hand-over   what a loop's body returns and the loop's variable; what a branch returns and the conditional's
 * result
 *
 * A set that stays in the arena lives from its first definition to its last read; arena.c finds room. Where 2 or 4 are
 * not possible the value is copied when the block ends. Parameters and constants are never written; but an output may
 * be a donated parameter's memory, so it must not be written before that parameter's last read. */
#include "base/error.h"
#include "cpu/compile/arena.h"
#include "cpu/compile/plan.h"
#include "cpu/kernels/copy.h"

typedef enum home { ARENA, FIXED } home; /* FIXED: parameters, constants, outputs */

typedef struct set {
    struct set *parent; /* of the union-find; NULL for a root */
    home home;
    ls_cpu_slot slot; /* if FIXED */
    size_t bytes;
    uint32_t start;           /* position of the first definition */
    const ls_cpu_unit *first; /* the unit there */
    uint32_t read;            /* position of the last read */
    uint32_t hold;            /* position of the last hold (a collective in flight) */
    int holders;
    bool is_placed;      /* a value of it was handed over */
    bool is_output;      /* FIXED in an output's buffer */
    bool is_shared;      /* collectives send it or write it: other processes must reach it */
    struct set *donated; /* the parameter whose memory that buffer is; NULL */
} set;

typedef struct planner {
    ls_cpu_plan *plan;
    set *sets;          /* by value id */
    uint32_t *arg_read; /* by value id of a loop body's arguments: last read inside the body */
    ls_cpu_arena_planner arena, shared;
    size_t set_count;
} planner;

static set *find(set *s)
{
    while (s->parent) s = s->parent;
    return s;
}

static set *set_of(const planner *p, const ls_cpu_value *value)
{
    return find(&p->sets[value->id]);
}

static uint32_t max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Joins b to a; a's home stays unless b's is fixed. */
static void join(set *a, set *b)
{
    if (a == b) return;
    if (b->home == FIXED && a->home != FIXED) {
        set *swap = a;
        a = b;
        b = swap;
    }
    b->parent = a;
    if (b->bytes > a->bytes) a->bytes = b->bytes;
    if (b->start < a->start) {
        a->start = b->start;
        a->first = b->first;
    }
    a->read = max_u32(a->read, b->read);
    a->hold = max_u32(a->hold, b->hold);
    a->holders += b->holders;
    a->is_placed |= b->is_placed;
    a->is_shared |= b->is_shared;
}

/* --- Sets of single values ----------------------------------------------------------------------------------- */

static void start_value(planner *p, const ls_cpu_value *value, const ls_cpu_unit *unit, uint32_t start)
{
    set *s = &p->sets[value->id];
    *s = (set){.home = ARENA, .bytes = value->bytes, .start = start, .first = unit, .read = start};
}

static void fix_value(planner *p, const ls_cpu_value *value, ls_cpu_slot slot)
{
    start_value(p, value, NULL, 0);
    p->sets[value->id].home = FIXED;
    p->sets[value->id].slot = slot;
}

static void place_constant(planner *p, const ls_cpu_value *value)
{
    ls_cpu_plan *plan = p->plan;
    if (p->sets[value->id].home == FIXED) return;
    fix_value(p, value, (ls_cpu_slot){LS_CPU_BASE_CONSTANTS, plan->constant_bytes});
    plan->constant_bytes += (value->bytes + 63) & ~(size_t)63;
}

/* Gives every value its own set, and every aliased pair one set. */
static void start_block(planner *p, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; i < unit->operand_count; i++)
            if (unit->operands[i]->constant) place_constant(p, unit->operands[i]);
        for (size_t i = 0; i < unit->result_count; i++) {
            start_value(p, unit->results[i], unit, unit->start);
            if (unit->alias[i] >= 0) join(set_of(p, unit->operands[unit->alias[i]]), set_of(p, unit->results[i]));
        }
        for (size_t b = 0; b < unit->block_count; b++) {
            ls_cpu_block *inner = unit->blocks[b];
            for (size_t i = 0; i < inner->arg_count; i++) start_value(p, inner->args[i], unit, unit->start);
            start_block(p, inner);
        }
    }
    for (size_t i = 0; i < block->result_count; i++)
        if (block->results[i]->constant) place_constant(p, block->results[i]);
}

/* --- Reads --------------------------------------------------------------------------------------------------- */

static const ls_cpu_block *home_block(const planner *p, const ls_cpu_value *value)
{
    return value->unit ? value->unit->block : value->block ? value->block : p->plan->body;
}

/* The position until which a value must stay, if it is read at `position` in `block`: if that is inside a region of a
 * unit of the value's own block, to the end of that unit (a loop reads it again). */
static uint32_t until(const planner *p, const ls_cpu_value *value, const ls_cpu_block *block, uint32_t position)
{
    const ls_cpu_block *own = home_block(p, value);
    for (; block != own && block->parent; block = block->parent->block) position = block->parent->end;
    return position;
}

static void read_block(planner *p, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; i < unit->operand_count; i++) {
            set *s = set_of(p, unit->operands[i]);
            uint32_t position = until(p, unit->operands[i], block, unit->start);
            if (i + unit->holds < unit->operand_count) {
                s->read = max_u32(s->read, position);
            } else {
                s->hold = max_u32(s->hold, position);
                s->holders++;
            }
        }
        for (size_t b = 0; b < unit->block_count; b++) read_block(p, unit->blocks[b]);
    }
    for (size_t i = 0; i < block->result_count; i++) {
        set *s = set_of(p, block->results[i]);
        s->read = max_u32(s->read, until(p, block->results[i], block, block->end));
    }
}

/* A loop's results are its variables: the arguments of both regions. They live as long as the loop. */
static void join_loops(planner *p, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t b = 0; b < unit->block_count; b++) {
            const ls_cpu_block *inner = unit->blocks[b];
            join_loops(p, inner);
            for (size_t i = 0; i < inner->arg_count; i++) {
                p->arg_read[inner->args[i]->id] = set_of(p, inner->args[i])->read;
                set *variable = set_of(p, unit->results[i]);
                join(variable, set_of(p, inner->args[i]));
                variable->read = max_u32(variable->read, unit->end);
            }
        }
    }
}

/* --- In place ------------------------------------------------------------------------------------------------ */

static bool is_in_place(const ls_cpu_unit *unit, size_t result, size_t operand)
{
    if (unit->is_pairwise) return result == operand;
    return operand < 64 && unit->inplace[result] >> operand & 1;
}

/* Whether everything that the unit reads in `operand_set` may be overwritten by its result `result`. */
static bool may_overwrite(const planner *p, const ls_cpu_unit *unit, size_t result, const set *operand_set)
{
    for (size_t k = 0; k < unit->operand_count; k++) {
        if (set_of(p, unit->operands[k]) != operand_set) continue;
        if (!is_in_place(unit, result, k)) return false;
    }
    return true;
}

/* Whether the memory read last at `read` may be written from the set's first definition on. `reads` is that memory's
 * set. */
static bool is_free_for(const planner *p, const set *s, uint32_t read, const set *reads)
{
    if (read < s->start) return true;
    if (read > s->start || !s->first) return false;
    for (size_t r = 0; r < s->first->result_count; r++)
        if (set_of(p, s->first->results[r]) == s) return may_overwrite(p, s->first, r, reads);
    return false;
}

static bool dies_at(const set *s, const ls_cpu_unit *unit)
{
    if (s->read > unit->start) return false;
    /* What a collective sends may become its result although it is held until that is complete. */
    if (unit->collective == LS_CPU_POSTS) return s->holders <= 1;
    return s->hold <= unit->start;
}

/* Whether `from`, an operand that dies, may have been where its unit's result `to` lies: an output's buffer only from
 * when the parameter donated to it has been read. */
static bool may_lie_in(const planner *p, const set *from, const set *to)
{
    if (to->home == ARENA) return from->bytes >= to->bytes;
    if (!to->is_output || from->bytes != to->bytes) return false;
    return !to->donated || is_free_for(p, from, max_u32(to->donated->read, to->donated->hold), to->donated);
}

static void join_in_place(planner *p, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t r = 0; r < unit->result_count; r++) {
            for (size_t k = 0; k < unit->operand_count; k++) {
                if (!is_in_place(unit, r, k)) continue;
                set *from = set_of(p, unit->operands[k]), *to = set_of(p, unit->results[r]);
                if (from == to || from->home != ARENA || to->start != unit->start) continue;
                if (!may_lie_in(p, from, to) || !dies_at(from, unit) || !may_overwrite(p, unit, r, from)) continue;
                join(from, to);
                break;
            }
        }
        for (size_t b = 0; b < unit->block_count; b++) join_in_place(p, unit->blocks[b]);
    }
}

/* --- Handing over -------------------------------------------------------------------------------------------- */

/* An end-of-block copy of `from` into the memory of `to`. */
static ls_cpu_unit *add_copy(planner *p, ls_cpu_block *block, ls_cpu_value *from, ls_cpu_value *to)
{
    ls_cpu_plan *plan = p->plan;
    plan->block = block;
    plan->op = block->parent ? block->parent->op : plan->func->body->last;
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, &ls_cpu_kernel_copy, NULL, 1, 1);
    size_t *bytes = LS_ARENA_NEW(plan->keep, size_t);
    *bytes = from->bytes;
    unit->data = bytes;
    unit->operands[0] = from;
    unit->results[0] = to;
    unit->start = unit->end = block->end;
    return unit;
}

typedef struct handover {
    ls_cpu_value *from, *to;
    bool overwritten; /* some other hand-over writes where `from` lies: it goes through a temporary */
} handover;

static ls_cpu_value *new_value(planner *p, const ls_cpu_value *like)
{
    ls_cpu_value *value = ls_cpu_value_create(p->plan, like->type);
    LS_ASSERT(value->id < p->set_count);
    value->bytes = like->bytes;
    return value;
}

static void add_copies(planner *p, ls_cpu_block *block, handover *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!moves[i].overwritten) continue;
        ls_cpu_value *temporary = new_value(p, moves[i].from);
        start_value(p, temporary, NULL, block->end);
        add_copy(p, block, moves[i].from, temporary);
        moves[i].from = temporary;
    }
    for (size_t i = 0; i < count; i++) add_copy(p, block, moves[i].from, moves[i].to);
}

/* Loops and conditionals: what block `b` of the unit returns becomes the unit's results. */
static void hand_over(planner *p, ls_cpu_unit *unit, ls_cpu_block *block)
{
    bool is_loop = block->arg_count > 0;
    size_t count = 0;
    handover *moves = LS_ARENA_ARRAY(&p->plan->temp, handover, block->result_count);
    for (size_t i = 0; i < block->result_count; i++) {
        set *from = set_of(p, block->results[i]), *to = set_of(p, unit->results[i]);
        if (from == to) continue;
        bool inside = from->home == ARENA && from->start > unit->start && from->start < block->end;
        bool is_free = !is_loop || is_free_for(p, from, p->arg_read[block->args[i]->id], to);
        if (inside && is_free && !from->is_placed && !p->plan->options->no_reuse) {
            from->is_placed = true;
            bool placed = to->is_placed;
            join(to, from);
            to->is_placed = placed;
            continue;
        }
        moves[count++] = (handover){block->results[i], unit->results[i], is_loop && !inside};
    }
    add_copies(p, block, moves, count);
}

static void hand_over_blocks(planner *p, ls_cpu_block *block)
{
    for (ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t b = 0; b < unit->block_count; b++) {
            hand_over_blocks(p, unit->blocks[b]);
            if (!unit->blocks[b]->is_condition) hand_over(p, unit, unit->blocks[b]);
        }
    }
}

/* The parameter donated to an output; −1. */
static int donor_of(const ls_cpu_plan *plan, size_t output)
{
    for (size_t i = 0; i < plan->body->arg_count; i++)
        if (plan->func->arg_info[i].alias_output == (int)output) return (int)i;
    return -1;
}

/* Whether the set is a parameter whose memory becomes another output than `output`. */
static bool is_donated_elsewhere(const ls_cpu_plan *plan, const set *s, size_t output)
{
    if (s->home != FIXED || s->slot.base < LS_CPU_BASE_PARAMS) return false;
    size_t param = s->slot.base - LS_CPU_BASE_PARAMS;
    if (param >= plan->body->arg_count) return false;
    int alias = plan->func->arg_info[param].alias_output;
    return alias >= 0 && alias != (int)output;
}

static void place_outputs(planner *p)
{
    ls_cpu_block *body = p->plan->body;
    size_t count = 0;
    handover *moves = LS_ARENA_ARRAY(&p->plan->temp, handover, body->result_count);
    for (size_t i = 0; i < body->result_count; i++) {
        set *from = set_of(p, body->results[i]);
        ls_cpu_slot slot = {(uint32_t)(LS_CPU_BASE_PARAMS + body->arg_count + i), 0};
        int donor = donor_of(p->plan, i);
        set *donated = donor >= 0 ? set_of(p, body->args[donor]) : NULL;
        bool is_free = !donated || is_free_for(p, from, max_u32(donated->read, donated->hold), donated);
        if (from->home == ARENA && from->bytes == body->results[i]->bytes && is_free) {
            from->home = FIXED;
            from->slot = slot;
            from->is_output = true;
            from->donated = donated;
            continue;
        }
        ls_cpu_value *output = new_value(p, body->results[i]);
        fix_value(p, output, slot);
        moves[count++] = (handover){body->results[i], output, is_donated_elsewhere(p->plan, from, i)};
    }
    add_copies(p, body, moves, count);
}

/* --- Everything ---------------------------------------------------------------------------------------------- */

static void add_scratch(planner *p, const ls_cpu_block *block)
{
    for (ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        if (unit->scratch_bytes) {
            unit->scratch.base = unit->collective ? LS_CPU_BASE_SHARED : LS_CPU_BASE_ARENA;
            ls_cpu_arena_planner_add(unit->collective ? &p->shared : &p->arena, unit->scratch_bytes, unit->start,
                                     unit->end, &unit->scratch.offset);
        }
        for (size_t b = 0; b < unit->block_count; b++) add_scratch(p, unit->blocks[b]);
    }
}

/* The rest of the arena need not be memory that processes share, which has no huge pages on most hosts. */
static void find_shared(planner *p, const ls_cpu_block *block)
{
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; unit->collective && i < unit->operand_count; i++)
            set_of(p, unit->operands[i])->is_shared = true;
        for (size_t i = 0; unit->collective && i < unit->result_count; i++)
            set_of(p, unit->results[i])->is_shared = true;
        for (size_t b = 0; b < unit->block_count; b++) find_shared(p, unit->blocks[b]);
    }
}

static size_t count_results(const ls_cpu_block *block)
{
    size_t count = block->result_count;
    for (const ls_cpu_unit *unit = block->first; unit; unit = unit->next)
        for (size_t b = 0; b < unit->block_count; b++) count += count_results(unit->blocks[b]);
    return count;
}

static void write_slots(planner *p, ls_cpu_block *block)
{
    for (ls_cpu_unit *unit = block->first; unit; unit = unit->next) {
        for (size_t i = 0; i < unit->operand_count; i++) unit->operands[i]->slot = set_of(p, unit->operands[i])->slot;
        for (size_t i = 0; i < unit->result_count; i++) unit->results[i]->slot = set_of(p, unit->results[i])->slot;
        for (size_t b = 0; b < unit->block_count; b++) write_slots(p, unit->blocks[b]);
    }
    for (size_t i = 0; i < block->result_count; i++) block->results[i]->slot = set_of(p, block->results[i])->slot;
}

ls_status ls_cpu_stage_memory(ls_cpu_plan *plan)
{
    planner p = {.plan = plan};
    p.set_count = plan->value_count + 2 * count_results(plan->body); /* end-of-block copies make values too */
    p.sets = LS_ARENA_ARRAY(&plan->temp, set, p.set_count);
    p.arg_read = LS_ARENA_ARRAY(&plan->temp, uint32_t, p.set_count);
    for (size_t i = 0; i < plan->body->arg_count; i++)
        fix_value(&p, plan->body->args[i], (ls_cpu_slot){(uint32_t)(LS_CPU_BASE_PARAMS + i), 0});
    start_block(&p, plan->body);
    read_block(&p, plan->body);
    join_loops(&p, plan->body);
    place_outputs(&p); /* first: a result that also could lie in a dying operand would be copied from there */
    if (!plan->options->no_reuse) join_in_place(&p, plan->body);
    hand_over_blocks(&p, plan->body);
    find_shared(&p, plan->body);
    for (uint32_t i = 0; i < plan->value_count; i++) {
        set *s = &p.sets[i];
        if (s->parent || s->home == FIXED || !s->bytes) continue;
        uint32_t end = max_u32(s->read, s->hold);
        s->slot.base = s->is_shared ? LS_CPU_BASE_SHARED : LS_CPU_BASE_ARENA;
        ls_cpu_arena_planner_add(s->is_shared ? &p.shared : &p.arena, s->bytes, s->start, end, &s->slot.offset);
    }
    add_scratch(&p, plan->body);
    plan->live_bytes = ls_cpu_arena_planner_live(&p.arena) + ls_cpu_arena_planner_live(&p.shared);
    plan->shared_bytes = ls_cpu_arena_planner_solve(&p.shared, plan->options->no_reuse);
    plan->arena_bytes = ls_cpu_arena_planner_solve(&p.arena, plan->options->no_reuse) + plan->shared_bytes;
    write_slots(&p, plan->body);
    return LS_OK;
}
