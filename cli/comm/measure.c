/* Our collectives between ranks of this host, as threads and processes. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread.h"
#include "bench.h"
#include "comm/comm.h"
#include "commands.h"

#define MOST_BATCHES 41 /* the median is over batches */
#define LEAST_BATCHES 5
#define BATCH_US 1000.0 /* what a batch shall take */
#define CELL_US 40000.0 /* and all of them */
#define TIMEOUT_MS 60000

/* --- What is measured ------------------------------------------------------------------------------------ */

/* Operands as shares: 1, or W for one share of each rank. `bytes` of a row is the larger operand. */
static const struct collective {
    const char *name;
    ls_comm_op op;
    bool in_all, out_all, is_rooted;
} collectives[] = {
    {"all_reduce", LS_COMM_ALL_REDUCE, false, false, false},
    {"reduce", LS_COMM_REDUCE, false, false, true},
    {"broadcast", LS_COMM_BROADCAST, false, false, true},
    {"all_gather", LS_COMM_ALL_GATHER, false, true, false},
    {"gather", LS_COMM_GATHER, false, true, true},
    {"scatter", LS_COMM_SCATTER, true, false, true},
    {"reduce_scatter", LS_COMM_REDUCE_SCATTER, true, false, false},
    {"all_to_all", LS_COMM_ALL_TO_ALL, true, true, false},
    {"permute", LS_COMM_PERMUTE, false, false, false},
    {"barrier", LS_COMM_BARRIER, false, false, false},
};
#define COLLECTIVE_COUNT (sizeof(collectives) / sizeof(collectives[0]))

static const size_t sizes[] = {8, 64, 512, 4096, 65536, 1 << 20, 4 << 20, 16 << 20, 64 << 20};
#define SIZE_COUNT (sizeof(sizes) / sizeof(sizes[0]))

/* What the processes share. */
struct meeting {
    _Atomic uint32_t card_set;
    size_t card_size;
    char card[256];
};

struct rank {
    const bench_options *options;
    system_kind system;
    bench_rows *rows;
    struct meeting *meeting;
    ls_comm_domain *domain;
    ls_comm *comm;
    int number;
    void *in, *out;
    ls_status status;
    char error[1024];
    pthread_t thread;
};

static ls_status put_card(void *arg, const char *key, const void *value, size_t size, ls_deadline deadline)
{
    struct meeting *meeting = arg;
    if (size > sizeof(meeting->card)) return ls_fail(LS_INTERNAL, "%s has %zu bytes", key, size);
    memcpy(meeting->card, value, size);
    meeting->card_size = size;
    atomic_store(&meeting->card_set, 1);
    ls_futex_wake_all(&meeting->card_set, true);
    return LS_OK;
}

static ls_status get_card(void *arg, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    struct meeting *meeting = arg;
    while (!atomic_load(&meeting->card_set)) {
        if (ls_deadline_passed(deadline)) return ls_fail(LS_DEADLINE_EXCEEDED, "nobody set %s", key);
        ls_futex_wait(&meeting->card_set, 0, deadline, true);
    }
    *out_size = meeting->card_size;
    *out_value = malloc(meeting->card_size);
    if (!*out_value) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory");
    memcpy(*out_value, meeting->card, meeting->card_size);
    return LS_OK;
}

/* --- Measuring ------------------------------------------------------------------------------------------- */

/* Ranks take turns at the root, so that nobody runs ahead. */
static ls_status run_batch(struct rank *rank, ls_comm_call *call, bool is_rooted, int count, double *out_us)
{
    call->started_ns = ls_now_ns();
    call->deadline = ls_deadline_after(call->started_ns, TIMEOUT_MS);
    int64_t start = ls_now_ns();
    for (int i = 0; i < count; i++) {
        if (is_rooted) call->root = (call->root + 1) % rank->options->ranks;
        LS_TRY(ls_comm_run(rank->comm, call));
    }
    *out_us = (double)(ls_now_ns() - start) / 1e3 / count;
    return LS_OK;
}

