/* Collectives on arrays: strided, uneven, without dimensions, empty; what does not fit is refused on all ranks. */
#include "ranks.h"

#include <lockstep/array.h>

#define MOST 4000
#define GUARD (-77)
#define BIG_ROWS 40000 /* of a large uneven case */

static ls_status init(void)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 20000});
}

static const struct layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

static void in_fours(ls_rank_fn fn)
{
    for (int l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], fn, NULL, NULL));
}

static void fill(int32_t *data, int count, int rank)
{
    for (int i = 0; i < count; i++) data[i] = 1000 * rank + i;
}

static void guard(int32_t *data)
{
    for (int i = 0; i < MOST; i++) data[i] = GUARD;
}

/* data[at, at + count) counts up from `first`; clears it to GUARD, so that what else was written shows at the end. */
static bool take(int32_t *data, int at, int count, int first)
{
    bool right = true;
    for (int i = 0; i < count; i++) {
        right = right && data[at + i] == first + i;
        data[at + i] = GUARD;
    }
    return right;
}

static bool is_untouched(const int32_t *data)
{
    for (int i = 0; i < MOST; i++)
        if (data[i] != GUARD) return false;
    return true;
}

/* --- Uneven ------------------------------------------------------------------------------------------------- */

static const int lengths[] = {3, 0, 700, 1};
static const int starts[] = {0, 3, 3, 703}; /* of the shares one after the other */

static ls_status gather_uneven(int me, void *arg)
{
    LS_TRY(init());
    int32_t in[MOST], out[MOST];
    fill(in, MOST, me);
    guard(out);
    ls_array outs[4];
    for (int r = 0; r < 4; r++) outs[r] = LS_ARRAY(out + starts[r] + 10 * r, LS_I32, lengths[r]);
    LS_TRY(ls_array_all_gather(outs, LS_ARRAY(in, LS_I32, lengths[me]), LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, starts[r] + 10 * r, lengths[r], 1000 * r));
    EXPECT(is_untouched(out));
    for (int i = 0; i < MOST; i++) EXPECT(in[i] == 1000 * me + i);
    return LS_OK;
}

static void all_gather_takes_uneven_shares(void **state)
{
    in_fours(gather_uneven);
}

static ls_status reduce_scatter_uneven(int me, void *arg)
{
    LS_TRY(init());
    int32_t in[MOST], out[MOST];
    fill(in, MOST, me);
    guard(out);
    ls_array ins[4];
    for (int r = 0; r < 4; r++) ins[r] = LS_ARRAY(in + starts[r], LS_I32, lengths[r]);
    LS_TRY(ls_array_reduce_scatter(LS_ARRAY(out + 5, LS_I32, lengths[me]), ins, LS_MAX, LS_WORLD));
    EXPECT(take(out, 5, lengths[me], 3000 + starts[me]));
    LS_TRY(ls_array_reduce_scatter(LS_ARRAY(out + 5, LS_I32, lengths[me]), ins, LS_SUM, LS_WORLD));
    for (int i = 0; i < lengths[me]; i++) {
        EXPECT(out[5 + i] == 6000 + 4 * (starts[me] + i));
        out[5 + i] = GUARD;
    }
    EXPECT(is_untouched(out));
    return LS_OK;
}

static void reduce_scatter_takes_uneven_shares(void **state)
{
    in_fours(reduce_scatter_uneven);
}

/* PyTorch's own vector: rank r has 10·r + [0, 1, ...). */
static const int64_t in_splits[4][4] = {{2, 2, 1, 1}, {3, 2, 2, 2}, {2, 1, 1, 1}, {2, 2, 2, 1}};

