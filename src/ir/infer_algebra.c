/* Rules of transforms, factorisations, random numbers and of the older ops that passes write in other ones. */
#include <string.h>

#include "ir/infer.h"

static bool is_inexact(ls_dtype dtype)
{
    return ls_dtype_is_float(dtype) || ls_dtype_is_complex(dtype);
}

ls_status ls_ir_infer_fft(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    int64_t kind;
    const int64_t *lengths;
    LS_TRY(ls_infer_int(q, LS_ATTR_FFT_TYPE, LS_FFT_FFT, LS_FFT_IRFFT, &kind));
    LS_TRY(ls_infer_ints(q, LS_ATTR_FFT_LENGTH, -1, &lengths));
    int axes = (int)ls_ir_attr_count(q->attrs, LS_ATTR_FFT_LENGTH), rank = type.shape.rank;
    if (axes < 1 || axes > 3 || axes > rank)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute fft_length has %d entries for a tensor with %d dimensions", axes,
                       rank);
    bool from_real = kind == LS_FFT_RFFT, to_real = kind == LS_FFT_IRFFT;
    if (from_real ? type.dtype != LS_F32 && type.dtype != LS_F64 : !ls_dtype_is_complex(type.dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "elements must be %s", from_real ? "f32 or f64" : "complex");
    for (int i = 0; i < axes; i++) {
        int64_t *extent = &type.shape.dims[rank - axes + i];
        bool is_half = i == axes - 1 && to_real;
        int64_t must = is_half && lengths[i] ? lengths[i] / 2 + 1 : lengths[i];
        if (lengths[i] < 0 || *extent != must)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %d has %lld elements instead of %lld", rank - axes + i,
                           (long long)*extent, (long long)must);
        if (i < axes - 1) continue;
        if (from_real && *extent) *extent = *extent / 2 + 1;
        if (to_real) *extent = lengths[i];
    }
    if (from_real) type.dtype = type.dtype == LS_F32 ? LS_C64 : LS_C128;
    if (to_real) type.dtype = type.dtype == LS_C64 ? LS_F32 : LS_F64;
    return ls_infer_result(q, type);
}

static ls_status need_matrices(const ls_ir_type *type)
{
    int rank = type->shape.rank;
    if (!is_inexact(type->dtype))
        return ls_fail(LS_INVALID_ARGUMENT, "is not defined for elements of type %s", ls_dtype_name(type->dtype));
    if (rank < 2 || type->shape.dims[rank - 1] != type->shape.dims[rank - 2])
        return ls_fail(LS_INVALID_ARGUMENT, "the last two dimensions must be a square matrix");
    return LS_OK;
}

ls_status ls_ir_infer_cholesky(ls_ir_inference *q)
{
    LS_TRY(need_matrices(&q->in[0]));
    return ls_infer_result(q, q->in[0]);
}

/* B×M×M, B×M×K (left side) or B×K×M */
ls_status ls_ir_infer_triangular_solve(ls_ir_inference *q)
{
    int64_t transpose;
    LS_TRY(need_matrices(&q->in[0]));
    LS_TRY(ls_infer_int(q, LS_ATTR_TRANSPOSE_A, LS_TRANSPOSE_NONE, LS_TRANSPOSE_ADJOINT, &transpose));
    const ls_shape *a = &q->in[0].shape, *b = &q->in[1].shape;
    bool is_left = ls_ir_attr_int(q->attrs, LS_ATTR_LEFT_SIDE, 1) != 0;
    bool fits = q->in[0].dtype == q->in[1].dtype && a->rank == b->rank;
    for (int i = 0; fits && i < a->rank - 2; i++) fits = a->dims[i] == b->dims[i];
    if (!fits || b->dims[b->rank - (is_left ? 2 : 1)] != a->dims[a->rank - 1])
        return ls_fail(LS_INVALID_ARGUMENT, "the two operands do not fit together");
    return ls_infer_result(q, q->in[1]);
}

