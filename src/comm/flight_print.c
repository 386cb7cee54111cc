/* The flight record for people and for programs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/json.h"
#include "base/log.h"
#include "comm/domain.h"
#include "comm/flight.h"
#include "comm/ops.h"
#include "comm/reduce.h"

#define LOGGED 8 /* operations in the log */

/* An entry as it was at one moment. */
typedef struct event {
    uint64_t sequence, bytes, tag, key;
    uint32_t kind, reduce;
    ls_dtype dtype;
    int32_t peer;
    bool has_ended;
    int64_t started_ns, ended_ns;
    const ls_group *group; /* NULL: closed, its key is `key` */
    char label[LS_FLIGHT_LABEL];
} event;

/* While it is in use, the control memory's lock is held. */
typedef struct record {
    ls_comm_domain *domain;
    int rank;
    int64_t now_ns;
    LS_VEC(event) events; /* the oldest first, LS_FLIGHT_OPS at most */
    int *missing;         /* room for all ranks */
} record;

/* --- Reading ------------------------------------------------------------------------------------------------ */

#define GET(word) atomic_load_explicit(&(word), memory_order_acquire)

/* False if there is none, or it is being written. */
static bool read_entry(ls_flight_entry *entry, event *out)
{
    uint64_t number = GET(entry->number), what = GET(entry->what), label[LS_FLIGHT_LABEL / 8];
    if (!number) return false;
    *out = (event){.sequence = number,
                   .bytes = GET(entry->bytes),
                   .tag = GET(entry->tag),
                   .key = GET(entry->group),
                   .kind = what & 0xff,
                   .dtype = (ls_dtype)(what >> 8 & 0xff),
                   .reduce = what >> 16 & 0xff,
                   .peer = (int32_t)(what >> 32)};
    for (size_t i = 0; i < LS_FLIGHT_LABEL / 8; i++) label[i] = GET(entry->label[i]);
    if (label[0]) memcpy(out->label, label, sizeof(label)); /* else the rest is of an older one */
    uint64_t started = GET(entry->started), ended = GET(entry->ended);
    out->started_ns = (int64_t)started;
    out->has_ended = ended;
    out->ended_ns = ended > 1 ? (int64_t)ended : out->started_ns;
    return GET(entry->number) == number && out->kind < LS_FLIGHT_KINDS;
}

static void read_ring(record *r, ls_flight_ring *ring, const ls_group *group)
{
    for (int i = 0; i < LS_FLIGHT_OPS; i++) {
        event e, *place;
        if (!read_entry(&ring->entries[i], &e) || !(place = ls_vec_push(&r->events))) continue;
        e.group = group;
        if (group) e.key = group->key;
        *place = e;
    }
}

static int by_time(const void *a, const void *b)
{
    const event *left = a, *right = b;
    if (left->started_ns != right->started_ns) return left->started_ns < right->started_ns ? -1 : 1;
    return left->sequence < right->sequence ? -1 : left->sequence > right->sequence;
}

static void read_groups(record *r)
{
    ls_control *control = r->domain->control;
    for (uint64_t offset = control->first_group; offset;) {
        ls_group *group = LS_AT(control, offset);
        ls_member *members = LS_AT(group, group->members);
        for (uint32_t i = 0; i < group->count; i++)
            if (group->ranks[i] == r->rank && atomic_load(&members[i].state) == LS_MEMBER_OPEN) {
                read_ring(r, &members[i].flight, group);
                read_ring(r, &members[i].letters, group);
            }
        offset = group->next;
    }
}

static void record_begin(record *r, ls_comm_domain *domain, int rank)
{
    *r = (record){.domain = domain, .rank = rank, .now_ns = ls_now_ns()};
    r->missing = calloc((size_t)domain->num_ranks, sizeof(*r->missing));
    ls_control_lock(domain->control);
    read_ring(r, ls_control_archive(domain->control, rank), NULL);
    read_groups(r);
    if (!r->events.count) return;
    qsort(r->events.data, r->events.count, sizeof(event), by_time);
    if (r->events.count <= LS_FLIGHT_OPS) return;
    size_t older = r->events.count - LS_FLIGHT_OPS;
    memmove(r->events.data, r->events.data + older, LS_FLIGHT_OPS * sizeof(event));
    r->events.count = LS_FLIGHT_OPS;
}

static void record_end(record *r)
{
    ls_control_unlock(r->domain->control);
    ls_vec_finish(&r->events);
    free(r->missing);
}

/* --- What is known beyond the entry -------------------------------------------------------------------------- */

static const char *kind_name(const event *e)
{
    return e->kind == LS_FLIGHT_SEND ? "send" : e->kind == LS_FLIGHT_RECEIVE ? "recv" : ls_op_table[e->kind].name;
}

static bool is_message(const event *e)
{
    return e->kind > LS_COMM_BARRIER;
}

/* The global rank at the other end or, of a group that is closed, the group rank; −1 for anybody. */
static int peer_of(const event *e)
{
    return e->group && e->peer >= 0 ? e->group->ranks[e->peer] : e->peer;
}

