/* Sums over rows and columns, and the loops of batch normalisation. */

enum { LANES = 64, CHUNK = 4096 }; /* partial sums of a row; elements until they go into the double */

/* What the sums add up: one or two terms per element x (and g), for the mean (or a value near it) m, the factor f and
 * the offset o of its column. */
#define TERM_X(x, g, m, f, o) (x)
#define TERM_G(x, g, m, f, o) (g)
#define TERM_DEVIATION(x, g, m, f, o) ((x) - (m))
#define TERM_SQUARE(x, g, m, f, o) (((x) - (m)) * ((x) - (m)))
#define TERM_PRODUCT(x, g, m, f, o) ((g) * ((x) - (m)))
#define TERM_RECTIFIED(x, g, m, f, o) (((x) - (m)) * (f) + (o) <= 0 ? 0.0f : (g))
#define TERM_RECTIFIED_PRODUCT(x, g, m, f, o) (TERM_RECTIFIED(x, g, m, f, o) * ((x) - (m)))
#define TERM_NOTHING(x, g, m, f, o) 0.0f

/* --- Sums of a row --- */

static inline float fold(float *lanes)
{
    for (int width = LANES / 2; width > 0; width /= 2)
        for (int k = 0; k < width; k++) lanes[k] += lanes[k + width];
    return lanes[0];
}

#define ROW_SUM(name, first, second)                                                                                   \
    static void name(const float *x, const float *g, float m, float f, float o, int64_t n, double *out_first,          \
                     double *out_second)                                                                               \
    {                                                                                                                  \
        (void)g, (void)m, (void)f, (void)o;                                                                            \
        for (int64_t at = 0; at < n; at += CHUNK) {                                                                    \
            int64_t end = at + CHUNK < n ? at + CHUNK : n, i = at;                                                     \
            float a[LANES] = {0}, b[LANES] = {0};                                                                      \
            for (; i + LANES <= end; i += LANES)                                                                       \
                for (int k = 0; k < LANES; k++) {                                                                      \
                    a[k] += first(x[i + k], g[i + k], m, f, o);                                                        \
                    b[k] += second(x[i + k], g[i + k], m, f, o);                                                       \
                }                                                                                                      \
            for (int k = 0; i + k < end; k++) {                                                                        \
                a[k] += first(x[i + k], g[i + k], m, f, o);                                                            \
                b[k] += second(x[i + k], g[i + k], m, f, o);                                                           \
            }                                                                                                          \
            *out_first += fold(a);                                                                                     \
            *out_second += fold(b);                                                                                    \
        }                                                                                                              \
    }

ROW_SUM(row_sums_x, TERM_X, TERM_NOTHING)
ROW_SUM(row_sums_moments, TERM_DEVIATION, TERM_SQUARE)
ROW_SUM(row_sums_gradient, TERM_G, TERM_PRODUCT)
ROW_SUM(row_sums_rectified, TERM_RECTIFIED, TERM_RECTIFIED_PRODUCT)

static float row_max(const float *x, int64_t n)
{
    enum { WIDTH = 32 };
    float lanes[WIDTH], best = x[0];
    for (int k = 0; k < WIDTH; k++) lanes[k] = best;
    int64_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH)
        for (int k = 0; k < WIDTH; k++) lanes[k] = x[i + k] > lanes[k] || x[i + k] != x[i + k] ? x[i + k] : lanes[k];
    for (; i < n; i++) best = x[i] > best || x[i] != x[i] ? x[i] : best;
    for (int k = 0; k < WIDTH; k++) best = lanes[k] > best || lanes[k] != lanes[k] ? lanes[k] : best;
    return best;
}

/* --- Sums of columns --- */

/* Rows in a period: enough for whole vectors without a rest, where that fits. */
static int64_t period_rows(int64_t columns)
{
    int64_t rows = 1;
    while (rows < 16 && rows * columns % 16 != 0) rows *= 2;
    while (rows > 1 && rows * columns > LS_VECTOR_PERIOD) rows /= 2;
    /* Short periods cost more in loop overhead than they add. */
    while (rows * columns < 64) rows *= 2;
    return rows;
}

