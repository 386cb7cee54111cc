/* Event files are read back record by record with a reader of the test's own. */
#include "ls_test.h"
#include <lockstep/summary.h>

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "io/event.pb-c.h"

static char folder[64];

static int set_up(void **state)
{
    strcpy(folder, "/tmp/lockstep_summary_XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int tear_down(void **state)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.') unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    return rmdir(folder);
}

/* CRC-32C straight from its polynomial. */
static uint32_t masked_crc(const uint8_t *data, size_t size)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; bit < 8; bit++) {
            uint32_t in = (crc ^ (uint32_t)(data[i] >> bit)) & 1;
            crc = crc >> 1 ^ (in ? 0x82f63b78 : 0);
        }
    crc = ~crc;
    return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

static uint64_t get_le(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* Checks every record of a file; adds up the values whose tag is `tag`. */
static int read_file(const char *name, const char *tag, double *sum)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    static uint8_t bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof(bytes), file), at = 0;
    fclose(file);
    int records = 0;
    for (; at < size; records++) {
        uint64_t length = get_le(bytes + at, 8);
        assert_true(at + length + 16 <= size);
        assert_int_equal(get_le(bytes + at + 8, 4), masked_crc(bytes + at, 8));
        assert_int_equal(get_le(bytes + at + 12 + length, 4), masked_crc(bytes + at + 12, length));
        Ls__Event *event = ls__event__unpack(NULL, length, bytes + at + 12);
        assert_non_null(event);
        if (records == 0)
            assert_string_equal(event->file_version, "brain.Event:2");
        else if (!strcmp(event->summary->value[0]->tag, tag)) {
            assert_int_equal(event->step, records - 1);
            *sum += event->summary->value[0]->simple_value;
        }
        ls__event__free_unpacked(event, NULL);
        at += length + 16;
    }
    assert_int_equal(at, size);
    return records;
}

static void *write_events(void *arg)
{
    ls_summary_writer *writer;
    if (ls_summary_writer_create(folder, &writer) != LS_OK) return NULL;
    for (int step = 0; step < 50; step++)
        if (ls_summary_add_scalar(writer, "loss", step, 1000 * *(int *)arg + step) != LS_OK) return NULL;
    ls_summary_writer_destroy(writer);
    return arg;
}

static void writers_of_one_second_have_their_own_files(void **state)
{
    enum { WRITERS = 8 };
    pthread_t threads[WRITERS];
    int numbers[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, write_events, &numbers[i]);
    }
    for (int i = 0; i < WRITERS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    int files = 0;
    double sum = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        files++;
        assert_int_equal(read_file(entry->d_name, "loss", &sum), 51);
    }
    closedir(dir);
    assert_int_equal(files, WRITERS);
    assert_true(sum == 50 * 1000 * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7) + WRITERS * 49 * 50 / 2);
}

static void a_folder_that_cannot_be_made_is_named(void **state)
{
    ls_summary_writer *writer;
    assert_fails(ls_summary_writer_create("/proc/none/here", &writer), LS_PERMISSION_DENIED, "/proc/none/here");
    assert_null(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writers_of_one_second_have_their_own_files),
        cmocka_unit_test(a_folder_that_cannot_be_made_is_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
