/* Elementwise ops → one fused unit per group.
 *
 * A group grows from the op at hand towards its operands: a producer joins if it is elementwise over as many elements
 * and all its users are in the group or come after the op at hand (which makes it one more result if anybody asked for
 * it). As no user lies between, no path leads out of the group and back in. Broadcasts and constants are read through;
 * reshapes change nothing, since a group works on elements in row-major order. */
#include "cpu/compile/view.h"

#include <string.h>

#include "base/error.h"
#include "cpu/kernels/fast/fused.h"
#include "cpu/kernels/fast/vector.h"

enum { MAX_OPS = 64, MAX_INPUTS = 40, LEAST_BLOCK = 512, MOST_BLOCK = 4096, CACHE = 24576 };

typedef struct group {
    ls_cpu_plan *plan;
    const ls_ir_op *root;
    int64_t count;                /* elements */
    const ls_ir_op *ops[MAX_OPS]; /* from the root backwards */
    ls_cpu_loop loops[MAX_OPS];   /* run is NULL for a reshape */
    int op_count;
    const ls_ir_value *inputs[MAX_INPUTS];
    int input_count;
} group;

/* Values are numbered in program order. */
static uint32_t position(const ls_ir_op *op)
{
    return op->result_count ? op->results[0]->id : UINT32_MAX;
}

static bool contains(const group *g, const ls_ir_op *op)
{
    for (int i = 0; i < g->op_count; i++)
        if (g->ops[i] == op) return true;
    return false;
}

static ls_cpu_loop find_loop(const group *g, const ls_ir_op *op)
{
    ls_cpu_loop loop = {.run = ls_vector()->loop(op), .arity = (int)op->operand_count};
    return loop.run ? loop : ls_cpu_loop_find(op, g->plan->keep);
}

/* Whether the op may be computed inside the group. */
static bool may_join(const group *g, const ls_ir_op *op, ls_cpu_loop *out_loop)
{
    *out_loop = (ls_cpu_loop){.run = NULL};
    if (op->result_count != 1 || op->region_count != 0 || op->block != g->root->block) return false;
    if (ls_shape_count(op->results[0]->type.shape) != g->count || ls_dtype_size(op->results[0]->type.dtype) == 0)
        return false;
    if (op->kind == LS_IR_RESHAPE) return !ls_cpu_plan_wants(g->plan, op->results[0]);
    if (op->operand_count == 0 || op->operand_count > 3) return false;
    *out_loop = find_loop(g, op);
    return out_loop->run != NULL;
}

static bool users_allow(const group *g, const ls_ir_op *op)
{
    size_t count;
    ls_ir_op *const *users = ls_cpu_users(g->plan, op->results[0], &count);
    for (size_t i = 0; i < count; i++) {
        bool after = users[i]->block == g->root->block && position(users[i]) > position(g->root);
        if (!after && !contains(g, users[i])) return false;
    }
    return true;
}

static bool joins(const group *g, const ls_ir_value *value, ls_cpu_loop *out_loop)
{
    const ls_ir_op *op = value->op;
    if (!op || g->op_count == MAX_OPS || !may_join(g, op, out_loop) || !users_allow(g, op)) return false;
    if (ls_cpu_plan_wants(g->plan, value) && ls_cpu_plan_value(g->plan, value)->unit) return false;
    ls_ir_op *producer;
    return !ls_cpu_bias_of(g->plan, op, &producer);
}

static int find_input(const group *g, const ls_ir_value *value)
{
    for (int i = 0; i < g->input_count; i++)
        if (g->inputs[i] == value) return i;
    return -1;
}

/* Decides about the values that the group reads, the last in program order first: then all users that a value can have
 * in the group are known. False if there are too many. */
static bool grow(group *g)
{
    const ls_ir_value *open[MAX_INPUTS];
    int open_count = 0;
    const ls_ir_op *op = g->root;
    for (;;) {
        for (size_t i = 0; i < op->operand_count; i++) {
            bool known = find_input(g, op->operands[i]) >= 0;
            for (int k = 0; k < open_count; k++) known |= open[k] == op->operands[i];
            if (known) continue;
            if (open_count + g->input_count == MAX_INPUTS) return false;
            open[open_count++] = op->operands[i];
        }
        ls_cpu_loop loop;
        for (;;) {
            if (open_count == 0) return true;
            int last = 0;
            for (int k = 1; k < open_count; k++)
                if (open[k]->id > open[last]->id) last = k;
            const ls_ir_value *value = open[last];
            open[last] = open[--open_count];
            if (joins(g, value, &loop)) {
                op = value->op;
                break;
            }
            g->inputs[g->input_count++] = value;
        }
        g->loops[g->op_count] = loop;
        g->ops[g->op_count++] = op;
    }
}

