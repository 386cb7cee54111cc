/* An operation is a list of steps (reorders around one primitive) over a list of buffers: the caller's, or scratch. Or
 * it is one call of oneDNN's sgemm.
 *
 * oneDNN's memory objects hold the address of their data, so runs that overlap each need a state of their own. Only
 * this file knows that oneDNN 2 describes memory by structs and operations by descriptors. */
#include "cpu/kernels/fast/onednn.h"

#include <dnnl.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cpu/kernels/fast/parallel.h"

enum { MAX_BUFFERS = 10, MAX_STEPS = 5, MAX_ARGS = 5, CALLER_OUTPUT = 3 };

typedef struct buffer {
    dnnl_memory_desc_t desc;
    int caller;    /* index of an input, or CALLER_OUTPUT; −1: scratch */
    size_t offset; /* in scratch */
} buffer;

typedef struct step {
    dnnl_primitive_t primitive;
    int count;
    int args[MAX_ARGS];    /* DNNL_ARG_… */
    int buffers[MAX_ARGS]; /* index of the buffer of each */
} step;

struct ls_onednn_state {
    dnnl_stream_t stream;
    dnnl_memory_t memory[MAX_BUFFERS];
};

/* A product by dnnl_sgemm, with which matrices lie column by column and their rows' (columns') distance. */
typedef struct gemm {
    bool is_used;
    char a_order, b_order;
    int64_t m, n, k, a_stride, b_stride, c_stride;
    int a, b; /* indices of the inputs */
} gemm;

struct ls_onednn {
    dnnl_engine_t engine;
    int threads; /* of the team that runs it */
    buffer buffers[MAX_BUFFERS];
    int buffer_count;
    step steps[MAX_STEPS];
    int step_count;
    size_t scratch_bytes;
    const char *implementation;
    gemm gemm;
};

static ls_status check(dnnl_status_t status, const char *what)
{
    if (status == dnnl_success) return LS_OK;
    ls_status code = status == dnnl_unimplemented || status == dnnl_invalid_arguments ? LS_UNIMPLEMENTED
                     : status == dnnl_out_of_memory                                   ? LS_RESOURCE_EXHAUSTED
                                                                                      : LS_INTERNAL;
    return ls_fail(code, "oneDNN: %s failed with status %d", what, (int)status);
}

static dnnl_data_type_t data_type(ls_dtype dtype)
{
    return dtype == LS_F32 ? dnnl_f32 : dtype == LS_BF16 ? dnnl_bf16 : dnnl_data_type_undef;
}

static ls_status describe(dnnl_memory_desc_t *out, int rank, const int64_t *dims, const int64_t *strides,
                          ls_dtype dtype)
{
    dnnl_dims_t d, s;
    for (int i = 0; i < rank; i++) d[i] = dims[i], s[i] = strides ? strides[i] : 0;
    if (!strides)
        return check(dnnl_memory_desc_init_by_tag(out, rank, d, data_type(dtype), dnnl_format_tag_any),
                     "describing memory");
    return check(dnnl_memory_desc_init_by_strides(out, rank, d, data_type(dtype), s), "describing memory");
}

/* --- Building ------------------------------------------------------------------------------------------------ */

static ls_status op_create(int threads, ls_onednn **out_op)
{
    ls_onednn *op = calloc(1, sizeof(*op));
    if (!op) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    op->threads = threads;
    ls_status status = check(dnnl_engine_create(&op->engine, dnnl_cpu, 0), "creating the CPU engine");
    if (status != LS_OK) free(op), op = NULL;
    *out_op = op;
    return status;
}

static int add_buffer(ls_onednn *op, const dnnl_memory_desc_t *desc, int caller)
{
    LS_ASSERT(op->buffer_count < MAX_BUFFERS);
    buffer *b = &op->buffers[op->buffer_count];
    *b = (buffer){.desc = *desc, .caller = caller};
    if (caller < 0) {
        b->offset = op->scratch_bytes;
        op->scratch_bytes += (dnnl_memory_desc_get_size(desc) + 63) / 64 * 64;
    }
    return op->buffer_count++;
}

