/* map: a region on scalars, on a register full of elements at a time. And tokens, which are no data. */
#include <string.h>

#include "cpu/kernels/reference/reference.h"
#include "cpu/kernels/reference/region.h"

typedef struct map {
    const ls_cpu_region *region;
    size_t count; /* operands */
    const size_t *widths, *result_width;
    int64_t elements;
} map;

/* Arguments: operands, result, scratch. */
static ls_status map_run(const ls_cpu_call *call)
{
    const map *m = call->data;
    char *registers = call->args[m->count + 1];
    ls_cpu_region_start(m->region, registers);
    for (int64_t i = 0; i < m->elements; i += LS_CPU_LANES) {
        int64_t lanes = m->elements - i < LS_CPU_LANES ? m->elements - i : LS_CPU_LANES;
        for (size_t k = 0; k < m->count; k++)
            memcpy(ls_cpu_region_arg(m->region, registers, k), call->args[k] + (size_t)i * m->widths[k],
                   (size_t)lanes * m->widths[k]);
        ls_cpu_region_run(m->region, registers, lanes);
        memcpy(call->args[m->count] + (size_t)i * *m->result_width, ls_cpu_region_result(m->region, registers, 0),
               (size_t)lanes * *m->result_width);
    }
    return LS_OK;
}

static const ls_cpu_kernel map_kernel = {.name = "reference.map", .run = map_run};

ls_status ls_cpu_reference_map(ls_cpu_plan *plan, const ls_ir_op *op)
{
    map *m = LS_ARENA_NEW(plan->keep, map);
    size_t *widths = LS_ARENA_ARRAY(plan->keep, size_t, op->operand_count + 1);
    for (size_t k = 0; k < op->operand_count; k++) widths[k] = ls_dtype_size(op->operands[k]->type.dtype);
    widths[op->operand_count] = ls_dtype_size(op->results[0]->type.dtype);
    LS_TRY(ls_cpu_region_compile(plan, op->regions[0], &m->region));
    m->count = op->operand_count;
    m->widths = widths;
    m->result_width = &widths[op->operand_count];
    m->elements = ls_shape_count(op->results[0]->type.shape);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &map_kernel, m);
    unit->scratch_bytes = ls_cpu_region_bytes(m->region);
    return LS_OK;
}

static ls_status token_run(const ls_cpu_call *call)
{
    (void)call;
    return LS_OK;
}

static const ls_cpu_kernel token_kernel = {.name = "token", .run = token_run};

ls_status ls_cpu_reference_token(ls_cpu_plan *plan, const ls_ir_op *op)
{
    ls_cpu_unit_create_for(plan, op, &token_kernel, NULL);
    return LS_OK;
}
