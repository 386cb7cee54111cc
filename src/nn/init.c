#include "nn/init.h"

#include <math.h>
#include <stdlib.h>

#include "lazy/compose.h"
#include <lockstep/ops.h>

/* Number i of the stream of `seed` depends on nothing else (splitmix64, Steele et al., OOPSLA 2014), so the generator's
 * state is a count and rank threads share nothing. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t draw(uint64_t seed, uint64_t index)
{
    return mix(mix(seed + 0x9E3779B97F4A7C15u) + (index + 1) * 0x9E3779B97F4A7C15u);
}

static uint64_t take(uint64_t count, uint64_t *out_seed) /* the first of `count` indices that are now used up */
{
    ls_rng_state state = ls_rng_get_state();
    uint64_t first = state.host_count;
    *out_seed = state.seed;
    state.host_count += count;
    ls_rng_set_state(state);
    return first;
}

static double unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

void ls_init_fill_uniform(double *out, int64_t count)
{
    uint64_t seed, first = take((uint64_t)count, &seed);
    for (int64_t i = 0; i < count; i++) out[i] = unit(draw(seed, first + (uint64_t)i));
}

void ls_init_fill_normal(double *out, int64_t count)
{
    uint64_t pairs = ((uint64_t)count + 1) / 2, seed, first = take(2 * pairs, &seed);
    for (uint64_t i = 0; i < pairs; i++) { /* Box and Muller, 1958 */
        double radius = sqrt(-2 * log(1 - unit(draw(seed, first + 2 * i))));
        double angle = 2 * M_PI * unit(draw(seed, first + 2 * i + 1));
        out[2 * i] = radius * cos(angle);
        if (2 * i + 1 < (uint64_t)count) out[2 * i + 1] = radius * sin(angle);
    }
}

/* x·scale + shift of numbers from `fill`. */
static ls_tensor make(ls_shape shape, void (*fill)(double *out, int64_t count), double scale, double shift)
{
    ls_value impossible = ls_type_error(&(ls_ir_type){.dtype = LS_F32, .shape = shape});
    if (!ls_value_is_none(impossible)) return ls_tensor_wrap(impossible);
    int64_t count = ls_shape_count(shape);
    double *numbers = malloc(sizeof(*numbers) * (size_t)(count ? count : 1));
    float *values = malloc(sizeof(*values) * (size_t)(count ? count : 1));
    ls_tensor result;
    if (numbers && values) {
        fill(numbers, count);
        for (int64_t i = 0; i < count; i++) values[i] = (float)(numbers[i] * scale + shift);
        result = ls_from_f32(values, shape);
    } else {
        result = ls_tensor_wrap(
            ls_value_error(LS_RESOURCE_EXHAUSTED, "ls_init", "no memory for %lld initial values", (long long)count));
    }
    free(numbers);
    free(values);
    return result;
}

static void fill_ones(double *out, int64_t count)
{
    for (int64_t i = 0; i < count; i++) out[i] = 1;
}

ls_tensor ls_init_constant(ls_shape shape, double value)
{
    return make(shape, fill_ones, value, 0);
}

ls_tensor ls_init_uniform(ls_shape shape, double bound)
{
    return make(shape, ls_init_fill_uniform, 2 * bound, -bound);
}

ls_tensor ls_init_weight(ls_shape shape, ls_init init)
{
    int64_t outputs = shape.dims[0], inputs = shape.dims[1], elements = ls_shape_count(shape);
    if (init == LS_INIT_KAIMING_NORMAL_FAN_OUT)
        return make(shape, ls_init_fill_normal, sqrt(2.0 / (double)(inputs ? elements / inputs : 1)), 0);
    return ls_init_uniform(shape, 1 / sqrt((double)(outputs ? elements / outputs : 1)));
}
