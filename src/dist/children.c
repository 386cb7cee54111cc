#include "dist/children.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/error.h"
#include "dist/child.h"
#include "dist/process.h"

#define UNWIND_MS 300 /* after the first failure: time for the other ranks to see it and say so */

struct child {
    pid_t pid;
    int pidfd, socket;        /* −1: reaped; −1: closed */
    bool is_done, has_failed; /* it said so */
    ls_record head;           /* the record that is arriving */
    char *payload;
    size_t have; /* bytes of head and payload so far */
};

struct job {
    const ls_layout *layout;
    struct child *children;
    struct pollfd *polled; /* socket and pidfd of each child, then the signals */
    int alive;
    ls_bytes *out_results; /* NULL allowed */
    ls_store *store;
    int64_t grace_ms;
    int signal_fd, signal; /* the signal that ends the job; 0: none yet */
    sigset_t old_mask;

    /* The first failure, and what follows from it: 0 is never. */
    ls_status status;
    int64_t failed_at_ns, terminate_at_ns, kill_at_ns;
    bool was_terminated; /* deaths are of our making from here on */
    char message[4096];
};

/* --- The first failure --------------------------------------------------------------------------------------- */

static const char *child_name(const struct job *job, const struct child *child, char *out, size_t size)
{
    char ranks[64];
    int index = (int)(child - job->children);
    ls_layout_ranks(index, job->layout->threads, ranks, sizeof(ranks));
    if (job->layout->threads == 1)
        snprintf(out, size, "%s (pid %d)", ranks, (int)child->pid);
    else
        snprintf(out, size, "process %d (%s, pid %d)", index, ranks, (int)child->pid);
    return out;
}

