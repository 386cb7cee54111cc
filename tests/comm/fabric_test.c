/* Messages between processes: early and late receivers, large ones that wait, cancelling, notices that nobody hears
 * yet, and streams that no process of ours would send. */
#include "wires.h"

#include "ls_test.h"

#define LARGE (LS_FABRIC_EAGER_BYTES + 1)

typedef struct ends {
    ls_fabric *a, *b;
    ls_wire_reader a_reader, b_reader; /* of what comes to it */
} ends;

static ends open_ends(void)
{
    return (ends){.a = open_end(0), .b = open_end(1)};
}

static void close_ends(ends *e)
{
    ls_fabric_close(e->a);
    ls_fabric_close(e->b);
}

static void move(ls_fabric *from, ls_fabric *to, ls_wire_reader *reader)
{
    buffer_wire *wire = from->wire;
    for (size_t at = 0, piece = 1; at < wire->bytes.count; at += piece, piece = piece % 7777 * 3 + 1) {
        if (piece > wire->bytes.count - at) piece = wire->bytes.count - at;
        assert_true(feed(to, reader, wire->bytes.data + at, piece));
    }
    wire->bytes.count = 0;
}

static void a_to_b(ends *e)
{
    move(e->a, e->b, &e->b_reader);
}

static void b_to_a(ends *e)
{
    move(e->b, e->a, &e->a_reader);
}

/* A message of `bytes`, and a place for it in two pieces with guards. */
typedef struct message {
    char *data, *place;
    ls_comm_segment out, in[2];
    ls_transfer sent, received;
} message;

static void make(message *m, size_t bytes, uint64_t tag)
{
    *m = (message){.data = malloc(bytes + 1), .place = malloc(bytes + 16)};
    for (size_t i = 0; i < bytes; i++) m->data[i] = (char)(i * 7 + tag);
    memset(m->place, 0x5A, bytes + 16);
    m->out = (ls_comm_segment){m->data, bytes};
    m->in[0] = (ls_comm_segment){m->place, bytes / 3};
    m->in[1] = (ls_comm_segment){m->place + bytes / 3 + 8, bytes - bytes / 3};
    m->sent =
        (ls_transfer){.peer = 1, .channel = 9, .tag = tag, .segments = &m->out, .segment_count = 1, .bytes = bytes};
    m->received =
        (ls_transfer){.peer = 0, .channel = 9, .tag = tag, .segments = m->in, .segment_count = 2, .bytes = bytes};
}

static void check_and_free(message *m)
{
    size_t first = m->in[0].bytes, second = m->in[1].bytes;
    assert_int_equal(atomic_load(&m->received.state), LS_TRANSFER_DONE);
    assert_memory_equal(m->place, m->data, first);
    assert_memory_equal(m->place + first + 8, m->data + first, second);
    for (int i = 0; i < 8; i++) assert_int_equal(m->place[first + i], 0x5A);
    for (int i = 0; i < 8; i++) assert_int_equal(m->place[first + second + 8 + i], 0x5A);
    free(m->data);
    free(m->place);
}

static void test_receivers_may_be_early_or_late(void **state)
{
    static const size_t sizes[] = {0, 1, 1000, LS_FABRIC_EAGER_BYTES, LARGE, 300000};
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (int is_late = 0; is_late < 2; is_late++) {
            ends e = open_ends();
            message m[3];
            for (uint64_t i = 0; i < 3; i++) make(&m[i], sizes[s], i);
            for (int i = 0; i < 3 && !is_late; i++) ls_fabric_receive(e.b, &m[2 - i].received);
            b_to_a(&e);
            for (int i = 0; i < 3; i++) ls_fabric_send(e.a, &m[i].sent);
            a_to_b(&e);
            bool is_waiting = is_late && sizes[s] > LS_FABRIC_EAGER_BYTES;
            for (int i = 0; i < 3; i++)
                assert_int_equal(atomic_load(&m[i].sent.state), is_waiting ? LS_TRANSFER_PENDING : LS_TRANSFER_DONE);
            for (int i = 0; i < 3 && is_late; i++) ls_fabric_receive(e.b, &m[2 - i].received);
            b_to_a(&e);
            a_to_b(&e);
            for (int i = 0; i < 3; i++) check_and_free(&m[i]);
            close_ends(&e);
        }
}

static void test_other_sizes_fail_the_receiver(void **state)
{
    for (int is_late = 0; is_late < 2; is_late++) {
        ends e = open_ends();
        message m, other;
        make(&m, 100, 1), make(&other, 99, 1);
        if (!is_late) ls_fabric_receive(e.b, &other.received);
        ls_fabric_send(e.a, &m.sent);
        a_to_b(&e);
        if (is_late) ls_fabric_receive(e.b, &other.received);
        assert_int_equal(atomic_load(&other.received.state), LS_TRANSFER_FAILED);
        free(m.data), free(m.place), free(other.data), free(other.place);
        close_ends(&e);
    }
}

