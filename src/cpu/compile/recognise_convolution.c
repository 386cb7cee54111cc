/* convolution → oneDNN. A StableHLO convolution may be a convolution, the gradient of one with respect to its input, or
 * with respect to its kernel; which one shows in its attributes:
 *
 *   gradient of the input   the operand is dilated by the stride and the kernel runs backwards
 *   gradient of the kernel  batch and feature are swapped, so the window is the other tensor, dilated by the stride: it
 * is larger than the result
 *
 * Letters: x, w, y as in fast/onednn.h. */
#include "cpu/compile/onednn_unit.h"
#include "cpu/compile/view.h"

typedef struct form {
    const ls_ir_op *op;
    int spatial;
    ls_cpu_view lhs, rhs;
    int64_t out_dims[LS_MAX_RANK], out_strides[LS_MAX_RANK];
    int64_t lhs_batch, lhs_feature, lhs_at[LS_CONV_SPATIAL];
    int64_t rhs_in, rhs_out, rhs_at[LS_CONV_SPATIAL];
    int64_t out_batch, out_feature, out_at[LS_CONV_SPATIAL];
    int64_t stride[LS_CONV_SPATIAL], lhs_dilation[LS_CONV_SPATIAL], rhs_dilation[LS_CONV_SPATIAL],
        pad_low[LS_CONV_SPATIAL];
    bool backwards; /* the kernel is reversed in every dimension where that matters */
    bool forwards;  /* in none */
    bool lhs_dilated, strided;
    int64_t groups, batch_groups, window_size, out_size;
} form;

static bool read_form(const ls_ir_op *op, form *f)
{
    const ls_ir_attrs *a = &op->attrs;
    *f = (form){.op = op,
                .spatial = op->operands[0]->type.shape.rank - 2,
                .backwards = true,
                .forwards = true,
                .window_size = 1,
                .out_size = 1};
    if (f->spatial < 1 || f->spatial > LS_CONV_SPATIAL) return false;
    f->lhs = ls_cpu_view_of(op->operands[0], false);
    f->rhs = ls_cpu_view_of(op->operands[1], true);
    const ls_shape *out = &op->results[0]->type.shape;
    ls_cpu_row_major(out, f->out_strides);
    for (int i = 0; i < out->rank; i++) {
        f->out_dims[i] = out->dims[i];
        if (out->dims[i] == 0 || f->lhs.dims[i] == 0 || f->rhs.dims[i] == 0) return false;
    }
    f->lhs_batch = ls_ir_attr_int(a, LS_ATTR_INPUT_BATCH_DIMENSION, 0);
    f->lhs_feature = ls_ir_attr_int(a, LS_ATTR_INPUT_FEATURE_DIMENSION, 0);
    f->rhs_in = ls_ir_attr_int(a, LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, 0);
    f->rhs_out = ls_ir_attr_int(a, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0);
    f->out_batch = ls_ir_attr_int(a, LS_ATTR_OUTPUT_BATCH_DIMENSION, 0);
    f->out_feature = ls_ir_attr_int(a, LS_ATTR_OUTPUT_FEATURE_DIMENSION, 0);
    f->groups = ls_ir_attr_int(a, LS_ATTR_FEATURE_GROUP_COUNT, 1);
    f->batch_groups = ls_ir_attr_int(a, LS_ATTR_BATCH_GROUP_COUNT, 1);
    if (f->rhs.reversed[f->rhs_in] || f->rhs.reversed[f->rhs_out]) return false;
    for (int i = 0; i < f->spatial; i++) {
        f->lhs_at[i] = ls_ir_attr_at(a, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, (size_t)i, 0);
        f->rhs_at[i] = ls_ir_attr_at(a, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, (size_t)i, 0);
        f->out_at[i] = ls_ir_attr_at(a, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, (size_t)i, 0);
        f->stride[i] = ls_ir_attr_at(a, LS_ATTR_WINDOW_STRIDES, (size_t)i, 1);
        f->lhs_dilation[i] = ls_ir_attr_at(a, LS_ATTR_LHS_DILATION, (size_t)i, 1);
        f->rhs_dilation[i] = ls_ir_attr_at(a, LS_ATTR_RHS_DILATION, (size_t)i, 1);
        f->pad_low[i] = ls_ir_attr_at(a, LS_ATTR_PADDING, (size_t)i * 2, 0);
        f->strided |= f->stride[i] > 1;
        f->lhs_dilated |= f->lhs_dilation[i] > 1;
        f->window_size *= f->rhs.dims[f->rhs_at[i]];
        f->out_size *= out->dims[f->out_at[i]];
        bool reversed = f->rhs.reversed[f->rhs_at[i]] != (ls_ir_attr_at(a, LS_ATTR_WINDOW_REVERSAL, (size_t)i, 0) != 0);
        if (f->rhs.dims[f->rhs_at[i]] > 1) *(reversed ? &f->forwards : &f->backwards) = false;
    }
    return true;
}

