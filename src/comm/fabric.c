#include "comm/fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/env.h"
#include "base/error.h"
#include "base/thread.h"
#include "comm/mpi_load.h"
#include "comm/wire.h"

#define MOST_ORPHANS 4096

/* --- Frames ---------------------------------------------------------------------------------------------- */

static void finish(ls_transfer *transfer, uint32_t state)
{
    _Atomic uint32_t *bell = transfer->bell;
    bool is_shared = transfer->is_bell_shared;
    atomic_store(&transfer->state, state); /* its owner may free it from here on */
    ls_futex_wake_all(&transfer->state, false);
    if (!bell) return;
    atomic_fetch_add(bell, 1);
    ls_futex_wake_all(bell, is_shared);
}

static bool is_eager(const ls_transfer *transfer)
{
    return transfer->bytes <= LS_FABRIC_EAGER_BYTES && !transfer->waits_for_receiver;
}

void ls_wire_sent(ls_frame *frame, bool is_ok)
{
    if (frame->transfer) finish(frame->transfer, is_ok ? LS_TRANSFER_DONE : LS_TRANSFER_FAILED);
    free(frame->copy);
    free(frame);
}

/* NULL if there is no memory. */
static ls_frame *make_frame(ls_frame_kind kind, uint64_t channel, uint64_t tag, uint64_t bytes)
{
    ls_frame *frame = calloc(1, sizeof(*frame));
    if (frame) frame->header = (ls_frame_header){.kind = kind, .channel = channel, .tag = tag, .bytes = bytes};
    return frame;
}

static void launch(ls_fabric *fabric, ls_transfer *transfer)
{
    ls_frame *frame = make_frame(LS_FRAME_MESSAGE, transfer->channel, transfer->tag, transfer->bytes);
    if (!frame) {
        finish(transfer, LS_TRANSFER_FAILED);
        return;
    }
    frame->segments = transfer->segments;
    frame->segment_count = transfer->segment_count;
    frame->payload = transfer->bytes;
    frame->transfer = transfer;
    transfer->frame = frame;
    fabric->kind->send(fabric->wire, transfer->peer, frame);
}

/* --- Messages -------------------------------------------------------------------------------------------- */

static void append(ls_transfer **list, ls_transfer *transfer)
{
    while (*list) list = &(*list)->next;
    transfer->next = NULL;
    *list = transfer;
}

static bool unlink_transfer(ls_transfer **list, const ls_transfer *transfer)
{
    for (; *list; list = &(*list)->next)
        if (*list == transfer) {
            *list = transfer->next;
            return true;
        }
    return false;
}

static bool take_ready(ls_fabric_peer *peer, const ls_transfer *transfer)
{
    for (ls_ready **at = &peer->ready; *at; at = &(*at)->next) {
        ls_ready *ready = *at;
        if (ready->channel != transfer->channel || ready->tag != transfer->tag) continue;
        *at = ready->next;
        free(ready);
        return true;
    }
    return false;
}

static ls_transfer *take_match(ls_transfer **list, const ls_transfer *other)
{
    for (ls_transfer *t = *list; t; t = t->next)
        if (t->channel == other->channel && t->tag == other->tag) {
            unlink_transfer(list, t);
            return t;
        }
    return NULL;
}

/* Between two threads of this process. */
static void copy_here(ls_transfer *sent, ls_transfer *received)
{
    bool fits = sent->bytes == received->bytes;
    if (fits)
        ls_view_copy((ls_view){received->segments, received->segment_count}, 0,
                     (ls_view){sent->segments, sent->segment_count}, 0, sent->bytes);
    finish(sent, LS_TRANSFER_DONE);
    finish(received, fits ? LS_TRANSFER_DONE : LS_TRANSFER_FAILED);
}

static ls_early *add_early(ls_fabric_peer *peer, uint64_t channel, uint64_t tag, size_t bytes)
{
    ls_early *early = malloc(sizeof(*early) + bytes), **end = &peer->early;
    if (!early) return NULL;
    *early = (ls_early){.channel = channel, .tag = tag, .memory = {early->data, bytes}};
    while (*end) end = &(*end)->next;
    *end = early;
    return early;
}

