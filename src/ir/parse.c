/* Modules and functions, pretty and quoted. */
#include <locale.h>
#include <string.h>

#include "ir/parse.h"

/* --- Attributes that only these have ------------------------------------------------------------------------ */

/* A dictionary of which each entry is offered to `take`, which may leave the value: then it is skipped. */
typedef ls_status (*take_fn)(ls_ir_parser *p, ls_ir_span name, void *arg);

static ls_status parse_dict(ls_ir_parser *p, const char *open, const char *close, take_fn take, void *arg)
{
    LS_TRY(ls_parse_expect(p, open));
    for (bool is_first = true; !ls_parse_accept(p, close); is_first = false) {
        ls_ir_span name;
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        if (ls_parse_peek(p, "\""))
            LS_TRY(ls_parse_string(p, &name));
        else if (!ls_parse_word(p, &name))
            return ls_parse_fail(p, NULL, "expected the name of an attribute");
        if (!ls_parse_accept(p, "=")) continue;
        ls_parse_space(p);
        const char *value = p->at;
        LS_TRY(take(p, name, arg));
        if (p->at == value) LS_TRY(ls_parse_skip(p, false));
    }
    return LS_OK;
}

static ls_status take_nothing(ls_ir_parser *p, ls_ir_span name, void *arg)
{
    return LS_OK;
}

static ls_status parse_small_int(ls_ir_parser *p, int min, int *out_value)
{
    int64_t value = 0;
    const char *begin = p->at;
    LS_TRY(ls_parse_int(p, &value));
    if (value < min || value > 1 << 20) return ls_parse_fail(p, begin, "%lld is out of range", (long long)value);
    *out_value = (int)value;
    return ls_parse_skip(p, false); /* the type */
}

static ls_status take_module_attr(ls_ir_parser *p, ls_ir_span name, void *arg)
{
    if (ls_span_is(name, "mhlo.num_replicas")) return parse_small_int(p, 1, &p->module->num_replicas);
    if (ls_span_is(name, "mhlo.num_partitions")) return parse_small_int(p, 1, &p->module->num_partitions);
    return LS_OK;
}

static ls_status take_arg_attr(ls_ir_parser *p, ls_ir_span name, void *arg)
{
    ls_ir_arg_info *info = arg;
    if (ls_span_is(name, "tf.aliasing_output")) return parse_small_int(p, 0, &info->alias_output);
    if (ls_span_is(name, "jax.buffer_donor")) {
        info->is_donor = ls_parse_accept(p, "true");
        return LS_OK;
    }
    return LS_OK;
}

/* --- Functions ---------------------------------------------------------------------------------------------- */

static ls_status func_create(ls_ir_parser *p, const char *at, const char *name, ls_ir_func **out_func)
{
    if (ls_ir_func_find(p->module, name)) return ls_parse_fail(p, at, "function @%.80s is defined already", name);
    *out_func = ls_ir_func_create(p->module, name);
    return LS_OK;
}

/* %arg0: T {attributes} loc(...); of a tuple each leaf is an argument */
static ls_status parse_func_arg(ls_ir_parser *p, ls_ir_func *func)
{
    ls_ir_span name;
    ls_ir_draft types = {0};
    ls_ir_named named = {0};
    LS_TRY(ls_parse_value_name(p, &name));
    LS_TRY(ls_parse_expect(p, ":"));
    ls_parse_space(p);
    const char *begin = p->at;
    ls_status status = ls_parse_members(p, &types, &named.tuple);
    size_t first = func->body->arg_count;
    named.count = types.types.count;
    named.values = LS_ARENA_ARRAY(&p->module->arena, ls_ir_value *, named.count);
    for (size_t i = 0; i < named.count && status == LS_OK; i++) {
        for (int d = 0; d < types.types.data[i].shape.rank; d++)
            if (types.types.data[i].shape.dims[d] < 0)
                status = ls_parse_fail(p, begin, "arguments of unknown size are not supported");
        named.values[i] = ls_ir_func_add_arg(p->module, func, types.types.data[i]);
    }
    ls_vec_finish(&types.types);
    LS_TRY(status);
    LS_TRY(ls_parse_define_as(p, name, named));
    ls_ir_arg_info none = {.alias_output = -1};
    if (ls_parse_peek(p, "{"))
        LS_TRY(parse_dict(p, "{", "}", take_arg_attr, named.count == 1 ? &func->arg_info[first] : &none));
    return ls_parse_skip_loc(p);
}