/* All ranks take rank 0's time, so that they choose alike. */
static ls_status agree(struct rank *rank, double *us)
{
    ls_comm_segment piece = {us, sizeof(*us)};
    return ls_comm_run(rank->comm, &(ls_comm_call){.op = LS_COMM_BROADCAST,
                                                   .dtype = LS_F64,
                                                   .in = &piece,
                                                   .out = &piece,
                                                   .in_count = 1,
                                                   .out_count = 1,
                                                   .deadline = ls_deadline_in_ms(TIMEOUT_MS)});
}

/* How many calls fill a batch, from batches of 2, 20, 200, ... calls; and how many batches. */
static ls_status choose_counts(struct rank *rank, ls_comm_call *call, bool is_rooted, int *out_count, int *out_batches)
{
    double us = 0;
    for (int count = 2; count < 20000 && us * count < BATCH_US / 10; count *= 10) {
        LS_TRY(run_batch(rank, call, is_rooted, count, &us));
        LS_TRY(agree(rank, &us));
    }
    *out_count = (int)(BATCH_US / us) + 1;
    int batches = (int)(CELL_US / us / *out_count);
    *out_batches = batches < LEAST_BATCHES ? LEAST_BATCHES : batches > MOST_BATCHES ? MOST_BATCHES : batches;
    return LS_OK;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_row(struct rank *rank, const struct collective *c, size_t bytes, double us, double min_us)
{
    const bench_options *o = rank->options;
    bench_row *row = ls_vec_push(rank->rows);
    *row = (bench_row){.bytes = bytes, .ranks = o->ranks, .system = rank->system, .median_us = us, .min_us = min_us};
    snprintf(row->collective, sizeof(row->collective), "%s", c->name);
    snprintf(row->layout, sizeof(row->layout), "%dx%d", o->processes, o->ranks / o->processes);
}

static ls_status measure(struct rank *rank, const struct collective *c, size_t bytes)
{
    int world = rank->options->ranks, count, batches;
    size_t part = bytes / (size_t)world / 4 * 4, share = c->in_all || c->out_all ? (part ? part : 4) : bytes;
    ls_comm_segment in = {rank->in, c->in_all ? share * (size_t)world : share};
    ls_comm_segment out = {rank->out, c->out_all ? share * (size_t)world : share};
    ls_comm_call call = {.op = c->op,
                         .dtype = LS_F32,
                         .source = (rank->number + world - 1) % world,
                         .target = (rank->number + 1) % world,
                         .in = &in,
                         .out = &out,
                         .in_count = 1,
                         .out_count = 1};
    double us[MOST_BATCHES];
    LS_TRY(choose_counts(rank, &call, c->is_rooted, &count, &batches));
    for (int i = 0; i < batches; i++) LS_TRY(run_batch(rank, &call, c->is_rooted, count, &us[i]));
    qsort(us, (size_t)batches, sizeof(us[0]), compare);
    if (rank->number == 0) add_row(rank, c, bytes, us[batches / 2], us[0]);
    return LS_OK;
}

static ls_status get_buffer(struct rank *rank, size_t bytes, void **out_data)
{
    if (!rank->options->is_private) return ls_comm_alloc(rank->domain, bytes, out_data);
    *out_data = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!*out_data) return ls_fail(LS_RESOURCE_EXHAUSTED, "no %zu bytes of memory", bytes);
    memset(*out_data, 0, bytes);
    return LS_OK;
}

static void free_buffer(struct rank *rank, void *data)
{
    if (rank->options->is_private)
        free(data);
    else
        ls_comm_free(rank->domain, data);
}