static step *add_step(ls_onednn *op)
{
    LS_ASSERT(op->step_count < MAX_STEPS);
    return &op->steps[op->step_count++];
}

static void add_arg(step *s, int arg, int index)
{
    LS_ASSERT(s->count < MAX_ARGS);
    s->args[s->count] = arg;
    s->buffers[s->count++] = index;
}

static ls_status user_scratch(dnnl_primitive_attr_t *out_attr)
{
    LS_TRY(check(dnnl_primitive_attr_create(out_attr), "creating attributes"));
    return check(dnnl_primitive_attr_set_scratchpad_mode(*out_attr, dnnl_scratchpad_mode_user),
                 "setting the scratchpad mode");
}

static void add_scratchpad(ls_onednn *op, step *s, const_dnnl_primitive_desc_t pd)
{
    const dnnl_memory_desc_t *desc = dnnl_primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
    if (desc && dnnl_memory_desc_get_size(desc) > 0) add_arg(s, DNNL_ARG_SCRATCHPAD, add_buffer(op, desc, -1));
}

static ls_status note_implementation(ls_onednn *op, const_dnnl_primitive_desc_t pd)
{
    LS_TRY(check(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, &op->implementation),
                 "asking for the implementation"));
    if (strncmp(op->implementation, "ref", 3) == 0)
        return ls_fail(LS_UNIMPLEMENTED, "oneDNN has only its reference implementation");
    return LS_OK;
}

static ls_status add_reorder(ls_onednn *op, int from, int to)
{
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t pd = NULL;
    step *s = add_step(op);
    ls_status status = user_scratch(&attr);
    if (status == LS_OK)
        status = check(dnnl_reorder_primitive_desc_create(&pd, &op->buffers[from].desc, op->engine,
                                                          &op->buffers[to].desc, op->engine, attr),
                       "choosing a reorder");
    if (status == LS_OK) status = note_implementation(op, pd);
    if (status == LS_OK) status = check(dnnl_primitive_create(&s->primitive, pd), "creating a reorder");
    if (status == LS_OK) {
        add_arg(s, DNNL_ARG_FROM, from);
        add_arg(s, DNNL_ARG_TO, to);
        add_scratchpad(op, s, pd);
    }
    dnnl_primitive_desc_destroy(pd);
    dnnl_primitive_attr_destroy(attr);
    return status;
}

typedef struct operand {
    int arg; /* DNNL_ARG_… */
    dnnl_query_t
        query; /* of the format that the primitive wants, and which of those: a bias is the second of the weights */
    int which;
    int caller;
    dnnl_memory_desc_t desc; /* the caller's format */
} operand;

/* Adds reorders of the inputs, the primitive, and the reorder of its output (the last operand). */
static ls_status assemble(ls_onednn *op, const_dnnl_primitive_desc_t pd, const operand *operands, int count)
{
    int indices[4], output = -1;
    for (int i = 0; i < count; i++) {
        const dnnl_memory_desc_t *wanted = dnnl_primitive_desc_query_md(pd, operands[i].query, operands[i].which);
        int mine = add_buffer(op, &operands[i].desc, operands[i].caller);
        indices[i] = mine;
        if (dnnl_memory_desc_equal(wanted, &operands[i].desc)) continue;
        indices[i] = add_buffer(op, wanted, -1);
        if (operands[i].caller == CALLER_OUTPUT)
            output = mine;
        else
            LS_TRY(add_reorder(op, mine, indices[i]));
    }
    step *s = add_step(op);
    LS_TRY(note_implementation(op, pd));
    LS_TRY(check(dnnl_primitive_create(&s->primitive, pd), "creating the primitive"));
    for (int i = 0; i < count; i++) add_arg(s, operands[i].arg, indices[i]);
    add_scratchpad(op, s, pd);
    return output >= 0 ? add_reorder(op, indices[count - 1], output) : LS_OK;
}

