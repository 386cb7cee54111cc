/* Batch normalisation of one type; included by batch_norm.c through each_type.h. Sums in double, so that their order
 * does not matter much. Arrays are outer × C × inner. */

static void NAME(statistics)(const batch_norm *b, const T *x, int64_t c, double *out_mean, double *out_variance)
{
    double sum = 0, squares = 0, count = (double)(b->outer * b->inner);
    for (int64_t o = 0; o < b->outer; o++) {
        const T *row = x + (o * b->features + c) * b->inner;
        for (int64_t i = 0; i < b->inner; i++) sum += LOAD(row[i]);
    }
    double mean = sum / count;
    for (int64_t o = 0; o < b->outer; o++) {
        const T *row = x + (o * b->features + c) * b->inner;
        for (int64_t i = 0; i < b->inner; i++) {
            double d = LOAD(row[i]) - mean;
            squares += d * d;
        }
    }
    *out_mean = mean;
    *out_variance = squares / count; /* biased */
}

/* y = (x − mean) / √(variance + ε) · scale + offset for feature c */
static void NAME(normalise)(const batch_norm *b, const T *x, T *y, int64_t c, C mean, C variance, C scale, C offset)
{
    C factor = (C)(1 / sqrt((double)variance + b->epsilon));
    for (int64_t o = 0; o < b->outer; o++) {
        int64_t row = (o * b->features + c) * b->inner;
        for (int64_t i = row; i < row + b->inner; i++) y[i] = STORE((LOAD(x[i]) - mean) * factor * scale + offset);
    }
}

/* Arguments: operand, scale, offset; output, mean, variance. */
static ls_status NAME(training)(const ls_cpu_call *call)
{
    const batch_norm *b = call->data;
    const T *x = (const T *)call->args[0], *scale = (const T *)call->args[1], *offset = (const T *)call->args[2];
    T *y = (T *)call->args[3], *means = (T *)call->args[4], *variances = (T *)call->args[5];
    for (int64_t c = 0; c < b->features; c++) {
        double mean, variance;
        NAME(statistics)(b, x, c, &mean, &variance);
        C s = LOAD(scale[c]), t = LOAD(offset[c]);
        means[c] = STORE((C)mean);
        variances[c] = STORE((C)variance);
        NAME(normalise)(b, x, y, c, (C)mean, (C)variance, s, t);
    }
    return LS_OK;
}

/* Arguments: operand, scale, offset, mean, variance; output. */
static ls_status NAME(inference)(const ls_cpu_call *call)
{
    const batch_norm *b = call->data;
    const T *scale = (const T *)call->args[1], *offset = (const T *)call->args[2];
    const T *mean = (const T *)call->args[3], *variance = (const T *)call->args[4];
    for (int64_t c = 0; c < b->features; c++) NAME(normalise)
    (b, (const T *)call->args[0], (T *)call->args[5], c, LOAD(mean[c]), LOAD(variance[c]), LOAD(scale[c]),
     LOAD(offset[c]));
    return LS_OK;
}

/* Arguments: operand, scale, mean, variance, gradient of the output; gradients of operand, scale, offset. With r =
 * 1/√(variance + ε) and n elements a feature: d offset = Σg, d scale = Σ g·(x − mean)·r, d x = scale·r/n · (n·g − Σg −
 * (x − mean)·r·d scale). */
static ls_status NAME(gradient)(const ls_cpu_call *call)
{
    const batch_norm *b = call->data;
    const T *x = (const T *)call->args[0], *scale = (const T *)call->args[1], *means = (const T *)call->args[2];
    const T *variances = (const T *)call->args[3], *g = (const T *)call->args[4];
    T *dx = (T *)call->args[5], *dscale = (T *)call->args[6], *doffset = (T *)call->args[7];
    double n = (double)(b->outer * b->inner);
    for (int64_t c = 0; c < b->features; c++) {
        double mean = LOAD(means[c]), r = 1 / sqrt((double)LOAD(variances[c]) + b->epsilon), s = LOAD(scale[c]);
        double sum = 0, products = 0;
        for (int64_t o = 0; o < b->outer; o++) {
            int64_t row = (o * b->features + c) * b->inner;
            for (int64_t i = row; i < row + b->inner; i++) {
                sum += LOAD(g[i]);
                products += LOAD(g[i]) * (LOAD(x[i]) - mean);
            }
        }
        products *= r;
        for (int64_t o = 0; o < b->outer; o++) {
            int64_t row = (o * b->features + c) * b->inner;
            for (int64_t i = row; i < row + b->inner; i++)
                dx[i] = STORE((C)(s * r / n * (n * LOAD(g[i]) - sum - (LOAD(x[i]) - mean) * r * products)));
        }
        dscale[c] = STORE((C)products);
        doffset[c] = STORE((C)sum);
    }
    return LS_OK;
}
