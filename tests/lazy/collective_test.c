/* Tensor collectives against what each rank can compute by itself: element i of rank r starts as 1000·r + i. In every
 * layout of threads and processes. Ranks report by status: cmocka's assertions belong to the main thread. */
#include "base/error.h"
#include <math.h>

#include "ls_test.h"
#include <lockstep/lockstep.h>

#define COUNT 6
#define MAX_WORLD 8

static ls_tensor mine(int rank)
{
    float data[COUNT];
    for (int i = 0; i < COUNT; i++) data[i] = (float)(1000 * rank + i);
    return ls_from_f32(data, LS_SHAPE(COUNT));
}

/* Element `i` of `t` must be expected(i, arg). The whole tensor is read, with a guard behind it. */
static ls_status check(const char *what, ls_tensor t, int64_t count, float (*expected)(int64_t i, const int *arg),
                       const int *arg)
{
    float data[256];
    memset(data, 0xA5, sizeof data);
    LS_TRY(ls_context(ls_to_host(t, data, (size_t)count * sizeof(float)), "%s", what));
    for (int64_t i = 0; i < count; i++)
        if (data[i] != expected(i, arg))
            return ls_fail(LS_DATA_LOSS, "%s: rank %d: element %d is %g, not %g", what, arg[1], (int)i, (double)data[i],
                           (double)expected(i, arg));
    for (size_t b = (size_t)count * sizeof(float); b < sizeof data; b++)
        if (((unsigned char *)data)[b] != 0xA5) return ls_fail(LS_DATA_LOSS, "%s: wrote past the end", what);
    return LS_OK;
}

/* arg: world, rank, then what the case needs */
static float own(int64_t i, const int *arg)
{
    return (float)(1000 * arg[2] + i);
}
static float sum(int64_t i, const int *arg)
{
    return (float)(1000 * (arg[0] * (arg[0] - 1) / 2) + i * arg[0]);
}
static float mean(int64_t i, const int *arg)
{
    return sum(i, arg) * (1.0f / (float)arg[0]);
}
static float largest(int64_t i, const int *arg)
{
    return (float)(1000 * (arg[0] - 1) + i);
}
static float concatenated(int64_t i, const int *arg)
{
    return (float)(1000 * (i / COUNT) + i % COUNT);
}
static float part_of_sum(int64_t i, const int *arg)
{
    return sum(i + arg[2], arg);
}
static float scattered(int64_t i, const int *arg)
{
    return (float)(100 * arg[2] + arg[3] + i * 0);
}

static ls_status reductions(int world, int rank)
{
    static const struct {
        ls_reduce_op op;
        float (*expected)(int64_t, const int *);
    } cases[] = {{LS_SUM, sum}, {LS_AVG, mean}, {LS_MAX, largest}, {LS_MIN, own}};
    int arg[4] = {world, rank, 0};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        ls_tensor t = mine(rank);
        LS_TRY(ls_all_reduce(t, cases[c].op, LS_WORLD));
        LS_TRY(check("all_reduce", t, COUNT, cases[c].expected, arg));
    }
    int64_t bits = 1ll << (rank + 33) | 1;
    static const ls_reduce_op bitwise[] = {LS_BAND, LS_BOR, LS_BXOR};
    for (int c = 0; c < 3; c++) {
        ls_tensor t = ls_from_i64(&bits, LS_SHAPE(1));
        int64_t result, all = 0;
        for (int r = 0; r < world; r++) all |= 1ll << (r + 33);
        int64_t expected = c == 0 ? (world == 1 ? bits : 1) : c == 1 ? all | 1 : all | (world & 1);
        LS_TRY(ls_all_reduce(t, bitwise[c], LS_WORLD));
        LS_TRY(ls_to_host(t, &result, sizeof result));
        if (result != expected)
            return ls_fail(LS_DATA_LOSS, "bitwise %d gave %llx, not %llx", c, (long long)result, (long long)expected);
    }
    ls_tensor two[2] = {mine(rank), ls_from_i32(&(int32_t){rank + 1}, LS_SHAPE())};
    double product, factorial = 1;
    for (int r = 0; r < world; r++) factorial *= r + 1;
    LS_TRY(ls_all_reduce_coalesced(two, 2, LS_PRODUCT, LS_WORLD));
    LS_TRY(ls_item(two[1], &product));
    if (product != factorial) return ls_fail(LS_DATA_LOSS, "product gave %g, not %g", product, factorial);
    ls_tensor t = mine(rank);
    LS_TRY(ls_reduce(t, world - 1, LS_SUM, LS_WORLD));
    arg[2] = rank;
    return check("reduce", t, COUNT, rank == world - 1 ? sum : own, arg);
}

