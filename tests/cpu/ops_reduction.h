/* Cases of reductions, windows and sort, for ops_test.c. */

static const struct {
    const char *op;
    float_fn on_float;
    int_fn on_int;
    double float_init; /* of no effect */
    bool is_bits;      /* not for floats */
} reducers[] = {
    {"add", f_add, i_add, 0},
    {"multiply", f_multiply, i_multiply, 1},
    {"maximum", f_max, i_max, -INFINITY},
    {"minimum", f_min, i_min, INFINITY},
    {"and", NULL, i_and, 0, true},
    {"or", NULL, i_or, 0, true},
    {"xor", NULL, i_xor, 0, true},
};
#define REDUCER_COUNT (sizeof(reducers) / sizeof(reducers[0]))

static void put_init(ls_dtype t, void *data, size_t r)
{
    if (ls_dtype_is_float(t)) {
        put_float(t, data, 0, reducers[r].float_init);
    } else {
        static const wide inits[] = {0, 1, -1, -1, -1, 0, 0};
        wide init = inits[r];
        if (r == 2) init = ls_dtype_is_signed(t) ? (wide)1 << (width_of(t) - 1) : 0;
        if (r == 3 && ls_dtype_is_signed(t)) init = ((wide)1 << (width_of(t) - 1)) - 1;
        put_int(t, data, 0, t == LS_BOOL ? init & 1 : init);
    }
}

/* One step of the oracle, in double or wide; the caller rounds at the end. */
typedef struct total {
    double f;
    wide i;
} total;

static void add_to(total *sum, ls_dtype t, size_t r, const void *x, int64_t k)
{
    if (ls_dtype_is_float(t))
        sum->f = reducers[r].on_float(sum->f, get_float(t, x, k));
    else
        sum->i = wrap(t, reducers[r].on_int(t, sum->i, get_int(t, x, k)));
}

static void put_total(ls_dtype t, void *out, int64_t k, const total *sum)
{
    if (ls_dtype_is_float(t))
        put_float(t, out, k, sum->f);
    else
        put_int(t, out, k, sum->i);
}

static void run_reduce(ls_dtype t, size_t r, unsigned mask)
{
    char text[1024], dims[32] = "";
    ls_shape in = {3, {5, 37, 6}}, out = {0};
    for (int d = 0; d < 3; d++) {
        if (mask >> d & 1)
            snprintf(dims + strlen(dims), sizeof(dims) - strlen(dims), "%s%d", *dims ? ", " : "", d);
        else
            out.dims[out.rank++] = in.dims[d];
    }
    void *x = new_array(t, in), *got = new_array(t, out), *expected = new_array(t, out);
    uint64_t init = 0;
    fill_small(t, x, ls_shape_count(in), 50);
    if (r == 1) /* products stay in range */
        for (int64_t i = 0; i < ls_shape_count(in); i++)
            if (ls_dtype_is_float(t)) put_float(t, x, i, i % 97 == 3 ? -2 : i % 89 == 5 ? 0.5 : 1);
    put_init(t, &init, r);
    const char *a = type_text(t, in), *s = type_text(t, LS_SHAPE()), *o = type_text(t, out);
    snprintf(text, sizeof(text),
             "func.func @main(%%x: %s, %%i: %s) -> %s {\n%%z = stablehlo.reduce(%%x init: %%i) applies stablehlo.%s "
             "across dimensions = [%s] : (%s, %s) -> %s\nreturn %%z : %s\n}",
             a, s, o, reducers[r].op, dims, a, s, o, o);
    run_text(text, (const void *[]){x, &init}, &got);
    total *sums = calloc((size_t)ls_shape_count(out) + 1, sizeof(total));
    for (int64_t i = 0; i < ls_shape_count(out); i++) {
        sums[i].f = reducers[r].float_init;
        sums[i].i = ls_dtype_is_float(t) ? 0 : get_int(t, &init, 0);
    }
    int64_t index[LS_MAX_RANK] = {0};
    do {
        int64_t kept[3], n = 0;
        for (int d = 0; d < 3; d++)
            if (!(mask >> d & 1)) kept[n++] = index[d];
        add_to(&sums[number_of(&out, kept)], t, r, x, number_of(&in, index));
    } while (next_of(&in, index));
    for (int64_t i = 0; i < ls_shape_count(out); i++) put_total(t, expected, i, &sums[i]);
    assert_arrays(t, got, expected, ls_shape_count(out), 0,
                  text); /* quarters: every order is exact, one rounding at the end */
    free(sums), free(x), free(got), free(expected);
}

