#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

#include "ls_test.h"
#include <stdio.h>
#include <string.h>

static void arena_memory_is_zeroed_aligned_and_apart(void **state)
{
    ls_arena arena = {0};
    unsigned char *blocks[400];
    for (size_t i = 0; i < 400; i++) {
        size_t bytes = i * i % 7919;
        blocks[i] = ls_arena_alloc(&arena, bytes);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t b = 0; b < bytes; b++) assert_int_equal(blocks[i][b], 0);
        memset(blocks[i], (int)(i % 251) + 1, bytes);
    }
    for (size_t i = 0; i < 400; i++)
        for (size_t b = 0; b < i * i % 7919; b++) assert_int_equal(blocks[i][b], i % 251 + 1);
    assert_string_equal(ls_arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
    assert_string_equal(ls_arena_strndup(&arena, "abcdef", 3), "abc");
    ls_arena_finish(&arena);
    assert_int_equal(arena.bytes, 0);
    assert_non_null(ls_arena_alloc(&arena, 1));
    ls_arena_finish(&arena);
}

static void map_behaves_like_a_table_through_growth_and_removal(void **state)
{
    enum { COUNT = 3000 };
    static int values[COUNT];
    ls_map map = {0};
    char key[32];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            int length = snprintf(key, sizeof(key), "key %d", i * 31);
            assert_null(ls_map_set(&map, key, (size_t)length, &values[i]));
        }
        assert_int_equal(map.count, COUNT);
        for (int i = 0; i < COUNT; i += 2) {
            int length = snprintf(key, sizeof(key), "key %d", i * 31);
            assert_ptr_equal(ls_map_remove(&map, key, (size_t)length), &values[i]);
            assert_null(ls_map_remove(&map, key, (size_t)length));
        }
        size_t seen = 0, size;
        const void *found;
        void *value;
        for (size_t it = 0; ls_map_next(&map, &it, &found, &size, &value);) seen += (int *)value - values != -1;
        assert_int_equal(seen, COUNT / 2);
        for (int i = 0; i < COUNT; i++) {
            int length = snprintf(key, sizeof(key), "key %d", i * 31);
            assert_ptr_equal(ls_map_get(&map, key, (size_t)length), i % 2 ? &values[i] : NULL);
            if (i % 2) assert_ptr_equal(ls_map_remove(&map, key, (size_t)length), &values[i]);
        }
        assert_int_equal(map.count, 0);
    }
    assert_null(ls_map_set(&map, "", 0, &values[0]));
    assert_ptr_equal(ls_map_set(&map, "", 0, &values[1]), &values[0]);
    ls_map_finish(&map);
}

static void hash_tells_lengths_and_seeds_apart(void **state)
{
    char zeros[32] = {0};
    for (size_t a = 0; a < 32; a++)
        for (size_t b = 0; b < a; b++) assert_true(ls_hash(zeros, a, 1) != ls_hash(zeros, b, 1));
    assert_true(ls_hash(zeros, 8, 1) != ls_hash(zeros, 8, 2));
}

static void vec_grows_with_zeroed_elements(void **state)
{
    LS_VEC(int) ints = {0};
    for (int i = 0; i < 1000; i++) {
        int *element = ls_vec_push(&ints);
        assert_int_equal(*element, 0);
        *element = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(ints.data[i], i);
    ls_vec_finish(&ints);
    assert_int_equal(ints.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(map_behaves_like_a_table_through_growth_and_removal),
        cmocka_unit_test(hash_tells_lengths_and_seeds_apart),
        cmocka_unit_test(vec_grows_with_zeroed_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
