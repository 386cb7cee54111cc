/* Byte strings of all sizes between the members of groups, in every layout. */
#include "ranks.h"

#include <lockstep/objects.h>

static const struct layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

static ls_status init(void)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000});
}

/* What a rank says as its number `n`: nothing, one byte, three million. */
static size_t size_of(int rank, int n)
{
    static const size_t sizes[] = {0, 1, 3000000, 17};
    return sizes[(rank + n) % 4];
}

static char byte_of(int rank, int n, size_t i)
{
    return (char)(7 * rank + 31 * n + i % 251);
}

static ls_bytes make(int rank, int n)
{
    ls_bytes object = {malloc(size_of(rank, n) + 1), size_of(rank, n)};
    for (size_t i = 0; i < object.size; i++) ((char *)object.data)[i] = byte_of(rank, n, i);
    return object;
}

/* Whether it is what the rank says; frees it. */
static bool is(ls_bytes *object, int rank, int n)
{
    bool right = object->data && object->size == size_of(rank, n);
    for (size_t i = 0; right && i < object->size; i++) right = ((char *)object->data)[i] == byte_of(rank, n, i);
    ls_bytes_free(object);
    return right;
}

static ls_status use_group(ls_group group, const int *ranks, int count, int me)
{
    ls_bytes mine = make(me, 0), all[4], one, list[4] = {{0}};
    LS_TRY(ls_all_gather_object(all, mine.data, mine.size, group));
    for (int i = 0; i < count; i++) EXPECT(is(&all[i], ranks[i], 0));
    int root = ranks[count - 1];
    LS_TRY(ls_gather_object(me == root ? all : NULL, mine.data, mine.size, root, group));
    for (int i = 0; me == root && i < count; i++) EXPECT(is(&all[i], ranks[i], 0));
    for (int i = 0; me == root && i < count; i++) list[i] = make(me, i);
    LS_TRY(ls_scatter_object_list(&one, me == root ? list : NULL, LS_GROUP_RANK(count - 1), group));
    EXPECT(is(&one, root, ls_rank(group)));
    LS_TRY(ls_broadcast_object_list(list, count, root, group));
    for (int i = 0; i < count; i++) EXPECT(is(&list[i], root, i));
    LS_TRY(ls_broadcast_object_list(NULL, 0, root, group));
    if (me == ranks[0]) {
        for (int i = 0; i < 4; i++) list[i] = make(me, i);
        LS_TRY(ls_send_object_list(list, 4, ranks[1], 9, group));
        for (int i = 0; i < 4; i++) EXPECT(is(&list[i], me, i));
    }
    if (me == ranks[1]) LS_TRY(ls_recv_object_list(list, 4, ranks[0], 9, group));
    for (int i = 0; me == ranks[1] && i < 4; i++) EXPECT(is(&list[i], ranks[0], i));
    ls_bytes_free(&mine);
    return LS_OK;
}

static ls_status exchange(int me, void *arg)
{
    static const int members[] = {1, 3, 2};
    LS_TRY(init());
    ls_group group;
    LS_TRY(ls_new_group(members, 3, &group));
    LS_TRY(use_group(LS_WORLD, (int[]){0, 1, 2, 3}, 4, me));
    if (me) LS_TRY(use_group(group, members, 3, me));
    return ls_barrier(LS_WORLD);
}

static void strings_come_back_in_group_order(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], exchange, NULL, NULL));
}

/* What is wrong on the rank that gives is told to all, and the group stays usable. */
static ls_status give_nothing(int me, void *arg)
{
    LS_TRY(init());
    ls_bytes one, bad[4] = {{0}};
    bad[2].size = 5;
    EXPECT(ls_scatter_object_list(&one, me == 1 ? bad : NULL, 1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "string 2 of 5 bytes is NULL") && !one.data);
    EXPECT(ls_scatter_object_list(&one, NULL, 1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), me == 1 ? "no list of 4 strings" : "rank 1 gives nothing: no list of 4 strings"));
    EXPECT(ls_broadcast_object_list(bad, 3, me == 1 ? 1 : LS_GROUP_RANK(1), LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_all_gather_object(NULL, "x", 1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_gather_object(NULL, NULL, 1, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_send_object_list(bad, 4, 1 - me % 2, -1, LS_WORLD) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD);
}

static void what_is_wrong_with_the_giver_is_told_to_all(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], give_nothing, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_come_back_in_group_order),
        cmocka_unit_test(what_is_wrong_with_the_giver_is_told_to_all),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
