#include "store/connection.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"

#define WARN_NS (10 * INT64_C(1000000000)) /* of trying in silence */

/* False once the deadline has passed. */
static bool wait_for(int fd, short events, ls_deadline deadline)
{
    struct pollfd entry = {.fd = fd, .events = events};
    for (;;) {
        int64_t left = ls_deadline_left_ms(deadline);
        int ready = poll(&entry, 1, left < INT_MAX ? (int)left : INT_MAX);
        if (ready > 0) return true;
        if (ready == 0 && ls_deadline_passed(deadline)) return false;
        if (ready < 0 && errno != EINTR) return true; /* the call that follows reports what is wrong */
    }
}

const char *ls_connection_local_name(const char *host)
{
    return strncmp(host, "unix:", 5) ? NULL : host + 5;
}

bool ls_connection_local_address(const char *name, struct sockaddr_un *out_address, socklen_t *out_size)
{
    size_t length = strlen(name);
    *out_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    *out_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
    if (!length || length >= sizeof(out_address->sun_path)) return false;
    memcpy(out_address->sun_path + 1, name, length); /* a leading 0: a name in no file system */
    return true;
}

bool ls_connection_is_own(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof(peer);
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

/* Returns the descriptor, or minus errno. */
static int connect_to(const struct sockaddr *address, socklen_t address_size, ls_deadline deadline)
{
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    int error = connect(fd, address, address_size) ? errno : 0;
    if (error == EINPROGRESS) {
        socklen_t size = sizeof(error);
        error = ETIMEDOUT;
        if (wait_for(fd, POLLOUT, deadline)) getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error) {
        close(fd);
        return -error;
    }
    if (address->sa_family != AF_UNIX) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return fd;
}

/* The same for a socket of this host. Another user may have taken the name: that is nobody to talk to. */
static int try_name(const char *name, ls_deadline deadline, char *reason, size_t size)
{
    struct sockaddr_un address;
    socklen_t address_size;
    int fd = -EINVAL;
    if (ls_connection_local_address(name, &address, &address_size))
        fd = connect_to((struct sockaddr *)&address, address_size, deadline);
    if (fd >= 0 && !ls_connection_is_own(fd)) {
        close(fd);
        fd = -EACCES;
    }
    if (fd >= 0) return fd;
    snprintf(reason, size, "%s", strerror(-fd));
    return -1;
}

/* One round over all addresses of the host. Returns the descriptor, or -1 with a reason. */
static int try_addresses(const char *host, int port, ls_deadline deadline, char *reason, size_t size)
{
    char service[16];
    snprintf(service, sizeof(service), "%d", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *list = NULL;
    int error = getaddrinfo(host, service, &hints, &list);
    if (error) {
        snprintf(reason, size, "%s", gai_strerror(error));
        return -1;
    }
    int fd = -1;
    for (struct addrinfo *entry = list; entry && fd < 0; entry = entry->ai_next) {
        fd = connect_to(entry->ai_addr, entry->ai_addrlen, deadline);
        if (fd < 0) snprintf(reason, size, "%s", strerror(-fd));
    }
    freeaddrinfo(list);
    return fd;
}

ls_status ls_connection_open(const char *host, int port, ls_deadline deadline, int *out_fd)
{
    char reason[128] = "", where[320];
    const char *name = ls_connection_local_name(host);
    int64_t start = ls_now_ns();
    bool has_warned = false;
    for (int64_t pause_ms = 5;; pause_ms = pause_ms < 200 ? 2 * pause_ms : 200) {
        *out_fd = name ? try_name(name, deadline, reason, sizeof(reason))
                       : try_addresses(host, port, deadline, reason, sizeof(reason));
        if (*out_fd >= 0) return LS_OK;
        int64_t left = ls_deadline_left_ms(deadline);
        if (!left) break;
        if (!has_warned && ls_now_ns() - start > WARN_NS) {
            has_warned = true;
            ls_log_write(LS_LOG_WARNING, "no store at %s yet (%s): trying for another %lld s",
                         ls_connection_name(host, port, where, sizeof(where)), reason, (long long)(left / 1000));
        }
        ls_sleep_ms(pause_ms < left ? pause_ms : left);
    }
    *out_fd = -1;
    return ls_fail(LS_DEADLINE_EXCEEDED,
                   "cannot connect to %s, tried for %.1f s: %s. Is the process that hosts the store running?",
                   ls_connection_name(host, port, where, sizeof(where)), (double)(ls_now_ns() - start) / 1e9, reason);
}

const char *ls_connection_name(const char *host, int port, char *out, size_t size)
{
    if (ls_connection_local_name(host))
        snprintf(out, size, "%s", host);
    else
        snprintf(out, size, strchr(host, ':') ? "[%s]:%d" : "%s:%d", host, port);
    return out;
}

static ls_status fail_transfer(ssize_t result, const char *doing)
{
    if (result == 0) return ls_fail(LS_UNAVAILABLE, "the other side closed the connection");
    return ls_fail(LS_UNAVAILABLE, "%s failed: %s", doing, strerror(errno));
}

static bool should_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

ls_status ls_connection_send(int fd, const void *data, size_t size, ls_deadline deadline)
{
    for (const char *next = data; size;) {
        ssize_t sent = send(fd, next, size, MSG_NOSIGNAL);
        if (sent > 0) {
            next += sent;
            size -= (size_t)sent;
            continue;
        }
        if (!should_wait()) return fail_transfer(-1, "sending");
        if (!wait_for(fd, POLLOUT, deadline)) return ls_fail(LS_DEADLINE_EXCEEDED, "it took no bytes in time");
    }
    return LS_OK;
}

ls_status ls_connection_receive(int fd, void *data, size_t size, ls_deadline deadline)
{
    for (char *next = data; size;) {
        ssize_t got = recv(fd, next, size, 0);
        if (got > 0) {
            next += got;
            size -= (size_t)got;
            continue;
        }
        if (got == 0 || !should_wait()) return fail_transfer(got, "receiving");
        if (!wait_for(fd, POLLIN, deadline)) return ls_fail(LS_DEADLINE_EXCEEDED, "it did not answer in time");
    }
    return LS_OK;
}
