/* Cases of control flow, of what is refused, and of collectives with one replica, for ops_test.c. */

static void check_while(void)
{
    /* i = 0; while (i < n) { x, y = y, x + y; i++ }: variables change places, one is captured. */
    int32_t n = 10, x = 0, y = 1, got[3];
    run_text("func.func @main(%n: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>, "
             "tensor<i32>) {\n"
             "%c = stablehlo.constant dense<0> : tensor<i32>\n"
             "%one = stablehlo.constant dense<1> : tensor<i32>\n"
             "%r:3 = stablehlo.while(%i = %c, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>\n"
             "cond {\n%p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> "
             "tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n"
             "%s = stablehlo.add %a, %b : tensor<i32>\n%j = stablehlo.add %i, %one : tensor<i32>\n"
             "stablehlo.return %j, %b, %s : tensor<i32>, tensor<i32>, tensor<i32>\n}\n"
             "return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>\n}",
             (const void *[]){&n, &x, &y}, (void *[]){&got[0], &got[1], &got[2]});
    assert_int_equal(got[0], 10);
    assert_int_equal(got[1], 55);
    assert_int_equal(got[2], 89);
    /* All three change places and nothing else happens; an array is updated in place; loops nest. */
    int32_t v[3] = {1, 2, 3}, w[3];
    float row[6];
    run_text("func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i32>) -> (tensor<i32>, tensor<i32>, "
             "tensor<i32>, tensor<6xf32>) {\n"
             "%c = stablehlo.constant dense<0> : tensor<i32>\n%one = stablehlo.constant dense<1> : tensor<i32>\n%two = "
             "stablehlo.constant dense<2> : tensor<i32>\n"
             "%three = stablehlo.constant dense<3> : tensor<i32>\n%f = stablehlo.constant dense<0.0> : tensor<6xf32>\n"
             "%r:5 = stablehlo.while(%i = %c, %p = %x, %q = %y, %s = %z, %v = %f) : tensor<i32>, tensor<i32>, "
             "tensor<i32>, tensor<i32>, tensor<6xf32>\n"
             "cond {\n%t = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> "
             "tensor<i1>\nstablehlo.return %t : tensor<i1>\n} do {\n"
             "%u:2 = stablehlo.while(%k = %c, %o = %v) : tensor<i32>, tensor<6xf32>\n"
             "cond {\n%t = stablehlo.compare LT, %k, %three, SIGNED : (tensor<i32>, tensor<i32>) -> "
             "tensor<i1>\nstablehlo.return %t : tensor<i1>\n} do {\n"
             "%m = stablehlo.multiply %i, %three : tensor<i32>\n%at = stablehlo.add %m, %k : tensor<i32>\n"
             "%val = stablehlo.convert %at : (tensor<i32>) -> tensor<f32>\n%val1 = stablehlo.reshape %val : "
             "(tensor<f32>) -> tensor<1xf32>\n"
             "%new = stablehlo.dynamic_update_slice %o, %val1, %at : (tensor<6xf32>, tensor<1xf32>, tensor<i32>) -> "
             "tensor<6xf32>\n"
             "%k1 = stablehlo.add %k, %one : tensor<i32>\nstablehlo.return %k1, %new : tensor<i32>, tensor<6xf32>\n}\n"
             "%j = stablehlo.add %i, %one : tensor<i32>\nstablehlo.return %j, %q, %s, %p, %u#1 : tensor<i32>, "
             "tensor<i32>, tensor<i32>, tensor<i32>, tensor<6xf32>\n}\n"
             "return %r#1, %r#2, %r#3, %r#4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<6xf32>\n}",
             (const void *[]){&v[0], &v[1], &v[2]}, (void *[]){&w[0], &w[1], &w[2], row});
    assert_memory_equal(w, ((int32_t[]){3, 1, 2}), sizeof(w));
    for (int i = 0; i < 6; i++) assert_true(row[i] == (float)i);
}

