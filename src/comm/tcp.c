/* The wire that is always there: TCP. Each process listens; each direction between two processes is a connection of its
 * own, opened when first needed by the one that sends on it. One thread per process waits for all of them; senders
 * write as much as the socket takes themselves. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread.h"
#include "comm/tcp_address.h"
#include "comm/wire.h"

#define TICK_MS 100
#define GUESTS 64        /* connections that have not shown who they are */
#define GUEST_MS 5000    /* how long they may take */
#define CONNECT_MS 10000 /* after so long nobody will answer: the interface is wrong */
#define ATTEMPT_MS 3000  /* before another address is tried */
#define SUSPECT_MS 500   /* for what was sent before a process died to arrive on its other connection */
#define GOODBYE_MS 3000  /* for what was sent to go out when we close */
#define READ_BYTES ((size_t)256 << 10)
#define READS 16  /* of one connection before the others get a turn */
#define PIECES 64 /* of a message that go into one call */

typedef struct hello {
    char magic[8];
    uint32_t version;
    int32_t from, to;
    unsigned char secret[LS_FABRIC_SECRET_BYTES];
} hello;

/* The only bytes against the direction of a connection: an answer to a hello, and a goodbye. */
typedef struct welcome {
    char magic[8];
} welcome;

static const char hello_magic[8] = "LSHELLO", welcome_magic[8] = "LSWELCM", goodbye_magic[8] = "LSGDBYE";
#define VERSION 1

typedef struct connection {
    /* Under the peer's mutex: */
    enum { IDLE, WANTED, CONNECTING, OPEN, DEAD } state; /* of the connection on which this process sends */
    int out;
    ls_frame *first, *last; /* to send */
    bool is_full;           /* the socket takes no more for now */
    int broken;             /* errno of a send that failed */
    char error[256];
    /* The thread's: */
    int way, rounds;
    int64_t attempt_ends_ns, give_up_ns, suspect_ns;
    char answer[sizeof(welcome)];
    size_t answer_got;
    int in; /* the connection on which it receives; -1: none */
    ls_wire_reader reader;
    _Atomic uint32_t is_welcome; /* 0: not yet, 1: yes, 2: it failed */
    _Atomic bool was_here;       /* it has connected to us */
    ls_tcp_way ways[LS_TCP_WAYS];
    int way_count;
} connection;

typedef struct guest {
    int fd; /* -1: nobody */
    int64_t ends_ns;
    hello hello;
    size_t got;
} guest;

typedef struct tcp {
    ls_fabric *fabric;
    int epoll, wake, listener;
    ls_tcp_way own[LS_TCP_WAYS];
    int own_count;
    int64_t timeout_ms; /* of a link that does not answer */
    connection *links;
    guest guests[GUESTS];
    pthread_t thread;
    _Atomic int64_t stop_ns; /* when to end at the latest; 0: not */
} tcp;

enum { ON_WAKE, ON_LISTENER, ON_GUEST, ON_OUT, ON_IN };

static void watch(tcp *t, int operation, int fd, uint32_t events, int what, int index)
{
    struct epoll_event event = {.events = events, .data.u64 = (uint64_t)what << 32 | (uint32_t)index};
    epoll_ctl(t->epoll, operation, fd, &event);
}

static void wake(tcp *t)
{
    uint64_t one = 1;
    if (write(t->wake, &one, sizeof(one)) < 0) return; /* full: it will wake */
}

static pthread_mutex_t *mutex_of(tcp *t, int process)
{
    return &t->fabric->peers[process].mutex;
}

static bool would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* A connection over which nothing comes any more breaks after the timeout, whether or not something is under way. */
static void set_options(const tcp *t, int fd)
{
    int third = (int)((t->timeout_ms + 2999) / 3000), count = 2, timeout = (int)t->timeout_ms;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &(int){1}, sizeof(int));
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &third, sizeof(third));
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &third, sizeof(third));
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof(count));
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof(timeout));
}

/* --- Sending. With the peer's mutex held ----------------------------------------------------------------- */

