#include "dist/child.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread.h"
#include "dist/process.h"
#include "dist/ranks.h"
#include "dist/tpu.h"

struct line {
    int socket;
    pthread_mutex_t mutex; /* a record is sent in one piece */
};

/* Without its parent there is nobody to tell: then this process is about to be killed. */
static void send_all(int socket, const void *data, size_t size)
{
    for (const char *at = data; size;) {
        ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        at += sent;
        size -= (size_t)sent;
    }
}

static void send_record(struct line *line, ls_record record, const void *data)
{
    record.at_ns = ls_now_ns();
    pthread_mutex_lock(&line->mutex);
    send_all(line->socket, &record, sizeof(record));
    send_all(line->socket, data, record.size);
    pthread_mutex_unlock(&line->mutex);
}

static void send_failure(void *owner, int rank, ls_status status, const char *message)
{
    send_record(owner, (ls_record){.kind = LS_RECORD_FAILURE, .rank = rank, .status = status, .size = strlen(message)},
                message);
}

/* PR_SET_PDEATHSIG can be lost (a rank may change its credentials), so a thread also waits for the socket to close. */
static void *watch_parent(void *arg)
{
    struct line *line = arg;
    struct pollfd end = {.fd = line->socket, .events = POLLRDHUP};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
    kill(getpid(), SIGKILL);
    return NULL;
}

static int receive_port(int socket)
{
    int32_t port;
    ssize_t got;
    do got = recv(socket, &port, sizeof(port), MSG_WAITALL);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof(port) ? port : -1;
}

/* Failures of ranks are sent as they happen. */
static ls_status run_ranks(const ls_layout *layout, const ls_ranks *ranks, int port)
{
    ls_process *process;
    LS_TRY(ls_process_create(layout, &process));
    process->place = (ls_place){LS_PLACE_TCP, "127.0.0.1", port, false};
    return ls_ranks_run(process, ranks);
}

_Noreturn void ls_child_run(const ls_layout *layout, ls_rank_fn fn, void *arg, int64_t grace_ms, int socket,
                            pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    struct line line = {.socket = socket, .mutex = PTHREAD_MUTEX_INITIALIZER};
    int first = layout->process_index * layout->threads, port = receive_port(socket);
    if (port < 0) _exit(1);

    pthread_t watch;
    ls_bytes *results = calloc((size_t)layout->threads, sizeof(*results));
    ls_status status = results ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK) status = ls_thread_start(&watch, "parent watch", watch_parent, &line);
    if (status == LS_OK) status = ls_tpu_configure(layout);
    if (status != LS_OK)
        send_failure(&line, first, status, ls_last_error());
    else
        status = run_ranks(layout, &(ls_ranks){fn, arg, send_failure, &line, results, grace_ms}, port);
    for (int i = 0; results && i < layout->threads; i++)
        if (results[i].data)
            send_record(&line, (ls_record){.kind = LS_RECORD_RESULT, .rank = first + i, .size = results[i].size},
                        results[i].data);
    fflush(NULL);
    if (status == LS_OK) send_record(&line, (ls_record){.kind = LS_RECORD_DONE, .rank = first}, NULL);
    _exit(status != LS_OK);
}
