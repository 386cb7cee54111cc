/* Every fast path against the reference kernels, on random shapes and attributes. With --bench: how fast they are; with
 * a file of StableHLO text after it: how long each step of that program takes. */
#include "fast_bench.h"

#include <math.h>

static bool uses(const ls_cpu_program *compiled, const char *kernel)
{
    for (size_t i = 0; i < compiled->steps.count; i++)
        if (strcmp(compiled->steps.items[i].kernel->name, kernel) == 0) return true;
    return false;
}

static double element(const void *data, ls_dtype dtype, int64_t i)
{
    switch (dtype) {
    case LS_BOOL: return ((const uint8_t *)data)[i];
    case LS_I32: return ((const int32_t *)data)[i];
    case LS_F64: return ((const double *)data)[i];
    case LS_BF16: return ls_bf16_to_f32(((const uint16_t *)data)[i]);
    case LS_F16: return ls_f16_to_f32(((const uint16_t *)data)[i]);
    default: return ((const float *)data)[i];
    }
}

static double epsilon(ls_dtype dtype)
{
    return dtype == LS_F32    ? 0x1p-23
           : dtype == LS_F64  ? 0x1p-52
           : dtype == LS_BF16 ? 0x1p-7
           : dtype == LS_F16  ? 0x1p-10
                              : 0;
}

/* Differences are measured against the largest magnitude, inputs' (2) included: 4 units in its last place, times
 * √length. */
static void compare(const arrays *fast, const arrays *reference, double length)
{
    for (size_t o = 0; o < fast->count; o++) {
        ls_dtype dtype = fast->types[o].dtype;
        int64_t count = ls_shape_count(fast->types[o].shape);
        double largest = dtype == LS_I32 ? 0 : 2;
        for (int64_t i = 0; i < count; i++) {
            double r = fabs(element(reference->data[o], dtype, i));
            if (r > largest && r < INFINITY) largest = r;
        }
        for (int64_t i = 0; i < count; i++) {
            double f = element(fast->data[o], dtype, i), r = element(reference->data[o], dtype, i);
            bool same = f == r || (f != f && r != r) || fabs(f - r) <= 4 * epsilon(dtype) * sqrt(length) * largest;
            if (!same) fail_msg("result %zu[%lld]: %.9g, the reference gives %.9g", o, (long long)i, f, r);
        }
    }
}

/* Runs the program both ways. `kernel`: one that the fast way must use, or NULL. `length`: of the longest reduction. */
static void check(program *p, const char *kernel, double length)
{
    int threads = (int)between(1, 2);
    ls_cpu_program *fast = compile(p, false, threads), *reference = compile(p, true, threads);
    const ls_cpu_program_info *info = ls_cpu_program_info_of(fast);
    if (kernel && !uses(fast, kernel)) fail_msg("no step of the program is %s", kernel);
    arrays in = make_arrays(info->params, info->param_count, true);
    arrays a = make_arrays(info->outputs, info->output_count, false),
           b = make_arrays(info->outputs, info->output_count, false);
    arrays again = make_arrays(info->outputs, info->output_count, false);
    run(fast, &in, &a);
    run(fast, &in, &again);
    run(reference, &in, &b);
    compare(&a, &b, length);
    for (size_t i = 0; i < a.count; i++) assert_memory_equal(a.data[i], again.data[i], ls_ir_type_bytes(&a.types[i]));
    free_arrays(&in), free_arrays(&a), free_arrays(&b), free_arrays(&again);
    ls_cpu_program_destroy(fast);
    ls_cpu_program_destroy(reference);
    ls_ir_module_destroy(p->module);
}

/* --- Convolution --------------------------------------------------------------------------------------------- */

/* A random forward convolution; its gradients are made from the same numbers. */
typedef struct conv {
    ls_dtype dtype;
    int spatial;
    int64_t n, groups, c, o, x[3], w[3], y[3], stride[3], dilation[3], low[3], high[3];
    bool last;     /* channels last, 1×1: what becomes a product */
    bool gradient; /* of the kernel: channels stand where batches do */
} conv;

