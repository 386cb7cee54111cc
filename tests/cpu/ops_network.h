/* Cases of products, convolutions, normalisation and random bits, for ops_test.c. */

static void check_dot_general(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        char text[1024];
        /* batch b = 2, m = 3, k = 4×2, n = 5: left [k0, b, m, k1], right [b, n, k1, k0] */
        ls_shape left = {4, {4, 2, 3, 2}}, right = {4, {2, 5, 2, 4}}, out = {3, {2, 3, 5}};
        uint64_t x[48], y[80], got[30], expected[30];
        fill_small(t, x, 48, 70);
        fill_small(t, y, 80, 71);
        const char *a = type_text(t, left), *b = type_text(t, right), *o = type_text(t, out);
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%y: %s) -> %s {\n%%z = stablehlo.dot_general %%x, %%y, batching_dims = [1] "
                 "x [0], contracting_dims = [0, 3] x [3, 2] : (%s, %s) -> %s\nreturn %%z : %s\n}",
                 a, b, o, a, b, o, o);
        run_text(text, (const void *[]){x, y}, (void *[]){got});
        for (int i = 0; i < 30; i++) {
            int batch = i / 15, m = i / 5 % 3, n = i % 5;
            total sum = {0};
            for (int p = 0; p < 4; p++) {
                for (int q = 0; q < 2; q++) {
                    int64_t l = ((p * 2 + batch) * 3 + m) * 2 + q, r = ((batch * 5 + n) * 2 + q) * 4 + p;
                    if (ls_dtype_is_float(t))
                        sum.f += get_float(t, x, l) * get_float(t, y, r);
                    else
                        sum.i = wrap(t, i_add(t, sum.i, i_multiply(t, get_int(t, x, l), get_int(t, y, r))));
                }
            }
            put_total(t, expected, i, &sum);
        }
        assert_arrays(t, got, expected, 30, 0, "dot_general");
    }
}

typedef struct conv_case {
    int64_t n, c, h, w, o, kh, kw; /* batch, features, size; output features, kernel */
    int64_t stride[2], pad[4], in_dilation[2], kernel_dilation[2];
    bool reverse[2];
    int64_t groups_in, groups_batch;
    bool channels_last;
} conv_case;

static int64_t out_size(const conv_case *c, int d)
{
    int64_t in = d ? c->w : c->h, k = d ? c->kw : c->kh;
    int64_t padded = (in - 1) * c->in_dilation[d] + 1 + c->pad[2 * d] + c->pad[2 * d + 1],
            window = (k - 1) * c->kernel_dilation[d] + 1;
    return padded < window ? 0 : (padded - window) / c->stride[d] + 1;
}

