/* Byte strings and numbers of all ranks. */
#include "ranks.h"

#include <math.h>

static ls_status init(void)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000});
}

static size_t payload_size(int rank)
{
    static const size_t sizes[] = {0, 1, 3000000, 100};
    return sizes[rank % 4];
}

static char payload_byte(int rank, size_t i)
{
    return (char)((1000u * (unsigned)rank + i) % 251);
}

static ls_status swap_payloads(int me, void *arg)
{
    LS_TRY(init());
    int world = ls_world_size(LS_WORLD);
    char *mine = malloc(payload_size(me) + 1);
    for (size_t i = 0; i < payload_size(me); i++) mine[i] = payload_byte(me, i);
    ls_bytes all[MOST_RANKS];
    for (int round = 0; round < 3; round++) {
        LS_TRY(ls_rendezvous("parts", payload_size(me) ? mine : NULL, payload_size(me), all));
        for (int r = 0; r < world; r++) {
            EXPECT(all[r].size == payload_size(r));
            for (size_t i = 0; i < all[r].size; i++) EXPECT(((char *)all[r].data)[i] == payload_byte(r, i));
            ls_bytes_free(&all[r]);
        }
    }
    free(mine);
    return LS_OK;
}

static void payloads_of_any_size_reach_all(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) assert_ok(spawn_in(layouts[l], swap_payloads, NULL, NULL));
}

static ls_status come_with_different_tags(int me, void *arg)
{
    LS_TRY(init());
    ls_bytes all[MOST_RANKS];
    EXPECT(ls_rendezvous(me ? "saving" : "loading", "x", 1, all) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "saving") && strstr(ls_last_error(), "loading"));
    LS_TRY(ls_rendezvous("again", "x", 1, all)); /* the group is not broken */
    for (int r = 0; r < ls_world_size(LS_WORLD); r++) ls_bytes_free(&all[r]);
    EXPECT(ls_rendezvous(NULL, "x", 1, all) == LS_INVALID_ARGUMENT);
    EXPECT(ls_rendezvous("t", NULL, 1, all) == LS_INVALID_ARGUMENT);
    return LS_OK;
}

static void different_tags_are_an_error_on_all(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, come_with_different_tags, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 1}, come_with_different_tags, NULL, NULL));
    ls_bytes all[1];
    assert_fails(ls_rendezvous("t", NULL, 0, all), LS_FAILED_PRECONDITION, "not initialised");
}

static ls_status reduce_numbers(int me, void *arg)
{
    LS_TRY(init());
    double got;
    LS_TRY(ls_mesh_reduce("n", me + 1, LS_SUM, &got));
    EXPECT(got == 10);
    LS_TRY(ls_mesh_reduce("n", me + 1, LS_AVG, &got));
    EXPECT(got == 2.5);
    LS_TRY(ls_mesh_reduce("n", me + 1, LS_PRODUCT, &got));
    EXPECT(got == 24);
    LS_TRY(ls_mesh_reduce("n", me + 1, LS_MIN, &got));
    EXPECT(got == 1);
    LS_TRY(ls_mesh_reduce("n", me + 1, LS_MAX, &got));
    EXPECT(got == 4);
    for (int bad = 0; bad < 4; bad++) {
        LS_TRY(ls_mesh_reduce("n", me == bad ? NAN : 5, LS_MAX, &got));
        EXPECT(isnan(got));
        LS_TRY(ls_mesh_reduce("n", me == bad ? NAN : 5, LS_MIN, &got));
        EXPECT(isnan(got));
    }
    LS_TRY(ls_mesh_reduce("n", (double[]){1e16, 1, -1e16, 1}[me], LS_SUM, &got));
    EXPECT(got == 1); /* in rank order */
    EXPECT(ls_mesh_reduce("n", 1, LS_BAND, &got) == LS_INVALID_ARGUMENT);
    EXPECT(ls_mesh_reduce(me ? "a" : "b", 1, LS_SUM, &got) == LS_INVALID_ARGUMENT && got == 0);
    return LS_OK;
}

static void numbers_are_reduced_in_rank_order(void **state)
{
    assert_ok(spawn_in((struct layout){1, 4}, reduce_numbers, NULL, NULL));
    assert_ok(spawn_in((struct layout){4, 1}, reduce_numbers, NULL, NULL));
    assert_ok(spawn_in((struct layout){2, 2}, reduce_numbers, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payloads_of_any_size_reach_all),
        cmocka_unit_test(different_tags_are_an_error_on_all),
        cmocka_unit_test(numbers_are_reduced_in_rank_order),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
