/* Pretty forms of CHLO's ops, of transforms and factorisations, and of older ops. */
#include "ir/print.h"

void ls_ir_print_chlo(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, " : ");
    ls_print_value_types(p, op->operands, op->operand_count);
    ls_print_string(p, " -> ");
    ls_print_type(p, &op->results[0]->type);
}

void ls_ir_print_chlo_predicate(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_ir_print_chlo(p, op);
}

void ls_ir_print_chlo_broadcast(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    if (ls_print_has_attrs(op)) {
        ls_print_string(p, " {");
        ls_print_attrs(p, op);
        ls_print_string(p, "}");
    }
    ls_print_tail(p, op);
}

void ls_ir_print_broadcast_compare(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_ir_print_chlo_broadcast(p, op);
}

void ls_ir_print_top_k(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, "chlo.top_k(");
    ls_print_values(p, op->operands, 1);
    ls_print_format(p, ", k = %lld) : ", (long long)ls_ir_attr_int(&op->attrs, LS_ATTR_K, 0));
    ls_print_type(p, &op->operands[0]->type);
    ls_print_string(p, " -> (");
    ls_print_value_types(p, op->results, 2);
    ls_print_string(p, ")");
}

void ls_ir_print_broadcast(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, ", sizes = ");
    ls_print_ints_attr(p, op, LS_ATTR_BROADCAST_SIZES);
    ls_print_tail(p, op);
}

void ls_ir_print_dot(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_tail(p, op);
}

void ls_ir_print_einsum(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_attr *config = ls_ir_attr_find(&op->attrs, LS_ATTR_EINSUM_CONFIG);
    ls_print_head(p, op);
    ls_print_string(p, ", config = ");
    ls_print_quoted(p, config->string.data, config->string.size);
    ls_print_tail(p, op);
}

void ls_ir_print_dimension_size(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_format(p, ", dim = %lld", (long long)ls_ir_attr_int(&op->attrs, LS_ATTR_DIMENSION, 0));
    ls_print_tail(p, op);
}

void ls_ir_print_fft(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_format(p, ", type = %s, length = ", ls_print_enum_word(op, LS_ATTR_FFT_TYPE));
    ls_print_ints_attr(p, op, LS_ATTR_FFT_LENGTH);
    ls_print_tail(p, op);
}

void ls_ir_print_cholesky(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_attr *lower = ls_ir_attr_find(&op->attrs, LS_ATTR_LOWER);
    ls_print_head(p, op);
    if (lower) ls_print_format(p, ", lower = %s", lower->i ? "true" : "false");
    ls_print_string(p, " : ");
    ls_print_type(p, &op->results[0]->type);
}

void ls_ir_print_rng(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_format(p, ", distribution = %s", ls_print_enum_word(op, LS_ATTR_RNG_DISTRIBUTION));
    ls_print_tail(p, op);
}