/* I10: NaN wins at every place of every length; argmax gives the first NaN. */
static void check_nan_wins(void)
{
    for (int length = 1; length <= 67; length++) {
        for (int at = 0; at < length; at += 1 + length / 9) {
            float x[67], max, init = -INFINITY, top;
            int32_t zero = 0, place;
            for (int i = 0; i < length; i++) x[i] = (float)(i % 7);
            x[at] = NAN;
            char text[1400];
            const char *a = type_text(LS_F32, LS_SHAPE(length)), *n = type_text(LS_I32, LS_SHAPE(length));
            snprintf(text, sizeof(text),
                     "func.func @main(%%x: %s, %%i: tensor<f32>, %%j: tensor<i32>) -> (tensor<f32>, tensor<f32>, "
                     "tensor<i32>) {\n"
                     "%%m = stablehlo.reduce(%%x init: %%i) applies stablehlo.maximum across dimensions = [0] : (%s, "
                     "tensor<f32>) -> tensor<f32>\n"
                     "%%n = stablehlo.iota dim = 0 : %s\n"
                     "%%z:2 = stablehlo.reduce(%%x init: %%i), (%%n init: %%j) across dimensions = [0] : (%s, %s, "
                     "tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
                     "reducer(%%a: tensor<f32>, %%b: tensor<f32>) (%%c: tensor<i32>, %%d: tensor<i32>) {\n"
                     "%%0 = stablehlo.compare GT, %%a, %%b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                     "%%1 = stablehlo.compare NE, %%a, %%a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                     "%%2 = stablehlo.or %%0, %%1 : tensor<i1>\n"
                     "%%3 = stablehlo.select %%2, %%a, %%b : tensor<i1>, tensor<f32>\n"
                     "%%4 = stablehlo.select %%2, %%c, %%d : tensor<i1>, tensor<i32>\n"
                     "stablehlo.return %%3, %%4 : tensor<f32>, tensor<i32>\n}\n"
                     "return %%m, %%z#0, %%z#1 : tensor<f32>, tensor<f32>, tensor<i32>\n}",
                     a, a, n, a, n);
            run_text(text, (const void *[]){x, &init, &zero}, (void *[]){&max, &top, &place});
            assert_true(isnan(max) && isnan(top));
            assert_int_equal(place, at);
        }
    }
}

static void check_reduce(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++)
        for (size_t r = 0; r < REDUCER_COUNT; r++)
            for (unsigned mask = 0; mask < 8; mask++)
                if (!(ls_dtype_is_float(all_types[k]) && reducers[r].is_bits)) run_reduce(all_types[k], r, mask);
    check_nan_wins();
}

/* Window 2×3, strides 1×2, window dilation 2×1, base dilation 1×2, padding (1, 0) and (0, 2) on 4×5. */
static void check_reduce_window(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        for (size_t r = 0; r < REDUCER_COUNT; r++) {
            ls_dtype t = all_types[k];
            if (ls_dtype_is_float(t) && reducers[r].is_bits) continue;
            char text[1024];
            ls_shape in = {2, {4, 5}}, out = {2, {3, 5}};
            uint64_t x[20], got[15], expected[15], init = 0;
            fill_small(t, x, 20, 51);
            if (r == 1 && ls_dtype_is_float(t))
                for (int i = 0; i < 20; i++) put_float(t, x, i, i % 3 ? 1 : -2);
            put_init(t, &init, r);
            const char *a = type_text(t, in), *s = type_text(t, LS_SHAPE()), *o = type_text(t, out);
            snprintf(text, sizeof(text),
                     "func.func @main(%%x: %s, %%i: %s) -> %s {\n%%z = \"stablehlo.reduce_window\"(%%x, %%i) "
                     "<{base_dilations = array<i64: 1, 2>, "
                     "padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, window_dilations = array<i64: 2, 1>, "
                     "window_dimensions = array<i64: 2, 3>, "
                     "window_strides = array<i64: 1, 2>}> %s : (%s, %s) -> %s\nreturn %%z : %s\n}",
                     a, s, o, reducer_text(reducers[r].op, t), a, s, o, o);
            run_text(text, (const void *[]){x, &init}, (void *[]){got});
            int64_t index[LS_MAX_RANK] = {0};
            do {
                total sum = {reducers[r].float_init, ls_dtype_is_float(t) ? 0 : get_int(t, &init, 0)};
                for (int p = 0; p < 2; p++) {
                    for (int q = 0; q < 3; q++) {
                        int64_t i = index[0] + 2 * p - 1, j = 2 * index[1] + q;
                        if (i < 0 || i >= 4 || j % 2 || j / 2 >= 5) continue;
                        add_to(&sum, t, r, x, i * 5 + j / 2);
                    }
                }
                put_total(t, expected, number_of(&out, index), &sum);
            } while (next_of(&out, index));
            assert_arrays(t, got, expected, 15, 0, text);
        }
    }
}

