/* Messages that are tensors: through host memory that other processes read in place. */
#include "dist/p2p.h"

#include <stdlib.h>

#include "base/error.h"
#include "lazy/state.h"

/* --- Tensors and host memory ---------------------------------------------------------------------------------- */

/* The tensor's type, and host memory of its size, freed with ls_host_free. */
static ls_status make_room(ls_tensor t, ls_ir_type *out_type, void **out_data)
{
    ls_value v = ls_tensor_value(t);
    LS_TRY(ls_value_status(v));
    *out_type = *ls_value_type(v);
    return ls_host_alloc(ls_ir_type_bytes(out_type), out_data);
}

/* Computes the tensor alone, so that ranks which send nothing need not cut. */
static ls_status read_tensor(ls_tensor t, ls_ir_type *out_type, void **out_data)
{
    LS_TRY(make_room(t, out_type, out_data));
    ls_value v = ls_tensor_value(t);
    ls_status status = ls_value_resolve(v).node->is_pending ? ls_trace_materialise(&v, 1) : LS_OK;
    if (status == LS_OK) status = ls_to_host(t, *out_data, ls_ir_type_bytes(out_type));
    if (status != LS_OK) ls_host_free(*out_data);
    return status;
}

static ls_p2p_op op_of(int kind, void *data, const ls_ir_type *type, int peer, int tag)
{
    return (ls_p2p_op){kind, data, ls_shape_count(type->shape), type->dtype, peer, tag};
}

/* --- At once -------------------------------------------------------------------------------------------------- */

ls_status ls_send(ls_tensor t, int dst, int tag, ls_group group)
{
    LS_TRACE_CALL("ls_send");
    ls_ir_type type;
    void *data;
    LS_TRY(read_tensor(t, &type, &data));
    ls_status status = ls_host_send(data, ls_shape_count(type.shape), type.dtype, dst, tag, group);
    ls_host_free(data);
    return status;
}

static ls_status receive(ls_tensor t, bool is_from_any, int src, int tag, ls_group group, int *out_src)
{
    ls_ir_type type;
    void *data;
    LS_TRY(make_room(t, &type, &data));
    int64_t count = ls_shape_count(type.shape);
    ls_status status = is_from_any ? ls_host_recv_any_source(data, count, type.dtype, tag, group, out_src)
                                   : ls_host_recv(data, count, type.dtype, src, tag, group);
    if (status == LS_OK) status = ls_tensor_set_value(t, ls_value_from_host(data, &type));
    ls_host_free(data);
    return status;
}

ls_status ls_recv(ls_tensor t, int src, int tag, ls_group group)
{
    LS_TRACE_CALL("ls_recv");
    return receive(t, false, src, tag, group, NULL);
}

ls_status ls_recv_any_source(ls_tensor t, int tag, ls_group group, int *out_src)
{
    LS_TRACE_CALL("ls_recv_any_source");
    if (out_src) *out_src = -1;
    return receive(t, true, 0, tag, group, out_src);
}

/* --- Under way ------------------------------------------------------------------------------------------------ */

ls_status ls_isend(ls_tensor t, int dst, int tag, ls_group group, ls_work **out_work)
{
    LS_TRACE_CALL("ls_isend");
    if (!out_work) return ls_fail(LS_INVALID_ARGUMENT, "ls_isend: no place for the work");
    *out_work = NULL;
    ls_ir_type type;
    void *data;
    LS_TRY(read_tensor(t, &type, &data));
    ls_p2p_op op = op_of(LS_ISEND, data, &type, dst, tag);
    return ls_context(ls_p2p_start(&op, false, group, ls_host_free, data, out_work), "isend");
}

/* A message to host memory, and the tensor that gets it when it is looked at. */
typedef struct arrival {
    ls_work work;
    ls_work *message;
    void *data; /* the message's */
    ls_ir_type type;
    ls_tensor tensor;
} arrival;

static void arrive(ls_work *work, ls_deadline patience)
{
    arrival *a = (arrival *)work;
    if (!ls_work_is_completed(a->message)) a->message->kind->wait(a->message, patience);
    if (!ls_work_is_completed(a->message)) return;
    const char *text;
    ls_status status = ls_work_exception(a->message, &text);
    if (status != LS_OK) ls_fail(status, "%s", text);
    if (status == LS_OK) status = ls_tensor_set_value(a->tensor, ls_value_from_host(a->data, &a->type));
    work->source = a->message->source;
    ls_work_finish(work, status);
}

static void arrival_look(ls_work *work)
{
    if (ls_work_is_completed(((arrival *)work)->message)) arrive(work, (ls_deadline){0});
}

static void arrival_release(ls_work *work)
{
    ls_work_free(((arrival *)work)->message);
    free(work);
}

static const ls_work_kind arrival_kind = {arrival_look, arrive, arrival_release};

static ls_status expect(ls_tensor t, bool is_from_any, int src, int tag, ls_group group, ls_work **out_work)
{
    if (!out_work) return ls_fail(LS_INVALID_ARGUMENT, "no place for the work");
    *out_work = NULL;
    arrival *a = calloc(1, sizeof(*a));
    if (!a) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for another operation");
    ls_work_init(&a->work, &arrival_kind);
    a->tensor = t;
    ls_status status = make_room(t, &a->type, &a->data);
    if (status == LS_OK) {
        ls_p2p_op op = op_of(LS_IRECV, a->data, &a->type, src, tag);
        status = ls_p2p_start(&op, is_from_any, group, ls_host_free, a->data, &a->message);
    }
    if (status == LS_OK)
        *out_work = &a->work;
    else
        free(a);
    return status;
}

ls_status ls_irecv(ls_tensor t, int src, int tag, ls_group group, ls_work **out_work)
{
    LS_TRACE_CALL("ls_irecv");
    return ls_context(expect(t, false, src, tag, group, out_work), "irecv");
}

ls_status ls_irecv_any_source(ls_tensor t, int tag, ls_group group, ls_work **out_work)
{
    LS_TRACE_CALL("ls_irecv_any_source");
    return ls_context(expect(t, true, 0, tag, group, out_work), "irecv_any_source");
}
