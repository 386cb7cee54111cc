/* lockstep run: the ranks of a program as processes, watched, ended together and never left behind.
 *
 *   command.c  options; how many processes and threads
 *   guard.c    two processes that end all ranks if either of them is killed
 *   job.c      the supervisor: watching, ending, again
 *   start.c    starting what it watches
 *   streams.c  reading what that writes
 *   worker.c   one process of the program: its environment, fork, death
 *   output.c   its lines: prefix, log file, the last ones
 *   error.c    what a process says about its failure
 *   hosts.c    a part of the job on each of several hosts
 *   processors.c  which processors each process may run on
 *   console.c  a thread that writes to the terminal, so that a full pipe holds up nobody
 *   summary.c  what is printed last
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <lockstep/status.h>

enum { RUN_MAX_HOSTS = 1024 };

typedef struct run_host {
    char name[256];
    int first_process, processes; /* of the job, on this host */
} run_host;

typedef struct run_hosts {
    int count, processes; /* of all */
    run_host list[RUN_MAX_HOSTS];
} run_hosts;

/* What an agent, the launcher of one host's part, was told by the launcher of the job. */
typedef struct run_agent {
    bool is_agent;
    int first_process, process_count, restart, restarts, port;
    char master[256];
} run_agent;

typedef struct run_options {
    int processes, threads;  /* of this host; of a process */
    int restarts;            /* how often the job may be started again after a failure */
    int64_t grace_ms;        /* from SIGTERM to SIGKILL */
    const char *log_dir;     /* NULL: everything to the console */
    bool is_unbound;         /* processes run on any processor */
    const run_hosts *hosts;  /* NULL: this one only */
    const char *shell;       /* that runs a command on another host */
    bool uses_shell_for_all; /* for this host too */
    char master[256];        /* where the other hosts reach the store */
    run_agent agent;
    char **program; /* with its arguments, up to a NULL */
} run_options;

/* --- guard.c ------------------------------------------------------------------------------------------------ */

/* The signals that the launcher passes on, unless they were ignored when it started. */
enum { RUN_SIGNAL_COUNT = 8 };
extern const int run_signals[RUN_SIGNAL_COUNT];

/* Splits the process: the child, in a session of its own, calls `supervise` with a descriptor that becomes readable
 * when the parent is gone, and with the signal mask that the program had: until it sets that, the signals wait. The
 * parent passes signals on. Returns the exit status, in the parent. */
int run_guarded(int (*supervise)(void *arg, int parent_gone, const sigset_t *mask), void *arg);

/* Kills and reaps all descendants of this process, which must be a subreaper; those that appear meanwhile too. */
void run_sweep(void);

/* --- console.c ---------------------------------------------------------------------------------------------- */

typedef struct run_console run_console;

/* `on_room` is called from the console's thread whenever it has room again or its reader is gone. */
ls_status run_console_create(void (*on_room)(void *arg), void *arg, run_console **out_console);
void run_console_destroy(run_console *console, int64_t drain_ms); /* writes what is left, so long at most */
void run_console_put(run_console *console, int fd, const char *data, size_t size); /* takes all, at any time */
bool run_console_is_full(run_console *console);                                    /* put no more for now */
bool run_console_is_broken(run_console *console);                                  /* nobody reads any more */

/* --- output.c ----------------------------------------------------------------------------------------------- */

enum { RUN_TAIL_LINES = 12, RUN_SHORT_TAIL = 6, RUN_TAIL_WIDTH = 300 };

/* Where the lines of a process go. */
typedef struct run_output {
    run_console *console;       /* NULL: only to the log */
    int log_fd;                 /* −1: none */
    int first_rank, rank_count; /* of the process: lines begin with them, unless the program wrote its rank itself */
    bool is_agent;              /* its lines have them already */
    char tail[RUN_TAIL_LINES][RUN_TAIL_WIDTH + 4]; /* the last lines of standard error, around from `tail_next` */
    int tail_count, tail_next;
} run_output;