/* --- Convolution --------------------------------------------------------------------------------------------- */

typedef struct conv_descs {
    dnnl_memory_desc_t x, w, y, bias;
} conv_descs;

/* The operands as the caller has them; `any`: the format left to oneDNN instead. */
static ls_status describe_conv(const ls_conv *c, bool any_x, bool any_w, bool any_y, conv_descs *out)
{
    int64_t xd[5] = {c->n, c->c}, xs[5] = {c->x_strides.n, c->x_strides.c};
    int64_t yd[5] = {c->n, c->o}, ys[5] = {c->y_strides.n, c->y_strides.o};
    int64_t wd[6], ws[6];
    int r = 0, rank = 2 + c->spatial;
    if (c->groups > 1) wd[r] = c->groups, ws[r++] = c->w_strides.g;
    wd[r] = c->o / c->groups, ws[r++] = c->w_strides.o;
    wd[r] = c->c / c->groups, ws[r++] = c->w_strides.c;
    for (int i = 0; i < c->spatial; i++) {
        xd[2 + i] = c->x[i], xs[2 + i] = c->x_strides.at[i];
        yd[2 + i] = c->y[i], ys[2 + i] = c->y_strides.at[i];
        wd[r] = c->w[i], ws[r++] = c->w_strides.at[i];
    }
    LS_TRY(describe(&out->x, rank, xd, any_x ? NULL : xs, c->dtype));
    LS_TRY(describe(&out->w, r, wd, any_w ? NULL : ws, c->dtype));
    LS_TRY(describe(&out->y, rank, yd, any_y ? NULL : ys, c->dtype));
    return describe(&out->bias, 1, &c->o, (const int64_t[]){1}, c->dtype);
}

/* The first implementation, or the one after it where the channels are so few that the first, which multiplies rows of
 * channels as matrices (brgconv), is the slower one: by 2 to 30 % for up to 16 of them. */
static ls_status choose_implementation(const ls_onednn *op, const ls_conv *c, const void *desc,
                                       const_dnnl_primitive_attr_t attr, const_dnnl_primitive_desc_t hint,
                                       dnnl_primitive_desc_t *out_pd)
{
    dnnl_primitive_desc_iterator_t each;
    const char *name = NULL;
    LS_TRY(check(dnnl_primitive_desc_iterator_create(&each, desc, attr, op->engine, hint), "choosing a convolution"));
    *out_pd = dnnl_primitive_desc_iterator_fetch(each);
    dnnl_primitive_desc_query(*out_pd, dnnl_query_impl_info_str, 0, &name);
    if (name && strncmp(name, "brgconv", 7) == 0 && c->c / c->groups <= 16 &&
        dnnl_primitive_desc_iterator_next(each) == dnnl_success) {
        dnnl_primitive_desc_t next = dnnl_primitive_desc_iterator_fetch(each);
        dnnl_primitive_desc_query(next, dnnl_query_impl_info_str, 0, &name);
        dnnl_primitive_desc_t keep = strncmp(name, "jit", 3) == 0 ? next : *out_pd;
        dnnl_primitive_desc_destroy(keep == next ? *out_pd : next);
        *out_pd = keep;
    }
    dnnl_primitive_desc_iterator_destroy(each);
    return *out_pd ? LS_OK : ls_fail(LS_UNIMPLEMENTED, "oneDNN has no such convolution");
}

