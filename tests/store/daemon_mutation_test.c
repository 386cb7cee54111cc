/* Mutated conversations with the store's server: bytes changed, moved, cut and sent in pieces of any size. What breaks
 * the protocol drops its session; another session is served all the same. */
#include "conversation.h"

#include "ls_test.h"

static void keep_replies(ls_store_session *session)
{
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void mutate(ls_store_buffer *c, uint64_t *seed)
{
    static const unsigned char values[] = {0, 1, 2, 4, 0x7F, 0x80, 0xFE, 0xFF};
    size_t at = next_random(seed) % c->size, from = next_random(seed) % c->size, count = 1 + next_random(seed) % 9;
    if (at + count > c->size || from + count > c->size) count = 1;
    switch (next_random(seed) % 4) {
    case 0: c->data[at] = (char)values[next_random(seed) % sizeof(values)]; break;
    case 1: c->data[at] ^= (char)(1 << next_random(seed) % 8); break;
    case 2: memmove(c->data + at, c->data + from, count); break;
    default: c->size -= next_random(seed) % 8 ? 0 : c->size - at - 1;
    }
}

static bool send_in_pieces(ls_store_daemon *daemon, ls_store_session *session, ls_store_buffer c, uint64_t *seed)
{
    bool is_welcome = true;
    for (size_t at = 0, piece; is_welcome && at < c.size; at += piece) {
        piece = 1 + next_random(seed) % 40;
        if (piece > c.size - at) piece = c.size - at;
        is_welcome = ls_store_daemon_receive(daemon, session, c.data + at, piece);
    }
    return is_welcome;
}

static void conversation_is_answered(void **state)
{
    uint64_t seed = 9;
    ls_store_daemon daemon;
    ls_store_daemon_init(&daemon, keep_replies);
    ls_store_session session = {0};
    ls_store_buffer c = make_conversation();
    assert_true(send_in_pieces(&daemon, &session, c, &seed));
    ls_store_buffer expected = {0};
    ls_store_put_u64(&expected, 19);
    ls_store_put_u32(&expected, 5);
    ls_store_put_u8(&expected, LS_REPLY_WAIT_CANCELLED);
    ls_store_put_u8(&expected, LS_REPLY_STOP_WAITING);
    ls_store_put_bytes(&expected, (ls_store_bytes){"/key", 4});
    ls_store_put_bytes(&expected, (ls_store_bytes){"12", 2});
    ls_store_put_bytes(&expected, (ls_store_bytes){"12", 2});
    ls_store_put_u8(&expected, LS_REPLY_READY);
    ls_store_put_u64(&expected, 2);
    ls_store_put_u64(&expected, 1);
    ls_store_put_u64(&expected, 0);
    ls_store_put_u64(&expected, 1);
    ls_store_put_u64(&expected, 1), ls_store_put_bytes(&expected, (ls_store_bytes){"12", 2});
    assert_int_equal(session.out.size, expected.size);
    assert_memory_equal(session.out.data, expected.data, expected.size);
    ls_store_daemon_leave(&daemon, &session);
    ls_store_daemon_finish(&daemon);
    ls_store_buffer_finish(&expected);
    ls_store_buffer_finish(&c);
}

static void mutated_conversations_harm_nobody_else(void **state)
{
    int dropped = 0;
    for (uint64_t round = 1; round <= 20000; round++) {
        uint64_t seed = round;
        ls_store_daemon daemon;
        ls_store_daemon_init(&daemon, keep_replies);
        ls_store_session bad = {0}, good = {0};
        ls_store_buffer c = make_conversation(), sound = make_conversation();
        for (uint64_t edits = 1 + round % 5; edits; edits--) mutate(&c, &seed);
        dropped += !send_in_pieces(&daemon, &bad, c, &seed);
        assert_true(send_in_pieces(&daemon, &good, sound, &seed));
        assert_true(good.out.size >= 55);
        ls_store_daemon_leave(&daemon, &bad);
        ls_store_daemon_leave(&daemon, &good);
        assert_int_equal(daemon.waiters.count, 0);
        ls_store_daemon_finish(&daemon);
        ls_store_buffer_finish(&c);
        ls_store_buffer_finish(&sound);
    }
    assert_in_range(dropped, 1000, 19999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conversation_is_answered),
        cmocka_unit_test(mutated_conversations_harm_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
