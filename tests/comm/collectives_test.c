/* Every collective × element type × reduction × size × layout against a plain oracle, with guard bytes around outputs;
 * operands whole or in odd pieces, in memory of the pool or private, in place or not; and the same bits in every
 * layout. */
#include "base/map.h"
#include "base/numeric.h"
#include "comm/reduce.h"
#include "ranks.h"
#include <math.h>

#define GUARD 64
#define GUARD_BYTE 0xA5
#define RANKS 4

/* --- Data: 1000 · rank + index, and the plain way to reduce it ------------------------------------------- */

static void put_number(ls_dtype dtype, int64_t v, void *out)
{
    float f = (float)v * (dtype == LS_F16 ? 0.037f : 0.37f);
    double d = (double)v * 0.37;
    uint16_t h = dtype == LS_F16 ? ls_f32_to_f16(f) : ls_f32_to_bf16(f);
    switch (dtype) {
    case LS_BOOL: *(uint8_t *)out = (v ^ v >> 3) & 1; break;
    case LS_F16:
    case LS_BF16: memcpy(out, &h, 2); break;
    case LS_F32: memcpy(out, &f, 4); break;
    case LS_F64: memcpy(out, &d, 8); break;
    case LS_C64: memcpy(out, (float[]){f, 1.5f - 0.11f * (float)v}, 8); break;
    case LS_C128: memcpy(out, (double[]){d, 1.5 - 0.11 * (double)v}, 16); break;
    default: memcpy(out, &v, ls_dtype_size(dtype)); /* little-endian: the low bytes */
    }
}

static int64_t get_integer(ls_dtype dtype, const void *in)
{
    size_t size = ls_dtype_size(dtype);
    uint64_t v = 0;
    memcpy(&v, in, size);
    int unused = 64 - 8 * (int)size;
    return ls_dtype_is_signed(dtype) ? (int64_t)(v << unused) >> unused : (int64_t)v;
}

static double get_real(ls_dtype dtype, const void *in)
{
    uint16_t h;
    float f;
    double d;
    memcpy(&h, in, 2);
    if (dtype == LS_F16) return ls_f16_to_f32(h);
    if (dtype == LS_BF16) return ls_bf16_to_f32(h);
    if (dtype == LS_F32) return memcpy(&f, in, 4), f;
    return memcpy(&d, in, 8), d;
}

/* By which rank r's input is multiplied. */
static double factor_of(int rank)
{
    return 0.3 * (rank + 1);
}

static double reduce_reals(ls_comm_reduce reduce, double a, double b, bool is_double)
{
    if (reduce == LS_COMM_MIN) return isnan(a) || a < b ? a : b;
    if (reduce == LS_COMM_MAX) return isnan(a) || a > b ? a : b;
    if (reduce == LS_COMM_PRODUCT) return is_double ? a * b : (float)a * (float)b;
    return is_double ? a + b : (float)a + (float)b;
}

static int64_t reduce_integers(ls_comm_reduce reduce, int64_t a, int64_t b, bool is_u64)
{
    bool is_less = is_u64 ? (uint64_t)a < (uint64_t)b : a < b;
    switch (reduce) {
    case LS_COMM_MIN: return is_less ? a : b;
    case LS_COMM_MAX: return is_less ? b : a;
    case LS_COMM_PRODUCT: return (int64_t)((uint64_t)a * (uint64_t)b);
    case LS_COMM_AND: return a & b;
    case LS_COMM_OR: return a | b;
    case LS_COMM_XOR: return a ^ b;
    default: return (int64_t)((uint64_t)a + (uint64_t)b);
    }
}

static double scaled(double value, ls_comm_reduce reduce, int rank, bool is_double)
{
    if (reduce != LS_COMM_PREMUL_SUM) return value;
    return is_double ? value * factor_of(rank) : (float)value * (float)factor_of(rank);
}

/* A partial result: the real and imaginary parts, or the integer's low bytes. */
typedef struct total {
    double re, im;
    int64_t integer;
    bool has_begun;
} total;

