/* docs/stablehlo.md: which op works on which element types. Every op's text in tests/ir/cases.h is compiled with each
 * type in place of its own; the page must say what comes out. LOCKSTEP_UPDATE_SNAPSHOTS=1 writes it. */
#include <stdio.h>

#include "../ir/cases.h"
#include "cpu/program.h"
#include "ls_test.h"

/* Types in groups, each in the order in which a list of them reads well. */
static const struct group {
    const char *name; /* of all of them */
    ls_dtype types[12];
} groups[] = {
    {"i1", {LS_BOOL}},
    {"i2 to i64", {LS_I2, LS_I4, LS_I8, LS_I16, LS_I32, LS_I64}},
    {"ui2 to ui64", {LS_U2, LS_U4, LS_U8, LS_U16, LS_U32, LS_U64}},
    {"f4 and f8",
     {LS_F4E2M1FN, LS_F8E3M4, LS_F8E4M3, LS_F8E4M3B11FNUZ, LS_F8E4M3FN, LS_F8E4M3FNUZ, LS_F8E5M2, LS_F8E5M2FNUZ,
      LS_F8E8M0FNU}},
    {"f16 to f64", {LS_F16, LS_BF16, LS_F32, LS_F64}},
    {"complex", {LS_C64, LS_C128}},
};
#define GROUP_COUNT (sizeof(groups) / sizeof(groups[0]))

/* Replaces `from` where it stands as a word of its own; behind the last "->" by `result`. Gives how often. */
static int replace_type(const char *text, const char *from, const char *to, const char *result, char *out, size_t size)
{
    const char *arrow = NULL;
    for (const char *at = text; (at = strstr(at, "->")); at++) arrow = at;
    size_t used = 0, length = strlen(from);
    int count = 0;
    for (const char *at = text; *at && used + 32 < size;) {
        bool is_word = !strncmp(at, from, length) && at > text && strchr("x<: ", at[-1]) && strchr("> ,)}", at[length]);
        if (!is_word) {
            out[used++] = *at++;
            continue;
        }
        const char *by = arrow && at > arrow ? result : to;
        memcpy(out + used, by, strlen(by));
        used += strlen(by);
        at += length;
        count++;
    }
    out[used] = 0;
    return count;
}

/* Returns what the case's op computes, so that it is not left out as useless. */
static bool return_results(ls_ir_module *module, ls_ir_kind kind)
{
    ls_ir_func *func = ls_ir_main(module);
    ls_ir_op *op = func->body->first;
    while (op && op->kind != kind) op = op->next;
    if (!op || kind == LS_IR_RETURN) return op != NULL;
    ls_ir_op_remove(func->body->last);
    return ls_ir_append_return(module, func->body, op->results, op->result_count) == LS_OK &&
           ls_ir_func_finish(module, func) == LS_OK;
}

static bool compiles(const ir_case *c, const char *from, const char *to, const char *result, int replicas)
{
    char args[1024], ops[2048], text[4096];
    int count = replace_type(c->args, from, to, to, args, sizeof(args));
    count += replace_type(c->ops, from, to, result, ops, sizeof(ops));
    if (!count) return false;
    for (char *word; (word = strstr(ops, ", FLOAT")) || (word = strstr(ops, ", SIGNED"));)
        memmove(word, word + strcspn(word + 2, " ") + 2, strlen(word + strcspn(word + 2, " ") + 2) + 1);
    snprintf(
        text, sizeof(text),
        "module attributes {mhlo.num_replicas = %d : i32} {\nfunc.func @main(%s) {\n%s\nreturn\n}\nfunc.func private "
        "@helper(%%x: tensor<2x3x%s>) -> tensor<2x3x%s> {\nreturn %%x : tensor<2x3x%s>\n}\n}",
        replicas, args, ops, to, to, to);
    ls_ir_module *module = NULL;
    ls_cpu_program *program = NULL;
    ls_cpu_compile_options options = {.num_replicas = replicas, .threads = 1};
    if (ls_ir_parse(text, strlen(text), &module) != LS_OK) return false;
    bool works = return_results(module, c->kind) && ls_cpu_compile(module, &options, &program) == LS_OK;
    ls_cpu_program_destroy(program);
    ls_ir_module_destroy(module);
    return works;
}

/* With the type in place of f32, i32 or complex<f32>; the result's may be the type of its parts, or the complex one of
 * it. */
