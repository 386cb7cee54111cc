/* Pretty forms: one function per name in the syntax column of ops.def. */
#include "ir/print.h"

void ls_print_head(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, ls_ir_op_info_of(op->kind)->name);
    ls_print_string(p, " ");
    ls_print_values(p, op->operands, op->operand_count);
}

void ls_print_tail(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, " : ");
    ls_print_signature(p, op);
}

static bool has_one_type(const ls_ir_op *op)
{
    for (size_t i = 0; i < op->operand_count; i++)
        if (!ls_ir_type_equal(&op->operands[i]->type, &op->results[0]->type)) return false;
    return true;
}

/* One type if operands and result share it. */
static void print_short_tail(ls_ir_printer *p, const ls_ir_op *op)
{
    if (!has_one_type(op)) {
        ls_print_tail(p, op);
        return;
    }
    ls_print_string(p, " : ");
    ls_print_type(p, &op->results[0]->type);
}

static void print_ints_field(ls_ir_printer *p, const ls_ir_op *op, const char *before, ls_ir_attr_key key)
{
    ls_print_string(p, before);
    ls_print_ints_attr(p, op, key);
}

static void print_int_field(ls_ir_printer *p, const ls_ir_op *op, const char *before, ls_ir_attr_key key)
{
    ls_print_string(p, before);
    ls_print_int(p, ls_ir_attr_int(&op->attrs, key, 0));
}

const char *ls_print_enum_word(const ls_ir_op *op, ls_ir_attr_key key)
{
    return ls_ir_enum_words(ls_ir_attr_info_of(key)->form)[ls_ir_attr_int(&op->attrs, key, 0)];
}

/* %x : T */
void ls_ir_print_unary(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_short_tail(p, op);
}

void ls_ir_print_binary(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_short_tail(p, op);
}

void ls_ir_print_complex(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, " : ");
    ls_print_type(p, &op->results[0]->type);
}

void ls_ir_print_clamp(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_short_tail(p, op);
}

void ls_ir_print_functional(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_tail(p, op);
}

void ls_ir_print_reduce_precision(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_int_field(p, op, ", format = e", LS_ATTR_EXPONENT_BITS);
    print_int_field(p, op, "m", LS_ATTR_MANTISSA_BITS);
    print_short_tail(p, op);
}

void ls_ir_print_compare(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_format(p, "stablehlo.compare %s, ", ls_print_enum_word(op, LS_ATTR_COMPARISON_DIRECTION));
    ls_print_values(p, op->operands, 2);
    if (ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE) != LS_COMPARE_NOTYPE)
        ls_print_format(p, ", %s", ls_print_enum_word(op, LS_ATTR_COMPARE_TYPE));
    ls_print_tail(p, op);
}

void ls_ir_print_select(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, " : ");
    ls_print_value_types(p, op->operands, 2);
}

void ls_ir_print_constant(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_dense(p, &ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense);
}

void ls_ir_print_iota(ls_ir_printer *p, const ls_ir_op *op)
{
    print_int_field(p, op, "stablehlo.iota dim = ", LS_ATTR_IOTA_DIMENSION);
    ls_print_string(p, " : ");
    ls_print_type(p, &op->results[0]->type);
}

void ls_ir_print_id(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_format(p, "%s : ", ls_ir_op_info_of(op->kind)->name);
    ls_print_type(p, &op->results[0]->type);
}

void ls_ir_print_broadcast_in_dim(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_ints_field(p, op, ", dims = ", LS_ATTR_BROADCAST_DIMENSIONS);
    ls_print_tail(p, op);
}

void ls_ir_print_dynamic_broadcast_in_dim(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_ir_print_broadcast_in_dim(p, op);
}

void ls_ir_print_dynamic_iota(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_int_field(p, op, ", dim = ", LS_ATTR_IOTA_DIMENSION);
    ls_print_tail(p, op);
}

void ls_ir_print_concatenate(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_int_field(p, op, ", dim = ", LS_ATTR_DIMENSION);
    ls_print_tail(p, op);
}

void ls_ir_print_dynamic_slice(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_ints_field(p, op, ", sizes = ", LS_ATTR_SLICE_SIZES);
    ls_print_tail(p, op);
}

void ls_ir_print_pad(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_ints_field(p, op, ", low = ", LS_ATTR_EDGE_PADDING_LOW);
    print_ints_field(p, op, ", high = ", LS_ATTR_EDGE_PADDING_HIGH);
    ls_print_string(p, ", interior = [");
    for (int i = 0; i < op->operands[0]->type.shape.rank; i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_int(p, ls_ir_attr_at(&op->attrs, LS_ATTR_INTERIOR_PADDING, (size_t)i, 0));
    }
    ls_print_string(p, "]");
    ls_print_tail(p, op);
}

void ls_ir_print_reverse(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_ints_field(p, op, ", dims = ", LS_ATTR_DIMENSIONS);
    print_short_tail(p, op);
}

void ls_ir_print_slice(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, " [");
    for (size_t i = 0; i < ls_ir_attr_count(&op->attrs, LS_ATTR_START_INDICES); i++) {
        if (i) ls_print_string(p, ", ");
        ls_print_int(p, ls_ir_attr_at(&op->attrs, LS_ATTR_START_INDICES, i, 0));
        ls_print_string(p, ":");
        ls_print_int(p, ls_ir_attr_at(&op->attrs, LS_ATTR_LIMIT_INDICES, i, 0));
        int64_t stride = ls_ir_attr_at(&op->attrs, LS_ATTR_STRIDES, i, 1);
        if (stride == 1) continue;
        ls_print_string(p, ":");
        ls_print_int(p, stride);
    }
    ls_print_string(p, "]");
    ls_print_tail(p, op);
}

