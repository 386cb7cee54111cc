#include "dist/world.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/log.h"
#include "dist/devices.h"
#include "dist/group.h"
#include "dist/meeting.h"
#include "dist/process.h"
#include "dist/ranks.h"

static _Thread_local ls_rank_context *current;
static _Thread_local ls_rank_context *attached; /* the rank that this thread acts for without being it */

/* --- Beginning and ending ------------------------------------------------------------------------------------ */

static void place(ls_rank_context *context, const ls_layout *layout)
{
    context->process_index = layout->process_index;
    context->process_count = layout->process_count;
    context->rank = layout->process_index * layout->threads + context->thread;
    context->world_size = layout->process_count * layout->threads;
    context->local_rank = layout->local_index * layout->threads + context->thread;
    context->local_world_size = layout->local_count * layout->threads;
    ls_log_set_rank(context->rank);
}

void ls_rank_place(ls_rank_context *context)
{
    ls_monitor_lock(&context->process->meetings_monitor);
    place(context, &context->process->layout);
    ls_monitor_unlock(&context->process->meetings_monitor);
}

void ls_rank_begin(ls_rank_context *context, ls_process *process, int thread)
{
    *context = (ls_rank_context){.process = process, .thread = thread, .timeout_ms = LS_DEFAULT_TIMEOUT_MS};
    place(context, &process->born); /* another thread may be in init_process_group already */
    current = context;
}

void ls_rank_end(ls_rank_context *context, const char *reason)
{
    /* First of all, as what follows may wait for device work that needs the peers. */
    if (context->meeting) {
        ls_comm_domain_mark_dead(ls_meeting_domain(context->meeting), context->rank, reason);
        /* Its replicas wait in a program. Plugins that cannot be told find out at their deadline. */
        if (context->device) ls_pjrt_device_abandon(context->process->client, context->device, reason);
    }
    ls_groups_abandon(context, reason);
    ls_monitor_lock(&context->helpers_monitor);
    while (context->helpers) ls_monitor_wait(&context->helpers_monitor, (ls_deadline){INT64_MAX});
    ls_monitor_unlock(&context->helpers_monitor);
    if (context->lazy_destroy) context->lazy_destroy(context->lazy);
    ls_groups_finish(context);
    ls_bytes_free(&context->result);
    ls_vec_finish(&context->factors);
    ls_monitor_finish(&context->helpers_monitor);
    ls_log_set_rank(-1);
    current = NULL;
}

/* --- Threads that act for a rank ------------------------------------------------------------------------------ */

ls_rank_token ls_rank_share(void)
{
    return (ls_rank_token){current};
}

ls_status ls_rank_attach(ls_rank_token token)
{
    ls_rank_context *context = token.rank;
    if (!context) return ls_fail(LS_INVALID_ARGUMENT, "ls_rank_attach: the token is of no rank");
    if (current || attached)
        return ls_fail(LS_FAILED_PRECONDITION, "ls_rank_attach: this thread is, or acts for, rank %d already",
                       (current ? current : attached)->rank);
    ls_monitor_lock(&context->helpers_monitor);
    context->helpers++;
    ls_monitor_unlock(&context->helpers_monitor);
    attached = context;
    ls_log_set_rank(context->rank);
    return LS_OK;
}

void ls_rank_detach(void)
{
    ls_rank_context *context = attached;
    if (!context) return;
    attached = NULL;
    ls_log_set_rank(-1);
    ls_monitor_lock(&context->helpers_monitor);
    context->helpers--;
    ls_monitor_notify(&context->helpers_monitor);
    ls_monitor_unlock(&context->helpers_monitor);
}

ls_rank_context *ls_rank_acting(void)
{
    return current ? current : attached;
}

/* --- Programs that never spawned ----------------------------------------------------------------------------- */

/* A thread's own process of one rank, until the thread or the program ends. */
typedef struct implicit_rank {
    ls_process process;
    ls_rank_context context;
} implicit_rank;

static pthread_key_t implicit_key;

