#include <stdlib.h>

#include "base/error.h"
#include <lockstep/data.h>

static ls_status check(const ls_sampler_options *options)
{
    if (!options) return ls_fail(LS_INVALID_ARGUMENT, "sampler: no options were given");
    if (options->count < 0 || options->world_size < 1 || options->rank < 0 || options->rank >= options->world_size)
        return ls_fail(LS_INVALID_ARGUMENT, "sampler: rank %d of %d over %lld examples", options->rank,
                       options->world_size, (long long)options->count);
    return LS_OK;
}

int64_t ls_sampler_length(const ls_sampler_options *options)
{
    if (check(options) != LS_OK) return 0;
    int64_t world = options->world_size, whole = options->count / world, rest = options->count % world;
    if (options->evaluation) return whole + (options->rank < rest);
    if (options->drop_last) return whole;
    return options->count ? whole + (rest > 0) : 0;
}

/* A permutation of 0..count−1 that seed and epoch determine (Fisher-Yates over splitmix64; Durstenfeld 1964). */
static void shuffle(int64_t *order, int64_t count, uint64_t seed, int64_t epoch)
{
    uint64_t state = seed * 0xD1342543DE82EF95ull + (uint64_t)epoch * 0x9E3779B97F4A7C15ull + 1;
    for (int64_t i = count - 1; i > 0; i--) {
        uint64_t z = state += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        z ^= z >> 31;
        int64_t j = (int64_t)(((unsigned __int128)z * (uint64_t)(i + 1)) >> 64);
        int64_t kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

ls_status ls_sampler_indices(const ls_sampler_options *options, int64_t epoch, int64_t *out_indices)
{
    LS_TRY(check(options));
    int64_t length = ls_sampler_length(options);
    if (!length) return LS_OK;
    if (!out_indices)
        return ls_fail(LS_INVALID_ARGUMENT, "ls_sampler_indices: no place for %lld indices", (long long)length);
    int64_t *order = malloc(sizeof(*order) * (size_t)options->count);
    if (!order) return ls_fail(LS_RESOURCE_EXHAUSTED, "sampler: no memory for %lld indices", (long long)options->count);
    for (int64_t i = 0; i < options->count; i++) order[i] = i;
    if (options->shuffle) shuffle(order, options->count, options->seed, epoch);
    for (int64_t i = 0; i < length; i++)
        out_indices[i] = order[(i * options->world_size + options->rank) % options->count];
    free(order);
    return LS_OK;
}