ls_status ls_ir_infer_rng(ls_ir_inference *q)
{
    ls_ir_type type;
    int64_t distribution;
    LS_TRY(ls_infer_int(q, LS_ATTR_RNG_DISTRIBUTION, LS_RNG_UNIFORM, LS_RNG_NORMAL, &distribution));
    LS_TRY(ls_infer_given(q, &type));
    bool is_scalars = !q->in[0].shape.rank && ls_ir_type_equal(&q->in[0], &q->in[1]);
    bool is_allowed =
        ls_dtype_is_float(q->in[0].dtype) ||
        (distribution == LS_RNG_UNIFORM && (ls_dtype_is_integer(q->in[0].dtype) || q->in[0].dtype == LS_BOOL));
    if (!is_scalars || !is_allowed || type.dtype != q->in[0].dtype)
        return ls_fail(LS_INVALID_ARGUMENT, "takes two scalars of the result's element type, floating-point if normal");
    return ls_infer_result(q, type);
}

/* The region combines a scalar of each operand; what it returns is the result's element. */
ls_status ls_ir_infer_map(ls_ir_inference *q)
{
    if (!q->in_count) return ls_fail(LS_INVALID_ARGUMENT, "needs an operand");
    if (!q->region_count) return ls_fail(LS_INVALID_ARGUMENT, "needs a region");
    const ls_ir_block *block = q->regions[0];
    ls_ir_type scalars[64];
    if (q->in_count > 64) return ls_fail(LS_INVALID_ARGUMENT, "more than 64 operands");
    for (size_t i = 0; i < q->in_count; i++) {
        if (!ls_shape_equal(q->in[i].shape, q->in[0].shape))
            return ls_fail(LS_INVALID_ARGUMENT, "operand %zu differs in shape from operand 0", i);
        scalars[i] = ls_infer_scalar(q->in[i].dtype);
    }
    const ls_ir_op *last = block->last;
    if (!last || last->kind != LS_IR_RETURN || last->operand_count != 1)
        return ls_fail(LS_INVALID_ARGUMENT, "region 0 does not return one value");
    ls_ir_type result = ls_infer_scalar(last->operands[0]->type.dtype);
    LS_TRY(ls_infer_region(q, 0, scalars, q->in_count, &result, 1));
    return ls_infer_result(q, (ls_ir_type){result.dtype, q->in[0].shape});
}

ls_status ls_ir_infer_token(ls_ir_inference *q)
{
    for (size_t i = 0; i < q->in_count; i++)
        if (q->in[i].dtype != LS_TOKEN) return ls_fail(LS_INVALID_ARGUMENT, "operand %zu is not a token", i);
    return ls_infer_result(q, ls_infer_scalar(LS_TOKEN));
}

/* --- Older ops -------------------------------------------------------------------------------------------------- */

