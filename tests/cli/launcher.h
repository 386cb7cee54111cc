/* Running `lockstep run` as a user does: a process with its output in files, signals to it, and who is left behind. */
#ifndef TESTS_CLI_LAUNCHER_H
#define TESTS_CLI_LAUNCHER_H

#include "base/deadline.h"
#include "ls_test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_MS 30000

typedef struct launch {
    pid_t pid;
    int status; /* exit status, or 1000 and the signal */
    char folder[64], out[1 << 16], err[1 << 16];
} launch;

static inline void read_file(const char *folder, const char *name, char *out, size_t size)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    size_t got = file ? fread(out, 1, size - 1, file) : 0;
    out[got] = 0;
    if (file) fclose(file);
}

static inline void remove_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (*entry->d_name != '.') unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory) closedir(directory);
    rmdir(folder);
}

static inline void launch_start_to(launch *l, const char *const *arguments, int out)
{
    char *argv[32] = {(char *)(uintptr_t)LOCKSTEP, "run"};
    for (int i = 0; arguments[i]; i++) argv[i + 2] = (char *)(uintptr_t)arguments[i];
    *l = (launch){0};
    snprintf(l->folder, sizeof(l->folder), "/tmp/lockstep-run.XXXXXX");
    assert_non_null(mkdtemp(l->folder));
    fflush(NULL);
    l->pid = fork();
    assert_true(l->pid >= 0);
    if (l->pid) return;
    setpgid(0, 0);
    if (chdir(l->folder)) _exit(99);
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(out < 0 ? open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666) : out, 1);
    dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0666), 2);
    execv(LOCKSTEP, argv);
    _exit(99);
}

/* Starts `lockstep run` with these arguments, in a folder of its own. */
static inline void launch_start(launch *l, const char *const *arguments)
{
    launch_start_to(l, arguments, -1);
}

/* The same with its output into a pipe, whose other end is returned. */
static inline int launch_start_piped(launch *l, const char *const *arguments)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    launch_start_to(l, arguments, ends[1]);
    close(ends[1]);
    return ends[0];
}

/* The same with a terminal for its output, whose other end is returned. */
static inline int launch_start_on_terminal(launch *l, const char *const *arguments)
{
    int ends[2];
    assert_int_equal(openpty(&ends[0], &ends[1], NULL, NULL, NULL), 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    launch_start_to(l, arguments, ends[1]);
    close(ends[1]);
    return ends[0];
}

/* Waits for its end and reads what it printed. */
static inline void launch_finish(launch *l)
{
    int how = 0;
    for (int64_t start = ls_now_ns(); waitpid(l->pid, &how, WNOHANG) != l->pid; ls_sleep_ms(2)) {
        if (ls_now_ns() - start < LIMIT_MS * INT64_C(1000000)) continue;
        kill(-l->pid, SIGKILL);
        waitpid(l->pid, NULL, 0);
        fail_msg("the launcher did not end");
    }
    l->status = WIFSIGNALED(how) ? 1000 + WTERMSIG(how) : WEXITSTATUS(how);
    read_file(l->folder, "out", l->out, sizeof(l->out));
    read_file(l->folder, "err", l->err, sizeof(l->err));
}

static inline void launch_clean(launch *l)
{
    remove_folder(l->folder);
}

#define launch_run(l, ...)                                                                                             \
    do {                                                                                                               \
        launch_start((l), (const char *const[]){__VA_ARGS__, NULL});                                                   \
        launch_finish(l);                                                                                              \
    } while (0)

#define assert_says(text, part)                                                                                        \
    do {                                                                                                               \
        if (!strstr((text), (part))) fail_msg("no \"%s\" in: %s", (part), (text));                                     \
    } while (0)

/* Waits until the file in the launch's folder holds `lines` lines; programs write their pids there. */
static inline void wait_for_lines(const launch *l, const char *name, int lines)
{
    for (int64_t start = ls_now_ns();; ls_sleep_ms(2)) {
        char text[4096];
        int count = 0;
        read_file(l->folder, name, text, sizeof(text));
        for (char *at = text; *at; at++) count += *at == '\n';
        if (count >= lines) return;
        if (ls_now_ns() - start > LIMIT_MS * INT64_C(1000000)) fail_msg("%s has %d lines, not %d", name, count, lines);
    }
}

static inline bool is_gone(pid_t pid)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) return true;
    size_t got = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[got] = 0;
    const char *name_end = strrchr(text, ')');
    return !name_end || name_end[2] == 'Z'; /* nobody may reap it where no init process runs */
}

/* All processes whose numbers are in the file are gone within the limit. */
static inline void assert_all_gone(const launch *l, const char *name, int64_t limit_ms)
{
    char text[4096];
    read_file(l->folder, name, text, sizeof(text));
    int64_t start = ls_now_ns();
    for (char *at = text, *end; strtol(at, &end, 10) > 0; at = end) {
        pid_t pid = (pid_t)strtol(at, NULL, 10);
        while (!is_gone(pid)) {
            if (ls_now_ns() - start > limit_ms * 1000000) fail_msg("process %d is still there", (int)pid);
            ls_sleep_ms(5);
        }
    }
}

#endif
