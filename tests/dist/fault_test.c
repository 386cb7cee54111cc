/* A random rank is killed, stopped or delayed at a random moment: while the world forms, in collectives, messages, new
 * groups, leaving and coming again. Every run ends in time, names the culprit, and leaves nothing behind.
 *
 * usage: dist_fault_test [ROUNDS [SEED]]; every round prints its seed if it goes wrong. */
#include "ranks.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "base/deadline.h"
#include <lockstep/p2p.h>

#define TIMEOUT_MS 2000
#define GRACE_MS 300
#define LONGEST 200000 /* elements */

enum fault { KILL, STOP, DELAY, FAULTS };
static const char *const fault_names[] = {"kill", "stop", "delay"};

struct plan {
    uint64_t seed;
    struct layout layout;
    bool has_hosts; /* processes are on two hosts, as far as they can tell */
    enum fault fault;
    int victim;      /* rank; where ranks are processes, its process */
    int after_us;    /* of its start */
    int thread_step; /* where ranks are threads: before which step */
};

/* What the processes of a round share. */
struct board {
    _Atomic int pids[MOST_RANKS], has_returned[MOST_RANKS], status[MOST_RANKS];
    char messages[MOST_RANKS][1024];
    _Atomic int result, descriptors, children;
    char message[4096];
};

static struct board *board;
static int rounds = 20, first_seed = 1, ineffective;

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % below;
}

static struct plan make_plan(uint64_t seed)
{
    static const struct layout choices[] = {{2, 1}, {3, 1}, {2, 2}, {4, 1}, {1, 4}, {1, 2}};
    struct plan plan = {.seed = seed};
    uint64_t state = seed * 2862933555777941757u;
    plan.layout = choices[draw(&state, 6)];
    uint64_t fault = draw(&state, 10);
    plan.fault = fault < 6 ? KILL : fault < 8 ? STOP : DELAY;
    plan.victim = (int)draw(&state, (uint64_t)(plan.layout.processes * plan.layout.threads));
    plan.after_us = (int)draw(&state, draw(&state, 2) ? 15000 : 150000);
    plan.thread_step = (int)draw(&state, 45);
    plan.has_hosts = plan.layout.processes > 1 && draw(&state, 3) == 0;
    return plan;
}

/* --- Ranks --------------------------------------------------------------------------------------------------- */

static ls_status init(void)
{
    return ls_init_process_group(NULL, &(ls_init_options){.init_method = "pjrt://", .timeout_ms = TIMEOUT_MS});
}

/* Each sends to the next: first those with even numbers, so that large messages are no circle. */
static ls_status pass_around(int32_t *data, int64_t count)
{
    int rank = ls_rank(LS_WORLD), world = ls_world_size(LS_WORLD);
    int next = (rank + 1) % world, last = (rank + world - 1) % world;
    if (rank % 2 == 0) LS_TRY(ls_host_send(data, count, LS_I32, next, 3, LS_WORLD));
    LS_TRY(ls_host_recv(data + count, count, LS_I32, last, 3, LS_WORLD));
    if (rank % 2) LS_TRY(ls_host_send(data, count, LS_I32, next, 3, LS_WORLD));
    return LS_OK;
}

static ls_status use_group(uint64_t *state, int32_t *data, int64_t count)
{
    int world = ls_world_size(LS_WORLD), first = (int)draw(state, (uint64_t)world),
        ranks[2] = {first, (first + 1) % world};
    ls_group group;
    LS_TRY(ls_new_group(ranks, 2, &group));
    if (ls_rank(group) >= 0) LS_TRY(ls_host_all_reduce(data, data, count, LS_I32, LS_SUM, group));
    return ls_destroy_group(group);
}

/* The same choices on all ranks. */
static ls_status take_step(uint64_t *state, int32_t *data)
{
    static const int64_t counts[] = {1, 100, 3000, LONGEST};
    int64_t count = counts[draw(state, 4)];
    int root = (int)draw(state, (uint64_t)ls_world_size(LS_WORLD));
    switch (draw(state, 14)) {
    case 0:
    case 1:
    case 2: return ls_host_all_reduce(data, data, count, LS_I32, LS_SUM, LS_WORLD);
    case 3: return ls_host_broadcast(data, count, LS_I32, root, LS_WORLD);
    case 4: return ls_host_reduce(data, data, count, LS_I32, LS_MAX, root, LS_WORLD);
    case 5: return ls_host_all_gather(data, data + LONGEST, count < 3000 ? count : 3000, LS_I32, LS_WORLD);
    case 6: return ls_host_reduce_scatter(data, data + LONGEST, 10, LS_I32, LS_SUM, LS_WORLD);
    case 7:
    case 8: return ls_barrier(LS_WORLD);
    case 9:
    case 10:
    case 11: return pass_around(data, count);
    case 12: return use_group(state, data, count);
    default: LS_TRY(ls_destroy_process_group()); return init();
    }
}

