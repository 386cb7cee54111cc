#include "base/thread.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"

ls_status ls_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *), void *arg)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(out_thread, NULL, run, arg);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (error) return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot start thread %s: %s", name, strerror(error));
    pthread_setname_np(*out_thread, name);
    return LS_OK;
}

void ls_futex_wait(_Atomic uint32_t *word, uint32_t expected, ls_deadline deadline, bool shared)
{
    struct timespec until = {.tv_sec = deadline.at_ns / 1000000000, .tv_nsec = deadline.at_ns % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET | (shared ? 0 : FUTEX_PRIVATE_FLAG), expected, &until, NULL,
            FUTEX_BITSET_MATCH_ANY);
}

void ls_futex_wake_all(_Atomic uint32_t *word, bool shared)
{
    syscall(SYS_futex, word, FUTEX_WAKE | (shared ? 0 : FUTEX_PRIVATE_FLAG), INT_MAX, NULL, NULL, 0);
}

void ls_monitor_init(ls_monitor *monitor)
{
    pthread_mutex_init(&monitor->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&monitor->condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void ls_monitor_finish(ls_monitor *monitor)
{
    pthread_cond_destroy(&monitor->condition);
    pthread_mutex_destroy(&monitor->mutex);
}

void ls_monitor_lock(ls_monitor *monitor)
{
    pthread_mutex_lock(&monitor->mutex);
}

void ls_monitor_unlock(ls_monitor *monitor)
{
    pthread_mutex_unlock(&monitor->mutex);
}

bool ls_monitor_wait(ls_monitor *monitor, ls_deadline deadline)
{
    struct timespec until = {.tv_sec = deadline.at_ns / 1000000000, .tv_nsec = deadline.at_ns % 1000000000};
    return pthread_cond_timedwait(&monitor->condition, &monitor->mutex, &until) != ETIMEDOUT;
}

void ls_monitor_notify(ls_monitor *monitor)
{
    pthread_cond_broadcast(&monitor->condition);
}

/* The cgroup's CPU quota in whole processors, rounded up; 0 if there is none. */
static int cgroup_quota(void)
{
    FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (!file) return 0;
    long long quota, period;
    int fields = fscanf(file, "%lld %lld", &quota, &period);
    fclose(file);
    return fields == 2 && quota > 0 && period > 0 ? (int)((quota + period - 1) / period) : 0;
}

int ls_cpu_count(void)
{
    int64_t shared; /* by all processes of the host, of which this may be bound to a part */
    if (ls_env_get_int(LS_ENV_LOCKSTEP_CPUS, 0, 1, INT_MAX, &shared) == LS_OK && shared) return (int)shared;
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    int quota = cgroup_quota();
    if (quota && quota < count) count = quota;
    return count > 0 ? count : 1;
}
