/* What is supported: every collective × element type × reduction × shape, on arrays in host memory (plain and strided)
 * and on tensors in the program, in every layout of threads and processes, against a plain oracle. docs/support.md is
 * written from it; LOCKSTEP_UPDATE_SNAPSHOTS=1 rewrites the page, otherwise it must be what the test finds. */
#include "base/error.h"
#include "base/numeric.h"
#include "ls_test.h"
#include <lockstep/lockstep.h>

#define W 4
#define ROOT 2
#define MOST_N 300 /* elements of a share */
#define MOST_BYTES (MOST_N * W * 16)
#define REDUCTIONS 9

enum { HOST, TENSOR, PLACES };
typedef enum kind {
    ALL_REDUCE,
    REDUCE,
    REDUCE_SCATTER,
    BROADCAST,
    ALL_GATHER,
    GATHER,
    SCATTER,
    ALL_TO_ALL,
    KINDS
} kind;

static const char *const kind_names[] = {"all_reduce", "reduce", "reduce_scatter", "broadcast",
                                         "all_gather", "gather", "scatter",        "all_to_all"};
static const char *const reduction_names[REDUCTIONS] = {"sum",  "avg", "product", "min",       "max",
                                                        "band", "bor", "bxor",    "premul_sum"};

/* --- Data: small numbers, so that every result is exact ----------------------------------------------------- */

typedef struct number {
    int64_t re, im;
} number;

static number element(int rank, int64_t i)
{
    return (number){(rank + i) % 4 + 1, (2 * rank + i) % 3};
}

static double factor_of(int rank)
{
    return rank % 2 ? 2 : 4;
}

static void encode(ls_dtype dtype, number v, void *out)
{
    float f[2] = {(float)v.re, (float)v.im};
    double d[2] = {(double)v.re, (double)v.im};
    uint16_t h = dtype == LS_F16 ? ls_f32_to_f16(f[0]) : ls_f32_to_bf16(f[0]);
    switch (dtype) {
    case LS_BOOL: *(uint8_t *)out = v.re & 1; break;
    case LS_F16:
    case LS_BF16: memcpy(out, &h, 2); break;
    case LS_F32: memcpy(out, f, 4); break;
    case LS_F64: memcpy(out, d, 8); break;
    case LS_C64: memcpy(out, f, 8); break;
    case LS_C128: memcpy(out, d, 16); break;
    default: memcpy(out, &v.re, ls_dtype_size(dtype));
    }
}

static number combine(ls_dtype dtype, int reduction, number a, number b)
{
    if (dtype == LS_BOOL) {
        a.re &= 1, b.re &= 1;
        bool is_and = reduction == LS_PRODUCT || reduction == LS_MIN || reduction == LS_BAND;
        return (number){is_and ? a.re & b.re : reduction == LS_BXOR ? a.re ^ b.re : a.re | b.re, 0};
    }
    switch (reduction) {
    case LS_PRODUCT:
        if (!ls_dtype_is_complex(dtype)) return (number){a.re * b.re, 0};
        return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    case LS_MIN: return a.re < b.re ? a : b;
    case LS_MAX: return a.re > b.re ? a : b;
    case LS_BAND: return (number){a.re & b.re, 0};
    case LS_BOR: return (number){a.re | b.re, 0};
    case LS_BXOR: return (number){a.re ^ b.re, 0};
    default: return (number){a.re + b.re, a.im + b.im};
    }
}

