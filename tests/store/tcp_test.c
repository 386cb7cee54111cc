/* The TCP store: the bytes on the wire, hostile and slow peers, many clients, teardown in any order. */
#include "base/deadline.h"
#include "base/thread.h"
#include "store/connection.h"
#include <lockstep/store.h>

#include "ls_test.h"
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static ls_store *serve(void)
{
    ls_store *store;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true, .timeout_ms = 10000}, &store));
    assert_true(ls_store_port(store) > 0);
    return store;
}

static ls_store *join_store(const ls_store *server)
{
    ls_store *store;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.port = ls_store_port(server), .timeout_ms = 10000}, &store));
    return store;
}

static int connect_raw(const ls_store *server)
{
    int fd;
    assert_ok(ls_connection_open("127.0.0.1", ls_store_port(server), ls_deadline_in_ms(2000), &fd));
    return fd;
}

#define VALIDATE "\x00\xCE\xF7\x85\x3C"
#define U64(low) low "\0\0\0\0\0\0\0"

/* A request as PyTorch's client sends it, and the reply it reads. */
static const struct exchange {
    const char *what, *request;
    size_t request_size;
    const char *reply;
    size_t reply_size;
} exchanges[] = {
#define EXCHANGE(what, request, reply)                                                                                 \
    {                                                                                                                  \
        what, request, sizeof(request) - 1, reply, sizeof(reply) - 1                                                   \
    }
    EXCHANGE("validate", VALIDATE, ""),
    EXCHANGE("ping", "\x0D\x01\x02\x03\x04", "\x01\x02\x03\x04"),
    EXCHANGE("add init", "\x04" U64("\5") "init/" U64("\1"), U64("\2")), /* the owner came first */
    EXCHANGE("set", "\x01" U64("\2") "/k" U64("\3") "abc", ""),
    EXCHANGE("wait", "\x06" U64("\1") U64("\2") "/k", "\x00"),
    EXCHANGE("get", "\x03" U64("\2") "/k", U64("\3") "abc"),
    EXCHANGE("get of an absent key", "\x03" U64("\2") "/?", U64("\0")),
    EXCHANGE("check", "\x05" U64("\1") U64("\2") "/k", "\x00"),
    EXCHANGE("check of an absent key", "\x05" U64("\2") U64("\2") "/k" U64("\2") "/?", "\x01"),
    EXCHANGE("compare_set, equal", "\x02" U64("\2") "/k" U64("\3") "abc" U64("\1") "d", U64("\1") "d"),
    EXCHANGE("compare_set, other", "\x02" U64("\2") "/k" U64("\1") "x" U64("\1") "y", U64("\1") "d"),
    EXCHANGE("compare_set, absent and empty", "\x02" U64("\2") "/c" U64("\0") U64("\1") "y", U64("\1") "y"),
    EXCHANGE("compare_set, absent", "\x02" U64("\2") "/?" U64("\1") "x" U64("\1") "y", U64("\1") "x"),
    EXCHANGE("append", "\x09" U64("\2") "/k" U64("\2") "ef", ""),
    EXCHANGE("get after append", "\x03" U64("\2") "/k", U64("\3") "def"),
    EXCHANGE("add",
             "\x04" U64("\2") "/n"
                              "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
             "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
    EXCHANGE("get of a number", "\x03" U64("\2") "/n", U64("\2") "-2"),
    EXCHANGE("multi_set", "\x0B" U64("\2") U64("\2") "/p" U64("\1") "1" U64("\2") "/q" U64("\0"), ""),
    EXCHANGE("multi_get", "\x0A" U64("\2") U64("\2") "/p" U64("\2") "/q", U64("\1") "1" U64("\0")),
    EXCHANGE("num_keys", "\x07", U64("\6")), /* init/, /k, /c, /n, /p, /q */
    EXCHANGE("delete", "\x08" U64("\2") "/p", U64("\1")),
    EXCHANGE("delete of an absent key", "\x08" U64("\2") "/p", U64("\0")),
    EXCHANGE("queue_push", "\x0E" U64("\2") "/q" U64("\3") "one", ""),
    EXCHANGE("queue_push", "\x0E" U64("\2") "/q" U64("\3") "two", ""),
    EXCHANGE("queue_len", "\x10" U64("\2") "/q", U64("\2")),
    EXCHANGE("check of a queue", "\x05" U64("\1") U64("\2") "/q", "\x00"),
    EXCHANGE("num_keys: a queue is none", "\x07", U64("\5")),
    EXCHANGE("wait for a queue", "\x06" U64("\1") U64("\2") "/q", "\x00"),
    EXCHANGE("queue_pop", "\x0F" U64("\2") "/q", U64("\2") U64("\3") "one"),
    EXCHANGE("get of a queue", "\x03" U64("\2") "/q", U64("\0")),
    EXCHANGE("queue beside a value", "\x01" U64("\2") "/q" U64("\1") "y", ""),
    EXCHANGE("delete leaves the queue", "\x08" U64("\2") "/q", U64("\1")),
    EXCHANGE("queue_pop", "\x0F" U64("\2") "/q", U64("\1") U64("\3") "two"),
    EXCHANGE("queue_len of an empty queue", "\x10" U64("\2") "/q", U64("\0")),
    EXCHANGE("queue_pop of an empty queue", "\x0F" U64("\2") "/q", U64("\0")),
    EXCHANGE("check of an empty queue", "\x05" U64("\1") U64("\2") "/q", "\x01"),
    EXCHANGE("wait, then cancel",
             "\x06" U64("\1") U64("\2") "/?"
                                        "\x0C",
             "\x01"),
};

static void expect_reply(int fd, const struct exchange *e)
{
    char reply[64];
    if (ls_connection_receive(fd, reply, e->reply_size, ls_deadline_in_ms(2000)) != LS_OK)
        fail_msg("%s: %s", e->what, ls_last_error());
    if (memcmp(reply, e->reply, e->reply_size)) fail_msg("%s: another reply", e->what);
}

static void test_bytes_are_those_of_pytorch(void **state)
{
    ls_store *server = serve();
    int fd = connect_raw(server);
    for (size_t i = 0; i < sizeof(exchanges) / sizeof(exchanges[0]); i++) {
        assert_ok(ls_connection_send(fd, exchanges[i].request, exchanges[i].request_size, ls_deadline_in_ms(2000)));
        expect_reply(fd, &exchanges[i]);
    }
    char more;
    assert_int_equal(recv(fd, &more, 1, MSG_DONTWAIT), -1);
    close(fd);
    ls_store_destroy(server);
}

static void test_bytes_may_come_one_by_one(void **state)
{
    ls_store *server = serve();
    int fd = connect_raw(server);
    for (size_t i = 0; i < sizeof(exchanges) / sizeof(exchanges[0]); i++) {
        for (size_t b = 0; b < exchanges[i].request_size; b++)
            assert_ok(ls_connection_send(fd, exchanges[i].request + b, 1, ls_deadline_in_ms(2000)));
        expect_reply(fd, &exchanges[i]);
    }
    close(fd);
    ls_store_destroy(server);
}

static void test_hostile_bytes_drop_only_their_sender(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } attacks[] = {
#define ATTACK(bytes) {bytes, sizeof(bytes) - 1}
        ATTACK("GET / HTTP/1.1\r\n\r\n"),
        ATTACK("\x00\0\0\0\0"),                                  /* the wrong magic */
        ATTACK("\x03" U64("\1") "k"),                            /* no VALIDATE first */
        ATTACK(VALIDATE "\xFF"),                                 /* no such query */
        ATTACK(VALIDATE "\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), /* endless lengths */
        ATTACK(VALIDATE "\x01" U64("\1") "k"
                                         "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"),
        ATTACK(VALIDATE "\x01" U64("\1") "t" U64("\4") "text"
                                                       "\x04" U64("\1") "t" U64("\1")), /* nothing to add to */
        ATTACK(VALIDATE VALIDATE),
        ATTACK(VALIDATE "\x11"), /* no query of PyTorch's */
        ATTACK(VALIDATE "\x06\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
        ATTACK(VALIDATE "\x06" U64("\1") U64("\1") "?"
                                                   "\x06" U64("\1") U64("\1") "?"), /* two waits at once */
    };
    ls_store *server = serve(), *honest = join_store(server);
    for (size_t i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++) {
        int fd = connect_raw(server);
        assert_ok(ls_connection_send(fd, attacks[i].bytes, attacks[i].size, ls_deadline_in_ms(2000)));
        char reply;
        assert_fails(ls_connection_receive(fd, &reply, 1, ls_deadline_in_ms(2000)), LS_UNAVAILABLE, "");
        close(fd);
        assert_ok(ls_store_add(honest, "n", 1, NULL, 1000));
    }
    ls_store_destroy(honest);
    ls_store_destroy(server);
}

static void test_slow_client_holds_up_nobody(void **state)
{
    ls_store *server = serve(), *honest = join_store(server);
    int fd = connect_raw(server);
    assert_ok(ls_connection_send(fd, VALIDATE "\x01\2", 7, ls_deadline_in_ms(2000)));
    for (int i = 0; i < 100; i++) assert_ok(ls_store_add(honest, "n", 1, NULL, 1000));
    close(fd);
    ls_store_destroy(honest);
    ls_store_destroy(server);
}

/* Asks for a large value again and again, and never reads. */
static void test_client_that_never_reads_is_dropped(void **state)
{
    ls_store *server = serve(), *honest = join_store(server);
    size_t size = 8 << 20;
    char *value = calloc(1, size);
    assert_ok(ls_store_set(honest, "large", value, size, 0));
    free(value);
    int fd = connect_raw(server);
    static const char get[] = "\x03" U64("\6") "/large";
    assert_ok(ls_connection_send(fd, VALIDATE, 5, ls_deadline_in_ms(2000)));
    ls_status status = LS_OK;
    for (ls_deadline end = ls_deadline_in_ms(20000); status == LS_OK && !ls_deadline_passed(end);)
        status = ls_connection_send(fd, get, sizeof(get) - 1, end);
    assert_int_equal(status, LS_UNAVAILABLE);
    assert_ok(ls_store_add(honest, "n", 1, NULL, 5000));
    close(fd);
    ls_store_destroy(honest);
    ls_store_destroy(server);
}

static void test_large_values(void **state)
{
    ls_store *server = serve();
    size_t size = 8 << 20;
    unsigned char *value = malloc(size + 1), *back;
    for (size_t i = 0; i <= size; i++) value[i] = (unsigned char)(i * i >> 3);
    size_t back_size;
    assert_ok(ls_store_set(server, "large", value, size, 0));
    assert_ok(ls_store_get(server, "large", (void **)&back, &back_size, 0));
    assert_int_equal(back_size, size);
    assert_memory_equal(back, value, size);
    assert_fails(ls_store_set(server, "larger", value, size + 1, 0), LS_INVALID_ARGUMENT, "8388609 bytes for 'larger'");
    free(back);
    free(value);
    ls_store_destroy(server);
}

static _Atomic int failures;

static void *add_from_many(void *arg)
{
    ls_store *server = arg, *store, *client;
    if (ls_store_create_tcp(&(ls_store_tcp_options){.port = ls_store_port(server), .timeout_ms = 10000}, &client)) {
        failures++;
        return NULL;
    }
    store = client;
    void *value = NULL;
    char key[32];
    snprintf(key, sizeof(key), "%p", (void *)client);
    if (ls_store_set(store, key, key, 4, 0) || ls_store_get(store, key, &value, NULL, 0) ||
        ls_store_add(store, "sum", 3, NULL, 0))
        failures++;
    free(value);
    ls_store_destroy(client);
    return NULL;
}

static void test_256_clients_in_the_same_instant(void **state)
{
    enum { COUNT = 256 };
    ls_store *server = serve();
    pthread_t threads[COUNT];
    failures = 0;
    for (int i = 0; i < COUNT; i++) assert_ok(ls_thread_start(&threads[i], "client", add_from_many, server));
    for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
    int64_t sum;
    assert_ok(ls_store_add(server, "sum", 0, &sum, 0));
    assert_int_equal(failures, 0);
    assert_int_equal(sum, 3 * COUNT);
    ls_store_destroy(server);
}

static void *use_and_leave_late(void *client)
{
    ls_sleep_ms(300);
    ls_status status = ls_store_add(client, "late", 1, NULL, 1000);
    ls_store_destroy(client);
    return status ? NULL : client;
}

static void test_owner_that_leaves_first_waits_for_the_others(void **state)
{
    ls_store *server = serve(), *client = join_store(server);
    pthread_t thread;
    assert_ok(ls_thread_start(&thread, "late", use_and_leave_late, client));
    int64_t start = ls_now_ns();
    ls_store_destroy(server);
    assert_in_range(ls_now_ns() - start, 250000000, 5000000000);
    void *result;
    pthread_join(thread, &result);
    assert_ptr_equal(result, client);
}

static void test_busy_port(void **state)
{
    ls_store *server = serve(), *second;
    ls_store_tcp_options options = {.is_server = true, .port = ls_store_port(server), .timeout_ms = 500};
    assert_fails(ls_store_create_tcp(&options, &second), LS_ALREADY_EXISTS, "in use");
    assert_null(second);
    ls_store_destroy(server);
}

/* A socket that is bound, and either listens and never answers or does not listen. */
static int bound_socket(bool listens, int *out_port)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    if (listens) assert_int_equal(listen(fd, 8), 0);
    getsockname(fd, (struct sockaddr *)&address, &size);
    *out_port = ntohs(address.sin_port);
    return fd;
}

static void test_nobody_there_is_told_at_the_deadline(void **state)
{
    for (int listens = 0; listens < 2; listens++) {
        ls_store_tcp_options options = {.timeout_ms = 400};
        int fd = bound_socket(listens, &options.port);
        char address[32];
        snprintf(address, sizeof(address), "127.0.0.1:%d", options.port);
        ls_store *store;
        int64_t start = ls_now_ns();
        assert_fails(ls_store_create_tcp(&options, &store), LS_DEADLINE_EXCEEDED, address);
        assert_in_range(ls_now_ns() - start, 350000000, 1500000000);
        close(fd);
    }
}

static void test_client_may_come_before_the_server(void **state)
{
    int port;
    close(bound_socket(false, &port));
    pid_t child = fork();
    if (child == 0) {
        ls_store *early;
        ls_status status = ls_store_create_tcp(&(ls_store_tcp_options){.port = port, .timeout_ms = 5000}, &early);
        if (status == LS_OK) status = ls_store_set(early, "here", "1", 1, 0);
        ls_store_destroy(early);
        _exit((int)status);
    }
    ls_sleep_ms(100);
    ls_store *server;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true, .port = port}, &server));
    assert_ok(ls_store_wait(server, (const char *[]){"here"}, 1, 5000));
    int result;
    waitpid(child, &result, 0);
    assert_int_equal(result, 0);
    ls_store_destroy(server);
}

