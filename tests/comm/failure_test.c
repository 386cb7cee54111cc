/* What goes wrong: late, stuck, dead, leaving and disagreeing ranks. Everybody gets an error that names the culprit, in
 * time. */
#include "ranks.h"

static double seconds_since(int64_t start)
{
    return (double)(ls_now_ns() - start) / 1e9;
}

static ls_status all_reduce(rank_env *env, int64_t timeout_ms)
{
    int32_t data[4] = {env->rank, 1, 2, 3};
    ls_comm_segment piece = {data, sizeof(data)};
    ls_comm_call call = plain_call(LS_COMM_ALL_REDUCE, &piece, &piece, timeout_ms);
    return ls_comm_run(env->world, &call);
}

static void run_layout(layout l, rank_fn fn, void *arg, int expected_signal)
{
    shared_state *shared = make_shared();
    run_ranks_until(l, fn, arg, shared, expected_signal);
    free_shared(shared);
}

/* Ranks that end early would be seen to leave: they wait here until all are done. */
static void linger(rank_env *env)
{
    atomic_fetch_add(&env->shared->numbers[MAX_RANKS - 1], 1);
    for (int i = 0; i < 5000 && atomic_load(&env->shared->numbers[MAX_RANKS - 1]) < env->count; i++) ls_sleep_ms(1);
}

static const layout pairs[] = {{1, 2}, {2, 1}, {2, 1, 2}};
static const layout fours[] = {{1, 4}, {4, 1}, {2, 2}, {4, 1, 2}, {4, 1, -2}};

/* --- Disagreement ---------------------------------------------------------------------------------------- */

static void call_different_collectives(rank_env *env)
{
    CHECK_OK(all_reduce(env, 5000));
    float data[4] = {0};
    ls_comm_segment piece = {data, sizeof(data)};
    ls_comm_call call = plain_call(env->rank == 1 ? LS_COMM_BROADCAST : LS_COMM_ALL_REDUCE, &piece, &piece, 5000);
    call.dtype = LS_F32;
    call.label = "bucket 3";
    int64_t start = ls_now_ns();
    CHECK_FAILS(ls_comm_run(env->world, &call), LS_INVALID_ARGUMENT, "all_reduce sum #2");
    CHECK(strstr(ls_last_error(), "broadcast #2") && strstr(ls_last_error(), "16 bytes of f32"), "one side only: %s",
          ls_last_error());
    CHECK(strstr(ls_last_error(), "bucket 3"), "no label: %s", ls_last_error());
    CHECK(seconds_since(start) < 2, "it took %.1f s", seconds_since(start));
    char message[1024];
    snprintf(message, sizeof(message), "%s", ls_last_error());
    CHECK_FAILS(all_reduce(env, 5000), LS_INVALID_ARGUMENT, message);
    linger(env);
}

static void test_different_collectives_show_both_sides(void **state)
{
    for (size_t i = 0; i < sizeof(fours) / sizeof(*fours); i++)
        run_layout(fours[i], call_different_collectives, NULL, 0);
}

typedef struct difference {
    const char *part; /* of the message */
    ls_comm_reduce reduce;
    ls_dtype dtype;
    int root;
    size_t bytes;
    uint64_t tag;
} difference;

static void call_with_difference(rank_env *env)
{
    const difference *d = env->arg;
    static int32_t in[100000], out[4][100000];
    bool is_odd = env->rank == 2;
    ls_comm_segment ins = {in, is_odd ? d->bytes : 64}, outs = {out[env->rank], is_odd ? d->bytes : 64};
    ls_comm_call call = plain_call(LS_COMM_REDUCE, &ins, &outs, 5000);
    if (is_odd) {
        call.reduce = d->reduce;
        call.dtype = d->dtype;
        call.root = d->root;
        call.tag = d->tag;
    }
    CHECK_FAILS(ls_comm_run(env->world, &call), LS_INVALID_ARGUMENT, d->part);
    linger(env);
}

static void test_every_part_of_the_fingerprint_counts(void **state)
{
    static difference differences[] = {
        {"reduce max #1", LS_COMM_MAX, LS_I32, 0, 64, 0},    {"of ui32", LS_COMM_SUM, LS_U32, 0, 64, 0},
        {"root 3", LS_COMM_SUM, LS_I32, 3, 64, 0},           {"68 bytes", LS_COMM_SUM, LS_I32, 0, 68, 0},
        {"400000 bytes", LS_COMM_SUM, LS_I32, 0, 400000, 0}, {"tag beef", LS_COMM_SUM, LS_I32, 0, 64, 0xbeef},
    };
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++)
        for (int hosts = 0; hosts <= 2; hosts += 2)
            run_layout(hosts ? (layout){4, 1, hosts} : (layout){1, 4}, call_with_difference, &differences[i], 0);
}

