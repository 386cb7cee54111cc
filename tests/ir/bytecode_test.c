/* Portable artifacts of every version of the encoding read as the text that they were made from (artifacts/write.py).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "artifacts.h"
#include "ir/ir.h"

/* Its quoted form, which shows every attribute. Free it. */
static char *print_module(const ls_ir_module *module)
{
    char *text;
    size_t size;
    if (ls_ir_verify(module) != LS_OK) fail_msg("%s", ls_last_error());
    assert_int_equal(ls_ir_print_as(module, true, &text, &size), LS_OK);
    return text;
}

static void artifacts_mean_their_text(void **state)
{
    for (size_t i = 0; i < ARTIFACT_NAME_COUNT; i++) {
        artifact source = artifact_load(artifact_names[i], "mlir");
        ls_ir_module *module;
        if (ls_ir_read(source.bytes, source.size, &module) != LS_OK) fail_msg("%s", ls_last_error());
        char *wanted = print_module(module);
        ls_ir_module_destroy(module);
        for (size_t v = 0; v < ARTIFACT_VERSION_COUNT; v++) {
            artifact binary = artifact_load(artifact_names[i], artifact_versions[v]);
            assert_true(ls_ir_is_bytecode(binary.bytes, binary.size));
            if (ls_ir_read(binary.bytes, binary.size, &module) != LS_OK)
                fail_msg("%s.%s: %s", artifact_names[i], artifact_versions[v], ls_last_error());
            const ls_ir_func *text_main = ls_ir_main(module);
            assert_int_equal(module->num_replicas, i == 0 ? 2 : 1);
            assert_int_equal(text_main->arg_info[0].alias_output, i == 0 ? 0 : -1);
            assert_true(text_main->arg_info[2].is_donor == (i == 0));
            char *read = print_module(module);
            size_t same = 0;
            while (read[same] && read[same] == wanted[same]) same++;
            if (read[same] != wanted[same])
                fail_msg("%s.%s reads as ...%.200s... instead of ...%.200s...", artifact_names[i], artifact_versions[v],
                         read + same, wanted + same);
            free(read);
            ls_ir_module_destroy(module);
            free(binary.bytes);
        }
        free(wanted);
        free(source.bytes);
    }
}

/* The serialiser knew the text's file as "-". */
static void ops_know_where_they_come_from(void **state)
{
    artifact source = artifact_load("control", "mlir");
    ls_ir_module *text;
    assert_int_equal(ls_ir_read(source.bytes, source.size, &text), LS_OK);
    for (size_t v = 0; v < ARTIFACT_VERSION_COUNT; v++) {
        artifact binary = artifact_load("control", artifact_versions[v]);
        ls_ir_module *module;
        assert_int_equal(ls_ir_read(binary.bytes, binary.size, &module), LS_OK);
        const ls_ir_op *a = ls_ir_main(text)->body->first, *b = ls_ir_main(module)->body->first;
        for (; a && b; a = a->next, b = b->next) {
            char place[LS_IR_PLACE_SIZE], wanted[LS_IR_PLACE_SIZE];
            snprintf(wanted, sizeof(wanted), "-:%u:", a->line);
            ls_ir_op_place(b, place, sizeof(place));
            if (strncmp(place, wanted, strlen(wanted)) != 0) fail_msg("%s instead of %s", place, wanted);
        }
        assert_true(!a && !b);
        ls_ir_module_destroy(module);
        free(binary.bytes);
    }
    ls_ir_module_destroy(text);
    free(source.bytes);
}

static void artifacts_may_not_end_early(void **state)
{
    for (size_t i = 0; i < ARTIFACT_NAME_COUNT; i++)
        for (size_t v = 0; v < ARTIFACT_VERSION_COUNT; v++) {
            artifact binary = artifact_load(artifact_names[i], artifact_versions[v]);
            for (size_t size = 4; size < binary.size; size++) {
                ls_ir_module *module;
                char *copy = malloc(size); /* so that reading past the end is seen */
                memcpy(copy, binary.bytes, size);
                if (ls_ir_read(copy, size, &module) == LS_OK) fail_msg("%zu of %zu bytes were read", size, binary.size);
                assert_null(module);
                free(copy);
            }
            free(binary.bytes);
        }
}

/* Puts `to` in the place of the only `from` of the same length. */
static void replace(artifact *binary, const char *from, const char *to)
{
    assert_int_equal(strlen(from), strlen(to));
    char *at = memmem(binary->bytes, binary->size, from, strlen(from));
    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

static void expect_refusal(const char *from, const char *to, const char *message)
{
    artifact binary = artifact_load("network", "1.17.0.mlirbc");
    ls_ir_module *module;
    replace(&binary, from, to);
    assert_int_equal(ls_ir_read(binary.bytes, binary.size, &module), LS_UNIMPLEMENTED);
    if (!strstr(ls_last_error(), message)) fail_msg("%s", ls_last_error());
    free(binary.bytes);
}

static void what_is_too_new_or_too_old_is_named(void **state)
{
    expect_refusal("convolution_v1", "convolution_v7", "in vhlo.convolution_v7: ");
    expect_refusal("convolution_v1", "convolution_v7", "no operation of StableHLO 1.20.0");
    expect_refusal("convolution_v1", "convolution_v7", "the artifact is StableHLO_v1.17.0");
    expect_refusal("StableHLO_v1.17.0", "StableHLO_v0.8.12", "the artifact is StableHLO_v0.8.12");
    expect_refusal("StableHLO_v1.17.0", "MLIR_19.0.0.v1.17", "only portable artifacts");
    expect_refusal("ML\xEFR\x0D", "ML\xEFR\x13", "version 9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(artifacts_mean_their_text),
        cmocka_unit_test(ops_know_where_they_come_from),
        cmocka_unit_test(artifacts_may_not_end_early),
        cmocka_unit_test(what_is_too_new_or_too_old_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
