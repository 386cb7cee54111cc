#include "dist/array.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* --- Checks ------------------------------------------------------------------------------------------------- */

ls_status ls_array_check(const ls_array *array)
{
    size_t element = ls_dtype_size(array->dtype);
    if (!element) return ls_fail(LS_INVALID_ARGUMENT, "element type %d is unknown", (int)array->dtype);
    if (array->shape.rank < 0 || array->shape.rank > LS_MAX_RANK)
        return ls_fail(LS_INVALID_ARGUMENT, "an array has 0 to %d dimensions, not %d", LS_MAX_RANK, array->shape.rank);
    for (int i = 0; i < array->shape.rank; i++)
        if (array->shape.dims[i] < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %d of an array is %lld", i, (long long)array->shape.dims[i]);
    int64_t count = ls_shape_count(array->shape);
    if (count > PTRDIFF_MAX / (int64_t)element)
        return ls_fail(LS_INVALID_ARGUMENT, "%lld elements have more bytes than memory", (long long)count);
    return count && !array->data
               ? ls_fail(LS_INVALID_ARGUMENT, "an array of %lld elements has no memory", (long long)count)
               : LS_OK;
}

size_t ls_array_bytes(const ls_array *array)
{
    return (size_t)ls_shape_count(array->shape) * ls_dtype_size(array->dtype);
}

/* --- Strides ------------------------------------------------------------------------------------------------ */

/* The dimensions that matter: those of one element dropped, those that run on into each other merged. */
typedef struct walk {
    int rank;
    int64_t dims[LS_MAX_RANK], strides[LS_MAX_RANK]; /* outermost first */
} walk;

static walk walk_of(const ls_array *array)
{
    walk w = {0};
    int64_t rest = ls_shape_count(array->shape); /* elements of a row without gaps, from this dimension on */
    for (int i = 0; i < array->shape.rank; i++) {
        int64_t dim = array->shape.dims[i];
        if (dim == 1) continue;
        rest = dim ? rest / dim : 0;
        int64_t stride = array->strides ? array->strides[i] : rest;
        bool runs_on = w.rank && w.strides[w.rank - 1] == stride * dim;
        if (!runs_on) w.dims[w.rank++] = 1;
        w.dims[w.rank - 1] *= dim;
        w.strides[w.rank - 1] = stride;
    }
    return w;
}

static bool has_no_gaps(const walk *w)
{
    return w->rank == 0 || (w->rank == 1 && w->strides[0] == 1);
}

/* Whether two indices may lead to one element: from the smallest stride on, each must step over all that lies below. */
static bool may_overlap(const walk *w)
{
    bool is_seen[LS_MAX_RANK] = {false};
    int64_t below = 0; /* the farthest element reached so far */
    for (int n = 0; n < w->rank; n++) {
        int next = -1;
        for (int i = 0; i < w->rank; i++)
            if (!is_seen[i] && (next < 0 || llabs(w->strides[i]) < llabs(w->strides[next]))) next = i;
        int64_t stride = llabs(w->strides[next]);
        if (stride <= below) return true;
        is_seen[next] = true;
        below += stride * (w->dims[next] - 1);
    }
    return false;
}

#define COPY_ROW(bytes)                                                                                                \
    for (int64_t i = 0; i < count; i++, strided += step, flat += (bytes))                                              \
    memcpy(to_flat ? flat : strided, to_flat ? strided : flat, (bytes))

static void copy_row(char *strided, ptrdiff_t step, char *flat, int64_t count, size_t element, bool to_flat)
{
    if (step == (ptrdiff_t)element) {
        size_t bytes = (size_t)count * element;
        memcpy(to_flat ? flat : strided, to_flat ? strided : flat, bytes);
        return;
    }
    switch (element) {
    case 1: COPY_ROW(1); break;
    case 2: COPY_ROW(2); break;
    case 4: COPY_ROW(4); break;
    case 8: COPY_ROW(8); break;
    default: COPY_ROW(element);
    }
}

/* Between an array and the same elements without gaps. */
static void copy_elements(const ls_array *array, const walk *w, char *flat, bool to_flat)
{
    size_t element = ls_dtype_size(array->dtype);
    int64_t index[LS_MAX_RANK] = {0}, inner = w->dims[w->rank - 1], rows = ls_shape_count(array->shape) / inner;
    ptrdiff_t step = (ptrdiff_t)element * w->strides[w->rank - 1];
    for (int64_t row = 0; row < rows; row++, flat += (size_t)inner * element) {
        int64_t at = 0;
        for (int i = 0; i < w->rank - 1; i++) at += index[i] * w->strides[i];
        copy_row((char *)array->data + at * (ptrdiff_t)element, step, flat, inner, element, to_flat);
        for (int i = w->rank - 2; i >= 0 && ++index[i] == w->dims[i]; i--) index[i] = 0;
    }
}

/* --- Operands ----------------------------------------------------------------------------------------------- */

static ls_status add_piece(ls_operand *operand, int i)
{
    const ls_array *array = &operand->arrays[i];
    LS_TRY(ls_array_check(array));
    walk w = walk_of(array);
    size_t bytes = ls_array_bytes(array);
    operand->pieces[i] = (ls_comm_segment){array->data, bytes};
    if (has_no_gaps(&w) || !bytes) return LS_OK;
    if ((operand->use & LS_OPERAND_OUT) && may_overlap(&w))
        return ls_fail(LS_INVALID_ARGUMENT,
                       "the strides of an output lead to one element twice, as in an expanded tensor: give it memory "
                       "of its own");
    LS_TRY(ls_comm_alloc_raw(operand->domain, bytes, &operand->copies[i]));
    operand->pieces[i].address = operand->copies[i];
    if (operand->use & LS_OPERAND_IN) copy_elements(array, &w, operand->copies[i], true);
    return LS_OK;
}

ls_status ls_operand_init(ls_operand *operand, ls_comm_domain *domain, const ls_array *arrays, int count, int use)
{
    *operand = (ls_operand){.arrays = arrays, .count = count, .use = use, .domain = domain};
    if (count && !arrays) return ls_fail(LS_INVALID_ARGUMENT, "no list of %d arrays was given", count);
    operand->pieces = calloc((size_t)count + 1, sizeof(*operand->pieces));
    operand->copies = calloc((size_t)count + 1, sizeof(*operand->copies));
    ls_status status = operand->pieces && operand->copies ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; status == LS_OK && i < count; i++) status = add_piece(operand, i);
    if (status != LS_OK) ls_operand_finish(operand, status);
    return status;
}

void ls_operand_finish(ls_operand *operand, ls_status status)
{
    for (int i = 0; operand->copies && i < operand->count; i++) {
        if (!operand->copies[i]) continue;
        walk w = walk_of(&operand->arrays[i]);
        if ((operand->use & LS_OPERAND_OUT) && status == LS_OK)
            copy_elements(&operand->arrays[i], &w, operand->copies[i], false);
        ls_comm_free(operand->domain, operand->copies[i]);
    }
    free(operand->pieces);
    free(operand->copies);
    *operand = (ls_operand){0};
}
