/* The wire over MPI, a module of its own: built for each MPI library that is there, loaded when it is asked for.
 *
 * One thread per fabric makes all calls, with a lock that the fabrics of a process share, so MPI_THREAD_SERIALIZED is
 * enough. Frames are cut into messages of at most CHUNK bytes, which MPI keeps in order. They go through buffers of the
 * wire's own on both sides: a message that MPI works on cannot be called back, but its owner may want his memory back.
 * MPI does not say that a process has died; its launcher ends the job then, or the deadline passes. */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "comm/wire.h"

#define CHUNK ((size_t)1 << 20)
#define TICK_NS (100 * INT64_C(1000000))
#define EAGER_ROUNDS 2000 /* without news before it sleeps between looks */
#define NAP_NS 50000
#define LONG_NAP_NS 1000000
#define IDLE_NS (200 * INT64_C(1000000)) /* without news before the naps get long */
#define GOODBYE_NS (3000 * INT64_C(1000000))
#define FINALIZE_S 5 /* for other processes to end too */

typedef struct outbox {
    ls_frame *first, *last; /* under the peer's mutex */
    char *chunk;            /* under way, or NULL */
    MPI_Request request;
    int rank;              /* of MPI; -1: not known yet */
    ls_wire_reader reader; /* of what comes from there */
    bool has_sent;
} outbox;

typedef struct mpi_wire {
    ls_fabric *fabric;
    const ls_wire_calls *calls;
    int tag;
    outbox *boxes;
    int *process_of; /* by rank of MPI */
    char *in;        /* CHUNK bytes, for the message that is coming in */
    bool is_receiving;
    int in_size;
    MPI_Request in_request;
    MPI_Status status;
    pthread_t thread;
    _Atomic int64_t stop_ns;
} mpi_wire;

/* MPI is one per process. */
static pthread_mutex_t mpi_mutex = PTHREAD_MUTEX_INITIALIZER;
static MPI_Comm mpi_comm = MPI_COMM_NULL; /* a duplicate of the world, of ours alone */
static bool is_ours;                      /* we have initialised it, so we end it */

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- Beginning and ending MPI ---------------------------------------------------------------------------- */

static void *finalize(void *done)
{
    pthread_mutex_lock(&mpi_mutex);
    MPI_Finalize();
    pthread_mutex_unlock(&mpi_mutex);
    atomic_store((_Atomic bool *)done, true);
    return NULL;
}

