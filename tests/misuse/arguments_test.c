/* NULLs, impossible numbers and impossible shapes where a user may give them: an error that says so, never a crash. */
#include "ls_ranks.h"
#include <lockstep/lockstep.h>

#define op_fails(call, part)                                                                                           \
    do {                                                                                                               \
        ls_tensor result_ = call;                                                                                      \
        assert_fails(ls_tensor_status(result_), LS_INVALID_ARGUMENT, part);                                            \
    } while (0)
#define refused(call, part) assert_fails(call, LS_INVALID_ARGUMENT, part)

static int open_scope(void **state)
{
    ls_scope_push();
    return 0;
}

static int close_scope(void **state)
{
    if (ls_scope_pop() != LS_OK) return -1;
    (void)ls_mark_step(); /* tells the first error once more */
    return ls_mark_step() == LS_OK ? 0 : -1;
}

static void arrays_of_ops_may_not_be_missing(void **state)
{
    ls_tensor m = ls_zeros(LS_SHAPE(2, 3), LS_F32);
    op_fails(ls_permute(m, NULL, 2), "ls_permute: no dimensions");
    op_fails(ls_cat(NULL, 2, 0), "ls_cat: no tensors");
    op_fails(ls_stack(NULL, 1, 0), "ls_stack: no tensors");
    op_fails(ls_sum(m, NULL, 2, NULL), "ls_sum: 2 dimensions at");
    op_fails(ls_mean(m, (int[]){0}, -1, NULL), "ls_mean: -1 dimensions");
    op_fails(ls_keep((ls_tensor){0}), "ls_keep: no tensor");
}

static void impossible_types_are_refused_before_they_are_traced(void **state)
{
    ls_tensor labels = ls_zeros(LS_SHAPE(2), LS_I64), m = ls_zeros(LS_SHAPE(2, 3), LS_F32);
    op_fails(ls_one_hot(labels, 3, (ls_dtype)99), "ls_one_hot: unknown element type 99");
    op_fails(ls_one_hot(labels, -3, LS_F32), "ls_one_hot: needs at least 1 class");
    op_fails(ls_cast(m, (ls_dtype)77), "ls_cast: unknown element type 77");
    op_fails(ls_full(LS_SHAPE(1ll << 40, 1ll << 40), 1, LS_F32), "ls_full: a tensor of");
    op_fails(ls_from_f32((float[]){1}, LS_SHAPE(1ll << 40, 1ll << 40)), "more bytes than memory");
    ls_module *large = ls_nn_linear(1ll << 61, 8, NULL);
    refused(ls_module_status(large), "more bytes than memory");
    ls_module_destroy(large);
    ls_module *negative = ls_nn_layer_norm(LS_SHAPE(-3), 0);
    refused(ls_module_status(negative), "dimension 0 is -3");
    ls_module_destroy(negative);
}

static void scalars_must_fit_integer_types(void **state)
{
    ls_tensor i = ls_full(LS_SHAPE(2), 7, LS_I32), u = ls_full(LS_SHAPE(2), 7, LS_U8);
    op_fails(ls_mul_scalar(i, 0.5), "ls_mul_scalar: 0.5 is no value of i32");
    op_fails(ls_add_scalar(i, 1e12), "ls_add_scalar: 1e+12 is no value of i32");
    op_fails(ls_add_scalar(u, 256), "256 is no value of ui8");
    op_fails(ls_mul_scalar(u, -1), "-1 is no value of ui8");
    int32_t sum[2];
    assert_ok(ls_to_host(ls_add_scalar(i, -2147483648.0), sum, sizeof sum));
    assert_int_equal(sum[0], INT32_MIN + 7);
}

static void made_up_shapes_are_harmless(void **state)
{
    assert_int_equal(ls_shape_count(LS_SHAPE(1ll << 40, 1ll << 40)), INT64_MAX);
    assert_int_equal(ls_shape_count(LS_SHAPE(1ll << 40, 1ll << 40, 0)), 0);
    ls_shape *last = malloc(sizeof(*last)); /* the sanitizer watches its end */
    for (int i = 0; i < LS_MAX_RANK; i++) last->dims[i] = 2;
    last->rank = 99;
    assert_int_equal(ls_shape_count(*last), 1 << LS_MAX_RANK);
    assert_true(ls_shape_equal(*last, *last));
    char text[200];
    assert_string_equal(ls_shape_format(*last, text, sizeof text), "2x2x2x2x2x2x2x2x2x2x2x2");
    last->rank = -3;
    assert_int_equal(ls_shape_count(*last), 1);
    assert_true(ls_shape_equal(*last, *last));
    free(last);
}

