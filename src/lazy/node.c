/* Nodes: making, freeing, recording an op, errors. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lazy/state.h"

#define NODES_PER_SLAB 256

/* Stands for every result where the thread has no rank context. Nobody writes to it. */
static const ls_result no_trace_result = {.type = &ls_error_type};
static const ls_node no_trace_node = {
    .kind = LS_NODE_ERROR,
    .result_count = 1,
    .results = (ls_result *)&no_trace_result,
    .status = LS_FAILED_PRECONDITION,
    .message = "this thread has no rank: the device plugin could not be loaded",
};
static ls_value no_trace_value(void)
{
    return (ls_value){(ls_node *)&no_trace_node, 0};
}

/* --- Data --------------------------------------------------------------------------------------------------- */

ls_data *ls_data_create(ls_trace *trace, ls_pjrt_buffer *buffer, const ls_type *type, const char *call)
{
    ls_data *data = calloc(1, sizeof(*data));
    LS_ASSERT(data);
    *data = (ls_data){.buffer = buffer, .type = type, .call = call, .refs = 1};
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_buffers_alive, 1);
    ls_metrics_count(&trace->shared->metrics, LS_COUNT_buffer_bytes_alive, (int64_t)ls_ir_type_bytes(&type->ir));
    return data;
}

void ls_data_release(ls_trace *trace, ls_data *data)
{
    if (!data || --data->refs) return;
    ls_metrics *metrics = &trace->shared->metrics;
    ls_metrics_count(metrics, LS_COUNT_buffers_alive, -1);
    ls_metrics_count(metrics, LS_COUNT_buffer_bytes_alive, -(int64_t)ls_ir_type_bytes(&data->type->ir));
    if (data->call && !data->was_read) ls_metrics_unread(metrics, data->call);
    ls_pjrt_buffer_destroy(data->buffer);
    free(data);
}

/* --- Nodes -------------------------------------------------------------------------------------------------- */

ls_node *ls_node_create(ls_trace *trace, int kind, size_t operand_count, size_t result_count)
{
    if (!trace->free_nodes) {
        ls_node *slab = malloc(sizeof(ls_node) * NODES_PER_SLAB);
        LS_ASSERT(slab);
        *ls_vec_push(&trace->slabs) = slab;
        for (int i = 0; i < NODES_PER_SLAB; i++) {
            slab[i].operands = (ls_value *)trace->free_nodes;
            trace->free_nodes = &slab[i];
        }
    }
    ls_node *node = trace->free_nodes;
    trace->free_nodes = (ls_node *)node->operands;
    memset(node, 0, sizeof(*node));
    node->kind = kind;
    node->seq = (uint32_t)trace->nodes.count;
    node->operand_count = (uint32_t)operand_count;
    node->result_count = (uint32_t)result_count;
    node->operands = node->inline_operands;
    node->results = node->inline_results;
    if (operand_count > sizeof(node->inline_operands) / sizeof(node->inline_operands[0])) {
        node->operands = calloc(operand_count, sizeof(*node->operands));
        LS_ASSERT(node->operands);
    }
    if (result_count > sizeof(node->inline_results) / sizeof(node->inline_results[0])) {
        node->results = calloc(result_count, sizeof(*node->results));
        LS_ASSERT(node->results);
    }
    node->call = trace->call;
    node->caller = trace->caller;
    node->is_pending = true;
    *ls_vec_push(&trace->nodes) = node;
    return node;
}

void ls_node_drop_operands(ls_node *node)
{
    if (node->operands != node->inline_operands) free(node->operands);
    node->operands = node->inline_operands;
    node->operand_count = 0;
}

void ls_node_destroy(ls_trace *trace, ls_node *node)
{
    for (uint32_t i = 0; i < node->result_count; i++) ls_data_release(trace, node->results[i].data);
    ls_node_drop_operands(node);
    if (node->results != node->inline_results) free(node->results);
    free(node->message);
    node->operands = (ls_value *)trace->free_nodes;
    trace->free_nodes = node;
}

