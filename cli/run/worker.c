#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/vec.h"
#include "dist/devices.h"
#include "run.h"

/* --- Environment --------------------------------------------------------------------------------------------- */

typedef LS_VEC(char *) strings;

/* Sets NAME=value in a list of such strings, all of them on the heap. */
static void set_variable(strings *list, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void set_variable(strings *list, const char *name, const char *format, ...)
{
    char value[512], *text;
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof(value), format, args);
    va_end(args);
    if (asprintf(&text, "%s=%s", name, value) < 0) return;
    size_t length = strlen(name) + 1;
    for (size_t i = 0; i < list->count; i++) {
        if (strncmp(list->data[i], text, length)) continue;
        free(list->data[i]);
        list->data[i] = text;
        return;
    }
    char **end = ls_vec_push(list);
    if (end)
        *end = text;
    else
        free(text);
}

/* What torchrun sets, so that programs need no other way; and how many ranks the host has. */
static strings make_environment(const run_place *place)
{
    strings list = {0};
    for (char **variable = environ; *variable; variable++) {
        char **end = ls_vec_push(&list);
        if (end) *end = strdup(*variable);
    }
    if (!place) return list;
    set_variable(&list, "RANK", "%d", place->process);
    set_variable(&list, "WORLD_SIZE", "%d", place->process_count);
    set_variable(&list, "LOCAL_RANK", "%d", place->local_index);
    set_variable(&list, "LOCAL_WORLD_SIZE", "%d", place->local_count);
    set_variable(&list, "MASTER_ADDR", "%s", place->master);
    set_variable(&list, "MASTER_PORT", "%d", place->port);
    set_variable(&list, "TORCHELASTIC_USE_AGENT_STORE", "True");
    set_variable(&list, "TORCHELASTIC_RESTART_COUNT", "%d", place->restart);
    set_variable(&list, "TORCHELASTIC_MAX_RESTARTS", "%d", place->restarts);
    if (place->errors >= 0)
        set_variable(&list, "TORCHELASTIC_ERROR_FILE", "/proc/%d/fd/%d", (int)getpid(), place->errors);
    set_variable(&list, "LOCKSTEP_NUM_RANKS", "%d", place->local_count * place->threads);
    if (ls_device_is_cpu()) set_variable(&list, "LOCKSTEP_CPU_DEVICES", "%d", place->local_count * place->threads);
    set_variable(&list, "LOCKSTEP_CPUS", "%d", place->processors);
    int threads = place->processors / (place->local_count * place->threads);
    if (!getenv("OMP_NUM_THREADS")) set_variable(&list, "OMP_NUM_THREADS", "%d", threads > 0 ? threads : 1);
    return list;
}

static void free_strings(strings *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->data[i]);
    ls_vec_finish(list);
}

/* --- Output ------------------------------------------------------------------------------------------------- */

int run_worker_output(int out_ends[2])
{
    struct winsize size;
    struct termios plain;
    bool is_terminal = isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    if (!is_terminal || openpty(&out_ends[0], &out_ends[1], NULL, NULL, &size)) return pipe2(out_ends, O_CLOEXEC);
    if (!tcgetattr(out_ends[1], &plain)) {
        cfmakeraw(&plain); /* lines come out as they went in */
        tcsetattr(out_ends[1], TCSANOW, &plain);
    }
    for (int i = 0; i < 2; i++) fcntl(out_ends[i], F_SETFD, FD_CLOEXEC);
    return 0;
}

/* --- Process ------------------------------------------------------------------------------------------------- */

static _Noreturn void become(const run_place *place, char **program, char **environment, run_ends ends,
                             pid_t supervisor, const sigset_t *mask)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) _exit(1);
    for (int i = 0; i < RUN_SIGNAL_COUNT; i++) {
        struct sigaction action;
        if (sigaction(run_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(run_signals[i], SIG_DFL); /* before they are unblocked: the handlers are the supervisor's */
    }
    signal(SIGPIPE, SIG_DFL);
    setsid();
    if (place && place->share) sched_setaffinity(0, sizeof(*place->share), place->share);
    if (ends.in < 0) ends.in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(ends.in, STDIN_FILENO);
    dup2(ends.out, STDOUT_FILENO);
    dup2(ends.err, STDERR_FILENO);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvpe(program[0], program, environment);
    int error = errno;
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", program[0], strerror(error));
    _exit(error == ENOENT ? 127 : 126);
}

/* libuv's own way to start a process cannot tie its life to this one's, nor bind it to processors. */
ls_status run_worker_fork(const run_place *place, char **program, const sigset_t *mask, run_ends ends, pid_t *out_pid)
{
    strings environment = make_environment(place);
    ls_vec_push(&environment); /* the NULL at the end */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t supervisor = getpid(), pid = fork();
    if (pid == 0) become(place, program, environment.data, ends, supervisor, mask);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free_strings(&environment);
    *out_pid = pid;
    return pid > 0 ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "cannot start a process: %s", strerror(errno));
}
