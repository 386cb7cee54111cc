/* What others need for the same collectives, measured by their own programs (bench/peers) as this host has them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

static bool is_command(const char *name)
{
    char text[256];
    snprintf(text, sizeof(text), "command -v '%s' >/dev/null 2>&1", name);
    return system(text) == 0;
}

/* The first that is there, in the source tree, beside it or installed; false if none is. */
static bool find_file(const char *const *candidates, char *out, size_t size)
{
    for (; *candidates; candidates++) {
        snprintf(out, size, "%s", *candidates);
        if (!access(out, R_OK)) return true;
    }
    return false;
}

/* Rows from a program's lines: collective, bytes, median and least µs. */
static void read_rows(const char *command, const bench_options *options, system_kind system, bench_rows *rows)
{
    FILE *pipe = popen(command, "r");
    char line[256];
    size_t before = rows->count;
    while (pipe && fgets(line, sizeof(line), pipe)) {
        bench_row row = {.ranks = options->ranks, .system = system};
        if (sscanf(line, "%23s %zu %lf %lf", row.collective, &row.bytes, &row.median_us, &row.min_us) != 4) continue;
        snprintf(row.layout, sizeof(row.layout), "%dx1", options->ranks);
        if (!options->only || !strcmp(options->only, row.collective)) *ls_vec_push(rows) = row;
    }
    if (pipe) pclose(pipe);
    if (rows->count == before) fprintf(stderr, "lockstep: %s gave no figures: %s\n", system_names[system], command);
}

/* --- Open MPI ----------------------------------------------------------------------------------------------- */

static void measure_mpi(const bench_options *options, const char *folder, bench_rows *rows)
{
    bool is_named = is_command("mpicc.openmpi") && is_command("mpirun.openmpi");
    const char *compiler = is_named ? "mpicc.openmpi" : "mpicc", *launcher = is_named ? "mpirun.openmpi" : "mpirun";
    char source[512], command[2048];
    if (!is_command(compiler) || !is_command(launcher)) {
        fprintf(stderr, "lockstep: Open MPI is left out: there is no %s or %s\n", compiler, launcher);
        return;
    }
    if (!find_file((const char *const[]){PEERS_SOURCE "/mpi_coll.c", PEERS_INSTALLED "/mpi_coll.c", NULL}, source,
                   sizeof(source))) {
        fprintf(stderr, "lockstep: Open MPI is left out: mpi_coll.c is not there\n");
        return;
    }
    snprintf(command, sizeof(command), "%s -O2 -o '%s/mpi_coll' '%s'", compiler, folder, source);
    if (system(command)) {
        fprintf(stderr, "lockstep: Open MPI is left out: its program does not compile\n");
        return;
    }
    snprintf(command, sizeof(command),
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 600 %s --oversubscribe -n %d "
             "'%s/mpi_coll' %zu",
             launcher, options->ranks, folder, options->max_bytes);
    read_rows(command, options, SYSTEM_MPI, rows);
}

/* --- gloo --------------------------------------------------------------------------------------------------- */

static void measure_gloo(const bench_options *options, bench_rows *rows)
{
    char script[512], command[2048];
    const char *python = options->python ? options->python : "python3";
    snprintf(command, sizeof(command), "'%s' -c 'import torch.distributed' >/dev/null 2>&1", python);
    if (system(command)) {
        fprintf(stderr, "lockstep: gloo is left out: %s has no torch; --python names one that has\n", python);
        return;
    }
    if (!find_file((const char *const[]){PEERS_SOURCE "/gloo_coll.py", PEERS_INSTALLED "/gloo_coll.py", NULL}, script,
                   sizeof(script))) {
        fprintf(stderr, "lockstep: gloo is left out: gloo_coll.py is not there\n");
        return;
    }
    snprintf(command, sizeof(command), "timeout 600 '%s' '%s' %d %zu 2>/dev/null", python, script, options->ranks,
             options->max_bytes);
    read_rows(command, options, SYSTEM_GLOO, rows);
}

/* --- The limit ---------------------------------------------------------------------------------------------- */

#define PROBE_RUNS 3

/* The program has one figure for each size: several runs of it are as batches. */
static void keep_least(bench_rows *rows, const bench_row *row)
{
    for (size_t i = 0; i < rows->count; i++) {
        bench_row *known = &rows->data[i];
        if (known->system != row->system || known->bytes != row->bytes) continue;
        if (row->min_us < known->min_us) *known = *row;
        return;
    }
    *ls_vec_push(rows) = *row;
}

/* "shm threads 4096 B: 0.430 us 9.53 GB/s" */
static void measure_probe(const bench_options *options, const char *folder, bench_rows *rows)
{
    char source[512], command[2048], line[256];
    if (options->ranks != 2 || (options->only && strcmp(options->only, "all_reduce"))) return;
    if (!find_file(
            (const char *const[]){PEERS_SOURCE "/../../../shared/peers/shm_ar.c", "../shared/peers/shm_ar.c", NULL},
            source, sizeof(source))) {
        fprintf(stderr, "lockstep: the limit is left out: ../shared/peers/shm_ar.c is not there\n");
        return;
    }
    snprintf(command, sizeof(command), "cc -O3 -march=native -w -o '%s/shm_ar' '%s' -lpthread", folder, source);
    if (system(command)) {
        fprintf(stderr, "lockstep: the limit is left out: its program does not compile\n");
        return;
    }
    snprintf(command, sizeof(command), "timeout 60 '%s/shm_ar'", folder);
    for (int run = 0; run < PROBE_RUNS; run++) {
        FILE *pipe = popen(command, "r");
        while (pipe && fgets(line, sizeof(line), pipe)) {
            bench_row row = {.collective = "all_reduce", .layout = "1x2", .ranks = 2, .system = SYSTEM_PROBE};
            if (sscanf(line, "shm threads %zu B: %lf us", &row.bytes, &row.median_us) != 2) continue;
            row.min_us = row.median_us;
            if (row.bytes <= options->max_bytes) keep_least(rows, &row);
        }
        if (pipe) pclose(pipe);
    }
}

void bench_peers(const bench_options *options, bench_rows *out_rows)
{
    char folder[] = "/tmp/lockstep-bench-XXXXXX", command[128];
    if (!mkdtemp(folder)) {
        perror("lockstep: no folder for the peers' programs");
        return;
    }
    measure_probe(options, folder, out_rows);
    measure_mpi(options, folder, out_rows);
    measure_gloo(options, out_rows);
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    if (system(command)) perror("lockstep: rm");
}
