/* The last step of compiling: units with places become steps. */
#ifndef LS_CPU_COMPILE_EMIT_H
#define LS_CPU_COMPILE_EMIT_H

#include "cpu/compile/plan.h"
#include "cpu/exec/exec.h"

/* Fills in `program`'s steps and constants; plan->keep is &program->keep. */
ls_status ls_cpu_emit(ls_cpu_plan *plan, ls_cpu_program *program);

#endif
