/* Matrix products. */
#include "lazy/compose.h"

static ls_value shapes_error(ls_value a, ls_value b)
{
    char p[200], q[200];
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s and %s do not fit", ls_value_describe(a, p, sizeof p),
                          ls_value_describe(b, q, sizeof q));
}

/* Stretches the leading dimensions of `x` to those of `lead`. */
static ls_value stretch(ls_value x, const ls_shape *lead)
{
    ls_shape shape = *lead;
    int rank = ls_value_rank(x);
    for (int i = 0; i < 2; i++) shape.dims[shape.rank++] = ls_value_shape(x)->dims[rank - 2 + i];
    return ls_value_broadcast_to(x, &shape);
}

/* a …×n×k, b …×k×m */
static ls_value matmul(ls_value a, ls_value b)
{
    LS_USABLE(a);
    LS_USABLE(b);
    const ls_shape *s = ls_value_shape(a), *t = ls_value_shape(b);
    if (s->rank < 2 || t->rank < 2 || s->dims[s->rank - 1] != t->dims[t->rank - 2] ||
        ls_value_dtype(a) != ls_value_dtype(b))
        return shapes_error(a, b);
    if (t->rank == 2) {
        int64_t lhs[1] = {s->rank - 1}, rhs[1] = {0};
        return ls_value_dot(a, b, &(ls_dot_dims){.lhs_contract = lhs, .rhs_contract = rhs, .contract_count = 1});
    }
    ls_shape lead = {.rank = (s->rank > t->rank ? s->rank : t->rank) - 2};
    for (int i = 0; i < lead.rank; i++) { /* i from the innermost leading dimension outwards */
        int64_t m = i < s->rank - 2 ? s->dims[s->rank - 3 - i] : 1, n = i < t->rank - 2 ? t->dims[t->rank - 3 - i] : 1;
        if (m != n && m != 1 && n != 1) return shapes_error(a, b);
        lead.dims[lead.rank - 1 - i] = m == 1 ? n : m;
    }
    int64_t batch[LS_MAX_RANK], lhs[1] = {lead.rank + 1}, rhs[1] = {lead.rank};
    for (int i = 0; i < lead.rank; i++) batch[i] = i;
    return ls_value_dot(stretch(a, &lead), stretch(b, &lead),
                        &(ls_dot_dims){.lhs_batch = batch,
                                       .rhs_batch = batch,
                                       .batch_count = (size_t)lead.rank,
                                       .lhs_contract = lhs,
                                       .rhs_contract = rhs,
                                       .contract_count = 1});
}

ls_tensor ls_matmul(ls_tensor a, ls_tensor b)
{
    LS_TRACE_CALL("ls_matmul");
    return ls_tensor_wrap(matmul(ls_tensor_value(a), ls_tensor_value(b)));
}

/* x …×I, weight O×I, bias O */
static ls_value linear(ls_value x, ls_value weight, ls_value bias)
{
    LS_USABLE(x);
    LS_USABLE(weight);
    const ls_shape *s = ls_value_shape(x), *t = ls_value_shape(weight);
    if (s->rank < 1 || t->rank != 2 || s->dims[s->rank - 1] != t->dims[1] ||
        ls_value_dtype(x) != ls_value_dtype(weight))
        return shapes_error(x, weight);
    int64_t lhs[1] = {s->rank - 1}, rhs[1] = {1};
    ls_value product =
        ls_value_dot(x, weight, &(ls_dot_dims){.lhs_contract = lhs, .rhs_contract = rhs, .contract_count = 1});
    if (ls_value_is_none(bias)) return product;
    LS_USABLE(bias);
    if (ls_value_rank(bias) != 1 || ls_value_shape(bias)->dims[0] != t->dims[0]) return shapes_error(weight, bias);
    return ls_compose_binary(LS_IR_ADD, product, bias);
}

ls_tensor ls_linear(ls_tensor x, ls_tensor weight, ls_tensor bias)
{
    LS_TRACE_CALL("ls_linear");
    return ls_tensor_wrap(linear(ls_tensor_value(x), ls_tensor_value(weight), ls_tensor_value_optional(bias)));
}
