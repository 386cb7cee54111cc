/* The TCP store as its users see it. A call takes a connection of the handle's pool for itself, so a thread that waits
 * holds up no other. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread.h"
#include "base/vec.h"
#include "store/connection.h"
#include "store/store.h"
#include "store/tcp_server.h"

#define GRACE_MS 30000       /* how long the server's owner waits for its clients to leave */
#define CANCEL_GRACE_MS 1000 /* for the server to confirm that a wait is over */
#define ITEM_MS 1000
#define MAX_IDLE 4

#define GREETING "\0\xCE\xF7\x85\x3C"  /* VALIDATE, LS_STORE_MAGIC */
#define NOTHING "\x0B\0\0\0\0\0\0\0\0" /* MULTI_SET of no keys */
#define PING_LOCK "\x0DLOCK"           /* PING, four bytes that come back */

typedef struct tcp_store {
    ls_store base;
    ls_store_server *server; /* NULL: another process has it */
    char *host;
    int port;
    ls_monitor monitor; /* guards: */
    LS_VEC(int) idle;   /* connections that nobody uses now */
    int will;           /* the connection that has left word; −1: none */
} tcp_store;

/* --- Connections ----------------------------------------------------------------------------------------------------
 */

static ls_status in_context(const tcp_store *tcp, ls_status status)
{
    char where[320];
    return ls_context(status, "store at %s", ls_connection_name(tcp->host, tcp->port, where, sizeof(where)));
}

/* Shows who we are and makes sure that a store answers. */
static ls_status greet(int fd, ls_deadline deadline)
{
    uint32_t echo = 0;
    LS_TRY(ls_connection_send(fd, GREETING PING_LOCK, 10, deadline));
    LS_TRY(ls_connection_receive(fd, &echo, sizeof(echo), deadline));
    if (memcmp(&echo, &PING_LOCK[1], 4)) return ls_fail(LS_UNAVAILABLE, "it answers, but not as a store does");
    return LS_OK;
}

static ls_status open_connection(const tcp_store *tcp, ls_deadline deadline, int *out_fd)
{
    LS_TRY(ls_connection_open(tcp->host, tcp->port, deadline, out_fd));
    ls_status status = greet(*out_fd, deadline);
    if (status != LS_OK) close(*out_fd);
    return status;
}

static ls_status take_connection(tcp_store *tcp, ls_deadline deadline, int *out_fd)
{
    *out_fd = -1;
    ls_monitor_lock(&tcp->monitor);
    if (tcp->idle.count) *out_fd = tcp->idle.data[--tcp->idle.count];
    ls_monitor_unlock(&tcp->monitor);
    return *out_fd >= 0 ? LS_OK : open_connection(tcp, deadline, out_fd);
}

/* After a failure nobody knows what bytes are still to come, so only sound connections go back. */
static void give_back(tcp_store *tcp, int fd, bool is_sound)
{
    ls_monitor_lock(&tcp->monitor);
    if (is_sound && tcp->idle.count < MAX_IDLE) {
        *ls_vec_push(&tcp->idle) = fd;
        fd = -1;
    }
    ls_monitor_unlock(&tcp->monitor);
    if (fd >= 0) close(fd);
}

/* --- Calls ---------------------------------------------------------------------------------------------------- */

/* A connection while a call uses it. */
typedef struct talk {
    int fd;
    ls_deadline deadline;
} talk;

static ls_status receive(void *from, void *out, size_t size)
{
    const talk *t = from;
    return ls_connection_receive(t->fd, out, size, t->deadline);
}

static ls_status send_all(const talk *t, const ls_store_buffer *bytes)
{
    return ls_connection_send(t->fd, bytes->data, bytes->size, t->deadline);
}

/* Sends the request and takes the reply. Without a reply, the echo of a PING behind it says that the server has it, so
 * that another connection sees it too. */
static ls_status ask(talk *t, ls_store_call *call)
{
    bool has_reply = *ls_store_reply_fields(call->query);
    size_t size = call->request.size;
    if (!has_reply) {
        ls_store_put_u8(&call->request, LS_QUERY_PING);
        ls_store_put_u32(&call->request, 0);
    }
    ls_status status = send_all(t, &call->request);
    call->request.size = size;
    if (status != LS_OK) return status;
    uint32_t echo;
    return has_reply ? ls_store_call_receive(call, receive, t) : receive(t, &echo, sizeof(echo));
}

