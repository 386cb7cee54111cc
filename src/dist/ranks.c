#include "dist/ranks.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* How many ls_ranks_run are active: a thread without a rank is then a helper, not a program of one rank. */
static _Atomic int running;

struct team {
    ls_process *process;
    const ls_ranks *ranks;
    pthread_mutex_t mutex; /* over the first failure */
    ls_status status;
    char message[4096];
};

typedef struct member {
    struct team *team;
    pthread_t thread;
    int index;
} member;

static void member_fail(struct team *team, int rank, ls_status status, const char *message)
{
    const ls_ranks *ranks = team->ranks;
    if (ranks->on_failure) ranks->on_failure(ranks->owner, rank, status, message);
    pthread_mutex_lock(&team->mutex);
    if (team->status == LS_OK) {
        team->status = status;
        snprintf(team->message, sizeof(team->message), "rank %d: %s", rank, message);
    }
    pthread_mutex_unlock(&team->mutex);
}

/* A cleanup handler for rank functions that end their thread with pthread_exit. */
static void member_vanished(void *arg)
{
    member *self = arg;
    ls_rank_context *context = ls_rank_peek();
    member_fail(self->team, context->rank, LS_ABORTED, "its thread ended before its function returned");
    ls_rank_end(context, "its thread ended before its function returned");
}

static void *member_run(void *arg)
{
    member *self = arg;
    struct team *team = self->team;
    ls_rank_context context;
    ls_rank_begin(&context, team->process, self->index);
    ls_status status;
    pthread_cleanup_push(member_vanished, self);
    status = team->ranks->fn(context.rank, team->ranks->arg);
    pthread_cleanup_pop(0);
    char reason[1024] = "it returned without leaving the group";
    if (status != LS_OK) {
        const char *message = *ls_last_error() ? ls_last_error() : ls_status_name(status);
        snprintf(reason, sizeof(reason), "it failed: %s", message);
        member_fail(team, context.rank, status, message);
    }
    if (team->ranks->out_results) {
        team->ranks->out_results[self->index] = context.result;
        context.result = (ls_bytes){0};
    }
    ls_rank_end(&context, reason);
    return NULL;
}

ls_status ls_ranks_run(ls_process *process, const ls_ranks *ranks)
{
    int count = process->layout.threads, started = 0;
    member *members = calloc((size_t)count, sizeof(*members));
    if (!members) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %d ranks", count);
    struct team team = {.process = process, .ranks = ranks, .mutex = PTHREAD_MUTEX_INITIALIZER};
    atomic_fetch_add(&running, 1);
    for (; started < count; started++) {
        char name[16];
        snprintf(name, sizeof(name), "rank %d", process->layout.process_index * count + started);
        members[started] = (member){.team = &team, .index = started};
        ls_status status = ls_thread_start(&members[started].thread, name, member_run, &members[started]);
        if (status != LS_OK) {
            member_fail(&team, process->layout.process_index * count + started, status, ls_last_error());
            break;
        }
    }
    for (int i = 0; i < started; i++) pthread_join(members[i].thread, NULL);
    atomic_fetch_sub(&running, 1);
    free(members);
    return team.status == LS_OK ? LS_OK : ls_fail(team.status, "%s", team.message);
}

bool ls_ranks_are_running(void)
{
    return atomic_load(&running) > 0;
}

ls_status ls_set_result(const void *data, size_t size)
{
    ls_rank_context *context = ls_rank_peek();
    if (!context) return ls_fail(LS_FAILED_PRECONDITION, "ls_set_result: this thread is not a rank");
    if (size && !data) return ls_fail(LS_INVALID_ARGUMENT, "ls_set_result: no data for %zu bytes", size);
    void *copy = malloc(size ? size : 1);
    if (!copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "ls_set_result: no memory for %zu bytes", size);
    if (size) memcpy(copy, data, size);
    ls_bytes_free(&context->result);
    context->result = (ls_bytes){copy, size};
    return LS_OK;
}