static void positions_do_not_overflow(void **state)
{
    ls_tensor m = ls_zeros(LS_SHAPE(2, 3), LS_F32);
    assert_fails(ls_tensor_status(ls_slice_assign(m, 0, INT64_MAX, m)), LS_OUT_OF_RANGE, "ls_slice_assign");
    op_fails(ls_flatten(m, -9), "dimension -9 is out of range");
}

static void windows_must_fit(void **state)
{
    ls_tensor x = ls_zeros(LS_SHAPE(1, 2, 4, 4), LS_F32), w = ls_zeros(LS_SHAPE(2, 2, 5, 5), LS_F32);
    op_fails(ls_conv2d(x, w, (ls_tensor){0}, NULL), "ls_conv2d: the kernel is larger than the padded input");
    op_fails(ls_conv2d(x, x, (ls_tensor){0}, &(ls_conv2d_options){.padding = {-1, 0}}), "padding must not be negative");
    op_fails(ls_max_pool2d(x, &(ls_pool2d_options){.kernel = {9, 9}}), "larger than the padded input");
    op_fails(ls_avg_pool2d(x, &(ls_pool2d_options){.kernel = {2, 2}, .padding = {0, -1}}), "must not be negative");
    assert_ok(ls_tensor_status(ls_conv2d(x, w, (ls_tensor){0}, &(ls_conv2d_options){.padding = {1, 1}})));
    ls_tensor empty = ls_zeros(LS_SHAPE(0, 2, 4, 4), LS_F32); /* an empty batch is no mistake */
    assert_ok(ls_tensor_status(ls_max_pool2d(empty, &(ls_pool2d_options){.kernel = {2, 2}})));
}

static void label_smoothing_lies_between_0_and_1(void **state)
{
    ls_tensor logits = ls_zeros(LS_SHAPE(2, 3), LS_F32), labels = ls_zeros(LS_SHAPE(2), LS_I64);
    op_fails(ls_cross_entropy(logits, labels, &(ls_cross_entropy_options){2}), "label_smoothing 2");
    op_fails(ls_cross_entropy(logits, labels, &(ls_cross_entropy_options){-1}), "label_smoothing -1");
}

static ls_status reduce_wrongly(int index, void *arg)
{
    LS_TRY(rank_join_group());
    ls_tensor t = ls_full(LS_SHAPE(3), index, LS_I32);
    rank_check_fails(ls_all_reduce(t, (ls_reduce_op)99, LS_WORLD), LS_INVALID_ARGUMENT, "reduction 99 is unknown");
    rank_check_fails(ls_all_reduce_coalesced(&t, -1, LS_SUM, LS_WORLD), LS_INVALID_ARGUMENT, "negative");
    (void)ls_mark_step();
    LS_TRY(ls_mark_step());
    return ls_destroy_process_group();
}

static void reductions_must_be_known(void **state)
{
    run_ranks(reduce_wrongly, NULL, 2);
}

static ls_status one(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    *out_x = 1;
    *out_label = 0;
    return LS_OK;
}

static void data_sets_check_what_they_are_given(void **state)
{
    ls_dataset *set = NULL;
    ls_dataset_source source = {.name = "ones", .count = 10, .get = one};
    refused(ls_dataset_create(&source, NULL), "ls_dataset_create: no place");
    source.shape.rank = 99;
    refused(ls_dataset_create(&source, &set), "rank 99");
    source.shape = LS_SHAPE(-1);
    refused(ls_dataset_create(&source, &set), "these dimensions");
    refused(ls_dataset_open_fake(1, LS_SHAPE(1), 1, 0, NULL), "no place");
    refused(ls_dataset_open_mnist(&(ls_mnist_options){.fake_data = true}, NULL), "no place");
    assert_int_equal(ls_dataset_count(NULL), 0);
    assert_int_equal(ls_dataset_shape(NULL).rank, 0);
    assert_string_equal(ls_dataset_name(NULL), "data");
    refused(ls_dataset_get(NULL, 0, NULL, NULL), "ls_dataset_get");
    refused(ls_sampler_indices(NULL, 0, NULL), "no options");
    assert_int_equal(ls_sampler_length(NULL), 0);
    refused(ls_sampler_indices(&(ls_sampler_options){.count = 1, .world_size = 1}, 0, NULL), "no place");
}

