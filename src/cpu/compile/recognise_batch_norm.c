/* batch_norm_training, _inference and _grad in f32 → kernels/fast/normalise.h; with what follows and precedes them:
 *
 *   max(norm(x), 0), max(norm(x) + add, 0), norm(x) + add   one step
 *   norm_grad(x, g′), g′ = 0 where max(norm(x), 0) ≤ 0      one step, which computes norm(x) again instead of reading
 * it
 */
#include <string.h>

#include "cpu/compile/plan.h"
#include "cpu/kernels/fast/normalise.h"
#include "cpu/kernels/fast/vector.h"

/* --- Kernels ------------------------------------------------------------------------------------------------- */

/* args: x, scale, offset, add; y, mean, variance; scratch */
static ls_status run_training(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    const ls_batch_norm *b = call->data;
    float *const *out = a + 3 + b->add;
    ls_batch_norm_moments(b, a[0], out[1], out[2], out[3]);
    ls_batch_norm_apply(b, a[0], b->add ? a[3] : NULL, a[1], a[2], out[1], out[2], out[0], out[3]);
    return LS_OK;
}

/* args: x, scale, offset, mean, variance, add; y; scratch */
static ls_status run_inference(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    const ls_batch_norm *b = call->data;
    float *const *out = a + 5 + b->add;
    ls_batch_norm_apply(b, a[0], b->add ? a[5] : NULL, a[1], a[2], a[3], a[4], out[0], out[1]);
    return LS_OK;
}

/* args: x, scale, mean, variance, gradient of y, offset if rectified; gradients of x, scale, offset; scratch */
static ls_status run_grad(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    const ls_batch_norm *b = call->data;
    float *const *out = a + 5 + b->rectify;
    ls_batch_norm_grad(b, a[0], a[1], b->rectify ? a[5] : NULL, a[2], a[3], a[4], out[0], out[1], out[2], out[3]);
    return LS_OK;
}

static const ls_cpu_kernel training_kernel = {.name = "fast.batch_norm_training", .run = run_training};
static const ls_cpu_kernel inference_kernel = {.name = "fast.batch_norm_inference", .run = run_inference};
static const ls_cpu_kernel grad_kernel = {.name = "fast.batch_norm_grad", .run = run_grad};

/* --- Units --------------------------------------------------------------------------------------------------- */

static bool read_norm(const ls_cpu_plan *plan, const ls_ir_op *op, ls_batch_norm *out)
{
    const ls_ir_type *x = &op->operands[0]->type;
    int64_t feature = ls_ir_attr_int(&op->attrs, LS_ATTR_FEATURE_INDEX, 0);
    *out = (ls_batch_norm){.outer = 1,
                           .c = x->shape.dims[feature],
                           .inner = 1,
                           .threads = plan->options->threads,
                           .epsilon = (float)ls_ir_attr_float(&op->attrs, LS_ATTR_EPSILON, 0)};
    for (int i = 0; i < x->shape.rank; i++)
        if (i != feature) *(i < feature ? &out->outer : &out->inner) *= x->shape.dims[i];
    return x->dtype == LS_F32 && ls_shape_count(x->shape) > 0 && (out->inner > 1 || out->c <= LS_VECTOR_PERIOD);
}

/* The op's unit, which reads `last` for the op's last operand and `more` after it, if they are not NULL; its first
 * result is `result`. */
static ls_cpu_unit *make_unit(ls_cpu_plan *plan, const ls_ir_op *op, const ls_cpu_kernel *kernel,
                              const ls_batch_norm *norm, ls_ir_value *last, ls_ir_value *more,
                              const ls_ir_value *result)
{
    void *data = ls_arena_copy(plan->keep, norm, sizeof(*norm));
    size_t operands = op->operand_count;
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, kernel, data, operands + (more != NULL), op->result_count);
    for (size_t i = 0; i < operands; i++)
        unit->operands[i] = ls_cpu_plan_value(plan, last && i == operands - 1 ? last : op->operands[i]);
    if (more) unit->operands[operands] = ls_cpu_plan_value(plan, more);
    ls_cpu_unit_define(unit, 0, ls_cpu_plan_value(plan, result));
    for (size_t i = 1; i < op->result_count; i++) ls_cpu_unit_define(unit, i, ls_cpu_plan_value(plan, op->results[i]));
    unit->scratch_bytes = ls_batch_norm_scratch_bytes(norm);
    return unit;
}

static const ls_cpu_kernel *forward_kernel(const ls_ir_op *op)
{
    return op->kind == LS_IR_BATCH_NORM_TRAINING ? &training_kernel : &inference_kernel;
}

static ls_status make_forward(ls_cpu_plan *plan, const ls_ir_op *op, const ls_batch_norm *norm, ls_ir_value *add,
                              const ls_ir_value *result)
{
    ls_cpu_unit *unit = make_unit(plan, op, forward_kernel(op), norm, NULL, add, result);
    unit->inplace[0] = 1;
    if (add) unit->inplace[0] |= 1ull << op->operand_count;
    return LS_OK;
}

static ls_status take_forward(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_batch_norm norm;
    *out_taken = read_norm(plan, op, &norm);
    return *out_taken ? make_forward(plan, op, &norm, NULL, op->results[0]) : LS_OK;
}

ls_status ls_cpu_fast_batch_norm_training(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    return take_forward(plan, op, out_taken);
}

ls_status ls_cpu_fast_batch_norm_inference(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    return take_forward(plan, op, out_taken);
}

/* --- What follows -------------------------------------------------------------------------------------------- */

