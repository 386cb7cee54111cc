/* Each op of ops.h against values worked out by hand or by a plain loop. */
#include "expect.h"

static const float nan32 = NAN;

static void binary(void **state)
{
    ls_tensor a = f32s(LS_SHAPE(2, 3), 1, 2, 3, 4, 5, 6), row = f32s(LS_SHAPE(3), 10, 20, 30),
              column = f32s(LS_SHAPE(2, 1), 100, 200);
    expect_f32(ls_add(a, row), LS_SHAPE(2, 3), 11, 22, 33, 14, 25, 36);
    expect_f32(ls_sub(column, a), LS_SHAPE(2, 3), 99, 98, 97, 196, 195, 194);
    expect_f32(ls_mul(row, column), LS_SHAPE(2, 3), 1000, 2000, 3000, 2000, 4000, 6000);
    expect_f32(ls_div(row, a), LS_SHAPE(2, 3), 10, 10, 10, 2.5f, 4, 5);
    expect_f32(ls_pow(a, f32s(LS_SHAPE(), 2)), LS_SHAPE(2, 3), 1, 4, 9, 16, 25, 36);
    expect_f32(ls_rem(f32s(LS_SHAPE(4), 5, -5, 5, -5), f32s(LS_SHAPE(4), 3, 3, -3, -3)), LS_SHAPE(4), 2, -2, 2, -2);
    expect_f32(ls_maximum(f32s(LS_SHAPE(3), 1, nan32, 3), f32s(LS_SHAPE(3), 2, 2, nan32)), LS_SHAPE(3), 2, nan32,
               nan32);
    expect_f32(ls_minimum(f32s(LS_SHAPE(3), 1, nan32, 3), f32s(LS_SHAPE(3), 2, 2, nan32)), LS_SHAPE(3), 1, nan32,
               nan32);
    expect_f32(ls_add_scalar(row, -1), LS_SHAPE(3), 9, 19, 29);
    expect_f32(ls_mul_scalar(row, 0.5), LS_SHAPE(3), 5, 10, 15);
    expect_f32(ls_mul(row, ls_scalar(3, LS_F32)), LS_SHAPE(3), 30, 60, 90);
}

static void integers(void **state)
{
    ls_tensor a = i32s(LS_SHAPE(4), 7, -7, 12, INT32_MAX), b = i32s(LS_SHAPE(4), 2, 2, 10, 1);
    expect_i32(ls_add(a, b), LS_SHAPE(4), 9, -5, 22, INT32_MIN); /* wraps */
    expect_i32(ls_div(a, b), LS_SHAPE(4), 3, -3, 1, INT32_MAX);
    expect_i32(ls_rem(a, b), LS_SHAPE(4), 1, -1, 2, 0);
    expect_i32(ls_bitwise_and(a, b), LS_SHAPE(4), 2, 0, 8, 1);
    expect_i32(ls_bitwise_or(a, b), LS_SHAPE(4), 7, -5, 14, INT32_MAX);
    expect_i32(ls_bitwise_xor(a, b), LS_SHAPE(4), 5, -5, 6, INT32_MAX - 1);
    expect_i32(ls_abs(a), LS_SHAPE(4), 7, 7, 12, INT32_MAX);
    expect_i64(ls_add(i64s(LS_SHAPE(1), 1ll << 40), i64s(LS_SHAPE(1), 1)), LS_SHAPE(1), (1ll << 40) + 1);
}

