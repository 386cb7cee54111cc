#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/error.h"
#include "base/thread.h"
#include "run.h"

#define FULL ((size_t)1 << 20) /* bytes that wait */
#define ROOM ((size_t)1 << 18)
#define CHUNK ((size_t)1 << 16)

/* Bytes for one descriptor, in the order in which they came. */
struct chunk {
    struct chunk *next;
    int fd;
    size_t used, capacity;
    char data[];
};

struct run_console {
    ls_monitor monitor; /* over all below */
    pthread_t thread;
    struct chunk *first, *last;
    size_t waiting; /* bytes in chunks and in the write that is under way */
    bool is_full, is_broken, is_ending;
    void (*on_room)(void *arg);
    void *arg;
};

/* False when nobody reads any more. */
static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) { /* somebody else made it non-blocking */
            ls_sleep_ms(5);
            continue;
        }
        if (written < 0) return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static struct chunk *take_chunk(run_console *console)
{
    struct chunk *chunk = console->first;
    console->first = chunk->next;
    if (!console->first) console->last = NULL;
    return chunk;
}

static void *write_chunks(void *arg)
{
    run_console *console = arg;
    ls_monitor_lock(&console->monitor);
    for (;;) {
        while (!console->first && !console->is_ending) ls_monitor_wait(&console->monitor, (ls_deadline){INT64_MAX});
        if (!console->first) break;
        struct chunk *chunk = take_chunk(console);
        bool can_write = !console->is_broken;
        ls_monitor_unlock(&console->monitor);
        bool was_written = can_write && write_all(chunk->fd, chunk->data, chunk->used);
        ls_monitor_lock(&console->monitor);
        console->waiting -= chunk->used;
        bool has_broken = can_write && !was_written, has_room = console->is_full && console->waiting < ROOM;
        console->is_broken |= has_broken;
        if (has_room) console->is_full = false;
        if (has_room || has_broken) console->on_room(console->arg);
        ls_monitor_notify(&console->monitor);
        free(chunk);
    }
    ls_monitor_unlock(&console->monitor);
    return NULL;
}

ls_status run_console_create(void (*on_room)(void *arg), void *arg, run_console **out_console)
{
    *out_console = NULL;
    run_console *console = calloc(1, sizeof(*console));
    if (!console) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    console->on_room = on_room;
    console->arg = arg;
    ls_monitor_init(&console->monitor);
    ls_status status = ls_thread_start(&console->thread, "console", write_chunks, console);
    if (status != LS_OK) {
        ls_monitor_finish(&console->monitor);
        free(console);
        return status;
    }
    *out_console = console;
    return LS_OK;
}

void run_console_put(run_console *console, int fd, const char *data, size_t size)
{
    ls_monitor_lock(&console->monitor);
    struct chunk *last = console->last;
    if (!last || last->fd != fd || last->capacity - last->used < size) {
        size_t capacity = size > CHUNK ? size : CHUNK;
        last = malloc(sizeof(*last) + capacity);
        if (last) {
            *last = (struct chunk){.fd = fd, .capacity = capacity};
            *(console->last ? &console->last->next : &console->first) = last;
            console->last = last;
        }
    }
    if (last) {
        memcpy(last->data + last->used, data, size);
        last->used += size;
        console->waiting += size;
        console->is_full |= console->waiting > FULL;
        ls_monitor_notify(&console->monitor);
    }
    ls_monitor_unlock(&console->monitor);
}

bool run_console_is_full(run_console *console)
{
    ls_monitor_lock(&console->monitor);
    bool is_full = console->is_full;
    ls_monitor_unlock(&console->monitor);
    return is_full;
}

bool run_console_is_broken(run_console *console)
{
    ls_monitor_lock(&console->monitor);
    bool is_broken = console->is_broken;
    ls_monitor_unlock(&console->monitor);
    return is_broken;
}

void run_console_destroy(run_console *console, int64_t drain_ms)
{
    if (!console) return;
    ls_deadline deadline = {drain_ms < 0 ? INT64_MAX : ls_now_ns() + drain_ms * 1000000};
    ls_monitor_lock(&console->monitor);
    console->is_ending = true;
    ls_monitor_notify(&console->monitor);
    while (console->waiting && ls_monitor_wait(&console->monitor, deadline)) {
    }
    bool is_done = !console->waiting;
    ls_monitor_unlock(&console->monitor);
    if (!is_done) {
        pthread_detach(console->thread); /* it hangs in a write; the process is about to end */
        return;
    }
    pthread_join(console->thread, NULL);
    ls_monitor_finish(&console->monitor);
    free(console);
}
