/* What the ranks of the tests on several hosts run, a process each, started with a launcher's variables. Prints one
 * line per rank that starts with "ok" or "failed"; what is expected to go wrong is checked by who starts it.
 *
 *   collect          every collective on host memory against what it must give
 *   train            DDP on a convolutional network; prints a hash of the parameters
 *   die FILE RANK    RANK kills itself in the middle, leaving the time in FILE
 *   stick RANK       RANK sleeps for ever
 *   go FILE          collectives until one fails, once it has begun to work FILE appears */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lockstep/lockstep.h>

struct arguments {
    const char *mode, *file;
    int rank;
    int64_t timeout_ms;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- collect --------------------------------------------------------------------------------------------- */

#define EXPECT(condition, ...)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("failed: rank %d: ", ls_rank(LS_WORLD));                                                            \
            printf(__VA_ARGS__);                                                                                       \
            printf("\n");                                                                                              \
            return LS_INTERNAL;                                                                                        \
        }                                                                                                              \
    } while (0)

static ls_status collect_size(int64_t count, int32_t *in, int32_t *out, int32_t *all)
{
    int rank = ls_rank(LS_WORLD), world = ls_world_size(LS_WORLD), root = world - 1;
    int64_t sum_of_ranks = (int64_t)world * (world - 1) / 2;
    for (int64_t i = 0; i < count; i++) in[i] = (int32_t)(1000 * rank + i);
    LS_TRY(ls_host_all_reduce(in, out, count, LS_I32, LS_SUM, LS_WORLD));
    for (int64_t i = 0; i < count; i++)
        EXPECT(out[i] == (int32_t)(1000 * sum_of_ranks + world * i), "all_reduce of %ld: element %ld is %d",
               (long)count, (long)i, out[i]);
    LS_TRY(ls_host_all_gather(in, all, count, LS_I32, LS_WORLD));
    for (int64_t i = 0; i < world * count; i++)
        EXPECT(all[i] == (int32_t)(1000 * (i / count) + i % count), "all_gather of %ld: element %ld is %d", (long)count,
               (long)i, all[i]);
    LS_TRY(ls_host_reduce_scatter(all, out, count, LS_I32, LS_SUM, LS_WORLD));
    for (int64_t i = 0; i < count; i++)
        EXPECT(out[i] == (int32_t)(world * (1000 * rank + i)), "reduce_scatter of %ld: element %ld is %d", (long)count,
               (long)i, out[i]);
    memcpy(out, in, sizeof(*in) * (size_t)count);
    LS_TRY(ls_host_broadcast(out, count, LS_I32, root, LS_WORLD));
    for (int64_t i = 0; i < count; i++)
        EXPECT(out[i] == (int32_t)(1000 * root + i), "broadcast of %ld: element %ld is %d", (long)count, (long)i,
               out[i]);
    return ls_barrier(LS_WORLD);
}

static ls_status collect(void)
{
    static const int64_t counts[] = {1, 5, 1000, 20000, 300000};
    int64_t most = counts[4];
    int32_t *in = malloc(4 * (size_t)most), *out = malloc(4 * (size_t)most),
            *all = malloc(4 * (size_t)most * (size_t)ls_world_size(LS_WORLD));
    ls_status status = in && out && all ? LS_OK : LS_RESOURCE_EXHAUSTED;
    for (size_t i = 0; status == LS_OK && i < sizeof(counts) / sizeof(counts[0]); i++)
        status = collect_size(counts[i], in, out, all);
    free(in);
    free(out);
    free(all);
    if (status == LS_OK) printf("ok\n");
    return status;
}

/* --- train ----------------------------------------------------------------------------------------------- */

static bool hash_parameter(const ls_named_tensor *entry, void *arg)
{
    uint64_t *hash = arg;
    if (entry->is_buffer) return true; /* running statistics are each rank's own until the next forward */
    size_t bytes =
        (size_t)ls_shape_count(ls_tensor_shape(entry->tensor)) * ls_dtype_size(ls_tensor_dtype(entry->tensor));
    unsigned char *data = malloc(bytes + 1);
    if (!data || ls_to_host(entry->tensor, data, bytes) != LS_OK) *hash = 0;
    for (size_t i = 0; data && *hash && i < bytes; i++) *hash = (*hash ^ data[i]) * 0x100000001b3u;
    free(data);
    return *hash != 0;
}