static ls_conv as_forward(const form *f)
{
    ls_conv c = {.direction = LS_CONV_FORWARD,
                 .spatial = f->spatial,
                 .groups = f->groups,
                 .n = f->lhs.dims[f->lhs_batch],
                 .c = f->lhs.dims[f->lhs_feature],
                 .o = f->rhs.dims[f->rhs_out]};
    c.x_strides.n = f->lhs.strides[f->lhs_batch], c.x_strides.c = f->lhs.strides[f->lhs_feature];
    c.w_strides.o = f->rhs.strides[f->rhs_out], c.w_strides.c = f->rhs.strides[f->rhs_in];
    c.w_strides.g = c.w_strides.o * (c.o / c.groups);
    c.y_strides.n = f->out_strides[f->out_batch], c.y_strides.o = f->out_strides[f->out_feature];
    for (int i = 0; i < f->spatial; i++) {
        c.x[i] = f->lhs.dims[f->lhs_at[i]], c.x_strides.at[i] = f->lhs.strides[f->lhs_at[i]];
        c.w[i] = f->rhs.dims[f->rhs_at[i]], c.w_strides.at[i] = f->rhs.strides[f->rhs_at[i]];
        c.y[i] = f->out_dims[f->out_at[i]], c.y_strides.at[i] = f->out_strides[f->out_at[i]];
        c.stride[i] = f->stride[i], c.dilation[i] = f->rhs_dilation[i], c.pad_low[i] = f->pad_low[i];
    }
    return c;
}

/* lhs is y, rhs is w with its features swapped, the result is x. */
static ls_conv as_backward_data(const form *f)
{
    ls_conv c = {.direction = LS_CONV_BACKWARD_DATA,
                 .spatial = f->spatial,
                 .groups = f->groups,
                 .n = f->lhs.dims[f->lhs_batch],
                 .c = f->rhs.dims[f->rhs_out],
                 .o = f->lhs.dims[f->lhs_feature]};
    c.y_strides.n = f->lhs.strides[f->lhs_batch], c.y_strides.o = f->lhs.strides[f->lhs_feature];
    c.w_strides.o = f->rhs.strides[f->rhs_in], c.w_strides.c = f->rhs.strides[f->rhs_out];
    c.w_strides.g = c.w_strides.c * (c.c / c.groups);
    c.x_strides.n = f->out_strides[f->out_batch], c.x_strides.c = f->out_strides[f->out_feature];
    for (int i = 0; i < f->spatial; i++) {
        c.y[i] = f->lhs.dims[f->lhs_at[i]], c.y_strides.at[i] = f->lhs.strides[f->lhs_at[i]];
        c.w[i] = f->rhs.dims[f->rhs_at[i]], c.w_strides.at[i] = f->rhs.strides[f->rhs_at[i]];
        c.x[i] = f->out_dims[f->out_at[i]], c.x_strides.at[i] = f->out_strides[f->out_at[i]];
        c.stride[i] = f->lhs_dilation[i], c.dilation[i] = f->rhs_dilation[i];
        c.pad_low[i] = (c.w[i] - 1) * c.dilation[i] - f->pad_low[i];
    }
    return c;
}

