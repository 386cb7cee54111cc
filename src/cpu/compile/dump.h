/* LOCKSTEP_DUMP: the program after every pass and stage, one file each:
 * <folder>/<program>-<hash>.<number>-<pass>.{mlir,plan} */
#ifndef LS_CPU_COMPILE_DUMP_H
#define LS_CPU_COMPILE_DUMP_H

#include "cpu/compile/plan.h"

typedef struct ls_cpu_dump {
    const char *folder; /* NULL: nothing is written */
    const char *name;
    uint64_t hash; /* of the first text, so that programs of one name do not overwrite each other */
    int number;
} ls_cpu_dump;

ls_status ls_cpu_dump_module(ls_cpu_dump *dump, const ls_ir_module *module, const char *pass);
ls_status ls_cpu_dump_plan(ls_cpu_dump *dump, const ls_cpu_plan *plan, const char *stage);

#endif
