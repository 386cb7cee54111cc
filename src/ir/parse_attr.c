/* Attributes: dictionaries, aliases, and the forms of attrs.def. */
#include <string.h>

#include "ir/parse.h"

/* --- Aliases ------------------------------------------------------------------------------------------------ */

static bool alias_name(ls_ir_parser *p, ls_ir_span *out_name)
{
    if (!ls_parse_peek(p, "#") && !ls_parse_peek(p, "!")) return false;
    const char *begin = p->at++;
    ls_ir_span word;
    if (!ls_parse_word(p, &word) || word.data != begin + 1) {
        p->at = begin;
        return false;
    }
    *out_name = (ls_ir_span){begin, word.size + 1};
    return true;
}

ls_status ls_parse_alias(ls_ir_parser *p)
{
    ls_ir_span name;
    if (!alias_name(p, &name)) return ls_parse_fail(p, NULL, "expected the name of an alias");
    LS_TRY(ls_parse_expect(p, "="));
    ls_parse_space(p);
    ls_ir_span *value = LS_ARENA_NEW(&p->module->arena, ls_ir_span);
    LS_ASSERT(value && "out of memory");
    value->data = p->at;
    LS_TRY(ls_parse_skip(p, true));
    value->size = (size_t)(p->at - value->data);
    ls_map_set(&p->aliases, name.data, name.size, value);
    return LS_OK;
}

ls_status ls_parse_alias_enter(ls_ir_parser *p, ls_ir_alias_mark *out_mark)
{
    ls_parse_space(p);
    const char *begin = p->at;
    ls_ir_span name;
    *out_mark = (ls_ir_alias_mark){0};
    if (!alias_name(p, &name)) return LS_OK;
    const ls_ir_span *value = ls_map_get(&p->aliases, name.data, name.size);
    if (!value) {
        p->at = begin;
        return LS_OK;
    }
    if (p->depth == LS_PARSE_MAX_DEPTH) return ls_parse_fail(p, begin, "aliases are nested too deeply");
    p->depth++;
    *out_mark = (ls_ir_alias_mark){p->at, p->end};
    p->at = value->data;
    p->end = value->data + value->size;
    return LS_OK;
}

void ls_parse_alias_leave(ls_ir_parser *p, const ls_ir_alias_mark *mark)
{
    if (!mark->at) return;
    p->at = mark->at;
    p->end = mark->end;
    p->depth--;
}

/* --- Values by form ----------------------------------------------------------------------------------------- */

static ls_status skip_attr_type(ls_ir_parser *p)
{
    ls_ir_span word;
    if (!ls_parse_accept(p, ":")) return LS_OK;
    return ls_parse_word(p, &word) ? LS_OK : ls_parse_fail(p, NULL, "expected a type");
}

static ls_status parse_int_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    int64_t value = 1;
    if (!ls_parse_accept(p, "unit")) LS_TRY(ls_parse_bool_or_int(p, &value));
    ls_ir_attrs_set_int(attrs, &p->module->arena, key, value);
    return skip_attr_type(p);
}

/* array<i64: 1, 2>, array<i1: true>, array<i64> */
static ls_status parse_array(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    ls_ir_span type;
    LS_VEC(int64_t) list = {0};
    LS_TRY(ls_parse_expect(p, "<"));
    if (!ls_parse_word(p, &type)) return ls_parse_fail(p, NULL, "expected an element type");
    ls_status status = LS_OK;
    if (ls_parse_accept(p, ":")) {
        do status = ls_parse_bool_or_int(p, ls_vec_push(&list));
        while (status == LS_OK && ls_parse_accept(p, ","));
    }
    if (status == LS_OK) status = ls_parse_expect(p, ">");
    if (status == LS_OK) ls_ir_attrs_set_ints(attrs, &p->module->arena, key, list.data, list.count);
    ls_vec_finish(&list);
    return status;
}

/* Beyond so many entries a splat is no attribute that an op can mean. */
#define MAX_ENTRIES (1 << 20)

