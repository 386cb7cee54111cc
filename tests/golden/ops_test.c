/* Values and gradients of ops against PyTorch's. Hyperparameters are those of make_golden.py. */
#include "golden.h"

#include <stdio.h>

#define MAX_INPUTS 3

/* A case being run: its inputs, in the row's order, and the file for what else it reads. */
typedef struct inputs {
    ls_tensor x[MAX_INPUTS];
    const ls_safetensors *file;
} inputs;

typedef struct op_case {
    const char *name;
    const char *inputs[MAX_INPUTS];
    ls_tensor (*run)(const inputs *in);
} op_case;

/* The files write a scalar as an array of one element. */
static ls_shape plain_shape(ls_shape shape)
{
    return shape.rank == 1 && shape.dims[0] == 1 ? LS_SHAPE() : shape;
}

static ls_tensor load(const ls_safetensors *file, const char *name)
{
    const ls_safetensors_entry *entry = ls_safetensors_find(file, name);
    if (!entry) fail_msg("the file has no %s", name);
    return ls_from_host(entry->data, entry->dtype, plain_shape(entry->shape));
}

static const int rows[] = {0}, columns[] = {1};

#define CASE(function, expression)                                                                                     \
    static ls_tensor function(const inputs *in)                                                                        \
    {                                                                                                                  \
        const ls_tensor *x = in->x;                                                                                    \
        return expression;                                                                                             \
    }
#define CONV(function, ...) CASE(function, ls_conv2d(x[0], x[1], x[2], &(ls_conv2d_options){.groups = 1, __VA_ARGS__}))
#define POOL(function, pool, ...) CASE(function, pool(x[0], &(ls_pool2d_options){__VA_ARGS__}))

CASE(linear, ls_linear(x[0], x[1], x[2]))
CONV(conv_k3_p1, .padding = {1, 1})
CONV(conv_plain, .padding = {0, 0})
CONV(conv_k7_s2_p3, .stride = {2, 2}, .padding = {3, 3})
CONV(conv_s2, .stride = {2, 2})
CONV(conv_dilated, .dilation = {2, 2}, .padding = {2, 2})
CASE(conv_groups2, ls_conv2d(x[0], x[1], x[2], &(ls_conv2d_options){.groups = 2, .padding = {1, 1}}))
CASE(conv_depthwise,
     ls_conv2d(x[0], x[1], x[2], &(ls_conv2d_options){.groups = 6, .stride = {2, 2}, .padding = {1, 1}}))
POOL(max_pool_2, ls_max_pool2d, .kernel = {2, 2})
POOL(max_pool_3, ls_max_pool2d, .kernel = {3, 3}, .stride = {2, 2}, .padding = {1, 1})
POOL(avg_pool_3, ls_avg_pool2d, .kernel = {3, 3}, .stride = {2, 2}, .padding = {1, 1})
CASE(adaptive_avg_pool, ls_adaptive_avg_pool2d(x[0], 1, 1))
CASE(batch_norm_train, ls_batch_norm(x[0], x[1], x[2], 1e-5, NULL, NULL))
CASE(batch_norm_eval, ls_batch_norm_inference(x[0], x[1], x[2], load(in->file, "batch_norm_eval.running_mean"),
                                              load(in->file, "batch_norm_eval.running_var"), 1e-5))
CASE(relu, ls_relu(x[0]))
CASE(sigmoid, ls_sigmoid(x[0]))
CASE(tanh_case, ls_tanh(x[0]))
CASE(gelu, ls_gelu(x[0]))
CASE(silu, ls_silu(x[0]))
CASE(exp_case, ls_exp(x[0]))
CASE(log_softmax, ls_log_softmax(x[0], 1))
CASE(softmax, ls_softmax(x[0], 1))
CASE(mean, ls_mean(x[0], columns, 1, NULL))
CASE(sum0, ls_sum(x[0], rows, 1, NULL))
CASE(max1, ls_max(x[0], columns, 1, NULL))
CASE(transpose, ls_transpose(x[0], 0, 1))
CASE(nll_loss, ls_nll_loss(ls_log_softmax(x[0], 1), load(in->file, "labels")))
CASE(cross_entropy, ls_cross_entropy(x[0], load(in->file, "labels"), NULL))
CASE(cross_entropy_smooth,
     ls_cross_entropy(x[0], load(in->file, "labels"), &(ls_cross_entropy_options){.label_smoothing = 0.1}))
CASE(mse_loss, ls_mse_loss(x[0], x[1]))
CASE(layer_norm, ls_layer_norm(x[0], x[1], x[2], 1e-5))
CASE(matmul_batched, ls_matmul(x[0], x[1]))

#define WEIGHTED                                                                                                       \
    {                                                                                                                  \
        "input", "weight", "bias"                                                                                      \
    }
#define ALONE                                                                                                          \
    {                                                                                                                  \
        "input"                                                                                                        \
    }