static void test_server_that_dies_is_told(void **state)
{
    int port_pipe[2];
    assert_int_equal(pipe(port_pipe), 0);
    pid_t child = fork();
    if (child == 0) {
        ls_store *store;
        ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true}, &store);
        (void)!write(port_pipe[1], &(int){ls_store_port(store)}, sizeof(int));
        pause();
    }
    int port;
    assert_int_equal(read(port_pipe[0], &port, sizeof(port)), sizeof(port));
    ls_store *client;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.port = port, .timeout_ms = 5000}, &client));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_fails(ls_store_add(client, "n", 1, NULL, 1000), LS_UNAVAILABLE, "127.0.0.1:");
    ls_store_destroy(client);
    close(port_pipe[0]);
    close(port_pipe[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_those_of_pytorch),
        cmocka_unit_test(test_bytes_may_come_one_by_one),
        cmocka_unit_test(test_hostile_bytes_drop_only_their_sender),
        cmocka_unit_test(test_slow_client_holds_up_nobody),
        cmocka_unit_test(test_client_that_never_reads_is_dropped),
        cmocka_unit_test(test_large_values),
        cmocka_unit_test(test_256_clients_in_the_same_instant),
        cmocka_unit_test(test_owner_that_leaves_first_waits_for_the_others),
        cmocka_unit_test(test_busy_port),
        cmocka_unit_test(test_nobody_there_is_told_at_the_deadline),
        cmocka_unit_test(test_client_may_come_before_the_server),
        cmocka_unit_test(test_server_that_dies_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
