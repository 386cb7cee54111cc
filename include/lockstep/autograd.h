/* Gradients: as in PyTorch, by walking the recorded ops backwards. */
#ifndef LOCKSTEP_AUTOGRAD_H
#define LOCKSTEP_AUTOGRAD_H

#include <lockstep/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a leaf (a tensor made from data, or a parameter) as one that gradients are wanted for. Floating types only. */
LS_API ls_status ls_set_requires_grad(ls_tensor t, bool requires_grad);
LS_API bool ls_requires_grad(ls_tensor t);

typedef struct ls_backward_options {
    ls_tensor gradient; /* same shape as the root; {0} means 1 and wants a one-element root */
    bool retain_graph;  /* keep what forward saved, to go backward again */
} ls_backward_options;

/* Adds d root / d leaf to the gradient of every leaf that `root` depends on. NULL options are the defaults.
 * Fails with LS_FAILED_PRECONDITION if `root` needs no gradient or the graph was released already. */
LS_API ls_status ls_backward(ls_tensor root, const ls_backward_options *options);

/* The gradient of a leaf: {0} if there is none. It belongs to the leaf; clone it to keep it. */
LS_API ls_tensor ls_grad(ls_tensor leaf);

/* Replaces the gradient; {0} clears it. */
LS_API ls_status ls_set_grad(ls_tensor leaf, ls_tensor gradient);

/* Between the two, ops are not recorded for gradients. They nest. */
LS_API void ls_no_grad_begin(void);
LS_API void ls_no_grad_end(void);

/* The value of t, cut off from the gradient graph. */
LS_API ls_tensor ls_detach(ls_tensor t);

#ifdef __cplusplus
}
#endif
#endif
