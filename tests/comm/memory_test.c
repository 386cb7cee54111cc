/* The pool: zeroed, aligned, apart, reused, given back. */
#include "comm/memory.h"

#include "ls_test.h"
#include <pthread.h>
#include <unistd.h>

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static bool is_filled(const unsigned char *data, size_t bytes, int value)
{
    for (size_t i = 0; i < bytes; i++)
        if (data[i] != value) return false;
    return true;
}

/* Takes and frees at random; every block is filled with a number of its own, which must still be there in the end. */
static bool churn(ls_memory *memory, uint64_t seed, int rounds)
{
    enum { COUNT = 60 };
    struct {
        unsigned char *data;
        size_t bytes;
        int value;
    } blocks[COUNT] = {0};
    bool is_sound = true;
    for (int round = 0; round < rounds && is_sound; round++) {
        int i = (int)(next_random(&seed) % COUNT);
        if (blocks[i].data) {
            is_sound = is_filled(blocks[i].data, blocks[i].bytes, blocks[i].value);
            ls_memory_free(memory, blocks[i].data);
            blocks[i].data = NULL;
            continue;
        }
        size_t bytes = next_random(&seed) % (next_random(&seed) % 8 ? 3000 : 400000);
        if (ls_memory_alloc(memory, bytes, true, (void **)&blocks[i].data)) return false;
        is_sound = (uintptr_t)blocks[i].data % 64 == 0 && is_filled(blocks[i].data, bytes, 0);
        blocks[i].bytes = bytes;
        blocks[i].value = 1 + round % 255;
        memset(blocks[i].data, blocks[i].value, bytes);
    }
    for (int i = 0; i < COUNT; i++) ls_memory_free(memory, blocks[i].data);
    return is_sound;
}

static int count_segments(const ls_memory *memory)
{
    int count = 0;
    for (int i = 0; i < LS_MAX_SEGMENTS; i++) count += memory->segments[i].base != NULL;
    return count;
}

static void blocks_are_zeroed_aligned_and_apart(void **state)
{
    static ls_memory memory;
    ls_memory_init(&memory, NULL);
    for (uint64_t seed = 1; seed <= 20; seed++) assert_true(churn(&memory, seed, 3000));
    assert_int_equal(count_segments(&memory), 1);
    ls_memory_finish(&memory);
}

typedef struct churner {
    ls_memory *memory;
    uint64_t seed;
} churner;

static void *churn_in_thread(void *arg)
{
    churner *c = arg;
    return churn(c->memory, c->seed, 3000) ? arg : NULL;
}

static void threads_may_share_it(void **state)
{
    static ls_memory memory;
    ls_memory_init(&memory, NULL);
    pthread_t threads[4];
    churner churners[4];
    for (int i = 0; i < 4; i++) {
        churners[i] = (churner){&memory, (uint64_t)i + 77};
        assert_int_equal(pthread_create(&threads[i], NULL, churn_in_thread, &churners[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    ls_memory_finish(&memory);
}

static void large_segments_are_given_back_and_one_is_kept(void **state)
{
    static ls_memory memory;
    void *large, *small, *second;
    ls_memory_init(&memory, NULL);
    assert_ok(ls_memory_alloc(&memory, 100, true, &small));
    assert_ok(ls_memory_alloc(&memory, 200 << 20, true, &large));
    assert_ok(ls_memory_alloc(&memory, 60 << 20, true, &second));
    assert_int_equal(count_segments(&memory), 2);
    ls_memory_free(&memory, large);
    assert_int_equal(count_segments(&memory), 1);
    ls_memory_free(&memory, small);
    ls_memory_free(&memory, second);
    assert_int_equal(count_segments(&memory), 1);
    assert_ok(ls_memory_alloc(&memory, 60 << 20, false, &second));
    assert_int_equal(count_segments(&memory), 1);
    ls_memory_free(&memory, second);
    assert_fails(ls_memory_alloc(&memory, (size_t)1 << 60, true, &large), LS_RESOURCE_EXHAUSTED,
                 "1152921504606846976 bytes");
    assert_null(large);
    ls_memory_finish(&memory);
}

/* This process stands for the other one too: it opens its own segments as a peer would. */
static void peers_find_the_same_bytes(void **state)
{
    static ls_memory memory;
    static ls_segment_entry entries[LS_MAX_SEGMENTS];
    ls_peer_memory peer;
    ls_memory_init(&memory, entries);
    assert_ok(ls_peer_memory_init(&peer, getpid(), entries));
    for (int round = 0; round < 3; round++) { /* the same place in the list, another segment each time */
        unsigned char *data, *seen;
        size_t bytes = ((size_t)300 + (size_t)round) << 20;
        ls_location location;
        assert_ok(ls_memory_alloc(&memory, bytes, true, (void **)&data));
        data[5] = (unsigned char)(round + 1);
        assert_true(ls_memory_locate(&memory, data + 5, bytes - 5, &location));
        assert_ok(ls_peer_memory_resolve(&peer, location, bytes - 5, (void **)&seen));
        assert_ptr_not_equal(seen, data + 5);
        assert_int_equal(seen[0], round + 1);
        seen[1] = 77;
        assert_int_equal(data[6], 77);
        assert_fails(ls_peer_memory_resolve(&peer, location, bytes + (4 << 20), (void **)&seen), LS_INTERNAL, "beyond");
        ls_memory_free(&memory, data);
    }
    int local;
    ls_location location;
    assert_false(ls_memory_locate(&memory, &local, 4, &location));
    ls_peer_memory_finish(&peer);
    ls_memory_finish(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_zeroed_aligned_and_apart),
        cmocka_unit_test(threads_may_share_it),
        cmocka_unit_test(large_segments_are_given_back_and_one_is_kept),
        cmocka_unit_test(peers_find_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