/* The reduction of all ranks' element i. Averages of floats may be quarters: they are encoded times 4. */
static void reduced(ls_dtype dtype, int reduction, int64_t i, void *out)
{
    number sum = {0};
    for (int r = 0; r < W; r++) {
        number v = element(r, i);
        int64_t factor = reduction == 8 ? (int64_t)factor_of(r) : 1;
        v.re *= factor, v.im *= factor;
        sum = r ? combine(dtype, reduction, sum, v) : v;
    }
    bool is_whole = dtype == LS_BOOL || ls_dtype_is_integer(dtype);
    if (reduction != LS_AVG || is_whole) {
        if (reduction == LS_AVG) sum.re /= W;
        encode(dtype, sum, out);
        return;
    }
    float f[2] = {(float)sum.re / W, (float)sum.im / W};
    double d[2] = {(double)sum.re / W, (double)sum.im / W};
    uint16_t h = dtype == LS_F16 ? ls_f32_to_f16(f[0]) : ls_f32_to_bf16(f[0]);
    bool is_double = dtype == LS_F64 || dtype == LS_C128;
    memcpy(out, ls_dtype_size(dtype) == 2 ? (void *)&h : is_double ? (void *)d : (void *)f, ls_dtype_size(dtype));
}

/* Element i of what `me` must have. */
static void oracle(kind k, ls_dtype dtype, int reduction, int64_t n, int me, int64_t i, void *out)
{
    switch (k) {
    case ALL_REDUCE: reduced(dtype, reduction, i, out); return;
    case REDUCE:
        if (me == ROOT)
            reduced(dtype, reduction, i, out);
        else
            encode(dtype, element(me, i), out);
        return;
    case REDUCE_SCATTER: reduced(dtype, reduction, n * me + i, out); return;
    case BROADCAST: encode(dtype, element(ROOT, i), out); return;
    case SCATTER: encode(dtype, element(ROOT, n * me + i), out); return;
    case ALL_TO_ALL: encode(dtype, element((int)(i / n), n * me + i % n), out); return;
    default: encode(dtype, element((int)(i / n), i % n), out); return;
    }
}

/* Shares in the input and in the output. */
static int shares_in(kind k)
{
    return k == REDUCE_SCATTER || k == SCATTER || k == ALL_TO_ALL ? W : 1;
}

static int shares_out(kind k, int me)
{
    return k == ALL_GATHER || k == ALL_TO_ALL || (k == GATHER && me == ROOT) ? W : k == GATHER ? 0 : 1;
}

/* --- The calls ---------------------------------------------------------------------------------------------- */

typedef struct cell {
    kind kind;
    ls_dtype dtype;
    ls_reduce_op op;
    int reduction;
    int64_t n; /* of a share; -1: one element without a dimension */
    bool is_strided;
} cell;

static int64_t count_of(const cell *c)
{
    return c->n < 0 ? 1 : c->n;
}

static const int64_t two[] = {2};

/* Share `index` of a buffer in which every element has room for two. */
static ls_array share(const cell *c, char *buffer, int index)
{
    int64_t n = count_of(c);
    char *at = buffer + (size_t)(2 * n * index) * ls_dtype_size(c->dtype);
    ls_array array = {at, c->dtype, c->n < 0 ? LS_SHAPE() : LS_SHAPE(n), NULL};
    if (c->is_strided && c->n >= 0) array.strides = two;
    return array;
}

static ls_status call_host(const cell *c, char *in, char *out)
{
    ls_array ins[W], outs[W];
    for (int r = 0; r < W; r++) ins[r] = share(c, in, r), outs[r] = share(c, out, r);
    switch (c->kind) {
    case ALL_REDUCE: return ls_array_all_reduce(outs[0], c->op, LS_WORLD);
    case REDUCE: return ls_array_reduce(outs[0], ROOT, c->op, LS_WORLD);
    case REDUCE_SCATTER: return ls_array_reduce_scatter(outs[0], ins, c->op, LS_WORLD);
    case BROADCAST: return ls_array_broadcast(outs[0], ROOT, LS_WORLD);
    case ALL_GATHER: return ls_array_all_gather(outs, ins[0], LS_WORLD);
    case GATHER: return ls_array_gather(outs, ins[0], ROOT, LS_WORLD);
    case SCATTER: return ls_array_scatter(outs[0], ins, ROOT, LS_WORLD);
    default: return ls_array_all_to_all(outs, ins, LS_WORLD);
    }
}

