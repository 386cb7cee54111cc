#include "base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"

static const char *const level_names[] = {"error", "warning", "info", "debug"};
static _Thread_local int thread_rank = -1;

static ls_log_level threshold(void)
{
    static _Atomic int cached = -1;
    int level = atomic_load_explicit(&cached, memory_order_relaxed);
    if (level >= 0) return (ls_log_level)level;
    level = LS_LOG_WARNING;
    const char *wanted = ls_env_get(LS_ENV_LOCKSTEP_LOG);
    for (int i = 0; wanted && i < 4; i++)
        if (!strcmp(wanted, level_names[i])) level = i;
    atomic_store_explicit(&cached, level, memory_order_relaxed);
    return (ls_log_level)level;
}

bool ls_log_enabled(ls_log_level level)
{
    return level <= threshold();
}

void ls_log_set_rank(int rank)
{
    thread_rank = rank;
}

void ls_log_write(ls_log_level level, const char *format, ...)
{
    if (!ls_log_enabled(level)) return;
    char line[4096];
    int length = thread_rank >= 0
                     ? snprintf(line, sizeof(line), "lockstep: [rank %d] %s: ", thread_rank, level_names[level])
                     : snprintf(line, sizeof(line), "lockstep: %s: ", level_names[level]);
    va_list args;
    va_start(args, format);
    int body = vsnprintf(line + length, sizeof(line) - (size_t)length - 1, format, args);
    va_end(args);
    size_t size = (size_t)length + (size_t)(body < 0 ? 0 : body);
    if (size > sizeof(line) - 2) size = sizeof(line) - 2;
    line[size++] = '\n';
    (void)!write(STDERR_FILENO, line, size);
}