/* The frame's next bytes, in at most PIECES pieces. */
static int pieces_of(ls_frame *frame, struct iovec *out)
{
    int count = 0;
    size_t head = sizeof(frame->header);
    if (frame->sent < head) out[count++] = (struct iovec){(char *)&frame->header + frame->sent, head - frame->sent};
    size_t offset = frame->sent < head ? 0 : frame->sent - head, left = frame->payload - offset;
    if (!left) return count;
    ls_cursor cursor = ls_view_seek((ls_view){frame->segments, frame->segment_count}, offset);
    while (count < PIECES) {
        size_t piece = left < cursor.left ? left : cursor.left;
        out[count++] = (struct iovec){cursor.at, piece};
        left -= piece;
        if (!left) break;
        ls_cursor_step(&cursor, piece);
    }
    return count;
}

static void flush(tcp *t, int process)
{
    connection *l = &t->links[process];
    while (l->first && !l->broken) {
        ls_frame *frame = l->first;
        struct iovec pieces[PIECES];
        struct msghdr message = {.msg_iov = pieces, .msg_iovlen = (size_t)pieces_of(frame, pieces)};
        ssize_t sent = sendmsg(l->out, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && would_block()) {
            if (!l->is_full) watch(t, EPOLL_CTL_MOD, l->out, EPOLLIN | EPOLLOUT, ON_OUT, process);
            l->is_full = true;
            return;
        }
        if (sent < 0) {
            l->broken = errno;
            wake(t);
            return;
        }
        frame->sent += (size_t)sent;
        if (frame->sent < sizeof(frame->header) + frame->payload) continue;
        l->first = frame->next;
        ls_wire_sent(frame, true);
    }
    if (l->is_full) watch(t, EPOLL_CTL_MOD, l->out, EPOLLIN, ON_OUT, process);
    l->is_full = false;
}

static void drop_frames(connection *l)
{
    while (l->first) {
        ls_frame *frame = l->first;
        l->first = frame->next;
        ls_wire_sent(frame, false);
    }
}

static void tcp_send(void *wire, int process, ls_frame *frame)
{
    tcp *t = wire;
    connection *l = &t->links[process];
    if (l->state == DEAD) {
        ls_wire_sent(frame, false);
        return;
    }
    frame->next = NULL;
    if (l->first)
        l->last->next = frame;
    else
        l->first = frame;
    l->last = frame;
    if (l->state == OPEN && !l->is_full) flush(t, process);
    if (l->state == IDLE) {
        l->state = WANTED;
        wake(t);
    }
}

/* --- Losing ---------------------------------------------------------------------------------------------- */