/* oneDNN has no bf16 on older processors. */
static const char *kernel_of(const conv *v)
{
    return v->dtype == LS_F32 ? "onednn.convolution" : NULL;
}

static conv random_conv(void)
{
    conv v = {.dtype = between(0, 3) ? LS_F32 : LS_BF16,
              .spatial = (int)between(1, 3),
              .n = between(1, 4),
              .groups = between(0, 3) ? 1 : between(2, 4)};
    v.c = v.groups * between(1, 9), v.o = v.groups * between(1, 9);
    if ((v.last = between(0, 4) == 0)) v.groups = 1, v.c = between(14, 70), v.o = between(14, 70);
    for (int i = 0; i < v.spatial; i++) {
        v.w[i] = between(1, 3), v.stride[i] = between(1, 3), v.dilation[i] = between(1, 2);
        if (v.last) v.w[i] = 1, v.stride[i] = between(0, 5) ? 1 : 2;
        int64_t reach = (v.w[i] - 1) * v.dilation[i];
        v.low[i] = between(0, reach), v.high[i] = between(0, reach);
        v.x[i] = reach + between(1, v.last ? 30 : 9);
        v.y[i] = (v.x[i] + v.low[i] + v.high[i] - reach - 1) / v.stride[i] + 1;
    }
    return v;
}

/* Places of the batch, the feature and the spatial dimensions. */
static void order_dims(const conv *v, int64_t *out_order)
{
    shuffle(out_order, v->spatial + 2);
    if (v->last) out_order[v->gradient] = 0, out_order[!v->gradient] = v->spatial + 1;
    for (int i = 0; i < v->spatial && v->last; i++) out_order[2 + i] = 1 + i;
}

/* A shape with dimensions batch, feature, spatial in random places, which go to the attributes. */
static ls_shape place_dims(program *p, const conv *v, int64_t batch, int64_t feature, const int64_t *sizes,
                           ls_ir_attr_key batch_key, ls_ir_attr_key feature_key, ls_ir_attr_key spatial_key)
{
    int64_t order[5] = {0};
    int spatial = v->spatial;
    ls_shape shape = {.rank = spatial + 2};
    order_dims(v, order);
    shape.dims[order[0]] = batch, shape.dims[order[1]] = feature;
    for (int i = 0; i < spatial; i++) shape.dims[order[2 + i]] = sizes[i];
    set(p, batch_key, order[0]);
    set(p, feature_key, order[1]);
    set_ints(p, spatial_key, order + 2, spatial);
    return shape;
}

static ls_ir_value *append_conv(program *p, const conv *v, int64_t lhs_batch, int64_t lhs_feature,
                                const int64_t *lhs_at, int64_t rhs_in, int64_t rhs_out, const int64_t *rhs_at,
                                const int64_t *padding, bool reverse_op)
{
    int64_t order[5];
    ls_shape l = place_dims(p, v, lhs_batch, lhs_feature, lhs_at, LS_ATTR_INPUT_BATCH_DIMENSION,
                            LS_ATTR_INPUT_FEATURE_DIMENSION, LS_ATTR_INPUT_SPATIAL_DIMENSIONS);
    conv forward = *v;
    forward.gradient = false;
    ls_shape r = place_dims(p, &forward, rhs_in, rhs_out, rhs_at, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION,
                            LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS);
    order_dims(between(0, 1) ? v : &forward, order);
    set(p, LS_ATTR_OUTPUT_BATCH_DIMENSION, order[0]);
    set(p, LS_ATTR_OUTPUT_FEATURE_DIMENSION, order[1]);
    set_ints(p, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, order + 2, v->spatial);
    set_ints(p, LS_ATTR_PADDING, padding, 2 * v->spatial);
    ls_ir_attrs attrs = p->attrs;
    ls_ir_value *lhs = arg(p, v->dtype, l), *rhs = arg(p, v->dtype, r);
    if (reverse_op) {
        size_t count;
        p->attrs = (ls_ir_attrs){0};
        set_ints(p, LS_ATTR_DIMENSIONS, ls_ir_attr_ints(&attrs, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, &count), v->spatial);
        rhs = OP(p, LS_IR_REVERSE, rhs);
    }
    p->attrs = attrs;
    return OP(p, LS_IR_CONVOLUTION, lhs, rhs);
}

