/* Layers with a choice of initial values, for models that differ from PyTorch's defaults. */
#ifndef LS_NN_LAYERS_H
#define LS_NN_LAYERS_H

#include "nn/init.h"
#include <lockstep/nn.h>

ls_module *ls_nn_conv2d_init(int64_t in_channels, int64_t out_channels, int64_t kernel,
                             const ls_nn_conv2d_options *options, ls_init init);

#endif
