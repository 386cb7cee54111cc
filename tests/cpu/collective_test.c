/* Programs with collectives on four replicas, one thread each, over a domain of their own. */
#include "comm/comm.h"
#include "elements.h"
#include "run_program.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORLD 4
#define MAX_COMMS 8

typedef struct replica {
    int rank;
    ls_comm_domain *domain;
    const ls_cpu_program *program;
    void *in[4], *out[4];
    ls_status status;
    char message[512];
    struct {
        int ranks[WORLD], count;
        ls_comm *comm;
    } comms[MAX_COMMS];
    int comm_count;
    int posted; /* collectives that asked for a comm */
} replica;

static ls_status find_comm(void *arg, const int *ranks, int count, ls_comm **out_comm)
{
    replica *r = arg;
    r->posted++;
    for (int i = 0; i < r->comm_count; i++) {
        if (r->comms[i].count != count || memcmp(r->comms[i].ranks, ranks, sizeof(int) * (size_t)count)) continue;
        *out_comm = r->comms[i].comm;
        return LS_OK;
    }
    int mine = 0;
    while (ranks[mine] != r->rank) mine++;
    int i = r->comm_count++;
    memcpy(r->comms[i].ranks, ranks, sizeof(int) * (size_t)count);
    r->comms[i].count = count;
    LS_TRY(ls_comm_open(r->domain, 1, ranks, count, mine, &r->comms[i].comm));
    *out_comm = r->comms[i].comm;
    return LS_OK;
}

static void *run_replica(void *arg)
{
    replica *r = arg;
    const ls_cpu_program_info *info = ls_cpu_program_info_of(r->program);
    void *arena = NULL;
    r->status = ls_comm_alloc(r->domain, info->arena_bytes + 64, &arena);
    for (int run = 0; run < 3 && r->status == LS_OK; run++)
        r->status = ls_cpu_program_run(r->program, &(ls_cpu_run){.params = r->in,
                                                                 .outputs = r->out,
                                                                 .arena = arena,
                                                                 .replica = r->rank,
                                                                 .launch = 100 + (uint64_t)run,
                                                                 .comm = find_comm,
                                                                 .comm_arg = r,
                                                                 .deadline = ls_deadline_in_ms(20000)});
    snprintf(r->message, sizeof(r->message), "%s", r->status == LS_OK ? "" : ls_last_error());
    ls_comm_free(r->domain, arena);
    return NULL;
}

/* Operand i of a rank: 1000·rank + index, small enough for the type. */
static void fill(ls_dtype t, void *data, int64_t count, int rank, int operand)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t x = ls_dtype_size(t) >= 4 ? 1000 * rank + 100 * operand + i : (7 * rank + 3 * operand + i) % 13;
        if (ls_dtype_is_float(t))
            put_float(t, data, i, (double)x);
        else
            put_int(t, data, i, t == LS_BOOL ? x % 2 : x);
    }
}

/* Runs a program on every replica. Operands and results lie in memory that comm hands out. */
static void run_world(const char *text, replica *replicas)
{
    ls_comm_domain *domain;
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = WORLD, .reference = true, .threads = 1};
    if (compile_text(text, &options, &program) != LS_OK) fail_msg("%s\nin:\n%s", ls_last_error(), text);
    const ls_cpu_program_info *info = ls_cpu_program_info_of(program);
    assert_true(info->has_collectives);
    assert_ok(ls_comm_domain_create(
        &(ls_comm_domain_options){.num_ranks = WORLD, .num_processes = 1, .deadline = ls_deadline_in_ms(10000)},
        &domain));
    pthread_t threads[WORLD];
    for (int rank = 0; rank < WORLD; rank++) {
        replica *r = &replicas[rank];
        *r = (replica){.rank = rank, .domain = domain, .program = program};
        for (size_t i = 0; i < info->param_count; i++) {
            assert_ok(ls_comm_alloc(domain, ls_ir_type_bytes(&info->params[i]), &r->in[i]));
            fill(info->params[i].dtype, r->in[i], ls_shape_count(info->params[i].shape), rank, (int)i);
        }
        for (size_t i = 0; i < info->output_count; i++)
            assert_ok(ls_comm_alloc(domain, ls_ir_type_bytes(&info->outputs[i]), &r->out[i]));
    }
    for (int rank = 0; rank < WORLD; rank++)
        assert_int_equal(pthread_create(&threads[rank], NULL, run_replica, &replicas[rank]), 0);
    for (int rank = 0; rank < WORLD; rank++) pthread_join(threads[rank], NULL);
    for (int rank = 0; rank < WORLD; rank++) {
        replica *r = &replicas[rank];
        if (r->status != LS_OK) fail_msg("rank %d: %s\nin:\n%s", rank, r->message, text);
        for (int i = 0; i < r->comm_count; i++) ls_comm_close(r->comms[i].comm);
        for (int i = 0; i < 4; i++) { /* the caller reads results after the domain has gone */
            size_t bytes = (size_t)i < info->output_count ? ls_ir_type_bytes(&info->outputs[i]) : 0;
            void *copy = malloc(bytes + 8);
            if (bytes) memcpy(copy, r->out[i], bytes);
            ls_comm_free(domain, r->out[i]);
            ls_comm_free(domain, r->in[i]);
            r->out[i] = copy;
        }
    }
    ls_comm_domain_destroy(domain);
    ls_cpu_program_destroy(program);
}

