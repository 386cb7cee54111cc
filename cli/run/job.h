/* Inside the supervisor: a job and its workers, which are processes of the program or, with several hosts, agents. */
#ifndef CLI_RUN_JOB_H
#define CLI_RUN_JOB_H

#include <uv.h>

#include "run.h"
#include "store/tcp_server.h"

typedef struct run_worker {
    struct run_job *job;
    int index; /* on this host */
    pid_t pid;
    int pidfd;   /* −1: reaped */
    int control; /* an agent's standard input: a byte is a signal, the end is the end; −1: none */
    uv_poll_t death;
    struct run_stream {
        uv_pipe_t pipe;
        run_line line;
        bool is_open;
    } streams[2]; /* standard output and error */
    run_output output;
    int errors; /* where it says why it failed; −1: none */
    int64_t ended_ns;
    siginfo_t how;
} run_worker;

typedef struct run_job {
    const run_options *options;
    const sigset_t *mask;
    int count; /* of workers: processes, or agents */
    run_processors processors;
    uv_loop_t loop;
    uv_signal_t signals[RUN_SIGNAL_COUNT];
    uv_poll_t parent, input; /* input: an agent's */
    uv_timer_t timer;
    uv_async_t room;
    run_console *console;
    ls_store_server *server;
    run_worker *workers;
    int restart, alive, handles; /* handles: of workers, that are not closed */
    int64_t started_ns;
    bool is_paused; /* the console is full: the workers' output waits in its pipes */
    int signal;     /* that ends the job; 0: none yet */

    /* The first failure, and what follows from it: 0 is never. */
    run_worker *culprit;
    char error[512]; /* what it said about it */
    int64_t terminate_at_ns, kill_at_ns, sweep_at_ns, give_up_at_ns;
    bool was_terminated; /* deaths are of our making from here on */
} run_job;

/* --- streams.c ---------------------------------------------------------------------------------------------- */

/* Reads a process's stream `index` (0: standard output, 1: error) from the descriptor, which it takes over. */
void run_stream_open(run_worker *worker, int index, int end);
void run_streams_close(run_job *job);                      /* all that are open */
void run_streams_set_paused(run_job *job, bool is_paused); /* read on, or not */
void run_handle_closed(uv_handle_t *handle);               /* for uv_close of a worker's handle */

/* --- start.c ------------------------------------------------------------------------------------------------ */

/* Starts the store's server, unless this is an agent, and all workers; `on_end` is called at the end of each. Those
 * that were started before a failure stay. */
ls_status run_start_all(run_job *job, uv_poll_cb on_end);
void run_log_path(const run_job *job, const run_output *output, char *out, size_t size);

#endif
