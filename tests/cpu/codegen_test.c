/* Generated loops against the loops that run op by op, and the reference kernels: every op and type that code is
 * generated for, broadcasts of all kinds, exp, log and tanh over all floats, and the cache on disk. */
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu/codegen/jit.h"
#include "cpu/exec/exec.h"
#include "cpu/kernels/fast/fused.h"
#include "run_program.h"

static const char *self; /* this program's file */

static void need_llvm(void)
{
    if (ls_jit_is_there()) return;
    print_message("# skipped: no LLVM 19\n");
    skip();
}

typedef enum way { GENERATED, OP_BY_OP, REFERENCE, WAYS } way;

static ls_cpu_program *compile(const char *text, way how)
{
    ls_cpu_program *program;
    ls_cpu_compile_options options = {
        .num_replicas = 1, .threads = 1, .reference = how == REFERENCE, .generate_all = how == GENERATED};
    if (compile_text(text, &options, &program) != LS_OK) fail_msg("%s\n%s", ls_last_error(), text);
    return program;
}

/* How many steps of the program are generated loops. */
static int count_generated(const ls_cpu_program *program)
{
    int count = 0;
    for (size_t i = 0; i < program->steps.count; i++)
        count += program->steps.items[i].kernel == &ls_fused_kernel &&
                 ((const ls_fused *)program->steps.items[i].data)->generated != NULL;
    return count;
}

/* --- Data ----------------------------------------------------------------------------------------------------------
 */

static const struct element {
    const char *name;
    ls_dtype dtype;
} elements[] = {{"i1", LS_BOOL},   {"i8", LS_I8},    {"i16", LS_I16},  {"i32", LS_I32},  {"i64", LS_I64},
                {"ui8", LS_U8},    {"ui16", LS_U16}, {"ui32", LS_U32}, {"ui64", LS_U64}, {"f16", LS_F16},
                {"bf16", LS_BF16}, {"f32", LS_F32},  {"f64", LS_F64}};
enum { ELEMENTS = sizeof(elements) / sizeof(elements[0]), COUNT = 1003 };

static uint64_t state_of_random = 7;
static uint64_t random_bits(void)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return state_of_random >> 11 ^ state_of_random << 30;
}

/* Bits of all kinds: small and large numbers, ±0, infinities, NaN, denormals, the lowest integers. */
static void fill(void *data, ls_dtype dtype, size_t count)
{
    size_t size = ls_dtype_size(dtype);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_bits();
        if (dtype == LS_BOOL) bits &= 1;
        if (dtype == LS_F32 && i % 3) {
            float small = (float)(int)(bits % 4001 - 2000) / 64;
            memcpy(&bits, &small, 4);
        }
        if (dtype == LS_F64 && i % 3) {
            double small = (double)(int)(bits % 4001 - 2000) / 64;
            memcpy(&bits, &small, 8);
        }
        if (i % 17 == 3 && dtype != LS_BOOL) bits = 0;
        if (i % 17 == 5 && dtype != LS_BOOL) bits = UINT64_C(1) << (8 * size - 1); /* the lowest, −0 */
        if (i % 17 == 7 && dtype != LS_BOOL) bits = UINT64_MAX;                    /* −1, a NaN */
        if (i % 17 == 9 && ls_dtype_is_integer(dtype)) bits = bits % 70;           /* widths of shifts */
        memcpy((char *)data + i * size, &bits, size);
    }
}

static bool is_nan(const void *data, ls_dtype dtype)
{
    uint16_t half;
    memcpy(&half, data, 2);
    if (dtype == LS_F32) return isnan(*(const float *)data);
    if (dtype == LS_F64) return isnan(*(const double *)data);
    if (dtype == LS_BF16) return (half & 0x7FFF) > 0x7F80;
    return dtype == LS_F16 && (half & 0x7FFF) > 0x7C00;
}