static void comparisons(void **state)
{
    ls_tensor a = f32s(LS_SHAPE(4), 1, 2, 3, nan32), b = f32s(LS_SHAPE(), 2);
    expect_bool(ls_eq(a, b), LS_SHAPE(4), 0, 1, 0, 0);
    expect_bool(ls_ne(a, b), LS_SHAPE(4), 1, 0, 1, 1);
    expect_bool(ls_lt(a, b), LS_SHAPE(4), 1, 0, 0, 0);
    expect_bool(ls_le(a, b), LS_SHAPE(4), 1, 1, 0, 0);
    expect_bool(ls_gt(a, b), LS_SHAPE(4), 0, 0, 1, 0);
    expect_bool(ls_ge(a, b), LS_SHAPE(4), 0, 1, 1, 0);
    expect_bool(ls_logical_not(ls_eq(a, b)), LS_SHAPE(4), 1, 0, 1, 1);
    expect_bool(ls_logical_not(i32s(LS_SHAPE(3), 0, 5, -1)), LS_SHAPE(3), 1, 0, 0);
    expect_f32(ls_where(ls_lt(a, b), b, a), LS_SHAPE(4), 2, 2, 3, nan32);
    expect_f32(ls_where(ls_lt(f32s(LS_SHAPE(), 1), b), f32s(LS_SHAPE(2, 1), 5, 6), f32s(LS_SHAPE(3), 7, 8, 9)),
               LS_SHAPE(2, 3), 5, 5, 5, 6, 6, 6);
    expect_f32(ls_clamp(f32s(LS_SHAPE(3), -5, 0.5f, 5), -1, 1), LS_SHAPE(3), -1, 0.5f, 1);
}

static void unary(void **state)
{
    static const float x[6] = {-2, -0.5f, 0, 0.25f, 1, 3};
    ls_tensor t = ls_from_f32(x, LS_SHAPE(6));
    static const struct {
        ls_tensor (*op)(ls_tensor);
        double (*oracle)(double);
        double from; /* smallest argument */
    } cases[] = {{ls_exp, exp, -9},   {ls_expm1, expm1, -9}, {ls_sin, sin, -9}, {ls_cos, cos, -9},
                 {ls_tan, tan, -9},   {ls_tanh, tanh, -9},   {ls_erf, erf, -9}, {ls_floor, floor, -9},
                 {ls_ceil, ceil, -9}, {ls_abs, fabs, -9},    {ls_log, log, 0},  {ls_log1p, log1p, -0.9},
                 {ls_sqrt, sqrt, 0}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        float expected[6];
        for (int i = 0; i < 6; i++) expected[i] = x[i] < cases[c].from ? NAN : (float)cases[c].oracle(x[i]);
        expect_f32_array(cases[c].op(t), LS_SHAPE(6), expected, 2e-6f);
    }
    expect_f32(ls_neg(t), LS_SHAPE(6), 2, 0.5f, 0, -0.25f, -1, -3);
    expect_f32(ls_sign(t), LS_SHAPE(6), -1, -1, 0, 1, 1, 1);
    expect_f32(ls_rsqrt(f32s(LS_SHAPE(2), 4, 0.25f)), LS_SHAPE(2), 0.5f, 2);
    expect_f32(ls_relu(f32s(LS_SHAPE(3), -1, 2, nan32)), LS_SHAPE(3), 0, 2, nan32);
    expect_f32(ls_leaky_relu(f32s(LS_SHAPE(3), -1, 2, 0), 0.1), LS_SHAPE(3), -0.1f, 2, 0);
    float sigmoid[6], silu[6], gelu[6];
    for (int i = 0; i < 6; i++) {
        sigmoid[i] = (float)(1 / (1 + exp(-(double)x[i])));
        silu[i] = x[i] * sigmoid[i];
        gelu[i] = (float)(x[i] * 0.5 * (1 + erf(x[i] * M_SQRT1_2)));
    }
    expect_f32_array(ls_sigmoid(t), LS_SHAPE(6), sigmoid, 1e-6f);
    expect_f32_array(ls_silu(t), LS_SHAPE(6), silu, 1e-6f);
    expect_f32_array(ls_gelu(t), LS_SHAPE(6), gelu, 2e-6f);
    expect_f32(ls_tan(i64s(LS_SHAPE(1), 3)), LS_SHAPE(1), -0.14254654f); /* integers as f32 */
}

