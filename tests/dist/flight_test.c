/* The flight record: what it holds, of whom, and what is written after a failure. */
#include "ranks.h"

#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/deadline.h"
#include <lockstep/flight.h>
#include <lockstep/p2p.h>

static const struct layout fours[] = {{4, 1}, {1, 4}, {2, 2}};

static ls_status init(int64_t timeout_ms)
{
    return ls_init_process_group(NULL, &(ls_init_options){.init_method = "pjrt://", .timeout_ms = timeout_ms});
}

static json_t *parse_record(int rank)
{
    ls_bytes text;
    if (ls_flight_record_json(rank, &text) != LS_OK) return NULL;
    json_error_t error;
    json_t *root = json_loadb(text.data, text.size, 0, &error);
    if (!root) ls_fail(LS_INTERNAL, "%s at %d: %s", error.text, error.position, (char *)text.data);
    ls_bytes_free(&text);
    return root;
}

static bool is_text(json_t *object, const char *name, const char *expected)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value && !strcmp(value, expected);
}

static long long number(json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* --- Contents ------------------------------------------------------------------------------------------------ */

static ls_status check_last(json_t *root, int rank)
{
    json_t *entries = json_object_get(root, "entries");
    EXPECT(json_array_size(entries) == 64);
    EXPECT(number(root, "rank") == rank && number(root, "world_size") == 4);
    long long last_time = 0;
    for (int i = 0; i < 64; i++) {
        json_t *e = json_array_get(entries, (size_t)i);
        EXPECT(i < 1 || number(e, "collective_seq_id") ==
                            number(json_array_get(entries, (size_t)i - 1), "collective_seq_id") + 1);
        EXPECT(is_text(e, "state", "completed"));
        EXPECT(number(e, "time_created_ns") >= last_time);
        EXPECT(number(e, "time_discovered_completed_ns") >= number(e, "time_created_ns"));
        last_time = number(e, "time_created_ns");
        EXPECT(json_array_size(json_object_get(e, "group_ranks")) == 4);
        bool is_reduce = i % 2; /* 80 pairs: the last is a reduce */
        EXPECT(is_text(e, "profiling_name", is_reduce ? "lockstep:reduce" : "lockstep:all_gather"));
        EXPECT(number(e, "bytes") == (is_reduce ? 24 : 3) && is_text(e, "dtype", is_reduce ? "f64" : "ui8"));
        EXPECT(!is_reduce || (is_text(e, "reduce", "max") && number(e, "root") == 2));
    }
    /* The clock is that of the calendar. */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    EXPECT(llabs(now.tv_sec - last_time / 1000000000) < 20);
    return LS_OK;
}

static ls_status many_operations(int index, void *arg)
{
    LS_TRY(init(20000));
    double numbers[3] = {index, 1, 2};
    unsigned char bytes[3] = {1, 2, 3}, all[12];
    for (int i = 0; i < 80; i++) {
        LS_TRY(ls_host_all_gather(bytes, all, 3, LS_U8, LS_WORLD));
        LS_TRY(ls_host_reduce(numbers, numbers, 3, LS_F64, LS_MAX, 2, LS_WORLD));
    }
    json_t *root = parse_record(-1);
    EXPECT(root);
    ls_status status = check_last(root, index);
    json_decref(root);
    LS_TRY(status);
    ls_bytes text;
    LS_TRY(ls_flight_record_text(-1, &text));
    EXPECT(strstr(text.data, "reduce max #"));
    EXPECT(strstr(text.data, "of 24 bytes of f64, root 2, the world: began "));
    EXPECT(!strstr(text.data, "NOT ENDED"));
    ls_bytes_free(&text);
    EXPECT(ls_flight_record_text(4, &text) == LS_INVALID_ARGUMENT);
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_process_group();
}

static void the_last_64_operations_are_there(void **state)
{
    for (int i = 0; i < 3; i++) assert_ok(spawn_in(fours[i], many_operations, NULL, NULL));
}

static ls_status operations_of_groups(int index, void *arg)
{
    LS_TRY(init(20000));
    ls_group pair;
    LS_TRY(ls_new_group((int[]){3, 1}, 2, &pair));
    int32_t value = 1000 * index;
    if (index % 2) LS_TRY(ls_host_all_reduce(&value, &value, 1, LS_I32, LS_SUM, pair));
    ls_bytes text;
    LS_TRY(ls_flight_record_text(-1, &text));
    EXPECT((strstr(text.data, "all_reduce sum #1 of 4 bytes of i32, ranks 3, 1") != NULL) == index % 2);
    EXPECT(strstr(text.data, "(new_group)"));
    ls_bytes_free(&text);
    LS_TRY(ls_barrier(LS_WORLD));
    LS_TRY(ls_destroy_group(pair));
    LS_TRY(ls_barrier(LS_WORLD));
    LS_TRY(ls_flight_record_text(-1, &text));
    EXPECT((strstr(text.data, "a group that is closed") != NULL) == index % 2);
    ls_bytes_free(&text);
    return ls_destroy_process_group();
}

static void operations_of_groups_are_in_the_rank_s_record(void **state)
{
    for (int i = 0; i < 3; i++) assert_ok(spawn_in(fours[i], operations_of_groups, NULL, NULL));
}

static ls_status messages(int index, void *arg)
{
    LS_TRY(init(20000));
    int32_t data[100] = {index};
    if (index == 0) LS_TRY(ls_host_send(data, 100, LS_I32, 2, 7, LS_WORLD));
    if (index == 2) LS_TRY(ls_host_recv_any_source(data, 100, LS_I32, 7, LS_WORLD, &(int){0}));
    LS_TRY(ls_barrier(LS_WORLD));
    ls_bytes text;
    LS_TRY(ls_flight_record_text(2, &text));
    EXPECT(strstr(text.data, "recv #1 of 400 bytes of i32 from any rank, tag 7, the world"));
    ls_bytes_free(&text);
    json_t *root = parse_record(0), *entries = json_object_get(root, "entries");
    int sends = 0;
    for (size_t i = 0; i < json_array_size(entries); i++) {
        json_t *e = json_array_get(entries, i);
        if (!json_is_true(json_object_get(e, "is_p2p"))) continue;
        sends += is_text(e, "profiling_name", "lockstep:send") && number(e, "p2p_seq_id") == 1 &&
                 number(e, "peer") == 2 && number(e, "bytes") == 400 && is_text(e, "state", "completed");
    }
    json_decref(root);
    EXPECT(sends == 1);
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_process_group();
}

static void messages_are_in_the_record(void **state)
{
    for (int i = 0; i < 3; i++) assert_ok(spawn_in(fours[i], messages, NULL, NULL));
}

/* --- Others' records ------------------------------------------------------------------------------------------ */

/* Ranks 0 and 1 wait in a barrier for 2 and 3; rank 3 comes once it has seen that. */
static ls_status watch_who_waits(int index, void *arg)
{
    LS_TRY(init(20000));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index == 3) {
        bool is_right = false;
        for (int64_t start = ls_now_ns(); !is_right && ls_now_ns() - start < INT64_C(10000000000); ls_sleep_ms(1)) {
            json_t *root = parse_record(0), *entries = json_object_get(root, "entries");
            json_t *last = json_array_get(entries, json_array_size(entries) - 1);
            json_t *waiting = json_object_get(last, "waiting_for");
            is_right = is_text(last, "profiling_name", "lockstep:barrier") && is_text(last, "state", "started") &&
                       json_array_size(waiting) == 2 && json_integer_value(json_array_get(waiting, 0)) == 2 &&
                       json_integer_value(json_array_get(waiting, 1)) == 3;
            json_decref(root);
        }
        EXPECT(is_right);
    }
    if (index == 2) ls_sleep_ms(500);
    LS_TRY(ls_barrier(LS_WORLD));
    return ls_destroy_process_group();
}

