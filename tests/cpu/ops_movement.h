/* Cases of the ops that move elements, for ops_test.c. Oracles go through every index of the result. */

static void copy_element(ls_dtype t, void *to, int64_t i, const void *from, int64_t k)
{
    size_t size = ls_dtype_size(t);
    memcpy((char *)to + (size_t)i * size, (const char *)from + (size_t)k * size, size);
}

/* Number of an index in a shape, row-major. */
static int64_t number_of(const ls_shape *shape, const int64_t *index)
{
    int64_t n = 0;
    for (int d = 0; d < shape->rank; d++) n = n * shape->dims[d] + index[d];
    return n;
}

static bool next_of(const ls_shape *shape, int64_t *index)
{
    for (int d = shape->rank; d-- > 0;) {
        if (++index[d] < shape->dims[d]) return true;
        index[d] = 0;
    }
    return false;
}

/* Says which element of which operand stands at an index of the result; false: the fill value (operand 1 of pad). */
typedef bool (*source_fn)(const int64_t *index, int *operand, int64_t *source);

typedef struct movement {
    ls_ir_kind kind;
    const char *body; /* with %s for types: in order operands', then the result's */
    int operands;
    ls_shape in[3], out;
    source_fn source;
} movement;

static const ls_shape s234 = {3, {2, 3, 4}};

static bool from_broadcast(const int64_t *i, int *operand, int64_t *source)
{
    *source = i[2] * 1 + 0;
    return true;
}
static bool from_stretch(const int64_t *i, int *operand, int64_t *source)
{
    *source = i[1];
    return true;
}
static bool from_scalar(const int64_t *i, int *operand, int64_t *source)
{
    *source = 0;
    return true;
}
static bool from_transpose(const int64_t *i, int *operand, int64_t *source)
{
    *source = (i[1] * 3 + i[2]) * 4 + i[0];
    return true;
}
static bool from_reverse(const int64_t *i, int *operand, int64_t *source)
{
    *source = ((1 - i[0]) * 3 + i[1]) * 4 + 3 - i[2];
    return true;
}
static bool from_slice(const int64_t *i, int *operand, int64_t *source)
{
    *source = ((1 + i[0]) * 3 + 2 * i[1]) * 4 + 1 + i[2];
    return true;
}
static bool from_concatenate(const int64_t *i, int *operand, int64_t *source)
{
    int64_t at = i[1];
    *operand = at < 3 ? 0 : at < 4 ? 1 : 2;
    int64_t widths[] = {3, 1, 2};
    at -= *operand == 0 ? 0 : *operand == 1 ? 3 : 4;
    *source = (i[0] * widths[*operand] + at) * 4 + i[2];
    return true;
}
/* low [1, −1, 0], interior [1, 0, 2], high [0, 2, −3] of 2×3×4 */
static bool from_pad(const int64_t *i, int *operand, int64_t *source)
{
    int64_t a = i[0] - 1, b = i[1] + 1, c = i[2];
    if (a < 0 || a % 2 || a / 2 >= 2 || b >= 3 || c % 3 || c / 3 >= 4) return false;
    *source = (a / 2 * 3 + b) * 4 + c / 3;
    return true;
}
static bool from_same(const int64_t *i, int *operand, int64_t *source)
{
    *source = i[0] * 4 + i[1];
    return true;
}

