/* Five steps of each optimizer against PyTorch's. */
#include "golden.h"

#include <stdio.h>

static ls_optimizer *make_sgd(ls_module *module)
{
    return ls_sgd_create(module, &(ls_sgd_options){.lr = 0.1});
}

static ls_optimizer *make_sgd_momentum(ls_module *module)
{
    return ls_sgd_create(module, &(ls_sgd_options){.lr = 0.1, .momentum = 0.9, .weight_decay = 1e-2});
}

static ls_optimizer *make_sgd_nesterov(ls_module *module)
{
    return ls_sgd_create(module, &(ls_sgd_options){.lr = 0.1, .momentum = 0.9, .nesterov = true});
}

static ls_optimizer *make_adam(ls_module *module)
{
    return ls_adam_create(module, &(ls_adam_options){.lr = 0.01});
}

static ls_optimizer *make_adamw(ls_module *module)
{
    return ls_adamw_create(module, &(ls_adam_options){.lr = 0.01, .weight_decay = 0.1});
}

static const struct {
    const char *name;
    ls_optimizer *(*make)(ls_module *module);
} rows[] = {
    {"sgd", make_sgd},
    {"sgd_momentum", make_sgd_momentum},
    {"sgd_nesterov", make_sgd_nesterov},
    {"adam", make_adam},
    {"adamw", make_adamw},
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static ls_tensor forward(ls_module *self, ls_tensor input)
{
    (void)self;
    return input;
}

static void run_row(const ls_safetensors *file, size_t row)
{
    char name[64];
    snprintf(name, sizeof(name), "%s.init", rows[row].name);
    const ls_safetensors_entry *init = ls_safetensors_find(file, name);
    snprintf(name, sizeof(name), "%s.trace", rows[row].name);
    const ls_safetensors_entry *trace = ls_safetensors_find(file, name);
    if (!init || !trace) fail_msg("the file lacks %s", name);
    ls_module *module = ls_module_create(forward, NULL);
    ls_scope_push();
    ls_tensor p = ls_module_add_parameter(module, "p", ls_from_host(init->data, init->dtype, init->shape));
    assert_ok(ls_scope_pop());
    ls_optimizer *optimizer = rows[row].make(module);
    assert_non_null(optimizer);
    float *values = malloc(init->bytes);
    for (int64_t step = 0; step < trace->shape.dims[0]; step++) {
        assert_ok(ls_step_begin());
        assert_ok(ls_set_grad(p, golden_fill_tensor(golden_seed() + 50 + (uint64_t)step, init->shape, 1)));
        assert_ok(ls_step(optimizer));
        assert_ok(ls_zero_grad(optimizer));
        assert_ok(ls_step_end());
        assert_ok(ls_to_host(p, values, init->bytes));
        ls_safetensors_entry expected = *init;
        expected.data = (const char *)trace->data + (size_t)step * init->bytes;
        golden_compare(rows[row].name, values, &expected, 1e-6);
    }
    free(values);
    ls_optimizer_destroy(optimizer);
    ls_module_destroy(module);
}

static void five_steps_match(void **state)
{
    (void)state;
    golden_files files = golden_find("optim*.safetensors");
    for (int f = 0; f < files.count; f++) {
        ls_safetensors file = golden_open(files.names[f]);
        for (size_t row = 0; row < ROW_COUNT; row++) run_row(&file, row);
        assert_int_equal(file.count, 2 * ROW_COUNT); /* nothing in the file is left out */
        ls_safetensors_finish(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(five_steps_match)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
