#include "comm/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define ALIGNMENT ((size_t)64)
#define SEGMENT_BYTES ((size_t)64 << 20) /* or the size of a larger request */
#define KEPT_SHARED_BYTES (4 * SEGMENT_BYTES)
#define HUGE_PAGE ((size_t)2 << 20)
#define MIN_BLOCK (4 * ALIGNMENT)
#define BIN_TRIES 32 /* blocks of a request's own bin that are looked at before a larger bin is taken */

/* Stands before each block's data. Blocks of a segment follow each other without gaps; the last has no successor. */
typedef struct ls_memory_block {
    size_t bytes;          /* this header included */
    size_t previous_bytes; /* of the block before; 0 for the first */
    uint32_t segment;
    bool is_free, is_clean;                  /* clean: never handed out, so still zero */
    struct ls_memory_block *next, *previous; /* in the bin */
} block;
_Static_assert(sizeof(block) <= ALIGNMENT, "a header takes one unit of alignment");

/* --- Segments ------------------------------------------------------------------------------------------------------
 */

ls_status ls_memfd_create(const char *name, size_t bytes, int *out_fd, void **out_base)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0) return ls_fail(LS_RESOURCE_EXHAUSTED, "cannot make shared memory: %s", strerror(errno));
    void *base = MAP_FAILED;
    if (!ftruncate(fd, (off_t)bytes))
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (base == MAP_FAILED) {
        int error = errno;
        close(fd);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no %zu bytes of shared memory: %s", bytes, strerror(error));
    }
    *out_fd = fd;
    *out_base = base;
    return LS_OK;
}

ls_status ls_memfd_open(pid_t pid, int fd, size_t bytes, void **out_base)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)pid, fd);
    int here = open(path, O_RDWR | O_CLOEXEC);
    if (here < 0)
        return ls_fail(LS_UNAVAILABLE,
                       "cannot open the shared memory of process %d (%s): %s. Has it died, or does it run as another "
                       "user or in another container?",
                       (int)pid, path, strerror(errno));
    struct stat info;
    bool is_whole = !fstat(here, &info) && (size_t)info.st_size >= bytes;
    void *base = is_whole ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, here, 0) : MAP_FAILED;
    int error = errno;
    close(here);
    if (base == MAP_FAILED)
        return ls_fail(LS_UNAVAILABLE, "cannot map the shared memory of process %d (%s): %s", (int)pid, path,
                       is_whole ? strerror(error) : "it is another file");
    *out_base = base;
    return LS_OK;
}

static ls_status map_segment(ls_memory *memory, ls_segment *segment, size_t bytes)
{
    void *base;
    segment->fd = -1;
    if (memory->entries) {
        LS_TRY(ls_memfd_create("lockstep", bytes, &segment->fd, &base));
    } else {
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED)
            return ls_fail(LS_RESOURCE_EXHAUSTED, "no %zu bytes of memory: %s", bytes, strerror(errno));
    }
    madvise(base, bytes, MADV_HUGEPAGE);
    segment->bytes = bytes;
    segment->base = base;
    return LS_OK;
}

static void release_segment(ls_memory *memory, int place)
{
    ls_segment *segment = &memory->segments[place];
    if (memory->entries) atomic_fetch_add(&memory->entries[place].generation, 1);
    char *base = segment->base;
    segment->base = NULL;
    munmap(base, segment->bytes);
    if (segment->fd >= 0) close(segment->fd);
}

/* --- Free blocks ---------------------------------------------------------------------------------------------------
 */

static int bin_of(size_t bytes)
{
    return 63 - __builtin_clzll(bytes);
}

static void put_free(ls_memory *memory, block *b)
{
    block **bin = &memory->bins[bin_of(b->bytes)];
    b->is_free = true;
    b->previous = NULL;
    b->next = *bin;
    if (*bin) (*bin)->previous = b;
    *bin = b;
}

static void take_free(ls_memory *memory, block *b)
{
    if (b->previous)
        b->previous->next = b->next;
    else
        memory->bins[bin_of(b->bytes)] = b->next;
    if (b->next) b->next->previous = b->previous;
    b->is_free = false;
}

static block *after(const ls_memory *memory, block *b)
{
    const ls_segment *segment = &memory->segments[b->segment];
    char *next = (char *)b + b->bytes, *end = segment->base + segment->bytes;
    return next < end ? (block *)next : NULL;
}