static ls_status parse_dense_ints(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    const char *begin = p->at;
    ls_ir_dense dense;
    LS_TRY(ls_parse_dense(p, &dense));
    int64_t count = ls_shape_count(dense.type.shape);
    size_t width = ls_dtype_size(dense.type.dtype);
    if (ls_dtype_is_float(dense.type.dtype) || count > MAX_ENTRIES)
        return ls_parse_fail(p, begin, "expected a list of integers");
    int64_t *list = LS_ARENA_ARRAY(&p->module->arena, int64_t, count);
    LS_ASSERT(list && "out of memory");
    for (int64_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        memcpy(&bits, (const char *)dense.data + (dense.is_splat ? 0 : (size_t)i * width), width);
        int unused = 64 - 8 * (int)width;
        list[i] = ls_dtype_is_signed(dense.type.dtype) ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
    }
    ls_ir_attrs_set_ints(attrs, &p->module->arena, key, list, (size_t)count);
    if (key == LS_ATTR_REPLICA_GROUPS) {
        if (dense.type.shape.rank != 2) return ls_parse_fail(p, begin, "replica_groups must have two dimensions");
        if (count) ls_ir_attrs_set_int(attrs, &p->module->arena, LS_ATTR_GROUP_SIZE, dense.type.shape.dims[1]);
    }
    return LS_OK;
}

static ls_status parse_ints_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    if (ls_parse_accept(p, "array")) return parse_array(p, attrs, key);
    if (ls_parse_peek(p, "dense")) return parse_dense_ints(p, attrs, key);
    if (ls_parse_peek(p, "[") && key != LS_ATTR_REPLICA_GROUPS) return ls_parse_int_list(p, attrs, key);
    return ls_parse_fail(p, NULL, "expected a list of integers: dense<...> : tensor<...>, or array<i64: ...>");
}

ls_status ls_parse_enum(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    const char *const *words = ls_ir_enum_words(ls_ir_attr_info_of(key)->form);
    ls_ir_span word;
    const char *begin = p->at;
    if (ls_parse_word(p, &word))
        for (int i = 0; words[i]; i++)
            if (ls_span_is(word, words[i])) {
                ls_ir_attrs_set_int(attrs, &p->module->arena, key, i);
                return LS_OK;
            }
    return ls_parse_fail(p, begin, "unknown %s", ls_ir_attr_info_of(key)->name);
}

/* #stablehlo<comparison_direction LT> */
static ls_status parse_enum_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    if (!ls_parse_accept(p, "#chlo")) LS_TRY(ls_parse_expect(p, "#stablehlo"));
    LS_TRY(ls_parse_expect(p, "<"));
    LS_TRY(ls_parse_expect(p, ls_ir_enum_name(ls_ir_attr_info_of(key)->form)));
    LS_TRY(ls_parse_enum(p, attrs, key));
    return ls_parse_expect(p, ">");
}

/* #stablehlo.channel_handle<handle = 1, type = 1> */
static ls_status parse_channel(ls_ir_parser *p, ls_ir_attrs *attrs)
{
    LS_TRY(ls_parse_expect(p, "#stablehlo.channel_handle"));
    LS_TRY(ls_parse_expect(p, "<"));
    do {
        bool is_handle = ls_parse_accept(p, "handle");
        if (!is_handle) LS_TRY(ls_parse_expect(p, "type"));
        LS_TRY(ls_parse_expect(p, "="));
        int64_t value = 0;
        LS_TRY(ls_parse_int(p, &value));
        if (is_handle) ls_ir_attrs_set_int(attrs, &p->module->arena, LS_ATTR_CHANNEL_ID, value);
    } while (ls_parse_accept(p, ","));
    return ls_parse_expect(p, ">");
}

static ls_status parse_text_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    ls_ir_span text;
    LS_TRY(ls_parse_peek(p, "@") ? ls_parse_symbol(p, &text) : ls_parse_string(p, &text));
    ls_ir_attrs_set_string(attrs, &p->module->arena, key, text.data, text.size);
    return LS_OK;
}

static ls_status parse_raw_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    const char *begin = p->at;
    LS_TRY(ls_parse_skip(p, false));
    const char *end = p->at;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\n' || end[-1] == '\r' || end[-1] == '\t')) end--;
    ls_ir_attrs_set_string(attrs, &p->module->arena, key, begin, (size_t)(end - begin));
    return LS_OK;
}

static ls_status parse_float_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    double value = 0;
    LS_TRY(ls_parse_float(p, &value));
    ls_ir_attrs_set_float(attrs, &p->module->arena, key, value);
    return LS_OK;
}

