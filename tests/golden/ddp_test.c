/* Training runs of PyTorch's DistributedDataParallel, in every layout of processes and threads that gives the file's
 * world size: losses and final values as in the file, and the same bits in each layout. */
#include "golden.h"

#include <stdio.h>

#define MNIST_BATCH 64

typedef struct job job;

/* A kind of run: its network, its batches, its loss. */
typedef struct job_kind {
    const char *pattern;
    ls_module *(*make)(const ls_safetensors *file);
    ls_status (*batch)(const job *job, int64_t step, ls_tensor *out_x, ls_tensor *out_y);
    ls_tensor (*loss)(ls_tensor output, ls_tensor y);
    ls_sgd_options sgd;
    double loss_tolerance, final_tolerance;
} job_kind;

struct job {
    const job_kind *kind;
    ls_safetensors file;
    int world, rank;
    int64_t steps;
    ls_dataset *dataset;
};

/* --- Networks and batches ----------------------------------------------------------------------------------- */

static ls_tensor forward_small(ls_module *self, ls_tensor x)
{
    return ls_forward(ls_module_child(self, "net"), x);
}

static ls_module *make_small(const ls_safetensors *file)
{
    const ls_safetensors_entry *weight = ls_safetensors_find(file, "final.net.weight");
    ls_module *module = ls_module_create(forward_small, NULL);
    ls_module_add(module, "net", ls_nn_linear(weight->shape.dims[1], weight->shape.dims[0], NULL));
    return module;
}

static ls_tensor forward_large(ls_module *self, ls_tensor x)
{
    x = ls_relu(ls_forward(ls_module_child(self, "net1"), x));
    x = ls_relu(ls_forward(ls_module_child(self, "net2"), x));
    return ls_forward(ls_module_child(self, "net3"), x);
}

static ls_module *make_large(const ls_safetensors *file)
{
    (void)file;
    ls_module *module = ls_module_create(forward_large, NULL);
    ls_module_add(module, "net1", ls_nn_linear(10, 1000, NULL));
    ls_module_add(module, "net2", ls_nn_linear(1000, 1000, NULL));
    ls_module_add(module, "net3", ls_nn_linear(1000, 10, NULL));
    return module;
}

static ls_module *make_mnist(const ls_safetensors *file)
{
    (void)file;
    return ls_model_mnist();
}

/* x and y of the sizes that the network takes and gives: the small net's stand in the file. */
static ls_status filled_batch(const job *j, int64_t step, ls_tensor *out_x, ls_tensor *out_y)
{
    const ls_safetensors_entry *weight = ls_safetensors_find(&j->file, "final.net.weight");
    int64_t inputs = weight ? weight->shape.dims[1] : 10, outputs = weight ? weight->shape.dims[0] : 10;
    uint64_t k = golden_seed() + 2000 + 2 * ((uint64_t)step * (uint64_t)j->world + (uint64_t)j->rank);
    *out_x = golden_fill_tensor(k, LS_SHAPE(2, inputs), 1);
    *out_y = golden_fill_tensor(k + 1, LS_SHAPE(2, outputs), 1);
    return LS_OK;
}

static ls_status mnist_batch(const job *j, int64_t step, ls_tensor *out_x, ls_tensor *out_y)
{
    ls_shape shape = ls_dataset_shape(j->dataset);
    int64_t pixels = ls_shape_count(shape), labels[MNIST_BATCH];
    float *images = malloc(sizeof(*images) * (size_t)(pixels * MNIST_BATCH));
    ls_status status = LS_OK;
    for (int64_t i = 0; i < MNIST_BATCH && status == LS_OK; i++)
        status = ls_dataset_get(j->dataset, i * j->world + j->rank + step * MNIST_BATCH * j->world, images + i * pixels,
                                &labels[i]);
    *out_x = ls_from_f32(images, LS_SHAPE(MNIST_BATCH, shape.dims[0], shape.dims[1], shape.dims[2]));
    *out_y = ls_from_i64(labels, LS_SHAPE(MNIST_BATCH));
    free(images);
    return status;
}

