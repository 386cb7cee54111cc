/* The memory that ranks of other processes can reach: a pool of large segments, each a memfd if there are other
 * processes. Every segment is listed in a table that lies in memory which the processes share; they map it on first
 * use. */
#ifndef LS_COMM_MEMORY_H
#define LS_COMM_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include <lockstep/types.h>

#define LS_MAX_SEGMENTS 512
#define LS_PRIVATE_SEGMENT LS_MAX_SEGMENTS /* in a location: the offset is an address of its process */

/* One segment of a process, as the others see it. */
typedef struct ls_segment_entry {
    _Atomic uint32_t generation; /* odd: in use; changes with each use of the place */
    int fd;                      /* of the owner */
    uint64_t bytes;
} ls_segment_entry;

typedef struct ls_segment {
    _Atomic(char *) base; /* NULL: unused place; set after `bytes`, so that both can be read without the lock */
    _Atomic size_t bytes;
    int fd; /* -1: private, as there are no other processes */
} ls_segment;

typedef struct ls_memory {
    pthread_mutex_t mutex;
    ls_segment segments[LS_MAX_SEGMENTS];
    _Atomic int segment_count;        /* places ever used */
    struct ls_memory_block *bins[64]; /* free blocks by the logarithm of their size */
    ls_segment_entry *entries;        /* LS_MAX_SEGMENTS, shared; NULL: no other processes */
} ls_memory;

void ls_memory_init(ls_memory *memory, ls_segment_entry *entries);
void ls_memory_finish(ls_memory *memory); /* frees every segment */

/* 64-byte aligned. LS_RESOURCE_EXHAUSTED says how much was asked for. Any thread may call. */
ls_status ls_memory_alloc(ls_memory *memory, size_t bytes, bool zeroed, void **out_data);
void ls_memory_free(ls_memory *memory, void *data); /* NULL is allowed */

/* Where memory lies, in a form that other processes can use: segment and offset. False: not in a segment. */
typedef struct ls_location {
    uint64_t segment : 16, offset : 48;
} ls_location;
bool ls_memory_locate(const ls_memory *memory, const void *data, size_t bytes, ls_location *out_location);

/* Segments of another process, mapped here. */
typedef struct ls_mapping {
    char *base; /* NULL: not mapped yet */
    size_t bytes;
    uint32_t generation;
} ls_mapping;
typedef struct ls_peer_memory {
    pthread_mutex_t mutex;
    pid_t pid;
    ls_segment_entry *entries;
    ls_mapping *mappings; /* LS_MAX_SEGMENTS */
} ls_peer_memory;

ls_status ls_peer_memory_init(ls_peer_memory *peer, pid_t pid, ls_segment_entry *entries);
void ls_peer_memory_finish(ls_peer_memory *peer);
/* The address here; maps the segment if it is new. LS_UNAVAILABLE: its process is gone. */
ls_status ls_peer_memory_resolve(ls_peer_memory *peer, ls_location location, size_t bytes, void **out_data);

/* A memfd of so many zero bytes, mapped. */
ls_status ls_memfd_create(const char *name, size_t bytes, int *out_fd, void **out_base);
/* Maps a memfd of another process. */
ls_status ls_memfd_open(pid_t pid, int fd, size_t bytes, void **out_base);

#endif
