/* Checks inside rank functions, where cmocka's assertions cannot jump: the rank fails with place and condition. */
#ifndef LS_TEST_RANKS_H
#define LS_TEST_RANKS_H

#include "base/error.h"
#include "ls_test.h"
#include <lockstep/distributed.h>

#define rank_check(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) return ls_fail(LS_INTERNAL, "%s:%d: %s does not hold", __FILE__, __LINE__, #condition);      \
    } while (0)

/* The call fails with this status and a message that holds `part`. */
#define rank_check_fails(expr, expected, part)                                                                         \
    do {                                                                                                               \
        ls_status rank_status_ = (expr);                                                                               \
        if (rank_status_ != (expected) || !strstr(ls_last_error(), (part)))                                            \
            return ls_fail(LS_INTERNAL, "%s:%d: %s: %s, \"%s\" instead of %s with \"%s\"", __FILE__, __LINE__, #expr,  \
                           ls_status_name(rank_status_), ls_last_error(), ls_status_name(expected), (part));           \
    } while (0)

/* Every wait of a test ends within this. */
#define RANK_TIMEOUT_MS 30000

static inline ls_status rank_join_group(void)
{
    return ls_init_process_group("xla", &(ls_init_options){.init_method = "pjrt://", .timeout_ms = RANK_TIMEOUT_MS});
}

/* Runs `fn` on that many thread ranks; they must all succeed. */
static inline void run_ranks(ls_rank_fn fn, void *arg, int ranks)
{
    assert_ok(ls_spawn_threads(fn, arg, &(ls_spawn_options){.num_ranks = ranks}));
}

#endif
