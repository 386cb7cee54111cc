/* lockstep bench table: training on made-up data by runtime (threads, processes) and with and without DDP, beside what
 * else this host has: PyTorch, JAX, PyTorch/XLA, and the rate that the convolutions alone reach. Each row is a program
 * of its own, one after the other. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/thread.h"
#include "base/vec.h"
#include "commands.h"
#include "report.h"

struct options {
    const char *model, *python;
    int batch_size, side, steps, repetitions, replicas;
    bool json;
};

/* Examples/s/replica. */
struct row {
    const char *system, *runtime, *ddp;
    int replicas;
    double median, min, max;
};
typedef LS_VEC(struct row) row_list;

/* --- Ours -------------------------------------------------------------------------------------------------------- */

static bool read_json(FILE *pipe, struct row *row)
{
    json_t *json = json_loadf(pipe, 0, NULL);
    bool is_good =
        json && !json_unpack(json, "{s:i, s:{s:F, s:F, s:F}}", "replicas", &row->replicas, "examples_per_s_per_replica",
                             "median", &row->median, "min", &row->min, "max", &row->max);
    json_decref(json);
    return is_good;
}

/* `bench train` of this very program. */
static int measure_own(const struct options *o, bool by_processes, bool ddp, row_list *rows)
{
    char self[512], command[1024];
    struct row row = {"Lockstep", by_processes ? "a process per device" : "one process, threads", ddp ? "yes" : "no"};
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0) {
        perror("lockstep: /proc/self/exe");
        return 1;
    }
    self[length] = 0;
    snprintf(command, sizeof(command),
             "'%s' bench train --json --model=%s --batch_size=%d --size=%d --steps=%d --reps=%d --devices=%d "
             "--processes=%d%s",
             self, o->model, o->batch_size, o->side, o->steps, o->repetitions, o->replicas,
             by_processes ? o->replicas : 1, ddp ? " --ddp" : "");
    FILE *pipe = popen(command, "r");
    bool is_good = pipe && read_json(pipe, &row);
    if ((pipe && pclose(pipe)) || !is_good) {
        fprintf(stderr, "lockstep: no figures from: %s\n", command);
        return 1;
    }
    *ls_vec_push(rows) = row;
    return 0;
}

/* --- Others ------------------------------------------------------------------------------------------------------ */

/* The figures of a line that has "… ex/s/replica median A min B max C" or "… ex/s/replica A (B-C)". */
static bool read_line(const char *line, struct row *row)
{
    const char *at = strstr(line, "ex/s/replica ");
    if (!at) return false;
    return sscanf(at, "ex/s/replica median %lf min %lf max %lf", &row->median, &row->min, &row->max) == 3 ||
           sscanf(at, "ex/s/replica %lf (%lf-%lf)", &row->median, &row->min, &row->max) == 3;
}

static bool find_peer(const char *name, char *out, size_t size)
{
    const char *const folders[] = {PEERS_SOURCE, PEERS_SOURCE "/../../../shared/peers", "../shared/peers",
                                   PEERS_INSTALLED};
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        snprintf(out, size, "%s/%s", folders[i], name);
        if (!access(out, R_OK)) return true;
    }
    fprintf(stderr, "lockstep: a row is left out: %s is not there\n", name);
    return false;
}

/* A peer's script, if the Python has the module that it needs. */
static void measure_script(const struct options *o, const char *module, const char *script, const char *arguments,
                           struct row row, row_list *rows)
{
    char path[512], command[2048], line[512];
    const char *python = o->python ? o->python : "python3";
    snprintf(command, sizeof(command), "'%s' -c 'import %s' >/dev/null 2>&1", python, module);
    if (system(command)) {
        fprintf(stderr, "lockstep: %s is left out: %s has no %s; --python names one that has\n", row.system, python,
                module);
        return;
    }
    if (!find_peer(script, path, sizeof(path))) return;
    snprintf(command, sizeof(command), "OMP_NUM_THREADS=1 timeout 1800 '%s' '%s' %s 2>/dev/null", python, path,
             arguments);
    FILE *pipe = popen(command, "r");
    size_t before = rows->count;
    while (pipe && fgets(line, sizeof(line), pipe))
        if (rows->count == before && read_line(line, &row)) *ls_vec_push(rows) = row;
    if (pipe) pclose(pipe);
    if (rows->count == before) fprintf(stderr, "lockstep: no figures from: %s\n", command);
}

