/* Init methods: where rank, world size and store come from. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "dist/group.h"
#include "dist/launcher.h"
#include "dist/meeting.h"
#include "dist/process.h"
#include "dist/ranks.h"

/* --- What a method is given ----------------------------------------------------------------------------------- */

/* A method's address, taken apart: "tcp://[::1]:29500?rank=0&world_size=2". −1: not said, as in the options where
 * world_size is 0. */
typedef struct address {
    char path[256]; /* what stands between the scheme and "?" */
    int rank, world_size;
} address;

static ls_status parse_number(const char *url, const char *text, size_t length, int *out_number)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end != text + length || !length || number < 0 || number > INT_MAX)
        return ls_fail(LS_INVALID_ARGUMENT, "\"%.*s\" in \"%s\" is not a number", (int)length, text, url);
    *out_number = (int)number;
    return LS_OK;
}

static ls_status parse_address(const char *url, const ls_init_options *options, address *out)
{
    const char *path = strstr(url, "://") + 3;
    size_t length = strcspn(path, "?");
    if (length >= sizeof(out->path)) return ls_fail(LS_INVALID_ARGUMENT, "the init method \"%s\" is too long", url);
    *out = (address){.rank = -1, .world_size = -1};
    memcpy(out->path, path, length);
    if (options->world_size > 0) {
        out->rank = options->rank;
        out->world_size = options->world_size;
    }
    for (const char *at = path + length; *at;) {
        size_t word = strcspn(++at, "&");
        if (!strncmp(at, "rank=", 5))
            LS_TRY(parse_number(url, at + 5, word - 5, &out->rank));
        else if (!strncmp(at, "world_size=", 11))
            LS_TRY(parse_number(url, at + 11, word - 11, &out->world_size));
        else
            return ls_fail(LS_INVALID_ARGUMENT, "\"%.*s\" in \"%s\" is neither rank= nor world_size=", (int)word, at,
                           url);
        at += word;
    }
    return LS_OK;
}

/* "host:port", "[::1]:port". */
static ls_status parse_host(const char *url, const char *path, ls_place *out)
{
    const char *colon = strrchr(path, ':'), *host = path;
    size_t length = colon ? (size_t)(colon - path) : 0;
    if (length > 2 && path[0] == '[' && path[length - 1] == ']') {
        host++;
        length -= 2;
    } else if (memchr(path, ':', length)) {
        length = 0;
    }
    if (!length)
        return ls_fail(LS_INVALID_ARGUMENT, "\"%s\" is not tcp://host:port?rank=R&world_size=N, nor tcp://[IPv6]:port",
                       url);
    LS_TRY(parse_number(url, colon + 1, strlen(colon + 1), &out->port));
    if (out->port < 1 || out->port > 65535)
        return ls_fail(LS_INVALID_ARGUMENT, "port %d in \"%s\" is not from 1 to 65535", out->port, url);
    out->kind = LS_PLACE_TCP;
    memcpy(out->address, host, length);
    return LS_OK;
}

/* --- Methods -------------------------------------------------------------------------------------------------- */

/* Becomes the process that a launcher has started. */
static ls_status become_launched(ls_process *process, const ls_launcher *launcher)
{
    bool knows_local = launcher->local_count > 0;
    ls_process_number number = {launcher->process_index, launcher->process_count,
                                knows_local ? launcher->local_index : launcher->process_index,
                                knows_local ? launcher->local_count : launcher->process_count,
                                launcher->local_count == launcher->process_count};
    return ls_process_become(process, &number, NULL);
}

/* The runtime's rank and world size: those of spawn, or of a launcher, or one rank. */
static ls_status place_pjrt(ls_process *process, const char *url, const ls_init_options *options)
{
    if (ls_ranks_are_running()) return LS_OK;
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect(&launcher));
    return launcher.name ? become_launched(process, &launcher) : LS_OK;
}

/* As torch.distributed: MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE; the last two may be options instead. */
static ls_status place_env(ls_process *process, const char *url, const ls_init_options *options)
{
    if (ls_ranks_are_running()) return LS_OK;
    ls_launcher launcher = {0};
    if (options->world_size < 1) LS_TRY(ls_launcher_detect(&launcher));
    if (options->world_size >= 1)
        launcher = (ls_launcher){.process_index = options->rank, .process_count = options->world_size};
    else if (!launcher.name)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "env:// needs RANK and WORLD_SIZE in the environment, or rank and world_size in "
                       "the options: the number of this process and how many there are");
    if (!launcher.name && options->world_size > 1 && !ls_env_get(LS_ENV_MASTER_ADDR))
        return ls_fail(LS_FAILED_PRECONDITION,
                       "env:// needs MASTER_ADDR and MASTER_PORT: where process 0 can be reached");
    return become_launched(process, &launcher);
}

/* What an MPI library's launcher says, whatever RANK and WORLD_SIZE say. */
static ls_status place_mpi(ls_process *process, const char *url, const ls_init_options *options)
{
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect_mpi(&launcher));
    if (!launcher.name)
        return ls_fail(
            LS_FAILED_PRECONDITION,
            "mpi:// needs a program that mpirun, mpiexec or srun has started: none of their variables is set");
    return become_launched(process, &launcher);
}

