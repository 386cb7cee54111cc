/* The store in a file: openers in several processes, what a killed job leaves, files that are no store. */
#include "base/deadline.h"
#include "base/error.h"
#include "store/store.h"

#include "ls_test.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/lockstep-file-XXXXXX", path[64];

static int make_folder(void **state)
{
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof(path), "%s/store", folder);
    return 0;
}

/* Fails if a test has left a file. */
static int remove_folder(void **state)
{
    return rmdir(folder);
}

static ls_store *open_store(int world_size)
{
    ls_store *store;
    assert_ok(ls_store_create_file(&(ls_store_file_options){.path = path, .world_size = world_size, .timeout_ms = 5000},
                                   &store));
    return store;
}

static void file_is_there(bool expected)
{
    assert_int_equal(access(path, F_OK) == 0, expected);
}

static void number_is(ls_store *store, const char *key, int64_t expected)
{
    int64_t sum;
    assert_ok(ls_store_add(store, key, 0, &sum, 0));
    assert_int_equal(sum, expected);
}

static void value_is(ls_store *store, const char *key, const char *expected)
{
    void *value;
    assert_ok(ls_store_get(store, key, &value, NULL, 0));
    assert_string_equal(value, expected);
    free(value);
}

/* A process with a function of its own; its status is the function's. */
static pid_t start(ls_status (*run)(int index), int index)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid) return pid;
    ls_status status = run(index);
    if (status != LS_OK) fprintf(stderr, "process %d: %s\n", index, ls_last_error());
    _exit((int)status);
}

static int end_of(pid_t pid)
{
    int how;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
}

/* --- Together ------------------------------------------------------------------------------------------------- */

enum { PROCESSES = 6 };

static ls_status use_together(int index)
{
    ls_store *store;
    LS_TRY(ls_store_create_file(&(ls_store_file_options){path, PROCESSES, 10000}, &store));
    char key[16];
    for (int i = 0; i < 20; i++) LS_TRY(ls_store_add(store, "sum", 1000 * index + i, NULL, 0));
    snprintf(key, sizeof(key), "rank%d", index);
    LS_TRY(ls_store_set(store, key, key, strlen(key), 0));
    LS_TRY(ls_store_append(store, "log", "x", 1, 0));
    LS_TRY(ls_store_queue_push(store, "queue", key, strlen(key), 0));
    for (int i = 0; i < PROCESSES; i++) {
        void *value;
        size_t size;
        snprintf(key, sizeof(key), "rank%d", i);
        LS_TRY(ls_store_get(store, key, &value, &size, 0));
        if (size != 5 || strcmp(value, key)) return LS_INTERNAL;
        free(value);
    }
    void *item;
    LS_TRY(ls_store_queue_pop(store, "queue", true, &item, NULL, 0));
    LS_TRY(ls_store_add(store, item, 1, NULL, 0) == LS_FAILED_PRECONDITION ? LS_OK : LS_INTERNAL);
    free(item);
    if (index == 0) {
        int64_t sum, length;
        LS_TRY(ls_store_wait(store, (const char *[]){"rank5"}, 1, 0));
        LS_TRY(ls_store_add(store, "done", 1, NULL, 0));
        while (ls_store_add(store, "done", 0, &sum, 0) == LS_OK && sum < PROCESSES) ls_sleep_ms(1);
        LS_TRY(ls_store_add(store, "sum", 0, &sum, 0));
        LS_TRY(ls_store_queue_length(store, "queue", &length, 0));
        void *log;
        size_t size;
        LS_TRY(ls_store_get(store, "log", &log, &size, 0));
        free(log);
        if (sum != 20 * 15000 + PROCESSES * 190 || size != PROCESSES || length) return LS_INTERNAL;
    } else {
        LS_TRY(ls_store_add(store, "done", 1, NULL, 0));
    }
    ls_store_destroy(store);
    return LS_OK;
}

