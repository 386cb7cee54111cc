/* The memory plan under random programs: the same bits with and without sharing of memory, nothing written beside an
 * output and no parameter changed (run_program.h checks all three), with donated parameters, loops, branches and values
 * returned twice. */
#include "elements.h"
#include "run_program.h"

#define MAX_NAMES 256

typedef struct writer {
    char *text;
    size_t used, capacity;
    uint64_t seed;
    int next; /* number of the next value */
} writer;

static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (w->capacity - w->used < 4096) w->text = realloc(w->text, w->capacity += 1 << 16);
    w->used += (size_t)vsnprintf(w->text + w->used, w->capacity - w->used, format, args);
    va_end(args);
}

static int pick(writer *w, int n)
{
    return (int)(next_random(&w->seed) % (uint64_t)n);
}

/* Two kinds of values: matrices 6×4 (even kind) and vectors of 24. */
typedef struct scope {
    int numbers[MAX_NAMES];
    bool is_vector[MAX_NAMES];
    int count;
} scope;

static const char *const types[] = {"tensor<6x4xf32>", "tensor<24xf32>"};

static int define(writer *w, scope *s, bool is_vector)
{
    s->numbers[s->count] = w->next++;
    s->is_vector[s->count++] = is_vector;
    return s->numbers[s->count - 1];
}

/* Some value of the kind, from those at or after `from`; makes one if there is none. */
static int find(writer *w, scope *s, bool is_vector)
{
    for (int tries = 0; tries < 20; tries++) {
        int k = pick(w, s->count);
        if (s->is_vector[k] == is_vector) return s->numbers[k];
    }
    int n = define(w, s, is_vector);
    put(w, "%%%d = stablehlo.constant dense<0.5> : %s\n", n, types[is_vector]);
    return n;
}

static void write_ops(writer *w, scope *s, int count, int depth);

static void write_loop(writer *w, scope *s, int depth)
{
    int a = find(w, s, false), b = find(w, s, true), c = find(w, s, true), n = w->next++;
    put(w,
        "%%z%d = stablehlo.constant dense<0> : tensor<i32>\n%%o%d = stablehlo.constant dense<1> : tensor<i32>\n%%l%d = "
        "stablehlo.constant dense<%d> : tensor<i32>\n",
        n, n, n, pick(w, 4));
    scope inner = *s;
    put(w, "%%w%d:4 = stablehlo.while(%%i%d = %%z%d, ", n, n, n);
    int x = define(w, &inner, false), y = define(w, &inner, true), z = define(w, &inner, true);
    put(w, "%%%d = %%%d, %%%d = %%%d, %%%d = %%%d) : tensor<i32>, %s, %s, %s\ncond {\n", x, a, y, b, z, c, types[0],
        types[1], types[1]);
    put(w,
        "%%p%d = stablehlo.compare LT, %%i%d, %%l%d, SIGNED : (tensor<i32>, tensor<i32>) -> "
        "tensor<i1>\nstablehlo.return %%p%d : tensor<i1>\n} do {\n",
        n, n, n, n);
    write_ops(w, &inner, 3, depth + 1);
    int r = find(w, &inner, false), q = pick(w, 3) ? find(w, &inner, true) : z,
        t = pick(w, 3) ? find(w, &inner, true) : y;
    put(w,
        "%%j%d = stablehlo.add %%i%d, %%o%d : tensor<i32>\nstablehlo.return %%j%d, %%%d, %%%d, %%%d : tensor<i32>, %s, "
        "%s, %s\n}\n",
        n, n, n, n, r, q, t, types[0], types[1], types[1]);
    for (int k = 1; k < 4; k++)
        put(w, "%%%d = stablehlo.negate %%w%d#%d : %s\n", define(w, s, k > 1), n, k, types[k > 1]);
}

