/* The store in a file that several processes open: a head and a log of requests. Whoever changes something appends its
 * request; every opener replays the log into a table of its own. Locks on single bytes say who may write and who is
 * there; the kernel drops them when a process ends, however it ends, so what a killed job leaves is known for that. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "base/thread.h"
#include "base/vec.h"
#include "store/execute.h"
#include "store/store.h"

/* The head, in this machine's byte order. A process that dies while it appends leaves bytes behind `end`, which the
 * next writer overwrites. */
typedef struct head {
    char magic[8];
    uint64_t end;                      /* of the log */
    uint32_t world_size, joined, left; /* 0: not known; how many have opened the file, and left in order */
    uint32_t reserved;
} head;

static const char magic[8] = "LSSTORE1";

/* Bytes that are locked: who holds the first may read and write; openers hold one each, by their number. */
enum { WRITER_BYTE, FIRST_OPENER_BYTE };

#define MAX_PAUSE_MS 10 /* between looks at the file; events would not tell what other hosts change */

typedef struct will {
    uint32_t opener;
    ls_store_buffer set; /* key and value of a SET */
} will;

typedef struct file_store {
    ls_store base;
    char *path;
    int fd;
    uint32_t number;       /* which opener this is */
    bool is_abandoned;     /* nobody may join it any more */
    pthread_mutex_t mutex; /* over the fields below and the writer's lock: threads share the handle */
    head head;
    uint64_t done; /* how far the log has been replayed */
    ls_store_table table;
    LS_VEC(will) wills;
} file_store;

/* --- Locks ---------------------------------------------------------------------------------------------------- */

static bool set_lock(int fd, short type, off_t byte)
{
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(fd, F_OFD_SETLK, &range) == 0;
}

