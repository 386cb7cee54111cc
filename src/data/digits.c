/* Digits drawn as strokes: each digit is a few polylines in the unit square, bent by a random affine map and a smooth
 * wave, drawn with a pen of random thickness, then blurred by anti-aliasing and sprinkled with noise. */
#include <math.h>

#include "data/dataset.h"

#define SIDE 28
#define MAX_POINTS 16

typedef struct point {
    float x, y; /* 0..1, y downwards */
} point;

typedef struct stroke {
    int count;
    point points[MAX_POINTS];
} stroke;

static const struct glyph {
    int count;
    stroke strokes[3];
} glyphs[10] = {
    {1,
     {{13,
       {{.5f, .1f},
        {.33f, .16f},
        {.22f, .3f},
        {.18f, .5f},
        {.22f, .7f},
        {.33f, .84f},
        {.5f, .9f},
        {.67f, .84f},
        {.78f, .7f},
        {.82f, .5f},
        {.78f, .3f},
        {.67f, .16f},
        {.5f, .1f}}}}},
    {1, {{3, {{.36f, .26f}, {.54f, .1f}, {.54f, .9f}}}}},
    {1,
     {{9,
       {{.22f, .28f},
        {.32f, .14f},
        {.5f, .1f},
        {.7f, .16f},
        {.77f, .3f},
        {.68f, .48f},
        {.44f, .7f},
        {.2f, .9f},
        {.82f, .9f}}}}},
    {1,
     {{12,
       {{.24f, .18f},
        {.42f, .1f},
        {.62f, .12f},
        {.74f, .24f},
        {.68f, .4f},
        {.46f, .48f},
        {.68f, .54f},
        {.78f, .68f},
        {.7f, .84f},
        {.52f, .9f},
        {.34f, .88f},
        {.2f, .78f}}}}},
    {2, {{3, {{.62f, .1f}, {.18f, .62f}, {.84f, .62f}}}, {2, {{.64f, .38f}, {.64f, .92f}}}}},
    {2,
     {{9,
       {{.3f, .12f},
        {.26f, .46f},
        {.46f, .4f},
        {.66f, .45f},
        {.77f, .6f},
        {.73f, .77f},
        {.58f, .88f},
        {.38f, .9f},
        {.22f, .8f}}},
      {2, {{.3f, .12f}, {.76f, .12f}}}}},
    {1,
     {{13,
       {{.68f, .12f},
        {.48f, .2f},
        {.32f, .38f},
        {.24f, .6f},
        {.3f, .8f},
        {.46f, .9f},
        {.64f, .87f},
        {.75f, .74f},
        {.72f, .58f},
        {.58f, .5f},
        {.42f, .52f},
        {.3f, .62f},
        {.26f, .7f}}}}},
    {1, {{3, {{.2f, .13f}, {.8f, .13f}, {.42f, .9f}}}}},
    {1,
     {{15,
       {{.5f, .48f},
        {.32f, .38f},
        {.28f, .24f},
        {.38f, .12f},
        {.56f, .1f},
        {.7f, .18f},
        {.7f, .32f},
        {.56f, .45f},
        {.36f, .56f},
        {.24f, .7f},
        {.32f, .86f},
        {.52f, .9f},
        {.7f, .84f},
        {.74f, .68f},
        {.5f, .48f}}}}},
    {1,
     {{13,
       {{.72f, .3f},
        {.6f, .14f},
        {.42f, .1f},
        {.28f, .2f},
        {.24f, .36f},
        {.34f, .5f},
        {.52f, .52f},
        {.68f, .42f},
        {.73f, .28f},
        {.74f, .5f},
        {.68f, .72f},
        {.56f, .86f},
        {.4f, .92f}}}}},
};

typedef struct generator {
    uint64_t state;
} generator;

static uint64_t next(generator *g) /* splitmix64 */
{
    uint64_t z = g->state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static float uniform(generator *g, float low, float high)
{
    return low + (high - low) * (float)(next(g) >> 40) * 0x1p-24f;
}

/* How one example bends its glyph. */
typedef struct warp {
    float a, b, c, d;        /* the linear map about the centre */
    float dx, dy;            /* in pixels */
    float wave, phase, bend; /* x is shifted by wave·sin(phase + bend·y), in units of the glyph */
} warp;

static warp draw_warp(generator *g)
{
    float angle = uniform(g, -0.22f, 0.22f), shear = uniform(g, -0.25f, 0.25f);
    float width = uniform(g, 15, 20), height = uniform(g, 18, 22);
    float cosine = cosf(angle), sine = sinf(angle);
    return (warp){
        .a = cosine * width,
        .b = shear * width - sine * height,
        .c = sine * width,
        .d = cosine * height,
        .dx = 14 + uniform(g, -1.5f, 1.5f),
        .dy = 14 + uniform(g, -1.5f, 1.5f),
        .wave = uniform(g, -0.05f, 0.05f),
        .phase = uniform(g, 0, 6.28f),
        .bend = uniform(g, 2, 6),
    };
}

static point bend(const warp *w, point p)
{
    float x = p.x - 0.5f + w->wave * sinf(w->phase + w->bend * p.y), y = p.y - 0.5f;
    return (point){w->a * x + w->b * y + w->dx, w->c * x + w->d * y + w->dy};
}

static float distance_to_segment(point p, point a, point b)
{
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = dx * dx + dy * dy;
    float t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    float ex = p.x - (a.x + t * dx), ey = p.y - (a.y + t * dy);
    return sqrtf(ex * ex + ey * ey);
}

/* Darkens the pixels near a segment: full within the pen's radius, fading over one pixel. */
static void draw_segment(float *ink, point a, point b, float radius)
{
    float reach = radius + 1;
    int x0 = (int)fmaxf(fminf(a.x, b.x) - reach, 0), x1 = (int)fminf(fmaxf(a.x, b.x) + reach, SIDE - 1);
    int y0 = (int)fmaxf(fminf(a.y, b.y) - reach, 0), y1 = (int)fminf(fmaxf(a.y, b.y) + reach, SIDE - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float cover = reach - distance_to_segment((point){x + 0.5f, y + 0.5f}, a, b);
            cover = cover > 1 ? 1 : cover;
            if (cover > ink[y * SIDE + x]) ink[y * SIDE + x] = cover;
        }
}

void ls_digit_draw(uint64_t seed, int64_t index, uint8_t *out_pixels)
{
    generator g = {seed * 0xD1342543DE82EF95ull + (uint64_t)index};
    const struct glyph *glyph = &glyphs[index % 10];
    warp w = draw_warp(&g);
    float radius = uniform(&g, 0.7f, 1.5f), strength = uniform(&g, 0.8f, 1);
    float ink[SIDE * SIDE] = {0};
    for (int s = 0; s < glyph->count; s++) {
        const stroke *line = &glyph->strokes[s];
        point from = bend(&w, line->points[0]);
        for (int i = 1; i < line->count; i++) {
            point to = line->points[i];
            to.x += uniform(&g, -0.02f, 0.02f);
            to.y += uniform(&g, -0.02f, 0.02f);
            to = bend(&w, to);
            draw_segment(ink, from, to, radius);
            from = to;
        }
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        float value = 255 * strength * ink[i] + (ink[i] > 0 ? uniform(&g, -20, 20) : 0);
        out_pixels[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}
