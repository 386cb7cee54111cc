/* Small print of comms: exact sums, order of sums, groups, post and complete, what they leave behind. */
#include "base/numeric.h"
#include "ranks.h"
#include <dirent.h>
#include <math.h>

static const layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

static void run_in_fours(rank_fn fn)
{
    for (size_t i = 0; i < sizeof(fours) / sizeof(fours[0]); i++) {
        shared_state *shared = make_shared();
        run_ranks(fours[i], fn, NULL, shared);
        free_shared(shared);
    }
}

static ls_status all_reduce(ls_comm *comm, ls_dtype dtype, ls_comm_reduce reduce, void *data, size_t bytes)
{
    ls_comm_segment piece = {data, bytes};
    ls_comm_call call = plain_call(LS_COMM_ALL_REDUCE, &piece, &piece, 10000);
    call.dtype = dtype;
    call.reduce = reduce;
    return ls_comm_run(comm, &call);
}

/* --- Numbers --------------------------------------------------------------------------------------------- */

static void sum_exactly(rank_env *env)
{
    int32_t rank = env->rank;
    CHECK_OK(all_reduce(env->world, LS_I32, LS_COMM_SUM, &rank, 4));
    CHECK(rank == 6, "sum of ranks %d", rank);
    uint16_t half[2] = {ls_f32_to_bf16(env->rank ? 0x1p-8f : 1), ls_f32_to_bf16((float)env->rank)};
    CHECK_OK(all_reduce(env->world, LS_BF16, LS_COMM_SUM, half, 2)); /* rounding after each step would leave 1.0 */
    CHECK(ls_bf16_to_f32(half[0]) == 1.015625f, "bf16 sum %g", ls_bf16_to_f32(half[0]));
    int64_t large = (int64_t)1 << 40;
    CHECK_OK(all_reduce(env->world, LS_I64, LS_COMM_SUM, &large, 8));
    CHECK(large == (int64_t)1 << 42, "i64 sum %lld", (long long)large);
    uint8_t small = (uint8_t[]){200, 100, 0, 0}[env->rank];
    CHECK_OK(all_reduce(env->world, LS_U8, LS_COMM_SUM, &small, 1));
    CHECK(small == 44, "u8 sum %d", small);
    int32_t average = -7;
    CHECK_OK(all_reduce(env->world, LS_I32, LS_COMM_AVG, &average, 4));
    CHECK(average == -7, "i32 average %d", average);
    average = env->rank ? 0 : -7;
    CHECK_OK(all_reduce(env->world, LS_I32, LS_COMM_AVG, &average, 4));
    CHECK(average == -1, "an average of integers truncates: %d", average);
}

static void test_sums_are_exact(void **state)
{
    run_in_fours(sum_exactly);
}

static void let_nan_win(rank_env *env)
{
    static const ls_comm_reduce reductions[] = {LS_COMM_MIN, LS_COMM_MAX};
    for (int culprit = 0; culprit < env->count; culprit++)
        for (int r = 0; r < 2; r++)
            for (size_t n = 1; n < 68; n += n < 9 ? 1 : 29) {
                float values[68];
                for (size_t i = 0; i < n; i++) values[i] = (float)(1000 * env->rank) + (float)i;
                if (env->rank == culprit) values[n - 1] = NAN;
                CHECK_OK(all_reduce(env->world, LS_F32, reductions[r], values, 4 * n));
                CHECK(values[n - 1] != values[n - 1], "NaN of rank %d is lost", culprit);
                for (size_t i = 0; i + 1 < n; i++)
                    CHECK(values[i] == (r ? 3000 : 0) + (float)i, "element %zu: %g", i, values[i]);
            }
}

static void test_nan_wins_min_and_max(void **state)
{
    run_in_fours(let_nan_win);
}

/* In rank order ((1e8 + 1) - 1e8) + 1 = 1 in f32; other orders give 0 or 2. */
static void sum_in_rank_order(rank_env *env)
{
    static const float terms[] = {1e8f, 1, -1e8f, 1};
    static const size_t sizes[] = {1, 100, 1000000};
    float *data = malloc(4 * 1000000);
    for (int run = 0; run < 20; run++)
        for (size_t s = 0; s < 3; s++) {
            if (s == 2 && run > 3) continue;
            for (size_t i = 0; i < sizes[s]; i++) data[i] = terms[env->rank];
            CHECK_OK(all_reduce(env->world, LS_F32, LS_COMM_SUM, data, 4 * sizes[s]));
            for (size_t i = 0; i < sizes[s]; i++) CHECK(data[i] == 1, "element %zu of %zu: %g", i, sizes[s], data[i]);
        }
    free(data);
}

static void test_sums_are_in_rank_order(void **state)
{
    run_in_fours(sum_in_rank_order);
}

