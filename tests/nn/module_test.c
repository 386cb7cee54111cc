/* The module tree: names, order, flags, errors that stick, scopes. */
#include "ls_test.h"

#include <stdio.h>

#include <lockstep/autograd.h>
#include <lockstep/optim.h>

static ls_tensor identity(ls_module *self, ls_tensor input)
{
    (void)self;
    return input;
}

typedef struct names {
    char text[4096];
    int64_t elements, tensors;
} names;

static bool append_name(const ls_named_tensor *entry, void *arg)
{
    names *n = arg;
    size_t length = strlen(n->text);
    snprintf(n->text + length, sizeof(n->text) - length, "%s%s ", entry->is_buffer ? "~" : "", entry->name);
    if (!entry->is_buffer) n->elements += ls_shape_count(ls_tensor_shape(entry->tensor));
    n->tensors++;
    return true;
}

static void names_and_order_are_pytorchs(void **state)
{
    (void)state;
    ls_module *model = ls_model_mnist();
    assert_ok(ls_module_status(model));
    names n = {0};
    ls_module_visit(model, append_name, &n);
    assert_string_equal(n.text,
                        "conv1.weight conv1.bias bn1.weight bn1.bias conv2.weight conv2.bias bn2.weight bn2.bias "
                        "fc1.weight fc1.bias fc2.weight fc2.bias ~bn1.running_mean ~bn1.running_var "
                        "~bn1.num_batches_tracked ~bn2.running_mean ~bn2.running_var ~bn2.num_batches_tracked ");
    assert_int_equal(ls_module_parameter_count(model), 12);
    assert_int_equal(ls_tensor_dtype(ls_module_get(model, "bn1.num_batches_tracked")), LS_I64);
    assert_int_equal(ls_module_get(model, "conv1").generation, 0);
    ls_module_destroy(model);
}

/* Parameter and element counts of torchvision's models with 1000 classes. */
static void resnets_have_torchvisions_parameters(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int parameters;
        int64_t elements;
    } rows[] = {{"resnet18", 62, 11689512}, {"resnet34", 110, 21797672}, {"resnet50", 161, 25557032}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        ls_module *model = ls_model_create(rows[i].name, 1000);
        assert_ok(ls_module_status(model));
        names n = {0};
        ls_module_visit(model, append_name, &n);
        assert_int_equal(n.elements, rows[i].elements);
        assert_int_equal(ls_module_parameter_count(model), rows[i].parameters);
        assert_non_null(strstr(n.text, "conv1.weight bn1.weight bn1.bias layer1.0.conv1.weight layer1.0.bn1.weight "));
        assert_true(ls_module_get(model, "layer2.0.downsample.0.weight").generation != 0);
        assert_true(ls_module_get(model, "layer4.1.bn2.running_var").generation != 0);
        ls_module_destroy(model);
    }
    assert_null(ls_model_create("resnet19", 10));
    assert_non_null(strstr(ls_last_error(), "resnet18"));
    assert_null(ls_model_resnet(19, 10));
}

static void names_are_unique_and_have_no_dots(void **state)
{
    (void)state;
    ls_module *root = ls_module_create(identity, NULL);
    ls_module *child = ls_module_add(root, "a", ls_nn_relu());
    assert_ptr_equal(ls_module_child(root, "a"), child);
    assert_null(ls_module_child(root, "b"));
    assert_null(ls_module_add(root, "a", ls_nn_relu()));
    assert_fails(ls_module_status(root), LS_ALREADY_EXISTS, "\"a\"");
    ls_module_destroy(root);
    root = ls_module_create(identity, NULL);
    assert_null(ls_module_add(root, "a.b", ls_nn_relu()));
    assert_fails(ls_module_status(root), LS_INVALID_ARGUMENT, "a.b");
    ls_module_destroy(root);
}

static void what_failed_first_sticks(void **state)
{
    (void)state;
    ls_module *model =
        ls_nn_sequential(ls_nn_linear(4, 3, NULL), ls_nn_conv2d(3, 4, 1, &(ls_nn_conv2d_options){{.groups = 2}, 0}),
                         ls_nn_linear(0, 2, NULL), NULL);
    assert_fails(ls_module_status(model), LS_INVALID_ARGUMENT, "1: conv2d: 3 channels");
    ls_scope_push();
    ls_tensor y = ls_forward(model, ls_ones(LS_SHAPE(2, 4), LS_F32));
    assert_fails(ls_tensor_status(y), LS_INVALID_ARGUMENT, "conv2d");
    assert_ok(ls_scope_pop());
    assert_fails(ls_module_save(model, "/nonexistent/x"), LS_INVALID_ARGUMENT, "conv2d");
    ls_module_destroy(model);
    assert_fails(ls_tensor_status(ls_forward(NULL, ls_ones(LS_SHAPE(1), LS_F32))), LS_INVALID_ARGUMENT, "NULL");
    ls_module_destroy(NULL);
}

static ls_tensor many_temporaries(ls_module *self, ls_tensor input)
{
    (void)self;
    for (int i = 0; i < 5; i++) input = ls_add_scalar(input, 1);
    return input;
}

static ls_tensor own_parameter(ls_module *self, ls_tensor input)
{
    (void)input;
    return ls_module_get(self, "p");
}

