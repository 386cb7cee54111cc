/* Operations on tensors. Each records one or a few StableHLO ops and executes nothing.
 *
 * Every function returns a tensor of the innermost scope; on misuse an error tensor that keeps the first message
 * (op, shapes) and passes through later ops until ls_mark_step, ls_item or ls_tensor_status reports it.
 * Element types do not mix silently: operands of a binary op have one type, else the op is an error; ls_cast
 * converts. Shapes broadcast as in NumPy. A negative `dim` counts from the end.
 * Legend: N batch, C channels, H height, W width, K classes. */
#ifndef LOCKSTEP_OPS_H
#define LOCKSTEP_OPS_H

#include <lockstep/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Elementwise -------------------------------------------------------------------------------------------- */
LS_API ls_tensor ls_add(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_sub(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_mul(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_div(ls_tensor a, ls_tensor b); /* integers truncate toward zero */
LS_API ls_tensor ls_rem(ls_tensor a, ls_tensor b); /* takes the dividend's sign */
LS_API ls_tensor ls_pow(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_maximum(ls_tensor a, ls_tensor b);     /* NaN wins */
LS_API ls_tensor ls_minimum(ls_tensor a, ls_tensor b);     /* NaN wins */
LS_API ls_tensor ls_bitwise_and(ls_tensor a, ls_tensor b); /* logical for bool */
LS_API ls_tensor ls_bitwise_or(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_bitwise_xor(ls_tensor a, ls_tensor b);

/* The same with a constant of the program; see ls_scalar for one that changes. An integer tensor takes only values of
 * its type: 0.5 is an error, not 0. */
LS_API ls_tensor ls_add_scalar(ls_tensor a, double value);
LS_API ls_tensor ls_mul_scalar(ls_tensor a, double value);

LS_API ls_tensor ls_eq(ls_tensor a, ls_tensor b); /* comparisons give LS_BOOL */
LS_API ls_tensor ls_ne(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_lt(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_le(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_gt(ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_ge(ls_tensor a, ls_tensor b);

LS_API ls_tensor ls_where(ls_tensor condition, ls_tensor a, ls_tensor b);
LS_API ls_tensor ls_clamp(ls_tensor x, double low, double high);
LS_API ls_tensor ls_cast(ls_tensor x, ls_dtype dtype);

LS_API ls_tensor ls_neg(ls_tensor x);
LS_API ls_tensor ls_abs(ls_tensor x);
LS_API ls_tensor ls_sign(ls_tensor x);
LS_API ls_tensor ls_exp(ls_tensor x);
LS_API ls_tensor ls_log(ls_tensor x);
LS_API ls_tensor ls_log1p(ls_tensor x);
LS_API ls_tensor ls_expm1(ls_tensor x);
LS_API ls_tensor ls_sqrt(ls_tensor x);
LS_API ls_tensor ls_rsqrt(ls_tensor x);
LS_API ls_tensor ls_sin(ls_tensor x);
LS_API ls_tensor ls_cos(ls_tensor x);
LS_API ls_tensor ls_tan(ls_tensor x);
LS_API ls_tensor ls_tanh(ls_tensor x);
LS_API ls_tensor ls_erf(ls_tensor x);
LS_API ls_tensor ls_floor(ls_tensor x);
LS_API ls_tensor ls_ceil(ls_tensor x);
LS_API ls_tensor ls_logical_not(ls_tensor x);

LS_API ls_tensor ls_relu(ls_tensor x); /* NaN stays NaN */
LS_API ls_tensor ls_sigmoid(ls_tensor x);
LS_API ls_tensor ls_silu(ls_tensor x);
LS_API ls_tensor ls_gelu(ls_tensor x); /* the exact form, with erf */
LS_API ls_tensor ls_leaky_relu(ls_tensor x, double negative_slope);

/* --- Shape (results are values: writing to one never changes its source) ------------------------------------ */
LS_API ls_tensor ls_reshape(ls_tensor x, ls_shape shape); /* at most one dimension may be −1 */
LS_API ls_tensor ls_flatten(ls_tensor x, int start_dim);  /* dimensions start_dim.. become one */
LS_API ls_tensor ls_expand(ls_tensor x, ls_shape shape);  /* NumPy broadcast to `shape` */
LS_API ls_tensor ls_transpose(ls_tensor x, int dim0, int dim1);
LS_API ls_tensor ls_permute(ls_tensor x, const int *dims, int count); /* result dim i is x's dims[i] */
LS_API ls_tensor ls_unsqueeze(ls_tensor x, int dim);
LS_API ls_tensor ls_squeeze(ls_tensor x, int dim);
LS_API ls_tensor ls_slice(ls_tensor x, int dim, int64_t start, int64_t stop, int64_t step); /* step > 0 */
LS_API ls_tensor ls_select(ls_tensor x, int dim, int64_t index);                            /* removes `dim` */
LS_API ls_tensor ls_slice_assign(ls_tensor x, int dim, int64_t start, ls_tensor update);    /* a new value */
LS_API ls_tensor ls_cat(const ls_tensor *tensors, int count, int dim);
LS_API ls_tensor ls_stack(const ls_tensor *tensors, int count, int dim);
LS_API ls_tensor ls_flip(ls_tensor x, int dim);
LS_API ls_tensor ls_pad(ls_tensor x, int dim, int64_t low, int64_t high, double value);

/* Rows of x along `dim` named by `indices` (integers, rank 1); out-of-range indices clamp. */
LS_API ls_tensor ls_index_select(ls_tensor x, int dim, ls_tensor indices);

/* 1 at the class of each label, else 0: integers of any shape S → S×classes of `dtype`. */
LS_API ls_tensor ls_one_hot(ls_tensor labels, int64_t classes, ls_dtype dtype);

/* --- Reductions: over dims[0..count), or over everything if count is 0 -------------------------------------- */
typedef struct ls_reduce_options {
    bool keepdim;
} ls_reduce_options;
LS_API ls_tensor ls_sum(ls_tensor x, const int *dims, int count, const ls_reduce_options *options);
LS_API ls_tensor ls_mean(ls_tensor x, const int *dims, int count, const ls_reduce_options *options);
LS_API ls_tensor ls_max(ls_tensor x, const int *dims, int count, const ls_reduce_options *options);
LS_API ls_tensor ls_min(ls_tensor x, const int *dims, int count, const ls_reduce_options *options);
LS_API ls_tensor ls_prod(ls_tensor x, const int *dims, int count, const ls_reduce_options *options);
LS_API ls_tensor ls_argmax(ls_tensor x, int dim); /* LS_I64; the first of equals, the first NaN */

/* --- Linear algebra ----------------------------------------------------------------------------------------- */
LS_API ls_tensor ls_matmul(ls_tensor a, ls_tensor b); /* …×n×k, …×k×m → …×n×m; leading dims broadcast; rank ≥ 2 */
LS_API ls_tensor ls_linear(ls_tensor x, ls_tensor weight, ls_tensor bias); /* x·weightᵀ + bias; bias may be {0} */

/* --- Networks ----------------------------------------------------------------------------------------------- */
typedef struct ls_conv2d_options {
    int64_t stride[2];   /* height, width; 0 means 1 */
    int64_t padding[2];  /* on both sides */
    int64_t dilation[2]; /* 0 means 1 */
    int64_t groups;      /* 0 means 1 */
} ls_conv2d_options;
/* input N×C×H×W, weight O×(C/groups)×kH×kW, bias O or {0}; NULL options are the defaults. */
LS_API ls_tensor ls_conv2d(ls_tensor input, ls_tensor weight, ls_tensor bias, const ls_conv2d_options *options);

typedef struct ls_pool2d_options {
    int64_t kernel[2];
    int64_t stride[2]; /* 0 means the kernel's size */
    int64_t padding[2];
} ls_pool2d_options;
LS_API ls_tensor ls_max_pool2d(ls_tensor x, const ls_pool2d_options *options); /* N×C×H×W; NaN wins */
LS_API ls_tensor ls_avg_pool2d(ls_tensor x, const ls_pool2d_options *options); /* padding counts as zeros */
LS_API ls_tensor ls_adaptive_avg_pool2d(ls_tensor x, int64_t height, int64_t width);

/* Normalises N×C×… over all but C with the batch's statistics (biased variance), which go to *out_mean and
 * *out_variance (C) where those are not NULL. */
LS_API ls_tensor ls_batch_norm(ls_tensor x, ls_tensor weight, ls_tensor bias, double epsilon, ls_tensor *out_mean,
                               ls_tensor *out_variance);
/* The same with given statistics (C each). */
LS_API ls_tensor ls_batch_norm_inference(ls_tensor x, ls_tensor weight, ls_tensor bias, ls_tensor mean,
                                         ls_tensor variance, double epsilon);
/* Normalises over the last `weight` rank dimensions. */
LS_API ls_tensor ls_layer_norm(ls_tensor x, ls_tensor weight, ls_tensor bias, double epsilon);

LS_API ls_tensor ls_softmax(ls_tensor x, int dim);
LS_API ls_tensor ls_log_softmax(ls_tensor x, int dim);

/* Zeroes elements with probability p and scales the rest by 1/(1 − p); draws from the rank's generator. */
LS_API ls_tensor ls_dropout(ls_tensor x, double p);

/* --- Losses: means over the batch, scalars ------------------------------------------------------------------ */
LS_API ls_tensor ls_nll_loss(ls_tensor log_probabilities, ls_tensor labels); /* N×K, integers N */
typedef struct ls_cross_entropy_options {
    double label_smoothing;
} ls_cross_entropy_options;
LS_API ls_tensor ls_cross_entropy(ls_tensor logits, ls_tensor labels, const ls_cross_entropy_options *options);
LS_API ls_tensor ls_mse_loss(ls_tensor input, ls_tensor target);

/* --- Random numbers ----------------------------------------------------------------------------------------- */
/* Seeds the calling rank's generator (default 0 on every rank: same seed, same numbers). */
LS_API void ls_manual_seed(uint64_t seed);

/* The generator's whole state, to save and restore: 24 bytes. */
typedef struct ls_rng_state {
    uint64_t seed, host_count, device_count;
} ls_rng_state;
LS_API ls_rng_state ls_rng_get_state(void);
LS_API void ls_rng_set_state(ls_rng_state state);

/* Uniform in [0, 1), and standard normal, drawn on the device; f32 or f64. */
LS_API ls_tensor ls_rand(ls_shape shape, ls_dtype dtype);
LS_API ls_tensor ls_randn(ls_shape shape, ls_dtype dtype);

#ifdef __cplusplus
}
#endif
#endif