/* The same bits, or both NaN, or `ulps` apart as ordered bits. */
static void assert_alike(const char *what, const void *a, const void *b, ls_dtype dtype, size_t count, int ulps)
{
    size_t size = ls_dtype_size(dtype);
    for (size_t i = 0; i < count; i++) {
        const char *x = (const char *)a + i * size, *y = (const char *)b + i * size;
        if (!memcmp(x, y, size) || (is_nan(x, dtype) && is_nan(y, dtype))) continue;
        int64_t p = 0, q = 0;
        memcpy(&p, x, size);
        memcpy(&q, y, size);
        int64_t apart = p > q ? p - q : q - p;
        if (!ls_dtype_is_float(dtype) || apart > ulps)
            fail_msg("%s: element %zu is %llx instead of %llx", what, i, (unsigned long long)p, (unsigned long long)q);
    }
}

/* Runs the text generated, op by op and by reference on the same inputs: one result of `count` elements, with the same
 * bits op by op, and `ulps` off the reference. */
static void check(const char *what, const char *text, const ls_dtype *types, size_t arity, ls_dtype result,
                  size_t count, int ulps)
{
    ls_cpu_program *programs[WAYS];
    void *out[WAYS];
    for (int w = 0; w < WAYS; w++) {
        programs[w] = compile(text, (way)w);
        out[w] = malloc(count * 8);
    }
    if (count_generated(programs[GENERATED]) == 0) fail_msg("%s: no code was generated", what);
    assert_int_equal(count_generated(programs[OP_BY_OP]), 0);
    const ls_cpu_program_info *info = ls_cpu_program_info_of(programs[GENERATED]);
    const void *in[3] = {0};
    for (size_t i = 0; i < arity; i++) {
        size_t n = ls_ir_type_bytes(&info->params[i]) / ls_dtype_size(types[i]);
        in[i] = malloc(n * 8);
        fill((void *)in[i], types[i], n);
    }
    for (int w = 0; w < WAYS; w++) run_once(programs[w], in, &out[w]);
    assert_alike(what, out[GENERATED], out[OP_BY_OP], result, count, 0);
    assert_alike(what, out[GENERATED], out[REFERENCE], result, count, ulps);
    for (size_t i = 0; i < arity; i++) free((void *)in[i]);
    for (int w = 0; w < WAYS; w++) {
        free(out[w]);
        ls_cpu_program_destroy(programs[w]);
    }
}

/* --- Ops -----------------------------------------------------------------------------------------------------------
 */

typedef enum family { ON_BOOL = 1, ON_SIGNED = 2, ON_UNSIGNED = 4, ON_FLOAT = 8, ON_INTEGER = 6, ON_ALL = 15 } family;

static bool belongs(const struct element *e, family wanted)
{
    family is = e->dtype == LS_BOOL            ? ON_BOOL
                : ls_dtype_is_float(e->dtype)  ? ON_FLOAT
                : ls_dtype_is_signed(e->dtype) ? ON_SIGNED
                                               : ON_UNSIGNED;
    return is & wanted;
}

/* By the polynomials: f32 within 2 ulp of the truth, so within 4 of libm here; 16-bit floats then rarely round apart.
 */