/* What happens to a rank that is a thread. */
static bool is_struck(const struct plan *plan, int index, int step)
{
    if (plan->layout.processes > 1 || index != plan->victim || step != plan->thread_step) return false;
    if (plan->fault == STOP) ls_sleep_ms(TIMEOUT_MS + 800);
    if (plan->fault == DELAY) ls_sleep_ms(200);
    return plan->fault == KILL; /* as near as a thread comes to it: it returns without leaving */
}

static ls_status take_steps(const struct plan *plan, int index, int32_t *data)
{
    uint64_t state = plan->seed;
    int steps = 10 + (int)draw(&state, 40);
    if (is_struck(plan, index, 0)) return LS_OK;
    LS_TRY(init());
    for (int i = 1; i <= steps; i++) {
        if (is_struck(plan, index, i)) return LS_OK;
        LS_TRY(take_step(&state, data));
    }
    return ls_destroy_process_group();
}

static ls_status rank_main(int index, void *arg)
{
    const struct plan *plan = arg;
    if (plan->has_hosts && index % plan->layout.threads == 0) /* before its other threads look: they wait for init */
        setenv("LOCKSTEP_HOST_ID", index / plan->layout.threads < (plan->layout.processes + 1) / 2 ? "a" : "b", 1);
    atomic_store(&board->pids[index], (int)getpid());
    int32_t *data = calloc(2 * LONGEST, sizeof(*data));
    ls_status status = data ? take_steps(arg, index, data) : LS_RESOURCE_EXHAUSTED;
    if (status != LS_OK) snprintf(board->messages[index], sizeof(board->messages[index]), "%s", ls_last_error());
    atomic_store(&board->status[index], (int)status);
    atomic_store(&board->has_returned[index], 1);
    free(data);
    return status;
}

/* --- A round ------------------------------------------------------------------------------------------------- */

static _Noreturn void run_program(struct plan *plan)
{
    ls_store *store; /* the first one leaves descriptors of libuv's for all later loops */
    ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true}, &store);
    ls_store_destroy(store);
    int descriptors = count_fds();
    int world = plan->layout.processes * plan->layout.threads;
    ls_status status = ls_spawn(
        rank_main, plan,
        &(ls_spawn_options){.num_processes = plan->layout.processes, .num_ranks = world, .grace_ms = GRACE_MS});
    if (status != LS_OK) snprintf(board->message, sizeof(board->message), "%s", ls_last_error());
    atomic_store(&board->descriptors, count_fds() - descriptors);
    atomic_store(&board->children, count_children());
    atomic_store(&board->result, (int)status);
    _exit(0);
}

static void sleep_us(int us)
{
    nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000L}, NULL);
}

/* Strikes at a process; returns its number, 0 if there was none. */
static pid_t strike(const struct plan *plan, pid_t program)
{
    if (plan->layout.processes == 1) return 0;
    while (!atomic_load(&board->pids[plan->victim]) && waitpid(program, NULL, WNOHANG | WNOWAIT) == 0) sleep_us(200);
    sleep_us(plan->after_us);
    pid_t victim = (pid_t)atomic_load(&board->pids[plan->victim]);
    if (!victim) return 0;
    kill(victim, plan->fault == KILL ? SIGKILL : SIGSTOP);
    if (plan->fault == DELAY) {
        sleep_us(300000);
        kill(victim, SIGCONT);
    }
    return victim;
}

static bool is_victim(const struct plan *plan, int rank)
{
    return plan->layout.processes == 1 ? rank == plan->victim
                                       : rank / plan->layout.threads == plan->victim / plan->layout.threads;
}

static bool others_are_done(const struct plan *plan)
{
    for (int r = 0; r < plan->layout.processes * plan->layout.threads; r++)
        if (!is_victim(plan, r) && (!atomic_load(&board->has_returned[r]) || atomic_load(&board->status[r])))
            return false;
    return true;
}

/* Waits for the program's end. Who is stopped when nobody needs it any more is let go on. */
static bool wait_for_end(const struct plan *plan, pid_t program, pid_t victim)
{
    int64_t start = ls_now_ns(), limit = (TIMEOUT_MS + GRACE_MS + 3500) * INT64_C(1000000);
    while (waitpid(program, NULL, WNOHANG) != program) {
        if (plan->fault == STOP && victim && ls_now_ns() - start > limit / 2 && others_are_done(plan))
            kill(victim, SIGCONT);
        if (ls_now_ns() - start > 2 * limit) {
            kill(program, SIGKILL);
            waitpid(program, NULL, 0);
            return false;
        }
        sleep_us(500);
    }
    return ls_now_ns() - start < limit || others_are_done(plan);
}