static void close_fd(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void shut_out(tcp *t, int process)
{
    connection *l = &t->links[process];
    pthread_mutex_lock(mutex_of(t, process));
    close_fd(&l->out);
    l->state = DEAD;
    drop_frames(l);
    pthread_mutex_unlock(mutex_of(t, process));
    uint32_t waiting = 0;
    if (atomic_compare_exchange_strong(&l->is_welcome, &waiting, 2)) ls_futex_wake_all(&l->is_welcome, false);
}

static void lose(tcp *t, int process, const char *reason)
{
    connection *l = &t->links[process];
    l->suspect_ns = 0;
    close_fd(&l->in);
    pthread_mutex_lock(mutex_of(t, process));
    snprintf(l->error, sizeof(l->error), "%s", reason);
    pthread_mutex_unlock(mutex_of(t, process));
    ls_wire_lost(t->fabric, process, reason);
    shut_out(t, process);
}

/* A process that has died takes both connections with it; what it sent before may still be on its way on the other. */
static void out_broke(tcp *t, int process, int error)
{
    connection *l = &t->links[process];
    char reason[256];
    snprintf(reason, sizeof(reason), "the connection to it broke: %s",
             error == ETIMEDOUT ? "its host does not answer"
             : error            ? strerror(error)
                                : "it was closed");
    pthread_mutex_lock(mutex_of(t, process));
    snprintf(l->error, sizeof(l->error), "%s", reason);
    pthread_mutex_unlock(mutex_of(t, process));
    shut_out(t, process);
    if (l->in < 0 || error == ETIMEDOUT)
        lose(t, process, reason);
    else
        l->suspect_ns = ls_now_ns() + SUSPECT_MS * INT64_C(1000000);
}

static void in_broke(tcp *t, int process, int error)
{
    char reason[256];
    snprintf(reason, sizeof(reason), "the connection from it broke: %s",
             error == ETIMEDOUT ? "its host does not answer"
             : error            ? strerror(error)
                                : "it was closed");
    lose(t, process, reason);
}

/* --- Connecting ------------------------------------------------------------------------------------------ */

static void describe_failure(tcp *t, int process, const char *why)
{
    connection *l = &t->links[process];
    char theirs[96] = "no address", mine[96];
    if (l->way_count) ls_tcp_name_way(&l->ways[l->way], theirs, sizeof(theirs));
    pthread_mutex_lock(mutex_of(t, process));
    snprintf(l->error, sizeof(l->error), "it cannot be reached at %s from %s: %s", theirs,
             ls_tcp_name_way(&t->own[0], mine, sizeof(mine)), why);
    pthread_mutex_unlock(mutex_of(t, process));
}

static void give_up(tcp *t, int process)
{
    char reason[256];
    snprintf(reason, sizeof(reason), "%s", t->links[process].error);
    shut_out(t, process);
    lose(t, process, reason);
}

static void attempt(tcp *t, int process)
{
    connection *l = &t->links[process];
    int64_t now = ls_now_ns();
    if (!l->give_up_ns) l->give_up_ns = now + CONNECT_MS * INT64_C(1000000);
    l->attempt_ends_ns = now + ATTEMPT_MS * INT64_C(1000000);
    struct sockaddr_storage address;
    socklen_t size = ls_tcp_socket_address(&l->ways[l->way], &address);
    int fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int error = fd < 0 || (connect(fd, (struct sockaddr *)&address, size) && errno != EINPROGRESS) ? errno : 0;
    if (error) {
        describe_failure(t, process, strerror(error));
        if (fd >= 0) close(fd);
        l->attempt_ends_ns = now + TICK_MS * INT64_C(1000000);
    }
    pthread_mutex_lock(mutex_of(t, process));
    l->state = CONNECTING;
    l->out = error ? -1 : fd;
    if (!error) watch(t, EPOLL_CTL_ADD, fd, EPOLLIN | EPOLLOUT, ON_OUT, process);
    pthread_mutex_unlock(mutex_of(t, process));
}

static void next_attempt(tcp *t, int process)
{
    connection *l = &t->links[process];
    close_fd(&l->out);
    if (ls_now_ns() > l->give_up_ns) {
        give_up(t, process);
        return;
    }
    l->way = (l->way + 1) % l->way_count;
    attempt(t, process);
}

static void connected(tcp *t, int process)
{
    connection *l = &t->links[process];
    struct sockaddr_storage address;
    socklen_t size = sizeof(address);
    int error = 0;
    getsockopt(l->out, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof(error)});
    if (!error && getpeername(l->out, (struct sockaddr *)&address, &size)) return; /* not yet */
    hello h = {.version = VERSION, .from = t->fabric->me, .to = process};
    memcpy(h.magic, hello_magic, sizeof(h.magic));
    memcpy(h.secret, t->fabric->secret, sizeof(h.secret));
    if (!error && send(l->out, &h, sizeof(h), MSG_NOSIGNAL) != sizeof(h)) error = errno;
    if (error) {
        describe_failure(t, process, strerror(error));
        close_fd(&l->out);
        l->attempt_ends_ns = ls_now_ns() + TICK_MS * INT64_C(1000000); /* tried again at the next tick */
        return;
    }
    set_options(t, l->out);
    pthread_mutex_lock(mutex_of(t, process));
    l->state = OPEN;
    watch(t, EPOLL_CTL_MOD, l->out, EPOLLIN, ON_OUT, process);
    flush(t, process);
    pthread_mutex_unlock(mutex_of(t, process));
}

