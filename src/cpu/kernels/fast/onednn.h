/* oneDNN behind plain structs: convolution in its three directions and matrix product, on operands with any strides.
 *
 * Everything that costs (choosing an implementation, reorders into the formats it wants) happens at creation; a run
 * only executes. Letters: N batch, G groups, C input channels, O output channels. */
#ifndef LS_CPU_KERNELS_FAST_ONEDNN_H
#define LS_CPU_KERNELS_FAST_ONEDNN_H

#include <lockstep/types.h>

typedef struct ls_onednn ls_onednn; /* one ready operation; several threads may run it at once, each with a state */
typedef struct ls_onednn_state ls_onednn_state;

#define LS_CONV_SPATIAL 3

typedef enum ls_conv_direction {
    LS_CONV_FORWARD,          /* y = x * w */
    LS_CONV_BACKWARD_DATA,    /* x from y and w */
    LS_CONV_BACKWARD_WEIGHTS, /* w from x and y */
} ls_conv_direction;

/* A convolution by its forward sizes; the direction says which of x, w and y is the result. Strides count elements. */
typedef struct ls_conv {
    ls_conv_direction direction;
    ls_dtype dtype;          /* of x, w and y */
    int spatial;             /* 1 to 3 */
    int64_t n, groups, c, o; /* c and o count all groups */
    int64_t x[LS_CONV_SPATIAL], w[LS_CONV_SPATIAL], y[LS_CONV_SPATIAL];
    int64_t stride[LS_CONV_SPATIAL], dilation[LS_CONV_SPATIAL];
    int64_t pad_low[LS_CONV_SPATIAL]; /* the other side follows from the sizes */
    struct {
        int64_t n, c, at[LS_CONV_SPATIAL];
    } x_strides;
    struct {
        int64_t g, o, c, at[LS_CONV_SPATIAL]; /* within a group */
    } w_strides;
    struct {
        int64_t n, o, at[LS_CONV_SPATIAL];
    } y_strides;
    bool bias; /* forward only: the run takes O more values, added to y */
} ls_conv;

/* c[b, m, n] = Σ_k a[b, m, k] · b[b, k, n]; strides count elements, in the order of the indices. */
typedef struct ls_matmul {
    ls_dtype dtype;
    int64_t batch, m, n, k;
    int64_t a_strides[3], b_strides[3], c_strides[3];
    bool bias; /* the run takes n more values, added to every row of c */
} ls_matmul;

/* out[i·to] = in[i·from] for every index i below dims; strides count elements. */
typedef struct ls_strided_copy {
    size_t width; /* bytes of an element: 1 or 4 */
    int rank;
    int64_t dims[LS_MAX_RANK], from[LS_MAX_RANK], to[LS_MAX_RANK];
} ls_strided_copy;

/* LS_UNIMPLEMENTED if oneDNN has no implementation of its own speed for it (its reference one does not count); then
 * nothing was created. `threads`: of the team that will run it. */
ls_status ls_onednn_conv_create(const ls_conv *conv, int threads, ls_onednn **out_op);
ls_status ls_onednn_matmul_create(const ls_matmul *matmul, int threads, ls_onednn **out_op);
ls_status ls_onednn_copy_create(const ls_strided_copy *copy, int threads, ls_onednn **out_op); /* one input */
void ls_onednn_destroy(ls_onednn *op);                                                         /* NULL is allowed */

/* Bytes of scratch that one run needs, aligned to 64. */
size_t ls_onednn_scratch_bytes(const ls_onednn *op);

ls_status ls_onednn_state_create(const ls_onednn *op, ls_onednn_state **out_state);
void ls_onednn_state_destroy(ls_onednn_state *state); /* NULL is allowed */

/* Runs on the calling thread and its OpenMP team. `inputs`: the two operands (x, w; y, w; x, y; a, b), then the bias.
 */
ls_status ls_onednn_run(const ls_onednn *op, ls_onednn_state *state, const void *const *inputs, void *output,
                        void *scratch);

/* What oneDNN calls the chosen implementation, for profiles. */
const char *ls_onednn_implementation(const ls_onednn *op);

#endif
