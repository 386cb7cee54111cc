/* The log: lines on standard error from level LOCKSTEP_LOG up (error, warning (default), info, debug), or to a sink. */
#ifndef LS_BASE_LOG_H
#define LS_BASE_LOG_H

#include <stdbool.h>

typedef enum ls_log_level { LS_LOG_ERROR, LS_LOG_WARNING, LS_LOG_INFO, LS_LOG_DEBUG } ls_log_level;

/* Writes one line "lockstep: [rank 1] warning: ..." in one write(2). */
void ls_log_write(ls_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool ls_log_enabled(ls_log_level level);
void ls_log_set_rank(int rank); /* of the calling thread; −1 for none */

#endif
