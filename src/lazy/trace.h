/* The trace of a rank: what ops recorded and no cut has executed yet.
 *
 * A node is one recorded op; a value is one result of a node. Tensor handles (tensor.h) stand for values. Code inside
 * the library works on values: they need no scope and no freeing, and stay valid until the next cut (ls_trace_cut,
 * ls_mark_step, ls_item, ...), which frees every node that no handle and no tape reaches. (One exception: data that no
 * recorded op uses goes with its last handle.)
 *
 * The tape is part of the trace: a node with `needs_grad` keeps its operand links over a cut as long as a live handle
 * depends on it and backward has not released it. A cut then also materialises the values that the gradient rules of
 * such nodes will read (ls_tape_rules.saves).
 *
 * Errors are values too: a failed op gives a node of kind LS_NODE_ERROR, and an op with such an operand gives the same
 * node again. Nothing here needs a check after every call. */
#ifndef LS_LAZY_TRACE_H
#define LS_LAZY_TRACE_H

#include "ir/ir.h"
#include "pjrt/client.h"
#include <lockstep/tensor.h>

typedef struct ls_trace ls_trace;
typedef struct ls_node ls_node;
typedef struct ls_data ls_data; /* a device buffer with a reference count */

/* Result `index` of `node`. {NULL, 0} stands for no value ("no bias", "no gradient"). */
typedef struct ls_value {
    ls_node *node;
    uint32_t index;
} ls_value;

#define LS_NO_VALUE ((ls_value){0})

/* Kinds of nodes beside those of ops.def. */
enum {
    LS_NODE_LEAF = LS_IR_KIND_COUNT, /* data from the host */
    LS_NODE_ALIAS,                   /* its operand by another name: gradient passes unless `leaf` is set */
    LS_NODE_ERROR,
};

/* Types and attributes are interned per process: the same content is the same address, on every rank thread. */
typedef struct ls_type {
    ls_ir_type ir;
    uint64_t hash; /* of the content: the same in every process */
} ls_type;

typedef struct ls_attrs {
    ls_ir_attrs ir;
    uint64_t hash;
} ls_attrs;

typedef struct ls_result {
    const ls_type *type;
    ls_data *data;  /* once materialised; NULL before, and for values that a cut did not need to keep */
    uint32_t mark;  /* the cut's own: argument or output number */
    bool is_output; /* the cut's own */
} ls_result;

struct ls_node {
    int kind;         /* ls_ir_kind or one of the above */
    uint32_t seq;     /* order of recording: operands have smaller numbers */
    uint16_t flags;   /* the cut's own */
    bool is_pending;  /* recorded, not executed yet */
    bool is_used;     /* an operand of another node: its data stays until the next cut */
    bool is_pinned;   /* runs, and its results are outputs, whoever holds them: the same program on every rank */
    bool needs_grad;  /* recorded for gradients: an operand needs one and gradients were on */
    bool is_released; /* backward has gone through it and will not again */
    uint32_t handles; /* how many tensor handles stand for a result */
    uint32_t operand_count, result_count;
    ls_value *operands;
    ls_result *results;
    const ls_attrs *attrs;
    ls_tensor leaf;     /* the handle whose gradient this is the end of; {0} for others */
    const char *call;   /* the public function that recorded it, "ls_conv2d" */
    const void *caller; /* where that was called */
    char *message;      /* of an error */
    ls_status status;
    ls_value inline_operands[3];
    ls_result inline_results[1];
};

/* The calling thread's trace, made on first use. Without a device it still records; only a cut fails. */
ls_trace *ls_trace_current(void);

/* --- Values ------------------------------------------------------------------------------------------------- */

static inline bool ls_value_is_none(ls_value v)
{
    return v.node == NULL;
}
static inline bool ls_value_is_error(ls_value v)
{
    return v.node != NULL && v.node->kind == LS_NODE_ERROR;
}
static inline bool ls_value_needs_grad(ls_value v)
{
    return v.node != NULL && v.node->needs_grad;
}
static inline bool ls_value_equal(ls_value a, ls_value b)
{
    return a.node == b.node && a.index == b.index;
}

/* Type of a value; equal types have equal addresses. An error's is {LS_DTYPE_INVALID, scalar}. */
static inline const ls_ir_type *ls_value_type(ls_value v)
{
    return &v.node->results[v.index].type->ir;
}
static inline ls_dtype ls_value_dtype(ls_value v)
{
    return ls_value_type(v)->dtype;
}
static inline const ls_shape *ls_value_shape(ls_value v)
{
    return &ls_value_type(v)->shape;
}
static inline int ls_value_rank(ls_value v)
{
    return ls_value_type(v)->shape.rank;
}

/* Whether the value can still be used by new ops: pending or materialised. False for what a cut did not keep. */
bool ls_value_is_available(ls_value v);

