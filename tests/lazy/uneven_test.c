/* Tensors whose sizes differ by rank: gathered, reduced and exchanged through host memory. */
#include "base/error.h"
#include "ls_test.h"
#include <lockstep/lockstep.h>

#define W 4

static ls_tensor counted(int rank, ls_shape shape)
{
    int32_t data[256];
    for (int64_t i = 0; i < ls_shape_count(shape); i++) data[i] = 1000 * rank + (int32_t)i;
    return ls_from_i32(data, shape);
}

/* The whole tensor counts up from `first`, in steps. */
static ls_status check(ls_tensor t, ls_shape shape, int32_t first, int32_t step)
{
    int32_t data[256];
    char is[100];
    int64_t count = ls_shape_count(shape);
    if (!ls_shape_equal(ls_tensor_shape(t), shape))
        return ls_fail(LS_DATA_LOSS, "a shape of %s", ls_shape_format(ls_tensor_shape(t), is, sizeof(is)));
    LS_TRY(ls_to_host(t, data, (size_t)count * 4));
    for (int64_t i = 0; i < count; i++)
        if (data[i] != first + step * (int32_t)i)
            return ls_fail(LS_DATA_LOSS, "element %d is %d, not %d", (int)i, data[i], first + step * (int32_t)i);
    return LS_OK;
}

static ls_status move_uneven_tensors(int me, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000}));
    static const ls_shape shapes[W] = {{2, {3, 5}}, {1, {0}}, {0}, {3, {2, 2, 7}}};
    ls_tensor out[W], t = counted(me, shapes[me]);
    t = ls_add(t, counted(0, LS_SHAPE())); /* not computed yet */
    LS_TRY(ls_all_gather_uneven(out, t, LS_WORLD));
    for (int r = 0; r < W; r++) LS_TRY(ls_context(check(out[r], shapes[r], 1000 * r, 1), "gathered from %d", r));

    ls_tensor parts[W];
    for (int r = 0; r < W; r++) parts[r] = counted(me + r, LS_SHAPE(r, 2));
    LS_TRY(ls_reduce_scatter_uneven(&out[0], parts, LS_SUM, LS_WORLD));
    LS_TRY(ls_context(check(out[0], LS_SHAPE(me, 2), 6000 + 4000 * me, 4), "reduced"));

    /* Row i of rank r is 1000·r + 3·i, ...; rank r gives r + g rows to rank g. */
    int64_t gives[W], gets[W], given = 0, got = 0, before = 0;
    for (int r = 0; r < W; r++) gives[r] = me + r, gets[r] = r + me, given += gives[r], got += gets[r];
    LS_TRY(ls_all_to_all_single(&out[0], counted(me, LS_SHAPE(given, 3)), gets, gives, LS_WORLD));
    if (ls_tensor_shape(out[0]).dims[0] != got) return ls_fail(LS_DATA_LOSS, "not %d rows", (int)got);
    for (int r = 0; r < W; r++) {
        int64_t first = 0;
        for (int g = 0; g < me; g++) first += r + g;
        if (gets[r])
            LS_TRY(ls_context(check(ls_slice(out[0], 0, before, before + gets[r], 1), LS_SHAPE(gets[r], 3),
                                    (int32_t)(1000 * r + 3 * first), 1),
                              "exchanged with %d", r));
        before += gets[r];
    }
    LS_TRY(ls_all_to_all_single(&out[0], counted(me, LS_SHAPE(8, 3)), NULL, NULL, LS_WORLD));
    for (int r = 0; r < W; r++)
        LS_TRY(ls_context(check(ls_slice(out[0], 0, 2 * r, 2 * r + 2, 1), LS_SHAPE(2, 3), 1000 * r + 6 * me, 1),
                          "exchanged equally with %d", r));
    return LS_OK;
}

static ls_status give_what_does_not_fit(int me, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000}));
    ls_tensor out[W], t = me == 1 ? ls_from_f32((float[]){1}, LS_SHAPE(1)) : counted(me, LS_SHAPE(1));
    if (ls_all_gather_uneven(out, t, LS_WORLD) != LS_INVALID_ARGUMENT) return ls_fail(LS_INTERNAL, "types differ");
    int64_t ones[W] = {1, 1, 1, 1}, bad[W] = {1, 1, -1, 3};
    if (ls_all_to_all_single(out, counted(me, LS_SHAPE(4)), ones, me == 2 ? bad : ones, LS_WORLD) !=
        LS_INVALID_ARGUMENT)
        return ls_fail(LS_INTERNAL, "a negative split");
    if (!strstr(ls_last_error(), "must not be negative")) return ls_fail(LS_INTERNAL, "it says %s", ls_last_error());
    return ls_barrier(LS_WORLD);
}

static void in_layouts(ls_rank_fn fn)
{
    static const int layouts[][2] = {{1, 4}, {4, 1}, {2, 2}}; /* processes, threads */
    for (int l = 0; l < 3; l++)
        assert_ok(ls_spawn(fn, NULL, &(ls_spawn_options){.num_processes = layouts[l][0], .num_ranks = W}));
}

static void uneven_tensors_arrive(void **state)
{
    in_layouts(move_uneven_tensors);
}

static void what_does_not_fit_is_refused_on_all(void **state)
{
    in_layouts(give_what_does_not_fit);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(uneven_tensors_arrive),
                                       cmocka_unit_test(what_does_not_fit_is_refused_on_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
