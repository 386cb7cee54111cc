/* One elementwise op as LLVM's text. The same results as the loops of kernels/loops_tmpl.c, but for exp, log and tanh.
 */
#include "cpu/codegen/group.h"

#include <stdarg.h>
#include <string.h>

#include "base/error.h"

int ls_codegen_put(ls_codegen_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(text->out, "  %%v%d = ", text->next);
    vfprintf(text->out, format, arguments);
    fputc('\n', text->out);
    va_end(arguments);
    return text->next++;
}

/* --- Types ------------------------------------------------------------------------------------------------------- */

typedef enum element_class { OTHER, BOOL, INTEGER, FLOAT } element_class;

static element_class class_of(ls_dtype dtype)
{
    if (dtype == LS_BOOL) return BOOL;
    if (dtype >= LS_I8 && dtype <= LS_U64) return INTEGER;
    return dtype == LS_F16 || dtype == LS_BF16 || dtype == LS_F32 || dtype == LS_F64 ? FLOAT : OTHER;
}

static int bits_of(ls_dtype dtype)
{
    return (int)ls_dtype_size(dtype) * 8;
}

static bool is_short(ls_dtype dtype)
{
    return dtype == LS_F16 || dtype == LS_BF16;
}

const char *ls_codegen_type(ls_dtype dtype)
{
    if (dtype == LS_BOOL) return "i1";
    return is_short(dtype) ? "float" : ls_codegen_memory_type(dtype);
}

const char *ls_codegen_memory_type(ls_dtype dtype)
{
    if (dtype == LS_F32) return "float";
    if (dtype == LS_F64) return "double";
    static const char *const integers[] = {[1] = "i8", [2] = "i16", [4] = "i32", [8] = "i64"};
    return integers[ls_dtype_size(dtype)];
}

int ls_codegen_round_write(ls_codegen_text *text, ls_dtype dtype, int value)
{
    if (dtype == LS_F16) {
        int half = ls_codegen_put(text, "fptrunc float %%v%d to half", value);
        return ls_codegen_put(text, "bitcast half %%v%d to i16", half);
    }
    int bits = ls_codegen_put(text, "bitcast float %%v%d to i32", value);
    int high = ls_codegen_put(text, "lshr i32 %%v%d, 16", bits);
    int odd = ls_codegen_put(text, "and i32 %%v%d, 1", high);
    int up = ls_codegen_put(text, "add i32 %%v%d, 32767", odd);
    int sum = ls_codegen_put(text, "add i32 %%v%d, %%v%d", bits, up);
    int rounded = ls_codegen_put(text, "lshr i32 %%v%d, 16", sum);
    int quiet = ls_codegen_put(text, "or i32 %%v%d, 64", high);
    int is_nan = ls_codegen_put(text, "fcmp uno float %%v%d, %%v%d", value, value);
    int chosen = ls_codegen_put(text, "select i1 %%v%d, i32 %%v%d, i32 %%v%d", is_nan, quiet, rounded);
    return ls_codegen_put(text, "trunc i32 %%v%d to i16", chosen);
}

int ls_codegen_widen_write(ls_codegen_text *text, ls_dtype dtype, int bits)
{
    if (dtype == LS_F16) {
        int half = ls_codegen_put(text, "bitcast i16 %%v%d to half", bits);
        return ls_codegen_put(text, "fpext half %%v%d to float", half);
    }
    int wide = ls_codegen_put(text, "zext i16 %%v%d to i32", bits);
    int shifted = ls_codegen_put(text, "shl i32 %%v%d, 16", wide);
    return ls_codegen_put(text, "bitcast i32 %%v%d to float", shifted);
}

/* --- Ops that are one instruction or one call -----------------------------------------------------------------------
 */

/* By class of the operands: an instruction, or a function whose name starts with '@' and gets the type's suffix; of
 * integers, the signed and the unsigned one. NULL: not simply so. */
