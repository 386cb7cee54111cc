/* What every kind of store must do: tests that take a fresh, empty store as their state. */
#ifndef TESTS_STORE_CONFORMANCE_H
#define TESTS_STORE_CONFORMANCE_H

#include "base/deadline.h"
#include "base/thread.h"
#include <lockstep/store.h>

#include "ls_test.h"

static int destroy(void **state)
{
    ls_store_destroy(*state);
    return 0;
}

static void value_is(ls_store *store, const char *key, const char *expected)
{
    void *value;
    size_t size;
    assert_ok(ls_store_get(store, key, &value, &size, 1000));
    assert_int_equal(size, strlen(expected));
    assert_string_equal(value, expected);
    free(value);
}

static void test_calls(void **state)
{
    ls_store *store = *state;
    assert_ok(ls_store_set(store, "a", "one", 3, 0));
    value_is(store, "a", "one");
    assert_ok(ls_store_set(store, "a", NULL, 0, 0));
    value_is(store, "a", "");
    int64_t sum;
    assert_ok(ls_store_add(store, "n", 40, &sum, 0));
    assert_ok(ls_store_add(store, "n", -82, &sum, 0));
    assert_int_equal(sum, -42);
    value_is(store, "n", "-42");
    void *value;
    size_t size;
    assert_ok(ls_store_compare_set(store, "c", "", 0, "x", 1, &value, &size, 0));
    assert_string_equal(value, "x");
    free(value);
    assert_ok(ls_store_compare_set(store, "c", "y", 1, "z", 1, &value, &size, 0));
    assert_string_equal(value, "x");
    free(value);
    assert_ok(ls_store_compare_set(store, "c", "x", 1, "z", 1, &value, &size, 0));
    assert_string_equal(value, "z");
    free(value);
    bool present, deleted;
    assert_ok(ls_store_check(store, (const char *[]){"a", "c"}, 2, &present, 0));
    assert_true(present);
    assert_ok(ls_store_delete(store, "c", &deleted, 0));
    assert_true(deleted);
    assert_ok(ls_store_delete(store, "c", &deleted, 0));
    assert_false(deleted);
    assert_ok(ls_store_check(store, (const char *[]){"a", "c"}, 2, &present, 0));
    assert_false(present);
}

static void bytes_are(void *value, size_t size, const char *expected)
{
    assert_int_equal(size, strlen(expected));
    assert_string_equal(value, expected);
    free(value);
}

static void test_append_and_several_keys_at_once(void **state)
{
    ls_store *store = *state;
    int64_t before, after;
    assert_ok(ls_store_num_keys(store, &before, 0));
    assert_ok(ls_store_append(store, "log", "ab", 2, 0));
    assert_ok(ls_store_append(store, "log", "cde", 3, 0));
    value_is(store, "log", "abcde");
    const char *keys[] = {"p", "log", "q"};
    assert_ok(
        ls_store_multi_set(store, (const char *[]){"p", "q"}, (const void *[]){"1", NULL}, (size_t[]){1, 0}, 2, 0));
    void *values[3];
    size_t sizes[3];
    assert_ok(ls_store_multi_get(store, keys, 3, values, sizes, 0));
    bytes_are(values[0], sizes[0], "1");
    bytes_are(values[1], sizes[1], "abcde");
    bytes_are(values[2], sizes[2], "");
    assert_ok(ls_store_num_keys(store, &after, 0));
    assert_int_equal(after - before, 3);
    assert_fails(ls_store_multi_get(store, (const char *[]){"p", "none"}, 2, values, sizes, 50), LS_DEADLINE_EXCEEDED,
                 "none'");
    assert_null(values[0]);
    assert_ok(ls_store_multi_set(store, NULL, NULL, NULL, 0, 0));
    assert_ok(ls_store_multi_get(store, NULL, 0, NULL, NULL, 0));
}

static void test_add_to_text_is_an_error_and_changes_nothing(void **state)
{
    ls_store *store = *state;
    int64_t sum = 5;
    assert_ok(ls_store_set(store, "t", "text", 4, 0));
    assert_fails(ls_store_add(store, "t", 1, &sum, 2000), LS_FAILED_PRECONDITION, "t'");
    assert_int_equal(sum, 0);
    value_is(store, "t", "text");
    assert_ok(ls_store_set(store, "t", "9223372036854775808", 19, 0));
    assert_fails(ls_store_add(store, "t", 1, &sum, 2000), LS_FAILED_PRECONDITION, "64 bits");
    assert_ok(ls_store_set(store, "t", "-12 apples", 10, 0)); /* as PyTorch: it begins with a number */
    assert_ok(ls_store_add(store, "t", 2, &sum, 0));
    assert_int_equal(sum, -10);
}

