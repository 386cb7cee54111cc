/* reduce by add or maximum in f32, where kept and reduced dimensions come in runs:
 *
 *   [outer, R, K]   sums of columns, for each index of outer      K > 1
 *   [outer, R]      sums or maxima of rows
 *   [R2, K, R]      sums over channels: rows, and over R2
 */
#include <string.h>

#include "cpu/compile/plan.h"
#include "cpu/kernels/fast/parallel.h"
#include "cpu/kernels/fast/vector.h"

typedef struct reduction {
    int64_t r2, outer, r, k;
    int threads;
} reduction;

typedef struct reduction_job {
    const reduction *d;
    const float *x;
    float init, *out;
} reduction_job;

static void sum_columns(void *arg, int part, int64_t begin, int64_t end)
{
    const reduction_job *j = arg;
    const reduction *d = j->d;
    double sums[LS_VECTOR_PERIOD];
    (void)part;
    for (int64_t o = 0; o < d->outer; o++)
        for (int64_t c = begin; c < end; c += LS_VECTOR_PERIOD) {
            int64_t columns = end - c < LS_VECTOR_PERIOD ? end - c : LS_VECTOR_PERIOD;
            const float *x = j->x + o * d->r * d->k + c;
            memset(sums, 0, (size_t)columns * sizeof(double));
            ls_vector()->column_sums[LS_SUMS_X](x, x, NULL, d->r, columns, d->k, sums, NULL);
            for (int64_t i = 0; i < columns; i++) j->out[o * d->k + c + i] = (float)(j->init + sums[i]);
        }
}

static void sum_rows(void *arg, int part, int64_t begin, int64_t end)
{
    const reduction_job *j = arg;
    const reduction *d = j->d;
    (void)part;
    for (int64_t o = begin; o < end; o++) {
        double sum = j->init, unused = 0;
        for (int64_t n = 0; n < d->r2; n++) {
            const float *x = j->x + (n * d->outer + o) * d->r;
            ls_vector()->row_sums[LS_SUMS_X](x, x, 0, 0, 0, d->r, &sum, &unused);
        }
        j->out[o] = (float)sum;
    }
}

static void max_rows(void *arg, int part, int64_t begin, int64_t end)
{
    const reduction_job *j = arg;
    (void)part;
    for (int64_t o = begin; o < end; o++) {
        float best = ls_vector()->row_max(j->x + o * j->d->r, j->d->r);
        j->out[o] = best > j->init || best != best ? best : j->init;
    }
}

static void run_reduction(const ls_cpu_call *call, ls_parallel_body body, bool columns)
{
    const reduction *d = call->data;
    reduction_job job = {d, (const float *)call->args[0], *(const float *)call->args[1], (float *)call->args[2]};
    int64_t count = columns ? d->k : d->outer, each = d->r * d->r2 * (columns ? d->outer : 1);
    /* Parts of whole cache lines of columns. */
    ls_parallel(ls_parallel_parts(d->threads, count, columns ? 16384 / each + 64 : 16384 / each + 1), count, body,
                &job);
}

static ls_status run_sum_columns(const ls_cpu_call *call)
{
    run_reduction(call, sum_columns, true);
    return LS_OK;
}

static ls_status run_sum_rows(const ls_cpu_call *call)
{
    run_reduction(call, sum_rows, false);
    return LS_OK;
}

static ls_status run_max_rows(const ls_cpu_call *call)
{
    run_reduction(call, max_rows, false);
    return LS_OK;
}

static const ls_cpu_kernel sum_columns_kernel = {.name = "fast.sum_columns", .run = run_sum_columns};
static const ls_cpu_kernel sum_rows_kernel = {.name = "fast.sum_rows", .run = run_sum_rows};
static const ls_cpu_kernel max_rows_kernel = {.name = "fast.max_rows", .run = run_max_rows};

/* Sizes of the runs of kept and reduced dimensions, outermost first; dimensions of one element belong to any run. */
typedef struct runs {
    int64_t size[LS_MAX_RANK];
    bool reduced[LS_MAX_RANK];
    int count;
} runs;

static runs read_runs(const ls_ir_op *op)
{
    runs r = {.count = 0};
    const ls_shape *shape = &op->operands[0]->type.shape;
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_DIMENSIONS, &count);
    for (int d = 0; d < shape->rank; d++) {
        bool reduced = false;
        for (size_t i = 0; i < count; i++) reduced |= dims[i] == d;
        if (shape->dims[d] == 1) continue;
        if (r.count == 0 || r.reduced[r.count - 1] != reduced) r.size[r.count] = 1, r.reduced[r.count++] = reduced;
        r.size[r.count - 1] *= shape->dims[d];
    }
    return r;
}

ls_status ls_cpu_fast_reduce(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_ir_kind reducer;
    *out_taken = false;
    if (op->operand_count != 2 || op->operands[0]->type.dtype != LS_F32 ||
        !ls_ir_block_is_reducer(op->regions[0], &reducer))
        return LS_OK;
    if (ls_shape_count(op->operands[0]->type.shape) == 0) return LS_OK;
    runs r = read_runs(op);
    reduction d = {.r2 = 1, .outer = 1, .r = 1, .k = 1, .threads = plan->options->threads};
    const ls_cpu_kernel *kernel = NULL;
    int first = 0; /* skips the outermost kept run */
    if (r.count > 0 && !r.reduced[0]) d.outer = r.size[first++];
    if (r.count == first + 1)
        d.r = r.size[first], kernel = &sum_rows_kernel;
    else if (r.count == first + 2)
        d.r = r.size[first], d.k = r.size[first + 1], kernel = &sum_columns_kernel;
    else if (r.count == 3 && first == 0)
        d.r2 = r.size[0], d.outer = r.size[1], d.r = r.size[2], kernel = &sum_rows_kernel;
    if (reducer == LS_IR_MAXIMUM)
        kernel = kernel == &sum_rows_kernel && d.r2 == 1 ? &max_rows_kernel : NULL;
    else if (reducer != LS_IR_ADD)
        kernel = NULL;
    if (!kernel) return LS_OK;
    ls_cpu_unit_create_for(plan, op, kernel, ls_arena_copy(plan->keep, &d, sizeof(d)));
    *out_taken = true;
    return LS_OK;
}
