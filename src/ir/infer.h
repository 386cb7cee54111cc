/* Shape and type rules: one function per name in the infer column of ops.def, and what they share.
 *
 * Letters: N batch, C feature, B batch dimensions, K contracted, M and P free. */
#ifndef LS_IR_INFER_H
#define LS_IR_INFER_H

#include "base/error.h"
#include "ir/table.h"

/* One question: the left part is asked, `out` is the answer. */
typedef struct ls_ir_inference {
    ls_ir_kind kind;
    const ls_ir_type *in;
    ls_ir_value *const *values; /* the operands themselves; NULL: only their types are known */
    size_t in_count;
    const ls_ir_attrs *attrs;
    ls_ir_block *const *regions; /* none yet where the REDUCER attribute stands for them */
    size_t region_count;
    const ls_ir_type *given;
    size_t given_count;
    ls_ir_type *out;
    size_t out_capacity, out_count;
} ls_ir_inference;

/* Each rule may rely on the operand, region and result counts that its row states. */
#define LS_OP(KIND, name, operands, results, regions, syntax, infer, ...)                                              \
    ls_status ls_ir_infer_##infer(ls_ir_inference *q);
#include "ir/ops.def"
#undef LS_OP

ls_status ls_infer_result(ls_ir_inference *q, ls_ir_type type); /* adds a result */
/* Asks the rule of another kind, about the first operands and with other attributes; `given` may be NULL. */
ls_status ls_infer_as(ls_ir_inference *q, ls_ir_kind kind, size_t operand_count, const ls_ir_attrs *attrs,
                      const ls_ir_type *given);
/* What ls_ir_infer does, with the operands themselves at hand. */
ls_status ls_ir_infer_values(ls_ir_kind kind, ls_ir_value *const *values, const ls_ir_type *operands,
                             size_t operand_count, const ls_ir_attrs *attrs, ls_ir_block *const *regions,
                             size_t region_count, const ls_ir_type *given, size_t given_count, ls_ir_type *out_types,
                             size_t capacity, size_t *out_count);
ls_ir_type ls_infer_scalar(ls_dtype dtype);
ls_status ls_infer_given(ls_ir_inference *q,
                         ls_ir_type *out_type); /* the only given type, or an error that asks for it */

/* Attributes that must be there; lists with `count` entries unless that is −1. */
ls_status ls_infer_int(ls_ir_inference *q, ls_ir_attr_key key, int64_t min, int64_t max, int64_t *out_value);
ls_status ls_infer_ints(ls_ir_inference *q, ls_ir_attr_key key, int64_t count, const int64_t **out_data);

/* A list that may be absent (then NULL): `count` entries, each at least `min`. */
ls_status ls_infer_optional(ls_ir_inference *q, ls_ir_attr_key key, int64_t count, int64_t min,
                            const int64_t **out_data);

/* Dimension numbers: each in 0..rank−1, none twice; absent is empty. Sets their bits in *mask, where none may be set
 * yet. */
ls_status ls_infer_dims(ls_ir_inference *q, ls_ir_attr_key key, int rank, uint32_t *mask);

/* Region `index` must take `args` and return `results`. */
ls_status ls_infer_region(ls_ir_inference *q, size_t index, const ls_ir_type *args, size_t arg_count,
                          const ls_ir_type *results, size_t result_count);

/* Region `index` combines two groups of n scalars, of the element types of `in`, into n. Without regions REDUCER is
 * asked. */
ls_status ls_infer_reducer(ls_ir_inference *q, size_t index, const ls_ir_type *in, size_t n);

/* The extent of a window that moves over `size` elements, or an error: both paddings, strides, dilations already
 * applied by the caller as numbers. */
typedef struct ls_infer_window {
    int64_t size, stride, low, high, base_dilation, window_dilation;
} ls_infer_window;
ls_status ls_infer_window_extent(const ls_infer_window *window, int64_t extent, int64_t *out_extent);

#endif