/* Of f32, each step rounds. */
static total multiply(total a, total b, bool is_double)
{
#define ROUNDED(x) (is_double ? (x) : (double)(float)(x))
    return (total){.re = ROUNDED(ROUNDED(a.re * b.re) - ROUNDED(a.im * b.im)),
                   .im = ROUNDED(ROUNDED(a.re * b.im) + ROUNDED(a.im * b.re))};
}

static void total_add(total *t, ls_dtype dtype, ls_comm_reduce reduce, total more)
{
    bool is_double = dtype == LS_F64 || dtype == LS_C128;
    if (t->has_begun && ls_dtype_is_complex(dtype) && reduce == LS_COMM_PRODUCT) {
        more = multiply(*t, more, is_double);
    } else if (t->has_begun) {
        more.re = reduce_reals(reduce, t->re, more.re, is_double);
        more.im = reduce_reals(reduce, t->im, more.im, is_double);
        more.integer = reduce_integers(reduce, t->integer, more.integer, dtype == LS_U64);
    }
    *t = more;
    t->has_begun = true;
}

static total total_of(ls_dtype dtype, ls_comm_reduce reduce, int rank, const void *element)
{
    total t = {0};
    float f[2];
    double d[2];
    memcpy(f, element, sizeof(f));
    memcpy(d, element, sizeof(d));
    bool is_double = dtype == LS_F64 || dtype == LS_C128;
    if (ls_dtype_is_complex(dtype))
        t.re = is_double ? d[0] : f[0], t.im = is_double ? d[1] : f[1];
    else if (ls_dtype_is_float(dtype))
        t.re = get_real(dtype, element);
    else
        t.integer = get_integer(dtype, element);
    t.re = scaled(t.re, reduce, rank, is_double), t.im = scaled(t.im, reduce, rank, is_double);
    return t;
}

static void total_write(total t, ls_dtype dtype, ls_comm_reduce reduce, int ranks, void *out)
{
    bool is_double = dtype == LS_F64 || dtype == LS_C128;
    char element[8];
    if (reduce == LS_COMM_AVG) {
        t.re = is_double ? t.re / ranks : (float)t.re / (float)ranks;
        t.im = is_double ? t.im / ranks : (float)t.im / (float)ranks;
        memcpy(element, &t.integer, 8);
        int64_t sum = ls_dtype_is_float(dtype) || ls_dtype_is_complex(dtype) ? 0 : get_integer(dtype, element);
        t.integer = dtype == LS_U64 ? (int64_t)((uint64_t)sum / (uint64_t)ranks) : sum / ranks;
    }
    float f[2] = {(float)t.re, (float)t.im};
    double d[2] = {t.re, t.im};
    uint16_t h = dtype == LS_F16 ? ls_f32_to_f16(f[0]) : ls_f32_to_bf16(f[0]);
    bool is_half = dtype == LS_F16 || dtype == LS_BF16,
         is_real = ls_dtype_is_float(dtype) || ls_dtype_is_complex(dtype);
    memcpy(out,
           !is_real    ? (void *)&t.integer
           : is_half   ? (void *)&h
           : is_double ? (void *)d
                       : (void *)f,
           ls_dtype_size(dtype));
}

/* The ranks host by host, and whether each is the first of its host. */
typedef struct order {
    int ranks[RANKS];
    bool is_first[RANKS];
} order;

static order order_of(layout l)
{
    order o = {0};
    int count = 0;
    bool is_done[RANKS] = {0};
    for (int first = 0; first < RANKS; first++)
        for (int r = first, host = host_of(l, first / l.threads); !is_done[first] && r < RANKS; r++) {
            if (is_done[r] || host_of(l, r / l.threads) != host) continue;
            o.is_first[count] = r == first;
            o.ranks[count++] = r;
            if (r != first) is_done[r] = true;
        }
    return o;
}