static ls_status exchange_unevenly(int me, void *arg)
{
    LS_TRY(init());
    static const int32_t expected[] = {0, 1, 10, 11, 12, 20, 21, 30, 31};
    int64_t out_splits[4], rows = 0, in_rows = 0;
    int32_t in[16], out[MOST];
    for (int r = 0; r < 4; r++) out_splits[r] = in_splits[r][me], rows += out_splits[r], in_rows += in_splits[me][r];
    for (int i = 0; i < 16; i++) in[i] = 10 * me + i;
    guard(out);
    LS_TRY(ls_array_all_to_all_single(LS_ARRAY(out + 1, LS_I32, rows), LS_ARRAY(in, LS_I32, in_rows), out_splits,
                                      in_splits[me], LS_WORLD));
    for (int i = 0; me == 0 && i < 9; i++) EXPECT(out[1 + i] == expected[i]);
    int at = 1;
    for (int r = 0; r < 4; r++) {
        int first = 0;
        for (int before = 0; before < me; before++) first += (int)in_splits[r][before];
        EXPECT(take(out, at, (int)out_splits[r], 10 * r + first));
        at += (int)out_splits[r];
    }
    EXPECT(is_untouched(out));

    /* As lists, with empty ones; then in equal parts. */
    ls_array ins[4], outs[4];
    int32_t words[MOST];
    fill(words, MOST, me);
    for (int r = 0; r < 4; r++) {
        ins[r] = LS_ARRAY(words + 100 * r, LS_I32, (r + me) % 3 * 11);
        outs[r] = LS_ARRAY(out + 50 * r, LS_I32, (r + me) % 3, 11);
    }
    LS_TRY(ls_array_all_to_all(outs, ins, LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, 50 * r, (r + me) % 3 * 11, 1000 * r + 100 * me));
    LS_TRY(ls_array_all_to_all_single(LS_ARRAY(out + 3, LS_I32, 8, 5), LS_ARRAY(words, LS_I32, 8, 5), NULL, NULL,
                                      LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, 3 + 10 * r, 10, 1000 * r + 10 * me));
    EXPECT(is_untouched(out));
    return LS_OK;
}

static void all_to_all_takes_uneven_splits(void **state)
{
    in_fours(exchange_unevenly);
}

/* Beyond what travels in a slot. */
static ls_status exchange_much(int me, void *arg)
{
    LS_TRY(init());
    int64_t splits[4], gets[4], rows = 0, total = 0;
    for (int r = 0; r < 4; r++) splits[r] = BIG_ROWS / 4 + 100 * r, rows += splits[r];
    for (int r = 0; r < 4; r++) gets[r] = BIG_ROWS / 4 + 100 * me, total += gets[r];
    double *in = malloc(sizeof(*in) * 2 * (size_t)rows), *out;
    LS_TRY(ls_host_alloc(sizeof(*out) * 2 * (size_t)total, (void **)&out));
    for (int64_t i = 0; i < 2 * rows; i++) in[i] = 1e6 * me + (double)i;
    ls_status status = ls_array_all_to_all_single(LS_ARRAY(out, LS_F64, total, 2), LS_ARRAY(in, LS_F64, rows, 2), gets,
                                                  splits, LS_WORLD);
    int64_t first = 2 * (BIG_ROWS / 4 * me + 100 * (me * (me - 1) / 2)), n = 2 * gets[0];
    bool right = status == LS_OK;
    for (int r = 0; r < 4; r++)
        for (int64_t i = 0; i < n; i++) right = right && out[r * n + i] == 1e6 * r + (double)(first + i);
    free(in);
    ls_host_free(out);
    EXPECT(right);
    return status;
}

static void large_uneven_shares_arrive_whole(void **state)
{
    in_fours(exchange_much);
}

/* --- What does not fit -------------------------------------------------------------------------------------- */

