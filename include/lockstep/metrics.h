/* What the library did: compiles, cache hits, times, bytes, tensors alive. */
#ifndef LOCKSTEP_METRICS_H
#define LOCKSTEP_METRICS_H

#include <lockstep/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ls_metrics_options {
    bool json;
} ls_metrics_options;

/* The process's counters and time percentiles, as text for people or JSON. The string is the caller's, freed with
 * free(); NULL only if memory ran out. */
LS_API char *ls_metrics_report(const ls_metrics_options *options);
LS_API void ls_metrics_reset(void);

#ifdef __cplusplus
}
#endif
#endif
