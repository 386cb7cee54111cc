/* Passes against the reference: random programs give the same bits before and after. */
#include <stdlib.h>

#include "cpu/compile/plan.h"
#include "run_program.h"

enum { MAX_POOL = 40, STEPS = 24, OUTPUTS = 6, PROGRAMS = 400, MAX_ELEMENTS = 600 };

static uint64_t seed = 1;

static int below(int count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)count);
}

/* --- Random ops ---------------------------------------------------------------------------------------------- */

typedef struct program {
    ls_ir_module *module;
    ls_ir_func *func;
    ls_ir_value *pool[MAX_POOL];
    int count;
} program;

static ls_ir_value *append(program *p, ls_ir_kind kind, ls_ir_value **operands, size_t count, const ls_ir_attr *items,
                           size_t item_count, const ls_ir_type *type)
{
    ls_ir_attrs attrs = {(ls_ir_attr *)items, item_count};
    ls_ir_op_spec spec = {.kind = kind,
                          .operands = operands,
                          .operand_count = count,
                          .attrs = &attrs,
                          .types = type,
                          .type_count = type != NULL};
    ls_ir_op *op = NULL;
    assert_ok(ls_ir_append(p->module, p->func->body, &spec, &op));
    return op->results[0];
}

static ls_ir_value *any(const program *p)
{
    return p->pool[below(p->count)];
}

/* A value of that type, the first found from a random place on. */
static ls_ir_value *any_of(const program *p, const ls_ir_type *type)
{
    for (int i = 0, at = below(p->count); i < p->count; i++, at++)
        if (ls_ir_type_equal(&p->pool[at % p->count]->type, type)) return p->pool[at % p->count];
    return NULL;
}

static ls_ir_value *full(program *p, const ls_ir_type *type, int number)
{
    float f = number == -2 ? -0.0f : (float)number;
    ls_ir_attr value = {
        .key = LS_ATTR_VALUE,
        .dense = {{type->dtype, LS_SHAPE()}, type->dtype == LS_F32 ? (void *)&f : (void *)&number, true}};
    if (below(2)) value.dense.type.shape = type->shape;
    ls_ir_value *constant = append(p, LS_IR_CONSTANT, NULL, 0, &value, 1, NULL);
    if (ls_ir_type_equal(&constant->type, type)) return constant;
    ls_ir_attr dims = {.key = LS_ATTR_BROADCAST_DIMENSIONS};
    return append(p, LS_IR_BROADCAST_IN_DIM, &constant, 1, &dims, 1, type);
}

static ls_ir_value *random_arithmetic(program *p, ls_ir_value *x)
{
    static const ls_ir_kind floats[] = {LS_IR_ADD, LS_IR_SUBTRACT, LS_IR_MULTIPLY, LS_IR_DIVIDE};
    static const ls_ir_kind ints[] = {LS_IR_ADD, LS_IR_SUBTRACT, LS_IR_MULTIPLY, LS_IR_AND,
                                      LS_IR_OR,  LS_IR_XOR,      LS_IR_MAXIMUM};
    ls_ir_value *pair[2] = {x, below(2) ? any_of(p, &x->type) : full(p, &x->type, below(4) - 2)};
    if (below(3) == 0) pair[0] = pair[1], pair[1] = x;
    return append(p, x->type.dtype == LS_F32 ? floats[below(4)] : ints[below(7)], pair, 2, NULL, 0, NULL);
}

static ls_ir_value *random_transpose(program *p, ls_ir_value *x)
{
    int64_t order[LS_MAX_RANK];
    int rank = x->type.shape.rank;
    for (int i = 0; i < rank; i++) order[i] = i;
    for (int i = rank - 1; i > 0; i--) {
        int k = below(i + 1);
        int64_t swap = order[i];
        order[i] = order[k], order[k] = swap;
    }
    return append(p, LS_IR_TRANSPOSE, &x, 1, &(ls_ir_attr){.key = LS_ATTR_PERMUTATION, .ints = {order, (size_t)rank}},
                  1, NULL);
}

