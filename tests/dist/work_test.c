/* Asynchronous operations: messages and collectives under way, what their handles say, and what ends them. */
#include "ranks.h"

#include "base/deadline.h"
#include <lockstep/array.h>
#include <lockstep/p2p.h>
#include <lockstep/work.h>

static const struct layout pairs[] = {{1, 2}, {2, 1}};
static const struct layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

static ls_status init(int64_t timeout_ms)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = timeout_ms});
}

static int32_t input(int rank, int64_t i)
{
    return (int32_t)(1000 * rank + i);
}

/* --- Messages ------------------------------------------------------------------------------------------------- */

/* Everybody to everybody, receives and sends in any order, long and short. */
static ls_status exchange_in_a_batch(int me, void *arg)
{
    enum { MOST = 200000 };
    int64_t n = *(const int64_t *)arg;
    LS_TRY(init(20000));
    int world = ls_world_size(LS_WORLD), count = 0;
    int32_t *out = malloc(sizeof(*out) * MOST), *in = malloc(sizeof(*in) * MOST * 4);
    ls_p2p_op ops[8];
    ls_work *works[8];
    for (int64_t i = 0; i < n; i++) out[i] = input(me, i);
    for (int r = 0; r < world; r++) {
        if (r == me) continue;
        ls_p2p_op send = {LS_ISEND, out, n, LS_I32, r, 1}, recv = {LS_IRECV, in + r * n, n, LS_I32, r, 1};
        ops[count++] = r % 2 ? send : recv;
        ops[count++] = r % 2 ? recv : send;
    }
    LS_TRY(ls_host_batch_isend_irecv(ops, count, LS_WORLD, works));
    LS_TRY(ls_work_wait_all(works, count, 0));
    for (int k = 0; k < count; k++) {
        void *data;
        size_t bytes;
        bool is_send = ops[k].kind == LS_ISEND;
        EXPECT(ls_work_is_completed(works[k]) && ls_work_exception(works[k], NULL) == LS_OK);
        EXPECT(ls_work_source_rank(works[k]) == (is_send ? -1 : ops[k].peer));
        EXPECT(ls_work_result(works[k], &data, &bytes) == (is_send ? LS_INVALID_ARGUMENT : LS_OK));
        EXPECT(is_send || (data == ops[k].data && bytes == (size_t)n * sizeof(*in)));
        ls_work_free(works[k]);
    }
    for (int r = 0; r < world; r++)
        for (int64_t i = 0; r != me && i < n; i++) EXPECT(in[r * n + i] == input(r, i));
    free(out);
    free(in);
    return ls_barrier(LS_WORLD);
}

static void a_batch_goes_whatever_its_order(void **state)
{
    static const int64_t sizes[] = {0, 3, 200000};
    for (size_t s = 0; s < 3; s++)
        for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], exchange_in_a_batch, (void *)&sizes[s], NULL));
}

/* --- Random traffic ------------------------------------------------------------------------------------------- */

#define MESSAGES 240

typedef struct parcel {
    int from, to, tag, words, is_shared;
    int32_t *data;
    ls_work *work;
} parcel;

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % below;
}

/* The same on all ranks: who sends what to whom. */
static void draw_parcels(parcel *parcels, int world, uint64_t seed)
{
    for (int k = 0; k < MESSAGES; k++) {
        parcel *p = &parcels[k];
        *p = (parcel){.from = (int)draw(&seed, (uint32_t)world), .tag = (int)draw(&seed, 3)};
        p->to = (p->from + 1 + (int)draw(&seed, (uint32_t)world - 1)) % world;
        p->words = (int)draw(&seed, draw(&seed, 3) ? 60 : 60000);
    }
}

static bool is_right(const parcel *p, int number)
{
    for (int i = 0; i < p->words; i++)
        if (p->data[i] != number * 131 + i) return false;
    return true;
}