/* In rank order on each host, then in the order of hosts. */
static void oracle_element(const order *o, ls_dtype dtype, ls_comm_reduce reduce, int64_t index, int ranks, void *out)
{
    total all = {0}, here = {0};
    if (dtype == LS_BOOL)
        reduce = reduce == LS_COMM_SUM ? LS_COMM_OR : reduce == LS_COMM_PRODUCT ? LS_COMM_AND : reduce;
    for (int i = 0; i < ranks; i++) {
        char element[16] = {0};
        put_number(dtype, 1000 * o->ranks[i] + index, element);
        if (o->is_first[i] && i) {
            total_add(&all, dtype, reduce, here);
            here = (total){0};
        }
        total_add(&here, dtype, reduce, total_of(dtype, reduce, o->ranks[i], element));
    }
    total_add(&all, dtype, reduce, here);
    total_write(all, dtype, reduce, ranks, out);
}

/* --- One case -------------------------------------------------------------------------------------------- */

typedef struct test_case {
    ls_comm_op op;
    ls_dtype dtype;
    ls_comm_reduce reduce;
    size_t n; /* elements of a rank's share */
    int root, number;
    bool is_uneven; /* shares are multiples of n, 0 among them */
} test_case;

static bool has_root(ls_comm_op op)
{
    return op == LS_COMM_REDUCE || op == LS_COMM_BROADCAST || op == LS_COMM_GATHER || op == LS_COMM_SCATTER;
}

static bool is_reducing(ls_comm_op op)
{
    return op == LS_COMM_ALL_REDUCE || op == LS_COMM_REDUCE || op == LS_COMM_REDUCE_SCATTER;
}

static bool has_shares(ls_comm_op op)
{
    return op == LS_COMM_ALL_GATHER || op == LS_COMM_GATHER || op == LS_COMM_SCATTER || op == LS_COMM_REDUCE_SCATTER ||
           op == LS_COMM_ALL_TO_ALL;
}

/* Elements that one rank gives to another; of rank r's share where all do it with the same r. */
static size_t share(const test_case *c, int giver, int getter)
{
    return c->is_uneven ? c->n * (size_t)((giver * 3 + getter * 2 + 1) % 4) : c->n;
}

/* Elements of the first `count` shares of all, of what a rank gives, of what it gets. */
static size_t all_shares(const test_case *c, int count)
{
    size_t sum = 0;
    for (int r = 0; r < count; r++) sum += share(c, r, r);
    return sum;
}

static size_t given(const test_case *c, int giver, int count)
{
    size_t sum = 0;
    for (int r = 0; r < count; r++) sum += share(c, giver, r);
    return sum;
}

static size_t got(const test_case *c, int getter, int count)
{
    size_t sum = 0;
    for (int r = 0; r < count; r++) sum += share(c, r, getter);
    return sum;
}

static size_t in_elements(const test_case *c, int rank)
{
    switch (c->op) {
    case LS_COMM_BROADCAST: return rank == c->root ? c->n : 0;
    case LS_COMM_SCATTER: return rank == c->root ? all_shares(c, RANKS) : 0;
    case LS_COMM_REDUCE_SCATTER: return all_shares(c, RANKS);
    case LS_COMM_ALL_TO_ALL: return given(c, rank, RANKS);
    case LS_COMM_BARRIER: return 0;
    default: return has_shares(c->op) ? share(c, rank, rank) : c->n;
    }
}

static size_t out_elements(const test_case *c, int rank)
{
    switch (c->op) {
    case LS_COMM_REDUCE: return rank == c->root ? c->n : 0;
    case LS_COMM_GATHER: return rank == c->root ? all_shares(c, RANKS) : 0;
    case LS_COMM_ALL_GATHER: return all_shares(c, RANKS);
    case LS_COMM_ALL_TO_ALL: return got(c, rank, RANKS);
    case LS_COMM_BARRIER: return 0;
    default: return has_shares(c->op) ? share(c, rank, rank) : c->n;
    }
}

/* The permutation: 0 → 1 → 2 → 0, and 3 gets nothing and gives nothing. */
static int permute_source(int rank)
{
    return rank == 3 ? -1 : (rank + 2) % 3;
}

