/* Plain C kernels for every op and element type: correct first. What the fast paths are checked against.
 *
 * A lowering makes the unit (or units) that compute an op: ls_cpu_reference_<kernel>, named by ops.def's last column.
 */
#ifndef LS_CPU_KERNELS_REFERENCE_REFERENCE_H
#define LS_CPU_KERNELS_REFERENCE_REFERENCE_H

#include "cpu/compile/plan.h"

typedef ls_status (*ls_cpu_lower_fn)(ls_cpu_plan *plan, const ls_ir_op *op);

#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel)                                 \
    ls_status ls_cpu_reference_##kernel(ls_cpu_plan *plan, const ls_ir_op *op);
#include "ir/ops.def"
#undef LS_OP

extern const ls_cpu_lower_fn ls_cpu_reference_table[LS_IR_KIND_COUNT];

/* Result `index` of the op is operand `index`, in the same memory. */
ls_status ls_cpu_lower_alias(ls_cpu_plan *plan, const ls_ir_op *op);

#endif