static void count_moved_bytes(rank_env *env)
{
    int32_t in[8], out[2];
    for (int i = 0; i < 8; i++) in[i] = i + env->rank;
    ls_comm_segment ins = {in, sizeof(in)}, outs = {out, sizeof(out)};
    ls_comm_call call = plain_call(LS_COMM_REDUCE_SCATTER, &ins, &outs, 5000);
    uint64_t before = ls_comm_bytes_moved(env->world);
    CHECK_OK(ls_comm_run(env->world, &call));
    int r = env->rank;
    CHECK(out[0] == 8 * r + 6 && out[1] == 8 * r + 10, "got %d %d", out[0], out[1]);
    CHECK(ls_comm_bytes_moved(env->world) - before <= sizeof(in) * 3 / 4, "%d bytes moved",
          (int)(ls_comm_bytes_moved(env->world) - before));
}

static void test_reduce_scatter_moves_only_what_it_needs(void **state)
{
    run_in_fours(count_moved_bytes);
}

/* --- Groups ---------------------------------------------------------------------------------------------- */

static ls_status barrier(ls_comm *comm)
{
    ls_comm_segment none = {0};
    ls_comm_call call = plain_call(LS_COMM_BARRIER, &none, &none, 5000);
    return ls_comm_run(comm, &call);
}

static void hold_barriers(rank_env *env)
{
    for (int i = 0; i < 5; i++) {
        ls_sleep_ms(10 * env->rank);
        atomic_store(&env->shared->numbers[env->rank], ls_now_ns());
        CHECK_OK(barrier(env->world));
        int64_t left = ls_now_ns();
        for (int r = 0; r < env->count; r++)
            CHECK(atomic_load(&env->shared->numbers[r]) <= left, "left before rank %d came", r);
        CHECK_OK(barrier(env->world));
    }
    /* Two groups at once, in orders of their own, one of them without rank 0. */
    bool outer = env->rank == 0 || env->rank == 3;
    int members[2] = {outer ? 3 : 1, outer ? 0 : 2};
    ls_comm *comm;
    CHECK_OK(ls_comm_open(env->domain, 7, members, 2, members[1] == env->rank, &comm));
    CHECK(ls_comm_size(comm) == 2 && ls_comm_rank(comm) == (members[1] == env->rank), "another place in the group");
    for (int i = 0; i < 50; i++) CHECK_OK(barrier(comm));
    int32_t value = env->rank;
    ls_comm_segment piece = {&value, 4};
    ls_comm_call call = plain_call(LS_COMM_BROADCAST, &piece, &piece, 5000);
    CHECK_OK(ls_comm_run(comm, &call));
    CHECK(value == members[0], "broadcast from group rank 0 gave %d", value);
    ls_comm_close(comm);
}

static void test_barriers_of_groups(void **state)
{
    run_in_fours(hold_barriers);
}

static void reopen_groups(rank_env *env)
{
    for (int i = 0; i < 200; i++) {
        ls_comm *comm, *other;
        CHECK_OK(ls_comm_open(env->domain, 5, (int[]){0, 1, 2, 3}, 4, env->rank, &comm));
        CHECK_OK(ls_comm_open(env->domain, 6, (int[]){0, 1, 2, 3}, 4, env->rank, &other));
        int32_t value = 1 + env->rank * i, value2 = 1000;
        CHECK_OK(all_reduce(comm, LS_I32, LS_COMM_SUM, &value, 4));
        CHECK_OK(all_reduce(other, LS_I32, LS_COMM_SUM, &value2, 4));
        CHECK(value == 4 + 6 * i && value2 == 4000, "round %d: %d %d", i, value, value2);
        ls_comm_close(comm);
        ls_comm_close(other);
    }
}

static void test_groups_may_be_opened_again_with_the_same_key(void **state)
{
    run_in_fours(reopen_groups);
}

static void open_badly(rank_env *env)
{
    ls_comm *comm;
    CHECK_FAILS(ls_comm_open(env->domain, 2, (int[]){0, 4}, 2, 0, &comm), LS_INVALID_ARGUMENT, "rank 4");
    CHECK_FAILS(ls_comm_open(env->domain, 2, (int[]){0, 0}, 2, 0, &comm), LS_INVALID_ARGUMENT, "twice");
    CHECK_FAILS(ls_comm_open(env->domain, 2, (int[]){0, 1}, 2, 2, &comm), LS_INVALID_ARGUMENT, "member 2");
    CHECK(!comm, "a comm after a failure");
    ls_comm_close(NULL);
}

static void test_bad_groups_are_refused(void **state)
{
    run_in_fours(open_badly);
}

/* --- Post and complete ----------------------------------------------------------------------------------- */

