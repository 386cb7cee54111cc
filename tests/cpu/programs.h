/* Programs for tests and benchmarks: built op by op, filled with random data, compiled and run. */
#ifndef LS_TEST_CPU_PROGRAMS_H
#define LS_TEST_CPU_PROGRAMS_H

#include "ls_test.h"

#include <sys/mman.h>

#include "base/numeric.h"
#include "cpu/exec/exec.h"

/* --- Random numbers ------------------------------------------------------------------------------------------ */

static uint64_t seed = 1;

static inline uint32_t next_random(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(seed >> 33);
}

static inline int64_t between(int64_t low, int64_t high)
{
    return low + (int64_t)(next_random() % (uint32_t)(high - low + 1));
}

static inline void shuffle(int64_t *order, int count)
{
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int64_t k = between(0, i), swap = order[i];
        order[i] = order[k], order[k] = swap;
    }
}

static inline void fill(void *data, ls_dtype dtype, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        float value = (float)((int)(next_random() % 2001) - 1000) / 500;
        switch (dtype) {
        case LS_BOOL: ((uint8_t *)data)[i] = next_random() & 1; break;
        case LS_I32: ((int32_t *)data)[i] = (int32_t)between(-1000, 1000); break;
        case LS_F64: ((double *)data)[i] = value; break;
        case LS_BF16: ((uint16_t *)data)[i] = ls_f32_to_bf16(value); break;
        case LS_F16: ((uint16_t *)data)[i] = ls_f32_to_f16(value); break;
        default: ((float *)data)[i] = value;
        }
    }
}

/* --- Building programs --------------------------------------------------------------------------------------- */

typedef struct program {
    ls_ir_module *module;
    ls_ir_func *func;
    ls_ir_attrs attrs; /* of the next op */
} program;

static inline program begin(void)
{
    ls_ir_module *module = ls_ir_module_create("test");
    return (program){module, ls_ir_func_create(module, "main"), {0}};
}

static inline ls_ir_value *arg(program *p, ls_dtype dtype, ls_shape shape)
{
    return ls_ir_func_add_arg(p->module, p->func, (ls_ir_type){dtype, shape});
}

static inline void set(program *p, ls_ir_attr_key key, int64_t value)
{
    ls_ir_attrs_set_int(&p->attrs, &p->module->arena, key, value);
}

static inline void set_ints(program *p, ls_ir_attr_key key, const int64_t *data, int count)
{
    ls_ir_attrs_set_ints(&p->attrs, &p->module->arena, key, data, (size_t)count);
}

#define SET_INTS(p, key, ...)                                                                                          \
    set_ints(p, key, (int64_t[]){__VA_ARGS__}, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))

static inline ls_ir_op *op_typed(program *p, ls_ir_kind kind, const ls_ir_type *type, size_t count,
                                 ls_ir_value *const *operands)
{
    ls_ir_op *result = NULL;
    ls_ir_op_spec spec = {.kind = kind,
                          .operands = operands,
                          .operand_count = count,
                          .attrs = &p->attrs,
                          .types = type,
                          .type_count = type != NULL};
    assert_ok(ls_ir_append(p->module, p->func->body, &spec, &result));
    p->attrs = (ls_ir_attrs){0};
    return result;
}

#define OP(p, kind, ...)                                                                                               \
    op_typed(p, kind, NULL, sizeof((ls_ir_value *[]){__VA_ARGS__}) / sizeof(void *), (ls_ir_value *[]){__VA_ARGS__})   \
        ->results[0]

static inline ls_ir_value *scalar(program *p, float value)
{
    ls_ir_dense dense = {{LS_F32, LS_SHAPE()}, &value, true};
    ls_ir_attrs_set_dense(&p->attrs, &p->module->arena, LS_ATTR_VALUE, dense);
    return op_typed(p, LS_IR_CONSTANT, NULL, 0, NULL)->results[0];
}

static inline ls_ir_value *broadcast(program *p, ls_ir_value *value, ls_shape shape, const int64_t *dims)
{
    ls_ir_type type = {value->type.dtype, shape};
    set_ints(p, LS_ATTR_BROADCAST_DIMENSIONS, dims, value->type.shape.rank);
    return op_typed(p, LS_IR_BROADCAST_IN_DIM, &type, 1, &value)->results[0];
}

static inline void finish(program *p, size_t count, ls_ir_value *const *values)
{
    assert_ok(ls_ir_append_return(p->module, p->func->body, values, count));
    assert_ok(ls_ir_func_finish(p->module, p->func));
}

#define FINISH(p, ...)                                                                                                 \
    finish(p, sizeof((ls_ir_value *[]){__VA_ARGS__}) / sizeof(void *), (ls_ir_value *[]){__VA_ARGS__})

/* --- Running them -------------------------------------------------------------------------------------------- */

enum { GUARD = 64, MAX_VALUES = 1024 };

typedef struct arrays {
    size_t count;
    ls_ir_type types[MAX_VALUES];
    void *data[MAX_VALUES];
} arrays;

/* Large ones in huge pages, as the device's own memory. */
static inline void *allocate(size_t bytes)
{
    size_t page = (size_t)2 << 20, unit = bytes < 2 * page ? 64 : page;
    bytes = (bytes + unit - 1) / unit * unit;
    void *data = aligned_alloc(unit, bytes);
    assert_non_null(data);
    if (unit == page) madvise(data, bytes, MADV_HUGEPAGE);
    return data;
}

static inline arrays make_arrays(const ls_ir_type *types, size_t count, bool filled)
{
    arrays a = {.count = count};
    assert_true(count <= MAX_VALUES);
    for (size_t i = 0; i < count; i++) {
        size_t bytes = ls_ir_type_bytes(&types[i]);
        a.types[i] = types[i];
        a.data[i] = allocate(bytes + GUARD);
        memset(a.data[i], 0x5A, (bytes + GUARD + 63) / 64 * 64);
        if (filled) fill(a.data[i], types[i].dtype, ls_shape_count(types[i].shape));
    }
    return a;
}

static inline void free_arrays(arrays *a)
{
    for (size_t i = 0; i < a->count; i++) {
        if (!a->data[i]) continue;
        const uint8_t *guard = (const uint8_t *)a->data[i] + ls_ir_type_bytes(&a->types[i]);
        for (int k = 0; k < GUARD; k++) assert_int_equal(guard[k], 0x5A);
        free(a->data[i]);
    }
}

static inline ls_cpu_program *compile(const program *p, bool reference, int threads)
{
    ls_cpu_program *compiled = NULL;
    ls_cpu_compile_options options = {.num_replicas = 1,
                                      .reference = reference,
                                      .threads = threads,
                                      .dump = reference ? NULL : getenv("LOCKSTEP_DUMP")};
    assert_ok(ls_cpu_compile(p->module, &options, &compiled));
    return compiled;
}

static inline void *make_arena(const ls_cpu_program *compiled)
{
    return allocate(ls_cpu_program_info_of(compiled)->arena_bytes + 64);
}

static inline void run(const ls_cpu_program *compiled, const arrays *in, const arrays *out)
{
    void *arena = make_arena(compiled);
    ls_cpu_run r = {.params = in->data, .outputs = out->data, .arena = arena};
    assert_ok(ls_cpu_program_run(compiled, &r));
    free(arena);
}

#endif