static ls_status movements(int world, int rank)
{
    ls_tensor t = mine(rank), out[MAX_WORLD], in[MAX_WORLD], one;
    int arg[4] = {world, rank, 0};
    LS_TRY(ls_all_gather(out, t, LS_WORLD));
    LS_TRY(ls_all_gather_into_tensor(&one, t, LS_WORLD));
    for (int r = 0; r < world; r++) {
        arg[2] = r;
        LS_TRY(check("all_gather", out[r], COUNT, own, arg));
    }
    LS_TRY(check("all_gather_into_tensor", one, COUNT * world, concatenated, arg));

    LS_TRY(ls_gather(out, t, world - 1, LS_WORLD));
    LS_TRY(ls_mark_step());
    for (int r = 0; rank == world - 1 && r < world; r++) {
        arg[2] = r;
        LS_TRY(check("gather", out[r], COUNT, own, arg));
    }

    for (int src = 0; src < world; src++) {
        ls_tensor b = mine(rank);
        LS_TRY(ls_broadcast(b, src, LS_WORLD));
        arg[2] = src;
        LS_TRY(check("broadcast", b, COUNT, own, arg));
    }

    if (COUNT % world == 0) {
        LS_TRY(ls_reduce_scatter(&one, t, LS_SUM, LS_WORLD));
        arg[2] = COUNT / world * rank;
        LS_TRY(check("reduce_scatter", one, COUNT / world, part_of_sum, arg));
    }
    for (int r = 0; r < world; r++)
        in[r] = ls_from_f32((float[]){(float)(100 * rank + r), (float)(100 * rank + r)}, LS_SHAPE(2));
    LS_TRY(ls_all_to_all(out, in, LS_WORLD));
    for (int r = 0; r < world; r++) {
        arg[2] = r;
        arg[3] = rank;
        LS_TRY(check("all_to_all", out[r], 2, scattered, arg));
    }
    LS_TRY(ls_scatter(&one, in, 0, LS_WORLD));
    arg[2] = 0;
    return check("scatter", one, 2, scattered, arg);
}

/* −0 and a NaN's payload survive a broadcast. */
static ls_status bits(int world, int rank)
{
    uint32_t data[2] = {0x80000000u, 0x7FC01234u}, zeros[2] = {0}, result[2];
    ls_tensor t = ls_from_host(rank == world - 1 ? data : zeros, LS_F32, LS_SHAPE(2));
    LS_TRY(ls_broadcast(t, world - 1, LS_WORLD));
    LS_TRY(ls_to_host(t, result, sizeof result));
    return memcmp(result, data, sizeof data)
               ? ls_fail(LS_DATA_LOSS, "broadcast changed bits: %08x %08x", result[0], result[1])
               : LS_OK;
}