static void casts(void **state)
{
    expect_i32(ls_cast(f32s(LS_SHAPE(3), 1.9f, -1.9f, 0), LS_I32), LS_SHAPE(3), 1, -1, 0);
    expect_bool(ls_cast(f32s(LS_SHAPE(3), 0.5f, 0, nan32), LS_BOOL), LS_SHAPE(3), 1, 0, 1);
    expect_f32(ls_cast(i64s(LS_SHAPE(2), 3, -4), LS_F32), LS_SHAPE(2), 3, -4);
    expect_f32(ls_cast(ls_cast(f32s(LS_SHAPE(1), 1.00390625f), LS_BF16), LS_F32), LS_SHAPE(1), 1); /* rounds to even */
    expect_f32(ls_full(LS_SHAPE(2), 2.5, LS_F32), LS_SHAPE(2), 2.5f, 2.5f);
    expect_f32(ls_ones(LS_SHAPE(2), LS_F32), LS_SHAPE(2), 1, 1);
    expect_i32(ls_iota(LS_SHAPE(2, 3), -1, LS_I32), LS_SHAPE(2, 3), 0, 1, 2, 0, 1, 2);
    expect_i32(ls_iota(LS_SHAPE(2, 3), 0, LS_I32), LS_SHAPE(2, 3), 0, 0, 0, 1, 1, 1);
}

static void shapes(void **state)
{
    ls_tensor x = i32s(LS_SHAPE(2, 3), 0, 1, 2, 3, 4, 5);
    expect_i32(ls_reshape(x, LS_SHAPE(3, -1)), LS_SHAPE(3, 2), 0, 1, 2, 3, 4, 5);
    expect_i32(ls_flatten(ls_reshape(x, LS_SHAPE(1, 2, 3)), 1), LS_SHAPE(1, 6), 0, 1, 2, 3, 4, 5);
    expect_i32(ls_transpose(x, 0, -1), LS_SHAPE(3, 2), 0, 3, 1, 4, 2, 5);
    expect_i32(ls_permute(ls_unsqueeze(x, 0), (int[]){2, 0, 1}, 3), LS_SHAPE(3, 1, 2), 0, 3, 1, 4, 2, 5);
    expect_i32(ls_squeeze(ls_unsqueeze(x, -1), -1), LS_SHAPE(2, 3), 0, 1, 2, 3, 4, 5);
    expect_i32(ls_expand(i32s(LS_SHAPE(2, 1), 7, 8), LS_SHAPE(2, 2, 3)), LS_SHAPE(2, 2, 3), 7, 7, 7, 8, 8, 8, 7, 7, 7,
               8, 8, 8);
    expect_i32(ls_slice(x, 1, 1, 3, 1), LS_SHAPE(2, 2), 1, 2, 4, 5);
    expect_i32(ls_slice(x, 1, 0, 99, 2), LS_SHAPE(2, 2), 0, 2, 3, 5);
    expect_i32(ls_slice(x, 1, -1, 3, 1), LS_SHAPE(2, 1), 2, 5);
    expect_i32(ls_select(x, 0, -1), LS_SHAPE(3), 3, 4, 5);
    expect_i32(ls_slice_assign(x, 1, 1, i32s(LS_SHAPE(2, 1), 70, 80)), LS_SHAPE(2, 3), 0, 70, 2, 3, 80, 5);
    expect_i32(x, LS_SHAPE(2, 3), 0, 1, 2, 3, 4, 5);
    expect_i32(ls_cat((ls_tensor[]){x, ls_slice(x, 0, 0, 1, 1)}, 2, 0), LS_SHAPE(3, 3), 0, 1, 2, 3, 4, 5, 0, 1, 2);
    expect_i32(ls_stack((ls_tensor[]){x, x}, 2, 1), LS_SHAPE(2, 2, 3), 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5);
    expect_i32(ls_flip(x, 1), LS_SHAPE(2, 3), 2, 1, 0, 5, 4, 3);
    expect_i32(ls_pad(x, 1, 1, 0, 9), LS_SHAPE(2, 4), 9, 0, 1, 2, 9, 3, 4, 5);
    ls_tensor rows = f32s(LS_SHAPE(5, 2), 0, 1, 10, 11, 20, 21, 30, 31, 40, 41);
    expect_f32(ls_index_select(rows, 0, i32s(LS_SHAPE(3), 10, -3, 2)), LS_SHAPE(3, 2), 40, 41, 0, 1, 20,
               21); /* clamps */
    expect_f32(ls_index_select(rows, 1, i64s(LS_SHAPE(1), 1)), LS_SHAPE(5, 1), 1, 11, 21, 31, 41);
    expect_f32(ls_one_hot(i64s(LS_SHAPE(2), 2, 0), 3, LS_F32), LS_SHAPE(2, 3), 0, 0, 1, 1, 0, 0);
}

