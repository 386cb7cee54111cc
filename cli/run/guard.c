/* Two processes that watch each other. The one that the user started stays in the foreground and passes signals on; its
 * child, in a session of its own, starts the ranks. If the first is killed, the second sees their pipe close and ends
 * the ranks; if the second is killed, its descendants become children of the first, which ends them. If both are, the
 * ranks have asked the kernel for a SIGKILL at the second's death. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "run.h"

const int run_signals[RUN_SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};

/* --- Ending descendants -------------------------------------------------------------------------------------- */

/* The parent of a process: field 4 of its stat, the second behind the name, which may hold anything. */
static pid_t parent_of(const char *pid)
{
    char path[300], text[1024];
    snprintf(path, sizeof(path), "/proc/%s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
    if (fd >= 0) close(fd);
    text[size > 0 ? size : 0] = 0;
    const char *name_end = strrchr(text, ')');
    return name_end ? (pid_t)atoi(name_end + 3) : 0; /* ") S 123": behind the state */
}

static void kill_children(void)
{
    DIR *all = opendir("/proc");
    if (!all) return;
    for (struct dirent *entry; (entry = readdir(all));)
        if (isdigit((unsigned char)*entry->d_name) && parent_of(entry->d_name) == getpid())
            kill((pid_t)atoi(entry->d_name), SIGKILL);
    closedir(all);
}

void run_sweep(void)
{
    for (pid_t ended = 0; ended >= 0 || errno != ECHILD;) {
        ended = waitpid(-1, NULL, WNOHANG);
        if (ended) continue;
        kill_children();
        ls_sleep_ms(1);
    }
}

/* --- The two processes --------------------------------------------------------------------------------------- */

/* Stops with the ranks on Ctrl-Z: they are in sessions that the terminal does not reach. */
static void stop_here(void)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); /* here it stops */
    sigprocmask(SIG_BLOCK, &stop, NULL);
}

static int pass_signals_on(pid_t supervisor, const sigset_t *watched)
{
    for (;;) {
        siginfo_t signal;
        if (sigwaitinfo(watched, &signal) < 0) continue;
        siginfo_t how = {0};
        if (signal.si_signo != SIGCHLD)
            kill(supervisor, signal.si_signo);
        else if (waitid(P_PID, (id_t)supervisor, &how, WEXITED | WNOHANG) == 0 && how.si_pid == supervisor) {
            if (how.si_code == CLD_EXITED) return how.si_status;
            run_sweep();
            fprintf(stderr, "lockstep run: its supervisor was killed by SIG%s; all ranks were ended\n",
                    sigabbrev_np(how.si_status));
            return 128 + how.si_status;
        }
        if (signal.si_signo == SIGTSTP) stop_here();
    }
}

int run_guarded(int (*supervise)(void *arg, int parent_gone, const sigset_t *mask), void *arg)
{
    int ends[2];
    sigset_t watched, before;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    for (int i = 0; i < RUN_SIGNAL_COUNT; i++) {
        struct sigaction action;
        if (sigaction(run_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&watched, run_signals[i]); /* what is ignored, as under nohup, stays ignored */
    }
    signal(SIGCHLD, SIG_DFL); /* an ignored one would have the kernel reap children unseen */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigprocmask(SIG_BLOCK, &watched, &before);
    pid_t pid = pipe2(ends, O_CLOEXEC) ? -1 : fork();
    if (pid < 0) {
        fprintf(stderr, "lockstep run: cannot start its supervisor: %s\n", strerror(errno));
        return 1;
    }
    if (pid > 0) {
        close(ends[0]);
        return pass_signals_on(pid, &watched);
    }
    close(ends[1]);
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* not inherited */
    prctl(PR_SET_NAME, "ls-ranks");   /* "pkill -9 lockstep" shall leave one to clean up */
    int status = supervise(arg, ends[0], &before);
    run_sweep();
    fflush(NULL);
    _exit(status);
}