/* The same elements with their prime factors shared out anew, and dimensions of one element among them. */
static ls_ir_value *random_reshape(program *p, ls_ir_value *x)
{
    ls_ir_type type = {.dtype = x->type.dtype, .shape.rank = 1 + below(4)};
    int64_t left = ls_shape_count(x->type.shape);
    for (int i = 0; i < type.shape.rank; i++) type.shape.dims[i] = 1;
    for (int factor = 2; left > 1; left % factor ? factor++ : 0)
        if (left % factor == 0) {
            type.shape.dims[below(type.shape.rank)] *= factor;
            left /= factor;
        }
    return append(p, LS_IR_RESHAPE, &x, 1, NULL, 0, below(4) ? &type : &x->type);
}

/* New dimensions anywhere, old ones in any order, those of one element stretched at times. */
static ls_ir_value *random_broadcast(program *p, ls_ir_value *x)
{
    int64_t dims[LS_MAX_RANK];
    const ls_shape *from = &x->type.shape;
    ls_ir_type type = {.dtype = x->type.dtype, .shape.rank = from->rank + below(2)};
    uint32_t taken = 0;
    for (int i = 0; i < type.shape.rank; i++) type.shape.dims[i] = 1 + below(3) / 2;
    for (int i = 0; i < from->rank; i++) {
        int d = below(3) ? i : below(type.shape.rank);
        while (taken >> d & 1) d = (d + 1) % type.shape.rank;
        taken |= 1u << d;
        dims[i] = d;
        if (from->dims[i] != 1 || below(2)) type.shape.dims[d] = from->dims[i];
    }
    if (type.shape.rank > 5 || ls_shape_count(type.shape) > MAX_ELEMENTS) return x;
    return append(p, LS_IR_BROADCAST_IN_DIM, &x, 1,
                  &(ls_ir_attr){.key = LS_ATTR_BROADCAST_DIMENSIONS, .ints = {dims, (size_t)from->rank}}, 1, &type);
}

static ls_ir_value *random_slice(program *p, ls_ir_value *x)
{
    int64_t start[LS_MAX_RANK], limit[LS_MAX_RANK];
    size_t rank = (size_t)x->type.shape.rank;
    for (size_t i = 0; i < rank; i++) {
        limit[i] = x->type.shape.dims[i];
        start[i] = below(4) ? 0 : below((int)limit[i]);
    }
    return append(p, LS_IR_SLICE, &x, 1,
                  (ls_ir_attr[]){{.key = LS_ATTR_START_INDICES, .ints = {start, rank}},
                                 {.key = LS_ATTR_LIMIT_INDICES, .ints = {limit, rank}}},
                  2, NULL);
}

static ls_ir_value *random_pad(program *p, ls_ir_value *x)
{
    int64_t low[LS_MAX_RANK], high[LS_MAX_RANK];
    size_t rank = (size_t)x->type.shape.rank;
    for (size_t i = 0; i < rank; i++) {
        low[i] = below(5) == 0;
        high[i] = below(5) == 0 ? -low[i] : 0;
    }
    ls_ir_value *pair[] = {x, full(p, &(ls_ir_type){.dtype = x->type.dtype}, 1)};
    return append(p, LS_IR_PAD, pair, 2,
                  (ls_ir_attr[]){{.key = LS_ATTR_EDGE_PADDING_LOW, .ints = {low, rank}},
                                 {.key = LS_ATTR_EDGE_PADDING_HIGH, .ints = {high, rank}}},
                  2, NULL);
}

static ls_ir_value *random_other(program *p, ls_ir_value *x)
{
    int64_t dim = 0;
    ls_ir_type type = x->type;
    switch (below(5)) {
    case 0: return append(p, LS_IR_NEGATE, &x, 1, NULL, 0, NULL);
    case 1: return append(p, LS_IR_CONVERT, &x, 1, NULL, 0, &type);
    case 2:
        return append(p, LS_IR_REVERSE, &x, 1,
                      &(ls_ir_attr){.key = LS_ATTR_DIMENSIONS, .ints = {&dim, x->type.shape.rank > 0}}, 1, NULL);
    case 3:
        return x->type.shape.rank
                   ? append(p, LS_IR_CONCATENATE, &x, 1, &(ls_ir_attr){.key = LS_ATTR_DIMENSION, .i = 0}, 1, NULL)
                   : x;
    default: {
        uint8_t choice = (uint8_t)below(2);
        ls_ir_attr value = {.key = LS_ATTR_VALUE, .dense = {{LS_BOOL, LS_SHAPE()}, &choice, true}};
        ls_ir_value *operands[] = {append(p, LS_IR_CONSTANT, NULL, 0, &value, 1, NULL), x, any_of(p, &x->type)};
        return append(p, LS_IR_SELECT, operands, 3, NULL, 0, NULL);
    }
    }
}