static const movement movements[] = {
    {LS_IR_BROADCAST_IN_DIM,
     "stablehlo.broadcast_in_dim %%a, dims = [2] : (%s) -> %s",
     1,
     {{1, {4}}},
     {3, {2, 3, 4}},
     from_broadcast},
    {LS_IR_BROADCAST_IN_DIM,
     "stablehlo.broadcast_in_dim %%a, dims = [1, 2] : (%s) -> %s",
     1,
     {{2, {3, 1}}},
     {3, {2, 3, 4}},
     from_stretch},
    {LS_IR_BROADCAST_IN_DIM,
     "stablehlo.broadcast_in_dim %%a, dims = [] : (%s) -> %s",
     1,
     {{0}},
     {3, {2, 3, 4}},
     from_scalar},
    {LS_IR_TRANSPOSE,
     "stablehlo.transpose %%a, dims = [2, 0, 1] : (%s) -> %s",
     1,
     {{3, {2, 3, 4}}},
     {3, {4, 2, 3}},
     from_transpose},
    {LS_IR_REVERSE, "stablehlo.reverse %%a, dims = [0, 2] : %s", 1, {{3, {2, 3, 4}}}, {3, {2, 3, 4}}, from_reverse},
    {LS_IR_SLICE,
     "stablehlo.slice %%a [1:2, 0:3:2, 1:4] : (%s) -> %s",
     1,
     {{3, {2, 3, 4}}},
     {3, {1, 2, 3}},
     from_slice},
    {LS_IR_CONCATENATE,
     "stablehlo.concatenate %%a, %%b, %%c, dim = 1 : (%s, %s, %s) -> %s",
     3,
     {{3, {2, 3, 4}}, {3, {2, 1, 4}}, {3, {2, 2, 4}}},
     {3, {2, 6, 4}},
     from_concatenate},
    {LS_IR_PAD,
     "stablehlo.pad %%a, %%b, low = [1, -1, 0], high = [0, 2, -3], interior = [1, 0, 2] : (%s, %s) -> %s",
     2,
     {{3, {2, 3, 4}}, {0}},
     {3, {4, 4, 7}},
     from_pad},
    {LS_IR_RESHAPE, "stablehlo.reshape %%a : (%s) -> %s", 1, {{3, {2, 3, 4}}}, {2, {6, 4}}, from_same},
};

static void run_movement(const movement *m, ls_dtype t)
{
    char text[1024], types[4][128];
    void *in[3] = {0};
    for (int k = 0; k < m->operands; k++) {
        snprintf(types[k], 128, "%s", type_text(t, m->in[k]));
        in[k] = new_array(t, m->in[k]);
        fill_wild(t, in[k], ls_shape_count(m->in[k]), (uint64_t)k + 20);
    }
    const char *out = type_text(t, m->out);
    snprintf(types[m->operands], 128, "%s", out);
    int n = snprintf(text, sizeof(text), "func.func @main(%%a: %s%s%s%s%s) -> %s {\n%%z = ", types[0],
                     m->operands > 1 ? ", %b: " : "", m->operands > 1 ? types[1] : "", m->operands > 2 ? ", %c: " : "",
                     m->operands > 2 ? types[2] : "", out);
    n += snprintf(text + n, sizeof(text) - (size_t)n, m->body, types[0], types[1], types[2], types[3]);
    snprintf(text + n, sizeof(text) - (size_t)n, "\nreturn %%z : %s\n}", out);
    void *got = new_array(t, m->out), *expected = new_array(t, m->out);
    int64_t index[LS_MAX_RANK] = {0};
    do {
        int operand = 0;
        int64_t source = 0, at = number_of(&m->out, index);
        if (m->source(index, &operand, &source))
            copy_element(t, expected, at, in[operand], source);
        else
            copy_element(t, expected, at, in[1], 0);
    } while (next_of(&m->out, index));
    run_text(text, (const void *const *)in, &got);
    if (memcmp(got, expected, (size_t)ls_shape_count(m->out) * ls_dtype_size(t)))
        fail_msg("wrong elements of %s from:\n%s", ls_dtype_name(t), text);
    for (int k = 0; k < 3; k++) free(in[k]);
    free(got);
    free(expected);
}

static void check_movement(ls_ir_kind kind)
{
    int found = 0;
    for (size_t m = 0; m < sizeof(movements) / sizeof(movements[0]); m++) {
        if (movements[m].kind != kind) continue;
        found++;
        for (size_t i = 0; i < TYPE_COUNT; i++) run_movement(&movements[m], all_types[i]);
    }
    assert_true(found > 0);
}

static void check_constant(ls_ir_kind kind)
{
    float f[6];
    int8_t b[4];
    uint16_t h[3];
    run_text("func.func @main() -> (tensor<2x3xf32>, tensor<4xi8>, tensor<3xbf16>) {\n"
             "%a = stablehlo.constant dense<[[1.5, -2.0, 0x7FC00000], [0.0, 4.0, 5.0]]> : tensor<2x3xf32>\n"
             "%b = stablehlo.constant dense<-7> : tensor<4xi8>\n"
             "%c = stablehlo.constant dense<[1.0, 0x7F80, -0.5]> : tensor<3xbf16>\n"
             "return %a, %b, %c : tensor<2x3xf32>, tensor<4xi8>, tensor<3xbf16>\n}",
             NULL, (void *[]){f, b, h});
    float expected[] = {1.5f, -2, NAN, 0, 4, 5};
    assert_arrays(LS_F32, f, expected, 6, 0, "constant");
    for (int i = 0; i < 4; i++) assert_int_equal(b[i], -7);
    assert_int_equal(h[0], 0x3F80);
    assert_int_equal(h[1], 0x7F80);
    assert_int_equal(h[2], 0xBF00);
}