/* Memory is sometimes within reach of the others. */
static ls_status start_parcel(parcel *p, int number, int me, bool is_shared)
{
    size_t bytes = sizeof(int32_t) * (size_t)p->words + 4;
    p->is_shared = is_shared;
    if (is_shared) LS_TRY(ls_host_alloc(bytes, (void **)&p->data));
    if (!is_shared) p->data = malloc(bytes);
    for (int i = 0; i < p->words; i++) p->data[i] = p->from == me ? number * 131 + i : -1;
    return p->from == me ? ls_host_isend(p->data, p->words, LS_I32, p->to, p->tag, LS_WORLD, &p->work)
                         : ls_host_irecv(p->data, p->words, LS_I32, p->from, p->tag, LS_WORLD, &p->work);
}

/* Sends are started in the order of the list, receives tag by tag, before, between and after them; each rank goes at
 * its own pace. */
static ls_status carry_parcels(int me, void *arg)
{
    static _Thread_local parcel parcels[MESSAGES];
    uint64_t seed = *(const uint64_t *)arg, own = seed + 77 * (uint64_t)me;
    LS_TRY(init(20000));
    draw_parcels(parcels, ls_world_size(LS_WORLD), seed);
    for (int turn = 0; turn < 3; turn++)
        for (int k = 0; k < MESSAGES; k++) {
            parcel *p = &parcels[k];
            bool is_next = p->from == me ? turn == 1 : p->to == me && (p->tag + me) % 3 == turn;
            if (!is_next) continue;
            LS_TRY(start_parcel(p, k, me, draw(&own, 2)));
            if (!draw(&own, 20)) ls_sleep_ms(draw(&own, 3));
            if (draw(&own, 3)) ls_work_is_completed(parcels[draw(&own, (uint32_t)k + 1)].work);
        }
    for (int k = MESSAGES; k-- > 0;)
        if (parcels[k].work) LS_TRY(ls_work_wait(parcels[k].work, 0));
    for (int k = 0; k < MESSAGES; k++) {
        if (!parcels[k].work) continue;
        EXPECT(is_right(&parcels[k], k));
        ls_work_free(parcels[k].work);
        if (parcels[k].is_shared) ls_host_free(parcels[k].data);
        if (!parcels[k].is_shared) free(parcels[k].data);
    }
    return ls_barrier(LS_WORLD);
}

static void random_traffic_arrives(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (size_t l = 0; l < 3; l++) {
            setenv("LOCKSTEP_CROSS_MEMORY", seed % 2 ? "1" : "0", 1); /* through the kernel, or a ring */
            ls_status status = spawn_in(fours[l], carry_parcels, &seed, NULL);
            if (status != LS_OK) fail_msg("seed %d: %s", (int)seed, ls_last_error());
        }
    unsetenv("LOCKSTEP_CROSS_MEMORY");
}

/* Nobody waits on the sender's side, and the receiver only looks: the threads behind must do it. */
static ls_status move_behind_the_back(int me, void *arg)
{
    enum { WORDS = 700000 };
    LS_TRY(init(20000));
    int32_t *data = malloc(sizeof(*data) * WORDS);
    ls_work *work;
    for (int64_t i = 0; i < WORDS; i++) data[i] = me ? -1 : input(0, i);
    LS_TRY(me ? ls_host_irecv_any_source(data, WORDS, LS_I32, 0, LS_WORLD, &work)
              : ls_host_isend(data, WORDS, LS_I32, 1, 0, LS_WORLD, &work));
    ls_deadline end = ls_deadline_in_ms(15000);
    while (!ls_work_is_completed(work) && !ls_deadline_passed(end)) ls_sleep_ms(1);
    EXPECT(ls_work_wait(work, 1) == LS_OK && ls_work_source_rank(work) == (me ? 0 : -1));
    ls_work_free(work);
    for (int64_t i = 0; i < WORDS; i++) EXPECT(data[i] == input(0, i));
    /* A handle that is given up: the message goes all the same. */
    LS_TRY(me ? ls_host_irecv(data, WORDS, LS_I32, 0, 5, LS_WORLD, &work)
              : ls_host_isend(data, WORDS, LS_I32, 1, 5, LS_WORLD, &work));
    if (me) LS_TRY(ls_work_wait(work, 0));
    ls_work_free(work);
    LS_TRY(ls_barrier(LS_WORLD));
    LS_TRY(ls_destroy_process_group());
    free(data); /* only now is it sure that the sender's operation is over */
    return LS_OK;
}