static void check_if_and_case(void)
{
    float x = 3, got[2];
    for (int p = 0; p < 2; p++) {
        uint8_t pred = (uint8_t)p;
        run_text("func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n"
                 "%y = stablehlo.negate %x : tensor<f32>\n"
                 "%z:2 = \"stablehlo.if\"(%p) ({\n%a = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %a, %x : "
                 "tensor<f32>, tensor<f32>\n}, {\n"
                 "%b = stablehlo.multiply %y, %y : tensor<f32>\nstablehlo.return %b, %b : tensor<f32>, tensor<f32>\n}) "
                 ": (tensor<i1>) -> (tensor<f32>, tensor<f32>)\n"
                 "return %z#0, %z#1 : tensor<f32>, tensor<f32>\n}",
                 (const void *[]){&pred, &x}, (void *[]){&got[0], &got[1]});
        assert_true(p ? got[0] == 0 && got[1] == 3 : got[0] == 9 && got[1] == 9);
    }
    static const int32_t indices[] = {0, 1, 2, 3, -1, 1 << 30};
    static const float expected[] = {1, 2, 3, 3, 3, 3};
    for (int i = 0; i < 6; i++) {
        run_text("func.func @main(%i: tensor<i32>) -> tensor<f32> {\n%z = \"stablehlo.case\"(%i) ({\n%a = "
                 "stablehlo.constant dense<1.0> : tensor<f32>\nstablehlo.return %a : tensor<f32>\n}, {\n"
                 "%a = stablehlo.constant dense<2.0> : tensor<f32>\nstablehlo.return %a : tensor<f32>\n}, {\n%a = "
                 "stablehlo.constant dense<3.0> : tensor<f32>\nstablehlo.return %a : tensor<f32>\n}) : (tensor<i32>) "
                 "-> tensor<f32>\n"
                 "return %z : tensor<f32>\n}",
                 (const void *[]){&indices[i]}, (void *[]){got});
        assert_true(got[0] == expected[i]);
    }
}

static void check_control(ls_ir_kind kind)
{
    float x[4] = {1, 2, 3, 4}, got[4];
    switch (kind) {
    case LS_IR_WHILE: check_while(); break;
    case LS_IR_IF:
    case LS_IR_CASE: check_if_and_case(); break;
    case LS_IR_COMPOSITE:
        run_text("module @m {\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = stablehlo.composite "
                 "\"my.twice\" %x {decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>\nreturn %a : "
                 "tensor<4xf32>\n}\n"
                 "func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = stablehlo.add %x, %x : "
                 "tensor<4xf32>\nreturn %a : tensor<4xf32>\n}\n}",
                 (const void *[]){x}, (void *[]){got});
        for (int i = 0; i < 4; i++) assert_true(got[i] == 2 * x[i]);
        break;
    case LS_IR_CALL:
        run_text("module @m {\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = call @twice(%x) : "
                 "(tensor<4xf32>) -> tensor<4xf32>\n%b = call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %b "
                 ": tensor<4xf32>\n}\n"
                 "func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {\n%a = call @sum(%x, %x) : "
                 "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\nreturn %a : tensor<4xf32>\n}\n"
                 "func.func private @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n%a = stablehlo.add "
                 "%x, %y : tensor<4xf32>\nreturn %a : tensor<4xf32>\n}\n}",
                 (const void *[]){x}, (void *[]){got});
        for (int i = 0; i < 4; i++) assert_true(got[i] == 4 * x[i]);
        break;
    case LS_IR_OPTIMIZATION_BARRIER: {
        float other[4];
        run_text("func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n%y = stablehlo.negate %x : "
                 "tensor<4xf32>\n%a:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<4xf32>\nreturn "
                 "%a#1, %a#0 : tensor<4xf32>, tensor<4xf32>\n}",
                 (const void *[]){x}, (void *[]){got, other});
        for (int i = 0; i < 4; i++) assert_true(got[i] == -x[i] && other[i] == x[i]);
        break;
    }
    case LS_IR_RETURN: /* the same value twice, a parameter, a constant */ {
        float a[4], b[4], c[4], d[4];
        run_text("func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) "
                 "{\n%y = stablehlo.negate %x : tensor<4xf32>\n%c = stablehlo.constant dense<[5.0, 6.0, 7.0, 8.0]> : "
                 "tensor<4xf32>\nreturn %y, %x, %y, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>\n}",
                 (const void *[]){x}, (void *[]){a, b, c, d});
        for (int i = 0; i < 4; i++) assert_true(a[i] == -x[i] && b[i] == x[i] && c[i] == -x[i] && d[i] == 5 + (float)i);
        break;
    }
    default: fail_msg("no case for %s", ls_ir_op_info_of(kind)->name);
    }
}