static void check_iota(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        if (t == LS_BOOL) continue;
        char text[256];
        uint64_t got[24];
        const char *type = type_text(t, s234);
        snprintf(text, sizeof(text), "func.func @main() -> %s {\n%%z = stablehlo.iota dim = 1 : %s\nreturn %%z : %s\n}",
                 type, type, type);
        run_text(text, NULL, (void *[]){got});
        for (int i = 0; i < 24; i++) {
            double value = ls_dtype_is_float(t) ? get_float(t, got, i) : (double)get_int(t, got, i);
            assert_true(value == i / 4 % 3);
        }
    }
}

static void check_bitcast_convert(ls_ir_kind kind)
{
    uint32_t x[6];
    fill_wild(LS_F32, x, 6, 30);
    uint32_t same[6];
    uint8_t bytes[24], back[24];
    run_text("func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xui32>, tensor<2x3x4xui8>, tensor<2x3xf32>) {\n"
             "%a = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xui32>\n"
             "%b = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x4xui8>\n"
             "%c = stablehlo.bitcast_convert %b : (tensor<2x3x4xui8>) -> tensor<2x3xf32>\n"
             "return %a, %b, %c : tensor<2x3xui32>, tensor<2x3x4xui8>, tensor<2x3xf32>\n}",
             (const void *[]){x}, (void *[]){same, bytes, back});
    assert_memory_equal(same, x, 24);
    assert_memory_equal(bytes, x, 24);
    assert_memory_equal(back, x, 24);
}

/* --- At places known when the program runs ---- */

static void check_dynamic_slice(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        static const int32_t starts[][2] = {{1, 2}, {-3, 100}, {2, 0}};
        ls_dtype t = all_types[k];
        char text[512];
        uint64_t x[20], got[6];
        fill_wild(t, x, 20, 31);
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%i: tensor<i32>, %%j: tensor<i32>) -> %s {\n"
                 "%%z = stablehlo.dynamic_slice %%x, %%i, %%j, sizes = [2, 3] : (%s, tensor<i32>, tensor<i32>) -> "
                 "%s\nreturn %%z : %s\n}",
                 type_text(t, LS_SHAPE(4, 5)), type_text(t, LS_SHAPE(2, 3)), type_text(t, LS_SHAPE(4, 5)),
                 type_text(t, LS_SHAPE(2, 3)), type_text(t, LS_SHAPE(2, 3)));
        for (int c = 0; c < 3; c++) {
            run_text(text, (const void *[]){x, &starts[c][0], &starts[c][1]}, (void *[]){got});
            int a = starts[c][0] < 0   ? 0
                    : starts[c][0] > 2 ? 2
                                       : starts[c][0],
                b = starts[c][1] < 0   ? 0
                    : starts[c][1] > 2 ? 2
                                       : starts[c][1];
            for (int i = 0; i < 6; i++) {
                uint64_t one = 0, other = 0;
                copy_element(t, &one, 0, got, i);
                copy_element(t, &other, 0, x, (a + i / 3) * 5 + b + i % 3);
                assert_true(one == other);
            }
        }
    }
}

static void check_dynamic_update_slice(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        static const int64_t starts[][2] = {{1, 2}, {-3, 100}, {2, 0}};
        ls_dtype t = all_types[k];
        char text[512];
        uint64_t x[20], u[6], got[20];
        fill_wild(t, x, 20, 32);
        fill_wild(t, u, 6, 33);
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s {tf.aliasing_output = 0 : i32}, %%u: %s, %%i: tensor<i64>, %%j: tensor<i64>) "
                 "-> %s {\n"
                 "%%z = stablehlo.dynamic_update_slice %%x, %%u, %%i, %%j : (%s, %s, tensor<i64>, tensor<i64>) -> "
                 "%s\nreturn %%z : %s\n}",
                 type_text(t, LS_SHAPE(4, 5)), type_text(t, LS_SHAPE(2, 3)), type_text(t, LS_SHAPE(4, 5)),
                 type_text(t, LS_SHAPE(4, 5)), type_text(t, LS_SHAPE(2, 3)), type_text(t, LS_SHAPE(4, 5)),
                 type_text(t, LS_SHAPE(4, 5)));
        for (int c = 0; c < 3; c++) {
            run_text(text, (const void *[]){x, u, &starts[c][0], &starts[c][1]}, (void *[]){got});
            int64_t a = starts[c][0] < 0   ? 0
                        : starts[c][0] > 2 ? 2
                                           : starts[c][0],
                    b = starts[c][1] < 0   ? 0
                        : starts[c][1] > 2 ? 2
                                           : starts[c][1];
            for (int64_t i = 0; i < 20; i++) {
                int64_t r = i / 5 - a, s = i % 5 - b;
                bool inside = r >= 0 && r < 2 && s >= 0 && s < 3;
                uint64_t one = 0, other = 0;
                copy_element(t, &one, 0, got, i);
                copy_element(t, &other, 0, inside ? u : x, inside ? r * 3 + s : i);
                assert_true(one == other);
            }
        }
    }
}

