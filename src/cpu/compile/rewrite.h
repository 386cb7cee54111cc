/* What the passes that simplify share: values that stand for others, and constants looked through. */
#ifndef LS_CPU_COMPILE_REWRITE_H
#define LS_CPU_COMPILE_REWRITE_H

#include "ir/ir.h"

typedef struct ls_cpu_rewrite {
    ls_ir_module *module;
    ls_ir_value **stands_for; /* by id: what to use instead; NULL: the value itself */
    uint32_t value_count;     /* ids from here on are of ops made meanwhile */
} ls_cpu_rewrite;

/* Looks at an op whose operands are up to date, and may call the two below, change the op, or do nothing. */
typedef ls_status (*ls_cpu_rewrite_fn)(ls_cpu_rewrite *rewrite, ls_ir_op *op);

/* Visits every op of the main function in program order, a region's before the op that has it. */
ls_status ls_cpu_rewrite_run(ls_ir_module *module, ls_cpu_rewrite_fn visit);

/* From now on `value` is used where `result`, of the op being visited, was. */
void ls_cpu_rewrite_result(ls_cpu_rewrite *rewrite, const ls_ir_value *result, ls_ir_value *value);

/* Puts `spec` before the op being visited, to stand for its only result. */
ls_status ls_cpu_rewrite_op(ls_cpu_rewrite *rewrite, ls_ir_op *op, const ls_ir_op_spec *spec);

/* The element that every place of the value has, if that is known; looks through movement. NULL if not. */
const void *ls_cpu_splat_of(const ls_ir_value *value);

#endif
