#include "ir/table.h"

#include <string.h>

#include "base/error.h"

/* IS(PROBE_X_token) is true where the probe is defined, so that a row can ask what a column says. */
#define SECOND(first, second, ...) second
#define IS(...) SECOND(__VA_ARGS__, false, )
#define PROBE_SYNTAX_unary ~, true
#define PROBE_SYNTAX_binary ~, true
#define PROBE_SYNTAX_chlo ~, true
#define PROBE_INFER_given_dtype ~, true
#define PROBE_KERNEL_collective ~, true

static const ls_ir_op_info op_rows[LS_IR_KIND_COUNT] = {
#define LS_OP(KIND, name, operands, results, regions, syntax, infer, gradient, kernel)                                 \
    [LS_IR_##KIND] = {name,                                                                                            \
                      operands,                                                                                        \
                      results,                                                                                         \
                      regions,                                                                                         \
                      IS(PROBE_SYNTAX_##syntax) && (operands) == 1 && !IS(PROBE_INFER_##infer),                        \
                      IS(PROBE_SYNTAX_##syntax) && (operands) == 2,                                                    \
                      IS(PROBE_KERNEL_##kernel)},
#include "ir/ops.def"
#undef LS_OP
};

static const unsigned char name_lengths[LS_IR_KIND_COUNT] = {
#define LS_OP(KIND, name, ...) [LS_IR_##KIND] = sizeof(name) - 1,
#include "ir/ops.def"
#undef LS_OP
};

static const ls_ir_attr_info attr_rows[LS_ATTR_KEY_COUNT] = {
#define LS_ATTR(KEY, name, kind, form) [LS_ATTR_##KEY] = {name, LS_ATTR_KIND_##kind, LS_FORM_##form},
#include "ir/attrs.def"
#undef LS_ATTR
};

static const char *const direction_words[] = {
    [LS_COMPARE_EQ] = "EQ",
    [LS_COMPARE_NE] = "NE",
    [LS_COMPARE_GE] = "GE",
    [LS_COMPARE_GT] = "GT",
    [LS_COMPARE_LE] = "LE",
    [LS_COMPARE_LT] = "LT",
    NULL,
};
static const char *const comparison_words[] = {
    [LS_COMPARE_NOTYPE] = "NOTYPE", [LS_COMPARE_FLOAT] = "FLOAT",       [LS_COMPARE_TOTALORDER] = "TOTALORDER",
    [LS_COMPARE_SIGNED] = "SIGNED", [LS_COMPARE_UNSIGNED] = "UNSIGNED", NULL,
};
static const char *const algorithm_words[] = {
    [LS_RNG_DEFAULT] = "DEFAULT",
    [LS_RNG_THREE_FRY] = "THREE_FRY",
    [LS_RNG_PHILOX] = "PHILOX",
    NULL,
};

static const char *const fft_words[] = {"FFT", "IFFT", "RFFT", "IRFFT", NULL};
static const char *const transpose_words[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL};
static const char *const distribution_words[] = {"", "UNIFORM", "NORMAL", NULL};

static const ls_ir_struct_info structs[] = {
    {LS_IR_GATHER, "dimension_numbers", "gather"},       {LS_IR_SCATTER, "scatter_dimension_numbers", "scatter"},
    {LS_IR_DOT_GENERAL, "dot_dimension_numbers", "dot"}, {LS_IR_CONVOLUTION, "dimension_numbers", "conv"},
    {LS_IR_DYNAMIC_CONV, "dimension_numbers", "conv"},   {LS_IR_DYNAMIC_GATHER, "dimension_numbers", "gather"},
};

const ls_ir_op_info *ls_ir_op_info_of(ls_ir_kind kind)
{
    LS_ASSERT((unsigned)kind < LS_IR_KIND_COUNT);
    return &op_rows[kind];
}

const ls_ir_attr_info *ls_ir_attr_info_of(ls_ir_attr_key key)
{
    LS_ASSERT((unsigned)key < LS_ATTR_KEY_COUNT);
    return &attr_rows[key];
}

bool ls_ir_kind_find(const char *name, size_t length, ls_ir_kind *out_kind)
{
    for (int kind = 0; kind < LS_IR_KIND_COUNT; kind++)
        if (name_lengths[kind] == length && !memcmp(op_rows[kind].name, name, length)) {
            *out_kind = (ls_ir_kind)kind;
            return true;
        }
    return false;
}

bool ls_ir_attr_key_find(const char *name, size_t length, ls_ir_attr_key *out_key)
{
    for (int key = 0; key < LS_ATTR_KEY_COUNT; key++)
        if (attr_rows[key].form != LS_FORM_hidden && !strncmp(attr_rows[key].name, name, length) &&
            !attr_rows[key].name[length]) {
            *out_key = (ls_ir_attr_key)key;
            return true;
        }
    return false;
}

static const struct enum_row {
    const char *name;
    const char *const *words;
} enums[] = {
    [LS_FORM_direction] = {"comparison_direction", direction_words},
    [LS_FORM_comparison] = {"comparison_type", comparison_words},
    [LS_FORM_algorithm] = {"rng_algorithm", algorithm_words},
    [LS_FORM_fft] = {"fft_type", fft_words},
    [LS_FORM_transpose] = {"transpose", transpose_words},
    [LS_FORM_distribution] = {"rng_distribution", distribution_words},
    [LS_FORM_hidden] = {NULL, NULL},
};

const char *const *ls_ir_enum_words(ls_ir_attr_form form)
{
    return enums[form].words;
}

const char *ls_ir_enum_name(ls_ir_attr_form form)
{
    return enums[form].name;
}

const ls_ir_struct_info *ls_ir_struct_of(ls_ir_kind kind)
{
    for (size_t i = 0; i < sizeof(structs) / sizeof(structs[0]); i++)
        if (structs[i].kind == kind) return &structs[i];
    return NULL;
}

const ls_ir_window_field ls_ir_window_fields[LS_IR_WINDOW_FIELD_COUNT] = {
    {"stride", LS_ATTR_WINDOW_STRIDES},   {"pad", LS_ATTR_PADDING},
    {"lhs_dilate", LS_ATTR_LHS_DILATION}, {"rhs_dilate", LS_ATTR_RHS_DILATION},
    {"reverse", LS_ATTR_WINDOW_REVERSAL},
};

ls_ir_attr_key ls_ir_callee_key(ls_ir_kind kind)
{
    switch (kind) {
    case LS_IR_CALL: return LS_ATTR_CALLEE;
    case LS_IR_COMPOSITE: return LS_ATTR_DECOMPOSITION;
    case LS_IR_RUN_PARALLEL: return LS_ATTR_PROGRAMS;
    default: return LS_ATTR_CALL_TARGET_NAME;
    }
}

const char *ls_ir_op_callee(const ls_ir_op *op)
{
    if (op->kind != LS_IR_CALL && op->kind != LS_IR_COMPOSITE) return NULL;
    const ls_ir_attr *callee = ls_ir_attr_find(&op->attrs, ls_ir_callee_key(op->kind));
    return callee ? callee->string.data : NULL;
}

bool ls_ir_kind_is_commutative(ls_ir_kind kind)
{
    switch (kind) {
    case LS_IR_ADD:
    case LS_IR_AND:
    case LS_IR_MAXIMUM:
    case LS_IR_MINIMUM:
    case LS_IR_MULTIPLY:
    case LS_IR_OR:
    case LS_IR_XOR: return true;
    default: return false;
    }
}
