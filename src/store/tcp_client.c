/* The TCP store as its users see it. A call takes a connection of the handle's pool for itself, so a thread that waits
 * holds up no other. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread.h"
#include "base/vec.h"
#include "store/connection.h"
#include "store/protocol.h"
#include "store/store.h"
#include "store/tcp_server.h"

#define GRACE_MS 30000       /* how long the server's owner waits for its clients to leave */
#define CANCEL_GRACE_MS 1000 /* for the server to confirm that a wait is over */
#define MAX_IDLE 4

typedef struct tcp_store {
    ls_store base;
    ls_store_server *server; /* NULL: another process has it */
    char *host;
    int port;
    ls_monitor monitor; /* guards: */
    LS_VEC(int) idle;   /* connections that nobody uses now */
} tcp_store;

/* --- Connections ----------------------------------------------------------------------------------------------------
 */

static ls_status in_context(const tcp_store *tcp, ls_status status)
{
    return ls_context(status, "store at %s:%d", tcp->host, tcp->port);
}

/* Shows who we are and makes sure that a store answers. */
static ls_status greet(int fd, ls_deadline deadline)
{
    ls_store_buffer hello = {0};
    uint32_t nonce = (uint32_t)getpid(), echo = ~nonce;
    ls_store_put_u8(&hello, LS_QUERY_VALIDATE);
    ls_store_put_u32(&hello, LS_STORE_MAGIC);
    ls_store_put_u8(&hello, LS_QUERY_PING);
    ls_store_put_u32(&hello, nonce);
    ls_status status = ls_connection_send(fd, hello.data, hello.size, deadline);
    if (status == LS_OK) status = ls_connection_receive(fd, &echo, sizeof(echo), deadline);
    if (status == LS_OK && echo != nonce) status = ls_fail(LS_UNAVAILABLE, "it answers, but not as a store does");
    ls_store_buffer_finish(&hello);
    return status;
}