static void job_fail(struct job *job, ls_status status, int64_t at_ns, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void job_fail(struct job *job, ls_status status, int64_t at_ns, const char *format, ...)
{
    if (job->status == LS_OK) job->terminate_at_ns = ls_now_ns() + UNWIND_MS * INT64_C(1000000);
    job->status = status;
    job->failed_at_ns = at_ns;
    va_list args;
    va_start(args, format);
    vsnprintf(job->message, sizeof(job->message), format, args);
    va_end(args);
}

/* Reports from several children may be read in any order: the earliest counts. */
static void rank_failed(struct job *job, struct child *child)
{
    child->has_failed = true;
    if (job->status != LS_OK && child->head.at_ns >= job->failed_at_ns) return;
    job_fail(job, (ls_status)child->head.status, child->head.at_ns, "rank %d (pid %d): %.*s", child->head.rank,
             (int)child->pid, (int)child->head.size, child->payload);
}

/* A process that died by itself. That others found it gone is its consequence, whenever they tell. */
static void child_died(struct job *job, const struct child *child, const siginfo_t *how)
{
    if (child->is_done || child->has_failed || job->was_terminated || job->signal) return;
    if (job->status != LS_OK && job->status != LS_UNAVAILABLE) return;
    char name[128];
    child_name(job, child, name, sizeof(name));
    if (how->si_code == CLD_EXITED)
        job_fail(job, LS_ABORTED, 0, "%s exited with status %d before its function returned", name, how->si_status);
    else
        job_fail(job, LS_ABORTED, 0, "%s was killed by SIG%s%s", name, sigabbrev_np(how->si_status),
                 how->si_status == SIGKILL ? "; unless somebody sent that, the system ran out of memory (dmesg tells)"
                                           : "");
}

/* --- Records ------------------------------------------------------------------------------------------------- */

static void record_finish(struct job *job, struct child *child)
{
    const ls_record *head = &child->head;
    if (head->kind == LS_RECORD_FAILURE) rank_failed(job, child);
    if (head->kind == LS_RECORD_DONE) child->is_done = true;
    if (head->kind == LS_RECORD_RESULT && job->out_results) {
        ls_bytes_free(&job->out_results[head->rank]);
        job->out_results[head->rank] = (ls_bytes){child->payload, head->size};
        child->payload = NULL;
    }
    free(child->payload);
    child->payload = NULL;
    child->have = 0;
}

static void socket_close(struct child *child)
{
    close(child->socket);
    child->socket = -1;
    free(child->payload);
    child->payload = NULL;
}

/* Where the next bytes of the current record go; 0 if there is no memory for them. */
static size_t record_want(struct child *child, char **out_at)
{
    size_t head = sizeof(child->head);
    if (child->have < head) {
        *out_at = (char *)&child->head + child->have;
        return head - child->have;
    }
    if (!child->payload) child->payload = malloc(child->head.size);
    *out_at = child->payload + (child->have - head);
    return child->payload ? child->head.size - (child->have - head) : 0;
}

/* Reads what is there. A child whose socket is closed ends itself. */
static void socket_read(struct job *job, struct child *child)
{
    while (child->socket >= 0) {
        char *at;
        size_t want = record_want(child, &at);
        if (!want) {
            job_fail(job, LS_RESOURCE_EXHAUSTED, ls_now_ns(), "no memory for the %llu bytes of rank %d",
                     (unsigned long long)child->head.size, child->head.rank);
            socket_close(child);
            return;
        }
        ssize_t got = recv(child->socket, at, want, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {
            socket_close(child);
            return;
        }
        child->have += (size_t)got;
        if (child->have >= sizeof(child->head) && child->have == sizeof(child->head) + child->head.size)
            record_finish(job, child);
    }
}

/* --- Ending and reaping -------------------------------------------------------------------------------------- */

static void signal_all(const struct job *job, int signal)
{
    for (int i = 0; i < job->layout->process_count; i++)
        if (job->children[i].pidfd >= 0) pidfd_send_signal(job->children[i].pidfd, signal, NULL, 0);
}

static void child_reap(struct job *job, struct child *child)
{
    siginfo_t how = {0};
    while (waitid(P_PIDFD, (id_t)child->pidfd, &how, WEXITED) < 0 && errno == EINTR) {
    }
    close(child->pidfd);
    child->pidfd = -1;
    job->alive--;
    if (child->socket >= 0) {
        socket_read(job, child); /* what it said last; a grandchild may hold the socket open */
        if (child->socket >= 0) socket_close(child);
    }
    child_died(job, child, &how);
}

static void signal_read(struct job *job)
{
    struct signalfd_siginfo info;
    if (read(job->signal_fd, &info, sizeof(info)) != sizeof(info)) return;
    int64_t now = ls_now_ns();
    job->kill_at_ns = job->signal ? now : now + job->grace_ms * 1000000; /* asked twice: at once */
    job->signal = (int)info.ssi_signo;
    signal_all(job, job->signal);
}

/* SIGTERM, then SIGKILL, each at its time. Returns the milliseconds until the next; −1: none. */
static int escalate(struct job *job)
{
    int64_t now = ls_now_ns();
    if (job->terminate_at_ns && now >= job->terminate_at_ns) {
        job->terminate_at_ns = 0;
        job->was_terminated = true;
        if (!job->kill_at_ns) job->kill_at_ns = now + job->grace_ms * 1000000;
        signal_all(job, SIGTERM);
    }
    if (job->kill_at_ns && now >= job->kill_at_ns) {
        job->kill_at_ns = 0;
        signal_all(job, SIGKILL);
    }
    int64_t next = job->terminate_at_ns ? job->terminate_at_ns : job->kill_at_ns;
    if (!next) return -1;
    return (int)((next - now + 999999) / 1000000);
}

static void job_wait(struct job *job)
{
    int count = job->layout->process_count;
    struct pollfd *polled = job->polled;
    while (job->alive) {
        for (int i = 0; i < count; i++) {
            polled[2 * i] = (struct pollfd){.fd = job->children[i].socket, .events = POLLIN};
            polled[2 * i + 1] = (struct pollfd){.fd = job->children[i].pidfd, .events = POLLIN};
        }
        polled[2 * count] = (struct pollfd){.fd = job->signal_fd, .events = POLLIN};
        if (poll(polled, (nfds_t)(2 * count + 1), escalate(job)) <= 0) continue;
        /* All sockets, before any death is looked into: a report may have come since the poll. */
        for (int i = 0; i < count; i++)
            if (job->children[i].socket >= 0) socket_read(job, &job->children[i]);
        for (int i = 0; i < count; i++)
            if (polled[2 * i + 1].revents) child_reap(job, &job->children[i]);
        if (polled[2 * count].revents) signal_read(job);
    }
}

/* --- Starting ------------------------------------------------------------------------------------------------ */

static ls_status child_fork(struct job *job, int index, ls_rank_fn fn, void *arg)
{
    struct child *child = &job->children[index];
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return ls_fail(LS_RESOURCE_EXHAUSTED, "socketpair: %s", strerror(errno));
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        /* Only the parent holds the parent's ends: that is how children notice its death. */
        for (int i = 0; i < index; i++) {
            close(job->children[i].socket);
            close(job->children[i].pidfd);
        }
        close(ends[0]);
        close(job->signal_fd);
        pthread_sigmask(SIG_SETMASK, &job->old_mask, NULL);
        ls_layout layout = *job->layout;
        layout.process_index = layout.local_index = index;
        ls_child_run(&layout, fn, arg, job->grace_ms, ends[1], parent);
    }
    close(ends[1]);
    int pidfd = pid < 0 ? -1 : pidfd_open(pid, 0);
    if (pidfd < 0) {
        ls_status status = ls_fail(LS_RESOURCE_EXHAUSTED, "cannot start process %d: %s", index, strerror(errno));
        close(ends[0]); /* ends a child that is there */
        if (pid > 0) waitpid(pid, NULL, 0);
        return status;
    }
    child->pid = pid;
    child->pidfd = pidfd;
    child->socket = ends[0];
    job->alive++;
    return LS_OK;
}

/* The store's server has threads, so it comes after the last fork; the children wait for its port. */
static ls_status job_start(struct job *job, ls_rank_fn fn, void *arg)
{
    fflush(NULL);
    for (int i = 0; i < job->layout->process_count; i++) LS_TRY(child_fork(job, i, fn, arg));
    LS_TRY(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true}, &job->store));
    int32_t port = ls_store_port(job->store);
    for (int i = 0; i < job->layout->process_count; i++)
        if (send(job->children[i].socket, &port, sizeof(port), MSG_NOSIGNAL) < 0) break; /* it died: reaping says how */
    return LS_OK;
}

