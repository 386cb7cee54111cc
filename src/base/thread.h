/* Threads and waiting: futexes that also work between processes, spinning, small wrappers that cannot fail silently. */
#ifndef LS_BASE_THREAD_H
#define LS_BASE_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/deadline.h"
#include <lockstep/status.h>

/* Starts a joinable thread with all signals blocked, named `name` (at most 15 characters). */
ls_status ls_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *), void *arg);

/* Sleeps while *word == expected, until woken or the deadline. Returns at once if it differs. Spurious returns happen.
 * `shared`: the word lies in memory shared between processes. */
void ls_futex_wait(_Atomic uint32_t *word, uint32_t expected, ls_deadline deadline, bool shared);
void ls_futex_wake_all(_Atomic uint32_t *word, bool shared);

static inline void ls_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/* A mutex and condition on the monotonic clock. */
typedef struct ls_monitor {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} ls_monitor;
void ls_monitor_init(ls_monitor *monitor);
void ls_monitor_finish(ls_monitor *monitor);
void ls_monitor_lock(ls_monitor *monitor);
void ls_monitor_unlock(ls_monitor *monitor);
bool ls_monitor_wait(ls_monitor *monitor, ls_deadline deadline); /* false once the deadline has passed */
void ls_monitor_notify(ls_monitor *monitor);                     /* all waiters */

/* Processors that the ranks of this host may run on: LOCKSTEP_CPUS, or those that this process may run on, by affinity
 * and cgroup quota; at least 1. */
int ls_cpu_count(void);

#endif