static void test_convolution_forward(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        conv v = random_conv();
        int64_t padding[6];
        program p = begin();
        for (int d = 0; d < v.spatial; d++) padding[2 * d] = v.low[d], padding[2 * d + 1] = v.high[d];
        set_ints(&p, LS_ATTR_WINDOW_STRIDES, v.stride, v.spatial);
        set_ints(&p, LS_ATTR_RHS_DILATION, v.dilation, v.spatial);
        set(&p, LS_ATTR_FEATURE_GROUP_COUNT, v.groups);
        ls_ir_value *y = append_conv(&p, &v, v.n, v.c, v.x, v.c / v.groups, v.o, v.w, padding, false);
        if (between(0, 1)) {
            int64_t feature = ls_ir_attr_int(&y->op->attrs, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 0);
            y = OP(&p, LS_IR_ADD, y, broadcast(&p, arg(&p, v.dtype, LS_SHAPE(v.o)), y->type.shape, &feature));
        }
        FINISH(&p, y);
        check(&p, kernel_of(&v), (double)(v.c / v.groups * v.w[0]));
    }
}

static void test_convolution_backward_data(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        conv v = random_conv();
        int64_t padding[6];
        bool reverse_op = between(0, 1);
        program p = begin();
        v.groups = 1;
        for (int d = 0; d < v.spatial; d++) {
            int64_t reach = (v.w[d] - 1) * v.dilation[d];
            padding[2 * d] = reach - v.low[d];
            padding[2 * d + 1] = v.x[d] - 1 - (v.y[d] - 1) * v.stride[d] + v.low[d];
        }
        set_ints(&p, LS_ATTR_LHS_DILATION, v.stride, v.spatial);
        set_ints(&p, LS_ATTR_RHS_DILATION, v.dilation, v.spatial);
        if (!reverse_op) set_ints(&p, LS_ATTR_WINDOW_REVERSAL, (int64_t[]){1, 1, 1}, v.spatial);
        ls_ir_value *x = append_conv(&p, &v, v.n, v.o, v.y, v.o, v.c, v.w, padding, reverse_op);
        FINISH(&p, x);
        check(&p, kernel_of(&v), (double)(v.o * v.w[0]));
    }
}

static void test_convolution_backward_weights(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        conv v = random_conv();
        int64_t padding[6];
        program p = begin();
        v.gradient = true;
        for (int d = 0; d < v.spatial; d++) {
            padding[2 * d] = v.low[d];
            padding[2 * d + 1] = (v.y[d] - 1) * v.stride[d] + (v.w[d] - 1) * v.dilation[d] + 1 - v.x[d] - v.low[d];
        }
        set_ints(&p, LS_ATTR_WINDOW_STRIDES, v.dilation, v.spatial);
        set_ints(&p, LS_ATTR_RHS_DILATION, v.stride, v.spatial);
        set(&p, LS_ATTR_BATCH_GROUP_COUNT, v.groups);
        ls_ir_value *w = append_conv(&p, &v, v.c, v.n, v.x, v.n, v.o, v.y, padding, false);
        FINISH(&p, w);
        check(&p, kernel_of(&v), (double)(v.n * v.y[0] * v.y[0]));
    }
}

/* --- Products ------------------------------------------------------------------------------------------------ */

