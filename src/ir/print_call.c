/* Pretty forms of what stands for other programs: calls, composites, assertions. */
#include "ir/print.h"

void ls_ir_print_call(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, "func.call ");
    ls_print_symbol(p, ls_ir_op_callee(op));
    ls_print_string(p, "(");
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, ")");
    ls_print_tail(p, op);
}

void ls_ir_print_custom_call(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_string(p, "stablehlo.custom_call ");
    ls_print_symbol(p, ls_ir_attr_find(&op->attrs, LS_ATTR_CALL_TARGET_NAME)->string.data);
    ls_print_string(p, "(");
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, ")");
    const ls_ir_attr *config = ls_ir_attr_find(&op->attrs, LS_ATTR_BACKEND_CONFIG);
    int64_t has_effect = ls_ir_attr_int(&op->attrs, LS_ATTR_HAS_SIDE_EFFECT, 0);
    int64_t version = ls_ir_attr_int(&op->attrs, LS_ATTR_API_VERSION, 0);
    const char *separator = " {";
    if (config) {
        ls_print_string(p, " {backend_config = ");
        ls_print_quoted(p, config->string.data, config->string.size);
        separator = ", ";
    }
    if (has_effect) {
        ls_print_format(p, "%shas_side_effect = true", separator);
        separator = ", ";
    }
    if (version) {
        ls_print_format(p, "%sapi_version = %lld : i32", separator, (long long)version);
        separator = ", ";
    }
    if (separator[0] == ',') ls_print_string(p, "}");
    ls_print_tail(p, op);
}

void ls_ir_print_composite(ls_ir_printer *p, const ls_ir_op *op)
{
    const ls_ir_attr *name = ls_ir_attr_find(&op->attrs, LS_ATTR_NAME);
    const ls_ir_attr *attributes = ls_ir_attr_find(&op->attrs, LS_ATTR_COMPOSITE_ATTRIBUTES);
    const ls_ir_attr *version = ls_ir_attr_find(&op->attrs, LS_ATTR_VERSION);
    ls_print_string(p, "stablehlo.composite ");
    ls_print_quoted(p, name ? name->string.data : "", name ? name->string.size : 0);
    ls_print_string(p, " ");
    ls_print_values(p, op->operands, op->operand_count);
    ls_print_string(p, " {");
    if (attributes) {
        ls_print_string(p, "composite_attributes = ");
        ls_print_bytes(p, attributes->string.data, attributes->string.size);
        ls_print_string(p, ", ");
    }
    ls_print_string(p, "decomposition = ");
    ls_print_symbol(p, ls_ir_op_callee(op));
    if (version) ls_print_format(p, ", version = %lld : i32", (long long)version->i);
    ls_print_string(p, "}");
    ls_print_tail(p, op);
}

static void print_limits(ls_ir_printer *p, const ls_ir_op *op)
{
    static const ls_ir_attr_key keys[] = {LS_ATTR_MAX_ULP_DIFFERENCE, LS_ATTR_MIN_ULP_DIFFERENCE};
    const ls_ir_attr *tolerance = ls_ir_attr_find(&op->attrs, LS_ATTR_TOLERANCE);
    if (tolerance) ls_print_format(p, ", tolerance = %.17e", tolerance->f);
    for (int i = 0; i < 2; i++) {
        const ls_ir_attr *ulps = ls_ir_attr_find(&op->attrs, keys[i]);
        if (ulps) ls_print_format(p, ", %s = %lld", ls_ir_attr_info_of(keys[i])->name, (long long)ulps->i);
    }
}

void ls_ir_print_check(ls_ir_printer *p, const ls_ir_op *op)
{
    ls_print_format(p, "%s ", ls_ir_op_info_of(op->kind)->name);
    ls_print_values(p, op->operands, op->operand_count);
    if (op->operand_count == 1) {
        ls_print_string(p, ", ");
        ls_print_dense(p, &ls_ir_attr_find(&op->attrs, LS_ATTR_VALUE)->dense);
        print_limits(p, op);
        return;
    }
    print_limits(p, op);
    ls_print_string(p, " : ");
    ls_print_type(p, &op->operands[0]->type);
    if (op->kind == LS_IR_CHECK_EXPECT_CLOSE) {
        ls_print_string(p, ", ");
        ls_print_type(p, &op->operands[1]->type);
    }
}