static ls_status choose_conv(const ls_onednn *op, const ls_conv *c, conv_descs *d, const_dnnl_primitive_attr_t attr,
                             dnnl_primitive_desc_t *out_pd)
{
    dnnl_dims_t stride, dilation, low, high;
    for (int i = 0; i < c->spatial; i++) {
        stride[i] = c->stride[i], dilation[i] = c->dilation[i] - 1, low[i] = c->pad_low[i];
        high[i] = (c->y[i] - 1) * c->stride[i] + (c->w[i] - 1) * c->dilation[i] + 1 - c->x[i] - low[i];
    }
    const dnnl_alg_kind_t direct = dnnl_convolution_direct;
    dnnl_convolution_desc_t forward, backward;
    LS_TRY(
        check(dnnl_dilated_convolution_forward_desc_init(&forward, dnnl_forward_training, direct, &d->x, &d->w,
                                                         c->bias ? &d->bias : NULL, &d->y, stride, dilation, low, high),
              "describing a convolution"));
    if (c->direction == LS_CONV_FORWARD) return choose_implementation(op, c, &forward, attr, NULL, out_pd);
    if (c->direction == LS_CONV_BACKWARD_DATA)
        LS_TRY(check(dnnl_dilated_convolution_backward_data_desc_init(&backward, direct, &d->x, &d->w, &d->y, stride,
                                                                      dilation, low, high),
                     "describing a convolution"));
    else
        LS_TRY(check(dnnl_dilated_convolution_backward_weights_desc_init(&backward, direct, &d->x, &d->w, NULL, &d->y,
                                                                         stride, dilation, low, high),
                     "describing a convolution"));
    dnnl_primitive_desc_t hint = NULL;
    ls_status status =
        check(dnnl_primitive_desc_create(&hint, &forward, attr, op->engine, NULL), "choosing a convolution");
    if (status == LS_OK) status = choose_implementation(op, c, &backward, attr, hint, out_pd);
    dnnl_primitive_desc_destroy(hint);
    return status;
}

static int conv_operands(const ls_conv *c, const conv_descs *d, operand out[4])
{
    switch (c->direction) {
    case LS_CONV_FORWARD:
        out[0] = (operand){DNNL_ARG_SRC, dnnl_query_src_md, 0, 0, d->x};
        out[1] = (operand){DNNL_ARG_WEIGHTS, dnnl_query_weights_md, 0, 1, d->w};
        if (c->bias) out[2] = (operand){DNNL_ARG_BIAS, dnnl_query_weights_md, 1, 2, d->bias};
        out[2 + c->bias] = (operand){DNNL_ARG_DST, dnnl_query_dst_md, 0, CALLER_OUTPUT, d->y};
        return 3 + c->bias;
    case LS_CONV_BACKWARD_DATA:
        out[0] = (operand){DNNL_ARG_DIFF_DST, dnnl_query_diff_dst_md, 0, 0, d->y};
        out[1] = (operand){DNNL_ARG_WEIGHTS, dnnl_query_weights_md, 0, 1, d->w};
        out[2] = (operand){DNNL_ARG_DIFF_SRC, dnnl_query_diff_src_md, 0, CALLER_OUTPUT, d->x};
        return 3;
    case LS_CONV_BACKWARD_WEIGHTS:
        out[0] = (operand){DNNL_ARG_SRC, dnnl_query_src_md, 0, 0, d->x};
        out[1] = (operand){DNNL_ARG_DIFF_DST, dnnl_query_diff_dst_md, 0, 1, d->y};
        out[2] = (operand){DNNL_ARG_DIFF_WEIGHTS, dnnl_query_diff_weights_md, 0, CALLER_OUTPUT, d->w};
        return 3;
    }
    return 0;
}

/* `any`: oneDNN chooses the formats of x and y too, with reorders at the ends; else it takes them as they lie. */
static ls_status build_conv(ls_onednn *op, const ls_conv *c, bool any)
{
    conv_descs given = {0}, wanted = {0};
    operand operands[4];
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t pd = NULL;
    ls_status status = describe_conv(c, false, false, false, &given);
    if (status == LS_OK) status = describe_conv(c, any, true, any, &wanted);
    if (status == LS_OK) status = user_scratch(&attr);
    if (status == LS_OK) status = choose_conv(op, c, &wanted, attr, &pd);
    if (status == LS_OK) status = note_implementation(op, pd);
    if (status == LS_OK) status = assemble(op, pd, operands, conv_operands(c, &given, operands));
    dnnl_primitive_desc_destroy(pd);
    dnnl_primitive_attr_destroy(attr);
    return status;
}

