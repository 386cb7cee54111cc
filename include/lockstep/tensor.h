/* Lazy tensors: handles, scopes, cuts, reads. See ops.h for what can be done with them. */
#ifndef LOCKSTEP_TENSOR_H
#define LOCKSTEP_TENSOR_H

#include <lockstep/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor of the calling rank: a handle that is copied like a number. A stale handle, one of another rank or
 * {0} is reported as LS_INVALID_ARGUMENT wherever it is used, never followed. */
typedef struct ls_tensor {
    uint32_t slot;
    uint32_t generation;
} ls_tensor;

/* --- Making tensors ----------------------------------------------------------------------------------------- */

/* Copies host data of `shape` and `dtype` (row-major, no gaps) to the rank's device. The tensor belongs to the
 * innermost scope. `data` may be reused as soon as the call returns. Returns an error tensor on failure. */
LS_API ls_tensor ls_from_host(const void *data, ls_dtype dtype, ls_shape shape);
LS_API ls_tensor ls_from_f32(const float *data, ls_shape shape);
LS_API ls_tensor ls_from_f64(const double *data, ls_shape shape);
LS_API ls_tensor ls_from_i32(const int32_t *data, ls_shape shape);
LS_API ls_tensor ls_from_i64(const int64_t *data, ls_shape shape);
LS_API ls_tensor ls_from_u8(const uint8_t *data, ls_shape shape);

/* A scalar that may change from step to step (learning rate, seed, step count): an input of the program, so
 * another value does not compile again. Compare ls_full, whose value is part of the program. */
LS_API ls_tensor ls_scalar(double value, ls_dtype dtype);

/* A tensor whose every element is `value`, converted to `dtype`; a constant of the program. */
LS_API ls_tensor ls_full(ls_shape shape, double value, ls_dtype dtype);
LS_API ls_tensor ls_zeros(ls_shape shape, ls_dtype dtype);
LS_API ls_tensor ls_ones(ls_shape shape, ls_dtype dtype);

/* 0, 1, ..., count − 1 along `dim` of `shape`. */
LS_API ls_tensor ls_iota(ls_shape shape, int dim, ls_dtype dtype);

/* --- Asking about tensors (nothing is executed) ------------------------------------------------------------- */

/* Shape and element type; a scalar's shape and LS_DTYPE_INVALID for an error tensor or a stale handle. */
LS_API ls_shape ls_tensor_shape(ls_tensor t);
LS_API ls_dtype ls_tensor_dtype(ls_tensor t);

/* LS_OK, or the status of the op that failed first on the way to `t`; ls_last_error() then has its message. */
LS_API ls_status ls_tensor_status(ls_tensor t);

/* --- Scopes ------------------------------------------------------------------------------------------------- */

/* Opens a scope: tensors made from now on belong to it. */
LS_API void ls_scope_push(void);

/* Closes the innermost scope and frees its tensors. LS_FAILED_PRECONDITION if none is open. */
LS_API ls_status ls_scope_pop(void);

/* Moves `t` to the scope outside the innermost one and returns it. */
LS_API ls_tensor ls_keep(ls_tensor t);

/* Frees one tensor now. Freeing a stale handle is an error; freeing {0} is not. */
LS_API ls_status ls_free(ls_tensor t);

/* Brackets a training step: begin opens a scope; end closes it and then cuts, so that only what was kept, the
 * parameters and the optimizer's state are materialised. */
LS_API ls_status ls_step_begin(void);
LS_API ls_status ls_step_end(void);

/* --- Executing ---------------------------------------------------------------------------------------------- */

/* Cuts the trace: materialises every live tensor of the calling rank. Compiles if the program is new, then
 * executes asynchronously. Every rank of a program with collectives must reach the same cut with the same trace;
 * if not, each gets LS_FAILED_PRECONDITION saying who traced what. */
LS_API ls_status ls_mark_step(void);

/* Waits until everything that the calling rank started has finished. */
LS_API ls_status ls_wait_device(void);

/* Cuts if needed, waits for `t` and copies its elements, row-major. `bytes` must equal its size. */
LS_API ls_status ls_to_host(ls_tensor t, void *out_data, size_t bytes);

/* The only element of a one-element tensor, converted to double. */
LS_API ls_status ls_item(ls_tensor t, double *out_value);

/* Prints a tensor to standard output as "[rank 1] i32[2,2] [[0, 1], [2, 3]]", large ones shortened; whole lines. */
LS_API ls_status ls_print(ls_tensor t);

/* A new handle of the same value. */
LS_API ls_tensor ls_clone(ls_tensor t);

/* Makes the handle `dst` stand for the value of `src` (same shape and type): the way to update state in place.
 * Whoever holds `dst` sees the new value. Its requires_grad flag stays. */
LS_API ls_status ls_assign(ls_tensor dst, ls_tensor src);

/* --- The program cache -------------------------------------------------------------------------------------- */

/* Programs compiled so far by this process for the ranks of the ls_spawn that runs; a new ls_spawn starts at 0, as does
 * its cache. 0 outside a rank. */
LS_API int64_t ls_compile_count(void);
LS_API int64_t ls_cache_size(void); /* programs held */
LS_API void ls_clear_cache(void);

#ifdef __cplusplus
}
#endif
#endif
