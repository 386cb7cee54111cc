/* lockstep bench comm: how long collectives between the ranks of this host take, here and elsewhere. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "bench.h"
#include "commands.h"
#include "report.h"

#define MAX_BYTES ((size_t)64 << 20)

enum {
    OPTION_JSON = 1,
    OPTION_RANKS,
    OPTION_PROCESSES,
    OPTION_MEMORY,
    OPTION_MAX_BYTES,
    OPTION_PEERS,
    OPTION_PYTHON,
    OPTION_ONLY,
    OPTION_PLOT
};

struct options {
    bench_options bench;
    bool is_json, has_peers;
    const char *plot;
};

static const struct argp_option argp_options[] = {
    {"json", OPTION_JSON, NULL, 0, "a JSON list of rows instead of a table", 0},
    {"ranks", OPTION_RANKS, "N", 0, "ranks in all (default: one per processor, at least 2; with --peers 2)", 0},
    {"processes", OPTION_PROCESSES, "P", 0, "processes that share the ranks evenly (default 1)", 0},
    {"memory", OPTION_MEMORY, "KIND", 0, "shared: as devices have it (default); private: as malloc gives it", 0},
    {"max-bytes", OPTION_MAX_BYTES, "N", 0, "the largest operand (default 64 MiB)", 0},
    {"only", OPTION_ONLY, "NAME", 0, "one collective", 0},
    {"peers", OPTION_PEERS, NULL, 0,
     "threads, processes and private memory beside Open MPI, gloo and the limit of all_reduce, with ratios", 0},
    {"python", OPTION_PYTHON, "PATH", 0, "a Python that has torch, for gloo (default python3)", 0},
    {"plot", OPTION_PLOT, "FILE", 0, "draw time by size into a PNG file, through gnuplot", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    bench_options *b = &o->bench;
    switch (key) {
    case OPTION_JSON: o->is_json = true; break;
    case OPTION_PEERS: o->has_peers = true; break;
    case OPTION_PLOT: o->plot = text; break;
    case OPTION_PYTHON: b->python = text; break;
    case OPTION_ONLY: b->only = text; break;
    case OPTION_RANKS: b->ranks = atoi(text); break;
    case OPTION_PROCESSES: b->processes = atoi(text); break;
    case OPTION_MAX_BYTES: b->max_bytes = strtoull(text, NULL, 10); break;
    case OPTION_MEMORY:
        b->is_private = !strcmp(text, "private");
        if (!b->is_private && strcmp(text, "shared"))
            argp_error(state, "memory is \"shared\" or \"private\", not \"%s\"", text);
        break;
    case ARGP_KEY_ARG: argp_usage(state); break;
    case ARGP_KEY_END:
        if (!b->ranks) b->ranks = o->has_peers || ls_cpu_count() < 2 ? 2 : ls_cpu_count();
        if (b->ranks < 1 || b->ranks > 256 || b->processes < 1 || b->ranks % b->processes)
            argp_error(state, "%d ranks cannot be shared out evenly among %d processes", b->ranks, b->processes);
        if (b->max_bytes > MAX_BYTES) argp_error(state, "at most %zu bytes", MAX_BYTES);
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Everything that can be measured here. */
static int measure_all(const bench_options *options, bench_rows *out_rows)
{
    bench_options o = *options;
    int failed = 0;
    o.processes = 1, o.is_private = false;
    failed |= bench_ours(&o, SYSTEM_THREADS, out_rows);
    o.processes = o.ranks;
    failed |= bench_ours(&o, SYSTEM_PROCESSES, out_rows);
    o.is_private = true;
    failed |= bench_ours(&o, SYSTEM_PRIVATE, out_rows);
    bench_peers(&o, out_rows);
    return failed;
}

int command_bench_comm(int argc, char **argv)
{
    struct options o = {.bench = {.processes = 1, .max_bytes = MAX_BYTES}};
    const struct argp argp = {argp_options,
                              parse,
                              NULL,
                              "Times every collective between ranks of this host. `bytes` is the larger operand of a "
                              "rank, `GBps` bytes by median time, `layout` processes x threads. Ranks take turns at "
                              "the root.",
                              NULL,
                              NULL,
                              NULL};
    if (argp_parse(&argp, argc, argv, 0, NULL, &o)) return 2;
    bench_rows rows = {0};
    system_kind own = o.bench.processes == 1 ? SYSTEM_THREADS : o.bench.is_private ? SYSTEM_PRIVATE : SYSTEM_PROCESSES;
    int failed = o.has_peers ? measure_all(&o.bench, &rows) : bench_ours(&o.bench, own, &rows);
    if (o.is_json)
        print_rows_json(stdout, &rows);
    else if (o.has_peers)
        print_comparison(stdout, &rows, false);
    else
        print_rows(stdout, &rows);
    if (o.plot) failed |= plot_rows(&rows, o.plot);
    ls_vec_finish(&rows);
    return failed;
}

/* --- Its section of the report ------------------------------------------------------------------------------ */

int report_comm(FILE *out, const report_options *options)
{
    bench_options o = {.ranks = 2, .max_bytes = MAX_BYTES, .python = options->python};
    bench_rows rows = {0};
    char path[1024];
    snprintf(path, sizeof(path), "%s/benchmarks-comm.png", options->folder);
    int failed = measure_all(&o, &rows);
    fputs("Two ranks; least µs of a call over batches, `bytes` the larger operand of a rank, ranks taking turns at the "
          "root. threads and\n"
          "processes: operands in memory that all ranks can reach, as devices and `ls_host_alloc` have it; private: "
          "processes with\n"
          "memory from `malloc`, as Open MPI and gloo have it. limit: `shm_ar.c`, two threads that add and copy with "
          "nothing around\n"
          "it. Ratios: how many times longer the other takes than the slowest of ours (for the limit, than threads and "
          "processes).\n\n",
          out);
    if (!plot_rows(&rows, path)) fputs("![time by size](benchmarks-comm.png)\n\n", out);
    print_comparison(out, &rows, true);
    ls_vec_finish(&rows);
    return failed;
}
