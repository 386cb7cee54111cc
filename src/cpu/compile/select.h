/* Select: IR blocks become plan blocks (compile/plan.h says how). */
#ifndef LS_CPU_COMPILE_SELECT_H
#define LS_CPU_COMPILE_SELECT_H

#include "cpu/compile/plan.h"

/* Lowers a region of the op at hand into a new block whose arguments are new values. */
ls_status ls_cpu_select_region(ls_cpu_plan *plan, const ls_ir_block *from, ls_cpu_unit *parent,
                               ls_cpu_block **out_block);

#endif