/* Element i of a rank's input, spaced or not, in share i / n. */
static char *place(const cell *c, char *buffer, int64_t i)
{
    int64_t n = count_of(c), step = c->is_strided ? 2 : 1;
    return buffer + (size_t)(2 * n * (i / n) + step * (i % n)) * ls_dtype_size(c->dtype);
}

static ls_status run_host(const cell *c, int me)
{
    static _Thread_local char in[2 * MOST_BYTES], out[2 * MOST_BYTES], whole[2 * MOST_BYTES];
    int64_t n = count_of(c), size = (int64_t)ls_dtype_size(c->dtype);
    memset(in, 0x5a, sizeof(in));
    memset(out, 0x5a, sizeof(out));
    bool in_place = c->kind == ALL_REDUCE || c->kind == REDUCE || c->kind == BROADCAST;
    for (int64_t i = 0; i < n * shares_in(c->kind); i++)
        encode(c->dtype, element(me, i), place(c, in_place ? out : in, i));
    memset(whole, 0x5a, sizeof(whole));
    for (int64_t i = 0; i < n * shares_out(c->kind, me); i++)
        oracle(c->kind, c->dtype, c->reduction, n, me, i, place(c, whole, i));
    LS_TRY(call_host(c, in, out));
    for (int64_t b = 0; b < (int64_t)sizeof(out); b++)
        if (out[b] != whole[b])
            return ls_fail(LS_DATA_LOSS, "host %s of %s, %s, n %lld%s: byte %lld, element %lld, is wrong on rank %d",
                           kind_names[c->kind], ls_dtype_name(c->dtype), reduction_names[c->reduction], (long long)c->n,
                           c->is_strided ? " strided" : "", (long long)b, (long long)(b / size), me);
    return LS_OK;
}

static ls_status call_tensor(const cell *c, const ls_tensor *ins, ls_tensor all, ls_tensor *outs)
{
    outs[0] = ins[0];
    switch (c->kind) {
    case ALL_REDUCE: return ls_all_reduce(outs[0], c->op, LS_WORLD);
    case REDUCE: return ls_reduce(outs[0], ROOT, c->op, LS_WORLD);
    case REDUCE_SCATTER: return ls_reduce_scatter(&outs[0], all, c->op, LS_WORLD);
    case BROADCAST: return ls_broadcast(outs[0], ROOT, LS_WORLD);
    case ALL_GATHER: return ls_all_gather(outs, ins[0], LS_WORLD);
    case GATHER: return ls_gather(outs, ins[0], ROOT, LS_WORLD);
    case SCATTER: return ls_scatter(&outs[0], ins, ROOT, LS_WORLD);
    default: return ls_all_to_all(outs, ins, LS_WORLD);
    }
}

static ls_status run_tensor(const cell *c, int me)
{
    static _Thread_local char data[MOST_BYTES];
    int64_t n = count_of(c);
    size_t size = ls_dtype_size(c->dtype);
    ls_tensor ins[W], outs[W] = {0};
    for (int64_t i = 0; i < n * W; i++) encode(c->dtype, element(me, i), data + (size_t)i * size);
    for (int r = 0; r < W; r++) ins[r] = ls_from_host(data + (size_t)(n * r) * size, c->dtype, LS_SHAPE(n));
    ls_tensor all = ls_from_host(data, c->dtype, LS_SHAPE(n * W));
    LS_TRY(call_tensor(c, ins, all, outs));
    LS_TRY(ls_mark_step());
    for (int r = 0; r < shares_out(c->kind, me); r++) {
        LS_TRY(ls_to_host(outs[r], data, (size_t)n * size));
        for (int64_t i = 0; i < n; i++) {
            char expected[16];
            oracle(c->kind, c->dtype, c->reduction, n, me, n * r + i, expected);
            if (memcmp(expected, data + (size_t)i * size, size))
                return ls_fail(LS_DATA_LOSS, "tensors: %s of %s, %s: element %lld of output %d is wrong on rank %d",
                               kind_names[c->kind], ls_dtype_name(c->dtype), reduction_names[c->reduction],
                               (long long)i, r, me);
        }
    }
    return LS_OK;
}

