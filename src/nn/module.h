/* The module tree, as the layers, the optimizers and DDP see it. */
#ifndef LS_NN_MODULE_H
#define LS_NN_MODULE_H

#include "base/vec.h"
#include <lockstep/nn.h>

typedef struct ls_module_tensor {
    char *name;
    ls_tensor tensor; /* owned by the module: in no scope */
    bool is_buffer;
} ls_module_tensor;

typedef struct ls_module_link {
    char *name; /* "": transparent, adds nothing to dotted names */
    ls_module *module;
} ls_module_link;

struct ls_module {
    ls_forward_fn forward;
    void *user;
    void (*finish)(ls_module *module); /* frees what `user` points to; NULL: nothing to free */
    LS_VEC(ls_module_tensor) tensors;
    LS_VEC(ls_module_link) children;
    bool is_training, is_averaged; /* is_averaged: DDP averages the gradients */
    ls_status status;              /* of its making; `message` then says what failed */
    char *message;
};

/* A module whose `user` is a copy of `options`, freed with it. NULL only if the system is out of memory. */
ls_module *ls_module_create_with(ls_forward_fn forward, const void *options, size_t bytes);

/* Adds a child whose name does not show in dotted names. */
ls_module *ls_module_add_transparent(ls_module *parent, ls_module *child);

/* Keeps the first failure: ls_last_error() with `status`, unless that is LS_OK. Returns `module`. */
ls_module *ls_module_mark_failed(ls_module *module, ls_status status);

/* Returns `module` if its status is LS_OK; else destroys it and returns NULL with ls_last_error(). */
ls_module *ls_module_checked(ls_module *module);

/* An error tensor with `status` and ls_last_error(), for forward functions. */
ls_tensor ls_module_error(ls_status status);

/* Sets the flag on the module and everything below. */
void ls_module_set_averaged(ls_module *module);

#endif
