/* gather and scatter: windows at places that an array of indices names.
 *
 * Both walk the batch of index vectors. For gather, starts are clamped so that the window lies inside. For scatter, a
 * window that does not lie inside as a whole is dropped; updates of one place go in the order of the batch. */
#include <string.h>

#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/index.h"
#include "cpu/kernels/reference/reducer.h"
#include "cpu/kernels/reference/reference.h"

/* The walk over index vectors; all offsets in elements but the indices', which are in bytes. */
typedef struct batch {
    int rank;
    int64_t dims[LS_MAX_RANK];
    int64_t array[LS_MAX_RANK];  /* stride in the operand (batching dimensions; else 0) */
    int64_t part[LS_MAX_RANK];   /* stride in the result of gather, the updates of scatter */
    int64_t vector[LS_MAX_RANK]; /* bytes, in the indices */
    ls_dtype dtype;              /* of the indices */
    size_t count;                /* numbers in an index vector */
    int64_t step;                /* bytes from one to the next */
    int64_t last[LS_MAX_RANK];   /* largest start, per number */
    int64_t stride[LS_MAX_RANK]; /* operand elements that a start of 1 skips, per number */
} batch;

typedef struct batch_place {
    int64_t index[LS_MAX_RANK];
    int64_t array, part, vector;
} batch_place;

static bool next_place(const batch *b, batch_place *p)
{
    int d = b->rank;
    while (d-- > 0) {
        p->array += b->array[d];
        p->part += b->part[d];
        p->vector += b->vector[d];
        if (++p->index[d] < b->dims[d]) return true;
        p->array -= b->array[d] * b->dims[d];
        p->part -= b->part[d] * b->dims[d];
        p->vector -= b->vector[d] * b->dims[d];
        p->index[d] = 0;
    }
    return false;
}

static bool is_empty(const batch *b)
{
    for (int d = 0; d < b->rank; d++)
        if (!b->dims[d]) return true;
    return false;
}

static bool is_in(const int64_t *list, size_t count, int64_t value)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == value) return true;
    return false;
}

static void element_strides(const ls_shape *shape, int64_t *out)
{
    int64_t stride = 1;
    for (int i = shape->rank; i-- > 0; stride *= shape->dims[i]) out[i] = stride;
}

/* The names that the two ops give to the same things. */
typedef struct names {
    ls_ir_attr_key window_dims, dropped_dims, array_batching, index_batching, start_map;
} names;
static const names gather_names = {LS_ATTR_OFFSET_DIMS, LS_ATTR_COLLAPSED_SLICE_DIMS, LS_ATTR_OPERAND_BATCHING_DIMS,
                                   LS_ATTR_START_INDICES_BATCHING_DIMS, LS_ATTR_START_INDEX_MAP};
static const names scatter_names = {LS_ATTR_UPDATE_WINDOW_DIMS, LS_ATTR_INSERTED_WINDOW_DIMS,
                                    LS_ATTR_INPUT_BATCHING_DIMS, LS_ATTR_SCATTER_INDICES_BATCHING_DIMS,
                                    LS_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS};

/* Fills in the walk and the window: per window dimension its operand dimension (`out_window`, `part` strides beside).
 * Sizes of the window along all operand dimensions are in `sizes`. */