static ls_status parse_value(ls_ir_parser *p, ls_ir_attrs *attrs, ls_ir_attr_key key)
{
    switch (ls_ir_attr_info_of(key)->form) {
    case LS_FORM_i64:
    case LS_FORM_i32:
    case LS_FORM_flag:
    case LS_FORM_unit: return parse_int_value(p, attrs, key);
    case LS_FORM_f32:
    case LS_FORM_f64: return parse_float_value(p, attrs, key);
    case LS_FORM_array:
    case LS_FORM_bools:
    case LS_FORM_pairs:
    case LS_FORM_groups: return parse_ints_value(p, attrs, key);
    case LS_FORM_direction:
    case LS_FORM_comparison:
    case LS_FORM_algorithm:
    case LS_FORM_fft:
    case LS_FORM_transpose:
    case LS_FORM_distribution: return parse_enum_value(p, attrs, key);
    case LS_FORM_channel: return parse_channel(p, attrs);
    case LS_FORM_string:
    case LS_FORM_symbol: return parse_text_value(p, attrs, key);
    case LS_FORM_raw: return parse_raw_value(p, attrs, key);
    case LS_FORM_dense: {
        ls_ir_dense dense;
        LS_TRY(ls_parse_peek(p, "dense") ? ls_parse_dense(p, &dense) : ls_parse_scalar(p, &dense));
        ls_ir_attrs_set_dense(attrs, &p->module->arena, key, dense);
        return LS_OK;
    }
    case LS_FORM_member:
    case LS_FORM_hidden: break;
    }
    return ls_parse_skip(p, false);
}

/* --- Structured attributes ---------------------------------------------------------------------------------- */

/* The tensors of a convolution: the two letters, and where the positions go. */
typedef struct conv_side {
    char letters[2];
    ls_ir_attr_key keys[2], spatial;
} conv_side;

static const conv_side conv_sides[3] = {
    {{'b', 'f'}, {LS_ATTR_INPUT_BATCH_DIMENSION, LS_ATTR_INPUT_FEATURE_DIMENSION}, LS_ATTR_INPUT_SPATIAL_DIMENSIONS},
    {{'i', 'o'},
     {LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION},
     LS_ATTR_KERNEL_SPATIAL_DIMENSIONS},
    {{'b', 'f'}, {LS_ATTR_OUTPUT_BATCH_DIMENSION, LS_ATTR_OUTPUT_FEATURE_DIMENSION}, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS},
};

/* [b, 0, 1, f] */
static ls_status parse_conv_side(ls_ir_parser *p, ls_ir_attrs *attrs, const conv_side *side)
{
    int64_t spatial[LS_MAX_RANK], rank = 0, found = 0;
    for (int i = 0; i < LS_MAX_RANK; i++) spatial[i] = -1;
    LS_TRY(ls_parse_expect(p, "["));
    const char *begin = p->at;
    do {
        ls_parse_space(p);
        const char *at = p->at;
        if (rank == LS_MAX_RANK) return ls_parse_fail(p, at, "too many dimensions");
        char letter[2] = {p->at < p->end ? *p->at : 0, 0};
        if (letter[0] == side->letters[0] || letter[0] == side->letters[1]) {
            p->at++;
            ls_ir_attrs_set_int(attrs, &p->module->arena, side->keys[letter[0] == side->letters[1]], rank);
            found++;
        } else {
            int64_t index = -1;
            LS_TRY(ls_parse_int(p, &index));
            if (index < 0 || index >= LS_MAX_RANK || spatial[index] >= 0)
                return ls_parse_fail(p, at, "spatial dimension %lld is impossible or named twice", (long long)index);
            spatial[index] = rank;
        }
        rank++;
    } while (ls_parse_accept(p, ","));
    LS_TRY(ls_parse_expect(p, "]"));
    for (int i = 0; i < rank - 2; i++)
        if (spatial[i] < 0) return ls_parse_fail(p, begin, "spatial dimension %d is missing", i);
    if (found != 2 || rank < 2)
        return ls_parse_fail(p, begin, "dimensions %c and %c must be named once each", side->letters[0],
                             side->letters[1]);
    ls_ir_attrs_set_ints(attrs, &p->module->arena, side->spatial, spatial, (size_t)rank - 2);
    return LS_OK;
}

ls_status ls_parse_conv_dims(ls_ir_parser *p, ls_ir_attrs *attrs)
{
    static const char *const before[3] = {"", "x", "->"};
    for (int i = 0; i < 3; i++) {
        ls_parse_space(p);
        size_t length = strlen(before[i]);
        if ((size_t)(p->end - p->at) < length || memcmp(p->at, before[i], length))
            return ls_parse_fail(p, NULL, "expected %s", before[i]);
        p->at += length;
        LS_TRY(parse_conv_side(p, attrs, &conv_sides[i]));
    }
    return LS_OK;
}

