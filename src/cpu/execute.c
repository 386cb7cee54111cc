/* Running programs. A run takes its inputs' memory and makes its outputs when it is started; the device's thread
 * computes when the inputs are there. */
#include <stdlib.h>

#include "base/error.h"
#include "cpu/plugin.h"

/* Below these a program is computed on the calling thread if the device is idle: a switch of threads costs more. */
static const double inline_flops = 1e5;
enum { INLINE_BYTES = 64 * 1024 };

struct run {
    ls_cpu_task task;
    PJRT_LoadedExecutable *loaded;
    PJRT_Device *device;
    int replica;
    uint64_t launch, number;
    size_t input_count, output_count;
    PJRT_Buffer *const *arguments; /* the caller's; only until the run is started */
    ls_cpu_storage **inputs;       /* shared; of donated ones taken over */
    PJRT_Event **ready;            /* of inputs that are not there yet; NULL otherwise */
    bool *donated;
    ls_cpu_storage **outputs;
    PJRT_Buffer **results;
    void **addresses; /* of inputs, then outputs */
    PJRT_Event *done;
    size_t bytes;       /* of inputs and outputs */
    bool waits_outside; /* for something that may need work which is queued later: it is queued when that is there */
};

static void release_run(struct run *run)
{
    for (size_t i = 0; i < run->input_count; i++) {
        ls_cpu_storage_release(run->inputs[i]);
        ls_cpu_event_release(run->ready[i]);
    }
    for (size_t i = 0; i < run->output_count; i++) ls_cpu_storage_release(run->outputs[i]);
    ls_cpu_event_release(run->done);
    ls_cpu_loaded_release(run->loaded);
    free(run->inputs);
    free(run);
}

/* --- Starting ----------------------------------------------------------------------------------------------------- */