/* Whose share element i of `rank`'s output is in; *out_i is its place there. */
static int giver_of(const test_case *c, int rank, size_t i, int64_t *out_i)
{
    for (int r = 0;; r++) {
        size_t n = c->op == LS_COMM_ALL_TO_ALL ? share(c, r, rank) : share(c, r, r);
        *out_i = (int64_t)i;
        if (i < n) return r;
        i -= n;
    }
}

static void oracle(const order *o, const test_case *c, int rank, size_t i, void *out)
{
    int64_t index = (int64_t)i;
    int giver;
    switch (c->op) {
    case LS_COMM_ALL_REDUCE:
    case LS_COMM_REDUCE: oracle_element(o, c->dtype, c->reduce, index, RANKS, out); return;
    case LS_COMM_REDUCE_SCATTER:
        oracle_element(o, c->dtype, c->reduce, index + (int64_t)all_shares(c, rank), RANKS, out);
        return;
    case LS_COMM_BROADCAST: put_number(c->dtype, 1000 * c->root + index, out); return;
    case LS_COMM_ALL_GATHER:
    case LS_COMM_GATHER:
        giver = giver_of(c, rank, i, &index);
        put_number(c->dtype, 1000 * giver + index, out);
        return;
    case LS_COMM_SCATTER: put_number(c->dtype, 1000 * c->root + index + (int64_t)all_shares(c, rank), out); return;
    case LS_COMM_ALL_TO_ALL:
        giver = giver_of(c, rank, i, &index);
        put_number(c->dtype, 1000 * giver + index + (int64_t)given(c, giver, rank), out);
        return;
    default:
        if (permute_source(rank) < 0)
            memset(out, 0, ls_dtype_size(c->dtype));
        else
            put_number(c->dtype, 1000 * permute_source(rank) + index, out);
    }
}

/* Cuts a buffer into pieces of 1, 2, 3, ... elements and the rest, with empty ones between. */
static size_t cut(void *data, size_t elements, size_t element, bool in_pieces, ls_comm_segment *out)
{
    size_t count = 0, at = 0;
    for (size_t piece = 1; in_pieces && count < 12 && at + piece < elements; at += piece++) {
        out[count++] = (ls_comm_segment){(char *)data + at * element, piece * element};
        if (piece % 3 == 0) out[count++] = (ls_comm_segment){NULL, 0};
    }
    out[count++] = (ls_comm_segment){(char *)data + at * element, (elements - at) * element};
    return count;
}

typedef struct buffer {
    char *base, *data;
    size_t bytes;
    bool is_pooled;
} buffer;

static buffer make_buffer(rank_env *env, size_t bytes, bool is_pooled)
{
    buffer b = {.bytes = bytes, .is_pooled = is_pooled};
    size_t whole = (bytes + 2 * GUARD + 63) / 64 * 64;
    if (is_pooled)
        ls_comm_alloc(env->domain, whole, (void **)&b.base);
    else
        b.base = aligned_alloc(64, whole);
    memset(b.base, GUARD_BYTE, bytes + 2 * GUARD);
    b.data = b.base + GUARD;
    return b;
}

static bool guards_hold(const buffer *b)
{
    for (size_t i = 0; i < GUARD; i++)
        if ((unsigned char)b->base[i] != GUARD_BYTE || (unsigned char)b->data[b->bytes + i] != GUARD_BYTE) return false;
    return true;
}

static void free_buffer(rank_env *env, buffer *b)
{
    if (b->is_pooled)
        ls_comm_free(env->domain, b->base);
    else
        free(b->base);
}

static void list_shares(const test_case *c, size_t *out)
{
    size_t element = ls_dtype_size(c->dtype);
    for (int r = 0; r < RANKS; r++)
        for (int g = 0; g < (c->op == LS_COMM_ALL_TO_ALL ? RANKS : 1); g++)
            *out++ = element * share(c, r, c->op == LS_COMM_ALL_TO_ALL ? g : r);
}

