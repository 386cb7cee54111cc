#include "cpu/kernels/convert.h"

#include "cpu/kernels/element.h"

/* 64-bit integers have more bits than a double: keep the top 40 and one for "something below". */
static inline float integer_to_f32_odd_u64(uint64_t x)
{
    int shift = x >> 40 ? 24 - __builtin_clzll(x) : 0;
    if (shift <= 0) return ls_f64_to_f32_odd((double)x);
    uint64_t top = x >> shift, rest = x & ((1ull << shift) - 1);
    return ls_f64_to_f32_odd((double)(top << 1 | (rest != 0)) * (double)(1ull << shift) * 0.5);
}

static inline float integer_to_f32_odd_i64(int64_t x)
{
    return x < 0 ? -integer_to_f32_odd_u64(0 - (uint64_t)x) : integer_to_f32_odd_u64((uint64_t)x);
}

#define TEMPLATE "cpu/kernels/convert_tmpl.c"
#include "cpu/kernels/each_type.h"

ls_cpu_loop_fn ls_cpu_convert_find(ls_dtype from, ls_dtype to)
{
    static const ls_cpu_loop_fn *const tables[LS_DTYPE_END] = LS_CPU_TABLE(to_table);
    return tables[from] ? tables[from][to] : NULL;
}
