/* A process is killed or stopped at a random moment of random collectives: every other rank gets an error in time that
 * names one of its ranks, and no process is left. Seeds are printed. */
#include "ranks.h"

#define LONGEST 20000 /* elements of an operand */

typedef struct fault {
    uint64_t seed;
    int signal, victim; /* process */
} fault;

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void *strike(void *arg)
{
    fault f = *(fault *)arg;
    for (int i = 0; i < 7; i++) next_random(&f.seed);
    struct timespec pause = {0, (long)(next_random(&f.seed) % 12000000)};
    nanosleep(&pause, NULL);
    kill(getpid(), f.signal);
    return NULL;
}

/* The same random choices on all ranks; only where operands lie differs. */
static ls_status run_random_call(rank_env *env, uint64_t *seed, int32_t *pooled, int32_t *private)
{
    static const ls_comm_op ops[] = {LS_COMM_ALL_REDUCE, LS_COMM_BROADCAST, LS_COMM_REDUCE, LS_COMM_PERMUTE,
                                     LS_COMM_BARRIER};
    static const size_t sizes[] = {1, 100, 3000, LONGEST};
    ls_comm_op op = ops[next_random(seed) % 5];
    size_t bytes = op == LS_COMM_BARRIER ? 0 : 4 * sizes[next_random(seed) % 4];
    bool is_private = (next_random(seed) + (uint64_t)env->rank) % 2;
    ls_comm_segment in = {is_private ? private : pooled, bytes},
                    out = {(is_private ? private : pooled) + LONGEST, bytes};
    ls_comm_call call = plain_call(op, &in, &out, 500);
    call.root = op == LS_COMM_PERMUTE ? 0 : (int)(next_random(seed) % (uint64_t)env->count);
    call.source = (env->rank + 1) % env->count;
    call.target = (env->rank + env->count - 1) % env->count;
    return ls_comm_run(env->world, &call);
}

static bool names_victim(const rank_env *env, const fault *f)
{
    char name[32];
    for (int i = 0; i < env->layout.threads; i++) {
        snprintf(name, sizeof(name), env->layout.hosts ? "rank %d (pid %d on " : "rank %d (pid %d)",
                 f->victim * env->layout.threads + i, (int)env->shared->numbers[0]);
        if (strstr(ls_last_error(), name)) return true;
    }
    return false;
}

static void run_until_fault(rank_env *env)
{
    const fault *f = env->arg;
    uint64_t seed = f->seed;
    bool is_victim = env->rank / env->layout.threads == f->victim;
    int32_t *pooled, *private = calloc(2 * LONGEST, 4);
    pthread_t thread;
    CHECK_OK(ls_comm_alloc(env->domain, 2 * LONGEST * 4, (void **)&pooled));
    ls_comm_segment nothing = {0};
    ls_comm_call barrier = plain_call(LS_COMM_BARRIER, &nothing, &nothing, 20000);
    CHECK_OK(ls_comm_run(env->world, &barrier)); /* all are here */
    if (is_victim) {
        atomic_store(&env->shared->numbers[0], getpid());
        if (env->rank % env->layout.threads == 0) CHECK_OK(ls_thread_start(&thread, "striker", strike, env->arg));
    }
    int64_t start = ls_now_ns();
    ls_status status = LS_OK;
    while (status == LS_OK && ls_now_ns() - start < 5000000000) status = run_random_call(env, &seed, pooled, private);
    if (is_victim && f->signal == SIGSTOP) return; /* it was let go on, by mistake: the others say so */
    ls_status expected = f->signal == SIGKILL ? LS_UNAVAILABLE : LS_DEADLINE_EXCEEDED;
    bool is_right = status == expected && names_victim(env, f);
    if (env->layout.hosts) ls_sleep_ms(300);       /* what other hosts find out comes over the network */
    kill((pid_t)env->shared->numbers[0], SIGKILL); /* the stopped one */
    CHECK(is_right, "seed %llu, signal %d: %s: %s", (unsigned long long)f->seed, f->signal, ls_status_name(status),
          ls_last_error());
    CHECK(ls_now_ns() - start < 4000000000, "seed %llu: it took too long", (unsigned long long)f->seed);
    ls_comm_free(env->domain, pooled);
    free(private);
}

static void strike_many_times(int signal, int times)
{
    static const layout layouts[] = {{2, 1},    {3, 1},    {2, 2},    {4, 1},     {2, 1, 2},
                                     {3, 1, 2}, {2, 2, 2}, {4, 1, 2}, {4, 1, -2}, {3, 1, 3}};
    enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };
    for (int i = 0; i < times; i++) {
        layout l = layouts[i % LAYOUTS];
        fault f = {.seed = (uint64_t)(1000 * signal + i), .signal = signal, .victim = i / LAYOUTS % l.processes};
        shared_state *shared = make_shared();
        run_ranks_until(l, run_until_fault, &f, shared, SIGKILL);
        free_shared(shared);
    }
}

static void test_process_is_killed_at_a_random_moment(void **state)
{
    strike_many_times(SIGKILL, 60);
}

static void test_process_is_stopped_at_a_random_moment(void **state)
{
    strike_many_times(SIGSTOP, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_process_is_killed_at_a_random_moment),
        cmocka_unit_test(test_process_is_stopped_at_a_random_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