static ls_status measure_all(struct rank *rank)
{
    int members[256];
    size_t bytes = rank->options->max_bytes + 64;
    for (int i = 0; i < rank->options->ranks; i++) members[i] = i;
    LS_TRY(ls_comm_open(rank->domain, 1, members, rank->options->ranks, rank->number, &rank->comm));
    LS_TRY(get_buffer(rank, bytes, &rank->in));
    LS_TRY(get_buffer(rank, bytes, &rank->out));
    for (size_t c = 0; c < COLLECTIVE_COUNT; c++)
        for (size_t s = 0; s < SIZE_COUNT; s++) {
            bool is_barrier = collectives[c].op == LS_COMM_BARRIER;
            const char *only = rank->options->only;
            if (only && strcmp(only, collectives[c].name)) continue;
            if ((is_barrier && s) || sizes[s] > rank->options->max_bytes) continue;
            LS_TRY(measure(rank, &collectives[c], is_barrier ? 0 : sizes[s]));
        }
    return LS_OK;
}

static void *rank_main(void *arg)
{
    struct rank *rank = arg;
    rank->status = measure_all(rank);
    if (rank->status != LS_OK) snprintf(rank->error, sizeof(rank->error), "%s", ls_last_error());
    ls_comm_close(rank->comm);
    free_buffer(rank, rank->in);
    free_buffer(rank, rank->out);
    return NULL;
}

/* --- Ranks ----------------------------------------------------------------------------------------------- */

static ls_status run_process(const bench_options *o, system_kind system, struct meeting *meeting, int process,
                             bench_rows *rows)
{
    ls_comm_exchange exchange = {put_card, get_card, meeting};
    ls_comm_domain_options options = {.num_ranks = o->ranks,
                                      .num_processes = o->processes,
                                      .process_index = process,
                                      .exchange = o->processes > 1 ? &exchange : NULL,
                                      .is_one_host = true,
                                      .deadline = ls_deadline_in_ms(TIMEOUT_MS)};
    int count = o->ranks / o->processes, started = 0;
    ls_comm_domain *domain;
    LS_TRY(ls_comm_domain_create(&options, &domain));
    struct rank *ranks = calloc((size_t)count, sizeof(*ranks));
    ls_status status = ranks ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d ranks", count);
    for (; status == LS_OK && started < count; started++) {
        ranks[started] = (struct rank){.options = o,
                                       .system = system,
                                       .rows = rows,
                                       .meeting = meeting,
                                       .domain = domain,
                                       .number = process * count + started};
        status = ls_thread_start(&ranks[started].thread, "rank", rank_main, &ranks[started]);
        if (status != LS_OK) break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(ranks[i].thread, NULL);
        if (status == LS_OK && ranks[i].status != LS_OK) status = ls_fail(ranks[i].status, "%s", ranks[i].error);
    }
    free(ranks);
    ls_comm_domain_destroy(domain);
    return status;
}

/* This process is number 0; the others are its children, forked before there is any thread. */
static int run_processes(const bench_options *o, system_kind system, struct meeting *meeting, bench_rows *rows)
{
    int failures = 0, status;
    fflush(NULL);
    for (int p = 1; p < o->processes; p++) {
        pid_t child = fork();
        if (child == 0) _exit(run_process(o, system, meeting, p, rows) == LS_OK ? 0 : print_error());
        if (child < 0) {
            perror("lockstep: fork");
            return 1;
        }
    }
    if (run_process(o, system, meeting, 0, rows) != LS_OK) failures += print_error();
    for (int p = 1; p < o->processes && wait(&status) > 0; p++) failures += status != 0;
    return failures != 0;
}

int bench_ours(const bench_options *options, system_kind system, bench_rows *out_rows)
{
    struct meeting *meeting = mmap(NULL, sizeof(*meeting), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (meeting == MAP_FAILED) {
        perror("lockstep: mmap");
        return 1;
    }
    int failed = run_processes(options, system, meeting, out_rows);
    munmap(meeting, sizeof(*meeting));
    return failed;
}