static void free_results(replica *replicas)
{
    for (int rank = 0; rank < WORLD; rank++)
        for (int i = 0; i < 4; i++) free(replicas[rank].out[i]);
}

static double value_at(ls_dtype t, const void *data, int64_t i)
{
    return ls_dtype_is_float(t) ? get_float(t, data, i) : (double)get_int(t, data, i);
}

/* What `fill` put there, read back through the type. */
static double input_at(ls_dtype t, int rank, int operand, int64_t i)
{
    uint64_t data[64];
    fill(t, data, i + 1, rank, operand);
    return value_at(t, data, i);
}

#define REGION(op)                                                                                                     \
    "({\n^bb0(%%p: tensor<%1$s>, %%q: tensor<%1$s>):\n%%r = stablehlo." op                                             \
    " %%p, %%q : tensor<%1$s>\nstablehlo.return %%r : tensor<%1$s>\n})"

static void check_all_reduce(ls_dtype t)
{
    char text[1024];
    replica r[WORLD];
    snprintf(text, sizeof(text),
             "func.func @main(%%x: tensor<3x5x%1$s>, %%y: tensor<7x%1$s>) -> (tensor<3x5x%1$s>, tensor<7x%1$s>) {\n"
             "%%z:2 = \"stablehlo.all_reduce\"(%%x, %%y) <{replica_groups = dense<> : tensor<0x0xi64>}> " REGION(
                 "add") " : (tensor<3x5x%1$s>, tensor<7x%1$s>) -> (tensor<3x5x%1$s>, tensor<7x%1$s>)\nreturn %%z#0, "
                        "%%z#1 : tensor<3x5x%1$s>, tensor<7x%1$s>\n}",
             ls_dtype_name(t));
    run_world(text, r);
    for (int rank = 0; rank < WORLD; rank++) {
        assert_int_equal(r[rank].posted, 3); /* one collective for both operands, three runs */
        for (int operand = 0; operand < 2; operand++) {
            for (int i = 0; i < (operand ? 7 : 15); i++) {
                double sum = 0;
                for (int k = 0; k < WORLD; k++)
                    sum = t == LS_BOOL ? fmax(sum, input_at(t, k, operand, i)) : sum + input_at(t, k, operand, i);
                assert_true(value_at(t, r[rank].out[operand], i) == sum);
            }
        }
    }
    free_results(r);
}

static void test_all_reduce(void **state)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) check_all_reduce(all_types[i]);
}

/* Groups that are not in order, and one collective per group at once. */
static void test_groups(void **state)
{
    replica r[WORLD];
    run_world("func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {\n"
              "%z = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> "
              "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
              "%r = stablehlo.maximum %p, %q : tensor<f32>\nstablehlo.return %r : tensor<f32>\n}) : (tensor<6xf32>) -> "
              "tensor<6xf32>\nreturn %z : tensor<6xf32>\n}",
              r);
    for (int rank = 0; rank < WORLD; rank++)
        for (int i = 0; i < 6; i++)
            assert_true(((float *)r[rank].out[0])[i] == input_at(LS_F32, rank % 2 ? 3 : 2, 0, i));
    free_results(r);
}

