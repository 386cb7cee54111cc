/* Steps that run other steps: while, if, case. */
#include "cpu/exec/exec.h"

#include <string.h>

/* Arguments: the n initial values, then the n variables, which are the results. */
static ls_status while_run(const ls_cpu_call *call)
{
    const ls_cpu_regions *regions = call->data;
    for (size_t i = 0; i < regions->carried; i++) {
        char *from = call->args[i], *to = call->args[regions->carried + i];
        if (from != to) memcpy(to, from, regions->bytes[i]);
    }
    for (;;) {
        LS_TRY(ls_cpu_steps_run(call->frame, &regions->blocks[0]));
        if (!*ls_cpu_slot_address(call->frame, regions->condition)) return LS_OK;
        LS_TRY(ls_cpu_steps_run(call->frame, &regions->blocks[1]));
    }
}

static ls_status if_run(const ls_cpu_call *call)
{
    const ls_cpu_regions *regions = call->data;
    return ls_cpu_steps_run(call->frame, &regions->blocks[*call->args[0] ? 0 : 1]);
}

/* An index out of range takes the last branch. */
static ls_status case_run(const ls_cpu_call *call)
{
    const ls_cpu_regions *regions = call->data;
    int32_t index;
    memcpy(&index, call->args[0], sizeof(index));
    size_t branch = index < 0 || (size_t)index >= regions->count ? regions->count - 1 : (size_t)index;
    return ls_cpu_steps_run(call->frame, &regions->blocks[branch]);
}

const ls_cpu_kernel ls_cpu_kernel_while = {.name = "while", .run = while_run};
const ls_cpu_kernel ls_cpu_kernel_if = {.name = "if", .run = if_run};
const ls_cpu_kernel ls_cpu_kernel_case = {.name = "case", .run = case_run};