/* Ends a WAIT that ran into its deadline: a STOP_WAITING may have crossed the cancellation. */
static ls_status cancel_wait(talk *t)
{
    uint8_t answer = LS_REPLY_STOP_WAITING;
    LS_TRY(ls_connection_send(t->fd, &(uint8_t){LS_QUERY_CANCEL_WAIT}, 1, t->deadline));
    for (int i = 0; i < 2 && answer != LS_REPLY_WAIT_CANCELLED; i++) LS_TRY(receive(t, &answer, 1));
    return LS_OK;
}

/* Whom the server does not answer any more is told that all keys are missing. */
static bool is_missing(void *from, ls_store_bytes key)
{
    ls_store_call check = {.query = LS_QUERY_CHECK, .number = LS_REPLY_NOT_READY};
    ls_store_put_u8(&check.request, LS_QUERY_CHECK);
    ls_store_put_u64(&check.request, 1);
    ls_store_put_bytes(&check.request, key);
    ls_status status = ask(from, &check);
    ls_store_call_finish(&check);
    return status != LS_OK || check.number != LS_REPLY_READY;
}

/* `*out_is_over` is false if the deadline came first: then the wait is cancelled. */
static ls_status try_wait(talk *t, const ls_store_call *call, ls_deadline deadline, bool *out_is_over,
                          bool *out_is_sound)
{
    uint8_t answer;
    talk until = {t->fd, deadline}, after = {.fd = t->fd};
    ls_status status = send_all(&until, &call->wait);
    if (status == LS_OK) status = receive(&until, &answer, 1);
    *out_is_over = *out_is_sound = status == LS_OK;
    if (status != LS_DEADLINE_EXCEEDED) return status;
    after.deadline = ls_deadline_in_ms(CANCEL_GRACE_MS);
    *out_is_sound = cancel_wait(&after) == LS_OK;
    return *out_is_sound ? LS_OK : ls_fail(LS_DEADLINE_EXCEEDED, "it did not answer a wait in time");
}

/* PyTorch's server tells one waiter of an item, even if that only looks: who wants one asks again from time to time. */
static ls_status wait_on(talk *t, const ls_store_call *call, bool *out_is_sound)
{
    for (;;) {
        bool is_over, is_last = call->query != LS_QUERY_QUEUE_POP || ls_deadline_left_ms(t->deadline) <= ITEM_MS;
        LS_TRY(try_wait(t, call, is_last ? t->deadline : ls_deadline_in_ms(ITEM_MS), &is_over, out_is_sound));
        if (is_over) return LS_OK;
        if (!is_last) continue;
        talk after = {t->fd, ls_deadline_in_ms(CANCEL_GRACE_MS)};
        return ls_store_call_fail_missing(call, is_missing, &after);
    }
}

/* An item that somebody else took meanwhile is waited for again. Who only waits says that it takes no item, by a
 * request that does nothing and has no reply. */
static ls_status wait_and_ask(talk *t, ls_store_call *call, bool *out_is_sound)
{
    for (;;) {
        *out_is_sound = true;
        if (call->wait.size) LS_TRY(wait_on(t, call, out_is_sound));
        ls_status status = call->request.size ? ask(t, call) : ls_connection_send(t->fd, NOTHING, 9, t->deadline);
        *out_is_sound = status == LS_OK;
        if (status != LS_OK || call->query != LS_QUERY_QUEUE_POP || call->number || !call->wait.size) return status;
    }
}

static ls_status run_once(tcp_store *tcp, ls_store_call *call, ls_deadline deadline)
{
    talk t = {.deadline = deadline};
    LS_TRY(take_connection(tcp, deadline, &t.fd));
    bool is_sound;
    ls_status status = wait_and_ask(&t, call, &is_sound);
    give_back(tcp, t.fd, is_sound);
    return status;
}

/* A server cannot say that ADD found no number: it hangs up. */
static bool is_no_number(tcp_store *tcp, const ls_store_call *add)
{
    void *value = NULL;
    size_t size;
    ls_store_reader fields = ls_store_call_fields(add);
    ls_store_call get = {.query = LS_QUERY_GET, .out_values = &value, .out_sizes = &size, .count = 1};
    ls_store_put_u8(&get.request, LS_QUERY_GET);
    ls_store_put_bytes(&get.request, ls_store_take_bytes(&fields));
    ls_status status = run_once(tcp, &get, ls_deadline_in_ms(CANCEL_GRACE_MS));
    ls_store_call_finish(&get);
    int64_t number;
    bool is_number = status != LS_OK || ls_store_is_number(value, &number);
    free(value);
    return !is_number;
}

