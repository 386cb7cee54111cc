#include "dist/ranks.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dist/error_file.h"
#include "dist/process.h"

/* Rank threads that are alive: a thread without a rank is then a helper, not a program of one rank. */
static _Atomic int running;

typedef struct member {
    struct team *team;
    pthread_t thread;
    int index;
    bool has_ended;
    ls_bytes result;
} member;

/* On the heap: it stays if a member is left behind. */
struct team {
    ls_process *process;
    ls_ranks ranks;
    ls_monitor monitor; /* over the fields below and the members' */
    int started, ended;
    ls_status status; /* of the first that failed */
    char message[4096];
    member members[];
};

static int member_rank(const member *self)
{
    return ls_process_first_rank(self->team->process) + self->index;
}

static void member_fail(member *self, ls_status status, const char *message)
{
    struct team *team = self->team;
    if (team->ranks.on_failure) team->ranks.on_failure(team->ranks.owner, member_rank(self), status, message);
    ls_monitor_lock(&team->monitor);
    if (team->status == LS_OK) {
        if (team->process->layout.is_launched) ls_error_file_write(member_rank(self), message);
        team->status = status;
        snprintf(team->message, sizeof(team->message), "rank %d: %s", member_rank(self), message);
    }
    ls_monitor_notify(&team->monitor);
    ls_monitor_unlock(&team->monitor);
}

/* The last that a rank does: the team may be freed from here on. */
static void member_end(member *self, const char *reason)
{
    ls_rank_context *context = ls_rank_peek();
    self->result = context->result;
    context->result = (ls_bytes){0};
    ls_rank_end(context, reason);
    atomic_fetch_sub(&running, 1);
    ls_monitor_lock(&self->team->monitor);
    self->has_ended = true;
    self->team->ended++;
    ls_monitor_notify(&self->team->monitor);
    ls_monitor_unlock(&self->team->monitor);
}

/* A cleanup handler for rank functions that end their thread with pthread_exit. */
static void member_vanished(void *arg)
{
    static const char reason[] = "its thread ended before its function returned";
    member_fail(arg, LS_ABORTED, reason);
    member_end(arg, reason);
}

static void *member_run(void *arg)
{
    member *self = arg;
    const ls_ranks *ranks = &self->team->ranks;
    ls_rank_context context;
    ls_rank_begin(&context, self->team->process, self->index);
    ls_status status;
    pthread_cleanup_push(member_vanished, self);
    status = ranks->fn(context.rank, ranks->arg);
    pthread_cleanup_pop(0);
    char reason[1024] = "it returned without leaving the group";
    if (status != LS_OK) {
        const char *message = *ls_last_error() ? ls_last_error() : ls_status_name(status);
        snprintf(reason, sizeof(reason), "it failed: %s", message);
        member_fail(self, status, message);
    }
    member_end(self, reason);
    return NULL;
}

static void team_start(struct team *team)
{
    for (int i = 0; i < team->process->layout.threads; i++) {
        member *self = &team->members[i];
        char name[16];
        *self = (member){.team = team, .index = i};
        snprintf(name, sizeof(name), "rank %d", member_rank(self));
        atomic_fetch_add(&running, 1);
        ls_status status = ls_thread_start(&self->thread, name, member_run, self);
        if (status != LS_OK) {
            atomic_fetch_sub(&running, 1);
            member_fail(self, status, ls_last_error());
            return;
        }
        team->started++;
    }
}

/* Until all have ended or, once one has failed, the grace time has passed: a thread cannot be ended by force. */
static void team_wait(struct team *team)
{
    ls_deadline end = {INT64_MAX};
    ls_monitor_lock(&team->monitor);
    while (team->ended < team->started) {
        if (team->status != LS_OK && end.at_ns == INT64_MAX) end = ls_deadline_in_ms(team->ranks.grace_ms);
        if (!ls_monitor_wait(&team->monitor, end) && ls_deadline_passed(end)) break;
    }
    size_t used = strlen(team->message);
    for (int i = 0; i < team->started; i++)
        if (!team->members[i].has_ended && used < sizeof(team->message))
            used += (size_t)snprintf(team->message + used, sizeof(team->message) - used,
                                     "; rank %d did not end within %lld ms and was left behind",
                                     member_rank(&team->members[i]), (long long)team->ranks.grace_ms);
    ls_monitor_unlock(&team->monitor);
}

/* Joins who has ended and takes their results. False if somebody is left behind. */
static bool team_gather(struct team *team)
{
    bool is_complete = true;
    for (int i = 0; i < team->started; i++) {
        member *self = &team->members[i];
        ls_monitor_lock(&team->monitor);
        bool has_ended = self->has_ended;
        ls_monitor_unlock(&team->monitor);
        if (!has_ended) {
            pthread_detach(self->thread);
            is_complete = false;
            continue;
        }
        pthread_join(self->thread, NULL);
        if (team->ranks.out_results)
            team->ranks.out_results[i] = self->result;
        else
            ls_bytes_free(&self->result);
    }
    return is_complete;
}

ls_status ls_ranks_run(ls_process *process, const ls_ranks *ranks)
{
    size_t members = (size_t)process->layout.threads * sizeof(member);
    struct team *team = calloc(1, sizeof(*team) + members);
    if (!team) {
        ls_process_destroy(process);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for %d ranks", process->layout.threads);
    }
    team->process = process;
    team->ranks = *ranks;
    ls_monitor_init(&team->monitor);
    team_start(team);
    team_wait(team);
    bool is_complete = team_gather(team);
    if (is_complete) ls_process_destroy(process); /* before the message is set, which it may change */
    ls_status status = team->status == LS_OK ? LS_OK : ls_fail(team->status, "%s", team->message);
    if (is_complete) {
        ls_monitor_finish(&team->monitor);
        free(team);
    }
    return status;
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
