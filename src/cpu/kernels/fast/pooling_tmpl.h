/* Windows over [in0, in1, in2, inner]: maximum, sum, and the gradient of the maximum. */

/* What the windows of one row have in common: where they start, and the part of them inside the operand. */
typedef struct window_row {
    int64_t from[2], to[2], base;
    bool inside;
} window_row;

static inline window_row start_row(const ls_window *w, int64_t o0, int64_t o1)
{
    const int64_t o[2] = {o0, o1};
    window_row r = {.inside = true};
    for (int d = 0; d < 2; d++) {
        int64_t at = o[d] * w->stride[d] - w->pad_low[d];
        r.from[d] = at < 0 ? -at : 0;
        r.to[d] = at + w->size[d] < w->in[d] ? w->size[d] : w->in[d] - at;
        r.inside &= r.from[d] == 0 && r.to[d] == w->size[d];
        r.base = r.base * w->in[d] + at;
    }
    r.base *= w->in[2] * w->inner;
    return r;
}

/* A window as the list of its elements: offsets from `base` in the order of the window, those outside left out. */
typedef struct elements {
    int64_t base, offsets[LS_WINDOW_ELEMENTS];
    int count;
    bool inside; /* whole: the list holds for every whole window */
} elements;

/* False if the window has no element. */
static inline bool list_elements(const ls_window *w, const window_row *r, int64_t o2, elements *list)
{
    int64_t at = o2 * w->stride[2] - w->pad_low[2];
    bool inside = r->inside && at >= 0 && at + w->size[2] <= w->in[2];
    list->base = r->base + at * w->inner;
    if (inside && list->inside) return true;
    list->inside = inside;
    list->count = 0;
    int64_t to = at + w->size[2] < w->in[2] ? w->size[2] : w->in[2] - at;
    for (int64_t a = r->from[0]; a < r->to[0]; a++)
        for (int64_t b = r->from[1]; b < r->to[1]; b++)
            for (int64_t c = at < 0 ? -at : 0; c < to; c++)
                list->offsets[list->count++] = ((a * w->in[1] + b) * w->in[2] + c) * w->inner;
    return list->count > 0;
}

/* Inner elements go in vectors: the last ones of a row in a vector with some lanes off where the processor has that,
 * else one by one. `left` counts the elements from here to the end of the row. */
typedef float floats __attribute__((vector_size(VECTOR_WIDTH * 4), aligned(4)));
typedef int32_t ints __attribute__((vector_size(VECTOR_WIDTH * 4), aligned(4)));

#ifdef VECTOR_MASKED
#define FITS_VECTOR(left) ((left) > 3) /* fewer are quicker one by one */
#define REST_OF_VECTORS(count) ((count) % VECTOR_WIDTH > 3 ? 0 : (count) % VECTOR_WIDTH)
static inline __mmask16 lanes(int64_t left)
{
    return left >= VECTOR_WIDTH ? 0xFFFF : (__mmask16)((1u << left) - 1);
}

static inline floats load(const float *from, int64_t left)
{
    return (floats)_mm512_maskz_loadu_ps(lanes(left), from);
}

static inline void store(float *to, floats value, int64_t left)
{
    _mm512_mask_storeu_ps(to, lanes(left), (__m512)value);
}
#else
#define FITS_VECTOR(left) ((left) >= VECTOR_WIDTH)
#define REST_OF_VECTORS(count) ((count) % VECTOR_WIDTH)
static inline floats load(const float *from, int64_t left)
{
    (void)left;
    return *(const floats *)from;
}

static inline void store(float *to, floats value, int64_t left)
{
    (void)left;
    *(floats *)to = value;
}
#endif

static inline floats pick(ints mask, floats a, floats b)
{
    return (floats)(((ints)a & mask) | ((ints)b & ~mask));
}

