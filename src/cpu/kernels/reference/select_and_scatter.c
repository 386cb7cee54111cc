/* select_and_scatter, the gradient of max pooling: each window picks one element, which takes the source's.
 *
 * In a window, elements are visited in row-major order and the first one stays selected as long as the selector, given
 * it and the next, says so: with GE, ties and thus equal elements go to the first. Padding is never selected. */
#include <string.h>

#include "cpu/kernels/element.h"
#include "cpu/kernels/reference/reducer.h"
#include "cpu/kernels/reference/reference.h"

/* Whether the selected element stays: a compare loop on one pair, or the interpreter. */
typedef struct selector {
    ls_cpu_loop loop;
    const ls_cpu_region *region;
    int width;
} selector;

typedef struct scatterer {
    selector select;
    ls_cpu_reducer reducer;
    int rank;
    int64_t elements;             /* of the operand */
    int64_t dims[LS_MAX_RANK];    /* of the operand */
    int64_t strides[LS_MAX_RANK]; /* of the operand, in elements */
    int64_t sources[LS_MAX_RANK]; /* shape of the source */
    int64_t window[LS_MAX_RANK], step[LS_MAX_RANK], low[LS_MAX_RANK];
    size_t acc_bytes, select_bytes;
} scatterer;

static bool stays(const selector *s, char *registers, const char *selected, const char *next)
{
    uint8_t answer;
    if (s->loop.run) {
        s->loop.run((const void *[]){selected, next}, &answer, 1, s->loop.aux);
        return answer;
    }
    memcpy(ls_cpu_region_arg(s->region, registers, 0), selected, (size_t)s->width);
    memcpy(ls_cpu_region_arg(s->region, registers, 1), next, (size_t)s->width);
    ls_cpu_region_run(s->region, registers, 1);
    return *ls_cpu_region_result(s->region, registers, 0);
}

/* The element that the window at source place `at` selects; −1 if it has none. */
static int64_t pick(const scatterer *s, char *registers, const char *x, const int64_t *at)
{
    int64_t first[LS_MAX_RANK], past[LS_MAX_RANK], index[LS_MAX_RANK], offset = 0, selected = -1;
    for (int d = 0; d < s->rank; d++) {
        int64_t begin = at[d] * s->step[d] - s->low[d], end = begin + s->window[d];
        first[d] = index[d] = begin < 0 ? 0 : begin;
        past[d] = end > s->dims[d] ? s->dims[d] : end;
        if (first[d] >= past[d]) return -1;
        offset += first[d] * s->strides[d];
    }
    for (;;) {
        int width = s->select.width;
        if (selected < 0 || !stays(&s->select, registers, x + selected * width, x + offset * width)) selected = offset;
        int d = s->rank;
        while (d-- > 0) {
            offset += s->strides[d];
            if (++index[d] < past[d]) break;
            offset -= (past[d] - first[d]) * s->strides[d];
            index[d] = first[d];
        }
        if (d < 0) return selected;
    }
}

/* Arguments: operand, source, initial value, result, scratch. */
static ls_status scatterer_run(const ls_cpu_call *call)
{
    const scatterer *s = call->data;
    const ls_cpu_accumulator *accumulator = s->reducer.accumulators[0];
    char *const *args = call->args;
    bool has_scratch = s->acc_bytes || s->select_bytes || ls_cpu_reducer_bytes(&s->reducer);
    char *scratch = has_scratch ? args[4] : NULL, *acc = s->reducer.is_direct ? args[3] : scratch;
    char *select_registers = scratch + s->acc_bytes, *registers = select_registers + s->select_bytes;
    if (s->select.region) ls_cpu_region_start(s->select.region, select_registers);
    ls_cpu_reducer_start(&s->reducer, registers);
    accumulator->fill(acc, args[2], s->elements);

    int64_t at[LS_MAX_RANK] = {0};
    for (int d = 0; d < s->rank; d++)
        if (!s->sources[d]) goto done;
    for (int64_t source = 0;; source++) {
        int64_t selected = pick(s, select_registers, args[0], at);
        if (selected >= 0) {
            char *acc_at = acc + selected * (int64_t)accumulator->bytes,
                 *x_at = args[1] + source * s->reducer.widths[0];
            ls_cpu_reducer_combine(&s->reducer, registers, &acc_at, 1, &x_at, 1, 1);
        }
        int d = s->rank;
        while (d-- > 0) {
            if (++at[d] < s->sources[d]) break;
            at[d] = 0;
        }
        if (d < 0) break;
    }
done:
    if (!s->reducer.is_direct) accumulator->store(args[3], acc, s->elements);
    return LS_OK;
}

static const ls_cpu_kernel scatterer_kernel = {.name = "reference.select_and_scatter", .run = scatterer_run};

/* A selector that only compares its two arguments, in order, runs that compare; others run in the interpreter. */
static ls_status find_selector(ls_cpu_plan *plan, const ls_ir_op *op, selector *out)
{
    const ls_ir_block *body = op->regions[0];
    const ls_ir_op *first = body->first;
    out->width = (int)ls_dtype_size(op->operands[0]->type.dtype);
    if (first && first->kind == LS_IR_COMPARE && first->next == body->last &&
        body->last->operands[0] == first->results[0] && first->operands[0] == body->args[0] &&
        first->operands[1] == body->args[1]) {
        out->loop = ls_cpu_loop_find(first, plan->keep);
        if (out->loop.run) return LS_OK;
    }
    return ls_cpu_region_compile(plan, body, &out->region);
}

ls_status ls_cpu_reference_select_and_scatter(ls_cpu_plan *plan, const ls_ir_op *op)
{
    scatterer *s = LS_ARENA_NEW(plan->keep, scatterer);
    const ls_shape *in = &op->operands[0]->type.shape, *source = &op->operands[1]->type.shape;
    LS_TRY(find_selector(plan, op, &s->select));
    LS_TRY(ls_cpu_reducer_find(plan, op, op->regions[1], op->operands, 1, &s->reducer));
    s->rank = in->rank;
    s->elements = ls_shape_count(*in);
    int64_t stride = 1;
    for (int d = in->rank; d-- > 0; stride *= in->dims[d]) {
        size_t i = (size_t)d;
        s->strides[d] = stride;
        s->dims[d] = in->dims[d];
        s->sources[d] = source->dims[d];
        s->window[d] = ls_ir_attr_at(&op->attrs, LS_ATTR_WINDOW_DIMENSIONS, i, 1);
        s->step[d] = ls_ir_attr_at(&op->attrs, LS_ATTR_WINDOW_STRIDES, i, 1);
        s->low[d] = ls_ir_attr_at(&op->attrs, LS_ATTR_PADDING, 2 * i, 0);
    }
    if (!s->reducer.is_direct)
        s->acc_bytes = ((size_t)s->elements * s->reducer.accumulators[0]->bytes + 63) & ~(size_t)63;
    if (s->select.region) s->select_bytes = ls_cpu_region_bytes(s->select.region);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &scatterer_kernel, s);
    unit->scratch_bytes = s->acc_bytes + s->select_bytes + ls_cpu_reducer_bytes(&s->reducer);
    return LS_OK;
}
