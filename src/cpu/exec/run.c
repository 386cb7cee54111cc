#include "cpu/exec/exec.h"

#include <alloca.h>
#include <stdlib.h>

#include "base/error.h"

ls_status ls_cpu_steps_run(ls_cpu_frame *frame, const ls_cpu_steps *steps)
{
    const ls_cpu_watch *watch = frame->run->watch;
    char **args = alloca(sizeof(char *) * (frame->program->max_slots + 1));
    for (const ls_cpu_step *step = steps->items, *end = step + steps->count; step < end; step++) {
        for (uint32_t i = 0; i < step->slot_count; i++) args[i] = ls_cpu_slot_address(frame, step->slots[i]);
        ls_cpu_call call = {
            .data = step->data,
            .state = step->kernel->state_create ? frame->states[step->state] : NULL,
            .args = args,
            .frame = frame,
        };
        ls_status status = watch ? ls_cpu_step_watch(watch, step, &call) : step->kernel->run(&call);
        if (__builtin_expect(status != LS_OK, 0)) {
            if (!step->meets && frame->run->failed_alone) *frame->run->failed_alone = true;
            return ls_context(status, "%s: %s (%s)", step->place, step->op, step->kernel->name);
        }
    }
    return LS_OK;
}

/* --- Instances ----------------------------------------------------------------------------------------------- */

static void destroy_instance(const ls_cpu_program *program, ls_cpu_instance *instance)
{
    for (size_t i = 0; i < program->stateful_count; i++)
        if (instance->states[i]) program->stateful[i]->kernel->state_destroy(instance->states[i]);
    free(instance);
}

static ls_status create_instance(const ls_cpu_program *program, ls_cpu_instance **out_instance)
{
    ls_cpu_instance *instance = calloc(1, sizeof(*instance) + sizeof(void *) * program->stateful_count);
    if (!instance) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory for the state of %s", program->info.name);
    for (size_t i = 0; i < program->stateful_count; i++) {
        const ls_cpu_step *step = program->stateful[i];
        ls_status status = step->kernel->state_create(step->data, &instance->states[i]);
        if (status != LS_OK) {
            destroy_instance(program, instance);
            return ls_context(status, "%s: %s", step->place, step->op);
        }
    }
    *out_instance = instance;
    return LS_OK;
}

static ls_status take_instance(ls_cpu_program *program, ls_cpu_instance **out_instance)
{
    pthread_mutex_lock(&program->mutex);
    ls_cpu_instance *instance = program->idle;
    if (instance) program->idle = instance->next;
    pthread_mutex_unlock(&program->mutex);
    *out_instance = instance;
    return instance ? LS_OK : create_instance(program, out_instance);
}

static void give_instance(ls_cpu_program *program, ls_cpu_instance *instance)
{
    pthread_mutex_lock(&program->mutex);
    instance->next = program->idle;
    program->idle = instance;
    pthread_mutex_unlock(&program->mutex);
}

/* --- Programs ------------------------------------------------------------------------------------------------ */

ls_status ls_cpu_program_run(const ls_cpu_program *program, const ls_cpu_run *run)
{
    size_t params = program->info.param_count, outputs = program->info.output_count;
    char **bases = alloca(sizeof(char *) * (LS_CPU_BASE_PARAMS + params + outputs));
    size_t private_bytes = program->info.arena_bytes - program->info.shared_bytes;
    bases[LS_CPU_BASE_ARENA] = run->arena;
    bases[LS_CPU_BASE_SHARED] = run->shared || !run->arena ? run->shared : (char *)run->arena + private_bytes;
    bases[LS_CPU_BASE_CONSTANTS] = program->constants;
    for (size_t i = 0; i < params; i++) bases[LS_CPU_BASE_PARAMS + i] = run->params[i];
    for (size_t i = 0; i < outputs; i++) bases[LS_CPU_BASE_PARAMS + params + i] = run->outputs[i];
    ls_cpu_frame frame = {.program = program, .run = run, .bases = bases};
    ls_cpu_instance *instance = NULL;
    if (program->stateful_count) {
        /* The pool is the one part of a program that runs change; its mutex makes that safe. */
        LS_TRY(take_instance((ls_cpu_program *)program, &instance));
        frame.states = instance->states;
    }
    ls_status status = ls_cpu_steps_run(&frame, &program->steps);
    if (instance) give_instance((ls_cpu_program *)program, instance);
    return status;
}

const ls_cpu_program_info *ls_cpu_program_info_of(const ls_cpu_program *program)
{
    return &program->info;
}

void ls_cpu_program_destroy(ls_cpu_program *program)
{
    if (!program) return;
    for (ls_cpu_instance *instance = program->idle, *next; instance; instance = next) {
        next = instance->next;
        destroy_instance(program, instance);
    }
    for (size_t i = 0; i < program->finishing_count; i++)
        program->finishing[i]->kernel->data_finish((void *)program->finishing[i]->data);
    pthread_mutex_destroy(&program->mutex);
    free(program->constants);
    ls_arena_finish(&program->keep);
    free(program);
}
