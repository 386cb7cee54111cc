/* Comparing modules and parameters over the ranks through host collectives, so that every rank gets the same verdict.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "ddp/ddp.h"
#include "dist/world.h"

/* --- Names, types, shapes ----------------------------------------------------------------------------------- */

static bool describe_tensor(const ls_named_tensor *entry, void *arg)
{
    char shape[128];
    fprintf(arg, "%s%s %s[%s]\n", entry->is_buffer ? "buffer " : "", entry->name,
            ls_dtype_name(ls_tensor_dtype(entry->tensor)),
            ls_shape_format(ls_tensor_shape(entry->tensor), shape, sizeof(shape)));
    return true;
}

/* Every rank's text, by rank, each of *out_size bytes with zeros at the end. Freed with free(). */
static ls_status gather_texts(const ls_ddp *ddp, const char *text, char **out_texts, size_t *out_size)
{
    int64_t length = (int64_t)strlen(text) + 1, longest;
    LS_TRY(ls_host_all_reduce(&length, &longest, 1, LS_I64, LS_MAX, ddp->group));
    *out_size = (size_t)longest;
    *out_texts = calloc((size_t)ddp->world_size + 1, *out_size);
    char *mine = *out_texts ? *out_texts + (size_t)ddp->world_size * *out_size : NULL;
    if (!mine) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    memcpy(mine, text, (size_t)length);
    return ls_host_all_gather(mine, *out_texts, longest, LS_U8, ddp->group);
}

static int count_lines(const char *text, bool buffers)
{
    int count = 0;
    for (; *text; text = strchr(text, '\n') + 1) count += (strncmp(text, "buffer ", 7) == 0) == buffers;
    return count;
}

static ls_status explain_difference(const char *a, int rank_a, const char *b, int rank_b)
{
    const char *line_a = a, *line_b = b;
    int line = 0;
    for (; *line_a && *line_b; line++) {
        size_t length = (size_t)(strchr(line_a, '\n') - line_a) + 1;
        if (strncmp(line_a, line_b, length) != 0) break;
        line_a += length;
        line_b += length;
    }
    int width_a = (int)strcspn(line_a, "\n"), width_b = (int)strcspn(line_b, "\n");
    return ls_fail(
        LS_INVALID_ARGUMENT,
        "DDP: the ranks have different modules: rank %d has %d parameters and %d buffers, rank %d has %d and %d; the "
        "first difference is number %d: %.*s on rank %d, %.*s on rank %d",
        rank_a, count_lines(a, false), count_lines(a, true), rank_b, count_lines(b, false), count_lines(b, true), line,
        width_a ? width_a : 7, width_a ? line_a : "nothing", rank_a, width_b ? width_b : 7,
        width_b ? line_b : "nothing", rank_b);
}

ls_status ls_ddp_compare_modules(const ls_ddp *ddp)
{
    ls_group_info group;
    LS_TRY(ls_group_get(ddp->group, &group));
    char *text = NULL, *texts = NULL;
    size_t length = 0, size = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_module_visit(ddp->module, describe_tensor, out);
    fclose(out);
    ls_status status = gather_texts(ddp, text, &texts, &size);
    for (int r = 1; r < ddp->world_size && status == LS_OK; r++)
        if (strcmp(texts, texts + (size_t)r * size) != 0)
            status = explain_difference(texts, group.ranks[0], texts + (size_t)r * size, group.ranks[r]);
    free(text);
    free(texts);
    return status;
}

/* --- Values ------------------------------------------------------------------------------------------------- */

static ls_status hash_parameter(const ls_ddp_parameter *parameter, uint64_t *out_hash)
{
    void *data = malloc(parameter->bytes + 1);
    if (!data) return ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for %zu bytes", parameter->name, parameter->bytes);
    ls_status status = ls_to_host(parameter->tensor, data, parameter->bytes);
    if (status == LS_OK) *out_hash = ls_hash(data, parameter->bytes, 0);
    free(data);
    return ls_context(status, "%s", parameter->name);
}

ls_status ls_ddp_compare_values(const ls_ddp *ddp)
{
    ls_group_info group;
    LS_TRY(ls_group_get(ddp->group, &group));
    size_t count = ddp->parameters.count;
    uint64_t *mine = calloc(count * ((size_t)ddp->world_size + 1) + 1, sizeof(*mine)), *all = mine + count;
    if (!mine) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status = LS_OK;
    for (size_t i = 0; i < count; i++) LS_TRY_GOTO(hash_parameter(&ddp->parameters.data[i], &mine[i]), done);
    LS_TRY_GOTO(ls_host_all_gather(mine, all, (int64_t)count, LS_U64, ddp->group), done);
    for (size_t i = 0; i < count; i++)
        for (int r = 1; r < ddp->world_size; r++)
            if (all[(size_t)r * count + i] != all[i])
                LS_TRY_GOTO(ls_fail(LS_DATA_LOSS, "DDP: parameter %s differs between rank %d and rank %d",
                                    ddp->parameters.data[i].name, group.ranks[0], group.ranks[r]),
                            done);
done:
    free(mine);
    return status;
}