static void loaders_check_what_they_are_given(void **state)
{
    ls_dataset *set = NULL;
    ls_loader *loader = NULL;
    ls_tensor x, labels;
    assert_ok(ls_dataset_open_fake(10, LS_SHAPE(4), 3, 0, &set));
    refused(ls_loader_create(set, &(ls_loader_options){.batch_size = 4}, NULL), "no place");
    ls_loader_options options = {.batch_size = 4, .sampler = {.rank = 9, .world_size = 2}};
    refused(ls_loader_create(set, &options, &loader), "rank 9 of 2");
    options.sampler = (ls_sampler_options){.count = 99, .world_size = 1};
    refused(ls_loader_create(set, &options, &loader), "99 examples; fake data has 10");
    refused(ls_loader_start(NULL, 0), "ls_loader_start");
    refused(ls_loader_next(NULL, &x, &labels), "ls_loader_next");
    assert_int_equal(ls_loader_batches(NULL), 0);
    options.sampler.count = 0;
    assert_ok(ls_loader_create(set, &options, &loader));
    assert_ok(ls_loader_start(loader, 0));
    refused(ls_loader_next(loader, NULL, &labels), "ls_loader_next");
    assert_ok(ls_loader_next(loader, &x, &labels));
    ls_loader_destroy(loader);
    ls_dataset_close(set);
}

static void stores_check_what_they_are_given(void **state)
{
    ls_store *store = NULL;
    void *value;
    size_t size;
    refused(ls_store_create_local(NULL), "ls_store_create_local");
    refused(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true}, NULL), "ls_store_create_tcp");
    assert_ok(ls_store_create_local(&store));
    refused(ls_store_create_prefix(store, "p", NULL), "ls_store_create_prefix");
    refused(ls_store_set(NULL, "k", "v", 1, 100), "ls_store_set: the store is NULL");
    refused(ls_store_get(store, "k", NULL, &size, 100), "ls_store_get: no place");
    refused(ls_store_compare_set(store, "k", "", 0, "v", 1, NULL, NULL, 100), "ls_store_compare_set: no place");
    refused(ls_store_check(store, (const char *[]){"k"}, 1, NULL, 100), "ls_store_check: no place");
    refused(ls_store_wait(store, NULL, 2, 100), "ls_store_wait: 2 keys");
    assert_fails(ls_store_get(store, "k", &value, &size, -5), LS_DEADLINE_EXCEEDED, "'k'"); /* at once, not in 30 min */
    ls_store_destroy(store);
}

static void summaries_check_what_they_are_given(void **state)
{
    ls_summary_writer *writer = NULL;
    refused(ls_summary_writer_create(NULL, &writer), "no folder");
    refused(ls_summary_writer_create("", &writer), "no folder");
    refused(ls_summary_writer_create("/nowhere", NULL), "no place");
    refused(ls_summary_add_scalar(NULL, "tag", 0, 1), "wants a writer");
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "2", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions_must_be_known),
        cmocka_unit_test_setup_teardown(arrays_of_ops_may_not_be_missing, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(impossible_types_are_refused_before_they_are_traced, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(scalars_must_fit_integer_types, open_scope, close_scope),
        cmocka_unit_test(made_up_shapes_are_harmless),
        cmocka_unit_test_setup_teardown(positions_do_not_overflow, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(windows_must_fit, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(label_smoothing_lies_between_0_and_1, open_scope, close_scope),
        cmocka_unit_test(data_sets_check_what_they_are_given),
        cmocka_unit_test_setup_teardown(loaders_check_what_they_are_given, open_scope, close_scope),
        cmocka_unit_test(stores_check_what_they_are_given),
        cmocka_unit_test(summaries_check_what_they_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