static void forward_leaves_only_its_result(void **state)
{
    (void)state;
    ls_module *model =
        ls_nn_sequential(ls_module_create(many_temporaries, NULL), ls_module_create(identity, NULL), NULL);
    ls_scope_push();
    ls_tensor x = ls_ones(LS_SHAPE(2), LS_F32), y = ls_forward(model, x);
    ls_tensor same = ls_forward(ls_module_child(model, "1"), x); /* another handle: freeing it leaves x */
    assert_ok(ls_free(same));
    float values[2];
    assert_ok(ls_to_host(y, values, sizeof(values)));
    assert_true(values[0] == 6 && values[1] == 6);
    assert_ok(ls_to_host(x, values, sizeof(values)));
    assert_ok(ls_scope_pop());
    assert_fails(ls_tensor_status(y), LS_INVALID_ARGUMENT, "");
    ls_module_destroy(model);

    model = ls_module_create(own_parameter, NULL);
    ls_scope_push();
    ls_tensor p = ls_module_add_parameter(model, "p", ls_ones(LS_SHAPE(1), LS_F32));
    ls_forward(model, x);
    assert_ok(ls_scope_pop());
    assert_ok(ls_tensor_status(p)); /* still the module's */
    ls_module_destroy(model);
    assert_fails(ls_tensor_status(p), LS_INVALID_ARGUMENT, "");
}

static void train_reaches_every_child(void **state)
{
    (void)state;
    ls_module *model = ls_nn_sequential(ls_nn_sequential(ls_nn_dropout(0.5), NULL), NULL);
    ls_module *inner = ls_module_child(ls_module_child(model, "0"), "0");
    assert_true(ls_module_is_training(inner));
    ls_module_train(model, false);
    assert_false(ls_module_is_training(inner));
    ls_scope_push();
    float values[64];
    assert_ok(ls_to_host(ls_forward(model, ls_ones(LS_SHAPE(64), LS_F32)), values, sizeof(values)));
    for (int i = 0; i < 64; i++) assert_true(values[i] == 1);
    ls_module_train(model, true);
    assert_ok(ls_to_host(ls_forward(model, ls_ones(LS_SHAPE(64), LS_F32)), values, sizeof(values)));
    int zeros = 0;
    for (int i = 0; i < 64; i++) {
        zeros += values[i] == 0;
        assert_true(values[i] == 0 || values[i] == 2);
    }
    assert_in_range(zeros, 8, 56);
    assert_ok(ls_scope_pop());
    ls_module_destroy(model);
}

static void values_are_set_by_name(void **state)
{
    (void)state;
    ls_module *model = ls_nn_linear(3, 2, NULL);
    float weights[6], read[6];
    for (int i = 0; i < 6; i++) weights[i] = (float)(1000 + i);
    assert_ok(ls_module_set(model, "weight", weights, sizeof(weights)));
    assert_ok(ls_to_host(ls_module_get(model, "weight"), read, sizeof(read)));
    assert_memory_equal(read, weights, sizeof(read));
    assert_true(ls_requires_grad(ls_module_get(model, "weight")));
    assert_fails(ls_module_set(model, "weight", weights, 4), LS_INVALID_ARGUMENT, "24 bytes");
    assert_fails(ls_module_set(model, "wait", weights, 4), LS_NOT_FOUND, "wait");
    ls_module_destroy(model);
}

static void missing_arguments_are_reported(void **state)
{
    (void)state;
    ls_module *model = ls_nn_sequential(ls_nn_max_pool2d(NULL), NULL);
    assert_fails(ls_module_status(model), LS_INVALID_ARGUMENT, "kernel size");
    ls_module_destroy(model);
    model = ls_module_create(NULL, NULL);
    assert_fails(ls_module_status(model), LS_INVALID_ARGUMENT, "forward function");
    ls_module_destroy(model);
    assert_null(ls_model_create(NULL, 10));
    assert_null(ls_model_create("resnet17", 10)); /* its cause reaches whoever is given the NULL */
    assert_null(ls_sgd_create(NULL, NULL));
    assert_fails(ls_module_status(NULL), LS_INVALID_ARGUMENT, "the module is NULL: it could not be made");
    assert_non_null(strstr(ls_last_error(), "resnet17"));
    model = ls_nn_linear(1, 1, NULL);
    assert_null(ls_module_child(model, NULL));
    assert_int_equal(ls_module_get(model, NULL).generation, 0);
    ls_module_visit(model, NULL, NULL);
    assert_fails(ls_module_set(model, NULL, "", 1), LS_NOT_FOUND, "NULL");
    assert_fails(ls_module_set(model, "bias", NULL, 4), LS_INVALID_ARGUMENT, "no data");
    assert_fails(ls_module_save(model, NULL), LS_INVALID_ARGUMENT, "no path");
    assert_fails(ls_module_load(model, NULL), LS_INVALID_ARGUMENT, "no path");
    ls_module_destroy(model);
}

int main(void)
{
    setenv("LOCKSTEP_CPU_DEVICES", "1", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_order_are_pytorchs),
        cmocka_unit_test(resnets_have_torchvisions_parameters),
        cmocka_unit_test(names_are_unique_and_have_no_dots),
        cmocka_unit_test(what_failed_first_sticks),
        cmocka_unit_test(forward_leaves_only_its_result),
        cmocka_unit_test(train_reaches_every_child),
        cmocka_unit_test(values_are_set_by_name),
        cmocka_unit_test(missing_arguments_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