static void write_branches(writer *w, scope *s, int depth)
{
    int a = find(w, s, true), n = w->next++;
    put(w,
        "%%s%d = stablehlo.slice %%%d [0:1] : (tensor<24xf32>) -> tensor<1xf32>\n%%t%d = stablehlo.reshape %%s%d : "
        "(tensor<1xf32>) -> tensor<f32>\n"
        "%%u%d = stablehlo.constant dense<0.0> : tensor<f32>\n%%p%d = stablehlo.compare GT, %%t%d, %%u%d : "
        "(tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "%%v%d:2 = \"stablehlo.if\"(%%p%d) ({\n",
        n, a, n, n, n, n, n, n, n, n);
    for (int branch = 0; branch < 2; branch++) {
        scope inner = *s;
        write_ops(w, &inner, 2, depth + 1);
        int x = find(w, &inner, false), y = find(w, &inner, true);
        put(w, "stablehlo.return %%%d, %%%d : %s, %s\n}%s", x, y, types[0], types[1], branch ? "" : ", {\n");
    }
    put(w, ") : (tensor<i1>) -> (%s, %s)\n", types[0], types[1]);
    for (int k = 0; k < 2; k++) put(w, "%%%d = stablehlo.negate %%v%d#%d : %s\n", define(w, s, k), n, k, types[k]);
}

static void write_ops(writer *w, scope *s, int count, int depth)
{
    static const char *const binary[] = {"add", "multiply", "maximum", "subtract", "minimum"};
    for (int i = 0; i < count; i++) {
        bool v = pick(w, 2);
        int a = find(w, s, v), b = find(w, s, v), n;
        switch (pick(w, depth < 2 ? 11 : 9)) {
        case 0:
            n = define(w, s, !v), put(w, "%%%d = stablehlo.reshape %%%d : (%s) -> %s\n", n, a, types[v], types[!v]);
            break;
        case 1:
            n = define(w, s, v);
            put(w,
                v ? "%%%d = stablehlo.reverse %%%d, dims = [0] : %s\n"
                  : "%%%d = stablehlo.reverse %%%d, dims = [1] : %s\n",
                n, a, types[v]);
            break;
        case 2: { /* update one row or piece */
            int k = w->next++;
            put(w, "%%c%d = stablehlo.constant dense<%d> : tensor<i32>\n", k, pick(w, 5));
            if (v) {
                put(w, "%%d%d = stablehlo.slice %%%d [3:7] : (tensor<24xf32>) -> tensor<4xf32>\n", k, b);
                put(w,
                    "%%%d = stablehlo.dynamic_update_slice %%%d, %%d%d, %%c%d : (tensor<24xf32>, tensor<4xf32>, "
                    "tensor<i32>) -> tensor<24xf32>\n",
                    define(w, s, v), a, k, k);
            } else {
                put(w, "%%d%d = stablehlo.slice %%%d [1:2, 0:4] : (tensor<6x4xf32>) -> tensor<1x4xf32>\n", k, b);
                put(w,
                    "%%%d = stablehlo.dynamic_update_slice %%%d, %%d%d, %%c%d, %%c%d : (tensor<6x4xf32>, "
                    "tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>\n",
                    define(w, s, v), a, k, k, k);
            }
            break;
        }
        case 3: {
            int k = w->next++;
            put(w, "%%b%d = stablehlo.compare LT, %%%d, %%%d : (%s, %s) -> tensor<%si1>\n", k, a, b, types[v], types[v],
                v ? "24x" : "6x4x");
            put(w, "%%%d = stablehlo.select %%b%d, %%%d, %%%d : tensor<%si1>, %s\n", define(w, s, v), k, b, a,
                v ? "24x" : "6x4x", types[v]);
            break;
        }
        case 9: write_loop(w, s, depth); break;
        case 10: write_branches(w, s, depth); break;
        default:
            n = define(w, s, v), put(w, "%%%d = stablehlo.%s %%%d, %%%d : %s\n", n, binary[pick(w, 5)], a, b, types[v]);
        }
    }
}