static void measure_torch(const struct options *o, const char *system, const char *more, bool ddp, row_list *rows)
{
    char arguments[512];
    snprintf(arguments, sizeof(arguments), "--model=%s --batch=%d --size=%d --world=%d --steps=%d --reps=%d%s%s",
             o->model, o->batch_size, o->side, o->replicas, o->steps, o->repetitions, ddp ? " --ddp" : "", more);
    struct row row = {system, "a process per device", ddp ? "yes" : "no", o->replicas};
    measure_script(o, !strcmp(o->model, "mnist") ? "torch" : "torchvision", "torch_train.py", arguments, row, rows);
}

static void measure_xla(const struct options *o, bool ddp, row_list *rows)
{
    char arguments[512];
    snprintf(arguments, sizeof(arguments), "--model=%s --batch=%d --size=%d --steps=%d --reps=%d%s", o->model,
             o->batch_size, o->side, o->steps, o->repetitions, ddp ? " --ddp" : "");
    struct row row = {"PyTorch/XLA", "one process, threads", ddp ? "yes" : "no", o->replicas};
    measure_script(o, "torch_xla", "tx_train.py", arguments, row, rows);
}

/* The peer knows this one configuration only. */
static bool is_jax_case(const struct options *o)
{
    return !strcmp(o->model, "resnet50") && o->batch_size == 8 && o->side == 224;
}

static void measure_jax(const struct options *o, bool ddp, row_list *rows)
{
    char arguments[64];
    snprintf(arguments, sizeof(arguments), "%d %s", o->replicas, ddp ? "ddp" : "local");
    struct row row = {"JAX", "one process, threads", ddp ? "yes" : "no", o->replicas};
    measure_script(o, "jax", "jax_train.py", arguments, row, rows);
}

/* "… conv-bound 4.26 ex/s", of one core; for ResNet-50 at 224. */
static void measure_bound(const struct options *o, row_list *rows)
{
    char source[512], command[2048], line[512], program[] = "/tmp/lockstep-bound-XXXXXX";
    if (strcmp(o->model, "resnet50") || o->side != 224) return;
    if (!find_peer("conv_bound.c", source, sizeof(source))) return;
    int file = mkstemp(program);
    if (file < 0) return;
    close(file);
    snprintf(command, sizeof(command), "cc -O2 -w -o '%s' '%s' -ldnnl && OMP_NUM_THREADS=1 timeout 600 '%s' %d",
             program, source, program, o->batch_size);
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(line, sizeof(line), pipe)) {
        const char *at = strstr(line, "conv-bound ");
        struct row row = {"convolutions alone", "one core", "", 1};
        if (!at || sscanf(at, "conv-bound %lf", &row.median) != 1) continue;
        row.min = row.max = row.median;
        *ls_vec_push(rows) = row;
    }
    if (pipe) pclose(pipe);
    unlink(program);
}

static int measure_all(const struct options *o, row_list *rows)
{
    int failed = 0;
    measure_bound(o, rows);
    for (int by_processes = 0; by_processes < 2; by_processes++)
        for (int ddp = 0; ddp < 2; ddp++) failed |= measure_own(o, by_processes, ddp, rows);
    for (int ddp = 0; ddp < 2; ddp++) measure_torch(o, "PyTorch", "", ddp, rows);
    for (int ddp = 0; ddp < 2; ddp++)
        measure_torch(o, "PyTorch compiled, channels last", " --compile --channels_last", ddp, rows);
    for (int ddp = 0; ddp < 2 && is_jax_case(o); ddp++) measure_jax(o, ddp, rows);
    for (int ddp = 0; ddp < 2; ddp++) measure_xla(o, ddp, rows);
    return failed;
}

/* --- Output ------------------------------------------------------------------------------------------------------ */

static void print_rows_text(FILE *out, const row_list *rows, bool is_markdown)
{
    const char *head = is_markdown ? "| %s | %s | %s | %s | %s | %s–%s |\n" : "%-32s %-21s %-4s %8s %9s  %s-%s\n";
    const char *line =
        is_markdown ? "| %s | %s | %s | %d | %.2f | %.2f–%.2f |\n" : "%-32s %-21s %-4s %8d %9.2f  %.2f-%.2f\n";
    fprintf(out, head, "system", "runtime", "DDP", "replicas", "median", "min", "max");
    if (is_markdown) fputs("|---|---|---|---|---|---|\n", out);
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *r = &rows->data[i];
        fprintf(out, line, r->system, r->runtime, r->ddp, r->replicas, r->median, r->min, r->max);
    }
}

