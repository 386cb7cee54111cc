#include "lazy/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lazy/state.h"
#include <lockstep/metrics.h>

static const struct {
    const char *name, *what;
} counter_rows[] =
    {
#define LS_COUNTER(name, what) {#name, what},
#define LS_TIMER(name, what)
#include "lazy/metrics.def"
#undef LS_COUNTER
#undef LS_TIMER
},
  timer_rows[] = {
#define LS_COUNTER(name, what)
#define LS_TIMER(name, what) {#name, what},
#include "lazy/metrics.def"
#undef LS_COUNTER
#undef LS_TIMER
};

void ls_metrics_init(ls_metrics *metrics)
{
    *metrics = (ls_metrics){0};
    pthread_mutex_init(&metrics->mutex, NULL);
}

void ls_metrics_finish(ls_metrics *metrics)
{
    ls_map_finish(&metrics->unread);
    pthread_mutex_destroy(&metrics->mutex);
}

static int bucket_of(uint64_t ns)
{
    if (ns < 8) return (int)ns;
    int exponent = 63 - __builtin_clzll(ns);
    return (exponent - 2) * 8 + (int)(ns >> (exponent - 3) & 7);
}

/* The middle of a bucket. */
static double bucket_ns(int bucket)
{
    if (bucket < 8) return bucket;
    return (double)(1ull << (bucket / 8 + 2)) * (1.0 + (bucket % 8 + 0.5) / 8);
}

void ls_metrics_time(ls_metrics *metrics, ls_timer timer, int64_t ns)
{
    ls_histogram *h = &metrics->timers[timer];
    uint64_t value = ns > 0 ? (uint64_t)ns : 0;
    atomic_fetch_add_explicit(&h->buckets[bucket_of(value)], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&h->count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&h->total_ns, value, memory_order_relaxed);
    uint64_t max = atomic_load_explicit(&h->max_ns, memory_order_relaxed);
    while (value > max &&
           !atomic_compare_exchange_weak_explicit(&h->max_ns, &max, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

static double percentile_ns(const ls_histogram *h, double fraction)
{
    uint64_t total = 0, seen = 0;
    for (int i = 0; i < LS_HISTOGRAM_BUCKETS; i++) total += atomic_load_explicit(&h->buckets[i], memory_order_relaxed);
    for (int i = 0; i < LS_HISTOGRAM_BUCKETS; i++) {
        seen += atomic_load_explicit(&h->buckets[i], memory_order_relaxed);
        if (seen > 0 && (double)seen >= fraction * (double)total) return bucket_ns(i);
    }
    return 0;
}

void ls_metrics_unread(ls_metrics *metrics, const char *call)
{
    pthread_mutex_lock(&metrics->mutex);
    uintptr_t count = (uintptr_t)ls_map_get(&metrics->unread, call, strlen(call));
    ls_map_set(&metrics->unread, call, strlen(call), (void *)(count + 1));
    pthread_mutex_unlock(&metrics->mutex);
}

/* --- The report --------------------------------------------------------------------------------------------- */

static ls_metrics *current_metrics(void)
{
    ls_trace *trace = ls_trace_current();
    return trace ? &trace->shared->metrics : NULL;
}

static void format_time(double ns, char *out, size_t size)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}};
    size_t i = 0;
    while (i < 3 && ns < units[i].unit) i++;
    snprintf(out, size, "%.3g %s", ns / units[i].unit, units[i].name);
}

static void write_text(FILE *out, ls_metrics *metrics)
{
    for (int i = 0; i < LS_COUNTERS; i++)
        fprintf(out, "%-40s %" PRId64 "\n", counter_rows[i].what, atomic_load(&metrics->counters[i]));
    for (int i = 0; i < LS_TIMERS; i++) {
        const ls_histogram *h = &metrics->timers[i];
        char p50[32], p99[32], max[32], total[32];
        format_time(percentile_ns(h, 0.5), p50, sizeof p50);
        format_time(percentile_ns(h, 0.99), p99, sizeof p99);
        format_time((double)atomic_load(&h->max_ns), max, sizeof max);
        format_time((double)atomic_load(&h->total_ns), total, sizeof total);
        fprintf(out, "%-40s %" PRIu64 " times, p50 %s, p99 %s, longest %s, total %s\n", timer_rows[i].what,
                (uint64_t)atomic_load(&h->count), p50, p99, max, total);
    }
    const void *key;
    size_t size;
    void *value;
    pthread_mutex_lock(&metrics->mutex);
    for (size_t i = 0; ls_map_next(&metrics->unread, &i, &key, &size, &value);)
        fprintf(out, "materialised and never read              %" PRIuPTR " results of %.*s\n", (uintptr_t)value,
                (int)size, (const char *)key);
    pthread_mutex_unlock(&metrics->mutex);
}

static void write_json(FILE *out, ls_metrics *metrics)
{
    fputs("{", out);
    for (int i = 0; i < LS_COUNTERS; i++)
        fprintf(out, "\"%s\": %" PRId64 ", ", counter_rows[i].name, atomic_load(&metrics->counters[i]));
    fputs("\"times\": {", out);
    for (int i = 0; i < LS_TIMERS; i++) {
        const ls_histogram *h = &metrics->timers[i];
        fprintf(out,
                "%s\"%s\": {\"count\": %" PRIu64 ", \"p50_ns\": %.0f, \"p99_ns\": %.0f, \"max_ns\": %" PRIu64
                ", \"total_ns\": %" PRIu64 "}",
                i ? ", " : "", timer_rows[i].name, (uint64_t)atomic_load(&h->count), percentile_ns(h, 0.5),
                percentile_ns(h, 0.99), (uint64_t)atomic_load(&h->max_ns), (uint64_t)atomic_load(&h->total_ns));
    }
    fputs("}, \"unread\": {", out);
    const void *key;
    size_t size;
    void *value;
    const char *comma = "";
    pthread_mutex_lock(&metrics->mutex);
    for (size_t i = 0; ls_map_next(&metrics->unread, &i, &key, &size, &value); comma = ", ")
        fprintf(out, "%s\"%.*s\": %" PRIuPTR, comma, (int)size, (const char *)key, (uintptr_t)value);
    pthread_mutex_unlock(&metrics->mutex);
    fputs("}}\n", out);
}

char *ls_metrics_report(const ls_metrics_options *options)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    ls_metrics *metrics = current_metrics();
    if (metrics) (options && options->json ? write_json : write_text)(out, metrics);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

void ls_metrics_reset(void)
{
    ls_metrics *metrics = current_metrics();
    if (!metrics) return;
    for (int i = 0; i < LS_COUNTERS; i++)
        if (i != LS_COUNT_tensors_alive && i != LS_COUNT_buffers_alive && i != LS_COUNT_buffer_bytes_alive)
            atomic_store(&metrics->counters[i], 0);
    for (int i = 0; i < LS_TIMERS; i++) {
        ls_histogram *h = &metrics->timers[i];
        for (int b = 0; b < LS_HISTOGRAM_BUCKETS; b++) atomic_store_explicit(&h->buckets[b], 0, memory_order_relaxed);
        atomic_store(&h->count, 0);
        atomic_store(&h->total_ns, 0);
        atomic_store(&h->max_ns, 0);
    }
    pthread_mutex_lock(&metrics->mutex);
    ls_map_finish(&metrics->unread);
    pthread_mutex_unlock(&metrics->mutex);
}
