/* Modules: layers with parameters and buffers, named as PyTorch's state_dict names them. */
#ifndef LOCKSTEP_NN_H
#define LOCKSTEP_NN_H

#include <lockstep/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A module belongs to the rank that made it. Errors stick: a layer that could not be made carries its error, hands it
 * to the module that it is added to, and gives error tensors; so a network is built first and checked once, by
 * ls_module_status. ls_model_* return NULL instead; every function here takes NULL and fails. */
typedef struct ls_module ls_module;

/* LS_OK, or the status of what failed first while the module was built; ls_last_error() then has its message. */
LS_API ls_status ls_module_status(const ls_module *module);

/* Computes a module's result from its input. Use ls_module_user and ls_module_child to reach its parts. */
typedef ls_tensor (*ls_forward_fn)(ls_module *self, ls_tensor input);

/* A module of your own: add children, parameters and buffers to it. `user` is yours. */
LS_API ls_module *ls_module_create(ls_forward_fn forward, void *user);
LS_API void *ls_module_user(const ls_module *module);

/* Hands `child` to `parent` under `name` (no dots, unique) and returns it, or NULL on failure (`child` is destroyed
 * then). */
LS_API ls_module *ls_module_add(ls_module *parent, const char *name, ls_module *child);
LS_API ls_module *ls_module_child(const ls_module *module, const char *name); /* NULL if there is none */

/* Registers a parameter or buffer that starts with `value`'s value. Returns its handle, which the module owns. */
LS_API ls_tensor ls_module_add_parameter(ls_module *module, const char *name, ls_tensor value);
LS_API ls_tensor ls_module_add_buffer(ls_module *module, const char *name, ls_tensor value);

/* Destroys a module with its children, parameters and buffers. NULL is allowed. */
LS_API void ls_module_destroy(ls_module *module);

/* Runs the module. Only the result is left in the caller's scope. */
LS_API ls_tensor ls_forward(ls_module *module, ls_tensor input);

LS_API void ls_module_train(ls_module *module, bool train); /* modules start in training mode */
LS_API bool ls_module_is_training(const ls_module *module);

/* Walking: parameters in named_parameters() order, then buffers, each with its dotted name ("layer1.0.conv1.weight").
 * Return false from `visit` to stop. */
typedef struct ls_named_tensor {
    const char *name; /* valid during the visit */
    ls_tensor tensor;
    bool is_buffer;
} ls_named_tensor;
typedef bool (*ls_module_visit_fn)(const ls_named_tensor *entry, void *arg);
LS_API void ls_module_visit(const ls_module *module, ls_module_visit_fn visit, void *arg);
LS_API ls_tensor ls_module_get(const ls_module *module, const char *name); /* {0} if there is none */
LS_API int ls_module_parameter_count(const ls_module *module);

/* Replaces the value of a parameter or buffer by name, from host memory of its shape and type. */
LS_API ls_status ls_module_set(ls_module *module, const char *name, const void *data, size_t bytes);

/* Writes parameters and buffers as a safetensors file: to a temporary file, synced, then renamed over `path`. Involves
 * this rank only. */
LS_API ls_status ls_module_save(const ls_module *module, const char *path);

/* Reads them back. Missing and unexpected names and differing shapes are listed in the error; nothing changes then. */
LS_API ls_status ls_module_load(ls_module *module, const char *path);

/* --- Layers; PyTorch's defaults and initialisers ------------------------------------------------------------ */
typedef struct ls_linear_options {
    bool no_bias;
} ls_linear_options;
LS_API ls_module *ls_nn_linear(int64_t in_features, int64_t out_features, const ls_linear_options *options);

typedef struct ls_nn_conv2d_options {
    ls_conv2d_options conv;
    bool no_bias;
} ls_nn_conv2d_options;
LS_API ls_module *ls_nn_conv2d(int64_t in_channels, int64_t out_channels, int64_t kernel,
                               const ls_nn_conv2d_options *options);

typedef struct ls_batch_norm_options {
    double epsilon;  /* 0 means 1e-5 */
    double momentum; /* 0 means 0.1 */
} ls_batch_norm_options;
LS_API ls_module *ls_nn_batch_norm2d(int64_t channels, const ls_batch_norm_options *options);

LS_API ls_module *ls_nn_layer_norm(ls_shape shape, double epsilon); /* 0 means 1e-5 */
LS_API ls_module *ls_nn_max_pool2d(const ls_pool2d_options *options);
LS_API ls_module *ls_nn_avg_pool2d(const ls_pool2d_options *options);
LS_API ls_module *ls_nn_adaptive_avg_pool2d(int64_t height, int64_t width);
LS_API ls_module *ls_nn_relu(void);
LS_API ls_module *ls_nn_sigmoid(void);
LS_API ls_module *ls_nn_tanh(void);
LS_API ls_module *ls_nn_gelu(void);
LS_API ls_module *ls_nn_silu(void);
LS_API ls_module *ls_nn_dropout(double p);
LS_API ls_module *ls_nn_flatten(int start_dim);

/* Runs its children in the order they were added; ls_nn_sequential(a, b, c, NULL) names them "0", "1", ... */
LS_API ls_module *ls_nn_sequential(ls_module *first, ...) __attribute__((sentinel));

/* --- Models ------------------------------------------------------------------------------------------------- */
/* The MNIST network of the examples: conv 1→10 k5, max-pool 2, ReLU, bn1; conv 10→20 k5, max-pool 2, ReLU, bn2;
 * fc1 320→50, ReLU; fc2 50→10; log-softmax. Input N×1×28×28. */
LS_API ls_module *ls_model_mnist(void);

/* torchvision's ResNet of `depth` 18, 34, 50, 101 or 152 (v1.5: the stride sits on the 3×3 convolution), with its
 * parameter names and initialisers. Input N×3×H×W, logits N×classes. */
LS_API ls_module *ls_model_resnet(int depth, int64_t classes);

/* "mnist", "resnet18", ..., by name; NULL with LS_NOT_FOUND's message listing the names otherwise. */
LS_API ls_module *ls_model_create(const char *name, int64_t classes);

#ifdef __cplusplus
}
#endif
#endif
