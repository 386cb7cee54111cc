/* replica_id and partition_id. A launch has one partition. */
#include <string.h>

#include "cpu/exec/exec.h"
#include "cpu/kernels/reference/reference.h"

static ls_status id_run(const ls_cpu_call *call)
{
    uint32_t id = *(const bool *)call->data ? (uint32_t)call->frame->run->replica : 0;
    memcpy(call->args[0], &id, sizeof(id));
    return LS_OK;
}

static const ls_cpu_kernel id_kernel = {.name = "id", .run = id_run};

ls_status ls_cpu_reference_id(ls_cpu_plan *plan, const ls_ir_op *op)
{
    bool *is_replica = LS_ARENA_NEW(plan->keep, bool);
    *is_replica = op->kind == LS_IR_REPLICA_ID;
    ls_cpu_unit_create_for(plan, op, &id_kernel, is_replica);
    return LS_OK;
}