static void post_many(rank_env *env)
{
    /* More than may be under way at once; every third one is large, and goes in rounds between processes. */
    enum { COUNT = 40, LARGE = 80000 };
    static const size_t sizes[] = {1, 100, LARGE};
    int32_t *data = calloc(COUNT * LARGE, 4);
    ls_comm_segment pieces[COUNT];
    ls_comm_call calls[COUNT];
    for (int i = 0; i < COUNT; i++) {
        size_t n = sizes[i % 3];
        for (size_t j = 0; j < n; j++) data[i * LARGE + j] = 1000 * env->rank + i + (int)j;
        pieces[i] = (ls_comm_segment){data + i * LARGE, 4 * n};
        calls[i] = plain_call(LS_COMM_ALL_REDUCE, &pieces[i], &pieces[i], 10000);
        CHECK_OK(ls_comm_post(env->world, &calls[i]));
        if (i != 1) continue;
        CHECK_FAILS(ls_comm_complete(env->world, &calls[1]), LS_INVALID_ARGUMENT, "order of post");
        CHECK_FAILS(ls_comm_run(env->world, &calls[1]), LS_FAILED_PRECONDITION, "complete");
    }
    for (int i = 0; i < COUNT; i++) {
        CHECK_OK(ls_comm_complete(env->world, &calls[i]));
        for (size_t j = 0; j < sizes[i % 3]; j++)
            CHECK(data[i * LARGE + j] == 6000 + 4 * (i + (int)j), "operation %d, element %zu: %d", i, j,
                  data[i * LARGE + j]);
    }
    free(data);
}

static void test_many_operations_may_be_posted(void **state)
{
    run_in_fours(post_many);
}

static void reduce_many_pieces(rank_env *env)
{
    enum { PIECES = 300 }; /* more than a slot describes */
    int32_t *data[PIECES];
    ls_comm_segment pieces[PIECES];
    for (int i = 0; i < PIECES; i++) {
        size_t n = 1 + (size_t)(i * 37 % 101);
        CHECK_OK(ls_comm_alloc(env->domain, 4 * n, (void **)&data[i]));
        for (size_t j = 0; j < n; j++) data[i][j] = 1000 * env->rank + i + (int)j;
        pieces[i] = (ls_comm_segment){data[i], 4 * n};
    }
    ls_comm_call call = plain_call(LS_COMM_ALL_REDUCE, pieces, pieces, 10000);
    call.in_count = call.out_count = PIECES;
    CHECK_OK(ls_comm_run(env->world, &call));
    for (int i = 0; i < PIECES; i++)
        for (size_t j = 0; j < pieces[i].bytes / 4; j++)
            CHECK(data[i][j] == 6000 + 4 * (i + (int)j), "piece %d element %zu", i, j);
    CHECK_OK(barrier(env->world));
    for (int i = 0; i < PIECES; i++) ls_comm_free(env->domain, data[i]);
}

static void test_operands_of_many_pieces(void **state)
{
    run_in_fours(reduce_many_pieces);
}

/* --- What is left ---------------------------------------------------------------------------------------- */

static int count_entries(const char *path)
{
    int count = 0;
    DIR *dir = opendir(path);
    while (readdir(dir)) count++;
    closedir(dir);
    return count;
}

static int count_mappings(void)
{
    int lines = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    for (int c; (c = fgetc(file)) != EOF;) lines += c == '\n';
    fclose(file);
    return lines;
}

/* One domain after another in the same processes, each used for small, large and private operands. */
static void use_domain(ls_comm_domain *domain, rank_env *env)
{
    ls_comm *comm;
    int32_t *pooled, *private = calloc(5000, 4);
    CHECK_OK(ls_comm_open(domain, 1, (int[]){0, 1}, 2, env->rank, &comm));
    CHECK_OK(ls_comm_alloc(domain, 20000, (void **)&pooled));
    CHECK_OK(all_reduce(comm, LS_I32, LS_COMM_SUM, pooled, 20000));
    CHECK_OK(all_reduce(comm, LS_I32, LS_COMM_SUM, private, 20000));
    CHECK_OK(all_reduce(comm, LS_I32, LS_COMM_SUM, private, 20));
    ls_comm_free(domain, pooled);
    ls_comm_close(comm);
    free(private);
}