static void send_to_self(ls_fabric_peer *peer, ls_transfer *transfer)
{
    ls_transfer *received = take_match(&peer->receiving, transfer);
    ls_early *early = NULL;
    if (!received && is_eager(transfer)) early = add_early(peer, transfer->channel, transfer->tag, transfer->bytes);
    if (received) {
        copy_here(transfer, received);
    } else if (early) {
        early->is_whole = true;
        ls_view_copy((ls_view){&early->memory, 1}, 0, (ls_view){transfer->segments, transfer->segment_count}, 0,
                     transfer->bytes);
        finish(transfer, LS_TRANSFER_DONE);
    } else {
        append(&peer->waiting, transfer);
    }
}

void ls_fabric_send(ls_fabric *fabric, ls_transfer *transfer)
{
    ls_fabric_peer *peer = &fabric->peers[transfer->peer];
    atomic_store(&transfer->state, LS_TRANSFER_PENDING);
    transfer->frame = NULL;
    pthread_mutex_lock(&peer->mutex);
    if (peer->is_lost || peer->has_left)
        finish(transfer, LS_TRANSFER_FAILED);
    else if (transfer->peer == fabric->me)
        send_to_self(peer, transfer);
    else if (is_eager(transfer) || take_ready(peer, transfer))
        launch(fabric, transfer);
    else
        append(&peer->waiting, transfer);
    pthread_mutex_unlock(&peer->mutex);
}

static void copy_early(const ls_early *early, ls_transfer *transfer)
{
    if (early->memory.bytes != transfer->bytes) {
        finish(transfer, LS_TRANSFER_FAILED);
        return;
    }
    ls_view_copy((ls_view){transfer->segments, transfer->segment_count}, 0, (ls_view){&early->memory, 1}, 0,
                 transfer->bytes);
    finish(transfer, LS_TRANSFER_DONE);
}

static ls_early **find_early(ls_fabric_peer *peer, uint64_t channel, uint64_t tag)
{
    ls_early **at = &peer->early;
    while (*at && ((*at)->channel != channel || (*at)->tag != tag || (*at)->claimed_by)) at = &(*at)->next;
    return at;
}

static void ask(ls_fabric *fabric, ls_transfer *transfer)
{
    ls_fabric_peer *peer = &fabric->peers[transfer->peer];
    ls_frame *frame = NULL;
    ls_transfer *sent = transfer->peer == fabric->me ? take_match(&peer->waiting, transfer) : NULL;
    if (sent) {
        copy_here(sent, transfer);
        return;
    }
    if (!is_eager(transfer) && transfer->peer != fabric->me) {
        frame = make_frame(LS_FRAME_READY, transfer->channel, transfer->tag, transfer->bytes);
        if (!frame) {
            finish(transfer, LS_TRANSFER_FAILED);
            return;
        }
    }
    append(&peer->receiving, transfer);
    if (frame) fabric->kind->send(fabric->wire, transfer->peer, frame);
}

void ls_fabric_receive(ls_fabric *fabric, ls_transfer *transfer)
{
    ls_fabric_peer *peer = &fabric->peers[transfer->peer];
    atomic_store(&transfer->state, LS_TRANSFER_PENDING);
    transfer->frame = NULL;
    pthread_mutex_lock(&peer->mutex);
    ls_early **at = find_early(peer, transfer->channel, transfer->tag), *early = *at;
    if (early && early->is_whole) {
        *at = early->next;
        copy_early(early, transfer);
        free(early);
    } else if (early) {
        early->claimed_by = transfer;
    } else if (peer->is_lost || peer->has_left) {
        finish(transfer, LS_TRANSFER_FAILED);
    } else {
        ask(fabric, transfer);
    }
    pthread_mutex_unlock(&peer->mutex);
}

/* A frame that is on its way out cannot be called back: it goes on with a copy of its bytes. */
static void adopt(ls_transfer *transfer)
{
    ls_frame *frame = transfer->frame;
    frame->transfer = NULL;
    frame->copy = malloc(transfer->bytes ? transfer->bytes : 1);
    LS_ASSERT(frame->copy && "memory for a message that is half sent");
    frame->own = (ls_comm_segment){frame->copy, transfer->bytes};
    ls_view_copy((ls_view){&frame->own, 1}, 0, (ls_view){transfer->segments, transfer->segment_count}, 0,
                 transfer->bytes);
    frame->segments = &frame->own;
    frame->segment_count = 1;
}