/* Whether another opener holds a byte from `first` on; length 0 means to the end. */
static bool is_held(int fd, off_t first, off_t length)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = first, .l_len = length};
    return fcntl(fd, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

static ls_status lock_writer(int fd, const char *path, ls_deadline deadline)
{
    for (int64_t pause_ms = 1; !set_lock(fd, F_WRLCK, WRITER_BYTE); pause_ms += pause_ms < MAX_PAUSE_MS) {
        if (errno != EAGAIN && errno != EACCES && errno != EINTR)
            return ls_fail(LS_UNAVAILABLE, "cannot lock %s: %s", path, strerror(errno));
        if (ls_deadline_passed(deadline)) return ls_fail(LS_DEADLINE_EXCEEDED, "another process keeps %s locked", path);
        ls_sleep_ms(pause_ms);
    }
    return LS_OK;
}

static void unlock_writer(int fd)
{
    set_lock(fd, F_UNLCK, WRITER_BYTE);
}

/* --- Bytes ---------------------------------------------------------------------------------------------------- */

static ls_status read_at(const file_store *file, void *data, size_t size, uint64_t at)
{
    for (char *next = data; size;) {
        ssize_t got = pread(file->fd, next, size, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return ls_fail(LS_UNAVAILABLE, "cannot read %s: %s", file->path, strerror(errno));
        if (!got) return ls_fail(LS_DATA_LOSS, "%s ends too early: something else has changed it", file->path);
        next += got;
        at += (uint64_t)got;
        size -= (size_t)got;
    }
    return LS_OK;
}

static ls_status write_at(const file_store *file, const void *data, size_t size, uint64_t at)
{
    for (const char *next = data; size;) {
        ssize_t put = pwrite(file->fd, next, size, (off_t)at);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot write %s: %s", file->path, strerror(errno));
        next += put;
        at += (uint64_t)put;
        size -= (size_t)put;
    }
    return LS_OK;
}

static ls_status write_head(const file_store *file)
{
    return write_at(file, &file->head, sizeof(file->head), 0);
}

/* --- The log, with the writer's lock held --------------------------------------------------------------------- */

static void forget_will(file_store *file, uint32_t opener)
{
    for (size_t i = 0; i < file->wills.count; i++) {
        if (file->wills.data[i].opener != opener) continue;
        ls_store_buffer_finish(&file->wills.data[i].set);
        file->wills.data[i] = file->wills.data[--file->wills.count];
        return;
    }
}

static void note_will(file_store *file, ls_store_reader fields)
{
    uint32_t opener = (uint32_t)ls_store_take_u64(&fields);
    forget_will(file, opener);
    ls_store_reader set = fields;
    if (!ls_store_take_bytes(&fields).size) return;
    will *noted = ls_vec_push(&file->wills);
    noted->opener = opener;
    ls_store_buffer_add(&noted->set, set.next, (size_t)(set.end - set.next));
}

/* Replays what is new. `last_reply` is that of the last request, `*out_done` whether it could be done. */
static ls_status replay(file_store *file, ls_store_buffer *last_reply, bool *out_done)
{
    LS_TRY(read_at(file, &file->head, sizeof(file->head), 0));
    if (file->head.end < file->done || memcmp(file->head.magic, magic, sizeof(magic)))
        return ls_fail(LS_DATA_LOSS, "something else has changed %s", file->path);
    size_t size = file->head.end - file->done;
    if (!size) return LS_OK;
    char *news = malloc(size);
    if (!news) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %zu bytes of %s", size, file->path);
    ls_status status = read_at(file, news, size, file->done);
    for (size_t at = 0, request, needed; status == LS_OK && at < size; at += request) {
        request = ls_store_request_size((ls_store_bytes){news + at, size - at}, &needed);
        if (!request || request == SIZE_MAX) {
            status =
                ls_fail(LS_DATA_LOSS, "%s is damaged at byte %llu", file->path, (unsigned long long)(file->done + at));
            break;
        }
        ls_store_query query = (uint8_t)news[at];
        ls_store_reader fields = {news + at + 1, news + at + request, true};
        last_reply->size = 0;
        *out_done = query == LS_QUERY_WILL || ls_store_execute(&file->table, query, fields, last_reply);
        if (query == LS_QUERY_WILL) note_will(file, fields);
    }
    if (status == LS_OK) file->done = file->head.end;
    free(news);
    return status;
}

/* Appends requests and replays them. */
static ls_status append(file_store *file, const ls_store_buffer *requests, ls_store_buffer *last_reply, bool *out_done)
{
    LS_TRY(write_at(file, requests->data, requests->size, file->head.end));
    file->head.end += requests->size;
    LS_TRY(write_head(file));
    return replay(file, last_reply, out_done);
}

static void put_will(ls_store_buffer *requests, uint32_t opener, const ls_store_buffer *set)
{
    ls_store_put_u8(requests, LS_QUERY_WILL);
    ls_store_put_u64(requests, opener);
    if (set)
        ls_store_buffer_add(requests, set->data, set->size);
    else
        ls_store_put_bytes(requests, (ls_store_bytes){0}), ls_store_put_bytes(requests, (ls_store_bytes){0});
}

/* Carries out the wills of openers that have gone without leaving. */
static ls_status execute_wills(file_store *file, ls_store_buffer *reply)
{
    ls_store_buffer requests = {0};
    for (size_t i = 0; i < file->wills.count; i++) {
        const will *w = &file->wills.data[i];
        if (w->opener == file->number || is_held(file->fd, FIRST_OPENER_BYTE + (off_t)w->opener, 1)) continue;
        ls_store_reader set = {w->set.data, w->set.data + w->set.size, true};
        ls_store_bytes key = ls_store_take_bytes(&set), value = ls_store_take_bytes(&set);
        ls_store_put_u8(&requests, LS_QUERY_COMPARE_SET); /* the first word counts */
        ls_store_put_bytes(&requests, key);
        ls_store_put_bytes(&requests, (ls_store_bytes){0});
        ls_store_put_bytes(&requests, value);
        put_will(&requests, w->opener, NULL);
    }
    bool is_done;
    ls_status status = requests.size ? append(file, &requests, reply, &is_done) : LS_OK;
    ls_store_buffer_finish(&requests);
    return status;
}

/* --- Calls ---------------------------------------------------------------------------------------------------- */

static bool is_missing(void *from, ls_store_bytes key)
{
    return !ls_store_table_has(&((file_store *)from)->table, key);
}

static ls_status execute(file_store *file, ls_store_call *call, ls_store_buffer *reply)
{
    bool is_done = true;
    reply->size = 0;
    if (call->query == LS_QUERY_WILL) {
        uint64_t opener = htole64(file->number);
        memcpy(call->request.data + 1, &opener, sizeof(opener));
    }
    if (call->query == LS_QUERY_WILL || ls_store_query_writes(call->query))
        LS_TRY(append(file, &call->request, reply, &is_done));
    else
        is_done = ls_store_execute(&file->table, call->query, ls_store_call_fields(call), reply);
    return is_done ? ls_store_call_answer(call, reply) : ls_store_call_fail_execute(call);
}

/* Does the call unless it has to wait, which `*out_waits` says. */
static ls_status try_call(file_store *file, ls_store_call *call, ls_deadline deadline, bool *out_waits)
{
    ls_store_buffer reply = {0};
    ls_store_bytes missing;
    bool is_done;
    *out_waits = false;
    LS_TRY(lock_writer(file->fd, file->path, deadline));
    ls_status status = replay(file, &reply, &is_done);
    ls_store_reader keys = ls_store_call_wait_keys(call);
    if (status == LS_OK && ls_store_first_missing(&file->table, keys, &missing)) {
        status = execute_wills(file, &reply);
        *out_waits = status == LS_OK && ls_store_first_missing(&file->table, keys, &missing);
        if (*out_waits && ls_deadline_passed(deadline)) status = ls_store_call_fail_missing(call, is_missing, file);
    }
    if (status == LS_OK && !*out_waits && call->request.size) status = execute(file, call, &reply);
    unlock_writer(file->fd);
    ls_store_buffer_finish(&reply);
    return status;
}

static ls_status file_run(ls_store *store, ls_store_call *call, ls_deadline deadline)
{
    file_store *file = (file_store *)store;
    for (int64_t pause_ms = 1;; pause_ms += pause_ms < MAX_PAUSE_MS) {
        bool waits;
        pthread_mutex_lock(&file->mutex);
        ls_status status = try_call(file, call, deadline, &waits);
        pthread_mutex_unlock(&file->mutex);
        if (status != LS_OK) return ls_context(status, "store in %s", file->path);
        if (!waits) return LS_OK;
        int64_t left_ms = ls_deadline_left_ms(deadline);
        ls_sleep_ms(pause_ms < left_ms ? pause_ms : left_ms);
    }
}

/* --- Joining -------------------------------------------------------------------------------------------------- */

/* Whether the path still leads to the file that is open: the last to leave removes it. */
static bool is_current(const file_store *file)
{
    struct stat open_one, named;
    return fstat(file->fd, &open_one) == 0 && stat(file->path, &named) == 0 && open_one.st_ino == named.st_ino &&
           open_one.st_dev == named.st_dev;
}

/* What a job left that is over: nobody is there, and somebody was killed or all have come and left. */
static bool is_leftover(const file_store *file)
{
    const head *h = &file->head;
    if (is_held(file->fd, FIRST_OPENER_BYTE, 0)) return false;
    return h->joined != h->left || (h->world_size && h->joined >= h->world_size);
}

/* With the writer's lock held. LS_UNAVAILABLE: it belongs to others, who may leave soon. */
static ls_status join_locked(file_store *file, uint32_t world_size)
{
    struct stat status;
    if (fstat(file->fd, &status)) return ls_fail(LS_UNAVAILABLE, "cannot look at %s: %s", file->path, strerror(errno));
    head *h = &file->head;
    bool is_new = !status.st_size;
    if (!is_new) {
        if (status.st_size >= (off_t)sizeof(*h)) LS_TRY(read_at(file, h, sizeof(*h), 0));
        if (memcmp(h->magic, magic, sizeof(magic)))
            return ls_fail(LS_FAILED_PRECONDITION, "%s is something else than a store: choose another path",
                           file->path);
        if (is_leftover(file)) {
            ls_log_write(LS_LOG_INFO, "%s is left from a job that is over (%u of %u processes had come): starting anew",
                         file->path, h->joined, h->world_size);
            if (ftruncate(file->fd, 0))
                return ls_fail(LS_UNAVAILABLE, "cannot empty %s: %s", file->path, strerror(errno));
            is_new = true;
        }
    }
    if (is_new) {
        *h = (head){.end = sizeof(*h), .world_size = world_size};
        memcpy(h->magic, magic, sizeof(magic));
    }
    if (h->world_size && h->joined >= h->world_size)
        return ls_fail(LS_UNAVAILABLE, "another job uses %s: its %u processes are all there; choose another path",
                       file->path, h->world_size);
    if (h->world_size != world_size)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "%s is for a world of %u, not of %u: another job uses it, or a process was "
                       "told another world size",
                       file->path, h->world_size, world_size);
    file->number = h->joined++;
    file->done = sizeof(*h);
    if (!set_lock(file->fd, F_WRLCK, FIRST_OPENER_BYTE + (off_t)file->number))
        return ls_fail(LS_UNAVAILABLE, "cannot lock %s: %s", file->path, strerror(errno));
    return write_head(file);
}

static ls_status try_to_join(file_store *file, uint32_t world_size, ls_deadline deadline, bool *out_again)
{
    *out_again = false;
    file->fd = open(file->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file->fd < 0)
        return ls_fail(errno == EACCES ? LS_PERMISSION_DENIED : LS_NOT_FOUND, "cannot open %s: %s", file->path,
                       strerror(errno));
    ls_status status = lock_writer(file->fd, file->path, deadline);
    if (status == LS_OK) {
        *out_again = !is_current(file);
        if (!*out_again) {
            status = join_locked(file, world_size);
            *out_again = status == LS_UNAVAILABLE;
        }
        unlock_writer(file->fd);
    }
    if (status == LS_OK && !*out_again) return LS_OK;
    close(file->fd);
    file->fd = -1;
    return status;
}

static ls_status join_file(file_store *file, uint32_t world_size, ls_deadline deadline)
{
    for (;;) {
        bool again;
        ls_status status = try_to_join(file, world_size, deadline, &again);
        if (!again || (status != LS_OK && ls_deadline_passed(deadline))) return status;
        if (status != LS_OK) ls_sleep_ms(MAX_PAUSE_MS);
    }
}

/* --- Leaving -------------------------------------------------------------------------------------------------- */

/* The last to leave removes the file. If it cannot be locked in time it stays, as a leftover. */
static void leave_file(file_store *file)
{
    if (lock_writer(file->fd, file->path, ls_deadline_in_ms(1000)) != LS_OK) return;
    head *h = &file->head;
    if (read_at(file, h, sizeof(*h), 0) == LS_OK && !file->is_abandoned) {
        h->left++;
        write_head(file);
    }
    set_lock(file->fd, F_UNLCK, FIRST_OPENER_BYTE + (off_t)file->number);
    if (is_current(file) && (file->is_abandoned || is_leftover(file))) unlink(file->path);
}

static void file_destroy(ls_store *store)
{
    file_store *file = (file_store *)store;
    if (file->fd >= 0) {
        leave_file(file);
        close(file->fd); /* drops the locks */
    }
    for (size_t i = 0; i < file->wills.count; i++) ls_store_buffer_finish(&file->wills.data[i].set);
    ls_vec_finish(&file->wills);
    ls_store_table_clear(&file->table);
    pthread_mutex_destroy(&file->mutex);
    free(file->path);
    free(file);
}

static void file_abandon(ls_store *store)
{
    ((file_store *)store)->is_abandoned = true;
}

static const ls_store_kind file_kind = {.run = file_run, .abandon = file_abandon, .destroy = file_destroy};

ls_status ls_store_create_file(const ls_store_file_options *options, ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_file: no place for the store");
    *out_store = NULL;
    if (!options || !options->path || !*options->path)
        return ls_fail(LS_INVALID_ARGUMENT, "a store in a file needs the file's path");
    if (options->world_size < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "a world size of %d: give how many processes open %s, or 0",
                       options->world_size, options->path);
    file_store *file = calloc(1, sizeof(*file));
    if (!file) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(&file->base, &file_kind, options->timeout_ms > 0 ? options->timeout_ms : LS_DEFAULT_TIMEOUT_MS);
    pthread_mutex_init(&file->mutex, NULL);
    file->fd = -1;
    file->path = strdup(options->path);
    ls_status status = file->path ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    if (status == LS_OK)
        status = join_file(file, (uint32_t)options->world_size, ls_deadline_in_ms(options->timeout_ms));
    if (status != LS_OK) {
        file_destroy(&file->base);
        return status;
    }
    *out_store = &file->base;
    return LS_OK;
}
