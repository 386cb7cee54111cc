/* Status codes and the thread-local error message. */
#ifndef LOCKSTEP_STATUS_H
#define LOCKSTEP_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(LS_BUILDING) && defined(__GNUC__)
#define LS_API __attribute__((visibility("default")))
#else
#define LS_API
#endif

/* The result of every function that touches the world. The numbers are those of PJRT_Error_Code, which are
 * those of absl::StatusCode and gRPC. */
typedef enum ls_status {
    LS_OK = 0,
    LS_CANCELLED = 1,
    LS_UNKNOWN = 2,
    LS_INVALID_ARGUMENT = 3,
    LS_DEADLINE_EXCEEDED = 4,
    LS_NOT_FOUND = 5,
    LS_ALREADY_EXISTS = 6,
    LS_PERMISSION_DENIED = 7,
    LS_RESOURCE_EXHAUSTED = 8,
    LS_FAILED_PRECONDITION = 9,
    LS_ABORTED = 10,
    LS_OUT_OF_RANGE = 11,
    LS_UNIMPLEMENTED = 12,
    LS_INTERNAL = 13,
    LS_UNAVAILABLE = 14,
    LS_DATA_LOSS = 15,
    LS_UNAUTHENTICATED = 16,
} ls_status;

/* Returns the name of a status without its prefix, such as "DEADLINE_EXCEEDED"; "?" for an unknown number.
 * The string is static. */
LS_API const char *ls_status_name(ls_status status);

/* Returns the message of the last failure on the calling thread, newest context first and joined by ": ".
 * Never NULL; "" if nothing failed yet. The string belongs to the thread and lives until the next failing call
 * on it. Success does not clear it. */
LS_API const char *ls_last_error(void);

/* Returns from the calling function with the status of `expr` unless that is LS_OK. */
#define LS_TRY(expr)                                                                                                   \
    do {                                                                                                               \
        ls_status ls_try_status_ = (expr);                                                                             \
        if (ls_try_status_ != LS_OK) return ls_try_status_;                                                            \
    } while (0)

/* Stores the status of `expr` in the local variable `status` and jumps to `label` unless it is LS_OK. */
#define LS_TRY_GOTO(expr, label)                                                                                       \
    do {                                                                                                               \
        status = (expr);                                                                                               \
        if (status != LS_OK) goto label;                                                                               \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
