#include "nn/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lazy/trace.h"
#include <lockstep/autograd.h>

#define MAX_NAME 512 /* bytes of a dotted name */

/* --- Making ------------------------------------------------------------------------------------------------- */

ls_module *ls_module_create(ls_forward_fn forward, void *user)
{
    ls_module *module = calloc(1, sizeof(*module));
    if (!module) {
        ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
        return NULL;
    }
    module->forward = forward;
    module->user = user;
    module->is_training = true;
    return forward ? module
                   : ls_module_mark_failed(module, ls_fail(LS_INVALID_ARGUMENT, "a module without a forward function"));
}

static void free_user(ls_module *module)
{
    free(module->user);
}

ls_module *ls_module_create_with(ls_forward_fn forward, const void *options, size_t bytes)
{
    void *copy = malloc(bytes);
    ls_module *module = copy ? ls_module_create(forward, copy) : NULL;
    if (!module) {
        free(copy);
        return NULL;
    }
    memcpy(copy, options, bytes);
    module->finish = free_user;
    return module;
}

void *ls_module_user(const ls_module *module)
{
    return module ? module->user : NULL;
}

ls_module *ls_module_mark_failed(ls_module *module, ls_status status)
{
    if (!module || status == LS_OK || module->status != LS_OK) return module;
    module->status = status;
    module->message = strdup(ls_last_error());
    return module;
}

/* A module is NULL because making it failed, so the message of that failure goes along, once. */
static ls_status no_module(void)
{
    static const char what[] = "the module is NULL: it could not be made";
    if (!strncmp(ls_last_error(), what, sizeof(what) - 1)) return LS_INVALID_ARGUMENT;
    return *ls_last_error() ? ls_context(LS_INVALID_ARGUMENT, "%s; the last error was", what)
                            : ls_fail(LS_INVALID_ARGUMENT, "%s", what);
}

ls_status ls_module_status(const ls_module *module)
{
    if (!module) return no_module();
    return module->status == LS_OK ? LS_OK
                                   : ls_fail(module->status, "%s", module->message ? module->message : "out of memory");
}

ls_module *ls_module_checked(ls_module *module)
{
    if (module && ls_module_status(module) == LS_OK) return module;
    ls_module_destroy(module);
    return NULL;
}

static ls_status check_name(const ls_module *module, const char *name)
{
    if (!name || !*name || strchr(name, '.'))
        return ls_fail(LS_INVALID_ARGUMENT, "\"%s\" is no name for a part of a module: it is empty or has a dot",
                       name ? name : "NULL");
    for (size_t i = 0; i < module->children.count; i++)
        if (strcmp(module->children.data[i].name, name) == 0)
            return ls_fail(LS_ALREADY_EXISTS, "the module has a child \"%s\" already", name);
    for (size_t i = 0; i < module->tensors.count; i++)
        if (strcmp(module->tensors.data[i].name, name) == 0)
            return ls_fail(LS_ALREADY_EXISTS, "the module has a parameter or buffer \"%s\" already", name);
    return LS_OK;
}

static ls_module *link_child(ls_module *parent, const char *name, ls_module *child)
{
    *ls_vec_push(&parent->children) = (ls_module_link){strdup(name), child};
    return child;
}

ls_module *ls_module_add(ls_module *parent, const char *name, ls_module *child)
{
    ls_status status = parent ? check_name(parent, name) : ls_fail(LS_INVALID_ARGUMENT, "the parent module is NULL");
    if (status == LS_OK) status = ls_context(ls_module_status(child), "%s", name);
    if (status == LS_OK) return link_child(parent, name, child);
    ls_module_mark_failed(parent, status);
    ls_module_destroy(child);
    return NULL;
}

ls_module *ls_module_add_transparent(ls_module *parent, ls_module *child)
{
    return link_child(parent, "", child);
}

ls_module *ls_module_child(const ls_module *module, const char *name)
{
    for (size_t i = 0; module && name && i < module->children.count; i++)
        if (strcmp(module->children.data[i].name, name) == 0) return module->children.data[i].module;
    return NULL;
}

static ls_tensor add_tensor(ls_module *module, const char *name, ls_tensor value, bool is_buffer)
{
    if (!module) return (ls_tensor){0};
    ls_tensor owned = {0};
    ls_status status = check_name(module, name);
    if (status == LS_OK) status = ls_context(ls_tensor_status(value), "%s", name);
    if (status == LS_OK) {
        owned = ls_tensor_own(ls_detach(value));
        if (!is_buffer) status = ls_set_requires_grad(owned, true);
    }
    if (status != LS_OK) {
        ls_free(owned);
        ls_module_mark_failed(module, status);
        return (ls_tensor){0};
    }
    *ls_vec_push(&module->tensors) = (ls_module_tensor){strdup(name), owned, is_buffer};
    return owned;
}

ls_tensor ls_module_add_parameter(ls_module *module, const char *name, ls_tensor value)
{
    return add_tensor(module, name, value, false);
}

ls_tensor ls_module_add_buffer(ls_module *module, const char *name, ls_tensor value)
{
    return add_tensor(module, name, value, true);
}

