/* Spawning: who is who in every layout, results, and what is refused. */
#include "ranks.h"

#include <pthread.h>

typedef struct identity {
    int index, rank, world, local_rank, local_world, process_index, process_count, device, pid;
} identity;

static ls_status tell_identity(int index, void *arg)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = arg, .timeout_ms = 20000}));
    identity me = {index,
                   ls_rank(LS_WORLD),
                   ls_world_size(LS_WORLD),
                   ls_local_rank(),
                   ls_local_world_size(),
                   ls_process_index(),
                   ls_process_count(),
                   ls_device_ordinal(),
                   (int)getpid()};
    return ls_set_result(&me, sizeof(me));
}

static void check_identities(struct layout layout, const char *method)
{
    ls_bytes results[MOST_RANKS];
    int world = layout.processes * layout.threads;
    assert_ok(spawn_in(layout, tell_identity, (void *)method, results));
    for (int r = 0; r < world; r++) {
        assert_int_equal(results[r].size, sizeof(identity));
        const identity *me = results[r].data;
        assert_int_equal(me->index, r);
        assert_int_equal(me->rank, r);
        assert_int_equal(me->world, world);
        assert_int_equal(me->local_rank, r);
        assert_int_equal(me->local_world, world);
        assert_int_equal(me->process_index, r / layout.threads);
        assert_int_equal(me->process_count, layout.processes);
        assert_int_equal(me->device, r);
        assert_int_equal(me->pid == getpid(), layout.processes == 1);
    }
    for (int r = 0; r < world; r++) ls_bytes_free(&results[r]);
}

static void rank_is_process_times_threads_plus_thread(void **state)
{
    for (int i = 0; i < LAYOUT_COUNT; i++) check_identities(layouts[i], "pjrt://");
}

static void xla_is_another_name_of_pjrt(void **state)
{
    check_identities((struct layout){1, 4}, "xla://");
    check_identities((struct layout){2, 2}, "xla://");
}

static ls_status report_count(int index, void *arg)
{
    int world = ls_local_world_size();
    return ls_set_result(&world, sizeof(world));
}

static void any_number_of_ranks_up_to_the_devices(void **state)
{
    for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
        ls_bytes results[MOST_RANKS];
        assert_ok(ls_spawn(report_count, NULL, &(ls_spawn_options){.num_ranks = ranks, .out_results = results}));
        for (int r = 0; r < ranks; r++) {
            assert_int_equal(*(int *)results[r].data, ranks);
            ls_bytes_free(&results[r]);
        }
    }
    ls_bytes results[MOST_RANKS];
    assert_ok(ls_spawn_threads(report_count, NULL, &(ls_spawn_options){.out_results = results}));
    assert_int_equal(*(int *)results[7].data, MOST_RANKS);
    for (int r = 0; r < MOST_RANKS; r++) ls_bytes_free(&results[r]);
}

static void impossible_counts_are_refused_with_their_numbers(void **state)
{
    assert_fails(ls_spawn(report_count, NULL, &(ls_spawn_options){.num_ranks = 9}), LS_INVALID_ARGUMENT,
                 "9 ranks are more than this host's 8 devices");
    assert_fails(ls_spawn(report_count, NULL, &(ls_spawn_options){.num_processes = 3}), LS_INVALID_ARGUMENT,
                 "8 ranks cannot be shared out evenly over 3 processes");
    assert_fails(ls_spawn(report_count, NULL, &(ls_spawn_options){.num_ranks = -1}), LS_INVALID_ARGUMENT, "-1");
    assert_fails(ls_spawn(NULL, NULL, NULL), LS_INVALID_ARGUMENT, "NULL");
    setenv("LOCKSTEP_NUM_RANKS", "zwei", 1);
    assert_fails(ls_spawn(report_count, NULL, NULL), LS_INVALID_ARGUMENT, "LOCKSTEP_NUM_RANKS=\"zwei\"");
    setenv("LOCKSTEP_NUM_RANKS", "6", 1);
    setenv("LOCKSTEP_NUM_PROCESSES", "3", 1);
    ls_bytes results[6];
    assert_ok(ls_spawn(report_count, NULL, &(ls_spawn_options){.out_results = results}));
    for (int r = 0; r < 6; r++) {
        assert_int_equal(*(int *)results[r].data, 6);
        ls_bytes_free(&results[r]);
    }
    set_surroundings(NULL);
}

static ls_status spawn_again(int index, void *arg)
{
    return ls_spawn(report_count, NULL, NULL);
}

static void a_rank_cannot_spawn(void **state)
{
    assert_fails(ls_spawn(spawn_again, NULL, &(ls_spawn_options){.num_ranks = 1}), LS_FAILED_PRECONDITION,
                 "a rank cannot spawn");
}

