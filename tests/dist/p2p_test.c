/* Messages between ranks, as threads and as processes: tags, order, sizes, memory, and what ends a wait. */
#include "ranks.h"

#include <signal.h>

#include "base/deadline.h"
#include <lockstep/p2p.h>

#define GUARD 0x5a5a5a5a
#define SHORT 5              /* words that travel in a letter */
#define LONG ((3 << 20) + 7) /* words of several steps and rings, the last one not full */

static ls_status init(int64_t timeout_ms)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = timeout_ms});
}

static int32_t input(int rank, int64_t i)
{
    return (int32_t)(1000 * rank + i);
}

static ls_status make(bool is_shared, int64_t count, int32_t **out)
{
    if (is_shared) return ls_host_alloc((size_t)count * sizeof(**out), (void **)out);
    *out = malloc((size_t)count * sizeof(**out));
    return *out ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory");
}

static void drop(bool is_shared, int32_t *data)
{
    if (is_shared)
        ls_host_free(data);
    else
        free(data);
}

static const struct layout pairs[] = {{1, 2}, {2, 1}};
static const struct layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

/* --- What arrives --------------------------------------------------------------------------------------------- */

typedef struct passing {
    int64_t count;
    bool is_sender_shared, is_receiver_shared;
} passing;

/* Around the ring: even ranks send first. Guard words stay. */
static ls_status pass_around(int me, void *arg)
{
    const passing *how = arg;
    LS_TRY(init(20000));
    int world = ls_world_size(LS_WORLD), next = (me + 1) % world, last = (me + world - 1) % world;
    int64_t n = how->count;
    int32_t *out, *in;
    LS_TRY(make(how->is_sender_shared, n + 1, &out));
    LS_TRY(make(how->is_receiver_shared, n + 2, &in));
    for (int64_t i = 0; i < n; i++) out[i] = input(me, i);
    for (int64_t i = 0; i < n + 2; i++) in[i] = GUARD;
    if (me % 2 == 0) LS_TRY(ls_host_send(out, n, LS_I32, next, 7, LS_WORLD));
    LS_TRY(ls_host_recv(in + 1, n, LS_I32, last, 7, LS_WORLD));
    if (me % 2) LS_TRY(ls_host_send(out, n, LS_I32, next, 7, LS_WORLD));
    EXPECT(in[0] == GUARD && in[n + 1] == GUARD);
    for (int64_t i = 0; i < n; i++) EXPECT(in[i + 1] == input(last, i) && out[i] == input(me, i));
    drop(how->is_sender_shared, out);
    drop(how->is_receiver_shared, in);
    return ls_barrier(LS_WORLD);
}

static void messages_of_all_sizes_arrive_whole(void **state)
{
    static const int64_t sizes[] = {0, 1, SHORT, 48, 49, 1000, LONG};
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (int memory = 0; memory < 4; memory++)
            for (size_t l = 0; l < 2; l++)
                assert_ok(spawn_in(pairs[l], pass_around, &(passing){sizes[s], memory & 1, memory & 2}, NULL));
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], pass_around, &(passing){100000, false, false}, NULL));
}

/* As where the kernel does not let processes read each other's memory. */
static void private_memory_can_go_through_a_ring(void **state)
{
    static const int64_t sizes[] = {1000, 131072, LONG};
    setenv("LOCKSTEP_CROSS_MEMORY", "0", 1);
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (int memory = 0; memory < 4; memory++)
            assert_ok(spawn_in(pairs[1], pass_around, &(passing){sizes[s], memory & 1, memory & 2}, NULL));
    for (size_t l = 1; l < 3; l++) assert_ok(spawn_in(fours[l], pass_around, &(passing){200000, false, false}, NULL));
    unsetenv("LOCKSTEP_CROSS_MEMORY");
}

/* --- Matching ------------------------------------------------------------------------------------------------- */

/* Of equal tags the first sent comes first, whatever waits with other tags. */
static ls_status match_by_tag(int me, void *arg)
{
    LS_TRY(init(20000));
    int32_t value;
    if (me == 0) {
        for (int i = 0; i < 12; i++) {
            value = input(i % 3, i);
            LS_TRY(ls_host_send(&value, 1, LS_I32, 1, i % 3, LS_WORLD));
        }
    } else {
        for (int tag = 2; tag >= 0; tag--)
            for (int i = tag; i < 12; i += 3) {
                LS_TRY(ls_host_recv(&value, 1, LS_I32, 0, tag, LS_WORLD));
                EXPECT(value == input(tag, i));
            }
    }
    return ls_barrier(LS_WORLD);
}

