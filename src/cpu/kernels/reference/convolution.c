/* convolution in its general form: strides, padding of either sign, dilation of both operands, reversed windows,
 * feature and batch groups. Letters: N batch, C input features, S spatial, O output features, I = C / feature groups.
 */
#include <string.h>

#include "cpu/kernels/reference/product.h"

typedef struct convolution {
    const ls_cpu_arithmetic *arithmetic;
    ls_cpu_pack left, right, result; /* N×S×C, S×I×O, N×S×O */
    int spatial;
    int64_t batch, in_features, out_features, groups_in, groups_batch; /* batch: of the result */
    int64_t in[LS_MAX_RANK], kernel[LS_MAX_RANK], out[LS_MAX_RANK];
    int64_t stride[LS_MAX_RANK], low[LS_MAX_RANK], in_dilation[LS_MAX_RANK], kernel_dilation[LS_MAX_RANK];
    bool reverse[LS_MAX_RANK];
    int64_t in_size, kernel_size, out_size; /* elements of S */
} convolution;

/* Steps through 0..dims; false after the last. */
static bool next_index(int64_t *index, const int64_t *dims, int rank)
{
    for (int d = rank; d-- > 0;) {
        if (++index[d] < dims[d]) return true;
        index[d] = 0;
    }
    return false;
}

/* Where in the input the result's place `o` meets the kernel's place `k`; −1: in padding or a hole. */
static int64_t input_place(const convolution *c, const int64_t *o, const int64_t *k)
{
    int64_t place = 0;
    for (int d = 0; d < c->spatial; d++) {
        int64_t tap = c->reverse[d] ? c->kernel[d] - 1 - k[d] : k[d];
        int64_t at = o[d] * c->stride[d] + tap * c->kernel_dilation[d] - c->low[d];
        if (at < 0 || at % c->in_dilation[d] || at / c->in_dilation[d] >= c->in[d]) return -1;
        place = place * c->in[d] + at / c->in_dilation[d];
    }
    return place;
}

/* Adds what kernel place `tap` (its number) gives to one result place of batch entry n. */
static void add_tap(const convolution *c, const char *left, const char *right, char *acc, int64_t n, int64_t place,
                    int64_t tap)
{
    size_t bytes = c->arithmetic->bytes;
    int64_t groups = c->groups_in > 1 ? c->groups_in : c->groups_batch;
    int64_t depth = c->in_features / c->groups_in, width = c->out_features / groups;
    for (int64_t g = 0; g < groups; g++) {
        int64_t entry = c->groups_batch > 1 ? g * c->batch + n : n;
        int64_t feature = c->groups_in > 1 ? g * depth : 0;
        const char *x = left + (size_t)((entry * c->in_size + place) * c->in_features + feature) * bytes;
        const char *w = right + (size_t)(tap * depth * c->out_features + g * width) * bytes;
        c->arithmetic->multiply(acc + (size_t)(g * width) * bytes, 0, x, 0, w, c->out_features, 1, width, depth);
    }
}

/* Arguments: input, kernel, result, scratch. */
static ls_status convolution_run(const ls_cpu_call *call)
{
    const convolution *c = call->data;
    char *scratch = call->args[3];
    size_t bytes = c->arithmetic->bytes;
    const char *left = ls_cpu_pack_run(&c->left, call->args[0], scratch);
    scratch += ls_cpu_pack_bytes(&c->left);
    const char *right = ls_cpu_pack_run(&c->right, call->args[1], scratch);
    scratch += ls_cpu_pack_bytes(&c->right);
    size_t result_bytes = (size_t)(c->batch * c->out_size * c->out_features) * bytes;
    bool is_direct = ls_cpu_pack_is_nothing(&c->result);
    char *results = is_direct ? call->args[2] : scratch, *acc = results;
    memset(results, 0, result_bytes);
    for (int64_t n = 0; n < c->batch && c->out_size && c->kernel_size; n++) {
        int64_t o[LS_MAX_RANK] = {0};
        do {
            int64_t k[LS_MAX_RANK] = {0}, tap = 0;
            do {
                int64_t place = input_place(c, o, k);
                if (place >= 0) add_tap(c, left, right, acc, n, place, tap);
                tap++;
            } while (next_index(k, c->kernel, c->spatial));
            acc += (size_t)c->out_features * bytes;
        } while (next_index(o, c->out, c->spatial));
    }
    if (!is_direct)
        ls_cpu_unpack_run(&c->result, results, call->args[2], scratch + ((result_bytes + 63) & ~(size_t)63));
    return LS_OK;
}