/* Vectors and matrices: the last dimension of the left with the first of the right. */
ls_status ls_ir_infer_dot(ls_ir_inference *q)
{
    const ls_shape *a = &q->in[0].shape, *b = &q->in[1].shape;
    if (q->in[0].dtype != q->in[1].dtype) return ls_fail(LS_INVALID_ARGUMENT, "operands differ in element type");
    if (a->rank < 1 || a->rank > 2 || b->rank < 1 || b->rank > 2 || a->dims[a->rank - 1] != b->dims[0])
        return ls_fail(LS_INVALID_ARGUMENT, "takes vectors or matrices that fit together");
    ls_ir_type type = {.dtype = q->given_count == 1 ? q->given[0].dtype : q->in[0].dtype};
    if (a->rank == 2) type.shape.dims[type.shape.rank++] = a->dims[0];
    if (b->rank == 2) type.shape.dims[type.shape.rank++] = b->dims[1];
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_broadcast(ls_ir_inference *q)
{
    ls_ir_type type = {.dtype = q->in[0].dtype};
    const int64_t *sizes;
    LS_TRY(ls_infer_ints(q, LS_ATTR_BROADCAST_SIZES, -1, &sizes));
    int count = (int)ls_ir_attr_count(q->attrs, LS_ATTR_BROADCAST_SIZES), rank = q->in[0].shape.rank;
    if (count + rank > LS_MAX_RANK) return ls_fail(LS_INVALID_ARGUMENT, "the result has too many dimensions");
    for (int i = 0; i < count; i++) {
        if (sizes[i] < 0) return ls_fail(LS_INVALID_ARGUMENT, "attribute broadcast_sizes has a negative entry");
        type.shape.dims[i] = sizes[i];
    }
    memcpy(type.shape.dims + count, q->in[0].shape.dims, sizeof(int64_t) * (size_t)rank);
    type.shape.rank = count + rank;
    return ls_infer_result(q, type);
}

/* "ab,bc->ac": letters stand for dimensions; one of a name has one extent. */
ls_status ls_ir_infer_einsum(ls_ir_inference *q)
{
    const ls_ir_attr *config = ls_ir_attr_find(q->attrs, LS_ATTR_EINSUM_CONFIG);
    const char *arrow = config ? strstr(config->string.data, "->") : NULL;
    if (!arrow) return ls_fail(LS_INVALID_ARGUMENT, "attribute einsum_config is missing or has no ->");
    int64_t extents[128];
    for (int i = 0; i < 128; i++) extents[i] = -1;
    const char *at = config->string.data;
    for (size_t k = 0; k < q->in_count; k++, at += *at == ',') {
        if (q->in[k].dtype != q->in[0].dtype) return ls_fail(LS_INVALID_ARGUMENT, "operands differ in element type");
        int rank = 0;
        for (; at < arrow && *at != ','; at++, rank++) {
            int letter = *at & 127;
            if (rank >= q->in[k].shape.rank) break;
            if (extents[letter] >= 0 && extents[letter] != q->in[k].shape.dims[rank])
                return ls_fail(LS_INVALID_ARGUMENT, "dimension %c has two extents", *at);
            extents[letter] = q->in[k].shape.dims[rank];
        }
        if (rank != q->in[k].shape.rank || (at < arrow && *at != ','))
            return ls_fail(LS_INVALID_ARGUMENT, "attribute einsum_config does not fit operand %zu", k);
    }
    if (at != arrow) return ls_fail(LS_INVALID_ARGUMENT, "attribute einsum_config names too many operands");
    ls_ir_type type = {.dtype = q->in[0].dtype};
    for (at = arrow + 2; *at; at++) {
        if (type.shape.rank == LS_MAX_RANK || extents[*at & 127] < 0)
            return ls_fail(LS_INVALID_ARGUMENT, "the result's dimension %c is in no operand", *at);
        type.shape.dims[type.shape.rank++] = extents[*at & 127];
    }
    return ls_infer_result(q, type);
}

/* Rows of the operand along `dim`, by indices that share its first batch_dims dimensions. */
ls_status ls_ir_infer_torch_index_select(ls_ir_inference *q)
{
    const ls_shape *operand = &q->in[0].shape, *index = &q->in[1].shape;
    int64_t dim, batch;
    LS_TRY(ls_infer_int(q, LS_ATTR_DIM, 0, operand->rank - 1, &dim));
    LS_TRY(ls_infer_int(q, LS_ATTR_BATCH_DIMS, 0, index->rank < dim ? index->rank : dim, &batch));
    if (!ls_dtype_is_integer(q->in[1].dtype)) return ls_fail(LS_INVALID_ARGUMENT, "indices must be integers");
    ls_ir_type type = {.dtype = q->in[0].dtype};
    if (operand->rank - 1 + index->rank - batch > LS_MAX_RANK)
        return ls_fail(LS_INVALID_ARGUMENT, "the result has too many dimensions");
    for (int i = 0; i < batch; i++)
        if (operand->dims[i] != index->dims[i])
            return ls_fail(LS_INVALID_ARGUMENT, "batch dimension %d differs between operand and indices", i);
    for (int i = 0; i < operand->rank; i++) {
        if (i != dim) type.shape.dims[type.shape.rank++] = operand->dims[i];
        for (int k = (int)batch; i == dim && k < index->rank; k++) type.shape.dims[type.shape.rank++] = index->dims[k];
    }
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_get_dimension_size(ls_ir_inference *q)
{
    int64_t dim;
    LS_TRY(ls_infer_int(q, LS_ATTR_DIMENSION, 0, q->in[0].shape.rank - 1, &dim));
    return ls_infer_result(q, ls_infer_scalar(LS_I32));
}

/* Sizes are static here: it may only be set to what it is. */
ls_status ls_ir_infer_set_dimension_size(ls_ir_inference *q)
{
    int64_t dim;
    LS_TRY(ls_infer_int(q, LS_ATTR_DIMENSION, 0, q->in[0].shape.rank - 1, &dim));
    if (q->in[1].shape.rank || q->in[1].dtype != LS_I32)
        return ls_fail(LS_INVALID_ARGUMENT, "the size must be tensor<i32>");
    return ls_infer_result(q, q->in[0]);
}

/* --- CHLO ------------------------------------------------------------------------------------------------------- */

/* Two operands of one element type, broadcast together: the dimensions of the one with fewer are broadcast_dimensions
 * of the other, or its last. Of `index` first operands. */
static ls_status broadcast_shape(ls_ir_inference *q, size_t first, ls_shape *out_shape)
{
    const ls_shape *a = &q->in[first].shape, *b = &q->in[first + 1].shape;
    if (a->rank < b->rank) {
        const ls_shape *swap = a;
        a = b;
        b = swap;
    }
    uint32_t mask = 0;
    const int64_t *dims;
    LS_TRY(ls_infer_optional(q, LS_ATTR_BROADCAST_DIMENSIONS, b->rank, 0, &dims));
    LS_TRY(ls_infer_dims(q, LS_ATTR_BROADCAST_DIMENSIONS, a->rank, &mask));
    *out_shape = *a;
    for (int i = 0; i < b->rank; i++) {
        int at = dims ? (int)dims[i] : a->rank - b->rank + i;
        int64_t *extent = &out_shape->dims[at];
        if (*extent == 1) *extent = b->dims[i];
        if (b->dims[i] != 1 && b->dims[i] != *extent)
            return ls_fail(LS_INVALID_ARGUMENT, "dimension %d does not broadcast: %lld and %lld elements", at,
                           (long long)*extent, (long long)b->dims[i]);
    }
    return LS_OK;
}

ls_status ls_ir_infer_broadcast_binary(ls_ir_inference *q)
{
    ls_ir_type type = {.dtype = q->in[0].dtype};
    if (q->in[0].dtype != q->in[1].dtype) return ls_fail(LS_INVALID_ARGUMENT, "operands differ in element type");
    LS_TRY(broadcast_shape(q, 0, &type.shape));
    if (q->kind == LS_IR_BROADCAST_COMPARE) type.dtype = LS_BOOL;
    if (q->kind == LS_IR_BROADCAST_COMPLEX) type.dtype = type.dtype == LS_F64 ? LS_C128 : LS_C64;
    return ls_infer_result(q, type);
}

/* The predicate too broadcasts; the two values have one element type. */
ls_status ls_ir_infer_broadcast_select(ls_ir_inference *q)
{
    ls_ir_type type = {.dtype = q->in[1].dtype};
    if (q->in[0].dtype != LS_BOOL) return ls_fail(LS_INVALID_ARGUMENT, "the predicate must have elements of type i1");
    if (q->in[1].dtype != q->in[2].dtype) return ls_fail(LS_INVALID_ARGUMENT, "the two values differ in element type");
    LS_TRY(broadcast_shape(q, 1, &type.shape));
    const ls_shape *p = &q->in[0].shape;
    if (p->rank > type.shape.rank) return ls_fail(LS_INVALID_ARGUMENT, "the predicate has too many dimensions");
    for (int i = 0; i < p->rank; i++)
        if (p->dims[i] != 1 && p->dims[i] != type.shape.dims[type.shape.rank - p->rank + i])
            return ls_fail(LS_INVALID_ARGUMENT, "the predicate does not broadcast to the values' shape");
    return ls_infer_result(q, type);
}

ls_status ls_ir_infer_constant_like(ls_ir_inference *q)
{
    const ls_ir_attr *value = ls_ir_attr_find(q->attrs, LS_ATTR_VALUE);
    if (!value || value->dense.type.shape.rank)
        return ls_fail(LS_INVALID_ARGUMENT, "attribute value is missing or no scalar");
    return ls_infer_result(q, (ls_ir_type){value->dense.type.dtype, q->in[0].shape});
}

/* k largest of the last dimension, and their places. */
ls_status ls_ir_infer_top_k(ls_ir_inference *q)
{
    ls_ir_type type = q->in[0];
    int64_t k;
    if (!type.shape.rank || !(ls_dtype_is_float(type.dtype) || ls_dtype_is_integer(type.dtype)))
        return ls_fail(LS_INVALID_ARGUMENT, "takes numbers in at least one dimension");
    LS_TRY(ls_infer_int(q, LS_ATTR_K, 0, type.shape.dims[type.shape.rank - 1], &k));
    type.shape.dims[type.shape.rank - 1] = k;
    LS_TRY(ls_infer_result(q, type));
    type.dtype = LS_I32;
    return ls_infer_result(q, type);
}