static const struct simple {
    ls_ir_kind kind;
    const char *on_float, *on_signed, *on_unsigned, *on_bool;
} simple[] = {
    {LS_IR_ADD, "fadd", "add", "add", "or"},
    {LS_IR_SUBTRACT, "fsub", "sub", "sub", NULL},
    {LS_IR_MULTIPLY, "fmul", "mul", "mul", "and"},
    {LS_IR_AND, NULL, "and", "and", "and"},
    {LS_IR_OR, NULL, "or", "or", "or"},
    {LS_IR_XOR, NULL, "xor", "xor", "xor"},
    {LS_IR_DIVIDE, "fdiv", NULL, NULL, NULL},
    {LS_IR_MAXIMUM, NULL, "@llvm.smax", "@llvm.umax", "or"},
    {LS_IR_MINIMUM, NULL, "@llvm.smin", "@llvm.umin", "and"},
    {LS_IR_ABS, "@llvm.fabs", NULL, NULL, NULL},
    {LS_IR_CEIL, "@llvm.ceil", NULL, NULL, NULL},
    {LS_IR_FLOOR, "@llvm.floor", NULL, NULL, NULL},
    {LS_IR_NEGATE, "fneg", NULL, NULL, NULL},
    {LS_IR_ROUND_NEAREST_AFZ, "@llvm.round", NULL, NULL, NULL},
    {LS_IR_ROUND_NEAREST_EVEN, "@llvm.rint", NULL, NULL, NULL},
    {LS_IR_SQRT, "@llvm.sqrt", NULL, NULL, NULL},
    {LS_IR_POPCNT, NULL, "@llvm.ctpop", "@llvm.ctpop", NULL},
};

static const char *find_simple(ls_ir_kind kind, ls_dtype dtype)
{
    for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++) {
        if (simple[i].kind != kind) continue;
        switch (class_of(dtype)) {
        case FLOAT: return simple[i].on_float;
        case BOOL: return simple[i].on_bool;
        case INTEGER: return ls_dtype_is_signed(dtype) ? simple[i].on_signed : simple[i].on_unsigned;
        default: return NULL;
        }
    }
    return NULL;
}

static int write_simple(ls_codegen_text *text, const ls_ir_op *op, const char *how, const int *in)
{
    ls_dtype dtype = op->operands[0]->type.dtype;
    const char *type = ls_codegen_type(dtype);
    bool is_unary = op->operand_count == 1;
    if (*how != '@')
        return is_unary ? ls_codegen_put(text, "%s %s %%v%d", how, type, in[0])
                        : ls_codegen_put(text, "%s %s %%v%d, %%v%d", how, type, in[0], in[1]);
    char suffix[8];
    snprintf(suffix, sizeof(suffix), "%c%d", class_of(dtype) == FLOAT ? 'f' : 'i',
             is_short(dtype) ? 32 : bits_of(dtype));
    return is_unary
               ? ls_codegen_put(text, "call %s %s.%s(%s %%v%d)", type, how, suffix, type, in[0])
               : ls_codegen_put(text, "call %s %s.%s(%s %%v%d, %s %%v%d)", type, how, suffix, type, in[0], type, in[1]);
}

/* --- Floats --------------------------------------------------------------------------------------------------------
 */

/* Functions of the C library; f32's name is this one and an f. */
static const struct {
    ls_ir_kind kind;
    const char *name;
} library[] = {
    {LS_IR_ATAN2, "atan2"},    {LS_IR_CBRT, "cbrt"},          {LS_IR_COSINE, "cos"},
    {LS_IR_ERF, "erf"},        {LS_IR_EXPONENTIAL, "exp"},    {LS_IR_EXPONENTIAL_MINUS_ONE, "expm1"},
    {LS_IR_LOG, "log"},        {LS_IR_LOG_PLUS_ONE, "log1p"}, {LS_IR_POWER, "pow"},
    {LS_IR_REMAINDER, "fmod"}, {LS_IR_SINE, "sin"},           {LS_IR_TAN, "tan"},
    {LS_IR_TANH, "tanh"},
};