static void tags_tell_messages_apart_and_keep_their_order(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], match_by_tag, NULL, NULL));
}

/* Far more messages than letters, and from all others at once. */
static ls_status gather_from_any(int me, void *arg)
{
    enum { EACH = 300 };
    LS_TRY(init(20000));
    int world = ls_world_size(LS_WORLD);
    if (me) {
        for (int i = 0; i < EACH; i++) {
            int32_t value[2] = {me, i};
            LS_TRY(ls_host_send(value, 2, LS_I32, 0, 3, LS_WORLD));
        }
        return ls_barrier(LS_WORLD);
    }
    int next[8] = {0};
    for (int i = 0; i < EACH * (world - 1); i++) {
        int32_t value[2];
        int source = -5;
        LS_TRY(ls_host_recv_any_source(value, 2, LS_I32, 3, LS_WORLD, &source));
        EXPECT(source == value[0] && source > 0 && source < world);
        EXPECT(value[1] == next[source]++);
    }
    return ls_barrier(LS_WORLD);
}

static void any_source_gives_the_source_and_keeps_each_ones_order(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], gather_from_any, NULL, NULL));
}

/* Messages of different groups, and of collectives, do not meet. Ranks by name, in both ways. */
static ls_status use_groups(int me, void *arg)
{
    LS_TRY(init(20000));
    ls_group group;
    LS_TRY(ls_new_group((int[]){3, 1}, 2, &group));
    int32_t value = me, got = -1;
    if (me == 3) {
        LS_TRY(ls_host_send(&(int32_t){33}, 1, LS_I32, 1, 0, LS_WORLD));
        LS_TRY(ls_host_send(&value, 1, LS_I32, 1, 0, group));
        LS_TRY(ls_host_send(&value, 1, LS_I32, LS_GROUP_RANK(1), 0, group));
        EXPECT(ls_host_send(&value, 1, LS_I32, 2, 0, group) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), "global rank 2 is not in the group"));
        EXPECT(ls_host_send(&value, 1, LS_I32, LS_GROUP_RANK(2), 0, group) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), "no group rank 2 in a group of 2"));
        EXPECT(ls_host_send(&value, 1, LS_I32, 3, 0, group) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), "itself"));
    }
    if (me == 1) {
        LS_TRY(ls_host_recv(&got, 1, LS_I32, LS_GROUP_RANK(0), 0, group));
        EXPECT(got == 3);
        int source;
        LS_TRY(ls_host_recv_any_source(&got, 1, LS_I32, 0, group, &source));
        EXPECT(got == 3 && source == 3);
        LS_TRY(ls_host_recv(&got, 1, LS_I32, 3, 0, LS_WORLD));
        EXPECT(got == 33);
    }
    if (me == 0) EXPECT(ls_host_recv(&got, 1, LS_I32, 1, 0, group) == LS_INVALID_ARGUMENT);
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_group(group);
}

static void groups_keep_their_messages_apart(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], use_groups, NULL, NULL));
}

/* --- What goes wrong ------------------------------------------------------------------------------------------ */