static void test_dot_general(void **state)
{
    (void)state;
    for (int i = 0; i < 80; i++) {
        program p = begin();
        bool batched = between(0, 1);
        int64_t b = between(1, 4), m = between(1, 40), n = between(1, 40), k = between(1, 70);
        int64_t l[3] = {b, m, k}, r[3] = {b, k, n}, order[3], at[3], skip = !batched;
        ls_ir_value *operands[2];
        for (int side = 0; side < 2; side++) { /* transposes of random order, which the product reads through */
            int rank = batched ? 3 : 2;
            const int64_t *dims = side ? r + skip : l + skip;
            ls_shape shape = {.rank = rank};
            shuffle(order, rank);
            for (int d = 0; d < rank; d++) shape.dims[d] = dims[order[d]], at[order[d]] = d;
            operands[side] = arg(&p, LS_F32, shape);
            set_ints(&p, LS_ATTR_PERMUTATION, at, rank);
            operands[side] = OP(&p, LS_IR_TRANSPOSE, operands[side]);
        }
        if (batched) {
            SET_INTS(&p, LS_ATTR_LHS_BATCHING_DIMENSIONS, 0);
            SET_INTS(&p, LS_ATTR_RHS_BATCHING_DIMENSIONS, 0);
        }
        SET_INTS(&p, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, batched ? 2 : 1);
        SET_INTS(&p, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, batched ? 1 : 0);
        ls_ir_value *c = OP(&p, LS_IR_DOT_GENERAL, operands[0], operands[1]);
        int64_t last = c->type.shape.rank - 1;
        if (between(0, 1)) c = OP(&p, LS_IR_ADD, broadcast(&p, arg(&p, LS_F32, LS_SHAPE(n)), c->type.shape, &last), c);
        FINISH(&p, c);
        check(&p, "onednn.matmul", (double)k);
    }
}

/* --- Pooling, reductions, normalisation ---------------------------------------------------------------------- */

/* [N, H, W, C] or [N, C, H, W] with windows over H and W. */
static ls_ir_value *random_windows(program *p, ls_shape *out_pooled)
{
    bool last = between(0, 1);
    int64_t size[4] = {1, 1, 1, 1}, stride[4] = {1, 1, 1, 1}, padding[8] = {0};
    ls_shape x = {4, {between(1, 3), between(1, 40), between(1, 40), between(1, 40)}};
    *out_pooled = x;
    for (int i = 0; i < 2; i++) {
        int d = last ? 1 + i : 2 + i;
        size[d] = between(1, 3), stride[d] = between(1, 3);
        padding[2 * d] = between(0, size[d] - 1), padding[2 * d + 1] = between(0, size[d] - 1);
        x.dims[d] = size[d] + between(0, 12);
        out_pooled->dims[d] = (x.dims[d] + padding[2 * d] + padding[2 * d + 1] - size[d]) / stride[d] + 1;
    }
    size[0] = between(0, 5) ? 1 : 2; /* sometimes over the batch too, so that there are three or four in a row */
    x.dims[0] += size[0] - 1;
    set_ints(p, LS_ATTR_WINDOW_DIMENSIONS, size, 4);
    set_ints(p, LS_ATTR_WINDOW_STRIDES, stride, 4);
    set_ints(p, LS_ATTR_PADDING, padding, 8);
    ls_ir_attrs attrs = p->attrs;
    ls_ir_value *value = arg(p, LS_F32, x);
    p->attrs = attrs;
    return value;
}

static void test_pooling(void **state)
{
    (void)state;
    for (int i = 0; i < 80; i++) {
        program p = begin();
        ls_shape pooled;
        bool max = between(0, 1);
        ls_ir_value *x = random_windows(&p, &pooled);
        ls_ir_attrs attrs = p.attrs;
        p.attrs = (ls_ir_attrs){0};
        ls_ir_value *init = scalar(&p, max ? -INFINITY : 0);
        p.attrs = attrs;
        set(&p, LS_ATTR_REDUCER, max ? LS_IR_MAXIMUM : LS_IR_ADD);
        FINISH(&p, OP(&p, LS_IR_REDUCE_WINDOW, x, init));
        check(&p, NULL, 9);
    }
}