static void cancel_receive(ls_fabric_peer *peer, ls_transfer *transfer)
{
    if (peer->landing == LS_LAND_TRANSFER && peer->landing_transfer == transfer) peer->landing = LS_LAND_NOWHERE;
    unlink_transfer(&peer->receiving, transfer);
    for (ls_early *early = peer->early; early; early = early->next)
        if (early->claimed_by == transfer) early->claimed_by = NULL;
}

void ls_fabric_cancel(ls_fabric *fabric, ls_transfer *transfer, bool is_send)
{
    ls_fabric_peer *peer = &fabric->peers[transfer->peer];
    pthread_mutex_lock(&peer->mutex);
    if (atomic_load(&transfer->state) == LS_TRANSFER_PENDING) {
        if (!is_send)
            cancel_receive(peer, transfer);
        else if (!unlink_transfer(&peer->waiting, transfer))
            adopt(transfer);
        finish(transfer, LS_TRANSFER_FAILED);
    }
    pthread_mutex_unlock(&peer->mutex);
}

uint32_t ls_transfer_wait(ls_transfer *transfer, ls_deadline deadline)
{
    for (;;) {
        uint32_t state = atomic_load(&transfer->state);
        if (state != LS_TRANSFER_PENDING || ls_deadline_passed(deadline)) return state;
        ls_futex_wait(&transfer->state, LS_TRANSFER_PENDING, deadline, false);
    }
}

bool ls_fabric_has_left(ls_fabric *fabric, int process)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    pthread_mutex_lock(&peer->mutex);
    bool has_left = peer->has_left;
    pthread_mutex_unlock(&peer->mutex);
    return has_left;
}

/* --- What arrives ---------------------------------------------------------------------------------------- */

static void land_in(ls_fabric_peer *peer, const ls_comm_segment *segments, size_t count, size_t bytes)
{
    peer->left = bytes;
    if (bytes) peer->cursor = ls_view_seek((ls_view){segments, count}, 0);
}

static bool begin_message(ls_fabric_peer *peer, const ls_frame_header *header)
{
    for (ls_transfer *t = peer->receiving; t; t = t->next) {
        if (t->channel != header->channel || t->tag != header->tag) continue;
        unlink_transfer(&peer->receiving, t);
        if (t->bytes != header->bytes) {
            finish(t, LS_TRANSFER_FAILED);
            break;
        }
        peer->landing = LS_LAND_TRANSFER;
        peer->landing_transfer = t;
        land_in(peer, t->segments, t->segment_count, t->bytes);
        return true;
    }
    peer->left = header->bytes; /* nowhere: asked for with another size, or asked for and then no more */
    if (header->bytes > LS_FABRIC_EAGER_BYTES) return true;
    ls_early *early = add_early(peer, header->channel, header->tag, header->bytes);
    if (!early) return true;
    peer->landing = LS_LAND_EARLY;
    peer->landing_early = early;
    land_in(peer, &early->memory, 1, header->bytes);
    return true;
}

/* The receiver of a large message is ready for it. */
static bool begin_ready(ls_fabric *fabric, ls_fabric_peer *peer, const ls_frame_header *header)
{
    for (ls_transfer *t = peer->waiting; t; t = t->next) {
        if (t->channel != header->channel || t->tag != header->tag) continue;
        unlink_transfer(&peer->waiting, t);
        launch(fabric, t);
        return true;
    }
    ls_ready *ready = malloc(sizeof(*ready));
    if (!ready) return false;
    *ready = (ls_ready){peer->ready, header->channel, header->tag, header->bytes};
    peer->ready = ready;
    return true;
}