/* The functional ones, along the second dimension, leave their operand alone. */
static ls_status functional(int world, int rank)
{
    float data[2][MAX_WORLD];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < world; k++) data[i][k] = (float)(1000 * rank + 100 * i + k);
    float rows[2 * MAX_WORLD];
    for (int i = 0; i < 2 * world; i++) rows[i] = data[i / world][i % world];
    ls_tensor t = ls_from_f32(rows, LS_SHAPE(2, world)), gathered = ls_functional_all_gather(t, -1, LS_WORLD);
    ls_tensor part = ls_functional_reduce_scatter(t, 1, LS_AVG, LS_WORLD),
              total = ls_functional_all_reduce(t, LS_MAX, LS_WORLD);
    float got[2 * MAX_WORLD * MAX_WORLD];
    LS_TRY(ls_to_host(gathered, got, sizeof(float) * 2 * (size_t)(world * world)));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < world * world; k++)
            if (got[i * world * world + k] != (float)(1000 * (k / world) + 100 * i + k % world))
                return ls_fail(LS_DATA_LOSS, "functional all_gather: element %d, %d is %g", i, k,
                               (double)got[i * world * world + k]);
    LS_TRY(ls_to_host(part, got, sizeof(float) * 2));
    for (int i = 0; i < 2; i++)
        if (fabs(got[i] - (500.0 * (world - 1) + 100 * i + rank)) > 1e-3)
            return ls_fail(LS_DATA_LOSS, "functional reduce_scatter: element %d is %g", i, (double)got[i]);
    LS_TRY(ls_to_host(total, got, sizeof(float) * 2 * (size_t)world));
    if (got[1] != (float)(1000 * (world - 1) + 1 % world) && world > 1)
        return ls_fail(LS_DATA_LOSS, "functional all_reduce: %g", (double)got[1]);
    LS_TRY(ls_to_host(t, got, sizeof(float) * 2 * (size_t)world));
    return got[world - 1] == rows[world - 1] ? LS_OK : ls_fail(LS_DATA_LOSS, "the operand changed");
}

/* Halves of the world, each on its own group; then a group that leaves ranks out. */
static ls_status groups(int world, int rank)
{
    if (world % 2) return LS_OK;
    int half = world / 2, members[MAX_WORLD];
    ls_group halves[2], first;
    for (int g = 0; g < 2; g++) {
        for (int i = 0; i < half; i++) members[i] = g * half + i;
        LS_TRY(ls_new_group(members, half, &halves[g]));
    }
    LS_TRY(ls_new_group((int[]){0}, 1, &first));
    ls_tensor t = mine(rank), gathered;
    int g = rank / half, expected = 0;
    double item;
    for (int i = 0; i < half; i++) expected += 1000 * (g * half + i);
    LS_TRY(ls_all_reduce(t, LS_SUM, halves[g]));
    LS_TRY(ls_item(ls_select(t, 0, 0), &item));
    if (item != expected) return ls_fail(LS_DATA_LOSS, "all_reduce over a half gave %g, not %d", item, expected);
    LS_TRY(ls_all_gather_into_tensor(&gathered, mine(rank), halves[g]));
    LS_TRY(ls_item(ls_select(gathered, 0, (half - 1) * COUNT), &item));
    if (item != 1000 * (g * half + half - 1)) return ls_fail(LS_DATA_LOSS, "all_gather over a half gave %g", item);
    LS_TRY(ls_broadcast(t, g * half, halves[g]));
    LS_TRY(ls_mark_step());
    LS_TRY(ls_destroy_group(first));
    LS_TRY(ls_destroy_group(halves[1]));
    return ls_destroy_group(halves[0]);
}

static ls_status all_cases(int index, void *unused)
{
    LS_TRY(ls_init_process_group("xla", NULL));
    int world = ls_world_size(LS_WORLD), rank = ls_rank(LS_WORLD);
    static ls_status (*const cases[])(int, int) = {reductions, movements, bits, functional, groups};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        ls_scope_push();
        LS_TRY(cases[c](world, rank));
        LS_TRY(ls_scope_pop());
    }
    return ls_destroy_process_group();
}

static void run(ls_rank_fn fn, int processes, int ranks)
{
    assert_ok(ls_spawn(fn, NULL, &(ls_spawn_options){.num_processes = processes, .num_ranks = ranks}));
}
static void one_rank(void **state)
{
    run(all_cases, 1, 1);
}
static void two_threads(void **state)
{
    run(all_cases, 1, 2);
}
static void three_threads(void **state)
{
    run(all_cases, 1, 3);
}
static void four_threads(void **state)
{
    run(all_cases, 1, 4);
}
static void two_processes(void **state)
{
    run(all_cases, 2, 2);
}
static void two_processes_of_two(void **state)
{
    run(all_cases, 2, 4);
}