static bool is_zero(const ls_ir_value *value)
{
    while (value->op && value->op->kind == LS_IR_BROADCAST_IN_DIM) value = value->op->operands[0];
    const ls_ir_attr *attr =
        value->op && value->op->kind == LS_IR_CONSTANT ? ls_ir_attr_find(&value->op->attrs, LS_ATTR_VALUE) : NULL;
    const float zero = 0;
    return attr && attr->dense.is_splat && value->type.dtype == LS_F32 &&
           !memcmp(attr->dense.data, &zero, sizeof(zero));
}

static bool has_one_user(const ls_cpu_plan *plan, const ls_ir_value *value)
{
    size_t count;
    ls_cpu_users(plan, value, &count);
    return count == 1;
}

/* The normalisation whose y this is, if `user` is the only one to read it. */
static ls_ir_op *norm_of(const ls_cpu_plan *plan, const ls_ir_value *value, const ls_ir_op *user)
{
    ls_ir_op *op = value->op;
    if (!op || op->block != user->block || value != op->results[0] || !has_one_user(plan, value)) return NULL;
    return op->kind == LS_IR_BATCH_NORM_TRAINING || op->kind == LS_IR_BATCH_NORM_INFERENCE ? op : NULL;
}

/* The normalisation whose y the op adds to something that exists before the normalisation, which therefore does not
 * depend on its other results. */
static ls_ir_op *added_norm(const ls_cpu_plan *plan, const ls_ir_op *op, ls_ir_value **out_add)
{
    for (int i = 0; i < 2; i++) {
        ls_ir_op *norm = norm_of(plan, op->operands[i], op);
        ls_ir_value *other = op->operands[1 - i];
        if (!norm || (other->op && other->op->block == op->block && other->id > norm->results[0]->id)) continue;
        *out_add = other;
        return norm;
    }
    return NULL;
}

ls_status ls_cpu_fast_batch_norm_add(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_batch_norm norm;
    ls_ir_value *add;
    ls_ir_op *from = added_norm(plan, op, &add);
    *out_taken = from && read_norm(plan, from, &norm);
    if (!*out_taken) return LS_OK;
    norm.add = true;
    return make_forward(plan, from, &norm, add, op->results[0]);
}

ls_status ls_cpu_fast_batch_norm_rectify(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_batch_norm norm;
    ls_ir_value *before = op->operands[0], *add = NULL;
    *out_taken = false;
    if (!is_zero(op->operands[1])) return LS_OK;
    ls_ir_op *from = norm_of(plan, before, op);
    if (!from && before->op && before->op->kind == LS_IR_ADD && before->op->block == op->block &&
        has_one_user(plan, before))
        from = added_norm(plan, before->op, &add);
    *out_taken = from && read_norm(plan, from, &norm);
    if (!*out_taken) return LS_OK;
    norm.rectify = true, norm.add = add != NULL;
    return make_forward(plan, from, &norm, add, op->results[0]);
}

/* --- Gradients ----------------------------------------------------------------------------------------------- */

/* The gradient before it went through max(y, 0), y of the same normalisation in training; and that one's offset. NULL
 * if `grad` is not of that form. */
static ls_ir_value *through_rectifier(const ls_cpu_plan *plan, const ls_ir_op *grad, ls_ir_value **out_offset)
{
    const ls_ir_op *select = grad->operands[4]->op;
    if (!select || select->kind != LS_IR_SELECT || select->block != grad->block ||
        !has_one_user(plan, select->results[0]))
        return NULL;
    const ls_ir_op *compare = select->operands[0]->op;
    if (!compare || compare->kind != LS_IR_COMPARE || !is_zero(compare->operands[1]) || !is_zero(select->operands[1]) ||
        ls_ir_attr_int(&compare->attrs, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_EQ) != LS_COMPARE_LE ||
        ls_ir_attr_int(&compare->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE) == LS_COMPARE_TOTALORDER)
        return NULL;
    const ls_ir_op *max = compare->operands[0]->op;
    if (!max || max->kind != LS_IR_MAXIMUM || !is_zero(max->operands[1])) return NULL;
    const ls_ir_op *norm = max->operands[0]->op;
    if (!norm || norm->kind != LS_IR_BATCH_NORM_TRAINING || max->operands[0] != norm->results[0] ||
        norm->operands[0] != grad->operands[0] || norm->operands[1] != grad->operands[1] ||
        norm->results[1] != grad->operands[2] || norm->results[2] != grad->operands[3])
        return NULL;
    if (ls_ir_attr_float(&norm->attrs, LS_ATTR_EPSILON, 0) != ls_ir_attr_float(&grad->attrs, LS_ATTR_EPSILON, 0) ||
        ls_ir_attr_int(&norm->attrs, LS_ATTR_FEATURE_INDEX, 0) !=
            ls_ir_attr_int(&grad->attrs, LS_ATTR_FEATURE_INDEX, 0))
        return NULL;
    *out_offset = norm->operands[2];
    return select->operands[2];
}

ls_status ls_cpu_fast_batch_norm_grad(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_batch_norm norm;
    ls_ir_value *offset = NULL, *before = through_rectifier(plan, op, &offset);
    *out_taken = read_norm(plan, op, &norm);
    if (!*out_taken) return LS_OK;
    norm.rectify = before != NULL;
    ls_cpu_unit *unit = make_unit(plan, op, &grad_kernel, &norm, before, offset, op->results[0]);
    unit->inplace[0] = 1ull << 4 | 1;
    return LS_OK;
}