static const char *find_library(ls_ir_kind kind)
{
    for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
        if (library[i].kind == kind) return library[i].name;
    return NULL;
}

static int write_library(ls_codegen_text *text, const ls_ir_op *op, const int *in)
{
    bool is_double = op->operands[0]->type.dtype == LS_F64;
    const char *type = is_double ? "double" : "float", *name = find_library(op->kind), *end = is_double ? "" : "f";
    return op->operand_count == 1
               ? ls_codegen_put(text, "call %s @%s%s(%s %%v%d)", type, name, end, type, in[0])
               : ls_codegen_put(text, "call %s @%s%s(%s %%v%d, %s %%v%d)", type, name, end, type, in[0], type, in[1]);
}

/* Those of f32 that are code of our own. */
static const struct {
    ls_ir_kind kind;
    int (*write)(ls_codegen_text *text, int x);
} own[] = {
    {LS_IR_EXPONENTIAL, ls_codegen_exp_write},   {LS_IR_EXPONENTIAL_MINUS_ONE, ls_codegen_expm1_write},
    {LS_IR_LOG, ls_codegen_log_write},           {LS_IR_LOG_PLUS_ONE, ls_codegen_log1p_write},
    {LS_IR_LOGISTIC, ls_codegen_logistic_write}, {LS_IR_TANH, ls_codegen_tanh_write},
};

/* x < 0: e / (1 + e), else 1 / (1 + e), of e = exp(−|x|), which never overflows; in f64. */
static int write_logistic(ls_codegen_text *text, int x)
{
    int magnitude = ls_codegen_put(text, "call double @llvm.fabs.f64(double %%v%d)", x);
    int minus = ls_codegen_put(text, "fneg double %%v%d", magnitude);
    int e = ls_codegen_put(text, "call double @exp(double %%v%d)", minus);
    int is_negative = ls_codegen_put(text, "fcmp olt double %%v%d, 0.0", x);
    int above = ls_codegen_put(text, "select i1 %%v%d, double %%v%d, double 1.0", is_negative, e);
    int below = ls_codegen_put(text, "fadd double %%v%d, 1.0", e);
    return ls_codegen_put(text, "fdiv double %%v%d, %%v%d", above, below);
}

/* `a` where it wins or is NaN, else `b`. */
static int write_extreme(ls_codegen_text *text, const char *type, const char *wins, int a, int b)
{
    int is_first = ls_codegen_put(text, "fcmp %s %s %%v%d, %%v%d", wins, type, a, b);
    int is_nan = ls_codegen_put(text, "fcmp uno %s %%v%d, %%v%d", type, a, a);
    int takes_first = ls_codegen_put(text, "or i1 %%v%d, %%v%d", is_first, is_nan);
    return ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s %%v%d", takes_first, type, a, type, b);
}

/* ±1, or x where that is ±0 or NaN */
static int write_float_sign(ls_codegen_text *text, const char *type, int x)
{
    int is_above = ls_codegen_put(text, "fcmp ogt %s %%v%d, 0.0", type, x);
    int is_below = ls_codegen_put(text, "fcmp olt %s %%v%d, 0.0", type, x);
    int low = ls_codegen_put(text, "select i1 %%v%d, %s -1.0, %s %%v%d", is_below, type, type, x);
    return ls_codegen_put(text, "select i1 %%v%d, %s 1.0, %s %%v%d", is_above, type, type, low);
}

static int write_is_finite(ls_codegen_text *text, const char *type, int x)
{
    int size = !strcmp(type, "float") ? 32 : 64;
    int magnitude = ls_codegen_put(text, "call %s @llvm.fabs.f%d(%s %%v%d)", type, size, type, x);
    return ls_codegen_put(text, "fcmp olt %s %%v%d, 0x7FF0000000000000", type, magnitude);
}