static void reductions(void **state)
{
    ls_tensor x = f32s(LS_SHAPE(2, 3), 1, 2, 3, 4, 5, 6);
    expect_f32(ls_sum(x, NULL, 0, NULL), LS_SHAPE(), 21);
    expect_f32(ls_sum(x, (int[]){1}, 1, NULL), LS_SHAPE(2), 6, 15);
    expect_f32(ls_sum(x, (int[]){0}, 1, &(ls_reduce_options){.keepdim = true}), LS_SHAPE(1, 3), 5, 7, 9);
    expect_f32(ls_mean(x, (int[]){-1}, 1, NULL), LS_SHAPE(2), 2, 5);
    expect_f32(ls_mean(i32s(LS_SHAPE(2), 1, 2), NULL, 0, NULL), LS_SHAPE(), 1.5f);
    expect_f32(ls_max(x, (int[]){0}, 1, NULL), LS_SHAPE(3), 4, 5, 6);
    expect_f32(ls_min(x, (int[]){0, 1}, 2, NULL), LS_SHAPE(), 1);
    expect_f32(ls_max(f32s(LS_SHAPE(3), 1, nan32, 2), NULL, 0, NULL), LS_SHAPE(), nan32);
    expect_f32(ls_prod(x, (int[]){1}, 1, NULL), LS_SHAPE(2), 6, 120);
    expect_i64(ls_sum(ls_gt(x, f32s(LS_SHAPE(), 2)), NULL, 0, NULL), LS_SHAPE(), 4);
    expect_i64(ls_sum(i32s(LS_SHAPE(2), INT32_MAX, 1), NULL, 0, NULL), LS_SHAPE(), 1ll << 31);
    expect_i32(ls_max(i32s(LS_SHAPE(2), -5, -7), NULL, 0, NULL), LS_SHAPE(), -5);
    expect_i64(ls_argmax(f32s(LS_SHAPE(3, 3), 1, 7, 7, nan32, 9, nan32, -3, -2, -1), 1), LS_SHAPE(3), 1, 0, 2);
    expect_i64(ls_argmax(x, 0), LS_SHAPE(3), 1, 1, 1);
}

static void products(void **state)
{
    ls_tensor a = f32s(LS_SHAPE(2, 3), 1, 2, 3, 4, 5, 6), b = f32s(LS_SHAPE(3, 2), 1, 0, 0, 1, 1, 1);
    expect_f32(ls_matmul(a, b), LS_SHAPE(2, 2), 4, 5, 10, 11);
    expect_f32(ls_matmul(ls_reshape(a, LS_SHAPE(2, 1, 3)), b), LS_SHAPE(2, 1, 2), 4, 5, 10, 11);
    ls_tensor stack = ls_stack((ls_tensor[]){b, ls_mul_scalar(b, 10)}, 2, 0);
    expect_f32(ls_matmul(a, stack), LS_SHAPE(2, 2, 2), 4, 5, 10, 11, 40, 50, 100, 110);
    expect_f32(ls_linear(a, f32s(LS_SHAPE(2, 3), 1, 0, 1, 0, 1, 1), f32s(LS_SHAPE(2), 100, 200)), LS_SHAPE(2, 2), 104,
               205, 110, 211);
    expect_f32(ls_linear(a, f32s(LS_SHAPE(1, 3), 1, 1, 1), (ls_tensor){0}), LS_SHAPE(2, 1), 6, 15);
}

