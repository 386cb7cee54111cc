/* Every operation obeys the group's timeout: with a rank that is late, each fails in time and names it, or waits. */
#include "ranks.h"

#include "base/deadline.h"
#include <lockstep/array.h>
#include <lockstep/objects.h>
#include <lockstep/p2p.h>
#include <lockstep/work.h>

static const struct layout pairs[] = {{1, 2}, {2, 1}};

/* What the operations of a rank work on; rank 0 comes in time. */
typedef struct place {
    int me;
    int32_t in[8], out[8];
    ls_bytes objects[2];
} place;

/* --- Operations on host memory, under way --------------------------------------------------------------------- */

#define ASYNC(name, ...)                                                                                               \
    static ls_status name(place *p, ls_group group, ls_work **work)                                                    \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define ARRAY(field, n) LS_ARRAY(p->field, LS_I32, n)
ASYNC(all_reduce, return ls_host_all_reduce(p->in, p->out, 1, LS_I32, LS_SUM, ls_async(group, work)))
ASYNC(all_gather, return ls_host_all_gather(p->in, p->out, 1, LS_I32, ls_async(group, work)))
ASYNC(broadcast, return ls_host_broadcast(p->out, 1, LS_I32, 1, ls_async(group, work)))
ASYNC(reduce, return ls_host_reduce(p->in, p->out, 1, LS_I32, LS_SUM, 0, ls_async(group, work)))
ASYNC(reduce_scatter, return ls_host_reduce_scatter(p->in, p->out, 1, LS_I32, LS_SUM, ls_async(group, work)))
ASYNC(all_to_all, return ls_host_all_to_all(p->in, p->out, 1, LS_I32, ls_async(group, work)))
ASYNC(gather, return ls_host_gather(p->in, p->out, 1, LS_I32, 0, ls_async(group, work)))
ASYNC(scatter, return ls_host_scatter(p->in, p->out, 1, LS_I32, 1, ls_async(group, work)))
ASYNC(barrier, return ls_barrier(ls_async(group, work)))
ASYNC(coalesced, return ls_array_all_reduce_coalesced(&ARRAY(out, 8), 1, LS_MAX, ls_async(group, work)))
ASYNC(uneven, ls_array outs[2] = {LS_ARRAY(p->out, LS_I32, 1), LS_ARRAY(p->out + 1, LS_I32, 2)};
      return ls_array_all_gather(outs, LS_ARRAY(p->in, LS_I32, p->me + 1), ls_async(group, work)))
ASYNC(single, int64_t splits[2] = {1, 1};
      return ls_array_all_to_all_single(ARRAY(out, 2), ARRAY(in, 2), splits, splits, ls_async(group, work)))

static const struct operation {
    const char *name;
    ls_status (*start)(place *p, ls_group group, ls_work **work);
} operations[] = {
    {"all_reduce", all_reduce},
    {"all_gather", all_gather},
    {"broadcast", broadcast},
    {"reduce", reduce},
    {"reduce_scatter", reduce_scatter},
    {"all_to_all", all_to_all},
    {"gather", gather},
    {"scatter", scatter},
    {"barrier", barrier},
    {"all_reduce", coalesced},
    {"all_gather", uneven},
    {"all_to_all", single},
};
#define OPERATIONS (int)(sizeof(operations) / sizeof(operations[0]))

/* --- Operations that block ------------------------------------------------------------------------------------ */

#define BLOCKING(name, ...)                                                                                            \
    static ls_status name(place *p, ls_group group)                                                                    \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
BLOCKING(recv,
         return p->me ? ls_host_send(p->in, 1, LS_I32, 0, 0, group) : ls_host_recv(p->out, 1, LS_I32, 1, 0, group))
BLOCKING(all_gather_object, return ls_all_gather_object(p->objects, "x", 1, group))
BLOCKING(gather_object, return ls_gather_object(p->objects, "x", 1, 0, group))
BLOCKING(monitored, return ls_monitored_barrier(group, 0, false))
BLOCKING(split, ls_group part; return ls_split_group(group, p->me, 0, &part))

