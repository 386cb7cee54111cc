/* Includes the file TEMPLATE once per element type (element.h says what it sees). Define EACH_FLOAT_ONLY to leave out
 * the integers and bool. No include guard: it is meant to be included again. */
#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)
#define NAME(f) CAT(f, SUFFIX)

#ifndef EACH_FLOAT_ONLY
#define SUFFIX i1
#define T ls_e_i1
#define C uint8_t
#define U uint8_t
#define IS_FLOAT 0
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
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#endif
#define SUFFIX f16
#define T ls_e_f16
#define C float
#define U uint16_t
#define IS_FLOAT 1
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
#define IS_SIGNED 0
#define IS_BOOL 0
#define BITS 64
#define LOAD(x) (x)
#define STORE(c) ((T)(c))
#define IS_HALF 0
#include TEMPLATE
#include "cpu/kernels/each_type_end.h"
#undef CAT_
#undef CAT
#undef NAME
#undef TEMPLATE
#undef EACH_FLOAT_ONLY