ls_value ls_leaf_value(ls_trace *trace, ls_data *data)
{
    ls_node *node = ls_node_create(trace, LS_NODE_LEAF, 0, 1);
    node->is_pending = false;
    node->results[0] = (ls_result){.type = data->type, .data = data};
    return (ls_value){node, 0};
}

ls_value ls_alias_value(ls_trace *trace, ls_value of, bool keep_history, ls_tensor leaf)
{
    ls_value target = ls_value_resolve(of);
    ls_data *data = ls_value_result(target)->data;
    bool history = keep_history && of.node->needs_grad && !trace->tape_off;
    bool links = !data || history;
    ls_node *node = ls_node_create(trace, LS_NODE_ALIAS, links ? 1 : 0, 1);
    node->results[0].type = ls_value_result(of)->type;
    if (links) {
        node->operands[0] = of;
        of.node->is_used = true;
    }
    if (data) node->results[0].data = ls_data_retain(data);
    node->is_pending = !data;
    node->needs_grad = history || leaf.slot != 0;
    node->leaf = leaf;
    return (ls_value){node, 0};
}

bool ls_value_is_available(ls_value v)
{
    v = ls_value_resolve(v);
    return v.node->is_pending || ls_value_result(v)->data;
}

/* --- Errors ------------------------------------------------------------------------------------------------- */

/* An error node that says "op: message (called from ...)"; also the thread's last error and the trace's first. */
static ls_value error_value(ls_trace *trace, ls_status status, const char *op, const char *message)
{
    char caller[256], *text = NULL;
    int length = trace->caller ? asprintf(&text, "%s: %s (called at %s)", op, message,
                                          ls_caller_format(trace->caller, caller, sizeof caller))
                               : asprintf(&text, "%s: %s", op, message);
    if (length < 0) text = NULL;
    ls_fail(status, "%s", text ? text : op);
    if (trace->error == LS_OK) {
        trace->error = status;
        trace->error_message = text ? strdup(text) : NULL;
    }
    ls_node *node = ls_node_create(trace, LS_NODE_ERROR, 0, 1);
    node->is_pending = false;
    node->results[0].type = &ls_error_type;
    node->status = status;
    node->message = text;
    return (ls_value){node, 0};
}

ls_value ls_value_error(ls_status status, const char *op, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    ls_trace *trace = ls_trace_current();
    if (!trace) return no_trace_value();
    return error_value(trace, status, trace->call ? trace->call : op ? op : "op", message);
}

ls_status ls_value_status(ls_value v)
{
    if (ls_value_is_none(v)) return ls_fail(LS_INVALID_ARGUMENT, "no tensor");
    if (!ls_value_is_error(v)) return LS_OK;
    return ls_fail(v.node->status, "%s", v.node->message ? v.node->message : "out of memory");
}

/* --- Attributes --------------------------------------------------------------------------------------------- */

static ls_ir_attr *attr_insert(ls_attr_list *list, ls_ir_attr_key key)
{
    LS_ASSERT(list->count < sizeof(list->items) / sizeof(list->items[0]));
    size_t i = list->count++;
    for (; i > 0 && list->items[i - 1].key > key; i--) list->items[i] = list->items[i - 1];
    list->items[i].key = key;
    return &list->items[i];
}

void ls_attr_int(ls_attr_list *list, ls_ir_attr_key key, int64_t value)
{
    attr_insert(list, key)->i = value;
}

void ls_attr_float(ls_attr_list *list, ls_ir_attr_key key, double value)
{
    attr_insert(list, key)->f = value;
}

void ls_attr_ints(ls_attr_list *list, ls_ir_attr_key key, const int64_t *data, size_t count)
{
    ls_ir_attr *attr = attr_insert(list, key);
    attr->ints.data = data;
    attr->ints.count = count;
}

void ls_attr_dense(ls_attr_list *list, ls_ir_attr_key key, const ls_ir_dense *dense)
{
    attr_insert(list, key)->dense = *dense;
}