static int write_float(ls_codegen_text *text, const ls_ir_op *op, const int *in)
{
    const char *type = ls_codegen_type(op->operands[0]->type.dtype);
    bool is_double = !strcmp(type, "double");
    for (size_t i = 0; !is_double && i < sizeof(own) / sizeof(own[0]); i++)
        if (own[i].kind == op->kind) return own[i].write(text, in[0]);
    switch ((int)op->kind) {
    case LS_IR_RSQRT: {
        int root = ls_codegen_put(text, "call %s @llvm.sqrt.f%d(%s %%v%d)", type, is_double ? 64 : 32, type, in[0]);
        return ls_codegen_put(text, "fdiv %s 1.0, %%v%d", type, root);
    }
    case LS_IR_MAXIMUM: return write_extreme(text, type, "oge", in[0], in[1]);
    case LS_IR_MINIMUM: return write_extreme(text, type, "ole", in[0], in[1]);
    case LS_IR_CLAMP: return write_extreme(text, type, "ole", write_extreme(text, type, "oge", in[1], in[0]), in[2]);
    case LS_IR_SIGN: return write_float_sign(text, type, in[0]);
    case LS_IR_IS_FINITE: return write_is_finite(text, type, in[0]);
    case LS_IR_LOGISTIC: return write_logistic(text, in[0]);
    default: return write_library(text, op, in);
    }
}

static bool takes_float(ls_ir_kind kind)
{
    switch ((int)kind) {
    case LS_IR_RSQRT:
    case LS_IR_MAXIMUM:
    case LS_IR_MINIMUM:
    case LS_IR_CLAMP:
    case LS_IR_SIGN:
    case LS_IR_IS_FINITE:
    case LS_IR_LOGISTIC: return true;
    default: return find_library(kind) != NULL;
    }
}

/* --- Integers ------------------------------------------------------------------------------------------------------
 */

/* Division that never traps: by 0 and of the lowest number by −1, the quotient of something harmless is replaced. */
static int write_division(ls_codegen_text *text, ls_dtype dtype, bool wants_quotient, int a, int b)
{
    const char *type = ls_codegen_type(dtype);
    bool is_signed = ls_dtype_is_signed(dtype);
    int by_zero = ls_codegen_put(text, "icmp eq %s %%v%d, 0", type, b);
    int is_odd = by_zero;
    if (is_signed) {
        int by_minus_one = ls_codegen_put(text, "icmp eq %s %%v%d, -1", type, b);
        is_odd = ls_codegen_put(text, "or i1 %%v%d, %%v%d", by_zero, by_minus_one);
    }
    int divisor = ls_codegen_put(text, "select i1 %%v%d, %s 1, %s %%v%d", is_odd, type, type, b);
    const char *how = wants_quotient ? (is_signed ? "sdiv" : "udiv") : (is_signed ? "srem" : "urem");
    int result = ls_codegen_put(text, "%s %s %%v%d, %%v%d", how, type, a, divisor);
    if (wants_quotient && is_signed) { /* a / −1 wraps */
        int negated = ls_codegen_put(text, "sub %s 0, %%v%d", type, a);
        result = ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s %%v%d", is_odd, type, negated, type, result);
    }
    if (wants_quotient) return ls_codegen_put(text, "select i1 %%v%d, %s -1, %s %%v%d", by_zero, type, type, result);
    return ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s %%v%d", by_zero, type, a, type, result);
}

/* Shifts by the width or more give 0, or the sign. */
static int write_shift(ls_codegen_text *text, ls_dtype dtype, ls_ir_kind kind, int a, int b)
{
    const char *type = ls_codegen_type(dtype);
    int width = bits_of(dtype);
    int fits = ls_codegen_put(text, "icmp ult %s %%v%d, %d", type, b, width);
    int most = kind == LS_IR_SHIFT_RIGHT_ARITHMETIC ? width - 1 : 0;
    int by = ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s %d", fits, type, b, type, most);
    const char *how = kind == LS_IR_SHIFT_LEFT ? "shl" : kind == LS_IR_SHIFT_RIGHT_LOGICAL ? "lshr" : "ashr";
    int result = ls_codegen_put(text, "%s %s %%v%d, %%v%d", how, type, a, by);
    if (most) return result;
    return ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s 0", fits, type, result, type);
}