/* A stream of a process: bytes so far of the line that is not whole yet. */
typedef struct run_line {
    run_output *output;
    int fd; /* of the console: 1 or 2 */
    char *text;
    size_t used, capacity;
} run_line;

/* "rank_3" or "ranks_4-7": with '_' for a file's name, with ' ' for a line. */
void run_output_name(const run_output *output, char separator, char *out, size_t size);

void run_line_add(run_line *line, const char *data, size_t size);
void run_line_end(run_line *line); /* passes on what is there without a newline, and frees */

/* --- summary.c ---------------------------------------------------------------------------------------------- */

typedef struct run_failure {
    char who[128]; /* "rank 2 (pid 77)" */
    bool was_killed;
    int code; /* exit status or signal */
    double after_s;
    const run_output *output;
    char error[512]; /* what it said itself, "" for nothing */
    char log[4096];  /* its log file, "" for none */
} run_failure;

void run_summary_print(run_console *console, const run_failure *failure, const char *consequence);

/* --- processors.c ------------------------------------------------------------------------------------------- */

/* What this process may run on, neighbours next to each other. */
typedef struct run_processors {
    int total; /* for the ranks to compute with: fewer than `count` under a cgroup's quota */
    int count, numbers[CPU_SETSIZE];
} run_processors;

void run_processors_read(run_processors *out);
/* The part of process `index` of `count`. False if there are fewer than processes: then nobody is bound. */
bool run_processors_share(const run_processors *processors, int index, int count, cpu_set_t *out_share);

/* --- hosts.c ------------------------------------------------------------------------------------------------ */

/* Reads a file of hosts; one that says no number of processes gets `slots`. */
ls_status run_hosts_read(const char *path, int slots, run_hosts *out_hosts);
/* The address at which all hosts reach this one: `given`, or by this host's name. */
ls_status run_hosts_find_master(const run_hosts *hosts, const char *given, char *out, size_t size);
/* The command that starts the agent of a host; of a heap of strings, NULL without memory. */
char **run_hosts_command(const run_options *options, int index, int port, int restart);
ls_status run_agent_read(const char *text, run_agent *out_agent);
/* An agent notes in the job's store that a process of its host failed; the launcher reads whose was the first, as the
 * host's first process, −1 if nobody noted any. */
void run_note_failure(const run_agent *agent);
int run_first_failure(int port, int restart);

/* --- error.c ------------------------------------------------------------------------------------------------ */

int run_error_create(void); /* a file of memory for a process's failure; −1: none */
/* What it says, "" for nothing, and when that was, in nanoseconds since 1970, 0 for never. */
int64_t run_error_read(int fd, char *out_message, size_t size);

/* --- worker.c ----------------------------------------------------------------------------------------------- */

/* Which process of the job, and where it meets the others. */
typedef struct run_place {
    int process, process_count, local_index, local_count, threads;
    const char *master;
    int port;
    int restart, restarts;  /* how often the job was started again; how often it may be */
    int processors;         /* of the host, for all its ranks */
    const cpu_set_t *share; /* this process's; NULL: any */
    int errors;             /* where it may say why it failed; −1: nowhere */
} run_place;

/* A process's standard input, output and error. */
typedef struct run_ends {
    int in, out, err; /* in: −1 for none */
} run_ends;

/* Ends of what a process writes its standard output into: a pipe, or a terminal if this process has one, since programs
 * then write line by line. Not 0: errno says why there is none. */
int run_worker_output(int out_ends[2]);

/* Forks and executes a process, the leader of a session of its own, that dies with this one. `place`: it is one of the
 * program's, with the variables for it; NULL: an agent's shell. */
ls_status run_worker_fork(const run_place *place, char **program, const sigset_t *mask, run_ends ends, pid_t *out_pid);

/* --- job.c -------------------------------------------------------------------------------------------------- */

/* Runs the program until it succeeds, a signal ends it or no restart is left. Returns the launcher's exit status. */
int run_supervise(const run_options *options, int parent_gone, const sigset_t *mask);

#endif
