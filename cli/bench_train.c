/* lockstep bench train: examples/s/replica of a training step on one batch of made-up data that stays on the device. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/deadline.h"
#include "base/error.h"
#include "commands.h"
#include <lockstep/lockstep.h>

#define MAX_REPETITIONS 100
#define WARM_UP_STEPS 3

struct options {
    const char *model;
    int64_t batch_size, side, steps, repetitions;
    int devices, processes;
    bool ddp, json;
};

/* Rates of one rank, examples/s. */
struct rates {
    int64_t count;
    double rate[MAX_REPETITIONS];
};

static bool is_mnist(const struct options *o)
{
    return !strcmp(o->model, "mnist");
}

/* --- Measuring ------------------------------------------------------------------------------------------------- */

struct trainer {
    const struct options *options;
    ls_module *model;
    ls_optimizer *optimizer;
    ls_tensor x, labels;
};

static ls_status make_batch(struct trainer *t)
{
    const struct options *o = t->options;
    ls_shape shape = is_mnist(o) ? LS_SHAPE(o->batch_size, 1, 28, 28) : LS_SHAPE(o->batch_size, 3, o->side, o->side);
    int64_t classes = is_mnist(o) ? 10 : 1000, count = ls_shape_count(shape);
    float *x = malloc(sizeof(float) * (size_t)count);
    int64_t *labels = malloc(sizeof(int64_t) * (size_t)o->batch_size);
    if (!x || !labels) {
        free(x);
        free(labels);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a batch of %lld", (long long)o->batch_size);
    }
    for (int64_t i = 0; i < count; i++) x[i] = (float)((i * 7919 + 13) % 2003 - 1001) / 1001;
    for (int64_t i = 0; i < o->batch_size; i++) labels[i] = i * 7 % classes;
    t->x = ls_from_f32(x, shape);
    t->labels = ls_from_i64(labels, LS_SHAPE(o->batch_size));
    free(x);
    free(labels);
    return ls_tensor_status(t->x);
}

static ls_status step(struct trainer *t)
{
    LS_TRY(ls_step_begin());
    ls_tensor output = ls_forward(t->model, t->x);
    ls_tensor loss = is_mnist(t->options) ? ls_nll_loss(output, t->labels) : ls_cross_entropy(output, t->labels, NULL);
    LS_TRY(ls_backward(loss, NULL));
    LS_TRY(t->options->ddp ? ls_step(t->optimizer) : ls_reduce_and_step(t->optimizer));
    LS_TRY(ls_zero_grad(t->optimizer)); /* before the cut: then gradients need not be stored */
    return ls_step_end();
}

static ls_status measure(struct trainer *t, struct rates *rates)
{
    for (int i = 0; i < WARM_UP_STEPS; i++) LS_TRY(step(t));
    LS_TRY(ls_wait_device());
    for (int64_t r = 0; r < t->options->repetitions; r++) {
        LS_TRY(ls_barrier(LS_WORLD));
        int64_t start = ls_now_ns();
        for (int64_t i = 0; i < t->options->steps; i++) LS_TRY(step(t));
        LS_TRY(ls_wait_device());
        rates->rate[rates->count++] =
            1e9 * (double)(t->options->batch_size * t->options->steps) / (double)(ls_now_ns() - start);
    }
    return LS_OK;
}

static ls_status set_up(struct trainer *t)
{
    const struct options *o = t->options;
    LS_TRY(ls_init_process_group("xla", NULL));
    ls_manual_seed(42);
    t->model = ls_model_create(o->model, 1000);
    if (o->ddp) t->model = ls_ddp_create(t->model, NULL);
    const ls_sgd_options mnist = {.lr = 0.01, .momentum = 0.5},
                         resnet = {.lr = 0.1, .momentum = 0.9, .weight_decay = 1e-4};
    t->optimizer = ls_sgd_create(t->model, is_mnist(o) ? &mnist : &resnet);
    if (!t->optimizer) return LS_FAILED_PRECONDITION;
    return make_batch(t);
}

static ls_status run_rank(int index, void *arg)
{
    struct trainer t = {.options = arg};
    struct rates rates = {0};
    ls_status status = set_up(&t);
    if (status == LS_OK) status = measure(&t, &rates);
    if (status == LS_OK) status = ls_set_result(&rates, sizeof(rates));
    ls_optimizer_destroy(t.optimizer);
    ls_module_destroy(t.model);
    return status;
}

/* --- The command ----------------------------------------------------------------------------------------------- */

enum {
    OPTION_MODEL = 1,
    OPTION_BATCH_SIZE,
    OPTION_SIDE,
    OPTION_STEPS,
    OPTION_REPETITIONS,
    OPTION_DEVICES,
    OPTION_PROCESSES,
    OPTION_DDP,
    OPTION_JSON
};