void ls_ir_print_transpose(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    print_ints_field(p, op, ", dims = ", LS_ATTR_PERMUTATION);
    ls_print_tail(p, op);
}

/* --- Reductions, products, convolution ---------------------------------------------------------------------- */

/* reducer(%a: S, %b: S) (%c: S, %d: S): a pair for each input, which are block arguments k and n + k */
static void print_reducer(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_block *block = op->regions[0];
    size_t n = op->operand_count / 2;
    p->indent += 1;
    ls_print_newline(p);
    p->indent -= 1;
    ls_print_string(p, "reducer");
    for (size_t i = 0; i < n; i++) {
        const ls_ir_value *pair[] = {block->args[i], block->args[n + i]};
        for (int k = 0; k < 2; k++) {
            ls_print_string(p, k ? ", " : i ? " (" : "(");
            ls_print_value(p, pair[k]);
            ls_print_string(p, ": ");
            ls_print_type(p, &pair[k]->type);
        }
        ls_print_string(p, ")");
    }
    ls_print_string(p, " {");
    ls_print_block(p, block);
    ls_print_newline(p);
    ls_print_string(p, "}");
}

void ls_ir_print_reduce(ls_ir_printer *p, const ls_ir_op *op)
{
    size_t n = op->operand_count / 2;
    ls_print_string(p, "stablehlo.reduce");
    for (size_t i = 0; i < n; i++) {
        ls_print_string(p, i ? ", (" : "(");
        ls_print_value(p, op->operands[i]);
        ls_print_string(p, " init: ");
        ls_print_value(p, op->operands[n + i]);
        ls_print_string(p, ")");
    }
    ls_ir_kind kind;
    bool is_short = n == 1 && ls_ir_block_is_reducer(op->regions[0], &kind) && ls_ir_kind_is_commutative(kind);
    if (is_short) ls_print_format(p, " applies %s", ls_ir_op_info_of(kind)->name);
    print_ints_field(p, op, " across dimensions = ", LS_ATTR_DIMENSIONS);
    ls_print_tail(p, op);
    if (!is_short) print_reducer(p, op);
}

void ls_ir_print_dot_general(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    if (ls_ir_attr_count(&op->attrs, LS_ATTR_LHS_BATCHING_DIMENSIONS)) {
        print_ints_field(p, op, ", batching_dims = ", LS_ATTR_LHS_BATCHING_DIMENSIONS);
        print_ints_field(p, op, " x ", LS_ATTR_RHS_BATCHING_DIMENSIONS);
    }
    print_ints_field(p, op, ", contracting_dims = ", LS_ATTR_LHS_CONTRACTING_DIMENSIONS);
    print_ints_field(p, op, " x ", LS_ATTR_RHS_CONTRACTING_DIMENSIONS);
    ls_print_tail(p, op);
}

static void print_window(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_window_field *fields = ls_ir_window_fields;
    const char *separator = "";
    ls_print_string(p, ", window = {");
    for (size_t f = 0; f < LS_IR_WINDOW_FIELD_COUNT; f++) {
        const ls_ir_attr *attr = ls_ir_attr_find(&op->attrs, fields[f].key);
        if (!attr) continue;
        ls_print_format(p, "%s%s = [", separator, fields[f].name);
        for (size_t i = 0; i < attr->ints.count; i++) {
            if (i) ls_print_string(p, ", ");
            if (fields[f].key == LS_ATTR_PADDING) {
                ls_print_ints(p, &attr->ints.data[i], 2);
                i++;
            } else if (fields[f].key == LS_ATTR_WINDOW_REVERSAL) {
                ls_print_string(p, attr->ints.data[i] ? "true" : "false");
            } else {
                ls_print_int(p, attr->ints.data[i]);
            }
        }
        ls_print_string(p, "]");
        separator = ", ";
    }
    ls_print_string(p, "}");
}

void ls_ir_print_convolution(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_format(p, "%s(", ls_ir_op_info_of(op->kind)->name);
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, ") dim_numbers = ");
    ls_print_conv_dims(p, op);
    print_window(p, op);
    ls_print_format(p, " {batch_group_count = %lld : i64, feature_group_count = %lld : i64}",
                    (long long)ls_ir_attr_int(&op->attrs, LS_ATTR_BATCH_GROUP_COUNT, 1),
                    (long long)ls_ir_attr_int(&op->attrs, LS_ATTR_FEATURE_GROUP_COUNT, 1));
    ls_print_tail(p, op);
}

void ls_ir_print_rng_bit_generator(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_format(p, ", algorithm = %s", ls_print_enum_word(op, LS_ATTR_RNG_ALGORITHM));
    ls_print_tail(p, op);
}

/* --- Control flow ------------------------------------------------------------------------------------------- */

void ls_ir_print_optimization_barrier(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_head(p, op);
    ls_print_string(p, " : ");
    ls_print_value_types(p, op->operands, op->operand_count);
}

/* The quoted form: the short one would make both regions name their arguments alike. */
void ls_ir_print_while(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_ir_print_generic(p, op);
}

/* func.return ends a function, stablehlo.return a region. */
void ls_ir_print_return(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, op->block->parent ? "stablehlo.return" : "return");
    if (!op->operand_count) return;
    ls_print_string(p, " ");
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, " : ");
    ls_print_value_types(p, op->operands, op->operand_count);
}