static bool channels_last(const ls_conv *c)
{
    return (c->x_strides.c == 1 || c->c == 1) && (c->y_strides.o == 1 || c->o == 1);
}

/* Leaves out the end of x that no window reaches, where oneDNN would not have it. */
static ls_conv crop(const ls_conv *conv)
{
    ls_conv c = *conv;
    for (int i = 0; i < c.spatial && c.direction != LS_CONV_BACKWARD_DATA; i++) {
        int64_t reach = (c.y[i] - 1) * c.stride[i] + (c.w[i] - 1) * c.dilation[i] + 1 - c.pad_low[i];
        if (reach > 0 && c.x[i] - reach >= c.stride[i]) c.x[i] = reach;
    }
    return c;
}

/* --- Matrix product ------------------------------------------------------------------------------------------ */

typedef struct matmul_descs {
    dnnl_memory_desc_t a, b, c, bias;
} matmul_descs;

static ls_status describe_matmul(const ls_matmul *m, bool any, matmul_descs *out)
{
    int skip = m->batch == 1, rank = 3 - skip;
    const int64_t a[3] = {m->batch, m->m, m->k}, b[3] = {m->batch, m->k, m->n}, c[3] = {m->batch, m->m, m->n};
    const int64_t bias[3] = {1, 1, m->n}, bias_strides[3] = {m->n, m->n, 1};
    LS_TRY(describe(&out->a, rank, a + skip, any ? NULL : m->a_strides + skip, m->dtype));
    LS_TRY(describe(&out->b, rank, b + skip, any ? NULL : m->b_strides + skip, m->dtype));
    LS_TRY(describe(&out->c, rank, c + skip, m->c_strides + skip, m->dtype));
    return describe(&out->bias, rank, bias + skip, bias_strides + skip, m->dtype);
}

/* `any`: oneDNN chooses the formats of a and b, with reorders before; else it takes them as they lie. `turned`: a is
 * the second input. */
static ls_status build_matmul(ls_onednn *op, const ls_matmul *m, bool any, bool turned)
{
    matmul_descs given = {0}, wanted = {0};
    dnnl_matmul_desc_t desc;
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t pd = NULL;
    ls_status status = describe_matmul(m, false, &given);
    if (status == LS_OK) status = describe_matmul(m, any, &wanted);
    if (status == LS_OK)
        status = check(dnnl_matmul_desc_init(&desc, &wanted.a, &wanted.b, m->bias ? &wanted.bias : NULL, &wanted.c),
                       "describing a product");
    if (status == LS_OK) status = user_scratch(&attr);
    if (status == LS_OK)
        status = check(dnnl_primitive_desc_create(&pd, &desc, attr, op->engine, NULL), "choosing a product");
    if (status == LS_OK) status = note_implementation(op, pd);
    operand operands[4] = {{DNNL_ARG_SRC, dnnl_query_src_md, 0, turned, given.a},
                           {DNNL_ARG_WEIGHTS, dnnl_query_weights_md, 0, !turned, given.b}};
    if (m->bias) operands[2] = (operand){DNNL_ARG_BIAS, dnnl_query_weights_md, 1, 2, given.bias};
    operands[2 + m->bias] = (operand){DNNL_ARG_DST, dnnl_query_dst_md, 0, CALLER_OUTPUT, given.c};
    if (status == LS_OK) status = assemble(op, pd, operands, 3 + m->bias);
    dnnl_primitive_desc_destroy(pd);
    dnnl_primitive_attr_destroy(attr);
    return status;
}

