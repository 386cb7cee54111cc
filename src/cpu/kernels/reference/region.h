/* Region bodies on scalars (reducers, comparators, selectors), run over up to LS_CPU_LANES independent elements at
 * once. Each op of the body becomes a call of its elementwise loop on registers of that many elements. */
#ifndef LS_CPU_KERNELS_REFERENCE_REGION_H
#define LS_CPU_KERNELS_REFERENCE_REGION_H

#include "cpu/compile/plan.h"

#define LS_CPU_LANES 64

typedef struct ls_cpu_region ls_cpu_region;

/* Translates a body; in plan->keep. LS_UNIMPLEMENTED names an op that is not elementwise on scalars. */
ls_status ls_cpu_region_compile(ls_cpu_plan *plan, const ls_ir_block *block, const ls_cpu_region **out_region);

/* Registers: bytes that a run needs; start writes the constants into them. */
size_t ls_cpu_region_bytes(const ls_cpu_region *region);
void ls_cpu_region_start(const ls_cpu_region *region, char *registers);

/* Where argument and result `index` lie: packed elements, one per lane. */
char *ls_cpu_region_arg(const ls_cpu_region *region, char *registers, size_t index);
const char *ls_cpu_region_result(const ls_cpu_region *region, const char *registers, size_t index);

void ls_cpu_region_run(const ls_cpu_region *region, char *registers, int64_t lanes);

#endif