static ls_status refuse(int me, void *arg)
{
    LS_TRY(init(20000));
    float x = 0;
    EXPECT(ls_host_send(&x, -1, LS_F32, 1 - me, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_send(NULL, 1, LS_F32, 1 - me, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_send(&x, 1, (ls_dtype)99, 1 - me, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_recv(&x, 1, LS_F32, 1 - me, -1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_recv(&x, 1, LS_F32, 2, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_recv(&x, 1, LS_F32, -1, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_host_recv(&x, INT64_MAX / 2, LS_F32, 1 - me, 0, LS_WORLD) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD);
}

static void wrong_arguments_are_refused(void **state)
{
    assert_ok(spawn_in(pairs[0], refuse, NULL, NULL));
}

static ls_status disagree(int me, void *arg)
{
    LS_TRY(init(5000));
    float x[8] = {0};
    ls_status status =
        me == 0 ? ls_host_send(x, 8, LS_F32, 1, 4, LS_WORLD) : ls_host_recv(x, 4, LS_F32, 0, 4, LS_WORLD);
    if (me == 0 && status == LS_OK) status = ls_barrier(LS_WORLD); /* it fitted a letter: told with the next call */
    EXPECT(status == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "sends 32 bytes of f32") && strstr(ls_last_error(), "recv of 16 bytes of f32"));
    return LS_OK;
}

static void messages_that_do_not_fit_fail_on_both_sides(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], disagree, NULL, NULL));
}

typedef struct lateness {
    int64_t count;
    bool sends;
} lateness;

static ls_status wait_for_who_sleeps(int me, void *arg)
{
    const lateness *how = arg;
    LS_TRY(init(400));
    int32_t *data = calloc((size_t)how->count, sizeof(*data));
    LS_TRY(ls_barrier(LS_WORLD));
    ls_status status = LS_DEADLINE_EXCEEDED;
    if (me == 0) {
        int64_t start = ls_now_ns();
        status = how->sends ? ls_host_send(data, how->count, LS_I32, 1, 5, LS_WORLD)
                            : ls_host_recv(data, how->count, LS_I32, 1, 5, LS_WORLD);
        int64_t took_ms = (ls_now_ns() - start) / 1000000;
        EXPECT(took_ms >= 390 && took_ms < 5000);
    } else {
        ls_sleep_ms(800);
        status = ls_barrier(LS_WORLD);
    }
    free(data);
    EXPECT(status == LS_DEADLINE_EXCEEDED);
    EXPECT(strstr(ls_last_error(), how->sends ? "send of" : "recv of"));
    EXPECT(strstr(ls_last_error(), "rank 1") && strstr(ls_last_error(), "last finished operation was barrier #2"));
    return LS_OK;
}

static void a_stuck_peer_is_named_at_the_deadline(void **state)
{
    for (size_t l = 0; l < 2; l++) {
        assert_ok(spawn_in(pairs[l], wait_for_who_sleeps, &(lateness){1000, true}, NULL));
        assert_ok(spawn_in(pairs[l], wait_for_who_sleeps, &(lateness){1000, false}, NULL));
    }
}

static ls_status lose_a_peer(int me, void *arg)
{
    const lateness *how = arg;
    LS_TRY(init(60000));
    int32_t *data = calloc((size_t)how->count, sizeof(*data));
    LS_TRY(ls_barrier(LS_WORLD));
    if (me == 1) {
        free(data);
        if (ls_process_count() > 1) raise(SIGKILL);
        return ls_fail(LS_DATA_LOSS, "gone on purpose");
    }
    int64_t start = ls_now_ns();
    int source;
    ls_status status = how->sends ? ls_host_send(data, how->count, LS_I32, 1, 5, LS_WORLD)
                                  : ls_host_recv_any_source(data, how->count, LS_I32, 5, LS_WORLD, &source);
    free(data);
    EXPECT((ls_now_ns() - start) / 1000000 < 5000);
    EXPECT(status == LS_UNAVAILABLE && strstr(ls_last_error(), "rank 1"));
    return ls_fail(LS_ABORTED, "noticed");
}

static void a_dead_peer_is_noticed_at_once(void **state)
{
    for (size_t l = 0; l < 2; l++)
        for (int sends = 0; sends < 2; sends++) {
            ls_status status = spawn_in(pairs[l], lose_a_peer, &(lateness){1000, sends}, NULL);
            assert_int_not_equal(status, LS_OK);
            if (strstr(ls_last_error(), "does not hold")) fail_msg("%s", ls_last_error());
        }
}

/* What was sent before leaving arrives; who waits for more is told. */
static ls_status send_and_leave(int me, void *arg)
{
    LS_TRY(init(20000));
    int32_t value = 77;
    if (me == 1) {
        LS_TRY(ls_host_send(&value, 1, LS_I32, 0, 0, LS_WORLD));
        return ls_destroy_process_group();
    }
    ls_sleep_ms(100);
    int32_t got = 0;
    LS_TRY(ls_host_recv(&got, 1, LS_I32, 1, 0, LS_WORLD));
    EXPECT(got == 77);
    EXPECT(ls_host_recv(&got, 1, LS_I32, 1, 0, LS_WORLD) == LS_UNAVAILABLE);
    EXPECT(strstr(ls_last_error(), "has left the group"));
    return LS_OK;
}

static void what_was_sent_before_leaving_arrives(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], send_and_leave, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_all_sizes_arrive_whole),
        cmocka_unit_test(private_memory_can_go_through_a_ring),
        cmocka_unit_test(tags_tell_messages_apart_and_keep_their_order),
        cmocka_unit_test(any_source_gives_the_source_and_keeps_each_ones_order),
        cmocka_unit_test(groups_keep_their_messages_apart),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(messages_that_do_not_fit_fail_on_both_sides),
        cmocka_unit_test(a_stuck_peer_is_named_at_the_deadline),
        cmocka_unit_test(a_dead_peer_is_noticed_at_once),
        cmocka_unit_test(what_was_sent_before_leaving_arrives),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