/* A launcher takes a process that ends without this for a failed one; but it waits for the others, who may be stuck. */
static void finalize_at_exit(void)
{
    static _Atomic bool is_done;
    int is_over;
    pthread_t thread;
    MPI_Finalized(&is_over);
    if (is_over || pthread_create(&thread, NULL, finalize, &is_done)) return;
    pthread_detach(thread);
    for (int i = 0; i < FINALIZE_S * 1000 && !atomic_load(&is_done); i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static ls_status begin_mpi(const ls_wire_calls *calls)
{
    int has_begun, level, is_over;
    MPI_Finalized(&is_over);
    if (is_over) return calls->fail(LS_FAILED_PRECONDITION, "MPI has been finalized already");
    MPI_Initialized(&has_begun);
    if (!has_begun) {
        if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS)
            return calls->fail(LS_UNAVAILABLE, "MPI_Init_thread failed");
        is_ours = true;
        atexit(finalize_at_exit);
    }
    MPI_Query_thread(&level);
    if (level < (is_ours ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE))
        return calls->fail(LS_FAILED_PRECONDITION,
                           "MPI was initialised for fewer threads than it takes: the program must ask for "
                           "MPI_THREAD_MULTIPLE in MPI_Init_thread, or leave MPI to Lockstep");
    if (mpi_comm == MPI_COMM_NULL) {
        MPI_Comm_dup(MPI_COMM_WORLD, &mpi_comm);
        MPI_Comm_set_errhandler(mpi_comm, MPI_ERRORS_RETURN);
    }
    return LS_OK;
}

/* --- Sending --------------------------------------------------------------------------------------------- */

static void mpi_send(void *wire, int process, ls_frame *frame)
{
    mpi_wire *w = wire;
    outbox *box = &w->boxes[process];
    frame->next = NULL;
    if (box->first)
        box->last->next = frame;
    else
        box->first = frame;
    box->last = frame;
    box->has_sent = true;
}

/* The next bytes of the first frames into a chunk; with the peer's mutex held. Returns how many. */
static size_t fill_chunk(mpi_wire *w, outbox *box, char *chunk)
{
    size_t used = 0, head = sizeof(ls_frame_header);
    while (box->first && used < CHUNK) {
        ls_frame *frame = box->first;
        size_t whole = head + frame->payload;
        while (frame->sent < whole && used < CHUNK) {
            const char *from = (const char *)&frame->header + frame->sent;
            size_t piece = head - frame->sent;
            if (frame->sent >= head) {
                ls_cursor at = w->calls->seek((ls_view){frame->segments, frame->segment_count}, frame->sent - head);
                from = at.at;
                piece = at.left < whole - frame->sent ? at.left : whole - frame->sent;
            }
            if (piece > CHUNK - used) piece = CHUNK - used;
            memcpy(chunk + used, from, piece);
            used += piece;
            frame->sent += piece;
        }
        if (frame->sent < whole) break;
        box->first = frame->next;
        w->calls->sent(frame, true);
    }
    return used;
}

static bool push(mpi_wire *w, int process)
{
    outbox *box = &w->boxes[process];
    pthread_mutex_t *mutex = &w->fabric->peers[process].mutex;
    int is_out = 0;
    if (box->chunk) {
        pthread_mutex_lock(&mpi_mutex);
        MPI_Test(&box->request, &is_out, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&mpi_mutex);
        if (!is_out) return false;
        free(box->chunk);
        box->chunk = NULL;
    }
    if (box->rank < 0) return is_out;
    pthread_mutex_lock(mutex);
    size_t size = 0;
    if (box->first && (box->chunk = malloc(CHUNK))) size = fill_chunk(w, box, box->chunk);
    pthread_mutex_unlock(mutex);
    if (!size) return is_out;
    pthread_mutex_lock(&mpi_mutex);
    MPI_Isend(box->chunk, (int)size, MPI_BYTE, box->rank, w->tag, mpi_comm, &box->request);
    pthread_mutex_unlock(&mpi_mutex);
    return true;
}

/* --- Receiving ------------------------------------------------------------------------------------------- */

static void take(mpi_wire *w, int process, const char *data, size_t size)
{
    pthread_mutex_t *mutex = &w->fabric->peers[process].mutex;
    ls_wire_reader *reader = &w->boxes[process].reader;
    while (size) {
        size_t want;
        bool has_notice, is_well;
        pthread_mutex_lock(mutex);
        void *at = w->calls->reader_room(w->fabric, process, reader, &want);
        if (want > size) want = size;
        memcpy(at, data, want);
        is_well = w->calls->reader_take(w->fabric, process, reader, want, &has_notice);
        pthread_mutex_unlock(mutex);
        if (!is_well) {
            w->calls->lost(w->fabric, process, "it sent what makes no sense");
            return;
        }
        if (has_notice) w->calls->deliver(w->fabric, process);
        data += want;
        size -= want;
    }
}

/* A message that is on its way in is waited for between other things: its sender may have stopped in the middle. */
static bool pull(mpi_wire *w)
{
    int is_there = 0, is_whole = 0;
    MPI_Message message;
    pthread_mutex_lock(&mpi_mutex);
    if (!w->is_receiving) {
        if (MPI_Improbe(MPI_ANY_SOURCE, w->tag, mpi_comm, &is_there, &message, &w->status) != MPI_SUCCESS) is_there = 0;
        if (is_there) {
            MPI_Get_count(&w->status, MPI_BYTE, &w->in_size);
            if (w->in_size < 0 || (size_t)w->in_size > CHUNK) w->in_size = 0; /* nobody of ours: it comes cut off */
            w->is_receiving = MPI_Imrecv(w->in, (int)CHUNK, MPI_BYTE, &message, &w->in_request) == MPI_SUCCESS;
        }
    }
    int source = w->status.MPI_SOURCE;
    if (w->is_receiving) MPI_Test(&w->in_request, &is_whole, MPI_STATUS_IGNORE);
    if (is_whole) w->is_receiving = false;
    pthread_mutex_unlock(&mpi_mutex);
    if (is_whole && w->process_of[source] >= 0) take(w, w->process_of[source], w->in, (size_t)w->in_size);
    return is_whole || is_there;
}

/* --- The thread ------------------------------------------------------------------------------------------ */

static bool is_quiet(mpi_wire *w)
{
    bool is_quiet = true;
    for (int p = 0; p < w->fabric->count && is_quiet; p++) {
        pthread_mutex_lock(&w->fabric->peers[p].mutex);
        is_quiet = (!w->boxes[p].first && !w->boxes[p].chunk) || w->fabric->peers[p].has_left;
        pthread_mutex_unlock(&w->fabric->peers[p].mutex);
    }
    return is_quiet;
}

static void *run(void *arg)
{
    mpi_wire *w = arg;
    int64_t next_tick = 0, last_news = now_ns();
    for (int quiet_rounds = 0;; quiet_rounds++) {
        bool is_news = pull(w);
        for (int p = 0; p < w->fabric->count; p++) is_news |= push(w, p);
        int64_t now = now_ns(), stop = atomic_load(&w->stop_ns);
        if (stop && (is_quiet(w) || now > stop)) return NULL;
        if (now >= next_tick) {
            next_tick = now + TICK_NS;
            if (!stop) w->calls->tick(w->fabric);
        }
        if (is_news) {
            quiet_rounds = 0;
            last_news = now;
        } else if (quiet_rounds < EAGER_ROUNDS && now - last_news < IDLE_NS) {
            sched_yield();
        } else {
            nanosleep(&(struct timespec){.tv_nsec = now - last_news < IDLE_NS ? NAP_NS : LONG_NAP_NS}, NULL);
        }
    }
}

/* --- Opening and closing --------------------------------------------------------------------------------- */

static void free_wire(mpi_wire *w)
{
    for (int p = 0; w->boxes && p < w->fabric->count; p++) {
        while (w->boxes[p].first) {
            ls_frame *frame = w->boxes[p].first;
            w->boxes[p].first = frame->next;
            w->calls->sent(frame, false);
        }
    }
    free(w->boxes);
    free(w->process_of);
    free(w->in);
    free(w);
}

static ls_status start(mpi_wire *w, ls_fabric_address *out)
{
    int rank, size;
    pthread_mutex_lock(&mpi_mutex);
    ls_status status = begin_mpi(w->calls);
    if (status == LS_OK) {
        MPI_Comm_rank(mpi_comm, &rank);
        MPI_Comm_size(mpi_comm, &size);
    }
    pthread_mutex_unlock(&mpi_mutex);
    if (status != LS_OK) return status;
    if (size != w->fabric->count)
        return w->calls->fail(
            LS_FAILED_PRECONDITION,
            "MPI sees %d processes, the job has %d: LOCKSTEP_FABRIC=mpi is for jobs that mpirun starts", size,
            w->fabric->count);
    /* Fabrics of one job are told apart by what all its processes know and nobody chose. */
    w->tag = (w->fabric->secret[0] | w->fabric->secret[1] << 8) & 0x7fff;
    w->boxes = calloc((size_t)size, sizeof(*w->boxes));
    w->process_of = calloc((size_t)size, sizeof(*w->process_of));
    w->in = malloc(CHUNK);
    if (!w->boxes || !w->process_of || !w->in) return w->calls->fail(LS_RESOURCE_EXHAUSTED, "no memory for MPI");
    for (int p = 0; p < size; p++) w->boxes[p].rank = w->process_of[p] = -1;
    out->size = sizeof(rank);
    memcpy(out->bytes, &rank, sizeof(rank));
    snprintf(out->text, sizeof(out->text), "MPI, as its rank %d", rank);
    return LS_OK;
}

static ls_status mpi_open(ls_fabric *fabric, const ls_fabric_options *options, void **out_wire, ls_fabric_address *out)
{
    mpi_wire *w = calloc(1, sizeof(*w));
    if (!w) return fabric->calls->fail(LS_RESOURCE_EXHAUSTED, "no memory for MPI");
    w->fabric = fabric;
    w->calls = fabric->calls;
    ls_status status = start(w, out);
    *out_wire = w;
    if (status != LS_OK) free_wire(w);
    return status;
}

/* Only now is it known who is who: what came before waits inside MPI. */
static void mpi_introduce(void *wire, const ls_fabric_address *addresses, const bool *on_this_machine)
{
    mpi_wire *w = wire;
    for (int p = 0; p < w->fabric->count; p++) {
        int rank;
        memcpy(&rank, addresses[p].bytes, sizeof(rank));
        if (rank < 0 || rank >= w->fabric->count) continue;
        w->boxes[p].rank = rank;
        w->process_of[rank] = p;
    }
    w->calls->start_thread(&w->thread, "hosts", run, w);
}

static ls_status mpi_reach(void *wire, int process, ls_deadline deadline)
{
    const mpi_wire *w = wire;
    if (w->boxes[process].rank >= 0 && w->thread) return LS_OK;
    return w->calls->fail(LS_UNAVAILABLE, "it is no process of this MPI job");
}

static void mpi_close(void *wire)
{
    mpi_wire *w = wire;
    for (int p = 0; p < w->fabric->count; p++) {
        ls_frame *frame = p == w->fabric->me ? NULL : calloc(1, sizeof(*frame));
        if (!frame) continue;
        frame->header.kind = LS_FRAME_BYE;
        pthread_mutex_lock(&w->fabric->peers[p].mutex);
        mpi_send(w, p, frame);
        pthread_mutex_unlock(&w->fabric->peers[p].mutex);
    }
    atomic_store(&w->stop_ns, now_ns() + GOODBYE_NS);
    if (w->thread) pthread_join(w->thread, NULL);
    free_wire(w);
}

__attribute__((visibility("default"))) extern const ls_wire_kind ls_mpi_wire;
const ls_wire_kind ls_mpi_wire = {
    .name = "MPI",
    .open = mpi_open,
    .introduce = mpi_introduce,
    .reach = mpi_reach,
    .send = mpi_send,
    .close = mpi_close,
};
