#include "lazy/cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

#define BUCKETS 4096
#define NEAREST_CANDIDATES 64

typedef struct ls_program_cache {
    ls_monitor monitor; /* over everything here; notified when a compile ends */
    ls_program *buckets[BUCKETS];
    int64_t count, capacity;
    uint64_t clock;
    _Atomic int64_t compiles; /* ls_compile_count: not reset with the metrics */
} ls_program_cache;

struct ls_program_cache *ls_program_cache_create(void)
{
    ls_program_cache *cache = calloc(1, sizeof(*cache));
    LS_ASSERT(cache);
    ls_monitor_init(&cache->monitor);
    if (ls_env_get_int(LS_ENV_LOCKSTEP_CACHE_SIZE, 1024, 1, INT64_MAX, &cache->capacity) != LS_OK) {
        ls_log_write(LS_LOG_WARNING, "%s; using 1024", ls_last_error());
        cache->capacity = 1024;
    }
    return cache;
}

static void program_destroy(ls_program *program)
{
    ls_pjrt_executable_destroy(program->executable);
    free(program->notes);
    free(program->message);
    free(program->key);
    free(program);
}

/* Takes a program out of the cache. It goes once its last user has given it back. */
static void uncache(ls_program_cache *cache, ls_program *program)
{
    ls_program **link = &cache->buckets[program->hash % BUCKETS];
    while (*link != program) link = &(*link)->next_in_bucket;
    *link = program->next_in_bucket;
    program->is_cached = false;
    cache->count--;
    if (!program->refs) program_destroy(program);
}

static void uncache_all(ls_program_cache *cache)
{
    for (size_t b = 0; b < BUCKETS; b++)
        for (ls_program *program = cache->buckets[b], *next; program; program = next) {
            next = program->next_in_bucket;
            if (program->state != LS_PROGRAM_COMPILING) uncache(cache, program);
        }
}

void ls_program_cache_destroy(struct ls_program_cache *cache)
{
    if (!cache) return;
    uncache_all(cache);
    ls_monitor_finish(&cache->monitor);
    free(cache);
}

static void evict(ls_trace *trace, ls_program_cache *cache)
{
    while (cache->count > cache->capacity) {
        ls_program *oldest = NULL;
        for (size_t b = 0; b < BUCKETS; b++)
            for (ls_program *p = cache->buckets[b]; p; p = p->next_in_bucket)
                if (!p->refs && (!oldest || p->last_use < oldest->last_use)) oldest = p;
        if (!oldest) return; /* all in use */
        uncache(cache, oldest);
        ls_metrics_count(&trace->shared->metrics, LS_COUNT_evictions, 1);
    }
}

static ls_program *find(ls_program_cache *cache, const ls_plan *plan, int num_replicas)
{
    for (ls_program *p = cache->buckets[plan->hash % BUCKETS]; p; p = p->next_in_bucket)
        if (p->hash == plan->hash && p->num_replicas == num_replicas && p->key_count == plan->key.count &&
            !memcmp(p->key, plan->key.data, p->key_count * sizeof(*p->key)))
            return p;
    return NULL;
}

static ls_program *insert(ls_program_cache *cache, const ls_plan *plan, int num_replicas)
{
    ls_program *program = calloc(1, sizeof(*program));
    LS_ASSERT(program);
    program->hash = plan->hash;
    program->num_replicas = num_replicas;
    program->key_count = plan->key.count;
    program->key = malloc((plan->key.count + 1) * sizeof(*program->key));
    LS_ASSERT(program->key);
    if (plan->key.count) memcpy(program->key, plan->key.data, plan->key.count * sizeof(*program->key));
    program->is_cached = true;
    program->next_in_bucket = cache->buckets[plan->hash % BUCKETS];
    cache->buckets[plan->hash % BUCKETS] = program;
    cache->count++;
    return program;
}

/* Under the lock: the most alike of the programs used last, as text. */
static void explain(ls_program_cache *cache, const ls_program *program, char *out, size_t size)
{
    const ls_program *nearest = NULL;
    double best = -1;
    for (size_t b = 0; b < BUCKETS; b++)
        for (const ls_program *p = cache->buckets[b]; p; p = p->next_in_bucket) {
            if (p == program || p->state != LS_PROGRAM_READY || p->last_use + NEAREST_CANDIDATES < cache->clock)
                continue;
            double likeness = ls_program_likeness(program, p);
            if (likeness > best) best = likeness, nearest = p;
        }
    if (nearest)
        ls_program_explain(program, nearest, out, size);
    else
        strncpy(out, "the first program", size - 1);
}

