/* Whatever happens during a write, the old file or the new one is there, whole. */
#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "io/atomic_file.h"

#define WORDS 100000

static char folder[] = "/tmp/lockstep-atomic-XXXXXX";
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof(path), "%s/file", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails if a temporary file was left */
}

/* Word i of version v is 1000·v + i. */
static ls_status write_version(uint32_t version)
{
    uint32_t *words = malloc(sizeof(*words) * WORDS);
    for (uint32_t i = 0; i < WORDS; i++) words[i] = 1000 * version + i;
    ls_file_piece pieces[] = {{words, 4 * 7}, {words + 7, 4 * (WORDS - 7)}};
    ls_status status = ls_file_write(path, pieces, 2);
    free(words);
    return status;
}

static uint32_t read_version(void)
{
    uint32_t *words;
    size_t bytes;
    assert_int_equal(ls_file_read(path, (void **)&words, &bytes), LS_OK);
    assert_int_equal(bytes, 4 * WORDS);
    uint32_t version = words[0] / 1000;
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 1000 * version + i);
    free(words);
    return version;
}

static void killed_writers_leave_a_whole_file(void **state)
{
    (void)state;
    assert_int_equal(write_version(1), LS_OK);
    for (int round = 0; round < 50; round++) {
        pid_t child = fork();
        if (child == 0)
            for (uint32_t version = 2;; version++)
                if (write_version(version) != LS_OK) _exit(1);
        struct timespec pause = {.tv_nsec = 1000 * (500 + 131 * (round * 37 % 97))};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        read_version();
    }
    assert_int_equal(write_version(7), LS_OK);
    assert_int_equal(read_version(), 7);
}

static void a_full_disk_keeps_the_old_file(void **state)
{
    (void)state;
    assert_int_equal(write_version(3), LS_OK);
    pid_t child = fork();
    if (child == 0) { /* a limit on the file's size fails the write part of the way, as a full disk does */
        signal(SIGXFSZ, SIG_IGN);
        struct rlimit limit = {WORDS * 2, WORDS * 2};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(write_version(4) == LS_OK ? 0 : 42);
    }
    int ended;
    waitpid(child, &ended, 0);
    assert_int_equal(WEXITSTATUS(ended), 42);
    assert_int_equal(read_version(), 3);
    char temporary[160];
    snprintf(temporary, sizeof(temporary), "%s.tmp", path);
    assert_int_equal(access(temporary, F_OK), -1);
}

static void *write_many(void *arg)
{
    for (uint32_t i = 0; i < 20; i++)
        if (write_version((uint32_t)(uintptr_t)arg * 100 + i) != LS_OK) return arg;
    return NULL;
}

static void threads_may_write_one_path(void **state)
{
    (void)state;
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++) pthread_create(&threads[i], NULL, write_many, (void *)(i + 1));
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(read_version() % 100, 19);
}

static void a_missing_folder_is_named(void **state)
{
    (void)state;
    assert_int_equal(ls_file_write("/nonexistent/x", NULL, 0), LS_NOT_FOUND);
    assert_non_null(strstr(ls_last_error(), "/nonexistent/x.tmp"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_writers_leave_a_whole_file),
        cmocka_unit_test(a_full_disk_keeps_the_old_file),
        cmocka_unit_test(threads_may_write_one_path),
        cmocka_unit_test(a_missing_folder_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
