/* Two fabrics in one process, and a wire between them that is a buffer: what one sends the other gets when the test
 * says. */
#ifndef TESTS_COMM_WIRES_H
#define TESTS_COMM_WIRES_H

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "comm/wire.h"

typedef struct buffer_wire {
    LS_VEC(char) bytes; /* sent and not taken out */
} buffer_wire;

static inline void buffer_append(buffer_wire *wire, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++) *ls_vec_push(&wire->bytes) = ((const char *)data)[i];
}

static ls_status buffer_open(ls_fabric *fabric, const ls_fabric_options *options, void **out_wire,
                             ls_fabric_address *out)
{
    *out_wire = calloc(1, sizeof(buffer_wire));
    return *out_wire ? LS_OK : LS_RESOURCE_EXHAUSTED;
}

static void buffer_send(void *wire, int process, ls_frame *frame)
{
    buffer_append(wire, &frame->header, sizeof(frame->header));
    for (size_t i = 0; i < frame->segment_count; i++)
        buffer_append(wire, frame->segments[i].address, frame->segments[i].bytes);
    ls_wire_sent(frame, true);
}

static void buffer_close(void *wire)
{
    ls_vec_finish(&((buffer_wire *)wire)->bytes);
    free(wire);
}

static const ls_wire_kind buffer_kind = {
    .name = "buffer", .open = buffer_open, .send = buffer_send, .close = buffer_close};

static inline ls_fabric *open_end(int me)
{
    ls_fabric *fabric = NULL;
    ls_fabric_options options = {.process_index = me, .process_count = 2};
    LS_ASSERT(ls_fabric_open_on(&buffer_kind, &options, &fabric) == LS_OK);
    return fabric;
}

/* Gives bytes of the other end to `to`, in pieces. False once one of them makes no sense. */
static inline bool feed(ls_fabric *to, ls_wire_reader *reader, const char *data, size_t size)
{
    int from = 1 - to->me;
    pthread_mutex_t *mutex = &to->peers[from].mutex;
    bool is_well = true;
    while (size && is_well) {
        size_t want;
        bool has_notice;
        pthread_mutex_lock(mutex);
        void *at = ls_wire_reader_room(to, from, reader, &want);
        if (want > size) want = size;
        memcpy(at, data, want);
        is_well = ls_wire_reader_take(to, from, reader, want, &has_notice);
        pthread_mutex_unlock(mutex);
        if (is_well && has_notice) ls_wire_deliver(to, from);
        data += want;
        size -= want;
    }
    return is_well;
}

#endif