static void test_max_pool_gradient(void **state)
{
    (void)state;
    for (int i = 0; i < 80; i++) {
        program p = begin();
        ls_shape pooled;
        ls_ir_value *x = random_windows(&p, &pooled);
        ls_ir_attrs attrs = p.attrs;
        p.attrs = (ls_ir_attrs){0};
        ls_ir_value *init = scalar(&p, 0), *rounded = x;
        /* Few different values, so that windows have equal maxima. */
        if (between(0, 1)) rounded = OP(&p, LS_IR_ROUND_NEAREST_EVEN, x);
        p.attrs = attrs;
        set(&p, LS_ATTR_REDUCER, LS_IR_ADD);
        FINISH(&p, OP(&p, LS_IR_SELECT_AND_SCATTER, rounded, arg(&p, LS_F32, pooled), init));
        check(&p, NULL, 9);
    }
}

static void test_reduce(void **state)
{
    (void)state;
    for (int i = 0; i < 120; i++) {
        program p = begin();
        int rank = (int)between(1, 4), count = 0;
        bool max = between(0, 1);
        int64_t dims[4];
        double length = 1;
        ls_shape shape = {.rank = rank};
        for (int d = 0; d < rank; d++) {
            shape.dims[d] = between(1, i < 100 ? 20 : 60);
            if (between(0, 1)) dims[count++] = d, length *= (double)shape.dims[d];
        }
        ls_ir_value *x = arg(&p, LS_F32, shape), *init = scalar(&p, between(0, 1) ? 0 : 0.5f);
        set_ints(&p, LS_ATTR_DIMENSIONS, dims, count);
        set(&p, LS_ATTR_REDUCER, max ? LS_IR_MAXIMUM : LS_IR_ADD);
        FINISH(&p, OP(&p, LS_IR_REDUCE, x, init));
        check(&p, NULL, length);
    }
}

static void test_batch_norm(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        program p = begin();
        int rank = (int)between(2, 4);
        int64_t feature = between(0, rank - 1);
        ls_shape shape = {.rank = rank};
        for (int d = 0; d < rank; d++) shape.dims[d] = between(2, 24);
        ls_shape vector = LS_SHAPE(shape.dims[feature]);
        ls_ir_value *x = arg(&p, LS_F32, shape), *scale = arg(&p, LS_F32, vector), *offset = arg(&p, LS_F32, vector);
        ls_ir_value *g = arg(&p, LS_F32, shape), *results[7];
        double length = (double)(ls_shape_count(shape) / shape.dims[feature]);
#define NORM(kind, ...)                                                                                                \
    (ls_ir_attrs_set_float(&p.attrs, &p.module->arena, LS_ATTR_EPSILON, 1e-3),                                         \
     set(&p, LS_ATTR_FEATURE_INDEX, feature), OP(&p, kind, __VA_ARGS__)->op)
        ls_ir_op *training = NORM(LS_IR_BATCH_NORM_TRAINING, x, scale, offset);
        ls_ir_op *grad = NORM(LS_IR_BATCH_NORM_GRAD, x, scale, training->results[1], training->results[2], g);
        ls_ir_op *inference =
            NORM(LS_IR_BATCH_NORM_INFERENCE, x, scale, offset, training->results[1], training->results[2]);
        for (int k = 0; k < 3; k++) results[k] = training->results[k], results[3 + k] = grad->results[k];
        results[6] = inference->results[0];
        finish(&p, 7, results);
        check(&p, "fast.batch_norm_grad", 16 * length);
    }
}