/* --- Ranks that do not do the same -------------------------------------------------------------------------- */

/* A constant that differs from rank to rank makes different programs; the message names the op and both values. */
static ls_status constant_of_rank(int index, void *unused)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.timeout_ms = 5000}));
    ls_tensor t = ls_full(LS_SHAPE(2), index, LS_F32);
    LS_TRY(ls_all_reduce(t, LS_SUM, LS_WORLD));
    ls_status status = ls_mark_step();
    if (status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "stablehlo.constant of 0 recorded by ls_full") ||
        !strstr(ls_last_error(), "stablehlo.constant of 1 recorded by ls_full"))
        return ls_fail(LS_DATA_LOSS, "rank %d got %s: %s", index, ls_status_name(status), ls_last_error());
    return LS_OK;
}

static void mismatch_names_the_op(void **state)
{
    run(constant_of_rank, 1, 2);
}

/* `if (rank == 0) ls_item(loss)` in the middle of the first step is an error on every rank. */
static ls_status reads_on_one_rank(int index, void *unused)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.timeout_ms = 5000}));
    ls_tensor t = mine(index), u = mine(index);
    double item;
    ls_status status = LS_OK;
    LS_TRY(ls_all_reduce(t, LS_SUM, LS_WORLD));
    if (index == 0) status = ls_item(ls_select(t, 0, 0), &item);
    if (status == LS_OK) status = ls_all_reduce(u, LS_SUM, LS_WORLD);
    if (status == LS_OK) status = ls_mark_step();
    if (status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "different programs"))
        return ls_fail(LS_DATA_LOSS, "rank %d got %s: %s", index, ls_status_name(status), ls_last_error());
    return LS_OK;
}

/* The same at the third step, when the whole step's program is cached. */
static ls_status reads_on_one_rank_later(int index, void *unused)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.timeout_ms = 20000}));
    ls_status status = LS_OK;
    for (int step = 0; step < 3; step++) {
        ls_tensor t = mine(index), u = ls_exp(t);
        double item;
        LS_TRY(status);
        if (index == 0 && step == 2) LS_TRY(ls_item(ls_select(u, 0, 0), &item));
        LS_TRY(ls_all_reduce(u, LS_SUM, LS_WORLD));
        status = ls_mark_step();
    }
    if (status != LS_FAILED_PRECONDITION || !strstr(ls_last_error(), "different programs"))
        return ls_fail(LS_DATA_LOSS, "rank %d got %s: %s", index, ls_status_name(status), ls_last_error());
    return LS_OK;
}

static void mismatch_is_an_error_on_all_ranks(void **state)
{
    run(reads_on_one_rank, 1, 2);
    run(reads_on_one_rank_later, 1, 2);
    run(reads_on_one_rank_later, 2, 2);
}

static ls_status without_group(int index, void *unused)
{
    ls_tensor t = mine(index);
    ls_status status = ls_all_reduce(t, LS_SUM, LS_WORLD);
    return status == LS_FAILED_PRECONDITION && strstr(ls_last_error(), "not initialised")
               ? LS_OK
               : ls_fail(LS_DATA_LOSS, "%s", ls_last_error());
}

static void needs_a_process_group(void **state)
{
    run(without_group, 1, 2);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rank),
        cmocka_unit_test(two_threads),
        cmocka_unit_test(three_threads),
        cmocka_unit_test(four_threads),
        cmocka_unit_test(two_processes),
        cmocka_unit_test(two_processes_of_two),
        cmocka_unit_test(mismatch_names_the_op),
        cmocka_unit_test(mismatch_is_an_error_on_all_ranks),
        cmocka_unit_test(needs_a_process_group),
    };
    return cmocka_run_group_tests_name("collective", tests, NULL, NULL);
}
