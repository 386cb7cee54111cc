/* Tensors as messages, collectives on tensors under way, and scatter's inputs: as threads and as processes. */
#include "ls_ranks.h"

#include <lockstep/lockstep.h>

#define COUNT 300

static void run(ls_rank_fn fn, int processes, int ranks)
{
    assert_ok(ls_spawn(fn, NULL, &(ls_spawn_options){.num_processes = processes, .num_ranks = ranks}));
}

static ls_tensor mine(int rank)
{
    int32_t data[COUNT];
    for (int i = 0; i < COUNT; i++) data[i] = 1000 * rank + i;
    return ls_from_i32(data, LS_SHAPE(3, COUNT / 3));
}

/* Element i is factor · (1000 · rank + i). */
static ls_status check(ls_tensor t, int rank, int factor)
{
    int32_t data[COUNT + 1];
    data[COUNT] = 77;
    LS_TRY(ls_to_host(t, data, COUNT * sizeof(*data)));
    for (int i = 0; i < COUNT; i++)
        if (data[i] != factor * (1000 * rank + i))
            return ls_fail(LS_INTERNAL, "element %d is %d, not %d", i, data[i], factor * (1000 * rank + i));
    return data[COUNT] == 77 ? LS_OK : ls_fail(LS_INTERNAL, "wrote past the end");
}

/* --- Messages ------------------------------------------------------------------------------------------------- */

/* What only one rank computes goes to the other; both go on with one program. */
static ls_status pass_on(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_tensor t = mine(rank), here = mine(5);
    if (rank == 0) {
        ls_scope_push();
        LS_TRY(ls_send(ls_mul(t, ls_full(LS_SHAPE(), 3, LS_I32)), 1, 2, LS_WORLD));
        LS_TRY(ls_scope_pop()); /* or the constant would be an output of the next program here, and only here */
        LS_TRY(ls_recv(here, 1, 0, LS_WORLD));
        LS_TRY(check(here, 0, 3));
    } else {
        int source = -1;
        LS_TRY(ls_recv_any_source(here, 2, LS_WORLD, &source));
        rank_check(source == 0);
        LS_TRY(ls_send(here, 0, 0, LS_WORLD));
        LS_TRY(check(here, 0, 3));
    }
    LS_TRY(ls_all_reduce(here, LS_SUM, LS_WORLD));
    LS_TRY(check(here, 0, 6));
    double half = 0;
    ls_tensor scalar = ls_full(LS_SHAPE(), rank ? 0 : 0.5, LS_BF16);
    LS_TRY(rank ? ls_recv(scalar, 0, 0, LS_WORLD) : ls_send(scalar, 1, 0, LS_WORLD));
    LS_TRY(ls_item(scalar, &half));
    rank_check(half == 0.5);
    rank_check_fails(ls_send((ls_tensor){0}, 1 - rank, 0, LS_WORLD), LS_INVALID_ARGUMENT, "ls_send");
    rank_check_fails(ls_recv(here, 9, 0, LS_WORLD), LS_INVALID_ARGUMENT, "global rank 9 is not in the group");
    return ls_destroy_process_group();
}

static void tensors_go_from_rank_to_rank(void **state)
{
    run(pass_on, 1, 2);
    run(pass_on, 2, 2);
}

static ls_status pass_both_ways(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_work *works[3];
    ls_tensor into = mine(7), again = mine(8);
    LS_TRY(ls_irecv(into, 1 - rank, 0, LS_WORLD, &works[0]));
    LS_TRY(ls_irecv_any_source(again, 1, LS_WORLD, &works[1]));
    LS_TRY(check(into, 7, 1)); /* until its work is waited for */
    LS_TRY(ls_isend(mine(rank), 1 - rank, 0, LS_WORLD, &works[2]));
    LS_TRY(ls_work_wait(works[2], 0));
    ls_work_free(works[2]);
    LS_TRY(ls_isend(mine(rank + 10), 1 - rank, 1, LS_WORLD, &works[2]));
    LS_TRY(ls_work_wait_all(works, 3, 0));
    rank_check(ls_work_source_rank(works[0]) == 1 - rank && ls_work_source_rank(works[1]) == 1 - rank);
    LS_TRY(check(into, 1 - rank, 1));
    LS_TRY(check(again, 11 - rank, 1));
    for (int k = 0; k < 3; k++) ls_work_free(works[k]);
    return ls_destroy_process_group();
}

static void messages_of_tensors_can_be_under_way(void **state)
{
    run(pass_both_ways, 1, 2);
    run(pass_both_ways, 2, 2);
}

/* --- Collectives under way ------------------------------------------------------------------------------------ */

