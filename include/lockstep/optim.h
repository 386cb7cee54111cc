/* Optimizers: PyTorch's update rules and defaults. */
#ifndef LOCKSTEP_OPTIM_H
#define LOCKSTEP_OPTIM_H

#include <lockstep/nn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Updates the parameters of one module (which must outlive it), and owns its state. */
typedef struct ls_optimizer ls_optimizer;

typedef struct ls_sgd_options {
    double lr; /* 0 means 1e-3 */
    double momentum, dampening, weight_decay;
    bool nesterov;
} ls_sgd_options;
LS_API ls_optimizer *ls_sgd_create(ls_module *module, const ls_sgd_options *options);

typedef struct ls_adam_options {
    double lr;           /* 0 means 1e-3 */
    double beta1, beta2; /* 0 means 0.9 and 0.999 */
    double epsilon;      /* 0 means 1e-8 */
    double weight_decay;
} ls_adam_options;
LS_API ls_optimizer *ls_adam_create(ls_module *module, const ls_adam_options *options);
LS_API ls_optimizer *ls_adamw_create(ls_module *module, const ls_adam_options *options); /* weight_decay: as given */

LS_API void ls_optimizer_destroy(ls_optimizer *optimizer); /* NULL is allowed */

/* Applies the gradients. Parameters without a gradient are left alone. */
LS_API ls_status ls_step(ls_optimizer *optimizer);

/* Averages the gradients over the world first: data parallel without DDP. LS_FAILED_PRECONDITION if the module's
 * parameters are averaged by DDP already. */
LS_API ls_status ls_reduce_and_step(ls_optimizer *optimizer);

/* Clears the gradients. Right after a step it saves most: what is live at the next cut has to leave the program. */
LS_API ls_status ls_zero_grad(ls_optimizer *optimizer);

/* The learning rate is an input of the program: changing it compiles nothing. */
LS_API void ls_optimizer_set_lr(ls_optimizer *optimizer, double lr);
LS_API double ls_optimizer_get_lr(const ls_optimizer *optimizer);

#ifdef __cplusplus
}
#endif
#endif
