/* Conversions between all element types. */
#ifndef LS_CPU_KERNELS_CONVERT_H
#define LS_CPU_KERNELS_CONVERT_H

#include "cpu/kernels/kernel.h"

/* The loop from one type to another; NULL for LS_DTYPE_INVALID. Floats to integers truncate toward zero and saturate,
 * NaN gives 0; integers wrap; to bool is x != 0; to 16-bit floats rounds once. */
ls_cpu_loop_fn ls_cpu_convert_find(ls_dtype from, ls_dtype to);

#endif