static ls_status start_collectives(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    enum { WORLD = 4 };
    ls_tensor sum = mine(rank), copy = mine(rank), two[2] = {mine(rank), mine(1)}, all[WORLD], at_two[WORLD],
              parts[WORLD];
    ls_tensor to[WORLD], from[WORLD], joined, share;
    ls_work *works[10] = {0};
    ls_group world = LS_WORLD;
    int n = 0;
    for (int r = 0; r < WORLD; r++) to[r] = mine(10 * rank + r);
    LS_TRY(ls_all_reduce(sum, LS_SUM, ls_async(world, &works[n++])));
    LS_TRY(ls_broadcast(copy, 2, ls_async(world, &works[n++])));
    LS_TRY(ls_all_reduce_coalesced(two, 2, LS_MAX, ls_async(world, &works[n++])));
    LS_TRY(ls_all_gather(all, mine(rank), ls_async(world, &works[n++])));
    LS_TRY(ls_gather(at_two, mine(rank), 2, ls_async(world, &works[n++])));
    LS_TRY(ls_all_to_all(from, to, ls_async(world, &works[n++])));
    LS_TRY(ls_all_gather_into_tensor(&joined, mine(rank), ls_async(world, &works[n++])));
    LS_TRY(ls_reduce_scatter(&share, ls_from_i32(&(int32_t[WORLD]){1, 2, 3, 4}[0], LS_SHAPE(WORLD)), LS_SUM,
                             ls_async(world, &works[n++])));
    LS_TRY(ls_scatter(&parts[0], to, 1, ls_async(world, &works[n++])));
    LS_TRY(ls_reduce(sum, 3, LS_MAX, ls_async(world, &works[n++])));
    LS_TRY(ls_work_wait_all(works, n, 0));
    for (int k = 0; k < n; k++) {
        rank_check(works[k] && ls_work_is_completed(works[k]) && ls_work_source_rank(works[k]) == -1);
        rank_check_fails(ls_work_result(works[k], NULL, NULL), LS_INVALID_ARGUMENT, "no output in host memory");
        ls_work_free(works[k]);
    }
    int32_t sums[COUNT];
    double number;
    LS_TRY(ls_to_host(sum, sums, sizeof(sums)));
    for (int i = 0; i < COUNT; i++) rank_check(sums[i] == 6000 + WORLD * i);
    LS_TRY(check(copy, 2, 1));
    LS_TRY(check(two[0], 3, 1));
    LS_TRY(check(two[1], 1, 1));
    for (int r = 0; r < WORLD; r++) {
        LS_TRY(check(all[r], r, 1));
        LS_TRY(check(from[r], 10 * r + rank, 1));
        if (rank == 2) LS_TRY(check(at_two[r], r, 1));
    }
    rank_check(ls_shape_equal(ls_tensor_shape(joined), LS_SHAPE(3 * WORLD, COUNT / 3)));
    LS_TRY(ls_item(share, &number));
    rank_check(number == WORLD * (rank + 1));
    LS_TRY(check(parts[0], 10 + rank, 1));
    ls_work *work;
    rank_check_fails(ls_send(copy, 1, 0, ls_async(world, &work)), LS_INVALID_ARGUMENT, "cannot be asynchronous");
    return ls_destroy_process_group();
}

static void collectives_on_tensors_can_be_under_way(void **state)
{
    run(start_collectives, 1, 4);
    run(start_collectives, 2, 4);
}

/* --- Scatter -------------------------------------------------------------------------------------------------- */

/* What is wrong on src is told to all; inputs that wait for a collective are no reason to fail. */
static ls_status scatter(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_tensor out, inputs[2] = {mine(3), ls_full(LS_SHAPE(2), 1, LS_F32)};
    rank_check_fails(ls_scatter(&out, rank ? inputs : NULL, 1, LS_WORLD), LS_INVALID_ARGUMENT,
                     rank ? "tensor 1 has another shape"
                          : "rank 1 has nothing to scatter: ls_scatter: tensor 1 has another");
    rank_check_fails(ls_scatter(&out, NULL, 0, LS_WORLD), LS_INVALID_ARGUMENT, "no tensors were given");
    inputs[0] = mine(1);
    LS_TRY(ls_all_reduce(inputs[0], LS_SUM, LS_WORLD));
    inputs[1] = ls_clone(inputs[0]);
    LS_TRY(ls_scatter(&out, rank ? inputs : NULL, 1, LS_WORLD));
    LS_TRY(check(out, 1, 2));
    return ls_destroy_process_group();
}

static void scatter_tells_all_what_is_wrong(void **state)
{
    run(scatter, 1, 2);
    run(scatter, 2, 2);
}

/* A group that leaves ranks out exchanges too. */
static ls_status exchange_in_a_part(int rank, void *arg)
{
    LS_TRY(rank_join_group());
    ls_group part;
    ls_tensor to[2], from[2];
    LS_TRY(ls_new_group((int[]){2, 0}, 2, &part));
    for (int r = 0; r < 2; r++) to[r] = mine(10 * rank + r);
    LS_TRY(ls_all_to_all(from, to, part));
    LS_TRY(ls_mark_step());
    int me = ls_rank(part);
    if (me >= 0) {
        LS_TRY(check(from[0], 20 + me, 1));
        LS_TRY(check(from[1], me, 1));
    }
    return ls_destroy_process_group();
}

static void a_group_of_some_ranks_exchanges(void **state)
{
    run(exchange_in_a_part, 1, 3);
    run(exchange_in_a_part, 3, 3);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_go_from_rank_to_rank),
        cmocka_unit_test(messages_of_tensors_can_be_under_way),
        cmocka_unit_test(collectives_on_tensors_can_be_under_way),
        cmocka_unit_test(scatter_tells_all_what_is_wrong),
        cmocka_unit_test(a_group_of_some_ranks_exchanges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
