#include "store/tcp_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "base/error.h"
#include "base/thread.h"
#include "store/connection.h"
#include "store/daemon.h"
#include "store/execute.h"

#define BACKLOG 4096

typedef union any_stream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t local;
} any_stream;

struct ls_store_server {
    ls_store_daemon daemon;
    uv_loop_t loop;
    any_stream listener;
    uv_async_t stop;
    pthread_t thread;
    int port;
    bool is_loopback, is_local; /* only this host can reach it; it listens on a socket of this host, without a port */
    char read_space[64 << 10];  /* the loop reads one client at a time */
    ls_monitor monitor;         /* guards: */
    int clients;                /* validated and still connected */
};

typedef struct client {
    ls_store_session session; /* first: send() casts back */
    any_stream socket;
    ls_store_server *server;
    bool counted;
} client;

typedef struct reply {
    uv_write_t request;
    ls_store_buffer bytes;
} reply;

/* --- On the loop's thread -------------------------------------------------------------------------------------------
 */

static void count_client(ls_store_server *server, int change)
{
    ls_monitor_lock(&server->monitor);
    server->clients += change;
    ls_monitor_notify(&server->monitor);
    ls_monitor_unlock(&server->monitor);
}

static void free_client(uv_handle_t *handle)
{
    client *c = handle->data;
    ls_store_daemon_leave(&c->server->daemon, &c->session);
    if (c->counted) count_client(c->server, -1);
    free(c);
}

static void drop_client(client *c)
{
    if (!uv_is_closing(&c->socket.handle)) uv_close(&c->socket.handle, free_client);
}

static void reply_sent(uv_write_t *request, int status)
{
    reply *r = (reply *)request;
    if (status) drop_client(request->handle->data);
    ls_store_buffer_finish(&r->bytes);
    free(r);
}

static void send_reply(ls_store_session *session)
{
    client *c = (client *)session;
    uv_stream_t *stream = &c->socket.stream;
    reply *r = malloc(sizeof(*r));
    if (!r || uv_is_closing((uv_handle_t *)stream) || uv_stream_get_write_queue_size(stream) > LS_STORE_MAX_REPLY) {
        free(r);
        ls_store_buffer_finish(&session->out);
        drop_client(c);
        return;
    }
    r->bytes = session->out;
    session->out = (ls_store_buffer){0};
    uv_buf_t buffer = uv_buf_init(r->bytes.data, (unsigned)r->bytes.size);
    if (!uv_write(&r->request, stream, &buffer, 1, reply_sent)) return;
    ls_store_buffer_finish(&r->bytes);
    free(r);
    drop_client(c);
}

static void give_space(uv_handle_t *handle, size_t suggested, uv_buf_t *out_buffer)
{
    client *c = handle->data;
    *out_buffer = uv_buf_init(c->server->read_space, sizeof(c->server->read_space));
}

static void bytes_came(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    client *c = stream->data;
    if (size < 0 ||
        (size > 0 && !ls_store_daemon_receive(&c->server->daemon, &c->session, buffer->base, (size_t)size))) {
        drop_client(c);
        return;
    }
    if (c->session.validated && !c->counted) {
        c->counted = true;
        count_client(c->server, 1);
    }
}

/* Whether the client may come: a local socket has no permissions, so other users are turned away here. */
static bool welcome(client *c, uv_stream_t *listener)
{
    uv_os_fd_t fd;
    if (uv_accept(listener, &c->socket.stream)) return false;
    if (!c->server->is_local) return !uv_tcp_nodelay(&c->socket.tcp, 1);
    return !uv_fileno(&c->socket.handle, &fd) && ls_connection_is_own(fd);
}

static void client_came(uv_stream_t *listener, int status)
{
    client *c = status ? NULL : calloc(1, sizeof(*c));
    if (!c) return;
    c->server = listener->data;
    if (c->server->is_local)
        uv_pipe_init(listener->loop, &c->socket.local, 0);
    else
        uv_tcp_init(listener->loop, &c->socket.tcp);
    c->socket.handle.data = c;
    if (!welcome(c, listener) || uv_read_start(&c->socket.stream, give_space, bytes_came)) drop_client(c);
}

static void close_handle(uv_handle_t *handle, void *arg)
{
    ls_store_server *server = arg;
    bool is_own = handle == &server->listener.handle || handle == (uv_handle_t *)&server->stop;
    if (!uv_is_closing(handle)) uv_close(handle, is_own ? NULL : free_client);
}

static void stop_loop(uv_async_t *async)
{
    ls_store_server *server = async->data;
    uv_walk(&server->loop, close_handle, server);
}

static void *run_loop(void *arg)
{
    ls_store_server *server = arg;
    uv_run(&server->loop, UV_RUN_DEFAULT);
    return NULL;
}