/* Rows of an array of 5×3 at clamped places; and with batching dimensions. */
static void check_gather(ls_ir_kind kind)
{
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        char text[1024];
        uint64_t x[15], got[12], batched[4];
        int32_t rows[] = {10, -3, 2, 4}, places[] = {1, 9, 0, 2, 3, 1, 4, 0};
        fill_wild(t, x, 15, 34);
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%i: tensor<4x1xi32>) -> %s {\n"
                 "%%z = \"stablehlo.gather\"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                 "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                 "slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (%s, tensor<4x1xi32>) -> %s\nreturn "
                 "%%z : %s\n}",
                 type_text(t, LS_SHAPE(5, 3)), type_text(t, LS_SHAPE(4, 3)), type_text(t, LS_SHAPE(5, 3)),
                 type_text(t, LS_SHAPE(4, 3)), type_text(t, LS_SHAPE(4, 3)));
        run_text(text, (const void *[]){x, rows}, (void *[]){got});
        for (int i = 0; i < 12; i++) {
            int row = rows[i / 3] < 0 ? 0 : rows[i / 3] > 4 ? 4 : rows[i / 3];
            uint64_t one = 0, other = 0;
            copy_element(t, &one, 0, got, i);
            copy_element(t, &other, 0, x, row * 3 + i % 3);
            assert_true(one == other);
        }
        /* Index vector first, both dimensions named, in swapped order: x[v1, v0]. */
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%i: tensor<2x4xi32>) -> %s {\n"
                 "%%z = \"stablehlo.gather\"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
                 "[0, 1], start_index_map = [1, 0]>, "
                 "slice_sizes = array<i64: 1, 1>}> : (%s, tensor<2x4xi32>) -> %s\nreturn %%z : %s\n}",
                 type_text(t, LS_SHAPE(5, 3)), type_text(t, LS_SHAPE(4)), type_text(t, LS_SHAPE(5, 3)),
                 type_text(t, LS_SHAPE(4)), type_text(t, LS_SHAPE(4)));
        run_text(text, (const void *[]){x, places}, (void *[]){batched});
        for (int i = 0; i < 4; i++) {
            int column = places[i] > 2 ? 2 : places[i], row = places[4 + i];
            uint64_t one = 0, other = 0;
            copy_element(t, &one, 0, batched, i);
            copy_element(t, &other, 0, x, row * 3 + column);
            assert_true(one == other);
        }
        /* One column per row, rows as a batching dimension. */
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%i: tensor<5xi32>) -> %s {\n"
                 "%%z = \"stablehlo.gather\"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
                 "[1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
                 "start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (%s, tensor<5xi32>) "
                 "-> %s\nreturn %%z : %s\n}",
                 type_text(t, LS_SHAPE(5, 3)), type_text(t, LS_SHAPE(5)), type_text(t, LS_SHAPE(5, 3)),
                 type_text(t, LS_SHAPE(5)), type_text(t, LS_SHAPE(5)));
        run_text(text, (const void *[]){x, places}, (void *[]){got});
        for (int i = 0; i < 5; i++) {
            uint64_t one = 0, other = 0;
            copy_element(t, &one, 0, got, i);
            copy_element(t, &other, 0, x, i * 3 + (places[i] > 2 ? 2 : places[i]));
            assert_true(one == other);
        }
    }
}

