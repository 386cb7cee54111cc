#include <stdio.h>
#include <string.h>

#include <lockstep/types.h>

static const struct dtype_row {
    const char *name;
    unsigned char size, bits;
    enum { OTHER, SIGNED, UNSIGNED, FLOAT, COMPLEX } kind;
} rows[LS_DTYPE_END] = {
    [LS_DTYPE_INVALID] = {"invalid", 0, 0, OTHER},
    [LS_BOOL] = {"i1", 1, 8, OTHER},
    [LS_I8] = {"i8", 1, 8, SIGNED},
    [LS_I16] = {"i16", 2, 16, SIGNED},
    [LS_I32] = {"i32", 4, 32, SIGNED},
    [LS_I64] = {"i64", 8, 64, SIGNED},
    [LS_U8] = {"ui8", 1, 8, UNSIGNED},
    [LS_U16] = {"ui16", 2, 16, UNSIGNED},
    [LS_U32] = {"ui32", 4, 32, UNSIGNED},
    [LS_U64] = {"ui64", 8, 64, UNSIGNED},
    [LS_F16] = {"f16", 2, 16, FLOAT},
    [LS_F32] = {"f32", 4, 32, FLOAT},
    [LS_F64] = {"f64", 8, 64, FLOAT},
    [LS_BF16] = {"bf16", 2, 16, FLOAT},
    [LS_C64] = {"complex<f32>", 8, 64, COMPLEX},
    [LS_C128] = {"complex<f64>", 16, 128, COMPLEX},
    [LS_F8E5M2] = {"f8E5M2", 1, 8, FLOAT},
    [LS_F8E4M3FN] = {"f8E4M3FN", 1, 8, FLOAT},
    [LS_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", 1, 8, FLOAT},
    [LS_F8E5M2FNUZ] = {"f8E5M2FNUZ", 1, 8, FLOAT},
    [LS_F8E4M3FNUZ] = {"f8E4M3FNUZ", 1, 8, FLOAT},
    [LS_I4] = {"i4", 1, 4, SIGNED},
    [LS_U4] = {"ui4", 1, 4, UNSIGNED},
    [LS_TOKEN] = {"token", 0, 0, OTHER},
    [LS_I2] = {"i2", 1, 2, SIGNED},
    [LS_U2] = {"ui2", 1, 2, UNSIGNED},
    [LS_F8E4M3] = {"f8E4M3", 1, 8, FLOAT},
    [LS_F8E3M4] = {"f8E3M4", 1, 8, FLOAT},
    [LS_F8E8M0FNU] = {"f8E8M0FNU", 1, 8, FLOAT},
    [LS_F4E2M1FN] = {"f4E2M1FN", 1, 4, FLOAT},
};

static const struct dtype_row *row_of(ls_dtype dtype)
{
    return &rows[(unsigned)dtype < LS_DTYPE_END ? dtype : LS_DTYPE_INVALID];
}

size_t ls_dtype_size(ls_dtype dtype)
{
    return row_of(dtype)->size;
}

int ls_dtype_bits(ls_dtype dtype)
{
    return row_of(dtype)->bits;
}

const char *ls_dtype_name(ls_dtype dtype)
{
    return row_of(dtype)->name;
}

bool ls_dtype_is_float(ls_dtype dtype)
{
    return row_of(dtype)->kind == FLOAT;
}

bool ls_dtype_is_complex(ls_dtype dtype)
{
    return row_of(dtype)->kind == COMPLEX;
}

bool ls_dtype_is_signed(ls_dtype dtype)
{
    return row_of(dtype)->kind == SIGNED;
}

bool ls_dtype_is_integer(ls_dtype dtype)
{
    return row_of(dtype)->kind == SIGNED || row_of(dtype)->kind == UNSIGNED;
}

/* The dimensions that are there: a shape that a caller made up may name more. */
static int rank_of(const ls_shape *shape)
{
    return shape->rank < 0 ? 0 : shape->rank > LS_MAX_RANK ? LS_MAX_RANK : shape->rank;
}

int64_t ls_shape_count(ls_shape shape)
{
    int64_t count = 1;
    bool fits = true;
    for (int i = 0; i < rank_of(&shape); i++) {
        if (!shape.dims[i]) return 0;
        fits = fits && !__builtin_mul_overflow(count, shape.dims[i], &count);
    }
    return fits ? count : INT64_MAX;
}

bool ls_shape_equal(ls_shape a, ls_shape b)
{
    return a.rank == b.rank && !memcmp(a.dims, b.dims, sizeof(a.dims[0]) * (size_t)rank_of(&a));
}

const char *ls_shape_format(ls_shape shape, char *out, size_t size)
{
    size_t used = 0;
    if (size) out[0] = 0;
    for (int i = 0; i < rank_of(&shape) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, i ? "x%lld" : "%lld", (long long)shape.dims[i]);
    return out;
}