static block *before(block *b)
{
    return b->previous_bytes ? (block *)((char *)b - b->previous_bytes) : NULL;
}

static block *find_free(ls_memory *memory, size_t bytes)
{
    int bin = bin_of(bytes);
    block *b = memory->bins[bin];
    for (int tries = 0; b && tries < BIN_TRIES; b = b->next, tries++)
        if (b->bytes >= bytes) return b;
    while (++bin < 64)
        if (memory->bins[bin]) return memory->bins[bin];
    return NULL;
}

/* Gives the end of a block back if it is worth having. */
static void split(ls_memory *memory, block *b, size_t bytes)
{
    if (b->bytes - bytes < MIN_BLOCK) return;
    block *rest = (block *)((char *)b + bytes);
    *rest = (block){.bytes = b->bytes - bytes, .previous_bytes = bytes, .segment = b->segment, .is_clean = b->is_clean};
    b->bytes = bytes;
    block *next = after(memory, rest);
    if (next) next->previous_bytes = rest->bytes;
    put_free(memory, rest);
}

static block *join(ls_memory *memory, block *first, block *second)
{
    first->bytes += second->bytes;
    first->is_clean = false;
    block *next = after(memory, first);
    if (next) next->previous_bytes = first->bytes;
    return first;
}

/* --- The pool ------------------------------------------------------------------------------------------------------
 */

void ls_memory_init(ls_memory *memory, ls_segment_entry *entries)
{
    *memory = (ls_memory){.entries = entries};
    pthread_mutex_init(&memory->mutex, NULL);
}

void ls_memory_finish(ls_memory *memory)
{
    for (int i = 0; i < memory->segment_count; i++)
        if (memory->segments[i].base) release_segment(memory, i);
    pthread_mutex_destroy(&memory->mutex);
}

static ls_status add_segment(ls_memory *memory, size_t bytes, block **out_block)
{
    int place = 0;
    while (place < LS_MAX_SEGMENTS && memory->segments[place].base) place++;
    if (place == LS_MAX_SEGMENTS)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "more than %d segments of memory", LS_MAX_SEGMENTS);
    bytes = bytes > SEGMENT_BYTES ? (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE : SEGMENT_BYTES;
    ls_segment *segment = &memory->segments[place];
    LS_TRY(map_segment(memory, segment, bytes));
    if (place >= memory->segment_count) memory->segment_count = place + 1;
    if (memory->entries) {
        memory->entries[place].fd = segment->fd;
        memory->entries[place].bytes = bytes;
        atomic_fetch_add(&memory->entries[place].generation, 1);
    }
    block *whole = (block *)segment->base;
    *whole = (block){.bytes = bytes, .segment = (uint32_t)place, .is_clean = true};
    put_free(memory, whole);
    *out_block = whole;
    return LS_OK;
}