/* On a connection that is for this alone. A server that does not know the query hangs up, and then there is no will. */
static ls_status leave_will(tcp_store *tcp, ls_store_call *call, ls_deadline deadline)
{
    talk t = {.deadline = deadline};
    ls_monitor_lock(&tcp->monitor);
    t.fd = tcp->will;
    tcp->will = -1;
    ls_monitor_unlock(&tcp->monitor);
    if (t.fd < 0) LS_TRY(open_connection(tcp, deadline, &t.fd));
    ls_status status = ask(&t, call);
    if (status != LS_OK) {
        close(t.fd);
        return status == LS_UNAVAILABLE ? LS_OK : status;
    }
    ls_monitor_lock(&tcp->monitor);
    tcp->will = t.fd;
    ls_monitor_unlock(&tcp->monitor);
    return LS_OK;
}

static ls_status tcp_run(ls_store *store, ls_store_call *call, ls_deadline deadline)
{
    tcp_store *tcp = (tcp_store *)store;
    if (call->query == LS_QUERY_WILL) return in_context(tcp, leave_will(tcp, call, deadline));
    ls_status status = run_once(tcp, call, deadline);
    if (status == LS_UNAVAILABLE && call->query == LS_QUERY_ADD) {
        char *reason = strdup(ls_last_error());
        status = is_no_number(tcp, call) ? ls_store_call_fail_execute(call) : ls_fail(LS_UNAVAILABLE, "%s", reason);
        free(reason);
    }
    return in_context(tcp, status);
}

/* --- The kind ------------------------------------------------------------------------------------------------- */

static int tcp_port(const ls_store *store)
{
    return ((const tcp_store *)store)->port;
}

static void tcp_destroy(ls_store *store)
{
    tcp_store *tcp = (tcp_store *)store;
    for (size_t i = 0; i < tcp->idle.count; i++) close(tcp->idle.data[i]);
    if (tcp->will >= 0) close(tcp->will);
    ls_vec_finish(&tcp->idle);
    ls_store_server_stop(tcp->server, ls_deadline_in_ms(GRACE_MS));
    ls_monitor_finish(&tcp->monitor);
    free(tcp->host);
    free(tcp);
}

static const ls_store_kind tcp_kind = {.run = tcp_run, .port = tcp_port, .destroy = tcp_destroy};

/* Counts this client in, as PyTorch's do: their server's owner may wait for a number of them. */
static ls_status arrive(tcp_store *tcp, ls_deadline deadline)
{
    ls_store_call add = {.query = LS_QUERY_ADD};
    ls_store_put_u8(&add.request, LS_QUERY_ADD);
    ls_store_put_bytes(&add.request, (ls_store_bytes){LS_STORE_INIT_KEY, strlen(LS_STORE_INIT_KEY)});
    ls_store_put_u64(&add.request, 1);
    ls_status status = run_once(tcp, &add, deadline);
    ls_store_call_finish(&add);
    return in_context(tcp, status);
}

ls_status ls_store_create_tcp(const ls_store_tcp_options *options, ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_tcp: no place for the store");
    *out_store = NULL;
    ls_store_tcp_options o = options ? *options : (ls_store_tcp_options){.is_server = true};
    if (!o.host || !*o.host) o.host = "127.0.0.1";
    bool needs_port = !o.is_server && !ls_connection_local_name(o.host);
    if (o.port < 0 || o.port > 65535 || (!o.port && needs_port))
        return ls_fail(LS_INVALID_ARGUMENT, "port %d of the store at %s: need 1 to 65535%s", o.port, o.host,
                       o.is_server ? ", or 0 for a free one" : "");
    ls_deadline deadline = ls_deadline_in_ms(o.timeout_ms);
    tcp_store *tcp = calloc(1, sizeof(*tcp));
    if (!tcp) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(&tcp->base, &tcp_kind, o.timeout_ms > 0 ? o.timeout_ms : LS_DEFAULT_TIMEOUT_MS);
    ls_monitor_init(&tcp->monitor);
    tcp->port = o.port;
    tcp->will = -1;
    ls_status status = LS_OK;
    if (o.is_server) LS_TRY_GOTO(ls_store_server_start(o.host, o.port, &tcp->server), failed);
    if (tcp->server) tcp->port = ls_store_server_port(tcp->server);
    /* A name that the other hosts know need not lead back to us. */
    bool is_elsewhere = !tcp->server || ls_store_server_is_loopback(tcp->server);
    tcp->host = strdup(is_elsewhere ? o.host : "127.0.0.1");
    if (!tcp->host) LS_TRY_GOTO(ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store"), failed);
    LS_TRY_GOTO(arrive(tcp, deadline), failed);
    *out_store = &tcp->base;
    return LS_OK;
failed:
    tcp_destroy(&tcp->base);
    return status;
}
