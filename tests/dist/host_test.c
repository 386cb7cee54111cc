/* Collectives on host memory, in every layout, against their definition; groups; memory for peers. */
#include "ranks.h"

#include <math.h>

#include "base/deadline.h"

#define COUNT 7
#define GUARD 0x5a5a5a5a

static ls_status init(void)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000});
}

/* Output with guard words on both sides. */
typedef struct guarded {
    int32_t before, data[COUNT * MOST_RANKS], after;
} guarded;

static void guard(guarded *g)
{
    for (int i = 0; i < COUNT * MOST_RANKS; i++) g->data[i] = GUARD;
    g->before = g->after = GUARD;
}

/* The first `count` words hold what `expected` says, the rest was left alone. */
static bool holds(const guarded *g, int count, int32_t (*expected)(int i, int me, int world), int me, int world)
{
    bool right = g->before == GUARD && g->after == GUARD;
    for (int i = 0; i < COUNT * MOST_RANKS; i++) right &= g->data[i] == (i < count ? expected(i, me, world) : GUARD);
    return right;
}

static int32_t input(int rank, int i)
{
    return 1000 * rank + i;
}

static int32_t sum_of_all(int i, int me, int world)
{
    return 1000 * world * (world - 1) / 2 + world * i;
}

static int32_t largest(int i, int me, int world)
{
    return input(world - 1, i);
}

static int32_t smallest(int i, int me, int world)
{
    return input(0, i);
}

static int32_t own_input(int i, int me, int world)
{
    return input(me, i);
}

static int32_t gathered(int i, int me, int world)
{
    return input(i / COUNT, i % COUNT);
}

static int32_t of_rank_1(int i, int me, int world)
{
    return input(1 % world, i);
}

static int32_t my_share_of_sum(int i, int me, int world)
{
    return sum_of_all(COUNT * me + i, me, world);
}

static int32_t my_share_of_rank_1(int i, int me, int world)
{
    return input(1 % world, COUNT * me + i);
}

static int32_t exchanged(int i, int me, int world)
{
    return input(i / COUNT, COUNT * me + i % COUNT);
}