static void check_refused(ls_ir_kind kind)
{
#ifndef RUN_BY_XLA
    if (kind != LS_IR_CUSTOM_CALL) return; /* the assertions, and programs side by side: tests/hlo */
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = 1, .threads = 1};
    const char *text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %y = stablehlo.custom_call "
                       "@wonder(%x) : (tensor<4xf32>) -> tensor<4xf32>\n  return %y : tensor<4xf32>\n}";
    assert_fails(compile_text(text, &options, &program), LS_UNIMPLEMENTED, "\"wonder\"");
    if (!strstr(ls_last_error(), "2:") || !strstr(ls_last_error(), "custom_call(tensor<4xf32>)"))
        fail_msg("no position or shape in: %s", ls_last_error());
    assert_null(program);
#endif
}

/* With one replica a collective is its operand; collective_test.c has more than one. */
static void check_alone(ls_ir_kind kind)
{
    static const struct {
        ls_ir_kind kind;
        const char *attrs, *region;
    } forms[] = {
        {LS_IR_ALL_REDUCE, "replica_groups = dense<> : tensor<0x0xi64>", "add"},
        {LS_IR_ALL_GATHER, "all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>", NULL},
        {LS_IR_REDUCE_SCATTER, "scatter_dimension = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>",
         "maximum"},
        {LS_IR_ALL_TO_ALL,
         "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> "
         ": tensor<1x1xi64>",
         NULL},
        {LS_IR_COLLECTIVE_PERMUTE, "source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>", NULL},
        {LS_IR_COLLECTIVE_BROADCAST, "replica_groups = dense<[[0]]> : tensor<1x1xi64>", NULL},
    };
    if (kind == LS_IR_REPLICA_ID || kind == LS_IR_PARTITION_ID) {
        char text[256];
        uint32_t id = 99;
        snprintf(text, sizeof(text),
                 "func.func @main() -> tensor<ui32> {\n%%z = %s : tensor<ui32>\nreturn %%z : tensor<ui32>\n}",
                 ls_ir_op_info_of(kind)->name);
        run_text(text, NULL, (void *[]){&id});
        assert_int_equal(id, 0);
        return;
    }
    for (size_t f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
        if (forms[f].kind != kind) continue;
        char text[1024];
        float x[4] = {1, 2, 3, 4}, got[4];
        snprintf(text, sizeof(text),
                 "func.func @main(%%x: tensor<4xf32>) -> tensor<4xf32> {\n%%z = \"%s\"(%%x) <{%s}> %s : "
                 "(tensor<4xf32>) -> tensor<4xf32>\nreturn %%z : tensor<4xf32>\n}",
                 ls_ir_op_info_of(kind)->name, forms[f].attrs,
                 forms[f].region ? reducer_text(forms[f].region, LS_F32) : "");
        run_text(text, (const void *[]){x}, (void *[]){got});
        assert_memory_equal(got, x, sizeof(x));
        return;
    }
    fail_msg("no case for %s", ls_ir_op_info_of(kind)->name);
}