static void who_waits_says_for_whom(void **state)
{
    for (int i = 0; i < 3; i++) assert_ok(spawn_in(fours[i], watch_who_waits, NULL, NULL));
}

static ls_status die_with_a_record(int index, void *arg)
{
    LS_TRY(init(20000));
    int32_t value = index;
    LS_TRY(ls_host_broadcast(&value, 1, LS_I32, 1, LS_WORLD));
    if (index == 1) kill(getpid(), SIGKILL);
    EXPECT(ls_barrier(LS_WORLD) == LS_UNAVAILABLE);
    ls_bytes text;
    LS_TRY(ls_flight_record_text(1, &text));
    EXPECT(strstr(text.data, "broadcast #"));
    EXPECT(strstr(text.data, "root 1"));
    ls_bytes_free(&text);
    return LS_OK;
}

static void a_dead_rank_s_record_is_there(void **state)
{
    assert_fails(spawn_in((struct layout){2, 1}, die_with_a_record, NULL, NULL), LS_ABORTED, "rank 1");
}

/* --- Failures ------------------------------------------------------------------------------------------------- */

static ls_status fail_together(int index, void *arg)
{
    LS_TRY(init(500));
    LS_TRY(ls_barrier(LS_WORLD));
    if (index == 1) ls_sleep_ms(1500);
    EXPECT(ls_barrier(LS_WORLD) == LS_DEADLINE_EXCEEDED);
    return LS_OK;
}