static void prepare(const ls_ir_op *op, const names *n, const ls_shape *array, const ls_ir_type *indices,
                    const ls_shape *part, const int64_t *sizes, batch *b, ls_cpu_box *window)
{
    size_t window_count, dropped_count, batching_count, map_count;
    const int64_t *window_dims = ls_ir_attr_ints(&op->attrs, n->window_dims, &window_count);
    const int64_t *dropped = ls_ir_attr_ints(&op->attrs, n->dropped_dims, &dropped_count);
    const int64_t *batching = ls_ir_attr_ints(&op->attrs, n->array_batching, &batching_count);
    const int64_t *map = ls_ir_attr_ints(&op->attrs, n->start_map, &map_count);
    int64_t vector_dim = ls_ir_attr_int(&op->attrs, LS_ATTR_INDEX_VECTOR_DIM, 0);
    int64_t array_strides[LS_MAX_RANK], part_strides[LS_MAX_RANK], index_strides[LS_MAX_RANK];
    element_strides(array, array_strides);
    element_strides(part, part_strides);
    ls_cpu_strides(indices, index_strides);

    b->dtype = indices->dtype;
    b->count = map_count;
    b->step = vector_dim < indices->shape.rank ? index_strides[vector_dim] : 0;
    for (size_t i = 0; i < map_count; i++) {
        b->stride[i] = array_strides[map[i]];
        b->last[i] = array->dims[map[i]] - sizes[map[i]];
    }
    int w = 0;
    int operand_dim = 0;
    for (int d = 0, index_dim = 0; d < part->rank; d++) {
        if (is_in(window_dims, window_count, d)) {
            while (is_in(dropped, dropped_count, operand_dim) || is_in(batching, batching_count, operand_dim))
                operand_dim++;
            window->dims[w] = part->dims[d];
            window->acc[w] = array_strides[operand_dim++];
            window->x[w++] = part_strides[d];
            continue;
        }
        if (index_dim == vector_dim) index_dim++;
        int k = b->rank++;
        b->dims[k] = part->dims[d];
        b->part[k] = part_strides[d];
        b->vector[k] = index_strides[index_dim];
        for (size_t i = 0; i < batching_count; i++)
            if (ls_ir_attr_at(&op->attrs, n->index_batching, i, -1) == index_dim)
                b->array[k] = array_strides[batching[i]];
        index_dim++;
    }
    window->rank = w;
}

/* --- gather -------------------------------------------------------------------------------------------------- */

typedef struct gather {
    batch batch;
    ls_cpu_copy copy;
} gather;

static ls_status gather_run(const ls_cpu_call *call)
{
    const gather *g = call->data;
    const batch *b = &g->batch;
    batch_place p = {0};
    if (is_empty(b)) return LS_OK;
    do {
        int64_t from = p.array;
        for (size_t i = 0; i < b->count; i++)
            from += b->stride[i] *
                    ls_cpu_index_clamped(call->args[1] + p.vector + (int64_t)i * b->step, b->dtype, b->last[i]);
        ls_cpu_copy_run(&g->copy, call->args[0] + from * g->copy.width, call->args[2] + p.part * g->copy.width);
    } while (next_place(b, &p));
    return LS_OK;
}

static const ls_cpu_kernel gather_kernel = {.name = "reference.gather", .run = gather_run};

ls_status ls_cpu_reference_gather(ls_cpu_plan *plan, const ls_ir_op *op)
{
    gather *g = LS_ARENA_NEW(plan->keep, gather);
    int64_t sizes[LS_MAX_RANK] = {0};
    const ls_ir_type *array = &op->operands[0]->type;
    for (int i = 0; i < array->shape.rank; i++) sizes[i] = ls_ir_attr_at(&op->attrs, LS_ATTR_SLICE_SIZES, (size_t)i, 1);
    ls_cpu_box window = {0};
    prepare(op, &gather_names, &array->shape, &op->operands[1]->type, &op->results[0]->type.shape, sizes, &g->batch,
            &window);
    g->copy.width = (int)ls_dtype_size(array->dtype);
    g->copy.rank = window.rank;
    for (int i = 0; i < window.rank; i++) {
        g->copy.dims[i] = window.dims[i];
        g->copy.src[i] = window.acc[i] * g->copy.width;
        g->copy.dst[i] = window.x[i] * g->copy.width;
    }
    ls_cpu_copy_simplify(&g->copy);
    ls_cpu_unit_create_for(plan, op, &gather_kernel, g);
    return LS_OK;
}

/* --- scatter ------------------------------------------------------------------------------------------------- */

typedef struct scatter {
    batch batch;
    ls_cpu_box window; /* acc: the operand; x: the updates */
    ls_cpu_reducer reducer;
    int64_t elements; /* of an operand */
    size_t acc_bytes;
} scatter;