bool ls_wire_begin(ls_fabric *fabric, int process, const ls_frame_header *header)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    peer->header = *header;
    peer->landing = LS_LAND_NOWHERE;
    peer->left = 0;
    switch (header->kind) {
    case LS_FRAME_MESSAGE: return begin_message(peer, header);
    case LS_FRAME_READY: return begin_ready(fabric, peer, header);
    case LS_FRAME_BYE: peer->has_left = true; return header->bytes == 0;
    case LS_FRAME_NOTICE:
        if (header->bytes >= LS_NOTICE_BYTES) return false;
        peer->landing = LS_LAND_NOTICE;
        peer->left = header->bytes;
        return true;
    default: return false;
    }
}

void *ls_wire_room(ls_fabric *fabric, int process, size_t *out_bytes)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    *out_bytes = peer->left;
    if (!peer->left) return NULL;
    if (peer->landing == LS_LAND_NOTICE) return peer->notice + (peer->header.bytes - peer->left);
    if (peer->landing == LS_LAND_NOWHERE) {
        if (*out_bytes > sizeof(peer->sink)) *out_bytes = sizeof(peer->sink);
        return peer->sink;
    }
    if (*out_bytes > peer->cursor.left) *out_bytes = peer->cursor.left;
    return peer->cursor.at;
}

void ls_wire_step(ls_fabric *fabric, int process, size_t bytes)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    peer->left -= bytes;
    if (peer->left && (peer->landing == LS_LAND_TRANSFER || peer->landing == LS_LAND_EARLY))
        ls_cursor_step(&peer->cursor, bytes);
}

static void end_early(ls_fabric_peer *peer)
{
    ls_early *early = peer->landing_early;
    early->is_whole = true;
    if (!early->claimed_by) return;
    copy_early(early, early->claimed_by);
    ls_early **at = &peer->early;
    while (*at != early) at = &(*at)->next;
    *at = early->next;
    free(early);
}

/* Whoever left sends nothing more. */
static void fail_all(ls_fabric_peer *peer)
{
    for (ls_transfer *t, **lists[] = {&peer->receiving, &peer->waiting}, ***list = lists; list < lists + 2; list++)
        while ((t = **list)) {
            **list = t->next;
            finish(t, LS_TRANSFER_FAILED);
        }
}

bool ls_wire_end(ls_fabric *fabric, int process)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    if (peer->landing == LS_LAND_TRANSFER) finish(peer->landing_transfer, LS_TRANSFER_DONE);
    if (peer->landing == LS_LAND_EARLY) end_early(peer);
    bool is_notice = peer->landing == LS_LAND_NOTICE;
    peer->landing = LS_LAND_NOWHERE;
    if (peer->header.kind == LS_FRAME_BYE) fail_all(peer);
    return is_notice;
}

void *ls_wire_reader_room(ls_fabric *fabric, int process, ls_wire_reader *reader, size_t *out_bytes)
{
    if (reader->is_in_payload) return ls_wire_room(fabric, process, out_bytes);
    *out_bytes = sizeof(reader->header) - reader->header_got;
    return (char *)&reader->header + reader->header_got;
}

bool ls_wire_reader_take(ls_fabric *fabric, int process, ls_wire_reader *reader, size_t bytes, bool *out_has_notice)
{
    *out_has_notice = false;
    if (reader->is_in_payload) {
        ls_wire_step(fabric, process, bytes);
    } else {
        reader->header_got += bytes;
        if (reader->header_got < sizeof(reader->header)) return true;
        if (!ls_wire_begin(fabric, process, &reader->header)) return false;
        reader->is_in_payload = true;
    }
    size_t left;
    if (ls_wire_room(fabric, process, &left)) return true;
    *out_has_notice = ls_wire_end(fabric, process);
    *reader = (ls_wire_reader){0};
    return true;
}

