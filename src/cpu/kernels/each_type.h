/* Includes the file TEMPLATE once per element type (element.h says what it sees). Define EACH_FLOAT_ONLY to leave out
 * all but the real floats, EACH_REAL_ONLY to leave out the complex types. No include guard: it is meant to be included
 * again. */
#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)
#define NAME(f) CAT(f, SUFFIX)

#ifndef EACH_FLOAT_ONLY
#define SUFFIX i1
#define T ls_e_i1
#define C uint8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 1
#define BITS 8
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i8
#define T ls_e_i8
#define C int8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i16
#define T ls_e_i16
#define C int16_t
#define U uint16_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 16
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i32
#define T ls_e_i32
#define C int32_t
#define U uint32_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 32
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i64
#define T ls_e_i64
#define C int64_t
#define U uint64_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u8
#define T ls_e_u8
#define C uint8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u16
#define T ls_e_u16
#define C uint16_t
#define U uint16_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 16
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u32
#define T ls_e_u32
#define C uint32_t
#define U uint32_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 32
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u64
#define T ls_e_u64
#define C uint64_t
#define U uint64_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i2
#define T ls_e_i2
#define C int8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 2
#define LOAD(x) ls_sign_extend((x), 2)
#define STORE(c) ls_sign_extend((uint8_t)(c), 2)
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX i4
#define T ls_e_i4
#define C int8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 1
#define IS_BOOL 0
#define BITS 4
#define LOAD(x) ls_sign_extend((x), 4)
#define STORE(c) ls_sign_extend((uint8_t)(c), 4)
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u2
#define T ls_e_u2
#define C uint8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 2
#define LOAD(x) ((uint8_t)((x)&3))
#define STORE(c) ((uint8_t)((c)&3))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX u4
#define T ls_e_u4
#define C uint8_t
#define U uint8_t
#define IS_FLOAT 0
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 4
#define LOAD(x) ((uint8_t)((x)&15))
#define STORE(c) ((uint8_t)((c)&15))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#endif
#define SUFFIX f4e2m1fn
#define T ls_e_f4e2m1fn
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 4
#define LOAD(x) ls_small_to_f32(LS_F4E2M1FN, x)
#define STORE(c) ls_f32_to_small(LS_F4E2M1FN, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e3m4
#define T ls_e_f8e3m4
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E3M4, x)
#define STORE(c) ls_f32_to_small(LS_F8E3M4, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e4m3
#define T ls_e_f8e4m3
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E4M3, x)
#define STORE(c) ls_f32_to_small(LS_F8E4M3, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e4m3b11fnuz
#define T ls_e_f8e4m3b11fnuz
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E4M3B11FNUZ, x)
#define STORE(c) ls_f32_to_small(LS_F8E4M3B11FNUZ, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e4m3fn
#define T ls_e_f8e4m3fn
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E4M3FN, x)
#define STORE(c) ls_f32_to_small(LS_F8E4M3FN, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e4m3fnuz
#define T ls_e_f8e4m3fnuz
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E4M3FNUZ, x)
#define STORE(c) ls_f32_to_small(LS_F8E4M3FNUZ, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e5m2
#define T ls_e_f8e5m2
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E5M2, x)
#define STORE(c) ls_f32_to_small(LS_F8E5M2, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e5m2fnuz
#define T ls_e_f8e5m2fnuz
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E5M2FNUZ, x)
#define STORE(c) ls_f32_to_small(LS_F8E5M2FNUZ, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f8e8m0fnu
#define T ls_e_f8e8m0fnu
#define C float
#define U uint8_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 8
#define LOAD(x) ls_small_to_f32(LS_F8E8M0FNU, x)
#define STORE(c) ls_f32_to_small(LS_F8E8M0FNU, c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f16
#define T ls_e_f16
#define C float
#define U uint16_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 16
#define LOAD(x) ls_f16_to_f32(x)
#define STORE(c) ls_f32_to_f16(c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX bf16
#define T ls_e_bf16
#define C float
#define U uint16_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 16
#define LOAD(x) ls_bf16_to_f32(x)
#define STORE(c) ls_f32_to_bf16(c)
#define IS_HALF 1
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f32
#define T ls_e_f32
#define C float
#define U uint32_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 32
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX f64
#define T ls_e_f64
#define C double
#define U uint64_t
#define IS_FLOAT 1
#define IS_COMPLEX 0
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#if !defined(EACH_FLOAT_ONLY) && !defined(EACH_REAL_ONLY)
#define SUFFIX c64
#define T ls_e_c64
#define C float _Complex
#define U uint64_t
#define IS_FLOAT 0
#define IS_COMPLEX 1
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 32
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#define SUFFIX c128
#define T ls_e_c128
#define C double _Complex
#define U uint64_t
#define IS_FLOAT 0
#define IS_COMPLEX 1
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#endif
#undef CAT_
#undef CAT
#undef NAME
#undef TEMPLATE
#undef EACH_FLOAT_ONLY
#undef EACH_REAL_ONLY