static void run_case(rank_env *env, const test_case *c)
{
    size_t element = ls_dtype_size(c->dtype), in_n = in_elements(c, env->rank), out_n = out_elements(c, env->rank);
    order o = order_of(env->layout);
    int variant = c->number + env->rank; /* ranks differ in how their operands lie */
    bool in_place = in_n == out_n && variant % 3 == 0;
    buffer in = make_buffer(env, in_n * element, variant & 1),
           out = in_place ? in : make_buffer(env, out_n * element, variant & 2);
    for (size_t i = 0; i < in_n; i++) put_number(c->dtype, 1000 * env->rank + (int64_t)i, in.data + i * element);
    ls_comm_segment in_pieces[32], out_pieces[32];
    size_t shares[RANKS * RANKS];
    list_shares(c, shares);
    ls_comm_call call = {.op = c->op,
                         .shares = c->is_uneven ? shares : NULL,
                         .reduce = c->reduce,
                         .factor = factor_of(env->rank),
                         .dtype = c->dtype,
                         .root = c->root,
                         .source = permute_source(env->rank),
                         .target = env->rank == 3 ? -1 : (env->rank + 1) % 3,
                         .in = in_pieces,
                         .out = out_pieces,
                         .in_count = cut(in.data, in_n, element, variant & 4, in_pieces),
                         .out_count = cut(out.data, out_n, element, variant & 8, out_pieces),
                         .deadline = ls_deadline_in_ms(20000)};
    CHECK_OK(ls_comm_run(env->world, &call));
    CHECK(guards_hold(&in) && guards_hold(&out), "op %d %s: bytes around an operand changed", c->op,
          ls_dtype_name(c->dtype));
    for (size_t i = 0; i < out_n; i++) {
        char expected[16];
        oracle(&o, c, env->rank, i, expected);
        CHECK(!memcmp(expected, out.data + i * element, element),
              "op %d %s reduce %d %sn %zu root %d variant %d: element %zu is wrong", c->op, ls_dtype_name(c->dtype),
              c->reduce, c->is_uneven ? "uneven " : "", c->n, c->root, variant, i);
    }
    for (size_t i = 0; !in_place && i < in_n; i++) {
        char expected[16];
        put_number(c->dtype, 1000 * env->rank + (int64_t)i, expected);
        CHECK(!memcmp(expected, in.data + i * element, element), "op %d %s: input element %zu changed", c->op,
              ls_dtype_name(c->dtype), i);
    }
    env->shared->results[env->rank] = ls_hash(out.data, out_n * element, env->shared->results[env->rank]);
    free_buffer(env, &in);
    if (!in_place) free_buffer(env, &out);
}

/* --- All cases ------------------------------------------------------------------------------------------- */

static void run_all(rank_env *env)
{
    static const size_t sizes[] = {0, 1, 7, 301, 3001};
    test_case c = {0};
    for (c.op = 0; c.op <= LS_COMM_BARRIER; c.op++)
        for (c.dtype = LS_BOOL; c.dtype < LS_DTYPE_END; c.dtype++)
            for (c.reduce = 0; c.reduce <= (is_reducing(c.op) ? LS_COMM_PREMUL_SUM : 0); c.reduce++)
                for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
                    if (is_reducing(c.op) && ls_reduce_check(c.dtype, c.reduce) != LS_OK) continue;
                    if (sizes[s] > 2000 && c.dtype != LS_F32 && c.dtype != LS_BF16 && c.dtype != LS_F16 &&
                        c.dtype != LS_U8 && c.dtype != LS_I64)
                        continue;
                    c.n = sizes[s];
                    c.number++;
                    c.root = has_root(c.op) ? c.number % RANKS : 0;
                    run_case(env, &c);
                    c.is_uneven = has_shares(c.op);
                    if (c.is_uneven) run_case(env, &c);
                    c.is_uneven = false;
                    if (atomic_load(&env->shared->failures)) return;
                }
    c = (test_case){
        .op = LS_COMM_ALL_REDUCE, .dtype = LS_F32, .n = LS_TEST_SANITIZED ? 110007 : 300007, .number = c.number};
    for (int i = 0; i < 4; i++, c.number++) run_case(env, &c);
    /* Between hosts large operands take ways of their own. */
    c.n = 100003;
    for (c.op = 0; env->layout.hosts && c.op <= LS_COMM_BARRIER; c.op++, c.number++) {
        c.root = has_root(c.op) ? c.number % RANKS : 0;
        run_case(env, &c);
    }
}

