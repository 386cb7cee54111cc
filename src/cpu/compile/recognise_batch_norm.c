/* batch_norm_training, _inference and _grad in f32 → kernels/fast/normalise.h. */
#include "cpu/compile/plan.h"
#include "cpu/kernels/fast/normalise.h"
#include "cpu/kernels/fast/vector.h"

/* args: x, scale, offset; y, mean, variance; scratch */
static ls_status run_training(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    ls_batch_norm_moments(call->data, a[0], a[4], a[5], a[6]);
    ls_batch_norm_apply(call->data, a[0], a[1], a[2], a[4], a[5], a[3], a[6]);
    return LS_OK;
}

/* args: x, scale, offset, mean, variance; y; scratch */
static ls_status run_inference(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    ls_batch_norm_apply(call->data, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    return LS_OK;
}

/* args: x, scale, mean, variance, gradient of y; gradients of x, scale, offset; scratch */
static ls_status run_grad(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    ls_batch_norm_grad(call->data, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
    return LS_OK;
}

static const ls_cpu_kernel training_kernel = {.name = "fast.batch_norm_training", .run = run_training};
static const ls_cpu_kernel inference_kernel = {.name = "fast.batch_norm_inference", .run = run_inference};
static const ls_cpu_kernel grad_kernel = {.name = "fast.batch_norm_grad", .run = run_grad};

static ls_status make_unit(ls_cpu_plan *plan, ls_ir_op *op, const ls_cpu_kernel *kernel, bool *out_taken)
{
    const ls_ir_type *x = &op->operands[0]->type;
    int64_t feature = ls_ir_attr_int(&op->attrs, LS_ATTR_FEATURE_INDEX, 0);
    ls_batch_norm b = {.outer = 1,
                       .c = x->shape.dims[feature],
                       .inner = 1,
                       .threads = plan->options->threads,
                       .epsilon = (float)ls_ir_attr_float(&op->attrs, LS_ATTR_EPSILON, 0)};
    for (int i = 0; i < x->shape.rank; i++)
        if (i != feature) *(i < feature ? &b.outer : &b.inner) *= x->shape.dims[i];
    *out_taken = x->dtype == LS_F32 && ls_shape_count(x->shape) > 0 && (b.inner > 1 || b.c <= LS_VECTOR_PERIOD);
    if (!*out_taken) return LS_OK;
    ls_batch_norm *data = ls_arena_copy(plan->keep, &b, sizeof(b));
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, kernel, data);
    unit->scratch_bytes = ls_batch_norm_scratch_bytes(data);
    return LS_OK;
}

ls_status ls_cpu_fast_batch_norm_training(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    return make_unit(plan, op, &training_kernel, out_taken);
}

ls_status ls_cpu_fast_batch_norm_inference(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    return make_unit(plan, op, &inference_kernel, out_taken);
}

ls_status ls_cpu_fast_batch_norm_grad(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    return make_unit(plan, op, &grad_kernel, out_taken);
}