/* x N×C×H×W, w O×(C/G)×K×K; strides, padding, dilation as given. */
static void conv_oracle(const float *x, const float *w, const float *bias, const int64_t n[4], const int64_t k[4],
                        const ls_conv2d_options *o, const int64_t out[2], float *y)
{
    int64_t groups = o->groups, per_group = k[0] / groups;
    for (int64_t i = 0; i < n[0] * k[0] * out[0] * out[1]; i++) {
        int64_t q = i % out[1], p = i / out[1] % out[0], f = i / (out[1] * out[0]) % k[0],
                b = i / (out[1] * out[0] * k[0]);
        double sum = bias[f];
        for (int64_t c = 0; c < k[1]; c++)
            for (int64_t r = 0; r < k[2]; r++)
                for (int64_t s = 0; s < k[3]; s++) {
                    int64_t h = p * o->stride[0] - o->padding[0] + r * o->dilation[0],
                            v = q * o->stride[1] - o->padding[1] + s * o->dilation[1];
                    if (h < 0 || h >= n[2] || v < 0 || v >= n[3]) continue;
                    sum += (double)x[((b * n[1] + f / per_group * k[1] + c) * n[2] + h) * n[3] + v] *
                           w[((f * k[1] + c) * k[2] + r) * k[3] + s];
                }
        y[i] = (float)sum;
    }
}

static void convolutions(void **state)
{
    enum { N = 2, C = 4, H = 7, W = 6, O = 6 };
    static const ls_conv2d_options cases[] = {
        {.stride = {1, 1}, .dilation = {1, 1}, .groups = 1},
        {.stride = {2, 1}, .padding = {1, 2}, .dilation = {1, 1}, .groups = 1},
        {.stride = {1, 2}, .padding = {2, 2}, .dilation = {2, 1}, .groups = 2},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const ls_conv2d_options *o = &cases[c];
        int64_t n[4] = {N, C, H, W}, k[4] = {O, C / o->groups, 3, 3}, out[2];
        float x[N * C * H * W], w[O * C * 9], bias[O], y[N * O * 12 * 12];
        for (int i = 0; i < N * C * H * W; i++) x[i] = (float)(i % 13 - 6) / 4;
        for (int i = 0; i < O * C * 9; i++) w[i] = (float)(i % 7 - 3) / 2;
        for (int i = 0; i < O; i++) bias[i] = (float)i;
        for (int d = 0; d < 2; d++) out[d] = (n[2 + d] + 2 * o->padding[d] - o->dilation[d] * 2 - 1) / o->stride[d] + 1;
        conv_oracle(x, w, bias, n, k, o, out, y);
        ls_tensor result = ls_conv2d(ls_from_f32(x, LS_SHAPE(N, C, H, W)), ls_from_f32(w, LS_SHAPE(O, k[1], 3, 3)),
                                     ls_from_f32(bias, LS_SHAPE(O)), o);
        expect_f32_array(result, LS_SHAPE(N, O, out[0], out[1]), y, 1e-5f);
    }
}

