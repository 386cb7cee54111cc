/* Saving and loading modules. */
#include "ls_ranks.h"

#include <stdio.h>
#include <unistd.h>

#include "io/safetensors.h"
#include <lockstep/nn.h>

static char folder[] = "/tmp/lockstep-checkpoint-XXXXXX";
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof(path), "%s/model.safetensors", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static ls_module *make_model(int64_t hidden, const char *last)
{
    ls_module *model = ls_nn_sequential(ls_nn_conv2d(1, hidden, 3, NULL), ls_nn_batch_norm2d(hidden, NULL), NULL);
    ls_module_add(model, last, ls_nn_linear(hidden, 2, NULL));
    assert_ok(ls_module_status(model));
    return model;
}

static bool compare_tensor(const ls_named_tensor *entry, void *arg)
{
    char a[4096], b[4096];
    size_t bytes =
        (size_t)ls_shape_count(ls_tensor_shape(entry->tensor)) * ls_dtype_size(ls_tensor_dtype(entry->tensor));
    assert_true(bytes <= sizeof(a));
    assert_ok(ls_to_host(entry->tensor, a, bytes));
    assert_ok(ls_to_host(ls_module_get(arg, entry->name), b, bytes));
    assert_memory_equal(a, b, bytes);
    return true;
}

static void a_saved_module_is_loaded_bit_for_bit(void **state)
{
    (void)state;
    ls_manual_seed(1);
    ls_module *a = make_model(4, "head"), *b = make_model(4, "head");
    int64_t tracked = INT64_C(1) << 40;
    assert_ok(ls_module_set(a, "1.num_batches_tracked", &tracked, sizeof(tracked)));
    assert_ok(ls_module_save(a, path));
    assert_ok(ls_module_load(b, path));
    ls_module_visit(a, compare_tensor, b);
    ls_safetensors file;
    assert_ok(ls_safetensors_read(path, &file));
    assert_int_equal(file.count, 9);
    assert_non_null(ls_safetensors_find(&file, "1.num_batches_tracked"));
    ls_safetensors_finish(&file);
    ls_module_destroy(a);
    ls_module_destroy(b);
}

static void every_difference_is_listed_and_nothing_changes(void **state)
{
    (void)state;
    ls_module *saved = make_model(4, "head"), *other = make_model(5, "tail");
    assert_ok(ls_module_save(saved, path));
    float before[10], after[10];
    assert_ok(ls_to_host(ls_module_get(other, "tail.weight"), before, sizeof(before)));
    assert_fails(ls_module_load(other, path), LS_INVALID_ARGUMENT, "missing: tail.weight");
    const char *message = ls_last_error();
    assert_non_null(strstr(message, "unexpected: head.bias"));
    assert_non_null(strstr(message, "0.weight is f32[4x1x3x3] in the file, f32[5x1x3x3] in the module"));
    assert_ok(ls_to_host(ls_module_get(other, "tail.weight"), after, sizeof(after)));
    assert_memory_equal(before, after, sizeof(before));
    assert_fails(ls_module_load(other, "/nonexistent/file"), LS_NOT_FOUND, "/nonexistent/file");
    assert_fails(ls_module_save(other, "/nonexistent/file"), LS_NOT_FOUND, "/nonexistent/file");
    ls_module_destroy(saved);
    ls_module_destroy(other);
}

/* --- Saving involves nobody else ---------------------------------------------------------------------------- */

static ls_status save_on_rank_0(int index, void *arg)
{
    (void)arg;
    LS_TRY(rank_join_group());
    ls_module *model = ls_model_mnist();
    rank_check(model);
    if (index == 0) LS_TRY(ls_module_save(model, path));
    ls_module_destroy(model);
    return ls_destroy_process_group();
}

static void one_rank_may_save_alone(void **state)
{
    (void)state;
    run_ranks(save_on_rank_0, NULL, 2);
    assert_int_equal(access(path, F_OK), 0);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "2", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rank_may_save_alone),
        cmocka_unit_test(a_saved_module_is_loaded_bit_for_bit),
        cmocka_unit_test(every_difference_is_listed_and_nothing_changes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
