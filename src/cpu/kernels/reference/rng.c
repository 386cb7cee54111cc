/* rng_bit_generator: THREE_FRY (Threefry-2x32, 20 rounds) and PHILOX (Philox-4x32, 10 rounds), both from Salmon et al.,
 * "Parallel random numbers: as easy as 1, 2, 3" (2011). State, order of the bits and the state that is left are XLA's:
 *
 *   state   u64: key, then counter. THREE_FRY: [key, counter]. PHILOX: [key, low, high] of a 128-bit counter; with two
 * numbers [key, low] the high half is the key, and only the low half goes on. DEFAULT is PHILOX. bits    THREE_FRY, 32
 * bits: the shape is halved (rounded up) along its first even dimension, else along its largest; the element with
 * number i in the halved shape takes counter + i, and its two words are neighbours along that dimension. 64 bits:
 * element i takes counter + i; the first word is the low one. PHILOX: counter + i gives elements 4i to 4i + 3, or two
 * of 64 bits. 8 and 16 bits are the low bits of 32. left    key, and the counter plus how many were used. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "base/error.h"
#include "cpu/kernels/reference/reference.h"

typedef struct generator {
    int width; /* bytes of an element */
    int64_t count;
    size_t state_count;
    /* THREE_FRY, up to 32 bits: result = outer × length × inner, halved along length */
    int64_t outer, length, inner;
} generator;

static uint32_t rotate(uint32_t x, int bits)
{
    return x << bits | x >> (32 - bits);
}

static void threefry(uint64_t counter, uint64_t key, uint32_t out[2])
{
    static const int rotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
    uint32_t keys[3] = {(uint32_t)key, (uint32_t)(key >> 32)};
    keys[2] = keys[0] ^ keys[1] ^ 0x1BD11BDA;
    uint32_t x = (uint32_t)counter + keys[0], y = (uint32_t)(counter >> 32) + keys[1];
    for (uint32_t round = 1; round <= 5; round++) {
        for (int i = 0; i < 4; i++) {
            x += y;
            y = rotate(y, rotations[(round - 1) % 2 * 4 + (uint32_t)i]) ^ x;
        }
        x += keys[round % 3];
        y += keys[(round + 1) % 3] + round;
    }
    out[0] = x;
    out[1] = y;
}

static void philox(uint64_t low, uint64_t high, uint64_t key, uint32_t out[4])
{
    uint32_t x[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    uint32_t a = (uint32_t)key, b = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++, a += 0x9E3779B9u, b += 0xBB67AE85u) {
        uint64_t p = (uint64_t)x[0] * 0xD2511F53u, q = (uint64_t)x[2] * 0xCD9E8D57u;
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ x[1] ^ a, (uint32_t)q, (uint32_t)(p >> 32) ^ x[3] ^ b, (uint32_t)p};
        memcpy(x, next, sizeof(x));
    }
    memcpy(out, x, sizeof(x));
}

static void put(const generator *g, char *out, int64_t index, uint32_t word)
{
    memcpy(out + index * g->width, &word, (size_t)g->width);
}

/* Arguments: state; new state, bits. */
static ls_status threefry_run(const ls_cpu_call *call)
{
    const generator *g = call->data;
    uint64_t state[2];
    uint32_t words[2];
    char *out = call->args[2];
    memcpy(state, call->args[0], sizeof(state));
    uint64_t key = state[0], counter = state[1];
    if (g->width == 8) {
        for (int64_t i = 0; i < g->count; i++) {
            threefry(counter++, key, words);
            memcpy(out + i * 8, words, 8);
        }
    } else {
        int64_t half = (g->length + 1) / 2;
        for (int64_t o = 0; o < g->outer; o++) {
            for (int64_t h = 0; h < half; h++) {
                for (int64_t i = 0; i < g->inner; i++) {
                    threefry(counter++, key, words);
                    int64_t at = (o * g->length + 2 * h) * g->inner + i;
                    put(g, out, at, words[0]);
                    if (2 * h + 1 < g->length) put(g, out, at + g->inner, words[1]);
                }
            }
        }
    }
    state[1] = counter;
    memcpy(call->args[1], state, sizeof(state));
    return LS_OK;
}

static ls_status philox_run(const ls_cpu_call *call)
{
    const generator *g = call->data;
    uint64_t state[3] = {0};
    uint32_t words[4];
    char *out = call->args[2];
    memcpy(state, call->args[0], g->state_count * 8);
    uint64_t key = state[0], low = state[1], high = g->state_count == 3 ? state[2] : key;
    int64_t each = g->width == 8 ? 2 : 4; /* elements from one counter */
    for (int64_t i = 0; i < g->count; i += each) {
        philox(low, high, key, words);
        for (int64_t e = 0; e < each && i + e < g->count; e++) {
            if (g->width == 8)
                memcpy(out + (i + e) * 8, words + 2 * e, 8);
            else
                put(g, out, i + e, words[e]);
        }
        if (++low == 0) high++;
    }
    state[1] = low;
    state[2] = high;
    memcpy(call->args[1], state, g->state_count * 8);
    return LS_OK;
}