static const ls_cpu_kernel convolution_kernel = {.name = "reference.convolution", .run = convolution_run};

static void prepare_packs(const ls_ir_op *op, convolution *c)
{
    const ls_ir_attrs *a = &op->attrs;
    int left[LS_MAX_RANK] = {0}, right[LS_MAX_RANK] = {0}, out[LS_MAX_RANK] = {0}, last = c->spatial + 1;
    left[0] = (int)ls_ir_attr_int(a, LS_ATTR_INPUT_BATCH_DIMENSION, 0);
    left[last] = (int)ls_ir_attr_int(a, LS_ATTR_INPUT_FEATURE_DIMENSION, 0);
    right[last - 1] = (int)ls_ir_attr_int(a, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, 0);
    right[last] = (int)ls_ir_attr_int(a, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0);
    out[0] = (int)ls_ir_attr_int(a, LS_ATTR_OUTPUT_BATCH_DIMENSION, 0);
    out[last] = (int)ls_ir_attr_int(a, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 0);
    for (int i = 0; i < c->spatial; i++) {
        left[i + 1] = (int)ls_ir_attr_at(a, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, (size_t)i, 0);
        right[i] = (int)ls_ir_attr_at(a, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, (size_t)i, 0);
        out[i + 1] = (int)ls_ir_attr_at(a, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, (size_t)i, 0);
    }
    const ls_ir_type *x = &op->operands[0]->type, *w = &op->operands[1]->type, *y = &op->results[0]->type;
    c->left = ls_cpu_pack_prepare(x, left, c->arithmetic->type);
    c->right = ls_cpu_pack_prepare(w, right, c->arithmetic->type);
    c->result = ls_cpu_unpack_prepare(y, out, c->arithmetic->type);
    c->in_features = x->shape.dims[left[last]];
    c->out_features = y->shape.dims[out[last]];
    c->batch = y->shape.dims[out[0]];
    c->in_size = c->kernel_size = c->out_size = 1;
    for (int i = 0; i < c->spatial; i++) {
        c->in_size *= c->in[i] = x->shape.dims[left[i + 1]];
        c->kernel_size *= c->kernel[i] = w->shape.dims[right[i]];
        c->out_size *= c->out[i] = y->shape.dims[out[i + 1]];
    }
}

ls_status ls_cpu_reference_convolution(ls_cpu_plan *plan, const ls_ir_op *op)
{
    convolution *c = LS_ARENA_NEW(plan->keep, convolution);
    const ls_ir_attrs *a = &op->attrs;
    c->arithmetic = ls_cpu_arithmetic_of(op->results[0]->type.dtype);
    c->spatial = op->results[0]->type.shape.rank - 2;
    prepare_packs(op, c);
    c->groups_in = ls_ir_attr_int(a, LS_ATTR_FEATURE_GROUP_COUNT, 1);
    c->groups_batch = ls_ir_attr_int(a, LS_ATTR_BATCH_GROUP_COUNT, 1);
    for (int i = 0; i < c->spatial; i++) {
        size_t k = (size_t)i;
        c->stride[i] = ls_ir_attr_at(a, LS_ATTR_WINDOW_STRIDES, k, 1);
        c->low[i] = ls_ir_attr_at(a, LS_ATTR_PADDING, 2 * k, 0);
        c->in_dilation[i] = ls_ir_attr_at(a, LS_ATTR_LHS_DILATION, k, 1);
        c->kernel_dilation[i] = ls_ir_attr_at(a, LS_ATTR_RHS_DILATION, k, 1);
        c->reverse[i] = ls_ir_attr_at(a, LS_ATTR_WINDOW_REVERSAL, k, 0) != 0;
    }
    size_t results = ls_cpu_pack_is_nothing(&c->result)
                         ? 0
                         : (size_t)ls_shape_count(op->results[0]->type.shape) * c->arithmetic->bytes + 64;
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &convolution_kernel, c);
    unit->scratch_bytes =
        ls_cpu_pack_bytes(&c->left) + ls_cpu_pack_bytes(&c->right) + ls_cpu_pack_bytes(&c->result) + results + 64;
    return LS_OK;
}