void ls_wire_lost(ls_fabric *fabric, int process, const char *reason)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    pthread_mutex_lock(&peer->mutex);
    bool is_news = !peer->is_lost && !peer->has_left;
    peer->is_lost = true;
    pthread_mutex_unlock(&peer->mutex);
    /* First the reason, then the failures that it explains. */
    pthread_mutex_lock(&fabric->listeners_mutex);
    for (ls_listener *l = fabric->listeners; is_news && l; l = l->next)
        if (l->lost) l->lost(l->arg, process, reason);
    pthread_mutex_unlock(&fabric->listeners_mutex);
    pthread_mutex_lock(&peer->mutex);
    if (peer->landing == LS_LAND_TRANSFER) finish(peer->landing_transfer, LS_TRANSFER_FAILED);
    if (peer->landing == LS_LAND_EARLY && peer->landing_early->claimed_by)
        finish(peer->landing_early->claimed_by, LS_TRANSFER_FAILED), peer->landing_early->claimed_by = NULL;
    peer->landing = LS_LAND_NOWHERE;
    fail_all(peer);
    pthread_mutex_unlock(&peer->mutex);
}

/* --- Notices --------------------------------------------------------------------------------------------- */

typedef struct ls_orphan {
    struct ls_orphan *next;
    int process;
    ls_frame_header header;
    char text[LS_NOTICE_BYTES];
} orphan;

void ls_fabric_tell(ls_fabric *fabric, int process, uint64_t channel, ls_notice what, uint64_t number, const char *text)
{
    ls_fabric_peer *peer = &fabric->peers[process];
    size_t bytes = strnlen(text, LS_NOTICE_BYTES - 1);
    ls_frame *frame = make_frame(LS_FRAME_NOTICE, channel, number, bytes);
    if (!frame) return; /* the deadline tells as much */
    frame->header.notice = what;
    frame->copy = malloc(bytes + 1);
    if (!frame->copy) {
        free(frame);
        return;
    }
    memcpy(frame->copy, text, bytes);
    frame->own = (ls_comm_segment){frame->copy, bytes};
    frame->segments = &frame->own;
    frame->segment_count = 1;
    frame->payload = bytes;
    pthread_mutex_lock(&peer->mutex);
    if (peer->is_lost || peer->has_left)
        ls_wire_sent(frame, false);
    else
        fabric->kind->send(fabric->wire, process, frame);
    pthread_mutex_unlock(&peer->mutex);
}

static ls_listener *find_listener(const ls_fabric *fabric, uint64_t channel)
{
    ls_listener *listener = fabric->listeners;
    while (listener && listener->channel != channel) listener = listener->next;
    return listener;
}

static void keep_orphan(ls_fabric *fabric, int process, const ls_frame_header *header, const char *text)
{
    orphan *o = fabric->orphan_count < MOST_ORPHANS ? malloc(sizeof(*o)) : NULL;
    if (!o) return;
    o->next = NULL;
    o->process = process;
    o->header = *header;
    snprintf(o->text, sizeof(o->text), "%s", text);
    orphan **end = &fabric->orphans;
    while (*end) end = &(*end)->next;
    *end = o;
    fabric->orphan_count++;
}

void ls_wire_deliver(ls_fabric *fabric, int process)
{
    ls_fabric_peer *peer = &fabric->peers[process]; /* its notice stays: only this thread receives */
    ls_frame_header header = peer->header;
    peer->notice[header.bytes] = 0;
    pthread_mutex_lock(&fabric->listeners_mutex);
    ls_listener *listener = find_listener(fabric, header.channel);
    if (listener)
        listener->hear(listener->arg, process, (ls_notice)header.notice, header.tag, peer->notice);
    else
        keep_orphan(fabric, process, &header, peer->notice);
    pthread_mutex_unlock(&fabric->listeners_mutex);
}

void ls_fabric_listen(ls_fabric *fabric, ls_listener *listener)
{
    pthread_mutex_lock(&fabric->listeners_mutex);
    listener->next = fabric->listeners;
    fabric->listeners = listener;
    for (orphan **at = &fabric->orphans; *at;) {
        orphan *o = *at;
        if (o->header.channel != listener->channel) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        fabric->orphan_count--;
        listener->hear(listener->arg, o->process, (ls_notice)o->header.notice, o->header.tag, o->text);
        free(o);
    }
    pthread_mutex_unlock(&fabric->listeners_mutex);
}

void ls_fabric_unlisten(ls_fabric *fabric, ls_listener *listener)
{
    pthread_mutex_lock(&fabric->listeners_mutex);
    for (ls_listener **at = &fabric->listeners; *at; at = &(*at)->next)
        if (*at == listener) {
            *at = listener->next;
            break;
        }
    pthread_mutex_unlock(&fabric->listeners_mutex);
}

