/* What the tests of lazy share: comparing tensors with arrays. */
#ifndef TESTS_LAZY_EXPECT_H
#define TESTS_LAZY_EXPECT_H

#include <math.h>

#include "ls_test.h"
#include <lockstep/lockstep.h>

#define GUARD 0xA5

/* The bytes of a tensor, read with a guard behind them; freed by the caller. */
static inline void *read_bytes(ls_tensor t, ls_dtype dtype, ls_shape shape)
{
    assert_ok(ls_tensor_status(t));
    if (ls_tensor_dtype(t) != dtype || !ls_shape_equal(ls_tensor_shape(t), shape)) {
        char is[100], must[100];
        fail_msg("tensor is %s[%s], not %s[%s]", ls_dtype_name(ls_tensor_dtype(t)),
                 ls_shape_format(ls_tensor_shape(t), is, sizeof is), ls_dtype_name(dtype),
                 ls_shape_format(shape, must, sizeof must));
    }
    size_t bytes = (size_t)ls_shape_count(shape) * ls_dtype_size(dtype);
    unsigned char *data = malloc(bytes + 16);
    memset(data, GUARD, bytes + 16);
    assert_ok(ls_to_host(t, data, bytes));
    for (int i = 0; i < 16; i++) assert_int_equal(data[bytes + (size_t)i], GUARD);
    return data;
}

static inline void expect_f32_(ls_tensor t, ls_shape shape, const float *expected, float tolerance, int line)
{
    float *data = read_bytes(t, LS_F32, shape);
    for (int64_t i = 0; i < ls_shape_count(shape); i++) {
        bool same = isnan(expected[i]) ? isnan(data[i])
                                       : data[i] == expected[i] ||
                                             fabsf(data[i] - expected[i]) <= tolerance * fmaxf(1, fabsf(expected[i]));
        if (!same)
            fail_msg("line %d: element %d is %.9g, not %.9g", line, (int)i, (double)data[i], (double)expected[i]);
    }
    free(data);
}
#define expect_f32(t, shape, ...) expect_f32_(t, shape, (const float[]){__VA_ARGS__}, 1e-6f, __LINE__)
#define expect_f32_array(t, shape, array, tolerance) expect_f32_(t, shape, array, tolerance, __LINE__)

#define EXPECT_INTEGERS(suffix, type, dtype)                                                                           \
    static inline void expect_##suffix##_(ls_tensor t, ls_shape shape, const type *expected, int line)                 \
    {                                                                                                                  \
        type *data = read_bytes(t, dtype, shape);                                                                      \
        for (int64_t i = 0; i < ls_shape_count(shape); i++)                                                            \
            if (data[i] != expected[i])                                                                                \
                fail_msg("line %d: element %d is %lld, not %lld", line, (int)i, (long long)data[i],                    \
                         (long long)expected[i]);                                                                      \
        free(data);                                                                                                    \
    }
EXPECT_INTEGERS(i32, int32_t, LS_I32)
EXPECT_INTEGERS(i64, int64_t, LS_I64)
EXPECT_INTEGERS(bool, uint8_t, LS_BOOL)
#define expect_i32(t, shape, ...) expect_i32_(t, shape, (const int32_t[]){__VA_ARGS__}, __LINE__)
#define expect_i64(t, shape, ...) expect_i64_(t, shape, (const int64_t[]){__VA_ARGS__}, __LINE__)
#define expect_bool(t, shape, ...) expect_bool_(t, shape, (const uint8_t[]){__VA_ARGS__}, __LINE__)

#define f32s(shape, ...) ls_from_f32((const float[]){__VA_ARGS__}, shape)
#define i32s(shape, ...) ls_from_i32((const int32_t[]){__VA_ARGS__}, shape)
#define i64s(shape, ...) ls_from_i64((const int64_t[]){__VA_ARGS__}, shape)

/* A test runs in a scope of its own. */
static inline int open_scope(void **state)
{
    ls_scope_push();
    return 0;
}

static inline int close_scope(void **state)
{
    return ls_scope_pop() == LS_OK && ls_mark_step() != LS_INTERNAL ? 0 : -1;
}
#define scoped_test(f) cmocka_unit_test_setup_teardown(f, open_scope, close_scope)

#endif