/* --- The walk ----------------------------------------------------------------------------------------------- */

/* By place, kind, type and reduction: 'y' exact, '-' means nothing (LS_INVALID_ARGUMENT), 'n' LS_UNIMPLEMENTED. */
typedef struct findings {
    char at[PLACES][KINDS][LS_DTYPE_END][REDUCTIONS];
} findings;

static ls_status note(char *place, ls_status status)
{
    char found = status == LS_OK ? 'y' : status == LS_INVALID_ARGUMENT ? '-' : status == LS_UNIMPLEMENTED ? 'n' : 0;
    if (!found) return status;
    if (*place && *place != found) return ls_fail(LS_INTERNAL, "it depends on the shape: %s", ls_last_error());
    *place = found;
    return LS_OK;
}

static ls_status walk_types(int me, kind k, int reduction, findings *f)
{
    static const int64_t sizes[] = {-1, 0, 5, MOST_N};
    ls_reduce_op op = reduction == 8 ? ls_premul_sum(factor_of(me)) : (ls_reduce_op)reduction;
    for (ls_dtype dtype = LS_BOOL; dtype <= LS_C128; dtype++) {
        cell c = {k, dtype, op, reduction, 0, false};
        for (int v = 0; v < 8; v++) {
            c.n = sizes[v / 2], c.is_strided = v % 2;
            LS_TRY(note(&f->at[HOST][k][dtype][reduction], run_host(&c, me)));
        }
        c.n = 5;
        ls_scope_push();
        ls_status status = note(&f->at[TENSOR][k][dtype][reduction], run_tensor(&c, me));
        LS_TRY(status);
        LS_TRY(ls_scope_pop());
        ls_mark_step(); /* reports what was refused once more */
    }
    return LS_OK;
}

static ls_status walk(int me, void *arg)
{
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 60000}));
    findings *f = calloc(1, sizeof(*f));
    ls_status status = LS_OK;
    for (kind k = 0; k < KINDS && status == LS_OK; k++)
        for (int reduction = 0; reduction < (k <= REDUCE_SCATTER ? REDUCTIONS : 1) && status == LS_OK; reduction++)
            status = walk_types(me, k, reduction, f);
    if (status == LS_OK) status = ls_set_result(f, sizeof(*f));
    free(f);
    return status;
}

/* --- The page ----------------------------------------------------------------------------------------------- */

static const char *word(char found)
{
    return found == 'y' ? "yes" : found == '-' ? "–" : found == 'n' ? "no" : "?";
}

/* One table for kinds that agree. */
static void write_reductions(FILE *out, const findings *f, int place)
{
    fprintf(out, "| |");
    for (int r = 0; r < REDUCTIONS; r++) fprintf(out, " %s |", reduction_names[r]);
    fprintf(out, "\n|---|");
    for (int r = 0; r < REDUCTIONS; r++) fprintf(out, "---|");
    for (ls_dtype d = LS_BOOL; d <= LS_C128; d++) {
        fprintf(out, "\n| %s |", ls_dtype_name(d));
        for (int r = 0; r < REDUCTIONS; r++) {
            char first = f->at[place][ALL_REDUCE][d][r];
            for (kind k = ALL_REDUCE; k <= REDUCE_SCATTER; k++)
                if (f->at[place][k][d][r] != first)
                    fail_msg("place %d: %s and all_reduce differ in %s of %s: %c, %c", place, kind_names[k],
                             reduction_names[r], ls_dtype_name(d), f->at[place][k][d][r], first);
            fprintf(out, " %s |", word(first));
        }
    }
    fprintf(out, "\n\n");
}