/* The ranks that an operation waits for: those who have not come or, if all have, those who are not done. */
static int find_missing(const event *e, int *out_ranks)
{
    const ls_group *group = e->group;
    if (!group || !out_ranks) return 0;
    if (is_message(e)) {
        if (e->peer >= 0) *out_ranks = group->ranks[e->peer];
        return e->peer >= 0;
    }
    ls_member *members = LS_AT(group, group->members); /* only read */
    uint32_t sequence = (uint32_t)e->sequence;
    int missing = 0;
    for (int look_for_done = 0; look_for_done < 2 && !missing; look_for_done++)
        for (uint32_t i = 0; i < group->count; i++) {
            uint32_t at = look_for_done ? atomic_load(&members[i].finished)
                                        : atomic_load(&members[i].slots[sequence % LS_RING].sequence);
            if ((int32_t)(at - sequence) < 0) out_ranks[missing++] = group->ranks[i];
        }
    return missing;
}

static void print_ranks(FILE *out, const int *ranks, int count)
{
    for (int i = 0; i < count; i++) fprintf(out, i ? ", %d" : "%d", ranks[i]);
}

/* --- Text --------------------------------------------------------------------------------------------------- */

static void print_time(FILE *out, int64_t ns)
{
    double us = 1e-3 * (double)ns;
    if (us < 1000)
        fprintf(out, "%.1f us", us);
    else if (us < 1e6)
        fprintf(out, "%.1f ms", 1e-3 * us);
    else
        fprintf(out, "%.2f s", 1e-6 * us);
}

static void print_group(FILE *out, const record *r, const ls_group *group)
{
    if (!group) {
        fputs("a group that is closed", out);
    } else if ((int)group->count == r->domain->num_ranks) {
        fputs("the world", out);
    } else {
        fputs("ranks ", out);
        print_ranks(out, group->ranks, (int)group->count);
    }
}

static void print_event(FILE *out, const record *r, const event *e)
{
    fprintf(out, "  %s", kind_name(e));
    if (!is_message(e) && ls_op_table[e->kind].is_reducing)
        fprintf(out, " %s", ls_reduce_name((ls_comm_reduce)e->reduce));
    fprintf(out, " #%" PRIu64, e->sequence);
    if (*e->label && strcmp(e->label, kind_name(e))) fprintf(out, " (%s)", e->label);
    fprintf(out, " of %" PRIu64 " bytes of %s", e->bytes, ls_dtype_name(e->dtype));
    if (is_message(e) && e->peer < 0)
        fputs(" from any rank", out);
    else if (is_message(e))
        fprintf(out, " %s rank %d", e->kind == LS_FLIGHT_SEND ? "to" : "from", peer_of(e));
    else if (ls_op_table[e->kind].is_rooted)
        fprintf(out, ", root %d", peer_of(e));
    if (e->tag) fprintf(out, ", tag %" PRIx64, e->tag);
    fputs(", ", out);
    print_group(out, r, e->group);
    fputs(": began ", out);
    print_time(out, r->now_ns - e->started_ns);
    fputs(" ago", out);
    if (e->ended_ns > e->started_ns) {
        fputs(", took ", out);
        print_time(out, e->ended_ns - e->started_ns);
    }
    if (!e->has_ended) {
        fputs(", NOT ENDED", out);
        int count = find_missing(e, r->missing);
        if (count) {
            fputs(", waiting for ranks ", out);
            print_ranks(out, r->missing, count);
        }
    }
    fputc('\n', out);
}

static char *print_text(const record *r, size_t most, const char *failure, size_t *out_size)
{
    char *text = NULL, name[LS_RANK_NAME_BYTES];
    FILE *out = open_memstream(&text, out_size);
    if (!out) return NULL;
    size_t first = r->events.count > most ? r->events.count - most : 0;
    fprintf(out, "flight record of %s, its last %zu operations:\n",
            ls_domain_name_rank(r->domain, r->rank, name, sizeof(name)), r->events.count - first);
    if (failure) fprintf(out, "  failure: %s\n", failure);
    for (size_t i = first; i < r->events.count; i++) print_event(out, r, &r->events.data[i]);
    fclose(out);
    return text;
}

char *ls_flight_text(ls_comm_domain *domain, int rank, const char *failure, size_t *out_size)
{
    record r;
    record_begin(&r, domain, rank);
    char *text = print_text(&r, LS_FLIGHT_OPS, failure, out_size);
    record_end(&r);
    return text;
}

/* --- JSON --------------------------------------------------------------------------------------------------- */

static void print_rank_list(FILE *out, const char *name, const int *ranks, int count)
{
    fprintf(out, ", \"%s\": [", name);
    print_ranks(out, ranks, count);
    fputc(']', out);
}