/* --- On the owner's -------------------------------------------------------------------------------------------------
 */

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return address->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* The address to listen on: `host` where that is this machine's loopback, else any (not filled in). */
static bool loopback_address(const char *host, int port, struct sockaddr_storage *out_address)
{
    char service[16];
    snprintf(service, sizeof(service), "%d", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *list = NULL;
    if (getaddrinfo(host, service, &hints, &list)) return false;
    bool found = false;
    for (struct addrinfo *entry = list; entry && !found; entry = entry->ai_next) {
        found = is_loopback(entry->ai_addr);
        if (found) memcpy(out_address, entry->ai_addr, entry->ai_addrlen);
    }
    freeaddrinfo(list);
    return found;
}

/* Ends what has been begun with `error`, so that it can be tried again. */
static int give_up(ls_store_server *server, int error)
{
    uv_close(&server->listener.handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    return error;
}

static int listen_at(ls_store_server *server, const struct sockaddr *address)
{
    int error = uv_tcp_init(&server->loop, &server->listener.tcp);
    if (error) return error;
    server->listener.handle.data = server;
    error = uv_tcp_bind(&server->listener.tcp, address, 0);
    if (!error) error = uv_listen(&server->listener.stream, BACKLOG, client_came);
    return error ? give_up(server, error) : 0;
}

static int listen_locally(ls_store_server *server, const char *name)
{
    struct sockaddr_un address;
    socklen_t size;
    if (!ls_connection_local_address(name, &address, &size)) return UV_ENAMETOOLONG;
    int error = uv_pipe_init(&server->loop, &server->listener.local, 0);
    if (error) return error;
    server->listener.handle.data = server;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return give_up(server, -errno);
    error = bind(fd, (struct sockaddr *)&address, size) ? -errno : uv_pipe_open(&server->listener.local, fd);
    if (error) {
        close(fd);
        return give_up(server, error);
    }
    error = uv_listen(&server->listener.stream, BACKLOG, client_came);
    return error ? give_up(server, error) : 0;
}

static int start_listening(ls_store_server *server, const char *host, int port)
{
    struct sockaddr_storage address = {0};
    const char *name = ls_connection_local_name(host);
    if (name) {
        server->is_local = server->is_loopback = true;
        return listen_locally(server, name);
    }
    server->is_loopback = loopback_address(host, port, &address);
    int error;
    if (server->is_loopback) {
        error = listen_at(server, (struct sockaddr *)&address);
    } else {
        uv_ip6_addr("::", port, (struct sockaddr_in6 *)&address);
        error = listen_at(server, (struct sockaddr *)&address);
        if (error == UV_EAFNOSUPPORT || error == UV_EADDRNOTAVAIL) {
            uv_ip4_addr("0.0.0.0", port, (struct sockaddr_in *)&address);
            error = listen_at(server, (struct sockaddr *)&address);
        }
    }
    if (error) return error;
    int size = sizeof(address);
    uv_tcp_getsockname(&server->listener.tcp, (struct sockaddr *)&address, &size);
    server->port = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                                      : ((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

ls_status ls_store_server_start(const char *host, int port, ls_store_server **out_server)
{
    *out_server = NULL;
    ls_store_server *server = calloc(1, sizeof(*server));
    if (!server || uv_loop_init(&server->loop)) {
        free(server);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot make an event loop for the store's server");
    }
    ls_store_daemon_init(&server->daemon, send_reply);
    ls_monitor_init(&server->monitor);
    int error = start_listening(server, host, port);
    if (error) {
        uv_loop_close(&server->loop);
        ls_monitor_finish(&server->monitor);
        free(server);
        char where[320];
        ls_connection_name(host, port, where, sizeof(where));
        if (error == UV_EADDRINUSE)
            return ls_fail(LS_ALREADY_EXISTS,
                           "%s is in use: another job's store? Choose another port, or 0 for a free one", where);
        return ls_fail(LS_UNAVAILABLE, "cannot listen at %s: %s", where, uv_strerror(error));
    }
    uv_async_init(&server->loop, &server->stop, stop_loop);
    server->stop.data = server;
    ls_status status = ls_thread_start(&server->thread, "store", run_loop, server);
    if (status != LS_OK) {
        stop_loop(&server->stop);
        uv_run(&server->loop, UV_RUN_DEFAULT);
        uv_loop_close(&server->loop);
        ls_monitor_finish(&server->monitor);
        free(server);
        return status;
    }
    *out_server = server;
    return LS_OK;
}

int ls_store_server_port(const ls_store_server *server)
{
    return server->port;
}

bool ls_store_server_is_loopback(const ls_store_server *server)
{
    return server->is_loopback;
}

void ls_store_server_stop(ls_store_server *server, ls_deadline grace)
{
    if (!server) return;
    ls_monitor_lock(&server->monitor);
    while (server->clients && ls_monitor_wait(&server->monitor, grace)) {
    }
    ls_monitor_unlock(&server->monitor);
    uv_async_send(&server->stop);
    pthread_join(server->thread, NULL);
    uv_loop_close(&server->loop);
    ls_store_daemon_finish(&server->daemon);
    ls_monitor_finish(&server->monitor);
    free(server);
}
