/* A few training steps of torchvision's ResNets on one rank. */
#include "golden.h"

#include <stdio.h>

#define IMAGE_SIZE 64

/* The README's 1e-3 is for norms; a sum or one element of a gradient, where much cancels, is less certain. */
static const golden_tolerance own_tolerance = {.norm = 1e-3, .rest = 1e-2};
/* XLA's CPU takes the variance as E[x²] − E[x]², which costs digits: 1.2e-3 on a bias of ResNet-34. */
static const golden_tolerance other_tolerance = {.norm = 5e-3, .rest = 5e-2};

static const ls_sgd_options sgd = {.lr = 0.05, .momentum = 0.9, .weight_decay = 1e-4};

/* --- The network's start ------------------------------------------------------------------------------------ */

/* The weight of each residual block's last normalisation times 0.1. */
static bool damp_block(const ls_named_tensor *entry, void *arg)
{
    ls_module *model = arg;
    char last[160];
    const char *end = strstr(entry->name, ".bn2.weight");
    if (!end) end = strstr(entry->name, ".bn3.weight");
    if (!end) return true;
    snprintf(last, sizeof(last), "%.*s.bn3.weight", (int)(end - entry->name), entry->name);
    if (end[3] == '2' && ls_module_get(model, last).generation != 0) return true; /* bn3 follows */
    int64_t count = ls_shape_count(ls_tensor_shape(entry->tensor));
    float *values = malloc(sizeof(*values) * (size_t)count);
    assert_ok(ls_to_host(entry->tensor, values, sizeof(*values) * (size_t)count));
    for (int64_t i = 0; i < count; i++) values[i] *= 0.1f;
    assert_ok(ls_module_set(model, entry->name, values, sizeof(*values) * (size_t)count));
    free(values);
    return true;
}

/* --- Comparing ---------------------------------------------------------------------------------------------- */

typedef struct comparison {
    const ls_safetensors *file;
    const char *prefix;
    bool gradients;
    int compared;
} comparison;

static bool compare_tensor(const ls_named_tensor *entry, void *arg)
{
    comparison *c = arg;
    ls_tensor t = entry->tensor;
    if (c->gradients && entry->is_buffer) return true;
    if (c->gradients) t = ls_grad(t);
    char name[160];
    snprintf(name, sizeof(name), "%s%s", c->prefix, entry->name);
    int64_t count = ls_shape_count(ls_tensor_shape(t));
    float *values = malloc(sizeof(*values) * (size_t)(count + 1));
    if (ls_tensor_dtype(t) == LS_I64) {
        int64_t whole;
        assert_ok(ls_to_host(t, &whole, sizeof(whole)));
        values[0] = (float)whole;
    } else {
        assert_ok(ls_to_host(t, values, sizeof(*values) * (size_t)count));
    }
    double summary[4];
    golden_summarise(values, count, summary);
    free(values);
    golden_compare_summary(name, summary, ls_safetensors_find(c->file, name), count,
                           golden_is_own_device() ? own_tolerance : other_tolerance);
    c->compared++;
    return true;
}

static int compare_module(const ls_module *model, const ls_safetensors *file, const char *prefix, bool gradients)
{
    comparison c = {file, prefix, gradients, 0};
    ls_module_visit(model, compare_tensor, &c);
    return c.compared;
}

/* --- Training ----------------------------------------------------------------------------------------------- */

/* Step 0 leaves the gradients there for comparing. */
static double train_step(ls_module *model, ls_optimizer *optimizer, int64_t step, ls_shape logits_shape,
                         float *out_logits)
{
    int64_t batch = logits_shape.dims[0], classes = logits_shape.dims[1];
    int64_t *labels = malloc(sizeof(*labels) * (size_t)batch);
    for (int64_t i = 0; i < batch; i++) labels[i] = (7 * i + step) % classes;
    assert_ok(ls_step_begin());
    ls_tensor x =
        golden_fill_tensor(golden_seed() + 4000 + (uint64_t)step, LS_SHAPE(batch, 3, IMAGE_SIZE, IMAGE_SIZE), 1);
    assert_ok(ls_zero_grad(optimizer));
    ls_tensor logits = ls_keep(ls_forward(model, x));
    ls_tensor loss = ls_keep(ls_cross_entropy(logits, ls_from_i64(labels, LS_SHAPE(batch)), NULL));
    assert_ok(ls_backward(loss, NULL));
    assert_ok(ls_step(optimizer));
    assert_ok(ls_step_end());
    double value;
    assert_ok(ls_item(loss, &value));
    if (step == 0) assert_ok(ls_to_host(logits, out_logits, sizeof(*out_logits) * (size_t)(batch * classes)));
    assert_ok(ls_free(loss));
    assert_ok(ls_free(logits));
    free(labels);
    return value;
}

static void run_file(const char *name)
{
    ls_safetensors file = golden_open(name);
    const ls_safetensors_entry *logits = ls_safetensors_find(&file, "logits0"),
                               *losses = ls_safetensors_find(&file, "losses");
    assert_non_null(logits);
    assert_non_null(losses);
    char model_name[64];
    snprintf(model_name, sizeof(model_name), "%.*s", (int)strcspn(name, "."), name);
    ls_module *model = ls_model_create(model_name, logits->shape.dims[1]);
    if (!model) fail_msg("%s", ls_last_error());
    assert_ok(golden_fill_module(model, golden_seed() + 3000));
    ls_module_visit(model, damp_block, model);
    ls_optimizer *optimizer = ls_sgd_create(model, &sgd);
    float *values = malloc(logits->bytes);
    int compared = 0;
    for (int64_t step = 0; step < losses->shape.dims[0]; step++) {
        double loss = train_step(model, optimizer, step, logits->shape, values);
        golden_compare_number("loss", loss, golden_number(losses, step), 1e-3);
        if (step > 0) continue;
        golden_compare("logits0", values, logits, 1e-3);
        compared += compare_module(model, &file, "grad0.", true);
    }
    compared += compare_module(model, &file, "final.", false);
    assert_int_equal(compared, (int)file.count - 2);
    free(values);
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(model);
    ls_safetensors_finish(&file);
}

static void training_matches(void **state)
{
    (void)state;
    golden_files files = golden_find("resnet*.safetensors");
    for (int f = 0; f < files.count; f++) run_file(files.names[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(training_matches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