/* #stablehlo.gather<offset_dims = [1], index_vector_dim = 1>: each member is an attribute of its own here. */
static ls_status parse_struct(ls_ir_parser *p, ls_ir_attrs *attrs, const ls_ir_struct_info *info)
{
    ls_ir_span word;
    bool fits = ls_parse_accept(p, "#") && ls_parse_word(p, &word) && word.size > 10 &&
                !memcmp(word.data, "stablehlo.", 10) &&
                ls_span_is((ls_ir_span){word.data + 10, word.size - 10}, info->mnemonic);
    if (!fits) return ls_parse_fail(p, NULL, "expected #stablehlo.%s<...>", info->mnemonic);
    LS_TRY(ls_parse_expect(p, "<"));
    if (info->kind == LS_IR_CONVOLUTION || info->kind == LS_IR_DYNAMIC_CONV) {
        LS_TRY(ls_parse_conv_dims(p, attrs));
        return ls_parse_expect(p, ">");
    }
    while (!ls_parse_accept(p, ">")) {
        ls_ir_attr_key key;
        ls_parse_space(p);
        const char *begin = p->at;
        if (!ls_parse_word(p, &word) || !ls_ir_attr_key_find(word.data, word.size, &key) ||
            ls_ir_attr_info_of(key)->form != LS_FORM_member)
            return ls_parse_fail(p, begin, "unknown member of #stablehlo.%s", info->mnemonic);
        LS_TRY(ls_parse_expect(p, "="));
        if (ls_ir_attr_info_of(key)->kind == LS_ATTR_KIND_ints) {
            LS_TRY(ls_parse_int_list(p, attrs, key));
        } else {
            int64_t value = 0;
            LS_TRY(ls_parse_int(p, &value));
            ls_ir_attrs_set_int(attrs, &p->module->arena, key, value);
        }
        if (!ls_parse_accept(p, ",") && !ls_parse_peek(p, ">")) return ls_parse_fail(p, NULL, "expected , or >");
    }
    return LS_OK;
}

/* --- Dictionaries ------------------------------------------------------------------------------------------- */

/* name, name = value */
static ls_status parse_entry(ls_ir_parser *p, ls_ir_draft *draft)
{
    ls_ir_span name;
    if (ls_parse_peek(p, "\""))
        LS_TRY(ls_parse_string(p, &name));
    else if (!ls_parse_word(p, &name))
        return ls_parse_fail(p, NULL, "expected the name of an attribute");
    const ls_ir_struct_info *info = ls_ir_struct_of(draft->kind);
    ls_ir_attr_key key = LS_ATTR_KEY_COUNT;
    bool is_struct = info && ls_span_is(name, info->attr);
    bool is_known = !is_struct && ls_ir_attr_key_find(name.data, name.size, &key);
    if (!ls_parse_accept(p, "=")) { /* present, that is true */
        if (is_known && ls_ir_attr_info_of(key)->kind == LS_ATTR_KIND_int)
            ls_ir_attrs_set_int(&draft->attrs, &p->module->arena, key, 1);
        return LS_OK;
    }
    ls_parse_space(p);
    if (!is_known && !is_struct) return ls_parse_skip(p, false);
    ls_ir_alias_mark mark;
    LS_TRY(ls_parse_alias_enter(p, &mark));
    LS_TRY(is_struct ? parse_struct(p, &draft->attrs, info) : parse_value(p, &draft->attrs, key));
    ls_parse_alias_leave(p, &mark);
    return LS_OK;
}

ls_status ls_parse_attrs(ls_ir_parser *p, ls_ir_draft *draft, const char *open, const char *close)
{
    LS_TRY(ls_parse_expect(p, open));
    for (bool is_first = true; !ls_parse_accept(p, close); is_first = false) {
        if (!is_first) LS_TRY(ls_parse_expect(p, ","));
        LS_TRY(parse_entry(p, draft));
    }
    return LS_OK;
}

ls_status ls_parse_optional_attrs(ls_ir_parser *p, ls_ir_draft *draft)
{
    return ls_parse_peek(p, "{") ? ls_parse_attrs(p, draft, "{", "}") : LS_OK;
}