static void check_moves(ls_dtype t)
{
    char text[2048];
    replica r[WORLD];
    /* Along inner dimensions: x is 2×4×3. */
    snprintf(text, sizeof(text),
             "func.func @main(%%x: tensor<2x4x3x%1$s>) -> (tensor<2x16x3x%1$s>, tensor<2x1x3x%1$s>, "
             "tensor<2x1x12x%1$s>, tensor<2x4x3x%1$s>) {\n"
             "%%a = \"stablehlo.all_gather\"(%%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : "
             "tensor<1x4xi64>}> : (tensor<2x4x3x%1$s>) -> tensor<2x16x3x%1$s>\n"
             "%%b = \"stablehlo.reduce_scatter\"(%%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[3, 2, 1, "
             "0]]> : tensor<1x4xi64>}> " REGION(
                 "maximum") " : (tensor<2x4x3x%1$s>) -> tensor<2x1x3x%1$s>\n"
                            "%%c = \"stablehlo.all_to_all\"(%%x) <{split_dimension = 1 : i64, concat_dimension = 2 : "
                            "i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : "
                            "(tensor<2x4x3x%1$s>) -> tensor<2x1x12x%1$s>\n"
                            "%%d = \"stablehlo.collective_permute\"(%%x) <{source_target_pairs = dense<[[0, 2], [2, "
                            "1], [3, 3]]> : tensor<3x2xi64>}> : (tensor<2x4x3x%1$s>) -> tensor<2x4x3x%1$s>\n"
                            "return %%a, %%b, %%c, %%d : tensor<2x16x3x%1$s>, tensor<2x1x3x%1$s>, tensor<2x1x12x%1$s>, "
                            "tensor<2x4x3x%1$s>\n}",
             ls_dtype_name(t));
    run_world(text, r);
    static const int source[] = {-1, 2, 0, 3};
    for (int rank = 0; rank < WORLD; rank++) {
        for (int i = 0; i < 2 * 16 * 3; i++) {
            int a = i / 48, b = i / 3 % 16, c = i % 3;
            assert_true(value_at(t, r[rank].out[0], i) == input_at(t, b / 4, 0, (a * 4 + b % 4) * 3 + c));
        }
        for (int i = 0; i < 2 * 3; i++) { /* the group's order is backwards: rank r takes part 3 − r */
            double most = -1;
            for (int k = 0; k < WORLD; k++) most = fmax(most, input_at(t, k, 0, (i / 3 * 4 + 3 - rank) * 3 + i % 3));
            assert_true(value_at(t, r[rank].out[1], i) == most);
        }
        for (int i = 0; i < 2 * 12; i++)
            assert_true(value_at(t, r[rank].out[2], i) == input_at(t, i % 12 / 3, 0, (i / 12 * 4 + rank) * 3 + i % 3));
        for (int i = 0; i < 24; i++)
            assert_true(value_at(t, r[rank].out[3], i) == (source[rank] < 0 ? 0 : input_at(t, source[rank], 0, i)));
    }
    free_results(r);
}

static void test_moves(void **state)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) check_moves(all_types[i]);
}

/* A region of more than one op, and a broadcast that leaves replicas out. */
static void test_any_region_and_broadcast(void **state)
{
    replica r[WORLD];
    run_world("func.func @main(%x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<1x2xf32>) {\n"
              "%z = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({\n^bb0(%p: "
              "tensor<f32>, %q: tensor<f32>):\n"
              "%c = stablehlo.constant dense<2.0> : tensor<f32>\n%s = stablehlo.multiply %p, %c : tensor<f32>\n%r = "
              "stablehlo.add %s, %q : tensor<f32>\nstablehlo.return %r : tensor<f32>\n"
              "}) : (tensor<4x2xf32>) -> tensor<4x2xf32>\n"
              "%b = \"stablehlo.collective_broadcast\"(%x) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : "
              "(tensor<4x2xf32>) -> tensor<4x2xf32>\n"
              "%w = \"stablehlo.reduce_scatter\"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, "
              "3]]> : tensor<1x4xi64>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
              "%r = stablehlo.subtract %p, %q : tensor<f32>\nstablehlo.return %r : tensor<f32>\n}) : (tensor<4x2xf32>) "
              "-> tensor<1x2xf32>\n"
              "return %z, %b, %w : tensor<4x2xf32>, tensor<4x2xf32>, tensor<1x2xf32>\n}",
              r);
    for (int rank = 0; rank < WORLD; rank++) {
        for (int i = 0; i < 8; i++) {
            double fold = input_at(LS_F32, 0, 0, i);
            for (int k = 1; k < WORLD; k++) fold = 2 * fold + input_at(LS_F32, k, 0, i);
            assert_true(((float *)r[rank].out[0])[i] == (float)fold);
            assert_true(((float *)r[rank].out[1])[i] ==
                        (rank == 1 || rank == 2 ? (float)input_at(LS_F32, 2, 0, i) : 0));
        }
        for (int i = 0; i < 2; i++) {
            double fold = input_at(LS_F32, 0, 0, 2 * rank + i);
            for (int k = 1; k < WORLD; k++) fold -= input_at(LS_F32, k, 0, 2 * rank + i);
            assert_true(((float *)r[rank].out[2])[i] == (float)fold);
        }
    }
    free_results(r);
}

