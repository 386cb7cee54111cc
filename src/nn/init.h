/* Initial values of parameters, drawn on the host from the rank's generator: same seed, same values on every rank. */
#ifndef LS_NN_INIT_H
#define LS_NN_INIT_H

#include <lockstep/tensor.h>

typedef enum ls_init {
    LS_INIT_DEFAULT,                /* U(±1/√fan_in): PyTorch's Linear and Conv, kaiming_uniform(a = √5) */
    LS_INIT_KAIMING_NORMAL_FAN_OUT, /* N(0, 2/fan_out): torchvision's ResNet */
} ls_init;

/* f32 weights of an output × input × kernel... shape. fan_in: elements of one output slice; fan_out: dims[0] × kernel.
 */
ls_tensor ls_init_weight(ls_shape shape, ls_init init);

/* f32, uniform in [−bound, bound). */
ls_tensor ls_init_uniform(ls_shape shape, double bound);

/* f32, all the same. Data, unlike ls_full's constant: the first program that uses it equals the later ones. */
ls_tensor ls_init_constant(ls_shape shape, double value);

/* Standard normal and uniform [0, 1) numbers. */
void ls_init_fill_uniform(double *out, int64_t count);
void ls_init_fill_normal(double *out, int64_t count);

#endif