/* (%arg0: T {attributes} loc(...), ...) */
static ls_status parse_func_args(ls_ir_parser *p, ls_ir_func *func)
{
    LS_TRY(ls_parse_expect(p, "("));
    for (bool is_first = true; !ls_parse_accept(p, ")"); is_first = false) {
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(parse_func_arg(p, func));
    }
    return LS_OK;
}

/* -> T | -> (T {attributes}, T) */
static ls_status parse_func_results(ls_ir_parser *p, ls_ir_draft *types)
{
    if (!ls_parse_accept(p, "->")) return LS_OK;
    if (!ls_parse_accept(p, "(")) return ls_parse_members(p, types, &types->tuple);
    for (bool is_first = true; !ls_parse_accept(p, ")"); is_first = false) {
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(ls_parse_members(p, types, &types->tuple));
        if (ls_parse_peek(p, "{")) LS_TRY(parse_dict(p, "{", "}", take_nothing, NULL));
    }
    return LS_OK;
}

static ls_status check_func_results(ls_ir_parser *p, const ls_ir_func *func, const ls_ir_draft *types, const char *at)
{
    if (types->types.count != func->result_count)
        return ls_parse_fail(p, at, "function @%.80s returns %zu values, its signature has %zu", func->name,
                             func->result_count, types->types.count);
    for (size_t i = 0; i < func->result_count; i++)
        if (!ls_ir_type_fits(&func->result_types[i], &types->types.data[i])) {
            char is[160], must[160];
            return ls_parse_fail(p, at, "function @%.80s returns %s as result %zu, its signature has %s", func->name,
                                 ls_ir_type_format(&func->result_types[i], is, sizeof(is)), i,
                                 ls_ir_type_format(&types->types.data[i], must, sizeof(must)));
        }
    return LS_OK;
}

/* Behind func.func: public @f(...) -> (...) attributes {...} { ops } */
static ls_status parse_func_with(ls_ir_parser *p, const char *at, ls_ir_draft *results)
{
    bool is_private = ls_parse_accept(p, "private");
    if (!is_private) ls_parse_accept(p, "public");
    ls_ir_span name;
    ls_ir_func *func = NULL;
    LS_TRY(ls_parse_symbol(p, &name));
    LS_TRY(func_create(p, at, name.data, &func));
    func->is_public = !is_private;
    LS_TRY(parse_func_args(p, func));
    LS_TRY(parse_func_results(p, results));
    if (ls_parse_accept(p, "attributes")) LS_TRY(parse_dict(p, "{", "}", take_nothing, NULL));
    LS_TRY(ls_parse_expect(p, "{"));
    LS_TRY(ls_parse_block_ops(p, func->body));
    uint32_t line, column;
    ls_parse_position(p, at, &line, &column);
    LS_TRY(ls_context(ls_ir_func_finish(p->module, func), "%u:%u", line, column));
    return check_func_results(p, func, results, at);
}

static ls_status parse_func(ls_ir_parser *p, const char *at)
{
    ls_ir_draft results = {0};
    size_t scope = ls_parse_scope_open(p);
    ls_status status = parse_func_with(p, at, &results);
    ls_parse_scope_close(p, scope);
    ls_vec_finish(&results.types);
    return status;
}

/* --- The quoted forms of functions and modules -------------------------------------------------------------- */

typedef struct func_props {
    ls_ir_span name;
    bool is_private;
    LS_VEC(ls_ir_arg_info) args;
} func_props;

/* [{tf.aliasing_output = 0 : i32}, {}] */
static ls_status parse_arg_attrs(ls_ir_parser *p, func_props *props)
{
    LS_TRY(ls_parse_expect(p, "["));
    for (bool is_first = true; !ls_parse_accept(p, "]"); is_first = false) {
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        ls_ir_arg_info *info = ls_vec_push(&props->args);
        info->alias_output = -1;
        LS_TRY(parse_dict(p, "{", "}", take_arg_attr, info));
    }
    return LS_OK;
}

