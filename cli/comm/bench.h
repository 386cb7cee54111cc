/* lockstep bench comm: what its files share. */
#ifndef CLI_COMM_BENCH_H
#define CLI_COMM_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/vec.h"

/* Whose collectives are measured. */
typedef enum system_kind {
    SYSTEM_THREADS,   /* ours: ranks are threads */
    SYSTEM_PROCESSES, /* ours: ranks are processes, operands in memory that all can reach */
    SYSTEM_PRIVATE,   /* ours: ranks are processes, operands in private memory */
    SYSTEM_MPI,
    SYSTEM_GLOO,
    SYSTEM_PROBE, /* two threads that add and copy, with nothing around it: the limit of all_reduce */
    SYSTEM_COUNT
} system_kind;
extern const char *const system_names[SYSTEM_COUNT];
static inline bool is_ours(system_kind system)
{
    return system <= SYSTEM_PRIVATE;
}

typedef struct bench_row {
    char collective[24];
    char layout[16]; /* processes x threads */
    size_t bytes;    /* the larger operand of a rank */
    int ranks;
    system_kind system;
    double median_us, min_us; /* of batches */
} bench_row;
typedef LS_VEC(bench_row) bench_rows;

typedef struct bench_options {
    int ranks, processes;
    bool is_private;
    size_t max_bytes;
    const char *only;   /* a collective's name; NULL: all */
    const char *python; /* one that may have torch */
} bench_options;

/* Measures our collectives in one layout. Prints what went wrong and returns 1 on failure. */
int bench_ours(const bench_options *options, system_kind system, bench_rows *out_rows);

/* Measures what of Open MPI, gloo and the probe is here; says on stderr what is not, and why. */
void bench_peers(const bench_options *options, bench_rows *out_rows);

void print_rows(FILE *out, const bench_rows *rows);      /* one line each */
void print_rows_json(FILE *out, const bench_rows *rows); /* a list */
/* Systems side by side by collective and size, least times, with ratios: how many times longer a peer takes than the
 * slowest of ours. As text, or as tables in Markdown. */
void print_comparison(FILE *out, const bench_rows *rows, bool is_markdown);

/* Draws time by size of each collective into a PNG file. 1 if gnuplot is not there or fails. */
int plot_rows(const bench_rows *rows, const char *path);

#endif
