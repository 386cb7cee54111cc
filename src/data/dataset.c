#include "data/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

ls_status ls_dataset_create(const ls_dataset_source *source, ls_dataset **out_dataset)
{
    if (!out_dataset) return ls_fail(LS_INVALID_ARGUMENT, "ls_dataset_create: no place for the data set");
    *out_dataset = NULL;
    if (!source || !source->get || source->count < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "a data set wants a source with a get function and a count of at least 0");
    int64_t elements = 1;
    bool fits = source->shape.rank >= 0 && source->shape.rank < LS_MAX_RANK; /* a batch has a dimension more */
    for (int i = 0; fits && i < source->shape.rank; i++)
        fits = source->shape.dims[i] >= 0 && !__builtin_mul_overflow(elements, source->shape.dims[i], &elements);
    if (!fits)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "ls_dataset_create: no example has a shape of rank %d with these dimensions",
                       source->shape.rank);
    ls_dataset *dataset = malloc(sizeof(*dataset));
    if (!dataset) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a data set");
    dataset->source = *source;
    *out_dataset = dataset;
    return LS_OK;
}

void ls_dataset_close(ls_dataset *dataset)
{
    if (!dataset) return;
    if (dataset->source.close) dataset->source.close(dataset->source.user);
    free(dataset);
}

int64_t ls_dataset_count(const ls_dataset *dataset)
{
    return dataset ? dataset->source.count : 0;
}

ls_shape ls_dataset_shape(const ls_dataset *dataset)
{
    return dataset ? dataset->source.shape : (ls_shape){0};
}

const char *ls_dataset_name(const ls_dataset *dataset)
{
    return dataset && dataset->source.name ? dataset->source.name : "data";
}

ls_status ls_dataset_get(const ls_dataset *dataset, int64_t index, float *out_x, int64_t *out_label)
{
    if (!dataset || !out_x || !out_label)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "ls_dataset_get: wants a data set and places for the example and its label");
    if (index < 0 || index >= dataset->source.count)
        return ls_fail(LS_OUT_OF_RANGE, "example %lld of %s, which has %lld", (long long)index,
                       ls_dataset_name(dataset), (long long)dataset->source.count);
    return dataset->source.get(dataset->source.user, index, out_x, out_label);
}

/* --- Fake data: each example a reproducible function of seed and index ---------------------------------------- */

struct fake {
    int64_t elements, classes;
    uint64_t seed;
};

static uint64_t scramble(uint64_t z) /* splitmix64's output function */
{
    z += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static ls_status fake_get(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    const struct fake *fake = user;
    uint64_t base = scramble(fake->seed ^ scramble((uint64_t)index));
    for (int64_t i = 0; i < fake->elements; i++)
        out_x[i] = (float)((int64_t)(scramble(base + (uint64_t)i) >> 40) - (1 << 23)) * 0x1p-23f;
    *out_label = (int64_t)(base % (uint64_t)fake->classes);
    return LS_OK;
}

ls_status ls_dataset_open_fake(int64_t count, ls_shape shape, int64_t classes, uint64_t seed, ls_dataset **out_dataset)
{
    if (!out_dataset) return ls_fail(LS_INVALID_ARGUMENT, "ls_dataset_open_fake: no place for the data set");
    *out_dataset = NULL;
    if (classes < 1)
        return ls_fail(LS_INVALID_ARGUMENT, "fake data wants at least 1 class, not %lld", (long long)classes);
    struct fake *fake = malloc(sizeof(*fake));
    if (!fake) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a data set");
    *fake = (struct fake){ls_shape_count(shape), classes, seed};
    ls_status status = ls_dataset_create(
        &(ls_dataset_source){
            .name = "fake data", .count = count, .shape = shape, .user = fake, .get = fake_get, .close = free},
        out_dataset);
    if (status != LS_OK) free(fake);
    return status;
}