/* --- Events of the connection that this process opened --------------------------------------------------- */

static void take_answer(tcp *t, int process)
{
    connection *l = &t->links[process];
    l->answer_got = 0;
    if (!memcmp(l->answer, welcome_magic, sizeof(l->answer))) {
        atomic_store(&l->is_welcome, 1);
        ls_futex_wake_all(&l->is_welcome, false);
    } else if (!memcmp(l->answer, goodbye_magic, sizeof(l->answer))) {
        pthread_mutex_lock(mutex_of(t, process));
        ls_wire_begin(t->fabric, process, &(ls_frame_header){.kind = LS_FRAME_BYE});
        ls_wire_end(t->fabric, process);
        pthread_mutex_unlock(mutex_of(t, process));
    }
}

static void on_out(tcp *t, int process, uint32_t events)
{
    connection *l = &t->links[process];
    if (l->out < 0) return;
    if (l->state == CONNECTING) {
        connected(t, process);
        return;
    }
    if (events & EPOLLOUT) {
        pthread_mutex_lock(mutex_of(t, process));
        flush(t, process);
        pthread_mutex_unlock(mutex_of(t, process));
    }
    while (l->out >= 0 && (events & (EPOLLIN | EPOLLERR | EPOLLHUP))) {
        ssize_t got = recv(l->out, l->answer + l->answer_got, sizeof(l->answer) - l->answer_got, 0);
        if (got < 0 && would_block()) return;
        if (got <= 0) {
            out_broke(t, process, got ? errno : 0);
            return;
        }
        l->answer_got += (size_t)got;
        if (l->answer_got == sizeof(l->answer)) take_answer(t, process);
    }
}

/* --- Events of the connections that others opened -------------------------------------------------------- */

/* Reads what is there, into the place where it belongs. Returns 1 to go on, 0 when there is no more for now, minus
 * errno (or -EPROTO) when the connection is of no more use. With the peer's mutex held. */
static int read_some(tcp *t, int process, bool *out_has_notice)
{
    connection *l = &t->links[process];
    size_t want;
    void *at = ls_wire_reader_room(t->fabric, process, &l->reader, &want);
    ssize_t got = recv(l->in, at, want < READ_BYTES ? want : READ_BYTES, 0);
    if (got < 0 && would_block()) return 0;
    if (got <= 0) return got ? -errno : -ENOTCONN;
    return ls_wire_reader_take(t->fabric, process, &l->reader, (size_t)got, out_has_notice) ? 1 : -EPROTO;
}

static void on_in(tcp *t, int process)
{
    connection *l = &t->links[process];
    for (int i = 0; i < READS && l->in >= 0; i++) {
        bool has_notice = false;
        pthread_mutex_lock(mutex_of(t, process));
        int result = read_some(t, process, &has_notice);
        pthread_mutex_unlock(mutex_of(t, process));
        if (has_notice) ls_wire_deliver(t->fabric, process);
        if (result < 0) in_broke(t, process, result == -ENOTCONN ? 0 : -result);
        if (result <= 0) return;
    }
}

static void guest_leave(guest *g)
{
    close_fd(&g->fd);
    g->got = 0;
}

static bool is_one_of_us(const tcp *t, const hello *h)
{
    int difference = 0;
    for (size_t i = 0; i < sizeof(h->secret); i++) difference |= h->secret[i] ^ t->fabric->secret[i];
    return !difference && !memcmp(h->magic, hello_magic, sizeof(h->magic)) && h->version == VERSION &&
           h->to == t->fabric->me && h->from >= 0 && h->from < t->fabric->count && h->from != h->to;
}

