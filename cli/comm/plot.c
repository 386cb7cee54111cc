/* Time by size, a panel for each collective, drawn by gnuplot. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define COLUMNS 3

static bool is_drawn(const bench_row *row)
{
    return row->bytes && row->median_us > 0;
}

/* The n-th collective that has sizes; NULL after the last. */
static const char *nth_collective(const bench_rows *rows, int n)
{
    for (size_t i = 0; i < rows->count; i++) {
        bool is_first = is_drawn(&rows->data[i]);
        for (size_t j = 0; j < i && is_first; j++)
            is_first = strcmp(rows->data[j].collective, rows->data[i].collective) || !is_drawn(&rows->data[j]);
        if (is_first && n-- == 0) return rows->data[i].collective;
    }
    return NULL;
}

static bool has_points(const bench_rows *rows, const char *collective, system_kind system)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->data[i].system == system && is_drawn(&rows->data[i]) && !strcmp(rows->data[i].collective, collective))
            return true;
    return false;
}

static void draw_panel(FILE *plot, const bench_rows *rows, const char *collective)
{
    fprintf(plot, "set title '%s' noenhanced\nplot ", collective);
    const char *separator = "";
    for (system_kind s = 0; s < SYSTEM_COUNT; s++)
        if (has_points(rows, collective, s)) {
            fprintf(plot, "%s'-' with linespoints lw 2 pt 7 ps 0.6 lc %d title '%s'", separator, s + 1,
                    system_names[s]);
            separator = ", ";
        }
    fputc('\n', plot);
    for (system_kind s = 0; s < SYSTEM_COUNT; s++) {
        if (!has_points(rows, collective, s)) continue;
        for (size_t i = 0; i < rows->count; i++) {
            const bench_row *row = &rows->data[i];
            if (row->system == s && is_drawn(row) && !strcmp(row->collective, collective))
                fprintf(plot, "%zu %g\n", row->bytes, row->min_us);
        }
        fputs("e\n", plot);
    }
}

int plot_rows(const bench_rows *rows, const char *path)
{
    int panels = 0;
    while (nth_collective(rows, panels)) panels++;
    if (!panels || system("command -v gnuplot >/dev/null 2>&1")) {
        fprintf(stderr, "lockstep: no plot: %s\n", panels ? "gnuplot is not installed" : "nothing was measured");
        return 1;
    }
    FILE *plot = popen("gnuplot", "w");
    if (!plot) return 1;
    int columns = panels < COLUMNS ? panels : COLUMNS, lines = (panels + columns - 1) / columns;
    fprintf(plot, "set terminal pngcairo size %d,%d\nset output '%s'\n", 480 * columns, 360 * lines, path);
    fprintf(plot, "set multiplot layout %d,%d\nset logscale xy\nset grid\nset key top left\n", lines, columns);
    fputs("set xlabel 'bytes'\nset ylabel 'µs'\nset format x '10^{%T}'\n", plot);
    for (int i = 0; i < panels; i++) draw_panel(plot, rows, nth_collective(rows, i));
    fputs("unset multiplot\n", plot);
    return pclose(plot) != 0;
}
