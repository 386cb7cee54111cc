/* The MNIST network of the examples. N batch. */
#include "nn/module.h"

static ls_tensor forward(ls_module *self, ls_tensor x) /* x: N×1×28×28 */
{
    const ls_pool2d_options pool = {.kernel = {2, 2}};
    x = ls_relu(ls_max_pool2d(ls_forward(ls_module_child(self, "conv1"), x), &pool));
    x = ls_forward(ls_module_child(self, "bn1"), x); /* N×10×12×12 */
    x = ls_relu(ls_max_pool2d(ls_forward(ls_module_child(self, "conv2"), x), &pool));
    x = ls_forward(ls_module_child(self, "bn2"), x); /* N×20×4×4 */
    x = ls_relu(ls_forward(ls_module_child(self, "fc1"), ls_flatten(x, 1)));
    return ls_log_softmax(ls_forward(ls_module_child(self, "fc2"), x), 1);
}

ls_module *ls_model_mnist(void)
{
    ls_module *model = ls_module_create(forward, NULL);
    ls_module_add(model, "conv1", ls_nn_conv2d(1, 10, 5, NULL));
    ls_module_add(model, "bn1", ls_nn_batch_norm2d(10, NULL));
    ls_module_add(model, "conv2", ls_nn_conv2d(10, 20, 5, NULL));
    ls_module_add(model, "bn2", ls_nn_batch_norm2d(20, NULL));
    ls_module_add(model, "fc1", ls_nn_linear(320, 50, NULL));
    ls_module_add(model, "fc2", ls_nn_linear(50, 10, NULL));
    return ls_module_checked(model);
}
