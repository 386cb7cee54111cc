/* Trains a ResNet data-parallel on made-up images the size of ImageNet's. */
#include <stdlib.h>

#include "train.h"

#define CLASSES 1000
#define SIDE 224
#define TRAIN_IMAGES 1281167
#define TEST_IMAGES 50000

enum { OPTION_MODEL = 1, OPTION_WEIGHT_DECAY };

static const struct argp_option imagenet_options[] = {
    {"model", OPTION_MODEL, "NAME", 0, "resnet18, resnet34, resnet50, resnet101 or resnet152", 0},
    {"weight_decay", OPTION_WEIGHT_DECAY, "W", 0, "of SGD", 1},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct train_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = options; break;
    case OPTION_MODEL: options->model = text; break;
    case OPTION_WEIGHT_DECAY: options->weight_decay = atof(text); break;
    case ARGP_KEY_END:
        if (!options->fake_data) argp_error(state, "folders of images cannot be read yet; use --fake_data");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static ls_module *make_model(const struct train_options *options)
{
    return ls_model_create(options->model, CLASSES);
}

static ls_status open_data(const struct train_options *options, bool train, ls_dataset **out_dataset)
{
    return ls_dataset_open_fake(train ? TRAIN_IMAGES : TEST_IMAGES, LS_SHAPE(3, SIDE, SIDE), CLASSES, options->seed,
                                out_dataset);
}

static ls_tensor loss(ls_tensor output, ls_tensor labels)
{
    return ls_cross_entropy(output, labels, NULL);
}

int main(int argc, char **argv)
{
    struct train_options options = {.model = "resnet50",
                                    .batch_size = 8,
                                    .epochs = 1,
                                    .lr = 0.1,
                                    .momentum = 0.9,
                                    .weight_decay = 1e-4,
                                    .log_steps = 20,
                                    .init_method = "pjrt://",
                                    .seed = 42};
    const struct argp_child children[] = {{&train_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        imagenet_options, parse, NULL, "Trains a ResNet on every device of the machine, one replica per device.",
        children,         NULL,  NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    return train_run(
        &(struct train_task){.options = &options, .make_model = make_model, .open_data = open_data, .loss = loss});
}
