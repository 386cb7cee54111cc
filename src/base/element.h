/* One element of any type as numbers: for printing, comparing, folding; not for speed. */
#ifndef LS_BASE_ELEMENT_H
#define LS_BASE_ELEMENT_H

#include <lockstep/types.h>

/* A complex element has both; others have no imaginary part. f64 and all narrower types are exact; 64-bit integers are
 * rounded. */
typedef struct ls_element {
    double real, imag;
} ls_element;

ls_element ls_element_read(ls_dtype dtype, const void *data);

/* Rounds once to nearest even; integers are truncated and keep their low bits, booleans are `real != 0`. */
void ls_element_write(ls_dtype dtype, void *data, ls_element element);

/* The element type of a complex type's parts (c64: f32, c128: f64); any other is its own. */
ls_dtype ls_dtype_part(ls_dtype dtype);

/* The value of an integer or boolean element, sign-extended; ui64 wraps. */
int64_t ls_element_int(ls_dtype dtype, const void *data);

#endif