static ls_status compile(ls_trace *trace, const ls_plan *plan, ls_program *program)
{
    ls_pjrt_client *client;
    LS_TRY(ls_rank_client(trace->context, &client));
    int *device_ids = NULL;
    char *text = NULL;
    size_t size = 0;
    ls_status status = LS_OK;
    if (plan->collectives) {
        int count = ls_pjrt_client_device_count(client);
        device_ids = calloc((size_t)count + 1, sizeof(*device_ids));
        LS_ASSERT(device_ids);
        if (count < program->num_replicas)
            LS_TRY_GOTO(ls_fail(LS_FAILED_PRECONDITION, "%d ranks, but the device plugin has %d devices",
                                program->num_replicas, count),
                        out);
        LS_TRY_GOTO(ls_pjrt_client_device_ids(client, device_ids), out);
    }
    LS_TRY_GOTO(ls_plan_lower(plan, program->num_replicas, &text, &size), out);
    ls_log_write(LS_LOG_DEBUG, "compiling\n%.*s", (int)size, text);
    status = ls_pjrt_compile(
        client, text, size, &(ls_pjrt_compile_options){.num_replicas = program->num_replicas, .device_ids = device_ids},
        &program->executable);
out:
    free(text);
    free(device_ids);
    return status;
}

/* Compiles outside the lock, with the program marked so that others wait. */
static void compile_for_all(ls_trace *trace, const ls_plan *plan, ls_program_cache *cache, ls_program *program)
{
    ls_program_note_plan(program, plan);
    int64_t start = ls_now_ns();
    ls_status status = compile(trace, plan, program);
    int64_t ns = ls_now_ns() - start;
    char why[768] = "";
    ls_monitor_lock(&cache->monitor);
    program->status = status;
    program->state = status == LS_OK ? LS_PROGRAM_READY : LS_PROGRAM_FAILED;
    if (status != LS_OK)
        program->message = strdup(ls_last_error());
    else if (ls_log_enabled(LS_LOG_INFO))
        explain(cache, program, why, sizeof why);
    ls_monitor_notify(&cache->monitor);
    ls_monitor_unlock(&cache->monitor);
    if (status != LS_OK) return;
    int64_t number = ++cache->compiles;
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_compiles, 1);
    ls_metrics_time(&trace->shared->metrics, LS_TIME_compile, ns);
    ls_log_write(LS_LOG_INFO, "compile %" PRId64 ": %zu ops, %zu inputs, %zu outputs, %.1f ms; %s", number,
                 plan->ops.count, plan->inputs.count, plan->outputs.count, (double)ns / 1e6, why);
}

ls_status ls_program_get(ls_trace *trace, const ls_plan *plan, ls_program **out_program, int64_t *out_compiling_ns)
{
    ls_program_cache *cache = trace->shared->programs;
    int num_replicas = plan->collectives ? trace->context->world_size : 1;
    *out_compiling_ns = 0;
    ls_monitor_lock(&cache->monitor);
    ls_program *program = find(cache, plan, num_replicas);
    bool is_new = !program;
    if (is_new)
        program = insert(cache, plan, num_replicas);
    else
        ls_metrics_count(&trace->shared->metrics, LS_COUNT_cache_hits, 1);
    program->refs++;
    program->last_use = ++cache->clock;
    if (program->state == LS_PROGRAM_COMPILING) {
        int64_t start = ls_now_ns();
        if (is_new) {
            evict(trace, cache);
            ls_monitor_unlock(&cache->monitor);
            compile_for_all(trace, plan, cache, program);
            ls_monitor_lock(&cache->monitor);
        }
        while (program->state == LS_PROGRAM_COMPILING) ls_monitor_wait(&cache->monitor, ls_deadline_in_ms(0));
        *out_compiling_ns = ls_now_ns() - start;
    }
    ls_status status = program->status;
    if (status != LS_OK) {
        ls_fail(status, "%s", program->message ? program->message : "compiling failed");
        if (program->is_cached) {
            program->refs--;
            uncache(cache, program); /* others that wait for it still hold it */
        } else if (!--program->refs)
            program_destroy(program);
        program = NULL;
    }
    ls_monitor_unlock(&cache->monitor);
    *out_program = program;
    return status;
}

void ls_program_release(ls_trace *trace, ls_program *program)
{
    ls_program_cache *cache = trace->shared->programs;
    ls_monitor_lock(&cache->monitor);
    bool gone = !--program->refs && !program->is_cached;
    ls_monitor_unlock(&cache->monitor);
    if (gone) program_destroy(program);
}

/* --- Public ------------------------------------------------------------------------------------------------- */

int64_t ls_compile_count(void)
{
    ls_trace *trace = ls_trace_current();
    return trace ? atomic_load(&trace->shared->programs->compiles) : 0;
}

int64_t ls_cache_size(void)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return 0;
    ls_monitor_lock(&trace->shared->programs->monitor);
    int64_t count = trace->shared->programs->count;
    ls_monitor_unlock(&trace->shared->programs->monitor);
    return count;
}

void ls_clear_cache(void)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return;
    ls_monitor_lock(&trace->shared->programs->monitor);
    uncache_all(trace->shared->programs);
    ls_monitor_unlock(&trace->shared->programs->monitor);
}