static const struct {
    const char *name;
    int arity;
    family on;
    int ulps;
} ops[] = {
    {"abs", 1, ON_SIGNED | ON_FLOAT, 0},
    {"cbrt", 1, ON_FLOAT, 0},
    {"ceil", 1, ON_FLOAT, 0},
    {"cosine", 1, ON_FLOAT, 0},
    {"count_leading_zeros", 1, ON_INTEGER, 0},
    {"exponential", 1, ON_FLOAT, 4},
    {"exponential_minus_one", 1, ON_FLOAT, 4},
    {"floor", 1, ON_FLOAT, 0},
    {"log", 1, ON_FLOAT, 4},
    {"log_plus_one", 1, ON_FLOAT, 4},
    {"logistic", 1, ON_FLOAT, 4},
    {"negate", 1, ON_SIGNED | ON_UNSIGNED | ON_FLOAT, 0},
    {"not", 1, ON_BOOL | ON_INTEGER, 0},
    {"popcnt", 1, ON_INTEGER, 0},
    {"round_nearest_afz", 1, ON_FLOAT, 0},
    {"round_nearest_even", 1, ON_FLOAT, 0},
    {"rsqrt", 1, ON_FLOAT, 0},
    {"sign", 1, ON_FLOAT, 0},
    {"sine", 1, ON_FLOAT, 0},
    {"sqrt", 1, ON_FLOAT, 0},
    {"tan", 1, ON_FLOAT, 0},
    {"tanh", 1, ON_FLOAT, 4},
    {"add", 2, ON_ALL, 0},
    {"and", 2, ON_BOOL | ON_INTEGER, 0},
    {"atan2", 2, ON_FLOAT, 0},
    {"divide", 2, ON_INTEGER | ON_FLOAT, 0},
    {"maximum", 2, ON_ALL, 0},
    {"minimum", 2, ON_ALL, 0},
    {"multiply", 2, ON_ALL, 0},
    {"or", 2, ON_BOOL | ON_INTEGER, 0},
    {"power", 2, ON_FLOAT, 0},
    {"remainder", 2, ON_INTEGER | ON_FLOAT, 0},
    {"shift_left", 2, ON_INTEGER, 0},
    {"shift_right_arithmetic", 2, ON_INTEGER, 0},
    {"shift_right_logical", 2, ON_INTEGER, 0},
    {"subtract", 2, ON_INTEGER | ON_FLOAT, 0},
    {"xor", 2, ON_BOOL | ON_INTEGER, 0},
    {"clamp", 3, ON_INTEGER | ON_FLOAT, 0},
};

static void every_op_and_type_is_as_the_reference(void **state)
{
    need_llvm();
    for (size_t o = 0; o < sizeof(ops) / sizeof(ops[0]); o++)
        for (size_t e = 0; e < ELEMENTS; e++) {
            if (!belongs(&elements[e], ops[o].on)) continue;
            char text[1024], what[64];
            const char *t = elements[e].name;
            const char *operands = ops[o].arity == 1 ? "%x" : ops[o].arity == 2 ? "%x, %y" : "%x, %y, %z";
            snprintf(text, sizeof(text),
                     "func.func @main(%%x: tensor<%dx%s>, %%y: tensor<%dx%s>, %%z: tensor<%dx%s>) -> tensor<%dx%s> {\n"
                     "  %%r = stablehlo.%s %s : tensor<%dx%s>\n  return %%r : tensor<%dx%s>\n}\n",
                     COUNT, t, COUNT, t, COUNT, t, COUNT, t, ops[o].name, operands, COUNT, t, COUNT, t);
            snprintf(what, sizeof(what), "%s of %s", ops[o].name, t);
            ls_dtype types[3] = {elements[e].dtype, elements[e].dtype, elements[e].dtype};
            int ulps = elements[e].dtype == LS_F64 ? 0 : elements[e].dtype == LS_F32 ? ops[o].ulps : ops[o].ulps > 0;
            check(what, text, types, 3, elements[e].dtype, COUNT, ulps);
        }
}