static bool case_supports(const ir_case *c, ls_dtype dtype, int replicas)
{
    const char *name = ls_dtype_name(dtype);
    const char *part = dtype == LS_C64 ? "f32" : dtype == LS_C128 ? "f64" : NULL;
    bool has_complex = strstr(c->args, "complex") != NULL;
    if (has_complex) return part && compiles(c, "f32", part, part, replicas);
    for (int i = 0; i < 2; i++) {
        const char *from = i ? "i32" : "f32";
        if (compiles(c, from, name, name, replicas)) return true;
        if (part && compiles(c, from, name, part, replicas)) return true;
    }
    return false;
}

static bool supports(ls_ir_kind kind, ls_dtype dtype)
{
    for (size_t i = 0; i < IR_CASE_COUNT; i++)
        if (ir_cases[i].kind == kind &&
            (case_supports(&ir_cases[i], dtype, 4) || case_supports(&ir_cases[i], dtype, 2)))
            return true;
    return false;
}

static void write_types(FILE *out, ls_ir_kind kind)
{
    const char *separator = "";
    for (size_t g = 0; g < GROUP_COUNT; g++) {
        const ls_dtype *types = groups[g].types;
        bool works[12], all = true, any = false;
        for (int i = 0; i < 12 && types[i]; i++) {
            works[i] = supports(kind, types[i]);
            all &= works[i];
            any |= works[i];
        }
        if (!any) continue;
        if (all) {
            fprintf(out, "%s%s", separator, groups[g].name);
            separator = ", ";
        }
        for (int i = 0; i < 12 && types[i] && !all; i++) {
            if (!works[i]) continue;
            fprintf(out, "%s%s", separator, ls_dtype_name(types[i]));
            separator = ", ";
        }
    }
    if (!*separator) fprintf(out, "no elements");
}

static const char *how(const char *kernel)
{
    static const char *const ways[][2] = {{"control", "by the executor"},
                                          {"collective", "between ranks"},
                                          {"expanded", "written in other ops"},
                                          {"refuse", "refused by name"}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (!strcmp(ways[i][0], kernel)) return ways[i][1];
    return "kernel";
}

static const char *const kernels[] = {
#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel) [LS_IR_##kind] = #kernel,
#include "ir/ops.def"
#undef LS_OP
};

static char *write_page(void)
{
    char *page = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&page, &size);
    fprintf(
        out,
        "# StableHLO on the CPU device\n\nWhich op works on which element types; tests/cpu/table_test.c "
        "writes this page from what compiles "
        "(`LOCKSTEP_UPDATE_SNAPSHOTS=1 build/tests/cpu_table_test`)\nand fails if it has drifted. What is not here is "
        "refused when compiling, "
        "with op, operand types and position. `f4 and f8` are f4E2M1FN and the f8 types;\n`complex` is "
        "complex<f32> and complex<f64>. "
        "Programs that check the results are in `tests/hlo`, further oracles in `tests/cpu`.\n\n| op | "
        "element types | how |\n|---|---|---|\n");
    for (int kind = 0; kind < LS_IR_KIND_COUNT; kind++) {
        if (is_for_tests((ls_ir_kind)kind)) continue;
        fprintf(out, "| %s | ", ls_ir_op_info_of((ls_ir_kind)kind)->name);
        if (strcmp(kernels[kind], "refuse") != 0)
            write_types(out, (ls_ir_kind)kind);
        else
            fprintf(out, "none");
        fprintf(out, " | %s |\n", how(kernels[kind]));
    }
    fclose(out);
    return page;
}

static void the_page_says_what_compiles(void **state)
{
    char *page = write_page(), *is = NULL;
    size_t capacity = 0;
    if (getenv("LOCKSTEP_UPDATE_SNAPSHOTS")) {
        FILE *out = fopen(DOCS_FOLDER "/stablehlo.md", "w");
        assert_non_null(out);
        fputs(page, out);
        fclose(out);
    }
    FILE *in = fopen(DOCS_FOLDER "/stablehlo.md", "r");
    assert_non_null(in);
    assert_true(getdelim(&is, &capacity, EOF, in) > 0);
    fclose(in);
    for (char *a = page, *b = is; *a || *b;) {
        size_t m = strcspn(a, "\n"), n = strcspn(b, "\n");
        if (m != n || strncmp(a, b, m) != 0)
            fail_msg("docs/stablehlo.md says\n%.*s\nwhere what compiles is\n%.*s\nLOCKSTEP_UPDATE_SNAPSHOTS=1 writes "
                     "the page",
                     (int)n, b, (int)m, a);
        a += m + (a[m] != 0);
        b += n + (b[n] != 0);
    }
    free(page);
    free(is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_says_what_compiles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