static const job_kind kinds[] = {
    {"ddp_small_world*.safetensors", make_small, filled_batch, ls_mse_loss, {.lr = 0.1}, 1e-5, 1e-5},
    {"ddp_large_world*.safetensors", make_large, filled_batch, ls_mse_loss, {.lr = 0.1}, 1e-5, 1e-4},
    {"ddp_mnist_world*.safetensors", make_mnist, mnist_batch, ls_nll_loss, {.lr = 0.01, .momentum = 0.5}, 2e-5, 1e-4},
};

/* --- A rank ------------------------------------------------------------------------------------------------- */

/* A rank's result: the loss of each step as doubles, then every parameter and buffer with its head. */
typedef struct tensor_head {
    char name[128];
    int64_t count, bytes;
    int64_t is_buffer;
} tensor_head;

typedef struct result {
    char *bytes;
    size_t size;
    ls_status status;
} result;

static void append(result *r, const void *data, size_t bytes)
{
    r->bytes = realloc(r->bytes, r->size + bytes);
    memcpy(r->bytes + r->size, data, bytes);
    r->size += bytes;
}

static bool append_tensor(const ls_named_tensor *entry, void *arg)
{
    result *r = arg;
    tensor_head head = {.count = ls_shape_count(ls_tensor_shape(entry->tensor)), .is_buffer = entry->is_buffer};
    head.bytes = head.count * (int64_t)ls_dtype_size(ls_tensor_dtype(entry->tensor));
    snprintf(head.name, sizeof(head.name), "final.%s", entry->name);
    char *data = malloc((size_t)head.bytes);
    r->status = ls_to_host(entry->tensor, data, (size_t)head.bytes);
    append(r, &head, sizeof(head));
    append(r, data, (size_t)head.bytes);
    free(data);
    return r->status == LS_OK;
}

static ls_status train_step(const job *j, ls_module *ddp, ls_optimizer *optimizer, int64_t step, double *out_loss)
{
    ls_tensor x, y;
    LS_TRY(ls_step_begin());
    LS_TRY(j->kind->batch(j, step, &x, &y));
    ls_tensor loss = ls_keep(j->kind->loss(ls_forward(ddp, x), y));
    LS_TRY(ls_zero_grad(optimizer));
    LS_TRY(ls_backward(loss, NULL));
    LS_TRY(ls_step(optimizer));
    LS_TRY(ls_step_end());
    LS_TRY(ls_item(loss, out_loss));
    return ls_free(loss);
}

static ls_status train(const job *j, ls_module *ddp, ls_optimizer *optimizer, result *r)
{
    for (int64_t step = 0; step < j->steps; step++) {
        double loss = 0;
        LS_TRY(train_step(j, ddp, optimizer, step, &loss));
        append(r, &loss, sizeof(loss));
    }
    ls_module_visit(ddp, append_tensor, r);
    return r->status;
}

static ls_status run_rank(int index, void *arg)
{
    job j = *(const job *)arg;
    j.rank = index;
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "pjrt://", .timeout_ms = 60000}));
    ls_module *module = j.kind->make(&j.file);
    LS_TRY(golden_fill_module(module, golden_seed() + 1000));
    ls_module *ddp = ls_ddp_create(module, &(ls_ddp_options){.bucket_cap_mb = 1});
    ls_optimizer *optimizer = ls_sgd_create(ddp, &j.kind->sgd);
    if (!ddp || !optimizer) return LS_INTERNAL;
    result r = {0};
    ls_status status = train(&j, ddp, optimizer, &r);
    if (status == LS_OK) status = ls_set_result(r.bytes, r.size);
    free(r.bytes);
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(ddp);
    return status == LS_OK ? ls_destroy_process_group() : status;
}

/* Other devices get more room on MNIST: images have large flat areas, where the maxima of pooling tie, and a device
 * whose convolution rounds differently from place to place breaks the ties in another way (XLA's CPU: 8e-5 after 10
 * steps). */
static double tolerance_of(const job *j, double tolerance)
{
    return golden_is_own_device() || j->kind->batch != mnist_batch ? tolerance : 100 * tolerance;
}

/* --- Comparing ---------------------------------------------------------------------------------------------- */