static void comparisons_selections_and_conversions_are_as_the_reference(void **state)
{
    need_llvm();
    static const char *const directions[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    char text[1024], what[64];
    int converted = 0;
    for (size_t e = 0; e < ELEMENTS; e++) {
        const char *t = elements[e].name;
        ls_dtype type = elements[e].dtype;
        for (int d = 0; d < 6; d++) {
            snprintf(text, sizeof(text),
                     "func.func @main(%%x: tensor<%dx%s>, %%y: tensor<%dx%s>) -> tensor<%dxi1> {\n"
                     "  %%r = stablehlo.compare %s, %%x, %%y : (tensor<%dx%s>, tensor<%dx%s>) -> tensor<%dxi1>\n"
                     "  return %%r : tensor<%dxi1>\n}\n",
                     COUNT, t, COUNT, t, COUNT, directions[d], COUNT, t, COUNT, t, COUNT, COUNT);
            snprintf(what, sizeof(what), "compare %s of %s", directions[d], t);
            check(what, text, (ls_dtype[]){type, type}, 2, LS_BOOL, COUNT, 0);
        }
        snprintf(
            text, sizeof(text),
            "func.func @main(%%p: tensor<%dxi1>, %%x: tensor<%dx%s>, %%y: tensor<%dx%s>) -> tensor<%dx%s> {\n"
            "  %%r = stablehlo.select %%p, %%x, %%y : tensor<%dxi1>, tensor<%dx%s>\n  return %%r : tensor<%dx%s>\n}\n",
            COUNT, COUNT, t, COUNT, t, COUNT, t, COUNT, COUNT, t, COUNT, t);
        snprintf(what, sizeof(what), "select of %s", t);
        check(what, text, (ls_dtype[]){LS_BOOL, type, type}, 3, type, COUNT, 0);
        for (size_t k = 0; k < ELEMENTS; k++) {
            snprintf(
                text, sizeof(text),
                "func.func @main(%%x: tensor<%dx%s>, %%y: tensor<%dx%s>) -> tensor<%dx%s> {\n"
                "  %%r = stablehlo.convert %%x : (tensor<%dx%s>) -> tensor<%dx%s>\n  return %%r : tensor<%dx%s>\n}\n",
                COUNT, t, COUNT, t, COUNT, elements[k].name, COUNT, t, COUNT, elements[k].name, COUNT,
                elements[k].name);
            ls_cpu_program *program = compile(text, GENERATED);
            bool is_generated = count_generated(program) > 0;
            ls_cpu_program_destroy(program);
            snprintf(what, sizeof(what), "convert %s to %s", t, elements[k].name);
            if (is_generated) check(what, text, (ls_dtype[]){type, type}, 2, elements[k].dtype, COUNT, 0), converted++;
        }
    }
    assert_true(converted > ELEMENTS * (ELEMENTS - 1) - 24); /* 64-bit and i32 to 16-bit floats would round twice */
}

/* --- Broadcasts ----------------------------------------------------------------------------------------------------
 */

/* x · scale + offset over `dims`, scale and offset broadcast along what is missing from their dimensions. */
static void check_broadcast(const int64_t *dims, int rank, const int *kept, int kept_count)
{
    char text[1024], shape[64] = "", small[64] = "", list[64] = "";
    size_t count = 1;
    for (int d = 0; d < rank; d++) {
        snprintf(shape + strlen(shape), 16, "%lldx", (long long)dims[d]);
        count *= (size_t)dims[d];
    }
    for (int k = 0; k < kept_count; k++) {
        snprintf(small + strlen(small), 16, "%lldx", (long long)dims[kept[k]]);
        snprintf(list + strlen(list), 16, "%s%d", k ? ", " : "", kept[k]);
    }
    snprintf(text, sizeof(text),
             "func.func @main(%%x: tensor<%sf32>, %%s: tensor<%sf32>, %%o: tensor<f32>) -> tensor<%sf32> {\n"
             "  %%a = stablehlo.broadcast_in_dim %%s, dims = [%s] : (tensor<%sf32>) -> tensor<%sf32>\n"
             "  %%b = stablehlo.broadcast_in_dim %%o, dims = [] : (tensor<f32>) -> tensor<%sf32>\n"
             "  %%m = stablehlo.multiply %%x, %%a : tensor<%sf32>\n"
             "  %%r = stablehlo.add %%m, %%b : tensor<%sf32>\n  return %%r : tensor<%sf32>\n}\n",
             shape, small, shape, list, small, shape, shape, shape, shape, shape);
    check(shape, text, (ls_dtype[]){LS_F32, LS_F32, LS_F32}, 3, LS_F32, count, 0);
}

static void broadcasts_of_all_kinds_are_as_the_reference(void **state)
{
    need_llvm();
    static const int64_t shapes[][4] = {{37, 64, 1, 1}, {5, 7, 16, 48}, {3, 33, 2, 32}, {2, 1, 17, 16}};
    static const int kept[][4] = {{0}, {1}, {3}, {0, 1}, {1, 3}, {0, 3}, {0, 1, 2}, {1, 2, 3}, {0, 2}};
    static const int kept_count[] = {1, 1, 1, 2, 2, 2, 3, 3, 2};
    const int64_t flat[2] = {37, 64};
    check_broadcast(flat, 2, kept[0], 1);
    check_broadcast(flat, 2, kept[1], 1);
    for (size_t s = 1; s < 4; s++)
        for (size_t k = 0; k < sizeof(kept_count) / sizeof(kept_count[0]); k++) {
            /* Rows that are too short stay op by op: those are checked elsewhere. */
            bool ends_in_row = kept[k][kept_count[k] - 1] == 3 || kept[k][kept_count[k] - 1] == 2;
            if (ends_in_row) check_broadcast(shapes[s], 4, kept[k], kept_count[k]);
        }
}

/* --- Functions -----------------------------------------------------------------------------------------------------
 */

/* How many steps of f32 `got` is from the truth. */
static double ulps_off(float got, double truth)
{
    if (isnan(truth)) return isnan(got) ? 0 : INFINITY;
    float nearest = (float)truth;
    if (isinf(nearest) || isinf(got)) return got == nearest || fabs(truth) > 0x1.fffffep127 ? 0 : INFINITY;
    int exponent;
    frexp(truth, &exponent);
    double unit = ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
    return fabs((double)got - truth) / unit;
}

static void functions_are_within_two_ulps(void **state)
{
    need_llvm();
    static const struct {
        const char *name;
        double (*truth)(double);
    } functions[] = {{"exponential", exp}, {"log", log}, {"tanh", tanh}};
    enum { N = 65536, ROUNDS = 64 };
    float *x = malloc(N * sizeof(float)), *y = malloc(N * sizeof(float));
    for (size_t f = 0; f < 3; f++) {
        char text[512];
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n  %%r = stablehlo.%s %%x : tensor<%dxf32>\n"
                 "  return %%r : tensor<%dxf32>\n}\n",
                 N, N, functions[f].name, N, N);
        ls_cpu_program *program = compile(text, GENERATED);
        assert_int_equal(count_generated(program), 1);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            for (uint32_t i = 0; i < N; i++) {
                uint32_t bits =
                    (i * ROUNDS + round) * 1024u + (i * 7919u + round) % 1024u; /* all exponents and signs */
                memcpy(&x[i], &bits, 4);
            }
            const void *in[1] = {x};
            void *out[1] = {y};
            run_once(program, in, out);
            for (int i = 0; i < N; i++) {
                double off = ulps_off(y[i], functions[f].truth((double)x[i]));
                if (off > 2) fail_msg("%s(%a) is %a, %g ulp off", functions[f].name, x[i], y[i], off);
            }
        }
        ls_cpu_program_destroy(program);
    }
    free(x), free(y);
}

