/* Every case of tests/ir/cases.h as jaxlib's serialiser writes it, in several versions of StableHLO: it reads as the
 * text does. */
#include "interop.h"

#include <dirent.h>

#include "../ir/cases.h"
#include "ir/ir.h"

static char folder[] = "/tmp/lockstep-artifacts-XXXXXX";

static void write_sources(void)
{
    for (size_t i = 0; i < IR_CASE_COUNT; i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%03zu.mlir", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file,
                "module @case {\nfunc.func public @main(%s) {\n%s\nreturn\n}\nfunc.func private @helper(%%arg0: "
                "tensor<2x3xf32>) -> tensor<2x3xf32> {\nreturn %%arg0 : tensor<2x3xf32>\n}\n}\n",
                ir_cases[i].args, ir_cases[i].ops);
        assert_int_equal(fclose(file), 0);
    }
}

/* The module in a file; NULL if there is no such file. */
static ls_ir_module *read_file(const char *name, const char *ending)
{
    static char bytes[1 << 16];
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s.%s", folder, name, ending);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    ls_ir_module *module;
    if (ls_ir_read(bytes, size, &module) != LS_OK) fail_msg("%s.%s: %s", name, ending, ls_last_error());
    if (ls_ir_verify(module) != LS_OK) fail_msg("%s.%s: %s", name, ending, ls_last_error());
    return module;
}

/* Whether an attribute says what its absence says: an artifact has them all. */
static bool is_default(const ls_ir_attr *attr)
{
    switch (attr->key) {
    case LS_ATTR_FEATURE_GROUP_COUNT:
    case LS_ATTR_BATCH_GROUP_COUNT:
    case LS_ATTR_API_VERSION: return attr->i == 1;
    case LS_ATTR_HAS_SIDE_EFFECT:
    case LS_ATTR_INDICES_ARE_SORTED:
    case LS_ATTR_UNIQUE_INDICES:
    case LS_ATTR_IS_STABLE:
    case LS_ATTR_COMPARE_TYPE:
    case LS_ATTR_CHANNEL_ID:
    case LS_ATTR_VERSION:
    case LS_ATTR_USE_GLOBAL_DEVICE_IDS: return attr->i == 0;
    case LS_ATTR_BACKEND_CONFIG: return !attr->string.size;
    case LS_ATTR_SOURCE_TARGET_PAIRS: return !attr->ints.count;
    case LS_ATTR_COMPOSITE_ATTRIBUTES: return true; /* says nothing to us; is not read from artifacts */
    case LS_ATTR_PADDING:
    case LS_ATTR_WINDOW_REVERSAL:
    case LS_ATTR_WINDOW_STRIDES:
    case LS_ATTR_LHS_DILATION:
    case LS_ATTR_RHS_DILATION:
    case LS_ATTR_BASE_DILATIONS:
    case LS_ATTR_WINDOW_DILATIONS: {
        bool is_zero = attr->key == LS_ATTR_PADDING || attr->key == LS_ATTR_WINDOW_REVERSAL;
        for (size_t i = 0; i < attr->ints.count; i++)
            if (attr->ints.data[i] != !is_zero) return false;
        return true;
    }
    default: return false;
    }
}

/* The attributes that are no defaults. */
static ls_ir_attrs without_defaults(const ls_ir_attrs *attrs, ls_ir_attr *items)
{
    ls_ir_attrs kept = {items, 0};
    for (size_t i = 0; i < attrs->count; i++)
        if (!is_default(&attrs->items[i])) items[kept.count++] = attrs->items[i];
    return kept;
}

static bool same_values(ls_ir_value *const *a, ls_ir_value *const *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i]->id != b[i]->id || !ls_ir_type_equal(&a[i]->type, &b[i]->type)) return false;
    return true;
}

static bool same_block(const ls_ir_block *a, const ls_ir_block *b);

static bool same_op(const ls_ir_op *a, const ls_ir_op *b)
{
    ls_ir_attr of_a[64], of_b[64];
    ls_ir_attrs attrs_a = without_defaults(&a->attrs, of_a), attrs_b = without_defaults(&b->attrs, of_b);
    bool is_same = a->kind == b->kind && a->operand_count == b->operand_count && a->result_count == b->result_count &&
                   a->region_count == b->region_count && same_values(a->operands, b->operands, a->operand_count) &&
                   same_values(a->results, b->results, a->result_count) && ls_ir_attrs_equal(&attrs_a, &attrs_b);
    for (size_t i = 0; is_same && i < a->region_count; i++) is_same = same_block(a->regions[i], b->regions[i]);
    return is_same;
}

static bool same_block(const ls_ir_block *a, const ls_ir_block *b)
{
    if (a->arg_count != b->arg_count || !same_values(a->args, b->args, a->arg_count)) return false;
    const ls_ir_op *of_a = a->first, *of_b = b->first;
    for (; of_a && of_b; of_a = of_a->next, of_b = of_b->next)
        if (!same_op(of_a, of_b)) return false;
    return !of_a && !of_b;
}

static void artifacts_of_every_op_read_alike(void **state)
{
    static const char *const versions[] = {"0.9.0", "0.11.0", "0.13.0", "0.14.0", "1.0.0", "1.17.0"};
    char command[4096];
    interop_file("jax/jax");
    assert_non_null(mkdtemp(folder));
    write_sources();
    snprintf(command, sizeof(command), "PYTHONPATH=%s/jax JAX_PLATFORMS=cpu python3 %s/write.py %s 2>/dev/null",
             INTEROP_FOLDER, ARTIFACTS_FOLDER, folder);
    assert_int_equal(system(command), 0); /* prints which versions cannot hold which op */
    int read = 0, newest = 0;
    for (size_t i = 0; i < IR_CASE_COUNT; i++) {
        char name[32];
        snprintf(name, sizeof(name), "%03zu", i);
        /* Portable artifacts have no CHLO: those who write them expand it first. */
        if (!strncmp(ls_ir_op_info_of(ir_cases[i].kind)->name, "chlo.", 5)) continue;
        if (strstr(ir_cases[i].args, "tuple<") || strstr(ir_cases[i].ops, "tuple<")) continue; /* are not read */
        for (size_t v = 0; v < sizeof(versions) / sizeof(versions[0]); v++) {
            char artifact[32], text[32];
            snprintf(artifact, sizeof(artifact), "%s.mlirbc", versions[v]);
            snprintf(text, sizeof(text), "%s.text", versions[v]);
            ls_ir_module *is = read_file(name, artifact), *wanted = read_file(name, text);
            assert_true(!is == !wanted);
            if (!is) continue;
            for (const ls_ir_func *f = wanted->funcs, *g = is->funcs; f || g; f = f->next, g = g->next)
                if (!f || !g || strcmp(f->name, g->name) || !same_block(f->body, g->body))
                    fail_msg("case %zu in %s reads differently: %s", i, versions[v], ir_cases[i].ops);
            ls_ir_module_destroy(is);
            ls_ir_module_destroy(wanted);
            read++;
            newest += v == 5;
        }
    }
    print_message("# %d artifacts of %zu programs\n", read, IR_CASE_COUNT);
    assert_true(newest > 80);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(artifacts_of_every_op_read_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
