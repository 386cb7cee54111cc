/* Elementwise loops for the types that training runs in; the others are ls_cpu_loop_find's. */

#define UNARY(name, in_type, out_type, expression)                                                                     \
    static void name(const void *const *in, void *out, int64_t n, const void *aux)                                     \
    {                                                                                                                  \
        const in_type *a = in[0];                                                                                      \
        out_type *o = out;                                                                                             \
        (void)aux;                                                                                                     \
        INDEPENDENT for (int64_t i = 0; i < n; i++)                                                                    \
        {                                                                                                              \
            in_type x = a[i];                                                                                          \
            o[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

#define BINARY(name, in_type, out_type, expression)                                                                    \
    static void name(const void *const *in, void *out, int64_t n, const void *aux)                                     \
    {                                                                                                                  \
        const in_type *a = in[0], *b = in[1];                                                                          \
        out_type *o = out;                                                                                             \
        (void)aux;                                                                                                     \
        INDEPENDENT for (int64_t i = 0; i < n; i++)                                                                    \
        {                                                                                                              \
            in_type x = a[i], y = b[i];                                                                                \
            o[i] = (expression);                                                                                       \
        }                                                                                                              \
    }

BINARY(add_f32, float, float, x + y)
BINARY(subtract_f32, float, float, x - y)
BINARY(multiply_f32, float, float, x *y)
BINARY(divide_f32, float, float, x / y)
BINARY(maximum_f32, float, float, x >= y || x != x ? x : y)
BINARY(minimum_f32, float, float, x <= y || x != x ? x : y)
UNARY(abs_f32, float, float, fabsf(x))
UNARY(negate_f32, float, float, -x)
UNARY(sqrt_f32, float, float, sqrtf(x))
UNARY(rsqrt_f32, float, float, 1.0f / sqrtf(x))
UNARY(exp_f32, float, float, exp_f32_of(x))
UNARY(expm1_f32, float, float, expm1_f32_of(x))
UNARY(log_f32, float, float, log_f32_of(x))
UNARY(log1p_f32, float, float, log1p_f32_of(x))
UNARY(tanh_f32, float, float, tanh_f32_of(x))
UNARY(logistic_f32, float, float, logistic_f32_of(x))

/* bf16 is computed in f32 and rounds once. */
#define WIDE(x) ls_bf16_to_f32(x)
#define UNARY_BF16(name, expression) UNARY(name##_bf16, uint16_t, uint16_t, ls_f32_to_bf16(expression))
#define BINARY_BF16(name, expression) BINARY(name##_bf16, uint16_t, uint16_t, ls_f32_to_bf16(expression))
BINARY_BF16(add, WIDE(x) + WIDE(y))
BINARY_BF16(subtract, WIDE(x) - WIDE(y))
BINARY_BF16(multiply, WIDE(x) * WIDE(y))
BINARY_BF16(divide, WIDE(x) / WIDE(y))
BINARY(maximum_bf16, uint16_t, uint16_t, WIDE(x) >= WIDE(y) || WIDE(x) != WIDE(x) ? x : y)
BINARY(minimum_bf16, uint16_t, uint16_t, WIDE(x) <= WIDE(y) || WIDE(x) != WIDE(x) ? x : y)
UNARY_BF16(sqrt, sqrtf(WIDE(x)))
UNARY_BF16(rsqrt, 1.0f / sqrtf(WIDE(x)))
UNARY_BF16(exp, exp_f32_of(WIDE(x)))
UNARY_BF16(expm1, expm1_f32_of(WIDE(x)))
UNARY_BF16(log, log_f32_of(WIDE(x)))
UNARY_BF16(log1p, log1p_f32_of(WIDE(x)))
UNARY_BF16(tanh, tanh_f32_of(WIDE(x)))
UNARY_BF16(logistic, logistic_f32_of(WIDE(x)))
BINARY(compare_le_bf16, uint16_t, uint8_t, WIDE(x) <= WIDE(y))
BINARY(compare_gt_bf16, uint16_t, uint8_t, WIDE(x) > WIDE(y))

BINARY(compare_eq_f32, float, uint8_t, x == y)
BINARY(compare_ne_f32, float, uint8_t, x != y)
BINARY(compare_ge_f32, float, uint8_t, x >= y)
BINARY(compare_gt_f32, float, uint8_t, x > y)
BINARY(compare_le_f32, float, uint8_t, x <= y)
BINARY(compare_lt_f32, float, uint8_t, x < y)

BINARY(and_i1, uint8_t, uint8_t, x &y)
BINARY(or_i1, uint8_t, uint8_t, x | y)
UNARY(not_i1, uint8_t, uint8_t, x ^ 1)

UNARY(f32_from_i1, uint8_t, float, x != 0 ? 1.0f : 0.0f)
UNARY(f32_from_i32, int32_t, float, (float)x)
UNARY(f32_from_bf16, uint16_t, float, ls_bf16_to_f32(x))
UNARY(bf16_from_f32, float, uint16_t, ls_f32_to_bf16(x))

static void select_32(const void *const *in, void *out, int64_t n, const void *aux)
{
    const uint8_t *p = in[0];
    const uint32_t *a = in[1], *b = in[2];
    uint32_t *o = out;
    (void)aux;
    INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        uint32_t x = a[i], y = b[i];
        o[i] = p[i] ? x : y;
    }
}

/* Rows by op, type of the first operand and of the result; comparisons by direction too. */
static const struct {
    ls_ir_kind kind;
    ls_dtype from, to;
    int direction;
    ls_cpu_loop_fn loop;
} loops[] = {
    {LS_IR_ADD, LS_F32, LS_F32, 0, add_f32},
    {LS_IR_SUBTRACT, LS_F32, LS_F32, 0, subtract_f32},
    {LS_IR_MULTIPLY, LS_F32, LS_F32, 0, multiply_f32},
    {LS_IR_DIVIDE, LS_F32, LS_F32, 0, divide_f32},
    {LS_IR_MAXIMUM, LS_F32, LS_F32, 0, maximum_f32},
    {LS_IR_MINIMUM, LS_F32, LS_F32, 0, minimum_f32},
    {LS_IR_ABS, LS_F32, LS_F32, 0, abs_f32},
    {LS_IR_NEGATE, LS_F32, LS_F32, 0, negate_f32},
    {LS_IR_SQRT, LS_F32, LS_F32, 0, sqrt_f32},
    {LS_IR_RSQRT, LS_F32, LS_F32, 0, rsqrt_f32},
    {LS_IR_EXPONENTIAL, LS_F32, LS_F32, 0, exp_f32},
    {LS_IR_EXPONENTIAL_MINUS_ONE, LS_F32, LS_F32, 0, expm1_f32},
    {LS_IR_LOG, LS_F32, LS_F32, 0, log_f32},
    {LS_IR_LOG_PLUS_ONE, LS_F32, LS_F32, 0, log1p_f32},
    {LS_IR_TANH, LS_F32, LS_F32, 0, tanh_f32},
    {LS_IR_LOGISTIC, LS_F32, LS_F32, 0, logistic_f32},
    {LS_IR_ADD, LS_BF16, LS_BF16, 0, add_bf16},
    {LS_IR_SUBTRACT, LS_BF16, LS_BF16, 0, subtract_bf16},
    {LS_IR_MULTIPLY, LS_BF16, LS_BF16, 0, multiply_bf16},
    {LS_IR_DIVIDE, LS_BF16, LS_BF16, 0, divide_bf16},
    {LS_IR_MAXIMUM, LS_BF16, LS_BF16, 0, maximum_bf16},
    {LS_IR_MINIMUM, LS_BF16, LS_BF16, 0, minimum_bf16},
    {LS_IR_SQRT, LS_BF16, LS_BF16, 0, sqrt_bf16},
    {LS_IR_RSQRT, LS_BF16, LS_BF16, 0, rsqrt_bf16},
    {LS_IR_EXPONENTIAL, LS_BF16, LS_BF16, 0, exp_bf16},
    {LS_IR_EXPONENTIAL_MINUS_ONE, LS_BF16, LS_BF16, 0, expm1_bf16},
    {LS_IR_LOG, LS_BF16, LS_BF16, 0, log_bf16},
    {LS_IR_LOG_PLUS_ONE, LS_BF16, LS_BF16, 0, log1p_bf16},
    {LS_IR_TANH, LS_BF16, LS_BF16, 0, tanh_bf16},
    {LS_IR_LOGISTIC, LS_BF16, LS_BF16, 0, logistic_bf16},
    {LS_IR_COMPARE, LS_BF16, LS_BOOL, LS_COMPARE_LE, compare_le_bf16},
    {LS_IR_COMPARE, LS_BF16, LS_BOOL, LS_COMPARE_GT, compare_gt_bf16},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_EQ, compare_eq_f32},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_NE, compare_ne_f32},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_GE, compare_ge_f32},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_GT, compare_gt_f32},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_LE, compare_le_f32},
    {LS_IR_COMPARE, LS_F32, LS_BOOL, LS_COMPARE_LT, compare_lt_f32},
    {LS_IR_AND, LS_BOOL, LS_BOOL, 0, and_i1},
    {LS_IR_OR, LS_BOOL, LS_BOOL, 0, or_i1},
    {LS_IR_NOT, LS_BOOL, LS_BOOL, 0, not_i1},
    {LS_IR_CONVERT, LS_BOOL, LS_F32, 0, f32_from_i1},
    {LS_IR_CONVERT, LS_I32, LS_F32, 0, f32_from_i32},
    {LS_IR_CONVERT, LS_BF16, LS_F32, 0, f32_from_bf16},
    {LS_IR_CONVERT, LS_F32, LS_BF16, 0, bf16_from_f32},
    {LS_IR_SELECT, LS_BOOL, LS_F32, 0, select_32},
    {LS_IR_SELECT, LS_BOOL, LS_I32, 0, select_32},
    {LS_IR_SELECT, LS_BOOL, LS_U32, 0, select_32},
};

static ls_cpu_loop_fn find_loop(const ls_ir_op *op)
{
    if (op->operand_count == 0) return NULL;
    ls_dtype from = op->operands[0]->type.dtype, to = op->results[0]->type.dtype;
    int64_t type = ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARE_TYPE, LS_COMPARE_NOTYPE);
    if (op->kind == LS_IR_COMPARE && type != LS_COMPARE_NOTYPE && type != LS_COMPARE_FLOAT) return NULL;
    if (op->kind == LS_IR_SELECT && op->operands[0]->type.shape.rank != op->results[0]->type.shape.rank &&
        op->operands[0]->type.shape.rank != 0)
        return NULL;
    for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
        if (loops[i].kind != op->kind || loops[i].from != from || loops[i].to != to) continue;
        if (op->kind == LS_IR_COMPARE &&
            loops[i].direction != ls_ir_attr_int(&op->attrs, LS_ATTR_COMPARISON_DIRECTION, 0))
            continue;
        return loops[i].loop;
    }
    return NULL;
}
