/* Modules and functions of an artifact, and which of the two forms a program has. */
#include <string.h>

#include "ir/bytecode.h"

/* --- Functions ---------------------------------------------------------------------------------------------- */

static ls_status read_donation(ls_bytecode *r, size_t dict_index, ls_ir_arg_info *info)
{
    ls_bytes dict;
    size_t count;
    LS_TRY(ls_bytecode_dict_open(r, dict_index, &dict, &count));
    for (size_t i = 0; i < count; i++) {
        ls_bytecode_name name;
        size_t value;
        int64_t number;
        LS_TRY(ls_bytecode_dict_next(r, &dict, &name, &value));
        bool is_alias = ls_bytecode_name_is(name, "tf.aliasing_output");
        if (!is_alias && !ls_bytecode_name_is(name, "jax.buffer_donor")) continue;
        LS_TRY(ls_bytecode_int(r, value, &number));
        if (is_alias && (number < 0 || number > 1 << 20))
            return ls_fail(LS_INVALID_ARGUMENT, "%lld is out of range", (long long)number);
        if (is_alias)
            info->alias_output = (int)number;
        else
            info->is_donor = number != 0;
    }
    return LS_OK;
}

/* One dictionary per argument, or none at all. */
static ls_status read_arg_infos(ls_bytecode *r, const ls_bytecode_head *head, ls_ir_func *func)
{
    size_t index, count = 0, args = func->body->arg_count;
    ls_bytes list;
    func->arg_info = LS_ARENA_ARRAY(&r->module->arena, ls_ir_arg_info, args);
    LS_ASSERT(func->arg_info && "out of memory");
    for (size_t i = 0; i < args; i++) func->arg_info[i] = (ls_ir_arg_info){.alias_output = -1};
    if (ls_bytecode_head_attr(head, "arg_attrs", &index)) LS_TRY(ls_bytecode_list_open(r, index, &list, &count));
    if (count && count != args) return ls_fail(LS_INVALID_ARGUMENT, "attributes of %zu arguments for %zu", count, args);
    for (size_t i = 0; i < count; i++) {
        LS_TRY(ls_bytes_index(&list, r->attrs.count, "attribute", &index));
        LS_TRY(ls_context(read_donation(r, index, &func->arg_info[i]), "argument %zu", i));
    }
    return LS_OK;
}

/* Whether the values have the types of the list, which is one of the function's type. */
static ls_status check_types(ls_bytecode *r, ls_bytes *list, size_t count, ls_ir_value *const *values,
                             size_t value_count, const char *what)
{
    if (count != value_count)
        return ls_fail(LS_INVALID_ARGUMENT, "%zu %ss, its signature has %zu", value_count, what, count);
    for (size_t i = 0; i < count; i++) {
        size_t index;
        ls_ir_type type;
        LS_TRY(ls_bytes_index(list, r->types.count, "type", &index));
        LS_TRY(ls_bytecode_type(r, index, &type));
        char is[160], must[160];
        if (!ls_ir_type_equal(&values[i]->type, &type))
            return ls_fail(LS_INVALID_ARGUMENT, "%s %zu is %s, its signature has %s", what, i,
                           ls_ir_type_format(&values[i]->type, is, sizeof(is)),
                           ls_ir_type_format(&type, must, sizeof(must)));
    }
    return LS_OK;
}

static ls_status check_signature(ls_bytecode *r, const ls_bytecode_head *head, const ls_ir_func *func)
{
    size_t index, input_count, result_count;
    ls_bytes inputs, results;
    const ls_ir_op *last = func->body->last;
    if (!ls_bytecode_head_attr(head, "function_type", &index))
        return ls_fail(LS_INVALID_ARGUMENT, "the function has no function_type");
    LS_TRY(ls_bytecode_function_type(r, index, &inputs, &input_count, &results, &result_count));
    LS_TRY(check_types(r, &inputs, input_count, func->body->args, func->body->arg_count, "argument"));
    return check_types(r, &results, result_count, last->operands, last->operand_count, "result");
}

static ls_status read_func_body(ls_bytecode *r, ls_bytes *b, const ls_bytecode_head *head, ls_ir_func *func)
{
    ls_bytecode_regions regions = {0};
    if (head->has_regions) LS_TRY(ls_bytecode_regions_open(r, b, &regions));
    if (regions.count != 1) return ls_fail(LS_UNIMPLEMENTED, "a function without a body");
    LS_TRY(ls_bytecode_region(r, regions.is_apart ? &regions.own : b, func->body, ls_bytecode_read_op));
    LS_TRY(ls_bytecode_regions_close(r, &regions));
    LS_TRY(read_arg_infos(r, head, func));
    LS_TRY(ls_ir_func_finish(r->module, func));
    return check_signature(r, head, func);
}

static ls_status read_func(ls_bytecode *r, ls_bytes *b, const ls_bytecode_head *head)
{
    size_t index;
    ls_bytecode_name name, visibility = {"", 0};
    if (!ls_bytecode_head_attr(head, "sym_name", &index))
        return ls_fail(LS_INVALID_ARGUMENT, "the function has no sym_name");
    LS_TRY(ls_bytecode_string(r, index, &name));
    if (!name.size || strlen(name.data) != name.size)
        return ls_fail(LS_INVALID_ARGUMENT, "the function has no sym_name");
    if (ls_bytecode_head_attr(head, "sym_visibility", &index)) LS_TRY(ls_bytecode_string(r, index, &visibility));
    if (ls_ir_func_find(r->module, name.data))
        return ls_fail(LS_INVALID_ARGUMENT, "function @%.80s is defined already", name.data);
    ls_ir_func *func = ls_ir_func_create(r->module, name.data);
    func->is_public = !ls_bytecode_name_is(visibility, "private");
    return ls_context(read_func_body(r, b, head, func), "function @%.80s", name.data);
}