static ls_status run_all(int me, void *arg)
{
    LS_TRY(init());
    int world = ls_world_size(LS_WORLD), root = 1 % world;
    int32_t in[COUNT * MOST_RANKS];
    for (int i = 0; i < COUNT * world; i++) in[i] = input(me, i);
    guarded out;

    guard(&out);
    LS_TRY(ls_host_all_reduce(in, out.data, COUNT, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(holds(&out, COUNT, sum_of_all, me, world));
    guard(&out);
    LS_TRY(ls_host_all_reduce(in, out.data, COUNT, LS_I32, LS_MAX, LS_WORLD));
    EXPECT(holds(&out, COUNT, largest, me, world));
    guard(&out);
    LS_TRY(ls_host_all_reduce(in, out.data, COUNT, LS_I32, LS_MIN, LS_WORLD));
    EXPECT(holds(&out, COUNT, smallest, me, world));
    guard(&out);
    memcpy(out.data, in, COUNT * sizeof(int32_t));
    LS_TRY(ls_host_all_reduce(out.data, out.data, COUNT, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(holds(&out, COUNT, sum_of_all, me, world));

    guard(&out);
    LS_TRY(ls_host_all_gather(in, out.data, COUNT, LS_I32, LS_WORLD));
    EXPECT(holds(&out, COUNT * world, gathered, me, world));

    guard(&out);
    memcpy(out.data, in, COUNT * sizeof(int32_t));
    LS_TRY(ls_host_broadcast(out.data, COUNT, LS_I32, root, LS_WORLD));
    EXPECT(holds(&out, COUNT, of_rank_1, me, world));

    guard(&out);
    LS_TRY(ls_host_reduce(in, out.data, COUNT, LS_I32, LS_SUM, root, LS_WORLD));
    EXPECT(holds(&out, me == root ? COUNT : 0, sum_of_all, me, world));

    guard(&out);
    LS_TRY(ls_host_reduce_scatter(in, out.data, COUNT, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(holds(&out, COUNT, my_share_of_sum, me, world));

    guard(&out);
    LS_TRY(ls_host_all_to_all(in, out.data, COUNT, LS_I32, LS_WORLD));
    EXPECT(holds(&out, COUNT * world, exchanged, me, world));

    guard(&out);
    LS_TRY(ls_host_gather(in, me == root ? out.data : NULL, COUNT, LS_I32, root, LS_WORLD));
    EXPECT(holds(&out, me == root ? COUNT * world : 0, gathered, me, world));

    guard(&out);
    LS_TRY(ls_host_scatter(me == root ? in : NULL, out.data, COUNT, LS_I32, root, LS_WORLD));
    EXPECT(holds(&out, COUNT, my_share_of_rank_1, me, world));

    for (int i = 0; i < COUNT * world; i++) EXPECT(in[i] == own_input(i, me, world));
    LS_TRY(ls_host_all_reduce(NULL, NULL, 0, LS_F32, LS_SUM, LS_WORLD));
    return ls_barrier(LS_WORLD);
}

static void collectives_do_what_they_say(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) assert_ok(spawn_in(layouts[l], run_all, NULL, NULL));
}

/* Bits of sums that depend on the order: f32 {1e8, 1, −1e8, 1} is 1 in rank order. */
static ls_status sum_in_order(int me, void *arg)
{
    LS_TRY(init());
    static const float values[] = {1e8f, 1, -1e8f, 1};
    float sum = -1, average = -1, nan = -1;
    LS_TRY(ls_host_all_reduce(&values[me], &sum, 1, LS_F32, LS_SUM, LS_WORLD));
    LS_TRY(ls_host_all_reduce(&values[me], &average, 1, LS_F32, LS_AVG, LS_WORLD));
    EXPECT(sum == 1 && average == 0.25f);
    float mine = me == 2 ? NAN : (float)me;
    LS_TRY(ls_host_all_reduce(&mine, &nan, 1, LS_F32, LS_MAX, LS_WORLD));
    EXPECT(isnan(nan));
    uint8_t bits = (uint8_t)(1 << me), all = 0;
    LS_TRY(ls_host_all_reduce(&bits, &all, 1, LS_U8, LS_BOR, LS_WORLD));
    EXPECT(all == 15);
    return LS_OK;
}

static void sums_go_in_rank_order(void **state)
{
    assert_ok(spawn_in((struct layout){1, 4}, sum_in_order, NULL, NULL));
    assert_ok(spawn_in((struct layout){4, 1}, sum_in_order, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 2}, sum_in_order, NULL, NULL));
}

static ls_status refuse_wrong_arguments(int me, void *arg)
{
    LS_TRY(init());
    float x = 0, y[2] = {0};
    EXPECT(ls_host_all_reduce(&x, &x, -1, LS_F32, LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_reduce(&x, &x, 1, (ls_dtype)77, LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_reduce(&x, &x, 1, LS_F32, (ls_reduce_op)77, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_reduce(&x, &x, 1, LS_F32, LS_BAND, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_reduce(NULL, &x, 1, LS_F32, LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_gather(&x, NULL, 1, LS_F32, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_gather(&x, y, INT64_MAX / 4, LS_F32, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_broadcast(&x, 1, LS_F32, 2, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "broadcast: global rank 2 is not in the group"));
    EXPECT(ls_host_broadcast(&x, 1, LS_F32, -1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_all_reduce(&x, &x, 1, LS_F32, LS_SUM, (ls_group){3, 1}) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD); /* none of them reached the peers */
}

static void wrong_arguments_are_refused_before_any_byte_moves(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, refuse_wrong_arguments, NULL, NULL));
}

static ls_status call_differently(int me, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 2000}));
    float x[4] = {0};
    ls_status status =
        me == 0 ? ls_host_all_reduce(x, x, 4, LS_F32, LS_SUM, LS_WORLD) : ls_host_broadcast(x, 4, LS_F32, 0, LS_WORLD);
    EXPECT(status != LS_OK);
    EXPECT(strstr(ls_last_error(), "all_reduce") && strstr(ls_last_error(), "broadcast"));
    return LS_OK;
}

static void different_collectives_are_an_error_on_all(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, call_differently, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 1}, call_differently, NULL, NULL));
}

/* --- Groups ------------------------------------------------------------------------------------------------- */

static ls_status use_groups(int me, void *arg)
{
    LS_TRY(init());
    ls_group pair, reversed, mine;
    LS_TRY(ls_new_group((int[]){2, 3}, 2, &pair));
    LS_TRY(ls_new_group((int[]){3, 1, 2}, 3, &reversed));
    EXPECT(ls_rank(pair) == (me < 2 ? -1 : me - 2) && ls_world_size(pair) == 2);
    EXPECT(ls_rank(reversed) == (int[]){-1, 1, 2, 0}[me]);
    if (me >= 2) {
        int32_t value = input(me, 0);
        LS_TRY(ls_host_broadcast(&value, 1, LS_I32, 2, pair)); /* a global rank */
        EXPECT(value == input(2, 0));
        EXPECT(ls_host_broadcast(&value, 1, LS_I32, 0, pair) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), "global rank 0 is not in the group"));
    } else {
        EXPECT(ls_barrier(pair) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), "is not in the group"));
    }
    if (me > 0) {
        int32_t value = me, all[3] = {0};
        LS_TRY(ls_host_all_gather(&value, all, 1, LS_I32, reversed));
        EXPECT(all[0] == 3 && all[1] == 1 && all[2] == 2); /* in group order */
    }
    /* Two groups in use at once. */
    ls_group outer, inner;
    LS_TRY(ls_new_group((int[]){0, 3}, 2, &outer));
    LS_TRY(ls_new_group((int[]){1, 2}, 2, &inner));
    mine = me == 0 || me == 3 ? outer : inner;
    for (int i = 0; i < 100; i++) LS_TRY(ls_barrier(mine));
    LS_TRY(ls_destroy_group(mine));
    EXPECT(ls_barrier(mine) == LS_INVALID_ARGUMENT && ls_rank(mine) == -1);
    EXPECT(ls_new_group((int[]){0, 4}, 2, &mine) == LS_INVALID_ARGUMENT);
    EXPECT(ls_new_group((int[]){0, 0}, 2, &mine) == LS_INVALID_ARGUMENT);
    EXPECT(ls_new_group(NULL, 0, &mine) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD);
}

