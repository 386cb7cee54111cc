/* Saving and loading modules as safetensors files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "io/safetensors.h"
#include "nn/module.h"

/* --- Saving ------------------------------------------------------------------------------------------------- */

typedef struct saving {
    ls_arena arena;
    LS_VEC(ls_safetensors_entry) entries;
    ls_status status;
} saving;

static bool read_tensor(const ls_named_tensor *named, void *arg)
{
    saving *s = arg;
    ls_shape shape = ls_tensor_shape(named->tensor);
    ls_dtype dtype = ls_tensor_dtype(named->tensor);
    size_t bytes = (size_t)ls_shape_count(shape) * ls_dtype_size(dtype);
    void *data = ls_arena_alloc(&s->arena, bytes);
    char *name = ls_arena_strndup(&s->arena, named->name, strlen(named->name));
    if (!data || !name)
        s->status = ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for %zu bytes", named->name, bytes);
    else
        s->status = ls_context(ls_to_host(named->tensor, data, bytes), "%s", named->name);
    if (s->status != LS_OK) return false;
    *ls_vec_push(&s->entries) = (ls_safetensors_entry){name, dtype, shape, data, bytes};
    return true;
}

ls_status ls_module_save(const ls_module *module, const char *path)
{
    LS_TRY(ls_module_status(module));
    if (!path) return ls_fail(LS_INVALID_ARGUMENT, "ls_module_save: no path was given");
    saving s = {0};
    ls_module_visit(module, read_tensor, &s);
    if (s.status == LS_OK) s.status = ls_safetensors_write(path, s.entries.data, s.entries.count);
    ls_vec_finish(&s.entries);
    ls_arena_finish(&s.arena);
    return s.status;
}

/* --- Loading ------------------------------------------------------------------------------------------------ */

/* First every difference is listed, then, if there was none, everything is assigned. */
typedef struct loading {
    ls_module *module;
    const ls_safetensors *file;
    bool *used; /* per entry of the file */
    FILE *differences;
    ls_status status;
} loading;

static bool compare_tensor(const ls_named_tensor *named, void *arg)
{
    loading *l = arg;
    const ls_safetensors_entry *entry = ls_safetensors_find(l->file, named->name);
    if (!entry) {
        fprintf(l->differences, "; missing: %s", named->name);
        return true;
    }
    l->used[entry - l->file->entries] = true;
    ls_shape shape = ls_tensor_shape(named->tensor);
    ls_dtype dtype = ls_tensor_dtype(named->tensor);
    char want[128], have[128];
    if (!ls_shape_equal(shape, entry->shape) || dtype != entry->dtype)
        fprintf(l->differences, "; %s is %s[%s] in the file, %s[%s] in the module", named->name,
                ls_dtype_name(entry->dtype), ls_shape_format(entry->shape, have, sizeof(have)), ls_dtype_name(dtype),
                ls_shape_format(shape, want, sizeof(want)));
    return true;
}

static bool assign_tensor(const ls_named_tensor *named, void *arg)
{
    loading *l = arg;
    const ls_safetensors_entry *entry = ls_safetensors_find(l->file, named->name);
    l->status = ls_module_set(l->module, named->name, entry->data, entry->bytes);
    return l->status == LS_OK;
}

static ls_status load(loading *l, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    l->used = calloc(l->file->count + 1, sizeof(*l->used));
    l->differences = open_memstream(&text, &length);
    if (!l->used || !l->differences) {
        free(l->used);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    ls_module_visit(l->module, compare_tensor, l);
    for (size_t i = 0; i < l->file->count; i++)
        if (!l->used[i]) fprintf(l->differences, "; unexpected: %s", l->file->entries[i].name);
    fclose(l->differences);
    if (length > 0)
        l->status = ls_fail(LS_INVALID_ARGUMENT, "%s does not fit the module: %s", path, text + 2);
    else
        ls_module_visit(l->module, assign_tensor, l);
    free(text);
    free(l->used);
    return l->status;
}

ls_status ls_module_load(ls_module *module, const char *path)
{
    LS_TRY(ls_module_status(module));
    if (!path) return ls_fail(LS_INVALID_ARGUMENT, "ls_module_load: no path was given");
    ls_safetensors file;
    LS_TRY(ls_safetensors_read(path, &file));
    loading l = {.module = module, .file = &file};
    ls_status status = load(&l, path);
    ls_safetensors_finish(&file);
    return status;
}