/* In a loop, with replica_id; the trip count is the same everywhere. */
static void test_in_a_loop(void **state)
{
    replica r[WORLD];
    run_world("func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<ui32>) {\n"
              "%c = stablehlo.constant dense<0> : tensor<i32>\n%n = stablehlo.constant dense<3> : tensor<i32>\n%o = "
              "stablehlo.constant dense<1> : tensor<i32>\n"
              "%b = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({\n^bb0(%p: "
              "tensor<i32>, %q: tensor<i32>):\n%r = stablehlo.minimum %p, %q : tensor<i32>\nstablehlo.return %r : "
              "tensor<i32>\n}) : (tensor<2xi32>) -> tensor<2xi32>\n"
              "%w:2 = stablehlo.while(%i = %c, %a = %b) : tensor<i32>, tensor<2xi32>\n"
              "cond {\n%p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return "
              "%p : tensor<i1>\n} do {\n"
              "%s = \"stablehlo.all_reduce\"(%a) <{replica_groups = dense<> : tensor<0x0xi64>}> ({\n^bb0(%p: "
              "tensor<i32>, %q: tensor<i32>):\n%r = stablehlo.add %p, %q : tensor<i32>\nstablehlo.return %r : "
              "tensor<i32>\n}) : (tensor<2xi32>) -> tensor<2xi32>\n"
              "%j = stablehlo.add %i, %o : tensor<i32>\nstablehlo.return %j, %s : tensor<i32>, tensor<2xi32>\n}\n"
              "%id = stablehlo.replica_id : tensor<ui32>\nreturn %w#1, %id : tensor<2xi32>, tensor<ui32>\n}",
              r);
    for (int rank = 0; rank < WORLD; rank++) {
        for (int i = 0; i < 2; i++) assert_int_equal(((int32_t *)r[rank].out[0])[i], 64 * i);
        assert_int_equal(*(uint32_t *)r[rank].out[1], rank);
    }
    free_results(r);
}

/* The dump of the memory stage shows two all_reduces posted before work that does not need them, and completed after
 * it. */