/* Four parameters, up to three of them donated; six results, some of them parameters, some twice. */
static char *write_program(uint64_t seed)
{
    writer w = {.text = malloc(1 << 16), .capacity = 1 << 16, .seed = seed};
    scope s = {0};
    int alias[4], results[6];
    for (int i = 0; i < 4; i++) alias[i] = pick(&w, 2) ? -1 : i < 2 ? i * 2 : i * 2 - 3;
    put(&w, "func.func @main(");
    for (int i = 0; i < 4; i++) {
        bool v = i >= 2;
        put(&w, "%s%%%d: %s", i ? ", " : "", define(&w, &s, v), types[v]);
        if (alias[i] >= 0) put(&w, " {tf.aliasing_output = %d : i32}", alias[i]);
    }
    put(&w, ") -> (");
    for (int i = 0; i < 6; i++) put(&w, "%s%s", i ? ", " : "", types[i % 2]); /* 0, 2, 4: matrices */
    put(&w, ") {\n");
    write_ops(&w, &s, 4 + pick(&w, 20), 0);
    for (int i = 0; i < 6; i++) results[i] = pick(&w, 6) ? find(&w, &s, i % 2) : i % 2 ? 2 + pick(&w, 2) : pick(&w, 2);
    put(&w, "return ");
    for (int i = 0; i < 6; i++) put(&w, "%s%%%d", i ? ", " : "", results[i]);
    put(&w, " : ");
    for (int i = 0; i < 6; i++) put(&w, "%s%s", i ? ", " : "", types[i % 2]);
    put(&w, "\n}\n");
    return w.text;
}

static void test_random_programs(void **state)
{
    float in[4][24], out[6][24];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 24; k++) in[i][k] = (float)((1000 * i + k * 7 % 24) % 13 - 6) / 4;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        run_by_reference = seed % 2;
        char *text = write_program(seed);
        run_text(text, (const void *[]){in[0], in[1], in[2], in[3]},
                 (void *[]){out[0], out[1], out[2], out[3], out[4], out[5]});
        free(text);
    }
    run_by_reference = true;
}

static const ls_cpu_compile_options reference = {.num_replicas = 1, .reference = true, .threads = 1};

/* A chain of elementwise ops runs in place: the arena does not grow with its length. */
static void test_chain_needs_no_more(void **state)
{
    size_t bytes[2];
    for (int longer = 0; longer < 2; longer++) {
        writer w = {.text = malloc(1 << 16), .capacity = 1 << 16};
        put(&w, "func.func @main(%%0: tensor<1000xf32>) -> tensor<f32> {\n");
        int length = longer ? 100 : 3;
        for (int i = 0; i < length; i++) put(&w, "%%%d = stablehlo.add %%%d, %%%d : tensor<1000xf32>\n", i + 1, i, i);
        put(&w,
            "%%c = stablehlo.constant dense<0.0> : tensor<f32>\n%%r = stablehlo.reduce(%%%d init: %%c) applies "
            "stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>\nreturn %%r : "
            "tensor<f32>\n}",
            length);
        ls_cpu_program *program;
        assert_ok(compile_text(w.text, &reference, &program));
        bytes[longer] = ls_cpu_program_info_of(program)->arena_bytes;
        ls_cpu_program_destroy(program);
        free(w.text);
    }
    assert_int_equal(bytes[0], bytes[1]);
    assert_true(bytes[0] <= 4032 + 64); /* one array and the sum, rounded up */
}

