/* Byte strings and numbers of all ranks, compared by tag. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dist/world.h"

/* What ranks tell each other first: fixed size. Long tags are compared by their beginning and length. */
typedef struct announcement {
    uint64_t size, tag_length;
    char tag[112];
} announcement;

static ls_status compare_tags(const announcement *all, int world, int rank)
{
    for (int r = 0; r < world; r++)
        if (all[r].tag_length != all[rank].tag_length || memcmp(all[r].tag, all[rank].tag, sizeof(all[r].tag)))
            return ls_fail(LS_INVALID_ARGUMENT, "rank %d came with tag \"%s\", rank %d with \"%s\"", rank,
                           all[rank].tag, r, all[r].tag);
    return LS_OK;
}

static ls_status exchange(const char *tag, const void *payload, size_t size, ls_bytes *out_payloads, int world,
                          int rank)
{
    announcement mine = {.size = size, .tag_length = strlen(tag)};
    snprintf(mine.tag, sizeof(mine.tag), "%s", tag);
    announcement *all = calloc((size_t)world, sizeof(*all));
    if (!all) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d ranks", world);
    ls_status status;
    LS_TRY_GOTO(ls_host_all_gather(&mine, all, sizeof(mine), LS_U8, LS_WORLD), done);
    LS_TRY_GOTO(compare_tags(all, world, rank), done);
    for (int r = 0; r < world; r++) {
        out_payloads[r].data = calloc(1, all[r].size + 1);
        if (!out_payloads[r].data) {
            status = ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for the %llu bytes of rank %d",
                             (unsigned long long)all[r].size, r);
            goto done;
        }
        out_payloads[r].size = all[r].size;
    }
    if (size) memcpy(out_payloads[rank].data, payload, size);
    for (int r = 0; r < world; r++)
        if (all[r].size)
            LS_TRY_GOTO(ls_host_broadcast(out_payloads[r].data, (int64_t)all[r].size, LS_U8, r, LS_WORLD), done);
done:
    free(all);
    return status;
}

ls_status ls_rendezvous(const char *tag, const void *payload, size_t size, ls_bytes *out_payloads)
{
    int world = ls_world_size(LS_WORLD);
    if (world < 0) return ls_fail(LS_FAILED_PRECONDITION, "ls_rendezvous: process group not initialised");
    if (!tag || !out_payloads || (size && !payload))
        return ls_fail(LS_INVALID_ARGUMENT, "ls_rendezvous: %s is NULL",
                       !tag            ? "the tag"
                       : !out_payloads ? "out_payloads"
                                       : "the payload");
    memset(out_payloads, 0, sizeof(*out_payloads) * (size_t)world);
    ls_status status = exchange(tag, payload, size, out_payloads, world, ls_rank(LS_WORLD));
    if (status == LS_OK) return LS_OK;
    for (int r = 0; r < world; r++) ls_bytes_free(&out_payloads[r]);
    return ls_context(status, "ls_rendezvous(\"%s\")", tag);
}

/* NaN wins min and max. */
static double fold(ls_reduce_op op, double a, double b)
{
    switch (op) {
    case LS_PRODUCT: return a * b;
    case LS_MIN: return isnan(a) || a < b ? a : b;
    case LS_MAX: return isnan(a) || a > b ? a : b;
    default: return a + b;
    }
}

ls_status ls_mesh_reduce(const char *tag, double value, ls_reduce_op op, double *out_value)
{
    int world = ls_world_size(LS_WORLD);
    if (!out_value) return ls_fail(LS_INVALID_ARGUMENT, "ls_mesh_reduce: no place for the result");
    *out_value = 0;
    if ((unsigned)op > LS_MAX)
        return ls_fail(LS_INVALID_ARGUMENT, "ls_mesh_reduce: reduction %d is none of sum, avg, product, min, max",
                       (int)op);
    if (world < 0) return ls_fail(LS_FAILED_PRECONDITION, "ls_mesh_reduce: process group not initialised");
    ls_bytes *values = calloc((size_t)world, sizeof(*values));
    if (!values) return ls_fail(LS_RESOURCE_EXHAUSTED, "ls_mesh_reduce: out of memory");
    ls_status status = ls_context(ls_rendezvous(tag, &value, sizeof(value), values), "ls_mesh_reduce");
    for (int r = 0; status == LS_OK && r < world; r++) {
        double one;
        if (values[r].size != sizeof(one)) {
            status = ls_fail(LS_INVALID_ARGUMENT, "ls_mesh_reduce(\"%s\"): rank %d came with %zu bytes, not a number",
                             tag, r, values[r].size);
            break;
        }
        memcpy(&one, values[r].data, sizeof(one));
        *out_value = r ? fold(op, *out_value, one) : one;
    }
    if (status == LS_OK && op == LS_AVG) *out_value /= world;
    for (int r = 0; r < world; r++) ls_bytes_free(&values[r]);
    free(values);
    return status;
}