/* max(norm(x) + add, 0) is one step; so is the gradient through max(norm(x), 0). */
static void test_batch_norm_rectified(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        program p = begin();
        int64_t feature = between(0, 2), what = between(0, 3);
        ls_shape shape = LS_SHAPE(between(2, 24), between(2, 24), between(2, 24)),
                 vector = LS_SHAPE(shape.dims[feature]);
        double length = (double)(ls_shape_count(shape) / shape.dims[feature]);
        ls_ir_value *x = arg(&p, LS_F32, shape), *scale = arg(&p, LS_F32, vector), *offset = arg(&p, LS_F32, vector);
        ls_ir_value *g = arg(&p, LS_F32, shape), *zero = broadcast(&p, scalar(&p, 0), shape, NULL), *results[6];
        ls_ir_op *training = NORM(LS_IR_BATCH_NORM_TRAINING, x, scale, offset);
        ls_ir_value *y = training->results[0];
        if (what & 1) y = between(0, 1) ? OP(&p, LS_IR_ADD, y, g) : OP(&p, LS_IR_ADD, g, y);
        if (what != 1) y = OP(&p, LS_IR_MAXIMUM, y, zero);
        results[0] = y, results[1] = training->results[1], results[2] = training->results[2];
        if (!(what & 1)) {
            set(&p, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_LE);
            ls_ir_value *masked = OP(&p, LS_IR_SELECT, OP(&p, LS_IR_COMPARE, y, zero), zero, g);
            ls_ir_op *grad = NORM(LS_IR_BATCH_NORM_GRAD, x, scale, results[1], results[2], masked);
            for (int k = 0; k < 3; k++) results[3 + k] = grad->results[k];
        }
        finish(&p, what & 1 ? 3 : 6, results);
        ls_cpu_program *fast = compile(&p, false, 1);
        assert_int_equal(fast->steps.count, what & 1 ? 1 : 2);
        ls_cpu_program_destroy(fast);
        check(&p, "fast.batch_norm_training", 16 * length);
    }
}

/* Channels far from where the first guess at their means is, constant ones, and infinite ones. */
static void test_batch_norm_moments(void **state)
{
    (void)state;
    enum { ROWS = 220000, CHANNELS = 5 }; /* too many for two passes */
    program p = begin();
    ls_ir_value *x = arg(&p, LS_F32, LS_SHAPE(ROWS, CHANNELS)), *scale = arg(&p, LS_F32, LS_SHAPE(CHANNELS));
    int64_t feature = 1;
    finish(&p, 3, NORM(LS_IR_BATCH_NORM_TRAINING, x, scale, scale)->results);
    ls_cpu_program *fast = compile(&p, false, 1);
    const ls_cpu_program_info *info = ls_cpu_program_info_of(fast);
    for (int round = 0; round < 3; round++) {
        arrays in = make_arrays(info->params, 2, true), out = make_arrays(info->outputs, 3, false);
        float *data = in.data[0];
        for (int i = 0; i < ROWS; i++) {
            data[i * CHANNELS] = 3;
            data[i * CHANNELS + 1] = round == 0 ? 1000 + data[i * CHANNELS + 1] : data[i * CHANNELS + 1];
            /* The rows that the guess looks at. */
            data[i * CHANNELS + 2] =
                round == 1 && i % (ROWS / 64) == i / (ROWS / 64) * 7919 % (ROWS / 64) ? 1e5f : data[i * CHANNELS + 2];
        }
        if (round == 2) data[7 * CHANNELS + 3] = INFINITY;
        run(fast, &in, &out);
        const float *mean = out.data[1], *variance = out.data[2];
        for (int c = 0; c < CHANNELS; c++) {
            double sum = 0, squares = 0;
            for (int i = 0; i < ROWS; i++) sum += data[i * CHANNELS + c];
            for (int i = 0; i < ROWS; i++) squares += pow(data[i * CHANNELS + c] - sum / ROWS, 2);
            if (round == 2 && c == 3) {
                assert_true(isinf(mean[c]) && isnan(variance[c]));
                continue;
            }
            assert_true(fabs(mean[c] - sum / ROWS) <= 1e-6 * fabs(sum / ROWS) + 1e-6);
            assert_true(fabs(variance[c] - squares / ROWS) <= 1e-5 * squares / ROWS);
        }
        free_arrays(&in), free_arrays(&out);
    }
    ls_cpu_program_destroy(fast);
    ls_ir_module_destroy(p.module);
}