/* How sgemm reads a matrix with these strides (of rows, of columns); false if it cannot. */
static bool gemm_order(const int64_t *strides, int64_t rows, int64_t columns, char *out_order, int64_t *out_stride)
{
    bool by_rows = strides[1] == 1;
    *out_order = by_rows ? 'N' : 'T';
    *out_stride = by_rows ? strides[0] : strides[1];
    return (by_rows || strides[0] == 1) && *out_stride >= (by_rows ? columns : rows);
}

/* sgemm is the faster one by up to 20 % where a lies column by column and is deep, and by up to 8 % where both lie row
 * by row and the result is wider than deep. */
static bool choose_gemm(const ls_matmul *m, bool turned, gemm *out)
{
    gemm g = {.is_used = true, .m = m->m, .n = m->n, .k = m->k, .c_stride = m->c_strides[1], .a = turned, .b = !turned};
    if (m->dtype != LS_F32 || m->batch != 1 || m->bias || m->c_strides[2] != 1 || m->c_strides[1] < m->n) return false;
    if (!gemm_order(m->a_strides + 1, m->m, m->k, &g.a_order, &g.a_stride)) return false;
    if (!gemm_order(m->b_strides + 1, m->k, m->n, &g.b_order, &g.b_stride)) return false;
    *out = g;
    return g.b_order == 'N' && (g.a_order == 'T' ? m->k >= 1024 : m->k >= 128 && m->n >= m->k && m->m >= 1024);
}

static ls_status create_matmul(const ls_matmul *matmul, bool turned, int threads, ls_onednn **out_op)
{
    int before = ls_parallel_set_team(threads);
    ls_status status = LS_UNIMPLEMENTED;
    ls_onednn *op = NULL;
    for (int any = 0; any < 2 && status == LS_UNIMPLEMENTED; any++) {
        ls_onednn_destroy(op);
        status = op_create(threads, &op);
        if (status == LS_OK && choose_gemm(matmul, turned, &op->gemm))
            op->implementation = "sgemm";
        else if (status == LS_OK)
            status = build_matmul(op, matmul, any, turned);
    }
    ls_parallel_set_team(before);
    if (status != LS_OK) ls_onednn_destroy(op), op = NULL;
    *out_op = op;
    return status;
}

ls_status ls_onednn_matmul_create(const ls_matmul *matmul, int threads, ls_onednn **out_op)
{
    return create_matmul(matmul, false, threads, out_op);
}

/* --- 1×1 convolutions ---------------------------------------------------------------------------------------- */

enum { LEAST_CHANNELS = 16 }; /* with fewer, convolutions are faster than products */

/* The N and spatial dimensions as one dimension of rows; false if they are not that in memory. */
static bool join_rows(const ls_conv *c, const int64_t *dims, int64_t n_stride, const int64_t *strides,
                      int64_t *out_rows, int64_t *out_stride)
{
    int last = c->spatial - 1;
    *out_stride = strides[last];
    *out_rows = dims[last];
    for (int i = last - 1; i >= -1; i--) {
        int64_t size = i < 0 ? c->n : dims[i], stride = i < 0 ? n_stride : strides[i];
        if (size > 1 && *out_rows > 1 && stride != *out_stride * *out_rows) return false;
        if (*out_rows == 1) *out_stride = stride;
        *out_rows *= size;
    }
    return true;
}

/* A 1×1 convolution over rows of channels is a product, which takes weights as they lie: no reorder. The gradient of
 * the weights is yᵀ x, `out_turned`, since y is the second input; or xᵀ y where the weights lie the other way. */
