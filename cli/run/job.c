/* The supervisor: one libuv loop over the ranks' processes, their output, signals and the guard's pipe. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/error.h"
#include "commands.h"
#include "job.h"

#define UNWIND_MS 1000 /* after the first failure: time for the other ranks to see it and say so */
#define DRAIN_MS 200   /* after the last process: for what it left behind to end by itself */
#define AGENT_MS 1000  /* longer grace for an agent than for its ranks */
#define FLUSH_MS 2000  /* for a console that nobody reads, when a signal ends the job */

/* --- Time and signals ---------------------------------------------------------------------------------------- */

static void signal_all(const run_job *job, int signal)
{
    for (int i = 0; i < job->count; i++) {
        const run_worker *worker = &job->workers[i];
        unsigned char word = (unsigned char)signal;
        if (worker->pidfd < 0) continue;
        if (worker->control >= 0 && signal != SIGKILL)
            (void)!write(worker->control, &word, 1); /* an agent passes it on: its shell could only break off */
        else
            kill(-worker->pid, signal); /* with what it started, in its session */
    }
}

static void tick(uv_timer_t *timer);

/* Agents have ranks of their own to wait for. */
static int64_t grace_ns(const run_job *job)
{
    return (job->options->grace_ms + (job->options->hosts ? AGENT_MS : 0)) * 1000000;
}

/* Sets the timer for the next of the times. */
static void plan(run_job *job)
{
    const int64_t times[] = {job->terminate_at_ns, job->kill_at_ns, job->sweep_at_ns, job->give_up_at_ns};
    int64_t next = INT64_MAX, now = ls_now_ns();
    for (int i = 0; i < 4; i++)
        if (times[i] && times[i] < next) next = times[i];
    uv_timer_stop(&job->timer);
    if (next == INT64_MAX) return;
    uv_update_time(&job->loop);
    uv_timer_start(&job->timer, tick, next > now ? (uint64_t)(next - now + 999999) / 1000000 : 0, 0);
}

static bool is_due(int64_t *at_ns, int64_t now)
{
    bool is_due = *at_ns && now >= *at_ns;
    if (is_due) *at_ns = 0;
    return is_due;
}

static void tick(uv_timer_t *timer)
{
    run_job *job = timer->data;
    int64_t now = ls_now_ns();
    if (is_due(&job->terminate_at_ns, now)) {
        job->was_terminated = true;
        if (!job->kill_at_ns) job->kill_at_ns = now + grace_ns(job);
        signal_all(job, SIGTERM);
    }
    if (is_due(&job->kill_at_ns, now)) {
        job->was_terminated = true;
        signal_all(job, SIGKILL);
    }
    if (is_due(&job->sweep_at_ns, now)) {
        run_sweep(); /* then all ends of the pipes but ours are closed */
        if (job->signal) job->give_up_at_ns = now + FLUSH_MS * INT64_C(1000000);
    }
    if (is_due(&job->give_up_at_ns, now)) run_streams_close(job);
    plan(job);
}

static void end_by_signal(run_job *job, int signal)
{
    int64_t now = ls_now_ns();
    job->kill_at_ns = job->signal ? now : now + grace_ns(job); /* asked twice: at once */
    if (!job->signal) job->signal = signal;
    if (job->sweep_at_ns) job->sweep_at_ns = now;
    signal_all(job, signal);
    plan(job);
}

static void signal_came(uv_signal_t *handle, int signal)
{
    run_job *job = handle->data;
    switch (signal) {
    case SIGUSR1:
    case SIGUSR2:
    case SIGCONT: signal_all(job, signal); break;
    case SIGSTOP:                                  /* from a launcher with several hosts */
    case SIGTSTP: signal_all(job, SIGSTOP); break; /* they have no terminal: SIGTSTP would not stop them */
    default: end_by_signal(job, signal);
    }
}

/* The user's process was killed: nothing may be left, and nobody is there to be told. */
static void parent_gone(uv_poll_t *handle, int status, int events)
{
    run_job *job = handle->data;
    signal_all(job, SIGKILL);
    run_sweep();
    _exit(1);
}

/* --- Input and console --------------------------------------------------------------------------------------- */

/* The console has room, or nobody reads it any more: then the job ends as its programs would. */
static void console_changed(uv_async_t *handle)
{
    run_job *job = handle->data;
    if (run_console_is_broken(job->console) && !job->signal) end_by_signal(job, SIGPIPE);
    run_streams_set_paused(job, run_console_is_full(job->console));
}

