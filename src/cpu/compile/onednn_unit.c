#include "cpu/compile/onednn_unit.h"

typedef struct onednn_data {
    ls_onednn *op;
    int inputs;
} onednn_data;

static ls_status run(const ls_cpu_call *call)
{
    const onednn_data *d = call->data;
    return ls_onednn_run(d->op, call->state, (const void *const *)call->args, call->args[d->inputs],
                         call->args[d->inputs + 1]);
}

static ls_status state_create(const void *data, void **out_state)
{
    return ls_onednn_state_create(((const onednn_data *)data)->op, (ls_onednn_state **)out_state);
}

static void state_destroy(void *state)
{
    ls_onednn_state_destroy(state);
}

static void data_finish(void *data)
{
    ls_onednn_destroy(((onednn_data *)data)->op);
}

const ls_cpu_kernel ls_onednn_convolution_kernel = {"onednn.convolution", run, state_create, state_destroy,
                                                    data_finish};
const ls_cpu_kernel ls_onednn_copy_kernel = {"onednn.copy", run, state_create, state_destroy, data_finish};
const ls_cpu_kernel ls_onednn_matmul_kernel = {"onednn.matmul", run, state_create, state_destroy, data_finish};

void ls_cpu_onednn_unit(ls_cpu_plan *plan, const ls_cpu_kernel *kernel, ls_onednn *onednn, ls_ir_value *const *operands,
                        int count, ls_ir_value *result)
{
    onednn_data *data = LS_ARENA_NEW(plan->keep, onednn_data);
    *data = (onednn_data){onednn, count};
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, kernel, data, (size_t)count, 1);
    for (int i = 0; i < count; i++) unit->operands[i] = ls_cpu_plan_value(plan, operands[i]);
    /* One line at least: the address of the scratch is an argument of every run. */
    unit->scratch_bytes = ls_onednn_scratch_bytes(onednn) + 64;
    ls_cpu_unit_define(unit, 0, ls_cpu_plan_value(plan, result));
}
