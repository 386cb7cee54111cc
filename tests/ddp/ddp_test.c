/* DistributedDataParallel: what it averages, broadcasts, compares and refuses. Ranks are threads here; the golden suite
 * runs the same code in processes. */
#include "ls_ranks.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/deadline.h"
#include "lazy/trace.h"
#include <lockstep/autograd.h>
#include <lockstep/ddp.h>
#include <lockstep/optim.h>

/* --- A network with two heads and a buffer ------------------------------------------------------------------ */

typedef struct two_heads {
    bool use_b;
    int times_a; /* how often head A is applied */
} two_heads;

static ls_tensor forward_two_heads(ls_module *self, ls_tensor x)
{
    const two_heads *options = ls_module_user(self);
    ls_tensor y = x;
    for (int i = 0; i < options->times_a; i++) y = ls_forward(ls_module_child(self, "headA"), y);
    return options->use_b ? ls_add(y, ls_forward(ls_module_child(self, "headB"), x)) : y;
}

static ls_module *make_two_heads(two_heads *options)
{
    ls_module *module = ls_module_create(forward_two_heads, options);
    ls_module_add(module, "headA", ls_nn_linear(2, 2, NULL));
    ls_module_add(module, "headB", ls_nn_linear(2, 2, NULL));
    return module;
}

static ls_tensor input_of(int index) /* 1000·rank + index */
{
    return ls_from_f32((const float[]){1000 * index, 1000 * index + 1, 1000 * index + 2, 1000 * index + 3},
                       LS_SHAPE(2, 2));
}

static ls_tensor total(ls_tensor t)
{
    return ls_sum(t, NULL, 0, NULL);
}

static ls_status read_floats(ls_tensor t, float *out, int64_t count)
{
    return ls_to_host(t, out, sizeof(*out) * (size_t)count);
}

/* --- Before init -------------------------------------------------------------------------------------------- */

static void without_a_process_group_it_fails_at_once(void **state)
{
    (void)state;
    int64_t start = ls_now_ns();
    assert_null(ls_ddp_create(ls_nn_linear(2, 2, NULL), NULL));
    assert_non_null(strstr(ls_last_error(), "process group not initialised"));
    assert_true(ls_now_ns() - start < 100 * 1000000);
    assert_null(ls_ddp_create(NULL, NULL));
    ls_module *plain = ls_nn_linear(2, 2, NULL);
    assert_fails(ls_ddp_no_sync_begin(plain), LS_INVALID_ARGUMENT, "ls_ddp_create");
    assert_fails(ls_ddp_check_parameters(NULL), LS_INVALID_ARGUMENT, "ls_ddp_create");
    ls_module_destroy(plain);
}

/* --- Unused parameters -------------------------------------------------------------------------------------- */