static void run_select_and_scatter(ls_dtype t, ls_shape in, ls_shape source, const char *attrs, const void *x,
                                   const void *u, void *got)
{
    char text[1400];
    uint64_t init = 0;
    const char *a = type_text(t, in), *b = type_text(t, source), *s = type_text(t, LS_SHAPE());
    snprintf(text, sizeof(text),
             "func.func @main(%%x: %s, %%u: %s, %%i: %s) -> %s {\n%%z = \"stablehlo.select_and_scatter\"(%%x, %%u, "
             "%%i) <{%s}> ({\n"
             "^bb0(%%p: %s, %%q: %s):\n%%r = stablehlo.compare GE, %%p, %%q : (%s, %s) -> tensor<i1>\nstablehlo.return "
             "%%r : tensor<i1>\n}, %s : (%s, %s, %s) -> %s\nreturn %%z : %s\n}",
             a, b, s, a, attrs, s, s, s, s, reducer_text("add", t) + 1, a, b, s, a, a);
    run_text(text, (const void *[]){x, u, &init}, (void *[]){got});
}

static void check_select_and_scatter(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) { /* I2: windows overlap */
        ls_dtype t = all_types[k];
        if (t == LS_BOOL) continue;
        static const int values[] = {5, 3, 1, 2, 5}, expected[] = {1, 1, 0, 1, 1};
        uint64_t x[5], u[4], got[5];
        for (int i = 0; i < 5; i++) ls_dtype_is_float(t) ? put_float(t, x, i, values[i]) : put_int(t, x, i, values[i]);
        for (int i = 0; i < 4; i++) ls_dtype_is_float(t) ? put_float(t, u, i, 1) : put_int(t, u, i, 1);
        run_select_and_scatter(t, LS_SHAPE(5), LS_SHAPE(4),
                               "window_dimensions = array<i64: 2>, window_strides = array<i64: 1>", x, u, got);
        for (int i = 0; i < 5; i++)
            assert_true((ls_dtype_is_float(t) ? get_float(t, got, i) : (double)get_int(t, got, i)) == expected[i]);
    }
    float same[4] = {2, 2, 2, 2}, one = 7, got[4];
    run_select_and_scatter(LS_F32, LS_SHAPE(2, 2), LS_SHAPE(1, 1), "window_dimensions = array<i64: 2, 2>", same, &one,
                           got);
    assert_memory_equal(got, ((float[]){7, 0, 0, 0}), 16);
    /* Padding is never selected, even where all elements are negative; windows of 3 at stride 2. */
    float x[5] = {-1, -2, -3, -4, -5}, u[3] = {10, 20, 30}, padded[5];
    run_select_and_scatter(LS_F32, LS_SHAPE(5), LS_SHAPE(3),
                           "padding = dense<[[1, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, "
                           "window_strides = array<i64: 2>",
                           x, u, padded);
    assert_memory_equal(padded, ((float[]){10, 20, 0, 30, 0}), 20);
}