static ls_status train_step(ls_module *net, ls_optimizer *sgd, int step)
{
    enum { ROWS = 8, PIXELS = 28 * 28 };
    static _Thread_local float images[ROWS * PIXELS];
    int32_t labels[ROWS];
    uint32_t random = (uint32_t)(step * 7919 + ls_rank(LS_WORLD) * 104729 + 1);
    for (int i = 0; i < ROWS * PIXELS; i++) {
        random = random * 1664525u + 1013904223u;
        images[i] = (float)(random >> 8) / (float)(1 << 24);
    }
    for (int i = 0; i < ROWS; i++) labels[i] = (step + i + ls_rank(LS_WORLD)) % 10;
    LS_TRY(ls_step_begin());
    LS_TRY(ls_zero_grad(sgd));
    ls_tensor output = ls_forward(net, ls_from_f32(images, LS_SHAPE(ROWS, 1, 28, 28)));
    LS_TRY(ls_backward(ls_nll_loss(output, ls_from_i32(labels, LS_SHAPE(ROWS))), NULL));
    LS_TRY(ls_step(sgd));
    return ls_step_end();
}

static ls_status train(void)
{
    ls_manual_seed(7 + (uint64_t)ls_rank(LS_WORLD)); /* DDP must make them equal */
    ls_module *net = ls_ddp_create(ls_model_mnist(), NULL);
    ls_optimizer *sgd = ls_sgd_create(net, &(ls_sgd_options){.lr = 0.05, .momentum = 0.5});
    ls_status status = net && sgd ? LS_OK : LS_FAILED_PRECONDITION;
    for (int step = 0; status == LS_OK && step < 6; step++) status = train_step(net, sgd, step);
    uint64_t hash = 0xcbf29ce484222325u;
    if (status == LS_OK) ls_module_visit(net, hash_parameter, &hash);
    if (status == LS_OK && hash == 0) status = LS_INTERNAL; /* one could not be read: ls_last_error says why */
    if (status == LS_OK) printf("ok: parameters %016llx\n", (unsigned long long)hash);
    ls_optimizer_destroy(sgd);
    ls_module_destroy(net);
    return status;
}

/* --- What goes wrong ------------------------------------------------------------------------------------- */

static ls_status one_all_reduce(void)
{
    int32_t in[64] = {ls_rank(LS_WORLD)}, out[64];
    return ls_host_all_reduce(in, out, 64, LS_I32, LS_SUM, LS_WORLD);
}

static void leave_time(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%.6f\n", now());
    fclose(file);
}

static ls_status die(const struct arguments *a)
{
    for (int i = 0;; i++) {
        if (i == 20 && ls_rank(LS_WORLD) == a->rank) {
            leave_time(a->file);
            kill(getpid(), SIGKILL);
        }
        LS_TRY(one_all_reduce());
    }
}

static ls_status stick(const struct arguments *a)
{
    for (int i = 0; i < 5; i++) LS_TRY(one_all_reduce());
    if (ls_rank(LS_WORLD) == a->rank)
        for (;;) pause();
    return one_all_reduce();
}

static ls_status go(const struct arguments *a)
{
    for (int i = 0;; i++) {
        LS_TRY(one_all_reduce());
        if (i == 10 && ls_rank(LS_WORLD) == 0) leave_time(a->file);
        usleep(1000);
    }
}

static ls_status rank_main(int index, void *arg)
{
    (void)index;
    const struct arguments *a = arg;
    const char *method = getenv("INIT_METHOD");
    ls_init_options options = {.init_method = method ? method : "env://", .timeout_ms = a->timeout_ms};
    ls_status status = ls_init_process_group("xla", &options);
    if (status == LS_OK && !strcmp(a->mode, "collect")) status = collect();
    if (status == LS_OK && !strcmp(a->mode, "train")) status = train();
    double start = now();
    if (status == LS_OK && !strcmp(a->mode, "die")) status = die(a);
    if (status == LS_OK && !strcmp(a->mode, "stick")) status = stick(a);
    if (status == LS_OK && !strcmp(a->mode, "go")) status = go(a);
    if (status != LS_OK)
        printf("failed at %.6f after %.3f s: %s: %s\n", now(), now() - start, ls_status_name(status), ls_last_error());
    fflush(stdout);
    if (status == LS_OK) status = ls_destroy_process_group();
    return LS_OK;
}

int main(int argc, char **argv)
{
    struct arguments a = {.mode = argc > 1 ? argv[1] : "collect", .timeout_ms = 60000};
    const char *timeout = getenv("TIMEOUT_MS");
    if (timeout) a.timeout_ms = atoll(timeout);
    int at = 2;
    if (!strcmp(a.mode, "die") || !strcmp(a.mode, "go")) a.file = argc > at ? argv[at++] : "/dev/null";
    if (argc > at) a.rank = atoi(argv[at]);
    if (ls_spawn(rank_main, &a, NULL) == LS_OK) return 0;
    printf("failed to spawn: %s\n", ls_last_error());
    return 1;
}
