/* Batch normalisation of f32 [outer, C, inner]: inner is 1 when channels come last. */
#ifndef LS_CPU_KERNELS_FAST_NORMALISE_H
#define LS_CPU_KERNELS_FAST_NORMALISE_H

#include <lockstep/types.h>

typedef struct ls_batch_norm {
    int64_t outer, c, inner; /* c at most LS_VECTOR_PERIOD where inner is 1 */
    float epsilon;
    int threads;
    bool add;     /* forward: adds a tensor to y */
    bool rectify; /* forward: then max(…, 0). Gradient: through max(y, 0), which is computed again instead of read */
} ls_batch_norm;

size_t ls_batch_norm_scratch_bytes(const ls_batch_norm *b);

/* mean and variance (biased) of x over all but C. */
void ls_batch_norm_moments(const ls_batch_norm *b, const float *x, float *out_mean, float *out_variance, void *scratch);

/* y = (x − mean) / √(variance + ε) · scale + offset, and what follows. `out` may be x or add. */
void ls_batch_norm_apply(const ls_batch_norm *b, const float *x, const float *add, const float *scale,
                         const float *offset, const float *mean, const float *variance, float *out, void *scratch);

/* The gradients of training's y: StableHLO's batch_norm_grad. `offset` matters with `rectify` only. `out_x` may be g.
 */
void ls_batch_norm_grad(const ls_batch_norm *b, const float *x, const float *scale, const float *offset,
                        const float *mean, const float *variance, const float *g, float *out_x, float *out_scale,
                        float *out_offset, void *scratch);

#endif
