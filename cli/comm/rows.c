#include <string.h>

#include "bench.h"

const char *const system_names[SYSTEM_COUNT] = {
    [SYSTEM_THREADS] = "threads", [SYSTEM_PROCESSES] = "processes", [SYSTEM_PRIVATE] = "private",
    [SYSTEM_MPI] = "Open MPI",    [SYSTEM_GLOO] = "gloo",           [SYSTEM_PROBE] = "limit",
};

static double rate(const bench_row *row)
{
    return row->bytes ? (double)row->bytes / row->median_us / 1e3 : 0;
}

void print_rows(FILE *out, const bench_rows *rows)
{
    fprintf(out, "%-15s %10s %6s %7s %10s %12s %12s %9s\n", "collective", "bytes", "ranks", "layout", "system",
            "median_us", "min_us", "GBps");
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->data[i];
        fprintf(out, "%-15s %10zu %6d %7s %10s %12.2f %12.2f %9.2f\n", row->collective, row->bytes, row->ranks,
                row->layout, system_names[row->system], row->median_us, row->min_us, rate(row));
    }
}

void print_rows_json(FILE *out, const bench_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->data[i];
        fprintf(out,
                "%s\n  {\"collective\": \"%s\", \"bytes\": %zu, \"ranks\": %d, \"layout\": \"%s\", \"system\": \"%s\", "
                "\"median_us\": %.4g, \"min_us\": %.4g, \"GBps\": %.4g}",
                i ? "," : "[", row->collective, row->bytes, row->ranks, row->layout, system_names[row->system],
                row->median_us, row->min_us, rate(row));
    }
    fputs(rows->count ? "\n]\n" : "[]\n", out);
}

/* --- Side by side ------------------------------------------------------------------------------------------- */

static const bench_row *find(const bench_rows *rows, const char *collective, size_t bytes, system_kind system)
{
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->data[i];
        if (row->system == system && row->bytes == bytes && !strcmp(row->collective, collective)) return row;
    }
    return NULL;
}

static bool is_measured(const bench_rows *rows, system_kind system)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->data[i].system == system) return true;
    return false;
}

/* How many times longer the system takes than the slowest of ours. By the least of batches, which says most about the
 * code and least about what else the machine does. */
static double ratio_to(const bench_rows *rows, const bench_row *row, system_kind system)
{
    const bench_row *peer = find(rows, row->collective, row->bytes, system);
    double slowest = 0;
    for (system_kind s = 0; is_ours(s); s++) {
        const bench_row *ours = find(rows, row->collective, row->bytes, s);
        bool counts = ours && (system != SYSTEM_PROBE || s != SYSTEM_PRIVATE); /* the probe has no private memory */
        if (counts && ours->min_us > slowest) slowest = ours->min_us;
    }
    return peer && slowest > 0 ? peer->min_us / slowest : 0;
}

static void print_head(FILE *out, const bench_rows *rows, bool is_markdown)
{
    fprintf(out, is_markdown ? "| collective | bytes |" : "%-15s %10s", "collective", "bytes");
    for (system_kind s = 0; s < SYSTEM_COUNT; s++)
        if (is_measured(rows, s)) fprintf(out, is_markdown ? " %s |" : " %11s", system_names[s]);
    for (system_kind s = SYSTEM_MPI; s < SYSTEM_COUNT; s++)
        if (is_measured(rows, s)) fprintf(out, is_markdown ? " %s ÷ ours |" : " %6.6s/our", system_names[s]);
    fputc('\n', out);
    if (!is_markdown) return;
    fputs("|---|--:|", out);
    for (system_kind s = 0; s < SYSTEM_COUNT; s++)
        if (is_measured(rows, s)) fputs(s >= SYSTEM_MPI ? "--:|--:|" : "--:|", out);
    fputc('\n', out);
}

void print_comparison(FILE *out, const bench_rows *rows, bool is_markdown)
{
    print_head(out, rows, is_markdown);
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->data[i];
        bool is_first = true; /* of its collective and size */
        for (size_t j = 0; j < i; j++)
            is_first =
                is_first && (rows->data[j].bytes != row->bytes || strcmp(rows->data[j].collective, row->collective));
        bool has_ours = false;
        for (system_kind o = 0; is_ours(o); o++) has_ours = has_ours || find(rows, row->collective, row->bytes, o);
        if (!is_first || !has_ours) continue;
        fprintf(out, is_markdown ? "| %s | %zu |" : "%-15s %10zu", row->collective, row->bytes);
        for (system_kind s = 0; s < SYSTEM_COUNT; s++) {
            const bench_row *cell = find(rows, row->collective, row->bytes, s);
            if (!is_measured(rows, s)) continue;
            if (cell)
                fprintf(out, is_markdown ? " %.*f |" : " %11.*f", cell->min_us < 100 ? 2 : 0, cell->min_us);
            else
                fprintf(out, is_markdown ? " |" : " %11s", "");
        }
        for (system_kind s = SYSTEM_MPI; s < SYSTEM_COUNT; s++) {
            double ratio = ratio_to(rows, row, s);
            if (!is_measured(rows, s)) continue;
            if (ratio > 0)
                fprintf(out, is_markdown ? " %.2f |" : " %10.2f", ratio);
            else
                fprintf(out, is_markdown ? " |" : " %10s", "");
        }
        fputc('\n', out);
    }
}
