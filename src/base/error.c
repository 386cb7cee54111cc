#include "base/error.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Thread_local char message[4096];

const char *ls_status_name(ls_status status)
{
    static const char *const names[] = {
        "OK",        "CANCELLED",       "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
        "NOT_FOUND", "ALREADY_EXISTS",  "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED",   "OUT_OF_RANGE",    "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
        "DATA_LOSS", "UNAUTHENTICATED",
    };
    return (unsigned)status < sizeof(names) / sizeof(names[0]) ? names[status] : "?";
}

const char *ls_last_error(void)
{
    return message;
}

ls_status ls_fail_v(ls_status status, const char *format, va_list args)
{
    /* The arguments may point into the old message. */
    char fresh[sizeof(message)];
    vsnprintf(fresh, sizeof(fresh), format, args);
    memcpy(message, fresh, strlen(fresh) + 1);
    return status;
}

ls_status ls_fail(ls_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ls_fail_v(status, format, args);
    va_end(args);
    return status;
}

ls_status ls_context(ls_status status, const char *format, ...)
{
    if (status == LS_OK) return status;
    char context[sizeof(message)];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof(context), format, args);
    va_end(args);
    char joined[2 * sizeof(message) + 2];
    int length = snprintf(joined, sizeof(joined), "%s: %s", context, message);
    size_t kept = (size_t)length < sizeof(message) ? (size_t)length : sizeof(message) - 1;
    memcpy(message, joined, kept);
    message[kept] = 0;
    return status;
}

_Noreturn void ls_assert_failed(const char *condition, const char *file, int line)
{
    char text[512];
    int length = snprintf(text, sizeof(text), "lockstep: %s:%d: bug: %s does not hold\n", file, line, condition);
    (void)!write(STDERR_FILENO, text, (size_t)length);
    __builtin_trap();
}