/* --- The cache -----------------------------------------------------------------------------------------------------
 */

/* What a child does: compiles one group; prints how many kernels it compiled and read. */
static int compile_in_child(const char *constant)
{
    char text[512];
    snprintf(text, sizeof(text),
             "func.func @main(%%x: tensor<100xf32>) -> tensor<100xf32> {\n"
             "  %%c = stablehlo.constant dense<%s> : tensor<100xf32>\n"
             "  %%r = stablehlo.add %%x, %%x : tensor<100xf32>\n  %%s = stablehlo.exponential %%r : tensor<100xf32>\n"
             "  %%t = stablehlo.%s %%s, %%c : tensor<100xf32>\n  return %%t : tensor<100xf32>\n}\n",
             constant, *constant == '1' ? "multiply" : "subtract");
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = 1, .threads = 1, .generate_all = true};
    if (compile_text(text, &options, &program) != LS_OK || count_generated(program) != 1) return 1;
    ls_jit_counts counts = ls_jit_count();
    printf("%lld %lld\n", (long long)counts.compiled, (long long)counts.read);
    ls_cpu_program_destroy(program);
    return 0;
}

static FILE *start_child(const char *folder, const char *constant)
{
    char command[8192];
    snprintf(command, sizeof(command), "LOCKSTEP_CACHE_DIR=%s %s --compile %s 2>&1", folder, self, constant);
    FILE *child = popen(command, "r");
    assert_non_null(child);
    return child;
}