static void implicit_end(void *arg)
{
    implicit_rank *implicit = arg;
    if (ls_process_check_fork(&implicit->process) != LS_OK) return;
    current = &implicit->context;
    ls_rank_end(&implicit->context, "its thread ended");
    ls_process_finish(&implicit->process);
    free(implicit);
}

/* Thread-specific data of the thread that calls exit() gets no destructor. What belongs to another plugin than ours is
 * left to the system: its library's own exit handlers may have run before this one, as LLVM's in XLA have, and then
 * destroying a program there never returns. */
static void implicit_end_at_exit(void)
{
    implicit_rank *implicit = pthread_getspecific(implicit_key);
    if (!implicit || !ls_device_is_cpu()) return;
    pthread_setspecific(implicit_key, NULL);
    implicit_end(implicit);
}

/* A program may fork before it has touched a device: its child is a program of its own. */
static void implicit_forget(void)
{
    implicit_rank *implicit = pthread_getspecific(implicit_key);
    if (!implicit || ls_process_live_clients()) return;
    pthread_setspecific(implicit_key, NULL);
    current = NULL;
}

static void implicit_prepare(void)
{
    pthread_key_create(&implicit_key, implicit_end);
    pthread_atfork(NULL, NULL, implicit_forget);
    atexit(implicit_end_at_exit);
}

static ls_status implicit_begin(void)
{
    if (ls_ranks_are_running())
        return ls_fail(LS_FAILED_PRECONDITION,
                       "this thread is not a rank: while ls_spawn runs, only the threads that it "
                       "started have tensors, groups and a device");
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, implicit_prepare);
    implicit_rank *implicit = calloc(1, sizeof(*implicit));
    if (!implicit) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_process_init(&implicit->process, &LS_LAYOUT_SINGLE);
    ls_rank_begin(&implicit->context, &implicit->process, 0);
    ls_log_set_rank(-1);
    pthread_setspecific(implicit_key, implicit);
    return LS_OK;
}

ls_status ls_rank_current(ls_rank_context **out_context)
{
    *out_context = NULL;
    if (!ls_rank_acting()) LS_TRY(implicit_begin());
    *out_context = ls_rank_acting();
    return LS_OK;
}

ls_rank_context *ls_rank_peek(void)
{
    return current;
}

/* --- Who am I ------------------------------------------------------------------------------------------------ */

/* The calling thread's context without its errors: these functions say −1 instead. */
static const ls_rank_context *me(void)
{
    ls_rank_context *context;
    return ls_rank_current(&context) == LS_OK ? context : NULL;
}

bool ls_is_initialized(void)
{
    const ls_rank_context *context = ls_rank_acting();
    return context && context->is_initialized;
}

int ls_local_rank(void)
{
    const ls_rank_context *context = me();
    return context ? context->local_rank : -1;
}

int ls_local_world_size(void)
{
    const ls_rank_context *context = me();
    return context ? context->local_world_size : -1;
}

int ls_process_index(void)
{
    const ls_rank_context *context = me();
    return context ? context->process_index : -1;
}

int ls_process_count(void)
{
    const ls_rank_context *context = me();
    return context ? context->process_count : -1;
}

int ls_device_ordinal(void)
{
    const ls_rank_context *context = me();
    if (!context) return -1;
    return context->device ? ls_pjrt_device_id(context->device) : context->rank;
}

const char *ls_device_name(void)
{
    ls_rank_context *context;
    ls_pjrt_client *client;
    if (ls_rank_current(&context) != LS_OK || ls_rank_client(context, &client) != LS_OK) return "";
    if (!*context->device_name)
        snprintf(context->device_name, sizeof(context->device_name), "%s:%d", ls_pjrt_client_platform(client),
                 ls_pjrt_device_id(context->device));
    return context->device_name;
}

void ls_bytes_free(ls_bytes *bytes)
{
    if (!bytes) return;
    free(bytes->data);
    *bytes = (ls_bytes){0};
}