/* An update of a donated parameter, and of a loop's variable, copies nothing: no arena at all. */
static void test_updates_in_place(void **state)
{
    ls_cpu_program *program;
    assert_ok(compile_text("func.func @main(%w: tensor<1000xf32> {tf.aliasing_output = 0 : i32}, %g: tensor<1000xf32>) "
                           "-> tensor<1000xf32> {\n"
                           "%s = stablehlo.subtract %w, %g : tensor<1000xf32>\nreturn %s : tensor<1000xf32>\n}",
                           &reference, &program));
    assert_int_equal(ls_cpu_program_info_of(program)->arena_bytes, 0);
    ls_cpu_program_destroy(program);
    assert_ok(
        compile_text("func.func @main(%x: tensor<1000xf32> {tf.aliasing_output = 0 : i32}) -> tensor<1000xf32> {\n"
                     "%c = stablehlo.constant dense<0> : tensor<i32>\n%n = stablehlo.constant dense<9> : "
                     "tensor<i32>\n%o = stablehlo.constant dense<1> : tensor<i32>\n"
                     "%r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<1000xf32>\n"
                     "cond {\n%p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> "
                     "tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n"
                     "%b = stablehlo.add %a, %a : tensor<1000xf32>\n%j = stablehlo.add %i, %o : "
                     "tensor<i32>\nstablehlo.return %j, %b : tensor<i32>, tensor<1000xf32>\n}\n"
                     "return %r#1 : tensor<1000xf32>\n}",
                     &reference, &program));
    assert_true(ls_cpu_program_info_of(program)->arena_bytes <= 192); /* counter and predicate */
    ls_cpu_program_destroy(program);
}

/* jax.buffer_donor: paired with the first output of its type that nobody else has. */
static void test_donors_are_paired(void **state)
{
    ls_cpu_program *program;
    assert_ok(compile_text(
        "func.func @main(%a: tensor<2xf32> {jax.buffer_donor = true}, %b: tensor<3xf32> {jax.buffer_donor = true}, %c: "
        "tensor<2xf32> {tf.aliasing_output = 0 : i32},\n"
        "%d: tensor<5xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) {\n"
        "%x = stablehlo.add %a, %c : tensor<2xf32>\n%y = stablehlo.negate %b : tensor<3xf32>\n%z = stablehlo.negate %a "
        ": tensor<2xf32>\n"
        "return %x, %y, %z : tensor<2xf32>, tensor<3xf32>, tensor<2xf32>\n}",
        &reference, &program));
    const ls_ir_arg_info *donation = ls_cpu_program_info_of(program)->donation;
    assert_int_equal(donation[0].alias_output, 2);
    assert_int_equal(donation[1].alias_output, 1);
    assert_int_equal(donation[2].alias_output, 0);
    assert_int_equal(donation[3].alias_output, -1); /* sizes differ */
    ls_cpu_program_destroy(program);
}

/* What sharing of memory cannot show, since both ways copy: parameters and loop variables that change places. */
static void test_places_change(void **state)
{
    float a[2] = {1, 2}, b[2] = {3, 4}, c[2] = {5, 6}, x[2], y[2], z[2];
    run_text("func.func @main(%a: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<2xf32> {tf.aliasing_output "
             "= 1 : i32}, %c: tensor<2xf32> {tf.aliasing_output = 2 : i32})"
             " -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {\n%s = stablehlo.add %a, %b : tensor<2xf32>\nreturn "
             "%b, %a, %s : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>\n}",
             (const void *[]){a, b, c}, (void *[]){x, y, z});
    for (int i = 0; i < 2; i++) assert_true(x[i] == b[i] && y[i] == a[i] && z[i] == a[i] + b[i]);
    run_text("func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n"
             "%c = stablehlo.constant dense<0> : tensor<i32>\n%n = stablehlo.constant dense<3> : tensor<i32>\n%o = "
             "stablehlo.constant dense<1> : tensor<i32>\n"
             "%r:3 = stablehlo.while(%i = %c, %x = %a, %y = %b) : tensor<i32>, tensor<2xf32>, tensor<2xf32>\n"
             "cond {\n%p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return "
             "%p : tensor<i1>\n} do {\n"
             "%j = stablehlo.add %i, %o : tensor<i32>\nstablehlo.return %j, %y, %x : tensor<i32>, tensor<2xf32>, "
             "tensor<2xf32>\n}\n"
             "return %r#1, %r#2 : tensor<2xf32>, tensor<2xf32>\n}",
             (const void *[]){a, b}, (void *[]){x, y});
    for (int i = 0; i < 2; i++) assert_true(x[i] == b[i] && y[i] == a[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),     cmocka_unit_test(test_places_change),
        cmocka_unit_test(test_chain_needs_no_more), cmocka_unit_test(test_updates_in_place),
        cmocka_unit_test(test_donors_are_paired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