/* lhs is x with batch and feature swapped, rhs is y, the result is w. */
static ls_conv as_backward_weights(const form *f)
{
    ls_conv c = {.direction = LS_CONV_BACKWARD_WEIGHTS,
                 .spatial = f->spatial,
                 .groups = f->batch_groups,
                 .n = f->lhs.dims[f->lhs_feature],
                 .c = f->lhs.dims[f->lhs_batch],
                 .o = f->rhs.dims[f->rhs_out]};
    c.x_strides.n = f->lhs.strides[f->lhs_feature], c.x_strides.c = f->lhs.strides[f->lhs_batch];
    c.y_strides.n = f->rhs.strides[f->rhs_in], c.y_strides.o = f->rhs.strides[f->rhs_out];
    c.w_strides.o = f->out_strides[f->out_feature], c.w_strides.c = f->out_strides[f->out_batch];
    c.w_strides.g = c.w_strides.o * (c.o / c.groups);
    for (int i = 0; i < f->spatial; i++) {
        c.x[i] = f->lhs.dims[f->lhs_at[i]], c.x_strides.at[i] = f->lhs.strides[f->lhs_at[i]];
        c.y[i] = f->rhs.dims[f->rhs_at[i]], c.y_strides.at[i] = f->rhs.strides[f->rhs_at[i]];
        c.w[i] = f->out_dims[f->out_at[i]], c.w_strides.at[i] = f->out_strides[f->out_at[i]];
        c.stride[i] = f->rhs_dilation[i], c.dilation[i] = f->stride[i], c.pad_low[i] = f->pad_low[i];
    }
    return c;
}

/* The forms that the op may take, the most fitting first. */
static int list_forms(const form *f, ls_conv out[2])
{
    ls_dtype dtype = f->op->results[0]->type.dtype;
    int count = 0;
    if (f->op->operands[0]->type.dtype != dtype || f->op->operands[1]->type.dtype != dtype) return 0;
    if (f->forwards && !f->lhs_dilated && f->groups == 1 && (f->batch_groups > 1 || f->window_size > f->out_size))
        out[count++] = as_backward_weights(f);
    if (f->forwards && !f->lhs_dilated && f->batch_groups == 1)
        out[count++] = as_forward(f);
    else if (f->backwards && !f->strided && f->batch_groups == 1)
        out[count++] = as_backward_data(f);
    for (int i = 0; i < count; i++) out[i].dtype = dtype;
    return count;
}

/* `bias`: added to the result, or NULL; `result`: what the unit defines. */
static ls_status make_unit(ls_cpu_plan *plan, const form *f, ls_conv *conv, ls_ir_value *bias, ls_ir_value *result,
                           bool *out_taken)
{
    conv->bias = bias != NULL;
    ls_onednn *op;
    ls_status status = ls_onednn_conv_create(conv, plan->options->threads, &op);
    if (status == LS_UNIMPLEMENTED) return LS_OK;
    if (status != LS_OK) return status;
    ls_ir_value *operands[] = {f->lhs.base, f->rhs.base, bias};
    ls_cpu_onednn_unit(plan, &ls_onednn_convolution_kernel, op, operands, 2 + conv->bias, result);
    *out_taken = true;
    return LS_OK;
}

ls_status ls_cpu_fast_convolution(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    form f;
    ls_conv forms[2];
    *out_taken = false;
    int count = read_form(op, &f) ? list_forms(&f, forms) : 0;
    for (int i = 0; i < count && !*out_taken; i++)
        LS_TRY(make_unit(plan, &f, &forms[i], NULL, op->results[0], out_taken));
    return LS_OK;
}

/* add(convolution, bias along the features): one step. */
ls_status ls_cpu_fast_convolution_bias(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_ir_op *producer;
    ls_ir_value *bias = ls_cpu_bias_of(plan, op, &producer);
    form f;
    ls_conv forms[2];
    *out_taken = false;
    int count = bias && producer->kind == LS_IR_CONVOLUTION && read_form(producer, &f) ? list_forms(&f, forms) : 0;
    for (int i = 0; i < count && !*out_taken; i++)
        if (forms[i].direction == LS_CONV_FORWARD)
            LS_TRY(make_unit(plan, &f, &forms[i], bias, op->results[0], out_taken));
    return LS_OK;
}