/* An error value; the message also becomes the thread's last error. `op` is what the user called. */
ls_value ls_value_error(ls_status status, const char *op, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));
ls_status ls_value_status(ls_value v); /* LS_OK, or sets ls_last_error() to the error's message */

/* --- Recording ---------------------------------------------------------------------------------------------- */

/* Attributes under construction, on the stack, in any order. Lists are not copied: they must live until the op is
 * recorded. */
typedef struct ls_attr_list {
    ls_ir_attr items[20];
    size_t count;
} ls_attr_list;
#define LS_ATTR_LIST(name)                                                                                             \
    ls_attr_list name;                                                                                                 \
    name.count = 0
void ls_attr_int(ls_attr_list *list, ls_ir_attr_key key, int64_t value);
void ls_attr_float(ls_attr_list *list, ls_ir_attr_key key, double value);
void ls_attr_ints(ls_attr_list *list, ls_ir_attr_key key, const int64_t *data, size_t count);
void ls_attr_dense(ls_attr_list *list, ls_ir_attr_key key, const ls_ir_dense *dense);

/* Records one op and returns its node; its results are {node, 0}, {node, 1}, ... `attrs` may be NULL; `given` are
 * result types where inference cannot know them (see ops.def), else NULL. Regions are written as REDUCER. On failure,
 * and if an operand is an error, the result is an error node (result_count 1: use ls_node_result). */
typedef struct ls_op_spec {
    ls_ir_kind kind;
    const ls_value *operands;
    size_t operand_count;
    const ls_attr_list *attrs;
    const ls_attrs *interned_attrs; /* instead of `attrs`: those of another node, copied by address */
    const ls_ir_type *given;
    size_t given_count;
} ls_op_spec;
ls_node *ls_trace_op(const ls_op_spec *spec);

/* The result `index`; of an error node always the error. */
static inline ls_value ls_node_result(ls_node *node, uint32_t index)
{
    return (ls_value){node, node->kind == LS_NODE_ERROR ? 0 : index};
}

/* Names the public function that is being recorded, for error messages and compile reports. Nested calls keep the outer
 * name. Use as: LS_TRACE_CALL("ls_conv2d"); at the start of a public function. */
typedef struct ls_call_frame {
    ls_trace *trace;
    const char *outer_name;
    const void *outer_address;
} ls_call_frame;
ls_call_frame ls_trace_call_begin(const char *name, const void *caller);
void ls_trace_call_end(ls_call_frame *frame);
#define LS_TRACE_CALL(name)                                                                                            \
    ls_call_frame ls_call_frame_ __attribute__((cleanup(ls_trace_call_end), unused)) =                                 \
        ls_trace_call_begin(name, __builtin_return_address(0))

/* --- Builders: one op each; shapes must match exactly, nothing broadcasts unless said ------------------------- */
ls_value ls_value_unary(ls_ir_kind kind, ls_value x);
ls_value ls_value_binary(ls_ir_kind kind, ls_value a, ls_value b);
static inline ls_value ls_value_add(ls_value a, ls_value b)
{
    return ls_value_binary(LS_IR_ADD, a, b);
}
static inline ls_value ls_value_sub(ls_value a, ls_value b)
{
    return ls_value_binary(LS_IR_SUBTRACT, a, b);
}
static inline ls_value ls_value_mul(ls_value a, ls_value b)
{
    return ls_value_binary(LS_IR_MULTIPLY, a, b);
}
static inline ls_value ls_value_div(ls_value a, ls_value b)
{
    return ls_value_binary(LS_IR_DIVIDE, a, b);
}
static inline ls_value ls_value_neg(ls_value x)
{
    return ls_value_unary(LS_IR_NEGATE, x);
}
ls_value ls_value_compare(ls_ir_compare direction, ls_value a, ls_value b);
ls_value ls_value_select(ls_value condition, ls_value a, ls_value b);
ls_value ls_value_full(double value, const ls_ir_type *type); /* a constant, every element the same */
ls_value ls_value_full_like(ls_value like, double value);
ls_value ls_value_constant(const void *data, const ls_ir_type *type); /* row-major elements, part of the program */
ls_value ls_value_iota(const ls_ir_type *type, int dim);
ls_value ls_value_convert(ls_value x, ls_dtype dtype);             /* x itself if it has that type */
ls_value ls_value_bitcast(ls_value x, ls_dtype dtype);             /* same element size */
ls_value ls_value_reshape(ls_value x, const ls_shape *shape);      /* x itself if it has that shape */
ls_value ls_value_permute(ls_value x, const int64_t *permutation); /* result dim i is x's permutation[i] */
ls_value ls_value_broadcast_in_dim(ls_value x, const ls_shape *shape, const int64_t *dims); /* dims: one per dim of x */
ls_value ls_value_broadcast_to(ls_value x, const ls_shape *shape); /* NumPy's rule: trailing dims, 1 stretches */
ls_value ls_value_sum_to(ls_value x, const ls_shape *shape);       /* sums what broadcast_to stretched: its transpose */
ls_value ls_value_reduce(ls_ir_kind reducer, ls_value x, const int64_t *dims,
                         size_t count); /* drops dims; starts at the identity */
