#include "cpu/kernels/fast/vector.h"

const ls_vector_table *ls_vector(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return &ls_vector_avx512;
    if (__builtin_cpu_supports("avx2")) return &ls_vector_avx2;
#endif
    return &ls_vector_base;
}
