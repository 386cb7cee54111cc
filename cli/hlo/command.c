/* lockstep hlo: StableHLO programs from files, checked, printed back, run with their assertions. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/deadline.h"
#include "base/error.h"
#include "commands.h"
#include "hlo/hlo.h"

enum { OPTION_PLUGIN = 1, OPTION_GENERIC, OPTION_QUIET, OPTION_DUMP, OPTION_RUNS };

typedef struct options {
    const char *plugin, *dump;
    int runs;
    bool is_generic, is_quiet;
    char **files;
    int file_count;
} options;

#define PLUGIN_OPTION                                                                                                  \
    {                                                                                                                  \
        "plugin", OPTION_PLUGIN, "FILE", 0, "run on this PJRT plugin (default: what PJRT_DEVICE chooses)", 0           \
    }
static const struct argp_option run_options[] = {
    PLUGIN_OPTION,
    {"quiet", OPTION_QUIET, NULL, 0, "print failures and the count only, no results", 0},
    {0},
};
static const struct argp_option fmt_options[] = {
    {"generic", OPTION_GENERIC, NULL, 0, "print every op in the quoted form", 0},
    {0},
};
static const struct argp_option compile_options[] = {
    PLUGIN_OPTION,
    {"dump", OPTION_DUMP, "FOLDER", 0, "write the program after every pass, the plan and where its values lie", 0},
    {0},
};
static const struct argp_option bench_options[] = {
    PLUGIN_OPTION,
    {"runs", OPTION_RUNS, "N", 0, "how often to run it; the median counts (default: 20)", 0},
    {0},
};
static const struct argp_option no_options[] = {{0}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case OPTION_PLUGIN: o->plugin = text; break;
    case OPTION_GENERIC: o->is_generic = true; break;
    case OPTION_QUIET: o->is_quiet = true; break;
    case OPTION_DUMP: o->dump = text; break;
    case OPTION_RUNS:
        o->runs = atoi(text);
        if (o->runs < 1) argp_error(state, "\"%s\" is not a number of runs", text);
        break;
    case ARGP_KEY_ARGS:
        o->files = state->argv + state->next;
        o->file_count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS: argp_usage(state); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* --- Files of modules -----------------------------------------------------------------------------------------------
 */

/* A line of the text that only separates modules: // ----- */
static const char *find_separator(const char *text)
{
    for (const char *at = text; (at = strstr(at, "// -----")); at++)
        if (at == text || at[-1] == '\n') return at;
    return NULL;
}

/* Parses text that begins at line `line` of its file, so that messages name the file's lines. */
static ls_status parse_at(const char *text, size_t size, size_t line, ls_ir_module **out_module)
{
    char *shifted = malloc(line + size + 1);
    LS_ASSERT(shifted && "out of memory");
    memset(shifted, '\n', line);
    memcpy(shifted + line, text, size);
    ls_status status = ls_ir_parse(shifted, line + size, out_module);
    free(shifted);
    if (status != LS_OK) return status;
    status = ls_ir_verify(*out_module);
    if (status != LS_OK) ls_ir_module_destroy(*out_module);
    return status;
}

static bool is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '/' && i + 1 < size && text[i + 1] == '/')
            while (i < size && text[i] != '\n') i++;
        if (i < size && !strchr(" \t\r\n", text[i])) return false;
    }
    return true;
}

typedef ls_status (*module_fn)(ls_ir_module *module, void *arg);

typedef struct tally {
    int passed, failed;
} tally;

/* Calls `visit` for every module of a file; a failure is printed and counted, and the next module comes. Without
 * `counts` failures are nobody's affair. */
static void each_module(const char *path, module_fn visit, void *arg, tally *counts)
{
    size_t size, line = 0;
    char *text = read_file(path, &size);
    if (!text) {
        if (counts) counts->failed++;
        return;
    }
    for (const char *at = text, *next; at; at = next) {
        const char *end = find_separator(at);
        size_t length = end ? (size_t)(end - at) : strlen(at);
        next = end ? strchr(end, '\n') : NULL;
        if (next) next++;
        if (!is_blank(at, length)) {
            ls_ir_module *module = NULL;
            ls_status status = parse_at(at, length, line, &module);
            if (status == LS_OK) {
                status = visit(module, arg);
                ls_ir_module_destroy(module);
            }
            if (counts) *(status == LS_OK ? &counts->passed : &counts->failed) += 1;
            if (counts && status != LS_OK) fprintf(stderr, "%s: %s\n", path, ls_last_error());
        }
        for (const char *c = at; next && c < next; c++) line += *c == '\n';
    }
    free(text);
}

static int each_file(const options *o, module_fn visit, void *arg, tally *counts)
{
    for (int i = 0; i < o->file_count; i++) each_module(o->files[i], visit, arg, counts);
    return counts->failed ? 1 : 0;
}

/* --- Commands -------------------------------------------------------------------------------------------------------
 */

static ls_status visit_nothing(ls_ir_module *module, void *arg)
{
    return LS_OK;
}