static void write_moves(FILE *out, const findings *f, int place)
{
    fprintf(out, "| |");
    for (ls_dtype d = LS_BOOL; d <= LS_C128; d++) fprintf(out, " %s |", ls_dtype_name(d));
    fprintf(out, "\n|---|");
    for (ls_dtype d = LS_BOOL; d <= LS_C128; d++) fprintf(out, "---|");
    for (kind k = BROADCAST; k < KINDS; k++) {
        fprintf(out, "\n| %s |", kind_names[k]);
        for (ls_dtype d = LS_BOOL; d <= LS_C128; d++) fprintf(out, " %s |", word(f->at[place][k][d][0]));
    }
    fprintf(out, "\n\n");
}

static char *page(const findings *f)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "# What is supported\n\n"
                 "Written by `tests/lazy/support_test.c`, which compares every cell with a plain oracle: empty, one "
                 "element without "
                 "a dimension,\nsmall and large, in gaps and without, with ranks as threads, as processes and mixed, "
                 "which all give "
                 "the same. yes: exact; –: means\nnothing, `LS_INVALID_ARGUMENT`; no: `LS_UNIMPLEMENTED`. "
                 "`LOCKSTEP_UPDATE_SNAPSHOTS=1` rewrites the page; the test fails where it differs.\n\n"
                 "Integers wrap (ui8 200 + 100 is 44), their average truncates; f16 and bf16 are summed in f32 and "
                 "rounded once; a NaN "
                 "wins min and max;\nfor booleans sum and max are or, product and min are and.\n\n");
    fprintf(out, "## Reductions in host memory: all_reduce, all_reduce_coalesced, reduce, reduce_scatter\n\n");
    write_reductions(out, f, HOST);
    fprintf(out, "## Reductions of tensors, in the program: the same, on the CPU device\n\n");
    write_reductions(out, f, TENSOR);
    fprintf(out, "## Moving host memory\n\n");
    write_moves(out, f, HOST);
    fprintf(out, "## Moving tensors, in the program, on the CPU device\n\n");
    write_moves(out, f, TENSOR);
    fclose(out);
    while (size > 1 && text[size - 2] == '\n') text[--size] = 0;
    return text;
}

static void expect_page(const char *text)
{
    static char expected[1 << 16];
    char path[512];
    int folder = (int)(strstr(__FILE__, "tests/lazy") - __FILE__);
    snprintf(path, sizeof path, "%.*sdocs/support.md", folder, __FILE__);
    bool update = getenv("LOCKSTEP_UPDATE_SNAPSHOTS") != NULL;
    FILE *file = fopen(path, update ? "w" : "r");
    if (!file) fail_msg("%s cannot be opened", path);
    if (update)
        fputs(text, file);
    else
        expected[fread(expected, 1, sizeof expected - 1, file)] = 0;
    fclose(file);
    if (!update && strcmp(text, expected))
        fail_msg("docs/support.md is not what the test finds (LOCKSTEP_UPDATE_SNAPSHOTS=1 rewrites it):\n%s", text);
}

static void every_cell_is_exact_or_refused(void **state)
{
    static const int layouts[][2] = {{1, 4}, {4, 1}, {2, 2}}; /* processes, threads */
    findings *first = NULL;
    for (int l = 0; l < 3; l++) {
        ls_bytes results[W] = {0};
        assert_ok(ls_spawn(
            walk, NULL, &(ls_spawn_options){.num_processes = layouts[l][0], .num_ranks = W, .out_results = results}));
        for (int r = 0; r < W; r++) {
            assert_int_equal(results[r].size, sizeof(*first));
            if (!first) first = memcpy(malloc(sizeof(*first)), results[r].data, sizeof(*first));
            assert_memory_equal(results[r].data, first, sizeof(*first));
            ls_bytes_free(&results[r]);
        }
    }
    char *text = page(first);
    expect_page(text);
    free(text);
    free(first);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "4", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_cell_is_exact_or_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
