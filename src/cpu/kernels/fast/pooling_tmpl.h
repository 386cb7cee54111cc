/* Windows over [in0, in1, in2, inner]: maximum, sum, and the gradient of the maximum. */

/* A window as the list of its elements: offsets from `base` in the order of the window, those outside left out. */
typedef struct elements {
    int64_t base, offsets[LS_WINDOW_ELEMENTS];
    int count;
    bool inside; /* whole: the list holds for every whole window */
} elements;

static inline bool list_elements(const ls_window *w, const int64_t *o, elements *list)
{
    int64_t from[3], to[3], at[3];
    bool inside = true;
    for (int d = 0; d < 3; d++) {
        at[d] = o[d] * w->stride[d] - w->pad_low[d];
        from[d] = at[d] < 0 ? -at[d] : 0;
        to[d] = at[d] + w->size[d] < w->in[d] ? w->size[d] : w->in[d] - at[d];
        inside &= from[d] == 0 && to[d] == w->size[d];
    }
    list->base = ((at[0] * w->in[1] + at[1]) * w->in[2] + at[2]) * w->inner;
    if (inside && list->inside) return true;
    list->inside = inside;
    list->count = 0;
    for (int64_t a = from[0]; a < to[0]; a++)
        for (int64_t b = from[1]; b < to[1]; b++)
            for (int64_t c = from[2]; c < to[2]; c++)
                list->offsets[list->count++] = ((a * w->in[1] + b) * w->in[2] + c) * w->inner;
    return list->count > 0;
}

#define FOR_EACH_WINDOW(w, o)                                                                                \
    for (o[0] = 0; o[0] < (w)->out[0]; o[0]++)                                                               \
        for (o[1] = 0; o[1] < (w)->out[1]; o[1]++)                                                           \
            for (o[2] = 0; o[2] < (w)->out[2]; o[2]++)

/* Inner elements go in vectors: the last ones of a row in a vector with some lanes off where the processor has that, else one
 * by one. `left` counts the elements from here to the end of the row. */
typedef float floats __attribute__((vector_size(VECTOR_WIDTH * 4), aligned(4)));
typedef int32_t ints __attribute__((vector_size(VECTOR_WIDTH * 4), aligned(4)));

#ifdef VECTOR_MASKED
#define FITS_VECTOR(left) ((left) > 0)
#define REST_OF_VECTORS(count) 0
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

#define POOL(name, combine_vector, combine)                                                                  \
    static void name(const ls_window *w, const float *x, float init, float *out)                             \
    {                                                                                                        \
        int64_t o[3], inner = w->inner;                                                                      \
        elements list = {.inside = false};                                                                   \
        FOR_EACH_WINDOW (w, o) {                                                                             \
            int count = list_elements(w, o, &list) ? list.count : 0;                                         \
            const float *from = x + list.base;                                                               \
            int64_t k = 0;                                                                                   \
            for (; FITS_VECTOR(inner - k); k += VECTOR_WIDTH) {                                              \
                floats a = init - (floats){0};                                                               \
                for (int i = 0; i < count; i++) {                                                            \
                    floats e = load(from + list.offsets[i] + k, inner - k);                                  \
                    a = combine_vector;                                                                      \
                }                                                                                            \
                store(out + k, a, inner - k);                                                                \
            }                                                                                                \
            for (; k < inner; k++) {                                                                         \
                float a = init;                                                                              \
                for (int i = 0; i < count; i++) {                                                            \
                    float e = from[list.offsets[i] + k];                                                     \
                    a = combine;                                                                             \
                }                                                                                            \
                out[k] = a;                                                                                  \
            }                                                                                                \
            out += inner;                                                                                    \
        }                                                                                                    \
    }

POOL(max_pool, pick((ints)(a >= e) | (ints)(a != a), a, e), a >= e || a != a ? a : e)
POOL(sum_pool, a + e, a + e)

/* `apart`: no element is in two windows, so that what lies in `out` need not be read. */
static inline void grad_vector(const elements *list, bool apart, const float *x, const float *g, float init, float *out, int64_t left)
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
    int64_t o[3], inner = w->inner, size = w->in[0] * w->in[1] * w->in[2] * inner;
    bool apart = true, covered = true; /* covered: every element is in a window, if they are apart */
    elements list = {.inside = false};
    for (int d = 0; d < 3; d++) {
        apart &= w->stride[d] >= w->size[d];
        covered &= w->stride[d] <= w->size[d] && w->pad_low[d] >= 0 && w->out[d] * w->stride[d] - w->pad_low[d] >= w->in[d];
    }
    for (int64_t i = 0; i < size && !(apart && covered && REST_OF_VECTORS(inner) == 0); i++) out[i] = init;
    FOR_EACH_WINDOW (w, o) {
        int64_t k = 0;
        if (list_elements(w, o, &list)) {
            for (; FITS_VECTOR(inner - k); k += VECTOR_WIDTH)
                grad_vector(&list, apart, x + list.base + k, g + k, init, out + list.base + k, inner - k);
            for (; k < inner; k++) grad_element(&list, x + list.base + k, g[k], out + list.base + k);
        }
        g += inner;
    }
}
