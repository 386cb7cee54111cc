/* dot_general → oneDNN matrix product, where the batch, free and contracting dimensions are each one dimension in
 * memory. */
#include "cpu/compile/onednn_unit.h"
#include "cpu/compile/view.h"

/* One side of the product: the dimensions of each role, outermost first. */
typedef struct side {
    ls_cpu_view view;
    const int64_t *batch, *contracting;
    size_t batch_count, contracting_count;
    int64_t free[LS_MAX_RANK];
    size_t free_count;
} side;

static side read_side(const ls_ir_op *op, int index)
{
    side s = {.view = ls_cpu_view_of(op->operands[index], false)};
    s.batch = ls_ir_attr_ints(&op->attrs, index ? LS_ATTR_RHS_BATCHING_DIMENSIONS : LS_ATTR_LHS_BATCHING_DIMENSIONS,
                              &s.batch_count);
    s.contracting =
        ls_ir_attr_ints(&op->attrs, index ? LS_ATTR_RHS_CONTRACTING_DIMENSIONS : LS_ATTR_LHS_CONTRACTING_DIMENSIONS,
                        &s.contracting_count);
    for (int64_t d = 0; d < s.view.rank; d++) {
        bool is_free = true;
        for (size_t i = 0; i < s.batch_count; i++) is_free &= s.batch[i] != d;
        for (size_t i = 0; i < s.contracting_count; i++) is_free &= s.contracting[i] != d;
        if (is_free) s.free[s.free_count++] = d;
    }
    return s;
}

static bool read_product(const ls_ir_op *op, const side *l, const side *r, ls_matmul *m)
{
    int64_t size;
    *m = (ls_matmul){.dtype = op->results[0]->type.dtype};
    if (op->operands[0]->type.dtype != m->dtype || op->operands[1]->type.dtype != m->dtype) return false;
    bool merged = ls_cpu_view_merge(&l->view, l->batch, l->batch_count, &m->batch, &m->a_strides[0]) &&
                  ls_cpu_view_merge(&l->view, l->free, l->free_count, &m->m, &m->a_strides[1]) &&
                  ls_cpu_view_merge(&l->view, l->contracting, l->contracting_count, &m->k, &m->a_strides[2]) &&
                  ls_cpu_view_merge(&r->view, r->batch, r->batch_count, &size, &m->b_strides[0]) &&
                  ls_cpu_view_merge(&r->view, r->contracting, r->contracting_count, &size, &m->b_strides[1]) &&
                  ls_cpu_view_merge(&r->view, r->free, r->free_count, &m->n, &m->b_strides[2]);
    m->c_strides[0] = m->m * m->n, m->c_strides[1] = m->n, m->c_strides[2] = 1;
    return merged && m->batch > 0 && m->m > 0 && m->n > 0 && m->k > 0;
}

static ls_status make_unit(ls_cpu_plan *plan, ls_ir_op *op, ls_ir_value *bias, ls_ir_value *result, bool *out_taken)
{
    side l = read_side(op, 0), r = read_side(op, 1);
    ls_matmul matmul;
    ls_onednn *onednn;
    if (!read_product(op, &l, &r, &matmul)) return LS_OK;
    matmul.bias = bias != NULL;
    /* The bias runs along the result's last dimension, which must be all of n. */
    if (bias && bias->type.shape.dims[0] != matmul.n) return LS_OK;
    ls_status status = ls_onednn_matmul_create(&matmul, plan->options->threads, &onednn);
    if (status == LS_UNIMPLEMENTED) return LS_OK;
    if (status != LS_OK) return status;
    ls_ir_value *operands[] = {l.view.base, r.view.base, bias};
    ls_cpu_onednn_unit(plan, &ls_onednn_matmul_kernel, onednn, operands, 2 + matmul.bias, result);
    *out_taken = true;
    return LS_OK;
}

ls_status ls_cpu_fast_dot(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    *out_taken = false;
    return make_unit(plan, op, NULL, op->results[0], out_taken);
}

/* add(product, bias along the last dimension): one step. */
ls_status ls_cpu_fast_dot_bias(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken)
{
    ls_ir_op *producer;
    ls_ir_value *bias = ls_cpu_bias_of(plan, op, &producer);
    *out_taken = false;
    if (!bias || producer->kind != LS_IR_DOT_GENERAL) return LS_OK;
    return make_unit(plan, producer, bias, op->results[0], out_taken);
}
