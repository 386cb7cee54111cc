#include <stdio.h>
#include <string.h>

#include <lockstep/types.h>

static const struct dtype_row {
    const char *name;
    unsigned char size;
    enum { OTHER, SIGNED, UNSIGNED, FLOAT, COMPLEX } kind;
} rows[LS_DTYPE_END] = {
    [LS_DTYPE_INVALID] = {"invalid", 0, OTHER},
    [LS_BOOL] = {"i1", 1, OTHER},
    [LS_I8] = {"i8", 1, SIGNED},
    [LS_I16] = {"i16", 2, SIGNED},
    [LS_I32] = {"i32", 4, SIGNED},
    [LS_I64] = {"i64", 8, SIGNED},
    [LS_U8] = {"ui8", 1, UNSIGNED},
    [LS_U16] = {"ui16", 2, UNSIGNED},
    [LS_U32] = {"ui32", 4, UNSIGNED},
    [LS_U64] = {"ui64", 8, UNSIGNED},
    [LS_F16] = {"f16", 2, FLOAT},
    [LS_F32] = {"f32", 4, FLOAT},
    [LS_F64] = {"f64", 8, FLOAT},
    [LS_BF16] = {"bf16", 2, FLOAT},
    [LS_C64] = {"complex<f32>", 8, COMPLEX},
    [LS_C128] = {"complex<f64>", 16, COMPLEX},
};

static const struct dtype_row *row_of(ls_dtype dtype)
{
    return &rows[(unsigned)dtype < LS_DTYPE_END ? dtype : LS_DTYPE_INVALID];
}

size_t ls_dtype_size(ls_dtype dtype)
{
    return row_of(dtype)->size;
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