static void test_queue_is_first_in_first_out(void **state)
{
    ls_store *store = *state;
    void *value;
    size_t size;
    int64_t length;
    assert_fails(ls_store_queue_pop(store, "q", false, &value, &size, 0), LS_NOT_FOUND, "'q'");
    assert_fails(ls_store_queue_pop(store, "q", true, &value, &size, 50), LS_DEADLINE_EXCEEDED, "q'");
    for (int i = 0; i < 3; i++) assert_ok(ls_store_queue_push(store, "q", &"abc"[i], (size_t)(3 - i), 0));
    assert_ok(ls_store_queue_push(store, "empty", NULL, 0, 0));
    assert_ok(ls_store_queue_length(store, "q", &length, 0));
    assert_int_equal(length, 3);
    bool present;
    assert_ok(ls_store_check(store, (const char *[]){"q"}, 1, &present, 0));
    assert_true(present);
    static const char *const expected[] = {"abc", "bc", "c"};
    for (int i = 0; i < 3; i++) {
        assert_ok(ls_store_queue_pop(store, "q", i % 2, &value, &size, 1000));
        bytes_are(value, size, expected[i]);
    }
    assert_ok(ls_store_queue_pop(store, "empty", true, &value, &size, 1000));
    bytes_are(value, size, "");
    assert_ok(ls_store_queue_length(store, "q", &length, 0));
    assert_int_equal(length, 0);
    assert_ok(ls_store_check(store, (const char *[]){"q"}, 1, &present, 0));
    assert_false(present);
}

static void *pop_one(void *store)
{
    void *value;
    return ls_store_queue_pop(store, "work", true, &value, NULL, 10000) == LS_OK ? value : NULL;
}

static void *wait_for_work(void *store)
{
    return ls_store_wait(store, (const char *[]){"work"}, 1, 10000) == LS_OK ? store : NULL;
}

/* Eight takers and somebody who only looks: no item is lost, none is taken twice. */
static void test_each_item_goes_to_one_taker(void **state)
{
    enum { COUNT = 8 };
    pthread_t takers[COUNT], looker;
    assert_ok(ls_thread_start(&looker, "looker", wait_for_work, *state));
    ls_sleep_ms(20); /* the first in the line, most likely */
    for (int i = 0; i < COUNT; i++) assert_ok(ls_thread_start(&takers[i], "taker", pop_one, *state));
    ls_sleep_ms(20);
    for (int i = 0; i < COUNT; i++) assert_ok(ls_store_queue_push(*state, "work", &"ABCDEFGH"[i], 1, 1000));
    void *value;
    unsigned seen = 0;
    for (int i = 0; i < COUNT; i++) {
        pthread_join(takers[i], &value);
        assert_non_null(value);
        seen |= 1u << (*(char *)value - 'A');
        free(value);
    }
    assert_int_equal(seen, (1 << COUNT) - 1);
    assert_ok(ls_store_queue_push(*state, "work", "I", 1, 1000));
    pthread_join(looker, &value);
    assert_ptr_equal(value, *state);
}

static void test_missing_key_is_named_at_the_deadline(void **state)
{
    int64_t start = ls_now_ns();
    ls_store_set(*state, "here", "1", 1, 0);
    assert_int_equal(ls_store_wait(*state, (const char *[]){"here", "gone", "lost"}, 3, 200), LS_DEADLINE_EXCEEDED);
    assert_in_range(ls_now_ns() - start, 200000000, 700000000);
    assert_non_null(strstr(ls_last_error(), "gone', '"));
    assert_non_null(strstr(ls_last_error(), "lost'"));
    assert_null(strstr(ls_last_error(), "here"));
}

static void *set_later(void *store)
{
    ls_sleep_ms(50);
    ls_store_set(store, "late", "v", 1, 0);
    return NULL;
}

static void test_get_waits(void **state)
{
    pthread_t thread;
    assert_int_equal(ls_thread_start(&thread, "setter", set_later, *state), LS_OK);
    value_is(*state, "late", "v");
    pthread_join(thread, NULL);
}