/* --- Inputs -------------------------------------------------------------------------------------------------- */

/* The register for an input; *out_operand is what it reads. */
static ls_fused_register make_input(const group *g, ls_ir_value *value, ls_cpu_value **out_operand)
{
    const ls_ir_type *type = &value->type;
    ls_fused_register r = {.width = (int)ls_dtype_size(type->dtype)};
    ls_ir_value *base = value;
    bool direct = true; /* the strides are those of the value itself */
    int64_t dims[LS_MAX_RANK], strides[LS_MAX_RANK];
    int rank = type->shape.rank;
    ls_cpu_row_major(&type->shape, strides);
    memcpy(dims, type->shape.dims, sizeof(dims));
    while (base->op && base->op->kind == LS_IR_BROADCAST_IN_DIM && base->op->block == g->root->block && direct) {
        const ls_ir_op *op = base->op;
        int64_t inner[LS_MAX_RANK];
        base = op->operands[0];
        ls_cpu_row_major(&base->type.shape, inner);
        memset(strides, 0, sizeof(strides));
        for (int i = 0; i < base->type.shape.rank; i++)
            if (base->type.shape.dims[i] > 1)
                strides[ls_ir_attr_at(&op->attrs, LS_ATTR_BROADCAST_DIMENSIONS, (size_t)i, 0)] = inner[i];
        direct = ls_shape_count(base->type.shape) == 1; /* a broadcast of one element may be looked through further */
    }
    const ls_ir_attr *constant =
        base->op && base->op->kind == LS_IR_CONSTANT ? ls_ir_attr_find(&base->op->attrs, LS_ATTR_VALUE) : NULL;
    if (constant && constant->dense.is_splat) {
        r.source = LS_FUSED_SCALAR;
        ls_ir_type scalar = {.dtype = type->dtype};
        *out_operand = ls_cpu_value_create_constant(
            g->plan, scalar, ls_arena_copy(g->plan->keep, constant->dense.data, (size_t)r.width));
        return r;
    }
    *out_operand = ls_cpu_plan_value(g->plan, base);
    if (ls_shape_count(base->type.shape) == 1) {
        r.source = LS_FUSED_SCALAR;
        return r;
    }
    for (int d = 0; d < rank; d++) { /* join dimensions that run on */
        if (dims[d] == 1) continue;
        if (r.rank > 0 && r.strides[r.rank - 1] == strides[d] * dims[d]) {
            r.dims[r.rank - 1] *= dims[d];
            r.strides[r.rank - 1] = strides[d];
        } else {
            r.dims[r.rank] = dims[d];
            r.strides[r.rank++] = strides[d];
        }
    }
    bool packed = r.strides[r.rank - 1] == 1;
    r.source = packed && r.rank == 1                                                   ? LS_FUSED_ARRAY
               : packed && r.rank == 2 && r.strides[0] == 0 && r.dims[1] <= MOST_BLOCK ? LS_FUSED_PERIODIC
                                                                                       : LS_FUSED_BROADCAST;
    r.period = r.dims[r.rank - 1];
    return r;
}

/* --- The unit ------------------------------------------------------------------------------------------------ */

typedef struct builder {
    group *g;
    ls_fused_register registers[LS_FUSED_REGISTERS];
    int register_count;
    int of_op[MAX_OPS]; /* register of each op's result */
    int of_input[MAX_INPUTS];
    ls_cpu_value *operands[MAX_INPUTS];
    const ls_ir_value *outputs[MAX_OPS];
    int output_count;
    ls_fused_step steps[MAX_OPS];
    int step_count;
} builder;

static int add_register(builder *b, ls_fused_register r)
{
    LS_ASSERT(b->register_count < LS_FUSED_REGISTERS);
    b->registers[b->register_count] = r;
    return b->register_count++;
}