/* Every collective in all sizes, for few types and reductions. */
static void run_some(rank_env *env)
{
    static const size_t sizes[] = {7, 1024, LS_TEST_SANITIZED ? 20000 : 40003};
    test_case c = {0};
    for (c.op = 0; c.op <= LS_COMM_BARRIER; c.op++)
        for (int d = 0; d < 2; d++)
            for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
                c.dtype = d ? LS_BF16 : LS_F64;
                c.n = sizes[s];
                c.number++;
                c.root = has_root(c.op) ? c.number % RANKS : 0;
                run_case(env, &c);
                c.is_uneven = has_shares(c.op);
                if (c.is_uneven) run_case(env, &c);
                c.is_uneven = false;
                if (atomic_load(&env->shared->failures)) return;
            }
}

static const layout layouts[] = {{1, 4}, {4, 1}, {2, 2}};

static void test_all_cases_in_all_layouts(void **state)
{
    uint64_t first[RANKS];
    for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        shared_state *shared = make_shared();
        run_ranks(layouts[l], run_all, NULL, shared);
        if (l == 0) memcpy(first, shared->results, sizeof(first));
        assert_memory_equal(first, shared->results, sizeof(first));
        free_shared(shared);
    }
}

/* The first two share out the ranks over the hosts in the same way. */
static const layout host_layouts[] = {{4, 1, 2}, {2, 2, 2}, {4, 1, 3}, {4, 1, -2}, {4, 1, 4}};

static void test_all_cases_across_hosts(void **state)
{
    uint64_t first[RANKS];
    for (size_t l = 0; l < sizeof(host_layouts) / sizeof(host_layouts[0]); l++) {
        shared_state *shared = make_shared();
        run_ranks(host_layouts[l], run_all, NULL, shared);
        if (l == 0) memcpy(first, shared->results, sizeof(first));
        if (l == 1) assert_memory_equal(first, shared->results, sizeof(first));
        free_shared(shared);
    }
}

/* Private memory then goes in rounds, whatever the kernel allows. */
static void test_processes_that_may_not_read_each_other(void **state)
{
    setenv("LOCKSTEP_CROSS_MEMORY", "0", 1);
    for (size_t l = 1; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        shared_state *shared = make_shared();
        run_ranks(layouts[l], run_some, NULL, shared);
        free_shared(shared);
    }
    unsetenv("LOCKSTEP_CROSS_MEMORY");
}

/* What an element type and a reduction make of each other, in so many words: nothing else may be refused. */
static bool means_something(ls_dtype dtype, ls_comm_reduce reduce)
{
    if (dtype > LS_C128) return false; /* narrower types are moved, not reduced */
    switch (reduce) {
    case LS_COMM_AVG: return dtype != LS_BOOL;
    case LS_COMM_MIN:
    case LS_COMM_MAX: return !ls_dtype_is_complex(dtype);
    case LS_COMM_AND:
    case LS_COMM_OR:
    case LS_COMM_XOR: return dtype == LS_BOOL || ls_dtype_is_integer(dtype);
    case LS_COMM_PREMUL_SUM: return ls_dtype_is_float(dtype) || ls_dtype_is_complex(dtype);
    default: return true;
    }
}