static ls_status create_run(PJRT_LoadedExecutable *loaded, size_t input_count, struct run **out_run)
{
    const ls_cpu_program_info *info = loaded->executable->info;
    size_t n = input_count, m = info->output_count;
    struct run *run = *out_run = calloc(1, sizeof(*run));
    /* One block for all lists of pointers: inputs, ready, outputs, results, addresses; then the donated flags. */
    void **lists = calloc(1, (3 * n + 3 * m + 1) * sizeof(void *) + n);
    if (!run || !lists) {
        free(run);
        free(lists);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    run->loaded = ls_cpu_loaded_share(loaded);
    run->input_count = n;
    run->output_count = m;
    run->inputs = (ls_cpu_storage **)lists;
    run->ready = (PJRT_Event **)(lists + n);
    run->outputs = (ls_cpu_storage **)(lists + 2 * n);
    run->results = (PJRT_Buffer **)(lists + 2 * n + m);
    run->addresses = lists + 2 * n + 2 * m;
    run->donated = (bool *)(lists + 3 * n + 3 * m);
    return LS_OK;
}

static ls_status check_argument(const struct run *run, size_t i)
{
    const PJRT_Buffer *buffer = run->arguments[i];
    const ls_cpu_program_info *info = run->loaded->executable->info;
    if (!buffer) return ls_fail(LS_INVALID_ARGUMENT, "argument %zu of %s is NULL", i, info->name);
    char name[224], type[128];
    if (buffer->device != run->device)
        return ls_fail(LS_INVALID_ARGUMENT, "argument %zu of %s: %s is not on %s, where it runs", i, info->name,
                       ls_cpu_buffer_name(buffer, name, sizeof(name)), run->device->description.text);
    if (!ls_ir_type_equal(&buffer->type, &info->params[i]))
        return ls_fail(LS_INVALID_ARGUMENT, "argument %zu of %s: %s instead of %s", i, info->name,
                       ls_cpu_buffer_name(buffer, name, sizeof(name)),
                       ls_ir_type_format(&info->params[i], type, sizeof(type)));
    return LS_OK;
}

/* Takes the memory of argument i; a donated buffer is empty from here on. */
static ls_status take_argument(struct run *run, size_t i)
{
    PJRT_Buffer *buffer = run->arguments[i];
    pthread_mutex_lock(&buffer->lock);
    ls_status status;
    if (run->donated[i] && buffer->last_use == run->number) {
        char name[224];
        status = ls_fail(LS_INVALID_ARGUMENT, "%s is passed donated (as argument %zu) and a second time",
                         ls_cpu_buffer_name(buffer, name, sizeof(name)), i);
    } else {
        status = ls_context(ls_cpu_buffer_check(buffer), "argument %zu of %s", i, run->loaded->executable->info->name);
    }
    if (status == LS_OK) {
        buffer->last_use = run->number;
        run->inputs[i] = run->donated[i] ? buffer->storage : ls_cpu_storage_share(buffer->storage);
        if (run->donated[i]) {
            buffer->storage = NULL;
            buffer->state = LS_CPU_DONATED;
        }
        if (!ls_cpu_event_is_done(buffer->ready)) {
            run->ready[i] = ls_cpu_event_share(buffer->ready);
        } else {
            status = ls_cpu_event_wait(buffer->ready,
                                       ls_deadline_in_ms(1)); /* it may have failed: then so does the run, later */
            if (status != LS_OK) run->ready[i] = ls_cpu_event_share(buffer->ready);
            status = LS_OK;
        }
        run->bytes += run->inputs[i]->bytes;
    }
    pthread_mutex_unlock(&buffer->lock);
    return status;
}

static ls_status take_arguments(struct run *run)
{
    for (size_t i = 0; i < run->input_count; i++) LS_TRY(check_argument(run, i));
    for (size_t i = 0; i < run->input_count; i++)
        if (!run->donated[i]) LS_TRY(take_argument(run, i));
    for (size_t i = 0; i < run->input_count; i++)
        if (run->donated[i]) LS_TRY(take_argument(run, i));
    return LS_OK;
}

/* Memory for the outputs: that of a donated input where the program says so and nobody else looks at it. */
static ls_status make_outputs(struct run *run)
{
    const ls_cpu_program_info *info = run->loaded->executable->info;
    for (size_t i = 0; i < run->input_count; i++) {
        int o = info->donation[i].alias_output;
        ls_cpu_storage *storage = run->inputs[i];
        if (!run->donated[i] || o < 0 || run->outputs[o] || storage->bytes != ls_ir_type_bytes(&info->outputs[o]))
            continue;
        if (atomic_load_explicit(&storage->holds, memory_order_acquire) == 0)
            run->outputs[o] = ls_cpu_storage_share(storage);
    }
    for (size_t o = 0; o < run->output_count; o++) {
        if (!run->outputs[o])
            LS_TRY(ls_cpu_storage_create(run->device, ls_ir_type_bytes(&info->outputs[o]), &run->outputs[o]));
        LS_TRY(ls_cpu_buffer_create(run->device, &info->outputs[o], ls_cpu_storage_share(run->outputs[o]),
                                    ls_cpu_event_share(run->done), &run->results[o]));
        run->bytes += run->outputs[o]->bytes;
    }
    return LS_OK;
}

/* Undoes a run that was not started: donated buffers get their memory back. */
static void abandon_run(struct run *run)
{
    for (size_t o = 0; o < run->output_count; o++) ls_cpu_buffer_destroy(run->results[o]);
    for (size_t i = 0; i < run->input_count; i++) {
        if (!run->donated[i] || !run->inputs[i]) continue;
        PJRT_Buffer *buffer = run->arguments[i];
        pthread_mutex_lock(&buffer->lock);
        buffer->storage = run->inputs[i];
        buffer->state = LS_CPU_LIVE;
        pthread_mutex_unlock(&buffer->lock);
        run->inputs[i] = NULL;
    }
    release_run(run);
}

static ls_status mark_donated(struct run *run, const PJRT_ExecuteOptions *options)
{
    const ls_ir_arg_info *donation = run->loaded->executable->info->donation;
    for (size_t i = 0; i < run->input_count; i++)
        run->donated[i] = donation[i].alias_output >= 0 || donation[i].is_donor;
    for (size_t k = 0; k < options->num_non_donatable_input_indices; k++) {
        int64_t i = options->non_donatable_input_indices[k];
        if (i < 0 || (size_t)i >= run->input_count)
            return ls_fail(LS_INVALID_ARGUMENT, "non_donatable_input_indices has %lld; there are %zu inputs",
                           (long long)i, run->input_count);
        run->donated[i] = false;
    }
    return LS_OK;
}

/* Programs with collectives keep their place in the order of work, which is the same on all replicas. */
static void find_outside(struct run *run)
{
    if (run->loaded->executable->info->has_collectives) return;
    for (size_t i = 0; i < run->input_count; i++)
        run->waits_outside |= run->ready[i] && ls_cpu_event_is_outside(run->ready[i]);
}

static ls_status prepare_run(PJRT_LoadedExecutable *loaded, PJRT_Device *device, int replica,
                             const PJRT_LoadedExecutable_Execute_Args *args, size_t list, struct run **out_run)
{
    static _Atomic uint64_t runs;
    LS_TRY(create_run(loaded, args->num_args, out_run));
    struct run *run = *out_run;
    run->device = device;
    run->replica = replica;
    run->number = atomic_fetch_add_explicit(&runs, 1, memory_order_relaxed) + 1;
    run->arguments = args->num_args ? args->argument_lists[list] : NULL;
    ls_status status = mark_donated(run, args->options);
    if (status == LS_OK) status = take_arguments(run);
    if (status == LS_OK) {
        find_outside(run);
        run->done = run->waits_outside ? ls_cpu_event_create_outside() : ls_cpu_event_create();
        if (!run->done) status = ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    if (status == LS_OK) status = make_outputs(run);
    if (status != LS_OK) {
        abandon_run(run);
        *out_run = NULL;
    }
    return status;
}

/* --- Computing ---------------------------------------------------------------------------------------------------- */

/* The comm of a replica group: replicas are where the placement put them, and a device's id is its rank in the domain.
 */
static ls_status find_comm(void *arg, const int *replicas, int count, ls_comm **out_comm)
{
    const struct run *run = arg;
    const ls_cpu_placement *placement = &run->loaded->placement;
    int *ids = run->device->group;
    if (count > placement->num_replicas)
        return ls_fail(LS_INVALID_ARGUMENT, "a replica group of %d for %d replicas", count, placement->num_replicas);
    for (int i = 0; i < count; i++) {
        if (replicas[i] < 0 || replicas[i] >= placement->num_replicas)
            return ls_fail(LS_INVALID_ARGUMENT, "a replica group has replica %d of %d", replicas[i],
                           placement->num_replicas);
        ids[i] = placement->portable ? run->device->description.id : placement->ids[replicas[i]];
    }
    return ls_cpu_device_comm(run->device, ids, count, out_comm);
}

/* Waits for the inputs and finds memory to work in. */
static ls_status ready_run(struct run *run, ls_cpu_run *call)
{
    if (run->task.cancelled) return ls_fail(LS_CANCELLED, "the device's client is destroyed");
    const ls_cpu_program_info *info = run->loaded->executable->info;
    for (size_t i = 0; i < run->input_count; i++)
        if (run->ready[i])
            LS_TRY(ls_context(ls_cpu_event_wait(run->ready[i], call->deadline), "argument %zu of %s", i, info->name));
    for (size_t i = 0; i < run->input_count; i++) run->addresses[i] = run->inputs[i]->data;
    for (size_t i = 0; i < run->output_count; i++) run->addresses[run->input_count + i] = run->outputs[i]->data;
    return ls_cpu_device_arena(run->device, info, &call->arena, &call->shared);
}

static void trace_step(void *arg, const char *op, const char *kernel, uint32_t line, int64_t start_ns, int64_t end_ns)
{
    const struct run *run = arg;
    ls_cpu_trace_add(run->loaded->client->trace, run->device->description.id, op, kernel, line, start_ns, end_ns);
}

static ls_status run_program(const struct run *run, const ls_cpu_run *call)
{
    const PJRT_Executable *executable = run->loaded->executable;
    struct ls_cpu_trace *trace = run->loaded->client->trace;
    int64_t start = trace ? ls_now_ns() : 0;
    ls_status status = ls_cpu_program_run(executable->program, call);
    if (trace)
        ls_cpu_trace_add(trace, run->device->description.id, executable->info->name, "program", 0, start, ls_now_ns());
    return status;
}

static ls_status compute(struct run *run)
{
    const PJRT_Executable *executable = run->loaded->executable;
    const PJRT_Client *client = run->loaded->client;
    ls_cpu_watch watch = {.check = client->check, .step = client->trace ? trace_step : NULL, .arg = run};
    bool failed_alone = false;
    ls_cpu_run call = {.params = run->addresses,
                       .outputs = run->addresses + run->input_count,
                       .replica = run->replica,
                       .launch = run->launch,
                       .comm = find_comm,
                       .comm_arg = run,
                       .deadline = ls_deadline_in_ms(client->options.collective_timeout_ms),
                       .watch = watch.check || watch.step ? &watch : NULL,
                       .failed_alone = &failed_alone};
    ls_status status = ready_run(run, &call);
    if (status != LS_OK)
        failed_alone = true;
    else
        status = run_program(run, &call);
    /* The other replicas would wait for this one until their deadline. */
    if (failed_alone && executable->info->has_collectives)
        ls_comm_domain_mark_dead(client->domain, run->device->description.id, ls_last_error());
    return status;
}

/* Computes and lets everything go; whoever waits finds the inputs' memory free. */
static void finish_run(struct run *run)
{
    ls_status status = compute(run);
    PJRT_Event *done = run->done;
    run->done = NULL;
    release_run(run);
    ls_cpu_event_set(done, status);
    ls_cpu_event_release(done);
}

static void run_queued(ls_cpu_task *task)
{
    finish_run((struct run *)task);
}

static bool is_small(const struct run *run)
{
    const ls_cpu_program_info *info = run->loaded->executable->info;
    if (info->has_collectives || info->flops > inline_flops || run->bytes > INLINE_BYTES) return false;
    for (size_t i = 0; i < run->input_count; i++)
        if (run->ready[i]) return false;
    return true;
}

/* Starts a prepared run; it is taken over. */
static ls_status start_run(struct run *run, PJRT_Buffer **out_results, PJRT_Event **out_done)
{
    PJRT_Device *device = run->device;
    size_t output_count = run->output_count;
    for (size_t o = 0; o < output_count; o++) out_results[o] = run->results[o];
    if (out_done) *out_done = ls_cpu_event_share(run->done);
    if (is_small(run) && ls_cpu_queue_claim(&device->queue)) {
        finish_run(run);
        ls_cpu_queue_unclaim(&device->queue);
        return LS_OK;
    }
    run->task.run = run_queued;
    if (run->waits_outside) {
        ls_cpu_queue_push_after(&device->queue, &run->task, run->ready, run->input_count);
        return LS_OK;
    }
    ls_status status = ls_cpu_queue_push(&device->queue, &run->task);
    if (status == LS_OK) return LS_OK;
    if (out_done) ls_cpu_event_release(*out_done), *out_done = NULL;
    for (size_t o = 0; o < output_count; o++) out_results[o] = NULL;
    abandon_run(run);
    return status;
}

/* --- The function ------------------------------------------------------------------------------------------------- */

static ls_status check_call(const PJRT_LoadedExecutable_Execute_Args *args)
{
    const PJRT_LoadedExecutable *loaded = args->executable;
    const ls_cpu_program_info *info = loaded->executable->info;
    LS_TRY(ls_cpu_client_check(loaded->client));
    if (atomic_load(&loaded->deleted)) return ls_fail(LS_INVALID_ARGUMENT, "program %s was deleted", info->name);
    if (!args->options || !LS_CPU_HAS_FIELD(args->options, num_non_donatable_input_indices))
        return ls_fail(LS_INVALID_ARGUMENT, "the execute options are missing or too short");
    if (args->num_args != info->param_count)
        return ls_fail(LS_INVALID_ARGUMENT, "program %s takes %zu arguments, not %zu", info->name, info->param_count,
                       args->num_args);
    size_t devices = args->execute_device ? 1 : loaded->addressable_count;
    if (args->num_devices != devices)
        return ls_fail(LS_INVALID_ARGUMENT, "program %s runs on %zu devices of this process, not %zu", info->name,
                       devices, args->num_devices);
    return LS_OK;
}

/* Which replica runs on `device`. */
static ls_status find_replica(const PJRT_LoadedExecutable *loaded, const PJRT_Device *device, int *out_replica)
{
    *out_replica = 0;
    if (device->client != loaded->client || device->local_id < 0)
        return ls_fail(LS_INVALID_ARGUMENT, "%s is no device of this process", device->description.text);
    if (loaded->placement.portable) return LS_OK;
    for (int i = 0; i < loaded->placement.num_replicas; i++) {
        if (loaded->placement.ids[i] != device->description.id) continue;
        *out_replica = i;
        return LS_OK;
    }
    return ls_fail(LS_INVALID_ARGUMENT, "program %s was not compiled for %s", loaded->executable->info->name,
                   device->description.text);
}

/* The launch that a run belongs to, the same on all its replicas. */
static uint64_t launch_of(PJRT_LoadedExecutable *loaded, int replica, int launch_id)
{
    if (launch_id) return (uint32_t)launch_id;
    return UINT64_C(1) << 32 | atomic_fetch_add_explicit(&loaded->launches[replica], 1, memory_order_relaxed);
}

ls_status ls_cpu_api_LoadedExecutable_Execute(PJRT_LoadedExecutable_Execute_Args *args)
{
    LS_TRY(check_call(args));
    PJRT_LoadedExecutable *loaded = args->executable;
    size_t count = args->num_devices, prepared = 0;
    struct run **runs = calloc(count + 1, sizeof(*runs));
    if (!runs) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status = LS_OK;
    for (; prepared < count; prepared++) {
        PJRT_Device *device = args->execute_device ? args->execute_device : loaded->addressable[prepared];
        int replica;
        LS_TRY_GOTO(find_replica(loaded, device, &replica), done);
        LS_TRY_GOTO(prepare_run(loaded, device, replica, args, prepared, &runs[prepared]), done);
    }
    /* Two programs that start on several devices start everywhere in the same order. */
    PJRT_Client *client = loaded->client;
    if (count > 1) pthread_mutex_lock(&client->launch_lock);
    for (size_t d = 0; d < count; d++) {
        runs[d]->launch = launch_of(loaded, runs[d]->replica, args->options->launch_id);
        ls_status one = start_run(runs[d], args->output_lists[d],
                                  args->device_complete_events ? &args->device_complete_events[d] : NULL);
        if (status == LS_OK) status = one; /* the client is being destroyed: all runs fail alike */
    }
    if (count > 1) pthread_mutex_unlock(&client->launch_lock);
    prepared = 0;
done:
    while (prepared > 0) abandon_run(runs[--prepared]);
    free(runs);
    return status;
}

/* What belongs to one execution from outside: this device needs nothing of it. */
struct PJRT_ExecuteContext {
    char unused;
};

ls_status ls_cpu_api_ExecuteContext_Create(PJRT_ExecuteContext_Create_Args *args)
{
    args->context = calloc(1, sizeof(*args->context));
    return args->context ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

ls_status ls_cpu_api_ExecuteContext_Destroy(PJRT_ExecuteContext_Destroy_Args *args)
{
    free(args->context);
    return LS_OK;
}
