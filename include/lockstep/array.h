/* Arrays in host memory, and the collectives of torch.distributed on them, at once. An array may be strided, empty or
 * of rank 0; list forms take arrays of different sizes. */
#ifndef LOCKSTEP_ARRAY_H
#define LOCKSTEP_ARRAY_H

#include <lockstep/distributed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements of the caller's memory: element (i, j, ...) lies at data + i·strides[0] + j·strides[1] + ... elements.
 * Memory from ls_host_alloc is used in place by other processes; strided arrays are packed and unpacked. */
typedef struct ls_array {
    void *data; /* may be NULL if there are no elements */
    ls_dtype dtype;
    ls_shape shape;
    const int64_t *strides; /* one per dimension, in elements, negative ones too; NULL: row after row without gaps */
} ls_array;

/* An array without gaps: LS_ARRAY(data, LS_F32, 64, 10). LS_ARRAY(&x, LS_F32) has one element and no dimension. */
#define LS_ARRAY(data_, dtype_, ...)                                                                                   \
    ((ls_array){.data = (void *)(data_), .dtype = (dtype_), .shape = LS_SHAPE(__VA_ARGS__)})

/* All members of the group call the same function, in the same order; W is the group's size, `src` and `dst` are global
 * ranks. They return when the outputs are there and the inputs may be reused. Outputs keep their strides: what lies
 * between their elements is left alone. An output may not overlap itself (no stride of 0), and overlaps an input only
 * where it is this rank's own part of it.
 *
 * LS_INVALID_ARGUMENT: element types or sizes that do not fit each other. Where sizes differ by rank, ranks compare
 * them before any byte of an array moves, and a wrong one is an error on all ranks that names the rank; the group stays
 * usable. Failures of peers and deadlines: as ls_host_all_reduce. */

/* Results take the arrays' places. Coalesced: one collective for each element type in the list. */
LS_API ls_status ls_array_all_reduce(ls_array array, ls_reduce_op op, ls_group group);
LS_API ls_status ls_array_all_reduce_coalesced(const ls_array *arrays, int count, ls_reduce_op op, ls_group group);
LS_API ls_status ls_array_broadcast(ls_array array, int src, ls_group group);
LS_API ls_status ls_array_reduce(ls_array array, int dst, ls_reduce_op op, ls_group group); /* others keep theirs */

/* outs[r] gets rank r's `in`; the sizes of outs are the same on all ranks, and may differ from each other. */
LS_API ls_status ls_array_all_gather(const ls_array *outs, ls_array in, ls_group group);
/* `in` has shape (N, ...): `out` has (W·N, ...) or (W, N, ...), the same bytes. */
LS_API ls_status ls_array_all_gather_into_tensor(ls_array out, ls_array in, ls_group group);

/* W arrays as large as the others' on one rank; elsewhere the list is not looked at. */
LS_API ls_status ls_array_gather(const ls_array *outs, ls_array in, int dst, ls_group group);
LS_API ls_status ls_array_scatter(ls_array out, const ls_array *ins, int src, ls_group group);

/* `out` gets the reduction of all ranks' ins[rank]; the sizes of ins are the same on all ranks, and may differ from
 * each other. */
LS_API ls_status ls_array_reduce_scatter(ls_array out, const ls_array *ins, ls_reduce_op op, ls_group group);
/* `out` has shape (N, ...): `in` has (W·N, ...) or (W, N, ...). */
LS_API ls_status ls_array_reduce_scatter_tensor(ls_array out, ls_array in, ls_reduce_op op, ls_group group);

/* ins[r] goes to rank r, outs[r] comes from it; any sizes that agree. */
LS_API ls_status ls_array_all_to_all(const ls_array *outs, const ls_array *ins, ls_group group);
/* The same for parts of dimension 0: in_splits[r] rows go to rank r, out_splits[r] come from it. NULL: equal parts. */
LS_API ls_status ls_array_all_to_all_single(ls_array out, ls_array in, const int64_t *out_splits,
                                            const int64_t *in_splits, ls_group group);

#ifdef __cplusplus
}
#endif
#endif
