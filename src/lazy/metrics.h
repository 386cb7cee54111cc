/* Counters and time distributions of a process; its rank threads add to them at any time. metrics.def lists them. */
#ifndef LS_LAZY_METRICS_H
#define LS_LAZY_METRICS_H

#include "base/map.h"

#include <pthread.h>
#include <stdatomic.h>

typedef enum ls_counter {
#define LS_COUNTER(name, what) LS_COUNT_##name,
#define LS_TIMER(name, what)
#include "lazy/metrics.def"
#undef LS_COUNTER
#undef LS_TIMER
    LS_COUNTERS
} ls_counter;

typedef enum ls_timer {
#define LS_COUNTER(name, what)
#define LS_TIMER(name, what) LS_TIME_##name,
#include "lazy/metrics.def"
#undef LS_COUNTER
#undef LS_TIMER
    LS_TIMERS
} ls_timer;

/* Times by size: bucket 8·e + m holds what lies in [2^e·(1 + m/8), 2^e·(1 + (m+1)/8)) nanoseconds. */
#define LS_HISTOGRAM_BUCKETS 512
typedef struct ls_histogram {
    _Atomic uint64_t buckets[LS_HISTOGRAM_BUCKETS];
    _Atomic uint64_t count, total_ns, max_ns;
} ls_histogram;

typedef struct ls_metrics {
    _Atomic int64_t counters[LS_COUNTERS];
    ls_histogram timers[LS_TIMERS];
    pthread_mutex_t mutex;
    ls_map unread; /* public function → how many results were materialised and never read */
} ls_metrics;

void ls_metrics_init(ls_metrics *metrics);
void ls_metrics_finish(ls_metrics *metrics);
static inline void ls_metrics_count(ls_metrics *metrics, ls_counter counter, int64_t by)
{
    atomic_fetch_add_explicit(&metrics->counters[counter], by, memory_order_relaxed);
}
void ls_metrics_time(ls_metrics *metrics, ls_timer timer, int64_t ns);
void ls_metrics_unread(ls_metrics *metrics, const char *call);

#endif