void ls_wire_tick(ls_fabric *fabric)
{
    pthread_mutex_lock(&fabric->listeners_mutex);
    for (ls_listener *l = fabric->listeners; l; l = l->next)
        if (l->tick) l->tick(l->arg);
    pthread_mutex_unlock(&fabric->listeners_mutex);
}

/* --- Opening and closing --------------------------------------------------------------------------------- */

static void free_peer(ls_fabric_peer *peer)
{
    for (ls_early *early = peer->early, *next; early; early = next) {
        next = early->next;
        free(early);
    }
    for (ls_ready *ready = peer->ready, *next; ready; ready = next) {
        next = ready->next;
        free(ready);
    }
    pthread_mutex_destroy(&peer->mutex);
}

static void free_fabric(ls_fabric *fabric)
{
    for (int i = 0; i < fabric->count; i++) free_peer(&fabric->peers[i]);
    for (orphan *o = fabric->orphans, *next; o; o = next) {
        next = o->next;
        free(o);
    }
    pthread_mutex_destroy(&fabric->listeners_mutex);
    free(fabric->peers);
    free(fabric);
}

static const ls_wire_calls wire_calls = {
    .fail = ls_fail,
    .start_thread = ls_thread_start,
    .seek = ls_view_seek,
    .reader_room = ls_wire_reader_room,
    .reader_take = ls_wire_reader_take,
    .sent = ls_wire_sent,
    .deliver = ls_wire_deliver,
    .lost = ls_wire_lost,
    .tick = ls_wire_tick,
};

ls_status ls_fabric_open_on(const ls_wire_kind *kind, const ls_fabric_options *options, ls_fabric **out_fabric)
{
    *out_fabric = NULL;
    ls_fabric *fabric = calloc(1, sizeof(*fabric));
    ls_fabric_peer *peers = calloc((size_t)options->process_count, sizeof(*peers));
    if (!fabric || !peers) {
        free(fabric);
        free(peers);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory to reach %d processes", options->process_count);
    }
    fabric->peers = peers;
    fabric->me = options->process_index;
    fabric->count = options->process_count;
    fabric->kind = kind;
    fabric->calls = &wire_calls;
    memcpy(fabric->secret, options->secret, sizeof(fabric->secret));
    pthread_mutex_init(&fabric->listeners_mutex, NULL);
    for (int i = 0; i < fabric->count; i++) pthread_mutex_init(&peers[i].mutex, NULL);
    ls_status status = fabric->kind->open(fabric, options, &fabric->wire, &fabric->address);
    if (status == LS_OK)
        *out_fabric = fabric;
    else
        free_fabric(fabric);
    return status;
}

ls_status ls_fabric_open(const ls_fabric_options *options, ls_fabric **out_fabric)
{
    const char *name = ls_env_get(LS_ENV_LOCKSTEP_FABRIC);
    const ls_wire_kind *kind = &ls_tcp_wire;
    *out_fabric = NULL;
    if (name && !strcasecmp(name, "mpi"))
        LS_TRY(ls_mpi_load(&kind));
    else if (name && strcasecmp(name, "tcp"))
        return ls_fail(LS_INVALID_ARGUMENT, "LOCKSTEP_FABRIC=%s is neither tcp nor mpi", name);
    return ls_fabric_open_on(kind, options, out_fabric);
}

const ls_fabric_address *ls_fabric_own_address(const ls_fabric *fabric)
{
    return &fabric->address;
}

void ls_fabric_introduce(ls_fabric *fabric, const ls_fabric_address *addresses, const bool *on_this_machine)
{
    fabric->kind->introduce(fabric->wire, addresses, on_this_machine);
}

ls_status ls_fabric_reach(ls_fabric *fabric, int process, ls_deadline deadline)
{
    return fabric->kind->reach(fabric->wire, process, deadline);
}

void ls_fabric_close(ls_fabric *fabric)
{
    if (!fabric) return;
    fabric->kind->close(fabric->wire);
    free_fabric(fabric);
}
