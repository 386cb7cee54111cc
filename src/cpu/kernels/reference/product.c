#include "cpu/kernels/reference/product.h"

#include <string.h>

#include "cpu/kernels/convert.h"
#include "cpu/kernels/element.h"

#define ROWS 4
#define WIDTH 64
#define DEPTH 128
#define TEMPLATE "cpu/kernels/reference/product_tmpl.c"
#include "cpu/kernels/each_type.h"

const ls_cpu_arithmetic *ls_cpu_arithmetic_of(ls_dtype dtype)
{
    /* Smaller floats are computed as f32, integers of 2 and 4 bits as i32. */
#define ROW(key, type, suffix) [key] = { sizeof(ls_e_##suffix), type, multiply_##suffix }
#define OWN(key, suffix) ROW(key, key, suffix)
#define AS_F32(key) ROW(key, LS_F32, f32)
#define AS_I32(key) ROW(key, LS_I32, i32)
    // clang-format off
    static const ls_cpu_arithmetic table[LS_DTYPE_END] = {
        OWN(LS_BOOL, i1), OWN(LS_I8, i8), OWN(LS_I16, i16), OWN(LS_I32, i32), OWN(LS_I64, i64), OWN(LS_U8, u8), OWN(LS_U16, u16),
        OWN(LS_U32, u32), OWN(LS_U64, u64), OWN(LS_F32, f32), OWN(LS_F64, f64), OWN(LS_C64, c64), OWN(LS_C128, c128),
        AS_F32(LS_F16), AS_F32(LS_BF16), AS_F32(LS_F4E2M1FN), AS_F32(LS_F8E3M4), AS_F32(LS_F8E4M3), AS_F32(LS_F8E4M3B11FNUZ),
        AS_F32(LS_F8E4M3FN), AS_F32(LS_F8E4M3FNUZ), AS_F32(LS_F8E5M2), AS_F32(LS_F8E5M2FNUZ), AS_F32(LS_F8E8M0FNU),
        AS_I32(LS_I2), AS_I32(LS_I4), AS_I32(LS_U2), AS_I32(LS_U4),
    };
    // clang-format on
#undef OWN
#undef AS_F32
#undef AS_I32
#undef ROW
    return &table[dtype];
}

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static void drop_plain_copy(ls_cpu_pack *pack, int width)
{
    ls_cpu_copy_simplify(&pack->copy);
    if (ls_cpu_copy_is_packed(&pack->copy))
        pack->copy.rank = 0;
    else
        pack->copy_bytes = round_up((size_t)(pack->count * width));
}

ls_cpu_pack ls_cpu_pack_prepare(const ls_ir_type *type, const int *order, ls_dtype to)
{
    int64_t strides[LS_MAX_RANK], packed = (int64_t)ls_dtype_size(type->dtype);
    ls_cpu_pack pack = {.count = ls_shape_count(type->shape)};
    pack.copy.rank = type->shape.rank;
    pack.copy.width = (int)packed;
    ls_cpu_strides(type, strides);
    for (int i = type->shape.rank; i-- > 0; packed *= pack.copy.dims[i]) {
        pack.copy.dims[i] = type->shape.dims[order[i]];
        pack.copy.src[i] = strides[order[i]];
        pack.copy.dst[i] = packed;
    }
    drop_plain_copy(&pack, pack.copy.width);
    if (type->dtype != to) {
        pack.convert = ls_cpu_convert_find(type->dtype, to);
        pack.convert_bytes = round_up((size_t)pack.count * ls_dtype_size(to));
    }
    return pack;
}

ls_cpu_pack ls_cpu_unpack_prepare(const ls_ir_type *type, const int *order, ls_dtype from)
{
    int64_t strides[LS_MAX_RANK], packed = (int64_t)ls_dtype_size(type->dtype);
    ls_cpu_pack pack = {.count = ls_shape_count(type->shape)};
    pack.copy.rank = type->shape.rank;
    pack.copy.width = (int)packed;
    ls_cpu_strides(type, strides);
    for (int i = type->shape.rank; i-- > 0; packed *= pack.copy.dims[i]) {
        pack.copy.dims[i] = type->shape.dims[order[i]];
        pack.copy.dst[i] = strides[order[i]];
        pack.copy.src[i] = packed;
    }
    drop_plain_copy(&pack, pack.copy.width);
    if (type->dtype != from) {
        pack.convert = ls_cpu_convert_find(from, type->dtype);
        pack.convert_bytes = round_up((size_t)pack.count * ls_dtype_size(from));
    }
    return pack;
}

size_t ls_cpu_pack_bytes(const ls_cpu_pack *pack)
{
    return pack->copy_bytes + pack->convert_bytes;
}

bool ls_cpu_pack_is_nothing(const ls_cpu_pack *pack)
{
    return !pack->copy.rank && !pack->convert;
}

const char *ls_cpu_pack_run(const ls_cpu_pack *pack, const char *x, char *scratch)
{
    if (pack->copy.rank) {
        ls_cpu_copy_run(&pack->copy, x, scratch);
        x = scratch;
    }
    if (pack->convert) {
        char *to = scratch + pack->copy_bytes;
        pack->convert((const void *[]){x}, to, pack->count, NULL);
        x = to;
    }
    return x;
}

void ls_cpu_unpack_run(const ls_cpu_pack *pack, const char *packed, char *out, char *scratch)
{
    if (pack->convert) {
        char *to = pack->copy.rank ? scratch : out;
        pack->convert((const void *[]){packed}, to, pack->count, NULL);
        packed = to;
    }
    if (pack->copy.rank) ls_cpu_copy_run(&pack->copy, packed, out);
}