/* --- Elementwise groups -------------------------------------------------------------------------------------- */

static ls_ir_value *random_broadcast(program *p, ls_dtype dtype, ls_shape shape)
{
    int64_t dims[4];
    int count = 0;
    ls_shape from = {0};
    for (int d = 0; d < shape.rank; d++) {
        if (!between(0, 1)) continue;
        dims[count] = d;
        from.dims[count++] = between(0, 4) ? shape.dims[d] : 1;
    }
    from.rank = count;
    return broadcast(p, arg(p, dtype, from), shape, dims);
}

/* A random graph; some of its inner values are results too. */
static void test_fused(void **state)
{
    (void)state;
    static const ls_ir_kind kinds[] = {LS_IR_ADD, LS_IR_SUBTRACT, LS_IR_MULTIPLY, LS_IR_MAXIMUM, LS_IR_MINIMUM};
    static const ls_dtype types[] = {LS_F32, LS_F32, LS_F32, LS_F64, LS_BF16, LS_I32};
    for (int i = 0; i < 150; i++) {
        program p = begin();
        ls_dtype dtype = types[between(0, 5)];
        ls_shape shape = {.rank = (int)between(1, 4)};
        for (int d = 0; d < shape.rank; d++) shape.dims[d] = between(1, 18);
        ls_ir_value *values[40], *results[6];
        int count = 0, result_count = 0, ops = (int)between(1, 20);
        values[count++] = arg(&p, dtype, shape);
        values[count++] = arg(&p, dtype, shape);
        if (between(0, 1)) values[count++] = random_broadcast(&p, dtype, shape);
        if (between(0, 1)) values[count++] = random_broadcast(&p, dtype, shape);
        int first = count;
        for (int k = 0; k < ops; k++) {
            ls_ir_value *a = values[between(0, count - 1)], *b = values[between(0, count - 1)];
            int64_t what = between(0, 7);
            if (what == 0) {
                set(&p, LS_ATTR_COMPARISON_DIRECTION, between(LS_COMPARE_EQ, LS_COMPARE_LT));
                ls_ir_value *c = OP(&p, LS_IR_COMPARE, a, b), *other = values[between(0, count - 1)];
                values[count++] = OP(&p, LS_IR_SELECT, c, b, other);
            } else if (what == 1) {
                values[count++] = OP(&p, LS_IR_SELECT, arg(&p, LS_BOOL, between(0, 1) ? shape : LS_SHAPE()), a, b);
                if (p.func->body->arg_count > 10) break;
            } else if (what == 2 && dtype != LS_I32) {
                values[count++] = OP(&p, LS_IR_ABS, a);
            } else {
                values[count++] = OP(&p, kinds[between(0, 4)], a, b);
            }
        }
        results[result_count++] = values[count - 1];
        while (result_count < 4 && between(0, 1)) results[result_count++] = values[between(first, count - 1)];
        if (count == first) results[0] = OP(&p, LS_IR_ADD, values[0], values[1]);
        finish(&p, (size_t)result_count, results);
        check(&p, NULL, 1);
    }
}

/* --- Layout -------------------------------------------------------------------------------------------------- */

