/* sort: a stable merge sort of indices along one dimension, then all arrays are put in that order. Always stable,
 * whatever is_stable says; any comparator gives some permutation, even one that contradicts itself. */
#include <string.h>

#include "base/error.h"
#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/reference.h"
#include "cpu/kernels/reference/region.h"

typedef struct sorter {
    size_t count;           /* arrays */
    int *widths;            /* per array, bytes of an element */
    int64_t length, stride; /* of the dimension: elements, elements apart */
    int64_t outer;          /* lines = outer × stride */
    ls_cpu_loop loop;       /* a comparator that compares array `key` by one op */
    size_t key;
    bool is_swapped; /* it compares right with left */
    const ls_cpu_region *region;
} sorter;

/* Whether element `a` of the line goes before element `b`. */
static bool is_before(const sorter *s, char *registers, char *const *line, int64_t a, int64_t b)
{
    uint8_t answer;
    if (s->loop.run) {
        int64_t bytes = s->stride * s->widths[s->key];
        const char *x = line[s->key] + a * bytes, *y = line[s->key] + b * bytes;
        s->loop.run(s->is_swapped ? (const void *[]){y, x} : (const void *[]){x, y}, &answer, 1, s->loop.aux);
        return answer;
    }
    for (size_t j = 0; j < s->count; j++) {
        size_t width = (size_t)s->widths[j];
        int64_t bytes = s->stride * s->widths[j];
        memcpy(ls_cpu_region_arg(s->region, registers, 2 * j), line[j] + a * bytes, width);
        memcpy(ls_cpu_region_arg(s->region, registers, 2 * j + 1), line[j] + b * bytes, width);
    }
    ls_cpu_region_run(s->region, registers, 1);
    return *ls_cpu_region_result(s->region, registers, 0);
}

/* Sorts 0..length−1 into `order`; `spare` is as long. Returns the one that holds the outcome. */
static uint32_t *sort_line(const sorter *s, char *registers, char *const *line, uint32_t *order, uint32_t *spare)
{
    for (int64_t i = 0; i < s->length; i++) order[i] = (uint32_t)i;
    for (int64_t run = 1; run < s->length; run *= 2) {
        for (int64_t start = 0; start < s->length; start += 2 * run) {
            int64_t middle = start + run < s->length ? start + run : s->length;
            int64_t end = start + 2 * run < s->length ? start + 2 * run : s->length;
            int64_t left = start, right = middle;
            for (int64_t i = start; i < end; i++) {
                bool take_right =
                    left == middle || (right < end && is_before(s, registers, line, order[right], order[left]));
                spare[i] = order[take_right ? right++ : left++];
            }
        }
        uint32_t *swap = order;
        order = spare;
        spare = swap;
    }
    return order;
}

/* Arguments: k arrays, k results, scratch (two index arrays, then registers). */
static ls_status sort_run(const ls_cpu_call *call)
{
    const sorter *s = call->data;
    size_t k = s->count;
    if (!s->length) return LS_OK;
    uint32_t *order = (uint32_t *)call->args[2 * k], *spare = order + s->length;
    char *registers = call->args[2 * k] + (((size_t)s->length * 8 + 63) & ~(size_t)63);
    char *lines[256];
    if (s->region) ls_cpu_region_start(s->region, registers);
    for (int64_t o = 0; o < s->outer; o++) {
        for (int64_t i = 0; i < s->stride; i++) {
            int64_t at = o * s->length * s->stride + i;
            for (size_t j = 0; j < k; j++) lines[j] = call->args[j] + at * s->widths[j];
            const uint32_t *sorted = sort_line(s, registers, lines, order, spare);
            for (size_t j = 0; j < k; j++) {
                int width = s->widths[j];
                char *out = call->args[k + j] + at * width;
                for (int64_t e = 0; e < s->length; e++)
                    memcpy(out + e * s->stride * width, lines[j] + sorted[e] * s->stride * width, (size_t)width);
            }
        }
    }
    return LS_OK;
}

static const ls_cpu_kernel sort_kernel = {.name = "reference.sort", .run = sort_run};

/* A comparator that is one compare of an array's left and right element. */
static bool find_compare(ls_cpu_plan *plan, const ls_ir_block *body, sorter *s)
{
    const ls_ir_op *compare = body->first;
    if (!compare || compare->kind != LS_IR_COMPARE || compare->next != body->last) return false;
    if (body->last->operands[0] != compare->results[0]) return false;
    const ls_ir_value *a = compare->operands[0], *b = compare->operands[1];
    if (a->block != body || b->block != body || a->index / 2 != b->index / 2 || a->index == b->index) return false;
    s->key = a->index / 2;
    s->is_swapped = a->index > b->index;
    s->loop = ls_cpu_loop_find(compare, plan->keep);
    return s->loop.run != NULL;
}

ls_status ls_cpu_reference_sort(ls_cpu_plan *plan, const ls_ir_op *op)
{
    sorter *s = LS_ARENA_NEW(plan->keep, sorter);
    const ls_shape *shape = &op->operands[0]->type.shape;
    int64_t d = ls_ir_attr_int(&op->attrs, LS_ATTR_DIMENSION, -1);
    if (d < 0) d += shape->rank;
    s->count = op->operand_count;
    if (s->count > 256) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "more than 256 arrays at once");
    s->widths = LS_ARENA_ARRAY(plan->keep, int, s->count);
    for (size_t j = 0; j < s->count; j++) s->widths[j] = (int)ls_dtype_size(op->operands[j]->type.dtype);
    s->length = shape->rank ? shape->dims[d] : 1;
    if (s->length > UINT32_MAX) return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "a dimension of more than 2^32 elements");
    s->outer = s->stride = 1;
    for (int i = 0; i < d; i++) s->outer *= shape->dims[i];
    for (int i = (int)d + 1; i < shape->rank; i++) s->stride *= shape->dims[i];
    if (!find_compare(plan, op->regions[0], s)) LS_TRY(ls_cpu_region_compile(plan, op->regions[0], &s->region));
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &sort_kernel, s);
    unit->scratch_bytes =
        (((size_t)s->length * 8 + 63) & ~(size_t)63) + (s->region ? ls_cpu_region_bytes(s->region) : 0) + 64;
    return LS_OK;
}