#define POOL(name, combine_vector, combine)                                                                            \
    static inline void name##_window(const elements *list, int count, const float *x, float init, int64_t inner,       \
                                     float *out)                                                                       \
    {                                                                                                                  \
        int64_t k = 0;                                                                                                 \
        for (; FITS_VECTOR(inner - k); k += VECTOR_WIDTH) {                                                            \
            floats a = init - (floats){0};                                                                             \
            for (int i = 0; i < count; i++) {                                                                          \
                floats e = load(x + list->offsets[i] + k, inner - k);                                                  \
                a = combine_vector;                                                                                    \
            }                                                                                                          \
            store(out + k, a, inner - k);                                                                              \
        }                                                                                                              \
        for (; k < inner; k++) {                                                                                       \
            float a = init;                                                                                            \
            for (int i = 0; i < count; i++) {                                                                          \
                float e = x[list->offsets[i] + k];                                                                     \
                a = combine;                                                                                           \
            }                                                                                                          \
            out[k] = a;                                                                                                \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void name(const ls_window *w, const float *x, float init, float *out)                                       \
    {                                                                                                                  \
        elements list = {.inside = false};                                                                             \
        for (int64_t row = 0; row < w->out[0] * w->out[1]; row++) {                                                    \
            window_row r = start_row(w, row / w->out[1], row % w->out[1]);                                             \
            for (int64_t o = 0; o < w->out[2]; o++, out += w->inner) {                                                 \
                int count = list_elements(w, &r, o, &list) ? list.count : 0;                                           \
                name##_window(&list, count, x + list.base, init, w->inner, out);                                       \
            }                                                                                                          \
        }                                                                                                              \
    }

POOL(max_pool, pick((ints)(a >= e) | (ints)(a != a), a, e), a >= e || a != a ? a : e)
POOL(sum_pool, a + e, a + e)

/* `apart`: no element is in two windows, so that what lies in `out` need not be read. */
static inline void grad_vector(const elements *list, bool apart, const float *x, const float *g, float init, float *out,
                               int64_t left)
{
    floats best = load(x + list->offsets[0], left), gradient = load(g, left);
    ints winner = {0};
    for (int i = 1; i < list->count; i++) {
        floats e = load(x + list->offsets[i], left);
        ints keep = (ints)(best >= e);
        winner = (winner & keep) | (i & ~keep);
        best = pick(keep, best, e);
    }
    for (int i = 0; i < list->count; i++) {
        float *e = out + list->offsets[i];
        floats before = apart ? init - (floats){0} : load(e, left);
        store(e, before + (floats)((ints)gradient & (ints)(winner == i)), left);
    }
}

static inline void grad_element(const elements *list, const float *x, float g, float *out)
{
    int64_t winner = list->offsets[0];
    float best = x[winner];
    for (int i = 1; i < list->count; i++) {
        float e = x[list->offsets[i]];
        bool keep = best >= e;
        winner = keep ? winner : list->offsets[i];
        best = keep ? best : e;
    }
    out[winner] += g;
}

static void max_pool_grad(const ls_window *w, const float *x, const float *g, float init, float *out)
{
    int64_t inner = w->inner, size = w->in[0] * w->in[1] * w->in[2] * inner;
    bool apart = true, covered = true; /* covered: every element is in a window, if they are apart */
    elements list = {.inside = false};
    for (int d = 0; d < 3; d++) {
        apart &= w->stride[d] >= w->size[d];
        covered &=
            w->stride[d] <= w->size[d] && w->pad_low[d] >= 0 && w->out[d] * w->stride[d] - w->pad_low[d] >= w->in[d];
    }
    for (int64_t i = 0; i < size && !(apart && covered && REST_OF_VECTORS(inner) == 0); i++) out[i] = init;
    for (int64_t row = 0; row < w->out[0] * w->out[1]; row++) {
        window_row r = start_row(w, row / w->out[1], row % w->out[1]);
        for (int64_t o = 0; o < w->out[2]; o++, g += inner) {
            int64_t k = 0;
            if (!list_elements(w, &r, o, &list)) continue;
            for (; FITS_VECTOR(inner - k); k += VECTOR_WIDTH)
                grad_vector(&list, apart, x + list.base + k, g + k, init, out + list.base + k, inner - k);
            for (; k < inner; k++) grad_element(&list, x + list.base + k, g[k], out + list.base + k);
        }
    }
}