static void groups_have_their_own_order_and_members(void **state)
{
    assert_ok(spawn_in((struct layout){1, 4}, use_groups, NULL, NULL));
    assert_ok(spawn_in((struct layout){4, 1}, use_groups, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 2}, use_groups, NULL, NULL));
}

static ls_status ask_for_different_groups(int me, void *arg)
{
    LS_TRY(init());
    ls_group group;
    EXPECT(ls_new_group((int[]){0, 1}, 1 + me, &group) == LS_INVALID_ARGUMENT);
    return LS_OK;
}

static void different_groups_are_an_error_on_all(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, ask_for_different_groups, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 1}, ask_for_different_groups, NULL, NULL));
}

static ls_status make_many_groups(int me, void *arg)
{
    LS_TRY(init());
    int fds = 0;
    for (int i = 0; i < 200; i++) {
        ls_group group;
        int32_t value = input(me, i);
        LS_TRY(ls_new_group((int[]){1, 0}, 2, &group));
        LS_TRY(ls_host_broadcast(&value, 1, LS_I32, 1, group));
        EXPECT(value == input(1, i));
        LS_TRY(ls_destroy_group(group));
        LS_TRY(ls_barrier(LS_WORLD));
        if (i == 10) fds = count_fds();
    }
    EXPECT(count_fds() <= fds + 2);
    return LS_OK;
}

static void groups_can_come_and_go(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, make_many_groups, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 1}, make_many_groups, NULL, NULL));
}

/* --- Memory ------------------------------------------------------------------------------------------------- */

static ls_status use_shared_memory(int me, void *arg)
{
    LS_TRY(init());
    enum { WORDS = 100000 };
    int32_t *in, *out;
    LS_TRY(ls_host_alloc(WORDS * sizeof(*in), (void **)&in));
    LS_TRY(ls_host_alloc(WORDS * sizeof(*out), (void **)&out));
    EXPECT((uintptr_t)in % 64 == 0 && (uintptr_t)out % 64 == 0);
    for (int i = 0; i < WORDS; i++) EXPECT(in[i] == 0 && out[i] == 0);
    for (int i = 0; i < WORDS; i++) in[i] = input(me, i);
    LS_TRY(ls_host_all_reduce(in, out, WORDS, LS_I32, LS_SUM, LS_WORLD));
    int world = ls_world_size(LS_WORLD);
    for (int i = 0; i < WORDS; i++) EXPECT(out[i] == sum_of_all(i, me, world));
    ls_host_free(in);
    if (me % 2) LS_TRY(ls_destroy_process_group()); /* before or after: the memory outlives the group */
    ls_host_free(out);
    ls_host_free(NULL);
    return LS_OK;
}

static void memory_for_peers_outlives_the_group(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) assert_ok(spawn_in(layouts[l], use_shared_memory, NULL, NULL));
    void *alone;
    assert_ok(ls_host_alloc(100, &alone));
    for (int i = 0; i < 100; i++) assert_int_equal(((char *)alone)[i], 0);
    ls_host_free(alone);
    assert_fails(ls_host_alloc(SIZE_MAX - 3, &alone), LS_INVALID_ARGUMENT, "more than memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collectives_do_what_they_say),
        cmocka_unit_test(sums_go_in_rank_order),
        cmocka_unit_test(wrong_arguments_are_refused_before_any_byte_moves),
        cmocka_unit_test(different_collectives_are_an_error_on_all),
        cmocka_unit_test(groups_have_their_own_order_and_members),
        cmocka_unit_test(different_groups_are_an_error_on_all),
        cmocka_unit_test(groups_can_come_and_go),
        cmocka_unit_test(memory_for_peers_outlives_the_group),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