static void on_guest(tcp *t, int index)
{
    guest *g = &t->guests[index];
    if (g->fd < 0) return;
    ssize_t got = recv(g->fd, (char *)&g->hello + g->got, sizeof(g->hello) - g->got, 0);
    if (got < 0 && would_block()) return;
    g->got += got > 0 ? (size_t)got : 0;
    if (got > 0 && g->got < sizeof(g->hello)) return;
    welcome w;
    memcpy(w.magic, welcome_magic, sizeof(w.magic));
    bool is_known = got > 0 && is_one_of_us(t, &g->hello) && t->links[g->hello.from].in < 0 &&
                    send(g->fd, &w, sizeof(w), MSG_NOSIGNAL) == sizeof(w);
    if (!is_known) {
        if (got > 0) ls_log_write(LS_LOG_WARNING, "dropped a connection of somebody who is no process of this job");
        guest_leave(g);
        return;
    }
    connection *l = &t->links[g->hello.from];
    l->in = g->fd;
    atomic_store(&l->was_here, true);
    l->reader = (ls_wire_reader){0};
    set_options(t, l->in);
    watch(t, EPOLL_CTL_MOD, l->in, EPOLLIN, ON_IN, g->hello.from);
    g->fd = -1;
    guest_leave(g);
}

static void on_listener(tcp *t)
{
    for (;;) {
        int fd = accept4(t->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), i = 0;
        if (fd < 0) return;
        while (i < GUESTS && t->guests[i].fd >= 0) i++;
        if (i == GUESTS) {
            close(fd);
            continue;
        }
        t->guests[i] = (guest){.fd = fd, .ends_ns = ls_now_ns() + GUEST_MS * INT64_C(1000000)};
        watch(t, EPOLL_CTL_ADD, fd, EPOLLIN, ON_GUEST, i);
    }
}

/* --- The thread ------------------------------------------------------------------------------------------ */

static void look_after(tcp *t, int process, int64_t now)
{
    connection *l = &t->links[process];
    pthread_mutex_lock(mutex_of(t, process));
    int state = l->state, broken = l->broken;
    l->broken = 0;
    pthread_mutex_unlock(mutex_of(t, process));
    if (broken && state == OPEN) out_broke(t, process, broken);
    if (state == WANTED && l->way_count) attempt(t, process);
    if (state == WANTED && !l->way_count) {
        describe_failure(t, process, "it chose a loopback interface");
        give_up(t, process);
    }
    if (state == CONNECTING && now > l->attempt_ends_ns) {
        if (l->out >= 0) describe_failure(t, process, "no answer");
        next_attempt(t, process);
    }
    if (l->suspect_ns && now > l->suspect_ns) {
        char reason[256];
        snprintf(reason, sizeof(reason), "%s", l->error);
        lose(t, process, reason);
    }
}

static void look_after_all(tcp *t)
{
    int64_t now = ls_now_ns();
    for (int i = 0; i < t->fabric->count; i++) look_after(t, i, now);
    for (int i = 0; i < GUESTS; i++)
        if (t->guests[i].fd >= 0 && now > t->guests[i].ends_ns) guest_leave(&t->guests[i]);
}

static void on_event(tcp *t, const struct epoll_event *event)
{
    int what = (int)(event->data.u64 >> 32), index = (int)(uint32_t)event->data.u64;
    uint64_t count;
    switch (what) {
    case ON_WAKE:
        if (read(t->wake, &count, sizeof(count)) > 0) look_after_all(t);
        break;
    case ON_LISTENER: on_listener(t); break;
    case ON_GUEST: on_guest(t, index); break;
    case ON_OUT: on_out(t, index, event->events); break;
    case ON_IN:
        if (t->links[index].in >= 0) on_in(t, index);
        break;
    default: break;
    }
}

/* Whether all that was sent is out, and nobody will find it cut off by our closing. */
static bool is_quiet(tcp *t)
{
    bool is_quiet = true;
    for (int i = 0; i < t->fabric->count && is_quiet; i++) {
        pthread_mutex_lock(mutex_of(t, i));
        const connection *l = &t->links[i];
        bool is_refused = l->state == CONNECTING && l->out < 0 && *l->error; /* it listens no more: it has left first */
        bool is_ending = is_refused || l->state == DEAD || l->state == IDLE || t->fabric->peers[i].has_left;
        is_quiet = is_ending || (!l->first && l->state == OPEN && atomic_load(&l->is_welcome));
        pthread_mutex_unlock(mutex_of(t, i));
    }
    return is_quiet;
}