static int write_integer(ls_codegen_text *text, const ls_ir_op *op, const int *in)
{
    ls_dtype dtype = op->operands[0]->type.dtype;
    const char *type = ls_codegen_type(dtype), *sign = ls_dtype_is_signed(dtype) ? "s" : "u";
    switch ((int)op->kind) {
    case LS_IR_DIVIDE: return write_division(text, dtype, true, in[0], in[1]);
    case LS_IR_REMAINDER: return write_division(text, dtype, false, in[0], in[1]);
    case LS_IR_NEGATE: return ls_codegen_put(text, "sub %s 0, %%v%d", type, in[0]);
    case LS_IR_NOT: return ls_codegen_put(text, "xor %s %%v%d, -1", type, in[0]);
    case LS_IR_ABS: {
        int negated = ls_codegen_put(text, "sub %s 0, %%v%d", type, in[0]);
        return ls_codegen_put(text, "call %s @llvm.smax.i%d(%s %%v%d, %s %%v%d)", type, bits_of(dtype), type, in[0],
                              type, negated);
    }
    case LS_IR_COUNT_LEADING_ZEROS:
        return ls_codegen_put(text, "call %s @llvm.ctlz.i%d(%s %%v%d, i1 false)", type, bits_of(dtype), type, in[0]);
    case LS_IR_CLAMP: {
        int low = ls_codegen_put(text, "call %s @llvm.%smax.i%d(%s %%v%d, %s %%v%d)", type, sign, bits_of(dtype), type,
                                 in[1], type, in[0]);
        return ls_codegen_put(text, "call %s @llvm.%smin.i%d(%s %%v%d, %s %%v%d)", type, sign, bits_of(dtype), type,
                              low, type, in[2]);
    }
    default: return write_shift(text, dtype, op->kind, in[0], in[1]);
    }
}

static bool takes_integer(ls_ir_kind kind, ls_dtype dtype)
{
    switch ((int)kind) {
    case LS_IR_DIVIDE:
    case LS_IR_REMAINDER:
    case LS_IR_NEGATE:
    case LS_IR_NOT:
    case LS_IR_COUNT_LEADING_ZEROS:
    case LS_IR_CLAMP:
    case LS_IR_SHIFT_LEFT:
    case LS_IR_SHIFT_RIGHT_LOGICAL:
    case LS_IR_SHIFT_RIGHT_ARITHMETIC: return true;
    case LS_IR_ABS: return ls_dtype_is_signed(dtype);
    default: return false;
    }
}

/* --- Compare, select, convert --------------------------------------------------------------------------------------
 */

static int64_t compare_type(const ls_ir_op *op)
{
    return ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE);
}

static int write_compare(ls_codegen_text *text, const ls_ir_op *op, const int *in)
{
    static const char *const on_float[] = {[LS_COMPARE_EQ] = "oeq", [LS_COMPARE_NE] = "une", [LS_COMPARE_GE] = "oge",
                                           [LS_COMPARE_GT] = "ogt", [LS_COMPARE_LE] = "ole", [LS_COMPARE_LT] = "olt"};
    static const char *const on_integer[] = {[LS_COMPARE_EQ] = "eq", [LS_COMPARE_NE] = "ne", [LS_COMPARE_GE] = "ge",
                                             [LS_COMPARE_GT] = "gt", [LS_COMPARE_LE] = "le", [LS_COMPARE_LT] = "lt"};
    ls_dtype dtype = op->operands[0]->type.dtype;
    int64_t direction = ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARISON_DIRECTION, 0);
    const char *type = ls_codegen_type(dtype);
    if (class_of(dtype) == FLOAT)
        return ls_codegen_put(text, "fcmp %s %s %%v%d, %%v%d", on_float[direction], type, in[0], in[1]);
    const char *sign = direction == LS_COMPARE_EQ || direction == LS_COMPARE_NE ? ""
                       : ls_dtype_is_signed(dtype)                              ? "s"
                                                                                : "u";
    return ls_codegen_put(text, "icmp %s%s %s %%v%d, %%v%d", sign, on_integer[direction], type, in[0], in[1]);
}