static void repeat(const float *from, int64_t columns, int64_t period, float *out)
{
    for (int64_t i = 0; i < period; i += columns) memcpy(out + i, from, (size_t)columns * sizeof(float));
}

enum { PIECE = 128 }; /* columns until the next rows are asked for */

/* Rows are read four at a time: as four streams, of which the processor foresees nothing where they share a page. Two
 * arrays at once may stand in each other's way in the first cache. */
#define FETCH(from, count, level)                                                                                      \
    for (int64_t i = 0; i < (count); i += 16) __builtin_prefetch((from) + i, 0, level)

#define ADD_FOUR(to, term)                                                                                             \
    to[j] += (term(x1[j], g1[j], m[j], f[j], o[j]) + term(x2[j], g2[j], m[j], f[j], o[j])) +                           \
             (term(x3[j], g3[j], m[j], f[j], o[j]) + term(x4[j], g4[j], m[j], f[j], o[j]))

#define COLUMN_SUM(name, first, second, has_mean, has_factor, has_second, uses_g)                                      \
    static void name(const float *x, const float *g, const ls_vector_columns *each, int64_t rows, int64_t columns,     \
                     int64_t stride, double *out_first, double *out_second)                                            \
    {                                                                                                                  \
        int64_t step = columns == stride ? period_rows(columns) : 1, period = step * columns;                          \
        float a[LS_VECTOR_PERIOD], b[LS_VECTOR_PERIOD], m[LS_VECTOR_PERIOD], f[LS_VECTOR_PERIOD], o[LS_VECTOR_PERIOD]; \
        if (has_mean) repeat(each->mean, columns, period, m);                                                          \
        if (has_factor) repeat(each->factor, columns, period, f), repeat(each->offset, columns, period, o);            \
        for (int64_t row = 0; row < rows;) {                                                                           \
            memset(a, 0, (size_t)period * sizeof(float));                                                              \
            if (has_second) memset(b, 0, (size_t)period * sizeof(float));                                              \
            int64_t last = row + 128 * step < rows ? row + 128 * step : rows, next = step * stride;                    \
            for (; row + 4 * step <= last; row += 4 * step) {                                                          \
                const float *x1 = x + row * stride, *x2 = x1 + next, *x3 = x2 + next, *x4 = x3 + next;                 \
                const float *g1 = g + row * stride, *g2 = g1 + next, *g3 = g2 + next, *g4 = g3 + next;                 \
                (void)g1, (void)g2, (void)g3, (void)g4;                                                                \
                for (int64_t from = 0; from < period; from += PIECE) {                                                 \
                    int64_t to = period - from < PIECE ? period : from + PIECE;                                        \
                    if (period > 64 && !uses_g) FETCH(x1 + 4 * (next + from), 4 * (to - from), 3);                     \
                    if (period > 64 && period <= 512 && uses_g) {                                                      \
                        FETCH(x1 + 4 * (next + from), 4 * (to - from), 2);                                             \
                        FETCH(g1 + 4 * (next + from), 4 * (to - from), 2);                                             \
                    }                                                                                                  \
                    INDEPENDENT for (int64_t j = from; j < to; j++)                                                    \
                    {                                                                                                  \
                        ADD_FOUR(a, first);                                                                            \
                        if (has_second) ADD_FOUR(b, second);                                                           \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
            while (row < last) {                                                                                       \
                int64_t count = last - row < step ? last - row : step;                                                 \
                const float *x1 = x + row * stride, *g1 = g + row * stride;                                            \
                (void)g1;                                                                                              \
                INDEPENDENT for (int64_t j = 0; j < count * columns; j++)                                              \
                {                                                                                                      \
                    a[j] += first(x1[j], g1[j], m[j], f[j], o[j]);                                                     \
                    if (has_second) b[j] += second(x1[j], g1[j], m[j], f[j], o[j]);                                    \
                }                                                                                                      \
                row += count;                                                                                          \
            }                                                                                                          \
            for (int64_t i = 0; i < period; i += columns) INDEPENDENT for (int64_t c = 0; c < columns; c++)            \
                {                                                                                                      \
                    out_first[c] += a[i + c];                                                                          \
                    if (has_second) out_second[c] += b[i + c];                                                         \
                }                                                                                                      \
        }                                                                                                              \
    }

COLUMN_SUM(column_sums_x, TERM_X, TERM_NOTHING, false, false, false, false)
COLUMN_SUM(column_sums_moments, TERM_DEVIATION, TERM_SQUARE, true, false, true, false)
COLUMN_SUM(column_sums_gradient, TERM_G, TERM_PRODUCT, true, false, true, true)
COLUMN_SUM(column_sums_rectified, TERM_RECTIFIED, TERM_RECTIFIED_PRODUCT, true, true, true, true)

/* --- Batch normalisation --- */

#define RECTIFY(y) ((y) >= 0 || (y) != (y) ? (y) : 0.0f) /* as maximum(y, 0): NaN stays, and so does −0 */
#define KEEP(y) (y)
#define ADD_NOTHING(y, i) (y)
#define ADD_TO(y, i) ((y) + add[i])

#define NORMALISE(name, plus, finish)                                                                                  \
    static void name(const float *x, const float *add, const ls_vector_columns *each, int64_t n, int64_t columns,      \
                     float *out)                                                                                       \
    {                                                                                                                  \
        int64_t period = period_rows(columns) * columns;                                                               \
        float m[LS_VECTOR_PERIOD], f[LS_VECTOR_PERIOD], o[LS_VECTOR_PERIOD];                                           \
        (void)add;                                                                                                     \
        repeat(each->mean, columns, period, m);                                                                        \
        repeat(each->factor, columns, period, f);                                                                      \
        repeat(each->offset, columns, period, o);                                                                      \
        for (int64_t at = 0; at < n; at += period) {                                                                   \
            int64_t count = n - at < period ? n - at : period;                                                         \
            INDEPENDENT for (int64_t j = 0; j < count; j++)                                                            \
            {                                                                                                          \
                float y = plus((x[at + j] - m[j]) * f[j] + o[j], at + j);                                              \
                out[at + j] = finish(y);                                                                               \
            }                                                                                                          \
        }                                                                                                              \
    }

NORMALISE(normalise, ADD_NOTHING, KEEP)
NORMALISE(normalise_add, ADD_TO, KEEP)
NORMALISE(normalise_rectify, ADD_NOTHING, RECTIFY)
NORMALISE(normalise_add_rectify, ADD_TO, RECTIFY)

#define NORMALISE_GRAD(name, term, has_offset)                                                                         \
    static void name(const float *x, const float *g, const ls_vector_columns *each, int64_t n, int64_t columns,        \
                     float *out)                                                                                       \
    {                                                                                                                  \
        int64_t period = period_rows(columns) * columns;                                                               \
        float m[LS_VECTOR_PERIOD], h[LS_VECTOR_PERIOD], s[LS_VECTOR_PERIOD], f[LS_VECTOR_PERIOD], o[LS_VECTOR_PERIOD]; \
        repeat(each->mean, columns, period, m);                                                                        \
        repeat(each->shift, columns, period, h);                                                                       \
        repeat(each->slope, columns, period, s);                                                                       \
        repeat(each->factor, columns, period, f);                                                                      \
        if (has_offset) repeat(each->offset, columns, period, o);                                                      \
        for (int64_t at = 0; at < n; at += period) {                                                                   \
            int64_t count = n - at < period ? n - at : period;                                                         \
            INDEPENDENT for (int64_t j = 0; j < count; j++)                                                            \
            {                                                                                                          \
                float v = x[at + j], w = term(v, g[at + j], m[j], f[j], o[j]);                                         \
                out[at + j] = (w - h[j] - (v - m[j]) * s[j]) * f[j];                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }

NORMALISE_GRAD(normalise_grad, TERM_G, false)
NORMALISE_GRAD(normalise_grad_rectified, TERM_RECTIFIED, true)
