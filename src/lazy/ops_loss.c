/* Losses. N batch, K classes. */
#include "lazy/compose.h"

/* i1 of labels' shape × classes: true at each label's class. */
static ls_value class_mask(ls_value labels, int64_t classes)
{
    LS_USABLE(labels);
    char text[200];
    if (classes < 1)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs at least 1 class, not %lld", (long long)classes);
    if (!ls_dtype_is_integer(ls_value_dtype(labels)) || ls_value_rank(labels) == LS_MAX_RANK)
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "labels must be integers, not %s",
                              ls_value_describe(labels, text, sizeof text));
    ls_ir_type type = *ls_value_type(labels);
    int64_t dims[LS_MAX_RANK];
    for (int i = 0; i < type.shape.rank; i++) dims[i] = i;
    type.shape.dims[type.shape.rank++] = classes;
    return ls_value_compare(LS_COMPARE_EQ, ls_value_broadcast_in_dim(labels, &type.shape, dims),
                            ls_value_iota(&type, type.shape.rank - 1));
}

ls_tensor ls_one_hot(ls_tensor labels, int64_t classes, ls_dtype dtype)
{
    LS_TRACE_CALL("ls_one_hot");
    return ls_tensor_wrap(ls_value_convert(class_mask(ls_tensor_value(labels), classes), dtype));
}

static ls_value nll(ls_value log_probabilities, ls_value labels)
{
    LS_USABLE(log_probabilities);
    LS_USABLE(labels);
    const ls_shape *s = ls_value_shape(log_probabilities);
    char a[200], b[200];
    if (s->rank != 2 || ls_value_rank(labels) != 1 || ls_value_shape(labels)->dims[0] != s->dims[0] ||
        !ls_dtype_is_float(ls_value_dtype(log_probabilities)))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "needs N×K values and N labels, not %s and %s",
                              ls_value_describe(log_probabilities, a, sizeof a),
                              ls_value_describe(labels, b, sizeof b));
    ls_value picked =
        ls_value_select(class_mask(labels, s->dims[1]), log_probabilities, ls_value_full_like(log_probabilities, 0));
    ls_value sum = ls_value_reduce(LS_IR_ADD, picked, (int64_t[]){0, 1}, 2);
    LS_USABLE(sum);
    return ls_value_div(sum, ls_value_full_like(sum, -(double)s->dims[0]));
}

ls_tensor ls_nll_loss(ls_tensor log_probabilities, ls_tensor labels)
{
    LS_TRACE_CALL("ls_nll_loss");
    return ls_tensor_wrap(nll(ls_tensor_value(log_probabilities), ls_tensor_value(labels)));
}

/* (1 − s)·nll + s·mean over the classes of −log p, for smoothing s. */
static ls_value cross_entropy(ls_value logits, ls_value labels, double smoothing)
{
    if (!(smoothing >= 0 && smoothing <= 1))
        return ls_value_error(LS_INVALID_ARGUMENT, NULL, "label_smoothing %g is not in [0, 1]", smoothing);
    ls_value logp = ls_compose_log_softmax(logits, -1);
    ls_value loss = nll(logp, labels);
    LS_USABLE(loss);
    if (smoothing == 0) return loss;
    ls_value uniform = ls_compose_mean(logp, (int64_t[]){0, 1}, 2, false);
    return ls_value_sub(ls_compose_scale(loss, 1 - smoothing), ls_compose_scale(uniform, smoothing));
}

ls_tensor ls_cross_entropy(ls_tensor logits, ls_tensor labels, const ls_cross_entropy_options *options)
{
    LS_TRACE_CALL("ls_cross_entropy");
    return ls_tensor_wrap(
        cross_entropy(ls_tensor_value(logits), ls_tensor_value(labels), options ? options->label_smoothing : 0));
}

ls_tensor ls_mse_loss(ls_tensor input, ls_tensor target)
{
    LS_TRACE_CALL("ls_mse_loss");
    ls_value difference = ls_compose_binary(LS_IR_SUBTRACT, ls_compose_float(ls_tensor_value(input)),
                                            ls_compose_float(ls_tensor_value(target)));
    if (ls_value_is_error(difference)) return ls_tensor_wrap(difference);
    int64_t dims[LS_MAX_RANK];
    for (int i = 0; i < LS_MAX_RANK; i++) dims[i] = i;
    return ls_tensor_wrap(
        ls_compose_mean(ls_value_mul(difference, difference), dims, (size_t)ls_value_rank(difference), false));
}