static void finish_child(FILE *child, char *out, size_t size)
{
    size_t n = fread(out, 1, size - 1, child);
    out[n] = 0;
    if (pclose(child) != 0) fail_msg("a child failed: %s", out);
}

static void run_child(const char *folder, const char *constant, char *out, size_t size)
{
    finish_child(start_child(folder, constant), out, size);
}

static int list_folder(const char *folder, char *out_path, size_t size, bool removes)
{
    int count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        snprintf(out_path, size, "%s/%s", folder, entry->d_name);
        if (removes) unlink(out_path);
        count++;
    }
    closedir(list);
    return count;
}

static void kernels_are_read_back_by_the_next_process(void **state)
{
    need_llvm();
    char folder[] = "/tmp/lockstep-kernels-XXXXXX", out[4096], path[512];
    assert_non_null(mkdtemp(folder));
    run_child(folder, "1.0", out, sizeof(out));
    assert_string_equal(out, "1 0\n");
    run_child(folder, "1.0", out, sizeof(out));
    assert_string_equal(out, "0 1\n");
    run_child(folder, "2.0", out, sizeof(out)); /* another op: another kernel */
    assert_string_equal(out, "1 0\n");
    assert_int_equal(list_folder(folder, path, sizeof(path), true), 2);
    /* Cut off, and damaged. */
    for (int damage = 0; damage < 2; damage++) {
        run_child(folder, "1.0", out, sizeof(out));
        assert_int_equal(list_folder(folder, path, sizeof(path), false), 1);
        FILE *file = fopen(path, "r+");
        if (damage) {
            fseek(file, 200, SEEK_SET);
            int was = fgetc(file);
            fseek(file, 200, SEEK_SET);
            fputc(was ^ 1, file);
        } else {
            assert_int_equal(ftruncate(fileno(file), 300), 0);
        }
        fclose(file);
        run_child(folder, "1.0", out, sizeof(out));
        assert_non_null(strstr(out, "is damaged; it is compiled again"));
        assert_non_null(strstr(out, "1 0\n"));
        run_child(folder, "1.0", out, sizeof(out));
        assert_string_equal(out, "0 1\n");
        list_folder(folder, path, sizeof(path), true);
    }
    /* Eight at once, cold: every one has its kernel, and what stays is whole. */
    FILE *children[8];
    for (int i = 0; i < 8; i++) children[i] = start_child(folder, "1.0");
    for (int i = 0; i < 8; i++) finish_child(children[i], out, sizeof(out));
    assert_int_equal(list_folder(folder, path, sizeof(path), false), 1);
    run_child(folder, "1.0", out, sizeof(out));
    assert_string_equal(out, "0 1\n");
    /* Off, and a folder that others may write to. */
    run_child("0", "1.0", out, sizeof(out));
    assert_string_equal(out, "1 0\n");
    assert_int_equal(chmod(folder, 0777), 0);
    run_child(folder, "1.0", out, sizeof(out));
    assert_non_null(strstr(out, "others may write"));
    list_folder(folder, path, sizeof(path), true);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc == 3 && !strcmp(argv[1], "--compile")) return compile_in_child(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_and_type_is_as_the_reference),
        cmocka_unit_test(comparisons_selections_and_conversions_are_as_the_reference),
        cmocka_unit_test(broadcasts_of_all_kinds_are_as_the_reference),
        cmocka_unit_test(functions_are_within_two_ulps),
        cmocka_unit_test(kernels_are_read_back_by_the_next_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