static void processes_agree_and_the_last_removes_the_file(void **state)
{
    pid_t pids[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) pids[i] = start(use_together, i);
    for (int i = 0; i < PROCESSES; i++) assert_int_equal(end_of(pids[i]), 0);
    file_is_there(false);
}

static void the_first_may_leave_before_the_second_comes(void **state)
{
    ls_store *first = open_store(2);
    assert_ok(ls_store_set(first, "from", "first", 5, 0));
    ls_store_destroy(first);
    file_is_there(true);
    ls_store *second = open_store(2);
    value_is(second, "from", "first");
    ls_store_destroy(second);
    file_is_there(false);
}

static void without_a_world_size_the_file_stays(void **state)
{
    for (int i = 0; i < 3; i++) {
        ls_store *store = open_store(0);
        number_is(store, "n", i);
        assert_ok(ls_store_add(store, "n", 1, NULL, 0));
        ls_store_destroy(store);
    }
    file_is_there(true);
    unlink(path);
}

/* --- What others left ----------------------------------------------------------------------------------------- */

static ls_status write_and_die(int index)
{
    ls_store *store;
    LS_TRY(ls_store_create_file(&(ls_store_file_options){path, 2, 5000}, &store));
    LS_TRY(ls_store_add(store, "old", 1, NULL, 0));
    if (index) kill(getpid(), SIGKILL);
    ls_store_destroy(store);
    return LS_OK;
}

/* Both of a world of two are killed, or one of them, or the only one that came. */
static void what_a_killed_job_left_is_not_seen_by_the_next(void **state)
{
    for (int killed = 1; killed <= 3; killed++) {
        if (killed > 1) assert_int_equal(end_of(start(write_and_die, killed == 3)), killed == 3 ? -SIGKILL : 0);
        assert_int_equal(end_of(start(write_and_die, 1)), -SIGKILL);
        file_is_there(true);
        ls_store *first = open_store(2), *second = open_store(2);
        number_is(first, "old", 0);
        assert_ok(ls_store_set(first, "new", "v", 1, 0));
        value_is(second, "new", "v");
        ls_store_destroy(first);
        ls_store_destroy(second);
        file_is_there(false);
    }
}

static void a_leftover_of_another_world_size_is_replaced(void **state)
{
    assert_int_equal(end_of(start(write_and_die, 1)), -SIGKILL);
    ls_store *store = open_store(1);
    number_is(store, "old", 0);
    ls_store_destroy(store);
    file_is_there(false);
}

static void a_job_that_is_complete_is_not_joined(void **state)
{
    ls_store *first = open_store(2), *second = open_store(2), *third;
    ls_store_file_options options = {.path = path, .world_size = 2, .timeout_ms = 200};
    assert_fails(ls_store_create_file(&options, &third), LS_UNAVAILABLE, path);
    assert_null(third);
    options.world_size = 3;
    assert_fails(ls_store_create_file(&options, &third), LS_UNAVAILABLE, "another job");
    ls_store_destroy(first);
    ls_store_destroy(second);
    first = open_store(2);
    assert_fails(ls_store_create_file(&options, &third), LS_INVALID_ARGUMENT, "world of 2, not of 3");
    ls_store_abandon(first);
    ls_store_destroy(first);
    file_is_there(false);
}

static void a_file_that_is_no_store_is_left_alone(void **state)
{
    for (int length = 1; length < 200; length += 99) {
        int fd = open(path, O_CREAT | O_RDWR, 0600);
        char text[200] = "my thesis", back[200];
        assert_int_equal(write(fd, text, (size_t)length), length);
        ls_store *store;
        assert_fails(ls_store_create_file(&(ls_store_file_options){.path = path, .world_size = 1}, &store),
                     LS_FAILED_PRECONDITION, "something else");
        assert_int_equal(pread(fd, back, sizeof(back), 0), length);
        assert_memory_equal(back, text, (size_t)length);
        close(fd);
        unlink(path);
    }
}