/* Where the window starts in the operand; −1 if it does not lie inside. */
static int64_t find_start(const batch *b, const batch_place *p, const char *indices)
{
    int64_t start = p->array;
    for (size_t i = 0; i < b->count; i++) {
        int64_t index = ls_cpu_index_at(indices + p->vector + (int64_t)i * b->step, b->dtype);
        if (index < 0 || index > b->last[i]) return -1;
        start += index * b->stride[i];
    }
    return start;
}

/* Arguments: k operands, indices, k updates, k results, scratch. */
static ls_status scatter_run(const ls_cpu_call *call)
{
    const scatter *s = call->data;
    const ls_cpu_reducer *r = &s->reducer;
    size_t k = r->count;
    char *const *operands = call->args, *const *updates = call->args + k + 1, *const *results = updates + k;
    char *scratch = s->acc_bytes || ls_cpu_reducer_bytes(r) ? call->args[3 * k + 1] : NULL;
    char *registers = scratch + s->acc_bytes, *acc[LS_CPU_MAX_REDUCED], *acc_at[LS_CPU_MAX_REDUCED],
         *x_at[LS_CPU_MAX_REDUCED];
    ls_cpu_reducer_start(r, registers);
    for (size_t j = 0; j < k; j++) {
        acc[j] = r->is_direct ? results[j] : scratch;
        if (acc[j] != operands[j]) r->accumulators[j]->load(acc[j], operands[j], s->elements);
    }
    batch_place p = {0};
    if (!is_empty(&s->batch)) {
        do {
            int64_t start = find_start(&s->batch, &p, call->args[k]);
            if (start < 0) continue;
            for (size_t j = 0; j < k; j++) {
                acc_at[j] = acc[j] + start * (int64_t)r->accumulators[j]->bytes;
                x_at[j] = updates[j] + p.part * r->widths[j];
            }
            ls_cpu_reducer_walk(r, registers, &s->window, acc_at, x_at);
        } while (next_place(&s->batch, &p));
    }
    if (!r->is_direct) r->accumulators[0]->store(results[0], acc[0], s->elements);
    return LS_OK;
}

static const ls_cpu_kernel scatter_kernel = {.name = "reference.scatter", .run = scatter_run};

ls_status ls_cpu_reference_scatter(ls_cpu_plan *plan, const ls_ir_op *op)
{
    scatter *s = LS_ARENA_NEW(plan->keep, scatter);
    size_t k = op->result_count;
    LS_TRY(ls_cpu_reducer_find(plan, op, op->regions[0], op->operands, k, &s->reducer));
    const ls_shape *array = &op->operands[0]->type.shape, *updates = &op->operands[k + 1]->type.shape;
    /* A window is one element along inserted and batching dimensions; else as long as the updates say. */
    int64_t sizes[LS_MAX_RANK];
    size_t window_count, dropped_count, batching_count, w = 0;
    const int64_t *window_dims = ls_ir_attr_ints(&op->attrs, LS_ATTR_UPDATE_WINDOW_DIMS, &window_count);
    const int64_t *dropped = ls_ir_attr_ints(&op->attrs, LS_ATTR_INSERTED_WINDOW_DIMS, &dropped_count);
    const int64_t *batching = ls_ir_attr_ints(&op->attrs, LS_ATTR_INPUT_BATCHING_DIMS, &batching_count);
    for (int d = 0; d < array->rank; d++) {
        bool is_one = is_in(dropped, dropped_count, d) || is_in(batching, batching_count, d) || w >= window_count;
        sizes[d] = is_one ? 1 : updates->dims[window_dims[w++]];
    }
    prepare(op, &scatter_names, array, &op->operands[k]->type, updates, sizes, &s->batch, &s->window);
    ls_cpu_box_simplify(&s->window);
    s->elements = ls_shape_count(*array);
    if (!s->reducer.is_direct)
        s->acc_bytes = ((size_t)s->elements * s->reducer.accumulators[0]->bytes + 63) & ~(size_t)63;
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &scatter_kernel, s);
    unit->scratch_bytes = s->acc_bytes + ls_cpu_reducer_bytes(&s->reducer);
    for (size_t j = 0; j < k; j++) unit->inplace[j] = 1ull << j;
    return LS_OK;
}
