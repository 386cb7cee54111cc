/* The loader: right rows in the right order, a worker's error, leaving in the middle of an epoch. */
#include "base/deadline.h"
#include "base/error.h"
#include "ls_test.h"
#include <lockstep/data.h>

#include <dirent.h>

enum { COUNT = 103, WIDTH = 6 };

/* Example i is 1000·i + element; a get of `fails_at` fails. */
struct rows {
    int64_t fails_at, sleep_ms;
};

static ls_status get_row(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    const struct rows *rows = user;
    if (rows->sleep_ms) ls_sleep_ms(rows->sleep_ms);
    if (index == rows->fails_at) return ls_fail(LS_DATA_LOSS, "row %lld is bad", (long long)index);
    for (int i = 0; i < WIDTH; i++) out_x[i] = (float)(1000 * index + i);
    *out_label = index;
    return LS_OK;
}

static ls_dataset *open_rows(struct rows *rows)
{
    ls_dataset *dataset;
    assert_ok(ls_dataset_create(
        &(ls_dataset_source){.name = "rows", .count = COUNT, .shape = LS_SHAPE(2, 3), .user = rows, .get = get_row},
        &dataset));
    return dataset;
}

static int thread_count(void)
{
    int count = 0;
    DIR *dir = opendir("/proc/self/task");
    for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void batches_come_in_order_with_any_number_of_workers(void **state)
{
    struct rows rows = {.fails_at = -1};
    ls_dataset *dataset = open_rows(&rows);
    for (int workers = 1; workers <= 4; workers++) {
        ls_loader *loader;
        ls_sampler_options sampler = {.shuffle = true, .seed = 9};
        assert_ok(ls_loader_create(
            dataset, &(ls_loader_options){.batch_size = 10, .num_workers = workers, .sampler = sampler}, &loader));
        assert_int_equal(ls_loader_batches(loader), 11);
        for (int64_t epoch = 0; epoch < 3; epoch++) {
            int64_t indices[COUNT];
            sampler.count = COUNT;
            sampler.world_size = 1;
            assert_ok(ls_sampler_indices(&sampler, epoch, indices));
            assert_ok(ls_loader_start(loader, epoch));
            for (int64_t batch = 0; batch < 11; batch++) {
                ls_scope_push();
                ls_tensor x, labels;
                float values[10 * WIDTH + 1];
                int64_t numbers[10 + 1];
                int64_t size = batch == 10 ? 3 : 10;
                assert_ok(ls_loader_next(loader, &x, &labels));
                assert_true(ls_shape_equal(ls_tensor_shape(x), LS_SHAPE(size, 2, 3)));
                values[size * WIDTH] = -5;
                assert_ok(ls_to_host(x, values, sizeof(float) * (size_t)(size * WIDTH)));
                assert_ok(ls_to_host(labels, numbers, sizeof(int64_t) * (size_t)size));
                for (int64_t i = 0; i < size; i++) {
                    assert_int_equal(numbers[i], indices[batch * 10 + i]);
                    for (int e = 0; e < WIDTH; e++)
                        assert_true(values[i * WIDTH + e] == (float)(1000 * numbers[i] + e));
                }
                assert_true(values[size * WIDTH] == -5);
                assert_ok(ls_scope_pop());
            }
            ls_tensor x, labels;
            assert_fails(ls_loader_next(loader, &x, &labels), LS_OUT_OF_RANGE, "11 batches");
        }
        ls_loader_destroy(loader);
    }
    ls_dataset_close(dataset);
}

static void a_workers_error_reaches_the_consumer(void **state)
{
    struct rows rows = {.fails_at = 25};
    ls_dataset *dataset = open_rows(&rows);
    ls_loader *loader;
    assert_ok(ls_loader_create(dataset, &(ls_loader_options){.batch_size = 10, .num_workers = 2}, &loader));
    assert_ok(ls_loader_start(loader, 0));
    ls_tensor x, labels;
    ls_scope_push();
    assert_ok(ls_loader_next(loader, &x, &labels));
    assert_ok(ls_loader_next(loader, &x, &labels));
    int64_t start = ls_now_ns();
    assert_fails(ls_loader_next(loader, &x, &labels), LS_DATA_LOSS, "row 25 is bad");
    assert_true(ls_now_ns() - start < 1000000000);
    assert_ok(ls_loader_next(loader, &x, &labels)); /* the next batch is there all the same */
    assert_ok(ls_scope_pop());
    ls_loader_destroy(loader);
    ls_dataset_close(dataset);
}

static void leaving_in_the_middle_frees_the_threads(void **state)
{
    struct rows rows = {.fails_at = -1, .sleep_ms = 1};
    ls_dataset *dataset = open_rows(&rows);
    int before = thread_count();
    for (int round = 0; round < 20; round++) {
        ls_loader *loader;
        assert_ok(
            ls_loader_create(dataset, &(ls_loader_options){.batch_size = 3, .num_workers = 3, .prefetch = 5}, &loader));
        ls_tensor x, labels;
        assert_fails(ls_loader_next(loader, &x, &labels), LS_FAILED_PRECONDITION, "ls_loader_start");
        assert_ok(ls_loader_start(loader, 0));
        ls_scope_push();
        if (round % 3) assert_ok(ls_loader_next(loader, &x, &labels));
        if (round % 2) assert_ok(ls_loader_start(loader, 1));
        assert_ok(ls_scope_pop());
        ls_loader_destroy(loader);
    }
    assert_in_range(thread_count(), 1, before + 2); /* the device's own threads may have come */
    ls_dataset_close(dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_come_in_order_with_any_number_of_workers),
        cmocka_unit_test(a_workers_error_reaches_the_consumer),
        cmocka_unit_test(leaving_in_the_middle_frees_the_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