static void permute_without_pairs(rank_env *env)
{
    int32_t data[4] = {0}, out[4];
    ls_comm_segment in_piece = {data, sizeof(data)}, out_piece = {out, sizeof(out)};
    ls_comm_call call = plain_call(LS_COMM_PERMUTE, &in_piece, &out_piece, 5000);
    call.source = env->rank ? 0 : -1; /* all get from 0, which gives to 1 only */
    call.target = env->rank ? -1 : 1;
    CHECK_FAILS(ls_comm_run(env->world, &call), LS_INVALID_ARGUMENT, "does not pair up");
    linger(env);
}

static void test_permutation_that_does_not_pair_up(void **state)
{
    run_layout((layout){1, 4}, permute_without_pairs, NULL, 0);
    run_layout((layout){4, 1, 2}, permute_without_pairs, NULL, 0);
}

static void call_badly(rank_env *env)
{
    int32_t data[4] = {0};
    ls_comm_segment piece = {data, env->rank == 1 ? 15 : 16}, out = {data, 16};
    ls_comm_call call = plain_call(LS_COMM_ALL_REDUCE, &piece, &out, 5000);
    CHECK_FAILS(ls_comm_run(env->world, &call), LS_INVALID_ARGUMENT, "all_reduce #1 of rank 1");
    CHECK(strstr(ls_last_error(), "input has 15 bytes where 16 are needed"), "%s", ls_last_error());
    linger(env);
}

static void test_bad_call_of_one_is_told_to_all(void **state)
{
    run_layout((layout){1, 4}, call_badly, NULL, 0);
    run_layout((layout){4, 1, 2}, call_badly, NULL, 0);
}

/* --- Lateness -------------------------------------------------------------------------------------------- */

static void wait_for_a_sleeper(rank_env *env)
{
    for (int i = 0; i < 7; i++) CHECK_OK(all_reduce(env, 5000));
    if (env->rank == 1) {
        ls_sleep_ms(1500);
        CHECK_FAILS(all_reduce(env, 5000), LS_DEADLINE_EXCEEDED, "rank 1"); /* told at once that it came too late */
    } else {
        int64_t start = ls_now_ns();
        CHECK_FAILS(all_reduce(env, 500), LS_DEADLINE_EXCEEDED, "did not come");
        CHECK(seconds_since(start) > 0.49 && seconds_since(start) < 1, "it took %.3f s", seconds_since(start));
        CHECK(strstr(ls_last_error(), "rank 1") && strstr(ls_last_error(), "all_reduce #7"), "%s", ls_last_error());
        CHECK(!strstr(ls_last_error(), "rank 2 (") && !strstr(ls_last_error(), "; rank 2"), "rank 2 is innocent: %s",
              ls_last_error());
    }
    linger(env);
}

static void test_stuck_rank_is_named_at_the_deadline(void **state)
{
    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) run_layout(pairs[i], wait_for_a_sleeper, NULL, 0);
    run_layout((layout){1, 4}, wait_for_a_sleeper, NULL, 0);
}

typedef struct lateness {
    int64_t timeout_ms;
    size_t bytes; /* of a share */
} lateness;

/* Ranks i and i + OPS run collective i, the second one 600 ms late. */
#define OPS (LS_COMM_BARRIER + 1)

static void be_late(rank_env *env)
{
    const lateness *l = env->arg;
    ls_comm_op op = (ls_comm_op)(env->rank % OPS);
    bool is_root = env->rank < OPS, is_late = !is_root;
    void *in, *out;
    ls_comm *pair;
    CHECK_OK(ls_comm_open(env->domain, 2, (int[]){(int)op, (int)op + OPS}, 2, is_late, &pair));
    CHECK_OK(ls_comm_alloc(env->domain, l->bytes * 2, &in));
    CHECK_OK(ls_comm_alloc(env->domain, l->bytes * 2, &out));
    size_t n = op == LS_COMM_BARRIER ? 0 : l->bytes;
    bool in_all = op == LS_COMM_REDUCE_SCATTER || op == LS_COMM_ALL_TO_ALL || (op == LS_COMM_SCATTER && is_root);
    bool out_all = op == LS_COMM_ALL_GATHER || op == LS_COMM_ALL_TO_ALL || (op == LS_COMM_GATHER && is_root);
    ls_comm_segment ins = {in, in_all ? 2 * n : n}, outs = {out, out_all ? 2 * n : n};
    ls_comm_call call = plain_call(op, &ins, &outs, l->timeout_ms);
    call.source = call.target = is_root;
    if (is_late) ls_sleep_ms(600);
    int64_t start = ls_now_ns();
    call.deadline = ls_deadline_in_ms(l->timeout_ms);
    if (l->timeout_ms > 600) {
        CHECK_OK(ls_comm_run(pair, &call));
    } else {
        char culprit[16];
        snprintf(culprit, sizeof(culprit), "rank %d", (int)op + OPS);
        CHECK_FAILS(ls_comm_run(pair, &call), LS_DEADLINE_EXCEEDED, culprit);
        double limit = is_late ? 0.15 : 0.59;
        CHECK(seconds_since(start) < limit, "op %d took %.3f s", op, seconds_since(start));
    }
    linger(env);
    ls_comm_close(pair);
    ls_comm_free(env->domain, in);
    ls_comm_free(env->domain, out);
}