static void *run(void *arg)
{
    tcp *t = arg;
    struct epoll_event events[64];
    int64_t next_tick = 0;
    for (;;) {
        int count = epoll_wait(t->epoll, events, 64, TICK_MS);
        for (int i = 0; i < count; i++) on_event(t, &events[i]);
        int64_t stop = atomic_load(&t->stop_ns), now = ls_now_ns();
        if (stop && (is_quiet(t) || now > stop)) return NULL;
        if (now < next_tick) continue;
        next_tick = now + TICK_MS * INT64_C(1000000);
        look_after_all(t);
        if (!stop) ls_wire_tick(t->fabric);
    }
}

/* --- Opening and closing --------------------------------------------------------------------------------- */

/* Listens on the chosen address alone, or on all if there are several ways. */
static ls_status listen_on(tcp *t)
{
    struct sockaddr_storage address;
    ls_tcp_way any = {.family = t->own[0].family}, *way = t->own_count > 1 ? &any : &t->own[0];
    for (int i = 0; i < t->own_count; i++)
        if (t->own[i].family != any.family) any.family = 6; /* takes IPv4 too */
    socklen_t size = ls_tcp_socket_address(way, &address);
    t->listener = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->listener < 0 || bind(t->listener, (struct sockaddr *)&address, size) || listen(t->listener, 4096) ||
        getsockname(t->listener, (struct sockaddr *)&address, &size)) {
        char name[96];
        return ls_fail(LS_UNAVAILABLE, "cannot listen on %s: %s", ls_tcp_name_way(way, name, sizeof(name)),
                       strerror(errno));
    }
    uint16_t port = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                                       : ((struct sockaddr_in6 *)&address)->sin6_port);
    for (int i = 0; i < t->own_count; i++) t->own[i].port = port;
    watch(t, EPOLL_CTL_ADD, t->listener, EPOLLIN, ON_LISTENER, 0);
    return LS_OK;
}

static void free_tcp(tcp *t)
{
    for (int i = 0; t->links && i < t->fabric->count; i++) {
        drop_frames(&t->links[i]);
        close_fd(&t->links[i].out);
        close_fd(&t->links[i].in);
    }
    for (int i = 0; i < GUESTS; i++) guest_leave(&t->guests[i]);
    close_fd(&t->listener);
    close_fd(&t->wake);
    close_fd(&t->epoll);
    free(t->links);
    free(t);
}

static ls_status start(tcp *t, const ls_fabric_options *options)
{
    int64_t seconds;
    LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_LINK_TIMEOUT, 10, 1, 3600, &seconds));
    t->timeout_ms = seconds * 1000;
    LS_TRY(ls_tcp_choose(options->route_host, options->route_port, t->own, &t->own_count));
    t->epoll = epoll_create1(EPOLL_CLOEXEC);
    t->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    t->links = calloc((size_t)options->process_count, sizeof(*t->links));
    if (!t->links || t->epoll < 0 || t->wake < 0) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for connections");
    for (int i = 0; i < options->process_count; i++) t->links[i].in = t->links[i].out = -1;
    watch(t, EPOLL_CTL_ADD, t->wake, EPOLLIN, ON_WAKE, 0);
    LS_TRY(listen_on(t));
    return ls_thread_start(&t->thread, "hosts", run, t);
}