void ls_module_destroy(ls_module *module)
{
    if (!module) return;
    for (size_t i = 0; i < module->children.count; i++) {
        ls_module_destroy(module->children.data[i].module);
        free(module->children.data[i].name);
    }
    for (size_t i = 0; i < module->tensors.count; i++) {
        ls_free(module->tensors.data[i].tensor);
        free(module->tensors.data[i].name);
    }
    if (module->finish) module->finish(module);
    ls_vec_finish(&module->children);
    ls_vec_finish(&module->tensors);
    free(module->message);
    free(module);
}

/* --- Running ------------------------------------------------------------------------------------------------ */

ls_tensor ls_module_error(ls_status status)
{
    return ls_tensor_wrap(ls_value_error(status, "ls_forward", "%s", ls_last_error()));
}

ls_tensor ls_forward(ls_module *module, ls_tensor input)
{
    ls_status status = ls_module_status(module);
    if (status != LS_OK) return ls_module_error(status);
    ls_scope_push();
    /* A clone, since forward may return its input or a parameter, which must stay where they belong. */
    ls_tensor result = ls_keep(ls_clone(module->forward(module, input)));
    status = ls_scope_pop();
    return status == LS_OK ? result : ls_module_error(status);
}

void ls_module_train(ls_module *module, bool train)
{
    if (!module) return;
    module->is_training = train;
    for (size_t i = 0; i < module->children.count; i++) ls_module_train(module->children.data[i].module, train);
}

bool ls_module_is_training(const ls_module *module)
{
    return module && module->is_training;
}

void ls_module_set_averaged(ls_module *module)
{
    module->is_averaged = true;
    for (size_t i = 0; i < module->children.count; i++) ls_module_set_averaged(module->children.data[i].module);
}

/* --- Walking ------------------------------------------------------------------------------------------------ */

typedef struct walk {
    char name[MAX_NAME];
    bool buffers; /* this time round buffers, else parameters */
    ls_module_visit_fn visit;
    void *arg;
} walk;

static bool visit_module(const ls_module *module, walk *w, size_t length)
{
    for (size_t i = 0; i < module->tensors.count; i++) {
        const ls_module_tensor *t = &module->tensors.data[i];
        if (t->is_buffer != w->buffers) continue;
        snprintf(w->name + length, MAX_NAME - length, "%s", t->name);
        if (!w->visit(&(ls_named_tensor){w->name, t->tensor, t->is_buffer}, w->arg)) return false;
    }
    for (size_t i = 0; i < module->children.count; i++) {
        const ls_module_link *child = &module->children.data[i];
        int added = *child->name ? snprintf(w->name + length, MAX_NAME - length, "%s.", child->name) : 0;
        if (length + (size_t)added >= MAX_NAME) added = (int)(MAX_NAME - 1 - length);
        if (!visit_module(child->module, w, length + (size_t)added)) return false;
    }
    return true;
}

void ls_module_visit(const ls_module *module, ls_module_visit_fn visit, void *arg)
{
    if (!module || !visit) return;
    walk w = {.visit = visit, .arg = arg};
    if (!visit_module(module, &w, 0)) return;
    w.buffers = true;
    visit_module(module, &w, 0);
}

typedef struct search {
    const char *name;
    ls_tensor found;
} search;

static bool match_name(const ls_named_tensor *entry, void *arg)
{
    search *s = arg;
    if (strcmp(entry->name, s->name) != 0) return true;
    s->found = entry->tensor;
    return false;
}

ls_tensor ls_module_get(const ls_module *module, const char *name)
{
    search s = {.name = name};
    if (name) ls_module_visit(module, match_name, &s);
    return s.found;
}

static bool count_parameter(const ls_named_tensor *entry, void *arg)
{
    if (!entry->is_buffer) ++*(int *)arg;
    return true;
}

int ls_module_parameter_count(const ls_module *module)
{
    int count = 0;
    ls_module_visit(module, count_parameter, &count);
    return count;
}

ls_status ls_module_set(ls_module *module, const char *name, const void *data, size_t bytes)
{
    LS_TRY(ls_module_status(module));
    ls_tensor t = ls_module_get(module, name);
    if (t.generation == 0)
        return ls_fail(LS_NOT_FOUND, "the module has no parameter or buffer \"%s\"", name ? name : "NULL");
    if (!data) return ls_fail(LS_INVALID_ARGUMENT, "%s: no data was given", name);
    ls_shape shape = ls_tensor_shape(t);
    size_t needed = (size_t)ls_shape_count(shape) * ls_dtype_size(ls_tensor_dtype(t));
    if (bytes != needed) return ls_fail(LS_INVALID_ARGUMENT, "%s takes %zu bytes, not %zu", name, needed, bytes);
    ls_scope_push();
    ls_no_grad_begin();
    ls_status status = ls_assign(t, ls_from_host(data, ls_tensor_dtype(t), shape));
    ls_no_grad_end();
    ls_status popped = ls_scope_pop();
    return status != LS_OK ? ls_context(status, "%s", name) : popped;
}