static ls_status refuse_splits(int me, void *arg)
{
    LS_TRY(init());
    int32_t in[8], out[MOST];
    fill(in, 8, me);
    guard(out);
    static const struct {
        int64_t splits[4];
        const char *message;
    } bad[] = {{{2, 2, -1, 5}, "input split 2 is -1: it must not be negative"},
               {{2, 2, 2, 1}, "the input's splits have 7 rows in all, it has 8"},
               {{2, 2, 2, INT64_MAX}, "the input's splits have more than its 8 rows"},
               {{1, 3, 2, 2}, "group rank 2 gives 4 bytes to group rank 0, which expects 8"}};
    int64_t twos[4] = {2, 2, 2, 2};
    for (int i = 0; i < 4; i++) {
        EXPECT(ls_array_all_to_all_single(LS_ARRAY(out, LS_I32, 8), LS_ARRAY(in, LS_I32, 8), twos,
                                          me == 2 ? bad[i].splits : twos, LS_WORLD) == LS_INVALID_ARGUMENT);
        EXPECT(strstr(ls_last_error(), bad[i].message));
        EXPECT(i == 3 || me == 2 || strstr(ls_last_error(), "all_to_all_single: group rank 2: "));
    }
    EXPECT(is_untouched(out));

    /* Lists that differ among ranks. */
    ls_array list[4];
    for (int r = 0; r < 4; r++) list[r] = LS_ARRAY(out + 8 * r, LS_I32, r == 3 && me == 1 ? 7 : r + 1);
    EXPECT(ls_array_all_gather(list, LS_ARRAY(in, LS_I32, me + 1), LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "array 3 has 28 bytes on group rank 1 and 16 on group rank 0"));
    EXPECT(ls_array_reduce_scatter(LS_ARRAY(in, LS_I32, me == 2 ? 1 : me + 1), list, LS_SUM, LS_WORLD) ==
           LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "array 2 of the list is this rank's and has 12 bytes, not 4"));
    EXPECT(is_untouched(out));
    return ls_barrier(LS_WORLD); /* the group is as good as before */
}

static void bad_splits_are_an_error_on_all_before_any_byte_moves(void **state)
{
    in_fours(refuse_splits);
}

