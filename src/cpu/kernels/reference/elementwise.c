/* Elementwise ops: one loop over all elements. */
#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/reference.h"

typedef struct elementwise {
    ls_cpu_loop loop;
    int64_t count;
} elementwise;

static ls_status elementwise_run(const ls_cpu_call *call)
{
    const elementwise *e = call->data;
    e->loop.run((const void *const *)call->args, call->args[e->loop.arity], e->count, e->loop.aux);
    return LS_OK;
}

static const ls_cpu_kernel elementwise_kernel = {.name = "reference.elementwise", .run = elementwise_run};

static ls_status lower_elementwise(ls_cpu_plan *plan, const ls_ir_op *op)
{
    elementwise *e = LS_ARENA_NEW(plan->keep, elementwise);
    e->loop = ls_cpu_loop_find(op, plan->keep);
    e->count = ls_shape_count(op->results[0]->type.shape);
    if (!e->loop.run) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "not defined for this element type");
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &elementwise_kernel, e);
    for (size_t i = 0; i < op->operand_count; i++)
        if (ls_dtype_size(op->operands[i]->type.dtype) == ls_dtype_size(op->results[0]->type.dtype))
            unit->inplace[0] |= 1ull << i;
    return LS_OK;
}

ls_status ls_cpu_reference_unary(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_binary(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_complex(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_compare(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_reduce_precision(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_convert(ls_cpu_plan *plan, const ls_ir_op *op)
{
    if (op->operands[0]->type.dtype == op->results[0]->type.dtype) return ls_cpu_lower_alias(plan, op);
    return lower_elementwise(plan, op);
}

/* --- Scalar operands: select's predicate, clamp's bounds ------------------------------------------------------ */

#define BLOCK 256

typedef struct spread {
    ls_cpu_loop_fn run;
    int64_t count;
    int width[3]; /* bytes of an operand's element */
    bool is_scalar[3];
    int result_width;
} spread;

/* Scalars are written out over a block, so that the loop sees arrays. */
static ls_status spread_run(const ls_cpu_call *call)
{
    const spread *s = call->data;
    uint64_t blocks[3][BLOCK];
    const void *in[3];
    for (int k = 0; k < 3; k++)
        if (s->is_scalar[k]) ls_cpu_fill(blocks[k], call->args[k], s->width[k], BLOCK);
    for (int64_t i = 0; i < s->count; i += BLOCK) {
        int64_t n = s->count - i < BLOCK ? s->count - i : BLOCK;
        for (int k = 0; k < 3; k++) in[k] = s->is_scalar[k] ? (char *)blocks[k] : call->args[k] + i * s->width[k];
        s->run(in, call->args[3] + i * s->result_width, n, NULL);
    }
    return LS_OK;
}

static const ls_cpu_kernel spread_kernel = {.name = "reference.elementwise_scalar", .run = spread_run};

static ls_status lower_spread(ls_cpu_plan *plan, const ls_ir_op *op)
{
    spread *s = LS_ARENA_NEW(plan->keep, spread);
    const ls_ir_type *result = &op->results[0]->type;
    /* The loop of the same op on arrays: only shapes differ, and the loop does not look at them. */
    ls_ir_value operands[3];
    ls_ir_value *pointers[3];
    for (int k = 0; k < 3; k++) {
        operands[k] = *op->operands[k];
        s->is_scalar[k] = !ls_shape_equal(operands[k].type.shape, result->shape);
        s->width[k] = (int)ls_dtype_size(operands[k].type.dtype);
        operands[k].type.shape = result->shape;
        pointers[k] = &operands[k];
    }
    ls_ir_op whole = *op;
    whole.operands = pointers;
    s->run = ls_cpu_loop_find(&whole, plan->keep).run;
    s->count = ls_shape_count(result->shape);
    s->result_width = (int)ls_dtype_size(result->dtype);
    if (!s->run) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "not defined for this element type");
    ls_cpu_unit_create_for(plan, op, &spread_kernel, s);
    return LS_OK;
}

static bool has_scalars(const ls_ir_op *op)
{
    for (size_t k = 0; k < op->operand_count; k++)
        if (!ls_shape_equal(op->operands[k]->type.shape, op->results[0]->type.shape)) return true;
    return false;
}

ls_status ls_cpu_reference_select(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return has_scalars(op) ? lower_spread(plan, op) : lower_elementwise(plan, op);
}

ls_status ls_cpu_reference_clamp(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return has_scalars(op) ? lower_spread(plan, op) : lower_elementwise(plan, op);
}