static void messages_move_while_nobody_waits(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], move_behind_the_back, NULL, NULL));
}

static ls_status wait_in_vain(int me, void *arg)
{
    LS_TRY(init(1000));
    LS_TRY(ls_barrier(LS_WORLD));
    int32_t value;
    ls_work *work;
    if (me) {
        ls_sleep_ms(1500);
        return LS_OK;
    }
    LS_TRY(ls_host_irecv(&value, 1, LS_I32, 1, 3, LS_WORLD, &work));
    const char *message;
    EXPECT(!ls_work_is_completed(work) && ls_work_exception(work, &message) == LS_OK && !*message);
    EXPECT(ls_work_wait(work, 50) == LS_DEADLINE_EXCEEDED && strstr(ls_last_error(), "still under way"));
    EXPECT(ls_work_result(work, NULL, NULL) == LS_FAILED_PRECONDITION);
    EXPECT(!ls_work_is_completed(work));
    EXPECT(ls_work_wait(work, 0) == LS_DEADLINE_EXCEEDED && strstr(ls_last_error(), "rank 1"));
    EXPECT(ls_work_exception(work, &message) == LS_DEADLINE_EXCEEDED && strstr(message, "with tag 3"));
    EXPECT(ls_work_result(work, NULL, NULL) == LS_DEADLINE_EXCEEDED);
    ls_work_free(work);
    return LS_OK;
}

static void a_wait_can_be_shorter_than_the_deadline(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], wait_in_vain, NULL, NULL));
}

/* Works outlive their group. */
static ls_status leave_with_works(int me, void *arg)
{
    LS_TRY(init(20000));
    int32_t value = me, sum = 0;
    ls_work *received = NULL, *reduced = NULL;
    LS_TRY(ls_host_all_reduce(&value, &sum, 1, LS_I32, LS_SUM, ls_async(LS_WORLD, &reduced)));
    if (me == 0) LS_TRY(ls_host_irecv(&value, 1, LS_I32, 1, 3, LS_WORLD, &received));
    LS_TRY(ls_destroy_process_group());
    const char *message = "";
    EXPECT(ls_work_wait(reduced, 0) == LS_OK && sum == 1);
    /* Given up here, or the other rank was seen to leave first. */
    ls_status given_up = received ? ls_work_exception(received, &message) : LS_CANCELLED;
    EXPECT(given_up == LS_CANCELLED || given_up == LS_UNAVAILABLE);
    EXPECT(me || strstr(message, "left"));
    ls_work_free(received);
    ls_work_free(reduced);
    return LS_OK;
}

static void works_outlive_their_group(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], leave_with_works, NULL, NULL));
}

/* --- Collectives ---------------------------------------------------------------------------------------------- */

static ls_status queue_collectives(int me, void *arg)
{
    enum { OPS = 40, WORDS = 3000 };
    LS_TRY(init(20000));
    int world = ls_world_size(LS_WORLD);
    static _Thread_local int32_t in[OPS][WORDS], out[OPS][WORDS];
    ls_work *works[OPS];
    for (int k = 0; k < OPS; k++) {
        for (int i = 0; i < WORDS; i++) in[k][i] = input(me, i + k);
        LS_TRY(k % 2 ? ls_host_broadcast(in[k], WORDS, LS_I32, k % world, ls_async(LS_WORLD, &works[k]))
                     : ls_host_all_reduce(in[k], out[k], WORDS, LS_I32, LS_SUM, ls_async(LS_WORLD, &works[k])));
    }
    float scaled = 2;
    ls_array one = LS_ARRAY(&scaled, LS_F32);
    ls_work *premul;
    LS_TRY(ls_array_all_reduce(one, ls_premul_sum(0.5), ls_async(LS_WORLD, &premul))); /* the rank's own factor */
    /* A blocking one comes after what is queued. */
    int32_t mine = me, sum = 0;
    LS_TRY(ls_host_all_reduce(&mine, &sum, 1, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(sum == world * (world - 1) / 2);
    EXPECT(ls_work_wait(premul, 0) == LS_OK && scaled == (float)world);
    ls_work_free(premul);
    for (int k = 0; k < OPS; k++) {
        void *data;
        size_t bytes;
        EXPECT(ls_work_is_completed(works[k]));
        LS_TRY(ls_work_result(works[k], &data, &bytes));
        EXPECT(bytes == WORDS * sizeof(int32_t) && data == (k % 2 ? in[k] : out[k]));
        for (int i = 0; i < WORDS; i++)
            EXPECT(((int32_t *)data)[i] ==
                   (k % 2 ? input(k % world, i + k) : 1000 * world * (world - 1) / 2 + world * (i + k)));
        ls_work_free(works[k]);
    }
    return ls_destroy_process_group();
}

static void queued_collectives_run_in_order(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], queue_collectives, NULL, NULL));
}

