/* reduce_window by max or add, and select_and_scatter by GE and add, in f32 → the window loops of
 * kernels/fast/vector.h. */
#include "cpu/compile/plan.h"
#include "cpu/kernels/fast/parallel.h"
#include "cpu/kernels/fast/vector.h"

typedef struct pooling {
    ls_window window;
    int64_t in_count, out_count; /* elements of one index of outer */
    int threads;
    void (*pool)(const ls_window *w, const float *x, float init, float *out); /* NULL: the gradient */
} pooling;

typedef struct pooling_job {
    const pooling *p;
    const float *x, *g;
    float init, *out;
} pooling_job;

static void run_part(void *arg, int part, int64_t begin, int64_t end)
{
    const pooling_job *j = arg;
    const pooling *p = j->p;
    (void)part;
    for (int64_t n = begin; n < end; n++) {
        const float *x = j->x + n * p->in_count;
        if (p->pool)
            p->pool(&p->window, x, j->init, j->out + n * p->out_count);
        else
            ls_vector()->max_pool_grad(&p->window, x, j->g + n * p->out_count, j->init, j->out + n * p->in_count);
    }
}

static void run_pooling(pooling_job job)
{
    int64_t outer = job.p->window.outer;
    ls_parallel(ls_parallel_parts(job.p->threads, outer, 4096 / job.p->in_count + 1), outer, run_part, &job);
}

/* args: x, init; result */
static ls_status run_forward(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    run_pooling((pooling_job){.p = call->data, .x = a[0], .init = *a[1], .out = a[2]});
    return LS_OK;
}

/* args: x, gradient, init; result */
static ls_status run_grad(const ls_cpu_call *call)
{
    float *const *a = (float *const *)call->args;
    run_pooling((pooling_job){.p = call->data, .x = a[0], .g = a[1], .init = *a[2], .out = a[3]});
    return LS_OK;
}

static const ls_cpu_kernel forward_kernel = {.name = "fast.pool", .run = run_forward};
static const ls_cpu_kernel grad_kernel = {.name = "fast.max_pool_grad", .run = run_grad};

/* The windows of `op` over `in` that give `out`; false if there are more than three windowed dimensions in a row. */
static bool read_window(const ls_ir_op *op, const ls_shape *in, const ls_shape *out, pooling *p)
{
    const ls_ir_attrs *a = &op->attrs;
    int first = in->rank, last = -1;
    int64_t elements = 1;
    for (int d = 0; d < in->rank; d++) {
        int64_t size = ls_ir_attr_at(a, LS_ATTR_WINDOW_DIMENSIONS, (size_t)d, 1);
        bool plain =
            size == 1 && ls_ir_attr_at(a, LS_ATTR_WINDOW_STRIDES, (size_t)d, 1) == 1 && in->dims[d] == out->dims[d];
        if (ls_ir_attr_at(a, LS_ATTR_BASE_DILATIONS, (size_t)d, 1) != 1 ||
            ls_ir_attr_at(a, LS_ATTR_WINDOW_DILATIONS, (size_t)d, 1) != 1)
            return false;
        elements *= size;
        if (plain) continue;
        if (first > d) first = d;
        last = d;
    }
    if (last < 0 || last - first >= 3 || elements > LS_WINDOW_ELEMENTS || ls_shape_count(*in) == 0 ||
        ls_shape_count(*out) == 0)
        return false;
    ls_window w = {1, 1, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
    for (int d = 0; d < first; d++) w.outer *= in->dims[d];
    for (int d = last + 1; d < in->rank; d++) w.inner *= in->dims[d];
    for (int d = first; d <= last; d++) {
        int k = d - last + 2;
        w.in[k] = in->dims[d], w.out[k] = out->dims[d];
        w.size[k] = ls_ir_attr_at(a, LS_ATTR_WINDOW_DIMENSIONS, (size_t)d, 1);
        w.stride[k] = ls_ir_attr_at(a, LS_ATTR_WINDOW_STRIDES, (size_t)d, 1);
        w.pad_low[k] = ls_ir_attr_at(a, LS_ATTR_PADDING, (size_t)d * 2, 0);
    }
    p->window = w;
    p->in_count = w.in[0] * w.in[1] * w.in[2] * w.inner;
    p->out_count = w.out[0] * w.out[1] * w.out[2] * w.inner;
    return true;
}

ls_status ls_cpu_fast_reduce_window(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_ir_kind reducer;
    pooling p = {.threads = plan->options->threads};
    *out_taken = false;
    if (op->operand_count != 2 || op->operands[0]->type.dtype != LS_F32 ||
        !ls_ir_block_is_reducer(op->regions[0], &reducer))
        return LS_OK;
    if (reducer != LS_IR_ADD && reducer != LS_IR_MAXIMUM) return LS_OK;
    if (!read_window(op, &op->operands[0]->type.shape, &op->results[0]->type.shape, &p)) return LS_OK;
    p.pool = reducer == LS_IR_ADD ? ls_vector()->sum_pool : ls_vector()->max_pool;
    ls_cpu_unit_create_for(plan, op, &forward_kernel, ls_arena_copy(plan->keep, &p, sizeof(p)));
    *out_taken = true;
    return LS_OK;
}

/* Whether the region keeps its first argument while that is at least the second. */
static bool selects_maximum(const ls_ir_block *block)
{
    const ls_ir_op *compare = block->first;
    if (!compare || compare->kind != LS_IR_COMPARE || compare->next != block->last) return false;
    int64_t type = ls_ir_attr_int(&compare->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE);
    return ls_ir_attr_int(&compare->attrs, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_EQ) == LS_COMPARE_GE &&
           (type == LS_COMPARE_NOTYPE || type == LS_COMPARE_FLOAT) && compare->operands[0] == block->args[0] &&
           compare->operands[1] == block->args[1] && block->last->operands[0] == compare->results[0];
}

ls_status ls_cpu_fast_select_and_scatter(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_ir_kind reducer;
    pooling p = {.threads = plan->options->threads};
    *out_taken = false;
    if (op->operands[0]->type.dtype != LS_F32 || !selects_maximum(op->regions[0])) return LS_OK;
    if (!ls_ir_block_is_reducer(op->regions[1], &reducer) || reducer != LS_IR_ADD) return LS_OK;
    if (!read_window(op, &op->operands[0]->type.shape, &op->operands[1]->type.shape, &p)) return LS_OK;
    ls_cpu_unit_create_for(plan, op, &grad_kernel, ls_arena_copy(plan->keep, &p, sizeof(p)));
    *out_taken = true;
    return LS_OK;
}