static void records_are_written_after_a_failure(void **state)
{
    char folder[] = "/tmp/lockstep-flight.XXXXXX", prefix[64], path[128], text[65536];
    assert_non_null(mkdtemp(folder));
    snprintf(prefix, sizeof(prefix), "%s/rank", folder);
    setenv("LOCKSTEP_FLIGHT_RECORD", prefix, 1);
    for (int l = 0; l < 3; l++) {
        spawn_in(fours[l], fail_together, NULL, NULL);
        for (int rank = 0; rank < 4; rank++) {
            snprintf(path, sizeof(path), "%s%d.json", prefix, rank);
            json_error_t error;
            json_t *root = json_load_file(path, 0, &error);
            if (!root) fail_msg("%s: %s", path, error.text);
            const char *failure = json_string_value(json_object_get(root, "failure"));
            assert_non_null(failure);
            assert_non_null(strstr(failure, "rank 1"));
            json_decref(root);
            unlink(path);
            snprintf(path, sizeof(path), "%s%d.txt", prefix, rank);
            FILE *file = fopen(path, "r");
            assert_non_null(file);
            text[fread(text, 1, sizeof(text) - 1, file)] = 0;
            fclose(file);
            unlink(path);
            assert_int_equal(rank != 1, strstr(text, "NOT ENDED, waiting for ranks 1\n") != NULL);
        }
    }
    unsetenv("LOCKSTEP_FLIGHT_RECORD");
    assert_int_equal(rmdir(folder), 0); /* no other file */
}

/* --- Reading while others write -------------------------------------------------------------------------------- */

static ls_status read_while_writing(int index, void *arg)
{
    LS_TRY(init(20000));
    int32_t value = index;
    for (int i = 0; i < 300; i++) {
        LS_TRY(ls_host_all_reduce(&value, &value, 1, LS_I32, LS_MAX, LS_WORLD));
        if (i % 10 || index) continue;
        for (int rank = 0; rank < 4; rank++) {
            json_t *root = parse_record(rank);
            EXPECT(root);
            json_t *entries = json_object_get(root, "entries");
            long long last = -1;
            for (size_t e = 0; e < json_array_size(entries); e++) {
                json_t *entry = json_array_get(entries, e);
                EXPECT(number(entry, "time_created_ns") >= last);
                last = number(entry, "time_created_ns");
                EXPECT(is_text(entry, "profiling_name", "lockstep:all_reduce") == (number(entry, "bytes") == 4));
            }
            json_decref(root);
        }
    }
    return ls_destroy_process_group();
}

static void records_can_be_read_while_they_are_written(void **state)
{
    for (int i = 0; i < 3; i++) assert_ok(spawn_in(fours[i], read_while_writing, NULL, NULL));
}

static void without_a_group_there_is_none(void **state)
{
    ls_bytes text;
    assert_fails(ls_flight_record_text(-1, &text), LS_FAILED_PRECONDITION, "not initialised");
    assert_null(text.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_64_operations_are_there),
        cmocka_unit_test(operations_of_groups_are_in_the_rank_s_record),
        cmocka_unit_test(messages_are_in_the_record),
        cmocka_unit_test(who_waits_says_for_whom),
        cmocka_unit_test(a_dead_rank_s_record_is_there),
        cmocka_unit_test(records_are_written_after_a_failure),
        cmocka_unit_test(records_can_be_read_while_they_are_written),
        cmocka_unit_test(without_a_group_there_is_none),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
