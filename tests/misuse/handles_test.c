/* Every public function that takes tensors, with handles that stand for nothing: {0}, freed, made up, another rank's.
 * Each answers with LS_INVALID_ARGUMENT and a message; none crashes, hangs or prints. */
#include "ls_ranks.h"
#include <lockstep/lockstep.h>

/* What the calls below use. */
typedef struct hands {
    ls_tensor bad;    /* the handle under test */
    ls_tensor matrix; /* 2×3 f32, good */
    ls_tensor image;  /* 1×2×4×4 f32, good */
    ls_tensor vector; /* 2 f32, good */
    ls_tensor labels; /* 2 i64, good */
} hands;

static const int dims[] = {0, 1};
static const ls_pool2d_options pool = {.kernel = {2, 2}};

static ls_tensor cat(ls_tensor a, ls_tensor b)
{
    return ls_cat((ls_tensor[]){a, b}, 2, 0);
}

static ls_tensor stack(ls_tensor a, ls_tensor b)
{
    return ls_stack((ls_tensor[]){a, b}, 2, 0);
}

/* X(what the message must name, a call that uses h->bad, as h) */
#define EACH_OP(X)                                                                                                     \
    X(add, ls_add(h->bad, h->matrix))                                                                                  \
    X(add, ls_add(h->matrix, h->bad))                                                                                  \
    X(sub, ls_sub(h->bad, h->bad))                                                                                     \
    X(mul, ls_mul(h->bad, h->matrix))                                                                                  \
    X(div, ls_div(h->bad, h->matrix))                                                                                  \
    X(rem, ls_rem(h->matrix, h->bad))                                                                                  \
    X(pow, ls_pow(h->matrix, h->bad))                                                                                  \
    X(maximum, ls_maximum(h->bad, h->matrix))                                                                          \
    X(minimum, ls_minimum(h->bad, h->matrix))                                                                          \
    X(bitwise_and, ls_bitwise_and(h->bad, h->labels))                                                                  \
    X(bitwise_or, ls_bitwise_or(h->bad, h->labels))                                                                    \
    X(bitwise_xor, ls_bitwise_xor(h->labels, h->bad))                                                                  \
    X(add_scalar, ls_add_scalar(h->bad, 1))                                                                            \
    X(mul_scalar, ls_mul_scalar(h->bad, 1))                                                                            \
    X(eq, ls_eq(h->bad, h->matrix))                                                                                    \
    X(ne, ls_ne(h->matrix, h->bad))                                                                                    \
    X(lt, ls_lt(h->bad, h->matrix))                                                                                    \
    X(le, ls_le(h->bad, h->matrix))                                                                                    \
    X(gt, ls_gt(h->bad, h->matrix))                                                                                    \
    X(ge, ls_ge(h->bad, h->matrix))                                                                                    \
    X(where, ls_where(h->bad, h->matrix, h->matrix))                                                                   \
    X(where, ls_where(ls_gt(h->matrix, h->matrix), h->matrix, h->bad))                                                 \
    X(clamp, ls_clamp(h->bad, 0, 1))                                                                                   \
    X(cast, ls_cast(h->bad, LS_F64))                                                                                   \
    X(neg, ls_neg(h->bad))                                                                                             \
    X(abs, ls_abs(h->bad))                                                                                             \
    X(sign, ls_sign(h->bad))                                                                                           \
    X(exp, ls_exp(h->bad))                                                                                             \
    X(log, ls_log(h->bad))                                                                                             \
    X(log1p, ls_log1p(h->bad))                                                                                         \
    X(expm1, ls_expm1(h->bad))                                                                                         \
    X(sqrt, ls_sqrt(h->bad))                                                                                           \
    X(rsqrt, ls_rsqrt(h->bad))                                                                                         \
    X(sin, ls_sin(h->bad))                                                                                             \
    X(cos, ls_cos(h->bad))                                                                                             \
    X(tan, ls_tan(h->bad))                                                                                             \
    X(tanh, ls_tanh(h->bad))                                                                                           \
    X(erf, ls_erf(h->bad))                                                                                             \
    X(floor, ls_floor(h->bad))                                                                                         \
    X(ceil, ls_ceil(h->bad))                                                                                           \
    X(logical_not, ls_logical_not(h->bad))                                                                             \
    X(relu, ls_relu(h->bad))                                                                                           \
    X(sigmoid, ls_sigmoid(h->bad))                                                                                     \
    X(silu, ls_silu(h->bad))                                                                                           \
    X(gelu, ls_gelu(h->bad))                                                                                           \
    X(leaky_relu, ls_leaky_relu(h->bad, 0.1))                                                                          \
    X(reshape, ls_reshape(h->bad, LS_SHAPE(6)))                                                                        \
    X(flatten, ls_flatten(h->bad, 0))                                                                                  \
    X(expand, ls_expand(h->bad, LS_SHAPE(4, 2, 3)))                                                                    \
    X(transpose, ls_transpose(h->bad, 0, 1))                                                                           \
    X(permute, ls_permute(h->bad, dims, 2))                                                                            \
    X(unsqueeze, ls_unsqueeze(h->bad, 0))                                                                              \
    X(squeeze, ls_squeeze(h->bad, 0))                                                                                  \
    X(slice, ls_slice(h->bad, 0, 0, 1, 1))                                                                             \
    X(select, ls_select(h->bad, 0, 0))                                                                                 \
    X(slice_assign, ls_slice_assign(h->bad, 0, 0, h->matrix))                                                          \
    X(slice_assign, ls_slice_assign(h->matrix, 0, 0, h->bad))                                                          \
    X(cat, cat(h->bad, h->matrix))                                                                                     \
    X(cat, cat(h->matrix, h->bad))                                                                                     \
    X(stack, stack(h->matrix, h->bad))                                                                                 \
    X(flip, ls_flip(h->bad, 0))                                                                                        \
    X(pad, ls_pad(h->bad, 0, 1, 1, 0))                                                                                 \
    X(index_select, ls_index_select(h->bad, 0, h->labels))                                                             \
    X(index_select, ls_index_select(h->matrix, 0, h->bad))                                                             \
    X(one_hot, ls_one_hot(h->bad, 3, LS_F32))                                                                          \
    X(sum, ls_sum(h->bad, NULL, 0, NULL))                                                                              \
    X(mean, ls_mean(h->bad, dims, 1, NULL))                                                                            \
    X(max, ls_max(h->bad, NULL, 0, NULL))                                                                              \
    X(min, ls_min(h->bad, NULL, 0, NULL))                                                                              \
    X(prod, ls_prod(h->bad, NULL, 0, NULL))                                                                            \
    X(argmax, ls_argmax(h->bad, 0))                                                                                    \
    X(matmul, ls_matmul(h->bad, h->matrix))                                                                            \
    X(matmul, ls_matmul(h->matrix, h->bad))                                                                            \
    X(linear, ls_linear(h->bad, h->matrix, (ls_tensor){0}))                                                            \
    X(linear, ls_linear(h->matrix, h->bad, (ls_tensor){0}))                                                            \
    X(conv2d, ls_conv2d(h->bad, h->image, (ls_tensor){0}, NULL))                                                       \
    X(conv2d, ls_conv2d(h->image, h->bad, (ls_tensor){0}, NULL))                                                       \
    X(max_pool2d, ls_max_pool2d(h->bad, &pool))                                                                        \
    X(avg_pool2d, ls_avg_pool2d(h->bad, &pool))                                                                        \
    X(adaptive_avg_pool2d, ls_adaptive_avg_pool2d(h->bad, 1, 1))                                                       \
    X(batch_norm, ls_batch_norm(h->bad, h->vector, h->vector, 1e-5, NULL, NULL))                                       \
    X(batch_norm_inference, ls_batch_norm_inference(h->image, h->vector, h->vector, h->bad, h->vector, 1e-5))          \
    X(batch_norm_inference, ls_batch_norm_inference(h->image, h->vector, h->vector, h->vector, h->bad, 1e-5))          \
    X(layer_norm, ls_layer_norm(h->bad, h->vector, h->vector, 1e-5))                                                   \
    X(layer_norm, ls_layer_norm(h->matrix, h->bad, h->vector, 1e-5))                                                   \
    X(softmax, ls_softmax(h->bad, 0))                                                                                  \
    X(log_softmax, ls_log_softmax(h->bad, 0))                                                                          \
    X(dropout, ls_dropout(h->bad, 0.5))                                                                                \
    X(dropout, ls_dropout(h->bad, 0))                                                                                  \
    X(nll_loss, ls_nll_loss(h->bad, h->labels))                                                                        \
    X(nll_loss, ls_nll_loss(h->matrix, h->bad))                                                                        \
    X(cross_entropy, ls_cross_entropy(h->bad, h->labels, NULL))                                                        \
    X(cross_entropy, ls_cross_entropy(h->matrix, h->bad, NULL))                                                        \
    X(mse_loss, ls_mse_loss(h->bad, h->matrix))                                                                        \
    X(mse_loss, ls_mse_loss(h->matrix, h->bad))                                                                        \
    X(clone, ls_clone(h->bad))                                                                                         \
    X(detach, ls_detach(h->bad))                                                                                       \
    X(all_reduce, ls_functional_all_reduce(h->bad, LS_SUM, LS_WORLD))                                                  \
    X(all_gather, ls_functional_all_gather(h->bad, 0, LS_WORLD))                                                       \
    X(reduce_scatter, ls_functional_reduce_scatter(h->bad, 0, LS_SUM, LS_WORLD))

