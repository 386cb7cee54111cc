#include "cpu/kernels/reference/region.h"

#include <string.h>

#include "base/map.h"
#include "cpu/compile/rewrite.h"
#include "cpu/kernels/copy.h"

#define REGISTER_BYTES (LS_CPU_LANES * 16)

typedef struct instruction {
    ls_cpu_loop loop;
    uint32_t in[3], out;
} instruction;

typedef struct literal {
    uint32_t place;
    int width;
    uint64_t element[2];
} literal;

struct ls_cpu_region {
    instruction *instructions;
    size_t count;
    literal *literals;
    size_t literal_count;
    uint32_t *results;
    uint32_t registers; /* arguments come first */
};

static uint32_t *place_of(ls_map *places, const ls_ir_value *value)
{
    return ls_map_get(places, &value, sizeof(value));
}

static void set_place(ls_cpu_plan *plan, ls_map *places, const ls_ir_value *value, uint32_t place)
{
    uint32_t *entry = LS_ARENA_NEW(&plan->temp, uint32_t);
    *entry = place;
    ls_map_set(places, &value, sizeof(value), entry);
}

static void add_literal(ls_cpu_plan *plan, ls_cpu_region *region, ls_map *places, const ls_ir_value *value,
                        const void *element)
{
    literal *l = &region->literals[region->literal_count++];
    l->place = region->registers;
    l->width = (int)ls_dtype_size(value->type.dtype);
    memcpy(l->element, element, (size_t)l->width);
    set_place(plan, places, value, region->registers++);
}

/* Where a value is. Of those from outside, constants are known. NULL: it is not known. */
static const uint32_t *find_place(ls_cpu_plan *plan, ls_cpu_region *region, ls_map *places, const ls_ir_value *value)
{
    const uint32_t *place = place_of(places, value);
    const void *element = place || ls_shape_count(value->type.shape) != 1 ? NULL : ls_cpu_splat_of(value);
    if (!element) return place;
    add_literal(plan, region, places, value, element);
    return place_of(places, value);
}

/* Ops that leave a scalar as it is. */
static bool is_identity(const ls_ir_op *op)
{
    if (op->kind == LS_IR_CONVERT) return op->operands[0]->type.dtype == op->results[0]->type.dtype;
    return op->kind == LS_IR_RESHAPE || op->kind == LS_IR_BROADCAST_IN_DIM || op->kind == LS_IR_OPTIMIZATION_BARRIER ||
           (op->kind == LS_IR_BITCAST_CONVERT && ls_dtype_bits(op->operands[0]->type.dtype) >= 8 &&
            ls_dtype_bits(op->results[0]->type.dtype) >= 8);
}

static ls_status add_op(ls_cpu_plan *plan, ls_cpu_region *region, ls_map *places, const ls_ir_op *op)
{
    for (size_t i = 0; i < op->result_count; i++)
        if (ls_shape_count(op->results[i]->type.shape) != 1)
            return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "a region body may only compute with scalars");
    if (op->kind == LS_IR_CONSTANT) {
        add_literal(plan, region, places, op->results[0], ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense.data);
        return LS_OK;
    }
    uint32_t in[3] = {0};
    for (size_t i = 0; i < op->operand_count; i++) {
        const uint32_t *place = find_place(plan, region, places, op->operands[i]);
        if (!place) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "a region body may not use values from outside");
        if (i < 3) in[i] = *place;
    }
    if (is_identity(op)) {
        for (size_t i = 0; i < op->result_count; i++)
            set_place(plan, places, op->results[i], *place_of(places, op->operands[i]));
        return LS_OK;
    }
    ls_cpu_loop loop = ls_cpu_loop_find(op, plan->keep);
    if (!loop.run) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "a region body may only have elementwise ops");
    instruction *added = &region->instructions[region->count++];
    added->loop = loop;
    memcpy(added->in, in, sizeof(in));
    added->out = region->registers;
    set_place(plan, places, op->results[0], region->registers++);
    return LS_OK;
}

static ls_status compile(ls_cpu_plan *plan, const ls_ir_block *block, ls_cpu_region *region, ls_map *places)
{
    size_t ops = 0, operands = 0;
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        ops++;
        operands += op->operand_count;
    }
    region->instructions = LS_ARENA_ARRAY(plan->keep, instruction, ops);
    region->literals = LS_ARENA_ARRAY(plan->keep, literal, ops + operands);
    for (size_t i = 0; i < block->arg_count; i++) set_place(plan, places, block->args[i], region->registers++);
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        if (op->kind != LS_IR_RETURN) {
            LS_TRY(add_op(plan, region, places, op));
            continue;
        }
        region->results = LS_ARENA_ARRAY(plan->keep, uint32_t, op->operand_count);
        for (size_t i = 0; i < op->operand_count; i++) {
            const uint32_t *place = find_place(plan, region, places, op->operands[i]);
            if (!place) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "a region body may not return values from outside");
            region->results[i] = *place;
        }
    }
    return LS_OK;
}

ls_status ls_cpu_region_compile(ls_cpu_plan *plan, const ls_ir_block *block, const ls_cpu_region **out_region)
{
    ls_cpu_region *region = LS_ARENA_NEW(plan->keep, ls_cpu_region);
    ls_map places = {0};
    ls_status status = compile(plan, block, region, &places);
    ls_map_finish(&places);
    *out_region = region;
    return status;
}

size_t ls_cpu_region_bytes(const ls_cpu_region *region)
{
    return (size_t)region->registers * REGISTER_BYTES;
}

void ls_cpu_region_start(const ls_cpu_region *region, char *registers)
{
    for (size_t i = 0; i < region->literal_count; i++) {
        const literal *l = &region->literals[i];
        ls_cpu_fill(registers + (size_t)l->place * REGISTER_BYTES, l->element, l->width, LS_CPU_LANES);
    }
}

char *ls_cpu_region_arg(const ls_cpu_region *region, char *registers, size_t index)
{
    (void)region;
    return registers + index * REGISTER_BYTES;
}

const char *ls_cpu_region_result(const ls_cpu_region *region, const char *registers, size_t index)
{
    return registers + (size_t)region->results[index] * REGISTER_BYTES;
}

void ls_cpu_region_run(const ls_cpu_region *region, char *registers, int64_t lanes)
{
    for (const instruction *i = region->instructions, *end = i + region->count; i < end; i++) {
        const void *in[3];
        for (int k = 0; k < i->loop.arity; k++) in[k] = registers + (size_t)i->in[k] * REGISTER_BYTES;
        i->loop.run(in, registers + (size_t)i->out * REGISTER_BYTES, lanes, i->loop.aux);
    }
}