static const ls_cpu_kernel threefry_kernel = {.name = "reference.three_fry", .run = threefry_run};
static const ls_cpu_kernel philox_kernel = {.name = "reference.philox", .run = philox_run};

/* Which dimension is halved: the first even one, else the first of the largest. A scalar counts as one element. */
static void find_halves(const ls_shape *shape, generator *g)
{
    int half = -1;
    g->outer = g->length = g->inner = 1;
    for (int i = 0; i < shape->rank && half < 0; i++)
        if (shape->dims[i] % 2 == 0) half = i;
    for (int i = 0, even = half; i < shape->rank && even < 0; i++)
        if (half < 0 || shape->dims[i] > shape->dims[half]) half = i;
    for (int i = 0; i < shape->rank; i++)
        *(i < half ? &g->outer : i == half ? &g->length : &g->inner) *= shape->dims[i];
}

ls_status ls_cpu_reference_rng_bit_generator(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_type *state = &op->operands[0]->type, *out = &op->results[1]->type;
    bool is_threefry = ls_ir_attr_int(&op->attrs, LS_ATTR_RNG_ALGORITHM, LS_RNG_DEFAULT) == LS_RNG_THREE_FRY;
    generator *g = LS_ARENA_NEW(plan->keep, generator);
    g->width = (int)ls_dtype_size(out->dtype);
    g->count = ls_shape_count(out->shape);
    g->state_count = (size_t)ls_shape_count(state->shape);
    if (ls_dtype_size(state->dtype) != 8 || g->state_count < 2 || g->state_count > (is_threefry ? 2 : 3))
        return ls_cpu_refuse(op, LS_INVALID_ARGUMENT, "the state must be %s 64-bit integers",
                             is_threefry ? "2" : "2 or 3");
    if (out->dtype == LS_BOOL) return ls_cpu_refuse(op, LS_INVALID_ARGUMENT, "the result must not be i1");
    find_halves(&out->shape, g);
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, is_threefry ? &threefry_kernel : &philox_kernel, g);
    unit->inplace[0] = 1;
    return LS_OK;
}

/* --- rng ------------------------------------------------------------------------------------------------------ */

/* Numbers that differ from run to run: each instance of the program counts its draws. */
typedef struct rng {
    bool is_normal;
    ls_dtype dtype;
    int64_t count;
} rng;

static ls_status rng_state_create(const void *data, void **out_state)
{
    (void)data;
    *out_state = calloc(1, sizeof(uint64_t));
    return *out_state ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

static uint64_t draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull); /* SplitMix64 */
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static double draw_unit(uint64_t *state)
{
    return (double)(draw(state) >> 11) * 0x1p-53;
}

/* Arguments: a, b, shape, result. Uniform in [a, b), or normal with mean a and deviation b. */
static ls_status rng_run(const ls_cpu_call *call)
{
    const rng *r = call->data;
    uint64_t *state = call->state;
    size_t width = ls_dtype_size(r->dtype);
    double a = ls_element_read(r->dtype, call->args[0]).real, b = ls_element_read(r->dtype, call->args[1]).real;
    for (int64_t i = 0; i < r->count; i++) {
        char *out = call->args[3] + i * (int64_t)width;
        double value = a + (b - a) * draw_unit(state);
        if (r->is_normal) value = a + b * sqrt(-2 * log(1 - draw_unit(state))) * cos(2 * M_PI * draw_unit(state));
        if (ls_dtype_is_integer(r->dtype)) value = floor(value);
        ls_element_write(r->dtype, out, (ls_element){value, 0});
        /* Rounding to a narrow type may reach b, which is left out. */
        if (!r->is_normal && ls_dtype_is_float(r->dtype) && ls_element_read(r->dtype, out).real >= b && a < b)
            memcpy(out, call->args[0], width);
    }
    return LS_OK;
}

static const ls_cpu_kernel rng_kernel = {
    .name = "reference.rng", .run = rng_run, .state_create = rng_state_create, .state_destroy = free};

ls_status ls_cpu_reference_rng(ls_cpu_plan *plan, const ls_ir_op *op)
{
    rng *r = LS_ARENA_NEW(plan->keep, rng);
    r->is_normal = ls_ir_attr_int(&op->attrs, LS_ATTR_RNG_DISTRIBUTION, LS_RNG_UNIFORM) == LS_RNG_NORMAL;
    r->dtype = op->results[0]->type.dtype;
    r->count = ls_shape_count(op->results[0]->type.shape);
    ls_cpu_unit_create_for(plan, op, &rng_kernel, r);
    return LS_OK;
}
