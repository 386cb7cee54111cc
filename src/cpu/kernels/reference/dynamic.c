/* Slices at places known only when the program runs. Starts are clamped so that the slice lies inside. */
#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/index.h"
#include "cpu/kernels/reference/reference.h"

typedef struct dynamic {
    int rank;
    int first;                    /* operand with the first start */
    ls_dtype dtype;               /* of the starts */
    int64_t last[LS_MAX_RANK];    /* largest start */
    int64_t strides[LS_MAX_RANK]; /* bytes, of the array that is sliced or updated */
    ls_cpu_copy copy;
    size_t bytes; /* update: of the operand */
} dynamic;

static int64_t start_offset(const dynamic *d, char *const *args)
{
    int64_t offset = 0;
    for (int i = 0; i < d->rank; i++) {
        int64_t start = ls_cpu_index_clamped(args[d->first + i], d->dtype, d->last[i]);
        offset += start * d->strides[i];
    }
    return offset;
}

static ls_status slice_run(const ls_cpu_call *call)
{
    const dynamic *d = call->data;
    ls_cpu_copy_run(&d->copy, call->args[0] + start_offset(d, call->args), call->args[1 + d->rank]);
    return LS_OK;
}

static ls_status update_run(const ls_cpu_call *call)
{
    const dynamic *d = call->data;
    char *out = call->args[2 + d->rank];
    int64_t offset = start_offset(d, call->args); /* before the result overwrites anything */
    if (out != call->args[0] && d->bytes) memcpy(out, call->args[0], d->bytes);
    ls_cpu_copy_run(&d->copy, call->args[1], out + offset);
    return LS_OK;
}

static const ls_cpu_kernel slice_kernel = {.name = "reference.dynamic_slice", .run = slice_run};
static const ls_cpu_kernel update_kernel = {.name = "reference.dynamic_update_slice", .run = update_run};

/* `whole` is sliced or updated, `part` is the slice. */
static dynamic *prepare(ls_cpu_plan *plan, const ls_ir_op *op, int first, const ls_ir_type *part)
{
    dynamic *d = LS_ARENA_NEW(plan->keep, dynamic);
    const ls_ir_type *whole = &op->operands[0]->type;
    d->rank = whole->shape.rank;
    d->first = first;
    d->dtype = d->rank ? op->operands[first]->type.dtype : LS_I32;
    ls_cpu_strides(whole, d->strides);
    d->copy.width = (int)ls_dtype_size(whole->dtype);
    d->copy.rank = d->rank;
    for (int i = 0; i < d->rank; i++) {
        d->copy.dims[i] = part->shape.dims[i];
        d->last[i] = whole->shape.dims[i] - part->shape.dims[i];
    }
    return d;
}

ls_status ls_cpu_reference_dynamic_slice(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_type *part = &op->results[0]->type;
    dynamic *d = prepare(plan, op, 1, part);
    ls_cpu_strides(&op->operands[0]->type, d->copy.src);
    ls_cpu_strides(part, d->copy.dst);
    ls_cpu_copy_simplify(&d->copy);
    ls_cpu_unit_create_for(plan, op, &slice_kernel, d);
    return LS_OK;
}

ls_status ls_cpu_reference_dynamic_update_slice(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_type *part = &op->operands[1]->type;
    dynamic *d = prepare(plan, op, 2, part);
    ls_cpu_strides(part, d->copy.src);
    ls_cpu_strides(&op->operands[0]->type, d->copy.dst);
    ls_cpu_copy_simplify(&d->copy);
    d->bytes = ls_ir_type_bytes(&op->operands[0]->type);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &update_kernel, d);
    unit->inplace[0] = 1;
    return LS_OK;
}