static void test_work_goes_on_between_post_and_complete(void **state)
{
    char folder[] = "/tmp/lockstep-dump-XXXXXX", line[1024], order[64] = "";
    assert_non_null(mkdtemp(folder));
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = 2, .reference = true, .threads = 1, .dump = folder};
    assert_ok(compile_text("func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n"
                           "%a = stablehlo.negate %x : tensor<8xf32>\n"
                           "%b = \"stablehlo.all_reduce\"(%a) <{replica_groups = dense<> : tensor<0x0xi64>}> "
                           "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%r = stablehlo.add %p, %q : "
                           "tensor<f32>\nstablehlo.return %r : tensor<f32>\n}) : (tensor<8xf32>) -> tensor<8xf32>\n"
                           "%c = stablehlo.exponential %y : tensor<8xf32>\n"
                           "%d = \"stablehlo.all_reduce\"(%c) <{replica_groups = dense<> : tensor<0x0xi64>}> "
                           "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%r = stablehlo.add %p, %q : "
                           "tensor<f32>\nstablehlo.return %r : tensor<f32>\n}) : (tensor<8xf32>) -> tensor<8xf32>\n"
                           "%e = stablehlo.sqrt %y : tensor<8xf32>\n"
                           "%f = stablehlo.add %b, %e : tensor<8xf32>\n%g = stablehlo.add %d, %e : "
                           "tensor<8xf32>\nreturn %f, %g : tensor<8xf32>, tensor<8xf32>\n}",
                           &options, &program));
    ls_cpu_program_destroy(program);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (strstr(entry->d_name, "-memory.plan")) {
            FILE *file = fopen(path, "r");
            while (fgets(line, sizeof(line), file)) {
                static const struct {
                    const char *what;
                    char letter;
                } marks[] = {{" post ", 'p'},
                             {" complete ", 'c'},
                             {"[stablehlo.negate]", 'n'},
                             {"[stablehlo.exponential]", 'e'},
                             {"[stablehlo.sqrt]", 's'},
                             {"[stablehlo.add]", 'a'}};
                for (size_t i = 0; i < 6; i++)
                    if (strstr(line, marks[i].what)) order[strlen(order)] = marks[i].letter;
            }
            fclose(file);
        }
        remove(path);
    }
    closedir(dir);
    rmdir(folder);
    assert_string_equal(order, "npepscaca");
}

/* A bucket of many gradients is computed in the results' buffers and reduced there: the arena holds nothing but the
 * ticket. */
static void test_many_operands_in_place(void **state)
{
    enum { OPERANDS = 70, ELEMENTS = 1000 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const char *type = "tensor<1000xf32>";
    fprintf(out, "func.func @main(");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%%x%d: %s", i ? ", " : "", i, type);
    fprintf(out, ") -> (");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%s", i ? ", " : "", type);
    fprintf(out, ") {\n");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%%y%d = stablehlo.negate %%x%d : %s\n", i, i, type);
    fprintf(out, "%%z:%d = \"stablehlo.all_reduce\"(", OPERANDS);
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%%y%d", i ? ", " : "", i);
    fprintf(out, ") <{replica_groups = dense<> : tensor<0x0xi64>}> ({\n^bb0(%%p: tensor<f32>, %%q: tensor<f32>):\n"
                 "%%r = stablehlo.add %%p, %%q : tensor<f32>\nstablehlo.return %%r : tensor<f32>\n}) : (");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%s", i ? ", " : "", type);
    fprintf(out, ") -> (");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%s", i ? ", " : "", type);
    fprintf(out, ")\nreturn ");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%%z#%d", i ? ", " : "", i);
    fprintf(out, " : ");
    for (int i = 0; i < OPERANDS; i++) fprintf(out, "%s%s", i ? ", " : "", type);
    fprintf(out, "\n}\n");
    assert_int_equal(fclose(out), 0);
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = 2, .reference = true, .threads = 1};
    assert_ok(compile_text(text, &options, &program));
    assert_true(ls_cpu_program_info_of(program)->arena_bytes < 2 * ELEMENTS * sizeof(float)); /* 4.5 kB of ticket */
    ls_cpu_program_destroy(program);
    free(text);
}

static void test_bad_groups_are_refused(void **state)
{
    ls_cpu_program *program;
    ls_cpu_compile_options options = {.num_replicas = 2, .threads = 1};
    assert_fails(
        compile_text(
            "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
            "%b = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 5]]> : tensor<1x2xi64>}> ({\n^bb0(%p: "
            "tensor<f32>, %q: tensor<f32>):\n%r = stablehlo.add %p, %q : tensor<f32>\nstablehlo.return %r : "
            "tensor<f32>\n}) : (tensor<8xf32>) -> tensor<8xf32>\nreturn %b : tensor<8xf32>\n}",
            &options, &program),
        LS_INVALID_ARGUMENT, "replica 5");
    assert_fails(compile_text("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
                              "%b = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<[[0, 2]]> : "
                              "tensor<1x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>\nreturn %b : tensor<8xf32>\n}",
                              &options, &program),
                 LS_INVALID_ARGUMENT, "the launch has 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_reduce),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_any_region_and_broadcast),
        cmocka_unit_test(test_in_a_loop),
        cmocka_unit_test(test_work_goes_on_between_post_and_complete),
        cmocka_unit_test(test_many_operands_in_place),
        cmocka_unit_test(test_bad_groups_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
