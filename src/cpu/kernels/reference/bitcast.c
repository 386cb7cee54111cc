/* bitcast_convert. Elements are little-endian, so a change of width only regroups bytes, in the order that StableHLO
 * asks for: the result is the operand. Types of 2 and 4 bits lie in bytes of their own and are packed and unpacked. */
#include "base/element.h"
#include "cpu/kernels/reference/reference.h"

typedef struct bitcast {
    ls_dtype from, to;
    int64_t count; /* elements of the wider type */
    int parts;     /* of the narrower in each */
} bitcast;

static uint64_t bits_at(ls_dtype dtype, const char *data, int64_t index)
{
    uint64_t bits = 0;
    size_t width = ls_dtype_size(dtype);
    __builtin_memcpy(&bits, data + index * (int64_t)width, width);
    return bits & (ls_dtype_bits(dtype) == 64 ? UINT64_MAX : (UINT64_C(1) << ls_dtype_bits(dtype)) - 1);
}

static void put_bits(ls_dtype dtype, char *data, int64_t index, uint64_t bits)
{
    size_t width = ls_dtype_size(dtype);
    int unused = 64 - ls_dtype_bits(dtype);
    if (ls_dtype_is_signed(dtype)) bits = (uint64_t)((int64_t)(bits << unused) >> unused);
    __builtin_memcpy(data + index * (int64_t)width, &bits, width);
}

static ls_status bitcast_run(const ls_cpu_call *call)
{
    const bitcast *b = call->data;
    int from = ls_dtype_bits(b->from), to = ls_dtype_bits(b->to);
    for (int64_t i = 0; i < b->count; i++) {
        uint64_t whole = from >= to ? bits_at(b->from, call->args[0], i) : 0;
        for (int part = 0; part < b->parts; part++) {
            if (from < to)
                whole |= bits_at(b->from, call->args[0], i * b->parts + part) << (part * from);
            else
                put_bits(b->to, call->args[1], i * b->parts + part, whole >> (part * to));
        }
        if (from < to) put_bits(b->to, call->args[1], i, whole);
    }
    return LS_OK;
}

static const ls_cpu_kernel bitcast_kernel = {.name = "reference.bitcast_convert", .run = bitcast_run};

ls_status ls_cpu_reference_bitcast_convert(ls_cpu_plan *plan, const ls_ir_op *op)
{
    const ls_ir_type *in = &op->operands[0]->type, *out = &op->results[0]->type;
    int from = ls_dtype_bits(in->dtype), to = ls_dtype_bits(out->dtype);
    if ((from >= 8 && to >= 8) || in->dtype == out->dtype) return ls_cpu_lower_alias(plan, op);
    bitcast *b = LS_ARENA_NEW(plan->keep, bitcast);
    *b = (bitcast){in->dtype, out->dtype, ls_shape_count(from >= to ? in->shape : out->shape),
                   from >= to ? from / to : to / from};
    ls_cpu_unit_create_for(plan, op, &bitcast_kernel, b);
    return LS_OK;
}