static void check_sort(ls_ir_kind kind)
{
    /* I7: total order; stable with a second operand. */
    uint32_t bits[8] = {0xFFC00000, 0x7FC00000, 0xFF800000, 0x7F800000, 0xBF800000, 0x3F800000, 0, 0x80000000},
             sorted[8];
    uint32_t expected[8] = {0xFFC00000, 0xFF800000, 0xBF800000, 0x80000000, 0, 0x3F800000, 0x7F800000, 0x7FC00000};
    run_text("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n%z = \"stablehlo.sort\"(%x) <{dimension = 0 : "
             "i64, is_stable = true}> ({\n"
             "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, "
             "tensor<f32>) -> tensor<i1>\n"
             "stablehlo.return %r : tensor<i1>\n}) : (tensor<8xf32>) -> tensor<8xf32>\nreturn %z : tensor<8xf32>\n}",
             (const void *[]){bits}, (void *[]){sorted});
    assert_memory_equal(sorted, expected, sizeof(expected));
    /* The comparator may use a constant from around it: those that are equal to it count as the least. */
    run_text(
        "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n%c = stablehlo.constant dense<2.0> : tensor<f32>\n%l = "
        "stablehlo.constant dense<-9.0> : tensor<f32>\n%z = \"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = "
        "true}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "%p = stablehlo.compare EQ, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "%q = stablehlo.compare EQ, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "%m = stablehlo.select %p, %l, %a : tensor<i1>, tensor<f32>\n"
        "%n = stablehlo.select %q, %l, %b : tensor<i1>, tensor<f32>\n"
        "%r = stablehlo.compare LT, %m, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %r : "
        "tensor<i1>\n"
        "}) : (tensor<8xf32>) -> tensor<8xf32>\nreturn %z : tensor<8xf32>\n}",
        (const void *[]){(float[]){3, 2, 1, 5, 2, -1, 0, 4}}, (void *[]){sorted});
    assert_memory_equal(sorted, ((float[]){2, 2, -1, 0, 1, 3, 4, 5}), sizeof(sorted));
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        char text[1024];
        enum { ROWS = 3, LENGTH = 65, COLUMNS = 2 };
        uint64_t x[ROWS * LENGTH * COLUMNS], got[ROWS * LENGTH * COLUMNS];
        int32_t order[ROWS * LENGTH * COLUMNS], order_got[ROWS * LENGTH * COLUMNS];
        fill_small(t, x, ROWS * LENGTH * COLUMNS, 60);
        for (int i = 0; i < ROWS * LENGTH * COLUMNS; i++) order[i] = i / COLUMNS % LENGTH;
        const char *a = type_text(t, LS_SHAPE(3, 65, 2)), *n = type_text(LS_I32, LS_SHAPE(3, 65, 2)),
                   *s = type_text(t, LS_SHAPE());
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%y: %s) -> (%s, %s) {\n%%z:2 = \"stablehlo.sort\"(%%x, %%y) <{dimension = "
                 "1 : i64, is_stable = true}> ({\n"
                 "^bb0(%%a: %s, %%b: %s, %%c: tensor<i32>, %%d: tensor<i32>):\n%%r = stablehlo.compare GT, %%a, %%b : "
                 "(%s, %s) -> tensor<i1>\n"
                 "stablehlo.return %%r : tensor<i1>\n}) : (%s, %s) -> (%s, %s)\nreturn %%z#0, %%z#1 : %s, %s\n}",
                 a, n, a, n, s, s, s, s, a, n, a, n, a, n);
        run_text(text, (const void *[]){x, order}, (void *[]){got, order_got});
        for (int line = 0; line < ROWS * COLUMNS; line++) {
            int start = line / COLUMNS * LENGTH * COLUMNS + line % COLUMNS;
            for (int i = 0; i < LENGTH; i++) {
                int at = start + i * COLUMNS, from = start + order_got[at] * COLUMNS;
                double v = ls_dtype_is_float(t) ? get_float(t, got, at) : (double)get_int(t, got, at);
                assert_true(v == (ls_dtype_is_float(t) ? get_float(t, x, from) : (double)get_int(t, x, from)));
                if (!i) continue;
                double before =
                    ls_dtype_is_float(t) ? get_float(t, got, at - COLUMNS) : (double)get_int(t, got, at - COLUMNS);
                assert_true(before > v || (before == v && order_got[at - COLUMNS] < order_got[at]));
            }
        }
    }
    /* A comparator that contradicts itself gives some permutation. */
    int32_t n[9] = {4, 1, 8, 3, 0, 7, 2, 6, 5}, m[9], seen = 0;
    run_text("func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {\n%z = \"stablehlo.sort\"(%x) <{dimension = 0 : "
             "i64}> ({\n"
             "^bb0(%a: tensor<i32>, %b: tensor<i32>):\n%s = stablehlo.add %a, %b : tensor<i32>\n%t = "
             "stablehlo.constant dense<3> : tensor<i32>\n"
             "%u = stablehlo.remainder %s, %t : tensor<i32>\n%r = stablehlo.compare GT, %u, %t : (tensor<i32>, "
             "tensor<i32>) -> tensor<i1>\n"
             "%v = stablehlo.not %r : tensor<i1>\nstablehlo.return %v : tensor<i1>\n}) : (tensor<9xi32>) -> "
             "tensor<9xi32>\nreturn %z : tensor<9xi32>\n}",
             (const void *[]){n}, (void *[]){m});
    for (int i = 0; i < 9; i++) seen |= 1 << m[i];
    assert_int_equal(seen, 0x1FF);
}