static ls_status read_module_op(ls_bytecode *r, ls_bytes *b, ls_ir_block *block)
{
    ls_bytecode_head head;
    ls_status status = ls_bytecode_head_read(r, b, &head);
    if (status == LS_OK && !(head.op->role == LS_BYTECODE_skipped && !head.has_regions && !head.types.count))
        status = head.op->role == LS_BYTECODE_func
                     ? read_func(r, b, &head)
                     : ls_fail(LS_INVALID_ARGUMENT, "%s.%.60s stands where functions were expected", head.op->dialect,
                               head.op->name.data);
    ls_bytecode_head_finish(&head);
    return status;
}

/* --- Modules ------------------------------------------------------------------------------------------------ */

static ls_status read_count(ls_bytecode *r, size_t index, int *out_count)
{
    int64_t number;
    LS_TRY(ls_bytecode_int(r, index, &number));
    if (number < 1 || number > 1 << 20) return ls_fail(LS_INVALID_ARGUMENT, "%lld is out of range", (long long)number);
    *out_count = (int)number;
    return LS_OK;
}

static ls_status read_module_name(ls_bytecode *r, size_t index)
{
    ls_bytecode_name name;
    LS_TRY(ls_bytecode_string(r, index, &name));
    r->module->name = ls_arena_strndup(&r->module->arena, name.data, name.size);
    LS_ASSERT(r->module->name && "out of memory");
    return LS_OK;
}

/* The name is a property from version 5 on, with the visibility behind it; both may be absent. */
static ls_status read_module_attrs(ls_bytecode *r, const ls_bytecode_head *head)
{
    uint64_t name;
    bool is_there = false;
    ls_bytes properties = head->properties, dict;
    size_t count = 0;
    if (head->has_properties) LS_TRY(ls_bytes_flagged(&properties, &name, &is_there));
    if (is_there) LS_TRY(read_module_name(r, (size_t)name));
    if (head->has_dict) LS_TRY(ls_bytecode_dict_open(r, head->dict, &dict, &count));
    for (size_t i = 0; i < count; i++) {
        ls_bytecode_name key;
        size_t value;
        LS_TRY(ls_bytecode_dict_next(r, &dict, &key, &value));
        if (ls_bytecode_name_is(key, "mhlo.num_replicas")) LS_TRY(read_count(r, value, &r->module->num_replicas));
        if (ls_bytecode_name_is(key, "mhlo.num_partitions")) LS_TRY(read_count(r, value, &r->module->num_partitions));
        if (ls_bytecode_name_is(key, "sym_name")) LS_TRY(read_module_name(r, value));
    }
    return LS_OK;
}

static ls_status read_module(ls_bytecode *r, ls_bytes *b)
{
    size_t ops;
    ls_bytecode_head head = {0};
    ls_bytecode_regions regions = {0};
    ls_status status;
    ls_ir_block *block = ls_ir_block_create(r->module); /* of functions: stays empty */
    LS_TRY_GOTO(ls_bytecode_block_open(r, b, block, &ops), done);
    LS_TRY_GOTO(ls_bytecode_head_read(r, b, &head), done);
    if (ops != 1 || head.op->role != LS_BYTECODE_module || !head.has_regions) {
        status = ls_fail(LS_INVALID_ARGUMENT, "one module was expected");
        goto done;
    }
    LS_TRY_GOTO(ls_context(read_module_attrs(r, &head), "the module's attributes"), done);
    LS_TRY_GOTO(ls_bytecode_regions_open(r, b, &regions), done);
    for (size_t i = 0; i < regions.count; i++)
        LS_TRY_GOTO(ls_bytecode_region(r, regions.is_apart ? &regions.own : b, block, read_module_op), done);
    LS_TRY_GOTO(ls_bytecode_regions_close(r, &regions), done);
    if (!r->module->funcs) status = ls_fail(LS_INVALID_ARGUMENT, "the module has no function");
done:
    ls_bytecode_head_finish(&head);
    return status;
}

/* --- Programs ----------------------------------------------------------------------------------------------- */

bool ls_ir_is_bytecode(const void *bytes, size_t size)
{
    return size >= 4 && !memcmp(bytes, "ML\xEFR", 4);
}

static ls_status read_artifact(const void *bytes, size_t size, ls_ir_module **out_module)
{
    ls_bytecode r = {.begin = bytes, .size = size, .module = ls_ir_module_create("module")};
    ls_status status = ls_bytecode_read_tables(&r);
    if (status == LS_OK) status = read_module(&r, &r.sections[LS_SECTION_ir]);
    ls_vec_finish(&r.strings);
    ls_vec_finish(&r.dialects);
    ls_vec_finish(&r.ops);
    ls_vec_finish(&r.attrs);
    ls_vec_finish(&r.types);
    ls_vec_finish(&r.properties);
    ls_vec_finish(&r.values);
    if (status != LS_OK) {
        ls_ir_module_destroy(r.module);
        r.module = NULL;
    }
    *out_module = r.module;
    return ls_context(status, "StableHLO bytecode");
}

ls_status ls_ir_read(const void *bytes, size_t size, ls_ir_module **out_module)
{
    if (ls_ir_is_bytecode(bytes, size)) return read_artifact(bytes, size, out_module);
    return ls_ir_parse(bytes, size, out_module);
}
