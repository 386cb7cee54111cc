/* Element types and shapes: plain values, shared by every part. */
#ifndef LOCKSTEP_TYPES_H
#define LOCKSTEP_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lockstep/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types. The numbers are those of PJRT_Buffer_Type. LS_BOOL takes one byte, 0 or 1. */
typedef enum ls_dtype {
    LS_DTYPE_INVALID = 0,
    LS_BOOL = 1,
    LS_I8 = 2,
    LS_I16 = 3,
    LS_I32 = 4,
    LS_I64 = 5,
    LS_U8 = 6,
    LS_U16 = 7,
    LS_U32 = 8,
    LS_U64 = 9,
    LS_F16 = 10,
    LS_F32 = 11,
    LS_F64 = 12,
    LS_BF16 = 13,
    LS_C64 = 14, /* two f32: real, imaginary part */
    LS_C128 = 15,
    LS_F8E5M2 = 16,
    LS_F8E4M3FN = 17,
    LS_F8E4M3B11FNUZ = 18,
    LS_F8E5M2FNUZ = 19,
    LS_F8E4M3FNUZ = 20,
    LS_I4 = 21, /* 2 and 4 bits take a byte, the value extended by its sign or by zeros */
    LS_U4 = 22,
    LS_TOKEN = 23, /* no data: orders effects in StableHLO programs */
    LS_I2 = 24,
    LS_U2 = 25,
    LS_F8E4M3 = 26,
    LS_F8E3M4 = 27,
    LS_F8E8M0FNU = 28,
    LS_F4E2M1FN = 29,
} ls_dtype;

#define LS_DTYPE_END 30 /* one past the largest ls_dtype */

/* Bytes of one element; 0 for LS_DTYPE_INVALID, LS_TOKEN or an unknown number. */
LS_API size_t ls_dtype_size(ls_dtype dtype);
LS_API int ls_dtype_bits(ls_dtype dtype); /* that count: 4 for LS_I4; 8 for LS_BOOL */

/* Short name in StableHLO's spelling: "i1", "i32", "ui8", "bf16", "complex<f32>", ...; "invalid" for an unknown number.
 */
LS_API const char *ls_dtype_name(ls_dtype dtype);

LS_API bool ls_dtype_is_float(ls_dtype dtype);   /* f4 to f64, real */
LS_API bool ls_dtype_is_complex(ls_dtype dtype); /* c64, c128 */
LS_API bool ls_dtype_is_signed(ls_dtype dtype);  /* i2 to i64 */
LS_API bool ls_dtype_is_integer(ls_dtype dtype); /* i2 to i64, ui2 to ui64; not bool */

#define LS_MAX_RANK 12

/* A shape: `rank` dimensions, outermost first. A scalar has rank 0. Dimensions are at least 0. */
typedef struct ls_shape {
    int rank;
    int64_t dims[LS_MAX_RANK];
} ls_shape;

/* A shape from its dimensions: LS_SHAPE(64, 1, 28, 28). LS_SHAPE() is a scalar's. */
#define LS_SHAPE(...)                                                                                                  \
    ((ls_shape){.rank = (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), .dims = {__VA_ARGS__}})

/* Number of elements: the product of the dimensions, 1 for a scalar; INT64_MAX if it is larger than that. */
LS_API int64_t ls_shape_count(ls_shape shape);

LS_API bool ls_shape_equal(ls_shape a, ls_shape b);

/* Writes "2x3x4" ("" for a scalar) with its terminating 0 into `out` of `size` bytes, cut off where it does not
 * fit, and returns `out`. */
LS_API const char *ls_shape_format(ls_shape shape, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