static ls_ir_value *random_op(program *p)
{
    ls_ir_value *x = any(p);
    switch (below(8)) {
    case 0:
    case 1: return random_transpose(p, x);
    case 2: return random_reshape(p, x);
    case 3: return random_broadcast(p, x);
    case 4: return random_slice(p, x);
    case 5: return random_pad(p, x);
    case 6: return random_other(p, x);
    default: return random_arithmetic(p, x);
    }
}

/* --- The test ------------------------------------------------------------------------------------------------ */

static ls_ir_module *random_program(void)
{
    program p = {.module = ls_ir_module_create("random")};
    p.func = ls_ir_func_create(p.module, "main");
    p.pool[p.count++] = ls_ir_func_add_arg(p.module, p.func, (ls_ir_type){LS_F32, LS_SHAPE(2, 1, 3)});
    p.pool[p.count++] = ls_ir_func_add_arg(p.module, p.func, (ls_ir_type){LS_I32, LS_SHAPE(4, 3)});
    for (int i = 0; i < STEPS; i++) {
        uint64_t before = seed;
        ls_ir_value *made = random_op(&p);
        if (below(4) == 0) { /* once more, for the pass that shares */
            uint64_t after = seed;
            seed = before;
            made = random_op(&p);
            seed = after;
        }
        if (ls_shape_count(made->type.shape) <= MAX_ELEMENTS) p.pool[p.count++] = made;
    }
    int outputs = p.count < OUTPUTS ? p.count : OUTPUTS;
    assert_ok(ls_ir_append_return(p.module, p.func->body, p.pool + p.count - outputs, (size_t)outputs));
    assert_ok(ls_ir_func_finish(p.module, p.func));
    return p.module;
}

static void run_module(const ls_ir_module *module, void *const *out)
{
    static const float floats[6] = {1.5f, -0.0f, 0.0f, -2.25f, 1e-40f, 3e38f};
    static const int32_t ints[12] = {0, 1, -1, INT32_MAX, INT32_MIN, 7, 1000, 1001, 1002, 1003, 1004, 1005};
    char *text;
    assert_ok(ls_ir_print(module, &text, NULL));
    run_text(text, (const void *const[]){floats, ints}, out);
    free(text);
}

static void passes_keep_every_bit(void **state)
{
    static ls_status (*const passes[])(ls_ir_module *, const ls_cpu_compile_options *) = {
        ls_cpu_pass_fold, ls_cpu_pass_common, ls_cpu_pass_identity, ls_cpu_pass_simplify};
    ls_cpu_compile_options options = {.num_replicas = 1, .threads = 1};
    int before = 0, after = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        ls_ir_module *module = random_program();
        const ls_ir_func *func = ls_ir_main(module);
        char out[2][OUTPUTS][4 * MAX_ELEMENTS] = {0};
        void *places[2][OUTPUTS];
        for (int k = 0; k < OUTPUTS; k++) places[0][k] = out[0][k], places[1][k] = out[1][k];
        run_module(module, places[0]);
        for (const ls_ir_op *op = func->body->first; op; op = op->next) before++;
        char *text;
        assert_ok(ls_ir_print(module, &text, NULL));
        for (int k = 0; k < 4; k++) {
            assert_ok(passes[k](module, &options));
            assert_ok(ls_ir_verify(module));
        }
        for (const ls_ir_op *op = func->body->first; op; op = op->next) after++;
        run_module(module, places[1]);
        if (memcmp(out[0], out[1], sizeof(out[0]))) fail_msg("the passes change the results of\n%s", text);
        free(text);
        ls_ir_module_destroy(module);
    }
    print_message("# %d ops before, %d after\n", before, after);
    assert_true(after < before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_keep_every_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
