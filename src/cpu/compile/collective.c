/* Lowers collectives: a unit that posts and one that completes, with a ticket between them. */
#include <string.h>

#include "comm/reduce.h"
#include "cpu/exec/collective.h"
#include "cpu/kernels/reference/reference.h"

static ls_status find_reduction(const ls_ir_op *op, ls_cpu_collective_data *d)
{
    ls_ir_kind kind;
    bool is_bool = d->dtype == LS_BOOL;
    if (!ls_ir_block_is_reducer(op->regions[0], &kind)) kind = LS_IR_KIND_COUNT;
    switch (kind) {
    case LS_IR_ADD: d->reduce = is_bool ? LS_COMM_OR : LS_COMM_SUM; return LS_OK;
    case LS_IR_MULTIPLY: d->reduce = is_bool ? LS_COMM_AND : LS_COMM_PRODUCT; return LS_OK;
    case LS_IR_MINIMUM: d->reduce = is_bool ? LS_COMM_AND : LS_COMM_MIN; return LS_OK;
    case LS_IR_MAXIMUM: d->reduce = is_bool ? LS_COMM_OR : LS_COMM_MAX; return LS_OK;
    case LS_IR_AND: d->reduce = LS_COMM_AND; return LS_OK;
    case LS_IR_OR: d->reduce = LS_COMM_OR; return LS_OK;
    case LS_IR_XOR: d->reduce = LS_COMM_XOR; return LS_OK;
    default: return ls_cpu_refuse(op, LS_INTERNAL, "a reduction that the pass `collectives` should have taken apart");
    }
}

static ls_status find_op(const ls_ir_op *op, ls_cpu_collective_data *d)
{
    switch (op->kind) {
    case LS_IR_ALL_REDUCE: d->op = LS_COMM_ALL_REDUCE; return find_reduction(op, d);
    case LS_IR_REDUCE_SCATTER: d->op = LS_COMM_REDUCE_SCATTER; return find_reduction(op, d);
    case LS_IR_ALL_GATHER: d->op = LS_COMM_ALL_GATHER; return LS_OK;
    case LS_IR_ALL_TO_ALL: d->op = LS_COMM_ALL_TO_ALL; return LS_OK;
    case LS_IR_COLLECTIVE_PERMUTE: d->op = LS_COMM_PERMUTE; return LS_OK;
    case LS_IR_COLLECTIVE_BROADCAST: d->op = LS_COMM_BROADCAST; return LS_OK;
    default: return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "the CPU device does not know this collective");
    }
}

/* One group of everybody. */
static void group_all(ls_arena *arena, int replicas, ls_cpu_collective_data *d)
{
    int *ranks = LS_ARENA_ARRAY(arena, int, replicas), *size = LS_ARENA_ARRAY(arena, int, replicas);
    for (int i = 0; i < replicas; i++) {
        ranks[i] = i;
        size[i] = replicas;
    }
    d->ranks = ranks;
    d->group_first = LS_ARENA_ARRAY(arena, int, replicas);
    d->group_size = size;
}

/* Groups as replica_groups says; −1 fills a row up. Only a broadcast may leave replicas out. */
static ls_status find_groups(const ls_ir_op *op, ls_arena *arena, int replicas, ls_cpu_collective_data *d)
{
    size_t count;
    const int64_t *ids = ls_ir_attr_ints(&op->attrs, LS_ATTR_REPLICA_GROUPS, &count);
    int64_t columns = ls_ir_attr_int(&op->attrs, LS_ATTR_GROUP_SIZE, (int64_t)count);
    if (!count || op->kind == LS_IR_COLLECTIVE_PERMUTE) {
        group_all(arena, replicas, d);
        return LS_OK;
    }
    int *ranks = LS_ARENA_ARRAY(arena, int, count), *first = LS_ARENA_ARRAY(arena, int, replicas);
    int *size = LS_ARENA_ARRAY(arena, int, replicas), used = 0;
    for (size_t row = 0; row < count; row += (size_t)columns) {
        int start = used;
        for (size_t i = row; i < row + (size_t)columns; i++) {
            if (ids[i] < 0) continue;
            if (ids[i] >= replicas)
                return ls_cpu_refuse(op, LS_INVALID_ARGUMENT, "replica_groups names replica %lld; the launch has %d",
                                     (long long)ids[i], replicas);
            ranks[used++] = (int)ids[i];
        }
        for (int i = start; i < used; i++) {
            first[ranks[i]] = start;
            size[ranks[i]] = used - start;
        }
    }
    for (int i = 0; i < replicas; i++)
        if (!size[i] && op->kind != LS_IR_COLLECTIVE_BROADCAST)
            return ls_cpu_refuse(op, LS_INVALID_ARGUMENT, "replica_groups leaves out replica %d", i);
    d->ranks = ranks;
    d->group_first = first;
    d->group_size = size;
    return LS_OK;
}