static const op_case cases[] = {
    {"linear", WEIGHTED, linear},
    {"conv_k3_p1", WEIGHTED, conv_k3_p1},
    {"conv_k5", WEIGHTED, conv_plain},
    {"conv_k7_s2_p3", WEIGHTED, conv_k7_s2_p3},
    {"conv_1x1_s2", WEIGHTED, conv_s2},
    {"conv_dilated", WEIGHTED, conv_dilated},
    {"conv_groups2", WEIGHTED, conv_groups2},
    {"conv_depthwise_s2", WEIGHTED, conv_depthwise},
    {"max_pool_2", ALONE, max_pool_2},
    {"max_pool_3_s2_p1", ALONE, max_pool_3},
    {"avg_pool_3_s2_p1", ALONE, avg_pool_3},
    {"adaptive_avg_pool_1", ALONE, adaptive_avg_pool},
    {"batch_norm_train", WEIGHTED, batch_norm_train},
    {"batch_norm_eval", WEIGHTED, batch_norm_eval},
    {"relu", ALONE, relu},
    {"sigmoid", ALONE, sigmoid},
    {"tanh", ALONE, tanh_case},
    {"gelu", ALONE, gelu},
    {"silu", ALONE, silu},
    {"exp", ALONE, exp_case},
    {"log_softmax", ALONE, log_softmax},
    {"softmax", ALONE, softmax},
    {"mean", ALONE, mean},
    {"sum0", ALONE, sum0},
    {"max1", ALONE, max1},
    {"transpose", ALONE, transpose},
    {"nll_loss", ALONE, nll_loss},
    {"cross_entropy", ALONE, cross_entropy},
    {"cross_entropy_smooth", ALONE, cross_entropy_smooth},
    {"mse_loss", {"input", "target"}, mse_loss},
    {"layer_norm", WEIGHTED, layer_norm},
    {"matmul_batched", {"a", "b"}, matmul_batched},
};
#define CASE_COUNT (sizeof(cases) / sizeof(cases[0]))

static void compare(const op_case *c, const char *what, ls_tensor t, const ls_safetensors *file)
{
    char name[128];
    snprintf(name, sizeof(name), "%s.%s", c->name, what);
    const ls_safetensors_entry *expected = ls_safetensors_find(file, name);
    if (!expected) fail_msg("the file has no %s", name);
    if (ls_tensor_status(t) != LS_OK) fail_msg("%s: %s", name, ls_last_error());
    if (!ls_shape_equal(plain_shape(ls_tensor_shape(t)), plain_shape(expected->shape)))
        fail_msg("%s has another shape", name);
    float *values = malloc(expected->bytes + 1);
    assert_ok(ls_to_host(t, values, expected->bytes));
    golden_compare(name, values, expected, 1e-5);
    free(values);
}

/* Backward before a cut, or after one that has dropped what backward does not need. */
static void run_case(const op_case *c, const ls_safetensors *file, bool cut_first)
{
    inputs in = {.file = file};
    char name[128];
    ls_scope_push();
    for (int i = 0; i < MAX_INPUTS && c->inputs[i]; i++) {
        snprintf(name, sizeof(name), "%s.in.%s", c->name, c->inputs[i]);
        in.x[i] = load(file, name);
        assert_ok(ls_set_requires_grad(in.x[i], true));
    }
    ls_tensor y = c->run(&in);
    if (cut_first) assert_ok(ls_mark_step());
    snprintf(name, sizeof(name), "%s.grad_out", c->name);
    assert_ok(ls_backward(y, &(ls_backward_options){.gradient = load(file, name)}));
    compare(c, "out", y, file);
    for (int i = 0; i < MAX_INPUTS && c->inputs[i]; i++) {
        snprintf(name, sizeof(name), "grad.%s", c->inputs[i]);
        compare(c, name, ls_grad(in.x[i]), file);
    }
    assert_ok(ls_scope_pop());
}

static void ops_match(void **state)
{
    golden_files files = golden_find("ops*.safetensors");
    for (int f = 0; f < files.count; f++) {
        ls_safetensors file = golden_open(files.names[f]);
        for (size_t i = 0; i < CASE_COUNT; i++) run_case(&cases[i], &file, *(const bool *)*state);
        ls_safetensors_finish(&file);
    }
}

static void every_case_of_the_file_has_a_row(void **state)
{
    (void)state;
    golden_files files = golden_find("ops*.safetensors");
    for (int f = 0; f < files.count; f++) {
        ls_safetensors file = golden_open(files.names[f]);
        for (size_t e = 0; e < file.count; e++) {
            const char *end = strstr(file.entries[e].name, ".out");
            bool known = !end;
            for (size_t i = 0; i < CASE_COUNT && !known; i++)
                known = strlen(cases[i].name) == (size_t)(end - file.entries[e].name) &&
                        strncmp(cases[i].name, file.entries[e].name, strlen(cases[i].name)) == 0;
            if (!known) fail_msg("no row for %s", file.entries[e].name);
        }
        ls_safetensors_finish(&file);
    }
}

int main(void)
{
    static bool at_once = false, after_a_cut = true;
    const struct CMUnitTest tests[] = {
        {"ops_match_in_one_program", ops_match, NULL, NULL, &at_once},
        {"ops_match_with_backward_after_a_cut", ops_match, NULL, NULL, &after_a_cut},
        cmocka_unit_test(every_case_of_the_file_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
