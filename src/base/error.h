/* Setting the thread-local error message behind ls_last_error(). */
#ifndef LS_BASE_ERROR_H
#define LS_BASE_ERROR_H

#include <stdarg.h>

#include <lockstep/status.h>

/* Sets the calling thread's message and returns `status`: return ls_fail(LS_NOT_FOUND, "no plugin at %s", path); */
ls_status ls_fail(ls_status status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
ls_status ls_fail_v(ls_status status, const char *format, va_list args);

/* Puts a context before the message, "context: message", unless `status` is LS_OK. Returns `status`. */
ls_status ls_context(ls_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the process with file, line and condition: for bugs of ours, never for what a user or peer did. */
#define LS_ASSERT(condition) ((condition) ? (void)0 : ls_assert_failed(#condition, __FILE__, __LINE__))
_Noreturn void ls_assert_failed(const char *condition, const char *file, int line);

#endif