static void run_convolution(const conv_case *c, ls_dtype t)
{
    char text[2048];
    int64_t oh = out_size(c, 0), ow = out_size(c, 1), depth = c->c / c->groups_in, on = c->n / c->groups_batch;
    ls_shape in = c->channels_last ? LS_SHAPE(c->n, c->h, c->w, c->c) : LS_SHAPE(c->n, c->c, c->h, c->w);
    ls_shape kernel = c->channels_last ? LS_SHAPE(c->kh, c->kw, depth, c->o) : LS_SHAPE(c->o, depth, c->kh, c->kw);
    ls_shape out = c->channels_last ? LS_SHAPE(on, oh, ow, c->o) : LS_SHAPE(on, c->o, oh, ow);
    const char *numbers =
        c->channels_last ? "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]" : "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]";
    void *x = new_array(t, in), *y = new_array(t, kernel), *got = new_array(t, out), *expected = new_array(t, out);
    fill_small(t, x, ls_shape_count(in), 72);
    fill_small(t, y, ls_shape_count(kernel), 73);
    const char *a = type_text(t, in), *b = type_text(t, kernel), *o = type_text(t, out);
    snprintf(text, sizeof(text),
             "func.func @main(%%x: %s, %%y: %s) -> %s {\n%%z = stablehlo.convolution(%%x, %%y) dim_numbers = %s, "
             "window = {stride = [%d, %d], pad = [[%d, %d], [%d, %d]], "
             "lhs_dilate = [%d, %d], rhs_dilate = [%d, %d], reverse = [%s, %s]} {batch_group_count = %d : i64, "
             "feature_group_count = %d : i64} : (%s, %s) -> %s\nreturn %%z : %s\n}",
             a, b, o, numbers, (int)c->stride[0], (int)c->stride[1], (int)c->pad[0], (int)c->pad[1], (int)c->pad[2],
             (int)c->pad[3], (int)c->in_dilation[0], (int)c->in_dilation[1], (int)c->kernel_dilation[0],
             (int)c->kernel_dilation[1], c->reverse[0] ? "true" : "false", c->reverse[1] ? "true" : "false",
             (int)c->groups_batch, (int)c->groups_in, a, b, o, o);
    run_text(text, (const void *[]){x, y}, &got);
    int64_t i[LS_MAX_RANK] = {0};
    do {
        int64_t n = i[0], f = c->channels_last ? i[3] : i[1], p = c->channels_last ? i[1] : i[2],
                q = c->channels_last ? i[2] : i[3];
        total sum = {0};
        for (int64_t ci = 0; ci < depth; ci++) {
            for (int64_t r = 0; r < c->kh; r++) {
                for (int64_t s = 0; s < c->kw; s++) {
                    int64_t u =
                        p * c->stride[0] - c->pad[0] + (c->reverse[0] ? c->kh - 1 - r : r) * c->kernel_dilation[0];
                    int64_t v =
                        q * c->stride[1] - c->pad[2] + (c->reverse[1] ? c->kw - 1 - s : s) * c->kernel_dilation[1];
                    if (u < 0 || v < 0 || u % c->in_dilation[0] || v % c->in_dilation[1]) continue;
                    u /= c->in_dilation[0], v /= c->in_dilation[1];
                    if (u >= c->h || v >= c->w) continue;
                    int64_t image = n + f / (c->o / c->groups_batch) * on,
                            feature = ci + f / (c->o / c->groups_in) * depth;
                    if (c->groups_batch == 1) image = n;
                    int64_t l = c->channels_last ? ((image * c->h + u) * c->w + v) * c->c + feature
                                                 : ((image * c->c + feature) * c->h + u) * c->w + v;
                    int64_t k = c->channels_last ? ((r * c->kw + s) * depth + ci) * c->o + f
                                                 : ((f * depth + ci) * c->kh + r) * c->kw + s;
                    if (ls_dtype_is_float(t))
                        sum.f += get_float(t, x, l) * get_float(t, y, k);
                    else
                        sum.i = wrap(t, i_add(t, sum.i, i_multiply(t, get_int(t, x, l), get_int(t, y, k))));
                }
            }
        }
        put_total(t, expected, number_of(&out, i), &sum);
    } while (next_of(&out, i));
    assert_arrays(t, got, expected, ls_shape_count(out), 0, text);
    free(x), free(y), free(got), free(expected);
}

