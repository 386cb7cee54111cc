#include "comm/control.h"

#include <errno.h>

#include "base/error.h"

static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void ls_control_init(ls_control *control, int num_ranks, int num_processes, bool is_shared)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (is_shared) {
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    }
    pthread_mutex_init(&control->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    control->ranks = round_up(sizeof(*control), LS_CACHE_LINE);
    control->processes = round_up(control->ranks + sizeof(ls_rank_entry) * (uint64_t)num_ranks, LS_CACHE_LINE);
    control->archives =
        round_up(control->processes + sizeof(ls_process_entry) * (uint64_t)num_processes, LS_CACHE_LINE);
    control->heap_next = round_up(control->archives + sizeof(ls_flight_ring) * (uint64_t)num_ranks, 4096);
}

void ls_control_lock(ls_control *control)
{
    /* What the lock guards is changed in steps that leave it usable after each, so the next one just goes on. */
    if (pthread_mutex_lock(&control->mutex) == EOWNERDEAD) pthread_mutex_consistent(&control->mutex);
}

void ls_control_unlock(ls_control *control)
{
    pthread_mutex_unlock(&control->mutex);
}

/* Sizes are powers of two, so that a freed block fits the next request of its class. */
static int class_of(size_t bytes)
{
    int log = 12;
    while ((size_t)1 << log < bytes) log++;
    return log;
}

uint64_t ls_control_alloc(ls_control *control, size_t bytes)
{
    int class = class_of(bytes);
    uint64_t offset = control->free_blocks[class];
    if (offset) {
        control->free_blocks[class] = *(uint64_t *)LS_AT(control, offset);
        return offset;
    }
    offset = control->heap_next;
    if (offset + ((uint64_t)1 << class) > LS_CONTROL_BYTES) return 0;
    control->heap_next = offset + ((uint64_t)1 << class);
    return offset;
}

void ls_control_free(ls_control *control, uint64_t offset, size_t bytes)
{
    int class = class_of(bytes);
    *(uint64_t *)LS_AT(control, offset) = control->free_blocks[class];
    control->free_blocks[class] = offset;
}