ls_value ls_value_reduce_keep(ls_ir_kind reducer, ls_value x, const int64_t *dims, size_t count); /* leaves them as 1 */
ls_value ls_value_slice(ls_value x, const int64_t *start, const int64_t *limit,
                        const int64_t *strides); /* strides NULL: 1 */
ls_value ls_value_pad(ls_value x, double value, const int64_t *low, const int64_t *high,
                      const int64_t *interior); /* interior NULL: 0 */
ls_value ls_value_concatenate(const ls_value *values, size_t count, int dim);
ls_value ls_value_reverse(ls_value x, const int64_t *dims, size_t count);
ls_value ls_value_detach(ls_value x);                         /* the same value, without its gradient history */
ls_value ls_value_scalar_input(double value, ls_dtype dtype); /* an input of the program, as ls_scalar */
ls_value ls_value_from_host(const void *data, const ls_ir_type *type); /* copies to the device: an input */
/* An input that lies on the rank's device already, made by any thread; takes over the buffer. */
ls_value ls_value_from_buffer(ls_pjrt_buffer *buffer, const ls_ir_type *type);

typedef struct ls_dot_dims {
    const int64_t *lhs_batch, *rhs_batch, *lhs_contract, *rhs_contract;
    size_t batch_count, contract_count;
} ls_dot_dims;
ls_value ls_value_dot(ls_value a, ls_value b, const ls_dot_dims *dims);

/* The identity of a reducer (0 for ADD, −inf or the smallest for MAXIMUM, ...), a scalar. */
ls_value ls_value_identity(ls_ir_kind reducer, ls_dtype dtype);

/* --- Handles ------------------------------------------------------------------------------------------------ */

/* What the handle stands for; an error value for a stale or foreign handle. {0}: LS_NO_VALUE if `optional`, else an
 * error. */
ls_value ls_tensor_value(ls_tensor t);
ls_value ls_tensor_value_optional(ls_tensor t);

/* A new handle in the innermost scope. */
ls_tensor ls_tensor_wrap(ls_value value);

/* Takes a handle out of its scope: the caller owns it and frees it with ls_free. For parameters, buffers, state. */
ls_tensor ls_tensor_own(ls_tensor t);

/* Lets the handle stand for another value (same type); the leaf keeps its gradient settings. What ls_assign does. */
ls_status ls_tensor_set_value(ls_tensor t, ls_value value);

/* --- The tape ----------------------------------------------------------------------------------------------- */

/* Gradient settings of a handle. Freed with it; its gradient, an owned handle, too. */
typedef struct ls_leaf {
    ls_tensor handle;
    bool requires_grad;
    ls_tensor grad;                                    /* {0}: none; made with ls_tensor_own */
    void (*on_final)(struct ls_leaf *leaf, void *arg); /* called by backward once the gradient is complete; for DDP */
    void *on_final_arg;
} ls_leaf;

/* The settings of a handle, made if absent and `create`; NULL if absent or the handle is stale. */
ls_leaf *ls_tensor_leaf(ls_tensor t, bool create);

/* Makes the handle's value the start of a gradient path (an ALIAS node with `leaf` set), or no longer one. */
ls_status ls_tensor_mark_leaf(ls_tensor t, bool requires_grad);

/* The leaf that a node is the end of; NULL if it is none or its handle is gone. */
ls_leaf *ls_node_leaf(const ls_node *node);

/* What autograd tells the trace when the first leaf is marked. */
typedef struct ls_tape_rules {
    /* Whether gradient passes through an op of this kind ("none" in ops.def does not). */
    bool (*passes)(ls_ir_kind kind);
    /* Which values the gradient rule of `node` will read: bit i for operand i (i < 32), bit 32 + r for result r. */
    uint64_t (*saves)(const ls_node *node);
} ls_tape_rules;
void ls_tape_set_rules(const ls_tape_rules *rules); /* static storage */
#define LS_SAVES_OPERAND(i) (1ull << (i))
#define LS_SAVES_RESULT(i) (1ull << (32 + (i)))

/* Whether ops are recorded for gradients now; on at the start. */
bool ls_tape_is_on(void);
void ls_tape_off_begin(void);
void ls_tape_off_end(void);

/* Backward has gone through `node` and will not again: a cut need not keep what it saved. */
void ls_node_release(ls_node *node);

/* --- Cutting ------------------------------------------------------------------------------------------------ */

/* Materialises every live handle's value and what the tape saves, as ls_mark_step without reporting error tensors. */
ls_status ls_trace_cut(void);

/* Materialises these values only, with what they need. */
ls_status ls_trace_materialise(const ls_value *values, size_t count);

#endif