/* Names as in PyTorch's flight recorder where it has them; times since 1970, as there. */
static void print_entry(FILE *out, const record *r, const event *e, int64_t epoch_ns)
{
    fprintf(out, "{\"profiling_name\": \"lockstep:%s\", \"%s\": %" PRIu64, kind_name(e),
            is_message(e) ? "p2p_seq_id" : "collective_seq_id", e->sequence);
    fprintf(out, ", \"is_p2p\": %s, \"bytes\": %" PRIu64 ", \"dtype\": \"%s\"", is_message(e) ? "true" : "false",
            e->bytes, ls_dtype_name(e->dtype));
    if (!is_message(e) && ls_op_table[e->kind].is_reducing)
        fprintf(out, ", \"reduce\": \"%s\"", ls_reduce_name((ls_comm_reduce)e->reduce));
    if (is_message(e) || ls_op_table[e->kind].is_rooted)
        fprintf(out, ", \"%s\": %d", is_message(e) ? "peer" : "root", peer_of(e));
    fprintf(out, ", \"tag\": \"%" PRIx64 "\", \"label\": ", e->tag);
    ls_json_put_string(out, e->label);
    fprintf(out, ", \"state\": \"%s\", \"time_created_ns\": %" PRId64, e->has_ended ? "completed" : "started",
            epoch_ns + e->started_ns);
    if (e->has_ended)
        fprintf(out, ", \"time_discovered_completed_ns\": %" PRId64 ", \"duration_ms\": %.6f", epoch_ns + e->ended_ns,
                1e-6 * (double)(e->ended_ns - e->started_ns));
    fprintf(out, ", \"group\": \"%" PRIx64 "\"", e->key);
    if (e->group) print_rank_list(out, "group_ranks", e->group->ranks, (int)e->group->count);
    if (!e->has_ended) print_rank_list(out, "waiting_for", r->missing, find_missing(e, r->missing));
    fputc('}', out);
}

static void print_json(FILE *out, const record *r, const char *failure)
{
    struct timespec epoch;
    clock_gettime(CLOCK_REALTIME, &epoch);
    int64_t epoch_ns = epoch.tv_sec * INT64_C(1000000000) + epoch.tv_nsec - ls_now_ns();
    fprintf(out, "{\"version\": \"1\", \"rank\": %d, \"world_size\": %d", r->rank, r->domain->num_ranks);
    if (failure) {
        fputs(", \"failure\": ", out);
        ls_json_put_string(out, failure);
    }
    fputs(", \"entries\": [", out);
    for (size_t i = 0; i < r->events.count; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        print_entry(out, r, &r->events.data[i], epoch_ns);
    }
    fputs("\n]}\n", out);
}

char *ls_flight_json(ls_comm_domain *domain, int rank, const char *failure, size_t *out_size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, out_size);
    if (!out) return NULL;
    record r;
    record_begin(&r, domain, rank);
    print_json(out, &r, failure);
    record_end(&r);
    fclose(out);
    return text;
}

/* --- After a failure ----------------------------------------------------------------------------------------- */

struct ls_flight_dump {
    const char *prefix, *name;
    int count;
    struct pages {
        char *text, *json;
        size_t text_size, json_size;
    } pages[]; /* by rank */
};

static void write_file(const ls_flight_dump *dump, int rank, const char *kind, const char *text, size_t size)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s%d%s%s", dump->prefix, rank, dump->name, kind);
    FILE *file = text ? fopen(path, "we") : NULL;
    bool was_written = file && fwrite(text, 1, size, file) == size;
    if (file && fclose(file)) was_written = false;
    if (!was_written) ls_log_write(LS_LOG_WARNING, "cannot write the flight record %s", path);
}

static void take_rank(ls_comm_domain *domain, int rank, const char *failure, bool is_for_log, struct pages *out)
{
    if (!is_for_log) {
        out->text = ls_flight_text(domain, rank, failure, &out->text_size);
        out->json = ls_flight_json(domain, rank, failure, &out->json_size);
        return;
    }
    record r;
    record_begin(&r, domain, rank);
    if (r.events.count) out->text = print_text(&r, LOGGED, NULL, &out->text_size);
    record_end(&r);
}

ls_flight_dump *ls_flight_dump_take(ls_comm_domain *domain, const char *failure)
{
    const char *prefix = ls_env_get(LS_ENV_LOCKSTEP_FLIGHT_RECORD);
    if (!prefix && !ls_log_enabled(LS_LOG_INFO)) return NULL;
    ls_flight_dump *dump = calloc(1, sizeof(*dump) + sizeof(dump->pages[0]) * (size_t)domain->num_ranks);
    if (!dump) return NULL;
    *dump = (ls_flight_dump){.prefix = prefix, .name = domain->name, .count = domain->num_ranks};
    for (int rank = 0; rank < dump->count; rank++) take_rank(domain, rank, failure, !prefix, &dump->pages[rank]);
    return dump;
}

void ls_flight_dump_write(ls_flight_dump *dump)
{
    for (int rank = 0; dump && rank < dump->count; rank++) {
        struct pages *pages = &dump->pages[rank];
        if (dump->prefix) {
            write_file(dump, rank, ".txt", pages->text, pages->text_size);
            write_file(dump, rank, ".json", pages->json, pages->json_size);
        } else if (pages->text) {
            ls_log_write(LS_LOG_INFO, "%.*s", (int)pages->text_size - 1, pages->text);
        }
        free(pages->text);
        free(pages->json);
    }
    free(dump);
}