/* The launcher of the job sends signals; that it, or the connection, is gone ends all. */
static void input_came(uv_poll_t *handle, int status, int events)
{
    run_job *job = handle->data;
    unsigned char word;
    ssize_t got = read(STDIN_FILENO, &word, 1);
    if (got == 1)
        signal_came(&job->signals[0], word);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        parent_gone(&job->parent, 0, 0);
}

static void wake_loop(void *arg)
{
    uv_async_send(arg);
}

/* --- Death --------------------------------------------------------------------------------------------------- */

static bool has_failed(const run_worker *worker)
{
    return worker->how.si_code != CLD_EXITED || worker->how.si_status;
}

/* The first that fails is to blame; but a death by signal comes before errors of those who only found it gone. */
static bool is_to_blame(const run_job *job, const run_worker *worker)
{
    if (job->was_terminated || job->signal) return false;
    return !job->culprit || (job->culprit->how.si_code == CLD_EXITED && worker->how.si_code != CLD_EXITED);
}

static void worker_ended(uv_poll_t *handle, int status, int events)
{
    run_worker *worker = handle->data;
    run_job *job = worker->job;
    if (waitid(P_PIDFD, (id_t)worker->pidfd, &worker->how, WEXITED | WNOHANG) || !worker->how.si_pid) return;
    worker->ended_ns = ls_now_ns();
    uv_close((uv_handle_t *)&worker->death, run_handle_closed);
    close(worker->pidfd);
    worker->pidfd = -1;
    job->alive--;
    if (has_failed(worker) && is_to_blame(job, worker)) {
        if (!job->culprit) {
            job->terminate_at_ns = worker->ended_ns + UNWIND_MS * INT64_C(1000000);
            if (job->options->agent.is_agent) run_note_failure(&job->options->agent);
        }
        job->culprit = worker;
    }
    if (!job->alive) {
        job->terminate_at_ns = job->kill_at_ns = 0;
        job->sweep_at_ns = ls_now_ns() + DRAIN_MS * INT64_C(1000000);
    }
    plan(job);
}

/* --- One run, and again -------------------------------------------------------------------------------------- */

static int failure_status(const run_worker *culprit)
{
    return culprit->how.si_code == CLD_EXITED ? culprit->how.si_status : 128 + culprit->how.si_status;
}

static void name_worker(const run_job *job, const run_worker *worker, char *out, size_t size)
{
    char ranks[64];
    const run_output *output = &worker->output;
    run_output_name(output, ' ', ranks, sizeof(ranks));
    if (output->is_agent)
        snprintf(out, size, "%s on %s", ranks, job->options->hosts->list[worker->index].name);
    else if (output->rank_count == 1)
        snprintf(out, size, "%s (pid %d)", ranks, (int)worker->pid);
    else
        snprintf(out, size, "process %d (%s, pid %d)", output->first_rank / output->rank_count, ranks,
                 (int)worker->pid);
}

static void print_failure(run_job *job, bool is_last)
{
    const run_worker *culprit = job->culprit;
    char consequence[128] = "the others were ended";
    run_failure failure = {.was_killed = culprit->how.si_code != CLD_EXITED,
                           .code = culprit->how.si_status,
                           .after_s = 1e-9 * (double)(culprit->ended_ns - job->started_ns),
                           .output = &culprit->output};
    name_worker(job, culprit, failure.who, sizeof(failure.who));
    snprintf(failure.error, sizeof(failure.error), "%s", job->error);
    if (job->options->agent.is_agent)
        snprintf(consequence, sizeof(consequence), "the job ends");
    else if (!is_last)
        snprintf(consequence, sizeof(consequence), "starting again, restart %d of %d", job->restart + 1,
                 job->options->restarts);
    else if (job->count == 1)
        snprintf(consequence, sizeof(consequence), "it was the only %s", job->options->hosts ? "host" : "process");
    if (job->options->log_dir && !job->options->hosts)
        run_log_path(job, &culprit->output, failure.log, sizeof(failure.log));
    run_summary_print(job->console, &failure, consequence);
}

/* Who fails because another did may end before it: what they said tells who was first. Deaths by signal say nothing,
 * and come first anyway. */
static void find_first_error(run_job *job)
{
    char text[sizeof(job->error)];
    int64_t first = INT64_MAX;
    if (!job->culprit) return;
    run_error_read(job->culprit->errors, job->error, sizeof(job->error));
    for (int i = 0; job->culprit->how.si_code == CLD_EXITED && i < job->count; i++) {
        run_worker *worker = &job->workers[i];
        int64_t at = run_error_read(worker->errors, text, sizeof(text));
        if (!at || at >= first || !has_failed(worker)) continue;
        first = at;
        job->culprit = worker;
        memcpy(job->error, text, sizeof(text));
    }
}

