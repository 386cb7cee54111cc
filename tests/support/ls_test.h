/* What every test includes: cmocka in its order of headers, and assertions on statuses. */
#ifndef LS_TEST_H
#define LS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tap.h"
#include <lockstep/status.h>

/* Sanitizers make code many times slower, and map memory of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LS_TEST_SANITIZED true
#else
#define LS_TEST_SANITIZED false
#endif

/* The call succeeds; its message is shown otherwise. */
#define assert_ok(expr)                                                                                                \
    do {                                                                                                               \
        ls_status assert_status_ = (expr);                                                                             \
        if (assert_status_ != LS_OK) fail_msg("%s: %s: %s", #expr, ls_status_name(assert_status_), ls_last_error());   \
    } while (0)

/* The call fails with this status and a message that holds `part`. */
#define assert_fails(expr, expected, part)                                                                             \
    do {                                                                                                               \
        ls_status assert_status_ = (expr);                                                                             \
        if (assert_status_ != (expected))                                                                              \
            fail_msg("%s: %s instead of %s: %s", #expr, ls_status_name(assert_status_), ls_status_name(expected),      \
                     ls_last_error());                                                                                 \
        if (!strstr(ls_last_error(), (part))) fail_msg("%s: no \"%s\" in: %s", #expr, (part), ls_last_error());        \
    } while (0)

#endif
