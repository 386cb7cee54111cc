/* The private copy of a module that the passes work on. */
#ifndef LS_CPU_COMPILE_CLONE_H
#define LS_CPU_COMPILE_CLONE_H

#include "ir/ir.h"

/* Copies the module's main function with every call expanded; literals are shared with `module`, which must live as
 * long as the copy. LS_INVALID_ARGUMENT: no main function, an unknown callee, or a function that calls itself. */
ls_status ls_cpu_clone_inlined(const ls_ir_module *module, ls_ir_module **out_copy);

#endif