static void compare_tensor(const job *j, const tensor_head *head, const char *data)
{
    const ls_safetensors_entry *expected = ls_safetensors_find(&j->file, head->name);
    if (!expected) fail_msg("the file has no %s", head->name);
    if (expected->dtype == LS_F64) {
        double summary[4];
        golden_summarise((const float *)data, head->count, summary);
        golden_tolerance tolerance = {j->kind->final_tolerance, j->kind->final_tolerance};
        golden_compare_summary(head->name, summary, expected, head->count, tolerance);
    } else if (expected->dtype == LS_I64) {
        assert_memory_equal(data, expected->data, expected->bytes);
    } else {
        golden_compare(head->name, (const float *)data, expected, tolerance_of(j, j->kind->final_tolerance));
    }
}

/* Losses and rank 0's final values are as in the file; parameters have the same bits on all ranks, while buffers are
 * each rank's own. */
static void compare_results(const job *j, const ls_bytes *results)
{
    const ls_safetensors_entry *losses = ls_safetensors_find(&j->file, "losses"); /* step × rank */
    for (int64_t i = 0; i < j->steps * j->world; i++) {
        int64_t step = i / j->world, rank = i % j->world;
        char what[64];
        double loss;
        memcpy(&loss, (const char *)results[rank].data + step * 8, 8);
        snprintf(what, sizeof(what), "the loss of step %lld on rank %lld", (long long)step, (long long)rank);
        golden_compare_number(what, loss, golden_number(losses, i), tolerance_of(j, j->kind->loss_tolerance));
    }
    size_t compared = 0;
    for (size_t at = (size_t)j->steps * 8; at < results[0].size; compared++) {
        tensor_head head;
        memcpy(&head, (const char *)results[0].data + at, sizeof(head));
        at += sizeof(head);
        compare_tensor(j, &head, (const char *)results[0].data + at);
        for (int r = 1; r < j->world && !head.is_buffer; r++)
            assert_memory_equal((const char *)results[r].data + at, (const char *)results[0].data + at, head.bytes);
        at += (size_t)head.bytes;
    }
    assert_int_equal(compared, j->file.count - 1); /* all of the file but the losses */
}

static void run_file(const job_kind *kind, const char *name, ls_dataset *dataset)
{
    job j = {.kind = kind, .file = golden_open(name), .dataset = dataset};
    const ls_safetensors_entry *losses = ls_safetensors_find(&j.file, "losses");
    assert_non_null(losses);
    assert_int_equal(sscanf(strstr(name, "_world"), "_world%d", &j.world), 1);
    assert_int_equal(losses->shape.dims[1], j.world);
    j.steps = losses->shape.dims[0];
    ls_bytes *first = calloc((size_t)j.world, sizeof(*first)), *results = calloc((size_t)j.world, sizeof(*results));
    for (int processes = 1; processes <= j.world; processes++) {
        if (j.world % processes != 0 || (processes > 1 && !golden_is_own_device())) continue;
        ls_bytes *into = processes == 1 ? first : results;
        golden_spawn(run_rank, &j, processes, j.world, into);
        for (int r = 0; r < j.world && processes > 1; r++) {
            assert_int_equal(results[r].size, first[r].size);
            assert_memory_equal(results[r].data, first[r].data, first[r].size);
            free(results[r].data);
        }
    }
    compare_results(&j, first);
    for (int r = 0; r < j.world; r++) free(first[r].data);
    free(first);
    free(results);
    ls_safetensors_finish(&j.file);
}

static void traces_match(void **state)
{
    const job_kind *kind = *state;
    golden_files files = golden_find(kind->pattern);
    ls_dataset *dataset = NULL;
    if (kind->batch == mnist_batch) {
        const char *folder = getenv("LOCKSTEP_DATA") ? NULL : LS_SOURCE_ROOT "/../shared/data/mnist";
        ls_mnist_options options = {.datadir = folder, .train = true, .no_download = true};
        if (ls_dataset_open_mnist(&options, &dataset) != LS_OK || strcmp(ls_dataset_name(dataset), "MNIST") != 0) {
            print_message("# skipped: MNIST is not on this machine (LOCKSTEP_DATA)\n");
            ls_dataset_close(dataset);
            skip();
        }
    }
    for (int f = 0; f < files.count; f++) run_file(kind, files.names[f], dataset);
    ls_dataset_close(dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"small_traces_match", traces_match, NULL, NULL, (void *)&kinds[0]},
        {"large_traces_match", traces_match, NULL, NULL, (void *)&kinds[1]},
        {"mnist_traces_match", traces_match, NULL, NULL, (void *)&kinds[2]},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