static void pooling(void **state)
{
    ls_tensor x = f32s(LS_SHAPE(1, 1, 4, 4), 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, nan32, -8);
    expect_f32(ls_max_pool2d(x, &(ls_pool2d_options){.kernel = {2, 2}}), LS_SHAPE(1, 1, 2, 2), 6, 8, -1, nan32);
    expect_f32(ls_max_pool2d(f32s(LS_SHAPE(1, 1, 1, 3), -1, -2, -3),
                             &(ls_pool2d_options){.kernel = {1, 3}, .stride = {1, 1}, .padding = {0, 1}}),
               LS_SHAPE(1, 1, 1, 3), -1, -1, -2);
    expect_f32(ls_avg_pool2d(f32s(LS_SHAPE(1, 1, 1, 3), 3, 6, 9),
                             &(ls_pool2d_options){.kernel = {1, 3}, .stride = {1, 1}, .padding = {0, 1}}),
               LS_SHAPE(1, 1, 1, 3), 3, 6, 5);
    ls_tensor image = ls_cast(ls_iota(LS_SHAPE(1, 1, 3, 4), 3, LS_I32), LS_F32);
    expect_f32(ls_adaptive_avg_pool2d(image, 1, 1), LS_SHAPE(1, 1, 1, 1), 1.5f);
    expect_f32(ls_adaptive_avg_pool2d(image, 3, 2), LS_SHAPE(1, 1, 3, 2), 0.5f, 2.5f, 0.5f, 2.5f, 0.5f, 2.5f);
    expect_f32(ls_adaptive_avg_pool2d(image, 2, 3), LS_SHAPE(1, 1, 2, 3), 0.5f, 1.5f, 2.5f, 0.5f, 1.5f,
               2.5f); /* uneven, overlapping parts */
}

static void normalisation(void **state)
{
    ls_tensor x = f32s(LS_SHAPE(2, 2, 1, 2), 1, 3, 10, 10, 5, 7, 20, 20), mean, variance;
    ls_tensor y = ls_batch_norm(x, f32s(LS_SHAPE(2), 2, 1), f32s(LS_SHAPE(2), 0, 5), 0, &mean, &variance);
    float s = sqrtf(5);
    expect_f32_array(y, LS_SHAPE(2, 2, 1, 2), ((float[]){-6 / s, -2 / s, 4, 4, 2 / s, 6 / s, 6, 6}), 1e-5f);
    expect_f32(mean, LS_SHAPE(2), 4, 15);
    expect_f32(variance, LS_SHAPE(2), 5, 25);
    expect_f32_array(ls_batch_norm_inference(x, f32s(LS_SHAPE(2), 2, 1), f32s(LS_SHAPE(2), 0, 5),
                                             f32s(LS_SHAPE(2), 1, 10), f32s(LS_SHAPE(2), 4, 25), 0),
                     LS_SHAPE(2, 2, 1, 2), ((float[]){0, 2, 5, 5, 4, 6, 7, 7}), 1e-5f);
    float r = 1 / sqrtf(2.0f / 3);
    expect_f32_array(ls_layer_norm(f32s(LS_SHAPE(2, 3), 1, 2, 3, 4, 5, 6), f32s(LS_SHAPE(3), 1, 1, 2),
                                   f32s(LS_SHAPE(3), 0, 10, 0), 0),
                     LS_SHAPE(2, 3), ((float[]){-r, 10, 2 * r, -r, 10, 2 * r}), 1e-5f);
}

static void losses(void **state)
{
    static const float x[2][3] = {{1, 2, 3}, {1000, 0, -1000}};
    float soft[6], log_soft[6];
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) sum += exp((double)x[i][k] - (i ? 1000 : 3));
        for (int k = 0; k < 3; k++) {
            log_soft[3 * i + k] = (float)((double)x[i][k] - (i ? 1000 : 3) - log(sum));
            soft[3 * i + k] = (float)exp((double)log_soft[3 * i + k]);
        }
    }
    ls_tensor logits = ls_from_f32(&x[0][0], LS_SHAPE(2, 3)), labels = i64s(LS_SHAPE(2), 2, 0);
    expect_f32_array(ls_softmax(logits, 1), LS_SHAPE(2, 3), soft, 1e-6f);
    expect_f32_array(ls_log_softmax(logits, -1), LS_SHAPE(2, 3), log_soft, 1e-6f);
    float nll = -(log_soft[2] + log_soft[3]) / 2, mean = 0;
    for (int i = 0; i < 6; i++) mean -= log_soft[i] / 6;
    expect_f32_array(ls_nll_loss(ls_log_softmax(logits, 1), labels), LS_SHAPE(), &nll, 1e-6f);
    expect_f32_array(ls_cross_entropy(logits, labels, NULL), LS_SHAPE(), &nll, 1e-6f);
    float smooth = 0.9f * nll + 0.1f * mean;
    expect_f32_array(ls_cross_entropy(logits, labels, &(ls_cross_entropy_options){.label_smoothing = 0.1}), LS_SHAPE(),
                     &smooth, 1e-6f);
    expect_f32(ls_mse_loss(f32s(LS_SHAPE(2, 2), 1, 2, 3, 4), f32s(LS_SHAPE(2, 2), 1, 1, 1, 1)), LS_SHAPE(), 3.5f);
}