/* The number of this process where the address or the options say it, else what a launcher or spawn has said. */
static ls_status place_at(ls_process *process, const char *url, const address *where, ls_place *place)
{
    ls_launcher launcher = {0};
    ls_process_number number = {where->rank, where->world_size, where->rank, where->world_size};
    if (where->rank < 0 || where->world_size < 1) {
        if (ls_ranks_are_running()) return LS_OK;
        LS_TRY(ls_launcher_detect(&launcher));
        if (!launcher.name)
            return ls_fail(LS_INVALID_ARGUMENT,
                           "\"%s\" needs ?rank=R&world_size=N, or rank and world_size in the options: the number of "
                           "this process and how many there are",
                           url);
        number = (ls_process_number){launcher.process_index, launcher.process_count, launcher.local_index,
                                     launcher.local_count ? launcher.local_count : launcher.process_count};
    }
    place->is_host = place->kind == LS_PLACE_TCP && number.index == 0;
    return ls_process_become(process, &number, place);
}

static ls_status place_tcp(ls_process *process, const char *url, const ls_init_options *options)
{
    address where;
    ls_place place = {0};
    LS_TRY(parse_address(url, options, &where));
    LS_TRY(parse_host(url, where.path, &place));
    return place_at(process, url, &where, &place);
}

static ls_status place_file(ls_process *process, const char *url, const ls_init_options *options)
{
    address where;
    ls_place place = {.kind = LS_PLACE_FILE};
    LS_TRY(parse_address(url, options, &where));
    if (*where.path != '/')
        return ls_fail(LS_INVALID_ARGUMENT, "\"%s\" needs an absolute path, as in file:///shared/meet", url);
    memcpy(place.address, where.path, sizeof(where.path));
    return place_at(process, url, &where, &place);
}

static const struct method {
    const char *scheme;
    bool has_address; /* something follows the scheme */
    ls_status (*place)(ls_process *process, const char *url, const ls_init_options *options);
} methods[] = {
    {"pjrt://", false, place_pjrt}, {"xla://", false, place_pjrt}, {"env://", false, place_env},
    {"tcp://", true, place_tcp},    {"file://", true, place_file}, {"mpi://", false, place_mpi},
};

static ls_status method_find(const char *url, const struct method **out_method)
{
    *out_method = NULL;
    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
        size_t length = strlen(methods[i].scheme);
        if (!strncmp(url, methods[i].scheme, length) && (methods[i].has_address || !url[length]))
            *out_method = &methods[i];
    }
    if (*out_method) return LS_OK;
    char names[128] = "";
    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
        snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s%s", i ? ", " : "", methods[i].scheme,
                 methods[i].has_address ? "..." : "");
    return ls_fail(LS_INVALID_ARGUMENT, "init method \"%s\" is none of %s", url, names);
}

/* Without a method: env:// under a launcher, else what the runtime says. */
static ls_status method_choose(const char *url, const char **out_url)
{
    ls_launcher launcher = {0};
    if (!url && !ls_ranks_are_running()) LS_TRY(ls_launcher_detect(&launcher));
    *out_url = url ? url : launcher.name ? "env://" : "pjrt://";
    return LS_OK;
}

/* --- Init and destroy ---------------------------------------------------------------------------------------- */

static ls_status group_form(ls_rank_context *context)
{
    ls_deadline deadline = ls_deadline_in_ms(context->timeout_ms);
    LS_TRY(ls_meeting_join(context->process, context->init_count++, deadline, &context->meeting));
    LS_TRY(ls_groups_init(context));
    context->is_initialized = true;
    ls_group_info world;
    LS_TRY(ls_group_get(LS_WORLD, &world));
    return ls_comm_run(world.comm, &(ls_comm_call){.op = LS_COMM_BARRIER,
                                                   .dtype = LS_U8,
                                                   .tag = (uint64_t)context->init_count,
                                                   .label = "init_process_group",
                                                   .deadline = deadline});
}

ls_status ls_init_process_group(const char *backend, const ls_init_options *options)
{
    static const ls_init_options defaults;
    if (!options) options = &defaults;
    if (backend && strcmp(backend, "xla"))
        return ls_fail(LS_INVALID_ARGUMENT, "backend \"%s\" is unknown: it is \"xla\", or NULL for the same", backend);
    if (options->timeout_ms < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "a timeout of %lld ms is negative", (long long)options->timeout_ms);
    const struct method *method;
    const char *url;
    LS_TRY(method_choose(options->init_method, &url));
    LS_TRY(method_find(url, &method));

    ls_rank_context *context;
    LS_TRY(ls_rank_current(&context));
    if (context != ls_rank_peek())
        return ls_fail(LS_FAILED_PRECONDITION, "ls_init_process_group is for the own thread of rank %d", context->rank);
    if (context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "the process group is initialised already; call ls_destroy_process_group before "
                       "ls_init_process_group again");
    LS_TRY(ls_process_check_fork(context->process));
    LS_TRY(method->place(context->process, url, options));
    int process_count = context->process_count;
    ls_rank_place(context);
    if (context->process_count != process_count) context->init_count = 0; /* its first world with the others */
    context->timeout_ms = options->timeout_ms ? options->timeout_ms : LS_DEFAULT_TIMEOUT_MS;

    ls_status status = group_form(context);
    if (status == LS_OK) return LS_OK;
    ls_context(status, "rank %d of %d: init_process_group (%s)", context->rank, context->world_size, url);
    ls_groups_finish(context);
    return status;
}

ls_status ls_destroy_process_group(void)
{
    ls_rank_context *context = ls_rank_peek();
    if (!context || !context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION, "process group not initialised: nothing to destroy");
    ls_monitor_lock(&context->helpers_monitor);
    int helpers = context->helpers;
    ls_monitor_unlock(&context->helpers_monitor);
    if (helpers)
        return ls_fail(LS_FAILED_PRECONDITION, "%d other threads act for this rank: ls_rank_detach them first",
                       helpers);
    ls_groups_finish(context);
    return LS_OK;
}
