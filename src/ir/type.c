#include <stdio.h>

#include "ir/ir.h"

size_t ls_ir_type_bytes(const ls_ir_type *type)
{
    return (size_t)ls_shape_count(type->shape) * ls_dtype_size(type->dtype);
}

bool ls_ir_type_equal(const ls_ir_type *a, const ls_ir_type *b)
{
    return a->dtype == b->dtype && ls_shape_equal(a->shape, b->shape);
}

bool ls_ir_type_fits(const ls_ir_type *type, const ls_ir_type *pattern)
{
    if (type->dtype != pattern->dtype || type->shape.rank != pattern->shape.rank) return false;
    for (int i = 0; i < type->shape.rank; i++)
        if (pattern->shape.dims[i] >= 0 && pattern->shape.dims[i] != type->shape.dims[i]) return false;
    return true;
}

const char *ls_ir_type_format(const ls_ir_type *type, char *out, size_t size)
{
    char dims[LS_MAX_RANK * 21 + 1] = "";
    for (int i = 0, used = 0; i < type->shape.rank; i++)
        used += snprintf(dims + used, sizeof(dims) - (size_t)used, type->shape.dims[i] < 0 ? "%s?" : "%s%lld",
                         i ? "x" : "", (long long)type->shape.dims[i]);
    if (type->dtype == LS_TOKEN)
        snprintf(out, size, "!stablehlo.token");
    else
        snprintf(out, size, "tensor<%s%s%s>", dims, type->shape.rank ? "x" : "", ls_dtype_name(type->dtype));
    return out;
}