/* By its rank or, where that is one of several, by its process: its index, or its pid. */
static bool names(const char *message, const struct plan *plan)
{
    char text[64];
    int threads = plan->layout.threads;
    for (const char *at = message; (at = strstr(at, "rank ")); at++)
        if (is_victim(plan, atoi(at + 5))) return true;
    if (plan->layout.processes == 1) return false;
    int first = plan->victim / threads * threads;
    snprintf(text, sizeof(text), "ranks %d to %d", first, first + threads - 1);
    if (strstr(message, text)) return true;
    snprintf(text, sizeof(text), "process %d", plan->victim / threads);
    if (strstr(message, text)) return true;
    snprintf(text, sizeof(text), "process %d", (int)board->pids[plan->victim]);
    return strstr(message, text);
}

/* What is wrong with how the round went; NULL if nothing is. */
static const char *judge(const struct plan *plan)
{
    ls_status result = (ls_status)atomic_load(&board->result);
    if (atomic_load(&board->descriptors)) return "descriptors are left";
    if (atomic_load(&board->children)) return "children are left";
    if (plan->fault == DELAY) return result == LS_OK ? NULL : "a delay within the deadline is no failure";
    if (result == LS_OK) {
        ineffective++;
        for (int r = 0; r < plan->layout.processes * plan->layout.threads; r++)
            if (!atomic_load(&board->has_returned[r]) || atomic_load(&board->status[r])) return "a failure is not told";
        return NULL;
    }
    if (!names(board->message, plan)) return "the culprit is not named";
    if (plan->fault == KILL && plan->layout.processes > 1 && !strstr(board->message, "SIGKILL"))
        return "the cause is not named";
    if (plan->fault == STOP && result != LS_DEADLINE_EXCEEDED) return "it is not the deadline that failed";
    for (int r = 0; r < plan->layout.processes * plan->layout.threads; r++)
        if (!is_victim(plan, r) && *board->messages[r] && !names(board->messages[r], plan))
            return "a rank was told of another";
    return NULL;
}

/* Whether a name has the number of the program or of a rank in it: other programs' memory comes and goes. */
static bool is_named_after(const char *name, const struct plan *plan, pid_t program)
{
    while (*(name += strcspn(name, "0123456789"))) {
        int number = (int)strtol(name, (char **)&name, 10);
        if (number == program) return true;
        for (int r = 0; r < plan->layout.processes * plan->layout.threads; r++)
            if (number == board->pids[r]) return true;
    }
    return false;
}

static bool has_left_memory(const struct plan *plan, pid_t program)
{
    DIR *directory = opendir("/dev/shm");
    bool found = false;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        found |= is_named_after(entry->d_name, plan, program);
    if (directory) closedir(directory);
    return found;
}

static void run_round(uint64_t seed)
{
    struct plan plan = make_plan(seed);
    memset((void *)board, 0, sizeof(*board));
    atomic_store(&board->result, -1);
    fflush(NULL);
    pid_t program = fork();
    if (program == 0) run_program(&plan);
    pid_t victim = strike(&plan, program);
    bool was_in_time = wait_for_end(&plan, program, victim);
    const char *wrong = was_in_time ? judge(&plan) : "it did not end in time";
    /* What is left of it would have become a child of this process. */
    for (pid_t orphan; !wrong && ((orphan = waitpid(-1, NULL, WNOHANG)) >= 0 || errno != ECHILD);)
        if (orphan == 0) wrong = "a process is left";
    if (!wrong && has_left_memory(&plan, program)) wrong = "shared memory is left";
    if (!wrong) return;
    fprintf(stderr, "# seed %d: %s of rank %d after %d us (step %d) in %d×%d%s: %s\n# result %d: %s\n", (int)seed,
            fault_names[plan.fault], plan.victim, plan.after_us, plan.thread_step, plan.layout.processes,
            plan.layout.threads, plan.has_hosts ? " on two hosts" : "", wrong, (int)board->result, board->message);
    for (int r = 0; r < plan.layout.processes * plan.layout.threads; r++)
        fprintf(stderr, "# rank %d (pid %d): %s %d: %s\n", r, board->pids[r],
                board->has_returned[r] ? "returned" : "ended", board->status[r], board->messages[r]);
    fail_msg("seed %d: %s", (int)seed, wrong);
}

static void every_fault_ends_in_time_and_is_told(void **state)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    ineffective = 0;
    for (int i = 0; i < rounds; i++) {
        run_round((uint64_t)(first_seed + i));
        if (rounds > 100 && i % 50 == 49) {
            printf("# %d rounds\n", i + 1);
            fflush(stdout);
        }
    }
    printf("# seeds %d to %d; in %d the fault came too late to matter\n", first_seed, first_seed + rounds - 1,
           ineffective);
    assert_true(ineffective <= rounds * 3 / 4);
}

static int set_up(void **state)
{
    board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return board == MAP_FAILED ? -1 : set_surroundings(state);
}

int main(int argc, char **argv)
{
    if (argc > 1) rounds = atoi(argv[1]);
    if (argc > 2) first_seed = atoi(argv[2]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fault_ends_in_time_and_is_told)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