static ls_status use_one_head(int index, void *arg)
{
    LS_TRY(rank_join_group());
    two_heads options = {.use_b = false, .times_a = 1};
    ls_module *ddp = ls_ddp_create(make_two_heads(&options), NULL);
    rank_check(ddp);
    char rank[32];
    snprintf(rank, sizeof(rank), "on rank %d", index);
    LS_TRY(ls_step_begin());
    ls_tensor loss = total(ls_forward(ddp, input_of(index)));
    ls_status status = ls_backward(loss, NULL);
    rank_check(status == LS_FAILED_PRECONDITION);
    rank_check(strstr(ls_last_error(), "headB.weight, headB.bias") && strstr(ls_last_error(), rank));
    rank_check(!strstr(ls_last_error(), "headA"));
    LS_TRY(ls_step_end());
    LS_TRY(ls_set_requires_grad(ls_module_get(ddp, "headB.weight"), false)); /* frozen parameters are not missed */
    LS_TRY(ls_set_requires_grad(ls_module_get(ddp, "headB.bias"), false));
    LS_TRY(ls_step_begin());
    LS_TRY(ls_backward(total(ls_forward(ddp, input_of(index))), NULL));
    LS_TRY(ls_step_end());
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void unused_parameters_are_named_in_the_same_backward(void **state)
{
    (void)state;
    run_ranks(use_one_head, NULL, 2);
}

static ls_status find_unused(int index, void *arg)
{
    LS_TRY(rank_join_group());
    two_heads options = {.use_b = false, .times_a = 1};
    ls_module *ddp = ls_ddp_create(make_two_heads(&options), &(ls_ddp_options){.find_unused_parameters = true});
    ls_optimizer *optimizer = ls_sgd_create(ddp, &(ls_sgd_options){.lr = 1e-3});
    rank_check(optimizer);
    float before[4], after[4], a[4];
    LS_TRY(read_floats(ls_module_get(ddp, "headB.weight"), before, 4));
    LS_TRY(read_floats(ls_module_get(ddp, "headA.weight"), a, 4));
    for (int step = 0; step < 3; step++) {
        LS_TRY(ls_step_begin());
        LS_TRY(ls_backward(total(ls_forward(ddp, input_of(index))), NULL));
        LS_TRY(ls_step(optimizer));
        LS_TRY(ls_zero_grad(optimizer));
        LS_TRY(ls_step_end());
    }
    LS_TRY(read_floats(ls_module_get(ddp, "headB.weight"), after, 4));
    rank_check(memcmp(before, after, sizeof(before)) == 0);
    LS_TRY(read_floats(ls_module_get(ddp, "headA.weight"), after, 4));
    rank_check(memcmp(a, after, sizeof(a)) != 0);
    LS_TRY(ls_ddp_check_parameters(ddp));
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void unused_parameters_are_left_alone_if_asked(void **state)
{
    (void)state;
    run_ranks(find_unused, NULL, 2);
}

/* --- Values and gradients ----------------------------------------------------------------------------------- */

/* y = x·W twice, so W has two uses; the gradient is the average over the ranks of the sum of both. */
static ls_status use_a_module_twice(int index, void *arg)
{
    float(*gradients)[4] = arg;
    LS_TRY(rank_join_group());
    ls_manual_seed((uint64_t)index); /* different weights, until rank 0's are broadcast */
    two_heads options = {.use_b = true, .times_a = 2};
    ls_module *ddp = ls_ddp_create(make_two_heads(&options), &(ls_ddp_options){.bucket_cap_mb = 1e-6});
    rank_check(ddp);
    LS_TRY(ls_ddp_check_parameters(ddp));
    for (int part = 0; part < 2; part++) { /* first this rank's own gradient, then the average */
        LS_TRY(ls_step_begin());
        if (part == 0) LS_TRY(ls_ddp_no_sync_begin(ddp));
        LS_TRY(ls_backward(total(ls_forward(ddp, input_of(index))), NULL));
        if (part == 0) LS_TRY(ls_ddp_no_sync_end(ddp));
        LS_TRY(ls_step_end());
        ls_tensor weight = ls_module_get(ddp, "headA.weight");
        LS_TRY(read_floats(ls_grad(weight), gradients[2 * index + part], 4));
        for (int i = 0; i < 4; i++) {
            const char *names[] = {"headA.weight", "headA.bias", "headB.weight", "headB.bias"};
            LS_TRY(ls_set_grad(ls_module_get(ddp, names[i]), (ls_tensor){0}));
        }
    }
    rank_check_fails(ls_ddp_no_sync_end(ddp), LS_FAILED_PRECONDITION, "beginning");
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void a_module_used_twice_gets_the_average_of_both_uses(void **state)
{
    (void)state;
    float gradients[4][4];
    run_ranks(use_a_module_twice, gradients, 2);
    for (int i = 0; i < 4; i++) {
        float mean = (gradients[0][i] + gradients[2][i]) / 2;
        assert_true(gradients[0][i] != gradients[2][i]);
        assert_true(fabsf(gradients[1][i] - mean) <= 1e-6f * fabsf(mean));
        assert_true(gradients[1][i] == gradients[3][i]);
    }
}

static ls_tensor forward_product(ls_module *self, ls_tensor x)
{
    return ls_mul(x, ls_module_get(self, "p"));
}

/* loss = x·p, so the gradient is x: micro-batches 1, 3 on rank 0 and 2, 5 on rank 1. */
static ls_status accumulate(int index, void *arg)
{
    static const float micro[2][2] = {{1, 3}, {2, 5}};
    LS_TRY(rank_join_group());
    ls_module *module = ls_module_create(forward_product, NULL);
    ls_scope_push();
    ls_tensor p = ls_module_add_parameter(module, "p", ls_from_f32((const float[]){7}, LS_SHAPE(1)));
    LS_TRY(ls_scope_pop());
    ls_module *ddp = ls_ddp_create(module, NULL);
    rank_check(ddp);
    float gradient, zero = 0;
    LS_TRY(ls_ddp_no_sync_begin(ddp));
    for (int i = 0; i < 2; i++) {
        LS_TRY(ls_step_begin());
        LS_TRY(ls_backward(ls_forward(ddp, ls_from_f32(&micro[index][i], LS_SHAPE(1))), NULL));
        LS_TRY(ls_step_end());
    }
    LS_TRY(ls_ddp_no_sync_end(ddp));
    LS_TRY(read_floats(ls_grad(p), &gradient, 1));
    rank_check(gradient == (index == 0 ? 4 : 7));
    LS_TRY(ls_step_begin());
    LS_TRY(ls_backward(ls_forward(ddp, ls_from_f32(&zero, LS_SHAPE(1))), NULL));
    LS_TRY(ls_step_end());
    LS_TRY(read_floats(ls_grad(p), &gradient, 1));
    rank_check(gradient == 5.5f);
    LS_TRY(ls_ddp_check_parameters(ddp));
    float mine = 7 + (float)index;
    LS_TRY(ls_module_set(ddp, "p", &mine, sizeof(mine)));
    rank_check_fails(ls_ddp_check_parameters(ddp), LS_DATA_LOSS, "parameter p differs between rank 0 and rank 1");
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void no_sync_accumulates_and_the_next_backward_averages(void **state)
{
    (void)state;
    run_ranks(accumulate, NULL, 2);
}

static ls_tensor forward_mixed(ls_module *self, ls_tensor x)
{
    ls_tensor sum = ls_mul(x, ls_cast(ls_module_get(self, "wide"), LS_F32));
    sum = ls_add(sum, ls_mul(x, ls_module_get(self, "single")));
    return ls_add(sum, ls_mul(x, ls_cast(ls_module_get(self, "narrow"), LS_F32)));
}

/* Parameters of three element types, each with gradient x: 8·rank + 4 averages to 8. */
static ls_status average_mixed_types(int index, void *arg)
{
    static const struct {
        const char *name;
        ls_dtype dtype;
    } rows[] = {{"wide", LS_F64}, {"single", LS_F32}, {"narrow", LS_BF16}};
    LS_TRY(rank_join_group());
    ls_module *module = ls_module_create(forward_mixed, NULL);
    ls_scope_push();
    for (int i = 0; i < 3; i++)
        ls_module_add_parameter(module, rows[i].name, ls_full(LS_SHAPE(2), 1000 * index + i, rows[i].dtype));
    LS_TRY(ls_scope_pop());
    ls_module *ddp = ls_ddp_create(module, NULL);
    rank_check(ddp);
    LS_TRY(ls_ddp_check_parameters(ddp));
    LS_TRY(ls_step_begin());
    float x[2] = {8.0f * (float)index + 4, -8.0f * (float)index - 4}, gradient[2];
    LS_TRY(ls_backward(total(ls_forward(ddp, ls_from_f32(x, LS_SHAPE(2)))), NULL));
    for (int i = 0; i < 3; i++) {
        ls_tensor g = ls_grad(ls_module_get(ddp, rows[i].name));
        rank_check(ls_tensor_dtype(g) == rows[i].dtype);
        LS_TRY(read_floats(ls_cast(g, LS_F32), gradient, 2));
        rank_check(gradient[0] == 8 && gradient[1] == -8);
    }
    LS_TRY(ls_step_end());
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void element_types_have_buckets_of_their_own(void **state)
{
    (void)state;
    run_ranks(average_mixed_types, NULL, 2);
}

/* --- Buckets in the program --------------------------------------------------------------------------------- */

/* The all_reduce that a gradient comes from, and of its operand the op that made it. */
static ls_node *all_reduce_of(ls_tensor gradient, uint32_t *out_operand_seq)
{
    ls_value v = ls_tensor_value(gradient);
    while (v.node->kind != LS_IR_ALL_REDUCE) v = v.node->operands[0]; /* the scaling to a mean, aliases */
    *out_operand_seq = v.node->operands[v.index].node->seq;
    return v.node;
}

/* Four parameters, headB's gradients complete before headA's. A large cap: one all_reduce; a tiny one: one each, and
 * the first goes out before the last gradient is even recorded. */
static ls_status look_at_buckets(int index, void *arg)
{
    static const char *const names[] = {"headA.weight", "headA.bias", "headB.weight", "headB.bias"};
    LS_TRY(rank_join_group());
    for (int tiny = 0; tiny < 2; tiny++) {
        two_heads options = {.use_b = true, .times_a = 1};
        ls_module *ddp = ls_ddp_create(make_two_heads(&options), &(ls_ddp_options){.bucket_cap_mb = tiny ? 1e-6 : 0});
        rank_check(ddp);
        LS_TRY(ls_step_begin());
        LS_TRY(ls_backward(total(ls_forward(ddp, input_of(index))), NULL));
        ls_node *nodes[4];
        uint32_t first_sent = UINT32_MAX, last_made = 0;
        for (int i = 0; i < 4; i++) {
            uint32_t made;
            nodes[i] = all_reduce_of(ls_grad(ls_module_get(ddp, names[i])), &made);
            rank_check(nodes[i]->operand_count == (tiny ? 1u : 4u));
            if (nodes[i]->seq < first_sent) first_sent = nodes[i]->seq;
            if (made > last_made) last_made = made;
            for (int j = 0; j < i; j++) rank_check((nodes[i] == nodes[j]) == !tiny);
        }
        rank_check((first_sent < last_made) == (tiny != 0));
        LS_TRY(ls_step_end());
        ls_module_destroy(ddp);
    }
    return ls_destroy_process_group();
}

static void a_full_bucket_goes_out_while_backward_runs(void **state)
{
    (void)state;
    run_ranks(look_at_buckets, NULL, 2);
}

/* --- Buffers ------------------------------------------------------------------------------------------------ */

static ls_tensor forward_with_buffer(ls_module *self, ls_tensor x)
{
    ls_tensor b = ls_module_get(self, "b"), count = ls_module_get(self, "count");
    ls_no_grad_begin();
    ls_status status = ls_assign(b, ls_add_scalar(b, 1));
    if (status == LS_OK) status = ls_assign(count, ls_add_scalar(count, 1));
    ls_no_grad_end();
    return status == LS_OK ? ls_mul(x, ls_module_get(self, "p")) : ls_add(x, (ls_tensor){0});
}

/* Buffer b starts at 1000·rank and grows by 1 in each forward; before each it is rank 0's. */
static ls_status keep_buffers(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_module *module = ls_module_create(forward_with_buffer, NULL);
    float start[2] = {1000.0f * (float)index, 1000.0f * (float)index + 1}, b[2];
    int64_t count = INT64_C(1) << 40;
    ls_scope_push();
    ls_module_add_parameter(module, "p", ls_from_f32((const float[]){7}, LS_SHAPE(1)));
    ls_module_add_buffer(module, "b", ls_from_f32(start, LS_SHAPE(2)));
    ls_module_add_buffer(module, "count", ls_from_i64(&count, LS_SHAPE()));
    LS_TRY(ls_scope_pop());
    ls_module *ddp = ls_ddp_create(module, NULL);
    rank_check(ddp);
    LS_TRY(read_floats(ls_module_get(ddp, "b"), b, 2));
    rank_check(b[0] == 0 && b[1] == 1); /* rank 1 too, after the broadcast at construction */
    for (int step = 1; step <= 3; step++) {
        start[0] = 500.0f * (float)index + (float)step; /* rebound on every rank, differently */
        if (step == 2) LS_TRY(ls_module_set(ddp, "b", start, sizeof(start)));
        LS_TRY(ls_step_begin());
        LS_TRY(ls_backward(ls_forward(ddp, ls_from_f32((const float[]){1}, LS_SHAPE(1))), NULL));
        LS_TRY(ls_step_end());
        LS_TRY(read_floats(ls_module_get(ddp, "b"), b, 2));
        rank_check(b[0] == (float)(step == 1 ? 1 : step == 2 ? 3 : 4));
    }
    LS_TRY(ls_to_host(ls_module_get(ddp, "count"), &count, sizeof(count)));
    rank_check(count == (INT64_C(1) << 40) + 3);
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void buffers_are_rank_0s_before_every_forward(void **state)
{
    (void)state;
    run_ranks(keep_buffers, NULL, 2);
}

/* A forward without synchronisation lets the next one keep the ranks' own buffers. */
static ls_status skip_broadcast(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_module *ddp = ls_ddp_create(ls_nn_batch_norm2d(1, NULL), NULL);
    rank_check(ddp);
    float mean[3], x[2] = {1000.0f * (float)index, 1000.0f * (float)index + 2};
    for (int step = 0; step < 3; step++) {
        LS_TRY(ls_step_begin());
        if (step < 2) LS_TRY(ls_ddp_no_sync_begin(ddp));
        ls_forward(ddp, ls_from_f32(x, LS_SHAPE(2, 1, 1, 1)));
        if (step < 2) LS_TRY(ls_ddp_no_sync_end(ddp));
        LS_TRY(ls_step_end());
        LS_TRY(read_floats(ls_module_get(ddp, "running_mean"), &mean[step], 1));
    }
    double batch = 1000.0 * index + 1, expected = 0;
    for (int step = 0; step < 3; step++) { /* the ranks' own statistics: no broadcast after the first forward */
        expected = 0.9 * expected + 0.1 * batch;
        rank_check(fabs(mean[step] - expected) < 1e-4 * batch);
    }
    LS_TRY(ls_step_begin()); /* the third took part, so now rank 0's go out */
    ls_forward(ddp, ls_from_f32(x, LS_SHAPE(2, 1, 1, 1)));
    LS_TRY(ls_step_end());
    LS_TRY(read_floats(ls_module_get(ddp, "running_mean"), mean, 1));
    double rank_0 = 1 - pow(0.9, 3);
    rank_check(fabs(mean[0] - (0.9 * rank_0 + 0.1 * batch)) < 1e-4 * batch);
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void buffers_stay_after_a_forward_without_synchronisation(void **state)
{
    (void)state;
    run_ranks(skip_broadcast, NULL, 2);
}

/* Two forwards through batch normalisation before one backward; each rank has its half of the batch twice over, so that
 * its statistics are those of the whole batch. */
static ls_status forward_twice(int index, void *arg)
{
    float(*gradients)[9] = arg;
    LS_TRY(rank_join_group());
    ls_module *model = ls_nn_sequential(ls_nn_conv2d(1, 1, 3, NULL), ls_nn_batch_norm2d(1, NULL), NULL);
    ls_module *module = index < 0 ? model : ls_ddp_create(model, NULL);
    rank_check(module);
    float x[2 * 25];
    for (int i = 0; i < 50; i++) x[i] = (float)((i * 7 + 3) % 11);
    LS_TRY(ls_step_begin());
    ls_tensor input = ls_from_f32(x, LS_SHAPE(2, 1, 5, 5));
    ls_tensor first = ls_forward(module, input), second = ls_forward(module, ls_mul_scalar(input, 2));
    LS_TRY(ls_backward(total(ls_mul(ls_add(first, second), ls_mul(first, first))), NULL));
    LS_TRY(ls_step_end());
    LS_TRY(read_floats(ls_grad(ls_module_get(module, "0.weight")), gradients[index], 9));
    ls_module_destroy(module);
    return ls_destroy_process_group();
}

static ls_status forward_twice_alone(int index, void *arg)
{
    return forward_twice(-1, (float(*)[9])arg + 1);
}

static void two_forwards_before_a_backward_work_with_batch_norm(void **state)
{
    (void)state;
    float together[2][9], alone[1][9];
    run_ranks(forward_twice, together, 2);
    run_ranks(forward_twice_alone, alone, 1);
    float largest = 0;
    for (int i = 0; i < 9; i++) largest = fmaxf(largest, fabsf(alone[0][i]));
    for (int i = 0; i < 9; i++) {
        assert_true(fabsf(together[0][i] - alone[0][i]) <= 1e-6f * largest);
        assert_true(together[0][i] == together[1][i]);
    }
}

/* --- One program for all steps ------------------------------------------------------------------------------ */

static ls_status train_a_few_steps(int index, void *arg)
{
    int64_t *compiled = arg; /* after each step */
    LS_TRY(rank_join_group());
    ls_module *ddp = ls_ddp_create(ls_model_mnist(), NULL);
    ls_optimizer *optimizer = ls_sgd_create(ddp, &(ls_sgd_options){.lr = 0.01, .momentum = 0.5});
    rank_check(optimizer);
    static float zeros[4 * 28 * 28];
    for (int step = 0; step < 4; step++) {
        const int64_t labels[4] = {index, step, 2, 3};
        LS_TRY(ls_step_begin());
        ls_tensor y = ls_forward(ddp, ls_from_f32(zeros, LS_SHAPE(4, 1, 28, 28)));
        LS_TRY(ls_backward(ls_nll_loss(y, ls_from_i64(labels, LS_SHAPE(4))), NULL));
        ls_optimizer_set_lr(optimizer, 0.01 / (step + 1));
        LS_TRY(ls_step(optimizer));
        LS_TRY(ls_zero_grad(optimizer));
        LS_TRY(ls_step_end());
        LS_TRY(ls_barrier(LS_WORLD));
        if (index == 0) compiled[step] = ls_compile_count();
        LS_TRY(ls_barrier(LS_WORLD));
    }
    LS_TRY(ls_ddp_check_parameters(ddp));
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(ddp);
    return ls_destroy_process_group();
}

static void the_first_step_is_the_program_of_all_steps(void **state)
{
    (void)state;
    int64_t compiled[4];
    run_ranks(train_a_few_steps, compiled, 2);
    for (int step = 1; step < 4; step++) assert_int_equal(compiled[step], compiled[0]);
}

/* --- Different models --------------------------------------------------------------------------------------- */

static ls_status different_models(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_module *counts =
        ls_nn_sequential(ls_nn_linear(2, 2, NULL), index == 0 ? ls_nn_layer_norm(LS_SHAPE(2), 0) : ls_nn_relu(), NULL);
    rank_check(!ls_ddp_create(counts, NULL));
    rank_check(strstr(ls_last_error(), "rank 0 has 4 parameters") && strstr(ls_last_error(), "rank 1 has 2"));
    rank_check(strstr(ls_last_error(), "1.weight f32[2] on rank 0, nothing on rank 1"));
    rank_check(!ls_ddp_create(ls_nn_linear(2, index == 0 ? 2 : 3, NULL), NULL));
    rank_check(strstr(ls_last_error(), "weight f32[2x2] on rank 0, weight f32[3x2] on rank 1"));
    return ls_destroy_process_group();
}

static void different_models_fail_on_every_rank(void **state)
{
    (void)state;
    run_ranks(different_models, NULL, 2);
}

/* --- Names, files, other ways of averaging ------------------------------------------------------------------ */

static ls_status save_and_load(int index, void *arg)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/ddp-%d", (const char *)arg, index);
    LS_TRY(rank_join_group());
    ls_module *ddp = ls_ddp_create(ls_model_mnist(), NULL), *plain = ls_model_mnist();
    rank_check(ddp && plain);
    rank_check(ls_module_get(ddp, "conv1.weight").generation != 0 && ls_module_parameter_count(ddp) == 12);
    LS_TRY(ls_module_save(ddp, path));
    LS_TRY(ls_module_load(plain, path));
    LS_TRY(ls_module_save(plain, path));
    LS_TRY(ls_module_load(ddp, path));
    unlink(path);
    ls_optimizer *optimizer = ls_sgd_create(ddp, NULL);
    rank_check_fails(ls_reduce_and_step(optimizer), LS_FAILED_PRECONDITION, "DDP averages");
    ls_optimizer_destroy(optimizer);
    rank_check(!ls_ddp_create(ddp, NULL)); /* not twice; and it is gone now */
    ls_module_destroy(plain);
    return ls_destroy_process_group();
}

static void files_carry_no_prefix(void **state)
{
    (void)state;
    char folder[] = "/tmp/lockstep-ddp-XXXXXX";
    assert_non_null(mkdtemp(folder));
    run_ranks(save_and_load, folder, 2);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "2", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unused_parameters_are_named_in_the_same_backward),
        cmocka_unit_test(unused_parameters_are_left_alone_if_asked),
        cmocka_unit_test(a_module_used_twice_gets_the_average_of_both_uses),
        cmocka_unit_test(no_sync_accumulates_and_the_next_backward_averages),
        cmocka_unit_test(a_full_bucket_goes_out_while_backward_runs),
        cmocka_unit_test(element_types_have_buckets_of_their_own),
        cmocka_unit_test(buffers_are_rank_0s_before_every_forward),
        cmocka_unit_test(buffers_stay_after_a_forward_without_synchronisation),
        cmocka_unit_test(two_forwards_before_a_backward_work_with_batch_norm),
        cmocka_unit_test(the_first_step_is_the_program_of_all_steps),
        cmocka_unit_test(different_models_fail_on_every_rank),
        cmocka_unit_test(files_carry_no_prefix),
        cmocka_unit_test(without_a_process_group_it_fails_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
