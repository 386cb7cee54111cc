#include "cpu/kernels/reference/reference.h"

const ls_cpu_lower_fn ls_cpu_reference_table[LS_IR_KIND_COUNT] = {
#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel)                                 \
    [LS_IR_##kind] = ls_cpu_reference_##kernel,
#include "ir/ops.def"
#undef LS_OP
};

ls_status ls_cpu_reference_expanded(ls_cpu_plan *plan, const ls_ir_op *op)
{
    (void)plan;
    return ls_cpu_refuse(op, LS_INTERNAL, "the pass expand has not written it in other ops");
}

ls_status ls_cpu_reference_refuse(ls_cpu_plan *plan, const ls_ir_op *op)
{
    (void)plan;
    const ls_ir_attr *target = ls_ir_attr_find(&op->attrs, LS_ATTR_CALL_TARGET_NAME);
    if (target)
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the CPU device has no custom call named \"%s\"",
                             target->string.data);
    return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the CPU device does not implement this op");
}