static void random_numbers(void **state)
{
    enum { COUNT = 4096 };
    ls_manual_seed(0);
    float *a = read_bytes(ls_rand(LS_SHAPE(COUNT), LS_F32), LS_F32, LS_SHAPE(COUNT));
    ls_rng_state saved = ls_rng_get_state();
    float *b = read_bytes(ls_rand(LS_SHAPE(COUNT), LS_F32), LS_F32, LS_SHAPE(COUNT));
    ls_rng_set_state(saved);
    float *c = read_bytes(ls_rand(LS_SHAPE(COUNT), LS_F32), LS_F32, LS_SHAPE(COUNT));
    ls_manual_seed(0);
    ls_tensor both[2] = {ls_rand(LS_SHAPE(COUNT), LS_F32), ls_rand(LS_SHAPE(COUNT), LS_F32)}; /* one program */
    float *d = read_bytes(both[0], LS_F32, LS_SHAPE(COUNT)), *e = read_bytes(both[1], LS_F32, LS_SHAPE(COUNT));
    assert_memory_equal(b, c, sizeof(float) * COUNT);
    assert_memory_equal(a, d, sizeof(float) * COUNT); /* where the cuts are does not matter */
    assert_memory_equal(b, e, sizeof(float) * COUNT);
    assert_memory_not_equal(a, b, sizeof(float) * COUNT);
    double mean = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_true(a[i] >= 0 && a[i] < 1);
        mean += a[i] / COUNT;
    }
    assert_true(fabs(mean - 0.5) < 0.03);
    float *n = read_bytes(ls_randn(LS_SHAPE(COUNT), LS_F32), LS_F32, LS_SHAPE(COUNT));
    double sum = 0, squares = 0;
    for (int i = 0; i < COUNT; i++) sum += n[i], squares += (double)n[i] * n[i];
    assert_true(fabs(sum / COUNT) < 0.08 && fabs(squares / COUNT - 1) < 0.12);
    float *kept = read_bytes(ls_dropout(ls_ones(LS_SHAPE(COUNT), LS_F32), 0.25), LS_F32, LS_SHAPE(COUNT));
    int zeros = 0;
    for (int i = 0; i < COUNT; i++) {
        if (kept[i] == 0)
            zeros++;
        else
            assert_true(fabsf(kept[i] - 4.0f / 3) < 1e-6f);
    }
    assert_true(abs(zeros - COUNT / 4) < 150);
    expect_f32(ls_dropout(f32s(LS_SHAPE(2), 5, 6), 1), LS_SHAPE(2), 0, 0);
    free(a), free(b), free(c), free(d), free(e), free(n), free(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scoped_test(binary),         scoped_test(integers), scoped_test(comparisons),   scoped_test(unary),
        scoped_test(casts),          scoped_test(shapes),   scoped_test(reductions),    scoped_test(products),
        scoped_test(convolutions),   scoped_test(pooling),  scoped_test(normalisation), scoped_test(losses),
        scoped_test(random_numbers),
    };
    return cmocka_run_group_tests_name("ops", tests, NULL, NULL);
}