static void *wait_for_ever(void *store)
{
    return ls_store_wait(store, (const char *[]){"x", "the end"}, 2, 10000) == LS_OK ? store : NULL;
}

static void test_waits_hold_up_nobody(void **state)
{
    enum { COUNT = 12 };
    pthread_t threads[COUNT];
    for (int i = 0; i < COUNT; i++) assert_ok(ls_thread_start(&threads[i], "waiter", wait_for_ever, *state));
    int64_t sum = 0;
    for (int i = 0; i < 50; i++) assert_ok(ls_store_add(*state, "x", i, &sum, 1000));
    assert_int_equal(sum, 49 * 50 / 2);
    assert_ok(ls_store_set(*state, "the end", NULL, 0, 1000));
    for (int i = 0; i < COUNT; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_ptr_equal(result, *state);
    }
}

static void test_prefix(void **state)
{
    ls_store *inner, *outer;
    assert_ok(ls_store_create_prefix(*state, "job", &inner));
    assert_ok(ls_store_create_prefix(inner, "group", &outer));
    ls_store_destroy(inner);
    assert_ok(ls_store_set(outer, "k", "v", 1, 0));
    value_is(*state, "job/group/k", "v");
    assert_int_equal(ls_store_port(outer), ls_store_port(*state));
    value_is(outer, "k", "v");
    assert_int_equal(ls_store_wait(outer, (const char *[]){"none"}, 1, 20), LS_DEADLINE_EXCEEDED);
    ls_store_destroy(outer);
}

static void test_bad_arguments(void **state)
{
    void *value;
    assert_int_equal(ls_store_set(NULL, "k", "v", 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_set(*state, NULL, "v", 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_set(*state, "k", NULL, 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_get(*state, NULL, &value, NULL, 0), LS_INVALID_ARGUMENT);
    assert_null(value);
    assert_int_equal(ls_store_get(*state, "k", NULL, NULL, 0), LS_INVALID_ARGUMENT);
    int64_t number = 7;
    bool flag = true;
    const char *keys[] = {"k", NULL};
    assert_int_equal(ls_store_append(*state, "k", NULL, 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_append(NULL, "k", "v", 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_multi_set(*state, keys, (const void *[]){"v", "v"}, (size_t[]){1, 1}, 2, 0),
                     LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_multi_set(*state, keys, NULL, NULL, 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_wait(*state, keys, -1, 0), LS_INVALID_ARGUMENT);
    assert_fails(ls_store_check(*state, keys, 2, &flag, 0), LS_INVALID_ARGUMENT, "key 1 of 2 is NULL");
    assert_false(flag);
    assert_int_equal(ls_store_check(*state, keys, 1, NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_num_keys(NULL, &number, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(number, 0);
    assert_int_equal(ls_store_num_keys(*state, NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_queue_push(*state, NULL, "v", 1, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_queue_length(*state, "k", NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_delete(*state, NULL, NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_add(NULL, "k", 1, NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_multi_get(*state, (const char *[]){"k"}, 1, &value, NULL, 0), LS_INVALID_ARGUMENT);
    assert_int_equal(ls_store_queue_pop(*state, "k", true, NULL, NULL, 0), LS_INVALID_ARGUMENT);
    char *key = malloc(9000);
    memset(key, 'k', 8999);
    key[8999] = 0;
    assert_fails(ls_store_set(*state, key, "v", 1, 0), LS_INVALID_ARGUMENT, "a key of ");
    key[8150] = 0;
    assert_ok(ls_store_set(*state, key, "v", 1, 0));
    value_is(*state, key, "v");
    free(key);
    ls_store_destroy(NULL);
}

/* An entry for each test: CONFORMANCE(X, kind) with X(test, kind). */
#define CONFORMANCE(X, kind)                                                                                           \
    X(test_calls, kind), X(test_append_and_several_keys_at_once, kind),                                                \
        X(test_add_to_text_is_an_error_and_changes_nothing, kind), X(test_queue_is_first_in_first_out, kind),          \
        X(test_each_item_goes_to_one_taker, kind), X(test_missing_key_is_named_at_the_deadline, kind),                 \
        X(test_get_waits, kind), X(test_waits_hold_up_nobody, kind), X(test_prefix, kind), X(test_bad_arguments, kind)

#endif
