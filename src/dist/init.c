/* Init methods: where rank, world size and store come from. */
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "dist/group.h"
#include "dist/meeting.h"
#include "dist/process.h"
#include "dist/ranks.h"

/* --- Methods ------------------------------------------------------------------------------------------------- */

/* A program that never spawned becomes process `index` of `count`, with one thread. */
static ls_status join_job(ls_rank_context *context, const ls_launcher *launcher, int index, int count)
{
    ls_process *process = context->process;
    if (index < 0 || index >= count)
        return ls_fail(LS_INVALID_ARGUMENT, "process %d is not in a world of %d processes", index, count);
    if (process->layout.is_launched && process->layout.process_index == index && process->layout.process_count == count)
        return LS_OK;
    if (process->client && count > 1)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "a device was used before: it knows of one process, not of %d; call "
                       "ls_init_process_group first",
                       count);
    ls_store_destroy(process->store);
    process->store = NULL;
    bool knows_local = launcher->local_count > 0;
    process->layout = (ls_layout){.process_index = index,
                                  .process_count = count,
                                  .local_index = knows_local ? launcher->local_index : index,
                                  .local_count = knows_local ? launcher->local_count : count,
                                  .threads = 1,
                                  .is_launched = true};
    ls_rank_place(context);
    return ls_process_locate_store(process);
}

/* The runtime's rank and world size: those of spawn, or of a launcher, or one rank. */
static ls_status place_pjrt(ls_rank_context *context, const ls_init_options *options)
{
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect(&launcher));
    return launcher.name ? join_job(context, &launcher, launcher.process_index, launcher.process_count) : LS_OK;
}

/* As torch.distributed: MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE; the last two may be options instead. */
static ls_status place_env(ls_rank_context *context, const ls_init_options *options)
{
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect(&launcher));
    if (!launcher.name && options->world_size < 1)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "env:// needs RANK and WORLD_SIZE in the environment, or rank and world_size in "
                       "the options: the number of this process and how many there are");
    if (!launcher.name && options->world_size > 1 && !ls_env_get(LS_ENV_MASTER_ADDR))
        return ls_fail(LS_FAILED_PRECONDITION,
                       "env:// needs MASTER_ADDR and MASTER_PORT: where process 0 can be reached");
    return launcher.name ? join_job(context, &launcher, launcher.process_index, launcher.process_count)
                         : join_job(context, &launcher, options->rank, options->world_size);
}

/* Spawned ranks know their place whatever the method; `place` finds it for a program that never spawned. */
static const struct method {
    const char *name;
    ls_status (*place)(ls_rank_context *context, const ls_init_options *options);
} methods[] = {
    {"pjrt://", place_pjrt},
    {"xla://", place_pjrt},
    {"env://", place_env},
};

static ls_status method_find(const char *name, const struct method **out_method)
{
    *out_method = NULL;
    ls_launcher launcher;
    if (!name) {
        LS_TRY(ls_launcher_detect(&launcher));
        name = launcher.name ? "env://" : "pjrt://";
    }
    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
        if (!strcmp(name, methods[i].name)) *out_method = &methods[i];
    if (*out_method) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "init method \"%s\" is none of pjrt://, xla://, env://", name);
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
    LS_TRY(method_find(options->init_method, &method));

    ls_rank_context *context;
    LS_TRY(ls_rank_current(&context));
    if (context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "the process group is initialised already; call ls_destroy_process_group before "
                       "ls_init_process_group again");
    LS_TRY(ls_process_check_fork(context->process));
    if (!ls_ranks_are_running()) LS_TRY(method->place(context, options));
    context->timeout_ms = options->timeout_ms ? options->timeout_ms : LS_DEFAULT_TIMEOUT_MS;

    ls_status status = group_form(context);
    if (status == LS_OK) return LS_OK;
    ls_context(status, "rank %d of %d: init_process_group (%s)", context->rank, context->world_size, method->name);
    ls_groups_finish(context);
    return status;
}

ls_status ls_destroy_process_group(void)
{
    ls_rank_context *context = ls_rank_peek();
    if (!context || !context->is_initialized)
        return ls_fail(LS_FAILED_PRECONDITION, "process group not initialised: nothing to destroy");
    ls_groups_finish(context);
    return LS_OK;
}