ls_status ls_memory_alloc(ls_memory *memory, size_t bytes, bool zeroed, void **out_data)
{
    *out_data = NULL;
    if (bytes > (size_t)1 << 46) return ls_fail(LS_RESOURCE_EXHAUSTED, "no %zu bytes of memory", bytes);
    size_t whole = (bytes + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (whole < MIN_BLOCK) whole = MIN_BLOCK;
    pthread_mutex_lock(&memory->mutex);
    block *b = find_free(memory, whole);
    ls_status status = b ? LS_OK : add_segment(memory, whole, &b);
    bool is_clean = false;
    if (status == LS_OK) {
        take_free(memory, b);
        split(memory, b, whole);
        is_clean = b->is_clean;
        b->is_clean = false;
    }
    pthread_mutex_unlock(&memory->mutex);
    if (status != LS_OK) return status;
    *out_data = (char *)b + ALIGNMENT;
    if (zeroed && !is_clean) memset(*out_data, 0, bytes);
    return LS_OK;
}

/* Segments that are all free are kept for the next requests up to a limit. Several processes stage large private
 * operands in such segments again and again, and each new one costs every process its page faults. */
static bool is_spare(const ls_memory *memory, const block *b)
{
    size_t kept = b->bytes;
    for (int bin = bin_of(SEGMENT_BYTES); bin < 64; bin++)
        for (const block *other = memory->bins[bin]; other; other = other->next)
            if (other->bytes == memory->segments[other->segment].bytes) kept += other->bytes;
    return kept > (memory->entries ? KEPT_SHARED_BYTES : SEGMENT_BYTES);
}

void ls_memory_free(ls_memory *memory, void *data)
{
    if (!data) return;
    block *b = (block *)((char *)data - ALIGNMENT);
    pthread_mutex_lock(&memory->mutex);
    LS_ASSERT(!b->is_free && "freed twice, or written before its start");
    block *next = after(memory, b), *previous = before(b);
    if (next && next->is_free) {
        take_free(memory, next);
        b = join(memory, b, next);
    }
    if (previous && previous->is_free) {
        take_free(memory, previous);
        b = join(memory, previous, b);
    }
    if (b->bytes == memory->segments[b->segment].bytes && is_spare(memory, b))
        release_segment(memory, (int)b->segment);
    else
        put_free(memory, b);
    pthread_mutex_unlock(&memory->mutex);
}

/* A segment that holds a block of the caller stays where it is, so this needs no lock. */
bool ls_memory_locate(const ls_memory *memory, const void *data, size_t bytes, ls_location *out_location)
{
    if (!bytes) {
        *out_location = (ls_location){0};
        return true;
    }
    for (int i = 0; i < memory->segment_count; i++) {
        const char *base = memory->segments[i].base;
        if (!base || (const char *)data < base || (const char *)data >= base + memory->segments[i].bytes) continue;
        *out_location = (ls_location){.segment = (uint64_t)i, .offset = (uint64_t)((const char *)data - base)};
        return (const char *)data + bytes <= base + memory->segments[i].bytes;
    }
    return false;
}

/* --- Other processes' segments --------------------------------------------------------------------------------------
 */

ls_status ls_peer_memory_init(ls_peer_memory *peer, pid_t pid, ls_segment_entry *entries)
{
    *peer = (ls_peer_memory){.pid = pid, .entries = entries, .mappings = calloc(LS_MAX_SEGMENTS, sizeof(ls_mapping))};
    if (!peer->mappings) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory to meet process %d", (int)pid);
    pthread_mutex_init(&peer->mutex, NULL);
    return LS_OK;
}

void ls_peer_memory_finish(ls_peer_memory *peer)
{
    if (!peer->mappings) return;
    for (int i = 0; i < LS_MAX_SEGMENTS; i++)
        if (peer->mappings[i].base) munmap(peer->mappings[i].base, peer->mappings[i].bytes);
    free(peer->mappings);
    pthread_mutex_destroy(&peer->mutex);
    *peer = (ls_peer_memory){0};
}

/* With the lock held. */
static ls_status map_again(ls_peer_memory *peer, uint64_t place, uint32_t generation)
{
    ls_mapping *mapping = &peer->mappings[place];
    if (mapping->base) munmap(mapping->base, mapping->bytes);
    mapping->base = NULL;
    void *base;
    size_t bytes = peer->entries[place].bytes;
    LS_TRY(ls_memfd_open(peer->pid, peer->entries[place].fd, bytes, &base));
    mapping->bytes = bytes;
    mapping->generation = generation;
    mapping->base = base;
    return LS_OK;
}

ls_status ls_peer_memory_resolve(ls_peer_memory *peer, ls_location location, size_t bytes, void **out_data)
{
    *out_data = NULL;
    if (!bytes) return LS_OK;
    uint64_t place = location.segment;
    if (place >= LS_MAX_SEGMENTS) return ls_fail(LS_INTERNAL, "process %d sent segment %d", (int)peer->pid, (int)place);
    uint32_t generation = atomic_load(&peer->entries[place].generation);
    ls_mapping *mapping = &peer->mappings[place];
    pthread_mutex_lock(&peer->mutex);
    ls_status status = mapping->base && mapping->generation == generation ? LS_OK : map_again(peer, place, generation);
    char *base = mapping->base;
    bool fits = location.offset + bytes <= mapping->bytes;
    pthread_mutex_unlock(&peer->mutex);
    if (status != LS_OK) return status;
    if (!fits) return ls_fail(LS_INTERNAL, "process %d sent bytes beyond its segment", (int)peer->pid);
    *out_data = base + location.offset;
    return LS_OK;
}