static ls_status take_connection(tcp_store *tcp, ls_deadline deadline, int *out_fd)
{
    *out_fd = -1;
    ls_monitor_lock(&tcp->monitor);
    if (tcp->idle.count) *out_fd = tcp->idle.data[--tcp->idle.count];
    ls_monitor_unlock(&tcp->monitor);
    if (*out_fd >= 0) return LS_OK;
    LS_TRY(ls_connection_open(tcp->host, tcp->port, deadline, out_fd));
    ls_status status = greet(*out_fd, deadline);
    if (status != LS_OK) close(*out_fd);
    return status;
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

/* --- Requests and replies -------------------------------------------------------------------------------- */

typedef struct reply {
    void *fixed; /* where a reply of `size` bytes goes; NULL: a value, which goes to fresh memory */
    size_t size;
    void **out_value;
    size_t *out_size;
} reply;

static ls_status receive_value(int fd, const reply *r, ls_deadline deadline)
{
    uint64_t size;
    LS_TRY(ls_connection_receive(fd, &size, sizeof(size), deadline));
    size = le64toh(size);
    if (size > LS_STORE_MAX_VALUE)
        return ls_fail(LS_UNAVAILABLE, "it sends a value of %zu bytes, more than a store holds", (size_t)size);
    char *value = malloc(size + 1);
    if (!value) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a value of %zu bytes", (size_t)size);
    ls_status status = ls_connection_receive(fd, value, size, deadline);
    if (status != LS_OK) {
        free(value);
        return status;
    }
    value[size] = 0;
    *r->out_value = value;
    *r->out_size = size;
    return LS_OK;
}

static ls_status ask(int fd, const ls_store_buffer *request, const reply *r, ls_deadline deadline)
{
    LS_TRY(ls_connection_send(fd, request->data, request->size, deadline));
    return r->fixed ? ls_connection_receive(fd, r->fixed, r->size, deadline) : receive_value(fd, r, deadline);
}

/* Sends the request, whose buffer it frees, and takes the reply. */
static ls_status call(tcp_store *tcp, ls_store_buffer *request, reply r, ls_deadline deadline)
{
    int fd;
    ls_status status = take_connection(tcp, deadline, &fd);
    if (status == LS_OK) {
        status = ask(fd, request, &r, deadline);
        give_back(tcp, fd, status == LS_OK);
    }
    ls_store_buffer_finish(request);
    return in_context(tcp, status);
}

static ls_status put_key(ls_store_buffer *request, const char *key)
{
    size_t size = strlen(key);
    if (size + 1 > LS_STORE_MAX_KEY) {
        ls_store_buffer_finish(request);
        return ls_fail(LS_INVALID_ARGUMENT, "a key of %zu bytes; a store takes at most %zu", size,
                       LS_STORE_MAX_KEY - 1);
    }
    ls_store_put_u64(request, size + 1);
    ls_store_put_u8(request, '/');
    ls_store_buffer_add(request, key, size);
    return LS_OK;
}

static ls_status put_value(ls_store_buffer *request, const char *key, ls_store_bytes value)
{
    if (value.size > LS_STORE_MAX_VALUE) {
        ls_store_buffer_finish(request);
        return ls_fail(LS_INVALID_ARGUMENT, "a value of %zu bytes for '%s'; a store takes at most %zu", value.size, key,
                       LS_STORE_MAX_VALUE);
    }
    ls_store_put_bytes(request, value);
    return LS_OK;
}

static ls_status put_keys(ls_store_buffer *request, const char *const *keys, int count)
{
    if ((size_t)count > LS_STORE_MAX_LIST) {
        ls_store_buffer_finish(request);
        return ls_fail(LS_INVALID_ARGUMENT, "%d keys in one call; a store takes at most %zu", count, LS_STORE_MAX_LIST);
    }
    ls_store_put_u64(request, (uint64_t)count);
    for (int i = 0; i < count; i++) LS_TRY(put_key(request, keys[i]));
    return LS_OK;
}

static ls_store_buffer begin(ls_store_query query)
{
    ls_store_buffer request = {0};
    ls_store_put_u8(&request, (uint8_t)query);
    return request;
}

/* --- Waiting --------------------------------------------------------------------------------------------- */

/* Ends a WAIT that ran into its deadline: a STOP_WAITING may have crossed the cancellation. */
static ls_status cancel_wait(int fd)
{
    ls_deadline deadline = ls_deadline_in_ms(CANCEL_GRACE_MS);
    uint8_t answer = LS_REPLY_STOP_WAITING;
    LS_TRY(ls_connection_send(fd, &(uint8_t){LS_QUERY_CANCEL_WAIT}, 1, deadline));
    for (int i = 0; i < 2 && answer != LS_REPLY_WAIT_CANCELLED; i++)
        LS_TRY(ls_connection_receive(fd, &answer, 1, deadline));
    return LS_OK;
}

static ls_status check_on(int fd, const char *key, bool *out_missing)
{
    ls_store_buffer request = begin(LS_QUERY_CHECK);
    uint8_t answer = LS_REPLY_READY;
    LS_TRY(put_keys(&request, &key, 1));
    ls_status status = ask(fd, &request, &(reply){&answer, 1, NULL, NULL}, ls_deadline_in_ms(CANCEL_GRACE_MS));
    *out_missing = answer != LS_REPLY_READY;
    ls_store_buffer_finish(&request);
    return status;
}

/* The wait is over: says which keys are missing, if the server still answers. */
static ls_status fail_missing(int fd, const char *const *keys, int count, bool *out_is_sound)
{
    char names[512] = "";
    bool *missing = calloc((size_t)count, sizeof(*missing));
    ls_status status = missing ? cancel_wait(fd) : LS_RESOURCE_EXHAUSTED;
    for (int i = 0; i < count && status == LS_OK; i++) status = check_on(fd, keys[i], &missing[i]);
    *out_is_sound = status == LS_OK;
    ls_store_name_keys(keys, *out_is_sound ? missing : NULL, count, names, sizeof(names));
    free(missing);
    return ls_fail(LS_DEADLINE_EXCEEDED,
                   *out_is_sound ? "nobody set %s in time" : "it did not answer a wait for %s in time", names);
}

static ls_status wait_on(int fd, const char *const *keys, int count, ls_deadline deadline, bool *out_is_sound)
{
    ls_store_buffer request = begin(LS_QUERY_WAIT);
    uint8_t answer = 0;
    *out_is_sound = true;
    LS_TRY(put_keys(&request, keys, count));
    ls_status status = ask(fd, &request, &(reply){&answer, 1, NULL, NULL}, deadline);
    ls_store_buffer_finish(&request);
    if (status == LS_DEADLINE_EXCEEDED) return fail_missing(fd, keys, count, out_is_sound);
    *out_is_sound = status == LS_OK;
    return status;
}

static ls_status tcp_wait(ls_store *store, const char *const *keys, int count, ls_deadline deadline)
{
    tcp_store *tcp = (tcp_store *)store;
    bool is_sound;
    int fd;
    LS_TRY(in_context(tcp, take_connection(tcp, deadline, &fd)));
    ls_status status = wait_on(fd, keys, count, deadline, &is_sound);
    give_back(tcp, fd, is_sound);
    return in_context(tcp, status);
}

/* --- The kind -------------------------------------------------------------------------------------------- */

static ls_status tcp_set(ls_store *store, const char *key, ls_store_bytes value, ls_deadline deadline)
{
    ls_store_buffer request = begin(LS_QUERY_SET);
    uint32_t echo;
    LS_TRY(put_key(&request, key));
    LS_TRY(put_value(&request, key, value));
    /* SET has no reply. The echo of a PING behind it says that the server has it, so that another connection sees it
     * too. */
    ls_store_put_u8(&request, LS_QUERY_PING);
    ls_store_put_u32(&request, 0);
    return call((tcp_store *)store, &request, (reply){&echo, sizeof(echo), NULL, NULL}, deadline);
}

static ls_status tcp_get(ls_store *store, const char *key, void **out_value, size_t *out_size, ls_deadline deadline)
{
    LS_TRY(tcp_wait(store, &key, 1, deadline));
    ls_store_buffer request = begin(LS_QUERY_GET);
    LS_TRY(put_key(&request, key));
    return call((tcp_store *)store, &request, (reply){NULL, 0, out_value, out_size}, deadline);
}

static ls_status add_bytes(tcp_store *tcp, ls_store_buffer *request, int64_t delta, int64_t *out_sum,
                           ls_deadline deadline)
{
    uint64_t sum = 0;
    ls_store_put_u64(request, (uint64_t)delta);
    LS_TRY(call(tcp, request, (reply){&sum, sizeof(sum), NULL, NULL}, deadline));
    *out_sum = (int64_t)le64toh(sum);
    return LS_OK;
}

static ls_status tcp_add(ls_store *store, const char *key, int64_t delta, int64_t *out_sum, ls_deadline deadline)
{
    ls_store_buffer request = begin(LS_QUERY_ADD);
    LS_TRY(put_key(&request, key));
    return add_bytes((tcp_store *)store, &request, delta, out_sum, deadline);
}

static ls_status tcp_compare_set(ls_store *store, const char *key, ls_store_bytes expected, ls_store_bytes desired,
                                 void **out_value, size_t *out_size, ls_deadline deadline)
{
    ls_store_buffer request = begin(LS_QUERY_COMPARE_SET);
    LS_TRY(put_key(&request, key));
    LS_TRY(put_value(&request, key, expected));
    LS_TRY(put_value(&request, key, desired));
    return call((tcp_store *)store, &request, (reply){NULL, 0, out_value, out_size}, deadline);
}

static ls_status tcp_check(ls_store *store, const char *const *keys, int count, bool *out_present, ls_deadline deadline)
{
    ls_store_buffer request = begin(LS_QUERY_CHECK);
    uint8_t answer = LS_REPLY_NOT_READY;
    LS_TRY(put_keys(&request, keys, count));
    ls_status status = call((tcp_store *)store, &request, (reply){&answer, 1, NULL, NULL}, deadline);
    *out_present = answer == LS_REPLY_READY;
    return status;
}

static ls_status tcp_delete(ls_store *store, const char *key, bool *out_deleted, ls_deadline deadline)
{
    ls_store_buffer request = begin(LS_QUERY_DELETE);
    uint64_t deleted = 0;
    LS_TRY(put_key(&request, key));
    ls_status status = call((tcp_store *)store, &request, (reply){&deleted, sizeof(deleted), NULL, NULL}, deadline);
    *out_deleted = deleted != 0;
    return status;
}

static int tcp_port(const ls_store *store)
{
    return ((const tcp_store *)store)->port;
}

static void tcp_destroy(ls_store *store)
{
    tcp_store *tcp = (tcp_store *)store;
    for (size_t i = 0; i < tcp->idle.count; i++) close(tcp->idle.data[i]);
    ls_vec_finish(&tcp->idle);
    ls_store_server_stop(tcp->server, ls_deadline_in_ms(GRACE_MS));
    ls_monitor_finish(&tcp->monitor);
    free(tcp->host);
    free(tcp);
}

static const ls_store_kind tcp_kind = {
    .set = tcp_set,
    .get = tcp_get,
    .add = tcp_add,
    .compare_set = tcp_compare_set,
    .wait = tcp_wait,
    .check = tcp_check,
    .delete = tcp_delete,
    .port = tcp_port,
    .destroy = tcp_destroy,
};

/* Counts this client in, as PyTorch's do: their server's owner may wait for a number of them. */
static ls_status arrive(tcp_store *tcp, ls_deadline deadline)
{
    int64_t arrived;
    ls_store_buffer request = begin(LS_QUERY_ADD);
    ls_store_put_bytes(&request, (ls_store_bytes){LS_STORE_INIT_KEY, strlen(LS_STORE_INIT_KEY)});
    return add_bytes(tcp, &request, 1, &arrived, deadline);
}

ls_status ls_store_create_tcp(const ls_store_tcp_options *options, ls_store **out_store)
{
    if (!out_store) return ls_fail(LS_INVALID_ARGUMENT, "ls_store_create_tcp: no place for the store");
    *out_store = NULL;
    ls_store_tcp_options o = options ? *options : (ls_store_tcp_options){.is_server = true};
    if (!o.host || !*o.host) o.host = "127.0.0.1";
    if (o.port < 0 || o.port > 65535 || (!o.port && !o.is_server))
        return ls_fail(LS_INVALID_ARGUMENT, "port %d of the store at %s: need 1 to 65535%s", o.port, o.host,
                       o.is_server ? ", or 0 for a free one" : "");
    ls_deadline deadline = ls_deadline_in_ms(o.timeout_ms);
    tcp_store *tcp = calloc(1, sizeof(*tcp));
    if (!tcp) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a store");
    ls_store_init(&tcp->base, &tcp_kind, o.timeout_ms > 0 ? o.timeout_ms : LS_DEFAULT_TIMEOUT_MS);
    ls_monitor_init(&tcp->monitor);
    tcp->port = o.port;
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
