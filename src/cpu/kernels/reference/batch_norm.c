/* batch_norm_training, batch_norm_inference, batch_norm_grad. */
#include <math.h>

#include "cpu/kernels/element.h"
#include "cpu/kernels/reference/reference.h"

typedef struct batch_norm {
    int64_t outer, features, inner;
    double epsilon;
} batch_norm;

#define EACH_FLOAT_ONLY
#define TEMPLATE "cpu/kernels/reference/batch_norm_tmpl.c"
#include "cpu/kernels/each_type.h"

#define KERNEL(op, dtype, suffix) [dtype] = {.name = "reference.batch_norm_" #op, .run = op##_##suffix}
// clang-format off
#define KERNELS(op)                                                                                                    \
    static const ls_cpu_kernel op##_kernels[LS_DTYPE_END] = {                                                          \
        KERNEL(op, LS_F16, f16), KERNEL(op, LS_BF16, bf16), KERNEL(op, LS_F32, f32), KERNEL(op, LS_F64, f64),          \
        KERNEL(op, LS_F4E2M1FN, f4e2m1fn), KERNEL(op, LS_F8E3M4, f8e3m4), KERNEL(op, LS_F8E4M3, f8e4m3),               \
        KERNEL(op, LS_F8E4M3B11FNUZ, f8e4m3b11fnuz), KERNEL(op, LS_F8E4M3FN, f8e4m3fn),                                \
        KERNEL(op, LS_F8E4M3FNUZ, f8e4m3fnuz), KERNEL(op, LS_F8E5M2, f8e5m2),                                          \
        KERNEL(op, LS_F8E5M2FNUZ, f8e5m2fnuz), KERNEL(op, LS_F8E8M0FNU, f8e8m0fnu),                                    \
    };
// clang-format on
KERNELS(training)
KERNELS(inference)
KERNELS(gradient)

static ls_status lower(ls_cpu_plan *plan, const ls_ir_op *op, const ls_cpu_kernel *kernels, uint64_t inplace)
{
    const ls_ir_type *type = &op->operands[0]->type;
    batch_norm *b = LS_ARENA_NEW(plan->keep, batch_norm);
    int64_t feature = ls_ir_attr_int(&op->attrs, LS_ATTR_FEATURE_INDEX, 0);
    b->epsilon = ls_ir_attr_float(&op->attrs, LS_ATTR_EPSILON, 0);
    b->features = type->shape.dims[feature];
    b->outer = b->inner = 1;
    for (int i = 0; i < type->shape.rank; i++) {
        if (i < feature) b->outer *= type->shape.dims[i];
        if (i > feature) b->inner *= type->shape.dims[i];
    }
    if (!ls_dtype_is_float(type->dtype))
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "not defined for this element type");
    for (size_t i = 1; i < op->operand_count; i++)
        if (op->operands[i]->type.dtype != type->dtype)
            return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "operands of different element types");
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &kernels[type->dtype], b);
    unit->inplace[0] = inplace;
    return LS_OK;
}

ls_status ls_cpu_reference_batch_norm_training(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower(plan, op, training_kernels, 1);
}

ls_status ls_cpu_reference_batch_norm_inference(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower(plan, op, inference_kernels, 1);
}

ls_status ls_cpu_reference_batch_norm_grad(ls_cpu_plan *plan, const ls_ir_op *op)
{
    return lower(plan, op, gradient_kernels, 1 | 1 << 4);
}
