#include "base/element.h"

#include <string.h>

#include "base/numeric.h"
#include "base/small_float.h"

ls_dtype ls_dtype_part(ls_dtype dtype)
{
    return dtype == LS_C64 ? LS_F32 : dtype == LS_C128 ? LS_F64 : dtype;
}

int64_t ls_element_int(ls_dtype dtype, const void *data)
{
    uint64_t bits = 0;
    int unused = 64 - ls_dtype_bits(dtype);
    memcpy(&bits, data, ls_dtype_size(dtype));
    if (dtype == LS_BOOL) return bits != 0;
    return ls_dtype_is_signed(dtype) ? (int64_t)(bits << unused) >> unused : (int64_t)(bits << unused >> unused);
}

ls_element ls_element_read(ls_dtype dtype, const void *data)
{
    ls_element e = {0};
    uint64_t bits = 0;
    if (dtype == LS_C128) {
        memcpy(&e, data, sizeof(e));
        return e;
    }
    memcpy(&bits, data, ls_dtype_size(dtype));
    switch (dtype) {
    case LS_F64: memcpy(&e.real, &bits, 8); break;
    case LS_C64: e.imag = ls_f32_from_bits((uint32_t)(bits >> 32)); /* fall through */
    case LS_F32: e.real = ls_f32_from_bits((uint32_t)bits); break;
    case LS_F16: e.real = ls_f16_to_f32((uint16_t)bits); break;
    case LS_BF16: e.real = ls_bf16_to_f32((uint16_t)bits); break;
    default:
        if (ls_dtype_is_small_float(dtype))
            e.real = ls_small_to_f32(dtype, (uint8_t)bits);
        else
            e.real = dtype == LS_U64 ? (double)bits : (double)ls_element_int(dtype, data);
    }
    return e;
}

void ls_element_write(ls_dtype dtype, void *data, ls_element e)
{
    uint64_t bits = 0;
    float odd = ls_f64_to_f32_odd(e.real);
    switch (dtype) {
    case LS_C128: memcpy(data, &e, sizeof(e)); return;
    case LS_C64: bits = (uint64_t)ls_f32_bits((float)e.imag) << 32 | ls_f32_bits((float)e.real); break;
    case LS_F64: memcpy(&bits, &e.real, 8); break;
    case LS_F32: bits = ls_f32_bits((float)e.real); break;
    case LS_F16: bits = ls_f32_to_f16(odd); break;
    case LS_BF16: bits = ls_f32_to_bf16(odd); break;
    case LS_BOOL: bits = e.real != 0; break;
    default:
        if (ls_dtype_is_small_float(dtype)) {
            bits = ls_f32_to_small(dtype, odd);
        } else {
            int unused = 64 - ls_dtype_bits(dtype);
            bits = e.real < 0 ? (uint64_t)(int64_t)e.real : (uint64_t)e.real;
            bits <<= unused;
            bits = ls_dtype_is_signed(dtype) ? (uint64_t)((int64_t)bits >> unused) : bits >> unused;
        }
    }
    memcpy(data, &bits, ls_dtype_size(dtype));
}