static const struct blocking {
    const char *name;
    ls_status (*run)(place *p, ls_group group);
} blockings[] = {{"recv", recv},
                 {"all_gather_object", all_gather_object},
                 {"gather_object", gather_object},
                 {"monitored_barrier", monitored},
                 {"ls_split_group", split}};
#define BLOCKINGS (int)(sizeof(blockings) / sizeof(blockings[0]))

/* --- Late ------------------------------------------------------------------------------------------------------ */

typedef struct lateness {
    int64_t timeout_ms, late_ms;
} lateness;

static void free_objects(place *p)
{
    for (int i = 0; i < 2; i++) ls_bytes_free(&p->objects[i]);
}

/* Everything at once, each in a group of its own, so that the late rank is late for all of it. */
static ls_status be_late_for_all(int me, void *arg)
{
    const lateness *how = arg;
    bool is_in_time = how->late_ms < how->timeout_ms;
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = how->timeout_ms}));
    static _Thread_local place places[OPERATIONS];
    ls_group groups[OPERATIONS];
    ls_work *works[OPERATIONS];
    for (int k = 0; k < OPERATIONS; k++) {
        places[k].me = me;
        LS_TRY(ls_new_group((int[]){0, 1}, 2, &groups[k]));
        LS_TRY(ls_barrier(groups[k]));
    }
    LS_TRY(ls_barrier(LS_WORLD));
    if (me == 1) ls_sleep_ms(how->late_ms);
    int64_t start = ls_now_ns();
    for (int k = 0; k < OPERATIONS; k++) {
        ls_status status = operations[k].start(&places[k], groups[k], &works[k]);
        EXPECT(status == LS_OK || (me == 1 && !is_in_time && status == LS_DEADLINE_EXCEEDED));
    }
    for (int k = 0; k < OPERATIONS; k++) {
        if (!works[k]) continue;
        ls_status status = ls_work_wait(works[k], 0);
        int64_t took_ms = (ls_now_ns() - start) / 1000000;
        ls_work_free(works[k]);
        if (is_in_time) {
            EXPECT(status == LS_OK);
            continue;
        }
        EXPECT(status == LS_DEADLINE_EXCEEDED && strstr(ls_last_error(), operations[k].name));
        EXPECT(strstr(ls_last_error(), "rank 1") && strstr(ls_last_error(), "last finished operation"));
        EXPECT(me == 1 || (took_ms >= how->timeout_ms - 20 && took_ms < how->timeout_ms + 10000));
    }
    return LS_OK;
}

static ls_status be_late_for_one(int me, void *arg)
{
    const lateness *how = arg;
    for (int k = 0; k < BLOCKINGS; k++) {
        place p = {.me = me};
        LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = how->timeout_ms}));
        LS_TRY(ls_barrier(LS_WORLD));
        if (me == 1) ls_sleep_ms(how->late_ms);
        int64_t start = ls_now_ns();
        ls_status status = blockings[k].run(&p, LS_WORLD);
        int64_t took_ms = (ls_now_ns() - start) / 1000000;
        free_objects(&p);
        if (how->late_ms < how->timeout_ms) {
            EXPECT(status == LS_OK);
        } else {
            EXPECT(status == LS_DEADLINE_EXCEEDED && strstr(ls_last_error(), blockings[k].name));
            EXPECT(strstr(ls_last_error(), "rank 1") && strstr(ls_last_error(), "last finished operation"));
            EXPECT(me == 1 || (took_ms >= how->timeout_ms - 20 && took_ms < how->timeout_ms + 10000));
        }
        LS_TRY(ls_destroy_process_group());
    }
    return LS_OK;
}

static void an_operation_fails_at_its_timeout(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], be_late_for_all, &(lateness){1200, 1800}, NULL));
    assert_ok(spawn_in(pairs[1], be_late_for_one, &(lateness){500, 800}, NULL));
}

static void an_operation_waits_for_who_is_late(void **state)
{
    for (size_t l = 0; l < 2; l++) {
        assert_ok(spawn_in(pairs[l], be_late_for_all, &(lateness){20000, 300}, NULL));
        assert_ok(spawn_in(pairs[l], be_late_for_one, &(lateness){20000, 50}, NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_operation_fails_at_its_timeout),
        cmocka_unit_test(an_operation_waits_for_who_is_late),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