/* --- Recording ---------------------------------------------------------------------------------------------- */

static ls_node *first_error(ls_trace *trace, const ls_op_spec *spec)
{
    for (size_t i = 0; i < spec->operand_count; i++) {
        ls_value v = spec->operands[i];
        const char *name = ls_ir_op_info_of(spec->kind)->name;
        if (ls_value_is_none(v)) return ls_value_error(LS_INVALID_ARGUMENT, name, "operand %zu is missing", i).node;
        if (ls_value_is_error(v)) return v.node;
        if (!ls_value_is_available(v))
            return ls_value_error(LS_INTERNAL, name, "operand %zu (result of %s) was not kept by the last cut", i,
                                  v.node->call ? v.node->call : "an op")
                .node;
    }
    return NULL;
}

/* Inference proper; what does not fit the table of inferences is asked anew each time. */
static bool infer(ls_trace *trace, const ls_op_spec *spec, const ls_attrs *attrs, const ls_type **out_types,
                  size_t capacity, size_t *out_count)
{
    ls_ir_type few_operands[8], few_results[8], *operands = few_operands, *results = few_results;
    if (spec->operand_count > 8) operands = calloc(spec->operand_count, sizeof(*operands));
    if (capacity > 8) results = calloc(capacity, sizeof(*results));
    LS_ASSERT(operands && results);
    for (size_t i = 0; i < spec->operand_count; i++) operands[i] = *ls_value_type(spec->operands[i]);
    ls_status status = ls_ir_infer(spec->kind, operands, spec->operand_count, attrs ? &attrs->ir : NULL, NULL, 0,
                                   spec->given, spec->given_count, results, capacity, out_count);
    if (status == LS_OK)
        for (size_t i = 0; i < *out_count; i++) out_types[i] = ls_intern_type(trace, &results[i]);
    if (operands != few_operands) free(operands);
    if (results != few_results) free(results);
    return status == LS_OK;
}

static ls_inference *inference_slot(ls_trace *trace, const ls_inference *key)
{
    uint64_t h = ls_hash_mix(key->kind, (uintptr_t)key->attrs);
    h = ls_hash_mix(h, (uintptr_t)key->given);
    for (int i = 0; i < key->operand_count; i++) h = ls_hash_mix(h, (uintptr_t)key->operands[i]);
    return &trace->inferences[(h ^ h >> 17) & (LS_INFERENCES - 1)];
}

static bool inference_matches(const ls_inference *have, const ls_inference *key)
{
    if (!have->result_count || have->kind != key->kind || have->attrs != key->attrs || have->given != key->given ||
        have->operand_count != key->operand_count)
        return false;
    for (int i = 0; i < key->operand_count; i++)
        if (have->operands[i] != key->operands[i]) return false;
    return true;
}

/* Result types from the table of inferences, filling it on a miss. */
static const ls_inference *infer_cached(ls_trace *trace, const ls_op_spec *spec, const ls_attrs *attrs)
{
    ls_inference key = {.attrs = attrs, .kind = (uint16_t)spec->kind, .operand_count = (uint16_t)spec->operand_count};
    if (spec->given_count) key.given = ls_intern_type(trace, &spec->given[0]);
    for (size_t i = 0; i < spec->operand_count; i++) key.operands[i] = ls_value_result(spec->operands[i])->type;
    ls_inference *slot = inference_slot(trace, &key);
    if (inference_matches(slot, &key)) return slot;
    size_t count = 0;
    if (!infer(trace, spec, attrs, key.results, LS_INFERENCE_RESULTS, &count)) return NULL;
    key.result_count = (uint16_t)count;
    *slot = key;
    return slot;
}

static ls_node *failed(ls_trace *trace, const ls_op_spec *spec)
{
    char *message = strdup(ls_last_error());
    ls_value v = error_value(trace, LS_INVALID_ARGUMENT, trace->call ? trace->call : ls_ir_op_info_of(spec->kind)->name,
                             message ? message : "out of memory");
    free(message);
    return v.node;
}

