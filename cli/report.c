/* lockstep bench report: docs/benchmarks.md as a whole, a section for each benchmark. */
#include "report.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "commands.h"

static const struct section {
    const char *name, *title;
    int (*write)(FILE *out, const report_options *options);
} sections[] = {
#define SECTION(name, title, function) {#name, title, function},
#include "report.def"
#undef SECTION
};
#define SECTION_COUNT (sizeof(sections) / sizeof(sections[0]))

enum { OPTION_ONLY = 1, OPTION_PYTHON };

struct options {
    report_options report;
    const char *only;
};

static const struct argp_option argp_options[] = {
    {"only", OPTION_ONLY, "SECTION", 0, "measure one section, keep the others as they are in the page", 0},
    {"python", OPTION_PYTHON, "PATH", 0, "a Python that has torch, for its figures (default python3)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case OPTION_ONLY: o->only = text; break;
    case OPTION_PYTHON: o->report.python = text; break;
    case ARGP_KEY_ARG:
        if (o->report.folder) argp_usage(state);
        o->report.folder = text;
        break;
    case ARGP_KEY_END:
        if (!o->report.folder) o->report.folder = "docs";
        for (size_t i = 0; o->only && i <= SECTION_COUNT; i++) {
            if (i == SECTION_COUNT) argp_error(state, "there is no section \"%s\"", o->only);
            if (!strcmp(sections[i].name, o->only)) break;
        }
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* What the page says in a section: from behind its title to the next one. */
static void copy_section(FILE *out, const char *page, const char *title)
{
    char head[128];
    snprintf(head, sizeof(head), "\n## %s\n\n", title);
    const char *start = page ? strstr(page, head) : NULL;
    if (!start) {
        fputs("Not measured.\n", out);
        return;
    }
    start += strlen(head);
    const char *end = strstr(start, "\n\n## ");
    fwrite(start, 1, end ? (size_t)(end - start + 1) : strlen(start), out);
}

static void write_machine(FILE *out)
{
    char line[256], model[200] = "an unknown processor";
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof(line), info))
        if (sscanf(line, "model name : %199[^\n]", model) == 1) break;
    if (info) fclose(info);
    fprintf(out,
            "# Benchmarks\n\nWritten by `lockstep bench report`, each section in one run with what it is compared "
            "with. Measured on %d "
            "processors\n(%s) with lockstep " LS_VERSION
            ". Figures change with the machine and with what else it does: believe ratios.\n",
            ls_cpu_count(), model);
}

int command_bench_report(int argc, char **argv)
{
    struct options o = {0};
    const struct argp argp = {
        argp_options, parse,
        "[FOLDER]",   "Measures everything and writes FOLDER/benchmarks.md with its pictures (default: docs).",
        NULL,         NULL,
        NULL};
    if (argp_parse(&argp, argc, argv, 0, NULL, &o)) return 2;
    char path[1024], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof(path), "%s/benchmarks.md", o.report.folder);
    char *before = o.only ? read_file(path, &size) : NULL;
    FILE *page = open_memstream(&text, &size);
    int failed = 0;
    write_machine(page);
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        fprintf(page, "\n## %s\n\n", sections[i].title);
        if (o.only && strcmp(o.only, sections[i].name))
            copy_section(page, before, sections[i].title);
        else
            failed |= sections[i].write(page, &o.report);
    }
    fclose(page);
    FILE *out = fopen(path, "w");
    if (!out || fwrite(text, 1, size, out) != size || fclose(out)) {
        perror(path);
        failed = 1;
    }
    free(text);
    free(before);
    return failed;
}