/* On one host, or two: connections and threads are among what must not be left. */
static void make_many_domains(rank_env *env)
{
    int files = 0, mappings = 0;
    for (int i = 0; i < (env->layout.hosts ? 40 : 200); i++) {
        ls_comm_exchange exchange = {put_card, get_card, env->shared->store};
        ls_comm_domain *domain;
        CHECK_OK(barrier(env->world));
        if (env->rank == 0) env->shared->store->count = 0;
        CHECK_OK(barrier(env->world));
        CHECK_OK(ls_comm_domain_create(&(ls_comm_domain_options){.num_ranks = 2,
                                                                 .num_processes = 2,
                                                                 .process_index = env->rank,
                                                                 .exchange = &exchange,
                                                                 .is_one_host = !env->layout.hosts,
                                                                 .deadline = ls_deadline_in_ms(10000)},
                                       &domain));
        use_domain(domain, env);
        ls_comm_domain_destroy(domain);
        if (i == 10) files = count_entries("/proc/self/fd"), mappings = count_mappings();
    }
    int files_now = count_entries("/proc/self/fd");
    CHECK_OK(barrier(env->world)); /* the other one keeps its connections until then */
    CHECK(files_now == files, "%d files, then %d", files, files_now);
    CHECK(LS_TEST_SANITIZED || count_mappings() <= mappings + 2, "%d mappings, then %d", mappings, count_mappings());
}

static void test_domains_leave_nothing(void **state)
{
    shared_state *shared = make_shared();
    run_ranks((layout){2, 1}, make_many_domains, NULL, shared);
    run_ranks((layout){2, 1, 2}, make_many_domains, NULL, shared);
    free_shared(shared);
}

/* --- Many ranks ------------------------------------------------------------------------------------------ */

static void sum_256(rank_env *env)
{
    int32_t values[1000];
    for (int i = 0; i < 1000; i++) values[i] = 1000 * env->rank + i;
    CHECK_OK(all_reduce(env->world, LS_I32, LS_COMM_SUM, values, 4));
    CHECK(values[0] == 1000 * 255 * 128, "%d", values[0]);
    values[0] = 1000 * env->rank;
    CHECK_OK(all_reduce(env->world, LS_I32, LS_COMM_SUM, values, sizeof(values)));
    for (int i = 0; i < 1000; i++) CHECK(values[i] == 1000 * 255 * 128 + 256 * i, "element %d: %d", i, values[i]);
    int8_t one = 1;
    CHECK_OK(all_reduce(env->world, LS_I8, LS_COMM_AVG, &one, 1));
    CHECK(one == 0, "the sum wraps to 0: %d", one);
}

static void test_256_ranks_in_a_process(void **state)
{
    int64_t start = ls_now_ns();
    shared_state *shared = make_shared();
    run_ranks((layout){1, 256}, sum_256, NULL, shared);
    free_shared(shared);
    assert_in_range((ls_now_ns() - start) / 1000000, 0, 20000);
    assert_in_range(count_entries("/proc/self/fd"), 0, 64);
}

static void test_bad_domains_are_refused(void **state)
{
    ls_comm_domain *domain;
    ls_comm_exchange exchange = {0};
    assert_fails(ls_comm_domain_create(
                     &(ls_comm_domain_options){.num_ranks = 5, .num_processes = 2, .exchange = &exchange}, &domain),
                 LS_INVALID_ARGUMENT, "5 ranks cannot be shared out evenly among 2 processes");
    assert_fails(ls_comm_domain_create(&(ls_comm_domain_options){.num_ranks = 2, .num_processes = 2}, &domain),
                 LS_INVALID_ARGUMENT, "exchange");
    assert_null(domain);
    ls_comm_domain_destroy(NULL);
}

static void test_absent_process_is_named(void **state)
{
    shared_state *shared = make_shared();
    ls_comm_exchange exchange = {put_card, get_card, shared->store};
    ls_comm_domain *domain;
    for (int is_one_host = 0; is_one_host < 2; is_one_host++)
        assert_fails(ls_comm_domain_create(&(ls_comm_domain_options){.num_ranks = 3,
                                                                     .num_processes = 3,
                                                                     .exchange = &exchange,
                                                                     .is_one_host = is_one_host,
                                                                     .deadline = ls_deadline_in_ms(200)},
                                           &domain),
                     LS_DEADLINE_EXCEEDED, "did not come in time: process 1 (rank 1), process 2 (rank 2)");
    free_shared(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_are_exact),
        cmocka_unit_test(test_nan_wins_min_and_max),
        cmocka_unit_test(test_sums_are_in_rank_order),
        cmocka_unit_test(test_reduce_scatter_moves_only_what_it_needs),
        cmocka_unit_test(test_barriers_of_groups),
        cmocka_unit_test(test_groups_may_be_opened_again_with_the_same_key),
        cmocka_unit_test(test_bad_groups_are_refused),
        cmocka_unit_test(test_many_operations_may_be_posted),
        cmocka_unit_test(test_operands_of_many_pieces),
        cmocka_unit_test(test_domains_leave_nothing),
        cmocka_unit_test(test_256_ranks_in_a_process),
        cmocka_unit_test(test_bad_domains_are_refused),
        cmocka_unit_test(test_absent_process_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