static ls_status gather_into(ls_tensor bad)
{
    ls_tensor out[8];
    return ls_all_gather(out, bad, LS_WORLD);
}

/* The same for functions that give a status. */
#define EACH_CALL(X)                                                                                                   \
    X(tensor_status, ls_tensor_status(h->bad))                                                                         \
    X(to_host, ls_to_host(h->bad, bytes, 4))                                                                           \
    X(item, ls_item(h->bad, &number))                                                                                  \
    X(print, ls_print(h->bad))                                                                                         \
    X(assign, ls_assign(h->bad, h->matrix))                                                                            \
    X(assign, ls_assign(h->matrix, h->bad))                                                                            \
    X(set_requires_grad, ls_set_requires_grad(h->bad, true))                                                           \
    X(backward, ls_backward(h->bad, NULL))                                                                             \
    X(set_grad, ls_set_grad(h->bad, h->matrix))                                                                        \
    X(all_reduce, ls_all_reduce(h->bad, LS_SUM, LS_WORLD))                                                             \
    X(all_reduce_coalesced, ls_all_reduce_coalesced((ls_tensor[]){h->matrix, h->bad}, 2, LS_SUM, LS_WORLD))            \
    X(all_gather, gather_into(h->bad))                                                                                 \
    X(all_gather_into_tensor, ls_all_gather_into_tensor(&out, h->bad, LS_WORLD))                                       \
    X(broadcast, ls_broadcast(h->bad, 0, LS_WORLD))                                                                    \
    X(reduce, ls_reduce(h->bad, 0, LS_SUM, LS_WORLD))                                                                  \
    X(reduce_scatter, ls_reduce_scatter(&out, h->bad, LS_SUM, LS_WORLD))                                               \
    X(all_to_all, ls_all_to_all(outs, (ls_tensor[8]){h->bad, h->matrix}, LS_WORLD))                                    \
    X(gather, ls_gather(outs, h->bad, 0, LS_WORLD))