static ls_node *record(ls_trace *trace, const ls_op_spec *spec, const ls_attrs *attrs, const ls_type *const *types,
                       size_t count)
{
    ls_node *node = ls_node_create(trace, spec->kind, spec->operand_count, count);
    bool needs_grad = false;
    for (size_t i = 0; i < spec->operand_count; i++) {
        node->operands[i] = spec->operands[i];
        spec->operands[i].node->is_used = true;
        needs_grad |= spec->operands[i].node->needs_grad;
    }
    for (size_t i = 0; i < count; i++) node->results[i].type = types[i];
    node->attrs = attrs;
    node->needs_grad = needs_grad && !trace->tape_off && trace->rules && trace->rules->passes(spec->kind);
    return node;
}

ls_node *ls_trace_op(const ls_op_spec *spec)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return no_trace_value().node;
    ls_node *error = first_error(trace, spec);
    if (error) return error;
    const ls_attrs *attrs = spec->interned_attrs ? spec->interned_attrs
                            : spec->attrs        ? ls_intern_attrs(trace, spec->attrs)
                                                 : NULL;
    const ls_ir_op_info *info = ls_ir_op_info_of(spec->kind);
    if (spec->operand_count <= LS_INFERENCE_OPERANDS && info->results >= 0 && spec->given_count <= 1) {
        const ls_inference *types = infer_cached(trace, spec, attrs);
        return types ? record(trace, spec, attrs, types->results, types->result_count) : failed(trace, spec);
    }
    size_t capacity = info->results >= 0 ? (size_t)info->results : spec->operand_count + spec->given_count, count = 0;
    const ls_type **types = calloc(capacity ? capacity : 1, sizeof(*types));
    LS_ASSERT(types);
    ls_node *node = infer(trace, spec, attrs, types, capacity, &count) ? record(trace, spec, attrs, types, count)
                                                                       : failed(trace, spec);
    free(types);
    return node;
}

/* --- Call frames -------------------------------------------------------------------------------------------- */

ls_call_frame ls_trace_call_begin(const char *name, const void *caller)
{
    ls_trace *trace = ls_trace_current();
    ls_call_frame frame = {.trace = trace};
    if (!trace) return frame;
    frame.outer_name = trace->call;
    frame.outer_address = trace->caller;
    if (!trace->call) {
        trace->call = name;
        trace->caller = caller;
    }
    return frame;
}

void ls_trace_call_end(ls_call_frame *frame)
{
    if (!frame->trace) return;
    frame->trace->call = frame->outer_name;
    frame->trace->caller = frame->outer_address;
}

ls_tensor ls_tensor_wrap(ls_value value)
{
    ls_trace *trace = ls_trace_current();
    if (!trace || value.node == &no_trace_node) return (ls_tensor){0};
    if (ls_value_is_none(value)) value = ls_value_error(LS_INVALID_ARGUMENT, NULL, "no value");
    return ls_wrap_in(trace, value, (uint32_t)trace->scopes.count);
}

const char *ls_handle_problem(ls_tensor t, char *out, size_t size)
{
    if (t.slot)
        snprintf(out, size,
                 "stale tensor handle {%u, %u}: it was freed, its scope was closed, or it belongs to another rank",
                 t.slot, t.generation);
    else
        snprintf(out, size, "no tensor was given ({%u, %u})", t.slot, t.generation);
    return out;
}

ls_value ls_tensor_value(ls_tensor t)
{
    ls_trace *trace = ls_trace_current();
    if (!trace) return no_trace_value();
    ls_slot *slot = ls_slot_find(trace, t);
    if (slot) return slot->value;
    char problem[200];
    return ls_value_error(LS_INVALID_ARGUMENT, NULL, "%s", ls_handle_problem(t, problem, sizeof problem));
}

ls_value ls_tensor_value_optional(ls_tensor t)
{
    return t.slot || t.generation ? ls_tensor_value(t) : LS_NO_VALUE;
}