static const struct argp_option argp_options[] = {
    {"model", OPTION_MODEL, "NAME", 0, "mnist (default), resnet18, resnet34, resnet50, resnet101 or resnet152", 0},
    {"batch_size", OPTION_BATCH_SIZE, "N", 0, "examples per replica and step (default 128 for mnist, 8 for others)", 0},
    {"size", OPTION_SIDE, "N", 0, "height and width of images for ResNets (default 224)", 0},
    {"steps", OPTION_STEPS, "N", 0, "steps per measurement (default 50 for mnist, 2 for others)", 0},
    {"reps", OPTION_REPETITIONS, "N", 0, "measurements (default 5)", 0},
    {"devices", OPTION_DEVICES, "N", 0, "replicas (default: all devices)", 0},
    {"processes", OPTION_PROCESSES, "N", 0, "processes that share the replicas (default 1)", 0},
    {"ddp", OPTION_DDP, 0, 0, "average gradients by DDP instead of ls_reduce_and_step", 0},
    {"json", OPTION_JSON, 0, 0, "print JSON", 0},
    {0},
};

static int64_t number(struct argp_state *state, const char *text, int64_t max)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < 1 || value > max)
        argp_error(state, "\"%s\" is not a whole number from 1 to %lld", text, (long long)max);
    return value;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case OPTION_MODEL: o->model = text; break;
    case OPTION_BATCH_SIZE: o->batch_size = number(state, text, 1 << 20); break;
    case OPTION_SIDE: o->side = number(state, text, 1 << 14); break;
    case OPTION_STEPS: o->steps = number(state, text, 1 << 30); break;
    case OPTION_REPETITIONS: o->repetitions = number(state, text, MAX_REPETITIONS); break;
    case OPTION_DEVICES: o->devices = (int)number(state, text, LS_MAX_LOCAL_RANKS); break;
    case OPTION_PROCESSES: o->processes = (int)number(state, text, LS_MAX_LOCAL_RANKS); break;
    case OPTION_DDP: o->ddp = true; break;
    case OPTION_JSON: o->json = true; break;
    case ARGP_KEY_ARG: argp_usage(state); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The mean over replicas of each measurement, sorted. */
static int collect(ls_bytes *results, double *out_rates, int64_t count)
{
    int replicas = 0;
    memset(out_rates, 0, sizeof(*out_rates) * MAX_REPETITIONS);
    for (int r = 0; r < LS_MAX_LOCAL_RANKS; r++) {
        if (results[r].size == sizeof(struct rates)) {
            const struct rates *rates = results[r].data;
            for (int64_t i = 0; i < count; i++) out_rates[i] += rates->rate[i];
            replicas++;
        }
        ls_bytes_free(&results[r]);
    }
    for (int64_t i = 0; i < count; i++) out_rates[i] /= replicas ? replicas : 1;
    qsort(out_rates, (size_t)count, sizeof(*out_rates), compare_doubles);
    return replicas;
}

static void print_result(const struct options *o, int replicas, const double *rates)
{
    double median = rates[o->repetitions / 2], min = rates[0], max = rates[o->repetitions - 1];
    if (!o->json) {
        printf("%s %s, %d replicas in %d processes, batch %lld: %.2f examples/s/replica (min %.2f, max %.2f)\n",
               o->model, o->ddp ? "with DDP" : "without DDP", replicas, o->processes ? o->processes : 1,
               (long long)o->batch_size, median, min, max);
        return;
    }
    json_t *json =
        json_pack("{s:s, s:b, s:i, s:i, s:I, s:{s:f, s:f, s:f}}", "model", o->model, "ddp", o->ddp, "replicas",
                  replicas, "processes", o->processes ? o->processes : 1, "batch_size", (json_int_t)o->batch_size,
                  "examples_per_s_per_replica", "median", median, "min", min, "max", max);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(json);
}

int command_bench_train(int argc, char **argv)
{
    struct options o = {.model = "mnist", .side = 224, .repetitions = 5};
    const struct argp argp = {argp_options, parse, NULL, "Measures training on one batch of made-up data.",
                              NULL,         NULL,  NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (!o.batch_size) o.batch_size = is_mnist(&o) ? 128 : 8;
    if (!o.steps) o.steps = is_mnist(&o) ? 50 : 2;
    ls_bytes results[LS_MAX_LOCAL_RANKS] = {0};
    ls_status status =
        ls_spawn(run_rank, &o,
                 &(ls_spawn_options){.num_processes = o.processes, .num_ranks = o.devices, .out_results = results});
    double rates[MAX_REPETITIONS];
    int replicas = collect(results, rates, o.repetitions);
    if (status != LS_OK) return print_error();
    print_result(&o, replicas, rates);
    return 0;
}