/* Agents end some time after their ranks, in any order: they have noted who was first. */
static void find_first_failure(run_job *job)
{
    if (!job->options->hosts || !job->culprit) return;
    int first = run_first_failure(ls_store_server_port(job->server), job->restart);
    for (int i = 0; i < job->count; i++)
        if (job->options->hosts->list[i].first_process == first && has_failed(&job->workers[i]))
            job->culprit = &job->workers[i];
}

/* Starts all processes and waits until none is left and their output has been read. */
static ls_status run_once(run_job *job)
{
    job->culprit = NULL;
    *job->error = 0;
    job->was_terminated = false;
    job->terminate_at_ns = job->kill_at_ns = job->sweep_at_ns = job->give_up_at_ns = 0;
    job->started_ns = ls_now_ns();
    for (int i = 0; i < job->count; i++)
        job->workers[i] = (run_worker){.pidfd = -1, .control = -1, .errors = -1, .output.log_fd = -1};
    ls_status status = run_start_all(job, worker_ended);
    if (status != LS_OK) { /* those that were started */
        job->was_terminated = true;
        signal_all(job, SIGKILL);
    }
    if (!job->alive) job->sweep_at_ns = ls_now_ns();
    plan(job);
    while (job->handles) uv_run(&job->loop, UV_RUN_ONCE);
    job->sweep_at_ns = job->give_up_at_ns = 0;
    plan(job);
    run_sweep();
    find_first_error(job);
    find_first_failure(job);
    for (int i = 0; i < job->count; i++) {
        if (job->workers[i].output.log_fd >= 0) close(job->workers[i].output.log_fd);
        if (job->workers[i].control >= 0) close(job->workers[i].control);
        if (job->workers[i].errors >= 0) close(job->workers[i].errors);
    }
    ls_store_server_stop(job->server, (ls_deadline){0});
    job->server = NULL;
    return status;
}

static int run_and_run_again(run_job *job)
{
    for (;; job->restart++) {
        if (run_once(job) != LS_OK) {
            char text[4096];
            int size = snprintf(text, sizeof(text), "lockstep run: %s\n", ls_last_error());
            run_console_put(job->console, STDERR_FILENO, text, (size_t)size);
            return 1;
        }
        if (!job->culprit) return job->signal ? 128 + job->signal : 0;
        bool is_last = job->signal || job->restart >= job->options->restarts;
        print_failure(job, is_last);
        if (is_last) return failure_status(job->culprit);
    }
}

static void loop_start(run_job *job, int parent_fd)
{
    uv_loop_init(&job->loop);
    job->loop.data = job;
    uv_timer_init(&job->loop, &job->timer);
    job->timer.data = job;
    uv_async_init(&job->loop, &job->room, console_changed);
    job->room.data = job;
    uv_poll_init(&job->loop, &job->parent, parent_fd);
    job->parent.data = job;
    uv_poll_start(&job->parent, UV_READABLE | UV_DISCONNECT, parent_gone);
    if (job->options->agent.is_agent && uv_poll_init(&job->loop, &job->input, STDIN_FILENO) == 0) {
        job->input.data = job;
        uv_poll_start(&job->input, UV_READABLE | UV_DISCONNECT, input_came);
    }
    for (int i = 0; i < RUN_SIGNAL_COUNT; i++) {
        struct sigaction action;
        uv_signal_init(&job->loop, &job->signals[i]);
        job->signals[i].data = job;
        if (sigaction(run_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            uv_signal_start(&job->signals[i], signal_came, run_signals[i]);
    }
    sigprocmask(SIG_SETMASK, job->mask, NULL);
}

static void close_handle(uv_handle_t *handle, void *arg)
{
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void loop_end(run_job *job)
{
    uv_walk(&job->loop, close_handle, NULL);
    uv_run(&job->loop, UV_RUN_DEFAULT);
    uv_loop_close(&job->loop);
}

int run_supervise(const run_options *options, int parent_fd, const sigset_t *mask)
{
    run_job job = {.options = options, .mask = mask, .count = options->processes};
    if (options->hosts) job.count = options->hosts->count;
    run_processors_read(&job.processors);
    signal(SIGPIPE, SIG_IGN);
    loop_start(&job, parent_fd);
    job.workers = calloc((size_t)job.count, sizeof(*job.workers));
    int result = 1;
    if (!job.workers)
        fprintf(stderr, "lockstep run: out of memory for %d processes\n", job.count);
    else if (run_console_create(wake_loop, &job.room, &job.console) != LS_OK)
        print_error();
    else
        result = run_and_run_again(&job);
    run_console_destroy(job.console, job.signal ? FLUSH_MS : -1);
    free(job.workers);
    loop_end(&job);
    return result;
}