int command_hlo_check(int argc, char **argv)
{
    options o = {0};
    tally counts = {0};
    const struct argp argp = {no_options,
                              parse,
                              "FILE...",
                              "Parses and verifies StableHLO text; a file may hold several modules, separated by lines "
                              "// -----. \"-\" is standard input.",
                              NULL,
                              NULL,
                              NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    int status = each_file(&o, visit_nothing, NULL, &counts);
    printf("%d modules: %d valid, %d not\n", counts.passed + counts.failed, counts.passed, counts.failed);
    return status;
}

static ls_status visit_count(ls_ir_module *module, void *arg)
{
    int *most = arg, devices = hlo_module_devices(module);
    if (devices > *most) *most = devices;
    return LS_OK;
}

/* How many devices the files need at once. */
static int count_devices(const options *o)
{
    int most = 1;
    for (int i = 0; i < o->file_count; i++)
        if (strcmp(o->files[i], "-") != 0) each_module(o->files[i], visit_count, &most, NULL);
    return most;
}

static ls_status visit_compile(ls_ir_module *module, void *arg)
{
    ls_pjrt_executable *executable;
    LS_TRY(hlo_module_strip(module));
    int64_t start = ls_now_ns();
    LS_TRY(hlo_compile(arg, module, module->num_replicas, &executable));
    printf("@%s compiles in %.1f ms\n", module->name, 1e-6 * (double)(ls_now_ns() - start));
    ls_pjrt_executable_destroy(executable);
    return LS_OK;
}

int command_hlo_compile(int argc, char **argv)
{
    options o = {0};
    tally counts = {0};
    hlo_device device;
    const struct argp argp = {
        compile_options,
        parse,
        "FILE...",
        "Compiles the function @main of every module, without its assertions. The dump of the CPU "
        "device has a file NAME-HASH.NN-PASS.mlir for each pass and .plan for each stage.",
        NULL,
        NULL,
        NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (o.dump && mkdir(o.dump, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "lockstep: cannot make the folder %s: %s\n", o.dump, strerror(errno));
        return 1;
    }
    if (o.dump) setenv("LOCKSTEP_DUMP", o.dump, 1);
    if (hlo_device_open(o.plugin, count_devices(&o), &device) != LS_OK) return print_error();
    int status = each_file(&o, visit_compile, &device, &counts);
    hlo_device_close(&device);
    return status;
}

static ls_status visit_bench(ls_ir_module *module, void *arg)
{
    const options *o = arg;
    return hlo_module_bench(o->plugin, module, o->runs ? o->runs : 20);
}

int command_hlo_bench(int argc, char **argv)
{
    options o = {0};
    tally counts = {0};
    const struct argp argp = {
        bench_options,
        parse,
        "FILE...",
        "Times the function @main of every module on made-up arguments, as a whole and step by step: "
        "milliseconds, floating-point operations and bytes of operands and results per second, and the "
        "share of all steps.",
        NULL,
        NULL,
        NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    return each_file(&o, visit_bench, &o, &counts);
}

typedef struct printing {
    bool is_generic, is_first;
} printing;

static ls_status visit_print(ls_ir_module *module, void *arg)
{
    printing *p = arg;
    char *text;
    LS_TRY(ls_ir_print_as(module, p->is_generic, &text, NULL));
    printf("%s%s", p->is_first ? "" : "\n// -----\n\n", text);
    p->is_first = false;
    free(text);
    return LS_OK;
}

int command_hlo_fmt(int argc, char **argv)
{
    options o = {0};
    tally counts = {0};
    const struct argp argp = {fmt_options, parse, "FILE...", "Prints StableHLO programs back on standard output.",
                              NULL,        NULL,  NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    return each_file(&o, visit_print, &(printing){o.is_generic, true}, &counts);
}

typedef struct running {
    hlo_device device;
    bool prints;
} running;

static ls_status visit_run(ls_ir_module *module, void *arg)
{
    running *r = arg;
    return hlo_module_run(&r->device, module, r->prints);
}

int command_hlo_run(int argc, char **argv)
{
    options o = {0};
    tally counts = {0};
    const struct argp argp = {
        run_options,
        parse,
        "FILE...",
        "Runs the function @main of every module, on made-up arguments if it takes any, and prints its results. "
        "Assertions (check.expect_eq, expect_eq_const, expect_close, expect_almost_eq, expect_almost_eq_const, also as "
        "custom calls) are checked on the host; interpreter.run_parallel runs its programs on as many devices. A "
        "module passes if it compiles and runs and all of its assertions hold. Exit status 1 if one fails.",
        NULL,
        NULL,
        NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    running r = {.prints = !o.is_quiet};
    if (hlo_device_open(o.plugin, count_devices(&o), &r.device) != LS_OK) return print_error();
    int status = each_file(&o, visit_run, &r, &counts);
    hlo_device_close(&r.device);
    printf("%d modules: %d passed, %d failed\n", counts.passed + counts.failed, counts.passed, counts.failed);
    return status;
}
