#ifdef __x86_64__
/* Headers first: what they define inline is not for this instruction set only. */
#include "base/numeric.h"
#include "cpu/kernels/fast/vector.h"
#include <immintrin.h>
#include <math.h>
#include <string.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,f16c,avx512f,avx512bw,avx512dq,avx512vl"))),                  \
                             apply_to = function)
#else
#pragma GCC target("avx2,f16c,avx512f,avx512bw,avx512dq,avx512vl")
#endif
#define VECTOR_TABLE ls_vector_avx512
#define VECTOR_WIDTH 16
#define VECTOR_MASKED
#include "cpu/kernels/fast/vector_tmpl.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