static void wrong_paths_are_told(void **state)
{
    ls_store *store;
    assert_fails(ls_store_create_file(NULL, &store), LS_INVALID_ARGUMENT, "path");
    assert_fails(ls_store_create_file(&(ls_store_file_options){.path = "/nowhere/store"}, &store), LS_NOT_FOUND,
                 "/nowhere/store");
    assert_fails(ls_store_create_file(&(ls_store_file_options){.path = path, .world_size = -1}, &store),
                 LS_INVALID_ARGUMENT, "-1");
    file_is_there(false);
}

/* --- Damage and death ----------------------------------------------------------------------------------------- */

/* Bytes behind the log's end are what somebody wrote who died before it counted. */
static void a_half_written_request_does_not_count(void **state)
{
    ls_store *first = open_store(2), *second = open_store(2);
    assert_ok(ls_store_set(first, "k", "v", 1, 0));
    int fd = open(path, O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "\1\2\0", 3), 3);
    close(fd);
    value_is(second, "k", "v");
    assert_ok(ls_store_set(second, "k", "w", 1, 0));
    value_is(first, "k", "w");
    ls_store_destroy(first);
    ls_store_destroy(second);
}

static void a_damaged_file_is_an_error(void **state)
{
    ls_store *store = open_store(1);
    assert_ok(ls_store_set(store, "k", "v", 1, 0));
    assert_int_equal(truncate(path, 20), 0);
    assert_fails(ls_store_set(store, "k", "v", 1, 1000), LS_DATA_LOSS, path);
    ls_store_destroy(store);
    unlink(path);
    store = open_store(1);
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, &(uint64_t){48}, 8, 8), 8); /* a log of nonsense */
    assert_int_equal(pwrite(fd, "\xFF\0\0\0\0\0\0", 8, 40), 8);
    close(fd);
    assert_fails(ls_store_set(store, "k", "v", 1, 1000), LS_DATA_LOSS, "damaged");
    ls_store_destroy(store);
    unlink(path);
}

static ls_status leave_word(int index)
{
    ls_store *store;
    LS_TRY(ls_store_create_file(&(ls_store_file_options){path, 2, 5000}, &store));
    LS_TRY(ls_store_leave_will(store, "lost", "1", 1, 0));
    if (index == 2) LS_TRY(ls_store_leave_will(store, NULL, NULL, 0, 0));
    if (index == 1) kill(getpid(), SIGKILL);
    ls_store_destroy(store);
    return LS_OK;
}

static void a_process_that_ends_leaves_its_word(void **state)
{
    for (int how = 0; how < 3; how++) { /* ends, is killed, has taken its word back */
        ls_store *store = open_store(2);
        pid_t pid = start(leave_word, how);
        int64_t begin = ls_now_ns();
        ls_status status = ls_store_wait(store, (const char *[]){"lost"}, 1, how == 2 ? 200 : 5000);
        assert_int_equal(status, how == 2 ? LS_DEADLINE_EXCEEDED : LS_OK);
        assert_true(ls_now_ns() - begin < 2000000000);
        end_of(pid);
        ls_store_destroy(store);
        file_is_there(false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_agree_and_the_last_removes_the_file),
        cmocka_unit_test(the_first_may_leave_before_the_second_comes),
        cmocka_unit_test(without_a_world_size_the_file_stays),
        cmocka_unit_test(what_a_killed_job_left_is_not_seen_by_the_next),
        cmocka_unit_test(a_leftover_of_another_world_size_is_replaced),
        cmocka_unit_test(a_job_that_is_complete_is_not_joined),
        cmocka_unit_test(a_file_that_is_no_store_is_left_alone),
        cmocka_unit_test(wrong_paths_are_told),
        cmocka_unit_test(a_half_written_request_does_not_count),
        cmocka_unit_test(a_damaged_file_is_an_error),
        cmocka_unit_test(a_process_that_ends_leaves_its_word),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