/* Ranks start operations on two groups in opposite order: each group has its own queue. */
static ls_status use_two_groups(int me, void *arg)
{
    LS_TRY(init(20000));
    ls_group groups[2];
    ls_work *works[2][20];
    int32_t sums[2][20];
    for (int g = 0; g < 2; g++) LS_TRY(ls_new_group((int[]){0, 1}, 2, &groups[g]));
    for (int k = 0; k < 20; k++)
        for (int i = 0; i < 2; i++) {
            int g = (i + me) % 2;
            sums[g][k] = input(me, k + g);
            LS_TRY(ls_host_all_reduce(&sums[g][k], &sums[g][k], 1, LS_I32, LS_SUM, ls_async(groups[g], &works[g][k])));
        }
    for (int g = 0; g < 2; g++)
        for (int k = 0; k < 20; k++) {
            LS_TRY(ls_work_wait(works[g][k], 0));
            EXPECT(sums[g][k] == 1000 + 2 * (k + g));
            ls_work_free(works[g][k]);
        }
    return ls_barrier(LS_WORLD);
}

static void groups_do_not_wait_for_each_other(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], use_two_groups, NULL, NULL));
}

/* Arrays with gaps and lists of different sizes, whose descriptions are gone by the time they run. */
static ls_status queue_arrays(int me, void *arg)
{
    LS_TRY(init(20000));
    int world = ls_world_size(LS_WORLD), total = world * (world + 1) / 2;
    static _Thread_local int32_t columns[8], gathered[64], share[16];
    static _Thread_local double halves[2];
    ls_work *works[3] = {0};
    for (int i = 0; i < 8; i++) columns[i] = input(me, i);
    halves[0] = halves[1] = me;
    for (int i = 0; i <= me; i++) share[i] = input(me, i);
    {
        int64_t stride[1] = {2};
        ls_array every_second = {columns, LS_I32, LS_SHAPE(4), stride},
                 mixed[2] = {every_second, LS_ARRAY(halves, LS_F64, 2)};
        LS_TRY(ls_array_all_reduce_coalesced(mixed, 2, LS_SUM, ls_async(LS_WORLD, &works[0])));
        ls_array outs[8];
        for (int r = 0, at = 0; r < world; at += ++r) outs[r] = LS_ARRAY(gathered + at, LS_I32, r + 1);
        LS_TRY(ls_array_all_gather(outs, LS_ARRAY(share, LS_I32, me + 1), ls_async(LS_WORLD, &works[1])));
        memset(mixed, 0xee, sizeof(mixed));
        memset(outs, 0xee, sizeof(outs));
        stride[0] = 77;
    }
    LS_TRY(ls_work_wait_all(works, 3, 0));
    for (int i = 0; i < 8; i++)
        EXPECT(columns[i] == (i % 2 ? input(me, i) : 1000 * world * (world - 1) / 2 + world * i));
    EXPECT(halves[0] == world * (world - 1) / 2 && halves[1] == halves[0]);
    for (int r = 0, at = 0; r < world; at += ++r)
        for (int i = 0; i <= r; i++) EXPECT(gathered[at + i] == input(r, i));
    EXPECT(gathered[total] == 0);
    /* Sizes that do not fit: an error of the operation, on all ranks. */
    ls_array list[8];
    for (int r = 0; r < world; r++) list[r] = LS_ARRAY(gathered + 8 * r, LS_I32, r + (me == 1));
    LS_TRY(ls_array_all_gather(list, LS_ARRAY(share, LS_I32, me), ls_async(LS_WORLD, &works[2])));
    EXPECT(ls_work_wait(works[2], 0) == LS_INVALID_ARGUMENT);
    for (int k = 0; k < 3; k++) ls_work_free(works[k]);
    return ls_barrier(LS_WORLD);
}