static int register_of(const builder *b, const ls_ir_value *value)
{
    const group *g = b->g;
    for (int i = 0; i < g->op_count; i++)
        if (g->ops[i]->results[0] == value) return b->of_op[i];
    int input = find_input(g, value);
    LS_ASSERT(input >= 0);
    return b->of_input[input];
}

static void build_inputs(builder *b)
{
    for (int i = 0; i < b->g->input_count; i++)
        b->of_input[i] = add_register(b, make_input(b->g, (ls_ir_value *)b->g->inputs[i], &b->operands[i]));
    for (int i = 0; i < b->g->input_count; i++) b->registers[b->of_input[i]].arg = i;
}

static void build_steps(builder *b)
{
    group *g = b->g;
    for (int i = g->op_count - 1; i >= 0; i--) {
        const ls_ir_op *op = g->ops[i];
        if (!g->loops[i].run) { /* a reshape */
            b->of_op[i] = register_of(b, op->operands[0]);
            continue;
        }
        bool wanted = i == 0 || ls_cpu_plan_wants(g->plan, op->results[0]);
        ls_fused_register r = {.source = wanted ? LS_FUSED_ARRAY : LS_FUSED_BUFFER,
                               .width = (int)ls_dtype_size(op->results[0]->type.dtype)};
        if (wanted) {
            r.arg = g->input_count + b->output_count;
            b->outputs[b->output_count++] = op->results[0];
        }
        ls_fused_step *s = &b->steps[b->step_count++];
        *s = (ls_fused_step){.loop = g->loops[i].run, .aux = g->loops[i].aux, .arity = (int)op->operand_count};
        for (size_t k = 0; k < op->operand_count; k++) s->in[k] = register_of(b, op->operands[k]);
        s->out = b->of_op[i] = add_register(b, r);
    }
}

static int last_read(const builder *b, int reg)
{
    int last = -1;
    for (int i = 0; i < b->step_count; i++)
        for (int k = 0; k < b->steps[i].arity; k++)
            if (b->steps[i].in[k] == reg) last = i;
    return last;
}

/* Gives buffers their places; one that is read for the last time passes its place on, to a result of the same width. */
static size_t place_buffers(builder *b, int64_t block)
{
    size_t bytes = 0;
    size_t free_place[LS_FUSED_REGISTERS];
    int free_width[LS_FUSED_REGISTERS], free_count = 0;
    for (int i = 0; i < b->register_count; i++) {
        ls_fused_register *r = &b->registers[i];
        if (r->source == LS_FUSED_ARRAY || r->source == LS_FUSED_BUFFER) continue;
        r->buffer = bytes;
        bytes += (size_t)((block + (r->source == LS_FUSED_PERIODIC ? r->period : 0)) * r->width + 63) / 64 * 64;
    }
    for (int i = 0; i < b->step_count; i++) {
        ls_fused_step *s = &b->steps[i];
        for (int k = 0; k < s->arity; k++) {
            ls_fused_register *r = &b->registers[s->in[k]];
            bool again = false;
            for (int m = 0; m < k; m++) again |= s->in[m] == s->in[k];
            if (r->source != LS_FUSED_BUFFER || again || last_read(b, s->in[k]) != i) continue;
            free_place[free_count] = r->buffer;
            free_width[free_count++] = r->width;
        }
        ls_fused_register *out = &b->registers[s->out];
        if (out->source != LS_FUSED_BUFFER) continue;
        int found = free_count - 1;
        while (found >= 0 && free_width[found] != out->width) found--;
        if (found >= 0) {
            out->buffer = free_place[found];
            free_place[found] = free_place[--free_count];
            free_width[found] = free_width[free_count];
        } else {
            out->buffer = bytes;
            bytes += (size_t)(block * out->width + 63) / 64 * 64;
        }
    }
    return bytes;
}

/* Result r may lie in operand k if they go through memory alike and nothing reads k after r is written. */
static void allow_in_place(const builder *b, ls_cpu_unit *unit)
{
    for (int i = 0; i < b->step_count; i++) {
        const ls_fused_register *out = &b->registers[b->steps[i].out];
        if (out->source != LS_FUSED_ARRAY) continue;
        for (int k = 0; k < b->g->input_count; k++) {
            const ls_fused_register *in = &b->registers[b->of_input[k]];
            if (in->source == LS_FUSED_ARRAY && in->width == out->width && last_read(b, b->of_input[k]) <= i)
                unit->inplace[out->arg - b->g->input_count] |= 1ull << k;
        }
    }
}

