/* Units that run oneDNN operations. */
#ifndef LS_CPU_COMPILE_ONEDNN_UNIT_H
#define LS_CPU_COMPILE_ONEDNN_UNIT_H

#include "cpu/compile/plan.h"
#include "cpu/kernels/fast/onednn.h"

extern const ls_cpu_kernel ls_onednn_convolution_kernel, ls_onednn_matmul_kernel, ls_onednn_copy_kernel;

/* Makes the unit and gives `onednn` to the program. Operands in the order of ls_onednn_run's inputs. */
void ls_cpu_onednn_unit(ls_cpu_plan *plan, const ls_cpu_kernel *kernel, ls_onednn *onednn, ls_ir_value *const *operands,
                        int count, ls_ir_value *result);

#endif