static void check_convolution(ls_ir_kind kind)
{
    static const conv_case cases[] = {
        {2, 3, 7, 6, 4, 3, 2, {1, 1}, {0, 0, 0, 0}, {1, 1}, {1, 1}, {false, false}, 1, 1, false},
        {2, 3, 7, 6, 4, 3, 2, {2, 3}, {1, 2, 0, 3}, {1, 1}, {2, 1}, {false, true}, 1, 1, true},
        {1, 2, 4, 5, 3, 2, 3, {1, 2}, {3, -1, -2, 4}, {2, 3}, {1, 2}, {true, true}, 1, 1, false},
        {2, 6, 5, 5, 9, 3, 3, {1, 1}, {1, 1, 1, 1}, {1, 1}, {1, 1}, {false, false}, 3, 1, true},
        {4, 3, 5, 4, 6, 2, 2, {1, 1}, {0, 1, 0, 0}, {1, 1}, {1, 1}, {false, false}, 1, 2, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (size_t k = 0; k < TYPE_COUNT; k++) run_convolution(&cases[i], all_types[k]);
}

/* x: 3×4×5, feature 1 */
enum { BN_OUTER = 3, BN_FEATURES = 4, BN_INNER = 5, BN_COUNT = 60, BN_EACH = 15 };
static int64_t bn_at(int c, int k)
{
    return (k / BN_INNER * BN_FEATURES + c) * BN_INNER + k % BN_INNER;
}
static double bn_mean(ls_dtype t, const void *x, int c)
{
    double sum = 0;
    for (int k = 0; k < BN_EACH; k++) sum += get_float(t, x, bn_at(c, k));
    return sum / BN_EACH;
}
static double bn_variance(ls_dtype t, const void *x, int c)
{
    double sum = 0, mean = bn_mean(t, x, c);
    for (int k = 0; k < BN_EACH; k++) sum += pow(get_float(t, x, bn_at(c, k)) - mean, 2);
    return sum / BN_EACH;
}

#define EACH_FLOAT(t)                                                                                                  \
    for (size_t t##_i = 0; t##_i < TYPE_COUNT; t##_i++)                                                                \
        for (ls_dtype t = all_types[t##_i]; ls_dtype_is_float(t); t = LS_DTYPE_INVALID)

static void check_batch_norm_training(ls_ir_kind kind)
{
    EACH_FLOAT(t)
    {
        char text[1024];
        uint64_t x[60], scale[4], offset[4], y[60], mean[4], variance[4];
        fill_small(t, x, 60, 80), fill_small(t, scale, 4, 81), fill_small(t, offset, 4, 82);
        const char *a = type_text(t, LS_SHAPE(3, 4, 5)), *b = type_text(t, LS_SHAPE(4));
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%s: %s, %%o: %s) -> (%s, %s, %s) {\n%%y, %%m, %%v = "
                 "\"stablehlo.batch_norm_training\"(%%x, %%s, %%o) <{epsilon = 1.0E-3 : f32, feature_index = 1 : i64}> "
                 ": (%s, %s, %s) -> (%s, %s, %s)\nreturn %%y, %%m, %%v : %s, %s, %s\n}",
                 a, b, b, a, b, b, a, b, b, a, b, b, a, b, b);
        run_text(text, (const void *[]){x, scale, offset}, (void *[]){y, mean, variance});
        for (int c = 0; c < 4; c++) {
            double m = bn_mean(t, x, c), v = bn_variance(t, x, c);
            assert_true(near(t, get_float(t, mean, c), m, 2) && near(t, get_float(t, variance, c), v, 2));
            for (int k = 0; k < BN_EACH; k++) {
                double e = (get_float(t, x, bn_at(c, k)) - m) / sqrt(v + (float)1e-3) * get_float(t, scale, c) +
                           get_float(t, offset, c);
                assert_true(fabs(get_float(t, y, bn_at(c, k)) - e) <= (t == LS_F64   ? 1e-12
                                                                       : t == LS_F32 ? 1e-5
                                                                                     : 0.06));
            }
        }
    }
}

static void check_batch_norm_inference(ls_ir_kind kind)
{
    EACH_FLOAT(t)
    {
        char text[1024];
        uint64_t x[60], p[4][4], y[60];
        fill_small(t, x, 60, 83);
        for (int i = 0; i < 4; i++) fill_small(t, p[i], 4, 84 + (uint64_t)i);
        for (int i = 0; i < 4; i++) put_float(t, p[3], i, 1 + i);
        const char *a = type_text(t, LS_SHAPE(3, 4, 5)), *b = type_text(t, LS_SHAPE(4));
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%s: %s, %%o: %s, %%m: %s, %%v: %s) -> %s {\n%%y = "
                 "\"stablehlo.batch_norm_inference\"(%%x, %%s, %%o, %%m, %%v) <{epsilon = 1.0E-3 : f32, feature_index "
                 "= 1 : i64}> : (%s, %s, %s, %s, %s) -> %s\nreturn %%y : %s\n}",
                 a, b, b, b, b, a, a, b, b, b, b, a, a);
        run_text(text, (const void *[]){x, p[0], p[1], p[2], p[3]}, (void *[]){y});
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < BN_EACH; k++) {
                double e = (get_float(t, x, bn_at(c, k)) - get_float(t, p[2], c)) /
                               sqrt(get_float(t, p[3], c) + (float)1e-3) * get_float(t, p[0], c) +
                           get_float(t, p[1], c);
                assert_true(fabs(get_float(t, y, bn_at(c, k)) - e) <= (t == LS_F64 ? 1e-12 : t == LS_F32 ? 1e-5 : 0.3));
            }
    }
}

static void check_batch_norm_grad(ls_ir_kind kind)
{
    EACH_FLOAT(t)
    {
        char text[1024];
        uint64_t x[60], scale[4], mean[4], variance[4], g[60], dx[60], ds[4], d_o[4];
        fill_small(t, x, 60, 90), fill_small(t, scale, 4, 91), fill_small(t, g, 60, 92);
        for (int c = 0; c < 4; c++)
            put_float(t, mean, c, bn_mean(t, x, c)), put_float(t, variance, c, bn_variance(t, x, c));
        const char *a = type_text(t, LS_SHAPE(3, 4, 5)), *b = type_text(t, LS_SHAPE(4));
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%s: %s, %%m: %s, %%v: %s, %%g: %s) -> (%s, %s, %s) {\n%%y, %%p, %%q = "
                 "\"stablehlo.batch_norm_grad\"(%%x, %%s, %%m, %%v, %%g) <{epsilon = 1.0E-3 : f32, feature_index = 1 : "
                 "i64}> : (%s, %s, %s, %s, %s) -> (%s, %s, %s)\nreturn %%y, %%p, %%q : %s, %s, %s\n}",
                 a, b, b, b, a, a, b, b, a, b, b, b, a, a, b, b, a, b, b);
        run_text(text, (const void *[]){x, scale, mean, variance, g}, (void *[]){dx, ds, d_o});
        double tolerance = t == LS_F64 ? 1e-11 : t == LS_F32 ? 1e-4 : 0.2;
        for (int c = 0; c < 4; c++) {
            /* By the chain rule through mean and variance, one term at a time. */
            double m = get_float(t, mean, c), v = get_float(t, variance, c) + (float)1e-3, r = 1 / sqrt(v),
                   s = get_float(t, scale, c);
            double sum_g = 0, d_variance = 0, sum_gx = 0;
            for (int k = 0; k < BN_EACH; k++) {
                double gk = get_float(t, g, bn_at(c, k)), d = get_float(t, x, bn_at(c, k)) - m;
                sum_g += gk;
                sum_gx += gk * d * r;
                d_variance += gk * s * d * -0.5 * r * r * r;
            }
            double d_mean = -s * r * sum_g;
            assert_true(fabs(get_float(t, ds, c) - sum_gx) <= tolerance * 4 &&
                        fabs(get_float(t, d_o, c) - sum_g) <= tolerance);
            for (int k = 0; k < BN_EACH; k++) {
                double gk = get_float(t, g, bn_at(c, k)), d = get_float(t, x, bn_at(c, k)) - m;
                double e = gk * s * r + d_variance * 2 * d / BN_EACH + d_mean / BN_EACH;
                assert_true(fabs(get_float(t, dx, bn_at(c, k)) - e) <= tolerance);
            }
        }
    }
}

/* Known answers of Random123 (kat_vectors): zeros, ones, and π's digits. */
static void check_rng_bit_generator(ls_ir_kind kind)
{
    uint64_t state[3] = {0}, left[3];
    uint32_t bits[4];
    const char *three = "func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>) {\n%t, %b = "
                        "stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, "
                        "tensor<2xui32>)\nreturn %t, %b : tensor<2xui64>, tensor<2xui32>\n}";
    run_text(three, (const void *[]){state}, (void *[]){left, bits});
    assert_int_equal(bits[0], 0x6b200159);
    assert_int_equal(bits[1], 0x99ba4efe);
    assert_true(left[0] == 0 && left[1] == 1);
    state[0] = 0x0370734413198a2eull, state[1] = 0x85a308d3243f6a88ull;
    run_text(three, (const void *[]){state}, (void *[]){left, bits});
    assert_int_equal(bits[0], 0xc4923a9c);
    assert_int_equal(bits[1], 0x483df7a0);
    assert_true(left[0] == state[0] && left[1] == state[1] + 1);

    const char *philox = "func.func @main(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>) {\n%t, %b = "
                         "stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, "
                         "tensor<4xui32>)\nreturn %t, %b : tensor<3xui64>, tensor<4xui32>\n}";
    memset(state, 0, sizeof(state));
    run_text(philox, (const void *[]){state}, (void *[]){left, bits});
    assert_memory_equal(bits, ((uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}), 16);
    assert_true(left[1] == 1 && left[2] == 0);
    memset(state, 0xFF, sizeof(state));
    run_text(philox, (const void *[]){state}, (void *[]){left, bits});
    assert_memory_equal(bits, ((uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}), 16);
    assert_true(left[0] == state[0] && left[1] == 0 && left[2] == 0);

    /* Every width: the low bits of the 32-bit stream; 64-bit: pairs of words. An odd length loses the last word. */
    uint64_t s[2] = {12345, 678};
    uint32_t w32[7];
    uint16_t w16[7];
    uint8_t w8[7];
    uint64_t w64[3];
    for (int algorithm = 0; algorithm < 2; algorithm++) {
        const char *name = algorithm ? "PHILOX" : "THREE_FRY";
        static const struct {
            const char *type;
            int n;
        } forms[] = {{"7xui32", 7}, {"7xui16", 7}, {"7xui8", 7}, {"3xui64", 3}};
        void *outs[] = {w32, w16, w8, w64};
        for (int f = 0; f < 4; f++) {
            char text[512];
            snprintf(text, sizeof(text),
                     "func.func @main(%%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<%s>) {\n%%t, %%b = "
                     "stablehlo.rng_bit_generator %%s, algorithm = %s : (tensor<2xui64>) -> (tensor<2xui64>, "
                     "tensor<%s>)\nreturn %%t, %%b : tensor<2xui64>, tensor<%s>\n}",
                     forms[f].type, name, forms[f].type, forms[f].type);
            run_text(text, (const void *[]){s}, (void *[]){left, outs[f]});
            assert_true(left[0] == s[0]);
            uint64_t used = algorithm ? 2 : f == 3 ? 3 : 4;
            assert_true(left[1] == s[1] + used);
        }
        for (int i = 0; i < 7; i++) {
            assert_int_equal(w16[i], (uint16_t)w32[i]);
            assert_int_equal(w8[i], (uint8_t)w32[i]);
        }
        for (int i = 0; i < 3; i++) assert_true(w64[i] == (w32[2 * i] | (uint64_t)w32[2 * i + 1] << 32));
    }
}
