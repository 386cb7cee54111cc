/* reduce and reduce_window, as boxes of accumulators and elements.
 *
 * reduce is one box, whose reduced dimensions do not move the accumulator. reduce_window is one box per place in the
 * window: the results that this place gives an element to, and those elements. Places outside the operand (padding, and
 * the holes of base dilation) give nothing. */
#include <string.h>

#include "cpu/kernels/reference/reducer.h"
#include "cpu/kernels/reference/reference.h"

/* What one place of the window in one dimension means: results first, first + step, ... (count of them) take elements
 * x, x + x_step, ... */
typedef struct window_place {
    int64_t first, step, count, x, x_step;
} window_place;

typedef struct reduction {
    ls_cpu_reducer reducer;
    int64_t results;             /* per array */
    ls_cpu_box box;              /* of reduce; of reduce_window: dims and strides of results and operand */
    int64_t window[LS_MAX_RANK]; /* reduce_window; rank of `places` */
    const window_place *places[LS_MAX_RANK];
} reduction;

/* Arguments: k arrays, k initial values, k results, scratch. */
typedef struct arguments {
    char *const *x, *const *init, *const *out;
    char *registers;
    char *acc[LS_CPU_MAX_REDUCED];
} arguments;

static size_t acc_bytes(const reduction *r)
{
    return r->reducer.is_direct ? 0 : ((size_t)r->results * r->reducer.accumulators[0]->bytes + 63) & ~(size_t)63;
}

static arguments start(const reduction *r, const ls_cpu_call *call)
{
    size_t k = r->reducer.count;
    arguments a = {.x = call->args, .init = call->args + k, .out = call->args + 2 * k};
    char *scratch = acc_bytes(r) || ls_cpu_reducer_bytes(&r->reducer) ? call->args[3 * k] : NULL;
    a.registers = scratch + acc_bytes(r);
    ls_cpu_reducer_start(&r->reducer, a.registers);
    for (size_t j = 0; j < k; j++) {
        a.acc[j] = r->reducer.is_direct ? a.out[j] : scratch;
        r->reducer.accumulators[j]->fill(a.acc[j], a.init[j], r->results);
    }
    return a;
}

static void finish(const reduction *r, const arguments *a)
{
    if (!r->reducer.is_direct) r->reducer.accumulators[0]->store(a->out[0], a->acc[0], r->results);
}

static ls_status reduce_run(const ls_cpu_call *call)
{
    const reduction *r = call->data;
    arguments a = start(r, call);
    ls_cpu_reducer_walk(&r->reducer, a.registers, &r->box, a.acc, a.x);
    finish(r, &a);
    return LS_OK;
}

static const ls_cpu_kernel reduce_kernel = {.name = "reference.reduce", .run = reduce_run};

static ls_status add_unit(ls_cpu_plan *plan, const ls_ir_op *op, reduction *r, const ls_cpu_kernel *kernel)
{
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, kernel, r);
    unit->scratch_bytes = acc_bytes(r) + ls_cpu_reducer_bytes(&r->reducer);
    return LS_OK;
}

static void element_strides(const ls_shape *shape, int64_t *out)
{
    int64_t stride = 1;
    for (int i = shape->rank; i-- > 0; stride *= shape->dims[i]) out[i] = stride;
}

ls_status ls_cpu_reference_reduce(ls_cpu_plan *plan, const ls_ir_op *op)
{
    reduction *r = LS_ARENA_NEW(plan->keep, reduction);
    LS_TRY(ls_cpu_reducer_find(plan, op, op->regions[0], op->operands, op->operand_count / 2, &r->reducer));
    const ls_shape *in = &op->operands[0]->type.shape, *out = &op->results[0]->type.shape;
    int64_t out_strides[LS_MAX_RANK];
    bool is_reduced[LS_MAX_RANK] = {false};
    size_t count;
    const int64_t *dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_DIMENSIONS, &count);
    for (size_t i = 0; i < count; i++) is_reduced[dims[i]] = true;
    element_strides(in, r->box.x);
    element_strides(out, out_strides);
    r->results = ls_shape_count(*out);
    r->box.rank = in->rank;
    memcpy(r->box.dims, in->dims, sizeof(in->dims));
    for (int i = 0, o = 0; i < in->rank; i++) r->box.acc[i] = is_reduced[i] ? 0 : out_strides[o++];
    ls_cpu_box_simplify(&r->box);
    return add_unit(plan, op, r, &reduce_kernel);
}

