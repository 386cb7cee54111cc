/* Every op of ops.def on every element type it allows, against oracles written here. A row of ops.def without a case
 * fails. */
#include <glob.h>

#include "elements.h"
#ifndef RUN_BY_XLA
#include "run_program.h"
#endif

/* In this order: later ones use what earlier ones define. */
// clang-format off
#include "ops_elementwise.h"
#include "ops_movement.h"
#include "ops_reduction.h"
#include "ops_network.h"
#include "ops_control.h"
// clang-format on

typedef void (*check_fn)(ls_ir_kind kind);

/* Ops whose oracles are programs: a file of tests/hlo has them, which suite `hlo` runs. */
static void check_program(ls_ir_kind kind)
{
    const char *name = ls_ir_op_info_of(kind)->name;
    glob_t files;
    bool found = false;
    assert_int_equal(glob(HLO_FOLDER "/*.mlir", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc && !found; i++) {
        char *text = NULL;
        size_t capacity = 0;
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        assert_true(getdelim(&text, &capacity, EOF, file) > 0);
        fclose(file);
        for (const char *at = text; !found && (at = strstr(at, name)); at += strlen(name))
            found = strchr(" \"(", at[strlen(name)]) != NULL;
        free(text);
    }
    globfree(&files);
    if (!found) fail_msg("no file in " HLO_FOLDER " has %s", name);
}

/* check_<kernel column of ops.def>. */
#define check_broadcast_in_dim check_movement
#define check_concatenate check_movement
#define check_pad check_movement
#define check_reshape check_movement
#define check_reverse check_movement
#define check_slice check_movement
#define check_transpose check_movement
#define check_unary check_elementwise
#define check_binary check_elementwise
#define check_refuse check_refused
#define check_collective check_alone
#define check_id check_alone
#define check_complex check_program
#define check_rng check_program
#define check_fft check_program
#define check_cholesky check_program
#define check_triangular_solve check_program
#define check_map check_program
#define check_token check_program
#define check_expanded check_program

static check_fn check_of(ls_ir_kind kind)
{
    static const check_fn checks[LS_IR_KIND_COUNT] = {
#define LS_OP(kind, name, operands, results, regions, syntax, infer, gradient, kernel) [LS_IR_##kind] = check_##kernel,
#include "ir/ops.def"
#undef LS_OP
    };
    if (!strncmp(ls_ir_op_info_of(kind)->name, "chlo.", 5) && kind != LS_IR_ERF) return check_program;
    switch (kind) {
    case LS_IR_IS_FINITE: return check_is_finite;
    case LS_IR_REAL:
    case LS_IR_IMAG: return check_program;
    default: return checks[kind];
    }
}

#ifndef RUN_BY_XLA
static void skip_if_not_ours(ls_ir_kind kind)
{
}
#define WAYS 2 /* by reference kernels, then with the fast paths */
#else
#define WAYS 1
#endif

static void test_op(void **state)
{
    intptr_t number = (intptr_t)*state;
    ls_ir_kind kind = (ls_ir_kind)(number % LS_IR_KIND_COUNT);
    skip_if_not_ours(kind);
#ifndef RUN_BY_XLA
    run_by_reference = number < LS_IR_KIND_COUNT;
#endif
    check_of(kind)(kind);
}

int main(void)
{
    struct CMUnitTest tests[WAYS * LS_IR_KIND_COUNT];
    for (intptr_t i = 0; i < WAYS * LS_IR_KIND_COUNT; i++) {
        const char *name = ls_ir_op_info_of((ls_ir_kind)(i % LS_IR_KIND_COUNT))->name;
        tests[i] = (struct CMUnitTest){.name = name, .test_func = test_op, .initial_state = (void *)i};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
