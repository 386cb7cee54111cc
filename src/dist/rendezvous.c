/* Byte strings and numbers of all ranks, compared by tag. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dist/objects.h"

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

static ls_status exchange(const char *tag, const void *payload, size_t size, ls_bytes *out_payloads)
{
    ls_group_info info;
    LS_TRY(ls_group_get(LS_WORLD, &info));
    size_t count = (size_t)info.count;
    announcement mine = {.size = size, .tag_length = strlen(tag)};
    snprintf(mine.tag, sizeof(mine.tag), "%s", tag);
    announcement *all = calloc(count, sizeof(*all));
    size_t *sizes = calloc(count, sizeof(*sizes));
    ls_status status = all && sizes ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %zu ranks", count);
    if (status == LS_OK) status = ls_host_all_gather(&mine, all, sizeof(mine), LS_U8, LS_WORLD);
    if (status == LS_OK) status = compare_tags(all, info.count, info.my_index);
    for (size_t r = 0; status == LS_OK && r < count; r++) sizes[r] = all[r].size;
    if (status == LS_OK) status = ls_objects_gather(&info, "rendezvous", sizes, payload, -1, out_payloads);
    free(all);
    free(sizes);
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
    ls_status status = exchange(tag, payload, size, out_payloads);
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