static ls_status refuse_arrays(int me, void *arg)
{
    LS_TRY(init());
    int32_t x[16] = {0};
    float f[2] = {0};
    int64_t none[] = {0};
    ls_array pair[2] = {LS_ARRAY(x, LS_I32, 2), LS_ARRAY(x + 2, LS_I32, 2)};
    ls_array mixed[2] = {LS_ARRAY(x, LS_I32, 2), LS_ARRAY(f, LS_F32, 2)};
    ls_array repeated = {x, LS_I32, LS_SHAPE(4), none};
    EXPECT(ls_array_all_reduce(repeated, LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "all_reduce: the strides of an output lead to one element twice"));
    EXPECT(ls_array_all_reduce(LS_ARRAY(NULL, LS_F32, 2), LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(x, LS_I32, -2), LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(x, LS_I32, INT64_MAX, 2), LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(x, (ls_dtype)99, 2), LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(f, LS_F32, 2), LS_BXOR, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(f, LS_F32, 2), (ls_reduce_op)99, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce_coalesced(NULL, 2, LS_SUM, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_broadcast(LS_ARRAY(f, LS_F32, 2), -1, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_gather(NULL, LS_ARRAY(x, LS_I32, 2), LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_gather(pair, LS_ARRAY(x + 4, LS_I32, 3), LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_gather(mixed, LS_ARRAY(x + 4, LS_I32, 2), LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_gather_into_tensor(LS_ARRAY(x, LS_I32, 2, 4), LS_ARRAY(x + 8, LS_I32, 2, 2), LS_WORLD) ==
           LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "a shape of (2x4) for 2 parts of (2x2)"));
    EXPECT(ls_array_all_to_all_single(LS_ARRAY(x, LS_I32, 3), LS_ARRAY(x + 8, LS_I32, 3), NULL, NULL, LS_WORLD) ==
           LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_to_all_single(LS_ARRAY(x, LS_I32), LS_ARRAY(x + 8, LS_I32), NULL, NULL, LS_WORLD) ==
           LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD); /* none of them reached the peer */
}

static void arrays_that_do_not_fit_are_refused(void **state)
{
    assert_ok(spawn_in((struct layout){1, 2}, refuse_arrays, NULL, NULL));
}

/* --- Strides ------------------------------------------------------------------------------------------------ */

static ls_status use_strides(int me, void *arg)
{
    LS_TRY(init());
    int root = 1;
    int64_t every_other[] = {2}, column[] = {2}, backwards[] = {-1};

    /* Every other element of [0, 5]: 0, 2, 4. */
    float spaced[6] = {0, 1, 2, 3, 4, 5}, three[3] = {-1, -1, -1};
    ls_array list[4];
    for (int r = 0; r < 4; r++) list[r] = (ls_array){spaced, LS_F32, LS_SHAPE(3), every_other};
    LS_TRY(ls_array_scatter(LS_ARRAY(three, LS_F32, 3), me == root ? list : NULL, root, LS_WORLD));
    EXPECT(three[0] == 0 && three[1] == 2 && three[2] == 4);

    /* Column 0 of 2×2; column 1 stays. */
    int32_t square[4] = {10 * me, 10 * me + 1, 10 * me + 2, 10 * me + 3};
    LS_TRY(ls_array_broadcast((ls_array){square, LS_I32, LS_SHAPE(2), column}, root, LS_WORLD));
    EXPECT(square[0] == 10 && square[1] == 10 * me + 1 && square[2] == 12 && square[3] == 10 * me + 3);
    LS_TRY(ls_array_all_reduce((ls_array){square + 1, LS_I32, LS_SHAPE(2), column}, LS_SUM, LS_WORLD));
    EXPECT(square[0] == 10 && square[1] == 64 && square[2] == 12 && square[3] == 72);

    /* Reversed, reduced onto one rank: the others keep theirs. */
    int32_t row[3] = {100 * me, 100 * me + 1, 100 * me + 2};
    LS_TRY(ls_array_reduce((ls_array){row + 2, LS_I32, LS_SHAPE(3), backwards}, root, LS_MAX, LS_WORLD));
    for (int i = 0; i < 3; i++) EXPECT(row[i] == (me == root ? 300 + i : 100 * me + i));

    /* A transposed matrix gathered into columns: 3 × 2 of rank r, and out[i][j][r]. */
    int32_t in[6], out[MOST];
    int64_t transposed[] = {1, 3}, by_column[] = {20, 5};
    fill(in, 6, me);
    guard(out);
    for (int r = 0; r < 4; r++) list[r] = (ls_array){out + r, LS_I32, LS_SHAPE(3, 2), by_column};
    ls_array mine = {in, LS_I32, LS_SHAPE(3, 2), transposed};
    LS_TRY(ls_array_gather(me == root ? list : NULL, mine, root, LS_WORLD));
    for (int i = 0; i < 3 && me == root; i++)
        for (int j = 0; j < 2; j++)
            for (int r = 0; r < 4; r++) EXPECT(take(out, 20 * i + 5 * j + r, 1, 1000 * r + i + 3 * j));
    EXPECT(is_untouched(out));
    LS_TRY(ls_array_all_gather(list, mine, LS_WORLD));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int r = 0; r < 4; r++) EXPECT(take(out, 20 * i + 5 * j + r, 1, 1000 * r + i + 3 * j));
    EXPECT(is_untouched(out));
    return LS_OK;
}

static void gaps_are_read_over_and_left_alone(void **state)
{
    in_fours(use_strides);
}

/* Every element type, large, with strides in three dimensions, there and back. */
static ls_status use_every_type(int me, void *arg)
{
    LS_TRY(init());
    enum { A = 7, B = 60, C = 31 };
    for (ls_dtype dtype = LS_BOOL; dtype < LS_DTYPE_END; dtype++) {
        size_t element = ls_dtype_size(dtype), all = (size_t)A * B * (C + 2) * element;
        if (element == 0) continue; /* a token */
        char *in = malloc(all), *out = malloc(all), *rows = malloc((size_t)4 * A * B * C * element);
        for (size_t i = 0; i < all; i++) in[i] = (char)((size_t)(me * 37) + i * 11 + (i >> 8)), out[i] = 0x5a;
        int64_t strides[] = {C + 2, A * (C + 2), 1};
        ls_shape shape = LS_SHAPE(A, B, C);
        ls_array list[4];
        for (int r = 0; r < 4; r++) list[r] = (ls_array){rows + (size_t)r * A * B * C * element, dtype, shape};
        list[2] = (ls_array){out, dtype, shape, strides};
        LS_TRY(ls_array_all_gather(list, (ls_array){in, dtype, shape, strides}, LS_WORLD));
        bool right = true;
        for (size_t i = 0; i < all; i++) {
            char sent = (char)((size_t)(2 * 37) + i * 11 + (i >> 8));
            right = right && out[i] == (i / element % (C + 2) < C ? sent : 0x5a);
        }
        for (size_t i = 0; i < (size_t)A * B * C * element; i++) {
            size_t row = i / element / C, at = (row % B * A + row / B) * (C + 2) + i / element % C;
            size_t from = at * element + i % element;
            right = right && list[3].data &&
                    ((char *)list[3].data)[i] == (char)((size_t)(3 * 37) + from * 11 + (from >> 8));
        }
        free(in);
        free(out);
        free(rows);
        EXPECT(right);
    }
    return LS_OK;
}

static void every_element_type_is_packed_and_unpacked(void **state)
{
    in_fours(use_every_type);
}

/* --- Shapes ------------------------------------------------------------------------------------------------- */

static ls_status use_shapes(int me, void *arg)
{
    LS_TRY(init());
    int32_t in[6], out[MOST];
    fill(in, 6, me);
    guard(out);
    ls_array mine = LS_ARRAY(in, LS_I32, 2, 3);
    LS_TRY(ls_array_all_gather_into_tensor(LS_ARRAY(out, LS_I32, 8, 3), mine, LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, 6 * r, 6, 1000 * r));
    LS_TRY(ls_array_all_gather_into_tensor(LS_ARRAY(out, LS_I32, 4, 2, 3), mine, LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, 6 * r, 6, 1000 * r));
    LS_TRY(ls_array_all_gather_into_tensor(LS_ARRAY(out, LS_I32, 4), LS_ARRAY(in, LS_I32), LS_WORLD));
    for (int r = 0; r < 4; r++) EXPECT(take(out, r, 1, 1000 * r));

    /* x = [0, 8) + rank: rank r gets [8·r + 6, 8·r + 10]. */
    int32_t x[8];
    for (int i = 0; i < 8; i++) x[i] = i + me;
    for (int stacked = 0; stacked < 2; stacked++) {
        ls_array whole = stacked ? LS_ARRAY(x, LS_I32, 4, 2) : LS_ARRAY(x, LS_I32, 8);
        LS_TRY(ls_array_reduce_scatter_tensor(LS_ARRAY(out, LS_I32, 2), whole, LS_SUM, LS_WORLD));
        EXPECT(out[0] == 8 * me + 6 && out[1] == 8 * me + 10);
        out[0] = out[1] = GUARD;
    }

    /* Into its own part of the input, and all of it empty. */
    LS_TRY(ls_array_reduce_scatter_tensor(LS_ARRAY(x + 2 * me, LS_I32, 2), LS_ARRAY(x, LS_I32, 8), LS_SUM, LS_WORLD));
    EXPECT(x[2 * me] == 8 * me + 6 && x[2 * me + 1] == 8 * me + 10);
    ls_array nothing = LS_ARRAY(NULL, LS_F32, 0, 3), nothings[4] = {nothing, nothing, nothing, nothing};
    LS_TRY(ls_array_all_reduce(nothing, LS_SUM, LS_WORLD));
    LS_TRY(ls_array_all_gather(nothings, nothing, LS_WORLD));
    LS_TRY(ls_array_all_to_all(nothings, nothings, LS_WORLD));
    LS_TRY(ls_array_all_to_all_single(nothing, nothing, NULL, NULL, LS_WORLD));

    /* No dimension; several arrays and types at once. */
    float one = (float)me;
    double two[2] = {me, -me};
    int64_t three = (int64_t)1 << 40;
    ls_array several[] = {LS_ARRAY(two, LS_F64, 2), LS_ARRAY(&one, LS_F32), LS_ARRAY(&three, LS_I64),
                          LS_ARRAY(in, LS_I32, 6)};
    LS_TRY(ls_array_all_reduce_coalesced(several, 4, LS_SUM, LS_WORLD));
    EXPECT(one == 6 && two[0] == 6 && two[1] == -6 && three == (int64_t)1 << 42);
    for (int i = 0; i < 6; i++) EXPECT(in[i] == 6000 + 4 * i);
    LS_TRY(ls_array_all_reduce_coalesced(NULL, 0, LS_SUM, LS_WORLD));
    EXPECT(is_untouched(out));
    return LS_OK;
}

static void shapes_of_all_kinds(void **state)
{
    in_fours(use_shapes);
}

static ls_status use_factors(int me, void *arg)
{
    LS_TRY(init());
    double x[3] = {1, 10, 100}, share[1];
    float z[4] = {(float)me, 1, -1, (float)me}; /* two complex numbers */
    ls_reduce_op op = ls_premul_sum(0.5 * (me + 1));
    EXPECT(ls_premul_sum(0.5 * (me + 1)) == op && ls_premul_sum(7) != op);
    LS_TRY(ls_array_all_reduce(LS_ARRAY(x, LS_F64, 3), op, LS_WORLD));
    for (int i = 0; i < 3; i++) EXPECT(x[i] == (double[]){5, 50, 500}[i]);
    LS_TRY(ls_array_all_reduce(LS_ARRAY(z, LS_C64, 2), op, LS_WORLD));
    EXPECT(z[0] == 10 && z[1] == 5 && z[2] == -5 && z[3] == 10);
    double all[4] = {1, 2, 3, 4};
    LS_TRY(ls_array_reduce_scatter_tensor(LS_ARRAY(share, LS_F64, 1), LS_ARRAY(all, LS_F64, 4), op, LS_WORLD));
    EXPECT(share[0] == 5 * (me + 1));
    int32_t word = 1;
    EXPECT(ls_array_all_reduce(LS_ARRAY(&word, LS_I32), op, LS_WORLD) == LS_INVALID_ARGUMENT);
    EXPECT(ls_array_all_reduce(LS_ARRAY(x, LS_F64, 3), op + 9, LS_WORLD) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD);
}

static void each_rank_has_its_own_factor(void **state)
{
    in_fours(use_factors);
}

/* What other libraries get wrong: sums of small numbers in bf16, wrapping, and the order of a sum at any size. */
static ls_status sum_exactly(int me, void *arg)
{
    LS_TRY(init());
    uint16_t small = me ? 0x3b80 : 0x3f80; /* 2⁻⁸ and 1 in bf16 */
    LS_TRY(ls_array_all_reduce(LS_ARRAY(&small, LS_BF16), LS_SUM, LS_WORLD));
    EXPECT(small == 0x3f82); /* 1 + 3·2⁻⁸ rounded once: 1.015625 */
    int64_t large = (int64_t)1 << 40;
    LS_TRY(ls_array_all_reduce(LS_ARRAY(&large, LS_I64), LS_SUM, LS_WORLD));
    EXPECT(large == (int64_t)1 << 42);
    uint8_t byte = (uint8_t[]){200, 100, 0, 0}[me];
    LS_TRY(ls_array_all_reduce(LS_ARRAY(&byte, LS_U8), LS_SUM, LS_WORLD));
    EXPECT(byte == 44);

    static const float values[] = {1e8f, 1, -1e8f, 1};
    enum { MANY = LS_TEST_SANITIZED ? 10000 : 1000000 };
    float *many = malloc(MANY * sizeof(*many));
    bool right = many;
    for (int run = 0; run < 20 && right; run++)
        for (int64_t n = 1; n <= MANY && right; n *= MANY) {
            for (int64_t i = 0; i < n; i++) many[i] = values[me];
            LS_TRY(ls_array_all_reduce(LS_ARRAY(many, LS_F32, n), LS_SUM, LS_WORLD));
            for (int64_t i = 0; i < n; i++) right = right && many[i] == 1;
        }
    free(many);
    EXPECT(right);
    return LS_OK;
}

static void sums_are_exact_and_in_rank_order(void **state)
{
    in_fours(sum_exactly);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_gather_takes_uneven_shares),
        cmocka_unit_test(reduce_scatter_takes_uneven_shares),
        cmocka_unit_test(all_to_all_takes_uneven_splits),
        cmocka_unit_test(large_uneven_shares_arrive_whole),
        cmocka_unit_test(bad_splits_are_an_error_on_all_before_any_byte_moves),
        cmocka_unit_test(arrays_that_do_not_fit_are_refused),
        cmocka_unit_test(gaps_are_read_over_and_left_alone),
        cmocka_unit_test(every_element_type_is_packed_and_unpacked),
        cmocka_unit_test(shapes_of_all_kinds),
        cmocka_unit_test(each_rank_has_its_own_factor),
        cmocka_unit_test(sums_are_exact_and_in_rank_order),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
