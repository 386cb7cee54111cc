/* What the op files share: checks that give error values, and composites on values. */
#ifndef LS_LAZY_COMPOSE_H
#define LS_LAZY_COMPOSE_H

#include "lazy/trace.h"
#include <lockstep/ops.h>

/* Returns the error from a function of values, or as a tensor from one of tensors. */
#define LS_USABLE(v)                                                                                                   \
    do {                                                                                                               \
        if (ls_value_is_none(v)) return ls_value_error(LS_INVALID_ARGUMENT, NULL, "a tensor is missing");              \
        if (ls_value_is_error(v)) return (v);                                                                          \
    } while (0)

/* Counts a negative dimension from the end; false if it is none of a tensor of `rank`. */
static inline bool ls_dim_normalise(int *dim, int rank)
{
    if (*dim < -rank || *dim >= rank) return false; /* left as given, for the message */
    if (*dim < 0) *dim += rank;
    return true;
}
ls_value ls_dim_error(ls_value x, int dim);

/* The error of what a caller gave as a type, if it cannot be one; else no value. */
ls_value ls_type_error(const ls_ir_type *type);

/* "tensor<2x3xf32>", for messages. */
const char *ls_value_describe(ls_value v, char *out, size_t size);

/* A binary op with NumPy broadcasting; element types must be equal. */
ls_value ls_compose_binary(ls_ir_kind kind, ls_value a, ls_value b);
ls_value ls_compose_scale(ls_value x, double factor); /* x·factor, a constant */
ls_value ls_compose_shift(ls_value x, double summand);
/* Brings two values to their common NumPy shape; false and an error in *a if there is none. */
bool ls_compose_broadcast(ls_value *a, ls_value *b);

/* `x` as a floating value: integers and bool become f32. */
ls_value ls_compose_float(ls_value x);

/* Sum or mean over dims (drops them, or leaves 1 where `keep`). */
ls_value ls_compose_mean(ls_value x, const int64_t *dims, size_t count, bool keep);
/* A value without dims[0..count) back over the shape of `like`. */
ls_value ls_compose_spread(ls_value x, ls_value like, const int64_t *dims, size_t count);

ls_value ls_compose_log_softmax(ls_value x, int dim);

#endif
