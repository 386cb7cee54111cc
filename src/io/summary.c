/* Event files: TFRecord framing (tensorflow/core/lib/io/record_writer.h) around Event messages. A record is its length
 * as a little-endian u64, the masked CRC32C of that, the message, and the masked CRC32C of the message. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "io/event.pb-c.h"
#include <lockstep/summary.h>

struct ls_summary_writer {
    int fd;
    char path[PATH_MAX];
};

/* CRC-32C (Castagnoli), reflected, bit by bit over a nibble table. */
static uint32_t crc32c(const uint8_t *data, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
                                       0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
                                       0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75};
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static uint32_t masked_crc(const uint8_t *data, size_t size)
{
    uint32_t crc = crc32c(data, size);
    return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

static void put_le(uint8_t *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(value >> (8 * i));
}

/* Appends one record in one write, so that a reader never sees half a header. */
static ls_status append(ls_summary_writer *writer, const Ls__Event *event)
{
    size_t size = ls__event__get_packed_size(event);
    uint8_t *record = malloc(size + 16);
    if (!record) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for an event of %zu bytes", size);
    put_le(record, size, 8);
    put_le(record + 8, masked_crc(record, 8), 4);
    ls__event__pack(event, record + 12);
    put_le(record + 12 + size, masked_crc(record + 12, size), 4);
    ssize_t written = write(writer->fd, record, size + 16);
    free(record);
    if (written != (ssize_t)size + 16)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot write %s: %s", writer->path,
                       written < 0 ? strerror(errno) : "the disk is full");
    return LS_OK;
}

static double wall_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Opens a file that did not exist before: time, host, process, and a number that grows until the name is free. */
static ls_status open_fresh(ls_summary_writer *writer, const char *folder)
{
    char host[256] = "localhost";
    gethostname(host, sizeof(host) - 1);
    for (int number = 0; number < 10000; number++) {
        int length = snprintf(writer->path, sizeof(writer->path), "%s/events.out.tfevents.%010lld.%s.%ld.%d", folder,
                              (long long)time(NULL), host, (long)getpid(), number);
        if (length >= (int)sizeof(writer->path)) return ls_fail(LS_INVALID_ARGUMENT, "path too long: %s", folder);
        writer->fd = open(writer->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
        if (writer->fd >= 0) return LS_OK;
        if (errno != EEXIST) return ls_fail(LS_PERMISSION_DENIED, "cannot make %s: %s", writer->path, strerror(errno));
    }
    return ls_fail(LS_ALREADY_EXISTS, "no free name for an event file in %s", folder);
}

ls_status ls_summary_writer_create(const char *folder, ls_summary_writer **out_writer)
{
    if (!out_writer) return ls_fail(LS_INVALID_ARGUMENT, "ls_summary_writer_create: no place for the writer");
    *out_writer = NULL;
    if (!folder || !*folder) return ls_fail(LS_INVALID_ARGUMENT, "ls_summary_writer_create: no folder was given");
    if (mkdir(folder, 0777) && errno != EEXIST)
        return ls_fail(LS_PERMISSION_DENIED, "cannot make folder %s: %s", folder, strerror(errno));
    ls_summary_writer *writer = calloc(1, sizeof(*writer));
    if (!writer) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a summary writer");
    ls_status status = open_fresh(writer, folder);
    if (status != LS_OK) {
        free(writer);
        return status;
    }
    Ls__Event event = LS__EVENT__INIT;
    event.wall_time = wall_time();
    event.what_case = LS__EVENT__WHAT_FILE_VERSION;
    event.file_version = (char *)"brain.Event:2";
    status = append(writer, &event);
    if (status != LS_OK) {
        ls_summary_writer_destroy(writer);
        return status;
    }
    *out_writer = writer;
    return LS_OK;
}

ls_status ls_summary_add_scalar(ls_summary_writer *writer, const char *tag, int64_t step, double value)
{
    if (!writer || !tag) return ls_fail(LS_INVALID_ARGUMENT, "ls_summary_add_scalar: wants a writer and a tag");
    Ls__SummaryValue scalar = LS__SUMMARY_VALUE__INIT, *values[1] = {&scalar};
    scalar.tag = (char *)tag;
    scalar.simple_value = (float)value;
    Ls__Summary summary = LS__SUMMARY__INIT;
    summary.n_value = 1;
    summary.value = values;
    Ls__Event event = LS__EVENT__INIT;
    event.wall_time = wall_time();
    event.step = step;
    event.what_case = LS__EVENT__WHAT_SUMMARY;
    event.summary = &summary;
    return append(writer, &event);
}

void ls_summary_writer_destroy(ls_summary_writer *writer)
{
    if (!writer) return;
    close(writer->fd);
    free(writer);
}