static void print_rows_as_json(FILE *out, const row_list *rows)
{
    json_t *list = json_array();
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *r = &rows->data[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:{s:f, s:f, s:f}}", "system", r->system, "runtime",
                                              r->runtime, "ddp", r->ddp, "replicas", r->replicas,
                                              "examples_per_s_per_replica", "median", r->median, "min", r->min, "max",
                                              r->max));
    }
    json_dumpf(list, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(list);
}

/* --- The command ------------------------------------------------------------------------------------------------- */

enum {
    OPTION_MODEL = 1,
    OPTION_BATCH_SIZE,
    OPTION_SIDE,
    OPTION_STEPS,
    OPTION_REPETITIONS,
    OPTION_DEVICES,
    OPTION_PYTHON,
    OPTION_JSON
};

static const struct argp_option argp_options[] = {
    {"model", OPTION_MODEL, "NAME", 0, "as of `bench train` (default resnet50)", 0},
    {"batch_size", OPTION_BATCH_SIZE, "N", 0, "examples per replica and step (default 128 for mnist, 8 for others)", 0},
    {"size", OPTION_SIDE, "N", 0, "height and width of images (default 224)", 0},
    {"steps", OPTION_STEPS, "N", 0, "steps per measurement (default 50 for mnist, 2 for others)", 0},
    {"reps", OPTION_REPETITIONS, "N", 0, "measurements (default 5)", 0},
    {"devices", OPTION_DEVICES, "N", 0, "replicas (default: processors)", 0},
    {"python", OPTION_PYTHON, "PATH", 0, "a Python that may have torch, jax, torch_xla (default python3)", 0},
    {"json", OPTION_JSON, 0, 0, "print JSON", 0},
    {0},
};

static int number(struct argp_state *state, const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 1 || value > 1 << 20)
        argp_error(state, "\"%s\" is not a whole number from 1 to %d", text, 1 << 20);
    return (int)value;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case OPTION_MODEL:
        if (text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")]) argp_error(state, "no model \"%s\"", text);
        o->model = text;
        break;
    case OPTION_BATCH_SIZE: o->batch_size = number(state, text); break;
    case OPTION_SIDE: o->side = number(state, text); break;
    case OPTION_STEPS: o->steps = number(state, text); break;
    case OPTION_REPETITIONS: o->repetitions = number(state, text); break;
    case OPTION_DEVICES: o->replicas = number(state, text); break;
    case OPTION_PYTHON: o->python = text; break;
    case OPTION_JSON: o->json = true; break;
    case ARGP_KEY_ARG: argp_usage(state); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static struct options defaults(struct options o)
{
    bool is_mnist = !strcmp(o.model, "mnist");
    if (!o.batch_size) o.batch_size = is_mnist ? 128 : 8;
    if (!o.steps) o.steps = is_mnist ? 50 : 2;
    if (!o.replicas) o.replicas = ls_cpu_count();
    return o;
}

int command_bench_table(int argc, char **argv)
{
    struct options o = {.model = "resnet50", .side = 224, .repetitions = 5};
    const struct argp argp = {argp_options,
                              parse,
                              NULL,
                              "Measures training on made-up data by runtime and with and without DDP, "
                              "beside the peers that this host has. Examples/s/replica.",
                              NULL,
                              NULL,
                              NULL};
    row_list rows = {0};
    if (argp_parse(&argp, argc, argv, 0, NULL, &o)) return 2;
    o = defaults(o);
    int failed = measure_all(&o, &rows);
    if (o.json)
        print_rows_as_json(stdout, &rows);
    else
        print_rows_text(stdout, &rows, false);
    ls_vec_finish(&rows);
    return failed;
}

/* --- Its section of the report ----------------------------------------------------------------------------------- */

int report_training(FILE *out, const report_options *options)
{
    struct options o =
        defaults((struct options){.model = "resnet50", .side = 224, .repetitions = 5, .python = options->python});
    row_list rows = {0};
    int failed = measure_all(&o, &rows);
    fputs(
        "ResNet-50 on one batch of made-up data: forward, backward, SGD with momentum; f32, 224×224, batch 8, one core "
        "per replica.\nExamples/s/replica. \"Convolutions alone\" is what oneDNN needs for the step's convolutions in "
        "its own formats.\n\n",
        out);
    print_rows_text(out, &rows, true);
    ls_vec_finish(&rows);
    return failed;
}