static void run_unsupported(rank_env *env)
{
    _Alignas(16) char word[16] = {0};
    ls_comm *comm;
    uint64_t key = 10;
    for (ls_dtype dtype = LS_BOOL; dtype < LS_DTYPE_END; dtype++)
        for (ls_comm_reduce reduce = 0; reduce <= LS_COMM_PREMUL_SUM; reduce++) {
            ls_comm_segment piece = {word, ls_dtype_size(dtype)};
            CHECK_OK(ls_comm_open(env->domain, key++, (int[]){0, 1, 2, 3}, 4, env->rank, &comm));
            ls_comm_call call = plain_call(LS_COMM_ALL_REDUCE, &piece, &piece, 5000);
            call.dtype = dtype;
            call.reduce = reduce;
            if (means_something(dtype, reduce))
                CHECK_OK(ls_comm_run(comm, &call));
            else
                CHECK_FAILS(ls_comm_run(comm, &call), LS_INVALID_ARGUMENT, "means nothing");
            ls_comm_close(comm);
        }
}

static void test_what_means_nothing_is_refused(void **state)
{
    shared_state *shared = make_shared();
    run_ranks((layout){1, 4}, run_unsupported, NULL, shared);
    free_shared(shared);
}

/* A rank reads of each other one what it needs for its own share, at any size. */
static void run_reduce_scatter_by_bytes(rank_env *env)
{
    for (size_t n = 4; n <= 40000; n *= 100) {
        int32_t *in = calloc(RANKS * n, sizeof(*in)), *out = calloc(n, sizeof(*out));
        ls_comm_segment ins = {in, RANKS * n * 4}, outs = {out, n * 4};
        uint64_t before = ls_comm_bytes_moved(env->world);
        ls_comm_call call = plain_call(LS_COMM_REDUCE_SCATTER, &ins, &outs, 5000);
        CHECK_OK(ls_comm_run(env->world, &call));
        CHECK(ls_comm_bytes_moved(env->world) - before <= (RANKS - 1) * n * 4, "%llu bytes for %zu",
              (unsigned long long)(ls_comm_bytes_moved(env->world) - before), n);
        free(in);
        free(out);
    }
}

static void test_reduce_scatter_moves_no_more_than_it_must(void **state)
{
    for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        shared_state *shared = make_shared();
        run_ranks(layouts[l], run_reduce_scatter_by_bytes, NULL, shared);
        munmap(shared, sizeof(*shared));
    }
}

static void run_different_shares(rank_env *env)
{
    int32_t in[8] = {0}, out[8];
    ls_comm_segment in_piece = {in, env->rank == 2 ? 8 : 4}, out_piece = {out, 20};
    size_t shares[RANKS] = {4, 4, 8, 4}, others[RANKS] = {8, 4, 8, 0};
    ls_comm_call call = plain_call(LS_COMM_ALL_GATHER, &in_piece, &out_piece, 5000);
    call.shares = env->rank == 1 ? others : shares;
    CHECK_FAILS(ls_comm_run(env->world, &call), LS_INVALID_ARGUMENT, "20 bytes in uneven shares (");
    ls_comm *comm;
    CHECK_OK(ls_comm_open(env->domain, 11, (int[]){0, 1, 2, 3}, 4, env->rank, &comm));
    call = plain_call(LS_COMM_ALL_REDUCE, &out_piece, &out_piece, 5000);
    call.shares = shares;
    CHECK_FAILS(ls_comm_run(comm, &call), LS_INVALID_ARGUMENT, "has no uneven shares");
    ls_comm_close(comm);
}

static void test_shares_are_part_of_the_fingerprint(void **state)
{
    for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        shared_state *shared = make_shared();
        run_ranks(layouts[l], run_different_shares, NULL, shared);
        free_shared(shared);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_cases_in_all_layouts),
        cmocka_unit_test(test_processes_that_may_not_read_each_other),
        cmocka_unit_test(test_all_cases_across_hosts),
        cmocka_unit_test(test_what_means_nothing_is_refused),
        cmocka_unit_test(test_shares_are_part_of_the_fingerprint),
        cmocka_unit_test(test_reduce_scatter_moves_no_more_than_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