static const char *reducer_text(const char *op, ls_dtype t)
{
    static char ring[4][256];
    static int next;
    char *out = ring[next++ % 4];
    const char *s = type_text(t, LS_SHAPE());
    snprintf(out, 256, "({\n^bb0(%%p: %s, %%q: %s):\n%%r = stablehlo.%s %%p, %%q : %s\nstablehlo.return %%r : %s\n})",
             s, s, op, s, s);
    return out;
}

static void check_scatter(ls_ir_kind kind)
{
    /* I4: rows out of range are dropped, the next batch stays; duplicates add up. */
    for (size_t k = 0; k < TYPE_COUNT; k++) {
        ls_dtype t = all_types[k];
        char text[1024];
        uint64_t x[80], u[16], got[80], expected[80];
        int64_t places[] = {0, 10, 1, 3, 1, -1, 1, 3}; /* batch, row */
        fill_small(t, x, 80, 40);
        fill_small(t, u, 16, 41);
        const char *array = type_text(t, LS_SHAPE(2, 10, 4)), *updates = type_text(t, LS_SHAPE(4, 4));
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: %s, %%i: tensor<4x2xi64>, %%u: %s) -> %s {\n"
                 "%%z = \"stablehlo.scatter\"(%%x, %%i, %%u) <{scatter_dimension_numbers = "
                 "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], "
                 "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, "
                 "unique_indices = false}> %s : (%s, tensor<4x2xi64>, %s) -> %s\nreturn %%z : %s\n}",
                 array, updates, array, reducer_text("add", t), array, updates, array, array);
        run_text(text, (const void *[]){x, places, u}, (void *[]){got});
        memcpy(expected, x, 80 * ls_dtype_size(t));
        for (int i = 0; i < 4; i++) {
            int64_t batch = places[2 * i], row = places[2 * i + 1];
            if (row < 0 || row > 9) continue;
            for (int c = 0; c < 4; c++) {
                int64_t at = (batch * 10 + row) * 4 + c;
                if (ls_dtype_is_float(t))
                    put_float(t, expected, at, get_float(t, expected, at) + get_float(t, u, i * 4 + c));
                else
                    put_int(t, expected, at, i_add(t, get_int(t, expected, at), get_int(t, u, i * 4 + c)));
            }
        }
        assert_arrays(t, got, expected, 80, 0, "scatter");
    }
    /* A window that sticks out is dropped whole; the others are set. */
    int32_t x[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, u[6] = {100, 101, 102, 103, 104, 105}, at[3] = {8, 9, 1}, got[10];
    run_text(
        "func.func @main(%x: tensor<10xi32>, %i: tensor<3x1xi32>, %u: tensor<3x2xi32>) -> tensor<10xi32> {\n"
        "%z = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
        "[1], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"
        "stablehlo.return %q : tensor<i32>\n}) : (tensor<10xi32>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<10xi32>\n"
        "return %z : tensor<10xi32>\n}",
        (const void *[]){x, at, u}, (void *[]){got});
    int32_t expected[10] = {0, 104, 105, 3, 4, 5, 6, 7, 100, 101};
    assert_memory_equal(got, expected, sizeof(expected));
    /* Two operands at once. */
    float f[4] = {1, 2, 3, 4}, g[2] = {10, 20}, f_got[4];
    int32_t n[4] = {1, 2, 3, 4}, m[2] = {5, 6}, n_got[4], where[2] = {3, 0};
    run_text("func.func @main(%x: tensor<4xf32>, %y: tensor<4xi32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: "
             "tensor<2xi32>) -> (tensor<4xf32>, tensor<4xi32>) {\n"
             "%z:2 = \"stablehlo.scatter\"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = "
             "#stablehlo.scatter<inserted_window_dims = [0], "
             "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<i32>, "
             "%c: tensor<f32>, %d: tensor<i32>):\n"
             "%r = stablehlo.add %a, %c : tensor<f32>\n%s = stablehlo.multiply %b, %d : tensor<i32>\nstablehlo.return "
             "%r, %s : tensor<f32>, tensor<i32>\n"
             "}) : (tensor<4xf32>, tensor<4xi32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<4xf32>, "
             "tensor<4xi32>)\n"
             "return %z#0, %z#1 : tensor<4xf32>, tensor<4xi32>\n}",
             (const void *[]){f, n, where, g, m}, (void *[]){f_got, n_got});
    assert_memory_equal(f_got, ((float[]){21, 2, 3, 14}), 16);
    assert_memory_equal(n_got, ((int32_t[]){6, 2, 3, 20}), 16);
}
