/* Ranks for tests: threads in forked processes, with one domain. What a rank finds wrong is printed and fails the run.
 */
#ifndef TESTS_COMM_RANKS_H
#define TESTS_COMM_RANKS_H

#include "base/deadline.h"
#include "base/error.h"
#include "base/thread.h"
#include "comm/comm.h"

#include "ls_test.h"
#include "shared_store.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_RANKS 256

typedef struct layout {
    int processes, threads; /* per process */
    int hosts;              /* the processes pretend to be on so many, in order; negative: by turns; 0: on this one */
} layout;

static inline int host_of(layout l, int process)
{
    if (l.hosts > 0) return process * l.hosts / l.processes;
    return l.hosts < 0 ? process % -l.hosts : 0;
}

/* Lies in memory that all processes of a run share. */
typedef struct shared_state {
    _Atomic int failures;
    shared_store *store;
    uint64_t results[MAX_RANKS]; /* for the test's own use */
    _Atomic int64_t numbers[MAX_RANKS];
} shared_state;

typedef struct rank_env {
    int rank, count;
    layout layout;
    ls_comm_domain *domain;
    ls_comm *world; /* all ranks, key 1 */
    shared_state *shared;
    void *arg;
} rank_env;

typedef void (*rank_fn)(rank_env *env);

/* In a rank: says what does not hold and leaves the function. */
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "# rank %d of %d×%d on %d, line %d: ", env->rank, env->layout.processes,                   \
                    env->layout.threads, env->layout.hosts, __LINE__);                                                 \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fprintf(stderr, "\n");                                                                                     \
            atomic_fetch_add(&env->shared->failures, 1);                                                               \
            return;                                                                                                    \
        }                                                                                                              \
    } while (0)
#define CHECK_OK(expr)                                                                                                 \
    do {                                                                                                               \
        ls_status status_ = (expr);                                                                                    \
        CHECK(status_ == LS_OK, "%s: %s: %s", #expr, ls_status_name(status_), ls_last_error());                        \
    } while (0)
#define CHECK_FAILS(expr, expected, part)                                                                              \
    do {                                                                                                               \
        ls_status status_ = (expr);                                                                                    \
        CHECK(status_ == (expected), "%s: %s: %s", #expr, ls_status_name(status_), status_ ? ls_last_error() : "");    \
        CHECK(strstr(ls_last_error(), (part)), "%s: no \"%s\" in: %s", #expr, (part), ls_last_error());                \
    } while (0)

static ls_status put_card(void *arg, const char *key, const void *value, size_t size, ls_deadline deadline)
{
    return shared_store_put(arg, key, value, size);
}

static ls_status get_card(void *arg, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    return shared_store_get(arg, key, out_value, out_size, ls_deadline_left_ms(deadline) + 1);
}

typedef struct rank_thread {
    rank_env env;
    rank_fn fn;
    pthread_t thread;
} rank_thread;

static ls_status open_world(rank_env *env)
{
    int ranks[MAX_RANKS];
    for (int i = 0; i < env->count; i++) ranks[i] = i;
    return ls_comm_open(env->domain, 1, ranks, env->count, env->rank, &env->world);
}

static void run_rank(rank_env *env, rank_fn fn)
{
    CHECK_OK(open_world(env));
    fn(env);
    ls_comm_close(env->world);
}

static void *rank_main(void *arg)
{
    rank_thread *thread = arg;
    run_rank(&thread->env, thread->fn);
    return NULL;
}

static void run_process(layout l, int process, shared_state *shared, rank_fn fn, void *arg)
{
    ls_comm_exchange exchange = {put_card, get_card, shared->store};
    if (l.hosts) {
        char name[32];
        snprintf(name, sizeof(name), "host%d", host_of(l, process));
        setenv("LOCKSTEP_HOST_ID", name, 1);
    }
    ls_comm_domain_options options = {.num_ranks = l.processes * l.threads,
                                      .num_processes = l.processes,
                                      .process_index = process,
                                      .exchange = l.processes > 1 ? &exchange : NULL,
                                      .is_one_host = !l.hosts,
                                      .deadline = ls_deadline_in_ms(20000)};
    rank_thread threads[MAX_RANKS] = {0};
    ls_comm_domain *domain;
    rank_env env_ = {.rank = process * l.threads,
                     .count = options.num_ranks,
                     .layout = l,
                     .shared = shared,
                     .arg = arg},
             *env = &env_;
    CHECK_OK(ls_comm_domain_create(&options, &domain));
    env->domain = domain;
    for (int i = 0; i < l.threads; i++) {
        threads[i] = (rank_thread){.env = *env, .fn = fn};
        threads[i].env.rank += i;
        CHECK_OK(ls_thread_start(&threads[i].thread, "rank", rank_main, &threads[i]));
    }
    for (int i = 0; i < l.threads; i++) pthread_join(threads[i].thread, NULL);
    ls_comm_domain_destroy(domain);
}

static shared_state *make_shared(void)
{
    shared_state *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    shared->store = shared_store_create();
    assert_non_null(shared->store);
    return shared;
}

static inline void free_shared(shared_state *shared)
{
    munmap(shared->store, sizeof(*shared->store));
    munmap(shared, sizeof(*shared));
}

/* Starts the layout's ranks and waits for them. A process that ends by the signal `expected_signal` (0: none) is no
 * failure. */
static void run_ranks_until(layout l, rank_fn fn, void *arg, shared_state *shared, int expected_signal)
{
    pid_t children[MAX_RANKS];
    shared->store->count = 0;
    fflush(NULL);
    for (int p = 0; l.processes > 1 && p < l.processes; p++) {
        children[p] = fork();
        assert_true(children[p] >= 0);
        if (children[p]) continue;
        run_process(l, p, shared, fn, arg);
        fflush(NULL);
        _exit(0);
    }
    if (l.processes == 1) run_process(l, 0, shared, fn, arg);
    for (int p = 0; l.processes > 1 && p < l.processes; p++) {
        int status;
        assert_int_equal(waitpid(children[p], &status, 0), children[p]);
        if (WIFSIGNALED(status) && WTERMSIG(status) == expected_signal) continue;
        if (status) fail_msg("process %d of %d ended with status %x", p, l.processes, status);
    }
    assert_int_equal(atomic_load(&shared->failures), 0);
}

static inline void run_ranks(layout l, rank_fn fn, void *arg, shared_state *shared)
{
    run_ranks_until(l, fn, arg, shared, 0);
}

/* One collective on whole buffers, in the world. */
static inline ls_comm_call plain_call(ls_comm_op op, const ls_comm_segment *in, const ls_comm_segment *out,
                                      int64_t timeout_ms)
{
    return (ls_comm_call){.op = op,
                          .dtype = LS_I32,
                          .source = -1,
                          .target = -1,
                          .in = in,
                          .out = out,
                          .in_count = in->bytes > 0,
                          .out_count = out->bytes > 0,
                          .deadline = ls_deadline_in_ms(timeout_ms)};
}

#endif