static ls_status find_pairs(const ls_ir_op *op, ls_arena *arena, int replicas, ls_cpu_collective_data *d)
{
    size_t count;
    const int64_t *pairs = ls_ir_attr_ints(&op->attrs, LS_ATTR_SOURCE_TARGET_PAIRS, &count);
    int *source = LS_ARENA_ARRAY(arena, int, replicas), *target = LS_ARENA_ARRAY(arena, int, replicas);
    for (int i = 0; i < replicas; i++) source[i] = target[i] = -1;
    for (size_t i = 0; i + 1 < count; i += 2) {
        if (pairs[i] < 0 || pairs[i] >= replicas || pairs[i + 1] < 0 || pairs[i + 1] >= replicas)
            return ls_cpu_refuse(op, LS_INVALID_ARGUMENT,
                                 "source_target_pairs names replicas %lld and %lld; the launch has %d",
                                 (long long)pairs[i], (long long)pairs[i + 1], replicas);
        target[pairs[i]] = (int)pairs[i + 1];
        source[pairs[i + 1]] = (int)pairs[i];
    }
    d->source = source;
    d->target = target;
    return LS_OK;
}

static const size_t *bytes_of(ls_arena *arena, ls_ir_value *const *values, size_t count)
{
    size_t *bytes = LS_ARENA_ARRAY(arena, size_t, count);
    for (size_t i = 0; i < count; i++) bytes[i] = ls_ir_type_bytes(&values[i]->type);
    return bytes;
}

/* The op's number among the program's collectives: select goes backwards, so what it says is made from the op's place.
 */
static uint64_t position_of(const ls_ir_op *op)
{
    uint64_t position = 1;
    for (const ls_ir_block *block = op->block; block; block = block->parent ? block->parent->block : NULL) {
        uint64_t before = 0;
        for (const ls_ir_op *o = block->parent ? block->parent : op; o; o = o->prev) before++;
        position = position * 1000003 + before;
    }
    return position * 1000003 + op->results[0]->id;
}

static void add_units(ls_cpu_plan *plan, const ls_ir_op *op, ls_cpu_collective_data *d, size_t group)
{
    size_t n = d->count;
    ls_cpu_unit *post = ls_cpu_unit_create(plan, &ls_cpu_kernel_post, d, n, n + 1);
    ls_cpu_unit *complete = ls_cpu_unit_create(plan, &ls_cpu_kernel_complete, NULL, 2 * n + 1, n);
    ls_ir_type ticket_type = {LS_U8, LS_SHAPE((int64_t)ls_cpu_ticket_bytes(d, group))};
    ls_cpu_value *ticket = ls_cpu_value_create(plan, ticket_type);
    ls_cpu_unit_define(post, n, ticket);
    complete->operands[0] = ticket;
    for (size_t i = 0; i < n; i++) {
        ls_cpu_value *operand = ls_cpu_plan_value(plan, op->operands[i]);
        ls_cpu_value *posted = ls_cpu_value_create(plan, op->results[i]->type);
        post->operands[i] = complete->operands[1 + n + i] = operand;
        ls_cpu_unit_define(post, i, posted);
        complete->operands[1 + i] = posted;
        ls_cpu_unit_define(complete, i, ls_cpu_plan_value(plan, op->results[i]));
        complete->alias[i] = (int)(1 + i);
    }
    complete->holds = n;
    post->is_pairwise = n && d->bytes[0] == d->result_bytes[0]; /* not gathers and scatters, which change sizes */
    post->collective = LS_CPU_POSTS;
    complete->collective = LS_CPU_COMPLETES;
}

/* With one replica there is nobody to talk to. */
static ls_status lower_alone(ls_cpu_plan *plan, const ls_ir_op *op)
{
    size_t count;
    if (op->kind != LS_IR_COLLECTIVE_PERMUTE) return ls_cpu_lower_alias(plan, op);
    ls_ir_attr_ints(&op->attrs, LS_ATTR_SOURCE_TARGET_PAIRS, &count);
    if (count) return ls_cpu_lower_alias(plan, op);
    ls_cpu_value *value = ls_cpu_plan_value(plan, op->results[0]);
    value->constant = ls_arena_alloc(&plan->temp, value->bytes + 8); /* nobody sends: zeros */
    return LS_OK;
}

ls_status ls_cpu_reference_collective(ls_cpu_plan *plan, const ls_ir_op *op)
{
    int replicas = plan->options->num_replicas;
    ls_arena *arena = plan->keep;
    ls_cpu_collective_data *d = LS_ARENA_NEW(arena, ls_cpu_collective_data);
    d->count = op->operand_count;
    d->dtype = op->operands[0]->type.dtype;
    d->bytes = bytes_of(arena, op->operands, d->count);
    d->result_bytes = bytes_of(arena, op->results, d->count);
    d->label = ls_ir_op_info_of(op->kind)->name;
    d->position = position_of(op);
    LS_TRY(find_groups(op, arena, replicas, d));
    LS_TRY(find_pairs(op, arena, replicas, d));
    if (replicas == 1) return lower_alone(plan, op);
    LS_TRY(find_op(op, d));
    bool reduces = d->op == LS_COMM_ALL_REDUCE || d->op == LS_COMM_REDUCE_SCATTER;
    if (reduces && ls_reduce_check(d->dtype, d->reduce) != LS_OK)
        return ls_cpu_refuse(op, LS_UNIMPLEMENTED, "%s", ls_last_error());
    size_t group = 0;
    for (int i = 0; i < replicas; i++)
        if ((size_t)d->group_size[i] > group) group = (size_t)d->group_size[i];
    add_units(plan, op, d, group);
    return LS_OK;
}
