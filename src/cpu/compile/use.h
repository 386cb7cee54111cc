/* Who uses which IR value: found once per compile, before select. */
#ifndef LS_CPU_COMPILE_USE_H
#define LS_CPU_COMPILE_USE_H

#include "ir/ir.h"

typedef struct ls_cpu_use_list {
    ls_ir_op **ops; /* one entry per use, in program order */
    size_t count;
} ls_cpu_use_list;

/* The lists of all values of a numbered function, by value id. */
ls_cpu_use_list *ls_cpu_uses_find(const ls_ir_func *func, ls_arena *arena);

#endif