static int64_t choose_block(const builder *b)
{
    int64_t width = 0;
    for (int i = 0; i < b->register_count; i++) width += b->registers[i].width;
    int64_t block = CACHE / (width > 0 ? width : 1) / 64 * 64;
    block = block < LEAST_BLOCK ? LEAST_BLOCK : block > MOST_BLOCK ? MOST_BLOCK : block;
    return b->g->count < block ? b->g->count : block;
}

/* The group for code generation; NULL if one of its ops is not for it. */
static const ls_codegen_group *describe(const builder *b)
{
    const group *g = b->g;
    ls_arena *keep = g->plan->keep;
    ls_codegen_group *d = LS_ARENA_NEW(keep, ls_codegen_group);
    *d = (ls_codegen_group){.count = g->count, .value_count = b->register_count};
    d->values = LS_ARENA_ARRAY(keep, ls_codegen_value, b->register_count);
    d->ops = LS_ARENA_ARRAY(keep, ls_codegen_op, g->op_count);
    for (int i = 0; i < b->register_count; i++) {
        const ls_fused_register *r = &b->registers[i];
        ls_codegen_value *value = &d->values[i];
        *value = (ls_codegen_value){.source = LS_CODEGEN_READ, .arg = r->arg, .rank = r->rank};
        memcpy(value->dims, r->dims, sizeof(value->dims));
        memcpy(value->strides, r->strides, sizeof(value->strides));
    }
    for (int i = 0; i < g->input_count; i++) d->values[b->of_input[i]].dtype = g->inputs[i]->type.dtype;
    for (int i = g->op_count - 1; i >= 0; i--) {
        const ls_ir_op *op = g->ops[i];
        if (!g->loops[i].run) continue; /* a reshape */
        if (!ls_codegen_takes(op)) return NULL;
        ls_codegen_op *out = &d->ops[d->op_count++];
        *out = (ls_codegen_op){.op = op, .arity = (int)op->operand_count, .out = b->of_op[i]};
        for (int k = 0; k < out->arity; k++) out->in[k] = register_of(b, op->operands[k]);
        ls_codegen_value *result = &d->values[out->out];
        result->dtype = op->results[0]->type.dtype;
        result->source = b->registers[out->out].source == LS_FUSED_ARRAY ? LS_CODEGEN_WRITE : LS_CODEGEN_MADE;
    }
    return d;
}

static void make_unit(builder *b)
{
    group *g = b->g;
    ls_cpu_plan *plan = g->plan;
    build_inputs(b);
    build_steps(b);
    ls_fused *f = LS_ARENA_NEW(plan->keep, ls_fused);
    f->count = g->count;
    f->block = choose_block(b);
    f->threads = plan->options->threads;
    f->args = g->input_count + b->output_count;
    f->thread_scratch = place_buffers(b, f->block) + 64;
    f->registers = ls_arena_copy(plan->keep, b->registers, sizeof(b->registers[0]) * (size_t)b->register_count);
    f->register_count = b->register_count;
    f->steps = ls_arena_copy(plan->keep, b->steps, sizeof(b->steps[0]) * (size_t)b->step_count);
    f->step_count = b->step_count;
    f->group = describe(b);
    ls_cpu_unit *unit = ls_cpu_unit_create(plan, &ls_fused_kernel, f, (size_t)g->input_count, (size_t)b->output_count);
    unit->scratch_bytes = f->thread_scratch * (size_t)f->threads;
    memcpy(unit->operands, b->operands, sizeof(b->operands[0]) * (size_t)g->input_count);
    for (int i = 0; i < b->output_count; i++)
        ls_cpu_unit_define(unit, (size_t)i, ls_cpu_plan_value(plan, b->outputs[i]));
    allow_in_place(b, unit);
}

ls_status ls_cpu_fast_fused(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    *out_taken = false;
    if (op->result_count != 1 || op->kind == LS_IR_RESHAPE) return LS_OK;
    group g = {.plan = plan, .root = op, .count = ls_shape_count(op->results[0]->type.shape)};
    if (g.count == 0 || !may_join(&g, op, &g.loops[0])) return LS_OK;
    g.ops[g.op_count++] = op;
    if (!grow(&g)) return LS_OK;
    builder b = {.g = &g};
    make_unit(&b);
    *out_taken = true;
    return LS_OK;
}
