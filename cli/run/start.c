/* Starting what the supervisor watches. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/error.h"
#include "job.h"

void run_log_path(const run_job *job, const run_output *output, char *out, size_t size)
{
    char name[48];
    run_output_name(output, '_', name, sizeof(name));
    snprintf(out, size, "%s/%s.log", job->options->log_dir, name);
}

/* A restart continues the files of the run before it. */
static ls_status output_open(run_job *job, run_worker *worker)
{
    run_output *output = &worker->output;
    const run_options *options = job->options;
    bool is_agent = options->hosts, has_logs = options->log_dir && !is_agent;
    int process = options->agent.first_process + worker->index, threads = options->threads;
    *output = (run_output){.log_fd = -1,
                           .console = has_logs && process ? NULL : job->console,
                           .first_rank = process * threads,
                           .rank_count = threads,
                           .is_agent = is_agent};
    if (is_agent) {
        output->first_rank = options->hosts->list[worker->index].first_process * threads;
        output->rank_count = options->hosts->list[worker->index].processes * threads;
    }
    if (!has_logs) return LS_OK;
    char path[4096];
    run_log_path(job, output, path, sizeof(path));
    output->log_fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (job->restart ? O_APPEND : O_TRUNC), 0666);
    if (output->log_fd < 0) return ls_fail(LS_PERMISSION_DENIED, "cannot write %s: %s", path, strerror(errno));
    if (job->restart) dprintf(output->log_fd, "--- restart %d ---\n", job->restart);
    return LS_OK;
}

/* A process of the program. */
static ls_status fork_rank(run_job *job, run_worker *worker, run_ends ends)
{
    const run_options *options = job->options;
    const run_agent *agent = &options->agent;
    cpu_set_t share;
    bool is_bound =
        !options->is_unbound && run_processors_share(&job->processors, worker->index, options->processes, &share);
    if (!worker->index && !agent->is_agent && !isatty(STDIN_FILENO)) ends.in = STDIN_FILENO;
    worker->errors = run_error_create();
    run_place place = {.process = agent->first_process + worker->index,
                       .process_count = agent->is_agent ? agent->process_count : options->processes,
                       .local_index = worker->index,
                       .local_count = options->processes,
                       .threads = options->threads,
                       .master = agent->is_agent ? agent->master : "127.0.0.1",
                       .port = agent->is_agent ? agent->port : ls_store_server_port(job->server),
                       .restart = agent->is_agent ? agent->restart : job->restart,
                       .restarts = agent->is_agent ? agent->restarts : options->restarts,
                       .processors = job->processors.total,
                       .share = is_bound ? &share : NULL,
                       .errors = worker->errors};
    return run_worker_fork(&place, options->program, job->mask, ends, &worker->pid);
}

static ls_status fork_agent(run_job *job, run_worker *worker, run_ends ends)
{
    int control[2];
    char **command = run_hosts_command(job->options, worker->index, ls_store_server_port(job->server), job->restart);
    if (!command || pipe2(control, O_CLOEXEC)) return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot start an agent");
    ends.in = control[0];
    worker->control = control[1];
    ls_status status = run_worker_fork(NULL, command, job->mask, ends, &worker->pid);
    close(control[0]);
    for (char **word = command; *word; word++) free(*word);
    free(command);
    return status;
}

static ls_status worker_start(run_job *job, int index, uv_poll_cb on_end)
{
    run_worker *worker = &job->workers[index];
    int out[2], err[2];
    worker->job = job;
    worker->index = index;
    LS_TRY(output_open(job, worker));
    if (run_worker_output(out)) return ls_fail(LS_RESOURCE_EXHAUSTED, "pipe: %s", strerror(errno));
    if (pipe2(err, O_CLOEXEC)) {
        close(out[0]);
        close(out[1]);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "pipe: %s", strerror(errno));
    }
    run_ends ends = {-1, out[1], err[1]};
    ls_status status = (job->options->hosts ? fork_agent : fork_rank)(job, worker, ends);
    close(out[1]);
    close(err[1]);
    run_stream_open(worker, 0, out[0]);
    run_stream_open(worker, 1, err[0]);
    if (status != LS_OK) return status;
    worker->pidfd = pidfd_open(worker->pid, 0);
    if (worker->pidfd < 0) {
        status = ls_fail(LS_RESOURCE_EXHAUSTED, "pidfd_open: %s", strerror(errno));
        kill(-worker->pid, SIGKILL);
        return status;
    }
    uv_poll_init(&job->loop, &worker->death, worker->pidfd);
    worker->death.data = worker;
    job->handles++;
    job->alive++;
    uv_poll_start(&worker->death, UV_READABLE, on_end);
    return LS_OK;
}

ls_status run_start_all(run_job *job, uv_poll_cb on_end)
{
    const run_options *options = job->options;
    if (!options->agent.is_agent)
        LS_TRY(ls_store_server_start(options->hosts ? options->master : "127.0.0.1", 0, &job->server));
    for (int i = 0; i < job->count && !job->signal; i++) LS_TRY(worker_start(job, i, on_end));
    return LS_OK;
}