static ls_status take_func_prop(ls_ir_parser *p, ls_ir_span name, void *arg)
{
    func_props *props = arg;
    if (ls_span_is(name, "sym_name")) return ls_parse_string(p, &props->name);
    if (ls_span_is(name, "arg_attrs")) return parse_arg_attrs(p, props);
    if (ls_span_is(name, "sym_visibility")) {
        ls_ir_span visibility;
        LS_TRY(ls_parse_string(p, &visibility));
        props->is_private = ls_span_is(visibility, "private");
    }
    return LS_OK;
}

/* "func.func"() <{sym_name = "f", ...}> ({ ^bb0(...): ops }) : () -> () */
static ls_status parse_quoted_func_with(ls_ir_parser *p, const char *at, func_props *props, ls_ir_draft *draft)
{
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_expect(p, ")"));
    if (ls_parse_peek(p, "<")) LS_TRY(parse_dict(p, "<{", "}>", take_func_prop, props));
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_region(p, draft));
    LS_TRY(ls_parse_expect(p, ")"));
    if (ls_parse_peek(p, "{")) LS_TRY(parse_dict(p, "{", "}", take_func_prop, props));
    LS_TRY(ls_parse_expect(p, ":"));
    LS_TRY(ls_parse_signature(p, draft));
    if (!props->name.size || memchr(props->name.data, 0, props->name.size))
        return ls_parse_fail(p, at, "the function has no sym_name");
    ls_ir_func *func = NULL;
    LS_TRY(func_create(p, at, props->name.data, &func));
    func->is_public = !props->is_private;
    func->body = draft->regions.data[0];
    func->arg_info = LS_ARENA_ARRAY(&p->module->arena, ls_ir_arg_info, func->body->arg_count);
    LS_ASSERT(func->arg_info && "out of memory");
    for (size_t i = 0; i < func->body->arg_count; i++)
        func->arg_info[i] = i < props->args.count ? props->args.data[i] : (ls_ir_arg_info){.alias_output = -1};
    uint32_t line, column;
    ls_parse_position(p, at, &line, &column);
    return ls_context(ls_ir_func_finish(p->module, func), "%u:%u", line, column);
}

static ls_status parse_quoted_func(ls_ir_parser *p, const char *at)
{
    func_props props = {0};
    ls_ir_draft draft = {0};
    ls_status status = parse_quoted_func_with(p, at, &props, &draft);
    ls_vec_finish(&props.args);
    ls_vec_finish(&draft.operands);
    ls_vec_finish(&draft.regions);
    ls_vec_finish(&draft.types);
    return status;
}

/* sdy.mesh @mesh = <["x"=2]> {...}: says how others may lay out; we need it not. */
static ls_status skip_mesh(ls_ir_parser *p)
{
    ls_ir_span name;
    LS_TRY(ls_parse_symbol(p, &name));
    LS_TRY(ls_parse_expect(p, "="));
    ls_parse_space(p);
    return ls_parse_skip(p, true);
}

/* Functions, aliases and meshes up to `close`, or the end of the text if that is NULL. */
static ls_status parse_funcs(ls_ir_parser *p, const char *close)
{
    for (;;) {
        ls_parse_space(p);
        const char *begin = p->at;
        p->op = (ls_ir_span){0};
        if (close ? ls_parse_accept(p, close) : p->at == p->end) return LS_OK;
        if (ls_parse_accept(p, "func.func"))
            LS_TRY(parse_func(p, begin));
        else if (ls_parse_accept(p, "\"func.func\""))
            LS_TRY(parse_quoted_func(p, begin));
        else if (ls_parse_accept(p, "sdy.mesh"))
            LS_TRY(skip_mesh(p));
        else if (ls_parse_peek(p, "#") || ls_parse_peek(p, "!"))
            LS_TRY(ls_parse_alias(p));
        else
            return ls_parse_fail(p, NULL, "expected a function: func.func @name(...)");
        LS_TRY(ls_parse_skip_loc(p));
    }
}

