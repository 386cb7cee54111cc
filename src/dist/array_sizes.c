#include "dist/array_sizes.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* What a rank says, followed by its numbers. */
typedef struct record {
    int64_t status; /* of its arguments */
    char message[240];
    int64_t numbers[];
} record;

static ls_status first_error(const char *records, size_t bytes, int count, int me)
{
    for (int r = 0; r < count; r++) {
        const record *theirs = (const record *)(records + bytes * (size_t)r);
        if (theirs->status == LS_OK) continue;
        ls_fail((ls_status)theirs->status, "%s", theirs->message);
        return r == me ? (ls_status)theirs->status : ls_context((ls_status)theirs->status, "group rank %d", r);
    }
    return LS_OK;
}

ls_status ls_sizes_exchange(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *numbers, size_t count,
                            int64_t *out_all)
{
    int world = ls_comm_size(comm), me = ls_comm_rank(comm);
    size_t bytes = sizeof(record) + count * sizeof(*numbers);
    char *records = calloc((size_t)world + 1, bytes);
    if (!records) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for the sizes of %d ranks", world);
    record *own = (record *)(records + bytes * (size_t)world);
    own->status = mine;
    if (mine == LS_OK)
        memcpy(own->numbers, numbers, count * sizeof(*numbers));
    else
        strncpy(own->message, ls_last_error(), sizeof(own->message) - 1);
    ls_comm_segment in = {own, bytes}, out = {records, bytes * (size_t)world};
    ls_status status = ls_comm_run(comm, &(ls_comm_call){.op = LS_COMM_ALL_GATHER,
                                                         .dtype = LS_U8,
                                                         .in = &in,
                                                         .out = &out,
                                                         .in_count = 1,
                                                         .out_count = 1,
                                                         .label = "sizes of uneven shares",
                                                         .deadline = deadline});
    if (status == LS_OK) status = first_error(records, bytes, world, me);
    for (int r = 0; status == LS_OK && r < world; r++)
        memcpy(out_all + (size_t)r * count, ((record *)(records + bytes * (size_t)r))->numbers,
               count * sizeof(*numbers));
    free(records);
    return status;
}

ls_status ls_sizes_agree(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *list, size_t **out_shares)
{
    *out_shares = NULL;
    size_t world = (size_t)ls_comm_size(comm);
    int64_t *all = calloc(world * world, sizeof(*all));
    size_t *shares = calloc(world, sizeof(*shares));
    ls_status status = all && shares
                           ? ls_sizes_exchange(comm, deadline, mine, list, world, all)
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for the sizes of %zu ranks", world);
    for (size_t r = 0; status == LS_OK && r < world; r++)
        for (size_t i = 0; status == LS_OK && i < world; i++)
            if (all[r * world + i] != all[i])
                status = ls_fail(LS_INVALID_ARGUMENT,
                                 "ranks disagree about sizes: array %zu has %lld bytes on group rank %zu and %lld on "
                                 "group rank 0",
                                 i, (long long)all[r * world + i], r, (long long)all[i]);
    for (size_t r = 0; status == LS_OK && r < world; r++) shares[r] = (size_t)all[r];
    free(all);
    if (status == LS_OK)
        *out_shares = shares;
    else
        free(shares);
    return status;
}

ls_status ls_sizes_pair(ls_comm *comm, ls_deadline deadline, ls_status mine, const int64_t *given,
                        const int64_t *expected, size_t **out_shares)
{
    *out_shares = NULL;
    size_t world = (size_t)ls_comm_size(comm), row = 2 * world; /* what a rank gives, then what it expects */
    int64_t *all = calloc(row * world, sizeof(*all)), *own = calloc(row, sizeof(*own));
    size_t *shares = calloc(world * world, sizeof(*shares));
    ls_status status = all && own && shares
                           ? LS_OK
                           : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for the sizes of %zu ranks", world);
    if (status == LS_OK) {
        if (mine == LS_OK) memcpy(own, given, world * sizeof(*own));
        if (mine == LS_OK) memcpy(own + world, expected, world * sizeof(*own));
        status = ls_sizes_exchange(comm, deadline, mine, own, row, all);
    }
    for (size_t r = 0; status == LS_OK && r < world; r++)
        for (size_t c = 0; status == LS_OK && c < world; c++) {
            int64_t gives = all[r * row + c], expects = all[c * row + world + r];
            shares[r * world + c] = (size_t)gives;
            if (gives != expects)
                status = ls_fail(LS_INVALID_ARGUMENT,
                                 "group rank %zu gives %lld bytes to group rank %zu, which expects %lld", r,
                                 (long long)gives, c, (long long)expects);
        }
    free(all);
    free(own);
    if (status == LS_OK)
        *out_shares = shares;
    else
        free(shares);
    return status;
}
