/* Floating-point types of at most eight bits: to f32, exactly, and from it, rounding once to nearest even.
 *
 * Beyond the largest number: infinity where the format has one (f8E5M2, f8E4M3, f8E3M4), else NaN; f4E2M1FN, which has
 * neither, keeps its largest. f8E8M0FNU holds powers of two only: ties go up, what is not above zero becomes NaN. */
#ifndef LS_BASE_SMALL_FLOAT_H
#define LS_BASE_SMALL_FLOAT_H

#include <lockstep/types.h>

/* `dtype` is one of LS_F8*, LS_F4E2M1FN; the code is in the low bits. */
float ls_small_to_f32(ls_dtype dtype, uint8_t code);
uint8_t ls_f32_to_small(ls_dtype dtype, float value);
bool ls_dtype_is_small_float(ls_dtype dtype);

#endif
