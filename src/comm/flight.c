#include "comm/flight.h"

#include <string.h>

#include "base/deadline.h"

#define GET(word) atomic_load_explicit(&(word), memory_order_acquire)
/* Release: whoever sees a part of an entry also sees that its number is gone. Costs nothing on x86. */
#define SET(word, value) atomic_store_explicit(&(word), (value), memory_order_release)

static void set_label(ls_flight_entry *entry, const char *text)
{
    uint64_t label[LS_FLIGHT_LABEL / 8] = {0};
    size_t length = strlen(text);
    memcpy(label, text, length < sizeof(label) ? length : sizeof(label) - 1);
    for (size_t i = 0; i < LS_FLIGHT_LABEL / 8; i++) SET(entry->label[i], label[i]);
}

void ls_flight_begin(ls_flight_ring *ring, uint64_t number, const ls_flight_op *op)
{
    ls_flight_entry *entry = &ring->entries[number % LS_FLIGHT_OPS];
    SET(entry->number, 0);
    SET(entry->what, (uint64_t)(op->kind & 0xff) | (uint64_t)((uint32_t)op->dtype & 0xff) << 8 |
                         (uint64_t)(op->reduce & 0xff) << 16 | (uint64_t)(uint32_t)op->peer << 32);
    SET(entry->bytes, op->bytes);
    SET(entry->tag, op->tag);
    SET(entry->started, (uint64_t)(op->started_ns ? op->started_ns : ls_now_ns()));
    SET(entry->ended, 0);
    if (op->label)
        set_label(entry, op->label);
    else
        SET(entry->label[0], 0);
    SET(entry->number, number);
}

void ls_flight_end(ls_flight_ring *ring, uint64_t number, bool took_time)
{
    ls_flight_entry *entry = &ring->entries[number % LS_FLIGHT_OPS];
    if (atomic_load_explicit(&entry->number, memory_order_relaxed) != number) return; /* 64 others came since */
    SET(entry->ended, took_time ? (uint64_t)ls_now_ns() : 1);
}

void ls_flight_clear(ls_flight_ring *ring)
{
    for (int i = 0; i < LS_FLIGHT_OPS; i++) SET(ring->entries[i].number, 0);
}

static ls_flight_entry *find_oldest(ls_flight_ring *ring)
{
    ls_flight_entry *oldest = &ring->entries[0];
    for (int i = 0; i < LS_FLIGHT_OPS; i++) {
        ls_flight_entry *entry = &ring->entries[i];
        if (!GET(entry->number)) return entry;
        if (GET(entry->started) < GET(oldest->started)) oldest = entry;
    }
    return oldest;
}

void ls_flight_keep(ls_flight_ring *archive, ls_flight_ring *ring, uint64_t group)
{
    for (int i = 0; i < LS_FLIGHT_OPS; i++) {
        ls_flight_entry *from = &ring->entries[i], *to = find_oldest(archive);
        if (!GET(from->number) || (GET(to->number) && GET(from->started) < GET(to->started))) continue;
        SET(to->what, GET(from->what));
        SET(to->bytes, GET(from->bytes));
        SET(to->tag, GET(from->tag));
        SET(to->started, GET(from->started));
        SET(to->ended, GET(from->ended));
        SET(to->group, group);
        for (size_t l = 0; l < LS_FLIGHT_LABEL / 8; l++) SET(to->label[l], GET(from->label[l]));
        SET(to->number, GET(from->number));
    }
}
