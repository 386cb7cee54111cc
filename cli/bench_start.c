/* lockstep bench start: time from start to exit and resident memory of a whole program. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "base/deadline.h"
#include "commands.h"

#define MAX_RUNS 1000

enum { OPTION_RUNS = 1, OPTION_JSON };

struct options {
    int runs;
    bool json;
    char **program; /* with its arguments, ending in NULL */
};

static const struct argp_option argp_options[] = {
    {"runs", OPTION_RUNS, "N", 0, "how often it is run, after once to warm up (default 20)", 0},
    {"json", OPTION_JSON, 0, 0, "print JSON", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case OPTION_RUNS:
        o->runs = atoi(text);
        if (o->runs < 1 || o->runs > MAX_RUNS) argp_error(state, "--runs takes a number from 1 to %d", MAX_RUNS);
        break;
    case OPTION_JSON: o->json = true; break;
    case ARGP_KEY_ARG: /* the program: what follows is its own */
        o->program = state->argv + state->next - 1;
        state->next = state->argc;
        break;
    case ARGP_KEY_END:
        if (!o->program) argp_error(state, "which program?");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Runs the program once with its output thrown away. Returns false after an error that it has printed. */
static bool run_once(char **program, double *out_ms, double *out_megabytes)
{
    int64_t start = ls_now_ns();
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, STDOUT_FILENO);
        execvp(program[0], program);
        fprintf(stderr, "lockstep: cannot run %s: %s\n", program[0], strerror(errno));
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        fprintf(stderr, "lockstep: cannot start a process: %s\n", strerror(errno));
        return false;
    }
    *out_ms = 1e-6 * (double)(ls_now_ns() - start);
    *out_megabytes = (double)usage.ru_maxrss / 1024;
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "lockstep: %s ended with status %d\n", program[0],
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        return false;
    }
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int command_bench_start(int argc, char **argv)
{
    struct options o = {.runs = 20};
    const struct argp argp = {
        argp_options, parse, "PROGRAM [ARGUMENT...]", "Measures a program from its start to its end.", NULL,
        NULL,         NULL};
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &o);
    double ms[MAX_RUNS], megabytes, most = 0;
    if (!run_once(o.program, &ms[0], &megabytes)) return 1;
    for (int i = 0; i < o.runs; i++) {
        if (!run_once(o.program, &ms[i], &megabytes)) return 1;
        if (megabytes > most) most = megabytes;
    }
    qsort(ms, (size_t)o.runs, sizeof(ms[0]), compare_doubles);
    double median = ms[o.runs / 2], min = ms[0], max = ms[o.runs - 1];
    if (!o.json) {
        printf("%s: %.1f ms (min %.1f, max %.1f), %.1f MB resident at most\n", o.program[0], median, min, max, most);
        return 0;
    }
    json_t *json = json_pack("{s:s, s:{s:f, s:f, s:f}, s:f}", "program", o.program[0], "ms", "median", median, "min",
                             min, "max", max, "resident_megabytes", most);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(json);
    return 0;
}