/* Blocks the signals that end a job, for the signal descriptor to receive; not those that the program ignores. */
static ls_status signals_take(struct job *job)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t taken;
    sigemptyset(&taken);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&taken, ending[i]);
    }
    pthread_sigmask(SIG_BLOCK, &taken, &job->old_mask);
    job->signal_fd = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    if (job->signal_fd >= 0) return LS_OK;
    pthread_sigmask(SIG_SETMASK, &job->old_mask, NULL);
    return ls_fail(LS_RESOURCE_EXHAUSTED, "signalfd: %s", strerror(errno));
}

/* All that happens between taking the signals and giving them back. */
static void job_run(struct job *job, ls_rank_fn fn, void *arg)
{
    for (int i = 0; i < job->layout->process_count; i++) job->children[i] = (struct child){.pidfd = -1, .socket = -1};
    ls_status status = job_start(job, fn, arg);
    if (status != LS_OK) {
        job_fail(job, status, ls_now_ns(), "%s", ls_last_error());
        job->kill_at_ns = ls_now_ns();
    }
    job_wait(job);
    ls_store_destroy(job->store);
    close(job->signal_fd);
    pthread_sigmask(SIG_SETMASK, &job->old_mask, NULL);
}

static ls_status job_result(struct job *job)
{
    if (job->signal) {
        raise(job->signal); /* by its disposition; the mask is the caller's again */
        return ls_fail(LS_CANCELLED, "ended by SIG%s", sigabbrev_np(job->signal));
    }
    return job->status == LS_OK ? LS_OK : ls_fail(job->status, "%s", job->message);
}

ls_status ls_children_run(const ls_layout *layout, ls_rank_fn fn, void *arg, const ls_spawn_options *options)
{
    if (ls_process_live_clients())
        return ls_fail(LS_FAILED_PRECONDITION,
                       "a device was used in this process before: call ls_spawn first and use devices only in "
                       "the ranks, since they do not survive a fork");
    struct job job = {.layout = layout, .out_results = options->out_results, .grace_ms = options->grace_ms};
    job.children = calloc((size_t)layout->process_count, sizeof(*job.children));
    job.polled = calloc(2 * (size_t)layout->process_count + 1, sizeof(*job.polled));
    ls_status status =
        job.children && job.polled ? signals_take(&job) : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK) {
        job_run(&job, fn, arg);
        status = job_result(&job);
    }
    free(job.polled);
    free(job.children);
    return status;
}
