/* Points in time by which a wait ends. Monotonic clock, nanoseconds. */
#ifndef LS_BASE_DEADLINE_H
#define LS_BASE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ls_deadline {
    int64_t at_ns; /* on CLOCK_MONOTONIC */
} ls_deadline;

#define LS_DEFAULT_TIMEOUT_MS (30 * 60 * 1000)

int64_t ls_now_ns(void);
ls_deadline ls_deadline_in_ms(int64_t ms);                 /* 0 or less: LS_DEFAULT_TIMEOUT_MS from now */
ls_deadline ls_deadline_after(int64_t now_ns, int64_t ms); /* the same, without a look at the clock */
int64_t ls_deadline_left_ns(ls_deadline deadline);         /* at least 0 */
int64_t ls_deadline_left_ms(ls_deadline deadline);         /* rounded up: 0 only if it has passed */
bool ls_deadline_passed(ls_deadline deadline);
void ls_sleep_ms(int64_t ms);

#endif