static void arrays_can_be_queued(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], queue_arrays, NULL, NULL));
}

static ls_status misuse(int me, void *arg)
{
    LS_TRY(init(20000));
    ls_work *work = (ls_work *)&work;
    float x = 0;
    EXPECT(ls_host_all_reduce(&x, &x, -1, LS_F32, LS_SUM, ls_async(LS_WORLD, &work)) == LS_INVALID_ARGUMENT && !work);
    EXPECT(ls_host_send(&x, 1, LS_F32, 1 - me, 0, ls_async(LS_WORLD, &work)) == LS_INVALID_ARGUMENT && !work);
    EXPECT(strstr(ls_last_error(), "cannot be asynchronous"));
    EXPECT(ls_host_isend(&x, 1, LS_F32, me, 0, LS_WORLD, &work) == LS_INVALID_ARGUMENT && !work);
    EXPECT(ls_host_isend(&x, 1, LS_F32, 1 - me, 0, LS_WORLD, NULL) == LS_INVALID_ARGUMENT);
    ls_p2p_op ops[2] = {{LS_ISEND, &x, 1, LS_F32, 1 - me, 0}, {LS_IRECV, &x, 1, LS_F32, 7, 0}};
    ls_work *works[2];
    EXPECT(ls_host_batch_isend_irecv(ops, 2, LS_WORLD, works) == LS_INVALID_ARGUMENT && !works[0] && !works[1]);
    EXPECT(strstr(ls_last_error(), "operation 1"));
    EXPECT(ls_work_wait(NULL, 0) == LS_INVALID_ARGUMENT && !ls_work_is_completed(NULL));
    ls_work_free(NULL);
    return ls_barrier(LS_WORLD);
}

static void misuse_is_refused(void **state)
{
    assert_ok(spawn_in(pairs[0], misuse, NULL, NULL));
}

/* A rank that fails with operations in its queue ends at once, and so do the others' operations. */
static ls_status fail_with_a_queue(int me, void *arg)
{
    LS_TRY(init(60000));
    LS_TRY(ls_barrier(LS_WORLD));
    static _Thread_local float x;
    ls_work *work;
    for (int i = 0; i <= me; i++) { /* rank 1 queues one that rank 0 never joins */
        LS_TRY(ls_host_all_reduce(&x, &x, 1, LS_F32, LS_SUM, ls_async(LS_WORLD, &work)));
        ls_work_free(work);
    }
    if (me == 1) return ls_fail(LS_DATA_LOSS, "gone on purpose");
    EXPECT(ls_host_recv(&x, 1, LS_F32, 1, 0, LS_WORLD) == LS_UNAVAILABLE && strstr(ls_last_error(), "rank 1"));
    return LS_OK;
}

static void a_failing_rank_does_not_wait_for_its_queue(void **state)
{
    for (size_t l = 0; l < 2; l++) {
        int64_t start = ls_now_ns();
        assert_fails(spawn_in(pairs[l], fail_with_a_queue, NULL, NULL), LS_DATA_LOSS, "gone on purpose");
        assert_true(ls_now_ns() - start < INT64_C(20000000000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_goes_whatever_its_order),
        cmocka_unit_test(random_traffic_arrives),
        cmocka_unit_test(messages_move_while_nobody_waits),
        cmocka_unit_test(a_wait_can_be_shorter_than_the_deadline),
        cmocka_unit_test(works_outlive_their_group),
        cmocka_unit_test(queued_collectives_run_in_order),
        cmocka_unit_test(groups_do_not_wait_for_each_other),
        cmocka_unit_test(arrays_can_be_queued),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(a_failing_rank_does_not_wait_for_its_queue),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