/* convolution, pooling, maximum with 0, normalisation, and sums of the result: all of it channels-last inside. */
static void test_channels_last(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        program p = begin();
        int64_t n = between(1, 3), c = between(1, 5), o = between(1, 20), h = between(8, 14);
        ls_ir_value *x = arg(&p, LS_F32, LS_SHAPE(n, c, h, h)), *k = arg(&p, LS_F32, LS_SHAPE(o, c, 3, 3));
        ls_ir_value *zero = scalar(&p, 0), *low = scalar(&p, -INFINITY);
        set(&p, LS_ATTR_INPUT_BATCH_DIMENSION, 0);
        set(&p, LS_ATTR_INPUT_FEATURE_DIMENSION, 1);
        SET_INTS(&p, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, 2, 3);
        set(&p, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, 1);
        set(&p, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0);
        SET_INTS(&p, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, 2, 3);
        set(&p, LS_ATTR_OUTPUT_BATCH_DIMENSION, 0);
        set(&p, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 1);
        SET_INTS(&p, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, 2, 3);
        SET_INTS(&p, LS_ATTR_PADDING, 1, 1, 1, 1);
        ls_ir_value *y = OP(&p, LS_IR_CONVOLUTION, x, k);
        y = OP(&p, LS_IR_ADD, y, broadcast(&p, arg(&p, LS_F32, LS_SHAPE(o)), y->type.shape, (int64_t[]){1}));
        SET_INTS(&p, LS_ATTR_WINDOW_DIMENSIONS, 1, 1, 2, 3);
        SET_INTS(&p, LS_ATTR_WINDOW_STRIDES, 1, 1, 2, 2);
        set(&p, LS_ATTR_REDUCER, LS_IR_MAXIMUM);
        ls_ir_value *pooled = OP(&p, LS_IR_REDUCE_WINDOW, y, low);
        ls_ir_value *relu = OP(&p, LS_IR_MAXIMUM, pooled, broadcast(&p, zero, pooled->type.shape, NULL));
        ls_ir_attrs_set_float(&p.attrs, &p.module->arena, LS_ATTR_EPSILON, 1e-3);
        set(&p, LS_ATTR_FEATURE_INDEX, 1);
        ls_ir_value *normal =
            OP(&p, LS_IR_BATCH_NORM_TRAINING, relu, arg(&p, LS_F32, LS_SHAPE(o)), arg(&p, LS_F32, LS_SHAPE(o)));
        SET_INTS(&p, LS_ATTR_DIMENSIONS, 0, 2, 3);
        set(&p, LS_ATTR_REDUCER, LS_IR_ADD);
        ls_ir_value *channels = OP(&p, LS_IR_REDUCE, normal, zero);
        SET_INTS(&p, LS_ATTR_DIMENSIONS, 1);
        set(&p, LS_ATTR_REDUCER, LS_IR_ADD);
        ls_ir_value *across = OP(&p, LS_IR_REDUCE, normal, zero);
        SET_INTS(&p, LS_ATTR_WINDOW_DIMENSIONS, 1, 1, 2, 3);
        SET_INTS(&p, LS_ATTR_WINDOW_STRIDES, 1, 1, 2, 2);
        set(&p, LS_ATTR_REDUCER, LS_IR_ADD);
        ls_ir_value *back = OP(&p, LS_IR_SELECT_AND_SCATTER, y, normal, zero);
        FINISH(&p, normal, channels, across, back, normal->op->results[1]);
        check(&p, "onednn.convolution", 16 * (double)(c * 9));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--bench") == 0) return argc > 2 ? bench_file(argv[2]) : bench_kernels();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convolution_forward),
        cmocka_unit_test(test_convolution_backward_data),
        cmocka_unit_test(test_convolution_backward_weights),
        cmocka_unit_test(test_dot_general),
        cmocka_unit_test(test_pooling),
        cmocka_unit_test(test_max_pool_gradient),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_batch_norm),
        cmocka_unit_test(test_batch_norm_rectified),
        cmocka_unit_test(test_batch_norm_moments),
        cmocka_unit_test(test_fused),
        cmocka_unit_test(test_channels_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
