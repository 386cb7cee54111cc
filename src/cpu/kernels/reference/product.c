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
#define ROW(key, c, suffix) [key] = { sizeof(c), key == LS_F16 || key == LS_BF16 ? LS_F32 : key, multiply_##suffix }
    static const ls_cpu_arithmetic table[LS_DTYPE_END] = {
        ROW(LS_BOOL, uint8_t, i1),  ROW(LS_I8, int8_t, i8),  ROW(LS_I16, int16_t, i16),  ROW(LS_I32, int32_t, i32),
        ROW(LS_I64, int64_t, i64),  ROW(LS_U8, uint8_t, u8), ROW(LS_U16, uint16_t, u16), ROW(LS_U32, uint32_t, u32),
        ROW(LS_U64, uint64_t, u64), ROW(LS_F16, float, f16), ROW(LS_BF16, float, bf16),  ROW(LS_F32, float, f32),
        ROW(LS_F64, double, f64)};
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