/* --- reduce_window ------------------------------------------------------------------------------------------- */

static ls_status window_run(const ls_cpu_call *call)
{
    const reduction *r = call->data;
    arguments a = start(r, call);
    int64_t at[LS_MAX_RANK] = {0};
    int rank = r->box.rank;
    for (;;) {
        ls_cpu_box box = {.rank = rank};
        for (int d = 0; d < rank; d++) {
            const window_place *place = &r->places[d][at[d]];
            box.dims[d] = place->count;
            box.acc[d] = place->step * r->box.acc[d];
            box.x[d] = place->x_step * r->box.x[d];
            box.acc_offset += place->first * r->box.acc[d];
            box.x_offset += place->x * r->box.x[d];
        }
        if (!rank) ls_cpu_box_simplify(&box);
        ls_cpu_reducer_walk(&r->reducer, a.registers, &box, a.acc, a.x);
        int d = rank;
        while (d-- > 0) {
            if (++at[d] < r->window[d]) break;
            at[d] = 0;
        }
        if (d < 0) break;
    }
    finish(r, &a);
    return LS_OK;
}

static const ls_cpu_kernel window_kernel = {.name = "reference.reduce_window", .run = window_run};

/* Result o takes, from place k, the element at (o·stride + k·dilation − low) / base, if that is a whole number inside.
 * The results for which it is are evenly spaced, so the first two and their number tell all. */
static window_place find_place(int64_t k, int64_t results, int64_t elements, int64_t stride, int64_t dilation,
                               int64_t low, int64_t base)
{
    window_place place = {0};
    for (int64_t o = 0; o < results; o++) {
        int64_t at = o * stride + k * dilation - low;
        if (at < 0 || at % base || at / base >= elements) continue;
        if (place.count == 0) {
            place.first = o;
            place.x = at / base;
        } else if (place.count == 1) {
            place.step = o - place.first;
            place.x_step = at / base - place.x;
        }
        place.count++;
    }
    return place;
}

ls_status ls_cpu_reference_reduce_window(ls_cpu_plan *plan, const ls_ir_op *op)
{
    reduction *r = LS_ARENA_NEW(plan->keep, reduction);
    const ls_ir_attrs *attrs = &op->attrs;
    LS_TRY(ls_cpu_reducer_find(plan, op, op->regions[0], op->operands, op->operand_count / 2, &r->reducer));
    const ls_shape *in = &op->operands[0]->type.shape, *out = &op->results[0]->type.shape;
    r->results = ls_shape_count(*out);
    r->box.rank = in->rank;
    element_strides(in, r->box.x);
    element_strides(out, r->box.acc);
    for (int d = 0; d < in->rank; d++) {
        size_t i = (size_t)d;
        r->window[d] = ls_ir_attr_at(attrs, LS_ATTR_WINDOW_DIMENSIONS, i, 1);
        window_place *places = LS_ARENA_ARRAY(plan->keep, window_place, r->window[d]);
        for (int64_t k = 0; k < r->window[d]; k++)
            places[k] = find_place(k, out->dims[d], in->dims[d], ls_ir_attr_at(attrs, LS_ATTR_WINDOW_STRIDES, i, 1),
                                   ls_ir_attr_at(attrs, LS_ATTR_WINDOW_DILATIONS, i, 1),
                                   ls_ir_attr_at(attrs, LS_ATTR_PADDING, 2 * i, 0),
                                   ls_ir_attr_at(attrs, LS_ATTR_BASE_DILATIONS, i, 1));
        r->places[d] = places;
    }
    return add_unit(plan, op, r, &window_kernel);
}