static bool as_product(const ls_conv *c, ls_matmul *out, bool *out_turned)
{
    bool weights = c->direction == LS_CONV_BACKWARD_WEIGHTS;
    *out_turned = weights && c->w_strides.c == 1;

    if (c->dtype != LS_F32 || c->groups != 1 || c->c < LEAST_CHANNELS || c->o < LEAST_CHANNELS) return false;
    for (int i = 0; i < c->spatial; i++)
        if (c->w[i] != 1 || c->stride[i] != 1 || c->pad_low[i] != 0 || c->x[i] != c->y[i]) return false;
    int64_t rows, x_stride, y_stride;
    if (c->x_strides.c != 1 || c->y_strides.o != 1) return false;
    if (!join_rows(c, c->x, c->x_strides.n, c->x_strides.at, &rows, &x_stride)) return false;
    if (!join_rows(c, c->y, c->y_strides.n, c->y_strides.at, &rows, &y_stride)) return false;
    ls_matmul m = {.dtype = c->dtype, .batch = 1, .bias = c->bias};
    const int64_t x[] = {0, x_stride, 1}, xt[] = {0, 1, x_stride}, y[] = {0, y_stride, 1}, yt[] = {0, 1, y_stride},
                  w[] = {0, c->w_strides.o, c->w_strides.c}, wt[] = {0, c->w_strides.c, c->w_strides.o};
    const int64_t *a = x, *b = wt, *result = y;
    m.m = rows, m.k = c->c, m.n = c->o;
    if (c->direction == LS_CONV_BACKWARD_DATA) m.k = c->o, m.n = c->c, a = y, b = w, result = x;
    if (weights) m.m = c->c, m.k = rows, m.n = c->o, a = xt, b = y, result = wt;
    if (*out_turned) m.m = c->o, m.n = c->c, a = yt, b = x, result = w;
    if (result[2] != 1) return false;
    memcpy(m.a_strides, a, sizeof(m.a_strides));
    memcpy(m.b_strides, b, sizeof(m.b_strides));
    memcpy(m.c_strides, result, sizeof(m.c_strides));
    *out = m;
    return true;
}

ls_status ls_onednn_conv_create(const ls_conv *conv, int threads, ls_onednn **out_op)
{
    ls_matmul product;
    bool turned;
    if (as_product(conv, &product, &turned)) {
        ls_status status = create_matmul(&product, turned, threads, out_op);
        if (status != LS_UNIMPLEMENTED) return status;
    }
    ls_conv cropped = crop(conv);
    int before = ls_parallel_set_team(threads); /* a primitive remembers the size of the team it was made for */
    ls_status status = LS_UNIMPLEMENTED;
    ls_onednn *op = NULL;
    for (int any = !channels_last(&cropped); any < 2 && status == LS_UNIMPLEMENTED; any++) {
        ls_onednn_destroy(op);
        status = op_create(threads, &op);
        if (status == LS_OK) status = build_conv(op, &cropped, any);
    }
    ls_parallel_set_team(before);
    if (status != LS_OK) ls_onednn_destroy(op), op = NULL;
    *out_op = op;
    return status;
}

/* --- Copies -------------------------------------------------------------------------------------------------- */

/* Types that a reorder moves as they are. */
static dnnl_data_type_t bits_type(size_t width)
{
    return width == 4 ? dnnl_s32 : width == 1 ? dnnl_u8 : dnnl_data_type_undef;
}

ls_status ls_onednn_copy_create(const ls_strided_copy *copy, int threads, ls_onednn **out_op)
{
    dnnl_dims_t dims, from_strides, to_strides;
    dnnl_memory_desc_t from, to;
    for (int i = 0; i < copy->rank; i++)
        dims[i] = copy->dims[i], from_strides[i] = copy->from[i], to_strides[i] = copy->to[i];
    int before = ls_parallel_set_team(threads);
    ls_onednn *op = NULL;
    ls_status status = op_create(threads, &op);
    if (status == LS_OK)
        status = check(dnnl_memory_desc_init_by_strides(&from, copy->rank, dims, bits_type(copy->width), from_strides),
                       "describing memory");
    if (status == LS_OK)
        status = check(dnnl_memory_desc_init_by_strides(&to, copy->rank, dims, bits_type(copy->width), to_strides),
                       "describing memory");
    if (status == LS_OK) {
        int source = add_buffer(op, &from, 0), target = add_buffer(op, &to, CALLER_OUTPUT);
        status = add_reorder(op, source, target);
    }
    ls_parallel_set_team(before);
    if (status != LS_OK) ls_onednn_destroy(op), op = NULL;
    *out_op = op;
    return status;
}