/* Behind module: @name attributes {...} { functions } */
static ls_status parse_module(ls_ir_parser *p)
{
    if (ls_parse_peek(p, "@")) {
        ls_ir_span name;
        LS_TRY(ls_parse_symbol(p, &name));
        p->module->name = name.data;
    }
    if (ls_parse_accept(p, "attributes")) LS_TRY(parse_dict(p, "{", "}", take_module_attr, NULL));
    LS_TRY(ls_parse_expect(p, "{"));
    LS_TRY(parse_funcs(p, "}"));
    return ls_parse_skip_loc(p);
}

static ls_status take_module_prop(ls_ir_parser *p, ls_ir_span name, void *arg)
{
    if (!ls_span_is(name, "sym_name")) return take_module_attr(p, name, arg);
    LS_TRY(ls_parse_string(p, &name));
    p->module->name = name.data;
    return LS_OK;
}

/* "builtin.module"() <{...}> ({ functions }) {attributes} : () -> () */
static ls_status parse_quoted_module(ls_ir_parser *p)
{
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_expect(p, ")"));
    if (ls_parse_peek(p, "<")) LS_TRY(parse_dict(p, "<{", "}>", take_module_prop, NULL));
    LS_TRY(ls_parse_expect(p, "("));
    LS_TRY(ls_parse_expect(p, "{"));
    LS_TRY(parse_funcs(p, "}"));
    LS_TRY(ls_parse_expect(p, ")"));
    if (ls_parse_peek(p, "{")) LS_TRY(parse_dict(p, "{", "}", take_module_prop, NULL));
    LS_TRY(ls_parse_expect(p, ":"));
    for (const char *const *token = (const char *const[]){"(", ")", "->", "(", ")", NULL}; *token; token++)
        LS_TRY(ls_parse_expect(p, *token));
    return ls_parse_skip_loc(p);
}

/* {-# ... #-} */
static ls_status skip_metadata(ls_ir_parser *p)
{
    const char *begin = p->at;
    while (p->end - p->at > 2 && memcmp(p->at, "#-}", 3)) p->at++;
    if (p->end - p->at < 3) return ls_parse_fail(p, begin, "the metadata does not end in #-}");
    p->at += 3;
    return LS_OK;
}

static ls_status parse_file(ls_ir_parser *p)
{
    for (;;) {
        if (ls_parse_accept(p, "module") || ls_parse_accept(p, "builtin.module")) {
            LS_TRY(parse_module(p));
            break;
        }
        if (ls_parse_accept(p, "\"builtin.module\"")) {
            LS_TRY(parse_quoted_module(p));
            break;
        }
        if (ls_parse_peek(p, "{-#"))
            LS_TRY(skip_metadata(p));
        else if (ls_parse_peek(p, "#") || ls_parse_peek(p, "!"))
            LS_TRY(ls_parse_alias(p));
        else
            return parse_funcs(p, NULL); /* a file without a module around its functions */
    }
    for (;;) {
        p->op = (ls_ir_span){0};
        ls_parse_space(p);
        if (p->at == p->end) return LS_OK;
        if (ls_parse_peek(p, "{-#"))
            LS_TRY(skip_metadata(p));
        else if (ls_parse_peek(p, "#") || ls_parse_peek(p, "!"))
            LS_TRY(ls_parse_alias(p));
        else
            return ls_parse_fail(p, NULL, "expected the end of the text behind the module");
    }
}

ls_status ls_ir_parse(const char *text, size_t size, ls_ir_module **out_module)
{
    ls_ir_parser p = {.begin = text, .end = text + size, .at = text, .module = ls_ir_module_create("module")};
    /* Numbers are read as C does, whatever the program's locale. */
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = c_locale ? uselocale(c_locale) : (locale_t)0;
    ls_status status = parse_file(&p);
    if (status == LS_OK && !p.module->funcs) status = ls_parse_fail(&p, p.end, "the module has no function");
    if (c_locale) {
        uselocale(old);
        freelocale(c_locale);
    }
    ls_map_finish(&p.values);
    ls_map_finish(&p.aliases);
    ls_vec_finish(&p.visible);
    if (status != LS_OK) {
        ls_ir_module_destroy(p.module);
        p.module = NULL;
    }
    *out_module = p.module;
    return ls_context(status, "StableHLO");
}
