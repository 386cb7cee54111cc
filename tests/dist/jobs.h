/* Jobs of processes that init_process_group joins, as a launcher or a user by hand would start them. */
#ifndef TESTS_DIST_JOBS_H
#define TESTS_DIST_JOBS_H

#include "ranks.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/deadline.h"

/* What each process of a job does, in a process of its own. */
typedef struct job {
    int processes, threads; /* threads 0: the program does not spawn */
    char url[128];          /* of init; "%d" stands for the process's number */
    bool has_rank_options;  /* rank and world_size are given as options */
    void (*set_variables)(int process, int processes);
    int place;                /* for set_variables: what tells this job from others, such as a port */
    int64_t timeout_ms;       /* of init; 0: plenty */
    int64_t first_timeout_ms; /* not 0: a first init with this one fails */
    int started;              /* the processes up to this one only; 0: all */
} job;

static const job *current;
static _Atomic int *at_init; /* of the job that starts: how many ranks have come as far as init; shared */

static inline void set_number(const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", number);
    setenv(name, text, 1);
}

static ls_status check_world(int process)
{
    int threads = current->threads ? current->threads : 1, world = current->processes * threads;
    char url[160];
    snprintf(url, sizeof(url), current->url, process);
    ls_init_options options = {.init_method = *url ? url : NULL,
                               .timeout_ms = current->timeout_ms ? current->timeout_ms : 20000};
    if (current->has_rank_options) {
        options.rank = process;
        options.world_size = current->processes;
    }
    (*at_init)++;
    if (current->first_timeout_ms) {
        ls_init_options early = options;
        early.timeout_ms = current->first_timeout_ms;
        EXPECT(ls_init_process_group("xla", &early) != LS_OK);
    }
    for (int round = 0; round < 2; round++) { /* the same again after it was destroyed */
        LS_TRY(ls_init_process_group("xla", &options));
        int me = ls_rank(LS_WORLD), all[MOST_RANKS * 2];
        EXPECT(ls_world_size(LS_WORLD) == world);
        EXPECT(ls_process_index() == process && ls_process_count() == current->processes);
        EXPECT(me / threads == process && ls_device_ordinal() == me);
        int mine = 1000 * me + round;
        LS_TRY(ls_host_all_gather(&mine, all, 1, LS_I32, LS_WORLD));
        for (int r = 0; r < world; r++) EXPECT(all[r] == 1000 * r + round);
        LS_TRY(ls_destroy_process_group());
    }
    return LS_OK;
}

static ls_status check_world_on_thread(int index, void *arg)
{
    return check_world(*(int *)arg);
}

static void run_process(int process, int errors)
{
    dup2(errors, STDERR_FILENO);
    if (current->set_variables) current->set_variables(process, current->processes);
    ls_spawn_options options = {.num_ranks = current->threads, .grace_ms = 500};
    if (current->set_variables) options.num_ranks *= current->processes; /* a launcher's processes share the host */
    ls_status status =
        current->threads ? ls_spawn_threads(check_world_on_thread, &process, &options) : check_world(process);
    if (status != LS_OK) fprintf(stderr, "process %d: %s\n", process, ls_last_error());
    exit((int)status);
}

typedef struct running {
    pid_t pids[MOST_RANKS];
    int count, ranks, errors;
    _Atomic int *at_init;
} running;

static inline running start(const job *j)
{
    running r = {.count = j->started ? j->started : j->processes, .errors = memfd_create("errors", 0)};
    fcntl(r.errors, F_SETFL, O_APPEND); /* or two who write at once may write over each other */
    r.ranks = r.count * (j->threads ? j->threads : 1);
    r.at_init = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal((void *)r.at_init, MAP_FAILED);
    at_init = r.at_init;
    current = j;
    fflush(NULL);
    for (int p = 0; p < r.count; p++) {
        r.pids[p] = fork();
        if (r.pids[p] == 0) run_process(p, r.errors);
    }
    return r;
}

/* Until all that were started are in init, most likely waiting for each other. */
static inline void wait_until_they_wait(const running *r)
{
    while (*r->at_init < r->ranks) ls_sleep_ms(2);
    ls_sleep_ms(LS_TEST_SANITIZED ? 1500 : 300);
}

/* Lines of a checker of leaks, which finds the parent's threads gone in a forked process and says so. */
static inline void drop_remarks(char *said)
{
    for (char *line = said, *end; *line; line = end) {
        end = strchrnul(line, '\n');
        end += *end == '\n';
        if (strncmp(line, "==", 2)) continue;
        memmove(line, end, strlen(end) + 1);
        end = line;
    }
}

/* The statuses of the processes, by number; what they said goes to `said`. */
static inline void finish(running *r, int *out_statuses, char *said, size_t size)
{
    for (int p = 0; p < r->count; p++) {
        int how;
        assert_int_equal(waitpid(r->pids[p], &how, 0), r->pids[p]);
        out_statuses[p] = WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
    }
    ssize_t length = pread(r->errors, said, size - 1, 0);
    said[length > 0 ? length : 0] = 0;
    if (LS_TEST_SANITIZED) drop_remarks(said);
    close(r->errors);
    munmap((void *)r->at_init, 4096);
}

static inline void succeeds(running *r)
{
    int statuses[MOST_RANKS];
    char said[2048];
    finish(r, statuses, said, sizeof(said));
    assert_string_equal(said, "");
    for (int p = 0; p < r->count; p++) assert_int_equal(statuses[p], 0);
}

static inline void run(const job *j)
{
    running r = start(j);
    succeeds(&r);
}

static inline int free_port(int family)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address = {.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address.v4);
    if (family == AF_INET6) {
        address.v6 = (struct sockaddr_in6){.sin6_addr = IN6ADDR_LOOPBACK_INIT};
        size = sizeof(address.v6);
    }
    address.any.sa_family = (sa_family_t)family;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0), port = 0;
    if (fd >= 0 && bind(fd, &address.any, size) == 0 && getsockname(fd, &address.any, &size) == 0)
        port = ntohs(address.v4.sin_port);
    if (fd >= 0) close(fd);
    return port;
}

#endif