/* --- Running ------------------------------------------------------------------------------------------------- */

ls_status ls_onednn_state_create(const ls_onednn *op, ls_onednn_state **out_state)
{
    ls_onednn_state *state = *out_state = calloc(1, sizeof(*state));
    if (!state) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    ls_status status =
        check(dnnl_stream_create(&state->stream, op->engine, dnnl_stream_default_flags), "creating a stream");
    for (int i = 0; i < op->buffer_count && status == LS_OK; i++)
        status = check(dnnl_memory_create(&state->memory[i], &op->buffers[i].desc, op->engine, DNNL_MEMORY_NONE),
                       "creating memory");
    if (status != LS_OK) ls_onednn_state_destroy(state), *out_state = NULL;
    return status;
}

void ls_onednn_state_destroy(ls_onednn_state *state)
{
    if (!state) return;
    for (int i = 0; i < MAX_BUFFERS; i++) dnnl_memory_destroy(state->memory[i]);
    dnnl_stream_destroy(state->stream);
    free(state);
}

static ls_status execute_gemm(const gemm *g, const void *const *inputs, float *output)
{
    return check(dnnl_sgemm(g->a_order, g->b_order, g->m, g->n, g->k, 1, inputs[g->a], g->a_stride, inputs[g->b],
                            g->b_stride, 0, output, g->c_stride),
                 "multiplying");
}

static ls_status execute(const ls_onednn *op, const ls_onednn_state *state, const void *const *inputs, void *output,
                         void *scratch)
{
    if (op->gemm.is_used) return execute_gemm(&op->gemm, inputs, output);
    for (int i = 0; i < op->buffer_count; i++) {
        const buffer *b = &op->buffers[i];
        void *data = b->caller < 0                ? (char *)scratch + b->offset
                     : b->caller == CALLER_OUTPUT ? output
                                                  : (void *)inputs[b->caller];
        LS_TRY(check(dnnl_memory_set_data_handle_v2(state->memory[i], data, state->stream), "placing memory"));
    }
    for (int i = 0; i < op->step_count; i++) {
        const step *s = &op->steps[i];
        dnnl_exec_arg_t args[MAX_ARGS];
        for (int k = 0; k < s->count; k++) args[k] = (dnnl_exec_arg_t){s->args[k], state->memory[s->buffers[k]]};
        LS_TRY(check(dnnl_primitive_execute(s->primitive, state->stream, s->count, args), "running"));
    }
    return check(dnnl_stream_wait(state->stream), "waiting");
}

ls_status ls_onednn_run(const ls_onednn *op, ls_onednn_state *state, const void *const *inputs, void *output,
                        void *scratch)
{
    int before = ls_parallel_set_team(op->threads); /* the thread may be a caller's: it gets its own back */
    ls_status status = execute(op, state, inputs, output, scratch);
    ls_parallel_set_team(before);
    return status;
}

void ls_onednn_destroy(ls_onednn *op)
{
    if (!op) return;
    for (int i = 0; i < op->step_count; i++) dnnl_primitive_destroy(op->steps[i].primitive);
    dnnl_engine_destroy(op->engine);
    free(op);
}

size_t ls_onednn_scratch_bytes(const ls_onednn *op)
{
    return op->scratch_bytes;
}

const char *ls_onednn_implementation(const ls_onednn *op)
{
    return op->implementation;
}