static void *ask_for_rank(void *out)
{
    *(int *)out = ls_local_rank();
    return NULL;
}

static ls_status ask_on_helper_thread(int index, void *arg)
{
    pthread_t helper;
    int rank = 99;
    pthread_create(&helper, NULL, ask_for_rank, &rank);
    pthread_join(helper, NULL);
    return ls_set_result(&rank, sizeof(rank));
}

static void a_ranks_helper_thread_is_no_rank(void **state)
{
    ls_bytes results[2];
    assert_ok(ls_spawn(ask_on_helper_thread, NULL, &(ls_spawn_options){.num_ranks = 2, .out_results = results}));
    for (int r = 0; r < 2; r++) {
        assert_int_equal(*(int *)results[r].data, -1);
        ls_bytes_free(&results[r]);
    }
}

/* --- Results ------------------------------------------------------------------------------------------------ */

static size_t result_size(int rank)
{
    static const size_t sizes[] = {0, 1, 3000000, 70000};
    return sizes[rank % 4];
}

static unsigned char result_byte(int rank, size_t i)
{
    return (unsigned char)((1000u * (unsigned)rank + i) % 251);
}

static ls_status give_result(int index, void *arg)
{
    size_t size = result_size(index);
    unsigned char *data = malloc(size + 1);
    for (size_t i = 0; i < size; i++) data[i] = result_byte(index, i);
    ls_status status = ls_set_result("replaced", 8);
    if (status == LS_OK) status = ls_set_result(data, size);
    free(data);
    return status;
}

static void results_of_any_size_reach_the_parent(void **state)
{
    for (int l = 0; l < LAYOUT_COUNT; l++) {
        ls_bytes results[MOST_RANKS];
        assert_ok(spawn_in(layouts[l], give_result, NULL, results));
        for (int r = 0; r < layouts[l].processes * layouts[l].threads; r++) {
            assert_int_equal(results[r].size, result_size(r));
            for (size_t i = 0; i < results[r].size; i++)
                if (((unsigned char *)results[r].data)[i] != result_byte(r, i)) fail_msg("rank %d, byte %zu", r, i);
            ls_bytes_free(&results[r]);
        }
        assert_ok(spawn_in(layouts[l], give_result, NULL, NULL));
    }
    assert_fails(ls_set_result("x", 1), LS_FAILED_PRECONDITION, "not a rank");
}

/* --- Memory -------------------------------------------------------------------------------------------------- */

#define BLOB_BYTES ((size_t)(LS_TEST_SANITIZED ? 20 : 200) << 20)

static size_t resident_bytes(void)
{
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*s %zu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static ls_status read_blob(int index, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, NULL));
    const unsigned char *blob = arg;
    int64_t sum = 0, least;
    for (size_t at = 0; at < BLOB_BYTES; at += 4096) sum += blob[at];
    LS_TRY(ls_host_all_reduce(&sum, &least, 1, LS_I64, LS_MIN, LS_WORLD));
    EXPECT(sum == least && sum > 0);
    LS_TRY(ls_barrier(LS_WORLD));
    /* Sanitizers have memory of their own. */
    EXPECT(LS_TEST_SANITIZED || resident_bytes() < BLOB_BYTES + BLOB_BYTES / 2);
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_process_group();
}

static void thread_ranks_share_what_the_host_has_loaded(void **state)
{
    unsigned char *blob = malloc(BLOB_BYTES);
    assert_non_null(blob);
    for (size_t i = 0; i < BLOB_BYTES; i++) blob[i] = (unsigned char)(i / 4096 % 251 + 1);
    assert_true(resident_bytes() > BLOB_BYTES);
    assert_ok(spawn_in((struct layout){1, 8}, read_blob, blob, NULL));
    free(blob);
}

static void nothing_is_left_behind(void **state)
{
    int fds = count_fds();
    for (int i = 0; i < 10; i++) assert_ok(spawn_in((struct layout){2, 2}, tell_identity, "pjrt://", NULL));
    assert_int_equal(count_fds(), fds);
    assert_int_equal(count_children(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_is_process_times_threads_plus_thread),
        cmocka_unit_test(xla_is_another_name_of_pjrt),
        cmocka_unit_test(any_number_of_ranks_up_to_the_devices),
        cmocka_unit_test(impossible_counts_are_refused_with_their_numbers),
        cmocka_unit_test(a_rank_cannot_spawn),
        cmocka_unit_test(a_ranks_helper_thread_is_no_rank),
        cmocka_unit_test(results_of_any_size_reach_the_parent),
        cmocka_unit_test(thread_ranks_share_what_the_host_has_loaded),
        cmocka_unit_test(nothing_is_left_behind),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