static bool takes_convert(ls_dtype from, ls_dtype to)
{
    /* 64 bits and i32 to 16-bit floats would round twice. */
    return !is_short(to) || is_short(from) || from == LS_F32 || from == LS_BOOL ||
           (from != LS_F64 && bits_of(from) <= 16);
}

static int write_convert(ls_codegen_text *text, ls_dtype from, ls_dtype to, int x)
{
    const char *a = ls_codegen_type(from), *b = ls_codegen_type(to);
    element_class was = class_of(from), is = class_of(to);
    if (!strcmp(a, b) && was == is) return x;
    if (is == BOOL)
        return was == FLOAT ? ls_codegen_put(text, "fcmp une %s %%v%d, 0.0", a, x)
                            : ls_codegen_put(text, "icmp ne %s %%v%d, 0", a, x);
    if (was == FLOAT && is == FLOAT)
        return ls_codegen_put(text, "%s %s %%v%d to %s", !strcmp(b, "double") ? "fpext" : "fptrunc", a, x, b);
    if (was == FLOAT)
        return ls_codegen_put(text, "call %s @llvm.fpto%ci.sat.%s.f%d(%s %%v%d)", b, ls_dtype_is_signed(to) ? 's' : 'u',
                              b, !strcmp(a, "double") ? 64 : 32, a, x);
    bool is_signed = ls_dtype_is_signed(from);
    if (is == FLOAT) return ls_codegen_put(text, "%s %s %%v%d to %s", is_signed ? "sitofp" : "uitofp", a, x, b);
    if (was == BOOL || bits_of(to) > bits_of(from))
        return ls_codegen_put(text, "%s %s %%v%d to %s", is_signed ? "sext" : "zext", a, x, b);
    return ls_codegen_put(text, "trunc %s %%v%d to %s", a, x, b);
}

/* --- Any op --------------------------------------------------------------------------------------------------------
 */

bool ls_codegen_takes(const ls_ir_op *op)
{
    if (op->operand_count == 0 || op->operand_count > 3 || op->result_count != 1) return false;
    ls_dtype from = op->operands[0]->type.dtype, to = op->results[0]->type.dtype;
    if (class_of(to) == OTHER) return false;
    for (size_t i = 0; i < op->operand_count; i++)
        if (class_of(op->operands[i]->type.dtype) == OTHER) return false;
    switch ((int)op->kind) {
    case LS_IR_COMPARE: return compare_type(op) != LS_COMPARE_TOTALORDER;
    case LS_IR_SELECT: return true;
    case LS_IR_CONVERT: return takes_convert(from, to);
    default: break;
    }
    if (find_simple(op->kind, from)) return true;
    switch (class_of(from)) {
    case FLOAT: return takes_float(op->kind);
    case INTEGER: return takes_integer(op->kind, from);
    case BOOL: return op->kind == LS_IR_NOT;
    default: return false;
    }
}

int ls_codegen_op_write(ls_codegen_text *text, const ls_ir_op *op, const int *in)
{
    ls_dtype from = op->operands[0]->type.dtype, to = op->results[0]->type.dtype;
    const char *type = ls_codegen_type(to), *how;
    switch ((int)op->kind) {
    case LS_IR_COMPARE: return write_compare(text, op, in);
    case LS_IR_CONVERT: return write_convert(text, from, to, in[0]);
    case LS_IR_SELECT:
        return ls_codegen_put(text, "select i1 %%v%d, %s %%v%d, %s %%v%d", in[0], type, in[1], type, in[2]);
    default: break;
    }
    if ((how = find_simple(op->kind, from))) return write_simple(text, op, how, in);
    if (class_of(from) == FLOAT) return write_float(text, op, in);
    if (class_of(from) == INTEGER) return write_integer(text, op, in);
    return ls_codegen_put(text, "xor i1 %%v%d, true", in[0]);
}