/* What is cancelled in the middle touches nothing any more, and what follows arrives. */
static void test_cancelling(void **state)
{
    ends e = open_ends();
    message m, next;
    make(&m, 300000, 1), make(&next, 300000, 2);
    ls_fabric_receive(e.b, &m.received);
    b_to_a(&e);
    ls_fabric_send(e.a, &m.sent);
    buffer_wire *wire = e.a->wire;
    assert_true(feed(e.b, &e.b_reader, wire->bytes.data, 1000));
    memmove(wire->bytes.data, wire->bytes.data + 1000, wire->bytes.count -= 1000);
    ls_fabric_cancel(e.b, &m.received, false);
    memset(m.place, 1, 300016);
    ls_fabric_send(e.a, &next.sent);
    ls_fabric_receive(e.b, &next.received);
    b_to_a(&e);
    a_to_b(&e);
    for (int i = 0; i < 300016; i++) assert_int_equal(m.place[i], 1);
    free(m.data), free(m.place);
    check_and_free(&next);
    make(&m, 300000, 3);
    ls_fabric_send(e.a, &m.sent);
    ls_fabric_cancel(e.a, &m.sent, true);
    assert_int_equal(atomic_load(&m.sent.state), LS_TRANSFER_FAILED);
    free(m.data), free(m.place);
    close_ends(&e);
}

typedef struct heard {
    int count, process;
    ls_notice what;
    uint64_t number;
    char text[LS_NOTICE_BYTES];
} heard;

static void hear(void *arg, int process, ls_notice what, uint64_t number, const char *text)
{
    heard *h = arg;
    h->count++;
    h->process = process;
    h->what = what;
    h->number = number;
    snprintf(h->text, sizeof(h->text), "%s", text);
}

static void test_notices_wait_for_a_listener(void **state)
{
    ends e = open_ends();
    heard h = {0};
    char long_text[3000];
    memset(long_text, 'x', sizeof(long_text) - 1);
    long_text[sizeof(long_text) - 1] = 0;
    ls_listener listener = {.channel = 9, .hear = hear, .arg = &h};
    ls_fabric_tell(e.a, 1, 9, LS_NOTICE_FAILED, 14, "first");
    ls_fabric_tell(e.a, 1, 8, LS_NOTICE_FAILED, 15, "for somebody else");
    a_to_b(&e);
    ls_fabric_listen(e.b, &listener);
    assert_int_equal(h.count, 1);
    assert_string_equal(h.text, "first");
    assert_int_equal(h.number, 14);
    ls_fabric_tell(e.a, 1, 9, LS_NOTICE_LEFT, 0, long_text);
    a_to_b(&e);
    assert_int_equal(h.count, 2);
    assert_int_equal(strlen(h.text), LS_NOTICE_BYTES - 1);
    ls_fabric_unlisten(e.b, &listener);
    ls_fabric_tell(e.a, 1, 9, LS_NOTICE_LEFT, 0, "");
    a_to_b(&e);
    assert_int_equal(h.count, 2);
    close_ends(&e);
}

static void test_lost_peers_fail_what_waits(void **state)
{
    ends e = open_ends();
    message m, large;
    make(&m, 10, 1), make(&large, LARGE, 2);
    ls_fabric_receive(e.b, &m.received);
    ls_fabric_send(e.a, &large.sent);
    ls_wire_lost(e.b, 0, "it is a test");
    ls_wire_lost(e.a, 1, "it is a test");
    assert_int_equal(atomic_load(&m.received.state), LS_TRANSFER_FAILED);
    assert_int_equal(atomic_load(&large.sent.state), LS_TRANSFER_FAILED);
    ls_fabric_send(e.a, &m.sent);
    assert_int_equal(atomic_load(&m.sent.state), LS_TRANSFER_FAILED);
    free(m.data), free(m.place), free(large.data), free(large.place);
    close_ends(&e);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* A conversation with some bytes changed: it may be refused, must not write beside a place, and what it leaves is
 * freed. */
static void test_mutated_streams(void **state)
{
    for (uint64_t seed = 1, round = 0; round < 4000; round++) {
        ends e = open_ends();
        message m[4];
        static const size_t sizes[] = {10, 5000, LARGE, 0};
        heard h = {0};
        ls_listener listener = {.channel = 9, .hear = hear, .arg = &h};
        ls_fabric_listen(e.b, &listener);
        for (uint64_t i = 0; i < 4; i++) {
            make(&m[i], sizes[i], i);
            if (next_random(&seed) % 2) ls_fabric_receive(e.b, &m[i].received);
        }
        b_to_a(&e);
        for (int i = 0; i < 4; i++) ls_fabric_send(e.a, &m[i].sent);
        ls_fabric_tell(e.a, 1, 9, LS_NOTICE_FAILED, 3, "a text");
        ls_fabric_tell(e.a, 1, 7, LS_NOTICE_LEFT, 0, "");
        buffer_wire *wire = e.a->wire;
        for (int i = 0; i < 6; i++) {
            size_t at = next_random(&seed) % wire->bytes.count;
            if (next_random(&seed) % 2) at %= 200;
            wire->bytes.data[at] = (char)(next_random(&seed) % 2 ? next_random(&seed) : next_random(&seed) % 9);
        }
        feed(e.b, &e.b_reader, wire->bytes.data, wire->bytes.count);
        for (int i = 0; i < 4; i++) {
            size_t first = m[i].in[0].bytes, all = first + m[i].in[1].bytes;
            for (int k = 0; k < 8; k++) assert_true(m[i].place[first + k] == 0x5A && m[i].place[all + 8 + k] == 0x5A);
            ls_fabric_cancel(e.b, &m[i].received, false);
            ls_fabric_cancel(e.a, &m[i].sent, true);
            free(m[i].data), free(m[i].place);
        }
        ls_fabric_unlisten(e.b, &listener);
        close_ends(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_receivers_may_be_early_or_late),
        cmocka_unit_test(test_other_sizes_fail_the_receiver),
        cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_notices_wait_for_a_listener),
        cmocka_unit_test(test_lost_peers_fail_what_waits),
        cmocka_unit_test(test_mutated_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