static ls_status tcp_open(ls_fabric *fabric, const ls_fabric_options *options, void **out_wire, ls_fabric_address *out)
{
    tcp *t = calloc(1, sizeof(*t));
    if (!t) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for connections");
    t->fabric = fabric;
    t->epoll = t->wake = t->listener = -1;
    for (int i = 0; i < GUESTS; i++) t->guests[i].fd = -1;
    ls_status status = start(t, options);
    if (status != LS_OK) {
        free_tcp(t);
        return status;
    }
    out->size = (uint32_t)(sizeof(ls_tcp_way) * (size_t)t->own_count);
    _Static_assert(sizeof(ls_tcp_way) * LS_TCP_WAYS <= sizeof(out->bytes), "the ways fit an address");
    memcpy(out->bytes, t->own, out->size);
    char name[80];
    snprintf(out->text, sizeof(out->text), "TCP from %s", ls_tcp_name_way(&t->own[0], name, sizeof(name)));
    *out_wire = t;
    return LS_OK;
}

static void tcp_introduce(void *wire, const ls_fabric_address *addresses, const bool *on_this_machine)
{
    tcp *t = wire;
    for (int i = 0; i < t->fabric->count; i++) {
        connection *l = &t->links[i];
        size_t count = addresses[i].size / sizeof(ls_tcp_way);
        pthread_mutex_lock(mutex_of(t, i));
        for (size_t w = 0; w < count && w < LS_TCP_WAYS; w++) {
            ls_tcp_way way;
            memcpy(&way, addresses[i].bytes + w * sizeof(way), sizeof(way));
            way.interface[sizeof(way.interface) - 1] = 0;
            if (on_this_machine[i] || !ls_tcp_is_loopback(&way)) l->ways[l->way_count++] = way;
        }
        pthread_mutex_unlock(mutex_of(t, i));
    }
}

static ls_status tcp_reach(void *wire, int process, ls_deadline deadline)
{
    tcp *t = wire;
    connection *l = &t->links[process];
    pthread_mutex_lock(mutex_of(t, process));
    if (l->state == IDLE) {
        l->state = WANTED;
        wake(t);
    }
    pthread_mutex_unlock(mutex_of(t, process));
    while (atomic_load(&l->is_welcome) == 0 && !ls_deadline_passed(deadline))
        ls_futex_wait(&l->is_welcome, 0, deadline, false);
    if (atomic_load(&l->is_welcome) == 1 || atomic_load(&l->was_here)) return LS_OK; /* it may have ended meanwhile */
    char error[256];
    pthread_mutex_lock(mutex_of(t, process));
    snprintf(error, sizeof(error), "%s", *l->error ? l->error : "it did not answer in time");
    pthread_mutex_unlock(mutex_of(t, process));
    return ls_fail(
        LS_UNAVAILABLE,
        "%s. Set LOCKSTEP_SOCKET_IFNAME on every host to the network interface through which the hosts reach "
        "each other",
        error);
}

static void say_goodbye(tcp *t, int process)
{
    static const ls_frame_header bye = {.kind = LS_FRAME_BYE};
    connection *l = &t->links[process];
    pthread_mutex_lock(mutex_of(t, process));
    ls_frame *frame = l->state != IDLE ? calloc(1, sizeof(*frame)) : NULL;
    if (frame) {
        frame->header = bye;
        tcp_send(t, process, frame);
    }
    pthread_mutex_unlock(mutex_of(t, process));
}

static void tcp_close(void *wire)
{
    tcp *t = wire;
    for (int i = 0; i < t->fabric->count; i++) say_goodbye(t, i);
    atomic_store(&t->stop_ns, ls_now_ns() + GOODBYE_MS * INT64_C(1000000));
    wake(t);
    pthread_join(t->thread, NULL);
    /* Who sent to us and never heard from us. */
    for (int i = 0; i < t->fabric->count; i++)
        if (t->links[i].in >= 0 && t->links[i].state == IDLE)
            send(t->links[i].in, goodbye_magic, sizeof(goodbye_magic), MSG_NOSIGNAL | MSG_DONTWAIT);
    free_tcp(t);
}

const ls_wire_kind ls_tcp_wire = {
    .name = "TCP",
    .open = tcp_open,
    .introduce = tcp_introduce,
    .reach = tcp_reach,
    .send = tcp_send,
    .close = tcp_close,
};