static ls_status check_message(const char *call, const char *name)
{
    const char *message = ls_last_error();
    if (!strstr(message, name) || !strstr(message, "tensor"))
        return ls_fail(LS_INTERNAL, "%s: the message does not name %s and say what is wrong with the tensor: \"%s\"",
                       call, name, message);
    return LS_OK;
}

#define CHECK_OP(name, call)                                                                                           \
    do {                                                                                                               \
        ls_tensor result_ = call;                                                                                      \
        ls_status status_ = ls_tensor_status(result_);                                                                 \
        if (status_ != LS_INVALID_ARGUMENT)                                                                            \
            return ls_fail(LS_INTERNAL, "%s gives %s: %s", #call, ls_status_name(status_), ls_last_error());           \
        LS_TRY(check_message(#call, #name));                                                                           \
        (void)ls_free(result_);                                                                                        \
    } while (0);

#define CHECK_CALL(name, call)                                                                                         \
    do {                                                                                                               \
        ls_status status_ = call;                                                                                      \
        if (status_ != LS_INVALID_ARGUMENT)                                                                            \
            return ls_fail(LS_INTERNAL, "%s gives %s: %s", #call, ls_status_name(status_), ls_last_error());           \
        LS_TRY(check_message(#call, #name));                                                                           \
    } while (0);

static ls_status try_everything_with(ls_tensor bad)
{
    ls_scope_push();
    hands good = {
        .bad = bad,
        .matrix = ls_zeros(LS_SHAPE(2, 3), LS_F32),
        .image = ls_zeros(LS_SHAPE(1, 2, 4, 4), LS_F32),
        .vector = ls_zeros(LS_SHAPE(2), LS_F32),
        .labels = ls_zeros(LS_SHAPE(2), LS_I64),
    };
    hands *h = &good;
    char bytes[4];
    double number;
    ls_tensor out, outs[8];
    EACH_OP(CHECK_OP)
    EACH_CALL(CHECK_CALL)
    rank_check(ls_tensor_dtype(bad) == LS_DTYPE_INVALID && ls_tensor_shape(bad).rank == 0);
    rank_check(!ls_requires_grad(bad) && ls_grad(bad).generation == 0);
    (void)ls_keep(bad);
    LS_TRY(ls_scope_pop());
    rank_check_fails(ls_mark_step(), LS_INVALID_ARGUMENT, "ls_add: "); /* the first error, told once */
    return ls_mark_step();
}

static ls_tensor foreign; /* rank 0's */

static ls_status use_bad_handles(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_tensor freed = ls_zeros(LS_SHAPE(2, 3), LS_F32);
    LS_TRY(ls_free(freed));
    if (index == 0) foreign = ls_ones(LS_SHAPE(2, 3), LS_F32);
    LS_TRY(ls_barrier(LS_WORLD));
    LS_TRY(try_everything_with((ls_tensor){0}));
    LS_TRY(try_everything_with(freed));
    LS_TRY(try_everything_with((ls_tensor){UINT32_MAX, 1}));
    LS_TRY(try_everything_with((ls_tensor){UINT32_MAX, UINT32_MAX}));
    LS_TRY(try_everything_with((ls_tensor){0, 77}));
    if (index > 0) LS_TRY(try_everything_with(foreign));
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_process_group();
}

static void bad_handles_are_reported_by_every_function(void **state)
{
    run_ranks(use_bad_handles, NULL, 2);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_handles_are_reported_by_every_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