static void test_every_collective_obeys_its_deadline(void **state)
{
    static lateness cases[] = {{200, 40}, {200, 40000}, {5000, 40}, {5000, 40000}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run_layout((layout){1, 2 * OPS}, be_late, &cases[i], 0);
        run_layout((layout){2, OPS}, be_late, &cases[i], 0);
        run_layout((layout){2, OPS, 2}, be_late, &cases[i], 0);
    }
}

/* --- Death
 * -------------------------------------------------------------------------------------------------------------------
 */

static void die_in_the_middle(rank_env *env)
{
    for (int i = 0; i < 7; i++) CHECK_OK(all_reduce(env, 5000));
    if (env->rank == 3) kill(getpid(), SIGKILL);
    int64_t start = ls_now_ns();
    CHECK_FAILS(all_reduce(env, 20000), LS_UNAVAILABLE, "died");
    CHECK(seconds_since(start) < 1, "it took %.3f s", seconds_since(start));
    /* The other thread of its process may have been in the middle of #7. */
    CHECK(
        strstr(ls_last_error(), "its last finished operation was all_reduce #7") ||
            (env->layout.threads > 1 && strstr(ls_last_error(), "rank 2 ") && strstr(ls_last_error(), "all_reduce #6")),
        "%s", ls_last_error());
}

static void test_killed_process_is_noticed_at_once(void **state)
{
    run_layout((layout){4, 1}, die_in_the_middle, NULL, SIGKILL);
    run_layout((layout){2, 2}, die_in_the_middle, NULL, SIGKILL);
    run_layout((layout){4, 1, 2}, die_in_the_middle, NULL, SIGKILL);
    run_layout((layout){4, 1, -2}, die_in_the_middle, NULL, SIGKILL);
}

static void return_without_leaving(rank_env *env)
{
    CHECK_OK(all_reduce(env, 5000));
    if (env->rank == 2) {
        ls_comm_domain_mark_dead(env->domain, 2, "its function returned NOT_FOUND");
    } else {
        int64_t start = ls_now_ns();
        CHECK_FAILS(all_reduce(env, 20000), LS_UNAVAILABLE, "rank 2");
        CHECK(strstr(ls_last_error(), "its function returned NOT_FOUND") && strstr(ls_last_error(), "all_reduce #1"),
              "%s", ls_last_error());
        CHECK(seconds_since(start) < 1, "it took %.3f s", seconds_since(start));
    }
    linger(env);
}

static void test_thread_that_ended_is_noticed_at_once(void **state)
{
    for (size_t i = 0; i < sizeof(fours) / sizeof(*fours); i++) run_layout(fours[i], return_without_leaving, NULL, 0);
}

static void leave_early(rank_env *env)
{
    CHECK_OK(all_reduce(env, 5000));
    if (env->rank == 1) return;
    int64_t start = ls_now_ns();
    CHECK_FAILS(all_reduce(env, 20000), LS_UNAVAILABLE, "rank 1 ");
    CHECK(strstr(ls_last_error(), "has left the group") && strstr(ls_last_error(), "all_reduce #1"), "%s",
          ls_last_error());
    CHECK(seconds_since(start) < 1, "it took %.3f s", seconds_since(start));
}

static void test_use_after_a_member_left(void **state)
{
    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) run_layout(pairs[i], leave_early, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_different_collectives_show_both_sides),
        cmocka_unit_test(test_every_part_of_the_fingerprint_counts),
        cmocka_unit_test(test_permutation_that_does_not_pair_up),
        cmocka_unit_test(test_bad_call_of_one_is_told_to_all),
        cmocka_unit_test(test_stuck_rank_is_named_at_the_deadline),
        cmocka_unit_test(test_every_collective_obeys_its_deadline),
        cmocka_unit_test(test_killed_process_is_noticed_at_once),
        cmocka_unit_test(test_thread_that_ended_is_noticed_at_once),
        cmocka_unit_test(test_use_after_a_member_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
